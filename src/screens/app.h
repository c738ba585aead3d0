/* What all screens share: the running race, settings, folders, what is told.
 *
 * Screens change `struct app` and nothing else; the window (src/app) looks at it after each pass
 * and does what was asked: go elsewhere, full screen, quit.
 */
#ifndef GRAPHPRIX_SCREENS_APP_H
#define GRAPHPRIX_SCREENS_APP_H

#include "base/error.h"
#include "paper/moments.h"
#include "paper/print.h"
#include "session/records.h"
#include "session/session.h"
#include "ui/ui.h"

#include <SDL.h>

struct app;

/* === screens ================================================================================== */

/* What a screen is: an entry of a table of functions, one file each; and the ways between them.
 */

struct screen {
    const char *name;               /* as --watch calls it */
    void (*enter)(struct app *app); /* each time it comes up; may be NULL */
    void (*leave)(struct app *app); /* gives back what it holds; may be NULL */
    void (*build)(struct app *app, struct ui *ui);
    /* An event that no widget took, before the window's own keys (Ctrl+O, F11); pointer motion
     * always, coordinates in device pixels. Not called while a dialog is up. True if it was used:
     * then a new picture follows. May be NULL. */
    bool (*event)(struct app *app, const SDL_Event *event);
    /* Called before each picture; milliseconds until the next one is wanted, -1 for when something
     * happens. May be NULL. */
    int (*animate)(struct app *app, Uint32 now);
    bool covers_window; /* paints every pixel, so that nothing has to be laid under it */
    bool grows;         /* a larger window has larger type, not more room: a class reads it */
    /* Is what it shows still there, so that one may come back to it? NULL: always. */
    bool (*returns)(const struct app *app);
};

extern const struct screen screen_home, screen_setup, screen_race, screen_results, screen_replay,
    screen_help, screen_menu, screen_saved, screen_settings, screen_series, screen_inspection,
    screen_tutorial, screen_tracks, screen_demonstration;
extern const struct screen screen_printing; /* over another screen */

/* After the pass that is running: leave this screen (and what is over it) and enter that one. */
void app_go(struct app *app, const struct screen *screen);
/* The same, to where one came from: of the screens behind this one the latest whose race, series or
 * the like is still there; home is always. */
void app_go_back(struct app *app);
/* For screens that free what they show: nobody comes back to them. */
bool screen_never_returns(const struct app *app);
/* The same screen stays, that one comes on top of it; app_close_over goes back. */
void app_open_over(struct app *app, const struct screen *screen);
void app_close_over(struct app *app);

/* === the app ================================================================================== */

/* What the set-up screen is set to, track included; NULL while it is not up. */
const struct setup *setup_shown(void);
/* Goes to the set-up, for what is played there: as it was left if that was played last. NULL: for a
 * cup. */
struct contest;
void setup_open(struct app *app, const struct contest *contest);

/* Device pixels to an interface pixel at an interface scale in percent, with so many device pixels
 * to a pixel of the window; never so many that less than 400 x 300 interface pixels fit in. */
double screen_scale(int percent, double ratio, int width, int height);

/* What drivers, hints and searches beside the window may hold of memory. */
#define WINDOW_SEARCH_BYTES ((size_t)1 << 30)

enum { SCREENS_BEHIND = 16 }; /* more than there are */
enum { SCALE_MINIMUM = 75, SCALE_MAXIMUM = 250 };

/* Kept in settings.json. */
struct settings {
    char theme[24]; /* the name of one of paper_themes */
    int scale;      /* percent */
    bool stroke_animation;
    bool reduced_motion; /* nothing moves: no strokes, no glides, no moments */
    bool sound;
    int volume; /* percent, of what is not muted */
    bool ask_before_crash;
    bool hints; /* are shown where the race allows them */
    bool ghost; /* the record's strokes appear in step */
    int pace;   /* of computers: one of the enumeration below */
    int arrows; /* of velocity and acceleration: a bit set of the game's own (0 to 255) */
    int motion; /* its pane, in numbers beside a sheet: one of the enumeration below */
    /* Of that: the quantities of table and graphs and other looks, bit sets of the game's own; and
     * what a square and a move are, as typed. */
    int motion_columns, motion_graphs, motion_looks;
    char motion_square[12], motion_move[12];
    bool columns;                        /* vectors stand as columns, else in a row */
    bool reveals;                        /* in a lesson Page down shows the answer, then turns */
    int guided;                          /* what first races have taught: a bit a lesson_guide */
    int csv_for;                         /* whom tables are saved for: an enum csv_kind */
    struct player players[PLAYER_LIMIT]; /* of last time */
    int player_count;
    char last_track[600]; /* path; "": none */
    char last_rules[80];  /* "preset racing-car" or "house NAME"; "": none */
};

