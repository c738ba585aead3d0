/* Random races on random tracks under random rules: what has to hold in every one of them.
 *
 *     rules_races_test [SEED]
 */
#include "base/number.h"
#include "rules_random.h"
#include "rules_track.h"

#define POINT(px, py) ((struct point){(px), (py)})

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { RACES = 10000 };

static uint64_t seed = 20261120;
static int refusals[REFUSAL_OFF_SHEET + 1];

/* --- what holds after every action ------------------------------------------------------------ */

static const struct graph_paper_event *find_event(const struct event_list *events,
                                                  enum graph_paper_event_type type, int car)
{
    for (int i = 0; i < events->count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&events->items[i]);
        assert_int_equal(event->car, events->items[i].car);
        if (event->type == type && event->car == car && !event->forced)
            return event;
    }
    return NULL;
}

static void check_standing(const struct race *race)
{
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        const struct setup *setup = graph_paper_setup(race);
        if (car->status == CAR_RACING || car->status == CAR_OUTSIDE) {
            assert_int_equal(may_stand(setup, car->at), car->status == CAR_RACING);
        }
        if (car->status == CAR_OUTSIDE) {
            assert_true(setup->values[FIELD_OFF_TRACK] == OFF_TRACK_RUN_WIDE);
            assert_true(car->exit_progress >= 0);
        }
        assert_in_range(car->nitros, 0, setup->values[FIELD_NITROS]);
        assert_in_range(car->good_brakes, 0, setup->values[FIELD_GOOD_BRAKES]);
        assert_in_range(car->turbo_boosts, 0, setup->values[FIELD_TURBO_BOOSTS]);
        assert_true(car->missed_turns >= 0);
        assert_true((car->place > 0) >= (car->status == CAR_FINISHED) ||
                    setup->values[FIELD_FINISH] == FINISH_ROUND);
        assert_true(car->status == CAR_RETIRED || car->status == CAR_FINISHED ||
                    car->damage < setup->values[FIELD_DAMAGE_LIMIT]);
    }
}

/* How many turns the events take from a car, or give it to miss. */
static int missed_by_events(const struct event_list *events, const struct setup *setup, int car)
{
    int sum = 0;
    bool crashes = setup->values[FIELD_COLLISION] == COLLISION_CRASH &&
                   setup->values[FIELD_CONTEST] == CONTEST_RACE;
    for (int i = 0; i < events->count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&events->items[i]);
        bool mine = event->car == car;
        if (event->type == EVENT_COLLIDED && crashes) {
            sum += mine ? setup->values[FIELD_MOVER_MISSED_TURNS] : 0;
            sum += (event->struck >> car & 1) != 0 ? setup->values[FIELD_STRUCK_MISSED_TURNS] : 0;
        } else if (mine && event->type == EVENT_SLICK) {
            sum += setup->values[FIELD_SLICK_MISSED_TURNS];
        } else if (mine && event->type == EVENT_LEFT_TRACK) {
            bool resumes = setup->values[FIELD_OFF_TRACK] == OFF_TRACK_RESUME ||
                           setup->values[FIELD_OFF_TRACK] == OFF_TRACK_DAMAGE;
            sum += resumes ? setup->values[FIELD_WALL_MISSED_TURNS] : 0;
        } else if (mine && event->type == EVENT_MISSED) {
            sum--;
        }
    }
    return sum;
}

/* Did the car crash or go out in a turn without a choice? */
static bool was_forced(const struct event_list *events, int car)
{
    bool forced = false;
    for (int i = 0; i < events->count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&events->items[i]);
        forced |= event->car == car && (event->forced || event->type == EVENT_RETIRED);
    }
    return forced;
}

static void check_mover(const struct race *before, const struct race *after, int mover,
                        const struct event_list *events)
{
    const struct setup *setup = graph_paper_setup(after);
    const struct car *old = graph_paper_car(before, mover);
    const struct car *new = graph_paper_car(after, mover);
    bool touches = setup->values[FIELD_LINE] == LINE_TOUCH && old->status == CAR_WAITING;
    assert_in_range(new->crossings - old->crossings + 1, 0, touches ? 3 : 2);
    bool finishes = find_event(events, EVENT_FINISHED, mover) != NULL;
    assert_int_equal(finishes, new->status == CAR_FINISHED);
    bool checkpoints = setup->values[FIELD_CHECKPOINTS] == SWITCH_ON &&
                       graph_paper_track(setup)->checkpoint_count > 0;
    if (setup->values[FIELD_CONTEST] == CONTEST_RACE && !graph_paper_track(setup)->open &&
        !checkpoints) {
        assert_int_equal(finishes, new->crossings == setup->values[FIELD_LAPS] + 1);
    }
    if (setup->values[FIELD_CONTEST] == CONTEST_DERBY) {
        assert_int_equal(new->crossings, 0);
    }
}

