/* The eraser: a disc that is drawn over the sheet and takes with it what outlines have there. */

#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/driving.h"
#include "studio/graph_paper/sketch/sketch.h"

#include <math.h>
#include <stdlib.h>

/* What remains of an outline and is shorter is no stroke. */
static const double CRUMB = 0.1;

struct eraser {
    struct trail path;
    double radius;
    struct spot low, high; /* the box that it stays in */
};

/* A part of an edge, as shares of it. */
struct sketch_span {
    double from, to;
};

static void widen(struct sketch_span *span, double from, double to)
{
    if (!(from <= to))
        return;
    span->from = fmin(span->from, from);
    span->to = fmax(span->to, to);
}

/* Where the edge, which begins at `from` as seen from a disc's middle, is within the disc. */
static void add_disc(struct sketch_span *span, struct spot from, struct spot way, double radius)
{
    double a = spot_dot(way, way), b = spot_dot(from, way);
    double c = spot_dot(from, from) - radius * radius;
    double root = b * b - a * c;
    if (a > 0 && root >= 0) {
        root = sqrt(root);
        widen(span, (-b - root) / a, (-b + root) / a);
    }
}

/* Cuts the range down to where low <= at + t * way <= high. */
static void clip(struct sketch_span *span, double at, double way, double low, double high)
{
    if (way == 0) {
        if (at < low || at > high)
            *span = (struct sketch_span){1, 0};
        return;
    }
    double one = (low - at) / way, other = (high - at) / way;
    span->from = fmax(span->from, fmin(one, other));
    span->to = fmin(span->to, fmax(one, other));
}

/* The part of the edge a..b that a disc takes which is drawn from c to d: what it takes is convex,
 * so it is one part. */
static struct sketch_span find_span(struct spot a, struct spot b, struct spot c, struct spot d,
                                    double radius)
{
    struct sketch_span span = {INFINITY, -INFINITY}, box = {-INFINITY, INFINITY};
    struct spot way = spot_subtract(b, a), stroke = spot_subtract(d, c);
    struct spot from = spot_subtract(a, c);
    double length = sqrt(spot_dot(stroke, stroke));
    add_disc(&span, from, way, radius);
    add_disc(&span, spot_subtract(a, d), way, radius);
    if (length > 0) {
        struct spot along = {stroke.x / length, stroke.y / length};
        clip(&box, spot_dot(from, along), spot_dot(way, along), 0, length);
        clip(&box, spot_cross(along, from), spot_cross(along, way), -radius, radius);
        widen(&span, box.from, box.to);
    }
    span.from = fmax(span.from, 0);
    span.to = fmin(span.to, 1);
    return span;
}

static int compare_spans(const void *first, const void *second)
{
    const struct sketch_span *a = first, *b = second;
    return (a->from > b->from) - (a->from < b->from);
}

/* The parts of the edge that go, in order and apart from each other; the caller frees them. */
static struct sketch_span *find_spans(const struct eraser *eraser, struct spot a, struct spot b,
                                      int *count)
{
    struct sketch_span *spans = NULL;
    int found = 0, capacity = 0;
    const struct trail *path = &eraser->path;
    *count = 0;
    if (fmax(a.x, b.x) < eraser->low.x || fmin(a.x, b.x) > eraser->high.x ||
        fmax(a.y, b.y) < eraser->low.y || fmin(a.y, b.y) > eraser->high.y)
        return NULL;
    for (int i = 0; i < path->count; i++) {
        struct sketch_span span =
            find_span(a, b, path->spots[i > 0 ? i - 1 : 0], path->spots[i], eraser->radius);
        if (!(span.from < span.to))
            continue;
        array_add(spans, found, capacity, span);
    }
    if (found > 1)
        qsort(spans, (size_t)found, sizeof *spans, compare_spans);
    for (int i = 0; i < found; i++)
        if (*count > 0 && spans[i].from <= spans[*count - 1].to)
            spans[*count - 1].to = fmax(spans[*count - 1].to, spans[i].to);
        else
            spans[(*count)++] = spans[i];
    return spans;
}

