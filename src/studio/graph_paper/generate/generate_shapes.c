/* A loop on a lattice: the outline of a set of cells without holes.
 *
 * Cells are put in and taken out one by one, never so that the set falls apart, closes round a hole
 * or touches itself at a corner. Each change is judged: has the outline as many edges as were asked
 * for, does it reach all four sides, has it as many corners as suits the style? Bad changes are
 * taken less and less, so a loop settles that is as wanted and else is left to chance.
 */

#include "base/memory.h"
#include "studio/graph_paper/generate/generate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { TOGGLES_EACH = 60, TOGGLES_MORE = 600, HEAT = 9 };
enum { EDGES_WEIGH = 2, SIDE_WEIGHS = 12, CORNERS_WEIGH = 1 };

struct generate_shapes_cells {
    struct design *design;
    unsigned char *in; /* with a rim of cells that are never in */
    int columns, rows, stride;
    int edges, corners;
    int corners_wanted;
    int at_side[4]; /* cells in the first and last column, first and last row */
};

static unsigned char *cell(const struct generate_shapes_cells *cells, int column, int row)
{
    return &cells->in[(row + 1) * cells->stride + column + 1];
}

/* The neighbours all round a cell, in order; the even ones share an edge with it. */
static const int around[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                 {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* Those that are in are one stretch of the ring, and no corner stands by itself: then the cell may
 * come and go. */
static bool is_free(const struct generate_shapes_cells *cells, int column, int row)
{
    bool in[8];
    int stretches = 0;
    int all = 0;
    for (int i = 0; i < 8; i++)
        in[i] = *cell(cells, column + around[i][0], row + around[i][1]) != 0;
    for (int i = 0; i < 8; i++) {
        bool before = in[(i + 7) % 8];
        bool after = in[(i + 1) % 8];
        stretches += in[i] && !before;
        all += in[i];
        if (i % 2 == 1 && in[i] != before && in[i] != after)
            return false;
    }
    return stretches == 1 && all < 8;
}

/* Is there a corner of the outline at the lower left vertex of the cell? */
static int is_corner(const struct generate_shapes_cells *cells, int column, int row)
{
    int in = *cell(cells, column, row) + *cell(cells, column - 1, row) +
             *cell(cells, column, row - 1) + *cell(cells, column - 1, row - 1);
    return in == 1 || in == 3;
}

static int corners_round(const struct generate_shapes_cells *cells, int column, int row)
{
    return is_corner(cells, column, row) + is_corner(cells, column + 1, row) +
           is_corner(cells, column, row + 1) + is_corner(cells, column + 1, row + 1);
}

static void toggle(struct generate_shapes_cells *cells, int column, int row)
{
    unsigned char *in = cell(cells, column, row);
    int sign = *in ? -1 : 1;
    for (int i = 0; i < 8; i += 2)
        cells->edges += *cell(cells, column + around[i][0], row + around[i][1]) ? -sign : sign;
    cells->corners -= corners_round(cells, column, row);
    *in ^= 1;
    cells->corners += corners_round(cells, column, row);
    cells->at_side[0] += column == 0 ? sign : 0;
    cells->at_side[1] += column == cells->columns - 1 ? sign : 0;
    cells->at_side[2] += row == 0 ? sign : 0;
    cells->at_side[3] += row == cells->rows - 1 ? sign : 0;
}

static int judge(const struct generate_shapes_cells *cells)
{
    int bad = abs(cells->edges - cells->design->edges) * EDGES_WEIGH;
    bad += abs(cells->corners - cells->corners_wanted) * CORNERS_WEIGH;
    for (int i = 0; i < 4; i++)
        bad += cells->at_side[i] == 0 ? SIDE_WEIGHS : 0;
    return bad;
}

static void settle(struct generate_shapes_cells *cells)
{
    struct random *random = &cells->design->random;
    int count = cells->columns * cells->rows;
    int toggles = count * TOGGLES_EACH + TOGGLES_MORE;
    int now = judge(cells);
    for (int i = 0; i < toggles; i++) {
        int which = (int)random_below(random, (uint32_t)count);
        int column = which % cells->columns;
        int row = which / cells->columns;
        if (!is_free(cells, column, row))
            continue;
        uint32_t heat = (uint32_t)(HEAT * (toggles - i) / toggles + 1);
        toggle(cells, column, row);
        int then = judge(cells);
        if (then > now + (int)random_below(random, heat))
            toggle(cells, column, row);
        else
            now = then;
    }
}

/* The vertices of the outline, the set to the left. Each is passed once. */
static void walk_round(const struct generate_shapes_cells *cells, struct loop_path *loop)
{
    struct lattice_vertex at = {0, 0};
    int way = 0; /* east, north, west, south */
    static const int ahead[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    /* The cell to the left of the edge that leads on from a vertex; the one to its right is the
     * left one of the way that turns right. */
    static const int left[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    while (!*cell(cells, at.column, 0))
        at.column++;
    loop->vertices = memory_allocate((size_t)cells->edges, sizeof *loop->vertices);
    for (loop->count = 0; loop->count < cells->edges;) {
        loop->vertices[loop->count++] = at;
        at.column += ahead[way][0];
        at.row += ahead[way][1];
        int right = (way + 3) % 4;
        if (!*cell(cells, at.column + left[way][0], at.row + left[way][1]))
            way = (way + 1) % 4;
        else if (*cell(cells, at.column + left[right][0], at.row + left[right][1]))
            way = right;
    }
}

bool loop_find(struct design *design)
{
    struct loop_path *loop = &design->loop;
    struct generate_shapes_cells cells = {.design = design,
                                          .columns = design->columns,
                                          .rows = design->rows,
                                          .stride = design->columns + 2};
    cells.in = memory_allocate((size_t)cells.stride, (size_t)(design->rows + 2));
    cells.corners_wanted = (int)(design->edges * design->corners_share);
    int column = (int)random_below(&design->random, (uint32_t)design->columns);
    int row = (int)random_below(&design->random, (uint32_t)design->rows);
    toggle(&cells, column, row);
    settle(&cells);
    bool fills = cells.at_side[0] && cells.at_side[1] && cells.at_side[2] && cells.at_side[3];
    bool found = fills && abs(cells.edges - design->edges) <= 2;
    if (found)
        walk_round(&cells, loop);
    free(cells.in);
    if (found && random_below(&design->random, 2) == 0) {
        for (int i = 0, j = loop->count - 1; i < j; i++, j--) {
            struct lattice_vertex vertex = loop->vertices[i];
            loop->vertices[i] = loop->vertices[j];
            loop->vertices[j] = vertex;
        }
    }
    return found;
}

/* --- second ways ----------------------------------------------------------------------------- */

void loop_find_ways(struct design *design)
{
    const struct loop_path *loop = &design->loop;
    int *count = &design->ways_found;
    design->ways = memory_allocate((size_t)design->ways_most + 1, sizeof *design->ways);
    int across = design->columns + 1;
    bool *passed = memory_allocate((size_t)across, (size_t)(design->rows + 1));
    for (int i = 0; i < loop->count; i++)
        passed[loop->vertices[i].row * across + loop->vertices[i].column] = true;
    int first = (int)random_below(&design->random, (uint32_t)loop->count);
    for (int i = 0; i < loop->count && *count < design->ways_most; i++) {
        int at = (first + i) % loop->count;
        struct lattice_vertex before = loop->vertices[(at + loop->count - 1) % loop->count];
        struct lattice_vertex after = loop->vertices[(at + 1) % loop->count];
        struct lattice_vertex over = {before.column + after.column - loop->vertices[at].column,
                                      before.row + after.row - loop->vertices[at].row};
        bool corner = before.column != after.column && before.row != after.row;
        int index = over.row * (design->columns + 1) + over.column;
        if (!corner || passed[index] || random_below(&design->random, 3) == 0)
            continue;
        passed[index] = true;
        design->ways[(*count)++] = (struct second_way){at, over};
        i += 2;
    }
    free(passed);
}

/* === field ==================================================================================== */

/* The sheet as a field of heights: above 0 is road. Roads are put in, stones are cut out, a hand
 * trembles along all of it, and the line where the height is 0 is the wall: so walls can neither
 * cross each other nor themselves, however narrow a bend is. The line is
 * smoothed as a pen would, with no more vertices than the eye needs.
 */

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
struct generate_shapes_window {
    int left, right, low, high;
};

static struct generate_shapes_window window_round(const struct field *field, struct spot middle,
                                                  double radius)
{
    double fineness = field->fineness;
    return (struct generate_shapes_window){
        (int)fmax((middle.x - radius) * fineness, 0),
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
    struct generate_shapes_window near = window_round(field, middle, half + FAR);
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
    struct generate_shapes_window near =
        window_round(field, middle, half_long + half_across + known);
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
        for (int t = 0; t < SMOOTHINGS; t++) {
            struct spot first = outline.spots[0];
            struct spot before = outline.spots[outline.count - 1];
            for (int i = 0; i < outline.count; i++) {
                struct spot now = outline.spots[i];
                struct spot after = i + 1 < outline.count ? outline.spots[i + 1] : first;
                outline.spots[i].x = now.x / 2 + (before.x + after.x) / 4;
                outline.spots[i].y = now.y / 2 + (before.y + after.y) / 4;
                before = now;
            }
        }
        sound = is_wanted(&outline, design) && add_wall(&outline, &design->draft);
        trail_free(&outline);
        found++;
    }
    level_lines_end(&lines);
    return sound && found == loops;
}

/* === rope ===================================================================================== */

/* The loop of the lattice becomes the middle of a road: corners grow round, roads that come too
 * near to each other are pushed apart, and the road is as wide as there is room, now more, now
 * less.
 */

/* Dots to an edge of the lattice; the road is known at each of them. */
enum { DOTS_EACH = 8, PUSHES = 40 };
/* Squares: so wide, at least, is half the road near the start, and how far that is. */
static const double START_HALF = 2.3, START_HALF_LEAST = 1.85, START_WIDE = 5, START_EDGE = 3.1;

void rope_free(struct rope *rope)
{
    free(rope->dots);
    free(rope->half);
    *rope = (struct rope){0};
}

void rope_add(struct rope *rope, struct spot dot, double half)
{
    int capacity = rope->capacity;
    rope->dots = array_grow(rope->dots, rope->count, &capacity, sizeof *rope->dots);
    rope->half = array_grow(rope->half, rope->count, &rope->capacity, sizeof *rope->half);
    rope->dots[rope->count] = dot;
    rope->half[rope->count++] = half;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* A coordinate of a vertex: on its line, or for a hand's lines a bit aside; from the lattice's edge
 * farther in, so that not every road runs along the edge of the sheet. */
static double shake(struct design *design, const double *lines, int cells, int at)
{
    double off = design->jitter * design->pitch;
    double low = at == 0 ? 0 : at == cells ? -2.2 * off : -off;
    double high = at == 0 ? 2.2 * off : at == cells ? 0 : off;
    return lines[at] + design_between(design, low, high);
}

static struct spot place(struct design *design, const struct lattice_vertex *vertex)
{
    if (design->straight)
        return (struct spot){design->lines_x[vertex->column], design->lines_y[vertex->row]};
    double x = shake(design, design->lines_x, design->columns, vertex->column);
    return (struct spot){x, shake(design, design->lines_y, design->rows, vertex->row)};
}

/* The same rope with dots at equal distances. */
static void resample(struct rope *rope, double step)
{
    struct rope even = {0};
    double length = 0;
    for (int i = 0; i < rope->count; i++)
        length += spot_distance(rope->dots[i], rope->dots[(i + 1) % rope->count]);
    int count = (int)(length / step + 0.5);
    double each = length / count;
    double next = 0; /* from the dot i */
    for (int i = 0; i < rope->count; i++) {
        int j = (i + 1) % rope->count;
        double gap = spot_distance(rope->dots[i], rope->dots[j]);
        for (; next < gap && even.count < count; next += each) {
            double part = next / gap;
            rope_add(&even, spot_between(rope->dots[i], rope->dots[j], part),
                     rope->half[i] + (rope->half[j] - rope->half[i]) * part);
        }
        next -= gap;
    }
    rope_free(rope);
    *rope = even;
}

/* Each dot goes part of the way to the middle of its neighbours. */
static void rope_smooth(struct rope *rope, double part, int times)
{
    for (int t = 0; t < times; t++) {
        struct spot first = rope->dots[0];
        struct spot before = rope->dots[rope->count - 1];
        for (int i = 0; i < rope->count; i++) {
            struct spot after = i + 1 < rope->count ? rope->dots[i + 1] : first;
            struct spot now = rope->dots[i];
            rope->dots[i] = spot_between(now, spot_between(before, after, 0.5), part);
            before = now;
        }
    }
}

/* Are two dots parts of different roads, though near to each other? Along one bend the way is at
 * most a good half longer than straight. */
static bool are_apart(const struct rope *rope, int i, int j, double step, double distance)
{
    int between = j - i < rope->count - (j - i) ? j - i : rope->count - (j - i);
    return between * step > 2 * distance;
}

static void push_apart(struct rope *rope, double least, double step)
{
    struct spot *moves = memory_allocate((size_t)rope->count, sizeof *moves);
    for (int i = 0; i < rope->count; i++) {
        for (int j = i + 2; j < rope->count; j++) {
            struct spot a = rope->dots[i];
            struct spot b = rope->dots[j];
            double x = b.x - a.x;
            double y = b.y - a.y;
            if (x > least || x < -least || y > least || y < -least)
                continue;
            double distance = sqrt(x * x + y * y);
            if (distance >= least || distance < 0.01 || !are_apart(rope, i, j, step, distance))
                continue;
            double part = (least - distance) / distance * 0.12;
            moves[i].x -= x * part;
            moves[i].y -= y * part;
            moves[j].x += x * part;
            moves[j].y += y * part;
        }
    }
    for (int i = 0; i < rope->count; i++) {
        rope->dots[i].x += clamp(moves[i].x, -step / 2, step / 2);
        rope->dots[i].y += clamp(moves[i].y, -step / 2, step / 2);
    }
    free(moves);
}

/* Stretched so that it reaches the edges of the lattice on all sides. */
static void fill_sheet(struct rope *rope, const struct design *design)
{
    struct spot low = rope->dots[0];
    struct spot high = low;
    for (int i = 1; i < rope->count; i++) {
        low.x = rope->dots[i].x < low.x ? rope->dots[i].x : low.x;
        low.y = rope->dots[i].y < low.y ? rope->dots[i].y : low.y;
        high.x = rope->dots[i].x > high.x ? rope->dots[i].x : high.x;
        high.y = rope->dots[i].y > high.y ? rope->dots[i].y : high.y;
    }
    double margin_x = design->lines_x[0];
    double margin_y = design->lines_y[0];
    double scale_x = (design->wish.width - 2 * margin_x) / (high.x - low.x);
    double scale_y = (design->wish.height - 2 * margin_y) / (high.y - low.y);
    for (int i = 0; i < rope->count; i++) {
        rope->dots[i].x = margin_x + (rope->dots[i].x - low.x) * scale_x;
        rope->dots[i].y = margin_y + (rope->dots[i].y - low.y) * scale_y;
    }
}

/* How far it is from each dot to the next road, at most `most`. */
static double *measure_room(const struct rope *rope, double step, double most)
{
    double *room = memory_allocate((size_t)rope->count, sizeof *room);
    for (int i = 0; i < rope->count; i++)
        room[i] = most;
    for (int i = 0; i < rope->count; i++) {
        for (int j = i + 2; j < rope->count; j++) {
            struct spot a = rope->dots[i];
            struct spot b = rope->dots[j];
            if (b.x - a.x > most || a.x - b.x > most || b.y - a.y > most || a.y - b.y > most)
                continue;
            double distance = spot_distance(a, b);
            if (!are_apart(rope, i, j, step, distance))
                continue;
            room[i] = distance < room[i] ? distance : room[i];
            room[j] = distance < room[j] ? distance : room[j];
        }
    }
    return room;
}

/* Never two widths in a row that differ much. */
static void even_out(struct rope *rope, double slope)
{
    for (int round = 0; round < 2; round++) {
        for (int i = 1; i <= rope->count; i++) {
            double most = rope->half[i - 1] + slope;
            double *half = &rope->half[i % rope->count];
            *half = *half > most ? most : *half;
        }
        for (int i = rope->count; i > 0; i--) {
            double most = rope->half[i % rope->count] + slope;
            double *half = &rope->half[i - 1];
            *half = *half > most ? most : *half;
        }
    }
}

/* A width that is drawn anew every `stretch` dots, and changes slowly between. */
static void widen(struct design *design, struct rope *rope, double step)
{
    int stretches = rope->count / (DOTS_EACH * 2) + 2;
    double *wanted = memory_allocate((size_t)stretches, sizeof *wanted);
    for (int i = 0; i < stretches; i++)
        wanted[i] = design->half * design_between(design, 1 - design->variety, 1 + design->variety);
    wanted[1] = wanted[stretches - 1] = wanted[0];
    double most = design->half * (1 + design->variety);
    most = most < START_HALF ? START_HALF : most;
    double *room = measure_room(rope, step, 2 * most + design->gap);
    for (int i = 0; i < rope->count; i++) {
        double at = (double)i * (stretches - 1) / rope->count;
        double part = at - (int)at;
        part = part * part * (3 - 2 * part);
        double half = wanted[(int)at] + (wanted[(int)at + 1] - wanted[(int)at]) * part;
        double space = (room[i] - design->gap) / 2;
        double from_start = (i < rope->count - i ? i : rope->count - i) * step;
        double start_half = START_HALF - (from_start - START_WIDE) * 0.08;
        start_half = start_half < START_HALF ? start_half : START_HALF;
        half = half < start_half ? start_half : half;
        rope->half[i] = half < space ? half : space;
    }
    even_out(rope, step * 0.2);
    free(room);
    free(wanted);
}

/* --- street: straight pieces ----------------------------------------------------------------- */

/* Where a second way leaves or comes back, the corner stays as it is. */
static bool is_joint(const struct design *design, int at)
{
    int count = design->loop.count;
    for (int i = 0; i < design->ways_found; i++)
        if ((design->ways[i].corner + 1) % count == at ||
            (design->ways[i].corner + count - 1) % count == at)
            return true;
    return false;
}

static void lay_corner(struct design *design, struct spot before, struct spot at, struct spot after,
                       struct rope *rope)
{
    double back = spot_distance(before, at);
    double on = spot_distance(at, after);
    double cut = (back < on ? back : on) * design_between(design, 0.25, 0.5);
    rope_add(rope, spot_between(at, before, cut / back), design->half);
    rope_add(rope, spot_between(at, after, cut / on), design->half);
}

void rope_lay_way(struct design *design, const struct second_way *way, struct rope *rope)
{
    const struct loop_path *loop = &design->loop;
    int count = loop->count;
    struct spot from = place(design, &loop->vertices[(way->corner + count - 1) % count]);
    struct spot over = place(design, &way->over);
    struct spot to = place(design, &loop->vertices[(way->corner + 1) % count]);
    double half = design->half * design_between(design, 0.85, 1);
    rope_add(rope, from, half);
    if (random_below(&design->random, 2) == 0)
        lay_corner(design, from, over, to, rope);
    else
        rope_add(rope, over, half);
    rope_add(rope, to, half);
    for (int i = 0; i < rope->count; i++)
        rope->half[i] = half;
}

bool rope_starts_beside(const struct design *design, const struct second_way *way)
{
    const struct loop_path *loop = &design->loop;
    for (int i = -1; i <= 1; i++) {
        const struct lattice_vertex *at =
            &loop->vertices[(way->corner + i + loop->count) % loop->count];
        struct spot dot = {design->lines_x[at->column], design->lines_y[at->row]};
        if (spot_distance(dot, design->rope.dots[0]) < 1.3 * design->pitch)
            return true;
    }
    return false;
}

/* --- the start ------------------------------------------------------------------------------- */

static struct spot step_along(const struct rope *rope, int at, int steps)
{
    int count = rope->count;
    return rope->dots[((at + steps) % count + count) % count];
}

struct spot rope_heading(const struct rope *rope, int at)
{
    struct spot a = step_along(rope, at, -2);
    struct spot b = step_along(rope, at, 2);
    double length = spot_distance(a, b);
    return (struct spot){(b.x - a.x) / length, (b.y - a.y) / length};
}

/* How many dots on (`sign` 1) or back from this one the road stays near the straight along an
 * axis. */
static int measure_run(const struct rope *rope, int at, bool along_x, int sign)
{
    static const double ASIDE = 0.9;
    struct spot from = rope->dots[at];
    int steps = 0;
    for (; steps < rope->count / 3; steps++) {
        struct spot dot = step_along(rope, at, sign * (steps + 1));
        double aside = along_x ? dot.y - from.y : dot.x - from.x;
        if (aside > ASIDE || aside < -ASIDE)
            break;
    }
    return steps;
}

static void turn_to_first(struct rope *rope, int first)
{
    struct rope turned = {0};
    for (int i = 0; i < rope->count; i++)
        rope_add(&turned, rope->dots[(first + i) % rope->count],
                 rope->half[(first + i) % rope->count]);
    rope_free(rope);
    *rope = turned;
}

/* Not so near to the edge of the sheet that the road would be cut off. */
static double between_rows(double at, int side)
{
    double middle = (int)at + 0.5;
    return middle < START_EDGE ? middle + 1 : middle > side - START_EDGE ? middle - 1 : middle;
}

/* Dots on a straight come to lie on its line, those at its ends half. It runs between two rows of
 * grid points, so that four of them fit into a narrow road. */
static void straighten(const struct design *design, struct rope *rope, int back, int ahead,
                       bool along_x)
{
    struct spot from = {between_rows(rope->dots[0].x, design->wish.width),
                        between_rows(rope->dots[0].y, design->wish.height)};
    for (int i = -back; i <= ahead; i++) {
        struct spot *dot = &rope->dots[(i + rope->count) % rope->count];
        int to_end = i + back < ahead - i ? i + back : ahead - i;
        double part = to_end < 3 ? (to_end + 1) / 4.0 : 1;
        if (along_x)
            dot->y += (from.y - dot->y) * part;
        else
            dot->x += (from.x - dot->x) * part;
    }
}

static const double RUN_AHEAD = 8, RUN_BACK = 2.5; /* squares */

/* The longest straight along an axis, a stretch behind its beginning. */
static bool choose_start(struct design *design, struct rope *rope, double step)
{
    int least_ahead = (int)(RUN_AHEAD / step) + 1;
    int least_back = (int)(RUN_BACK / step) + 1;
    int best = -1, best_score = 0, best_back = 0, best_ahead = 0;
    for (int i = 0; i < rope->count; i++) {
        struct spot heading = rope_heading(rope, i);
        bool along_x = heading.x * heading.x > 0.5;
        int ahead = measure_run(rope, i, along_x, 1);
        int back = measure_run(rope, i, along_x, -1);
        if (ahead < least_ahead || back < least_back)
            continue;
        int score = ahead + (back < 2 * least_back ? 2 * back : 4 * least_back) +
                    (int)random_below(&design->random, 6);
        if (score > best_score) {
            best = i;
            best_score = score;
            best_back = back;
            best_ahead = ahead;
        }
    }
    if (best < 0)
        return false;
    struct spot heading = rope_heading(rope, best);
    turn_to_first(rope, best);
    straighten(design, rope, best_back, best_ahead, heading.x * heading.x > 0.5);
    return true;
}

static void lay_round(struct design *design, double step)
{
    struct rope *rope = &design->rope;
    for (int i = 0; i < design->loop.count; i++)
        rope_add(rope, place(design, &design->loop.vertices[i]), design->half);
    resample(rope, step);
    rope_smooth(rope, 0.5, (int)(design->roundness * DOTS_EACH * DOTS_EACH * 2));
    double half = design->half > START_HALF_LEAST ? design->half : START_HALF_LEAST;
    for (int i = 0; i < PUSHES; i++) {
        push_apart(rope, 2 * half + design->gap + 0.4, step);
        rope_smooth(rope, 0.3, 1);
        if (i % 10 == 9) {
            fill_sheet(rope, design);
            resample(rope, step);
        }
    }
}

bool rope_lay(struct design *design)
{
    double step = design->pitch / DOTS_EACH;
    struct rope *rope = &design->rope;
    if (design->straight) {
        const struct loop_path *loop = &design->loop;
        for (int i = 0; i < loop->count; i++) {
            struct spot before =
                place(design, &loop->vertices[(i + loop->count - 1) % loop->count]);
            struct spot at = place(design, &loop->vertices[i]);
            struct spot after = place(design, &loop->vertices[(i + 1) % loop->count]);
            bool corner = before.x != after.x && before.y != after.y;
            if (corner && !is_joint(design, i) && random_below(&design->random, 100) < 45)
                lay_corner(design, before, at, after, rope);
            else
                rope_add(rope, at, design->half);
        }
        resample(rope, step);
    } else {
        lay_round(design, step);
    }
    if (!choose_start(design, rope, step))
        return false;
    widen(design, rope, step);
    for (int i = 0; i < rope->count; i++)
        if (rope->half[i] < design->half_least)
            return false;
    return rope->half[0] >= START_HALF_LEAST;
}

/* --- how long a lap takes, by eye ------------------------------------------------------------ */

/* The square of the speed that the bend at a dot allows. */
static double bend_allows(const struct rope *line, int i)
{
    int count = line->count;
    int far = DOTS_EACH / 2;
    struct spot a = line->dots[(i + count - far) % count];
    struct spot b = line->dots[i];
    struct spot c = line->dots[(i + far) % count];
    double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    double sides = spot_distance(a, b) * spot_distance(b, c) * spot_distance(a, c);
    turn = turn < 0 ? -turn : turn;
    return turn * 200 < sides ? 100 : sides / (2 * turn) * 1.0;
}

double rope_guess_rounds(const struct rope *rope)
{
    /* The line that is pulled tight within the road. */
    struct rope line = {0};
    for (int i = 0; i < rope->count; i++)
        rope_add(&line, rope->dots[i], rope->half[i]);
    for (int t = 0; t < 60; t++) {
        rope_smooth(&line, 0.8, 1);
        for (int i = 0; i < rope->count; i++) {
            double off = spot_distance(line.dots[i], rope->dots[i]);
            double most = rope->half[i] * 0.75;
            if (off > most)
                line.dots[i] = spot_between(rope->dots[i], line.dots[i], most / off);
        }
    }
    int count = line.count;
    double *allowed = line.half;
    for (int i = 0; i < count; i++)
        allowed[i] = bend_allows(&line, i) + 1;
    double rounds = 0;
    for (int i = 2 * count; i > 0; i--) {
        double gap = spot_distance(line.dots[i % count], line.dots[(i - 1) % count]);
        double most = allowed[i % count] + 2 * gap;
        allowed[(i - 1) % count] =
            allowed[(i - 1) % count] < most ? allowed[(i - 1) % count] : most;
    }
    for (int i = 0; i < 2 * count; i++) {
        double gap = spot_distance(line.dots[i % count], line.dots[(i + 1) % count]);
        double most = allowed[i % count] + 2 * gap;
        double *next = &allowed[(i + 1) % count];
        *next = *next < most ? *next : most;
        rounds += i < count ? 0 : gap / sqrt(*next);
    }
    rope_free(&line);
    return rounds;
}
