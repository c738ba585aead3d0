/* A course: what a race is driven on, whatever the game calls it - a track, a map, a circuit.
 *
 * Courses are immutable once made and shared by reference count (atomic). A `struct course` is a
 * small value that names one and its game; it is borrowed unless it says that it is retained. The
 * game gets at its own type through one function that asserts whose it is. Editors work on a draft
 * of their own and make a course of it by the same checks that a file goes through.
 */
#ifndef GRAPHPRIX_RULES_COURSE_H
#define GRAPHPRIX_RULES_COURSE_H

#include "base/error.h"
#include "base/text.h"
#include "geometry/point.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* What a game says of its courses. */
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

    const char *(*name)(const void *body); /* or "" */
    const char *(*note)(const void *body); /* what its maker says of it, or ""; or NULL */
    /* What of its file may be meant otherwise, a sentence, or NULL; or NULL. */
    const char *(*remark)(const void *body);
    struct point (*size)(const void *body); /* in squares */
    /* What its size is to players: "48 rows, 2 lanes"; NULL: its squares. */
    void (*say_size)(const void *body, struct text *into);
    unsigned (*marks)(const void *body); /* 1 << course_mark of each that is true; or NULL */
    int (*vertices)(const void *body);   /* how much there is in it, counted; NULL: nothing is */
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

/* The game whose courses look like this; NULL: none. The later ones are asked first: the first
 * takes any drawing. */
const struct game *course_recognise(const char *bytes, size_t length);

#endif
