/* The solver against a search that only knows how to ask the rules: every move of every state,
 * applied to a copy of the race, in the order of the rounds, on random tracks under random rules.
 * Both must find the same fewest rounds, from the start and from the middle of a race; and what the
 * solver says of a start when it is asked must be what it finds when it solves, which it does by
 * another way of keeping states.
 *
 *     solver_model_test [SEED [TRACKS]]    `make test` runs a few with the sanitizers, 500 without
 */
#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules_random.h"
#include "support/cmocka.h"

#include <string.h>

enum { TRACKS = 60, STATE_LIMIT = 9000, TABLE = 1 << 15, ROUND_LIMIT = 100 };
enum { MANY = 500 }; /* enough for every rule to have had its turn */

static uint64_t seed = 20261120;
static int tracks = TRACKS;

/* What the rules may look at in a car that is alone. */
struct key {
    int at_x, at_y, velocity_x, velocity_y, shift_x, shift_y;
    int nitros, good_brakes, turbo_boosts;
    int crossings, laps_opened, checkpoint;
};

struct brute {
    bool with_extras;
    struct key *table;
    bool *used;
    int states;
    struct race **queue; /* of states, unsorted */
    int queue_count, queue_capacity;
    struct move_list moves;
    struct event_list events;
    int finish; /* the round in which it finished first; 0: not yet */
};

static struct key key_of(const struct car *car)
{
    struct key key;
    memset(&key, 0, sizeof key);
    key = (struct key){car->at.x,         car->at.y,      car->velocity.x,  car->velocity.y,
                       car->shift.x,      car->shift.y,   car->nitros,      car->good_brakes,
                       car->turbo_boosts, car->crossings, car->laps_opened, car->checkpoint};
    return key;
}

/* True if it was not there. */
static bool remember(struct brute *brute, const struct race *race)
{
    struct key key = key_of(graph_paper_car(race, 1));
    const unsigned char *bytes = (const unsigned char *)&key;
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < sizeof key; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    uint64_t slot = hash % TABLE;
    while (brute->used[slot] && memcmp(&brute->table[slot], &key, sizeof key) != 0)
        slot = (slot + 1) % TABLE;
    if (brute->used[slot])
        return false;
    brute->used[slot] = true;
    brute->table[slot] = key;
    brute->states++;
    return true;
}

static void put(struct brute *brute, struct race *race)
{
    brute->queue =
        array_grow(brute->queue, brute->queue_count, &brute->queue_capacity, sizeof(struct race *));
    brute->queue[brute->queue_count++] = race;
}

static void try_action(struct brute *brute, const struct race *race,
                       const struct graph_paper_action *action)
{
    struct race *after = graph_paper_game.copy(race);
    struct text text = {0};
    struct error error;
    int round = graph_paper_game.round(race);
    graph_paper_print_action(action, &text);
    event_list_clear(&brute->events);
    if (!graph_paper_game.apply(after, race_next_car(after), text.data, &brute->events, &error))
        fail_msg("%s: %s", text.data, error.text);
    text_free(&text);
    bool finished = graph_paper_car(after, 1)->status == CAR_FINISHED;
    if (finished && (brute->finish == 0 || round < brute->finish))
        brute->finish = round;
    if (!finished && !graph_paper_game.over(after))
        put(brute, after);
    else
        graph_paper_game.free(after);
}

static void try_moves(struct brute *brute, const struct race *race, const struct point *start)
{
    graph_paper_moves(race, start, &brute->moves);
    for (int i = 0; i < brute->moves.count; i++) {
        const struct move *move = &brute->moves.items[i];
        int price = move->nitros + move->good_brakes + move->turbo_boosts;
        struct graph_paper_action action = {.has_start = start != NULL, .to = move->to};
        if (start != NULL)
            action.start = *start;
        if (move->outcome != OUTCOME_OFF_TRACK && (price == 0 || brute->with_extras))
            try_action(brute, race, &action);
    }
}

static void expand(struct brute *brute, const struct race *race)
{
    if (graph_paper_car(race, 1)->status != CAR_WAITING) {
        if (remember(brute, race))
            try_moves(brute, race, NULL);
        return;
    }
    struct point_list starts = {0};
    graph_paper_starts(race, &starts);
    for (int i = 0; i < starts.count; i++) {
        struct graph_paper_action action = {.to = starts.items[i]};
        if (graph_paper_game.round(race) == 0)
            try_action(brute, race, &action);
        else
            try_moves(brute, race, &starts.items[i]);
    }
    free(starts.items);
}

/* The states of one round, which may lead to others of the same one (start points). */
static void expand_round(struct brute *brute, int round)
{
    for (int i = 0; i < brute->queue_count && brute->states <= STATE_LIMIT;) {
        struct race *race = brute->queue[i];
        if (graph_paper_game.round(race) > round) {
            i++;
            continue;
        }
        brute->queue[i] = brute->queue[--brute->queue_count];
        expand(brute, race);
        graph_paper_game.free(race);
    }
}

