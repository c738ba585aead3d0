/* See fingerprint.h. Each list is led by its length, so that nothing can pass from one to the next.
 */
#include "track/fingerprint.h"

#include "base/hash.h"

static uint64_t add_point(uint64_t hash, struct point point)
{
    return hash_number(hash_number(hash, point.x), point.y);
}

static uint64_t add_area(uint64_t hash, const struct area *area)
{
    hash = hash_number(hash, area_loop_count(area));
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        hash = hash_number(hash, loop.count);
        for (int j = 0; j < loop.count; j++)
            hash = add_point(hash, loop.vertices[j]);
    }
    return hash;
}

static uint64_t add_patches(uint64_t hash, const struct track_patch *patches, int count)
{
    hash = hash_number(hash, count);
    for (int i = 0; i < count; i++)
        hash = add_point(add_area(hash, patches[i].area), patches[i].arrow);
    return hash;
}

static uint64_t add_line(uint64_t hash, const struct track_line *line)
{
    return add_point(add_point(hash, line->from), line->to);
}

static uint64_t add_checkpoints(uint64_t hash, const struct track *track)
{
    hash = hash_number(hash, track->checkpoint_count);
    for (int i = 0; i < track->checkpoint_count; i++) {
        const struct track_checkpoint *checkpoint = &track->checkpoints[i];
        hash = hash_number(hash, checkpoint->point_count);
        for (int j = 0; j < checkpoint->point_count; j++)
            hash = add_point(hash, checkpoint->points[j]);
    }
    return hash;
}

uint64_t track_fingerprint(const struct track *track)
{
    uint64_t hash = hash_number(hash_number(HASH_START, track->width), track->height);
    hash = add_area(hash, track->surface);
    hash = hash_number(hash, track->has_line + track->open);
    if (track->has_line)
        hash = add_line(add_line(hash, &track->start), &track->finish);
    hash = add_patches(hash, track->slicks, track->slick_count);
    hash = add_patches(hash, track->turbo_areas, track->turbo_count);
    hash = add_checkpoints(hash, track);
    hash = hash_number(hash, track->inspected_count);
    for (int i = 0; i < track->inspected_count; i++)
        hash = hash_number(add_point(hash, track->inspected[i].at),
                           track->inspected[i].inside ? 1 : 0);
    return hash;
}
