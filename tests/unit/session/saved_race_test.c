/* The folder of saved races: names for new ones, the newest first. */
#include "base/memory.h"
#include "base/system/file.h"
#include "session/session.h"
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

static void files_are_listed_newest_first(void **state)
{
    (void)state;
    int count = -1;
    char **paths = saved_paths_newest_first("no-such-folder", ".race", &count);
    assert_int_equal(count, 0);
    file_free_names(paths, count);
    put_race("old.race", 3, 300);
    put_race("new.race", 3, 100);
    put_race("middle.race", 5, 200);
    put_race("not-a-race.txt", 5, 0);
    paths = saved_paths_newest_first(folder, ".race", &count);
    assert_int_equal(count, 3);
    assert_non_null(strstr(paths[0], "/new.race"));
    assert_non_null(strstr(paths[1], "/middle.race"));
    assert_non_null(strstr(paths[2], "/old.race"));
    file_free_names(paths, count);
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
        cmocka_unit_test(files_are_listed_newest_first),
        cmocka_unit_test(names_of_new_races_are_safe),
        cmocka_unit_test(a_new_race_never_gets_the_name_of_another),
    };
    return cmocka_run_group_tests(tests, make_folder, folder_tear_down);
}