static void check_changes(const struct race *before, const struct race *after, int mover,
                          const struct event_list *events)
{
    const struct setup *setup = graph_paper_setup(after);
    for (int number = 1; number <= graph_paper_game.car_count(after); number++) {
        const struct car *old = graph_paper_car(before, number);
        const struct car *new = graph_paper_car(after, number);
        assert_int_equal(new->missed_turns - old->missed_turns,
                         missed_by_events(events, setup, number));
        if (number == mover) {
            continue;
        }
        assert_int_equal(new->crossings, old->crossings);
        assert_int_equal(new->nitros, old->nitros);
        if (!was_forced(events, number)) {
            assert_int_equal(new->status, old->status);
            assert_true(old->status == CAR_WAITING || point_equal(new->at, old->at));
        }
    }
    check_mover(before, after, mover, events);
    assert_true(graph_paper_game.round(after) >= graph_paper_game.round(before));
    assert_true(graph_paper_game.round(after) <= setup->values[FIELD_ROUND_LIMIT]);
}

/* RULES 9: what each crash is worth, and nothing else. */
static void check_scores(const struct race *before, const struct race *after,
                         const struct event_list *events)
{
    int sum = 0;
    for (int player = 1; player <= graph_paper_setup(after)->players; player++) {
        sum += graph_paper_score(after, player) - graph_paper_score(before, player);
    }
    for (int i = 0; i < events->count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&events->items[i]);
        if (event->type != EVENT_COLLIDED ||
            graph_paper_setup(after)->values[FIELD_CONTEST] != CONTEST_DERBY) {
            continue;
        }
        sum -= 2;
        for (int car = 1; car <= graph_paper_game.car_count(after); car++) {
            sum += (event->struck >> car & 1) != 0;
        }
    }
    assert_int_equal(sum, 0);
}

static enum outcome outcome_of_events(const struct event_list *events, int car)
{
    const struct graph_paper_event *moved = find_event(events, EVENT_MOVED, car);
    return find_event(events, EVENT_FINISHED, car) != NULL     ? OUTCOME_FINISH
           : moved != NULL && moved->outside                   ? OUTCOME_OFF_TRACK
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
    struct race *copy = graph_paper_game.copy(race);
    uint64_t before = graph_paper_game.hash(copy);
    event_list_clear(events);
    bool done = graph_paper_game.apply(copy, race_next_car(copy), text.data, events, &error);
    assert_int_equal(done, graph_paper_game.hash(copy) != before);
    assert_int_equal(done, events->count > 0);
    graph_paper_game.free(copy);
    text_free(&text);
    return done;
}

/* RULES 2.2, 2.5, 2.6, 6: can the car pay for the point? The slow way. */
static bool has_price(const struct setup *setup, const struct car *car, struct point at,
                      struct point to)
{
    struct point v = point_add(car->velocity, car->shift);
    struct point principal = point_add(at, v);
    struct point a = point_subtract(to, principal);
    int ax = abs(a.x);
    int ay = abs(a.y);
    int slicks = setup->values[FIELD_SLICKS];
    bool still = point_equal(car->velocity, POINT(0, 0)) && point_equal(car->shift, POINT(0, 0));
    if (track_on_slick(graph_paper_track(setup), principal)) {
        if (slicks == SLICKS_COAST && !still) {
            return ax + ay == 0;
        }
        if (slicks == SLICKS_FOUR) {
            return ax + ay <= 1;
        }
    }
    bool four = setup->values[FIELD_ACCELERATION] == ACCELERATION_FOUR;
    int free = setup->values[FIELD_ACCELERATION] == ACCELERATION_TWO ? 2 : 1;
    int excess = four ? (ax + ay > 1 ? ax + ay - 1 : 0)
                      : (ax > free ? ax - free : 0) + (ay > free ? ay - free : 0);
    bool brake = (ax == 2 && (int64_t)a.x * v.x < 0) || (ay == 2 && (int64_t)a.y * v.y < 0);
    bool boost = (ax == 2 && (int64_t)a.x * v.x >= 0) || (ay == 2 && (int64_t)a.y * v.y >= 0);
    bool by_two = ax <= 2 && ay <= 2 && (!four || ax == 0 || ay == 0) &&
                  (!brake || car->good_brakes > 0) && (!boost || car->turbo_boosts > 0);
    return excess <= car->nitros || by_two;
}

