/* What a moment looks like: a few hundred milliseconds of pencil and ink over the sheet.
 *
 * Everything is a function of how long ago the moment began, so any picture of it can be drawn
 * again. Nothing of it lasts: what stays on the sheet is the ink of its step (paper/ink.h). A
 * moment is drawn under what can be chosen. Places are squares of the sheet, as brush_place takes
 * them; nothing here can fail.
 */
#ifndef GRAPHPRIX_PAPER_MOMENTS_H
#define GRAPHPRIX_PAPER_MOMENTS_H

#include "paper/paper.h"

#include <stdbool.h>
#include <stdint.h>

/* === moment =================================================================================== */

/* What happens in a race that is worth being felt: seen as a small movement of pencil and ink, and
 * heard.
 *
 * Each game says which of its events are which (screens/rules_view.h); what each looks like and how
 * long it takes is one table (paper/moments.h).
 */

enum moment_kind {
    MOMENT_NONE,
    MOMENT_CANDIDATE, /* something that can be chosen is pointed at */
    MOMENT_STROKE,    /* the pen draws a move, the car goes along */
    MOMENT_TURN,      /* it is a person's turn who did not move last */

    MOMENT_NITRO,
    MOMENT_CRASH, /* off the track, into a wall, out by it */
    MOMENT_BUMP,  /* cars hit each other */
    MOMENT_SLICK, /* a car spins */
    MOMENT_TURBO,
    MOMENT_CHECKPOINT,
    MOMENT_LAP,   /* the line was crossed */
    MOMENT_PHOTO, /* another one finished in the same round */
    MOMENT_FLAG,  /* a car has finished */
    MOMENT_WIN,   /* the first one */
    MOMENT_BEST,  /* the best lap of the race so far, or a record */

    MOMENT_OIL,  /* on a slick that another one left: spins, as above */
    MOMENT_SAND, /* a bag is torn open */
    MOMENT_BANK, /* thrown back by a bank */
    MOMENT_PITS, /* repaired */

    MOMENT_CARDS, /* turned over */
    MOMENT_DICE,  /* rolled */
    MOMENT_WEAR,
    MOMENT_PASSED, /* a forced pass is won */
    MOMENT_HELD,   /* it is lost */
    MOMENT_GRID,   /* the cars have come to a stop in their places */

    MOMENT_COUNT
};

/* === moments ================================================================================== */

/* Milliseconds that it is seen; 0: it is only heard, or what draws it is the game's own. */
int moment_time(enum moment_kind kind);

/* One as it looks now. */
struct moment_look {
    enum moment_kind kind;
    double age; /* milliseconds since it began */
    double x, y;
    double from_x, from_y; /* where the way to there began; (x, y) if there is none */
    int pen;
    uint64_t seed; /* of all that is left to chance: the same moment always looks the same */
};

/* How a car is drawn that does not simply stand. */
struct moment_pose {
    double x, y; /* aside: squares, to the right and down */
    double turn; /* radians */
    double size; /* factor; 1: as ever */
};

enum { MOTION_LIMIT = 24, MOTION_CARS = 64 };

/* All that moves in a picture. Zeroed: nothing does. */
struct motion {
    struct moment_look looks[MOTION_LIMIT]; /* further ones are left out */
    int count;
    uint64_t posed; /* bit n: car n has a pose */
    struct moment_pose poses[MOTION_CARS];
    double shake_x, shake_y; /* of the sheet, interface pixels */
    double grown; /* of what can be chosen, out of where it comes from: 1, but at first */
};

/* Adds what a moment is to the eye, with what it does to these cars (bit n: car n); nothing if it
 * has not begun, or is over. */
void motion_add(struct motion *motion, const struct moment_look *look, uint64_t cars);

/* All looks; the box (left, top, width, height of whole pixels) holds all that is drawn of one. */
void motion_draw(cairo_t *cairo, const struct motion *motion, const struct paper_view *view,
                 int rows, const struct paper_theme *theme);
void motion_look_box(const struct moment_look *look, const struct paper_view *view, int rows,
                     double box[4]);

/* What moments are measured in: about a square, device pixels. */
double motion_unit(const struct paper_view *view);

/* Between these two a car is drawn in its pose, if it has one; `at` is its middle. */
void motion_begin_car(cairo_t *cairo, const struct motion *motion, int car, double square,
                      struct pixel at);
void motion_end_car(cairo_t *cairo);

/* The pen starts and ends softly: how far it is (as paper_draw_step counts) at a share of its
 * time. */
double motion_ease(double share);
double motion_progress(double share);

/* === confetti ================================================================================= */

/* Scraps of paper that rain when somebody has won: where each is at a time, and how it looks. */

enum { CONFETTI_PIECES = 150, CONFETTI_TIME = 2800, CONFETTI_SHAPES = 4, CONFETTI_PHASES = 8 };

struct confetti {
    double x, y; /* shares of the width and height that it falls through; above 0 it is not seen */
    int shape, phase;
    double size; /* interface pixels */
};
/* False: it is gone, or not there yet. */
bool confetti_at(int piece, double age, uint64_t seed, struct confetti *into);
/* One of the scraps, in tints of a pen, into a square picture. */
void confetti_draw(cairo_t *cairo, double side, int shape, int phase, int pen,
                   const struct paper_theme *theme);

/* === tear ===================================================================================== */

/* What a crash leaves: a hole torn into the paper, with its edge turned up. It is ink of the step,
 * so it is in pictures, print and replays, too.
 */

/* How far it goes from its middle at most, device pixels. */
double tear_reach(const struct paper_view *view);
/* In the colour of who has crashed; `strength` is the alpha of older ink, 1 of fresh one. */
void tear_draw(cairo_t *cairo, const struct paper_view *view, struct pixel at, uint64_t seed,
               struct paper_color color, double strength, const struct paper_theme *theme);

#endif
