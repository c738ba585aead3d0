/* The rules of the toy: fields, states, entries, and what happens when the last has entered. */
#include "toy/toy.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct rule_choice contests[] = {{"dash", "Dash", "Who is at the end first has won."}};
static const struct rule_choice meetings[] = {
    {"stay", "They stay", "Who enters the same number as others stays where it is."},
    {"pass", "They pass", "Everybody drives as entered."}};

static const struct rule_field fields[TOY_COUNT] = {
    [TOY_CONTEST] = {"contest", "The race", "Contest", "What it is about.", .choices = contests,
                     .choice_count = 1},
    [TOY_LONGEST] = {"longest", "The race", "Longest move", "Squares that may be entered.",
                     .minimum = 1, .maximum = 6, .defaults = {3, 5}, .often = true},
    [TOY_MEETING] = {"meeting", "The race", "The same number",
                     "What becomes of those who enter it.", .choices = meetings, .choice_count = 2,
                     .defaults = {0, 1}},
    [TOY_ROUNDS] = {"rounds", "The end", "Rounds", "After so many it is over.", .minimum = 1,
                    .maximum = 1000, .defaults = {100, 100}},
};
static const struct rule_preset presets[] = {
    {"toy", "Toy", "Guess what the others do not enter."},
    {"polite", "Polite toy", "Long moves, and nobody stands in the way."}};
static const struct rule_table table = {fields, TOY_COUNT, presets, 2, TOY_CONTEST};

static bool setup_check(const struct setup *setup, struct error *error)
{
    if (!setup->course.body)
        return error_set(error, "there is no road");
    return setup->players >= 1 || error_set(error, "there are no players");
}

static bool field_matters(const struct setup *setup, int field)
{
    return field != TOY_MEETING || setup->players > 1;
}

static bool field_sets_pace(const struct setup *setup, int field)
{
    (void)setup;
    return field == TOY_LONGEST;
}

const struct toy_race *toy_race(const struct race *race)
{
    assert(race->game == &toy_game);
    return (const struct toy_race *)race;
}

static struct race *begin(const struct setup *setup)
{
    struct toy_race *race = memory_allocate(1, sizeof *race);
    race->head.game = &toy_game;
    race->setup = setup;
    race->random = random_seeded(setup->seed);
    race->round = 1;
    return &race->head;
}

static struct race *copy(const struct race *race)
{
    struct toy_race *made = memory_copy(toy_race(race), 1, sizeof *made);
    return &made->head;
}

static void free_race(struct race *race)
{
    free(race);
}

static int car_count(const struct race *race)
{
    return toy_race(race)->setup->players;
}

static int player_of(const struct race *race, int car)
{
    (void)race;
    return car;
}

static int round_of(const struct race *race)
{
    return toy_race(race)->round;
}

static bool over(const struct race *race)
{
    return toy_race(race)->over;
}

static int owes(const struct race *race, int cars[CAR_LIMIT], bool *secret)
{
    const struct toy_race *toy = toy_race(race);
    int count = 0;
    *secret = true;
    for (int i = 0; i < toy->setup->players && !toy->over; i++)
        if (toy->cars[i].place == 0 && toy->cars[i].entry == ENTRY_NONE)
            cars[count++] = i + 1;
    return count;
}

/* What others have entered is as if they had not, and the dice are others. */
static struct race *copy_for(const struct race *race, int car, uint64_t seed)
{
    struct race *made = copy(race);
    struct toy_race *toy = (struct toy_race *)made;
    toy->random = random_seeded(seed);
    for (int i = 0; i < toy->setup->players; i++)
        if (i != car - 1)
            toy->cars[i].entry = ENTRY_NONE;
    return made;
}

static uint64_t hash(const struct race *race)
{
    const struct toy_race *toy = toy_race(race);
    uint64_t sum = hash_number(HASH_START, (int64_t)toy->random.state);
    sum = hash_number(hash_number(sum, toy->round), toy->over);
    for (int i = 0; i < toy->setup->players; i++) {
        const struct toy_car *car = &toy->cars[i];
        sum = hash_number(hash_number(hash_number(sum, car->at), car->entry), car->place);
    }
    return sum;
}

