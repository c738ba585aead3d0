/* What is written over a demonstration lies on nothing: whatever arrows are shown, wherever a body
 * goes and however large its squares are, no text covers the head of an arrow, a body, a point that
 * can be chosen, a flag or another text, and each stays in sight. Heads are found here anew, from
 * what the arrows are said to be.
 */
#include "paper/graph_paper/classroom/scene_ink.h"
#include "support/cmocka.h"

#include <math.h>
#include <string.h>

enum { WIDE = 24, HIGH = 16 };
static const double HEAD = 12, WING = 0.5; /* interface pixels; radians from the shaft */
static const struct point at = {12, 8};

struct view {
    struct paper_view paper;
    struct labels labels;
    struct point v, wind, push;
    unsigned switches;
    int moves;
};

/* The other body's name stays where it is while the pointer moves, whatever is drawn for it. */
static void expect_free(const struct view *view, struct pixel place, const char *what)
{
    for (int i = 0; i < view->labels.count; i++) {
        const struct label_box *box = &view->labels.items[i].box;
        if (view->moves == 0 && strcmp(view->labels.items[i].text, "B") == 0)
            continue;
        if (place.x > box->x + 1 && place.x < box->x + box->w - 1 && place.y > box->y + 1 &&
            place.y < box->y + box->h - 1)
            fail_msg("\"%s\" lies on %s: v (%d, %d), wind (%d, %d), push (%d, %d), arrows %u, %d "
                     "moves, squares of %g at %g",
                     view->labels.items[i].text, what, view->v.x, view->v.y, view->wind.x,
                     view->wind.y, view->push.x, view->push.y, view->switches, view->moves,
                     view->paper.square, view->paper.scale);
    }
}

static void expect_disc_free(const struct view *view, struct point grid, double radius,
                             const char *what)
{
    struct pixel middle = brush_grid_place(&view->paper, HIGH, grid);
    for (int i = 0; i <= 8; i++) {
        double out = i == 8 ? 0 : radius, turn = i * 0.785398;
        expect_free(view, (struct pixel){middle.x + out * cos(turn), middle.y + out * sin(turn)},
                    what);
    }
}

/* Of an arrow from a place; squares. */
static void expect_head_free(const struct view *view, double x, double y, double dx, double dy)
{
    struct pixel from = brush_place(&view->paper, HIGH, x, y);
    struct pixel to = brush_place(&view->paper, HIGH, x + dx, y + dy);
    double length = hypot(to.x - from.x, to.y - from.y),
           angle = atan2(to.y - from.y, to.x - from.x);
    double head = fmin(HEAD * view->paper.scale, length / 2);
    for (double back = 0; length > 0 && back <= head; back += 2)
        for (int side = -1; side <= 1; side++)
            expect_free(view,
                        (struct pixel){to.x - back * cos(angle + side * WING),
                                       to.y - back * sin(angle + side * WING)},
                        "an arrow's head");
}

static void expect_heads_free(const struct view *view, struct point from)
{
    struct point v = view->v, wind = view->wind, push = view->push;
    struct point change = point_add(wind, push), sum = point_add(v, change);
    struct point carried = point_add(v, wind), both = point_add(v, sum);
    double square = (double)point_dot(both, both);
    if (arrows_show(view->switches, ARROWS_SUM)) {
        bool line = carried.x * sum.y == carried.y * sum.x && carried.x * v.y == carried.y * v.x;
        expect_head_free(view, from.x - v.x, from.y - v.y, v.x, v.y);
        expect_head_free(view, from.x, from.y, v.x, v.y);
        expect_head_free(view, from.x + v.x, from.y + v.y, wind.x, wind.y);
        expect_head_free(view, from.x + carried.x, from.y + carried.y, push.x, push.y);
        expect_head_free(view, from.x + v.x, from.y + v.y, change.x, change.y);
        if (!line) /* else it stands beside the others */
            expect_head_free(view, from.x, from.y, sum.x, sum.y);
    }
    if (arrows_show(view->switches, ARROWS_COMPONENTS)) {
        expect_head_free(view, from.x, from.y, sum.x, 0);
        expect_head_free(view, from.x + sum.x, from.y, 0, sum.y);
    }
    if (arrows_show(view->switches, ARROWS_ALONG) && square > 0) {
        double along = (double)point_dot(change, both) / square;
        double across = (double)point_dot(change, (struct point){-both.y, both.x}) / square;
        double x = from.x + v.x, y = from.y + v.y;
        expect_head_free(view, x, y, along * both.x, along * both.y);
        expect_head_free(view, x + along * both.x, y + along * both.y, across * -both.y,
                         across * both.x);
    }
}

