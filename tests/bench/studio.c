/* How long a photo of 12 megapixels takes from its file to its walls, and a track to be made up
 * with its lap proved, and exercises for a class. The picture is made here: a ring drawn on squared
 * paper, photographed at an angle in uneven light. Times are the processor's. */
#include "base/number.h"
#include "bench/bench.h"
#include "session/graph_paper/exercise.h"
#include "session/graph_paper/task.h"
#include "studio/graph_paper/generate/generate.h"
#include "studio/graph_paper/photo/photo.h"

#include <assert.h>
#include <cairo.h>
#include <leptonica/allheaders.h>
#include <math.h>
#include <stdio.h>

enum {
    WIDTH = 4000,
    HEIGHT = 3000,
    SQUARE = 95,
    EDGES = 600,
    QUALITY = 90,
    SEEDS = 200,
    EXERCISES = 1000
};

static const double turn = 6.283185307179586;

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

void bench_prepare_photo(struct bench_ground *ground)
{
    uint8_t *bytes = NULL;
    size_t length = 0;
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
    pixWriteMemJpeg(&bytes, &length, pix, QUALITY, 0);
    assert(bytes != NULL);
    text_append_bytes(&ground->saved, (const char *)bytes, length);
    lept_free(bytes);
    pixDestroy(&pix);
    cairo_surface_destroy(surface);
}

double bench_photo(struct bench_ground *ground)
{
    struct error error;
    struct photo_wish wish = {0};
    struct photo_tracing tracing;
    int64_t start = clock_processor_nanoseconds();
    struct photo *photo =
        photo_read((const uint8_t *)ground->saved.data, ground->saved.length, &error);
    assert(photo != NULL);
    bool traced = photo_trace(photo, &wish, NULL, &tracing, &error);
    double milliseconds = bench_processor_milliseconds_since(start);
    assert(traced && tracing.grid_found && tracing.loop_count == 2);
    (void)traced;
    photo_tracing_free(&tracing);
    photo_free(photo);
    snprintf(ground->about, sizeof ground->about, "decoding included");
    return milliseconds;
}

static double generate(int index)
{
    struct generator_wish wish = generator_usual_wish;
    struct error error;
    wish.seed = (uint64_t)index;
    wish.style = (enum generator_style)(index % GENERATOR_STYLE_COUNT);
    wish.difficulty = 1 + index / GENERATOR_STYLE_COUNT % GENERATOR_DIFFICULTY_MOST;
    int64_t start = clock_processor_nanoseconds();
    struct track *track = generate_track(&wish, NULL, NULL, &error);
    double milliseconds = bench_processor_milliseconds_since(start);
    assert(track != NULL);
    track_release(track);
    return milliseconds;
}

double bench_generator(struct bench_ground *ground)
{
    const struct generator_wish *wish = &generator_usual_wish;
    double values[SEEDS];
    for (int i = 0; i < SEEDS; i++)
        values[i] = generate(i);
    double median = bench_median(values, SEEDS);
    snprintf(ground->about, sizeof ground->about, "%d x %d, %d seeds, the worst %.1f ms",
             wish->width, wish->height, SEEDS, values[SEEDS - 1]);
    return median;
}

/* Seconds for 1,000 of them; task_check searches for what has to be driven. */
static double make_exercises(int kind, int difficulty)
{
    int64_t start = clock_processor_nanoseconds();
    for (int seed = 0; seed < EXERCISES; seed++) {
        struct task task;
        struct error error;
        exercise_make(kind, difficulty, (uint64_t)seed, &task);
        bool solvable = task_check(&task, &error);
        assert(solvable);
        (void)solvable;
        task_free(&task);
    }
    return bench_processor_milliseconds_since(start) / 1000;
}

double bench_exercises(struct bench_ground *ground)
{
    double worst = 0;
    for (int kind = 0; kind < exercise_kind_count(); kind++)
        for (int difficulty = EXERCISE_EASY; difficulty <= EXERCISE_HARD; difficulty++) {
            double seconds = make_exercises(kind, difficulty);
            if (seconds <= worst)
                continue;
            worst = seconds;
            snprintf(ground->about, sizeof ground->about, "of %d kinds the slowest: %s, %s",
                     exercise_kind_count(), exercise_name(kind),
                     exercise_difficulty_name(difficulty));
        }
    return worst;
}
