/* A line of text that can be edited: what was typed arrives as a deed, the caret is the ui's. */
#include "ui/edit.h"
#include "ui/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int width_before(struct ui *ui, const char *text, int bytes)
{
    char part[1024];
    if (bytes <= 0)
        return 0;
    snprintf(part, sizeof part, "%.*s", bytes, text);
    return canvas_text_width(ui->canvas, STYLE_BODY, part);
}

/* The byte offset whose place is nearest to x, measured from the start of the text. */
static int caret_near(struct ui *ui, const char *text, int x)
{
    struct edit edit = {(char *)(uintptr_t)text, (int)strlen(text) + 1, 0};
    int best = 0;
    for (;;) {
        if (abs(width_before(ui, text, edit.caret) - x) < abs(width_before(ui, text, best) - x))
            best = edit.caret;
        if (!text[edit.caret])
            return best;
        edit_press(&edit, EDIT_RIGHT);
    }
}

/* How far the text is shifted to the left so that the caret can be seen. */
static int shift_of(struct ui *ui, const char *text, int caret, int room)
{
    int over = width_before(ui, text, caret) - room;
    return over > 0 ? over : 0;
}

/* What was chosen goes before something is written, and by itself when it is deleted. */
static bool erase_chosen(struct ui *ui, char *text)
{
    bool erased = ui->all_chosen && text[0];
    if (erased)
        text[0] = 0;
    ui->all_chosen = false;
    return erased;
}

static bool apply_deed(struct ui *ui, const char *id, char *text, int size)
{
    struct edit edit = {text, size, ui->caret};
    bool changed = false;
    if (ui_take_deed(ui, DEED_INSERT, id)) {
        changed = erase_chosen(ui, text);
        changed = edit_insert(&edit, ui->deed.text) || changed;
    } else if (ui_take_deed(ui, DEED_EDIT, id)) {
        enum edit_key key = (enum edit_key)ui->deed.number;
        bool deletes = key == EDIT_BACKSPACE || key == EDIT_DELETE;
        changed = deletes && erase_chosen(ui, text);
        changed = changed || edit_press(&edit, key);
        ui->all_chosen = false;
    }
    edit_clamp(&edit);
    ui->caret = edit.caret;
    return changed;
}

static void draw_caret(struct ui *ui, const char *text, struct box inner, int shift)
{
    struct canvas *canvas = ui->canvas;
    struct box caret = box_centre(inner, inner.w, canvas_units(canvas, 22));
    caret.x = inner.x + width_before(ui, text, ui->caret) - shift;
    caret.w = canvas_units(canvas, 1.5);
    canvas_fill(canvas, caret, canvas_theme(canvas)->ink);
    SDL_Rect rect = {caret.x, caret.y, caret.w, caret.h};
    SDL_SetTextInputRect(&rect);
}

/* Under a character, or where the next one would stand: a bar as wide as it. */
static void draw_mark(struct ui *ui, const char *text, int size, struct box line, int mark)
{
    struct canvas *canvas = ui->canvas;
    struct edit edit = {(char *)(uintptr_t)text, size, mark};
    edit_clamp(&edit);
    int from = width_before(ui, text, edit.caret), least = canvas_units(canvas, 8);
    edit_press(&edit, EDIT_RIGHT);
    int width = width_before(ui, text, edit.caret) - from;
    struct box bar = box_centre(line, line.w, canvas_units(canvas, 26));
    bar = box_make(line.x + from, bar.y + bar.h - canvas_units(canvas, 2.5),
                   width > least ? width : least, canvas_units(canvas, 2.5));
    canvas_fill(canvas, bar, canvas_theme(canvas)->warning);
}

bool ui_text_field(struct ui *ui, const char *id, char *text, int size, struct box box)
{
    return ui_marked_field(ui, id, text, size, box, -1);
}

bool ui_marked_field(struct ui *ui, const char *id, char *text, int size, struct box box, int mark)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_register(ui, id, box, text, true);
    int side = canvas_units(canvas, 9);
    struct box inner = box_inset(box, side, 0);
    int room = inner.w - canvas_units(canvas, 2);
    bool changed = false;
    int shift = 0;
    if (state.focused) {
        if (ui->caret_at_x >= 0)
            ui->caret = caret_near(ui, text, ui->caret_at_x - inner.x);
        ui->caret_at_x = -1;
        changed = apply_deed(ui, id, text, size);
        shift = shift_of(ui, text, ui->caret, room);
    }
    struct card card = {.fill = theme->card, .radius = 6, .edge_width = state.focused ? 2 : 1.5};
    card.edge = state.focused   ? theme->action
                : state.hovered ? color_mix(theme->panel_edge, theme->action, 0.55)
                                : theme->panel_edge;
    canvas_card(canvas, box, &card);
    canvas_push_clip(canvas, inner);
    struct box line = {inner.x - shift, inner.y, inner.w + shift, inner.h};
    if (state.focused)
        line.w = canvas_text_width(canvas, STYLE_BODY, text) + 1;
    if (state.focused && ui->all_chosen)
        canvas_fill(canvas, box_centre(line, line.w, canvas_units(canvas, 24)),
                    color_mix(theme->card, theme->action, 0.25));
    canvas_text(canvas, STYLE_BODY, theme->ink, text, line, ALIGN_LEFT);
    if (mark >= 0)
        draw_mark(ui, text, size, line, mark);
    if (state.focused)
        draw_caret(ui, text, inner, shift);
    canvas_pop_clip(canvas);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    return changed;
}
