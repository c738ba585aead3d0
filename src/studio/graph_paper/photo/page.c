/* See inside.h. Lines and letters are filled on a small copy, and what is left changes most at
 * the page's edges. Each of the four sides has candidates; the four that are seen best along their
 * whole length win. Then the edges are measured on the working copy. */

#include "base/memory.h"
#include "studio/graph_paper/photo/photo.h"

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
struct page_side {
    double angle, at;
    double votes;
};

/* A small copy: how much lighter (or darker) it gets to the right and downwards. */
struct slopes {
    int width, height;
    int16_t *right, *down;
};

/* --- slopes ---------------------------------------------------------------------------------- */

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
static int pick_candidates(struct votes *votes, int side, struct page_side *candidates)
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
        candidates[count++] = (struct page_side){inwards(side) + (angle - ANGLES / 2) * degree,
                                                 at - votes->offset, votes->counts[best]};
        for (int i = angle - 5; i <= angle + 5; i++)
            for (int j = at - 10; j <= at + 10; j++)
                if (i >= 0 && i < ANGLES && j >= 0 && j < votes->distances)
                    votes->counts[i * votes->distances + j] = 0;
    }
    return count;
}

static int find_candidates(const struct slopes *slopes, int side, struct page_side *candidates)
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

static bool cross_sides(const struct page_side *a, const struct page_side *b, struct spot *corner)
{
    double determinant = cos(a->angle) * sin(b->angle) - sin(a->angle) * cos(b->angle);
    if (fabs(determinant) < .3)
        return false;
    corner->x = (a->at * sin(b->angle) - b->at * sin(a->angle)) / determinant;
    corner->y = (b->at * cos(a->angle) - a->at * cos(b->angle)) / determinant;
    return true;
}

/* Sides are left, upper, right, lower. */
static bool find_corners(const struct page_side sides[4], struct spot corners[4])
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
static double judge(const struct slopes *slopes, const struct page_side sides[4],
                    struct spot corners[4])
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

