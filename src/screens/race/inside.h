/* What the files of the race screen share among themselves, beside the frame.
 */
#ifndef GRAPHPRIX_SCREENS_RACE_INSIDE_H
#define GRAPHPRIX_SCREENS_RACE_INSIDE_H

#include "screens/race/frame.h"
#include "ui/layout.h"

/* === transport =========================================================================== */

/* The buttons by which what happened is played, and those for its speed, in a row of a bar. */

enum race_press { PRESS_NONE, PRESS_START, PRESS_BACK, PRESS_PLAY, PRESS_FORWARD, PRESS_END };
struct race_transport {
    bool playing;
    bool can_play, can_go_back, can_go_on;
};
enum { RACE_TRANSPORT_ICONS = 5, RACE_TRANSPORT_SIDE = 44, RACE_TRANSPORT_GAP = 6 };
enum race_press race_build_transport(struct layout *row, struct race_transport state);
/* A button a speed, or one that goes through them where there is no room. */
struct race_speed {
    const char *id, *name;
    double times; /* 0: at once */
};
void race_build_speeds(struct layout *row, const struct race_speed *speeds, int count, int *speed);

/* === race ================================================================================ */

enum {
    RACE_BEATS = 3, /* of the sign that somebody is thinking */
    RACE_CHIP_HEIGHT = 38,
    RACE_CHIP_MARGIN = 14 /* interface pixels */
};

/* screens/race/drivers.c: cars that no person drives. */
/* It is another car's turn, or the race was changed. */
void race_follow_turn(struct race_screen *race);
/* Another one sits at a seat than when that was followed last. */
bool race_is_handed_over(const struct race_screen *race);
void race_stop_thinking(struct race_screen *race);
/* Asks for the hints that the view wants and gives it those that are there. */
void race_follow_hints(struct app *app, struct race_screen *race);
/* A sheet has come up: computers wait for a moment. */
void race_look_first(struct race_screen *race);
/* Takes the move of a computer if it is there and can be shown; in haste all that come in time. */
void race_let_drive(struct app *app, struct race_screen *race);
/* A stroke has come to its end. */
void race_settle_ink(struct app *app, struct race_screen *race);
/* Milliseconds until a computer's move or a sign of its thinking has to be shown, -1: none has. */
int race_patience(const struct app *app, const struct race_screen *race, Uint32 now);
/* Which beat of the sign it is, from 0; -1: nobody thinks so long that it is worth one. */
int race_beat(const struct app *app, const struct race_screen *race);
int race_count_persons(const struct race_screen *race); /* among the players */
bool race_is_persons(const struct race_screen *race, int car);
/* Persons with a car that is still on its way. */
int race_count_driving(const struct race_screen *race);
/* Has no person anything to do in it (any more)? */
bool race_is_only_watched(const struct race_screen *race);
/* Keeps the computers' moves back, or lets them go on; or one alone. */
void race_pause(struct race_screen *race, bool but_for_one);
/* In haste the rest is driven at once. */
void race_hurry(struct race_screen *race, bool on);
/* In place of the view's words. */
void race_tell_pause(const struct race_screen *race, struct view_words *words);
void race_build_program_question(struct ui *ui, struct race_screen *race);

/* screens/race/panel.c: whose screen it is in a secret round. */
/* It is another car's turn, or the race was changed. */
void race_follow_seat(struct race_screen *race);
/* The view looks at the race again. */
void race_refresh_view(struct race_screen *race);
/* The race is left for another screen: whoever comes back finds what was half chosen. */
void race_keep_choice(const struct app *app, const struct race_screen *race);
/* The next one sits before the screen. */
void race_take_seat(struct app *app, struct race_screen *race);
/* In place of everything else, while covered. */
void race_build_cover(struct app *app, struct ui *ui, struct race_screen *race, struct box box);

