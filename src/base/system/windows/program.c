/* A program that is talked to, in a job of its own: the system ends the job, with all that the
 * program has started, when its last handle goes, so nothing is left running, however the game
 * ends. Its pipes have names and are overlapped: others cannot be waited for together. */
#include "base/system/inside.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/program.h"
#include "base/system/windows/wide.h"

#include <windows.h>

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIPES = PROCESS_ERRORS + 1 };

/* Our end of a pipe, and the one piece that is on its way. */
struct pipe_end {
    HANDLE handle; /* NULL: closed */
    OVERLAPPED way;
    bool busy;
    DWORD held, given; /* bytes that have come, and of them what was read */
    char part[4096];
};

struct process {
    HANDLE process, job;
    struct pipe_end ends[PIPES];
    bool ended;
    DWORD status;
    int number; /* errno: it could not be started */
};

/* --- pipes ---------------------------------------------------------------------------------- */

void process_close(struct process *process, enum process_pipe pipe)
{
    struct pipe_end *end = &process->ends[pipe];
    DWORD length;
    if (!end->handle)
        return;
    if (end->busy && CancelIo(end->handle))
        GetOverlappedResult(end->handle, &end->way, &length, TRUE);
    CloseHandle(end->handle);
    CloseHandle(end->way.hEvent);
    end->handle = NULL;
    end->busy = false;
}

bool process_is_open(const struct process *process, enum process_pipe pipe)
{
    return process->ends[pipe].handle != NULL;
}

/* Has what is on its way arrived? -1: the pipe is closed, 0: not yet. */
static int look_at_way(struct pipe_end *end, DWORD *length)
{
    if (GetOverlappedResult(end->handle, &end->way, length, FALSE)) {
        end->busy = false;
        return 1;
    }
    return GetLastError() == ERROR_IO_INCOMPLETE ? 0 : -1;
}

ptrdiff_t process_write(struct process *process, const char *bytes, size_t length)
{
    struct pipe_end *end = &process->ends[PROCESS_INPUT];
    DWORD before;
    if (!end->handle)
        return -1;
    int way = end->busy ? look_at_way(end, &before) : 1;
    if (way <= 0)
        return way;
    DWORD taken = (DWORD)(length < sizeof end->part ? length : sizeof end->part);
    memcpy(end->part, bytes, taken);
    end->busy = true;
    if (!WriteFile(end->handle, end->part, taken, NULL, &end->way) &&
        GetLastError() != ERROR_IO_PENDING)
        return -1;
    return taken;
}

/* Sends for the next piece, unless one is on its way; false: the pipe is closed. */
static bool ask_for_more(struct pipe_end *end)
{
    if (end->busy || end->given < end->held)
        return true;
    end->busy = true;
    end->held = end->given = 0;
    return ReadFile(end->handle, end->part, sizeof end->part, NULL, &end->way) ||
           GetLastError() == ERROR_IO_PENDING;
}

ptrdiff_t process_read(struct process *process, enum process_pipe from, char *into, size_t size)
{
    struct pipe_end *end = &process->ends[from];
    if (!end->handle || !ask_for_more(end))
        return -1;
    int way = end->busy ? look_at_way(end, &end->held) : 1;
    if (way <= 0)
        return way;
    size_t length = end->held - end->given < size ? end->held - end->given : size;
    memcpy(into, end->part + end->given, length);
    end->given += (DWORD)length;
    return (ptrdiff_t)length;
}

void process_wait(struct process *process, bool wants_to_write, int milliseconds)
{
    HANDLE things[PIPES + 1];
    DWORD count = 0;
    for (int i = 0; i < PIPES; i++) {
        struct pipe_end *end = &process->ends[i];
        if (end->handle && (i != PROCESS_INPUT || wants_to_write)) {
            /* What is there already, or cannot come any more, is found by whoever reads. */
            if (!end->busy && (i == PROCESS_INPUT || !ask_for_more(end) || !end->busy))
                return;
            things[count++] = end->way.hEvent;
        }
    }
    if (process->process && !process->ended)
        things[count++] = process->process;
    if (count > 0)
        WaitForMultipleObjects(count, things, FALSE, (DWORD)milliseconds);
    else
        Sleep((DWORD)milliseconds);
}

