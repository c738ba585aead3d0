/* Inspection before a race: which grid points lie so near to a wall that people would argue about
 * them, the track as they have decided, and finding what they have declared. See ground.h.
 */
#include "base/memory.h"
#include "base/number.h"
#include "geometry/exact.h"
#include "track/ground.h"
#include "track/inside.h"

#include <assert.h>
#include <stdlib.h>

/* By y, then x; what is declared inside first, should somebody have said both. */
static int compare_inspected(const void *first, const void *second)
{
    const struct track_inspected *a = first, *b = second;
    struct point d = point_subtract(a->at, b->at);
    return d.y != 0 ? d.y : d.x != 0 ? d.x : (int)b->inside - (int)a->inside;
}

void inspected_sort(struct track *track)
{
    if (track->inspected_count > 1)
        qsort(track->inspected, (size_t)track->inspected_count, sizeof *track->inspected,
              compare_inspected);
}

/* The first one that is not before this place. */
static int find_from(const struct track *track, int x, int y)
{
    const struct track_inspected from = {{x, y}, true};
    int low = 0, high = track->inspected_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_inspected(&track->inspected[middle], &from) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct inspected_search inspected_search_begin(const struct track *track, struct point low,
                                               struct point high)
{
    return (struct inspected_search){track, low, high, find_from(track, low.x, low.y)};
}

bool inspected_search_next(struct inspected_search *search, struct track_inspected *found)
{
    const struct track *track = search->track;
    while (search->next < track->inspected_count) {
        const struct track_inspected *point = &track->inspected[search->next];
        if (point->at.y > search->high.y)
            return false;
        if (point->at.x >= search->low.x && point->at.x <= search->high.x) {
            *found = *point;
            search->next++;
            return true;
        }
        int row = point->at.y + (point->at.x > search->high.x);
        search->next = find_from(track, search->low.x, row);
    }
    return false;
}

/* --- near the walls --------------------------------------------------------------------------- */

/* Fine units. */
enum { NEAR = FINE / 4 };

/* Is the point at most 1/4 square from the edge? */
static bool is_near_edge(struct point a, struct point b, struct point p)
{
    struct point edge = point_subtract(b, a);
    struct point way = point_subtract(p, a);
    struct point back = point_subtract(p, b);
    if (dot(way, edge) <= 0)
        return dot(way, way) <= NEAR * NEAR;
    if (dot(back, edge) >= 0)
        return dot(back, back) <= NEAR * NEAR;
    int128 distance = point_cross(a, b, p);
    return distance * distance <= (int128)dot(edge, edge) * NEAR * NEAR;
}

static int grid_above(int64_t fine)
{
    return (int)-number_floor_divide(-fine, FINE);
}

static int grid_below(int64_t fine)
{
    return (int)number_floor_divide(fine, FINE);
}

static int clamp(int number, int low, int high)
{
    return number < low ? low : number > high ? high : number;
}

/* Where the edge, whose lower end is first, has come at a height: rounded down, and not beyond its
 * ends. */
static int64_t edge_x_at(struct point low, struct point high, int64_t y)
{
    if (y <= low.y)
        return low.x;
    if (y >= high.y)
        return high.x;
    return low.x + number_floor_divide((high.x - low.x) * (y - low.y), high.y - low.y);
}

/* Looks at the points of a row that may be near: those above and below the piece of the edge that
 * is as near to the row. */
static void mark_row(const struct track *track, unsigned char *marks, struct point low,
                     struct point high, int y)
{
    bool level = low.y == high.y;
    int64_t one = level ? low.x : edge_x_at(low, high, (int64_t)y * FINE - NEAR);
    int64_t other = level ? high.x : edge_x_at(low, high, (int64_t)y * FINE + NEAR);
    int64_t left = one < other ? one : other;
    int64_t right = one < other ? other : one;
    int first = clamp(grid_above(left - NEAR), 0, track->width + 1);
    int last = clamp(grid_below(right + NEAR + 1), -1, track->width);
    unsigned char *row = marks + (size_t)y * ((size_t)track->width + 1);
    for (int x = first; x <= last; x++)
        if (!row[x])
            row[x] = is_near_edge(low, high, point_to_fine((struct point){x, y}));
}

static void mark_edge(const struct track *track, unsigned char *marks, struct point a,
                      struct point b)
{
    struct point low = a.y <= b.y ? a : b;
    struct point high = a.y <= b.y ? b : a;
    int first = clamp(grid_above((int64_t)low.y - NEAR), 0, track->height + 1);
    int last = clamp(grid_below((int64_t)high.y + NEAR), -1, track->height);
    for (int y = first; y <= last; y++)
        mark_row(track, marks, low, high, y);
}

static struct point *list_marks(const struct track *track, const unsigned char *marks, int *count)
{
    struct point *points = NULL;
    int capacity = 0;
    *count = 0;
    for (int y = 0; y <= track->height; y++) {
        for (int x = 0; x <= track->width; x++) {
            if (!*marks++)
                continue;
            array_add(points, *count, capacity, (struct point){x, y});
        }
    }
    return points;
}

struct point *track_list_doubtful(const struct track *track, int *count)
{
    size_t size = ((size_t)track->width + 1) * ((size_t)track->height + 1);
    unsigned char *marks = memory_allocate(size, 1);
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int j = 0; j < loop.count; j++)
            mark_edge(track, marks, loop.vertices[j], loop.vertices[(j + 1) % loop.count]);
    }
    struct point *points = list_marks(track, marks, count);
    free(marks);
    return points;
}

struct track *track_with_inspected(const struct track *track,
                                   const struct track_inspected *inspected, int count)
{
    struct track *made = track_new_borrowing(track);
    made->inspected = memory_allocate((size_t)count + 1, sizeof *inspected);
    made->inspected_count = count;
    for (int i = 0; i < count; i++)
        made->inspected[i] = inspected[i];
    inspected_sort(made);
    for (int i = 0; i < count; i++) {
        struct point at = made->inspected[i].at;
        assert(at.x >= 0 && at.y >= 0 && at.x <= track->width && at.y <= track->height);
        assert(i == 0 || !point_equal(at, made->inspected[i - 1].at));
    }
    return made;
}
