/* What hints promise: each is of the car that it was asked for, holds as the rules try it, and the
 * best one, given turn after turn, takes exactly the turns that were told.
 *
 *     hints_test [long]    all shipped maps with all their laps and each special
 */
#include "../../rules/stock_cars/fixture.h"

#include "base/number.h"
#include "base/system/file.h"
#include "drivers/stock_cars/driving.h"
#include "drivers/stock_cars/hints.h"
#include "drivers/stock_cars/solver/solver.h"

#include <stdio.h>

#include "maps.h"

enum { STATES = 2000, TURNS_MOST = 60, FAR = 1 << 20 };

static bool all_laps;

/* As that car's player may know the race. */
static struct hints *find_hints(const struct prepared *prepared, const struct race *race, int car)
{
    struct race *known = race_copy_for(race, car, 1);
    struct hints *hints =
        stock_cars_driving.find_hints(prepared_body(prepared), known, car, NULL, NULL);
    stock_cars_game.free(known);
    return hints;
}

static int fewest_of(const struct table *table, int number)
{
    const struct stock_car *car = stock_car(table->race, number);
    int most = stock_laps(&table->setup) + 1;
    struct roads *roads = stock_roads_make(&table->setup, NULL);
    struct fewest *fewest = stock_fewest_make(roads, car, most - car->crossings, most, true, NULL);
    int turns = stock_fewest_find(fewest, car->wild_cards, car->special);
    stock_fewest_free(fewest);
    stock_roads_free(roads);
    return turns;
}

static void begin_again(struct table *table)
{
    stock_cars_game.free(table->race);
    table->race = stock_cars_game.begin(&table->setup);
}

/* --- the word that is kept -------------------------------------------------------------------- */

/* Who gives the best order each turn finishes in as many turns as were told at first. */
static void follow_hints(struct table *table, const struct prepared *prepared, int told)
{
    for (int left = told - 1; !stock_cars_game.over(table->race); left--) {
        struct hints *hints = find_hints(prepared, table->race, 1);
        const struct stock_hint best = hints->items[hints->best];
        assert_false(hints->rough);
        assert_int_equal(best.turns, left);
        assert_ptr_equal(stock_hint_at(hints, best.at, best.heading, best.moves),
                         &hints->items[hints->best]);
        assert_true(stock_hint_is_best(hints, &best));
        enter(table, 1, best.order);
        assert_int_equal(stock_cars_game.over(table->race), left == 0);
        assert_true(left == 0 || point_equal(stock_car(table->race, 1)->at, best.at));
        stock_cars_driving.free_hints(hints);
    }
}

static void test_hints(void **state)
{
    struct table table;
    struct error error;
    (void)state;
    open_table(&table, RING, 1, "specials=off");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    follow_hints(&table, prepared,
                 stock_cars_driving.find_par(&table.setup, false, NULL, NULL, &error));
    prepared_release(prepared);
    close_table(&table);
}

/* The turns that are left behind an order by the same way at a higher speed and for no more cards;
 * -1: it is none. */
static int left_behind_faster(const struct table *table, const struct prepared *prepared,
                              const struct stock_hint *best, const char *order)
{
    struct stock_trial trial;
    struct error error;
    int left = -1;
    if (!stock_try(table->race, 1, order, &trial, &error))
        return left;
    bool faster = trial.off_track == 0 && !trial.unknown && point_equal(trial.ends.at, best->at) &&
                  trial.ends.speed > best->speed && trial.cards <= best->cards;
    stock_trial_free(&trial);
    if (!faster)
        return left;
    struct race *race = stock_cars_game.copy(table->race);
    struct event_list events = {0};
    assert_true(stock_cars_game.apply(race, 1, order, &events, &error));
    struct hints *hints = find_hints(prepared, race, 1);
    left = hints->best < 0 ? -1 : hints->items[hints->best].turns + 1;
    stock_cars_driving.free_hints(hints);
    event_list_free(&events);
    stock_cars_game.free(race);
    return left;
}

