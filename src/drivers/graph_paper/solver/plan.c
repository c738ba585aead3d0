/* See search.h: what a search is about, and which moves stay on the track. */

#include "drivers/graph_paper/solver/search.h"

#include <assert.h>
#include <stdlib.h>

enum {
    STATE_LIMIT = 400000,
    LAYER_LIMIT = 4000,
    STORE_LIMIT = 5000,
    VELOCITY_LIMIT = 400000,
    SHIFT_LIMIT = 4096
};

static int value_of(const struct plan *plan, enum graph_paper_field field)
{
    return plan->setup.values[field];
}

static const struct track *track_of(const struct plan *plan)
{
    return graph_paper_track(&plan->setup);
}

/* The squares that it takes to be so fast. */
static int way_to(int speed, int step)
{
    int moves = speed > 0 ? (speed + step - 1) / step : 0;
    return moves * speed - step * moves * (moves - 1) / 2;
}

static int fastest_within(int squares, int step)
{
    int speed = 0;
    while (way_to(speed + 1, step) <= squares)
        speed++;
    return speed;
}

/* --- how fast on an axis ----------------------------------------------------------------------
 *
 * A state is a place, the last move, and how much of the spare has gone; a car may stand still
 * anywhere. The shift of the next move is anything between the sums of the arrows against and along
 * the axis of the areas that the last one may have touched. */

struct plan_stretch {
    int low, high; /* of an area, in squares */
    int arrow;
};

struct axis {
    struct reach *reach;
    int size, step, spare;
    struct plan_stretch *stretches;
    int stretch_count;
    bool *seen;
    int *list; /* of states */
    int list_count;
};

static struct plan_stretch stretch_of(const struct track_patch *patch, bool upright)
{
    struct plan_stretch stretch = {SHEET_MAX, 0, upright ? patch->arrow.y : patch->arrow.x};
    for (int i = 0; i < area_loop_count(patch->area); i++) {
        struct loop loop = area_loop(patch->area, i);
        for (int k = 0; k < loop.count; k++) {
            int at = upright ? loop.vertices[k].y : loop.vertices[k].x;
            int below = at / FINE;
            int above = (at + FINE - 1) / FINE;
            stretch.low = below < stretch.low ? below : stretch.low;
            stretch.high = above > stretch.high ? above : stretch.high;
        }
    }
    return stretch;
}

static void add_state(struct axis *axis, int at, int move, int used)
{
    int state = (at * (2 * axis->size + 1) + move + axis->size) * (axis->spare + 1) + used;
    if (axis->seen[state])
        return;
    axis->seen[state] = true;
    axis->list[axis->list_count++] = state;
}

/* Any move counts, but only one that stays on the sheet is followed by another. */
static void try_move(struct axis *axis, int at, int move, int used)
{
    struct reach *reach = axis->reach;
    int longest = axis->size + reach->fastest;
    if (move < -longest || move > longest)
        return;
    int *low = &reach->low[move + longest];
    int *high = &reach->high[move + longest];
    *low = at < *low ? at : *low;
    *high = at > *high ? at : *high;
    if (at + move >= 0 && at + move <= axis->size)
        add_state(axis, at + move, move, used);
}

static void expand(struct axis *axis, int state)
{
    int used = state % (axis->spare + 1);
    int move = state / (axis->spare + 1) % (2 * axis->size + 1) - axis->size;
    int at = state / (axis->spare + 1) / (2 * axis->size + 1);
    int from = move > 0 ? at - move : at;
    int to = move > 0 ? at : at - move;
    int least = 0;
    int most = 0;
    for (int i = 0; i < axis->stretch_count; i++) {
        const struct plan_stretch *stretch = &axis->stretches[i];
        if (to < stretch->low || from > stretch->high)
            continue;
        least += stretch->arrow < 0 ? stretch->arrow : 0;
        most += stretch->arrow > 0 ? stretch->arrow : 0;
    }
    for (int extra = 0; used + extra <= axis->spare; extra++)
        for (int change = least - axis->step - extra; change <= most + axis->step + extra; change++)
            try_move(axis, at, move + change, used + extra);
}

