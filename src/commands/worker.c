/* `graphprix worker`, and tournaments whose races go on many machines (docs/together.md): units of
 * work lie in a queue of a broker, any worker takes one and hands back what came of its races by
 * their numbers. A unit whose worker died comes back by itself, and one that is raced twice comes
 * to the same, so the table is that of one machine to the last digit. */
#include "base/system/worker.h"
#include "base/formats.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "commands/command.h"
#include "session/broker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char worker_help[] =
    "  --broker URL        nats://HOST:4222, of the tournaments that are to be raced\n"
    "  --driver bot:COMMAND  a program that may drive here, as the tournament names it; any "
    "number\n"
    "  --jobs N            races at once; as many as there are processors if not given\n"
    "\n"
    "Takes races of `tournament --broker URL` until it is ended. Several may run on any machines;\n"
    "what one was at when it was killed another one does again. A worker of another version\n"
    "leaves a unit to others, and so does one that was not told of its program.\n";

enum { UNIT_LEAST = 10, UNIT_MOST = 1000, UNITS_WANTED = 100, WAIT_MS = 500, ALLOWED_MOST = 32 };

struct worker_options {
    const char *broker;
    int jobs;
    const char *allowed[ALLOWED_MOST];
    int allowed_count;
};

static void wake_nobody(void *data)
{
    (void)data;
}

static struct broker *open_broker(const char *url, struct error *error)
{
    broker_opener *open;
    *(void **)&open = module_find(module_broker, "broker_open", error);
    return open ? open(url, wake_nobody, NULL, error) : NULL;
}

/* --- units ------------------------------------------------------------------------------------ */

/* Options that are the tournament's own business; where they have a value it is left out, too. */
static bool is_left_out(const char *argument, bool *with_value)
{
    static const char *const own[] = {"--broker", "--jobs", "--track", "--game", "--races"};
    *with_value = strchr(argument, '=') == NULL;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        size_t length = strlen(own[i]);
        if (strncmp(argument, own[i], length) == 0 &&
            (argument[length] == '\0' || argument[length] == '='))
            return true;
    }
    *with_value = false;
    return strcmp(argument, "--json") == 0;
}

/* All that a worker needs but for the numbers of the races. */
static json_t *describe(const struct tournament *tournament)
{
    json_t *arguments = json_array(), *tracks = json_array();
    bool with_value;
    for (int i = 0; i < tournament->argument_count; i++)
        if (!is_left_out(tournament->arguments[i], &with_value))
            json_array_append_new(arguments, json_string(tournament->arguments[i]));
        else
            i += with_value;
    for (int i = 0; i < tournament->track_count; i++) {
        struct text file = {0};
        course_write(tournament->tracks[i].course, &file);
        json_array_append_new(tracks, json_string(text_string(&file)));
        text_free(&file);
    }
    return json_pack("{s:s, s:s, s:o, s:o}", "version", command_version, "game",
                     tournament->setup.game->name, "arguments", arguments, "tracks", tracks);
}

static void print(json_t *object, struct text *into)
{
    char *printed = json_dumps(object, JSON_COMPACT);
    text_clear(into);
    text_append(into, printed ? printed : "");
    free(printed);
}

static void append_result(const struct tournament *tournament, int race, json_t *results)
{
    const struct race_result *result = &tournament->results[race];
    json_t *drivers = json_array();
    for (int i = 0; i < tournament->driver_count; i++) {
        const struct outcome_of_driver *outcome = &result->drivers[i];
        json_t *numbers = json_pack("[i, i, i, i]", outcome->place, outcome->rounds, outcome->score,
                                    outcome->faults);
        for (int column = 0; column < STANDING_COLUMNS; column++)
            json_array_append_new(numbers, json_integer(outcome->columns[column]));
        json_array_append_new(drivers, numbers);
    }
    json_array_append_new(results, drivers);
}

static int number_at(const json_t *array, size_t index)
{
    return (int)json_integer_value(json_array_get(array, index));
}

static bool read_result(struct tournament *tournament, int race, const json_t *drivers)
{
    struct race_result *result = &tournament->results[race];
    if (json_array_size(drivers) != (size_t)tournament->driver_count)
        return false;
    for (int i = 0; i < tournament->driver_count; i++) {
        const json_t *numbers = json_array_get(drivers, (size_t)i);
        struct outcome_of_driver *outcome = &result->drivers[i];
        if (json_array_size(numbers) != 4 + STANDING_COLUMNS)
            return false;
        *outcome = (struct outcome_of_driver){number_at(numbers, 0),
                                              number_at(numbers, 1),
                                              number_at(numbers, 2),
                                              number_at(numbers, 3),
                                              {0}};
        for (int column = 0; column < STANDING_COLUMNS; column++)
            outcome->columns[column] = number_at(numbers, 4 + (size_t)column);
    }
    result->raced = true;
    return true;
}

