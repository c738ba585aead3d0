/* Graph-paper races as states: begin, copy, ask, hash; and the family's table of functions.
 *
 * A race is one block of memory that borrows its set-up, so a copy is one allocation; only the
 * measure of progress, which never changes, is shared.
 */
#include "base/number.h"

#include "base/memory.h"
#include "rules/graph_paper/race.h"
#include "rules/last.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t race_size(int car_count)
{
    return sizeof(struct paper_race) + (size_t)car_count * sizeof(struct car);
}

/* RULES 3.3, 9: the first cars of all players, then their second cars. */
static void find_order(struct paper_race *race)
{
    const struct setup *setup = race->setup;
    int players[PLAYER_LIMIT], each = setup_cars_each(setup);
    last_order(setup, FIELD_ORDER, each, &race->random, players);
    for (int i = 0; i < race->car_count; i++)
        race->order[i] = (players[i % setup->players] - 1) * each + i / setup->players + 1;
}

static struct race *race_begin(const struct setup *setup)
{
    int car_count = setup_car_count(setup);
    struct paper_race *race = memory_allocate(1, race_size(car_count));
    race->head.game = &graph_paper_game;
    race->setup = setup;
    race->random = random_seeded(setup->seed);
    race->car_count = car_count;
    for (int i = 0; i < car_count; i++) {
        race->cars[i] = (struct car){
            .player = i / setup_cars_each(setup) + 1,
            .status = CAR_WAITING,
            .nitros = setup->values[FIELD_NITROS],
            .good_brakes = setup->values[FIELD_GOOD_BRAKES],
            .turbo_boosts = setup->values[FIELD_TURBO_BOOSTS],
        };
    }
    if (race_runs_wide(race))
        race->progress = progress_measure(setup);
    find_order(race);
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    race->round = reverse ? 0 : 1;
    race->turn = reverse ? race->car_count - 1 : 0;
    return &race->head;
}

static struct race *race_copy(const struct race *any)
{
    const struct paper_race *race = paper_race(any);
    progress_retain(race->progress);
    struct paper_race *copy = memory_copy(race, 1, race_size(race->car_count));
    return &copy->head;
}

void graph_paper_become(struct race *other, const struct race *any)
{
    const struct paper_race *race = paper_race(any);
    struct paper_race *into = paper_race_to_change(other);
    assert(into->setup == race->setup && into->progress == race->progress);
    memcpy(into, race, race_size(race->car_count));
}

static void race_free(struct race *any)
{
    if (any != NULL)
        progress_release(paper_race(any)->progress);
    free(any);
}

static int race_car_count(const struct race *any)
{
    return paper_race(any)->car_count;
}

static int race_player_of(const struct race *any, int car)
{
    return graph_paper_car(any, car)->player;
}

static int race_find_owing(const struct race *any, int cars[CAR_LIMIT], bool *secret)
{
    const struct paper_race *race = paper_race(any);
    *secret = false;
    cars[0] = race->order[race->turn];
    return race->over ? 0 : 1;
}

static int race_round(const struct race *any)
{
    return paper_race(any)->round;
}

static bool race_over(const struct race *any)
{
    return paper_race(any)->over;
}

const struct car *graph_paper_car(const struct race *any, int car)
{
    const struct paper_race *race = paper_race(any);
    assert(car >= 1 && car <= race->car_count);
    return &race->cars[car - 1];
}

uint64_t race_cars_on(const struct paper_race *race, struct point at, int except)
{
    uint64_t cars = 0;
    for (int number = 1; number <= race->car_count; number++) {
        const struct car *car = &race->cars[number - 1];
        if (number != except && car_in_the_way(car) && point_equal(car->at, at))
            cars |= UINT64_C(1) << number;
    }
    return cars;
}

const struct setup *graph_paper_setup(const struct race *any)
{
    return paper_race(any)->setup;
}

const int *graph_paper_order(const struct race *any)
{
    return paper_race(any)->order;
}

int race_lap_of(const struct paper_race *race, const struct car *car)
{
    if (race_is_derby(race))
        return 0;
    if (track_of(race->setup)->open)
        return car->status == CAR_WAITING ? 0 : 1;
    int laps = race_value(race, FIELD_LAPS);
    int opened = race_has_checkpoints(race) ? car->laps_opened : car->crossings;
    int lap = opened > 0 ? opened : 0;
    return lap < laps ? lap : laps;
}

