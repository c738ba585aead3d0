/* See distance.h. Shortest ways backwards from the line, and from checkpoint to checkpoint. */
#include "drivers/graph_paper/solver/distance.h"

#include "base/memory.h"
#include "track/ground.h"

#include <stdlib.h>

enum { STRAIGHT = 5, DIAGONAL = 7, MISSED_TURN = 10, MISSED_MOST = 100 };
enum { BUCKETS = DIAGONAL + MISSED_MOST + 1 };
/* Sheets with more points than this for all stages together have no checkpoints here. */
enum { POINTS_OF_ALL_STAGES = 20000000 };
/* Two measures a stage: of the last lap, and of one that others follow. */
enum { LAST_LAP, OTHER_LAP, LAP_KINDS };

struct distance {
    const struct track *track;
    struct point size; /* grid points across and up */
    int stages;        /* 1 + checkpoints that count */
    bool has_checkpoints;
    int laps;
    int lap;         /* a whole one, from line to line */
    int32_t *fifths; /* by stage (the checkpoint passed last), y, x */
};

struct source {
    struct point at;
    int32_t fifths;
};

struct source_list {
    struct source *items;
    int count;
    int capacity;
};

struct measuring {
    struct distance *distance;
    struct ground ground;
    bool end_only, touch;
    uint8_t *clear; /* by point: it and the eight round it lie in nothing but track */
    int spin;       /* what landing on a slick adds */
    int32_t *fifths;
    bool cut; /* no step back over the line: it would be counted */
    struct point line_low, line_high;
    struct point_list buckets[BUCKETS];
    int waiting;
    const atomic_bool *cancelled;
};

static bool is_cancelled(const struct measuring *measuring)
{
    return measuring->cancelled && atomic_load(measuring->cancelled);
}

static size_t index_of(const struct distance *distance, struct point at)
{
    return (size_t)at.y * (size_t)distance->size.x + (size_t)at.x;
}

static bool is_on_sheet(const struct distance *distance, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x < distance->size.x && at.y < distance->size.y;
}

/* --- what is nothing but track -------------------------------------------------------------------
 */

static void mark_clear(struct measuring *measuring, struct point low, struct point high)
{
    struct point at;
    for (at.y = low.y; at.y <= high.y; at.y++)
        for (at.x = low.x; at.x <= high.x; at.x++)
            measuring->clear[index_of(measuring->distance, at)] = 1;
}

/* Large boxes first, so that large sheets do not cost a question a point. */
static void find_clear(struct measuring *measuring, struct point low, int side)
{
    struct point last = {measuring->distance->size.x - 2, measuring->distance->size.y - 2};
    struct point high = {low.x + side - 1, low.y + side - 1};
    high.x = high.x < last.x ? high.x : last.x;
    high.y = high.y < last.y ? high.y : last.y;
    if (low.x > high.x || low.y > high.y || is_cancelled(measuring))
        return;
    if (ground_holds_box(&measuring->ground, (struct point){low.x - 1, low.y - 1},
                         (struct point){high.x + 1, high.y + 1})) {
        mark_clear(measuring, low, high);
        return;
    }
    int half = side / 2;
    for (int i = 0; i < 4 && half > 0; i++)
        find_clear(measuring, (struct point){low.x + i % 2 * half, low.y + i / 2 * half}, half);
}

/* --- steps ---------------------------------------------------------------------------------------
 */

static bool is_near_line(const struct measuring *measuring, struct point at)
{
    return at.x >= measuring->line_low.x - 1 && at.x <= measuring->line_high.x + 1 &&
           at.y >= measuring->line_low.y - 1 && at.y <= measuring->line_high.y + 1;
}

static int crossing_of(const struct measuring *measuring, struct point from, struct point to)
{
    const struct track_line *line = &measuring->distance->track->finish;
    return is_near_line(measuring, from)
               ? track_line_crossing(line, measuring->touch, from, exact_from_grid(to))
               : 0;
}

static bool is_in_track(const struct measuring *measuring, struct point from, struct point to)
{
    if (measuring->clear[index_of(measuring->distance, from)] ||
        measuring->clear[index_of(measuring->distance, to)])
        return true;
    if (measuring->end_only)
        return ground_holds_point(&measuring->ground, from) &&
               ground_holds_point(&measuring->ground, to);
    return ground_holds_move(&measuring->ground, from, to);
}

int distance_of_missed(int turns)
{
    return turns < MISSED_MOST / MISSED_TURN ? turns * MISSED_TURN : MISSED_MOST;
}

static int length_of(const struct measuring *measuring, struct point from, struct point to)
{
    int step = from.x != to.x && from.y != to.y ? DIAGONAL : STRAIGHT;
    bool spins = measuring->spin > 0 && track_on_slick(measuring->distance->track, to);
    return spins ? step + measuring->spin : step;
}

static void wait_at(struct measuring *measuring, struct point at, int32_t fifths)
{
    int32_t *known = &measuring->fifths[index_of(measuring->distance, at)];
    struct point_list *list = &measuring->buckets[fifths % BUCKETS];
    if (*known != DISTANCE_NONE && *known <= fifths)
        return;
    *known = fifths;
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = at;
    measuring->waiting++;
}

