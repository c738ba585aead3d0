/* From events to deeds: what the pointer and the keyboard do to the targets of the last pass. */
#include "ui/inside.h"

#include "ui/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int ui_act(struct ui *ui, enum deed_type type, const char *id, int number)
{
    ui->deed.type = type;
    ui_keep_id(ui->deed.id, id);
    ui->deed.number = number;
    return UI_TAKEN | UI_LOOK | UI_DEED;
}

static struct entry *focused_field(struct ui *ui)
{
    struct entry *entry = ui_find(ui, ui->focus);
    return entry && entry->field ? entry : NULL;
}

static bool is_handle(struct ui *ui, const char *id)
{
    const struct entry *entry = ui_find(ui, id);
    return entry && entry->handle;
}

static int on_motion(struct ui *ui, int x, int y)
{
    ui->pointer_x = x;
    ui->pointer_y = y;
    ui->came = ui_has_just_come(ui); /* who comes back to it means it */
    if (is_handle(ui, ui->pressed))
        return UI_TAKEN | UI_LOOK | UI_DEED;
    if (ui->dragged[0])
        return ui_scroll_drag(ui, y);
    if (ui->sliding[0])
        return ui_slide_to(ui, ui_find(ui, ui->sliding), x);
    const struct entry *hit = ui_hit(ui, x, y);
    const char *id = hit ? hit->target.id : "";
    if (strcmp(id, ui->hot) == 0)
        return 0;
    ui_keep_id(ui->hot, id);
    return UI_LOOK;
}

static int on_press(struct ui *ui, int x, int y)
{
    int reaction = on_motion(ui, x, y);
    if (ui_has_just_come(ui))
        return reaction | UI_TAKEN;
    int scrolled = ui_scroll_press(ui, x, y);
    if (scrolled)
        return scrolled;
    const struct entry *hit = ui_hit(ui, x, y);
    ui->ring = ui->all_chosen = false;
    if (!hit) {
        if (focused_field(ui))
            ui->focus[0] = 0;
        return reaction | UI_LOOK;
    }
    ui_keep_id(ui->focus, hit->target.id);
    if (hit->slider) {
        ui_keep_id(ui->sliding, hit->target.id);
        return UI_TAKEN | UI_LOOK | ui_slide_to(ui, hit, x);
    }
    ui_keep_id(ui->pressed, hit->target.id);
    if (hit->field)
        ui->caret_at_x = x;
    return UI_TAKEN | UI_LOOK | (hit->handle || hit->field ? UI_DEED : 0);
}

/* Ctrl+A, or a double click. */
static int choose_all(struct ui *ui)
{
    if (!focused_field(ui))
        return 0;
    ui->all_chosen = true;
    return UI_TAKEN | UI_LOOK;
}

static int on_release(struct ui *ui, int x, int y)
{
    int reaction = on_motion(ui, x, y);
    if (ui->dragged[0] || ui->sliding[0]) {
        ui->dragged[0] = ui->sliding[0] = 0;
        return reaction | UI_TAKEN | UI_LOOK;
    }
    if (!ui->pressed[0])
        return reaction;
    const struct entry *held = ui_find(ui, ui->pressed);
    if (held && held->handle) {
        ui->pressed[0] = 0;
        return box_holds(held->target.box, x, y) ? ui_act(ui, DEED_CLICK, held->target.id, 0)
                                                 : reaction | UI_TAKEN | UI_LOOK | UI_DEED;
    }
    bool on_it = strcmp(ui->pressed, ui->hot) == 0;
    ui->pressed[0] = 0;
    ui->by_click = on_it;
    return on_it ? ui_act(ui, DEED_CLICK, ui->hot, 0) : UI_TAKEN | UI_LOOK;
}

static int on_wheel(struct ui *ui, const SDL_MouseWheelEvent *wheel)
{
    struct area *area = ui_area_at(ui, ui->pointer_x, ui->pointer_y);
    if (!area)
        return ui->was_dialog ? UI_TAKEN : 0;
    double notches = (double)wheel->preciseY;
    if (wheel->direction == SDL_MOUSEWHEEL_FLIPPED)
        notches = -notches;
    int distance = (int)(-notches * canvas_units(ui->canvas, 56));
    return ui_scroll_by(ui, area, distance) | UI_TAKEN;
}

