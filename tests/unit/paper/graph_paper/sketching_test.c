/* What lies on a sheet in the making: each thing stays within the box that it announces, looks the
 * same when only a part of it is painted again, and handles are found where they are drawn.
 */
#include "paper/graph_paper/ink.h"
#include "paper/graph_paper/sketching.h"

#include "support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 620, HEIGHT = 500 };

static const struct paper_view views[] = {
    {15, 12, 20.5, 1}, {-140, -260, 47, 1}, {100, 80, 6.3, 1}, {20, 30, 17, 2}};
enum { VIEWS = sizeof views / sizeof *views };

static const struct paper_theme *const theme = &paper_theme_paper;
static struct draft draft;

/* --- the sheet ------------------------------------------------------------------------------- */

enum { RING, OPEN_WALL, SLICK, TURBO, LINE, GATE, INSIDE, PICTURE, DOT, ITEMS };

static void add_loop(enum draft_role role, const int (*places)[2], int count, bool closed)
{
    struct error error;
    draft_add_item(&draft, role, 0);
    draft_begin_loop(&draft);
    for (int i = 0; i < count; i++)
        assert_true(draft_add_vertex(
            &draft, (struct point){places[i][0] * FINE / 2, places[i][1] * FINE / 2}, &error));
    if (closed)
        draft_close_loop(&draft);
}

/* Half squares. */
static int fill_draft(void **state)
{
    (void)state;
    static const int ring[][2] = {{4, 4}, {50, 6}, {47, 38}, {9, 41}};
    static const int open[][2] = {{14, 14}, {30, 12}, {41, 30}, {17, 29}, {15, 17}};
    static const int slick[][2] = {{20, 6}, {24, 6}, {24, 10}, {20, 10}};
    static const int turbo[][2] = {{40, 32}, {44, 32}, {44, 36}, {40, 36}};
    static const int line[][2] = {{4, 20}, {16, 20}};
    static const int gate[][2] = {{40, 18}, {42, 18}, {44, 18}};
    static const int inside[][2] = {{6, 6}};
    static const int picture[][2] = {{52, 2}, {56, 30}, {53, 40}};
    draft = (struct draft){.width = 30, .height = 22};
    add_loop(DRAFT_WALL, ring, 4, true);
    add_loop(DRAFT_WALL, open, 5, false);
    add_loop(DRAFT_SLICK, slick, 4, true);
    add_loop(DRAFT_TURBO, turbo, 4, true);
    draft.items[TURBO].arrow = (struct point){-3, 1};
    add_loop(DRAFT_START_FINISH, line, 2, false);
    add_loop(DRAFT_CHECKPOINT, gate, 3, false);
    draft.items[GATE].number = 1;
    add_loop(DRAFT_INSIDE, inside, 1, false);
    add_loop(DRAFT_DECORATION, picture, 3, false);
    add_loop(DRAFT_WALL, inside, 1, false);
    assert_int_equal(draft.count, ITEMS);
    return 0;
}

static int empty_draft(void **state)
{
    (void)state;
    draft_free(&draft);
    return 0;
}

static struct draft_brush brush_of(cairo_t *cairo, const struct paper_view *view)
{
    return (struct draft_brush){cairo, view, &draft, theme};
}

/* --- what is drawn --------------------------------------------------------------------------- */

static const struct spot stroke[] = {{2, 3}, {5, 4}, {9, 4.5}, {12, 9}, {12.2, 9.1}, {8, 12}};
enum { STROKE = sizeof stroke / sizeof *stroke };
static const struct point lap[] = {{3, 3}, {4, 4}, {6, 6}, {9, 8}, {13, 9}};

static struct draft_problem problem(int item, double x, double y, bool missing)
{
    return (struct draft_problem){.item = item,
                                  .other = -1,
                                  .missing = missing,
                                  .has_place = true,
                                  .at = {(int32_t)(x * FINE), (int32_t)(y * FINE)}};
}

/* One thing that can be drawn: draws it (if `cairo`) and says its box. */
struct thing {
    const char *name;
    bool (*act)(const struct draft_brush *brush, double box[4]);
};

/* Nobody asks for its box: a sheet sees what it inks (draw/sheet.h). */
static bool anywhere(double box[4])
{
    box[0] = box[1] = 0;
    box[2] = WIDTH;
    box[3] = HEIGHT;
    return true;
}

static bool ring_at_crossing(const struct draft_brush *brush, double box[4])
{
    struct draft_problem it = problem(RING, 12, 8, false);
    if (brush->cairo)
        paper_draw_problems(brush, &it, 1, 0);
    return anywhere(box);
}

