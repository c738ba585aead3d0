/* What players agree on before a race: the points near the walls of the ring, worked out by hand.
 */
#include "screens/graph_paper/inspection/inspection.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <stdlib.h>

/* The walls run along grid lines: a rectangle of 18 x 12 has 60 grid points, one of 6 x 4 has 20.
 */
enum { POINTS = 60 + 20 };

static struct doubtful *point_at(struct agreement *agreement, int x, int y)
{
    for (int i = 0; i < agreement->count; i++)
        if (agreement->points[i].at.x == x && agreement->points[i].at.y == y)
            return &agreement->points[i];
    fail_msg("(%d, %d) is not doubtful", x, y);
    return NULL;
}

static void nothing_is_agreed_at_first(void **state)
{
    (void)state;
    struct track *track = ring_track();
    struct agreement *agreement = agreement_on("/first.svg", track);
    assert_ptr_equal(agreement_latest(), agreement);
    assert_ptr_equal(agreement_find("/first.svg"), agreement);
    assert_null(agreement_find("/other.svg"));
    assert_int_equal(agreement->count, POINTS);
    assert_int_equal(agreement_count(agreement, VERDICT_AS_DRAWN), POINTS);
    struct track *made = agreement_make_track(agreement);
    assert_int_equal(made->inspected_count, 0);
    track_release(made);
    track_release(track);
}

static void what_is_agreed_is_declared(void **state)
{
    (void)state;
    struct track *track = ring_track();
    struct agreement *agreement = agreement_on("/second.svg", track);
    point_at(agreement, 1, 13)->verdict = VERDICT_OUTSIDE;
    point_at(agreement, 7, 5)->verdict = VERDICT_INSIDE;
    struct track *made = agreement_make_track(agreement);
    assert_int_equal(made->inspected_count, 2);
    assert_true(made->inspected[0].inside); /* by y, then x */
    assert_int_equal(made->inspected[0].at.x, 7);
    assert_int_equal(made->inspected[0].at.y, 5);
    assert_false(made->inspected[1].inside);
    assert_int_equal(made->inspected[1].at.x, 1);
    assert_int_equal(made->inspected[1].at.y, 13);
    struct ground ground = {made, false};
    assert_false(ground_holds_point(&ground, (struct point){1, 13}));
    assert_true(ground_holds_point(&ground, (struct point){1, 12}));
    track_release(made);
    track_release(track);
}

/* The agreement outlives the track that was read; its file may hold other points when read again.
 */
static void it_lasts(void **state)
{
    (void)state;
    struct track *track = ring_track();
    struct agreement *agreement = agreement_on("/third.svg", track);
    point_at(agreement, 19, 7)->verdict = VERDICT_OUTSIDE;
    struct track *made = agreement_make_track(agreement);
    track_release(track);
    assert_ptr_equal(agreement_on("/third.svg", made), agreement);
    assert_int_equal(agreement->count, POINTS);
    assert_int_equal(point_at(agreement, 19, 7)->verdict, VERDICT_OUTSIDE);
    assert_int_equal(agreement_count(agreement, VERDICT_AS_DRAWN), POINTS - 1);
    assert_int_equal(agreement->plain->inspected_count, 0);
    for (int i = 0; i < agreement->count; i++)
        agreement->points[i].verdict = VERDICT_AS_DRAWN;
    assert_ptr_equal(agreement_on("/third.svg", made), agreement);
    assert_int_equal(agreement_count(agreement, VERDICT_AS_DRAWN), POINTS);
    track_release(made);
}

static void what_the_file_declares_is_the_beginning(void **state)
{
    (void)state;
    struct track *track = ring_track();
    const struct track_inspected declared[] = {{{1, 5}, true}, {{3, 3}, false}};
    struct track *with = track_with_inspected(track, declared, 2);
    struct agreement *agreement = agreement_on("/fourth.svg", with);
    assert_int_equal(agreement->count, POINTS + 1); /* (3, 3) is near no wall */
    assert_int_equal(point_at(agreement, 1, 5)->verdict, VERDICT_INSIDE);
    assert_int_equal(point_at(agreement, 3, 3)->verdict, VERDICT_OUTSIDE);
    assert_int_equal(agreement_count(agreement, VERDICT_AS_DRAWN), POINTS - 1);
    track_release(with);
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_agreed_at_first),
        cmocka_unit_test(what_is_agreed_is_declared),
        cmocka_unit_test(it_lasts),
        cmocka_unit_test(what_the_file_declares_is_the_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
