/* Whoever cancels is heard within 50 ms, in whatever searches, prepares, advises or chooses, of
 * every game on courses that keep each of them busy for long. What is measured is not how long that
 * is on a clock but what the searching thread does of a processor's work from being told to coming
 * back; 50 ms of that are as much as a loop takes here and now that took so long where nothing else
 * was done.
 */
#include "base/text.h"
#include "drivers/driving.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum {
    NANOSECONDS = 1000000000,
    MILLISECOND = NANOSECONDS / 1000,
    LOOP_STEPS = 28000000 /* of 1.75 ns, as a counter in memory takes */
};

/* When it is told: after so many milliseconds of work. */
static const int moments[] = {0, 3, 25, 90, 300};

/* What all threads have worked. */
static int64_t worked(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * (int64_t)NANOSECONDS + time.tv_nsec;
}

static int64_t time_loop(void)
{
    int64_t begin = worked();
    volatile uint64_t step = 0;
    while (step < LOOP_STEPS)
        step++;
    return worked() - begin;
}

/* --- what is cancelled ------------------------------------------------------------------------ */

struct search {
    const struct driving *driving;
    struct setup setup;
    struct prepared *prepared; /* by little work */
    struct race *race;
    struct text opening; /* a special, a build, a start */
    void (*run)(struct search *search, struct budget *budget);
    atomic_bool cancelled, done;
    int64_t ended; /* what was worked then */
};

static void find_par(struct search *search, struct budget *budget)
{
    struct error error;
    search->driving->find_par(&search->setup, false, budget, NULL, &error);
}

static void find_par_from(struct search *search, struct budget *budget)
{
    struct error error;
    if (search->driving->find_par_from)
        search->driving->find_par_from(&search->setup, text_string(&search->opening), budget,
                                       &error);
}

static void prove(struct search *search, struct budget *budget)
{
    struct error error;
    int par;
    search->driving->prove(search->setup.course, budget, &par, &error);
}

static void prepare(struct search *search, struct budget *budget)
{
    prepared_release(prepared_make(&search->setup, budget));
}

static void find_hints(struct search *search, struct budget *budget)
{
    struct hints *hints =
        search->driving->find_hints(prepared_body(search->prepared), search->race, 1, NULL, budget);
    if (hints)
        search->driving->free_hints(hints);
}

static void choose(struct search *search, struct budget *budget)
{
    struct text action = {0};
    search->driving->choose(search->driving->kind_count - 1, prepared_body(search->prepared),
                            search->race, 1, budget, &action);
    text_free(&action);
}

static void *run(void *data)
{
    struct search *search = data;
    struct budget budget = {.cancelled = &search->cancelled};
    search->run(search, &budget);
    search->ended = worked();
    search->done = true;
    return NULL;
}

/* The work from being told to coming back; -1: it was done before. */
static int64_t cancel_after(struct search *search, int milliseconds)
{
    pthread_t thread;
    int64_t begin = worked();
    search->cancelled = search->done = false;
    assert_int_equal(pthread_create(&thread, NULL, run, search), 0);
    while (!search->done && worked() - begin < milliseconds * (int64_t)MILLISECOND)
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND / 4}, NULL);
    bool done = search->done;
    search->cancelled = true;
    int64_t told = worked();
    pthread_join(thread, NULL);
    return done ? -1 : search->ended - told;
}

/* --- courses ---------------------------------------------------------------------------------- */

static void begin_search(struct search *search, struct course course, const char *pair)
{
    struct error error;
    struct event_list events = {0};
    *search = (struct search){.driving = driving_of(course.game)};
    search->setup = setup_from_preset(course.game, 0);
    search->setup.course = course;
    search->setup.players = 1;
    assert_true(setup_set_pair(&search->setup, pair, &error));
    struct budget little = {.steps_most = BUDGET_SECOND / 10, .bytes_most = 64 << 20};
    search->prepared = prepared_make(&search->setup, &little);
    search->race = course.game->begin(&search->setup);
    search->driving->choose(0, prepared_body(search->prepared), search->race, 1, NULL,
                            &search->opening);
    assert_true(
        course.game->apply(search->race, 1, text_string(&search->opening), &events, &error));
    event_list_free(&events);
}

static void check_course(struct course course, const char *pair)
{
    static const struct {
        const char *name;
        void (*run)(struct search *search, struct budget *budget);
        bool is_long; /* everywhere here: it is not done at all moments */
    } runs[] = {{"par", find_par, true},      {"par from", find_par_from, false},
                {"prove", prove, true},       {"prepare", prepare, true},
                {"hints", find_hints, false}, {"choose", choose, false}};
    struct search search;
    begin_search(&search, course, pair);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        search.run = runs[i].run;
        int64_t most = time_loop();
        for (size_t moment = 0; moment < sizeof moments / sizeof *moments; moment++) {
            int64_t took = cancel_after(&search, moments[moment]);
            assert_true(took >= 0 || !runs[i].is_long || moments[moment] > 25);
            if (took > most)
                fail_msg("%s of %s, cancelled after %d ms: %lld us, not %lld", runs[i].name,
                         course.game->name, moments[moment], (long long)took / 1000,
                         (long long)most / 1000);
        }
    }
    course.game->free(search.race);
    text_free(&search.opening);
    prepared_release(search.prepared);
    course_release(course);
}

static struct course load(const char *path)
{
    struct error error;
    struct course course = course_load(path, &error);
    assert_non_null(course.body);
    return course;
}

static void test_stock_cars(void **state)
{
    (void)state;
    check_course(load("tests/window/pits.map"), "laps=99");
}

static void test_circuit(void **state)
{
    (void)state;
    check_course(load("tracks/circuit/grand-ninety.svg"), "laps=99");
}

/* A square road round a sheet of 960 squares. */
static void test_graph_paper(void **state)
{
    static const char sheet[] = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 960 960'>"
                                "<rect class='wall' x='4' y='4' width='952' height='952'/>"
                                "<rect class='wall' x='204' y='204' width='552' height='552'/>"
                                "<path class='start finish' d='M4 480H204'/></svg>";
    struct error error;
    struct course course = course_read(&graph_paper_game, sheet, strlen(sheet), &error);
    (void)state;
    assert_non_null(course.body);
    check_course(course, "laps=1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stock_cars),
        cmocka_unit_test(test_circuit),
        cmocka_unit_test(test_graph_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
