/* Corners of a plan: dragged out, stretched, limited; their lines; and what becomes of them when
 * the race begins elsewhere or goes the other way round.
 */
#include "studio/circuit/plan.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int circuit_plan_corner_at(const struct circuit_draft *draft, int row)
{
    for (int i = draft->corner_count - 1; i >= 0; i--)
        if (row >= draft->corners[i].from && row <= draft->corners[i].to)
            return i;
    return -1;
}

static struct draft_corner *corner_of(struct steps *plan, int corner)
{
    struct circuit_draft *draft = steps_change(plan);
    return &draft->corners[corner];
}

/* --- limits ----------------------------------------------------------------------------------- */

/* What can be driven where the course turns so many degrees a row, in mph: round figures that make
 * hairpins of 60 and bends of 120. */
static int limit_of_bend(double degrees)
{
    static const struct {
        double degrees;
        int limit;
    } bends[] = {{32, 60}, {20, 80}, {11, 100}, {6, 120}, {3, 140}};
    for (size_t i = 0; i < sizeof bends / sizeof *bends; i++)
        if (fabs(degrees) >= bends[i].degrees)
            return bends[i].limit;
    return 160;
}

/* How far the course turns to the left on these rows, in degrees. */
static double turn_of(const struct circuit_draft *draft, int from, int to)
{
    struct trail course = circuit_plan_course(draft);
    double row = circuit_plan_row_length(draft), low = from * row, high = (to + 1) * row;
    struct trail part = trail_part(&course, low, high);
    struct trail even = trail_thin_out(&part, 0.05);
    double turn = 0;
    for (int i = 2; i < even.count; i++) {
        struct spot one = spot_subtract(even.spots[i - 1], even.spots[i - 2]);
        struct spot next = spot_subtract(even.spots[i], even.spots[i - 1]);
        turn += atan2(spot_cross(one, next), spot_dot(one, next));
    }
    trail_free(&course);
    trail_free(&part);
    trail_free(&even);
    return turn * 180 / acos(-1);
}

/* The lanes outside in the bend are a little faster. */
static void set_usual_limits(const struct circuit_draft *draft, struct draft_corner *corner)
{
    double turn = turn_of(draft, corner->from, corner->to);
    int limit = limit_of_bend(turn / (corner->to - corner->from + 1));
    corner->limit_count = draft->lanes;
    for (int lane = 1; lane <= draft->lanes; lane++) {
        int outwards = turn < 0 ? lane - 1 : draft->lanes - lane;
        corner->limits[lane - 1] =
            number_smaller(limit + outwards * CIRCUIT_LIMIT_STEP, CIRCUIT_LIMIT_MOST);
    }
}

int circuit_plan_add_corner(struct steps *plan, int from, int to)
{
    struct circuit_draft *draft = steps_change(plan);
    struct draft_corner *corner = circuit_draft_add_corner(draft);
    if (!corner)
        return -1;
    corner->from = number_smaller(from, to);
    corner->to = number_larger(from, to);
    set_usual_limits(draft, corner);
    return draft->corner_count - 1;
}

/* Over a few rows, since a course has few vertices. */
static bool bends_at(const struct circuit_draft *draft, int row)
{
    enum { ROWS = 5 };
    static const double BEND = 8; /* degrees a row: faster than 120 it cannot be driven */
    int from = number_larger(number_smaller(row - ROWS / 2, draft->rows - ROWS), 0);
    return fabs(turn_of(draft, from, from + ROWS - 1)) >= BEND * ROWS;
}

static bool has_corner(const struct circuit_draft *draft, int from, int to)
{
    for (int row = from; row <= to; row++)
        if (circuit_plan_corner_at(draft, row) >= 0)
            return true;
    return false;
}

/* One that goes over the line is two. A row at each end was only near the bend. */
int circuit_plan_bends(const struct circuit_draft *draft, struct circuit_bend *into, int limit)
{
    int count = 0, bent = 0;
    for (int row = 0; row < draft->rows && draft->course_count > 0; row++) {
        int from = row;
        while (row < draft->rows && bends_at(draft, row))
            row++;
        bent += row - from;
        int near = row - from > 2;
        if (row > from && !has_corner(draft, from + near, row - 1 - near) && count < limit)
            into[count++] = (struct circuit_bend){from + near, row - 1 - near};
    }
    return bent < draft->rows ? count : 0;
}

void circuit_plan_set_limit(struct steps *plan, int index, int lane, int limit)
{
    struct draft_corner *corner = corner_of(plan, index);
    corner->limits[lane - 1] = limit;
    corner->limit_count = circuit_plan_draft(plan)->lanes;
}

void circuit_plan_remove_corner(struct steps *plan, int index)
{
    struct circuit_draft *draft = steps_change(plan);
    memmove(&draft->corners[index], &draft->corners[index + 1],
            (size_t)(--draft->corner_count - index) * sizeof *draft->corners);
}

/* --- rows and lines --------------------------------------------------------------------------- */

