/* Graphs of a motion begin with the axis along which somebody moves. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_moves_comes_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