int graph_paper_lap(const struct race *any, int car)
{
    return race_lap_of(paper_race(any), graph_paper_car(any, car));
}

int graph_paper_score(const struct race *any, int player)
{
    const struct paper_race *race = paper_race(any);
    assert(player >= 1 && player <= race->setup->players);
    return race->scores[player - 1];
}

/* What `hash_number` does with most numbers, which drivers wait for in each turn: seven bytes of
 * them are 0, so with `zeros`, which is what becomes of 1 and a 0, they are one multiplication. */
static inline uint64_t mix(uint64_t hash, uint64_t zeros, int number)
{
    return number >= 0 && number <= UINT8_MAX ? (hash ^ (uint64_t)number) * zeros
                                              : hash_number(hash, number);
}

static inline uint64_t mix_point(uint64_t hash, uint64_t zeros, struct point point)
{
    return mix(mix(hash, zeros, point.x), zeros, point.y);
}

static uint64_t hash_car(uint64_t hash, uint64_t zeros, const struct car *car)
{
    hash = mix(mix(hash, zeros, car->player), zeros, (int)car->status);
    hash = mix(mix(hash, zeros, car->nitros), zeros, car->good_brakes);
    hash = mix(mix(hash, zeros, car->turbo_boosts), zeros, car->missed_turns);
    hash = mix(mix(hash, zeros, car->damage), zeros, car->crossings);
    hash = mix(mix(hash, zeros, car->laps_opened), zeros, car->checkpoint);
    hash = mix_point(mix(hash, zeros, car->place), zeros, car->at);
    return mix_point(mix_point(hash, zeros, car->velocity), zeros, car->shift);
}

/* What only some rules keep: races without them hash as they did before there were these rules. */
static uint64_t hash_special(uint64_t hash, const struct paper_race *race)
{
    for (int i = 0; i < race->setup->players && race_is_derby(race); i++)
        hash = hash_number(hash_number(hash, race->scores[i]), race->owing[i]);
    for (int i = 0; i < race->car_count; i++) {
        const struct car *car = &race->cars[i];
        if (race_runs_wide(race))
            hash = hash_number(hash, car->exit_progress);
        if (race_value(race, FIELD_FINISH) != FINISH_ROUND)
            continue;
        hash = hash_number(hash, car->finish_end.x);
        hash = hash_number(hash, car->finish_end.y);
        hash = hash_number(hash, car->finish_end.w);
    }
    return hash;
}

/* Number by number, never the memory: that holds a pointer and padding. */
static uint64_t race_hash(const struct race *any)
{
    const struct paper_race *race = paper_race(any);
    uint64_t hash = hash_number(HASH_START, (int64_t)race->random.state);
    const uint64_t zeros = hash_number(1, 0);
    hash = mix(hash, zeros, race->car_count);
    hash = mix(hash, zeros, race->turn);
    hash = mix(hash, zeros, race->round);
    hash = mix(hash, zeros, race->over);
    hash = mix(hash, zeros, race->finished_count);
    hash = mix(hash, zeros, race->retired_count);
    for (int i = 0; i < race->retired_count; i++)
        hash = mix(hash, zeros, race->retired[i]);
    for (int i = 0; i < race->car_count; i++) {
        hash = mix(hash, zeros, race->order[i]);
        hash = hash_car(hash, zeros, &race->cars[i]);
    }
    hash = race->to_flag ? hash_number(hash, race->to_flag) : hash;
    return hash_special(hash, race);
}

static bool race_apply(struct race *any, int car, const char *action, struct event_list *events,
                       struct error *error);

static int race_field_zero(const struct setup *setup, int field)
{
    return field == FIELD_CARS_PER_PLAYER ? setup_cars_each(setup) : -1;
}

static bool race_field_sets_pace(const struct setup *setup, int field)
{
    struct setup alone = *setup;
    alone.players = 1;
    return field != FIELD_CHOOSE && field != FIELD_ROUND_LIMIT &&
           (field != FIELD_TOP_SPEED || setup->values[field] > 0) &&
           race_field_matters(&alone, field);
}

