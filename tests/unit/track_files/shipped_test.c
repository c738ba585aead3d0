/* The tracks that come with the game: each loads, lets a lap be driven and keeps its character.
 *
 * The table is what each track was drawn to be. Run from the top of the tree, where tracks/ is.
 */
#include "base/system/file.h"
#include "drivers/graph_paper/driving.h"
#include "geometry/area.h"
#include "track/draft.h"
#include "track/track.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct character {
    const char *file;
    const char *name;
    int width;
    int height;
    int loops; /* walls: outer, inner, islands */
    int slicks;
    bool open;
    int starts; /* at least so many cars find a free start point; 0: an arena */
    int par;    /* found by an exhaustive search that shares no code with the game */
    int turbo_areas;
    int checkpoints;
};

static const struct character shipped[] = {
    {"tracks/graph-paper/first-oval.svg", "First oval", 40, 30, 2, 0, false, 6, 22, 0, 0},
    {"tracks/graph-paper/kidney.svg", "Kidney", 40, 30, 2, 1, false, 6, 20, 0, 0},
    {"tracks/graph-paper/hairpin.svg", "Hairpin", 50, 36, 2, 1, false, 5, 49, 0, 0},
    {"tracks/graph-paper/old-town.svg", "Old town", 46, 36, 3, 1, false, 5, 59, 0, 0},
    {"tracks/graph-paper/triangle.svg", "Triangle", 60, 44, 2, 2, false, 6, 32, 0, 0},
    {"tracks/graph-paper/three-ponds.svg", "Three ponds", 56, 36, 4, 1, false, 8, 26, 0, 0},
    {"tracks/graph-paper/long-road.svg", "Long road", 120, 78, 2, 5, false, 6, 109, 0, 0},
    {"tracks/graph-paper/hill-climb.svg", "Hill climb", 70, 50, 1, 2, true, 6, 67, 0, 0},
    {"tracks/graph-paper/boost-park.svg", "Boost park", 50, 36, 2, 1, false, 5, 38, 2, 3},
    {"tracks/graph-paper/round-bowl.svg", "Round bowl", 26, 20, 1, 0, false, 0, 0, 0, 0},
    {"tracks/graph-paper/peanut.svg", "Peanut", 35, 22, 1, 0, false, 0, 0, 0, 0},
    {"tracks/graph-paper/island-ring.svg", "Island ring", 33, 25, 2, 2, false, 0, 0, 0, 0},
    {"tracks/graph-paper/meadow-loop.svg", "Meadow loop", 60, 42, 2, 0, false, 8, 28, 0, 0},
    {"tracks/graph-paper/shoelace.svg", "Shoelace", 72, 50, 2, 0, false, 5, 72, 0, 0},
    {"tracks/graph-paper/needles-eye.svg", "Needle's eye", 52, 38, 2, 0, false, 8, 26, 0, 0},
    {"tracks/graph-paper/salt-flats.svg", "Salt flats", 104, 48, 2, 2, false, 7, 43, 0, 0},
    {"tracks/graph-paper/goat-track.svg", "Goat track", 80, 60, 1, 2, true, 6, 59, 0, 0},
    {"tracks/graph-paper/frozen-lake.svg", "Frozen lake", 66, 46, 2, 3, false, 8, 29, 3, 0},
    {"tracks/graph-paper/lighthouse.svg", "Lighthouse", 78, 58, 3, 1, false, 7, 34, 0, 3},
    {"tracks/graph-paper/cauldron.svg", "Cauldron", 30, 22, 3, 0, false, 0, 0, 0, 0},
    {"tracks/graph-paper/kestrel-meander.svg", "Kestrel Meander", 44, 32, 2, 2, false, 6, 29, 0, 0},
    {"tracks/graph-paper/juniper-ladder.svg", "Juniper Ladder", 40, 30, 2, 1, false, 4, 33, 0, 0},
    {"tracks/graph-paper/osprey-pass.svg", "Osprey Pass", 50, 38, 2, 1, false, 4, 53, 0, 3},
    {"tracks/graph-paper/tinker-shore.svg", "Tinker Shore", 64, 40, 2, 4, false, 4, 51, 1, 0},
    {"tracks/graph-paper/falcon-street.svg", "Falcon Street", 56, 40, 3, 2, false, 4, 58, 0, 3},
    {"tracks/graph-paper/orchard-bend.svg", "Orchard Bend", 80, 36, 2, 3, false, 4, 47, 0, 3},
    {"tracks/graph-paper/otter-block.svg", "Otter Block", 72, 48, 3, 3, false, 4, 107, 1, 3},
    {"tracks/graph-paper/larch-pit.svg", "Larch Pit", 36, 26, 8, 2, false, 0, 0, 0, 0},
};
enum { SHIPPED = sizeof shipped / sizeof *shipped };

