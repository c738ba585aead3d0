/* Hints, with answers worked out by hand: n squares before a wall a car of velocity v can still
 * stop if (v - 1) + (v - 2) + ... = v (v - 1) / 2 is at most n. */
#include "drivers/graph_paper/solver/solver.h"

#include "unit/rules/fixture.h"

/* A corridor without a line: grid points with y from 0 to 2, and x from 0 to `length`. */
#define CORRIDOR(length, body)                                                                     \
    SHEET(40, 4, "<rect class='wall' x='0' y='2' width='" #length "' height='2'/>" body)

/* From behind x = 1 over the line x = 11; then two squares to the wall. */
#define SPRINT                                                                                     \
    SHEET(20, 4,                                                                                   \
          "<rect class='wall' x='0' y='2' width='13' height='2'/>"                                 \
          "<line class='start' x1='1' y1='2' x2='1' y2='4'/>"                                      \
          "<line class='finish' x1='11' y1='2' x2='11' y2='4'/>")

struct scene {
    struct table table;
    struct knowledge *knowledge;
    struct hints *hints;
};

static void open_scene(struct scene *scene, const char *svg, const char *preset, const char *pairs)
{
    open_table(&scene->table, svg, preset, 1, pairs);
    scene->knowledge = knowledge_prepare(&scene->table.setup, NULL);
    scene->hints = NULL;
}

static void close_scene(struct scene *scene)
{
    hints_free(scene->hints);
    knowledge_release(scene->knowledge);
    close_table(&scene->table);
}

static void ask(struct scene *scene, const struct point *start)
{
    hints_free(scene->hints);
    scene->hints = hints_find(scene->knowledge, scene->table.race, start, NULL);
    assert_non_null(scene->hints);
}

static void ask_at(struct scene *scene, struct point at, struct point velocity)
{
    put_car(&scene->table, 1, at, velocity);
    ask(scene, NULL);
}

static const struct hint *hint_at(const struct scene *scene, int x, int y)
{
    const struct hint *hint = hints_at(scene->hints, POINT(x, y));
    assert_non_null(hint);
    return hint;
}

static bool is_doomed(const struct scene *scene, int x, int y)
{
    return hint_at(scene, x, y)->doomed;
}

static void expect_way(const struct hint_way *way, const struct point *points, int count)
{
    assert_int_equal(way->count, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(way->points[i].x, points[i].x);
        assert_int_equal(way->points[i].y, points[i].y);
    }
}

static void test_braking_distance(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, CORRIDOR(30, ""), "derby", "nitros=0");
    ask_at(&scene, POINT(15, 1), POINT(5, 0));
    assert_false(is_doomed(&scene, 19, 1)); /* 4: 6 of 11 squares */
    assert_false(is_doomed(&scene, 20, 1)); /* 5: 10 of 10 */
    assert_false(is_doomed(&scene, 20, 2)); /* upwards as well: level again with the first move */
    assert_true(is_doomed(&scene, 21, 1));  /* 6: 15 of 9 */
    const struct point stop[] = {{20, 1}, {24, 1}, {27, 1}, {29, 1}, {30, 1}, {30, 1}};
    const struct hint_way *way = &hint_at(&scene, 20, 1)->braking;
    expect_way(way, stop, 6);
    assert_int_equal(way->end, WAY_STOPS);
    assert_int_equal(way->rounds, 5);
    close_scene(&scene);
}

static void test_one_square_shorter(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, CORRIDOR(29, ""), "derby", "nitros=0");
    ask_at(&scene, POINT(15, 1), POINT(5, 0));
    assert_false(is_doomed(&scene, 19, 1));
    assert_true(is_doomed(&scene, 20, 1));
    const struct hint_way *way = &hint_at(&scene, 20, 1)->braking;
    assert_int_equal(way->end, WAY_LEAVES);
    assert_int_equal(way->exit.x, 29);
    assert_int_equal(way->exit.y, 1);
    assert_int_equal(way->exit.w, 1);
    assert_int_equal(way->points[way->count - 1].x, 30);
    close_scene(&scene);
}

/* A good brake takes 5 to 3: 3 + 2 + 1 = 6 squares. It does not help 6: 4 + 3 + 2 + 1 = 10 of 8. */
static void test_good_brake(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, CORRIDOR(29, ""), "derby", "nitros=0 good_brakes=1");
    ask_at(&scene, POINT(15, 1), POINT(5, 0));
    assert_false(is_doomed(&scene, 20, 1));
    assert_true(is_doomed(&scene, 21, 1));
    const struct point stop[] = {{20, 1}, {23, 1}, {25, 1}, {26, 1}, {26, 1}};
    expect_way(&hint_at(&scene, 20, 1)->braking, stop, 5);
    close_scene(&scene);
}

