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

/* How far each cell is from the nearest of some, in cells; -1: no way leads there. Free it. */
int32_t *cells_measure(const struct cell_map *map, const struct cell *from, int count);
/* The cells beside a line, on its side of higher rows (columns) or on the other; as many as it is
 * long. Free them. */
struct cell *cells_beside(const struct cell_line *line, bool higher);

/* The line that most of the cells of these roles lie along, measured by its length: those of the
 * first role on one side; if the second is not the same, its cells on the other side. Cells with
 * `skip` set (may be NULL) count as others. False: there is none. `share` becomes how many lie
 * along it. */
bool cells_find_line(const struct cell_map *map, int role, int other, const uint8_t *skip,
                     struct cell_line *line, int *share);

/* Start and finish: how many lines there are, one for both if it is one. -1 with the error if cells
 * are there but no line can be laid. */
int cells_lay_lines(struct cell_map *map, struct cell_line lines[2], struct cells_remarks *remarks,
                    struct error *error);

void cells_tell(struct cells_remarks *remarks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
