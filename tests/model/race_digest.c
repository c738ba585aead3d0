/* Reads random curved drawings and prints a hash over their polygons, then one over the best lines
 * of random tracks, then plays random races and prints a hash over every state so far, one line
 * every hundred races. Built by different compilers at different levels it has to print the same
 * lines.
 *
 *     race_digest [RACES [SEED]]
 */
#include "base/hash.h"
#include "base/number.h"
#include "drivers/solver.h"
#include "rules_random.h"

enum { DRAWINGS = 500, LINES = 100 };

static uint64_t play(struct random *random, uint64_t hash)
{
    struct error error = {0};
    struct track *track = random_track(random);
    struct setup setup = random_setup(random, track);
    if (!graph_paper_rules.setup_check(&setup, &error)) {
        track_release(track);
        return hash_bytes(hash, error.text, sizeof "start" - 1);
    }
    struct race *race = graph_paper_rules.begin(&setup);
    struct event_list events = {0};
    struct move_list moves = {0};
    struct text action = {0};
    while (!graph_paper_rules.over(race)) {
        text_clear(&action);
        random_action(random, race, &moves, &action);
        if (!graph_paper_rules.apply(race, action.data, &events, &error)) {
            fprintf(stderr, "race_digest: %s: %s\n", action.data, error.text);
            exit(1);
        }
        hash = hash_number(hash, (int64_t)graph_paper_rules.hash(race));
    }
    hash = hash_number(hash, events.count);
    text_free(&action);
    graph_paper_free_moves(&moves);
    event_list_free(&events);
    graph_paper_rules.free(race);
    track_release(track);
    return hash;
}

/* Appends `count` decimals from `low` to `low` + `span`. */
static void append_numbers(struct random *random, struct text *svg, int count, int low, int span)
{
    for (int i = 0; i < count; i++) {
        int whole = low + (int)random_below(random, (uint32_t)span);
        text_append_format(svg, " %d.%04d", whole, (int)random_below(random, 10000));
    }
}

/* A turned, skewed and stretched half of an ellipse with a curve for its other half. */
static void append_shape(struct random *random, struct text *svg, const char *curve, int numbers)
{
    text_append(svg, "<path class='slick' transform='rotate(");
    append_numbers(random, svg, 1, -400, 800);
    text_append(svg, ") skewX(");
    append_numbers(random, svg, 1, -20, 40);
    text_append(svg, ") scale(");
    append_numbers(random, svg, 2, 0, 3);
    text_append(svg, ")' d='M0 0A");
    append_numbers(random, svg, 3, 30, 50);
    text_append(svg, " 0 1 60 30");
    text_append(svg, curve);
    append_numbers(random, svg, numbers, 5, 50);
    text_append(svg, " 0 0Z'/>");
}

static void append_drawing(struct random *random, struct text *svg)
{
    text_append(svg, "<svg viewBox='-500 -500 1000 1000' data-square='2.5'>"
                     "<circle class='wall' r='490'/>");
    append_shape(random, svg, "C", 4);
    append_shape(random, svg, "Q", 2);
    text_append(svg, "</svg>");
}

static uint64_t flatten(struct random *random, uint64_t hash, int *read)
{
    struct error error = {0};
    struct text svg = {0};
    append_drawing(random, &svg);
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    text_clear(&svg);
    text_append(&svg, error.text);
    if (track != NULL) {
        svg_write_track(track, &svg);
        ++*read;
    }
    hash = hash_bytes(hash, svg.data, svg.length);
    track_release(track);
    text_free(&svg);
    return hash;
}

/* With or without a line, what the solver says about a random track under random rules. */
static uint64_t solve(struct random *random, uint64_t hash)
{
    struct error error = {0};
    struct solution solution = {0};
    struct track *track = random_track(random);
    struct setup setup = random_setup(random, track);
    setup.players = 1;
    setup.values[FIELD_CONTEST] = CONTEST_RACE;
    setup.values[FIELD_ORDER] = ORDER_LISTED;
    struct solver *solver = NULL;
    if (graph_paper_rules.setup_check(&setup, &error))
        solver = solver_create(&setup, &(struct solver_options){0}, &error);
    bool found = solver != NULL && solver_solve(solver, &solution, &error);
    hash = hash_number(hash, solution.rounds);
    hash = hash_number(hash, (int64_t)solution.states);
    for (int i = 0; found && i <= solution.moves; i++) {
        hash = hash_number(hash, solution.line[i].x);
        hash = hash_number(hash, solution.line[i].y);
    }
    free(solution.line);
    solver_free(solver);
    track_release(track);
    return hash;
}

int main(int argument_count, char **arguments)
{
    int64_t races = 2000;
    int64_t seed = 1;
    if ((argument_count > 1 && !number_is_integer(arguments[1], 1, 1000000000, &races)) ||
        (argument_count > 2 && !number_is_integer(arguments[2], 0, INT64_MAX, &seed))) {
        fprintf(stderr, "usage: race_digest [RACES [SEED]]\n");
        return 2;
    }
    struct random random = random_seeded((uint64_t)seed);
    uint64_t hash = HASH_START;
    int read = 0;
    for (int i = 0; i < DRAWINGS; i++)
        hash = flatten(&random, hash, &read);
    printf("%016llx after %d drawings, of which %d were tracks\n", (unsigned long long)hash,
           DRAWINGS, read);
    struct random tracks = random_seeded((uint64_t)seed);
    for (int i = 0; i < LINES; i++)
        hash = solve(&tracks, hash);
    printf("%016llx after the best lines of %d tracks\n", (unsigned long long)hash, LINES);
    for (int64_t i = 1; i <= races; i++) {
        hash = play(&random, hash);
        if (i % 100 == 0 || i == races) {
            printf("%016llx after %lld races from seed %lld\n", (unsigned long long)hash,
                   (long long)i, (long long)seed);
        }
    }
    return 0;
}
