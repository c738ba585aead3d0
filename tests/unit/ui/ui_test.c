/* The interface's memory: clicks, focus, dialogs and scrolling, by events as the window sends them.
 */
#include "support/cmocka.h"
#include "support/pane.h"

#include <stdio.h>
#include <string.h>

/* A small form; what was done to it is counted. */
struct form {
    int clicks, others, yes, no, grasps;
    bool dialog, knob; /* the knob follows the pointer */
    char name[16];
    bool on;
    int number;
    struct ui_scroll scroll;
};

static struct pane pane;
static struct form form;

static void build_form(struct ui *ui, void *data)
{
    struct form *f = data;
    f->clicks += ui_button(ui, "button a", "A", (struct box){10, 10, 100, 40}, LOOK_PRIMARY);
    f->others += ui_button(ui, "button b", "B", (struct box){10, 60, 100, 40}, LOOK_PLAIN);
    ui_text_field(ui, "player 1 name", f->name, sizeof f->name, (struct box){10, 110, 150, 40});
    ui_check(ui, "choice on", "On", (struct box){10, 160, 200, 30}, &f->on);
    static const struct ui_range range = {1, 3, 1, "", NULL};
    ui_stepper(ui, "choice number", "Number", (struct box){10, 200, 300, 40}, &f->number, &range);
    int y = ui_scroll_begin(ui, "list", (struct box){400, 0, 200, 200}, &f->scroll);
    for (int i = 0; i < 10; i++) {
        char id[20];
        snprintf(id, sizeof id, "row %d", i);
        ui_button(ui, id, id, (struct box){400, y + i * 50, 150, 40}, LOOK_PLAIN);
    }
    ui_scroll_end(ui, y + 500);
    ui_default(ui, "button b");
    int pointer_x, pointer_y;
    ui_pointer(ui, &pointer_x, &pointer_y);
    if (f->knob)
        f->grasps +=
            ui_handle(ui, "knob", (struct box){pointer_x - 9, pointer_y - 9, 18, 18}, "").clicked;
    if (!f->dialog)
        return;
    enum ui_answer answer = ui_question(ui, "Sure?", "This is a crash.", "Crash", "Back");
    f->yes += answer == ANSWER_YES;
    f->no += answer == ANSWER_NO;
    f->dialog = answer == ANSWER_NONE;
}

static int open_form(void **state)
{
    (void)state;
    pane = pane_open(640, 480, 1);
    form = (struct form){.number = 2, .name = "Ada"};
    pane_build(&pane, build_form, &form);
    return 0;
}

static int close_form(void **state)
{
    (void)state;
    pane_close(&pane);
    return 0;
}

static void click(const char *id)
{
    pane_click(&pane, id, build_form, &form);
}

static void press(SDL_Keycode key)
{
    pane_press(&pane, key, 0, build_form, &form);
}

static void type(const char *text)
{
    SDL_Event event = {.type = SDL_TEXTINPUT};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    pane_send(&pane, &event, build_form, &form);
}

/* A press and a release where the pointer rests. */
static void click_there(void)
{
    SDL_Event event = {.type = SDL_MOUSEBUTTONDOWN};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = 60;
    event.button.y = 30;
    pane_send(&pane, &event, build_form, &form);
    event.type = SDL_MOUSEBUTTONUP;
    pane_send(&pane, &event, build_form, &form);
}

static void point_at(int x, int y)
{
    SDL_Event event = {.type = SDL_MOUSEMOTION};
    event.motion.x = x;
    event.motion.y = y;
    pane_send(&pane, &event, build_form, &form);
}

/* The question goes away from over button a, which comes under the resting pointer. */
static void takes_nothing_that_has_just_come(void **state)
{
    (void)state;
    form.dialog = true;
    point_at(60, 30);
    pane_build(&pane, build_form, &form);
    form.dialog = false;
    pane_build(&pane, build_form, &form);
    click_there();
    assert_int_equal(form.clicks, 0);
    SDL_Delay(UI_CLICK_GUARD_MS);
    click_there();
    assert_int_equal(form.clicks, 1);
    click_there(); /* the same thing again, as quick as one likes */
    assert_int_equal(form.clicks, 2);
}

static void takes_what_the_pointer_moves_to(void **state)
{
    (void)state;
    form.dialog = true;
    point_at(60, 30);
    pane_build(&pane, build_form, &form);
    form.dialog = false;
    pane_build(&pane, build_form, &form);
    point_at(300, 30);
    point_at(60, 30);
    click_there();
    assert_int_equal(form.clicks, 1);
}

