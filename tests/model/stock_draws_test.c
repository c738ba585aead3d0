/* What stock cars draw, over many seeds: the turn of oil (RULES 4.2) and the tiles that hide bags
 * (4.3, 6.4) are held against equal chances by chi-square.
 *
 * The statistic of n equally likely outcomes follows, with thousands of draws, the chi-square
 * distribution of n - 1 degrees of freedom. The bounds below are those that it passes once in a
 * million times; the seeds are fixed, so a test that passes goes on passing.
 */
#include "rules/stock_cars/stock_cars.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { SEEDS = 12000, CELLS = 36 };
static const struct game *const game = &stock_cars_game;

/* Degrees of freedom and the bound in thousandths. */
static void assert_even(const int *counts, int cells)
{
    static const struct {
        int cells;
        int64_t bound;
    } bounds[] = {{3, 27631}, {9, 42701}, {12, 48866}, {36, 89947}};
    int64_t total = 0, squares = 0, bound = 0;
    for (int i = 0; i < cells; i++)
        total += counts[i], squares += (int64_t)counts[i] * counts[i];
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        bound = bounds[i].cells == cells ? bounds[i].bound : bound;
    assert_true(total >= SEEDS && bound > 0);
    /* The sum of (count - total / cells)^2 / (total / cells) is cells * squares / total - total. */
    int64_t statistic = (1000 * cells * squares - 1000 * total * total) / total;
    print_message("%d cells, %lld draws: %lld of %lld thousandths\n", cells, (long long)total,
                  (long long)statistic, (long long)bound);
    assert_true(statistic < bound);
}

static struct setup set_up(const char *map)
{
    struct error error = {0};
    struct setup setup = setup_from_preset(game, STOCK_PRESET_STOCK_CARS);
    setup.course = course_read(game, map, strlen(map), &error);
    if (!setup.course.body)
        fail_msg("%s", error.text);
    setup.values[STOCK_SPECIALS] = STOCK_OFF;
    setup.values[STOCK_LAPS] = 3;
    return setup;
}

static void act(struct race *race, const char *order, struct event_list *events)
{
    struct error error = {0};
    event_list_clear(events);
    if (!game->apply(race, 1, order, events, &error))
        fail_msg("%s: %s", order, error.text);
}

/* --- oil -------------------------------------------------------------------------------------- */

/* Slicks wherever a first one may turn a car to. */
static const char oil_map[] = "name: Oil\nrace: N\n\n"
                              "*******\n*ooooo*\n*ooooo*\n*ooooo*\n*  *  *\n*  F  *\n***1***\n";

static void test_oil_turns_as_often_to_each_side(void **state)
{
    (void)state;
    struct setup setup = set_up(oil_map);
    struct event_list events = {0};
    int first[3] = {0}, pairs[9] = {0};
    for (setup.seed = 1; setup.seed <= SEEDS; setup.seed++) {
        struct race *race = game->begin(&setup);
        int turns[2] = {0}, count = 0;
        act(race, "A(A+1)MM", &events);
        act(race, "A(3M)", &events);
        for (int i = 0; i < events.count; i++) {
            const struct stock_event *event = stock_event(&events.items[i]);
            if (event->type == STOCK_EVENT_OIL && count < 2)
                turns[count++] = (int)event->turn;
        }
        assert_int_equal(count, 2); /* whatever the first one did, a second tile was oil, too */
        first[turns[0]]++;
        pairs[3 * turns[0] + turns[1]]++;
        game->free(race);
    }
    assert_even(first, 3);
    assert_even(pairs, 9);
    event_list_free(&events);
    course_release(setup.course);
}

/* --- sand ------------------------------------------------------------------------------------- */

/* A ring of eight tiles for who bends to the left at every one: the line, two tiles, the alley's
 * four, the starting place. */
static const char sand_map[] = "name: Sand\nrace: E\nsandbags: 2\n\n*..*\n.  *\n.  *\n*1F*\n";
static const char sight_map[] = "name: Sight\nrace: E\nsandbags: 3\n\n*S.*\n.  *\n.  *\n*1F*\n";

/* One tile to the left, standing or not; bit n of the answer: the n-th tile of the alley hid a bag.
 */
static unsigned drive_round(struct race *race, const char *first, struct event_list *events)
{
    unsigned bags = 0;
    for (int tile = 0, sand = 0; tile < 8; tile++) {
        bool stands = stock_car(race, 1)->speed == 0;
        act(race, tile == 0 && first ? first : stands ? "AL" : "L", events);
        for (int i = 0; i < events->count; i++) {
            const struct stock_event *event = stock_event(&events->items[i]);
            if (event->type == STOCK_EVENT_SAND)
                bags |= (unsigned)event->bag << sand++;
        }
    }
    return bags;
}

