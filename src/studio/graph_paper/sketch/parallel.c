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
    double *away;
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
        mesh->away[i] = 1e12;
}

static int clamp(double number, int most)
{
    return number < 0 ? 0 : number > most ? most : (int)number;
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
        double *row = &mesh->away[(size_t)y * (size_t)mesh->across];
        for (int x = left; x <= right; x++) {
            struct spot place = spot_plus(mesh->origin, (struct spot){x, y}, mesh->side);
            struct spot from = spot_subtract(place, a);
            double here = square_away(from, way, per_square);
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
            double away = sqrt(mesh->away[node]);
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

static struct trail largest_line(const struct mesh *mesh, double at)
{
    struct level_lines lines = level_lines_begin(mesh->away, mesh->across, mesh->up, at);
    struct trail best = {0}, line;
    while (level_lines_next(&lines, &line)) {
        bool larger = trail_area(&line) > trail_area(&best);
        trail_free(larger ? &best : &line);
        if (larger)
            best = line;
    }
    level_lines_end(&lines);
    for (int i = 0; i < best.count; i++)
        best.spots[i] = spot_plus(mesh->origin, best.spots[i], mesh->side);
    if (best.count > 0)
        trail_add(&best, best.spots[0]);
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