const struct game graph_paper_game = {
    .name = "graph-paper",
    .title = "Graph paper",
    .table = &graph_paper_table,
    .course = &graph_paper_courses,
    .example = "12,9",
    .round_noun = "round",
    .setup_check = race_setup_check,
    .field_matters = race_field_matters,
    .field_sets_pace = race_field_sets_pace,
    .field_zero = race_field_zero,
    .begin = race_begin,
    .copy = race_copy,
    .free = race_free,
    .car_count = race_car_count,
    .player_of = race_player_of,
    .owes = race_find_owing,
    .round = race_round,
    .over = race_over,
    .drive_on = race_drive_on,
    .standing = race_standing,
    .say_standing = race_say_standing,
    .columns = graph_paper_columns,
    .tally = race_tally,
    .apply = race_apply,
    .hash = race_hash,
    .append_car = race_append_car,
    .append_moves = race_append_moves,
    .append_event = race_append_event,
    .append_head = race_append_head,
    .describe = race_describe,
};

/* === start ==================================================================================== */

/* Where cars may start (RULES 3.1). */

/* The point of the line that is `along` / `length2` of the way from its first to its last. */
static struct exact_point point_of_line(const struct track_line *line, int64_t along,
                                        int64_t length2)
{
    struct point way = point_subtract(line->to, line->from);
    return exact_make(line->from.x * length2 + along * way.x,
                      line->from.y * length2 + along * way.y, length2);
}

/* `start = line` is a grid of depth 0. */
static int grid_depth(const struct setup *setup)
{
    return setup->values[FIELD_START] == START_LINE ? 0 : setup->values[FIELD_GRID_DEPTH];
}

/* Walls that may not be touched: the way goes on beyond the line, so that a wall on it is met
 * before the way's end. */
static bool sees_line(const struct setup *setup, struct point at, int64_t along, int64_t length2)
{
    const struct track_line *line = &track_of(setup)->start;
    struct ground ground = setup_ground(setup);
    struct exact_point foot = point_of_line(line, along, length2);
    if (!ground.walls_out)
        return ground_holds_way(&ground, foot, at);
    struct point way = point_subtract(line->to, line->from);
    int whole = (int)number_common_divisor(way.x, way.y);
    struct point across = {-way.y / whole, way.x / whole};
    struct point behind = at;
    while (point_cross(line->from, line->to, behind) <= 0)
        behind = point_add(behind, across);
    struct ground_piece piece;
    return ground_list_pieces(&ground, at, behind, &piece, 1) > 0 &&
           along_compare(along_place_of(at, behind, foot),
                         along_place_of(at, behind, piece.leave)) < 0;
}

/* As far as the line alone says; how far it is there may still not be seen. */
static bool is_on_grid(const struct setup *setup, struct point at)
{
    const struct track_line *line = &track_of(setup)->start;
    struct point way = point_subtract(line->to, line->from);
    int64_t depth = grid_depth(setup);
    int64_t length2 = point_dot(way, way);
    int64_t along = point_dot(point_subtract(at, line->from), way);
    int64_t side = point_cross(line->from, line->to, at);
    /* The distance from the line is |side| / length, here compared by its square. */
    return side <= 0 && along >= 0 && along <= length2 && side * side <= depth * depth * length2;
}

static bool reaches_line(const struct setup *setup, struct point at)
{
    const struct track_line *line = &track_of(setup)->start;
    struct point way = point_subtract(line->to, line->from);
    return point_cross(line->from, line->to, at) == 0 ||
           sees_line(setup, at, point_dot(point_subtract(at, line->from), way),
                     point_dot(way, way));
}

bool start_is_point(const struct setup *setup, struct point at)
{
    struct ground ground = setup_ground(setup);
    bool anywhere = setup->values[FIELD_START] == START_ANYWHERE;
    return (anywhere || is_on_grid(setup, at)) && ground_holds_point(&ground, at) &&
           (anywhere || reaches_line(setup, at));
}

static struct point_range start_box(const struct setup *setup)
{
    if (setup->values[FIELD_START] == START_ANYWHERE)
        return (struct point_range){{0, 0}, {track_of(setup)->width, track_of(setup)->height}};
    const struct track_line *line = &track_of(setup)->start;
    int depth = grid_depth(setup);
    struct point aside = {depth, depth};
    return (struct point_range){
        .low = point_subtract(point_lower(line->from, line->to), aside),
        .high = point_add(point_upper(line->from, line->to), aside),
    };
}

/* So many rows are looked at together. */
enum { BAND = 64 };

