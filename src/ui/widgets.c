#include "base/number.h"
#include "ui/inside.h"
#include "ui/ui.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line of text that can be edited: what was typed arrives as a request, the caret is the ui's. */

static int width_before(struct ui *ui, enum canvas_style style, const char *text, int bytes)
{
    char part[1024];
    if (bytes <= 0)
        return 0;
    snprintf(part, sizeof part, "%.*s", bytes, text);
    return canvas_text_width(ui->canvas, style, part);
}

/* The byte offset whose place is nearest to x, measured from the start of the text. */
static int caret_near(struct ui *ui, enum canvas_style style, const char *text, int x)
{
    struct edit edit = {(char *)(uintptr_t)text, (int)strlen(text) + 1, 0};
    int best = 0;
    for (;;) {
        if (abs(width_before(ui, style, text, edit.caret) - x) <
            abs(width_before(ui, style, text, best) - x))
            best = edit.caret;
        if (!text[edit.caret])
            return best;
        edit_press(&edit, EDIT_RIGHT);
    }
}

/* How far the text is shifted to the left so that the caret can be seen. */
static int shift_of(struct ui *ui, enum canvas_style style, const char *text, int caret, int room)
{
    int over = width_before(ui, style, text, caret) - room;
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

static bool apply_request(struct ui *ui, const char *id, char *text, int size)
{
    struct edit edit = {text, size, ui->caret};
    bool changed = false;
    if (ui_take_request(ui, REQUEST_INSERT, id)) {
        changed = erase_chosen(ui, text);
        changed = edit_insert(&edit, ui->request.text) || changed;
    } else if (ui_take_request(ui, REQUEST_EDIT, id)) {
        enum edit_key key = (enum edit_key)ui->request.number;
        bool deletes = key == EDIT_BACKSPACE || key == EDIT_DELETE;
        changed = deletes && erase_chosen(ui, text);
        changed = changed || edit_press(&edit, key);
        ui->all_chosen = false;
    }
    edit_clamp(&edit);
    ui->caret = edit.caret;
    return changed;
}

static void draw_caret(struct ui *ui, enum canvas_style style, const char *text, struct box inner,
                       int shift)
{
    struct canvas *canvas = ui->canvas;
    struct box caret = box_centre(inner, inner.w, canvas_units(canvas, 22));
    caret.x = inner.x + width_before(ui, style, text, ui->caret) - shift;
    caret.w = canvas_units(canvas, 1.5);
    canvas_fill(canvas, caret, canvas_theme(canvas)->ink);
    SDL_Rect rect = {caret.x, caret.y, caret.w, caret.h};
    SDL_SetTextInputRect(&rect);
}

/* Smaller where it is too long. */
static enum canvas_style style_in(struct ui *ui, const char *text, int room)
{
    return canvas_text_width(ui->canvas, STYLE_BODY, text) <= room ? STYLE_BODY : STYLE_SMALL;
}

/* Under a character, or where the next one would stand: a bar as wide as it. */
static void draw_mark(struct ui *ui, enum canvas_style style, const char *text, int size,
                      struct box line, int mark)
{
    struct canvas *canvas = ui->canvas;
    struct edit edit = {(char *)(uintptr_t)text, size, mark};
    edit_clamp(&edit);
    int from = width_before(ui, style, text, edit.caret), least = canvas_units(canvas, 8);
    edit_press(&edit, EDIT_RIGHT);
    int width = width_before(ui, style, text, edit.caret) - from;
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
    enum canvas_style style = style_in(ui, text, room);
    if (state.focused) {
        if (ui->caret_at_x >= 0)
            ui->caret = caret_near(ui, style, text, ui->caret_at_x - inner.x);
        ui->caret_at_x = -1;
        changed = apply_request(ui, id, text, size);
        style = style_in(ui, text, room);
        shift = shift_of(ui, style, text, ui->caret, room);
    }
    struct card card = {.fill = theme->card, .radius = 6, .edge_width = state.focused ? 2 : 1.5};
    card.edge = state.focused   ? theme->action
                : state.hovered ? color_mix(theme->panel_edge, theme->action, 0.55)
                                : theme->panel_edge;
    canvas_card(canvas, box, &card);
    canvas_push_clip(canvas, inner);
    struct box line = {inner.x - shift, inner.y, inner.w + shift, inner.h};
    if (state.focused)
        line.w = canvas_text_width(canvas, style, text) + 1;
    if (state.focused && ui->all_chosen)
        canvas_fill(canvas, box_centre(line, line.w, canvas_units(canvas, 24)),
                    color_mix(theme->card, theme->action, 0.25));
    /* On two lines where it would be cut and there is room. */
    struct paper_color ink = canvas_theme(canvas)->ink;
    int height = canvas_paragraph_height(canvas, style, text, line.w);
    bool cut = canvas_text_width(canvas, style, text) > line.w;
    if (cut && height <= line.h)
        canvas_paragraph(canvas, style, ink, text, box_centre(line, line.w, height), ALIGN_LEFT);
    else
        canvas_text(canvas, style, ink, text, line, ALIGN_LEFT);
    if (mark >= 0)
        draw_mark(ui, style, text, size, line, mark);
    if (state.focused)
        draw_caret(ui, style, text, inner, shift);
    canvas_pop_clip(canvas);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    return changed;
}

/* === bars ===================================================================================== */

/* What is dragged along a bar: parts of a screen that are taller than their box, and sliders.
 *
 * The offset of a scrolling part belongs to the screen; between passes only the window of the last
 * pass is known, so input asks for a distance and the next pass applies it, kept within the
 * content.
 */

static int kept_within(int offset, const struct ui_area *area)
{
    int most = area->content - area->box.h;
    if (offset > most)
        offset = most;
    return offset < 0 ? 0 : offset;
}

struct ui_area *ui_area_at(struct ui *ui, int x, int y)
{
    for (int i = ui->area_count - 1; i >= 0; i--)
        if (box_holds(ui->areas[i].box, x, y))
            return &ui->areas[i];
    return NULL;
}

static bool ui_scroll_thumb(const struct ui *ui, const struct ui_area *area, struct box *bar,
                            struct box *thumb)
{
    if (area->content <= area->box.h || area->box.h < 1)
        return false;
    struct box box = area->box;
    *bar = box_cut_right(&box, canvas_units(ui->canvas, 10));
    int least = canvas_units(ui->canvas, 24);
    int height = (int)((long long)bar->h * area->box.h / area->content);
    height = height < least ? least : height;
    height = height > bar->h ? bar->h : height;
    long long room = bar->h - height;
    int top = (int)(room * area->offset / (area->content - area->box.h));
    *thumb = (struct box){bar->x, bar->y + top, bar->w, height};
    return true;
}

int ui_scroll_by(struct ui *ui, const struct ui_area *area, int distance)
{
    int offset = kept_within(area->offset + distance, area);
    return offset == area->offset ? 0 : ui_act(ui, REQUEST_SCROLL, area->id, offset);
}

int ui_scroll_press(struct ui *ui, int x, int y)
{
    for (int i = ui->area_count - 1; i >= 0; i--) {
        struct box bar, thumb;
        if (!ui_scroll_thumb(ui, &ui->areas[i], &bar, &thumb) || !box_holds(bar, x, y))
            continue;
        ui_keep_id(ui->dragged, ui->areas[i].id);
        bool on_thumb = box_holds(thumb, x, y);
        ui->drag_from = on_thumb ? y - thumb.y : thumb.h / 2;
        return UI_TAKEN | UI_LOOK | ui_scroll_drag(ui, y);
    }
    return 0;
}

int ui_scroll_drag(struct ui *ui, int y)
{
    for (int i = 0; i < ui->area_count; i++) {
        const struct ui_area *area = &ui->areas[i];
        struct box bar, thumb;
        if (strcmp(area->id, ui->dragged) != 0 || !ui_scroll_thumb(ui, area, &bar, &thumb))
            continue;
        int room = bar.h - thumb.h;
        if (room <= 0)
            return UI_TAKEN;
        long long top = y - ui->drag_from - bar.y;
        int offset = (int)(top * (area->content - area->box.h) / room);
        return UI_TAKEN | ui_scroll_by(ui, area, offset - area->offset);
    }
    return UI_TAKEN;
}

bool ui_scroll_reveal(struct ui *ui, const struct ui_entry *entry)
{
    if (entry->area < 0 || !ui->areas[entry->area].scroll)
        return false;
    struct ui_area *area = &ui->areas[entry->area];
    int room = canvas_units(ui->canvas, 12);
    int above = area->box.y - entry->whole.y;
    int below = entry->whole.y + entry->whole.h - (area->box.y + area->box.h);
    int offset = area->offset, hair = entry->whole.h / 20;
    /* What is in view stays where it is; what comes into view stands clear of the edge. */
    if (below > hair)
        offset += below + room;
    if (above > hair)
        offset = area->offset - above - room;
    offset = kept_within(offset, area);
    bool moved = offset != area->offset;
    area->scroll->offset = area->offset = offset;
    return moved;
}

int ui_scroll_begin(struct ui *ui, const char *id, struct box box, struct ui_scroll *scroll)
{
    assert(ui->open_area < 0 && ui->area_count < UI_AREA_LIMIT);
    struct ui_area *area = &ui->areas[ui->area_count];
    *area = (struct ui_area){.box = box, .scroll = scroll, .content = scroll->content};
    ui_keep_id(area->id, id);
    if (ui_take_request(ui, REQUEST_SCROLL, id))
        scroll->offset = ui->request.number;
    area->offset = scroll->offset = kept_within(scroll->offset, area);
    ui->open_area = ui->area_count++;
    canvas_push_clip(ui->canvas, box);
    return box.y - scroll->offset;
}

void ui_scroll_end(struct ui *ui, int content_bottom)
{
    assert(ui->open_area >= 0);
    struct ui_area *area = &ui->areas[ui->open_area];
    ui->open_area = -1;
    canvas_pop_clip(ui->canvas);
    int content = content_bottom - (area->box.y - area->offset);
    ui->unsettled = ui->unsettled || content != area->content;
    area->content = content;
    area->scroll->content = area->content;
    struct box bar, thumb;
    if (!ui_scroll_thumb(ui, area, &bar, &thumb))
        return;
    const struct paper_theme *theme = canvas_theme(ui->canvas);
    struct card look = {.fill = theme->panel_edge, .edge = theme->panel_edge, .radius = 3};
    bool held = strcmp(ui->dragged, area->id) == 0;
    if (held || box_holds(bar, ui->pointer_x, ui->pointer_y))
        look.fill = look.edge = theme->ink_soft;
    int side = canvas_units(ui->canvas, 2);
    canvas_card(ui->canvas, box_inset(thumb, side, side), &look);
}

/* --- sliders: a number that is dragged along a bar -------------------------------------------- */

static const double BAR_HEIGHT = 6, KNOB = 22; /* interface pixels */

static int knob_size(const struct ui *ui, struct box box)
{
    int size = canvas_units(ui->canvas, KNOB);
    return size < box.w ? size : box.w;
}

static int kept_in_range(long long value, const struct ui_range *range)
{
    if (value < range->minimum)
        return range->minimum;
    return value > range->maximum ? range->maximum : (int)value;
}

/* The middle of the knob for a value. */
static int place_of(struct box box, int knob, int value, const struct ui_range *range)
{
    long long span = range->maximum - range->minimum, room = box.w - knob;
    long long along = span > 0 ? room * (value - range->minimum) / span : 0;
    return box.x + knob / 2 + (int)along;
}

static int ask_for(struct ui *ui, const struct ui_entry *slider, int value)
{
    if (value == slider->value)
        return UI_TAKEN;
    return ui_act(ui, REQUEST_SLIDE, slider->target.id, value);
}

int ui_slide_to(struct ui *ui, const struct ui_entry *slider, int x)
{
    if (!slider || !slider->slider)
        return UI_TAKEN;
    struct box box = slider->whole;
    long long room = box.w - knob_size(ui, box), along = x - (box.x + knob_size(ui, box) / 2);
    long long span = slider->range.maximum - slider->range.minimum;
    along = along < 0 ? 0 : along > room ? room : along;
    long long value = room > 0 ? (2 * along * span + room) / (2 * room) : 0;
    return ask_for(ui, slider, kept_in_range(slider->range.minimum + value, &slider->range));
}

int ui_slide_by_key(struct ui *ui, const struct ui_entry *slider, SDL_Keycode key)
{
    const struct ui_range *range = &slider->range;
    long long page = (range->maximum - range->minimum) / 10, value = slider->value;
    page = page > range->step ? page : range->step;
    switch (key) {
    case SDLK_LEFT:
        return ask_for(ui, slider, kept_in_range(value - range->step, range));
    case SDLK_RIGHT:
        return ask_for(ui, slider, kept_in_range(value + range->step, range));
    case SDLK_PAGEUP:
        return ask_for(ui, slider, kept_in_range(value - page, range));
    case SDLK_PAGEDOWN:
        return ask_for(ui, slider, kept_in_range(value + page, range));
    case SDLK_HOME:
        return ask_for(ui, slider, range->minimum);
    case SDLK_END:
        return ask_for(ui, slider, range->maximum);
    default:
        return 0;
    }
}

static void draw_slider(struct ui *ui, struct box box, int value, const struct ui_range *range,
                        struct ui_state state, bool held)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    int knob = knob_size(ui, box), at = place_of(box, knob, value, range);
    struct box bar = box_centre(box, box.w - knob, canvas_units(canvas, BAR_HEIGHT));
    struct card empty = {.fill = theme->panel_edge, .edge = theme->panel_edge, .radius = 3};
    struct card done = {.fill = theme->action, .edge = theme->action, .radius = 3};
    canvas_card(canvas, bar, &empty);
    if (at > bar.x)
        canvas_card(canvas, box_make(bar.x, bar.y, at - bar.x, bar.h), &done);
    struct card handle = {.edge = theme->action, .radius = KNOB / 2, .edge_width = 2.5};
    double strength = held ? 0.3 : state.hovered ? 0.14 : 0;
    handle.fill = color_mix(theme->card, theme->action, strength);
    struct box round = {at - knob / 2, box.y + (box.h - knob) / 2, knob, knob};
    canvas_card(canvas, round, &handle);
    if (state.ring)
        ui_focus_ring(ui, round, KNOB / 2);
}