static int walk(struct ui *ui, int step)
{
    if (ui->count == 0)
        return UI_TAKEN;
    int at = step > 0 ? -1 : ui->count;
    for (int i = 0; i < ui->count; i++)
        if (strcmp(ui->entries[i].target.id, ui->focus) == 0)
            at = i;
    at = (at + step + ui->count) % ui->count;
    ui_set_focus(ui, ui->entries[at].target.id, true);
    return UI_TAKEN | UI_LOOK;
}

/* All that is in the field. */
static int copy(struct ui *ui)
{
    SDL_SetClipboardText(focused_field(ui)->target.text);
    return UI_TAKEN;
}

static int paste(struct ui *ui)
{
    char *clipboard = SDL_GetClipboardText();
    if (!clipboard)
        return UI_TAKEN;
    snprintf(ui->deed.text, sizeof ui->deed.text, "%s", clipboard);
    SDL_free(clipboard);
    return ui_act(ui, DEED_INSERT, ui->focus, 0);
}

static const struct {
    SDL_Keycode key;
    enum edit_key edit;
} edit_keys[] = {
    {SDLK_LEFT, EDIT_LEFT}, {SDLK_RIGHT, EDIT_RIGHT},         {SDLK_HOME, EDIT_HOME},
    {SDLK_END, EDIT_END},   {SDLK_BACKSPACE, EDIT_BACKSPACE}, {SDLK_DELETE, EDIT_DELETE},
};

static bool is_for_all(SDL_Keycode key)
{
    return key == SDLK_UP || key == SDLK_DOWN || key == SDLK_RETURN || key == SDLK_KP_ENTER ||
           key == SDLK_PAGEUP || key == SDLK_PAGEDOWN || (key >= SDLK_F1 && key <= SDLK_F12);
}

/* While a field has the focus, letters are letters and no shortcuts. */
static int on_field_key(struct ui *ui, const SDL_Keysym *key)
{
    bool control = key->mod & (KMOD_CTRL | KMOD_GUI);
    if (control && key->sym == SDLK_v)
        return paste(ui);
    if (control && key->sym == SDLK_a)
        return choose_all(ui);
    if (control && key->sym == SDLK_c)
        return copy(ui);
    if (key->sym == SDLK_ESCAPE) {
        ui->focus[0] = 0;
        return UI_TAKEN | UI_LOOK;
    }
    for (size_t i = 0; i < sizeof edit_keys / sizeof edit_keys[0]; i++)
        if (edit_keys[i].key == key->sym)
            return ui_act(ui, DEED_EDIT, ui->focus, (int)edit_keys[i].edit);
    return control || is_for_all(key->sym) ? 0 : UI_TAKEN;
}

static bool is_enter(SDL_Keycode key)
{
    return key == SDLK_RETURN || key == SDLK_KP_ENTER;
}

static int on_key(struct ui *ui, const SDL_Keysym *key)
{
    ui->by_click = false;
    if (key->sym == SDLK_TAB && !(key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)))
        return walk(ui, (key->mod & KMOD_SHIFT) ? -1 : 1);
    if (focused_field(ui))
        return on_field_key(ui, key);
    const struct entry *focused = ui_find(ui, ui->focus);
    if (focused && focused->slider) {
        int reaction = ui_slide_by_key(ui, focused, key->sym);
        if (reaction)
            return reaction;
    }
    if (key->sym == SDLK_ESCAPE && ui->was_dialog)
        return ui->cancel[0] ? ui_act(ui, DEED_CLICK, ui->cancel, 0) : UI_TAKEN;
    bool activates = is_enter(key->sym) || key->sym == SDLK_SPACE;
    bool modified = key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI);
    if (activates && !modified && ui->ring && focused && !focused->surface)
        return ui_act(ui, DEED_CLICK, ui->focus, 0);
    return 0;
}

