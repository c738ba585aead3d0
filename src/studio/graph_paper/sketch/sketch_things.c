/* Places on a sheet and what lies there; and what lies on grid points: lines, checkpoints, arrows
 * and inspected points. */

#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch.h"
#include "track/draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- places ---------------------------------------------------------------------------------- */

struct spot spot_of(struct point fine)
{
    return (struct spot){(double)fine.x / FINE, (double)fine.y / FINE};
}

struct trail trail_of_loop(const struct draft_loop *loop)
{
    struct trail trail = {0};
    for (int i = 0; i < loop->count + loop->closed; i++)
        trail_add(&trail, spot_of(loop->vertices[i % loop->count]));
    return trail;
}

static int32_t round_to(double squares, int unit, int most)
{
    if (!(squares > 0))
        return 0;
    if (squares >= most)
        return most * FINE;
    int32_t whole = (int32_t)(squares * FINE / unit + 0.5) * unit;
    return whole > most * FINE ? most * FINE : whole;
}

struct point sketch_sheet_place(const struct sketch_sheet *sheet, struct spot spot)
{
    return (struct point){round_to(spot.x, 1, sheet->width), round_to(spot.y, 1, sheet->height)};
}

struct point sketch_sheet_grid_place(const struct sketch_sheet *sheet, struct spot spot)
{
    return (struct point){round_to(spot.x, FINE, sheet->width),
                          round_to(spot.y, FINE, sheet->height)};
}

static double loop_distance(const struct draft_loop *loop, struct spot at)
{
    double nearest = INFINITY, share;
    if (loop->count == 1)
        return spot_distance(at, spot_of(loop->vertices[0]));
    for (int i = 1; i < loop->count + loop->closed; i++) {
        double away = spot_to_segment(at, spot_of(loop->vertices[i - 1]),
                                      spot_of(loop->vertices[i % loop->count]), &share);
        nearest = away < nearest ? away : nearest;
    }
    return nearest;
}

static double item_distance(const struct draft_item *item, struct spot at)
{
    double nearest = INFINITY;
    for (int i = 0; i < item->loop_count; i++)
        nearest = fmin(nearest, loop_distance(&item->loops[i], at));
    return nearest;
}

/* By the even-odd rule. */
static bool item_encloses(const struct draft_item *item, struct spot at)
{
    bool inside = false;
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        for (int j = 0; loop->closed && j < loop->count; j++) {
            struct spot a = spot_of(loop->vertices[j]);
            struct spot b = spot_of(loop->vertices[(j + 1) % loop->count]);
            if ((a.y > at.y) != (b.y > at.y) &&
                at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y))
                inside = !inside;
        }
    }
    return inside;
}

double sketch_distance(const struct steps *sketch, int index, struct spot at, bool *inside)
{
    const struct draft_item *item = &sketch_draft(sketch)->items[index];
    *inside = item_encloses(item, at);
    return item_distance(item, at);
}

static int find_enclosing(const struct draft *draft, struct spot at)
{
    for (int i = draft->count - 1; i >= 0; i--) {
        const struct draft_item *item = &draft->items[i];
        if ((item->role == DRAFT_SLICK || item->role == DRAFT_TURBO) && item_encloses(item, at))
            return i;
    }
    return -1;
}

int sketch_find(const struct steps *sketch, struct spot at, double reach)
{
    const struct draft *draft = sketch_draft(sketch);
    int found = -1;
    double nearest = INFINITY;
    if (!spot_is_sound(at))
        return -1;
    for (int i = draft->count - 1; i >= 0; i--) {
        double away = item_distance(&draft->items[i], at);
        /* How much nearer an item seems than it is, in shares of the reach: what is small and lies
         * on walls would never be got hold of otherwise. */
        enum draft_role role = draft->items[i].role;
        static const double starts[DRAFT_ROLE_COUNT] = {
            [DRAFT_START_FINISH] = 0.5, [DRAFT_START] = 0.5,  [DRAFT_FINISH] = 0.5,
            [DRAFT_CHECKPOINT] = 0.55,  [DRAFT_INSIDE] = 0.6, [DRAFT_OUTSIDE] = 0.6,
            [DRAFT_DECORATION] = -0.4,
        };
        double seems = away - starts[role] * reach;
        if (away <= reach && seems < nearest) {
            nearest = seems;
            found = i;
        }
    }
    return found >= 0 ? found : find_enclosing(draft, at);
}

