/* Starting xdg-open and lp. Of an older one that prints nothing is told any more. */
#include "screens/after/printing_programs.h"

#include "base/system/aside.h"
#include "base/system/file.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 292 };

static struct aside *printer;

bool printing_can_open(void)
{
    return file_program_exists("xdg-open");
}

bool printing_can_print(void)
{
    return file_program_exists("lp");
}

bool printing_open(const char *path)
{
    struct aside *opener =
        aside_start((const char *const[]){"xdg-open", path, NULL}, ASIDE_NOTHING);
    aside_free(opener);
    return opener != NULL;
}

bool printing_send(const char *path, const char *paper, const char *title)
{
    char media[40];
    snprintf(media, sizeof media, "media=%s", paper);
    media[6] = paper[0] == 'l' ? 'L' : paper[0]; /* it is "Letter" to printers */
    const char *const words[] = {"lp", "-t",  title, "-o", "print-scaling=none",
                                 "-o", media, "--",  path, NULL};
    printing_forget();
    printer = aside_start(words, ASIDE_ERRORS);
    return printer != NULL;
}

enum printing_answer printing_answer(char *words, size_t size)
{
    static const enum printing_answer answers[] = {[ASIDE_RUNS] = PRINTING_WAITS,
                                                   [ASIDE_DONE] = PRINTING_DONE,
                                                   [ASIDE_FAILED] = PRINTING_FAILED};
    struct text shown = {0};
    const char *said = printer ? aside_said(printer) : "";
    text_append_quoted(&shown, said, strlen(said), SHOWN);
    snprintf(words, size, "%s", text_string(&shown));
    text_free(&shown);
    return printer ? answers[aside_state(printer)] : PRINTING_NONE;
}

void printing_forget(void)
{
    aside_free(printer);
    printer = NULL;
}
