/* What people draw besides plain walls, drawn clean so that areas can be worked out: two start
 * lines, a chequered band, a marker, sketchy strokes, red ink, faint ink, walls that touch,
 * writing.
 *
 * An ellipse of a x b squares encloses pi a b.
 */
#include "studio/graph_paper/photo/photo.h"

#include "support/cmocka.h"

#include <cairo.h>
#include <leptonica/allheaders.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1200, HEIGHT = 900, SQUARE = 30 };

static const double pi = 3.14159265358979;

static void ellipse(cairo_t *cairo, double x, double y, double across, double up)
{
    for (int i = 0; i < 300; i++)
        cairo_line_to(cairo, x + across * cos(2 * pi * i / 300), y + up * sin(2 * pi * i / 300));
    cairo_close_path(cairo);
    cairo_stroke(cairo);
}

static void line(cairo_t *cairo, double x, double y, double to_x, double to_y)
{
    cairo_move_to(cairo, x, y);
    cairo_line_to(cairo, to_x, to_y);
    cairo_stroke(cairo);
}

static void draw_ring(cairo_t *cairo)
{
    ellipse(cairo, 20, 15, 16, 12);
    ellipse(cairo, 20, 15, 9, 6);
}

static void draw_two_lines(cairo_t *cairo)
{
    draw_ring(cairo);
    line(cairo, 20, 20.5, 20, 27.5);
    line(cairo, 21.5, 20.5, 21.5, 27.5);
}

static void draw_chequers(cairo_t *cairo)
{
    draw_ring(cairo);
    line(cairo, 19.2, 20.8, 19.2, 27.3);
    line(cairo, 21, 20.8, 21, 27.3);
    for (int i = 0; i < 20; i++)
        if (i % 2 == i / 2 % 2)
            cairo_rectangle(cairo, 19.2 + i % 2 * .9, 21 + i / 2 * .6, .9, .6);
    cairo_fill(cairo);
}

static void draw_marker(cairo_t *cairo)
{
    cairo_set_line_width(cairo, .6);
    draw_ring(cairo);
    line(cairo, 20, 20, 20, 28);
}

static void draw_sketchy(cairo_t *cairo)
{
    for (int i = -1; i <= 1; i++) {
        ellipse(cairo, 20 + .06 * i, 15 - .05 * i, 16 + .1 * i, 12 - .08 * i);
        ellipse(cairo, 20 - .06 * i, 15 + .05 * i, 9 - .1 * i, 6 + .08 * i);
    }
}

static void draw_red(cairo_t *cairo)
{
    cairo_set_source_rgb(cairo, .9, .25, .2);
    draw_ring(cairo);
}

static void draw_faint(cairo_t *cairo)
{
    cairo_set_source_rgb(cairo, .83, .83, .81);
    draw_ring(cairo);
}

static void draw_touching(cairo_t *cairo)
{
    ellipse(cairo, 20, 15, 16, 12);
    ellipse(cairo, 13.05, 15, 9, 6);
}

static void draw_writing(cairo_t *cairo)
{
    draw_ring(cairo);
    line(cairo, 18, 24, 22, 24); /* an arrow, boxes to start from, a box for the name */
    line(cairo, 22, 24, 21.3, 23.4);
    line(cairo, 22, 24, 21.3, 24.6);
    for (int i = 0; i < 4; i++)
        cairo_rectangle(cairo, 23 + 1.4 * i, 22 + i % 2 * 2.4, 1, .8);
    cairo_rectangle(cairo, 1, 1, 6, 2.4);
    cairo_stroke(cairo);
    cairo_set_font_size(cairo, 1.8);
    cairo_move_to(cairo, 16, 15.5);
    cairo_show_text(cairo, "TRACK 8");
}

static const double hook = 4;

/* It hangs on the inner wall and ends nowhere. */
static void draw_hook(cairo_t *cairo)
{
    draw_ring(cairo);
    cairo_move_to(cairo, 29, 15);
    cairo_arc(cairo, 20, 15, hook, 0, 1.7 * pi);
    cairo_stroke(cairo);
}