bool sketch_box(const struct steps *sketch, int index, struct spot *low, struct spot *high)
{
    *low = (struct spot){INFINITY, INFINITY};
    *high = (struct spot){-INFINITY, -INFINITY};
    if (index < 0 || index >= sketch_draft(sketch)->count)
        return false;
    const struct draft_item *item = &sketch_draft(sketch)->items[index];
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++) {
            struct spot at = spot_of(item->loops[i].vertices[j]);
            *low = (struct spot){fmin(low->x, at.x), fmin(low->y, at.y)};
            *high = (struct spot){fmax(high->x, at.x), fmax(high->y, at.y)};
        }
    return low->x <= high->x;
}

int sketch_find_in_box(const struct steps *sketch, struct spot low, struct spot high, int *items,
                       int limit)
{
    int count = 0;
    for (int i = 0; i < sketch_draft(sketch)->count && count < limit; i++) {
        struct spot from, to;
        if (sketch_box(sketch, i, &from, &to) && from.x >= low.x && from.y >= low.y &&
            to.x <= high.x && to.y <= high.y)
            items[count++] = i;
    }
    return count;
}

/* --- things on grid points ------------------------------------------------------------------- */

static const char *const line_names[DRAFT_ROLE_COUNT] = {
    [DRAFT_START_FINISH] = "Draw start and finish line",
    [DRAFT_START] = "Draw start line",
    [DRAFT_FINISH] = "Draw finish line",
};

bool sketch_check_item(const struct steps *sketch, int index, struct error *error)
{
    return (index >= 0 && index < sketch_draft(sketch)->count) ||
           error_set(error, "nothing is chosen here");
}

/* Takes away the lines that give way to one of the role, but for `kept` (-1: none). */
static void clear_lines(struct change *change, enum draft_role role, int kept)
{
    for (int i = change->sheet.count - 1; i >= 0; i--) {
        enum draft_role other = change_item(change, i)->role;
        /* Two lines of these roles say where the same thing is. */
        if (i == kept || !draft_role_is_line(other) ||
            !(role == other || role == DRAFT_START_FINISH || other == DRAFT_START_FINISH))
            continue;
        change_remove(change, i);
        kept -= i < kept;
    }
}

int sketch_set_line(struct steps *sketch, enum draft_role role, struct spot from, struct spot to,
                    struct error *error)
{
    if ((int)role < 0 || role >= DRAFT_ROLE_COUNT || !draft_role_is_line(role)) {
        error_set(error, "this is neither a start nor a finish line");
        return -1;
    }
    struct point ends[2] = {sketch_sheet_grid_place(sketch_sheet(sketch), from),
                            sketch_sheet_grid_place(sketch_sheet(sketch), to)};
    if (!spot_is_sound(from) || !spot_is_sound(to) || point_equal(ends[0], ends[1])) {
        error_set(error, "a line leads from one grid point to another one; draw it longer");
        return -1;
    }
    struct change change = change_begin(sketch);
    clear_lines(&change, role, -1);
    item_add_loop(change_add(&change, role), ends, 2, false);
    int index = change.sheet.count - 1;
    return change_finish(&change, line_names[role], error) ? index : -1;
}

bool sketch_flip_line(struct steps *sketch, int index)
{
    struct error error;
    if (!sketch_check_item(sketch, index, &error))
        return false;
    const struct draft_item *old = &sketch_draft(sketch)->items[index];
    if (!draft_role_is_line(old->role) || old->loop_count != 1 || old->loops[0].count != 2)
        return false;
    struct change change = change_begin(sketch);
    struct point *ends = change_edit(&change, index)->loops[0].vertices;
    struct point first = ends[0];
    ends[0] = ends[1];
    ends[1] = first;
    return change_finish(&change, "Turn line round", &error);
}

/* The largest number of a checkpoint; 0: there is none. */
static int sketch_highest_number(const struct sketch_sheet *sheet)
{
    int highest = 0;
    for (int i = 0; i < sheet->count; i++) {
        const struct draft_item *item = &sheet->pieces[i]->item;
        if (item->role == DRAFT_CHECKPOINT && item->number > highest)
            highest = item->number;
    }
    return highest;
}

