/* Layout: a box that is filled piece by piece from its ends, in interface pixels.
 *
 * What is left of the box is `rest`; behind each piece a gap is left out. Pieces with words in them
 * are as large as their words ask for, so no screen adds up pixels. Where the height of something
 * has to be known before it is placed, layout_measure asks the very code that places it: nothing is
 * drawn, no target is registered and nothing is answered meanwhile.
 */
#ifndef GRAPHPRIX_UI_LAYOUT_H
#define GRAPHPRIX_UI_LAYOUT_H

#include "ui/ui.h"

enum layout_end { AT_TOP, AT_BOTTOM, AT_LEFT, AT_RIGHT };

struct layout {
    struct ui *ui;
    struct box rest; /* device pixels */
    double gap;
};

enum { LAYOUT_ENDLESS = 1000000 }; /* the height of what may be as high as it likes */

/* A column of this width that begins at y and goes on as long as it likes. */
struct layout layout_column(struct ui *ui, int x, int y, int width, double gap);
/* A piece of this height (at the top or bottom) or width, and the gap behind it. */
struct box layout_take(struct layout *layout, enum layout_end end, double units);
/* The same of measured things: device pixels. */
struct box layout_cut(struct layout *layout, enum layout_end end, int pixels);
/* Room that nothing stands in, without a gap. */
void layout_skip(struct layout *layout, enum layout_end end, double units);
/* A row across the column, to be filled from its ends. */
struct layout layout_row(struct layout *layout, double height, double gap);
/* The page of a screen: the window, filled, within the margins that all pages have; and the one at
 * the sides, in interface pixels, for what stands over it. */
struct layout layout_page(struct ui *ui, double gap);
double layout_side(const struct ui *ui);
/* The inside of a box, with margins at the sides and at top and bottom. */
struct layout layout_inside(struct ui *ui, struct box box, double side, double top, double gap);

/* The same of a strip below a sheet, which is drawn. */
struct layout layout_strip(struct ui *ui, struct box box, double gap);

/* A line of text as wide or as high as it is; a paragraph over all of the width. */
void layout_text(struct layout *layout, enum layout_end end, enum canvas_style style,
                 struct paper_color color, const char *text);
/* The strip at a screen's foot; in what is left of it, what is said, and the keys if they fit. */
struct layout layout_foot(struct ui *ui, struct box box, double side);
void layout_say(struct layout *foot, const char *said, const char *keys);
void layout_paragraph(struct layout *layout, enum canvas_style style, struct paper_color color,
                      const char *text);
/* A dashed card that says that there is nothing to list, with a button if it has a label. True if
 * that was clicked. */
bool layout_nothing(struct layout *column, const char *title, const char *words, const char *id,
                    const char *label);
/* In a row: buttons, links and chips as wide as their labels, in its middle. */
bool layout_button(struct layout *row, enum layout_end end, const char *id, const char *label,
                   enum ui_look look);
/* One of several values: filled when it is chosen. `words` is what --watch says of it. */
struct ui_state layout_chip(struct layout *row, const char *id, const char *label,
                            const char *words, bool chosen);

/* Things side by side in lines that go on below: from the left, as many as fit; a group for Tab. */
struct flow {
    struct ui *ui;
    struct box area; /* its height does not matter */
    int gap, below;  /* between things, between lines */
    int x, y, line;
};
struct flow flow_begin(const struct layout *layout, double gap);
struct box flow_next(struct flow *flow, int width, int height);
struct ui_state flow_chip(struct flow *flow, const char *id, const char *label, const char *words,
                          bool chosen);
bool flow_button(struct flow *flow, const char *id, const char *label, enum ui_look look);
/* What was placed leaves the column, with its gap. */
void flow_end(const struct flow *flow, struct layout *layout);

/* Equal cells, as many side by side as are at least so wide. */
struct grid {
    struct box area;
    int columns, gap, height; /* of a cell */
};
/* At most `most` columns. The height is the caller's to set. */
struct grid grid_in(const struct layout *layout, double least, double gap, int most);
int grid_width(const struct grid *grid); /* of the narrowest cell */
struct box grid_cell(const struct grid *grid, int index);
int grid_height(const struct grid *grid, int count);

/* Shares a length among columns: each gets its least and the rest goes by weight. */
struct share {
    int least;
    double weight;
    int most; /* 0: any */
};
void layout_share(int length, int gap, const struct share *shares, int count, int *lengths);

/* The height that a builder asks for in a width. */
typedef void layout_builder(struct layout *column, void *data);
int layout_measure(struct ui *ui, int width, layout_builder *build, void *data);

/* A dialog as high as what is in it. Where the window is too low the content scrolls, while the
 * title and the row of buttons at its foot stay. The content goes into the column that begin
 * returns; after end, buttons go into `foot`. Esc clicks `cancel_id`. */
struct dialog {
    const char *id, *title, *cancel_id; /* the id is that of its scrolling part */
    int width;                          /* interface pixels */
    bool footless;
    struct ui_scroll *scroll;
    struct layout foot; /* filled in */
};
struct layout dialog_begin(struct ui *ui, struct dialog *dialog);
void dialog_end(const struct layout *content);

#endif
