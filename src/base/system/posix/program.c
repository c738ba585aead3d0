/* See program.h. Who watches over the process is the keeper; here are our ends of the pipes. They
 * never block, and each wait is a poll over all of them.
 */
#if defined __linux__ && !defined _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif

#include "base/system/program.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/posix/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GLANCE = 10,          /* milliseconds between two looks at `cancelled` */
    DEATH_GRACE = 200,    /* milliseconds in which we learn why a pipe was closed */
    TAIL = 4096,          /* bytes of its error output that are kept */
    MILLISECOND = 1000000 /* nanoseconds */
};

enum { INPUT, OUTPUT, ERRORS, LEASH, REPORT, PIPE_COUNT };

struct program {
    char *path;
    pid_t keeper;
    int ends[PIPE_COUNT]; /* ours of its pipes; -1: closed */
    struct text unsent;
    size_t sent; /* bytes of it that have been taken */
    struct text said;
    size_t taken; /* bytes of it that have been given out */
    size_t heard; /* bytes of its output since we began to listen anew */
    size_t errors_heard;
    struct text tail; /* of its error output */
    pid_t group;      /* 0: not known yet */
    bool has_end;
    struct keeper_report end;
    int64_t broken_at; /* when a pipe was found to be closed; 0: not yet */
};

/* --- starting ------------------------------------------------------------------------------- */

/* Above the standard ones, which may be closed where we were started. */
static int raise_descriptor(int descriptor)
{
    if (descriptor > STDERR_FILENO)
        return descriptor;
    int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(descriptor);
    return higher;
}

