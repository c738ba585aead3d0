/* What a sketch is made of, for the sketch_*.c files only; everybody else asks sketch.h.
 *
 * Items are pieces that never change once they are part of a sketch, so that sheets of different
 * times share those that are the same in both. A change is a copy of the list of pieces in which
 * some are replaced, added or taken away, and then becomes the sheet or is dropped: so either
 * everything of it happens or nothing does.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_SKETCH_SKETCH_INSIDE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_SKETCH_SKETCH_INSIDE_H

#include "studio/graph_paper/sketch/sketch.h"

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
