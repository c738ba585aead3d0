/* Races with a right answer for the ace, worked out by hand. Car 1 moves, car 2 is next. On open
 * tracks that are crossed from left to right at x = 20, a car finishes with x = 21 or more.
 */
#include "drivers/graph_paper/levels/driver.h"

#include "unit/rules/fixture.h"

/* Grid points with y from 1 to `rows`. */
#define STRIP(rows, body)                                                                          \
    SHEET(30, 6,                                                                                   \
          "<path class='wall' d='M0 5.5 H30 V" rows body " Z'/>"                                   \
          "<line class='start' x1='2' y1='0' x2='2' y2='6'/>"                                      \
          "<line class='finish' x1='20' y1='0' x2='20' y2='6'/>")
#define ONE_ROW "4.5"
#define TWO_ROWS "3.5"
#define THREE_ROWS "2.5"

struct scene {
    struct table table;
    struct knowledge *knowledge;
    struct text action;
};

static void open_scene(struct scene *scene, const char *svg, const char *preset, int players,
                       const char *pairs)
{
    struct text all = {0};
    text_append(&all, "order=listed choose=with_first_move ");
    text_append(&all, pairs);
    open_table(&scene->table, svg, preset, players, text_string(&all));
    text_free(&all);
    scene->knowledge = knowledge_prepare(&scene->table.setup, NULL);
    scene->action = (struct text){0};
}

static void close_scene(struct scene *scene)
{
    text_free(&scene->action);
    knowledge_release(scene->knowledge);
    close_table(&scene->table);
}

static struct point ask(struct scene *scene)
{
    struct graph_paper_action action;
    struct error error;
    text_clear(&scene->action);
    driver_choose(LEVEL_ACE, scene->knowledge, scene->table.race, NULL, &scene->action);
    assert_true(graph_paper_parse_action(text_string(&scene->action), &action, &error));
    return action.to;
}

static void expect_choice(struct scene *scene, int least_x, int most_x, int least_y, int most_y)
{
    struct point to = ask(scene);
    if (to.x < least_x || to.x > most_x || to.y < least_y || to.y > most_y)
        fail_msg("the ace goes to %d,%d", to.x, to.y);
}

/* --- with others ------------------------------------------------------------------------------ */

/* The second row, from x = 18.75 on with the first row beside it. */
#define ROW_WITH_POCKET                                                                            \
    SHEET(30, 6,                                                                                   \
          "<path class='wall' d='M0 4.5 H18.75 V5.5 H30 V3.5 H0 Z'/>"                              \
          "<line class='start' x1='2' y1='0' x2='2' y2='6'/>"                                      \
          "<line class='finish' x1='20' y1='0' x2='20' y2='6'/>")

/* Car 2 at 16,2 with velocity 4,0 finishes at 21,2; its way to the first row is cut by the corner.
 * A car on 19,2 stops it: 19,2 to 21,2 are behind that car or under it, and everything else is off
 * the track, so car 2 is out. A car on 20,2 stops it for this round and finishes itself in the
 * next. From anywhere else, also from 20,1, car 1 loses. */
static void test_a_block_wins(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, ROW_WITH_POCKET, "babylon", 2, "collision=forbid reach=whole");
    put_car(&scene.table, 1, POINT(19, 1), POINT(0, 0));
    put_car(&scene.table, 2, POINT(16, 2), POINT(4, 0));
    expect_choice(&scene, 19, 20, 2, 2);
    close_scene(&scene);
}

/* Car 2 at 17,1 with velocity 3,0 finishes in this round, unless it is struck: then it misses five
 * turns, and car 1 is there in three rounds (18, 20, 23). */
static void test_a_collision_pays(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, STRIP(ONE_ROW, " H0"), "racing-car", 2,
               "nitros=0 mover_missed_turns=0 struck_missed_turns=5");
    put_car(&scene.table, 1, POINT(15, 1), POINT(2, 0));
    put_car(&scene.table, 2, POINT(17, 1), POINT(3, 0));
    expect_choice(&scene, 17, 17, 1, 1);
    close_scene(&scene);
}

/* Car 2 stands on one of the two points that are best for car 1, 8,1 and 8,2. Striking it would
 * cost more than it gains: three turns for two. */
static void test_a_collision_does_not_pay(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, STRIP(TWO_ROWS, " H0"), "racing-car", 2, "nitros=0");
    put_car(&scene.table, 1, POINT(5, 1), POINT(2, 0));
    put_car(&scene.table, 2, POINT(8, 1), POINT(0, 0));
    expect_choice(&scene, 8, 8, 2, 2);
    close_scene(&scene);
}

