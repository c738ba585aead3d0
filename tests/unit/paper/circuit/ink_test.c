/* A circuit on paper: the marks of two wheels that a spin leaves for the rest of the race, signs,
 * and a finish as a small replay.
 */
#include "paper/circuit/ink.h"
#include "paper/print.h"
#include "session/session.h"
#include "unit/rules/circuit/fixture.h"

#include <math.h>

enum { SIDE = 800 };
static const struct paper_view view = {0, 0, 20, 1};

/* 60 from row 29 to 2, 100 to 7, then 140 into row 10, where 80 is the limit (RULES 6.1). */
static struct session *begin(void)
{
    struct error error = {0};
    struct course course = course_read(&circuit_game, CIRCUIT_X, strlen(CIRCUIT_X), &error);
    struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
    struct player names[1] = {{"Ada", 1, "human"}};
    assert_non_null(course.body);
    setup.course = course;
    setup.players = 1;
    setup.values[CIRCUIT_BUILD] = BUILD_STANDARD;
    setup.values[CIRCUIT_SPINS] = SPINS_STOP;
    setup.values[CIRCUIT_LAPS] = 1;
    struct session *session = session_begin(&setup, names, (struct allow){true, true}, &error);
    assert_non_null(session);
    course_release(course);
    return session;
}

static struct session *spin(void)
{
    static const char *const actions[] = {"speed 60",     "go 1 1 1",  "speed 100",
                                          "go 1 1 1 1 1", "speed 140", "go 1 1 1"};
    struct error error = {0};
    struct session *session = begin();
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (!session_do(session, 0, actions[i], &error))
            fail_msg("%s: %s", actions[i], error.text);
    return session;
}

static cairo_t *draw_faded(const struct session *session, int step)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    paper_draw_step(cairo, &view, session, step, 1, true, &paper_theme_paper);
    cairo_surface_flush(surface);
    return cairo;
}

/* Painted pixels; how near to a place the nearest is, and how far off the farthest. */
static int measure(cairo_t *cairo, struct pixel from, double *nearest, double *farthest)
{
    cairo_surface_t *surface = cairo_get_target(cairo);
    const unsigned char *bytes = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface), painted = 0;
    *nearest = SIDE;
    *farthest = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            if (bytes[y * stride + 4 * x + 3] == 0)
                continue;
            double away = hypot(x + 0.5 - from.x, y + 0.5 - from.y);
            painted++;
            *nearest = fmin(*nearest, away);
            *farthest = fmax(*farthest, away);
        }
    return painted;
}

/* When all else of the step has faded; those of the steps before leave nothing then. */
static void a_spin_leaves_its_marks_for_the_rest_of_the_race(void **state)
{
    (void)state;
    struct session *session = spin();
    struct circuit_layout *layout = circuit_layout_create(circuit_of(session_setup(session)));
    struct circuit_spot spot = circuit_space_middle(layout, (struct space){10, 1});
    struct pixel at = brush_place(&view, circuit_layout_height(layout), spot.x, spot.y);
    double lane = circuit_lane_width(layout) * view.square, nearest, farthest;
    int last = session_step_count(session) - 1;
    assert_int_equal(circuit_car(session_race(session), 1)->row, 10);
    for (int step = 0; step <= last; step++) {
        cairo_t *cairo = draw_faded(session, step);
        int painted = measure(cairo, at, &nearest, &farthest);
        cairo_destroy(cairo);
        if (step < last) {
            assert_int_equal(painted, 0);
            continue;
        }
        /* Round the car, which stands within, and no farther than a lane. */
        assert_true(painted > 100);
        assert_true(nearest > lane * 0.3 && farthest < lane * 1.1);
    }
    circuit_layout_free(layout);
    session_free(session);
}

