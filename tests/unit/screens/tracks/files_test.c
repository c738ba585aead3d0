/* New names, copies and other names of track files; never over another file, whole or not at all.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/tracks/tracks.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "track/draft.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char drawing[] = "<svg viewBox='0 0 20 10'><title>Old</title><!-- mine -->"
                              "<path class='wall' d='M 1 1 H 19 V 9 H 1 Z'/></svg>";

static char *here; /* the folder */

static char *put(const char *name, const char *text)
{
    struct error error;
    char *path = folder_path(name);
    assert_true(file_write_atomically(path, text, strlen(text), &error));
    return path;
}

static void assert_holds(const char *name, const char *text)
{
    struct text content = {0};
    struct error error;
    char *path = folder_path(name);
    assert_true(file_read(path, 100000, &content, &error));
    assert_non_null(strstr(text_string(&content), text));
    text_free(&content);
    free(path);
}

static void assert_file_count(int expected)
{
    int count = 0;
    char **names = file_list_folder(here, "", &count);
    file_free_names(names, count);
    assert_int_equal(count, expected);
}

static bool there_is(const char *name)
{
    char *path = folder_path(name);
    bool there = file_exists(path);
    free(path);
    return there;
}

static void assert_is(char *path, const char *name)
{
    char *expected = folder_path(name);
    assert_non_null(path);
    assert_string_equal(path, expected);
    free(expected);
    free(path);
}

static void assert_file_name(const char *name, const char *expected)
{
    char *file = tracks_file_name(name);
    assert_string_equal(file, expected);
    free(file);
}

static void names_become_file_names(void **state)
{
    (void)state;
    assert_file_name("First oval", "first-oval");
    assert_file_name("  A/B\\..  C!", "a-b-c");
    assert_file_name("../../etc/passwd", "etc-passwd");
    assert_file_name("Большой круг", "большои-круг");
    assert_file_name("Straße 3", "strasse-3");
    assert_file_name("日本", "日本");
    assert_file_name("...", "track");
    assert_file_name("", "track");
    assert_file_name("\x01\x02\xFF", "track");
    char name[600];
    for (int i = 0; i < 299; i++)
        memcpy(&name[2 * i], "я", 2);
    name[598] = '\0';
    char *file = tracks_file_name(name);
    assert_in_range(strlen(file), 100, 122);
    assert_int_equal(strlen(file) % 2, 0);
    free(file);
}

static void names_are_tidied(void **state)
{
    (void)state;
    char name[] = "  two\t\n words \x7F";
    assert_true(tracks_tidy_name(name));
    assert_string_equal(name, "two words");
    char blank[] = " \t ";
    assert_false(tracks_tidy_name(blank));
    char empty[] = "";
    assert_false(tracks_tidy_name(empty));
}

static bool is_listed(const char *name, const void *context)
{
    for (const char *const *names = context; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void assert_copy_name(const char *name, const char *expected)
{
    static const char *const taken[] = {"Kidney", "Kidney 2", "Kidney 3", NULL};
    char *copy = tracks_copy_name(name, is_listed, taken);
    assert_string_equal(copy, expected);
    free(copy);
}

static void copies_are_numbered(void **state)
{
    (void)state;
    assert_copy_name("Kidney", "Kidney 4");
    assert_copy_name("Kidney 2", "Kidney 4");
    assert_copy_name("Kidney 7", "Kidney 8");
    assert_copy_name("Kidney 1", "Kidney 1 2");
    assert_copy_name("2024", "2024 2");
    assert_copy_name("Oval x", "Oval x 2");
}

static void a_new_name_changes_title_and_file(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    char *path = put("old.svg", drawing);
    assert_is(tracks_rename(path, "New/Name", &error), "new-name.svg");
    assert_holds("new-name.svg", "<title>New/Name</title><!-- mine -->");
    assert_file_count(1);
    free(path);
}

static void a_file_that_fits_stays(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    char *path = put("kidney-2.svg", drawing);
    assert_is(tracks_rename(path, "KIDNEY", &error), "kidney-2.svg");
    assert_holds("kidney-2.svg", "<title>KIDNEY</title>");
    assert_file_count(1);
    free(path);
}

static void no_file_is_written_over(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    char *path = put("old.svg", drawing), *other = put("new.svg", "somebody's");
    assert_is(tracks_rename(path, "New", &error), "new-2.svg");
    assert_holds("new.svg", "somebody's");
    assert_holds("new-2.svg", "<title>New</title>");
    assert_false(there_is("old.svg"));
    free(path);
    free(other);
}

static void what_is_broken_keeps_its_text(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    char *path = put("old.svg", "<svg><path");
    assert_is(tracks_rename(path, "New", &error), "new.svg");
    assert_holds("new.svg", "<svg><path");
    assert_file_count(1);
    free(path);
}

static void what_has_vanished_makes_no_file(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    char *path = folder_path("gone.svg");
    assert_null(tracks_rename(path, "New", &error));
    assert_true(error.text[0] != '\0');
    assert_null(tracks_duplicate(path, here, "New", &error));
    assert_file_count(0);
    free(path);
}

static void copies_stand_beside(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    char *path = put("old.svg", drawing);
    assert_is(tracks_duplicate(path, here, "Old 2", &error), "old-2.svg");
    assert_is(tracks_duplicate(path, here, "Old 2", &error), "old-2-2.svg");
    assert_holds("old.svg", "<title>Old</title>");
    assert_holds("old-2.svg", "<title>Old 2</title>");
    assert_file_count(3);
    free(path);
}

static void a_track_is_kept(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    struct track *track = svg_read_track(drawing, strlen(drawing), &error);
    assert_non_null(track);
    char *folder = folder_path("own");
    char *path = tracks_keep(graph_paper_course(track), folder, &error);
    assert_non_null(path);
    assert_string_equal(strrchr(path, '/'), "/old.svg");
    struct track *again = svg_load_track(path, &error);
    assert_non_null(again);
    assert_string_equal(again->name, "Old");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
    track_release(again);
    track_release(track);
    free(path);
    free(folder);
}

/* A file in place of the folder, since the tests may run as root, whom no right stops. */
static void a_folder_that_cannot_be_is_told(void **state)
{
    (void)state;
    struct error error;
    folder_empty();
    char *path = put("old.svg", drawing), *folder = put("own", "no folder");
    assert_null(tracks_duplicate(path, folder, "New", &error));
    assert_true(error.text[0] != '\0');
    assert_holds("own", "no folder");
    assert_file_count(2);
    free(path);
    free(folder);
}

static int set_up(void **state)
{
    folder_set_up(state);
    here = folder_path("");
    here[strlen(here) - 1] = '\0';
    return 0;
}

static int tear_down(void **state)
{
    free(here);
    return folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_become_file_names),
        cmocka_unit_test(names_are_tidied),
        cmocka_unit_test(copies_are_numbered),
        cmocka_unit_test(a_new_name_changes_title_and_file),
        cmocka_unit_test(a_file_that_fits_stays),
        cmocka_unit_test(no_file_is_written_over),
        cmocka_unit_test(what_is_broken_keeps_its_text),
        cmocka_unit_test(what_has_vanished_makes_no_file),
        cmocka_unit_test(copies_stand_beside),
        cmocka_unit_test(a_track_is_kept),
        cmocka_unit_test(a_folder_that_cannot_be_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
