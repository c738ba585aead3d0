/* The table of drivers of stock cars, what it counts and what programs are told. */
#include "drivers/stock_cars/driving.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "drivers/stock_cars/hints.h"
#include "drivers/stock_cars/knowledge.h"
#include "rules/stock_cars/stock_cars.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* === hints ==================================================================================== */

enum { CHANGES_MOST = 2, STEERS_MOST = 2, PARTS = 1024 };

/* What makes an order better than another, one after the other; the less, the better. */
enum merit {
    MERIT_IDLE,  /* 1: where turns are known roughly, it comes no nearer to the finish */
    MERIT_TURNS, /* that are left; none known is the most */
    MERIT_PITS,  /* 1: through them */
    MERIT_TO_GO, /* along the course; of who finishes, the part of the turn that it takes */
    MERIT_SLOW,  /* less the speed */
    MERIT_CARDS, /* that it costs */
    MERITS
};

struct judged {
    struct stock_plan plan;
    int merits[MERITS];
};

struct hinting {
    const struct stock_knowledge *knowledge;
    const struct fewest_left *alone; /* exactly; NULL: by what is known roughly */
    struct stock_ways ways;
    struct hints *hints;
    struct judged *judged; /* of each hint */
    int judged_capacity, capacity;
};

static int turns_after(const struct hinting *hinting, const struct stock_car *car)
{
    int crossings = stock_knowledge_crossings(hinting->knowledge, car);
    if (car->status == STOCK_FINISHED)
        return 0;
    int left = hinting->alone ? stock_fewest_left(hinting->alone, car, crossings, NULL) * KNOWN_TURN
                              : stock_knowledge_left(hinting->knowledge, car);
    return left < 0 ? STOCK_HINT_UNKNOWN : (left + KNOWN_TURN - 1) / KNOWN_TURN;
}

static struct judged judge(const struct hinting *hinting, const struct stock_plan *plan)
{
    const struct stock_knowledge *knowledge = hinting->knowledge;
    const struct stock_car *car = hinting->ways.car, *after = &plan->after;
    bool finishes = after->status == STOCK_FINISHED;
    int turns = turns_after(hinting, after), to_go = stock_knowledge_to_go(knowledge, after);
    return (struct judged){
        *plan,
        {[MERIT_IDLE] = !hinting->alone && to_go >= stock_knowledge_to_go(knowledge, car),
         [MERIT_TURNS] = turns == STOCK_HINT_UNKNOWN ? INT_MAX : turns,
         [MERIT_PITS] = hinting->ways.items[plan->way].in_pits,
         [MERIT_TO_GO] = finishes ? PARTS * after->on / after->of : to_go,
         [MERIT_SLOW] = -after->speed,
         [MERIT_CARDS] = plan->cards}};
}

static bool is_better(const struct judged *judged, const struct judged *than)
{
    int merit = 0;
    while (merit + 1 < MERITS && judged->merits[merit] == than->merits[merit])
        merit++;
    return judged->merits[merit] < than->merits[merit];
}

/* Ways that end alike but for their steers lie near each other. */
static void note(struct hinting *hinting, const struct stock_plan *plan)
{
    struct hints *hints = hinting->hints;
    const struct way *way = &hinting->ways.items[plan->way];
    struct judged judged = judge(hinting, plan);
    int turns = judged.merits[MERIT_TURNS];
    struct stock_hint hint = {.at = way->at,
                              .heading = (enum heading)way->heading,
                              .moves = way->moves,
                              .turns = turns == INT_MAX ? STOCK_HINT_UNKNOWN : turns,
                              .speed = plan->after.speed,
                              .cards = plan->cards};
    struct stock_hint *found =
        (struct stock_hint *)stock_hint_at(hints, hint.at, hint.heading, hint.moves);
    if (!found) {
        int count = hints->count;
        array_add(hinting->judged, count, hinting->judged_capacity, judged);
        array_add(hints->items, hints->count, hinting->capacity, hint);
    } else if (is_better(&judged, &hinting->judged[found - hints->items])) {
        hinting->judged[found - hints->items] = judged;
        *found = hint;
    }
}

