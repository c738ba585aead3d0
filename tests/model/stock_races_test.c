/* Random races of stock cars on random maps under random rules: what has to hold in every one of
 * them (numbers are sections of the rules).
 *
 *     stock_races_test [SEED [RACES]]
 */
#include "base/number.h"
#include "stock_random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t seed = 20261123;
static uint64_t races = 1000;
static const struct game *const game = &stock_cars_game;

/* --- what holds after every action ------------------------------------------------------------ */

/* 2.1, 4.5, 5.1 */
static void check_car(const struct race *race, const struct setup *setup, int number)
{
    const struct stock_car *car = stock_car(race, number);
    char tile = stock_map_tile(stock_map_of(setup), car->at);
    int crossings = car->crossings < 0 ? 0 : car->crossings;
    int laps = stock_laps(setup);
    assert_true(car->speed >= 0 && car->speed <= car->maximum);
    assert_true(car->maximum >= STOCK_LEAST_MAXIMUM && car->wild_cards >= 0);
    assert_true(tile != TILE_OFF);
    assert_true((car->pit != PIT_OUT) == (car->status == STOCK_RACING && tile_is_pit(tile)));
    assert_int_equal(stock_lap(race, car), crossings < laps ? crossings : laps);
    assert_true(car->crossings <= laps + 1);
    assert_int_equal(car->status == STOCK_FINISHED, car->crossings == laps + 1);
    assert_int_equal(car->status == STOCK_RETIRED, car->stopped > 0);
    assert_true(!(setup->values[STOCK_SPECIALS] == STOCK_OFF) || car->special == SPECIAL_NONE);
}

/* Which tiles may follow which (4.2, 4.3, 6.1, 6.4). */
static void check_tiles(const struct race *before, const struct race *after,
                        const struct setup *setup)
{
    const struct stock_map *map = stock_map_of(setup);
    int in_sight = 0;
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            struct point at = {x, y};
            char drawn = stock_map_tile(map, at);
            char old = stock_tile(before, at), new = stock_tile(after, at);
            bool alley = tile_is_alley(drawn) && setup->values[STOCK_SANDBAGS] == STOCK_ON;
            assert_true(old != TILE_OIL || new == TILE_OIL);
            assert_true(new != TILE_OIL || setup->values[STOCK_OIL] == STOCK_ON);
            assert_true(new == old || alley || new == TILE_OIL);
            assert_true(!tile_is_alley(new) || alley);
            assert_true(!tile_is_pit(drawn) || new == drawn);
            in_sight += new == TILE_BAG || new == TILE_FLAT_BAG;
        }
    }
    assert_true(in_sight <= map->sandbags);
}

/* 5.1, counted from the way that the events tell. */
static int crossings_of(const struct setup *setup, const struct event *drove)
{
    int count, sum = 0;
    const struct stock_entered *path = stock_event_path(drove, &count);
    struct point from = stock_event(drove)->from;
    for (int i = 0; i < count; from = path[i++].at) {
        assert_true(abs(path[i].at.x - from.x) <= 1 && abs(path[i].at.y - from.y) <= 1);
        sum += random_crossing(stock_map_of(setup), from, path[i].at);
    }
    return sum;
}

static void check_crossings(const struct race *before, const struct race *after,
                            const struct setup *setup, const struct event_list *events)
{
    int change[PLAYER_LIMIT + 1] = {0};
    for (int i = 0; i < events->count; i++)
        if (stock_event(&events->items[i])->type == STOCK_EVENT_DROVE)
            change[events->items[i].car] += crossings_of(setup, &events->items[i]);
    for (int car = 1; car <= setup->players; car++)
        assert_int_equal(stock_car(after, car)->crossings,
                         stock_car(before, car)->crossings + change[car]);
}

