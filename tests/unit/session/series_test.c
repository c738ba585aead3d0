/* A series: points and table by hand, the way from race to race, the file and what may be wrong in
 * it. */
#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/records.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct player player_called(const char *name, int pen)
{
    struct player player = {.pen = pen, .driver = "human"};
    snprintf(player.name, sizeof player.name, "%s", name);
    return player;
}

/* Races on the ring under the preset classroom. */
static struct series *ring_series(int players, int races, int order)
{
    static const char *const names[] = {"Ada", "Blaise", "Chen", "Dorothy"};
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    struct player list[4];
    struct error error = {0};
    struct track *track = ring_track();
    struct course courses[SERIES_RACE_LIMIT];
    for (int i = 0; i < 4; i++)
        list[i] = player_called(names[i], i + 1);
    for (int i = 0; i < races; i++)
        courses[i] = graph_paper_course(track);
    setup.players = players;
    setup.values[FIELD_ORDER] = order;
    struct series *series = series_begin(&setup, list, ring_allow_all, courses, races, &error);
    track_release(track);
    assert_non_null(series);
    return series;
}

static struct text written(const struct series *series)
{
    struct text text = {0};
    series_write(series, &text);
    return text;
}

/* `text` with the first `old` replaced; free it. */
static char *with(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    assert_non_null(at);
    struct text result = {0};
    text_append_bytes(&result, text, (size_t)(at - text));
    text_append(&result, new);
    text_append(&result, at + strlen(old));
    return result.data;
}

/* A series of `races` races whose places are given race by race, as its file would have them. */
static struct series *series_with_places(int players, int races, const int places[][4])
{
    struct series *empty = ring_series(players, races, ORDER_LISTED);
    struct text text = written(empty);
    series_free(empty);
    json_t *root = json_loads(text.data, 0, NULL);
    for (int i = 0; i < races; i++) {
        json_t *race = json_array_get(json_object_get(root, "races"), (size_t)i);
        json_t *list = json_array(), *cars = json_array();
        for (int player = 0; player < players; player++) {
            json_array_append_new(list, json_integer(places[i][player]));
            json_array_append_new(cars, json_integer(player + 1));
        }
        json_object_set_new(race, "file", json_string("some.race"));
        json_object_set_new(race, "places", list);
        json_object_set_new(race, "cars", cars);
    }
    char *whole = json_dumps(root, 0);
    struct error error = {0};
    struct series *series = series_read(whole, strlen(whole), &error);
    if (series == NULL)
        fail_msg("%s", error.text);
    free(whole);
    json_decref(root);
    text_free(&text);
    return series;
}

static void check_table(const struct series *series, const struct series_standing *expected)
{
    struct series_standing table[PLAYER_LIMIT];
    int count = series_standings(series, table);
    for (int i = 0; i < count; i++) {
        assert_int_equal(table[i].player, expected[i].player);
        assert_int_equal(table[i].points, expected[i].points);
        assert_int_equal(table[i].wins, expected[i].wins);
        assert_int_equal(table[i].place, expected[i].place);
    }
}

static void eight_places_have_points(void **state)
{
    (void)state;
    static const int points[] = {0, 10, 8, 6, 5, 4, 3, 2, 1, 0};
    for (int place = 0; place < 10; place++)
        assert_int_equal(series_points(place), points[place]);
    assert_int_equal(series_points(-1), 0);
}

static void the_table_is_sorted_by_points(void **state)
{
    (void)state;
    static const int places[][4] = {{3, 1, 2, 4}, {2, 1, 3, 4}};
    struct series *series = series_with_places(4, 2, places);
    check_table(series, (struct series_standing[]){
                            {2, 20, 2, 1}, {1, 14, 0, 2}, {3, 14, 0, 3}, {4, 10, 0, 4}});
    series_free(series);
}

/* Two share the first place: 10 each, the third gets 6. */
static void a_shared_place_gives_its_points_to_each(void **state)
{
    (void)state;
    static const int places[][4] = {{1, 3, 1, 0}};
    struct series *series = series_with_places(4, 1, places);
    check_table(series, (struct series_standing[]){
                            {1, 10, 1, 1}, {3, 10, 1, 1}, {2, 6, 0, 3}, {4, 0, 0, 4}});
    series_free(series);
}

/* 10 + 4 + 4 = 18 with a win is before 6 + 6 + 6 = 18 without one. */
static void wins_decide_between_equal_points(void **state)
{
    (void)state;
    static const int places[][4] = {{3, 1}, {3, 5}, {3, 5}};
    struct series *series = series_with_places(2, 3, places);
    check_table(series, (struct series_standing[]){{2, 18, 1, 1}, {1, 18, 0, 2}});
    series_free(series);
}

