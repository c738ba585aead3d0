/* What drivers of circuits promise: the fewest turns for an ace alone, counted a second time by
 * trying everything that the rules allow; hints that keep their word; the same race for the same
 * seed; and chances as dice fall.
 */
#include "../../rules/circuit/fixture.h"

#include "base/system/file.h"
#include "drivers/circuit/driving.h"
#include "session/session.h"

enum { ACE = 3, LEVELS = 4, TURNS_MOST = 200 };

static void act(struct race *race, int car, const char *action, int *spins)
{
    struct event_list events = {0};
    struct error error = {0};
    if (!circuit_game.apply(race, car, action, &events, &error))
        fail_msg("\"%s\": %s", action, error.text);
    for (int i = 0; i < events.count; i++)
        *spins += circuit_event(&events.items[i])->type == CIRCUIT_EVENT_SPIN;
    event_list_free(&events);
}

/* To its end; returns the spins. */
static int drive(const struct setup *setup, const struct prepared *prepared, const int *levels,
                 struct race **race, struct text *actions)
{
    int spins = 0;
    *race = circuit_game.begin(setup);
    while (!circuit_game.over(*race)) {
        struct text action = {0};
        int car = race_next_car(*race);
        struct race *known = race_copy_for(*race, car, setup->seed);
        circuit_driving.choose(levels[car - 1], prepared_body(prepared), known, car, NULL, &action);
        circuit_game.free(known);
        act(*race, car, text_string(&action), &spins);
        text_append_format(actions, "%d %s\n", car, text_string(&action));
        text_free(&action);
        assert_true(circuit_game.round(*race) < TURNS_MOST);
    }
    return spins;
}

/* --- alone ------------------------------------------------------------------------------------ */

static void drive_alone(const struct setup *setup)
{
    static const int levels[] = {ACE};
    struct race *race;
    struct text actions = {0};
    struct error error = {0};
    struct prepared *prepared = prepared_make(setup, NULL);
    int par = circuit_driving.find_par(setup, false, NULL, NULL, &error);
    assert_int_equal(drive(setup, prepared, levels, &race, &actions), 0);
    assert_int_equal(circuit_car(race, 1)->status, CIRCUIT_FINISHED);
    assert_int_equal(circuit_game.round(race), par);
    assert_int_equal(prepared_rounds(prepared), par);
    circuit_game.free(race);
    prepared_release(prepared);
    text_free(&actions);
}

static void test_an_ace_alone_needs_the_fewest_turns(void **state)
{
    (void)state;
    int count = 0;
    char **names = file_list_folder("tracks/circuit", ".svg", &count);
    assert_true(count >= 7);
    for (int i = 0; i < count; i++)
        for (int preset = 0; preset < CIRCUIT_PRESET_COUNT; preset++) {
            struct setup setup = setup_from_preset(&circuit_game, preset);
            struct error error = {0};
            char *path = file_join("tracks/circuit", names[i]);
            setup.course = course_load(path, &error);
            setup.players = 1;
            assert_non_null(setup.course.body);
            drive_alone(&setup);
            course_release(setup.course);
            free(path);
        }
    file_free_names(names, count);
}

/* --- the fewest turns, by trying everything --------------------------------------------------- */

enum { STATES_MOST = 1 << 18 };

struct states {
    struct race *items[4000];
    int count;
    uint64_t *seen; /* of STATES_MOST */
};

static bool is_new(uint64_t *seen, uint64_t key)
{
    size_t at = key % STATES_MOST;
    while (seen[at] != 0 && seen[at] != key)
        at = (at + 1) % STATES_MOST;
    bool new = seen[at] == 0;
    seen[at] = key;
    return new;
}

static bool step_on(const struct race *race, struct states *next);

/* A copy after one more action; true if the car has finished. */
static bool try_action(const struct race *race, const char *action, struct states *next)
{
    struct race *copy = circuit_game.copy(race);
    int spins = 0;
    act(copy, 1, action, &spins);
    if (circuit_car(copy, 1)->status == CIRCUIT_FINISHED) {
        circuit_game.free(copy);
        return true;
    }
    bool kept = false, finished = false;
    if (spins == 0 && circuit_phase(copy) != PHASE_SPIN &&
        is_new(next->seen, circuit_game.hash(copy))) {
        if (circuit_phase(copy) == PHASE_POST) {
            assert_true(next->count < (int)(sizeof next->items / sizeof *next->items));
            next->items[next->count++] = copy;
            kept = true;
        } else {
            finished = step_on(copy, next);
        }
    }
    if (!kept)
        circuit_game.free(copy);
    return finished;
}

