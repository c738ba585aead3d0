/* The table of fields and the check of a set-up (RULES 10). */
#include "unit/rules/fixture.h"

static const struct rule_table *const table = &graph_paper_table;

/* RULES 10, column by column as the document has it. */
static void test_presets_are_those_of_the_rules(void **state)
{
    (void)state;
    static const char *const rows[FIELD_COUNT] = {
        "contest race race race derby race race",
        "acceleration eight eight eight eight eight two",
        "top_speed 0 0 0 0 0 0",
        "path whole whole whole whole whole whole",
        "walls in in in in in in",
        "line beyond beyond beyond beyond beyond beyond",
        "off_track resume retire damage resume resume resume",
        "wall_missed_turns 0 0 0 0 0 0",
        "damage_limit 5 5 5 5 5 5",
        "collision crash none forbid crash none none",
        "reach end end whole end end end",
        "mover_missed_turns 3 3 3 0 3 3",
        "struck_missed_turns 2 2 2 0 2 2",
        "nitros 3 0 0 3 0 0",
        "good_brakes 0 0 2 0 0 0",
        "turbo_boosts 0 0 2 0 0 0",
        "slicks spin off four spin off off",
        "slick_missed_turns 2 2 2 2 2 2",
        "turbo_areas off off on off off off",
        "checkpoints off off on off off off",
        "start line behind behind anywhere line line",
        "grid_depth 3 3 3 3 3 3",
        "choose with_first_move reverse reverse with_first_move with_first_move with_first_move",
        "order random listed listed random listed listed",
        "laps 1 1 1 1 1 1",
        "finish crossing crossing round crossing crossing crossing",
        "rounds 30 30 30 30 30 30",
        "cars_per_player 0 0 0 0 0 0",
        "round_limit 1000 1000 1000 1000 1000 1000",
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

static void test_every_value_is_taken(void **state)
{
    (void)state;
    static const char *const served[] = {
        "contest=race",
        "acceleration=four",
        "contest=derby",
        "path=end",
        "path=whole",
        "walls=out",
        "walls=in",
        "line=touch",
        "line=beyond",
        "off_track=damage",
        "off_track=run_wide",
        "off_track=retire",
        "wall_missed_turns=99",
        "damage_limit=999",
        "collision=forbid",
        "collision=damage",
        "collision=none",
        "reach=whole",
        "reach=end",
        "mover_missed_turns=0",
        "struck_missed_turns=99",
        "nitros=99",
        "good_brakes=99",
        "turbo_boosts=2",
        "slicks=coast",
        "slicks=four",
        "slicks=off",
        "slick_missed_turns=0",
        "turbo_areas=on",
        "turbo_areas=off",
        "checkpoints=on",
        "checkpoints=off",
        "start=anywhere",
        "start=behind",
        "grid_depth=20",
        "choose=reverse",
        "order=loser_first",
        "order=listed",
        "laps=99",
        "finish=round",
        "finish=crossing",
        "rounds=999",
        "cars_per_player=4",
        "round_limit=10",
        "choose=with_first_move",
        "order=random",
        "slicks=spin",
        "collision=crash",
        "off_track=resume",
        "acceleration=eight",
        "start=line",
    };
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
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
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
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
                      "acceleration cannot be \"nine\": it may be eight, four or two");
    expect_pair_error("off_track=fly",
                      "off_track cannot be \"fly\": it may be resume, retire, damage or run_wide");
    expect_pair_error("laps=0", "laps cannot be \"0\": it may be a whole number from 1 to 99");
    expect_pair_error("laps=1.5", "laps cannot be \"1.5\": it may be a whole number from 1 to 99");
    expect_pair_error("laps=", "laps cannot be \"\": it may be a whole number from 1 to 99");
    expect_pair_error("nitros=100",
                      "nitros cannot be \"100\": it may be a whole number from 0 to 99");
    expect_pair_error("rounds=0", "rounds cannot be \"0\": it may be a whole number from 1 to 999");
    expect_pair_error("laps", "\"laps\" sets no rule: write field=value");
}

static void test_an_unknown_field_lists_them_all(void **state)
{
    (void)state;
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    struct error error = {0};
    assert_false(setup_set_pair(&setup, "speed=9", &error));
    for (int i = 0; i < FIELD_COUNT; i++) {
        assert_non_null(strstr(error.text, table->fields[i].name));
    }
}

static void expect_check_error(const char *svg, int preset, int players, const char *words)
{
    struct setup setup = setup_from_preset(&graph_paper_game, preset);
    struct error error = {0};
    struct track *track = read_track(svg);
    setup.course = graph_paper_course(track);
    setup.players = players;
    assert_false(setup_check(&setup, &error));
    if (strstr(error.text, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
    }
    track_release(track);
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

/* Sets the pairs, asks for the check and expects these words in its error; "" if there is none. */
static void expect_combination(const char *svg, int preset, int players, const char *pairs,
                               const char *words)
{
    struct setup setup = setup_from_preset(&graph_paper_game, preset);
    struct error error = {0};
    struct track *track = read_track(svg);
    setup.course = graph_paper_course(track);
    setup.players = players;
    set_pairs(&setup, pairs);
    bool good = setup_check(&setup, &error);
    if (good != (words[0] == '\0') || strstr(error.text, words) == NULL) {
        fail_msg("%s: \"%s\" does not say \"%s\"", pairs, error.text, words);
    }
    track_release(track);
}

#define ARENA SHEET(9, 9, "<polygon class='wall' points='1,1 8,1 8,8 1,8'/>")

static void test_every_preset_can_be_played(void **state)
{
    (void)state;
    for (int preset = 0; preset < PRESET_COUNT; preset++) {
        expect_combination(RING, preset, 1, "", "");
        expect_combination(RING, preset, 8, "", "");
    }
    expect_combination(ARENA, PRESET_DERBY, 2, "", "");
}

/* RULES 9. */
static void test_what_has_no_meaning_in_a_derby(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"collision=none", "collision = none has no meaning in a derby: it may be crash"},
        {"collision=forbid", "collision = forbid has no meaning in a derby: it may be crash"},
        {"collision=damage", "collision = damage has no meaning in a derby: it may be crash"},
        {"off_track=retire", "off_track = retire has no meaning in a derby: it may be resume"},
        {"off_track=damage", "off_track = damage has no meaning in a derby: it may be resume"},
        {"off_track=run_wide", "off_track = run_wide has no meaning in a derby: it may be resume"},
        {"start=line", "start = line has no meaning in a derby: it may be anywhere"},
        {"start=behind", "start = behind has no meaning in a derby: it may be anywhere"},
        {"choose=reverse", "choose = reverse has no meaning in a derby: it may be with_first_move"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect_combination(ARENA, PRESET_DERBY, 2, rows[i][0], rows[i][1]);
    }
}

/* RULES 10: no error, just without effect. */
static void test_what_has_no_effect_is_no_error(void **state)
{
    (void)state;
    expect_combination(
        ARENA, PRESET_DERBY, 2,
        "checkpoints=on turbo_areas=on laps=9 finish=round line=touch mover_missed_turns=9", "");
    expect_combination(RING, PRESET_RACING_CAR, 2, "checkpoints=on turbo_areas=on rounds=9", "");
    expect_combination(RING, PRESET_CLASSROOM, 1, "cars_per_player=4 damage_limit=9 reach=whole",
                       "");
}

static void test_a_race_needs_a_place_to_start_from(void **state)
{
    (void)state;
    const char *narrow = SHEET(9, 9,
                               "<polygon class='wall' points='1,1 8,1 8,8 1,8'/>"
                               "<polygon class='wall' points='2,2 7,2 7,7 2,7'/>"
                               "<line class='start finish' x1='1' y1='4' x2='2' y2='4'/>");
    expect_combination(narrow, PRESET_CLASSROOM, 1, "", "");
    expect_combination(
        narrow, PRESET_CLASSROOM, 1, "walls=out",
        "start = line finds no grid point on the track to start from with walls = out");
}

static void expect_last(const int *last, int count, const char *order, bool good)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    struct error error = {0};
    struct track *track = read_track(RING);
    setup.course = graph_paper_course(track);
    setup.players = 3;
    set_pairs(&setup, order);
    memcpy(setup.last, last, (size_t)count * sizeof *last);
    setup.last_count = count;
    assert_int_equal(setup_check(&setup, &error), good);
    assert_true(good || strstr(error.text, "order = loser_first") != NULL);
    track_release(track);
}

static void test_the_race_before_holds_every_car_once(void **state)
{
    (void)state;
    expect_last((int[]){3, 1, 2}, 3, "order=loser_first", true);
    expect_last((int[]){3}, 0, "order=loser_first", true);
    expect_last((int[]){3, 1, 3}, 3, "order=loser_first", false);
    expect_last((int[]){3, 1, 4}, 3, "order=loser_first", false);
    expect_last((int[]){3, 1, 0}, 3, "order=loser_first", false);
    expect_last((int[]){3, 1}, 2, "order=loser_first", false);
    expect_last((int[]){3, 1, 2, 4}, 4, "order=loser_first", false);
    expect_last((int[]){3, 1}, 2, "order=listed", true);
}

static void test_arrows_stay_within_reach(void **state)
{
    (void)state;
    const char *svg =
        SHEET(20, 14,
              "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"
              "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"
              "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"
              "<polygon class='turbo' data-arrow='-4000 9' points='16,2 18,2 18,4 16,4'/>"
              "<polygon class='turbo' data-arrow='97 9' points='16,2 18,2 18,4 16,4'/>");
    expect_combination(svg, PRESET_CLASSROOM, 1, "turbo_areas=on", "turbo_areas = on");
    expect_combination(svg, PRESET_CLASSROOM, 1, "turbo_areas=off", "");
}

/* `yes` and `no` list fields. */
static void expect_matters(const char *svg, int preset, int players, const char *pairs,
                           const char *yes, const char *no)
{
    struct setup setup = setup_from_preset(&graph_paper_game, preset);
    struct track *track = svg == NULL ? NULL : read_track(svg);
    setup.course = graph_paper_course(track);
    setup.players = players;
    set_pairs(&setup, pairs);
    for (int matters = 0; matters < 2; matters++) {
        char *fields = strdup(matters ? yes : no);
        for (char *name = strtok(fields, " "); name != NULL; name = strtok(NULL, " ")) {
            int field = fields_find(table, name);
            assert_true(field >= 0);
            if (graph_paper_game.field_matters(&setup, field) != matters) {
                fail_msg("%s %s", name, matters ? "does not matter" : "matters");
            }
        }
        free(fields);
    }
    if (track != NULL) {
        track_release(track);
    }
}

static void test_which_fields_matter(void **state)
{
    (void)state;
    expect_matters(
        RING, PRESET_RACING_CAR, 2, "",
        "contest acceleration top_speed path walls line off_track wall_missed_turns collision "
        "reach mover_missed_turns struck_missed_turns nitros good_brakes turbo_boosts "
        "slicks slick_missed_turns start choose order laps finish round_limit",
        "damage_limit turbo_areas checkpoints grid_depth rounds cars_per_player");
    expect_matters(RING, PRESET_RACING_CAR, 1, "start=behind slicks=four off_track=retire",
                   "grid_depth slicks",
                   "collision reach mover_missed_turns order finish slick_missed_turns "
                   "wall_missed_turns");
    expect_matters(NULL, PRESET_BABYLON_ADVANCED, 2, "",
                   "damage_limit turbo_areas checkpoints reach collision",
                   "mover_missed_turns struck_missed_turns slick_missed_turns rounds");
    expect_matters(RING, PRESET_CLASSROOM, 2, "collision=damage", "damage_limit reach",
                   "mover_missed_turns");
    expect_matters(RING, PRESET_TEXTBOOK, 1, "nitros=1", "acceleration top_speed nitros",
                   "good_brakes turbo_boosts");
    expect_matters(RING, PRESET_CLASSROOM, 2, "off_track=run_wide", "off_track",
                   "reach wall_missed_turns damage_limit");
    expect_matters(ARENA, PRESET_DERBY, 2, "",
                   "contest off_track wall_missed_turns reach rounds cars_per_player order start",
                   "line laps finish collision mover_missed_turns checkpoints round_limit slicks");
    expect_matters(ARENA, PRESET_DERBY, 2, "round_limit=29", "round_limit", "laps");
}

/* As data, and in the words of screens; sentences are for people alone. */
static void test_errors_carry_the_field_that_is_to_blame(void **state)
{
    (void)state;
    struct error error = {.field = 99};
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_DERBY);
    struct track *track = read_track(ARENA);
    setup.course = graph_paper_course(track);
    assert_true(setup_set_pair(&setup, "off_track=retire", &error));
    assert_false(setup_check(&setup, &error));
    assert_int_equal(error.field, FIELD_OFF_TRACK + 1);
    assert_string_equal(error.shown,
                        "Off the track \"Out\" has no meaning in a derby: it may be Go on");
    assert_false(setup_set(&setup, "laps", "0", &error));
    assert_int_equal(error.field, FIELD_LAPS + 1);
    assert_string_equal(error.shown, "");
    assert_false(setup_set(&setup, "lapse", "1", &error));
    assert_int_equal(error.field, 0);
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets_are_those_of_the_rules),
        cmocka_unit_test(test_numbers_have_the_bounds_of_the_rules),
        cmocka_unit_test(test_every_field_and_value_has_its_sentence),
        cmocka_unit_test(test_every_value_is_taken),
        cmocka_unit_test(test_wrong_values_name_the_field_and_what_it_may_be),
        cmocka_unit_test(test_an_unknown_field_lists_them_all),
        cmocka_unit_test(test_players_are_one_to_eight),
        cmocka_unit_test(test_a_race_needs_a_line),
        cmocka_unit_test(test_every_preset_can_be_played),
        cmocka_unit_test(test_what_has_no_meaning_in_a_derby),
        cmocka_unit_test(test_what_has_no_effect_is_no_error),
        cmocka_unit_test(test_a_race_needs_a_place_to_start_from),
        cmocka_unit_test(test_the_race_before_holds_every_car_once),
        cmocka_unit_test(test_arrows_stay_within_reach),
        cmocka_unit_test(test_which_fields_matter),
        cmocka_unit_test(test_errors_carry_the_field_that_is_to_blame),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
