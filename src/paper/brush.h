/* Pencil and pen: what everything on the sheet is made of, for the files of this folder and for
 * small drawings of the sheet elsewhere.
 *
 * A stroke is a filled outline, not a line of constant width: its width wavers as under a hand. The
 * wavering is a hash of the stroke (a seed and the place along it), so the same stroke looks the
 * same whenever and wherever it is drawn. Functions that say "adds" only add to cairo's path, all
 * in the same turning direction, so that one fill with the winding rule draws them without seams.
 * Coordinates are device pixels.
 */
#ifndef GRAPHPRIX_PAPER_BRUSH_H
#define GRAPHPRIX_PAPER_BRUSH_H

#include "geometry/point.h"
#include "paper/paper.h"

/* Sizes in device pixels of what scales with the square within readable bounds. */
struct brush_sizes {
    double wall;   /* width */
    double ink;    /* width */
    double thin;   /* width of outlines and tallies */
    double tick;   /* half its length */
    double nitro;  /* side of the first square round an end */
    double car;    /* diameter of the mark of a car with its ring */
    double point;  /* radius of a point that can be chosen */
    double start;  /* of one where a car can begin, up to its neighbours */
    double letter; /* height of the numbers' type */
};
struct brush_sizes brush_sizes(const struct paper_view *view);

/* Of paper beyond the outermost grid lines. */
#define PAPER_MARGIN_SQUARES 0.5

/* A place on the device, and that of (x, y) on a sheet so many squares high. */
struct pixel {
    double x, y;
};
struct pixel brush_place(const struct paper_view *view, int height, double x, double y);
struct pixel brush_grid_place(const struct paper_view *view, int height, struct point grid);
struct pixel brush_exact_place(const struct paper_view *view, int height, struct exact_point at);
/* On the way from one place to another, 0 to 1. */
struct pixel brush_between(struct pixel from, struct pixel to, double part);

/* Grows with what is added to it; EXTENT_NOTHING at first. */
struct extent {
    double left, top, right, bottom;
};
extern const struct extent EXTENT_NOTHING;
void extent_add(struct extent *extent, struct pixel place, double margin);
/* As a box (x, y, width, height) of whole pixels; false if nothing was added. */
bool extent_box(const struct extent *extent, double box[4]);

double brush_clamp(double value, double low, double high);
/* 0 up to 1, and a smooth curve through such values along `t`, from -1 to 1. */
double brush_chance(uint64_t seed, int64_t index);
double brush_waver(uint64_t seed, double t);

void brush_color(cairo_t *cairo, struct paper_color color);
struct paper_color brush_pen(const struct paper_theme *theme, int pen);
/* `share` of the first colour, the rest of the second. */
struct paper_color brush_mix(struct paper_color a, struct paper_color b, double share);

/* Adds a stroke with round ends, narrowing a little towards its end. */
void brush_add_stroke(cairo_t *cairo, double x1, double y1, double x2, double y2, double width,
                      uint64_t seed);
void brush_add_disc(cairo_t *cairo, double x, double y, double radius);
/* A new path: a box with round corners, of this radius or as much as fits. */
void brush_add_card(cairo_t *cairo, double x, double y, double w, double h, double r);
void brush_add_line(cairo_t *cairo, struct pixel from, struct pixel to);
/* Strokes the path with round ends and joints, or with blunt ends; dashed if there is a gap. A dash
 * of length 0 with round ends is a dot. */
void brush_stroke(cairo_t *cairo, double width, double dash, double gap);
void brush_stroke_blunt(cairo_t *cairo, double width, double dash, double gap);
/* Stroke a circle, a square of this side. */
void brush_circle(cairo_t *cairo, double x, double y, double radius, double width);
void brush_square(cairo_t *cairo, double x, double y, double side, double width);
/* An arrow with an open head, `head` pixels long. */
void brush_arrow(cairo_t *cairo, double x1, double y1, double x2, double y2, double width,
                 double head);

/* Is it drawn into a file of lines and letters rather than of pixels? Then nothing is rounded to
 * pixels, and no picture stands for what strokes can show. */
