/* Personal records: which results count, what they are kept apart by, and what may be wrong with
 * the file.
 *
 * The track is a straight of 2 squares' height with its start at x = 1. A car that speeds up by one
 * square a move is at 2, 4, 7: past a finish at x = 6 in 3 rounds.
 */
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/records.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/straight.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const fast[] = {"1,0>2,0", "4,0", "7,0", NULL};
static const char *const slow[] = {"1,0>2,0", "3,0", "5,0", "7,0", NULL};

static struct text told;
static struct error error;
static struct record_list list;

static int begin(void **state)
{
    (void)state;
    folder_empty();
    text_clear(&told);
    error = (struct error){0};
    return 0;
}

static struct setup racing(const struct track *track)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.course = graph_paper_course(track);
    return setup;
}

static void play(struct session *session, const char *const *actions)
{
    for (; *actions; actions++)
        if (!session_do(session, 0, *actions, &error))
            fail_msg("%s: %s", *actions, error.text);
}

/* One player's race, kept in a file of that name. */
static struct session *race_of(const struct setup *setup, const char *name, const char *driver,
                               const char *file)
{
    struct player player = {.pen = 1};
    snprintf(player.name, sizeof player.name, "%s", name);
    snprintf(player.driver, sizeof player.driver, "%s", driver);
    struct session *session = session_begin(setup, &player, (struct allow){.undo = true}, &error);
    assert_non_null(session);
    char *path = folder_path(file);
    assert_true(session_keep(session, path, &error));
    free(path);
    return session;
}

static void add(const struct session *session)
{
    char *path = folder_path("records.json");
    if (!records_add(path, session, &told, &error))
        fail_msg("%s", error.text);
    free(path);
}

static void drive_and_add(const struct setup *setup, const char *name, const char *const *actions,
                          const char *file)
{
    struct session *session = race_of(setup, name, "human", file);
    play(session, actions);
    add(session);
    session_free(session);
}

static const struct record_list *found(const struct setup *setup)
{
    char *path = folder_path("records.json");
    struct records *records = records_load(path, &told);
    records_find(records, setup, &list);
    records_free(records);
    free(path);
    return &list;
}

static void the_fewest_rounds_come_first(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    assert_int_equal(found(&setup)->count, 0);
    drive_and_add(&setup, "Blaise", slow, "a.race");
    drive_and_add(&setup, "Ada \"Zoë\"", fast, "b.race");
    drive_and_add(&setup, "Chen", fast, "c.race");
    assert_int_equal(found(&setup)->count, 3);
    assert_int_equal(list.items[0].rounds, 3);
    assert_string_equal(list.items[0].name, "Ada \"Zoë\"");
    assert_string_equal(list.items[0].race, "b.race");
    assert_int_equal(strlen(list.items[0].date), 10);
    assert_string_equal(list.items[1].name, "Chen");
    assert_int_equal(list.items[2].rounds, 4);
    assert_int_equal(told.length, 0);
    track_release(track);
}

static void only_so_many_are_kept(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    char file[16];
    for (int i = 0; i < RECORDS_KEPT + 3; i++) {
        snprintf(file, sizeof file, "%d.race", i);
        drive_and_add(&setup, "Ada", i == RECORDS_KEPT + 1 ? fast : slow, file);
    }
    assert_int_equal(found(&setup)->count, RECORDS_KEPT);
    assert_int_equal(list.items[0].rounds, 3);
    assert_string_equal(list.items[1].race, "0.race");
    track_release(track);
}

static void a_result_is_added_once(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    struct session *session = race_of(&setup, "Ada", "human", "a.race");
    play(session, fast);
    add(session);
    add(session);
    assert_int_equal(found(&setup)->count, 1);
    session_free(session);
    track_release(track);
}

static void what_does_not_count(void **state)
{
    (void)state;
    static const char *const unfinished[] = {"1,0>2,0", "4,0", NULL};
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    struct session *session = race_of(&setup, "Ada", "ace", "a.race");
    play(session, fast);
    add(session);
    session_free(session);
    drive_and_add(&setup, "Ada", unfinished, "b.race");
    session = race_of(&setup, "Ada", "human", "c.race");
    play(session, unfinished);
    assert_true(session_undo(session, &error));
    play(session, &fast[1]);
    assert_true(session_took_back(session, 1));
    add(session);
    session_free(session);
    assert_int_equal(found(&setup)->count, 0);
    track_release(track);
}

/* Also when the file was read again in between, and what was there before comes back. */
static void an_undo_takes_the_record_back(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    drive_and_add(&setup, "Blaise", slow, "a.race");
    drive_and_add(&setup, "Ada", fast, "b.race");
    bool busy, damaged;
    char *race = folder_path("b.race"), *path = folder_path("records.json");
    struct session *session = session_resume(race, &busy, &damaged, &error);
    assert_non_null(session);
    assert_true(records_take_back(path, session, &told, &error));
    assert_int_equal(found(&setup)->count, 2);
    assert_true(session_undo(session, &error));
    assert_true(records_take_back(path, session, &told, &error));
    assert_int_equal(found(&setup)->count, 1);
    assert_string_equal(list.items[0].name, "Blaise");
    session_free(session);
    free(race);
    free(path);
    track_release(track);
}

