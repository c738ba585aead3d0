/* The sheet on the screen: a cached picture in two layers, so that a frame costs a copy.
 *
 * The **ground** (paper, track, ink, cars) is kept as opaque pixels on the CPU and is painted only
 * where it changed: all of it after a zoom, the uncovered edges after a pan, the box of a stroke
 * after a move. **Live** boxes hold what changes with the pointer; they are painted over a copy of
 * the ground, so what was there before comes back by itself. Only dirty rectangles are uploaded,
 * and the texture is copied without blending. Lost textures cost an upload, no painting.
 * Coordinates are device pixels from the upper left corner of the sheet's part of the window.
 */
#ifndef GRAPHPRIX_DRAW_SHEET_H
#define GRAPHPRIX_DRAW_SHEET_H

#include "draw/canvas.h"
#include "paper/labels.h"

enum { SHEET_LIVE_LIMIT = 7 };

/* All are called with cairo's clip set to the box that is wanted, or to some. `ground` must paint
 * all of it; where there is a `course`, which changes with size and view alone, that is kept and
 * lies under it. `live` may be NULL. */
struct sheet_painter {
    void (*ground)(cairo_t *cairo, void *context);
    void (*live)(cairo_t *cairo, void *context);
    void *context;
    void (*course)(cairo_t *cairo, void *context);
    bool at_once; /* with all boxes of the ground in one clip: for ink that is long to go through */
    void (*see)(void *context,
                const struct paper_view *view); /* from now on; NULL: as sheet_view */
};

struct sheet;

struct sheet *sheet_create(struct sheet_painter painter);
void sheet_free(struct sheet *sheet); /* NULL is allowed */

/* A new size: everything is painted again. Nothing happens if it is the old one. */
void sheet_resize(struct sheet *sheet, int width, int height);
/* The ground has changed everywhere, or within a box. */
void sheet_repaint(struct sheet *sheet);
void sheet_paint_anew(struct sheet *sheet); /* the course, too */
void sheet_invalidate(struct sheet *sheet, struct box box);
/* The ground moves by so many pixels and is painted only where it was out of sight. */
void sheet_scroll(struct sheet *sheet, int dx, int dy);
/* What is live has changed and lies within the box now (empty: there is nothing). */
void sheet_set_live(struct sheet *sheet, int index, struct box box);

/* For a sheet that shows paper: its part of the window, the theme and the view are these now. What
 * only moved by whole pixels is scrolled, anything else paints all of it. */
enum sheet_news { SHEET_STAYS, SHEET_MOVED, SHEET_OTHER };
enum sheet_news sheet_follow(struct sheet *sheet, const struct canvas *canvas, struct box box,
                             const struct paper_view *view);
/* While a wheel turns, in place of sheet_follow and sheet_draw: what is seen of the sheet, of so
 * many squares, is drawn as it lies in this view, larger or smaller, and nothing is painted until
 * it is followed again, sharp. The first time the parts are told before as they are now in the view
 * that it follows: that is what is frozen. False: it cannot be. */
bool sheet_is_frozen(const struct sheet *sheet);
bool sheet_zoom(struct sheet *sheet, struct canvas *canvas, struct box box,
                const struct paper_view *view, struct point squares);
/* Those that it follows. */
const struct paper_view *sheet_view(const struct sheet *sheet);
const struct paper_theme *sheet_theme(const struct sheet *sheet);
/* The whole of it. */
struct box sheet_whole(const struct sheet *sheet);
/* Two live boxes for the numbers at the left and the lower edge of so many rows of squares, where
 * those are seen, else at the window's. */
void sheet_set_numbers(struct sheet *sheet, int left, int lower, int rows);
/* The box round all that this paints on the sheet. */
struct box sheet_ink(const struct sheet *sheet, void (*paint)(cairo_t *cairo, void *context),
                     void *context);
/* A box of the paper in whole pixels; what is far out of sight is brought near, so that it fits. */
struct box sheet_box(const double box[4]);

/* It is drawn so far aside; its edge stays as it was. */
void sheet_shake(struct sheet *sheet, int dx, int dy);

/* Parts: what lies on the ground, in layers, and over it as what is live. Each is told before every
 * sheet_draw, in the same place of its layer (one that is not there: with look 0). `look` stands
 * for all that it shows; when it is another one the part measures itself by being painted, and the
 * sheet mends where it was and where it is. Layer 0 lies under what `ground` paints; there is a
 * course. */
enum { SHEET_GROUND_LAYERS = 4, SHEET_LAYERS = 10 };
typedef void sheet_part_painter(cairo_t *cairo, void *context, int which);
void sheet_lay(struct sheet *sheet, int layer, uint64_t look, sheet_part_painter *paint, int which);

/* Paints what is due, uploads it and copies the sheet to (x, y) of the window. */
void sheet_draw(struct sheet *sheet, struct canvas *canvas, int x, int y);

/* === overlay ================================================================================== */

/* Ink over everything: what a hand draws across the window, whatever lies under it.
 *
 * Strokes are kept in shares of the window, so they stay where they were drawn on it when it
 * changes its size. Their picture is kept, too: a frame paints what has been added since and copies
 * the part of the window that holds ink. Coordinates are device pixels.
 */

struct overlay;

struct overlay *overlay_create(void);
void overlay_free(struct overlay *overlay); /* NULL is allowed */

/* A new stroke, a dot as yet; and where the hand has gone on to. What comes after the most that is
 * kept (some hours of drawing) is not drawn. */
void overlay_put_down(struct overlay *overlay, const struct canvas *canvas, int x, int y);
void overlay_draw_to(struct overlay *overlay, const struct canvas *canvas, int x, int y);

/* The last stroke, or all of them. False if there is none. */
bool overlay_undo(struct overlay *overlay);
bool overlay_clear(struct overlay *overlay);

/* Over what was drawn in this pass, `width` interface pixels broad. */
void overlay_show(struct overlay *overlay, struct canvas *canvas, struct paper_color color,
                  double width);

#endif
