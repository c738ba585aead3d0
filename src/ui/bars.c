/* What is dragged along a bar: parts of a screen that are taller than their box, and sliders.
 *
 * The offset of a scrolling part belongs to the screen; between passes only the window of the last
 * pass is known, so input asks for a distance and the next pass applies it, kept within the
 * content.
 */
#include "ui/inside.h"

#include <assert.h>
#include <string.h>

static int kept_within(int offset, const struct area *area)
{
    int most = area->content - area->box.h;
    if (offset > most)
        offset = most;
    return offset < 0 ? 0 : offset;
}

struct area *ui_area_at(struct ui *ui, int x, int y)
{
    for (int i = ui->area_count - 1; i >= 0; i--)
        if (box_holds(ui->areas[i].box, x, y))
            return &ui->areas[i];
    return NULL;
}

static bool ui_scroll_thumb(const struct ui *ui, const struct area *area, struct box *bar,
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

int ui_scroll_by(struct ui *ui, const struct area *area, int distance)
{
    int offset = kept_within(area->offset + distance, area);
    return offset == area->offset ? 0 : ui_act(ui, DEED_SCROLL, area->id, offset);
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
        const struct area *area = &ui->areas[i];
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

bool ui_scroll_reveal(struct ui *ui, const struct entry *entry)
{
    if (entry->area < 0 || !ui->areas[entry->area].scroll)
        return false;
    struct area *area = &ui->areas[entry->area];
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
    struct area *area = &ui->areas[ui->area_count];
    *area = (struct area){.box = box, .scroll = scroll, .content = scroll->content};
    ui_keep_id(area->id, id);
    if (ui_take_deed(ui, DEED_SCROLL, id))
        scroll->offset = ui->deed.number;
    area->offset = scroll->offset = kept_within(scroll->offset, area);
    ui->open_area = ui->area_count++;
    canvas_push_clip(ui->canvas, box);
    return box.y - scroll->offset;
}

static void draw_bar(struct ui *ui, const struct area *area)
{
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

void ui_scroll_end(struct ui *ui, int content_bottom)
{
    assert(ui->open_area >= 0);
    struct area *area = &ui->areas[ui->open_area];
    ui->open_area = -1;
    canvas_pop_clip(ui->canvas);
    int content = content_bottom - (area->box.y - area->offset);
    ui->unsettled = ui->unsettled || content != area->content;
    area->content = content;
    area->scroll->content = area->content;
    draw_bar(ui, area);
}

/* --- sliders: a number that is dragged along a bar ---------------------------------------------
 */

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

static int ask_for(struct ui *ui, const struct entry *slider, int value)
{
    if (value == slider->value)
        return UI_TAKEN;
    return ui_act(ui, DEED_SLIDE, slider->target.id, value);
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
    return ask_for(ui, slider, kept_in_range(slider->range.minimum + value, &slider->range));
}

int ui_slide_by_key(struct ui *ui, const struct entry *slider, SDL_Keycode key)
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
    if (ui_take_deed(ui, DEED_SLIDE, id))
        *value = ui->deed.number;
    *value = kept_in_range(*value, range);
    struct ui_state state = ui_register(ui, id, box, text, false);
    struct entry *entry = ui->measuring ? NULL : ui_find(ui, id);
    if (entry) {
        entry->slider = true;
        entry->value = *value;
        entry->range = *range;
        entry->range.unit = "";
    }
    draw_slider(ui, box, *value, range, state, entry && ui_find(ui, ui->sliding) == entry);
    return *value != old;
}
