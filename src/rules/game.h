/* The table of functions that the rules of every game give, and the list of games.
 *
 * Rules are pure: no I/O, no clock, no globals, no hidden randomness. A state is changed by actions
 * alone (race_do), and an action is a line of text. Nothing in a state points into another state;
 * the set-up (and its course) outlives every state made from it. Each state begins with a `struct
 * race`; a game gets at its own through one function that asserts whose it is.
 */
#ifndef GRAPHPRIX_RULES_GAME_H
#define GRAPHPRIX_RULES_GAME_H

#include "base/error.h"
#include "base/text.h"
#include "geometry/point.h"
#include "rules/setup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* === event ==================================================================================== */

/* What happened: the rules' answer to an action, in the order in which it happened.
 *
 * Each event has a head that everybody may read and a body that is its game's own: the game reads
 * it through one function that asserts whose it is. The screen animates events, the log writes a
 * sentence for each, the referee prints them.
 */

struct game;

struct event {
    const struct game *game;
    const char *type; /* "left_track": as the referee tells it */
    int car;          /* 1..; 0: of the race */
    uint64_t others;  /* cars that it happened to as well; bit n: car n */
    int round;  /* of a turn that was lost behind the action; 0: the round of what is before */
    bool noted; /* worth a note to whoever looks on */
    bool has_place;
    struct point place; /* where on the course, in squares */
    void *body;         /* the game's own; owned by the list */
};

/* Zeroed = empty. The bodies lie in one block. */
struct event_list {
    struct event *items;
    int count, capacity;
    char *bodies;
    size_t bodies_length, bodies_capacity;
};

/* Adds an event of a car to the end, the rest of its head zeroed, and returns its body of `size`
 * bytes, zeroed and aligned for anything. Both are filled in before the next one is added. */
void *event_add(struct event_list *list, const struct game *game, int car, size_t size);
/* Forgets the events and keeps the memory. */
void event_list_clear(struct event_list *list);
void event_list_free(struct event_list *list);

/* === standing ================================================================================= */

/* How a car stands, and what it came to: a head that every game has, columns of the game's own with
 * labels, and the same in words. Panels, results, replays, tables and prints show it without
 * knowing what it is about.
 */

enum {
    STANDING_COLUMNS = 12,
    STANDING_TEXT_BYTES = 24,
    STANDING_BRIEF_BYTES = 40,
    STANDING_WORDS_BYTES = 240
};

/* What a column is about; a game's list ends with an id of NULL. */
struct standing_column {
    const char *id;    /* the key in JSON: "fastest_lap" */
    const char *title; /* over a table: "best lap" */
    const char *unit;  /* of the number: "rounds"; "" for counts of what the title says */
    enum { BETTER_NEITHER, BETTER_MORE, BETTER_LESS } better;
    const char *best; /* what the best of all cars is called: "fastest lap"; NULL: not worth it */
    int rank;         /* its place in tables, from left to right; 0: in none */
    int parts;        /* tournaments tell its average, in so many parts of the number: 2 for what is
                         counted in halves; 0: they do not */
};

struct standing_value {
    int number;
    bool none;                      /* there is no number yet */
    bool shown;                     /* worth a column if it is so for any car */
    char text[STANDING_TEXT_BYTES]; /* of the number: "5.8", "–" */
};

struct standing {
    int place; /* 0: none yet */
    bool on_course;
    struct point at; /* if it is on the course, in squares */
    bool finished;
    bool out;       /* of the race, without having finished */
    bool by_points; /* points decide the race, and not who is first */
    int points;     /* of the player */
    int rounds;     /* in which it finished; 0: it has not. Counted by `tally` alone */
    char brief[STANDING_BRIEF_BYTES]; /* what is most worth knowing beside the place: "misses 2" */
    char words[STANDING_WORDS_BYTES]; /* "12 moves, top speed 5.8" */
    struct standing_value values[STANDING_COLUMNS]; /* in the order of the game's columns */
};

/* An event and the round that it happened in. */
struct told_event {
    const struct event *event;
    int round;
};

/* The value of the column of that id, which there must be. */
const struct standing_value *standing_value(const struct standing *standing,
                                            const struct standing_column *columns, const char *id);

/* "2nd"; "" without a place, and for who drives alone: there is nobody to come before. */
void standing_print_place(int place, int players, char *into, size_t size);
/* "2nd", "out", "misses 2": what is most worth knowing in a few letters; or "". Who is alone of so
 * many players has no place. */
void standing_print_brief(const struct standing *standing, int players,
                          char into[STANDING_BRIEF_BYTES]);

/* The number as the value's text, too; none: "–". */
void standing_count(struct standing *standing, int column, int number, bool shown);
void standing_none(struct standing *standing, int column);
/* Appends to the words, after a comma unless they begin. */
__attribute__((format(printf, 2, 3))) void standing_say(struct standing *standing,
                                                        const char *format, ...);

/* === game ===================================================================================== */

/* The head of a state. */
struct race {
    const struct game *game;
};

#define ACTION_DRIVE_ON "drive on" /* to the flag, when the race is over */

struct game {
    const char *name;  /* "graph-paper" */
    const char *title; /* "Graph paper" */
    const struct rule_table *table;
    const struct course_kind *course;
    const char *example;    /* an action as people write it: "12,9" */
    const char *opening;    /* one before the first round: "special turbo"; or NULL */
    const char *round_noun; /* what people call a round: "turn" */

