/* The table of fields and the check of a set-up (RULES 10). */
#include "unit/rules/fixture.h"

static const struct rule_table *const table = &graph_paper_table;

/* RULES 10, column by column as the document has it. */
static void test_presets_are_those_of_the_rules(void **state)
{
    (void)state;
    static const char *const rows[FIELD_COUNT] = {
        "contest race race race derby race",
        "acceleration eight eight eight eight eight",
        "path whole whole whole whole whole",
        "walls in in in in in",
        "line beyond beyond beyond beyond beyond",
        "off_track resume retire damage resume resume",
        "wall_missed_turns 0 0 0 0 0",
        "damage_limit 5 5 5 5 5",
        "collision crash none forbid crash none",
        "reach end end whole end end",
        "mover_missed_turns 3 3 3 0 3",
        "struck_missed_turns 2 2 2 0 2",
        "nitros 3 0 0 3 0",
        "good_brakes 0 0 2 0 0",
        "turbo_boosts 0 0 2 0 0",
        "slicks spin off four spin off",
        "slick_missed_turns 2 2 2 2 2",
        "turbo_areas off off on off off",
        "checkpoints off off on off off",
        "start line behind behind anywhere line",
        "grid_depth 3 3 3 3 3",
        "choose with_first_move reverse reverse with_first_move with_first_move",
        "order random listed listed random listed",
        "laps 1 1 1 1 1",
        "finish crossing crossing round crossing crossing",
        "rounds 30 30 30 30 30",
        "cars_per_player 0 0 0 0 0",
        "round_limit 1000 1000 1000 1000 1000",
    };
    assert_int_equal(table->field_count, FIELD_COUNT);
    for (int field = 0; field < FIELD_COUNT; field++) {
        struct text row = {0};
        text_append(&row, table->fields[field].name);
        for (int preset = 0; preset < PRESET_COUNT; preset++) {
            char buffer[12];
            const struct rule_field *entry = &table->fields[field];
            text_append(&row, " ");
            text_append(&row, fields_print(entry, entry->defaults[preset], buffer));
        }
        assert_string_equal(text_string(&row), rows[field]);
        text_free(&row);
    }
}

static void test_numbers_have_the_bounds_of_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int minimum, maximum;
    } rows[] = {
        {"wall_missed_turns", 0, 99},
        {"damage_limit", 1, 999},
        {"mover_missed_turns", 0, 99},
        {"struck_missed_turns", 0, 99},
        {"nitros", 0, 99},
        {"good_brakes", 0, 99},
        {"turbo_boosts", 0, 99},
        {"slick_missed_turns", 0, 99},
        {"grid_depth", 1, 20},
        {"laps", 1, 99},
        {"rounds", 1, 999},
        {"cars_per_player", 0, 4},
        {"round_limit", 10, 100000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct rule_field *field = &table->fields[fields_find(table, rows[i].name)];
        assert_null(field->choices);
        assert_int_equal(field->minimum, rows[i].minimum);
        assert_int_equal(field->maximum, rows[i].maximum);
    }
}

static void test_every_field_and_value_has_its_sentence(void **state)
{
    (void)state;
    for (int i = 0; i < FIELD_COUNT; i++) {
        const struct rule_field *field = &table->fields[i];
        assert_true(strlen(field->title) > 3);
        assert_true(field->sentence[strlen(field->sentence) - 1] == '.');
        for (int c = 0; c < field->choice_count; c++) {
            const char *sentence = field->choices[c].sentence;
            assert_true(sentence[strlen(sentence) - 1] == '.');
        }
    }
}

/* What is later is refused with its reason, whatever is served is taken. */
static void test_what_is_not_there_yet_is_refused(void **state)
{
    (void)state;
    static const char *const later[] = {
        "contest=derby",     "path=end",           "walls=out",        "line=touch",
        "off_track=damage",  "off_track=run_wide", "collision=forbid", "collision=damage",
        "reach=whole",       "good_brakes=1",      "turbo_boosts=2",   "slicks=coast",
        "slicks=four",       "turbo_areas=on",     "checkpoints=on",   "start=anywhere",
        "order=loser_first", "finish=round",       "damage_limit=6",   "rounds=29",
        "cars_per_player=1",
    };
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        struct setup setup = setup_from_preset(&graph_paper_rules, PRESET_RACING_CAR);
        struct error error = {0};
        assert_false(setup_set_pair(&setup, later[i], &error));
        assert_non_null(strstr(error.text, "not available yet"));
        assert_memory_equal(error.text, later[i], strcspn(later[i], "="));
    }
}

static void test_what_is_served_is_taken(void **state)
{
    (void)state;
    static const char *const served[] = {
        "contest=race",
        "acceleration=four",
        "path=whole",
        "walls=in",
        "line=beyond",
        "off_track=retire",
        "wall_missed_turns=99",
        "damage_limit=5",
        "collision=none",
        "reach=end",
        "mover_missed_turns=0",
        "struck_missed_turns=99",
        "nitros=99",
        "good_brakes=0",
        "turbo_boosts=0",
        "slicks=off",
        "slick_missed_turns=0",
        "turbo_areas=off",
        "checkpoints=off",
        "start=behind",
        "grid_depth=20",
        "choose=reverse",
        "order=listed",
        "laps=99",
        "finish=crossing",
        "rounds=30",
        "cars_per_player=0",
        "round_limit=10",
        "choose=with_first_move",
        "order=random",
        "slicks=spin",
        "collision=crash",
        "off_track=resume",
        "acceleration=eight",
        "start=line",
    };
    struct setup setup = setup_from_preset(&graph_paper_rules, PRESET_CLASSROOM);
    for (size_t i = 0; i < sizeof served / sizeof *served; i++) {
        char buffer[12];
        char name[40] = {0};
        set_pairs(&setup, served[i]);
        memcpy(name, served[i], strcspn(served[i], "="));
        int field = fields_find(table, name);
        assert_string_equal(fields_print(&table->fields[field], setup.values[field], buffer),
                            strchr(served[i], '=') + 1);
    }
}

