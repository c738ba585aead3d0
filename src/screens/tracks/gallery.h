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
#include "screens/tracks/par.h"

enum { GALLERY_LIMIT = 2000 };

enum gallery_place { GALLERY_ELSEWHERE, GALLERY_SHIPPED, GALLERY_OWN };

struct gallery_entry {
    char *path;
    enum gallery_place place;
    char *name;           /* the title, or the file's name */
    char *folded;         /* the same, to be sorted by (base/fold.h) */
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

#endif
