/* Graph paper's line in the table of inks. */
#ifndef GRAPHPRIX_PAPER_GRAPH_PAPER_INK_H
#define GRAPHPRIX_PAPER_GRAPH_PAPER_INK_H

#include "drivers/graph_paper/solver/solver.h"
#include "paper/ink.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/track.h"

/* === cars ===================================================================================== */

/* Cars on the sheet: mark and ring, tally marks for missed turns, notches for damage.
 */

/* The car of a step when the pen has drawn so much of it: how it looks (in that state of the race)
 * and where the middle of its mark is. False: it does not move there. */
bool cars_way(const struct paper_view *view, const struct session *session, int step,
              double progress, const struct race **state, struct pixel *at);
/* The middle of its mark. */
struct pixel cars_middle(const struct paper_view *view, const struct session *session,
                         const struct race *race, int car);

/* A ring round the car that is to move, within its box. */
void cars_draw_mover(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, const struct paper_theme *theme);
/* No label covers the cars with their numbers and tallies. */
void cars_keep_off(struct labels *labels, const struct paper_view *view,
                   const struct session *session, const struct race *race);

/* === arrows =================================================================================== */

/* The arrows that teach: what a move is made of, drawn on the squares it is read off.
 *
 * The old velocity v, what pushes without being chosen, the acceleration a and the new velocity v′
 * lie tip to tail. v′ in x and y; the whole change along and across the direction of v + v′, of
 * which only the part along changes the speed: a · (v + v′) = |v′|² − |v|², exactly. Each kind can
 * be switched off, and settings keep the switches by their ids. Races, scenes, worksheets and
 * lessons draw the same arrows.
 */

enum arrow_switch {
    ARROWS_SUM,        /* v, a and v′ */
    ARROWS_COMPONENTS, /* of v′ in x and y, dashed */
    ARROWS_ALONG,      /* along and across v + v′ */
    ARROWS_INERTIA,    /* the principal point is named */
    ARROWS_WAY,        /* one a move for the whole way, not the last alone */
    ARROWS_SWITCHES
};
enum { ARROWS_USUAL = 1 << ARROWS_SUM | 1 << ARROWS_INERTIA };

struct arrow_words {
    const char *id, *label, *words; /* "components", "Components", what it shows */
};
extern const struct arrow_words arrow_words[ARROWS_SWITCHES];

static inline bool arrows_show(unsigned switches, enum arrow_switch which)
{
    return (switches >> which & 1) != 0;
}

/* One move. */
struct arrow_move {
    struct point from;   /* where it begins */
    struct point before; /* v */
    struct point push;   /* wind, turbo area */
    const char *pusher;  /* what it is called: "wind"; NULL: "turbo" */
    bool chosen;         /* is there an a? Else it only leads where inertia does */
    struct point choice; /* a */
    int pen;             /* of v′ */
    bool alone;          /* no points to choose stand round where inertia leads */
};

/* On a sheet so many squares high. */
void arrows_draw(cairo_t *cairo, const struct paper_view *view, int height,
                 const struct arrow_move *move, unsigned switches, const struct paper_theme *theme);
/* Labels keep clear of them. */
void arrows_avoid(struct labels *labels, const struct paper_view *view, int height,
                  const struct arrow_move *move, unsigned switches,
                  const struct paper_theme *theme);
/* Their names and numbers, and what those keep clear of. */
void arrows_label(struct labels *labels, const struct paper_view *view, int height,
                  const struct arrow_move *move, unsigned switches,
                  const struct paper_theme *theme);
/* Grows by all that arrows_draw may touch. */
void arrows_extend(struct extent *extent, const struct paper_view *view, int height,
                   const struct arrow_move *move);

/* A velocity of the way that lies behind: one thin arrow from point to point, or to so many device
 * pixels before it, so that what stands there does not hide its tip. */
void arrows_draw_step(cairo_t *cairo, const struct paper_view *view, int height, struct point from,
                      struct point to, double before, struct paper_color color);

/* "faster: |v|² goes from 8 to 13"; "" where nothing changes. What is chosen and what pushes
 * count together. */
void arrows_say(const struct arrow_move *move, struct text *into);

/* === ink ====================================================================================== */

extern const struct ink graph_paper_ink;

/* === hints ==================================================================================== */

/* Signs of points: outcomes and prices; hints on the sheet: what each point leads to, the best
 * line, full braking.
 *
 * A clear point becomes a bead with how many rounds more it costs than the best point, at every
 * scale. The best points have a thick ring and a bold 0; a wave in the bead is the slick's. A
 * doomed point is a triangle: no other sign is one.
 */

/* An outcome's shape, `radius` device pixels: clear dot, off the track cross, collision burst,
 * slick wave, finish flag. `strength` from 0 to 1 is how faint it is. */
void paper_draw_outcome(cairo_t *cairo, enum outcome outcome, int pen, double x, double y,
                        double radius, double strength, const struct paper_theme *theme);

