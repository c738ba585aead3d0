/* A red line across the road: where it is on the sheet, and the start line that it stands for.
 *
 * Red is what is redder than it is anything else by so much that neither paper nor a printed grid
 * is. The longest thing of it that is straight counts, with what lies in line with it behind a gap.
 */
#include "studio/graph_paper/photo/lines.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    REDDER = 45, /* of 255: than the stronger of the other colours */
    REDDER_IN_THE_DARK = 18,
    MOST_PART = 40, /* of the picture: more is no line, but a table or a grid */
    BRIDGE = 2,     /* pixels from one to the next of the same thing */
    LEAST_PIXELS = 20,
    ROUNDS = 12, /* of reaching over gaps */
    REACH = 3,   /* squares from a wall to a grid point beyond it */
    PAIRS = 24,  /* of such points that are tried */
    STEPS = 32   /* a square, along the line */
};
static const double least_length = 1.5, aside_most = .35, gap_most = 1.2; /* squares */
static const double straight = 8; /* times as long as it is wide */

/* --- what is red ------------------------------------------------------------------------------ */

/* In the dark less is red, if it is of one colour. */
static bool is_red(uint32_t pixel)
{
    int red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
    int redder = red - (green > blue ? green : blue);
    return redder >= REDDER || (redder >= REDDER_IN_THE_DARK && 3 * redder >= red);
}

struct stroke_fit {
    struct spot middle, way; /* a step of one square along it */
    double low, high;        /* along it, from the middle */
};

/* Along the direction in which the spots spread most. False if that is no line. */
static bool fit(const struct spot *spots, int count, struct stroke_fit *into)
{
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < count; i++) {
        x += spots[i].x / count;
        y += spots[i].y / count;
    }
    for (int i = 0; i < count; i++) {
        double dx = spots[i].x - x, dy = spots[i].y - y;
        xx += dx * dx / count;
        xy += dx * dy / count;
        yy += dy * dy / count;
    }
    double root = sqrt((xx - yy) * (xx - yy) / 4 + xy * xy);
    double along = (xx + yy) / 2 + root, across = fmax((xx + yy) / 2 - root, 0);
    struct spot way = xx > yy ? (struct spot){along - yy, xy} : (struct spot){xy, along - xx};
    double length = hypot(way.x, way.y);
    if (length < 1e-9 || along < straight * straight * across || sqrt(across) > aside_most)
        return false;
    *into = (struct stroke_fit){{x, y}, {way.x / length, way.y / length}, 0, 0};
    for (int i = 0; i < count; i++) {
        double at = (spots[i].x - x) * into->way.x + (spots[i].y - y) * into->way.y;
        into->low = fmin(into->low, at);
        into->high = fmax(into->high, at);
    }
    return into->high - into->low >= least_length;
}

struct reds {
    const struct photo *photo;
    uint8_t *left;      /* 1: red, and not yet part of anything */
    int *queue;         /* pixels of what is being gathered */
    struct spot *spots; /* of all red pixels, on the sheet, thing by thing */
    int count;
};

static struct spot middle_of(const struct photo *photo, int pixel)
{
    return (struct spot){(pixel % photo->across + .5) * photo->width / photo->across,
                         (pixel / photo->across + .5) * photo->height / photo->down};
}

static struct spot place_on_sheet(const struct photo *photo, const struct photo_tracing *tracing,
                                  int pixel)
{
    struct spot on;
    photo_to_sheet(tracing, middle_of(photo, pixel), &on.x, &on.y);
    return on;
}

/* What hangs together with the pixel; how many they are. */
static int gather(struct reds *reds, const struct photo_tracing *tracing, int pixel)
{
    const struct photo *photo = reds->photo;
    int first = 0, last = 0;
    reds->queue[last++] = pixel;
    reds->left[pixel] = 0;
    while (first < last) {
        int at = reds->queue[first++], x = at % photo->across, y = at / photo->across;
        reds->spots[reds->count + first - 1] = place_on_sheet(photo, tracing, at);
        for (int v = y - BRIDGE; v <= y + BRIDGE; v++)
            for (int u = x - BRIDGE; u <= x + BRIDGE; u++) {
                int next = v * photo->across + u;
                if (u < 0 || v < 0 || u >= photo->across || v >= photo->down || !reds->left[next])
                    continue;
                reds->left[next] = 0;
                reds->queue[last++] = next;
            }
    }
    return last;
}

