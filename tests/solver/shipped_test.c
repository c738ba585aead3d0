/* The fewest rounds of the tracks that come with the game, under every preset that has races, and
 * of straights that can be counted by hand. The table was found by a forward search, round by round
 * over a hash set of states, that only asks the rules what a move costs and where it leads, and
 * shares no code with the solver. That the rules drive the line that was found, the solver asserts
 * by itself.
 *
 * Run from the top of the tree, where tracks/ is.
 */
#include "base/memory.h"
#include "drivers/graph_paper/solver/solver.h"
#include "support/cmocka.h"
#include "track/draft.h"

#include <stdlib.h>
#include <string.h>

static const struct shipped {
    const char *file;
    int rounds[PRESET_COUNT];      /* without extras */
    int with_extras[PRESET_COUNT]; /* 0: there are none */
} shipped[] = {
    /* racing-car, babylon, babylon-advanced, derby, classroom, textbook */
    {"tracks/graph-paper/first-oval.svg", {22, 22, 22, 0, 22, 15}, {19, 0, 18}},
    {"tracks/graph-paper/kidney.svg", {20, 20, 20, 0, 20, 14}, {18, 0, 17}},
    {"tracks/graph-paper/hairpin.svg", {49, 49, 49, 0, 49, 34}, {46, 0, 45}},
    {"tracks/graph-paper/old-town.svg", {59, 59, 59, 0, 59, 41}, {56, 0, 55}},
    {"tracks/graph-paper/triangle.svg", {32, 32, 32, 0, 32, 22}, {29, 0, 28}},
    {"tracks/graph-paper/three-ponds.svg", {26, 26, 26, 0, 26, 18}, {23, 0, 22}},
    {"tracks/graph-paper/long-road.svg", {109, 109, 109, 0, 109, 77}, {106, 0, 105}},
    {"tracks/graph-paper/hill-climb.svg", {67, 68, 68, 0, 68, 47}, {64, 0, 64}},
    {"tracks/graph-paper/boost-park.svg", {38, 38, 38, 0, 38, 27}, {35, 0, 35}},
    {"tracks/graph-paper/meadow-loop.svg", {28, 28, 28, 0, 28, 19}, {25, 0, 24}},
    {"tracks/graph-paper/shoelace.svg", {72, 72, 72, 0, 72, 49}, {69, 0, 68}},
    {"tracks/graph-paper/needles-eye.svg", {26, 26, 26, 0, 26, 18}, {23, 0, 22}},
    {"tracks/graph-paper/salt-flats.svg", {43, 43, 43, 0, 43, 30}, {40, 0, 39}},
    {"tracks/graph-paper/goat-track.svg", {59, 59, 59, 0, 59, 41}, {56, 0, 55}},
    {"tracks/graph-paper/frozen-lake.svg", {29, 29, 26, 0, 29, 20}, {26, 0, 24}},
    {"tracks/graph-paper/lighthouse.svg", {34, 31, 31, 0, 31, 22}, {29, 0, 27}},
    {"tracks/graph-paper/kestrel-meander.svg", {29, 29, 29, 0, 29, 20}, {26, 0, 25}},
    {"tracks/graph-paper/juniper-ladder.svg", {33, 33, 33, 0, 33, 23}, {30, 0, 30}},
    {"tracks/graph-paper/osprey-pass.svg", {53, 53, 53, 0, 53, 37}, {50, 0, 49}},
    {"tracks/graph-paper/tinker-shore.svg", {51, 51, 51, 0, 51, 36}, {48, 0, 47}},
    {"tracks/graph-paper/falcon-street.svg", {58, 58, 58, 0, 58, 41}, {55, 0, 54}},
    {"tracks/graph-paper/orchard-bend.svg", {47, 47, 47, 0, 47, 31}, {44, 0, 43}},
    {"tracks/graph-paper/otter-block.svg", {107, 107, 109, 0, 107, 75}, {104, 0, 104}},
};

static struct solver *create(const struct setup *setup, struct solver_options options)
{
    struct error error = {0};
    assert_true(setup_check(setup, &error));
    struct solver *solver = solver_create(setup, &options, &error);
    if (!solver)
        fail_msg("%s", error.text);
    return solver;
}

