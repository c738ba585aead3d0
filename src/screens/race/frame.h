/* The frame round one person's look at a race: camera, cards, log, keys. The race screen and
 * whoever puts something of its own round it, as the tutorial does, or looks back in it.
 *
 * What the sheet shows and what can be chosen on it is the game's view's, reached through
 * screens/rules_view.h alone. The race is changed through session_do and session_undo alone.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_FRAME_H
#define GRAPHPRIX_SCREENS_RACE_FRAME_H

#include "draw/canvas.h"
#include "drivers/driving.h"
#include "paper/moments.h"
#include "screens/app.h"
#include "screens/rules_view.h"
#include "session/records.h"
#include "session/session.h"
#include "ui/camera.h"

/* === thinking ================================================================================= */

/* What computers work out for the race that is shown, beside the window (base/system/worker.h).
 *
 * One worker a race. It has a race of its own, which follows the actions of the one that is shown;
 * it prepares what drivers know once, and it alone has to do with the drivers and its programs.
 */

struct thinking;

/* Begins with what drivers know. `drivers` says who drives, one for each player, each of which has
 * passed driver_check: not always as in the session, if a program may not be started. */
struct thinking *thinking_open(const struct session *session, const char *const *drivers);
/* What runs is given up, programs are ended. NULL is allowed. */
void thinking_close(struct thinking *thinking);

/* What is wanted now, in place of what was wanted before. */
enum question_kind {
    THINK_NOTHING, /* a person is to move */
    THINK_MOVE,    /* what does a car that owes an action do, which a computer drives? */
    THINK_HINTS,   /* what can be told to the person whose car it is? By thinking_hints alone */
    THINK_WHY,     /* what did a computer see in the step after these? By thinking_why alone */
    THINK_END      /* the race is over: programs are told their places and end; after an undo others
                    * may be asked again */
};
void thinking_want(struct thinking *thinking, enum question_kind kind,
                   const struct session *session, int car);

/* Is the answer to the question asked last there? It is appended, with what is to be told of it
 * ("Blue's program answered nothing in 1000 ms. The car coasts.") or nothing, unless they are NULL.
 * It stays there until something else is wanted. */
bool thinking_answer(struct thinking *thinking, struct text *action, struct text *remark);

/* The hints for a person's car that owes an action in the session's present state, with `place` as
 * what is thought of (or NULL); NULL as long as they are not there. What was asked last for another
 * car, state or place is given up, and its answer never shown again. They are there until something
 * else is wanted. */
const struct hints *thinking_hints(struct thinking *thinking, const struct session *session,
                                   int car, const struct point *place);
/* Nobody wants hints now: none are looked for nor kept. */
void thinking_forget_hints(struct thinking *thinking, const struct session *session);

/* Why the computer that drives that step's car did it; NULL: not there (yet). Another step than was
 * asked about last is asked about. */
const struct reason *thinking_why(struct thinking *thinking, const struct session *session,
                                  int step);

/* Has a built-in driver taken over from the car's program, which made too many faults? */
bool thinking_has_taken_over(const struct thinking *thinking, int car);

/* === programs ================================================================================= */

/* Which programs may be started as drivers: those that were typed in this window's set-up, and
 * those that a person has said yes to. A file that was opened starts nothing by itself.
 *
 * A command stands for itself, whichever race it is in; what was decided is kept until the window
 * closes, a no until another file is opened.
 */

/* The players of a set-up that a person has looked through and started. */
void programs_trust(const struct player *players, int count);
void programs_forget_refusals(void);

/* Is there one that nobody was asked about? */
bool programs_must_ask(const struct session *session);
/* While there is one: the question about the first of them, with all of its command, whatever that
 * is made of; and what was decided about this one alone. */
void programs_describe(const struct session *session, struct text *question);
void programs_answer(const struct session *session, bool run);

/* Who drives for the player: the driver of the set-up, or the one that stands in for a program that
 * may not be started. */
const char *programs_driver(const struct session *session, int player);

/* === frame ==================================================================================== */

/* === moments ============================================================================= */

