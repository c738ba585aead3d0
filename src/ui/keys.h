/* Which key is meant, on any keyboard.
 *
 * A shortcut is the sign on its key, wherever that lies: Z is another key on a French keyboard than
 * on a German one. Where the keys of letters have no Latin signs (Russian, Greek, Arabic, Hebrew,
 * Thai) it is the key's place that counts, which has a Latin sign beside its own.
 */
#ifndef GRAPHPRIX_UI_KEYS_H
#define GRAPHPRIX_UI_KEYS_H

#include <SDL.h>

/* The sign that a place has: SDL_GetKeyFromScancode. */
typedef SDL_Keycode keys_layout(SDL_Scancode place);

/* The sign that shortcuts are compared with. */
SDL_Keycode keys_sign(const SDL_Keysym *key, keys_layout *layout);
/* 0 to 9, of the number pad or of the digit row, which counts by its place where its signs are not
 * digits (French: & é "); -1: the key is none of them. */
int keys_digit(const SDL_Keysym *key);

#endif
