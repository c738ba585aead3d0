/* Walls round the cells that are road, lines, and checkpoints as gates across the road. */
#include "studio/graph_paper/cells/inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GATES_MOST = 8 /* of one number: on roads beside each other */ };

/* --- what belongs to the track ---------------------------------------------------------------- */

static size_t size_of(const struct cell_map *map)
{
    return (size_t)map->cells->columns * (size_t)map->cells->rows;
}

/* From which cells the road is reached: those of all roles but road itself. */
static struct cell *list_marked(const struct cell_map *map, int *count)
{
    struct cell *list = memory_allocate(size_of(map), sizeof *list);
    *count = 0;
    for (int row = 0; row < map->cells->rows; row++)
        for (int column = 0; column < map->cells->columns; column++)
            if (cell_role_at(map, column, row) > CELL_ROAD)
                list[(*count)++] = (struct cell){column, row};
    return list;
}

/* What no way leads to is off: the fields round a road that is drawn as two lines. */
static void drop_unreached(struct cell_map *map, struct cells_remarks *remarks)
{
    int count, dropped = 0;
    struct cell *marked = list_marked(map, &count);
    int32_t *distances = count > 0 ? cells_measure(map, marked, count) : NULL;
    for (size_t i = 0; count > 0 && i < size_of(map); i++)
        if (map->roles[i] != CELL_OFF && distances[i] < 0) {
            map->roles[i] = CELL_OFF;
            dropped++;
        }
    if (dropped > 0)
        cells_tell(remarks, "No way leads to %d square%s of road: left out.", dropped,
                   number_plural_ending(dropped));
    free(distances);
    free(marked);
}

/* Where only corners join start and finish, ways lead over corners. */
static void find_corners(struct cell_map *map)
{
    int count;
    struct cell *marked = list_marked(map, &count);
    int32_t *distances = count > 0 ? cells_measure(map, marked, 1) : NULL;
    for (int i = 0; i < count; i++)
        map->corners = map->corners || distances[cell_index(map, marked[i])] < 0;
    free(distances);
    free(marked);
}

static struct cell_map make_map(const struct cells *cells, struct cells_remarks *remarks)
{
    struct cell_map map = {.cells = cells};
    map.roles = memory_allocate(size_of(&map), sizeof *map.roles);
    for (size_t i = 0; i < size_of(&map); i++)
        map.roles[i] = (uint8_t)cells->list[cells->signs[i]].role;
    find_corners(&map);
    drop_unreached(&map, remarks);
    return map;
}

/* --- walls ------------------------------------------------------------------------------------ */

/* Right, down, left, up; and where the cells to the right and to the left of the way from a corner
 * lie, seen from that. */
