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

/* === ground =================================================================================== */

/* What counts as track in a race: the sheet's surface, what its players have declared inside or
 * outside, and whether a wall may be touched (RULES 2.3, 2.4, 4).
 *
 * A ground is a small value that borrows its track. Round a grid point declared inside, the closed
 * square |dx|, |dy| <= 1/4 is track and walls in it do not count; round one declared outside, the
 * open square of that size is none. With `walls_out` every point in common with a wall is off the
 * track. All answers are exact; where nothing was declared and walls may be touched they cost what
 * the area's cost. Points are grid points, y up.
 */

struct ground {
    const struct track *track;
    bool walls_out;
};

bool ground_holds_point(const struct ground *ground, struct point grid);
/* The same of all points of the sheet in some rows: (0, y) to (width, y), then the next row up. A
 * row costs about as much as a question about a few points. */
void ground_hold_rows(const struct ground *ground, int y, int rows, bool *holds);

/* Does the whole segment lie in the track? Ends may be off the sheet: then it does not. */
bool ground_holds_move(const struct ground *ground, struct point from, struct point to);
/* As area_holds_box: a quick yes for all moves within a box, or no. */
bool ground_holds_box(const struct ground *ground, struct point low, struct point high);

/* True if it does; else *exit is the first point at which the segment leaves the track (walls_out:
 * first meets a wall). `from` must lie in the track, otherwise the exit is `from`. */
bool ground_find_exit(const struct ground *ground, struct point from, struct point to,
                      struct exact_point *exit);

/* Does the way from an exit to a grid point at most 64 squares away lie in the track? Contact at
 * the exit itself does not count (RULES 4). */
bool ground_holds_way(const struct ground *ground, struct exact_point from, struct point to);

/* The pieces of the segment that lie in the track, the longest possible ones, in order: at most
 * `limit` are written, all are counted (counting may stop at limit + 1). A piece may be a single
 * point. `enter` of the first is `from` if that lies in the track; `leave` of the last is `to` if
 * that does. */
struct ground_piece {
    struct exact_point enter;
    struct exact_point leave;
};
int ground_list_pieces(const struct ground *ground, struct point from, struct point to,
                       struct ground_piece *pieces, int limit);

/* Inspection (BAB): the grid points at most 1/4 square from a wall, by y, then x; the caller frees
 * the array. */
struct point *track_list_doubtful(const struct track *track, int *count);
/* The same track with these points declared in place of its own; the caller releases it. Points
 * must be on the sheet and different (assertion). */
struct track *track_with_inspected(const struct track *track,
                                   const struct track_inspected *inspected, int count);

/* === crossing ================================================================================= */

/* Do walls cross themselves or each other?
 *
 * Two loops cross at a point if one of them passes there from one side of the other to its other
 * side, in the middle of edges or at vertices. Touching is no crossing, and neither is running
 * along each other, wherever the two part again.
 *
 * A sweep over all vertices tells, in O(n log n) also for drawings made to be slow. What is drawn
 * wrongly is told, never repaired.
 */

struct crossing {
    int first, second; /* indices of the loops, the same if one crosses itself; first <= second */
    struct point at;   /* fine, rounded if it lies between */
};

/* Loops have at least two vertices and no edge of length 0. Finds one of the crossings, in
 * O(n log n) whatever the loops are; false if there is none. */
bool crossing_find(const struct loop *loops, int loop_count, struct crossing *found);

/* At most `limit` of the crossings in the middle of edges, by place from left to right, for who has
 * found that there is one; in a tangle without end not all of them are looked for. */
int crossing_list(const struct loop *loops, int loop_count, struct crossing *found, int limit);

#endif
