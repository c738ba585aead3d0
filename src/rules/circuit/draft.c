/* Drafts of circuits: what is wrong with them (RULES 1.4), and circuits made of them. */
#include "rules/circuit/draft.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct circuit_draft circuit_draft_make(int width, int height)
{
    return (struct circuit_draft){.name = memory_copy_string(""),
                                  .note = memory_copy_string(""),
                                  .rows = 40,
                                  .lanes = CIRCUIT_LANES_LEAST,
                                  .lane_width = 5 * FINE,
                                  .view = {0, 0, width * FINE, height * FINE}};
}

static void *copy_list(const void *items, int count, size_t size)
{
    return count > 0 ? memory_copy(items, (size_t)count, size) : NULL;
}

struct circuit_draft circuit_draft_copy(const struct circuit_draft *draft)
{
    struct circuit_draft copy = *draft;
    copy.name = memory_copy_string(draft->name);
    copy.note = memory_copy_string(draft->note);
    copy.corners = copy_list(draft->corners, draft->corner_count, sizeof *draft->corners);
    copy.path = draft->path ? memory_copy_string(draft->path) : NULL;
    copy.course = copy_list(draft->course, draft->course_count, sizeof *draft->course);
    return copy;
}

struct circuit_draft circuit_draft_of(const struct circuit *circuit)
{
    struct circuit_draft draft = {.name = memory_copy_string(circuit->name),
                                  .note = memory_copy_string(circuit->note),
                                  .rows = circuit->rows,
                                  .lanes = circuit->lanes,
                                  .path = circuit->path ? memory_copy_string(circuit->path) : NULL,
                                  .course_count = circuit->course_count,
                                  .lane_width = circuit->lane_width};
    draft.course = copy_list(circuit->course, circuit->course_count, sizeof *circuit->course);
    memcpy(draft.view, circuit->view, sizeof draft.view);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        struct draft_corner *copy = circuit_draft_add_corner(&draft);
        copy->from = corner->from;
        copy->to = corner->to;
        copy->limit_count = circuit->lanes;
        memcpy(copy->limits, corner->limits, sizeof copy->limits);
        copy->line_count = corner->has_line ? corner->to - corner->from + 1 : 0;
        for (int k = 0; k < copy->line_count; k++)
            copy->line[k] = (short)circuit->line[corner->from + k];
    }
    return draft;
}

void circuit_draft_free(struct circuit_draft *draft)
{
    free(draft->name);
    free(draft->note);
    free(draft->corners);
    free(draft->path);
    free(draft->course);
    *draft = (struct circuit_draft){0};
}

static bool is_same_corner(const struct draft_corner *one, const struct draft_corner *other)
{
    return one->from == other->from && one->to == other->to &&
           one->limit_count == other->limit_count && one->line_count == other->line_count &&
           memcmp(one->limits, other->limits, (size_t)one->limit_count * sizeof *one->limits) ==
               0 &&
           memcmp(one->line, other->line, (size_t)one->line_count * sizeof *one->line) == 0;
}

bool circuit_draft_is_same(const struct circuit_draft *one, const struct circuit_draft *other)
{
    bool same = strcmp(one->name, other->name) == 0 && strcmp(one->note, other->note) == 0 &&
                one->rows == other->rows && one->lanes == other->lanes &&
                one->corner_count == other->corner_count &&
                one->course_count == other->course_count && one->lane_width == other->lane_width &&
                memcmp(one->view, other->view, sizeof one->view) == 0;
    for (int i = 0; same && i < one->course_count; i++)
        same = point_equal(one->course[i], other->course[i]);
    for (int i = 0; same && i < one->corner_count; i++)
        same = is_same_corner(&one->corners[i], &other->corners[i]);
    return same;
}

struct draft_corner *circuit_draft_add_corner(struct circuit_draft *draft)
{
    if (draft->corner_count == CIRCUIT_CORNERS_MOST)
        return NULL;
    draft->corners =
        memory_resize(draft->corners, (size_t)draft->corner_count + 1, sizeof *draft->corners);
    struct draft_corner *corner = &draft->corners[draft->corner_count++];
    *corner = (struct draft_corner){0};
    return corner;
}

int draft_corner_lane(const struct draft_corner *corner, int row)
{
    int index = row - corner->from;
    return index >= 0 && index < corner->line_count ? corner->line[index] : 0;
}