static int count_with(const struct setup *setup, const char *field, const char *value)
{
    struct setup other = *setup;
    if (!setup_set(&other, field, value, &error))
        fail_msg("%s", error.text);
    return found(&other)->count;
}

static void rules_that_matter_keep_them_apart(void **state)
{
    (void)state;
    static const char *const matter[][2] = {
        {"acceleration", "four"}, {"path", "end"},         {"walls", "out"},
        {"line", "touch"},        {"off_track", "retire"}, {"wall_missed_turns", "1"},
        {"nitros", "4"},          {"good_brakes", "1"},    {"turbo_boosts", "1"},
        {"start", "behind"},      {"top_speed", "2"}};
    /* No slick, no checkpoint is on the sheet, laps mean nothing on an open track. */
    static const char *const others[][2] = {{"collision", "none"},
                                            {"reach", "whole"},
                                            {"mover_missed_turns", "9"},
                                            {"choose", "reverse"},
                                            {"order", "listed"},
                                            {"finish", "round"},
                                            {"round_limit", "50"},
                                            {"slicks", "off"},
                                            {"slick_missed_turns", "7"},
                                            {"checkpoints", "on"},
                                            {"turbo_areas", "on"},
                                            {"laps", "3"},
                                            {"rounds", "5"},
                                            {"cars_per_player", "2"},
                                            {"damage_limit", "9"},
                                            {"struck_missed_turns", "0"}};
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    drive_and_add(&setup, "Ada", fast, "a.race");
    for (size_t i = 0; i < sizeof matter / sizeof *matter; i++)
        assert_int_equal(count_with(&setup, matter[i][0], matter[i][1]), 0);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(count_with(&setup, others[i][0], others[i][1]), 1);
    setup.players = 5;
    setup.seed = 77;
    assert_int_equal(found(&setup)->count, 1);
    /* Files from before there was a top speed say nothing of it. */
    struct text file = {0};
    char *path = folder_path("records.json");
    assert_true(file_read(path, 1 << 20, &file, &error));
    assert_non_null(strstr(file.data, "acceleration"));
    assert_null(strstr(file.data, "top_speed"));
    text_free(&file);
    free(path);
    track_release(track);
}

static void tracks_are_what_is_on_them(void **state)
{
    (void)state;
    static const char *const others[] = {
        "<path class='slick' d='M3 0H4V2H3Z'/>",
        "<path class='turbo' d='M3 0H4V2H3Z' data-arrow='1 0'/>",
        "<path class='turbo' d='M3 0H4V2H3Z' data-arrow='2 0'/>",
        "<circle class='inside' cx='3' cy='0' r='.25'/>",
        "<circle class='outside' cx='3' cy='0' r='.25'/>",
        "<polyline class='checkpoint' data-number='1' points='3,0 3,1 3,2'/>"};
    struct track *track = straight_create(6, ""),
                 *named = straight_create(6, "<title>B</title><desc>C</desc>");
    struct setup setup = racing(track);
    drive_and_add(&setup, "Ada", fast, "a.race");
    setup.course = graph_paper_course(named);
    assert_int_equal(found(&setup)->count, 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct track *other = straight_create(6, others[i]);
        setup.course = graph_paper_course(other);
        assert_int_equal(found(&setup)->count, 0);
        drive_and_add(&setup, "Ada", i == 0 ? slow : fast, "b.race");
        assert_int_equal(found(&setup)->count, 1);
        track_release(other);
    }
    struct track *farther = straight_create(5, "");
    setup.course = graph_paper_course(farther);
    assert_int_equal(found(&setup)->count, 0);
    track_release(farther);
    track_release(named);
    track_release(track);
}

static void write_records(const char *text)
{
    char *path = folder_path("records.json");
    assert_true(file_write_atomically(path, text, strlen(text), &error));
    free(path);
}

