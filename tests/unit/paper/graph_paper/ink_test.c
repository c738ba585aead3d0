/* Ink: a step stays within the box it announces, only adds itself, and is the same each time. */
#include "paper/graph_paper/ink.h"
#include "support/cmocka.h"
#include "support/ring.h"
#include "track/draft.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 560, HEIGHT = 400, WHITE = 0xffffff };
static const struct paper_view view = {15, 12, 25.5, 1};

static cairo_t *white_picture(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    return cairo;
}

static uint32_t pixel(cairo_t *cairo, int x, int y)
{
    cairo_surface_t *surface = cairo_get_target(cairo);
    cairo_surface_flush(surface);
    const unsigned char *bytes = cairo_image_surface_get_data(surface);
    uint32_t value;
    memcpy(&value, bytes + y * cairo_image_surface_get_stride(surface) + x * 4, sizeof value);
    return value & 0xffffff;
}

static bool box_holds_pixel(const double box[4], int x, int y)
{
    return x >= box[0] && y >= box[1] && x < box[0] + box[2] && y < box[1] + box[3];
}

static void assert_only_in(cairo_t *cairo, const double box[4])
{
    int marked = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (pixel(cairo, x, y) != WHITE) {
                marked++;
                assert_true(box_holds_pixel(box, x, y));
            }
    assert_true(marked > 0);
}

/* Random races with crashes, collisions and all that a move can use, driving outside, too. */
static const char *const rules_of_steps[] = {
    "racing-car",
    "racing-car off_track=run_wide good_brakes=20 turbo_boosts=20 nitros=20",
    "racing-car off_track=damage damage_limit=99 collision=damage",
    "classroom off_track=retire",
};

static void check_steps(const char *rules)
{
    struct random random = random_seeded(20261120);
    struct session *session = ring_session(rules, 4, ring_allow_all);
    for (int i = 0; i < 80 && ring_act_at_random(session, &random); i++) {
        double box[4];
        int last = session_step_count(session) - 1;
        if (paper_step_box(&view, session, last, box)) {
            cairo_t *cairo = white_picture();
            paper_draw_step(cairo, &view, session, last, 1, false, &paper_theme_paper);
            assert_only_in(cairo, box);
            cairo_destroy(cairo);
        }
    }
    session_free(session);
}

static void steps_and_cars_stay_within_their_boxes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules_of_steps / sizeof rules_of_steps[0]; i++)
        check_steps(rules_of_steps[i]);
}

/* What is recorded of it is what the sheet mends: a group without a clip would be all of it. */
static void assert_small_ink(cairo_t *cairo, const double box[4])
{
    double x, y, width, height;
    cairo_recording_surface_ink_extents(cairo_get_target(cairo), &x, &y, &width, &height);
    assert_true(width <= 3 * box[2] && height <= 3 * box[3]);
    cairo_destroy(cairo);
}

static cairo_t *record(void)
{
    const cairo_rectangle_t all = {0, 0, WIDTH, HEIGHT};
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &all);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    return cairo;
}

static void check_single_car(const char *rules)
{
    struct random random = random_seeded(7);
    struct session *session = ring_session(rules, 1, ring_allow_all);
    for (int i = 0; i < 40 && ring_act_at_random(session, &random); i++) {
        double box[4];
        cairo_t *cairo = white_picture();
        paper_draw_cars(cairo, &view, session, session_race(session), &paper_theme_paper);
        assert_true(paper_car_box(&view, session, session_race(session), 1, box));
        assert_only_in(cairo, box);
        cairo_destroy(cairo);
        cairo = record();
        paper_draw_cars(cairo, &view, session, session_race(session), &paper_theme_paper);
        assert_small_ink(cairo, box);
    }
    session_free(session);
}

static void a_single_car_stays_within_its_box(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules_of_steps / sizeof rules_of_steps[0]; i++)
        check_single_car(rules_of_steps[i]);
}

/* 10,3 -> 11,4 -> 12,6 leaves the ring at 11 1/2,5: the line is whole up to there and dashed from
 * there on, where the paper shows between the dashes. */