bool ui_slider(struct ui *ui, const char *id, const char *text, struct box box, int *value,
               const struct ui_range *range)
{
    int old = *value;
    if (ui_take_request(ui, REQUEST_SLIDE, id))
        *value = ui->request.number;
    *value = kept_in_range(*value, range);
    struct ui_state state = ui_register(ui, id, box, text, false);
    struct ui_entry *entry = ui->measuring ? NULL : ui_find(ui, id);
    if (entry) {
        entry->slider = true;
        entry->value = *value;
        entry->range = *range;
        entry->range.unit = "";
    }
    draw_slider(ui, box, *value, range, state, entry && ui_find(ui, ui->sliding) == entry);
    return *value != old;
}

/* === widgets ================================================================================== */

/* Buttons, cards, check boxes, steppers: a target and its drawing in one call each.
 */

static const double RADIUS = 7;

void ui_focus_ring(struct ui *ui, struct box box, double radius)
{
    struct canvas *canvas = ui->canvas;
    int out = canvas_units(canvas, 4);
    struct card ring = {.edge = canvas_theme(canvas)->focus, .radius = radius + 4, .edge_width = 3};
    ring.fill = color_fade(ring.edge, 0);
    canvas_card(canvas, box_inset(box, -out, -out), &ring);
}

int ui_button_height(const struct ui *ui)
{
    return canvas_units(ui->canvas, 44);
}

