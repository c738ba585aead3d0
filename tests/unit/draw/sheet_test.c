/* The cached sheet: whatever was shifted, mended or live for a while, the window shows what a
 * picture painted afresh would show. */
#include "draw/sheet.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 320, HEIGHT = 360 };

/* A made-up ground that is different everywhere, and a live disc. */
struct scene {
    int left, top;
    int tint;
    struct box disc, line; /* the line goes across its box */
    struct box ink;        /* on the ground, over its course */
    int painted;           /* pixels of ground asked for so far */
    int alive;             /* pixels asked for what is live */
    struct paper_view view;
};

static void paint_ground(cairo_t *cairo, void *context)
{
    struct scene *scene = context;
    double x1, y1, x2, y2;
    cairo_clip_extents(cairo, &x1, &y1, &x2, &y2);
    scene->painted += (int)((x2 - x1) * (y2 - y1));
    for (int y = (int)y1; y < (int)y2; y++)
        for (int x = (int)x1; x < (int)x2; x++) {
            int value = (x - scene->left) * 7 + (y - scene->top) * 13;
            cairo_set_source_rgb(cairo, (value & 255) / 255.0, (value >> 3 & 255) / 255.0,
                                 (scene->tint & 255) / 255.0);
            cairo_rectangle(cairo, x, y, 1, 1);
            cairo_fill(cairo);
        }
}

static void paint_ink(cairo_t *cairo, void *context)
{
    const struct box ink = ((const struct scene *)context)->ink;
    cairo_set_source_rgb(cairo, 0, 1, 0);
    cairo_rectangle(cairo, ink.x, ink.y, ink.w, ink.h);
    cairo_fill(cairo);
}

static void paint_live(cairo_t *cairo, void *context)
{
    struct scene *scene = context;
    double x1, y1, x2, y2;
    cairo_clip_extents(cairo, &x1, &y1, &x2, &y2);
    scene->alive += (int)((x2 - x1) * (y2 - y1));
    cairo_set_source_rgb(cairo, 0, 0, 1);
    for (int i = 1; i < scene->line.w / 16; i++) /* in steps: the clip changes no edge */
        cairo_rectangle(cairo, scene->line.x + i * 16, scene->line.y + i * (scene->line.h / 32), 15,
                        3);
    cairo_fill(cairo);
    cairo_set_source_rgb(cairo, 1, 0, 0);
    cairo_arc(cairo, scene->disc.x + scene->disc.w / 2.0, scene->disc.y + scene->disc.h / 2.0,
              scene->disc.w / 2.0, 0, 7);
    cairo_fill(cairo);
}

struct stage {
    SDL_Surface *surface;
    SDL_Renderer *renderer;
    struct canvas *canvas;
    struct scene scene;
    struct sheet *sheet;
};

static void open_stage(struct stage *stage)
{
    struct error error = {0};
    memset(stage, 0, sizeof *stage);
    stage->surface = SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_RGB888);
    stage->renderer = SDL_CreateSoftwareRenderer(stage->surface);
    assert_non_null(stage->renderer);
    stage->canvas = canvas_create(stage->renderer, &error);
    assert_non_null(stage->canvas);
    stage->sheet = sheet_create((struct sheet_painter){
        .ground = paint_ground, .live = paint_live, .context = &stage->scene});
    sheet_resize(stage->sheet, WIDTH, HEIGHT);
}

static void close_stage(struct stage *stage)
{
    sheet_free(stage->sheet);
    canvas_free(stage->canvas);
    SDL_DestroyRenderer(stage->renderer);
    SDL_FreeSurface(stage->surface);
}

static void draw(struct stage *stage)
{
    canvas_begin(stage->canvas, WIDTH, HEIGHT, 1);
    sheet_draw(stage->sheet, stage->canvas, 0, 0);
    canvas_show(stage->canvas, NULL);
}

/* What the window shows against the scene painted at once. */
static void assert_shows_scene(struct stage *stage)
{
    draw(stage);
    cairo_surface_t *expected = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(expected);
    int painted = stage->scene.painted;
    paint_ground(cairo, &stage->scene);
    stage->scene.painted = painted;
    paint_ink(cairo, &stage->scene);
    if (stage->scene.disc.w + stage->scene.line.w > 0)
        paint_live(cairo, &stage->scene);
    cairo_destroy(cairo);
    cairo_surface_flush(expected);
    const unsigned char *wanted = cairo_image_surface_get_data(expected);
    const unsigned char *seen = stage->surface->pixels;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            for (int c = 0; c < 3; c++) {
                int a = wanted[y * cairo_image_surface_get_stride(expected) + x * 4 + c];
                int b = seen[y * stage->surface->pitch + x * 4 + c];
                if (abs(a - b) > 1)
                    fail_msg("at %d, %d: %d instead of %d", x, y, b, a);
            }
    cairo_surface_destroy(expected);
}

