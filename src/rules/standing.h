/* How a car stands, and what it came to: a head that every game has, columns of the game's own with
 * labels, and the same in words. Panels, results, replays, tables and prints show it without
 * knowing what it is about.
 */
#ifndef GRAPHPRIX_RULES_STANDING_H
#define GRAPHPRIX_RULES_STANDING_H

#include "geometry/point.h"
#include "rules/event.h"

#include <stdbool.h>
#include <stddef.h>

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

#endif
