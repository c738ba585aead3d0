/* The line beside a closed one at an even distance.
 *
 * Every place of a fine mesh learns how far it is from the line; the line beside it is where that
 * is as far as wanted (marching squares). So it cannot cross itself or the first one, whatever that
 * looks like, and what has no room falls away by itself.
 */
#include "base/memory.h"
#include "studio/graph_paper/sketch/sketch_inside.h"

#include <math.h>
#include <stdlib.h>

enum { NODE_LIMIT = 4000000 };

static const double FINEST_MESH = 1.0 / 16;
static const double WORK_LIMIT = 3e7;     /* distances that are worked out */
static const double LEAST_AREA = 0.5;     /* squares; what is smaller is no room */
static const double TOLERANCE = 1.0 / 96; /* that vertices may be off the line */

/* Nodes in rows from the lower left corner; `away` is how far inside each of them lies. */
struct mesh {
    struct spot origin;
    double side;
    int across, up;
    float *away;
    unsigned char *inside;
};

struct extent {
    struct spot low, high;
};

static struct extent box_of(const struct spot *spots, int count, double margin)
{
    struct extent box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (int i = 0; i < count; i++) {
        box.low = (struct spot){fmin(box.low.x, spots[i].x - margin),
                                fmin(box.low.y, spots[i].y - margin)};
        box.high = (struct spot){fmax(box.high.x, spots[i].x + margin),
                                 fmax(box.high.y, spots[i].y + margin)};
    }
    return box;
}

static double nodes_in(struct extent box, double side)
{
    return ((box.high.x - box.low.x) / side + 3) * ((box.high.y - box.low.y) / side + 3);
}

/* The finest mesh that is not too much work; 0 if that would be too coarse. */
static double choose_side(const struct trail *loop, double distance)
{
    struct extent whole = box_of(loop->spots, loop->count, distance);
    double coarsest = distance / 2;
    for (double side = FINEST_MESH; side <= fmax(coarsest, FINEST_MESH); side *= 2) {
        double work = 0;
        for (int i = 1; i < loop->count; i++)
            work += nodes_in(box_of(&loop->spots[i - 1], 2, distance + 2 * side), side);
        if (work <= WORK_LIMIT && nodes_in(whole, side) <= NODE_LIMIT)
            return side;
    }
    return 0;
}

static void begin_mesh(struct mesh *mesh, const struct trail *loop, double distance, double side)
{
    struct extent box = box_of(loop->spots, loop->count, distance + 2 * side);
    mesh->side = side;
    mesh->origin = box.low;
    mesh->across = (int)((box.high.x - box.low.x) / side) + 2;
    mesh->up = (int)((box.high.y - box.low.y) / side) + 2;
    size_t count = (size_t)mesh->across * (size_t)mesh->up;
    mesh->away = memory_allocate(count, sizeof *mesh->away);
    mesh->inside = memory_allocate(count, 1);
    for (size_t i = 0; i < count; i++)
        mesh->away[i] = 1e12F;
}

static int clamp(double number, int most)
{
    return number < 0 ? 0 : number > most ? most : (int)number;
}

static struct spot node_place(const struct mesh *mesh, int x, int y)
{
    return (struct spot){mesh->origin.x + x * mesh->side, mesh->origin.y + y * mesh->side};
}

/* The square of how far the edge is from a place that is seen from its beginning. */
static double square_away(struct spot from, struct spot way, double per_square)
{
    double along = spot_dot(from, way) * per_square;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    struct spot to = {from.x - along * way.x, from.y - along * way.y};
    return spot_dot(to, to);
}

/* The nodes near the edge learn how far away it is, as a square. */
static void measure_edge(struct mesh *mesh, struct spot a, struct spot b, double margin)
{
    struct spot ends[2] = {a, b}, way = spot_subtract(b, a);
    struct extent box = box_of(ends, 2, margin);
    int left = clamp((box.low.x - mesh->origin.x) / mesh->side, mesh->across - 1);
    int right = clamp((box.high.x - mesh->origin.x) / mesh->side + 1, mesh->across - 1);
    int low = clamp((box.low.y - mesh->origin.y) / mesh->side, mesh->up - 1);
    int high = clamp((box.high.y - mesh->origin.y) / mesh->side + 1, mesh->up - 1);
    double length = spot_dot(way, way), per_square = length > 0 ? 1 / length : 0;
    for (int y = low; y <= high; y++) {
        float *row = &mesh->away[(size_t)y * (size_t)mesh->across];
        for (int x = left; x <= right; x++) {
            struct spot from = spot_subtract(node_place(mesh, x, y), a);
            float here = (float)square_away(from, way, per_square);
            row[x] = here < row[x] ? here : row[x];
        }
    }
}

