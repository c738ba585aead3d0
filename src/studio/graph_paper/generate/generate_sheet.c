/* What else lies on the sheet: start line, slicks, turbo areas, checkpoints, stones, and its name.
 */
#include "base/memory.h"
#include "studio/graph_paper/generate/generate_inside.h"
#include "track/ground.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* Field heights within which it is not certain on which side of the wall a point will lie. */
static const double SURE = 0.12;

static int nearest(double squares)
{
    return (int)(squares + 0.5);
}

/* --- lines across the road ------------------------------------------------------------------- */

struct crossing {
    struct point from, to; /* outside the road on both sides; from right to left of the heading */
    int points;            /* grid points that are surely in the road */
};

/* The end of the crossing on one side; false if it lies farther off than `most`: then the line runs
 * along a road. */
static bool find_end(const struct field *field, struct point middle, struct point step, int most,
                     struct point *end, int *points)
{
    *end = middle;
    for (int i = 0; i < most; i++) {
        *end = point_add(*end, step);
        double height = field_at(field, end->x, end->y);
        if (height < -SURE)
            return true;
        *points += height > SURE;
    }
    return false;
}

/* Straight across at the grid point nearest to the dot, where the road goes along an axis. */
static bool cross_road(const struct design *design, int at, struct crossing *crossing)
{
    const struct field *field = &design->field;
    const struct rope *rope = &design->rope;
    struct spot heading = rope_heading(rope, at);
    bool along_x = heading.x * heading.x > heading.y * heading.y;
    struct point middle = {nearest(rope->dots[at].x), nearest(rope->dots[at].y)};
    struct point left = along_x ? (struct point){0, heading.x > 0 ? 1 : -1}
                                : (struct point){heading.y > 0 ? -1 : 1, 0};
    struct point right = {-left.x, -left.y};
    int most = (int)(rope->half[at] * 1.3) + 3;
    *crossing = (struct crossing){middle, middle, 1};
    return field_at(field, middle.x, middle.y) >= SURE &&
           find_end(field, middle, left, most, &crossing->to, &crossing->points) &&
           find_end(field, middle, right, most, &crossing->from, &crossing->points);
}

static bool add_points(struct draft *draft, struct point from, struct point to, struct point step)
{
    struct error error;
    bool added = true;
    draft_begin_loop(draft);
    for (;; from = point_add(from, step)) {
        added = draft_add_vertex(draft, point_to_fine(from), &error) && added;
        if (point_equal(from, to))
            return added;
    }
}

static struct point unit_step(struct point from, struct point to)
{
    return (struct point){(to.x > from.x) - (to.x < from.x), (to.y > from.y) - (to.y < from.y)};
}

/* Six squares ahead, at most one aside, so that the first corner does not decide the race. */
static bool has_run(const struct ground *ground, struct point at, struct point ahead)
{
    enum { RUN = 6 };
    for (int aside = -1; aside <= 1; aside++) {
        struct point step = {RUN * ahead.x - aside * ahead.y, RUN * ahead.y + aside * ahead.x};
        if (ground_holds_move(ground, at, point_add(at, step)))
            return true;
    }
    return false;
}

bool sheet_has_run(const struct track *track)
{
    struct ground ground = {track, false};
    struct point step = unit_step(track->start.from, track->start.to);
    struct point ahead = {-step.y, step.x};
    struct point at = track->start.from;
    for (; !point_equal(at, track->start.to); at = point_add(at, step))
        if (ground_holds_point(&ground, at) && !has_run(&ground, at, ahead))
            return false;
    return true;
}

/* It is crossed from right to left looking from its first end to its second. */
static bool add_line(struct design *design)
{
    enum { STARTS_LEAST = 4 };
    struct crossing line;
    if (!cross_road(design, 0, &line) || line.points < STARTS_LEAST)
        return false;
    draft_add_item(&design->draft, DRAFT_START_FINISH, 0);
    return add_points(&design->draft, line.to, line.from, point_subtract(line.from, line.to));
}

/* --- areas ----------------------------------------------------------------------------------- */

/* Sixteen ways round, as a table: there is no sine that is the same everywhere. */
static const double ways_round[16][2] = {
    {1, 0},  {0.92387953, 0.38268343},   {0.70710678, 0.70710678},   {0.38268343, 0.92387953},
    {0, 1},  {-0.38268343, 0.92387953},  {-0.70710678, 0.70710678},  {-0.92387953, 0.38268343},
    {-1, 0}, {-0.92387953, -0.38268343}, {-0.70710678, -0.70710678}, {-0.38268343, -0.92387953},
    {0, -1}, {0.38268343, -0.92387953},  {0.70710678, -0.70710678},  {0.92387953, -0.38268343},
};

