/* See log.h. */
#include "session/log.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

struct log_keeper {
    char *folder; /* NULL: memory */
};

struct log {
    char code[LOG_CODE_LETTERS + 1];
    bool by_code;
    struct journal *seats; /* NULL: in memory alone */
};

static const char race_suffix[] = ".race";
static const char seats_suffix[] = ".seats";
enum { SEATS_FILE_LIMIT = 1024 * 1024 };

struct log_keeper *log_keeper_of_files(const char *folder)
{
    struct log_keeper *keeper = memory_allocate(1, sizeof *keeper);
    keeper->folder = folder ? memory_copy_string(folder) : NULL;
    return keeper;
}

void log_keeper_close(struct log_keeper *keeper)
{
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

bool log_is_there(struct log_keeper *keeper, const char *code)
{
    char *path = keeper->folder ? path_of(keeper, code) : NULL;
    bool there = path && file_exists(path);
    free(path);
    return there;
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

struct log *log_begin(struct log_keeper *keeper, const char *code, const char *path,
                      struct session *session, struct error *error)
{
    struct log *log = memory_allocate(1, sizeof *log);
    strcpy(log->code, code);
    log->by_code = keeper->folder && !path;
    char *named = path || !keeper->folder ? NULL : path_of(keeper, code);
    path = path ? path : named;
    if (path && (!file_make_folder_of(path, error) || !session_keep(session, path, error))) {
        free(log);
        log = NULL;
    } else if (path) {
        struct text head = {0};
        text_append_format(&head, "{\"code\":\"%s\"}\n", code);
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

/* The code of a race that was a table before; else as it was. */
static void take_code(const struct text *seats, char code[LOG_CODE_LETTERS + 1])
{
    static const char head[] = "{\"code\":\"";
    size_t length = strlen(head);
    const char *at = text_string(seats);
    if (strncmp(at, head, length) == 0 &&
        strspn(at + length, LOG_CODE_ALPHABET) == LOG_CODE_LETTERS)
        memcpy(code, at + length, LOG_CODE_LETTERS);
}

struct log *log_open(struct log_keeper *keeper, const char *code, const char *path,
                     struct session **session, struct text *seats, struct error *error)
{
    bool busy, damaged;
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
        log = memory_allocate(1, sizeof *log);
        strcpy(log->code, code);
        log->by_code = !path;
        read_seats(named, seats);
        take_code(seats, log->code);
        if (seats->length == 0)
            text_append_format(seats, "{\"code\":\"%s\"}\n", log->code);
        log->seats = open_seats(named, seats, error);
    }
    free(named);
    return log;
}

void log_close(struct log *log)
{
    journal_close(log->seats);
    free(log);
}

const char *log_code(const struct log *log)
{
    return log->code;
}

bool log_can_open_again(const struct log *log)
{
    return log->by_code;
}

bool log_do(struct log *log, struct session *session, int car, const char *action,
            struct error *error)
{
    (void)log;
    return session_do(session, car, action, error);
}

bool log_undo(struct log *log, struct session *session, struct error *error)
{
    (void)log;
    return session_undo_shown(session, error);
}

bool log_seat(struct log *log, const char *line, struct error *error)
{
    (void)error;
    if (log->seats) {
        journal_append(log->seats, line, strlen(line));
        journal_append(log->seats, "\n", 1);
        journal_flush(log->seats);
    }
    return true;
}
