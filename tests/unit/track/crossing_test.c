/* Crossings of walls: plain cases by hand, random polygons against a brute-force model, and the
 * time that hostile ones take.
 *
 * The model looks at every pair of passes at every point that matters: all vertices and all proper
 * intersections of edges, and asks whether they separate each other on a small circle.
 */
#include "base/number.h"
#include "base/system/host.h"
#include "support/cmocka.h"
#include "track/track.h"

#include <stdlib.h>
#include <string.h>

enum { VERTEX_LIMIT = 24, LOOP_LIMIT = 3 };

struct polygons {
    struct point vertices[LOOP_LIMIT][VERTEX_LIMIT];
    struct loop loops[LOOP_LIMIT];
    int count;
};

/* "0,0 4,0 4,4; 1,1 2,1 ..." */
static struct polygons *make_polygons(const char *text)
{
    struct polygons *made = calloc(1, sizeof *made);
    made->count = 1;
    for (char *cursor = (char *)text; *cursor != '\0';) {
        struct loop *loop = &made->loops[made->count - 1];
        loop->vertices = made->vertices[made->count - 1];
        loop->vertices[loop->count].x = (int32_t)strtol(cursor, &cursor, 10);
        loop->vertices[loop->count++].y = (int32_t)strtol(cursor + 1, &cursor, 10);
        made->count += *cursor == ';';
        cursor += strspn(cursor, "; ");
    }
    return made;
}

static void expect_none(const char *text)
{
    struct polygons *polygons = make_polygons(text);
    struct crossing found;
    if (crossing_find(polygons->loops, polygons->count, &found))
        fail_msg("%s: %d and %d at (%d, %d)", text, found.first, found.second, found.at.x,
                 found.at.y);
    free(polygons);
}

static void expect_crossing(const char *text, int first, int second, int x, int y)
{
    struct polygons *polygons = make_polygons(text);
    struct crossing found;
    if (!crossing_find(polygons->loops, polygons->count, &found))
        fail_msg("none found: %s", text);
    assert_int_equal(found.first, first);
    assert_int_equal(found.second, second);
    assert_int_equal(found.at.x, x);
    assert_int_equal(found.at.y, y);
    free(polygons);
}

static void test_sound_walls(void **state)
{
    (void)state;
    expect_none("0,0 9,0 9,9 0,9");
    expect_none("0,0 9,0 9,9 0,9; 2,2 2,7 7,7 7,2");
    expect_none("0,0 9,0 9,9 0,9; 20,20 30,20 30,30");
    expect_none("0,0 8,4 0,8 4,4");
}

static void test_crossings_of_edges(void **state)
{
    (void)state;
    expect_crossing("0,0 8,8 8,0 0,8", 0, 0, 4, 4);
    expect_crossing("0,0 8,0 8,8 0,8; 4,4 12,4 12,6 4,6", 0, 1, 8, 4);
    expect_crossing("0,0 100,0 100,90 0,90; 10,10 30,10 20,30; 20,20 120,20 20,40", 1, 2, 20, 30);
}

/* Through a vertex on an edge, through a vertex on a vertex. */
static void test_crossings_at_vertices(void **state)
{
    (void)state;
    expect_crossing("0,0 8,0 8,8 0,8; 4,4 8,4 12,5 8,6 4,6", 0, 1, 8, 4);
    expect_crossing("0,0 8,0 8,4 8,8 0,8; 4,4 8,4 12,5 8,6 4,6", 0, 1, 8, 4);
    expect_crossing("0,0 4,4 8,8 8,0 4,4 0,8", 0, 0, 4, 4);
}

static void test_touching_is_no_crossing(void **state)
{
    (void)state;
    expect_none("0,0 8,0 8,8 0,8; 8,4 12,2 12,6");
    expect_none("0,0 8,0 8,4 8,8 0,8; 8,4 12,2 12,6");
    expect_none("0,0 8,0 8,8 0,8; 4,4 8,4 4,6");
    expect_none("0,0 4,4 0,8; 8,0 8,8 4,4");
    expect_none("0,0 4,4 0,8 8,8 4,4 8,0");
}

