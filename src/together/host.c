/* See host.h.
 *
 * HTTP and WebSocket by libwebsockets have a thread of their own, which hands texts over and knows
 * nothing of races; what is sent is handed to it in one go. It keeps what no page may do away from
 * whoever hears: messages over 1,024 bytes, more than 20 a second behind a burst of 40, and those
 * of other pages' scripts (Origin) end a connection with 1008 or are refused; who says nothing is
 * asked whether he is there and dropped after 30 s.
 *
 * A connection has a place in a table and a number that tells its place and how often that one was
 * given before, so that what is said to one that has gone reaches nobody else.
 */
#include "together/host.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "session/session.h"

#include <arpa/inet.h>
#include <cairo-svg.h>
#include <errno.h>
#include <ifaddrs.h>
#include <libwebsockets.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct wire;

enum wire_kind {
    WIRE_COMES, /* the text is the address */
    WIRE_SAYS,
    WIRE_GOES,
    WIRE_ASKS /* for the course of a table: the text is its code; wire_give answers */
};

struct wire_heard {
    enum wire_kind kind;
    uint64_t page;
    size_t length;
    char *text; /* the caller's to free; a zero behind it */
};

enum {
    MESSAGE_LIMIT = 1024,
    RATE = 20, /* messages a second */
    BURST = 40,
    ROUND = 1000, /* milliseconds: how often it is looked who says nothing */
    ASKED = 15 * 1000,
    DROPPED = 30 * 1000,
    QUEUE_LIMIT = 4 * 1024 * 1024, /* bytes that wait for a page that does not read them */
    USUAL = 128,                   /* bytes of a message: longer ones come in pieces of it */
    PIECE = 16 * 1024,
    PACKET = 64 * 1024, /* sent at once; the library takes what it receives at once for it */
    PLACE_BITS = 20,
    PARTING = 500, /* milliseconds */
    NAME_BYTES = 64,
    FILE_LIMIT = 1024 * 1024,
    HEADERS_AT_ONCE = 256
};

/* What is on its way to a connection; the bytes have LWS_PRE of room in front. */
struct parcel {
    struct parcel *next;
    uint64_t page;
    enum parcel_kind { PARCEL_TEXT, PARCEL_FILE, PARCEL_AWAY } kind;
    int code;
    size_t length;
    unsigned char bytes[];
};

struct queue {
    struct parcel *first, **end;
};

struct wire_letter {
    struct wire_letter *next;
    struct wire_heard heard;
};

struct connection {
    struct lws *wsi;
    uint64_t id; /* 0: none yet */
    struct queue queue;
    size_t waiting; /* bytes in it */
    struct connection *next_due;
    bool due;                      /* something has just come into its queue */
    struct text message;           /* that has not come whole */
    int64_t heard_at;              /* 0: it is no WebSocket */
    bool asked;                    /* whether it is there, since then */
    bool deaf, leaving;            /* what it says counts no more; nothing is said to it, either */
    int64_t allowance, allowed_at; /* in thousandths of a message, milliseconds */
    const unsigned char *body;     /* of an answer by HTTP */
    size_t body_length;
    struct parcel *given; /* whose body it is; NULL: a file's */
};

struct served {
    char name[NAME_BYTES]; /* "/page.js" */
    const char *type;
    struct text content;
};

struct wire {
    struct lws_context *context;
    pthread_t thread;
    struct served *served;
    int served_count, served_capacity;
    struct queue outbox; /* of whoever sends, until wire_flush */

    pthread_mutex_t lock; /* of what is handed over, and nothing else */
    pthread_cond_t heard;
    struct wire_letter *letters, **letters_end;
    struct queue handed;
    bool closing, woken;
    bool loops; /* by libuv: lws_service comes back at the end alone */
    bool parted;
    int64_t until; /* pages are waited for at the end; 0: it is not the end */
    lws_sorted_usec_list_t parting, round;

    struct connection **places; /* the thread's own */
    uint32_t *given;            /* how often each place was given */
    int place_count, place_capacity, given_capacity, first_free;
};

static void queue_add(struct queue *queue, struct parcel *parcel)
{
    if (queue->first == NULL)
        queue->end = &queue->first;
    *queue->end = parcel;
    queue->end = &parcel->next;
}