static struct setup racing_car(const struct track *track)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.course = graph_paper_course(track);
    return setup;
}

static int solve_rounds(const struct setup *setup)
{
    struct error error = {0};
    struct solution solution = {0};
    struct solver *solver = create(setup, (struct solver_options){0});
    assert_true(solver_solve(solver, &solution, &error));
    assert_true(solution.moves <= solution.rounds);
    free(solution.line);
    solver_free(solver);
    return solution.rounds;
}

/* From the start point that is nearest to the finish. */
static int ask_rounds(const struct setup *setup)
{
    struct error error = {0};
    struct solver *solver =
        create(setup, (struct solver_options){.with_extras = true, .for_questions = true});
    struct race *race = graph_paper_game.begin(setup);
    struct point_list starts = {0};
    int least = 0;
    assert_true(solver_prepare(solver, &error));
    graph_paper_starts(race, &starts);
    for (int i = 0; i < starts.count; i++) {
        struct car car = graph_paper_placed(race, starts.items[i]);
        int rounds = solver_remaining(solver, &car);
        if (rounds != SOLVER_NEVER && (least == 0 || rounds < least))
            least = rounds;
    }
    free(starts.items);
    graph_paper_game.free(race);
    solver_free(solver);
    return least;
}

static void expect_rounds(const struct shipped *expected, const struct track *track, int preset)
{
    struct setup setup = setup_from_preset(&graph_paper_game, preset);
    setup.course = graph_paper_course(track);
    setup.players = 1;
    int rounds = solve_rounds(&setup);
    if (rounds != expected->rounds[preset])
        fail_msg("%s, preset %d: %d rounds", expected->file, preset, rounds);
    if (expected->with_extras[preset] == 0)
        return;
    rounds = ask_rounds(&setup);
    if (rounds != expected->with_extras[preset])
        fail_msg("%s, preset %d: %d rounds with extras", expected->file, preset, rounds);
}

static void test_shipped_tracks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        struct error error = {0};
        struct track *track = svg_load_track(shipped[i].file, &error);
        assert_non_null(track);
        for (int preset = 0; preset < PRESET_COUNT; preset++)
            if (preset != PRESET_DERBY)
                expect_rounds(&shipped[i], track, preset);
        track_release(track);
    }
}

/* A straight of 2 squares' width from x = 1 to x = 13, in the middle of a sheet of 14 x 8. */
static struct track *make_straight(const char *more)
{
    struct text svg = {0};
    struct error error = {0};
    text_append_format(&svg,
                       "<svg viewBox='0 0 14 8'><rect class='wall' y='3' width='14' height='2'/>"
                       "<path class='start' d='M1 3V5'/><path class='finish' d='M13 3V5'/>%s</svg>",
                       more);
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    if (!track)
        fail_msg("%s", error.text);
    text_free(&svg);
    return track;
}

static void expect_straight(const char *more, const char *set, bool with_extras, int rounds)
{
    struct error error = {0};
    struct track *track = make_straight(more);
    struct setup setup = racing_car(track);
    for (const char *at = set; *at != '\0';) {
        char pair[64] = "";
        size_t length = strcspn(at, " ");
        memcpy(pair, at, length);
        assert_true(setup_set_pair(&setup, pair, &error));
        at += length + (at[length] == ' ');
    }
    struct solver *solver = create(&setup, (struct solver_options){.with_extras = with_extras});
    struct solution solution = {0};
    bool found = solver_solve(solver, &solution, &error);
    if (found != (rounds > 0) || solution.rounds != rounds)
        fail_msg("%s: %d rounds, not %d: %s", set, solution.rounds, rounds, error.text);
    free(solution.line);
    solver_free(solver);
    track_release(track);
}

