/* How far points are by single steps: from the start line, which is how far along the track a place
 * is (RULES 4.4), and to the finish (distance.h). Both are shortest ways over the grid points of
 * the track, 5 for a straight step and 7 for a diagonal one.
 */
#include "rules/graph_paper/distance.h"
#include "rules/graph_paper/race_inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>

enum { STRAIGHT = 5, DIAGONAL = 7, MISSED_TURN = 10, MISSED_MOST = 100, FARTHEST_VIEW = 2 };
enum { BUCKETS = DIAGONAL + MISSED_MOST + 1 };
/* Sheets with more points than this for all stages together have no checkpoints here. */
enum { POINTS_OF_ALL_STAGES = 20000000 };
/* Two measures a stage: of the last lap, and of one that others follow. */
enum { LAST_LAP, OTHER_LAP, LAP_KINDS };

struct source {
    struct point at;
    int32_t fifths;
};

struct source_list {
    struct source *items;
    int count, capacity;
};

struct measuring {
    const struct track *track;
    struct point size; /* grid points across and up */
    struct ground ground;
    bool end_only, touch;
    uint8_t *clear; /* by point: it and the eight round it lie in nothing but track */
    int spin;       /* what landing on a slick adds */
    int32_t *fifths;
    /* Is there no step from what is known to the next one, or the other way? NULL: there are all.
     */
    bool (*is_cut)(const struct measuring *measuring, struct point known, struct point next);
    struct point line_low, line_high; /* of the finish line */
    struct point_list buckets[BUCKETS];
    int waiting;
    struct budget *budget;
};

static bool is_cancelled(const struct measuring *measuring)
{
    return budget_is_cancelled(measuring->budget);
}

static size_t index_of(struct point size, struct point at)
{
    return (size_t)at.y * (size_t)size.x + (size_t)at.x;
}

static bool is_on_sheet(struct point size, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x < size.x && at.y < size.y;
}

/* --- what is nothing but track ---------------------------------------------------------------- */

static void mark_clear(struct measuring *measuring, struct point low, struct point high)
{
    struct point at;
    for (at.y = low.y; at.y <= high.y; at.y++)
        for (at.x = low.x; at.x <= high.x; at.x++)
            measuring->clear[index_of(measuring->size, at)] = 1;
}

