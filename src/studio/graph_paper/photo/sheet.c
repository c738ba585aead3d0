/* See grid.h. */
#include "studio/graph_paper/photo/grid.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

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

static void corners_of(const struct grid *grid, struct sheet_bounds bounds, struct spot corners[4])
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

static struct sheet_bounds whole_grid(const struct grid *grid)
{
    return (struct sheet_bounds){grid->left, grid->right, grid->top, grid->bottom};
}

/* How many squares the grid may go on to the page's edge, where nobody has seen it: more where
 * squares are seen so small that lines fade. */
static int reach_at(const struct grid *grid, double x, double y)
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
    struct grid *grid = &sheet->grid;
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
static bool find_drawn(const struct grid *grid, const struct closed_line *lines, int count,
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

static bool is_on_grid(const struct grid *grid, struct spot at)
{
    return at.x >= grid->left && at.x <= grid->right && at.y >= grid->top && at.y <= grid->bottom;
}

/* Where its lines are too faint, or the paper bends away, a grid may seem to end within a wall:
 * what lies on it for the most part belongs to the sheet as a whole. */
static void keep_whole(struct grid *grid, const struct closed_line *lines, int count)
{
    const struct grid seen = *grid;
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
    const struct grid *grid = &sheet->grid;
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

static void use_whole_picture(const struct photo *photo, struct photo_sheet *sheet)
{
    double right = photo->across;
    double bottom = photo->down;
    const struct spot corners[4] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
    set_corners(sheet, corners);
}

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
static bool find_grid(const struct photo *photo, const struct plane *darkness,
                      const struct plane *counts, const atomic_bool *cancelled,
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
static void count_bent_squares(const struct grid *grid, struct plane *counts)
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

bool photo_find_sheet(const struct photo *photo, const struct plane *darkness,
                      const struct photo_wish *wish, const atomic_bool *cancelled,
                      struct photo_sheet *sheet, struct error *error)
{
    *sheet = (struct photo_sheet){0};
    *error = (struct error){0};
    use_whole_picture(photo, sheet);
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
    const struct plane *counts = photo_sheet_counts(sheet);
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
