/* How a car stands (rules/standing.h): values, words and what does not fit. */
#include "rules/game.h"
#include "support/cmocka.h"

#include <string.h>

static const struct standing_column columns[] = {
    {"laps", "laps", "", BETTER_MORE, NULL, 1, 0},
    {"fuel", "fuel", "litres", BETTER_MORE, NULL, 2, 0},
    {0}};

static void values_are_found_by_their_columns(void **state)
{
    (void)state;
    struct standing standing = {0};
    standing_count(&standing, 0, 3, true);
    standing_none(&standing, 1);
    assert_int_equal(standing_value(&standing, columns, "laps")->number, 3);
    assert_string_equal(standing_value(&standing, columns, "laps")->text, "3");
    assert_true(standing_value(&standing, columns, "laps")->shown);
    assert_true(standing_value(&standing, columns, "fuel")->none);
    assert_false(standing_value(&standing, columns, "fuel")->shown);
    assert_string_equal(standing_value(&standing, columns, "fuel")->text, "–");
}

static void words_stand_behind_commas(void **state)
{
    (void)state;
    struct standing standing = {0};
    standing_say(&standing, "lap %d", 2);
    assert_string_equal(standing.words, "lap 2");
    standing_say(&standing, "stands");
    assert_string_equal(standing.words, "lap 2, stands");
}

static void words_end_where_there_is_no_room(void **state)
{
    (void)state;
    struct standing standing = {0};
    for (int i = 0; i < 2 * STANDING_WORDS_BYTES; i++)
        standing_say(&standing, "%s", "a");
    assert_int_equal(strlen(standing.words), STANDING_WORDS_BYTES - 1);
    for (size_t i = 0; i < strlen(standing.words); i++)
        assert_int_equal(standing.words[i], "a, "[i % 3]);
}

static void expect_brief(struct standing standing, int players, const char *expected)
{
    char brief[STANDING_BRIEF_BYTES];
    standing_print_brief(&standing, players, brief);
    assert_string_equal(brief, expected);
}

static void the_brief_word_is_what_matters_most(void **state)
{
    (void)state;
    expect_brief((struct standing){.out = true, .place = 3, .brief = "lap 2"}, 4, "out");
    expect_brief((struct standing){.place = 3, .brief = "lap 2"}, 4, "3rd");
    expect_brief((struct standing){.place = 1, .brief = "lap 2"}, 1, "lap 2");
    expect_brief((struct standing){.place = 1, .finished = true}, 1, "finished");
    expect_brief((struct standing){.brief = "lap 2"}, 4, "lap 2");
    expect_brief((struct standing){0}, 4, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_found_by_their_columns),
        cmocka_unit_test(words_stand_behind_commas),
        cmocka_unit_test(words_end_where_there_is_no_room),
        cmocka_unit_test(the_brief_word_is_what_matters_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