static bool step_on(const struct race *race, struct states *next)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(race, 1, moves);
    for (int i = 0; i < count; i++)
        if (try_action(race, moves[i].action, next))
            return true;
    return false;
}

static int count_turns(struct race *begun)
{
    struct states *now = memory_allocate(1, sizeof *now), *next = memory_allocate(1, sizeof *next);
    bool finished = false;
    int turns = 0;
    now->items[now->count++] = begun;
    for (; !finished; turns++) {
        next->count = 0;
        next->seen = memory_allocate(STATES_MOST, sizeof *next->seen);
        for (int i = 0; i < now->count; i++) {
            finished = finished || step_on(now->items[i], next);
            circuit_game.free(now->items[i]);
        }
        free(next->seen);
        struct states *other = now;
        now = next;
        next = other;
        assert_true(finished || now->count > 0);
    }
    for (int i = 0; i < now->count; i++)
        circuit_game.free(now->items[i]);
    free(now);
    free(next);
    return turns;
}

static void test_the_fewest_turns_are_those_of_trying_everything(void **state)
{
    (void)state;
    static const struct {
        const char *strip, *pairs;
    } cases[] = {
        {STRIP(20, 2,
               "<g class='corner' data-from='3' data-to='6' data-limits='60 80' "
               "data-line='2 1 1 2'/><g class='corner' data-from='9' data-to='11' "
               "data-limits='40 60'/>"),
         "laps=1 wear=2"},
        {STRIP(20, 3,
               "<g class='corner' data-from='4' data-to='7' data-limits='60 80 80' "
               "data-line='2 3 2 1'/>"),
         "laps=1 wear=1 lines=on"},
        {STRIP(24, 2,
               "<g class='corner' data-from='2' data-to='4' data-limits='40 60' "
               "data-line='1 2 1'/><g class='corner' data-from='12' data-to='15' "
               "data-limits='60 60' data-line='2 2 1 2'/>"),
         "laps=1 wear=0 spins=stop"},
        {STRIP(20, 2, "<g class='corner' data-from='0' data-to='2' data-limits='20 40'/>"),
         "laps=2 wear=1 lines=off"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table table;
        struct error error = {0};
        open_table(&table, cases[i].strip, 1, cases[i].pairs);
        int par = circuit_driving.find_par(&table.setup, false, NULL, NULL, &error);
        assert_int_equal(count_turns(circuit_game.begin(&table.setup)), par);
        close_table(&table);
    }
}

/* --- hints ------------------------------------------------------------------------------------ */

/* As that car's player may know the race. */
static struct hints *find_hints(const struct prepared *prepared, const struct race *race, int car)
{
    struct race *known = race_copy_for(race, car, 1);
    struct hints *hints = circuit_find_hints(prepared_body(prepared), known, car, NULL, NULL);
    circuit_game.free(known);
    return hints;
}

/* The speeds are those that this car may post, whoever has posted before it. */
static void expect_speeds_of(const struct prepared *prepared, const struct race *race, int car)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    struct hints *hints = find_hints(prepared, race, car);
    int count = circuit_moves(race, car, moves);
    assert_int_equal(hints->count, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(hints->items[i].speed, moves[i].speed);
    circuit_free_hints(hints);
}

static void test_hints_are_of_the_car(void **state)
{
    (void)state;
    static const int levels[] = {0, ACE};
    struct table table;
    int spins = 0, others = 0;
    open_table(&table, CIRCUIT_X, 2, "laps=1");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    struct race *race = circuit_game.begin(&table.setup);
    while (!circuit_game.over(race)) {
        int car = race_next_car(race);
        struct text action = {0};
        if (circuit_phase(race) == PHASE_POST) {
            expect_speeds_of(prepared, race, car);
            others += car == 2 && circuit_car(race, 1)->speed != circuit_car(race, 2)->speed;
        }
        circuit_driving.choose(levels[car - 1], prepared_body(prepared), race, car, NULL, &action);
        act(race, car, text_string(&action), &spins);
        text_free(&action);
    }
    assert_true(others > 0);
    circuit_game.free(race);
    prepared_release(prepared);
    close_table(&table);
}

/* Alone, turn after turn by the hinted speed and space: it finishes when they said so. */
static void test_hints_keep_their_word(void **state)
{
    (void)state;
    struct table table;
    struct error error = {0};
    int spins = 0;
    open_table(&table, CIRCUIT_X, 1, "laps=2");
    struct race *race = circuit_game.begin(&table.setup);
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    int par = circuit_driving.find_par(&table.setup, false, NULL, NULL, &error);
    while (!circuit_game.over(race)) {
        struct hints *hints = find_hints(prepared, race, 1);
        int round = circuit_game.round(race);
        assert_true(hints->best >= 0);
        const struct circuit_hint *best = &hints->items[hints->best];
        if (circuit_phase(race) == PHASE_POST) {
            assert_int_equal(round - 1 + best->turns, par);
            assert_ptr_equal(circuit_hint_of_speed(hints, best->speed), best);
        } else {
            assert_int_equal(round + best->turns, par);
            assert_ptr_equal(circuit_hint_at(hints, best->row, best->lane), best);
        }
        for (int i = 0; i < hints->count; i++)
            assert_true(hints->items[i].turns == CIRCUIT_HINT_UNKNOWN ||
                        hints->items[i].turns >= best->turns);
        act(race, 1, best->action, &spins);
        circuit_free_hints(hints);
    }
    assert_int_equal(spins, 0);
    assert_int_equal(circuit_game.round(race), par);
    circuit_game.free(race);
    prepared_release(prepared);
    close_table(&table);
}

/* --- races ------------------------------------------------------------------------------------ */

static void test_the_same_seed_gives_the_same_race(void **state)
{
    (void)state;
    static const int levels[] = {0, 1, 2, ACE, 1, 2};
    struct table table;
    open_table(&table, CIRCUIT_X, 6, "laps=1");
    table.setup.values[CIRCUIT_BUILD] = BUILD_PLAYERS;
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    struct text actions[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        struct race *race;
        table.setup.seed = i < 2 ? 5 : 6;
        drive(&table.setup, prepared, levels, &race, &actions[i]);
        circuit_game.free(race);
    }
    assert_string_equal(text_string(&actions[0]), text_string(&actions[1]));
    assert_string_not_equal(text_string(&actions[0]), text_string(&actions[2]));
    for (int i = 0; i < 3; i++)
        text_free(&actions[i]);
    prepared_release(prepared);
    close_table(&table);
}

/* How often of 160 a club posts less than it could, with another car so many rows behind. */
static int count_slips(struct table *table, const struct prepared *prepared, int lead)
{
    enum { TIMES = 160 };
    int speeds[TIMES], most = 0, slips = 0;
    put(table, 1, 18, 1, 100);
    put(table, 2, 18 - lead, 2, 100);
    for (int i = 0; i < TIMES; i++) {
        struct text action = {0};
        inside(table)->random = random_seeded((uint64_t)i);
        circuit_driving.choose(1, prepared_body(prepared), table->race, 1, NULL, &action);
        speeds[i] = atoi(text_string(&action) + strlen("speed "));
        most = speeds[i] > most ? speeds[i] : most;
        text_free(&action);
    }
    for (int i = 0; i < TIMES; i++)
        slips += speeds[i] < most;
    return slips;
}

/* 3 of 16 turns beside or behind another car, one more for each row of the lead. */
static void test_a_leader_takes_care(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, CIRCUIT_X, 2, "laps=2");
    struct prepared *prepared = prepared_make(&table.setup, NULL);
    assert_in_range(count_slips(&table, prepared, 0), 15, 45);
    assert_in_range(count_slips(&table, prepared, -6), 15, 45);
    assert_in_range(count_slips(&table, prepared, 8), 90, 130);
    prepared_release(prepared);
    close_table(&table);
}