/* A car comes the other way: from what is found to what is known. */
static void step_back(struct measuring *measuring, struct point to, int32_t fifths)
{
    struct point from;
    int straight = length_of(measuring, (struct point){to.x - 1, to.y}, to);
    for (from.y = to.y - 1; from.y <= to.y + 1; from.y++) {
        for (from.x = to.x - 1; from.x <= to.x + 1; from.x++) {
            if (!is_on_sheet(measuring->distance, from))
                continue;
            bool diagonal = from.x != to.x && from.y != to.y;
            int32_t there = fifths + straight + (diagonal ? DIAGONAL - STRAIGHT : 0);
            int32_t known = measuring->fifths[index_of(measuring->distance, from)];
            if (known != DISTANCE_NONE && known <= there)
                continue;
            if (measuring->cut && crossing_of(measuring, from, to) < 0)
                continue;
            if (is_in_track(measuring, from, to))
                wait_at(measuring, from, there);
        }
    }
}

static int compare_sources(const void *first, const void *second)
{
    const struct source *a = first;
    const struct source *b = second;
    return (a->fifths > b->fifths) - (a->fifths < b->fifths);
}

/* What was reached again on a shorter way waits twice; its later, longer one is passed over. No
 * step is longer than DIAGONAL, so a list for each distance up to that, going round, is queue
 * enough. */
static void spread(struct measuring *measuring, struct source_list *sources)
{
    int next = 0;
    if (sources->count > 0)
        qsort(sources->items, (size_t)sources->count, sizeof *sources->items, compare_sources);
    for (int32_t fifths = 0; !is_cancelled(measuring); fifths++) {
        if (measuring->waiting == 0 && next == sources->count)
            return;
        if (measuring->waiting == 0)
            fifths = sources->items[next].fifths;
        for (; next < sources->count && sources->items[next].fifths == fifths; next++)
            wait_at(measuring, sources->items[next].at, fifths);
        struct point_list *list = &measuring->buckets[fifths % BUCKETS];
        for (int i = 0; i < list->count; i++)
            if (measuring->fifths[index_of(measuring->distance, list->items[i])] == fifths)
                step_back(measuring, list->items[i], fifths);
        measuring->waiting -= list->count;
        list->count = 0;
    }
}

/* --- stages --------------------------------------------------------------------------------------
 */

static void add_source(struct source_list *list, struct point at, int32_t fifths)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (struct source){at, fifths};
}

/* Steps over the line; what is beyond it is as far as `beyond` says, or the end of the race. */
static void list_crossing_steps(const struct measuring *measuring, const int32_t *beyond,
                                struct source_list *sources)
{
    struct point from, to;
    struct point low = {measuring->line_low.x - 1, measuring->line_low.y - 1};
    struct point high = {measuring->line_high.x + 1, measuring->line_high.y + 1};
    for (from.y = low.y; from.y <= high.y; from.y++)
        for (from.x = low.x; from.x <= high.x; from.x++)
            for (to.y = from.y - 1; to.y <= from.y + 1; to.y++)
                for (to.x = from.x - 1; to.x <= from.x + 1; to.x++) {
                    int32_t there = 0;
                    if (!is_on_sheet(measuring->distance, from) ||
                        !is_on_sheet(measuring->distance, to) ||
                        crossing_of(measuring, from, to) <= 0 || !is_in_track(measuring, from, to))
                        continue;
                    if (beyond)
                        there = beyond[index_of(measuring->distance, to)];
                    if (there != DISTANCE_NONE)
                        add_source(sources, from, there + length_of(measuring, from, to));
                }
}

static void list_points_of(const struct measuring *measuring,
                           const struct track_checkpoint *checkpoint, const int32_t *beyond,
                           struct source_list *sources)
{
    for (int i = 0; i < checkpoint->point_count; i++) {
        struct point at = checkpoint->points[i];
        if (!is_on_sheet(measuring->distance, at))
            continue;
        int32_t fifths = beyond[index_of(measuring->distance, at)];
        if (fifths != DISTANCE_NONE)
            add_source(sources, at, fifths);
    }
}

static int32_t *measure_of(const struct distance *distance, int kind, int stage)
{
    size_t points = (size_t)distance->size.x * (size_t)distance->size.y;
    return distance->fifths + (size_t)(kind * distance->stages + stage) * points;
}

/* On the way to a checkpoint crossings of the line mean nothing. */
static void measure_stage(struct measuring *measuring, int kind, int stage)
{
    struct distance *distance = measuring->distance;
    struct source_list sources = {0};
    bool last = stage == distance->stages - 1;
    measuring->fifths = measure_of(distance, kind, stage);
    for (size_t i = 0; i < (size_t)distance->size.x * (size_t)distance->size.y; i++)
        measuring->fifths[i] = DISTANCE_NONE;
    measuring->cut = last && !distance->track->open && !distance->has_checkpoints;
    if (last)
        list_crossing_steps(measuring, kind == LAST_LAP ? NULL : measure_of(distance, LAST_LAP, 0),
                            &sources);
    else
        list_points_of(measuring, &distance->track->checkpoints[stage],
                       measure_of(distance, kind, stage + 1), &sources);
    spread(measuring, &sources);
    free(sources.items);
}