static int32_t magnitude(int32_t number)
{
    return number < 0 ? -number : number;
}

/* The grid points from one to another, as a line of squares is drawn; the first is there. */
static void add_grid_way(struct trail *trail, struct point from, struct point to)
{
    struct point d = {(to.x - from.x) / FINE, (to.y - from.y) / FINE};
    int steps = magnitude(d.x) > magnitude(d.y) ? magnitude(d.x) : magnitude(d.y);
    struct spot a = spot_of(from), b = spot_of(to);
    for (int i = 1; i <= steps; i++) {
        struct spot at = spot_between(a, b, (double)i / steps);
        trail_add(trail, (struct spot){(int)(at.x + 0.5), (int)(at.y + 0.5)});
    }
}

int sketch_add_checkpoint(struct steps *sketch, const struct spot *path, int count,
                          struct error *error)
{
    struct trail way = {0};
    struct point last = {0, 0};
    for (int i = 0; i < count; i++) {
        if (!spot_is_sound(path[i]))
            continue;
        struct point at = sketch_sheet_grid_place(sketch_sheet(sketch), path[i]);
        if (way.count == 0)
            trail_add(&way, spot_of(at));
        else
            add_grid_way(&way, last, at);
        last = at;
    }
    if (way.count == 0) {
        error_set(error, "a checkpoint has at least one grid point; draw it across the track");
        return -1;
    }
    struct change change = change_begin(sketch);
    int number = sketch_highest_number(&change.sheet) + 1;
    struct draft_item *item = change_add(&change, DRAFT_CHECKPOINT);
    item->number = number;
    struct point *points = memory_allocate((size_t)way.count, sizeof *points);
    for (int i = 0; i < way.count; i++)
        points[i] = sketch_sheet_grid_place(&change.sheet, way.spots[i]);
    item_add_loop(item, points, way.count, false);
    free(points);
    trail_free(&way);
    int index = change.sheet.count - 1;
    return change_finish(&change, "Draw checkpoint", error) ? index : -1;
}

bool sketch_set_number(struct steps *sketch, int index, int number)
{
    struct error error;
    if (!sketch_check_item(sketch, index, &error) || number < 1 ||
        sketch_draft(sketch)->items[index].role != DRAFT_CHECKPOINT)
        return false;
    int old = sketch_draft(sketch)->items[index].number;
    int highest = sketch_highest_number(sketch_sheet(sketch));
    number = number > highest && highest > 0 ? highest : number;
    struct change change = change_begin(sketch);
    for (int i = 0; i < change.sheet.count; i++) {
        const struct draft_item *item = change_item(&change, i);
        if (item->role != DRAFT_CHECKPOINT || i == index)
            continue;
        if (item->number >= number && item->number < old)
            change_edit(&change, i)->number++;
        else if (item->number > old && item->number <= number)
            change_edit(&change, i)->number--;
    }
    change_edit(&change, index)->number = number;
    return change_finish(&change, "Number checkpoint", &error);
}

bool sketch_set_arrow(struct steps *sketch, int index, struct point arrow, struct error *error)
{
    if (!sketch_check_item(sketch, index, error))
        return false;
    if (sketch_draft(sketch)->items[index].role != DRAFT_TURBO)
        return error_set(error, "only turbo areas have an arrow");
    if (arrow.x == 0 && arrow.y == 0)
        return error_set(error, "an arrow must lead somewhere; draw it longer");
    if (magnitude(arrow.x) > SHEET_MAX || magnitude(arrow.y) > SHEET_MAX)
        return error_set(error, "an arrow is at most %d squares long", SHEET_MAX);
    struct change change = change_begin(sketch);
    change_edit(&change, index)->arrow = arrow;
    return change_finish(&change, "Set arrow", error);
}

static bool is_inspected(const struct draft_item *item, struct point at)
{
    return (item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE) && item->loop_count > 0 &&
           item->loops[0].count > 0 && point_equal(item->loops[0].vertices[0], at);
}

