/* Maps that are being drawn: what each tool lays, undo of everything, parts, and posts. */
#include "studio/stock_cars/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect_rows(const struct steps *plan, const char *rows)
{
    const struct map_draft *draft = map_plan_draft(plan);
    struct text text = {0};
    map_plan_copy_part(plan, (struct point_range){{0, 0}, {draft->width, draft->height}}, &text);
    assert_string_equal(text_string(&text), rows);
    text_free(&text);
}

static struct steps *map_plan_of(const char *rows)
{
    struct map_draft draft;
    bool has_header;
    struct error error;
    if (!map_plan_read_post(rows, &draft, &has_header, &error))
        fail_msg("%s", error.text);
    return map_plan_from_draft(&draft);
}

static struct point at(int x, int y)
{
    return (struct point){x, y};
}

/* --- laying ----------------------------------------------------------------------------------- */

static void test_a_pen_is_as_wide_as_it_is(void **state)
{
    (void)state;
    struct steps *plan = map_plan_create(7, 5);
    steps_begin(plan, "paint");
    map_plan_stroke(plan, at(2, 2), at(4, 2), 1, '*');
    steps_end(plan, false);
    expect_rows(plan, "\n\n  ***\n\n\n");
    steps_begin(plan, "paint");
    map_plan_stroke(plan, at(2, 2), at(4, 2), 2, 'o');
    steps_end(plan, false);
    expect_rows(plan, "\n  oooo\n  oooo\n\n\n");
    steps_begin(plan, "paint");
    map_plan_stroke(plan, at(3, 2), at(3, 2), 3, 'b');
    steps_end(plan, false);
    expect_rows(plan, "\n  oboo\n  bbbo\n   b\n\n");
    steps_free(plan);
}

static void test_straights_take_the_nearest_heading(void **state)
{
    (void)state;
    assert_true(point_equal(map_plan_straight_end(at(3, 3), at(13, 6)), at(13, 3)));
    assert_true(point_equal(map_plan_straight_end(at(3, 3), at(-7, 9)), at(-7, 13)));
    assert_true(point_equal(map_plan_straight_end(at(3, 3), at(4, -7)), at(3, -7)));
    assert_true(point_equal(map_plan_straight_end(at(3, 3), at(3, 3)), at(3, 3)));
    struct steps *plan = map_plan_create(5, 5);
    steps_begin(plan, "straight");
    map_plan_lay_straight(plan, at(1, 1), at(3, 3), 1);
    steps_end(plan, false);
    expect_rows(plan, "\n   *\n  *\n *\n\n");
    steps_free(plan);
}

static void test_bends_are_cut_like_an_eighth(void **state)
{
    (void)state;
    struct steps *plan = map_plan_create(6, 6);
    steps_begin(plan, "bend");
    map_plan_lay_bend(plan, at(0, 0), at(5, 5), 1, false);
    steps_end(plan, false);
    /* 5 x 0.5858 is 3: two tiles straight, three aslant, two straight. */
    expect_rows(plan, "     *\n     *\n     *\n    *\n   *\n***\n");
    steps_undo(plan);
    steps_begin(plan, "bend");
    map_plan_lay_bend(plan, at(0, 0), at(5, 5), 1, true);
    steps_end(plan, false);
    expect_rows(plan, "   ***\n  *\n *\n*\n*\n*\n");
    steps_free(plan);
}

static void test_flood_stays_within_its_edges(void **state)
{
    (void)state;
    struct steps *plan = map_plan_of("*****\n*  **\n*  * \n**** \n");
    steps_begin(plan, "fill");
    map_plan_flood(plan, at(1, 1), '.');
    map_plan_flood(plan, at(9, 9), 'o');
    steps_end(plan, false);
    expect_rows(plan, "*****\n*..**\n*..*\n****\n");
    steps_free(plan);
}

static void test_pits_banks_and_the_line(void **state)
{
    (void)state;
    struct steps *plan = map_plan_of("***  \n***  \n***  \n***  \n***  \n");
    steps_begin(plan, "lay");
    map_plan_resize(plan, 5, 5, at(0, 0));
    map_plan_lay_pits(plan, at(4, 0), at(4, 4));
    map_plan_lay_line(plan, at(1, 2));
    map_plan_bank(plan, at(0, 4), at(4, 4), 1);
    map_plan_lay_line(plan, at(3, 2)); /* off the track */
    steps_end(plan, false);
    expect_rows(plan, "bbb #\n*** p\nFFF P\n*** p\n*** #\n");
    steps_begin(plan, "line");
    map_plan_lay_line(plan, at(2, 1));
    steps_end(plan, false);
    expect_rows(plan, "bbb #\n*** p\n*** P\nFFF p\n*** #\n");
    steps_free(plan);
}

