/* The few widgets of the interface, in immediate mode: a screen's build function says what is
 * there, and in the same breath draws it, registers it as a target and learns what was done to it.
 *
 * There is one list of targets. The pointer hits what the list of the last pass holds (the later
 * one where two overlap), Tab and Shift+Tab walk it in order, a group at a time, --watch writes it.
 * Input is never lost: each click or key that does something is answered by a pass of its own
 * (muted, undrawn), so a widget tells of at most one request a pass. A press takes nothing that
 * came under the resting pointer less than UI_CLICK_GUARD_MS ago: it was meant for what was there
 * before. Boxes are in device pixels. Ids are those of files-and-protocols section 7, under 96
 * bytes, and unique in a pass. Strings are copied where they are kept.
 */
#ifndef GRAPHPRIX_UI_UI_H
#define GRAPHPRIX_UI_UI_H

#include "draw/canvas.h"

#include <SDL.h>
#include <stdbool.h>

/* === edit ===================================================================================== */

/* Editing one line of UTF-8 text in a fixed buffer: pure, no window.
 *
 * The caret counts bytes and stands before a character. A text that is given is kept valid: what
 * is typed or pasted loses its control characters and bytes that are no UTF-8, and what does not
 * fit is left out from its end, whole characters.
 */

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

/* === ui ======================================================================================= */

struct ui;

enum { UI_CLICK_GUARD_MS = 250 };

enum ui_look {
    LOOK_PLAIN,   /* edge and text in the action colour */
    LOOK_PRIMARY, /* filled: the one thing that most people want next */
    LOOK_LINK     /* text alone */
};

struct ui_state {
    bool hovered; /* the pointer is on it */
    bool pressed; /* and held down on it */
    bool focused; /* by the keyboard */
    bool ring;    /* focused, and the keyboard was used last: show it */
    bool clicked; /* or Enter, or Space */
    bool held;    /* of a handle: the button that was pressed on it is still down */
};

struct canvas *ui_canvas(const struct ui *ui);
/* Device pixels; (-1, -1) when the pointer is not in the window. */
void ui_pointer(const struct ui *ui, int *x, int *y);

/* A bare target: the caller draws. `text` is what --watch says of it ("" for nothing). */
struct ui_state ui_target(struct ui *ui, const char *id, struct box box, const char *text);
/* A bare target that is dragged: from the press on it to the release it is held, wherever the
 * pointer is meanwhile, and each motion is answered by a pass. A release on it is a click, too. */
struct ui_state ui_handle(struct ui *ui, const char *id, struct box box, const char *text);
/* A part of the window whose events the screen takes itself: it is told and can have the focus, but
 * neither the pointer nor a key presses it. */
struct ui_state ui_surface(struct ui *ui, const char *id, struct box box, const char *text);
/* In this pass: what a press where the pointer is would be for, by a number of the screen's own
 * (0: nothing), where the screen finds that itself and not by the box of a target. */
void ui_points_at(struct ui *ui, uint64_t what);
/* What was clicked is gone: the next thing there is another one, whatever its id. */
void ui_gone(struct ui *ui);
/* This pass has learned what those before it in the picture need: it is built once more. */
void ui_build_again(struct ui *ui);
/* The ring round a focused target, for those who draw their own. */
void ui_focus_ring(struct ui *ui, struct box box, double radius);
/* Moves the keyboard's focus; NULL takes it away. `show` makes the ring visible. */
void ui_set_focus(struct ui *ui, const char *id, bool show);
const char *ui_focus(const struct ui *ui); /* NULL if nothing has it */
/* What the visible focus was on last, also before it is built in this pass; "" for nothing. */
const char *ui_ring(const struct ui *ui);
/* Has a field the focus that was built in this pass? */
bool ui_is_typing(struct ui *ui);
/* In this pass: what is typed while no field has the focus goes to the screen's event. */
void ui_take_text(struct ui *ui);
/* What is scrolled out of sight comes into view, once it is built. */
void ui_reveal(struct ui *ui, const char *id);

/* True in the pass in which it was clicked. Disabled ones are drawn pale and are no targets. */
bool ui_button(struct ui *ui, const char *id, const char *label, struct box box, enum ui_look look);
void ui_button_disabled(struct ui *ui, const char *label, struct box box);
/* Enter presses this one while nothing has a visible focus, Ctrl+Enter always. Without one, Enter
 * in a field ends the typing. */
void ui_default(struct ui *ui, const char *id);
/* What is built in between is one stop of Tab, at what has the focus last or is chosen; arrows,
 * Home and End walk in it. A group within a group belongs to it. */
void ui_group_begin(struct ui *ui);
void ui_group_end(struct ui *ui);
/* Height of a button and width that its label asks for. */
int ui_button_height(const struct ui *ui);
int ui_button_width(struct ui *ui, const char *label);

/* One of several values: filled when it is chosen; `words` is what --watch says of it. */
struct ui_state ui_chip(struct ui *ui, const char *id, const char *label, const char *words,
                        struct box box, bool chosen);

/* A button with a sign on it. */
struct ui_sign {
    enum icon icon;
    double size, radius; /* of the sign, and of the corners: interface pixels */
    bool primary;
    bool idle; /* it cannot be done now: pale and no target */
};
struct ui_state ui_sign_button(struct ui *ui, const char *id, const char *text, struct box box,
                               struct ui_sign sign);

