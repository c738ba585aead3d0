/* See host.h. The wire hears and sends in a thread of its own; here is who looks after the races.
 */
#include "together/host.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "paper/paper.h"
#include "session/session.h"
#include "together/wire.h"

#include <cairo-svg.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COURSES_KEPT = 32, AT_ONCE = 1000 };

/* Drawn once for all who ask. */
struct drawn {
    uint64_t fingerprint;
    struct text svg;
};

struct open_host {
    struct host host; /* what is known of it outside */
    struct wire *wire;
    struct log_keeper *keeper;
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

static const struct text *drawn_course(struct open_host *host, struct course course)
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

/* --- hearing ---------------------------------------------------------------------------------- */

static void send_text(void *data, uint64_t page, const char *bytes, size_t length)
{
    wire_send(((struct open_host *)data)->wire, page, bytes, length);
}

static void send_away(void *data, uint64_t page, int code)
{
    wire_send_away(((struct open_host *)data)->wire, page, code);
}

static void hear(struct open_host *host, const struct wire_heard *heard, int64_t now)
{
    struct hall *hall = host->host.hall;
    struct race_table *table;
    const struct text *svg;
    switch (heard->kind) {
    case WIRE_COMES:
        hall_page_comes(hall, heard->page, heard->text);
        break;
    case WIRE_SAYS:
        hall_hear(hall, heard->page, heard->text, heard->length, now);
        break;
    case WIRE_GOES:
        hall_page_goes(hall, heard->page);
        break;
    case WIRE_ASKS:
        table = hall_find(hall, heard->text);
        svg = table ? drawn_course(host, session_setup(table_session(table))->course) : NULL;
        wire_give(host->wire, heard->page, svg ? svg->data : NULL, svg ? svg->length : 0);
    }
}

static int pass(struct host *of)
{
    struct open_host *host = (struct open_host *)of;
    struct wire_heard heard;
    int64_t now = clock_nanoseconds() / 1000000;
    bool more = true;
    for (int i = 0; i < AT_ONCE && (more = wire_hear(host->wire, &heard)); i++) {
        hear(host, &heard, now);
        free(heard.text);
    }
    int rest = hall_tick(of->hall, now);
    hall_settle(of->hall);
    wire_flush(host->wire);
    return more ? 0 : rest;
}

static void wait_for(struct host *host, int milliseconds)
{
    wire_wait(((struct open_host *)host)->wire, milliseconds);
}

static unsigned char *draw_code(const char *words, int *side)
{
    QRcode *code = QRcode_encodeString8bit(words, 0, QR_ECLEVEL_M);
    if (code == NULL)
        return NULL;
    size_t size = (size_t)code->width * (size_t)code->width;
    unsigned char *squares = memory_allocate(size, 1);
    memcpy(squares, code->data, size);
    *side = code->width;
    QRcode_free(code);
    return squares;
}

/* --- opening and closing ---------------------------------------------------------------------- */

/* NULL and the error. */
static struct log_keeper *open_keeper(const struct open_host *host,
                                      const struct host_options *options, struct error *error)
{
    if (options->broker == NULL)
        return log_keeper_of_files(options->folder);
    broker_opener *open;
    *(void **)&open = module_find(module_broker, "broker_open", error);
    struct broker *broker = open ? open(options->broker, wire_wake, host->wire, error) : NULL;
    return broker ? log_keeper_of_broker(broker) : NULL;
}

static void close_host(struct host *of)
{
    struct open_host *host = (struct open_host *)of;
    if (of->hall)
        hall_free(of->hall);
    if (host->keeper)
        log_keeper_close(host->keeper);
    wire_flush(host->wire);
    wire_close(host->wire);
    for (int i = 0; i < host->drawn_count; i++)
        text_free(&host->drawn[i].svg);
    free(host);
}

struct host *host_open(const struct host_options *options, struct error *error)
{
    struct open_host *host = memory_allocate(1, sizeof *host);
    struct host *of = &host->host;
    struct hall_options hall = options->hall;
    int port = options->port;
    of->address_count = wire_addresses(of->addresses, HOST_ADDRESSES);
    const char *address = options->address ? options->address : of->addresses[0];
    host->wire = wire_open(address, &port, options->pages, error);
    if (host->wire == NULL) {
        free(host);
        return NULL;
    }
    host->keeper = open_keeper(host, options, error);
    if (host->keeper == NULL) {
        close_host(of);
        return NULL;
    }
    bool sixth = strchr(address, ':') != NULL;
    snprintf(of->url, sizeof of->url, "http://%s%s%s:%d/", sixth ? "[" : "", address,
             sixth ? "]" : "", port);
    of->pass = pass;
    of->wait = wait_for;
    of->close = close_host;
    of->draw_code = draw_code;
    hall.keeper = host->keeper;
    hall.send = send_text;
    hall.close = send_away;
    hall.data = host;
    of->hall = hall_create(&hall);
    return of;
}