static void note_begin(struct hinting *hinting, int begin, bool slips)
{
    const struct stock_ways *ways = &hinting->ways;
    int speed = ways->car->speed + begin + slips;
    struct stock_plan plan;
    if (speed < 0 || speed > ways->car->maximum)
        return;
    for (int i = 0; i < ways->first[speed + 1]; i++) {
        const struct way *way = &ways->items[i];
        bool whole = way->moves == speed || way->finishes;
        for (int end = -CHANGES_MOST; whole && end <= CHANGES_MOST; end++)
            if (way->bags + way->sands == 0 && stock_plan_make(ways, i, begin, end, slips, &plan))
                note(hinting, &plan);
    }
}

static void write_orders(struct hinting *hinting)
{
    struct hints *hints = hinting->hints;
    struct text order = {0};
    hints->best = -1;
    for (int i = 0; i < hints->count; i++) {
        struct stock_hint *hint = &hints->items[i];
        text_clear(&order);
        stock_plan_write(&hinting->ways, &hinting->judged[i].plan, &order);
        if (order.length < STOCK_HINT_ORDER)
            strcpy(hint->order, text_string(&order));
        if (hint->turns != STOCK_HINT_UNKNOWN &&
            (hints->best < 0 || is_better(&hinting->judged[i], &hinting->judged[hints->best])))
            hints->best = i;
    }
    text_free(&order);
}

/* The exact turns from here: found, or prepared (NULL). */
static struct fewest_left *look_from(struct hinting *hinting, const struct stock_car *car,
                                     struct budget *budget)
{
    const struct stock_knowledge *knowledge = hinting->knowledge;
    int crossings = stock_knowledge_crossings(knowledge, car);
    hinting->alone = stock_knowledge_alone(knowledge);
    if (hinting->alone && stock_fewest_left(hinting->alone, car, crossings, NULL) != FEWEST_UNKNOWN)
        return NULL;
    struct fewest_left *found = stock_knowledge_from(knowledge, car, 1, budget);
    hinting->alone = found;
    return found;
}

static struct hints *stock_hints_find(const void *knowledge, const struct race *race, int number,
                                      const struct point *place, struct budget *budget)
{
    struct hinting hinting = {.knowledge = knowledge,
                              .hints = memory_allocate(1, sizeof *hinting.hints)};
    (void)place;
    hinting.hints->best = -1;
    if (stock_choosing_specials(race))
        return hinting.hints;
    const struct stock_car *car = stock_car(race, number);
    bool slips = stock_plan_may_slip(race, number);
    struct budget part = budget_part(budget, 0, 0);
    struct fewest_left *found = look_from(&hinting, car, &part);
    hinting.hints->rough = !hinting.alone;
    hinting.ways = stock_ways_find(race, number, stock_knowledge_crossings(knowledge, car),
                                   number_smaller(car->speed + CHANGES_MOST + slips, car->maximum),
                                   STEERS_MOST);
    for (int begin = -CHANGES_MOST; begin <= CHANGES_MOST; begin++)
        for (int slip = 0; slip <= (slips && begin >= 0 ? 1 : 0); slip++)
            note_begin(&hinting, begin, slip);
    write_orders(&hinting);
    stock_fewest_left_free(found);
    budget_return(&part);
    stock_ways_free(&hinting.ways);
    free(hinting.judged);
    return hinting.hints;
}

static void stock_hints_free(struct hints *hints)
{
    if (hints)
        free(hints->items);
    free(hints);
}

bool stock_hint_is_best(const struct hints *hints, const struct stock_hint *hint)
{
    return hints->best >= 0 && hint->turns != STOCK_HINT_UNKNOWN &&
           hint->turns == hints->items[hints->best].turns;
}

const struct stock_hint *stock_hint_at(const struct hints *hints, struct point at,
                                       enum heading heading, int moves)
{
    for (int i = hints->count - 1; i >= 0; i--) {
        const struct stock_hint *hint = &hints->items[i];
        if (hint->moves == moves && hint->heading == heading && point_equal(hint->at, at))
            return hint;
    }
    return NULL;
}

/* === the fewest turns ========================================================================= */

struct stock_car stock_starting_car(const struct setup *setup, enum stock_special special)
{
    const struct stock_map *map = stock_map_of(setup);
    int cards = setup->values[STOCK_WILD_CARDS] * (special == SPECIAL_PERFORMANCE ? 2 : 1);
    return (struct stock_car){.at = map->start[0],
                              .heading = map->race,
                              .maximum = setup->values[STOCK_MAX_SPEED],
                              .wild_cards = cards,
                              .special = special};
}

