/* Pictures kept for a replay: what is painted on them is the same as everything painted anew. */
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "support/cmocka.h"
#include "support/ring.h"

#include <string.h>

enum { WIDTH = 420, HEIGHT = 300, PLAYERS = 3, ACTIONS = 700 };

static struct paper_keyframes_look look = {{20, 15, 18, 1}, WIDTH, HEIGHT, &paper_theme_paper};

/* On and on: 99 laps. */
static struct session *long_race(void)
{
    struct error error;
    struct player players[PLAYERS];
    const struct game *game = game_find("graph-paper");
    struct setup setup = setup_from_preset(game, fields_find_preset(game->table, "classroom"));
    struct random random = random_seeded(7);
    struct track *track = ring_track();
    setup.course = graph_paper_course(track);
    setup.players = PLAYERS;
    assert_true(setup_set_pair(&setup, "laps=99", &error));
    for (int i = 0; i < PLAYERS; i++)
        players[i] = (struct player){.name = "Ada", .pen = i + 1, .driver = "human"};
    struct session *session = session_begin(&setup, players, ring_allow_all, &error);
    assert_non_null(session);
    track_release(track);
    for (int i = 0; i < ACTIONS; i++)
        assert_true(ring_act_at_random(session, &random));
    return session;
}

typedef void painter(cairo_t *cairo, const void *data, int steps);

static void paint_everything(cairo_t *cairo, const void *data, int steps)
{
    const struct session *session = data;
    paper_draw_sheet(cairo, &look.view, session_setup(session)->course, look.theme);
    paper_draw_ink(cairo, &look.view, session, steps, look.theme);
}

static void paint_on_frames(cairo_t *cairo, const void *data, int steps)
{
    paper_keyframes_draw(cairo, data, steps);
}

static cairo_surface_t *picture(painter *paint, const void *data, int steps)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    cairo_t *cairo = cairo_create(surface);
    paint(cairo, data, steps);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    return surface;
}

static bool is_same(cairo_surface_t *a, cairo_surface_t *b)
{
    size_t size = (size_t)cairo_image_surface_get_stride(a) * HEIGHT;
    return memcmp(cairo_image_surface_get_data(a), cairo_image_surface_get_data(b), size) == 0;
}

static void any_moment_looks_as_if_painted_anew(void **state)
{
    (void)state;
    static const int moments[] = {0, 1, 20, 119, 120, 140, 141, 142, 143, 260, 399, 480, 699, 700};
    struct session *session = long_race();
    struct paper_keyframes *frames = paper_keyframes_create(session);
    paper_keyframes_paint(frames, &look);
    cairo_surface_t *before = NULL;
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        cairo_surface_t *anew = picture(paint_everything, session, moments[i]);
        cairo_surface_t *on_frames = picture(paint_on_frames, frames, moments[i]);
        assert_true(is_same(anew, on_frames));
        if (before)
            assert_false(is_same(anew, before));
        if (before)
            cairo_surface_destroy(before);
        cairo_surface_destroy(on_frames);
        before = anew;
    }
    cairo_surface_destroy(before);
    paper_keyframes_free(frames);
    session_free(session);
}

static void another_view_is_told_from_the_one_that_is_kept(void **state)
{
    (void)state;
    struct session *session = ring_session("classroom", 1, ring_allow_all);
    struct paper_keyframes *frames = paper_keyframes_create(session);
    assert_false(paper_keyframes_show(NULL, &look));
    assert_false(paper_keyframes_show(frames, &look));
    paper_keyframes_paint(frames, &look);
    assert_true(paper_keyframes_show(frames, &look));
    struct paper_keyframes_look shifted = look, larger = look, finer = look;
    shifted.view.left++;
    larger.width++;
    finer.view.square *= 1.2;
    assert_false(paper_keyframes_show(frames, &shifted));
    assert_false(paper_keyframes_show(frames, &larger));
    assert_false(paper_keyframes_show(frames, &finer));
    paper_keyframes_free(frames);
    session_free(session);
}

static void old_ink_ends_where_the_fresh_begins(void **state)
{
    (void)state;
    struct session *session = long_race();
    /* Three cars in turn: the last 7 moves of each are fresh. */
    assert_int_equal(paper_first_fresh(session, 700), 700 - 3 * (PAPER_FRESH_MOVES + 1));
    assert_int_equal(paper_first_fresh(session, 5), 0);
    assert_int_equal(paper_first_fresh(session, 0), 0);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_moment_looks_as_if_painted_anew),
        cmocka_unit_test(another_view_is_told_from_the_one_that_is_kept),
        cmocka_unit_test(old_ink_ends_where_the_fresh_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