/* `fastest` is at first what a move can be longer than the sheet is wide. */
static void settle(struct axis *axis)
{
    struct reach *reach = axis->reach;
    int longest = axis->size + reach->fastest;
    int fastest = longest;
    while (fastest > 0 && reach->low[longest - fastest] > reach->high[longest - fastest] &&
           reach->low[longest + fastest] > reach->high[longest + fastest])
        fastest--;
    for (int i = 0; i <= 2 * fastest; i++) {
        reach->low[i] = reach->low[i + longest - fastest];
        reach->high[i] = reach->high[i + longest - fastest];
    }
    reach->fastest = fastest;
}

/* False if it takes too long to find out. */
static bool reach_find(struct reach *reach, const struct plan *plan, bool upright)
{
    const struct track *track = track_of(plan);
    int spare = plan->spare;
    struct axis axis = {.reach = reach,
                        .size = upright ? track->height : track->width,
                        .step = plan->step,
                        .spare = spare,
                        .stretch_count = track->turbo_count};
    int64_t states = (int64_t)(axis.size + 1) * (2 * axis.size + 1) * (spare + 1);
    *reach = (struct reach){.fastest = plan->step + spare};
    if (states > STATE_LIMIT)
        return false;
    axis.stretches = memory_allocate((size_t)track->turbo_count + 1, sizeof *axis.stretches);
    for (int i = 0; i < track->turbo_count; i++) {
        axis.stretches[i] = stretch_of(&track->turbo_areas[i], upright);
        reach->fastest += abs(axis.stretches[i].arrow);
    }
    int moves = 2 * (axis.size + reach->fastest) + 1;
    reach->low = memory_allocate((size_t)moves, sizeof *reach->low);
    reach->high = memory_allocate((size_t)moves, sizeof *reach->high);
    for (int i = 0; i < moves; i++) {
        reach->low[i] = SHEET_MAX;
        reach->high[i] = -1;
    }
    axis.seen = memory_allocate((size_t)states, sizeof *axis.seen);
    axis.list = memory_allocate((size_t)states, sizeof *axis.list);
    for (int at = 0; at <= axis.size; at++)
        add_state(&axis, at, 0, 0);
    for (int i = 0; i < axis.list_count; i++)
        expand(&axis, axis.list[i]);
    settle(&axis);
    free(axis.stretches);
    free(axis.seen);
    free(axis.list);
    return true;
}

static void reach_free(struct reach *reach)
{
    free(reach->low);
    free(reach->high);
}

/* --- what there is ---------------------------------------------------------------------------- */

/* A car thrown on by turbo areas can be as fast as the sheet is wide. */
static void find_reach(struct plan *plan)
{
    const struct track *track = track_of(plan);
    struct point arrows = {0, 0};
    for (int i = 0; i < track->turbo_count; i++) {
        arrows.x += abs(track->turbo_areas[i].arrow.x);
        arrows.y += abs(track->turbo_areas[i].arrow.y);
    }
    plan->reach = (struct point){fastest_within(track->width, plan->step),
                                 fastest_within(track->height, plan->step)};
    if (plan->has_turbo)
        plan->reach = (struct point){track->width + arrows.x, track->height + arrows.y};
    plan->reach.x += plan->spare + plan->step;
    plan->reach.y += plan->spare + plan->step;
    int top = value_of(plan, FIELD_TOP_SPEED);
    if (top > 0 && !plan->has_turbo)
        plan->reach = point_lower(plan->reach, (struct point){top, top});
    if (plan->has_turbo && reach_find(&plan->across_reach, plan, false) &&
        reach_find(&plan->up_reach, plan, true))
        plan->reach = (struct point){plan->across_reach.fastest, plan->up_reach.fastest};
    plan->across = 2 * plan->reach.x + 1;
    plan->velocities = plan->across * (2 * plan->reach.y + 1);
}

static void add_feature(struct plan *plan, struct point_range box)
{
    plan->features =
        memory_resize(plan->features, (size_t)plan->feature_count + 1, sizeof *plan->features);
    plan->features[plan->feature_count++] = box;
}

static void widen_box(struct point_range *box, struct point at)
{
    box->low = point_lower(box->low, at);
    box->high = point_upper(box->high, at);
}

