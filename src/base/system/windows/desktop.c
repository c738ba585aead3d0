/* A dialog, folders, threads. */
#include "base/system/host.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/program.h"
#include "base/system/windows/wide.h"
#include "base/system/worker.h"

#include <windows.h>

#include <commdlg.h>
#include <knownfolders.h>
#include <shlobj.h>
#include <stdlib.h>
#include <string.h>

/* The system's dialog holds the thread that shows it, so it has one of its own. What was chosen
 * last is taken by whoever asks. */
static _Atomic(char *) chosen;

bool dialog_exists(void)
{
    return true;
}

static void *choose(void *folder)
{
    enum { LONGEST = 32768 };
    wchar_t *place = wide_text(folder), *path = memory_allocate(LONGEST, sizeof *path);
    for (wchar_t *c = place; *c; c++)
        if (*c == L'/')
            *c = L'\\';
    OPENFILENAMEW asked = {
        .lStructSize = sizeof asked,
        .lpstrTitle = L"Open a track, a race or a photo of a track",
        .lpstrFilter = L"Tracks, races and photos\0*.svg;*.svgz;*.map;*.race;*.lesson;*.txt;*.jpg;"
                       L"*.jpeg;*.png\0All files\0*.*\0",
        .lpstrInitialDir = place,
        .lpstrFile = path,
        .nMaxFile = LONGEST,
        .Flags = OFN_FILEMUSTEXIST | OFN_NOCHANGEDIR | OFN_EXPLORER,
    };
    if (GetOpenFileNameW(&asked))
        free(atomic_exchange(&chosen, wide_back_path(path)));
    free(path);
    free(place);
    free(folder);
    worker_wake();
    return NULL;
}

void dialog_open(const char *folder)
{
    pthread_t thread;
    char *place = memory_copy_string(folder);
    if (worker_thread(&thread, choose, place))
        pthread_detach(thread);
    else
        free(place);
}

char *dialog_choice(void)
{
    return atomic_exchange(&chosen, NULL);
}

char *folders_documents(void)
{
    wchar_t *documents = NULL;
    SHGetKnownFolderPath(&FOLDERID_Documents, 0, NULL, &documents);
    char *base = documents ? wide_back_path(documents) : memory_copy_string(".");
    char *folder = file_join(base, "Graph Prix");
    CoTaskMemFree(documents);
    free(base);
    return folder;
}

void loop_run(bool (*pass)(void *data, bool may_wait), void *data)
{
    while (pass(data, true))
        ;
}

/* === threads ================================================================================== */

int team_processors(void)
{
    DWORD_PTR ours = 0, all = 0;
    int count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &ours, &all))
        for (; ours; ours &= ours - 1)
            count++;
    return count < 1 ? 1 : count;
}

bool worker_thread(pthread_t *thread, void *(*run)(void *data), void *data)
{
    return pthread_create(thread, NULL, run, data) == 0;
}

bool worker_is_beside(void)
{
    return true;
}