int ui_button_width(struct ui *ui, const char *label)
{
    return canvas_text_width(ui->canvas, STYLE_STRONG, label) + 2 * canvas_units(ui->canvas, 24);
}

static void draw_link(struct ui *ui, const char *label, struct box box, struct ui_state state)
{
    struct canvas *canvas = ui->canvas;
    struct paper_color color = canvas_theme(canvas)->action;
    canvas_text(canvas, STYLE_BODY, color, label, box, ALIGN_CENTRE);
    if (!state.hovered)
        return;
    int width = canvas_text_width(canvas, STYLE_BODY, label);
    struct box line = box_centre(box, width, canvas_units(canvas, 1.5));
    line.y += canvas_units(canvas, 10);
    canvas_fill(canvas, line, color);
}

/* Where there is no room for the label, a smaller one comes before a cut one. */
static void draw_label(struct canvas *canvas, enum canvas_style style, struct paper_color color,
                       const char *label, struct box box)
{
    if (canvas_text_width(canvas, style, label) > box.w - 2 * canvas_units(canvas, 6))
        style = STYLE_SMALL;
    canvas_text(canvas, style, color, label, box_inset(box, canvas_units(canvas, 2), 0),
                ALIGN_CENTRE);
}

static void draw_button(struct ui *ui, const char *label, struct box box, enum ui_look look,
                        struct ui_state state)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct card card = {.radius = RADIUS, .edge = theme->action, .edge_width = 1.5};
    bool primary = look == LOOK_PRIMARY;
    if (primary) {
        card.fill = color_mix(theme->action, theme->ink, strength * 2);
        card.edge = card.fill;
    } else {
        card.fill = color_mix(theme->card, theme->action, strength);
    }
    canvas_card(canvas, box, &card);
    draw_label(canvas, primary ? STYLE_STRONG : STYLE_BODY,
               primary ? theme->action_text : theme->action, label, box);
}

