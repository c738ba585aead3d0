/* Random races on random tracks under random rules: what has to hold in every one of them.
 *
 *     rules_races_test [SEED]
 */
#include "base/number.h"
#include "rules_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { RACES = 10000 };

static uint64_t seed = 20261120;

/* --- an independent opinion on the track: all edges, no index, whole fractions --------------- */

static bool is_between(int128 value, int128 one, int128 other)
{
    return one < other ? value >= one && value <= other : value >= other && value <= one;
}

static bool is_on_edge(struct point a, struct point b, int128 x, int128 y, int128 w)
{
    int128 cross = (b.x - a.x) * (y - a.y * w) - (b.y - a.y) * (x - a.x * w);
    return cross == 0 && is_between(x, a.x * w, b.x * w) && is_between(y, a.y * w, b.y * w);
}

/* Does the ray to the right from (x, y) / w cross the edge, which has its lower end only? */
static bool ray_crosses(struct point a, struct point b, int128 x, int128 y, int128 w)
{
    if ((a.y * w <= y) == (b.y * w <= y)) {
        return false;
    }
    int128 cross = (b.x - a.x) * (y - a.y * w) - (b.y - a.y) * (x - a.x * w);
    return (b.y > a.y) == (cross > 0);
}

/* Is the point (x, y) / w, in fine units, inside the loops or on one of them? */
static bool is_track(const struct area *area, int128 x, int128 y, int128 w)
{
    bool inside = false;
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int j = 0; j < loop.count; j++) {
            struct point a = loop.vertices[j];
            struct point b = loop.vertices[(j + 1) % loop.count];
            if (is_on_edge(a, b, x, y, w)) {
                return true;
            }
            inside ^= ray_crosses(a, b, x, y, w);
        }
    }
    return inside;
}

static bool is_grid_point_on_track(const struct area *area, struct point grid)
{
    return is_track(area, (int128)grid.x * FINE, (int128)grid.y * FINE, 1);
}

/* Where on from -> to an edge is met, as fractions between 0 and 1. */
struct meeting {
    int64_t n;
    int64_t d;
};

static int compare_meetings(const void *first, const void *second)
{
    const struct meeting *a = first;
    const struct meeting *b = second;
    int128 difference = (int128)a->n * b->d - (int128)b->n * a->d;
    return (difference > 0) - (difference < 0);
}

static void add_meeting(struct meeting *list, int *count, int64_t n, int64_t d)
{
    n = d < 0 ? -n : n;
    d = llabs(d);
    if (n >= 0 && n <= d) {
        list[(*count)++] = (struct meeting){n, d};
    }
}

static int find_meetings(const struct area *area, struct point from, struct point to,
                         struct meeting *list)
{
    int count = 0;
    int64_t dx = to.x - from.x;
    int64_t dy = to.y - from.y;
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        for (int j = 0; j < loop.count; j++) {
            struct point a = loop.vertices[j];
            struct point b = loop.vertices[(j + 1) % loop.count];
            int64_t d = dx * (b.y - a.y) - dy * (b.x - a.x);
            int64_t n =
                (int64_t)(a.x - from.x) * (b.y - a.y) - (int64_t)(a.y - from.y) * (b.x - a.x);
            if (d != 0) {
                add_meeting(list, &count, n, d);
            } else if (point_cross(from, to, a) == 0) {
                add_meeting(list, &count, dx * (a.x - from.x) + dy * (a.y - from.y),
                            dx * dx + dy * dy);
            }
        }
    }
    return count;
}

/* Between two meetings that follow each other a segment is inside or outside as a whole. */
static bool is_move_on_track(const struct area *area, struct point from, struct point to)
{
    if (!is_grid_point_on_track(area, from) || !is_grid_point_on_track(area, to)) {
        return false;
    }
    struct point start = point_to_fine(from);
    struct point end = point_to_fine(to);
    struct meeting *list = calloc((size_t)area_edge_count(area) + 2, sizeof *list);
    int count = point_equal(from, to) ? 0 : find_meetings(area, start, end, list);
    list[count++] = (struct meeting){0, 1};
    list[count++] = (struct meeting){1, 1};
    qsort(list, (size_t)count, sizeof *list, compare_meetings);
    bool on_track = true;
    for (int i = 1; i < count && on_track; i++) {
        int128 n = (int128)list[i - 1].n * list[i].d + (int128)list[i].n * list[i - 1].d;
        int128 w = (int128)2 * list[i - 1].d * list[i].d;
        on_track = is_track(area, start.x * w + (end.x - start.x) * n,
                            start.y * w + (end.y - start.y) * n, w);
    }
    free(list);
    return on_track;
}