/* Of as few turns by one way it is the order that is faster at its end. */
static void test_the_faster_of_equals(void **state)
{
    struct table table;
    int faster = 0;
    (void)state;
    open_table(&table, RING, 1, "specials=off laps=3");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    for (int turn = 0; turn < TURNS_MOST && !stock_cars_game.over(table.race); turn++) {
        struct hints *hints = find_hints(prepared, table.race, 1);
        const struct stock_hint best = hints->items[hints->best];
        char more[STOCK_HINT_ORDER + 1], less[STOCK_HINT_ORDER];
        snprintf(more, sizeof more, "%sA", best.order);
        snprintf(less, sizeof less, "%.*s", (int)strlen(best.order) - 1, best.order);
        const char *const orders[] = {more, less}; /* less a B at its end, as it may be */
        for (int i = 0; i < 2 && best.turns > 0; i++) {
            int left = left_behind_faster(&table, prepared, &best, orders[i]);
            faster += left >= 0;
            if (left >= 0 && left <= best.turns)
                fail_msg("\"%s\" is faster than \"%s\"", orders[i], best.order);
        }
        enter(&table, 1, best.order);
        stock_cars_driving.free_hints(hints);
    }
    assert_true(faster > 0);
    prepared_release(prepared);
    close_table(&table);
}

/* Also with a special, from where nobody comes who is on the way to the fewest turns. */
static void test_after_a_detour(void **state)
{
    struct table table;
    (void)state;
    open_table(&table, PITS, 1, "specials=on max_speed=6 wild_cards=1 laps=1");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    enter(&table, 1, "special turbo");
    enter(&table, 1, "AM");
    for (int i = 0; i < 8; i++)
        enter(&table, 1, "M");
    follow_hints(&table, prepared, fewest_of(&table, 1));
    prepared_release(prepared);
    close_table(&table);
}

/* The line that is told takes as many turns by the rules as are counted. */
static void test_line(void **state)
{
    struct table table;
    (void)state;
    open_table(&table, PITS, 1, "specials=on max_speed=6 wild_cards=1 laps=1");
    for (int with_extras = 0; with_extras < 2; with_extras++) {
        struct text line = {0};
        struct error error;
        int turns = stock_cars_driving.find_par(&table.setup, with_extras, NULL, NULL, &error);
        begin_again(&table);
        stock_cars_driving.find_line(&table.setup, with_extras, NULL, &line);
        assert_int_equal(strncmp(text_string(&line), "special none\n", 13) == 0, !with_extras);
        for (char *order = strtok(line.data, "\n"); order; order = strtok(NULL, "\n"))
            enter(&table, 1, order);
        assert_true(stock_cars_game.over(table.race));
        assert_int_equal(stock_cars_game.round(table.race), turns);
        text_free(&line);
    }
    close_table(&table);
}

/* Without a special and with this one, or with each. Without one the turns are par, and with the
 * best of them par with one. */
static void follow_on(const char *map, const char *pairs, int with)
{
    struct error error;
    struct table table;
    int with_special = FAR;
    open_table(&table, map, 1, pairs);
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    for (int special = SPECIAL_NONE; special <= SPECIAL_PERFORMANCE; special++) {
        char action[32];
        begin_again(&table);
        snprintf(action, sizeof action, "special %s",
                 stock_special_name((enum stock_special)special));
        enter(&table, 1, action);
        int told = fewest_of(&table, 1);
        if (special == SPECIAL_NONE)
            assert_int_equal(told,
                             stock_cars_driving.find_par(&table.setup, false, NULL, NULL, &error));
        else
            with_special = number_smaller(with_special, told);
        if (!all_laps && special != SPECIAL_NONE && special != with)
            continue;
        follow_hints(&table, prepared, told);
        assert_int_equal(stock_cars_game.round(table.race), told);
    }
    assert_int_equal(with_special,
                     stock_cars_driving.find_par(&table.setup, true, NULL, NULL, &error));
    prepared_release(prepared);
    close_table(&table);
}

