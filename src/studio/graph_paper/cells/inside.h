/* What the makers of tracks from cells share: which cells are road, ways over them, and lines
 * across them. Cells count in columns and rows from above.
 */
#ifndef GRAPHPRIX_STUDIO_GRAPH_PAPER_CELLS_INSIDE_H
#define GRAPHPRIX_STUDIO_GRAPH_PAPER_CELLS_INSIDE_H

#include "studio/graph_paper/cells/cells.h"

struct cell {
    int column, row;
};

/* A line across the road: along the edge before row (column, if it is upright) `level`, from one
 * place on the other axis to another. On both of its sides all cells are road, at its ends not. */
struct cell_line {
    bool upright;
    int level, from, to;
    int heading; /* 1: it is crossed to the higher rows (columns), else -1 */
};

struct cell_map {
    const struct cells *cells;
    uint8_t *roles; /* of each cell, enum cell_role; what cannot be reached is off */
    bool corners;   /* a way also leads over corners where two cells touch */
    const struct cell_line *barriers[2]; /* that no way crosses; NULL */
};

static inline size_t cell_index(const struct cell_map *map, struct cell cell)
{
    return (size_t)cell.row * (size_t)map->cells->columns + (size_t)cell.column;
}

static inline int cell_role_at(const struct cell_map *map, int column, int row)
{
    bool on = column >= 0 && row >= 0 && column < map->cells->columns && row < map->cells->rows;
    return on ? map->roles[cell_index(map, (struct cell){column, row})] : CELL_OFF;
}

#endif
