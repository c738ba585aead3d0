/* How the messages about a track name things: places, lengths, roles. */
#ifndef GRAPHPRIX_TRACK_WORDS_H
#define GRAPHPRIX_TRACK_WORDS_H

#include "track/draft.h"

enum { WORDS_PLACE_BYTES = 64 };

/* "(31, 12.25)": a fine point in squares, to the hundredth. Returns `into`. */
const char *words_place(struct point fine, char into[WORDS_PLACE_BYTES]);
/* The distance of two fine points in squares, to the thousandth; a gap is never said to be 0. */
const char *words_distance(struct point a, struct point b, char into[WORDS_PLACE_BYTES]);
/* "wall", "start line", ... */
const char *words_role(enum draft_role role);

/* False with the error if the vertex is off the sheet. */
bool words_check_on_sheet(struct point fine, int width, int height, struct error *error);

#endif