bool sketch_turn_inspected(struct steps *sketch, struct spot spot)
{
    struct error error;
    enum draft_role was = DRAFT_DECORATION;
    if (!spot_is_sound(spot))
        return false;
    struct change change = change_begin(sketch);
    struct point at = sketch_sheet_grid_place(&change.sheet, spot);
    for (int i = change.sheet.count - 1; i >= 0; i--) {
        const struct draft_item *item = change_item(&change, i);
        if (!is_inspected(item, at))
            continue;
        was = item->role;
        change_remove(&change, i);
    }
    if (was != DRAFT_OUTSIDE)
        item_add_loop(change_add(&change, was == DRAFT_INSIDE ? DRAFT_OUTSIDE : DRAFT_INSIDE), &at,
                      1, false);
    return change_finish(&change, "Declare point", &error);
}

/* Outlines may become other outlines, a line another line. */
static bool check_role(const struct draft_item *item, enum draft_role role, struct error *error)
{
    bool outline = draft_role_is_area(role) || role == DRAFT_DECORATION;
    bool was_outline = item_is_outline(item);
    bool two_points = item->loop_count == 1 && item->loops[0].count == 2;
    if (outline && was_outline)
        return true;
    if (draft_role_is_line(role) && (draft_role_is_line(item->role) || was_outline))
        return two_points || error_set(error, "a start or finish line is one straight line; draw "
                                              "it anew with two clicks");
    return error_set(error, "this cannot become that; take it away and draw it anew");
}

/* From grid point to grid point; false if both are the same. */
static bool make_line(const struct change *change, struct draft_item *item)
{
    struct draft_loop *loop = &item->loops[0];
    for (int i = 0; i < 2; i++)
        loop->vertices[i] = sketch_sheet_grid_place(&change->sheet, spot_of(loop->vertices[i]));
    loop->closed = false;
    return !point_equal(loop->vertices[0], loop->vertices[1]);
}

bool sketch_set_role(struct steps *sketch, int index, enum draft_role role, struct error *error)
{
    if (!sketch_check_item(sketch, index, error))
        return false;
    if ((int)role < 0 || role >= DRAFT_ROLE_COUNT)
        return error_set(error, "there is no such role");
    if (!check_role(&sketch_draft(sketch)->items[index], role, error))
        return false;
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, index);
    item->role = role;
    if (role != DRAFT_TURBO)
        item->arrow = (struct point){0, 0};
    else if (item->arrow.x == 0 && item->arrow.y == 0) {
        item->arrow = (struct point){1, 0};
        item_begin_arrow(&change, item);
    }
    if (draft_role_is_line(role) && !make_line(&change, item)) {
        change_drop(&change);
        return error_set(error, "this is too short for a line; draw it anew with two clicks");
    }
    if (draft_role_is_line(role))
        clear_lines(&change, role, index);
    /* Each wall has one loop. */
    for (; role == DRAFT_WALL && item->loop_count > 1; item = change_edit(&change, index)) {
        struct draft_loop loop = item->loops[--item->loop_count];
        item_add_loop(change_add(&change, role), loop.vertices, loop.count, loop.closed);
        free(loop.vertices);
    }
    return change_finish(&change, "Change role", error);
}

/* === transform ================================================================================ */

/* What happens to several items at once: moving, scaling, turning, copying, taking away; and the
 * size of the sheet.
 */

struct sketch_transform sketch_moving(double x, double y)
{
    return (struct sketch_transform){1, 0, 0, 1, x, y};
}

/* The map, which leaves the middle where it is. */
static struct sketch_transform round_middle(struct spot middle, double a, double b, double c,
                                            double d)
{
    return (struct sketch_transform){
        a, b, c, d, middle.x - a * middle.x - c * middle.y, middle.y - b * middle.x - d * middle.y};
}

struct sketch_transform sketch_scaling(struct spot middle, double factor_x, double factor_y)
{
    return round_middle(middle, factor_x, 0, 0, factor_y);
}

struct sketch_transform sketch_turning(struct spot middle, double degrees)
{
    const double most = 1e6;
    degrees = degrees >= -most && degrees <= most ? degrees : 0;
    struct vector to = transform_direction(degrees);
    return round_middle(middle, to.x, to.y, -to.y, to.x);
}

struct spot sketch_moved(const struct sketch_transform *t, struct spot v)
{
    return (struct spot){t->a * v.x + t->c * v.y + t->e, t->b * v.x + t->d * v.y + t->f};
}