static PIX *take(void (*draw)(cairo_t *))
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, SQUARE, SQUARE);
    cairo_set_source_rgb(cairo, .93, .92, .9);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, .3, .3, .35);
    cairo_set_line_width(cairo, .13);
    draw(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    PIX *pix = pixCreate(WIDTH, HEIGHT, 32);
    const uint8_t *data = cairo_image_surface_get_data(surface);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const uint8_t *from = data + y * cairo_image_surface_get_stride(surface) + 4 * x;
            pixSetPixel(pix, x, y,
                        (uint32_t)from[2] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[0] << 8);
        }
    cairo_surface_destroy(surface);
    return pix;
}

static struct photo *take_photo(void (*draw)(cairo_t *))
{
    PIX *pix = take(draw);
    uint8_t *bytes = NULL;
    size_t length = 0;
    pixWriteMemPng(&bytes, &length, pix, 0);
    pixDestroy(&pix);
    struct error error = {0};
    struct photo *photo = photo_read(bytes, length, &error);
    if (photo == NULL)
        fail_msg("not read: %s", error.text);
    free(bytes);
    return photo;
}

static const struct photo_remark *find_left_out(const struct photo_tracing *tracing)
{
    for (int i = 0; i < tracing->remark_count; i++)
        if (strstr(tracing->remarks[i].text, "left out here") != NULL)
            return &tracing->remarks[i];
    return NULL;
}

static void expect_walls(const char *name, void (*draw)(cairo_t *))
{
    struct error error = {0};
    struct photo_wish wish = {0};
    struct photo_tracing tracing;
    struct photo *photo = take_photo(draw);
    if (!photo_trace(photo, &wish, NULL, &tracing, &error))
        fail_msg("%s: %s", name, error.text);
    if (find_left_out(&tracing) != NULL)
        fail_msg("%s: %s", name, find_left_out(&tracing)->text);
    assert_int_equal(tracing.width, WIDTH / SQUARE);
    assert_int_equal(tracing.height, HEIGHT / SQUARE);
    int taken = 0;
    for (int i = 0; i < tracing.loop_count; i++) {
        taken += tracing.loops[i].taken;
        double expected = pi * (i == 0 ? 16 * 12 : 9 * 6);
        if (i < 2 && !(fabs(tracing.loops[i].squares - expected) < .02 * expected))
            fail_msg("%s: loop %d of %.2f squares", name, i, tracing.loops[i].squares);
    }
    if (taken != 2 || !tracing.loops[0].taken || !tracing.loops[1].taken)
        fail_msg("%s: %d of %d loops taken", name, taken, tracing.loop_count);
    /* What is taken is a track: nothing crosses, all lies on the sheet. */
    struct draft draft;
    photo_make_draft(&tracing, &draft);
    struct track *track = track_from_draft(&draft, &error);
    if (track == NULL)
        fail_msg("%s: %s", name, error.text);
    track_release(track);
    draft_free(&draft);
    photo_tracing_free(&tracing);
    photo_free(photo);
}

static void test_drawings(void **state)
{
    (void)state;
    expect_walls("two start lines", draw_two_lines);
    expect_walls("chequers", draw_chequers);
    expect_walls("a marker", draw_marker);
    expect_walls("sketchy strokes", draw_sketchy);
    expect_walls("red ink", draw_red);
    expect_walls("faint ink", draw_faint);
    expect_walls("walls that touch", draw_touching);
    expect_walls("writing", draw_writing);
}

/* What runs like a wall and became none is told, with a place on it. */
static void test_left_out(void **state)
{
    (void)state;
    struct error error = {0};
    struct photo_wish wish = {0};
    struct photo_tracing tracing;
    struct photo *photo = take_photo(draw_hook);
    assert_true(photo_trace(photo, &wish, NULL, &tracing, &error));
    const struct photo_remark *remark = find_left_out(&tracing);
    assert_non_null(remark);
    assert_true(remark->has_place);
    double far = hypot(remark->at.x / SQUARE - 20, remark->at.y / SQUARE - 15);
    assert_true(fabs(far - hook) < .3);
    photo_tracing_free(&tracing);
    photo_free(photo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_drawings),
                                       cmocka_unit_test(test_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
