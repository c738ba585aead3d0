/* The tracer on photos whose drawing is known: how far the traced walls lie from the drawn ones.
 *
 * The photos are rendered (support/photograph.h): paper, shadow, vignette, blur, noise, JPEG, skew,
 * perspective. Each case prints its figure. PHOTO_TEST=all takes every shape in every view in full
 * size; the tests take each shape once. Run from the top of the tree, where tracks/ is.
 */
#include "studio/graph_paper/photo/photo.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/random.h"
#include "paper/print.h"
#include "support/cmocka.h"
#include "support/photograph.h"
#include "track/svg.h"

#include <leptonica/allheaders.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double wanted = .25; /* squares, at the 95th percentile */

/* --- measuring ------------------------------------------------------------------------------- */

struct places {
    struct dot *items;
    int count, capacity;
};

static void add_place(struct places *places, double x, double y)
{
    places->items =
        array_grow(places->items, places->count, &places->capacity, sizeof *places->items);
    places->items[places->count++] = (struct dot){x, y};
}

static double distance_to_edge(struct dot at, struct dot a, struct dot b)
{
    double x = b.x - a.x;
    double y = b.y - a.y;
    double part = x * x + y * y > 0 ? ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y) : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(at.x - a.x - part * x, at.y - a.y - part * y);
}

static double distance_to(const struct outline *outlines, int count, struct dot at)
{
    double best = 1e9;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < outlines[i].count; j++) {
            struct dot a = outlines[i].dots[j];
            struct dot b = outlines[i].dots[(j + 1) % outlines[i].count];
            if (fmin(fabs(a.x - at.x), fabs(b.x - at.x)) > best + 4)
                continue;
            best = fmin(best, distance_to_edge(at, a, b));
        }
    return best;
}

/* A place each fifth of a square. */
static void sample(const struct outline *outlines, int count, struct places *places)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < outlines[i].count; j++) {
            struct dot a = outlines[i].dots[j];
            struct dot b = outlines[i].dots[(j + 1) % outlines[i].count];
            int steps = (int)(hypot(b.x - a.x, b.y - a.y) / .2) + 1;
            for (int k = 0; k < steps; k++)
                add_place(places, a.x + (b.x - a.x) * k / steps, a.y + (b.y - a.y) * k / steps);
        }
}

static int compare_numbers(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;
    return one < other ? -1 : one > other;
}

/* The 95th percentile of the distances, from the one to the other and back. */
static double compare_outlines(const struct outline *a, int a_count, const struct outline *b,
                               int b_count)
{
    struct places places = {0};
    sample(a, a_count, &places);
    int first = places.count;
    sample(b, b_count, &places);
    double *far = memory_allocate((size_t)places.count, sizeof *far);
    for (int i = 0; i < places.count; i++)
        far[i] = distance_to(i < first ? b : a, i < first ? b_count : a_count, places.items[i]);
    qsort(far, (size_t)places.count, sizeof *far, compare_numbers);
    double result = places.count > 0 ? far[places.count * 95 / 100] : 1e9;
    free(far);
    free(places.items);
    return result;
}

static struct outline traced_outline(const struct photo_loop *loop)
{
    struct outline outline = {memory_allocate((size_t)loop->count, sizeof(struct dot)),
                              loop->count};
    for (int i = 0; i < loop->count; i++)
        outline.dots[i] =
            (struct dot){(double)loop->vertices[i].x / FINE, (double)loop->vertices[i].y / FINE};
    return outline;
}

/* Where the drawing lies on the traced sheet. A page is the sheet, so that it is stretched to it at
 * most; on a printed grid squares are squares and only whole ones may lie between. */
static struct outline expected_outline(const struct drawing *drawing, const struct outline *wall,
                                       const struct scene *scene,
                                       const struct photograph *photograph,
                                       const struct photo_tracing *tracing)
{
    struct outline outline = {memory_allocate((size_t)wall->count, sizeof(struct dot)),
                              wall->count};
    struct dot middle =
        photograph_place(photograph, (struct dot){drawing->width / 2.0, drawing->height / 2.0});
    double x;
    double y;
    photo_to_sheet(tracing, (struct photo_place){middle.x, middle.y}, &x, &y);
    double right = floor(x - drawing->width / 2.0 + .5);
    double up = floor(y - drawing->height / 2.0 + .5);
    for (int i = 0; i < wall->count; i++)
        outline.dots[i] = scene->grid
                              ? (struct dot){wall->dots[i].x + right, wall->dots[i].y + up}
                              : (struct dot){wall->dots[i].x * tracing->width / drawing->width,
                                             wall->dots[i].y * tracing->height / drawing->height};
    return outline;
}