static void expect_labels_apart(const struct view *view)
{
    const struct labels *labels = &view->labels;
    for (int i = 0; i < labels->count; i++) {
        const struct label_box *box = &labels->items[i].box, *seen = &labels->seen;
        assert_true(box->x >= seen->x && box->y >= seen->y &&
                    box->x + box->w <= seen->x + seen->w && box->y + box->h <= seen->y + seen->h);
        for (int k = 0; k < i; k++) {
            const struct label_box *other = &labels->items[k].box;
            if (box->x < other->x + other->w - 1 && other->x < box->x + box->w - 1 &&
                box->y < other->y + other->h - 1 && other->y < box->y + box->h - 1)
                fail_msg("\"%s\" lies on \"%s\"", labels->items[i].text, labels->items[k].text);
        }
    }
}

/* A body that has made so many moves with a push, or is to make its next one; with another one and
 * a flag beside it. */
static void look(struct view *view)
{
    struct scene scene;
    struct error error;
    struct scene_look look = {.arrows = view->switches, .shows_body = true, .chooses = true};
    scene_init(&scene, WIDE, HIGH);
    scene_add_body(&scene, at, view->v);
    scene_add_body(&scene, (struct point){at.x - 2, at.y + 3}, (struct point){1, 0});
    scene_set_wind(&scene, view->wind, &error);
    scene.targets[scene.target_count++] =
        (struct scene_target){.at = {at.x + 3, at.y - 3}, .has_velocity = true};
    look.shows_choice = view->moves == 0;
    look.choice = view->push;
    for (int i = 0; i < view->moves; i++) {
        assert_true(scene_choose(&scene, 0, view->push, &error));
        scene_step(&scene);
    }
    double side = view->paper.square / 2;
    view->labels = labels_begin((struct label_box){view->paper.left - side, view->paper.top - side,
                                                   WIDE * view->paper.square + 2 * side,
                                                   HIGH * view->paper.square + 2 * side},
                                view->paper.scale);
    view->labels.numbers_every_line = true;
    scene_label_things(&view->labels, &view->paper, &scene, &look, &paper_theme_paper);
    paper_label_numbers(&view->labels, &view->paper, (struct point){WIDE, HIGH}, false,
                        &paper_theme_paper);
    scene_label_arrows(&view->labels, &view->paper, &scene, &look, &paper_theme_paper);
    expect_labels_apart(view);
    struct brush_sizes sizes = brush_sizes(&view->paper);
    for (int i = 0; i < scene.body_count; i++)
        expect_disc_free(view, scene_at(&scene.bodies[i], scene.now), sizes.car / 2, "a body");
    for (int i = 0; i < 9; i++)
        expect_disc_free(view,
                         scene_next_point(&scene, 0, (struct point){i % 3 - 1, i / 3 - 1}, NULL),
                         sizes.point, "a point to choose");
    expect_disc_free(view, scene.targets[0].at, sizes.car / 4, "the flag");
    struct view of = *view; /* the move whose arrows these are */
    if (view->moves > 1)
        of.v = scene_velocity(&scene.bodies[0], view->moves - 1);
    expect_heads_free(&of, scene_at(&scene.bodies[0], view->moves ? view->moves - 1 : 0));
    labels_end(&view->labels);
    scene_free(&scene);
}

static void labels_lie_on_nothing(void **state)
{
    (void)state;
    static const struct point velocities[] = {{2, 1},   {3, 0}, {0, -2}, {-1, 2},
                                              {-3, -3}, {0, 0}, {1, 0}};
    static const struct point winds[] = {{0, 0}, {0, -1}, {-1, 1}};
    static const struct paper_view papers[] = {{10, 10, 24, 1}, {10, 10, 40, 1}, {10, 10, 48, 2}};
    for (int i = 0; i < 7 * 9 * 3 * 3 * 2; i += 5)
        for (unsigned switches = 0; switches < 1 << ARROWS_WAY; switches++) {
            struct view view = {.paper = papers[i / 189 % 3],
                                .v = velocities[i % 7],
                                .push = {i / 7 % 3 - 1, i / 21 % 3 - 1},
                                .wind = winds[i / 63 % 3],
                                .moves = i / 567,
                                .switches = switches};
            look(&view);
        }
}

/* From (12, 11) with (0, -3) to (12, 8): it leads to (12, 5), which is named, not where the body
 * is.
 */
static void inertia_is_named_where_it_leads(void **state)
{
    (void)state;
    struct paper_view paper = {10, 10, 40, 1};
    struct scene_look look = {.arrows = 1 << ARROWS_INERTIA};
    struct labels labels = labels_begin((struct label_box){0, 0, WIDE * 40, HIGH * 40}, 1);
    struct scene scene;
    scene_init(&scene, WIDE, HIGH);
    scene_add_body(&scene, (struct point){12, 11}, (struct point){0, -3});
    scene_step(&scene);
    scene_label_arrows(&labels, &paper, &scene, &look, &paper_theme_paper);
    assert_int_equal(labels.count, 1);
    struct pixel led = brush_grid_place(&paper, HIGH, (struct point){12, 5});
    assert_true(fabs(labels.items[0].box.y + labels.items[0].box.h / 2 - led.y) < 50);
    labels_end(&labels);
    scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels_lie_on_nothing),
                                       cmocka_unit_test(inertia_is_named_where_it_leads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