enum { TOO_MANY = -2 };

/* The round in which a car finishes at the earliest; 0: never, or TOO_MANY states. */
static int find_finish(const struct race *race, bool with_extras)
{
    struct brute brute = {.with_extras = with_extras};
    brute.table = memory_allocate(TABLE, sizeof *brute.table);
    brute.used = memory_allocate(TABLE, sizeof *brute.used);
    put(&brute, graph_paper_game.copy(race));
    for (int round = graph_paper_game.round(race);
         brute.queue_count > 0 && brute.finish == 0 && brute.states <= STATE_LIMIT; round++)
        expand_round(&brute, round);
    int finish = brute.finish > 0 || brute.states <= STATE_LIMIT ? brute.finish : TOO_MANY;
    for (int i = 0; i < brute.queue_count; i++)
        graph_paper_game.free(brute.queue[i]);
    free(brute.queue);
    free(brute.table);
    free(brute.used);
    graph_paper_free_moves(&brute.moves);
    event_list_free(&brute.events);
    return finish;
}

static struct setup random_single(struct random *random, const struct track *track)
{
    struct setup setup;
    struct error error;
    do {
        setup = random_setup_alone(random, track, 2);
        setup.values[FIELD_CONTEST] = CONTEST_RACE;
        if (random_chance(random, 90))
            setup.values[FIELD_ROUND_LIMIT] = ROUND_LIMIT;
    } while (!setup_check(&setup, &error));
    return setup;
}

enum { ASPECTS = 24 };

struct tally {
    int compared, finished, impossible, in_the_middle, driven;
    int aspects[ASPECTS]; /* of the compared ones with a lap */
};

/* What was random about a comparison, in the order of the words below. */
static void count_aspects(const struct setup *setup, bool with_extras, struct tally *tally)
{
    const struct track *track = graph_paper_track(setup);
    const int *values = setup->values;
    bool slick = track->slick_count > 0;
    bool turbo = values[FIELD_TURBO_AREAS] == SWITCH_ON && track->turbo_count > 0;
    const bool aspects[ASPECTS] = {
        track->open,
        values[FIELD_LAPS] == 2 && !track->open,
        values[FIELD_CHECKPOINTS] == SWITCH_ON && track->checkpoint_count > 0,
        turbo,
        slick && values[FIELD_SLICKS] == SLICKS_SPIN,
        slick && values[FIELD_SLICKS] == SLICKS_COAST,
        slick && values[FIELD_SLICKS] == SLICKS_FOUR,
        values[FIELD_ACCELERATION] == ACCELERATION_FOUR,
        values[FIELD_PATH] == PATH_END,
        values[FIELD_WALLS] == WALLS_OUT,
        values[FIELD_LINE] == LINE_TOUCH,
        values[FIELD_OFF_TRACK] == OFF_TRACK_RUN_WIDE,
        values[FIELD_START] == START_BEHIND,
        values[FIELD_START] == START_ANYWHERE,
        values[FIELD_CHOOSE] == CHOOSE_REVERSE,
        track->inspected_count > 0,
        with_extras && values[FIELD_NITROS] > 0,
        with_extras && values[FIELD_GOOD_BRAKES] > 0,
        with_extras && values[FIELD_TURBO_BOOSTS] > 0,
        with_extras && values[FIELD_NITROS] > 0 && values[FIELD_GOOD_BRAKES] > 0,
        values[FIELD_ACCELERATION] == ACCELERATION_TWO,
        values[FIELD_TOP_SPEED] > 0,
        values[FIELD_TOP_SPEED] > 0 && turbo,
        values[FIELD_TOP_SPEED] > 0 && with_extras && values[FIELD_NITROS] > 0,
    };
    for (int i = 0; i < ASPECTS; i++)
        tally->aspects[i] += aspects[i];
}

static void expect_all_aspects(const struct tally *tally)
{
    static const char *const words[ASPECTS] = {"open",
                                               "two laps",
                                               "checkpoints",
                                               "turbo areas",
                                               "spin",
                                               "coast",
                                               "slicks four",
                                               "four",
                                               "path end",
                                               "walls out",
                                               "touch",
                                               "run wide",
                                               "behind",
                                               "anywhere",
                                               "reverse",
                                               "inspected",
                                               "nitros",
                                               "good brakes",
                                               "turbo boosts",
                                               "nitros and brakes",
                                               "two",
                                               "top speed",
                                               "top speed and turbo",
                                               "top speed and nitros"};
    for (int i = 0; i < ASPECTS; i++) {
        print_message("# %s: %d\n", words[i], tally->aspects[i]);
        assert_true(tally->compared < MANY || tally->aspects[i] >= 10);
    }
}

