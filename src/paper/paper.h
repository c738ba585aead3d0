/* The sheet by cairo: squared paper, course, ink. One drawing code for the screen's sheet, exported
 * pictures and print; no SDL here. What a game's course and ink look like is its own (paper/ink.h).
 *
 * Coordinates come in as a view: how many device pixels (or points) a square has and where the
 * grid's origin lies. Line widths and marks scale with the square within readable bounds.
 */
#ifndef GRAPHPRIX_PAPER_PAPER_H
#define GRAPHPRIX_PAPER_PAPER_H

#include "base/error.h"
#include "base/formats.h"
#include "geometry/point.h"
#include "session/session.h"

#include <cairo.h>

struct paper_color {
    double red, green, blue, alpha;
};

/* A theme of the sheet and of the panels around it. Text reaches a contrast of 4.5:1 on what it
 * stands on, pens 3:1 on the paper (4.5:1 in the theme made for it). */
struct paper_theme {
    const char *name;  /* as kept in the settings: "high-contrast" */
    const char *title; /* as shown: "High contrast" */
    struct paper_color paper, grid, grid_strong, hatching, wall, ink, ink_soft, slick, chequer_dark,
        chequer_light, arrow;
    struct paper_color panel, panel_edge, card, action, action_text, warning, focus,
        shade; /* over what lies under a dialog */
    struct paper_color pens[PEN_COUNT];
    const char *pen_names[PEN_COUNT]; /* what they look like: "orange" */
};
enum { PAPER_THEME_COUNT = 3 };
extern const struct paper_theme paper_theme_paper; /* the usual one, for print, too */
extern const struct paper_theme *const paper_themes[PAPER_THEME_COUNT];
const struct paper_theme *paper_theme_find(const char *name); /* the usual one if unknown */

/* Grid point (x, y) is drawn at (left + x * square, top + (height - y) * square). `scale` is the
 * size of one interface pixel (1 at 100 %): no line is thinner and no label smaller than it. */
struct paper_view {
    double left, top, square, scale;
};

/* `height`: of the sheet, squares. */
void paper_to_device(const struct paper_view *view, int height, double x, double y,
                     double *device_x, double *device_y);

/* Paper, grid and course: everything that does not change in a race. Draws only what touches
 * cairo's clip. Opaque: every pixel of the clip is painted, beyond the sheet with the table it lies
 * on. */
void paper_draw_sheet(cairo_t *cairo, const struct paper_view *view, struct course course,
                      const struct paper_theme *theme);

/* The same of squared paper with nothing on it. */
void paper_draw_blank(cairo_t *cairo, const struct paper_view *view, struct point squares,
                      const struct paper_theme *theme);

/* The numbers of every fifth line (or tile) along the left and lower edge of the sheet, or of what
 * is seen of it, where nothing is to be read on the course. They stay at that edge, so they are not
 * part of paper_draw_sheet: a picture that is shifted must not shift them. They are labels among
 * others (paper/labels.h), the last ones, and on a road that these know of they stand further along
 * their lines, outside its walls; `squares` is the sheet's size.
 */
struct labels;
void paper_label_numbers(struct labels *labels, const struct paper_view *view, struct point squares,
                         bool tiles, const struct paper_theme *theme);

/* The strokes of one step of the session in its pen with the notation of the paper game.
 * `progress` from 0 to 1 is how much of it the pen has drawn; `faded` ink is that of older moves.
 * At PAPER_LINE_SHARE a single move is there, and what stands at its end follows.
 */
#define PAPER_LINE_SHARE 0.8
void paper_draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int step, double progress, bool faded, const struct paper_theme *theme);
/* What paper_draw_step touches at most (x, y, width, height in whole device pixels), so that a
 * cached sheet can be mended. False if the step leaves no ink. */
bool paper_step_box(const struct paper_view *view, const struct session *session, int step,
                    double box[4]);
