/* The table of graph paper's drivers: knowledge, levels and hints behind what is common to games.
 */
#include "drivers/graph_paper/driving.h"

#include "drivers/graph_paper/lap.h"
#include "drivers/graph_paper/levels/driver.h"
#include "drivers/graph_paper/solver/hints.h"

#include <assert.h>

static void *prepare(const struct setup *setup, const atomic_bool *cancelled)
{
    return knowledge_prepare(setup, cancelled);
}

static void forget(void *knowledge)
{
    knowledge_release(knowledge);
}

static int rounds(const void *knowledge)
{
    int fewest = knowledge_rounds(knowledge);
    return fewest > 0 ? fewest : 0;
}

static void choose(int level, const void *knowledge, const struct race *race, int car,
                   const atomic_bool *cancelled, struct text *action)
{
    assert(car == race_next_car(race));
    driver_choose((enum driver_level)level, knowledge, race, cancelled, action);
}

static struct hints *find_hints(const void *knowledge, const struct race *race,
                                const struct point *start, const atomic_bool *cancelled)
{
    return hints_find(knowledge, race, start, cancelled);
}

static bool prove(struct course course, const atomic_bool *cancelled, int *par, struct error *error)
{
    struct lap lap = {0};
    assert(course.game == &graph_paper_game);
    bool possible = lap_prove(course.body, cancelled, &lap, error);
    if (par)
        *par = lap.rounds;
    return possible;
}

const struct driving graph_paper_driving = {
    .game = &graph_paper_game,
    .kinds = driver_kinds,
    .kind_count = LEVEL_COUNT,
    .substitute = LEVEL_CLUB,
    .prepare = prepare,
    .forget = forget,
    .rounds = rounds,
    .choose = choose,
    .find_hints = find_hints,
    .free_hints = hints_free,
    .prove = prove,
    .has_par = graph_paper_has_par,
    .find_par = graph_paper_find_par,
    .greet = graph_paper_greet,
    .ask = graph_paper_ask,
    .hear = graph_paper_hear,
    .stand_in = graph_paper_stand_in,
};
