/* See tournament.h. This file: the arguments, and what is printed. */
#include "commands/tournament.h"

#include "base/memory.h"
#include "commands/command.h"
#include "commands/options.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char tournament_help[] =
    "  --track FILE      a track, or the name of a shipped one; of several, races take turns\n"
    "  --driver NAME     rookie, club, pro, ace, or bot:COMMAND, a program; 2 to 8 of them, also\n"
    "                    the same one again\n"
    "  --races N         100 if not given\n"
    "  --rules PRESET, --set field=value, --game NAME   see \"graphprix help referee\"\n"
    "  --seed N          for everything random; 1 if not given\n"
    "  --jobs N          how many races go on at once; as many as there are processors\n"
    "  --bot-ms N        how many milliseconds a program has for an answer; 1000\n"
    "  --json            one JSON object instead of the table\n"
    "\n"
    "Every driver is in every race, at each seat as often as the others. Each race has a seed\n"
    "of its own, so the same arguments give the same table, whatever --jobs says; programs may\n"
    "answer differently. Ctrl+C ends the races and tells what has been raced; the status is 1.\n"
    "\n"
    "The table, and in brackets the members of the objects in \"drivers\", in the order given:\n"
    "  driver            as it was given (driver), and the races driven to their end (races)\n"
    "  place             on average (place)\n"
    "  wins              first places; a shared one counts in equal parts (wins)\n"
    "  finished          of the races (finished; finishing_share: 0 to 1), and rounds until then\n"
    "                    on average (rounds)\n"
    "  above the best    rounds more than the fewest in which a car that nobody meets can do it\n"
    "                    under these rules; above the table stands for which car they are\n"
    "                    counted; also in percent: on average, of the races that it finished\n"
    "                    (rounds_above, percent_above)\n"
    "  passes forced, passes tried, spins, wear left\n"
    "                    on a circuit: of a race on average, the wear in points (passes,\n"
    "                    passes_tried, spins, wear_left)\n"
    "  score             in a derby: points on average (score)\n"
    "  faults            of a program: late, wrong or missing answers (faults, first_fault)\n"
    "  Elo               strength, 1500 on average: 191 more mean being ahead three times as\n"
    "                    often as behind, 400 ten times. It is the likeliest strength by who was\n"
    "                    placed before whom, a shared place counting as half. With 95 % of\n"
    "                    certainty it lies within the limits that are told with it (elo,\n"
    "                    elo_low, elo_high)\n"
    "What does not apply is null. Beside \"drivers\" the object has game, preset, rules, seed,\n"
    "tracks (track, name, best, of: for which car), races, races_wanted, and draws_added: true\n"
    "if somebody was always ahead, or behind. No finite strength would do then, so a draw\n"
    "between each two was added.\n";

/* --- arguments ------------------------------------------------------------------------------- */

static bool add_track(void *into, const char *value, struct error *error)
{
    struct tournament *tournament = into;
    if (tournament->track_count == TRACKS_MOST)
        return error_set(error, "a tournament has at most %d tracks", TRACKS_MOST);
    if (tournament->track_count == 0)
        command_begin_setup(&tournament->setup, value);
    return option_read_track(&tournament->tracks[tournament->track_count++].given, value, error);
}

static bool add_driver(void *into, const char *value, struct error *error)
{
    struct tournament *tournament = into;
    if (tournament->driver_count == PLAYER_LIMIT)
        return error_set(error, "a tournament has at most %d drivers", PLAYER_LIMIT);
    if (driver_is_human(value))
        return error_set(error, "--driver human: persons have no place in a tournament");
    if (strlen(value) >= PLAYER_DRIVER_BYTES || !text_is_one_line(value))
        return error_set(error, "--driver must be one line of at most %d bytes",
                         PLAYER_DRIVER_BYTES - 1);
    tournament->drivers[tournament->driver_count++] = value;
    return true;
}

/* When it is known which game it is. */
static bool check_drivers(const struct tournament *tournament, struct error *error)
{
    for (int i = 0; i < tournament->driver_count; i++)
        if (!driver_check_computer(tournament->setup.game, tournament->drivers[i], error))
            return false;
    return true;
}

