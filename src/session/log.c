/* See log.h. */
#include "session/log.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_FILE_LIMIT = 1024 * 1024, VERSION_BYTES = 24 };

struct log_keeper {
    char *folder; /* NULL: memory */
    struct broker *broker;
    const char *version;
    struct known_course known;
};

struct log {
    char code[LOG_CODE_LETTERS + 1];
    bool by_code;
    struct journal *seats; /* NULL: in memory alone */
    struct broker *broker; /* NULL: the lines are this host's alone */
    uint64_t last[2];      /* the sequence of the last line known of each list */
    bool reads_on;         /* what comes now is the next line of its list for certain */
    const char *version;   /* of this host, and the newest of those that have had the table */
    char newest[VERSION_BYTES];
};

static const char race_suffix[] = ".race";
static const char seats_suffix[] = ".seats";

struct log_keeper *log_keeper_of_files(const char *folder)
{
    struct log_keeper *keeper = memory_allocate(1, sizeof *keeper);
    keeper->folder = folder ? memory_copy_string(folder) : NULL;
    return keeper;
}

struct log_keeper *log_keeper_of_broker(struct broker *broker, const char *version)
{
    struct log_keeper *keeper = log_keeper_of_files(NULL);
    keeper->broker = broker;
    keeper->version = version;
    return keeper;
}

void log_keeper_close(struct log_keeper *keeper)
{
    if (keeper->broker)
        keeper->broker->close(keeper->broker);
    course_release(keeper->known.course);
    text_free(&keeper->known.file);
    free(keeper->folder);
    free(keeper);
}

static char *join(const char *path, const char *suffix)
{
    struct text joined = {0};
    text_append(&joined, path);
    text_append(&joined, suffix);
    return joined.data;
}

static char *path_of(const struct log_keeper *keeper, const char *code)
{
    char *name = join(code, race_suffix);
    char *path = file_join(keeper->folder, name);
    free(name);
    return path;
}

enum log_presence log_is_there(struct log_keeper *keeper, const char *code)
{
    bool found = false;
    struct error ignored;
    if (keeper->broker) {
        bool read =
            keeper->broker->read(keeper->broker, code, LOG_SEATS, 0, NULL, &found, &ignored);
        return !read ? LOG_UNSURE : found ? LOG_THERE : LOG_ABSENT;
    }
    char *path = keeper->folder ? path_of(keeper, code) : NULL;
    bool there = path && file_exists(path);
    free(path);
    return there ? LOG_THERE : LOG_ABSENT;
}

/* The seats' file with what it holds; its first line tells the code. */
static struct journal *open_seats(const char *path, const struct text *content, struct error *error)
{
    bool written;
    char *seats = join(path, seats_suffix);
    struct journal *journal = journal_open(seats, content, &written, error);
    free(seats);
    return journal;
}

static struct log *make_log(const struct log_keeper *keeper, const char *code)
{
    struct log *log = memory_allocate(1, sizeof *log);
    strcpy(log->code, code);
    log->broker = keeper->broker;
    log->version = keeper->version;
    return log;
}

/* "1.10" is newer than "1.9". */
static bool is_newer(const char *one, const char *other)
{
    int64_t a, b;
    do {
        a = b = 0;
        number_read_integer(&one, 0, INT32_MAX, &a);
        number_read_integer(&other, 0, INT32_MAX, &b);
        if (*one != '.' && *other != '.')
            break;
        one += *one == '.';
        other += *other == '.';
    } while (a == b);
    return a > b;
}

/* A line of the seats that tells which host has had the table. */
static void note_version(struct log *log, const char *line, size_t length)
{
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    const char *version = json_string_value(json_object_get(object, "version"));
    if (version && strlen(version) < VERSION_BYTES && is_newer(version, log->newest)) {
        strcpy(log->newest, version);
        if (is_newer(version, log->version))
            fprintf(stderr,
                    "graphprix: table %s is kept by a host of version %s: this one (%s) only "
                    "looks on\n",
                    log->code, version, log->version);
    }
    json_decref(object);
}

static enum log_verdict append(struct log *log, enum log_list list, const struct text *line,
                               struct error *error)
{
    if (!is_newer(log->newest, log->version))
        return log->broker->append(log->broker, log->code, list, line, &log->last[list], error);
    error_set(error, "a host of version %s keeps this table: this one (%s) only looks on",
              log->newest, log->version);
    return LOG_REFUSED;
}

/* What older hosts are to know. */
static enum log_verdict append_version(struct log *log, struct text *line, struct error *error)
{
    json_text_key_string(line, "version", log->version);
    json_text_close(line, '}');
    return append(log, LOG_SEATS, line, error);
}

static void append_code(const char *code, struct text *into)
{
    text_append_format(into, "{\"code\":\"%s\"}\n", code);
}

