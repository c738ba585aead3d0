/* The trash: where a file lies afterwards, and what stands beside it. */
#include "base/system/file.h"
#include "support/cmocka.h"
#include "support/folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *trash;

static void put_file(const char *name, const char *text)
{
    struct error error;
    char *path = folder_path(name);
    assert_true(file_write_atomically(path, text, strlen(text), &error));
    assert_true(trash_put(path, trash, &error));
    assert_false(file_exists(path));
    free(path);
}

static void assert_holds(const char *name, const char *part)
{
    struct text content = {0};
    struct error error;
    char *path = file_join(trash, name);
    assert_true(file_read(path, 4096, &content, &error));
    assert_non_null(strstr(text_string(&content), part));
    text_free(&content);
    free(path);
}

static void take_away(const char *name)
{
    char *path = file_join(trash, name);
    assert_int_equal(unlink(path), 0);
    free(path);
}

static void two_files_of_one_name_both_stay(void **state)
{
    (void)state;
    put_file("a b%.race", "first");
    put_file("a b%.race", "second");
    assert_holds("files/a b%.race", "first");
    assert_holds("files/a b%.race.2", "second");
    assert_holds("info/a b%.race.trashinfo", "[Trash Info]\nPath=/");
    assert_holds("info/a b%.race.trashinfo", "/a%20b%25.race\nDeletionDate=2");
    assert_holds("info/a b%.race.2.trashinfo", "/a%20b%25.race\n");
    static const char *const names[] = {"files/a b%.race", "files/a b%.race.2",
                                        "info/a b%.race.trashinfo", "info/a b%.race.2.trashinfo"};
    for (int i = 0; i < 4; i++)
        take_away(names[i]);
}

static void what_cannot_be_moved_stays(void **state)
{
    (void)state;
    struct error error;
    char *path = folder_path("stays.race");
    assert_true(file_write_atomically(path, "x", 1, &error));
    assert_false(trash_put(path, path, &error)); /* a file is no trash folder */
    assert_true(error.text[0] != '\0');
    assert_true(file_exists(path));
    assert_false(trash_put("no-such-file", trash, &error));
    free(path);
}

static void comes_back_but_over_no_other(void **state)
{
    (void)state;
    struct error error;
    char *path = folder_path("back.svg");
    assert_true(file_write_atomically(path, "mine", 4, &error));
    char *lies_at = trash_move(path, trash, &error);
    assert_non_null(lies_at);
    assert_true(file_write_atomically(path, "another", 7, &error));
    assert_false(trash_take_back(lies_at, path, &error));
    assert_true(file_exists(lies_at));
    assert_int_equal(unlink(path), 0);
    assert_true(trash_take_back(lies_at, path, &error));
    assert_false(file_exists(lies_at));
    char *record = file_join(trash, "info/back.svg.trashinfo");
    assert_false(file_exists(record));
    struct text content = {0};
    assert_true(file_read(path, 100, &content, &error));
    assert_string_equal(text_string(&content), "mine");
    /* What is there no more leaves nothing behind. */
    assert_int_equal(unlink(path), 0);
    assert_false(trash_take_back(lies_at, path, &error));
    assert_false(file_exists(path));
    text_free(&content);
    free(record);
    free(lies_at);
    free(path);
}

static int set_up(void **state)
{
    folder_set_up(state);
    trash = folder_path("Trash");
    return 0;
}

static int tear_down(void **state)
{
    static const char *const folders[] = {"files", "info", ""};
    for (int i = 0; i < 3; i++) {
        char *path = file_join(trash, folders[i]);
        rmdir(path);
        free(path);
    }
    free(trash);
    return folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_files_of_one_name_both_stay),
        cmocka_unit_test(what_cannot_be_moved_stays),
        cmocka_unit_test(comes_back_but_over_no_other),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
