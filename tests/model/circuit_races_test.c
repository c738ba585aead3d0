/* Random races on random circuits under random rules: what has to hold in every one of them
 * (numbers are sections of the rules).
 *
 *     circuit_races_test [SEED [RACES]]
 */
#include "base/number.h"
#include "rules/circuit/circuit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed = 20261123;
static uint64_t races = 1000;
static const struct game *const game = &circuit_game;

static int from_to(struct random *random, int least, int most)
{
    return least + (int)random_below(random, (uint32_t)(most - least + 1));
}

static bool chance(struct random *random, int percent)
{
    return (int)random_below(random, 100) < percent;
}

/* --- circuits and set-ups --------------------------------------------------------------------- */

static void append_corner(struct random *random, int lanes, int from, int to, struct text *into)
{
    text_append_format(into, "<g class='corner' data-from='%d' data-to='%d' data-limits='", from,
                       to);
    for (int lane = 1; lane <= lanes; lane++)
        text_append_format(into, "%s%d", lane > 1 ? " " : "", 20 * from_to(random, 2, 7));
    text_append(into, "'");
    int lane = from_to(random, 1, lanes);
    if (chance(random, 60)) {
        text_append_format(into, " data-line='%d", lane);
        for (int row = from + 1; row <= to; row++) {
            int next = lane + from_to(random, -1, 1);
            lane = next < 1 || next > lanes ? lane : next;
            text_append_format(into, " %d", lane);
        }
        text_append(into, "'");
    }
    text_append(into, "/>");
}

/* Short, so that cars meet. */
static struct course random_course(struct random *random)
{
    struct text svg = {0};
    struct error error = {0};
    int lanes = from_to(random, 2, 3), rows = from_to(random, 20, 30);
    text_append_format(&svg,
                       "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 99 99' "
                       "data-graphprix-circuit='1' data-rows='%d' data-lanes='%d'>"
                       "<path class='course' d='M 9 9 L 90 9 L 90 90 Z'/>",
                       rows, lanes);
    int last = rows - circuit_grid_rows(lanes) - 1;
    for (int row = from_to(random, 0, 8); row <= last; row += from_to(random, 1, 6)) {
        int to = row + from_to(random, 0, 4);
        to = to > last ? last : to;
        append_corner(random, lanes, row, to, &svg);
        row = to;
    }
    text_append(&svg, "</svg>");
    struct course course = course_read(game, svg.data, svg.length, &error);
    if (!course.body)
        fail_msg("%s: %s", svg.data, error.text);
    text_free(&svg);
    return course;
}

static struct setup random_setup(struct random *random, struct course course)
{
    static const int two[] = {CIRCUIT_BUILD, CIRCUIT_LINES, CIRCUIT_SLIPSTREAM, CIRCUIT_FORCE_PASS,
                              CIRCUIT_SPINS};
    struct setup setup = setup_from_preset(game, from_to(random, 0, CIRCUIT_PRESET_COUNT - 1));
    setup.course = course;
    setup.players = from_to(random, 1, 8);
    setup.seed = random_next(random);
    setup.values[CIRCUIT_LAPS] = from_to(random, 1, 3);
    setup.values[CIRCUIT_POINTS] = from_to(random, 0, 10);
    setup.values[CIRCUIT_WEAR] = from_to(random, 0, 6);
    setup.values[CIRCUIT_BLUE_CHIPS] = from_to(random, 0, 4);
    setup.values[CIRCUIT_GRID] = from_to(random, 0, 2);
    setup.values[CIRCUIT_ROUND_LIMIT] = from_to(random, 10, 40);
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (chance(random, 30))
            setup.values[two[i]] = from_to(random, 0, 1);
    return setup;
}

/* --- what holds after every action ------------------------------------------------------------ */

static bool is_speed(int speed)
{
    return speed >= 0 && speed <= 180 && speed % CIRCUIT_SPEED == 0;
}

/* 5.2, 12.2 */
static void check_car(const struct race *race, const struct setup *setup, int number)
{
    const struct circuit *circuit = circuit_of(setup);
    const struct circuit_car *car = circuit_car(race, number);
    bool racing = car->status == CIRCUIT_RACING;
    int laps = setup->values[CIRCUIT_LAPS];
    assert_true(car->halves >= 0 && car->chips >= 0);
    assert_true(car->chips <= setup->values[CIRCUIT_BLUE_CHIPS]);
    assert_true(is_speed(car->speed) && (car->posted == NOT_POSTED || is_speed(car->posted)));
    assert_in_range(car->missed_turns, 0, 1);
    assert_in_range(circuit_lap(race, car), 0, laps);
    assert_true(!racing || (car->row >= 0 && car->row < circuit->rows));
    assert_true(!racing || (car->lane >= 1 && car->lane <= circuit->lanes && car->lap <= laps));
    assert_true(!car->on_line || (racing && setup->values[CIRCUIT_LINES] == CIRCUIT_ON &&
                                  circuit->line[car->row] == car->lane));
    assert_true(car->status != CIRCUIT_OUT || (car->speed == 0 && !car->spun && car->out_at > 0));
    assert_true(!car->bonus || (racing && !car->moved && car->posted >= 100));
}

