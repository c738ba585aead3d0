/* See passing.h. */
#include "track/passing.h"

#include "base/number.h"

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
