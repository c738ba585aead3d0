/* What an order comes to while it is written, on the map Yard of RULES 11, worked out by hand. */
#include "screens/stock_cars/view/inside.h"
#include "support/cmocka.h"

#include <stdlib.h>
#include <string.h>

static const char yard[] =
    "name: Yard\nrace: N\nturn: right\nlaps: 1\nsandbags: 2\n\n"
    "************bbb\n************bbb\n************bbb\n***** *    ****\n***** #    ****\n"
    "****s p    ****\n****S p    ****\n***** p    ****\n***** P    ****\nFFFFF p    ****\n"
    "1**** p    ****\n2**34 p    ****\n***** p    ****\n***** #    ****\n***************\n"
    "***************\n";

/* Oil at (0,13), and sand that nobody has looked at at (1,12). */
static char oily[sizeof yard];
static const char *driven_on = yard;
static struct session *session;
static struct order_way way;

/* A race without specials, up to before these orders' last one. */
static void begin(int players, const char *const *orders)
{
    struct error error = {0};
    struct course course = course_read(&stock_cars_game, driven_on, strlen(driven_on), &error);
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    struct player names[2] = {{"Ada", 1, "human"}, {"Blaise", 2, "human"}};
    assert_non_null(course.body);
    setup.course = course;
    setup.players = players;
    assert_true(setup_set_pair(&setup, "specials=off", &error));
    session = session_begin(&setup, names, (struct allow){true, true}, &error);
    assert_non_null(session);
    course_release(course);
    for (; *orders; orders++)
        if (!session_do(session, 0, *orders, &error))
            fail_msg("%s at %d: %s", *orders, error.column, error.text);
}
#define BEGIN(players, ...) begin(players, (const char *const[]){__VA_ARGS__})

static int end(void **state)
{
    (void)state;
    driven_on = yard;
    way_free(&way);
    session_free(session);
    session = NULL;
    return 0;
}

/* Car 1 at (0,11), heading N, speed 4. */
static void begin_at_four(void)
{
    BEGIN(1, "A(A+1)MM", "A(A+1)(4M)", NULL);
}

static void write_order(const char *text)
{
    way_find(&way, session_race(session), race_next_car(session_race(session)), text);
}

static void check_state(const char *text, enum way_state state, int left)
{
    write_order(text);
    if (way.state != state)
        fail_msg("\"%s\": %s", text, way.fault);
    assert_int_equal(way.left, left);
}

static void check_spot(int x, int y, char kind, int count, bool off)
{
    int index = way_spot_at(&way, (struct point){x, y});
    if (index < 0)
        fail_msg("no spot at (%d, %d)", x, y);
    assert_int_equal(way.spots[index].kind, kind);
    assert_int_equal(way.spots[index].count, count);
    assert_int_equal(way.spots[index].off, off);
    assert_int_equal(way_spot_of(&way, kind, count), index);
}

static void test_a_car_that_stands(void **state)
{
    (void)state;
    BEGIN(1, NULL);
    check_state("", WAY_OPEN, 0);
    assert_int_equal(way.spot_count, 0);
    check_state("-", WAY_WHOLE, 0);
    check_state("A(A+1)", WAY_OPEN, 2);
    assert_int_equal(way.spot_count, 4);
    check_spot(-1, 6, 'L', 1, true);
    check_spot(1, 6, 'R', 1, false);
    check_spot(0, 6, 'M', 1, false);
    check_spot(0, 7, 'M', 2, false);
}

static void test_a_way_goes_on(void **state)
{
    (void)state;
    begin_at_four();
    check_state("a (2m) r", WAY_OPEN, 2);
    assert_int_equal(way.tile_count, 3);
    assert_int_equal(way.tiles[2].at.x, 1);
    assert_int_equal(way.tiles[2].at.y, 14);
    assert_int_equal(way.tiles[2].heading, HEADING_NE);
    assert_int_equal(way.spot_count, 4);
    check_spot(1, 15, 'L', 1, false);
    check_spot(2, 14, 'R', 1, false);
    check_spot(2, 15, 'M', 1, false);
    check_spot(3, 16, 'M', 2, true);
    char text[DRAFT_BYTES];
    way_add_spot(&way, stock_car(session_race(session), 1),
                 way_spot_at(&way, (struct point){2, 14}), text);
    assert_string_equal(text, "A(2M)R(R+1)");
    check_state("A(2M)RM(R+1)", WAY_WHOLE, 0);
    assert_int_equal(way.tile_count, 5);
    assert_int_equal(way.trial.cards, 1);
    assert_int_equal(way.trial.ends.at.x, 3);
    assert_int_equal(way.trial.ends.at.y, 15);
    assert_int_equal(way.spot_count, 0);
    check_state("MA", WAY_OPEN, 3);
    way_fill(&way, stock_car(session_race(session), 1), text);
    assert_string_equal(text, "(4M)A");
    check_state("A(2M)(", WAY_OPEN, 3);
    check_state("A(2", WAY_OPEN, 5);
    check_state("retire", WAY_WHOLE, 0);
    assert_true(way.retires);
}