/* Car 1 at 14,2 with velocity 3,0 reaches x from 16 to 18 and finishes in the next round from 17
 * and from 18. Car 2 at 11,1 with velocity 7,0 reaches x from 17 to 19, y up to 2, and finishes in
 * the next round, too, but later in it: so it strikes if it can, whereupon car 1 misses five turns.
 * It cannot reach y = 3. */
static void test_nobody_stops_where_he_is_struck(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, STRIP(THREE_ROWS, " H0"), "racing-car", 2,
               "nitros=0 mover_missed_turns=0 struck_missed_turns=5");
    put_car(&scene.table, 1, POINT(14, 2), POINT(3, 0));
    put_car(&scene.table, 2, POINT(11, 1), POINT(7, 0));
    expect_choice(&scene, 17, 18, 3, 3);
    close_scene(&scene);
}

/* Without its last nitro car 1 comes to x = 20, on the line, and car 2 finishes. */
static void test_the_last_nitro_crosses_first(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, STRIP(TWO_ROWS, " H0"), "racing-car", 2, "nitros=1");
    put_car(&scene.table, 1, POINT(15, 1), POINT(4, 0));
    put_car(&scene.table, 2, POINT(18, 1), POINT(4, 0));
    expect_choice(&scene, 21, 21, 1, 2);
    close_scene(&scene);
}

/* Both finish in this round; car 2 comes to x = 22 at most. Car 1 can choose from 21 to 23. */
static void test_a_round_is_won_by_distance(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, STRIP(TWO_ROWS, " H0"), "racing-car", 2, "nitros=0 finish=round");
    put_car(&scene.table, 1, POINT(18, 1), POINT(4, 0));
    put_car(&scene.table, 2, POINT(18, 2), POINT(3, 0));
    expect_choice(&scene, 23, 23, 1, 2);
    close_scene(&scene);
}

/* Where the order within the round decides, none of these is better, and no nitro is spent. The way
 * may leave the track behind the line. */
static void test_nothing_is_spent_for_nothing(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, STRIP(TWO_ROWS, " H0"), "racing-car", 2, "nitros=3");
    put_car(&scene.table, 1, POINT(18, 1), POINT(4, 0));
    put_car(&scene.table, 2, POINT(18, 2), POINT(3, 0));
    expect_choice(&scene, 21, 23, 0, 2);
    close_scene(&scene);
}

/* --- alone ------------------------------------------------------------------------------------ */

/* The rounds in which an ace alone is at the finish. */
static int drive_alone(struct scene *scene)
{
    int rounds = 0;
    while (!graph_paper_game.over(scene->table.race)) {
        rounds = graph_paper_game.round(scene->table.race);
        ask(scene);
        act(&scene->table, text_string(&scene->action));
    }
    assert_int_equal(graph_paper_car(scene->table.race, 1)->status, CAR_FINISHED);
    return rounds;
}

/* Nobody can be faster than the knowledge says but by driving into a wall, which these rules
 * forbid.
 */
static void test_alone_it_drives_the_best_line(void **state)
{
    (void)state;
    static const char *const rules[] = {
        "",
        "nitros=3",
        "nitros=1 good_brakes=1 turbo_boosts=1 laps=2",
        "acceleration=four line=touch",
        "walls=out start=line nitros=2",
        "slicks=coast laps=2 finish=round",
        "slicks=spin slick_missed_turns=0 good_brakes=2",
        "choose=reverse slicks=four nitros=1",
        "off_track=run_wide nitros=2",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct scene scene;
        open_scene(&scene, RING, "babylon", 1, rules[i]);
        assert_true(knowledge_rounds(scene.knowledge) > 0);
        assert_int_equal(drive_alone(&scene), knowledge_rounds(scene.knowledge));
        close_scene(&scene);
        open_scene(&scene, STRIP(THREE_ROWS, " H0"), "babylon", 1, rules[i]);
        assert_int_equal(drive_alone(&scene), knowledge_rounds(scene.knowledge));
        close_scene(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_block_wins),
        cmocka_unit_test(test_a_collision_pays),
        cmocka_unit_test(test_a_collision_does_not_pay),
        cmocka_unit_test(test_nobody_stops_where_he_is_struck),
        cmocka_unit_test(test_the_last_nitro_crosses_first),
        cmocka_unit_test(test_a_round_is_won_by_distance),
        cmocka_unit_test(test_nothing_is_spent_for_nothing),
        cmocka_unit_test(test_alone_it_drives_the_best_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
