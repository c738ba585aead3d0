/* The median of measurements, which are sorted by that. */
#ifndef GRAPHPRIX_BENCH_MEDIAN_H
#define GRAPHPRIX_BENCH_MEDIAN_H

/* At least one; of an even number of them the upper one of the two in the middle. */
double bench_median(double *values, int count);

#endif
