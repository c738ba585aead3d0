/* What of a race is shown as it happens: strokes, moments, and whose turn it is now.
 *
 * A step that begins to be shown is looked through once; from then on all that moves is a function
 * of the time. What each event is worth is the view's (rules_view.h), what it looks like is
 * paper/moments.h, and whoever makes it heard is told through app_hear, once for each.
 * Nothing of it waits for anything or keeps input back, and while motion is reduced nothing of it
 * is seen.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_MOMENTS_H
#define GRAPHPRIX_SCREENS_RACE_MOMENTS_H

#include "draw/canvas.h"
#include "paper/moments.h"

struct app;
struct race_screen;

enum { RACE_REELS = 6, RACE_NAME_TIME = 1000, RACE_SLIDE_TIME = 320, RACE_GROW_TIME = 180 };

/* A step with its moments. */
struct race_reel {
    int step;
    bool runs;    /* it is under the pen: its time is that of the race */
    int time;     /* of it, milliseconds */
    Uint32 since; /* when it began, once it does not run any more */
    int count;
    struct race_moment {
        struct moment_look look; /* but for the age */
        uint64_t cars;           /* that it moves; bit n: car n */
        int begins;              /* milliseconds of the step's time */
        int lasts;               /* as whoever makes it heard is told */
        bool told;
    } items[MOTION_LIMIT];
};

/* Zeroed: nothing moves. */
struct race_moments {
    struct race_reel reels[RACE_REELS];
    int count;
    int turn; /* the car whose turn is being shown, 0: none */
    bool turn_told;
    Uint32 turn_since;
    bool grows; /* what can be chosen comes up */
    Uint32 grows_since;
    uint64_t pointed;     /* a sum of what can be chosen and was pointed at last; 0: nothing */
    int pointer[2];       /* that was there then */
    struct motion motion; /* of this picture */
};

/* A step begins to be shown; it takes so many milliseconds of its own time. */
void race_begin_moments(struct app *app, struct race_screen *race, int step, int time);
/* It does not run any more, whether it came to its end or was cut. */
void race_release_moments(struct race_screen *race);
/* The step that is shown runs again, after all: it was gone back in. */
void race_resume_moments(struct app *app, struct race_screen *race);
/* What was shown is not true any more. */
void race_drop_moments(struct race_screen *race);
/* So long a stroke is under the pen, by how far the car goes. */
int race_stroke_time(const struct race_screen *race, int step);

/* What can be chosen now comes up, and if it is another person's turn than before, that is shown,
 * too. */
void race_begin_choice(struct app *app, struct race_screen *race);
/* Somebody has acted. */
void race_end_choice(struct race_screen *race);

/* The sooner of two waits, of which -1 is never. */
int race_sooner(int wait, int other);
/* Milliseconds until the next picture is wanted, -1: nothing moves. */
int race_run_moments(struct app *app, struct race_screen *race, Uint32 now);
/* Finds race->moments.motion; true if anything moves in it. */
bool race_find_motion(struct race_screen *race, Uint32 now);
/* How far the active player's card is from its place: 1 at first, then 0. */
double race_card_slide(const struct race_screen *race, Uint32 now);
/* Whose name stands at the car; 0: nobody's. */
int race_named_car(const struct race_screen *race, Uint32 now);
/* The rain for the winner, over the sheet but over nothing that can be chosen. */
void race_draw_confetti(const struct race_screen *race, struct canvas *canvas, Uint32 now);
/* The pointer that has moved onto something else that can be chosen is heard: once the sheet is
 * built. */
void race_hear_pointer(struct app *app, struct race_screen *race, const struct ui *ui);

#endif