/* RULES 2.2: the longer axis of the shortest move that has a price, if none is within the limit. */
static bool can_pay(const struct setup *setup, const struct car *car, struct point at,
                    struct point to)
{
    int limit = setup->values[FIELD_TOP_SPEED], reach = car->nitros + 3;
    struct point principal = point_add(point_add(at, car->velocity), car->shift);
    int wanted = point_reach(point_subtract(to, at)), least = wanted;
    if (!has_price(setup, car, at, to)) {
        return false;
    }
    struct point other;
    for (other.y = principal.y - reach; other.y <= principal.y + reach; other.y++) {
        for (other.x = principal.x - reach; other.x <= principal.x + reach; other.x++) {
            int speed = point_reach(point_subtract(other, at));
            if (limit > 0 && speed < least && has_price(setup, car, at, other)) {
                least = speed;
            }
        }
    }
    return limit == 0 || wanted <= limit || wanted == least;
}

static bool is_refused(const struct refused_list *refused, struct point to)
{
    for (int i = 0; i < refused->count; i++) {
        if (point_equal(refused->items[i].to, to)) {
            return true;
        }
    }
    return false;
}

/* What only a wall decides, where nothing else does. */
static void check_outcome(const struct race *race, const struct car *car, const struct move *move)
{
    const struct setup *setup = graph_paper_setup(race);
    bool plain = graph_paper_track(setup)->inspected_count == 0 &&
                 setup->values[FIELD_WALLS] == WALLS_IN &&
                 setup->values[FIELD_PATH] == PATH_WHOLE && car->status != CAR_OUTSIDE;
    if (!plain || move->outcome == OUTCOME_FINISH ||
        (move->outcome == OUTCOME_COLLISION && setup->values[FIELD_REACH] == REACH_WHOLE)) {
        return;
    }
    assert_int_equal(is_move_on_track(graph_paper_track(setup)->surface, move->from, move->to),
                     move->outcome != OUTCOME_OFF_TRACK);
}

/* Every listed move can be done and comes out as listed; every other point near by is refused, and
 * listed as refused if the car could pay for it. */
static void check_list(const struct race *race, const struct point *start, struct move_list *moves)
{
    struct event_list events = {0};
    struct refused_list refused = {0};
    int mover = race_next_car(race);
    const struct car *car = graph_paper_car(race, mover);
    struct point at = start != NULL ? *start : car->at;
    graph_paper_moves(race, start, moves);
    graph_paper_refused(race, start, &refused);
    assert_true(moves->count > 0);
    struct point principal = point_add(point_add(at, car->velocity), car->shift);
    struct graph_paper_action action = {0};
    action.has_start = start != NULL;
    action.start = start != NULL ? *start : action.start;
    int reach = car->nitros + 4;
    int next = 0;
    int refused_met = 0;
    for (action.to.y = principal.y - reach; action.to.y <= principal.y + reach; action.to.y++) {
        for (action.to.x = principal.x - reach; action.to.x <= principal.x + reach; action.to.x++) {
            const struct move *move = next < moves->count ? &moves->items[next] : NULL;
            bool listed = move != NULL && point_equal(move->to, action.to);
            bool pays = can_pay(graph_paper_setup(race), car, at, action.to);
            bool forbidden = is_refused(&refused, action.to);
            refused_met += forbidden;
            assert_int_equal(do_on_copy(race, &action, &events), listed);
            assert_int_equal(listed + forbidden, pays);
            if (!listed) {
                continue;
            }
            next++;
            assert_int_equal(outcome_of_events(&events, mover), move->outcome);
            check_outcome(race, car, move);
        }
    }
    assert_int_equal(next, moves->count);
    assert_int_equal(refused_met, refused.count);
    for (int i = 0; i < refused.count; i++) {
        refusals[refused.items[i].why]++;
    }
    free(refused.items);
    event_list_free(&events);
}

static void check_derby_places(const struct race *race)
{
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        int better = 0;
        for (int player = 1; player <= graph_paper_setup(race)->players; player++) {
            better += graph_paper_score(race, player) > graph_paper_score(race, car->player);
        }
        assert_int_equal(car->place, better + 1);
        assert_true(car->status == CAR_RACING);
    }
}

/* The places of a race that is over: the finishers in their order, cars that share the next one,
 * the retired ones. */
static void check_places(const struct race *race)
{
    bool shared = graph_paper_setup(race)->values[FIELD_FINISH] == FINISH_ROUND;
    int cars = graph_paper_game.car_count(race);
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
        assert_true((taken >> car->place & 1) == 0 || (shared && car->status == CAR_FINISHED));
        taken |= 1U << car->place;
    }
}

/* --- races ------------------------------------------------------------------------------------ */

struct played {
    struct setup setup;
    struct random random;
    struct race *race;
    struct move_list moves;
    struct event_list events;
    struct text action;
    struct text actions; /* all of them, each with a line break */
};

