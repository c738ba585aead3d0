/* The thread beside the window: the latest job wins, an outdated one is told so and freed, and
 * closing waits for nobody. */
#include "base/memory.h"
#include "base/number.h"
#include "base/system/worker.h"
#include "support/cmocka.h"

#include <stdlib.h>
#include <time.h>

enum { PATIENCE = 60000, SEED = 11 };

struct job {
    int asked, answer;
    bool waits; /* comes back when it is dropped */
};

static atomic_int begun, made, freed, wakes, owners_ended;

static void sleep_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static void work(void *own, void *data, const atomic_bool *dropped)
{
    struct job *job = data;
    int *jobs_done = own;
    atomic_fetch_add(&begun, 1);
    while (job->waits && !atomic_load(dropped))
        sleep_a_moment();
    job->answer = 2 * job->asked;
    *jobs_done += 1;
}

static void free_job(void *job)
{
    free(job);
    atomic_fetch_add(&freed, 1);
}

static void free_own(void *own)
{
    free(own);
    atomic_fetch_add(&owners_ended, 1);
}

static void wake(void)
{
    atomic_fetch_add(&wakes, 1);
}

static const struct worker_kind doubling = {work, free_job, free_own};

static int reset(void **state)
{
    (void)state;
    begun = made = freed = wakes = owners_ended = 0;
    worker_wake_by(wake);
    return 0;
}

static struct worker *create(void)
{
    return worker_create(&doubling, memory_allocate(1, sizeof(int)));
}

static void ask(struct worker *worker, int asked, bool waits)
{
    struct job *job = memory_allocate(1, sizeof *job);
    *job = (struct job){.asked = asked, .waits = waits};
    made++;
    worker_ask(worker, job);
}

static void expect_all_freed(void)
{
    assert_true(worker_wait_for_all(PATIENCE));
    assert_int_equal(freed, made);
}

static void test_answers_stay_until_something_else_is_wanted(void **state)
{
    (void)state;
    struct worker *worker = create();
    assert_null(worker_answer(worker));
    assert_true(worker_wait(worker, 0));
    for (int i = 1; i <= 20; i++) {
        ask(worker, i, false);
        assert_true(worker_wait(worker, -1));
        for (int again = 0; again < 2; again++)
            assert_int_equal(((struct job *)worker_answer(worker))->answer, 2 * i);
        assert_int_equal(wakes, i);
    }
    worker_ask(worker, NULL);
    assert_null(worker_answer(worker));
    assert_int_equal(freed, 20);
    worker_close(worker);
    expect_all_freed();
    assert_int_equal(owners_ended, 1);
}

static void test_the_latest_job_wins(void **state)
{
    (void)state;
    struct worker *worker = create();
    ask(worker, 1, true);
    while (begun == 0)
        sleep_a_moment();
    assert_false(worker_wait(worker, 5));
    assert_null(worker_answer(worker));
    ask(worker, 2, true); /* the first is outdated while it runs, */
    ask(worker, 3, true); /* the second perhaps before anybody has looked at it */
    ask(worker, 4, false);
    assert_true(worker_wait(worker, PATIENCE));
    assert_int_equal(((struct job *)worker_answer(worker))->answer, 8);
    assert_int_equal(wakes, 1);
    worker_close(worker);
    expect_all_freed();
}

static void test_closing_ends_what_runs(void **state)
{
    (void)state;
    struct worker *workers[3] = {create(), create(), create()};
    ask(workers[0], 1, true);
    ask(workers[1], 1, true);
    while (begun < 2)
        sleep_a_moment();
    assert_false(worker_wait_for_all(5));
    worker_ask(workers[0], NULL);
    for (int i = 0; i < 3; i++)
        worker_close(workers[i]);
    worker_close(NULL);
    expect_all_freed();
    assert_int_equal(owners_ended, 3);
    assert_int_equal(wakes, 0);
}

static void test_at_any_moment(void **state)
{
    (void)state;
    struct random random = random_seeded(SEED);
    for (int round = 0; round < 300; round++) {
        struct worker *worker = create();
        int last = 0;
        for (uint32_t left = random_below(&random, 8); left > 0; left--) {
            ask(worker, last = (int)random_below(&random, 1000), random_below(&random, 3) == 0);
            for (uint32_t spin = random_below(&random, 3000); spin > 0; spin--)
                if (worker_answer(worker))
                    break;
        }
        if (round % 2 == 0) {
            ask(worker, last = round, false);
            assert_true(worker_wait(worker, PATIENCE));
            assert_int_equal(((struct job *)worker_answer(worker))->answer, 2 * last);
        }
        worker_close(worker);
    }
    expect_all_freed();
    assert_int_equal(owners_ended, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_answers_stay_until_something_else_is_wanted, reset),
        cmocka_unit_test_setup(test_the_latest_job_wins, reset),
        cmocka_unit_test_setup(test_closing_ends_what_runs, reset),
        cmocka_unit_test_setup(test_at_any_moment, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