/* 1 + 2 + 3 + 4 = 10 squares from x = 1 lead to 11, and the fifth move over the line at 13. */
static void test_straights(void **state)
{
    (void)state;
    expect_straight("", "", false, 5);
    /* The last move may leave the track, with nothing but the line before it. */
    expect_straight("", "start=behind grid_depth=1", false, 5);
    /* 3, 3 + 4, and 5 more with both nitros at once: 1 + 3 + 4 + 5 = 13 passes; with one less 12.
     */
    expect_straight("", "nitros=2", true, 4);
    expect_straight("", "nitros=1", true, 4);
    expect_straight("", "nitros=1", false, 5);
    /* 2 + 3 + 4 + 5 */
    expect_straight("", "nitros=0 turbo_boosts=1", true, 4);
    /* The race ends before. */
    expect_straight("", "round_limit=10", false, 5);
    /* Touching the end of the sheet is leaving it, but the middle row does not. */
    expect_straight("", "walls=out start=anywhere", false, 1);
    expect_straight("", "start=anywhere", false, 1);
}

/* 7, 8 and 9 are a slick: 1 + 2 + 3 from x = 1 would end on it. It takes a run-up to jump it with a
 * 4: 0, 0, 1, 3, 6, 10, 15. On the broad one, from 3 to 12, nobody accelerates who coasts: 0, 0, 1,
 * 3, 5, 7, 9, 11, 14. */
static void test_slicks(void **state)
{
    (void)state;
    const char *slick = "<rect class='slick' x='7' y='0' width='2' height='8'/>";
    const char *broad = "<rect class='slick' x='3' y='0' width='9' height='8'/>";
    expect_straight(slick, "", false, 7);
    expect_straight(slick, "slicks=off", false, 5);
    expect_straight(broad, "slicks=off", false, 5);
    expect_straight(broad, "slicks=coast", false, 9);
}

/* 1 + ... + 35 squares lead over the line 598 squares away, 1 + ... + 34 do not. */
static void test_fast_questions(void **state)
{
    (void)state;
    struct error error = {0};
    const char *svg = "<svg viewBox='0 0 600 4'><rect class='wall' y='1' width='600' height='2'/>"
                      "<path class='start' d='M1 1V3'/><path class='finish' d='M599 1V3'/></svg>";
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    struct setup setup = racing_car(track);
    struct solver *solver = create(&setup, (struct solver_options){.for_questions = true});
    assert_true(solver_prepare(solver, &error));
    struct car car = {.status = CAR_RACING, .at = {1, 2}};
    assert_int_equal(solver_remaining(solver, &car), 35);
    struct point_list line = {0};
    assert_true(solver_line_from(solver, &car, &line));
    assert_int_equal(line.count, 36);
    free(line.items);
    solver_free(solver);
    track_release(track);
}

enum { THREADS = 4, ANSWERS = 20000 };

/* Everything that a solver tells of a track, in the order of the questions. */
struct told {
    struct solution solution;
    int answers[ANSWERS];
    int known; /* of them */
};

static struct told *tell(const struct setup *setup, int threads)
{
    struct error error = {0};
    struct told *told = memory_allocate(1, sizeof *told);
    struct solver *solver = create(setup, (struct solver_options){.threads = threads});
    assert_true(solver_solve(solver, &told->solution, &error));
    solver_free(solver);
    struct solver_options options = {
        .with_extras = true, .for_questions = true, .threads = threads};
    solver = create(setup, options);
    assert_true(solver_prepare(solver, &error));
    for (int i = 0; i < ANSWERS; i++) {
        struct car car = {.status = CAR_RACING,
                          .at = {i * 7 % (graph_paper_track(setup)->width + 1),
                                 i * 13 % (graph_paper_track(setup)->height + 1)},
                          .velocity = {i % 11 - 5, i % 13 - 6},
                          .crossings = 1,
                          .nitros = i % 3};
        told->answers[i] = solver_remaining(solver, &car);
        told->known += told->answers[i] != SOLVER_NEVER;
    }
    solver_free(solver);
    return told;
}

static void forget(struct told *told)
{
    free(told->solution.line);
    free(told);
}

/* As many as there are, one, two, three and eight: the same rounds, moves looked at, line, and
 * answers. On a track with slicks, turbo areas and checkpoints, and on the largest one. */
