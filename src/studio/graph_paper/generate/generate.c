/* See generate.h. An attempt draws a loop by lot, guesses how long its lap takes, and draws the
 * sheet only if the guess is near to what was promised; then the lap is proved. What the attempts
 * have shown makes the next ones longer or shorter.
 *
 * Larger sheets have wider roads and longer ways: both grow with the root of the side, so a lap
 * does not take an afternoon. How long the shortest and the longest lap of a style can be was
 * measured on sheets of all sizes; the bounds are curves through what was found, and the five
 * difficulties share what lies between.
 */
#include "studio/graph_paper/generate/generate.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "drivers/graph_paper/driving.h"
#include "track/track.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* What else lies on the sheet: start line, slicks, turbo areas, checkpoints, stones, and its name.
 */

/* Field heights within which it is not certain on which side of the wall a point will lie. */
static const double SURE = 0.12;

static int nearest(double squares)
{
    return (int)(squares + 0.5);
}

/* --- lines across the road ------------------------------------------------------------------- */

struct chord {
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
static bool cross_road(const struct design *design, int at, struct chord *crossing)
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
    *crossing = (struct chord){middle, middle, 1};
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
    struct chord line;
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
        struct chord gate;
        bool along_axis = heading.x * heading.x > 0.97 || heading.y * heading.y > 0.97;
        if (!along_axis || !is_off_ways(design, rope->dots[at], 2 * design->pitch) ||
            !cross_road(design, at, &gate) || gate.points < GATE_LEAST)
            continue;
        draft_add_item(&design->draft, DRAFT_CHECKPOINT, 0)->number = number;
        add_points(&design->draft, gate.from, gate.to, unit_step(gate.from, gate.to));
        return;
    }
}

static bool sheet_furnish(struct design *design)
{
    int difficulty = design->wish.difficulty, number = 1;
    if (!add_line(design))
        return false;
    for (int i = 1; i <= 3 && (difficulty == 3 || difficulty == 5); i++) {
        int before = design->draft.count;
        add_checkpoint(design, number, i / 4.0);
        number += design->draft.count - before;
    }
    /* Afterwards, not gate by gate: what is cut out would look like a wall to the next one. */
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
    add_patches(design);
    return true;
}

/* A stone stands where the road is wide enough for a car on either side of it. A pebble would only
 * be in the way. */
static void sheet_set_stones(struct design *design)
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

/* False if they find no room. */
static bool sheet_set_pillars(struct design *design, int count)
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

/* --- words ----------------------------------------------------------------------------------- */