static struct point_range box_of_area(const struct area *area)
{
    struct loop first = area_loop(area, 0);
    struct point_range box = {first.vertices[0], first.vertices[0]};
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int k = 0; k < loop.count; k++)
            widen_box(&box, loop.vertices[k]);
    }
    return (struct point_range){{box.low.x / FINE, box.low.y / FINE},
                                {(box.high.x + FINE - 1) / FINE, (box.high.y + FINE - 1) / FINE}};
}

static void list_features(struct plan *plan)
{
    const struct track *track = track_of(plan);
    struct point_range line = {track->finish.from, track->finish.from};
    widen_box(&line, track->finish.to);
    add_feature(plan, line);
    for (int i = 0; plan->has_checkpoints && i < track->checkpoint_count; i++) {
        const struct track_checkpoint *checkpoint = &track->checkpoints[i];
        struct point_range box = {checkpoint->points[0], checkpoint->points[0]};
        for (int k = 0; k < checkpoint->point_count; k++)
            widen_box(&box, checkpoint->points[k]);
        add_feature(plan, box);
    }
    for (int i = 0; plan->has_turbo && i < track->turbo_count; i++)
        add_feature(plan, box_of_area(track->turbo_areas[i].area));
}

static bool has_shift(const struct plan *plan, struct point shift)
{
    for (int i = 0; i < plan->shift_count; i++)
        if (point_equal(plan->shifts[i], shift))
            return true;
    return false;
}

/* Every sum of arrows that is different from the others. */
static bool list_shifts(struct plan *plan, struct error *error)
{
    const struct track *track = track_of(plan);
    plan->shifts = memory_allocate(2 * SHIFT_LIMIT, sizeof *plan->shifts);
    plan->shift_count = 1;
    for (int i = 0; plan->has_turbo && i < track->turbo_count; i++) {
        int count = plan->shift_count;
        for (int k = 0; k < count; k++) {
            struct point shift = point_add(plan->shifts[k], track->turbo_areas[i].arrow);
            if (!has_shift(plan, shift))
                plan->shifts[plan->shift_count++] = shift;
        }
        if (plan->shift_count > SHIFT_LIMIT)
            return error_set(error, "the turbo areas have too many different arrows to be solved");
    }
    return true;
}

static void mark_slicks(struct plan *plan)
{
    const struct track *track = track_of(plan);
    plan->slick = bits_create(track->width, track->height);
    if (value_of(plan, FIELD_SLICKS) == SLICKS_OFF || track->slick_count == 0)
        return;
    struct point at;
    for (at.y = 0; at.y <= track->height; at.y++)
        for (at.x = 0; at.x <= track->width; at.x++)
            if (track_on_slick(track, at))
                bits_add(&plan->slick, at);
}

static bool count_planes(struct plan *plan, struct error *error)
{
    const struct track *track = track_of(plan);
    int laps = value_of(plan, FIELD_LAPS);
    if (plan->has_checkpoints && track->checkpoint_count >= LAYER_LIMIT)
        return error_set(error, "there are too many checkpoints to be solved");
    if (plan->has_checkpoints)
        plan->layers = (track->open ? 1 : laps + 1) * (track->checkpoint_count + 1);
    else
        plan->layers = track->open ? 1 : laps + 1 - CROSSINGS_LOWEST;
    plan->stores =
        (plan->store.nitros + 1) * (plan->store.good_brakes + 1) * (plan->store.turbo_boosts + 1);
    plan->planes = plan->layers * plan->stores;
    if (plan->layers > LAYER_LIMIT || plan->stores > STORE_LIMIT || plan->planes > STORE_LIMIT)
        return error_set(error, "laps, checkpoints and extras are too many together to be solved; "
                                "set fewer of them");
    /* More than a piece of the search can tell apart. */
    int tiles = (2 * plan->reach.x / BLOCK + 2) * (2 * plan->reach.y / BLOCK + 2);
    if (plan->velocities > VELOCITY_LIMIT || tiles > 1 << PLAN_TILE_BITS)
        return error_set(error, "the sheet is too large to be solved with turbo areas");
    return true;
}

