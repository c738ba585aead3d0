/* The lessons of stock cars: each value of each rule is told, and nothing that is not in force; the
 * drawings can be drawn, and the ways in them keep to the road.
 */
#include "screens/stock_cars/lessons/lessons.h"
#include "support/cmocka.h"

#include <stdlib.h>
#include <string.h>

static struct setup preset_setup(int preset)
{
    struct setup setup = setup_from_preset(&stock_cars_game, preset);
    setup.players = 2;
    return setup;
}

/* Everything that is told, as one text; free it. */
static char *tell(const struct setup *setup)
{
    const struct lesson *lessons[LESSON_LIMIT];
    struct text all = {0};
    int count = lessons_collect(&stock_cars_book, setup, lessons);
    for (int i = 0; i < count; i++) {
        rule_words(setup, lessons[i]->heading, &all);
        text_append(&all, "\n");
        rule_words(setup, lessons[i]->text, &all);
        text_append(&all, "\n");
    }
    assert_non_null(all.data);
    return all.data;
}

static bool tells(const struct setup *setup, const char *words)
{
    char *told = tell(setup);
    bool found = strstr(told, words) != NULL;
    free(told);
    return found;
}

static void each_value_of_each_rule_is_told(void **state)
{
    (void)state;
    const struct rule_table *table = stock_cars_game.table;
    for (int field = 0; field < STOCK_FIELD_COUNT; field++) {
        struct setup one = preset_setup(STOCK_PRESET_STOCK_CARS), other = one;
        one.values[field] = table->fields[field].choices ? 0 : 7;
        other.values[field] = table->fields[field].choices ? 1 : 9;
        char *first = tell(&one), *second = tell(&other);
        if (strcmp(first, second) == 0)
            fail_msg("%s makes no difference", table->fields[field].name);
        free(first);
        free(second);
    }
}

static void nothing_is_told_that_is_not_played(void **state)
{
    (void)state;
    struct setup full = preset_setup(STOCK_PRESET_STOCK_CARS);
    struct setup sunday = preset_setup(STOCK_PRESET_SUNDAY);
    static const char *const words[] = {"Turbo\n", "S: slipstream\n", "Sand\n", "Oil\n",
                                        "All at once\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_true(tells(&full, words[i]));
        assert_false(tells(&sunday, words[i]));
    }
    assert_true(tells(&sunday, "One after another\n"));
    assert_true(tells(&sunday, "12 wild cards"));
    assert_true(tells(&sunday, "1 lap."));
    full.players = 1; /* nobody to be behind of, to run into, or to hide an order from */
    assert_false(tells(&full, "S: slipstream\n"));
    assert_false(tells(&full, "A crash\n"));
    assert_false(tells(&full, "All at once\n"));
}

/* What the map has not got. */
static void the_map_decides_what_is_told_of_the_road(void **state)
{
    (void)state;
    static const char *const maps[] = {
        "name: a\nrace: E\n\n*1F**\n*   *\n*****\n",
        "name: b\nrace: E\nturn: right\n\n*1F*b\n*   b\n*****\n",
        "name: c\nrace: E\n\n*1F**\n*   *\n*****\n#\nP\n",
    };
    static const bool banks[] = {false, true, false}, pits[] = {false, false, true};
    for (int i = 0; i < 3; i++) {
        struct error error = {0};
        struct setup setup = preset_setup(STOCK_PRESET_STOCK_CARS);
        setup.course = course_read(&stock_cars_game, maps[i], strlen(maps[i]), &error);
        if (!setup.course.body)
            fail_msg("%d: %s", i, error.text);
        assert_int_equal(tells(&setup, "here to the right"), banks[i]);
        assert_false(tells(&setup, "here to the left"));
        assert_int_equal(tells(&setup, "The repair\n"), pits[i]);
        assert_false(tells(&setup, "Sand\n"));
        course_release(setup.course);
    }
}

/* The tile at a place of a drawing, whose edges go on. */
static char tile_of(const struct stock_diagram *diagram, struct point at)
{
    int x = at.x < 0 ? 0 : at.x >= DIAGRAM_WIDE ? DIAGRAM_WIDE - 1 : at.x;
    int y = at.y < 0 ? 0 : at.y >= DIAGRAM_HIGH ? DIAGRAM_HIGH - 1 : at.y;
    return diagram->rows[DIAGRAM_HIGH - 1 - y][x];
}

static void check_way(const struct stock_diagram *diagram, const struct stock_diagram_mark *mark)
{
    enum heading heading = mark->heading;
    struct point at = {(int)mark->x, (int)mark->y};
    for (const char *move = mark->text; *move; move++) {
        if (strchr("Ll", *move))
            heading = heading_turned(heading, TURN_LEFT);
        if (strchr("Rr", *move))
            heading = heading_turned(heading, TURN_RIGHT);
        if (strchr("lr", *move))
            continue;
        at = point_add(at, heading_steps[heading]);
        if (tile_of(diagram, at) == TILE_OFF)
            fail_msg("\"%s\" leaves the road at (%d, %d)", mark->text, at.x, at.y);
    }
}

static void the_drawings_are_of_tiles_and_ways_keep_to_them(void **state)
{
    (void)state;
    for (int i = 0; i < stock_cars_book.count; i++) {
        const struct stock_diagram *diagram = stock_cars_book.lessons[i].diagram;
        if (stock_cars_book.lessons[i].page)
            continue;
        for (int row = 0; row < DIAGRAM_HIGH; row++) {
            assert_int_equal(strlen(diagram->rows[row]), DIAGRAM_WIDE);
            for (const char *tile = diagram->rows[row]; *tile; tile++)
                assert_true(*tile == TILE_OFF || tile_is_known(*tile));
        }
        for (int k = 0; k < STOCK_DIAGRAM_MARKS; k++)
            if (diagram->marks[k].kind == STOCK_DIAGRAM_WAY ||
                diagram->marks[k].kind == STOCK_DIAGRAM_LETTERS)
                check_way(diagram, &diagram->marks[k]);
        for (int theme = 0; theme < PAPER_THEME_COUNT; theme++) {
            struct diagram_look look = {diagram, paper_themes[theme], 1};
            cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 134, 84);
            cairo_t *cairo = cairo_create(surface);
            stock_cars_book.paint(cairo, 134, 84, &look);
            assert_int_equal(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
            cairo_destroy(cairo);
            cairo_surface_destroy(surface);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_value_of_each_rule_is_told),
        cmocka_unit_test(nothing_is_told_that_is_not_played),
        cmocka_unit_test(the_map_decides_what_is_told_of_the_road),
        cmocka_unit_test(the_drawings_are_of_tiles_and_ways_keep_to_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