static const char *const first_words[] = {
    "Larch",   "Heron",   "Otter",   "Clover", "Quarry",  "Amber",  "Willow",  "Badger",
    "Copper",  "Harbour", "Maple",   "Gravel", "Raven",   "Saddle", "Thistle", "Marsh",
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

/* === daily ==================================================================================== */

/* See generate.h. Whoever changes a number here changes the track of every day: GENERATOR_VERSION.
 */

/* Sides in squares: a lap takes minutes, not an afternoon. */
enum { WIDTH_LEAST = 40, WIDTHS = 17, HEIGHT_LEAST = 30, HEIGHTS = 9 };

struct generator_wish daily_wish(int day)
{
    static const int difficulties[7] = {1, 2, 2, 3, 3, 4, 5}; /* from Monday on */
    static const enum generator_style styles[] = {FLOWING, FLOWING, TIGHT, STREET};
    struct random random = random_seeded(hash_number(HASH_START, day));
    struct generator_wish wish = {.seed = random_next(&random)};
    wish.style = styles[random_below(&random, sizeof styles / sizeof *styles)];
    wish.width = WIDTH_LEAST + (int)random_below(&random, WIDTHS);
    wish.height = HEIGHT_LEAST + (int)random_below(&random, HEIGHTS);
    wish.difficulty = difficulties[date_weekday(day)];
    return wish;
}

struct track *daily_track(int day, const atomic_bool *cancelled, int *par)
{
    struct error error;
    struct generator_wish wish = daily_wish(day);
    struct track *track = generate_track(&wish, cancelled, par, &error);
    if (track)
        daily_name(track, day);
    return track;
}

void daily_name(struct track *track, int day)
{
    char date[DATE_BYTES];
    struct text name = {0};
    date_write(day, date);
    text_append_format(&name, "Daily %s", date);
    free(track->name);
    track->name = memory_copy_string(name.data);
    text_free(&name);
}

/* === generate ================================================================================= */

/* --- promises -------------------------------------------------------------------------------- */

/* Rounds of the shortest laps: fixed + each * (width + height). The longest are longer by the
 * factor most - by / (shorter side + more). */
static const struct {
    double fixed, each, most, by, more;
} promises[GENERATOR_STYLE_COUNT] = {
    {4.5, 0.285, 3.40, 211, 84},
    {3.5, 0.35, 4.29, 127, 20},
    {3.5, 0.35, 4.29, 127, 20},
    {0, 0, 1, 0, 1},
};

/* Bounds of what difficulties promise: 0 is where the first begins, 5 where the last ends. */
static double design_bound(const struct generator_wish *wish, int index)
{
    double side = sqrt((double)wish->width * wish->height);
    if (wish->style == ARENA_STYLE)
        return index * (side * 0.055 + 0.5);
    double shorter = wish->width < wish->height ? wish->width : wish->height;
    double low =
        promises[wish->style].fixed + promises[wish->style].each * (wish->width + wish->height);
    double times = promises[wish->style].most -
                   promises[wish->style].by / (shorter + promises[wish->style].more);
    double part = index / 5.0;
    return low + low * (times - 1) * part * (0.7 + 0.3 * part);
}

static int round_up(double value)
{
    int whole = (int)value;
    return whole < value ? whole + 1 : whole;
}

void generator_promise(const struct generator_wish *wish, int *least, int *most)
{
    *least = round_up(design_bound(wish, wish->difficulty - 1));
    *most = round_up(design_bound(wish, wish->difficulty)) - 1;
}

/* --- the lot --------------------------------------------------------------------------------- */

double design_between(struct design *design, double low, double high)
{
    return low + (high - low) * random_below(&design->random, 1 << 24) / (1 << 24);
}

/* Lines at about equal distances from margin to margin. */
static void draw_lines(struct design *design, double unevenness, double *lines, int cells,
                       double length, double margin)
{
    double total = 0;
    for (int i = 1; i <= cells; i++) {
        total += design_between(design, 1 - unevenness, 1 + unevenness);
        lines[i] = total;
    }
    lines[0] = margin;
    for (int i = 1; i <= cells; i++)
        lines[i] = margin + lines[i] / total * (length - 2 * margin);
}

/* So many cells of about this size; where it is between two numbers, now one and now the other. */
static int draw_cells(struct design *design, double length, double least)
{
    int most = (int)(length / least);
    int cells = (int)(length / design->pitch + design_between(design, 0.2, 0.8));
    cells = cells > most ? most : cells;
    return cells < 2 ? 2 : cells > DESIGN_CELLS_MOST ? DESIGN_CELLS_MOST : cells;
}

static void draw_lattice(struct design *design, double unevenness)
{
    static const double NARROWEST = 1.9; /* half a road near the start */
    double half = design->half > NARROWEST ? design->half : NARROWEST;
    double least = 2 * half + design->gap + 0.4;
    double margin = design->half * (1 + design->variety) + 1.2;
    int width = design->wish.width;
    int height = design->wish.height;
    design->columns = draw_cells(design, width - 2 * margin, least);
    design->rows = draw_cells(design, height - 2 * margin, least);
    draw_lines(design, unevenness, design->lines_x, design->columns, width, margin);
    draw_lines(design, unevenness, design->lines_y, design->rows, height, margin);
}

/* Draws what the style, the size and the tempo leave open. */
static void design_make(struct design *design, const struct generator_wish *wish, uint64_t seed,
                        double tempo)
{
    static const struct style {
        double pitch, half, half_least, gap, variety, corners_share, jitter, roundness, tremble;
        double unevenness;
    } styles[GENERATOR_STYLE_COUNT] = {
        {11, 3.1, 1.5, 1.1, 0.28, 0.40, 0.18, 0.16, 0.28, 0.15},
        {7.6, 2.0, 1.25, 0.8, 0.22, 0.55, 0.14, 0.05, 0.18, 0.12},
        {8.6, 2.2, 1.4, 1.1, 0.12, 0.42, 0.00, 0.00, 0.12, 0.22},
        {10, 3, 1.5, 1, 0, 0, 0, 0, 0.5, 0},
    };
    const struct style *style = &styles[wish->style];
    double size = sqrt(sqrt((double)wish->width * wish->height) / 52);
    double narrowest = style->half_least * 1.1;
    *design = (struct design){.wish = *wish, .random = random_seeded(seed), .tempo = tempo};
    design->pitch = style->pitch * size * (1.15 - 0.4 * tempo);
    design->half = style->half * size * (1.2 - 0.4 * tempo);
    design->half = design->half < narrowest ? narrowest : design->half;
    design->half_least = style->half_least;
    design->gap = style->gap;
    design->variety = style->variety;
    design->corners_share = style->corners_share;
    design->jitter = style->jitter;
    design->roundness = style->roundness;
    design->wave = 6 * size;
    design->tremble = style->tremble;
    design->straight = wish->style == STREET;
    design->fineness = wish->width * wish->height > 12000 ? 2 : 4;
    design->ways_most = wish->style == STREET ? 1 + wish->difficulty / 2 : 0;
    design->stones = wish->style == TIGHT || wish->style == STREET ? (wish->difficulty + 1) / 2 : 0;
    design->bays = wish->style == ARENA_STYLE;
    design->island_least = wish->style == ARENA_STYLE ? 2.1 : 5;
    draw_lattice(design, style->unevenness);
    /* Between once round the sheet and nearly every vertex of the lattice. */
    int ring = 2 * (design->columns + design->rows);
    int all = (design->columns + 1) * (design->rows + 1);
    double share = 0.2 + 0.55 * design->tempo;
    share = share < 0 ? 0 : share > 0.95 ? 0.95 : share;
    design->edges = (ring + (int)((all - ring) * share + design_between(design, 0, 2))) / 2 * 2;
    if (design->edges > all)
        design->edges = ring;
}

/* --- attempts -------------------------------------------------------------------------------- */

const char *const generator_style_names[GENERATOR_STYLE_COUNT] = {"flowing", "tight", "street",
                                                                  "arena"};
const char *const generator_style_sentences[GENERATOR_STYLE_COUNT] = {
    "Wide, rounded curves that lead into each other.",
    "Narrow roads, many turns, hairpins.",
    "Straight streets with corners of 45 and 90 degrees, and blocks to drive round.",
    "One closed ground with pillars, for derbies: no line, no lap.",
};
const struct generator_wish generator_usual_wish = {1, 60, 45, FLOWING, 2};

/* After so many attempts that learned from each other all tempos are tried in turn. None of ten
 * thousand wishes needed that. */
enum { ATTEMPTS_LEARNING = 400, ATTEMPTS = 1200, TEMPOS = 40, ASPECT_MOST = 3 };
static const double TEMPO_LEAST = -0.5, TEMPO_MOST = 1.4;

/* --- one attempt ----------------------------------------------------------------------------- */

static void design_free(struct design *design)
{
    free(design->loop.vertices);
    free(design->ways);
    for (int i = 0; i < design->way_rope_count; i++)
        rope_free(&design->way_ropes[i]);
    free(design->way_ropes);
    rope_free(&design->rope);
    free(design->field.values);
    draft_free(&design->draft);
}

static bool lay_roads(struct design *design)
{
    if (!loop_find(design))
        return false;
    loop_find_ways(design);
    if (!rope_lay(design))
        return false;
    /* Second ways stay that do not lead past the start. */
    design->way_ropes = memory_allocate((size_t)design->ways_found + 1, sizeof *design->way_ropes);
    for (int i = 0; i < design->ways_found; i++)
        if (!rope_starts_beside(design, &design->ways[i]))
            rope_lay_way(design, &design->ways[i], &design->way_ropes[design->way_rope_count++]);
    return true;
}

static void begin_draft(struct design *design)
{
    design->draft.width = design->wish.width;
    design->draft.height = design->wish.height;
    /* Name and description of the draft. */
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

/* NULL if walls have met, or no line fits. */
static struct track *draw_roads(struct design *design)
{
    struct error error;
    field_begin(design);
    field_add_road(design, &design->rope, true);
    for (int i = 0; i < design->way_rope_count; i++)
        field_add_road(design, &design->way_ropes[i], false);
    sheet_set_stones(design);
    field_finish(design);
    begin_draft(design);
    int walls = 2 + design->field.islands + design->way_rope_count;
    return field_trace(design, walls) && sheet_furnish(design)
               ? track_from_draft(&design->draft, &error)
               : NULL;
}

static uint64_t attempt_seed(const struct generator_wish *wish, int attempt)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)wish->seed);
    hash = hash_number(hash, wish->width);
    hash = hash_number(hash, wish->height);
    hash = hash_number(hash, wish->style);
    hash = hash_number(hash, wish->difficulty);
    return hash_number(hash, attempt);
}

