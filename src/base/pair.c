/* Two numbers in words. */
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>

struct pair pair_of(int first, int second)
{
    struct pair pair;
    snprintf(pair.text, sizeof pair.text, "(%s%u, %s%u)", first < 0 ? "−" : "",
             (unsigned)llabs(first), second < 0 ? "−" : "", (unsigned)llabs(second));
    return pair;
}