static bool gap_of_stroke(const struct draft_brush *brush, double box[4])
{
    struct draft_problem it = problem(OPEN_WALL, 7.25, 7.75, false);
    if (brush->cairo)
        paper_draw_problems(brush, &it, 1, -1);
    return anywhere(box);
}

static bool what_is_missing(const struct draft_brush *brush, double box[4])
{
    struct draft_problem it = problem(-1, 9, 9, true);
    if (brush->cairo)
        paper_draw_problems(brush, &it, 1, -1);
    return anywhere(box);
}

static bool select_all(const struct draft_brush *brush, double box[4],
                       const struct sketch_transform *moving)
{
    static const int items[] = {OPEN_WALL, SLICK, LINE, GATE, INSIDE};
    struct paper_selection selection = {
        .items = items, .count = 5, .handles = true, .hot = HANDLE_TURN, .moving = moving};
    if (brush->cairo)
        paper_draw_selection(brush, &selection);
    return anywhere(box);
}

static bool selection(const struct draft_brush *brush, double box[4])
{
    return select_all(brush, box, NULL);
}

static bool turned_selection(const struct draft_brush *brush, double box[4])
{
    /* 3 - 4 - 5: about 37 degrees to the left, round the origin, then to the right. */
    static const struct sketch_transform turn = {0.8, 0.6, -0.6, 0.8, 6, -3};
    return select_all(brush, box, &turn);
}

static bool glow(const struct draft_brush *brush, double box[4])
{
    static const int item = RING;
    struct paper_selection pointed = {.items = &item, .count = 1, .hot = HANDLE_NONE};
    if (brush->cairo)
        paper_draw_selection(brush, &pointed);
    return anywhere(box);
}

static bool draw_with(const struct draft_brush *brush, double box[4], struct paper_pen pen)
{
    pen.spots = stroke;
    pen.count = STROKE;
    if (brush->cairo)
        paper_draw_pen(brush, &pen);
    return paper_pen_box(brush, &pen, 0, box);
}

static bool pen_of_wall(const struct draft_brush *brush, double box[4])
{
    return draw_with(brush, box,
                     (struct paper_pen){.look = PEN_DRAWS, .role = DRAFT_WALL, .ring = 0.8});
}

static bool pen_of_polygon(const struct draft_brush *brush, double box[4])
{
    return draw_with(brush, box,
                     (struct paper_pen){.look = PEN_DRAWS,
                                        .role = DRAFT_SLICK,
                                        .corners = true,
                                        .ring = 1,
                                        .ring_filled = true,
                                        .has_next = true,
                                        .next = {3, 11}});
}

static bool pen_of_parallel(const struct draft_brush *brush, double box[4])
{
    return draw_with(brush, box,
                     (struct paper_pen){.look = PEN_PREVIEWS, .role = DRAFT_WALL, .closed = true});
}

static bool eraser(const struct draft_brush *brush, double box[4])
{
    return draw_with(brush, box, (struct paper_pen){.look = PEN_ERASES, .width = 1.5});
}

static bool lasso(const struct draft_brush *brush, double box[4])
{
    struct spot from = {11, 3}, to = {4, 9};
    if (brush->cairo)
        paper_draw_lasso(brush, from, to);
    return anywhere(box);
}

static bool reach(const struct draft_brush *brush, double box[4])
{
    struct spot at = {9.5, 8.25};
    if (brush->cairo)
        paper_draw_reach(brush, at, 1.2);
    return anywhere(box);
}

static bool snap(const struct draft_brush *brush, double box[4])
{
    if (brush->cairo)
        paper_draw_snap(brush, (struct point){9, 8});
    return anywhere(box);
}

static bool laid_line(const struct draft_brush *brush, double box[4])
{
    struct point from = {5, 5}, to = {11, 9};
    if (brush->cairo)
        paper_draw_laid_line(brush, DRAFT_FINISH, from, to);
    return anywhere(box);
}

static bool pulled_arrow(const struct draft_brush *brush, double box[4])
{
    struct spot middle = {9, 8};
    struct point arrow = {3, -2};
    if (brush->cairo)
        paper_draw_pulled_arrow(brush, middle, arrow);
    return anywhere(box);
}

static bool best_lap(const struct draft_brush *brush, double box[4])
{
    struct dotted_line it = {lap, 5, draft.height, theme->action, "lap in 4"};
    if (brush->cairo)
        dotted_draw(brush->cairo, brush->view, &it);
    return anywhere(box);
}