static int count_extras(const int *values)
{
    return values[FIELD_NITROS] + values[FIELD_GOOD_BRAKES] + values[FIELD_TURBO_BOOSTS];
}

bool plan_make(struct plan *plan, const struct setup *setup, bool with_extras, bool any_speed,
               struct error *error)
{
    *plan = (struct plan){.setup = *setup};
    int *values = plan->setup.values;
    plan->step = graph_paper_step(setup);
    if (plan->step == 2) /* and these pay for nothing */
        values[FIELD_GOOD_BRAKES] = values[FIELD_TURBO_BOOSTS] = 0;
    plan->spare = with_extras || any_speed ? count_extras(values) : 0;
    plan->setup.players = 1;
    plan->setup.last_count = 0;
    if (!with_extras)
        values[FIELD_NITROS] = values[FIELD_GOOD_BRAKES] = values[FIELD_TURBO_BOOSTS] = 0;
    const struct track *track = track_of(plan);
    plan->store =
        (struct store){values[FIELD_NITROS], values[FIELD_GOOD_BRAKES], values[FIELD_TURBO_BOOSTS]};
    plan->has_turbo = values[FIELD_TURBO_AREAS] == SWITCH_ON && track->turbo_count > 0;
    plan->has_checkpoints = values[FIELD_CHECKPOINTS] == SWITCH_ON && track->checkpoint_count > 0;
    find_reach(plan);
    if (!count_planes(plan, error) || !list_shifts(plan, error)) {
        free(plan->shifts);
        reach_free(&plan->across_reach);
        reach_free(&plan->up_reach);
        return false;
    }
    plan->race = plan->setup.game->begin(&plan->setup);
    plan->ways =
        ways_create(track, values[FIELD_WALLS] == WALLS_OUT, values[FIELD_PATH] == PATH_END);
    mark_slicks(plan);
    list_features(plan);
    return true;
}

void plan_free(struct plan *plan)
{
    plan->setup.game->free(plan->race);
    ways_free(&plan->ways);
    free(plan->slick.words);
    reach_free(&plan->across_reach);
    reach_free(&plan->up_reach);
    free(plan->features);
    free(plan->shifts);
}

int plan_layer_of(const struct plan *plan, const struct car *car)
{
    const struct track *track = track_of(plan);
    int laps = value_of(plan, FIELD_LAPS);
    if (plan->has_checkpoints)
        return (track->open ? 0 : car->laps_opened) * (track->checkpoint_count + 1) +
               car->checkpoint;
    if (track->open)
        return 0;
    if (car->crossings < CROSSINGS_LOWEST || car->crossings > laps)
        return -1;
    return car->crossings - CROSSINGS_LOWEST;
}

struct car plan_car_in(const struct plan *plan, int layer)
{
    const struct track *track = track_of(plan);
    struct car car = *graph_paper_car(plan->race, 1);
    car.status = CAR_RACING;
    if (plan->has_checkpoints) {
        car.laps_opened = layer / (track->checkpoint_count + 1);
        car.checkpoint = layer % (track->checkpoint_count + 1);
    } else if (!track->open) {
        car.crossings = layer + CROSSINGS_LOWEST;
    }
    return car;
}

int plan_store_index(const struct plan *plan, struct store store)
{
    return (store.nitros * (plan->store.good_brakes + 1) + store.good_brakes) *
               (plan->store.turbo_boosts + 1) +
           store.turbo_boosts;
}

struct store plan_store_at(const struct plan *plan, int index)
{
    struct store store;
    store.turbo_boosts = index % (plan->store.turbo_boosts + 1);
    index /= plan->store.turbo_boosts + 1;
    store.good_brakes = index % (plan->store.good_brakes + 1);
    store.nitros = index / (plan->store.good_brakes + 1);
    return store;
}

/* On one axis: where a car can be that has a speed of at least `move` less what one round adds. */
static void find_origins_of_axis(const struct plan *plan, int move, int size, int32_t *low,
                                 int32_t *high)
{
    int way = way_to(abs(move) - plan->step - plan->spare, plan->step);
    *low = move > 0 ? way : 0;
    *high = move < 0 ? size - way : size;
}