static void rubbish_is_told_and_kept_aside(void **state)
{
    (void)state;
    static const char *const files[] = {"",
                                        "{",
                                        "[1,2]",
                                        "null",
                                        "{\"graphprix\":1,\"records\":{}}",
                                        "{\"graphprix\":2,\"records\":[]}",
                                        "{\"graphprix\":1,\"records\":[7]}",
                                        "{\"graphprix\":1,\"graphprix\":1,\"records\":[]}",
                                        "\xff\xfe"};
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    char *path = folder_path("records.json"), *aside = folder_path("records.json.broken");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        write_records(files[i]);
        text_clear(&told);
        assert_int_equal(found(&setup)->count, 0);
        assert_non_null(strstr(text_string(&told), "cannot be read"));
        assert_true(file_exists(aside));
        assert_false(file_exists(path));
        text_clear(&told);
        found(&setup);
        assert_int_equal(told.length, 0);
    }
    /* Each of them lies there. */
    char *last = folder_path("records.json.broken-9");
    assert_true(file_exists(last));
    free(last);
    drive_and_add(&setup, "Ada", fast, "a.race");
    assert_int_equal(found(&setup)->count, 1);
    free(path);
    free(aside);
    track_release(track);
}

/* The sound results of a file that holds others stay, in order. */
static void what_is_sound_is_kept(void **state)
{
    (void)state;
    static const char *const results[] = {
        "{\"rounds\":0,\"name\":\"No\"}",
        "{\"rounds\":5}",
        "{\"rounds\":5,\"name\":\"a\\nb\"}",
        "{\"rounds\":1e300,\"name\":\"No\"}",
        "{\"rounds\":-5,\"name\":\"No\"}",
        "{\"rounds\":99999999999,\"name\":\"No\"}",
        "7",
        "{\"rounds\":9,\"name\":\"Last\"}",
        "{\"rounds\":5,\"name\":\"No\",\"date\":\"a very long date\"}"};
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    struct text content = {0}, changed = {0};
    char *path = folder_path("records.json");
    drive_and_add(&setup, "Ada", fast, "a.race");
    assert_true(file_read(path, 100000, &content, &error));
    char *best = strstr(content.data, "\"best\": [");
    assert_non_null(best);
    text_append_bytes(&changed, content.data, (size_t)(best + 9 - content.data));
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        text_append_format(&changed, "%s,", results[i]);
    text_append(&changed, best + 9);
    write_records(changed.data);
    assert_int_equal(found(&setup)->count, 2);
    assert_string_equal(list.items[0].name, "Ada");
    assert_string_equal(list.items[1].name, "Last");
    assert_non_null(strstr(text_string(&told), "8 of the records cannot be read"));
    assert_int_equal(found(&setup)->count, 2);
    text_free(&content);
    text_free(&changed);
    free(path);
    track_release(track);
}

/* A limit on the size of files stops a write in the middle just as a full disk does. */
static void a_full_disk_is_told(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    char *path = folder_path("records.json");
    drive_and_add(&setup, "Blaise", slow, "a.race");
    struct session *session = race_of(&setup, "Ada", "human", "b.race");
    play(session, fast);
    session_keep_flush(session);
    struct rlimit before, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 100;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    bool added = records_add(path, session, &told, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_false(added);
    assert_true(error.text[0] != 0);
    assert_int_equal(found(&setup)->count, 1);
    add(session);
    assert_int_equal(found(&setup)->count, 2);
    session_free(session);
    free(path);
    track_release(track);
}

static void two_windows_lose_nothing(void **state)
{
    (void)state;
    enum { WRITERS = 5, RACES = 2 };
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    pid_t children[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        if (children[i] != 0)
            continue;
        for (int j = 0; j < RACES; j++) {
            char name[8], file[16];
            snprintf(name, sizeof name, "P%d%d", i, j);
            snprintf(file, sizeof file, "%s.race", name);
            drive_and_add(&setup, name, fast, file);
        }
        _exit(0);
    }
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(found(&setup)->count, WRITERS * RACES);
    track_release(track);
}

static void one_that_never_lets_go_is_told(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    struct setup setup = racing(track);
    char *path = folder_path("records.json");
    struct file_lock *lock = file_lock_take(path);
    struct session *session = race_of(&setup, "Ada", "human", "a.race");
    play(session, fast);
    assert_false(records_add(path, session, &told, &error));
    assert_non_null(strstr(error.text, "another window"));
    file_lock_release(lock);
    session_free(session);
    free(path);
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_fewest_rounds_come_first, begin),
        cmocka_unit_test_setup(only_so_many_are_kept, begin),
        cmocka_unit_test_setup(a_result_is_added_once, begin),
        cmocka_unit_test_setup(what_does_not_count, begin),
        cmocka_unit_test_setup(an_undo_takes_the_record_back, begin),
        cmocka_unit_test_setup(rules_that_matter_keep_them_apart, begin),
        cmocka_unit_test_setup(tracks_are_what_is_on_them, begin),
        cmocka_unit_test_setup(rubbish_is_told_and_kept_aside, begin),
        cmocka_unit_test_setup(what_is_sound_is_kept, begin),
        cmocka_unit_test_setup(a_full_disk_is_told, begin),
        cmocka_unit_test_setup(two_windows_lose_nothing, begin),
        cmocka_unit_test_setup(one_that_never_lets_go_is_told, begin),
    };
    int failed = cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
    text_free(&told);
    return failed;
}
