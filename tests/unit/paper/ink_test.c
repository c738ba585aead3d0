/* Ink: a step stays within the box it announces, only adds itself, and is the same each time. */
#include "paper/paper.h"
#include "paper/turn.h"
#include "support/cmocka.h"
#include "support/ring.h"

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

/* A whole lap, and then races with crashes, nitros and collisions in them. */
static void steps_and_cars_stay_within_their_boxes(void **state)
{
    (void)state;
    struct random random = random_seeded(20261120);
    struct session *session = ring_session("racing-car", 4, ring_allow_all);
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

static void a_single_car_stays_within_its_box(void **state)
{
    (void)state;
    struct random random = random_seeded(7);
    struct session *session = ring_session("racing-car", 1, ring_allow_all);
    for (int i = 0; i < 40 && ring_act_at_random(session, &random); i++) {
        double box[4];
        cairo_t *cairo = white_picture();
        paper_draw_cars(cairo, &view, session, session_race(session), &paper_theme_paper);
        assert_true(paper_car_box(&view, session, session_race(session), 1, box));
        assert_only_in(cairo, box);
        cairo_destroy(cairo);
    }
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
    paper_to_device(&view, session_setup(session)->track, 14, 3.5, &x, &y);
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

static void a_turn_stays_within_its_box(void **state)
{
    (void)state;
    struct session *session = ring_session("racing-car", 1, ring_allow_all);
    ring_do(session, ring_lap, 3);
    struct move_list moves = {0}, after = {0};
    graph_paper_moves(session_race(session), NULL, &moves);
    const struct car *car = graph_paper_car(session_race(session), 1);
    double seen[4] = {0, 0, WIDTH, HEIGHT};
    for (int i = -1; i < moves.count; i++) {
        after.count = 0;
        if (i >= 0)
            graph_paper_preview(session_race(session), 1, moves.items[i].to,
                                point_subtract(moves.items[i].to, car->at), &after);
        struct paper_turn turn = {.pen = 1,
                                  .chosen_start = -1,
                                  .has_car = true,
                                  .car = car->at,
                                  .velocity = car->velocity,
                                  .principal = point_add(car->at, car->velocity),
                                  .moves = moves.items,
                                  .move_count = moves.count,
                                  .chosen = i,
                                  .after = after.items,
                                  .after_count = after.count};
        for (int vectors = 0; vectors < 2; vectors++) {
            turn.vectors = vectors;
            cairo_t *cairo = white_picture();
            double box[4];
            paper_draw_turn(cairo, &view, session_setup(session)->track, &turn, seen,
                            &paper_theme_paper);
            assert_true(paper_turn_box(&view, session_setup(session)->track, &turn, box));
            assert_only_in(cairo, box);
            cairo_destroy(cairo);
        }
    }
    graph_paper_free_moves(&moves);
    graph_paper_free_moves(&after);
    session_free(session);
}

/* Every outcome and every mark has a shape of its own: drawn in black, no two pictures agree. */
static void shapes_differ_without_their_colours(void **state)
{
    (void)state;
    struct paper_theme black = paper_theme_paper;
    struct paper_color ink = {0, 0, 0, 1};
    for (int i = 0; i < PEN_COUNT; i++)
        black.pens[i] = ink;
    black.warning = black.focus = black.chequer_dark = black.ink = ink;
    cairo_t *pictures[PEN_COUNT + OUTCOME_CLEAR + 1];
    int count = 0;
    for (int pen = 1; pen <= PEN_COUNT; pen++) {
        pictures[count] = white_picture();
        paper_draw_mark(pictures[count++], pen, 100, 100, 20, &black);
    }
    for (int outcome = 0; outcome <= OUTCOME_CLEAR; outcome++) {
        pictures[count] = white_picture();
        paper_draw_outcome(pictures[count++], (enum outcome)outcome, 1, 100, 100, 8, 1, &black);
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_and_cars_stay_within_their_boxes),
        cmocka_unit_test(a_single_car_stays_within_its_box),
        cmocka_unit_test(ink_is_the_same_whenever_it_is_drawn),
        cmocka_unit_test(old_ink_fades),
        cmocka_unit_test(a_turn_stays_within_its_box),
        cmocka_unit_test(shapes_differ_without_their_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