struct point_range plan_find_origins(const struct plan *plan, struct point move)
{
    const struct track *track = track_of(plan);
    struct point_range box = {{0, 0}, {track->width, track->height}};
    if (plan->has_turbo && plan->up_reach.low) {
        box.low.x = plan->across_reach.low[move.x + plan->reach.x];
        box.high.x = plan->across_reach.high[move.x + plan->reach.x];
        box.low.y = plan->up_reach.low[move.y + plan->reach.y];
        box.high.y = plan->up_reach.high[move.y + plan->reach.y];
    }
    if (plan->has_turbo)
        return box;
    find_origins_of_axis(plan, move.x, track->width, &box.low.x, &box.high.x);
    find_origins_of_axis(plan, move.y, track->height, &box.low.y, &box.high.y);
    return box;
}

struct plan_crossers plan_find_crossers(const struct plan *plan, struct point move,
                                        struct point corner, uint64_t word)
{
    const struct track_line *line = &track_of(plan)->finish;
    int64_t touch = value_of(plan, FIELD_LINE) == LINE_TOUCH;
    struct slope before = slope_beyond(line, corner);
    uint64_t was_beyond = bits_above(slope_by(before, 1, touch));
    uint64_t is_beyond = bits_above(slope_by(before, 1, touch + slope_of(line, move)));
    word &= was_beyond ^ is_beyond;
    if (word == 0)
        return (struct plan_crossers){0, 0};
    /* On which sides of the move the ends of the line are. */
    struct point to = point_add(corner, move);
    struct slope first = {point_cross(corner, to, line->from), move.y, -move.x};
    struct slope last = {point_cross(corner, to, line->to), move.y, -move.x};
    word &= ~(bits_above(first) & bits_above(last));
    word &= ~(bits_above(slope_by(first, -1, 0)) & bits_above(slope_by(last, -1, 0)));
    return (struct plan_crossers){word & is_beyond, word & was_beyond};
}

struct point_range plan_find_near(const struct plan *plan, int feature, struct point move)
{
    struct point_range box = plan->features[feature];
    *(move.x > 0 ? &box.low.x : &box.high.x) -= move.x;
    *(move.y > 0 ? &box.low.y : &box.high.y) -= move.y;
    return box;
}

/* === ways ===================================================================================== */

/* Marks the squares that a stretch of a wall may touch in one row of squares. */
static void mark_stretch(const struct point_range *sheet, struct bits *squares, int row,
                         int64_t from, int64_t to)
{
    int64_t low = from < to ? from : to;
    int64_t high = from < to ? to : from;
    for (int64_t x = (low - 2) / FINE; x <= (high + 2) / FINE; x++)
        if (x >= 0 && x <= sheet->high.x && row >= 0 && row <= sheet->high.y)
            bits_add(squares, (struct point){(int32_t)x, row});
}

/* Rounding is made up for by marking a little more. */
static void mark_edge(const struct point_range *sheet, struct bits *squares, struct point a,
                      struct point b)
{
    struct point low = a.y <= b.y ? a : b;
    struct point high = a.y <= b.y ? b : a;
    for (int row = (low.y - 1) / FINE - 1; row <= high.y / FINE; row++) {
        int64_t bottom = (int64_t)row * FINE > low.y ? (int64_t)row * FINE : low.y;
        int64_t top = (int64_t)(row + 1) * FINE < high.y ? (int64_t)(row + 1) * FINE : high.y;
        if (bottom > top)
            continue;
        if (low.y == high.y) {
            mark_stretch(sheet, squares, row, a.x, b.x);
            continue;
        }
        int64_t run = high.x - low.x;
        mark_stretch(sheet, squares, row, low.x + run * (bottom - low.y) / (high.y - low.y),
                     low.x + run * (top - low.y) / (high.y - low.y));
    }
}

/* The squares of a row on one side of all walls: a row is all of one kind between walls, and of the
 * same as what lies below it without a wall. */
