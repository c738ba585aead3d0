/* How a plan gets its course: by the pen, whole or in part, or along the middle of a road. */
#include "studio/circuit/plan.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdlib.h>

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
static struct mesh measure(const struct trail walls[2], struct point size)
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

/* A closed line comes back: its ends are neighbours on the mesh. */
static bool comes_round(const struct trail *line, double side)
{
    return line->count > 8 &&
           spot_distance(line->spots[0], line->spots[line->count - 1]) <= 1.5 * side;
}

bool circuit_plan_follow_road(struct steps *plan, const struct course_road *road, struct point size)
{
    const struct trail walls[2] = {wall_of(road, 0), wall_of(road, 1)};
    struct mesh mesh = measure(walls, size);
    struct trail line = middle_of(&mesh), loop = {0};
    bool found = comes_round(&line, mesh.side);
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
