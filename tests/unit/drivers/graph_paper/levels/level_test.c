/* How the levels race: alone against the fewest rounds, against each other, and with cars in their
 * way. Run from the top of the tree, where tracks/ is. */
#include "base/number.h"
#include "drivers/graph_paper/levels/driver.h"

#include "unit/rules/fixture.h"

#include <limits.h>

enum { SEEDS = 20 };

struct sheet {
    struct track *track;
    struct setup setup;
    struct knowledge *knowledge;
};

static struct sheet open_sheet(const char *file, int preset, int players)
{
    struct error error = {0};
    struct sheet sheet = {.track = svg_load_track(file, &error)};
    assert_non_null(sheet.track);
    sheet.setup = setup_from_preset(&graph_paper_game, preset);
    sheet.setup.course = graph_paper_course(sheet.track);
    sheet.setup.players = players;
    sheet.knowledge = knowledge_prepare(&sheet.setup, NULL);
    return sheet;
}

static void close_sheet(struct sheet *sheet)
{
    knowledge_release(sheet->knowledge);
    track_release(sheet->track);
}

/* The race at its end, and a hash of its actions. */
static struct race *race_with(const struct sheet *sheet, const enum driver_level *levels,
                              uint64_t *hash)
{
    struct race *race = graph_paper_game.begin(&sheet->setup);
    struct event_list events = {0};
    struct text action = {0};
    *hash = HASH_START;
    while (!graph_paper_game.over(race)) {
        struct error error;
        text_clear(&action);
        driver_choose(levels[race_next_car(race) - 1], sheet->knowledge, race, NULL, &action);
        assert_true(graph_paper_game.apply(race, race_next_car(race), text_string(&action), &events,
                                           &error));
        *hash = hash_bytes(*hash, action.data, action.length);
    }
    event_list_free(&events);
    text_free(&action);
    return race;
}

/* --- alone ------------------------------------------------------------------------------------ */

/* Thousandths above the fewest rounds, in the mean over the seeds. */
static int measure(struct sheet *sheet, enum driver_level level)
{
    int sum = 0;
    int best = knowledge_rounds(sheet->knowledge);
    for (int seed = 1; seed <= SEEDS; seed++) {
        uint64_t hash;
        sheet->setup.seed = (uint64_t)seed;
        struct race *race = race_with(sheet, &level, &hash);
        assert_int_equal(graph_paper_car(race, 1)->status, CAR_FINISHED);
        sum += graph_paper_game.round(race);
        graph_paper_game.free(race);
    }
    return 1000 * sum / (SEEDS * best) - 1000;
}

static void expect_bands(const char *file, int preset)
{
    struct sheet sheet = open_sheet(file, preset, 1);
    int pro = measure(&sheet, LEVEL_PRO);
    int club = measure(&sheet, LEVEL_CLUB);
    assert_in_range(pro, 5, 50);
    assert_in_range(club, pro + 30, 150);
    assert_in_range(measure(&sheet, LEVEL_ROOKIE), 250, 600);
    close_sheet(&sheet);
}

static void test_bands(void **state)
{
    (void)state;
    expect_bands("tracks/graph-paper/kidney.svg", PRESET_RACING_CAR);
    expect_bands("tracks/graph-paper/kidney.svg", PRESET_BABYLON);
    expect_bands("tracks/graph-paper/hairpin.svg", PRESET_CLASSROOM);
}

/* On this track a car that stops against a wall could be a round sooner. */
static void test_ace_alone(void **state)
{
    (void)state;
    struct sheet sheet = open_sheet("tracks/graph-paper/three-ponds.svg", PRESET_RACING_CAR, 1);
    assert_int_equal(measure(&sheet, LEVEL_ACE), 0);
    close_sheet(&sheet);
}

/* --- against each other ----------------------------------------------------------------------- */

