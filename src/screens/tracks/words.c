/* What is said of a track in a few words and marks.
 */
#include "screens/tracks/inside.h"

#include <stdio.h>

bool tracks_print_par(const struct gallery_entry *entry, char *into, size_t size)
{
    into[0] = '\0';
    if (!entry->course.body)
        snprintf(into, size, "cannot be read");
    else if (entry->par.state == PAR_NO_LAP)
        snprintf(into, size, "no lap possible");
    else if (!course_has_mark(entry->course, MARK_ARENA) && entry->par.state == PAR_SEARCHING)
        snprintf(into, size, "par …");
    else if (!course_has_mark(entry->course, MARK_ARENA) && entry->par.rounds > 0)
        snprintf(into, size, "par %d", entry->par.rounds);
    return !entry->course.body || entry->par.state == PAR_NO_LAP;
}

void tracks_print_card(const struct gallery_entry *entry, char *into, size_t size)
{
    struct text text = {0};
    char par[40];
    tracks_print_par(entry, par, sizeof par);
    text_append(&text, par);
    if (entry->course.body) {
        text_append_format(&text, "%s%d × %d", par[0] ? ", " : "", course_size(entry->course).x,
                           course_size(entry->course).y);
        for (enum course_mark mark = 0; mark < MARK_COUNT; mark++)
            if (course_has_mark(entry->course, mark))
                text_append_format(&text, ", %s", tracks_mark_word(mark));
    }
    if (entry->place == GALLERY_OWN)
        text_append(&text, ", own");
    snprintf(into, size, "%s", text_string(&text));
    text_free(&text);
}
