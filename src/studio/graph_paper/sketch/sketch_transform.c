/* What happens to several items at once: moving, scaling, turning, copying, taking away; and the
 * size of the sheet.
 */
#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch_inside.h"
#include "track/transform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

static struct spot apply(const struct sketch_transform *t, struct spot v)
{
    return (struct spot){t->a * v.x + t->c * v.y + t->e, t->b * v.x + t->d * v.y + t->f};
}

static struct sketch_transform compose(const struct sketch_transform *outer,
                                       const struct sketch_transform *inner)
{
    struct spot origin = apply(outer, (struct spot){inner->e, inner->f});
    return (struct sketch_transform){outer->a * inner->a + outer->c * inner->b,
                                     outer->b * inner->a + outer->d * inner->b,
                                     outer->a * inner->c + outer->c * inner->d,
                                     outer->b * inner->c + outer->d * inner->d,
                                     origin.x,
                                     origin.y};
}

/* --- choices of items ------------------------------------------------------------------------ */

static int compare_integers(const void *first, const void *second)
{
    int a = *(const int *)first, b = *(const int *)second;
    return (a > b) - (a < b);
}

/* The items that there are, in order and each once; the caller frees them. */
static int *sound_items(const struct sketch *sketch, const int *items, int count, int *sound)
{
    int *sorted = memory_allocate((size_t)(count > 0 ? count : 0), sizeof *sorted);
    int kept = 0, different = 0;
    for (int i = 0; i < count; i++)
        if (items[i] >= 0 && items[i] < sketch->sheet.count)
            sorted[kept++] = items[i];
    qsort(sorted, (size_t)kept, sizeof *sorted, compare_integers);
    for (int i = 0; i < kept; i++)
        if (different == 0 || sorted[different - 1] != sorted[i])
            sorted[different++] = sorted[i];
    *sound = different;
    return sorted;
}

/* --- transforms ------------------------------------------------------------------------------ */

struct extent {
    struct spot low, high;
};

