/* Walls round the cells that are road, lines, and checkpoints as gates across the road. */

#include "base/memory.h"
#include "base/number.h"
#include "studio/graph_paper/cells/cells.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cells count in columns and rows from above. */
struct draft_cell {
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

static size_t cell_index(const struct cell_map *map, struct draft_cell cell)
{
    return (size_t)cell.row * (size_t)map->cells->columns + (size_t)cell.column;
}

static int cell_role_at(const struct cell_map *map, int column, int row)
{
    bool on = column >= 0 && row >= 0 && column < map->cells->columns && row < map->cells->rows;
    return on ? map->roles[cell_index(map, (struct draft_cell){column, row})] : CELL_OFF;
}

enum { GATES_MOST = 8 /* of one number: on roads beside each other */ };

/* --- what belongs to the track ---------------------------------------------------------------- */

static size_t size_of(const struct cell_map *map)
{
    return (size_t)map->cells->columns * (size_t)map->cells->rows;
}

/* From which cells the road is reached: those of all roles but road itself. */
static struct draft_cell *list_marked(const struct cell_map *map, int *count)
{
    struct draft_cell *list = memory_allocate(size_of(map), sizeof *list);
    *count = 0;
    for (int row = 0; row < map->cells->rows; row++)
        for (int column = 0; column < map->cells->columns; column++)
            if (cell_role_at(map, column, row) > CELL_ROAD)
                list[(*count)++] = (struct draft_cell){column, row};
    return list;
}

static int32_t *cells_measure(const struct cell_map *map, const struct draft_cell *from, int count);

static void cells_tell(struct cells_remarks *remarks, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Where only corners join start and finish, ways lead over corners. */
static void find_corners(struct cell_map *map)
{
    int count;
    struct draft_cell *marked = list_marked(map, &count);
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
    /* What no way leads to is off: the fields round a road that is drawn as two lines. */
    int count, dropped = 0;
    struct draft_cell *marked = list_marked(&map, &count);
    int32_t *distances = count > 0 ? cells_measure(&map, marked, count) : NULL;
    for (size_t i = 0; count > 0 && i < size_of(&map); i++)
        if (map.roles[i] != CELL_OFF && distances[i] < 0) {
            map.roles[i] = CELL_OFF;
            dropped++;
        }
    if (dropped > 0)
        cells_tell(remarks, "No way leads to %d square%s of road: left out.", dropped,
                   number_plural_ending(dropped));
    free(distances);
    free(marked);
    return map;
}

/* --- walls ------------------------------------------------------------------------------------ */

/* Right, down, left, up; and where the cells to the right and to the left of the way from a corner
 * lie, seen from that. */
static const struct draft_cell steps[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
static const struct draft_cell to_right[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
static const struct draft_cell to_left[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};

static bool is_road_beside(const struct cell_map *map, struct draft_cell corner,
                           struct draft_cell side)
{
    return cell_role_at(map, corner.column + side.column, corner.row + side.row) != CELL_OFF;
}

static struct point fine_of(const struct cells *cells, struct draft_cell corner)
{
    return point_to_fine((struct point){corner.column, cells->rows - corner.row});
}

/* With the road to the right, from the left end of an edge above a cell. Where two cells touch at a
 * corner it turns round its own, so walls touch there and do not cross. */
static bool follow_wall(const struct cell_map *map, struct draft_cell start, uint8_t *followed,
                        struct draft *draft, struct error *error)
{
    struct draft_cell at = start;
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
                !followed[cell_index(map, (struct draft_cell){column, row})])
                made = follow_wall(map, (struct draft_cell){column, row}, followed, draft, error);
    free(followed);
    if (made && draft->count == 0)
        return error_set(error, "no square of this grid is road: say which sign is");
    return made;
}

/* --- lines and gates -------------------------------------------------------------------------- */

static struct draft_cell corner_of(const struct cell_line *line, int along)
{
    return line->upright ? (struct draft_cell){line->level, along}
                         : (struct draft_cell){along, line->level};
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

static struct draft_cell *cells_beside(const struct cell_line *line, bool higher);

static bool cells_find_line(const struct cell_map *map, int role, int other, const uint8_t *skip,
                            struct cell_line *line, int *share);

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
        /* The cells of the number that hang together with those at the line are done. */
        struct cell_map alone = *map;
        alone.roles = memory_copy(map->roles, size_of(map), 1);
        alone.corners = true;
        for (size_t i = 0; i < size_of(map); i++)
            alone.roles[i] = alone.roles[i] == role ? CELL_ROAD : CELL_OFF;
        for (int side = 0; side < 2; side++) {
            struct draft_cell *from = cells_beside(&line, side == 1);
            int32_t *distances = cells_measure(&alone, from, line.to - line.from);
            for (size_t i = 0; i < size_of(map); i++)
                skip[i] |= distances[i] >= 0;
            free(distances);
            free(from);
        }
        free(alone.roles);
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

static int cells_lay_lines(struct cell_map *map, struct cell_line lines[2],
                           struct cells_remarks *remarks, struct error *error);

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

/* === lines ==================================================================================== */

/* Lines across a road of cells: where start and finish are, and which way round one drives.
 *
 * On a road with two ends the way from start to finish decides. On a ring both ways lead there:
 * then the order of the checkpoints does, else the longer way, since a start that lies beside the
 * finish means a lap; where the two are beside each other, or only one is there, one line is both.
 */

/* A lap is at least so many times as long as the way from the start straight to a finish that
 * belongs to the same line. */
enum { MUCH_LONGER = 4 };

static void cells_tell(struct cells_remarks *remarks, const char *format, ...)
{
    va_list arguments;
    if (remarks->count == CELLS_REMARKS_MOST)
        return;
    va_start(arguments, format);
    vsnprintf(remarks->text[remarks->count], sizeof *remarks->text, format, arguments);
    va_end(arguments);
    remarks->count++;
}

/* --- ways ------------------------------------------------------------------------------------- */

static bool is_road(const struct cell_map *map, int column, int row)
{
    return cell_role_at(map, column, row) != CELL_OFF;
}

static bool is_barred(const struct cell_map *map, struct draft_cell from, struct draft_cell to)
{
    for (int i = 0; i < 2; i++) {
        const struct cell_line *line = map->barriers[i];
        if (!line)
            continue;
        int low = line->upright ? from.column : from.row, high = line->upright ? to.column : to.row;
        int along = line->upright ? from.row : from.column;
        bool passes = low != high && (low > high ? low : high) == line->level;
        if (passes && along >= line->from && along < line->to)
            return true;
    }
    return false;
}

/* Over a corner only where both cells beside it are off: else a way leads round anyhow, and could
 * pass the end of a line. */
static bool can_step(const struct cell_map *map, struct draft_cell from, int across, int down)
{
    struct draft_cell to = {from.column + across, from.row + down};
    if (!is_road(map, to.column, to.row))
        return false;
    if (across != 0 && down != 0)
        return map->corners && !is_road(map, to.column, from.row) &&
               !is_road(map, from.column, to.row);
    return !is_barred(map, from, to);
}

/* How far each cell is from the nearest of some, in cells; -1: no way leads there. Free it. */
static int32_t *cells_measure(const struct cell_map *map, const struct draft_cell *from, int count)
{
    size_t size = (size_t)map->cells->columns * (size_t)map->cells->rows;
    int32_t *distances = memory_allocate(size, sizeof *distances);
    struct draft_cell *queue = memory_allocate(size, sizeof *queue);
    size_t first = 0, last = 0;
    memset(distances, -1, size * sizeof *distances);
    for (int i = 0; i < count; i++)
        if (distances[cell_index(map, from[i])] < 0 && is_road(map, from[i].column, from[i].row)) {
            distances[cell_index(map, from[i])] = 0;
            queue[last++] = from[i];
        }
    while (first < last) {
        struct draft_cell at = queue[first++];
        for (int i = 0; i < 9; i++) {
            struct draft_cell to = {at.column + i % 3 - 1, at.row + i / 3 - 1};
            if (!can_step(map, at, i % 3 - 1, i / 3 - 1) || distances[cell_index(map, to)] >= 0)
                continue;
            distances[cell_index(map, to)] = distances[cell_index(map, at)] + 1;
            queue[last++] = to;
        }
    }
    free(queue);
    return distances;
}

static struct draft_cell beside(const struct cell_line *line, int along, bool higher)
{
    int level = line->level - !higher;
    return line->upright ? (struct draft_cell){level, along} : (struct draft_cell){along, level};
}

/* The cells beside a line, on its side of higher rows (columns) or on the other; as many as it is
 * long. Free them. */
static struct draft_cell *cells_beside(const struct cell_line *line, bool higher)
{
    struct draft_cell *cells = memory_allocate((size_t)(line->to - line->from), sizeof *cells);
    for (int i = line->from; i < line->to; i++)
        cells[i - line->from] = beside(line, i, higher);
    return cells;
}

static int32_t *measure_from_side(const struct cell_map *map, const struct cell_line *line,
                                  bool higher)
{
    struct draft_cell *from = cells_beside(line, higher);
    int32_t *distances = cells_measure(map, from, line->to - line->from);
    free(from);
    return distances;
}

/* The nearest cell of the role; -1: none is reached. */
static int32_t nearest(const struct cell_map *map, const int32_t *distances, int role)
{
    size_t size = (size_t)map->cells->columns * (size_t)map->cells->rows;
    int32_t least = -1;
    for (size_t i = 0; i < size; i++)
        if (map->roles[i] == role && distances[i] >= 0 && (least < 0 || distances[i] < least))
            least = distances[i];
    return least;
}

static int32_t nearest_of_line(const struct cell_map *map, const int32_t *distances,
                               const struct cell_line *line, bool higher)
{
    int32_t least = -1;
    for (int i = line->from; i < line->to; i++) {
        int32_t distance = distances[cell_index(map, beside(line, i, higher))];
        if (distance >= 0 && (least < 0 || distance < least))
            least = distance;
    }
    return least;
}

/* --- finding lines ---------------------------------------------------------------------------- */

struct draft_search {
    const struct cell_map *map;
    int role, other;
    const uint8_t *skip;
    struct cell_line best;
    int share; /* 0: nothing was found */
};

/* What counts of the cells beside the line so far. */
struct counts {
    int lower, higher, other_lower, other_higher;
};

static bool counts_as(const struct draft_search *search, struct draft_cell cell, int role)
{
    size_t index = cell_index(search->map, cell);
    return search->map->roles[index] == role && !(search->skip && search->skip[index]);
}

static void weigh(struct draft_search *search, const struct cell_line *line,
                  const struct counts *counts)
{
    int share = counts->lower > counts->higher ? counts->lower : counts->higher;
    if (search->role != search->other) {
        int up = counts->lower < counts->other_higher ? counts->lower : counts->other_higher;
        int down = counts->higher < counts->other_lower ? counts->higher : counts->other_lower;
        share = up > down ? up : down;
    }
    const struct cell_line *best = &search->best;
    int64_t now = (int64_t)share * (best->to - best->from);
    int64_t before = (int64_t)search->share * (line->to - line->from);
    if (share == 0 ||
        (search->share > 0 && (now < before || (now == before && share <= search->share))))
        return;
    search->best = *line;
    search->share = share;
}

static void search_level(struct draft_search *search, bool upright, int level)
{
    const struct cells *cells = search->map->cells;
    int length = upright ? cells->rows : cells->columns;
    struct cell_line line = {.upright = upright, .level = level};
    struct counts counts = {0};
    for (int i = 0; i <= length; i++) {
        struct draft_cell low = beside(&line, i, false), high = beside(&line, i, true);
        if (is_road(search->map, low.column, low.row) &&
            is_road(search->map, high.column, high.row)) {
            counts.lower += counts_as(search, low, search->role);
            counts.higher += counts_as(search, high, search->role);
            counts.other_lower += counts_as(search, low, search->other);
            counts.other_higher += counts_as(search, high, search->other);
            continue;
        }
        line.to = i;
        if (line.to > line.from)
            weigh(search, &line, &counts);
        line.from = i + 1;
        counts = (struct counts){0};
    }
}

/* The line that most of the cells of these roles lie along, measured by its length: those of the
 * first role on one side; if the second is not the same, its cells on the other side. Cells with
 * `skip` set (may be NULL) count as others. False: there is none. `share` becomes how many lie
 * along it. */
static bool cells_find_line(const struct cell_map *map, int role, int other, const uint8_t *skip,
                            struct cell_line *line, int *share)
{
    struct draft_search search = {.map = map, .role = role, .other = other, .skip = skip};
    for (int level = 1; level < map->cells->rows; level++)
        search_level(&search, false, level);
    for (int level = 1; level < map->cells->columns; level++)
        search_level(&search, true, level);
    *line = search.best;
    *share = search.share;
    return search.share > 0;
}

/* The line before the next row or column, through one of the same places; false: there is none. */
static bool next_line(const struct cell_map *map, int step, struct cell_line *line, int role)
{
    struct cell_line next = *line;
    next.level += step;
    for (int i = line->from; i < line->to; i++) {
        struct draft_cell front = beside(line, i, step > 0), low = beside(&next, i, false);
        struct draft_cell high = beside(&next, i, true);
        if (map->roles[cell_index(map, front)] != role || !is_road(map, low.column, low.row) ||
            !is_road(map, high.column, high.row))
            continue;
        for (next.from = i, next.to = i + 1;; next.from--) {
            low = beside(&next, next.from - 1, false), high = beside(&next, next.from - 1, true);
            if (!is_road(map, low.column, low.row) || !is_road(map, high.column, high.row))
                break;
        }
        for (;; next.to++) {
            low = beside(&next, next.to, false), high = beside(&next, next.to, true);
            if (!is_road(map, low.column, low.row) || !is_road(map, high.column, high.row))
                break;
        }
        *line = next;
        return true;
    }
    return false;
}

/* The line as far on as cells of the role still lie behind it (way 1: along its heading) or before
 * it (-1). */
static void cells_move_line(const struct cell_map *map, int role, int way, struct cell_line *line)
{
    while (next_line(map, line->heading * way, line, role))
        ;
}

/* --- start and finish ------------------------------------------------------------------------- */

static bool has_role(const struct cell_map *map, int role, struct draft_cell *where)
{
    const struct cells *cells = map->cells;
    for (int row = 0; row < cells->rows; row++)
        for (int column = 0; column < cells->columns; column++)
            if (cell_role_at(map, column, row) == role) {
                *where = (struct draft_cell){column, row};
                return true;
            }
    return false;
}

static void tell_where(const struct cell_map *map, struct draft_cell cell, struct error *error,
                       const char *what)
{
    const struct cells *cells = map->cells;
    char place[CELLS_PLACE_BYTES];
    if (cells->lines)
        error_set_at(error, cells->lines[cell.row], cells->first_column + cell.column * cells->step,
                     "%s", what);
    else
        error_set(error, "%s (%s)", what, cells_place(cells, cell.column, cell.row, place));
}

/* Which way round a ring, by its checkpoints: 1, -1, or 0 where they do not say. */
static int heading_by_checkpoints(const struct cell_map *map, int32_t *const sides[2])
{
    int last = CELL_CHECKPOINT;
    struct draft_cell ignored;
    while (last + 1 < CELL_ROLES && has_role(map, last + 1, &ignored))
        last++;
    if (last == CELL_CHECKPOINT)
        return 0;
    int32_t first_ahead = nearest(map, sides[1], CELL_CHECKPOINT);
    int32_t first_behind = nearest(map, sides[0], CELL_CHECKPOINT);
    int32_t last_ahead = nearest(map, sides[1], last), last_behind = nearest(map, sides[0], last);
    if (first_ahead < last_ahead && last_behind < first_behind)
        return 1;
    return first_behind < last_behind && last_ahead < first_ahead ? -1 : 0;
}

/* With the sun, as most rings are driven: the middle of the road lies to the right. */
static int heading_round(const struct cell_map *map, const struct cell_line *line)
{
    const struct cells *cells = map->cells;
    int64_t sum = 0, count = 0;
    for (int row = 0; row < cells->rows; row++)
        for (int column = 0; column < cells->columns; column++)
            if (cell_role_at(map, column, row) != CELL_OFF) {
                sum += line->upright ? 2 * row + 1 : 2 * column + 1;
                count++;
            }
    bool beyond = sum > count * (line->from + line->to);
    /* Down the screen the right is at lower columns; to its right at higher rows. */
    return line->upright == beyond ? 1 : -1;
}

struct ring {
    bool is_ring;
    int32_t ahead, behind; /* from the higher and from the lower side to the finish; -1: no way */
    int by_checkpoints;
};

static struct ring look_round(struct cell_map *map, const struct cell_line *line)
{
    struct ring ring;
    int32_t *sides[2];
    map->barriers[0] = line;
    for (int i = 0; i < 2; i++)
        sides[i] = measure_from_side(map, line, i == 1);
    map->barriers[0] = NULL;
    ring.is_ring = nearest_of_line(map, sides[1], line, false) >= 0;
    ring.ahead = nearest(map, sides[1], CELL_FINISH);
    ring.behind = nearest(map, sides[0], CELL_FINISH);
    ring.by_checkpoints = heading_by_checkpoints(map, sides);
    for (int i = 0; i < 2; i++)
        free(sides[i]);
    return ring;
}

/* The finish is crossed from the side that one comes to from the start. False: one does not. */
static bool head_finish(struct cell_map *map, const struct cell_line *start,
                        struct cell_line *finish)
{
    map->barriers[0] = start;
    int32_t *distances = measure_from_side(map, start, start->heading > 0);
    int32_t low = nearest_of_line(map, distances, finish, false);
    int32_t high = nearest_of_line(map, distances, finish, true);
    free(distances);
    map->barriers[0] = NULL;
    finish->heading = high >= 0 && (low < 0 || high < low) ? -1 : 1;
    if (start->upright == finish->upright && start->level == finish->level &&
        start->from == finish->from)
        finish->heading = start->heading;
    return low >= 0 || high >= 0;
}

static int lay_both(struct cell_map *map, struct cell_line lines[2], struct cells_remarks *remarks,
                    struct error *error)
{
    struct ring ring = look_round(map, &lines[0]);
    struct draft_cell at = beside(&lines[0], lines[0].from, true);
    if (ring.ahead < 0 && ring.behind < 0) {
        tell_where(map, at, error, "no way leads from the start to the finish");
        return -1;
    }
    bool guessed = ring.is_ring && ring.by_checkpoints == 0;
    bool near = ring.is_ring && (ring.ahead >= MUCH_LONGER * ring.behind ||
                                 ring.behind >= MUCH_LONGER * ring.ahead);
    lines[0].heading = ring.is_ring && ring.by_checkpoints != 0 ? ring.by_checkpoints
                       : ring.ahead >= ring.behind              ? 1
                                                                : -1;
    if (!near)
        cells_move_line(map, CELL_START, 1, &lines[0]);
    if (!head_finish(map, &lines[0], &lines[1])) {
        tell_where(map, at, error, "no way leads from the start line to the finish");
        return -1;
    }
    if (near) {
        lines[0] = lines[1];
        /* One line for both: between their cells, if they lie beside each other, else before those
         * of the finish. */
        struct cell_line *line = &lines[0];
        struct cell_line shared;
        int share;
        if (cells_find_line(map, CELL_START, CELL_FINISH, NULL, &shared, &share) &&
            share * 2 > shared.to - shared.from && shared.upright == line->upright) {
            shared.heading = line->heading;
            *line = shared;
        } else {
            cells_move_line(map, CELL_FINISH, -1, line);
        }
        return 1;
    }
    if (guessed)
        cells_tell(remarks, "Both ways lead from the start to the finish: the longer one is a "
                            "guess.");
    cells_move_line(map, CELL_FINISH, -1, &lines[1]);
    return 2;
}

/* A line for the cells of a role, if there are any: 1, 0, or -1 with the error. */
static int find_first(const struct cell_map *map, int role, struct cell_line *line,
                      struct cells_remarks *remarks, struct error *error)
{
    struct draft_cell where;
    char words[120];
    int share;
    if (!has_role(map, role, &where))
        return 0;
    if (cells_find_line(map, role, role, NULL, line, &share)) {
        if (share * 2 < line->to - line->from) {
            int count = 0;
            for (int i = 0; i < map->cells->sign_count; i++)
                count += map->cells->list[i].role == role ? map->cells->list[i].count : 0;
            if (count > share)
                cells_tell(remarks, "%d of %d %s squares lie along the %s line.", share, count,
                           cell_role_name(role), cell_role_name(role));
            remarks->is_odd = true;
        }
        return 1;
    }
    snprintf(words, sizeof words,
             "no line can be laid at this %s square: there is no road beside "
             "it",
             cell_role_name(role));
    tell_where(map, where, error, words);
    return -1;
}

static int lay_alone(struct cell_map *map, struct cell_line *line, int role,
                     struct cells_remarks *remarks, struct error *error)
{
    struct ring ring = look_round(map, line);
    struct draft_cell at = beside(line, line->from, true);
    if (ring.is_ring) {
        line->heading = ring.by_checkpoints != 0 ? ring.by_checkpoints : heading_round(map, line);
        cells_move_line(map, role, role == CELL_START ? 1 : -1, line);
        if (ring.by_checkpoints == 0)
            cells_tell(remarks,
                       "Nothing says which way round one drives: with the sun is a guess.");
        return 1;
    }
    tell_where(map, at, error,
               role == CELL_START
                   ? "the road leads from the start, but not round to it again, and there is no "
                     "finish: say which sign it is"
                   : "the road leads to the finish, but not round to it again, and there is no "
                     "start: say which sign it is");
    return -1;
}

/* Start and finish: how many lines there are, one for both if it is one. -1 with the error if cells
 * are there but no line can be laid. */
static int cells_lay_lines(struct cell_map *map, struct cell_line lines[2],
                           struct cells_remarks *remarks, struct error *error)
{
    int start = find_first(map, CELL_START, &lines[0], remarks, error);
    int finish = start < 0 ? -1 : find_first(map, CELL_FINISH, &lines[1], remarks, error);
    int count = 0;
    if (finish < 0)
        return -1;
    if (start > 0 && finish > 0)
        count = lay_both(map, lines, remarks, error);
    else if (start > 0)
        count = lay_alone(map, &lines[0], CELL_START, remarks, error);
    else if (finish > 0)
        count = lay_alone(map, &lines[1], CELL_FINISH, remarks, error);
    if (start == 0)
        lines[0] = lines[1];
    for (int i = 0; i < count && map->cells->turned; i++)
        lines[i].heading = -lines[i].heading;
    return count;
}