/* A point that cannot be chosen: a pale ring, struck through. */
void paper_draw_refused(cairo_t *cairo, double x, double y, double radius, double strength,
                        const struct paper_theme *theme);

/* What a move costs, as written on paper: a square for a nitro, a bar across the way for a good
 * brake, a chevron along it for a turbo boost. `size` is in device pixels; (ahead_x, ahead_y), a
 * unit vector, is the way, upwards where there is none. Drawn in the source that is set. */
enum paper_sign { SIGN_NITRO, SIGN_BRAKE, SIGN_BOOST };
void paper_draw_sign(cairo_t *cairo, enum paper_sign sign, double x, double y, double size,
                     double ahead_x, double ahead_y);

/* --- hints ----------------------------------------------------------------------------------- */

/* How the numbers of a turn are written, the same for all its points. */
struct paper_numbers {
    const struct hints *hints; /* NULL: none are */
    double letter, radius;     /* of the type and the beads, device pixels; a radius of 0: squares
                                  are too small for any numbers */
    double doomed;             /* radius of the triangles */
    int pen;
};
struct paper_numbers paper_numbers_of(const struct paper_view *view, const struct hints *hints,
                                      int pen);

/* How a point is drawn; `strength` as of paper_draw_outcome. */
struct paper_hint_look {
    double x, y;
    bool chosen, slick;
    double strength;
};
/* In place of the sign of its outcome. False if the hint has none, and nothing is drawn. */
bool paper_draw_hint(cairo_t *cairo, const struct paper_numbers *numbers, const struct hint *hint,
                     const struct paper_hint_look *look, const struct paper_theme *theme);
void paper_draw_doomed(cairo_t *cairo, double x, double y, double radius, double strength,
                       const struct paper_theme *theme);

/* A line of moves, dotted, with a tick a move and a label beside its end: the best line of a hint,
 * the best lap of a sheet. */
struct dotted_line {
    const struct point *points; /* grid points; a line of less than two is not drawn */
    int count;
    int height; /* of the sheet, squares */
    struct paper_color color;
    char label[32]; /* what it takes; "": none */
};
/* Labels rather leave walls and lines of a track free, as far as they are near a place. */
void paper_avoid_edges(struct labels *labels, const struct paper_view *view,
                       const struct track *track, struct pixel at);
void dotted_draw(cairo_t *cairo, const struct paper_view *view, const struct dotted_line *line);
/* Beside its end, if that is in sight, and rather not over the walls and lines of the track. */
void dotted_label(struct labels *labels, const struct paper_view *view, const struct track *track,
                  const struct dotted_line *line, const struct paper_theme *theme);

/* The best line from here; its points stay the hints'. */
struct dotted_line paper_best_line(const struct track *track, const struct hints *hints, int pen,
                                   const struct paper_theme *theme);

/* Full braking, dashed: a bar where the car stands, a cross where it leaves the track. */
struct track_brush;

/* === turn ===================================================================================== */

/* A turn as it is shown to whoever is to move: what changes with every movement of the pointer and
 * is no ink yet. The screen draws it over the sheet; the class draws it on the blackboard.
 */

/* More start points than this are the guide's (paper/graph_paper/ink.h): here only the chosen
 * one is drawn.
 */
enum { PAPER_RINGED_STARTS = 60 };

struct paper_turn {
    int pen;
    /* Start points to choose from; the chosen one (index or -1) is where the moves begin. */
    const struct point *starts;
    int start_count;
    int chosen_start;

    bool has_car; /* is there a point that the move starts from? The rest needs it */
    struct point car;
    struct point principal;
    struct point shift;       /* of the principal point, by turbo areas */
    const struct move *moves; /* those that are shown; what costs something is fainter */
    int move_count;
    int chosen;               /* the one pointed at: index or -1 */
    const struct move *after; /* what could follow the chosen one, fainter still */
    int after_count;

    const struct refused_move *refused; /* within reach, but not to be chosen */
    int refused_count;
    int chosen_refused;  /* the one pointed at: index or -1 */
    const char *refusal; /* why, in a sentence; with chosen_refused */

    double folded; /* 0: all points are where they belong; 1: all are within the principal point */

    bool vectors;    /* velocity, acceleration and principal point as labelled arrows */
    unsigned arrows; /* of them, 1 << arrow_switch of each that is shown */
    bool untold;     /* no numbers stand beside the move: they are to be written */

    const struct hints
        *hints; /* or NULL; the best line is drawn for itself (paper/graph_paper/ink.h) */
};

void paper_draw_turn(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                     const struct paper_turn *turn, const struct paper_theme *theme);

/* What no label may cover, and then what is written beside the turn. */
void paper_keep_off_turn(struct labels *labels, const struct paper_view *view,
                         const struct track *track, const struct paper_turn *turn);
