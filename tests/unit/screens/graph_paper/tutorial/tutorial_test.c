/* The tutorial without a window: each lesson can be done by what the coach suggests, also after
 * driving at random, and what is judged is what happened.
 */
#include "screens/graph_paper/tutorial/coach.h"
#include "support/cmocka.h"
#include "support/pane.h"

#include "base/number.h"
#include "rules/game.h"
#include "rules/graph_paper/graph_paper.h"

#include <stdlib.h>
#include <string.h>

static struct app app;
static struct pane pane;

static void build_app(struct ui *ui, void *data)
{
    (void)data;
    app.screen->build(&app, ui);
}

static void click(const char *id)
{
    if (!pane_target(&pane, id))
        fail_msg("lesson %s: there is no %s",
                 graph_paper_tutorial.lessons[graph_paper_tutorial.memory->lesson].name, id);
    pane_click(&pane, id, build_app, NULL);
}

static bool has(const char *id)
{
    return pane_target(&pane, id) != NULL;
}

static int begin(void **state)
{
    (void)state;
    setenv("GRAPHPRIX_ASSETS", ".", 1);
    pane = pane_open(1280, 800, 1);
    canvas_mute(pane.canvas, true);
    app.settings.scale = 100;
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    struct contest contest = contest_of(&setup);
    coach_open(&app, &contest);
    app.screen = &screen_tutorial;
    screen_tutorial.enter(&app);
    assert_non_null(app.session);
    pane_build(&pane, build_app, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    screen_tutorial.leave(&app);
    assert_null(app.session);
    pane_close(&pane);
    unsetenv("GRAPHPRIX_ASSETS");
    return 0;
}

static void begin_lesson(int lesson)
{
    screen_tutorial.leave(&app);
    *graph_paper_tutorial.memory = (struct coach_memory){.lesson = lesson};
    screen_tutorial.enter(&app);
}

static bool is_done(void)
{
    return has("button next") || has("button new-race");
}

static void click_point(const char *kind, struct point at)
{
    char id[40];
    snprintf(id, sizeof id, "%s %d,%d", kind, at.x, at.y);
    if (!has(id) && has("button nitro"))
        click("button nitro");
    click(id);
}

static bool has_starts(void)
{
    for (int i = 0; i < ui_target_count(pane.ui); i++)
        if (strncmp(ui_target_at(pane.ui, i)->id, "start ", 6) == 0)
            return true;
    return false;
}

/* What the coach would have clicked for a goal. */
static void obey(const struct coach_goal *goal)
{
    struct point at;
    struct coach_sight sight = {.session = app.session, .player = COACH_PUPIL};
    if (session_step_count(app.session) == 0 && !has_starts()) {
        sight.half_chosen = true;
        sight.start = (struct point){10, 4};
    }
    if (!coach_suggest(goal, &sight, &at))
        click("button try-again");
    else
        click_point(has_starts() ? "start" : "move", at);
}

/* Follows the coach to the end of a lesson. */
static void do_lesson(const struct coach_lesson *lesson)
{
    for (int requests = 0; !is_done(); requests++) {
        if (requests == 40)
            fail_msg("lesson %s takes too long: %s", lesson->name, ui_status_text(pane.ui));
        const struct coach_step *step = &lesson->steps[0];
        if (lesson->steps[1].say && strstr(ui_status_text(pane.ui), lesson->steps[1].say))
            step = &lesson->steps[1];
        if (strstr(ui_status_text(pane.ui), "cannot be done"))
            click("button try-again");
        else if (step->shown.kind == COACH_NOTHING)
            click("button vectors");
        else
            obey(&step->shown);
    }
}

static void from_beginning_to_end(void **state)
{
    (void)state;
    for (int lesson = 0; lesson < graph_paper_tutorial.count; lesson++) {
        assert_int_equal(graph_paper_tutorial.memory->lesson, lesson);
        assert_false(graph_paper_tutorial.memory->done[lesson]);
        do_lesson(&graph_paper_tutorial.lessons[lesson]);
        assert_true(graph_paper_tutorial.memory->done[lesson]);
        if (lesson < graph_paper_tutorial.count - 1)
            click("button next");
    }
    assert_true(has("button home"));
    assert_true(graph_paper_game.over(session_race(app.session)));
}

/* Random points, among them those that lead into the wall. */
static void stray(struct random *random, int moves)
{
    for (int i = 0; i < moves && !is_done(); i++) {
        const char *ids[200];
        int count = 0;
        for (int k = 0; k < ui_target_count(pane.ui) && count < 200; k++) {
            const char *id = ui_target_at(pane.ui, k)->id;
            if (strncmp(id, "move ", 5) == 0 || strncmp(id, "start ", 6) == 0)
                ids[count++] = id;
        }
        if (count > 0)
            click(ids[random_below(random, (uint32_t)count)]);
    }
}

static void whoever_strays_is_never_stuck(void **state)
{
    (void)state;
    uint64_t seed = 20261120;
    print_message("seed %llu\n", (unsigned long long)seed);
    struct random random = random_seeded(seed);
    for (int round = 0; round < 4; round++)
        for (int lesson = 0; lesson < graph_paper_tutorial.count; lesson++) {
            begin_lesson(lesson);
            pane_build(&pane, build_app, NULL);
            stray(&random, 12);
            do_lesson(&graph_paper_tutorial.lessons[lesson]);
        }
}

static void go(int lesson)
{
    begin_lesson(lesson);
    pane_build(&pane, build_app, NULL);
}

static void say(const char *part)
{
    if (!strstr(ui_status_text(pane.ui), part))
        fail_msg("\"%s\" does not hold \"%s\"", ui_status_text(pane.ui), part);
}

/* From (25, 4) at 5 squares a move, straight on: 31, then into the wall. */
static void a_crash_is_told_and_taken_back(void **state)
{
    (void)state;
    go(3);
    int begun = session_step_count(app.session);
    click("move 31,4");
    click("move 37,4");
    say("left the track");
    say("From 6 squares a move it takes 15 squares to stop"); /* 5 + 4 + 3 + 2 + 1 */
    assert_false(is_done());
    click("button try-again");
    assert_int_equal(session_step_count(app.session), begun);
    say("brake now");
}

static void a_slick_and_a_detour_both_end_the_lesson(void **state)
{
    (void)state;
    go(5); /* at (23, 18), 3 squares to the left; the slick holds (14..16, 18) */
    click("move 20,18");
    click("move 16,18");
    say("missed 2 turns");
    assert_true(has("button next"));
    go(5);
    click("move 20,18");
    click("move 17,18");
    click("move 13,18");
    assert_false(has("button next"));
    click("move 9,18");
    say("Well driven");
}

/* Orange is at (3, 15) and Blue at (3, 10). */
static void blue_is_struck_or_passed(void **state)
{
    (void)state;
    go(6);
    click("move 3,13");
    click("move 3,10");
    say("Orange, who moved, missed 3 turns, and Blue 2");
    go(6);
    click("move 2,13");
    click("move 2,10");
    click("move 3,7");
    say("Well passed");
}

static void undo_takes_blues_move_along(void **state)
{
    (void)state;
    go(6);
    int begun = session_step_count(app.session);
    click("move 3,13");
    assert_int_equal(session_step_count(app.session), begun + 2);
    click("button undo");
    assert_int_equal(session_step_count(app.session), begun);
    assert_true(has("move 3,13"));
    click("button undo"); /* not behind the beginning of the lesson */
    assert_int_equal(session_step_count(app.session), begun);
}

static int ticks;

static void hear(struct app *of, enum moment_kind kind, int milliseconds)
{
    (void)of, (void)milliseconds;
    ticks += kind == MOMENT_CANDIDATE;
}

static void point_at(const char *id, int aside)
{
    struct box box = pane_target(&pane, id)->box;
    SDL_Event motion = {.type = SDL_MOUSEMOTION};
    motion.motion.x = box.x + box.w / 2 + aside;
    motion.motion.y = box.y + box.h / 2;
    pane_send(&pane, &motion, build_app, NULL);
}

static void pointing_at_another_point_is_heard_once(void **state)
{
    (void)state;
    go(6);
    app.hear = hear;
    point_at("button menu", 0);
    ticks = 0;
    point_at("move 3,13", 0);
    assert_int_equal(ticks, 1);
    point_at("move 3,13", 1);
    assert_int_equal(ticks, 1);
    point_at("move 2,13", 0);
    assert_int_equal(ticks, 2);
    point_at("button menu", 0);
    assert_int_equal(ticks, 2);
    point_at("move 2,13", 0);
    assert_int_equal(ticks, 3);
    app.hear = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(from_beginning_to_end),
        cmocka_unit_test(whoever_strays_is_never_stuck),
        cmocka_unit_test(a_crash_is_told_and_taken_back),
        cmocka_unit_test(a_slick_and_a_detour_both_end_the_lesson),
        cmocka_unit_test(blue_is_struck_or_passed),
        cmocka_unit_test(undo_takes_blues_move_along),
        cmocka_unit_test(pointing_at_another_point_is_heard_once),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