static const struct cell steps[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const struct cell to_right[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
static const struct cell to_left[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};

static bool is_road_beside(const struct cell_map *map, struct cell corner, struct cell side)
{
    return cell_role_at(map, corner.column + side.column, corner.row + side.row) != CELL_OFF;
}

static struct point fine_of(const struct cells *cells, struct cell corner)
{
    return point_to_fine((struct point){corner.column, cells->rows - corner.row});
}

/* With the road to the right, from the left end of an edge above a cell. Where two cells touch at a
 * corner it turns round its own, so walls touch there and do not cross. */
static bool follow_wall(const struct cell_map *map, struct cell start, uint8_t *followed,
                        struct draft *draft, struct error *error)
{
    struct cell at = start;
    int way = 0;
    draft_add_item(draft, DRAFT_WALL, 0);
    draft_begin_loop(draft);
    do {
        int before = way;
        if (way == 0)
            followed[cell_index(map, at)] = 1;
        at.column += steps[way].column;
        at.row += steps[way].row;
        if (!is_road_beside(map, at, to_right[way]))
            way = (way + 1) % 4;
        else if (is_road_beside(map, at, to_left[way]))
            way = (way + 3) % 4;
        if (way != before && !draft_add_vertex(draft, fine_of(map->cells, at), error))
            return false;
    } while (at.column != start.column || at.row != start.row || way != 0);
    draft_close_loop(draft);
    return true;
}

static bool make_walls(const struct cell_map *map, struct draft *draft, struct error *error)
{
    uint8_t *followed = memory_allocate(size_of(map), sizeof *followed);
    bool made = true;
    for (int row = 0; row < map->cells->rows && made; row++)
        for (int column = 0; column < map->cells->columns && made; column++)
            if (cell_role_at(map, column, row) != CELL_OFF &&
                cell_role_at(map, column, row - 1) == CELL_OFF &&
                !followed[cell_index(map, (struct cell){column, row})])
                made = follow_wall(map, (struct cell){column, row}, followed, draft, error);
    free(followed);
    if (made && draft->count == 0)
        return error_set(error, "no square of this grid is road: say which sign is");
    return made;
}

/* --- lines and gates -------------------------------------------------------------------------- */

static struct cell corner_of(const struct cell_line *line, int along)
{
    return line->upright ? (struct cell){line->level, along} : (struct cell){along, line->level};
}

/* Seen along it, a line is crossed from right to left: it leads from the left hand of who drives to
 * the right. */
static bool add_line(const struct cell_map *map, const struct cell_line *line, enum draft_role role,
                     struct draft *draft, struct error *error)
{
    bool turned = line->upright == (line->heading < 0);
    draft_add_item(draft, role, 0);
    draft_begin_loop(draft);
    return draft_add_vertex(draft,
                            fine_of(map->cells, corner_of(line, turned ? line->to : line->from)),
                            error) &&
           draft_add_vertex(
               draft, fine_of(map->cells, corner_of(line, turned ? line->from : line->to)), error);
}

static bool add_gate(const struct cell_map *map, const struct cell_line *line, struct draft *draft,
                     struct error *error)
{
    bool added = true;
    draft_begin_loop(draft);
    for (int i = line->from; i <= line->to && added; i++)
        added = draft_add_vertex(draft, fine_of(map->cells, corner_of(line, i)), error);
    return added;
}

/* The cells of the number that hang together with those at the line are done. */
static void skip_gate(const struct cell_map *map, const struct cell_line *line, int role,
                      uint8_t *skip)
{
    struct cell_map alone = *map;
    alone.roles = memory_copy(map->roles, size_of(map), 1);
    alone.corners = true;
    for (size_t i = 0; i < size_of(map); i++)
        alone.roles[i] = alone.roles[i] == role ? CELL_ROAD : CELL_OFF;
    for (int side = 0; side < 2; side++) {
        struct cell *from = cells_beside(line, side == 1);
        int32_t *distances = cells_measure(&alone, from, line->to - line->from);
        for (size_t i = 0; i < size_of(map); i++)
            skip[i] |= distances[i] >= 0;
        free(distances);
        free(from);
    }
    free(alone.roles);
}

/* One checkpoint, with a gate for each place where its number stands. */
static bool add_checkpoint(const struct cell_map *map, int role, int number, struct draft *draft,
                           struct error *error)
{
    uint8_t *skip = memory_allocate(size_of(map), sizeof *skip);
    struct cell_line line;
    int share, gates = 0;
    bool added = true;
    while (added && gates < GATES_MOST && cells_find_line(map, role, role, skip, &line, &share)) {
        if (gates++ == 0)
            draft_add_item(draft, DRAFT_CHECKPOINT, 0)->number = number;
        added = add_gate(map, &line, draft, error);
        skip_gate(map, &line, role, skip);
    }
    free(skip);
    return added;
}

static bool make_checkpoints(const struct cell_map *map, struct draft *draft,
                             struct cells_remarks *remarks, struct error *error)
{
    bool there[CELL_ROLES] = {false}, made = true;
    int number = 0;
    for (size_t i = 0; i < size_of(map); i++)
        there[map->roles[i]] = true;
    for (int role = CELL_CHECKPOINT; role < CELL_ROLES && made; role++) {
        if (!there[role])
            continue;
        int before = draft->count;
        made = add_checkpoint(map, role, number + 1, draft, error);
        number += draft->count > before;
        if (draft->count > before && number != role - CELL_CHECKPOINT + 1)
            cells_tell(remarks, "Checkpoint %s becomes number %d: there is none before it.",
                       cell_role_name(role), number);
    }
    return made;
}

static bool make_lines(struct cell_map *map, struct draft *draft, struct cells_remarks *remarks,
                       struct error *error)
{
    struct cell_line lines[2];
    int count = cells_lay_lines(map, lines, remarks, error);
    if (count < 0)
        return false;
    if (count == 0)
        cells_tell(remarks, "There is neither start nor finish: this is an arena.");
    for (int i = 0; i < count; i++)
        if (!add_line(map, &lines[i],
                      count == 1 ? DRAFT_START_FINISH
                      : i == 0   ? DRAFT_START
                                 : DRAFT_FINISH,
                      draft, error))
            return false;
    return true;
}

bool cells_make_draft(const struct cells *cells, struct draft *draft, struct cells_remarks *remarks,
                      struct error *error)
{
    *draft = (struct draft){.width = cells->columns, .height = cells->rows};
    *remarks = (struct cells_remarks){0};
    if (cells->remark[0])
        cells_tell(remarks, "%s", cells->remark);
    struct cell_map map = make_map(cells, remarks);
    bool made = make_walls(&map, draft, error) && make_lines(&map, draft, remarks, error) &&
                make_checkpoints(&map, draft, remarks, error);
    free(map.roles);
    return made;
}
