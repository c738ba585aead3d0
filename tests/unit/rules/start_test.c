/* Start points, the order of play and rounds before the race (RULES 2.8, 3). */
#include "base/number.h"
#include "unit/rules/fixture.h"

#include <time.h>

static void expect_starts(const struct table *table, int count, struct point first,
                          struct point last)
{
    struct point_list starts = {0};
    graph_paper_starts(table->race, &starts);
    assert_int_equal(starts.count, count);
    assert_true(point_equal(starts.items[0], first));
    assert_true(point_equal(starts.items[count - 1], last));
    free(starts.items);
}

/* The runs hold the points of the list, are the longest possible ones and in order. */
static void expect_runs(const struct race *race)
{
    struct point_list starts = {0};
    struct start_runs runs = {0};
    graph_paper_starts(race, &starts);
    graph_paper_start_runs(race, &runs);
    assert_int_equal(runs.points, starts.count);
    int next = 0;
    for (int i = 0; i < runs.count; i++) {
        const struct start_run *run = &runs.items[i];
        assert_int_equal(run->before, next);
        assert_true(run->length > 0);
        for (int k = 0; k < run->length; k++, next++) {
            assert_true(point_equal(starts.items[next], POINT(run->first.x + k, run->first.y)));
            assert_true(point_equal(graph_paper_start(&runs, next), starts.items[next]));
        }
        const struct start_run *before = run - 1;
        if (i > 0 && before->first.y == run->first.y)
            assert_true(before->first.x + before->length < run->first.x);
    }
    assert_int_equal(next, starts.count);
    graph_paper_free_runs(&runs);
    free(starts.items);
}

/* A start point is what may be started from: point by point, on its own. */
static void expect_the_same_one_by_one(const struct race *race, int width, int height)
{
    struct point_list starts = {0};
    int next = 0;
    graph_paper_starts(race, &starts);
    for (int y = 0; y <= height; y++)
        for (int x = 0; x <= width; x++) {
            struct error error = {0};
            bool may = start_may_choose(paper_race(race), POINT(x, y), &error);
            bool listed = next < starts.count && point_equal(starts.items[next], POINT(x, y));
            assert_int_equal(listed, may);
            next += listed;
        }
    assert_int_equal(next, starts.count);
    free(starts.items);
    expect_runs(race);
}

/* With walls in and out, declared points on both sides of them, and a car that has its place. */
static void test_runs_say_what_single_points_do(void **state)
{
    (void)state;
    static const char *const fields[] = {
        "start=anywhere walls=in", "start=anywhere walls=out",
        "start=line walls=in",     "start=behind grid_depth=3 walls=out",
        "start=behind walls=in",
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct table table;
        open_table(&table, RING, "classroom", 2, fields[i]);
        int width = graph_paper_track(&table.setup)->width,
            height = graph_paper_track(&table.setup)->height;
        expect_the_same_one_by_one(table.race, width, height);
        struct track_inspected declared[] = {{POINT(0, 0), true},
                                             {POINT(15, 7), false},
                                             {POINT(width, height), true},
                                             {POINT(16, 6), false}};
        struct track *inspected =
            track_with_inspected(graph_paper_track(&table.setup), declared, 4);
        struct setup setup = table.setup;
        setup.course = graph_paper_course(inspected);
        struct race *race = graph_paper_game.begin(&setup);
        expect_the_same_one_by_one(race, width, height);
        graph_paper_game.free(race);
        track_release(inspected);
        struct point_list starts = {0};
        graph_paper_starts(table.race, &starts);
        struct point taken = starts.items[starts.count / 2];
        free(starts.items);
        char action[64];
        snprintf(action, sizeof action, "%d,%d>%d,%d", taken.x, taken.y, taken.x, taken.y);
        act(&table, action);
        expect_the_same_one_by_one(table.race, width, height);
        close_table(&table);
    }
}