static const struct thing things[] = {
    {"ring", ring_at_crossing},
    {"gap", gap_of_stroke},
    {"missing", what_is_missing},
    {"selection", selection},
    {"turned", turned_selection},
    {"glow", glow},
    {"pen", pen_of_wall},
    {"polygon", pen_of_polygon},
    {"parallel", pen_of_parallel},
    {"eraser", eraser},
    {"lasso", lasso},
    {"reach", reach},
    {"snap", snap},
    {"line", laid_line},
    {"arrow", pulled_arrow},
    {"best lap", best_lap},
};

/* --- pictures -------------------------------------------------------------------------------- */

static cairo_t *green_picture(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    cairo_set_source_rgb(cairo, 0, 1, 0); /* nothing that is drawn has it */
    cairo_paint(cairo);
    return cairo;
}

static const uint32_t *row(cairo_t *cairo, int y)
{
    cairo_surface_t *surface = cairo_get_target(cairo);
    cairo_surface_flush(surface);
    return (const uint32_t *)(const void *)(cairo_image_surface_get_data(surface) +
                                            y * cairo_image_surface_get_stride(surface));
}

static bool is_green(cairo_t *cairo, int x, int y)
{
    return (row(cairo, y)[x] & 0xffffff) == 0x00ff00;
}

static void assert_only_in(cairo_t *cairo, const double box[4], const char *name, int view)
{
    int marked = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (!is_green(cairo, x, y)) {
                marked++;
                if (x < box[0] || y < box[1] || x >= box[0] + box[2] || y >= box[1] + box[3])
                    fail_msg("%s in view %d: (%d, %d) is outside its box", name, view, x, y);
            }
    if (marked == 0)
        fail_msg("%s in view %d: nothing was drawn", name, view);
}

static void test_all_stay_within_their_boxes(void **state)
{
    (void)state;
    for (int v = 0; v < VIEWS; v++)
        for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
            double box[4];
            cairo_t *cairo = green_picture();
            struct draft_brush brush = brush_of(cairo, &views[v]);
            assert_true(things[i].act(&brush, box));
            assert_only_in(cairo, box, things[i].name, v);
            cairo_destroy(cairo);
        }
}

/* A strip across the middle is painted anew, as when a cached sheet is mended. */
static void test_a_part_looks_like_the_whole(void **state)
{
    (void)state;
    for (int v = 0; v < VIEWS; v++)
        for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
            double box[4];
            cairo_t *whole = green_picture(), *part = green_picture();
            struct draft_brush first = brush_of(whole, &views[v]);
            struct draft_brush second = brush_of(part, &views[v]);
            things[i].act(&first, box);
            int top = (int)fmax(box[1] + box[3] / 3, 0);
            int bottom = (int)fmin(box[1] + box[3] * 2 / 3, HEIGHT);
            cairo_rectangle(part, 0, top, WIDTH, bottom - top);
            cairo_clip(part);
            things[i].act(&second, box);
            for (int y = top; y < bottom; y++)
                for (int x = 0; x < WIDTH; x++) {
                    uint32_t a = row(whole, y)[x] & 0xffffff, b = row(part, y)[x] & 0xffffff;
                    for (int shift = 0; shift < 24; shift += 8)
                        if (abs((int)(a >> shift & 255) - (int)(b >> shift & 255)) > 3)
                            fail_msg("%s in view %d differs at (%d, %d): %06x, %06x",
                                     things[i].name, v, x, y, a, b);
                }
            cairo_destroy(whole);
            cairo_destroy(part);
        }
}

/* Loose strokes are drawn, and nothing of what the track shows already. */
static void test_loose_strokes(void **state)
{
    (void)state;
    cairo_t *cairo = green_picture();
    struct draft_brush brush = brush_of(cairo, &views[0]);
    double boxes[3][4];
    assert_true(paper_item_box(&brush, OPEN_WALL, boxes[0]));
    assert_true(paper_item_box(&brush, PICTURE, boxes[1]));
    assert_true(paper_item_box(&brush, DOT, boxes[2]));
    paper_draw_loose(&brush);
    int marked[3] = {0};
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            bool known = false;
            for (int i = 0; i < 3 && !is_green(cairo, x, y); i++) {
                const double *b = boxes[i];
                bool inside = x >= b[0] && y >= b[1] && x < b[0] + b[2] && y < b[1] + b[3];
                marked[i] += inside;
                known |= inside;
            }
            assert_true(known || is_green(cairo, x, y));
        }
    assert_true(marked[0] > 0 && marked[1] > 0 && marked[2] > 0);
    /* The open stroke is not closed: half-way between its ends there is nothing. */
    assert_true(is_green(cairo, (int)(15 + 7.25 * 20.5), (int)(12 + (22 - 7.75) * 20.5)));
    cairo_destroy(cairo);
}

