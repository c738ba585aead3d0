/* The running race on disk: written at once, whole again after a failure, a beginning of the race
 * whenever the program is killed. */
#include "base/memory.h"
#include "base/system/file.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *folder;
static char *path;

static int make_folder(void **state)
{
    (void)state;
    folder = folder_make();
    path = folder_path("running.race");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove();
    free(path);
    return 0;
}

static size_t file_length(const struct session *session)
{
    struct text file = {0};
    session_write(session, &file);
    size_t length = file.length;
    text_free(&file);
    return length;
}

static void assert_on_disk(const struct session *session)
{
    struct text expected = {0};
    struct text found = {0};
    struct error error = {0};
    session_write(session, &expected);
    assert_true(file_read(path, SAVE_FILE_LIMIT, &found, &error));
    assert_string_equal(text_string(&found), expected.data);
    text_free(&expected);
    text_free(&found);
}

static struct session *kept(void)
{
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    assert_null(session_kept_path(session));
    assert_true(session_keep(session, path, &error));
    assert_string_equal(session_kept_path(session), path);
    return session;
}

static void every_action_reaches_the_disk_in_order(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = kept();
    assert_on_disk(session);
    for (int i = 0; i < RING_LAP_ACTIONS; i++) {
        ring_do(session, &ring_lap[i], 1);
        if (i % 5 == 4) {
            assert_true(session_undo(session, &error));
            ring_do(session, &ring_lap[i], 1);
        }
        if (i % 3 == 0) {
            session_keep_flush(session);
            assert_on_disk(session);
        }
    }
    assert_false(session_keep_failed(session, &error));
    struct text expected = {0};
    session_write(session, &expected);
    session_free(session);
    struct text found = {0};
    assert_true(file_read(path, SAVE_FILE_LIMIT, &found, &error));
    assert_string_equal(found.data, expected.data);
    text_free(&expected);
    text_free(&found);
}

static ino_t file_number(void)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return status.st_ino;
}

/* Writing all of a long race after every action would be slow. */
static void a_line_is_appended_and_no_more(void **state)
{
    (void)state;
    struct session *session = kept();
    ino_t before = file_number();
    ring_do(session, ring_lap, 3);
    session_keep_flush(session);
    assert_on_disk(session);
    assert_true(file_number() == before);
    session_free(session);
}

static void a_file_that_was_removed_or_changed_comes_back_whole(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = kept();
    ring_do(session, ring_lap, 2);
    session_keep_flush(session);
    unlink(path);
    ring_do(session, ring_lap + 2, 1);
    session_keep_flush(session);
    assert_on_disk(session);
    assert_int_equal(truncate(path, 10), 0);
    ring_do(session, ring_lap + 3, 1);
    session_keep_flush(session);
    assert_on_disk(session);
    /* Another file of the same length in its place. */
    char *other = memory_allocate(file_length(session), 1);
    assert_true(file_write_atomically(path, other, file_length(session), &error));
    free(other);
    ring_do(session, ring_lap + 4, 1);
    session_keep_flush(session);
    assert_on_disk(session);
    assert_false(session_keep_failed(session, &error));
    session_free(session);
}

static void a_folder_that_was_removed_is_told_until_it_is_back(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = kept();
    ring_do(session, ring_lap, 1);
    session_keep_flush(session);
    folder_empty();
    assert_int_equal(rmdir(folder), 0);
    ring_do(session, ring_lap + 1, 1);
    session_keep_flush(session);
    assert_true(session_keep_failed(session, &error));
    assert_true(error.text[0] != '\0');
    assert_false(session_keep_failed(session, &error));
    assert_int_equal(mkdir(folder, 0700), 0);
    ring_do(session, ring_lap + 2, 1);
    session_keep_flush(session);
    assert_false(session_keep_failed(session, &error));
    assert_on_disk(session);
    session_free(session);
}

/* Whoever ends the race after a failure gets one more try. */
static void the_end_tries_again(void **state)
{
    (void)state;
    bool damaged = true;
    struct error error = {0};
    struct session *session = kept();
    folder_empty();
    assert_int_equal(rmdir(folder), 0);
    ring_do(session, ring_lap, 2);
    session_keep_flush(session);
    assert_int_equal(mkdir(folder, 0700), 0);
    session_free(session);
    struct session *loaded = session_load(path, &damaged, &error);
    assert_non_null(loaded);
    assert_int_equal(session_step_count(loaded), 2);
    session_free(loaded);
}