/* 6,000 corners, one nearer and one farther from the middle, on 4096 x 4096 squares; the corners of
 * the square are cut so that rows have up to hundreds of runs. */
static struct track *read_wide_arena(void)
{
    struct text svg = {0};
    text_append(&svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4096 4096'>"
                      "<polygon class='wall' points='");
    for (int i = 0; i < 3000; i++)
        text_append_format(&svg, "%d,%d ", 8 + i * 4080 / 3000 + i % 2, i % 2 ? 3 : 700);
    for (int i = 0; i < 3000; i++)
        text_append_format(&svg, "%d,%d ", 4088 - i * 4080 / 3000 - i % 2, i % 2 ? 4093 : 3400);
    text_append(&svg, "'/></svg>");
    struct track *track = read_track(text_string(&svg));
    text_free(&svg);
    return track;
}

/* By points it took 10 s on a quick machine; the bound is for a slow one with a sanitiser. */
static void test_a_wide_arena_lists_its_starts_by_rows(void **state)
{
    (void)state;
    struct error error = {0};
    struct track *track = read_wide_arena();
    struct setup setup =
        setup_from_preset(&graph_paper_game, fields_find_preset(&graph_paper_table, "derby"));
    setup.course = graph_paper_course(track);
    setup.players = 2;
    assert_true(setup_check(&setup, &error));
    struct race *race = graph_paper_game.begin(&setup);
    struct start_runs runs = {0};
    clock_t begun = clock();
    graph_paper_start_runs(race, &runs);
    clock_t took = clock() - begun;
    assert_true(took < 4 * CLOCKS_PER_SEC);
    assert_true(runs.points > 11000000);
    struct random random = random_seeded(7);
    for (int i = 0; i < 2000; i++) {
        int index = (int)random_below(&random, (uint32_t)runs.points);
        assert_true(start_may_choose(paper_race(race), graph_paper_start(&runs, index), &error));
    }
    /* The first run of some rows against single points. */
    for (int i = 0; i < runs.count; i += 997) {
        struct point at = runs.items[i].first;
        at.x--;
        assert_false(start_may_choose(paper_race(race), at, &error));
        at.x += runs.items[i].length + 1;
        assert_false(start_may_choose(paper_race(race), at, &error));
    }
    graph_paper_free_runs(&runs);
    graph_paper_game.free(race);
    track_release(track);
}

static void test_start_on_the_line_walls_included(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "");
    expect_starts(&table, 7, POINT(14, 7), POINT(20, 7));
    expect_refused(&table, "13,7>13,7", "not a start point");
    expect_refused(&table, "16,6>16,7", "not a start point");
    close_table(&table);
}

static void test_start_behind_a_level_line(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "start=behind grid_depth=3");
    expect_starts(&table, 28, POINT(14, 4), POINT(20, 7));
    close_table(&table);
}

/* The line runs at 45 degrees: a point k diagonals behind it is k / sqrt(2) away, so depth 1 takes
 * k = 1 (0.71) and not k = 2 (1.41), depth 2 takes k = 2 and not k = 3 (2.12). Eleven points lie on
 * the line, ten and nine on the diagonals behind it. */
#define SLANTED                                                                                    \
    SHEET(10, 10,                                                                                  \
          "<polygon class='wall' points='0,0 10,0 10,10 0,10'/>"                                   \
          "<line class='start finish' x1='10' y1='10' x2='0' y2='0'/>")

static void test_depth_is_measured_exactly_on_a_slanted_line(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, SLANTED, "classroom", 1, "start=behind grid_depth=1");
    expect_starts(&table, 21, POINT(10, 0), POINT(1, 10));
    close_table(&table);
    open_table(&table, SLANTED, "classroom", 1, "start=behind grid_depth=2");
    expect_starts(&table, 30, POINT(10, 0), POINT(2, 10));
    close_table(&table);
}