/* --- what is wrong (1.4) ---------------------------------------------------------------------- */

struct check {
    const struct circuit_draft *draft;
    struct circuit_fault *faults;
    int count, limit;
    int corner;
};

__attribute__((format(printf, 4, 5))) static void tell(struct check *check, int row, int lane,
                                                       const char *format, ...)
{
    va_list arguments;
    if (check->count >= check->limit)
        return;
    struct circuit_fault *fault = &check->faults[check->count++];
    *fault = (struct circuit_fault){.corner = check->corner, .row = row, .lane = lane};
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
}

/* False if its rows are none: then nothing else can be said of it. */
static bool check_rows(struct check *check, const struct draft_corner *corner)
{
    int last = check->draft->rows - 1;
    bool begins = corner->from >= 0 && corner->from <= last;
    if (!begins)
        tell(check, -1, 0, "data-from=\"%d\" must be a whole number from 0 to %d", corner->from,
             last);
    else if (corner->to < 0 || corner->to > last)
        tell(check, corner->from, 0, "data-to=\"%d\" must be a whole number from 0 to %d",
             corner->to, last);
    else if (corner->to < corner->from)
        tell(check, corner->from, 0, "the corner ends in row %d before it begins in row %d",
             corner->to, corner->from);
    else
        return true;
    return false;
}

static void check_neighbours(struct check *check, const struct draft_corner *corner)
{
    const struct circuit_draft *draft = check->draft;
    int grid = draft->rows - circuit_grid_rows(draft->lanes);
    for (int i = 0; i < check->corner; i++) {
        const struct draft_corner *other = &draft->corners[i];
        if (other->to >= other->from && corner->from <= other->to && other->from <= corner->to) {
            tell(check, corner->from > other->from ? corner->from : other->from, 0,
                 "the corner in rows %d to %d has rows of the corner in rows %d to %d, too",
                 corner->from, corner->to, other->from, other->to);
            break;
        }
    }
    if (corner->to >= grid)
        tell(
            check, corner->to, 0,
            "the corner in rows %d to %d reaches into the starting grid, the last %d rows: it must "
            "end before row %d",
            corner->from, corner->to, circuit_grid_rows(draft->lanes), grid);
}

static void check_limits(struct check *check, const struct draft_corner *corner)
{
    int lanes = check->draft->lanes;
    if (corner->limit_count != lanes) {
        tell(check, corner->from, 0,
             "data-limits must have a whole number for each of the %d lanes", lanes);
        return;
    }
    for (int lane = 1; lane <= lanes; lane++) {
        int limit = corner->limits[lane - 1];
        if (limit < CIRCUIT_LIMIT_STEP || limit > CIRCUIT_LIMIT_MOST ||
            limit % CIRCUIT_LIMIT_STEP != 0)
            tell(check, corner->from, lane,
                 "the limit %d of lane %d must be a multiple of 20 from 20 to %d", limit, lane,
                 CIRCUIT_LIMIT_MOST);
    }
}

static void check_line(struct check *check, const struct draft_corner *corner)
{
    int rows = corner->to - corner->from + 1;
    if (corner->line_count == 0)
        return;
    if (corner->line_count != rows) {
        tell(check, corner->from, 0,
             "data-line must have a lane for each of the %d rows, and not for %d", rows,
             corner->line_count);
        return;
    }
    for (int i = 0; i < rows; i++) {
        int lane = corner->line[i], before = i > 0 ? corner->line[i - 1] : lane;
        if (lane < 1 || lane > check->draft->lanes)
            tell(check, corner->from + i, 0, "the line has no lane %d: there are 1 to %d", lane,
                 check->draft->lanes);
        else if (abs(lane - before) > 1)
            tell(check, corner->from + i, lane,
                 "the line leaps from lane %d to lane %d in row %d: it may change by one", before,
                 lane, corner->from + i);
    }
}

int circuit_draft_check(const struct circuit_draft *draft, struct circuit_fault *into, int limit)
{
    struct check check = {draft, into, 0, limit, -1};
    if (draft->course_count == 0)
        tell(&check, -1, 0,
             "there is no course yet: it is drawn as a loop, in a file as a path with "
             "class=\"course\" and the middle of the strip");
    for (int i = 0; i < draft->corner_count; i++) {
        const struct draft_corner *corner = &draft->corners[i];
        check.corner = i;
        if (!check_rows(&check, corner))
            continue;
        check_neighbours(&check, corner);
        check_limits(&check, corner);
        check_line(&check, corner);
    }
    return check.count;
}

