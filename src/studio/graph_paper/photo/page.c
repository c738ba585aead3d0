/* See grid.h. Lines and letters are filled on a small copy, and what is left changes most at
 * the page's edges. Each of the four sides has candidates; the four that are seen best along their
 * whole length win. Then the edges are measured on the working copy. */
#include "studio/graph_paper/photo/grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL_SIDE = 480,
    CLOSE_REACH = 7,
    ANGLES = 71, /* degrees from -35 to 35 */
    CANDIDATES = 6,
    PARTS = 48,       /* places looked at along a side */
    LEAST_SLOPE = 14, /* of 255, over four pixels of the small copy */
    SIDE_SAMPLES = 80,
    REFINE_REACH = 14,
};

static const double degree = 3.14159265358979 / 180;
static const double least_seen = .55; /* of each side */
static const double least_mean = .75; /* of all four */
static const double least_area = .06; /* of the picture */
static const double size_counts = .4;

/* A straight line: the places with x cos(angle) + y sin(angle) = at. The normal points inwards. */
struct side {
    double angle, at;
    double votes;
};

/* A small copy: how much lighter (or darker) it gets to the right and downwards. */
struct slopes {
    int width, height;
    int16_t *right, *down;
};

/* --- slopes ---------------------------------------------------------------------------------- */

/* The least of the three colours: paper is white, wood and cloth seldom are. */
static struct plane find_whiteness(const struct photo *photo)
{
    struct plane white = plane_create(photo->across, photo->down);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    for (size_t i = 0; i < count; i++) {
        uint32_t red = photo->pixels[i] >> 16 & 255;
        uint32_t green = photo->pixels[i] >> 8 & 255;
        uint32_t blue = photo->pixels[i] & 255;
        uint32_t least = red < green ? red : green;
        white.cells[i] = (uint8_t)(least < blue ? least : blue);
    }
    return white;
}

static struct slopes find_slopes(const struct plane *white, int factor, int sign)
{
    struct plane small = plane_shrink(white, factor);
    plane_close(&small, CLOSE_REACH);
    plane_blur(&small);
    plane_blur(&small);
    size_t cells = (size_t)small.width * (size_t)small.height;
    struct slopes slopes = {small.width, small.height, memory_allocate(cells, sizeof *slopes.right),
                            memory_allocate(cells, sizeof *slopes.down)};
    for (int y = 2; y + 2 < small.height; y++)
        for (int x = 2; x + 2 < small.width; x++) {
            size_t cell = (size_t)y * (size_t)small.width + (size_t)x;
            int right = plane_row(&small, y)[x + 2] - plane_row(&small, y)[x - 2];
            int down = plane_row(&small, y + 2)[x] - plane_row(&small, y - 2)[x];
            slopes.right[cell] = (int16_t)(sign * right);
            slopes.down[cell] = (int16_t)(sign * down);
        }
    plane_free(&small);
    return slopes;
}

static void free_slopes(struct slopes *slopes)
{
    free(slopes->right);
    free(slopes->down);
}

/* --- candidates ------------------------------------------------------------------------------ */

/* Inwards from the left, upper, right and lower side. */
static double inwards(int side)
{
    return side * 90 * degree;
}

struct votes {
    int distances, offset; /* of a line: offset + its distance from (0, 0) */
    float *counts;         /* ANGLES rows */
};

static void vote(const struct slopes *slopes, int side, struct votes *votes)
{
    double forward_x = cos(inwards(side));
    double forward_y = sin(inwards(side));
    for (int y = 0; y < slopes->height; y++)
        for (int x = 0; x < slopes->width; x++) {
            size_t cell = (size_t)y * (size_t)slopes->width + (size_t)x;
            double right = slopes->right[cell];
            double down = slopes->down[cell];
            double forward = right * forward_x + down * forward_y;
            if (forward < LEAST_SLOPE)
                continue;
            double turned = atan2(-right * forward_y + down * forward_x, forward) / degree;
            double weight = fmin(sqrt(right * right + down * down), 60);
            int middle = (int)floor(turned + .5) + ANGLES / 2;
            for (int i = middle - 4; i <= middle + 4; i++) {
                if (i < 0 || i >= ANGLES)
                    continue;
                double angle = inwards(side) + (i - ANGLES / 2) * degree;
                int at = (int)floor((x + .5) * cos(angle) + (y + .5) * sin(angle) + .5);
                votes->counts[i * votes->distances + at + votes->offset] += (float)weight;
            }
        }
}

