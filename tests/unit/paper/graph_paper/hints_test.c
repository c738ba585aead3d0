/* The circles of hints: how many rounds more than the best, at every scale. */
#include "paper/graph_paper/ink.h"
#include "support/cmocka.h"

#include <string.h>

enum { SIDE = 160 };

/* The circle of a point with so many rounds to go, where the best has `best`. */
static void draw(double square, int rounds, int best, unsigned char pixels[SIDE * SIDE * 4])
{
    const struct paper_view view = {.square = square, .scale = 1};
    const struct hints hints = {.best = best};
    const struct hint hint = {.rounds = rounds};
    const struct paper_hint_look look = {.x = SIDE / 2, .y = SIDE / 2, .strength = 1};
    struct paper_numbers numbers = paper_numbers_of(&view, &hints, 1);
    memset(pixels, 0xff, SIDE * SIDE * 4);
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_RGB24, SIDE, SIDE, SIDE * 4);
    cairo_t *cairo = cairo_create(surface);
    assert_int_equal(paper_draw_hint(cairo, &numbers, &hint, &look, &paper_theme_paper),
                     numbers.radius > 0);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
}

static void a_number_means_the_same_at_every_scale(void **state)
{
    (void)state;
    static unsigned char one[SIDE * SIDE * 4], other[SIDE * SIDE * 4];
    int shown = 0;
    for (double square = 6; square <= 120; square *= 1.2) {
        draw(square, 7, 5, one);
        draw(square, 41, 39, other); /* 2 more, too */
        assert_memory_equal(one, other, sizeof one);
        draw(square, 7, 6, other);
        bool differs = memcmp(one, other, sizeof one) != 0;
        assert_true(differs || shown == 0); /* squares that are too small show none */
        shown += differs;
    }
    assert_true(shown > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_means_the_same_at_every_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