/* The new part of a stroke: what the older spots have drawn is the same outside its box. */
static void test_a_stroke_grows_within_its_box(void **state)
{
    (void)state;
    for (int v = 0; v < VIEWS; v++)
        for (int count = 2; count < STROKE; count++) {
            struct paper_pen pen = {.role = DRAFT_WALL, .spots = stroke, .count = count};
            double box[4];
            cairo_t *before = green_picture(), *after = green_picture();
            struct draft_brush first = brush_of(before, &views[v]);
            struct draft_brush second = brush_of(after, &views[v]);
            paper_draw_pen(&first, &pen);
            pen.count++;
            paper_draw_pen(&second, &pen);
            assert_true(paper_pen_box(&second, &pen, count, box));
            for (int y = 0; y < HEIGHT; y++)
                for (int x = 0; x < WIDTH; x++)
                    if (row(before, y)[x] != row(after, y)[x])
                        assert_true(x >= box[0] && y >= box[1] && x < box[0] + box[2] &&
                                    y < box[1] + box[3]);
            cairo_destroy(before);
            cairo_destroy(after);
        }
}

/* --- handles --------------------------------------------------------------------------------- */

static void test_handles(void **state)
{
    (void)state;
    static const int item = SLICK; /* (10, 3) to (12, 5) */
    struct paper_selection it = {.items = &item, .count = 1, .handles = true};
    struct paper_view view = {0, 0, 40, 1};
    struct draft_brush brush = brush_of(NULL, &view);
    double x, y;
    for (enum paper_handle handle = 0; handle < HANDLE_COUNT; handle++) {
        assert_true(paper_handle_place(&brush, &it, handle, &x, &y));
        assert_int_equal(paper_find_handle(&brush, &it, x + 4, y - 4), handle);
        assert_int_equal(paper_find_handle(&brush, &it, x + 13, y + 13), HANDLE_NONE);
    }
    /* 9 pixels outside of what is selected. */
    assert_true(paper_handle_place(&brush, &it, HANDLE_LOWER_LEFT, &x, &y));
    assert_true(fabs(x - (10 * 40 - 9)) < 0.01 && fabs(y - ((22 - 3) * 40 + 9)) < 0.01);
    assert_true(paper_handle_place(&brush, &it, HANDLE_RIGHT, &x, &y));
    assert_true(fabs(x - (12 * 40 + 9)) < 0.01 && fabs(y - (22 - 4) * 40) < 0.01);
    assert_true(paper_handle_place(&brush, &it, HANDLE_TURN, &x, &y));
    assert_true(fabs(x - 11 * 40) < 0.01 && y < (22 - 5) * 40 - 9 - 20);
    /* A small box has corners only. */
    view.square = 8;
    assert_false(paper_handle_place(&brush, &it, HANDLE_UPPER, &x, &y));
    assert_true(paper_handle_place(&brush, &it, HANDLE_UPPER_LEFT, &x, &y));
    it.count = 0;
    assert_false(paper_handle_place(&brush, &it, HANDLE_TURN, &x, &y));
    assert_int_equal(paper_find_handle(&brush, &it, x, y), HANDLE_NONE);
}

static void test_nothing_to_draw(void **state)
{
    (void)state;
    double box[4];
    struct draft_problem without = {.item = -1, .other = -1};
    struct paper_selection none = {.hot = HANDLE_NONE};
    struct paper_pen pen = {.look = PEN_DRAWS};
    struct dotted_line unknown = {.points = NULL};
    cairo_t *cairo = green_picture();
    struct draft_brush brush = brush_of(cairo, &views[0]);
    assert_false(paper_pen_box(&brush, &pen, 0, box));
    paper_draw_problems(&brush, &without, 1, 0);
    paper_draw_selection(&brush, &none);
    paper_draw_pen(&brush, &pen);
    dotted_draw(cairo, &views[0], &unknown);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_true(is_green(cairo, x, y));
    cairo_destroy(cairo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_stay_within_their_boxes),
        cmocka_unit_test(test_a_part_looks_like_the_whole),
        cmocka_unit_test(test_loose_strokes),
        cmocka_unit_test(test_a_stroke_grows_within_its_box),
        cmocka_unit_test(test_handles),
        cmocka_unit_test(test_nothing_to_draw),
    };
    return cmocka_run_group_tests(tests, fill_draft, empty_draft);
}
