/* The sheet that somebody is drawing, and everything that can be done to it.
 *
 * A sketch is steps (studio/studio.h) of a sheet that holds a draft (track/draft.h), which changes
 * only by the functions below; each change that was made is one step, "Draw wall", or a part of the
 * one that is open. Items are known by their index in the draft; a change tells which
 * item it has made or changed, and indices are worth nothing after an undo. Each wall of a sketch
 * has one loop, closed or (while it is drawn) open.
 *
 * Places are squares with y up, as doubles, as a pointer gives them; what is kept is fine points.
 * Lines, checkpoints and inspected points lie on grid points and are put on the nearest ones. What
 * is drawn off the sheet is brought to its edge. A change that has no meaning returns false (or -1)
 * with an error for people, and then nothing has changed. One that was made but changes nothing is
 * no step, and the version stays.
 *
 * A sketch's pieces never change: a change replaces, adds or removes some, and a step of undo
 * holds the sheet before it, which shares all others. A second wall is a level line of distances,
 * so it cannot cross anything; what has no room falls away.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_SKETCH_SKETCH_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_SKETCH_SKETCH_H

#include "studio/studio.h"
#include "track/draft.h"

#include <stdint.h>

struct spot spot_of(struct point fine);
/* Steps of undo; on a sheet of more than 8,000 things fewer. */
enum { SKETCH_UNDO_LIMIT = 1000, SKETCH_TEXT_BYTES = 400, SKETCH_NAME_BYTES = 1001 };

struct steps *sketch_create(int width, int height);
/* Takes over the contents of the draft, which is empty afterwards. */
struct steps *sketch_from_draft(struct draft *draft);

/* Stays where it is while the sketch is changed. */
const struct draft *sketch_draft(const struct steps *sketch);

/* A freehand stroke (studio/studio.h) for a wall, slick or turbo area. One that begins or ends
 * within `reach` squares of an open end of an item of that role goes on from there, or closes it.
 * Returns the item. */
int sketch_draw_stroke(struct steps *sketch, enum draft_role role, const struct spot *raw,
                       int count, double reach, struct error *error);
/* Straight edges between these corners, as they are: the polygon pen. */
int sketch_draw_polygon(struct steps *sketch, enum draft_role role, const struct spot *corners,
                        int count, bool closed, struct error *error);
/* Draws a part of an outline anew: the stroke begins and ends within `reach` squares of it, and
 * what lay between (the way that runs with the stroke) gives way to it. */
bool sketch_redraw(struct steps *sketch, int item, const struct spot *raw, int count, double reach,
                   struct error *error);
/* What outlines have within `radius` squares of the path goes; an outline may open or fall apart,
 * lines, checkpoints and inspected points that are touched go whole. False without an error (text
 * empty) if nothing was there. */
bool sketch_erase(struct steps *sketch, const struct spot *path, int count, double radius,
                  struct error *error);
/* A second wall beside this closed one: `squares` to its inner side, or, below 0, to its outer one.
 * It neither crosses itself nor the first. How it would run (free the trail), and adding it, which
 * returns it. */
bool sketch_find_parallel(const struct steps *sketch, int item, double squares,
                          struct trail *beside, struct error *error);
int sketch_add_parallel(struct steps *sketch, int item, double squares, struct error *error);

/* "Join", "Extend to the wall"; NULL for REPAIR_NONE. */
const char *sketch_repair_name(enum draft_repair repair);
/* Does to the item that the problem is about (of this sketch as it is) what its repair says, as one
 * step. Only the line of a sheet without a lap is turned, and only if that helps. */
bool sketch_repair(struct steps *sketch, const struct draft_problem *problem, struct error *error);

/* The line for both, or start or finish; a former one of that role gives way, and so do start and
 * finish to the line for both and the other way round. */
int sketch_set_line(struct steps *sketch, enum draft_role role, struct spot from, struct spot to,
                    struct error *error);
bool sketch_flip_line(struct steps *sketch, int item);
/* A checkpoint's points are the grid points along the path; its number is the next one. */
int sketch_add_checkpoint(struct steps *sketch, const struct spot *path, int count,
                          struct error *error);
/* Gives it another number; those between move up. */
bool sketch_set_number(struct steps *sketch, int item, int number);
bool sketch_set_arrow(struct steps *sketch, int item, struct point arrow, struct error *error);
/* The grid point nearest to the spot: as drawn, then inside, then outside, then as drawn again. */
bool sketch_turn_inspected(struct steps *sketch, struct spot at);
/* The corner of an item, of an outline or of what lies on grid points, nearest to the spot and at
 * most `reach` squares away; false: there is none. */
struct sketch_corner {
    int item, loop, vertex;
};
bool sketch_find_corner(const struct steps *sketch, int item, struct spot at, double reach,
                        struct sketch_corner *corner);
/* That corner alone goes there; ends of lines to the nearest grid point. */
bool sketch_move_corner(struct steps *sketch, struct sketch_corner corner, struct spot to,
                        struct error *error);
/* Outlines may become outlines of another role (a wall for each loop), a straight stroke a line, a
 * line another line. */
bool sketch_set_role(struct steps *sketch, int item, enum draft_role role, struct error *error);

/* The item nearest to the spot, at most `reach` squares away; -1: none. Its outlines count, and for
 * slicks and turbo areas what they enclose, too. */
