/* The sheet as pixels: crisp grid lines at any zoom, the same picture wherever it is put together
 * from, and a plain difference between track and not track. */
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/cmocka.h"
#include "support/ring.h"
#include "track/draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH = 640, HEIGHT = 480 };

struct picture {
    cairo_surface_t *surface;
    cairo_t *cairo;
};

static struct picture new_picture(void)
{
    struct picture picture;
    picture.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    picture.cairo = cairo_create(picture.surface);
    return picture;
}

static struct picture paint(const struct paper_view *view, const struct track *track)
{
    struct picture picture = new_picture();
    paper_draw_sheet(picture.cairo, view, graph_paper_course(track), &paper_theme_paper);
    cairo_surface_flush(picture.surface);
    return picture;
}

static void drop(struct picture picture)
{
    cairo_destroy(picture.cairo);
    cairo_surface_destroy(picture.surface);
}

static uint32_t pixel(struct picture picture, int x, int y)
{
    const unsigned char *bytes = cairo_image_surface_get_data(picture.surface);
    int stride = cairo_image_surface_get_stride(picture.surface);
    uint32_t value;
    memcpy(&value, bytes + y * stride + x * 4, sizeof value);
    return value & 0xffffff;
}

static int count_differences(struct picture a, struct picture b, int dx, int dy)
{
    int differences = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            bool inside = x + dx >= 0 && y + dy >= 0 && x + dx < WIDTH && y + dy < HEIGHT;
            differences += inside && pixel(a, x, y) != pixel(b, x + dx, y + dy);
        }
    return differences;
}

/* In the ring's corridor, away from walls, a row of pixels between two horizontal lines is paper
 * and whole pixels of grid, one for each line: nothing is smeared over two pixels. */
static void grid_lines_are_whole_pixels_at_any_zoom(void **state)
{
    (void)state;
    const struct track *track = ring_track();
    const double squares[] = {12.37, 16, 20.5, 23.81};
    for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
        struct paper_view view = {10, 7, squares[i], 1};
        struct picture picture = paint(&view, track);
        int y = (int)(view.top + (track->height - 1.5) * view.square);
        int lines = 0;
        for (int x = (int)(view.left + 2.5 * view.square); x < view.left + 9.5 * view.square; x++) {
            uint32_t color = pixel(picture, x, y);
            if (color == 0xfbfaf4)
                continue;
            assert_true(color == 0xd6e4ef || color == 0xb4cde0);
            lines++;
        }
        assert_int_equal(lines, 7);
        drop(picture);
    }
    track_release(track);
}

static void a_shifted_view_is_the_same_picture_shifted(void **state)
{
    (void)state;
    const struct track *track = ring_track();
    struct paper_view view = {31, 20, 21.3, 1}, shifted = {31 - 57, 20 + 13, 21.3, 1};
    struct picture before = paint(&view, track), after = paint(&shifted, track);
    assert_int_equal(count_differences(before, after, -57, 13), 0);
    drop(before);
    drop(after);
    track_release(track);
}

static void a_part_is_painted_as_in_the_whole(void **state)
{
    (void)state;
    const struct track *track = ring_track();
    struct paper_view view = {12, 9, 25.4, 1};
    struct picture whole = paint(&view, track), parts = new_picture();
    for (int y = 0; y < HEIGHT; y += 96)
        for (int x = 0; x < WIDTH; x += 128) {
            cairo_save(parts.cairo);
            cairo_rectangle(parts.cairo, x, y, 128, 96);
            cairo_clip(parts.cairo);
            paper_draw_sheet(parts.cairo, &view, graph_paper_course(track), &paper_theme_paper);
            cairo_restore(parts.cairo);
        }
    cairo_surface_flush(parts.surface);
    int differences = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int shift = 0; shift < 24; shift += 8) {
                int a = pixel(whole, x, y) >> shift & 255, b = pixel(parts, x, y) >> shift & 255;
                differences += abs(a - b) > 2;
            }
    assert_int_equal(differences, 0);
    drop(whole);
    drop(parts);
    track_release(track);
}