static bool find_extent(const struct sketch_sheet *sheet, const int *items, int count,
                        const struct sketch_transform *transform, struct extent *extent)
{
    *extent = (struct extent){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < count; i++) {
        const struct draft_item *item = &sheet->pieces[items[i]]->item;
        for (int j = 0; j < item->loop_count; j++)
            for (int k = 0; k < item->loops[j].count; k++) {
                struct spot at = apply(transform, spot_of(item->loops[j].vertices[k]));
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
    const double hair = 0.5 / FINE;
    *by = low < 0 ? -low : high > most ? most - high : 0;
    return high - low <= most + hair;
}

/* Completes the transform so that everything is on the sheet. */
static bool stay_on_sheet(const struct sketch_sheet *sheet, const int *items, int count,
                          struct sketch_transform *transform, struct error *error)
{
    struct extent extent;
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

static void drop_repeated(struct draft_loop *loop)
{
    int kept = 0;
    for (int i = 0; i < loop->count; i++)
        if (kept == 0 || !point_equal(loop->vertices[kept - 1], loop->vertices[i]))
            loop->vertices[kept++] = loop->vertices[i];
    while (loop->closed && kept > 1 && point_equal(loop->vertices[0], loop->vertices[kept - 1]))
        kept--;
    loop->count = kept;
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

/* A checkpoint is a chain of grid points, and a line as long as one square. */
static bool item_fits(const struct draft_item *item)
{
    return !draft_role_is_line(item->role) || item->loop_count != 1 || item->loops[0].count > 1;
}

static bool transform_item(const struct sketch_sheet *sheet, const struct draft_item *from,
                           struct draft_item *into, const struct sketch_transform *transform,
                           struct error *error)
{
    bool grid = !item_is_outline(from);
    item_clear(into);
    for (int i = 0; i < from->loop_count; i++) {
        const struct draft_loop *loop = &from->loops[i];
        item_add_loop(into, loop->vertices, loop->count, loop->closed);
        struct draft_loop *made = &into->loops[into->loop_count - 1];
        for (int j = 0; j < made->count; j++) {
            struct spot to = apply(transform, spot_of(made->vertices[j]));
            made->vertices[j] =
                grid ? sketch_sheet_grid_place(sheet, to) : sketch_sheet_place(sheet, to);
        }
        drop_repeated(made);
    }
    if (from->role == DRAFT_TURBO)
        into->arrow = transform_arrow(from->arrow, transform);
    return item_fits(into) ||
           error_set(error, "a line would have no length then; make it no smaller");
}

static bool is_same_drag(const struct drag *drag, const int *items, int count)
{
    return drag->count > 0 && drag->count == count &&
           memcmp(drag->items, items, (size_t)count * sizeof *items) == 0;
}

/* The sheet whose items are transformed: within a drag that as it was when the drag began, so that
 * nothing is rounded more than once. */
static const struct sketch_sheet *transformed_sheet(const struct sketch *sketch, bool dragging)
{
    return dragging ? &sketch->drag_base : &sketch->sheet;
}

static bool transform_items(struct change *change, const struct sketch_sheet *from,
                            const int *items, int count, const struct sketch_transform *transform,
                            struct error *error)
{
    for (int i = 0; i < count; i++)
        if (!transform_item(&change->sheet, &from->pieces[items[i]]->item,
                            change_edit(change, items[i]), transform, error))
            return false;
    return true;
}

static const char *name_of(const struct sketch_transform *t)
{
    if (t->a == 1 && t->b == 0 && t->c == 0 && t->d == 1)
        return "Move";
    return t->b == 0 && t->c == 0 ? "Scale" : "Turn";
}

/* What is kept of a drag while the step is open. */
static void go_on_dragging(struct sketch *sketch, const struct drag *drag, struct sketch_sheet base)
{
    if (sketch->nesting == 0) {
        sketch_sheet_release(&base);
        return;
    }
    sketch->drag = *drag;
    sketch->drag.items = memory_copy(drag->items, (size_t)drag->count, sizeof *drag->items);
    sketch->drag_base = base;
}

bool sketch_transform(struct sketch *sketch, const int *items, int count,
                      const struct sketch_transform *transform, struct error *error)
{
    struct drag drag = {.whole = *transform};
    drag.items = sound_items(sketch, items, count, &drag.count);
    bool dragging = is_same_drag(&sketch->drag, drag.items, drag.count);
    const struct sketch_sheet *from = transformed_sheet(sketch, dragging);
    bool sound = drag.count > 0 || error_set(error, "nothing is chosen here");
    if (sound && dragging)
        drag.whole = compose(transform, &sketch->drag.whole);
    struct sketch_transform used = drag.whole;
    struct sketch_sheet base = sketch_sheet_copy(from);
    if (sound && stay_on_sheet(&base, drag.items, drag.count, &used, error)) {
        struct change change = change_begin(sketch);
        sound = transform_items(&change, &base, drag.items, drag.count, &used, error);
        if (sound)
            sound = change_finish(&change, name_of(transform), error);
        else
            change_drop(&change);
    } else {
        sound = false;
    }
    if (sound)
        go_on_dragging(sketch, &drag, base);
    else
        sketch_sheet_release(&base);
    free(drag.items);
    return sound;
}

/* --- others ---------------------------------------------------------------------------------- */

bool sketch_delete(struct sketch *sketch, const int *items, int count)
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

static int next_number(const struct sketch_sheet *sheet)
{
    int highest = 0;
    for (int i = 0; i < sheet->count; i++)
        if (sheet->pieces[i]->item.role == DRAFT_CHECKPOINT)
            highest =
                sheet->pieces[i]->item.number > highest ? sheet->pieces[i]->item.number : highest;
    return highest + 1;
}

bool sketch_duplicate(struct sketch *sketch, int *items, int count, struct error *error)
{
    struct change change = change_begin(sketch);
    int first = change.sheet.count;
    for (int i = 0; i < count; i++) {
        if (items[i] < 0 || items[i] >= first) {
            change_drop(&change);
            return error_set(error, "nothing is chosen here");
        }
        int number = next_number(&change.sheet);
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

bool sketch_resize(struct sketch *sketch, int width, int height, int x, int y, struct error *error)
{
    if (width < 1 || height < 1 || width > SHEET_MAX || height > SHEET_MAX)
        return error_set(error, "the sheet must have 1 to %d squares each way", SHEET_MAX);
    if (x < -SHEET_MAX || y < -SHEET_MAX || x > SHEET_MAX || y > SHEET_MAX)
        return error_set(error, "nothing would be left on the sheet; move it less");
    struct change change = change_begin(sketch);
    change.sheet.width = width;
    change.sheet.height = height;
    for (int i = 0; i < change.sheet.count; i++) {
        struct draft_item *item = change_edit(&change, i);
        for (int j = 0; j < item->loop_count; j++)
            for (int k = 0; k < item->loops[j].count; k++) {
                struct point *at = &item->loops[j].vertices[k];
                *at = point_add(*at, (struct point){x * FINE, y * FINE});
                if (at->x >= 0 && at->y >= 0 && at->x <= width * FINE && at->y <= height * FINE)
                    continue;
                change_drop(&change);
                return error_set(error, "something would be off the sheet; move it further in, or "
                                        "make the sheet larger");
            }
    }
    return change_finish(&change, "Resize sheet", error);
}

bool sketch_scale_sheet(struct sketch *sketch, int width, int height, double factor, int x, int y,
                        struct error *error)
{
    const struct sketch_transform scaling = {factor, 0, 0, factor, x, y};
    if (width < 1 || height < 1 || width > SHEET_MAX || height > SHEET_MAX)
        return error_set(error, "the sheet must have 1 to %d squares each way", SHEET_MAX);
    struct change change = change_begin(sketch);
    change.sheet.width = width;
    change.sheet.height = height;
    for (int i = 0; i < change.sheet.count; i++) {
        if (transform_item(&change.sheet, &sketch->sheet.pieces[i]->item, change_edit(&change, i),
                           &scaling, error))
            continue;
        change_drop(&change);
        return false;
    }
    return change_finish(&change, "Scale sheet", error);
}