/* These rows of a corner, in and beyond it. */
static struct draft_corner part_of(const struct draft_corner *corner, int from, int to)
{
    struct draft_corner part = *corner;
    part.from = from;
    part.to = to;
    if (corner->line_count == 0)
        return part;
    part.line_count = to - from + 1;
    for (int row = from; row <= to; row++) {
        int index = number_larger(number_smaller(row - corner->from, corner->line_count - 1), 0);
        part.line[row - from] = corner->line[index];
    }
    return part;
}

void circuit_plan_stretch_corner(struct steps *plan, int index, int from, int to)
{
    struct draft_corner *corner = corner_of(plan, index);
    *corner = part_of(corner, number_smaller(from, to), number_larger(from, to));
}

void circuit_plan_shift_corner(struct steps *plan, int index, int rows)
{
    struct draft_corner *corner = corner_of(plan, index);
    corner->from += rows;
    corner->to += rows;
}

bool circuit_plan_set_line(struct steps *plan, int row, int lane)
{
    int index = circuit_plan_corner_at(circuit_plan_draft(plan), row);
    if (index < 0)
        return false;
    struct draft_corner *corner = corner_of(plan, index);
    int rows = corner->to - corner->from + 1;
    if (corner->line_count != rows) {
        corner->line_count = rows;
        for (int i = 0; i < rows; i++)
            corner->line[i] = (short)lane;
    }
    corner->line[row - corner->from] = (short)lane;
    return true;
}

void circuit_plan_remove_line(struct steps *plan, int index)
{
    corner_of(plan, index)->line_count = 0;
}

/* --- elsewhere and the other way round -------------------------------------------------------- */

static void drop_path(struct circuit_draft *draft)
{
    free(draft->path);
    draft->path = NULL;
}

/* The course is the same loop from that many squares along it on. */
static void begin_course_at(struct circuit_draft *draft, double along)
{
    struct trail course = circuit_plan_course(draft);
    double length = trail_length(&course);
    struct trail first = trail_part(&course, along, length), rest = trail_part(&course, 0, along);
    trail_append(&first, &rest);
    free(draft->course);
    draft->course = memory_allocate((size_t)first.count, sizeof *draft->course);
    draft->course_count = 0;
    for (int i = 0; i + 1 < first.count; i++) {
        struct point at = {(int)lround(first.spots[i].x * CIRCUIT_SQUARE),
                           draft->view[3] - (int)lround(first.spots[i].y * CIRCUIT_SQUARE)};
        /* Places that are one once they are rounded would not be read again as two. */
        int count = draft->course_count;
        if (count == 0 || (!point_equal(at, draft->course[count - 1]) &&
                           (i + 2 < first.count || !point_equal(at, draft->course[0]))))
            draft->course[draft->course_count++] = at;
    }
    trail_free(&course);
    trail_free(&first);
    trail_free(&rest);
    drop_path(draft);
}

static void move_corner(struct circuit_draft *draft, int index, int by)
{
    struct draft_corner before = draft->corners[index];
    int rows = draft->rows, count = before.to - before.from;
    if (before.from < 0 || before.to >= rows || count < 0)
        return;
    int from = (before.from - by + rows) % rows, to = from + count;
    struct draft_corner *corner = &draft->corners[index];
    corner->from = from;
    corner->to = to;
    if (to < rows)
        return;
    struct draft_corner whole = *corner;
    *corner = part_of(&whole, from, rows - 1);
    struct draft_corner behind = part_of(&whole, rows, to);
    behind.from -= rows;
    behind.to -= rows;
    corner = circuit_draft_add_corner(draft);
    if (corner)
        *corner = behind;
}

void circuit_plan_begin_at(struct steps *plan, int row)
{
    struct circuit_draft *draft = steps_change(plan);
    int count = draft->corner_count;
    if (draft->course_count == 0 || row <= 0 || row >= draft->rows)
        return;
    begin_course_at(draft, row * circuit_plan_row_length(draft));
    for (int i = 0; i < count; i++)
        move_corner(draft, i, row);
}

static void reverse_corner(const struct circuit_draft *draft, struct draft_corner *corner)
{
    struct draft_corner before = *corner;
    corner->from = draft->rows - 1 - before.to;
    corner->to = draft->rows - 1 - before.from;
    for (int i = 0; i < draft->lanes && before.limit_count == draft->lanes; i++)
        corner->limits[i] = before.limits[draft->lanes - 1 - i];
    for (int i = 0; i < before.line_count; i++)
        corner->line[i] = (short)(draft->lanes + 1 - before.line[before.line_count - 1 - i]);
}

void circuit_plan_reverse(struct steps *plan)
{
    struct circuit_draft *draft = steps_change(plan);
    for (int i = 1, k = draft->course_count - 1; i < k; i++, k--) {
        struct point other = draft->course[i];
        draft->course[i] = draft->course[k];
        draft->course[k] = other;
    }
    drop_path(draft);
    for (int i = 0; i < draft->corner_count; i++)
        reverse_corner(draft, &draft->corners[i]);
}
