/* `graphprix host`: tables that people play at in their browsers (docs/together.md). */
#include "commands/command.h"

#include "base/number.h"
#include "base/system/file.h"
#include "session/session.h"
#include "together/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { PORT_MOST = 65535 };

struct own_options {
    struct race_options race;
    const char *address, *file, *broker;
    int port, clock;
    bool open;
};

/* One that is shipped: a page names no files. */
static struct course find_course(const char *name, struct error *error)
{
    if (name[0] != '\0' && strpbrk(name, "./\\") == NULL) {
        char *path = command_track_path(name);
        struct course course = strchr(path, '/') ? course_load(path, error) : (struct course){0};
        free(path);
        if (course.body)
            return course;
    }
    error_set(error, "there is no track \"%.40s\" among those that are shipped", name);
    return (struct course){0};
}

/* --- beginning -------------------------------------------------------------------------------- */

static bool read_clock(void *into, const char *value, struct error *error)
{
    int64_t seconds;
    if (!number_is_integer(value, HALL_CLOCK_LEAST, HALL_CLOCK_MOST, &seconds))
        return error_set(error, "--clock must be a number of seconds from %d to %d",
                         HALL_CLOCK_LEAST, HALL_CLOCK_MOST);
    *(int *)into = (int)seconds;
    return true;
}

static bool read_options(struct own_options *options, int argument_count, char **arguments,
                         struct error *error)
{
    static const struct option own[] = {
        {"--port", OPTION_NEEDED, offsetof(struct own_options, port), NULL, 0, PORT_MOST},
        {"--address", OPTION_ONCE, offsetof(struct own_options, address), option_read_input, 0, 0},
        {"--broker", OPTION_ONCE, offsetof(struct own_options, broker), option_read_input, 0, 0},
        {"--clock", OPTION_ONCE, offsetof(struct own_options, clock), read_clock, 0, 0},
        {"--race", OPTION_ONCE, offsetof(struct own_options, file), option_read_input, 0, 0},
        {"--open", OPTION_SWITCH, offsetof(struct own_options, open), option_read_true, 0, 0},
        {0},
    };
    *options = (struct own_options){.address = "127.0.0.1"};
    if (!race_options_read("host", own, &options->race, argument_count, arguments, error))
        return false;
    if (options->race.player_count == 0)
        options->race.setup.players = 2;
    if (!options->race.seeded)
        file_draw_secret((unsigned char *)&options->race.setup.seed, sizeof(uint64_t));
    return options->race.track || options->file || options->open || options->broker ||
           error_set(error, "host needs a --track, a --race, --broker or --open");
}

/* A saved race becomes a table of the broker's, and its file stays as it is. */
static struct race_table *share_race(struct host *host, const struct own_options *options,
                                     struct error *error)
{
    bool damaged;
    struct session *session = session_load(options->file, &damaged, error);
    if (session && !damaged)
        return hall_begin(host->hall, session, NULL, options->clock, error);
    session_free(session);
    return NULL;
}

/* The table of the command line; NULL and *status: there is none, which was told. */
static struct race_table *begin_table(struct host *host, struct own_options *options, int *status)
{
    struct error error = {0};
    struct race_table *table = NULL;
    struct setup *setup = &options->race.setup;
    if (options->file && file_exists(options->file)) {
        table = options->broker ? share_race(host, options, &error)
                                : hall_go_on(host->hall, options->file, options->clock, &error);
        *status =
            table ? STATUS_DONE : command_fail(STATUS_FAILED, "%s: %s", options->file, error.text);
        return table;
    }
    if (options->race.track == NULL) {
        *status = options->file ? command_fail(STATUS_FAILED,
                                               "%s: there is no such race; with "
                                               "--track one begins there",
                                               options->file)
                                : STATUS_DONE;
        return NULL;
    }
    setup->course = command_load_course(setup->game, options->race.track);
    *status = STATUS_FAILED;
    if (setup->course.body == NULL)
        return NULL;
    struct session *session = race_options_begin(&options->race, &error);
    course_release(setup->course);
    if (session == NULL) {
        *status = command_fail(STATUS_USAGE, "%s", error.text);
        return NULL;
    }
    table = hall_begin(host->hall, session, options->file, options->clock, &error);
    *status = table ? STATUS_DONE : command_fail(STATUS_FAILED, "%s", error.text);
    return table;
}

static bool tell_url(const struct host *host, const struct race_table *table)
{
    printf("{\"table\":");
    if (table)
        printf("\"%s\"", table_code(table));
    else
        printf("null");
    printf(",\"url\":\"%s%s%s\"}\n", host->url, table ? "#" : "", table ? table_code(table) : "");
    return fflush(stdout) == 0;
}

static int run(struct own_options *options)
{
    struct error error = {0};
    int status = STATUS_FAILED;
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1); /* one heap for all threads: most is held by one of them */
#endif
    const char *pages = command_asset_folder("assets/together");
    char *folder = folders_data("tables");
    struct host *host = host_open(
        &(struct host_options){.address = options->address,
                               .port = options->port,
                               .pages = pages ? pages : "",
                               .broker = options->broker,
                               .folder = folder,
                               .version = command_version,
                               .hall = {.open = options->open,
                                        .bot_milliseconds = options->race.bot_milliseconds,
                                        .find_course = find_course}},
        &error);
    free(folder);
    if (host == NULL)
        return command_fail(STATUS_FAILED, "%s", error.text);
    const struct race_table *table = begin_table(host, options, &status);
    if (status == STATUS_DONE && tell_url(host, table)) {
        /* Until it is killed: nothing is lost by that, because what is sent has been settled
         * before. */
        for (;;) {
            int rest = host->pass(host);
            if (rest > 0)
                host->wait(host, rest);
        }
    }
    host->close(host);
    return status;
}

int host_run(int argument_count, char **arguments)
{
    struct own_options options;
    struct error error = {0};
    if (!read_options(&options, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    return run(&options);
}
