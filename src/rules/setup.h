/* A race's set-up: with a list of actions it is the whole race.
 *
 * A small value that can be copied; the course is borrowed (whoever keeps a set-up for long retains
 * it). Field values are looked up in the family's table (rules/setup.h).
 */
#ifndef GRAPHPRIX_RULES_SETUP_H
#define GRAPHPRIX_RULES_SETUP_H

#include "base/error.h"
#include "base/text.h"
#include "geometry/point.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* === fields =================================================================================== */

/* The fields of a family's rules, as data.
 *
 * One table a family (RULES 10) that the set-up, the set-up screen, the help pages, the save and
 * the referee all read. A field's value is an int: an index into `choices`, or the number itself
 * for a number field.
 */

enum { RULES_FIELD_LIMIT = 32, RULES_PRESET_LIMIT = 8 };

struct rule_choice {
    const char *name;     /* as written in files: "with_first_move" */
    const char *title;    /* as shown: "With the first move" */
    const char *sentence; /* what it does, for people */
};

struct rule_field {
    const char *name;                  /* as written in files: "wall_missed_turns" */
    const char *group;                 /* what it belongs to, as shown: "The wall" */
    const char *title;                 /* as shown: "Missed turns at a wall" */
    const char *sentence;              /* what the switch is about, for people */
    const struct rule_choice *choices; /* NULL for a number */
    int choice_count;
    int minimum; /* of a number */
    int maximum;
    int defaults[RULES_PRESET_LIMIT]; /* by preset */
    bool often;       /* what most people set: the set-up shows it beside the presets */
    const char *zero; /* what 0 of a number means, as shown ("by itself"); NULL: 0 */
};

struct rule_preset {
    const char *name;     /* "racing-car" */
    const char *title;    /* "Racing car" */
    const char *sentence; /* for people */
};

struct rule_table {
    const struct rule_field *fields;
    int field_count;
    const struct rule_preset *presets;
    int preset_count;
    /* The one whose choices are games of their own, each with its presets; -1: there is none. */
    int contest_field;
};

/* Indices, or -1. */
int fields_find(const struct rule_table *table, const char *name);
int fields_find_preset(const struct rule_table *table, const char *name);

/* Which of the contests is played under these values; 0 where there is but one. */
int fields_contest(const struct rule_table *table, const int *values);
int fields_contest_count(const struct rule_table *table);

/* Reads a value as written in files into *value. The error names the field and lists what it may
 * be. */
bool fields_parse(const struct rule_table *table, int field, const char *text, int *value,
                  struct error *error);
/* The value as written in files; a number is printed into `buffer` (12 bytes), which is returned.
 */
const char *fields_print(const struct rule_field *field, int value, char *buffer);

/* False, with the error about a field. In the sentence {laps} stands for "laps = 3" as these values
 * are, {start=behind} for that value of it: by the names of files in the error's text, by the
 * titles in what is shown. */
bool fields_refuse(const struct rule_table *table, const int *values, int field,
                   struct error *error, const char *sentence, ...)
    __attribute__((format(printf, 5, 6)));

/* === course =================================================================================== */

/* A course: what a race is driven on, whatever the game calls it - a track, a map, a circuit.
 *
 * Courses are immutable once made and shared by reference count (atomic). A `struct course` is a
 * small value that names one and its game; it is borrowed unless it says that it is retained. The
 * game gets at its own type through one function that asserts whose it is. Editors work on a draft
 * of their own and make a course of it by the same checks that a file goes through.
 */

struct game;

enum { COURSE_FILE_LIMIT = 16 * 1024 * 1024 }; /* bytes, of any game */

struct course { /* zeroed: none */
    const struct game *game;
    const void *body;
};

/* What lists of courses tell of one in a word; the words are those of all games. */
enum course_mark {
    MARK_SLICKS,
    MARK_TURBO,
    MARK_CHECKPOINTS,
    MARK_OPEN,
    MARK_ARENA,
    MARK_OIL,
    MARK_SAND,
    MARK_PITS,
    MARK_COUNT
};

/* The road of a course, where it lies between two closed walls: loops in 1/1024 square, y up, the
 * last vertex joined to the first; the start/finish line, and the way of the race across it.
 * Borrowed from the course. */
struct course_road {
    const struct point *walls[2];
    int counts[2];
    struct point from, to, ahead;
};

