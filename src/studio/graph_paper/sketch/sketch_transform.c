/* What happens to several items at once: moving, scaling, turning, copying, taking away; and the
 * size of the sheet.
 */
#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch_inside.h"
#include "track/pencil.h"

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
static int *sound_items(const struct sketch *sketch, const int *items, int count, int *sound)
{
    int *sorted = memory_allocate((size_t)(count > 0 ? count : 0), sizeof *sorted);
    int kept = 0, different = 0;
    for (int i = 0; i < count; i++) {
        int item = items ? items[i] : i;
        if (item >= 0 && item < sketch->sheet.count)
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
        drop_repeated(loop);
    }
    if (item->role == DRAFT_TURBO)
        item->arrow = transform_arrow(item->arrow, transform);
    return item_fits(item) ||
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

bool sketch_transform(struct sketch *sketch, const int *items, int count,
                      const struct sketch_transform *transform, struct error *error)
{
    struct sketch_transform used = *transform;
    int sound;
    int *sorted = sound_items(sketch, items, count, &sound);
    bool fits = (sound > 0 || error_set(error, "nothing is chosen here")) &&
                stay_on_sheet(&sketch->sheet, sorted, sound, &used, error);
    if (fits) {
        struct change change = change_begin(sketch);
        fits = transform_items(&change, sorted, sound, &used, error) &&
               change_finish(&change, name_of(transform), error);
    }
    free(sorted);
    return fits;
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

bool sketch_duplicate(struct sketch *sketch, int *items, int count, struct error *error)
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

bool sketch_resize(struct sketch *sketch, int width, int height,
                   const struct sketch_transform *transform, struct error *error)
{
    struct extent extent;
    int count;
    if (width < 1 || height < 1 || width > SHEET_MAX || height > SHEET_MAX)
        return error_set(error, "the sheet must have 1 to %d squares each way", SHEET_MAX);
    int *items = sound_items(sketch, NULL, sketch->sheet.count, &count);
    bool fits = count == 0 || (find_extent(&sketch->sheet, items, count, transform, &extent) &&
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