/* 8.5: the first and the last, and what stands behind all orders. */
static void check_order_of_events(const struct race *after, int car,
                                  const struct event_list *events)
{
    bool turn_ended = false;
    assert_true(events->count > 0);
    assert_int_equal(stock_event(&events->items[0])->type, STOCK_EVENT_ORDERED);
    assert_int_equal(events->items[0].car, car);
    for (int i = 1; i < events->count; i++) {
        enum stock_event_type type = stock_event(&events->items[i])->type;
        turn_ended |= type >= STOCK_EVENT_CRASHED;
        assert_true(type != STOCK_EVENT_ORDERED);
        assert_int_equal(turn_ended, type >= STOCK_EVENT_CRASHED);
        assert_int_equal(type == STOCK_EVENT_OVER, game->over(after) && i == events->count - 1);
    }
}

/* 5.2, 5.3: places 1, 2, ... of which the shared ones leave out the next; finished cars before
 * racing ones before retired ones. */
static void check_places(const struct race *race, const struct setup *setup)
{
    for (int i = 1; i <= setup->players; i++) {
        const struct stock_car *car = stock_car(race, i);
        int before = 0;
        for (int j = 1; j <= setup->players; j++) {
            const struct stock_car *other = stock_car(race, j);
            int rank = car->status == STOCK_RACING ? 1 : car->status == STOCK_FINISHED ? 0 : 2;
            int others = other->status == STOCK_RACING     ? 1
                         : other->status == STOCK_FINISHED ? 0
                                                           : 2;
            before += other->place < car->place;
            assert_true(others >= rank || other->place < car->place);
            assert_true(rank != 1 || others != 1 || other->place == car->place);
            assert_true(rank != 2 || others != 2 ||
                        (other->stopped > car->stopped) == (other->place < car->place));
        }
        assert_int_equal(car->place, before + 1);
    }
}

/* --- entries in secret ------------------------------------------------------------------------ */

/* 2.3 of the architecture: others' entries are in nobody's copy, whatever they are; one's own is.
 * `race` is before the entry, `car` made another one in each of the two. */
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
        assert_true(stock_choosing_specials(race) ||
                    (stock_car(first, car)->order != NULL) == (seat == car));
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

/* What all owe, entered in another order, gives the same state to the last bit (8.6). */
static void check_any_order(struct random *random, const struct race *race, const int *cars,
                            int count, char *const *actions, const struct race *after)
{
    struct error error = {0};
    struct event_list events = {0};
    struct race *again = game->copy(race);
    int left[CAR_LIMIT];
    for (int i = 0; i < count; i++)
        left[i] = i;
    for (int n = count; n > 0; n--) {
        int drawn = (int)random_below(random, (uint32_t)n), i = left[drawn];
        left[drawn] = left[n - 1];
        assert_true(game->apply(again, cars[i], actions[i], &events, &error));
    }
    assert_true(game->hash(again) == game->hash(after));
    game->free(again);
    event_list_free(&events);
}

/* --- races ------------------------------------------------------------------------------------ */

struct tally {
    int races, limit, secret_rounds;
    int events[STOCK_EVENT_OVER + 1];
};

struct played {
    struct setup setup;
    struct random random;
    struct random_guide guide;
    struct race *race;
    struct event_list events;
    struct text action;
    struct text actions; /* all of them, each with a line break */
    struct tally *tally;
};

/* What is refused changes nothing, nor does a trial. */
static void try_nonsense(struct played *played, int car)
{
    static const char *const nonsense[] = {"AAAA", "(", "SS", "(99M)", "special", "", "x"};
    struct error error = {0};
    struct text told = {0};
    uint64_t hash = game->hash(played->race);
    const char *action = nonsense[random_below(&played->random, 7)];
    game->append_try(played->race, car, text_string(&played->action), &told, &error);
    assert_false(game->apply(played->race, car, action, &played->events, &error));
    assert_true(game->hash(played->race) == hash && error.column > 0);
    assert_int_equal(played->events.count, 0);
    text_free(&told);
}

