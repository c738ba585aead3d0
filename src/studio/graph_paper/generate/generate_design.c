/* What is promised, and what is drawn by lot before anything lies on the sheet.
 *
 * Larger sheets have wider roads and longer ways: both grow with the root of the side, so a lap
 * does not take an afternoon. How long the shortest and the longest lap of a style can be was
 * measured on sheets of all sizes; the bounds are curves through what was found, and the five
 * difficulties share what lies between.
 */
#include "studio/graph_paper/generate/generate_inside.h"

#include <math.h>

/* --- promises -----------------------------------------------------------------------------------
 */

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

double design_bound(const struct generator_wish *wish, int index)
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

/* --- the lot ------------------------------------------------------------------------------------
 */

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

void design_make(struct design *design, const struct generator_wish *wish, uint64_t seed,
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
    design->ways = wish->style == STREET ? 1 + wish->difficulty / 2 : 0;
    design->stones = wish->style == TIGHT || wish->style == STREET ? (wish->difficulty + 1) / 2 : 0;
    design->bays = wish->style == ARENA_STYLE;
    design->island_least = wish->style == ARENA_STYLE ? 2.1 : 5;
    draw_lattice(design, style->unevenness);
    draw_edges(design);
}
