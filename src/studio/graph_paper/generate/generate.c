/* See generate.h. An attempt draws a loop by lot, guesses how long its lap takes, and draws the
 * sheet only if the guess is near to what was promised; then the lap is proved. What the attempts
 * have shown makes the next ones longer or shorter.
 *
 * Larger sheets have wider roads and longer ways: both grow with the root of the side, so a lap
 * does not take an afternoon. How long the shortest and the longest lap of a style can be was
 * measured on sheets of all sizes; the bounds are curves through what was found, and the five
 * difficulties share what lies between.
 */
#include "studio/graph_paper/generate/generate.h"
#include "base/hash.h"
#include "base/memory.h"
#include "drivers/graph_paper/lap.h"
#include "studio/graph_paper/generate/generate_inside.h"

#include <math.h>
#include <stdlib.h>

/* --- promises -------------------------------------------------------------------------------- */

/* Rounds of the shortest laps: fixed + each * (width + height). The longest are longer by the
 * factor most - by / (shorter side + more). */
static const struct {
    double fixed, each, most, by, more;
} promises[GENERATOR_STYLE_COUNT] = {
    {4.5, 0.285, 3.40, 211, 84},
    {3.5, 0.35, 4.29, 127, 20},
    {3.5, 0.35, 4.29, 127, 20},
    {0, 0, 1, 0, 1},
};

/* Bounds of what difficulties promise: 0 is where the first begins, 5 where the last ends. */
static double design_bound(const struct generator_wish *wish, int index)
{
    double side = sqrt((double)wish->width * wish->height);
    if (wish->style == ARENA_STYLE)
        return index * (side * 0.055 + 0.5);
    double shorter = wish->width < wish->height ? wish->width : wish->height;
    double low =
        promises[wish->style].fixed + promises[wish->style].each * (wish->width + wish->height);
    double times = promises[wish->style].most -
                   promises[wish->style].by / (shorter + promises[wish->style].more);
    double part = index / 5.0;
    return low + low * (times - 1) * part * (0.7 + 0.3 * part);
}

static int round_up(double value)
{
    int whole = (int)value;
    return whole < value ? whole + 1 : whole;
}

void generator_promise(const struct generator_wish *wish, int *least, int *most)
{
    *least = round_up(design_bound(wish, wish->difficulty - 1));
    *most = round_up(design_bound(wish, wish->difficulty)) - 1;
}

/* --- the lot --------------------------------------------------------------------------------- */

double design_between(struct design *design, double low, double high)
{
    return low + (high - low) * random_below(&design->random, 1 << 24) / (1 << 24);
}

/* Lines at about equal distances from margin to margin. */
static void draw_lines(struct design *design, double unevenness, double *lines, int cells,
                       double length, double margin)
{
    double total = 0;
    for (int i = 1; i <= cells; i++) {
        total += design_between(design, 1 - unevenness, 1 + unevenness);
        lines[i] = total;
    }
    lines[0] = margin;
    for (int i = 1; i <= cells; i++)
        lines[i] = margin + lines[i] / total * (length - 2 * margin);
}

/* So many cells of about this size; where it is between two numbers, now one and now the other. */
static int draw_cells(struct design *design, double length, double least)
{
    int most = (int)(length / least);
    int cells = (int)(length / design->pitch + design_between(design, 0.2, 0.8));
    cells = cells > most ? most : cells;
    return cells < 2 ? 2 : cells > DESIGN_CELLS_MOST ? DESIGN_CELLS_MOST : cells;
}

static void draw_lattice(struct design *design, double unevenness)
{
    static const double NARROWEST = 1.9; /* half a road near the start */
    double half = design->half > NARROWEST ? design->half : NARROWEST;
    double least = 2 * half + design->gap + 0.4;
    double margin = design->half * (1 + design->variety) + 1.2;
    int width = design->wish.width;
    int height = design->wish.height;
    design->columns = draw_cells(design, width - 2 * margin, least);
    design->rows = draw_cells(design, height - 2 * margin, least);
    draw_lines(design, unevenness, design->lines_x, design->columns, width, margin);
    draw_lines(design, unevenness, design->lines_y, design->rows, height, margin);
}

