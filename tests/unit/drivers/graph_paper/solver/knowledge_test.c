/* What the knowledge knows: distances counted by hand on the ring of the fixture, and what is left
 * of rounds when less than the whole race may be searched. */
#include "drivers/graph_paper/solver/solver.h"

#include "unit/rules/fixture.h"

static const struct knowledge_limits ample = {
    .moves = 1000000000, .bytes = SIZE_MAX, .points = 1000000, .planes = 5000, .at_once = 1 << 30};

struct scene {
    struct table table;
    struct knowledge *knowledge;
};

static void open_scene(struct scene *scene, const char *svg, const char *preset, const char *pairs,
                       const struct knowledge_limits *limits)
{
    open_table(&scene->table, svg, preset, 1, pairs);
    scene->knowledge = knowledge_prepare_within(&scene->table.setup, limits, NULL);
    assert_non_null(scene->knowledge);
}

static void close_scene(struct scene *scene)
{
    knowledge_release(scene->knowledge);
    close_table(&scene->table);
}

static int distance(const struct scene *scene, int x, int y)
{
    return knowledge_distance(scene->knowledge, POINT(x, y));
}

/* --- distances -------------------------------------------------------------------------------- */

/* The shortest way runs along the block: 4 and 8 squares a side. */
static void test_distances(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, RING, "classroom", "", &ample);
    assert_int_equal(distance(&scene, 17, 7), 5); /* on the line is behind it */
    assert_int_equal(distance(&scene, 14, 7), 5);
    assert_int_equal(distance(&scene, 17, 6), 10);
    assert_int_equal(distance(&scene, 6, 7), 10 + 40 + 15);
    assert_int_equal(distance(&scene, 14, 8), 5 + 40 + 20 + 40 + 15);
    assert_int_equal(distance(&scene, 17, 8), 7 + 10 + 40 + 20 + 40 + 15);
    assert_int_equal(distance(&scene, 10, 7), KNOWLEDGE_NEVER); /* in the block */
    assert_int_equal(distance(&scene, 21, 7), KNOWLEDGE_NEVER);
    assert_int_equal(distance(&scene, 3, -1), KNOWLEDGE_NEVER);
    close_scene(&scene);
}

static void test_distances_from_walls(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, RING, "classroom", "walls=out", &ample);
    assert_int_equal(distance(&scene, 14, 7), KNOWLEDGE_NEVER);
    assert_int_equal(distance(&scene, 15, 7), 5);
    close_scene(&scene);
}

/* Who touches the line is beyond it: the step onto it is the last. */
static void test_distances_to_touch(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, RING, "classroom", "line=touch", &ample);
    assert_int_equal(distance(&scene, 17, 6), 5);
    assert_int_equal(distance(&scene, 14, 7), 10 + 40 + 20 + 40 + 10);
    close_scene(&scene);
}

static int way(const struct scene *scene, int x, int y, int crossings)
{
    struct car car = knowledge_placed(scene->knowledge, POINT(x, y));
    car.crossings = car.laps_opened = crossings;
    return (int)knowledge_way(scene->knowledge, &car);
}

/* From (17,7) to the corner (14,9) it is 7 + 7 + 5. */
static void test_ways_of_laps(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene, RING, "classroom", "laps=2", &ample);
    assert_int_equal(way(&scene, 17, 7, 2), 5);
    assert_int_equal(way(&scene, 17, 7, 1), 19 + 40 + 20 + 40 + 15);
    assert_int_equal(way(&scene, 17, 8, 2), 17 + 40 + 20 + 40 + 15);
    assert_int_equal(way(&scene, 14, 8, 1), 120 + 120);
    assert_true(way(&scene, 17, 7, 0) >= way(&scene, 17, 7, 1) + 120);
    close_scene(&scene);
}

static void test_way_past_a_checkpoint(void **state)
{
    (void)state;
    struct scene scene;
    open_scene(&scene,
               SHEET(20, 14,
                     "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
                     "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
                     "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"
                     "<polyline class='checkpoint' data-number='1' points='3,12 3,13'/>"),
               "classroom", "checkpoints=on", &ample);
    struct car car = knowledge_placed(scene.knowledge, POINT(14, 8));
    car.crossings = car.laps_opened = 1;
    /* Back over the line, which costs nothing here, to (14,5) and (3,2), and the same way again. */
    assert_int_equal(knowledge_way(scene.knowledge, &car), 15 + 61 + 61 + 15);
    car.checkpoint = 1;
    assert_int_equal(knowledge_way(scene.knowledge, &car), 5 + 5);
    close_scene(&scene);
}

/* --- rounds ----------------------------------------------------------------------------------- */

