/* The table of commands and what commands share. */
#include "base/file.h"
#include "commands/command.h"
#include "support/cmocka.h"
#include "support/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void the_table_is_complete(void **state)
{
    (void)state;
    static const char *const expected[] = {"referee", "solve", "check", "bench", "help", "version"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_non_null(command_find(expected[i]));
    for (const struct command *command = commands; command->name != NULL; command++) {
        assert_ptr_equal(command_find(command->name), command);
        assert_memory_equal(command->usage, command->name, strlen(command->name));
        assert_true(command->sentence[0] != '\0');
        assert_non_null(command->help);
        assert_non_null(command->run);
    }
    assert_null(command_find("nothing"));
    assert_null(command_find(""));
    assert_string_equal(command_find("--help")->name, "help");
    assert_string_equal(command_find("--version")->name, "version");
}

static void assets_are_where_the_environment_says(void **state)
{
    (void)state;
    char *tracks = folder_path("tracks");
    char *shipped = file_join(tracks, "kidney.svg");
    struct error error = {0};
    char *folder = folder_path("");
    setenv("GRAPHPRIX_ASSETS", folder, 1);
    assert_null(command_asset_folder("tracks"));
    assert_true(file_make_folder(tracks, &error));
    assert_true(file_write_atomically(shipped, "x", 1, &error));
    assert_non_null(strstr(command_asset_folder("tracks"), "/tracks"));
    assert_null(command_asset_folder("music"));

    char *by_name = command_track_path("kidney");
    char *by_path = command_track_path(shipped);
    char *unknown = command_track_path("oval");
    char *elsewhere = command_track_path("a/kidney");
    assert_non_null(strstr(by_name, "/tracks/kidney.svg"));
    assert_string_equal(by_path, shipped);
    assert_string_equal(unknown, "oval");
    assert_string_equal(elsewhere, "a/kidney");
    remove(shipped);
    remove(tracks);
    unsetenv("GRAPHPRIX_ASSETS");
    free(by_name);
    free(by_path);
    free(unknown);
    free(elsewhere);
    free(folder);
    free(shipped);
    free(tracks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_complete),
        cmocka_unit_test(assets_are_where_the_environment_says),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