static void sort_row(const struct track *track, const struct bits *doubtful, int row, int from,
                     int to, struct bits *inside, struct bits *outside)
{
    bool known = false;
    bool is_inside = false;
    for (struct point below = {from, row - 1}; row > 0 && below.x < to && !known; below.x++) {
        known = !bits_has(doubtful, below);
        is_inside = known && bits_has(inside, below);
    }
    if (!known)
        is_inside = area_place_grid(track->surface, (struct point){from, row}) == PLACE_INSIDE;
    struct bits *squares = is_inside ? inside : outside;
    for (struct point at = {from, row}; at.x < to; at.x = (at.x | 7) + 1) {
        unsigned span = bits_span(at.x & 7, to - 1 - (at.x & ~7));
        *bits_word(squares, at) |= (uint64_t)span << BLOCK * (row & 7);
    }
}

static void sort_squares(const struct track *track, const struct bits *doubtful,
                         struct bits *inside, struct bits *outside)
{
    for (int row = 0; row < track->height; row++) {
        int from = 0;
        for (struct point at = {0, row}; at.x <= track->width; at.x++) {
            if (at.x < track->width && !bits_has(doubtful, at))
                continue;
            if (from < at.x)
                sort_row(track, doubtful, row, from, at.x, inside, outside);
            from = at.x + 1;
        }
    }
}

/* The points whose four squares all belong. */
static struct bits surround(const struct bits *squares, int width, int height)
{
    struct bits points = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y += BLOCK)
        for (at.x = 0; at.x <= width; at.x += BLOCK)
            *bits_word(&points, at) =
                bits_window(squares, at.x, at.y) & bits_window(squares, at.x - 1, at.y) &
                bits_window(squares, at.x, at.y - 1) & bits_window(squares, at.x - 1, at.y - 1);
    return points;
}

/* From everything within `squares` to everything within twice as far. */
static struct bits widen(const struct bits *clear, int squares, int width, int height)
{
    struct bits points = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y += BLOCK)
        for (at.x = 0; at.x <= width; at.x += BLOCK)
            *bits_word(&points, at) = bits_window(clear, at.x - squares, at.y - squares) &
                                      bits_window(clear, at.x + squares, at.y - squares) &
                                      bits_window(clear, at.x - squares, at.y + squares) &
                                      bits_window(clear, at.x + squares, at.y + squares);
    return points;
}

static struct bits pair(const struct bits *squares, struct point step, bool both, int width,
                        int height)
{
    struct bits pairs = bits_create(width, height);
    struct point at;
    for (at.y = 0; at.y <= height; at.y += BLOCK)
        for (at.x = 0; at.x <= width; at.x += BLOCK) {
            uint64_t one = *bits_word(squares, at);
            uint64_t next = bits_window(squares, at.x + step.x, at.y + step.y);
            *bits_word(&pairs, at) = both ? one & next : one | next;
        }
    return pairs;
}

static void pair_squares(struct way_passed *passed, bool both, int width, int height)
{
    passed->beside = pair(&passed->one, (struct point){1, 0}, both, width, height);
    passed->above = pair(&passed->one, (struct point){0, 1}, both, width, height);
}

static void free_passed(struct way_passed *passed)
{
    free(passed->one.words);
    free(passed->beside.words);
    free(passed->above.words);
}

/* The points of the track: those in the open, and those near walls that the ground says. */
static struct bits find_held(const struct ground *ground, const struct bits *clear,
                             const struct bits *off)
{
    const struct track *track = ground->track;
    struct point_range sheet = {{0, 0}, {track->width, track->height}};
    struct bits held = bits_create(track->width, track->height);
    struct point at;
    for (at.y = 0; at.y <= track->height; at.y += BLOCK)
        for (at.x = 0; at.x <= track->width; at.x += BLOCK) {
            uint64_t word = *bits_word(clear, at);
            uint64_t near = bits_in_box(&sheet, at) & ~word & ~*bits_word(off, at);
            for (; near != 0; near &= near - 1)
                if (ground_holds_point(ground, bits_first(near, at)))
                    word |= near & -near;
            *bits_word(&held, at) = word;
        }
    return held;
}

