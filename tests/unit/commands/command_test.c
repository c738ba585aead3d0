/* The table of commands and what commands share. */
#include "base/system/file.h"
#include "commands/command.h"
#include "support/cmocka.h"
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void the_table_is_complete(void **state)
{
    (void)state;
    static const char *const expected[] = {"referee", "solve", "check", "print", "help", "version"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_non_null(command_find(expected[i]));
    for (const struct command *command = commands; command->name != NULL; command++) {
        assert_ptr_equal(command_find(command->name), command);
        assert_memory_equal(command->usage, command->name, strlen(command->name));
        assert_true(command->sentence[0] != '\0');
        assert_non_null(command_help(command));
        assert_int_equal(command->module != NULL, command->run == NULL);
    }
    assert_null(command_find("nothing"));
    assert_null(command_find(""));
    assert_string_equal(command_find("--help")->name, "help");
    assert_string_equal(command_find("--version")->name, "version");
}

static void assets_are_where_the_environment_says(void **state)
{
    (void)state;
    char *tracks = folder_path("tracks"), *of_game = folder_path("tracks/graph-paper");
    char *shipped = file_join(of_game, "kidney.svg");
    struct error error = {0};
    char *folder = folder_path("");
    setenv("GRAPHPRIX_ASSETS", folder, 1);
    assert_null(command_asset_folder("tracks"));
    assert_true(file_make_folder(of_game, &error));
    assert_true(file_write_atomically(shipped, "x", 1, &error));
    assert_non_null(strstr(command_asset_folder("tracks"), "/tracks"));
    assert_null(command_asset_folder("music"));

    char *by_name = command_track_path("kidney");
    char *by_path = command_track_path(shipped);
    char *unknown = command_track_path("oval");
    char *elsewhere = command_track_path("a/kidney");
    assert_non_null(strstr(by_name, "/tracks/graph-paper/kidney.svg"));
    assert_string_equal(by_path, shipped);
    assert_string_equal(unknown, "oval");
    assert_string_equal(elsewhere, "a/kidney");
    remove(shipped);
    remove(of_game);
    remove(tracks);
    unsetenv("GRAPHPRIX_ASSETS");
    free(of_game);
    free(by_name);
    free(by_path);
    free(unknown);
    free(elsewhere);
    free(folder);
    free(shipped);
    free(tracks);
}

/* --- one file in two places ------------------------------------------------------------------- */

struct files {
    const char *input, *one, *two;
    bool json;
};

static bool read_files(char *a, char *b, char *c, struct error *error)
{
    static const struct option table[] = {
        {"file", OPTION_SPARE, offsetof(struct files, input), option_read_input, 0, 0},
        {"--one", OPTION_ONCE, offsetof(struct files, one), option_read_output, 0, 0},
        {"--two", OPTION_ONCE, offsetof(struct files, two), option_read_output, 0, 0},
        {"--json", OPTION_SWITCH, offsetof(struct files, json), option_read_true, 0, 0},
        {0},
    };
    struct files files = {0};
    char *arguments[] = {a, b, c};
    int count = c ? 3 : b ? 2 : 1;
    return options_read("test", table, &files, count, arguments, error);
}

static char *option_with(const char *option, const char *value)
{
    struct text text = {0};
    text_append_format(&text, "%s=%s", option, value);
    return text.data;
}

/* In any order of the arguments. */
static void expect_refused(char *a, char *b, const char *words)
{
    struct error error = {0};
    assert_false(read_files(a, b, NULL, &error));
    assert_non_null(strstr(error.text, words));
    error.text[0] = '\0';
    assert_false(read_files(b, a, NULL, &error));
    assert_non_null(strstr(error.text, words));
}

static void no_file_is_written_over(void **state)
{
    (void)state;
    struct error error = {0};
    char *there = folder_path("there"), *soft = folder_path("soft"), *hard = folder_path("hard");
    char *other = folder_path("other"), *tracks = folder_path("tracks");
    char *of_game = folder_path("tracks/graph-paper");
    char *shipped = folder_path("tracks/graph-paper/oval.svg"), *folder = folder_path("");
    assert_true(file_write_atomically(there, "x", 1, &error));
    assert_true(file_make_folder(of_game, &error));
    assert_true(file_write_atomically(shipped, "x", 1, &error));
    assert_int_equal(symlink(there, soft), 0);
    assert_int_equal(link(there, hard), 0);
    setenv("GRAPHPRIX_ASSETS", folder, 1);
    char *const same[] = {there, soft, hard};
    for (int i = 0; i < 3; i++) {
        char *one = option_with("--one", same[i]);
        expect_refused(there, one, "is the file that is read: give the track another name");
        free(one);
    }
    char *one = option_with("--one", shipped), *two = option_with("--two", other);
    char *again = option_with("--one", other), *plain = option_with("--one", "-");
    expect_refused("oval", one, "is the file that is read"); /* by the name of a shipped track */
    expect_refused(two, again, "are one file");
    expect_refused("--two=-", plain, "only one result");
    expect_refused("--json", plain, "only one result");
    assert_true(read_files(there, two, one, &error));
    assert_true(read_files(there, two, plain, &error));
    assert_true(read_files("--json", two, there, &error));
    unsetenv("GRAPHPRIX_ASSETS");
    remove(shipped);
    remove(of_game);
    remove(tracks);
    folder_empty();
    char *const all[] = {there,   soft,   hard, other, tracks, of_game,
                         shipped, folder, one,  two,   again,  plain};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* --- what is told ----------------------------------------------------------------------------- */

static void nothing_told_deceives(void **state)
{
    (void)state;
    char told[400] = "";
    FILE *errors = tmpfile();
    fflush(stderr);
    int old = dup(STDERR_FILENO);
    dup2(fileno(errors), STDERR_FILENO);
    int status = command_fail(STATUS_FAILED, "%s: no", "a\x1B[2J\xC2\x9B\xE2\x80\xAEgvs.\xFFä");
    dup2(old, STDERR_FILENO);
    close(old);
    rewind(errors);
    assert_non_null(fgets(told, sizeof told, errors));
    fclose(errors);
    assert_int_equal(status, STATUS_FAILED);
    assert_string_equal(told, "graphprix: a<U+001B>[2J<U+009B><U+202E>gvs.<FF>ä: no\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_complete),
        cmocka_unit_test(assets_are_where_the_environment_says),
        cmocka_unit_test(no_file_is_written_over),
        cmocka_unit_test(nothing_told_deceives),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