static void play_action(struct played *game)
{
    struct error error = {0};
    int mover = race_next_car(game->race);
    struct race *before = graph_paper_game.copy(game->race);
    uint64_t hash = graph_paper_game.hash(before);
    text_clear(&game->action);
    random_action(&game->random, game->race, &game->moves, &game->action);
    bool started = graph_paper_car(game->race, mover)->status != CAR_WAITING;
    if (started && random_chance(&game->random, 3)) {
        check_list(game->race, NULL, &game->moves);
    }
    event_list_clear(&game->events);
    if (!graph_paper_game.apply(game->race, race_next_car(game->race), game->action.data,
                                &game->events, &error)) {
        fail_msg("%s: %s", game->action.data, error.text);
    }
    text_append_format(&game->actions, "%s\n", game->action.data);
    check_standing(game->race);
    check_changes(before, game->race, mover, &game->events);
    check_scores(before, game->race, &game->events);
    assert_true(graph_paper_game.hash(before) == hash);
    graph_paper_game.free(before);
}

/* The same seed and actions give the same hash. */
static void replay(const struct played *game)
{
    struct error error = {0};
    struct event_list events = {0};
    struct race *race = graph_paper_game.begin(&game->setup);
    char *actions = strdup(text_string(&game->actions));
    for (char *action = strtok(actions, "\n"); action != NULL; action = strtok(NULL, "\n")) {
        assert_true(graph_paper_game.apply(race, race_next_car(race), action, &events, &error));
    }
    assert_true(graph_paper_game.hash(race) == graph_paper_game.hash(game->race));
    free(actions);
    event_list_free(&events);
    graph_paper_game.free(race);
}

/* How often each thing happened, so that the test cannot pass because nothing happens. */
struct tally {
    int races, limit;
    int events[EVENT_OVER + 1];
    int returned, came_back, ran_wide, forced, two_at_once, damaged;
};

static void count_events(struct tally *tally, const struct event_list *events)
{
    for (int i = 0; i < events->count; i++) {
        const struct graph_paper_event *event = graph_paper_event(&events->items[i]);
        bool left = event->type == EVENT_LEFT_TRACK;
        tally->events[event->type]++;
        tally->returned += event->returned;
        tally->came_back += left && event->second == LEFT_COMES_BACK;
        tally->ran_wide += left && event->second == LEFT_RUNS_WIDE;
        tally->forced += event->forced;
        tally->two_at_once += event->good_brakes + event->turbo_boosts;
        tally->damaged += event->damage > 0;
    }
}

static void play_race(struct random *random, const struct track *track, struct tally *tally)
{
    struct error error = {0};
    struct played game = {.setup = random_setup(random, track)};
    if (!setup_check(&game.setup, &error)) {
        return;
    }
    game.random = random_seeded(random_next(random));
    game.race = graph_paper_game.begin(&game.setup);
    while (!graph_paper_game.over(game.race)) {
        play_action(&game);
        count_events(tally, &game.events);
    }
    assert_int_equal(race_next_car(game.race), 0);
    if (game.setup.values[FIELD_CONTEST] == CONTEST_DERBY) {
        check_derby_places(game.race);
    } else {
        check_places(game.race);
    }
    replay(&game);
    tally->races++;
    tally->limit +=
        graph_paper_game.round(game.race) == game.setup.values[FIELD_ROUND_LIMIT] ? 1 : 0;
    graph_paper_game.free(game.race);
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
    print_message("%d races, %d up to the limit; %d returned, %d came straight back, %d ran wide, "
                  "%d forced, %d good brakes and turbo boosts, %d damaged\n",
                  tally.races, tally.limit, tally.returned, tally.came_back, tally.ran_wide,
                  tally.forced, tally.two_at_once, tally.damaged);
    for (int type = 0; type <= EVENT_OVER; type++) {
        print_message("%d of type %d\n", tally.events[type], type);
        assert_true(tally.events[type] > 300);
    }
    for (int why = 0; why <= REFUSAL_OFF_SHEET; why++) {
        print_message("%d refused for %d\n", refusals[why], why);
        assert_true(refusals[why] > 5);
    }
    assert_true(tally.returned > 100 && tally.came_back > 0 && tally.ran_wide > 1000);
    assert_true(tally.forced > 10 && tally.two_at_once > 1000 && tally.damaged > 1000);
    assert_true(tally.limit > 1000 && tally.limit < RACES - 1000);
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
        if (setup_check(&setup, &error)) {
            struct race *race = graph_paper_game.begin(&setup);
            struct point_list starts = {0};
            graph_paper_starts(race, &starts);
            for (int j = 0; j < starts.count; j++) {
                check_list(race, &starts.items[j], &moves);
            }
            free(starts.items);
            graph_paper_game.free(race);
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
