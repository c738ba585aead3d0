/* Every screen in windows from small to large at every interface scale: targets lie in the window
 * and none on another; what can be scrolled can be reached.
 */
#include "screens/after/after.h"
#include "screens/graph_paper/inspection/inspection.h"
#include "screens/help/book.h"
#include "screens/help/tutorial.h"
#include "screens/setup/inside.h"
#include "session/session.h"
#include "support/cmocka.h"
#include "support/folder.h"
#include "support/pane.h"
#include "support/ring.h"

#include "base/memory.h"
#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

static const int sizes[][2] = {{800, 600}, {1024, 768}, {1280, 800}, {1920, 1080}};
static const int scales[] = {75, 100, 125, 150, 200, 250};

static struct app app;

static void build_app(struct ui *ui, void *data)
{
    struct app *a = data;
    a->screen->build(a, ui);
    if (a->over)
        a->over->build(a, ui);
}

static bool overlap(struct box a, struct box b)
{
    struct box both = box_intersect(a, b);
    return both.w > 0 && both.h > 0;
}

static void check_targets(const struct pane *pane, const char *what)
{
    int count = ui_target_count(pane->ui);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        const struct ui_target *a = ui_target_at(pane->ui, i);
        struct box window = {0, 0, pane->width, pane->height};
        struct box seen = box_intersect(a->box, window);
        if (seen.w != a->box.w || seen.h != a->box.h)
            fail_msg("%s: %s is outside the window", what, a->id);
        for (int j = i + 1; j < count; j++) {
            const struct ui_target *b = ui_target_at(pane->ui, j);
            if (strcmp(a->id, b->id) == 0)
                fail_msg("%s: two targets are called %s", what, a->id);
            if (overlap(a->box, b->box))
                fail_msg("%s: %s lies on %s", what, a->id, b->id);
        }
    }
}

/* Walks once round with Tab: each target must come into sight. */
static void check_walk(struct pane *pane, const char *what)
{
    int count = ui_target_count(pane->ui);
    for (int i = 0; i < count; i++) {
        pane_press(pane, SDLK_TAB, 0, build_app, &app);
        const char *focus = ui_focus(pane->ui);
        assert_non_null(focus);
        struct box box = pane_target(pane, focus)->box;
        if (box.w < 8 || box.h < 8)
            fail_msg("%s: %s has the focus and cannot be seen", what, focus);
    }
    ui_set_focus(pane->ui, NULL, false);
}

static void check_at_every_size(const char *name)
{
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (size_t j = 0; j < sizeof scales / sizeof scales[0]; j++) {
            int width = sizes[i][0], height = sizes[i][1];
            char what[80];
            snprintf(what, sizeof what, "%s, %d x %d, %d %%", name, width, height, scales[j]);
            struct pane pane = pane_open(width, height, screen_scale(scales[j], 1, width, height));
            canvas_mute(pane.canvas, true);
            pane_build(&pane, build_app, &app);
            check_targets(&pane, what);
            check_walk(&pane, what);
            pane_close(&pane);
        }
}

static void check_screen(const struct screen *screen, const struct screen *over, const char *name)
{
    app.screen = screen;
    app.over = over;
    if (screen->enter)
        screen->enter(&app);
    if (over && over->enter)
        over->enter(&app);
    check_at_every_size(name);
    if (over && over->leave)
        over->leave(&app);
    if (screen->leave)
        screen->leave(&app);
    app.over = NULL;
}

static void put_race(const char *name, int actions)
{
    struct error error;
    struct session *session = ring_session("classroom", 3, ring_allow_all);
    struct random random = random_seeded(1);
    for (int i = 0; i < actions; i++)
        ring_act_at_random(session, &random);
    char *path = folder_path(name);
    assert_true(session_save(session, path, &error));
    free(path);
    session_free(session);
}

static void put_house_rules(void)
{
    struct error error;
    struct text told = {0};
    static struct house_rules house;
    const struct game *game = session_setup(app.session)->game;
    for (int i = 0; i < 5; i++) {
        char name[80];
        struct setup setup = setup_from_preset(game, i);
        snprintf(name, sizeof name, "House rules with a name that is as long as a name may be %d",
                 i);
        assert_int_equal(
            house_rules_keep(app.house_rules_path, &house, name, &setup, &told, &error), i);
    }
    assert_int_equal(told.length, 0);
}

static int make_app(void **state)
{
    folder_set_up(state);
    char *here = folder_path("");
    here[strlen(here) - 1] = 0;
    app.races_folder = memory_copy_string(here);
    app.tracks_folder = memory_copy_string(here);
    app.saved_folder = file_join(here, "saved");
    app.series_folder = file_join(here, "series");
    app.race_index_cache = file_join(here, "races.txt");
    app.house_rules_path = file_join(here, "house-rules.json");
    app.settings.scale = 100;
    app.settings.player_count = 2;
    for (int i = 0; i < PLAYER_LIMIT; i++) {
        snprintf(app.settings.players[i].name, PLAYER_NAME_BYTES, "A player with a long name");
        app.settings.players[i].pen = i + 1;
    }
    for (int i = 0; i < 8; i++) {
        char name[20];
        snprintf(name, sizeof name, "ring-%d.svg", i);
        char *path = folder_path(name);
        struct error error;
        assert_true(file_write_atomically(path, ring_svg, strlen(ring_svg), &error));
        free(path);
    }
    free(here);
    app.session = ring_session("classroom", 8, ring_allow_all);
    put_house_rules();
    return 0;
}

static int drop_app(void **state)
{
    session_free(app.session);
    free(app.races_folder);
    free(app.tracks_folder);
    free(app.saved_folder);
    free(app.series_folder);
    free(app.race_index_cache);
    free(app.chosen_track);
    free(app.house_rules_path);
    return folder_tear_down(state);
}

