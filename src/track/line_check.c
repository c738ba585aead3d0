/* Start and finish lines across the track.
 *
 * Whether a piece of the line lies inside is found by walking along its carrier from outside. The
 * strips immediately to its left and to its right are looked at apart: an edge enters or leaves a
 * strip where one of its ends lies in it and the other does not, which is plain also at vertices
 * and along edges on the carrier. A stretch on which both strips are inside is inside.
 */
#include "track/line_check.h"

#include "base/memory.h"
#include "base/number.h"
#include "track/words.h"

#include <stdlib.h>

/* Where an edge meets the carrier, as a fraction: squares along times the line's steps. */
struct meeting {
    int128 along;
    int64_t scale; /* above 0 */
    bool left, right;
};

/* The smallest step along the line from grid point to grid point, and how many there are. */
static struct point step_of(const struct track_line *line, int *count)
{
    struct point whole = point_subtract(line->to, line->from);
    *count = (int)number_common_divisor(whole.x, whole.y);
    return (struct point){whole.x / *count, whole.y / *count};
}

static int64_t dot(struct point a, struct point b)
{
    return (int64_t)a.x * b.x + (int64_t)a.y * b.y;
}

static int64_t cross(struct point a, struct point b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* Both ends of the edge seen from the line's start. False if the edge stays on one side. */
static bool find_meeting(struct point step, struct point a, struct point b, struct meeting *meeting)
{
    int64_t side_a = cross(step, a);
    int64_t side_b = cross(step, b);
    meeting->left = (side_a > 0) != (side_b > 0);
    meeting->right = (side_a < 0) != (side_b < 0);
    if (!meeting->left && !meeting->right)
        return false;
    meeting->scale = side_a > side_b ? side_a - side_b : side_b - side_a;
    meeting->along = ((int128)dot(step, b) * side_a - (int128)dot(step, a) * side_b) *
                     (side_a > side_b ? 1 : -1);
    return true;
}

static int compare_meetings(const void *first, const void *second)
{
    const struct meeting *a = first;
    const struct meeting *b = second;
    int128 left = a->along * b->scale;
    int128 right = b->along * a->scale;
    return (left > right) - (left < right);
}

static struct meeting *find_meetings(const struct area *surface, const struct track_line *line,
                                     int *count)
{
    struct meeting *meetings = NULL;
    int capacity = 0;
    int steps;
    struct point step = step_of(line, &steps);
    struct point start = point_to_fine(line->from);
    *count = 0;
    for (int i = 0; i < area_loop_count(surface); i++) {
        struct loop loop = area_loop(surface, i);
        for (int j = 0; j < loop.count; j++) {
            struct point a = point_subtract(loop.vertices[j], start);
            struct point b = point_subtract(loop.vertices[(j + 1) % loop.count], start);
            meetings = array_grow(meetings, *count, &capacity, sizeof *meetings);
            *count += find_meeting(step, a, b, &meetings[*count]);
        }
    }
    if (*count > 1)
        qsort(meetings, (size_t)*count, sizeof *meetings, compare_meetings);
    return meetings;
}

static bool runs_inside(const struct area *surface, const struct track_line *line)
{
    int count;
    int steps;
    struct point step = step_of(line, &steps);
    int128 end = (int128)dot(step, step) * steps * FINE;
    struct meeting *meetings = find_meetings(surface, line, &count);
    bool left = false;
    bool right = false;
    bool found = false;
    for (int i = 0; i + 1 < count && !found; i++) {
        const struct meeting *from = &meetings[i];
        const struct meeting *to = &meetings[i + 1];
        left ^= from->left;
        right ^= from->right;
        found = left && right && compare_meetings(from, to) < 0 && to->along > 0 &&
                from->along < end * from->scale;
    }
    free(meetings);
    return found;
}

static bool check_end(const struct area *surface, struct point end, const char *name,
                      struct point *at, struct error *error)
{
    char place[WORDS_PLACE_BYTES];
    if (area_place_grid(surface, end) != PLACE_INSIDE)
        return true;
    *at = point_to_fine(end);
    return error_set(
        error,
        "this %s does not reach across the track: its end %s lies inside; draw it from "
        "wall to wall or beyond",
        name, words_place(*at, place));
}

bool line_check_reach(const struct area *surface, const struct track_line *line, const char *name,
                      struct point *at, struct error *error)
{
    if (!check_end(surface, line->from, name, at, error) ||
        !check_end(surface, line->to, name, at, error))
        return false;
    return runs_inside(surface, line) ||
           error_set(error,
                     "this %s does not reach across the track: no piece of it lies inside; draw it "
                     "from wall to wall or beyond",
                     name);
}

bool line_check_starts(const struct ground *ground, const struct track_line *line,
                       struct error *error)
{
    int count;
    struct point step = step_of(line, &count);
    struct point at = line->from;
    for (int i = 0; i <= count; i++, at = point_add(at, step))
        if (ground_holds_point(ground, at))
            return true;
    return error_set(error, "there is no start point: no grid point of the start line lies in the "
                            "track; move the line or widen the track there");
}
