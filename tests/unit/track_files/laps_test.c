/* How many laps a race of two to three minutes a person has on what ships, by the number of cars.
 * The laps of maps were measured by a walk of their own, those of circuits are their rows; a turn
 * of one in n cars takes 7 + n or 9 + n seconds and comes 7 tiles or 6 rows far. Run from the top
 * of the tree, where tracks/ is.
 */
#include "base/system/file.h"
#include "drivers/driving.h"
#include "support/cmocka.h"

static const struct {
    const char *file;
    int laps[4]; /* of 1, 2, 4 and 8 cars */
} usual[] = {
    {"stock-cars/first-lap.map", {3, 3, 2, 2}},
    {"stock-cars/harvest-oval.map", {1, 1, 1, 1}},
    {"stock-cars/millbrook-short-track.map", {2, 2, 2, 1}},
    {"stock-cars/otter-creek.map", {1, 1, 1, 1}},
    {"stock-cars/sierra-superspeedway.map", {1, 1, 1, 1}},
    {"stock-cars/thunder-bowl.map", {5, 4, 3, 3}},
    {"stock-cars/twin-sands.map", {1, 1, 1, 1}},
    {"circuit/first-corners.svg", {3, 2, 2, 2}},
    {"circuit/goat-steps.svg", {2, 1, 1, 1}},
    {"circuit/grand-ninety.svg", {1, 1, 1, 1}},
    {"circuit/harbour-road.svg", {2, 2, 1, 1}},
    {"circuit/long-meadow.svg", {2, 1, 1, 1}},
    {"circuit/speedway-of-the-plain.svg", {2, 1, 1, 1}},
    {"circuit/three-abreast.svg", {2, 2, 2, 1}},
    {"graph-paper/kidney.svg", {0, 0, 0, 0}},
};

static void test_laps_go_by_the_course_and_the_size_of_the_field(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        struct error error = {0};
        struct text path = {0}, file = {0};
        text_append_format(&path, "tracks/%s", usual[i].file);
        assert_true(file_read(text_string(&path), COURSE_FILE_LIMIT, &file, &error));
        const struct game *game = course_recognise(text_string(&file), file.length);
        struct course course = course_read(game, text_string(&file), file.length, &error);
        struct setup setup = setup_for_course(course);
        for (int k = 0; k < 4; k++) {
            setup.players = 1 << k;
            if (driving_usual_laps(&setup) != usual[i].laps[k])
                fail_msg("%s, %d cars: %d laps", usual[i].file, setup.players,
                         driving_usual_laps(&setup));
        }
        course_release(course);
        text_free(&path);
        text_free(&file);
    }
}

/* First lap has 2 laps by its map, of 46 tiles each: 2 * (46 * 9 / 7) seconds of two players. */
static void test_a_race_says_how_long_it_takes(void **state)
{
    (void)state;
    struct error error = {0};
    struct text file = {0};
    assert_true(file_read("tracks/stock-cars/first-lap.map", COURSE_FILE_LIMIT, &file, &error));
    const struct game *game = course_recognise(text_string(&file), file.length);
    struct course course = course_read(game, text_string(&file), file.length, &error);
    struct setup setup = setup_for_course(course);
    setup.players = 2;
    assert_int_equal(driving_seconds(&setup), 118);
    assert_true(setup_set_pair(&setup, "laps=1", &error));
    assert_int_equal(driving_seconds(&setup), 59);
    course_release(course);
    text_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_laps_go_by_the_course_and_the_size_of_the_field),
        cmocka_unit_test(test_a_race_says_how_long_it_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
