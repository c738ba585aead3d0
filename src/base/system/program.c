/* Lines, limits and patience of a program that is talked to; see program.h. Its process is in a
 * folder of the system.
 */
#include "base/system/program.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/inside.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    GLANCE = 10,          /* milliseconds between two looks at `cancelled` */
    DEATH_GRACE = 200,    /* milliseconds in which we learn why a pipe was closed */
    TAIL = 4096,          /* bytes of its error output that are kept */
    MILLISECOND = 1000000 /* nanoseconds */
};

struct program {
    char *path;
    struct process *process; /* NULL: it could not be started */
    enum process_state state;
    int number; /* errno of one that cannot start */
    struct text unsent;
    size_t sent; /* bytes of it that have been taken */
    struct text said;
    size_t taken; /* bytes of it that have been given out */
    size_t heard; /* bytes of its output since we began to listen anew */
    size_t errors_heard;
    struct text tail;  /* of its error output */
    int64_t broken_at; /* when a pipe was found to be closed; 0: not yet */
};

struct program *program_start(char *const *words, struct error *error)
{
    struct program *program = memory_allocate(1, sizeof *program);
    program->process = process_start(words, &program->path, error);
    if (program->process)
        return program;
    program_end(program, 0);
    return NULL;
}

/* --- reading and writing -------------------------------------------------------------------- */

static void note_broken(struct program *program)
{
    if (program->broken_at == 0)
        program->broken_at = clock_nanoseconds();
}

static void close_pipe(struct program *program, enum process_pipe pipe)
{
    process_close(program->process, pipe);
    if (pipe != PROCESS_ERRORS)
        note_broken(program);
}

static void write_some(struct program *program)
{
    struct text *unsent = &program->unsent;
    if (unsent->length == 0 || !process_is_open(program->process, PROCESS_INPUT))
        return;
    ptrdiff_t written = process_write(program->process, unsent->data + program->sent,
                                      unsent->length - program->sent);
    if (written < 0)
        close_pipe(program, PROCESS_INPUT);
    program->sent += written > 0 ? (size_t)written : 0;
    if (program->sent < unsent->length)
        return;
    text_clear(unsent);
    program->sent = 0;
}

/* All that a pipe holds, up to a limit. */
static void read_pipe(struct program *program, enum process_pipe from, size_t limit, size_t *heard,
                      struct text *into)
{
    char part[4096];
    while (process_is_open(program->process, from) && *heard <= limit) {
        ptrdiff_t length = process_read(program->process, from, part, sizeof part);
        if (length < 0)
            close_pipe(program, from);
        if (length <= 0)
            return;
        *heard += (size_t)length;
        text_append_bytes(into, part, (size_t)length);
    }
}

static void read_errors(struct program *program)
{
    struct text *tail = &program->tail;
    read_pipe(program, PROCESS_ERRORS, PROGRAM_ERRORS_LIMIT, &program->errors_heard, tail);
    if (tail->length <= TAIL)
        return;
    memmove(tail->data, tail->data + tail->length - TAIL, TAIL + 1);
    tail->length = TAIL;
}

static void read_news(struct program *program)
{
    program->state = process_state(program->process, &program->number);
    if (program->state == PROCESS_LOST)
        note_broken(program);
    read_pipe(program, PROCESS_OUTPUT, PROGRAM_OUTPUT_LIMIT, &program->heard, &program->said);
    read_errors(program);
}

static bool has_end(const struct program *program)
{
    return program->state == PROCESS_CANNOT_START || program->state == PROCESS_ENDED;
}

/* Waits for anything to happen, but not long. */
static void exchange_bytes(struct program *program, struct patience patience)
{
    int64_t left = patience.deadline - clock_nanoseconds();
    int64_t milliseconds = left <= 0 ? 0 : (left + MILLISECOND - 1) / MILLISECOND;
    bool glances = patience.cancelled || program->broken_at != 0;
    process_wait(program->process, program->unsent.length > 0,
                 (int)(glances && milliseconds > GLANCE ? GLANCE : milliseconds));
    read_news(program);
    write_some(program);
}

static enum program_news explain_silence(const struct program *program)
{
    if (program->state != PROCESS_RUNS)
        return program->state == PROCESS_CANNOT_START ? PROGRAM_CANNOT_START : PROGRAM_DIED;
    return process_is_open(program->process, PROCESS_OUTPUT) ? PROGRAM_CLOSED_INPUT
                                                             : PROGRAM_CLOSED_OUTPUT;
}

/* What is the matter with it? A pipe that is closed is the matter only after a moment, in which the
 * process may tell of its death. */
