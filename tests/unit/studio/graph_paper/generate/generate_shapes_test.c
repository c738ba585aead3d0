/* What is drawn on generated sheets, measured on the track that the written file gives: no arena
 * has a wall along the sheet's edge as if by a ruler, pillars have a size and room between them,
 * what lies on a track lies over nothing else, and nothing on it is a pebble.
 *
 * generate_shapes_test [SEEDS]: 50 without a number.
 */
#include "studio/graph_paper/generate/generate.h"
#include "support/cmocka.h"
#include "track/draft.h"

#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS_USUAL = 50, PATCHES_MOST = 64 };
/* Squares: what lies so near to the edge of the sheet, how straight counts as straight, and how
 * long that may be; how far pillars stand apart, their area, and that of what stands on a track. */
static const double BESIDE = 2.2, RULER = 0.15, RUN_MOST = 3;
static const double PILLARS_APART = 1, PILLAR_LEAST = 2, ISLAND_LEAST = 4;

static int seeds = SEEDS_USUAL;

/* --- measuring, in squares -------------------------------------------------------------------- */

struct place_on_sheet {
    double x, y;
};

static struct place_on_sheet corner(struct loop loop, int index)
{
    struct point vertex = loop.vertices[index % loop.count];
    return (struct place_on_sheet){(double)vertex.x / FINE, (double)vertex.y / FINE};
}

static double area_within(struct loop loop)
{
    double twice = 0;
    for (int i = 0; i < loop.count; i++) {
        struct place_on_sheet a = corner(loop, i);
        struct place_on_sheet b = corner(loop, i + 1);
        twice += a.x * b.y - a.y * b.x;
    }
    return fabs(twice) / 2;
}

