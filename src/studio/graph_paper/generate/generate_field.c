/* The sheet as a field of heights: above 0 is road. Roads are put in, stones are cut out, a hand
 * trembles along all of it, and the line where the height is 0 is the wall: so walls can neither
 * cross each other nor themselves, however narrow a bend is. The line is
 * smoothed as a pen would, with no more vertices than the eye needs.
 */
#include "base/memory.h"
#include "studio/graph_paper/generate/generate_inside.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double FAR = 1.5;     /* squares beside a road that are still known */
static const double MARGIN = 1.08; /* of the sheet, without road */

void field_begin(struct design *design)
{
    struct field field = {.fineness = design->fineness};
    field.width = design->wish.width * field.fineness + 1;
    field.height = design->wish.height * field.fineness + 1;
    size_t count = (size_t)field.width * (size_t)field.height;
    field.values = memory_allocate(count, sizeof *field.values);
    for (size_t i = 0; i < count; i++)
        field.values[i] = -FAR;
    design->field = field;
}

double field_at(const struct field *field, int x, int y)
{
    if (x < 0 || y < 0 || x * field->fineness >= field->width ||
        y * field->fineness >= field->height)
        return -FAR;
    return field->values[y * field->fineness * field->width + x * field->fineness];
}

double field_near(const struct field *field, struct spot dot)
{
    int x = (int)(dot.x * field->fineness + 0.5);
    int y = (int)(dot.y * field->fineness + 0.5);
    bool known = dot.x >= 0 && dot.y >= 0 && x < field->width && y < field->height;
    return known ? field->values[y * field->width + x] : -FAR;
}

/* The samples within a square round a place: from left and low on, before right and high. */
struct window {
    int left, right, low, high;
};

static struct window window_round(const struct field *field, struct spot middle, double radius)
{
    double fineness = field->fineness;
    return (struct window){(int)fmax((middle.x - radius) * fineness, 0),
                           (int)fmin((middle.x + radius) * fineness + 1, field->width),
                           (int)fmax((middle.y - radius) * fineness, 0),
                           (int)fmin((middle.y + radius) * fineness + 1, field->height)};
}

/* From the middle, along streets as an octagon measures. */
static double reach(double x, double y, bool straight)
{
    if (!straight)
        return sqrt(x * x + y * y);
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    double aslant = (x + y) * 0.70710678;
    double most = x > y ? x : y;
    return most > aslant ? most : aslant;
}

static void add_spot(struct field *field, struct spot middle, double half, bool straight)
{
    struct window near = window_round(field, middle, half + FAR);
    double each = 1.0 / field->fineness;
    for (int y = near.low; y < near.high; y++) {
        double *row = &field->values[y * field->width];
        double dy = y * each - middle.y;
        for (int x = near.left; x < near.right; x++) {
            double height = half - reach(x * each - middle.x, dy, straight);
            row[x] = height > row[x] ? height : row[x];
        }
    }
}

void field_add_road(struct design *design, const struct rope *rope, bool closed)
{
    static const double STEP = 0.4, PART = 0.12; /* squares, and of the width */
    int count = closed ? rope->count : rope->count - 1;
    for (int i = 0; i < count; i++) {
        int j = (i + 1) % rope->count;
        struct spot a = rope->dots[i];
        struct spot b = rope->dots[j];
        double step = rope->half[i] * PART > STEP ? rope->half[i] * PART : STEP;
        int parts = (int)(spot_distance(a, b) / step) + 1;
        for (int k = 0; k < parts; k++) {
            double part = (double)k / parts;
            struct spot at = spot_between(a, b, part);
            add_spot(&design->field, at, rope->half[i] + (rope->half[j] - rope->half[i]) * part,
                     design->straight);
        }
    }
}

void field_cut(struct field *field, struct spot middle, struct spot along, double half_long,
               double half_across, double known)
{
    struct window near = window_round(field, middle, half_long + half_across + known);
    double each = 1.0 / field->fineness;
    for (int y = near.low; y < near.high; y++) {
        for (int x = near.left; x < near.right; x++) {
            double *value = &field->values[y * field->width + x];
            double dx = x * each - middle.x;
            double dy = y * each - middle.y;
            double ahead = dx * along.x + dy * along.y;
            double aside = dx * along.y - dy * along.x;
            double beyond = ahead > half_long    ? ahead - half_long
                            : ahead < -half_long ? ahead + half_long
                                                 : 0;
            double height = sqrt(beyond * beyond + aside * aside) - half_across;
            *value = height < *value ? height : *value;
        }
    }
}

