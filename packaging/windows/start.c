/* graphprix.exe, which opens the window and no console, and graphprix.com, which a console prefers
 * and waits for: both are nothing but the way into graphprix.dll, with arguments in UTF-8 as
 * everywhere in the program. */
#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdlib.h>
#include <wchar.h>

int graphprix_main(int argument_count, char **arguments);

static wchar_t *parting(wchar_t *path)
{
    wchar_t *end = path + wcslen(path);
    while (end > path && end[-1] != L'\\' && end[-1] != L'/')
        end--;
    return end;
}

/* A path has '/' between its folders in the program. What is not in a folder that is there is none,
 * such as a command that drives a car. */
static void part_folders_by_slashes(wchar_t *word)
{
    wchar_t *own = parting(word), kept = *own;
    *own = L'\0';
    DWORD folder = own > word ? GetFileAttributesW(word) : INVALID_FILE_ATTRIBUTES;
    *own = kept;
    if (folder == INVALID_FILE_ATTRIBUTES || !(folder & FILE_ATTRIBUTE_DIRECTORY))
        return;
    for (wchar_t *c = word; *c; c++)
        if (*c == L'\\')
            *c = L'/';
}

int main(void)
{
    int count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &count);
    char **arguments = calloc((size_t)count + 1, sizeof *arguments);
    if (!wide || !arguments)
        return 1;
    for (int i = 0; i < count; i++) {
        part_folders_by_slashes(wide[i]);
        int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        if (!(arguments[i] = malloc((size_t)size + 1)))
            return 1;
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, arguments[i], size, NULL, NULL);
    }
    /* A line ends with one byte here, too, and letters are those of UTF-8. */
    for (int stream = 0; stream <= 2; stream++)
        _setmode(stream, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    return graphprix_main(count, arguments);
}