static bool read_options(struct tournament *tournament, int argument_count, char **arguments,
                         struct error *error)
{
    enum {
        SETUP = offsetof(struct tournament, setup),
        SEED = offsetof(struct tournament, setup.seed),
        RACES = offsetof(struct tournament, races),
        JOBS = offsetof(struct tournament, jobs),
        LIMIT = offsetof(struct tournament, bot_milliseconds),
        AS_JSON = offsetof(struct tournament, as_json),
    };
    static const struct option table[] = {
        {"--track", OPTION_MANY, 0, add_track, 0, 0},
        {"--game", OPTION_ONCE, SETUP, option_read_game, 0, 0},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset, 0, 0},
        {"--seed", OPTION_ONCE, SEED, option_read_seed, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--driver", OPTION_MANY, 0, add_driver, 0, 0},
        {"--races", OPTION_ONCE, RACES, NULL, 1, RACES_MOST},
        {"--jobs", OPTION_ONCE, JOBS, NULL, 1, JOBS_MOST},
        {"--bot-ms", OPTION_ONCE, LIMIT, NULL, 1, BOT_MILLISECONDS_MOST},
        {"--json", OPTION_SWITCH, AS_JSON, option_read_true, 0, 0},
        {0},
    };
    *tournament =
        (struct tournament){.setup = setup_from_preset(games[0], 0), .races = RACES_USUAL};
    if (!options_read("tournament", table, tournament, argument_count, arguments, error))
        return false;
    if (tournament->track_count == 0)
        return error_set(error, "tournament needs --track; try \"graphprix help tournament\"");
    tournament->setup.players = tournament->driver_count;
    if (tournament->driver_count < DRIVERS_LEAST)
        return error_set(error, "tournament needs --driver for %d to %d drivers, not %d",
                         DRIVERS_LEAST, PLAYER_LIMIT, tournament->driver_count);
    return check_drivers(tournament, error);
}

/* --- tracks and results ---------------------------------------------------------------------- */

static int load_tracks(struct tournament *tournament)
{
    for (int i = 0; i < tournament->track_count; i++) {
        struct contested_track *track = &tournament->tracks[i];
        struct setup setup = tournament->setup;
        struct error error = {0};
        setup.course = track->course = command_load_course(setup.game, track->given);
        if (!track->course.body)
            return STATUS_FAILED;
        if (!setup_check(&setup, &error))
            return command_fail(STATUS_USAGE, "%s: %s", track->given, error.text);
    }
    return STATUS_DONE;
}

static void print_results(const struct tournament *tournament)
{
    if (tournament->as_json) {
        command_print_json(tournament_to_json(tournament), 12);
        return;
    }
    struct text table = {0};
    tournament_append_table(tournament, &table);
    fputs(table.data, stdout);
    text_free(&table);
}

static int count_raced(const struct tournament *tournament)
{
    int raced = 0;
    for (int i = 0; i < tournament->races; i++)
        raced += tournament->results[i].raced;
    return raced;
}

static int hold(struct tournament *tournament)
{
    bool whole = tournament_race(tournament);
    int raced = count_raced(tournament);
    if (raced > 0)
        print_results(tournament);
    free(tournament->results);
    if (whole)
        return STATUS_DONE;
    return command_fail(STATUS_FAILED, "interrupted after %d of %d races", raced,
                        tournament->races);
}

int tournament_run(int argument_count, char **arguments)
{
    struct tournament *tournament = memory_allocate(1, sizeof *tournament);
    struct error error = {0};
    int status = STATUS_DONE;
    if (!read_options(tournament, argument_count, arguments, &error))
        status = command_fail(STATUS_USAGE, "%s", error.text);
    else
        status = load_tracks(tournament);
    if (status == STATUS_DONE)
        status = hold(tournament);
    for (int i = 0; i < tournament->track_count; i++) {
        prepared_release(tournament->tracks[i].prepared);
        course_release(tournament->tracks[i].course);
    }
    free(tournament);
    return status;
}
