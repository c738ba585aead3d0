/* Reads the files of a gallery beside the window. What is behind `done` belongs to the thread.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_GALLERY_READER_H
#define GRAPHPRIX_SCREENS_TRACKS_GALLERY_READER_H

#include "base/system/worker.h"
#include "screens/tracks/gallery.h"

struct gallery_reader {
    struct worker *worker;
    atomic_int done;
    int count;
    struct gallery_entry items[]; /* without an id */
};

/* Path and place of each are set by whoever begins. */
struct gallery_reader *gallery_reader_create(int count);
void gallery_reader_begin(struct gallery_reader *reader);
void gallery_reader_free(struct gallery_reader *reader); /* NULL is allowed */

void gallery_entry_clear(struct gallery_entry *entry);
/* Size and time of the file as it is now; false if it cannot be asked. */
bool gallery_entry_look(struct gallery_entry *entry);

#endif