bool toy_read_entry(const struct setup *setup, const char *action, int *entry, struct error *error)
{
    int64_t squares;
    *entry = ENTRY_DIE;
    if (strcmp(action, "die") == 0)
        return true;
    if (!number_is_integer(action, 1, setup->values[TOY_LONGEST], &squares))
        return error_set_at(error, 0, 1, "an action is 1 to %d, or die",
                            setup->values[TOY_LONGEST]);
    *entry = (int)squares;
    return true;
}

/* --- when all have entered -------------------------------------------------------------------- */

static struct event *tell(struct event_list *events, const struct toy_race *race, int car,
                          const char *type, int number)
{
    struct toy_event *body = event_add(events, &toy_game, car, sizeof *body);
    struct event *event = &events->items[events->count - 1];
    body->number = number;
    event->type = type;
    event->noted = true;
    event->has_place = car > 0;
    if (car > 0)
        event->place = (struct point){race->cars[car - 1].at, 0};
    return event;
}

static void roll(struct toy_race *race, struct event_list *events)
{
    for (int i = 0; i < race->setup->players; i++) {
        struct toy_car *car = &race->cars[i];
        if (car->entry != ENTRY_DIE)
            continue;
        car->entry = 1 + (int)random_below(&race->random, 6);
        tell(events, race, i + 1, "rolled", car->entry);
    }
}

/* Bit n: car n has entered, or rolled, the same. */
static uint64_t same_as(const struct toy_race *race, int car)
{
    uint64_t same = 0;
    bool meet = race->setup->values[TOY_MEETING] == 0;
    for (int i = 0; i < race->setup->players && meet; i++)
        if (i != car - 1 && race->cars[i].entry == race->cars[car - 1].entry)
            same |= UINT64_C(1) << (i + 1);
    return same;
}

static void drive(struct toy_race *race, struct event_list *events)
{
    const struct road *road = toy_road(race->setup);
    for (int number = 1; number <= race->setup->players; number++) {
        struct toy_car *car = &race->cars[number - 1];
        uint64_t same = same_as(race, number);
        if (car->entry == ENTRY_NONE)
            continue;
        if (same) {
            tell(events, race, number, "stayed", car->entry)->others = same;
            continue;
        }
        int to = road_after(road, car->at, car->entry), driven = to - car->at;
        car->at = to;
        tell(events, race, number, "drove", driven);
    }
}

static void show(struct toy_race *race, struct event_list *events)
{
    int players = race->setup->players, home = race->placed;
    roll(race, events);
    drive(race, events);
    for (int i = 0; i < players; i++) {
        struct toy_car *car = &race->cars[i];
        car->entry = ENTRY_NONE;
        if (car->place > 0 || car->at < toy_road(race->setup)->last)
            continue;
        car->place = home + 1;
        race->placed++;
        tell(events, race, i + 1, "finished", car->place);
    }
    race->over = race->placed == players || race->round == race->setup->values[TOY_ROUNDS];
    if (race->over)
        tell(events, race, 0, "over", 0);
    else
        race->round++;
}

static bool apply(struct race *any, int car, const char *action, struct event_list *events,
                  struct error *error)
{
    struct toy_race *race = (struct toy_race *)toy_race(any);
    int entry, cars[CAR_LIMIT];
    bool secret;
    if (race->over)
        return error_set(error, "the race is over");
    if (!race_owes(any, car))
        return error_set_at(error, 0, 1, "car %d owes no action now", car);
    if (!toy_read_entry(race->setup, action, &entry, error))
        return false;
    race->cars[car - 1].entry = entry;
    tell(events, race, car, "entered", 0)->noted = false;
    if (owes(any, cars, &secret) == 0)
        show(race, events);
    return true;
}

const struct game toy_game = {
    .name = "toy",
    .title = "Toy",
    .table = &table,
    .course = &toy_roads,
    .example = "2",
    .setup_check = setup_check,
    .field_matters = field_matters,
    .field_sets_pace = field_sets_pace,
    .begin = begin,
    .copy = copy,
    .free = free_race,
    .car_count = car_count,
    .player_of = player_of,
    .round = round_of,
    .over = over,
    .owes = owes,
    .apply = apply,
    .copy_for = copy_for,
    .hash = hash,
    .standing = toy_standing,
    .say_standing = toy_say_standing,
    .columns = toy_columns,
    .tally = toy_tally,
    .append_head = toy_append_head,
    .append_state = toy_append_state,
    .append_moves = toy_append_moves,
    .append_try = toy_append_try,
    .append_event = toy_append_event,
    .describe = toy_describe,
};