static void test_threads(void **state)
{
    (void)state;
    static const char *const files[] = {"tracks/graph-paper/long-road.svg",
                                        "tracks/graph-paper/lighthouse.svg"};
    static const int threads[THREADS] = {1, 2, 3, 8};
    for (int i = 0; i < 2; i++) {
        struct error error = {0};
        struct track *track = svg_load_track(files[i], &error);
        assert_non_null(track);
        struct setup setup = setup_from_preset(&graph_paper_game, i == 0 ? PRESET_RACING_CAR
                                                                         : PRESET_BABYLON_ADVANCED);
        setup.course = graph_paper_course(track);
        struct told *first = tell(&setup, 0);
        assert_true(first->known > ANSWERS / 20);
        for (int k = 0; k < THREADS; k++) {
            struct told *told = tell(&setup, threads[k]);
            assert_int_equal(told->solution.rounds, first->solution.rounds);
            assert_int_equal(told->solution.states, first->solution.states);
            assert_int_equal(told->solution.moves, first->solution.moves);
            assert_memory_equal(told->solution.line, first->solution.line,
                                (size_t)(first->solution.moves + 1) * sizeof(struct point));
            assert_memory_equal(told->answers, first->answers, sizeof first->answers);
            forget(told);
        }
        forget(first);
        track_release(track);
    }
}

/* The counted work of a best lap. */
static uint64_t count_steps(const struct track *track, enum solver_sight sight)
{
    struct error error = {0};
    struct solution solution;
    struct setup setup = racing_car(track);
    struct budget budget = {0};
    struct solver *solver =
        create(&setup, (struct solver_options){.sight = sight, .threads = 1, .budget = &budget});
    assert_true(solver_solve(solver, &solution, &error));
    free(solution.line);
    solver_free(solver);
    return atomic_load(&budget.steps);
}

/* Percent of what the whole search works that one takes which may look for a bound first. */
static int count_percent(const char *walls, const char *lines)
{
    struct error error = {0};
    struct text svg = {0};
    text_append_format(&svg,
                       "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'>"
                       "<rect class='wall' width='200' height='100'/>%s%s</svg>",
                       walls, lines);
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    if (!track)
        fail_msg("%s", error.text);
    int percent = (int)(100 * count_steps(track, SIGHT_USUAL) / count_steps(track, SIGHT_WHOLE));
    text_free(&svg);
    track_release(track);
    return percent;
}

/* A bound goes through shelves that are thinner than its cells: nothing more is begun with it. It
 * does not go round the end of a line that lies within a wall. */
static void test_weak_bound_costs_nothing(void **state)
{
    (void)state;
    int shelves = count_percent("<rect class='wall' x='1' y='19.5' width='184' height='1'/>"
                                "<rect class='wall' x='15' y='39.5' width='184' height='1'/>"
                                "<rect class='wall' x='1' y='59.5' width='184' height='1'/>"
                                "<rect class='wall' x='15' y='79.5' width='184' height='1'/>",
                                "<line class='start' x1='190' y1='100' x2='190' y2='80'/>"
                                "<line class='finish' x1='100' y1='20' x2='100' y2='0'/>");
    int field = count_percent("<rect class='wall' x='60' y='40' width='80' height='10'/>",
                              "<line class='start finish' x1='139' y1='45' x2='200' y2='45'/>");
    if (shelves > 120 || field > 60)
        fail_msg("%d %% of the whole search's work on shelves, %d %% on a field", shelves, field);
}

static void count_rounds(void *data, int rounds, uint64_t moves)
{
    (void)moves;
    *(int *)data = rounds;
}

static void test_limits(void **state)
{
    (void)state;
    struct error error = {0};
    struct track *track = make_straight("");
    struct setup setup = racing_car(track);
    atomic_bool cancelled = true;
    int rounds = 0;
    struct solution solution;
    struct budget budget = {.cancelled = &cancelled};
    struct solver *solver =
        create(&setup, (struct solver_options){
                           .budget = &budget, .progress = count_rounds, .progress_data = &rounds});
    assert_false(solver_solve(solver, &solution, &error));
    assert_string_equal(error.text, "cancelled");
    atomic_store(&cancelled, false);
    assert_true(solver_solve(solver, &solution, &error));
    assert_int_equal(rounds, 5);
    free(solution.line);
    solver_free(solver);
    solver = create(&setup, (struct solver_options){.budget = &(struct budget){.bytes_most = 1}});
    assert_false(solver_solve(solver, &solution, &error));
    assert_non_null(strstr(error.text, "memory"));
    solver_free(solver);
    setup.values[FIELD_CONTEST] = CONTEST_DERBY;
    assert_null(solver_create(&setup, &(struct solver_options){0}, &error));
    track_release(track);
}