static void test_advice_takes_the_promised_turns(void **state)
{
    static const char folder[] = "tracks/stock-cars";
    int count = 0;
    struct error error = {0};
    char **names = file_list_folder(folder, ".map", &count);
    (void)state;
    assert_true(count >= 7);
    for (int i = 0; i < count; i++) {
        struct text map = {0};
        char path[200];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_true(file_read(path, STOCK_MAP_BYTES, &map, &error));
        bool whole = all_laps || strcmp(names[i], "millbrook-short-track.map") == 0;
        follow_on(text_string(&map), whole ? "laps=0" : "laps=1",
                  whole || i % 2 ? SPECIAL_TURBO + i % SPECIAL_PERFORMANCE : SPECIAL_NONE);
        text_free(&map);
    }
    file_free_names(names, count);
}

/* --- the car that is shown, and the best of equals -------------------------------------------- */

/* Moves from each tile until the line is crossed, whatever the heading; by themselves. */
struct to_line {
    const struct stock_map *map;
    int moves[32][32];
};

static struct to_line find_to_line(const struct race *race)
{
    struct to_line to_line = {.map = stock_race_map(race)};
    bool lower = true;
    for (int i = 0; i < 32 * 32; i++)
        to_line.moves[i / 32][i % 32] = FAR;
    while (lower) {
        lower = false;
        for (int i = 0; i < 32 * 32 * HEADING_COUNT; i++) {
            struct point at = {i / HEADING_COUNT % 32, i / HEADING_COUNT / 32};
            struct point to = point_add(at, heading_steps[i % HEADING_COUNT]);
            char from_tile = stock_tile(race, at), tile = stock_tile(race, to);
            if (tile == TILE_OFF || tile == TILE_OIL || from_tile == TILE_OFF)
                continue;
            int crossing = stock_map_crossing(to_line.map, at, to);
            int moves = crossing > 0 ? 1 : crossing < 0 ? FAR : 1 + to_line.moves[to.y][to.x];
            if (moves < to_line.moves[at.y][at.x]) {
                to_line.moves[at.y][at.x] = moves;
                lower = true;
            }
        }
    }
    return to_line;
}

enum { PITS_KEY, TO_GO_KEY, SPEED_KEY, CARDS_KEY, KEYS };

/* What ranks equals, told by a try: the less, the better. */
static void rank(const struct to_line *to_line, const struct race *race, int car,
                 const struct stock_trial *trial, int keys[KEYS])
{
    const struct stock_car *ends = &trial->ends;
    keys[PITS_KEY] = !trial->finishes && tile_is_pit(stock_tile(race, stock_car(race, car)->at));
    for (int i = 0; i < trial->path_count; i++)
        keys[PITS_KEY] |= !trial->finishes && tile_is_pit(stock_tile(race, trial->path[i].at));
    keys[TO_GO_KEY] = trial->finishes
                          ? 1024 * trial->path_count / trial->moves
                          : to_line->moves[ends->at.y][ends->at.x] - FAR * ends->crossings;
    keys[SPEED_KEY] = -ends->speed;
    keys[CARDS_KEY] = trial->cards;
}

static bool is_less(const int *keys, const int *than)
{
    int key = 0;
    while (key + 1 < KEYS && keys[key] == than[key])
        key++;
    return keys[key] < than[key];
}

/* Each order is one of this car, stays on the track and out of chance, and ends as it is told; none
 * with as few turns is better than the best. */
