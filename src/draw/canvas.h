/* The drawing vocabulary of the screens: cards, text, strokes, shapes, pictures.
 *
 * Everything is in device pixels; a screen takes its sizes from canvas_units, which applies the
 * interface scale and the HiDPI factor. Anti-aliased things are painted by cairo on the CPU and
 * kept as textures (straight alpha), least recently used ones going first; nothing is kept only on
 * the graphics card, so lost textures cost a repaint and no more.
 * Colours are those of the paper's theme. The canvas owns all it caches; strings are copied.
 */
#ifndef GRAPHPRIX_DRAW_CANVAS_H
#define GRAPHPRIX_DRAW_CANVAS_H

#include "base/error.h"
#include "paper/paper.h"

#include <SDL.h>
#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

/* === box ====================================================================================== */

/* Boxes in device pixels, and cutting them up; ui/layout.h lays out with them.
 *
 * A layout starts with the window's box and cuts pieces off it; what is left is the rest. Pieces
 * are never larger than what there was, so a layout that does not fit ends in empty boxes, not in
 * negative ones.
 */

struct box {
    int x;
    int y;
    int w;
    int h;
};

static inline struct box box_make(int x, int y, int w, int h)
{
    return (struct box){x, y, w < 0 ? 0 : w, h < 0 ? 0 : h};
}

static inline struct box box_inset(struct box box, int dx, int dy)
{
    return box_make(box.x + dx, box.y + dy, box.w - 2 * dx, box.h - 2 * dy);
}

static inline bool box_holds(struct box box, int x, int y)
{
    return x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h;
}

static inline bool box_is_empty(struct box box)
{
    return box.w <= 0 || box.h <= 0;
}