/* Large boxes first, so that large sheets do not cost a question a point. */
static void find_clear(struct measuring *measuring, struct point low, int side)
{
    struct point last = {measuring->size.x - 2, measuring->size.y - 2};
    struct point high = {low.x + side - 1, low.y + side - 1};
    high = point_lower(high, last);
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

/* --- steps ------------------------------------------------------------------------------------ */

static bool is_near_line(const struct measuring *measuring, struct point at)
{
    return at.x >= measuring->line_low.x - 1 && at.x <= measuring->line_high.x + 1 &&
           at.y >= measuring->line_low.y - 1 && at.y <= measuring->line_high.y + 1;
}

static int crossing_of(const struct measuring *measuring, struct point from, struct point to)
{
    const struct track_line *line = &measuring->track->finish;
    return is_near_line(measuring, from)
               ? track_line_crossing(line, measuring->touch, from, exact_from_grid(to))
               : 0;
}

static bool is_in_track(const struct measuring *measuring, struct point from, struct point to)
{
    if (measuring->clear[index_of(measuring->size, from)] ||
        measuring->clear[index_of(measuring->size, to)])
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
    int length = from.x != to.x && from.y != to.y ? DIAGONAL : STRAIGHT;
    bool spins = measuring->spin > 0 && track_on_slick(measuring->track, to);
    return spins ? length + measuring->spin : length;
}

static void wait_at(struct measuring *measuring, struct point at, int32_t fifths)
{
    int32_t *known = &measuring->fifths[index_of(measuring->size, at)];
    struct point_list *list = &measuring->buckets[fifths % BUCKETS];
    if (*known != DISTANCE_NONE && *known <= fifths)
        return;
    *known = fifths;
    list_add(list, at);
    measuring->waiting++;
}

static void step(struct measuring *measuring, struct point known, int32_t fifths)
{
    struct point next;
    int straight = length_of(measuring, (struct point){known.x - 1, known.y}, known);
    for (next.y = known.y - 1; next.y <= known.y + 1; next.y++) {
        for (next.x = known.x - 1; next.x <= known.x + 1; next.x++) {
            if (!is_on_sheet(measuring->size, next))
                continue;
            bool diagonal = next.x != known.x && next.y != known.y;
            int32_t there = fifths + straight + (diagonal ? DIAGONAL - STRAIGHT : 0);
            int32_t before = measuring->fifths[index_of(measuring->size, next)];
            if ((before == DISTANCE_NONE || before > there) &&
                !(measuring->is_cut && measuring->is_cut(measuring, known, next)) &&
                is_in_track(measuring, next, known))
                wait_at(measuring, next, there);
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
    for (size_t i = 0; i < (size_t)measuring->size.x * (size_t)measuring->size.y; i++)
        measuring->fifths[i] = DISTANCE_NONE;
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
        for (int i = 0; i < list->count && !is_cancelled(measuring); i++)
            if (measuring->fifths[index_of(measuring->size, list->items[i])] == fifths)
                step(measuring, list->items[i], fifths);
        measuring->waiting -= list->count;
        list->count = 0;
    }
}

static struct measuring measuring_begin(const struct setup *setup, struct budget *budget)
{
    const struct track *track = track_of(setup);
    const struct track_line *line = &track->finish;
    struct measuring measuring = {
        .track = track,
        .size = {track->width + 1, track->height + 1},
        .ground = setup_ground(setup),
        .touch = setup->values[FIELD_LINE] == LINE_TOUCH,
        .budget = budget,
        .clear = memory_allocate((size_t)(track->width + 1) * (size_t)(track->height + 1), 1),
        .line_low = point_lower(line->from, line->to),
        .line_high = point_upper(line->from, line->to),
    };
    int side = 1;
    while (side < measuring.size.x || side < measuring.size.y)
        side *= 2;
    find_clear(&measuring, (struct point){1, 1}, side);
    return measuring;
}

static void measuring_end(struct measuring *measuring)
{
    for (int i = 0; i < BUCKETS; i++)
        free(measuring->buckets[i].items);
    free(measuring->clear);
}

/* --- along the track (4.4): from the start line, at which it is cut, so that the way round counts
 * - */

/* Worked out once a race: all copies share it. */
struct progress {
    atomic_int references;
    struct point size; /* in grid points */
    int32_t fifths[];
};

/* Steps from the line lead beyond it; others cross it in neither direction. */
static bool leads_round(const struct measuring *measuring, struct point known, struct point next)
{
    const struct track_line *line = &measuring->track->start;
    if (measuring->fifths[index_of(measuring->size, known)] == 0)
        return track_line_side(line, next) <= 0;
    return track_line_crossing(line, false, known, exact_from_grid(next)) != 0;
}

const struct progress *progress_measure(const struct setup *setup)
{
    struct measuring measuring = measuring_begin(setup, NULL);
    size_t count = (size_t)measuring.size.x * (size_t)measuring.size.y;
    struct progress *progress =
        memory_allocate(1, sizeof *progress + count * sizeof *progress->fifths);
    atomic_init(&progress->references, 1);
    progress->size = measuring.size;
    measuring.fifths = progress->fifths;
    measuring.is_cut = leads_round;
    struct source_list sources = {0};
    struct point from = measuring.track->start.from;
    struct point whole = point_subtract(measuring.track->start.to, from);
    int steps = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= steps; i++) {
        struct point at = {from.x + whole.x / steps * i, from.y + whole.y / steps * i};
        if (is_on_sheet(measuring.size, at) && ground_holds_point(&measuring.ground, at))
            list_add(&sources, (struct source){at, 0});
    }
    spread(&measuring, &sources);
    free(sources.items);
    measuring_end(&measuring);
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
    int best = DISTANCE_NONE;
    struct point seen;
    for (seen.y = corner.y - FARTHEST_VIEW; seen.y <= corner.y + FARTHEST_VIEW + 1; seen.y++) {
        for (seen.x = corner.x - FARTHEST_VIEW; seen.x <= corner.x + FARTHEST_VIEW + 1; seen.x++) {
            if (!is_on_sheet(race->progress->size, seen))
                continue;
            int there = race->progress->fifths[index_of(race->progress->size, seen)];
            if (there != DISTANCE_NONE && (best == DISTANCE_NONE || there < best) &&
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
        return DISTANCE_NONE;
    return progress_at(race, exact_from_grid(grid));
}
/* --- to the finish: backwards, from checkpoint to checkpoint ------------------------------------
 */

struct distance {
    const struct track *track;
    struct point size; /* grid points across and up */
    int stages;        /* 1 + checkpoints that count */
    bool has_checkpoints;
    int laps;
    int lap;         /* a whole one, from line to line */
    int32_t *fifths; /* by stage (the checkpoint passed last), y, x */
};

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
                    if (!is_on_sheet(measuring->size, from) || !is_on_sheet(measuring->size, to) ||
                        crossing_of(measuring, from, to) <= 0 || !is_in_track(measuring, from, to))
                        continue;
                    if (beyond)
                        there = beyond[index_of(measuring->size, to)];
                    if (there != DISTANCE_NONE)
                        list_add(sources,
                                 (struct source){from, there + length_of(measuring, from, to)});
                }
}

static void list_points_of(const struct measuring *measuring,
                           const struct track_checkpoint *checkpoint, const int32_t *beyond,
                           struct source_list *sources)
{
    for (int i = 0; i < checkpoint->point_count; i++) {
        struct point at = checkpoint->points[i];
        if (!is_on_sheet(measuring->size, at))
            continue;
        int32_t fifths = beyond[index_of(measuring->size, at)];
        if (fifths != DISTANCE_NONE)
            list_add(sources, (struct source){at, fifths});
    }
}

static int32_t *measure_of(const struct distance *distance, int kind, int stage)
{
    size_t points = (size_t)distance->size.x * (size_t)distance->size.y;
    return distance->fifths + (size_t)(kind * distance->stages + stage) * points;
}

/* A car comes the other way, from what is next to what is known; back over the line would count. */
static bool leads_back(const struct measuring *measuring, struct point known, struct point next)
{
    return crossing_of(measuring, next, known) < 0;
}

/* On the way to a checkpoint crossings of the line mean nothing. */
static void measure_stage(struct measuring *measuring, struct distance *distance, int kind,
                          int stage)
{
    struct source_list sources = {0};
    bool last = stage == distance->stages - 1;
    measuring->fifths = measure_of(distance, kind, stage);
    measuring->is_cut =
        last && !distance->track->open && !distance->has_checkpoints ? leads_back : NULL;
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
static void measure_lap(struct measuring *measuring, struct distance *distance)
{
    const int32_t *before = measure_of(distance, OTHER_LAP, distance->stages - 1);
    struct source_list sources = {0};
    list_crossing_steps(measuring, measure_of(distance, OTHER_LAP, 0), &sources);
    for (int i = 0; i < sources.count; i++) {
        int lap = sources.items[i].fifths - before[index_of(distance->size, sources.items[i].at)];
        distance->lap = lap > distance->lap ? lap : distance->lap;
    }
    free(sources.items);
}

static void measure_all(struct measuring *measuring, struct distance *distance)
{
    for (int kind = LAST_LAP; kind < (distance->track->open ? OTHER_LAP : LAP_KINDS); kind++)
        for (int stage = distance->stages - 1; stage >= 0; stage--)
            measure_stage(measuring, distance, kind, stage);
    if (!distance->track->open)
        measure_lap(measuring, distance);
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

struct distance *distance_measure(const struct setup *setup, struct budget *budget)
{
    struct distance *distance = allocate(setup);
    struct measuring measuring = measuring_begin(setup, budget);
    bool spins = setup->values[FIELD_SLICKS] == SLICKS_SPIN && distance->track->slick_count > 0;
    measuring.end_only = setup->values[FIELD_PATH] == PATH_END;
    measuring.spin = spins ? distance_of_missed(setup->values[FIELD_SLICK_MISSED_TURNS]) : 0;
    measure_all(&measuring, distance);
    measuring_end(&measuring);
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
    return is_on_sheet(distance->size, at)
               ? measure_of(distance, kind, stage)[index_of(distance->size, at)]
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