/* How long one may look at what a computer does; quickly, its strokes are not drawn. */
enum { PACE_SLOW, PACE_USUAL, PACE_QUICK };

/* As usual it is open in a demonstration and closed in a race. */
enum { MOTION_AS_USUAL, MOTION_OPEN, MOTION_CLOSED };

static inline bool settings_show_motion(const struct settings *settings, bool usual)
{
    return settings->motion == MOTION_AS_USUAL ? usual : settings->motion == MOTION_OPEN;
}

static inline bool settings_draw_strokes(const struct settings *settings)
{
    return settings->stroke_animation && !settings->reduced_motion;
}

/* What is kept by itself, without being asked for. */
enum app_kept { KEPT_RACE, KEPT_SETTINGS, KEPT_RECORDS, KEPT_DAILY, KEPT_COUNT };

struct app {
    struct settings settings;
    bool settings_changed; /* set by whoever changes them; the window saves them */
    char *races_folder;    /* XDG data; created when first needed */
    char *pictures_folder;
    char *saved_folder; /* races that the player has saved aside */
    char *series_folder;
    char *records_path;
    char *daily_path;       /* which daily tracks were finished */
    char *race_index_cache; /* what is known of all races, so that nothing is read twice */
    char *trash;
    char *tracks_folder;  /* the player's own tracks */
    char *shipped_tracks; /* NULL if they were not found */
    char *house_rules_path;

    char *chosen_track;    /* path of the one the set-up is to begin with, or NULL; owned */
    bool chosen_was_drawn; /* just now: the browser comes to it, too */

    struct session *session;       /* the running race, or NULL; owned */
    int opened_steps;              /* that it had when it was opened */
    bool record_taken;             /* its results were looked at for records in this sitting */
    bool practice;                 /* it is a lesson, or tries a track out: nobody keeps it */
    bool trying;                   /* the latter: from it a way leads back to the editor */
    struct series *series;         /* the one that was looked at last, or NULL; owned */
    char *series_path;             /* its file, or NULL; owned */
    struct file_lock *series_lock; /* held while the series is driven on */
    /* The race that the replay shows (the running one, or one of its own), NULL: none is, and how
     * many of its actions are shown. */
    const struct session *looked_at;
    int looked_steps;
    int untold_steps; /* so many at the end of that race or the running one have vectors that a
                         class is still to write: no table tells them */

    const struct screen *screen;
    const struct screen *behind[SCREENS_BEHIND]; /* one came from, each once, the latest last */
    int behind_count;
    const struct screen *over; /* menu or help on top of it, or NULL */
    const struct screen *next; /* where to go after this pass */
    const struct screen *next_over;
    bool go_back;
    bool close_over;

    bool decorative_motion; /* nothing that can be clicked or is said changes while this moves; by
                               animate */
    /* Makes heard what begins now and takes so many milliseconds; NULL: nobody does. Set by the
     * window, called by whoever shows it: once for each, also while motion is reduced. */
    void (*hear)(struct app *app, enum moment_kind kind, int milliseconds);
    int heard; /* sounds so far */

    bool full_screen;
    bool projector; /* everything is large, in strong contrast, and the panels are folded away */
    bool wipe_ink;  /* what the pen drew over the picture was about something else */
    bool quit;
    bool has_file_dialog; /* the system's; asked for by file_dialog_wanted */
    bool file_dialog_wanted;
    char message_title[40];
    char notice[300];            /* what was done, shown until the next click or key; "" for none */
    char message[500];           /* shown in a dialog until it is closed; "" for none */
    char later[500];             /* such a message, once nothing else is open; "" for none */
    uint64_t unkept[KEPT_COUNT]; /* why it cannot be kept, as a hash; 0: it can */
    const char *message_request; /* what can be done about it, NULL: nothing */
    void (*message_act)(struct app *app);
    char *asked_path; /* the file that a question is about; owned */
};

/* The window's, between two passes: does what was asked by app_go and the like; true if something
 * came or went.
 */
bool app_follow(struct app *app);

/* It is shown from now on; whoever makes it heard is told. */
void app_hear(struct app *app, enum moment_kind kind, int milliseconds);

