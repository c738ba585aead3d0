/* The sentences of the log for what only some rules bring about, and what their hashes cover. */
#include "unit/rules/fixture.h"

/* RING with checkpoint 1 of 1 across the left side and a turbo area at the bottom. */
#define FULL                                                                                       \
    SHEET(20, 14,                                                                                  \
          "<polygon class='wall' points='0,0 20,0 20,14 0,14'/>"                                   \
          "<polygon class='wall' points='6,5 14,5 14,9 6,9'/>"                                     \
          "<line class='start finish' x1='14' y1='7' x2='20' y2='7'/>"                             \
          "<polygon class='turbo' data-arrow='2 -1' points='9,9 11,9 11,14 9,14'/>"                \
          "<polyline class='checkpoint' data-number='1' points='1,7 2,7 3,7'/>")

static void test_sentences_of_areas(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, FULL, "classroom", 1, "turbo_areas=on checkpoints=on");
    put_car(&table, 1, POINT(2, 8), POINT(0, -2))->laps_opened = 1;
    expect_words(&table, "2,6", "Blue drives to (2, 6).\nBlue passes checkpoint 1 of 1.\n");
    put_car(&table, 1, POINT(8, 3), POINT(1, 0));
    expect_words(&table, "10,3",
                 "Blue drives to (10, 3).\n"
                 "Blue drives through a turbo area: it pushes the next move by (2, −1).\n");
    close_table(&table);
}

static void test_sentences_of_brakes_and_boosts(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "good_brakes=2 turbo_boosts=2");
    put_car(&table, 1, POINT(5, 2), POINT(3, 0));
    expect_words(&table, "6,2", "Blue uses good brakes and drives to (6, 2).\n");
    expect_words(&table, "9,2", "Blue uses a turbo boost and drives to (9, 2).\n");
    expect_words(&table, "10,4",
                 "Blue uses good brakes and a turbo boost and drives to (10, 4).\n");
    close_table(&table);
}

static void test_sentences_of_running_wide(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 1, "off_track=run_wide turbo_boosts=1");
    put_car(&table, 1, POINT(10, 4), POINT(0, 2));
    expect_words(&table, "10,6",
                 "Blue leaves the track at (10, 5) and drives on outside to (10, 6).\n");
    expect_words(&table, "10,7", "Blue drives to (10, 7), still off the track.\n");
    expect_words(&table, "10,10",
                 "Blue uses a turbo boost, comes back to the track and drives to (10, 10).\n");
    close_table(&table);
}

static void test_sentences_of_damage(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 3,
               "off_track=damage collision=damage wall_missed_turns=1");
    put_car(&table, 1, POINT(10, 3), POINT(0, 2));
    put_car(&table, 2, POINT(3, 3), POINT(1, 0));
    put_car(&table, 3, POINT(4, 3), POINT(1, 0));
    expect_words(&table, "10,6",
                 "Blue leaves the track at (10, 5), takes 3 damage points and goes on from (10, 5) "
                 "after missing 1 turn.\n");
    expect_words(&table, "4,3", "Red runs into Ada at (4, 3): Red takes 1 damage point.\n");
    expect_words(&table, "4,3", "Ada stays at (4, 3).\nBlue misses a turn.\n");
    put_car(&table, 2, POINT(10, 3), POINT(0, 3))->damage = 3;
    expect_words(&table, "10,6",
                 "Red leaves the track at (10, 5) and takes 3 damage points.\n"
                 "Red is out of the race.\n");
    close_table(&table);
}

/* One event by itself. */
static void expect_sentence(const struct table *table, struct graph_paper_event body,
                            const char *expected)
{
    struct text words = {0};
    struct event event = {.game = &graph_paper_game, .car = body.car, .body = &body};
    graph_paper_game.describe(table->race, &event, names, &words);
    assert_string_equal(text_string(&words), expected);
    text_free(&words);
}

static void test_sentences_without_a_choice(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "classroom", 2, "");
    struct graph_paper_event event = {.type = EVENT_LEFT_TRACK,
                                      .car = 2,
                                      .end = exact_from_grid(POINT(3, 3)),
                                      .to = {3, 4},
                                      .forced = true};
    expect_sentence(&table, event,
                    "Red has nowhere to go, crashes at (3, 3) and goes on from (3, 4).");
    event.second = LEFT_IS_OUT;
    expect_sentence(&table, event, "Red has nowhere to go and crashes at (3, 3).");
    event.damage = 2;
    expect_sentence(&table, event,
                    "Red has nowhere to go, crashes at (3, 3) and takes 2 damage points.");
    event = (struct graph_paper_event){.type = EVENT_LEFT_TRACK,
                                       .car = 2,
                                       .end = exact_from_grid(POINT(3, 3)),
                                       .to = {9, 3},
                                       .second = LEFT_COMES_BACK};
    expect_sentence(&table, event,
                    "Red leaves the track at (3, 3) and comes straight back to (9, 3).");
    close_table(&table);
}

