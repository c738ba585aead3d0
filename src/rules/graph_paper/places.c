/* What follows an action: missed turns and rounds (RULES 2.7, 2.8), turns without a choice (5.2),
 * the end of the race and the places (8.3, 9); and the points of a demolition derby (9).
 */
#include "rules/graph_paper/race_inside.h"

/* --- a derby: points, and who may not crash again yet (9) ------------------------------------- */

static uint32_t bit(int player)
{
    return UINT32_C(1) << player;
}

static void owe(struct paper_race *race, int one, int other)
{
    race->owing[one - 1] |= bit(other);
    race->owing[other - 1] |= bit(one);
}

bool derby_may_crash(const struct paper_race *race, int mover, int other)
{
    int one = race->cars[mover - 1].player;
    int two = race->cars[other - 1].player;
    return ((race->owing[one - 1] & bit(two)) | (race->owing[two - 1] & bit(one))) == 0;
}

void derby_end_turn(struct paper_race *race, int number)
{
    race->owing[race->cars[number - 1].player - 1] = 0;
}

static void score(struct paper_race *race, int number, int points, struct event_list *events)
{
    int player = race->cars[number - 1].player;
    struct graph_paper_event *scored = add_event(events, EVENT_SCORED, number);
    scored->number = player;
    scored->second = points;
    race->scores[player - 1] += points;
}

void derby_score(struct paper_race *race, int mover, uint64_t struck, struct event_list *events)
{
    enum { FOR_CRASHING = 2, FOR_BEING_STRUCK = -1 };
    score(race, mover, FOR_CRASHING, events);
    for (int car = 1; car <= race->car_count; car++) {
        if ((struck >> car & 1) == 0)
            continue;
        score(race, car, FOR_BEING_STRUCK, events);
        owe(race, race->cars[mover - 1].player, race->cars[car - 1].player);
    }
}

static void derby_place(struct paper_race *race)
{
    for (int i = 0; i < race->car_count; i++) {
        int own = graph_paper_score(&race->head, race->cars[i].player);
        race->cars[i].place = 1;
        for (int player = 1; player <= race->setup->players; player++)
            race->cars[i].place += graph_paper_score(&race->head, player) > own;
    }
}

/* --- whose turn it is, and the places --------------------------------------------------------- */

static int count_in_the_race(const struct paper_race *race)
{
    int count = 0;
    for (int i = 0; i < race->car_count; i++)
        count += car_in_the_race(&race->cars[i]);
    return count;
}

static bool nobody_to_race(const struct paper_race *race)
{
    bool one_is_enough = race->car_count > 1 && !race->to_flag;
    return !race_is_derby(race) && count_in_the_race(race) <= (one_is_enough ? 1 : 0);
}

static bool completes_rounds(const struct paper_race *race)
{
    return race_value(race, FIELD_FINISH) == FINISH_ROUND && !race_is_derby(race);
}

static bool awaits_place(const struct car *car)
{
    return car->status == CAR_FINISHED && car->place == 0;
}

/* Sign of how much farther beyond the line one car's last move ended than the other's. Distances
 * from one line compare like cross products with it. */
static int compare_ends(const struct paper_race *race, const struct car *one,
                        const struct car *other)
{
    const struct track_line *line = &track_of(race->setup)->finish;
    return exact_compare_sides(line->from, line->to, one->finish_end, other->finish_end);
}

/* RULES 8.3, `finish = round`: farthest first, equal ones share. */
static void place_round(struct paper_race *race)
{
    int places[CAR_LIMIT] = {0};
    int placed = 0;
    for (int i = 0; i < race->car_count; i++) {
        if (!awaits_place(&race->cars[i]))
            continue;
        placed++;
        places[i] = race->finished_count + 1;
        for (int j = 0; j < race->car_count; j++)
            places[i] += awaits_place(&race->cars[j]) &&
                         compare_ends(race, &race->cars[j], &race->cars[i]) > 0;
    }
    for (int i = 0; i < race->car_count; i++)
        if (places[i] > 0)
            race->cars[i].place = places[i];
    race->finished_count += placed;
}

