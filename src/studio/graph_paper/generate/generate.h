/* Tracks out of nothing: freehand-looking, always with a possible lap, the same for the same wish
 * on every machine and never two alike.
 *
 * A difficulty promises a range for par (rounds of one lap under racing-car without extras), which
 * depends on the size and the style. The ranges of a size follow on each other without a gap and do
 * not overlap. An arena has no lap; its difficulty promises how many pillars stand on its ground.
 * Its wall runs nowhere straight along the sheet's edge; pillars have two squares of area at least
 * and a square between them. What stands on a road is no pebble (four squares at least), and what
 * lies on it lies over nothing else.
 *
 * Sides are 24 to 240 squares, the longer one at most three times the shorter one. From difficulty
 * 2 on there are slicks, at 3 and 5 checkpoints, at 4 and 5 a turbo area; par is driven without
 * them, as racing-car does.
 *
 * A track is a field of heights: roads are put in, stones cut out, and the wall is where the
 * height is 0, so walls cannot cross however narrow the bend. Par is steered: a rope pulled tight
 * guesses the rounds, near guesses are drawn and proved, and each proof corrects the next. The
 * ranges are curves through what was measured. What was laid on a road is cut out of the field, so
 * nothing lies over it.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_GENERATE_GENERATE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_GENERATE_GENERATE_H

#include "base/number.h"
#include "track/track.h"

#include <stdatomic.h>

enum generator_style { FLOWING, TIGHT, STREET, ARENA_STYLE, GENERATOR_STYLE_COUNT };
extern const char *const generator_style_names[GENERATOR_STYLE_COUNT]; /* "flowing" */
/* One sentence each, for people. */
extern const char *const generator_style_sentences[GENERATOR_STYLE_COUNT];

/* One more whenever a wish gives another track than before, so that people who tell each other a
 * seed or a result of a daily track know whether they mean the same. */
enum { GENERATOR_VERSION = 1 };

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

/* What the difficulty promises: par lies within, ends included; of an arena the pillars. The wish
 * must have a meaning. */
void generator_promise(const struct generator_wish *wish, int *least, int *most);

/* False and the error for a wish without meaning. */
bool generator_check(const struct generator_wish *wish, struct error *error);

/* A track with a name of its own and a description, which says the wish; *par (may be NULL) is its
 * proved par, 0 for an arena. NULL and the error for a wish without meaning, or (error text empty)
 * when cancelled. */
struct track *generate_track(const struct generator_wish *wish, const atomic_bool *cancelled,
                             int *par, struct error *error);

/* === daily ==================================================================================== */

/* The track of a date, the same for everybody: a wish that follows from the date alone, by
 * integers. The week begins with an easy one and ends with a hard one; style and size are drawn.
 */

struct generator_wish daily_wish(int day); /* base/number.h */
/* Its track, called "Daily 2026-11-24", and its par; NULL when cancelled. */
struct track *daily_track(int day, const atomic_bool *cancelled, int *par);
/* The track of such a wish, by whatever name it was made, is called so from now on. */
void daily_name(struct track *track, int day);

#endif