static void fill_band(const struct setup *setup, const struct point_range *box, int y, int rows,
                      bool *holds)
{
    struct ground ground = setup_ground(setup);
    if (setup->values[FIELD_START] == START_ANYWHERE) {
        ground_hold_rows(&ground, y, rows, holds);
        return;
    }
    for (struct point at = {0, y}; at.y < y + rows; at.y++)
        for (at.x = box->low.x; at.x <= box->high.x; at.x++)
            *holds++ = start_is_point(setup, at);
}

static void leave_out_taken(const struct paper_race *race, const struct point_range *box, int y,
                            int rows, bool *holds)
{
    for (int i = 0; i < setup_car_count(race->setup); i++) {
        const struct car *car = &race->cars[i];
        struct point from = point_subtract(car->at, (struct point){box->low.x, y});
        int across = box->high.x - box->low.x + 1;
        if (car_in_the_way(car) && from.x >= 0 && from.x < across && from.y >= 0 && from.y < rows)
            holds[from.y * across + from.x] = false;
    }
}

static void add_run(struct start_runs *runs, struct point first, int length)
{
    list_add(runs, (struct start_run){first, length, runs->points});
    runs->points += length;
}

static void add_runs(const struct point_range *box, int y, const bool *holds,
                     struct start_runs *runs)
{
    int across = box->high.x - box->low.x + 1;
    for (int x = 0; x < across;) {
        const bool *begin = memchr(holds + x, 1, (size_t)(across - x));
        if (!begin)
            return;
        const bool *end = memchr(begin, 0, (size_t)(holds + across - begin));
        int length = (int)((end ? end : holds + across) - begin);
        x = (int)(begin - holds);
        add_run(runs, (struct point){box->low.x + x, y}, length);
        x += length;
    }
}

/* The start points of the sheet, with `race` only the free ones; `any`: it is enough to find the
 * first band of rows that has some. */
static void list_runs(const struct setup *setup, const struct paper_race *race, bool any,
                      struct start_runs *runs)
{
    struct point_range box = start_box(setup);
    size_t across = (size_t)(box.high.x - box.low.x + 1);
    bool *holds = memory_allocate(across * BAND, sizeof *holds);
    for (int y = box.low.y; y <= box.high.y && !(any && runs->points > 0); y += BAND) {
        int rows = box.high.y - y + 1 < BAND ? box.high.y - y + 1 : BAND;
        fill_band(setup, &box, y, rows, holds);
        if (race)
            leave_out_taken(race, &box, y, rows, holds);
        for (int row = 0; row < rows; row++)
            add_runs(&box, y + row, holds + (size_t)row * across, runs);
    }
    free(holds);
}

static bool has_any(const struct setup *setup, const struct paper_race *race)
{
    struct start_runs runs = {0};
    list_runs(setup, race, true, &runs);
    graph_paper_free_runs(&runs);
    return runs.points > 0;
}

bool start_has_point(const struct setup *setup)
{
    return has_any(setup, NULL);
}

void graph_paper_start_runs(const struct race *any, struct start_runs *runs)
{
    const struct paper_race *race = paper_race(any);
    runs->count = runs->points = 0;
    list_runs(race->setup, race, false, runs);
    /* When none is free all of them may be chosen. A set-up has at least one. */
    if (runs->points == 0)
        list_runs(race->setup, NULL, false, runs);
}

void graph_paper_free_runs(struct start_runs *runs)
{
    free(runs->items);
    runs->items = NULL;
    runs->count = runs->capacity = 0;
}

int graph_paper_run_from(const struct start_runs *runs, int y)
{
    int low = 0, high = runs->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (runs->items[middle].first.y < y)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct point graph_paper_start(const struct start_runs *runs, int index)
{
    int low = 0, high = runs->count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (runs->items[middle].before <= index)
            low = middle;
        else
            high = middle - 1;
    }
    const struct start_run *run = &runs->items[low];
    return (struct point){run->first.x + index - run->before, run->first.y};
}

void graph_paper_starts(const struct race *any, struct point_list *starts)
{
    const struct paper_race *race = paper_race(any);
    struct start_runs runs = {0};
    graph_paper_start_runs(&race->head, &runs);
    starts->capacity = starts->count + runs.points;
    starts->items = memory_resize(starts->items, (size_t)starts->capacity, sizeof *starts->items);
    for (int i = 0; i < runs.count; i++)
        for (int k = 0; k < runs.items[i].length; k++)
            starts->items[starts->count++] =
                (struct point){runs.items[i].first.x + k, runs.items[i].first.y};
    graph_paper_free_runs(&runs);
}

