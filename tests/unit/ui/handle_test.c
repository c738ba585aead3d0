/* Handles: what is dragged is held from press to release, wherever the pointer is meanwhile. */
#include "support/cmocka.h"
#include "support/pane.h"

/* A knob of 20 pixels that goes where it is dragged. */
struct form {
    int x, y, grabs, drops, clicks;
    bool held;
};

static struct pane pane;
static struct form form;

static void build_form(struct ui *ui, void *data)
{
    struct form *f = data;
    ui_button(ui, "button below", "Below", (struct box){300, 300, 200, 40}, LOOK_PLAIN);
    struct box box = {f->x - 10, f->y - 10, 20, 20};
    struct ui_state state = ui_handle(ui, "knob", box, "a knob");
    f->grabs += state.held && !f->held;
    f->drops += f->held && !state.held;
    f->clicks += state.clicked;
    if (state.held || f->held)
        ui_pointer(ui, &f->x, &f->y);
    f->held = state.held;
}

static int open_form(void **state)
{
    (void)state;
    pane = pane_open(640, 480, 1);
    form = (struct form){.x = 100, .y = 100};
    pane_build(&pane, build_form, &form);
    return 0;
}

static int close_form(void **state)
{
    (void)state;
    pane_close(&pane);
    return 0;
}

/* As the window does it: a pass only where one is asked for, because of UI_DEED. */
static void send(Uint32 type, int x, int y)
{
    SDL_Event event = {.type = type};
    if (type == SDL_MOUSEMOTION) {
        event.motion.x = x;
        event.motion.y = y;
    } else {
        event.button.button = SDL_BUTTON_LEFT;
        event.button.clicks = 1;
        event.button.x = x;
        event.button.y = y;
    }
    if (ui_event(pane.ui, &event) & UI_DEED)
        pane_build(&pane, build_form, &form);
}

static void is_held_over_others_and_beside_itself(void **state)
{
    (void)state;
    send(SDL_MOUSEBUTTONDOWN, 103, 98);
    assert_true(form.held);
    send(SDL_MOUSEMOTION, 350, 320);
    assert_int_equal(form.x, 350);
    assert_int_equal(form.y, 320);
    send(SDL_MOUSEMOTION, 20, 470);
    assert_true(form.held);
    send(SDL_MOUSEBUTTONUP, 25, 465);
    assert_false(form.held);
    assert_int_equal(form.x, 25);
    assert_int_equal(form.y, 465);
    assert_int_equal(form.grabs, 1);
    assert_int_equal(form.drops, 1);
    send(SDL_MOUSEMOTION, 200, 200);
    assert_int_equal(form.x, 25);
}

/* All of it before the window could draw once. */
static void a_quick_drag_is_not_lost(void **state)
{
    (void)state;
    send(SDL_MOUSEBUTTONDOWN, 100, 100);
    send(SDL_MOUSEBUTTONUP, 180, 90);
    assert_int_equal(form.x, 180);
    assert_int_equal(form.y, 90);
    assert_int_equal(form.drops, 1);
}

static void a_click_is_one(void **state)
{
    (void)state;
    send(SDL_MOUSEBUTTONDOWN, 100, 100);
    send(SDL_MOUSEBUTTONUP, 100, 100);
    assert_int_equal(form.clicks, 1);
    pane_press(&pane, SDLK_TAB, 0, build_form, &form); /* from the knob round to the button */
    pane_press(&pane, SDLK_TAB, 0, build_form, &form);
    assert_string_equal(ui_focus(pane.ui), "knob");
    pane_press(&pane, SDLK_SPACE, 0, build_form, &form);
    assert_int_equal(form.clicks, 2);
    assert_int_equal(form.grabs, 1);
}

int main(void)
{
#define FORM_TEST(test) cmocka_unit_test_setup_teardown(test, open_form, close_form)
    const struct CMUnitTest tests[] = {
        FORM_TEST(is_held_over_others_and_beside_itself),
        FORM_TEST(a_quick_drag_is_not_lost),
        FORM_TEST(a_click_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