/* Both have a first and a second place; who won later is ahead. */
static void then_the_better_later_place_decides(void **state)
{
    (void)state;
    static const int places[][4] = {{1, 2}, {2, 1}, {3, 3}};
    struct series *series = series_with_places(2, 3, places);
    check_table(series, (struct series_standing[]){{2, 24, 1, 1}, {1, 24, 1, 2}});
    series_free(series);
}

static void equal_players_share_a_place_in_the_table(void **state)
{
    (void)state;
    static const int places[][4] = {{2, 1, 2}, {1, 3, 1}};
    struct series *series = series_with_places(3, 2, places);
    check_table(series, (struct series_standing[]){{1, 18, 1, 1}, {3, 18, 1, 1}, {2, 16, 1, 3}});
    series_free(series);
}

/* Ada drives the lap alone against Blaise, who stays behind: she is first, he second. */
static struct session *drive_race(struct series *series, uint64_t seed)
{
    struct error error = {0};
    struct setup setup = series_setup(series);
    struct player players[2] = {*series_player(series, 1), *series_player(series, 2)};
    setup.seed = seed;
    struct session *session = session_begin(&setup, players, series_allow(series), &error);
    assert_non_null(session);
    int step = 0;
    while (!graph_paper_game.over(session_race(session))) {
        int car = race_next_car(session_race(session));
        static const char *const waits[] = {"10,1>10,1", "10,1"};
        static int waited;
        waited = session_step_count(session) < 2 ? 0 : 1;
        const char *action = car == 1 ? ring_lap[step++] : waits[waited];
        ring_do(session, &action, 1);
    }
    return session;
}

static void races_follow_one_another(void **state)
{
    (void)state;
    struct error error = {0};
    struct series *series = ring_series(2, 2, ORDER_LOSER_FIRST);
    assert_int_equal(series_latest(series), -1);
    assert_int_equal(series_due(series), 0);
    assert_int_equal(series_setup(series).last_count, 0);
    struct session *session = drive_race(series, 7);
    series_race_begun(series, "first.race");
    assert_int_equal(series_due(series), 0);
    assert_false(series_is_over(series, 0));
    assert_true(series_note(series, session));
    assert_false(series_note(series, session));
    assert_int_equal(series_place(series, 0, 1), 1);
    assert_int_equal(series_place(series, 0, 2), 2);
    assert_int_equal(series_due(series), 1);
    struct setup setup = series_setup(series);
    assert_int_equal(setup.last_count, 2);
    assert_int_equal(setup.last[0], 1);
    assert_int_equal(setup.last[1], 2);

    /* Undone, the race is no longer over, and its places are gone. */
    assert_true(session_undo(session, &error));
    assert_true(series_note(series, session));
    assert_int_equal(series_due(series), 0);
    assert_int_equal(series_place(series, 0, 1), 0);
    assert_true(session_redo(session, &error));
    assert_true(series_note(series, session));
    series_race_begun(series, "second.race");
    assert_int_equal(series_latest(series), 1);
    assert_string_equal(series_race_file(series, 0), "first.race");
    session_free(session);

    /* The loser of the first race begins the second. */
    session = session_begin(&setup,
                            (struct player[]){*series_player(series, 1), *series_player(series, 2)},
                            ring_allow_all, &error);
    assert_int_equal(race_next_car(session_race(session)), 2);
    session_free(session);
    series_free(series);
}

static void only_loser_first_asks_for_the_race_before(void **state)
{
    (void)state;
    struct series *series = ring_series(2, 2, ORDER_LISTED);
    struct session *session = drive_race(series, 7);
    series_race_begun(series, "first.race");
    series_note(series, session);
    assert_int_equal(series_setup(series).last_count, 0);
    session_free(session);
    series_free(series);
}

static void the_file_brings_everything_back(void **state)
{
    (void)state;
    struct error error = {0};
    struct series *series = ring_series(2, 3, ORDER_LISTED);
    struct session *session = drive_race(series, 7);
    series_race_begun(series, "first.race");
    series_note(series, session);
    series_race_begun(series, "second.race");
    char *path = folder_path("series.json");
    assert_true(series_save(series, path, &error));
    struct series *again = series_load(path, &error);
    assert_non_null(again);
    struct text before = written(series), after = written(again);
    assert_string_equal(before.data, after.data);
    assert_int_equal(series_due(again), 1);
    assert_string_equal(series_race_file(again, 1), "second.race");
    assert_string_equal(series_player(again, 2)->name, "Blaise");
    assert_string_equal(course_name(series_course(again, 2)), "Ring");
    text_free(&before);
    text_free(&after);
    free(path);
    session_free(session);
    series_free(series);
    series_free(again);
}