/* In each row that the edge passes, the nodes to its right change sides. */
static void mark_edge(struct mesh *mesh, struct spot a, struct spot b)
{
    struct spot low = a.y <= b.y ? a : b, high = a.y <= b.y ? b : a;
    int first = clamp((low.y - mesh->origin.y) / mesh->side, mesh->up - 1);
    for (int y = first; y < mesh->up; y++) {
        double at = mesh->origin.y + y * mesh->side;
        if (at < low.y)
            continue;
        if (at >= high.y)
            break;
        double x = low.x + (high.x - low.x) * (at - low.y) / (high.y - low.y);
        int column = clamp((x - mesh->origin.x) / mesh->side + 1, mesh->across - 1);
        mesh->inside[(size_t)y * (size_t)mesh->across + (size_t)column] ^= 1;
    }
}

/* After this `away` is above 0 inside and below 0 outside. */
static void sign_distances(struct mesh *mesh)
{
    for (int y = 0; y < mesh->up; y++) {
        unsigned char inside = 0;
        for (int x = 0; x < mesh->across; x++) {
            size_t node = (size_t)y * (size_t)mesh->across + (size_t)x;
            inside ^= mesh->inside[node];
            float away = sqrtf(mesh->away[node]);
            mesh->away[node] = inside ? away : -away;
        }
    }
}

static void measure(struct mesh *mesh, const struct trail *loop, double distance)
{
    for (int i = 1; i < loop->count; i++) {
        measure_edge(mesh, loop->spots[i - 1], loop->spots[i], distance + 2 * mesh->side);
        mark_edge(mesh, loop->spots[i - 1], loop->spots[i]);
    }
    sign_distances(mesh);
}

/* --- the level line -------------------------------------------------------------------------- */

/* Sides of the mesh are numbered: 2 n leads from node n to the right, 2 n + 1 upward. */
struct level {
    const struct mesh *mesh;
    double at;
    int *next; /* the side that the line goes on to from each; -1 */
};

static bool is_above(const struct level *level, int node)
{
    return level->mesh->away[node] >= level->at;
}

/* Corners of a cell go round from the lower left to the left; side i leads from corner i to the
 * next. The line leaves what is above on its left. */
static void link_cell(struct level *level, int node)
{
    int across = level->mesh->across;
    const int corners[4] = {node, node + 1, node + across + 1, node + across};
    const int sides[4] = {2 * node, 2 * (node + 1) + 1, 2 * (node + across), 2 * node + 1};
    int in[2] = {0}, out[2] = {0}, in_count = 0, out_count = 0;
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        bool here = is_above(level, corners[i]), there = is_above(level, corners[(i + 1) % 4]);
        sum += level->mesh->away[corners[i]] - level->at;
        if (here && !there)
            in[in_count++] = i;
        if (!here && there)
            out[out_count++] = i;
    }
    /* With two lines in the cell the middle says which of the sides belong together. */
    for (int i = 0; i < in_count; i++) {
        int to = 0;
        if (in_count == 2) {
            bool next_one = sum >= 0;
            for (int j = 0; j < 2; j++)
                if ((out[j] == (in[i] + 1) % 4) == next_one)
                    to = j;
        }
        level->next[sides[in[i]]] = sides[out[to]];
    }
}

static struct spot side_place(const struct level *level, int side)
{
    const struct mesh *mesh = level->mesh;
    int from = side / 2, to = side % 2 ? from + mesh->across : from + 1;
    double a = mesh->away[from] - level->at, b = mesh->away[to] - level->at;
    return spot_between(node_place(mesh, from % mesh->across, from / mesh->across),
                        node_place(mesh, to % mesh->across, to / mesh->across), a / (a - b));
}

static struct trail follow(struct level *level, int side)
{
    struct trail loop = {0};
    int first = side;
    while (side >= 0 && level->next[side] >= 0) {
        int next = level->next[side];
        trail_add(&loop, side_place(level, side));
        level->next[side] = -1;
        side = next;
    }
    trail_add(&loop, side_place(level, first));
    return loop;
}

static struct trail largest_line(const struct mesh *mesh, double at)
{
    int count = 2 * mesh->across * mesh->up;
    struct level level = {mesh, at, memory_allocate((size_t)count, sizeof(int))};
    struct trail best = {0};
    for (int i = 0; i < count; i++)
        level.next[i] = -1;
    for (int y = 0; y + 1 < mesh->up; y++)
        for (int x = 0; x + 1 < mesh->across; x++)
            link_cell(&level, y * mesh->across + x);
    for (int i = 0; i < count; i++) {
        if (level.next[i] < 0)
            continue;
        struct trail loop = follow(&level, i);
        bool larger = trail_area(&loop) > trail_area(&best);
        trail_free(larger ? &best : &loop);
        if (larger)
            best = loop;
    }
    free(level.next);
    return best;
}

bool parallel_find(const struct trail *loop, double squares, struct trail *into)
{
    struct mesh mesh = {.away = NULL};
    double distance = fabs(squares), side = choose_side(loop, distance);
    *into = (struct trail){0};
    if (!(side > 0))
        return false;
    begin_mesh(&mesh, loop, distance, side);
    measure(&mesh, loop, distance);
    struct trail line = largest_line(&mesh, squares);
    free(mesh.away);
    free(mesh.inside);
    if (line.count > 3 && trail_area(&line) >= LEAST_AREA)
        *into = trail_thin_out(&line, TOLERANCE);
    trail_free(&line);
    return into->count > 3;
}