int ui_event(struct ui *ui, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_MOUSEMOTION:
        return on_motion(ui, event->motion.x, event->motion.y);
    case SDL_MOUSEBUTTONDOWN:
        if (event->button.button != SDL_BUTTON_LEFT)
            return on_motion(ui, event->button.x, event->button.y);
        return on_press(ui, event->button.x, event->button.y) |
               (event->button.clicks == 2 ? choose_all(ui) : 0);
    case SDL_MOUSEBUTTONUP:
        if (event->button.button != SDL_BUTTON_LEFT)
            return on_motion(ui, event->button.x, event->button.y);
        return on_release(ui, event->button.x, event->button.y);
    case SDL_MOUSEWHEEL:
        return on_wheel(ui, &event->wheel);
    case SDL_KEYDOWN:
        return on_key(ui, &event->key.keysym);
    case SDL_TEXTINPUT:
        if (!focused_field(ui))
            return 0;
        snprintf(ui->deed.text, sizeof ui->deed.text, "%s", event->text.text);
        return ui_act(ui, DEED_INSERT, ui->focus, 0);
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE)
            return on_motion(ui, -1, -1);
        return 0;
    default:
        return 0;
    }
}

/* How far a target lies in a direction, sideways counting more; negative: not that way. */
static long distance_towards(struct box from, struct box to, int dx, int dy)
{
    long x = (to.x + to.w / 2) - (from.x + from.w / 2);
    long y = (to.y + to.h / 2) - (from.y + from.h / 2);
    long ahead = x * dx + y * dy;
    long aside = labs(x * dy) + labs(y * dx);
    bool reached = dx > 0   ? to.x >= from.x + from.w
                   : dx < 0 ? to.x + to.w <= from.x
                   : dy > 0 ? to.y >= from.y + from.h
                            : to.y + to.h <= from.y;
    return reached && ahead > 0 ? ahead + 3 * aside : -1;
}

static int move_focus(struct ui *ui, int dx, int dy)
{
    const struct entry *from = ui_find(ui, ui->focus);
    if (!from || !ui->ring)
        return 0;
    const struct entry *best = NULL;
    long least = 0;
    for (int i = 0; i < ui->count; i++) {
        long distance = distance_towards(from->whole, ui->entries[i].whole, dx, dy);
        if (distance >= 0 && (!best || distance < least)) {
            best = &ui->entries[i];
            least = distance;
        }
    }
    if (!best)
        return 0;
    ui_set_focus(ui, best->target.id, true);
    return UI_TAKEN | UI_LOOK;
}

static int page(struct ui *ui, SDL_Keycode key)
{
    if (ui->area_count == 0)
        return 0;
    struct area *area = &ui->areas[0];
    int line = canvas_units(ui->canvas, 40);
    switch (key) {
    case SDLK_UP:
        return ui_scroll_by(ui, area, -line);
    case SDLK_DOWN:
        return ui_scroll_by(ui, area, line);
    case SDLK_PAGEUP:
        return ui_scroll_by(ui, area, line - area->box.h);
    case SDLK_PAGEDOWN:
        return ui_scroll_by(ui, area, area->box.h - line);
    case SDLK_HOME:
        return ui_scroll_by(ui, area, -area->content);
    case SDLK_END:
        return ui_scroll_by(ui, area, area->content);
    default:
        return 0;
    }
}

int ui_late_key(struct ui *ui, const SDL_Keysym *key)
{
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return 0;
    if (is_enter(key->sym) && ui_find(ui, ui->default_id))
        return ui_act(ui, DEED_CLICK, ui->default_id, 0);
    if (is_enter(key->sym) && focused_field(ui) && !ui->default_id[0]) {
        ui->focus[0] = 0;
        return UI_TAKEN | UI_LOOK;
    }
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_DOWN) - (key->sym == SDLK_UP);
    int reaction = dx || dy ? move_focus(ui, dx, dy) : 0;
    return reaction ? reaction : page(ui, key->sym);
}
