/* A team is as large as it is asked to be, or as the processors that the process may use; each item
 * is done once. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "base/system/worker.h"
#include "support/cmocka.h"

#include <sched.h>
#include <stdatomic.h>

enum { ITEMS = 1000 };

static void count_item(void *data, int item, int worker)
{
    (void)worker;
    atomic_fetch_add(&((atomic_int *)data)[item], 1);
}

static void test_each_item_once(void **state)
{
    (void)state;
    static atomic_int done[ITEMS];
    struct team *team = team_create(3);
    team_run(team, count_item, done, ITEMS);
    for (int i = 0; i < ITEMS; i++)
        assert_int_equal(atomic_load(&done[i]), 1);
    team_free(team);
}

static void test_pinned(void **state)
{
    (void)state;
#ifdef __linux__
    cpu_set_t before, one;
    size_t first = 0;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    struct team *team = team_create(0);
    assert_int_equal(team_size(team), 1);
    team_free(team);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    team = team_create(0);
    assert_int_equal(team_size(team), CPU_COUNT(&before));
    team_free(team);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_item_once),
        cmocka_unit_test(test_pinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