/* The ink of a car's moves before its last PAPER_FRESH_MOVES + 1 is faded. */
enum { PAPER_FRESH_MOVES = 6 };
/* The first `steps` steps, oldest first, culled to the clip. */
void paper_draw_ink(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                    int steps, const struct paper_theme *theme);

/* All ink before this step has faded when there are `steps` of them; `steps` if there is none. */
int paper_first_fresh(const struct session *session, int steps);

/* The step that fades as this one comes; -1: none does. */
int paper_fading_step(const struct session *session, int step);

/* A pen's mark (x, o, +, triangle, ...) centred at a point, `size` device pixels across. */
void paper_draw_mark(cairo_t *cairo, int pen, double x, double y, double size,
                     const struct paper_theme *theme);

/* Each car where it stands; or all but some (bit n: car n). */
void paper_draw_cars_but(cairo_t *cairo, const struct paper_view *view,
                         const struct session *session, const struct race *race, uint64_t but,
                         const struct paper_theme *theme);
void paper_draw_cars(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, const struct paper_theme *theme);
int paper_pen_of(const struct session *session, int car);
/* Which of its player's cars it is, 1.., when there are several; else 0. */
int paper_car_of_player(const struct session *session, const struct race *race, int car);
/* What is drawn of one car at most, as paper_step_box. False if it is not on the sheet. */
bool paper_car_box(const struct paper_view *view, const struct session *session,
                   const struct race *race, int car, double box[4]);
/* `count` strokes in fives, the fifth across the four; the left end of the middle is at (x, y). The
 * gap is between the middles of two. */
void paper_draw_tally(cairo_t *cairo, int count, double x, double y, double height,
                      const struct paper_theme *theme);
double paper_tally_gap(double height);

/* The first steps of a race as a table; lines end with \n. Where the game has none of its own there
 * is a row an action: "car,round,action,x,y,event", with the place of the car after it. */
void paper_append_csv(const struct session *session, int steps, enum csv_kind kind,
                      struct text *into);

/* Of games in which cars have a velocity and an acceleration: the motion as a table, and its graphs
 * as a file of the kind that the ending names (".png", ".svg", ".pdf"). False and the error if the
 * game has none, or the ending names none; nothing is appended then. */
bool paper_append_motion(const struct session *session, int steps, enum csv_kind kind,
                         struct text *into, struct error *error);
bool paper_export_graphs(const struct session *session, int steps, const char *ending,
                         struct text *into, struct error *error);

/* Pictures of a race on its way, so that any of its moments is a copy and a few strokes.
 *
 * Each shows the sheet with all ink before some step, all of it faded; the one that is nearest
 * before the fresh ink of a moment is what the moment is painted on. The result is the same to the
 * pixel as painting everything.
 */
struct paper_keyframes;

/* The session is borrowed and may not change meanwhile. */
struct paper_keyframes *paper_keyframes_create(const struct session *session);
void paper_keyframes_free(struct paper_keyframes *frames); /* NULL is allowed */

/* What they show: so many device pixels of a view, in these colours. */
struct paper_keyframes_look {
    struct paper_view view;
    int width, height;
    const struct paper_theme *theme;
};
/* Do they show just that? False for NULL. */
bool paper_keyframes_show(const struct paper_keyframes *frames,
                          const struct paper_keyframes_look *look);
/* Paints all of them. */
void paper_keyframes_paint(struct paper_keyframes *frames, const struct paper_keyframes_look *look);
/* The sheet with the ink of the first `steps` steps, into cairo's clip. */
void paper_keyframes_draw(cairo_t *cairo, const struct paper_keyframes *frames, int steps);

/* A course fitted into a picture of width x height, for thumbnails; returns where it lies there. */
struct paper_view paper_draw_thumbnail(cairo_t *cairo, struct course course, int width, int height,
                                       double scale, const struct paper_theme *theme);

/* === brush ==================================================================================== */

