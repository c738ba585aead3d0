#if defined __linux__ && !defined _GNU_SOURCE
#define _GNU_SOURCE /* syscall, pipe2 */
#endif

#include "base/system/program.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/inside.h"
#include "base/system/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

/* The keeper: a tiny process between us and a program that drives a car, so that nothing of it is
 * left running, however the game ends.
 *
 * It starts the program in a process group of its own, without a terminal, and waits. When the
 * leash is let go - by program_end, by our exit, by SIGKILL - or when the program has died, it asks
 * the group by SIGTERM to go, waits KEEPER_GRACE_MILLISECONDS at most, and ends whatever is left.
 * On Linux everything that the program has started becomes the keeper's child when its own parent
 * goes, also what took a session of its own, and is ended, too. On other systems it is the process
 * group that is ended.
 *
 * The keeper is a fork of a program that has threads, so it calls nothing but what a signal handler
 * may call: no memory, no stdio.
 */

enum { KEEPER_GRACE_MILLISECONDS = 100 };

/* What the keeper gets; its descriptors are 3 or higher. */
struct keeper_order {
    const char *path; /* of the program */
    char *const *words;
    int input, output, errors; /* the program's ends */
    int leash;                 /* can be read when its other end is closed */
    int report;                /* takes struct keeper_report */
};

enum keeper_news {
    KEEPER_HAS_STARTED,  /* value: the program's process, which is its group, too */
    KEEPER_CANNOT_START, /* value: errno */
    KEEPER_HAS_DIED      /* value: as waitpid gives it for WIFEXITED and so on */
};

struct keeper_report {
    enum keeper_news news;
    int value;
};

enum {
    MOST_SIGNALS = 64,
    MOST_DESCRIPTORS = 65536, /* closed one by one where the system cannot close them at once */
    OUT_OF_THE_WAY = 16,
    GIVE_UP_MILLISECONDS = 2000 /* what cannot be killed is not ours */
};

/* Where the descriptors of the order are put, so that all above can be closed. */
enum { INPUT = 3, OUTPUT, ERRORS, LEASH, REPORT, FIRST_UNUSED };

static volatile sig_atomic_t told_to_end;

static void take_note(int number)
{
    if (number != SIGCHLD)
        told_to_end = 1;
}

/* Handlers of the game must not run here, nor in what is started. */
static void forget_handlers(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    for (int number = 1; number <= MOST_SIGNALS; number++)
        sigaction(number, &usual, NULL);
}

static void close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
        return;
#endif
    for (int descriptor = first; descriptor < MOST_DESCRIPTORS; descriptor++)
        close(descriptor);
}

static void report_news(enum keeper_news news, int value)
{
    struct keeper_report report = {news, value};
    ssize_t written;
    do
        written = write(REPORT, &report, sizeof report);
    while (written < 0 && errno == EINTR);
}

extern char **environ;

_Noreturn static void become_program(const struct keeper_order *order)
{
    sigset_t none;
    setpgid(0, 0);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* should somebody kill the keeper */
#endif
    dup2(INPUT, STDIN_FILENO);
    dup2(OUTPUT, STDOUT_FILENO);
    dup2(ERRORS, STDERR_FILENO);
    forget_handlers();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(order->path, order->words, environ);
    report_news(KEEPER_CANNOT_START, errno);
    _exit(127);
}

/* Takes away what has died, but for the program: as long as it stays, its group's number is its
 * own. True when it has died. */
static bool has_died(pid_t program)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
        if (info.si_pid == program) {
            report_news(KEEPER_HAS_DIED, info.si_code == CLD_EXITED ? (info.si_status & 0xFF) << 8
                                                                    : info.si_status & 0x7F);
            return true;
        }
        waitpid(info.si_pid, NULL, WNOHANG);
        info.si_pid = 0;
    }
    return false;
}