static void check_hints(const struct hints *hints, const struct to_line *to_line,
                        const struct race *race, int car)
{
    int best_keys[KEYS], keys[KEYS];
    struct error error;
    struct stock_trial trial;
    const struct stock_hint *best = &hints->items[hints->best];
    assert_true(stock_try(race, car, best->order, &trial, &error));
    rank(to_line, race, car, &trial, best_keys);
    stock_trial_free(&trial);
    for (int i = 0; i < hints->count; i++) {
        const struct stock_hint *hint = &hints->items[i];
        if (!stock_try(race, car, hint->order, &trial, &error))
            fail_msg("\"%s\" of car %d: %s", hint->order, car, error.text);
        assert_true(trial.off_track == 0 && !trial.unknown);
        assert_true(point_equal(trial.ends.at, hint->at));
        assert_int_equal(trial.ends.heading, hint->heading);
        assert_int_equal(trial.ends.speed, hint->speed);
        assert_int_equal(trial.cards, hint->cards);
        assert_int_equal(trial.finishes, hint->turns == 0);
        assert_true(hint->turns == STOCK_HINT_UNKNOWN || hint->turns >= best->turns);
        rank(to_line, race, car, &trial, keys);
        if (hint->turns == best->turns && is_less(keys, best_keys))
            fail_msg("car %d: \"%s\" is better than \"%s\"", car, hint->order, best->order);
        stock_trial_free(&trial);
    }
}

/* Two people in secret: the second one is asked when the first one has entered. They follow for a
 * while, and then drive as it comes. */
static void drive_two(struct table *table, const struct prepared *prepared, struct random *random,
                      int *states)
{
    struct to_line to_line = find_to_line(table->race);
    int told[3] = {0};
    for (int turn = 0; turn < TURNS_MOST && !stock_cars_game.over(table->race); turn++) {
        bool follows = turn % 12 < 6;
        while (!stock_cars_game.over(table->race) &&
               stock_cars_game.round(table->race) == turn + 1) {
            int car = race_next_car(table->race);
            struct hints *hints = find_hints(prepared, table->race, car);
            if (hints->best < 0) { /* it stands before a wall */
                told[car] = 0;
                enter(table, car, stock_car(table->race, car)->speed == 0 ? "AL" : "retire");
                stock_cars_driving.free_hints(hints);
                continue;
            }
            check_hints(hints, &to_line, table->race, car);
            const struct stock_hint *chosen = &hints->items[hints->best];
            if (told[car] > 0)
                assert_int_equal(chosen->turns, told[car] - 1);
            if (!follows)
                chosen = &hints->items[random_below(random, (uint32_t)hints->count)];
            told[car] = follows ? chosen->turns : 0;
            enter(table, car, chosen->order);
            stock_cars_driving.free_hints(hints);
            ++*states;
        }
    }
}

static void test_hints_are_of_the_car(void **state)
{
    static const struct {
        const char *map, *pairs;
        int states;
    } cases[] = {
        {RING, "specials=on crash=off", 60},
        {RING, "specials=on crash=off max_speed=6 laps=1", 1700},
        {PITS_WITH("2"), "specials=on crash=off max_speed=6 wild_cards=2 laps=2", 40},
        {PITS_WITH("2"), "specials=on crash=off max_speed=6 wild_cards=2 laps=1", 200},
    };
    static const char *const specials[] = {"special none", "special turbo", "special swaybars",
                                           "special performance"};
    struct random random = random_seeded(20261128);
    int states = 0, most = 0;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table table;
        open_table(&table, cases[i].map, 2, cases[i].pairs);
        struct prepared *prepared = prepared_make(&table.setup, NULL);
        for (most += cases[i].states; states < most;) {
            begin_again(&table);
            for (int car = 1; car <= 2; car++)
                enter(&table, car, specials[random_below(&random, 4)]);
            drive_two(&table, prepared, &random, &states);
        }
        prepared_release(prepared);
        close_table(&table);
    }
    assert_true(states >= STATES);
}

/* Where the turns cannot be found within the budget they are called rough; what was taken for hints
 * is given back. */
static void test_too_much_is_told(void **state)
{
    struct table table;
    (void)state;
    open_table(&table, PITS_WITH("2"), 1, "specials=on max_speed=6 wild_cards=1 laps=1");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    enter(&table, 1, "special turbo");
    for (int i = 0; i < 2; i++) {
        struct budget budget = {.steps_most = i == 0 ? 1 : 0};
        struct hints *hints =
            stock_cars_driving.find_hints(prepared_body(prepared), table.race, 1, NULL, &budget);
        assert_true(hints->count > 0);
        assert_int_equal(hints->rough, i == 0);
        assert_true(atomic_load(&budget.bytes) == 0);
        stock_cars_driving.free_hints(hints);
    }
    prepared_release(prepared);
    close_table(&table);
}