/* Tiles of the track times crossings up to which repairs are counted: some seconds. */
enum { REPAIRS_COUNTED = 10000 };

static int count_tiles(const struct stock_map *map, bool marks_alone)
{
    int tiles = 0;
    for (int i = 0; i < map->width * map->height; i++)
        tiles += marks_alone ? map->tiles[i] == TILE_PIT_MARK : map->tiles[i] != TILE_OFF;
    return tiles;
}

bool stock_counts_repairs(const struct setup *setup)
{
    int tiles = count_tiles(stock_map_of(setup), false);
    return tiles * (stock_laps(setup) + 1) <= REPAIRS_COUNTED;
}

static bool leaves_repairs_out(const struct setup *setup)
{
    return count_tiles(stock_map_of(setup), true) > 0 && !stock_counts_repairs(setup);
}

bool stock_plans_repairs(const struct setup *setup)
{
    return setup->players > 1 && count_tiles(stock_map_of(setup), true) > 0;
}

static const char *par_of(const struct setup *setup)
{
    return leaves_repairs_out(setup) ? "a car that " STOCK_ALONE STOCK_UNREPAIRED
                                     : "a car that " STOCK_ALONE;
}

const char *stock_hints_briefly(const struct setup *setup)
{
    return leaves_repairs_out(setup) ? "on track, no oil, sand or repair"
                                     : "on track, no oil or sand";
}

static bool has_par(const struct setup *setup)
{
    (void)setup;
    return true;
}

/* If nobody says otherwise. */
#define BYTES_USUAL ((size_t)512 << 20)
#define STEPS_USUAL (10 * BUDGET_SECOND)
/* Of a map that is only looked at. */
#define PROOF_BYTES ((size_t)256 << 20)
#define PROOF_STEPS (2 * BUDGET_SECOND)

/* By the special that takes the fewest, if there may be any; FEWEST_UNKNOWN. */
static int find_fewest(const struct setup *setup, bool with_extras, struct budget *budget,
                       enum stock_special *by, int *none)
{
    struct stock_car car = stock_starting_car(setup, SPECIAL_NONE);
    int crossings = stock_laps(setup) + 1, best = FEWEST_UNKNOWN;
    struct roads *roads = stock_roads_make(setup, budget);
    struct fewest *fewest = roads ? stock_fewest_make(roads, &car, crossings, crossings,
                                                      stock_counts_repairs(setup), budget)
                                  : NULL;
    for (int special = with_extras; fewest && special <= (with_extras ? SPECIAL_PERFORMANCE : 0);
         special++) {
        int cards = stock_starting_car(setup, (enum stock_special)special).wild_cards;
        int turns = stock_fewest_find(fewest, cards, (enum stock_special)special);
        if (turns != FEWEST_UNKNOWN && (best == FEWEST_UNKNOWN || turns < best)) {
            best = turns;
            *by = (enum stock_special)special;
        }
    }
    *none = fewest ? stock_fewest_more_than(fewest) : 0;
    stock_fewest_free(fewest);
    stock_roads_free(roads);
    return best;
}

/* That no such car finishes proves nothing: one that leaves the track may. */
static int find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                    int *best_lap, struct error *error)
{
    enum stock_special special;
    int none;
    (void)best_lap;
    if (with_extras && setup->values[STOCK_SPECIALS] != STOCK_ON) {
        error_set(error, "these rules give no specials");
        return PAR_NONE;
    }
    struct budget part = budget_usual(budget, BYTES_USUAL, STEPS_USUAL);
    int best = find_fewest(setup, with_extras, &part, &special, &none);
    if (budget_has_ended(&part)) {
        /* Nobody is home in so few turns, which is how far the search has come. */
        struct text so_far = {0};
        if (none > 0)
            text_append_format(&so_far, "%d turn%s %s too few, and to find more the search", none,
                               number_plural_ending(none), none == 1 ? "is" : "are");
        else
            text_append(&so_far, "before it has begun the search");
        budget_tell(&part, text_string(&so_far), "fewer laps or a smaller map", error);
        text_free(&so_far);
        best = PAR_UNKNOWN;
    } else if (best == FEWEST_UNKNOWN) {
        error_set(error, "no way round was found for a car that " STOCK_ALONE);
        best = PAR_UNKNOWN;
    }
    budget_return(&part);
    return best;
}