static void wait_for_the_end(pid_t program)
{
    sigset_t none;
    sigemptyset(&none);
    while (!has_died(program)) {
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(LEASH, &readable);
        if (told_to_end || pselect(LEASH + 1, &readable, NULL, NULL, NULL, &none) > 0)
            return;
    }
}

static void sleep_milliseconds(int milliseconds)
{
    struct timespec time = {0, milliseconds * 1000000L};
    nanosleep(&time, NULL);
}

/* What has lost its parent has become a child of ours: those of a child that is killed here are
 * found the next time. */
static void kill_children(void)
{
#ifdef __linux__
    char part[512];
    ssize_t length;
    pid_t child = 0;
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    while (list >= 0 && (length = read(list, part, sizeof part)) > 0) {
        for (ssize_t i = 0; i < length; i++) {
            if (part[i] >= '0' && part[i] <= '9') {
                child = child * 10 + (part[i] - '0');
            } else if (child > 0) {
                kill(child, SIGKILL);
                child = 0;
            }
        }
    }
    close(list);
#endif
}

/* True when there is nobody any more. */
static bool reap_children(void)
{
    pid_t gone;
    do
        gone = waitpid(-1, NULL, WNOHANG);
    while (gone > 0);
    return gone < 0 && errno == ECHILD;
}

static void end_everything(pid_t program)
{
    const pid_t group = program;
    siginfo_t info = {0};
    kill(-group, SIGTERM);
    kill(-group, SIGCONT);
    for (int waited = 0; waited < KEEPER_GRACE_MILLISECONDS && info.si_pid == 0; waited++) {
        sleep_milliseconds(1);
        waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT);
    }
    kill(-group, SIGKILL);
    for (int waited = 0; waited < GIVE_UP_MILLISECONDS && !reap_children(); waited++) {
        kill_children();
        sleep_milliseconds(1);
    }
}

/* In a child just forked, with all signals blocked: does all of it and ends the process. */
static _Noreturn void keeper_run(const struct keeper_order *order)
{
    forget_handlers();
    static const int noted[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
    struct sigaction note = {.sa_handler = take_note};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    for (size_t i = 0; i < sizeof noted / sizeof *noted; i++)
        sigaction(noted[i], &note, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
    setsid();
    /* Other ends that stayed open here would hide from their owners that the game has gone. */
    const int given[] = {order->input, order->output, order->errors, order->leash, order->report};
    enum { COUNT = sizeof given / sizeof *given };
    int aside[COUNT];
    for (int i = 0; i < COUNT; i++)
        aside[i] = fcntl(given[i], F_DUPFD, OUT_OF_THE_WAY);
    for (int i = 0; i < COUNT; i++) {
        dup2(aside[i], INPUT + i);
        fcntl(INPUT + i, F_SETFD, FD_CLOEXEC);
    }
    close_from(FIRST_UNUSED);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < INPUT; i++)
        dup2(nothing, i);
    close(nothing);
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "graphprix-keep");
#endif
    pid_t program = fork();
    if (program == 0)
        become_program(order);
    if (program < 0) {
        report_news(KEEPER_CANNOT_START, errno);
        _exit(1);
    }
    setpgid(program, program);
    report_news(KEEPER_HAS_STARTED, program);
    close(INPUT);
    close(OUTPUT);
    close(ERRORS);
    wait_for_the_end(program);
    end_everything(program);
    _exit(0);
}

/* === our ends ================================================================================ */

/* Who watches over the process is the keeper; here are our ends of the pipes. */

enum { PROCESS_LEASH = PROCESS_ERRORS + 1, PROCESS_REPORT, PIPE_COUNT };

struct process {
    pid_t keeper;
    int ends[PIPE_COUNT]; /* ours of its pipes; -1: closed */
    pid_t group;          /* 0: not known yet */
    bool has_end;
    struct keeper_report end;
};

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