/* 1.1, 8.9: two cars stand in one space only while one of them moves. */
static void check_spaces(const struct race *race, int players)
{
    for (int i = 1; i <= players; i++)
        for (int j = i + 1; j <= players; j++) {
            const struct circuit_car *one = circuit_car(race, i), *two = circuit_car(race, j);
            bool met = one->status == CIRCUIT_RACING && two->status == CIRCUIT_RACING &&
                       one->row == two->row && one->lane == two->lane;
            assert_true(!met || circuit_mover(race) == i || circuit_mover(race) == j);
        }
}

/* Wear and chips go as the events tell. */
static void check_losses(const struct race *before, const struct race *after, int players,
                         const struct event_list *events)
{
    for (int car = 1; car <= players; car++) {
        int halves = 0, chips = 0;
        bool designed = false;
        for (int i = 0; i < events->count; i++) {
            const struct circuit_event *body = circuit_event(&events->items[i]);
            if (events->items[i].car != car)
                continue;
            halves += body->type == CIRCUIT_EVENT_WEAR ? body->number : 0;
            chips += body->type == CIRCUIT_EVENT_CHIP && body->spent;
            designed |= body->type == CIRCUIT_EVENT_DESIGNED;
            assert_true(body->type != CIRCUIT_EVENT_WEAR || body->number > 0);
        }
        assert_int_equal(circuit_car(before, car)->chips - chips, circuit_car(after, car)->chips);
        assert_true(designed ||
                    circuit_car(before, car)->halves - halves == circuit_car(after, car)->halves);
    }
}

/* 9.2, 9.3: places 1, 2, ... of which shared ones leave out the next; who came before who drives
 * before who is out, the last of those first. */
static void check_places(const struct race *race, int players)
{
    static const int rank[] = {
        [CIRCUIT_FINISHED] = 0, [CIRCUIT_RACING] = 1, [CIRCUIT_OUT] = 2, [CIRCUIT_WAITING] = 3};
    for (int i = 1; i <= players; i++) {
        const struct circuit_car *car = circuit_car(race, i);
        int before = 0;
        assert_int_not_equal(car->status, CIRCUIT_WAITING);
        for (int j = 1; j <= players; j++) {
            const struct circuit_car *other = circuit_car(race, j);
            before += other->place < car->place;
            assert_true(rank[other->status] >= rank[car->status] || other->place < car->place);
            if (other->status != car->status)
                continue;
            assert_true(car->status != CIRCUIT_RACING || other->place == car->place);
            assert_true(car->status != CIRCUIT_OUT ||
                        (other->out_at > car->out_at) == (other->place < car->place));
        }
        assert_int_equal(car->place, before + 1);
    }
}

/* --- entries in secret ------------------------------------------------------------------------ */

/* Others' entries are in nobody's copy, whatever they are; one's own is. */
static void check_copies(const struct race *race, int car, const char *action, const char *other)
{
    struct error error = {0};
    struct event_list events = {0};
    struct race *one = game->copy(race), *two = game->copy(race);
    assert_true(game->apply(one, car, action, &events, &error));
    assert_true(game->apply(two, car, other, &events, &error));
    assert_true(game->hash(one) != game->hash(two));
    for (int seat = 1; seat <= game->car_count(race); seat++) {
        struct race *first = game->copy_for(one, seat, 7), *second = game->copy_for(two, seat, 7);
        assert_int_equal(game->hash(first) == game->hash(second), seat != car);
        game->free(first);
        game->free(second);
    }
    struct text told = {0}, again = {0};
    race_append_state(one, &told);
    race_append_state(two, &again);
    assert_string_equal(told.data, again.data);
    text_free(&told);
    text_free(&again);
    game->free(one);
    game->free(two);
    event_list_free(&events);
}

/* --- races ------------------------------------------------------------------------------------ */

struct tally {
    int races, limit;
    int events[CIRCUIT_EVENT_OVER + 1];
};

struct played {
    struct setup setup;
    struct random random;
    struct race *race;
    struct event_list events;
    struct text actions; /* all of them, each with a line break */
    struct tally *tally;
};

/* Not too fast for most corners, no spin if it can be helped, and force passes rather than not. */
static const struct circuit_move *choose(struct played *played, const struct circuit_move *moves,
                                         int count)
{
    const struct circuit_move *best = NULL;
    int wanted = 20 * from_to(&played->random, 3, 7);
    for (int tries = 0; tries < 8; tries++) {
        const struct circuit_move *move = &moves[random_below(&played->random, (uint32_t)count)];
        bool better = !best || move->kind == MOVE_FORCE || best->outcome == OUTCOME_IS_SPIN;
        if (move->kind == MOVE_SPEED && best)
            better = abs(move->speed - wanted) < abs(best->speed - wanted);
        best = better ? move : best;
    }
    return best;
}