/* Two nitros take 6 to 3: 3 + 2 + 1 = 6 of 8 squares. One takes it to 4, as the brake does. */
static void test_nitros(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, CORRIDOR(29, ""), "derby", "nitros=2");
    ask_at(&scene, POINT(15, 1), POINT(5, 0));
    assert_false(is_doomed(&scene, 20, 1));
    assert_false(is_doomed(&scene, 21, 1));
    put_car(&scene.table, 1, POINT(15, 1), POINT(5, 0))->nitros = 1;
    ask(&scene, NULL);
    assert_false(is_doomed(&scene, 20, 1));
    assert_true(is_doomed(&scene, 21, 1));
    /* 7 costs the only nitro, 22 + 6 + 5 is off. */
    assert_true(is_doomed(&scene, 22, 1));
    close_scene(&scene);
}

/* With four, (2, 2) takes four moves: one axis after the other. */
static void test_four(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, SHEET(20, 20, "<rect class='wall' width='20' height='20'/>"), "derby",
               "nitros=0 acceleration=four");
    ask_at(&scene, POINT(5, 5), POINT(2, 2));
    const struct hint_way *way = &hint_at(&scene, 7, 7)->braking;
    assert_int_equal(way->end, WAY_STOPS);
    assert_int_equal(way->rounds, 4);
    assert_int_equal(way->points[4].x + way->points[4].y, 7 + 7 + 3 + 2 + 1);
    /* (17, 17) with (2, 2): 19 + 1 and so on. Five moves ahead of a corner it is too late with (3,
     * 3): 3 + 3 + 3 + 2 ... */
    ask_at(&scene, POINT(13, 13), POINT(3, 3));
    assert_true(is_doomed(&scene, 16, 16));
    assert_true(is_doomed(&scene, 15, 16));
    close_scene(&scene);
}

/* A slick over x = 25 stops the car that lands on it. */
static void test_slick(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, CORRIDOR(29, "<rect class='slick' x='24.5' y='2' width='1' height='2'/>"),
               "derby", "nitros=0");
    ask_at(&scene, POINT(15, 1), POINT(5, 0));
    assert_false(is_doomed(&scene, 20, 1)); /* 5 more */
    assert_true(is_doomed(&scene, 21, 1));  /* 5, 6 or 7 more */
    close_scene(&scene);
}

/* Every point is in an area that pushes towards the middle, so no car stands still without a push
 * to come. From (10, 1) by 1 over both areas, whose pushes cancel out; stay; by -1 back; stay: that
 * can go on for ever, and who goes on for ever is not doomed. */
static void test_going_on_for_ever(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene,
               CORRIDOR(20,
                        "<rect class='turbo' data-arrow='2 0' x='0' y='2' width='10.4' height='2'/>"
                        "<rect class='turbo' data-arrow='-2 0' x='10.6' y='2' width='9.4' "
                        "height='2'/>"),
               "derby", "nitros=0 turbo_areas=on");
    put_car(&scene.table, 1, POINT(10, 1), POINT(0, 0))->shift = POINT(2, 0);
    ask(&scene, NULL);
    assert_false(is_doomed(&scene, 11, 1));
    /* The push is still to come: by 11 to (12, 1), and by 10 at least into the wall. */
    ask_at(&scene, POINT(1, 1), POINT(9, 0));
    assert_true(is_doomed(&scene, 12, 1));
    close_scene(&scene);
}

/* From x = 1 with 1, 2, 3, 4, 5 the car comes to 2, 4, 7, 11 (on the line) and 16. */
static void test_rounds(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, SPRINT, "babylon", "choose=with_first_move start=line");
    ask(&scene, NULL);
    assert_int_equal(scene.hints->count, 3);
    assert_int_equal(scene.hints->best, 5);
    assert_int_equal(hint_at(&scene, 1, 1)->rounds, 5);
    assert_int_equal(scene.hints->line.rounds, 5);
    assert_int_equal(scene.hints->line.end, WAY_FINISHES);
    assert_true(scene.hints->line.points[5].x > 11);
    struct point start = {1, 1};
    ask(&scene, &start);
    assert_int_equal(scene.hints->best, 4);
    assert_int_equal(hint_at(&scene, 2, 1)->rounds, 4);
    assert_int_equal(hint_at(&scene, 1, 1)->rounds, 5);
    assert_int_equal(scene.hints->line.rounds, 5);
    assert_int_equal(scene.hints->line.points[1].x, 2);
    assert_true(scene.hints->line.points[5].x > 11);
    act(&scene.table, "1,1>2,1");
    ask_at(&scene, POINT(7, 1), POINT(3, 0));
    assert_int_equal(hint_at(&scene, 11, 1)->rounds, 1);
    assert_int_equal(hint_at(&scene, 10, 1)->rounds, 1);
    assert_int_equal(hint_at(&scene, 9, 1)->rounds, 1);
    ask_at(&scene, POINT(8, 1), POINT(3, 0));
    assert_int_equal(hint_at(&scene, 12, 1)->rounds, 0);
    assert_int_equal(hint_at(&scene, 12, 1)->braking.count, 0);
    assert_int_equal(scene.hints->line.rounds, 1);
    close_scene(&scene);
}