static void test_sentences_of_a_derby(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "derby", 2, "order=listed rounds=1");
    put_car(&table, 1, POINT(3, 3), POINT(0, 0));
    put_car(&table, 2, POINT(16, 3), POINT(0, 0));
    put_car(&table, 3, POINT(4, 4), POINT(0, 0));
    put_car(&table, 4, POINT(17, 3), POINT(0, 0));
    expect_words(&table, "4,4",
                 "Blue's first car runs into Red's first car at (4, 4).\n"
                 "Blue scores 2 points.\nRed loses 1 point.\n");
    expect_words(&table, "4,4", "Red's first car stays at (4, 4).\n");
    expect_words(&table, "16,3", "Blue's second car stays at (16, 3).\n");
    expect_words(&table, "17,3",
                 "Red's second car stays at (17, 3).\nBlue takes 1st place with 2 points.\n"
                 "Red takes 2nd place with −1 points.\nThe derby is over.\n");
    close_table(&table);
}

static void test_why_a_point_cannot_be_chosen(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, RING, "derby", 2, "order=listed");
    static const char *const sentences[] = {
        [REFUSAL_OCCUPIED] = "Red is in the way.",
        [REFUSAL_OWN_CAR] = "Blue cannot run into a car of their own.",
        [REFUSAL_REMATCH] = "Blue and Red have just crashed: not again before both have moved.",
        [REFUSAL_AHEAD] = "A car comes back behind the place where it left, not ahead of it.",
        [REFUSAL_THROUGH] = "A car that comes back has to stay on the track.",
        [REFUSAL_OFF_SHEET] = "Nobody drives off the sheet.",
    };
    for (int why = 0; why <= REFUSAL_OFF_SHEET; why++) {
        struct text words = {0};
        struct refused_move refused = {{3, 3}, (enum refusal)why, 3};
        graph_paper_describe_refusal(table.race, &refused, names, &words);
        assert_string_equal(text_string(&words), sentences[why]);
        text_free(&words);
    }
    close_table(&table);
}

static void expect_hashed(const char *preset, const char *pairs, bool hashed,
                          void (*change)(struct race *race))
{
    struct table table;
    open_table(&table, RING, preset, 2, pairs);
    struct race *copy = graph_paper_game.copy(table.race);
    change(copy);
    assert_int_equal(graph_paper_game.hash(copy) != graph_paper_game.hash(table.race), hashed);
    graph_paper_game.free(copy);
    close_table(&table);
}

static void change_score(struct race *race)
{
    paper_race_to_change(race)->scores[1]--;
}

static void change_owing(struct race *race)
{
    paper_race_to_change(race)->owing[0] = 4;
}

static void change_exit(struct race *race)
{
    paper_race_to_change(race)->cars[1].exit_progress = 3;
}

static void change_end(struct race *race)
{
    paper_race_to_change(race)->cars[0].finish_end = exact_make(1, 2, 3);
}

/* Races without these rules have to hash as they did before there were such rules. */
static void test_hashes_cover_what_the_rules_in_force_keep(void **state)
{
    (void)state;
    expect_hashed("derby", "", true, change_score);
    expect_hashed("derby", "", true, change_owing);
    expect_hashed("racing-car", "", false, change_score);
    expect_hashed("racing-car", "", false, change_owing);
    expect_hashed("racing-car", "off_track=run_wide", true, change_exit);
    expect_hashed("racing-car", "", false, change_exit);
    expect_hashed("racing-car", "finish=round", true, change_end);
    expect_hashed("racing-car", "", false, change_end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences_of_areas),
        cmocka_unit_test(test_sentences_of_brakes_and_boosts),
        cmocka_unit_test(test_sentences_of_running_wide),
        cmocka_unit_test(test_sentences_of_damage),
        cmocka_unit_test(test_sentences_without_a_choice),
        cmocka_unit_test(test_sentences_of_a_derby),
        cmocka_unit_test(test_why_a_point_cannot_be_chosen),
        cmocka_unit_test(test_hashes_cover_what_the_rules_in_force_keep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