struct result {
    double far; /* squares */
    int taken;
    double milliseconds;
};

static struct result measure(const struct drawing *drawing, const struct scene *scene,
                             const struct photograph *photograph,
                             const struct photo_tracing *tracing, struct dot misplaced)
{
    struct outline traced[PHOTO_REMARK_LIMIT] = {0};
    struct outline expected[8] = {0};
    struct result result = {0};
    for (int i = 0; i < tracing->loop_count && result.taken < PHOTO_REMARK_LIMIT; i++)
        if (tracing->loops[i].taken)
            traced[result.taken++] = traced_outline(&tracing->loops[i]);
    for (int i = 0; i < drawing->wall_count; i++) {
        expected[i] = expected_outline(drawing, &drawing->walls[i], scene, photograph, tracing);
        for (int j = 0; j < expected[i].count; j++) {
            expected[i].dots[j].x += misplaced.x;
            expected[i].dots[j].y += misplaced.y;
        }
    }
    result.far = compare_outlines(traced, result.taken, expected, drawing->wall_count);
    for (int i = 0; i < result.taken; i++)
        free(traced[i].dots);
    for (int i = 0; i < drawing->wall_count; i++)
        free(expected[i].dots);
    return result;
}

/* --- cases ----------------------------------------------------------------------------------- */

static double between(struct random *random, double low, double high)
{
    return low + (high - low) * random_below(random, 1001) / 1000;
}

/* Everything that is not said is different from seed to seed. */
static struct scene make_scene(uint64_t seed, enum photo_view view, bool grid, int width)
{
    struct random random = random_seeded(seed * 977 + 5);
    static const uint32_t colours[] = {0x3060a0, 0x707070, 0x40a070, 0xb06060};
    struct scene scene = {.seed = seed, .width = width, .height = width * 3 / 4, .view = view};
    scene.grid = grid;
    scene.skew = between(&random, -15, 15);
    scene.tilt_x = between(&random, -12, 12);
    scene.tilt_y = between(&random, -18, 18);
    scene.pen = random_below(&random, 2) == 0;
    scene.grid_depth = between(&random, .12, .3);
    scene.grid_colour = colours[random_below(&random, 4)];
    scene.shadow = between(&random, .2, .7);
    scene.blur = between(&random, .5, 1.5) * width / 2000;
    scene.noise = between(&random, 2, 6);
    scene.quality = 75 + (int)random_below(&random, 20);
    scene.start_line = true;
    return scene;
}

static const char *const views[] = {"page", "filled", "flat"};

static struct photo *read_photo(const struct photograph *photograph)
{
    struct error error = {0};
    struct photo *photo = photo_read(photograph->bytes, photograph->length, &error);
    if (photo == NULL)
        fail_msg("not read: %s", error.text);
    return photo;
}

/* Nothing that is taken crosses or leaves the sheet, and vertices are few. */
static void expect_track(const struct photo_tracing *tracing)
{
    struct draft draft;
    struct error error = {0};
    photo_make_draft(tracing, &draft);
    struct track *track = track_from_draft(&draft, &error);
    if (track == NULL)
        fail_msg("%s", error.text);
    double length = 0;
    int vertices = 0;
    for (int i = 0; i < tracing->loop_count; i++)
        for (int j = 0; tracing->loops[i].taken && j < tracing->loops[i].count; j++) {
            struct point a = tracing->loops[i].vertices[j];
            struct point b = tracing->loops[i].vertices[(j + 1) % tracing->loops[i].count];
            length += hypot(b.x - a.x, b.y - a.y) / FINE;
            vertices++;
        }
    assert_true(vertices <= 2 * length);
    track_release(track);
    draft_free(&draft);
}

