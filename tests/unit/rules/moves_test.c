/* Which moves can be chosen, at what price and with what outcome (RULES 2), and actions as text. */
#include "unit/rules/fixture.h"

static void list(struct table *table, struct move_list *moves)
{
    graph_paper_moves(table->race, NULL, moves);
}

static const struct move *find(const struct move_list *moves, struct point to)
{
    for (int i = 0; i < moves->count; i++) {
        if (point_equal(moves->items[i].to, to)) {
            return &moves->items[i];
        }
    }
    fail_msg("(%d, %d) is not listed", to.x, to.y);
    return NULL;
}

static void expect_outcome(const struct move_list *moves, struct point to, enum outcome outcome)
{
    assert_string_equal(graph_paper_outcome_name(find(moves, to)->outcome),
                        graph_paper_outcome_name(outcome));
}

static void test_nine_points_by_y_then_x(void **state)
{
    (void)state;
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(3, 3), POINT(1, 0));
    list(&table, &moves);
    assert_int_equal(moves.count, 9);
    for (int i = 0; i < 9; i++) {
        assert_int_equal(moves.items[i].to.x, 3 + i % 3);
        assert_int_equal(moves.items[i].to.y, 2 + i / 3);
        assert_int_equal(moves.items[i].acceleration.x, i % 3 - 1);
        assert_int_equal(moves.items[i].acceleration.y, i / 3 - 1);
        assert_int_equal(moves.items[i].nitros, 0);
        assert_int_equal(moves.items[i].outcome, OUTCOME_CLEAR);
    }
    expect_refused(&table, "6,3", "(6, 3) is too far from the principal point (4, 3)");
    expect_refused(&table, "4,5", "too far");
    expect_refused(&table, "-1,4", "(−1, 4) is too far");
    graph_paper_free_moves(&moves);
    close_table(&table);
}

static void test_four_neighbours(void **state)
{
    (void)state;
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "classroom", 1, "acceleration=four");
    put_car(&table, 1, POINT(3, 3), POINT(0, 0));
    list(&table, &moves);
    static const struct point expected[] = {{3, 2}, {2, 3}, {3, 3}, {4, 3}, {3, 4}};
    assert_int_equal(moves.count, 5);
    for (int i = 0; i < 5; i++) {
        assert_true(point_equal(moves.items[i].to, expected[i]));
    }
    expect_refused(&table, "4,4", "too far");
    graph_paper_free_moves(&moves);
    close_table(&table);
}

/* RULES 2.2. */
static void expect_box(const char *pairs, struct point velocity, struct point low,
                       struct point high)
{
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "classroom", 1, pairs);
    put_car(&table, 1, POINT(6, 3), velocity);
    list(&table, &moves);
    int across = high.x - low.x + 1;
    assert_int_equal(moves.count, across * (high.y - low.y + 1));
    for (int i = 0; i < moves.count; i++) {
        assert_int_equal(moves.items[i].to.x, 6 + low.x + i % across);
        assert_int_equal(moves.items[i].to.y, 3 + low.y + i / across);
        assert_int_equal(graph_paper_cost(&moves.items[i]), 0);
    }
    graph_paper_free_moves(&moves);
    close_table(&table);
}

static void test_two_and_top_speed(void **state)
{
    (void)state;
    expect_box("acceleration=two", POINT(3, 3), POINT(1, 1), POINT(5, 5));
    expect_box("top_speed=2", POINT(2, 0), POINT(1, -1), POINT(2, 1));
    expect_box("acceleration=two top_speed=1", POINT(0, 0), POINT(-1, -1), POINT(1, 1));
    expect_box("acceleration=two good_brakes=9 turbo_boosts=9", POINT(3, 0), POINT(1, -2),
               POINT(5, 2));
    /* Pushed beyond it, by whatever: as near to it as can be. */
    expect_box("top_speed=2", POINT(5, 0), POINT(4, -1), POINT(4, 1));
    expect_box("acceleration=two top_speed=2", POINT(5, -5), POINT(3, -3), POINT(3, -3));
    struct table table;
    open_table(&table, RING, "classroom", 1, "top_speed=2 nitros=9");
    put_car(&table, 1, POINT(6, 3), POINT(2, 0));
    expect_refused(&table, "9,3",
                   "(9, 3) is too far from (6, 3): no side of this move may be longer than 2");
    close_table(&table);
}

