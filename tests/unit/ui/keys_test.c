/* Shortcuts on keyboards of other scripts and of other orders. The layouts are xkb's: the sign that
 * each key has which is a letter, or a digit, on an American keyboard. */
#include "support/cmocka.h"
#include "ui/ui.h"

#include <uchar.h>

/* In the order of the alphabet, then 1 to 9 and 0. */
static const char32_t russian[] = U"фисвуапршолдьтщзйкыегмцчня1234567890";
static const char32_t greek[] = U"αβψδεφγηιξκλμνοπ;ρστθωςχυζ1234567890";
static const char32_t hebrew[] = U"שנבגקכעיןחלךצמםפ/רדאוה'סטז1234567890";
static const char32_t arabic[] = U"شﻻؤيثبلاهتنمةىخحضقسفعرصءغئ1234567890";
static const char32_t thai[] =
    U"\u0e1f\u0e34\u0e41\u0e01\u0e33\u0e14\u0e40\u0e49\u0e23\u0e48\u0e32\u0e2a\u0e17\u0e37\u0e19"
    U"\u0e22\u0e46\u0e1e\u0e2b\u0e30\u0e35\u0e2d\u0e44\u0e1b\u0e31\u0e1c"
    U"\u0e45/-\u0e20\u0e16\u0e38\u0e36\u0e04\u0e15\u0e08";
static const char32_t french[] = U"qbcdefghijkl,noparstuvzxyw&é\"'(-è_çà";
static const char32_t dvorak[] = U"axje.uidchtnmbrl'poygk,qf;1234567890";
static const char32_t turkish[] = U"abcdefghıjklmnopqrstuvwxyz1234567890";

static const char32_t *layout;

static SDL_Keycode sign_of(SDL_Scancode place)
{
    return (SDL_Keycode)layout[place - SDL_SCANCODE_A];
}

static SDL_Keysym key_at(int place, Uint16 with)
{
    SDL_Scancode scancode = (SDL_Scancode)(SDL_SCANCODE_A + place);
    return (SDL_Keysym){.scancode = scancode, .sym = sign_of(scancode), .mod = with};
}

static void other_scripts_go_by_place(void **state)
{
    static const char32_t *const layouts[] = {russian, greek, hebrew, arabic, thai};
    static const char latin[] = "abcdefghijklmnopqrstuvwxyz1234567890";
    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        layout = layouts[i];
        for (int place = 0; latin[place]; place++) {
            SDL_Keysym key = key_at(place, KMOD_NONE), with = key_at(place, KMOD_LCTRL);
            assert_int_equal(keys_sign(&key, sign_of), latin[place]);
            assert_int_equal(keys_sign(&with, sign_of), latin[place]);
        }
    }
}

static void latin_keyboards_go_by_sign(void **state)
{
    static const char32_t *const layouts[] = {french, dvorak, turkish};
    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        layout = layouts[i];
        for (int place = 0; place < 36; place++) {
            SDL_Keysym key = key_at(place, KMOD_NONE);
            assert_int_equal(keys_sign(&key, sign_of), layout[place]);
        }
    }
}

static void keys_without_a_sign_stay(void **state)
{
    static const SDL_Keycode others[] = {SDLK_RETURN, SDLK_F1, SDLK_LEFT, SDLK_KP_5, SDLK_SPACE};
    (void)state;
    layout = russian;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        SDL_Keysym key = {.scancode = SDL_GetScancodeFromKey(others[i]), .sym = others[i]};
        assert_int_equal(keys_sign(&key, sign_of), others[i]);
    }
    SDL_Keysym unknown = {.scancode = SDL_SCANCODE_UNKNOWN, .sym = SDLK_h};
    assert_int_equal(keys_sign(&unknown, sign_of), SDLK_h);
}

static void punctuation_of_other_scripts_goes_by_place(void **state)
{
    (void)state;
    layout = hebrew;
    SDL_Keysym period = {.scancode = SDL_SCANCODE_PERIOD, .sym = 0x5e5};
    SDL_Keysym minus = {.scancode = SDL_SCANCODE_MINUS, .sym = SDLK_MINUS};
    SDL_Keysym comma = {.scancode = SDL_SCANCODE_COMMA, .sym = 0x5ea};
    assert_int_equal(keys_sign(&period, sign_of), SDLK_PERIOD);
    assert_int_equal(keys_sign(&minus, sign_of), SDLK_MINUS);
    assert_int_equal(keys_sign(&comma, sign_of), SDLK_COMMA);
}

static void the_digit_row_is_digits_also_where_they_need_shift(void **state)
{
    static const char32_t *const layouts[] = {french, dvorak, thai};
    (void)state;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        layout = layouts[i];
        for (int digit = 0; digit < 10; digit++) {
            SDL_Keysym key = key_at(digit == 0 ? 35 : 25 + digit, KMOD_NONE);
            key.sym = keys_sign(&key, sign_of);
            assert_int_equal(keys_digit(&key), digit);
        }
        SDL_Keysym letter = key_at(7, KMOD_NONE);
        assert_int_equal(keys_digit(&letter), -1);
    }
    SDL_Keysym seven = {.scancode = SDL_SCANCODE_KP_7, .sym = SDLK_KP_7};
    SDL_Keysym zero = {.scancode = SDL_SCANCODE_KP_0, .sym = SDLK_KP_0};
    SDL_Keysym minus = {.scancode = SDL_SCANCODE_MINUS, .sym = SDLK_MINUS};
    assert_int_equal(keys_digit(&seven), 7);
    assert_int_equal(keys_digit(&zero), 0);
    assert_int_equal(keys_digit(&minus), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_scripts_go_by_place),
        cmocka_unit_test(latin_keyboards_go_by_sign),
        cmocka_unit_test(keys_without_a_sign_stay),
        cmocka_unit_test(punctuation_of_other_scripts_goes_by_place),
        cmocka_unit_test(the_digit_row_is_digits_also_where_they_need_shift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
