/* Daily tracks: streaks over ends of months and gaps, a clock that is set back, what counts as
 * finished, and a damaged file, which costs only what is damaged.
 */
#include "base/number.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/records.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/straight.h"

#include <stdlib.h>
#include <string.h>

static struct text told;
static struct error error;
static struct track *track;
static const char *const fast[] = {"1,0>2,0", "4,0", "7,0", NULL};
static const char *const slow[] = {"1,0>2,0", "3,0", "5,0", "7,0", NULL};

static struct dailies *read_dailies(const char *bytes, size_t length, struct text *said)
{
    struct dailies *dailies = dailies_load(NULL, said);
    json_list_read(&dailies_list, bytes, length, dailies, said);
    return dailies;
}

static int begin(void **state)
{
    (void)state;
    folder_empty();
    text_clear(&told);
    error = (struct error){0};
    track = straight_create(6, "");
    return 0;
}

static int end(void **state)
{
    (void)state;
    track_release(track);
    return 0;
}

static int day_of(const char *date)
{
    int day = -1;
    assert_true(date_read(date, &day));
    return day;
}

static struct dailies *load(void)
{
    char *path = folder_path("daily.json");
    struct dailies *dailies = dailies_load(path, &told);
    free(path);
    return dailies;
}

static void begin_day(int day, int generator)
{
    char *path = folder_path("daily.json");
    struct daily daily = {.day = day,
                          .generator = generator,
                          .track = course_fingerprint(graph_paper_course(track)),
                          .par = 3};
    if (!daily_begin(path, &daily, &told, &error))
        fail_msg("%s", error.text);
    free(path);
}

static struct session *drive(const char *field, const char *const *actions)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    struct player player = {"Ada", 1, "human"};
    setup.course = graph_paper_course(track);
    if (field && !setup_set_pair(&setup, field, &error))
        fail_msg("%s", error.text);
    struct session *session = session_begin(&setup, &player, (struct allow){true, true}, &error);
    assert_non_null(session);
    for (; *actions; actions++)
        if (!session_do(session, 0, *actions, &error))
            fail_msg("%s: %s", *actions, error.text);
    return session;
}

static void add(const struct session *session, int today)
{
    char *path = folder_path("daily.json");
    if (!daily_add(path, session, today, &told, &error))
        fail_msg("%s", error.text);
    free(path);
}

/* Rounds of the day as the file holds them; -1: it does not know it. */
static int rounds_of(int day)
{
    struct dailies *dailies = load();
    const struct daily *daily = dailies_find(dailies, day);
    int rounds = daily ? daily->rounds : -1;
    dailies_free(dailies);
    return rounds;
}

static void race_on(int day, const char *const *actions, int today)
{
    begin_day(day, 1);
    struct session *session = drive(NULL, actions);
    add(session, today);
    session_free(session);
}

/* Days of a file made of these dates, in this order. */
static struct dailies *with_days(const char *const *dates)
{
    struct text file = {0};
    text_append(&file, "{\"graphprix\": 1, \"daily\": [");
    for (int i = 0; dates[i]; i++)
        text_append_format(&file,
                           "%s{\"date\": \"%s\", \"generator\": 1, \"track\": "
                           "\"00000000000000ab\", \"par\": 25, \"rounds\": 27}",
                           i > 0 ? ", " : "", dates[i]);
    text_append(&file, "]}");
    struct dailies *dailies = read_dailies(file.data, file.length, &told);
    text_free(&file);
    assert_int_equal(told.length, 0);
    return dailies;
}

static void nothing_was_raced_on_the_first_day(void **state)
{
    (void)state;
    int today = day_of("2026-11-24");
    struct dailies *dailies = load();
    assert_null(dailies_find(dailies, today));
    assert_int_equal(dailies_streak(dailies, today), 0);
    assert_int_equal(dailies_streak_today(dailies, today), 0);
    assert_int_equal(told.length, 0);
    dailies_free(dailies);
    dailies = dailies_load(NULL, &told);
    assert_int_equal(dailies_streak_today(dailies, today), 0);
    dailies_free(dailies);
}

