/* The folder of saved races: names for new ones, the list, the newest unfinished one. */
#include "base/file.h"
#include "base/memory.h"
#include "session/save.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static const char *folder;

static int make_folder(void **state)
{
    (void)state;
    folder = folder_make();
    return 0;
}

/* Saves a race of so many actions that was last written `age` seconds ago. */
static void put_race(const char *name, int actions, int age)
{
    struct error error = {0};
    char *path = folder_path(name);
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, actions);
    assert_true(session_save(session, path, &error));
    struct timespec changed = {.tv_sec = 1700000000 - age};
    const struct timespec times[2] = {changed, changed};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    session_free(session);
    free(path);
}

static void put_text(const char *name, const char *text)
{
    struct error error = {0};
    char *path = folder_path(name);
    assert_true(file_write_atomically(path, text, strlen(text), &error));
    free(path);
}

static void an_empty_or_missing_folder_has_no_races(void **state)
{
    (void)state;
    int count = -1;
    struct saved_race race;
    free(saved_race_list(folder, &count));
    assert_int_equal(count, 0);
    assert_false(saved_race_newest(folder, &race));
    free(saved_race_list("no-such-folder", &count));
    assert_int_equal(count, 0);
    assert_false(saved_race_newest("no-such-folder", &race));
}

static void the_list_is_newest_first_and_leaves_out_what_is_no_race(void **state)
{
    (void)state;
    put_race("old.race", 3, 300);
    put_race("finished.race", RING_LAP_ACTIONS, 100);
    put_race("middle.race", 5, 200);
    put_race("not-a-race.txt", 5, 0);
    put_text("rubbish.race", "{}\n");
    put_text("empty.race", "");
    int count = 0;
    struct saved_race *list = saved_race_list(folder, &count);
    assert_int_equal(count, 3);
    assert_non_null(strstr(list[0].path, "/finished.race"));
    assert_non_null(strstr(list[1].path, "/middle.race"));
    assert_non_null(strstr(list[2].path, "/old.race"));
    assert_true(list[0].over);
    assert_false(list[1].over);
    assert_int_equal(list[1].round, 6);
    assert_int_equal(list[1].changed, 1699999800);
    assert_string_equal(list[1].track_name, "Ring");
    assert_string_equal(list[1].players, "Ada");
    for (int i = 0; i < count; i++)
        saved_race_free(&list[i]);
    free(list);
}

static void the_newest_unfinished_race_is_found(void **state)
{
    (void)state;
    struct saved_race race;
    assert_true(saved_race_newest(folder, &race));
    assert_non_null(strstr(race.path, "/middle.race"));
    saved_race_free(&race);
}

static char *name_after_date(const char *track)
{
    char *path = saved_race_new_path(folder, track);
    char day[16];
    time_t now = time(NULL);
    strftime(day, sizeof day, "%Y-%m-%d-", localtime(&now));
    char *name = strrchr(path, '/') + 1;
    assert_memory_equal(name, day, strlen(day));
    char *rest = memory_copy_string(name + strlen(day));
    free(path);
    return rest;
}

static void names_of_new_races_are_safe(void **state)
{
    (void)state;
    static const struct {
        const char *track;
        const char *name;
    } rows[] = {
        {"Kidney", "kidney.race"},
        {"Long  Road -- 2", "long-road-2.race"},
        {"../../etc/passwd", "etc-passwd.race"},
        {"", "race.race"},
        {"\xc3\x89\xc3\xa9", "race.race"},
        {"Caf\xc3\xa9 du Port", "caf-du-port.race"},
        {".hidden", "hidden.race"},
        {"a\nb;rm -rf *", "a-b-rm-rf.race"},
        {"1234567890123456789012345678901234567890123456789",
         "1234567890123456789012345678901234567890.race"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *name = name_after_date(rows[i].track);
        assert_string_equal(name, rows[i].name);
        free(name);
    }
}

static void a_new_race_never_gets_the_name_of_another(void **state)
{
    (void)state;
    static const char *const names[] = {"oval.race", "oval-2.race", "oval-3.race"};
    for (int i = 0; i < 3; i++) {
        char *name = name_after_date("Oval");
        assert_string_equal(name, names[i]);
        free(name);
        char *path = saved_race_new_path(folder, "Oval");
        struct error error = {0};
        assert_true(file_write_atomically(path, "", 0, &error));
        free(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_or_missing_folder_has_no_races),
        cmocka_unit_test(the_list_is_newest_first_and_leaves_out_what_is_no_race),
        cmocka_unit_test(the_newest_unfinished_race_is_found),
        cmocka_unit_test(names_of_new_races_are_safe),
        cmocka_unit_test(a_new_race_never_gets_the_name_of_another),
    };
    return cmocka_run_group_tests(tests, make_folder, folder_tear_down);
}