static void the_way_outside_is_dashed(void **state)
{
    (void)state;
    static const char *const actions[] = {"10,3>11,4", "12,6", "12,7"};
    struct session *session = ring_session("classroom off_track=run_wide", 1, ring_allow_all);
    ring_do(session, actions, 3);
    cairo_t *cairo = white_picture();
    paper_draw_ink(cairo, &view, session, 3, &paper_theme_paper);
    int bare_inside = 0, bare_outside = 0;
    for (int i = 1; i < 100; i++) {
        double x, y;
        paper_to_device(&view, course_size(session_setup(session)->course).y, 11 + i * 0.004,
                        4 + i * 0.008, &x, &y);
        bare_inside += pixel(cairo, (int)x, (int)y) >> 16 > 0xa0;
        paper_to_device(&view, course_size(session_setup(session)->course).y, 11.6 + i * 0.004,
                        5.2 + i * 0.008, &x, &y);
        bare_outside += pixel(cairo, (int)x, (int)y) >> 16 > 0xa0;
    }
    assert_int_equal(bare_inside, 0);
    assert_true(bare_outside > 15 && bare_outside < 85);
    double tick_x, tick_y; /* a move ends at 12,6, across its way: no crash and no way back */
    paper_to_device(&view, course_size(session_setup(session)->course).y, 12.197, 5.902, &tick_x,
                    &tick_y);
    assert_true(pixel(cairo, (int)tick_x, (int)tick_y) >> 16 < 0x60);
    cairo_destroy(cairo);
    session_free(session);
}

static void ink_is_the_same_whenever_it_is_drawn(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, 5);
    cairo_t *at_once = white_picture(), *later = white_picture();
    paper_draw_ink(at_once, &view, session, 5, &paper_theme_paper);
    for (int step = 0; step < 5; step++)
        paper_draw_step(later, &view, session, step, 1, false, &paper_theme_paper);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_int_equal(pixel(at_once, x, y), pixel(later, x, y));
    cairo_destroy(at_once);
    cairo_destroy(later);
    session_free(session);
}

/* 13,3 -> 15,4: its ink is strong while it is among the car's last seven moves, then pale. */
static void old_ink_fades(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, RING_LAP_ACTIONS);
    double x, y;
    paper_to_device(&view, course_size(session_setup(session)->course).y, 14, 3.5, &x, &y);
    cairo_t *fresh = white_picture(), *faded = white_picture();
    paper_draw_ink(fresh, &view, session, 9, &paper_theme_paper);
    paper_draw_ink(faded, &view, session, 10, &paper_theme_paper);
    uint32_t strong = pixel(fresh, (int)x, (int)y) >> 16, pale = pixel(faded, (int)x, (int)y) >> 16;
    assert_true(strong < 0x40);
    assert_true(pale > 0x70 && pale < 0xf0);
    cairo_destroy(fresh);
    cairo_destroy(faded);
    session_free(session);
}

static const char gates_svg[] =
    "<svg viewBox=\"0 0 20 14\" data-graphprix=\"1\"><path class=\"wall\" d=\"M1 1H19V13H1Z\"/>"
    "<polyline class=\"checkpoint\" data-number=\"1\" points=\"3,4 4,4 5,5\"/>"
    "<polyline class=\"checkpoint\" data-number=\"2\" points=\"12,9 12,10\"/></svg>";

/* Each gate can be drawn alone, so that a sheet mends it alone: all of them, one after the other,
 * are the guide; and a passed gate looks otherwise than the next one. */
static void gates_are_drawn_one_by_one(void **state)
{
    (void)state;
    struct error error;
    struct track *track = svg_read_track(gates_svg, strlen(gates_svg), &error);
    assert_non_null(track);
    struct paper_guide guide = {.pen = 3, .gates = true};
    cairo_t *next = white_picture(), *passed = white_picture(), *alone = white_picture();
    paper_draw_guide(next, &view, track, &guide, &paper_theme_paper);
    guide.passed = 1;
    paper_draw_guide(passed, &view, track, &guide, &paper_theme_paper);
    int other = 0, second = 0;
    for (guide.only = 1; guide.only <= 2; guide.only++) {
        paper_draw_guide(alone, &view, track, &guide, &paper_theme_paper);
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                bool same = pixel(alone, x, y) == pixel(passed, x, y);
                other += guide.only == 1 && pixel(alone, x, y) != pixel(next, x, y);
                second += guide.only == 1 && !same;
                assert_true(same || guide.only == 1);
            }
    }
    assert_true(other > 100);
    assert_true(second > 100);
    cairo_destroy(next);
    cairo_destroy(passed);
    cairo_destroy(alone);
    track_release(track);
}