/* --- choices of items ------------------------------------------------------------------------ */

static int compare_integers(const void *first, const void *second)
{
    int a = *(const int *)first, b = *(const int *)second;
    return (a > b) - (a < b);
}

/* Those of the items (NULL: of all) that there are, in order and each once; the caller frees them.
 */
static int *sound_items(const struct steps *sketch, const int *items, int count, int *sound)
{
    int *sorted = memory_allocate((size_t)(count > 0 ? count : 0), sizeof *sorted);
    int kept = 0, different = 0;
    for (int i = 0; i < count; i++) {
        int item = items ? items[i] : i;
        if (item >= 0 && item < sketch_sheet(sketch)->count)
            sorted[kept++] = item;
    }
    qsort(sorted, (size_t)kept, sizeof *sorted, compare_integers);
    for (int i = 0; i < kept; i++)
        if (different == 0 || sorted[different - 1] != sorted[i])
            sorted[different++] = sorted[i];
    *sound = different;
    return sorted;
}

/* --- transforms ------------------------------------------------------------------------------ */

static const double HAIR = 0.5 / FINE; /* squares: what is less is lost in rounding anyway */

struct things_extent {
    struct spot low, high;
};

static bool find_extent(const struct sketch_sheet *sheet, const int *items, int count,
                        const struct sketch_transform *transform, struct things_extent *extent)
{
    *extent = (struct things_extent){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < count; i++) {
        const struct draft_item *item = &sheet->pieces[items[i]]->item;
        for (int j = 0; j < item->loop_count; j++)
            for (int k = 0; k < item->loops[j].count; k++) {
                struct spot at = sketch_moved(transform, spot_of(item->loops[j].vertices[k]));
                if (!spot_is_sound(at))
                    return false;
                extent->low = (struct spot){fmin(extent->low.x, at.x), fmin(extent->low.y, at.y)};
                extent->high =
                    (struct spot){fmax(extent->high.x, at.x), fmax(extent->high.y, at.y)};
            }
    }
    return extent->low.x <= extent->high.x;
}

/* What it takes to bring the range low..high into 0..most. */
static bool bring_back(double low, double high, int most, double *by)
{
    *by = low < 0 ? -low : high > most ? most - high : 0;
    return high - low <= most + HAIR;
}

/* Completes the transform so that everything is on the sheet. */
static bool stay_on_sheet(const struct sketch_sheet *sheet, const int *items, int count,
                          struct sketch_transform *transform, struct error *error)
{
    struct things_extent extent;
    double x = 0, y = 0;
    if (!find_extent(sheet, items, count, transform, &extent) ||
        !bring_back(extent.low.x, extent.high.x, sheet->width, &x) ||
        !bring_back(extent.low.y, extent.high.y, sheet->height, &y))
        return error_set(error, "there is no room for that on the sheet; make it smaller, or the "
                                "sheet larger");
    transform->e += x;
    transform->f += y;
    return true;
}

/* An arrow turns and grows with its area, but never to nothing. */
static struct point transform_arrow(struct point arrow, const struct sketch_transform *t)
{
    struct spot to = {t->a * arrow.x + t->c * arrow.y, t->b * arrow.x + t->d * arrow.y};
    if (!(fabs(to.x) <= SHEET_MAX && fabs(to.y) <= SHEET_MAX))
        return arrow;
    struct point turned = {(int32_t)(to.x + (to.x < 0 ? -0.5 : 0.5)),
                           (int32_t)(to.y + (to.y < 0 ? -0.5 : 0.5))};
    return turned.x == 0 && turned.y == 0 ? arrow : turned;
}

static bool transform_item(const struct sketch_sheet *sheet, struct draft_item *item,
                           const struct sketch_transform *transform, struct error *error)
{
    bool grid = !item_is_outline(item);
    for (int i = 0; i < item->loop_count; i++) {
        struct draft_loop *loop = &item->loops[i];
        for (int j = 0; j < loop->count; j++) {
            struct spot to = sketch_moved(transform, spot_of(loop->vertices[j]));
            loop->vertices[j] =
                grid ? sketch_sheet_grid_place(sheet, to) : sketch_sheet_place(sheet, to);
        }
        int kept = 0;
        for (int k = 0; k < loop->count; k++)
            if (kept == 0 || !point_equal(loop->vertices[kept - 1], loop->vertices[k]))
                loop->vertices[kept++] = loop->vertices[k];
        while (loop->closed && kept > 1 && point_equal(loop->vertices[0], loop->vertices[kept - 1]))
            kept--;
        loop->count = kept;
    }
    if (item->role == DRAFT_TURBO)
        item->arrow = transform_arrow(item->arrow, transform);
    /* A checkpoint is a chain of grid points, and a line as long as one square. */
    return !draft_role_is_line(item->role) || item->loop_count != 1 || item->loops[0].count > 1 ||
           error_set(error, "a line would have no length then; make it no smaller");
}