static void test_running_along_is_no_crossing(void **state)
{
    (void)state;
    expect_none("0,0 8,0 8,8 0,8; 8,2 12,2 12,6 8,6");
    expect_none("0,0 8,0 8,8 0,8; 8,0 12,0 12,8 8,8");
    expect_none("0,0 8,0 8,8 0,8; 0,0 8,0 8,8 0,8");
    expect_none("0,0 8,0 8,8 0,8; 2,0 6,0 6,4 2,4");
    expect_none("0,0 8,0 4,0 4,5");
    expect_none("0,0 8,0 8,8 0,8; 4,0 12,0 12,8 4,8");
}

/* The model. */

static int sign(int64_t number)
{
    return (number > 0) - (number < 0);
}

static bool on_segment(struct point p, struct point a, struct point b)
{
    return point_cross(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) <= 0 &&
           (p.y - a.y) * (p.y - b.y) <= 0;
}

static bool edges_cross(struct point a, struct point b, struct point c, struct point d)
{
    return sign(point_cross(a, b, c)) * sign(point_cross(a, b, d)) < 0 &&
           sign(point_cross(c, d, a)) * sign(point_cross(c, d, b)) < 0;
}

static bool same_direction(struct point o, struct point a, struct point b)
{
    struct point u = point_subtract(a, o), v = point_subtract(b, o);
    return point_cross(o, a, b) == 0 && (int64_t)u.x * v.x + (int64_t)u.y * v.y > 0;
}

/* Turning left from a, is c met before b? All seen from o, no two in the same direction. */
static bool between(struct point o, struct point a, struct point c, struct point b)
{
    bool left_turn = point_cross(o, a, b) > 0;
    bool c_left_of_a = point_cross(o, a, c) > 0;
    bool b_left_of_c = point_cross(o, c, b) > 0;
    if (point_cross(o, a, b) == 0)
        return c_left_of_a;
    return left_turn ? c_left_of_a && b_left_of_c : c_left_of_a || b_left_of_c;
}

struct way {
    struct point from, to;
};

static bool ways_cross(struct point o, struct way a, struct way b)
{
    if (same_direction(o, a.from, b.from) || same_direction(o, a.from, b.to) ||
        same_direction(o, a.to, b.from) || same_direction(o, a.to, b.to) ||
        same_direction(o, a.from, a.to) || same_direction(o, b.from, b.to))
        return false;
    return between(o, a.from, b.from, a.to) != between(o, a.from, b.to, a.to);
}

static struct point corner(const struct loop *loop, int index)
{
    return loop->vertices[(index + loop->count) % loop->count];
}

/* The ways of a loop through a point: at its vertices there and along its edges over it. */
static int find_ways(const struct loop *loop, struct point at, struct way *ways)
{
    int count = 0;
    for (int i = 0; i < loop->count; i++) {
        struct point a = corner(loop, i), b = corner(loop, i + 1);
        if (point_equal(a, at))
            ways[count++] = (struct way){corner(loop, i - 1), b};
        else if (on_segment(at, a, b) && !point_equal(b, at))
            ways[count++] = (struct way){a, b};
    }
    return count;
}

static bool model_crosses_at(const struct polygons *polygons, struct point at)
{
    struct way ways[LOOP_LIMIT * VERTEX_LIMIT];
    int count = 0;
    for (int i = 0; i < polygons->count; i++)
        count += find_ways(&polygons->loops[i], at, ways + count);
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (ways_cross(at, ways[i], ways[j]))
                return true;
    return false;
}

static bool model_edge_crosses(const struct polygons *polygons, struct point a, struct point b)
{
    for (int i = 0; i < polygons->count; i++)
        for (int j = 0; j < polygons->loops[i].count; j++)
            if (edges_cross(a, b, corner(&polygons->loops[i], j),
                            corner(&polygons->loops[i], j + 1)))
                return true;
    return false;
}