/* Of this line only the ends are grid points; (7,5) is next to it, at cross product 1. */
static void test_start_points_lie_exactly_on_the_line(void **state)
{
    (void)state;
    struct table table;
    open_table(&table,
               SHEET(10, 10,
                     "<polygon class='wall' points='0,0 10,0 10,10 0,10'/>"
                     "<line class='start finish' x1='10' y1='7' x2='0' y2='0'/>"),
               "classroom", 1, "");
    assert_int_equal(point_cross(POINT(10, 3), POINT(0, 10), POINT(7, 5)), 1);
    expect_starts(&table, 2, POINT(10, 3), POINT(0, 10));
    close_table(&table);
}

/* The wall goes on where the line has ended at the block's corner (14,5). */
static void test_start_points_lie_between_the_ends(void **state)
{
    (void)state;
    struct table table;
    open_table(&table,
               SHEET(20, 14,
                     "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
                     "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
                     "<line class='start finish' x1='20' y1='9' x2='14' y2='9'/>"),
               "classroom", 1, "start=behind grid_depth=2");
    expect_starts(&table, 21, POINT(14, 5), POINT(20, 7));
    close_table(&table);
}

/* A block with its lower side at y = 3 1/2 hides the points (4..6, 3) and below from a line at
 * y = 6; its sides x = 4 and x = 6 are walls that may be driven along. */
static void test_the_way_to_the_line_has_to_be_track(void **state)
{
    (void)state;
    struct table table;
    open_table(&table,
               SHEET(10, 10,
                     "<polygon class='wall' points='0,0 10,0 10,10 0,10'/>"
                     "<polygon class='wall' points='4,5.5 6,5.5 6,6.5 4,6.5'/>"
                     "<line class='start finish' x1='0' y1='4' x2='10' y2='4'/>"),
               "classroom", 1, "start=behind grid_depth=4");
    struct setup setup = table.setup;
    assert_true(start_is_point(&setup, POINT(4, 3)));
    assert_false(start_is_point(&setup, POINT(5, 3)));
    assert_false(start_is_point(&setup, POINT(5, 2)));
    assert_true(start_is_point(&setup, POINT(5, 5)));
    assert_false(start_is_point(&setup, POINT(5, 4)));
    assert_true(start_is_point(&setup, POINT(6, 2)));
    assert_false(start_is_point(&setup, POINT(6, 1)));
    assert_false(start_is_point(&setup, POINT(5, 7)));
    close_table(&table);
}

static void test_start_and_first_move_go_together(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    expect_refused(&table, "16,7", "no start point yet");
    expect_refused(&table, "16,7>18,8", "too far");
    expect_events(&table, "16,7>17,8",
                  "{'type':'started','car':1,'at':[16,7]}"
                  "{'type':'moved','car':1,'from':[16,7],'to':[17,8],'v':[1,1]}"
                  "{'type':'lap','car':1,'lap':1}");
    expect_at(&table, 1, POINT(17, 8), POINT(1, 1));
    assert_int_equal(race_next_car(table.race), 2);
    assert_int_equal(graph_paper_game.round(table.race), 1);
    act(&table, "18,7>18,7");
    assert_int_equal(graph_paper_game.round(table.race), 2);
    expect_refused(&table, "17,7>18,9", "started already");
    close_table(&table);
}

static void test_reverse_is_round_zero(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "babylon", 3, "");
    assert_int_equal(graph_paper_game.round(table.race), 0);
    assert_int_equal(race_next_car(table.race), 3);
    expect_refused(&table, "16,7>16,8", "before the race");
    expect_events(&table, "16,7", "{'type':'started','car':3,'at':[16,7]}");
    assert_int_equal(race_next_car(table.race), 2);
    expect_refused(&table, "16,7", "stands on (16, 7) already");
    act(&table, "16,4");
    assert_int_equal(race_next_car(table.race), 1);
    assert_int_equal(graph_paper_game.round(table.race), 0);
    act(&table, "17,7");
    assert_int_equal(race_next_car(table.race), 1);
    assert_int_equal(graph_paper_game.round(table.race), 1);
    expect_events(&table, "17,8",
                  "{'type':'moved','car':1,'from':[17,7],'to':[17,8],'v':[0,1]}"
                  "{'type':'lap','car':1,'lap':1}");
    close_table(&table);
}