struct ways ways_create(const struct track *track, bool walls_out, bool end_only)
{
    int width = track->width;
    int height = track->height;
    struct ways ways = {.ground = {track, walls_out}, .end_only = end_only};
    /* Squares, named by their lower left corners, in which there is a wall or a declared point. */
    struct point_range sheet = {{0, 0}, {track->width, track->height}};
    struct bits doubtful = bits_create(track->width, track->height);
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int k = 0; k < loop.count; k++)
            mark_edge(&sheet, &doubtful, loop.vertices[k], loop.vertices[(k + 1) % loop.count]);
    }
    for (int i = 0; i < track->inspected_count; i++) {
        struct point at = track->inspected[i].at;
        for (int k = 0; k < 4; k++)
            if (at.x >= k % 2 && at.y >= k / 2)
                bits_add(&doubtful, (struct point){at.x - k % 2, at.y - k / 2});
    }
    struct bits *inside = &ways.inside.one;
    struct bits *outside = &ways.outside.one;
    *inside = bits_create(width, height);
    *outside = bits_create(width, height);
    sort_squares(track, &doubtful, inside, outside);
    pair_squares(&ways.inside, true, width, height);
    pair_squares(&ways.outside, false, width, height);
    struct bits clear = surround(inside, width, height);
    struct bits off = surround(outside, width, height);
    ways.clear[0] = widen(&clear, 1, width, height);
    for (int i = 1; i < CLEARANCES; i++)
        ways.clear[i] = widen(&ways.clear[i - 1], 1 << i, width, height);
    ways.held = find_held(&ways.ground, &clear, &off);
    free(doubtful.words);
    free(clear.words);
    free(off.words);
    return ways;
}

void ways_free(struct ways *ways)
{
    free(ways->held.words);
    free_passed(&ways->inside);
    free_passed(&ways->outside);
    for (int i = 0; i < CLEARANCES; i++)
        free(ways->clear[i].words);
}

static uint64_t window_at(const struct bits *bits, struct point corner, struct point offset)
{
    return bits_window(bits, corner.x + offset.x, corner.y + offset.y);
}

/* The grid point nearest to a place of a move, `at` steps of its longer side from where it begins.
 * `aside` is in parts of 2^-32, rounded down: a move that is not diagonal has room for that. */
static struct point near_place(struct point move, int64_t aside, int at)
{
    bool upright = abs(move.y) > abs(move.x);
    int shorter = (int)((aside * at + (INT64_C(1) << 31)) >> 32);
    int x = upright ? shorter : at;
    int y = upright ? at : shorter;
    return (struct point){move.x < 0 ? -x : x, move.y < 0 ? -y : y};
}

/* Those whose moves are covered by boxes of one size. Boxes of `reach` squares to each side round
 * points 2 reach - 1 steps apart cover a move, because the nearest grid point is at most half a
 * square away from it. */
static uint64_t find_covered(const struct ways *ways, struct point move, struct point corner,
                             int64_t aside, int size, uint64_t word)
{
    int length = point_reach(move);
    int step = 2 * (2 << size) - 1;
    for (int at = 0; word != 0; at += step) {
        struct point near = near_place(move, aside, at < length ? at : length);
        word &= window_at(&ways->clear[size], corner, near);
        if (at >= length)
            break;
    }
    return word;
}

/* The squares that a move passes, one step of its longer side at a time: one square, or two with a
 * side in common. A move along the border of squares passes those on one side of it, which will do.
 * `row` and `rest` / `length` are how far aside the next step begins. */
struct lap_passage {
    bool upright;
    int forward, aside, length;
    int row, rest;
    struct point first;
    int count;
};

static struct lap_passage pass_begin(struct point move)
{
    bool upright = abs(move.y) > abs(move.x);
    return (struct lap_passage){
        .upright = upright,
        .forward = upright ? move.y : move.x,
        .aside = upright ? move.x : move.y,
        .length = point_reach(move),
    };
}

static void pass_step(struct lap_passage *passage, int at)
{
    int row = passage->row;
    int rest = passage->rest + passage->aside;
    if (rest < 0 || rest >= passage->length) {
        row += rest < 0 ? -1 : 1;
        rest += rest < 0 ? passage->length : -passage->length;
    }
    int low = passage->aside > 0 ? passage->row : row;
    int high = passage->aside > 0 ? row : passage->row;
    bool ends_on_corner = passage->aside > 0 ? rest == 0 : passage->rest == 0;
    if (passage->aside != 0 && ends_on_corner)
        high--;
    int along = passage->forward > 0 ? at : -at - 1;
    passage->first = passage->upright ? (struct point){low, along} : (struct point){along, low};
    passage->count = high - low + 1;
    passage->row = row;
    passage->rest = rest;
}