/* --- circuits -------------------------------------------------------------------------------- */

struct generate_search {
    const struct generator_wish *wish;
    const atomic_bool *cancelled;
    int least, most;
    double tempo;
    double rounds_to_guess; /* what the laps so far took, to what was guessed */
};

static bool is_cancelled(const struct generate_search *search)
{
    return search->cancelled && atomic_load(search->cancelled);
}

/* The next attempts become longer or shorter. */
static void learn(struct generate_search *search, double rounds)
{
    double span = design_bound(search->wish, 5) - design_bound(search->wish, 0);
    double wanted = (search->least + search->most) / 2.0;
    double step = (wanted - rounds) / span * 0.6;
    search->tempo += step < -0.2 ? -0.2 : step > 0.2 ? 0.2 : step;
    search->tempo = search->tempo < TEMPO_LEAST  ? TEMPO_LEAST
                    : search->tempo > TEMPO_MOST ? TEMPO_MOST
                                                 : search->tempo;
}

/* NULL if the lap is none, or not as promised. */
static struct track *prove(struct generate_search *search, struct track *track, double guess,
                           int *par)
{
    struct lap lap;
    struct error error;
    struct budget budget = {.cancelled = search->cancelled};
    bool possible =
        track && sheet_has_run(track) && lap_prove(track, &budget, &lap, &error) && lap.possible;
    *par = possible ? lap.rounds : 0;
    if (possible && *par >= search->least && *par <= search->most)
        return track;
    if (possible && *par > 0 && guess > 0) {
        search->rounds_to_guess += (*par / guess - search->rounds_to_guess) * 0.4;
        learn(search, *par);
    }
    track_release(track);
    return NULL;
}