static bool model_crosses(const struct polygons *polygons)
{
    for (int i = 0; i < polygons->count; i++)
        for (int j = 0; j < polygons->loops[i].count; j++) {
            struct point a = corner(&polygons->loops[i], j);
            struct point b = corner(&polygons->loops[i], j + 1);
            if (model_crosses_at(polygons, a) || model_edge_crosses(polygons, a, b))
                return true;
        }
    return false;
}

static void fill_at_random(struct polygons *polygons, struct random *random)
{
    int side = 2 + (int)random_below(random, 8);
    polygons->count = 1 + (int)random_below(random, LOOP_LIMIT);
    for (int i = 0; i < polygons->count; i++) {
        struct loop *loop = &polygons->loops[i];
        *loop = (struct loop){polygons->vertices[i], 3 + (int)random_below(random, 5)};
        for (int j = 0; j < loop->count; j++)
            do
                loop->vertices[j] =
                    (struct point){(int32_t)random_below(random, (uint32_t)side + 1),
                                   (int32_t)random_below(random, (uint32_t)side + 1)};
            while ((j > 0 && point_equal(loop->vertices[j], loop->vertices[j - 1])) ||
                   (j == loop->count - 1 && point_equal(loop->vertices[j], loop->vertices[0])));
    }
}

/* Coordinates from 0 to 2..9, so that vertices touch, coincide and lie in lines all the time. */
static void test_against_the_model(void **state)
{
    (void)state;
    uint64_t seed = (uint64_t)clock_nanoseconds();
    struct random random = random_seeded(seed);
    int crossed = 0;
    enum { RUNS = 300000 };
    for (int i = 0; i < RUNS; i++) {
        struct polygons polygons;
        struct crossing found;
        fill_at_random(&polygons, &random);
        bool expected = model_crosses(&polygons);
        bool told = crossing_find(polygons.loops, polygons.count, &found);
        if (expected != told)
            fail_msg("seed %llu, run %d: the model says %d", (unsigned long long)seed, i, expected);
        crossed += expected;
    }
    /* Both answers must have been tried often. */
    assert_in_range(crossed, RUNS / 20, RUNS * 19 / 20);
}

/* Hostile ones: a comb whose teeth all span the sheet, spokes through one point, edges that all lie
 * on one another. Anything that compares pairs would need minutes. */

enum { MANY = 198000, FAR = SHEET_MAX * FINE };

static double seconds_for(struct point *vertices, int count, bool crosses)
{
    struct loop loop = {vertices, count};
    struct crossing found;
    int64_t start = clock_processor_nanoseconds();
    assert_int_equal(crossing_find(&loop, 1, &found), crosses);
    return (double)(clock_processor_nanoseconds() - start) / 1e9;
}

static void test_hostile_walls(void **state)
{
    (void)state;
    struct point *vertices = calloc(MANY + 3, sizeof *vertices);
    for (int i = 0; i < MANY; i++)
        vertices[i] = (struct point){i * 20, i % 2 ? FAR - 1 : 1};
    vertices[MANY] = (struct point){FAR, FAR};
    vertices[MANY + 1] = (struct point){0, FAR};
    assert_true(seconds_for(vertices, MANY + 2, false) < 5);

    for (int i = 0; i < MANY; i += 3) {
        vertices[i] = (struct point){0, FAR / 2};
        vertices[i + 1] = (struct point){FAR, i * 10};
        vertices[i + 2] = (struct point){FAR, i * 10 + 20};
    }
    assert_true(seconds_for(vertices, MANY, false) < 5);

    for (int i = 0; i < MANY; i++)
        vertices[i] = (struct point){i % 2 ? i : FAR - i, 7};
    assert_true(seconds_for(vertices, MANY, false) < 5);
    free(vertices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound_walls),
        cmocka_unit_test(test_crossings_of_edges),
        cmocka_unit_test(test_crossings_at_vertices),
        cmocka_unit_test(test_touching_is_no_crossing),
        cmocka_unit_test(test_running_along_is_no_crossing),
        cmocka_unit_test(test_against_the_model),
        cmocka_unit_test(test_hostile_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