/* Between once round the sheet and nearly every vertex of the lattice. */
static void draw_edges(struct design *design)
{
    int ring = 2 * (design->columns + design->rows);
    int all = (design->columns + 1) * (design->rows + 1);
    double share = 0.2 + 0.55 * design->tempo;
    share = share < 0 ? 0 : share > 0.95 ? 0.95 : share;
    design->edges = (ring + (int)((all - ring) * share + design_between(design, 0, 2))) / 2 * 2;
    if (design->edges > all)
        design->edges = ring;
}

/* Draws what the style, the size and the tempo leave open. */
static void design_make(struct design *design, const struct generator_wish *wish, uint64_t seed,
                        double tempo)
{
    static const struct style {
        double pitch, half, half_least, gap, variety, corners_share, jitter, roundness, tremble;
        double unevenness;
    } styles[GENERATOR_STYLE_COUNT] = {
        {11, 3.1, 1.5, 1.1, 0.28, 0.40, 0.18, 0.16, 0.28, 0.15},
        {7.6, 2.0, 1.25, 0.8, 0.22, 0.55, 0.14, 0.05, 0.18, 0.12},
        {8.6, 2.2, 1.4, 1.1, 0.12, 0.42, 0.00, 0.00, 0.12, 0.22},
        {10, 3, 1.5, 1, 0, 0, 0, 0, 0.5, 0},
    };
    const struct style *style = &styles[wish->style];
    double size = sqrt(sqrt((double)wish->width * wish->height) / 52);
    double narrowest = style->half_least * 1.1;
    *design = (struct design){.wish = *wish, .random = random_seeded(seed), .tempo = tempo};
    design->pitch = style->pitch * size * (1.15 - 0.4 * tempo);
    design->half = style->half * size * (1.2 - 0.4 * tempo);
    design->half = design->half < narrowest ? narrowest : design->half;
    design->half_least = style->half_least;
    design->gap = style->gap;
    design->variety = style->variety;
    design->corners_share = style->corners_share;
    design->jitter = style->jitter;
    design->roundness = style->roundness;
    design->wave = 6 * size;
    design->tremble = style->tremble;
    design->straight = wish->style == STREET;
    design->fineness = wish->width * wish->height > 12000 ? 2 : 4;
    design->ways_most = wish->style == STREET ? 1 + wish->difficulty / 2 : 0;
    design->stones = wish->style == TIGHT || wish->style == STREET ? (wish->difficulty + 1) / 2 : 0;
    design->bays = wish->style == ARENA_STYLE;
    design->island_least = wish->style == ARENA_STYLE ? 2.1 : 5;
    draw_lattice(design, style->unevenness);
    draw_edges(design);
}

/* --- attempts -------------------------------------------------------------------------------- */

const char *const generator_style_names[GENERATOR_STYLE_COUNT] = {"flowing", "tight", "street",
                                                                  "arena"};
const char *const generator_style_sentences[GENERATOR_STYLE_COUNT] = {
    "Wide, rounded curves that lead into each other.",
    "Narrow roads, many turns, hairpins.",
    "Straight streets with corners of 45 and 90 degrees, and blocks to drive round.",
    "One closed ground with pillars, for derbies: no line, no lap.",
};
const struct generator_wish generator_usual_wish = {1, 60, 45, FLOWING, 2};

/* After so many attempts that learned from each other all tempos are tried in turn. None of ten
 * thousand wishes needed that. */
enum { ATTEMPTS_LEARNING = 400, ATTEMPTS = 1200, TEMPOS = 40, ASPECT_MOST = 3 };
static const double TEMPO_LEAST = -0.5, TEMPO_MOST = 1.4;

/* --- one attempt ----------------------------------------------------------------------------- */

static void design_free(struct design *design)
{
    free(design->loop.vertices);
    free(design->ways);
    for (int i = 0; i < design->way_rope_count; i++)
        rope_free(&design->way_ropes[i]);
    free(design->way_ropes);
    rope_free(&design->rope);
    free(design->field.values);
    draft_free(&design->draft);
}

/* Second ways stay that do not lead past the start. */
static void lay_ways(struct design *design)
{
    design->way_ropes = memory_allocate((size_t)design->ways_found + 1, sizeof *design->way_ropes);
    for (int i = 0; i < design->ways_found; i++)
        if (!rope_starts_beside(design, &design->ways[i]))
            rope_lay_way(design, &design->ways[i], &design->way_ropes[design->way_rope_count++]);
}