/* A race that ends with its round keeps that round's number. */
static bool ends_with_round(const struct paper_race *race)
{
    return race->round == race_value(race, FIELD_ROUND_LIMIT) ||
           (race_is_derby(race) && race->round == race_value(race, FIELD_ROUNDS)) ||
           nobody_to_race(race);
}

/* The next car in order, whatever it is doing. */
static void step_turn(struct paper_race *race)
{
    if (race->round == 0 && race->turn > 0) {
        race->turn--;
        return;
    }
    if (race->round > 0 && ++race->turn < race->car_count)
        return;
    race->turn = 0;
    if (race->round > 0 && completes_rounds(race))
        place_round(race);
    if (race->round > 0 && ends_with_round(race))
        race->over = true;
    else
        race->round++;
}

/* True if the car has lost its turn, or crashed without one. */
static bool loses_turn(struct paper_race *race, int number, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    int told = events->count;
    if (car->missed_turns > 0)
        add_event(events, EVENT_MISSED, number)->number = --car->missed_turns;
    else if (!forced_crash(race, number, events))
        return false;
    for (int i = told; i < events->count; i++)
        events->items[i].round = race->round;
    derby_end_turn(race, number);
    return true;
}

static void find_next_car(struct paper_race *race, struct event_list *events)
{
    while (!race->over) {
        if (nobody_to_race(race) && !completes_rounds(race)) {
            race->over = true;
            return;
        }
        step_turn(race);
        int number = race->order[race->turn];
        if (!race->over && car_in_the_race(&race->cars[number - 1]) &&
            !loses_turn(race, number, events))
            return;
    }
}

/* Cars that are still in the race share the place after the finishers; the later one retired, the
 * better. */
static void place_the_rest(struct paper_race *race)
{
    int place = race->finished_count + 1;
    for (int i = 0; i < race->car_count; i++)
        if (car_in_the_race(&race->cars[i]))
            race->cars[i].place = place;
    place += count_in_the_race(race);
    for (int i = race->retired_count - 1; i >= 0; i--)
        race->cars[race->retired[i] - 1].place = place++;
}

/* Who has a place now and had none before, by place. */
static void tell_places(const struct paper_race *race, uint64_t placed_before,
                        struct event_list *events)
{
    for (int place = 1; place <= race->car_count; place++)
        for (int number = 1; number <= race->car_count; number++)
            if (race->cars[number - 1].place == place && (placed_before >> number & 1) == 0)
                add_event(events, EVENT_PLACED, number)->number = place;
}

static uint64_t find_placed(const struct paper_race *race)
{
    uint64_t placed = 0;
    for (int number = 1; number <= race->car_count; number++)
        placed |= (uint64_t)(race->cars[number - 1].place > 0) << number;
    return placed;
}

void race_settle(struct paper_race *race, struct event_list *events)
{
    uint64_t placed_before = find_placed(race);
    int mover = race->order[race->turn];
    struct car *car = &race->cars[mover - 1];
    if (awaits_place(car) && !completes_rounds(race))
        car->place = ++race->finished_count;
    find_next_car(race, events);
    if (race->over && race_is_derby(race))
        derby_place(race);
    else if (race->over)
        place_the_rest(race);
    tell_places(race, placed_before, events);
    if (race->over)
        add_event(events, EVENT_OVER, 0);
}

bool race_drive_on(struct race *any, struct event_list *events)
{
    struct paper_race *race = paper_race_to_change(any);
    if (!race->over || race_is_derby(race) || count_in_the_race(race) != 1)
        return false;
    race->over = false;
    race->to_flag = true;
    for (int i = 0; i < race->car_count; i++)
        if (car_in_the_race(&race->cars[i]))
            race->cars[i].place = 0;
    find_next_car(race, events);
    return !race->over;
}
