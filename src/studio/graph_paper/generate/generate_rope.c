/* The loop of the lattice becomes the middle of a road: corners grow round, roads that come too
 * near to each other are pushed apart, and the road is as wide as there is room, now more, now
 * less.
 */
#include "base/memory.h"
#include "studio/graph_paper/generate/generate_inside.h"

#include <math.h>
#include <stdlib.h>

/* Dots to an edge of the lattice; the road is known at each of them. */
enum { DOTS_EACH = 8, PUSHES = 40 };
/* Squares: so wide, at least, is half the road near the start, and how far that is. */
static const double START_HALF = 2.3, START_HALF_LEAST = 1.85, START_WIDE = 5, START_EDGE = 3.1;

void rope_free(struct rope *rope)
{
    free(rope->dots);
    free(rope->half);
    *rope = (struct rope){0};
}

void rope_add(struct rope *rope, struct spot dot, double half)
{
    int capacity = rope->capacity;
    rope->dots = array_grow(rope->dots, rope->count, &capacity, sizeof *rope->dots);
    rope->half = array_grow(rope->half, rope->count, &rope->capacity, sizeof *rope->half);
    rope->dots[rope->count] = dot;
    rope->half[rope->count++] = half;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* A coordinate of a vertex: on its line, or for a hand's lines a bit aside; from the lattice's edge
 * farther in, so that not every road runs along the edge of the sheet. */
static double shake(struct design *design, const double *lines, int cells, int at)
{
    double off = design->jitter * design->pitch;
    double low = at == 0 ? 0 : at == cells ? -2.2 * off : -off;
    double high = at == 0 ? 2.2 * off : at == cells ? 0 : off;
    return lines[at] + design_between(design, low, high);
}

static struct spot place(struct design *design, const struct lattice_vertex *vertex)
{
    if (design->straight)
        return (struct spot){design->lines_x[vertex->column], design->lines_y[vertex->row]};
    double x = shake(design, design->lines_x, design->columns, vertex->column);
    return (struct spot){x, shake(design, design->lines_y, design->rows, vertex->row)};
}

/* The same rope with dots at equal distances. */
static void resample(struct rope *rope, double step)
{
    struct rope even = {0};
    double length = 0;
    for (int i = 0; i < rope->count; i++)
        length += spot_distance(rope->dots[i], rope->dots[(i + 1) % rope->count]);
    int count = (int)(length / step + 0.5);
    double each = length / count;
    double next = 0; /* from the dot i */
    for (int i = 0; i < rope->count; i++) {
        int j = (i + 1) % rope->count;
        double gap = spot_distance(rope->dots[i], rope->dots[j]);
        for (; next < gap && even.count < count; next += each) {
            double part = next / gap;
            rope_add(&even, spot_between(rope->dots[i], rope->dots[j], part),
                     rope->half[i] + (rope->half[j] - rope->half[i]) * part);
        }
        next -= gap;
    }
    rope_free(rope);
    *rope = even;
}

/* Each dot goes part of the way to the middle of its neighbours. */
static void smooth(struct rope *rope, double part, int times)
{
    for (int t = 0; t < times; t++) {
        struct spot first = rope->dots[0];
        struct spot before = rope->dots[rope->count - 1];
        for (int i = 0; i < rope->count; i++) {
            struct spot after = i + 1 < rope->count ? rope->dots[i + 1] : first;
            struct spot now = rope->dots[i];
            rope->dots[i] = spot_between(now, spot_between(before, after, 0.5), part);
            before = now;
        }
    }
}

/* Are two dots parts of different roads, though near to each other? Along one bend the way is at
 * most a good half longer than straight. */
static bool are_apart(const struct rope *rope, int i, int j, double step, double distance)
{
    int between = j - i < rope->count - (j - i) ? j - i : rope->count - (j - i);
    return between * step > 2 * distance;
}

static void push_apart(struct rope *rope, double least, double step)
{
    struct spot *moves = memory_allocate((size_t)rope->count, sizeof *moves);
    for (int i = 0; i < rope->count; i++) {
        for (int j = i + 2; j < rope->count; j++) {
            struct spot a = rope->dots[i];
            struct spot b = rope->dots[j];
            double x = b.x - a.x;
            double y = b.y - a.y;
            if (x > least || x < -least || y > least || y < -least)
                continue;
            double distance = sqrt(x * x + y * y);
            if (distance >= least || distance < 0.01 || !are_apart(rope, i, j, step, distance))
                continue;
            double part = (least - distance) / distance * 0.12;
            moves[i].x -= x * part;
            moves[i].y -= y * part;
            moves[j].x += x * part;
            moves[j].y += y * part;
        }
    }
    for (int i = 0; i < rope->count; i++) {
        rope->dots[i].x += clamp(moves[i].x, -step / 2, step / 2);
        rope->dots[i].y += clamp(moves[i].y, -step / 2, step / 2);
    }
    free(moves);
}

/* Stretched so that it reaches the edges of the lattice on all sides. */
static void fill_sheet(struct rope *rope, const struct design *design)
{
    struct spot low = rope->dots[0];
    struct spot high = low;
    for (int i = 1; i < rope->count; i++) {
        low.x = rope->dots[i].x < low.x ? rope->dots[i].x : low.x;
        low.y = rope->dots[i].y < low.y ? rope->dots[i].y : low.y;
        high.x = rope->dots[i].x > high.x ? rope->dots[i].x : high.x;
        high.y = rope->dots[i].y > high.y ? rope->dots[i].y : high.y;
    }
    double margin_x = design->lines_x[0];
    double margin_y = design->lines_y[0];
    double scale_x = (design->wish.width - 2 * margin_x) / (high.x - low.x);
    double scale_y = (design->wish.height - 2 * margin_y) / (high.y - low.y);
    for (int i = 0; i < rope->count; i++) {
        rope->dots[i].x = margin_x + (rope->dots[i].x - low.x) * scale_x;
        rope->dots[i].y = margin_y + (rope->dots[i].y - low.y) * scale_y;
    }
}

/* How far it is from each dot to the next road, at most `most`. */
static double *measure_room(const struct rope *rope, double step, double most)
{
    double *room = memory_allocate((size_t)rope->count, sizeof *room);
    for (int i = 0; i < rope->count; i++)
        room[i] = most;
    for (int i = 0; i < rope->count; i++) {
        for (int j = i + 2; j < rope->count; j++) {
            struct spot a = rope->dots[i];
            struct spot b = rope->dots[j];
            if (b.x - a.x > most || a.x - b.x > most || b.y - a.y > most || a.y - b.y > most)
                continue;
            double distance = spot_distance(a, b);
            if (!are_apart(rope, i, j, step, distance))
                continue;
            room[i] = distance < room[i] ? distance : room[i];
            room[j] = distance < room[j] ? distance : room[j];
        }
    }
    return room;
}

/* Never two widths in a row that differ much. */
static void even_out(struct rope *rope, double slope)
{
    for (int round = 0; round < 2; round++) {
        for (int i = 1; i <= rope->count; i++) {
            double most = rope->half[i - 1] + slope;
            double *half = &rope->half[i % rope->count];
            *half = *half > most ? most : *half;
        }
        for (int i = rope->count; i > 0; i--) {
            double most = rope->half[i % rope->count] + slope;
            double *half = &rope->half[i - 1];
            *half = *half > most ? most : *half;
        }
    }
}

/* A width that is drawn anew every `stretch` dots, and changes slowly between. */
static void widen(struct design *design, struct rope *rope, double step)
{
    int stretches = rope->count / (DOTS_EACH * 2) + 2;
    double *wanted = memory_allocate((size_t)stretches, sizeof *wanted);
    for (int i = 0; i < stretches; i++)
        wanted[i] = design->half * design_between(design, 1 - design->variety, 1 + design->variety);
    wanted[1] = wanted[stretches - 1] = wanted[0];
    double most = design->half * (1 + design->variety);
    most = most < START_HALF ? START_HALF : most;
    double *room = measure_room(rope, step, 2 * most + design->gap);
    for (int i = 0; i < rope->count; i++) {
        double at = (double)i * (stretches - 1) / rope->count;
        double part = at - (int)at;
        part = part * part * (3 - 2 * part);
        double half = wanted[(int)at] + (wanted[(int)at + 1] - wanted[(int)at]) * part;
        double space = (room[i] - design->gap) / 2;
        double from_start = (i < rope->count - i ? i : rope->count - i) * step;
        double start_half = START_HALF - (from_start - START_WIDE) * 0.08;
        start_half = start_half < START_HALF ? start_half : START_HALF;
        half = half < start_half ? start_half : half;
        rope->half[i] = half < space ? half : space;
    }
    even_out(rope, step * 0.2);
    free(room);
    free(wanted);
}

/* --- street: straight pieces ----------------------------------------------------------------- */

/* Where a second way leaves or comes back, the corner stays as it is. */
static bool is_joint(const struct design *design, int at)
{
    int count = design->loop.count;
    for (int i = 0; i < design->ways_found; i++)
        if ((design->ways[i].corner + 1) % count == at ||
            (design->ways[i].corner + count - 1) % count == at)
            return true;
    return false;
}

static void lay_corner(struct design *design, struct spot before, struct spot at, struct spot after,
                       struct rope *rope)
{
    double back = spot_distance(before, at);
    double on = spot_distance(at, after);
    double cut = (back < on ? back : on) * design_between(design, 0.25, 0.5);
    rope_add(rope, spot_between(at, before, cut / back), design->half);
    rope_add(rope, spot_between(at, after, cut / on), design->half);
}

static void lay_streets(struct design *design)
{
    const struct loop_path *loop = &design->loop;
    struct rope *rope = &design->rope;
    for (int i = 0; i < loop->count; i++) {
        struct spot before = place(design, &loop->vertices[(i + loop->count - 1) % loop->count]);
        struct spot at = place(design, &loop->vertices[i]);
        struct spot after = place(design, &loop->vertices[(i + 1) % loop->count]);
        bool corner = before.x != after.x && before.y != after.y;
        if (corner && !is_joint(design, i) && random_below(&design->random, 100) < 45)
            lay_corner(design, before, at, after, rope);
        else
            rope_add(rope, at, design->half);
    }
}

void rope_lay_way(struct design *design, const struct second_way *way, struct rope *rope)
{
    const struct loop_path *loop = &design->loop;
    int count = loop->count;
    struct spot from = place(design, &loop->vertices[(way->corner + count - 1) % count]);
    struct spot over = place(design, &way->over);
    struct spot to = place(design, &loop->vertices[(way->corner + 1) % count]);
    double half = design->half * design_between(design, 0.85, 1);
    rope_add(rope, from, half);
    if (random_below(&design->random, 2) == 0)
        lay_corner(design, from, over, to, rope);
    else
        rope_add(rope, over, half);
    rope_add(rope, to, half);
    for (int i = 0; i < rope->count; i++)
        rope->half[i] = half;
}

bool rope_starts_beside(const struct design *design, const struct second_way *way)
{
    const struct loop_path *loop = &design->loop;
    for (int i = -1; i <= 1; i++) {
        const struct lattice_vertex *at =
            &loop->vertices[(way->corner + i + loop->count) % loop->count];
        struct spot dot = {design->lines_x[at->column], design->lines_y[at->row]};
        if (spot_distance(dot, design->rope.dots[0]) < 1.3 * design->pitch)
            return true;
    }
    return false;
}

/* --- the start ------------------------------------------------------------------------------- */

static struct spot step_along(const struct rope *rope, int at, int steps)
{
    int count = rope->count;
    return rope->dots[((at + steps) % count + count) % count];
}

struct spot rope_heading(const struct rope *rope, int at)
{
    struct spot a = step_along(rope, at, -2);
    struct spot b = step_along(rope, at, 2);
    double length = spot_distance(a, b);
    return (struct spot){(b.x - a.x) / length, (b.y - a.y) / length};
}

/* How many dots on (`sign` 1) or back from this one the road stays near the straight along an
 * axis. */
static int measure_run(const struct rope *rope, int at, bool along_x, int sign)
{
    static const double ASIDE = 0.9;
    struct spot from = rope->dots[at];
    int steps = 0;
    for (; steps < rope->count / 3; steps++) {
        struct spot dot = step_along(rope, at, sign * (steps + 1));
        double aside = along_x ? dot.y - from.y : dot.x - from.x;
        if (aside > ASIDE || aside < -ASIDE)
            break;
    }
    return steps;
}

static void turn_to_first(struct rope *rope, int first)
{
    struct rope turned = {0};
    for (int i = 0; i < rope->count; i++)
        rope_add(&turned, rope->dots[(first + i) % rope->count],
                 rope->half[(first + i) % rope->count]);
    rope_free(rope);
    *rope = turned;
}

/* Not so near to the edge of the sheet that the road would be cut off. */
static double between_rows(double at, int side)
{
    double middle = (int)at + 0.5;
    return middle < START_EDGE ? middle + 1 : middle > side - START_EDGE ? middle - 1 : middle;
}

/* Dots on a straight come to lie on its line, those at its ends half. It runs between two rows of
 * grid points, so that four of them fit into a narrow road. */
static void straighten(const struct design *design, struct rope *rope, int back, int ahead,
                       bool along_x)
{
    struct spot from = {between_rows(rope->dots[0].x, design->wish.width),
                        between_rows(rope->dots[0].y, design->wish.height)};
    for (int i = -back; i <= ahead; i++) {
        struct spot *dot = &rope->dots[(i + rope->count) % rope->count];
        int to_end = i + back < ahead - i ? i + back : ahead - i;
        double part = to_end < 3 ? (to_end + 1) / 4.0 : 1;
        if (along_x)
            dot->y += (from.y - dot->y) * part;
        else
            dot->x += (from.x - dot->x) * part;
    }
}

static const double RUN_AHEAD = 8, RUN_BACK = 2.5; /* squares */

/* The longest straight along an axis, a stretch behind its beginning. */
static bool choose_start(struct design *design, struct rope *rope, double step)
{
    int least_ahead = (int)(RUN_AHEAD / step) + 1;
    int least_back = (int)(RUN_BACK / step) + 1;
    int best = -1, best_score = 0, best_back = 0, best_ahead = 0;
    for (int i = 0; i < rope->count; i++) {
        struct spot heading = rope_heading(rope, i);
        bool along_x = heading.x * heading.x > 0.5;
        int ahead = measure_run(rope, i, along_x, 1);
        int back = measure_run(rope, i, along_x, -1);
        if (ahead < least_ahead || back < least_back)
            continue;
        int score = ahead + (back < 2 * least_back ? 2 * back : 4 * least_back) +
                    (int)random_below(&design->random, 6);
        if (score > best_score) {
            best = i;
            best_score = score;
            best_back = back;
            best_ahead = ahead;
        }
    }
    if (best < 0)
        return false;
    struct spot heading = rope_heading(rope, best);
    turn_to_first(rope, best);
    straighten(design, rope, best_back, best_ahead, heading.x * heading.x > 0.5);
    return true;
}

static bool is_wide_enough(const struct rope *rope, const struct design *design)
{
    for (int i = 0; i < rope->count; i++)
        if (rope->half[i] < design->half_least)
            return false;
    return rope->half[0] >= START_HALF_LEAST;
}

static void lay_round(struct design *design, double step)
{
    struct rope *rope = &design->rope;
    for (int i = 0; i < design->loop.count; i++)
        rope_add(rope, place(design, &design->loop.vertices[i]), design->half);
    resample(rope, step);
    smooth(rope, 0.5, (int)(design->roundness * DOTS_EACH * DOTS_EACH * 2));
    double half = design->half > START_HALF_LEAST ? design->half : START_HALF_LEAST;
    for (int i = 0; i < PUSHES; i++) {
        push_apart(rope, 2 * half + design->gap + 0.4, step);
        smooth(rope, 0.3, 1);
        if (i % 10 == 9) {
            fill_sheet(rope, design);
            resample(rope, step);
        }
    }
}

bool rope_lay(struct design *design)
{
    double step = design->pitch / DOTS_EACH;
    struct rope *rope = &design->rope;
    if (design->straight) {
        lay_streets(design);
        resample(rope, step);
    } else {
        lay_round(design, step);
    }
    if (!choose_start(design, rope, step))
        return false;
    widen(design, rope, step);
    return is_wide_enough(rope, design);
}

/* --- how long a lap takes, by eye ------------------------------------------------------------ */

/* The line that is pulled tight within the road. */
static struct rope pull_tight(const struct rope *rope)
{
    struct rope line = {0};
    for (int i = 0; i < rope->count; i++)
        rope_add(&line, rope->dots[i], rope->half[i]);
    for (int t = 0; t < 60; t++) {
        smooth(&line, 0.8, 1);
        for (int i = 0; i < rope->count; i++) {
            double off = spot_distance(line.dots[i], rope->dots[i]);
            double most = rope->half[i] * 0.75;
            if (off > most)
                line.dots[i] = spot_between(rope->dots[i], line.dots[i], most / off);
        }
    }
    return line;
}

/* The square of the speed that the bend at a dot allows. */
static double bend_allows(const struct rope *line, int i)
{
    int count = line->count;
    int far = DOTS_EACH / 2;
    struct spot a = line->dots[(i + count - far) % count];
    struct spot b = line->dots[i];
    struct spot c = line->dots[(i + far) % count];
    double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    double sides = spot_distance(a, b) * spot_distance(b, c) * spot_distance(a, c);
    turn = turn < 0 ? -turn : turn;
    return turn * 200 < sides ? 100 : sides / (2 * turn) * 1.0;
}

double rope_guess_rounds(const struct rope *rope)
{
    struct rope line = pull_tight(rope);
    int count = line.count;
    double *allowed = line.half;
    for (int i = 0; i < count; i++)
        allowed[i] = bend_allows(&line, i) + 1;
    double rounds = 0;
    for (int i = 2 * count; i > 0; i--) {
        double gap = spot_distance(line.dots[i % count], line.dots[(i - 1) % count]);
        double most = allowed[i % count] + 2 * gap;
        allowed[(i - 1) % count] =
            allowed[(i - 1) % count] < most ? allowed[(i - 1) % count] : most;
    }
    for (int i = 0; i < 2 * count; i++) {
        double gap = spot_distance(line.dots[i % count], line.dots[(i + 1) % count]);
        double most = allowed[i % count] + 2 * gap;
        double *next = &allowed[(i + 1) % count];
        *next = *next < most ? *next : most;
        rounds += i < count ? 0 : gap / sqrt(*next);
    }
    rope_free(&line);
    return rounds;
}
