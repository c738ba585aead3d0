/* What is said of a track in a few words and marks.
 */
#include "screens/tracks/inside.h"

#include <stdio.h>

bool tracks_print_par(const struct gallery_entry *entry, char *into, size_t size)
{
    into[0] = '\0';
    if (!entry->track)
        snprintf(into, size, "cannot be read");
    else if (entry->par.state == PAR_NO_LAP)
        snprintf(into, size, "no lap possible");
    else if (entry->track->has_line && entry->par.state == PAR_SEARCHING)
        snprintf(into, size, "par …");
    else if (entry->track->has_line && entry->par.rounds > 0)
        snprintf(into, size, "par %d", entry->par.rounds);
    return !entry->track || entry->par.state == PAR_NO_LAP;
}

void tracks_print_card(const struct gallery_entry *entry, char *into, size_t size)
{
    struct text text = {0};
    char par[40];
    tracks_print_par(entry, par, sizeof par);
    text_append(&text, par);
    if (entry->track) {
        text_append_format(&text, "%s%d × %d", par[0] ? ", " : "", entry->track->width,
                           entry->track->height);
        for (enum tracks_mark mark = 0; mark < MARK_COUNT; mark++)
            if (tracks_has_mark(entry->track, mark))
                text_append_format(&text, ", %s", tracks_mark_word(mark));
    }
    if (entry->place == GALLERY_OWN)
        text_append(&text, ", own");
    snprintf(into, size, "%s", text_string(&text));
    text_free(&text);
}
