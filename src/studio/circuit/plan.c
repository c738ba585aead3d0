/* The plan: its draft, and what is set and moved in it as a whole. */
#include "studio/circuit/plan.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
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
                                         is_same, NULL};

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

static int side_of(int squares)
{
    return number_smaller(number_larger(squares, CIRCUIT_SHEET_LEAST), CIRCUIT_SHEET_MOST) *
           CIRCUIT_SQUARE;
}

/* The lower edge stays: y is up. */
void circuit_plan_resize(struct steps *plan, int width, int height)
{
    struct circuit_draft *draft = steps_change(plan);
    int higher = side_of(height) - draft->view[3];
    draft->view[2] = side_of(width);
    draft->view[3] = side_of(height);
    if (higher != 0)
        shift(draft, (struct point){0, higher});
}

void circuit_plan_fit(struct steps *plan)
{
    const struct circuit_draft *draft = circuit_plan_draft(plan);
    if (draft->course_count == 0)
        return;
    struct point low = draft->course[0], high = low;
    for (int i = 1; i < draft->course_count; i++) {
        low = point_lower(low, draft->course[i]);
        high = point_upper(high, draft->course[i]);
    }
    int round = 2 * CIRCUIT_SQUARE + draft->lanes * draft->lane_width / 2;
    struct circuit_draft *now = steps_change(plan);
    now->view[2] = side_of((high.x - low.x + 2 * round + CIRCUIT_SQUARE - 1) / CIRCUIT_SQUARE);
    now->view[3] = side_of((high.y - low.y + 2 * round + CIRCUIT_SQUARE - 1) / CIRCUIT_SQUARE);
    shift(now,
          (struct point){(now->view[2] - low.x - high.x) / 2, (now->view[3] - low.y - high.y) / 2});
}

void circuit_plan_move(struct steps *plan, double across, double up)
{
    struct point by = {(int)lround(across * CIRCUIT_SQUARE), -(int)lround(up * CIRCUIT_SQUARE)};
    if (by.x != 0 || by.y != 0)
        shift(steps_change(plan), by);
}

/* === corners ================================================================================== */

/* Corners of a plan: dragged out, stretched, limited; their lines; and what becomes of them when
 * the race begins elsewhere or goes the other way round.
 */

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

