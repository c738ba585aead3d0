/* What is wrong is put right by one click, and a single corner is moved. */
#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/lap.h"
#include "studio/graph_paper/sketch/sketch_inside.h"

#include <stdlib.h>

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

static bool is_open(const struct draft_loop *loop)
{
    return !draft_loop_is_closed(loop) && loop->count > 1;
}

static struct spot end_of(const struct draft_loop *loop, bool last)
{
    return spot_of(loop->vertices[last ? loop->count - 1 : 0]);
}

static const struct draft_loop *first_open_loop(const struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        if (is_open(&item->loops[i]))
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

static bool close_loops(struct sketch *sketch, int index, struct error *error)
{
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, index);
    for (int i = 0; i < item->loop_count; i++)
        item->loops[i].closed = true;
    return change_finish(&change, "Join ends", error);
}

static bool join(struct sketch *sketch, int index, struct error *error)
{
    static const double REACH = 0.05;
    const struct draft_item *item = &sketch->draft.items[index];
    const struct draft_loop *loop = first_open_loop(item);
    struct spot way[2];
    if (!loop)
        return error_set(error, "there is nothing to join any more");
    double own = spot_distance(end_of(loop, false), end_of(loop, true));
    if (item->loop_count > 1 || !find_other_end(&sketch->draft, index, own, way))
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

static bool extend(struct sketch *sketch, int index, struct error *error)
{
    const struct draft_loop *loop = &sketch->draft.items[index].loops[0];
    struct point from = {loop->vertices[0].x / FINE, loop->vertices[0].y / FINE};
    struct point to = {loop->vertices[1].x / FINE, loop->vertices[1].y / FINE};
    struct point whole = point_subtract(to, from);
    int steps = (int)number_common_divisor(whole.x, whole.y);
    struct point step = {whole.x / steps, whole.y / steps};
    struct track *look = track_to_look_at(&sketch->draft);
    struct change change = change_begin(sketch);
    struct point *ends = change_edit(&change, index)->loops[0].vertices;
    ends[0] = point_to_fine(beyond_wall(look, from, (struct point){-step.x, -step.y}));
    ends[1] = point_to_fine(beyond_wall(look, to, step));
    track_release(look);
    return change_finish(&change, "Extend line", error);
}

static bool has_lap(const struct sketch *sketch)
{
    struct error unused;
    struct track *track = track_from_draft(&sketch->draft, &unused);
    bool possible = track && lap_prove(track, NULL, NULL, &unused);
    track_release(track);
    return possible;
}

static void turn_lines(struct sketch *sketch, bool start, bool finish)
{
    for (int i = 0; i < sketch->draft.count; i++) {
        enum draft_role role = sketch->draft.items[i].role;
        if ((start && (role == DRAFT_START || role == DRAFT_START_FINISH)) ||
            (finish && role == DRAFT_FINISH))
            sketch_flip_line(sketch, i);
    }
}

/* On an open track the finish, the start, or both: the first that leaves a lap. On a sheet where
 * that would take long nobody is kept waiting for the proof. */
static bool turn(struct sketch *sketch, struct error *error)
{
    enum { ONLY_FINISH = 1, ONLY_START = 2, BOTH_LINES = 3, SQUARES_PROVED = 40000 };
    bool proves = (int64_t)sketch->draft.width * sketch->draft.height <= SQUARES_PROVED;
    for (int which = ONLY_FINISH; which <= BOTH_LINES; which++) {
        uint64_t before = sketch_version(sketch);
        bool finish = which & ONLY_FINISH, start = which & ONLY_START;
        sketch_begin_step(sketch);
        turn_lines(sketch, start, finish);
        bool helps = sketch_version(sketch) != before && (!proves || has_lap(sketch));
        if (!helps)
            turn_lines(sketch, start, finish);
        sketch_end_step(sketch);
        if (helps)
            return true;
    }
    return error_set(error, "Turning the line round does not help: no car gets past the place that "
                            "is marked. Widen the track there.");
}

/* --- the others ------------------------------------------------------------------------------ */

static int compare_numbers(const void *first, const void *second)
{
    const struct draft_item *a = *(const struct draft_item *const *)first;
    const struct draft_item *b = *(const struct draft_item *const *)second;
    return a->number != b->number ? (a->number > b->number) - (a->number < b->number)
                                  : (a > b) - (a < b);
}

static bool number_anew(struct sketch *sketch, struct error *error)
{
    const struct draft *draft = &sketch->draft;
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

static bool move_to_grid(struct sketch *sketch, int index, struct error *error)
{
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, index);
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++)
            item->loops[i].vertices[j] =
                sketch_sheet_grid_place(&change.sheet, spot_of(item->loops[i].vertices[j]));
    return change_finish(&change, "Move to grid points", error);
}

static bool give_arrow(struct sketch *sketch, int index, struct error *error)
{
    struct change change = change_begin(sketch);
    struct draft_item *item = change_edit(&change, index);
    item->arrow = (struct point){1, 0};
    item_begin_arrow(&change, item);
    return change_finish(&change, "Set arrow", error);
}

bool sketch_repair(struct sketch *sketch, const struct draft_problem *problem, struct error *error)
{
    int index = problem->item;
    if (problem->repair == REPAIR_TURN)
        return turn(sketch, error);
    if (index < 0 || index >= sketch->draft.count)
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

bool sketch_find_corner(const struct sketch *sketch, int index, struct spot at, double reach,
                        struct sketch_corner *corner)
{
    bool found = false;
    if (index < 0 || index >= sketch->draft.count)
        return false;
    const struct draft_item *item = &sketch->draft.items[index];
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

bool sketch_move_corner(struct sketch *sketch, struct sketch_corner corner, struct spot to,
                        struct error *error)
{
    if (!spot_is_sound(to) || corner.item < 0 || corner.item >= sketch->draft.count)
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
