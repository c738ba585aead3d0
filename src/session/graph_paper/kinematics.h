/* The motion of bodies in numbers: one row a move, one column a quantity, as a class measures it.
 *
 * Row k: the point after move k, the velocity of move k, the acceleration that was chosen for it;
 * row 0 has no acceleration. What pushed without being chosen (a wind, a turbo area) has columns of
 * its own, so that v_k = v_(k-1) + a_k + w_k. A row in which the car was stopped (scene.h) has a
 * velocity of 0, no acceleration and the note "stopped"; a missed turn likewise, "missed"; and
 * where a car stands after a move that it did make, "then stopped". Angles are anticlockwise from
 * +x, from 0 to below 360 degrees, to a tenth, and empty at v = 0.
 *
 * A difference is one body as the other sees it: all columns but t are subtracted, as far as both
 * have rows. Nothing is rounded before it is written.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_KINEMATICS_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_KINEMATICS_H

#include "base/csv.h"
#include "session/graph_paper/measure.h"
#include "session/graph_paper/scene.h"

enum kinematics_column {
    COLUMN_T,
    COLUMN_X,
    COLUMN_Y,
    COLUMN_VX,
    COLUMN_VY,
    COLUMN_AX,
    COLUMN_AY,
    COLUMN_WX,
    COLUMN_WY,
    COLUMN_SPEED,
    COLUMN_ACCELERATION,
    COLUMN_DIRECTION,
    COLUMN_COUNT
};

/* Squares and moves, or so many metres a square and so many seconds a move. */
struct kinematics_unit {
    bool metric;
    struct measure square, move; /* fractions above 0 */
};
extern const struct kinematics_unit kinematics_squares;

/* "2", "2,5", "0.25", "1/4": what a square or a move is to be. False, with what to type instead,
 * for 0, what is below 0, is no fraction, or needs more than four digits or is not from 0.01 to
 * 1000. */
bool kinematics_read_unit(const char *typed, struct measure *unit, struct error *error);

/* How it is written. */
struct kinematics_look {
    unsigned columns; /* 1 << kinematics_column of each that is shown */
    bool vectors;     /* pairs stand over each other as column vectors */
    struct kinematics_unit unit;
};
enum { KINEMATICS_ALL = (1 << COLUMN_COUNT) - 1 };

/* A body, or how it moves as another one sees it. */
struct kinematics_line {
    int body;
    int minus; /* -1: nobody */
};

struct kinematics {
    const struct scene *scene; /* borrowed */
    struct kinematics_line lines[SCENE_BODIES];
    int line_count;
    struct kinematics_look look;
};
/* Of all its bodies; columns of the wind only if anything pushes. */
struct kinematics kinematics_of(const struct scene *scene, struct kinematics_look look);

enum kinematics_note { NOTE_NONE, NOTE_STOPPED, NOTE_MISSED, NOTE_STANDS };

/* The last row of a line; -1 if it has none. */
int kinematics_last(const struct kinematics *of, int line);
/* False: the place is empty. */
bool kinematics_value(const struct kinematics *of, int line, int row, enum kinematics_column column,
                      struct measure *value);
enum kinematics_note kinematics_note(const struct kinematics *of, int line, int row);
const char *kinematics_note_words(enum kinematics_note note); /* "" for none */
/* "Ada", "Ada − Blaise". */
void kinematics_name(const struct kinematics *of, int line, struct text *into);
bool kinematics_has_push(const struct scene *scene);

/* What a column is called: "vx", "|v|"; its stable id: "vx", "speed"; its unit in this look: "m/s",
 * "squares", or "" for none; and what it is in a few words. */
const char *kinematics_title(enum kinematics_column column);
const char *kinematics_id(enum kinematics_column column);
const char *kinematics_unit_of(const struct kinematics_look *look, enum kinematics_column column);
const char *kinematics_words(enum kinematics_column column);

/* What stands in a table's columns, from left to right: one quantity, or two over each other. */
struct kinematics_place {
    const char *title; /* "x", or "v" of a column vector */
    enum kinematics_column first;
    int second; /* a kinematics_column, or -1 */
};
int kinematics_places(const struct kinematics_look *look,
                      struct kinematics_place places[COLUMN_COUNT]);
/* "√13 ≈ 3.61", "3", "2.5"; "" where it is empty. */
void kinematics_append(const struct kinematics *of, int line, int row,
                       enum kinematics_column column, struct text *into);

/* The table, a row a move, all lines one after the other, with the columns of the look; a
 * length that is no fraction has a column for the root and one for the decimal, a column vector is
 * "(3, -1)". */
void kinematics_append_csv(const struct kinematics *of, struct csv *csv);

/* Of a vector other than 0, in tenths of a degree, 0 to 3599. Each way at most 2^15. */
int kinematics_direction(struct point vector);

#endif