/* In a dialog, for what went wrong; in passing, for what was done. */
void app_tell(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_notice(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What came of keeping something; the error counts if it was not kept. That is told once until it
 * changes, however much cannot be kept for the same reason, and never in place of a question. */
void app_keeping(struct app *app, enum app_kept what, const char *path, bool kept,
                 const struct error *error);
/* As app_tell, with a second button of this label (a literal) that calls `act`. The file that it is
 * about is kept as asked_path. */
void app_ask(struct app *app, const char *request, void (*act)(struct app *app), const char *path,
             const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Makes the race, keeps it in a new file of the races folder and shows it; a seed of 0 is drawn. A
 * race that was running stays in its own file. False (and the error) if the set-up has no meaning.
 */
bool app_begin_race(struct app *app, const struct setup *setup, const struct player *players,
                    struct allow allow, struct error *error);
/* A course is tried out at once, in a race that nobody keeps; a race that was running stays in its
 * own file. False (and the error) if it has no meaning. */
bool app_try(struct app *app, const struct setup *setup, const struct player *players,
             struct error *error);
/* Once more, from the start. While app->trying. */
void app_try_again(struct app *app);
/* The race that tried a course out is gone for good. */
void app_end_trying(struct app *app);
/* The same players, track and rules with a new seed, in a new file. */
void app_rematch(struct app *app);
/* The running race from its start, with the same draws, in a new file: what was driven stays in its
 * own, and is told. The race of a series counts from its new start. */
void app_restart(struct app *app);
/* A series over these courses in a new file of the series folder, and its first race. False (and
 * the error) if the set-up has no meaning on one of them. */
bool app_begin_series(struct app *app, const struct setup *setup, const struct player *players,
                      struct allow allow, const struct course *courses, int count,
                      struct error *error);
/* A saved race is opened and shown (its results, if it is over), a track is chosen in the set-up.
 * What is wrong is told; a race that another window has open is offered as a copy. */
void app_open_file(struct app *app, const char *path);
/* A finished race from elsewhere is kept in a file of its own only when something is done in it. */
void app_keep_changes(struct app *app);
/* The running race is shown no more; its file stays. */
void app_drop_race(struct app *app);
/* A cup of these races in a new file, and its first garage. False and the error as above. */
bool app_begin_cup(struct app *app, const struct setup *races, const struct player *players,
                   struct allow allow, int count, struct error *error);
/* The running race has come to its end here: what people have done in it may be records. A lesson's
 * is none, and one that was only opened took its records when it was driven. */
void app_take_records(struct app *app);
/* It had come to its end, and was taken back. */
void app_take_back_records(struct app *app);
/* Computers drive what is left of the race without a pause, once no person has anything to do in
 * it. While the race screen is open. */
/* The race is over: who is still on the way drives on to the flag, in a practice that nobody keeps.
 */
void app_drive_on(struct app *app);
/* Is the race of a record still kept, so that one can race its ghost? */
bool app_has_ghost(const struct app *app, const struct record *record);
/* The record whose ghost the race that is shown may have; NULL: none. */
/* A race by forum or post (session/session.h): what is to be posted goes to the clipboard, and a
 * turn's orders come from there. While the race screen is open. */
/* The race that is shown goes to the classroom, as far as it is shown; it is not touched. */
void app_show_in_class(struct app *app);
bool app_can_show_in_class(const struct app *app);
/* Opens or closes the pane of motion, everywhere; `usual`: is it usually open here? */
void app_flip_motion(struct app *app, bool usual);
/* Shows how the running race went; it is not touched. */
void app_look_back(struct app *app);
/* The same of a saved race after so many steps, without making it the running one. What is wrong is
 * told. */
void app_look_at_file(struct app *app, const char *path, int steps);
/* Writes the race that is shown to a new file and tells where (or what went wrong): itself, its
 * picture (PNG), its sheet in true size (PDF and SVG), its moves (CSV). */
void app_save_race(struct app *app);
void app_save_picture(struct app *app);
void app_save_sheet(struct app *app);
void app_save_moves(struct app *app);
/* For which program tables are saved: what the button that goes on to the next one says, and what
 * it does. It stands wherever a table is saved. */
const char *app_csv_label(const struct app *app);
void app_next_csv(struct app *app);
/* Writes a new file of the folder, which is made if need be. Its path, to be freed; NULL: it could
 * not be written, which was told. */
char *app_write_new(struct app *app, const char *folder, const char *name, const char *ending,
                    const struct text *content);
/* The same as an animated picture (GIF) of all its steps, which is made beside the window; the
 * window asks now and then whether it is there, and then it is told. */
void app_save_animation(struct app *app);
/* Any other, of something that the worker has alone: `drop` frees it. */
typedef bool app_animator(void *own, animation_progress *progress, void *data, struct text *into,
                          struct error *error);
void app_animate(struct app *app, const char *name, app_animator *make, void *own,
                 void (*drop)(void *own));
void app_follow_animation(struct app *app);

/* The dialog that prints: the course, or without one the race that is shown (app->looked_at or the
 * running one), or an empty sheet if there is none. */
void app_print(struct app *app, struct course course);

#endif