static inline bool box_is_same(struct box a, struct box b)
{
    return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

/* The smallest box round both; an empty one adds nothing. */
static inline struct box box_join(struct box a, struct box b)
{
    if (a.w <= 0 || a.h <= 0)
        return b;
    if (b.w <= 0 || b.h <= 0)
        return a;
    int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    int right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
    int bottom = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
    return box_make(x, y, right - x, bottom - y);
}

struct box box_cut_left(struct box *rest, int width);
struct box box_cut_right(struct box *rest, int width);
struct box box_cut_top(struct box *rest, int height);
struct box box_cut_bottom(struct box *rest, int height);
struct box box_intersect(struct box a, struct box b);
/* A box of this size in the middle of another (shrunk to fit). */
struct box box_centre(struct box outer, int width, int height);
/* Cell `index` of `count` in a row, `gap` apart; the widths differ by at most a pixel. */
struct box box_column(struct box row, int index, int count, int gap);

/* Some boxes that together cover all that were added (empty ones add nothing). Those that join are
 * made one; when the list is full, those that are nearest. */
enum { BOXES_LIMIT = 32 };
struct boxes {
    struct box at[BOXES_LIMIT];
    int count;
};
typedef bool boxes_joining(struct box a, struct box b);
void boxes_add(struct boxes *boxes, struct box box, boxes_joining *join);
bool boxes_touch(struct box a, struct box b);
/* They touch, and both in one box are less than each of them. */
bool boxes_join_well(struct box a, struct box b);

/* === canvas =================================================================================== */

struct canvas;

/* SMALL 14, BODY and STRONG 17, HEADING 20, TITLE 34, DISPLAY 56 pixels at 100 %; STRONG and
 * HEADING are bold, TITLE and DISPLAY the handwriting face. */
enum canvas_style {
    STYLE_SMALL,
    STYLE_BODY,
    STYLE_STRONG,
    STYLE_HEADING,
    STYLE_TITLE,
    STYLE_DISPLAY,
    STYLE_COUNT
};
enum canvas_align { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT };

/* NULL and the error when there is no font at all. The renderer is borrowed. */
struct canvas *canvas_create(SDL_Renderer *renderer, struct error *error);
void canvas_free(struct canvas *canvas);

/* Before each pass: the window's size in device pixels, and device pixels per interface pixel. */
void canvas_begin(struct canvas *canvas, int width, int height, double scale);
/* While muted nothing is drawn: a pass that only answers input. */
void canvas_mute(struct canvas *canvas, bool muted);
bool canvas_is_muted(const struct canvas *canvas);
/* Paints what was drawn since canvas_begin and shows it in the window: no more of it than has
 * changed, where the renderer keeps its pixels. The window (not of memory: NULL) is that of the
 * renderer. */
void canvas_show(struct canvas *canvas, SDL_Window *window);
/* The window has lost what it showed: the next frame is painted whole. */
void canvas_lose(struct canvas *canvas);
/* Textures were lost: all are made anew when next drawn, and the generation rises by one. Whoever
 * keeps textures beside the canvas makes them anew when the generation is another. */
void canvas_drop_textures(struct canvas *canvas);
int canvas_generation(const struct canvas *canvas);

const struct paper_theme *canvas_theme(const struct canvas *canvas);
/* Another theme: what was painted is dropped, as if textures had been lost. Whoever keeps painted
 * pixels of its own paints them anew when canvas_theme is another than the one it used. */
void canvas_set_theme(struct canvas *canvas, const struct paper_theme *theme);
struct box canvas_box(const struct canvas *canvas); /* the whole window */
double canvas_scale(const struct canvas *canvas);
/* Interface pixels to device pixels, rounded, at least 1 for anything above 0. */
int canvas_units(const struct canvas *canvas, double units);

/* Drawing is limited to the intersection of all boxes pushed (at most 8). */
void canvas_push_clip(struct canvas *canvas, struct box box);
void canvas_pop_clip(struct canvas *canvas);

/* A colour between two: a at 0, b at 1. */
struct paper_color color_mix(struct paper_color a, struct paper_color b, double part);
struct paper_color color_fade(struct paper_color color, double alpha);

/* draw/canvas.c */
void canvas_fill(struct canvas *canvas, struct box box, struct paper_color color);
/* A rounded rectangle; radius and edge in interface pixels, edge drawn inside the box. */
struct card {
    struct paper_color fill;
    struct paper_color edge;
    double radius;
    double edge_width;
    bool dashed;
    bool shadow; /* a soft one, outside the box */
};
void canvas_card(struct canvas *canvas, struct box box, const struct card *card);
/* The theme's: what most cards are, and others differ from. */
struct card card_plain(const struct canvas *canvas);
void canvas_plain_card(struct canvas *canvas, struct box box);
/* Paints into width x height pixels, transparent at first, once a key and size. The key (under 64
 * bytes) must name everything that the picture depends on besides theme, size and scale. */
typedef void canvas_painter(cairo_t *cairo, int width, int height, const void *data);
void canvas_shape(struct canvas *canvas, const char *key, struct box box, canvas_painter *paint,
                  const void *data);
/* A pen's mark, `size` device pixels across. */
void canvas_mark(struct canvas *canvas, int pen, double x, double y, double size);

/* draw/canvas.c: ink that changes every frame. Points are x, y pairs in device pixels; the line
 * has round ends and joints. `dash` is the length of dashes and gaps, 0 for a solid line. */
struct stroke {
    struct paper_color color;
    double width;
    double dash;
};
void canvas_stroke(struct canvas *canvas, const double *points, int count,
                   const struct stroke *stroke);
void canvas_circle(struct canvas *canvas, double x, double y, double radius,
                   const struct stroke *stroke);

/* draw/text.c: UTF-8; bytes that are none are shown as the replacement character. */
int canvas_text_width(struct canvas *canvas, enum canvas_style style, const char *text);
int canvas_line_height(const struct canvas *canvas, enum canvas_style style);
/* Of a line that may have column vectors in it (paper/paper.h). */
int canvas_text_height(const struct canvas *canvas, enum canvas_style style, const char *text);
/* The smallest type that was drawn since this was last asked, on sheets, too: device pixels of the
 * em; 0: none. */
int canvas_take_smallest_type(struct canvas *canvas);
/* What was cut with an ellipsis in this pass, a line each. */
const char *canvas_cut(const struct canvas *canvas);
/* One line, its capitals centred in the height of the box, cut with an ellipsis to its width. */
void canvas_text(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                 const char *text, struct box box, enum canvas_align align);
/* A title in ink, smaller if it does not fit. */
void canvas_title(struct canvas *canvas, struct box box, const char *text, enum canvas_align align);
/* Lines broken between words (and at line breaks), from the top of the box down; returns the
 * height used. What does not fit into the height ends with an ellipsis. */
int canvas_paragraph(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                     const char *text, struct box box, enum canvas_align align);
int canvas_paragraph_height(struct canvas *canvas, enum canvas_style style, const char *text,
                            int width);
/* Words that are looked for from now on in what is drawn in SMALL and BODY, muted or not; the last
 * one's `word` is NULL. Borrowed; NULL: none. What was found before is forgotten. */
struct canvas_word {
    const char *word, *page; /* of the help, for whoever asks */
};
struct canvas_found {
    const struct canvas_word *word;
    struct box box; /* what of it is in sight */
};
void canvas_seek(struct canvas *canvas, const struct canvas_word *words);
/* How many there are; and all but the first `count` are forgotten. */
int canvas_found(const struct canvas *canvas, const struct canvas_found **found);
void canvas_forget_found(struct canvas *canvas, int count);

/* draw/sheet.c: an opaque picture that a screen keeps (NULL: none yet), drawn pixel by pixel. It
 * is painted anew when the box has another size, or the canvas another scale or theme. The painter
 * fills a box at (0, 0); false: it cannot be painted (yet), and nothing is kept. */
struct picture;
typedef bool picture_painter(cairo_t *cairo, const struct canvas *canvas, struct box box,
                             void *data);
void canvas_picture(struct canvas *canvas, struct picture **picture, struct box box,
                    picture_painter *painter, void *data);
void picture_free(struct picture **picture); /* there is none then */
/* Keeps its pixels in a file, behind a line that says what they show. */
void picture_keep(const struct picture *picture, const char *path, const char *what);
/* Paints them; false: they are not there, or show something else. */
bool picture_paint_kept(cairo_t *cairo, const char *path, const char *what);

/* Pictures of what is listed, by name: painted when they are first in sight, as many a pass as take
 * no time that would be felt, and blank paper before. Those that were out of sight for longest are
 * given up. */
struct album *album_create(void);
void album_free(struct album *album);       /* NULL is allowed */
void album_begin_pass(struct album *album); /* before the drawing of a pass */
void album_draw(struct album *album, struct canvas *canvas, const char *key, struct box box,
                picture_painter *painter, void *data);
bool album_wants_more(const struct album *album); /* they should be drawn once more */
void album_forget(struct album *album, const char *key);

/* === icons ==================================================================================== */

/* The signs on buttons and beside words, each drawn in one colour from a line of path data. */

enum icon {
    /* The tools of the track editor, in the order of its tool bar. */
    ICON_SELECT,
    ICON_PEN,
    ICON_POLYGON,
    ICON_ERASER,
    ICON_REDRAW,
    ICON_PARALLEL,
    ICON_LINE,
    ICON_SLICK,
    ICON_TURBO,
    ICON_CHECKPOINT,
    ICON_INSPECT,
    ICON_UNDO,
    ICON_REDO,
    /* Looking back on a race. */
    ICON_TO_START,
    ICON_BACK,
    ICON_PLAY,
    ICON_PAUSE,
    ICON_FORWARD,
    ICON_TO_END,
    /* What a track has, in the order in which it is told. */
    ICON_HAS_SLICKS,
    ICON_HAS_TURBOS,
    ICON_HAS_CHECKPOINTS,
    ICON_IS_OPEN,
    ICON_IS_ARENA,
    ICON_HAS_OIL,
    ICON_HAS_SAND,
    ICON_HAS_PITS,
    /* Of widgets, cards and photos. */
    ICON_TICK,
    ICON_CROSS,
    ICON_LESS,
    ICON_MORE,
    ICON_ROBOT,
    ICON_GATE,
    ICON_GAP,
    ICON_REMARK,
    /* Tools of the map editor. */
    ICON_STRAIGHT,
    ICON_BEND,
    ICON_FILL,
    ICON_BANK,
    ICON_PITS,
    ICON_GRID,
    ICON_DOTS, /* of that of circuits */
    /* Of the race's panel, where words have no room. */
    ICON_MENU,
    ICON_LAMP,
    ICON_FLAME,
    ICON_VECTORS,
    ICON_REACH,
    /* What a stock car has in it. */
    ICON_TURBINE,
    ICON_SWAYBARS,
    ICON_PERFORMANCE,
    ICON_COUNT
};

/* Fills the box; ends and joints of its lines are round. */
void canvas_icon(struct canvas *canvas, enum icon icon, struct box box, struct paper_color color);

#endif
