/* What is heard when the last car is built and all stand on the grid: one sound, whoever stands
 * where.
 */
#include "screens/circuit/view/inside.h"
#include "ui/sound/sound.h"
#include "unit/rules/circuit/fixture.h"

static void test_the_stop_at_the_grid_is_heard_once(void **state)
{
    (void)state;
    struct table table;
    int heard = 0;
    open_table(&table, CIRCUIT_X, 3, "");
    circuit_game.free(table.race);
    table.setup.values[CIRCUIT_BUILD] = BUILD_PLAYERS;
    table.race = circuit_game.begin(&table.setup);
    for (int car = 1; car <= 3; car++)
        enter(&table, car, "build 1 1 1 1 1");
    for (int i = 0; i < table.events.count; i++) {
        struct sound sound = {.kind = circuit_moment(&table.events.items[i])};
        heard += sound.kind == MOMENT_GRID && sound_length(&sound) > 0;
    }
    assert_int_equal(heard, 1);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_stop_at_the_grid_is_heard_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