static int count_wins(struct sheet *sheet, enum driver_level better, enum driver_level worse)
{
    int wins = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
        uint64_t hash;
        enum driver_level levels[2] = {better, worse};
        if (seed % 2 == 0) {
            levels[0] = worse;
            levels[1] = better;
        }
        sheet->setup.seed = (uint64_t)seed;
        sheet->setup.values[FIELD_ORDER] = ORDER_LISTED;
        struct race *race = race_with(sheet, levels, &hash);
        wins += graph_paper_car(race, seed % 2 == 0 ? 2 : 1)->place == 1;
        graph_paper_game.free(race);
    }
    return wins;
}

static void test_better_levels_win(void **state)
{
    (void)state;
    struct sheet sheet = open_sheet("tracks/graph-paper/hairpin.svg", PRESET_RACING_CAR, 2);
    assert_true(count_wins(&sheet, LEVEL_CLUB, LEVEL_ROOKIE) * 10 >= SEEDS * 7);
    assert_true(count_wins(&sheet, LEVEL_PRO, LEVEL_CLUB) * 10 >= SEEDS * 7);
    close_sheet(&sheet);
}

/* --- the same race ---------------------------------------------------------------------------- */

static void test_seeds(void **state)
{
    (void)state;
    static const enum driver_level levels[] = {LEVEL_ROOKIE, LEVEL_CLUB, LEVEL_PRO};
    struct sheet sheet = open_sheet("tracks/graph-paper/kidney.svg", PRESET_RACING_CAR, 3);
    sheet.setup.values[FIELD_ORDER] = ORDER_LISTED;
    uint64_t first, again, other;
    graph_paper_game.free(race_with(&sheet, levels, &first));
    graph_paper_game.free(race_with(&sheet, levels, &again));
    sheet.setup.seed = 2;
    graph_paper_game.free(race_with(&sheet, levels, &other));
    assert_true(again == first);
    assert_true(other != first);
    close_sheet(&sheet);
}

/* From a standing start nothing forces them: none in the first two rounds, one in the next three.
 */
static void test_nitros_are_kept(void **state)
{
    (void)state;
    static const enum driver_level levels[] = {LEVEL_ROOKIE, LEVEL_CLUB};
    struct sheet sheet = open_sheet("tracks/graph-paper/kidney.svg", PRESET_RACING_CAR, 2);
    int all = sheet.setup.values[FIELD_NITROS];
    assert_true(all >= 2);
    for (int seed = 1; seed <= SEEDS; seed++) {
        sheet.setup.seed = (uint64_t)seed;
        struct race *race = graph_paper_game.begin(&sheet.setup);
        struct event_list events = {0};
        struct text action = {0};
        struct error error;
        while (graph_paper_game.round(race) < 6) {
            int car = race_next_car(race);
            int most = graph_paper_game.round(race) < 3 ? 0 : 1;
            text_clear(&action);
            driver_choose(levels[car - 1], sheet.knowledge, race, NULL, &action);
            assert_true(graph_paper_game.apply(race, car, text_string(&action), &events, &error));
            assert_true(all - graph_paper_car(race, car)->nitros <= most);
        }
        event_list_free(&events);
        text_free(&action);
        graph_paper_game.free(race);
    }
    close_sheet(&sheet);
}

static void test_cancelled(void **state)
{
    (void)state;
    struct table table;
    atomic_bool cancelled;
    struct text action = {0};
    const struct knowledge *knowledge = NULL;
    atomic_init(&cancelled, true);
    open_table(&table, RING, "classroom", 1, "");
    struct knowledge *made = knowledge_prepare(&table.setup, NULL);
    knowledge = made;
    for (int level = 0; level < LEVEL_ACE; level++) {
        driver_choose((enum driver_level)level, knowledge, table.race,
                      &(struct budget){.cancelled = &cancelled}, &action);
        assert_int_equal(action.length, 0);
    }
    text_free(&action);
    knowledge_release(made);
    close_table(&table);
}

/* --- others in the way ------------------------------------------------------------------------ */

static const struct candidate *candidate_to(const struct candidate_list *list, int x, int y)
{
    for (int i = 0; i < list->count; i++)
        if (point_equal(list->items[i].action.to, POINT(x, y)))
            return &list->items[i];
    fail_msg("no move to %d,%d", x, y);
    return NULL;
}

/* What is kept of a car's moves, with the others laid over it, is what the rules list; and `plain`,
 * which was never asked for moves, knows the same rounds. */
