/* The walls of a field: lines along which its height is 0, smoothed as a pen would, with no more
 * vertices than the eye needs.
 */
#include "base/memory.h"
#include "studio/graph_paper/generate/generate_inside.h"

#include <math.h>
#include <stdlib.h>

enum { SMOOTHINGS = 3, NONE = -1 };
static const double TOLERANCE = 0.022; /* squares that a wall may be off its fine line */

struct outline {
    struct dot *dots;
    int count, capacity;
};

/* Edges between samples: the one to the right of a sample, then the ones above. */
struct tracing {
    const struct field *field;
    int *next; /* of each edge, the edge where the wall goes on, road to the left */
};

static int edge_right(const struct field *field, int x, int y)
{
    return y * field->width + x;
}

static int edge_above(const struct field *field, int x, int y)
{
    return field->width * field->height + y * field->width + x;
}

/* A cell's walls, from and to its edges: below 0, right 1, above 2, left 3. The bits are the
 * corners in the road: lower left, lower right, upper right, upper left. */
static const signed char pieces[16][4] = {
    {NONE, NONE, NONE, NONE}, {0, 3, NONE, NONE}, {1, 0, NONE, NONE}, {1, 3, NONE, NONE},
    {2, 1, NONE, NONE},       {0, 3, 2, 1},       {2, 0, NONE, NONE}, {2, 3, NONE, NONE},
    {3, 2, NONE, NONE},       {0, 2, NONE, NONE}, {1, 0, 3, 2},       {1, 2, NONE, NONE},
    {3, 1, NONE, NONE},       {0, 1, NONE, NONE}, {3, 0, NONE, NONE}, {NONE, NONE, NONE, NONE},
};

static bool is_road(const struct field *field, int x, int y)
{
    return field->values[y * field->width + x] > 0;
}

static void link_cell(struct tracing *tracing, int x, int y)
{
    const struct field *field = tracing->field;
    int corners = is_road(field, x, y) | is_road(field, x + 1, y) << 1 |
                  is_road(field, x + 1, y + 1) << 2 | is_road(field, x, y + 1) << 3;
    const int edges[4] = {edge_right(field, x, y), edge_above(field, x + 1, y),
                          edge_right(field, x, y + 1), edge_above(field, x, y)};
    for (int i = 0; i < 4 && pieces[corners][i] != NONE; i += 2)
        tracing->next[edges[(int)pieces[corners][i]]] = edges[(int)pieces[corners][i + 1]];
}

static struct dot place_on(const struct field *field, int edge)
{
    int samples = field->width * field->height;
    bool right = edge < samples;
    int at = right ? edge : edge - samples;
    double low = field->values[at];
    double high = field->values[right ? at + 1 : at + field->width];
    double part = low / (low - high);
    double x = at % field->width + (right ? part : 0);
    double y = at / field->width + (right ? 0 : part);
    return (struct dot){x / field->fineness, y / field->fineness};
}

static void add_dot(struct outline *outline, struct dot dot)
{
    outline->dots =
        array_grow(outline->dots, outline->count, &outline->capacity, sizeof *outline->dots);
    outline->dots[outline->count++] = dot;
}

/* From an edge back to it; what was walked is forgotten. */
static struct outline walk(struct tracing *tracing, int edge)
{
    struct outline outline = {0};
    while (tracing->next[edge] != NONE) {
        int next = tracing->next[edge];
        add_dot(&outline, place_on(tracing->field, edge));
        tracing->next[edge] = NONE;
        edge = next;
    }
    return outline;
}

static void smooth(struct outline *outline, int times)
{
    for (int t = 0; t < times; t++) {
        struct dot first = outline->dots[0];
        struct dot before = outline->dots[outline->count - 1];
        for (int i = 0; i < outline->count; i++) {
            struct dot now = outline->dots[i];
            struct dot after = i + 1 < outline->count ? outline->dots[i + 1] : first;
            outline->dots[i].x = now.x / 2 + (before.x + after.x) / 4;
            outline->dots[i].y = now.y / 2 + (before.y + after.y) / 4;
            before = now;
        }
    }
}

/* --- fewer vertices ----------------------------------------------------------------------------
 */

static double off_line(struct dot a, struct dot b, struct dot p)
{
    double x = b.x - a.x;
    double y = b.y - a.y;
    double length = x * x + y * y;
    double along = length > 0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / length : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double dx = p.x - a.x - x * along;
    double dy = p.y - a.y - y * along;
    return dx * dx + dy * dy;
}

/* Between two dots that are kept, the farthest from the straight line is kept, too, if it is too
 * far; `end` may lie one round on. */
