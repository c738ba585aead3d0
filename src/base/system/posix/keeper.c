#if defined __linux__ && !defined _GNU_SOURCE
#define _GNU_SOURCE /* syscall */
#endif

#include "base/system/posix/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

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

static void tell(enum keeper_news news, int value)
{
    struct keeper_report report = {news, value};
    ssize_t written;
    do
        written = write(REPORT, &report, sizeof report);
    while (written < 0 && errno == EINTR);
}

_Noreturn static void become_program(const struct keeper_order *order)
{
    extern char **environ;
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
    tell(KEEPER_CANNOT_START, errno);
    _exit(127);
}

static int status_of(const siginfo_t *info)
{
    return info->si_code == CLD_EXITED ? (info->si_status & 0xFF) << 8 : info->si_status & 0x7F;
}

/* Takes away what has died, but for the program: as long as it stays, its group's number is its
 * own. True when it has died. */
static bool has_died(pid_t program)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
        if (info.si_pid == program) {
            tell(KEEPER_HAS_DIED, status_of(&info));
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
static bool reap(void)
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
    for (int waited = 0; waited < GIVE_UP_MILLISECONDS && !reap(); waited++) {
        kill_children();
        sleep_milliseconds(1);
    }
}

_Noreturn void keeper_run(const struct keeper_order *order)
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
        tell(KEEPER_CANNOT_START, errno);
        _exit(1);
    }
    setpgid(program, program);
    tell(KEEPER_HAS_STARTED, program);
    close(INPUT);
    close(OUTPUT);
    close(ERRORS);
    wait_for_the_end(program);
    end_everything(program);
    _exit(0);
}
