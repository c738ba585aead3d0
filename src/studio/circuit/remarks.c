/* What is worth a look about a course that breaks no rule: where cars would be drawn badly. */
#include "studio/circuit/plan.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

static void cut(struct pieces *pieces, const struct trail *course)
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

/* The edge within the bend goes back there; told once a bend. */
static void find_kinks(struct pieces *pieces)
{
    int quiet = 0;
    for (int i = 0; i < pieces->count; i++, quiet--) {
        int next = (i + 1) % pieces->count;
        bool folds = false;
        for (int side = -1; side <= 1; side += 2) {
            struct spot way = spot_subtract(edge(pieces, next, side), edge(pieces, i, side));
            folds = folds || spot_dot(way, pieces->ahead[i]) < 0;
        }
        if (folds && quiet <= 0)
            tell(pieces, pieces->spots[i],
                 "the bend in row %d is tighter than the strip is wide: its edge folds over",
                 i / PIECES);
        quiet = folds ? 2 * PIECES : quiet;
    }
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

static void find_overlaps(struct pieces *pieces)
{
    bool before = false;
    for (int i = 0; i < pieces->count; i++) {
        int other = 0;
        bool over = lies_over(pieces, i, &other);
        if (over && !before)
            tell(pieces, spot_between(pieces->spots[i], pieces->spots[other], 0.5),
                 "the strip lies over itself in rows %d and %d", i / PIECES, other / PIECES);
        before = over;
    }
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

static void find_lengths(struct pieces *pieces)
{
    double lanes = pieces->piece * PIECES / pieces->lane;
    if (lanes < 0.7)
        tell(pieces, pieces->spots[0],
             "rows are shorter than cars: the course is short for so many rows");
    else if (lanes > 5)
        tell(pieces, pieces->spots[0],
             "rows are five times as long as lanes are wide: more rows would look better");
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
        cut(&pieces, &course);
        if (draft->corner_count == 0)
            tell(&pieces, pieces.spots[0],
                 "it has no corners, so nothing slows a car down: drag them out along the bends");
        find_lengths(&pieces);
        find_edges(&pieces, circuit_plan_size(draft));
        find_kinks(&pieces);
        find_overlaps(&pieces);
        free(pieces.spots);
        free(pieces.ahead);
    }
    trail_free(&course);
    return pieces.told;
}