static struct result run_case(int shape, const struct scene *scene, struct dot misplaced)
{
    struct drawing drawing = drawing_make(shape, scene->seed);
    struct scene fitting = *scene;
    if (scene->view == VIEW_FLAT)
        fitting.height = (int)((double)scene->width * drawing.height / drawing.width + .5);
    struct photograph photograph = photograph_take(&drawing, &fitting);
    struct photo_wish wish = {.across = scene->grid ? 0 : drawing.width};
    struct photo_tracing tracing;
    struct error error;
    int64_t start = clock_nanoseconds();
    struct photo *photo = read_photo(&photograph);
    bool traced = photo_trace(photo, &wish, NULL, &tracing, &error);
    double milliseconds = (double)(clock_nanoseconds() - start) / 1e6;
    struct result result = {.far = 1e9};
    if (traced) {
        result = measure(&drawing, &fitting, &photograph, &tracing, misplaced);
        expect_track(&tracing);
    }
    result.milliseconds = milliseconds;
    printf("# %-20s seed %2d %-6s %s %-6s sheet %3d x %3d walls %d of %d: %.3f squares, %.0f ms\n",
           drawing_name(shape), (int)scene->seed, views[scene->view],
           scene->grid ? "grid " : "blank", scene->pen ? "pen" : "pencil", tracing.width,
           tracing.height, result.taken, drawing.wall_count, result.far, result.milliseconds);
    if (result.taken != drawing.wall_count)
        result.far = 1e9;
    photo_tracing_free(&tracing);
    photo_free(photo);
    photograph_free(&photograph);
    drawing_free(&drawing);
    return result;
}

static void expect_near(int shape, const struct scene *scene)
{
    struct result result = run_case(shape, scene, (struct dot){0, 0});
    if (!(result.far <= wanted))
        fail_msg("%s: %.3f squares", drawing_name(shape), result.far);
}

static void test_shapes(void **state)
{
    (void)state;
    for (int shape = 0; shape < DRAWING_COUNT; shape++) {
        struct scene scene =
            make_scene((uint64_t)shape + 1, (enum photo_view)(shape % 2), shape % 4 != 2, 1200);
        scene.grid = scene.grid || scene.view == VIEW_FILLED;
        expect_near(shape, &scene);
    }
}

static void test_flat_and_blank(void **state)
{
    (void)state;
    for (int shape = 1; shape < DRAWING_COUNT; shape += 5) {
        struct scene scene = make_scene((uint64_t)shape + 40, VIEW_FLAT, false, 1200);
        expect_near(shape, &scene);
    }
}

/* Where the walls of a snake rise steeply its start line meets them at a slant. */
static void test_slanting_line(void **state)
{
    (void)state;
    struct scene scene = make_scene(144, VIEW_PAGE, false, 2000);
    expect_near(11, &scene);
}

/* A wall of half a square aside must not pass. */
static void test_misplaced(void **state)
{
    (void)state;
    struct scene scene = make_scene(2, VIEW_PAGE, true, 1000);
    assert_true(run_case(1, &scene, (struct dot){.5, 0}).far > wanted);
    scene.grid = false;
    assert_true(run_case(1, &scene, (struct dot){0, -.5}).far > wanted);
}

/* Stored turned by a quarter, with what hangs on the walls, and words beside. */
static void test_spurs_and_words(void **state)
{
    (void)state;
    struct scene scene = make_scene(3, VIEW_PAGE, false, 1200);
    scene.spurs = .7;
    scene.words = true;
    scene.orientation = 6;
    expect_near(1, &scene);
    scene.grid = true;
    scene.orientation = 3;
    expect_near(9, &scene);
}

struct traced {
    struct photograph photograph;
    struct photo_tracing tracing;
    bool found;
};

static struct traced trace_gap(double squares, bool keep_gaps)
{
    struct drawing drawing = drawing_make(0, 1);
    struct scene scene = make_scene(5, VIEW_PAGE, true, 1200);
    struct photo_wish wish = {.keep_gaps = keep_gaps};
    struct error error;
    scene.gap = squares;
    struct traced traced = {.photograph = photograph_take(&drawing, &scene)};
    struct photo *photo = read_photo(&traced.photograph);
    traced.found = photo_trace(photo, &wish, NULL, &traced.tracing, &error);
    photo_free(photo);
    drawing_free(&drawing);
    return traced;
}

/* Squares between a place in the photo and the middle of the gap. */
static double far_from_gap(const struct traced *traced, struct photo_place at)
{
    double x;
    double y;
    double gap_x;
    double gap_y;
    struct photo_place gap = {traced->photograph.gap.x, traced->photograph.gap.y};
    photo_to_sheet(&traced->tracing, at, &x, &y);
    photo_to_sheet(&traced->tracing, gap, &gap_x, &gap_y);
    return hypot(x - gap_x, y - gap_y);
}

static void free_traced(struct traced *traced)
{
    photo_tracing_free(&traced->tracing);
    photograph_free(&traced->photograph);
}

static void test_small_gap(void **state)
{
    (void)state;
    struct traced traced = trace_gap(.9, false);
    assert_true(traced.found && traced.tracing.loop_count == 2);
    assert_true(traced.tracing.loops[0].gap_closed && traced.tracing.loops[0].taken);
    assert_false(traced.tracing.loops[1].gap_closed);
    assert_true(far_from_gap(&traced, traced.tracing.loops[0].gap) < .5);
    free_traced(&traced);
}

