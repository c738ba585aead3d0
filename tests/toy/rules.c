/* The rules of the toy: fields, states, entries, what happens when the last has entered, and what
 * its table says of all that.
 */
#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"
#include "toy/toy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct rule_choice contests[] = {{"dash", "Dash", "Who is at the end first has won."}};
static const struct rule_field fields[TOY_COUNT] = {
    [TOY_CONTEST] = {"contest", "The race", "Contest", "What it is about.", .choices = contests,
                     .choice_count = 1},
    [TOY_LONGEST] = {"longest", "The race", "Longest move", "Squares that may be entered.",
                     .minimum = 1, .maximum = 6, .defaults = {3}, .often = true},
    [TOY_ROUNDS] = {"rounds", "The end", "Rounds", "After so many it is over.", .minimum = 1,
                    .maximum = 1000, .defaults = {100}},
};
static const struct rule_preset presets[] = {{"toy", "Toy", "Guess what the others do not enter."}};
static const struct rule_table table = {fields, TOY_COUNT, presets, 1, TOY_CONTEST};

/* --- states ----------------------------------------------------------------------------------- */

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

/* --- an entry, and what happens when all have entered ----------------------------------------- */

/* "2", "die"; false and the error with the column of what is wrong. */
static bool read_entry(const struct setup *setup, const char *action, int *entry,
                       struct error *error)
{
    int longest = setup->values[TOY_LONGEST];
    int64_t squares = ENTRY_DIE;
    if (strcmp(action, "die") != 0 && !number_is_integer(action, 1, longest, &squares))
        return error_set_at(error, 0, 1, "an action is 1 to %d, or die", longest);
    *entry = (int)squares;
    return true;
}

/* The body of an event is a number: rolled, of squares driven, of the place. */
static struct event *tell(struct event_list *events, const struct toy_race *race, int car,
                          const char *type, int number)
{
    *(int *)event_add(events, &toy_game, car, sizeof number) = number;
    struct event *event = &events->items[events->count - 1];
    event->type = type;
    event->noted = true;
    event->has_place = true;
    event->place = (struct point){race->cars[car - 1].at, 0};
    return event;
}

static void roll(struct toy_race *race, struct event_list *events)
{
    for (int i = 0; i < race->setup->players; i++)
        if (race->cars[i].entry == ENTRY_DIE) {
            race->cars[i].entry = 1 + (int)random_below(&race->random, 6);
            tell(events, race, i + 1, "rolled", race->cars[i].entry);
        }
}

/* Bit n: car n has entered, or rolled, the same. */
static uint64_t same_as(const struct toy_race *race, int car)
{
    uint64_t same = 0;
    for (int i = 0; i < race->setup->players; i++)
        if (i != car - 1 && race->cars[i].entry == race->cars[car - 1].entry)
            same |= UINT64_C(1) << (i + 1);
    return same;
}

static void drive(struct toy_race *race, int number, struct event_list *events)
{
    struct toy_car *car = &race->cars[number - 1];
    uint64_t same = same_as(race, number);
    int from = car->at;
    if (!same) {
        car->at = road_after(toy_road(race->setup), from, car->entry);
        tell(events, race, number, "drove", car->at - from);
    } else
        tell(events, race, number, "stayed", car->entry)->others = same;
}

static void show(struct toy_race *race, struct event_list *events)
{
    int players = race->setup->players, home = race->placed;
    roll(race, events);
    for (int i = 0; i < players; i++)
        if (race->cars[i].entry != ENTRY_NONE)
            drive(race, i + 1, events);
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
    race->round += !race->over;
}

static bool apply(struct race *any, int car, const char *action, struct event_list *events,
                  struct error *error)
{
    struct toy_race *race = (struct toy_race *)toy_race(any);
    int entry;
    if (!read_entry(race->setup, action, &entry, error))
        return false;
    race->cars[car - 1].entry = entry;
    tell(events, race, car, "entered", 0)->noted = false;
    if (race_next_car(any) == 0)
        show(race, events);
    return true;
}

/* --- how cars stand, for panels, results and tables ------------------------------------------- */

