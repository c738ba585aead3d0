/* A track for graph-paper racing: squared paper with walls and what else the sheet may hold.
 *
 * Immutable once made and shared by reference count (atomic, so threads may hold it). All
 * coordinates are y up; walls and outlines are in fine units (1/1024 square), everything else in
 * grid points. Source: RULES 1.
 */
#ifndef GRAPHPRIX_TRACK_TRACK_H
#define GRAPHPRIX_TRACK_TRACK_H

#include "base/error.h"
#include "geometry/area.h"

enum { TRACK_VERTEX_LIMIT = 200000, TRACK_FILE_LIMIT = 16 * 1024 * 1024 };

/* Directed: it is crossed from the right side to the left side looking from -> to (RULES 1.4). */
struct track_line {
    struct point from;
    struct point to;
};

/* A slick or a turbo area; `arrow` is in grid coordinates and zero for slicks. */
struct track_patch {
    struct area *area;
    struct point arrow;
};

struct track_checkpoint {
    int number; /* 1.. without a gap; the list is in that order */
    struct point *points;
    int point_count;
};

struct track_inspected {
    struct point at;
    bool inside;
};

struct track {
    int width; /* squares: grid points run from (0, 0) to (width, height) */
    int height;
    char *name;        /* the title, or "" */
    char *description; /* or "" */
    char *remark;      /* what of its file may be meant otherwise, a sentence; or NULL */
    struct area *surface;
    bool is_unsure; /* of a track to look at: a wall outside the closed ones is still open, so what
                       the surface holds may yet turn out to be outside */
    struct track_line start;  /* valid if has_line */
    struct track_line finish; /* the same as the start unless open */
    int start_drawn_at;       /* line of the file, for messages; 0 if there was no file */
    bool has_line;            /* false: an arena */
    bool open;
    struct track_patch *slicks;
    int slick_count;
    struct track_patch *turbo_areas;
    int turbo_count;
    struct track_checkpoint *checkpoints;
    int checkpoint_count;
    struct track_inspected *inspected; /* by y, then x */
    int inspected_count;
};

/* Tracks are made by track/draft.h, which is where a file and the editor meet the same checks. */
struct track *track_retain(const struct track *track);
void track_release(const struct track *track);      /* NULL is allowed */
struct point track_size(const struct track *track); /* squares */

/* Is the grid point on the sheet, its edge included? */
static inline bool track_has_point(const struct track *track, struct point grid)
{
    return grid.x >= 0 && grid.y >= 0 && grid.x <= track->width && grid.y <= track->height;
}

/* Does any slick hold the grid point? */
bool track_on_slick(const struct track *track, struct point grid);

/* sign(cross(to - from, p - from)): above 0 is beyond the line, else behind it (RULES 1.4); 0 is on
 * it. */
int track_line_side(const struct track_line *line, struct point grid);
/* +1 if the way from -> to crosses the line forward, -1 backward, 0 not at all (RULES 1.5); with
 * `touch` a point on the line is beyond it (RULES 1.6). The end may be an exit. */
int track_line_crossing(const struct track_line *line, bool touch, struct point from,
                        struct exact_point to);
/* The same for a way that starts at an exit and ends on a grid point. */
int track_line_crossing_back(const struct track_line *line, bool touch, struct exact_point from,
                             struct point to);

/* What a track is, as a number: the same for the same sheet, walls, lines, areas, checkpoints and
 * inspected points, whatever its name, its description and its file. */
uint64_t track_fingerprint(const struct track *track);

/* What a move passes on its way (RULES 4.1, 8.2). A checkpoint is its points and the straight joins
 * of those that are neighbours, also diagonally. */

/* The first place within the stretch, ends included, at which the segment touches the checkpoint.
 * False if there is none. With `behind` a touch that ends at the stretch's first place does not
 * count, but one that goes on from there does, at that place: what comes after a line that was
 * crossed there (RULES 5.5). */
bool passing_find_checkpoint(const struct track_checkpoint *checkpoint, struct point from,
                             struct point to, struct along_contact within, bool behind,
                             struct along_place *place);

/* Does the straight way from an exit to a grid point touch any checkpoint of the track other than
 * at the exit itself? */
bool passing_way_touches_checkpoint(const struct track *track, struct exact_point from,
                                    struct point to);

#endif