/* --- a hand's tremble ------------------------------------------------------------------------ */

static double ease(double part)
{
    return part * part * (3 - 2 * part);
}

/* Slow noise: a draw at each crossing of wide lines, eased between. */
static void add_noise(struct field *field, struct design *design, double wave, double height)
{
    int columns = (int)(design->wish.width / wave) + 2;
    int rows = (int)(design->wish.height / wave) + 2;
    double *draws = memory_allocate((size_t)columns * (size_t)rows, sizeof *draws);
    for (int i = 0; i < columns * rows; i++)
        draws[i] = design_between(design, -height, height);
    double each = 1.0 / (field->fineness * wave);
    for (int y = 0; y < field->height; y++) {
        int row = (int)(y * each);
        double up = ease(y * each - row);
        for (int x = 0; x < field->width; x++) {
            int column = (int)(x * each);
            double on = ease(x * each - column);
            const double *at = &draws[row * columns + column];
            double low = at[0] + (at[1] - at[0]) * on;
            double high = at[columns] + (at[columns + 1] - at[columns]) * on;
            field->values[y * field->width + x] += low + (high - low) * up;
        }
    }
    free(draws);
}

/* Along one axis every height goes half the way to the mean of its neighbours. */
static void blur(double *values, int stride, int count, int row_stride, int rows)
{
    for (int row = 0; row < rows; row++) {
        double *at = values + row * row_stride;
        double before = at[0];
        for (int i = 1; i + 1 < count; i++) {
            double now = at[i * stride];
            at[i * stride] = (before + now + now + at[(i + 1) * stride]) / 4;
            before = now;
        }
    }
}

void field_soften(struct field *field, double squares)
{
    int times = (int)(squares * squares * field->fineness * field->fineness * 2);
    for (int i = 0; i < times; i++) {
        blur(field->values, 1, field->width, field->width, field->height);
        blur(field->values, field->width, field->height, 1, field->width);
    }
}

/* Bays along one side of the sheet, if the design wants them: at each sample how much farther in
 * the wall stands, now more and now less, as no ruler would have it. */
static double *draw_bays(struct design *design, int fineness, int samples)
{
    double *bays = memory_allocate((size_t)samples, sizeof *bays);
    if (!design->bays)
        return bays;
    double begin = 0, end = -design_between(design, 0, 3);
    double from = 0, to = 0;
    bool in = random_below(&design->random, 2) == 0;
    for (int i = 0; i < samples; i++) {
        double at = (double)i / fineness;
        while (at >= end) {
            begin = end;
            end += design_between(design, 2.8, 4.4);
            from = to;
            to = in ? design_between(design, 0.9, 1.6) : design_between(design, 0, 0.2);
            in = !in;
        }
        bays[i] = from + (to - from) * ease((at - begin) / (end - begin));
    }
    return bays;
}

/* The road ends before the sheet does. `in` is how far the side is off; bays are felt near it. */
static void keep_off_side(double *value, double in, double bay)
{
    static const double NEAR = 9;
    if (in < NEAR)
        *value -= bay * (1 - in / NEAR);
    *value = fmin(*value, in - MARGIN - bay);
}

static void keep_off_sides(struct field *field, struct design *design)
{
    double *left = draw_bays(design, field->fineness, field->height);
    double *right = draw_bays(design, field->fineness, field->height);
    double *low = draw_bays(design, field->fineness, field->width);
    double *high = draw_bays(design, field->fineness, field->width);
    double each = 1.0 / field->fineness;
    for (int y = 0; y < field->height; y++)
        for (int x = 0; x < field->width; x++) {
            double *value = &field->values[y * field->width + x];
            keep_off_side(value, x * each, left[y]);
            keep_off_side(value, (field->width - 1 - x) * each, right[y]);
            keep_off_side(value, y * each, low[x]);
            keep_off_side(value, (field->height - 1 - y) * each, high[x]);
        }
    free(left);
    free(right);
    free(low);
    free(high);
}