static bool has_sign(const struct circuit *circuit, double square, struct space space)
{
    const struct paper_view small = {-100, 0, square, 1};
    struct circuit_layout *layout = circuit_layout_create(circuit);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SIDE, SIDE);
    cairo_t *cairo = cairo_create(surface);
    double radius;
    struct pixel at = circuit_sign_place(&small, circuit, layout, space, &radius);
    circuit_draw_strip(cairo, &small, circuit, layout, true, &paper_theme_paper);
    cairo_surface_flush(surface);
    /* On its red ring, which is a seventh of the radius wide. */
    const unsigned char *bytes =
        cairo_image_surface_get_data(surface) +
        (int)(at.y - 0.93 * radius) * cairo_image_surface_get_stride(surface) + 4 * (int)at.x;
    bool red = bytes[2] - bytes[1] > 80;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    circuit_layout_free(layout);
    return red;
}

/* The sign of a middle lane is 31 pixels wide at least. */
static void signs_cover_no_other_lanes(void **state)
{
    (void)state;
    struct error error = {0};
    const char *text = STRIP(20, 3,
                             "<g class='corner' data-from='4' data-to='7' "
                             "data-limits='60 80 80'/>");
    struct course course = course_read(&circuit_game, text, strlen(text), &error);
    assert_non_null(course.body);
    struct circuit_layout *layout = circuit_layout_create(course.body);
    double lane = circuit_lane_width(layout);
    circuit_layout_free(layout);
    for (int number = 1; number <= 3; number++) {
        assert_true(has_sign(course.body, 32 / lane, (struct space){4, number}));
        assert_int_equal(has_sign(course.body, 16 / lane, (struct space){4, number}), number != 2);
    }
    course_release(course);
}

/* Alone; by its last move, or by the speed that it posts in the last row. */
static struct session *finish(int speed)
{
    struct error error = {0};
    struct session *session = begin();
    while (!circuit_game.over(session_race(session))) {
        struct circuit_move moves[CIRCUIT_MOVES];
        int count = circuit_moves(session_race(session), 1, moves), chosen = 0;
        for (int i = 0; i < count; i++)
            if (moves[i].kind != MOVE_GO && moves[i].speed == speed)
                chosen = i;
        if (!session_do(session, 0, moves[chosen].action, &error))
            fail_msg("%s: %s", moves[chosen].action, error.text);
    }
    return session;
}

/* Pixels of a car's body. */
static int count_body(const struct clip *clip, int picture)
{
    enum { WIDE = 284, HIGH = 200 };
    int count = 0;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDE, HIGH);
    cairo_t *cairo = cairo_create(surface);
    clip_draw(cairo, clip, picture, WIDE, HIGH, 1, &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    for (int y = 0; y < HIGH; y++)
        for (int x = 0; x < WIDE; x++) {
            uint32_t pixel;
            memcpy(&pixel,
                   cairo_image_surface_get_data(surface) +
                       y * cairo_image_surface_get_stride(surface) + 4 * x,
                   sizeof pixel);
            count += (pixel & 0xffffff) == 0xfffefb;
        }
    cairo_surface_destroy(surface);
    return count;
}

/* To the last picture, although the rules know no place of it then. */
static void who_finishes_is_seen_crossing_the_line(void **state)
{
    (void)state;
    for (int speed = 40; speed <= 60; speed += 20) {
        struct session *session = finish(speed);
        double box[4];
        struct clip clip = {session, session_step_count(session) - 1, 1, "", ""};
        assert_false(paper_car_box(&view, session, session_race(session), 1, box));
        int last = clip_last(&clip);
        assert_int_equal(last, CLIP_MOVES * CLIP_SHARES);
        for (int picture = last - CLIP_SHARES; picture <= last; picture++)
            assert_in_range(count_body(&clip, picture), 60, 600);
        session_free(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spin_leaves_its_marks_for_the_rest_of_the_race),
        cmocka_unit_test(signs_cover_no_other_lanes),
        cmocka_unit_test(who_finishes_is_seen_crossing_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