/* Two start points for three cars: the third may take either, and that is no collision. */
static void test_taken_points_when_no_free_one_is_left(void **state)
{
    (void)state;
    struct table table;
    open_table(&table,
               SHEET(9, 9,
                     "<polygon class='wall' points='3.5,0 5.5,0 5.5,9 3.5,9'/>"
                     "<line class='start finish' x1='3' y1='5' x2='6' y2='5'/>"),
               "racing-car", 3, "order=listed choose=reverse");
    expect_starts(&table, 2, POINT(4, 4), POINT(5, 4));
    act(&table, "4,4");
    expect_starts(&table, 1, POINT(5, 4), POINT(5, 4));
    act(&table, "5,4");
    expect_starts(&table, 2, POINT(4, 4), POINT(5, 4));
    expect_events(&table, "4,4", "{'type':'started','car':1,'at':[4,4]}");
    /* Standing still on a shared point is no collision either (5). */
    expect_events(&table, "4,4", "{'type':'moved','car':1,'from':[4,4],'to':[4,4],'v':[0,0]}");
    close_table(&table);
}

/* Random orders are permutations, are those of the seed, and differ between seeds. */
static void test_random_order_comes_from_the_seed(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 8, "");
    int different = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        table.setup.seed = seed;
        struct race *race = graph_paper_game.begin(&table.setup);
        struct race *again = graph_paper_game.begin(&table.setup);
        const int *order = graph_paper_order(race);
        assert_memory_equal(order, graph_paper_order(again), 8 * sizeof *order);
        different += memcmp(order, graph_paper_order(table.race), 8 * sizeof *order) != 0;
        unsigned seen = 0;
        for (int i = 0; i < 8; i++) {
            seen |= 1U << order[i];
        }
        assert_int_equal(seen, 0x1fe);
        graph_paper_game.free(race);
        graph_paper_game.free(again);
    }
    assert_true(different >= 48);
    close_table(&table);
}

/* Each of the six orders of three cars comes up about a hundred times in six hundred. */
static void test_every_order_comes_up(void **state)
{
    (void)state;
    struct table table;
    int times[64] = {0};
    open_table(&table, RING, "racing-car", 3, "");
    for (uint64_t seed = 0; seed < 600; seed++) {
        table.setup.seed = seed;
        struct race *race = graph_paper_game.begin(&table.setup);
        const int *order = graph_paper_order(race);
        times[order[0] * 16 + order[1] * 4 + order[2]]++;
        graph_paper_game.free(race);
    }
    static const int orders[] = {16 + 8 + 3,  16 + 12 + 2, 32 + 4 + 3,
                                 32 + 12 + 1, 48 + 4 + 2,  48 + 8 + 1};
    for (int i = 0; i < 6; i++) {
        assert_in_range(times[orders[i]], 60, 140);
    }
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_wide_arena_lists_its_starts_by_rows),
        cmocka_unit_test(test_runs_say_what_single_points_do),
        cmocka_unit_test(test_start_on_the_line_walls_included),
        cmocka_unit_test(test_start_behind_a_level_line),
        cmocka_unit_test(test_depth_is_measured_exactly_on_a_slanted_line),
        cmocka_unit_test(test_start_points_lie_exactly_on_the_line),
        cmocka_unit_test(test_start_points_lie_between_the_ends),
        cmocka_unit_test(test_the_way_to_the_line_has_to_be_track),
        cmocka_unit_test(test_start_and_first_move_go_together),
        cmocka_unit_test(test_reverse_is_round_zero),
        cmocka_unit_test(test_taken_points_when_no_free_one_is_left),
        cmocka_unit_test(test_random_order_comes_from_the_seed),
        cmocka_unit_test(test_every_order_comes_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