/* The strongest, each without those near it. */
static int pick_candidates(struct votes *votes, int side, struct side *candidates)
{
    int count = 0;
    int cells = ANGLES * votes->distances;
    while (count < CANDIDATES) {
        int best = 0;
        for (int i = 1; i < cells; i++)
            best = votes->counts[i] > votes->counts[best] ? i : best;
        int angle = best / votes->distances;
        int at = best % votes->distances;
        if (votes->counts[best] <= 0)
            break;
        candidates[count++] = (struct side){inwards(side) + (angle - ANGLES / 2) * degree,
                                            at - votes->offset, votes->counts[best]};
        for (int i = angle - 5; i <= angle + 5; i++)
            for (int j = at - 10; j <= at + 10; j++)
                if (i >= 0 && i < ANGLES && j >= 0 && j < votes->distances)
                    votes->counts[i * votes->distances + j] = 0;
    }
    return count;
}

static int find_candidates(const struct slopes *slopes, int side, struct side *candidates)
{
    int far = slopes->width + slopes->height + 2;
    struct votes votes = {2 * far, far, NULL};
    votes.counts = memory_allocate((size_t)(ANGLES * votes.distances), sizeof *votes.counts);
    vote(slopes, side, &votes);
    int count = pick_candidates(&votes, side, candidates);
    free(votes.counts);
    return count;
}

/* --- four sides ------------------------------------------------------------------------------ */

static bool cross_sides(const struct side *a, const struct side *b, struct spot *corner)
{
    double determinant = cos(a->angle) * sin(b->angle) - sin(a->angle) * cos(b->angle);
    if (fabs(determinant) < .3)
        return false;
    corner->x = (a->at * sin(b->angle) - b->at * sin(a->angle)) / determinant;
    corner->y = (b->at * cos(a->angle) - a->at * cos(b->angle)) / determinant;
    return true;
}

/* Sides are left, upper, right, lower. */
static bool find_corners(const struct side sides[4], struct spot corners[4])
{
    struct homography unused;
    for (int i = 0; i < 4; i++)
        if (!cross_sides(&sides[i], &sides[(i + 1) % 4], &corners[i]))
            return false;
    bool in_order = corners[0].x < corners[1].x && corners[3].x < corners[2].x &&
                    corners[0].y < corners[3].y && corners[1].y < corners[2].y;
    return in_order && homography_from_unit(corners, &unused);
}

/* As a part of the picture; 0 if it is too small or leaves the picture. */
static double area_within(const struct slopes *slopes, const struct spot corners[4])
{
    double area = 0;
    for (int i = 0; i < 4; i++) {
        struct spot a = corners[i];
        struct spot b = corners[(i + 1) % 4];
        if (a.x < -3 || a.y < -3 || a.x > slopes->width + 3 || a.y > slopes->height + 3)
            return 0;
        area += (a.x * b.y - a.y * b.x) / 2;
    }
    area /= (double)slopes->width * slopes->height;
    return area > least_area ? area : 0;
}

/* The part of the way between two corners along which an edge is seen. */
static double seen_part(const struct slopes *slopes, struct spot a, struct spot b, double angle)
{
    double c = cos(angle);
    double s = sin(angle);
    int seen = 0;
    for (int i = 0; i < PARTS; i++) {
        double part = (i + .5) / PARTS;
        bool found = false;
        for (int j = -2; j <= 2 && !found; j++) {
            int x = (int)(a.x + part * (b.x - a.x) + j * c);
            int y = (int)(a.y + part * (b.y - a.y) + j * s);
            if (x < 0 || y < 0 || x >= slopes->width || y >= slopes->height)
                continue;
            size_t cell = (size_t)y * (size_t)slopes->width + (size_t)x;
            double along = slopes->right[cell] * c + slopes->down[cell] * s;
            double across = fabs(slopes->down[cell] * c - slopes->right[cell] * s);
            found = along >= LEAST_SLOPE && along > across;
        }
        seen += found;
    }
    return (double)seen / PARTS;
}

/* How well the four are seen: 0 if one of them is not. What is larger is rather the page: the edge
 * of a shadow on it is as sharp as its own. */
static double judge(const struct slopes *slopes, const struct side sides[4], struct spot corners[4])
{
    double area = find_corners(sides, corners) ? area_within(slopes, corners) : 0;
    if (area <= 0)
        return 0;
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        double part = seen_part(slopes, corners[(i + 3) % 4], corners[i], sides[i].angle);
        if (part < least_seen)
            return 0;
        sum += part;
    }
    return sum / 4 >= least_mean ? sum / 4 + size_counts * area : 0;
}