void paper_label_turn(struct labels *labels, const struct paper_view *view,
                      const struct track *track, const struct paper_turn *turn,
                      const struct paper_theme *theme);

/* === features ================================================================================= */

/* What a track holds besides its walls: line, slicks, turbo areas, checkpoints, inspected points.
 * For the files of this folder.
 */

/* === outline ================================================================================== */

/* The loops of an area as they are drawn: rounded where the polygon stands for a curve, and drawn
 * by a pencil of wavering width.
 *
 * A file's curves arrive flattened to within 1/64 square. Enlarged, the corners of such a polygon
 * would show; where two edges meet at a slight angle the drawing goes round instead, never further
 * from the polygon than the flattening was. Real corners stay corners. Only what is drawn is
 * rounded: the rules know the polygon alone.
 */

/* A track that is drawn, and with what. */
struct track_brush {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct track *track;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
};
struct track_brush track_brush_of(cairo_t *cairo, const struct paper_view *view,
                                  const struct track *track, const struct paper_theme *theme);
struct pixel track_place(const struct track_brush *brush, struct point grid);

struct outline_point {
    double x, y;  /* device pixels */
    double along; /* squares from the loop's first vertex: the seed of the wavering */
    bool corner;  /* a real one: the pencil turns on the spot */
};

/* All loops of an area as seen in one view. Zeroed = empty; reuse it, free with outline_free. */
struct outline {
    struct outline_point *points;
    int count, capacity;
    int *starts; /* of each loop in `points`; the loop's first point is repeated as its last */
    int loop_count;
    int loop_capacity;
};

/* Points are close together only within `seen` (x, y, width, height in device pixels). */
void outline_build(struct outline *outline, const struct paper_view *view,
                   const struct track *track, const struct area *area, const double seen[4]);
void outline_free(struct outline *outline);

/* Makes it cairo's path: closed loops, to be filled by the even-odd rule. */
void outline_path(cairo_t *cairo, const struct outline *outline);
/* Draws the walls in the source that is set, `width` wide. */
void outline_draw_walls(cairo_t *cairo, const struct outline *outline, double width,
                        const double seen[4]);

/* === features ================================================================================= */

/* The grounds of areas, which belong under the grid. */
void features_draw_shading(const struct track_brush *brush);
/* What lies under the walls: outlines of areas, start and finish. Lines are cut off at the walls.
 * On a sheet the arrow of the race's direction keeps off its edge. */
void features_draw(const struct track_brush *brush, const struct outline *walls, bool on_sheet);
/* What stands over the walls: checkpoints with their numbers, inspected points. */
void features_draw_signs(const struct track_brush *brush);

/* How a checkpoint is drawn: plainly, as the next one to pass, or as one that is behind. */
struct gate_look {
    struct paper_color color, ground, letter; /* of its lines; of the number's disc and number */
    double width;                             /* of its lines: 1 is usual */
    bool passed;                              /* a tick instead of the number */
};
/* What it touches at most, in any look; as paper_step_box. */
/* Makes a box (left, top, right, bottom) so wide that it holds the discs of all gates and the arrow
 * of the race's direction, which may stand over the sheet's edge. */
void features_widen_box(const struct track_brush *brush, double box[4]);
/* No label covers the numbers of the checkpoints. */
void features_keep_off(struct labels *labels, const struct paper_view *view,
                       const struct track *track);

/* === guide ==================================================================================== */

/* What the sheet tells the car to move, besides its points: which checkpoint comes next, behind
 * which line it may come back to the track, where it may start when that is nearly anywhere.
 *
 * It changes from turn to turn and not with the pointer, so it lies on the sheet under the ink.
 */

/* A place of a drawn line, in squares. */
struct guide_point {
    double x, y;
    bool begins; /* a new line: nothing is drawn from the point before */
};

/* Borrowed for the call; zeroed: nothing to tell. */
struct paper_guide {
    bool idle_slicks, idle_turbo, idle_gates; /* on the sheet, but without effect: pale */
    int pen;    /* of the car to move; 0: nobody, and nothing of what follows */
    bool gates; /* do checkpoints count for it now? */
    int passed; /* of them, in this lap */
    int only;   /* 1..: that one alone is drawn */
    const struct guide_point *limit; /* it may come back behind this line */
    int limit_count;
    double label_x, label_y; /* where on the line its label belongs, squares */
    /* Where it may start, if those are more than PAPER_RINGED_STARTS of paper/graph_paper/ink.h;
     * else NULL. */
    const struct start_runs *starts;
    uint64_t starts_mark; /* another one for other points, so that nobody compares them */
};

void paper_draw_guide(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                      const struct paper_guide *guide, const struct paper_theme *theme);
/* What is written beside the limit, if that is in sight. */
void paper_label_guide(struct labels *labels, const struct paper_view *view,
                       const struct track *track, const struct paper_guide *guide,
                       const struct paper_theme *theme);

#endif