static void expect_moves_as_the_rules_list_them(const struct sheet *sheet, const struct race *race,
                                                const struct knowledge *plain)
{
    struct move_list moves = {0};
    struct candidate_list list = {0};
    const struct car *car = graph_paper_car(race, race_next_car(race));
    graph_paper_moves(race, NULL, &moves);
    for (int time = 0; time < 2; time++) {
        candidates_list(sheet->knowledge, race, INT_MAX, &list);
        assert_int_equal(list.count, moves.count);
        for (int i = 0; i < moves.count; i++) {
            const struct move *move = &moves.items[i];
            assert_memory_equal(&list.items[i].move, move, sizeof *move);
            if (car->status == CAR_RACING && move->outcome != OUTCOME_COLLISION &&
                move->outcome != OUTCOME_OFF_TRACK)
                assert_int_equal(list.items[i].rounds,
                                 knowledge_remaining_by(plain, car, move->to));
        }
    }
    assert_int_equal(knowledge_remaining(sheet->knowledge, car), knowledge_remaining(plain, car));
    candidates_list(sheet->knowledge, race, 0, &list);
    for (int i = 0; i < list.count; i++)
        assert_int_equal(list.items[i].move.nitros, 0);
    free(list.items);
    graph_paper_free_moves(&moves);
}

static int race_at_random(struct sheet *sheet, uint64_t seed, const struct knowledge *plain)
{
    struct race *race = graph_paper_game.begin(&sheet->setup);
    struct random random = random_seeded(seed);
    struct event_list events = {0};
    struct move_list moves = {0};
    struct error error;
    int met = 0;
    for (int turn = 0; turn < 150 && !graph_paper_game.over(race); turn++) {
        const struct car *car = graph_paper_car(race, race_next_car(race));
        struct graph_paper_action action = {0};
        struct point_list starts = {0};
        if (car->status == CAR_WAITING) {
            graph_paper_starts(race, &starts);
            action.has_start = true;
            action.start = starts.items[random_below(&random, (uint32_t)starts.count)];
            free(starts.items);
        } else
            expect_moves_as_the_rules_list_them(sheet, race, plain);
        graph_paper_moves(race, action.has_start ? &action.start : NULL, &moves);
        const struct move *move = &moves.items[random_below(&random, (uint32_t)moves.count)];
        for (int i = 0; i < 8 && move->outcome == OUTCOME_OFF_TRACK; i++)
            move = &moves.items[random_below(&random, (uint32_t)moves.count)];
        action.to = move->to;
        met += move->outcome == OUTCOME_COLLISION;
        assert_true(graph_paper_do(race, &action, &events, &error));
    }
    graph_paper_free_moves(&moves);
    event_list_free(&events);
    graph_paper_game.free(race);
    return met;
}

static void test_moves_that_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        int preset;
        enum graph_paper_field field;
        int value;
    } cases[] = {
        {"tracks/graph-paper/kidney.svg", PRESET_RACING_CAR, FIELD_NITROS, 3},
        {"tracks/graph-paper/frozen-lake.svg", PRESET_RACING_CAR, FIELD_REACH, REACH_END},
        {"tracks/graph-paper/kidney.svg", PRESET_CLASSROOM, FIELD_COLLISION, COLLISION_FORBID},
        {"tracks/graph-paper/boost-park.svg", PRESET_BABYLON_ADVANCED, FIELD_LAPS, 2},
        {"tracks/graph-paper/hairpin.svg", PRESET_BABYLON, FIELD_OFF_TRACK, OFF_TRACK_RUN_WIDE},
    };
    int met = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sheet sheet = open_sheet(cases[i].file, cases[i].preset, 6);
        knowledge_release(sheet.knowledge);
        sheet.setup.values[cases[i].field] = cases[i].value;
        sheet.setup.values[FIELD_CHOOSE] = CHOOSE_WITH_FIRST_MOVE;
        sheet.knowledge = knowledge_prepare(&sheet.setup, NULL);
        struct knowledge *plain = knowledge_prepare(&sheet.setup, NULL);
        for (uint64_t seed = 1; seed <= 4; seed++)
            met += race_at_random(&sheet, seed, plain);
        knowledge_release(plain);
        close_sheet(&sheet);
    }
    assert_true(met > 10);
}

