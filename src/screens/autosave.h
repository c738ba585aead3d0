/* What an editor has not saved is kept in a file beside the folder of tracks, so that a power cut
 * or a killed program loses seconds at most.
 *
 * Each editor has a file of its own ("unsaved-1.svg", ...), held by a lock that goes with the
 * program, however it ends; one without its lock was left by an editor that did not come to save.
 * The text is made at once and written beside the window; behind it the editor says, in a mark,
 * which file the sheet came from and goes to.
 */
#ifndef GRAPHPRIX_SCREENS_AUTOSAVE_H
#define GRAPHPRIX_SCREENS_AUTOSAVE_H

#include "base/system/file.h"
#include "screens/app.h"

/* The editor behind it, which outlives the autosave. */
struct kept_sheet {
    void *editor;
    const char *extension; /* ".svg" */
    /* Another one for whatever else would be written: what is being drawn counts, too. */
    uint64_t (*version)(const void *editor);
    bool (*is_worth_keeping)(const void *editor);
    void (*write)(const void *editor, struct text *into);
    void (*say)(void *editor, const char *sentence);
};

struct autosave;
struct autosave *autosave_create(const char *tracks_folder, struct kept_sheet sheet);
void autosave_free(struct autosave *autosave); /* waits; the file stays */
/* Writes, in a while, what has changed; milliseconds until there is something to do, -1: never. */
int autosave_keep(struct autosave *autosave, Uint32 now);
void autosave_keep_now(struct autosave *autosave); /* and waits */
/* It is saved, or given up: then it goes to the trash. */
void autosave_forget(struct autosave *autosave);
void autosave_trash(struct app *app, struct autosave *autosave);
/* Did an autosave that is no more leave something? */
bool autosave_has_left(const char *tracks_folder, const char *extension);
/* Takes over the newest of what was left, if `read` can read it; else that is set aside. */
bool autosave_take_left(struct autosave *autosave,
                        bool (*read)(void *into, const struct text *bytes, struct error *error),
                        void *into, struct error *error);

/* The mark in text to be kept, and what the last one of it says: NULL if it has none. */
void autosave_append_origin(struct text *text, const char *path, const struct file_stamp *stamp);
char *autosave_find_origin(const char *text, struct file_stamp *stamp);
/* What stands behind the last such mark; NULL: there is none. */
const char *autosave_find_behind(const char *text, const char *mark);
extern const char autosave_origin_mark[];

#endif