/* --- what holds after every action ------------------------------------------------------------ */

static struct event *find_event(const struct event_list *events, enum event_type type, int car)
{
    for (int i = 0; i < events->count; i++) {
        if (events->items[i].type == type && events->items[i].car == car) {
            return &events->items[i];
        }
    }
    return NULL;
}

static void check_standing(const struct race *race)
{
    for (int number = 1; number <= graph_paper_rules.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        const struct area *surface = graph_paper_setup(race)->track->surface;
        if (car->status == CAR_RACING || car->status == CAR_RETIRED) {
            assert_true(is_grid_point_on_track(surface, car->at));
        }
        assert_in_range(car->nitros, 0, graph_paper_setup(race)->values[FIELD_NITROS]);
        assert_true(car->missed_turns >= 0);
        assert_true((car->place > 0) >= (car->status == CAR_FINISHED));
    }
}

/* How many turns the events take from a car, or give it to miss. */
static int missed_by_events(const struct event_list *events, const struct setup *setup, int car)
{
    int sum = 0;
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->items[i];
        bool mine = event->car == car;
        if (event->type == EVENT_COLLIDED) {
            sum += mine ? setup->values[FIELD_MOVER_MISSED_TURNS] : 0;
            sum += (event->struck >> car & 1) != 0 ? setup->values[FIELD_STRUCK_MISSED_TURNS] : 0;
        } else if (mine && event->type == EVENT_SLICK) {
            sum += setup->values[FIELD_SLICK_MISSED_TURNS];
        } else if (mine && event->type == EVENT_LEFT_TRACK) {
            bool resumes = setup->values[FIELD_OFF_TRACK] == OFF_TRACK_RESUME;
            sum += resumes ? setup->values[FIELD_WALL_MISSED_TURNS] : 0;
        } else if (mine && event->type == EVENT_MISSED) {
            sum--;
        }
    }
    return sum;
}

static void check_changes(const struct race *before, const struct race *after, int mover,
                          const struct event_list *events)
{
    const struct setup *setup = graph_paper_setup(after);
    for (int number = 1; number <= graph_paper_rules.car_count(after); number++) {
        const struct car *old = graph_paper_car(before, number);
        const struct car *new = graph_paper_car(after, number);
        assert_int_equal(new->missed_turns - old->missed_turns,
                         missed_by_events(events, setup, number));
        if (number == mover) {
            assert_in_range(new->crossings - old->crossings + 1, 0, 2);
            continue;
        }
        assert_int_equal(new->crossings, old->crossings);
        assert_int_equal(new->nitros, old->nitros);
        assert_int_equal(new->status, old->status);
        assert_true(old->status == CAR_WAITING || point_equal(new->at, old->at));
    }
    assert_true(graph_paper_rules.round(after) >= graph_paper_rules.round(before));
    assert_true(graph_paper_rules.round(after) <= setup->values[FIELD_ROUND_LIMIT]);
    bool finishes = find_event(events, EVENT_FINISHED, mover) != NULL;
    int crossings = graph_paper_car(after, mover)->crossings;
    assert_int_equal(finishes, setup->track->open
                                   ? graph_paper_car(after, mover)->status == CAR_FINISHED
                                   : crossings == setup->values[FIELD_LAPS] + 1);
}

static enum outcome outcome_of_events(const struct event_list *events, int car)
{
    return find_event(events, EVENT_FINISHED, car) != NULL     ? OUTCOME_FINISH
           : find_event(events, EVENT_LEFT_TRACK, car) != NULL ? OUTCOME_OFF_TRACK
           : find_event(events, EVENT_COLLIDED, car) != NULL   ? OUTCOME_COLLISION
           : find_event(events, EVENT_SLICK, car) != NULL      ? OUTCOME_SLICK
                                                               : OUTCOME_CLEAR;
}