static bool lay_roads(struct design *design)
{
    if (!loop_find(design))
        return false;
    loop_find_ways(design);
    if (!rope_lay(design))
        return false;
    lay_ways(design);
    return true;
}

static void begin_draft(struct design *design)
{
    design->draft.width = design->wish.width;
    design->draft.height = design->wish.height;
    sheet_name(design);
}

/* NULL if walls have met, or no line fits. */
static struct track *draw_roads(struct design *design)
{
    struct error error;
    field_begin(design);
    field_add_road(design, &design->rope, true);
    for (int i = 0; i < design->way_rope_count; i++)
        field_add_road(design, &design->way_ropes[i], false);
    sheet_set_stones(design);
    field_finish(design);
    begin_draft(design);
    int walls = 2 + design->field.islands + design->way_rope_count;
    return field_trace(design, walls) && sheet_furnish(design)
               ? track_from_draft(&design->draft, &error)
               : NULL;
}

static uint64_t attempt_seed(const struct generator_wish *wish, int attempt)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)wish->seed);
    hash = hash_number(hash, wish->width);
    hash = hash_number(hash, wish->height);
    hash = hash_number(hash, wish->style);
    hash = hash_number(hash, wish->difficulty);
    return hash_number(hash, attempt);
}

/* --- circuits -------------------------------------------------------------------------------- */

struct search {
    const struct generator_wish *wish;
    const atomic_bool *cancelled;
    int least, most;
    double tempo;
    double rounds_to_guess; /* what the laps so far took, to what was guessed */
};

static bool is_cancelled(const struct search *search)
{
    return search->cancelled && atomic_load(search->cancelled);
}

/* The next attempts become longer or shorter. */
static void learn(struct search *search, double rounds)
{
    double span = design_bound(search->wish, 5) - design_bound(search->wish, 0);
    double wanted = (search->least + search->most) / 2.0;
    double step = (wanted - rounds) / span * 0.6;
    search->tempo += step < -0.2 ? -0.2 : step > 0.2 ? 0.2 : step;
    search->tempo = search->tempo < TEMPO_LEAST  ? TEMPO_LEAST
                    : search->tempo > TEMPO_MOST ? TEMPO_MOST
                                                 : search->tempo;
}

/* NULL if the lap is none, or not as promised. */
static struct track *prove(struct search *search, struct track *track, double guess, int *par)
{
    struct lap lap;
    struct error error;
    struct budget budget = {.cancelled = search->cancelled};
    bool possible =
        track && sheet_has_run(track) && lap_prove(track, &budget, &lap, &error) && lap.possible;
    *par = possible ? lap.rounds : 0;
    if (possible && *par >= search->least && *par <= search->most)
        return track;
    if (possible && *par > 0 && guess > 0) {
        search->rounds_to_guess += (*par / guess - search->rounds_to_guess) * 0.4;
        learn(search, *par);
    }
    track_release(track);
    return NULL;
}

static struct track *try_circuit(struct search *search, int attempt, int *par)
{
    struct design design;
    struct track *track = NULL;
    design_make(&design, search->wish, attempt_seed(search->wish, attempt), search->tempo);
    if (lay_roads(&design)) {
        double guess = rope_guess_rounds(&design.rope);
        double rounds = guess * search->rounds_to_guess;
        double trust = attempt % 4 == 3 ? 0.25 : 0.05; /* now and then the guess itself is tested */
        if (rounds >= search->least * (1 - trust) && rounds <= search->most * (1 + trust))
            track = prove(search, draw_roads(&design), guess, par);
        else
            learn(search, rounds);
    } else {
        search->tempo += search->tempo > 0.5 ? -0.02 : 0.02;
    }
    design_free(&design);
    return track;
}

static struct track *search_circuit(struct search *search, int *par)
{
    static const double rounds_to_guess[GENERATOR_STYLE_COUNT] = {1.1, 1.12, 1, 1};
    struct track *track = NULL;
    search->tempo = (search->wish->difficulty - 0.5) / GENERATOR_DIFFICULTY_MOST;
    search->rounds_to_guess = rounds_to_guess[search->wish->style];
    for (int i = 0; i < ATTEMPTS && !track && !is_cancelled(search); i++) {
        if (i >= ATTEMPTS_LEARNING)
            search->tempo = TEMPO_LEAST + (TEMPO_MOST - TEMPO_LEAST) * (i % TEMPOS) / TEMPOS;
        track = try_circuit(search, i, par);
    }
    return track;
}