bool start_may_choose(const struct paper_race *race, struct point at, struct error *error)
{
    if (!start_is_point(race->setup, at)) {
        return error_set(error, "%s is not a start point: ask for the moves to see them",
                         pair_of(at.x, at.y).text);
    }
    if (race_cars_on(race, at, 0) == 0)
        return true;
    return !has_any(race->setup, race) ||
           error_set(error, "a car stands on %s already: choose a free start point",
                     pair_of(at.x, at.y).text);
}

void start_place(const struct paper_race *race, struct car *car, struct point at)
{
    car->at = at;
    /* RULES 1.6: who begins on the line touches it. */
    const struct track *track = track_of(race->setup);
    struct along_place place;
    if (!(race_value(race, FIELD_LINE) == LINE_TOUCH && !race_is_derby(race) && !track->open &&
          along_meets_point(track->start.from, track->start.to, at, &place)))
        return;
    car->crossings = 1;
    if (race_has_checkpoints(race))
        car->laps_opened = 1;
}

/* === apply ==================================================================================== */

/* Doing an action: RULES 2 to 6 and the events of files-and-protocols section 4.
 *
 * Everything that can be refused is asked before anything is changed, so a refused action leaves
 * the race as it was.
 */

/* --- what is refused -------------------------------------------------------------------------- */

static bool check_start(const struct paper_race *race, const struct graph_paper_action *action,
                        struct error *error)
{
    bool reverse = race->round == 0;
    if (reverse && action->has_start)
        return error_set(error, "only a start point is chosen before the race: write it like 7,3");
    if (!reverse && !action->has_start) {
        return error_set(error,
                         "car %d has no start point yet: write it in front of the first "
                         "move, like 7,3>8,4",
                         race->order[race->turn]);
    }
    return start_may_choose(race, reverse ? action->to : action->start, error);
}

static bool refuse_price(const struct purse *purse, const struct car *car, struct point to,
                         struct error *error)
{
    struct point principal = car_principal(car);
    struct pair wanted = pair_of(to.x, to.y), middle = pair_of(principal.x, principal.y);
    int excess = purse_excess(purse, point_subtract(to, principal));
    if (purse->fastest > 0 && point_reach(point_subtract(to, car->at)) > purse->fastest) {
        return error_set(error, "%s is too far from %s: no side of this move may be longer than %d",
                         wanted.text, pair_of(car->at.x, car->at.y).text, purse->fastest);
    }
    if (purse->nitros == 0) {
        return error_set(error, "%s is too far from the principal point %s%s", wanted.text,
                         middle.text,
                         !purse->on_slick ? ""
                         : purse->box.low.x == purse->box.high.x
                             ? ", which lies on a slick: the velocity cannot change"
                             : ", which lies on a slick: only its four nearest "
                               "neighbours can be reached");
    }
    return error_set(error,
                     "%s is too far from the principal point %s: it takes %d nitros and %d "
                     "are left",
                     wanted.text, middle.text, excess, purse->nitros);
}

static bool refuse_drive(const struct drive *drive, struct error *error)
{
    static const char *const reasons[] = {
        [REFUSAL_OCCUPIED] = "is in the way",
        [REFUSAL_OWN_CAR] = "belongs to the same player",
        [REFUSAL_REMATCH] =
            "is of a player who has just crashed with this one: both have a turn first",
        [REFUSAL_AHEAD] = "it would come back ahead of the place where the car left the track",
        [REFUSAL_THROUGH] = "it would cross the track and leave it again",
        [REFUSAL_OFF_SHEET] = "it is off the sheet",
    };
    struct pair to = pair_of(drive->to.x, drive->to.y);
    const char *reason = reasons[drive->why];
    if (drive->in_the_way == 0)
        return error_set(error, "%s cannot be chosen: %s", to.text, reason);
    return error_set(error, "%s cannot be chosen: car %d %s", to.text, drive->in_the_way, reason);
}

/* --- where a car goes on that has left the track (4.1) ---------------------------------------- */

static int64_t squared_distance(struct point a, struct point b)
{
    int64_t x = a.x - b.x;
    int64_t y = a.y - b.y;
    return x * x + y * y;
}

/* Nearer to the exit, then nearer to the move's start; points come by y, then x, so an equal one
 * that comes later is no better. */
