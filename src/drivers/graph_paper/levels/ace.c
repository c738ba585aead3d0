/* The ace's turn in a race: which of its actions it looks at, and the choice. */
#include "drivers/graph_paper/levels/ace.h"

#include "base/memory.h"
#include "drivers/graph_paper/levels/candidates.h"
#include "drivers/graph_paper/levels/level.h"

#include <stdlib.h>

enum {
    NODES = 1500,   /* actions tried in a turn */
    TURNS = 10,     /* of watched cars, looked ahead at most */
    ACTIONS = 16,   /* looked at */
    ROUNDS_LOST = 2 /* by them, at most */
};

struct option {
    struct graph_paper_action action;
    int worth;
};

static bool is_strike(const struct candidate *candidate)
{
    return !candidate->start_only && candidate->move.outcome == OUTCOME_COLLISION;
}

static int price_of(const struct candidate *candidate)
{
    const struct move *move = &candidate->move;
    return move->nitros + move->good_brakes + move->turbo_boosts;
}

static bool leaves_track(const struct candidate *candidate)
{
    return !candidate->start_only && candidate->move.outcome == OUTCOME_OFF_TRACK;
}

/* Fewest rounds, then on the track, then fewest extras, then as they were listed. */
static int compare_candidates(const void *first, const void *second)
{
    const struct candidate *a = *(const struct candidate *const *)first;
    const struct candidate *b = *(const struct candidate *const *)second;
    int order = candidates_compare(a, b);
    if (order == 0)
        order = leaves_track(a) - leaves_track(b);
    if (order == 0)
        order = price_of(a) - price_of(b);
    return order != 0 ? order : (a > b) - (a < b);
}

static bool can_finish_on_track(const struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (!leaves_track(&list->items[i]) && list->items[i].rounds >= 0)
            return true;
    return false;
}

/* The best ones, and all that strike somebody; the caller frees them. Against a wall a car may stop
 * sooner than by braking; who has nobody to beat drives the lap that is proved instead. */
static struct option *select_options(const struct candidate_list *list, bool alone, int *count)
{
    const struct candidate **sorted = memory_allocate((size_t)list->count, sizeof *sorted);
    struct option *options = memory_allocate((size_t)list->count, sizeof *options);
    bool stay = alone && can_finish_on_track(list);
    int wanted = 0;
    for (int i = 0; i < list->count; i++)
        if (!stay || !leaves_track(&list->items[i]))
            sorted[wanted++] = &list->items[i];
    qsort(sorted, (size_t)wanted, sizeof *sorted, compare_candidates);
    int best = sorted[0]->rounds;
    *count = 0;
    for (int i = 0; i < wanted; i++) {
        bool good =
            i < ACTIONS &&
            (best < 0 || (sorted[i]->rounds >= 0 && sorted[i]->rounds <= best + ROUNDS_LOST));
        if (good || is_strike(sorted[i]))
            options[(*count)++].action = sorted[i]->action;
    }
    free(sorted);
    return options;
}

/* The best first; equal ones stay as they were. */
static void sort_options(struct option *options, int count)
{
    for (int i = 1; i < count; i++) {
        struct option option = options[i];
        int at = i;
        for (; at > 0 && options[at - 1].worth < option.worth; at--)
            options[at] = options[at - 1];
        options[at] = option;
    }
}

/* False if it was given up half way; then the worths are as they were. */
static bool weigh_options(struct ace *ace, int car, int turns, struct option *options, int count)
{
    int *worths = memory_allocate((size_t)count, sizeof *worths);
    bool whole = true;
    for (int i = 0; i < count && whole; i++) {
        struct ace_worths found;
        ace_look_after(ace, &options[i].action, turns - 1, &found);
        worths[i] = found.of[car - 1];
        whole = turns == 1 || !ahead_is_spent(&ace->ahead);
    }
    for (int i = 0; i < count && whole; i++)
        options[i].worth = worths[i];
    free(worths);
    return whole;
}

static bool look_ahead(const struct turn_to_drive *turn, struct option *options, int count)
{
    struct ace *ace = memory_allocate(1, sizeof *ace);
    ace->knowledge = turn->knowledge;
    ace->watched = ace_watch(turn->race);
    ahead_begin(&ace->ahead, turn->race, NODES, turn->cancelled);
    ace_count_rounds(ace);
    bool alone = (ace->watched & (ace->watched - 1)) == 0;
    for (int turns = 1; turns <= (alone ? 1 : TURNS); turns++) {
        if (!weigh_options(ace, turn->car, turns, options, count))
            break;
        sort_options(options, count);
    }
    bool done = !ahead_is_cancelled(&ace->ahead);
    ahead_end(&ace->ahead);
    free(ace);
    return done;
}

static bool choose_by_rounds(const struct turn_to_drive *turn, const struct candidate_list *list,
                             struct graph_paper_action *choice)
{
    int count;
    bool alone = graph_paper_game.car_count(turn->race) == 1;
    struct option *options = select_options(list, alone, &count);
    bool done = look_ahead(turn, options, count);
    *choice = options[0].action;
    free(options);
    return done;
}

/* Where nobody can tell the rounds there is nothing to compare, and the way is all that counts. */
bool level_race_as_ace(const struct turn_to_drive *turn, struct graph_paper_action *choice)
{
    struct candidate_list list = {0};
    candidates_list(turn->knowledge, turn->race, &list);
    candidates_weigh(turn->knowledge, turn->race, &list);
    bool known = candidates_best(&list)->rounds >= 0;
    bool done = known ? choose_by_rounds(turn, &list, choice) : level_race_as_pro(turn, choice);
    free(list.items);
    return done;
}
