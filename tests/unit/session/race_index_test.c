/* The index of saved races: what is told of each, from the files and from the cache. */
#include "base/memory.h"
#include "base/system/file.h"
#include "base/text.h"
#include "session/records.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/ring.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { PATIENCE = 20000 };

static const char *folder;
static char *cache;

static int set_up(void **state)
{
    (void)state;
    folder = folder_make();
    cache = folder_path("cache.json");
    return 0;
}

static int tear_down(void **state)
{
    free(cache);
    return folder_tear_down(state);
}

static int empty(void **state)
{
    (void)state;
    folder_empty();
    return 0;
}

static void wait_a_moment(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
}

static void set_age(const char *path, int age)
{
    struct timespec changed = {.tv_sec = 1700000000 - age};
    const struct timespec times[2] = {changed, changed};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

/* Saves a race of so many actions that was last written `age` seconds ago. */
static void put_race(const char *name, int actions, int age)
{
    struct error error = {0};
    char *path = folder_path(name);
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, actions);
    assert_true(session_save(session, path, &error));
    set_age(path, age);
    session_free(session);
    free(path);
}

static void put_text(const char *path, const char *text)
{
    struct error error = {0};
    assert_true(file_write_atomically(path, text, strlen(text), &error));
}

static struct race_index *opened(void)
{
    const char *const folders[] = {"no-such-folder", folder};
    return race_index_open(folders, 2, cache);
}

static struct race_index *all_known(void)
{
    struct race_index *list = opened();
    race_index_wait(list, PATIENCE);
    for (int i = 0; i < race_index_count(list); i++)
        assert_true(race_index_at(list, i)->known);
    return list;
}

static void an_empty_index_has_nothing(void **state)
{
    (void)state;
    bool certain;
    struct race_index *list = all_known();
    assert_int_equal(race_index_count(list), 0);
    assert_int_equal(race_index_unfinished(list, 1, &certain), -1);
    assert_true(certain);
    race_index_close(list);
    assert_false(file_exists(cache));
}

static void put_four(void)
{
    put_race("old.race", 3, 300);
    put_race("finished.race", RING_LAP_ACTIONS, 100);
    put_race("middle.race", 5, 200);
    char *rubbish = folder_path("rubbish.race");
    put_text(rubbish, "{}\n");
    set_age(rubbish, 50);
    free(rubbish);
}

static void check_four(struct race_index *list)
{
    bool certain;
    assert_int_equal(race_index_count(list), 4);
    static const char *const names[] = {"/rubbish.race", "/finished.race", "/middle.race",
                                        "/old.race"};
    for (int i = 0; i < 4; i++) {
        assert_non_null(strstr(race_index_at(list, i)->path, names[i]));
        assert_true(race_index_at(list, i)->known);
        assert_int_equal(race_index_at(list, i)->folder, 1);
    }
    assert_false(race_index_at(list, 0)->readable);
    const struct index_entry *finished = race_index_at(list, 1), *middle = race_index_at(list, 2);
    assert_true(finished->readable && finished->over);
    assert_string_equal(finished->winners, "Ada");
    assert_true(middle->readable && !middle->over);
    assert_int_equal(middle->round, 6);
    assert_int_equal(middle->changed, 1699999800);
    assert_string_equal(middle->track, "Ring");
    assert_string_equal(middle->rules, "Classroom");
    assert_string_equal(middle->players, "Ada");
    assert_string_equal(middle->winners, "");
    assert_int_equal(race_index_unfinished(list, 1, &certain), 2);
    assert_true(certain);
    assert_int_equal(race_index_unfinished(list, 0, &certain), -1);
}

static void the_index_is_newest_first_and_tells_of_each(void **state)
{
    (void)state;
    put_four();
    struct race_index *list = all_known();
    check_four(list);
    race_index_close(list);
}

/* No wait: the second time all is known at once. */
static void the_cache_spares_reading(void **state)
{
    (void)state;
    put_four();
    race_index_close(all_known());
    assert_true(file_exists(cache));
    struct race_index *list = opened();
    check_four(list);
    race_index_close(list);
}

static void a_race_that_was_driven_on_is_read_anew(void **state)
{
    (void)state;
    put_four();
    race_index_close(all_known());
    put_race("middle.race", 6, 20);
    struct race_index *list = opened();
    assert_int_equal(race_index_count(list), 4);
    assert_non_null(strstr(race_index_at(list, 0)->path, "/middle.race"));
    race_index_wait(list, PATIENCE);
    assert_int_equal(race_index_at(list, 0)->round, 7);
    race_index_close(list);
}