static bool do_on_copy(const struct race *race, const struct graph_paper_action *action,
                       struct event_list *events)
{
    struct error error = {0};
    struct text text = {0};
    struct graph_paper_action again = {0};
    graph_paper_print_action(action, &text);
    assert_true(graph_paper_parse_action(text.data, &again, &error));
    assert_memory_equal(action, &again, sizeof again);
    struct race *copy = graph_paper_rules.copy(race);
    uint64_t before = graph_paper_rules.hash(copy);
    events->count = 0;
    bool done = graph_paper_rules.apply(copy, text.data, events, &error);
    assert_int_equal(done, graph_paper_rules.hash(copy) != before);
    assert_int_equal(done, events->count > 0);
    graph_paper_rules.free(copy);
    text_free(&text);
    return done;
}

/* Every listed move can be done and comes out as listed; every other point near by is refused. */
static void check_list(const struct race *race, const struct point *start, struct move_list *moves)
{
    struct event_list events = {0};
    int mover = graph_paper_rules.to_move(race);
    const struct area *surface = graph_paper_setup(race)->track->surface;
    graph_paper_moves(race, start, moves);
    struct point low = moves->items[0].to;
    struct point high = moves->items[moves->count - 1].to;
    struct graph_paper_action action = {0};
    action.has_start = start != NULL;
    action.start = start != NULL ? *start : action.start;
    int next = 0;
    int reach = (high.y - low.y) / 2 + 2;
    for (action.to.y = low.y - 1; action.to.y <= high.y + 1; action.to.y++) {
        for (action.to.x = low.x - reach; action.to.x <= low.x + reach; action.to.x++) {
            const struct move *move = next < moves->count ? &moves->items[next] : NULL;
            bool listed = move != NULL && point_equal(move->to, action.to);
            assert_int_equal(do_on_copy(race, &action, &events), listed);
            if (!listed) {
                continue;
            }
            next++;
            assert_int_equal(outcome_of_events(&events, mover), move->outcome);
            bool on_track = is_move_on_track(surface, move->from, move->to);
            assert_true(move->outcome == OUTCOME_FINISH ||
                        on_track == (move->outcome != OUTCOME_OFF_TRACK));
        }
    }
    assert_int_equal(next, moves->count);
    event_list_free(&events);
}

/* The places of a race that is over: the finishers in their order, cars that share the next one,
 * the retired ones. */
static void check_places(const struct race *race)
{
    int cars = graph_paper_rules.car_count(race);
    int by_status[CAR_RETIRED + 1] = {0};
    for (int number = 1; number <= cars; number++) {
        by_status[graph_paper_car(race, number)->status]++;
    }
    int finished = by_status[CAR_FINISHED];
    unsigned taken = 0;
    for (int number = 1; number <= cars; number++) {
        const struct car *car = graph_paper_car(race, number);
        if (car->status == CAR_FINISHED) {
            assert_in_range(car->place, 1, finished);
        } else if (car->status == CAR_RETIRED) {
            assert_in_range(car->place, cars - by_status[CAR_RETIRED] + 1, cars);
        } else {
            assert_int_equal(car->place, finished + 1);
            continue;
        }
        assert_int_equal(taken >> car->place & 1, 0);
        taken |= 1U << car->place;
    }
}

/* --- races ------------------------------------------------------------------------------------ */

struct game {
    struct setup setup;
    struct random random;
    struct race *race;
    struct move_list moves;
    struct event_list events;
    struct text action;
    struct text actions; /* all of them, each with a line break */
};

static void play_action(struct game *game)
{
    struct error error = {0};
    int mover = graph_paper_rules.to_move(game->race);
    struct race *before = graph_paper_rules.copy(game->race);
    uint64_t hash = graph_paper_rules.hash(before);
    text_clear(&game->action);
    random_action(&game->random, game->race, &game->moves, &game->action);
    bool started = graph_paper_car(game->race, mover)->status == CAR_RACING;
    if (started && random_chance(&game->random, 3)) {
        check_list(game->race, NULL, &game->moves);
    }
    game->events.count = 0;
    if (!graph_paper_rules.apply(game->race, game->action.data, &game->events, &error)) {
        fail_msg("%s: %s", game->action.data, error.text);
    }
    text_append_format(&game->actions, "%s\n", game->action.data);
    check_standing(game->race);
    check_changes(before, game->race, mover, &game->events);
    assert_true(graph_paper_rules.hash(before) == hash);
    graph_paper_rules.free(before);
}

