/* The agreements, one for each track that was inspected since the program began. */
#include "screens/graph_paper/inspection/agreement.h"

#include "base/memory.h"
#include "track/track.h"

#include <stdlib.h>
#include <string.h>

static struct agreement **agreements;
static int agreement_total, agreement_capacity;
static struct agreement *latest;

static int compare_points(const void *first, const void *second)
{
    const struct point a = ((const struct doubtful *)first)->at;
    const struct point b = ((const struct doubtful *)second)->at;
    return a.y != b.y ? a.y - b.y : a.x - b.x;
}

/* The index of the point, or of the next one. */
static int find_from(const struct doubtful *points, int count, struct point at)
{
    struct doubtful wanted = {at, VERDICT_AS_DRAWN};
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_points(&points[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* NULL if it is not among them. */
static struct doubtful *find_point(struct doubtful *points, int count, struct point at)
{
    int index = find_from(points, count, at);
    return index < count && point_equal(points[index].at, at) ? &points[index] : NULL;
}

/* The points near a wall, and those that the file declares elsewhere. */
static void list_points(struct agreement *agreement, const struct track *track)
{
    int near = 0, declared = track->inspected_count;
    struct point *points = track_list_doubtful(track, &near);
    struct doubtful *list = memory_allocate((size_t)near + (size_t)declared + 1, sizeof *list);
    for (int i = 0; i < near; i++)
        list[i].at = points[i];
    int count = near;
    for (int i = 0; i < declared; i++)
        if (!find_point(list, near, track->inspected[i].at))
            list[count++].at = track->inspected[i].at;
    if (count > near)
        qsort(list, (size_t)count, sizeof *list, compare_points);
    agreement->points = list;
    agreement->count = count;
    free(points);
}

struct agreement *agreement_find(const char *path)
{
    for (int i = 0; i < agreement_total; i++)
        if (strcmp(agreements[i]->path, path) == 0)
            return agreements[i];
    return NULL;
}

static struct agreement *add_agreement(const char *path, const struct track *track)
{
    struct agreement *agreement = memory_allocate(1, sizeof *agreement);
    agreement->path = memory_copy_string(path);
    list_points(agreement, track);
    for (int i = 0; i < track->inspected_count; i++) {
        const struct track_inspected *declared = &track->inspected[i];
        find_point(agreement->points, agreement->count, declared->at)->verdict =
            declared->inside ? VERDICT_INSIDE : VERDICT_OUTSIDE;
    }
    array_add(agreements, agreement_total, agreement_capacity, agreement);
    return agreement;
}

struct agreement *agreement_on(const char *path, const struct track *track)
{
    struct agreement *agreement = agreement_find(path);
    if (!agreement)
        agreement = add_agreement(path, track);
    else if (agreement->fingerprint != track_fingerprint(track)) {
        /* What was agreed on points that are still there. */
        struct doubtful *before = agreement->points;
        int count = agreement->count;
        list_points(agreement, track);
        for (int i = 0; i < count; i++) {
            struct doubtful *point = find_point(agreement->points, agreement->count, before[i].at);
            if (point)
                point->verdict = before[i].verdict;
        }
        free(before);
    }
    agreement->fingerprint = track_fingerprint(track);
    track_release(agreement->plain);
    agreement->plain = track_with_inspected(track, NULL, 0);
    latest = agreement;
    return agreement;
}

struct agreement *agreement_latest(void)
{
    return latest;
}

int agreement_from(const struct agreement *agreement, struct point at)
{
    return find_from(agreement->points, agreement->count, at);
}

int agreement_count(const struct agreement *agreement, enum verdict verdict)
{
    int count = 0;
    for (int i = 0; i < agreement->count; i++)
        count += agreement->points[i].verdict == verdict;
    return count;
}

void agreement_set_all(struct agreement *agreement, enum verdict verdict)
{
    for (int i = 0; i < agreement->count; i++)
        agreement->points[i].verdict = verdict;
}

struct track *agreement_make_track(const struct agreement *agreement)
{
    struct track_inspected *inspected =
        memory_allocate((size_t)agreement->count + 1, sizeof *inspected);
    int count = 0;
    for (int i = 0; i < agreement->count; i++) {
        const struct doubtful *point = &agreement->points[i];
        if (point->verdict != VERDICT_AS_DRAWN)
            inspected[count++] =
                (struct track_inspected){point->at, point->verdict == VERDICT_INSIDE};
    }
    struct track *track = track_with_inspected(agreement->plain, inspected, count);
    free(inspected);
    return track;
}

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[VERDICT_COUNT] = {"as drawn", "inside", "outside"};
    return names[verdict];
}