static const struct standing_column columns[] = {
    {"squares", "squares", "squares", BETTER_MORE, NULL, 1, 0}, {0}};

static int number_of(const struct event *event)
{
    assert(event->game == &toy_game);
    return *(const int *)event->body;
}

static void standing(const struct race *race, int number, struct standing *into)
{
    const struct toy_car *car = &toy_race(race)->cars[number - 1];
    *into = (struct standing){
        .place = car->place, .on_course = true, .at = {car->at, 0}, .finished = car->place > 0};
}

static void say_standing(const struct race *race, int number, struct standing *into)
{
    standing_say(into, "on square %d", toy_race(race)->cars[number - 1].at);
}

static void tally(const struct race *race, const struct told_event *events, int count,
                  struct standing *standings)
{
    int squares[PLAYER_LIMIT] = {0};
    for (int car = 1; car <= car_count(race); car++)
        standing(race, car, &standings[car - 1]);
    for (int i = 0; i < count; i++) {
        const struct event *event = events[i].event;
        if (strcmp(event->type, "drove") == 0)
            squares[event->car - 1] += number_of(event);
        else if (strcmp(event->type, "finished") == 0)
            standings[event->car - 1].rounds = events[i].round;
    }
    for (int i = 0; i < car_count(race); i++)
        standing_count(&standings[i], 0, squares[i], true);
}

/* --- for the referee -------------------------------------------------------------------------- */

static void append_head(const struct race *race, struct text *into)
{
    json_text_key_string(into, "road", toy_road(toy_race(race)->setup)->squares);
}

static void append_car(const struct race *race, int number, struct text *into)
{
    const struct toy_car *car = &toy_race(race)->cars[number - 1];
    json_text_key_integer(into, "at", car->at);
    json_text_key_boolean(into, "entered", car->entry != ENTRY_NONE);
    json_text_key_integer_or_null(into, "place", car->place > 0, car->place);
}

static bool append_moves(const struct race *race, int car, const char *rest, struct text *into,
                         struct error *error)
{
    (void)rest, (void)error;
    json_text_key(into, "moves");
    json_text_open(into, '[');
    for (int i = 0; car > 0 && i <= toy_race(race)->setup->values[TOY_LONGEST]; i++) {
        char squares[2] = {(char)('0' + i), '\0'};
        json_text_open(into, '{');
        json_text_key_string(into, "action", i == 0 ? "die" : squares);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    return true;
}

static bool append_try(const struct race *race, int car, const char *action, struct text *into,
                       struct error *error)
{
    const struct toy_race *toy = toy_race(race);
    int entry;
    if (!read_entry(toy->setup, action, &entry, error))
        return false;
    json_text_key_integer_or_null(into, "at", entry != ENTRY_DIE,
                                  road_after(toy_road(toy->setup), toy->cars[car - 1].at, entry));
    return true;
}

static void append_event(const struct event *event, struct text *into)
{
    json_text_key_integer(into, "number", number_of(event));
}

/* --- for people ------------------------------------------------------------------------------- */

static void describe(const struct race *race, const struct event *event, const char *const *names,
                     struct text *into)
{
    static const struct {
        const char *type, *sentence;
    } sentences[] = {{"entered", "%s has entered a number."},
                     {"rolled", "%s rolls %d."},
                     {"drove", "%s drives %d."},
                     {"stayed", "%s stays: %d was entered twice."},
                     {"finished", "%s comes home, place %d."}};
    (void)race;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(event->type, sentences[i].type) == 0)
            text_append_format(into, sentences[i].sentence, names[event->car - 1],
                               number_of(event));
}

const struct game toy_game = {
    .name = "toy",
    .title = "Toy",
    .table = &table,
    .course = &toy_roads,
    .example = "2",
    .round_noun = "round",
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
    .standing = standing,
    .say_standing = say_standing,
    .columns = columns,
    .tally = tally,
    .append_head = append_head,
    .append_car = append_car,
    .append_moves = append_moves,
    .append_try = append_try,
    .append_event = append_event,
    .describe = describe,
};