/* Those whose squares of the step are in the set. */
static inline uint64_t passes(const struct way_passed *passed, struct point corner,
                              const struct lap_passage *passage)
{
    const struct bits *squares = passage->count == 1 ? &passed->one
                                 : passage->upright  ? &passed->beside
                                                     : &passed->above;
    return window_at(squares, corner, passage->first);
}

uint64_t ways_keep_exactly(const struct ways *ways, struct point move, struct point corner,
                           uint64_t word)
{
    for (uint64_t left = word; left != 0; left &= left - 1) {
        struct point from = bits_first(left, corner);
        if (!ground_holds_move(&ways->ground, from, point_add(from, move)))
            word ^= left & -left;
    }
    return word;
}

/* Square by square: leaves in `open` the moves that pass none outside, and returns those of them
 * that pass only squares inside. */
static uint64_t walk(const struct ways *ways, struct point move, struct point corner,
                     uint64_t *open)
{
    struct lap_passage passage = pass_begin(move);
    uint64_t covered = *open;
    for (int at = 0; at < passage.length && *open != 0; at++) {
        pass_step(&passage, at);
        covered &= passes(&ways->inside, corner, &passage);
        uint64_t left = *open & ~covered;
        if (left != 0)
            *open &= ~(left & passes(&ways->outside, corner, &passage));
    }
    return covered & *open;
}

/* Leaves those that boxes in the open do not cover. */
static uint64_t drop_covered(const struct ways *ways, struct point move, struct point corner,
                             uint64_t word)
{
    int length = point_reach(move);
    if (length == 0)
        return word;
    int shorter = abs(move.x) + abs(move.y) - length;
    int64_t aside = ((int64_t)shorter << 32) / length;
    for (int size = CLEARANCES - 1; size >= 0 && word != 0; size--)
        if (length > 2 << size)
            word &= ~find_covered(ways, move, corner, aside, size, word);
    return word;
}

struct ways_sorted ways_sort(const struct ways *ways, struct point move, struct point corner,
                             uint64_t word)
{
    if (move.x == 0 && move.y == 0)
        return (struct ways_sorted){.legal = word};
    word &= window_at(&ways->held, corner, move);
    if (word == 0 || ways->end_only)
        return (struct ways_sorted){.legal = word};
    uint64_t open = drop_covered(ways, move, corner, word);
    uint64_t legal = word & ~open;
    uint64_t covered = open == 0 ? 0 : walk(ways, move, corner, &open);
    return (struct ways_sorted){legal | covered, open & ~covered};
}

/* Step by step, until a move is beyond the line. How far beyond changes evenly along it and over
 * the sheet. */
struct ways_answer ways_get_beyond(const struct ways *ways, struct point move, struct point corner,
                                   const struct track_line *line, uint64_t word)
{
    struct ways_answer answer = {word, 0};
    word = drop_covered(ways, move, corner, word);
    answer.yes &= ~word;
    struct lap_passage passage = pass_begin(move);
    struct slope before = slope_beyond(line, corner);
    int64_t way = slope_of(line, move);
    struct slope here = slope_by(before, passage.length, 0);
    uint64_t inside = word;
    word &= ~bits_above(here);
    for (int at = 0; at < passage.length && word != 0; at++) {
        struct slope next = slope_by(here, 1, way);
        uint64_t beyond = word & bits_above(next);
        pass_step(&passage, at);
        inside &= passes(&ways->inside, corner, &passage);
        answer.yes |= beyond & inside;
        uint64_t left = word & ~beyond & ~inside & bits_above(slope_by(here, -1, 0));
        if (left != 0)
            answer.no |= left & passes(&ways->outside, corner, &passage);
        word &= ~beyond & ~answer.no;
        here = next;
    }
    return answer;
}
