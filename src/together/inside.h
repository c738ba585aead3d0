/* What the files of this folder share and nobody else may include. */
#ifndef GRAPHPRIX_TOGETHER_INSIDE_H
#define GRAPHPRIX_TOGETHER_INSIDE_H

#include "base/formats.h"
#include "drivers/drivers.h"
#include "together/hall.h"

#include <jansson.h>

enum {
    TOKEN_LETTERS = LOG_CODE_LETTERS + 1 + 26, /* "KRTZB-" and 128 bits in base32 */
    SEAT_NAME_LETTERS = 24,
    SEAT_NAME_BYTES = 4 * (SEAT_NAME_LETTERS + 2) + 1, /* and a blank and a digit */
    ADDRESS_BYTES = 64,
    SEAT_LIMIT = PLAYER_LIMIT + HALL_CLASS_SEATS
};

struct guest {
    struct guest *next_in_hall; /* of those with the same last bits */
    struct guest *next;         /* at the table */
    struct race_table *table;   /* NULL: it has only come */
    int seat;                   /* 0: it looks on */
    uint64_t id;
    json_t *expected; /* what it says next, read before it is heard: these bytes */
    const char *expected_bytes;
    char address[ADDRESS_BYTES];
};

struct seat {
    bool taken;
    char token[TOKEN_LETTERS + 1];
    char name[SEAT_NAME_BYTES];
    struct guest *page; /* NULL: it is away */
    bool kept;          /* for the window that shows the race */
};

/* What a line was: whose, and in which entry in secret, so that what comes late can be told from
 * what others have done meanwhile in the same one. */
struct line_passed {
    int player; /* 0: an undo */
    int stage;
};

/* What one of a team would do with its car. */
struct vote {
    int seat, car;
    char *action;
};

struct race_table {
    struct hall *hall;
    struct race_table *next_in_hall, *next_awake;
    struct session *session;
    struct log *log;
    struct drivers *drivers, *stand_ins; /* made when they are first needed */
    struct seat seats[PLAYER_LIMIT];
    struct seat *pupils;          /* HALL_CLASS_SEATS of them; NULL: it is no class */
    int question;                 /* number of the last one */
    struct text asking;           /* members of its object; empty: none is open */
    struct class_answer *answers; /* in the order in which they came */
    int answer_count, answer_capacity;
    bool judged;
    bool closed;        /* nobody is shown the question before it is judged */
    bool voting;        /* pupils vote for the cars of those at the window */
    struct vote *votes; /* in the order in which they came */
    int vote_count, vote_capacity;
    struct guest *pages;
    struct line_passed *passed; /* of the lines since `first` */
    int first, passed_count, passed_capacity;
    int stage;
    struct text said;         /* sentences of no event, as JSON */
    int told_steps, told_log; /* of the session: what pages have been told */
    int clock;
    int64_t turn_began;
    int64_t asked;     /* when somebody was here last, or played at another host */
    int64_t driven_at; /* when this host looks after computers: others are first */
    int noted_steps;   /* that the session had then */
    int owed;          /* entries in secret, behind the last line that was noted */
    bool shown;        /* by a window, whose the session is */
    int undo_asked;    /* by the page of that seat, of the window's person */
    int stood_in;      /* the player for whom a computer drives in this turn */
    bool ahead;        /* it was read before anybody asked: others look after it */
    bool expected;     /* something was said here that is still to be heard */
    bool untold;       /* pages are to be told of a line */
    bool unsettled;    /* lines may not be on disk yet */
    bool awake;
    bool resting; /* a program made no move: nobody asks it again before a line comes */
};

/* How many seats there are, and one of them: from 1, pupils behind PLAYER_LIMIT. */
static inline int seat_limit(const struct race_table *table)
{
    return table->pupils ? SEAT_LIMIT : PLAYER_LIMIT;
}
static inline struct seat *seat_at(const struct race_table *table, int seat)
{
    return seat > PLAYER_LIMIT ? &table->pupils[seat - PLAYER_LIMIT - 1]
                               : &((struct race_table *)(size_t)table)->seats[seat - 1];
}

/* --- table.c: the race and its seats ---------------------------------------------------------- */

struct race_table *table_make(struct hall *hall, struct session *session, struct log *log,
                              int clock);
void table_free(struct race_table *table);
/* A line of the seats' list, as it was written. */
void table_take_seat_line(struct race_table *table, const char *line, size_t length);

bool table_is_free(const struct race_table *table, int seat);
enum log_verdict table_give_seat(struct race_table *table, int seat, const char *name,
                                 struct error *error);
bool table_free_seat(struct race_table *table, int seat, struct error *error);
/* What the window has done meanwhile. */
void table_look_at_window(struct race_table *table);
/* Lines of other hosts: one that came, or all that are not known (log_catch_up). */
void table_take_line(struct race_table *table, const struct broker_line *line);
bool table_catch_up(struct race_table *table, bool behind);
/* The seat with that token; 0: none has it. All are compared, in the same time. */
int table_seat_of(const struct race_table *table, const char *token);

/* The cars of a seat that owe an action; returns how many. */
int table_owing(const struct race_table *table, int seat, int cars[CAR_LIMIT]);
/* *late: the seat has not seen what has been done since, and is not to act on it. */
bool table_do(struct race_table *table, int seat, const char *action, int64_t seen, bool *late,
              struct error *error);
/* The same is about to be done, and nothing else at this table before it. */
void table_expect(struct race_table *table, int seat, const char *action, int64_t seen);
bool table_undo(struct race_table *table, struct error *error);
/* Does one action of a computer or of whoever is too late; false: there is none. */
bool table_drive(struct race_table *table, int64_t now);

/* --- tell.c: what pages are told -------------------------------------------------------------- */

/* "table": with the key in front. */
void tell_table(const struct race_table *table, struct text *into);
void tell_view(const struct race_table *table, int seat, int64_t now, struct text *into);
/* To who comes now: what happened so far, and a view. The text is for working. */
void tell_newcomer(const struct guest *page, int64_t now, struct text *into);
/* What has happened since the last call, to all pages: events, view, result. */
void tell_line(struct race_table *table, int64_t now);
void tell_coming(struct race_table *table);

/* --- a class ---------------------------------------------------------------------------------- */

bool class_take_answer(struct race_table *table, int seat, json_int_t question,
                       const json_t *answer, struct error *error);
/* Whose cars the seat drives: its own, or those that it votes for; 0: none. */
int class_acts_for(const struct race_table *table, int seat);
/* The open question, with the verdict of whoever has answered once that is told; and the votes of
 * its team. */
void class_tell_question(const struct race_table *table, const struct guest *page);

/* --- hall.c ----------------------------------------------------------------------------------- */

/* The table is looked at by the next hall_tick, and until it rests. */
void hall_wake(struct hall *hall, struct race_table *table);
static inline const struct hall_options *hall_options(const struct hall *hall)
{
    return (const struct hall_options *)hall;
}
static inline void page_send(const struct hall *hall, const struct guest *page,
                             const struct text *text)
{
    const struct hall_options *options = hall_options(hall);
    options->send(options->data, page->id, text->data, text->length);
}
/* At a seat no more, if it had one, and told to come again by its token. */
void page_send_again(struct guest *page);
/* Letters drawn by chance, `alphabet` of 20 or 32. */
void hall_draw(char *into, int count, const char *alphabet);

#endif
