/* The ghost of a record: which rounds of it are there, that its car alone is, and where it changes.
 */
#include "paper/labels.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 300, HEIGHT = 230, ACTIONS = 60 };

static struct paper_view view = {12, 10, 8, 1};

static struct session *ring_race(void)
{
    struct error error;
    struct player players[2] = {{"Ada", 1, "human"}, {"Blaise", 2, "human"}};
    const struct game *game = game_find("graph-paper");
    struct setup setup = setup_from_preset(game, fields_find_preset(game->table, "classroom"));
    struct random random = random_seeded(3);
    struct track *track = ring_track();
    setup.course = graph_paper_course(track);
    setup.players = 2;
    assert_true(setup_set_pair(&setup, "laps=99", &error));
    struct session *session = session_begin(&setup, players, ring_allow_all, &error);
    track_release(track);
    for (int i = 0; i < ACTIONS; i++)
        assert_true(ring_act_at_random(session, &random));
    return session;
}

static struct session *stock_race(void)
{
    struct error error;
    bool damaged;
    struct session *session =
        session_load("tests/replays/1/harvest-oval-stock-cars.race", &damaged, &error);
    assert_non_null(session);
    return session;
}

/* On white. */
static cairo_surface_t *picture(const struct paper_ghost *ghost)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    paper_draw_ghost(cairo, &view, ghost, &paper_theme_paper);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    return surface;
}

static const unsigned char *pixel(cairo_surface_t *surface, int x, int y)
{
    return cairo_image_surface_get_data(surface) +
           (ptrdiff_t)y * cairo_image_surface_get_stride(surface) + (ptrdiff_t)x * 4;
}

/* How many pixels differ; all of them have to lie in the box. */
static int count_changes(cairo_surface_t *one, cairo_surface_t *other, const double box[4])
{
    int count = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            if (memcmp(pixel(one, x, y), pixel(other, x, y), 3) == 0)
                continue;
            assert_true(x >= box[0] && x < box[0] + box[2]);
            assert_true(y >= box[1] && y < box[1] + box[3]);
            count++;
        }
    return count;
}

/* A pencil's grey: no channel far from the others. */
static void assert_is_grey(cairo_surface_t *surface)
{
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const unsigned char *at = pixel(surface, x, y);
            assert_true(abs(at[0] - at[1]) < 40 && abs(at[1] - at[2]) < 40);
        }
}

static void check_rounds(struct session *session)
{
    struct paper_ghost ghost = {.session = session, .car = 1};
    int last = paper_rounds_driven(session_race(session)), changed = 0;
    cairo_surface_t *before = picture(&ghost);
    assert_true(last > 5);
    while (ghost.rounds < last) {
        double box[4] = {0};
        int from = ghost.rounds++;
        assert_true(paper_ghost_box(&view, &ghost, from, box));
        cairo_surface_t *after = picture(&ghost);
        assert_is_grey(after);
        changed += count_changes(before, after, box) > 0;
        cairo_surface_destroy(before);
        before = after;
    }
    assert_true(changed > last / 2); /* it may miss turns */
    cairo_surface_destroy(before);
    session_free(session);
}

static void each_round_changes_its_box_alone(void **state)
{
    (void)state;
    check_rounds(ring_race());
    check_rounds(stock_race());
}

static void a_round_under_the_pen_is_part_of_it(void **state)
{
    (void)state;
    static const double none[4] = {0};
    struct session *session = ring_race();
    struct paper_ghost ghost = {session, 1, 4, 0};
    cairo_surface_t *begun = picture(&ghost);
    ghost.progress = 1;
    cairo_surface_t *drawn = picture(&ghost);
    ghost = (struct paper_ghost){session, 1, 5, 0};
    cairo_surface_t *whole = picture(&ghost);
    assert_int_equal(count_changes(drawn, whole, none), 0);
    double box[4];
    assert_true(paper_ghost_box(&view, &ghost, 4, box));
    assert_true(count_changes(begun, whole, box) > 0);
    cairo_surface_destroy(begun);
    cairo_surface_destroy(drawn);
    cairo_surface_destroy(whole);
    session_free(session);
}

static void another_car_and_no_ghost_look_otherwise(void **state)
{
    (void)state;
    static const double all[4] = {0, 0, WIDTH, HEIGHT};
    struct session *session = ring_race();
    const struct paper_ghost ghosts[] = {{session, 1, 9, 0}, {session, 2, 9, 0}, {0}};
    cairo_surface_t *pictures[3];
    for (int i = 0; i < 3; i++)
        pictures[i] = picture(&ghosts[i]);
    assert_true(count_changes(pictures[0], pictures[1], all) > 0);
    assert_true(count_changes(pictures[0], pictures[2], all) > 0);
    assert_int_equal(pixel(pictures[2], WIDTH / 2, HEIGHT / 2)[0], 255);
    for (int i = 0; i < 3; i++)
        cairo_surface_destroy(pictures[i]);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_round_changes_its_box_alone),
                                       cmocka_unit_test(a_round_under_the_pen_is_part_of_it),
                                       cmocka_unit_test(another_car_and_no_ghost_look_otherwise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