enum { ROUND_DOTS = 16, RINGS = 3, TRIES = 12 };

static struct spot beside(struct spot middle, struct spot along, double ahead, double aside)
{
    return (struct spot){middle.x + ahead * along.x - aside * along.y,
                         middle.y + ahead * along.y + aside * along.x};
}

/* Grid points that surely lie in it: a car must be able to land there. */
static int count_points(struct spot middle, struct spot along, double half_long, double half_across)
{
    int count = 0;
    int reach = (int)(half_long + half_across) + 1;
    for (int y = (int)middle.y - reach; y <= (int)middle.y + reach; y++)
        for (int x = (int)middle.x - reach; x <= (int)middle.x + reach; x++) {
            double dx = x - middle.x;
            double dy = y - middle.y;
            double ahead = (dx * along.x + dy * along.y) / half_long;
            double aside = (dy * along.x - dx * along.y) / half_across;
            count += ahead * ahead + aside * aside < 0.7;
        }
    return count;
}

static void take_room(struct design *design, struct spot middle, struct spot along,
                      double half_long, double half_across)
{
    static const double ROUGH = 1.1, KNOWN = 0.5;
    double longer = half_long > half_across ? half_long - half_across : 0;
    field_cut(&design->field, middle, along, longer * ROUGH, half_across * ROUGH, KNOWN);
}

/* NULL if it would touch a wall or what lies there already, or nobody could land on it. What is
 * laid later keeps off it. */
static struct draft_item *lay_patch(struct design *design, enum draft_role role, struct spot middle,
                                    struct spot along, double half_long, double half_across)
{
    static const double WALL = 0.35;
    struct error error;
    struct spot dots[ROUND_DOTS];
    bool fits = count_points(middle, along, half_long, half_across) >= 3;
    for (int i = 0; i < ROUND_DOTS; i++) {
        double off = design_between(design, 0.92, 1.08);
        double ahead = ways_round[i][0] * half_long * off;
        double aside = ways_round[i][1] * half_across * off;
        dots[i] = beside(middle, along, ahead, aside);
        for (int part = 0; part <= RINGS && fits; part++)
            fits = field_near(&design->field, beside(middle, along, ahead * part / RINGS,
                                                     aside * part / RINGS)) > WALL;
    }
    if (!fits)
        return NULL;
    take_room(design, middle, along, half_long, half_across);
    struct draft_item *item = draft_add_item(&design->draft, role, 0);
    draft_begin_loop(&design->draft);
    for (int i = 0; i < ROUND_DOTS; i++)
        draft_add_vertex(
            &design->draft,
            (struct point){(int32_t)(dots[i].x * FINE + 0.5), (int32_t)(dots[i].y * FINE + 0.5)},
            &error);
    draft_close_loop(&design->draft);
    return item;
}

/* How far a dot is from the start, along the road. */
static double from_start(const struct rope *rope, int at)
{
    double length = 0;
    int steps = at < rope->count - at ? at : rope->count - at;
    for (int i = 0; i < steps; i++) {
        int j = at < rope->count - at ? i : rope->count - 1 - i;
        length += spot_distance(rope->dots[j], rope->dots[(j + 1) % rope->count]);
    }
    return length;
}

static bool is_off_ways(const struct design *design, struct spot at, double distance)
{
    for (int i = 0; i < design->way_rope_count; i++)
        for (int j = 0; j < design->way_ropes[i].count; j++)
            if (spot_distance(design->way_ropes[i].dots[j], at) < distance)
                return false;
    return true;
}

/* 1 where the road turns left, -1 right, 0 where it goes straight on. */
static int find_turn(const struct rope *rope, int at)
{
    struct spot before = rope_heading(rope, (at + rope->count - 4) % rope->count);
    struct spot after = rope_heading(rope, (at + 4) % rope->count);
    double turn = before.x * after.y - before.y * after.x;
    return turn > 0.3 ? 1 : turn < -0.3 ? -1 : 0;
}

static bool try_slick(struct design *design)
{
    const struct rope *rope = &design->rope;
    int at = (int)random_below(&design->random, (uint32_t)rope->count);
    int side = find_turn(rope, at);
    if (side == 0)
        side = random_below(&design->random, 2) == 0 ? 1 : -1;
    double half = rope->half[at];
    double across = half * design_between(design, 0.35, 0.45);
    across = across < 0.8 ? 0.8 : across;
    double aside = side * (half - across) * design_between(design, 0.3, 0.8);
    double half_long = across * design_between(design, 1.3, 2);
    struct spot heading = rope_heading(rope, at);
    struct spot middle = beside(rope->dots[at], heading, 0, aside);
    return from_start(rope, at) >= 9 &&
           lay_patch(design, DRAFT_SLICK, middle, heading, half_long, across);
}

