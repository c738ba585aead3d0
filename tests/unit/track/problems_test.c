/* What is wrong on a sheet, and what is missing, is told at its place. Coordinates of the SVG have
 * y down, places y up: the sheet is 20 x 12 squares.
 */
#include "unit/track/drafts.h"

#define HEAD "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 12'>\n"
#define OUTER "<path class='wall' d='M0 0H20V12H0Z'/>\n"
#define INNER "<path class='wall' d='M5 4H15V8H5Z'/>\n"
#define LINE "<line class='start finish' x1='5' y1='6' x2='0' y2='6'/>\n"
enum { LIMIT = 30 };

struct listed {
    struct draft draft;
    struct draft_problem problems[LIMIT];
    int count;
};

static void list(struct listed *listed, const char *body)
{
    struct text svg = {0};
    struct error error = {0};
    text_append_format(&svg, "%s%s</svg>", HEAD, body);
    read_draft(svg.data, &listed->draft);
    listed->count = draft_list_problems(&listed->draft, listed->problems, LIMIT);
    struct track *track = track_from_draft(&listed->draft, &error);
    assert_int_equal(track != NULL, listed->count == 0);
    track_release(track);
    text_free(&svg);
}

/* One problem, whose sentence begins so, of the item, at the place in hundredths of squares. */
static const struct draft_problem *expect_one(struct listed *listed, const char *body, int item,
                                              int x, int y, const char *text)
{
    list(listed, body);
    if (listed->count != 1)
        fail_msg("%d problems in %s: %s", listed->count, body,
                 listed->count > 0 ? listed->problems[0].error.text : "");
    const struct draft_problem *problem = &listed->problems[0];
    if (strncmp(problem->error.text, text, strlen(text)) != 0)
        fail_msg("\"%s\" instead of \"%s\"", problem->error.text, text);
    assert_int_equal(problem->error.line, 0);
    assert_int_equal(problem->item, item);
    assert_true(problem->has_place);
    assert_int_equal((problem->at.x * 100 + FINE / 2) / FINE, x);
    assert_int_equal((problem->at.y * 100 + FINE / 2) / FINE, y);
    return problem;
}

static void expect_at(const char *body, int item, int x, int y, const char *text)
{
    struct listed listed;
    expect_one(&listed, body, item, x, y, text);
    draft_free(&listed.draft);
}

static void expect_none(const char *body)
{
    struct listed listed;
    list(&listed, body);
    if (listed.count != 0)
        fail_msg("%s in %s", listed.problems[0].error.text, body);
    draft_free(&listed.draft);
}

static void test_nothing_is_wrong(void **state)
{
    (void)state;
    expect_none(OUTER INNER LINE);
    expect_none(OUTER INNER); /* an arena */
    expect_none(OUTER INNER LINE "<path d='M0 0L30 40'/>");
}

static void test_gaps(void **state)
{
    (void)state;
    struct listed listed;
    const struct draft_problem *gap =
        expect_one(&listed, OUTER "<path class='wall' d='M1 1H4V5'/>", 1, 100, 1100,
                   "this wall is not closed: its ends are 5 squares apart; join them");
    assert_true(point_equal(gap->to, (struct point){4 * FINE, 7 * FINE}));
    assert_null(strstr(gap->error.text, "path"));
    assert_false(gap->missing);
    draft_free(&listed.draft);
    expect_at(OUTER "<path class='slick' d='M1 1H4V5'/>", 1, 100, 1100, "this slick is not closed");
}

static void test_crossings(void **state)
{
    (void)state;
    struct listed listed;
    expect_at("<path class='wall' d='M1 1L5 5V1L1 5Z'/>", 0, 300, 900,
              "this wall crosses itself at (3, 9)");
    expect_at("<path class='wall' d='M1 1L5 3L9 1V5L5 3L1 5Z'/>" OUTER
              "<path class='slick' d='M1 1L5 5V1L1 5Z'/>",
              2, 300, 900, "this slick crosses itself");
    list(&listed, "<path class='wall' d='M1 1H5V5H1Z'/><path class='wall' d='M3 2H8V4H3Z'/>");
    assert_int_equal(listed.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(listed.problems[i].item, 1);
        assert_int_equal(listed.problems[i].other, 0);
        assert_int_equal(listed.problems[i].at.x, 5 * FINE);
    }
    assert_int_equal(listed.problems[0].at.y + listed.problems[1].at.y, (10 + 8) * FINE);
    assert_non_null(strstr(listed.problems[0].error.text, "this wall crosses another one at (5, "));
    draft_free(&listed.draft);
}