/* A small cross that takes something away, in the middle of the box; `text` says what. True in the
 * pass in which it was clicked. */
bool ui_cross(struct ui *ui, const char *id, const char *text, struct box box);

/* An id or a few words, printed for a use at hand: valid until a dozen more were. */
const char *ui_words(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A button of two lines: what it gives, and at what price. True in the pass in which it was
 * clicked. */
bool ui_cell(struct ui *ui, const char *id, const char *title, const char *price, const char *words,
             struct box box, bool chosen);

/* A card that can be chosen; the caller fills the box with what it is about. */
bool ui_card(struct ui *ui, const char *id, const char *text, struct box box, bool chosen);
/* No more than how it looks, where not all of it is the target. */
void ui_draw_card(struct ui *ui, struct box box, struct ui_state state, bool chosen);
/* A check box with its label to the right; toggles *on. True when it changed. */
bool ui_check(struct ui *ui, const char *id, const char *label, struct box box, bool *on);
/* "Label  - 3 +": two targets, "ID less" and "ID more". True when it changed. */
struct ui_range {
    int minimum, maximum, step;
    const char *unit; /* behind the number, "" for none */
    const char *zero; /* shown in place of 0; NULL: 0 */
};
bool ui_stepper(struct ui *ui, const char *id, const char *label, struct box box, int *value,
                const struct ui_range *range);
/* A slider: its knob is dragged, or comes to where the bar is clicked. While it has the focus, Left
 * and Right move it by a step, Page Up and Page Down by a tenth of the range, Home and End to its
 * ends. `text` is what --watch says of it. True when it changed. */
bool ui_slider(struct ui *ui, const char *id, const char *text, struct box box, int *value,
               const struct ui_range *range);
/* A line of UTF-8 text of at most size - 1 bytes; true when it changed. */
bool ui_text_field(struct ui *ui, const char *id, char *text, int size, struct box box);
/* The same with a mark under the character at a byte, where something is wrong; -1: nowhere. */
bool ui_marked_field(struct ui *ui, const char *id, char *text, int size, struct box box, int mark);

/* Content taller than its box: wheel, drag of the bar, and focus scroll it. Between begin and end
 * build the content at y = the y returned; say at the end where the content ends. Targets out of
 * sight have an empty box for the pointer and for --watch. */
struct ui_scroll {
    int offset;
    int content;
};
int ui_scroll_begin(struct ui *ui, const char *id, struct box box, struct ui_scroll *scroll);
void ui_scroll_end(struct ui *ui, int content_bottom);

/* What was built before is shaded and cannot be reached; what follows stands on a card of this
 * size (interface pixels, shrunk to the window), whose inside is returned. Esc clicks `cancel_id`.
 */
struct box ui_dialog(struct ui *ui, int width, int height, const char *cancel_id);
/* A dialog with two buttons, `button yes` and `button no`; NULL as no: only one. */
enum ui_answer { ANSWER_NONE, ANSWER_YES, ANSWER_NO };
enum ui_answer ui_question(struct ui *ui, const char *title, const char *text, const char *yes,
                           const char *no);
/* The same where the answer needs a look at a part of the window: that is not shaded, and the card
 * stands beside it if there is room. */
enum ui_answer ui_question_beside(struct ui *ui, const char *title, const char *text,
                                  const char *yes, const char *no, const struct box *seen);
/* A question on what is dangerous: no looks like the answer, and Enter gives it; there is no yes
 * before all of the text has been in sight. */
enum ui_answer ui_consent(struct ui *ui, const char *title, const char *text, const char *yes,
                          const char *no);
/* Is a dialog on the screen (as of the last pass)? */
bool ui_in_dialog(const struct ui *ui);

/* Words that the canvas has found (canvas_seek) are targets where no other one lies, "word WORD 1"
 * and so on, one stop of Tab. The one that was clicked; NULL: none. */
const struct canvas_word *ui_build_found(struct ui *ui);

/* What is written over a sheet, for --watch: nothing to click, and in nobody's way. */
void ui_tell_label(struct ui *ui, const char *text, struct box box);
/* The one sentence that --watch and screen readers get for the whole screen. */
void ui_status(struct ui *ui, const char *text);

/* === keys ===================================================================================== */

/* Which key is meant, on any keyboard.
 *
 * A shortcut is the sign on its key, wherever that lies: Z is another key on a French keyboard than
 * on a German one. Where the keys of letters have no Latin signs (Russian, Greek, Arabic, Hebrew,
 * Thai) it is the key's place that counts, which has a Latin sign beside its own.
 */

/* The sign that a place has: SDL_GetKeyFromScancode. */
typedef SDL_Keycode keys_layout(SDL_Scancode place);

/* The sign that shortcuts are compared with. */
SDL_Keycode keys_sign(const SDL_Keysym *key, keys_layout *layout);
/* 0 to 9, of the number pad or of the digit row, which counts by its place where its signs are not
 * digits (French: & é "); -1: the key is none of them. */
int keys_digit(const SDL_Keysym *key);

#endif
