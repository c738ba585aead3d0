/* A set of photos that a rule of its own makes, and what a tracing of one is worth.
 *
 * The rule knows nothing of the tracer: kinds of trouble go round, everything else is drawn by lot.
 * Photos with even numbers are there to look at while the tracer is worked on; those with odd ones
 * are only counted.
 */
#ifndef GRAPHPRIX_TESTS_SUPPORT_PHOTO_SET_H
#define GRAPHPRIX_TESTS_SUPPORT_PHOTO_SET_H

#include "photograph.h"
#include "studio/graph_paper/photo/photo.h"

enum { PHOTO_SET_KINDS = 12, PHOTO_SET_EACH = 8, PHOTO_SET_COUNT = 96 };

struct set_photo {
    int kind;
    int shape;
    struct scene scene;
    const char *cause; /* a refusal that names it is right, too; NULL: it must be traced */
};

struct set_photo photo_set_at(int number);
const char *photo_set_kind(int kind);

/* The 95th percentile of the distances from the one to the other and back. */
double outlines_apart(const struct outline *a, int a_count, const struct outline *b, int b_count);
struct outline outline_of(const struct point *vertices, int count); /* free its dots */

/* How far the walls that are taken lie from those drawn: the 95th percentile in squares, both ways.
 * On a printed grid the sheet may begin some whole squares off; without one it may be stretched to
 * the drawing's size. */
double photo_set_distance(const struct drawing *drawing, bool grid,
                          const struct photograph *photograph, const struct photo_tracing *tracing,
                          struct dot misplaced);

/* Are as many walls taken as are drawn, within a quarter of a square, on as many squares as there
 * are, or on a number that is said to be a guess? Or was it refused by its name? `told` is what was
 * found. */
bool photo_set_judge(const struct set_photo *photo, const struct drawing *drawing,
                     const struct photograph *photograph, const struct photo_tracing *tracing,
                     const struct error *error, char told[240]);

#endif