static bool find_best(const struct slopes *slopes, struct side best[4])
{
    struct side candidates[4][CANDIDATES];
    int counts[4];
    int all = 1;
    for (int i = 0; i < 4; i++) {
        counts[i] = find_candidates(slopes, i, candidates[i]);
        all *= counts[i];
    }
    double found = 0;
    for (int choice = 0; choice < all; choice++) {
        struct side sides[4];
        struct spot corners[4];
        int left = choice;
        for (int i = 0; i < 4; i++) {
            sides[i] = candidates[i][left % counts[i]];
            left /= counts[i];
        }
        double value = judge(slopes, sides, corners);
        if (value > found) {
            found = value;
            memcpy(best, sides, sizeof sides);
        }
    }
    return found > 0;
}

/* --- measuring ------------------------------------------------------------------------------- */

/* Where along the normal the picture changes most, in pixels from the line; false: nowhere. */
static bool find_step(const struct plane *white, struct spot at, double angle, int sign,
                      double *offset)
{
    double levels[2 * REFINE_REACH + 3];
    for (int i = 0; i < 2 * REFINE_REACH + 3; i++) {
        double far = i - REFINE_REACH - 1;
        levels[i] = plane_sample(white, at.x + far * cos(angle), at.y + far * sin(angle));
    }
    double steps[2 * REFINE_REACH + 1];
    int best = 0;
    for (int i = 0; i < 2 * REFINE_REACH + 1; i++) {
        steps[i] = sign * (levels[i + 2] - levels[i]);
        best = steps[i] > steps[best] ? i : best;
    }
    if (best == 0 || best == 2 * REFINE_REACH || steps[best] < 5)
        return false;
    double curve = steps[best - 1] + steps[best + 1] - 2 * steps[best];
    *offset =
        best - REFINE_REACH + (curve < 0 ? (steps[best - 1] - steps[best + 1]) / (2 * curve) : 0);
    return true;
}

struct measured {
    double part, offset;
    bool counts;
};

/* The offset along the side as a straight line, those far off left out step by step. */
static bool fit_offsets(struct measured *measured, int count, double line[2])
{
    for (int round = 0; round < 6; round++) {
        double rows[2 * 3] = {0};
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (!measured[i].counts)
                continue;
            found++;
            rows[0] += 1;
            rows[1] += measured[i].part;
            rows[2] += measured[i].offset;
            rows[4] += measured[i].part * measured[i].part;
            rows[5] += measured[i].part * measured[i].offset;
        }
        rows[3] = rows[1];
        if (found < SIDE_SAMPLES / 4 || !solve_equations(rows, 2))
            return false;
        line[0] = rows[2];
        line[1] = rows[5];
        double most = REFINE_REACH / (1 << round) > 1 ? REFINE_REACH / (1 << round) : 1;
        for (int i = 0; i < count; i++)
            measured[i].counts =
                measured[i].offset < 1e8 &&
                fabs(measured[i].offset - line[0] - line[1] * measured[i].part) <= most;
    }
    return true;
}