static bool is_covered(const struct ui *ui, struct box box)
{
    for (int i = 0; i < ui->count; i++)
        if (!ui->entries[i].surface && !box_is_empty(box_intersect(ui->entries[i].target.box, box)))
            return true;
    return false;
}

const struct canvas_word *ui_build_found(struct ui *ui)
{
    const struct canvas_found *found;
    const struct canvas_word *clicked = NULL;
    int count = canvas_found(ui->canvas, &found);
    int thin = canvas_units(ui->canvas, 1), dash = canvas_units(ui->canvas, 2);
    ui_group_begin(ui);
    for (int i = 0; i < count; i++) {
        struct box box = found[i].box;
        int number = 1;
        if (is_covered(ui, box))
            continue;
        for (int k = 0; k < i; k++)
            number += found[k].word == found[i].word;
        struct ui_state state = ui_target(ui, ui_words("word %s %d", found[i].word->word, number),
                                          box, found[i].word->word);
        struct box line = box_cut_bottom(&box, thin);
        for (int x = 0; x < line.w; x += state.hovered ? dash : 2 * dash)
            canvas_fill(ui->canvas, box_make(line.x + x, line.y, dash, thin),
                        canvas_theme(ui->canvas)->action);
        if (state.ring)
            ui_focus_ring(ui, found[i].box, 3);
        clicked = state.clicked ? found[i].word : clicked;
    }
    ui_group_end(ui);
    return clicked;
}