/* Each of them, but a scribble does not hide what else is wrong. */
static void test_many_crossings(void **state)
{
    (void)state;
    struct listed listed;
    struct text comb = {0};
    list(&listed, "<path class='wall' d='M1 1H9V3H1Z'/><path class='wall' d='M2 0H3V4H2Z'/>"
                  "<path class='wall' d='M6 0H7V4H6Z'/>");
    assert_int_equal(listed.count, 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(listed.problems[i].other, 0);
    assert_int_equal(listed.problems[0].at.x, 2 * FINE);
    assert_int_equal(listed.problems[7].at.x, 7 * FINE);
    draft_free(&listed.draft);
    text_append(&comb, OUTER "<path class='wall' d='M1 1");
    for (int i = 0; i < 300; i++)
        text_append_format(&comb, "L%d.%d %d.%d", 1 + i * 7 % 18, i % 10, 1 + i * 5 % 10, i % 7);
    text_append(&comb, "Z'/><path class='slick' d='M1 1H3'/>");
    list(&listed, comb.data);
    assert_true(listed.count > 2 && listed.count <= 16);
    int slicks = 0;
    for (int i = 0; i < listed.count; i++)
        slicks += listed.problems[i].item == 2;
    assert_int_equal(slicks, 1);
    draft_free(&listed.draft);
    text_free(&comb);
}

static void test_single_items(void **state)
{
    (void)state;
    expect_at(OUTER "<path class='wall' d='M3 3L21 4L4 6Z'/>", 1, 2100, 800,
              "in this wall the point (21, 8) is off the sheet of 20 × 12 squares");
    expect_at(OUTER "<path class='wall' d='M3 3L4 4Z'/>", 1, 300, 900,
              "this wall has a loop with fewer than 3 corners");
    expect_at(OUTER "<path class='wall' d='M3 3L3 3'/>", 1, 300, 900,
              "this wall has a loop with fewer than 3 corners");
    expect_at(OUTER "<path class='wall' d='M3 3L4 4L6 6Z'/>", 1, 300, 900,
              "this wall has a loop that encloses no area");
    expect_at(OUTER "<path class='turbo' d='M3 3L4 4L6 5Z'/>", 1, 300, 900,
              "this turbo area has no arrow");
    expect_at(OUTER "<path class='checkpoint' data-number='1' d='M3 3L4.5 3'/>", 1, 450, 900,
              "this checkpoint must lie on grid points, but (4.5, 9) is none");
    expect_at(OUTER "<path class='start finish' d='M0 6H2H5'/>", 1, 0, 600,
              "this start and finish line must be one straight line");
    struct listed listed;
    list(&listed, OUTER "<path class='slick'/>");
    assert_int_equal(listed.count, 1);
    assert_false(listed.problems[0].has_place);
    assert_string_equal(listed.problems[0].error.text,
                        "this slick has no points; draw it or take it away");
    draft_free(&listed.draft);
}

static void test_lines(void **state)
{
    (void)state;
    struct listed listed;
    expect_at(OUTER INNER "<path class='start finish' d='M0 6H4'/>", 2, 400, 600,
              "this start and finish line does not reach across the track: its end (4, 6)");
    expect_at(OUTER INNER "<path class='start finish' d='M6 6H9'/>", 2, 750, 600,
              "this start and finish line does not reach across the track: no piece of it");
    const struct draft_problem *second =
        expect_one(&listed, OUTER INNER LINE "<path class='start' d='M0 7H5'/>", 3, 250, 500,
                   "this is a second start line; a track has one, take one away");
    assert_int_equal(second->other, 2);
    draft_free(&listed.draft);
    /* Where walls are not closed yet, nobody knows what a line reaches. */
    expect_at(OUTER "<path class='wall' d='M5 4H15V8'/>" LINE, 1, 500, 800,
              "this wall is not closed");
}

static void test_numbers_and_points(void **state)
{
    (void)state;
    struct listed listed;
#define GATE(number, x) "<path class='checkpoint' data-number='" number "' d='M" x " 1V3'/>"
    expect_none(OUTER GATE("2", "4") GATE("1", "7"));
    expect_at(OUTER GATE("1", "4") GATE("3", "7"), 2, 700, 1100,
              "checkpoint 2 is missing: the next one is number 3; number them 1, 2, ...");
    const struct draft_problem *again =
        expect_one(&listed, OUTER GATE("1", "4") GATE("2", "7") GATE("1", "9"), 3, 900, 1100,
                   "checkpoint 1 stands here again; number them");
    assert_int_equal(again->other, 1);
    draft_free(&listed.draft);
    const struct draft_problem *both = expect_one(
        &listed,
        OUTER "<circle class='inside' cx='4' cy='4'/><circle class='outside' cx='4' cy='4'/>", 2,
        400, 800, "the point (4, 8) is declared both inside and outside; take one away");
    assert_int_equal(both->other, 1);
    draft_free(&listed.draft);
}

static void test_what_is_missing(void **state)
{
    (void)state;
    struct listed listed;
    list(&listed, "");
    assert_int_equal(listed.count, 1);
    assert_true(listed.problems[0].missing);
    assert_int_equal(listed.problems[0].item, -1);
    assert_false(listed.problems[0].has_place);
    assert_string_equal(listed.problems[0].error.text,
                        "there is no wall yet; draw one round the track");
    draft_free(&listed.draft);
    const struct draft_problem *half =
        expect_one(&listed, OUTER INNER "<path class='start' d='M0 6H5'/>", 2, 250, 600,
                   "there is a start line but no finish line; draw it, or make this line the one "
                   "for both");
    assert_true(half->missing);
    draft_free(&listed.draft);
    expect_at(OUTER INNER "<path class='finish' d='M0 6H5'/>", 2, 250, 600,
              "there is a finish line but no start line");
}

/* All at once; what is wrong stands before what is missing, and no more than there is room for. */
static void test_all_at_once(void **state)
{
    (void)state;
    struct listed listed;
    struct draft_problem few[3];
    list(&listed, "<path class='start' d='M0 6H5'/><path class='slick' d='M1 1H3'/>"
                  "<path class='slick' d='M1 1L5 5V1L1 5Z'/>" GATE(
                      "4", "3") "<path class='turbo' d='M1 1H3V4Z'/>");
    assert_int_equal(listed.count, 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(listed.problems[i].missing, i >= 4);
    assert_int_equal(draft_list_problems(&listed.draft, few, 3), 3);
    assert_int_equal(draft_list_problems(&listed.draft, few, 0), 0);
    draft_free(&listed.draft);
}

/* To look at: what is closed, as it is drawn. */
static void test_looking_at_anything(void **state)
{
    (void)state;
    struct draft draft;
    read_draft(HEAD OUTER
               "<path class='wall' d='M1 1L5 5V1L1 5Z'/><path class='wall' d='M7 1H9V3'/>"
               "<path class='start' d='M0 6H5'/><path class='slick' d='M1 1H3'/>"
               "<path class='slick' d='M19 1H33V4Z'/>" GATE("4", "3")
                   GATE("2", "5.4") "<circle class='inside' cx='4.3' cy='4'/></svg>",
               &draft);
    struct track *track = track_to_look_at(&draft);
    assert_int_equal(area_loop_count(track->surface), 2);
    assert_int_equal(area_place_grid(track->surface, (struct point){10, 6}), PLACE_INSIDE);
    assert_true(track->has_line);
    assert_false(track->open);
    assert_true(point_equal(track->start.to, (struct point){5, 6}));
    assert_int_equal(track->slick_count, 1);
    assert_int_equal(area_loop(track->slicks[0].area, 0).vertices[1].x, 20 * FINE);
    assert_int_equal(track->checkpoint_count, 2);
    assert_int_equal(track->checkpoints[0].number, 2);
    assert_int_equal(track->checkpoints[0].points[0].x, 5);
    assert_int_equal(track->inspected_count, 1);
    assert_int_equal(track->inspected[0].at.x, 4);
    track_release(track);
    draft_free(&draft);
    read_draft(HEAD "</svg>", &draft);
    track = track_to_look_at(&draft);
    assert_int_equal(area_loop_count(track->surface), 0);
    assert_int_equal(area_place_grid(track->surface, (struct point){10, 6}), PLACE_OUTSIDE);
    track_release(track);
    draft_free(&draft);
}

static bool is_unsure(const char *walls)
{
    struct draft draft;
    read_draft(walls, &draft);
    struct track *track = track_to_look_at(&draft);
    bool unsure = track->is_unsure;
    track_release(track);
    draft_free(&draft);
    return unsure;
}

/* Whoever has drawn the inner wall first must not see it as the track. */
static void test_an_open_wall_outside_leaves_it_unsure(void **state)
{
    (void)state;
    assert_false(is_unsure(HEAD INNER "</svg>"));
    assert_true(is_unsure(HEAD INNER "<path class='wall' d='M1 1H19V11H1V3'/></svg>"));
    assert_false(is_unsure(HEAD OUTER "<path class='wall' d='M4 4H9V6'/></svg>"));
    assert_false(is_unsure(HEAD INNER "<path class='slick' d='M1 1H19V3'/></svg>"));
}

static void test_drafts_of_tracks(void **state)
{
    (void)state;
    struct draft draft, again;
    struct error error = {0};
    read_draft(HEAD "<title>Ring</title><desc>Fast; by Ada</desc>"
                    "<path class='slick' d='M1 1H3V3ZM1 4H3V5Z'/>"
                    "<path class='turbo' data-arrow='0 -2' d='M1 6H3V7Z'/>" OUTER INNER
                    "<line class='start' x1='5' y1='6' x2='0' y2='6'/>"
                    "<line class='finish' x1='15' y1='6' x2='20' y2='6'/>" GATE(
                        "1", "7") "<circle class='outside' cx='4' cy='4'/></svg>",
               &draft);
    struct track *track = track_from_draft(&draft, &error);
    assert_non_null(track);
    draft_from_track(&again, track);
    expect_same_draft(&draft, &again);
    track_release(track);
    draft_free(&draft);
    draft_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_wrong),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_crossings),
        cmocka_unit_test(test_many_crossings),
        cmocka_unit_test(test_single_items),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_numbers_and_points),
        cmocka_unit_test(test_what_is_missing),
        cmocka_unit_test(test_all_at_once),
        cmocka_unit_test(test_looking_at_anything),
        cmocka_unit_test(test_an_open_wall_outside_leaves_it_unsure),
        cmocka_unit_test(test_drafts_of_tracks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