static void takes_a_handle_that_follows_the_pointer(void **state)
{
    (void)state;
    point_at(60, 30);
    pane_build(&pane, build_form, &form);
    form.knob = true; /* comes under the resting pointer */
    pane_build(&pane, build_form, &form);
    click_there();
    assert_int_equal(form.grasps, 0);
    point_at(300, 300);
    pane_build(&pane, build_form, &form);
    point_at(60, 30);
    pane_build(&pane, build_form, &form);
    click_there();
    assert_int_equal(form.grasps, 1);
    assert_int_equal(form.clicks, 0);
}

static void counts_every_click_once(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        click("button a");
    pane_build(&pane, build_form, &form);
    assert_int_equal(form.clicks, 3);
    assert_int_equal(form.others, 0);
}

static void forgets_a_press_that_ends_elsewhere(void **state)
{
    (void)state;
    SDL_Event event = {.type = SDL_MOUSEBUTTONDOWN};
    event.button = (SDL_MouseButtonEvent){
        .type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 20, .y = 20};
    pane_send(&pane, &event, build_form, &form);
    event.type = event.button.type = SDL_MOUSEBUTTONUP;
    event.button.y = 70;
    pane_send(&pane, &event, build_form, &form);
    assert_int_equal(form.clicks + form.others, 0);
}

static void walks_with_tab_in_both_directions(void **state)
{
    (void)state;
    assert_null(ui_focus(pane.ui));
    press(SDLK_TAB);
    assert_string_equal(ui_focus(pane.ui), "button a");
    press(SDLK_TAB);
    assert_string_equal(ui_focus(pane.ui), "button b");
    pane_press(&pane, SDLK_TAB, KMOD_LSHIFT, build_form, &form);
    pane_press(&pane, SDLK_TAB, KMOD_LSHIFT, build_form, &form);
    assert_string_equal(ui_focus(pane.ui), "row 9");
    press(SDLK_TAB);
    press(SDLK_SPACE);
    press(SDLK_RETURN);
    assert_int_equal(form.clicks, 2);
}

static void walks_with_arrows_to_the_nearest(void **state)
{
    (void)state;
    ui_set_focus(pane.ui, "button a", true);
    press(SDLK_DOWN);
    assert_string_equal(ui_focus(pane.ui), "button b");
    press(SDLK_RIGHT);
    assert_string_equal(ui_focus(pane.ui), "row 1");
    press(SDLK_LEFT);
    assert_string_equal(ui_focus(pane.ui), "button b");
}

static void gives_enter_to_the_default(void **state)
{
    (void)state;
    press(SDLK_RETURN);
    press(SDLK_KP_ENTER);
    assert_int_equal(form.others, 2);
    click("button a"); /* focused now, but not by the keyboard */
    press(SDLK_RETURN);
    assert_int_equal(form.clicks, 1);
    assert_int_equal(form.others, 3);
}

static void writes_into_a_field(void **state)
{
    (void)state;
    type("x"); /* nothing has the focus */
    assert_string_equal(form.name, "Ada");
    ui_set_focus(pane.ui, "player 1 name", true);
    type("m");
    press(SDLK_HOME);
    type("É");
    press(SDLK_DELETE);
    assert_string_equal(form.name, "Édam");
    press(SDLK_SPACE); /* arrives as text, too, and must not click */
    press(SDLK_v);
    assert_string_equal(form.name, "Édam");
    press(SDLK_ESCAPE);
    assert_null(ui_focus(pane.ui));
}

static void writes_over_what_was_chosen(void **state)
{
    (void)state;
    ui_set_focus(pane.ui, "player 1 name", true);
    pane_press(&pane, SDLK_a, KMOD_LCTRL, build_form, &form);
    type("G");
    type("o");
    assert_string_equal(form.name, "Go");
    pane_press(&pane, SDLK_a, KMOD_LCTRL, build_form, &form);
    press(SDLK_END); /* no longer chosen */
    type("!");
    assert_string_equal(form.name, "Go!");
    pane_press(&pane, SDLK_a, KMOD_LCTRL, build_form, &form);
    press(SDLK_BACKSPACE);
    assert_string_equal(form.name, "");
}

static void puts_the_caret_where_it_is_clicked(void **state)
{
    (void)state;
    SDL_Event event = {.type = SDL_MOUSEBUTTONDOWN};
    event.button = (SDL_MouseButtonEvent){
        .type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 12, .y = 130};
    pane_send(&pane, &event, build_form, &form);
    type("_");
    assert_string_equal(form.name, "_Ada");
}

