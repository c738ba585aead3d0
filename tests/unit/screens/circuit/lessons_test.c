/* The lessons of circuits: under each preset each value of each rule is told, and each drawing can
 * be drawn.
 */
#include "rules/circuit/circuit.h"
#include "screens/help/book.h"
#include "support/cmocka.h"

#include <stdlib.h>
#include <string.h>

/* Everything that is told, as one text; free it. */
static char *tell(const struct setup *setup)
{
    const struct lesson *lessons[LESSON_LIMIT];
    struct text all = {0};
    int count = lessons_collect(&circuit_book, setup, lessons);
    for (int i = 0; i < count; i++)
        rule_words(setup, lessons[i]->text, &all);
    assert_non_null(all.data);
    return all.data;
}

static void test_each_value_of_each_rule_is_told(void **state)
{
    (void)state;
    const struct rule_table *table = circuit_game.table;
    for (int preset = 0; preset < table->preset_count; preset++) {
        struct setup setup = setup_from_preset(&circuit_game, preset);
        setup.players = PLAYER_LIMIT;
        for (int i = 0; i < table->field_count; i++) {
            const struct rule_field *field = &table->fields[i];
            char *usual = tell(&setup);
            for (int value = 0; value < (field->choices ? field->choice_count : 4); value++) {
                struct setup other = setup;
                other.values[i] = field->choices ? value : field->minimum + value;
                char *told = tell(&other);
                bool same = other.values[i] == setup.values[i] || !setup_field_matters(&setup, i);
                if ((strcmp(told, usual) == 0) != same)
                    fail_msg("%s = %d reads as %d", field->name, other.values[i], setup.values[i]);
                free(told);
            }
            free(usual);
        }
    }
}

static void test_each_drawing_can_be_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < circuit_book.count; i++) {
        struct diagram_look look = {circuit_book.lessons[i].diagram, &paper_theme_paper, 1};
        if (circuit_book.lessons[i].page)
            continue;
        cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 260, 162);
        cairo_t *cairo = cairo_create(surface);
        circuit_book.paint(cairo, 260, 162, &look);
        assert_int_equal(cairo_status(cairo), CAIRO_STATUS_SUCCESS);
        cairo_destroy(cairo);
        cairo_surface_destroy(surface);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_value_of_each_rule_is_told),
        cmocka_unit_test(test_each_drawing_can_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