static void the_first_picture_is_the_scene(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    assert_shows_scene(&stage);
    int painted = stage.scene.painted;
    assert_shows_scene(&stage); /* and the second costs no painting */
    assert_int_equal(stage.scene.painted, painted);
    close_stage(&stage);
}

static void scrolling_paints_only_what_was_out_of_sight(void **state)
{
    (void)state;
    static const int moves[][2] = {{5, 0},    {-17, 0},   {0, 9},     {0, -30}, {12, 8},
                                   {-40, 25}, {33, -199}, {-319, 50}, {-3, -3}, {400, 2}};
    struct stage stage;
    open_stage(&stage);
    draw(&stage);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        int dx = moves[i][0], dy = moves[i][1];
        stage.scene.left += dx;
        stage.scene.top += dy;
        stage.scene.painted = 0;
        sheet_scroll(stage.sheet, dx, dy);
        assert_shows_scene(&stage);
        int kept = (WIDTH - abs(dx)) * (HEIGHT - abs(dy));
        if (abs(dx) < WIDTH)
            assert_int_equal(stage.scene.painted, WIDTH * HEIGHT - kept);
    }
    close_stage(&stage);
}

static void live_boxes_leave_no_trace(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    for (int i = 0; i < 12; i++) {
        stage.scene.disc = box_make(10 + i * 23, 15 + i * 11, 40 + i % 3 * 20, 40 + i % 3 * 20);
        sheet_set_live(stage.sheet, 0, stage.scene.disc);
        assert_shows_scene(&stage);
    }
    stage.scene.left += 20; /* the ground moves under a live box that stays */
    sheet_scroll(stage.sheet, 20, 0);
    assert_shows_scene(&stage);
    stage.scene.disc = box_make(0, 0, 0, 0);
    sheet_set_live(stage.sheet, 0, stage.scene.disc);
    assert_shows_scene(&stage);
    close_stage(&stage);
}

/* As a best line over all of the sheet, with the pointer's points before it. */
static void a_large_live_box_is_not_painted_with_a_small_one(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    stage.scene.line = box_make(5, 5, WIDTH - 10, HEIGHT - 10);
    sheet_set_live(stage.sheet, 3, stage.scene.line);
    assert_shows_scene(&stage);
    for (int i = 0; i < 12; i++) {
        stage.scene.disc = box_make(10 + i * 22, 15 + i * 11, 30, 30);
        sheet_set_live(stage.sheet, 0, stage.scene.disc);
        stage.scene.alive = 0;
        draw(&stage);
        assert_in_range(stage.scene.alive, 30 * 30, 4 * 30 * 30);
        assert_shows_scene(&stage);
    }
    stage.scene.line = box_make(40, 0, 200, 120);
    sheet_set_live(stage.sheet, 3, stage.scene.line);
    assert_shows_scene(&stage);
    close_stage(&stage);
}

static void a_mended_box_is_painted_and_nothing_else(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    draw(&stage);
    stage.scene.painted = 0;
    sheet_invalidate(stage.sheet, box_make(30, 40, 50, 20));
    sheet_invalidate(stage.sheet, box_make(200, 100, 10, 10));
    sheet_invalidate(stage.sheet, box_make(-500, -500, 20, 20)); /* out of sight */
    assert_shows_scene(&stage);
    assert_int_equal(stage.scene.painted, 50 * 20 + 10 * 10);
    close_stage(&stage);
}

static void lost_textures_come_back_without_painting(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    stage.scene.disc = box_make(100, 50, 60, 60);
    sheet_set_live(stage.sheet, 1, stage.scene.disc);
    draw(&stage);
    stage.scene.painted = 0;
    canvas_drop_textures(stage.canvas);
    SDL_SetRenderDrawColor(stage.renderer, 0, 0, 0, 255);
    SDL_RenderClear(stage.renderer);
    canvas_lose(stage.canvas);
    assert_shows_scene(&stage);
    assert_int_equal(stage.scene.painted, 0);
    close_stage(&stage);
}

static void a_course_lies_under_ink_that_changes(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    sheet_free(stage.sheet);
    stage.sheet = sheet_create(
        (struct sheet_painter){paint_ink, paint_live, &stage.scene, paint_ground, true, NULL});
    sheet_resize(stage.sheet, WIDTH, HEIGHT);
    draw(&stage);
    for (int i = 0; i < 6; i++) {
        stage.scene.painted = 0;
        stage.scene.ink = box_make(20 + i * 30, 10 + i * 40, 50, 60);
        sheet_repaint(stage.sheet);
        assert_shows_scene(&stage);
        assert_int_equal(stage.scene.painted, 0);
        stage.scene.left -= 7;
        stage.scene.ink.x -= 7;
        sheet_scroll(stage.sheet, -7, 0);
        assert_shows_scene(&stage);
        assert_int_equal(stage.scene.painted, 7 * HEIGHT);
    }
    stage.scene.tint++;
    sheet_resize(stage.sheet, WIDTH - 1, HEIGHT);
    sheet_resize(stage.sheet, WIDTH, HEIGHT);
    assert_shows_scene(&stage);
    close_stage(&stage);
}

