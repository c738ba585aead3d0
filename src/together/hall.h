/* Tables and whoever sits at them: a race is a set-up plus a list of lines; whoever holds the list
 * is the table, and whoever plays hands in lines (docs/together.md).
 *
 * A hall knows no sockets, no clock and no thread: it is told who comes, what they say and what
 * time it is, and tells by two functions what is to be sent. So each message can be tried without
 * a network, and whoever brings the messages here brings them one after the other.
 *
 * A page hears of a race only what its seat may know: what everybody knows, and the moves of its
 * own cars, found on a copy of the race for them (rules/game.h, copy_for).
 */
#ifndef GRAPHPRIX_TOGETHER_HALL_H
#define GRAPHPRIX_TOGETHER_HALL_H

#include "session/log.h"
#include "session/session.h"

enum {
    HALL_CLOSED_ELSEWHERE = 4001, /* the seat is played from another connection now */
    HALL_COME_AGAIN = 1012,       /* what the page knows of its seat or race is not so any more */
    HALL_TRY_LATER = 1013,        /* whether the seat is there cannot be told now */
    HALL_CLASS_SEATS = 56,        /* of pupils: seats from PLAYER_LIMIT + 1 on */
    HALL_CLOCK_LEAST = 15,        /* seconds a turn */
    HALL_CLOCK_MOST = 3 * 24 * 60 * 60
};

struct hall;
struct race_table;

struct hall_options {
    bool open;                 /* pages may open tables of their own */
    struct log_keeper *keeper; /* where their lines lie; borrowed */
    int bot_milliseconds;      /* for a program's answer; 0: as usual */
    /* The course that goes by this name among those that pages may choose; none and the error. */
    struct course (*find_course)(const char *name, struct error *error);
    /* What a page is sent, and when it is sent away. */
    void (*send)(void *data, uint64_t page, const char *bytes, size_t length);
    void (*close)(void *data, uint64_t page, int code);
    void *data;
};

struct hall *hall_create(const struct hall_options *options);
void hall_free(struct hall *hall);

/* A new table: the session becomes the table's, with a clock of so many seconds a turn (0: none).
 * `path`: the race's file; NULL: as the keeper has it. NULL and the error if its lines cannot be
 * kept; the session is freed then. */
struct race_table *hall_begin(struct hall *hall, struct session *session, const char *path,
                              int clock, struct error *error);
/* Goes on with the race of a file that the keeper has; NULL and the error. */
struct race_table *hall_go_on(struct hall *hall, const char *path, int clock, struct error *error);
const char *table_code(const struct race_table *table);
const struct session *table_session(const struct race_table *table);
/* The table of this code; NULL: there is none. */
struct race_table *hall_find(struct hall *hall, const char *code);

/* === a race that a window shows ================================================================
 */

/* The session stays the window's, which does what its own people choose and lets computers drive:
 * hall_tick finds out about it. Whoever had a seat at that race when it was a table before has it
 * again. */
struct race_table *hall_show(struct hall *hall, struct session *session, int clock,
                             struct error *error);
/* Another race takes the place of the one that was shown, before that is freed: seats and code
 * stay. */
void table_show(struct race_table *table, struct session *session);
/* Its seats are forgotten, its pages sent away. */
void hall_end(struct hall *hall, struct race_table *table);

/* Whoever sits at a seat: somebody at a page, or, where nobody does, at the window. */
struct seat_look {
    const char *name;
    bool taken, here; /* by a page, which is there now */
    bool kept;        /* for the window: no page takes it */
};
struct seat_look table_seat(const struct race_table *table, int seat);
int table_onlookers(const struct race_table *table);
/* What whoever looks after the table does; all are told of it. */
bool table_name_seat(struct race_table *table, int seat, const char *name, struct error *error);
void table_keep_seat(struct race_table *table, int seat, bool kept);
/* To whoever comes next, or to a computer (the name of a level): whoever had it has to go. */
bool table_hand_over(struct race_table *table, int seat, const char *driver, struct error *error);
/* The other way round: names, and who drives. */
bool table_exchange(struct race_table *table, int seat, int other, struct error *error);
void table_set_clock(struct race_table *table, int clock);
/* How many milliseconds the turn has left; -1: there is no clock, or nobody's turn. */
int64_t table_left(const struct race_table *table, int64_t now);
/* The seat that asks for its last action back, 0: none; and what the window's person says. */
int table_undo_asked(const struct race_table *table);
bool table_answer_undo(struct race_table *table, bool yes, struct error *error);

/* === a class ====================================================================================
 */

/* From now on more may come than there are cars: pupils, with seats of their own. */
void table_open_class(struct race_table *table);
bool table_is_class(const struct race_table *table);
/* How many pages with a seat are there now. */
int table_present(const struct race_table *table);
/* A question to all pages, in place of the one before: the members of an object, whatever they are.
 */
void table_ask(struct race_table *table, const struct text *members);
/* It is over: nothing is asked any more. */
void table_ask_no_more(struct race_table *table);
/* No more answers, and no page is shown the question until it is judged. */
void table_close_answers(struct race_table *table);
/* While a question is open the race stands still for pages. */
bool table_stands_still(const struct race_table *table);
/* Whoever has no car votes for the next action of one that nobody else has at a page; the most
 * votes drive when the clock's time is over. Teams are by turns: seat % table_teams. */
void table_set_voting(struct race_table *table, bool voting);
bool table_votes(const struct race_table *table, int player); /* for that player? */
int table_teams(const struct race_table *table);
/* What is voted for with that player's cars, the first of it first, and by how many; NULL: no more.
 */
const char *table_vote(const struct race_table *table, int player, int at, int *count);
/* What has been answered so far: the last answer of each seat, by when it gave its first. */
struct class_answer {
    int seat;
    json_t *answer;
    char verdict[120]; /* that its page is told; "" before */
};
const struct class_answer *table_answers(const struct race_table *table, int *count);
/* Tells who has answered what came of it (NULL: nothing), and takes no more answers. */
typedef void class_judge(const json_t *answer, char *verdict, size_t size);
void table_judge(struct race_table *table, class_judge *judge);

/* === pages ======================================================================================
 */

/* A page comes, by which address, says something, and goes. `now` is in milliseconds. A number is
 * used again only after hall_page_goes. */
void hall_page_comes(struct hall *hall, uint64_t page, const char *address);
void hall_hear(struct hall *hall, uint64_t page, const char *bytes, size_t length, int64_t now);
/* What will be heard next, of several pages: each in its order, before the first of it is. What a
 * broker is asked for is on its way then for all of them at once. The bytes stay until then. */
void hall_expect(struct hall *hall, uint64_t page, const char *bytes, size_t length);
void hall_page_goes(struct hall *hall, uint64_t page);

/* What is done without being asked: one action of each table whose turn is a computer's, turns
 * whose time is up, lines that other hosts have written. Returns for how many milliseconds there
 * is nothing more to do. */
int hall_tick(struct hall *hall, int64_t now);
/* Waits until all lines that were done are on disk: what is sent only then is never lost. */
void hall_settle(struct hall *hall);

#endif
