/* A loop on a lattice: the outline of a set of cells without holes.
 *
 * Cells are put in and taken out one by one, never so that the set falls apart, closes round a hole
 * or touches itself at a corner. Each change is judged: has the outline as many edges as were asked
 * for, does it reach all four sides, has it as many corners as suits the style? Bad changes are
 * taken less and less, so a loop settles that is as wanted and else is left to chance.
 */
#include "base/memory.h"
#include "studio/graph_paper/generate/generate_inside.h"

#include <stdlib.h>

enum { TOGGLES_EACH = 60, TOGGLES_MORE = 600, HEAT = 9 };
enum { EDGES_WEIGH = 2, SIDE_WEIGHS = 12, CORNERS_WEIGH = 1 };

struct cells {
    struct design *design;
    unsigned char *in; /* with a rim of cells that are never in */
    int columns, rows, stride;
    int edges, corners;
    int corners_wanted;
    int at_side[4]; /* cells in the first and last column, first and last row */
};

static unsigned char *cell(const struct cells *cells, int column, int row)
{
    return &cells->in[(row + 1) * cells->stride + column + 1];
}

/* The neighbours all round a cell, in order; the even ones share an edge with it. */
static const int around[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                 {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* Those that are in are one stretch of the ring, and no corner stands by itself: then the cell may
 * come and go. */
static bool is_free(const struct cells *cells, int column, int row)
{
    bool in[8];
    int stretches = 0;
    int all = 0;
    for (int i = 0; i < 8; i++)
        in[i] = *cell(cells, column + around[i][0], row + around[i][1]) != 0;
    for (int i = 0; i < 8; i++) {
        bool before = in[(i + 7) % 8];
        bool after = in[(i + 1) % 8];
        stretches += in[i] && !before;
        all += in[i];
        if (i % 2 == 1 && in[i] != before && in[i] != after)
            return false;
    }
    return stretches == 1 && all < 8;
}

/* Is there a corner of the outline at the lower left vertex of the cell? */
static int is_corner(const struct cells *cells, int column, int row)
{
    int in = *cell(cells, column, row) + *cell(cells, column - 1, row) +
             *cell(cells, column, row - 1) + *cell(cells, column - 1, row - 1);
    return in == 1 || in == 3;
}

static int corners_round(const struct cells *cells, int column, int row)
{
    return is_corner(cells, column, row) + is_corner(cells, column + 1, row) +
           is_corner(cells, column, row + 1) + is_corner(cells, column + 1, row + 1);
}

static void toggle(struct cells *cells, int column, int row)
{
    unsigned char *in = cell(cells, column, row);
    int sign = *in ? -1 : 1;
    for (int i = 0; i < 8; i += 2)
        cells->edges += *cell(cells, column + around[i][0], row + around[i][1]) ? -sign : sign;
    cells->corners -= corners_round(cells, column, row);
    *in ^= 1;
    cells->corners += corners_round(cells, column, row);
    cells->at_side[0] += column == 0 ? sign : 0;
    cells->at_side[1] += column == cells->columns - 1 ? sign : 0;
    cells->at_side[2] += row == 0 ? sign : 0;
    cells->at_side[3] += row == cells->rows - 1 ? sign : 0;
}

static int judge(const struct cells *cells)
{
    int bad = abs(cells->edges - cells->design->edges) * EDGES_WEIGH;
    bad += abs(cells->corners - cells->corners_wanted) * CORNERS_WEIGH;
    for (int i = 0; i < 4; i++)
        bad += cells->at_side[i] == 0 ? SIDE_WEIGHS : 0;
    return bad;
}

static void settle(struct cells *cells)
{
    struct random *random = &cells->design->random;
    int count = cells->columns * cells->rows;
    int toggles = count * TOGGLES_EACH + TOGGLES_MORE;
    int now = judge(cells);
    for (int i = 0; i < toggles; i++) {
        int which = (int)random_below(random, (uint32_t)count);
        int column = which % cells->columns;
        int row = which / cells->columns;
        if (!is_free(cells, column, row))
            continue;
        uint32_t heat = (uint32_t)(HEAT * (toggles - i) / toggles + 1);
        toggle(cells, column, row);
        int then = judge(cells);
        if (then > now + (int)random_below(random, heat))
            toggle(cells, column, row);
        else
            now = then;
    }
}

/* The vertices of the outline, the set to the left. Each is passed once. */
static void walk_round(const struct cells *cells, struct loop_path *loop)
{
    struct lattice_vertex at = {0, 0};
    int way = 0; /* east, north, west, south */
    static const int ahead[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    /* The cell to the left of the edge that leads on from a vertex; the one to its right is the
     * left one of the way that turns right. */
    static const int left[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
    while (!*cell(cells, at.column, 0))
        at.column++;
    loop->vertices = memory_allocate((size_t)cells->edges, sizeof *loop->vertices);
    for (loop->count = 0; loop->count < cells->edges;) {
        loop->vertices[loop->count++] = at;
        at.column += ahead[way][0];
        at.row += ahead[way][1];
        int right = (way + 3) % 4;
        if (!*cell(cells, at.column + left[way][0], at.row + left[way][1]))
            way = (way + 1) % 4;
        else if (*cell(cells, at.column + left[right][0], at.row + left[right][1]))
            way = right;
    }
}

static void turn_round(struct loop_path *loop)
{
    for (int i = 0, j = loop->count - 1; i < j; i++, j--) {
        struct lattice_vertex vertex = loop->vertices[i];
        loop->vertices[i] = loop->vertices[j];
        loop->vertices[j] = vertex;
    }
}

bool loop_find(struct design *design)
{
    struct loop_path *loop = &design->loop;
    struct cells cells = {.design = design,
                          .columns = design->columns,
                          .rows = design->rows,
                          .stride = design->columns + 2};
    cells.in = memory_allocate((size_t)cells.stride, (size_t)(design->rows + 2));
    cells.corners_wanted = (int)(design->edges * design->corners_share);
    int column = (int)random_below(&design->random, (uint32_t)design->columns);
    int row = (int)random_below(&design->random, (uint32_t)design->rows);
    toggle(&cells, column, row);
    settle(&cells);
    bool fills = cells.at_side[0] && cells.at_side[1] && cells.at_side[2] && cells.at_side[3];
    bool found = fills && abs(cells.edges - design->edges) <= 2;
    if (found)
        walk_round(&cells, loop);
    free(cells.in);
    if (found && random_below(&design->random, 2) == 0)
        turn_round(loop);
    return found;
}

/* --- second ways ----------------------------------------------------------------------------- */

static bool *mark_passed(const struct design *design, const struct loop_path *loop)
{
    int across = design->columns + 1;
    bool *passed = memory_allocate((size_t)across, (size_t)(design->rows + 1));
    for (int i = 0; i < loop->count; i++)
        passed[loop->vertices[i].row * across + loop->vertices[i].column] = true;
    return passed;
}

void loop_find_ways(struct design *design)
{
    const struct loop_path *loop = &design->loop;
    int *count = &design->ways_found;
    design->ways = memory_allocate((size_t)design->ways_most + 1, sizeof *design->ways);
    bool *passed = mark_passed(design, loop);
    int first = (int)random_below(&design->random, (uint32_t)loop->count);
    for (int i = 0; i < loop->count && *count < design->ways_most; i++) {
        int at = (first + i) % loop->count;
        struct lattice_vertex before = loop->vertices[(at + loop->count - 1) % loop->count];
        struct lattice_vertex after = loop->vertices[(at + 1) % loop->count];
        struct lattice_vertex over = {before.column + after.column - loop->vertices[at].column,
                                      before.row + after.row - loop->vertices[at].row};
        bool corner = before.column != after.column && before.row != after.row;
        int index = over.row * (design->columns + 1) + over.column;
        if (!corner || passed[index] || random_below(&design->random, 3) == 0)
            continue;
        passed[index] = true;
        design->ways[(*count)++] = (struct second_way){at, over};
        i += 2;
    }
    free(passed);
}