/* --- one outline ----------------------------------------------------------------------------- */

struct sketch_pieces {
    struct trail *trails;
    int count, capacity;
    bool broken; /* a new one begins with the next spot */
};

static void add_kept(struct sketch_pieces *pieces, struct spot from, struct spot to)
{
    if (pieces->broken) {
        array_add(pieces->trails, pieces->count, pieces->capacity, (struct trail){0});
        pieces->broken = false;
    }
    trail_add(&pieces->trails[pieces->count - 1], from);
    trail_add(&pieces->trails[pieces->count - 1], to);
}

/* True if something of the edge goes. */
static bool cut_edge(const struct eraser *eraser, struct spot a, struct spot b,
                     struct sketch_pieces *pieces)
{
    int count;
    struct sketch_span *spans = find_spans(eraser, a, b, &count);
    double at = 0;
    for (int i = 0; i < count; i++) {
        if (spans[i].from > at)
            add_kept(pieces, at > 0 ? spot_between(a, b, at) : a,
                     spot_between(a, b, spans[i].from));
        pieces->broken = true;
        at = spans[i].to;
    }
    if (at < 1)
        add_kept(pieces, at > 0 ? spot_between(a, b, at) : a, b);
    free(spans);
    return count > 0;
}

static void free_pieces(struct sketch_pieces *pieces)
{
    for (int i = 0; i < pieces->count; i++)
        trail_free(&pieces->trails[i]);
    free(pieces->trails);
    *pieces = (struct sketch_pieces){0};
}

/* What is left of a loop where something of it goes; false if nothing does. */
static bool cut_loop(const struct eraser *eraser, const struct draft_loop *loop,
                     struct sketch_pieces *pieces)
{
    bool cut = false, whole_first = false;
    int edges = loop->count - !loop->closed;
    *pieces = (struct sketch_pieces){.broken = true};
    if (loop->count == 1) {
        int count;
        struct spot at = spot_of(loop->vertices[0]);
        struct spot beside = {at.x + 1.0 / FINE, at.y};
        free(find_spans(eraser, at, beside, &count));
        return count > 0;
    }
    for (int i = 0; i < edges; i++) {
        bool here = cut_edge(eraser, spot_of(loop->vertices[i]),
                             spot_of(loop->vertices[(i + 1) % loop->count]), pieces);
        cut |= here;
        if (i == 0)
            whole_first =
                pieces->count > 0 &&
                point_equal(loop->vertices[0],
                            (struct point){(int32_t)(pieces->trails[0].spots[0].x * FINE),
                                           (int32_t)(pieces->trails[0].spots[0].y * FINE)});
    }
    if (cut && loop->closed && whole_first && !pieces->broken && pieces->count > 1) {
        struct trail *last = &pieces->trails[pieces->count - 1]; /* it leads into the first */
        trail_append(last, &pieces->trails[0]);
        trail_free(&pieces->trails[0]);
        pieces->trails[0] = *last;
        pieces->count--;
    }
    return cut;
}

/* --- the sheet ------------------------------------------------------------------------------- */

/* The pieces become items of their own behind the one that they are of. */
static void add_pieces(struct change *change, int index, const struct sketch_pieces *pieces)
{
    for (int i = pieces->count - 1; i >= 0; i--) {
        if (trail_length(&pieces->trails[i]) < CRUMB)
            continue;
        enum draft_role role = change_item(change, index)->role;
        struct point arrow = change_item(change, index)->arrow;
        struct draft_item *item = change_insert(change, index + 1, role);
        item->arrow = arrow;
        const struct trail *trail = &pieces->trails[i];
        struct point *points = memory_allocate((size_t)trail->count, sizeof *points);
        for (int j = 0; j < trail->count; j++)
            points[j] = sketch_sheet_place(&change->sheet, trail->spots[j]);
        item_add_loop(item, points, trail->count, false);
        free(points);
    }
}

