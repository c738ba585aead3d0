#include "geometry/point.h"

#include "base/number.h"

#include <assert.h>

struct exact_point exact_make(int64_t x, int64_t y, int64_t w)
{
    assert(w != 0);
    int64_t common = (int64_t)number_common_divisor(w, x);
    common = (int64_t)number_common_divisor(common, y);
    int64_t divisor = w < 0 ? -common : common;
    return (struct exact_point){x / divisor, y / divisor, w / divisor};
}

struct exact_point exact_from_grid(struct point grid)
{
    return (struct exact_point){grid.x, grid.y, 1};
}

bool exact_is_grid(struct exact_point p, struct point *grid)
{
    if (p.w != 1)
        return false;
    *grid = (struct point){(int32_t)p.x, (int32_t)p.y};
    return true;
}

bool exact_equal(struct exact_point a, struct exact_point b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w;
}

static int sign_of(int128 number)
{
    return (number > 0) - (number < 0);
}

/* cross(b - a, p - a) times p.w. */
static int128 cross_times_w(struct point a, struct point b, struct exact_point p)
{
    int128 right = (int128)p.x - (int128)a.x * p.w;
    int128 up = (int128)p.y - (int128)a.y * p.w;
    return (int128)(b.x - a.x) * up - (int128)(b.y - a.y) * right;
}

int exact_side(struct point a, struct point b, struct exact_point p)
{
    return sign_of(cross_times_w(a, b, p));
}

int exact_compare_sides(struct point a, struct point b, struct exact_point p, struct exact_point q)
{
    return sign_of(cross_times_w(a, b, p) * q.w - cross_times_w(a, b, q) * p.w);
}

static int128 squared_length(struct point p)
{
    return (int128)p.x * p.x + (int128)p.y * p.y;
}

int exact_compare_distance(struct exact_point p, struct point a, struct point b)
{
    /* |p - a|^2 - |p - b|^2 = 2 p (b - a) + a^2 - b^2: the squares of p cancel. */
    struct point d = point_subtract(b, a);
    int128 mixed = 2 * ((int128)p.x * d.x + (int128)p.y * d.y);
    return sign_of(mixed + (squared_length(a) - squared_length(b)) * p.w);
}

bool exact_within(struct exact_point p, struct point a, int32_t squares)
{
    assert(squares <= 2 * SHEET_MAX);
    int128 reach = (int128)squares * p.w;
    int128 right = (int128)p.x - (int128)a.x * p.w;
    int128 up = (int128)p.y - (int128)a.y * p.w;
    /* Far points are sorted out first, so that the squares fit. */
    if (right > reach || right < -reach || up > reach || up < -reach)
        return false;
    return right * right + up * up <= reach * reach;
}

static void append_fraction(struct text *text, int64_t numerator, int64_t denominator)
{
    uint64_t common = number_common_divisor(denominator, numerator);
    int64_t below = denominator / (int64_t)common;
    text_append_integer(text, numerator / (int64_t)common);
    if (below == 1)
        return;
    text_append_bytes(text, "/", 1);
    text_append_integer(text, below);
}

void exact_append_x(struct text *text, struct exact_point p)
{
    append_fraction(text, p.x, p.w);
}

void exact_append_y(struct text *text, struct exact_point p)
{
    append_fraction(text, p.y, p.w);
}