static void home_fits(void **state)
{
    (void)state;
    check_screen(&screen_home, NULL, "home");
    put_race("1.race", 3);
    check_screen(&screen_home, NULL, "home with a race to go on with");
}

static void setup_fits(void **state)
{
    (void)state;
    check_screen(&screen_setup, NULL, "set-up");
}

/* What the set-up shows after these clicks, at every size. The clicks are made in a large window.
 */
static void check_setup_after(const char *const *clicks, int count, const char *name)
{
    struct pane pane = pane_open(1280, 800, 1);
    canvas_mute(pane.canvas, true);
    app.screen = &screen_setup;
    app.screen->enter(&app);
    pane_build(&pane, build_app, &app);
    for (int i = 0; i < count; i++) {
        ui_reveal(pane.ui, clicks[i]);
        pane_build(&pane, build_app, &app);
        pane_click(&pane, clicks[i], build_app, &app);
    }
    pane_close(&pane);
    check_at_every_size(name);
    app.screen->leave(&app);
}

static void pages_of_setup_fit(void **state)
{
    (void)state;
    const char *const rules[] = {
        "button all-rules", "choice laps more",         "choice walls",
        "choice walls out", "choice acceleration four", "choice collision damage"};
    const char *const derby[] = {"button all-rules", "button reset-all", "button back",
                                 "game derby",       "button all-rules", "choice collision none"};
    const char *const naming[] = {"button all-rules", "button save-house-rules"};
    const char *const series[] = {"game race", "button series"};
    check_setup_after(rules, 6, "all rules");
    check_setup_after(derby, 6, "rules of a derby without meaning");
    check_setup_after(naming, 2, "a name for house rules");
    check_setup_after(series, 2, "a series");
    check_setup_after((const char *const[]){"button cup"}, 1, "a cup");
}

static void inspection_fits(void **state)
{
    (void)state;
    struct track *track = ring_track();
    agreement_on("ring.svg", track);
    track_release(track);
    check_screen(&screen_inspection, NULL, "inspection");
}

static void results_fit(void **state)
{
    (void)state;
    check_screen(&screen_results, NULL, "results");
}

static void replay_fits(void **state)
{
    (void)state;
    app_look_back(&app);
    app.next = NULL;
    check_screen(&screen_replay, NULL, "replay");
}

static void tutorial_fits(void **state)
{
    (void)state;
    setenv("GRAPHPRIX_ASSETS", ".", 1); /* tests run in the source folder */
    for (const struct lesson_book *const *book = lesson_books; *book; book++) {
        struct setup setup = setup_from_preset((*book)->game, 0);
        struct contest contest = contest_of(&setup);
        coach_open(&app, &contest);
        app.next = NULL;
        check_screen(&screen_tutorial, NULL, (*book)->game->name);
        check_screen(&screen_tutorial, &screen_lessons, "lessons");
    }
    unsetenv("GRAPHPRIX_ASSETS");
}

static void saved_races_fit(void **state)
{
    (void)state;
    check_screen(&screen_saved, NULL, "saved races");
    for (int i = 0; i < 9; i++) {
        char name[20];
        snprintf(name, sizeof name, "%d.race", i);
        put_race(name, i);
    }
    check_screen(&screen_saved, NULL, "nine saved races");
}

/* Eight players with long names and the most races there can be. */
static void a_series_fits(void **state)
{
    (void)state;
    struct error error;
    const struct setup *setup = session_setup(app.session);
    struct course courses[SERIES_RACE_LIMIT];
    for (int i = 0; i < SERIES_RACE_LIMIT; i++)
        courses[i] = setup->course;
    for (int i = 0; i < PLAYER_LIMIT; i++)
        snprintf(app.settings.players[i].driver, PLAYER_DRIVER_BYTES, "human");
    app.series = series_begin(setup, app.settings.players, ring_allow_all, courses,
                              SERIES_RACE_LIMIT, &error);
    assert_non_null(app.series);
    check_screen(&screen_series, NULL, "series");
    check_screen(&screen_home, NULL, "home with a series");
    series_close(&app);
}

/* The same with a garage: a circuit's, in which eight people build. */
static void a_cup_fits(void **state)
{
    (void)state;
    struct error error;
    struct setup races[5];
    struct course course = course_load("tracks/circuit/first-corners.svg", &error);
    assert_non_null(course.body);
    for (int i = 0; i < 5; i++) {
        races[i] = setup_for_course(course);
        races[i].players = PLAYER_LIMIT;
    }
    for (int i = 0; i < PLAYER_LIMIT; i++)
        snprintf(app.settings.players[i].driver, PLAYER_DRIVER_BYTES, "human");
    app.series = series_begin_cup(races, app.settings.players, ring_allow_all, 5, &error);
    assert_non_null(app.series);
    check_screen(&screen_series, NULL, "cup");
    series_close(&app);
    course_release(course);
}

static void dialogs_fit(void **state)
{
    (void)state;
    check_screen(&screen_home, &screen_settings, "settings");
    check_screen(&screen_home, &screen_help, "help");
    check_screen(&screen_home, &screen_menu, "menu");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(home_fits),          cmocka_unit_test(setup_fits),
        cmocka_unit_test(pages_of_setup_fit), cmocka_unit_test(inspection_fits),
        cmocka_unit_test(results_fit),        cmocka_unit_test(tutorial_fits),
        cmocka_unit_test(saved_races_fit),    cmocka_unit_test(a_series_fits),
        cmocka_unit_test(a_cup_fits),         cmocka_unit_test(dialogs_fit),
        cmocka_unit_test(replay_fits),
    };
    return cmocka_run_group_tests(tests, make_app, drop_app);
}