static void erase_outline(struct change *change, int index, const struct eraser *eraser,
                          bool *erased)
{
    for (int i = change_item(change, index)->loop_count - 1; i >= 0; i--) {
        struct sketch_pieces pieces;
        if (cut_loop(eraser, &change_item(change, index)->loops[i], &pieces)) {
            struct draft_item *item = change_edit(change, index);
            free(item->loops[i].vertices);
            item->loops[i] = item->loops[--item->loop_count];
            add_pieces(change, index, &pieces);
            *erased = true;
        }
        free_pieces(&pieces);
    }
    if (change_item(change, index)->loop_count == 0)
        change_remove(change, index);
}

static bool touches(const struct eraser *eraser, const struct draft_item *item)
{
    bool touched = false;
    for (int i = 0; i < item->loop_count && !touched; i++) {
        struct sketch_pieces pieces;
        touched = cut_loop(eraser, &item->loops[i], &pieces);
        free_pieces(&pieces);
    }
    return touched;
}

bool sketch_erase(struct steps *sketch, const struct spot *path, int count, double radius,
                  struct error *error)
{
    *error = (struct error){0};
    if (!(radius > 0 && radius <= SHEET_MAX))
        return false;
    struct eraser eraser = {
        .radius = radius, .low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (int i = 0; i < count; i++) {
        if (!spot_is_sound(path[i]))
            continue;
        trail_add(&eraser.path, path[i]);
        eraser.low.x = fmin(eraser.low.x, path[i].x - radius);
        eraser.low.y = fmin(eraser.low.y, path[i].y - radius);
        eraser.high.x = fmax(eraser.high.x, path[i].x + radius);
        eraser.high.y = fmax(eraser.high.y, path[i].y + radius);
    }
    struct change change = change_begin(sketch);
    bool erased = false;
    for (int i = change.sheet.count - 1; i >= 0; i--) {
        if (item_is_outline(change_item(&change, i))) {
            erase_outline(&change, i, &eraser, &erased);
        } else if (touches(&eraser, change_item(&change, i))) {
            change_remove(&change, i);
            erased = true;
        }
    }
    trail_free(&eraser.path);
    if (erased)
        return change_finish(&change, "Erase", error);
    change_drop(&change);
    return false;
}

/* === repair =================================================================================== */

/* What is wrong is put right by one click, and a single corner is moved. */

const char *sketch_repair_name(enum draft_repair repair)
{
    static const char *const names[REPAIR_COUNT] = {
        [REPAIR_JOIN] = "Join",
        [REPAIR_EXTEND] = "Extend to the wall",
        [REPAIR_TURN] = "Turn round",
        [REPAIR_BOTH] = "Make it both",
        [REPAIR_NUMBER] = "Number anew",
        [REPAIR_TO_GRID] = "Move to grid points",
        [REPAIR_ARROW] = "Give it an arrow",
        [REPAIR_TAKE_AWAY] = "Take it away",
    };
    return names[repair];
}

/* --- joining --------------------------------------------------------------------------------- */

static struct spot end_of(const struct draft_loop *loop, bool last)
{
    return spot_of(loop->vertices[last ? loop->count - 1 : 0]);
}

static const struct draft_loop *first_open_loop(const struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        if (!draft_loop_is_closed(&item->loops[i]) && item->loops[i].count > 1)
            return &item->loops[i];
    return NULL;
}

/* The shortest way from an end of this stroke to an end of another one of its kind, if that is
 * shorter than `most`. */
static bool find_other_end(const struct draft *draft, int index, double most, struct spot way[2])
{
    const struct draft_loop *own = first_open_loop(&draft->items[index]);
    bool found = false;
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        const struct draft_loop *other = first_open_loop(item);
        if (i == index || item->role != draft->items[index].role || !other || item->loop_count > 1)
            continue;
        for (int ends = 0; ends < 4; ends++) {
            struct spot a = end_of(own, ends & 1), b = end_of(other, ends & 2);
            double gap = spot_distance(a, b);
            if (gap >= most)
                continue;
            most = gap;
            found = true;
            way[0] = a;
            way[1] = b;
        }
    }
    return found;
}