/* Takes what came of a unit; returns how many races of it were not known yet. */
static int take_results(struct tournament *tournament, const struct text *text)
{
    json_t *object = json_loads(text_string(text), JSON_REJECT_DUPLICATES, NULL);
    const json_t *results = json_object_get(object, "results");
    const json_t *remarks = json_object_get(object, "remarks");
    int from = (int)json_integer_value(json_object_get(object, "from")), taken = 0;
    for (int i = 0; i < (int)json_array_size(results); i++) {
        int race = from + i;
        if (race < 0 || race >= tournament->races || tournament->results[race].raced)
            continue;
        taken += read_result(tournament, race, json_array_get(results, (size_t)i));
    }
    for (int i = 0; taken > 0 && i < tournament->driver_count; i++) {
        const char *remark = json_string_value(json_array_get(remarks, (size_t)i));
        if (remark && remark[0] && tournament->remarks[i][0] == '\0')
            snprintf(tournament->remarks[i], REMARK_BYTES, "%s", remark);
    }
    json_decref(object);
    return taken;
}

bool tournament_spread(struct tournament *tournament, const atomic_bool *interrupted,
                       struct error *error)
{
    struct broker *broker = open_broker(tournament->broker, error);
    struct text text = {0};
    bool put = broker != NULL;
    int size = tournament->races / UNITS_WANTED, known = 0;
    size = size < UNIT_LEAST ? UNIT_LEAST : size > UNIT_MOST ? UNIT_MOST : size;
    json_t *unit = describe(tournament);
    for (int from = 0; put && from < tournament->races; from += size) {
        int count = tournament->races - from < size ? tournament->races - from : size;
        json_object_set_new(unit, "from", json_integer(from));
        json_object_set_new(unit, "count", json_integer(count));
        print(unit, &text);
        put = broker->put(broker, &text, error);
    }
    while (put && known < tournament->races && !atomic_load(interrupted)) {
        text_clear(&text);
        if (broker->result(broker, WAIT_MS, &text))
            known += take_results(tournament, &text);
        terminal_tell("%d of %d races", known, tournament->races);
    }
    terminal_clear();
    json_decref(unit);
    text_free(&text);
    if (broker)
        broker->close(broker);
    return put;
}

/* --- the worker ------------------------------------------------------------------------------- */

static bool may_drive(const struct worker_options *options, const struct tournament *tournament,
                      struct error *error)
{
    for (int i = 0; i < tournament->driver_count; i++) {
        bool allowed = driver_command(tournament->drivers[i]) == NULL;
        for (int j = 0; j < options->allowed_count && !allowed; j++)
            allowed = strcmp(options->allowed[j], tournament->drivers[i]) == 0;
        if (!allowed)
            return error_set(error,
                             "its program was not named here: if you trust it, begin with "
                             "--driver \"%.200s\"",
                             tournament->drivers[i]);
    }
    return true;
}

/* The arguments stay the object's, but for the array. */
static bool read_tournament(struct tournament *tournament, const json_t *unit, char **arguments,
                            struct error *error)
{
    const json_t *given = json_object_get(unit, "arguments");
    const json_t *tracks = json_object_get(unit, "tracks");
    int count = 0, track_count = (int)json_array_size(tracks);
    const char *game = json_string_value(json_object_get(unit, "game"));
    for (int i = 0; i < track_count; i++) {
        arguments[count++] = "--track";
        arguments[count++] = "of the tournament";
    }
    arguments[count++] = "--game";
    arguments[count++] = (char *)(game ? game : "");
    for (size_t i = 0; i < json_array_size(given); i++)
        arguments[count++] = (char *)json_string_value(json_array_get(given, i));
    if (!tournament_read(tournament, count, arguments, error))
        return false;
    for (int i = 0; i < track_count; i++) {
        const char *file = json_string_value(json_array_get(tracks, (size_t)i));
        tournament->tracks[i].course =
            course_read(tournament->setup.game, file ? file : "", file ? strlen(file) : 0, error);
        struct setup setup = tournament->setup;
        setup.course = tournament->tracks[i].course;
        if (setup.course.body == NULL || !setup_check(&setup, error))
            return false;
    }
    return true;
}