bool ui_button(struct ui *ui, const char *id, const char *label, struct box box, enum ui_look look)
{
    struct ui_state state = ui_target(ui, id, box, label);
    if (look == LOOK_LINK)
        draw_link(ui, label, box, state);
    else
        draw_button(ui, label, box, look, state);
    int side = look == LOOK_LINK ? canvas_units(ui->canvas, 4) : 0;
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, -side, 0), RADIUS);
    return state.clicked;
}

void ui_button_disabled(struct ui *ui, const char *label, struct box box)
{
    const struct paper_theme *theme = canvas_theme(ui->canvas);
    struct card card = {
        .fill = theme->panel, .edge = theme->panel_edge, .radius = RADIUS, .edge_width = 1.5};
    canvas_card(ui->canvas, box, &card);
    struct paper_color pale = color_mix(theme->panel, theme->ink_soft, 0.6);
    draw_label(ui->canvas, STYLE_BODY, pale, label, box);
}

struct ui_state ui_chip(struct ui *ui, const char *id, const char *label, const char *words,
                        struct box box, bool chosen)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_register_choice(ui, id, box, words, chosen);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct card card = {.radius = RADIUS, .edge_width = 1.5};
    card.fill = chosen ? theme->action : color_mix(theme->card, theme->action, strength);
    card.edge = chosen ? theme->action : color_mix(theme->panel_edge, theme->action, strength * 4);
    canvas_card(canvas, box, &card);
    draw_label(canvas, STYLE_BODY, chosen ? theme->action_text : theme->ink, label, box);
    if (state.ring)
        ui_focus_ring(ui, box, RADIUS);
    return state;
}

const char *ui_words(const char *format, ...)
{
    static char kept[13][300];
    static int last;
    va_list arguments;
    last = (last + 1) % 13;
    va_start(arguments, format);
    vsnprintf(kept[last], sizeof kept[last], format, arguments);
    va_end(arguments);
    return kept[last];
}