/* Classroom rules, a derby with two cars each and racing cars with three laps, by two players. */
static struct series *cup_on_the_ring(void)
{
    static const int presets[] = {PRESET_CLASSROOM, PRESET_DERBY, PRESET_RACING_CAR};
    struct player list[] = {player_called("Ada", 1), player_called("Blaise", 2)};
    struct error error = {0};
    struct track *track = ring_track();
    struct setup races[3];
    for (int i = 0; i < 3; i++) {
        races[i] = setup_from_preset(&graph_paper_game, presets[i]);
        races[i].players = 2;
        races[i].course = graph_paper_course(track);
    }
    races[0].values[FIELD_ORDER] = ORDER_LOSER_FIRST;
    races[1].values[FIELD_ORDER] = ORDER_LOSER_FIRST;
    races[1].values[FIELD_CARS_PER_PLAYER] = 2;
    races[2].values[FIELD_LAPS] = 3;
    struct series *cup = series_begin_cup(races, list, ring_allow_all, 3, &error);
    track_release(track);
    assert_non_null(cup);
    return cup;
}

static void a_cup_has_rules_of_its_own_for_each_race(void **state)
{
    (void)state;
    struct error error = {0};
    struct series *cup = cup_on_the_ring();
    struct text text = written(cup), again = {0};
    series_free(cup);
    cup = series_read(text.data, text.length, &error);
    assert_non_null(cup);
    again = written(cup);
    assert_string_equal(text.data, again.data);
    assert_true(series_is_cup(cup));
    assert_int_equal(series_race_setup(cup, 0).preset, PRESET_CLASSROOM);
    assert_int_equal(series_race_setup(cup, 1).values[FIELD_CARS_PER_PLAYER], 2);
    assert_int_equal(series_race_setup(cup, 2).values[FIELD_LAPS], 3);
    assert_int_equal(series_race_setup(cup, 2).players, 2);
    text_free(&text);
    text_free(&again);
    series_free(cup);
}

/* Two cars have driven the first race, four drive in the second. */
static void other_cars_start_a_cups_next_race_as_if_it_was_the_first(void **state)
{
    (void)state;
    struct error error = {0};
    struct series *cup = cup_on_the_ring();
    struct session *session = drive_race(cup, 7);
    series_race_begun(cup, "first.race");
    series_note(cup, session);
    struct setup next = series_setup(cup);
    assert_int_equal(series_due(cup), 1);
    assert_int_equal(next.last_count, 0);
    assert_true(setup_check(&next, &error));
    session_free(session);
    series_free(cup);
}

/* Blaise's two cars came in before Ada's: she begins with the one that she has now. */
static void a_cup_goes_by_players_where_the_race_before_had_other_cars(void **state)
{
    (void)state;
    struct error error = {0};
    struct series *cup = cup_on_the_ring();
    struct text text = written(cup);
    json_t *root = json_loads(text.data, 0, NULL);
    json_t *races = json_object_get(root, "races"), *derby = json_array_get(races, 1);
    json_object_update_new(derby, json_pack("{s:s, s:[i, i], s:[i, i, i, i]}", "file", "some.race",
                                            "places", 2, 1, "cars", 3, 1, 4, 2));
    json_array_remove(races, 0);
    json_object_set_new(json_object_get(json_array_get(races, 1), "rules"), "order",
                        json_string("loser_first"));
    char *whole = json_dumps(root, 0);
    struct series *read = series_read(whole, strlen(whole), &error);
    assert_non_null(read);
    struct setup next = series_setup(read);
    assert_int_equal(next.last_count, 2);
    assert_int_equal(next.last[0], 2);
    assert_int_equal(next.last[1], 1);
    assert_true(setup_check(&next, &error));
    free(whole);
    json_decref(root);
    text_free(&text);
    series_free(read);
    series_free(cup);
}

static void each_game_can_go_by_the_race_before(void **state)
{
    (void)state;
    static const char *const asks[] = {"order=loser_first", "grid=loser_first", "handicap=1"};
    const struct placing placing = {.cars = {2, 1}, .car_count = 2, .places = {2, 1}};
    struct error error;
    for (int i = 0; games[i]; i++)
        for (int k = 0; k < 3; k++) {
            struct setup setup = setup_from_preset(games[i], 0);
            bool has = setup_set_pair(&setup, asks[k], &error);
            assert_int_equal(has, (k == 0) == (games[i] == &graph_paper_game));
            placing_hand_on(&placing, &setup);
            assert_int_equal(setup.last_count, has ? 2 : 0);
        }
}