int sketch_find(const struct steps *sketch, struct spot at, double reach);
/* From the spot to the outlines of an item, and whether they enclose it. */
double sketch_distance(const struct steps *sketch, int item, struct spot at, bool *inside);
/* The items that lie whole in the box; returns how many, at most `limit`. */
int sketch_find_in_box(const struct steps *sketch, struct spot low, struct spot high, int *items,
                       int limit);
/* Where an item lies; false if it is empty. */
bool sketch_box(const struct steps *sketch, int item, struct spot *low, struct spot *high);

/* (x, y) -> (a x + c y + e, b x + d y + f) */
struct sketch_transform {
    double a, b, c, d, e, f;
};
struct spot sketch_moved(const struct sketch_transform *transform, struct spot spot);
struct sketch_transform sketch_moving(double x, double y);
struct sketch_transform sketch_scaling(struct spot middle, double factor_x, double factor_y);
struct sketch_transform sketch_turning(struct spot middle, double degrees); /* to the left */
/* What would come to lie off the sheet is moved back onto it as a whole, and refused if it is too
 * large. Arrows of turbo areas turn along. */
bool sketch_transform(struct steps *sketch, const int *items, int count,
                      const struct sketch_transform *transform, struct error *error);
bool sketch_delete(struct steps *sketch, const int *items, int count);
/* The indices of the copies stand in `items` afterwards. */
bool sketch_duplicate(struct steps *sketch, int *items, int count, struct error *error);

/* Another size, with what lies on it transformed from the lower left corner: moved by whole squares
 * or scaled. What is on grid points comes to lie on the nearest ones. Refused if something would be
 * off the sheet. */
bool sketch_resize(struct steps *sketch, int width, int height,
                   const struct sketch_transform *transform, struct error *error);

/* Name, as long as the title of a file may be, author and note, each at most SKETCH_TEXT_BYTES - 1
 * bytes. The file's description is "note; by author". */
struct sketch_texts {
    char name[SKETCH_NAME_BYTES], author[SKETCH_TEXT_BYTES], note[SKETCH_TEXT_BYTES];
};
void sketch_texts(const struct steps *sketch, struct sketch_texts *texts);
/* Typing on in the same text is one step. A name is cut to SVG_TITLE_LIMIT bytes. False if nothing
 * was other than before. */
bool sketch_set_texts(struct steps *sketch, const struct sketch_texts *texts);

/* === within the room ========================================================================== */

/* What a sketch is made of.
 *
 * Items are pieces that never change once they are part of a sketch, so that sheets of different
 * times share those that are the same in both. A change is a copy of the list of pieces in which
 * some are replaced, added or taken away, and then becomes the sheet or is dropped: so either
 * everything of it happens or nothing does.
 */

struct sketch_piece {
    int references;
    struct draft_item item;
};

/* The words on a sheet; they never change either. */
struct words {
    int references;
    struct sketch_texts texts; /* author and note are what the description is made of */
    char *description;
};

struct sketch_sheet {
    int width, height;
    struct words *words;
    struct sketch_piece **pieces;
    int count, capacity;
    struct draft
        *draft; /* the sheet as others see it: borrows from the pieces, made when asked for */
};
const struct sketch_sheet *sketch_sheet(const struct steps *sketch);

struct change {
    struct steps *sketch;
    struct sketch_sheet sheet;
};

struct change change_begin(struct steps *sketch);
bool change_drop(struct change *change); /* returns false */
/* The sheet becomes the sketch's. `name` is what undo calls it; it must last. If nothing is other
 * than before it is no step. False with the error, and the change is dropped, if there are too many
 * vertices. */
bool change_finish(struct change *change, const char *name, struct error *error);

/* The items of a sheet in the making. An item that is changed becomes the change's own first. */
const struct draft_item *change_item(const struct change *change, int index);
struct draft_item *change_edit(struct change *change, int index);
/* A new item behind all others, or before `index`. */
struct draft_item *change_add(struct change *change, enum draft_role role);
struct draft_item *change_insert(struct change *change, int index, enum draft_role role);
void change_remove(struct change *change, int index);

/* Loops of an item that is the change's own. The points are copied; those like the one before them
 * are left out. */
void item_add_loop(struct draft_item *item, const struct point *points, int count, bool closed);
/* The arrow of a turbo area that is new begins along the race, where the sheet is a track already.
 */
void item_begin_arrow(const struct change *change, struct draft_item *item);
/* Drawn with a pen; other things lie on grid points. */
bool item_is_outline(const struct draft_item *item);
/* A copy without history. */
struct draft_item item_copy(const struct draft_item *item);

/* Is there such an item? Else false with the error. */
bool sketch_check_item(const struct steps *sketch, int index, struct error *error);

/* Places. */
/* The fine point, brought onto the sheet. */
struct point sketch_sheet_place(const struct sketch_sheet *sheet, struct spot spot);
/* The grid point nearest to the spot, in fine coordinates. */
struct point sketch_sheet_grid_place(const struct sketch_sheet *sheet, struct spot spot);
/* It ends where it begins if the loop is closed. */
struct trail trail_of_loop(const struct draft_loop *loop);

/* The line beside a closed one at an even distance (parallel.c): inside if `squares` is above 0,
 * else outside. Of several lines the one round the largest area. Both end where they begin. False
 * if there is none. */
bool parallel_find(const struct trail *loop, double squares, struct trail *into);

#endif