static struct track *load(const struct character *expected)
{
    struct error error = {0};
    struct track *track = svg_load_track(expected->file, &error);
    if (!track)
        fail_msg("%s: line %d: %s", expected->file, error.line, error.text);
    return track;
}

static int step_sign(int difference)
{
    return (difference > 0) - (difference < 0);
}

/* Calls `visit` for every grid point of the line that lies on the track, and counts them. */
static int visit_line(const struct track *track, struct track_line line,
                      void (*visit)(const struct track *track, struct point at))
{
    struct point step = {step_sign(line.to.x - line.from.x), step_sign(line.to.y - line.from.y)};
    int count = 0;
    for (struct point at = line.from; !point_equal(at, line.to); at = point_add(at, step)) {
        if (area_place_grid(track->surface, at) == PLACE_OUTSIDE)
            continue;
        count++;
        if (visit)
            visit(track, at);
    }
    return count;
}

/* Six squares ahead, at most one aside, so that the first corner does not decide the race. */
static void assert_has_run(const struct track *track, struct point at)
{
    int across = step_sign(track->start.to.x - track->start.from.x);
    int along = step_sign(track->start.to.y - track->start.from.y);
    for (int aside = -1; aside <= 1; aside++) {
        struct point ahead = {-6 * along + aside * across, 6 * across + aside * along};
        if (area_holds_move(track->surface, at, point_add(at, ahead)))
            return;
    }
    fail_msg("%s: no run from (%d, %d)", track->name, at.x, at.y);
}

static void test_every_track_is_what_it_was_drawn_to_be(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        struct track *track = load(&shipped[i]);
        assert_string_equal(track->name, shipped[i].name);
        assert_true(strlen(track->description) > 80);
        assert_int_equal(track->width, shipped[i].width);
        assert_int_equal(track->height, shipped[i].height);
        assert_int_equal(area_loop_count(track->surface), shipped[i].loops);
        assert_int_equal(track->slick_count, shipped[i].slicks);
        assert_int_equal(track->turbo_count, shipped[i].turbo_areas);
        assert_int_equal(track->checkpoint_count, shipped[i].checkpoints);
        assert_int_equal(track->has_line, shipped[i].starts > 0);
        assert_int_equal(track->open, shipped[i].open);
        track_release(track);
    }
}

static void test_cars_start_side_by_side_with_a_run_to_the_first_corner(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        if (shipped[i].starts == 0)
            continue;
        struct track *track = load(&shipped[i]);
        assert_true(visit_line(track, track->start, assert_has_run) >= shipped[i].starts);
        assert_true(visit_line(track, track->finish, NULL) >= 4);
        track_release(track);
    }
}

static void test_every_track_can_be_driven(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        struct track *track = load(&shipped[i]);
        struct lap lap = {0};
        struct error error = {0};
        if (!lap_prove(track, NULL, &lap, &error))
            fail_msg("%s: %s", shipped[i].file, error.text);
        assert_true(lap.possible);
        assert_int_equal(lap.rounds, shipped[i].par);
        track_release(track);
    }
}

static void test_walls_keep_a_square_from_the_edge_of_the_sheet(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        struct track *track = load(&shipped[i]);
        for (int loop = 0; loop < area_loop_count(track->surface); loop++) {
            struct loop wall = area_loop(track->surface, loop);
            for (int k = 0; k < wall.count; k++) {
                assert_in_range(wall.vertices[k].x, FINE, (track->width - 1) * FINE);
                assert_in_range(wall.vertices[k].y, FINE, (track->height - 1) * FINE);
            }
        }
        track_release(track);
    }
}

