/* What is written beside the turns of real races, at several scales, in windows that are small, and
 * with cars in a crowd and at the sheet's edge: no label covers another, a point that can be
 * chosen, a car or the edge. */
#include "paper/graph_paper/ink.h"
#include "support/cmocka.h"
#include "support/ring.h"

enum { PLAYERS = 8, ROUNDS = 4 };

/* The sheet's part of windows of 800 x 600 (also at 200 %) and 1280 x 800, and views of it: all of
 * the sheet, near, at 200 %, and with the middle of the sheet in a corner. */
static const struct {
    double width, height;
    struct paper_view view;
} looks[] = {{500, 556, {10, 100, 24, 1}},    {500, 556, {-100, -60, 44, 1}},
             {445, 520, {-250, -150, 48, 2}}, {980, 756, {20, 40, 46, 1}},
             {980, 756, {700, 500, 30, 1}},   {980, 756, {-560, -500, 60, 2}}};
enum { LOOKS = sizeof looks / sizeof looks[0] };

static bool disc_overlaps(const struct label_box *box, double x, double y, double radius)
{
    return x + radius > box->x && x - radius < box->x + box->w && y + radius > box->y &&
           y - radius < box->y + box->h;
}

static bool boxes_overlap(const struct label_box *a, const struct label_box *b)
{
    return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h && b->y < a->y + a->h;
}

struct scene {
    const struct session *session;
    const struct paper_view *view;
    struct label_box seen;
    const struct paper_turn *turn;
};

static void check_label(const struct scene *scene, const struct label_box *box)
{
    const struct race *race = session_race(scene->session);
    const struct track *track = graph_paper_track(session_setup(scene->session));
    struct brush_sizes sizes = brush_sizes(scene->view);
    const struct label_box *seen = &scene->seen;
    double x, y;
    assert_true(box->x >= seen->x && box->x + box->w <= seen->x + seen->w);
    assert_true(box->y >= seen->y && box->y + box->h <= seen->y + seen->h);
    for (int i = 0; i < scene->turn->move_count; i++) {
        struct point to = scene->turn->moves[i].to;
        paper_to_device(scene->view, track->height, to.x, to.y, &x, &y);
        assert_false(disc_overlaps(box, x, y, sizes.point));
    }
    for (int i = 1; i <= PLAYERS; i++) {
        const struct car *car = graph_paper_car(race, i);
        if (car->status == CAR_WAITING)
            continue;
        paper_to_device(scene->view, track->height, car->at.x, car->at.y, &x, &y);
        bool alone = true;
        for (int k = 1; k <= PLAYERS; k++)
            alone &= k == i || !point_equal(graph_paper_car(race, k)->at, car->at);
        if (alone)
            assert_false(disc_overlaps(box, x, y, sizes.car / 2));
    }
}

/* Returns how many labels beside the numbers there are. */
static int check_scene(const struct scene *scene)
{
    const struct track *track = graph_paper_track(session_setup(scene->session));
    struct labels labels = labels_begin(scene->seen, scene->view->scale);
    cars_keep_off(&labels, scene->view, scene->session, session_race(scene->session));
    paper_keep_off_turn(&labels, scene->view, track, scene->turn);
    paper_label_turn(&labels, scene->view, track, scene->turn, &paper_theme_paper);
    int written = labels.count;
    paper_label_numbers(&labels, scene->view, track_size(track), false, &paper_theme_paper);
    for (int i = 0; i < labels.count; i++) {
        check_label(scene, &labels.items[i].box);
        for (int k = 0; k < i; k++)
            assert_false(boxes_overlap(&labels.items[i].box, &labels.items[k].box));
    }
    labels_end(&labels);
    return written;
}

static void check_turn(struct session *session, int *written, int *wanted)
{
    struct move_list moves = {0};
    const struct race *race = session_race(session);
    const struct car *car = graph_paper_car(race, race_next_car(race));
    if (car->status != CAR_RACING)
        return;
    graph_paper_moves(race, NULL, &moves);
    for (int look = 0; look < LOOKS; look++)
        for (int i = 0; i < 2 * moves.count; i++) {
            struct paper_turn turn = {.pen = 1,
                                      .chosen_start = -1,
                                      .has_car = true,
                                      .car = car->at,
                                      .principal = point_add(car->at, car->velocity),
                                      .moves = moves.items,
                                      .move_count = moves.count,
                                      .chosen = i / 2,
                                      .chosen_refused = -1,
                                      .vectors = i % 2,
                                      .arrows = ARROWS_USUAL};
            struct scene scene = {session,
                                  &looks[look].view,
                                  {4, 4, looks[look].width - 8, looks[look].height - 8},
                                  &turn};
            *written += check_scene(&scene);
            *wanted += turn.vectors ? 4 : 1;
        }
    graph_paper_free_moves(&moves);
}

static void nothing_is_written_over_anything(void **state)
{
    (void)state;
    int written = 0, wanted = 0;
    struct random random = random_seeded(5);
    print_message("seed 5\n");
    for (int races = 0; races < 2; races++) {
        struct session *session =
            ring_session(races ? "racing-car nitros=3" : "classroom", PLAYERS, ring_allow_all);
        for (int i = 0; i < ROUNDS * PLAYERS; i++) {
            if (i >= PLAYERS)
                check_turn(session, &written, &wanted);
            if (!ring_act_at_random(session, &random))
                break;
        }
        session_free(session);
    }
    /* Left out only where there is no room. */
    print_message("%d of %d labels\n", written, wanted);
    assert_true(wanted > 3000 && written > wanted * 95 / 100);
}

/* The walls of the ring as they are written in ring.h: from corner to corner. */
static bool lies_on_wall(const struct paper_view *view, const struct label_box *box)
{
    static const int walls[2][4] = {{1, 1, 19, 13}, {7, 5, 13, 9}};
    double left, top, right, bottom;
    for (int i = 0; i < 2; i++) {
        paper_to_device(view, 14, walls[i][0], walls[i][3], &left, &top);
        paper_to_device(view, 14, walls[i][2], walls[i][1], &right, &bottom);
        bool meets =
            box->x < right && box->x + box->w > left && box->y < bottom && box->y + box->h > top;
        bool within =
            box->x > left && box->x + box->w < right && box->y > top && box->y + box->h < bottom;
        if (meets && !within)
            return true;
    }
    return false;
}

/* Wherever the line ends, in a window that shows all of the sheet. */
static void what_a_line_takes_lies_on_no_wall(void **state)
{
    (void)state;
    struct track *track = ring_track();
    const struct paper_view *view = &looks[3].view;
    int written = 0;
    for (int y = 1; y <= 13; y++)
        for (int x = 2; x <= 19; x++) {
            const struct point points[] = {{x - 1, y}, {x, y}};
            struct dotted_line line = {
                .points = points, .count = 2, .height = 14, .label = "lap in 12"};
            struct labels labels =
                labels_begin((struct label_box){0, 0, looks[3].width, looks[3].height}, 1);
            if (!track_has_point(track, points[1]))
                continue;
            dotted_label(&labels, view, track, &line, &paper_theme_paper);
            for (int i = 0; i < labels.count; i++, written++)
                assert_false(lies_on_wall(view, &labels.items[i].box));
            labels_end(&labels);
        }
    assert_true(written > 150);
    track_release(track);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_written_over_anything),
                                       cmocka_unit_test(what_a_line_takes_lies_on_no_wall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
