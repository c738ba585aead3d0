/* The tracks that can be chosen: the shipped ones and the player's own, with thumbnail and par.
 *
 * Files are read when the gallery is filled; par is searched for behind the
 * player's back (screens/par.h).
 */
#ifndef GRAPHPRIX_SCREENS_GALLERY_H
#define GRAPHPRIX_SCREENS_GALLERY_H

#include "draw/canvas.h"
#include "screens/par.h"
#include "track/track.h"

enum { GALLERY_LIMIT = 200 };

struct gallery_entry {
    char *path;
    char *name;                /* the title, or the file's name */
    char id[96];               /* "track Kidney", unique */
    const struct track *track; /* NULL: it cannot be read, and `problem` says why */
    char problem[430];
    struct picture *thumbnail;
    double thumbnail_scale;
    const struct paper_theme *thumbnail_theme;
};

struct gallery;

/* From the folders (each may be NULL) and the one file (or NULL), the first without names twice. */
struct gallery *gallery_fill(const char *shipped, const char *own, const char *file);
void gallery_free(struct gallery *gallery);
int gallery_count(const struct gallery *gallery);
struct gallery_entry *gallery_at(struct gallery *gallery, int index);
int gallery_find(const struct gallery *gallery, const char *path); /* -1: not there */

/* The same track with other points declared; takes over the reference. */
void gallery_replace(struct gallery *gallery, int index, struct track *track);

/* Begins to search for par; before, nothing is found. */
void gallery_search(struct gallery *gallery);
/* What the search has found so far. */
struct par_answer gallery_par(const struct gallery *gallery, int index);

/* Drawn into the box, painted when first needed at this size. */
void gallery_draw(struct gallery *gallery, int index, struct canvas *canvas, struct box box);

#endif