static bool is_nearer(struct exact_point exit, struct point from, struct point at,
                      struct point best)
{
    int order = exact_compare_distance(exit, at, best);
    return order < 0 || (order == 0 && squared_distance(from, at) < squared_distance(from, best));
}

/* A derby knows neither lines nor checkpoints (9, 10). */
static bool crosses_something(const struct paper_race *race, struct exact_point exit,
                              struct point at)
{
    const struct track *track = track_of(race->setup);
    bool touch = race_value(race, FIELD_LINE) == LINE_TOUCH;
    if (race_is_derby(race))
        return false;
    return track_line_crossing_back(&track->start, touch, exit, at) != 0 ||
           track_line_crossing_back(&track->finish, touch, exit, at) != 0 ||
           (race_has_checkpoints(race) && passing_way_touches_checkpoint(track, exit, at));
}

/* False if there is no such point: then it goes back to the move's start. */
static bool find_resume(const struct paper_race *race, int number, struct point from,
                        struct exact_point exit, struct point *resume)
{
    enum { FARTHEST = 2 };
    struct ground ground = race_ground(race);
    struct point corner = {(int32_t)number_floor_divide(exit.x, exit.w),
                           (int32_t)number_floor_divide(exit.y, exit.w)};
    bool found = false;
    struct point at;
    for (at.y = corner.y - FARTHEST; at.y <= corner.y + FARTHEST + 1; at.y++) {
        for (at.x = corner.x - FARTHEST; at.x <= corner.x + FARTHEST + 1; at.x++) {
            if (!exact_within(exit, at, FARTHEST) || !ground_holds_point(&ground, at) ||
                race_cars_on(race, at, number) != 0 ||
                (found && !is_nearer(exit, from, at, *resume)) ||
                crosses_something(race, exit, at) || !ground_holds_way(&ground, exit, at))
                continue;
            *resume = at;
            found = true;
        }
    }
    return found;
}

/* --- leaving the track, and being out (4) ----------------------------------------------------- */

/* RULES 4.2: out of the race. */
static void car_retire(struct paper_race *race, int number, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_RETIRED;
    car_stop(car);
    race->retired[race->retired_count++] = number;
    add_event(events, EVENT_RETIRED, number);
}

/* RULES 4.3: returns the points taken for a move. */
static int car_take_damage(struct car *car, struct point velocity)
{
    int damage = point_reach(velocity);
    car->damage += damage;
    return damage;
}

static bool car_is_wrecked(const struct paper_race *race, const struct car *car)
{
    return car->damage >= race_value(race, FIELD_DAMAGE_LIMIT);
}

static bool stops_off_track(const struct paper_race *race)
{
    int off_track = race_value(race, FIELD_OFF_TRACK);
    return off_track == OFF_TRACK_RESUME || off_track == OFF_TRACK_DAMAGE;
}

/* RULES 4.1, 4.3; false: it has taken too much damage to go on. */
static bool goes_on(const struct paper_race *race, struct car *car, struct point at,
                    struct graph_paper_event *left)
{
    if (race_value(race, FIELD_OFF_TRACK) == OFF_TRACK_DAMAGE)
        left->damage = car_take_damage(car, car->velocity);
    left->number = race_value(race, FIELD_WALL_MISSED_TURNS);
    left->to = car->at = at;
    car->missed_turns += left->number;
    car_stop(car);
    return left->damage == 0 || !car_is_wrecked(race, car);
}

/* RULES 4.4: on outside, or back on the track if the move led there; false: it stays where the move
 * began, and is out (4.2). */
static bool runs_wide(const struct paper_race *race, struct car *car, const struct drive *drive,
                      struct graph_paper_event *left)
{
    bool may = race_runs_wide(race) && drive->exit_progress >= 0;
    if (may) {
        left->second = drive->returns ? LEFT_COMES_BACK : LEFT_RUNS_WIDE;
        car->status = drive->returns ? CAR_RACING : CAR_OUTSIDE;
        car->exit_progress = drive->returns ? 0 : drive->exit_progress;
    } else {
        car->at = drive->from;
    }
    left->to = car->at;
    return may;
}

