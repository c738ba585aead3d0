/* Par under the rules of a race, by hand on a straight of 2 squares' height with its start at x =
 * 1: a car makes 1, 2, 3, ... squares a move.
 */
#include "rules/graph_paper/graph_paper.h"
#include "screens/tracks/tracks.h"
#include "support/cmocka.h"
#include "support/straight.h"

#include <SDL.h>
#include <string.h>

static struct error error;

/* The rules: pairs, ends with NULL. */
static struct par_answer ask(const struct track *track, const char *const *pairs)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    struct par_answer answer = {0};
    setup.course = graph_paper_course(track);
    for (; pairs && *pairs; pairs++)
        assert_true(setup_set_pair(&setup, *pairs, &error));
    struct par *par = par_search_rules(&setup, true);
    assert_non_null(par);
    for (int i = 0; i < 2000; i++) {
        answer = par_answer(par, 0);
        bool extras = setup.values[FIELD_NITROS] > 0;
        if (answer.state == PAR_NO_LAP ||
            (answer.state == PAR_LAP && (!extras || answer.with_extras > 0)))
            break;
        SDL_Delay(5);
    }
    answer.why = "";
    par_free(par);
    return answer;
}

#define RULES(...) ((const char *const[]){"nitros=0", __VA_ARGS__, NULL})

static void test_what_the_rules_allow(void **state)
{
    (void)state;
    struct track *track = straight_create(6, "");
    assert_int_equal(ask(track, RULES("laps=1")).rounds, 3);
    assert_int_equal(ask(track, RULES("acceleration=four")).rounds, 3);
    assert_int_equal(ask(track, RULES("choose=reverse")).rounds, 3);
    track_release(track);
    track = straight_create(7, "");
    assert_int_equal(ask(track, RULES("line=beyond")).rounds, 4);
    assert_int_equal(ask(track, RULES("line=touch")).rounds, 3);
    track_release(track);
}

/* From x = 2 on every landing is on the slick: each costs its turns, three times. */
static void test_slicks(void **state)
{
    (void)state;
    struct track *track = straight_create(4, "<path class='slick' d='M1.5 0H40V2H1.5Z'/>");
    assert_int_equal(ask(track, RULES("slicks=spin")).rounds, 3 * 3 + 1);
    assert_int_equal(ask(track, RULES("slick_missed_turns=1")).rounds, 3 * 2 + 1);
    assert_int_equal(ask(track, RULES("slicks=off")).rounds, 3);
    track_release(track);
}

/* One nitro: 2 and 3 squares are past the line at x = 5. */
static void test_extras(void **state)
{
    (void)state;
    struct track *track = straight_create(5, "");
    struct par_answer answer = ask(track, (const char *const[]){"nitros=1", NULL});
    assert_int_equal(answer.rounds, 3);
    assert_int_equal(answer.with_extras, 2);
    assert_int_equal(ask(track, RULES("laps=1")).with_extras, 0);
    track_release(track);
}

/* With walls = out nobody gets through a gate of one square's height between grid lines. */
static void test_no_lap(void **state)
{
    (void)state;
    struct track *track = straight_create(9, "<path class='wall' d='M4 0H5V1H4Z'/>"
                                             "<path class='wall' d='M4 1H5V2H4Z'/>");
    struct par_answer answer = ask(track, RULES("walls=in"));
    assert_int_equal(answer.state, PAR_LAP);
    assert_int_equal(ask(track, RULES("walls=out")).state, PAR_NO_LAP);
    track_release(track);
}

static void test_cancelled_at_once(void **state)
{
    (void)state;
    struct track *track = straight_create(30, "");
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.course = graph_paper_course(track);
    for (int i = 0; i < 50; i++) {
        setup.values[FIELD_NITROS] = i % 4;
        par_free(par_search_rules(&setup, true));
    }
    track_release(track);
    SDL_Delay(300); /* the last of them let go */
}

static void test_what_has_none(void **state)
{
    (void)state;
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_DERBY);
    assert_null(par_search_rules(&setup, true));
    par_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_rules_allow),
        cmocka_unit_test(test_slicks),
        cmocka_unit_test(test_extras),
        cmocka_unit_test(test_no_lap),
        cmocka_unit_test(test_cancelled_at_once),
        cmocka_unit_test(test_what_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