static bool drive(struct race *race, const char *order, struct text *line)
{
    struct event_list events = {0};
    struct error error;
    bool drives = stock_cars_game.apply(race, 1, order, &events, &error);
    text_append_format(line, "%s\n", order);
    event_list_free(&events);
    return drives;
}

/* As hints advise. */
static void find_line(const struct setup *setup, bool with_extras, struct budget *budget,
                      struct text *actions)
{
    enum stock_special special = SPECIAL_NONE;
    struct text chosen = {0}, line = {0};
    int none;
    struct budget part = budget_usual(budget, BYTES_USUAL, STEPS_USUAL);
    if (with_extras)
        find_fewest(setup, true, &part, &special, &none);
    struct stock_knowledge *knowledge = stock_knowledge_make(setup, special, 0);
    struct race *race = stock_cars_game.begin(setup);
    bool drives = stock_knowledge_sweep_alone(knowledge, special, 0, &part);
    text_append_format(&chosen, "special %s", stock_special_name(special));
    if (drives && stock_choosing_specials(race))
        drives = drive(race, text_string(&chosen), &line);
    while (drives && !stock_cars_game.over(race)) {
        struct hints *hints = stock_hints_find(knowledge, race, 1, NULL, &part);
        drives = hints->best >= 0 && drive(race, hints->items[hints->best].order, &line);
        stock_hints_free(hints);
    }
    if (drives)
        text_append(actions, text_string(&line));
    text_free(&chosen);
    text_free(&line);
    stock_cars_game.free(race);
    stock_knowledge_free(knowledge);
    budget_return(&part);
}

/* Whoever leaves the track with a steer turns on the spot, so a car gets wherever tiles lead: what
 * is left is to count. */
static bool prove(struct course course, struct budget *budget, int *par, struct error *error)
{
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    assert(course.game == &stock_cars_game);
    setup.players = 1;
    setup.course = course;
    (void)error; /* that nothing was counted is none */
    struct budget part = budget_usual(budget, PROOF_BYTES, PROOF_STEPS);
    if (par)
        *par = find_par(&setup, false, &part, NULL, &(struct error){0});
    budget_return(&part);
    return true;
}

/* === programs ================================================================================= */

static void greet(const struct setup *setup, struct text *into)
{
    static const char *const turns[] = {
        [TURN_NONE] = "none", [TURN_LEFT] = "left", [TURN_RIGHT] = "right"};
    const struct stock_map *map = stock_map_of(setup);
    text_append_format(into, "game %s\nmap %d %d\n", setup->game->name, map->width, map->height);
    for (int y = map->height - 1; y >= 0; y--) {
        const char *row = map->tiles + (size_t)y * (size_t)map->width;
        text_append_format(into, "row %d ", y);
        for (int x = 0; x < map->width; x++)
            text_append_bytes(into, row[x] == TILE_OFF ? "_" : &row[x], 1);
        text_append(into, "\n");
    }
    text_append_format(into, "race %s\nturn %s\nlaps %d\nsandbags %d\n", heading_names[map->race],
                       turns[map->turn], stock_laps(setup), map->sandbags);
}

static void append_car(const struct race *race, int number, struct text *into)
{
    const struct stock_car *car = stock_car(race, number);
    const char *pit = stock_pit_name(car->pit);
    text_append_format(into, "car %d %s %d %d %s %d %d %d %s %s %d\n", number,
                       stock_status_name(car->status), car->at.x, car->at.y,
                       heading_names[car->heading], car->speed, car->maximum, car->wild_cards,
                       stock_special_name(car->special), pit ? pit : "-", stock_lap(race, car));
}