/* By as many threads as it likes, or one, two or three, in turn; with a bound in every other try.
 */
static struct solver *create(const struct setup *setup, bool with_extras, bool for_questions)
{
    static int created;
    struct error error;
    struct solver *solver = solver_create(
        setup,
        &(struct solver_options){.with_extras = with_extras,
                                 .for_questions = for_questions,
                                 .sight = created % 8 / 4 ? SIGHT_BOUNDED : SIGHT_WHOLE,
                                 .threads = created % 4},
        &error);
    created++;
    if (!solver)
        fail_msg("%s", error.text);
    return solver;
}

/* The same by questions: the nearest of the start points. */
static void ask_start(const struct setup *setup, bool with_extras, int rounds)
{
    struct race *race = graph_paper_game.begin(setup);
    struct solver *solver = create(setup, with_extras, true);
    struct error error;
    struct point_list starts = {0};
    int least = SOLVER_NEVER;
    assert_true(solver_prepare(solver, &error));
    graph_paper_starts(race, &starts);
    for (int i = 0; i < starts.count; i++) {
        struct car car = graph_paper_placed(race, starts.items[i]);
        int remaining = solver_remaining(solver, &car);
        if (remaining != SOLVER_NEVER && (least == SOLVER_NEVER || remaining < least))
            least = remaining;
    }
    if (least > setup->values[FIELD_ROUND_LIMIT])
        least = SOLVER_NEVER;
    assert_int_equal(least, rounds);
    free(starts.items);
    solver_free(solver);
    graph_paper_game.free(race);
}

static void compare_start(const struct setup *setup, bool with_extras, struct tally *tally)
{
    struct race *race = graph_paper_game.begin(setup);
    int finish = find_finish(race, with_extras);
    graph_paper_game.free(race);
    if (finish == TOO_MANY)
        return;
    struct solver *solver = create(setup, with_extras, false);
    struct solution solution = {0};
    struct error error = {0};
    bool found = solver_solve(solver, &solution, &error);
    if (found && finish == 0)
        fail_msg("found %d rounds where there are none", solution.rounds);
    if (!found && finish > 0)
        fail_msg("there are %d rounds: %s", finish, error.text);
    if (found)
        assert_int_equal(solution.rounds, finish);
    free(solution.line);
    solver_free(solver);
    ask_start(setup, with_extras, found ? finish : SOLVER_NEVER);
    tally->compared++;
    tally->finished += found;
    tally->impossible += !found;
    if (found)
        count_aspects(setup, with_extras, tally);
}

/* A race that has gone on for a while, with what there is used as it comes. */
static struct race *race_on(struct random *random, const struct setup *setup)
{
    struct race *race = graph_paper_game.begin(setup);
    struct move_list moves = {0};
    struct event_list events = {0};
    for (int i = random_from_to(random, 1, 12); i > 0 && !graph_paper_game.over(race); i--) {
        struct text action = {0};
        struct error error;
        random_action(random, race, &moves, &action);
        event_list_clear(&events);
        assert_true(
            graph_paper_game.apply(race, race_next_car(race), action.data, &events, &error));
        text_free(&action);
    }
    graph_paper_free_moves(&moves);
    event_list_free(&events);
    return race;
}

/* The line that it tells, driven by the rules, finishes in the round that it tells. */
static void drive_on(const struct race *race, const struct solver *solver, int finish)
{
    struct race *copy = graph_paper_game.copy(race);
    struct point_list line = {0};
    struct event_list events = {0};
    int round = 0;
    assert_true(solver_line_from(solver, graph_paper_car(race, 1), &line));
    for (int i = 1; i < line.count; i++) {
        struct graph_paper_action action = {.to = line.items[i]};
        struct text text = {0};
        struct error error;
        round = graph_paper_game.round(copy);
        event_list_clear(&events);
        graph_paper_print_action(&action, &text);
        assert_true(graph_paper_game.apply(copy, race_next_car(copy), text.data, &events, &error));
        text_free(&text);
    }
    assert_int_equal(graph_paper_car(copy, 1)->status, CAR_FINISHED);
    assert_int_equal(round, finish);
    free(line.items);
    event_list_free(&events);
    graph_paper_game.free(copy);
}

/* The nearest of its moves is as far as the car. */
static void expect_nearest_move(const struct race *race, const struct solver *solver, int remaining)
{
    const struct car *car = graph_paper_car(race, 1);
    struct move_list moves = {0};
    int least = SOLVER_NEVER;
    graph_paper_moves(race, NULL, &moves);
    for (int i = 0; i < moves.count; i++) {
        int rounds = solver_remaining_by(solver, car, moves.items[i].to);
        if (rounds != SOLVER_NEVER && (least == SOLVER_NEVER || rounds < least))
            least = rounds;
    }
    assert_int_equal(least, remaining);
    graph_paper_free_moves(&moves);
}