/* What leaving the track does to a car; `resume`: where it goes on if it stops. */
static void depart(struct paper_race *race, int number, const struct drive *drive,
                   struct point resume, bool forced, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct graph_paper_event *left = add_event(events, EVENT_LEFT_TRACK, number);
    left->end = drive->end;
    left->forced = forced;
    if (stops_off_track(race) ? goes_on(race, car, resume, left)
                              : runs_wide(race, car, drive, left))
        return;
    left->second = LEFT_IS_OUT;
    car_retire(race, number, events);
}

/* --- a turn without a choice (4.4, 5.2, 9): the car has crashed where it stands --------------- */

/* Everything else leaves at least the points that lie in the open or off the track. */
static bool may_refuse(const struct paper_race *race)
{
    return race_value(race, FIELD_COLLISION) == COLLISION_FORBID || race_is_derby(race) ||
           race_runs_wide(race);
}

bool forced_crash(struct paper_race *race, int number, struct event_list *events)
{
    const struct car *car = &race->cars[number - 1];
    const struct drive nowhere = {.from = car->at, .to = car->at, .end = exact_from_grid(car->at)};
    struct point resume = car->at;
    if (car->status == CAR_WAITING || !may_refuse(race) || moves_has_any(race, number, car))
        return false;
    if (race_runs_wide(race)) {
        car_retire(race, number, events);
        return true;
    }
    find_resume(race, number, car->at, nowhere.end, &resume);
    depart(race, number, &nowhere, resume, true, events);
    return true;
}

/* --- what becomes of a move ------------------------------------------------------------------- */

static void place_at_start(struct paper_race *race, int number, struct point at,
                           struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_RACING;
    start_place(race, car, at);
    add_event(events, EVENT_STARTED, number)->to = at;
}

/* RULES 5.3, 5.4: missed turns add up. */
static void collide(struct paper_race *race, int number, const struct drive *drive,
                    struct point velocity, struct event_list *events)
{
    struct car *mover = &race->cars[number - 1];
    struct graph_paper_event *collided = add_event(events, EVENT_COLLIDED, number);
    bool misses = race_value(race, FIELD_COLLISION) == COLLISION_CRASH && !race_is_derby(race);
    exact_is_grid(drive->end, &collided->to);
    collided->struck = drive->struck;
    collided->number = misses ? race_value(race, FIELD_MOVER_MISSED_TURNS) : 0;
    collided->second = misses ? race_value(race, FIELD_STRUCK_MISSED_TURNS) : 0;
    if (race_value(race, FIELD_COLLISION) == COLLISION_DAMAGE)
        collided->damage = car_take_damage(mover, velocity);
    for (int n = 1; n <= race->car_count; n++) {
        bool struck = (drive->struck >> n & 1) != 0;
        if (struck || n == number) {
            car_stop(&race->cars[n - 1]);
            race->cars[n - 1].missed_turns += struck ? collided->second : collided->number;
        }
    }
}

/* Checkpoints, laps and turbo areas, which shift the next principal point. */
static void pass(struct paper_race *race, int number, const struct drive *drive,
                 struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct passed_list list = {0};
    struct along_place last = along_place_of(drive->from, drive->to, drive->end);
    if (!race_is_derby(race) && !(drive->was_outside && !drive->returns))
        passed_count(race, drive, car, &list, &last);
    car->shift = passed_find_turbo(race, drive, last, &list);
    for (int i = 0; i < list.count; i++) {
        const struct passed *passed = &list.items[i];
        struct graph_paper_event *event = add_event(events, passed->type, number);
        event->number = passed->number;
        event->velocity = passed->shift;
        if (passed->type == EVENT_LAP)
            event->second = passed->crossing < 0 ? -1 : race_value(race, FIELD_LAPS);
    }
    free(list.items);
}

static void finish(struct paper_race *race, int number, const struct drive *drive,
                   struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_FINISHED;
    car->finish_end = drive->end;
    add_event(events, EVENT_FINISHED, number);
}