/* Excess k (2.2): under eight 9 points cost 0, 12 cost 1 (three beyond each side), 16 cost 2
 * (three beyond each side, one over each corner); under four 5, 8, 12. */
static void test_nitros_reach_farther(void **state)
{
    (void)state;
    static const struct {
        const char *pairs;
        int by_price[3];
    } rows[] = {{"nitros=2", {9, 12, 16}}, {"nitros=2 acceleration=four", {5, 8, 12}}};
    for (size_t row = 0; row < 2; row++) {
        struct table table;
        struct move_list moves = {0};
        int by_price[3] = {0};
        open_table(&table, RING, "classroom", 1, rows[row].pairs);
        put_car(&table, 1, POINT(3, 4), POINT(0, 0));
        list(&table, &moves);
        for (int i = 0; i < moves.count; i++) {
            by_price[moves.items[i].nitros]++;
            const struct move *move = &moves.items[i];
            assert_true(i == 0 || move[-1].to.y < move->to.y ||
                        (move[-1].to.y == move->to.y && move[-1].to.x < move->to.x));
        }
        assert_memory_equal(by_price, rows[row].by_price, sizeof by_price);
        graph_paper_free_moves(&moves);
        close_table(&table);
    }
}

static void test_nitros_are_used_up(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "nitros=3");
    put_car(&table, 1, POINT(3, 3), POINT(1, 0));
    act(&table, "2,4");
    expect_at(&table, 1, POINT(2, 4), POINT(-1, 1));
    assert_int_equal(graph_paper_car(table.race, 1)->nitros, 2);
    expect_refused(&table, "4,8", "takes 4 nitros and 2 are left");
    act(&table, "3,6");
    assert_int_equal(graph_paper_car(table.race, 1)->nitros, 1);
    close_table(&table);
}

/* From the lower right corner of the sheet: points off it are listed and off the track. */
static void test_points_off_the_sheet_are_listed(void **state)
{
    (void)state;
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(20, 0), POINT(0, 0));
    list(&table, &moves);
    assert_int_equal(moves.count, 9);
    expect_outcome(&moves, POINT(19, -1), OUTCOME_OFF_TRACK);
    expect_outcome(&moves, POINT(21, 1), OUTCOME_OFF_TRACK);
    expect_outcome(&moves, POINT(19, 0), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(20, 0), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(19, 1), OUTCOME_CLEAR);
    graph_paper_free_moves(&moves);
    close_table(&table);
}

/* Along the block's lower side and over its corner (14,5) is on the track; through it is not. */
static void test_walls_may_be_touched(void **state)
{
    (void)state;
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "classroom", 1, "");
    put_car(&table, 1, POINT(13, 5), POINT(1, 0));
    list(&table, &moves);
    expect_outcome(&moves, POINT(15, 5), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(14, 5), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(14, 6), OUTCOME_OFF_TRACK);
    expect_outcome(&moves, POINT(15, 6), OUTCOME_OFF_TRACK);
    expect_outcome(&moves, POINT(15, 4), OUTCOME_CLEAR);
    put_car(&table, 1, POINT(13, 4), POINT(1, 1));
    list(&table, &moves);
    expect_outcome(&moves, POINT(15, 6), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(14, 6), OUTCOME_OFF_TRACK);
    graph_paper_free_moves(&moves);
    close_table(&table);
}