/* After one race the second and third are the other way round than after two. */
static void the_table_is_known_as_it_stood_before(void **state)
{
    (void)state;
    static const int places[][4] = {{1, 2, 3, 4}, {2, 4, 1, 3}};
    struct series *series = series_with_places(4, 2, places);
    struct series_standing table[PLAYER_LIMIT];
    assert_int_equal(series_standings_after(series, 1, table), 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(table[i].player, i + 1);
    assert_int_equal(table[1].points, 8);
    check_table(series, (struct series_standing[]){
                            {1, 18, 1, 1}, {3, 16, 1, 2}, {2, 13, 0, 3}, {4, 11, 0, 4}});
    series_free(series);
}

static void rubbish_is_told(void **state)
{
    (void)state;
    static const int places[][4] = {{1, 2}, {2, 1}};
    struct series *series = series_with_places(2, 2, places);
    struct text text = written(series);
    static const struct {
        const char *old, *new, *told;
    } rows[] = {
        {"\"graphprix_series\": 1", "\"graphprix_series\": 3", "newer Graph Prix"},
        {"\"graphprix_series\": 1", "\"graphprix_series\": 2", "race 1: \"game\""},
        {"\"graphprix_series\"", "\"graphprix\"", "not a series"},
        {"graph-paper", "chess", "game"},
        {"classroom", "schoolroom", "preset"},
        {"\"pen\": 1", "\"pen\": 9", "player 1"},
        {"some.race", "../some.race", "race 1"},
        {"some.race", ".race", "race 1"},
        {"\"cars\": [\n    1,", "\"cars\": [\n    2,", "each car"},
        {"\"places\": [\n    1,", "\"places\": [\n    -1,", "places"},
        {"\"places\": [\n    1,", "\"places\": [", "1 places for 2 players"},
        {"\"file\": \"some.race\",", "", "before its turn"},
        {"M 1 1", "M 1 nowhere", "race 1: the track"},
        {"\"races\": [", "\"races\": 5, \"x\": [", "races"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {0};
        char *bad = with(text.data, rows[i].old, rows[i].new);
        assert_null(series_read(bad, strlen(bad), &error));
        if (strstr(error.text, rows[i].told) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", error.text, rows[i].told);
        free(bad);
    }
    for (size_t length = 0; length < text.length - 2; length += 7) {
        struct error error = {0};
        assert_null(series_read(text.data, length, &error));
        assert_true(error.text[0] != '\0');
    }
    text_free(&text);
    series_free(series);
}

static void a_track_without_meaning_is_named(void **state)
{
    (void)state;
    struct error error = {0};
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    struct player ada = player_called("Ada", 1);
    struct track *track = ring_track();
    struct course courses[SERIES_RACE_LIMIT + 1] = {graph_paper_course(track)};
    assert_null(series_begin(&setup, &ada, ring_allow_all, courses, 0, &error));
    assert_null(series_begin(&setup, &ada, ring_allow_all, courses, SERIES_RACE_LIMIT + 1, &error));
    setup.values[FIELD_LAPS] = 0;
    assert_null(series_begin(&setup, &ada, ring_allow_all, courses, 1, &error));
    assert_non_null(strstr(error.text, "Ring: "));
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_places_have_points),
        cmocka_unit_test(the_table_is_sorted_by_points),
        cmocka_unit_test(a_shared_place_gives_its_points_to_each),
        cmocka_unit_test(wins_decide_between_equal_points),
        cmocka_unit_test(then_the_better_later_place_decides),
        cmocka_unit_test(equal_players_share_a_place_in_the_table),
        cmocka_unit_test(a_cup_has_rules_of_its_own_for_each_race),
        cmocka_unit_test(other_cars_start_a_cups_next_race_as_if_it_was_the_first),
        cmocka_unit_test(the_table_is_known_as_it_stood_before),
        cmocka_unit_test(races_follow_one_another),
        cmocka_unit_test(only_loser_first_asks_for_the_race_before),
        cmocka_unit_test(a_cup_goes_by_players_where_the_race_before_had_other_cars),
        cmocka_unit_test(each_game_can_go_by_the_race_before),
        cmocka_unit_test(the_file_brings_everything_back),
        cmocka_unit_test(rubbish_is_told),
        cmocka_unit_test(a_track_without_meaning_is_named),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