static bool close_loops(struct steps *sketch, int index, struct error *error)
{
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, index);
    for (int i = 0; i < item->loop_count; i++)
        item->loops[i].closed = true;
    return change_finish(&change, "Join ends", error);
}

static bool join(struct steps *sketch, int index, struct error *error)
{
    static const double REACH = 0.05;
    const struct draft_item *item = &sketch_draft(sketch)->items[index];
    const struct draft_loop *loop = first_open_loop(item);
    struct spot way[2];
    if (!loop)
        return error_set(error, "there is nothing to join any more");
    double own = spot_distance(end_of(loop, false), end_of(loop, true));
    if (item->loop_count > 1 || !find_other_end(sketch_draft(sketch), index, own, way))
        return close_loops(sketch, index, error);
    return sketch_draw_stroke(sketch, item->role, way, 2, REACH, error) >= 0;
}

/* --- lines ----------------------------------------------------------------------------------- */

/* Outwards until the wall is reached; at the edge of the sheet it ends anyway. */
static struct point beyond_wall(const struct track *look, struct point end, struct point step)
{
    struct point next = point_add(end, step);
    while (area_place_grid(look->surface, end) == PLACE_INSIDE && track_has_point(look, next)) {
        end = next;
        next = point_add(end, step);
    }
    return end;
}

static bool extend(struct steps *sketch, int index, struct error *error)
{
    const struct draft_loop *loop = &sketch_draft(sketch)->items[index].loops[0];
    struct point from = {loop->vertices[0].x / FINE, loop->vertices[0].y / FINE};
    struct point to = {loop->vertices[1].x / FINE, loop->vertices[1].y / FINE};
    struct point whole = point_subtract(to, from);
    int steps = (int)number_common_divisor(whole.x, whole.y);
    struct point step = {whole.x / steps, whole.y / steps};
    struct track *look = track_to_look_at(sketch_draft(sketch));
    struct change change = change_begin(sketch);
    struct point *ends = change_edit(&change, index)->loops[0].vertices;
    ends[0] = point_to_fine(beyond_wall(look, from, (struct point){-step.x, -step.y}));
    ends[1] = point_to_fine(beyond_wall(look, to, step));
    track_release(look);
    return change_finish(&change, "Extend line", error);
}

static bool has_lap(const struct steps *sketch)
{
    struct error unused;
    struct track *track = track_from_draft(sketch_draft(sketch), &unused);
    bool possible = track && lap_prove(track, NULL, NULL, &unused);
    track_release(track);
    return possible;
}

static void turn_lines(struct steps *sketch, bool start, bool finish)
{
    for (int i = 0; i < sketch_draft(sketch)->count; i++) {
        enum draft_role role = sketch_draft(sketch)->items[i].role;
        if ((start && (role == DRAFT_START || role == DRAFT_START_FINISH)) ||
            (finish && role == DRAFT_FINISH))
            sketch_flip_line(sketch, i);
    }
}

/* --- the others ------------------------------------------------------------------------------ */

static int compare_numbers(const void *first, const void *second)
{
    const struct draft_item *a = *(const struct draft_item *const *)first;
    const struct draft_item *b = *(const struct draft_item *const *)second;
    return a->number != b->number ? (a->number > b->number) - (a->number < b->number)
                                  : (a > b) - (a < b);
}

static bool number_anew(struct steps *sketch, struct error *error)
{
    const struct draft *draft = sketch_draft(sketch);
    const struct draft_item **gates =
        memory_allocate((size_t)draft->count + 1, sizeof(struct draft_item *));
    int count = 0;
    for (int i = 0; i < draft->count; i++)
        if (draft->items[i].role == DRAFT_CHECKPOINT)
            gates[count++] = &draft->items[i];
    qsort(gates, (size_t)count, sizeof *gates, compare_numbers);
    struct change change = change_begin(sketch);
    for (int i = 0; i < count; i++)
        change_edit(&change, (int)(gates[i] - draft->items))->number = i + 1;
    free(gates);
    return change_finish(&change, "Number checkpoints", error);
}

