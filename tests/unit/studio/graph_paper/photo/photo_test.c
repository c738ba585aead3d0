/* The tracer on photos whose drawing is known: how far the traced walls lie from the drawn ones.
 *
 * The photos are rendered (support/photograph.h): paper, shadow, vignette, blur, noise, JPEG, skew,
 * perspective. Each case prints its figure. PHOTO_TEST=all takes every shape in every view in full
 * size; the tests take each shape once. Run from the top of the tree, where tracks/ is.
 */
#include "studio/graph_paper/photo/photo.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/host.h"
#include "paper/print.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/cmocka.h"
#include "support/photo_set.h"
#include "track/draft.h"

#include <leptonica/allheaders.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double wanted = .25; /* squares, at the 95th percentile */

struct result {
    double far; /* squares */
    int taken;
    double milliseconds;
};

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
        result.far = photo_set_distance(&drawing, scene->grid, &photograph, &tracing, misplaced);
        for (int i = 0; i < tracing.loop_count; i++)
            result.taken += tracing.loops[i].taken;
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
static double far_from_gap(const struct traced *traced, struct spot at)
{
    double x;
    double y;
    double gap_x;
    double gap_y;
    struct spot gap = {traced->photograph.gap.x, traced->photograph.gap.y};
    photo_to_sheet(&traced->tracing, at, &x, &y);
    photo_to_sheet(&traced->tracing, gap, &gap_x, &gap_y);
    return hypot(x - gap_x, y - gap_y);
}

static void free_traced(struct traced *traced)
{
    photo_tracing_free(&traced->tracing);
    photograph_free(&traced->photograph);
}

static int count_loops(const struct photo_tracing *tracing, bool is_open)
{
    int count = 0;
    for (int i = 0; i < tracing->loop_count; i++)
        count += tracing->loops[i].is_open == is_open;
    return count;
}

static void test_small_gap(void **state)
{
    (void)state;
    struct traced traced = trace_gap(.9, false);
    assert_true(traced.found && count_loops(&traced.tracing, false) == 2);
    assert_true(traced.tracing.loops[0].gap_closed && traced.tracing.loops[0].taken);
    assert_false(traced.tracing.loops[1].gap_closed);
    assert_true(far_from_gap(&traced, traced.tracing.loops[0].gap) < .5);
    free_traced(&traced);
}

/* The open wall can be taken: it ends at both sides of the gap, and closed across it both walls are
 * what was drawn. */
static void expect_left_out(struct traced *traced)
{
    struct photo_tracing *tracing = &traced->tracing;
    struct drawing drawing = drawing_make(0, 1);
    assert_true(count_loops(tracing, true) >= 1);
    struct photo_loop *left = &tracing->loops[1];
    assert_true(left->is_open && !left->taken && left->length > 30);
    const struct point ends[2] = {left->vertices[0], left->vertices[left->count - 1]};
    for (int i = 0; i < 2; i++) {
        struct spot at =
            photo_from_sheet(tracing, (double)ends[i].x / FINE, (double)ends[i].y / FINE);
        assert_true(far_from_gap(traced, at) < 2.6);
    }
    left->taken = true;
    assert_true(photo_set_distance(&drawing, true, &traced->photograph, tracing,
                                   (struct dot){0, 0}) < wanted);
    left->taken = false;
    drawing_free(&drawing);
}

static void expect_gap_told(struct traced *traced)
{
    assert_true(traced->found && count_loops(&traced->tracing, false) == 1);
    assert_int_equal(traced->tracing.remark_count, 1);
    const struct photo_remark *remark = &traced->tracing.remarks[0];
    if (strstr(remark->text, "not closed: there is a gap of") == NULL)
        fail_msg("said: %s", remark->text);
    assert_true(remark->has_place && far_from_gap(traced, remark->at) < .5);
    expect_left_out(traced);
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
    struct print_subject subject = {.course = graph_paper_course(track)};
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
        expected[i] = outline_of(loop.vertices, loop.count);
    }
    for (int i = 0; i < tracing->loop_count && taken < PHOTO_REMARK_LIMIT; i++)
        if (tracing->loops[i].taken)
            traced[taken++] = outline_of(tracing->loops[i].vertices, tracing->loops[i].count);
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
    double far = outlines_apart(traced, taken, expected, count);
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
        expect_printed("tracks/graph-paper/first-oval.svg", PRINT_A4, dots[i]);
        expect_printed("tracks/graph-paper/first-oval.svg", PRINT_A3, dots[i]);
        expect_printed("tracks/graph-paper/kidney.svg", PRINT_A4, dots[i]);
        expect_printed("tracks/graph-paper/kidney.svg", PRINT_A3, dots[i]);
        expect_printed("tracks/graph-paper/peanut.svg", PRINT_A4, dots[i]);
        expect_printed("tracks/graph-paper/peanut.svg", PRINT_A3, dots[i]);
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

/* --- boards and red lines --------------------------------------------------------------------- */

