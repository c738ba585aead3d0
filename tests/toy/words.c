/* What the toy's table says of states and events: standings, JSON, sentences. */
#include "toy/toy.h"

#include "base/json_text.h"

#include <assert.h>
#include <string.h>

enum { COLUMN_SQUARES, COLUMN_STAYS };

const struct standing_column toy_columns[] = {
    [COLUMN_SQUARES] = {"squares", "squares", "squares", BETTER_MORE, NULL, 1},
    [COLUMN_STAYS] = {"stays", "stays", "", BETTER_LESS, "fewest stays", 2},
    {0},
};

static int number_of(const struct event *event)
{
    assert(event->game == &toy_game);
    return ((const struct toy_event *)event->body)->number;
}

void toy_standing(const struct race *race, int number, struct standing *into)
{
    const struct toy_car *car = &toy_race(race)->cars[number - 1];
    *into = (struct standing){
        .place = car->place, .on_course = true, .at = {car->at, 0}, .finished = car->place > 0};
}

void toy_say_standing(const struct race *race, int number, struct standing *into)
{
    standing_say(into, "on square %d", toy_race(race)->cars[number - 1].at);
}

void toy_tally(const struct race *race, const struct told_event *events, int count,
               struct standing *standings)
{
    int squares[PLAYER_LIMIT] = {0}, stays[PLAYER_LIMIT] = {0};
    int cars = race->game->car_count(race);
    for (int car = 1; car <= cars; car++)
        toy_standing(race, car, &standings[car - 1]);
    for (int i = 0; i < count; i++) {
        const struct event *event = events[i].event;
        if (strcmp(event->type, "drove") == 0)
            squares[event->car - 1] += number_of(event);
        else if (strcmp(event->type, "stayed") == 0)
            stays[event->car - 1]++;
        else if (strcmp(event->type, "finished") == 0)
            standings[event->car - 1].rounds = events[i].round;
    }
    for (int i = 0; i < cars; i++) {
        standing_count(&standings[i], COLUMN_SQUARES, squares[i], true);
        standing_count(&standings[i], COLUMN_STAYS, stays[i], true);
    }
}

/* --- for the referee -------------------------------------------------------------------------- */

static void append_number(struct text *into, const char *key, int number)
{
    json_text_key(into, key);
    json_text_integer(into, number);
}

void toy_append_head(const struct race *race, struct text *into)
{
    json_text_key(into, "road");
    json_text_string(into, toy_road(toy_race(race)->setup)->squares);
}

static void append_number_or_null(struct text *into, const char *key, int number)
{
    json_text_key(into, key);
    if (number > 0)
        json_text_integer(into, number);
    else
        json_text_null(into);
}

void toy_append_state(const struct race *race, struct text *into)
{
    const struct toy_race *toy = toy_race(race);
    json_text_open(into, '{');
    append_number(into, "round", toy->round);
    append_number_or_null(into, "to_move", race_next_car(race));
    json_text_key(into, "over");
    json_text_boolean(into, toy->over);
    json_text_key(into, "cars");
    json_text_open(into, '[');
    for (int i = 0; i < toy->setup->players; i++) {
        json_text_open(into, '{');
        append_number(into, "car", i + 1);
        append_number(into, "player", i + 1);
        append_number(into, "at", toy->cars[i].at);
        json_text_key(into, "entered");
        json_text_boolean(into, toy->cars[i].entry != ENTRY_NONE);
        append_number_or_null(into, "place", toy->cars[i].place);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    json_text_close(into, '}');
}

bool toy_append_moves(const struct race *race, int car, const char *rest, struct text *into,
                      struct error *error)
{
    if (rest[0])
        return error_set(error, "\"moves\" stands alone");
    json_text_key(into, "moves");
    json_text_open(into, '[');
    for (int i = 0; car > 0 && i <= toy_race(race)->setup->values[TOY_LONGEST]; i++) {
        struct text action = {0};
        text_append_format(&action, i == 0 ? "die" : "%d", i);
        json_text_open(into, '{');
        json_text_key(into, "action");
        json_text_string(into, action.data);
        json_text_close(into, '}');
        text_free(&action);
    }
    json_text_close(into, ']');
    return true;
}

bool toy_append_try(const struct race *race, int car, const char *action, struct text *into,
                    struct error *error)
{
    const struct toy_race *toy = toy_race(race);
    int entry;
    if (car == 0)
        return error_set_at(error, 0, 1, "the race is over");
    if (!toy_read_entry(toy->setup, action, &entry, error))
        return false;
    json_text_key(into, "at");
    if (entry == ENTRY_DIE)
        json_text_null(into);
    else
        json_text_integer(into, road_after(toy_road(toy->setup), toy->cars[car - 1].at, entry));
    return true;
}

void toy_append_event(const struct event *event, struct text *into)
{
    json_text_open(into, '{');
    json_text_key(into, "type");
    json_text_string(into, event->type);
    if (event->car > 0)
        append_number(into, "car", event->car);
    if (number_of(event) > 0)
        append_number(into, "number", number_of(event));
    json_text_close(into, '}');
}

/* --- for people ------------------------------------------------------------------------------- */

void toy_describe(const struct race *race, const struct event *event, const char *const *names,
                  struct text *into)
{
    static const struct {
        const char *type, *sentence;
    } sentences[] = {{"entered", "%s has entered a number."},
                     {"rolled", "%s rolls %d."},
                     {"drove", "%s drives %d."},
                     {"stayed", "%s stays: %d was entered twice."},
                     {"finished", "%s comes home, place %d."}};
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strcmp(event->type, sentences[i].type) == 0)
            text_append_format(into, sentences[i].sentence,
                               names[race->game->player_of(race, event->car) - 1],
                               number_of(event));
}