static struct car flying(const struct scene *scene, int x, int y, int crossings)
{
    struct car car = knowledge_placed(scene->knowledge, POINT(x, y));
    car.crossings = crossings;
    return car;
}

static void expect_scope(const struct scene *scene, int extras, int laps)
{
    struct knowledge_scope scope = knowledge_scope(scene->knowledge);
    assert_int_equal(scope.extras, extras);
    assert_int_equal(scope.laps, laps);
}

/* Five laps, of which three are searched: the last three are exact, what is before them is some
 * laps more. */
static void test_last_laps(void **state)
{
    (void)state;
    struct scene whole, last;
    struct knowledge_limits limits = ample;
    limits.planes = 5;
    open_scene(&whole, RING, "classroom", "laps=5", &ample);
    open_scene(&last, RING, "classroom", "laps=5", &limits);
    expect_scope(&whole, 0, 5);
    expect_scope(&last, 0, 3);
    for (int y = 0; y <= 14; y++)
        for (int x = 0; x <= 20; x++)
            for (int crossings = 3; crossings <= 5; crossings++) {
                struct car car = flying(&whole, x, y, crossings);
                assert_int_equal(knowledge_remaining(last.knowledge, &car),
                                 knowledge_remaining(whole.knowledge, &car));
            }
    int difference = knowledge_rounds(last.knowledge) - knowledge_rounds(whole.knowledge);
    assert_in_range(difference + 2, 0, 4);
    struct car first = flying(&last, 17, 7, 1);
    struct car second = flying(&last, 17, 7, 2);
    assert_in_range(knowledge_remaining(last.knowledge, &first) -
                        knowledge_remaining(last.knowledge, &second),
                    10, 20);
    close_scene(&whole);
    close_scene(&last);
}

/* A car with three nitros is taken for one with one; so it needs as many rounds as that. */
static void test_fewer_extras(void **state)
{
    (void)state;
    struct scene one, capped;
    struct knowledge_limits limits = ample;
    limits.planes = 4;
    open_scene(&one, RING, "classroom", "nitros=1", &ample);
    open_scene(&capped, RING, "classroom", "nitros=3", &limits);
    expect_scope(&capped, 1, 1);
    assert_true(knowledge_rounds(one.knowledge) > 0);
    assert_int_equal(knowledge_rounds(capped.knowledge), knowledge_rounds(one.knowledge));
    close_scene(&one);
    close_scene(&capped);
}

static void test_too_much_to_search(void **state)
{
    (void)state;
    struct scene scene;
    struct knowledge_limits limits = ample;
    limits.moves = 10;
    open_scene(&scene, RING, "classroom", "", &limits);
    struct car car = flying(&scene, 17, 7, 0);
    expect_scope(&scene, -1, -1);
    assert_int_equal(knowledge_rounds(scene.knowledge), KNOWLEDGE_UNKNOWN);
    assert_int_equal(knowledge_remaining(scene.knowledge, &car), KNOWLEDGE_UNKNOWN);
    assert_int_equal(knowledge_remaining_by(scene.knowledge, &car, POINT(17, 8)),
                     KNOWLEDGE_UNKNOWN);
    assert_int_equal(distance(&scene, 17, 6), 10);
    close_scene(&scene);
}

/* Without extras it is enough: what that finds tells that the rest would be too much. */
static void test_extras_left_out(void **state)
{
    (void)state;
    struct scene scene, plain;
    struct knowledge_limits limits = ample;
    limits.moves = 20000;
    limits.at_once = 0;
    open_scene(&scene, RING, "classroom", "nitros=50 laps=3", &limits);
    open_scene(&plain, RING, "classroom", "laps=3", &ample);
    assert_true(knowledge_scope(scene.knowledge).extras < 3);
    assert_true(knowledge_rounds(scene.knowledge) > 0);
    assert_true(knowledge_rounds(scene.knowledge) <= knowledge_rounds(plain.knowledge) + 2);
    close_scene(&scene);
    close_scene(&plain);
}

static void test_cancelled(void **state)
{
    (void)state;
    struct table table;
    atomic_bool cancelled;
    atomic_init(&cancelled, true);
    open_table(&table, RING, "classroom", 1, "");
    assert_null(knowledge_prepare(&table.setup, &(struct budget){.cancelled = &cancelled}));
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_distances_from_walls),
        cmocka_unit_test(test_distances_to_touch),
        cmocka_unit_test(test_ways_of_laps),
        cmocka_unit_test(test_way_past_a_checkpoint),
        cmocka_unit_test(test_last_laps),
        cmocka_unit_test(test_fewer_extras),
        cmocka_unit_test(test_too_much_to_search),
        cmocka_unit_test(test_extras_left_out),
        cmocka_unit_test(test_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