/* From (11, 4) with velocity 4 the line is one move away; at (1, 4) with velocity 4 against the
 * sheet's left end there is no way. */
static void test_questions(void **state)
{
    (void)state;
    struct error error = {0};
    struct track *track = make_straight("");
    struct setup setup = racing_car(track);
    struct solver *solver = create(&setup, (struct solver_options){.for_questions = true});
    assert_true(solver_prepare(solver, &error));
    struct car car = {.status = CAR_RACING, .at = {11, 4}, .velocity = {4, 0}};
    assert_int_equal(solver_remaining(solver, &car), 1);
    car.missed_turns = 2;
    assert_int_equal(solver_remaining(solver, &car), 3);
    assert_int_equal(solver_remaining_by(solver, &car, (struct point){14, 4}), 3);
    assert_int_equal(solver_remaining_by(solver, &car, (struct point){13, 4}), SOLVER_NEVER);
    car = (struct car){.status = CAR_RACING, .at = {1, 4}};
    assert_int_equal(solver_remaining(solver, &car), 5);
    /* Of the lines with five moves any one. */
    struct point_list line = {0};
    car.missed_turns = 3;
    assert_true(solver_line_from(solver, &car, &line));
    assert_int_equal(line.count, 6);
    assert_true(point_equal(line.items[0], car.at));
    for (int i = 1, before = 0; i < 6; i++) {
        int speed = line.items[i].x - line.items[i - 1].x;
        assert_in_range(speed - before + 1, 0, 2);
        before = speed;
    }
    assert_true(line.items[4].x <= 13 && line.items[5].x > 13);
    free(line.items);
    car.missed_turns = 0;
    car.velocity = (struct point){-4, 0};
    assert_int_equal(solver_remaining(solver, &car), SOLVER_NEVER);
    line = (struct point_list){0};
    assert_false(solver_line_from(solver, &car, &line));
    assert_int_equal(line.count, 0);
    car.status = CAR_OUTSIDE;
    assert_int_equal(solver_remaining(solver, &car), SOLVER_NEVER);
    solver_free(solver);
    track_release(track);
}

/* A turbo area between 2 and 3 throws a car that comes to the slick at 3 with 2 back by 2: as it
 * coasts it has to stay for a round before it can go on as from a standstill. */
static void test_standing_coaster(void **state)
{
    (void)state;
    struct error error = {0};
    struct track *track = make_straight("<rect class='slick' x='2.9' y='0' width='.2' height='8'/>"
                                        "<rect class='turbo' data-arrow='-2 0' x='2.25' y='0' "
                                        "width='.5' height='8'/>");
    struct setup setup = racing_car(track);
    setup.values[FIELD_SLICKS] = SLICKS_COAST;
    setup.values[FIELD_TURBO_AREAS] = SWITCH_ON;
    struct solver *solver = create(&setup, (struct solver_options){.for_questions = true});
    assert_true(solver_prepare(solver, &error));
    struct car standing = {.status = CAR_RACING, .at = {3, 4}};
    struct car coming = {.status = CAR_RACING, .at = {1, 4}, .velocity = {1, 0}};
    /* 3, 4, 6, 9, 13, 18 */
    assert_int_equal(solver_remaining(solver, &standing), 5);
    assert_int_equal(solver_remaining_by(solver, &coming, (struct point){3, 4}), 7);
    solver_free(solver);
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped_tracks),
        cmocka_unit_test(test_straights),
        cmocka_unit_test(test_slicks),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_standing_coaster),
        cmocka_unit_test(test_fast_questions),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_weak_bound_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