void ui_draw_card(struct ui *ui, struct box box, struct ui_state state, bool chosen)
{
    const struct paper_theme *theme = canvas_theme(ui->canvas);
    struct card card = card_plain(ui->canvas);
    card.edge_width = chosen ? 2.5 : 1.5;
    if (chosen)
        card.edge = theme->action;
    else if (state.hovered)
        card.edge = color_mix(theme->panel_edge, theme->action, state.pressed ? 0.9 : 0.55);
    canvas_card(ui->canvas, box, &card);
    if (state.ring)
        ui_focus_ring(ui, box, 8);
}

bool ui_cell(struct ui *ui, const char *id, const char *title, const char *price, const char *words,
             struct box box, bool chosen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_register_choice(ui, id, box, words, chosen);
    struct card card = {.fill = chosen          ? theme->action
                                : state.hovered ? color_mix(theme->card, theme->action, 0.12)
                                                : theme->card,
                        .edge = theme->action,
                        .radius = 6,
                        .edge_width = 1.5};
    canvas_card(canvas, box, &card);
    struct box upper = box, lower = box_cut_bottom(&upper, box.h * 9 / 20);
    struct paper_color color = chosen ? theme->action_text : theme->action;
    upper.y += canvas_units(canvas, 2);
    lower.h -= canvas_units(canvas, 3);
    canvas_text(canvas, STYLE_STRONG, color, title, upper, ALIGN_CENTRE);
    canvas_text(canvas, STYLE_SMALL, chosen ? theme->action_text : theme->ink_soft, price, lower,
                ALIGN_CENTRE);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    return state.clicked;
}

bool ui_card(struct ui *ui, const char *id, const char *text, struct box box, bool chosen)
{
    struct ui_state state = ui_register_choice(ui, id, box, text, chosen);
    ui_draw_card(ui, box, state, chosen);
    return state.clicked;
}

bool ui_check(struct ui *ui, const char *id, const char *label, struct box box, bool *on)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, id, box, *on ? "on" : "off");
    if (state.clicked)
        *on = !*on;
    struct box rest = box;
    int side = canvas_units(canvas, 22);
    struct box square = box_centre(box_cut_left(&rest, side), side, side);
    struct card card = {.radius = 5, .edge_width = 1.5, .edge = theme->action};
    card.fill = *on ? theme->action : color_mix(theme->card, theme->action, state.hovered * 0.09);
    canvas_card(canvas, square, &card);
    if (*on)
        canvas_icon(canvas, ICON_TICK, square, theme->action_text);
    box_cut_left(&rest, canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_BODY, theme->ink, label, rest, ALIGN_LEFT);
    if (state.ring)
        ui_focus_ring(ui, box, 5);
    return state.clicked;
}

bool ui_cross(struct ui *ui, const char *id, const char *text, struct box box)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, 28);
    struct box square = box_centre(box, side, side);
    struct ui_state state = ui_target(ui, id, square, text);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.1 : 0;
    struct card card = {.fill = color_fade(theme->action, strength), .radius = 6};
    card.edge = card.fill;
    if (strength > 0)
        canvas_card(canvas, square, &card);
    struct paper_color color = state.hovered ? theme->warning : theme->ink_soft;
    canvas_icon(canvas, ICON_CROSS, square, color);
    if (state.ring)
        ui_focus_ring(ui, square, 6);
    if (state.clicked)
        ui_gone(ui);
    return state.clicked;
}

struct ui_state ui_sign_button(struct ui *ui, const char *id, const char *text, struct box box,
                               struct ui_sign sign)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = {0};
    if (!sign.idle)
        state = ui_target(ui, id, box, text);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct paper_color color = sign.primary ? theme->action_text : theme->action;
    struct card card = {.radius = sign.radius, .edge = theme->action, .edge_width = 1.5};
    card.fill = sign.primary ? color_mix(theme->action, theme->ink, strength * 2)
                             : color_mix(theme->card, theme->action, strength);
    if (sign.idle) {
        card.edge = theme->panel_edge;
        card.fill = theme->panel;
        color = color_mix(theme->panel, theme->ink_soft, 0.5);
    }
    int side = canvas_units(canvas, sign.size);
    canvas_card(canvas, box, &card);
    canvas_icon(canvas, sign.icon, box_centre(box, side, side), color);
    if (state.ring)
        ui_focus_ring(ui, box, sign.radius);
    return state;
}