static bool find_best(const struct slopes *slopes, struct page_side best[4])
{
    struct page_side candidates[4][CANDIDATES];
    int counts[4];
    int all = 1;
    for (int i = 0; i < 4; i++) {
        counts[i] = find_candidates(slopes, i, candidates[i]);
        all *= counts[i];
    }
    double found = 0;
    for (int choice = 0; choice < all; choice++) {
        struct page_side sides[4];
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
static bool find_step(const struct photo_plane *white, struct spot at, double angle, int sign,
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

struct page_measured {
    double part, offset;
    bool counts;
};

/* The offset along the side as a straight line, those far off left out step by step. */
static bool fit_offsets(struct page_measured *measured, int count, double line[2])
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

static void refine_side(const struct photo_plane *white, struct spot a, struct spot b, int sign,
                        struct page_side *side)
{
    struct page_measured measured[SIDE_SAMPLES];
    double length = hypot(b.x - a.x, b.y - a.y);
    double angle = atan2(a.x - b.x, b.y - a.y);
    if (cos(angle - side->angle) < 0)
        angle += 180 * degree;
    for (int i = 0; i < SIDE_SAMPLES; i++) {
        double part = .04 + .92 * i / (SIDE_SAMPLES - 1);
        struct spot at = {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
        measured[i] = (struct page_measured){part, 1e9, false};
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

static bool refine(const struct photo_plane *white, int factor, int sign, struct page_side sides[4],
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

/* The corners in the working copy: upper left, upper right, lower right, lower left. False if not
 * all four edges are seen. */
static bool photo_find_page(const struct photo *photo, const atomic_bool *cancelled,
                            struct spot corners[4])
{
    /* The least of the three colours: paper is white, wood and cloth seldom are. */
    struct photo_plane white = plane_create(photo->across, photo->down);
    size_t count = (size_t)photo->across * (size_t)photo->down;
    for (size_t i = 0; i < count; i++) {
        uint32_t red = photo->pixels[i] >> 16 & 255;
        uint32_t green = photo->pixels[i] >> 8 & 255;
        uint32_t blue = photo->pixels[i] & 255;
        uint32_t least = red < green ? red : green;
        white.cells[i] = (uint8_t)(least < blue ? least : blue);
    }
    int longer = photo->across > photo->down ? photo->across : photo->down;
    int factor = (longer + SMALL_SIDE - 1) / SMALL_SIDE;
    bool found = false;
    for (int sign = 1; sign >= -1 && !found && !photo_is_cancelled(cancelled); sign -= 2) {
        struct photo_plane small = plane_shrink(&white, factor);
        plane_close(&small, CLOSE_REACH);
        plane_blur(&small);
        plane_blur(&small);
        size_t cells = (size_t)small.width * (size_t)small.height;
        struct slopes slopes = {small.width, small.height,
                                memory_allocate(cells, sizeof *slopes.right),
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
        struct page_side sides[4];
        found = find_best(&slopes, sides) && refine(&white, factor, sign, sides, corners);
        free(slopes.right);
        free(slopes.down);
    }
    plane_free(&white);
    return found;
}

/* 1 within the corners and at least `margin` pixels from the edges, else 0. */
static struct photo_plane photo_fill_page(const struct photo *photo, const struct spot corners[4],
                                          double margin)
{
    struct photo_plane page = plane_create(photo->across, photo->down);
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

/* === sheet ==================================================================================== */

enum {
    SQUARES_ACROSS = 40,
    ACROSS_LEAST = 4,
    ACROSS_MOST = 1000,
    SHRINK_STEPS = 40,
    REACHED = 2,
    REACHED_FAR = 6
};

/* The focal length of phones, as a part of the picture's longer side. */
static const double focal_part = .8;
static const double page_margin = .007; /* of the longer side: there the page's edge is seen */

static const double edge_part = .15;   /* squares: there a bent page's edge is seen */
static const double faint_square = .6; /* of the usual size */
static const double whole_square = .2; /* so much of a square may be missing */

static int longer_side(const struct photo *photo)
{
    return photo->across > photo->down ? photo->across : photo->down;
}

static void set_corners(struct photo_sheet *sheet, const struct spot corners[4])
{
    memcpy(sheet->corners, corners, sizeof sheet->corners);
}

/* --- size ------------------------------------------------------------------------------------ */

static double length_of(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

/* Width to height of the flat sheet. Seen through a lens of known focal length, the first two
 * columns of the homography are its sides as they lie in space. */
static double find_ratio(const struct photo *photo, const struct spot corners[4])
{
    struct spot centred[4];
    double focus = focal_part * longer_side(photo);
    for (int i = 0; i < 4; i++)
        centred[i] = (struct spot){(corners[i].x - photo->across / 2.0) / focus,
                                   (corners[i].y - photo->down / 2.0) / focus};
    struct homography map;
    if (!homography_from_unit(centred, &map))
        return 1;
    return length_of(map.m[0], map.m[3], map.m[6]) / length_of(map.m[1], map.m[4], map.m[7]);
}

static int clamp(double value, int least, int most)
{
    double rounded = floor(value + .5);
    return rounded < least ? least : rounded > most ? most : (int)rounded;
}

/* `across` and `down` are what was found; a wish counts more. */
static void set_size(struct photo_sheet *sheet, const struct photo_wish *wish, double across,
                     double down)
{
    double wished = wish->across > 0 ? wish->across : across;
    sheet->width = clamp(wished, ACROSS_LEAST, ACROSS_MOST);
    sheet->height = wish->down > 0 ? clamp(wish->down, 1, ACROSS_MOST)
                                   : clamp(down / across * sheet->width, 1, SHEET_MAX);
    double upper = spot_distance(sheet->corners[0], sheet->corners[1]);
    double lower = spot_distance(sheet->corners[3], sheet->corners[2]);
    sheet->square = (upper + lower) / 2 / sheet->width;
}

/* --- by the grid ----------------------------------------------------------------------------- */

static void corners_of(const struct photo_grid *grid, struct sheet_bounds bounds,
                       struct spot corners[4])
{
    const struct spot squares[4] = {{bounds.left, bounds.top},
                                    {bounds.right, bounds.top},
                                    {bounds.right, bounds.bottom},
                                    {bounds.left, bounds.bottom}};
    for (int i = 0; i < 4; i++)
        corners[i] = photo_grid_place(grid, squares[i].x, squares[i].y);
}

static void use_grid(const struct photo_wish *wish, struct sheet_bounds bounds,
                     struct photo_sheet *sheet)
{
    struct spot corners[4];
    corners_of(&sheet->grid, bounds, corners);
    set_corners(sheet, corners);
    sheet->by_grid = true;
    sheet->bounds = bounds;
    set_size(sheet, wish, bounds.right - bounds.left, bounds.bottom - bounds.top);
}

static struct sheet_bounds whole_grid(const struct photo_grid *grid)
{
    return (struct sheet_bounds){grid->left, grid->right, grid->top, grid->bottom};
}

/* How many squares the grid may go on to the page's edge, where nobody has seen it: more where
 * squares are seen so small that lines fade. */
static int reach_at(const struct photo_grid *grid, double x, double y)
{
    struct spot at = photo_grid_place(grid, x, y);
    struct spot right = photo_grid_place(grid, x + 1, y);
    struct spot below = photo_grid_place(grid, x, y + 1);
    double width = fmin(spot_distance(at, right), spot_distance(at, below));
    return width < faint_square * grid->square ? REACHED_FAR : REACHED;
}

/* The outermost squares lie at the page's edge, where lines are hard to tell from it: where the
 * grid comes so near, it goes on to the last whole square of the page. */
static void reach_page(struct photo_sheet *sheet)
{
    struct photo_grid *grid = &sheet->grid;
    struct spot at[4];
    for (int i = 0; i < 4; i++)
        at[i] = photo_grid_squares(grid, sheet->corners[i]);
    int left = (int)ceil(fmax(at[0].x, at[3].x) - whole_square);
    int right = (int)floor(fmin(at[1].x, at[2].x) + whole_square);
    int top = (int)ceil(fmax(at[0].y, at[1].y) - whole_square);
    int bottom = (int)floor(fmin(at[2].y, at[3].y) + whole_square);
    double x = (grid->left + grid->right) / 2.0;
    double y = (grid->top + grid->bottom) / 2.0;
    grid->left = grid->left - left <= reach_at(grid, grid->left, y) ? left : grid->left;
    grid->right = right - grid->right <= reach_at(grid, grid->right, y) ? right : grid->right;
    grid->top = grid->top - top <= reach_at(grid, x, grid->top) ? top : grid->top;
    grid->bottom = bottom - grid->bottom <= reach_at(grid, x, grid->bottom) ? bottom : grid->bottom;
    for (int i = 0; i < 4; i++)
        grid->ends[i] = true;
}

/* How many squares the given corners are apart. */
static void count_squares(struct photo_sheet *sheet, const struct photo_wish *wish)
{
    struct spot at[4];
    for (int i = 0; i < 4; i++)
        at[i] = photo_grid_squares(&sheet->grid, sheet->corners[i]);
    double across = (spot_distance(at[0], at[1]) + spot_distance(at[3], at[2])) / 2;
    double down = (spot_distance(at[0], at[3]) + spot_distance(at[1], at[2])) / 2;
    set_size(sheet, wish, fmax(floor(across + .5), 1), fmax(floor(down + .5), 1));
}

static bool all_seen(const struct photo *photo, const struct photo_sheet *sheet,
                     struct sheet_bounds bounds)
{
    struct spot corners[4];
    corners_of(&sheet->grid, bounds, corners);
    double slack = sheet->grid.square / 2;
    for (int i = 0; i < 4; i++)
        if (!(corners[i].x > -slack && corners[i].y > -slack &&
              corners[i].x < photo->across + slack && corners[i].y < photo->down + slack))
            return false;
    return true;
}

/* The squares that lines lie in, with one more on each side. */
static bool find_drawn(const struct photo_grid *grid, const struct closed_line *lines, int count,
                       struct sheet_bounds *drawn)
{
    *drawn = (struct sheet_bounds){1e9, -1e9, 1e9, -1e9};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < lines[i].count; j++) {
            struct spot at = photo_grid_squares(grid, lines[i].places[j]);
            drawn->left = fmin(drawn->left, floor(at.x) - 1);
            drawn->right = fmax(drawn->right, ceil(at.x) + 1);
            drawn->top = fmin(drawn->top, floor(at.y) - 1);
            drawn->bottom = fmax(drawn->bottom, ceil(at.y) + 1);
        }
    return drawn->left < drawn->right;
}

static bool is_on_grid(const struct photo_grid *grid, struct spot at)
{
    return at.x >= grid->left && at.x <= grid->right && at.y >= grid->top && at.y <= grid->bottom;
}

/* Where its lines are too faint, or the paper bends away, a grid may seem to end within a wall:
 * what lies on it for the most part belongs to the sheet as a whole. */
static void keep_whole(struct photo_grid *grid, const struct closed_line *lines, int count)
{
    const struct photo_grid seen = *grid;
    for (int i = 0; i < count; i++) {
        int inside = 0;
        for (int j = 0; j < lines[i].count; j++)
            inside += is_on_grid(&seen, photo_grid_squares(&seen, lines[i].places[j]));
        struct sheet_bounds drawn;
        if (inside == lines[i].count || 2 * inside < lines[i].count ||
            !find_drawn(&seen, &lines[i], 1, &drawn))
            continue;
        grid->left = drawn.left < grid->left ? (int)drawn.left : grid->left;
        grid->right = drawn.right > grid->right ? (int)drawn.right : grid->right;
        grid->top = drawn.top < grid->top ? (int)drawn.top : grid->top;
        grid->bottom = drawn.bottom > grid->bottom ? (int)drawn.bottom : grid->bottom;
    }
}

/* Sides that do not end in the picture move towards the middle until the corners are seen. */
static struct sheet_bounds shrink(const struct photo *photo, const struct photo_sheet *sheet)
{
    const struct photo_grid *grid = &sheet->grid;
    struct sheet_bounds whole = whole_grid(grid);
    struct sheet_bounds bounds = whole;
    for (int i = 1; i <= SHRINK_STEPS && !all_seen(photo, sheet, bounds); i++) {
        double part = i / (2.2 * SHRINK_STEPS);
        double across = (whole.right - whole.left) * part;
        double down = (whole.bottom - whole.top) * part;
        bounds.left = grid->ends[0] ? whole.left : ceil(whole.left + across);
        bounds.right = grid->ends[1] ? whole.right : floor(whole.right - across);
        bounds.top = grid->ends[2] ? whole.top : ceil(whole.top + down);
        bounds.bottom = grid->ends[3] ? whole.bottom : floor(whole.bottom - down);
    }
    return bounds;
}

void photo_settle_sheet(const struct photo *photo, const struct photo_wish *wish,
                        const struct closed_line *lines, int count, struct photo_sheet *sheet)
{
    if (!sheet->grid_found || wish->has_corners)
        return;
    keep_whole(&sheet->grid, lines, count);
    struct sheet_bounds whole = whole_grid(&sheet->grid);
    struct sheet_bounds bounds = shrink(photo, sheet);
    struct sheet_bounds drawn;
    if (find_drawn(&sheet->grid, lines, count, &drawn)) {
        bounds.left = fmax(whole.left, fmin(bounds.left, drawn.left));
        bounds.right = fmin(whole.right, fmax(bounds.right, drawn.right));
        bounds.top = fmax(whole.top, fmin(bounds.top, drawn.top));
        bounds.bottom = fmin(whole.bottom, fmax(bounds.bottom, drawn.bottom));
    }
    use_grid(wish, bounds, sheet);
}

/* --- the sheet ------------------------------------------------------------------------------- */

static bool use_given_corners(const struct photo_wish *wish, struct photo_sheet *sheet,
                              struct error *error)
{
    struct homography unused;
    if (!homography_from_unit(wish->corners, &unused))
        return error_set(error, "the corners given for the sheet make no four-sided figure: put "
                                "them on the sheet's corners one after the other");
    set_corners(sheet, wish->corners);
    return true;
}

/* To the working copy from a picture of the sheet alone, seen from straight above. */
static bool straighten(const struct photo *photo, const struct spot corners[4],
                       struct homography *straight)
{
    struct homography from_unit;
    double area = 0;
    if (!homography_from_unit(corners, &from_unit))
        return false;
    for (int i = 0; i < 4; i++)
        area += (corners[i].x * corners[(i + 1) % 4].y - corners[i].y * corners[(i + 1) % 4].x) / 2;
    double ratio = find_ratio(photo, corners);
    double across = sqrt(fabs(area) * ratio);
    struct homography to_unit = {{1 / across, 0, 0, 0, ratio / across, 0, 0, 0, 1}};
    *straight = homography_join(&to_unit, &from_unit);
    return true;
}

/* As it lies, then again as the page's corners straighten it. */
static bool find_grid(const struct photo *photo, const struct photo_plane *darkness,
                      const struct photo_plane *counts, const atomic_bool *cancelled,
                      struct photo_sheet *sheet)
{
    struct homography straight;
    if (photo_find_grid(darkness, counts, NULL, cancelled, &sheet->grid))
        return true;
    if (counts == NULL)
        return photo_find_tilted_grid(darkness, counts, cancelled, &sheet->grid);
    return straighten(photo, sheet->corners, &straight) &&
           photo_find_grid(darkness, counts, &straight, cancelled, &sheet->grid);
}

/* A page that does not lie flat has no straight edges: what is on its squares counts, too. */
static void count_bent_squares(const struct photo_grid *grid, struct photo_plane *counts)
{
    for (int y = 0; y < counts->height; y++)
        for (int x = 0; x < counts->width; x++) {
            uint8_t *cell = plane_row(counts, y) + x;
            if (*cell != 0)
                continue;
            struct spot at = photo_grid_squares(grid, (struct spot){x + .5, y + .5});
            *cell = at.x > grid->left + edge_part && at.x < grid->right - edge_part &&
                    at.y > grid->top + edge_part && at.y < grid->bottom - edge_part;
        }
}

bool photo_find_sheet(const struct photo *photo, const struct photo_plane *darkness,
                      const struct photo_wish *wish, const atomic_bool *cancelled,
                      struct photo_sheet *sheet, struct error *error)
{
    *sheet = (struct photo_sheet){0};
    *error = (struct error){0};
    double right = photo->across;
    double bottom = photo->down;
    const struct spot corners[4] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
    set_corners(sheet, corners);
    if (wish->has_corners) {
        if (!use_given_corners(wish, sheet, error))
            return false;
        sheet->counts = photo_fill_page(photo, sheet->corners, 0);
    } else {
        sheet->paper_found = photo_find_page(photo, cancelled, sheet->corners);
        if (sheet->paper_found)
            sheet->counts =
                photo_fill_page(photo, sheet->corners, page_margin * longer_side(photo));
    }
    if (photo_is_cancelled(cancelled))
        return false;
    const struct photo_plane *counts = photo_sheet_counts(sheet);
    sheet->grid_found = find_grid(photo, darkness, counts, cancelled, sheet);
    if (sheet->grid_found && !wish->has_corners)
        photo_follow_bend(photo, darkness, &sheet->grid);
    if (!sheet->grid_found)
        set_size(sheet, wish, SQUARES_ACROSS, SQUARES_ACROSS / find_ratio(photo, sheet->corners));
    else if (wish->has_corners)
        count_squares(sheet, wish);
    else {
        if (sheet->paper_found && sheet->grid.bend.by == NULL)
            reach_page(sheet);
        if (sheet->paper_found && sheet->grid.bend.by != NULL)
            count_bent_squares(&sheet->grid, &sheet->counts);
        use_grid(wish, whole_grid(&sheet->grid), sheet);
    }
    return !photo_is_cancelled(cancelled);
}

/* By how much each node of the sheet lies aside from where the corners alone would put it. */
void photo_bend_sheet(const struct photo_sheet *sheet, struct photo_bend *bend)
{
    struct homography from_unit;
    struct homography to_unit = {{0}};
    if (sheet->grid.bend.by == NULL || !sheet->by_grid ||
        !homography_from_unit(sheet->corners, &from_unit) ||
        !homography_invert(&from_unit, &to_unit))
        return;
    *bend = (struct photo_bend){sheet->width + 1, sheet->height + 1, NULL};
    bend->by = memory_allocate((size_t)bend->columns * (size_t)bend->rows, sizeof *bend->by);
    for (int y = 0; y < bend->rows; y++)
        for (int x = 0; x < bend->columns; x++) {
            double right = (double)x / sheet->width;
            double up = (double)y / sheet->height;
            struct spot at = photo_grid_place(
                &sheet->grid,
                sheet->bounds.left + right * (sheet->bounds.right - sheet->bounds.left),
                sheet->bounds.bottom + up * (sheet->bounds.top - sheet->bounds.bottom));
            struct spot unit = homography_apply(&to_unit, at);
            bend->by[y * bend->columns + x] =
                (struct spot){unit.x * sheet->width - x, (1 - unit.y) * sheet->height - y};
        }
}

void photo_forget_sheet(struct photo_sheet *sheet)
{
    plane_free(&sheet->counts);
    photo_forget_grid(&sheet->grid);
}