static void keep_between(const struct outline *outline, int from, int end, bool *kept)
{
    double most = TOLERANCE * TOLERANCE;
    int farthest = NONE;
    for (int i = from + 1; i < end; i++) {
        double off =
            off_line(outline->dots[from], outline->dots[end % outline->count], outline->dots[i]);
        if (off > most) {
            most = off;
            farthest = i;
        }
    }
    if (farthest == NONE)
        return;
    kept[farthest] = true;
    keep_between(outline, from, farthest, kept);
    keep_between(outline, farthest, end, kept);
}

static bool *choose_kept(const struct outline *outline)
{
    bool *kept = memory_allocate((size_t)outline->count, sizeof *kept);
    int across = 0;
    double most = 0;
    for (int i = 1; i < outline->count; i++) {
        double distance = dot_distance(outline->dots[0], outline->dots[i]);
        across = distance > most ? i : across;
        most = distance > most ? distance : most;
    }
    kept[0] = kept[across] = true;
    keep_between(outline, 0, across, kept);
    keep_between(outline, across, outline->count, kept);
    return kept;
}

static int32_t to_fine(double squares)
{
    return (int32_t)(squares * FINE + 0.5);
}

static bool add_wall(const struct outline *outline, struct draft *draft)
{
    struct error error;
    bool *kept = choose_kept(outline);
    bool sound = true;
    draft_add_item(draft, DRAFT_WALL, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < outline->count && sound; i++)
        if (kept[i])
            sound = draft_add_vertex(
                draft, (struct point){to_fine(outline->dots[i].x), to_fine(outline->dots[i].y)},
                &error);
    draft_close_loop(draft);
    free(kept);
    return sound;
}

/* --- what a wall must be ------------------------------------------------------------------------
 */

static double area_of(const struct outline *outline)
{
    double twice = 0;
    struct dot before = outline->dots[outline->count - 1];
    for (int i = 0; i < outline->count; i++) {
        struct dot now = outline->dots[i];
        twice += before.x * now.y - before.y * now.x;
        before = now;
    }
    return twice < 0 ? -twice / 2 : twice / 2;
}

/* How far in from a side of the sheet, and where along it. */
static struct dot seen_from(const struct design *design, int side, struct dot dot)
{
    double far = side == 1 ? design->wish.width : design->wish.height;
    double along = side < 2 ? dot.y : dot.x;
    double in = side < 2 ? dot.x : dot.y;
    return (struct dot){along, side % 2 == 0 ? in : far - in};
}

/* How long the wall, from this dot on, keeps beside a side of the sheet as if along a ruler. */
static double run_along(const struct outline *outline, const struct design *design, int side,
                        int from)
{
    static const double BESIDE = 2.5, RULER = 0.2;
    struct dot first = seen_from(design, side, outline->dots[from]);
    double low = first.y, high = first.y, most = 0;
    for (int i = 1; i < outline->count; i++) {
        struct dot dot = seen_from(design, side, outline->dots[(from + i) % outline->count]);
        double run = dot.x > first.x ? dot.x - first.x : first.x - dot.x;
        low = dot.y < low ? dot.y : low;
        high = dot.y > high ? dot.y : high;
        if (high > BESIDE || high - low > RULER)
            break;
        most = run > most ? run : most;
    }
    return most;
}

static bool is_ruled(const struct outline *outline, const struct design *design)
{
    static const double RUN_MOST = 2.6; /* three squares, less what lies between two dots */
    for (int side = 0; side < 4; side++)
        for (int i = 0; i < outline->count; i++)
            if (run_along(outline, design, side, i) > RUN_MOST)
                return true;
    return false;
}

static bool is_wanted(const struct outline *outline, const struct design *design)
{
    return outline->count > 8 && area_of(outline) >= design->island_least &&
           !(design->bays && is_ruled(outline, design));
}

bool field_trace(const struct field *field, const struct design *design, int loops,
                 struct draft *draft)
{
    int edges = 2 * field->width * field->height;
    struct tracing tracing = {field, memory_allocate((size_t)edges, sizeof *tracing.next)};
    int found = 0;
    bool sound = true;
    for (int i = 0; i < edges; i++)
        tracing.next[i] = NONE;
    for (int y = 0; y + 1 < field->height; y++)
        for (int x = 0; x + 1 < field->width; x++)
            link_cell(&tracing, x, y);
    for (int i = 0; i < edges && sound && found <= loops; i++) {
        if (tracing.next[i] == NONE)
            continue;
        struct outline outline = walk(&tracing, i);
        smooth(&outline, SMOOTHINGS);
        sound = is_wanted(&outline, design) && add_wall(&outline, draft);
        free(outline.dots);
        found++;
    }
    free(tracing.next);
    return sound && found == loops;
}