static void keeps_numbers_in_their_range(void **state)
{
    (void)state;
    click("choice number more");
    assert_int_equal(form.number, 3);
    assert_null(pane_target(&pane, "choice number more"));
    click("choice number"); /* round to the least */
    assert_int_equal(form.number, 1);
    assert_null(pane_target(&pane, "choice number less"));
    click("choice on");
    assert_true(form.on);
    assert_string_equal(pane_target(&pane, "choice on")->text, "on");
}

static void asks_before_anything_else(void **state)
{
    (void)state;
    form.dialog = true;
    pane_build(&pane, build_form, &form);
    assert_true(ui_in_dialog(pane.ui));
    assert_null(pane_target(&pane, "button a"));
    assert_int_equal(ui_target_count(pane.ui), 2);
    press(SDLK_ESCAPE);
    assert_int_equal(form.no, 1);
    assert_false(ui_in_dialog(pane.ui));
    form.dialog = true;
    pane_build(&pane, build_form, &form);
    press(SDLK_RETURN);
    assert_int_equal(form.yes, 1);
    assert_int_equal(form.others, 0);
}

static void scrolls_to_what_has_the_focus(void **state)
{
    (void)state;
    assert_int_equal(pane_target(&pane, "row 3")->box.h, 40);
    assert_int_equal(pane_target(&pane, "row 5")->box.h, 0);
    ui_set_focus(pane.ui, "row 5", true);
    pane_build(&pane, build_form, &form);
    assert_int_equal(pane_target(&pane, "row 5")->box.h, 40);
    /* 500 high in 200: no farther than 300, however long the wheel is turned. */
    SDL_Event event = {.type = SDL_MOUSEMOTION};
    event.motion.x = 450;
    event.motion.y = 100;
    pane_send(&pane, &event, build_form, &form);
    for (int i = 0; i < 50; i++) {
        SDL_Event wheel = {.type = SDL_MOUSEWHEEL};
        wheel.wheel.preciseY = -1;
        pane_send(&pane, &wheel, build_form, &form);
    }
    assert_int_equal(form.scroll.offset, 300);
    assert_int_equal(pane_target(&pane, "row 9")->box.h, 40);
}

static void build_sheet(struct ui *ui, void *data)
{
    (void)data;
    ui_surface(ui, "sheet", (struct box){0, 0, 300, 300}, "as it lies");
    form.clicks += ui_button(ui, "button a", "A", (struct box){310, 10, 100, 40}, LOOK_PLAIN);
}

/* The screen takes what happens there itself: nothing presses it, but it can have the focus. */
static void leaves_a_surface_to_the_screen(void **state)
{
    (void)state;
    pane_build(&pane, build_sheet, NULL);
    assert_int_equal(pane_target(&pane, "sheet")->box.w, 300);
    SDL_Event event = {.type = SDL_MOUSEBUTTONDOWN};
    event.button = (SDL_MouseButtonEvent){
        .type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_LEFT, .x = 20, .y = 20};
    assert_false(ui_event(pane.ui, &event) & UI_TAKEN);
    pane_press(&pane, SDLK_TAB, 0, build_sheet, NULL);
    assert_string_equal(ui_focus(pane.ui), "sheet");
    SDL_Event key = {.type = SDL_KEYDOWN};
    key.key.keysym.sym = SDLK_SPACE;
    assert_false(ui_event(pane.ui, &key) & UI_TAKEN);
    pane_press(&pane, SDLK_TAB, 0, build_sheet, NULL);
    pane_press(&pane, SDLK_SPACE, 0, build_sheet, NULL);
    assert_int_equal(form.clicks, 1);
}

int main(void)
{
#define FORM_TEST(test) cmocka_unit_test_setup_teardown(test, open_form, close_form)
    const struct CMUnitTest tests[] = {
        FORM_TEST(takes_nothing_that_has_just_come),
        FORM_TEST(takes_what_the_pointer_moves_to),
        FORM_TEST(takes_a_handle_that_follows_the_pointer),
        FORM_TEST(counts_every_click_once),
        FORM_TEST(forgets_a_press_that_ends_elsewhere),
        FORM_TEST(walks_with_tab_in_both_directions),
        FORM_TEST(walks_with_arrows_to_the_nearest),
        FORM_TEST(gives_enter_to_the_default),
        FORM_TEST(writes_into_a_field),
        FORM_TEST(writes_over_what_was_chosen),
        FORM_TEST(puts_the_caret_where_it_is_clicked),
        FORM_TEST(keeps_numbers_in_their_range),
        FORM_TEST(asks_before_anything_else),
        FORM_TEST(scrolls_to_what_has_the_focus),
        FORM_TEST(leaves_a_surface_to_the_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
