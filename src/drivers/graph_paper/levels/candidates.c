/* See candidates.h. */
#include "drivers/graph_paper/levels/candidates.h"

#include "base/memory.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

/* So that numbers, unknown and never can be compared. */
static int order_of(int rounds)
{
    return rounds == KNOWLEDGE_NEVER ? INT_MAX : rounds == KNOWLEDGE_UNKNOWN ? INT_MAX - 1 : rounds;
}

int candidates_compare(const struct candidate *a, const struct candidate *b)
{
    int first = order_of(a->rounds);
    int second = order_of(b->rounds);
    return (first > second) - (first < second);
}

const struct candidate *candidates_best(const struct candidate_list *list)
{
    const struct candidate *best = &list->items[0];
    for (int i = 1; i < list->count; i++)
        if (candidates_compare(&list->items[i], best) < 0)
            best = &list->items[i];
    return best;
}

/* --- what becomes of a move ----------------------------------------------------------------------
 */

/* The car as it stands before its move. */
static struct car car_before(const struct knowledge *knowledge, const struct race *race,
                             const struct candidate *candidate)
{
    return candidate->action.has_start ? knowledge_placed(knowledge, candidate->action.start)
                                       : *graph_paper_car(race, race_next_car(race));
}

struct car candidate_after(const struct knowledge *knowledge, const struct race *race,
                           const struct candidate *candidate)
{
    if (candidate->tried)
        return candidate->after;
    struct car car = car_before(knowledge, race, candidate);
    enum outcome outcome;
    graph_paper_drive_alone(race, &car, &candidate->move, &outcome);
    return car;
}

/* By the rules, with everybody who is there. Turns that were missed at once are added. */
static void try_out(const struct knowledge *knowledge, const struct race *race,
                    struct candidate *candidate)
{
    int car = race_next_car(race);
    struct race *trial = graph_paper_game.copy(race);
    struct event_list events = {0};
    struct error error;
    bool done = graph_paper_do(trial, &candidate->action, &events, &error);
    assert(done && "a move that was listed is refused");
    (void)done;
    candidate->tried = true;
    candidate->after = *graph_paper_car(trial, car);
    candidate->velocity = candidate->after.velocity;
    int rounds = knowledge_remaining(knowledge, &candidate->after);
    int passed = 1;
    for (int i = 0; i < events.count; i++)
        passed +=
            graph_paper_event(&events.items[i])->type == EVENT_MISSED && events.items[i].car == car;
    candidate->rounds = rounds < 0 ? rounds : rounds + passed;
    if (candidate->after.status == CAR_FINISHED)
        candidate->rounds = 1;
    event_list_free(&events);
    graph_paper_game.free(trial);
}

static void weigh_move(const struct knowledge *knowledge, const struct race *race,
                       const struct car *car, struct candidate *candidate)
{
    const struct move *move = &candidate->move;
    if (move->outcome == OUTCOME_OFF_TRACK)
        return;
    if (car->status != CAR_RACING || move->outcome == OUTCOME_COLLISION) {
        try_out(knowledge, race, candidate);
        return;
    }
    if (move->outcome != OUTCOME_SLICK)
        candidate->velocity = point_subtract(move->to, move->from);
    candidate->rounds = knowledge_remaining_by(knowledge, car, move->to);
}

static struct candidate *add_candidate(struct candidate_list *list)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count] = (struct candidate){.rounds = KNOWLEDGE_NEVER};
    return &list->items[list->count++];
}

/* All moves of the car, from the start point that it would choose if it is waiting. */
static void add_moves(const struct knowledge *knowledge, const struct race *race,
                      const struct point *start, struct candidate_list *list)
{
    struct move_list moves = {0};
    struct car car =
        start ? knowledge_placed(knowledge, *start) : *graph_paper_car(race, race_next_car(race));
    graph_paper_moves(race, start, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct candidate *candidate = add_candidate(list);
        candidate->move = moves.items[i];
        candidate->action.to = moves.items[i].to;
        candidate->action.has_start = start != NULL;
        if (start)
            candidate->action.start = *start;
        weigh_move(knowledge, race, &car, candidate);
    }
    graph_paper_free_moves(&moves);
}