static void race_without(const struct sheet *sheet, const enum driver_level *levels)
{
    static const struct knowledge_limits nothing_kept = {.moves = 16000000,
                                                         .bytes = (size_t)400 << 20,
                                                         .points = 1100000,
                                                         .planes = 3000,
                                                         .at_once = 1000000};
    struct sheet plain = *sheet;
    plain.knowledge = knowledge_prepare_within(&sheet->setup, &nothing_kept, NULL);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        uint64_t kept, listed;
        struct sheet keeping = *sheet;
        keeping.setup.seed = plain.setup.seed = seed;
        graph_paper_game.free(race_with(&keeping, levels, &kept));
        graph_paper_game.free(race_with(&plain, levels, &listed));
        assert_true(kept == listed);
    }
    knowledge_release(plain.knowledge);
}

/* Drivers choose by the kept moves what they choose by the rules' list: by the nitros saved, beside
 * others, on slicks, where only nitros keep them on the track and where nothing does. */
static void test_choices_by_what_is_kept(void **state)
{
    (void)state;
    static const enum driver_level levels[] = {LEVEL_CLUB, LEVEL_PRO,  LEVEL_CLUB,
                                               LEVEL_CLUB, LEVEL_CLUB, LEVEL_ROOKIE};
    static const struct {
        const char *file;
        int preset;
        enum graph_paper_field field;
        int value;
    } cases[] = {
        {"tracks/graph-paper/kidney.svg", PRESET_RACING_CAR, FIELD_LAPS, 1},
        {"tracks/graph-paper/kidney.svg", PRESET_RACING_CAR, FIELD_REACH, REACH_WHOLE},
        {"tracks/graph-paper/kidney.svg", PRESET_RACING_CAR, FIELD_TOP_SPEED, 3},
        {"tracks/graph-paper/frozen-lake.svg", PRESET_RACING_CAR, FIELD_LAPS, 1},
        {"tracks/graph-paper/frozen-lake.svg", PRESET_RACING_CAR, FIELD_START, START_ANYWHERE},
        {"tracks/graph-paper/kidney.svg", PRESET_RACING_CAR, FIELD_COLLISION, COLLISION_DAMAGE},
        {"tracks/graph-paper/hairpin.svg", PRESET_BABYLON, FIELD_OFF_TRACK, OFF_TRACK_RUN_WIDE},
        {"tracks/graph-paper/boost-park.svg", PRESET_BABYLON_ADVANCED, FIELD_LAPS, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sheet sheet = open_sheet(cases[i].file, cases[i].preset, 6);
        knowledge_release(sheet.knowledge);
        sheet.setup.values[cases[i].field] = cases[i].value;
        sheet.knowledge = knowledge_prepare(&sheet.setup, NULL);
        race_without(&sheet, levels);
        close_sheet(&sheet);
    }
}

/* A car at (3,3) with velocity (0,-2) in the lower left corner of the ring; another one where it
 * would like to brake to; the wall two squares on. */
static void test_candidates(void **state)
{
    (void)state;
    struct table table;
    struct candidate_list list = {0};
    open_table(&table, RING, "racing-car", 2, "nitros=0 order=listed wall_missed_turns=1");
    struct knowledge *knowledge = knowledge_prepare(&table.setup, NULL);
    struct car *car = put_car(&table, 1, POINT(3, 3), POINT(0, -2));
    put_car(&table, 2, POINT(4, 2), POINT(0, 0));
    car->crossings = 1;
    candidates_list(knowledge, table.race, INT_MAX, &list);
    assert_int_equal(list.count, 9);
    struct car stopped = *car;
    stopped.velocity = POINT(0, 0);
    stopped.at = POINT(4, 2);
    const struct candidate *strikes = candidate_to(&list, 4, 2);
    assert_int_equal(strikes->move.outcome, OUTCOME_COLLISION);
    assert_int_equal(strikes->rounds, 1 + 3 + knowledge_remaining(knowledge, &stopped));
    stopped.at = POINT(3, 0);
    const struct candidate *touches = candidate_to(&list, 3, 0);
    assert_int_equal(touches->move.outcome, OUTCOME_CLEAR);
    assert_int_equal(touches->rounds, KNOWLEDGE_NEVER);
    const struct candidate *clear = candidate_to(&list, 3, 2);
    assert_int_equal(clear->rounds, knowledge_remaining_by(knowledge, car, POINT(3, 2)));
    assert_true(candidates_compare(clear, touches) < 0);
    free(list.items);
    knowledge_release(knowledge);
    close_table(&table);
}

/* The car above, one faster: three of its moves leave the track, and cost the car its race. What is
 * told of the others is what the rules make of them. */
static void test_candidates_that_leave_the_track(void **state)
{
    (void)state;
    struct table table;
    struct candidate_list list = {0};
    open_table(&table, RING, "racing-car", 1, "nitros=0 off_track=retire");
    struct knowledge *knowledge = knowledge_prepare(&table.setup, NULL);
    put_car(&table, 1, POINT(3, 3), POINT(0, -3))->crossings = 1;
    candidates_list(knowledge, table.race, INT_MAX, &list);
    const struct candidate *leaves = candidate_to(&list, 3, -1);
    assert_int_equal(leaves->move.outcome, OUTCOME_OFF_TRACK);
    assert_false(leaves->tried);
    assert_int_equal(leaves->rounds, KNOWLEDGE_NEVER);
    candidates_weigh(knowledge, table.race, &list);
    assert_true(leaves->tried);
    assert_int_equal(leaves->after.status, CAR_RETIRED);
    for (int i = 0; i < list.count; i++) {
        struct race *race = graph_paper_game.copy(table.race);
        struct event_list events = {0};
        struct error error;
        assert_true(graph_paper_do(race, &list.items[i].action, &events, &error));
        struct car after = candidate_after(knowledge, table.race, &list.items[i]);
        const struct car *told = graph_paper_car(race, 1);
        assert_true(point_equal(after.at, told->at));
        assert_true(point_equal(after.velocity, told->velocity));
        assert_true(point_equal(list.items[i].velocity, told->velocity));
        assert_int_equal(after.status, told->status);
        event_list_free(&events);
        graph_paper_game.free(race);
    }
    free(list.items);
    knowledge_release(knowledge);
    close_table(&table);
}

/* The best move leads onto another car that stands still; rookie, club and pro go round it. */
static void test_nobody_runs_into_a_standing_car(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "racing-car", 2, "nitros=0 order=listed");
    struct knowledge *knowledge = knowledge_prepare(&table.setup, NULL);
    struct car *car = put_car(&table, 1, POINT(9, 11), POINT(-2, 0));
    car->crossings = 1;
    for (int seed = 1; seed <= SEEDS; seed++) {
        for (int level = LEVEL_ROOKIE; level <= LEVEL_PRO; level++) {
            struct text action = {0};
            put_car(&table, 2, POINT(6, 5 + seed % 7), POINT(0, 0));
            table.setup.seed = (uint64_t)seed;
            driver_choose((enum driver_level)level, knowledge, table.race, NULL, &action);
            struct race *after = graph_paper_game.copy(table.race);
            struct event_list events = {0};
            struct error error;
            assert_true(graph_paper_game.apply(after, race_next_car(after), text_string(&action),
                                               &events, &error));
            for (int i = 0; i < events.count; i++)
                assert_true(graph_paper_event(&events.items[i])->type != EVENT_COLLIDED);
            event_list_free(&events);
            graph_paper_game.free(after);
            text_free(&action);
        }
    }
    knowledge_release(knowledge);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bands),
        cmocka_unit_test(test_ace_alone),
        cmocka_unit_test(test_better_levels_win),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_nitros_are_kept),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_moves_that_are_kept),
        cmocka_unit_test(test_choices_by_what_is_kept),
        cmocka_unit_test(test_candidates),
        cmocka_unit_test(test_candidates_that_leave_the_track),
        cmocka_unit_test(test_nobody_runs_into_a_standing_car),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