/* --- computers -------------------------------------------------------------------------------- */

/* Tiles straight ahead that bring a car nearer and nearer to the line, four at most. */
static int count_ahead(const struct to_line *to_line, const struct race *race, struct point at,
                       enum heading heading)
{
    int count = 0, left = to_line->moves[at.y][at.x];
    for (bool nearer = true; nearer && count < 4; count += nearer) {
        struct point to = point_add(at, heading_steps[heading]);
        char tile = stock_tile(race, to);
        bool crosses = stock_map_crossing(to_line->map, at, to) > 0;
        nearer =
            tile != TILE_OFF && tile != TILE_OIL && (crosses || to_line->moves[to.y][to.x] < left);
        left = nearer ? to_line->moves[to.y][to.x] : left;
        at = to;
    }
    return count;
}

/* Of ways to a tile that are equal in turns, speed and cards, one that heads along the course. */
static void test_an_ace_heads_along_the_course(void **state)
{
    enum { ACE = 3 };
    struct table table;
    int others = 0;
    (void)state;
    open_table(&table, RING, 1, "specials=off laps=3");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    struct to_line to_line = find_to_line(table.race);
    while (!stock_cars_game.over(table.race)) {
        struct text order = {0};
        struct error error;
        struct stock_trial trial;
        struct hints *hints = find_hints(prepared, table.race, 1);
        stock_cars_driving.choose(ACE, prepared_body(prepared), table.race, 1, NULL, &order);
        assert_true(stock_try(table.race, 1, text_string(&order), &trial, &error));
        struct point at = trial.ends.at;
        const struct stock_hint *own =
            stock_hint_at(hints, at, trial.ends.heading, trial.path_count);
        for (int i = 0; i < hints->count && !trial.finishes; i++) {
            const struct stock_hint *other = &hints->items[i];
            if (!point_equal(other->at, at) || other->turns != own->turns ||
                other->speed != trial.ends.speed || other->cards > trial.cards)
                continue;
            others += other != own;
            assert_true(count_ahead(&to_line, table.race, at, trial.ends.heading) >=
                        count_ahead(&to_line, table.race, at, other->heading));
        }
        enter(&table, 1, text_string(&order));
        stock_trial_free(&trial);
        stock_cars_driving.free_hints(hints);
        text_free(&order);
    }
    assert_true(others > 0);
    prepared_release(prepared);
    close_table(&table);
}

/* Nobody spends a card for a tile on the grid. */
static void test_starts_cost_no_card(void **state)
{
    static const char *const maps[] = {"millbrook-short-track", "thunder-bowl"};
    (void)state;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        struct text map = {0};
        struct table table;
        struct error error;
        char path[200];
        snprintf(path, sizeof path, "tracks/stock-cars/%s.map", maps[i]);
        assert_true(file_read(path, STOCK_MAP_BYTES, &map, &error));
        open_table(&table, text_string(&map), 4, "specials=off");
        struct prepared *prepared = prepared_make(&table.setup, NULL);
        for (int car = 1; car <= 4; car++)
            for (int level = 0; level < 4; level++) {
                struct text order = {0};
                stock_cars_driving.choose(level, prepared_body(prepared), table.race, car, NULL,
                                          &order);
                assert_null(strchr(text_string(&order), '+'));
                text_free(&order);
            }
        prepared_release(prepared);
        close_table(&table);
        text_free(&map);
    }
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_the_faster_of_equals),
        cmocka_unit_test(test_line),
        cmocka_unit_test(test_after_a_detour),
        cmocka_unit_test(test_an_ace_heads_along_the_course),
        cmocka_unit_test(test_starts_cost_no_card),
        cmocka_unit_test(test_advice_takes_the_promised_turns),
        cmocka_unit_test(test_hints_are_of_the_car),
        cmocka_unit_test(test_too_much_is_told),
    };
    all_laps = argument_count > 1 && strcmp(arguments[1], "long") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
