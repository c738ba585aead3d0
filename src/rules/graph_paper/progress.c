/* How far along the track a place is (RULES 4.4).
 *
 * The shortest ways from the start line over the grid points of the track, 5 for a straight step
 * and 7 for a diagonal one, which is as long as it should be to one part in a hundred. Cut at the
 * start line, so that the way round counts. Worked out once a race: all copies share it.
 */
#include "rules/graph_paper/race.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { STRAIGHT = 5, DIAGONAL = 7, FARTHEST_VIEW = 2, NOT_REACHED = -1 };

struct progress {
    atomic_int references;
    int width, height; /* in grid points */
    int32_t distance[];
};

/* Dijkstra's search; no step is longer than DIAGONAL, so a list for each distance up to that, going
 * round, is queue enough. */
struct measuring {
    struct ground ground;
    const struct track_line *line;
    struct progress *progress;
    bool *holds; /* by point, as in `distance`: all are asked at once, by rows */
    struct point_list waiting[DIAGONAL + 1];
    int waiting_count;
};

static int32_t *distance_of(struct progress *progress, struct point at)
{
    return &progress->distance[(ptrdiff_t)at.y * progress->width + at.x];
}

static bool *holds_at(const struct measuring *measuring, struct point at)
{
    return &measuring->holds[(ptrdiff_t)at.y * measuring->progress->width + at.x];
}

static bool is_on_sheet(const struct progress *progress, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x < progress->width && at.y < progress->height;
}

static void wait_at(struct measuring *measuring, struct point at, int distance)
{
    struct point_list *list = &measuring->waiting[distance % (DIAGONAL + 1)];
    *distance_of(measuring->progress, at) = distance;
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = at;
    measuring->waiting_count++;
}

/* Steps from the line lead beyond it; others cross it in neither direction. */
static bool is_cut(const struct measuring *measuring, struct point from, int distance,
                   struct point to)
{
    if (distance == 0)
        return track_line_side(measuring->line, to) <= 0;
    return track_line_crossing(measuring->line, false, from, exact_from_grid(to)) != 0;
}

static void step_from(struct measuring *measuring, struct point from, int distance)
{
    struct point around[2] = {{from.x - 1, from.y - 1}, {from.x + 1, from.y + 1}};
    bool free = ground_holds_box(&measuring->ground, around[0], around[1]);
    struct point to;
    for (to.y = from.y - 1; to.y <= from.y + 1; to.y++) {
        for (to.x = from.x - 1; to.x <= from.x + 1; to.x++) {
            int there = distance + (to.x != from.x && to.y != from.y ? DIAGONAL : STRAIGHT);
            if (!is_on_sheet(measuring->progress, to) || !*holds_at(measuring, to))
                continue;
            int32_t known = *distance_of(measuring->progress, to);
            if ((known == NOT_REACHED || known > there) && !is_cut(measuring, from, distance, to) &&
                (free || ground_holds_move(&measuring->ground, from, to)))
                wait_at(measuring, to, there);
        }
    }
}

/* The grid points of the track on the start line. */
static void wait_on_line(struct measuring *measuring)
{
    struct point from = measuring->line->from;
    struct point whole = point_subtract(measuring->line->to, from);
    int count = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= count; i++) {
        struct point at = {from.x + whole.x / count * i, from.y + whole.y / count * i};
        if (is_on_sheet(measuring->progress, at) && *holds_at(measuring, at))
            wait_at(measuring, at, 0);
    }
}

/* What was reached again on a shorter way waits twice; its later, longer one is passed over. */
static void spread(struct measuring *measuring)
{
    for (int distance = 0; measuring->waiting_count > 0; distance++) {
        struct point_list *list = &measuring->waiting[distance % (DIAGONAL + 1)];
        for (int i = 0; i < list->count; i++)
            if (*distance_of(measuring->progress, list->items[i]) == distance)
                step_from(measuring, list->items[i], distance);
        measuring->waiting_count -= list->count;
        list->count = 0;
    }
}

const struct progress *progress_measure(const struct setup *setup)
{
    const struct track *track = track_of(setup);
    int width = track->width + 1;
    int height = track->height + 1;
    size_t count = (size_t)width * (size_t)height;
    struct progress *progress =
        memory_allocate(1, sizeof *progress + count * sizeof *progress->distance);
    atomic_init(&progress->references, 1);
    progress->width = width;
    progress->height = height;
    for (size_t i = 0; i < count; i++)
        progress->distance[i] = NOT_REACHED;
    struct measuring measuring = {
        .ground = setup_ground(setup), .line = &track->start, .progress = progress};
    measuring.holds = memory_allocate(count, sizeof *measuring.holds);
    ground_hold_rows(&measuring.ground, 0, height, measuring.holds);
    wait_on_line(&measuring);
    spread(&measuring);
    for (int i = 0; i <= DIAGONAL; i++)
        free(measuring.waiting[i].items);
    free(measuring.holds);
    return progress;
}

static struct progress *counted(const struct progress *progress)
{
    return (struct progress *)(uintptr_t)progress;
}

const struct progress *progress_retain(const struct progress *progress)
{
    if (progress != NULL)
        atomic_fetch_add(&counted(progress)->references, 1);
    return progress;
}

void progress_release(const struct progress *progress)
{
    if (progress != NULL && atomic_fetch_sub(&counted(progress)->references, 1) == 1)
        free(counted(progress));
}

int progress_at(const struct paper_race *race, struct exact_point at)
{
    struct ground ground = race_ground(race);
    struct point corner = {(int32_t)number_floor_divide(at.x, at.w),
                           (int32_t)number_floor_divide(at.y, at.w)};
    int best = NOT_REACHED;
    struct point seen;
    for (seen.y = corner.y - FARTHEST_VIEW; seen.y <= corner.y + FARTHEST_VIEW + 1; seen.y++) {
        for (seen.x = corner.x - FARTHEST_VIEW; seen.x <= corner.x + FARTHEST_VIEW + 1; seen.x++) {
            if (!is_on_sheet(race->progress, seen))
                continue;
            int there = *distance_of(counted(race->progress), seen);
            if (there != NOT_REACHED && (best == NOT_REACHED || there < best) &&
                exact_within(at, seen, FARTHEST_VIEW) && ground_holds_way(&ground, at, seen))
                best = there;
        }
    }
    return best;
}

int graph_paper_progress(const struct race *any, struct point grid)
{
    const struct paper_race *race = paper_race(any);
    struct ground ground = race_ground(race);
    if (race->progress == NULL || !ground_holds_point(&ground, grid))
        return NOT_REACHED;
    return progress_at(race, exact_from_grid(grid));
}
