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
 * is seen of it (`seen` is x, y, width, height in device pixels), where nothing is to be read on
 * the course. They stay at that edge, so they are not part of paper_draw_sheet: a picture that is
 * shifted must not shift them. Where more is written they are labels among others (paper/labels.h),
 * the last ones, and on a road that these know of they stand further along their lines, outside
 * its walls; `squares` is the sheet's size. Returns how many labels there were before those along
 * the lower edge.
 */
struct labels;
void paper_draw_numbers(cairo_t *cairo, const struct paper_view *view, struct course course,
                        const double seen[4], const struct paper_theme *theme);
int paper_label_numbers(struct labels *labels, const struct paper_view *view, struct point squares,
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

#endif
