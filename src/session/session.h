/* One sitting: a race with its players, everything that was done in it, undo, log and save.
 *
 * A session keeps the state after every action (states are small), so undo and looking back cost
 * nothing. All that plays - mouse, computer driver, bot, save, replay, test - enters at session_do.
 */
#ifndef GRAPHPRIX_SESSION_SESSION_H
#define GRAPHPRIX_SESSION_SESSION_H

#include "base/error.h"
#include "base/text.h"
#include "rules/game.h"

enum { PLAYER_NAME_BYTES = 64, PLAYER_DRIVER_BYTES = 256, PEN_COUNT = 8 };

struct player {
    char name[PLAYER_NAME_BYTES];     /* UTF-8, one line */
    int pen;                          /* 1..PEN_COUNT */
    char driver[PLAYER_DRIVER_BYTES]; /* "human", "ace", "bot:COMMAND": drivers/driving.h */
};

struct allow {
    bool undo;
    bool hints;
};

struct session;

/* One action that was done. */
struct step {
    int car;
    int round; /* in which it was done */
    const char *action;
    const struct event *events;
    int event_count;
};

/* Retains the track. `players` has setup->players entries. The set-up is checked. */
struct session *session_begin(const struct setup *setup, const struct player *players,
                              struct allow allow, struct error *error);
void session_free(struct session *session);

const struct setup *session_setup(const struct session *session);
const struct player *session_player(const struct session *session, int player); /* 1.. */
struct allow session_allow(const struct session *session);

/* The state now, or after the first `steps` actions. Owned by the session, valid until it changes.
 */
const struct race *session_race(const struct session *session);
const struct race *session_race_after(const struct session *session, int steps);

int session_step_count(const struct session *session);
struct step session_step(const struct session *session, int index);

/* Does an action of a car that owes one (0: the first that does), appends it to the autosave. On
 * false nothing has changed. The events are those of the last step. */
bool session_do(struct session *session, int car, const char *action, struct error *error);

/* Does that car owe one? 0 becomes the first that does. */
bool session_may_act(const struct session *session, int *car, struct error *error);

/* Back to before the last action of a person, and what drivers did after it goes with it. False if
 * there is none or the set-up forbids it. */
bool session_can_undo(const struct session *session);
bool session_undo(struct session *session, struct error *error);
/* For people who have seen what came of it: the same, but if that action was one of a round of
 * secret entries which has been shown, back to where all of the round are owed again. */
bool session_undo_shown(struct session *session, struct error *error);

/* Has an undo ever taken back something that this car did, be it done again or not? */
bool session_took_back(const struct session *session, int car);

/* Does again what the last undo took back; on disk it is the same action once more. Of a round of
 * secret entries that was taken back as a whole all are. Any other action makes an end of it, and
 * doing by hand what was undone is the same as a redo. */
bool session_can_redo(const struct session *session);
bool session_redo(struct session *session, struct error *error);

/* A race that is over with one person's car still on its way: that car, which may do
 * ACTION_DRIVE_ON. 0: there is none. It is an action as any other: a line of the save, undone and
 * done again. */
int session_left_car(const struct session *session);

/* The log: one sentence a line, of every event that has words; `round` is that of its step. */
int session_log_count(const struct session *session);
const char *session_log_line(const struct session *session, int index, int *round);
/* How many of the lines the first `steps` steps have. */
int session_log_count_after(const struct session *session, int steps);

#endif