static int bits_of(unsigned bags)
{
    return (int)((bags & 1) + (bags >> 1 & 1) + (bags >> 2 & 1) + (bags >> 3 & 1));
}

/* Which number it has among the subsets of four tiles with so many bags. */
static int index_of(unsigned bags)
{
    int index = 0;
    for (unsigned other = 0; other < bags; other++)
        index += bits_of(other) == bits_of(bags);
    return index;
}

static void test_every_set_of_tiles_hides_bags_as_often(void **state)
{
    (void)state;
    struct setup setup = set_up(sand_map);
    struct event_list events = {0};
    int pairs[CELLS] = {0};
    for (setup.seed = 1; setup.seed <= SEEDS; setup.seed++) {
        struct race *race = game->begin(&setup);
        unsigned first = drive_round(race, "AM", &events);
        unsigned second = drive_round(race, NULL, &events); /* crosses into lap 2: hidden anew */
        assert_int_equal(bits_of(first), 2);
        assert_int_equal(bits_of(second), 2);
        pairs[6 * index_of(first) + index_of(second)]++;
        game->free(race);
    }
    assert_even(pairs, 36);
    event_list_free(&events);
    course_release(setup.course);
}

/* Two of three tiles beside the one in sight; then three of all four. */
static void test_bags_in_sight_are_hidden_with_the_others(void **state)
{
    (void)state;
    struct setup setup = set_up(sight_map);
    struct event_list events = {0};
    int pairs[12] = {0};
    for (setup.seed = 1; setup.seed <= SEEDS; setup.seed++) {
        struct race *race = game->begin(&setup);
        unsigned first = drive_round(race, "AM", &events);
        unsigned second = drive_round(race, NULL, &events);
        assert_true((first & 2) != 0); /* the second tile that it comes to */
        assert_int_equal(bits_of(first), 3);
        assert_int_equal(bits_of(second), 3);
        unsigned missing = 15 & ~first;
        int hid_nothing = missing == 1 ? 0 : missing == 4 ? 1 : 2;
        pairs[4 * hid_nothing + index_of(second)]++;
        game->free(race);
    }
    assert_even(pairs, 12);
    event_list_free(&events);
    course_release(setup.course);
}

/* --- what a driver may know ------------------------------------------------------------------- */

/* Two races that differ in nothing but what is hidden and still to be drawn are the same to it. */
static void test_a_copy_for_a_seat_tells_nothing_of_what_is_hidden(void **state)
{
    (void)state;
    struct setup setup = set_up(sand_map);
    struct event_list events = {0};
    uint64_t real = 0, known = 0;
    int others = 0;
    for (setup.seed = 1; setup.seed <= 100; setup.seed++) {
        struct race *race = game->begin(&setup);
        act(race, "AM", &events);
        struct race *copy = game->copy_for(race, 1, 7);
        others += real != 0 && game->hash(race) != real;
        assert_true(known == 0 || game->hash(copy) == known);
        real = game->hash(race);
        known = game->hash(copy);
        game->free(copy);
        game->free(race);
    }
    assert_true(others > 90);
    event_list_free(&events);
    course_release(setup.course);
}

/* And what it hides there is drawn by the copy's seed, each set as often. */
static void test_a_copy_hides_bags_anew(void **state)
{
    (void)state;
    struct setup setup = set_up(sand_map);
    struct event_list events = {0};
    int pairs[CELLS] = {0};
    for (setup.seed = 1; setup.seed <= SEEDS; setup.seed++) {
        struct race *race = game->begin(&setup);
        struct race *copy = game->copy_for(race, 1, setup.seed + 77);
        unsigned real = drive_round(race, "AM", &events);
        pairs[6 * index_of(real) + index_of(drive_round(copy, "AM", &events))]++;
        game->free(copy);
        game->free(race);
    }
    assert_even(pairs, 36);
    event_list_free(&events);
    course_release(setup.course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oil_turns_as_often_to_each_side),
        cmocka_unit_test(test_every_set_of_tiles_hides_bags_as_often),
        cmocka_unit_test(test_bags_in_sight_are_hidden_with_the_others),
        cmocka_unit_test(test_a_copy_for_a_seat_tells_nothing_of_what_is_hidden),
        cmocka_unit_test(test_a_copy_hides_bags_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