/* What oil and unseen sand do is asked at their tiles; behind oil the way is as the letters say. */
static void test_chance_has_a_say(void **state)
{
    (void)state;
    char *row = strcpy(oily, yard) + strcspn(yard, "*");
    row[2 * 16] = TILE_OIL;
    row[3 * 16 + 1] = TILE_SAND;
    driven_on = oily;
    begin_at_four();
    check_state("", WAY_OPEN, 4);
    assert_string_equal(way.fault, "4 tiles are missing: click where the car is to end");
    for (int i = 0; i < way.spot_count; i++) {
        struct point at = way.spots[i].at;
        bool asks = (at.x == 0 && at.y == 13) || (at.x == 1 && at.y == 12);
        assert_int_equal(way.spots[i].chance, asks);
        assert_false(way.spots[i].unsure);
    }
    check_spot(0, 13, 'M', 2, false);
    check_spot(1, 12, 'R', 1, false);
    assert_int_equal(way_spot_at(&way, (struct point){0, 14}), -1);
    check_state("(2M)", WAY_OPEN, 2);
    assert_true(way.spots[way_spot_at(&way, (struct point){0, 14})].unsure);
}

static void test_faults_stand_under_their_letters(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int column; /* of RULES 11.2, from 0 */
    } faults[] = {{"RRLL", 1},   {"R(R+1)L(L+1)", 7}, {"(R+1)MMM", 0}, {"RLRLR", 4},
                  {"AA(6M)", 1}, {"A(5M)AA", 6},      {"A(4M)xB", 5},  {"A(6M)B", 1},
                  {"  RRLL", 3}, {"AAM", 1},          {"q", 0},        {"M M RxR", 5}};
    begin_at_four();
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        write_order(faults[i].text);
        assert_int_equal(way.state, WAY_FAULTY);
        if (way.column != faults[i].column)
            fail_msg("\"%s\" at %d: %s", faults[i].text, way.column, way.fault);
        assert_int_equal(way.spot_count, 0);
    }
}

/* From (9,15), heading E, speed 6: the first b is (12,15), and the second turns to SE. */
static void test_a_bank_turns_what_is_ahead(void **state)
{
    (void)state;
    BEGIN(1, "A(A+1)MM", "A(A+1)(4M)", "A(2M)RM(R+1)", "A(6M)", NULL);
    check_state("B(4M)", WAY_OPEN, 1);
    check_spot(14, 14, 'M', 1, false);
    check_spot(14, 15, 'L', 1, false);
    check_spot(13, 14, 'R', 1, false);
}

static void test_off_the_track_tiles_are_counted_on(void **state)
{
    (void)state;
    begin_at_four();
    check_state("L", WAY_OPEN, 3);
    assert_int_equal(way.tile_count, 1);
    assert_true(way.tiles[0].off);
    assert_int_equal(way.tiles[0].at.x, -1);
    assert_int_equal(way.tiles[0].at.y, 12);
    check_spot(-2, 13, 'M', 1, true);
    check_spot(-1, 13, 'R', 1, true);
    check_spot(-2, 12, 'L', 1, true);
    /* Back on a track tile nothing is counted any more, and the rest may be anything. */
    check_state("LR(R+1)", WAY_OPEN, 1);
    assert_int_equal(way.tile_count, 2);
    assert_true(way.settled);
    assert_int_equal(way.spot_count, 0);
    assert_int_equal(way.trial.off_track, 2);
    /* With the third tile off the track nothing more can be lost (4.1). */
    check_state("LM", WAY_OPEN, 2);
    assert_false(way.settled);
    check_state("L(2M)", WAY_OPEN, 1);
    assert_int_equal(way.tile_count, 3);
    assert_true(way.settled);
}