/* screens/race/notes.c: steps that are more than a stroke, gone through like a film. */
/* Is one shown? Then the race is told as it was before. */
bool race_is_shown(const struct race_screen *race);
/* The running step begins. False: it is a stroke. */
bool race_begin_show(struct app *app, struct race_screen *race);
int race_run_show(struct app *app, struct race_screen *race, Uint32 now); /* as animate */
void race_build_show(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_tell_show(const struct race_screen *race, struct view_words *words);
/* What happens in the moment that is shown, if one is. */
void race_say_moment(const struct race_screen *race, struct text *into);
bool race_show_key(struct app *app, struct race_screen *race, SDL_Keycode key);

/* screens/race/sheet.c: what is on the sheet, and told to who is told anything (NULL: nobody). */
struct race_sheet *race_sheet_create(const struct session *session);
void race_sheet_free(struct race_sheet *sheet); /* NULL is allowed */
void race_sheet_draw(struct race_sheet *sheet, struct canvas *canvas, struct ui *ui,
                     struct shown_race shown, const struct view_look *look);

/* screens/race/race.c: looking back after so many steps; the next one runs; it is so far. */
void race_look_at(struct race_screen *race, int steps);
void race_run_next(struct race_screen *race);
void race_run_to(struct race_screen *race, double share, double progress);
void race_tell_progress(struct race_screen *race, const char *text);
/* The sheet's part of the window; as camera_resize. */
bool race_resize(struct race_screen *race, const struct canvas *canvas, struct box box);
/* The camera at once on a place (squares), or on all; one moment of it; what a hand does. */
void race_move_to(struct race_screen *race, double x, double y);
void race_see_all(const struct app *app, struct race_screen *race);
int race_move_camera(struct race_screen *race, Uint32 now, int wait);
bool race_move_by_hand(struct race_screen *race, const SDL_Event *event);
/* What the view wants to be seen comes into sight. */
void race_keep_in_sight(struct app *app, struct race_screen *race);

/* screens/race/panel.c: what is in the side panel, and the bottom line, or the chip in place of
 * both. */
void race_build_panel(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_build_line(struct app *app, struct ui *ui, struct race_screen *race, struct box box);
void race_build_chip(const struct app *app, struct ui *ui, const struct race_screen *race);

/* screens/race/panel.c */
/* A remark on a step that was done. */
void race_log_remark(struct race_screen *race, const char *text, int step);
/* Remarks on steps that the session no longer has; or all. */
void race_forget_remarks(struct race_screen *race, bool all);

/* screens/race/notes.c: what is told over the sheet. */
void race_take_notes(struct race_screen *race, int step);
void race_forget_notes(struct race_screen *race);
/* Ghost, map and notes: the race that they are of is another one. */
void race_forget_over(struct race_screen *race);
/* The last of them that stands nowhere else, or "". */
const char *race_last_remark(const struct race_screen *race);
/* Finds room over the sheet for notes, chip and name: beside what can be chosen. */
enum {
    RACE_OVER_NOTES,
    RACE_OVER_CHIP,
    RACE_OVER_NAME,
    RACE_OVER_MAP,
    RACE_OVER_GUIDES /* up to VIEW_COVERS; those of the picture before */
};
void race_place_over(struct race_screen *race, struct canvas *canvas);
/* How large the chip wants to be; 0 x 0: there is none. */
struct box race_chip_size(const struct race_screen *race, struct canvas *canvas);
void race_build_notes(struct app *app, struct ui *ui, struct race_screen *race);
/* At the car whose turn it has become. */
void race_draw_name(struct ui *ui, const struct race_screen *race);

/* screens/race/notes.c: looks for the record, reads its race when it is wanted; what of it is shown
 * now. */
void race_find_ghost(struct app *app, struct race_screen *race);
void race_follow_ghost(const struct app *app, struct race_screen *race);
struct paper_ghost race_ghost(const struct race_screen *race);

/* screens/race/notes.c: the whole sheet in a corner, while less than half of it is in sight. */
/* Finds it a corner where none of the labels' obstacles are, in pixels of the sheet's box. */
/* Looking back, where nothing can be chosen: beside the car that has moved. */
void race_place_map_alone(struct race_screen *race, struct canvas *canvas);
void race_build_map(struct app *app, struct ui *ui, struct race_screen *race);

#endif