/* Closed in whatever other threads start at the same time. */
static bool open_pipe(int ends[2])
{
#ifdef __linux__
    bool opened = pipe2(ends, O_CLOEXEC) == 0;
#else
    bool opened = pipe(ends) == 0;
#endif
    for (int i = 0; i < 2 && opened; i++) {
        ends[i] = raise_descriptor(ends[i]);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return opened;
}

static void close_end(int *descriptor)
{
    if (*descriptor >= 0)
        close(*descriptor);
    *descriptor = -1;
}

/* No signal may find the child with our handlers. */
static pid_t fork_keeper(const struct keeper_order *order)
{
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t keeper = fork();
    if (keeper == 0)
        keeper_run(order);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return keeper;
}

static bool start(struct program *program, char *const *words)
{
    int pipes[PIPE_COUNT][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    bool opened = true;
    for (int i = 0; i < PIPE_COUNT && opened; i++)
        opened = open_pipe(pipes[i]);
    struct keeper_order order = {
        program->path,    words,           pipes[INPUT][0], pipes[OUTPUT][1],
        pipes[ERRORS][1], pipes[LEASH][0], pipes[REPORT][1]};
    program->keeper = opened ? fork_keeper(&order) : -1;
    int reason = errno;
    for (int i = 0; i < PIPE_COUNT; i++) {
        bool writes = i == INPUT || i == LEASH;
        program->ends[i] = pipes[i][writes];
        fcntl(program->ends[i], F_SETFL, fcntl(program->ends[i], F_GETFL) | O_NONBLOCK);
        close_end(&pipes[i][!writes]);
    }
    errno = reason;
    return program->keeper > 0;
}

struct program *program_start(char *const *words, struct error *error)
{
    char *path = file_find_program(words[0]);
    if (!path) {
        error_set(error, "there is no program \"%.100s\"", words[0]);
        return NULL;
    }
    struct program *program = memory_allocate(1, sizeof *program);
    program->path = path;
    if (!start(program, words)) {
        file_explain(error, errno);
        program_end(program, 0);
        return NULL;
    }
    return program;
}

/* --- reading and writing -------------------------------------------------------------------- */

/* A pipe that nobody reads must not end us, and others must not lose their SIGPIPE. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t length)
{
    sigset_t broken;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken, &before);
    ssize_t written = write(descriptor, bytes, length);
    int reason = errno;
    sigpending(&pending);
    int number;
    if (!was_pending && sigismember(&pending, SIGPIPE))
        sigwait(&broken, &number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return written;
}

static bool try_again(void)
{
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
}

static void note_broken(struct program *program, int *descriptor)
{
    close_end(descriptor);
    if (program->broken_at == 0)
        program->broken_at = clock_nanoseconds();
}

static void write_some(struct program *program)
{
    struct text *unsent = &program->unsent;
    if (unsent->length == 0 || program->ends[INPUT] < 0)
        return;
    ssize_t written = write_quietly(program->ends[INPUT], unsent->data + program->sent,
                                    unsent->length - program->sent);
    if (written < 0 && !try_again())
        note_broken(program, &program->ends[INPUT]);
    program->sent += written > 0 ? (size_t)written : 0;
    if (program->sent < unsent->length)
        return;
    text_clear(unsent);
    program->sent = 0;
}

/* All that a pipe holds, up to a limit. False: its other end is closed. */
static bool read_pipe(int descriptor, size_t limit, size_t *heard, struct text *into)
{
    char part[4096];
    while (descriptor >= 0 && *heard <= limit) {
        ssize_t length = read(descriptor, part, sizeof part);
        if (length <= 0)
            return length < 0 && try_again();
        *heard += (size_t)length;
        text_append_bytes(into, part, (size_t)length);
    }
    return true;
}

static void read_output(struct program *program)
{
    if (!read_pipe(program->ends[OUTPUT], PROGRAM_OUTPUT_LIMIT, &program->heard, &program->said))
        note_broken(program, &program->ends[OUTPUT]);
}

static void read_errors(struct program *program)
{
    struct text *tail = &program->tail;
    if (!read_pipe(program->ends[ERRORS], PROGRAM_ERRORS_LIMIT, &program->errors_heard, tail))
        close_end(&program->ends[ERRORS]);
    if (tail->length <= TAIL)
        return;
    memmove(tail->data, tail->data + tail->length - TAIL, TAIL + 1);
    tail->length = TAIL;
}

static void take_report(struct program *program, const struct keeper_report *report)
{
    if (report->news == KEEPER_HAS_STARTED)
        program->group = report->value;
    else if (!program->has_end) /* one that cannot be started ends, too */
        program->end = *report;
    program->has_end |= report->news != KEEPER_HAS_STARTED;
}

static void read_report(struct program *program)
{
    struct keeper_report report;
    while (program->ends[REPORT] >= 0) {
        ssize_t length = read(program->ends[REPORT], &report, sizeof report);
        if (length == (ssize_t)sizeof report)
            take_report(program, &report);
        else if (length < 0 && try_again())
            return;
        else
            note_broken(program, &program->ends[REPORT]);
    }
}

static bool is_cancelled(struct patience patience)
{
    return patience.cancelled && atomic_load(patience.cancelled);
}

/* Waits for anything to happen, but not long. */
static void pump(struct program *program, struct patience patience)
{
    int64_t left = patience.deadline - clock_nanoseconds();
    int64_t milliseconds = left <= 0 ? 0 : (left + MILLISECOND - 1) / MILLISECOND;
    bool glances = patience.cancelled || program->broken_at != 0;
    struct pollfd ends[] = {
        {.fd = program->unsent.length > 0 ? program->ends[INPUT] : -1, .events = POLLOUT},
        {.fd = program->ends[OUTPUT], .events = POLLIN},
        {.fd = program->ends[ERRORS], .events = POLLIN},
        {.fd = program->ends[REPORT], .events = POLLIN},
    };
    poll(ends, sizeof ends / sizeof *ends,
         (int)(glances && milliseconds > GLANCE ? GLANCE : milliseconds));
    read_report(program);
    read_output(program);
    read_errors(program);
    write_some(program);
}

static enum program_news explain_silence(const struct program *program)
{
    if (program->has_end)
        return program->end.news == KEEPER_CANNOT_START ? PROGRAM_CANNOT_START : PROGRAM_DIED;
    if (program->ends[REPORT] < 0)
        return PROGRAM_DIED;
    return program->ends[OUTPUT] < 0 ? PROGRAM_CLOSED_OUTPUT : PROGRAM_CLOSED_INPUT;
}

/* What is the matter with it? A pipe that is closed is the matter only after a moment, in which the
 * keeper may tell of its death. */
static enum program_news look_at(const struct program *program, struct patience patience)
{
    if (is_cancelled(patience))
        return PROGRAM_CANCELLED;
    if (program->heard > PROGRAM_OUTPUT_LIMIT)
        return PROGRAM_FLOOD;
    if (program->errors_heard > PROGRAM_ERRORS_LIMIT)
        return PROGRAM_FLOOD_OF_ERRORS;
    int64_t now = clock_nanoseconds();
    bool waited =
        program->broken_at != 0 && now - program->broken_at > (int64_t)DEATH_GRACE * MILLISECOND;
    if ((program->has_end && program->ends[OUTPUT] < 0) || waited)
        return explain_silence(program);
    if (now >= patience.deadline)
        return program->has_end || program->broken_at != 0 ? explain_silence(program)
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
        pump(program, patience);
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
        pump(program, patience);
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
    read_report(program);
    read_output(program);
    read_errors(program);
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
    int value = program->end.value;
    struct error error = {0};
    if (!program->has_end) {
        text_append(into, "together with its keeper");
    } else if (program->end.news == KEEPER_HAS_DIED && WIFEXITED(value)) {
        text_append_format(into, "with status %d", WEXITSTATUS(value));
    } else if (program->end.news == KEEPER_HAS_DIED) {
        text_append_format(into, "of signal %d", WTERMSIG(value));
    } else if (value == ENOENT && file_exists(program->path)) {
        text_append_format(into, "what the first line of \"%.100s\" names is not there",
                           program->path);
    } else if (value == ENOENT) {
        text_append_format(into, "there is no program \"%.100s\"", program->path);
    } else if (value == EACCES || value == ENOEXEC) {
        text_append_format(into,
                           "\"%.100s\" is not a program; put its language in front, as in "
                           "\"python3 %.100s\"",
                           program->path, program->path);
    } else {
        file_explain(&error, value);
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

/* --- ending --------------------------------------------------------------------------------- */

void program_end(struct program *program, int milliseconds)
{
    close_end(&program->ends[INPUT]);
    if (program->keeper > 0 && milliseconds > 0) {
        /* What it still writes is thrown away, so that it does not get stuck on its way out. */
        struct patience patience = {clock_nanoseconds() + (int64_t)milliseconds * MILLISECOND,
                                    NULL};
        enum program_news news;
        do {
            pump(program, patience);
            forget_said(program);
            news = look_at(program, patience);
        } while (news == PROGRAM_DONE && !program->has_end);
    }
    close_end(&program->ends[LEASH]);
    close_end(&program->ends[OUTPUT]);
    close_end(&program->ends[ERRORS]);
    if (program->keeper > 0) {
        /* Its keeper does the work. Should that have been killed, its group at least is ended. */
        int status = 0;
        pid_t gone;
        do
            gone = waitpid(program->keeper, &status, 0);
        while (gone < 0 && errno == EINTR);
        read_report(program);
        if (gone > 0 && WIFSIGNALED(status) && program->group > 0)
            kill(-program->group, SIGKILL);
    }
    close_end(&program->ends[REPORT]);
    text_free(&program->unsent);
    text_free(&program->said);
    text_free(&program->tail);
    free(program->path);
    free(program);
}
