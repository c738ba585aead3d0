/* Sliders: a number that is dragged along a bar. */
#include "ui/inside.h"

static const double BAR_HEIGHT = 6, KNOB = 22; /* interface pixels */

static int knob_size(const struct ui *ui, struct box box)
{
    int size = canvas_units(ui->canvas, KNOB);
    return size < box.w ? size : box.w;
}

static int kept_within(long long value, const struct ui_range *range)
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

static int ask_for(struct ui *ui, const struct entry *slider, int value)
{
    if (value == slider->value)
        return UI_TAKEN;
    ui->deed.type = DEED_SLIDE;
    ui_keep_id(ui->deed.id, slider->target.id);
    ui->deed.number = value;
    return UI_TAKEN | UI_LOOK | UI_DEED;
}

int ui_slide_to(struct ui *ui, const struct entry *slider, int x)
{
    if (!slider || !slider->slider)
        return UI_TAKEN;
    struct box box = slider->whole;
    long long room = box.w - knob_size(ui, box), along = x - (box.x + knob_size(ui, box) / 2);
    long long span = slider->range.maximum - slider->range.minimum;
    along = along < 0 ? 0 : along > room ? room : along;
    long long value = room > 0 ? (2 * along * span + room) / (2 * room) : 0;
    return ask_for(ui, slider, kept_within(slider->range.minimum + value, &slider->range));
}

int ui_slide_by_key(struct ui *ui, const struct entry *slider, SDL_Keycode key)
{
    const struct ui_range *range = &slider->range;
    long long page = (range->maximum - range->minimum) / 10, value = slider->value;
    page = page > range->step ? page : range->step;
    switch (key) {
    case SDLK_LEFT:
        return ask_for(ui, slider, kept_within(value - range->step, range));
    case SDLK_RIGHT:
        return ask_for(ui, slider, kept_within(value + range->step, range));
    case SDLK_PAGEUP:
        return ask_for(ui, slider, kept_within(value - page, range));
    case SDLK_PAGEDOWN:
        return ask_for(ui, slider, kept_within(value + page, range));
    case SDLK_HOME:
        return ask_for(ui, slider, range->minimum);
    case SDLK_END:
        return ask_for(ui, slider, range->maximum);
    default:
        return 0;
    }
}

static void draw(struct ui *ui, struct box box, int value, const struct ui_range *range,
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
    if (ui_take_deed(ui, DEED_SLIDE, id))
        *value = ui->deed.number;
    *value = kept_within(*value, range);
    struct ui_state state = ui_register(ui, id, box, text, false);
    struct entry *entry = ui->measuring ? NULL : ui_find(ui, id);
    if (entry) {
        entry->slider = true;
        entry->value = *value;
        entry->range = *range;
        entry->range.unit = "";
    }
    draw(ui, box, *value, range, state, entry && ui_find(ui, ui->sliding) == entry);
    return *value != old;
}
