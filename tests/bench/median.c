#include "bench/median.h"

#include <stdlib.h>

static int compare_numbers(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;
    return one < other ? -1 : one > other;
}

double bench_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_numbers);
    return values[count / 2];
}