static struct parcel *queue_take(struct queue *queue)
{
    struct parcel *parcel = queue->first;
    if (parcel) {
        queue->first = parcel->next;
        parcel->next = NULL;
    }
    return parcel;
}

static int64_t milliseconds(void)
{
    return clock_nanoseconds() / 1000000;
}

/* --- the other side: whoever looks after the races -------------------------------------------- */

static void post(struct wire *wire, enum wire_kind kind, uint64_t page, const char *text,
                 size_t length)
{
    struct wire_letter *letter = memory_allocate(1, sizeof *letter);
    letter->heard = (struct wire_heard){kind, page, length, memory_allocate(length + 1, 1)};
    if (length > 0)
        memcpy(letter->heard.text, text, length);
    pthread_mutex_lock(&wire->lock);
    *wire->letters_end = letter;
    wire->letters_end = &letter->next;
    pthread_mutex_unlock(&wire->lock);
    pthread_cond_signal(&wire->heard); /* who wakes does not wait for the lock */
    worker_wake();
}

static bool wire_hear(struct wire *wire, struct wire_heard *into)
{
    pthread_mutex_lock(&wire->lock);
    struct wire_letter *letter = wire->letters;
    if (letter && (wire->letters = letter->next) == NULL)
        wire->letters_end = &wire->letters;
    pthread_mutex_unlock(&wire->lock);
    if (letter == NULL)
        return false;
    *into = letter->heard;
    free(letter);
    return true;
}

static void wire_wait(struct wire *wire, int wait)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    int64_t end = until.tv_nsec + wait * INT64_C(1000000);
    until.tv_sec += end / 1000000000;
    until.tv_nsec = end % 1000000000;
    pthread_mutex_lock(&wire->lock);
    while (wire->letters == NULL && !wire->woken &&
           pthread_cond_timedwait(&wire->heard, &wire->lock, &until) != ETIMEDOUT)
        ;
    wire->woken = false;
    pthread_mutex_unlock(&wire->lock);
}

static void wire_wake(void *data)
{
    struct wire *wire = data;
    pthread_mutex_lock(&wire->lock);
    wire->woken = true;
    pthread_mutex_unlock(&wire->lock);
    pthread_cond_signal(&wire->heard);
}

static void put(struct wire *wire, uint64_t page, enum parcel_kind kind, int code,
                const char *bytes, size_t length)
{
    struct parcel *parcel = memory_allocate(1, sizeof *parcel + LWS_PRE + length);
    parcel->page = page;
    parcel->kind = kind;
    parcel->code = code;
    parcel->length = length;
    if (length > 0)
        memcpy(parcel->bytes + LWS_PRE, bytes, length);
    queue_add(&wire->outbox, parcel);
}

static void wire_send(struct wire *wire, uint64_t page, const char *bytes, size_t length)
{
    put(wire, page, PARCEL_TEXT, 0, bytes, length);
}

static void wire_give(struct wire *wire, uint64_t page, const char *bytes, size_t length)
{
    put(wire, page, PARCEL_FILE, 0, bytes, length);
}

static void wire_send_away(struct wire *wire, uint64_t page, int code)
{
    put(wire, page, PARCEL_AWAY, code, NULL, 0);
}

static void wire_flush(struct wire *wire)
{
    if (wire->outbox.first == NULL)
        return;
    pthread_mutex_lock(&wire->lock);
    if (wire->handed.first == NULL)
        wire->handed.end = &wire->handed.first;
    *wire->handed.end = wire->outbox.first;
    wire->handed.end = wire->outbox.end;
    pthread_mutex_unlock(&wire->lock);
    wire->outbox.first = NULL;
    lws_cancel_service(wire->context);
}

/* --- connections ------------------------------------------------------------------------------ */

static void give_place(struct wire *wire, struct connection *connection)
{
    int place = wire->first_free;
    while (place < wire->place_count && wire->places[place])
        place++;
    if (place == wire->place_count) {
        array_add(wire->given, wire->place_count, wire->given_capacity, 0);
        wire->place_count--;
        array_add(wire->places, wire->place_count, wire->place_capacity, NULL);
    }
    wire->first_free = place + 1;
    wire->places[place] = connection;
    connection->id = (uint64_t)++wire->given[place] << PLACE_BITS | (unsigned)place;
}