static void test_starting_places_are_numbered_without_a_gap(void **state)
{
    (void)state;
    struct steps *plan = map_plan_of("FFFF\n****\n****\n****\n****\n");
    steps_begin(plan, "grid");
    assert_true(map_plan_lay_grid(plan, 4));
    steps_end(plan, false);
    expect_rows(plan, "FFFF\n**1*\n*2**\n**3*\n*4**\n");
    steps_begin(plan, "grid");
    map_plan_toggle_start(plan, at(1, 2));
    map_plan_toggle_start(plan, at(0, 0));
    steps_end(plan, false);
    expect_rows(plan, "FFFF\n**1*\n****\n**2*\n43**\n");
    steps_begin(plan, "grid");
    assert_true(map_plan_lay_grid(plan, 5)); /* what is there stays */
    steps_end(plan, false);
    expect_rows(plan, "FFFF\n**1*\n*5**\n**2*\n43**\n");
    steps_begin(plan, "grid");
    assert_false(map_plan_lay_grid(plan, 8));
    steps_end(plan, false);
    expect_rows(plan, "FFFF\n**1*\n*5**\n**2*\n43**\n");
    steps_free(plan);
    plan = map_plan_of("****\n1***\n");
    steps_begin(plan, "grid");
    assert_false(map_plan_lay_grid(plan, 8)); /* no line: nothing goes */
    steps_end(plan, false);
    expect_rows(plan, "****\n1***\n");
    steps_free(plan);
}

/* A ring of two tiles: the line is clicked on one of its sides, with what was there before. */
static void test_the_line_is_crossed_as_what_is_there_asks_for(void **state)
{
    (void)state;
    static const struct {
        const char *rows;
        struct point click;
        enum heading before, after;
        enum turn turn;
    } lines[] = {
        /* To the left round the ring: along the lower side eastward, along the left southward. */
        {"******\n******\n**  **\n**  **\n******\n******\n",
         {2, 0},
         HEADING_N,
         HEADING_E,
         TURN_NONE},
        {"******\n******\n**  **\n**  **\n******\n******\n",
         {0, 2},
         HEADING_E,
         HEADING_S,
         TURN_LEFT},
        {"******\n******\n**  **\n**  **\n******\n******\n",
         {0, 2},
         HEADING_E,
         HEADING_N,
         TURN_RIGHT},
        {"******\n******\n**  **\n**  **\n******\n******\n",
         {5, 3},
         HEADING_E,
         HEADING_N,
         TURN_NONE},
        /* From the grid, whatever else. */
        {"******\n******\n**  **\n**  **\n****1*\n******\n",
         {2, 0},
         HEADING_E,
         HEADING_W,
         TURN_LEFT},
        {"******\n*1****\n**  **\n**  **\n******\n******\n",
         {2, 5},
         HEADING_W,
         HEADING_E,
         TURN_NONE},
        /* A line that was there says how, where it can be so. */
        {"******\n******\n**  **\n**  **\n***F**\n***F**\n",
         {2, 0},
         HEADING_W,
         HEADING_W,
         TURN_LEFT},
        {"******\n******\n**  **\n**  **\n***F**\n***F**\n",
         {0, 2},
         HEADING_W,
         HEADING_S,
         TURN_LEFT},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct steps *plan = map_plan_of(lines[i].rows);
        steps_begin(plan, "line");
        map_plan_set_header(plan, 1, lines[i].before, lines[i].turn, -1);
        map_plan_lay_line(plan, lines[i].click);
        steps_end(plan, false);
        if (map_plan_draft(plan)->race != lines[i].after)
            fail_msg("line %zu is crossed towards %s, not %s", i,
                     heading_names[map_plan_draft(plan)->race], heading_names[lines[i].after]);
        steps_free(plan);
    }
}

/* --- steps ------------------------------------------------------------------------------------ */