/* What of a race is shown as it happens: strokes, moments, and whose turn it is now.
 *
 * A step that begins to be shown is looked through once; from then on all that moves is a function
 * of the time. What each event is worth is the view's (rules_view.h), what it looks like is
 * paper/moments/moments.h, and whoever makes it heard is told through app_hear, once for each.
 * Nothing of it waits for anything or keeps input back, and while motion is reduced nothing of it
 * is seen.
 */

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
/* Finds race->moments.motion. */
void race_find_motion(struct race_screen *race, Uint32 now);
/* How far the active player's card is from its place: 1 at first, then 0. */
double race_card_slide(const struct race_screen *race, Uint32 now);
/* Whose name stands at the car; 0: nobody's. */
int race_named_car(const struct race_screen *race, Uint32 now);
/* The rain for the winner, over the sheet but over nothing that can be chosen. */
void race_draw_confetti(const struct race_screen *race, struct canvas *canvas, Uint32 now);
/* The pointer that has moved onto something else that can be chosen is heard: once the sheet is
 * built. */
void race_hear_pointer(struct app *app, struct race_screen *race, const struct ui *ui);

/* === race ================================================================================ */

enum {
    RACE_NOTE_LINES = 4,
    RACE_FRAME_MILLISECONDS = 8,
    RACE_LOG_LEAST = 80 /* interface pixels of its height: with less it is not shown */
};

/* What the last actions led to. */
struct race_note {
    char text[320];
    bool remark; /* on a driver, which is not in the log */
    Uint32 since;
};

/* What is told of a driver and is no event of the race: it stands among the log's lines. */
struct race_remark {
    int before; /* so many of the session's lines */
    int round;
    char *text;
};

/* The heights of the log's lines, measured once at a width. */
struct race_log {
    int *heights;
    int count, capacity;
    int width;
    double scale;
    int total;
    int seen; /* height of what was in sight last */
};

/* Of the step that is shown, if it is more than a stroke. */
struct race_show {
    int time;  /* at the usual speed, milliseconds; 0: it is a stroke */
    int speed; /* index, kept from step to step */
    bool paused;
    Uint32 since; /* of the picture before */
};

/* The record that can be raced against (screens/race/notes.c). */
struct race_ghost {
    struct record record;    /* no rounds: there is none */
    struct session *session; /* its race, once it was wanted; owned */
    int car;                 /* that drove it */
    bool shown;
};

struct race_screen {
    const struct screen *menu; /* what Esc opens */
    bool taught;               /* a coach says how it ends and what comes next */
    bool looks_back;           /* on the race after `steps`: nothing can be chosen */
    int seat;                  /* the player whose cars can be moved here, 0: everybody's */
    int holder;                /* of the screen in a secret round, 0: everybody looks */
    int owing;                 /* cars that owed an action in that round */
    bool covered;              /* the screen is handed over */
    struct thinking *thinking; /* NULL: only persons drive, or a program may not run yet */
    bool watching;             /* the car to move is driven by a computer, or at another screen */
    bool paused, stepping;     /* its moves are kept back, but for one */
    bool fast_forward;         /* the rest of the race is driven without a pause */
    Uint32 asked_since;        /* when it was asked */
    Uint32 dry_until;          /* before that its move is not shown */
    bool seen;                 /* there has been a picture */
    struct text remark;        /* on the move that it does now */
    struct race_remark *remarks;
    int remark_count, remark_capacity;
    const struct session *session; /* the one that is shown */
    int steps;                     /* that it had when it was last looked at */
    int car;                       /* to move, 0: nobody; looking back: that has moved */
    const struct rules_view *rules_view;
    struct view *view;
    struct race_sheet *sheet;
    struct view_words words; /* of this pass */
    struct camera camera;
    struct box sheet_box; /* of the window, in device pixels */

    struct point grid; /* under the pointer */
    bool grid_known;

    int running; /* step under the pen, or -1 */
    Uint32 running_since;
    int stroke_time; /* of a stroke, milliseconds */
    double share;    /* of its time */
    double progress; /* of what is drawn: a pen starts and ends softly */
    struct race_moments moments;
    struct race_show show;

    bool folded;
    bool projected; /* the projector is on: it has folded the panel away when it came on */

    struct camera_hand hand;