/* With one crossing made: over the line finishes, whatever comes behind it. */
static void test_the_outcome_that_decides(void **state)
{
    (void)state;
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "racing-car", 2, "order=listed nitros=0");
    put_car(&table, 1, POINT(16, 6), POINT(-1, 2))->crossings = 1;
    put_car(&table, 2, POINT(15, 8), POINT(0, 0));
    list(&table, &moves);
    expect_outcome(&moves, POINT(14, 7), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(15, 8), OUTCOME_FINISH);
    expect_outcome(&moves, POINT(14, 9), OUTCOME_FINISH);
    paper_race_to_change(table.race)->cars[0].crossings = 0;
    list(&table, &moves);
    expect_outcome(&moves, POINT(15, 8), OUTCOME_COLLISION);
    expect_outcome(&moves, POINT(14, 9), OUTCOME_CLEAR);
    put_car(&table, 1, POINT(16, 9), POINT(0, 1));
    put_car(&table, 2, POINT(16, 11), POINT(0, 0));
    list(&table, &moves);
    expect_outcome(&moves, POINT(15, 10), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(16, 10), OUTCOME_SLICK);
    expect_outcome(&moves, POINT(17, 11), OUTCOME_SLICK);
    expect_outcome(&moves, POINT(16, 11), OUTCOME_COLLISION);
    expect_outcome(&moves, POINT(16, 9), OUTCOME_CLEAR);
    graph_paper_free_moves(&moves);
    close_table(&table);
}

static void test_preview_costs_nothing(void **state)
{
    (void)state;
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "racing-car", 1, "");
    uint64_t before = graph_paper_game.hash(table.race);
    graph_paper_preview(table.race, 1, POINT(3, 3), POINT(2, 1), &moves);
    assert_int_equal(moves.count, 9);
    assert_true(point_equal(moves.items[0].to, POINT(4, 3)));
    assert_true(point_equal(moves.items[8].to, POINT(6, 5)));
    assert_true(graph_paper_game.hash(table.race) == before);
    graph_paper_free_moves(&moves);
    close_table(&table);
}

/* The car itself is still where it was, but is not in its own way. */
static void test_preview_does_not_collide_with_oneself(void **state)
{
    (void)state;
    struct table table;
    struct move_list moves = {0};
    open_table(&table, RING, "racing-car", 2, "order=listed");
    put_car(&table, 1, POINT(3, 3), POINT(1, 0));
    put_car(&table, 2, POINT(4, 4), POINT(1, 0));
    graph_paper_preview(table.race, 1, POINT(4, 3), POINT(0, 0), &moves);
    expect_outcome(&moves, POINT(3, 3), OUTCOME_CLEAR);
    expect_outcome(&moves, POINT(4, 4), OUTCOME_COLLISION);
    graph_paper_free_moves(&moves);
    close_table(&table);
}

static void test_actions_as_text(void **state)
{
    (void)state;
    struct graph_paper_action action;
    struct error error = {0};
    assert_true(graph_paper_parse_action("-12,9", &action, &error));
    assert_false(action.has_start);
    assert_true(point_equal(action.to, POINT(-12, 9)));
    assert_true(graph_paper_parse_action("7,3>8,-4", &action, &error));
    assert_true(action.has_start);
    assert_true(point_equal(action.start, POINT(7, 3)));
    assert_true(point_equal(action.to, POINT(8, -4)));
    struct text text = {0};
    graph_paper_print_action(&action, &text);
    assert_string_equal(text_string(&text), "7,3>8,-4");
    text_free(&text);
    static const char *const wrong[] = {
        "",     "7",         "7,",    ",3",    "7,3>",      "7,3>8",    "7,3>8,4>9,5",
        "7, 3", "7,3 ",      "7,3\n", "+7,3",  "7.5,3",     "0x7,3",    "9999999999,1",
        "a,b",  "7,3>8,4 x", "7;3",   "--7,3", "1000001,0", "7,3>>8,4", " 7,3",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(graph_paper_parse_action(wrong[i], &action, &error));
        assert_non_null(strstr(error.text, "is not a move"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nine_points_by_y_then_x),
        cmocka_unit_test(test_four_neighbours),
        cmocka_unit_test(test_two_and_top_speed),
        cmocka_unit_test(test_nitros_reach_farther),
        cmocka_unit_test(test_nitros_are_used_up),
        cmocka_unit_test(test_points_off_the_sheet_are_listed),
        cmocka_unit_test(test_walls_may_be_touched),
        cmocka_unit_test(test_the_outcome_that_decides),
        cmocka_unit_test(test_preview_costs_nothing),
        cmocka_unit_test(test_preview_does_not_collide_with_oneself),
        cmocka_unit_test(test_actions_as_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