static void paint_nothing(cairo_t *cairo, void *context)
{
    (void)cairo, (void)context;
}

static void paint_ink_part(cairo_t *cairo, void *context, int which)
{
    (void)which;
    paint_ink(cairo, context);
}

static void paint_live_part(cairo_t *cairo, void *context, int which)
{
    (void)which;
    paint_live(cairo, context);
}

static void lay(struct stage *stage, uint64_t ink, uint64_t live)
{
    sheet_lay(stage->sheet, SHEET_GROUND_LAYERS - 1, ink, paint_ink_part, 0);
    sheet_lay(stage->sheet, SHEET_LAYERS - 1, live, paint_live_part, 0);
}

/* Nobody says where they are; what is away, or comes into sight by a scroll, is mended, too. */
static void parts_measure_themselves(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    sheet_free(stage.sheet);
    stage.sheet = sheet_create(
        (struct sheet_painter){paint_nothing, NULL, &stage.scene, paint_ground, true, NULL});
    sheet_resize(stage.sheet, WIDTH, HEIGHT);
    for (int i = 0; i < 12; i++) {
        stage.scene.ink = box_make(10 + i * 23, 15 + i * 11, 40 + i % 3 * 20, 60);
        stage.scene.line = box_make(200 - i * 9, 15 + i * 21, 90 + i % 3 * 20, 64);
        lay(&stage, 1 + (uint64_t)i, 1 + (uint64_t)i);
        assert_shows_scene(&stage);
    }
    stage.scene.painted = stage.scene.alive = 0;
    lay(&stage, 12, 12);
    draw(&stage);
    assert_int_equal(stage.scene.painted + stage.scene.alive, 0);
    stage.scene.ink = box_make(-70, 100, 100, 50);
    lay(&stage, 20, 12);
    assert_shows_scene(&stage);
    for (int i = 0; i < 4; i++) {
        stage.scene.left += 20;
        stage.scene.ink.x += 20;
        stage.scene.line.x += 20;
        sheet_scroll(stage.sheet, 20, 0);
        lay(&stage, 20, 12);
        assert_shows_scene(&stage);
    }
    stage.scene.ink.w = 0; /* it is not there */
    stage.scene.line.w = 0;
    lay(&stage, 0, 12);
    sheet_draw(stage.sheet, stage.canvas, 0, 0); /* and the other is not told any more */
    assert_shows_scene(&stage);
    close_stage(&stage);
}

/* --- while a wheel turns ---------------------------------------------------------------------- */

enum { SQUARES = 20 };
static const struct paper_view near_view = {-40, -60, 32, 1};

/* Paper of one colour that starts where the view says, on a table of another. */
static void paint_paper(cairo_t *cairo, void *context)
{
    struct scene *scene = context;
    double side = SQUARES * scene->view.square;
    scene->painted++;
    cairo_set_source_rgb(cairo, 0, 0, 0.8);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 1, 0, (scene->tint & 255) / 255.0);
    cairo_rectangle(cairo, scene->view.left, scene->view.top, side, side);
    cairo_fill(cairo);
}

static void see(void *context, const struct paper_view *view)
{
    ((struct scene *)context)->view = *view;
}

static bool zoom(struct stage *stage, struct paper_view view)
{
    canvas_begin(stage->canvas, WIDTH, HEIGHT, 1);
    bool zoomed = sheet_zoom(stage->sheet, stage->canvas, box_make(0, 0, WIDTH, HEIGHT), &view,
                             (struct point){SQUARES, SQUARES});
    canvas_show(stage->canvas, NULL);
    return zoomed;
}

static void follow(struct stage *stage, struct paper_view view)
{
    stage->scene.view = view;
    sheet_follow(stage->sheet, stage->canvas, box_make(0, 0, WIDTH, HEIGHT), &view);
    draw(stage);
}

static uint32_t pixel_at(const struct stage *stage, int x, int y)
{
    const unsigned char *row = (unsigned char *)stage->surface->pixels + y * stage->surface->pitch;
    return ((const uint32_t *)(const void *)row)[x] & 0xffffff;
}

/* In a ground that is different everywhere each pixel is four by four, and what is live with them.
 */