/* --- start points --------------------------------------------------------------------------------
 */

struct start {
    struct point at;
    int rounds; /* or fifths of a square where rounds are not known */
};

/* More than this are not asked for their rounds: the nearest to the finish are. */
enum { STARTS_ASKED = 2000 };

static int compare_places(const void *first, const void *second)
{
    const struct start *a = first;
    const struct start *b = second;
    return a->at.y != b->at.y ? a->at.y - b->at.y : a->at.x - b->at.x;
}

static int compare_starts(const void *first, const void *second)
{
    const struct start *a = first;
    const struct start *b = second;
    int order = (a->rounds > b->rounds) - (a->rounds < b->rounds);
    return order != 0 ? order : compare_places(first, second);
}

/* The best of them, by y, then x. */
static int keep_best(struct start *starts, int count, int wanted)
{
    qsort(starts, (size_t)count, sizeof *starts, compare_starts);
    return count < wanted ? count : wanted;
}

/* `starts` has room for twice STARTS_ASKED: the worse half goes whenever it is full. */
static int find_nearest(const struct knowledge *knowledge, const struct start_runs *runs,
                        struct start *starts)
{
    int count = 0, farthest = INT_MAX;
    for (int i = 0; i < runs->count; i++)
        for (int k = 0; k < runs->items[i].length; k++) {
            struct point at = {runs->items[i].first.x + k, runs->items[i].first.y};
            int distance = knowledge_distance(knowledge, at);
            distance = distance < 0 ? INT_MAX : distance;
            /* Points come in the order by which equal ones are told apart. */
            if (distance >= farthest && count >= STARTS_ASKED)
                continue;
            starts[count++] = (struct start){at, distance};
            if (count < 2 * STARTS_ASKED)
                continue;
            count = keep_best(starts, count, STARTS_ASKED);
            farthest = starts[count - 1].rounds;
        }
    return keep_best(starts, count, STARTS_ASKED);
}

static int choose_starts(const struct knowledge *knowledge, const struct start_runs *runs,
                         struct start *starts)
{
    int count = find_nearest(knowledge, runs, starts);
    for (int i = 0; i < count; i++) {
        int rounds = knowledge_rounds_from(knowledge, starts[i].at);
        starts[i].rounds = rounds >= 0                   ? rounds
                           : rounds == KNOWLEDGE_UNKNOWN ? starts[i].rounds
                                                         : INT_MAX;
    }
    count = keep_best(starts, count, CANDIDATE_STARTS);
    qsort(starts, (size_t)count, sizeof *starts, compare_places);
    return count;
}

static void add_start(const struct knowledge *knowledge, struct point at,
                      struct candidate_list *list)
{
    struct candidate *candidate = add_candidate(list);
    candidate->start_only = candidate->tried = true;
    candidate->action.to = at;
    candidate->after = knowledge_placed(knowledge, at);
    candidate->rounds = knowledge_remaining(knowledge, &candidate->after);
}

void candidates_list(const struct knowledge *knowledge, const struct race *race,
                     struct candidate_list *list)
{
    struct start_runs runs = {0};
    list->count = 0;
    if (graph_paper_car(race, race_next_car(race))->status != CAR_WAITING) {
        add_moves(knowledge, race, NULL, list);
        return;
    }
    graph_paper_start_runs(race, &runs);
    bool reverse = graph_paper_game.round(race) == 0;
    struct start *starts = memory_allocate((size_t)2 * STARTS_ASKED, sizeof *starts);
    int count = choose_starts(knowledge, &runs, starts);
    for (int i = 0; i < count; i++) {
        if (reverse)
            add_start(knowledge, starts[i].at, list);
        else
            add_moves(knowledge, race, &starts[i].at, list);
    }
    free(starts);
    graph_paper_free_runs(&runs);
}

void candidates_weigh(const struct knowledge *knowledge, const struct race *race,
                      struct candidate_list *list)
{
    for (int i = 0; i < list->count; i++)
        if (!list->items[i].tried && list->items[i].move.outcome == OUTCOME_OFF_TRACK)
            try_out(knowledge, race, &list->items[i]);
}
