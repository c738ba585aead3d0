/* Prints the table of the tracks that come with the game: fewest rounds and what was looked at.
 * Generates tracks and prints a hash over their files. Reads random curved drawings and prints a
 * hash over their polygons, then one over the best lines of random tracks, then one over races of
 * computer drivers, then plays random races and prints a hash over every state so far, one line
 * every hundred races. Built by different compilers at different levels it has to print the same
 * lines.
 *
 *     race_digest [RACES [SEED]]    from the top of the tree, where tracks/ is
 */
#include "base/number.h"
#include "drivers/graph_paper/levels/driver.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules_random.h"
#include "studio/graph_paper/generate/generate.h"

enum { DRAWINGS = 500, LINES = 100, DRIVEN = 10, GENERATED = 40 };

static uint64_t play(struct random *random, uint64_t hash)
{
    struct error error = {0};
    struct track *track = random_track(random);
    struct setup setup = random_setup(random, track);
    if (!setup_check(&setup, &error)) {
        track_release(track);
        return hash_bytes(hash, error.text, sizeof "start" - 1);
    }
    struct race *race = graph_paper_game.begin(&setup);
    struct event_list events = {0};
    struct move_list moves = {0};
    struct text action = {0};
    while (!graph_paper_game.over(race)) {
        text_clear(&action);
        random_action(random, race, &moves, &action);
        if (!graph_paper_game.apply(race, race_next_car(race), action.data, &events, &error)) {
            fprintf(stderr, "race_digest: %s: %s\n", action.data, error.text);
            exit(1);
        }
        hash = hash_number(hash, (int64_t)graph_paper_game.hash(race));
    }
    hash = hash_number(hash, events.count);
    text_free(&action);
    graph_paper_free_moves(&moves);
    event_list_free(&events);
    graph_paper_game.free(race);
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
    if (setup_check(&setup, &error))
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

/* Three computer drivers of random levels, under rules that make sense or not. */
static uint64_t drive(struct random *random, uint64_t hash)
{
    struct error error = {0};
    struct track *track = random_track(random);
    struct setup setup = random_setup(random, track);
    setup.players = 3;
    setup.values[FIELD_ORDER] = ORDER_RANDOM;
    if (!setup_check(&setup, &error)) {
        track_release(track);
        return hash;
    }
    struct knowledge *knowledge = knowledge_prepare(&setup, NULL);
    struct race *race = graph_paper_game.begin(&setup);
    struct event_list events = {0};
    struct text action = {0};
    enum driver_level levels[3];
    for (int i = 0; i < setup.players; i++)
        levels[i] = (enum driver_level)random_below(random, LEVEL_COUNT);
    while (!graph_paper_game.over(race)) {
        int player = graph_paper_game.player_of(race, race_next_car(race));
        text_clear(&action);
        driver_choose(levels[player - 1], knowledge, race, NULL, &action);
        if (!graph_paper_game.apply(race, race_next_car(race), action.data, &events, &error)) {
            fprintf(stderr, "race_digest: %s: %s\n", action.data, error.text);
            exit(1);
        }
        hash = hash_number(hash, (int64_t)graph_paper_game.hash(race));
    }
    text_free(&action);
    event_list_free(&events);
    graph_paper_game.free(race);
    knowledge_release(knowledge);
    track_release(track);
    return hash;
}

/* Files of all styles and difficulties. */
static uint64_t generate(int index, uint64_t hash)
{
    struct generator_wish wish = {.seed = (uint64_t)index, .width = 30 + index, .height = 45};
    struct error error = {0};
    struct text svg = {0};
    wish.style = (enum generator_style)(index % GENERATOR_STYLE_COUNT);
    wish.difficulty = 1 + index % GENERATOR_DIFFICULTY_MOST;
    struct track *track = generate_track(&wish, NULL, NULL, &error);
    if (track == NULL) {
        fprintf(stderr, "race_digest: %s\n", error.text);
        exit(1);
    }
    svg_write_track(track, &svg);
    hash = hash_bytes(hash, svg.data, svg.length);
    text_free(&svg);
    track_release(track);
    return hash;
}

static void count_moves(void *data, int rounds, uint64_t moves)
{
    (void)rounds;
    *(uint64_t *)data = moves;
}

/* Solved without extras, and every move known with them. */
static void print_row(const char *name, const struct track *track, int preset)
{
    struct setup setup = setup_from_preset(&graph_paper_game, preset);
    struct error error = {0};
    struct solution solution = {0};
    uint64_t moves = 0;
    setup.course = graph_paper_course(track);
    struct solver *solver = solver_create(&setup, &(struct solver_options){0}, &error);
    bool solved = solver != NULL && solver_solve(solver, &solution, &error);
    solver_free(solver);
    solver = solver_create(&setup,
                           &(struct solver_options){.with_extras = preset == PRESET_RACING_CAR,
                                                    .for_questions = true,
                                                    .progress = count_moves,
                                                    .progress_data = &moves},
                           &error);
    bool ready = solver != NULL && solver_prepare(solver, &error);
    solver_free(solver);
    printf("%s, %s: %d rounds, %d moves, %llu looked at, %llu known%s\n", name,
           graph_paper_game.table->presets[preset].name, solution.rounds, solution.moves,
           (unsigned long long)solution.states, (unsigned long long)moves,
           solved && ready ? "" : error.text);
    free(solution.line);
}

static bool print_table(void)
{
    static const char *const names[] = {"first-oval", "kidney",     "hairpin",
                                        "old-town",   "triangle",   "three-ponds",
                                        "long-road",  "hill-climb", "boost-park"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text file = {0};
        struct error error = {0};
        text_append_format(&file, "tracks/graph-paper/%s.svg", names[i]);
        struct track *track = svg_load_track(file.data, &error);
        text_free(&file);
        if (track == NULL) {
            fprintf(stderr, "%s: %s\n", names[i], error.text);
            return false;
        }
        print_row(names[i], track, PRESET_RACING_CAR);
        print_row(names[i], track, PRESET_BABYLON_ADVANCED);
        track_release(track);
    }
    return true;
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
    if (!print_table())
        return 1;
    uint64_t hash = HASH_START;
    for (int i = 0; i < GENERATED; i++)
        hash = generate(i, hash);
    printf("%016llx after %d generated tracks\n", (unsigned long long)hash, GENERATED);
    struct random random = random_seeded((uint64_t)seed);
    int read = 0;
    for (int i = 0; i < DRAWINGS; i++)
        hash = flatten(&random, hash, &read);
    printf("%016llx after %d drawings, of which %d were tracks\n", (unsigned long long)hash,
           DRAWINGS, read);
    struct random tracks = random_seeded((uint64_t)seed);
    for (int i = 0; i < LINES; i++)
        hash = solve(&tracks, hash);
    printf("%016llx after the best lines of %d tracks\n", (unsigned long long)hash, LINES);
    for (int i = 0; i < DRIVEN; i++)
        hash = drive(&tracks, hash);
    printf("%016llx after %d races of computer drivers\n", (unsigned long long)hash, DRIVEN);
    for (int64_t i = 1; i <= races; i++) {
        hash = play(&random, hash);
        if (i % 100 == 0 || i == races) {
            printf("%016llx after %lld races from seed %lld\n", (unsigned long long)hash,
                   (long long)i, (long long)seed);
        }
    }
    return 0;
}
