/* zenity, which prints one path, or nothing when it was closed. */
#include "base/system/host.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/program.h"
#include "base/text.h"

#include <stddef.h>

static struct aside *dialog; /* the latest one */

bool dialog_exists(void)
{
    return file_program_exists("zenity");
}

void dialog_open(const char *folder)
{
    struct text place = {0};
    text_append_format(&place, "--filename=%s/", folder);
    const char *const words[] = {
        "zenity",
        "--file-selection",
        "--title=Open a track, a race or a photo of a track",
        place.data,
        "--file-filter=Tracks, races and photos | *.svg *.race *.jpg *.jpeg *.png "
        "*.JPG *.JPEG *.PNG",
        NULL};
    aside_free(dialog);
    dialog = aside_start(words, ASIDE_OUTPUT);
    text_free(&place);
}

char *dialog_choice(void)
{
    if (!dialog || aside_state(dialog) == ASIDE_RUNS)
        return NULL;
    const char *said = aside_said(dialog);
    char *choice = said[0] ? memory_copy_string(said) : NULL;
    aside_free(dialog);
    dialog = NULL;
    return choice;
}