/* The program's end, which it inherits; NULL if it cannot be. */
static HANDLE open_pipe(struct pipe_end *end, bool writes)
{
    static atomic_uint number;
    wchar_t name[80];
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    swprintf(name, sizeof name / sizeof *name, L"\\\\.\\pipe\\graphprix-%lu-%u",
             GetCurrentProcessId(), atomic_fetch_add(&number, 1));
    HANDLE ours = CreateNamedPipeW(name,
                                   (writes ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) |
                                       FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                   PIPE_REJECT_REMOTE_CLIENTS, 1, 65536, 65536, 0, NULL);
    HANDLE theirs = CreateFileW(name, writes ? GENERIC_READ : GENERIC_WRITE, 0, &inherited,
                                OPEN_EXISTING, 0, NULL);
    end->handle = ours == INVALID_HANDLE_VALUE ? NULL : ours;
    end->way.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    return theirs == INVALID_HANDLE_VALUE ? NULL : theirs;
}

/* --- starting ------------------------------------------------------------------------------- */

/* One word of a line of command, so that the program's own start takes it apart into the same. */
static void append_word(struct text *line, const char *word)
{
    size_t slashes = 0;
    text_append(line, line->length > 0 ? " \"" : "\"");
    for (; *word; word++) {
        if (*word == '"')
            for (size_t i = 0; i <= slashes; i++)
                text_append(line, "\\");
        slashes = *word == '\\' ? slashes + 1 : 0;
        text_append_bytes(line, word, 1);
    }
    for (; slashes > 0; slashes--)
        text_append(line, "\\");
    text_append(line, "\"");
}

static bool create_process(struct process *process, const char *path, char *const *words,
                           HANDLE theirs[PIPES])
{
    struct text line = {0};
    for (; *words; words++)
        append_word(&line, *words);
    wchar_t *wide_line = wide_text(text_string(&line)), *wide_path = wide_text(path);
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = memory_allocate(size, 1);
    InitializeProcThreadAttributeList(list, 1, 0, &size);
    /* These three alone: an end that others inherited would hide that its owner has gone. */
    UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, theirs,
                              PIPES * sizeof *theirs, NULL, NULL);
    STARTUPINFOEXW how = {
        .StartupInfo = {.cb = sizeof how,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = theirs[PROCESS_INPUT],
                        .hStdOutput = theirs[PROCESS_OUTPUT],
                        .hStdError = theirs[PROCESS_ERRORS]},
        .lpAttributeList = list,
    };
    PROCESS_INFORMATION made;
    bool started =
        CreateProcessW(wide_path, wide_line, NULL, NULL, TRUE,
                       CREATE_NO_WINDOW | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT, NULL,
                       NULL, &how.StartupInfo, &made) ||
        wide_failed();
    if (started) {
        process->process = made.hProcess;
        AssignProcessToJobObject(process->job, made.hProcess);
        ResumeThread(made.hThread);
        CloseHandle(made.hThread);
    }
    DeleteProcThreadAttributeList(list);
    free(list);
    free(wide_line);
    free(wide_path);
    text_free(&line);
    return started;
}

struct process *process_start(char *const *words, char **path, struct error *error)
{
    *path = file_find_program(words[0]);
    if (!*path) {
        error_set(error, "there is no program \"%.100s\"", words[0]);
        return NULL;
    }
    struct process *process = memory_allocate(1, sizeof *process);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
    process->job = CreateJobObjectW(NULL, NULL);
    SetInformationJobObject(process->job, JobObjectExtendedLimitInformation, &limits,
                            sizeof limits);
    HANDLE theirs[PIPES];
    bool opened = true;
    for (int i = 0; i < PIPES; i++) {
        theirs[i] = open_pipe(&process->ends[i], i == PROCESS_INPUT);
        opened = opened && theirs[i] != NULL;
    }
    if (!opened)
        wide_failed();
    if (!opened || !create_process(process, *path, words, theirs))
        process->number = errno;
    for (int i = 0; i < PIPES; i++)
        if (theirs[i])
            CloseHandle(theirs[i]);
    return process;
}

/* --- its end -------------------------------------------------------------------------------- */

enum process_state process_state(struct process *process, int *number)
{
    *number = process->number;
    if (!process->process)
        return PROCESS_CANNOT_START;
    if (!process->ended && WaitForSingleObject(process->process, 0) == WAIT_OBJECT_0) {
        GetExitCodeProcess(process->process, &process->status);
        TerminateJobObject(process->job, 1); /* what it has left running holds its pipes */
        process->ended = true;
    }
    return process->ended ? PROCESS_ENDED : PROCESS_RUNS;
}

void process_append_end(const struct process *process, struct text *into)
{
    text_append_format(into, "with status %ld", (long)process->status);
}

void process_free(struct process *process)
{
    TerminateJobObject(process->job, 1);
    for (int i = 0; i < PIPES; i++)
        process_close(process, (enum process_pipe)i);
    CloseHandle(process->job);
    if (process->process)
        CloseHandle(process->process);
    free(process);
}
