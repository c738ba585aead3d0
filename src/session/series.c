/* The series and its table; series_file.c puts it on disk. A race is over when it has places. */
#include "session/series.h"

#include "base/memory.h"
#include "session/series_inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const int points_of_places[] = {10, 8, 6, 5, 4, 3, 2, 1};

static bool check_courses(const struct setup *setup, const struct course *courses, int count,
                          struct error *error)
{
    if (count < 1 || count > SERIES_RACE_LIMIT)
        return error_set(error, "a series has 1 to %d races, not %d", SERIES_RACE_LIMIT, count);
    for (int i = 0; i < count; i++) {
        struct setup there = *setup;
        struct error inner = {0};
        there.course = courses[i];
        if (!setup_check(&there, &inner))
            return error_set(error, "%s: %s",
                             course_name(courses[i])[0] ? course_name(courses[i]) : "A course",
                             inner.text);
    }
    return true;
}

struct series *series_begin(const struct setup *setup, const struct player *players,
                            struct allow allow, const struct course *courses, int count,
                            struct error *error)
{
    if (!check_courses(setup, courses, count, error))
        return NULL;
    struct series *series = memory_allocate(1, sizeof *series);
    series->setup = *setup;
    series->setup.course = (struct course){0};
    series->setup.last_count = 0;
    series->setup.seed = 0;
    series->allow = allow;
    memcpy(series->players, players, (size_t)setup->players * sizeof *players);
    series->count = count;
    for (int i = 0; i < count; i++)
        series->races[i].course = course_retain(courses[i]);
    return series;
}

void series_free(struct series *series)
{
    if (series == NULL)
        return;
    for (int i = 0; i < series->count; i++) {
        course_release(series->races[i].course);
        free(series->races[i].file);
    }
    free(series);
}

int series_players(const struct series *series)
{
    return series->setup.players;
}

const struct player *series_player(const struct series *series, int player)
{
    assert(player >= 1 && player <= series->setup.players);
    return &series->players[player - 1];
}

struct allow series_allow(const struct series *series)
{
    return series->allow;
}

int series_race_count(const struct series *series)
{
    return series->count;
}

static const struct series_race *race_at(const struct series *series, int race)
{
    assert(race >= 0 && race < series->count);
    return &series->races[race];
}

struct course series_course(const struct series *series, int race)
{
    return race_at(series, race)->course;
}

const char *series_race_file(const struct series *series, int race)
{
    return race_at(series, race)->file;
}

bool series_is_over(const struct series *series, int race)
{
    return race_at(series, race)->over;
}

int series_latest(const struct series *series)
{
    int race = series->count - 1;
    while (race >= 0 && series->races[race].file == NULL)
        race--;
    return race;
}

int series_due(const struct series *series)
{
    int latest = series_latest(series);
    return latest >= 0 && !series->races[latest].over ? latest : latest + 1;
}

struct setup series_setup(const struct series *series)
{
    int due = series_due(series);
    struct setup setup = series->setup;
    setup.course = race_at(series, due)->course;
    if (due > 0)
        placing_hand_on(&series->races[due - 1].placing, &setup);
    return setup;
}

void series_race_begun(struct series *series, const char *file)
{
    int due = series_due(series);
    assert(due < series->count);
    free(series->races[due].file);
    series->races[due].file = memory_copy_string(file);
}

bool series_note(struct series *series, const struct session *session)
{
    int latest = series_latest(series);
    assert(latest >= 0);
    struct series_race *race = &series->races[latest];
    struct placing placing;
    bool over = placing_of(session, &placing);
    if (!over)
        placing = (struct placing){0};
    bool news = over != race->over || memcmp(&placing, &race->placing, sizeof placing) != 0;
    race->over = over;
    race->placing = placing;
    return news;
}

int series_points(int place)
{
    const int paid = sizeof points_of_places / sizeof *points_of_places;
    return place >= 1 && place <= paid ? points_of_places[place - 1] : 0;
}

int series_place(const struct series *series, int race, int player)
{
    assert(player >= 1 && player <= series->setup.players);
    return race_at(series, race)->over ? series->races[race].placing.places[player - 1] : 0;
}

/* What the table is sorted by; `latest_first` holds the places from the last race back, none as
 * behind all. */
struct row {
    struct series_standing standing;
    int latest_first[SERIES_RACE_LIMIT];
};

static struct row row_of(const struct series *series, int player)
{
    struct row row = {.standing = {.player = player}};
    for (int race = 0; race < series->count; race++) {
        int place = series_place(series, race, player);
        row.standing.points += series_points(place);
        row.standing.wins += place == 1;
        row.latest_first[series->count - 1 - race] = place > 0 ? place : PLAYER_LIMIT + 1;
    }
    return row;
}

static int compare_rows(const struct row *one, const struct row *other)
{
    if (one->standing.points != other->standing.points)
        return other->standing.points - one->standing.points;
    if (one->standing.wins != other->standing.wins)
        return other->standing.wins - one->standing.wins;
    for (int i = 0; i < SERIES_RACE_LIMIT; i++)
        if (one->latest_first[i] != other->latest_first[i])
            return one->latest_first[i] - other->latest_first[i];
    return 0;
}

/* Equal ones by their number, so that the table is the same on every machine. */
static int by_rank(const void *a, const void *b)
{
    const struct row *one = a;
    const struct row *other = b;
    int order = compare_rows(one, other);
    return order != 0 ? order : one->standing.player - other->standing.player;
}

int series_standings(const struct series *series, struct series_standing standings[PLAYER_LIMIT])
{
    struct row rows[PLAYER_LIMIT] = {0};
    int count = series->setup.players;
    for (int i = 0; i < count; i++)
        rows[i] = row_of(series, i + 1);
    qsort(rows, (size_t)count, sizeof *rows, by_rank);
    for (int i = 0; i < count; i++) {
        bool shared = i > 0 && compare_rows(&rows[i - 1], &rows[i]) == 0;
        standings[i] = rows[i].standing;
        standings[i].place = shared ? standings[i - 1].place : i + 1;
    }
    return count;
}
