/* Graph-paper races as states: begin, copy, ask, hash; and the family's table of functions.
 *
 * A race is one block of memory that borrows its set-up, so a copy is one allocation; only the
 * measure of progress, which never changes, is shared.
 */
#include "rules/graph_paper/race_inside.h"

#include "base/hash.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t race_size(int car_count)
{
    return sizeof(struct paper_race) + (size_t)car_count * sizeof(struct car);
}

static void draw_players(struct random *random, int *players, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int other = (int)random_below(random, (uint32_t)i + 1);
        int player = players[i];
        players[i] = players[other];
        players[other] = player;
    }
}

/* RULES 3.3, 9: by the last place of a player's best car, last first. */
static void list_losers_first(const struct setup *setup, int *players)
{
    bool listed[PLAYER_LIMIT] = {false};
    int left = setup->players;
    for (int i = 0; i < setup->last_count; i++) {
        int player = (setup->last[i] - 1) / setup_cars_each(setup);
        if (listed[player])
            continue;
        listed[player] = true;
        players[--left] = player;
    }
}

/* RULES 3.3, 9: the first cars of all players, then their second cars. */
static void find_order(struct paper_race *race)
{
    const struct setup *setup = race->setup;
    int players[PLAYER_LIMIT];
    int order = setup->values[FIELD_ORDER];
    for (int i = 0; i < setup->players; i++)
        players[i] = i;
    if (order == ORDER_RANDOM)
        draw_players(&race->random, players, setup->players);
    if (order == ORDER_LOSER_FIRST && setup->last_count > 0)
        list_losers_first(setup, players);
    int each = setup_cars_each(setup);
    for (int i = 0; i < race->car_count; i++)
        race->order[i] = players[i % setup->players] * each + i / setup->players + 1;
}

static struct race *race_begin(const struct setup *setup)
{
    int car_count = setup_car_count(setup);
    struct paper_race *race = memory_allocate(1, race_size(car_count));
    race->head.game = &graph_paper_game;
    race->setup = setup;
    race->random = random_seeded(setup->seed);
    race->car_count = car_count;
    for (int i = 0; i < car_count; i++) {
        race->cars[i] = (struct car){
            .player = i / setup_cars_each(setup) + 1,
            .status = CAR_WAITING,
            .nitros = setup->values[FIELD_NITROS],
            .good_brakes = setup->values[FIELD_GOOD_BRAKES],
            .turbo_boosts = setup->values[FIELD_TURBO_BOOSTS],
        };
    }
    if (race_runs_wide(race))
        race->progress = progress_measure(setup);
    find_order(race);
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE;
    race->round = reverse ? 0 : 1;
    race->turn = reverse ? race->car_count - 1 : 0;
    return &race->head;
}

static struct race *race_copy(const struct race *any)
{
    const struct paper_race *race = paper_race(any);
    progress_retain(race->progress);
    struct paper_race *copy = memory_copy(race, 1, race_size(race->car_count));
    return &copy->head;
}

void graph_paper_become(struct race *other, const struct race *any)
{
    const struct paper_race *race = paper_race(any);
    struct paper_race *into = paper_race_to_change(other);
    assert(into->setup == race->setup && into->progress == race->progress);
    memcpy(into, race, race_size(race->car_count));
}

static void race_free(struct race *any)
{
    if (any != NULL)
        progress_release(paper_race(any)->progress);
    free(any);
}

static int race_car_count(const struct race *any)
{
    return paper_race(any)->car_count;
}

static int race_player_of(const struct race *any, int car)
{
    return graph_paper_car(any, car)->player;
}

static int race_find_owing(const struct race *any, int cars[CAR_LIMIT], bool *secret)
{
    const struct paper_race *race = paper_race(any);
    *secret = false;
    cars[0] = race->order[race->turn];
    return race->over ? 0 : 1;
}

static int race_round(const struct race *any)
{
    return paper_race(any)->round;
}

static bool race_over(const struct race *any)
{
    return paper_race(any)->over;
}

const struct car *graph_paper_car(const struct race *any, int car)
{
    const struct paper_race *race = paper_race(any);
    assert(car >= 1 && car <= race->car_count);
    return &race->cars[car - 1];
}

uint64_t race_cars_on(const struct paper_race *race, struct point at, int except)
{
    uint64_t cars = 0;
    for (int number = 1; number <= race->car_count; number++) {
        const struct car *car = &race->cars[number - 1];
        if (number != except && car_in_the_way(car) && point_equal(car->at, at))
            cars |= UINT64_C(1) << number;
    }
    return cars;
}