static void streaks_go_over_the_ends_of_months_and_years(void **state)
{
    (void)state;
    static const struct {
        const char *dates[5];
        const char *today;
        int streak;
    } cases[] = {
        {{"2028-02-27", "2028-02-28", "2028-02-29", "2028-03-01"}, "2028-03-01", 4},
        {{"2027-02-27", "2027-02-28", "2027-03-01"}, "2027-03-01", 3},
        {{"2028-02-28", "2028-03-01"}, "2028-03-01", 1}, /* the leap day is missing */
        {{"2026-12-30", "2026-12-31", "2027-01-01"}, "2027-01-01", 3},
        {{"2026-11-29", "2026-11-30", "2026-12-01"}, "2026-12-02", 3}, /* still to be raced today */
        {{"2026-11-29", "2026-11-30", "2026-12-01"}, "2026-12-03", 0},
        {{"2026-11-20", "2026-11-22"}, "2026-11-22", 1},
        {{"2026-11-23", "2026-11-21", "2026-11-22"}, "2026-11-23", 3}, /* in any order */
        {{"2026-11-23", "2026-11-23", "2026-11-22"}, "2026-11-23", 2},
        {{NULL}, "2026-11-23", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct dailies *dailies = with_days(cases[i].dates);
        int streak = dailies_streak_today(dailies, day_of(cases[i].today));
        if (streak != cases[i].streak)
            fail_msg("%s: %d, not %d", cases[i].today, streak, cases[i].streak);
        dailies_free(dailies);
    }
}

/* The days that the clock was ahead stay, and count again when it gets there. */
static void a_clock_that_is_set_back_loses_nothing(void **state)
{
    (void)state;
    struct dailies *dailies =
        with_days((const char *[]){"2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", NULL});
    assert_int_equal(dailies_streak_today(dailies, day_of("2026-11-21")), 2);
    assert_int_equal(dailies_streak_today(dailies, day_of("2026-11-19")), 0);
    assert_int_equal(dailies_streak_today(dailies, day_of("2026-11-24")), 4);
    dailies_free(dailies);
    int day = day_of("2026-11-24");
    race_on(day, fast, day - 1);
    assert_int_equal(rounds_of(day), 0);
}

static void the_fewest_rounds_of_a_day_count(void **state)
{
    (void)state;
    int day = day_of("2026-11-24");
    race_on(day, slow, day);
    assert_int_equal(rounds_of(day), 4);
    race_on(day, fast, day);
    assert_int_equal(rounds_of(day), 3);
    race_on(day, slow, day);
    assert_int_equal(rounds_of(day), 3);
    assert_int_equal(told.length, 0);
}

static void a_race_may_end_after_midnight_and_no_later(void **state)
{
    (void)state;
    int day = day_of("2026-11-30");
    race_on(day, slow, day + 2);
    assert_int_equal(rounds_of(day), 0);
    race_on(day, slow, day + 1);
    assert_int_equal(rounds_of(day), 4);
}

static void only_one_go_under_the_rules_of_the_day_counts(void **state)
{
    (void)state;
    int day = day_of("2026-11-24");
    begin_day(day, 1);
    struct session *session = drive("nitros=9", fast);
    add(session, day);
    session_free(session);
    assert_int_equal(rounds_of(day), 0);
    session = drive(NULL, slow);
    assert_true(session_undo(session, &error));
    assert_true(session_redo(session, &error));
    add(session, day);
    session_free(session);
    assert_int_equal(rounds_of(day), 0);
}

/* Another generator made another track of the same day: its race takes the place of one that was
 * only begun, never of one that was finished. */
static void what_was_finished_stays(void **state)
{
    (void)state;
    int day = day_of("2026-11-24");
    struct track *other = straight_create(5, "");
    begin_day(day, 1);
    race_on(day, slow, day);
    track_release(track);
    track = other;
    begin_day(day, 2);
    struct dailies *dailies = load();
    assert_int_equal(dailies_find(dailies, day)->generator, 1);
    assert_int_equal(dailies_find(dailies, day)->rounds, 4);
    dailies_free(dailies);
    begin_day(day + 1, 1);
    track = straight_create(6, "");
    begin_day(day + 1, 2);
    dailies = load();
    assert_int_equal(dailies_find(dailies, day + 1)->generator, 2);
    dailies_free(dailies);
    track_release(other);
}

static void the_line_to_share_names_day_generator_and_streak(void **state)
{
    (void)state;
    struct daily daily = {day_of("2026-11-24"), 3, 1, 25, 27};
    struct text line = {0};
    daily_share(&daily, 4, &line);
    assert_string_equal(line.data, "Graph Prix daily 2026-11-24 (generator 3): 27 moves, par 25, "
                                   "streak 4");
    text_clear(&line);
    daily = (struct daily){day_of("2027-01-01"), 1, 1, 0, 1};
    daily_share(&daily, 1, &line);
    assert_string_equal(line.data, "Graph Prix daily 2027-01-01 (generator 1): 1 move, streak 1");
    text_free(&line);
}

static const char damaged[] =
    "{\"graphprix\": 1, \"daily\": [7, {}, {\"date\": \"2026-02-30\", \"generator\": 1, \"track\": "
    "\"00000000000000ab\"}, {\"date\": \"2026-11-23\", \"generator\": 1, \"track\": "
    "\"00000000000000ab\", \"par\": 25, \"rounds\": 27}, {\"date\": \"2026-11-22\", \"generator\": "
    "1, \"track\": \"ab\", \"rounds\": 27}, {\"date\": \"2026-11-22\", \"generator\": 1, "
    "\"track\": "
    "\"00000000000000ab\", \"rounds\": -1}, {\"date\": \"2026-11-22\", \"track\": "
    "\"00000000000000ab\", \"rounds\": 5}]}";

static void a_damaged_day_costs_itself_alone(void **state)
{
    (void)state;
    struct dailies *dailies = read_dailies(damaged, strlen(damaged), &told);
    int day = day_of("2026-11-23");
    assert_int_equal(dailies_streak(dailies, day), 1);
    assert_int_equal(dailies_find(dailies, day)->par, 25);
    assert_non_null(strstr(told.data, "6 of the daily tracks cannot be read"));
    dailies_free(dailies);
}

/* It is kept aside, and what is sound takes its place. */
static void a_damaged_file_is_kept_aside(void **state)
{
    (void)state;
    char *path = folder_path("daily.json"), *aside = folder_path("daily.json.broken");
    assert_true(file_write_atomically(path, damaged, strlen(damaged), &error));
    int day = day_of("2026-11-24");
    race_on(day, slow, day);
    struct dailies *dailies = load();
    assert_int_equal(dailies_streak(dailies, day), 2);
    assert_true(file_exists(aside));
    assert_non_null(strstr(told.data, "daily.json.broken"));
    dailies_free(dailies);
    free(path);
    free(aside);
}

/* Cut anywhere, or with any byte spoiled: it is told, and nothing else happens. */
static void no_file_can_hurt(void **state)
{
    (void)state;
    char spoiled[sizeof damaged];
    for (size_t i = 0; i + 1 < sizeof damaged; i++) {
        text_clear(&told);
        dailies_free(read_dailies(damaged, i, &told));
        assert_true(told.length > 0);
        memcpy(spoiled, damaged, sizeof damaged);
        spoiled[i] = (char)(spoiled[i] ^ 0x2b);
        dailies_free(read_dailies(spoiled, sizeof damaged - 1, &told));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_was_raced_on_the_first_day, begin, end),
        cmocka_unit_test_setup_teardown(streaks_go_over_the_ends_of_months_and_years, begin, end),
        cmocka_unit_test_setup_teardown(a_clock_that_is_set_back_loses_nothing, begin, end),
        cmocka_unit_test_setup_teardown(the_fewest_rounds_of_a_day_count, begin, end),
        cmocka_unit_test_setup_teardown(a_race_may_end_after_midnight_and_no_later, begin, end),
        cmocka_unit_test_setup_teardown(only_one_go_under_the_rules_of_the_day_counts, begin, end),
        cmocka_unit_test_setup_teardown(what_was_finished_stays, begin, end),
        cmocka_unit_test_setup_teardown(the_line_to_share_names_day_generator_and_streak, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_damaged_day_costs_itself_alone, begin, end),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_kept_aside, begin, end),
        cmocka_unit_test_setup_teardown(no_file_can_hurt, begin, end),
    };
    int status = cmocka_run_group_tests(tests, folder_set_up, folder_tear_down);
    text_free(&told);
    return status;
}