static void a_broken_cache_costs_only_time(void **state)
{
    (void)state;
    static const char *const broken[] = {"", "{", "graphprix races 3", "graphprix races 3\n\t\n\n"};
    put_four();
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        put_text(cache, broken[i]);
        struct race_index *list = all_known();
        check_four(list);
        race_index_close(list);
    }
}

static void a_line_that_is_not_sound_is_passed_over(void **state)
{
    (void)state;
    static const char *const damage[][2] = {
        {"\t1\t0\t6\t", "\t1\t2\t6\t"}, {"\t1\t0\t6\t", "\t1\t0\t-6\t"}, {"\tRing\t", "\t"},
        {"\tRing\t", "\tRing\t\t"},     {"\tRing\t", "\tR\xff\t"},       {"\tRing\t", "\tR\v\t"}};
    struct text good = {0}, bad = {0};
    struct error error = {0};
    put_race("middle.race", 5, 200);
    race_index_close(all_known());
    assert_true(file_read(cache, 10000, &good, &error));
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        const char *at = strstr(text_string(&good), damage[i][0]);
        assert_non_null(at);
        text_clear(&bad);
        text_append_bytes(&bad, good.data, (size_t)(at - good.data));
        text_append(&bad, damage[i][1]);
        text_append(&bad, at + strlen(damage[i][0]));
        struct race_index *list = opened();
        struct index_entry race = *race_index_at(list, 0);
        race.round_noun = race.track = race.rules = race.players = race.winners = NULL;
        race.known = false;
        race_index_read_cache(bad.data, bad.length, &race, 1);
        assert_false(race.known);
        race_index_read_cache(good.data, good.length, &race, 1);
        assert_true(race.known && race.round == 6);
        index_entry_clear(&race);
        race_index_close(list);
    }
    char none[] = "", two_lines[] = "Ring\n/other.race";
    struct index_entry race = {.path = none,
                               .known = true,
                               .round_noun = none,
                               .track = two_lines,
                               .rules = none,
                               .players = none,
                               .winners = none};
    text_clear(&bad);
    race_index_print_cache(&race, 1, &bad);
    assert_null(strstr(bad.data, "Ring"));
    text_free(&good);
    text_free(&bad);
}

static void a_session_can_be_had(void **state)
{
    (void)state;
    put_four();
    struct race_index *list = all_known();
    assert_null(race_index_take_session(list, 2));
    assert_null(race_index_take_session(list, 0)); /* rubbish: never comes */
    struct session *session = NULL;
    for (int i = 0; i < PATIENCE && session == NULL; i++) {
        wait_a_moment();
        race_index_collect(list);
        session = race_index_take_session(list, 2);
    }
    assert_non_null(session);
    assert_int_equal(session_step_count(session), 5);
    assert_null(race_index_take_session(list, 0));
    session_free(session);
    race_index_close(list);
}

static void what_is_in_memory_need_not_be_read(void **state)
{
    (void)state;
    put_race("running.race", 5, 0);
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    ring_do(session, ring_lap, 5);
    char *path = folder_path("running.race");
    struct race_index *list = opened();
    race_index_tell(list, path, session);
    assert_true(race_index_at(list, 0)->known);
    assert_int_equal(race_index_at(list, 0)->round, 6);
    race_index_wait(list, PATIENCE);
    race_index_close(list);
    session_free(session);
    free(path);
}

static void what_was_dropped_is_gone(void **state)
{
    (void)state;
    put_four();
    struct race_index *list = opened(); /* answers may come for a race that is gone */
    race_index_drop(list, 2);
    race_index_drop(list, 0);
    race_index_wait(list, PATIENCE);
    assert_int_equal(race_index_count(list), 2);
    assert_non_null(strstr(race_index_at(list, 0)->path, "/finished.race"));
    assert_non_null(strstr(race_index_at(list, 1)->path, "/old.race"));
    assert_int_equal(race_index_at(list, 1)->round, 4);
    race_index_close(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(an_empty_index_has_nothing, empty),
        cmocka_unit_test_setup(the_index_is_newest_first_and_tells_of_each, empty),
        cmocka_unit_test_setup(the_cache_spares_reading, empty),
        cmocka_unit_test_setup(a_race_that_was_driven_on_is_read_anew, empty),
        cmocka_unit_test_setup(a_broken_cache_costs_only_time, empty),
        cmocka_unit_test_setup(a_line_that_is_not_sound_is_passed_over, empty),
        cmocka_unit_test_setup(a_session_can_be_had, empty),
        cmocka_unit_test_setup(what_is_in_memory_need_not_be_read, empty),
        cmocka_unit_test_setup(what_was_dropped_is_gone, empty),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
