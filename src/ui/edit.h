/* Editing one line of UTF-8 text in a fixed buffer: pure, no window.
 *
 * The caret counts bytes and stands before a character. A text that is given is kept valid: what
 * is typed or pasted loses its control characters and bytes that are no UTF-8, and what does not
 * fit is left out from its end, whole characters.
 */
#ifndef GRAPHPRIX_UI_EDIT_H
#define GRAPHPRIX_UI_EDIT_H

#include <stdbool.h>

struct edit {
    char *text;
    int size;  /* of the buffer, the ending zero included */
    int caret; /* clamped to the text by each function */
};

enum edit_key { EDIT_LEFT, EDIT_RIGHT, EDIT_HOME, EDIT_END, EDIT_BACKSPACE, EDIT_DELETE };

bool edit_insert(struct edit *edit, const char *text); /* true if the text changed */
bool edit_press(struct edit *edit, enum edit_key key); /* true if the text changed */
/* Puts the caret on a character of the text, or behind the last. */
void edit_clamp(struct edit *edit);
/* Makes any bytes valid: an unreadable one ends the text there. */
void edit_repair(char *text, int size);

#endif