static bool move_to_grid(struct steps *sketch, int index, struct error *error)
{
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, index);
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++)
            item->loops[i].vertices[j] =
                sketch_sheet_grid_place(&change.sheet, spot_of(item->loops[i].vertices[j]));
    return change_finish(&change, "Move to grid points", error);
}

static bool give_arrow(struct steps *sketch, int index, struct error *error)
{
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, index);
    item->arrow = (struct point){1, 0};
    item_begin_arrow(&change, item);
    return change_finish(&change, "Set arrow", error);
}

bool sketch_repair(struct steps *sketch, const struct draft_problem *problem, struct error *error)
{
    int index = problem->item;
    if (problem->repair == REPAIR_TURN) {
        /* On an open track the finish, the start, or both: the first that leaves a lap. On a sheet
         * where that would take long nobody is kept waiting for the proof. */
        enum { ONLY_FINISH = 1, ONLY_START = 2, BOTH_LINES = 3, SQUARES_PROVED = 40000 };
        bool proves =
            (int64_t)sketch_draft(sketch)->width * sketch_draft(sketch)->height <= SQUARES_PROVED;
        for (int which = ONLY_FINISH; which <= BOTH_LINES; which++) {
            uint64_t before = steps_version(sketch);
            bool finish = which & ONLY_FINISH, start = which & ONLY_START;
            steps_begin(sketch, "Turn line round");
            turn_lines(sketch, start, finish);
            bool helps = steps_version(sketch) != before && (!proves || has_lap(sketch));
            if (!helps)
                turn_lines(sketch, start, finish);
            steps_end(sketch, false);
            if (helps)
                return true;
        }
        return error_set(error,
                         "Turning the line round does not help: no car gets past the place that "
                         "is marked. Widen the track there.");
    }
    if (index < 0 || index >= sketch_draft(sketch)->count)
        return error_set(error, "what this was about is there no more");
    switch (problem->repair) {
    case REPAIR_JOIN:
        return join(sketch, index, error);
    case REPAIR_EXTEND:
        return extend(sketch, index, error);
    case REPAIR_BOTH:
        return sketch_set_role(sketch, index, DRAFT_START_FINISH, error);
    case REPAIR_NUMBER:
        return number_anew(sketch, error);
    case REPAIR_TO_GRID:
        return move_to_grid(sketch, index, error);
    case REPAIR_ARROW:
        return give_arrow(sketch, index, error);
    case REPAIR_TAKE_AWAY:
        return sketch_delete(sketch, &index, 1);
    default:
        return error_set(error, "this is to be put right by hand");
    }
}

/* --- corners --------------------------------------------------------------------------------- */

bool sketch_find_corner(const struct steps *sketch, int index, struct spot at, double reach,
                        struct sketch_corner *corner)
{
    bool found = false;
    if (index < 0 || index >= sketch_draft(sketch)->count)
        return false;
    const struct draft_item *item = &sketch_draft(sketch)->items[index];
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++) {
            struct spot there = spot_of(item->loops[i].vertices[j]);
            double distance = spot_distance(there, at);
            if (distance > reach)
                continue;
            reach = distance;
            found = true;
            *corner = (struct sketch_corner){index, i, j};
        }
    return found;
}

static bool lies_on_neighbour(const struct draft_loop *loop, int vertex, struct point place)
{
    bool round = loop->closed && loop->count > 2;
    for (int side = -1; side <= 1; side += 2) {
        int next = vertex + side;
        if (round)
            next = (next + loop->count) % loop->count;
        if (next >= 0 && next < loop->count && point_equal(loop->vertices[next], place))
            return true;
    }
    return false;
}