static bool try_turbo(struct design *design)
{
    const struct rope *rope = &design->rope;
    int at = (int)random_below(&design->random, (uint32_t)rope->count);
    struct spot heading = rope_heading(rope, at);
    bool along_x = heading.x * heading.x > 0.5;
    bool along_axis = heading.x * heading.x > 0.94 || heading.y * heading.y > 0.94;
    struct draft_item *item = NULL;
    if (find_turn(rope, at) == 0 && along_axis && from_start(rope, at) >= 9)
        item = lay_patch(design, DRAFT_TURBO, rope->dots[at], heading, 1.7, rope->half[at] * 0.62);
    if (!item)
        return false;
    int ahead = heading.x + heading.y > 0 ? 2 : -2;
    item->arrow = along_x ? (struct point){ahead, 0} : (struct point){0, ahead};
    return true;
}

static void add_patches(struct design *design)
{
    int difficulty = design->wish.difficulty;
    int slicks = difficulty < 2 ? 0 : 1 + (int)random_below(&design->random, (uint32_t)difficulty);
    for (int i = 0; i < TRIES * slicks && slicks > 0; i++)
        slicks -= try_slick(design);
    bool placed = difficulty < 4;
    for (int i = 0; i < 2 * TRIES && !placed; i++)
        placed = try_turbo(design);
}

/* A gate where the road goes along an axis, near a part of the lap. */
static void add_checkpoint(struct design *design, int number, double part)
{
    enum { GATE_LEAST = 4 };
    const struct rope *rope = &design->rope;
    int reach = rope->count / 10;
    for (int i = 0; i <= 2 * reach; i++) {
        int off = i % 2 == 0 ? i / 2 : -(i / 2) - 1;
        int at = ((int)(part * rope->count) + off + rope->count) % rope->count;
        struct spot heading = rope_heading(rope, at);
        struct crossing gate;
        bool along_axis = heading.x * heading.x > 0.97 || heading.y * heading.y > 0.97;
        if (!along_axis || !is_off_ways(design, rope->dots[at], 2 * design->pitch) ||
            !cross_road(design, at, &gate) || gate.points < GATE_LEAST)
            continue;
        draft_add_item(&design->draft, DRAFT_CHECKPOINT, 0)->number = number;
        add_points(&design->draft, gate.from, gate.to, unit_step(gate.from, gate.to));
        return;
    }
}

/* Afterwards, not gate by gate: what is cut out would look like a wall to the next one. */
static void take_room_of_gates(struct design *design)
{
    static const double BESIDE = 0.5;
    for (int i = 0; i < design->draft.count; i++) {
        if (design->draft.items[i].role != DRAFT_CHECKPOINT)
            continue;
        const struct draft_loop *gate = design->draft.items[i].loops;
        struct point a = gate->vertices[0];
        struct point b = gate->vertices[gate->count - 1];
        struct spot middle = {(a.x + b.x) / 2.0 / FINE, (a.y + b.y) / 2.0 / FINE};
        struct spot along = a.y == b.y ? (struct spot){1, 0} : (struct spot){0, 1};
        double length = (a.x > b.x ? a.x - b.x : b.x - a.x) + (a.y > b.y ? a.y - b.y : b.y - a.y);
        take_room(design, middle, along, length / 2 / FINE + BESIDE, BESIDE);
    }
}

bool sheet_furnish(struct design *design)
{
    int difficulty = design->wish.difficulty, number = 1;
    if (!add_line(design))
        return false;
    for (int i = 1; i <= 3 && (difficulty == 3 || difficulty == 5); i++) {
        int before = design->draft.count;
        add_checkpoint(design, number, i / 4.0);
        number += design->draft.count - before;
    }
    take_room_of_gates(design);
    add_patches(design);
    return true;
}

/* A stone stands where the road is wide enough for a car on either side of it. A pebble would only
 * be in the way. */
void sheet_set_stones(struct design *design)
{
    const struct rope *rope = &design->rope;
    static const double PASSAGE = 2.1, ACROSS_LEAST = 0.95, KNOWN = 1.5;
    int last = -rope->count;
    int placed = 0;
    int first = (int)random_below(&design->random, (uint32_t)rope->count);
    for (int i = 0; i < rope->count && placed < design->stones; i++) {
        int at = (first + i) % rope->count;
        double across = rope->half[at] - PASSAGE;
        if (across < ACROSS_LEAST || i - last < rope->count / 6 || from_start(rope, at) < 14)
            continue;
        double most = across < 1.6 ? across : 1.6;
        double half_long = design_between(design, 0.9, 1.8);
        double half_across = design_between(design, ACROSS_LEAST, most);
        field_cut(&design->field, rope->dots[at], rope_heading(rope, at), half_long, half_across,
                  KNOWN);
        design->field.islands++;
        last = i;
        placed++;
    }
}