static int count_points(const struct track *track, const struct area *area)
{
    int points = 0;
    for (int y = 0; y <= track->height; y++)
        for (int x = 0; x <= track->width; x++)
            points += area_place_grid(area, (struct point){x, y}) != PLACE_OUTSIDE;
    return points;
}

static void assert_lies_on_track(const struct track *track, const struct area *patch)
{
    struct loop edge = area_loop(patch, 0);
    for (int k = 0; k < edge.count; k++)
        assert_int_equal(area_place_fine(track->surface, edge.vertices[k]), PLACE_INSIDE);
    assert_true(count_points(track, patch) >= 3);
}

/* A slick that holds no grid point of the track, or that hangs over a wall, asks nothing. */
static void test_slicks_lie_on_the_track_and_can_be_landed_on(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        struct track *track = load(&shipped[i]);
        for (int s = 0; s < track->slick_count; s++)
            assert_lies_on_track(track, track->slicks[s].area);
        for (int t = 0; t < track->turbo_count; t++) {
            assert_lies_on_track(track, track->turbo_areas[t].area);
            struct point arrow = track->turbo_areas[t].arrow;
            assert_true(arrow.x != 0 || arrow.y != 0);
        }
        track_release(track);
    }
}

/* What only looks like a line or an arrow would stay behind, pale, where that is moved or taken
 * away in the editor: the look of a thing is its own, by patterns and markers. */
static void test_nothing_lies_about_that_only_decorates(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        struct error error = {0};
        struct text svg = {0};
        struct draft draft;
        assert_true(file_read(shipped[i].file, TRACK_FILE_LIMIT, &svg, &error));
        assert_true(svg_read_draft(svg.data, svg.length, &draft, &error));
        for (int k = 0; k < draft.count; k++)
            if (draft.items[k].role == DRAFT_DECORATION)
                fail_msg("%s, line %d: this is decoration", shipped[i].file, draft.items[k].line);
        draft_free(&draft);
        text_free(&svg);
    }
}

/* From wall to wall and without a gap: nobody gets past a checkpoint but through it. */
static void test_checkpoints_reach_across_the_track(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        struct track *track = load(&shipped[i]);
        for (int c = 0; c < track->checkpoint_count; c++) {
            const struct track_checkpoint *checkpoint = &track->checkpoints[c];
            const struct point *points = checkpoint->points;
            int last = checkpoint->point_count - 1;
            int inside = 0;
            for (int k = 0; k < last; k++) {
                struct point step = point_subtract(points[k + 1], points[k]);
                assert_true(step.x * step.x <= 1 && step.y * step.y <= 1);
                inside += area_place_grid(track->surface, points[k]) == PLACE_INSIDE;
            }
            assert_true(inside >= 4);
            assert_int_not_equal(area_place_grid(track->surface, points[0]), PLACE_INSIDE);
            assert_int_not_equal(area_place_grid(track->surface, points[last]), PLACE_INSIDE);
        }
        track_release(track);
    }
}

/* Eight cars and room to turn. */
static void test_arenas_have_room_for_a_derby(void **state)
{
    (void)state;
    for (int i = 0; i < SHIPPED; i++) {
        if (shipped[i].starts > 0)
            continue;
        struct track *track = load(&shipped[i]);
        assert_true(count_points(track, track->surface) >= 25 * 8);
        track_release(track);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_track_is_what_it_was_drawn_to_be),
        cmocka_unit_test(test_cars_start_side_by_side_with_a_run_to_the_first_corner),
        cmocka_unit_test(test_every_track_can_be_driven),
        cmocka_unit_test(test_walls_keep_a_square_from_the_edge_of_the_sheet),
        cmocka_unit_test(test_slicks_lie_on_the_track_and_can_be_landed_on),
        cmocka_unit_test(test_nothing_lies_about_that_only_decorates),
        cmocka_unit_test(test_checkpoints_reach_across_the_track),
        cmocka_unit_test(test_arenas_have_room_for_a_derby),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
