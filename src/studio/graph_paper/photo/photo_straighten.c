/* See photo_straighten.h. */
#include "studio/graph_paper/photo/photo_straighten.h"

#include "studio/graph_paper/photo/photo_page.h"

#include <math.h>
#include <string.h>

enum { SQUARES_ACROSS = 40, ACROSS_LEAST = 4, ACROSS_MOST = 1000, SHRINK_STEPS = 40, REACHED = 2 };

/* The focal length of phones, as a part of the picture's longer side. */
static const double focal_part = .8;
static const double page_margin = .007; /* of the longer side: there the page's edge is seen */

static const double whole_square = .2; /* so much of a square may be missing */

static int longer_side(const struct photo *photo)
{
    return photo->across > photo->down ? photo->across : photo->down;
}

static void set_corners(struct photo_sheet *sheet, const struct photo_place corners[4])
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
static double find_ratio(const struct photo *photo, const struct photo_place corners[4])
{
    struct photo_place centred[4];
    double focus = focal_part * longer_side(photo);
    for (int i = 0; i < 4; i++)
        centred[i] = (struct photo_place){(corners[i].x - photo->across / 2.0) / focus,
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
    sheet->height = clamp(down / across * sheet->width, 1, SHEET_MAX);
    double upper = photo_distance(sheet->corners[0], sheet->corners[1]);
    double lower = photo_distance(sheet->corners[3], sheet->corners[2]);
    sheet->square = (upper + lower) / 2 / sheet->width;
}

/* --- by the grid ----------------------------------------------------------------------------- */

struct bounds {
    double left, right, top, bottom;
};

static void corners_of(const struct grid *grid, struct bounds bounds, struct photo_place corners[4])
{
    const struct photo_place squares[4] = {{bounds.left, bounds.top},
                                           {bounds.right, bounds.top},
                                           {bounds.right, bounds.bottom},
                                           {bounds.left, bounds.bottom}};
    for (int i = 0; i < 4; i++)
        corners[i] = homography_apply(&grid->map, squares[i]);
}

static void use_grid(const struct photo_wish *wish, struct bounds bounds, struct photo_sheet *sheet)
{
    struct photo_place corners[4];
    corners_of(&sheet->grid, bounds, corners);
    set_corners(sheet, corners);
    set_size(sheet, wish, bounds.right - bounds.left, bounds.bottom - bounds.top);
}

static struct bounds whole_grid(const struct grid *grid)
{
    return (struct bounds){grid->left, grid->right, grid->top, grid->bottom};
}

/* The outermost squares lie at the page's edge, where lines are hard to tell from it: where the
 * grid comes so near, it goes on to the last whole square of the page. */
static void reach_page(struct photo_sheet *sheet)
{
    struct grid *grid = &sheet->grid;
    struct photo_place at[4];
    for (int i = 0; i < 4; i++)
        at[i] = homography_apply(&grid->back, sheet->corners[i]);
    int left = (int)ceil(fmax(at[0].x, at[3].x) - whole_square);
    int right = (int)floor(fmin(at[1].x, at[2].x) + whole_square);
    int top = (int)ceil(fmax(at[0].y, at[1].y) - whole_square);
    int bottom = (int)floor(fmin(at[2].y, at[3].y) + whole_square);
    grid->left = grid->left - left <= REACHED ? left : grid->left;
    grid->right = right - grid->right <= REACHED ? right : grid->right;
    grid->top = grid->top - top <= REACHED ? top : grid->top;
    grid->bottom = bottom - grid->bottom <= REACHED ? bottom : grid->bottom;
    for (int i = 0; i < 4; i++)
        grid->ends[i] = true;
}

/* How many squares the given corners are apart. */
static void count_squares(struct photo_sheet *sheet, const struct photo_wish *wish)
{
    struct photo_place at[4];
    for (int i = 0; i < 4; i++)
        at[i] = homography_apply(&sheet->grid.back, sheet->corners[i]);
    double across = (photo_distance(at[0], at[1]) + photo_distance(at[3], at[2])) / 2;
    double down = (photo_distance(at[0], at[3]) + photo_distance(at[1], at[2])) / 2;
    set_size(sheet, wish, fmax(floor(across + .5), 1), fmax(floor(down + .5), 1));
}

static bool all_seen(const struct photo *photo, const struct photo_sheet *sheet,
                     struct bounds bounds)
{
    struct photo_place corners[4];
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
                       struct bounds *drawn)
{
    *drawn = (struct bounds){1e9, -1e9, 1e9, -1e9};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < lines[i].count; j++) {
            struct photo_place at = homography_apply(&grid->back, lines[i].places[j]);
            drawn->left = fmin(drawn->left, floor(at.x) - 1);
            drawn->right = fmax(drawn->right, ceil(at.x) + 1);
            drawn->top = fmin(drawn->top, floor(at.y) - 1);
            drawn->bottom = fmax(drawn->bottom, ceil(at.y) + 1);
        }
    return drawn->left < drawn->right;
}

/* Sides that do not end in the picture move towards the middle until the corners are seen. */
static struct bounds shrink(const struct photo *photo, const struct photo_sheet *sheet)
{
    const struct grid *grid = &sheet->grid;
    struct bounds whole = whole_grid(grid);
    struct bounds bounds = whole;
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
    struct bounds whole = whole_grid(&sheet->grid);
    struct bounds bounds = shrink(photo, sheet);
    struct bounds drawn;
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
    const struct photo_place corners[4] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
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
    const struct plane *counts = sheet->counts.cells == NULL ? NULL : &sheet->counts;
    sheet->grid_found = photo_find_grid(darkness, counts, cancelled, &sheet->grid);
    if (!sheet->grid_found)
        set_size(sheet, wish, SQUARES_ACROSS, SQUARES_ACROSS / find_ratio(photo, sheet->corners));
    else if (wish->has_corners)
        count_squares(sheet, wish);
    else {
        if (sheet->paper_found)
            reach_page(sheet);
        use_grid(wish, whole_grid(&sheet->grid), sheet);
    }
    return !photo_is_cancelled(cancelled);
}

bool photo_map_sheet(const struct photo_sheet *sheet, struct homography *to_sheet)
{
    struct homography from_unit;
    struct homography to_unit = {{0}};
    if (!homography_from_unit(sheet->corners, &from_unit) ||
        !homography_invert(&from_unit, &to_unit))
        return false;
    struct homography squares = {{sheet->width, 0, 0, 0, -sheet->height, sheet->height, 0, 0, 1}};
    *to_sheet = homography_join(&to_unit, &squares);
    return true;
}

void photo_forget_sheet(struct photo_sheet *sheet)
{
    plane_free(&sheet->counts);
}