static void expect_pair_error(const char *pair, const char *message)
{
    struct setup setup = setup_from_preset(&graph_paper_rules, PRESET_RACING_CAR);
    struct setup before = setup;
    struct error error = {0};
    assert_false(setup_set_pair(&setup, pair, &error));
    assert_string_equal(error.text, message);
    assert_memory_equal(setup.values, before.values, sizeof setup.values);
}

static void test_wrong_values_name_the_field_and_what_it_may_be(void **state)
{
    (void)state;
    expect_pair_error("acceleration=nine",
                      "acceleration cannot be \"nine\": it may be eight or four");
    expect_pair_error("off_track=damage",
                      "off_track = damage is not available yet: it may be resume or retire");
    expect_pair_error("laps=0", "laps cannot be \"0\": it may be a whole number from 1 to 99");
    expect_pair_error("laps=1.5", "laps cannot be \"1.5\": it may be a whole number from 1 to 99");
    expect_pair_error("laps=", "laps cannot be \"\": it may be a whole number from 1 to 99");
    expect_pair_error("nitros=100",
                      "nitros cannot be \"100\": it may be a whole number from 0 to 99");
    expect_pair_error("good_brakes=2", "good_brakes = 2 is not available yet: it may be 0");
    expect_pair_error("laps", "\"laps\" sets no rule: write field=value");
}

static void test_an_unknown_field_lists_them_all(void **state)
{
    (void)state;
    struct setup setup = setup_from_preset(&graph_paper_rules, PRESET_RACING_CAR);
    struct error error = {0};
    assert_false(setup_set_pair(&setup, "speed=9", &error));
    for (int i = 0; i < FIELD_COUNT; i++) {
        assert_non_null(strstr(error.text, table->fields[i].name));
    }
}

static void expect_check_error(const char *svg, int preset, int players, const char *words)
{
    struct setup setup = setup_from_preset(&graph_paper_rules, preset);
    struct error error = {0};
    struct track *track = read_track(svg);
    setup.track = track;
    setup.players = players;
    assert_false(graph_paper_rules.setup_check(&setup, &error));
    if (strstr(error.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
    }
    track_release(track);
}

static void test_presets_to_come_are_refused(void **state)
{
    (void)state;
    expect_check_error(RING, PRESET_DERBY, 2, "derby is not available yet");
    expect_check_error(RING, PRESET_BABYLON_ADVANCED, 2, "babylon-advanced is not available yet");
}

static void test_players_are_one_to_eight(void **state)
{
    (void)state;
    expect_check_error(RING, PRESET_RACING_CAR, 0, "players");
    expect_check_error(RING, PRESET_RACING_CAR, 9, "players");
}

static void test_a_race_needs_a_line(void **state)
{
    (void)state;
    const char *arena = SHEET(9, 9, "<polygon class='wall' points='1,1 8,1 8,8 1,8'/>");
    expect_check_error(arena, PRESET_RACING_CAR, 2, "contest = race needs a start line");
}

static void test_inspected_points_are_refused(void **state)
{
    (void)state;
    const char *svg = SHEET(9, 9,
                            "<polygon class='wall' points='1,1 8,1 8,8 1,8'/>"
                            "<line class='start finish' x1='1' y1='4' x2='8' y2='4'/>"
                            "<circle class='inside' cx='1' cy='2' r='.25'/>");
    expect_check_error(svg, PRESET_CLASSROOM, 1, "not available yet");
}

/* However it got there. */
static void test_the_check_finds_values_that_are_not_there_yet(void **state)
{
    (void)state;
    struct setup setup = setup_from_preset(&graph_paper_rules, PRESET_RACING_CAR);
    struct error error = {0};
    struct track *track = read_track(RING);
    setup.track = track;
    assert_true(graph_paper_rules.setup_check(&setup, &error));
    setup.values[FIELD_WALLS] = WALLS_OUT;
    assert_false(graph_paper_rules.setup_check(&setup, &error));
    assert_string_equal(error.text, "walls = out is not available yet: it may be in");
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets_are_those_of_the_rules),
        cmocka_unit_test(test_numbers_have_the_bounds_of_the_rules),
        cmocka_unit_test(test_every_field_and_value_has_its_sentence),
        cmocka_unit_test(test_what_is_not_there_yet_is_refused),
        cmocka_unit_test(test_what_is_served_is_taken),
        cmocka_unit_test(test_wrong_values_name_the_field_and_what_it_may_be),
        cmocka_unit_test(test_an_unknown_field_lists_them_all),
        cmocka_unit_test(test_presets_to_come_are_refused),
        cmocka_unit_test(test_players_are_one_to_eight),
        cmocka_unit_test(test_a_race_needs_a_line),
        cmocka_unit_test(test_inspected_points_are_refused),
        cmocka_unit_test(test_the_check_finds_values_that_are_not_there_yet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