    struct view_request asked;               /* waits for an answer if it has an action */
    unsigned asked_before[PLAYER_LIMIT + 1]; /* each player about these warnings */

    struct race_note notes[RACE_NOTE_LINES];
    int note_count;
    struct box
        over[VIEW_COVERS]; /* what lies over the sheet, as inside.h has it; empty: not shown */
    int first_note;        /* that has room there */

    struct race_ghost ghost;

    struct picture *map;        /* of the whole sheet, without cars; NULL: not painted yet */
    struct paper_view map_view; /* of it */
    int map_corner;             /* bit 0: right, bit 1: upper */
    bool map_held;              /* the pointer drags the view in it */

    struct ui_scroll log, cards;
    int revealed_car, revealed_in; /* whose card was scrolled into view, in which height */
    struct race_log log_lines;
    int clicked_player;
    int pointed_card; /* the car whose card is pointed at; 0: none */
    Uint32 clicked_at;
};

/* screens/race/race.c: free with race_close. */
struct race_screen *race_open(struct app *app, const struct screen *menu);
/* On a race that is only read, which outlives this. */
struct race_screen *race_look_back(const struct session *session, int steps);
void race_close(struct race_screen *race);
/* A coach says how it ends and what comes next; one player alone sits here. */
void race_teach(struct race_screen *race, int seat);
void race_fold(struct race_screen *race, bool folded); /* the panel away */
void race_build(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
int race_animate(struct app *app, struct race_screen *race, Uint32 now);
void race_act(struct app *app, struct race_screen *race, const char *action);
/* Does what a person did, or asks before. Frees the request. */
void race_obey(struct app *app, struct race_screen *race, struct view_request *request);
void race_undo(struct app *app, struct race_screen *race);
void race_redo(struct app *app, struct race_screen *race);
/* What can be chosen now may be another thing than before. */
void race_choose_again(struct app *app, struct race_screen *race);
/* The running stroke is drawn to its end at once. */
void race_finish_stroke(struct app *app, struct race_screen *race);
void race_centre_car(struct app *app, struct race_screen *race, int car);
/* Where a car will be in the picture when the camera has come to its goal; false: it is nowhere. */
bool race_locate(const struct race_screen *race, int car, double *x, double *y);
bool race_is_in_sight(const struct race_screen *race, double x, double y, double margin);
const char *race_name_of_car(const struct race_screen *race, int car);
/* What is told now is about this car: it is to move, or it is driven; 0: about none. */
int race_told_car(const struct race_screen *race);
struct view_look race_look(const struct race_screen *race);
struct shown_race race_shown(const struct race_screen *race);
/* Cuts the side panel off the window; what is left inside its edges. */
struct box race_cut_panel(const struct race_screen *race, struct canvas *canvas, struct box *rest);

/* screens/race/panel.c: what moves how, in numbers beside the sheet, if it is wanted and the game
 * has it. Its box is cut off the sheet's; building it tells the round that was clicked, or -1. */
bool race_has_motion(const struct race_screen *race);
struct box race_cut_motion(const struct app *app, const struct race_screen *race,
                           const struct canvas *canvas, struct box *rest);
int race_build_motion(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
/* True if another move of it is pointed at; the round that a press is for, or -1. */
bool race_point_at_motion(const struct app *app, struct race_screen *race, const SDL_Event *event);
int race_press_motion(const struct app *app, const struct race_screen *race,
                      const SDL_Event *event);
void race_flip_motion(struct app *app);

/* When the projector comes on what a class needs not is folded away, and comes back with its end.
 */
void race_follow_projector(const struct app *app, struct race_screen *race);

/* screens/race/race.c: events that no widget took; and those that move the camera or fold the
 * panel away. */
bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event);
bool race_look_key(struct app *app, struct race_screen *race, SDL_Keycode key);

/* screens/race/panel.c: what the race is and how everybody stands, from the top. */
void race_build_cards(struct app *app, struct ui *ui, struct race_screen *race, struct box *rest);

/* screens/race/panel.c: what happened, newest line in sight. */
void race_build_log(struct ui *ui, struct race_screen *race, struct box box);
/* What was measured; the session has fewer lines than before, or others. */
void race_forget_log(struct race_screen *race);

#endif