static bool start_keeper(struct process *process, const char *path, char *const *words)
{
    int pipes[PIPE_COUNT][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    bool opened = true;
    for (int i = 0; i < PIPE_COUNT && opened; i++)
        opened = open_pipe(pipes[i]);
    struct keeper_order order = {path,
                                 words,
                                 pipes[PROCESS_INPUT][0],
                                 pipes[PROCESS_OUTPUT][1],
                                 pipes[PROCESS_ERRORS][1],
                                 pipes[PROCESS_LEASH][0],
                                 pipes[PROCESS_REPORT][1]};
    process->keeper = opened ? fork_keeper(&order) : -1;
    int reason = errno;
    for (int i = 0; i < PIPE_COUNT; i++) {
        bool writes = i == PROCESS_INPUT || i == PROCESS_LEASH;
        process->ends[i] = pipes[i][writes];
        fcntl(process->ends[i], F_SETFL, fcntl(process->ends[i], F_GETFL) | O_NONBLOCK);
        close_end(&pipes[i][!writes]);
    }
    errno = reason;
    return process->keeper > 0;
}

struct process *process_start(char *const *words, char **path, struct error *error)
{
    *path = file_find_program(words[0]);
    if (!*path) {
        error_set(error, "there is no program \"%.100s\"", words[0]);
        return NULL;
    }
    struct process *process = memory_allocate(1, sizeof *process);
    if (start_keeper(process, *path, words))
        return process;
    file_explain(error, errno);
    process_free(process);
    return NULL;
}

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

static void take_report(struct process *process, const struct keeper_report *report)
{
    if (report->news == KEEPER_HAS_STARTED)
        process->group = report->value;
    else if (!process->has_end) /* one that cannot be started ends, too */
        process->end = *report;
    process->has_end |= report->news != KEEPER_HAS_STARTED;
}

static void read_report(struct process *process)
{
    struct keeper_report report;
    while (process->ends[PROCESS_REPORT] >= 0) {
        ssize_t length = read(process->ends[PROCESS_REPORT], &report, sizeof report);
        if (length == (ssize_t)sizeof report)
            take_report(process, &report);
        else if (length < 0 && try_again())
            return;
        else
            close_end(&process->ends[PROCESS_REPORT]);
    }
}

enum process_state process_state(struct process *process, int *number)
{
    read_report(process);
    *number = process->end.value;
    if (process->has_end)
        return process->end.news == KEEPER_CANNOT_START ? PROCESS_CANNOT_START : PROCESS_ENDED;
    return process->ends[PROCESS_REPORT] < 0 ? PROCESS_LOST : PROCESS_RUNS;
}

void process_append_end(const struct process *process, struct text *into)
{
    int value = process->end.value;
    if (!process->has_end)
        text_append(into, "together with its keeper");
    else if (WIFEXITED(value))
        text_append_format(into, "with status %d", WEXITSTATUS(value));
    else
        text_append_format(into, "of signal %d", WTERMSIG(value));
}

ptrdiff_t process_write(struct process *process, const char *bytes, size_t length)
{
    if (process->ends[PROCESS_INPUT] < 0)
        return -1;
    ssize_t written = write_quietly(process->ends[PROCESS_INPUT], bytes, length);
    return written < 0 && try_again() ? 0 : written;
}

ptrdiff_t process_read(struct process *process, enum process_pipe from, char *into, size_t size)
{
    ssize_t length = process->ends[from] < 0 ? 0 : read(process->ends[from], into, size);
    return length == 0 ? -1 : length < 0 && try_again() ? 0 : length;
}

void process_close(struct process *process, enum process_pipe pipe)
{
    close_end(&process->ends[pipe]);
}

bool process_is_open(const struct process *process, enum process_pipe pipe)
{
    return process->ends[pipe] >= 0;
}

void process_wait(struct process *process, bool wants_to_write, int milliseconds)
{
    struct pollfd ends[] = {
        {.fd = wants_to_write ? process->ends[PROCESS_INPUT] : -1, .events = POLLOUT},
        {.fd = process->ends[PROCESS_OUTPUT], .events = POLLIN},
        {.fd = process->ends[PROCESS_ERRORS], .events = POLLIN},
        {.fd = process->ends[PROCESS_REPORT], .events = POLLIN},
    };
    poll(ends, sizeof ends / sizeof *ends, milliseconds);
}

void process_free(struct process *process)
{
    for (int i = PROCESS_INPUT; i <= PROCESS_LEASH; i++)
        close_end(&process->ends[i]);
    if (process->keeper > 0) {
        /* Its keeper does the work. Should that have been killed, its group at least is ended. */
        int status = 0;
        pid_t gone;
        do
            gone = waitpid(process->keeper, &status, 0);
        while (gone < 0 && errno == EINTR);
        read_report(process);
        if (gone > 0 && WIFSIGNALED(status) && process->group > 0)
            kill(-process->group, SIGKILL);
    }
    close_end(&process->ends[PROCESS_REPORT]);
    free(process);
}

/* === aside ==================================================================================== */

/* See aside.h. Each program is followed by a thread, which shares a block with whoever started it:
 * both let go of it.
 */

enum { GLANCE_MILLISECONDS = 5 };

_Static_assert(ASIDE_OUTPUT == STDOUT_FILENO && ASIDE_ERRORS == STDERR_FILENO, "they are");

struct aside {
    atomic_int holders;
    atomic_int state; /* written last */
    pid_t process;
    int stream;
    char said[ASIDE_SAID_BYTES];
};

static void let_go(struct aside *aside)
{
    if (atomic_fetch_sub(&aside->holders, 1) == 1)
        free(aside);
}

static void *read_stream(void *data)
{
    struct aside *aside = data;
    int status = 0;
    char part[1024];
    size_t length = 0;
    ssize_t got;
    while ((got = read(aside->stream, part, sizeof part)) > 0)
        for (ssize_t i = 0; i < got && length < sizeof aside->said - 1; i++)
            aside->said[length++] = part[i];
    aside->said[strcspn(aside->said, "\n")] = '\0';
    close(aside->stream);
    waitpid(aside->process, &status, 0);
    bool done = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    atomic_store(&aside->state, done ? ASIDE_DONE : ASIDE_FAILED);
    worker_wake();
    let_go(aside);
    return NULL;
}

static bool spawn_aside(struct aside *aside, const char *const *words, enum aside_stream kept)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        posix_spawn_file_actions_addopen(&actions, i, "/dev/null", i ? O_WRONLY : O_RDONLY, 0);
    if (kept != ASIDE_NOTHING)
        posix_spawn_file_actions_adddup2(&actions, ends[1], (int)kept);
    int failed = posix_spawnp(&aside->process, words[0], &actions, NULL,
                              (char *const *)(const void *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    aside->stream = ends[0];
    if (failed)
        close(ends[0]);
    return !failed;
}

struct aside *aside_start(const char *const *words, enum aside_stream kept)
{
    struct aside *aside = memory_allocate(1, sizeof *aside);
    pthread_t thread;
    if (!spawn_aside(aside, words, kept)) {
        free(aside);
        return NULL;
    }
    atomic_store(&aside->holders, 2);
    if (pthread_create(&thread, NULL, read_stream, aside) == 0)
        pthread_detach(thread);
    else
        read_stream(aside);
    return aside;
}

void aside_free(struct aside *aside)
{
    if (aside)
        let_go(aside);
}

enum aside_state aside_state(const struct aside *aside)
{
    return (enum aside_state)atomic_load(&aside->state);
}

enum aside_state aside_wait(const struct aside *aside, int milliseconds)
{
    for (int left = milliseconds; left > 0 && aside_state(aside) == ASIDE_RUNS;
         left -= GLANCE_MILLISECONDS)
        nanosleep(&(struct timespec){.tv_nsec = GLANCE_MILLISECONDS * 1000000}, NULL);
    return aside_state(aside);
}

const char *aside_said(const struct aside *aside)
{
    return aside_state(aside) == ASIDE_RUNS ? "" : aside->said;
}