    /* What setup_check asks of the game: there are a course and players. NULL: nothing more. */
    bool (*setup_check)(const struct setup *setup, struct error *error);

    /* See setup_field_matters and setup_field_sets_pace. NULL: each field does. */
    bool (*field_matters)(const struct setup *setup, int field);
    bool (*field_sets_pace)(const struct setup *setup, int field);

    /* The number that 0 of a field stands for on the set-up's course; -1: none. NULL: as if -1. */
    int (*field_zero)(const struct setup *setup, int field);

    /* The set-up must have passed its check. */
    struct race *(*begin)(const struct setup *setup);
    struct race *(*copy)(const struct race *race);
    void (*free)(struct race *race); /* NULL is allowed */

    int (*car_count)(const struct race *race);
    int (*player_of)(const struct race *race, int car); /* 1.. */
    int (*round)(const struct race *race);
    bool (*over)(const struct race *race);

    /* How a car stands, the whole struct: the head, no words, and the columns empty. */
    void (*standing)(const struct race *race, int car, struct standing *into);
    /* Adds `brief` and `words` to that. */
    void (*say_standing)(const struct race *race, int car, struct standing *into);
    /* What each car came to by what happened up to this state, the whole struct: head, words
     * and the columns that are listed here, into standings[car - 1]. */
    const struct standing_column *columns;
    void (*tally)(const struct race *race, const struct told_event *events, int count,
                  struct standing *standings);

    /* Who owes an action now, in the order in which they are asked; returns how many, 0 when it is
     * over. *secret: several act at once, and none may see what another has entered. Their entries
     * may come in any order and lead to the same state. */
    int (*owes)(const struct race *race, int cars[CAR_LIMIT], bool *secret);
    /* Whoever tells the referee an action names its car only where it is owed in secret. */
    bool names_cars_in_secret_only;

    /* Applies the action of a car that owes one. An action that is not legal leaves the race
     * unchanged and fills the error, whose column is that of what is wrong in the action, if it is
     * known; else the events are appended. */
    bool (*apply)(struct race *race, int car, const char *action, struct event_list *events,
                  struct error *error);

    /* ACTION_DRIVE_ON, which race_do alone asks for: the race is over with one car still on its
     * way, and that one goes on, alone, and keeps its place. False, and nothing of it may be used:
     * there is none. NULL: as if false. */
    bool (*drive_on)(struct race *race, struct event_list *events);

    /* The race as that car's player may know it: what others have entered in secret is left out,
     * and what is hidden or still to be drawn is drawn anew from the seed. Drivers get nothing
     * else. NULL: nothing is ever hidden. */
    struct race *(*copy_for)(const struct race *race, int car, uint64_t seed);

    /* The same on every machine for the same set-up and actions, in whatever order secret ones were
     * entered. */
    uint64_t (*hash)(const struct race *race);

    /* What the referee tells (files-and-protocols section 4) as JSON (base/formats.h): the keys
     * that are the game's own of its first line; of a car and of the rest of the state, as
     * everybody may know them; of an event; of what `moves` and the rest of its line ask for the
     * car (false and the error if that cannot be told: nothing is appended). */
    void (*append_head)(const struct race *race, struct text *into);
    void (*append_car)(const struct race *race, int car, struct text *into);
    void (*append_rest)(const struct race *race, struct text *into); /* NULL: there is no more */
    void (*append_event)(const struct event *event, struct text *into);
    bool (*append_moves)(const struct race *race, int car, const char *rest, struct text *into,
                         struct error *error);
    /* The keys of the answer to `try`: what an action would come to. NULL: the game has none. */
    bool (*append_try)(const struct race *race, int car, const char *action, struct text *into,
                       struct error *error);

    /* Appends the course as everybody may know it now, with its cars, in lines of letters. NULL: it
     * cannot be written so. */
    void (*append_board)(const struct race *race, struct text *into);

    /* Appends one plain sentence; `names` are the players' (index player - 1). May append nothing
     * for an event that needs no words. */
    void (*describe)(const struct race *race, const struct event *event, const char *const *names,
                     struct text *into);
};

extern const struct game *const games[];        /* ends with NULL */
extern const struct game *const game_usual;     /* what is meant where none is named */
const struct game *game_find(const char *name); /* NULL if there is no such game */

/* What players choose among: each contest of each game that has a preset, in the games' order. */
struct contest {
    const struct game *game;
    int which;                           /* fields_contest */
    const char *name, *title, *sentence; /* "derby", "Demolition derby", what it is about */
    int preset;                          /* the first that is for it */
};
bool contest_at(int index, struct contest *into); /* false: there are no more */
struct contest contest_of(const struct setup *setup);

/* As copy_for; a plain copy where nothing is hidden. */
struct race *race_copy_for(const struct race *race, int car, uint64_t seed);

/* A line of a race, in any game: what whoever follows a race by its lines calls. It is the game's
 * `apply`, but for ACTION_DRIVE_ON of the car that is left when the race is over. */
bool race_do(struct race *race, int car, const char *action, struct event_list *events,
             struct error *error);
int race_left_car(const struct race *race); /* 0: it is not over, or not one car is left to go on */

/* How a car stands, with words. */
void race_tell_standing(const struct race *race, int car, struct standing *into);
/* State and events as the referee tells them, as values. */
void race_append_state(const struct race *race, struct text *into);
void event_append(const struct event *event, struct text *into);
/* The first car that owes an action; 0: none. */
int race_next_car(const struct race *race);
bool race_owes(const struct race *race, int car);

#endif