bool brush_is_vector(cairo_t *cairo);

/* Ends a file of lines and letters and gives back both. False and the error, in which `what` is
 * what could not be drawn. */
bool brush_finish(cairo_t *cairo, cairo_surface_t *surface, const char *what, struct error *error);

/* x, y, width and height of cairo's clip; false if nothing is in it. */
bool brush_clip_box(cairo_t *cairo, double box[4]);
/* Does anything of the box (corners in any order, grown by `margin`) touch cairo's clip? */
bool brush_is_seen(cairo_t *cairo, double x1, double y1, double x2, double y2, double margin);
bool brush_box_is_seen(cairo_t *cairo, const double box[4]); /* x, y, width, height */

/* Paints the whole clip: opaque paper with light pencil hatching, lines rising to the right, as it
 * is outside the track. The pattern is made once for each surface that is drawn on and belongs to
 * it; it is anchored at the view's origin, so it moves with the sheet. Files of lines and letters
 * get strokes in its place. */
void brush_paint_hatching(cairo_t *cairo, const struct paper_view *view,
                          const struct paper_theme *theme);
/* Fills the path, which is used up, with a steep dense shading on nothing, for slicks. */
void brush_fill_shading(cairo_t *cairo, const struct paper_view *view,
                        const struct paper_theme *theme);

/* === lettering ================================================================================ */

/* Type on the sheet: numbers along the edges, gates, labels of arrows.
 *
 * Arrows are drawn, not typed: not every face has them. Sizes are the height of the type in device
 * pixels. Text stands on a soft rim of paper, so that lines under it do not spoil it.
 */

/* Text may hold the arrows ← → ↑ ↓ (UTF-8). Bold lettering for what the back row must read. */
double lettering_width(cairo_t *cairo, const char *text, double size, bool bold);
/* (x, y): left end, middle of the capitals' height. */
void lettering_draw(cairo_t *cairo, const char *text, double x, double y, double size, bool bold,
                    struct paper_color color);
/* So much of it stands left of x: 0.5 is centred, 1 ends there. */
void lettering_draw_aligned(cairo_t *cairo, const char *text, double x, double y, double share,
                            double size, bool bold, struct paper_color color);
void lettering_draw_number(cairo_t *cairo, int number, double x, double y, double share,
                           double size, bool bold, struct paper_color color);
/* As lettering_draw, with a rim of the paper's colour. */
void lettering_draw_rimmed(cairo_t *cairo, const char *text, double x, double y, double size,
                           struct paper_color color, const struct paper_theme *theme);

/* The smallest type that this thread has drawn on pixels since it last asked, in device pixels; 0:
 * none. */
double lettering_take_smallest(void);

/* A title in the handwriting face, or bold where that lacks one of its letters. As above. */
void lettering_draw_title(cairo_t *cairo, const char *text, double x, double y, double size,
                          struct paper_color color);

/* Finding faces by fontconfig: those of a family, and those that have what another face lacks. */

/* What to tell of a face. */
enum face_answer { FACE_FILE, FACE_FAMILY };

/* The best match: of this family, or of any (NULL); with the characters of the text, or whatever it
 * has (NULL). The match may lack some of them. Free the answer; NULL: there is no font at all. */
char *face_match(const char *family, bool bold, const char *characters, enum face_answer answer);

/* As face_match, of the faces that have all letters, digits and signs of ASCII at their places;
 * NULL if there are none, but perhaps one of pictures or symbols: *any. Then lettering is built in.
 */
char *face_of_letters(const char *family, bool bold, enum face_answer answer, bool *any);
/* The family by which cairo knows the built-in lettering. It has ASCII. */
extern const char face_built_in[];
#define FACE_UNKNOWN "?" /* it writes for a character that no face has */
/* The text as the built-in lettering can write it: "−" as "-", "…" as "...", "ë" as "e"; what has
 * no such letters stays. Free it. */
char *face_ascii(const char *text, bool arrows_too);

/* The characters of a text, one by one; 0 at its end. Bytes that are no UTF-8 are skipped. */
uint32_t face_next_character(const char **cursor);

#endif
