/* Derby positions with a right answer, worked out by hand. A car of velocity v at p reaches the
 * nine points round p + v; there are no nitros. Car 1 is player 1's and moves, car 2 player 2's is
 * next.
 */
#include "drivers/graph_paper/levels/driver.h"

#include "unit/rules/fixture.h"

#define ARENA(body) SHEET(20, 20, "<rect class='wall' width='20' height='20'/>" body)

struct derby {
    struct table table;
    struct knowledge *knowledge;
    struct text action;
};

static void open_derby(struct derby *derby, const char *svg, const char *pairs)
{
    struct text all = {0};
    text_append(&all, "order=listed nitros=0 cars_per_player=1 ");
    text_append(&all, pairs);
    open_table(&derby->table, svg, "derby", 2, text_string(&all));
    text_free(&all);
    derby->knowledge = knowledge_prepare(&derby->table.setup, NULL);
    derby->action = (struct text){0};
}

static void close_derby(struct derby *derby)
{
    text_free(&derby->action);
    knowledge_release(derby->knowledge);
    close_table(&derby->table);
}

static struct point ask(struct derby *derby, enum driver_level level)
{
    struct graph_paper_action action;
    struct error error;
    text_clear(&derby->action);
    driver_choose(level, derby->knowledge, derby->table.race, NULL, &derby->action);
    assert_true(graph_paper_parse_action(text_string(&derby->action), &action, &error));
    return action.to;
}

static void expect_choice(struct derby *derby, enum driver_level level, struct point right)
{
    struct point to = ask(derby, level);
    if (!point_equal(to, right))
        fail_msg("%s goes to %d,%d", driver_kinds[level].name, to.x, to.y);
}

static void test_everybody_takes_a_strike(void **state)
{
    (void)state;
    struct derby derby;
    open_derby(&derby, ARENA(""), "");
    put_car(&derby.table, 1, POINT(5, 5), POINT(1, 0));
    put_car(&derby.table, 2, POINT(7, 6), POINT(0, 0));
    for (int level = LEVEL_ROOKIE; level <= LEVEL_ACE; level++)
        expect_choice(&derby, (enum driver_level)level, POINT(7, 6));
    close_derby(&derby);
}

/* The two have just crashed: the same point cannot be chosen, and nobody tries. */
static void test_nobody_strikes_again_at_once(void **state)
{
    (void)state;
    struct derby derby;
    open_derby(&derby, ARENA(""), "");
    put_car(&derby.table, 1, POINT(5, 5), POINT(1, 0));
    put_car(&derby.table, 2, POINT(7, 6), POINT(0, 0));
    paper_race_to_change(derby.table.race)->owing[0] = 1 << 2;
    paper_race_to_change(derby.table.race)->owing[1] = 1 << 1;
    for (int level = LEVEL_ROOKIE; level <= LEVEL_ACE; level++)
        assert_false(point_equal(ask(&derby, (enum driver_level)level), POINT(7, 6)));
    close_derby(&derby);
}

/* Car 2 at 8,10 reaches x from 9 to 11. Car 1 reaches x from 10 to 12: it is safe at 12 only. */
static void test_a_threat_is_dodged(void **state)
{
    (void)state;
    struct derby derby;
    open_derby(&derby, ARENA(""), "");
    put_car(&derby.table, 1, POINT(10, 10), POINT(1, 0));
    put_car(&derby.table, 2, POINT(8, 10), POINT(2, 0));
    for (int level = LEVEL_CLUB; level <= LEVEL_ACE; level++)
        assert_int_equal(ask(&derby, (enum driver_level)level).x, 12);
    close_derby(&derby);
}

/* The same beside a block (11.5,9.75) to (12.5,12) in which 12,10 and 12,11 lie: of the three safe
 * points 12,9 is left. Who drives into the block goes on from within car 2's reach. */
static void test_a_wall_cuts_an_escape(void **state)
{
    (void)state;
    struct derby derby;
    open_derby(&derby, ARENA("<rect class='wall' x='11.5' y='8' width='1' height='2.25'/>"), "");
    put_car(&derby.table, 1, POINT(10, 10), POINT(1, 0));
    put_car(&derby.table, 2, POINT(8, 10), POINT(2, 0));
    for (int level = LEVEL_CLUB; level <= LEVEL_ACE; level++)
        expect_choice(&derby, (enum driver_level)level, POINT(12, 9));
    close_derby(&derby);
}

/* A wall from 11.25 to 11.75, y from 9.5 to 20, stands between the cars: car 2 at 14,10 with
 * velocity -2,0 would reach x from 11 to 13, y from 9 to 11, but what lies to the left of the wall
 * only below it. Car 1 reaches x from 11 to 13, y from 10 to 12; right of the wall, if it got
 * there, it would be struck. At 11,10 to 11,12 it is behind the wall. */
static void test_a_wall_protects(void **state)
{
    (void)state;
    struct derby derby;
    open_derby(&derby, ARENA("<rect class='wall' x='11.25' y='2' width='.5' height='8.5'/>"), "");
    put_car(&derby.table, 1, POINT(11, 11), POINT(1, 0));
    put_car(&derby.table, 2, POINT(14, 10), POINT(-2, 0));
    for (int level = LEVEL_CLUB; level <= LEVEL_ACE; level++)
        assert_int_equal(ask(&derby, (enum driver_level)level).x, 11);
    close_derby(&derby);
}

/* Car 2 at 10,10 misses its next turn. Car 1 at 5,10 with velocity 2,0 strikes it in its next but
 * one move from 7,10 (velocity 2, reaching x from 8 to 10) and from 8,10 (3, from 10 to 12), and
 * from nowhere else: with a velocity of 1 upward or downward it would reach y from 11 or up to 9.
 */
static void test_a_strike_is_prepared(void **state)
{
    (void)state;
    struct derby derby;
    open_derby(&derby, ARENA(""), "");
    put_car(&derby.table, 1, POINT(5, 10), POINT(2, 0));
    put_car(&derby.table, 2, POINT(10, 10), POINT(0, 0))->missed_turns = 1;
    for (int level = LEVEL_CLUB; level <= LEVEL_ACE; level++) {
        struct point to = ask(&derby, (enum driver_level)level);
        assert_int_equal(to.y, 10);
        assert_in_range(to.x, 7, 8);
    }
    close_derby(&derby);
}

/* A car that picks its start point beside a rival strikes it with its first move: +2 and -1. */
static void test_a_first_move_strikes(void **state)
{
    (void)state;
    for (int level = LEVEL_CLUB; level <= LEVEL_ACE; level++) {
        struct derby derby;
        open_derby(&derby, ARENA(""), "");
        act(&derby.table, "5,5>5,5");
        ask(&derby, (enum driver_level)level);
        act(&derby.table, text_string(&derby.action));
        assert_int_equal(graph_paper_score(derby.table.race, 2), 2);
        assert_int_equal(graph_paper_score(derby.table.race, 1), -1);
        close_derby(&derby);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_takes_a_strike),
        cmocka_unit_test(test_nobody_strikes_again_at_once),
        cmocka_unit_test(test_a_threat_is_dodged),
        cmocka_unit_test(test_a_wall_cuts_an_escape),
        cmocka_unit_test(test_a_wall_protects),
        cmocka_unit_test(test_a_strike_is_prepared),
        cmocka_unit_test(test_a_first_move_strikes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
