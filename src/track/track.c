/* Sharing tracks, what they are as a number, and what is passed on the way over one: start and
 * finish lines, checkpoints.
 */
#include "track/track.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/number.h"
#include "track/inside.h"

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
    free(track->remark);
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

/* --- the fingerprint: each list is led by its length, so that nothing can pass from one to the
 * next */

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

/* --- checkpoints ------------------------------------------------------------------------------ */

static bool are_neighbours(struct point a, struct point b)
{
    struct point d = point_subtract(b, a);
    return d.x >= -1 && d.x <= 1 && d.y >= -1 && d.y <= 1;
}

/* A box of grid points that a way lies in. What a join outside has in common with it is an end. */
static struct point_range box_of(struct point a, struct point b)
{
    return (struct point_range){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y},
                                {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
}

static bool box_holds(const struct point_range *box, struct point at)
{
    return at.x >= box->low.x && at.x <= box->high.x && at.y >= box->low.y && at.y <= box->high.y;
}

/* Calls `visit` for each point of the checkpoint in the box, as a join from it to itself, and for
 * each join between two of them. */
static void visit_joins(const struct track_checkpoint *checkpoint, const struct point_range *box,
                        void (*visit)(void *context, struct point a, struct point b), void *context)
{
    for (int i = 0; i < checkpoint->point_count; i++) {
        struct point a = checkpoint->points[i];
        if (!box_holds(box, a))
            continue;
        for (int j = i; j < checkpoint->point_count; j++)
            if (are_neighbours(a, checkpoint->points[j]))
                visit(context, a, checkpoint->points[j]);
    }
}

struct move_search {
    struct point from, to;
    struct along_contact within;
    bool behind;
    struct along_place first;
    bool found;
};

static void visit_on_move(void *context, struct point a, struct point b)
{
    struct move_search *search = context;
    struct along_contact contact;
    if (!along_meets_join(search->from, search->to, a, b, &contact))
        return;
    int left = along_compare(contact.last, search->within.first);
    if (left < 0 || (left == 0 && search->behind) ||
        along_compare(contact.first, search->within.last) > 0)
        return;
    if (along_compare(contact.first, search->within.first) < 0)
        contact.first = search->within.first;
    if (!search->found || along_compare(contact.first, search->first) < 0)
        search->first = contact.first;
    search->found = true;
}

bool passing_find_checkpoint(const struct track_checkpoint *checkpoint, struct point from,
                             struct point to, struct along_contact within, bool behind,
                             struct along_place *place)
{
    struct move_search search = {.from = from, .to = to, .within = within, .behind = behind};
    struct point_range box = box_of(from, to);
    visit_joins(checkpoint, &box, visit_on_move, &search);
    if (search.found)
        *place = search.first;
    return search.found;
}

struct way_search {
    struct exact_point from;
    struct point to;
    bool found;
};

/* How far a grid point of the way's straight line is from `to` towards `from`, along the way's
 * longer axis, times from.w. */
static int64_t distance_back(const struct way_search *way, struct point at)
{
    int64_t right = way->from.x - way->to.x * way->from.w;
    int64_t up = way->from.y - way->to.y * way->from.w;
    int64_t distance = (right != 0 ? at.x - way->to.x : at.y - way->to.y) * way->from.w;
    return (right != 0 ? right : up) < 0 ? -distance : distance;
}

static int64_t length_of(const struct way_search *way)
{
    int64_t right = way->from.x - way->to.x * way->from.w;
    int64_t up = way->from.y - way->to.y * way->from.w;
    int64_t length = right != 0 ? right : up;
    return length < 0 ? -length : length;
}

static void visit_on_way(void *context, struct point a, struct point b)
{
    struct way_search *way = context;
    int side_a = exact_side(way->to, a, way->from);
    int side_b = exact_side(way->to, b, way->from);
    if (side_a * side_b > 0)
        return;
    if (side_a == 0 && side_b == 0) {
        /* On the way's own straight line: its start, the exit, is left out. */
        int64_t at_a = distance_back(way, a);
        int64_t at_b = distance_back(way, b);
        int64_t nearest = at_a < at_b ? at_a : at_b;
        int64_t farthest = at_a < at_b ? at_b : at_a;
        way->found |= farthest >= 0 && nearest < length_of(way);
        return;
    }
    int64_t side_to = point_cross(a, b, way->to);
    int side_from = exact_side(a, b, way->from);
    /* The exit on the join: nothing of the way follows it there. */
    way->found |= side_from != 0 && (side_to == 0 || (side_to > 0) != (side_from > 0));
}

bool passing_way_touches_checkpoint(const struct track *track, struct exact_point from,
                                    struct point to)
{
    struct way_search way = {.from = from, .to = to};
    struct point corner = {(int32_t)number_floor_divide(from.x, from.w),
                           (int32_t)number_floor_divide(from.y, from.w)};
    if (exact_equal(from, exact_from_grid(to)))
        return false;
    struct point_range box = box_of(corner, to);
    box.high.x = box.high.x > corner.x ? box.high.x : corner.x + 1;
    box.high.y = box.high.y > corner.y ? box.high.y : corner.y + 1;
    for (int i = 0; i < track->checkpoint_count; i++)
        visit_joins(&track->checkpoints[i], &box, visit_on_way, &way);
    return way.found;
}
