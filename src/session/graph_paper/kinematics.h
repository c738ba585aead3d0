/* An exact number of a lesson: a fraction, or one times a square root. How long a vector is, half a
 * square, 7/2 m/s; what a pupil types is compared with it without a rounding error anywhere.
 *
 * It is (numerator / denominator) * √radicand, in lowest terms, denominator > 0, radicand > 0 and
 * divided by no square (1: a fraction). As the form is unique, equal numbers have equal members.
 * Numerator and denominator stay below MEASURE_MOST; who makes larger ones is a programmer.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_KINEMATICS_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_KINEMATICS_H

#include "base/error.h"
#include "base/formats.h"
#include "base/text.h"
#include "geometry/point.h"
#include "session/graph_paper/scene.h"

#define MEASURE_MOST INT64_C(100000000000)

struct measure {
    int64_t numerator, denominator, radicand;
};

struct measure measure_whole(int64_t number);
struct measure measure_fraction(int64_t numerator, int64_t denominator); /* not by 0 */
/* √(numerator / denominator) of numbers from 0 to 2^31. */
struct measure measure_root(int64_t numerator, int64_t denominator);
struct measure measure_length(struct point vector); /* each way at most 2^15 */
struct measure measure_times(struct measure number, int64_t numerator, int64_t denominator);
bool measure_equal(struct measure a, struct measure b);
/* The number times 10^places (0 to 3), rounded; halves away from 0. For lengths up to 10^9. */
int64_t measure_round(struct measure number, int places);

enum measure_style {
    MEASURE_EXACT,   /* "√13", "7/2", "−2", "√2/2" */
    MEASURE_DECIMAL, /* "3.61", "3.5", "−2": two places, fewer where they are exact */
    MEASURE_BOTH     /* "√13 ≈ 3.61", "7/2 = 3.5", "−2" */
};
/* For people, with the minus sign of print. */
void measure_append(struct text *text, struct measure number, enum measure_style style);
/* As MEASURE_DECIMAL with the sign that programs read. */
void measure_append_data(struct text *text, struct measure number);

/* What somebody typed. */
struct measure_typed {
    bool is_decimal;      /* written with a point or a comma, in digits / 10^places */
    bool was_cut;         /* there were more digits than matter */
    int64_t digits;       /* signed */
    int places;           /* as typed */
    struct measure value; /* where it is no decimal */
};

/* Understands "-2", "3.61", "3,61", "7/2", "3 1/2", "√13", "sqrt 13", "sqrt(13/4)", "2√13", "√2/2",
 * "3/√2", with blanks anywhere between the parts, and behind them the unit ("": none): of "squares
 * a move" also "squares/move", "squares per turn" or "squares", of "squares/move²" also "squares
 * per move per move". What is none of it is told with the reason and what to type, fit to stand
 * beside the field. */
bool measure_read(const char *string, const char *unit, struct measure_typed *typed,
                  struct error *error);

enum measure_verdict {
    MEASURE_RIGHT,  /* the exact number in any form, or a decimal of two places rightly rounded */
    MEASURE_NEARLY, /* rightly rounded, but not to two places: to be asked again */
    MEASURE_WRONG
};
enum measure_verdict measure_judge(const struct measure_typed *typed, struct measure right);

/* === kinematics =============================================================================== */

/* The motion of bodies in numbers: one row a move, one column a quantity, as a class measures it.
 *
 * Row k: the point after move k, the velocity of move k, the acceleration in it; row 0 has none. So
 * v_k = v_(k-1) + a_k. Where a wind blows or a turbo area lies, the two parts of a have columns,
 * too: the driver's push and the wind. A row in which the car was stopped (scene.h) has a
 * velocity of 0, no acceleration and the note "stopped"; a missed turn likewise, "missed"; and
 * where a car stands after a move that it did make, "then stopped". Angles are anticlockwise from
 * +x, from 0 to below 360 degrees, to a tenth, and empty at v = 0.
 *
 * A difference is one body as the other sees it: all columns but t are subtracted, as far as both
 * have rows. Nothing is rounded before it is written.
 */

enum kinematics_column {
    COLUMN_T,
    COLUMN_X,
    COLUMN_Y,
    COLUMN_VX,
    COLUMN_VY,
    COLUMN_AX,
    COLUMN_AY,
    COLUMN_PX, /* the driver's push */
    COLUMN_PY,
    COLUMN_WX, /* the wind */
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
enum {
    KINEMATICS_ALL = (1 << COLUMN_COUNT) - 1,
    KINEMATICS_WIND = 1 << COLUMN_PX | 1 << COLUMN_PY | 1 << COLUMN_WX | 1 << COLUMN_WY
};

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
/* Of all its bodies; push and wind apart only if there is any wind. */
struct kinematics kinematics_of(const struct scene *scene, struct kinematics_look look);

enum kinematics_note { NOTE_NONE, NOTE_STOPPED, NOTE_MISSED, NOTE_STANDS };

/* The last row of a line; -1 if it has none. */
int kinematics_last(const struct kinematics *of, int line);
/* A whole number of a body in a row, of columns before COLUMN_SPEED; 0 where there is none. */
int kinematics_number(const struct scene_body *body, int row, enum kinematics_column column);
/* False: the place is empty. */
bool kinematics_value(const struct kinematics *of, int line, int row, enum kinematics_column column,
                      struct measure *value);
enum kinematics_note kinematics_note(const struct kinematics *of, int line, int row);
const char *kinematics_note_words(enum kinematics_note note); /* "" for none */
/* "Ada", "Ada − Blaise". */
void kinematics_name(const struct kinematics *of, int line, struct text *into);
bool kinematics_has_wind(const struct scene *scene);

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
/* "√13 ≈ 3.61", "3", "2.5", "26.6°"; "" where it is empty. */
void kinematics_append(const struct kinematics *of, int line, int row,
                       enum kinematics_column column, struct text *into);

/* The table, a row a move, all lines one after the other, with the columns of the look; a
 * length that is no fraction has a column for the root and one for the decimal, a column vector is
 * "(3, -1)". */
void kinematics_append_csv(const struct kinematics *of, struct csv *csv);

/* Of a vector other than 0, in tenths of a degree, 0 to 3599. Each way at most 2^15. */
int kinematics_direction(struct point vector);

#endif