bool ui_stepper(struct ui *ui, const char *id, const char *label, struct box box, int *value,
                const struct ui_range *range)
{
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    char less[UI_ID_BYTES], more[UI_ID_BYTES], told[64];
    snprintf(less, sizeof less, "%s less", id);
    snprintf(more, sizeof more, "%s more", id);
    snprintf(told, sizeof told, "%d%s", *value, range->unit);
    const char *shown = *value == 0 && range->zero ? range->zero : told;
    int side = canvas_units(canvas, 32);
    struct box rest = box;
    struct box plus = box_centre(box_cut_right(&rest, side), side, side);
    int zero = range->zero ? canvas_text_width(canvas, STYLE_STRONG, range->zero) : 0;
    int least = canvas_units(canvas, range->unit[0] ? 76 : 48);
    struct box number =
        box_cut_right(&rest, zero + side / 4 > least ? zero + side / 4 : least); /* at any value */
    struct box minus = box_centre(box_cut_right(&rest, side), side, side);
    canvas_text(canvas, STYLE_BODY, theme->ink, label, rest, ALIGN_LEFT);
    int old = *value;
    ui_group_begin(ui);
    struct ui_sign take = {ICON_LESS, 32, 16, .idle = *value <= range->minimum};
    if (ui_sign_button(ui, less, "less", minus, take).clicked)
        *value -= range->step;
    struct box middle = box_centre(number, number.w - canvas_units(canvas, 8), side);
    struct ui_state state = ui_register_choice(ui, id, middle, told, true);
    if (shown != told)
        ui_tell_label(ui, shown, middle);
    if (state.clicked)
        *value = *value >= range->maximum ? range->minimum : *value + range->step;
    struct ui_sign add = {ICON_MORE, 32, 16, .idle = *value >= range->maximum};
    if (ui_sign_button(ui, more, "more", plus, add).clicked)
        *value += range->step;
    ui_group_end(ui);
    *value = *value < range->minimum ? range->minimum : *value;
    *value = *value > range->maximum ? range->maximum : *value;
    canvas_text(canvas, STYLE_STRONG, state.hovered ? theme->action : theme->ink, shown, number,
                ALIGN_CENTRE);
    if (state.ring)
        ui_focus_ring(ui, middle, 6);
    return *value != old;
}

/* === dialog =================================================================================== */

/* Dialogs: what lies under one is shaded and drops out of the list of targets. */

/* In the middle of the room, or in the place nearest to it that covers least of the box. */
static struct box place_card(struct box room, int width, int height, const struct box *seen)
{
    static const int places[][2] = {{1, 1}, {1, 0}, {1, 2}, {0, 1}, {2, 1},
                                    {0, 0}, {2, 0}, {0, 2}, {2, 2}};
    struct box best = box_centre(room, width, height);
    int64_t least = -1;
    for (size_t i = 0; seen && i < sizeof places / sizeof places[0]; i++) {
        struct box card = best;
        card.x = room.x + (room.w - card.w) * places[i][0] / 2;
        card.y = room.y + (room.h - card.h) * places[i][1] / 2;
        struct box covered = box_intersect(card, *seen);
        int64_t size = (int64_t)covered.w * covered.h;
        if (least < 0 || size < least)
            best = card;
        least = least < 0 || size < least ? size : least;
    }
    return best;
}

static struct box open_dialog(struct ui *ui, int width, int height, const char *cancel_id,
                              const struct box *seen)
{
    struct canvas *canvas = ui->canvas;
    assert(ui->open_area < 0);
    ui->count = 0;
    ui->area_count = 0;
    canvas_forget_found(canvas, 0);
    ui->dialog = true;
    ui->default_id[0] = 0;
    ui_keep_id(ui->cancel, cancel_id);
    /* All of the window but the box, or all of it. */
    struct paper_color color = canvas_theme(canvas)->shade;
    struct box rest = canvas_box(canvas);
    if (seen) {
        struct box above = box_cut_top(&rest, seen->y - rest.y);
        canvas_fill(canvas, above, color);
        canvas_fill(canvas, box_cut_bottom(&rest, rest.y + rest.h - seen->y - seen->h), color);
        canvas_fill(canvas, box_cut_left(&rest, seen->x - rest.x), color);
        box_cut_left(&rest, seen->w);
    }
    canvas_fill(canvas, rest, color);
    int margin = canvas_units(canvas, 10);
    struct box card_box =
        place_card(box_inset(canvas_box(canvas), margin, margin), canvas_units(canvas, width),
                   canvas_units(canvas, height), seen);
    struct card card = card_plain(canvas);
    card.radius = 12;
    card.shadow = true;
    canvas_card(canvas, card_box, &card);
    int inset = canvas_units(canvas, 28);
    return box_inset(card_box, inset, inset - canvas_units(canvas, 4));
}

