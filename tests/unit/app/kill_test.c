/* What is on disk when the program is killed in the middle of saving: 200 processes that save
 * without a pause, each killed (SIGKILL) at a random moment, and everything that they left behind
 * is opened. The seed is printed.
 *
 * A process drives and undoes in a race that is kept (autosave), and between the moves writes a
 * copy (save as), a series and settings over the ones before. It counts in shared memory what it
 * knows to be on disk. */
#include "app/settings.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/records.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILLS = 200, LONGEST_MICROSECONDS = 60000 };

/* Written by the process that is going to be killed, read by the one that kills it. */
struct progress {
    volatile int begun;   /* all four files are there */
    volatile int records; /* lines of the running race that are on disk for certain */
    volatile int copied;  /* steps of the copy that was finished last, */
    volatile int copying; /* and of the one that may be under way */
};

static const char *folder;
static struct progress *progress;
static char *running_path, *copy_path, *series_path, *settings_path;

static struct series *make_series(void)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    struct player player = {"Ada", 1, "human"};
    struct error error;
    struct track *track = ring_track();
    struct course course = graph_paper_course(track), courses[3] = {course, course, course};
    struct series *series = series_begin(&setup, &player, ring_allow_all, courses, 3, &error);
    track_release(track);
    return series;
}

/* A player with a name of so many letters, so that files of all lengths follow one another. */
static struct settings make_settings(int letters)
{
    struct settings settings = settings_default();
    memset(settings.players[0].name, 'a', (size_t)letters);
    settings.players[0].name[letters] = '\0';
    return settings;
}

static void save_others(struct session *session, struct series *series, int turn)
{
    struct error error;
    progress->copying = session_step_count(session);
    if (!session_save(session, copy_path, &error))
        _exit(1);
    progress->copied = progress->copying;
    struct settings settings = make_settings(1 + turn % 40), known = settings_default();
    struct text told = {0};
    if (!series_save(series, series_path, &error) ||
        !settings_save(settings_path, &settings, &known, &told, &error) || told.length > 0)
        _exit(1);
}

/* Drives the lap, takes some of it back, drives on; never ends by itself. */
static void save_for_ever(uint64_t seed)
{
    struct random random = random_seeded(seed);
    struct error error;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct series *series = make_series();
    if (!session_keep(session, running_path, &error))
        _exit(1);
    int records = 0;
    for (int turn = 0;; turn++) {
        int steps = session_step_count(session);
        bool back = steps == RING_LAP_ACTIONS || (steps > 0 && random_below(&random, 4) == 0);
        if (back ? !session_undo(session, &error)
                 : !session_do(session, 0, ring_lap[steps], &error))
            _exit(1);
        records++;
        if (random_below(&random, 3) == 0) {
            session_keep_flush(session);
            progress->records = records;
        }
        if (random_below(&random, 5) == 0 || !progress->begun) {
            save_others(session, series, turn);
            progress->begun = 1;
        }
    }
}

static void sleep_microseconds(uint32_t microseconds)
{
    struct timespec time = {.tv_nsec = (long)microseconds * 1000};
    nanosleep(&time, NULL);
}

static void kill_one(struct random *random)
{
    *progress = (struct progress){0};
    pid_t process = fork();
    if (process == 0)
        save_for_ever(random_next(random));
    int status = 0;
    while (!progress->begun && waitpid(process, &status, WNOHANG) == 0)
        sleep_microseconds(50);
    assert_true(progress->begun);
    sleep_microseconds(random_below(random, LONGEST_MICROSECONDS));
    kill(process, SIGKILL);
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    random_next(random);
}

static int count_records(const char *path)
{
    struct text text = {0};
    struct error error;
    int lines = -1;
    assert_true(file_read(path, 1 << 26, &text, &error));
    for (size_t i = 0; i < text.length; i++)
        lines += text.data[i] == '\n';
    text_free(&text);
    return lines;
}