/* The code is the first line of the seats, so whoever finds that finds a whole table. */
static struct log *begin_shared(struct log_keeper *keeper, const char *code,
                                const struct session *session, struct error *error)
{
    struct log *log = make_log(keeper, code);
    struct text lines = {0}, head = {0};
    enum log_verdict verdict = LOG_DONE;
    session_write(session, &lines);
    json_text_open(&head, '{');
    json_text_key_string(&head, "code", code);
    const char *at = text_string(&lines);
    for (const char *end; verdict == LOG_DONE && (end = strchr(at, '\n')) != NULL; at = end + 1) {
        struct text line = {0};
        text_append_bytes(&line, at, (size_t)(end - at));
        verdict = append(log, LOG_LINES, &line, error);
        text_free(&line);
    }
    if (verdict == LOG_DONE)
        verdict = append_version(log, &head, error);
    text_free(&lines);
    text_free(&head);
    if (verdict == LOG_BEHIND)
        error_set(error, "another table has this code");
    if (verdict != LOG_DONE) {
        log_close(log);
        return NULL;
    }
    return log;
}

struct log *log_begin(struct log_keeper *keeper, const char *code, const char *path,
                      struct session *session, struct error *error)
{
    if (keeper->broker)
        return begin_shared(keeper, code, session, error);
    struct log *log = make_log(keeper, code);
    log->by_code = keeper->folder && !path;
    char *named = path || !keeper->folder ? NULL : path_of(keeper, code);
    path = path ? path : named;
    if (path && (!file_make_folder_of(path, error) || !session_keep(session, path, error))) {
        free(log);
        log = NULL;
    } else if (path) {
        struct text head = {0};
        append_code(code, &head);
        log->seats = open_seats(path, &head, error);
        text_free(&head);
    }
    free(named);
    return log;
}

/* Up to the last line that is whole. */
static void read_seats(const char *path, struct text *into)
{
    struct error ignored;
    char *seats = join(path, seats_suffix);
    if (file_exists(seats) && file_read(seats, SEATS_FILE_LIMIT, into, &ignored)) {
        while (into->length > 0 && into->data[into->length - 1] != '\n')
            text_cut(into, into->length - 1);
    }
    free(seats);
}

/* What is read of a table, in the order of its lines. */
struct opening {
    struct log_keeper *keeper;
    struct log *log;
    struct session *session;
    struct text *seats;
    struct error *error;
};

static void open_line(void *data, const struct broker_line *line)
{
    struct opening *opening = data;
    if (line->list == LOG_SEATS) {
        text_append_bytes(opening->seats, line->text.data, line->text.length);
        text_append(opening->seats, "\n");
        note_version(opening->log, line->text.data, line->text.length);
    } else if (opening->session == NULL)
        opening->session = session_take_head(line->text.data, line->text.length,
                                             &opening->keeper->known, opening->error);
    else
        session_take_line(opening->session, line->text.data, line->text.length, opening->error);
    opening->log->last[line->list] = line->sequence;
}

void log_leave_version(struct log *log)
{
    struct text line = {0};
    struct error ignored; /* who is slower reads it */
    json_text_open(&line, '{');
    if (log->broker && is_newer(log->version, log->newest))
        append_version(log, &line, &ignored);
    text_free(&line);
}

struct log *log_read_ahead(struct log_keeper *keeper, const struct broker_line *line,
                           struct session **session)
{
    struct error ignored;
    struct opening opening = {keeper, make_log(keeper, line->code), NULL, NULL, &ignored};
    opening.log->by_code = true;
    if (line->list == LOG_LINES)
        open_line(&opening, line);
    *session = opening.session;
    if (*session)
        return opening.log;
    log_close(opening.log);
    return NULL;
}

static struct log *open_shared(struct log_keeper *keeper, const char *code,
                               struct session **session, struct text *seats, struct error *error)
{
    struct log *log = make_log(keeper, code);
    struct opening opening = {keeper, log, NULL, seats, error};
    log->by_code = true;
    bool read = log->broker->read(log->broker, code, LOG_LINES, 0, open_line, &opening, error) &&
                log->broker->read(log->broker, code, LOG_SEATS, 0, open_line, &opening, error);
    *session = opening.session;
    if (read && opening.session) {
        log_leave_version(log);
        return log;
    }
    if (read)
        error_set(error, "the broker has no such table");
    session_free(opening.session);
    *session = NULL;
    log_close(log);
    return NULL;
}

struct log *log_open(struct log_keeper *keeper, const char *code, const char *path,
                     struct session **session, struct text *seats, struct error *error)
{
    bool busy, damaged;
    if (keeper->broker && path == NULL)
        return open_shared(keeper, code, session, seats, error);
    char *named = path ? memory_copy_string(path) : path_of(keeper, code);
    *session = session_resume(named, &busy, &damaged, error);
    if (busy)
        error_set(error, "another window or host has this race open");
    if (damaged && *session) {
        session_free(*session);
        *session = NULL;
    }
    struct log *log = NULL;
    if (*session) {
        log = log_join(keeper, code, *session, seats, error);
        log->broker = NULL;
        log->by_code = !path;
    }
    free(named);
    return log;
}