/* --- arenas ---------------------------------------------------------------------------------- */

/* A stroke that is thick here and thin there, from one end of the sheet to the other, is the
 * ground. */
static void lay_ground(struct design *design)
{
    static const double INSET = 1.2;
    double width = design->wish.width;
    double height = design->wish.height;
    bool upright = height > width;
    double shorter = upright ? width : height;
    int dots = 3 + (int)random_below(&design->random, 4);
    for (int i = 0; i < dots; i++) {
        double half = shorter * design_between(design, 0.2, 0.42);
        double along = (double)i / (dots - 1);
        double across = random_below(&design->random, 2) == 0 ? design_between(design, 0, 0.25)
                                                              : design_between(design, 0.75, 1);
        struct spot part = upright ? (struct spot){across, along} : (struct spot){along, across};
        struct spot dot = {half + INSET + part.x * (width - 2 * (half + INSET)),
                           half + INSET + part.y * (height - 2 * (half + INSET))};
        rope_add(&design->rope, dot, half);
    }
}

static struct track *try_arena(const struct search *search, int attempt)
{
    struct design design;
    struct error error;
    design_make(&design, search->wish, attempt_seed(search->wish, attempt), 0);
    int pillars = search->least +
                  (int)random_below(&design.random, (uint32_t)(search->most - search->least + 1));
    lay_ground(&design);
    field_begin(&design);
    field_add_road(&design, &design.rope, false);
    field_soften(&design.field, 1.2);
    field_finish(&design);
    begin_draft(&design);
    bool sound = sheet_set_pillars(&design, pillars) && field_trace(&design, 1 + pillars);
    if (sound)
        sheet_furnish_arena(&design);
    struct track *track = sound ? track_from_draft(&design.draft, &error) : NULL;
    design_free(&design);
    return track;
}

/* --- wishes ---------------------------------------------------------------------------------- */

bool generator_check(const struct generator_wish *wish, struct error *error)
{
    int shorter = wish->width < wish->height ? wish->width : wish->height;
    int longer = wish->width < wish->height ? wish->height : wish->width;
    if (shorter < GENERATOR_SIDE_LEAST || longer > GENERATOR_SIDE_MOST)
        return error_set(error,
                         "a sheet of %d × %d cannot be generated: its sides must have %d to "
                         "%d squares",
                         wish->width, wish->height, GENERATOR_SIDE_LEAST, GENERATOR_SIDE_MOST);
    if (longer > ASPECT_MOST * shorter)
        return error_set(error,
                         "a sheet of %d × %d cannot be generated: its longer side must be "
                         "at most %d times the shorter one",
                         wish->width, wish->height, ASPECT_MOST);
    if (wish->difficulty < GENERATOR_DIFFICULTY_LEAST ||
        wish->difficulty > GENERATOR_DIFFICULTY_MOST)
        return error_set(error, "the difficulty must be from %d to %d, not %d",
                         GENERATOR_DIFFICULTY_LEAST, GENERATOR_DIFFICULTY_MOST, wish->difficulty);
    return (unsigned)wish->style < GENERATOR_STYLE_COUNT ||
           error_set(error, "there is no such style of track");
}

struct track *generate_track(const struct generator_wish *wish, const atomic_bool *cancelled,
                             int *par, struct error *error)
{
    struct search search = {.wish = wish, .cancelled = cancelled};
    struct track *track = NULL;
    int rounds = 0;
    error->text[0] = '\0';
    if (!generator_check(wish, error))
        return NULL;
    generator_promise(wish, &search.least, &search.most);
    if (wish->style != ARENA_STYLE)
        track = search_circuit(&search, &rounds);
    for (int i = 0; wish->style == ARENA_STYLE && i < ATTEMPTS && !track; i++)
        track = is_cancelled(&search) ? NULL : try_arena(&search, i);
    if (!track && !is_cancelled(&search))
        error_set(error, "no track came of seed %llu; take another seed",
                  (unsigned long long)wish->seed);
    if (par)
        *par = rounds;
    return track;
}
