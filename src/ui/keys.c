/* Keys by their signs or by their places. */
#include "ui/keys.h"

enum { LETTERS = 26 };

/* The Latin sign of each place, as on an American keyboard; 0: none. */
static SDL_Keycode place_sign(SDL_Scancode place)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyz1234567890\0\0\0\0\0-=[]\\\0;'`,./";
    if (place < SDL_SCANCODE_A || place > SDL_SCANCODE_SLASH)
        return 0;
    return (unsigned char)signs[place - SDL_SCANCODE_A];
}

/* Most places of letters have one: also a Latin keyboard may have others on some. */
static SDL_bool is_latin(keys_layout *layout)
{
    int latin = 0;
    for (int i = 0; i < LETTERS; i++) {
        SDL_Keycode sign = layout((SDL_Scancode)(SDL_SCANCODE_A + i));
        latin += sign >= SDLK_a && sign <= SDLK_z;
    }
    return latin > LETTERS / 2 ? SDL_TRUE : SDL_FALSE;
}

SDL_Keycode keys_sign(const SDL_Keysym *key, keys_layout *layout)
{
    SDL_Keycode sign = place_sign(key->scancode);
    return sign && !is_latin(layout) ? sign : key->sym;
}

int keys_digit(const SDL_Keysym *key)
{
    SDL_Keycode sign = key->sym;
    SDL_bool in_row = key->scancode >= SDL_SCANCODE_1 && key->scancode <= SDL_SCANCODE_0;
    if (in_row && (sign < SDLK_0 || sign > SDLK_9))
        sign = place_sign(key->scancode);
    if (sign >= SDLK_0 && sign <= SDLK_9)
        return (int)(sign - SDLK_0);
    if (sign == SDLK_KP_0)
        return 0;
    return sign >= SDLK_KP_1 && sign <= SDLK_KP_9 ? (int)(sign - SDLK_KP_1) + 1 : -1;
}