static void ask(const struct race *race, int number, struct text *into)
{
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slipstream;
    if (stock_choosing_specials(race)) {
        text_append(into, "special\n");
        return;
    }
    text_append_format(into, "turn %d\n", race->game->round(race));
    const struct stock_map *map = stock_race_map(race);
    struct point at;
    for (at.y = 0; at.y < map->height; at.y++)
        for (at.x = 0; at.x < map->width; at.x++) {
            char tile = stock_tile(race, at);
            if (tile != stock_map_tile(map, at))
                text_append_format(into, "tile %d %d %c\n", at.x, at.y, tile);
        }
    for (int car = 1; car <= race->game->car_count(race); car++)
        append_car(race, car, into);
    int count = stock_speeds(race, number, speeds, &slipstream);
    for (int i = 0; i < count; i++)
        text_append_format(into, "speed %d %s %d\n", speeds[i].speed,
                           *speeds[i].changes ? speeds[i].changes : "-", speeds[i].cards);
}

/* Groups have at most 99. */
static const char *stand_in(const struct race *race, int number, struct text *action)
{
    int speed = stock_car(race, number)->speed;
    if (stock_choosing_specials(race)) {
        text_append(action, "special none");
        return "The car gets no special";
    }
    if (speed == 0)
        text_append(action, "-");
    for (; speed > 0; speed -= 99)
        text_append_format(action, "(%dM)", speed < 99 ? speed : 99);
    return "The car drives straight on";
}

/* === the table ================================================================================ */

static const char *const characters[DRIVER_NAMES] = {
    "Bold: heeds a crash little, and spends its wild cards.",
    "A wall: ends no turn where it would draw along who is behind.",
    "A shadow: ends its turns right behind others, for their slipstream.",
    "A saver: keeps its wild cards for the end, and keeps clear of others.",
};
static const struct driver_kind kinds[STOCK_LEVELS] = {
    {.name = "rookie",
     .title = "Rookie",
     .sentence = "Steers once to a side, spares its wild cards, and often brakes too early.",
     .names = {"Rosie", "Rupert", "Ruby", "Ralph"}},
    {.name = "club",
     .title = "Club",
     .sentence = "Knows the fast way round, but brakes too early once in four turns; in the lead "
                 "more often.",
     .names = {"Carol", "Chester", "Connie", "Clyde"}},
    {.name = "pro",
     .title = "Pro",
     .sentence =
         "Sees the best way on and keeps out of two rivals' way, with a slip in nine turns.",
     .names = {"Patty", "Preston", "Pearl", "Percy"},
     .characters = characters},
    {.name = "ace",
     .title = "Ace",
     .sentence = "Sees the best way on, and where everybody near it will end the turn.",
     .names = {"Ada", "Angus", "April", "Abel"},
     .characters = characters},
};

static void *prepare(const struct setup *setup, struct budget *budget)
{
    uint64_t glanced;
    enum stock_special special = stock_special_that_suits(setup, budget, &glanced);
    return budget_is_cancelled(budget) ? NULL : stock_knowledge_make(setup, special, glanced);
}

static bool complete(void *knowledge, struct budget *budget)
{
    return stock_knowledge_sweep(knowledge, budget);
}

static void forget(void *knowledge)
{
    stock_knowledge_free(knowledge);
}

static int rounds(const void *knowledge)
{
    return stock_knowledge_rounds(knowledge);
}

static void choose(int level, const void *knowledge, const struct race *race, int car,
                   struct budget *budget, struct text *action)
{
    (void)budget;
    stock_level_choose((enum stock_level)level, knowledge, race, car, action);
}

/* Who drives as a club does comes so far in a turn, for which he thinks so long; and for each other
 * car he looks on. */
enum { TILES_A_TURN = 7, ORDER_SECONDS = 8, OTHERS_SECONDS = 1 };

static int lap_seconds(const struct setup *setup)
{
    int turn = ORDER_SECONDS + (setup->players - 1) * OTHERS_SECONDS;
    return stock_map_of(setup)->lap * turn / TILES_A_TURN;
}

const struct driving stock_cars_driving = {
    .game = &stock_cars_game,
    .kinds = kinds,
    .kind_count = STOCK_LEVELS,
    .substitute = STOCK_CLUB,
    .prepare = prepare,
    .complete = complete,
    .forget = forget,
    .rounds = rounds,
    .choose = choose,
    .explain = stock_level_explain,
    .find_hints = stock_hints_find,
    .free_hints = stock_hints_free,
    .prove = prove,
    .par_of = par_of,
    .has_par = has_par,
    .extras = "a special",
    .find_par = find_par,
    .find_line = find_line,
    .lap_seconds = lap_seconds,
    .greet = greet,
    .ask = ask,
    .stand_in = stand_in,
};