/* White chalk on a green board, that hangs on a light wall or fills the picture, squared or not. */
static void test_boards(void **state)
{
    (void)state;
    for (int shape = 1; shape < DRAWING_COUNT; shape += 3) {
        struct scene scene =
            make_scene((uint64_t)shape + 60, (enum photo_view)(shape % 2 * 2), false, 1600);
        scene.board = true;
        scene.pen = false;
        expect_near(shape, &scene);
    }
}

/* The grid points of the line that the draft has; false: it has none. */
static bool find_line(const struct photo_tracing *tracing, struct point ends[2])
{
    struct draft draft;
    photo_make_draft(tracing, &draft);
    bool found = false;
    for (int i = 0; i < draft.count; i++)
        if (draft.items[i].role == DRAFT_START_FINISH) {
            found = true;
            for (int k = 0; k < 2; k++)
                ends[k] = (struct point){draft.items[i].loops[0].vertices[k].x / FINE,
                                         draft.items[i].loops[0].vertices[k].y / FINE};
        }
    draft_free(&draft);
    return found;
}

static bool trace_line(int shape, const struct scene *scene, struct drawing *drawing,
                       struct point ends[2], bool *is_board)
{
    struct error error;
    *drawing = drawing_make(shape, scene->seed);
    struct photograph photograph = photograph_take(drawing, scene);
    struct photo *photo = read_photo(&photograph);
    struct photo_wish wish = {.across = scene->grid ? 0 : drawing->width};
    struct photo_tracing tracing;
    assert_true(photo_trace(photo, &wish, NULL, &tracing, &error));
    *is_board = tracing.is_board;
    bool found = tracing.red.taken && find_line(&tracing, ends);
    tracing.red.taken = false;
    struct point ignored[2];
    assert_false(find_line(&tracing, ignored));
    photo_tracing_free(&tracing);
    photo_free(photo);
    photograph_free(&photograph);
    return found;
}

static double aside(struct dot from, struct dot to, struct point at)
{
    double dx = to.x - from.x, dy = to.y - from.y;
    return fabs((at.x - from.x) * dy - (at.y - from.y) * dx) / hypot(dx, dy);
}

/* The line lies where it was drawn, to the grid: its ends are within a square of it. */
static void expect_red_line(int shape, const struct scene *scene)
{
    struct drawing drawing;
    struct point ends[2];
    bool is_board;
    if (!trace_line(shape, scene, &drawing, ends, &is_board))
        fail_msg("%s: no red line", drawing_name(shape));
    assert_int_equal(is_board, scene->board);
    for (int i = 0; i < 2; i++) {
        double far = aside(drawing.line[0], drawing.line[1], ends[i]);
        printf("# %s: %d, %d is %.2f squares aside\n", drawing_name(shape), ends[i].x, ends[i].y,
               far);
        assert_true(far <= 1);
    }
    drawing_free(&drawing);
}

static void test_red_lines(void **state)
{
    (void)state;
    static const uint32_t reds[] = {0xd02020, 0xb03028, 0xe04060};
    for (int i = 0; i < 3; i++) {
        static const int drawn[] = {0, 1, 7}; /* whose lines lie along a row of grid points */
        struct scene scene = make_scene((uint64_t)i + 80, VIEW_PAGE, i != 1, 1600);
        scene.pen = true;
        scene.line_ink = reds[i];
        expect_red_line(drawn[i], &scene);
        scene.board = true;
        scene.grid = false;
        scene.line_ink = 0xe06058;
        expect_red_line(drawn[i], &scene);
    }
}

/* A line in the colour of the walls, a red grid and a wooden table are no red line. */
static void test_what_is_no_red_line(void **state)
{
    (void)state;
    struct drawing drawing;
    struct point ends[2];
    bool is_board;
    struct scene scene = make_scene(91, VIEW_PAGE, true, 1200);
    scene.grid_colour = 0xc04040;
    scene.grid_depth = .3;
    assert_false(trace_line(1, &scene, &drawing, ends, &is_board));
    assert_false(is_board);
    drawing_free(&drawing);
    scene = make_scene(92, VIEW_FILLED, true, 1200);
    scene.ink = 0xc02020; /* all of it is red */
    assert_false(trace_line(1, &scene, &drawing, ends, &is_board));
    drawing_free(&drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),          cmocka_unit_test(test_flat_and_blank),
        cmocka_unit_test(test_misplaced),       cmocka_unit_test(test_slanting_line),
        cmocka_unit_test(test_spurs_and_words), cmocka_unit_test(test_small_gap),
        cmocka_unit_test(test_wide_gap),        cmocka_unit_test(test_full_size),
        cmocka_unit_test(test_printed),         cmocka_unit_test(test_boards),
        cmocka_unit_test(test_red_lines),       cmocka_unit_test(test_what_is_no_red_line),
    };
    const struct CMUnitTest all[] = {cmocka_unit_test(test_all)};
    const char *wish = getenv("PHOTO_TEST");
    if (wish != NULL && strcmp(wish, "all") == 0)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
