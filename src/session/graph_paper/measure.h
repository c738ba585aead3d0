/* An exact number of a lesson: a fraction, or one times a square root. How long a vector is, half a
 * square, 7/2 m/s; what a pupil types is compared with it without a rounding error anywhere.
 *
 * It is (numerator / denominator) * √radicand, in lowest terms, denominator > 0, radicand > 0 and
 * divided by no square (1: a fraction). As the form is unique, equal numbers have equal members.
 * Numerator and denominator stay below MEASURE_MOST; who makes larger ones is a programmer.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_MEASURE_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_MEASURE_H

#include "base/error.h"
#include "base/text.h"
#include "geometry/point.h"

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
 * "3/√2", with blanks anywhere between the parts. What is none of it is told with the reason and
 * what to type, fit to stand beside the field. */
bool measure_read(const char *string, struct measure_typed *typed, struct error *error);

enum measure_verdict {
    MEASURE_RIGHT,  /* the exact number in any form, or a decimal of two places rightly rounded */
    MEASURE_NEARLY, /* rightly rounded, but not to two places: to be asked again */
    MEASURE_WRONG
};
enum measure_verdict measure_judge(const struct measure_typed *typed, struct measure right);

#endif
