/* One window at a time: locks between descriptors, between processes, and what a kill leaves. */
#include "base/system/file.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void only_one_holds_a_lock(void **state)
{
    (void)state;
    char *path = folder_path("a.race"), *other = folder_path("b.race");
    struct file_lock *lock = file_lock_take(path);
    assert_non_null(lock);
    assert_null(file_lock_take(path));
    struct file_lock *another = file_lock_take(other);
    assert_non_null(another);
    file_lock_release(lock);
    lock = file_lock_take(path);
    assert_non_null(lock);
    file_lock_release(lock);
    file_lock_release(another);
    file_lock_release(NULL);
    char *left = folder_path(".a.race.lock");
    assert_false(file_exists(left));
    free(left);
    free(path);
    free(other);
}

static void without_a_folder_there_is_no_locking(void **state)
{
    (void)state;
    struct file_lock *lock = file_lock_take("no-such-folder/a.race");
    struct file_lock *second = file_lock_take("no-such-folder/a.race");
    assert_non_null(lock);
    assert_non_null(second);
    file_lock_release(lock);
    file_lock_release(second);
}

/* Starts a process that holds the lock until it is killed. */
static pid_t start_holder(const char *path)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t holder = fork();
    if (holder == 0) {
        struct file_lock *lock = file_lock_take(path);
        char told = lock != NULL ? 'y' : 'n';
        if (write(ends[1], &told, 1) == 1)
            for (;;)
                pause();
        _exit(1);
    }
    char told = 'n';
    assert_int_equal(read(ends[0], &told, 1), 1);
    assert_int_equal(told, 'y');
    close(ends[0]);
    close(ends[1]);
    return holder;
}

static void kill_holder(pid_t holder)
{
    kill(holder, SIGKILL);
    assert_int_equal(waitpid(holder, NULL, 0), holder);
}

static void a_killed_program_holds_nothing(void **state)
{
    (void)state;
    char *path = folder_path("killed.race"), *left = folder_path(".killed.race.lock");
    pid_t holder = start_holder(path);
    assert_null(file_lock_take(path));
    kill_holder(holder);
    assert_true(file_exists(left));
    struct file_lock *lock = file_lock_take(path);
    assert_non_null(lock);
    file_lock_release(lock);
    assert_false(file_exists(left));
    free(path);
    free(left);
}

static void two_windows_never_write_one_race(void **state)
{
    (void)state;
    struct error error = {0};
    bool busy, damaged;
    char *path = folder_path("race.race");
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, 3);
    assert_true(session_keep(session, path, &error));
    assert_true(session_keep(session, path, &error)); /* its own file once more */
    assert_null(session_resume(path, &busy, &damaged, &error));
    assert_true(busy);
    struct session *copy = session_load(path, &damaged, &error);
    assert_non_null(copy);
    assert_false(session_keep(copy, path, &error));
    assert_non_null(strstr(error.text, "another window"));
    assert_null(session_kept_path(copy));
    session_free(session);

    session = session_resume(path, &busy, &damaged, &error);
    assert_non_null(session);
    assert_false(busy || damaged);
    assert_string_equal(session_kept_path(session), path);
    ring_do(session, ring_lap + 3, 1);
    session_free(session);
    session_free(copy);
    session = session_load(path, &damaged, &error);
    assert_int_equal(session_step_count(session), 4);
    session_free(session);
    free(path);
}

static void what_is_damaged_is_not_driven_on_in_its_file(void **state)
{
    (void)state;
    struct error error = {0};
    bool busy, damaged;
    char *path = folder_path("damaged.race");
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, 2);
    struct text text = {0};
    session_write(session, &text);
    session_free(session);
    text_append(&text, "rubbish\n");
    assert_true(file_write_atomically(path, text.data, text.length, &error));
    session = session_resume(path, &busy, &damaged, &error);
    assert_non_null(session);
    assert_true(damaged);
    assert_null(session_kept_path(session));
    struct file_lock *lock = file_lock_take(path);
    assert_non_null(lock);
    file_lock_release(lock);
    session_free(session);
    text_free(&text);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_one_holds_a_lock),
        cmocka_unit_test(without_a_folder_there_is_no_locking),
        cmocka_unit_test(a_killed_program_holds_nothing),
        cmocka_unit_test(two_windows_never_write_one_race),
        cmocka_unit_test(what_is_damaged_is_not_driven_on_in_its_file),
    };
    return cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
}