static double turn_of(struct place_on_sheet a, struct place_on_sheet b, struct place_on_sheet c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static double to_side(struct place_on_sheet p, struct place_on_sheet a, struct place_on_sheet b)
{
    double x = b.x - a.x;
    double y = b.y - a.y;
    double part = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(p.x - a.x - x * part, p.y - a.y - y * part);
}

static double between_sides(struct place_on_sheet a, struct place_on_sheet b,
                            struct place_on_sheet c, struct place_on_sheet d)
{
    if (turn_of(a, b, c) * turn_of(a, b, d) < 0 && turn_of(c, d, a) * turn_of(c, d, b) < 0)
        return 0;
    double at_ends = fmin(to_side(a, c, d), to_side(b, c, d));
    return fmin(at_ends, fmin(to_side(c, a, b), to_side(d, a, b)));
}

/* From line to line; a loop within another one is apart from it. */
static double distance_between(struct loop one, struct loop other)
{
    double least = HUGE_VAL;
    for (int i = 0; i < one.count; i++)
        for (int j = 0; j < other.count; j++)
            least = fmin(least, between_sides(corner(one, i), corner(one, i + 1), corner(other, j),
                                              corner(other, j + 1)));
    return least;
}

/* How far in from a side of the sheet (y), and where along it (x). */
static struct place_on_sheet seen_from(const struct track *track, int side,
                                       struct place_on_sheet at)
{
    switch (side) {
    case 0:
        return (struct place_on_sheet){at.y, at.x};
    case 1:
        return (struct place_on_sheet){at.y, track->width - at.x};
    case 2:
        return at;
    default:
        return (struct place_on_sheet){at.x, track->height - at.y};
    }
}

/* The longest stretch of a wall beside the edge that a strip as thin as the ruler covers. The wall
 * is walked in steps of at most an eighth of a square. */
static double longest_run(const struct track *track, struct loop loop)
{
    enum { PLACES = 8192 };
    static struct place_on_sheet places[PLACES];
    int count = 0;
    for (int i = 0; i < loop.count; i++) {
        struct place_on_sheet a = corner(loop, i);
        struct place_on_sheet b = corner(loop, i + 1);
        int steps = (int)(hypot(b.x - a.x, b.y - a.y) * 8) + 1;
        for (int k = 0; k < steps; k++, count++) {
            assert_true(count < PLACES);
            places[count] = (struct place_on_sheet){a.x + (b.x - a.x) * k / steps,
                                                    a.y + (b.y - a.y) * k / steps};
        }
    }
    double longest = 0;
    for (int side = 0; side < 4; side++)
        for (int from = 0; from < count; from++) {
            struct place_on_sheet first = seen_from(track, side, places[from]);
            double low = first.y, high = first.y;
            for (int i = 0; i < count && high <= BESIDE && high - low <= RULER; i++) {
                struct place_on_sheet at = seen_from(track, side, places[(from + i) % count]);
                low = fmin(low, at.y);
                high = fmax(high, at.y);
                if (high <= BESIDE && high - low <= RULER)
                    longest = fmax(longest, fabs(at.x - first.x));
            }
        }
    return longest;
}

/* --- the rules -------------------------------------------------------------------------------- */

/* The loops in order of size: the outer wall first, on a circuit the infield's second. */
static int by_size(const void *a, const void *b)
{
    double one = area_within(*(const struct loop *)a);
    double other = area_within(*(const struct loop *)b);
    return (one < other) - (one > other);
}

static struct loop *list_loops(const struct track *track, int *count)
{
    *count = area_loop_count(track->surface);
    struct loop *loops = calloc((size_t)*count, sizeof *loops);
    for (int i = 0; i < *count; i++)
        loops[i] = area_loop(track->surface, i);
    qsort(loops, (size_t)*count, sizeof *loops, by_size);
    return loops;
}

static void check_arena(const struct track *track, const struct loop *loops, int count)
{
    double run = longest_run(track, loops[0]);
    if (run > RUN_MOST)
        fail_msg("%s\nthe wall runs along the edge for %.2f squares", track->description, run);
    for (int i = 1; i < count; i++) {
        if (area_within(loops[i]) < PILLAR_LEAST)
            fail_msg("%s\na pillar of %.2f squares", track->description, area_within(loops[i]));
        for (int j = 0; j < i; j++)
            if (distance_between(loops[i], loops[j]) < PILLARS_APART)
                fail_msg("%s\n%.2f squares between pillars, or pillar and wall", track->description,
                         distance_between(loops[i], loops[j]));
    }
}

static void check_circuit(const struct track *track, const struct loop *loops, int count)
{
    assert_true(count >= 2);
    if (area_within(loops[count - 1]) < ISLAND_LEAST)
        fail_msg("%s\nan island of %.2f squares", track->description,
                 area_within(loops[count - 1]));
}

static void check_apart(const struct track *track, const struct area *patch, struct loop other,
                        const char *what)
{
    struct loop edge = area_loop(patch, 0);
    if (distance_between(edge, other) <= 0 ||
        area_place_fine(patch, other.vertices[0]) != PLACE_OUTSIDE)
        fail_msg("%s\na slick or turbo area lies over %s", track->description, what);
}

/* Slicks and turbo areas lie on the road, beside each other and beside the gates. */
static void check_patches(const struct track *track, const struct loop *loops, int count)
{
    const struct area *patches[PATCHES_MOST];
    int patch_count = 0;
    for (int i = 0; i < track->slick_count; i++)
        patches[patch_count++] = track->slicks[i].area;
    for (int i = 0; i < track->turbo_count; i++)
        patches[patch_count++] = track->turbo_areas[i].area;
    for (int i = 0; i < patch_count; i++) {
        assert_int_equal(area_loop_count(patches[i]), 1);
        assert_int_equal(area_place_fine(track->surface, area_loop(patches[i], 0).vertices[0]),
                         PLACE_INSIDE);
        for (int j = 0; j < count; j++)
            check_apart(track, patches[i], loops[j], "a wall");
        for (int j = 0; j < i; j++) {
            check_apart(track, patches[i], area_loop(patches[j], 0), "another one");
            check_apart(track, patches[j], area_loop(patches[i], 0), "another one");
        }
        for (int j = 0; j < track->checkpoint_count; j++)
            for (int k = 0; k < track->checkpoints[j].point_count; k++)
                if (area_place_grid(patches[i], track->checkpoints[j].points[k]) != PLACE_OUTSIDE)
                    fail_msg("%s\na slick or turbo area lies over a checkpoint",
                             track->description);
    }
}

/* --- seeds ------------------------------------------------------------------------------------ */

/* The track that a reader of the written file sees. */
static struct track *make(struct generator_wish wish)
{
    struct error error = {0};
    struct text svg = {0};
    struct track *made = generate_track(&wish, NULL, NULL, &error);
    if (!made)
        fail_msg("seed %llu: %s", (unsigned long long)wish.seed, error.text);
    svg_write_track(made, &svg);
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    if (!track)
        fail_msg("seed %llu, line %d: %s", (unsigned long long)wish.seed, error.line, error.text);
    track_release(made);
    text_free(&svg);
    return track;
}

static void check_track(const struct track *track)
{
    int count;
    struct loop *loops = list_loops(track, &count);
    if (track->has_line)
        check_circuit(track, loops, count);
    else
        check_arena(track, loops, count);
    check_patches(track, loops, count);
    free(loops);
}

static void check(struct generator_wish wish)
{
    struct track *track = make(wish);
    check_track(track);
    track_release(track);
}

static void test_arenas(void **state)
{
    (void)state;
    for (int i = 0; i < seeds; i++) {
        struct generator_wish wish = {(uint64_t)i, 60, 45, ARENA_STYLE, 1 + i % 5};
        check(wish);
        wish.width = i % 2 == 0 ? 24 : 120;
        wish.height = i % 3 == 0 ? 72 : 40;
        check(wish);
    }
}

static void test_circuits(void **state)
{
    (void)state;
    for (int i = 0; i < seeds; i++) {
        struct generator_wish wish = {(uint64_t)i, 60, 45, (enum generator_style)(i % ARENA_STYLE),
                                      1 + i / ARENA_STYLE % 5};
        check(wish);
    }
}

/* Those that come with the game: some were touched up by hand since. */
static void test_shipped(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob("tracks/graph-paper/*.svg", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct error error;
        struct track *track = svg_load_track(found.gl_pathv[i], &error);
        if (!track)
            fail_msg("%s: %s", found.gl_pathv[i], error.text);
        if (strstr(track->description, "Generated:"))
            check_track(track);
        track_release(track);
    }
    globfree(&found);
}

/* The ruler itself: a straight wall beside the edge is found, a bent one and one farther in not. */
static void test_the_ruler(void **state)
{
    (void)state;
    const struct track sheet = {.width = 40, .height = 30};
    struct point straight[] = {{10, 1}, {20, 1}, {20, 15}, {10, 15}};
    struct point bent[] = {{10, 1}, {12, 2}, {14, 1}, {16, 2}, {18, 1}, {20, 15}, {10, 15}};
    struct point far_in[] = {{10, 3}, {20, 3}, {20, 15}, {10, 15}};
    struct point upright[] = {{39, 10}, {39, 14}, {30, 12}};
    struct {
        struct loop loop;
        double run;
    } known[] = {{{straight, 4}, 10}, {{bent, 7}, 0.6}, {{far_in, 4}, 0}, {{upright, 3}, 4.5}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        for (int j = 0; j < known[i].loop.count; j++)
            known[i].loop.vertices[j] = point_to_fine(known[i].loop.vertices[j]);
        double run = longest_run(&sheet, known[i].loop);
        if (run > known[i].run + 0.2 || run < known[i].run - 0.7)
            fail_msg("loop %d: %.2f in place of %.2f", (int)i, run, known[i].run);
    }
}

int main(int argument_count, char **arguments)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_ruler),
        cmocka_unit_test(test_arenas),
        cmocka_unit_test(test_circuits),
        cmocka_unit_test(test_shipped),
    };
    if (argument_count > 1)
        seeds = atoi(arguments[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
