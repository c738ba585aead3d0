/* What a tournament has come to: the results added up in the order of the races, as a table for
 * people and as an object for programs. */
#include "base/memory.h"
#include "commands/command.h"
#include "commands/rating.h"
#include "commands/tournament.h"
#include "session/save.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of one driver. */
struct driver_sums {
    int driver;
    int places, finished, scores, faults; /* added up */
    double wins;                          /* a shared one in equal parts */
    int rounds;                           /* of the races that it finished */
    int compared;                         /* of these, those whose best is known */
    int above;                            /* rounds above the best in those, added up */
    double percent_above;
    long columns[STANDING_COLUMNS]; /* of the game's own, added up */
    struct rating rating;
};

struct report {
    const struct tournament *tournament;
    int raced;
    bool drawn; /* games were added for the ratings */
    struct driver_sums sums[PLAYER_LIMIT];
};

static void add_outcome(struct driver_sums *sum, const struct outcome_of_driver *outcome, int best)
{
    sum->places += outcome->place;
    sum->scores += outcome->score;
    sum->faults += outcome->faults;
    sum->finished += outcome->rounds > 0;
    sum->rounds += outcome->rounds;
    for (int i = 0; i < STANDING_COLUMNS; i++)
        sum->columns[i] += outcome->columns[i];
    if (outcome->rounds == 0 || best == 0)
        return;
    sum->compared++;
    sum->above += outcome->rounds - best;
    sum->percent_above += 100.0 * (outcome->rounds - best) / best;
}

static void add_race(struct report *report, int race, struct games *raced)
{
    const struct race_result *result = &report->tournament->results[race];
    int best = tournament_track(report->tournament, race)->best;
    int places[PLAYER_LIMIT];
    int winners = 0;
    for (int i = 0; i < raced->count; i++) {
        places[i] = result->drivers[i].place;
        winners += places[i] == 1;
        add_outcome(&report->sums[i], &result->drivers[i], best);
    }
    for (int i = 0; i < raced->count; i++)
        if (places[i] == 1)
            report->sums[i].wins += 1.0 / winners;
    games_add_race(raced, places);
    report->raced++;
}

static struct report report_make(const struct tournament *tournament)
{
    struct report report = {.tournament = tournament};
    struct games raced = {.count = tournament->driver_count};
    struct rating ratings[RATING_LIMIT];
    for (int race = 0; race < tournament->races; race++)
        if (tournament->results[race].raced)
            add_race(&report, race, &raced);
    report.drawn = rating_fit(&raced, ratings);
    for (int i = 0; i < raced.count; i++) {
        report.sums[i].driver = i;
        report.sums[i].rating = ratings[i];
    }
    return report;
}

static double share(double sum, int count)
{
    return count > 0 ? sum / count : 0;
}

/* Of a column of the game's own, a race. */
static double column_average(const struct report *report, const struct driver_sums *sum, int column)
{
    int parts = report->tournament->setup.game->columns[column].parts;
    return share((double)sum->columns[column] / parts, report->raced);
}

/* --- for programs ---------------------------------------------------------------------------- */

/* Four digits behind the point are more than any of these figures is worth. */
static json_t *figure(double value)
{
    return json_real(round(value * 1e4) / 1e4);
}

static json_t *figure_or_null(bool known, double value)
{
    return known ? figure(value) : json_null();
}

static json_t *sums_to_json(const struct report *report, const struct driver_sums *sum)
{
    const struct tournament *tournament = report->tournament;
    const struct rating *rating = &sum->rating;
    const char *remark = tournament->remarks[sum->driver];
    int raced = report->raced;
    bool derby = tournament->by_points;
    json_t *told = json_pack(
        "{s:o, s:i, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:i, s:o, s:o, s:o, s:o}", "driver",
        command_text_to_json(tournament->drivers[sum->driver]), "races", raced, "place",
        figure_or_null(raced > 0, share(sum->places, raced)), "wins", round(sum->wins * 1e4) / 1e4,
        "finished", derby ? json_null() : json_integer(sum->finished), "finishing_share",
        figure_or_null(raced > 0 && !derby, share(sum->finished, raced)), "rounds",
        figure_or_null(sum->finished > 0, share(sum->rounds, sum->finished)), "rounds_above",
        figure_or_null(sum->compared > 0, share(sum->above, sum->compared)), "percent_above",
        figure_or_null(sum->compared > 0, share(sum->percent_above, sum->compared)), "score",
        figure_or_null(raced > 0 && derby, share(sum->scores, raced)), "faults", sum->faults,
        "first_fault", remark[0] ? command_text_to_json(remark) : json_null(), "elo",
        figure_or_null(raced > 0, rating->elo), "elo_low",
        figure_or_null(raced > 0, rating->elo - rating->error), "elo_high",
        figure_or_null(raced > 0, rating->elo + rating->error));
    const struct standing_column *columns = tournament->setup.game->columns;
    for (int i = 0; columns[i].id; i++)
        if (columns[i].parts > 0)
            json_object_set_new(told, columns[i].id,
                                figure_or_null(raced > 0, column_average(report, sum, i)));
    return told;
}