/* --- arenas ---------------------------------------------------------------------------------- */

/* Anywhere on the ground with so much room round it. False if a fair number of tries found none. */
static bool find_room(struct design *design, double room, struct spot *found)
{
    for (int tries = 0; tries < 150; tries++) {
        int x = (int)random_below(&design->random, (uint32_t)design->wish.width);
        int y = (int)random_below(&design->random, (uint32_t)design->wish.height);
        *found = (struct spot){x, y};
        if (field_at(&design->field, x, y) > room)
            return true;
    }
    return false;
}

static struct spot draw_heading(struct design *design)
{
    const double *way = ways_round[random_below(&design->random, 16)];
    return (struct spot){way[0], way[1]};
}

bool sheet_set_pillars(struct design *design, int count)
{
    static const double PASSAGE = 2.2, PASSAGE_LEAST = 1.8, ACROSS_LEAST = 0.95;
    double largest = sqrt(sqrt((double)design->wish.width * design->wish.height)) * 0.28;
    double known = largest * 1.9 + PASSAGE;
    for (int i = 0; i < count; i++) {
        double across = design_between(design, ACROSS_LEAST, largest);
        double half_long = across * design_between(design, 0, 0.9);
        double passage = PASSAGE;
        struct spot at;
        while (!find_room(design, across + half_long + passage, &at)) {
            if (across == ACROSS_LEAST && passage == PASSAGE_LEAST)
                return false;
            passage = across == ACROSS_LEAST ? PASSAGE_LEAST : PASSAGE;
            across = across * 0.7 > ACROSS_LEAST ? across * 0.7 : ACROSS_LEAST;
            half_long = 0;
        }
        field_cut(&design->field, at, draw_heading(design), half_long, across, known);
    }
    return true;
}

void sheet_furnish_arena(struct design *design)
{
    int slicks = design->wish.difficulty / 2;
    for (int i = 0; i < TRIES * design->wish.difficulty && slicks > 0; i++) {
        double across = design_between(design, 1, 1.8);
        double half_long = across * design_between(design, 1, 1.6);
        struct spot at, heading = draw_heading(design);
        slicks -= find_room(design, across, &at) &&
                  lay_patch(design, DRAFT_SLICK, at, heading, half_long, across);
    }
}

/* --- words ----------------------------------------------------------------------------------- */

static const char *const first_words[] = {
    "Larch",   "Heron",   "Otter",   "Clover", "Quarry",  "Amber",  "Willow",  "Badger",
    "Copper",  "Harbor",  "Maple",   "Gravel", "Raven",   "Saddle", "Thistle", "Marsh",
    "Lantern", "Kestrel", "Orchard", "Pebble", "Juniper", "Ferry",  "Falcon",  "Bramble",
    "Chalk",   "Sable",   "Tinker",  "Walnut", "Ember",   "Meadow", "Osprey",  "Hazel",
};
static const char *const last_words[GENERATOR_STYLE_COUNT][8] = {
    {"Loop", "Bend", "Lake", "Valley", "Meander", "Shore", "Hollow", "Ring"},
    {"Knot", "Gorge", "Pass", "Maze", "Ravine", "Ladder", "Thicket", "Switchback"},
    {"Quarter", "Street", "Corner", "Market", "Square", "Docks", "Block", "Yard"},
    {"Bowl", "Pit", "Arena", "Field", "Pan", "Court", "Crater", "Basin"},
};

static const char *const asks[GENERATOR_STYLE_COUNT] = {
    "Wide rounded curves: look two bends ahead and let it run.",
    "Narrow, with one turn after another: brake early, and keep something for the next.",
    "Straight streets and square corners: what counts is the speed at the end of a street.",
    "A closed ground with pillars to hide behind, and nowhere to run to.",
};
enum { FIRST_WORDS = sizeof first_words / sizeof *first_words };

void sheet_name(struct design *design)
{
    struct draft *draft = &design->draft;
    const struct generator_wish *wish = &design->wish;
    struct text text = {0};
    const char *first = first_words[random_below(&design->random, FIRST_WORDS)];
    const char *last = last_words[wish->style][random_below(&design->random, 8)];
    text_append_format(&text, "%s %s", first, last);
    draft->name = memory_copy_string(text.data);
    text_clear(&text);
    text_append_format(&text, "%s Generated: %s, difficulty %d, %d × %d, seed %" PRIu64 ".",
                       asks[wish->style], generator_style_names[wish->style], wish->difficulty,
                       wish->width, wish->height, wish->seed);
    draft->description = memory_copy_string(text.data);
    text_free(&text);
}
