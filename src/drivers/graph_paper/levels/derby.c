/* The levels' drivers of the demolition derby: from the action's side. What a level can do follows
 * from the table of what it sees.
 */
#include "drivers/graph_paper/levels/derby.h"

#include "base/memory.h"
#include "drivers/graph_paper/levels/level.h"

#include <stdlib.h>

static const struct derby_sight rookie = {.turns = 1, .nodes = 1000, .mistake = 12};
static const struct derby_sight club = {
    .turns = 1, .nodes = 1000, .sees_strikes = true, .mistake = 8, .slips = 3};
static const struct derby_sight pro = {
    .turns = 2, .watched = 2, .nodes = 1000, .sees_strikes = true, .mistake = 4, .slips = 5};
static const struct derby_sight ace = {
    .turns = 12, .watched = 4, .nodes = 8000, .sees_strikes = true, .mistake = 1};

enum {
    STARTS = 12, /* that a car looks at besides those next to a rival */
    CARS = 4     /* with more of them fewer actions are tried, because each takes longer */
};

struct option {
    struct graph_paper_action action;
    int mistake;
    int worth;
};

struct option_list {
    struct option *items;
    int count;
    int capacity;
};

static void add_option(struct option_list *list, struct graph_paper_action action)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (struct option){.action = action};
}

/* Strikes at any price, else at most one nitro, and off the track only if nothing else is left. */
static void add_moves(const struct race *race, const struct point *start, struct option_list *list)
{
    struct move_list moves = {0};
    graph_paper_moves(race, start, &moves);
    int before = list->count;
    for (int pass = 0; pass < 2 && list->count == before; pass++)
        for (int i = 0; i < moves.count; i++) {
            const struct move *move = &moves.items[i];
            struct graph_paper_action action = {.has_start = start != NULL, .to = move->to};
            if (start)
                action.start = *start;
            if (pass == 1 || move->outcome == OUTCOME_COLLISION ||
                (move->outcome != OUTCOME_OFF_TRACK && move->nitros <= (start ? 0 : 1)))
                add_option(list, action);
        }
    graph_paper_free_moves(&moves);
}

static bool is_next_to_rival(const struct race *race, int player, struct point at)
{
    for (int number = 1; number <= graph_paper_game.car_count(race); number++) {
        const struct car *car = graph_paper_car(race, number);
        if (car->player != player && car->status == CAR_RACING && abs(car->at.x - at.x) <= 1 &&
            abs(car->at.y - at.y) <= 1)
            return true;
    }
    return false;
}

/* Only where a rival is near the run its points are looked at. */
static void add_next_to_rivals(const struct race *race, int player, const struct start_run *run,
                               struct option_list *list)
{
    bool near = false;
    for (int number = 1; number <= graph_paper_game.car_count(race); number++)
        near |= abs(graph_paper_car(race, number)->at.y - run->first.y) <= 1;
    for (int i = 0; near && i < run->length; i++) {
        struct point at = {run->first.x + i, run->first.y};
        if (is_next_to_rival(race, player, at))
            add_moves(race, &at, list);
    }
}

/* Some points by chance, and those from which a rival can be struck at once. */
static void add_starts(const struct turn_to_drive *turn, const struct derby_sight *sight,
                       struct option_list *list)
{
    struct random random = turn->random;
    struct start_runs starts = {0};
    int player = graph_paper_game.player_of(turn->race, turn->car);
    graph_paper_start_runs(turn->race, &starts);
    for (int i = 0; i < starts.count && sight->sees_strikes; i++)
        add_next_to_rivals(turn->race, player, &starts.items[i], list);
    for (int i = 0; i < (sight->sees_strikes ? STARTS : 1); i++) {
        struct point at =
            graph_paper_start(&starts, (int)random_below(&random, (uint32_t)starts.points));
        add_moves(turn->race, &at, list);
    }
    graph_paper_free_runs(&starts);
}

/* The best first; equal ones stay as they were. */
static void sort_options(struct option_list *list)
{
    for (int i = 1; i < list->count; i++) {
        struct option option = list->items[i];
        int at = i;
        for (; at > 0 && list->items[at - 1].worth < option.worth; at--)
            list->items[at] = list->items[at - 1];
        list->items[at] = option;
    }
}

/* False if it was given up half way; then the worths are as they were. */
static bool weigh_options(struct ahead *ahead, const struct derby_sight *sight, int player,
                          uint64_t watched, int turns, struct option_list *list)
{
    int *worths = memory_allocate((size_t)list->count, sizeof *worths);
    int best = -DERBY_NOTHING;
    bool whole = true;
    for (int i = 0; i < list->count && whole; i++) {
        struct option *option = &list->items[i];
        ahead_do(ahead, &option->action);
        worths[i] =
            option->mistake + derby_look(ahead, sight, watched, player, turns - 1,
                                         best > -DERBY_NOTHING ? best - option->mistake : best,
                                         DERBY_NOTHING);
        ahead_undo(ahead);
        best = worths[i] > best ? worths[i] : best;
        whole = turns == 1 || !ahead_is_spent(ahead);
    }
    for (int i = 0; i < list->count && whole; i++)
        list->items[i].worth = worths[i];
    free(worths);
    return whole;
}

static bool hunt(const struct turn_to_drive *turn, const struct derby_sight *sight,
                 struct graph_paper_action *choice)
{
    struct ahead ahead;
    struct option_list list = {0};
    struct random random = turn->random;
    if (sight->slips > 0 && random_below(&random, (uint32_t)sight->slips) == 0)
        sight = &rookie;
    bool waits = graph_paper_car(turn->race, turn->car)->status == CAR_WAITING;
    if (waits)
        add_starts(turn, sight, &list);
    else
        add_moves(turn->race, NULL, &list);
    for (int i = 0; i < list.count; i++)
        list.items[i].mistake = (int)random_below(&random, (uint32_t)sight->mistake + 1);
    int player = graph_paper_game.player_of(turn->race, turn->car);
    uint64_t watched = waits ? 0 : derby_watch(turn->race, sight);
    int cars = graph_paper_game.car_count(turn->race);
    ahead_begin(&ahead, turn->race, cars > CARS ? sight->nodes * CARS / cars : sight->nodes,
                turn->cancelled);
    for (int turns = 1; turns <= (waits ? 1 : sight->turns); turns++) {
        if (!weigh_options(&ahead, sight, player, watched, turns, &list))
            break;
        sort_options(&list);
    }
    *choice = list.items[0].action;
    bool done = !ahead_is_cancelled(&ahead);
    ahead_end(&ahead);
    free(list.items);
    return done;
}

bool level_hunt_as_rookie(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    return hunt(turn, &rookie, choice);
}

bool level_hunt_as_club(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    return hunt(turn, &club, choice);
}

bool level_hunt_as_pro(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    return hunt(turn, &pro, choice);
}

bool level_hunt_as_ace(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    return hunt(turn, &ace, choice);
}
