/* Who is ahead while the race is on. A search from the line backwards over all grid points. */
#include "screens/graph_paper/view/lead.h"

#include "base/memory.h"

#include <stdlib.h>

enum { POINT_LIMIT = 100000, NEIGHBOURS = 8, WAY_LIMIT = POINT_LIMIT * 8 };
static const struct point neighbours[NEIGHBOURS] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                                    {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};

/* Points whose way has become shorter wait in a ring; each is in it at most once. */
struct search {
    struct lead *lead;
    struct point *queue;
    bool *waiting;
    size_t size, first, last;
};

static int index_of(const struct track *track, struct point at)
{
    return at.y * (track->width + 1) + at.x;
}

static void reach(struct search *search, struct point at, int way)
{
    int index = index_of(search->lead->track, at);
    int *known = &search->lead->way[index];
    if (*known > 0 && *known <= way)
        return;
    *known = way;
    if (search->waiting[index])
        return;
    search->waiting[index] = true;
    search->queue[search->last] = at;
    search->last = (search->last + 1) % search->size;
}

static int step_way(int direction)
{
    return direction % 2 ? 7 : 5;
}

static int crossing(const struct track *track, struct point from, struct point to)
{
    return track_line_crossing(&track->finish, false, from, exact_from_grid(to));
}

/* Points from which one step crosses the line. Only those near it are looked at. */
static void start_at_line(struct search *search)
{
    const struct track *track = search->lead->track;
    const struct track_line *line = &track->finish;
    int left = line->from.x < line->to.x ? line->from.x : line->to.x;
    int right = line->from.x + line->to.x - left;
    int low = line->from.y < line->to.y ? line->from.y : line->to.y;
    int high = line->from.y + line->to.y - low;
    for (int y = low - 1; y <= high + 1; y++)
        for (int x = left - 1; x <= right + 1; x++)
            for (int i = 0; i < NEIGHBOURS; i++) {
                struct point from = {x, y}, to = point_add(from, neighbours[i]);
                if (track_has_point(track, from) && crossing(track, from, to) > 0 &&
                    area_holds_move(track->surface, from, to))
                    reach(search, from, step_way(i));
            }
}

static void go_backwards(struct search *search)
{
    const struct track *track = search->lead->track;
    while (search->first != search->last) {
        struct point to = search->queue[search->first];
        search->first = (search->first + 1) % search->size;
        int index = index_of(track, to);
        search->waiting[index] = false;
        for (int i = 0; i < NEIGHBOURS; i++) {
            struct point from = point_add(to, neighbours[i]);
            if (track_has_point(track, from) && crossing(track, from, to) == 0 &&
                area_holds_move(track->surface, from, to))
                reach(search, from, search->lead->way[index] + step_way(i));
        }
    }
}

void lead_find(struct lead *lead, const struct track *track)
{
    lead_free(lead);
    lead->track = track;
    size_t points = (size_t)(track->width + 1) * (size_t)(track->height + 1);
    if (!track->has_line || points > POINT_LIMIT)
        return;
    lead->way = memory_allocate(points, sizeof *lead->way);
    struct search search = {.lead = lead, .size = points + 1};
    search.queue = memory_allocate(search.size, sizeof *search.queue);
    search.waiting = memory_allocate(points, sizeof *search.waiting);
    start_at_line(&search);
    go_backwards(&search);
    free(search.queue);
    free(search.waiting);
}

void lead_free(struct lead *lead)
{
    free(lead->way);
    *lead = (struct lead){0};
}

/* More is further; -1 for a car that is not racing. A car that has gone back over the line has
 * fewer crossings, which may be below zero. */
static int64_t progress_of(const struct lead *lead, const struct car *car)
{
    if (car->status != CAR_RACING && car->status != CAR_OUTSIDE)
        return -1;
    int way = lead->way[index_of(lead->track, car->at)];
    return ((int64_t)car->crossings + 1000) * WAY_LIMIT + (way > 0 ? WAY_LIMIT - way : 0);
}

int lead_place(const struct lead *lead, const struct race *race, int number)
{
    const struct car *car = graph_paper_car(race, number);
    if (car->place > 0 || !lead->way)
        return car->place;
    int64_t mine = progress_of(lead, car);
    if (mine < 0)
        return 0;
    int place = 1;
    int count = graph_paper_game.car_count(race);
    for (int i = 1; i <= count; i++) {
        const struct car *other = graph_paper_car(race, i);
        place += other->status == CAR_FINISHED || progress_of(lead, other) > mine;
    }
    return place;
}
