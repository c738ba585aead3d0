/* Layout: pieces from both ends, lines that go on below, equal cells, shares; and what a builder is
 * measured to need is what it takes. */
#include "support/cmocka.h"
#include "support/pane.h"
#include "ui/layout.h"

static struct pane pane;

static void build_nothing(struct ui *ui, void *data)
{
    (void)ui, (void)data;
}

static int open_pane(void **state)
{
    (void)state;
    pane = pane_open(640, 480, 2);
    pane_build(&pane, build_nothing, NULL); /* takes the scale */
    return 0;
}

static int close_pane(void **state)
{
    (void)state;
    pane_close(&pane);
    return 0;
}

static void assert_box(struct box box, int x, int y, int w, int h)
{
    assert_int_equal(box.x, x);
    assert_int_equal(box.y, y);
    assert_int_equal(box.w, w);
    assert_int_equal(box.h, h);
}

/* Two device pixels to one of the interface. */
static void pieces_leave_gaps(void **state)
{
    (void)state;
    struct layout page = {pane.ui, {0, 0, 200, 100}, 5};
    assert_box(layout_take(&page, AT_TOP, 10), 0, 0, 200, 20);
    assert_box(layout_take(&page, AT_RIGHT, 20), 160, 30, 40, 70);
    assert_box(layout_cut(&page, AT_LEFT, 7), 0, 30, 7, 70);
    assert_box(page.rest, 17, 30, 133, 70);
    layout_skip(&page, AT_BOTTOM, 4);
    assert_box(page.rest, 17, 30, 133, 62);
}

static void a_flow_goes_on_below(void **state)
{
    (void)state;
    struct layout page = {pane.ui, {10, 20, 100, 400}, 3};
    struct flow flow = flow_begin(&page, 5);
    assert_box(flow_next(&flow, 60, 20), 10, 20, 60, 20);
    assert_box(flow_next(&flow, 30, 24), 80, 20, 30, 24);
    assert_box(flow_next(&flow, 300, 20), 10, 54, 100, 20);
    flow_end(&flow, &page);
    assert_box(page.rest, 10, 80, 100, 340);
}

static void a_grid_has_as_many_columns_as_fit(void **state)
{
    (void)state;
    struct layout page = {pane.ui, {0, 0, 330, 400}, 0};
    struct grid grid = grid_in(&page, 50, 5, 9);
    grid.height = 40;
    assert_int_equal(grid.columns, 3);
    assert_box(grid_cell(&grid, 4), 113, 50, 103, 40);
    assert_int_equal(grid_height(&grid, 0), 0);
    assert_int_equal(grid_height(&grid, 3), 40);
    assert_int_equal(grid_height(&grid, 4), 90);
    assert_int_equal(grid_in(&page, 50, 5, 2).columns, 2);
    assert_int_equal(grid_in(&page, 500, 5, 9).columns, 1);
}

static void shares_go_by_weight_up_to_the_most(void **state)
{
    (void)state;
    int lengths[3];
    const struct share shares[] = {{100, 2, 0}, {50, 1, 60}, {50, 1, 0}};
    layout_share(320, 10, shares, 3, lengths);
    assert_int_equal(lengths[1], 60); /* 25 would be its part, 10 is what it may have */
    assert_int_equal(lengths[0] + lengths[1] + lengths[2], 300);
    assert_in_range(lengths[0], 159, 161);
    layout_share(100, 10, shares, 3, lengths);
    assert_int_equal(lengths[0], 100); /* least is least */
}

struct form {
    bool on;
    int clicks, bottom;
};

static void build_words(struct layout *column, void *data)
{
    struct form *form = data;
    struct paper_color ink = canvas_theme(ui_canvas(column->ui))->ink;
    layout_paragraph(column, STYLE_BODY, ink,
                     "As many lines as this takes where there is room for a few words only.");
    form->clicks += ui_check(column->ui, "check", "On", layout_take(column, AT_TOP, 30), &form->on);
}

static void build_form(struct ui *ui, void *data)
{
    struct form *form = data;
    int needed = layout_measure(ui, 200, build_words, form);
    struct layout column = layout_column(ui, 30, 40, 200, 0);
    build_words(&column, form);
    form->bottom = column.rest.y;
    assert_int_equal(form->bottom, 40 + needed);
    assert_int_equal(ui_target_count(ui), 1);
}

/* What is measured is not there: it cannot be clicked, and takes no click from what is. */
static void measures_what_it_places(void **state)
{
    (void)state;
    struct form form = {0};
    pane_build(&pane, build_form, &form);
    assert_true(form.bottom > 40 + 2 * canvas_line_height(pane.canvas, STYLE_BODY) + 60);
    const struct ui_target *target = ui_target_at(pane.ui, 0);
    pane_click(&pane, target->id, build_form, &form);
    assert_true(form.on);
    assert_int_equal(form.clicks, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_leave_gaps),
        cmocka_unit_test(a_flow_goes_on_below),
        cmocka_unit_test(a_grid_has_as_many_columns_as_fit),
        cmocka_unit_test(shares_go_by_weight_up_to_the_most),
        cmocka_unit_test(measures_what_it_places),
    };
    return cmocka_run_group_tests(tests, open_pane, close_pane);
}