/* The race opens, with everything that had reached the disk; half a line at its end is dropped. */
static void check_running_race(void)
{
    bool busy, damaged;
    struct error error;
    int records = count_records(running_path);
    struct session *session = session_resume(running_path, &busy, &damaged, &error);
    if (session == NULL || damaged)
        fail_msg("the running race: line %d: %s", error.line, error.text);
    if (records < progress->records)
        fail_msg("%d of %d lines are left", records, progress->records);
    for (int i = 0; i < session_step_count(session); i++)
        assert_string_equal(session_step(session, i).action, ring_lap[i]);
    /* It goes on where it was. */
    int steps = session_step_count(session);
    if (steps < RING_LAP_ACTIONS)
        assert_true(session_do(session, 0, ring_lap[steps], &error));
    session_keep_flush(session);
    assert_false(session_keep_failed(session, &error));
    session_free(session);
    session = session_load(running_path, &damaged, &error);
    assert_true(session != NULL && !damaged && error.text[0] == '\0');
    session_free(session);
}

/* Either the one before or the new one, whole. */
static void check_copy(void)
{
    bool damaged;
    struct error error;
    struct session *session = session_load(copy_path, &damaged, &error);
    if (session == NULL || damaged || error.text[0] != '\0')
        fail_msg("the copy: line %d: %s", error.line, error.text);
    int steps = session_step_count(session);
    assert_true(steps == progress->copied || steps == progress->copying);
    session_free(session);
}

static void check_others(void)
{
    struct error error;
    struct series *series = series_load(series_path, &error);
    if (series == NULL)
        fail_msg("the series: %s", error.text);
    assert_int_equal(series_race_count(series), 3);
    series_free(series);
    struct settings settings;
    struct text told = {0};
    if (!settings_load(settings_path, &settings, &told))
        fail_msg("the settings: %s", told.data);
    assert_int_equal(settings.players[0].name[0], 'a');
}

static void everything_opens_after_a_kill(void **state)
{
    (void)state;
    uint64_t seed = (uint64_t)time(NULL);
    struct random random = random_seeded(seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < KILLS; i++) {
        kill_one(&random);
        check_running_race();
        check_copy();
        check_others();
    }
}

static int count_scraps(void)
{
    int count = 0;
    char **names = file_list_folder(folder, ".tmp", &count);
    file_free_names(names, count);
    return count;
}

/* What killed programs leave lying about is swept up when it is old; what may still be somebody's
 * stays. */
static void scraps_are_swept_up(void **state)
{
    (void)state;
    char *old = folder_path(".graphprix-123-0.tmp"), *other = folder_path(".somebody.tmp");
    struct error error;
    file_sweep(folder, 0);
    assert_true(file_write_atomically(old, "x", 1, &error));
    assert_true(file_write_atomically(other, "x", 1, &error));
    file_sweep(folder, 3600);
    assert_int_equal(count_scraps(), 2);
    file_sweep(folder, 0);
    assert_int_equal(count_scraps(), 1);
    assert_true(file_exists(other));
    free(old);
    free(other);
}

static void share_progress(void)
{
    char *path = folder_path("progress");
    int descriptor = open(path, O_RDWR | O_CREAT, 0600);
    assert_int_equal(ftruncate(descriptor, sizeof *progress), 0);
    progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    assert_true(progress != MAP_FAILED);
    close(descriptor);
    free(path);
}

static int set_up(void **state)
{
    (void)state;
    folder = folder_make();
    running_path = folder_path("running.race");
    copy_path = folder_path("copy.race");
    series_path = folder_path("series.json");
    settings_path = folder_path("settings.json");
    share_progress();
    return 0;
}

static int tear_down(void **state)
{
    char *const paths[] = {running_path, copy_path, series_path, settings_path};
    for (int i = 0; i < 4; i++)
        free(paths[i]);
    munmap(progress, sizeof *progress);
    return folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_opens_after_a_kill),
        cmocka_unit_test(scraps_are_swept_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