const struct setup *graph_paper_setup(const struct race *any)
{
    return paper_race(any)->setup;
}

const int *graph_paper_order(const struct race *any)
{
    return paper_race(any)->order;
}

int race_lap_of(const struct paper_race *race, const struct car *car)
{
    if (race_is_derby(race))
        return 0;
    if (track_of(race->setup)->open)
        return car->status == CAR_WAITING ? 0 : 1;
    int laps = race_value(race, FIELD_LAPS);
    int opened = race_has_checkpoints(race) ? car->laps_opened : car->crossings;
    int lap = opened > 0 ? opened : 0;
    return lap < laps ? lap : laps;
}

int graph_paper_lap(const struct race *any, int car)
{
    return race_lap_of(paper_race(any), graph_paper_car(any, car));
}

int graph_paper_score(const struct race *any, int player)
{
    const struct paper_race *race = paper_race(any);
    assert(player >= 1 && player <= race->setup->players);
    return race->scores[player - 1];
}

static uint64_t hash_point(uint64_t hash, struct point point)
{
    return hash_number(hash_number(hash, point.x), point.y);
}

static uint64_t hash_car(uint64_t hash, const struct car *car)
{
    const int numbers[] = {car->player,       (int)car->status,  car->nitros, car->good_brakes,
                           car->turbo_boosts, car->missed_turns, car->damage, car->crossings,
                           car->laps_opened,  car->checkpoint,   car->place};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        hash = hash_number(hash, numbers[i]);
    hash = hash_point(hash, car->at);
    hash = hash_point(hash, car->velocity);
    return hash_point(hash, car->shift);
}

/* What only some rules keep: races without them hash as they did before there were these rules. */
static uint64_t hash_special(uint64_t hash, const struct paper_race *race)
{
    for (int i = 0; i < race->setup->players && race_is_derby(race); i++)
        hash = hash_number(hash_number(hash, race->scores[i]), race->owing[i]);
    for (int i = 0; i < race->car_count; i++) {
        const struct car *car = &race->cars[i];
        if (race_runs_wide(race))
            hash = hash_number(hash, car->exit_progress);
        if (race_value(race, FIELD_FINISH) != FINISH_ROUND)
            continue;
        hash = hash_number(hash, car->finish_end.x);
        hash = hash_number(hash, car->finish_end.y);
        hash = hash_number(hash, car->finish_end.w);
    }
    return hash;
}

/* Number by number, never the memory: that holds a pointer and padding. */
static uint64_t race_hash(const struct race *any)
{
    const struct paper_race *race = paper_race(any);
    uint64_t hash = hash_number(HASH_START, (int64_t)race->random.state);
    hash = hash_number(hash, race->car_count);
    hash = hash_number(hash, race->turn);
    hash = hash_number(hash, race->round);
    hash = hash_number(hash, race->over);
    hash = hash_number(hash, race->finished_count);
    hash = hash_number(hash, race->retired_count);
    for (int i = 0; i < race->retired_count; i++)
        hash = hash_number(hash, race->retired[i]);
    for (int i = 0; i < race->car_count; i++) {
        hash = hash_number(hash, race->order[i]);
        hash = hash_car(hash, &race->cars[i]);
    }
    hash = race->to_flag ? hash_number(hash, race->to_flag) : hash;
    return hash_special(hash, race);
}

const struct game graph_paper_game = {
    .name = "graph-paper",
    .title = "Graph paper",
    .table = &graph_paper_table,
    .course = &graph_paper_courses,
    .example = "12,9",
    .round_noun = "round",
    .setup_check = race_setup_check,
    .field_matters = race_field_matters,
    .field_sets_pace = race_field_sets_pace,
    .begin = race_begin,
    .copy = race_copy,
    .free = race_free,
    .car_count = race_car_count,
    .player_of = race_player_of,
    .owes = race_find_owing,
    .round = race_round,
    .over = race_over,
    .drive_on = race_drive_on,
    .standing = race_standing,
    .say_standing = race_say_standing,
    .columns = graph_paper_columns,
    .tally = race_tally,
    .apply = race_apply,
    .hash = race_hash,
    .append_car = race_append_car,
    .append_moves = race_append_moves,
    .append_event = race_append_event,
    .append_head = race_append_head,
    .describe = race_describe,
};