static void expect_gap_told(struct traced *traced)
{
    assert_true(traced->found && traced->tracing.loop_count == 1);
    assert_int_equal(traced->tracing.remark_count, 1);
    const struct photo_remark *remark = &traced->tracing.remarks[0];
    if (strstr(remark->text, "not closed: there is a gap of") == NULL)
        fail_msg("said: %s", remark->text);
    assert_true(remark->has_place && far_from_gap(traced, remark->at) < .5);
    free_traced(traced);
}

static void test_wide_gap(void **state)
{
    (void)state;
    struct traced wide = trace_gap(4, false);
    expect_gap_told(&wide);
    struct traced kept = trace_gap(.9, true);
    expect_gap_told(&kept);
}

static void test_full_size(void **state)
{
    (void)state;
    struct scene scene = make_scene(6, VIEW_PAGE, true, 4000);
    expect_near(5, &scene);
}

/* --- sheets that the game printed ------------------------------------------------------------- */

/* Pixels of white paper with print on it, 0xXXRRGGBB. */
static uint32_t darker(uint32_t one, uint32_t other)
{
    return (one >> 8 & 255) < (other >> 8 & 255) ? one : other;
}

/* A scan of the first page, printed with so much ink that it spreads by a pixel: its grid is
 * printed, every fifth line heavier, and so are hatching, numbers, a start line with chequers,
 * words, and a ruler. */
static struct photo *scan_printed(const struct track *track, enum print_paper paper, int dots)
{
    struct print_options options = print_usual;
    struct print_subject subject = {.track = track};
    struct print_plan plan;
    struct error error = {0};
    options.paper = paper;
    options.no_rules = options.no_table = true;
    assert_true(print_plan(&subject, &options, &plan, &error));
    assert_int_equal(plan.pages, 1);
    cairo_surface_t *surface =
        print_preview(&subject, &options, 0, (int)(plan.page_width * dots / 25.4 + .5),
                      (int)(plan.page_height * dots / 25.4 + .5));
    int stride = cairo_image_surface_get_stride(surface) / 4;
    PIX *pix = pixCreate(cairo_image_surface_get_width(surface),
                         cairo_image_surface_get_height(surface), 32);
    const uint32_t *data = (const uint32_t *)(void *)cairo_image_surface_get_data(surface);
    int right = pixGetWidth(pix) - 1;
    int bottom = pixGetHeight(pix) - 1;
    for (int y = 0; y <= bottom; y++)
        for (int x = 0; x <= right; x++) {
            const uint32_t *at = data + y * stride + x;
            uint32_t across = darker(at[0], at[x < right]);
            uint32_t below = y < bottom ? darker(at[stride], at[stride + (x < right)]) : across;
            pixSetPixel(pix, x, y, darker(across, below) << 8);
        }
    cairo_surface_destroy(surface);
    uint8_t *bytes = NULL;
    size_t length = 0;
    pixWriteMemJpeg(&bytes, &length, pix, 85, 0);
    pixDestroy(&pix);
    struct photo *photo = photo_read(bytes, length, &error);
    if (photo == NULL)
        fail_msg("not read: %s", error.text);
    free(bytes);
    return photo;
}

static double area_of(const struct outline *outline)
{
    double sum = 0;
    for (int i = 0; i < outline->count; i++) {
        struct dot a = outline->dots[i];
        struct dot b = outline->dots[(i + 1) % outline->count];
        sum += (a.x * b.y - b.x * a.y) / 2;
    }
    return fabs(sum);
}

/* On a printed grid a sheet may begin some whole squares off. */
static void move_by_squares(struct outline *outlines, int count, struct dot lowest)
{
    struct dot low = {1e9, 1e9};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < outlines[i].count; j++) {
            low.x = fmin(low.x, outlines[i].dots[j].x);
            low.y = fmin(low.y, outlines[i].dots[j].y);
        }
    struct dot by = {floor(lowest.x - low.x + .5), floor(lowest.y - low.y + .5)};
    for (int i = 0; i < count; i++)
        for (int j = 0; j < outlines[i].count; j++) {
            outlines[i].dots[j].x += by.x;
            outlines[i].dots[j].y += by.y;
        }
}

/* The walls of the track, which are as many as are taken: each has its area, and all lie where they
 * should. */