static void test_everything_is_undone_and_done_again(void **state)
{
    (void)state;
    struct steps *plan = map_plan_of("**\n**\n");
    uint64_t first = steps_version(plan);
    assert_null(steps_undo_name(plan));
    steps_begin(plan, "paint");
    map_plan_set(plan, at(0, 0), 'o');
    steps_end(plan, false);
    steps_begin(plan, "name");
    map_plan_set_name(plan, "A");
    steps_end(plan, true);
    steps_begin(plan, "name");
    map_plan_set_name(plan, "Ab");
    steps_end(plan, true);
    steps_begin(plan, "nothing");
    map_plan_set(plan, at(0, 0), 'o');
    steps_end(plan, false);
    steps_begin(plan, "size");
    map_plan_resize(plan, 3, 1, at(1, -1));
    map_plan_set_header(plan, 5, HEADING_W, TURN_LEFT, 3);
    steps_end(plan, false);
    uint64_t last = steps_version(plan);
    expect_rows(plan, " **\n");
    assert_string_equal(steps_undo_name(plan), "size");
    assert_true(steps_undo(plan));
    expect_rows(plan, "**\no*\n");
    assert_int_equal(map_plan_draft(plan)->race, HEADING_N);
    assert_string_equal(map_plan_draft(plan)->name, "Ab");
    assert_true(steps_undo(plan));
    assert_string_equal(map_plan_draft(plan)->name, "");
    assert_true(steps_undo(plan));
    assert_false(steps_undo(plan));
    assert_true(steps_version(plan) == first);
    while (steps_redo(plan))
        continue;
    assert_true(steps_version(plan) == last);
    expect_rows(plan, " **\n");
    assert_int_equal(map_plan_draft(plan)->laps, 5);
    steps_undo(plan);
    steps_begin(plan, "paint");
    map_plan_set(plan, at(1, 1), 'o');
    steps_end(plan, false);
    assert_null(steps_redo_name(plan));
    steps_free(plan);
}

static void test_a_step_begins_anew(void **state)
{
    (void)state;
    struct steps *plan = map_plan_of("***\n");
    uint64_t first = steps_version(plan);
    steps_begin(plan, "straight");
    map_plan_set(plan, at(0, 0), 'o');
    steps_restart(plan);
    map_plan_set(plan, at(2, 0), 'o');
    steps_end(plan, false);
    expect_rows(plan, "**o\n");
    steps_begin(plan, "straight");
    map_plan_set(plan, at(0, 0), 'o');
    steps_restart(plan);
    steps_end(plan, false);
    assert_string_equal(steps_undo_name(plan), "straight");
    steps_undo(plan);
    assert_true(steps_version(plan) == first);
    steps_free(plan);
}

/* --- parts ------------------------------------------------------------------------------------ */

static void test_parts_are_moved_mirrored_and_turned(void **state)
{
    (void)state;
    static const char *const turned[] = {[MAP_PLAN_MIRROR_ACROSS] = "\n o*\n1*b\n",
                                         [MAP_PLAN_MIRROR_UP] = "\nb*1\n*o\n",
                                         [MAP_PLAN_TURN_LEFT] = " 1\no*\n*b\n",
                                         [MAP_PLAN_TURN_RIGHT] = "b*\n*o\n1\n"};
    const struct point_range part = {{0, 0}, {3, 2}};
    struct steps *plan = map_plan_of("*o\nb*1\n");
    steps_begin(plan, "size");
    map_plan_resize(plan, 3, 3, at(0, 0));
    steps_end(plan, false);
    for (enum map_plan_turn turn = MAP_PLAN_MIRROR_ACROSS; turn <= MAP_PLAN_TURN_RIGHT; turn++) {
        steps_begin(plan, "turn");
        struct point_range there = map_plan_turn_part(plan, part, turn);
        steps_end(plan, false);
        assert_true(point_equal(there.high, turn >= MAP_PLAN_TURN_LEFT ? at(2, 3) : at(3, 2)));
        expect_rows(plan, turned[turn]);
        steps_undo(plan);
    }
    steps_begin(plan, "move");
    struct point_range there = map_plan_move_part(plan, part, at(0, 1));
    steps_end(plan, false);
    assert_true(point_equal(there.low, at(0, 1)) && point_equal(there.high, at(3, 3)));
    expect_rows(plan, "*o\nb*1\n\n");
    steps_free(plan);
}

