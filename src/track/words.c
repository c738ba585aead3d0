/* How the messages about a track name things. */
#include "track/words.h"

#include <stdio.h>

/* A count of 1/scale as a decimal without zeros at its end. */
static int print_decimal(int64_t value, int digits, char *into, size_t size)
{
    int64_t scale = 1;
    for (int i = 0; i < digits; i++)
        scale *= 10;
    const char *sign = value < 0 ? "-" : "";
    int64_t size_of = value < 0 ? -value : value;
    for (; digits > 0 && size_of % 10 == 0; digits--) {
        size_of /= 10;
        scale /= 10;
    }
    if (digits == 0)
        return snprintf(into, size, "%s%lld", sign, (long long)size_of);
    return snprintf(into, size, "%s%lld.%0*lld", sign, (long long)(size_of / scale), digits,
                    (long long)(size_of % scale));
}

static int64_t to_hundredths(int32_t fine)
{
    int64_t twice = (int64_t)fine * 200;
    return (twice + (twice < 0 ? -FINE : FINE)) / (2 * FINE);
}

const char *words_place(struct point fine, char into[WORDS_PLACE_BYTES])
{
    char x[WORDS_PLACE_BYTES / 2 - 4];
    char y[WORDS_PLACE_BYTES / 2 - 4];
    print_decimal(to_hundredths(fine.x), 2, x, sizeof x);
    print_decimal(to_hundredths(fine.y), 2, y, sizeof y);
    snprintf(into, WORDS_PLACE_BYTES, "(%s, %s)", x, y);
    return into;
}

/* The whole number nearest to the square root. */
static int64_t nearest_root(int64_t square)
{
    int64_t low = 0;
    int64_t high = INT64_C(1) << 30;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (middle * middle >= square)
            high = middle;
        else
            low = middle + 1;
    }
    return low > 0 && (2 * low - 1) * (2 * low - 1) > 4 * square ? low - 1 : low;
}

const char *words_distance(struct point a, struct point b, char into[WORDS_PLACE_BYTES])
{
    int64_t dx = (int64_t)a.x - b.x;
    int64_t dy = (int64_t)a.y - b.y;
    /* 15625 / 16384 is (1000 / FINE) squared. */
    int64_t thousandths = nearest_root((dx * dx + dy * dy) * 15625 / 16384);
    bool some = thousandths > 0 || point_equal(a, b);
    print_decimal(some ? thousandths : 1, 3, into, WORDS_PLACE_BYTES);
    return into;
}

const char *words_role(enum draft_role role)
{
    static const char *const names[DRAFT_ROLE_COUNT] = {
        [DRAFT_WALL] = "wall",
        [DRAFT_SLICK] = "slick",
        [DRAFT_TURBO] = "turbo area",
        [DRAFT_START_FINISH] = "start and finish line",
        [DRAFT_START] = "start line",
        [DRAFT_FINISH] = "finish line",
        [DRAFT_CHECKPOINT] = "checkpoint",
        [DRAFT_INSIDE] = "point declared inside",
        [DRAFT_OUTSIDE] = "point declared outside",
        [DRAFT_DECORATION] = "decoration",
    };
    return names[role];
}

bool words_check_on_sheet(struct point fine, int width, int height, struct error *error)
{
    char place[WORDS_PLACE_BYTES];
    if (fine.x >= 0 && fine.y >= 0 && fine.x <= width * FINE && fine.y <= height * FINE)
        return true;
    return error_set(error,
                     "the point %s is off the sheet of %d × %d squares; move it onto the sheet or "
                     "make the sheet larger",
                     words_place(fine, place), width, height);
}