static void reach_over_gaps(const struct reds *reds, struct stroke_fit *best)
{
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < reds->count; i++) {
            double dx = reds->spots[i].x - best->middle.x, dy = reds->spots[i].y - best->middle.y;
            double at = dx * best->way.x + dy * best->way.y;
            double aside = fabs(dx * best->way.y - dy * best->way.x);
            if (aside > aside_most || at < best->low - gap_most || at > best->high + gap_most)
                continue;
            best->low = fmin(best->low, at);
            best->high = fmax(best->high, at);
        }
}

static bool is_on_sheet(const struct photo *photo, const struct photo_tracing *tracing, int pixel)
{
    struct spot at = middle_of(photo, pixel);
    for (int i = 0; i < 4; i++) {
        struct spot a = tracing->corners[i], b = tracing->corners[(i + 1) % 4];
        if ((b.x - a.x) * (at.y - a.y) < (b.y - a.y) * (at.x - a.x))
            return false;
    }
    return true;
}

static int mark_reds(const struct photo *photo, const struct photo_tracing *tracing, uint8_t *marks)
{
    int count = 0;
    for (int i = 0; i < photo->across * photo->down; i++) {
        marks[i] = is_red(photo->pixels[i]) && is_on_sheet(photo, tracing, i);
        count += marks[i];
    }
    return count;
}

static struct spot along(const struct stroke_fit *fit, double at)
{
    return (struct spot){fit->middle.x + at * fit->way.x, fit->middle.y + at * fit->way.y};
}

static void find_stroke(struct reds *reds, struct photo_tracing *tracing)
{
    const struct photo *photo = reds->photo;
    struct stroke_fit best = {0}, found;
    for (int i = 0; i < photo->across * photo->down; i++) {
        if (!reds->left[i])
            continue;
        int size = gather(reds, tracing, i);
        if (size >= LEAST_PIXELS && fit(reds->spots + reds->count, size, &found) &&
            found.high - found.low > best.high - best.low)
            best = found;
        reds->count += size;
    }
    if (best.high == best.low)
        return;
    reach_over_gaps(reds, &best);
    tracing->red =
        (struct photo_red){true, true, {along(&best, best.low), along(&best, best.high)}};
}

void photo_find_red(const struct photo *photo, struct photo_tracing *tracing)
{
    size_t size = (size_t)photo->across * (size_t)photo->down;
    struct reds reds = {.photo = photo, .left = memory_allocate(size, 1)};
    int count = mark_reds(photo, tracing, reds.left);
    if (count >= LEAST_PIXELS && (size_t)count <= size / MOST_PART) {
        reds.queue = memory_allocate((size_t)count, sizeof *reds.queue);
        reds.spots = memory_allocate((size_t)count, sizeof *reds.spots);
        find_stroke(&reds, tracing);
    }
    free(reds.left);
    free(reds.queue);
    free(reds.spots);
}

/* --- the line --------------------------------------------------------------------------------- */

static struct point fine_at(struct spot at)
{
    return (struct point){(int32_t)floor(at.x * FINE + .5), (int32_t)floor(at.y * FINE + .5)};
}

/* Where the stroke, and a square more of it at each end, is inside: one stretch, or none. */
static bool find_stretch(const struct area *surface, const struct spot ends[2],
                         struct spot stretch[2])
{
    double dx = ends[1].x - ends[0].x, dy = ends[1].y - ends[0].y, length = hypot(dx, dy);
    int steps = (int)((length + 2) * STEPS), stretches = 0;
    bool before = false;
    for (int i = 0; i <= steps; i++) {
        double at = ((double)i / STEPS - 1) / length;
        struct spot here = {ends[0].x + at * dx, ends[0].y + at * dy};
        bool inside = area_place_fine(surface, fine_at(here)) == PLACE_INSIDE;
        if (inside && !before && stretches++ == 0)
            stretch[0] = here;
        if (before && !inside && stretches == 1)
            stretch[1] = here;
        before = inside;
    }
    return stretches == 1 && !before &&
           hypot(stretch[1].x - stretch[0].x, stretch[1].y - stretch[0].y) >= 1;
}

