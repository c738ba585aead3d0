/* Files of Windows: a path goes there as UTF-16, so that every name that a file may have is one. */
#include "base/system/file.h"

#include "base/memory.h"
#include "base/system/inside.h"
#include "base/system/windows/wide.h"

#include <windows.h>

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <ntsecapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

wchar_t *wide_text(const char *text)
{
    int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *wide = memory_allocate((size_t)length + 1, sizeof *wide);
    MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    return wide;
}

char *wide_back(const wchar_t *text)
{
    int length = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *back = memory_allocate((size_t)length + 1, 1);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, back, length, NULL, NULL);
    return back;
}

char *wide_back_path(const wchar_t *path)
{
    char *back = wide_back(path);
    for (char *c = back; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    return back;
}

bool wide_failed(void)
{
    static const struct {
        DWORD error;
        int number;
    } meanings[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},      {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_ACCESS_DENIED, EACCES},       {ERROR_SHARING_VIOLATION, EACCES},
        {ERROR_LOCK_VIOLATION, EACCES},      {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},         {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},           {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_DIRECTORY, ENOTDIR},          {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE}, {ERROR_BAD_EXE_FORMAT, ENOEXEC},
    };
    DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].error == error)
            errno = meanings[i].number;
    return false;
}

int path_open(const char *path, enum path_use use)
{
    wchar_t *wide = wide_text(path);
    int way = use == PATH_READ     ? _O_RDONLY
              : use == PATH_CREATE ? _O_WRONLY | _O_CREAT | _O_EXCL
                                   : _O_WRONLY | _O_APPEND;
    int descriptor = _wopen(wide, way | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    /* A folder cannot be opened here at all. */
    if (descriptor < 0 && errno == EACCES && file_is_folder(path))
        errno = EISDIR;
    free(wide);
    return descriptor;
}

bool path_stat(const char *path, struct stat *status)
{
    wchar_t *wide = wide_text(path);
    bool known = _wstat64(wide, (struct _stat64 *)(void *)status) == 0;
    free(wide);
    return known;
}

_Static_assert(sizeof(struct stat) == sizeof(struct _stat64), "sizes and times have 64 bits");

bool path_sync(int descriptor)
{
    return _commit(descriptor) == 0;
}

/* Whoever looks at a file for a moment, such as a guard against viruses, keeps it from being
 * replaced. */
bool path_move(const char *from, const char *to)
{
    enum { TRIES = 50, PAUSE = 10 }; /* milliseconds */
    wchar_t *here = wide_text(from), *there = wide_text(to);
    const DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    bool moved = false;
    for (int i = 0; i < TRIES && !(moved = MoveFileExW(here, there, how)); i++) {
        wide_failed();
        if (errno != EACCES)
            break;
        Sleep(PAUSE);
    }
    free(here);
    free(there);
    return moved;
}

bool path_remove(const char *path)
{
    wchar_t *wide = wide_text(path);
    bool removed = _wunlink(wide) == 0;
    free(wide);
    return removed;
}

bool path_make_folder(const char *path)
{
    /* "C:" is no folder that can be made or asked about, and is always there. */
    wchar_t *wide = wide_text(path);
    bool made = (path[0] != '\0' && strcmp(path + 1, ":") == 0) || CreateDirectoryW(wide, NULL) ||
                wide_failed();
    free(wide);
    return made;
}

bool path_may_write(const char *path)
{
    wchar_t *wide = wide_text(path);
    bool may = _waccess(wide, 2) == 0;
    free(wide);
    return may;
}

/* A new file has the rights of its folder. */
void path_give_rights(int descriptor, const struct stat *old)
{
    (void)descriptor, (void)old;
}

void file_survive_limits(void)
{
}

static HANDLE open_to_look(const char *path)
{
    wchar_t *wide = wide_text(path);
    HANDLE file = CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    free(wide);
    return file;
}

static bool is_same_entry(HANDLE one, HANDLE other)
{
    BY_HANDLE_FILE_INFORMATION here, there;
    return GetFileInformationByHandle(one, &here) && GetFileInformationByHandle(other, &there) &&
           here.dwVolumeSerialNumber == there.dwVolumeSerialNumber &&
           here.nFileIndexHigh == there.nFileIndexHigh && here.nFileIndexLow == there.nFileIndexLow;
}

bool path_leads_to(const char *path, int descriptor)
{
    HANDLE named = open_to_look(path);
    bool same = is_same_entry(named, (HANDLE)_get_osfhandle(descriptor));
    CloseHandle(named);
    return same;
}

bool file_is_same(const char *one, const char *other)
{
    HANDLE here = open_to_look(one), there = open_to_look(other);
    bool same = is_same_entry(here, there);
    if (here == INVALID_HANDLE_VALUE && there == INVALID_HANDLE_VALUE) {
        char *first = file_folder_of(one), *second = file_folder_of(other);
        wchar_t *name = wide_text(file_own_name(one)),
                *second_name = wide_text(file_own_name(other));
        same = file_is_folder(first) && file_is_folder(second) && file_is_same(first, second) &&
               _wcsicmp(name, second_name) == 0;
        free(first);
        free(second);
        free(name);
        free(second_name);
    }
    CloseHandle(here);
    CloseHandle(there);
    return same;
}

char *file_full_path(const char *path)
{
    wchar_t *wide = wide_text(path), *whole = NULL;
    char *full = NULL;
    DWORD length;
    if (GetFileAttributesW(wide) == INVALID_FILE_ATTRIBUTES)
        wide_failed();
    else if ((length = GetFullPathNameW(wide, 0, NULL, NULL)) > 0) {
        whole = memory_allocate(length, sizeof *whole);
        if (GetFullPathNameW(wide, length, whole, NULL) > 0)
            full = wide_back_path(whole);
    }
    free(wide);
    free(whole);
    return full;
}

void file_draw_secret(unsigned char *into, size_t length)
{
    if (!RtlGenRandom(into, (ULONG)length)) {
        fputs("graphprix: the system gives no random bytes\n", stderr);
        abort(); /* a token that can be guessed would be worse */
    }
}

static DWORD attributes_of(const char *path)
{
    wchar_t *wide = wide_text(path);
    DWORD attributes = GetFileAttributesW(wide);
    free(wide);
    return attributes;
}

bool file_exists(const char *path)
{
    return attributes_of(path) != INVALID_FILE_ATTRIBUTES;
}

bool file_is_folder(const char *path)
{
    DWORD attributes = attributes_of(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

struct file_stamp file_stamp(const char *path)
{
    enum { A_SECOND = 10000000 }; /* times are counted in tenths of a microsecond */
    WIN32_FILE_ATTRIBUTE_DATA data;
    wchar_t *wide = path ? wide_text(path) : NULL;
    bool known = wide && GetFileAttributesExW(wide, GetFileExInfoStandard, &data);
    free(wide);
    if (!known)
        return (struct file_stamp){0};
    int64_t changed =
        (int64_t)data.ftLastWriteTime.dwHighDateTime << 32 | data.ftLastWriteTime.dwLowDateTime;
    return (struct file_stamp){true, changed / A_SECOND - INT64_C(11644473600),
                               changed % A_SECOND * 100,
                               (int64_t)data.nFileSizeHigh << 32 | data.nFileSizeLow};
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **file_list_folder(const char *path, const char *suffix, int *count)
{
    char **names = NULL;
    int capacity = 0;
    *count = 0;
    char *pattern = file_join(path, "*");
    wchar_t *wide = wide_text(pattern);
    WIN32_FIND_DATAW found;
    HANDLE folder = FindFirstFileW(wide, &found);
    for (bool more = folder != INVALID_HANDLE_VALUE; more; more = FindNextFileW(folder, &found)) {
        char *name = wide_back(found.cFileName);
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || !file_ends_with(name, suffix))
            free(name);
        else
            array_add(names, *count, capacity, name);
    }
    if (folder != INVALID_HANDLE_VALUE)
        FindClose(folder);
    free(pattern);
    free(wide);
    if (*count > 0)
        qsort(names, (size_t)*count, sizeof *names, compare_names);
    return names;
}

/* As the system looks for it: with the endings of programs, along the PATH. */
char *file_find_program(const char *name)
{
    static const wchar_t *const endings[] = {L".exe", L".com", L".bat", L".cmd"};
    wchar_t *wide = wide_text(name), found[MAX_PATH];
    char *path = NULL;
    for (size_t i = 0; !path && i < sizeof endings / sizeof *endings; i++)
        if (SearchPathW(NULL, wide, endings[i], MAX_PATH, found, NULL) - 1 < MAX_PATH - 1)
            path = wide_back_path(found);
    free(wide);
    return path;
}

/* === folders ================================================================================== */

static char *folder_in(const wchar_t *variable, const char *name)
{
    const wchar_t *given = _wgetenv(variable);
    char *base = given && given[0] ? wide_back_path(given) : memory_copy_string(".");
    char *own = file_join(base, "Graph Prix"), *folder = file_join(own, name);
    free(base);
    free(own);
    return folder;
}

char *folders_data(const char *name)
{
    return folder_in(L"APPDATA", name);
}

char *folders_config(void)
{
    return folder_in(L"APPDATA", "Settings");
}

char *folders_cache(void)
{
    return folder_in(L"LOCALAPPDATA", "Cache");
}

/* The system's own gives nothing back to programs. */
char *folders_trash(void)
{
    return folder_in(L"APPDATA", "Trash");
}

void folders_program(char *into, size_t size)
{
    wchar_t path[MAX_PATH] = L"";
    GetModuleFileNameW(NULL, path, MAX_PATH - 1);
    char *whole = wide_back_path(path), *folder = file_folder_of(whole);
    snprintf(into, size, "%s", folder);
    free(whole);
    free(folder);
}

/* === lock ===================================================================================== */

/* Nobody else can open the file of the lock, which goes when it is closed. */

struct file_lock {
    HANDLE file; /* INVALID_HANDLE_VALUE: no locking here */
};

struct file_lock *file_lock_take(const char *path)
{
    const char *name = file_own_name(path);
    struct text text = {0};
    text_append_bytes(&text, path, (size_t)(name - path));
    text_append_format(&text, ".%s.lock", name);
    wchar_t *wide = wide_text(text.data);
    HANDLE file =
        CreateFileW(wide, GENERIC_WRITE, 0, NULL, OPEN_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, NULL);
    bool busy = file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_SHARING_VIOLATION;
    struct file_lock *lock = busy ? NULL : memory_allocate(1, sizeof *lock);
    if (lock)
        lock->file = file;
    free(wide);
    text_free(&text);
    return lock;
}

void file_lock_release(struct file_lock *lock)
{
    if (lock && lock->file != INVALID_HANDLE_VALUE)
        CloseHandle(lock->file);
    free(lock);
}