static struct track *try_circuit(struct generate_search *search, int attempt, int *par)
{
    struct design design;
    struct track *track = NULL;
    design_make(&design, search->wish, attempt_seed(search->wish, attempt), search->tempo);
    if (lay_roads(&design)) {
        double guess = rope_guess_rounds(&design.rope);
        double rounds = guess * search->rounds_to_guess;
        double trust = attempt % 4 == 3 ? 0.25 : 0.05; /* now and then the guess itself is tested */
        if (rounds >= search->least * (1 - trust) && rounds <= search->most * (1 + trust))
            track = prove(search, draw_roads(&design), guess, par);
        else
            learn(search, rounds);
    } else {
        search->tempo += search->tempo > 0.5 ? -0.02 : 0.02;
    }
    design_free(&design);
    return track;
}

static struct track *search_circuit(struct generate_search *search, int *par)
{
    static const double rounds_to_guess[GENERATOR_STYLE_COUNT] = {1.1, 1.12, 1, 1};
    struct track *track = NULL;
    search->tempo = (search->wish->difficulty - 0.5) / GENERATOR_DIFFICULTY_MOST;
    search->rounds_to_guess = rounds_to_guess[search->wish->style];
    for (int i = 0; i < ATTEMPTS && !track && !is_cancelled(search); i++) {
        if (i >= ATTEMPTS_LEARNING)
            search->tempo = TEMPO_LEAST + (TEMPO_MOST - TEMPO_LEAST) * (i % TEMPOS) / TEMPOS;
        track = try_circuit(search, i, par);
    }
    return track;
}

/* --- arenas ---------------------------------------------------------------------------------- */

/* A stroke that is thick here and thin there, from one end of the sheet to the other, is the
 * ground. */
