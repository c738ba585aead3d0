/* See photo.h. The picture is made here: a ring drawn on squared paper, photographed at an
 * angle in uneven light. */
#include "bench/photo.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "bench/median.h"
#include "studio/graph_paper/photo/photo.h"

#include <assert.h>
#include <cairo.h>
#include <leptonica/allheaders.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 4000, HEIGHT = 3000, SQUARE = 95, RUNS = 5, EDGES = 600, QUALITY = 90 };

static const double turn = 6.283185307179586;
static const double target = 2000;

static void draw_grid(cairo_t *cairo)
{
    cairo_set_source_rgb(cairo, .93, .92, .9);
    cairo_paint(cairo);
    cairo_set_source_rgba(cairo, .2, .4, .7, .4);
    cairo_set_line_width(cairo, 4);
    for (int i = -40; i <= 40; i++) {
        cairo_move_to(cairo, i * SQUARE, -WIDTH);
        cairo_line_to(cairo, i * SQUARE, WIDTH);
        cairo_move_to(cairo, -WIDTH, i * SQUARE);
        cairo_line_to(cairo, WIDTH, i * SQUARE);
    }
    cairo_stroke(cairo);
}

static void draw_ring(cairo_t *cairo, double across, double up)
{
    cairo_set_source_rgb(cairo, .25, .25, .3);
    cairo_set_line_width(cairo, 12);
    for (int i = 0; i < EDGES; i++) {
        double angle = turn * i / EDGES;
        double wave = 1 + .06 * sin(5 * angle);
        cairo_line_to(cairo, SQUARE * across * wave * cos(angle), SQUARE * up * wave * sin(angle));
    }
    cairo_close_path(cairo);
    cairo_stroke(cairo);
}

/* Into the order of leptonica, with light that falls off to one side, and noise. */
static PIX *expose(cairo_surface_t *surface)
{
    struct random random = random_seeded(1);
    PIX *pix = pixCreate(WIDTH, HEIGHT, 32);
    assert(pix != NULL);
    int stride = cairo_image_surface_get_stride(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const unsigned char *from = data + y * stride + 4 * x;
            uint64_t noise = random_next(&random);
            uint32_t value = 0;
            for (int i = 2; i >= 0; i--) {
                int level = from[i] * (9000 - x - y / 2) / 9000 + (int)(noise >> (8 * i) & 15) - 8;
                value = value << 8 | (uint32_t)(level < 0 ? 0 : level > 255 ? 255 : level);
            }
            pixGetData(pix)[y * pixGetWpl(pix) + x] = value << 8;
        }
    return pix;
}

static void take_photo(uint8_t **bytes, size_t *length)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    cairo_translate(cairo, WIDTH / 2.0, HEIGHT / 2.0);
    cairo_rotate(cairo, .15);
    draw_grid(cairo);
    draw_ring(cairo, 16, 11);
    draw_ring(cairo, 9, 5);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    PIX *pix = expose(surface);
    pixWriteMemJpeg(bytes, length, pix, QUALITY, 0);
    assert(*bytes != NULL);
    pixDestroy(&pix);
    cairo_surface_destroy(surface);
}

static double measure(const uint8_t *bytes, size_t length)
{
    struct error error;
    struct photo_wish wish = {0};
    struct photo_tracing tracing;
    int64_t start = clock_processor_nanoseconds();
    struct photo *photo = photo_read(bytes, length, &error);
    assert(photo != NULL);
    bool traced = photo_trace(photo, &wish, NULL, &tracing, &error);
    double milliseconds = (double)(clock_processor_nanoseconds() - start) / 1e6;
    assert(traced && tracing.grid_found && tracing.loop_count == 2);
    (void)traced;
    photo_tracing_free(&tracing);
    photo_free(photo);
    return milliseconds;
}

bool bench_photo(json_t *rows)
{
    static const char name[] = "photo of 12 megapixels traced";
    uint8_t *bytes = NULL;
    size_t length = 0;
    double values[RUNS];
    take_photo(&bytes, &length);
    for (int i = 0; i < RUNS; i++)
        values[i] = measure(bytes, length);
    free(bytes);
    double value = bench_median(values, RUNS);
    bool reached = value <= target;
    if (rows != NULL)
        json_array_append_new(rows, json_pack("{s:s, s:f, s:s, s:f, s:b, s:i}", "name", name,
                                              "median", value, "unit", "ms", "target", target,
                                              "reached", reached, "runs", RUNS));
    else
        printf("%-38s %12.2f %-3s  target <= %-8.0f %-8s decoding included\n", name, value, "ms",
               target, reached ? "reached" : "MISSED");
    return reached;
}
