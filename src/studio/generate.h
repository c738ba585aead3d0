/* Tracks out of nothing: freehand-looking, always with a possible lap, the same for the same wish
 * on every machine and never two alike.
 *
 * A difficulty promises a range for par (rounds of one lap under racing-car without extras), which
 * depends on the size and the style.
 */
#ifndef GRAPHPRIX_STUDIO_GENERATE_H
#define GRAPHPRIX_STUDIO_GENERATE_H

#include "track/track.h"

#include <stdatomic.h>

enum generator_style { FLOWING, TIGHT, STREET, ARENA_STYLE, GENERATOR_STYLE_COUNT };
extern const char *const generator_style_names[GENERATOR_STYLE_COUNT]; /* "flowing" */
/* One sentence each, for people. */
extern const char *const generator_style_sentences[GENERATOR_STYLE_COUNT];

enum {
    GENERATOR_DIFFICULTY_LEAST = 1,
    GENERATOR_DIFFICULTY_MOST = 5,
    GENERATOR_SIDE_LEAST = 24,
    GENERATOR_SIDE_MOST = 240
};

struct generator_wish {
    uint64_t seed;
    int width, height;
    enum generator_style style;
    int difficulty;
};
extern const struct generator_wish generator_usual_wish; /* 60 x 45, flowing, 2 */

/* What the difficulty promises: par lies within, ends included. */
void generator_promise(const struct generator_wish *wish, int *least, int *most);

/* A track with a name of its own and a description; *par (may be NULL) is its proved par, 0 for an
 * arena. NULL and the error for a wish without meaning, or (error text empty) when cancelled. */
struct track *generate_track(const struct generator_wish *wish, const atomic_bool *cancelled,
                             int *par, struct error *error);

#endif
