/* What the files of the race screen share among themselves.
 *
 * The race screen is the frame round one person's look at a running race: camera, cards, log, keys.
 * What the sheet shows and what can be chosen on it is the view's of the family, reached through
 * screens/rules_view.h alone. The race is changed through session_do and session_undo alone.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_INSIDE_H
#define GRAPHPRIX_SCREENS_RACE_INSIDE_H

#include "screens/app.h"
#include "screens/rules_view.h"
#include "ui/camera_hand.h"

enum {
    RACE_STROKE_MILLISECONDS = 200,
    RACE_NOTE_LINES = 4,
    RACE_BEATS = 3, /* of the sign that somebody is thinking */
    RACE_CHIP_HEIGHT = 38,
    RACE_CHIP_MARGIN = 14 /* interface pixels */
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

struct race_screen {
    const struct screen *menu; /* what Esc opens */
    bool taught;               /* a coach says how it ends and what comes next */
    int seat;                  /* the player whose cars can be moved here, 0: everybody's */
    int holder;                /* of the screen in a secret round, 0: everybody looks */
    int owing;                 /* cars that owed an action in that round */
    bool covered;              /* the screen is handed over */
    struct thinking *thinking; /* NULL: only persons drive, or a program may not run yet */
    bool watching;             /* the car to move is driven by a computer */
    bool paused, stepping;     /* its moves are kept back, but for one */
    Uint32 asked_since;        /* when it was asked */
    Uint32 dry_until;          /* before that its move is not shown */
    struct text remark;        /* on the move that it does now */
    struct race_remark *remarks;
    int remark_count, remark_capacity;
    bool hinted;           /* hints were asked for, and nothing else since */
    bool hinted_for_start; /* for the one below, which was thought of then */
    struct point hinted_start;
    const struct session *session; /* the one that is shown */
    int steps;                     /* that it had when it was last looked at */
    int car;                       /* to move, 0: nobody */
    const struct rules_view *family;
    struct view *view;
    struct view_words words; /* of this pass */
    struct camera camera;
    struct box sheet_box; /* of the window, in device pixels */

    struct point grid; /* under the pointer */
    bool grid_known;

    int running; /* step under the pen, or -1 */
    Uint32 running_since;
    double progress;

    bool folded;

    struct camera_hand hand;

    struct view_deed asked;                  /* waits for an answer if it has an action */
    unsigned asked_before[PLAYER_LIMIT + 1]; /* each player about these worries */

    struct race_note notes[RACE_NOTE_LINES];
    int note_count;
    struct box over[VIEW_COVERS]; /* the notes and the chip, over the sheet; empty: not shown */
    int first_note;               /* that has room there */

    struct ui_scroll log, cards;
    int revealed_car, revealed_in; /* whose card was scrolled into view, in which height */
    struct race_log log_lines;
    int clicked_player;
    Uint32 clicked_at;
};

/* screens/race/race.c: the frame for screen_race and for whoever puts something of its own round
 * it, as the tutorial does. Free with race_close. */
struct race_screen *race_open(struct app *app, const struct screen *menu);
void race_close(struct race_screen *race);
void race_build(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
int race_animate(struct app *app, struct race_screen *race, Uint32 now);
void race_act(struct app *app, struct race_screen *race, const char *action);
/* Does what a person did, or asks before. Frees the deed. */
void race_obey(struct app *app, struct race_screen *race, struct view_deed *deed);
void race_undo(struct app *app, struct race_screen *race);
void race_redo(struct app *app, struct race_screen *race);
/* What can be chosen now may be another thing than before. */
void race_choose_again(struct app *app, struct race_screen *race);
/* The running stroke is drawn to its end at once. */
void race_finish_stroke(struct app *app, struct race_screen *race);
/* The camera goes to its goal: gliding, or at once where the player wants no animation. */
void race_go_to_goal(struct app *app, struct race_screen *race);
void race_centre_car(struct app *app, struct race_screen *race, int car);
int race_pen_of_car(const struct race_screen *race, int car);
const char *race_name_of_car(const struct race_screen *race, int car);
struct view_look race_look(const struct race_screen *race);
struct shown_race race_shown(const struct race_screen *race);

/* screens/race/drivers.c: cars that no person drives. */
/* It is another car's turn, or the race was changed. */
void race_follow_turn(struct race_screen *race);
void race_stop_thinking(struct race_screen *race);
/* Asks for the hints that the view wants and gives it those that are there. */
void race_follow_hints(struct app *app, struct race_screen *race);
/* A sheet has come up: computers wait for a moment. */
void race_look_first(struct race_screen *race);
/* Takes the move of a computer if it is there and can be shown. */
void race_let_drive(struct app *app, struct race_screen *race);
/* A stroke has come to its end. */
void race_dry(struct app *app, struct race_screen *race);
/* Milliseconds until a computer's move or a sign of its thinking has to be shown, -1: none has. */
int race_patience(const struct app *app, const struct race_screen *race, Uint32 now);
/* Which beat of the sign it is, from 0; -1: nobody thinks so long that it is worth one. */
int race_beat(const struct app *app, const struct race_screen *race);
/* "ace", "program"; "" for a person. */
const char *race_driver_word(const struct race_screen *race, int car);
bool race_is_persons(const struct race_screen *race, int car);
/* Has no person anything to do in it (any more)? */
bool race_is_only_watched(const struct race_screen *race);
/* Keeps the computers' moves back, or lets them go on; one alone. */
void race_pause(struct race_screen *race);
void race_step(struct race_screen *race);
void race_tell_pause(struct race_screen *race); /* in place of the view's words */
void race_build_program_question(struct ui *ui, struct race_screen *race);

/* screens/race/seats.c: whose screen it is in a secret round. */
/* It is another car's turn, or the race was changed. */
void race_follow_seat(struct race_screen *race);
/* The next one sits before the screen. */
void race_take_seat(struct app *app, struct race_screen *race);
/* In place of everything else, while covered. */
void race_build_cover(struct app *app, struct ui *ui, struct race_screen *race, struct box box);

/* screens/race/input.c: events that no widget took. */
bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event);

/* screens/race/panel.c: the side panel and the bottom line, or the chip in place of both. */
void race_build_panel(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_build_chip(const struct app *app, struct ui *ui, const struct race_screen *race);

/* screens/race/log.c: what happened, newest line in sight. */
void race_build_log(struct ui *ui, struct race_screen *race, struct box box);
/* What was measured; the session has fewer lines than before, or others. */
void race_forget_log(struct race_screen *race);
/* A remark on a step that was done. */
void race_log_remark(struct race_screen *race, const char *text, int step);
/* Remarks on steps that the session no longer has; or all. */
void race_forget_remarks(struct race_screen *race, bool all);

/* screens/race/notes.c: what is told over the sheet. */
void race_take_notes(struct race_screen *race, int step);
/* The last of them that stands nowhere else, or "". */
const char *race_last_remark(const struct race_screen *race);
/* Finds room over the sheet for the notes and the chip: beside what can be chosen. */
enum { RACE_OVER_NOTES, RACE_OVER_CHIP };
void race_place_over(struct race_screen *race, struct canvas *canvas);
/* How large the chip wants to be; 0 x 0: there is none. */
struct box race_chip_size(const struct race_screen *race, struct canvas *canvas);
void race_build_notes(struct app *app, struct ui *ui, struct race_screen *race);

#endif
