/* `graphprix host`: tables that people play at in their browsers (docs/together.md). The wire hears
 * and sends in a thread of its own; here is who looks after the races. */
#include "commands/command.h"

#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "paper/paper.h"
#include "session/session.h"
#include "together/hall.h"
#include "together/wire.h"

#include <cairo-svg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_MOST = 65535, COURSES_KEPT = 32 };

struct host_options {
    struct race_options race;
    const char *address, *file, *broker;
    int port, clock;
    bool open;
};

/* Drawn once for all who ask. */
struct drawn {
    uint64_t fingerprint;
    struct text svg;
};

struct host {
    struct wire *wire;
    struct hall *hall;
    struct drawn drawn[COURSES_KEPT];
    int drawn_count;
};

/* --- courses ---------------------------------------------------------------------------------- */

static cairo_status_t append_bytes(void *into, const unsigned char *bytes, unsigned length)
{
    text_append_bytes(into, (const char *)bytes, length);
    return CAIRO_STATUS_SUCCESS;
}

/* A unit is a square, and there is one of margin on each side. Behind what is seen stands the
 * course's own file: where the spaces of a circuit lie is told by nothing else. */
static void draw_course(struct course course, struct text *into)
{
    enum { SQUARE = 20 };
    static const char end[] = "</svg>\n";
    struct text file = {0};
    struct point size = course_size(course);
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(append_bytes, into, size.x + 2, size.y + 2);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, 1.0 / SQUARE, 1.0 / SQUARE);
    const struct paper_view view = {.left = SQUARE, .top = SQUARE, .square = SQUARE, .scale = 1};
    paper_draw_sheet(cairo, &view, course, &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    course_write(course, &file);
    text_cut(into, into->length - strlen(end));
    text_append(into, "<metadata>");
    text_append_xml(into, text_string(&file));
    text_append(into, "</metadata>\n</svg>\n");
    text_free(&file);
}

static const struct text *drawn_course(struct host *host, struct course course)
{
    uint64_t fingerprint = course_fingerprint(course);
    for (int i = 0; i < host->drawn_count; i++)
        if (host->drawn[i].fingerprint == fingerprint)
            return &host->drawn[i].svg;
    int at = host->drawn_count < COURSES_KEPT ? host->drawn_count++ : 0;
    struct drawn *drawn = &host->drawn[at];
    text_clear(&drawn->svg);
    drawn->fingerprint = fingerprint;
    draw_course(course, &drawn->svg);
    return &drawn->svg;
}

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

/* --- hearing ---------------------------------------------------------------------------------- */

static void send_text(void *data, uint64_t page, const char *bytes, size_t length)
{
    wire_send(((struct host *)data)->wire, page, bytes, length);
}

static void send_away(void *data, uint64_t page, int code)
{
    wire_send_away(((struct host *)data)->wire, page, code);
}

static void hear(struct host *host, const struct wire_heard *heard, int64_t now)
{
    struct race_table *table;
    const struct text *svg;
    switch (heard->kind) {
    case WIRE_COMES:
        hall_page_comes(host->hall, heard->page, heard->text);
        break;
    case WIRE_SAYS:
        hall_hear(host->hall, heard->page, heard->text, heard->length, now);
        break;
    case WIRE_GOES:
        hall_page_goes(host->hall, heard->page);
        break;
    case WIRE_ASKS:
        table = hall_find(host->hall, heard->text);
        svg = table ? drawn_course(host, session_setup(table_session(table))->course) : NULL;
        wire_give(host->wire, heard->page, svg ? svg->data : NULL, svg ? svg->length : 0);
    }
}

/* Until it is killed: nothing is lost by that, because what is sent has been settled before. */
static void listen_on(struct host *host)
{
    enum { AT_ONCE = 1000 };
    for (;;) {
        struct wire_heard heard;
        int64_t now = clock_nanoseconds() / 1000000;
        bool more = true;
        for (int i = 0; i < AT_ONCE && (more = wire_hear(host->wire, &heard)); i++) {
            hear(host, &heard, now);
            free(heard.text);
        }
        int rest = hall_tick(host->hall, now);
        hall_settle(host->hall);
        wire_flush(host->wire);
        if (!more && rest > 0)
            wire_wait(host->wire, rest);
    }
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

static bool read_options(struct host_options *options, int argument_count, char **arguments,
                         struct error *error)
{
    static const struct option own[] = {
        {"--port", OPTION_NEEDED, offsetof(struct host_options, port), NULL, 0, PORT_MOST},
        {"--address", OPTION_ONCE, offsetof(struct host_options, address), option_read_input, 0, 0},
        {"--broker", OPTION_ONCE, offsetof(struct host_options, broker), option_read_input, 0, 0},
        {"--clock", OPTION_ONCE, offsetof(struct host_options, clock), read_clock, 0, 0},
        {"--race", OPTION_ONCE, offsetof(struct host_options, file), option_read_input, 0, 0},
        {"--open", OPTION_SWITCH, offsetof(struct host_options, open), option_read_true, 0, 0},
        {0},
    };
    *options = (struct host_options){.address = "127.0.0.1"};
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
static struct race_table *share_race(struct host *host, const struct host_options *options,
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
static struct race_table *begin_table(struct host *host, struct host_options *options, int *status)
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

static bool tell_url(const struct host_options *options, const struct race_table *table, int port)
{
    bool sixth = strchr(options->address, ':') != NULL;
    printf("{\"table\":");
    if (table)
        printf("\"%s\"", table_code(table));
    else
        printf("null");
    printf(",\"url\":\"http://%s%s%s:%d/%s%s\"}\n", sixth ? "[" : "", options->address,
           sixth ? "]" : "", port, table ? "#" : "", table ? table_code(table) : "");
    return fflush(stdout) == 0;
}

/* NULL and the error. */
static struct log_keeper *open_keeper(const struct host *host, const char *url, struct error *error)
{
    if (url == NULL) {
        char *folder = folders_data("tables");
        struct log_keeper *keeper = log_keeper_of_files(folder);
        free(folder);
        return keeper;
    }
    broker_opener *open;
    *(void **)&open = module_find(module_broker, "broker_open", error);
    struct broker *broker = open ? open(url, wire_wake, host->wire, error) : NULL;
    return broker ? log_keeper_of_broker(broker) : NULL;
}

static int run(struct host_options *options)
{
    struct host host = {0};
    struct error error = {0};
    int status = STATUS_FAILED, port = options->port;
    const char *pages = command_asset_folder("assets/together");
    host.wire = wire_open(options->address, &port, pages ? pages : "", &error);
    struct log_keeper *keeper = host.wire ? open_keeper(&host, options->broker, &error) : NULL;
    if (keeper) {
        host.hall =
            hall_create(&(struct hall_options){.open = options->open,
                                               .keeper = keeper,
                                               .bot_milliseconds = options->race.bot_milliseconds,
                                               .find_course = find_course,
                                               .send = send_text,
                                               .close = send_away,
                                               .data = &host});
        const struct race_table *table = begin_table(&host, options, &status);
        if (status == STATUS_DONE && tell_url(options, table, port))
            listen_on(&host);
        hall_free(host.hall);
        log_keeper_close(keeper);
    } else
        command_fail(STATUS_FAILED, "%s", error.text);
    if (host.wire)
        wire_close(host.wire);
    return status;
}

int host_run(int argument_count, char **arguments)
{
    struct host_options options;
    struct error error = {0};
    if (!read_options(&options, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    return run(&options);
}