static void refine_side(const struct plane *white, struct spot a, struct spot b, int sign,
                        struct side *side)
{
    struct measured measured[SIDE_SAMPLES];
    double length = hypot(b.x - a.x, b.y - a.y);
    double angle = atan2(a.x - b.x, b.y - a.y);
    if (cos(angle - side->angle) < 0)
        angle += 180 * degree;
    for (int i = 0; i < SIDE_SAMPLES; i++) {
        double part = .04 + .92 * i / (SIDE_SAMPLES - 1);
        struct spot at = {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
        measured[i] = (struct measured){part, 1e9, false};
        measured[i].counts = find_step(white, at, angle, sign, &measured[i].offset);
    }
    double line[2];
    if (length < 10 || !fit_offsets(measured, SIDE_SAMPLES, line))
        return;
    double c = cos(angle);
    double s = sin(angle);
    struct spot from = {a.x + line[0] * c, a.y + line[0] * s};
    struct spot to = {b.x + (line[0] + line[1]) * c, b.y + (line[0] + line[1]) * s};
    double exact = atan2(from.x - to.x, to.y - from.y);
    if (cos(exact - side->angle) < 0)
        exact += 180 * degree;
    side->angle = exact;
    side->at = from.x * cos(exact) + from.y * sin(exact);
}

static bool refine(const struct plane *white, int factor, int sign, struct side sides[4],
                   struct spot corners[4])
{
    for (int i = 0; i < 4; i++)
        sides[i].at *= factor;
    struct spot rough[4];
    if (!find_corners(sides, rough))
        return false;
    for (int i = 0; i < 4; i++)
        refine_side(white, rough[(i + 3) % 4], rough[i], sign, &sides[i]);
    return find_corners(sides, corners);
}

bool photo_find_page(const struct photo *photo, const atomic_bool *cancelled,
                     struct spot corners[4])
{
    struct plane white = find_whiteness(photo);
    int longer = photo->across > photo->down ? photo->across : photo->down;
    int factor = (longer + SMALL_SIDE - 1) / SMALL_SIDE;
    bool found = false;
    for (int sign = 1; sign >= -1 && !found && !photo_is_cancelled(cancelled); sign -= 2) {
        struct slopes slopes = find_slopes(&white, factor, sign);
        struct side sides[4];
        found = find_best(&slopes, sides) && refine(&white, factor, sign, sides, corners);
        free_slopes(&slopes);
    }
    plane_free(&white);
    return found;
}

struct plane photo_fill_page(const struct photo *photo, const struct spot corners[4], double margin)
{
    struct plane page = plane_create(photo->across, photo->down);
    for (int y = 0; y < page.height; y++)
        for (int x = 0; x < page.width; x++) {
            bool inside = true;
            for (int i = 0; i < 4 && inside; i++) {
                struct spot a = corners[i];
                struct spot b = corners[(i + 1) % 4];
                double length = hypot(b.x - a.x, b.y - a.y);
                inside =
                    (b.x - a.x) * (y + .5 - a.y) - (b.y - a.y) * (x + .5 - a.x) > margin * length;
            }
            plane_row(&page, y)[x] = inside;
        }
    return page;
}

/* --- homographies ---------------------------------------------------------------------------- */

bool homography_invert(const struct homography *homography, struct homography *inverse)
{
    const double *m = homography->m;
    double *w = inverse->m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3;
            int b = (j + 2) % 3;
            int c = (i + 1) % 3;
            int d = (i + 2) % 3;
            w[3 * i + j] = m[3 * a + c] * m[3 * b + d] - m[3 * a + d] * m[3 * b + c];
        }
    double determinant = m[0] * w[0] + m[1] * w[3] + m[2] * w[6];
    if (!(fabs(determinant) > 1e-12))
        return false;
    for (int i = 0; i < 9; i++)
        w[i] /= determinant;
    return true;
}

struct homography homography_join(const struct homography *first, const struct homography *second)
{
    struct homography joined = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                joined.m[3 * i + j] += second->m[3 * i + k] * first->m[3 * k + j];
    return joined;
}

static double side_of(struct spot o, struct spot a, struct spot b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

static bool is_convex(const struct spot corners[4])
{
    int left = 0;
    for (int i = 0; i < 4; i++) {
        double side = side_of(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]);
        if (!(fabs(side) > 1e-6))
            return false;
        left += side > 0;
    }
    return left == 0 || left == 4;
}

/* Heckbert, Fundamentals of Texture Mapping, 1989. */
bool homography_from_unit(const struct spot corners[4], struct homography *homography)
{
    if (!is_convex(corners))
        return false;
    double ax = corners[1].x - corners[2].x;
    double ay = corners[1].y - corners[2].y;
    double bx = corners[3].x - corners[2].x;
    double by = corners[3].y - corners[2].y;
    double sx = corners[0].x - corners[1].x + corners[2].x - corners[3].x;
    double sy = corners[0].y - corners[1].y + corners[2].y - corners[3].y;
    double determinant = ax * by - bx * ay;
    double g = (sx * by - bx * sy) / determinant;
    double h = (ax * sy - sx * ay) / determinant;
    *homography = (struct homography){{corners[1].x - corners[0].x + g * corners[1].x,
                                       corners[3].x - corners[0].x + h * corners[3].x, corners[0].x,
                                       corners[1].y - corners[0].y + g * corners[1].y,
                                       corners[3].y - corners[0].y + h * corners[3].y, corners[0].y,
                                       g, h, 1}};
    return true;
}

bool solve_equations(double *rows, int count)
{
    int wide = count + 1;
    for (int i = 0; i < count; i++) {
        int best = i;
        for (int j = i + 1; j < count; j++)
            best = fabs(rows[j * wide + i]) > fabs(rows[best * wide + i]) ? j : best;
        if (!(fabs(rows[best * wide + i]) > 1e-12))
            return false;
        for (int k = 0; k < wide; k++) {
            double kept = rows[i * wide + k];
            rows[i * wide + k] = rows[best * wide + k];
            rows[best * wide + k] = kept;
        }
        for (int j = 0; j < count; j++) {
            double factor = j == i ? 0 : rows[j * wide + i] / rows[i * wide + i];
            for (int k = i; factor != 0 && k < wide; k++)
                rows[j * wide + k] -= factor * rows[i * wide + k];
        }
    }
    for (int i = 0; i < count; i++)
        rows[i * wide + count] /= rows[i * wide + i];
    return true;
}