/* Drops the change if one of the items does not fit. */
static bool transform_items(struct change *change, const int *items, int count,
                            const struct sketch_transform *transform, struct error *error)
{
    for (int i = 0; i < count; i++)
        if (!transform_item(&change->sheet, change_edit(change, items[i]), transform, error))
            return change_drop(change);
    return true;
}

static const char *name_of(const struct sketch_transform *t)
{
    if (t->a == 1 && t->b == 0 && t->c == 0 && t->d == 1)
        return "Move";
    return t->b == 0 && t->c == 0 ? "Scale" : "Turn";
}

bool sketch_transform(struct steps *sketch, const int *items, int count,
                      const struct sketch_transform *transform, struct error *error)
{
    struct sketch_transform used = *transform;
    int sound;
    int *sorted = sound_items(sketch, items, count, &sound);
    bool fits = (sound > 0 || error_set(error, "nothing is chosen here")) &&
                stay_on_sheet(sketch_sheet(sketch), sorted, sound, &used, error);
    if (fits) {
        struct change change = change_begin(sketch);
        fits = transform_items(&change, sorted, sound, &used, error) &&
               change_finish(&change, name_of(transform), error);
    }
    free(sorted);
    return fits;
}

/* --- others ---------------------------------------------------------------------------------- */

bool sketch_delete(struct steps *sketch, const int *items, int count)
{
    struct error error;
    int sound;
    int *sorted = sound_items(sketch, items, count, &sound);
    struct change change = change_begin(sketch);
    for (int i = sound - 1; i >= 0; i--)
        change_remove(&change, sorted[i]);
    free(sorted);
    return change_finish(&change, "Delete", &error) && sound > 0;
}

bool sketch_duplicate(struct steps *sketch, int *items, int count, struct error *error)
{
    struct change change = change_begin(sketch);
    int first = change.sheet.count;
    for (int i = 0; i < count; i++) {
        if (items[i] < 0 || items[i] >= first) {
            change_drop(&change);
            return error_set(error, "nothing is chosen here");
        }
        int number = sketch_highest_number(&change.sheet) + 1;
        struct draft_item *copy = change_add(&change, DRAFT_WALL);
        *copy = item_copy(change_item(&change, items[i]));
        copy->number = copy->role == DRAFT_CHECKPOINT ? number : copy->number;
    }
    if (!change_finish(&change, "Duplicate", error))
        return false;
    for (int i = 0; i < count; i++)
        items[i] = first + i;
    return true;
}

bool sketch_resize(struct steps *sketch, int width, int height,
                   const struct sketch_transform *transform, struct error *error)
{
    struct things_extent extent;
    int count;
    if (width < 1 || height < 1 || width > SHEET_MAX || height > SHEET_MAX)
        return error_set(error, "the sheet must have 1 to %d squares each way", SHEET_MAX);
    int *items = sound_items(sketch, NULL, sketch_sheet(sketch)->count, &count);
    bool fits =
        count == 0 || (find_extent(sketch_sheet(sketch), items, count, transform, &extent) &&
                       extent.low.x > -HAIR && extent.low.y > -HAIR &&
                       extent.high.x < width + HAIR && extent.high.y < height + HAIR);
    if (fits) {
        struct change change = change_begin(sketch);
        change.sheet.width = width;
        change.sheet.height = height;
        fits = transform_items(&change, items, count, transform, error) &&
               change_finish(&change, transform->a == 1 ? "Resize sheet" : "Scale sheet", error);
    } else {
        error_set(error, "something would be off the sheet; move it further in, or make the sheet "
                         "larger");
    }
    free(items);
    return fits;
}
