/* See track.h.
 *
 * Where no declared point is near, the area is asked. Else the way is traced through the area and
 * the squares of the declared points are put over it; what then lies in the track can be read off
 * the steps. Squares never overlap, so their order does not matter.
 *
 * An inspected track borrows the polygons of the one that it came from, so inspecting copies
 * nothing. Where cars may start is found by rows, kept as runs of neighbours, because an arena may
 * have 16 million points.
 */
#include "track/track.h"

#include "base/memory.h"
#include "base/number.h"
#include "geometry/area.h"
#include "track/draft.h"

#include <assert.h>
#include <stdlib.h>

/* --- points declared inside or outside -------------------------------------------------------- */

/* By y, then x; what is declared inside first, should somebody have said both. */
static int compare_inspected(const void *first, const void *second)
{
    const struct track_inspected *a = first, *b = second;
    struct point d = point_subtract(a->at, b->at);
    return d.y != 0 ? d.y : d.x != 0 ? d.x : (int)b->inside - (int)a->inside;
}

void inspected_sort(struct track *track)
{
    if (track->inspected_count > 1)
        qsort(track->inspected, (size_t)track->inspected_count, sizeof *track->inspected,
              compare_inspected);
}

/* The first one that is not before this place. */
static int find_from(const struct track *track, int x, int y)
{
    const struct track_inspected from = {{x, y}, true};
    int low = 0, high = track->inspected_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_inspected(&track->inspected[middle], &from) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The declared points within a box of grid points, row by row, without going through all of them.
 */
struct inspected_search {
    const struct track *track;
    struct point low, high;
    int next; /* to be looked at */
};

static struct inspected_search inspected_search_begin(const struct track *track, struct point low,
                                                      struct point high)
{
    return (struct inspected_search){track, low, high, find_from(track, low.x, low.y)};
}

static bool inspected_search_next(struct inspected_search *search, struct track_inspected *found)
{
    const struct track *track = search->track;
    while (search->next < track->inspected_count) {
        const struct track_inspected *point = &track->inspected[search->next];
        if (point->at.y > search->high.y)
            return false;
        if (point->at.x >= search->low.x && point->at.x <= search->high.x) {
            *found = *point;
            search->next++;
            return true;
        }
        int row = point->at.y + (point->at.x > search->high.x);
        search->next = find_from(track, search->low.x, row);
    }
    return false;
}

/* --- the ground ------------------------------------------------------------------------------- */

/* Half the side of a declared point's square, in fine units. */
enum { REACH = FINE / 4 };

static bool place_counts(const struct ground *ground, enum place place)
{
    return place == PLACE_INSIDE || (place == PLACE_WALL && !ground->walls_out);
}

static bool is_declared(const struct ground *ground, struct point grid, bool *inside)
{
    if (ground->track->inspected_count == 0)
        return false;
    struct track_inspected found;
    struct inspected_search search = inspected_search_begin(ground->track, grid, grid);
    if (!inspected_search_next(&search, &found))
        return false;
    *inside = found.inside;
    return true;
}

bool ground_holds_point(const struct ground *ground, struct point grid)
{
    bool inside;
    if (is_declared(ground, grid, &inside))
        return inside;
    return place_counts(ground, area_place_grid(ground->track->surface, grid));
}

void ground_hold_rows(const struct ground *ground, int y, int rows, bool *holds)
{
    const struct track *track = ground->track;
    size_t across = (size_t)track->width + 1, count = across * (size_t)rows;
    unsigned char *places = memory_allocate(count, 1);
    area_place_rows(track->surface, y, rows, track->width, places);
    for (size_t i = 0; i < count; i++)
        holds[i] = place_counts(ground, (enum place)places[i]);
    free(places);
    struct track_inspected found;
    struct inspected_search search = inspected_search_begin(
        track, (struct point){0, y}, (struct point){track->width, y + rows - 1});
    while (inspected_search_next(&search, &found))
        holds[(size_t)(found.at.y - y) * across + (size_t)found.at.x] = found.inside;
}

bool ground_holds_box(const struct ground *ground, struct point low, struct point high)
{
    if (!area_holds_box(ground->track->surface, low, high))
        return false;
    if (ground->track->inspected_count == 0)
        return true;
    struct track_inspected found;
    struct inspected_search search = inspected_search_begin(ground->track, low, high);
    while (inspected_search_next(&search, &found))
        if (!found.inside)
            return false;
    return true;
}

/* The grid points whose squares may meet a segment are within its box. */
static struct inspected_search search_near(const struct ground *ground, struct point from,
                                           struct point to)
{
    struct point low = {from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y};
    struct point high = point_subtract(point_add(from, to), low);
    return inspected_search_begin(ground->track, low, high);
}

/* Is the square of a declared point met by the straight line that the segment lies on? */
static bool meets_square(struct point from, struct point to, struct point at)
{
    struct point d = point_subtract(to, from);
    return 4 * llabs(point_cross(from, to, at)) <= llabs(d.x) + llabs(d.y);
}

static bool is_disturbed(const struct ground *ground, struct point from, struct point to)
{
    if (ground->track->inspected_count == 0)
        return false;
    struct track_inspected found;
    struct inspected_search search = search_near(ground, from, to);
    while (inspected_search_next(&search, &found))
        if (meets_square(from, to, found.at))
            return true;
    return false;
}

/* What is off the sheet is off the track, whatever was declared. */
static void put_square(const struct ground *ground, struct trace *trace,
                       const struct track_inspected *point)
{
    struct point at = point_to_fine(point->at);
    struct point low = {at.x - REACH, at.y - REACH};
    struct point high = {at.x + REACH, at.y + REACH};
    struct point corner =
        point_to_fine((struct point){ground->track->width, ground->track->height});
    if (!point->inside) {
        trace_set_box(trace, low, high, false, PLACE_OUTSIDE);
        return;
    }
    low = (struct point){low.x > 0 ? low.x : 0, low.y > 0 ? low.y : 0};
    high = (struct point){high.x < corner.x ? high.x : corner.x,
                          high.y < corner.y ? high.y : corner.y};
    trace_set_box(trace, low, high, true, PLACE_INSIDE);
}

static struct trace trace_ground(const struct ground *ground, struct point from, struct point to)
{
    struct trace trace = trace_move(ground->track->surface, from, to);
    struct track_inspected found;
    struct inspected_search search = search_near(ground, from, to);
    while (inspected_search_next(&search, &found))
        if (meets_square(from, to, found.at))
            put_square(ground, &trace, &found);
    return trace;
}

/* The first step whose point or what follows it is off the track; the count if there is none. What
 * follows the last step is no part of the way. */
static int find_leaving(const struct ground *ground, const struct trace *trace)
{
    int last = trace->count - 1;
    for (int i = 0; i <= last; i++) {
        const struct trace_step *step = &trace->steps[i];
        if (!place_counts(ground, step->here) || (i < last && !place_counts(ground, step->after)))
            return i;
    }
    return trace->count;
}

/* Where walls may not be touched and nothing was declared near. */
static bool holds_free_of_walls(const struct ground *ground, struct point from, struct point to,
                                struct along_place *wall)
{
    return area_place_grid(ground->track->surface, from) == PLACE_INSIDE &&
           !along_meets_wall(from, to, ground->track->surface, wall);
}

/* ground_find_exit where something is declared near; `from` lies in the track. */
static bool find_traced_exit(const struct ground *ground, struct point from, struct point to,
                             struct exact_point *exit)
{
    struct trace trace = trace_ground(ground, from, to);
    int leaving = find_leaving(ground, &trace);
    bool holds = leaving == trace.count;
    if (!holds)
        *exit = trace_point(&trace, leaving);
    free(trace.steps);
    return holds;
}

bool ground_holds_move(const struct ground *ground, struct point from, struct point to)
{
    if (!is_disturbed(ground, from, to)) {
        const struct area *surface = ground->track->surface;
        if (!ground->walls_out)
            return area_holds_move(surface, from, to);
        struct along_place wall;
        return area_place_grid(surface, to) == PLACE_INSIDE &&
               holds_free_of_walls(ground, from, to, &wall);
    }
    if (!ground_holds_point(ground, from) || !ground_holds_point(ground, to))
        return false;
    struct exact_point exit;
    return point_equal(from, to) || find_traced_exit(ground, from, to, &exit);
}

bool ground_find_exit(const struct ground *ground, struct point from, struct point to,
                      struct exact_point *exit)
{
    if (!ground_holds_point(ground, from)) {
        *exit = exact_from_grid(from);
        return false;
    }
    if (point_equal(from, to))
        return true;
    if (is_disturbed(ground, from, to))
        return find_traced_exit(ground, from, to, exit);
    if (!ground->walls_out)
        return area_find_exit(ground->track->surface, from, to, exit);
    struct along_place wall;
    if (holds_free_of_walls(ground, from, to, &wall))
        return true;
    *exit = along_point_at(from, to, wall);
    return false;
}

bool ground_holds_way(const struct ground *ground, struct exact_point from, struct point to)
{
    if (!ground_holds_point(ground, to) || exact_equal(from, exact_from_grid(to)))
        return ground_holds_point(ground, to);
    struct track_inspected found;
    /* The same as for moves, with the corners of the squares that an exit is in. */
    struct point low = {(int32_t)number_floor_divide(from.x, from.w),
                        (int32_t)number_floor_divide(from.y, from.w)};
    struct point high = {low.x + 1, low.y + 1};
    low = (struct point){to.x < low.x ? to.x : low.x, to.y < low.y ? to.y : low.y};
    high = (struct point){to.x > high.x ? to.x : high.x, to.y > high.y ? to.y : high.y};
    struct inspected_search search = inspected_search_begin(ground->track, low, high);
    bool near = inspected_search_next(&search, &found);
    if (!near && !ground->walls_out)
        return area_holds_way(ground->track->surface, from, to);
    struct trace trace = trace_way(ground->track->surface, from, to);
    for (; near; near = inspected_search_next(&search, &found))
        put_square(ground, &trace, &found);
    /* The way was traced from its end, and contact at the exit does not count. */
    bool holds = find_leaving(ground, &trace) >= trace.count - 1;
    free(trace.steps);
    return holds;
}

/* Pieces while they are found, from step to step. */
struct ground_piece_list {
    struct ground_piece *items;
    int limit;
    int count;
    bool begun; /* the last one has not ended yet */
};

/* From this step on a piece goes on, or none does. */
static void note_piece(struct ground_piece_list *pieces, bool goes_on, const struct trace *trace,
                       int step)
{
    if (pieces->begun == goes_on)
        return;
    pieces->begun = goes_on;
    pieces->count += goes_on;
    if (pieces->count > pieces->limit)
        return;
    struct ground_piece *piece = &pieces->items[pieces->count - 1];
    *(goes_on ? &piece->enter : &piece->leave) = trace_point(trace, step);
}

int ground_list_pieces(const struct ground *ground, struct point from, struct point to,
                       struct ground_piece *pieces, int limit)
{
    struct ground_piece_list list = {.items = pieces, .limit = limit};
    if (point_equal(from, to)) {
        if (!ground_holds_point(ground, from))
            return 0;
        if (limit > 0)
            pieces[0] = (struct ground_piece){exact_from_grid(from), exact_from_grid(from)};
        return 1;
    }
    struct trace trace = trace_ground(ground, from, to);
    int last = trace.count - 1;
    for (int i = 0; i <= last; i++) {
        const struct trace_step *step = &trace.steps[i];
        note_piece(&list, place_counts(ground, step->here), &trace, i);
        note_piece(&list, i < last && place_counts(ground, step->after), &trace, i);
    }
    free(trace.steps);
    return list.count;
}

/* === crossing ================================================================================= */

/* A sweep over all vertices from left to right (Shamos and Hoey), made to accept touching.
 *
 * At each point where there are vertices, every loop that passes is a pair of directions: where it
 * comes from and where it goes. An edge that runs through the point without a vertex is such a
 * pair, too. Two pairs that alternate round the point cross; pairs that share a direction run along
 * each other there and do not. Between vertices, edges that cross stand next to each other in the
 * status before they do, so it is enough to try each pair of new neighbours.
 *
 * Everything is decided by signs of integer cross products. Up to the first crossing the order in
 * the status is sound; the sweep ends there.
 */

/* --- the order of the edges along the sweep line ------------------------------------------------
 *
 * A treap with the neighbours threaded through it. Edges that lie on one another may stand in any
 * order. Nodes are edges, known by their index; their priorities are a hash of it, so that every
 * run is the same. Whatever is asked of it, it stays a tree: an order that is not one (because
 * edges cross) can only make answers wrong.
 */

enum { NO_EDGE = -1 };

/* From the end that the sweep meets first: the smaller x, then the smaller y. */
struct sweep_edge {
    struct point left, right;
};

struct status_node {
    int parent, lower, upper; /* the tree */
    int below, above;         /* the neighbours */
};

struct status {
    const struct sweep_edge *edges;
    struct status_node *nodes; /* one an edge */
    int root;
};

static void status_begin(struct status *status, const struct sweep_edge *edges, int count)
{
    status->edges = edges;
    status->nodes = memory_allocate((size_t)count, sizeof *status->nodes);
    status->root = NO_EDGE;
}

static int64_t side(const struct status *status, int edge, struct point at)
{
    return point_cross(status->edges[edge].left, status->edges[edge].right, at);
}

static uint32_t priority(int edge)
{
    uint32_t hash = (uint32_t)edge * 0x9E3779B1u;
    hash = (hash ^ (hash >> 15)) * 0x85EBCA77u;
    return hash ^ (hash >> 13);
}

/* Puts `with` (perhaps NO_EDGE) where `edge` hangs. */
static void replace_child(struct status *status, int edge, int with)
{
    int parent = status->nodes[edge].parent;
    if (parent == NO_EDGE)
        status->root = with;
    else if (status->nodes[parent].lower == edge)
        status->nodes[parent].lower = with;
    else
        status->nodes[parent].upper = with;
    if (with != NO_EDGE)
        status->nodes[with].parent = parent;
}

/* Lifts a child above its parent. */
static void rotate_up(struct status *status, int edge)
{
    struct status_node *nodes = status->nodes;
    int parent = nodes[edge].parent;
    bool is_lower = nodes[parent].lower == edge;
    int moved = is_lower ? nodes[edge].upper : nodes[edge].lower;
    replace_child(status, parent, edge);
    if (is_lower) {
        nodes[parent].lower = moved;
        nodes[edge].upper = parent;
    } else {
        nodes[parent].upper = moved;
        nodes[edge].lower = parent;
    }
    nodes[parent].parent = edge;
    if (moved != NO_EDGE)
        nodes[moved].parent = parent;
}

static void thread_between(struct status *status, int below, int edge, int above)
{
    status->nodes[edge].below = below;
    status->nodes[edge].above = above;
    if (below != NO_EDGE)
        status->nodes[below].above = edge;
    if (above != NO_EDGE)
        status->nodes[above].below = edge;
}

static void status_insert(struct status *status, int edge)
{
    struct status_node *nodes = status->nodes;
    int parent = NO_EDGE;
    int next = status->root;
    bool above = false;
    while (next != NO_EDGE) {
        parent = next;
        /* Is the new edge above the one in the tree? From a point on it, its slope decides. */
        int64_t from = side(status, parent, status->edges[edge].left);
        above = (from != 0 ? from : side(status, parent, status->edges[edge].right)) > 0;
        next = above ? nodes[parent].upper : nodes[parent].lower;
    }
    nodes[edge] = (struct status_node){parent, NO_EDGE, NO_EDGE, NO_EDGE, NO_EDGE};
    if (parent == NO_EDGE) {
        status->root = edge;
    } else if (above) {
        nodes[parent].upper = edge;
        thread_between(status, parent, edge, nodes[parent].above);
    } else {
        nodes[parent].lower = edge;
        thread_between(status, nodes[parent].below, edge, parent);
    }
    while (nodes[edge].parent != NO_EDGE && priority(nodes[edge].parent) < priority(edge))
        rotate_up(status, edge);
}

static void status_remove(struct status *status, int edge)
{
    struct status_node *node = &status->nodes[edge];
    while (node->lower != NO_EDGE && node->upper != NO_EDGE) {
        bool lower = priority(node->lower) > priority(node->upper);
        rotate_up(status, lower ? node->lower : node->upper);
    }
    replace_child(status, edge, node->lower != NO_EDGE ? node->lower : node->upper);
    if (node->below != NO_EDGE)
        status->nodes[node->below].above = node->above;
    if (node->above != NO_EDGE)
        status->nodes[node->above].below = node->below;
}

/* --- the sweep -------------------------------------------------------------------------------- */

/* Vertex i is the start of edge i. */
struct vertex {
    struct point at;
    int index;
    int loop;
    int previous, next; /* indices of the neighbours on its loop */
};

/* One of the two directions of a pass through a point. */
struct ray {
    int32_t dx, dy;
    int pass;
};

struct ground_pass {
    int loop;
    int low, high; /* ranks of its directions round the point; equal directions, equal ranks */
};

struct sweep {
    struct vertex *vertices;
    int *order; /* the vertices by place */
    struct sweep_edge *edges;
    struct status status;
    struct ray *rays;
    struct ground_pass *passes;
    int *open; /* passes that a walk round the point has met one end of */
    int count;
    struct crossing *found;
};

static bool comes_before(struct point a, struct point b)
{
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

static struct sweep_edge edge_between(struct point from, struct point to)
{
    return comes_before(from, to) ? (struct sweep_edge){from, to} : (struct sweep_edge){to, from};
}

static void add_loop(struct sweep *sweep, const struct loop *loop, int index)
{
    int first = sweep->count;
    for (int i = 0; i < loop->count; i++) {
        int self = first + i;
        struct point from = loop->vertices[i];
        struct point to = loop->vertices[(i + 1) % loop->count];
        assert(!point_equal(from, to));
        sweep->vertices[self] = (struct vertex){from, self, index, self - 1, self + 1};
        sweep->edges[self] = edge_between(from, to);
    }
    sweep->count += loop->count;
    sweep->vertices[first].previous = sweep->count - 1;
    sweep->vertices[sweep->count - 1].next = first;
}

static bool report_crossing(struct sweep *sweep, int one, int other, struct point at)
{
    sweep->found->first = one < other ? one : other;
    sweep->found->second = one < other ? other : one;
    sweep->found->at = at;
    return true;
}

static int sign(int64_t number)
{
    return (number > 0) - (number < 0);
}

/* Where two edges cross whose ends are strictly on both sides of each other; their left ends may be
 * a whole sheet apart, so the products need more than 64 bits. */
static struct point crossing_point(const struct sweep_edge *a, const struct sweep_edge *b)
{
    int64_t from = point_cross(b->left, b->right, a->left);
    int64_t to = point_cross(b->left, b->right, a->right);
    __extension__ typedef __int128 wide;
    wide dx = (wide)(a->right.x - a->left.x) * from / (from - to);
    wide dy = (wide)(a->right.y - a->left.y) * from / (from - to);
    return (struct point){a->left.x + (int32_t)dx, a->left.y + (int32_t)dy};
}

/* In the middle of both? */
static bool edges_cross(const struct sweep_edge *a, const struct sweep_edge *b)
{
    return sign(point_cross(a->left, a->right, b->left)) *
                   sign(point_cross(a->left, a->right, b->right)) <
               0 &&
           sign(point_cross(b->left, b->right, a->left)) *
                   sign(point_cross(b->left, b->right, a->right)) <
               0;
}

static bool try_neighbours(struct sweep *sweep, int below, int above)
{
    const struct sweep_edge *a, *b;
    if (below == NO_EDGE || above == NO_EDGE)
        return false;
    a = &sweep->edges[below];
    b = &sweep->edges[above];
    if (!edges_cross(a, b))
        return false;
    return report_crossing(sweep, sweep->vertices[below].loop, sweep->vertices[above].loop,
                           crossing_point(a, b));
}

static bool is_upper_half(const struct ray *ray)
{
    return ray->dy > 0 || (ray->dy == 0 && ray->dx > 0);
}

static int compare_rays(const void *first, const void *second)
{
    const struct ray *a = first;
    const struct ray *b = second;
    if (is_upper_half(a) != is_upper_half(b))
        return is_upper_half(a) ? -1 : 1;
    return sign((int64_t)b->dx * a->dy - (int64_t)b->dy * a->dx);
}

static void add_pass(struct sweep *sweep, int pass, int loop, struct point at, struct point from,
                     struct point to)
{
    struct point in = point_subtract(from, at);
    struct point out = point_subtract(to, at);
    sweep->passes[pass] = (struct ground_pass){loop, -1, -1};
    sweep->rays[2 * pass] = (struct ray){in.x, in.y, pass};
    sweep->rays[2 * pass + 1] = (struct ray){out.x, out.y, pass};
}

static int compare_passes(const void *first, const void *second)
{
    const struct ground_pass *a = first;
    const struct ground_pass *b = second;
    return a->low != b->low ? a->low - b->low : b->high - a->high;
}

/* Passes that do not alternate lie in one another like brackets. Of two that begin together the one
 * that ends later was sorted first, so they are no crossing. */
static bool try_passes(struct sweep *sweep, int count, struct point at)
{
    int depth = 0;
    if (count < 2)
        return false;
    int rank = 0;
    qsort(sweep->rays, 2 * (size_t)count, sizeof *sweep->rays, compare_rays);
    for (int i = 0; i < 2 * count; i++) {
        struct ground_pass *pass = &sweep->passes[sweep->rays[i].pass];
        if (i > 0 && compare_rays(&sweep->rays[i - 1], &sweep->rays[i]) != 0)
            rank++;
        if (pass->low < 0)
            pass->low = rank;
        else
            pass->high = rank;
    }
    qsort(sweep->passes, (size_t)count, sizeof *sweep->passes, compare_passes);
    for (int i = 0; i < count; i++) {
        const struct ground_pass *pass = &sweep->passes[i];
        const struct ground_pass *around;
        while (depth > 0 && sweep->passes[sweep->open[depth - 1]].high <= pass->low)
            depth--;
        around = depth > 0 ? &sweep->passes[sweep->open[depth - 1]] : NULL;
        if (around && around->high < pass->high)
            return report_crossing(sweep, around->loop, pass->loop, at);
        sweep->open[depth++] = i;
    }
    return false;
}

/* The edge of a vertex that lies at the point, on the side of its loop that is asked for. */
static int edge_at(const struct vertex *vertex, bool to_next)
{
    return to_next ? vertex->index : vertex->previous;
}

static bool end_edges(struct sweep *sweep, const struct vertex *vertex)
{
    for (int to_next = 0; to_next < 2; to_next++) {
        int edge = edge_at(vertex, to_next);
        if (!point_equal(sweep->edges[edge].right, vertex->at))
            continue;
        const struct status_node *node = &sweep->status.nodes[edge];
        status_remove(&sweep->status, edge);
        if (try_neighbours(sweep, node->below, node->above))
            return true;
    }
    return false;
}

static bool begin_edges(struct sweep *sweep, const struct vertex *vertex)
{
    for (int to_next = 0; to_next < 2; to_next++) {
        int edge = edge_at(vertex, to_next);
        if (!point_equal(sweep->edges[edge].left, vertex->at))
            continue;
        status_insert(&sweep->status, edge);
        const struct status_node *node = &sweep->status.nodes[edge];
        if (try_neighbours(sweep, node->below, edge) || try_neighbours(sweep, edge, node->above))
            return true;
    }
    return false;
}

/* One edge that runs through the point stands for all: they lie on one another, for if two of them
 * crossed there they would have become neighbours and been tried before. */
static int gather_passes(struct sweep *sweep, const int *group, int group_count, struct point at)
{
    int count = 0;
    const struct status *status = &sweep->status;
    int through = status->root;
    while (through != NO_EDGE) {
        int64_t from = side(status, through, at);
        if (from == 0)
            break;
        through = from > 0 ? status->nodes[through].upper : status->nodes[through].lower;
    }
    for (int i = 0; i < group_count; i++) {
        const struct vertex *vertex = &sweep->vertices[group[i]];
        add_pass(sweep, count++, vertex->loop, at, sweep->vertices[vertex->previous].at,
                 sweep->vertices[vertex->next].at);
    }
    if (through != NO_EDGE)
        add_pass(sweep, count++, sweep->vertices[through].loop, at, sweep->edges[through].left,
                 sweep->edges[through].right);
    return count;
}

static bool visit_point(struct sweep *sweep, const int *group, int group_count)
{
    struct point at = sweep->vertices[group[0]].at;
    for (int i = 0; i < group_count; i++)
        if (end_edges(sweep, &sweep->vertices[group[i]]))
            return true;
    if (try_passes(sweep, gather_passes(sweep, group, group_count, at), at))
        return true;
    for (int i = 0; i < group_count; i++)
        if (begin_edges(sweep, &sweep->vertices[group[i]]))
            return true;
    return false;
}

static int compare_vertices(const void *first, const void *second)
{
    const struct vertex *a = *(const struct vertex *const *)first;
    const struct vertex *b = *(const struct vertex *const *)second;
    if (!point_equal(a->at, b->at))
        return comes_before(a->at, b->at) ? -1 : 1;
    return a->index - b->index;
}

static bool run_sweep(struct sweep *sweep)
{
    for (int from = 0, to; from < sweep->count; from = to) {
        struct point at = sweep->vertices[sweep->order[from]].at;
        for (to = from + 1; to < sweep->count; to++)
            if (!point_equal(sweep->vertices[sweep->order[to]].at, at))
                break;
        if (visit_point(sweep, sweep->order + from, to - from))
            return true;
    }
    return false;
}

bool crossing_find(const struct loop *loops, int loop_count, struct crossing *found)
{
    struct sweep sweep = {.found = found};
    size_t total = 0;
    bool crossed;
    for (int i = 0; i < loop_count; i++)
        total += (size_t)loops[i].count;
    size_t passes = total + 1; /* and one that runs through */
    sweep.vertices = memory_allocate(total, sizeof *sweep.vertices);
    sweep.edges = memory_allocate(total, sizeof *sweep.edges);
    sweep.rays = memory_allocate(2 * passes, sizeof *sweep.rays);
    sweep.passes = memory_allocate(passes, sizeof *sweep.passes);
    sweep.open = memory_allocate(passes, sizeof *sweep.open);
    for (int i = 0; i < loop_count; i++)
        add_loop(&sweep, &loops[i], i);
    /* The indices of all vertices by place, those at one place together. */
    size_t count = (size_t)sweep.count;
    const struct vertex **sorted = memory_allocate(count, sizeof(struct vertex *));
    int *order = memory_allocate(count, sizeof *order);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &sweep.vertices[i];
    qsort(sorted, count, sizeof *sorted, compare_vertices);
    for (size_t i = 0; i < count; i++)
        order[i] = sorted[i]->index;
    free(sorted);
    sweep.order = order;
    status_begin(&sweep.status, sweep.edges, sweep.count);
    crossed = run_sweep(&sweep);
    free(sweep.status.nodes);
    free(sweep.order);
    free(sweep.open);
    free(sweep.passes);
    free(sweep.rays);
    free(sweep.edges);
    free(sweep.vertices);
    return crossed;
}

/* An edge with the loop that it is of. */
struct loop_edge {
    struct sweep_edge edge;
    int loop;
};

static int compare_edges(const void *first, const void *second)
{
    const struct loop_edge *a = first, *b = second;
    if (!point_equal(a->edge.left, b->edge.left))
        return comes_before(a->edge.left, b->edge.left) ? -1 : 1;
    return a->loop - b->loop;
}

static struct loop_edge *sort_edges(const struct loop *loops, int loop_count, int *count)
{
    size_t total = 0;
    *count = 0;
    for (int i = 0; i < loop_count; i++)
        total += (size_t)loops[i].count;
    struct loop_edge *edges = memory_allocate(total, sizeof *edges);
    for (int i = 0; i < loop_count; i++)
        for (int j = 0; j < loops[i].count; j++) {
            struct point from = loops[i].vertices[j];
            struct point to = loops[i].vertices[(j + 1) % loops[i].count];
            edges[(*count)++] = (struct loop_edge){edge_between(from, to), i};
        }
    qsort(edges, total, sizeof *edges, compare_edges);
    return edges;
}

int crossing_list(const struct loop *loops, int loop_count, struct crossing *found, int limit)
{
    const int pair_limit = 1000000;
    int count, pairs = 0, crossings = 0;
    struct loop_edge *edges = sort_edges(loops, loop_count, &count);
    for (int i = 0; i < count && crossings < limit && pairs < pair_limit; i++) {
        const struct loop_edge *a = &edges[i];
        for (int j = i + 1; j < count && edges[j].edge.left.x <= a->edge.right.x; j++) {
            const struct loop_edge *b = &edges[j];
            pairs++;
            if (crossings >= limit || !edges_cross(&a->edge, &b->edge))
                continue;
            found[crossings++] = (struct crossing){a->loop < b->loop ? a->loop : b->loop,
                                                   a->loop < b->loop ? b->loop : a->loop,
                                                   crossing_point(&a->edge, &b->edge)};
        }
    }
    free(edges);
    return crossings;
}

/* === inspection =============================================================================== */

/* Inspection before a race: which grid points lie so near to a wall that people would argue about
 * them, the track as they have decided.
 */

/* Fine units. */
enum { NEAR = FINE / 4 };

/* Is the point at most 1/4 square from the edge? */
static bool is_near_edge(struct point a, struct point b, struct point p)
{
    struct point edge = point_subtract(b, a);
    struct point way = point_subtract(p, a);
    struct point back = point_subtract(p, b);
    if (point_dot(way, edge) <= 0)
        return point_dot(way, way) <= NEAR * NEAR;
    if (point_dot(back, edge) >= 0)
        return point_dot(back, back) <= NEAR * NEAR;
    int128 distance = point_cross(a, b, p);
    return distance * distance <= (int128)point_dot(edge, edge) * NEAR * NEAR;
}

static int grid_above(int64_t fine)
{
    return (int)-number_floor_divide(-fine, FINE);
}

static int grid_below(int64_t fine)
{
    return (int)number_floor_divide(fine, FINE);
}

static int inspected_clamp(int number, int low, int high)
{
    return number < low ? low : number > high ? high : number;
}

/* Where the edge, whose lower end is first, has come at a height: rounded down, and not beyond its
 * ends. */
static int64_t edge_x_at(struct point low, struct point high, int64_t y)
{
    if (y <= low.y)
        return low.x;
    if (y >= high.y)
        return high.x;
    return low.x + number_floor_divide((high.x - low.x) * (y - low.y), high.y - low.y);
}

/* Looks at the points of a row that may be near: those above and below the piece of the edge that
 * is as near to the row. */
static void mark_row(const struct track *track, unsigned char *marks, struct point low,
                     struct point high, int y)
{
    bool level = low.y == high.y;
    int64_t one = level ? low.x : edge_x_at(low, high, (int64_t)y * FINE - NEAR);
    int64_t other = level ? high.x : edge_x_at(low, high, (int64_t)y * FINE + NEAR);
    int64_t left = one < other ? one : other;
    int64_t right = one < other ? other : one;
    int first = inspected_clamp(grid_above(left - NEAR), 0, track->width + 1);
    int last = inspected_clamp(grid_below(right + NEAR + 1), -1, track->width);
    unsigned char *row = marks + (size_t)y * ((size_t)track->width + 1);
    for (int x = first; x <= last; x++)
        if (!row[x])
            row[x] = is_near_edge(low, high, point_to_fine((struct point){x, y}));
}

static struct point *list_marks(const struct track *track, const unsigned char *marks, int *count)
{
    struct point *points = NULL;
    int capacity = 0;
    *count = 0;
    for (int y = 0; y <= track->height; y++) {
        for (int x = 0; x <= track->width; x++) {
            if (!*marks++)
                continue;
            array_add(points, *count, capacity, (struct point){x, y});
        }
    }
    return points;
}

struct point *track_list_doubtful(const struct track *track, int *count)
{
    size_t size = ((size_t)track->width + 1) * ((size_t)track->height + 1);
    unsigned char *marks = memory_allocate(size, 1);
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int j = 0; j < loop.count; j++) {
            struct point a = loop.vertices[j];
            struct point b = loop.vertices[(j + 1) % loop.count];
            struct point low = a.y <= b.y ? a : b;
            struct point high = a.y <= b.y ? b : a;
            int first = inspected_clamp(grid_above((int64_t)low.y - NEAR), 0, track->height + 1);
            int last = inspected_clamp(grid_below((int64_t)high.y + NEAR), -1, track->height);
            for (int y = first; y <= last; y++)
                mark_row(track, marks, low, high, y);
        }
    }
    struct point *points = list_marks(track, marks, count);
    free(marks);
    return points;
}

struct track *track_with_inspected(const struct track *track,
                                   const struct track_inspected *inspected, int count)
{
    struct track *made = track_new_borrowing(track);
    made->inspected = memory_allocate((size_t)count + 1, sizeof *inspected);
    made->inspected_count = count;
    for (int i = 0; i < count; i++)
        made->inspected[i] = inspected[i];
    inspected_sort(made);
    for (int i = 0; i < count; i++) {
        struct point at = made->inspected[i].at;
        assert(at.x >= 0 && at.y >= 0 && at.x <= track->width && at.y <= track->height);
        assert(i == 0 || !point_equal(at, made->inspected[i - 1].at));
    }
    return made;
}
