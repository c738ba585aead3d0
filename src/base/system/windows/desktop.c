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
#include <shlwapi.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <wchar.h>

/* What the system was asked for: it has done it when it comes back, but for a dialog, which holds
 * the thread that shows it and so has one of its own. */
struct aside {
    atomic_int holders; /* whoever asked, and that thread */
    atomic_bool runs;
    bool saves;
    char *place; /* a folder, or the file that is proposed */
    char *said;
};

static struct aside *dialog; /* the latest one that opens a file */

static struct aside *make_aside(bool saves, const char *place)
{
    struct aside *aside = memory_allocate(1, sizeof *aside);
    aside->saves = saves;
    aside->place = memory_copy_string(place);
    aside->holders = 1;
    return aside;
}

void aside_free(struct aside *aside)
{
    if (!aside || atomic_fetch_sub(&aside->holders, 1) > 1)
        return;
    free(aside->place);
    free(aside->said);
    free(aside);
}

enum aside_state aside_state(const struct aside *aside)
{
    return aside->runs ? ASIDE_RUNS : ASIDE_DONE;
}

const char *aside_said(const struct aside *aside)
{
    return aside->said ? aside->said : "";
}

static void *ask(void *data)
{
    enum { LONGEST = 32768 };
    struct aside *aside = data;
    char *folder = aside->saves ? file_folder_of(aside->place) : memory_copy_string(aside->place);
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
    if (aside->saves) {
        wchar_t *name = wide_text(file_own_name(aside->place));
        wcsncpy(path, name, LONGEST - 1);
        free(name);
        asked.lpstrTitle = L"Save the pages as";
        asked.lpstrFilter = L"PDF\0*.pdf\0";
        asked.lpstrDefExt = L"pdf";
        asked.Flags = OFN_OVERWRITEPROMPT | OFN_PATHMUSTEXIST | OFN_NOCHANGEDIR | OFN_EXPLORER;
    }
    if (aside->saves ? GetSaveFileNameW(&asked) : GetOpenFileNameW(&asked))
        aside->said = wide_back_path(path);
    free(path);
    free(place);
    free(folder);
    aside->runs = false;
    worker_wake();
    aside_free(aside);
    return NULL;
}

static struct aside *start_dialog(bool saves, const char *place)
{
    struct aside *aside = make_aside(saves, place);
    aside->runs = true;
    aside->holders = 2;
    if (worker_thread(NULL, ask, aside))
        return aside;
    aside->holders = 1;
    aside_free(aside);
    return NULL;
}

bool dialog_exists(void)
{
    return true;
}

void dialog_open(const char *folder)
{
    aside_free(dialog);
    dialog = start_dialog(false, folder);
}

char *dialog_choice(void)
{
    if (!dialog || aside_state(dialog) == ASIDE_RUNS)
        return NULL;
    char *choice = dialog->said;
    dialog->said = NULL;
    aside_free(dialog);
    dialog = NULL;
    return choice;
}

/* Not every program for PDF files says how it prints them. */
bool desktop_can(enum desktop_deed deed)
{
    DWORD size = 0;
    return deed != DESKTOP_PRINTS ||
           SUCCEEDED(AssocQueryStringW(0, ASSOCSTR_COMMAND, L".pdf", L"print", NULL, &size));
}

static struct aside *do_with(const wchar_t *deed, const char *path)
{
    wchar_t *wide = wide_text(path);
    INT_PTR done = (INT_PTR)ShellExecuteW(NULL, deed, wide, NULL, NULL, SW_SHOWNORMAL);
    free(wide);
    return done > 32 ? make_aside(false, path) : NULL; /* less is an error */
}

struct aside *desktop_open(const char *path)
{
    return do_with(L"open", path);
}

struct aside *desktop_print(const char *path, const char *title, const char *paper)
{
    (void)title, (void)paper; /* its program asks */
    return do_with(L"print", path);
}

struct aside *desktop_ask_where(const char *proposed)
{
    return start_dialog(true, proposed);
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
    /* One that is let go later, as it ends, may hand its memory to two others. */
    pthread_t own;
    pthread_attr_t how;
    pthread_attr_init(&how);
    pthread_attr_setdetachstate(&how, thread ? PTHREAD_CREATE_JOINABLE : PTHREAD_CREATE_DETACHED);
    return pthread_create(thread ? thread : &own, &how, run, data) == 0;
}

bool worker_is_beside(void)
{
    return true;
}