/* What comes behind `moved`, by the place where it happens (RULES 5.5). */
static void follow_drive(struct paper_race *race, int number, const struct drive *drive,
                         struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    struct point velocity = car->velocity;
    if (drive->off_track && !drive->was_outside && !drive->finish) {
        /* RULES 4.1: a car that finds no point to go on from is back where it was, and nothing
         * counts. */
        struct point resume = drive->from;
        if (!stops_off_track(race) || find_resume(race, number, drive->from, drive->end, &resume))
            pass(race, number, drive, events);
        depart(race, number, drive, resume, false, events);
    } else
        pass(race, number, drive, events);
    if (drive->struck != 0) {
        exact_is_grid(drive->end, &car->at);
        collide(race, number, drive, velocity, events);
    }
    if (drive->slick) {
        /* RULES 6. */
        struct graph_paper_event *slick = add_event(events, EVENT_SLICK, number);
        slick->to = car->at;
        slick->number = race_value(race, FIELD_SLICK_MISSED_TURNS);
        car_stop(car);
        car->missed_turns += slick->number;
    }
    if (drive->struck != 0 && race_is_derby(race))
        derby_score(race, number, drive->struck, events);
    if (drive->finish)
        finish(race, number, drive, events);
    else if (drive->struck != 0 && race_value(race, FIELD_COLLISION) == COLLISION_DAMAGE &&
             car_is_wrecked(race, car))
        car_retire(race, number, events);
}

static void do_drive(struct paper_race *race, int number, const struct drive *drive,
                     const struct move *price, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->at = drive->to;
    car->velocity = point_subtract(drive->to, drive->from);
    car->nitros -= price->nitros;
    car->good_brakes -= price->good_brakes;
    car->turbo_boosts -= price->turbo_boosts;
    if (drive->was_outside && drive->returns) {
        car->status = CAR_RACING;
        car->exit_progress = 0;
    }
    struct graph_paper_event *moved = add_event(events, EVENT_MOVED, number);
    moved->from = drive->from;
    moved->to = drive->to;
    moved->end = drive->end;
    moved->velocity = car->velocity;
    moved->number = price->nitros;
    moved->good_brakes = price->good_brakes;
    moved->turbo_boosts = price->turbo_boosts;
    moved->returned = drive->was_outside && drive->returns;
    moved->outside = drive->was_outside && !drive->returns;
    moved->second = (drive->off_track && !drive->was_outside) || drive->struck != 0 || drive->slick;
    derby_end_turn(race, number);
    follow_drive(race, number, drive, events);
}

/* --- actions ---------------------------------------------------------------------------------- */

/* `car` is the car to move as it stands before the move, at its start point if it is the first. */
static bool apply_move(struct paper_race *race, const struct car *car, struct point to,
                       struct event_list *events, struct error *error)
{
    int number = race->order[race->turn];
    struct purse purse = purse_open(race, car);
    struct move price;
    if (!purse_pays(&purse, point_subtract(to, car_principal(car)), &price))
        return refuse_price(&purse, car, to, error);
    struct drive drive = drive_work_out(race, number, car, &drive_look_at_everything, to);
    if (drive.refused)
        return refuse_drive(&drive, error);
    drive_find_end(race, &drive);
    if (car->status == CAR_WAITING)
        place_at_start(race, number, car->at, events);
    do_drive(race, number, &drive, &price, events);
    race_settle(race, events);
    return true;
}

/* The race goes on. */
static bool do_action(struct paper_race *race, const struct graph_paper_action *action,
                      struct event_list *events, struct error *error)
{
    int number = race->order[race->turn];
    struct car car = race->cars[number - 1];
    bool waiting = car.status == CAR_WAITING;
    if (!waiting && action->has_start) {
        return error_set(error, "car %d has started already: write only where it moves, like 12,9",
                         number);
    }
    if (!waiting)
        return apply_move(race, &car, action->to, events, error);
    if (!check_start(race, action, error))
        return false;
    if (race->round > 0) {
        start_place(race, &car, action->start);
        return apply_move(race, &car, action->to, events, error);
    }
    place_at_start(race, number, action->to, events);
    race_settle(race, events);
    return true;
}

bool graph_paper_do(struct race *any, const struct graph_paper_action *action,
                    struct event_list *events, struct error *error)
{
    struct paper_race *race = paper_race_to_change(any);
    int first = events->count;
    if (race->over)
        return error_set(error, "the race is over");
    bool done = do_action(race, action, events, error);
    events_finish(events, first);
    return done;
}

static bool race_apply(struct race *any, int car, const char *text, struct event_list *events,
                       struct error *error)
{
    const struct paper_race *race = paper_race(any);
    struct graph_paper_action action;
    if (race->over)
        return error_set(error, "the race is over");
    if (car != race->order[race->turn])
        return error_set(error, "car %d acts, but it is the turn of car %d", car,
                         race->order[race->turn]);
    return graph_paper_parse_action(text, &action, error) &&
           graph_paper_do(any, &action, events, error);
}