/* Two cars that stand behind each other; at most A(A+1) for two tiles. */
static void test_the_reach_of_others(void **state)
{
    (void)state;
    static const struct point reached[] = {{0, 4}, {0, 5}, {1, 5}, {0, 6}, {1, 6}, {2, 5}, {2, 6}};
    struct view_reach reach = {0};
    BEGIN(2, NULL);
    const struct stock_map *map = stock_map_of(session_setup(session));
    reach_find(&reach, session_race(session), map, 1);
    for (int i = 0; i < reach.count; i++)
        assert_int_equal(reach.tiles[i].car, 2);
    /* Two rights cost a card besides that of A(A+1): she has eight. */
    assert_int_equal(reach.count, 7);
    for (size_t i = 0; i < 7; i++) {
        bool found = false;
        for (int j = 0; j < reach.count; j++)
            found = found || point_equal(reach.tiles[j].at, reached[i]);
        if (!found)
            fail_msg("(%d, %d) is within reach", reached[i].x, reached[i].y);
    }
    reach_free(&reach);
    int *distances = distances_to_line(map);
    assert_int_equal(distances[5 * map->width + 0], 1);
    assert_int_equal(distances[4 * map->width + 0], 2);
    assert_true(distances[7 * map->width + 0] > 20); /* all the way round */
    assert_int_equal(place_so_far(session_race(session), map, distances, 1), 1);
    assert_int_equal(place_so_far(session_race(session), map, distances, 2), 2);
    free(distances);
}

/* Both drive at once; the first crosses the line with its first move, the second with its second:
 * move, look, move, look; and the end. Nobody stops for that, but it can be read for a while. */
static void test_a_turn_as_a_film(void **state)
{
    (void)state;
    static const int units[] = {1, 0, 1, 0, 1}, cars[] = {0, 1, 0, 2};
    struct film film = {0};
    BEGIN(2, "A(A+1)MM", "A(A+1)MM", NULL);
    film_find(&film, session, 0);
    assert_int_equal(film.time, 0);
    film_find(&film, session, 1);
    assert_int_equal(film.units, 3);
    assert_int_equal(film.count, 5);
    for (int i = 0; i < film.count; i++)
        assert_int_equal(film.pieces[i].units, units[i]);
    for (int i = 0; i < 4; i++) {
        int event = film.pieces[i].event;
        assert_int_equal(event < 0 ? 0 : session_step(session, 1).events[event].car, cars[i]);
    }
    int seen[FILM_SEEN];
    assert_true(film.pieces[2].began - film.pieces[1].began < 5);
    assert_true(film.time - film.pieces[3].began > 1000);
    assert_int_equal(film_seen(&film, (film.pieces[1].began - 1.0) / film.time, seen), 0);
    assert_int_equal(film_seen(&film, (film.pieces[3].began + 0.5) / film.time, seen), 2);
    assert_int_equal(seen[0], film.pieces[3].event);
    assert_int_equal(seen[1], film.pieces[1].event);
    assert_int_equal(film_seen(&film, 1, seen), 0);
    double share = 0, driven[] = {1, 2, 3};
    for (int i = 0; i < 3; i++) {
        share = film_moment(&film, share, false);
        assert_true(film_progress(&film, share) * 3 - driven[i] < 0.01);
        assert_true(film_progress(&film, share) * 3 - driven[i] > -0.01);
    }
    assert_true(share >= 1);
    share = film_moment(&film, share, true);
    assert_true(film_progress(&film, share) * 3 < 2.01);
    share = film_moment(&film, share, true);
    assert_true(film_progress(&film, share) * 3 < 1.01);
    film_free(&film);
}

/* The first stands and is driven onto: a move of the second alone, then the crash, then the end. */
static void test_a_crash_comes_behind_all_ways(void **state)
{
    (void)state;
    struct film film = {0};
    BEGIN(2, "-", "AM", NULL);
    film_find(&film, session, 1);
    struct step step = session_step(session, 1);
    assert_int_equal(film.units, 2);
    assert_int_equal(film.count, 4);
    assert_int_equal(step.events[film.pieces[0].event].car, 2);
    assert_int_equal(film.pieces[0].units, 1);
    assert_string_equal(step.events[film.pieces[2].event].type, "crashed");
    assert_int_equal(film.pieces[2].units, 0);
    assert_int_equal(film.pieces[2].from, 2); /* when all has been driven */
    assert_true(film.pieces[3].began - film.pieces[2].began > 1000);
    film_free(&film);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_car_that_stands, end),
        cmocka_unit_test_teardown(test_a_way_goes_on, end),
        cmocka_unit_test_teardown(test_chance_has_a_say, end),
        cmocka_unit_test_teardown(test_faults_stand_under_their_letters, end),
        cmocka_unit_test_teardown(test_a_bank_turns_what_is_ahead, end),
        cmocka_unit_test_teardown(test_off_the_track_tiles_are_counted_on, end),
        cmocka_unit_test_teardown(test_the_reach_of_others, end),
        cmocka_unit_test_teardown(test_a_turn_as_a_film, end),
        cmocka_unit_test_teardown(test_a_crash_comes_behind_all_ways, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