struct log *log_join(struct log_keeper *keeper, const char *code, const struct session *session,
                     struct text *seats, struct error *error)
{
    struct log *log = make_log(keeper, code);
    const char *path = session_kept_path(session);
    if (path == NULL)
        return log;
    if (seats->length == 0)
        read_seats(path, seats);
    /* The code of a race that was a table before; else as it was. */
    static const char head[] = "{\"code\":\"";
    size_t length = strlen(head);
    const char *at = text_string(seats);
    if (strncmp(at, head, length) == 0 &&
        strspn(at + length, LOG_CODE_ALPHABET) == LOG_CODE_LETTERS)
        memcpy(log->code, at + length, LOG_CODE_LETTERS);
    if (seats->length == 0)
        append_code(log->code, seats);
    log->seats = open_seats(path, seats, error);
    return log;
}

void log_close(struct log *log)
{
    journal_close(log->seats);
    free(log);
}

void log_end(struct log *log, const struct session *session)
{
    struct error ignored;
    char *path = session_kept_path(session) ? join(session_kept_path(session), seats_suffix) : NULL;
    log_close(log);
    if (path)
        file_remove(path, &ignored);
    free(path);
}

const char *log_code(const struct log *log)
{
    return log->code;
}

bool log_can_open_again(const struct log *log)
{
    return log->by_code;
}

bool log_is_shared(const struct log *log)
{
    return log->broker != NULL;
}

void log_expect(struct log *log, struct session *session, int car, const char *action)
{
    struct text line = {0};
    struct error ignored = {0};
    if (log->broker && log->broker->send && !is_newer(log->newest, log->version) &&
        session_plan(session, car, action, &line, &ignored))
        log->broker->send(log->broker, log->code, LOG_LINES, &line, log->last[LOG_LINES]);
    text_free(&line);
}

enum log_verdict log_do(struct log *log, struct session *session, int car, const char *action,
                        struct error *error)
{
    if (log->broker == NULL)
        return session_do(session, car, action, error) ? LOG_DONE : LOG_REFUSED;
    struct text line = {0};
    enum log_verdict verdict = session_plan(session, car, action, &line, error)
                                   ? append(log, LOG_LINES, &line, error)
                                   : LOG_REFUSED;
    if (verdict == LOG_DONE && !session_do(session, car, action, error))
        verdict = LOG_REFUSED;
    text_free(&line);
    return verdict;
}

enum log_verdict log_undo(struct log *log, struct session *session, struct error *error)
{
    if (log->broker == NULL)
        return session_undo_shown(session, error) ? LOG_DONE : LOG_REFUSED;
    struct text line = {0};
    enum log_verdict verdict = session_plan_undo(session, &line, error)
                                   ? append(log, LOG_LINES, &line, error)
                                   : LOG_REFUSED;
    if (verdict == LOG_DONE && !session_undo(session, error))
        verdict = LOG_REFUSED;
    text_free(&line);
    return verdict;
}

enum log_verdict log_seat(struct log *log, const struct text *line, struct error *error)
{
    if (log->broker)
        return append(log, LOG_SEATS, line, error);
    if (log->seats) {
        journal_append(log->seats, line->data, line->length);
        journal_append(log->seats, "\n", 1);
        journal_flush(log->seats);
    }
    return LOG_DONE;
}

bool log_take(struct log *log, struct session *session, const struct broker_line *line,
              log_take_seat *take_seat, void *data)
{
    struct error error = {0};
    bool went_on = false;
    if (log->broker == NULL || line->sequence <= log->last[line->list])
        return false;
    if (line->list == LOG_SEATS) {
        note_version(log, line->text.data, line->text.length);
        take_seat(data, line->text.data, line->text.length);
    } else {
        went_on = session_take_line(session, line->text.data, line->text.length, &error);
        if (!went_on && !log->reads_on)
            return false; /* one before it may not have come */
        if (!went_on)
            fprintf(stderr, "graphprix: table %s: a line is left out: %s\n", log->code, error.text);
    }
    log->last[line->list] = line->sequence;
    return went_on;
}

bool log_misses(const struct log *log, const struct broker_line *line)
{
    return log->broker && line->sequence > log->last[line->list];
}

bool log_catch_up(struct log *log, bool behind,
                  void (*take)(void *data, const struct broker_line *line), void *data)
{
    struct error error = {0};
    struct broker *broker = log->broker;
    uint64_t lines = log->last[LOG_LINES], seats = log->last[LOG_SEATS];
    if (broker == NULL)
        return true;
    log->reads_on = true;
    bool read = broker->read(broker, log->code, LOG_LINES, lines, take, data, &error) &&
                broker->read(broker, log->code, LOG_SEATS, seats, take, data, &error);
    log->reads_on = false;
    if (read && behind && lines == log->last[LOG_LINES] && seats == log->last[LOG_SEATS]) {
        fprintf(stderr,
                "graphprix: the broker has lost lines of table %s: it goes on in memory alone\n",
                log->code);
        log->broker = NULL;
    }
    return read;
}

bool log_next(struct log_keeper *keeper, struct broker_line *into)
{
    return keeper->broker && keeper->broker->next(keeper->broker, into);
}

bool log_is_behind(struct log_keeper *keeper)
{
    return keeper->broker && keeper->broker->behind(keeper->broker);
}
