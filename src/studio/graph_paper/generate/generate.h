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
#include "base/text.h"
#include "studio/studio.h"
#include "track/draft.h"
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

/* === within the room ========================================================================== */

/* A wish becomes a design, a design a loop on a lattice, the loop a rope that lies on the sheet
 * like the middle of a road, the rope a field that is above 0 where there is road, and the field
 * walls.
 *
 * Everything that decides is integers, or doubles with + - * / and the square root only, so each
 * machine makes the same track; never two draws in one list of arguments, whose order C leaves
 * open. Places are squares with y up. Whatever fails here is not told: the next attempt takes
 * another loop.
 */

/* The middle of a road; `half` is half its width at each dot. */
struct rope {
    struct spot *dots;
    double *half;
    int count, capacity;
};

/* A vertex of the lattice. */
struct lattice_vertex {
    int column, row;
};
/* The vertices that a loop passes, in the order of driving. */
struct loop_path {
    struct lattice_vertex *vertices;
    int count;
};
/* A corner of the loop round which there is a second way, over the fourth vertex of its cell. */
struct second_way {
    int corner; /* index of the vertex; the way leaves before it and comes back behind it */
    struct lattice_vertex over;
};

struct field {
    int fineness; /* samples to a square */
    int width, height;
    double *values; /* row by row */
    int islands;
};

enum { DESIGN_CELLS_MOST = 40 };

/* All of one attempt. */
struct design {
    struct generator_wish wish;
    struct random random;
    double tempo; /* 0: short and wide, 1: long and narrow */
    int columns, rows;
    double lines_x[DESIGN_CELLS_MOST + 1], lines_y[DESIGN_CELLS_MOST + 1]; /* of the lattice */
    double pitch;            /* their usual distance */
    double half, half_least; /* widths of the road, halved */
    double gap;              /* between two roads */
    double variety;          /* how much wider and narrower than `half`, as a part of it */
    int edges;               /* of the lattice that the loop should have */
    double corners_share;    /* corners to an edge of the loop */
    bool straight;           /* street: edges are straight, corners have 45 or 90 degrees */
    double jitter;           /* how far vertices stand aside, in pitches */
    double roundness;        /* how far corners are rounded, in pitches */
    double wave, tremble;    /* of the hand: how long and how far */
    int fineness;            /* samples of the field to a square */
    int ways_most, stones;   /* second ways round a block, and stones in the road, at most */
    bool bays;               /* no wall along the sheet's edge is straight */
    double island_least;     /* squares of area */

    struct loop_path loop;
    struct second_way *ways; /* that the loop has */
    int ways_found;
    struct rope rope, *way_ropes; /* those of the second ways that stay */
    int way_rope_count;
    struct field field;
    struct draft draft;
};

double design_between(struct design *design, double low, double high); /* low <= u < high */

/* False if no loop was found. */
bool loop_find(struct design *design);
void loop_find_ways(struct design *design);

void rope_free(struct rope *rope);
void rope_add(struct rope *rope, struct spot dot, double half);
/* The first dot is where the race starts, in the middle of a straight along an axis. False if there
 * is no such straight or the road would come too near to itself. */
bool rope_lay(struct design *design);
/* The roads of a second way. */
void rope_lay_way(struct design *design, const struct second_way *way, struct rope *rope);
/* Does the race start in the stretch that the second way avoids, or near it? */
bool rope_starts_beside(const struct design *design, const struct second_way *way);
/* The way the road goes on at a dot, of length 1. */
struct spot rope_heading(const struct rope *rope, int at);
/* Rounds that a lap will take, by eye. */
double rope_guess_rounds(const struct rope *rope);

void field_begin(struct design *design);
void field_add_road(struct design *design, const struct rope *rope, bool closed);
/* No road there; how far it is off is known for so many squares round it. */
void field_cut(struct field *field, struct spot middle, struct spot along, double half_long,
               double half_across, double known);
/* Above 0 in the road; at a grid point. */
double field_at(const struct field *field, int x, int y);
/* The same of the sample nearest to any place. */
double field_near(const struct field *field, struct spot dot);
/* Rounds what is sharp, over about so many squares. */
void field_soften(struct field *field, double squares);
/* What a hand does to a line, and an edge of the sheet. */
void field_finish(struct design *design);
/* Adds the walls; false if there are more or fewer than `loops`, or one is not as the design wants
 * it. */
bool field_trace(struct design *design, int loops);

/* Can every car that stands on the start line get away? */
bool sheet_has_run(const struct track *track);

#endif
