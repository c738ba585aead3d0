/* What lies on the table hides no name, also while a chip falls. */
#include "screens/circuit/view/inside.h"
#include "unit/rules/circuit/fixture.h"

enum { WIDTH = 460, HEIGHT = 120, NAME_END = 28 /* the name's lowest pixel is above */ };

static cairo_surface_t *draw(const struct view *view, bool chip, double chipping)
{
    struct pass_table table = {.count = 1, .scene = true};
    table.rows[0] = (struct pass_table_row){
        .car = 1, .card = TABLE_NO_CARD, .chip = chip, .chipping = chipping};
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    circuit_draw_table(cairo, view, &table, (struct box){0, 0, WIDTH, HEIGHT}, 1,
                       &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    return surface;
}

/* From which line on two pictures differ. */
static int first_line(cairo_surface_t *one, cairo_surface_t *other)
{
    int y = 0, stride = cairo_image_surface_get_stride(one);
    const unsigned char *pixels = cairo_image_surface_get_data(one);
    const unsigned char *others = cairo_image_surface_get_data(other);
    while (y < HEIGHT && memcmp(pixels + y * stride, others + y * stride, (size_t)stride) == 0)
        y++;
    return y;
}

static void test_a_chip_falls_beside_the_name(void **state)
{
    (void)state;
    struct table table;
    struct error error;
    struct player player = {"Wilhelmina", 1, "human"};
    open_table(&table, CIRCUIT_X, 1, "");
    struct session *session =
        session_begin(&table.setup, &player, (struct allow){true, true}, &error);
    assert_non_null(session);
    struct view view = {.session = session, .names = {player.name}};
    cairo_surface_t *without = draw(&view, false, 1);
    for (int tenth = 0; tenth <= 10; tenth++) {
        cairo_surface_t *with = draw(&view, true, tenth / 10.0);
        int line = first_line(without, with);
        if (line < NAME_END || line == HEIGHT)
            fail_msg("%d tenths fallen: from line %d on", tenth, line);
        cairo_surface_destroy(with);
    }
    cairo_surface_destroy(without);
    session_free(session);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_chip_falls_beside_the_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