static json_t *tracks_to_json(const struct tournament *tournament)
{
    json_t *tracks = json_array();
    for (int i = 0; i < tournament->track_count; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        bool known = track->best > 0;
        json_array_append_new(
            tracks, json_pack("{s:o, s:s, s:o, s:o}", "track", command_text_to_json(track->given),
                              "name", course_name(track->course), "best",
                              known ? json_integer(track->best) : json_null(), "of",
                              known ? json_string(track->best_of) : json_null()));
    }
    return tracks;
}

json_t *tournament_to_json(const struct tournament *tournament)
{
    const struct setup *setup = &tournament->setup;
    struct report report = report_make(tournament);
    json_t *drivers = json_array();
    for (int i = 0; i < tournament->driver_count; i++)
        json_array_append_new(drivers, sums_to_json(&report, &report.sums[i]));
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:i, s:i, s:b, s:o}", "game", setup->game->name,
                     "preset", setup->game->table->presets[setup->preset].name, "rules",
                     session_rules_to_json(setup, false), "seed",
                     json_sprintf("%" PRIu64, setup->seed), "tracks", tracks_to_json(tournament),
                     "races", report.raced, "races_wanted", tournament->races, "draws_added",
                     report.drawn, "drivers", drivers);
}

/* --- for people ------------------------------------------------------------------------------ */

enum { NAME_LETTERS = 30 };

/* What a driver is called in the table: long commands are cut, namesakes get a number. */
static void append_name(const struct tournament *tournament, int driver, struct text *into)
{
    struct text shown = {0};
    int letters = 0;
    int namesakes = 0;
    size_t length = 0;
    text_append_visible(&shown, tournament->drivers[driver]);
    for (; shown.data[length]; length++) {
        letters += ((unsigned char)shown.data[length] & 0xC0) != 0x80;
        if (letters > NAME_LETTERS)
            break;
    }
    for (int i = 0; i < driver; i++)
        namesakes += strcmp(tournament->drivers[i], tournament->drivers[driver]) == 0;
    text_append_bytes(into, shown.data, length);
    if (shown.data[length])
        text_append(into, "...");
    text_free(&shown);
    if (namesakes > 0)
        text_append_format(into, " (%d)", namesakes + 1);
}

static bool has_programs(const struct tournament *tournament)
{
    for (int i = 0; i < tournament->driver_count; i++)
        if (driver_command(tournament->drivers[i]))
            return true;
    return false;
}

static void append_track(const struct contested_track *track, struct text *into)
{
    const char *name = course_name(track->course);
    text_append_visible(into, name[0] ? name : track->given);
}

/* For which car the best is counted: in a line for all tracks, if it is the same on all. */
static void append_best_of(const struct tournament *tournament, struct text *into)
{
    const char *first = NULL;
    bool same = true;
    for (int i = 0; i < tournament->track_count; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        first = first || track->best == 0 ? first : track->best_of;
        same &= track->best == 0 || strcmp(first, track->best_of) == 0;
    }
    if (first && same)
        text_append_format(into, "The best is for %s.\n", first);
    for (int i = 0; i < tournament->track_count && !same; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        if (track->best == 0)
            continue;
        text_append(into, "The best on ");
        append_track(track, into);
        text_append_format(into, " is for %s.\n", track->best_of);
    }
    text_append(into, "\n");
}

static void append_title(const struct report *report, struct text *into)
{
    const struct tournament *tournament = report->tournament;
    const struct setup *setup = &tournament->setup;
    text_append_format(into, "%d race%s, %s, seed %" PRIu64 ", on ", report->raced,
                       report->raced == 1 ? "" : "s",
                       setup->game->table->presets[setup->preset].name, setup->seed);
    for (int i = 0; i < tournament->track_count; i++) {
        const struct contested_track *track = &tournament->tracks[i];
        text_append(into, i == 0 ? "" : ", ");
        append_track(track, into);
        if (track->best > 0)
            text_append_format(into, " (best: %d %ss)", track->best, setup->game->round_noun);
    }
    text_append(into, "\n");
    append_best_of(tournament, into);
}