static void expect_walls(const char *name, const struct track *track,
                         const struct photo_tracing *tracing)
{
    struct outline expected[PHOTO_REMARK_LIMIT] = {0};
    struct outline traced[PHOTO_REMARK_LIMIT] = {0};
    int count = area_loop_count(track->surface);
    int taken = 0;
    struct dot lowest = {1e9, 1e9};
    for (int i = 0; i < count; i++) {
        struct loop loop = area_loop(track->surface, i);
        struct photo_loop wall = {.vertices = loop.vertices, .count = loop.count};
        expected[i] = traced_outline(&wall);
    }
    for (int i = 0; i < tracing->loop_count && taken < PHOTO_REMARK_LIMIT; i++)
        if (tracing->loops[i].taken)
            traced[taken++] = traced_outline(&tracing->loops[i]);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < expected[i].count; j++) {
            lowest.x = fmin(lowest.x, expected[i].dots[j].x);
            lowest.y = fmin(lowest.y, expected[i].dots[j].y);
        }
    if (taken != count)
        fail_msg("%s: %d of %d walls", name, taken, count);
    move_by_squares(traced, taken, lowest);
    for (int i = 0; i < count; i++) {
        double nearest = 1e9;
        for (int j = 0; j < taken; j++)
            nearest = fmin(nearest, fabs(area_of(&traced[j]) / area_of(&expected[i]) - 1));
        if (!(nearest <= .02))
            fail_msg("%s: wall %d is off by %.1f %%", name, i, 100 * nearest);
    }
    double far = compare_outlines(traced, taken, expected, count);
    printf("# %-32s %.3f squares\n", name, far);
    if (!(far <= wanted))
        fail_msg("%s: %.3f squares", name, far);
    for (int i = 0; i < count; i++) {
        free(expected[i].dots);
        free(traced[i].dots);
    }
}

static void expect_printed(const char *file, enum print_paper paper, int dots)
{
    struct error error = {0};
    struct track *track = svg_load_track(file, &error);
    assert_non_null(track);
    char name[100];
    snprintf(name, sizeof name, "%s %s %d dpi", track->name, print_paper_names[paper], dots);
    struct photo *photo = scan_printed(track, paper, dots);
    struct photo_wish wish = {0};
    struct photo_tracing tracing;
    if (!photo_trace(photo, &wish, NULL, &tracing, &error))
        fail_msg("%s: %s", name, error.text);
    expect_walls(name, track, &tracing);
    photo_tracing_free(&tracing);
    photo_free(photo);
    track_release(track);
}

static void test_printed(void **state)
{
    (void)state;
    static const int dots[] = {100, 150, 300};
    for (int i = 0; i < 3; i++) {
        expect_printed("tracks/first-oval.svg", PRINT_A4, dots[i]);
        expect_printed("tracks/first-oval.svg", PRINT_A3, dots[i]);
        expect_printed("tracks/kidney.svg", PRINT_A4, dots[i]);
        expect_printed("tracks/kidney.svg", PRINT_A3, dots[i]);
        expect_printed("tracks/peanut.svg", PRINT_A4, dots[i]);
        expect_printed("tracks/peanut.svg", PRINT_A3, dots[i]);
    }
}

/* Every shape, two seeds, four kinds of photo: minutes with the sanitizers. */
static void test_all(void **state)
{
    (void)state;
    int failed = 0;
    for (int seed = 1; seed <= 2; seed++)
        for (int shape = 0; shape < DRAWING_COUNT; shape++)
            for (int kind = 0; kind < 4; kind++) {
                static const enum photo_view kinds[] = {VIEW_PAGE, VIEW_PAGE, VIEW_FILLED,
                                                        VIEW_FLAT};
                struct scene scene = make_scene((uint64_t)(seed * 100 + shape * 4 + kind),
                                                kinds[kind], kind == 1 || kind == 2, 2000);
                failed += !(run_case(shape, &scene, (struct dot){0, 0}).far <= wanted);
            }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),          cmocka_unit_test(test_flat_and_blank),
        cmocka_unit_test(test_misplaced),       cmocka_unit_test(test_slanting_line),
        cmocka_unit_test(test_spurs_and_words), cmocka_unit_test(test_small_gap),
        cmocka_unit_test(test_wide_gap),        cmocka_unit_test(test_full_size),
        cmocka_unit_test(test_printed),
    };
    const struct CMUnitTest all[] = {cmocka_unit_test(test_all)};
    const char *wish = getenv("PHOTO_TEST");
    if (wish != NULL && strcmp(wish, "all") == 0)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