struct end {
    struct point at;
    double cost; /* how far it lies aside and beyond the wall */
};

static int compare_ends(const void *first, const void *second)
{
    double a = ((const struct end *)first)->cost, b = ((const struct end *)second)->cost;
    return (a > b) - (a < b);
}

/* Grid points on or beyond the wall at which the stretch ends, the best first. */
static int list_ends(const struct track *track, const struct spot stretch[2], int side,
                     struct end ends[(2 * REACH + 1) * (2 * REACH + 1)])
{
    struct spot wall = stretch[side], other = stretch[!side];
    double length = hypot(wall.x - other.x, wall.y - other.y);
    double dx = (wall.x - other.x) / length, dy = (wall.y - other.y) / length;
    int count = 0, left = (int)floor(wall.x) - REACH, low = (int)floor(wall.y) - REACH;
    for (int x = left; x <= left + 2 * REACH; x++)
        for (int y = low; y <= low + 2 * REACH; y++) {
            double beyond = (x - wall.x) * dx + (y - wall.y) * dy;
            double aside = fabs((x - wall.x) * dy - (y - wall.y) * dx);
            struct point at = {x, y};
            if (beyond > -.5 && beyond < REACH && track_has_point(track, at) &&
                area_place_grid(track->surface, at) != PLACE_INSIDE)
                ends[count++] = (struct end){at, 2 * aside + fabs(beyond)};
        }
    qsort(ends, (size_t)count, sizeof *ends, compare_ends);
    return count;
}

static bool is_sound(const struct draft *draft)
{
    struct draft_problem problem;
    return draft_list_problems(draft, &problem, 1) == 0;
}

/* With the sun: the middle of the walls lies to the right of who crosses it, where it ends. */
static void put_line(struct draft *draft, struct point from, struct point to)
{
    double x = 0, y = 0, count = 0;
    for (int i = 0; i < draft->count; i++)
        for (int k = 0; k < draft->items[i].loops[0].count; k++, count++) {
            x += draft->items[i].loops[0].vertices[k].x;
            y += draft->items[i].loops[0].vertices[k].y;
        }
    double aside = (x / count / FINE - (from.x + to.x) / 2.0) * (to.x - from.x) +
                   (y / count / FINE - (from.y + to.y) / 2.0) * (to.y - from.y);
    struct point ends[2] = {aside < 0 ? to : from, aside < 0 ? from : to};
    struct error ignored;
    draft_add_item(draft, DRAFT_START_FINISH, 0);
    draft_begin_loop(draft);
    for (int i = 0; i < 2; i++)
        draft_add_vertex(draft, point_to_fine(ends[i]), &ignored);
}

/* The best pair of ends first; few of them are tried. */
static bool try_ends(const struct track *track, const struct spot stretch[2], struct draft *draft)
{
    struct end ends[2][(2 * REACH + 1) * (2 * REACH + 1)];
    int counts[2], tried = 0;
    for (int side = 0; side < 2; side++)
        counts[side] = list_ends(track, stretch, side, ends[side]);
    for (int sum = 0; sum < counts[0] + counts[1] && tried < PAIRS; sum++)
        for (int i = 0; i <= sum && tried < PAIRS; i++) {
            if (i >= counts[0] || sum - i >= counts[1])
                continue;
            put_line(draft, ends[0][i].at, ends[1][sum - i].at);
            if (is_sound(draft))
                return true;
            draft_drop_item(draft);
            tried++;
        }
    return false;
}

bool photo_add_red_line(const struct photo_tracing *tracing, struct draft *draft)
{
    struct spot stretch[2];
    if (!tracing->red.found || draft->count == 0)
        return false;
    struct track *track = track_to_look_at(draft);
    bool added =
        find_stretch(track->surface, tracing->red.ends, stretch) && try_ends(track, stretch, draft);
    track_release(track);
    return added;
}