static void test_what_is_off_the_track_covers_nothing(void **state)
{
    (void)state;
    struct steps *plan = map_plan_of("****\n****\n"), *put = map_plan_of("o o\n");
    steps_begin(plan, "paste");
    map_plan_put(plan, map_plan_draft(put), at(2, 1));
    steps_end(plan, false);
    expect_rows(plan, "**o*\n****\n");
    steps_begin(plan, "fit");
    map_plan_fit(plan, 1);
    steps_end(plan, false);
    expect_rows(plan, "\n **o*\n ****\n\n");
    steps_free(plan);
    steps_free(put);
}

/* --- posts ------------------------------------------------------------------------------------ */

static const char posted[] = "Ann wrote:\n"
                             "> Here is mine, what do you think?\n"
                             "> [code]\n"
                             ">   name: Yard\n"
                             ">   race: E\n"
                             ">   laps: 9\n"
                             "> \n"
                             ">   **oo**\n"
                             ">   *\u00a0 \u00a0 *\r\n" /* blanks out of a page, too */
                             ">\n"
                             ">   *1F***  \n"
                             "> [/code]\n"
                             "Fine!\n"
                             "So.\n";

static void test_a_map_is_read_out_of_a_post(void **state)
{
    (void)state;
    struct map_draft draft;
    bool has_header;
    struct error error;
    assert_true(map_plan_read_post(posted, &draft, &has_header, &error));
    assert_true(has_header);
    assert_string_equal(draft.name, "Yard");
    assert_int_equal(draft.race, HEADING_E);
    assert_int_equal(draft.laps, 9);
    struct steps *plan = map_plan_from_draft(&draft);
    expect_rows(plan, "**oo**\n*    *\n\n*1F***\n");
    steps_free(plan);
}

static void test_posts_of_other_shapes(void **state)
{
    (void)state;
    struct map_draft draft;
    bool has_header;
    struct error error;
    /* A broken header is words; tabs are blanks; marks round the rows go. */
    assert_true(map_plan_read_post("race: up\nname: \xff\n\t\"***\"\n\t\"*1*\"", &draft,
                                   &has_header, &error));
    assert_false(has_header);
    struct steps *plan = map_plan_from_draft(&draft);
    expect_rows(plan, "***\n*1*\n");
    steps_free(plan);
    assert_true(map_plan_read_post("name: A\nname: B\n\n***\n", &draft, &has_header, &error));
    assert_false(has_header);
    map_draft_free(&draft);
    assert_false(map_plan_read_post("No map at all.\n", &draft, &has_header, &error));
    assert_non_null(strstr(error.text, "no map"));
    assert_false(map_plan_read_post("", &draft, &has_header, &error));
}

static void test_what_is_copied_is_read_again(void **state)
{
    (void)state;
    struct steps *plan = map_plan_of(posted);
    struct text text = {0}, again = {0};
    map_plan_copy(plan, &text);
    assert_string_equal(text_string(&text), "name: Yard\nrace: E\nlaps: 9\n\n"
                                            "**oo**\n*    *\n\n*1F***\n");
    struct steps *other = map_plan_of(text_string(&text));
    map_plan_copy(other, &again);
    assert_string_equal(text_string(&again), text_string(&text));
    steps_free(plan);
    steps_free(other);
    text_free(&text);
    text_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_pen_is_as_wide_as_it_is),
        cmocka_unit_test(test_straights_take_the_nearest_heading),
        cmocka_unit_test(test_bends_are_cut_like_an_eighth),
        cmocka_unit_test(test_flood_stays_within_its_edges),
        cmocka_unit_test(test_pits_banks_and_the_line),
        cmocka_unit_test(test_starting_places_are_numbered_without_a_gap),
        cmocka_unit_test(test_the_line_is_crossed_as_what_is_there_asks_for),
        cmocka_unit_test(test_everything_is_undone_and_done_again),
        cmocka_unit_test(test_a_step_begins_anew),
        cmocka_unit_test(test_parts_are_moved_mirrored_and_turned),
        cmocka_unit_test(test_what_is_off_the_track_covers_nothing),
        cmocka_unit_test(test_a_map_is_read_out_of_a_post),
        cmocka_unit_test(test_posts_of_other_shapes),
        cmocka_unit_test(test_what_is_copied_is_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