/* Share of pixels within a square that are neither paper nor grid. */
static double marked_share(struct picture picture, const struct paper_view *view,
                           const struct track *track, int x, int y)
{
    int marked = 0, all = 0;
    double left, top;
    paper_to_device(view, track->height, x, y + 1, &left, &top);
    for (int i = 3; i < view->square - 3; i++)
        for (int k = 3; k < view->square - 3; k++) {
            marked += pixel(picture, (int)left + i, (int)top + k) != 0xfbfaf4;
            all++;
        }
    return (double)marked / all;
}

static void outside_is_hatched_and_the_track_is_not(void **state)
{
    (void)state;
    const struct track *track = ring_track();
    struct paper_view view = {5, 5, 30, 1};
    struct picture picture = paint(&view, track);
    assert_true(marked_share(picture, &view, track, 9, 6) > 0.15); /* the block */
    assert_true(marked_share(picture, &view, track, 4, 2) < 0.01); /* the corridor */
    drop(picture);
    track_release(track);
}

static void every_pixel_is_painted_also_beyond_the_sheet(void **state)
{
    (void)state;
    const struct track *track = ring_track();
    struct paper_view view = {200, 150, 9, 1};
    struct picture picture = new_picture();
    cairo_set_source_rgb(picture.cairo, 1, 0, 1);
    cairo_paint(picture.cairo);
    paper_draw_sheet(picture.cairo, &view, graph_paper_course(track), &paper_theme_paper);
    cairo_surface_flush(picture.surface);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_int_not_equal(pixel(picture, x, y), 0xff00ff);
    drop(picture);
    track_release(track);
}

static double channel(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static double luminance(struct paper_color color)
{
    return 0.2126 * channel(color.red) + 0.7152 * channel(color.green) +
           0.0722 * channel(color.blue);
}

/* WCAG's contrast of 3:1; text has to reach 4.5:1. */
static void pens_and_ink_can_be_read_on_the_paper(void **state)
{
    (void)state;
    const struct paper_theme *theme = &paper_theme_paper;
    double paper = luminance(theme->paper) + 0.05;
    for (int i = 0; i < PEN_COUNT; i++)
        assert_true(paper / (luminance(theme->pens[i]) + 0.05) >= 3);
    assert_true(paper / (luminance(theme->ink_soft) + 0.05) >= 4.5);
    assert_true(paper / (luminance(theme->ink) + 0.05) >= 4.5);
}

static struct track *make_comb(int teeth)
{
    struct error error;
    struct text svg = {0};
    text_append(&svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4096 4096'>"
                      "<polygon class='wall' points='4088,4000 8,4000 ");
    for (int i = 0; i < teeth; i++)
        text_append_format(&svg, "%d,%d ", 8 + i * 4080 / teeth, i % 2 ? 3 : 3400);
    text_append(&svg, "'/></svg>");
    struct track *track = svg_read_track(text_string(&svg), svg.length, &error);
    assert_non_null(track);
    text_free(&svg);
    return track;
}

/* Of the processor, for four sheets of a comb as wide as the window. */
static double time_of_comb(int teeth)
{
    struct track *track = make_comb(teeth);
    struct paper_view view = {.left = 0, .top = 0, .square = HEIGHT / 4096.0, .scale = 1};
    clock_t begun = clock();
    for (int i = 0; i < 4; i++)
        drop(paint(&view, track));
    double took = (double)(clock() - begun);
    track_release(track);
    return took;
}

/* 10 here, and 35 when all walls were filled at once. */
static void eight_times_the_walls_take_no_sixteen_times_as_long(void **state)
{
    (void)state;
    assert_true(time_of_comb(4000) < 16 * time_of_comb(500));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_lines_are_whole_pixels_at_any_zoom),
        cmocka_unit_test(a_shifted_view_is_the_same_picture_shifted),
        cmocka_unit_test(a_part_is_painted_as_in_the_whole),
        cmocka_unit_test(outside_is_hatched_and_the_track_is_not),
        cmocka_unit_test(every_pixel_is_painted_also_beyond_the_sheet),
        cmocka_unit_test(eight_times_the_walls_take_no_sixteen_times_as_long),
        cmocka_unit_test(pens_and_ink_can_be_read_on_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