/* What four pros did in so many races on a circuit on which they meet, by car. */
struct deeds {
    int forced, blocked, drawn, halves; /* halves: that are left after the first lap, in all */
};

static void watch_race(struct race *race, const struct prepared *prepared, struct deeds *deeds)
{
    bool halfway[CAR_LIMIT + 1] = {0};
    while (!circuit_game.over(race)) {
        int car = race_next_car(race), spins = 0;
        struct text action = {0};
        circuit_driving.choose(2, prepared_body(prepared), race, car, NULL, &action);
        deeds[car].forced += strstr(text_string(&action), "force") != NULL;
        deeds[car].blocked += strcmp(text_string(&action), "block") == 0;
        act(race, car, text_string(&action), &spins);
        for (int n = 1; n <= 4 && circuit_phase(race) == PHASE_POST; n++)
            if (!halfway[n] && circuit_car(race, n)->lap > 1) {
                halfway[n] = true;
                deeds[n].halves += circuit_car(race, n)->halves;
            }
        for (int n = 1; n <= 4 && circuit_phase(race) == PHASE_MOVE && spins == 0; n++)
            deeds[n].drawn += circuit_car(race, n)->bonus && n == circuit_mover(race) &&
                              circuit_points(race) == circuit_car(race, n)->posted / 20 + 1;
        text_free(&action);
    }
}

/* Each does most of what the sentence says of it; who forces its way is drawn along by many, too.
 */