/* What is refused changes nothing; every other answer that is listed is taken. */
static void try_others(struct played *played, int car, const struct circuit_move *other)
{
    static const char *const nonsense[] = {"",      "go",        "speed 10", "go 9",     "stay now",
                                           "force", "build 1 1", "chip 1",   "go 1 go 1"};
    struct error error = {0};
    uint64_t hash = game->hash(played->race);
    const char *action = nonsense[random_below(&played->random, 9)];
    event_list_clear(&played->events);
    assert_false(game->apply(played->race, car, action, &played->events, &error));
    assert_true(error.text[0] != '\0' && played->events.count == 0);
    struct race *copy = game->copy(played->race);
    assert_true(game->apply(copy, car, other->action, &played->events, &error));
    assert_true(game->hash(played->race) == hash && game->hash(copy) != hash);
    game->free(copy);
    event_list_clear(&played->events);
}

static void act(struct played *played)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    struct error error = {0};
    int cars[CAR_LIMIT], players = played->setup.players;
    bool secret;
    int owing = game->owes(played->race, cars, &secret);
    assert_true(owing > 0 && (secret || owing == 1));
    int car = cars[random_below(&played->random, (uint32_t)owing)];
    int count = circuit_moves(played->race, car, moves);
    assert_true(count > 0);
    const struct circuit_move *move = choose(played, moves, count);
    const struct circuit_move *other = &moves[random_below(&played->random, (uint32_t)count)];
    try_others(played, car, other);
    if (secret && owing > 1 && other != move)
        check_copies(played->race, car, move->action, other->action);
    struct race *before = game->copy(played->race);
    if (!game->apply(played->race, car, move->action, &played->events, &error))
        fail_msg("%s: %s", move->action, error.text);
    text_append_format(&played->actions, "%d %s\n", car, move->action);
    for (int i = 1; i <= players; i++)
        check_car(played->race, &played->setup, i);
    check_spaces(played->race, players);
    check_losses(before, played->race, players, &played->events);
    for (int i = 0; i < played->events.count; i++)
        played->tally->events[circuit_event(&played->events.items[i])->type]++;
    game->free(before);
}

/* The same seed and actions give the same race. */
static void replay(const struct played *played)
{
    struct error error = {0};
    struct event_list events = {0};
    struct race *race = game->begin(&played->setup);
    char *actions = strdup(text_string(&played->actions));
    for (char *action = strtok(actions, "\n"); action != NULL; action = strtok(NULL, "\n")) {
        char *order = NULL;
        int car = (int)strtol(action, &order, 10);
        assert_true(game->apply(race, car, order + 1, &events, &error));
    }
    assert_true(game->hash(race) == game->hash(played->race));
    free(actions);
    event_list_free(&events);
    game->free(race);
}

static void play_race(struct random *random, struct course course, struct tally *tally)
{
    struct error error = {0};
    struct played played = {.setup = random_setup(random, course), .tally = tally};
    if (!setup_check(&played.setup, &error))
        fail_msg("%s", error.text);
    played.random = random_seeded(random_next(random));
    played.race = game->begin(&played.setup);
    while (!game->over(played.race))
        act(&played);
    assert_int_equal(race_next_car(played.race), 0);
    check_places(played.race, played.setup.players);
    replay(&played);
    tally->races++;
    tally->limit += game->round(played.race) == played.setup.values[CIRCUIT_ROUND_LIMIT];
    game->free(played.race);
    event_list_free(&played.events);
    text_free(&played.actions);
}

static void test_what_holds_in_every_race(void **state)
{
    (void)state;
    enum { RACES_A_CIRCUIT = 5 };
    struct random random = random_seeded(seed);
    struct tally tally = {0};
    while (tally.races < (int)races) {
        struct course course = random_course(&random);
        for (int i = 0; i < RACES_A_CIRCUIT && tally.races < (int)races; i++)
            play_race(&random, course, &tally);
        course_release(course);
    }
    print_message("%d races, %d up to the limit\n", tally.races, tally.limit);
    for (int type = 0; type <= CIRCUIT_EVENT_OVER; type++) {
        print_message("%d of type %d\n", tally.events[type], type);
        assert_true(tally.events[type] > 0);
    }
    assert_true(tally.limit < tally.races);
}

int main(int argument_count, char **arguments)
{
    if ((argument_count > 1 && !number_is_unsigned(arguments[1], &seed)) ||
        (argument_count > 2 && !number_is_unsigned(arguments[2], &races))) {
        fprintf(stderr, "usage: circuit_races_test [SEED [RACES]]\n");
        return 2;
    }
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_holds_in_every_race)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