static void act(struct played *played, int car)
{
    struct error error = {0};
    struct race *before = game->copy(played->race);
    uint64_t hash = game->hash(before);
    assert_true(hash == game->hash(played->race));
    event_list_clear(&played->events);
    try_nonsense(played, car);
    if (!game->apply(played->race, car, played->action.data, &played->events, &error))
        fail_msg("%s: %s", played->action.data, error.text);
    text_append_format(&played->actions, "%d %s\n", car, played->action.data);
    for (int i = 1; i <= played->setup.players; i++)
        check_car(played->race, &played->setup, i);
    check_tiles(before, played->race, &played->setup);
    check_crossings(before, played->race, &played->setup, &played->events);
    check_order_of_events(played->race, car, &played->events);
    int rounds = game->round(played->race) - game->round(before);
    assert_in_range(rounds, 0, 1);
    assert_true(game->hash(played->race) != hash && game->hash(before) == hash);
    for (int i = 0; i < played->events.count; i++)
        played->tally->events[stock_event(&played->events.items[i])->type]++;
    game->free(before);
}

/* All that is owed now, by car. */
static void play_round(struct played *played)
{
    int cars[CAR_LIMIT];
    char *actions[CAR_LIMIT];
    bool secret;
    int count = game->owes(played->race, cars, &secret);
    assert_true(count > 0);
    assert_true(secret || count == 1);
    struct race *before = game->copy(played->race);
    for (int i = 0; i < count; i++) {
        random_action(&played->random, &played->guide, before, cars[i], &played->action);
        actions[i] = strdup(played->action.data);
        if (secret && count > 1 && i == 0 && strcmp(actions[0], "retire") != 0)
            check_copies(before, cars[0], actions[0],
                         stock_choosing_specials(before) && strcmp(actions[0], "special none") == 0
                             ? "special turbo"
                         : stock_choosing_specials(before) ? "special none"
                                                           : "retire");
        act(played, cars[i]);
    }
    if (secret && count > 1) {
        check_any_order(&played->random, before, cars, count, actions, played->race);
        played->tally->secret_rounds++;
    }
    for (int i = 0; i < count; i++)
        free(actions[i]);
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
    played.guide = random_measure(stock_map_of(&played.setup));
    played.race = game->begin(&played.setup);
    while (!game->over(played.race))
        play_round(&played);
    assert_int_equal(race_next_car(played.race), 0);
    check_places(played.race, &played.setup);
    replay(&played);
    tally->races++;
    tally->limit += game->round(played.race) == played.setup.values[STOCK_ROUND_LIMIT];
    game->free(played.race);
    event_list_free(&played.events);
    text_free(&played.action);
    text_free(&played.actions);
}

static void test_what_holds_in_every_race(void **state)
{
    (void)state;
    enum { RACES_A_MAP = 10 };
    struct random random = random_seeded(seed);
    struct tally tally = {0};
    int refused = 0;
    while (tally.races < (int)races) {
        struct course course = random_course(&random);
        refused += course.body == NULL;
        for (int i = 0; course.body && i < RACES_A_MAP && tally.races < (int)races; i++)
            play_race(&random, course, &tally);
        course_release(course);
    }
    print_message("%d races, %d up to the limit, %d rounds in secret; %d maps refused\n",
                  tally.races, tally.limit, tally.secret_rounds, refused);
    for (int type = 0; type <= STOCK_EVENT_OVER; type++) {
        print_message("%d of type %d\n", tally.events[type], type);
        assert_true(tally.events[type] > 0);
    }
    assert_true(tally.limit < tally.races && tally.secret_rounds > tally.races);
    assert_true(refused < tally.races);
}

int main(int argument_count, char **arguments)
{
    if ((argument_count > 1 && !number_is_unsigned(arguments[1], &seed)) ||
        (argument_count > 2 && !number_is_unsigned(arguments[2], &races))) {
        fprintf(stderr, "usage: stock_races_test [SEED [RACES]]\n");
        return 2;
    }
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_holds_in_every_race)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