struct box ui_dialog(struct ui *ui, int width, int height, const char *cancel_id)
{
    return open_dialog(ui, width, height, cancel_id, NULL);
}

enum { QUESTION_WIDTH = 500 };

/* All of it, scrolled where there is not enough room; clear of the bar. Half a line is forgiven. */
static void build_text(struct ui *ui, const char *text, int height, struct box box)
{
    struct canvas *canvas = ui->canvas;
    bool on_top = ui->asking == ui->asked;
    struct ui_scroll *scroll = on_top ? &ui->question : &ui->under;
    int side = canvas_units(canvas, 14);
    int y = ui_scroll_begin(ui, "question", box_inset(box, -side, 0), scroll);
    canvas_paragraph(canvas, STYLE_BODY, canvas_theme(canvas)->ink, text,
                     box_make(box.x, y, box.w, height), ALIGN_LEFT);
    ui_scroll_end(ui, y + height);
    int hidden = y + height - box.y - box.h;
    ui->read = ui->read || (on_top && hidden <= canvas_line_height(canvas, STYLE_BODY) / 2);
}

static enum ui_answer ask(struct ui *ui, const char *title, const char *text, const char *yes,
                          const char *no, bool dangerous, const struct box *seen)
{
    struct canvas *canvas = ui->canvas;
    int room = canvas_units(canvas, QUESTION_WIDTH - 56);
    int most = canvas_box(canvas).w - canvas_units(canvas, 76);
    room = room < most ? room : most;
    int lines = canvas_paragraph_height(canvas, STYLE_BODY, text, room);
    int height = (int)ceil(lines / canvas_scale(canvas)) + 48 + 50 + 64;
    struct box inside =
        open_dialog(ui, QUESTION_WIDTH, height, no ? "button no" : "button yes", seen);
    ui->asking = hash_bytes(HASH_START, text, strlen(text));
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    box_cut_bottom(&inside, canvas_units(canvas, 14));
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, title,
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 8));
    build_text(ui, text, lines, inside);
    ui_status(ui, text);
    /* What was clicked belongs to the topmost question, whose buttons are called the same. */
    const struct request request = ui->request;
    const bool on_top = ui->asking == ui->asked;
    if (!on_top)
        ui->request.type = REQUEST_NONE;
    enum ui_answer answer = ANSWER_NONE;
    struct box right = box_cut_right(&row, ui_button_width(ui, yes));
    box_cut_right(&row, canvas_units(canvas, 12));
    if (no && ui_button(ui, "button no", no, box_cut_right(&row, ui_button_width(ui, no)),
                        dangerous ? LOOK_PRIMARY : LOOK_PLAIN))
        answer = ANSWER_NO;
    if (dangerous && !ui->read)
        ui_button_disabled(ui, yes, right);
    else if (ui_button(ui, "button yes", yes, right, dangerous ? LOOK_PLAIN : LOOK_PRIMARY))
        answer = ANSWER_YES;
    if (!on_top)
        ui->request = request;
    ui_default(ui, dangerous ? "button no" : "button yes");
    return answer;
}

enum ui_answer ui_question(struct ui *ui, const char *title, const char *text, const char *yes,
                           const char *no)
{
    return ask(ui, title, text, yes, no, false, NULL);
}

enum ui_answer ui_question_beside(struct ui *ui, const char *title, const char *text,
                                  const char *yes, const char *no, const struct box *seen)
{
    return ask(ui, title, text, yes, no, false, seen);
}

enum ui_answer ui_consent(struct ui *ui, const char *title, const char *text, const char *yes,
                          const char *no)
{
    return ask(ui, title, text, yes, no, true, NULL);
}
