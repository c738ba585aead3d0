#include "base/system/host.h"

#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <pthread.h>
#include <stdio.h>

static atomic_bool interrupted;

/* Called in a thread of the system's. */
static BOOL WINAPI note_interrupt(DWORD kind)
{
    return kind <= CTRL_CLOSE_EVENT && !atomic_exchange(&interrupted, true);
}

const atomic_bool *terminal_catch_interrupts(void)
{
    atomic_store(&interrupted, false);
    SetConsoleCtrlHandler(note_interrupt, TRUE);
    return &interrupted;
}

void terminal_leave_interrupts(void)
{
    SetConsoleCtrlHandler(note_interrupt, FALSE);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int kept = -1; /* the standard error meanwhile */

void silence_begin(void)
{
    pthread_mutex_lock(&lock);
    fflush(stderr);
    kept = _dup(_fileno(stderr));
    int nowhere = _wopen(L"NUL", _O_WRONLY);
    if (kept >= 0 && nowhere >= 0)
        _dup2(nowhere, _fileno(stderr));
    if (nowhere >= 0)
        _close(nowhere);
}

void silence_end(void)
{
    if (kept >= 0) {
        _dup2(kept, _fileno(stderr));
        _close(kept);
    }
    pthread_mutex_unlock(&lock);
}