static void leave_place(struct wire *wire, struct connection *connection)
{
    int place = (int)(connection->id & ((1U << PLACE_BITS) - 1));
    if (connection->id == 0)
        return;
    wire->places[place] = NULL;
    wire->first_free = place < wire->first_free ? place : wire->first_free;
    for (struct parcel *parcel; (parcel = queue_take(&connection->queue));)
        free(parcel);
    free(connection->given);
    text_free(&connection->message);
    connection->given = NULL;
    connection->id = 0;
}

/* A frame of RFC 6455, section 5.2. */
static size_t frame(int kind, const unsigned char *bytes, size_t length, unsigned char *into)
{
    size_t head = 2;
    into[0] = (unsigned char)(0x80 | kind);
    into[1] = (unsigned char)length;
    if (length > 125) {
        int wide = length > UINT16_MAX ? 8 : 2;
        into[1] = wide == 8 ? 127 : 126;
        for (int i = wide; i-- > 0;)
            into[head++] = (unsigned char)(i < 4 ? length >> 8 * i : 0);
    }
    memcpy(into + head, bytes, length);
    return head + length;
}

/* All that waits for a page goes out at once: it is put into frames here, and the library is told
 * to send bytes. It would not say farewell from here where libuv looks after the lines. */
static int write_texts(struct connection *connection)
{
    enum { HEAD = 10, TEXT_FRAME = 1, CLOSE_FRAME = 8, PATIENCE = 5 };
    size_t room = LWS_PRE, length = 0;
    for (const struct parcel *each = connection->queue.first; each; each = each->next)
        room += each->length + HEAD;
    if (connection->leaving || room == LWS_PRE)
        return 0;
    unsigned char *bytes = memory_allocate(room, 1), *at = bytes + LWS_PRE;
    for (struct parcel *parcel; !connection->leaving && (parcel = queue_take(&connection->queue));
         free(parcel)) {
        unsigned char code[] = {(unsigned char)(parcel->code >> 8), (unsigned char)parcel->code};
        connection->leaving = parcel->kind == PARCEL_AWAY;
        connection->waiting -= parcel->length;
        length += connection->leaving
                      ? frame(CLOSE_FRAME, code, sizeof code, at + length)
                      : frame(TEXT_FRAME, parcel->bytes + LWS_PRE, parcel->length, at + length);
    }
    int written = lws_write(connection->wsi, at, length, LWS_WRITE_HTTP);
    free(bytes);
    if (connection->leaving)
        lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_ACK, PATIENCE);
    return written < 0 ? -1 : 0;
}

/* To their connections; those of who has gone are thrown away. */
static void hand_out(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    struct queue handed = wire->handed;
    struct connection *due = NULL;
    wire->handed.first = NULL;
    pthread_mutex_unlock(&wire->lock);
    for (struct parcel *parcel; (parcel = queue_take(&handed));) {
        uint64_t place = parcel->page & ((1U << PLACE_BITS) - 1);
        struct connection *to = place < (uint64_t)wire->place_count ? wire->places[place] : NULL;
        if (to == NULL || to->id != parcel->page) {
            free(parcel);
            continue;
        }
        bool text = parcel->kind == PARCEL_TEXT;
        queue_add(&to->queue, parcel);
        to->waiting += parcel->length;
        if (to->waiting > QUEUE_LIMIT)
            lws_set_timeout(to->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        else if (!text)
            lws_callback_on_writable(to->wsi);
        else if (!to->due) {
            to->due = true;
            to->next_due = due;
            due = to;
        }
    }
    /* At once: to ask for a line that is free would take three calls of the system each time. */
    for (struct connection *to = due; to; to = to->next_due) {
        to->due = false;
        if (lws_partial_buffered(to->wsi))
            lws_callback_on_writable(to->wsi);
        else if (write_texts(to) < 0)
            lws_set_timeout(to->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    }
}

/* --- WebSocket -------------------------------------------------------------------------------- */

/* Behind what waits for it: the farewell is said where texts are written. */
static int send_away(struct connection *connection, int code)
{
    struct parcel *parcel = memory_allocate(1, sizeof *parcel);
    parcel->kind = PARCEL_AWAY;
    parcel->code = code;
    connection->deaf = true;
    queue_add(&connection->queue, parcel);
    lws_callback_on_writable(connection->wsi);
    return 0;
}

/* Where a script of another page speaks, its origin is not the host that it speaks to. */
static bool is_foreign(struct lws *wsi)
{
    char origin[256] = "", host[256] = "";
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return false;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) < 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) < 0)
        return true;
    const char *at = strstr(origin, "://");
    return at == NULL || strcmp(at + 3, host) != 0;
}