static void lay_ground(struct design *design)
{
    static const double INSET = 1.2;
    double width = design->wish.width;
    double height = design->wish.height;
    bool upright = height > width;
    double shorter = upright ? width : height;
    int dots = 3 + (int)random_below(&design->random, 4);
    for (int i = 0; i < dots; i++) {
        double half = shorter * design_between(design, 0.2, 0.42);
        double along = (double)i / (dots - 1);
        double across = random_below(&design->random, 2) == 0 ? design_between(design, 0, 0.25)
                                                              : design_between(design, 0.75, 1);
        struct spot part = upright ? (struct spot){across, along} : (struct spot){along, across};
        struct spot dot = {half + INSET + part.x * (width - 2 * (half + INSET)),
                           half + INSET + part.y * (height - 2 * (half + INSET))};
        rope_add(&design->rope, dot, half);
    }
}

static struct track *try_arena(const struct generate_search *search, int attempt)
{
    struct design design;
    struct error error;
    design_make(&design, search->wish, attempt_seed(search->wish, attempt), 0);
    int pillars = search->least +
                  (int)random_below(&design.random, (uint32_t)(search->most - search->least + 1));
    lay_ground(&design);
    field_begin(&design);
    field_add_road(&design, &design.rope, false);
    field_soften(&design.field, 1.2);
    field_finish(&design);
    begin_draft(&design);
    bool sound = sheet_set_pillars(&design, pillars) && field_trace(&design, 1 + pillars);
    if (sound) {
        int slicks = design.wish.difficulty / 2;
        for (int i = 0; i < TRIES * design.wish.difficulty && slicks > 0; i++) {
            double across = design_between(&design, 1, 1.8);
            double half_long = across * design_between(&design, 1, 1.6);
            struct spot at, heading = draw_heading(&design);
            slicks -= find_room(&design, across, &at) &&
                      lay_patch(&design, DRAFT_SLICK, at, heading, half_long, across);
        }
    }
    struct track *track = sound ? track_from_draft(&design.draft, &error) : NULL;
    design_free(&design);
    return track;
}

/* --- wishes ---------------------------------------------------------------------------------- */

bool generator_check(const struct generator_wish *wish, struct error *error)
{
    int shorter = wish->width < wish->height ? wish->width : wish->height;
    int longer = wish->width < wish->height ? wish->height : wish->width;
    if (shorter < GENERATOR_SIDE_LEAST || longer > GENERATOR_SIDE_MOST)
        return error_set(error,
                         "a sheet of %d × %d cannot be generated: its sides must have %d to "
                         "%d squares",
                         wish->width, wish->height, GENERATOR_SIDE_LEAST, GENERATOR_SIDE_MOST);
    if (longer > ASPECT_MOST * shorter)
        return error_set(error,
                         "a sheet of %d × %d cannot be generated: its longer side must be "
                         "at most %d times the shorter one",
                         wish->width, wish->height, ASPECT_MOST);
    if (wish->difficulty < GENERATOR_DIFFICULTY_LEAST ||
        wish->difficulty > GENERATOR_DIFFICULTY_MOST)
        return error_set(error, "the difficulty must be from %d to %d, not %d",
                         GENERATOR_DIFFICULTY_LEAST, GENERATOR_DIFFICULTY_MOST, wish->difficulty);
    return (unsigned)wish->style < GENERATOR_STYLE_COUNT ||
           error_set(error, "there is no such style of track");
}

struct track *generate_track(const struct generator_wish *wish, const atomic_bool *cancelled,
                             int *par, struct error *error)
{
    struct generate_search search = {.wish = wish, .cancelled = cancelled};
    struct track *track = NULL;
    int rounds = 0;
    error->text[0] = '\0';
    if (!generator_check(wish, error))
        return NULL;
    generator_promise(wish, &search.least, &search.most);
    if (wish->style != ARENA_STYLE)
        track = search_circuit(&search, &rounds);
    for (int i = 0; wish->style == ARENA_STYLE && i < ATTEMPTS && !track; i++)
        track = is_cancelled(&search) ? NULL : try_arena(&search, i);
    if (!track && !is_cancelled(&search))
        error_set(error, "no track came of seed %llu; take another seed",
                  (unsigned long long)wish->seed);
    if (par)
        *par = rounds;
    return track;
}