/* So much that also the longest way round is no step back where laps follow each other. */
static void measure_lap(struct measuring *measuring)
{
    struct distance *distance = measuring->distance;
    const int32_t *before = measure_of(distance, OTHER_LAP, distance->stages - 1);
    struct source_list sources = {0};
    list_crossing_steps(measuring, measure_of(distance, OTHER_LAP, 0), &sources);
    for (int i = 0; i < sources.count; i++) {
        int lap = sources.items[i].fifths - before[index_of(distance, sources.items[i].at)];
        distance->lap = lap > distance->lap ? lap : distance->lap;
    }
    free(sources.items);
}

static void measure_all(struct measuring *measuring)
{
    struct distance *distance = measuring->distance;
    for (int kind = LAST_LAP; kind < (distance->track->open ? OTHER_LAP : LAP_KINDS); kind++)
        for (int stage = distance->stages - 1; stage >= 0; stage--)
            measure_stage(measuring, kind, stage);
    if (!distance->track->open)
        measure_lap(measuring);
}

static struct distance *allocate(const struct setup *setup)
{
    const struct track *track = graph_paper_track(setup);
    struct distance *distance = memory_allocate(1, sizeof *distance);
    *distance = (struct distance){.track = track,
                                  .size = {track->width + 1, track->height + 1},
                                  .stages = 1,
                                  .laps = setup->values[FIELD_LAPS]};
    size_t points = (size_t)distance->size.x * (size_t)distance->size.y;
    distance->has_checkpoints =
        setup->values[FIELD_CHECKPOINTS] == SWITCH_ON && track->checkpoint_count > 0;
    if (distance->has_checkpoints &&
        points * ((size_t)track->checkpoint_count + 1) <= POINTS_OF_ALL_STAGES)
        distance->stages += track->checkpoint_count;
    distance->fifths =
        memory_allocate(points * (size_t)distance->stages * LAP_KINDS, sizeof *distance->fifths);
    return distance;
}

struct distance *distance_measure(const struct setup *setup, const atomic_bool *cancelled)
{
    struct distance *distance = allocate(setup);
    const struct track_line *line = &graph_paper_track(setup)->finish;
    struct measuring measuring = {
        .distance = distance,
        .ground = {graph_paper_track(setup), setup->values[FIELD_WALLS] == WALLS_OUT},
        .end_only = setup->values[FIELD_PATH] == PATH_END,
        .touch = setup->values[FIELD_LINE] == LINE_TOUCH,
        .cancelled = cancelled,
        .spin =
            setup->values[FIELD_SLICKS] == SLICKS_SPIN && graph_paper_track(setup)->slick_count > 0
                ? distance_of_missed(setup->values[FIELD_SLICK_MISSED_TURNS])
                : 0,
        .clear = memory_allocate((size_t)distance->size.x * (size_t)distance->size.y, 1),
        .line_low = {line->from.x < line->to.x ? line->from.x : line->to.x,
                     line->from.y < line->to.y ? line->from.y : line->to.y},
        .line_high = {line->from.x > line->to.x ? line->from.x : line->to.x,
                      line->from.y > line->to.y ? line->from.y : line->to.y},
    };
    int side = 1;
    while (side < distance->size.x || side < distance->size.y)
        side *= 2;
    find_clear(&measuring, (struct point){1, 1}, side);
    measure_all(&measuring);
    for (int i = 0; i < BUCKETS; i++)
        free(measuring.buckets[i].items);
    free(measuring.clear);
    if (!is_cancelled(&measuring))
        return distance;
    distance_free(distance);
    return NULL;
}

void distance_free(struct distance *distance)
{
    if (!distance)
        return;
    free(distance->fifths);
    free(distance);
}

static int look_up(const struct distance *distance, int kind, int stage, struct point at)
{
    return is_on_sheet(distance, at) ? measure_of(distance, kind, stage)[index_of(distance, at)]
                                     : DISTANCE_NONE;
}

int distance_to_line(const struct distance *distance, struct point at)
{
    return look_up(distance, LAST_LAP, distance->stages - 1, at);
}

/* Before lap 1 no checkpoint counts; on an open track lap 1 is open from the start. */
int64_t distance_to_finish(const struct distance *distance, const struct car *car)
{
    bool open = distance->track->open;
    int done = distance->has_checkpoints ? car->laps_opened : car->crossings;
    int more = open ? 0 : distance->laps - done;
    bool by_stages = distance->stages > 1 && (open || car->laps_opened > 0);
    int stage = by_stages ? car->checkpoint : distance->stages - 1;
    int here = look_up(distance, more > 0 ? OTHER_LAP : LAST_LAP, stage, car->at);
    if (here < 0)
        return DISTANCE_NONE;
    return more > 1 ? here + (int64_t)(more - 1) * distance->lap : here;
}
