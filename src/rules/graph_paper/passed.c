/* What a move passes on its way, in order: checkpoints, the line, turbo areas (RULES 1.5, 5.5, 7,
 * 8.1, 8.2).
 *
 * Checkpoints and the line depend on each other, because only the next checkpoint counts and a
 * counted crossing begins anew; so the way is walked from place to place. At one place checkpoints
 * come before the line.
 */
#include "rules/graph_paper/race.h"

#include "base/memory.h"
#include "track/track.h"

#include <stdlib.h>

struct walk {
    const struct paper_race *race;
    const struct drive *drive;
    struct car *car;
    struct passed_list *list;
    struct along_place at; /* reached so far */
    bool behind;           /* the line was crossed there: what touches there only was before it */
    bool finished;
};

static struct along_place place_of(const struct drive *drive, struct exact_point at)
{
    return along_place_of(drive->from, drive->to, at);
}

static void add(struct passed_list *list, struct passed passed)
{
    if (list == NULL)
        return;
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = passed;
}

static bool lap_is_open(const struct walk *walk)
{
    return track_of(walk->race->setup)->open || walk->car->laps_opened > 0;
}

/* RULES 8.2: one after the other, up to a place and with it. */
static void pass_checkpoints(struct walk *walk, struct along_place until)
{
    const struct track *track = track_of(walk->race->setup);
    struct car *car = walk->car;
    if (!race_has_checkpoints(walk->race) || !lap_is_open(walk))
        return;
    while (car->checkpoint < track->checkpoint_count) {
        struct along_contact within = {walk->at, until};
        struct along_place place;
        if (!passing_find_checkpoint(&track->checkpoints[car->checkpoint], walk->drive->from,
                                     walk->drive->to, within, walk->behind, &place))
            return;
        car->checkpoint++;
        add(walk->list,
            (struct passed){.type = EVENT_CHECKPOINT, .at = place, .number = car->checkpoint});
        walk->behind = walk->behind && along_compare(place, walk->at) == 0;
        walk->at = place;
    }
}

/* RULES 8.2: does the forward crossing count? The one that opens lap 1 needs no checkpoints. */
static bool is_counted(const struct walk *walk)
{
    return !lap_is_open(walk) ||
           walk->car->checkpoint == track_of(walk->race->setup)->checkpoint_count;
}

/* With checkpoints, what a counted crossing does. */
static bool open_lap(struct walk *walk)
{
    struct car *car = walk->car;
    if (walk->drive->crossing < 0 || !is_counted(walk))
        return false;
    car->laps_opened++;
    car->checkpoint = 0;
    walk->finished =
        track_of(walk->race->setup)->open || car->laps_opened > race_value(walk->race, FIELD_LAPS);
    return !walk->finished;
}

/* RULES 8.1: closed tracks count the crossings, open ones take the first forward one. */
static bool count_crossing(struct walk *walk)
{
    const struct paper_race *race = walk->race;
    bool open = track_of(race->setup)->open;
    walk->finished =
        open ? walk->drive->crossing > 0 : walk->car->crossings > race_value(race, FIELD_LAPS);
    return !open && !walk->finished;
}

static void cross_line(struct walk *walk)
{
    const struct track_line *line = &track_of(walk->race->setup)->finish;
    along_meets_line(walk->drive->from, walk->drive->to, line->from, line->to, &walk->at);
    walk->behind = true;
    walk->car->crossings += walk->drive->crossing;
    bool told = race_has_checkpoints(walk->race) ? open_lap(walk) : count_crossing(walk);
    if (!told)
        return;
    add(walk->list, (struct passed){.type = EVENT_LAP,
                                    .at = walk->at,
                                    .crossing = walk->drive->crossing,
                                    .number = race_lap_of(walk->race, walk->car)});
}

bool passed_count(const struct paper_race *race, const struct drive *drive, struct car *car,
                  struct passed_list *list, struct along_place *last)
{
    struct walk walk = {.race = race, .drive = drive, .car = car, .list = list};
    walk.at = place_of(drive, drive->begin);
    *last = place_of(drive, drive->end);
    if (drive->crossing != 0) {
        struct along_place line = *last;
        const struct track_line *finish = &track_of(race->setup)->finish;
        along_meets_line(drive->from, drive->to, finish->from, finish->to, &line);
        pass_checkpoints(&walk, line);
        cross_line(&walk);
    }
    if (walk.finished)
        *last = walk.at;
    else
        pass_checkpoints(&walk, *last);
    return walk.finished;
}

/* Behind what stands at the same place already (5.5). */
static void insert(struct passed_list *list, struct passed passed)
{
    add(list, passed);
    int i = list->count - 1;
    for (; i > 0 && along_compare(passed.at, list->items[i - 1].at) < 0; i--)
        list->items[i] = list->items[i - 1];
    list->items[i] = passed;
}

struct point passed_find_turbo(const struct paper_race *race, const struct drive *drive,
                               struct along_place last, struct passed_list *list)
{
    const struct track *track = track_of(race->setup);
    struct point sum = {0, 0};
    if (race_value(race, FIELD_TURBO_AREAS) != SWITCH_ON)
        return sum;
    for (int i = 0; i < track->turbo_count; i++) {
        const struct track_patch *area = &track->turbo_areas[i];
        struct along_place first;
        if (!along_meets_area(drive->from, drive->to, area->area, &first) ||
            along_compare(first, last) > 0)
            continue;
        sum = point_add(sum, area->arrow);
        insert(list, (struct passed){.type = EVENT_TURBO, .at = first, .shift = area->arrow});
    }
    return sum;
}
