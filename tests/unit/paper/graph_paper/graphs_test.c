/* Graphs of a motion begin with the axis along which somebody moves; names of a scene lie off what
 * is drawn with an answer. */
#include "paper/graph_paper/classroom/scene_ink.h"
#include "support/cmocka.h"

#include <string.h>

enum { WIDTH = 400, HEIGHT = 400, BESIDE_TITLES = 150 };

/* x and y of a body that keeps this velocity for three moves. */
static cairo_surface_t *draw(struct point velocity)
{
    struct scene scene;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    struct graph_frame frame = {0, 0, WIDTH, HEIGHT, 1};
    scene_init(&scene, 20, 20);
    scene_add_body(&scene, (struct point){5, 5}, velocity);
    for (int i = 0; i < 3; i++)
        scene_step(&scene);
    struct kinematics of =
        kinematics_of(&scene, (struct kinematics_look){KINEMATICS_ALL, false, kinematics_squares});
    graphs_draw(cairo, &of, 1 << COLUMN_X | 1 << COLUMN_Y, &frame, &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    scene_free(&scene);
    return surface;
}

static bool look_alike(cairo_surface_t *one, cairo_surface_t *other)
{
    const int skipped = BESIDE_TITLES * 4;
    for (int y = 0; y < HEIGHT; y++) {
        size_t row = (size_t)(y * cairo_image_surface_get_stride(one) + skipped);
        if (memcmp(cairo_image_surface_get_data(one) + row,
                   cairo_image_surface_get_data(other) + row, WIDTH * 4 - skipped) != 0)
            return false;
    }
    return true;
}

static void what_moves_comes_first(void **state)
{
    (void)state;
    cairo_surface_t *across = draw((struct point){2, 0}), *up = draw((struct point){0, 2}),
                    *aslant = draw((struct point){2, 1}), *steep = draw((struct point){1, 2});
    assert_true(look_alike(across, up));
    assert_false(look_alike(aslant, steep));
    cairo_surface_destroy(across);
    cairo_surface_destroy(up);
    cairo_surface_destroy(aslant);
    cairo_surface_destroy(steep);
}

/* Does a name lie over the way from the first body to the second, up to the right at (11, 6)? */
static bool is_written_over(const struct task_words *words)
{
    enum { SQUARE = 40, ROWS = 9 };
    struct paper_view view = {.left = 0, .top = 0, .square = SQUARE, .scale = 1};
    struct scene_look look = {.words = words};
    struct scene scene;
    struct labels labels = labels_begin((struct label_box){0, 0, 18 * SQUARE, ROWS * SQUARE}, 1);
    bool over = false;
    scene_init(&scene, 18, ROWS);
    scene_add_body(&scene, (struct point){8, 3}, (struct point){0, 0});
    scene_add_body(&scene, (struct point){11, 6}, (struct point){0, 0});
    scene_label_things(&labels, &view, &scene, &look, &paper_theme_paper);
    assert_int_equal(labels.count, 2);
    for (int i = 0; i < labels.count; i++) {
        const struct label_box *box = &labels.items[i].box;
        for (int at = 0; at <= 3 * SQUARE; at++)
            over = over || (box->x < 8 * SQUARE + at && box->x + box->w > 8 * SQUARE + at &&
                            box->y < (ROWS - 3) * SQUARE - at &&
                            box->y + box->h > (ROWS - 3) * SQUARE - at);
    }
    labels_end(&labels);
    scene_free(&scene);
    return over;
}

static void names_lie_off_the_arrows_of_an_answer(void **state)
{
    (void)state;
    struct task_words words = {.mark_count = 1};
    words.marks[0] = (struct task_mark){.kind = TASK_MARK_PART, .from = {8, 3}, .to = {11, 6}};
    assert_true(is_written_over(NULL));
    assert_false(is_written_over(&words));
}

/* The first body drives to the right, the second to the left. */
static void names_lie_behind_what_moves(void **state)
{
    (void)state;
    enum { SQUARE = 40, ROWS = 9 };
    struct paper_view view = {.square = SQUARE, .scale = 1};
    struct scene_look look = {.words = NULL};
    struct scene scene;
    struct labels labels = labels_begin((struct label_box){0, 0, 18 * SQUARE, ROWS * SQUARE}, 1);
    scene_init(&scene, 18, ROWS);
    scene_add_body(&scene, (struct point){6, 3}, (struct point){2, 0});
    scene_add_body(&scene, (struct point){12, 6}, (struct point){-2, 0});
    scene_label_things(&labels, &view, &scene, &look, &paper_theme_paper);
    assert_int_equal(labels.count, 2);
    assert_true(labels.items[0].box.x + labels.items[0].box.w <= 6 * SQUARE);
    assert_true(labels.items[1].box.x >= 12 * SQUARE);
    labels_end(&labels);
    scene_free(&scene);
}

/* One below the other, with room for a title above each and for times below it. */
static void plots_leave_room_for_titles(void **state)
{
    (void)state;
    enum { TITLE_AND_TIMES = 30 };
    struct scene scene;
    struct graph_frame frame = {0, 10, WIDTH, HEIGHT, 1};
    double top, height, end = frame.y;
    scene_init(&scene, 20, 20);
    scene_add_body(&scene, (struct point){5, 5}, (struct point){1, 0});
    scene_step(&scene);
    struct kinematics of =
        kinematics_of(&scene, (struct kinematics_look){KINEMATICS_ALL, false, kinematics_squares});
    for (int i = 0; i < 2; i++) {
        assert_true(graphs_plot(&of, 1 << COLUMN_X | 1 << COLUMN_Y, &frame, i, &top, &height));
        assert_true(top >= end + (i ? TITLE_AND_TIMES : TITLE_AND_TIMES / 2) && height > 50);
        end = top + height;
    }
    assert_true(end < frame.y + frame.h);
    assert_false(graphs_plot(&of, 1 << COLUMN_X | 1 << COLUMN_Y, &frame, 2, &top, &height));
    scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_moves_comes_first),
                                       cmocka_unit_test(names_lie_behind_what_moves),
                                       cmocka_unit_test(plots_leave_room_for_titles),
                                       cmocka_unit_test(names_lie_off_the_arrows_of_an_answer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