/* Pencil and pen: what everything on the sheet is made of, for the files of this folder and for
 * small drawings of the sheet elsewhere.
 *
 * A stroke is a filled outline, not a line of constant width: its width wavers as under a hand. The
 * wavering is a hash of the stroke (a seed and the place along it), so the same stroke looks the
 * same whenever and wherever it is drawn. Functions that say "adds" only add to cairo's path, all
 * in the same turning direction, so that one fill with the winding rule draws them without seams.
 * Coordinates are device pixels.
 */

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
double brush_number_size(const struct paper_view *view); /* of a number beside a car */

/* Of paper beyond the outermost grid lines. */
#define PAPER_MARGIN_SQUARES 0.5

/* A place on the device, and that of (x, y) on a sheet so many squares high. */
struct pixel {
    double x, y;
};
struct pixel brush_place(const struct paper_view *view, int height, double x, double y);
struct pixel brush_grid_place(const struct paper_view *view, int height, struct point grid);
struct pixel brush_exact_place(const struct paper_view *view, int height, struct exact_point at);
/* How far a way turns at the middle one of three places, in radians. */
double brush_turn(struct pixel before, struct pixel at, struct pixel after);
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
struct paper_color brush_asphalt(const struct paper_theme *theme);

/* Adds a stroke with round ends, narrowing a little towards its end. */
void brush_add_stroke(cairo_t *cairo, double x1, double y1, double x2, double y2, double width,
                      uint64_t seed);
void brush_add_disc(cairo_t *cairo, double x, double y, double radius);
/* A new path: a box with round corners, of this radius or as much as fits. */
void brush_add_card(cairo_t *cairo, double x, double y, double w, double h, double r);
void brush_add_line(cairo_t *cairo, struct pixel from, struct pixel to);
/* Adds the tick across the end of a way, `half` of its length to either side. */
void brush_add_tick(cairo_t *cairo, struct pixel from, struct pixel end, double half, double width,
                    uint64_t seed);
/* Rays round a place where something was struck; the angles waver as far as they are told to. */
void brush_draw_burst(cairo_t *cairo, struct pixel at, double reach, double width, double wavering,
                      uint64_t seed);
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
/* All that is seen outside of the path, which is used up. */
void paper_hatch_outside(cairo_t *cairo, const struct paper_view *view,
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

/* Vectors in texts (vector_of of base/number.h) stand as columns from here on, or else as they are.
 */
void lettering_set_columns(bool columns);
bool lettering_columns(void);
/* Bytes of a column vector at the text's beginning, and of what stands before the next one; 0. */
size_t lettering_vector(const char *text);
size_t lettering_before_vector(const char *text);
/* Of a line with a column vector in it 2.3, else 1: its height in sizes of the type. */
double lettering_height(const char *text);
/* The brackets of one, as a pupil writes them, round (x, y). */
void lettering_draw_brackets(cairo_t *cairo, double x, double y, double width, double height,
                             double line, struct paper_color color);

/* The smallest type that this thread has drawn on pixels since it last asked, in device pixels; 0:
 * none. */
double lettering_take_smallest(void);

/* A title in the handwriting face, or bold where that lacks one of its letters. As above. */
void lettering_draw_title(cairo_t *cairo, const char *text, double x, double y, double size,
                          struct paper_color color);

/* Finding faces by fontconfig: those of a family, and those that have what another face lacks. */

/* What to tell of a face. */
enum face_answer { FACE_FILE, FACE_FAMILY };

/* The best match of any family; with the characters of the text, of which it may lack some. Free
 * the answer; NULL: there is no font at all. */
char *face_match(bool bold, const char *characters, enum face_answer answer);

/* The best match of this family, or of any (NULL), that has all letters, digits and signs of ASCII
 * at their places; NULL if there are none, but perhaps one of pictures or symbols: *any. Then
 * lettering is built in.
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