static void a_race_may_be_kept_elsewhere_or_where_it_is(void **state)
{
    (void)state;
    struct error error = {0};
    char *other = folder_path("elsewhere.race");
    struct session *session = kept();
    ring_do(session, ring_lap, 1);
    assert_true(session_keep(session, session_kept_path(session), &error));
    ring_do(session, ring_lap + 1, 1);
    session_keep_flush(session);
    assert_on_disk(session);
    assert_true(session_keep(session, other, &error));
    ring_do(session, ring_lap + 2, 1);
    session_keep_flush(session);
    bool damaged;
    struct session *before = session_load(path, &damaged, &error);
    struct session *now = session_load(other, &damaged, &error);
    assert_int_equal(session_step_count(before), 2);
    assert_int_equal(session_step_count(now), 3);
    session_free(before);
    session_free(now);
    session_free(session);
    unlink(other);
    free(other);
}

static void a_first_writing_that_fails_is_told_and_tried_again(void **state)
{
    (void)state;
    struct error error = {0};
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    folder_empty();
    assert_int_equal(rmdir(folder), 0);
    assert_false(session_keep(session, path, &error));
    assert_true(error.text[0] != '\0');
    assert_int_equal(mkdir(folder, 0700), 0);
    ring_do(session, ring_lap, 1);
    session_keep_flush(session);
    assert_on_disk(session);
    session_free(session);
}

static void limit_file_size(size_t size)
{
    struct rlimit limit = {.rlim_cur = (rlim_t)size, .rlim_max = RLIM_INFINITY};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A disk with room for half a line more: what is there stays a sound race, and when there is room
 * again the next action brings everything. */
static void a_full_disk_is_told_and_made_good(void **state)
{
    (void)state;
    bool damaged = true;
    struct error error = {0};
    struct session *session = kept();
    ring_do(session, ring_lap, 1);
    session_keep_flush(session);
    limit_file_size(file_length(session) + 20);
    ring_do(session, ring_lap + 1, 2);
    session_keep_flush(session);
    limit_file_size(RLIM_INFINITY);
    assert_true(session_keep_failed(session, &error));
    struct session *cut = session_load(path, &damaged, &error);
    assert_non_null(cut);
    assert_false(damaged);
    assert_string_equal(error.text, "");
    assert_int_equal(session_step_count(cut), 1);
    session_free(cut);
    ring_do(session, ring_lap + 3, 1);
    session_keep_flush(session);
    assert_false(session_keep_failed(session, &error));
    assert_on_disk(session);
    session_free(session);
}

/* The same actions every time, so that any moment of it can be known. */
static struct session *play(uint64_t seed, bool keep)
{
    struct error error = {0};
    struct random random = random_seeded(seed);
    struct session *session = ring_session("racing-car", 2, ring_allow_all);
    if (keep && !session_keep(session, path, &error))
        _exit(1);
    for (int i = 0; i < 200 && ring_act_at_random(session, &random); i++)
        if (random_below(&random, 6) == 0)
            session_undo(session, &error);
    return session;
}

static bool has_reached(size_t bytes)
{
    struct stat found;
    return stat(path, &found) == 0 && (size_t)found.st_size >= bytes;
}

/* Once so much is in the file. */
static void kill_while_playing(uint64_t seed, size_t bytes)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        play(seed, true);
        pause();
    }
    while (!has_reached(bytes))
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void a_killed_race_is_a_beginning_of_it(void **state)
{
    (void)state;
    const uint64_t seed = (uint64_t)time(NULL);
    print_message("seed %" PRIu64 "\n", seed);
    struct random random = random_seeded(seed);
    struct session *whole = play(seed, false);
    struct text expected = {0};
    session_write(whole, &expected);
    int found = 0;
    for (int round = 0; round < 15; round++) {
        bool damaged = true;
        struct error error = {0};
        struct text text = {0};
        folder_empty();
        kill_while_playing(seed, (size_t)random_below(&random, (uint32_t)expected.length + 1));
        struct session *session = session_load(path, &damaged, &error);
        assert_non_null(session);
        assert_false(damaged);
        assert_true(file_read(path, SAVE_FILE_LIMIT, &text, &error));
        assert_true(text.length <= expected.length);
        assert_memory_equal(text.data, expected.data, text.length);
        found += session_step_count(session) > 0;
        text_free(&text);
        session_free(session);
    }
    assert_true(found > 0);
    text_free(&expected);
    session_free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_action_reaches_the_disk_in_order),
        cmocka_unit_test(a_line_is_appended_and_no_more),
        cmocka_unit_test(a_file_that_was_removed_or_changed_comes_back_whole),
        cmocka_unit_test(a_folder_that_was_removed_is_told_until_it_is_back),
        cmocka_unit_test(the_end_tries_again),
        cmocka_unit_test(a_race_may_be_kept_elsewhere_or_where_it_is),
        cmocka_unit_test(a_first_writing_that_fails_is_told_and_tried_again),
        cmocka_unit_test(a_full_disk_is_told_and_made_good),
        cmocka_unit_test(a_killed_race_is_a_beginning_of_it),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