bool sketch_move_corner(struct steps *sketch, struct sketch_corner corner, struct spot to,
                        struct error *error)
{
    if (!spot_is_sound(to) || corner.item < 0 || corner.item >= sketch_draft(sketch)->count)
        return error_set(error, "there is no such corner");
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, corner.item);
    struct draft_loop *loop = &item->loops[corner.loop];
    struct point place = item_is_outline(item) ? sketch_sheet_place(&change.sheet, to)
                                               : sketch_sheet_grid_place(&change.sheet, to);
    if (lies_on_neighbour(loop, corner.vertex, place)) {
        change_drop(&change);
        return error_set(error, "two corners cannot lie on one point");
    }
    loop->vertices[corner.vertex] = place;
    return change_finish(&change, "Move corner", error);
}

/* === parallel ================================================================================= */

/* The line beside a closed one at an even distance.
 *
 * Every place of a fine mesh learns how far it is from the line; the line beside it is where that
 * is as far as wanted (marching squares). So it cannot cross itself or the first one, whatever that
 * looks like, and what has no room falls away by itself.
 */

enum { NODE_LIMIT = 4000000 };

static const double FINEST_MESH = 1.0 / 16;
static const double WORK_LIMIT = 3e7;     /* distances that are worked out */
static const double LEAST_AREA = 0.5;     /* squares; what is smaller is no room */
static const double TOLERANCE = 1.0 / 96; /* that vertices may be off the line */

/* Nodes in rows from the lower left corner; `away` is how far inside each of them lies. */
struct sketch_mesh {
    struct spot origin;
    double side;
    int across, up;
    double *away;
    unsigned char *inside;
};

struct sketch_extent {
    struct spot low, high;
};

static struct sketch_extent box_of(const struct spot *spots, int count, double margin)
{
    struct sketch_extent box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < count; i++) {
        box.low = (struct spot){fmin(box.low.x, spots[i].x - margin),
                                fmin(box.low.y, spots[i].y - margin)};
        box.high = (struct spot){fmax(box.high.x, spots[i].x + margin),
                                 fmax(box.high.y, spots[i].y + margin)};
    }
    return box;
}

static double nodes_in(struct sketch_extent box, double side)
{
    return ((box.high.x - box.low.x) / side + 3) * ((box.high.y - box.low.y) / side + 3);
}

/* The finest mesh that is not too much work; 0 if that would be too coarse. */
static double choose_side(const struct trail *loop, double distance)
{
    struct sketch_extent whole = box_of(loop->spots, loop->count, distance);
    double coarsest = distance / 2;
    for (double side = FINEST_MESH; side <= fmax(coarsest, FINEST_MESH); side *= 2) {
        double work = 0;
        for (int i = 1; i < loop->count; i++)
            work += nodes_in(box_of(&loop->spots[i - 1], 2, distance + 2 * side), side);
        if (work <= WORK_LIMIT && nodes_in(whole, side) <= NODE_LIMIT)
            return side;
    }
    return 0;
}

static int clamp(double number, int most)
{
    return number < 0 ? 0 : number > most ? most : (int)number;
}

/* The nodes near the edge learn how far away it is, as a square. */
static void measure_edge(struct sketch_mesh *mesh, struct spot a, struct spot b, double margin)
{
    struct spot ends[2] = {a, b}, way = spot_subtract(b, a);
    struct sketch_extent box = box_of(ends, 2, margin);
    int left = clamp((box.low.x - mesh->origin.x) / mesh->side, mesh->across - 1);
    int right = clamp((box.high.x - mesh->origin.x) / mesh->side + 1, mesh->across - 1);
    int low = clamp((box.low.y - mesh->origin.y) / mesh->side, mesh->up - 1);
    int high = clamp((box.high.y - mesh->origin.y) / mesh->side + 1, mesh->up - 1);
    double length = spot_dot(way, way), per_square = length > 0 ? 1 / length : 0;
    for (int y = low; y <= high; y++) {
        double *row = &mesh->away[(size_t)y * (size_t)mesh->across];
        for (int x = left; x <= right; x++) {
            struct spot place = spot_plus(mesh->origin, (struct spot){x, y}, mesh->side);
            struct spot from = spot_subtract(place, a);
            /* The square of how far the edge is from a place that is seen from its beginning. */
            double along = spot_dot(from, way) * per_square;
            along = along < 0 ? 0 : along > 1 ? 1 : along;
            struct spot to = {from.x - along * way.x, from.y - along * way.y};
            double here = spot_dot(to, to);
            row[x] = here < row[x] ? here : row[x];
        }
    }
}