/* The same seed and actions give the same hash. */
static void replay(const struct game *game)
{
    struct error error = {0};
    struct event_list events = {0};
    struct race *race = graph_paper_rules.begin(&game->setup);
    char *actions = strdup(text_string(&game->actions));
    for (char *action = strtok(actions, "\n"); action != NULL; action = strtok(NULL, "\n")) {
        assert_true(graph_paper_rules.apply(race, action, &events, &error));
    }
    assert_true(graph_paper_rules.hash(race) == graph_paper_rules.hash(game->race));
    free(actions);
    event_list_free(&events);
    graph_paper_rules.free(race);
}

/* How often each thing happened, so that the test cannot pass because nothing happens. */
struct tally {
    int races, finished, retired, collided, slick, left_track, limit;
};

static void count_events(struct tally *tally, const struct event_list *events)
{
    for (int i = 0; i < events->count; i++) {
        enum event_type type = events->items[i].type;
        tally->finished += type == EVENT_FINISHED;
        tally->retired += type == EVENT_RETIRED;
        tally->collided += type == EVENT_COLLIDED;
        tally->slick += type == EVENT_SLICK;
        tally->left_track += type == EVENT_LEFT_TRACK;
    }
}

static void play_race(struct random *random, const struct track *track, struct tally *tally)
{
    struct error error = {0};
    struct game game = {.setup = random_setup(random, track)};
    if (!graph_paper_rules.setup_check(&game.setup, &error)) {
        return;
    }
    game.random = random_seeded(random_next(random));
    game.race = graph_paper_rules.begin(&game.setup);
    while (!graph_paper_rules.over(game.race)) {
        play_action(&game);
        count_events(tally, &game.events);
    }
    assert_int_equal(graph_paper_rules.to_move(game.race), 0);
    check_places(game.race);
    replay(&game);
    tally->races++;
    tally->limit +=
        graph_paper_rules.round(game.race) == game.setup.values[FIELD_ROUND_LIMIT] ? 1 : 0;
    graph_paper_rules.free(game.race);
    graph_paper_free_moves(&game.moves);
    event_list_free(&game.events);
    text_free(&game.action);
    text_free(&game.actions);
}

static void test_what_holds_in_every_race(void **state)
{
    (void)state;
    enum { RACES_A_TRACK = 10 };
    struct random random = random_seeded(seed);
    struct tally tally = {0};
    while (tally.races < RACES) {
        struct track *track = random_track(&random);
        for (int i = 0; i < RACES_A_TRACK && tally.races < RACES; i++) {
            play_race(&random, track, &tally);
        }
        track_release(track);
    }
    print_message("%d races: %d finishes, %d retirements, %d collisions, %d slicks, %d times off "
                  "the track, %d up to the limit\n",
                  tally.races, tally.finished, tally.retired, tally.collided, tally.slick,
                  tally.left_track, tally.limit);
    assert_true(tally.finished > 1000 && tally.retired > 1000 && tally.collided > 1000);
    assert_true(tally.slick > 1000 && tally.left_track > 1000 && tally.limit > 1000);
    assert_true(tally.limit < RACES - 1000);
}

static void test_first_moves_come_out_as_listed(void **state)
{
    (void)state;
    struct random random = random_seeded(seed + 1);
    struct move_list moves = {0};
    for (int i = 0; i < 40; i++) {
        struct error error = {0};
        struct track *track = random_track(&random);
        struct setup setup = random_setup(&random, track);
        setup.values[FIELD_CHOOSE] = CHOOSE_WITH_FIRST_MOVE;
        if (graph_paper_rules.setup_check(&setup, &error)) {
            struct race *race = graph_paper_rules.begin(&setup);
            struct point_list starts = {0};
            graph_paper_starts(race, &starts);
            for (int j = 0; j < starts.count; j++) {
                check_list(race, &starts.items[j], &moves);
            }
            free(starts.items);
            graph_paper_rules.free(race);
        }
        track_release(track);
    }
    graph_paper_free_moves(&moves);
}

int main(int argument_count, char **arguments)
{
    if (argument_count > 1 && !number_is_unsigned(arguments[1], &seed)) {
        fprintf(stderr, "usage: rules_races_test [SEED]\n");
        return 2;
    }
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_holds_in_every_race),
        cmocka_unit_test(test_first_moves_come_out_as_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
