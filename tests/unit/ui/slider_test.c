/* The slider: where the pointer, dragged or clicked, and the keys put it. */
#include "support/cmocka.h"
#include "support/pane.h"

#include <stdio.h>

/* The knob is 22 wide, so its middle goes from x = 111 to x = 311: two pixels a value. */
static const struct box BOX = {100, 50, 222, 40};
static const struct ui_range RANGE = {.minimum = 0, .maximum = 100, .step = 1, .unit = ""};

struct form {
    int value, changes, clicks;
};

static struct pane pane;
static struct form form;

static void build_form(struct ui *ui, void *data)
{
    struct form *f = data;
    char text[20];
    snprintf(text, sizeof text, "%d of 100", f->value);
    f->changes += ui_slider(ui, "slider replay", text, BOX, &f->value, &RANGE);
    f->clicks +=
        ui_button(ui, "button below", "Below", (struct box){100, 120, 222, 40}, LOOK_PLAIN);
}

static int open_form(void **state)
{
    (void)state;
    pane = pane_open(640, 480, 1);
    form = (struct form){.value = 50};
    pane_build(&pane, build_form, &form);
    return 0;
}

static int close_form(void **state)
{
    (void)state;
    pane_close(&pane);
    return 0;
}

static void move(int x, int y)
{
    SDL_Event event = {.type = SDL_MOUSEMOTION};
    event.motion.x = x;
    event.motion.y = y;
    pane_send(&pane, &event, build_form, &form);
}

static void button(Uint32 type, int x, int y)
{
    SDL_Event event = {.type = type};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.clicks = 1;
    event.button.x = x;
    event.button.y = y;
    pane_send(&pane, &event, build_form, &form);
}

static void press(SDL_Keycode key)
{
    pane_press(&pane, key, 0, build_form, &form);
}

static void a_click_brings_the_knob_there(void **state)
{
    (void)state;
    button(SDL_MOUSEBUTTONDOWN, 131, 70);
    button(SDL_MOUSEBUTTONUP, 131, 70);
    assert_int_equal(form.value, 10);
    assert_int_equal(form.changes, 1);
    assert_string_equal(pane_target(&pane, "slider replay")->text, "10 of 100");
}

static void a_drag_goes_on_beside_and_beyond_the_bar(void **state)
{
    (void)state;
    button(SDL_MOUSEBUTTONDOWN, 211, 70);
    assert_int_equal(form.value, 50);
    move(213, 70);
    assert_int_equal(form.value, 51);
    move(311, 140); /* over the button */
    assert_int_equal(form.value, 100);
    move(600, 400);
    assert_int_equal(form.value, 100);
    move(0, 0);
    assert_int_equal(form.value, 0);
    move(231, 140);
    button(SDL_MOUSEBUTTONUP, 231, 140);
    assert_int_equal(form.value, 60);
    assert_int_equal(form.clicks, 0);
    move(111, 70);
    assert_int_equal(form.value, 60);
}

static void keys_move_it_while_it_has_the_focus(void **state)
{
    (void)state;
    press(SDLK_LEFT);
    assert_int_equal(form.value, 50);
    press(SDLK_TAB);
    const struct {
        SDL_Keycode key;
        int value;
    } presses[] = {{SDLK_LEFT, 49},   {SDLK_RIGHT, 50},  {SDLK_RIGHT, 51},    {SDLK_PAGEDOWN, 61},
                   {SDLK_PAGEUP, 51}, {SDLK_HOME, 0},    {SDLK_LEFT, 0},      {SDLK_PAGEUP, 0},
                   {SDLK_END, 100},   {SDLK_RIGHT, 100}, {SDLK_PAGEDOWN, 100}};
    for (size_t i = 0; i < sizeof presses / sizeof presses[0]; i++) {
        press(presses[i].key);
        assert_int_equal(form.value, presses[i].value);
    }
    press(SDLK_TAB);
    press(SDLK_HOME);
    assert_int_equal(form.value, 100);
}

static void a_value_out_of_range_is_brought_back(void **state)
{
    (void)state;
    form.value = 1000;
    pane_build(&pane, build_form, &form);
    assert_int_equal(form.value, 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_click_brings_the_knob_there, open_form, close_form),
        cmocka_unit_test_setup_teardown(a_drag_goes_on_beside_and_beyond_the_bar, open_form,
                                        close_form),
        cmocka_unit_test_setup_teardown(keys_move_it_while_it_has_the_focus, open_form, close_form),
        cmocka_unit_test_setup_teardown(a_value_out_of_range_is_brought_back, open_form,
                                        close_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