static void test_characters_are_seen(void **state)
{
    (void)state;
    enum { BOLD = 1, WALL, SHADOW, SAVER };
    struct deeds deeds[CAR_LIMIT + 1] = {{0}};
    struct error error = {0};
    struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
    setup.course = course_load("tracks/circuit/long-meadow.svg", &error);
    setup.players = 4;
    setup.values[CIRCUIT_BUILD] = BUILD_STANDARD;
    assert_non_null(setup.course.body);
    struct prepared *prepared = prepared_make(&setup, NULL);
    for (setup.seed = 1; setup.seed <= 120; setup.seed++) {
        struct race *race = circuit_game.begin(&setup);
        watch_race(race, prepared, deeds);
        circuit_game.free(race);
    }
    for (int car = 1; car <= 4; car++) {
        assert_true(car == BOLD || deeds[BOLD].forced > deeds[car].forced);
        assert_true(car == WALL || deeds[WALL].blocked > deeds[car].blocked);
        assert_true(car == SHADOW || car == BOLD || deeds[SHADOW].drawn > deeds[car].drawn);
        assert_true(car == SAVER || deeds[SAVER].halves > deeds[car].halves);
    }
    prepared_release(prepared);
    course_release(setup.course);
}

/* --- chances ---------------------------------------------------------------------------------- */

/* RULES 8.5 to 8.7 for dice that have fallen. */
static void judge(const struct chance_pass *pass, const int *sums, struct chance_result *into)
{
    int highest = -9, theirs[2] = {0};
    bool passes = true;
    for (int i = 0; i < pass->resist; i++) {
        int own = sums[0] - 2 * pass->chip + (pass->blocks == 2 ? 2 : 0);
        own += pass->faster[i] <= 0 ? 1 : pass->faster[i] == 20 ? -1 : -3;
        theirs[i] = sums[i + 1] - 2 * pass->their_chips[i];
        passes = passes && (own <= 2 || (own < theirs[i] && own < 10));
        highest = own > highest ? own : highest;
    }
    int loss = highest <= 6 ? 0 : highest >= 9 ? 3 : highest - 6;
    int lost = theirs[0] <= 6 ? 0 : theirs[0] >= 9 ? 3 : theirs[0] - 6;
    into->passes[loss] += passes;
    into->held[loss] += !passes && highest < 10;
    into->spins += !passes && highest >= 10;
    into->blocker_spins += !passes && theirs[0] >= 10;
    into->blocker[lost] += passes || theirs[0] < 10;
}

static void test_chances_are_all_falls_of_the_dice(void **state)
{
    (void)state;
    static const int faster[] = {-20, 0, 20, 40};
    for (int number = 0; number < 2 * 2 * 2 * 2 * 16; number++) {
        struct chance_pass pass = {.resist = 1 + number % 2,
                                   .blocks = 1 + (number / 2 % 2 && number % 2),
                                   .chip = number / 4 % 2,
                                   .their_chips = {number / 8 % 2, number / 16 % 2},
                                   .faster = {faster[number / 16 % 4], faster[number / 64 % 4]}};
        struct chance_result told = chance_of_pass(&pass), counted = {0};
        for (int fall = 0; fall < CHANCE_WHOLE; fall++) {
            int sums[3], rest = fall;
            for (int i = 0; i < 3; i++, rest /= 36)
                sums[i] = 2 + rest % 6 + rest / 6 % 6;
            judge(&pass, sums, &counted);
        }
        assert_memory_equal(&told, &counted, sizeof told);
    }
}

static void test_chances_of_the_spin_table(void **state)
{
    (void)state;
    for (int modifier = -2; modifier <= 4; modifier++) {
        struct chance_spin told = chance_of_spin(modifier), counted = {0};
        for (int fall = 0; fall < 36; fall++) {
            int total = 2 + fall % 6 + fall / 6 + modifier;
            counted.wear += total >= 7 && total <= 9;
            counted.miss += total == 10 || total == 11;
            counted.crash += total >= 12;
        }
        assert_memory_equal(&told, &counted, sizeof told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_ace_alone_needs_the_fewest_turns),
        cmocka_unit_test(test_the_fewest_turns_are_those_of_trying_everything),
        cmocka_unit_test(test_hints_are_of_the_car),
        cmocka_unit_test(test_hints_keep_their_word),
        cmocka_unit_test(test_the_same_seed_gives_the_same_race),
        cmocka_unit_test(test_a_leader_takes_care),
        cmocka_unit_test(test_characters_are_seen),
        cmocka_unit_test(test_chances_are_all_falls_of_the_dice),
        cmocka_unit_test(test_chances_of_the_spin_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