/* The game's own, from left to right. */
static int list_columns(const struct report *report, int listed[STANDING_COLUMNS])
{
    const struct standing_column *columns = report->tournament->setup.game->columns;
    int count = 0;
    for (int i = 0; columns[i].id; i++) {
        int place = count;
        if (columns[i].parts == 0)
            continue;
        for (; place > 0 && columns[listed[place - 1]].rank > columns[i].rank; place--)
            listed[place] = listed[place - 1];
        listed[place] = i;
        count++;
    }
    return count;
}

static void append_heads(const struct report *report, int width, struct text *into)
{
    text_append_format(into, "%-*s   place    wins", width, "driver");
    text_append(into, report->tournament->by_points ? "   score" : "  finished  above the best");
    int listed[STANDING_COLUMNS], count = list_columns(report, listed);
    for (int i = 0; i < count; i++)
        text_append_format(into, "  %s", report->tournament->setup.game->columns[listed[i]].title);
    text_append(into, has_programs(report->tournament) ? "  faults" : "");
    text_append(into, "    Elo\n");
}

static void append_above(const struct driver_sums *sum, struct text *into)
{
    if (sum->compared == 0)
        text_append_format(into, "%16s", "-");
    else
        text_append_format(into, "%7.1f %6.1f %%", share(sum->above, sum->compared),
                           share(sum->percent_above, sum->compared));
}

static void append_row(const struct report *report, const struct driver_sums *sum, int width,
                       struct text *into)
{
    const struct tournament *tournament = report->tournament;
    struct text name = {0};
    append_name(tournament, sum->driver, &name);
    text_append_format(into, "%s%*s  %6.2f  %6.1f", name.data, width - text_letters(name.data), "",
                       share(sum->places, report->raced), sum->wins);
    text_free(&name);
    if (tournament->by_points) {
        text_append_format(into, "  %6.2f", share(sum->scores, report->raced));
    } else {
        text_append_format(into, "  %6.1f %%", 100 * share(sum->finished, report->raced));
        append_above(sum, into);
    }
    int listed[STANDING_COLUMNS], count = list_columns(report, listed);
    for (int i = 0; i < count; i++)
        text_append_format(into, "  %*.2f",
                           text_letters(tournament->setup.game->columns[listed[i]].title),
                           column_average(report, sum, listed[i]));
    if (has_programs(tournament))
        text_append_format(into, "  %6d", sum->faults);
    text_append_format(into, "   %4.0f ± %.0f\n", sum->rating.elo, sum->rating.error);
}

/* The strongest first; equals as they were named. */
static int compare_standings(const void *a, const void *b)
{
    const struct driver_sums *one = a;
    const struct driver_sums *other = b;
    if (one->rating.elo != other->rating.elo)
        return one->rating.elo > other->rating.elo ? -1 : 1;
    return one->driver - other->driver;
}

static void append_remarks(const struct tournament *tournament, struct text *into)
{
    for (int i = 0; i < tournament->driver_count; i++) {
        if (!tournament->remarks[i][0])
            continue;
        text_append(into, "\nThe first fault of ");
        append_name(tournament, i, into);
        text_append(into, ": ");
        text_append_visible(into, tournament->remarks[i]);
        text_append(into, "\n");
    }
}

void tournament_append_table(const struct tournament *tournament, struct text *into)
{
    struct report report = report_make(tournament);
    int count = tournament->driver_count;
    int width = text_letters("driver");
    for (int i = 0; i < count; i++) {
        struct text name = {0};
        append_name(tournament, i, &name);
        int letters = text_letters(name.data);
        width = letters > width ? letters : width;
        text_free(&name);
    }
    qsort(report.sums, (size_t)count, sizeof *report.sums, compare_standings);
    append_title(&report, into);
    append_heads(&report, width, into);
    for (int i = 0; i < count; i++)
        append_row(&report, &report.sums[i], width, into);
    if (report.drawn)
        text_append(into, "\nFor the Elo figures a draw between each two was added: somebody was "
                          "always ahead, or behind.\n");
    append_remarks(tournament, into);
}