/* Every outcome and every mark has a shape of its own: drawn in black, no two pictures agree. */
static void shapes_differ_without_their_colours(void **state)
{
    (void)state;
    struct paper_theme black = paper_theme_paper;
    struct paper_color ink = {0, 0, 0, 1};
    for (int i = 0; i < PEN_COUNT; i++)
        black.pens[i] = ink;
    black.warning = black.focus = black.chequer_dark = black.ink = black.ink_soft = ink;
    cairo_t *pictures[PEN_COUNT + OUTCOME_CLEAR + 2];
    int count = 0;
    for (int pen = 1; pen <= PEN_COUNT; pen++) {
        pictures[count] = white_picture();
        paper_draw_mark(pictures[count++], pen, 100, 100, 20, &black);
    }
    for (int outcome = 0; outcome <= OUTCOME_CLEAR; outcome++) {
        pictures[count] = white_picture();
        paper_draw_outcome(pictures[count++], (enum outcome)outcome, 1, 100, 100, 8, 1, &black);
    }
    pictures[count] = white_picture();
    paper_draw_refused(pictures[count++], 100, 100, 8, 1, &black);
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++) {
            int differences = 0;
            for (int y = 80; y < 120; y++)
                for (int x = 80; x < 120; x++)
                    differences += abs((int)(pixel(pictures[a], x, y) & 255) -
                                       (int)(pixel(pictures[b], x, y) & 255)) > 128;
            assert_true(differences > 20);
        }
    for (int i = 0; i < count; i++)
        cairo_destroy(pictures[i]);
}

/* A wall like a comb, with a vertex every fifth of a square, goes up to 90 and down to 10. */
static void an_outline_has_no_more_edges_than_can_be_seen(void **state)
{
    (void)state;
    enum { VERTICES = 20000, MOST = 2000 };
    struct text svg = {0};
    struct error error;
    struct outline outline = {0};
    const double all[4] = {0, 0, 1000, 100};
    text_append(&svg, "<svg viewBox='0 0 4096 100'><path class='wall' d='M1 95");
    for (int i = 0; i < VERTICES; i++)
        text_append_format(&svg, " L%d.%d %d", 5 + i / 5, i % 5 * 2, i % 2 ? 10 : 90);
    text_append(&svg, " L4095 95Z'/></svg>");
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    assert_non_null(track);
    outline_build(&outline, &(struct paper_view){0, 0, 0.1, 1}, track, track->surface, all);
    int corners = 0, high = 0, low = 0;
    for (int i = 0; i < outline.count; i++) {
        corners += outline.points[i].corner;
        high += outline.points[i].corner && outline.points[i].y < 1.5;
        low += outline.points[i].corner && outline.points[i].y > 8.5;
    }
    assert_in_range(corners, MOST / 4, MOST + 1);
    assert_true(high > MOST / 8 && low > MOST / 8);
    outline_build(&outline, &(struct paper_view){0, 0, 25, 1}, track, track->surface, all);
    assert_true(outline.count > VERTICES);
    outline_free(&outline);
    track_release(track);
    text_free(&svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_and_cars_stay_within_their_boxes),
        cmocka_unit_test(a_single_car_stays_within_its_box),
        cmocka_unit_test(the_way_outside_is_dashed),
        cmocka_unit_test(ink_is_the_same_whenever_it_is_drawn),
        cmocka_unit_test(old_ink_fades),
        cmocka_unit_test(gates_are_drawn_one_by_one),
        cmocka_unit_test(shapes_differ_without_their_colours),
        cmocka_unit_test(an_outline_has_no_more_edges_than_can_be_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