static void come(struct wire *wire, struct connection *connection, struct lws *wsi)
{
    char address[NAME_BYTES] = "";
    memset(connection, 0, sizeof *connection);
    connection->wsi = wsi;
    connection->allowance = BURST * 1000;
    connection->heard_at = connection->allowed_at = milliseconds();
    lws_get_peer_simple(wsi, address, sizeof address);
    give_place(wire, connection);
    post(wire, WIRE_COMES, connection->id, address, strlen(address));
}

/* One timer for all: the library's own, one for each, stand in a list that it goes through from its
 * beginning whenever one is set, which took a fifth of the processor for 3,000. */
static void look_round(lws_sorted_usec_list_t *timer)
{
    enum { PING_FRAME = 9 };
    struct wire *wire = lws_container_of(timer, struct wire, round);
    static const unsigned char question[] = "here?"; /* an empty answer would not be told */
    unsigned char bytes[LWS_PRE + 2 + sizeof question];
    int64_t now = milliseconds();
    for (int i = 0; i < wire->place_count; i++) {
        struct connection *at = wire->places[i];
        int64_t silent = at && at->heard_at > 0 ? now - at->heard_at : 0;
        if (silent >= DROPPED)
            lws_set_timeout(at->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        else if (silent >= ASKED && !at->asked && !at->leaving && !lws_partial_buffered(at->wsi)) {
            size_t length = frame(PING_FRAME, question, sizeof question - 1, bytes + LWS_PRE);
            at->asked = lws_write(at->wsi, bytes + LWS_PRE, length, LWS_WRITE_HTTP) >= 0;
        }
    }
    lws_sul_schedule(wire->context, 0, timer, look_round, ROUND * LWS_US_PER_MS);
}

static void heard_of(struct connection *connection)
{
    connection->heard_at = milliseconds();
    connection->asked = false;
}

static bool may_speak(struct connection *connection)
{
    int64_t now = milliseconds();
    connection->allowance += (now - connection->allowed_at) * RATE;
    connection->allowed_at = now;
    if (connection->allowance > BURST * 1000)
        connection->allowance = BURST * 1000;
    connection->allowance -= 1000;
    return connection->allowance >= 0;
}

static int receive(struct wire *wire, struct connection *connection, const char *bytes,
                   size_t length)
{
    struct lws *wsi = connection->wsi;
    heard_of(connection);
    if (connection->deaf)
        return 0;
    if (lws_is_first_fragment(wsi)) {
        text_clear(&connection->message);
        if (!may_speak(connection))
            return send_away(connection, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    }
    if (length > MESSAGE_LIMIT - connection->message.length || lws_frame_is_binary(wsi))
        return send_away(connection, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    bool last = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (last && connection->message.length == 0) {
        post(wire, WIRE_SAYS, connection->id, bytes, length);
        return 0;
    }
    text_append_bytes(&connection->message, bytes, length);
    if (!last)
        return 0;
    post(wire, WIRE_SAYS, connection->id, connection->message.data, connection->message.length);
    text_free(&connection->message);
    return 0;
}

/* --- HTTP ------------------------------------------------------------------------------------- */

/* A page takes nothing from elsewhere, and no other page holds it in a frame. */
static const struct {
    const char *name, *value;
} headers[] = {
    {"content-security-policy:",
     "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
     "connect-src 'self' ws: wss:; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cache-control:", "no-cache"},
};

static int begin_answer(struct connection *connection, unsigned status, const char *type,
                        size_t length)
{
    unsigned char head[LWS_PRE + 2048], *start = head + LWS_PRE, *at = start,
                                        *end = head + sizeof head - 1;
    struct lws *wsi = connection->wsi;
    if (lws_add_http_common_headers(wsi, status, type, length, &at, end))
        return -1;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (lws_add_http_header_by_name(wsi, (const unsigned char *)headers[i].name,
                                        (const unsigned char *)headers[i].value,
                                        (int)strlen(headers[i].value), &at, end))
            return -1;
    if (lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

static int refuse(struct connection *connection, unsigned status)
{
    static const unsigned char sentence[] = "There is nothing here.\n";
    connection->body = sentence;
    connection->body_length = sizeof sentence - 1;
    return begin_answer(connection, status, "text/plain", connection->body_length);
}

static int write_body(struct wire *wire, struct connection *connection)
{
    struct lws *wsi = connection->wsi;
    unsigned char piece[LWS_PRE + PIECE];
    if (connection->body == NULL && connection->queue.first) {
        struct parcel *parcel = connection->given = queue_take(&connection->queue);
        if (parcel->length == 0)
            return refuse(connection, HTTP_STATUS_NOT_FOUND);
        connection->body = parcel->bytes + LWS_PRE;
        connection->body_length = parcel->length;
        return begin_answer(connection, HTTP_STATUS_OK, "image/svg+xml", parcel->length);
    }
    if (connection->body == NULL)
        return 0;
    bool last = connection->body_length <= PIECE;
    size_t length = last ? connection->body_length : PIECE;
    memcpy(piece + LWS_PRE, connection->body, length);
    if (lws_write(wsi, piece + LWS_PRE, length, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    connection->body += length;
    connection->body_length -= length;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    connection->body = NULL;
    leave_place(wire, connection);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* "/table/KRTZB/course.svg" */
static bool is_course(const char *path)
{
    static const char head[] = "/table/", tail[] = "/course.svg";
    return strncmp(path, head, sizeof head - 1) == 0 &&
           strlen(path) == sizeof head - 1 + 5 + sizeof tail - 1 &&
           strcmp(path + sizeof head - 1 + 5, tail) == 0;
}

static int serve(struct wire *wire, struct connection *connection, struct lws *wsi,
                 const char *path)
{
    leave_place(wire, connection);
    memset(connection, 0, sizeof *connection);
    connection->wsi = wsi;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0) {
        lws_return_http_status(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, NULL);
        return -1; /* without waiting for what would be handed in */
    }
    path = strcmp(path, "/") == 0 ? "/index.html" : path;
    for (int i = 0; i < wire->served_count; i++)
        if (strcmp(wire->served[i].name, path) == 0) {
            const struct text *content = &wire->served[i].content;
            connection->body = (const unsigned char *)text_string(content);
            connection->body_length = content->length;
            return begin_answer(connection, HTTP_STATUS_OK, wire->served[i].type, content->length);
        }
    if (!is_course(path))
        return refuse(connection, HTTP_STATUS_NOT_FOUND);
    give_place(wire, connection);
    post(wire, WIRE_ASKS, connection->id, path + 7, 5);
    return 0;
}

/* --- the thread ------------------------------------------------------------------------------- */

static bool is_closing(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    bool closing = wire->closing;
    pthread_mutex_unlock(&wire->lock);
    return closing;
}

static bool is_parting(const struct wire *wire)
{
    for (int i = 0; i < wire->place_count; i++)
        if (wire->places[i] && (wire->places[i]->queue.first || wire->places[i]->leaving))
            return true;
    return false;
}

/* What was handed over last is said, and pages that are sent away hear why; who does not listen is
 * not waited for. */
static void part(lws_sorted_usec_list_t *timer)
{
    struct wire *wire = lws_container_of(timer, struct wire, parting);
    if (wire->until == 0)
        wire->until = milliseconds() + PARTING;
    if (is_parting(wire) && milliseconds() < wire->until) {
        lws_sul_schedule(wire->context, 0, timer, part, 2 * LWS_US_PER_MS);
        return;
    }
    wire->parted = true;
    lws_sul_cancel(&wire->round);
    if (wire->loops)
        lws_context_destroy(wire->context); /* so a loop is left; the rest goes with the next */
}

static int answer(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    struct wire *wire = lws_context_user(lws_get_context(wsi));
    struct connection *connection = user;
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        hand_out(wire);
        if (is_closing(wire) && wire->until == 0)
            part(&wire->parting);
        return 0;
    case LWS_CALLBACK_HTTP:
        return serve(wire, connection, wsi, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_body(wire, connection);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (connection)
            leave_place(wire, connection);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return is_foreign(wsi);
    case LWS_CALLBACK_ESTABLISHED:
        come(wire, connection, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(wire, connection, in, length);
    case LWS_CALLBACK_RECEIVE_PONG:
        heard_of(connection);
        return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return connection->leaving; /* it answers a farewell: nothing more is to be said */
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_texts(connection);
    case LWS_CALLBACK_CLOSED:
        post(wire, WIRE_GOES, connection->id, "", 0);
        leave_place(wire, connection);
        return 0;
    default:
        return 0;
    }
}

static void *serve_until_closed(void *data)
{
    struct wire *wire = data;
    while (lws_service(wire->context, 0) >= 0 && !wire->parted)
        ;
    return NULL;
}

/* --- opening and closing ---------------------------------------------------------------------- */

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".webmanifest", "application/manifest+json"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (file_ends_with(name, types[i][0]))
            return types[i][1];
    return NULL;
}

static void read_files(struct wire *wire, const char *folder)
{
    int count;
    struct error ignored;
    char **names = file_list_folder(folder, "", &count);
    for (int i = 0; i < count; i++) {
        struct served file = {.type = type_of(names[i])};
        char *path = file_join(folder, names[i]);
        if (file.type && strlen(names[i]) < NAME_BYTES - 1 &&
            file_read(path, FILE_LIMIT, &file.content, &ignored)) {
            snprintf(file.name, sizeof file.name, "/%s", names[i]);
            array_add(wire->served, wire->served_count, wire->served_capacity, file);
        }
        free(path);
    }
    file_free_names(names, count);
}

static void free_wire(struct wire *wire)
{
    struct wire_heard heard;
    if (wire->context)
        lws_context_destroy(wire->context);
    for (int i = 0; i < wire->served_count; i++)
        text_free(&wire->served[i].content);
    while (wire_hear(wire, &heard))
        free(heard.text);
    for (struct parcel *parcel; (parcel = queue_take(&wire->outbox));)
        free(parcel);
    for (struct parcel *parcel; (parcel = queue_take(&wire->handed));)
        free(parcel);
    pthread_mutex_destroy(&wire->lock);
    pthread_cond_destroy(&wire->heard);
    free(wire->served);
    free(wire->places);
    free(wire->given);
    free(wire);
}

static int wire_addresses(char into[][HOST_ADDRESS_BYTES], int most)
{
    static const char own[] = "127.0.0.1";
    struct ifaddrs *list = NULL;
    int count = 0;
    if (getifaddrs(&list) != 0)
        list = NULL;
    for (const struct ifaddrs *at = list; at && count < most - 1; at = at->ifa_next) {
        const struct sockaddr_in *address = (const void *)at->ifa_addr;
        if (address && address->sin_family == AF_INET &&
            ntohl(address->sin_addr.s_addr) >> 24 != IN_LOOPBACKNET &&
            inet_ntop(AF_INET, &address->sin_addr, into[count], HOST_ADDRESS_BYTES))
            count++;
    }
    freeifaddrs(list);
    strcpy(into[count], own);
    return count + 1;
}

struct new_context {
    struct lws_context_creation_info *info;
    struct lws_context *context;
};

static void open_looped(void *data)
{
    struct new_context *opening = data;
    opening->context = lws_create_context(opening->info);
}

/* By libuv, where the library has that part, so that thousands of lines are not looked at one by
 * one. */
static void open_context(struct wire *wire, struct lws_context_creation_info *info)
{
    struct new_context opening = {.info = info};
    info->options |= LWS_SERVER_OPTION_LIBUV;
    signals_keep_during(open_looped, &opening);
    info->options ^= LWS_SERVER_OPTION_LIBUV;
    wire->loops = opening.context != NULL;
    wire->context = opening.context ? opening.context : lws_create_context(info);
}

static struct wire *wire_open(const char *address, int *port, const char *folder,
                              struct error *error)
{
    static const struct lws_protocols protocols[] = {
        {"graphprix", answer, sizeof(struct connection), USUAL, 0, NULL, PACKET},
        {0},
    };
    static const lws_retry_bo_t none = {0}; /* look_round */
    struct wire *wire = memory_allocate(1, sizeof *wire);
    wire->letters_end = &wire->letters;
    pthread_mutex_init(&wire->lock, NULL);
    pthread_cond_init(&wire->heard, NULL);
    read_files(wire, folder);
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info = {
        .port = *port,
        .iface = address,
        .protocols = protocols,
        .user = wire,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(address, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6) |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .timeout_secs = 20,
        .keepalive_timeout = 20,
        .max_http_header_pool = HEADERS_AT_ONCE,
        .retry_and_idle_policy = &none,
    };
    open_context(wire, &info);
    struct lws_vhost *vhost = wire->context ? lws_create_vhost(wire->context, &info) : NULL;
    if (vhost)
        lws_sul_schedule(wire->context, 0, &wire->round, look_round, ROUND * LWS_US_PER_MS);
    if (vhost == NULL || !worker_thread(&wire->thread, serve_until_closed, wire)) {
        error_set(error, "%s, port %d, cannot be listened on: another program may have it", address,
                  *port);
        free_wire(wire);
        return NULL;
    }
    *port = lws_get_vhost_listen_port(vhost);
    return wire;
}

static void wire_close(struct wire *wire)
{
    pthread_mutex_lock(&wire->lock);
    wire->closing = true;
    pthread_mutex_unlock(&wire->lock);
    lws_cancel_service(wire->context);
    pthread_join(wire->thread, NULL);
    free_wire(wire);
}

/* === whoever looks after the races ============================================================ */

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

/* A unit is a square, and there is one of margin on each side. Behind what is seen stands the
 * course's own file: where the spaces of a circuit lie is told by nothing else. */
static void draw_course(struct course course, struct text *into)
{
    enum { SQUARE = 20 };
    static const char begin[] = "<svg", end[] = "</svg>\n";
    struct text file = {0}, drawn = {0};
    struct point size = course_size(course);
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(caption_append_bytes, &drawn, size.x + 2, size.y + 2);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, 1.0 / SQUARE, 1.0 / SQUARE);
    const struct paper_view view = {.left = SQUARE, .top = SQUARE, .square = SQUARE, .scale = 1};
    paper_draw_sheet(cairo, &view, course, &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    course_write(course, &file);
    text_cut(&drawn, drawn.length - strlen(end));
    const char *root = strstr(text_string(&drawn), begin) + strlen(begin);
    text_append_bytes(into, drawn.data, (size_t)(root - drawn.data));
    text_append(into, CAPTION_SVG_CLIPS);
    text_append(into, root);
    text_append(into, "<metadata>");
    text_append_xml(into, text_string(&file));
    text_append(into, "</metadata>\n</svg>\n");
    text_free(&drawn);
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

static void send_page_away(void *data, uint64_t page, int code)
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
    struct wire_heard heard[AT_ONCE];
    int64_t now = clock_nanoseconds() / 1000000;
    int count = 0;
    for (; count < AT_ONCE && wire_hear(host->wire, &heard[count]); count++)
        if (heard[count].kind == WIRE_SAYS)
            hall_expect(of->hall, heard[count].page, heard[count].text, heard[count].length);
    for (int i = 0; i < count; i++) {
        hear(host, &heard[i], now);
        free(heard[i].text);
    }
    int rest = hall_tick(of->hall, now);
    hall_settle(of->hall);
    wire_flush(host->wire);
    return count == AT_ONCE ? 0 : rest;
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
    return broker ? log_keeper_of_broker(broker, options->version) : NULL;
}

/* What others play at is known before the first page comes; a broker that goes away is waited for
 * so long. */
static void read_ahead(struct open_host *host)
{
    enum { PATIENCE = 60, SECOND = 1000 };
    int64_t end = milliseconds() + PATIENCE * SECOND;
    while (log_is_behind(host->keeper) && milliseconds() < end) {
        hall_tick(host->host.hall, milliseconds());
        hall_settle(host->host.hall);
        if (log_is_behind(host->keeper)) /* the last may have come meanwhile */
            wire_wait(host->wire, SECOND);
    }
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
    hall.close = send_page_away;
    hall.data = host;
    of->hall = hall_create(&hall);
    read_ahead(host);
    return of;
}