void field_finish(struct design *design)
{
    struct field *field = &design->field;
    add_noise(field, design, design->wave, design->tremble);
    add_noise(field, design, design->wave * 0.45, design->tremble * 0.3);
    keep_off_sides(field, design);
}

/* --- walls ----------------------------------------------------------------------------------- */

enum { SMOOTHINGS = 3 };
static const double TOLERANCE = 0.022; /* squares that a wall may be off its fine line */

static void smooth(struct trail *outline, int times)
{
    for (int t = 0; t < times; t++) {
        struct spot first = outline->spots[0];
        struct spot before = outline->spots[outline->count - 1];
        for (int i = 0; i < outline->count; i++) {
            struct spot now = outline->spots[i];
            struct spot after = i + 1 < outline->count ? outline->spots[i + 1] : first;
            outline->spots[i].x = now.x / 2 + (before.x + after.x) / 4;
            outline->spots[i].y = now.y / 2 + (before.y + after.y) / 4;
            before = now;
        }
    }
}

/* --- fewer vertices -------------------------------------------------------------------------- */

static int32_t to_fine(double squares)
{
    return (int32_t)(squares * FINE + 0.5);
}

static bool add_wall(const struct trail *outline, struct draft *draft)
{
    struct error error;
    bool *kept = spots_needed(outline->spots, outline->count, true, TOLERANCE);
    bool sound = true;
    draft_add_item(draft, DRAFT_WALL, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < outline->count && sound; i++)
        if (kept[i])
            sound = draft_add_vertex(
                draft, (struct point){to_fine(outline->spots[i].x), to_fine(outline->spots[i].y)},
                &error);
    draft_close_loop(draft);
    free(kept);
    return sound;
}

/* --- what a wall must be --------------------------------------------------------------------- */

/* How far in from a side of the sheet, and where along it. */
static struct spot seen_from(const struct design *design, int side, struct spot dot)
{
    double far = side == 1 ? design->wish.width : design->wish.height;
    double along = side < 2 ? dot.y : dot.x;
    double in = side < 2 ? dot.x : dot.y;
    return (struct spot){along, side % 2 == 0 ? in : far - in};
}

/* How long the wall, from this dot on, keeps beside a side of the sheet as if along a ruler. */
static double run_along(const struct trail *outline, const struct design *design, int side,
                        int from)
{
    static const double BESIDE = 2.5, RULER = 0.2;
    struct spot first = seen_from(design, side, outline->spots[from]);
    double low = first.y, high = low, most = 0;
    for (int i = 1; i < outline->count; i++) {
        struct spot dot = seen_from(design, side, outline->spots[(from + i) % outline->count]);
        double run = dot.x > first.x ? dot.x - first.x : first.x - dot.x;
        low = dot.y < low ? dot.y : low;
        high = dot.y > high ? dot.y : high;
        if (high > BESIDE || high - low > RULER)
            break;
        most = run > most ? run : most;
    }
    return most;
}

static bool is_ruled(const struct trail *outline, const struct design *design)
{
    static const double RUN_MOST = 2.6; /* three squares, less what lies between two dots */
    for (int side = 0; side < 4; side++)
        for (int i = 0; i < outline->count; i++)
            if (run_along(outline, design, side, i) > RUN_MOST)
                return true;
    return false;
}

static bool is_wanted(const struct trail *outline, const struct design *design)
{
    return outline->count > 8 && fabs(trail_area(outline)) >= design->island_least &&
           !(design->bays && is_ruled(outline, design));
}

bool field_trace(struct design *design, int loops)
{
    const struct field *field = &design->field;
    struct level_lines lines = level_lines_begin(field->values, field->width, field->height, 0);
    struct trail outline;
    int found = 0;
    bool sound = true;
    while (sound && found <= loops && level_lines_next(&lines, &outline)) {
        for (int i = 0; i < outline.count; i++)
            outline.spots[i] = (struct spot){outline.spots[i].x / field->fineness,
                                             outline.spots[i].y / field->fineness};
        smooth(&outline, SMOOTHINGS);
        sound = is_wanted(&outline, design) && add_wall(&outline, &design->draft);
        trail_free(&outline);
        found++;
    }
    level_lines_end(&lines);
    return sound && found == loops;
}