/* Appends what came of the unit's races. False and the error: they cannot be raced here. */
static bool race_unit(const struct worker_options *options, struct broker *broker, void *handle,
                      const json_t *unit, struct text *into, struct error *error)
{
    const char *version = json_string_value(json_object_get(unit, "version"));
    int from = (int)json_integer_value(json_object_get(unit, "from"));
    int count = (int)json_integer_value(json_object_get(unit, "count"));
    if (version == NULL || strcmp(version, command_version) != 0)
        return error_set(error, "it is of version %.40s, and this is %s", version ? version : "?",
                         command_version);
    if (from < 0 || count < 1 || count > UNIT_MOST || from > RACES_MOST - count)
        return error_set(error, "it is damaged");
    struct tournament *tournament = memory_allocate(1, sizeof *tournament);
    char **arguments =
        memory_allocate(json_array_size(json_object_get(unit, "arguments")) + 2 * TRACKS_MOST + 4,
                        sizeof *arguments);
    const atomic_bool *interrupted = terminal_catch_interrupts();
    bool raced = json_array_size(json_object_get(unit, "tracks")) <= TRACKS_MOST &&
                 read_tournament(tournament, unit, arguments, error) &&
                 may_drive(options, tournament, error);
    tournament->races = from + count;
    tournament->jobs = options->jobs;
    tournament->results = memory_allocate((size_t)tournament->races, sizeof *tournament->results);
    raced = raced && tournament_prepare(tournament, interrupted);
    json_t *results = json_array(), *remarks = json_array();
    for (int race = from; raced && race < from + count; race += UNIT_LEAST) {
        int some = from + count - race < UNIT_LEAST ? from + count - race : UNIT_LEAST;
        tournament_race_some(tournament, race, some, interrupted);
        broker->keep(broker, handle);
        raced = !atomic_load(interrupted);
    }
    for (int race = from; raced && race < from + count; race++)
        append_result(tournament, race, results);
    for (int i = 0; i < tournament->driver_count; i++)
        json_array_append_new(remarks, json_string(tournament->remarks[i]));
    json_t *told =
        json_pack("{s:i, s:o, s:o}", "from", from, "results", results, "remarks", remarks);
    print(told, into);
    json_decref(told);
    terminal_leave_interrupts();
    tournament_release(tournament);
    free(arguments);
    return raced;
}

static bool add_allowed(void *into, const char *value, struct error *error)
{
    struct worker_options *options = into;
    if (driver_command(value) == NULL)
        return error_set(error, "--driver names a program, bot:COMMAND: others drive anyhow");
    if (options->allowed_count == ALLOWED_MOST)
        return error_set(error, "a worker is told of at most %d programs", ALLOWED_MOST);
    options->allowed[options->allowed_count++] = value;
    return true;
}

int worker_run(int argument_count, char **arguments)
{
    static const struct option table[] = {
        {"--broker", OPTION_NEEDED, offsetof(struct worker_options, broker), option_read_input, 0,
         0},
        {"--driver", OPTION_MANY, 0, add_allowed, 0, 0},
        {"--jobs", OPTION_ONCE, offsetof(struct worker_options, jobs), NULL, 1, JOBS_MOST},
        {0},
    };
    struct worker_options options = {0};
    struct error error = {0};
    if (!options_read("worker", table, &options, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    struct broker *broker = open_broker(options.broker, &error);
    if (broker == NULL)
        return command_fail(STATUS_FAILED, "%s", error.text);
    printf("{\"worker\":\"%s\"}\n", command_version);
    while (fflush(stdout) == 0) {
        struct text text = {0}, result = {0};
        void *handle = broker->take(broker, WAIT_MS, &text);
        json_t *unit = handle ? json_loads(text_string(&text), JSON_REJECT_DUPLICATES, NULL) : NULL;
        bool raced = handle && race_unit(&options, broker, handle, unit, &result, &error);
        if (handle && !raced)
            fprintf(stderr, "graphprix: a unit is left to others: %s\n", error.text);
        if (handle)
            broker->done(broker, handle, raced ? &result : NULL);
        json_decref(unit);
        text_free(&text);
        text_free(&result);
    }
    broker->close(broker);
    return STATUS_FAILED;
}
