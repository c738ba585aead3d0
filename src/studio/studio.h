/* What editors stand on: strokes and steps.
 *
 * Ways of the pen as growing lists of places in squares, and what strokes are made with.
 *
 * A zeroed trail is empty; free with trail_free. Only + - * / and square roots are used, so the
 * same pen draws the same wall on every machine.
 */
#ifndef GRAPHPRIX_STUDIO_STUDIO_H
#define GRAPHPRIX_STUDIO_STUDIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place in squares, y up. */
struct spot {
    double x, y;
};

struct trail {
    struct spot *spots;
    int count, capacity;
};

void trail_free(struct trail *trail);
/* A spot like the last one is left out. */
void trail_add(struct trail *trail, struct spot spot);
void trail_append(struct trail *trail, const struct trail *other);
void trail_reverse(struct trail *trail);
double trail_length(const struct trail *trail);
/* Of a trail that ends where it begins: what is to its left, below 0 if that is outside. */
double trail_area(const struct trail *loop);
/* The part from one length to the other, with ends of its own; from <= to. */
struct trail trail_part(const struct trail *trail, double from, double to);

static inline struct spot spot_between(struct spot a, struct spot b, double share)
{
    return (struct spot){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}
/* A spot, and so many times a way on from it. */
static inline struct spot spot_plus(struct spot spot, struct spot way, double times)
{
    return (struct spot){spot.x + times * way.x, spot.y + times * way.y};
}
static inline double spot_dot(struct spot a, struct spot b)
{
    return a.x * b.x + a.y * b.y;
}
static inline double spot_cross(struct spot a, struct spot b)
{
    return a.x * b.y - a.y * b.x;
}
static inline struct spot spot_subtract(struct spot a, struct spot b)
{
    return (struct spot){a.x - b.x, a.y - b.y};
}
bool spot_is_sound(struct spot spot); /* two numbers, and not from far away */
double spot_distance(struct spot a, struct spot b);
/* The distance to the segment, and how far along it (0..1) the nearest place is. */
double spot_to_segment(struct spot spot, struct spot from, struct spot to, double *share);
/* The nearest place of a trail, as a length along it. */
double trail_nearest(const struct trail *trail, struct spot spot, double *distance);

/* Which spots of a way, or of a ring, are needed to stay as near to it as the tolerance. Free it.
 */
bool *spots_needed(const struct spot *spots, int count, bool closed, double tolerance);
/* Without the vertices that are not needed to stay as near to it as the tolerance. */
struct trail trail_thin_out(const struct trail *trail, double tolerance);

/* Heights above the nodes of a mesh, row by row, and the lines where they pass a level (marching
 * squares). Lines cross neither each other nor themselves; only what is above touches by corners.
 */
struct level_lines {
    const double *heights;
    int across, up;
    double level;
    int *next; /* of each side of a cell, the one where its line goes on, or -1 */
    int from;  /* the sides before have no line that was not walked */
};
struct level_lines level_lines_begin(const double *heights, int across, int up, double level);
void level_lines_end(struct level_lines *lines);
/* The next line, in nodes, what is above to its left; free it. It does not repeat its first spot.
 * False if there is none any more. */
bool level_lines_next(struct level_lines *lines, struct trail *line);

/* The finest that a pen of this reach draws, in squares: what is smaller is a tremor. */
double stroke_grain(double reach);
/* Without places that are none, and without those that a hand at rest makes. */
struct trail stroke_clean(const struct spot *raw, int count, double grain);
/* Smooth, and with few vertices. An open stroke keeps its ends. */
struct trail stroke_draw(const struct trail *clean, double grain, bool closed);
/* Does it come back to its start? Then the part that is the loop; its ends are at most `reach`
 * apart. */
bool stroke_find_loop(const struct trail *clean, double reach, struct trail *loop);
/* Moves the ends to these places, and what is near them with them. */
void stroke_bend(struct trail *trail, struct spot first, struct spot last, double grain);

/* How a freehand stroke will look: smoothed, with its character kept; it closes when it comes back
 * within `reach` squares of its start, or crosses its own beginning (then what sticks out is cut
 * off and the last point is the first again). `reach` also says how coarse the pen is: about twelve
 * pixels in squares, at any zoom. */
struct trail stroke_smooth(const struct spot *raw, int count, double reach, bool *closed);

/* === steps ==================================================================================== */

/* Undo for sheets that are small enough to be kept whole: each step holds the sheet that
 * was before it, so nothing can be forgotten in what puts back everything. What a sheet shares with
 * those before it is its kind's affair.
 *
 * The steps own the sheet. Whoever changes it does so within a step, on what steps_change returns;
 * the sheet stays where it is in memory, what it points to does not.
 */

/* What the sheet is: a struct of this size, of which the functions copy, give back and compare what
 * it holds. `give_back` leaves the struct itself alone. */
struct steps_kind {
    size_t size;
    void (*copy)(const void *sheet, void *into);
    void (*give_back)(void *sheet);
    bool (*is_same)(const void *one, const void *other);
    int (*most)(const void *sheet); /* steps that are kept, at least 1; NULL: 200 */
};

struct steps;

struct steps *steps_create(const struct steps_kind *kind,
                           void *sheet); /* takes its contents over */
void steps_free(struct steps *steps);    /* NULL is allowed */
const void *steps_sheet(const struct steps *steps);
/* Another one after each change, and the same again after undo and redo have come back to it. */
uint64_t steps_version(const struct steps *steps);

/* What is done up to the end is undone at once. A step in which nothing changed is none; one that
 * `goes_on` and has the name of the last is part of that: typing is undone at once. Not nested. */
void steps_begin(struct steps *steps, const char *name); /* a literal: "paint" */
void steps_end(struct steps *steps, bool goes_on);
bool steps_is_open(const struct steps *steps);
/* As it was when the step began; the step goes on. */
void steps_restart(struct steps *steps);
/* The last step is done once more if it has this name: the sheet is as it was before it. Else a new
 * one begins. */
void steps_begin_again(struct steps *steps, const char *name);
/* Within a step: the sheet, to be changed. */
void *steps_change(struct steps *steps);
/* Within a step: a text of the sheet's own, which stands at this offset. */
void steps_set_text(struct steps *steps, size_t offset, const char *text);

/* NULL: there is nothing to be undone. */
const char *steps_undo_name(const struct steps *steps);
const char *steps_redo_name(const struct steps *steps);
bool steps_undo(struct steps *steps);
bool steps_redo(struct steps *steps);

#endif