/* What can be told of a course at once; all belongs to it. */
struct course_facts {
    const char *name;   /* or "" */
    const char *note;   /* what its maker says of it; "" */
    const char *remark; /* what of its file may be meant otherwise, a sentence; NULL */
    struct point size;  /* in squares */
    int rows, lanes;    /* what its size is to players; 0: its squares */
    int vertices;       /* how much there is in it, counted; -1: nothing is */
};

struct course_kind {
    const char *noun;      /* "track" */
    const char *unnamed;   /* what one without a name is called: "A track" */
    const char *key;       /* under which a saved race holds the course's file: "svg" */
    const char *extension; /* of its files: ".svg" */
    bool tiles;            /* numbers at the edges are those of squares, not of lines */

    /* Do the bytes look like a file of such a course, be it right or wrong? */
    bool (*recognise)(const char *bytes, size_t length);
    /* NULL and the error, with line and column where there are any. Else it is retained. */
    const void *(*read)(const char *bytes, size_t length, struct error *error);
    /* A file from which exactly this course is read again. */
    void (*write)(const void *body, struct text *into);
    /* Appends the file with another name in it and all else as it is. False and the error, nothing
     * appended, if it is none that this can be done in. NULL: only the file has a name. */
    bool (*retitle)(const char *bytes, size_t length, const char *name, struct text *into,
                    struct error *error);
    const void *(*retain)(const void *body);
    void (*release)(const void *body);

    void (*tell)(const void *body, struct course_facts *into); /* into what games usually say */
    unsigned (*marks)(const void *body); /* 1 << course_mark of each that is true; or NULL */
    /* What another game's studio may draw its own course along. False: it has none; or NULL. */
    bool (*road)(const void *body, struct course_road *into);
    /* The same for all courses on which races go alike, whatever they are called. */
    uint64_t (*fingerprint)(const void *body);
};

struct course course_read(const struct game *game, const char *bytes, size_t length,
                          struct error *error);
void course_write(struct course course, struct text *into);
struct course course_retain(struct course course);
void course_release(struct course course); /* none is allowed */
struct course_facts course_facts(struct course course);
const char *course_name(struct course course);
const char *course_title(struct course course); /* its name, or what it is called without one */
const char *course_note(struct course course);
const char *course_remark(struct course course); /* or NULL */
unsigned course_marks(struct course course);     /* 1 << course_mark of each that it has */
bool course_has_mark(struct course course, enum course_mark mark);
struct point course_size(struct course course);
/* Appends "40 × 28" and the unit, or what the game says of it. */
void course_say_size(struct course course, const char *unit, struct text *into);
bool course_road(struct course course, struct course_road *into);
uint64_t course_fingerprint(struct course course);

/* The game whose courses look like this; NULL: none. The usual game takes any drawing, so
 * that every other comes before it. */
const struct game *course_recognise(const char *bytes, size_t length);

/* === setup ==================================================================================== */

enum { PLAYER_LIMIT = 8, CAR_LIMIT = 32 };

struct game;

struct setup {
    const struct game *game;
    struct course course; /* of that game; or none yet */
    int preset;           /* index into the table */
    int values[RULES_FIELD_LIMIT];
    int players; /* 1..PLAYER_LIMIT */
    uint64_t seed;
    int last[CAR_LIMIT]; /* car numbers in the places of the race before, for loser_first */
    int last_count;      /* 0: there was none */
};

/* The preset's values, one player, seed 1, no track. */
struct setup setup_from_preset(const struct game *game, int preset);
/* The course's game with the first of its presets that can be played on it. */
struct setup setup_for_course(struct course course);
/* Has the whole combination, with its course and players, a meaning, and is all of it available?
 * The error names the field and what it may be. */
bool setup_check(const struct setup *setup, struct error *error);
/* Does the field change anything in this set-up as it stands (damage_limit: only where damage is
 * taken)? What does not is shown pale and left out of the help pages. There may be no course. */
bool setup_field_matters(const struct setup *setup, int field);
/* Does it change in how few rounds a car that is alone may come to the finish? */
bool setup_field_sets_pace(const struct setup *setup, int field);
/* What 0 of a number field is shown as: "map: 3" where the course says how many; NULL: 0. */
enum { FIELD_ZERO_BYTES = 40 };
const char *setup_print_zero(const struct setup *setup, int field, char into[FIELD_ZERO_BYTES]);
/* "field=value", or field and value apart. */
bool setup_set(struct setup *setup, const char *field, const char *value, struct error *error);
bool setup_set_pair(struct setup *setup, const char *pair, struct error *error);

#endif