static void a_larger_sheet_is_drawn_from_the_pixels_of_the_smaller(void **state)
{
    (void)state;
    struct stage stage;
    static uint32_t before[HEIGHT][WIDTH];
    open_stage(&stage);
    stage.scene.disc = box_make(100, 90, 60, 60);
    sheet_set_live(stage.sheet, 0, stage.scene.disc);
    follow(&stage, near_view);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            before[y][x] = pixel_at(&stage, x, y);
    stage.scene.painted = 0;
    assert_true(zoom(&stage, (struct paper_view){-160 - 300, -240 - 200, 128, 1}));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_int_equal(pixel_at(&stage, x, y), before[(y + 200) / 4][(x + 300) / 4]);
    assert_int_equal(stage.scene.painted, 0);
    follow(&stage, near_view);
    assert_shows_scene(&stage); /* sharp again */
    close_stage(&stage);
}

static void a_smaller_sheet_has_its_paper_and_table_all_round(void **state)
{
    (void)state;
    struct stage stage;
    open_stage(&stage);
    sheet_free(stage.sheet);
    stage.sheet = sheet_create(
        (struct sheet_painter){.ground = paint_paper, .context = &stage.scene, .see = see});
    follow(&stage, near_view);
    for (int tint = 0; tint < 200; tint += 100) {
        uint32_t paper = 0xff0000 + (uint32_t)tint;
        stage.scene.tint = tint;
        sheet_repaint(stage.sheet); /* also what was kept of the whole paper */
        follow(&stage, near_view);
        stage.scene.painted = 0;
        /* Paper from (90, 80) to (150, 140), then from (130, 100) to (290, 260). */
        for (int i = 0; i < 2; i++) {
            int left = 90 + i * 40, top = 80 + i * 20, side = 60 + i * 100;
            assert_true(zoom(&stage, (struct paper_view){left, top, side / (double)SQUARES, 1}));
            for (int y = 0; y < HEIGHT; y += 10)
                for (int x = 0; x < WIDTH; x += 10) {
                    int deep = abs(2 * x - 2 * left - side), down = abs(2 * y - 2 * top - side);
                    deep = deep > down ? deep : down;
                    if (deep != side) /* on the edge it is mixed */
                        assert_int_equal(pixel_at(&stage, x, y), deep < side ? paper : 0x0000cc);
                }
        }
        assert_int_equal(stage.scene.painted, 1); /* once from afar */
        assert_memory_equal(&stage.scene.view, &near_view, sizeof near_view);
    }
    close_stage(&stage);
}

static void what_is_not_painted_yet_is_not_zoomed(void **state)
{
    (void)state;
    struct stage stage;
    struct paper_view larger = near_view;
    larger.square *= 2;
    open_stage(&stage);
    assert_false(zoom(&stage, larger));
    follow(&stage, near_view);
    sheet_invalidate(stage.sheet, box_make(30, 40, 50, 20));
    assert_false(zoom(&stage, larger));
    draw(&stage);
    assert_false(zoom(&stage, near_view)); /* it rests */
    canvas_drop_textures(stage.canvas);
    assert_false(zoom(&stage, larger));
    draw(&stage);
    assert_true(zoom(&stage, larger));
    close_stage(&stage);
}

/* What it would read to be painted may be gone, too. */
static void what_is_not_told_any_more_is_not_zoomed(void **state)
{
    (void)state;
    struct stage stage;
    struct paper_view larger = near_view;
    larger.square *= 2;
    open_stage(&stage);
    sheet_free(stage.sheet);
    stage.sheet = sheet_create(
        (struct sheet_painter){paint_nothing, NULL, &stage.scene, paint_ground, true, NULL});
    stage.scene.line = box_make(60, 50, 90, 64);
    for (int told = 0; told < 2; told++) {
        sheet_follow(stage.sheet, stage.canvas, box_make(0, 0, WIDTH, HEIGHT), &near_view);
        lay(&stage, 0, 1);
        draw(&stage);
        if (told)
            lay(&stage, 0, 1);
        stage.scene.alive = 0;
        assert_true(zoom(&stage, larger));
        assert_int_equal(stage.scene.alive > 0, told);
    }
    close_stage(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_picture_is_the_scene),
        cmocka_unit_test(scrolling_paints_only_what_was_out_of_sight),
        cmocka_unit_test(live_boxes_leave_no_trace),
        cmocka_unit_test(a_large_live_box_is_not_painted_with_a_small_one),
        cmocka_unit_test(a_mended_box_is_painted_and_nothing_else),
        cmocka_unit_test(lost_textures_come_back_without_painting),
        cmocka_unit_test(a_course_lies_under_ink_that_changes),
        cmocka_unit_test(parts_measure_themselves),
        cmocka_unit_test(a_larger_sheet_is_drawn_from_the_pixels_of_the_smaller),
        cmocka_unit_test(a_smaller_sheet_has_its_paper_and_table_all_round),
        cmocka_unit_test(what_is_not_painted_yet_is_not_zoomed),
        cmocka_unit_test(what_is_not_told_any_more_is_not_zoomed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
