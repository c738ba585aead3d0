/* The tracks that there are, shipped ones and the player's own, with thumbnail and par.
 *
 * A thread reads the files; gallery_collect takes over what it has read, so entries are only ever
 * added, and an index stays what it is until gallery_refresh. Par is searched for behind the
 * player's back (screens/tracks/par.h) and remembered from one visit to the next.
 *
 * Par is remembered by what is on the sheet. A track is renamed in its own text, so what another
 * program put there stays.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_GALLERY_H
#define GRAPHPRIX_SCREENS_TRACKS_GALLERY_H

#include "base/system/file.h"
#include "draw/canvas.h"
#include "rules/setup.h"
#include "screens/tracks/par.h"

#include <stdbool.h>

enum { GALLERY_LIMIT = 2000 };

enum gallery_place { GALLERY_ELSEWHERE, GALLERY_SHIPPED, GALLERY_OWN };

struct gallery_entry {
    char *path;
    enum gallery_place place;
    char *name;           /* the title, or the file's name */
    char *folded;         /* the same, to be sorted by (base/text.h) */
    char *words;          /* name and description, folded, to be searched */
    char id[96];          /* "track Kidney", unique */
    struct course course; /* retained; none: it cannot be read, and `problem` says why */
    char problem[430];
    uint64_t fingerprint;
    struct point sheet;      /* its size; of none (0, 0) */
    unsigned marks;          /* 1 << course_mark of each that it has */
    struct file_stamp stamp; /* of the file when it was read */
    struct par_answer par;
    char why[400]; /* of par */
};

struct gallery;

/* Of the folders (each may be NULL; that of shipped ones has one a game) and the one file (or
 * NULL), the first without names twice. The gallery wakes the window when there is something to be
 * collected. */
struct gallery *gallery_open(const char *shipped, const char *own, const char *file);
void gallery_free(struct gallery *gallery); /* NULL is allowed */
/* Waits for the thread, at most so many milliseconds. */
void gallery_wait(const struct gallery *gallery, int milliseconds);
/* Takes over what was read and found since. True if there was something. */
bool gallery_collect(struct gallery *gallery);
bool gallery_is_complete(const struct gallery *gallery);
/* Looks at the folders again: what is gone goes, what is new or was changed is read. True if there
 * is something of the kind; indices have changed then. */
bool gallery_refresh(struct gallery *gallery);

int gallery_count(const struct gallery *gallery);
struct gallery_entry *gallery_at(struct gallery *gallery, int index);
int gallery_find(const struct gallery *gallery, const char *path); /* -1: not there (yet) */

/* The same course with other points declared; takes over the reference. */
void gallery_replace(struct gallery *gallery, int index, struct course course);

/* Searches for par of those of which it is not known, in this order, instead of what it searched
 * for before. */
void gallery_search(struct gallery *gallery, const int *order, int count);
/* What is known of it. */
struct par_answer gallery_par(struct gallery *gallery, int index);

/* To be called before the drawing of a pass. */
void gallery_begin_pass(struct gallery *gallery);
/* Into the box; blank paper while it is not painted. */
void gallery_draw(struct gallery *gallery, int index, struct canvas *canvas, struct box box);
/* Milliseconds until more should be painted or collected, -1: when something happens. */
int gallery_patience(const struct gallery *gallery);

/* The same of any course: the data is a `struct course *`. */
bool gallery_paint(cairo_t *cairo, const struct canvas *canvas, struct box box, void *course);

/* === files ==================================================================================== */

/* What is done to track files: named, copied, renamed, told to the file manager. Nothing is ever
 * written over another file, and each request is done whole or not at all.
 */

enum { TRACK_NAME_BYTES = 200 };

/* The file's name that goes with a track's: letters and digits of any script, small where they have
 * a case, with hyphens between; "track" if nothing is left. Without an ending; free it. */
char *tracks_file_name(const char *name);

/* A path in the folder (made if need be) for a track of this game and name, of which there is an
 * empty file now, so that nobody else takes it. NULL and the error if that cannot be; free it. */
char *tracks_take_path(const struct game *game, const char *folder, const char *name,
                       struct error *error);

/* The whole path of a file of the folder of the player's own tracks, else NULL; free it. */
char *tracks_own_path(const char *tracks_folder, const char *path);

/* "Kidney 2" for "Kidney", "Kidney 3" for "Kidney 2": the first that is not taken. Free it. */
char *tracks_copy_name(const char *name, bool (*is_taken)(const char *name, const void *context),
                       const void *context);

/* Blanks at the ends and control characters gone; false if nothing is left. */
bool tracks_tidy_name(char *name);

/* Each gives the new file's path, NULL and the error on failure; free it. The file of a name that
 * stands in no readable drawing is renamed or copied as it is. */
char *tracks_rename(const char *path, const char *name, struct error *error);
char *tracks_duplicate(const char *path, const char *folder, const char *name, struct error *error);
char *tracks_keep(struct course course, const char *folder, struct error *error);

/* A file manager with the file, beside the window and without waiting for it. */
void tracks_show_file(const char *path);
bool tracks_show_failed(void); /* told once */

#endif