/* Who is sure to finish is not doomed, however near the wall behind the line is. */
static void test_finish_saves(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, SPRINT, "babylon", "choose=with_first_move start=line");
    act(&scene.table, "1,1>2,1");
    ask_at(&scene, POINT(7, 1), POINT(4, 0));
    assert_false(is_doomed(&scene, 11, 1)); /* on the line; 14, 15 or 16 is behind the wall */
    assert_int_equal(hint_at(&scene, 11, 1)->rounds, 1);
    assert_int_equal(hint_at(&scene, 11, 1)->braking.end, WAY_FINISHES);
    ask_at(&scene, POINT(10, 1), POINT(-4, 0));
    assert_false(is_doomed(&scene, 6, 1)); /* 3 + 2 + 1 of 6 squares */
    assert_true(is_doomed(&scene, 5, 1));  /* 4 + 3 + 2 + 1 of 5 */
    close_scene(&scene);
}

/* The line goes down to the finish by one a move, and the rules drive it. */
static void test_line_is_driven(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, RING, "racing-car", "laps=2");
    ask(&scene, NULL);
    int laps = 0;
    while (!graph_paper_game.over(scene.table.race)) {
        const struct car *car = graph_paper_car(scene.table.race, 1);
        struct point from = scene.hints->line.points[0];
        bool waits = car->status == CAR_WAITING;
        if (waits)
            ask(&scene, &from);
        int best = scene.hints->best;
        struct text action = {0};
        struct graph_paper_action next = {waits, from, scene.hints->line.points[1]};
        graph_paper_print_action(&next, &action);
        laps += scene.hints->line.end == WAY_LAP && scene.hints->line.rounds <= best;
        act(&scene.table, action.data);
        text_free(&action);
        if (graph_paper_game.over(scene.table.race))
            break;
        ask(&scene, NULL);
        assert_int_equal(scene.hints->best, best - 1);
    }
    assert_int_equal(graph_paper_car(scene.table.race, 1)->status, CAR_FINISHED);
    assert_true(laps > 5); /* in the first lap the line ends with the lap */
    close_scene(&scene);
}

/* Off the track, into another car: nothing is told. */
static void test_other_ends(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, CORRIDOR(30, ""), "derby", "cars_per_player=1");
    scene.table.setup.players = 2;
    graph_paper_game.free(scene.table.race);
    scene.table.race = graph_paper_game.begin(&scene.table.setup);
    int mover = race_next_car(scene.table.race);
    for (int car = 1; car <= 2; car++)
        put_car(&scene.table, car, POINT(29, 2), POINT(0, 0));
    put_car(&scene.table, mover, POINT(27, 2), POINT(2, 0));
    ask(&scene, NULL);
    assert_true(hint_at(&scene, 29, 2)->rounds == HINT_NO_ROUNDS);
    assert_int_equal(hint_at(&scene, 29, 2)->braking.count, 0);
    assert_false(is_doomed(&scene, 29, 2));
    assert_int_equal(hint_at(&scene, 29, 3)->braking.count, 0);
    assert_int_equal(hint_at(&scene, 29, 1)->braking.count, 3);
    close_scene(&scene);
}

static void test_cancelled(void **state)
{
    (void)state;
    struct scene scene;
    atomic_bool cancelled;
    atomic_init(&cancelled, true);
    open_scene(&scene, RING, "racing-car", "");
    assert_null(hints_find(scene.knowledge, scene.table.race, NULL,
                           &(struct budget){.cancelled = &cancelled}));
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_braking_distance),
        cmocka_unit_test(test_one_square_shorter),
        cmocka_unit_test(test_good_brake),
        cmocka_unit_test(test_nitros),
        cmocka_unit_test(test_four),
        cmocka_unit_test(test_slick),
        cmocka_unit_test(test_going_on_for_ever),
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_finish_saves),
        cmocka_unit_test(test_line_is_driven),
        cmocka_unit_test(test_other_ends),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
