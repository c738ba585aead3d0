/* Sharing tracks, and what the rules ask of a start or finish line. */
#include "track/track.h"

#include "base/memory.h"
#include "track/inspected.h"
#include "track/new_track.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/* What others see is the first member, so a pointer to one is a pointer to the other. */
struct counted_track {
    struct track track;
    atomic_int references;
    /* The owner of everything but the inspected points; NULL: this track itself. */
    const struct track *lender;
};

static struct counted_track *counted(const struct track *track)
{
    return (struct counted_track *)(uintptr_t)track;
}

struct track *track_new(void)
{
    struct counted_track *made = memory_allocate(1, sizeof *made);
    atomic_init(&made->references, 1);
    return &made->track;
}

struct track *track_new_borrowing(const struct track *lender)
{
    struct track *track = track_new();
    *track = *lender;
    track->inspected = NULL;
    track->inspected_count = 0;
    track->inspected_map = NULL;
    counted(track)->lender = track_retain(lender);
    return track;
}

struct track *track_retain(const struct track *track)
{
    atomic_fetch_add(&counted(track)->references, 1);
    return &counted(track)->track;
}

static void free_patches(struct track_patch *patches, int count)
{
    for (int i = 0; i < count; i++)
        area_free(patches[i].area);
    free(patches);
}

static void free_own(const struct track *track)
{
    for (int i = 0; i < track->checkpoint_count; i++)
        free(track->checkpoints[i].points);
    free_patches(track->slicks, track->slick_count);
    free_patches(track->turbo_areas, track->turbo_count);
    area_free(track->surface);
    free(track->checkpoints);
    free(track->name);
    free(track->description);
}

struct point track_size(const struct track *track)
{
    return (struct point){track->width, track->height};
}

void track_release(const struct track *track)
{
    if (!track || atomic_fetch_sub(&counted(track)->references, 1) > 1)
        return;
    free(track->inspected);
    inspected_map_free(track->inspected_map);
    if (counted(track)->lender)
        track_release(counted(track)->lender);
    else
        free_own(track);
    free(counted(track));
}

bool track_on_slick(const struct track *track, struct point grid)
{
    for (int i = 0; i < track->slick_count; i++)
        if (area_place_grid(track->slicks[i].area, grid) != PLACE_OUTSIDE)
            return true;
    return false;
}

int track_line_side(const struct track_line *line, struct point grid)
{
    int64_t side = point_cross(line->from, line->to, grid);
    return (side > 0) - (side < 0);
}

/* A way with a grid point at one end and a rational point at the other, on different sides of the
 * line's carrier or at most one of them on it. It meets the carrier between the line's ends if they
 * are not both on the same side of it. */
static bool meets_between_ends(const struct track_line *line, struct point grid,
                               struct exact_point other)
{
    return exact_side(grid, line->from, other) * exact_side(grid, line->to, other) <= 0;
}

int track_line_crossing(const struct track_line *line, bool touch, struct point from,
                        struct exact_point to)
{
    int least = touch ? 0 : 1;
    bool was_beyond = track_line_side(line, from) >= least;
    bool is_beyond = exact_side(line->from, line->to, to) >= least;
    if (was_beyond == is_beyond || !meets_between_ends(line, from, to))
        return 0;
    return is_beyond ? 1 : -1;
}

int track_line_crossing_back(const struct track_line *line, bool touch, struct exact_point from,
                             struct point to)
{
    return -track_line_crossing(line, touch, to, from);
}
