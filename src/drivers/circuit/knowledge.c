/* See knowledge.h. */
#include "drivers/circuit/knowledge.h"

#include "base/memory.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* Tables of all builds together take so much at most, unless those of one lap take more. */
#define BYTES_MOST ((size_t)96 << 20)

struct knowledge {
    struct setup setup;
    struct ways *ways;
    int laps, known; /* of the race; those in the tables */
    int count;
    struct build builds[CIRCUIT_BUILDS]; /* the best one first */
    struct turns *turns[CIRCUIT_BUILDS]; /* NULL: that would be too much */
    bool complete;                       /* none of them is */
    int of_build[243];                   /* by the digits of its points */
};

struct racer circuit_starting_racer(const struct setup *setup, const struct build *build)
{
    return (struct racer){
        .position = -1, .lane = 1, .halves = build_value(setup, build, ATTRIBUTE_WEAR)};
}

int circuit_builds_of(const struct setup *setup, struct build builds[CIRCUIT_BUILDS])
{
    builds[0] = (struct build){{1, 1, 1, 1, 1}};
    if (setup->values[CIRCUIT_BUILD] == BUILD_STANDARD)
        return 1;
    return build_list(setup, builds, CIRCUIT_BUILDS);
}

int circuit_whole_turns(int parts)
{
    return (parts + TURN_PARTS - 1) / TURN_PARTS;
}

static int index_of(const struct build *build)
{
    int index = 0;
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        index = 3 * index + build->points[i];
    return index;
}

/* --- preparing -------------------------------------------------------------------------------- */

static size_t size_of_all(const struct knowledge *knowledge, int laps)
{
    size_t size = 0;
    for (int i = 0; i < knowledge->count; i++)
        size += circuit_turns_size(&knowledge->setup, &knowledge->builds[i], laps, true);
    return size;
}

static int left_in(const struct knowledge *knowledge, int which, const struct racer *racer)
{
    const struct turns *turns = knowledge->turns[which];
    return turns ? circuit_turns_left(turns, racer) : TURNS_FAR;
}

static int from_start(const struct knowledge *knowledge, int which)
{
    const struct build *build = &knowledge->builds[which];
    struct racer racer = circuit_starting_racer(&knowledge->setup, build);
    return left_in(knowledge, which, &racer);
}

static void put_best_first(struct knowledge *knowledge)
{
    for (int i = 1; i < knowledge->count; i++)
        for (int j = i; j > 0 && from_start(knowledge, j) < from_start(knowledge, j - 1); j--) {
            struct build build = knowledge->builds[j];
            struct turns *turns = knowledge->turns[j];
            knowledge->builds[j] = knowledge->builds[j - 1];
            knowledge->turns[j] = knowledge->turns[j - 1];
            knowledge->builds[j - 1] = build;
            knowledge->turns[j - 1] = turns;
        }
    for (int i = 0; i < knowledge->count; i++)
        knowledge->of_build[index_of(&knowledge->builds[i])] = i;
}

struct knowledge *circuit_knowledge_prepare(const struct setup *setup, struct budget *budget)
{
    struct knowledge *knowledge = memory_allocate(1, sizeof *knowledge);
    knowledge->setup = *setup;
    knowledge->laps = knowledge->known = setup->values[CIRCUIT_LAPS];
    knowledge->complete = true;
    knowledge->count = circuit_builds_of(setup, knowledge->builds);
    knowledge->ways = circuit_ways_make(&knowledge->setup);
    while (knowledge->known > 1 &&
           (size_of_all(knowledge, knowledge->known) > BYTES_MOST ||
            !budget_allows(budget, size_of_all(knowledge, knowledge->known))))
        knowledge->known--;
    for (int i = 0; i < knowledge->count; i++) {
        knowledge->turns[i] = circuit_turns_make(knowledge->ways, &knowledge->builds[i],
                                                 knowledge->known, true, budget);
        knowledge->complete &= knowledge->turns[i] != NULL;
    }
    if (budget_is_cancelled(budget)) {
        circuit_knowledge_free(knowledge);
        return NULL;
    }
    put_best_first(knowledge);
    return knowledge;
}

void circuit_knowledge_free(struct knowledge *knowledge)
{
    if (!knowledge)
        return;
    for (int i = 0; i < knowledge->count; i++)
        circuit_turns_free(knowledge->turns[i]);
    circuit_ways_free(knowledge->ways);
    free(knowledge);
}

/* --- questions -------------------------------------------------------------------------------- */

const struct setup *circuit_knowledge_setup(const struct knowledge *knowledge)
{
    return &knowledge->setup;
}

/* More laps than are known: those before go as fast as the known ones, and take their share of the
 * wear. */
int circuit_knowledge_left(const struct knowledge *knowledge, const struct build *build,
                           const struct racer *racer, bool *exact)
{
    int which = knowledge->of_build[index_of(build)], rows = circuit_of(&knowledge->setup)->rows;
    struct racer seen = *racer;
    int more = knowledge->laps - knowledge->known; /* laps that are in no table */
    int driven = racer->position < 0 ? 0 : number_smaller(more, racer->position / rows);
    int behind = more - driven;
    seen.position -= driven * rows;
    if (behind > 0)
        seen.halves = racer->halves * knowledge->known / (knowledge->known + behind);
    if (exact)
        *exact = behind == 0;
    int left = left_in(knowledge, which, &seen);
    return behind == 0 || left == TURNS_FAR
               ? left
               : left + behind * from_start(knowledge, which) / knowledge->known;
}

int circuit_knowledge_builds(const struct knowledge *knowledge, const struct build **builds)
{
    *builds = knowledge->builds;
    return knowledge->count;
}

int circuit_knowledge_rounds(const struct knowledge *knowledge)
{
    int parts = from_start(knowledge, 0);
    bool exact = knowledge->complete && knowledge->known == knowledge->laps;
    return exact && parts < TURNS_FAR ? circuit_whole_turns(parts) : 0;
}