static void measure(struct sketch_mesh *mesh, const struct trail *loop, double distance)
{
    for (int i = 1; i < loop->count; i++) {
        measure_edge(mesh, loop->spots[i - 1], loop->spots[i], distance + 2 * mesh->side);
        /* In each row that the edge passes, the nodes to its right change sides. */
        struct spot a = loop->spots[i - 1];
        struct spot b = loop->spots[i];
        struct spot low = a.y <= b.y ? a : b, high = a.y <= b.y ? b : a;
        int first = clamp((low.y - mesh->origin.y) / mesh->side, mesh->up - 1);
        for (int y = first; y < mesh->up; y++) {
            double at = mesh->origin.y + y * mesh->side;
            if (at < low.y)
                continue;
            if (at >= high.y)
                break;
            double x = low.x + (high.x - low.x) * (at - low.y) / (high.y - low.y);
            int column = clamp((x - mesh->origin.x) / mesh->side + 1, mesh->across - 1);
            mesh->inside[(size_t)y * (size_t)mesh->across + (size_t)column] ^= 1;
        }
    }
    /* After this `away` is above 0 inside and below 0 outside. */
    for (int y = 0; y < mesh->up; y++) {
        unsigned char inside = 0;
        for (int x = 0; x < mesh->across; x++) {
            size_t node = (size_t)y * (size_t)mesh->across + (size_t)x;
            inside ^= mesh->inside[node];
            double away = sqrt(mesh->away[node]);
            mesh->away[node] = inside ? away : -away;
        }
    }
}

/* --- the level line -------------------------------------------------------------------------- */

static struct trail largest_line(const struct sketch_mesh *mesh, double at)
{
    struct level_lines lines = level_lines_begin(mesh->away, mesh->across, mesh->up, at);
    struct trail best = {0}, line;
    while (level_lines_next(&lines, &line)) {
        bool larger = trail_area(&line) > trail_area(&best);
        trail_free(larger ? &best : &line);
        if (larger)
            best = line;
    }
    level_lines_end(&lines);
    for (int i = 0; i < best.count; i++)
        best.spots[i] = spot_plus(mesh->origin, best.spots[i], mesh->side);
    if (best.count > 0)
        trail_add(&best, best.spots[0]);
    return best;
}

bool parallel_find(const struct trail *loop, double squares, struct trail *into)
{
    struct sketch_mesh mesh = {.away = NULL};
    double distance = fabs(squares), side = choose_side(loop, distance);
    *into = (struct trail){0};
    if (!(side > 0))
        return false;
    struct sketch_extent box = box_of(loop->spots, loop->count, distance + 2 * side);
    mesh.side = side;
    mesh.origin = box.low;
    mesh.across = (int)((box.high.x - box.low.x) / side) + 2;
    mesh.up = (int)((box.high.y - box.low.y) / side) + 2;
    size_t count = (size_t)mesh.across * (size_t)mesh.up;
    mesh.away = memory_allocate(count, sizeof *mesh.away);
    mesh.inside = memory_allocate(count, 1);
    for (size_t i = 0; i < count; i++)
        mesh.away[i] = 1e12;
    measure(&mesh, loop, distance);
    struct trail line = largest_line(&mesh, squares);
    free(mesh.away);
    free(mesh.inside);
    if (line.count > 3 && trail_area(&line) >= LEAST_AREA)
        *into = trail_thin_out(&line, TOLERANCE);
    trail_free(&line);
    return into->count > 3;
}