static void compare_middle(struct random *random, const struct setup *setup, bool with_extras,
                           struct tally *tally)
{
    struct race *race = race_on(random, setup);
    const struct car *car = graph_paper_car(race, 1);
    int finish = car->status == CAR_RACING && car->crossings > -2 ? find_finish(race, with_extras)
                                                                  : TOO_MANY;
    if (finish != TOO_MANY && setup->values[FIELD_ROUND_LIMIT] == ROUND_LIMIT) {
        struct solver *solver = create(setup, with_extras, true);
        struct error error;
        assert_true(solver_prepare(solver, &error));
        int round = graph_paper_game.round(race);
        int remaining = solver_remaining(solver, car);
        expect_nearest_move(race, solver, remaining);
        /* The race may be over before. */
        if (remaining > ROUND_LIMIT - round + 1)
            remaining = SOLVER_NEVER;
        assert_int_equal(remaining, finish == 0 ? SOLVER_NEVER : finish - round + 1);
        if (finish != 0)
            drive_on(race, solver, finish);
        solver_free(solver);
        tally->in_the_middle++;
        tally->driven += finish != 0;
    }
    graph_paper_game.free(race);
}

/* --- with a bound and without ---------------------------------------------------------------- */

enum { SHEETS_A_TRACK = 4 };

/* The points of the line, or none. */
static struct point_list solve_by(const struct setup *setup, enum solver_sight sight, int threads)
{
    struct error error;
    struct solution solution = {0};
    struct solver_options options = {.sight = sight, .threads = threads};
    struct solver *solver = solver_create(setup, &options, &error);
    if (!solver)
        fail_msg("%s", error.text);
    bool found = solver_solve(solver, &solution, &error);
    assert_true(found || solver_has_proved_none(solver));
    solver_free(solver);
    return (struct point_list){.items = solution.line, .count = found ? solution.moves + 1 : 0};
}

/* What the bound knows nothing of is off, mostly. */
static struct setup random_bounded(struct random *random, const struct track *track)
{
    struct setup setup = random_single(random, track);
    if (random_chance(random, 90)) {
        setup.values[FIELD_CHECKPOINTS] = SWITCH_OFF;
        setup.values[FIELD_TURBO_AREAS] = SWITCH_OFF;
    }
    return setup;
}

static void test_bound_changes_nothing(void **state)
{
    (void)state;
    int with_lap = 0, count = SHEETS_A_TRACK * tracks;
    for (int i = 0; i < count; i++) {
        struct random random = random_seeded(seed + (uint64_t)i);
        struct track *track = random_track_of_size(&random, i % 8 == 0);
        struct setup setup = random_bounded(&random, track);
        struct point_list whole = solve_by(&setup, SIGHT_WHOLE, 1);
        struct point_list bounded = solve_by(&setup, SIGHT_BOUNDED, 1 + i % 2);
        if (whole.count != bounded.count)
            fail_msg("sheet %d: %d moves without a bound, %d with it", i, whole.count - 1,
                     bounded.count - 1);
        for (int k = 0; k < whole.count; k++)
            assert_true(point_equal(whole.items[k], bounded.items[k]));
        with_lap += whole.count > 0;
        free(whole.items);
        free(bounded.items);
        track_release(track);
    }
    print_message("# of %d sheets %d have a lap, and the same with a bound\n", count, with_lap);
    assert_true(with_lap > count / 3);
}

static void test_random_tracks(void **state)
{
    (void)state;
    struct tally tally = {0};
    int drawn = 0;
    for (uint64_t i = seed; tally.compared < tracks; i++, drawn++) {
        struct random random = random_seeded(i);
        struct track *track = random_track_of_size(&random, i % 4 != 0);
        struct setup setup = random_single(&random, track);
        bool with_extras = random_chance(&random, 50);
        print_message("# seed %llu\n", (unsigned long long)i);
        compare_start(&setup, with_extras, &tally);
        if (i % 2 == 0)
            compare_middle(&random, &setup, with_extras, &tally);
        track_release(track);
    }
    print_message("# of %d tracks %d compared: %d with a lap, %d without; %d in the middle, %d of "
                  "them to the finish\n",
                  drawn, tally.compared, tally.finished, tally.impossible, tally.in_the_middle,
                  tally.driven);
    expect_all_aspects(&tally);
    assert_true(tally.finished > tally.compared / 3);
    assert_true(tally.driven > tally.in_the_middle / 3);
}

int main(int argument_count, char **arguments)
{
    int64_t count;
    if (argument_count > 1 && !number_is_unsigned(arguments[1], &seed))
        return 2;
    if (argument_count > 2 && number_is_integer(arguments[2], 1, 1000000, &count))
        tracks = (int)count;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_tracks),
                                       cmocka_unit_test(test_bound_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