static enum program_news look_at(const struct program *program, struct patience patience)
{
    if (patience.cancelled && atomic_load(patience.cancelled))
        return PROGRAM_CANCELLED;
    if (program->heard > PROGRAM_OUTPUT_LIMIT)
        return PROGRAM_FLOOD;
    if (program->errors_heard > PROGRAM_ERRORS_LIMIT)
        return PROGRAM_FLOOD_OF_ERRORS;
    int64_t now = clock_nanoseconds();
    bool waited =
        program->broken_at != 0 && now - program->broken_at > (int64_t)DEATH_GRACE * MILLISECOND;
    if ((has_end(program) && !process_is_open(program->process, PROCESS_OUTPUT)) || waited)
        return explain_silence(program);
    if (now >= patience.deadline)
        return has_end(program) || program->broken_at != 0 ? explain_silence(program)
                                                           : PROGRAM_LATE;
    return PROGRAM_DONE;
}

enum program_news program_send(struct program *program, const char *bytes, size_t length,
                               struct patience patience)
{
    text_append_bytes(&program->unsent, bytes, length);
    write_some(program);
    while (program->unsent.length > 0) {
        enum program_news news = look_at(program, patience);
        if (news != PROGRAM_DONE)
            return news;
        exchange_bytes(program, patience);
    }
    return PROGRAM_DONE;
}

static size_t count_waiting(const struct program *program)
{
    return program->said.length - program->taken;
}

static void forget_said(struct program *program)
{
    text_clear(&program->said);
    program->taken = 0;
}

static bool take_line(struct program *program, struct text *line)
{
    const char *begin = text_string(&program->said) + program->taken;
    const char *end = memchr(begin, '\n', count_waiting(program));
    if (!end)
        return false;
    text_clear(line);
    text_append_bytes(line, begin, (size_t)(end - begin));
    program->taken += line->length + 1;
    if (count_waiting(program) == 0)
        forget_said(program);
    return true;
}

enum program_news program_read_line(struct program *program, struct patience patience,
                                    struct text *line)
{
    for (;;) {
        if (take_line(program, line))
            return line->length > PROGRAM_LINE_LIMIT ? PROGRAM_LONG_LINE : PROGRAM_DONE;
        if (count_waiting(program) > PROGRAM_LINE_LIMIT)
            return PROGRAM_LONG_LINE;
        enum program_news news = look_at(program, patience);
        if (news != PROGRAM_DONE)
            return news;
        exchange_bytes(program, patience);
    }
}

bool program_is_within_line(const struct program *program)
{
    return count_waiting(program) > 0;
}

enum program_news program_listen_anew(struct program *program, int *lines)
{
    const struct patience none = {INT64_MAX, NULL};
    struct text line = {0};
    read_news(program);
    enum program_news news = look_at(program, none);
    while (take_line(program, &line))
        ++*lines;
    text_free(&line);
    forget_said(program);
    program->heard = 0;
    program->errors_heard = 0;
    return news;
}

/* --- what is told of it --------------------------------------------------------------------- */

void program_append_end(const struct program *program, struct text *into)
{
    struct error error = {0};
    if (program->state != PROCESS_CANNOT_START) {
        process_append_end(program->process, into);
    } else if (program->number == ENOENT && file_exists(program->path)) {
        text_append_format(into, "what the first line of \"%.100s\" names is not there",
                           program->path);
    } else if (program->number == ENOENT) {
        text_append_format(into, "there is no program \"%.100s\"", program->path);
    } else if (program->number == EACCES || program->number == ENOEXEC) {
        text_append_format(into,
                           "\"%.100s\" is not a program; put its language in front, as in "
                           "\"python3 %.100s\"",
                           program->path, program->path);
    } else {
        file_explain(&error, program->number);
        text_append(into, error.text);
    }
}

void program_append_last_words(struct program *program, struct text *into)
{
    read_errors(program);
    const char *data = text_string(&program->tail);
    size_t end = program->tail.length;
    while (end > 0 && memchr(" \t\r\n", data[end - 1], 4))
        end--;
    size_t begin = end;
    while (begin > 0 && data[begin - 1] != '\n')
        begin--;
    text_append_quoted(into, data + begin, end - begin, PROGRAM_LAST_WORDS_LIMIT);
}

void program_end(struct program *program, int milliseconds)
{
    if (program->process && milliseconds > 0) {
        process_close(program->process, PROCESS_INPUT);
        /* What it still writes is thrown away, so that it does not get stuck on its way out. */
        struct patience patience = {clock_nanoseconds() + (int64_t)milliseconds * MILLISECOND,
                                    NULL};
        enum program_news news;
        do {
            exchange_bytes(program, patience);
            forget_said(program);
            news = look_at(program, patience);
        } while (news == PROGRAM_DONE && !has_end(program));
    }
    if (program->process)
        process_free(program->process);
    text_free(&program->unsent);
    text_free(&program->said);
    text_free(&program->tail);
    free(program->path);
    free(program);
}