/* --- circuits --------------------------------------------------------------------------------- */

static int compare_corners(const void *a, const void *b)
{
    return ((const struct corner *)a)->from - ((const struct corner *)b)->from;
}

static void take_corner(struct circuit *circuit, const struct draft_corner *corner)
{
    struct corner *made = &circuit->corners[circuit->corner_count++];
    *made = (struct corner){.from = corner->from, .to = corner->to};
    memcpy(made->limits, corner->limits, sizeof made->limits);
    made->has_line = corner->line_count > 0;
    for (int i = 0; i < corner->line_count; i++)
        circuit->line[corner->from + i] = corner->line[i];
}

static struct circuit *begin(const struct circuit_draft *draft)
{
    struct circuit *circuit = memory_allocate(1, sizeof *circuit);
    atomic_init(&circuit->holders, 1);
    circuit->name = memory_copy_string(draft->name);
    circuit->note = memory_copy_string(draft->note);
    circuit->rows = draft->rows;
    circuit->lanes = draft->lanes;
    circuit->corners = memory_allocate((size_t)draft->corner_count + 1, sizeof *circuit->corners);
    circuit->corner_at = memory_allocate((size_t)draft->rows, sizeof *circuit->corner_at);
    circuit->line = memory_allocate((size_t)draft->rows, sizeof *circuit->line);
    circuit->path = draft->path ? memory_copy_string(draft->path) : NULL;
    circuit->course = copy_list(draft->course, draft->course_count, sizeof *draft->course);
    circuit->course_count = draft->course_count;
    circuit->lane_width = draft->lane_width;
    memcpy(circuit->view, draft->view, sizeof circuit->view);
    return circuit;
}

static void finish(struct circuit *circuit)
{
    qsort(circuit->corners, (size_t)circuit->corner_count, sizeof *circuit->corners,
          compare_corners);
    for (int row = 0; row < circuit->rows; row++)
        circuit->corner_at[row] = -1;
    for (int i = 0; i < circuit->corner_count; i++)
        for (int row = circuit->corners[i].from; row <= circuit->corners[i].to; row++)
            circuit->corner_at[row] = i;
}

const struct circuit *circuit_make(const struct circuit_draft *draft, struct error *error)
{
    struct circuit_fault fault;
    if (circuit_draft_check(draft, &fault, 1) > 0) {
        int line = fault.corner >= 0      ? draft->corners[fault.corner].written_at
                   : draft->course_at > 0 ? draft->course_at
                                          : 1;
        error_set_at(error, line, 0, "%s", fault.text);
        return NULL;
    }
    struct circuit *circuit = begin(draft);
    for (int i = 0; i < draft->corner_count; i++)
        take_corner(circuit, &draft->corners[i]);
    finish(circuit);
    return circuit;
}

/* With usual limits in place of those that are none, and without a line that cannot be drawn. */
static struct draft_corner mended(const struct circuit_draft *draft,
                                  const struct draft_corner *corner)
{
    struct draft_corner copy = *corner;
    for (int lane = 0; lane < draft->lanes; lane++) {
        int limit = lane < corner->limit_count ? corner->limits[lane] : 0;
        copy.limits[lane] = limit > 0 && limit <= CIRCUIT_LIMIT_MOST ? limit : CIRCUIT_LIMIT_STEP;
    }
    if (corner->line_count != corner->to - corner->from + 1)
        copy.line_count = 0;
    for (int i = 0; i < copy.line_count; i++)
        if (copy.line[i] < 1 || copy.line[i] > draft->lanes)
            copy.line_count = 0;
    return copy;
}

const struct circuit *circuit_make_to_look_at(const struct circuit_draft *draft)
{
    struct circuit *circuit = begin(draft);
    for (int i = 0; i < draft->corner_count; i++) {
        const struct draft_corner *corner = &draft->corners[i];
        if (corner->from < 0 || corner->to >= draft->rows || corner->to < corner->from)
            continue;
        struct draft_corner copy = mended(draft, corner);
        take_corner(circuit, &copy);
    }
    finish(circuit);
    return circuit;
}
