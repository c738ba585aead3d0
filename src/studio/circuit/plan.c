/* The plan: its draft, and what is set and moved in it as a whole. */
#include "studio/circuit/plan.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_WIDTH = 44, USUAL_HEIGHT = 30 };

static void copy_draft(const void *draft, void *into)
{
    *(struct circuit_draft *)into = circuit_draft_copy(draft);
}

static void give_back(void *draft)
{
    circuit_draft_free(draft);
}

static bool is_same(const void *one, const void *other)
{
    return circuit_draft_is_same(one, other);
}

static const struct steps_kind drafts = {sizeof(struct circuit_draft), copy_draft, give_back,
                                         is_same};

struct steps *circuit_plan_create(void)
{
    struct circuit_draft draft = circuit_draft_make(5 * USUAL_WIDTH, 5 * USUAL_HEIGHT);
    return steps_create(&drafts, &draft);
}

static void shift(struct circuit_draft *draft, struct point by)
{
    for (int i = 0; i < draft->course_count; i++)
        draft->course[i] = point_add(draft->course[i], by);
    free(draft->path);
    draft->path = NULL;
}

/* The sheet begins at 0, and holds whole squares. */
struct steps *circuit_plan_from_draft(struct circuit_draft *draft)
{
    struct point size = circuit_plan_size(draft), by = {-draft->view[0], -draft->view[1]};
    if (by.x != 0 || by.y != 0)
        shift(draft, by);
    draft->view[0] = draft->view[1] = 0;
    draft->view[2] = size.x * CIRCUIT_SQUARE;
    draft->view[3] = size.y * CIRCUIT_SQUARE;
    return steps_create(&drafts, draft);
}

const struct circuit_draft *circuit_plan_draft(const struct steps *plan)
{
    return steps_sheet(plan);
}

struct point circuit_plan_size(const struct circuit_draft *draft)
{
    return (struct point){(draft->view[2] + CIRCUIT_SQUARE - 1) / CIRCUIT_SQUARE,
                          (draft->view[3] + CIRCUIT_SQUARE - 1) / CIRCUIT_SQUARE};
}

void circuit_plan_set_name(struct steps *plan, const char *name)
{
    steps_set_text(plan, offsetof(struct circuit_draft, name), name);
}

void circuit_plan_set_note(struct steps *plan, const char *note)
{
    steps_set_text(plan, offsetof(struct circuit_draft, note), note);
}

void circuit_plan_set_lane_width(struct steps *plan, int fine)
{
    struct circuit_draft *draft = steps_change(plan);
    draft->lane_width = fine > 0 ? fine : 1;
}

/* --- rows and lanes --------------------------------------------------------------------------- */

/* What is row `row` of so many when there are others, to the nearest. */
static int scaled(int row, int rows, int old)
{
    return (2 * row * rows + old) / (2 * old);
}

static void scale_corner(struct draft_corner *corner, int rows, int old)
{
    struct draft_corner before = *corner;
    int count = before.to - before.from + 1;
    if (before.from < 0 || before.to >= old || count < 1)
        return;
    corner->from = number_smaller(scaled(before.from, rows, old), rows - 1);
    corner->to = number_larger(scaled(before.to + 1, rows, old) - 1, corner->from);
    int now = corner->to - corner->from + 1;
    if (before.line_count != count)
        return;
    corner->line_count = now;
    for (int i = 0; i < now; i++)
        corner->line[i] = before.line[(2 * i + 1) * count / (2 * now)];
}

void circuit_plan_set_rows(struct steps *plan, int rows)
{
    struct circuit_draft *draft = steps_change(plan);
    int old = draft->rows;
    draft->rows = number_smaller(number_larger(rows, CIRCUIT_ROWS_LEAST), CIRCUIT_ROWS_MOST);
    for (int i = 0; i < draft->corner_count; i++)
        scale_corner(&draft->corners[i], draft->rows, old);
}

void circuit_plan_set_lanes(struct steps *plan, int lanes)
{
    struct circuit_draft *draft = steps_change(plan);
    draft->lanes = number_smaller(number_larger(lanes, CIRCUIT_LANES_LEAST), CIRCUIT_LANES_MOST);
    for (int i = 0; i < draft->corner_count; i++) {
        struct draft_corner *corner = &draft->corners[i];
        for (int lane = 1; lane < draft->lanes; lane++)
            if (corner->limits[lane] == 0)
                corner->limits[lane] = number_smaller(corner->limits[lane - 1] + CIRCUIT_LIMIT_STEP,
                                                      CIRCUIT_LIMIT_MOST);
        corner->limit_count = draft->lanes;
        for (int k = 0; k < corner->line_count; k++)
            corner->line[k] = (short)number_smaller(corner->line[k], draft->lanes);
    }
}

/* --- the sheet -------------------------------------------------------------------------------- */

static int side(int squares)
{
    return number_smaller(number_larger(squares, CIRCUIT_SHEET_LEAST), CIRCUIT_SHEET_MOST) *
           CIRCUIT_SQUARE;
}

/* The lower edge stays: y is up. */
void circuit_plan_resize(struct steps *plan, int width, int height)
{
    struct circuit_draft *draft = steps_change(plan);
    int higher = side(height) - draft->view[3];
    draft->view[2] = side(width);
    draft->view[3] = side(height);
    if (higher != 0)
        shift(draft, (struct point){0, higher});
}

void circuit_plan_fit(struct steps *plan, int margin)
{
    const struct circuit_draft *draft = circuit_plan_draft(plan);
    if (draft->course_count == 0)
        return;
    struct point low = draft->course[0], high = low;
    for (int i = 1; i < draft->course_count; i++) {
        low = point_lower(low, draft->course[i]);
        high = point_upper(high, draft->course[i]);
    }
    int round = margin * CIRCUIT_SQUARE + draft->lanes * draft->lane_width / 2;
    struct circuit_draft *now = steps_change(plan);
    now->view[2] = side((high.x - low.x + 2 * round + CIRCUIT_SQUARE - 1) / CIRCUIT_SQUARE);
    now->view[3] = side((high.y - low.y + 2 * round + CIRCUIT_SQUARE - 1) / CIRCUIT_SQUARE);
    shift(now,
          (struct point){(now->view[2] - low.x - high.x) / 2, (now->view[3] - low.y - high.y) / 2});
}

void circuit_plan_move(struct steps *plan, double across, double up)
{
    struct point by = {(int)lround(across * CIRCUIT_SQUARE), -(int)lround(up * CIRCUIT_SQUARE)};
    if (by.x != 0 || by.y != 0)
        shift(steps_change(plan), by);
}