int circuit_plan_add_corner(struct steps *plan, int from, int to)
{
    struct circuit_draft *draft = steps_change(plan);
    struct draft_corner *corner = circuit_draft_add_corner(draft);
    if (!corner)
        return -1;
    corner->from = number_smaller(from, to);
    corner->to = number_larger(from, to);
    /* The lanes outside in the bend are a little faster. */
    double turn = turn_of(draft, corner->from, corner->to);
    int limit = limit_of_bend(turn / (corner->to - corner->from + 1));
    corner->limit_count = draft->lanes;
    for (int lane = 1; lane <= draft->lanes; lane++) {
        int outwards = turn < 0 ? lane - 1 : draft->lanes - lane;
        corner->limits[lane - 1] =
            number_smaller(limit + outwards * CIRCUIT_LIMIT_STEP, CIRCUIT_LIMIT_MOST);
    }
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

void circuit_plan_reverse(struct steps *plan)
{
    struct circuit_draft *draft = steps_change(plan);
    for (int i = 1, k = draft->course_count - 1; i < k; i++, k--) {
        struct point other = draft->course[i];
        draft->course[i] = draft->course[k];
        draft->course[k] = other;
    }
    drop_path(draft);
    for (int i = 0; i < draft->corner_count; i++) {
        struct draft_corner *corner = &draft->corners[i];
        struct draft_corner before = *corner;
        corner->from = draft->rows - 1 - before.to;
        corner->to = draft->rows - 1 - before.from;
        for (int j = 0; j < draft->lanes && before.limit_count == draft->lanes; j++)
            corner->limits[j] = before.limits[draft->lanes - 1 - j];
        for (int j = 0; j < before.line_count; j++)
            corner->line[j] = (short)(draft->lanes + 1 - before.line[before.line_count - 1 - j]);
    }
}

/* === remarks ================================================================================== */

/* What is worth a look about a course that breaks no rule: where cars would be drawn badly. */

enum { PIECES = 4 /* a row */ };

/* The course in equal pieces. */
struct pieces {
    struct spot *spots, *ahead; /* ahead: of length 1 */
    int count;
    double piece, strip, lane; /* squares */
    struct circuit_remark *remarks;
    int told, limit;
};

__attribute__((format(printf, 3, 4))) static void tell(struct pieces *pieces, struct spot at,
                                                       const char *format, ...)
{
    va_list arguments;
    if (pieces->told == pieces->limit)
        return;
    struct circuit_remark *remark = &pieces->remarks[pieces->told++];
    remark->at = at;
    va_start(arguments, format);
    vsnprintf(remark->text, sizeof remark->text, format, arguments);
    va_end(arguments);
}

static void cut_pieces(struct pieces *pieces, const struct trail *course)
{
    double passed = 0;
    int corner = 0;
    for (int i = 0; i < pieces->count; i++) {
        double wanted = pieces->piece * i, side;
        while ((side = spot_distance(course->spots[corner], course->spots[corner + 1])) <
                   wanted - passed &&
               corner + 2 < course->count) {
            passed += side;
            corner++;
        }
        pieces->spots[i] = spot_between(course->spots[corner], course->spots[corner + 1],
                                        side > 0 ? (wanted - passed) / side : 0);
    }
    for (int i = 0; i < pieces->count; i++) {
        struct spot way = spot_subtract(pieces->spots[(i + 1) % pieces->count],
                                        pieces->spots[(i + pieces->count - 1) % pieces->count]);
        double length = fmax(sqrt(spot_dot(way, way)), 1e-9);
        pieces->ahead[i] = (struct spot){way.x / length, way.y / length};
    }
}

static struct spot edge(const struct pieces *pieces, int index, double side)
{
    struct spot right = {pieces->ahead[index].y, -pieces->ahead[index].x};
    return spot_plus(pieces->spots[index], right, side * pieces->strip / 2);
}

/* Two places far from each other along the course, nearer to each other than the strip is wide. */
static bool lies_over(const struct pieces *pieces, int i, int *other)
{
    int far = (int)ceil(2 * pieces->strip / pieces->piece) + 1;
    for (int k = i + far; k < pieces->count && k <= i + pieces->count - far; k++)
        if (spot_distance(pieces->spots[i], pieces->spots[k]) < pieces->strip * 0.98) {
            *other = k;
            return true;
        }
    return false;
}

static void find_edges(struct pieces *pieces, struct point size)
{
    for (int i = 0; i < pieces->count; i++)
        for (int side = -1; side <= 1; side += 2) {
            struct spot at = edge(pieces, i, side);
            if (at.x >= 0 && at.y >= 0 && at.x <= size.x && at.y <= size.y)
                continue;
            tell(pieces, pieces->spots[i],
                 "the strip reaches beyond the sheet in row %d: \"Fit\" lays the sheet round it",
                 i / PIECES);
            return;
        }
}

int circuit_plan_remarks(const struct circuit_draft *draft, struct circuit_remark *into, int limit)
{
    struct trail course = circuit_plan_course(draft);
    struct pieces pieces = {.count = draft->rows * PIECES, .remarks = into, .limit = limit};
    if (course.count > 3 && trail_length(&course) > 0) {
        pieces.lane = draft->lane_width / (double)CIRCUIT_SQUARE;
        pieces.strip = draft->lanes * pieces.lane;
        pieces.piece = trail_length(&course) / pieces.count;
        pieces.spots = memory_allocate((size_t)pieces.count, sizeof *pieces.spots);
        pieces.ahead = memory_allocate((size_t)pieces.count, sizeof *pieces.ahead);
        cut_pieces(&pieces, &course);
        if (draft->corner_count == 0)
            tell(&pieces, pieces.spots[0],
                 "it has no corners, so nothing slows a car down: drag them out along the bends");
        double lanes = pieces.piece * PIECES / pieces.lane;
        if (lanes < 0.7)
            tell(&pieces, pieces.spots[0],
                 "rows are shorter than cars: the course is short for so many rows");
        else if (lanes > 5)
            tell(&pieces, pieces.spots[0],
                 "rows are five times as long as lanes are wide: more rows would look better");
        find_edges(&pieces, circuit_plan_size(draft));
        /* The edge within the bend goes back there; told once a bend. */
        int quiet = 0;
        for (int i = 0; i < pieces.count; i++, quiet--) {
            int next = (i + 1) % pieces.count;
            bool folds = false;
            for (int side = -1; side <= 1; side += 2) {
                struct spot way = spot_subtract(edge(&pieces, next, side), edge(&pieces, i, side));
                folds = folds || spot_dot(way, pieces.ahead[i]) < 0;
            }
            if (folds && quiet <= 0)
                tell(&pieces, pieces.spots[i],
                     "the bend in row %d is tighter than the strip is wide: its edge folds over",
                     i / PIECES);
            quiet = folds ? 2 * PIECES : quiet;
        }
        bool before = false;
        for (int i = 0; i < pieces.count; i++) {
            int other = 0;
            bool over = lies_over(&pieces, i, &other);
            if (over && !before)
                tell(&pieces, spot_between(pieces.spots[i], pieces.spots[other], 0.5),
                     "the strip lies over itself in rows %d and %d", i / PIECES, other / PIECES);
            before = over;
        }
        free(pieces.spots);
        free(pieces.ahead);
    }
    trail_free(&course);
    return pieces.told;
}

/* === course =================================================================================== */

/* How a plan gets its course: by the pen, whole or in part, or along the middle of a road. */

static const double LEAST_COURSE = 12; /* squares round */
static const double ROW_LANES = 1.7;   /* a row is usually so many lanes long */
static const double NEAR_STRIP = 1.5;  /* a stroke that begins so near mends the course; squares */
static const double ROAD_SHARE = 0.8;  /* of a road's width that the strip takes */
static const double LANE_LEAST = 0.5, LANE_MOST = 3; /* squares */

struct trail circuit_plan_course(const struct circuit_draft *draft)
{
    struct trail trail = {0};
    const double square = CIRCUIT_SQUARE;
    for (int i = 0; i <= draft->course_count && draft->course_count > 0; i++) {
        struct point at = draft->course[i % draft->course_count];
        trail_add(&trail, (struct spot){at.x / square, (draft->view[3] - at.y) / square});
    }
    return trail;
}

double circuit_plan_row_length(const struct circuit_draft *draft)
{
    struct trail course = circuit_plan_course(draft);
    double length = trail_length(&course);
    trail_free(&course);
    return length / draft->rows;
}

/* Fine units at most 200 squares beyond the sheet, so that any file can be written. */
static int fine_of(double squares)
{
    double most = 2.0 * CIRCUIT_SHEET_MOST;
    return (int)lround(fmin(fmax(squares, -most), most) * CIRCUIT_SQUARE);
}

/* The loop becomes the course, which had so many rows for its length before (0: none). */
static void take_course(struct steps *plan, const struct trail *loop)
{
    struct circuit_draft *draft = steps_change(plan);
    bool first = draft->course_count == 0;
    free(draft->course);
    free(draft->path);
    draft->path = NULL;
    draft->course = memory_allocate((size_t)loop->count, sizeof *draft->course);
    draft->course_count = 0;
    for (int i = 0; i + 1 < loop->count; i++)
        draft->course[draft->course_count++] =
            (struct point){fine_of(loop->spots[i].x), draft->view[3] - fine_of(loop->spots[i].y)};
    if (!first)
        return;
    double lane = draft->lane_width / (double)CIRCUIT_SQUARE;
    int rows = (int)lround(trail_length(loop) / (ROW_LANES * lane));
    draft->rows = number_smaller(number_larger(rows, CIRCUIT_ROWS_LEAST), CIRCUIT_ROWS_MOST);
}

/* --- by the pen ------------------------------------------------------------------------------- */

/* The ends are joined the straight way. */
static struct trail join_ends(const struct spot *raw, int count, double grain)
{
    struct trail joined = {0};
    for (int i = 0; i < count; i++)
        trail_add(&joined, raw[i]);
    trail_add(&joined, raw[0]);
    struct trail clean = stroke_clean(joined.spots, joined.count, grain);
    struct trail drawn = stroke_draw(&clean, grain, true);
    trail_free(&clean);
    trail_free(&joined);
    return drawn;
}

/* The course with the stroke in place of what lies between `from` and `to` along it, the way that
 * the race goes; it begins where it did if that is still there. */
static struct trail with_part(const struct trail *course, double from, double to,
                              const struct trail *stroke)
{
    double length = trail_length(course);
    struct trail whole = {0}, kept;
    if (from <= to) {
        whole = trail_part(course, 0, from);
        trail_append(&whole, stroke);
        kept = trail_part(course, to, length);
        trail_append(&whole, &kept);
    } else { /* the start is in the part that goes */
        trail_append(&whole, stroke);
        kept = trail_part(course, to, from);
        trail_append(&whole, &kept);
        trail_add(&whole, whole.spots[0]);
    }
    trail_free(&kept);
    return whole;
}

/* False: the stroke does not come from the course back to it. */
static bool draw_part(struct steps *plan, const struct spot *raw, int count, double reach)
{
    const struct circuit_draft *draft = circuit_plan_draft(plan);
    struct trail course = circuit_plan_course(draft);
    double near = draft->lanes * draft->lane_width / (2.0 * CIRCUIT_SQUARE) + NEAR_STRIP / 3;
    double away, back, length = trail_length(&course), grain = stroke_grain(reach);
    double from = trail_nearest(&course, raw[0], &away);
    double to = trail_nearest(&course, raw[count - 1], &back);
    bool mends = course.count > 3 && away <= near && back <= near && fabs(from - to) > near;
    if (mends) {
        struct trail clean = stroke_clean(raw, count, grain);
        struct trail stroke = stroke_draw(&clean, grain, false);
        struct trail first = trail_part(&course, from, from + 0.001);
        struct trail last = trail_part(&course, to, to + 0.001);
        if (first.count > 0 && last.count > 0)
            stroke_bend(&stroke, first.spots[0], last.spots[0], grain);
        double ahead = to >= from ? to - from : to - from + length;
        if (ahead > length / 2) {
            double other = from;
            trail_reverse(&stroke);
            from = to;
            to = other;
        }
        struct trail whole = with_part(&course, from, to, &stroke);
        take_course(plan, &whole);
        trail_free(&clean);
        trail_free(&stroke);
        trail_free(&first);
        trail_free(&last);
        trail_free(&whole);
    }
    trail_free(&course);
    return mends;
}

enum circuit_drawn circuit_plan_draw(struct steps *plan, const struct spot *raw, int count,
                                     double reach)
{
    bool closed = false;
    enum circuit_drawn drawn = CIRCUIT_DREW_COURSE;
    if (count < 3)
        return CIRCUIT_DREW_NOTHING;
    struct trail loop = stroke_smooth(raw, count, reach, &closed);
    if (!closed) {
        trail_free(&loop);
        if (draw_part(plan, raw, count, reach))
            return CIRCUIT_DREW_PART;
        loop = join_ends(raw, count, stroke_grain(reach));
        drawn = CIRCUIT_JOINED_ENDS;
    }
    if (loop.count > 3 && trail_length(&loop) >= LEAST_COURSE)
        take_course(plan, &loop);
    else
        drawn = CIRCUIT_DREW_NOTHING;
    trail_free(&loop);
    return drawn;
}

/* --- along a road ----------------------------------------------------------------------------- */

/* Nodes of a mesh over the sheet; heights above 0 are nearer to the first wall. */
struct mesh {
    double side, *heights;
    int across, up;
};

static double away_from(const struct trail *wall, struct spot spot)
{
    double best = INFINITY, share;
    for (int i = 1; i < wall->count; i++)
        best = fmin(best, spot_to_segment(spot, wall->spots[i - 1], wall->spots[i], &share));
    return best;
}

static struct trail wall_of(const struct course_road *road, int which)
{
    struct trail wall = {0};
    for (int i = 0; i <= road->counts[which]; i++) {
        struct point at = road->walls[which][i % road->counts[which]];
        trail_add(&wall, (struct spot){at.x / (double)FINE, at.y / (double)FINE});
    }
    struct trail thin = trail_thin_out(&wall, 0.05);
    trail_free(&wall);
    return thin;
}

/* As fine as some ten million distances allow. */
static struct mesh measure_mesh(const struct trail walls[2], struct point size)
{
    struct mesh mesh = {.side = 0.5};
    double area = (size.x + 4.0) * (size.y + 4.0), edges = walls[0].count + walls[1].count;
    while (area / (mesh.side * mesh.side) * edges > 2e7 && mesh.side < 4)
        mesh.side *= 1.25;
    mesh.across = (int)((size.x + 4) / mesh.side) + 2;
    mesh.up = (int)((size.y + 4) / mesh.side) + 2;
    mesh.heights = memory_allocate((size_t)(mesh.across * mesh.up), sizeof *mesh.heights);
    for (int i = 0; i < mesh.across * mesh.up; i++) {
        struct spot at = {i % mesh.across * mesh.side - 2, i / mesh.across * mesh.side - 2};
        mesh.heights[i] = away_from(&walls[1], at) - away_from(&walls[0], at);
    }
    return mesh;
}

/* The longest line that is as far from the one wall as from the other. */
static struct trail middle_of(const struct mesh *mesh)
{
    struct level_lines lines = level_lines_begin(mesh->heights, mesh->across, mesh->up, 0);
    struct trail best = {0}, line;
    while (level_lines_next(&lines, &line)) {
        bool longer = trail_length(&line) > trail_length(&best);
        trail_free(longer ? &best : &line);
        if (longer)
            best = line;
    }
    level_lines_end(&lines);
    for (int i = 0; i < best.count; i++)
        best.spots[i] =
            (struct spot){best.spots[i].x * mesh->side - 2, best.spots[i].y * mesh->side - 2};
    return best;
}

/* From the start line on, the way of the race. */
static struct trail begin_at_line(const struct trail *loop, const struct course_road *road)
{
    struct spot line = {(road->from.x + road->to.x) / (2.0 * FINE),
                        (road->from.y + road->to.y) / (2.0 * FINE)};
    double away, length = trail_length(loop), at = trail_nearest(loop, line, &away);
    struct trail begun = trail_part(loop, at, length), rest = trail_part(loop, 0, at);
    trail_append(&begun, &rest);
    trail_free(&rest);
    if (begun.count < 4)
        return begun;
    struct spot way = spot_subtract(begun.spots[1], begun.spots[0]);
    struct spot ahead = {road->ahead.x, road->ahead.y};
    if (spot_dot(way, ahead) < 0)
        trail_reverse(&begun);
    return begun;
}

static double width_along(const struct trail *loop, const struct trail walls[2])
{
    double sum = 0;
    for (int i = 0; i < loop->count; i++)
        sum += away_from(&walls[0], loop->spots[i]) + away_from(&walls[1], loop->spots[i]);
    return loop->count > 0 ? sum / loop->count : 0;
}

bool circuit_plan_follow_road(struct steps *plan, const struct course_road *road, struct point size)
{
    const struct trail walls[2] = {wall_of(road, 0), wall_of(road, 1)};
    struct mesh mesh = measure_mesh(walls, size);
    struct trail line = middle_of(&mesh), loop = {0};
    /* A closed line comes back: its ends are neighbours on the mesh. */
    bool found = line.count > 8 &&
                 spot_distance(line.spots[0], line.spots[line.count - 1]) <= 1.5 * mesh.side;
    if (found) {
        trail_add(&line, line.spots[0]);
        struct trail smooth = stroke_draw(&line, 0.4, true);
        loop = begin_at_line(&smooth, road);
        trail_free(&smooth);
        found = loop.count > 3 && trail_length(&loop) >= LEAST_COURSE;
    }
    if (found) {
        circuit_plan_resize(plan, size.x, size.y);
        struct circuit_draft *draft = steps_change(plan);
        double lane = ROAD_SHARE * width_along(&loop, walls) / draft->lanes;
        lane = fmin(fmax(lane, LANE_LEAST), LANE_MOST);
        draft->lane_width = (int)lround(lane * CIRCUIT_SQUARE);
        take_course(plan, &loop);
    }
    free(mesh.heights);
    for (int i = 0; i < 2; i++)
        trail_free((struct trail *)&walls[i]);
    trail_free(&line);
    trail_free(&loop);
    return found;
}
