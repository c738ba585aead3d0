/* Others play the window's race at screens of their own (together/host.h): from *Invite* on there
 * is a table, until it is closed. Before that neither the network's library is loaded nor is there
 * a thread.
 *
 * The race stays the window's. Its people choose for the seats that nobody has taken, computers
 * drive as ever, and what pages do comes into the session between two passes, a line like any
 * other.
 */
#ifndef GRAPHPRIX_SCREENS_INVITE_INVITE_H
#define GRAPHPRIX_SCREENS_INVITE_INVITE_H

#include "screens/app.h"
#include "ui/camera.h"

#include <jansson.h>

/* A table for the running race, unless there is one, and over it how to come there. What fails is
 * told. */
void invite_open(struct app *app);
/* The same for a class: more may come than there are cars, and without a race there is one that
 * nobody drives. */
void invite_class(struct app *app);
struct race_table *invite_table(void); /* NULL: there is none */
/* The window closes. */
void invite_close(void);

/* Once a turn of the window's loop: what has come, what has been done here. True if it may be seen.
 */
bool invite_follow(void);
/* Milliseconds until that is due, -1: never. */
int invite_wait(void);
/* Before a race is freed: the table goes on with the one that takes its place, or NULL: it is
 * closed. */
void invite_follow_race(const struct session *was, struct session *session);

/* Is the player's seat played at another screen? */
bool invite_plays(const struct session *session, int player);
/* What a class votes for, where it lies on that sheet of the race. */
void invite_draw_votes(struct ui *ui, const struct session *session, const struct camera *camera,
                       struct box sheet);
/* Over the race, while a page asks for its last action back. */
void invite_build_question(struct app *app, struct ui *ui);

/* === asking =====================================================================================
 */

/* What somebody has answered, as it is shown; and all who have answered the same. */
struct answer_look {
    char words[120];
    struct point at; /* on the sheet, if it is a place */
    bool right;
};
struct answer_row {
    struct answer_look look;
    struct text names;
    int count;
};

/* Goes to all pages, and what comes back is counted: how many have answered, then what, as bars,
 * and who was right. What pupils have answered is kept nowhere but where somebody saves it. */
struct class_question {
    char sentence[400];
    int teams; /* by turns */
    struct answer_look (*look)(const json_t *answer);
    void (*show)(const struct answer_row *rows, int count); /* on a sheet; NULL */
    bool of_race; /* it is driven on before what is right is told */
};
void invite_ask(struct app *app, const struct class_question *asked, const struct text *members);

#endif
