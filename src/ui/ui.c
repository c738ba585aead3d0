/* Pieces cut off a box, flows, grids and shares: sums over boxes, and the widgets that know their
 * own size.
 */
#include "ui/ui.h"

#include "base/memory.h"
#include "base/number.h"
#include "ui/inside.h"
#include "ui/layout.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double CHIP_HEIGHT = 32, CHIP_SIDE = 11, BUTTON_HEIGHT = 44, LINK_HEIGHT = 32,
                    FLOW_HEIGHT = 40;

/* --- pieces ---------------------------------------------------------------------------------- */

struct layout layout_column(struct ui *ui, int x, int y, int width, double gap)
{
    return (struct layout){ui, box_make(x, y, width, LAYOUT_ENDLESS), gap};
}

static struct box cut(struct box *rest, enum layout_end end, int pixels)
{
    switch (end) {
    case AT_TOP:
        return box_cut_top(rest, pixels);
    case AT_BOTTOM:
        return box_cut_bottom(rest, pixels);
    case AT_LEFT:
        return box_cut_left(rest, pixels);
    default:
        return box_cut_right(rest, pixels);
    }
}

struct box layout_cut(struct layout *layout, enum layout_end end, int pixels)
{
    struct box piece = cut(&layout->rest, end, pixels);
    layout_skip(layout, end, layout->gap);
    return piece;
}

struct box layout_take(struct layout *layout, enum layout_end end, double units)
{
    return layout_cut(layout, end, canvas_units(layout->ui->canvas, units));
}

void layout_skip(struct layout *layout, enum layout_end end, double units)
{
    cut(&layout->rest, end, canvas_units(layout->ui->canvas, units));
}

struct layout layout_row(struct layout *layout, double height, double gap)
{
    return (struct layout){layout->ui, layout_take(layout, AT_TOP, height), gap};
}

double layout_side(const struct ui *ui)
{
    return canvas_box(ui->canvas).w < canvas_units(ui->canvas, 900) ? 14 : 32;
}

struct layout layout_page(struct ui *ui, double gap)
{
    struct canvas *canvas = ui->canvas;
    struct box window = canvas_box(canvas);
    bool low = window.h < canvas_units(canvas, 640);
    canvas_fill(canvas, window, canvas_theme(canvas)->panel);
    return layout_inside(ui, window, layout_side(ui), low ? 8 : 20, gap);
}

struct layout layout_inside(struct ui *ui, struct box box, double side, double top, double gap)
{
    struct canvas *canvas = ui->canvas;
    return (struct layout){
        ui, box_inset(box, canvas_units(canvas, side), canvas_units(canvas, top)), gap};
}

struct layout layout_strip(struct ui *ui, struct box box, double gap)
{
    static const double SIDE = 14, TOP = 8;
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, box.w, canvas_units(canvas, 1)), theme->panel_edge);
    return layout_inside(ui, box, SIDE, TOP, gap);
}

/* --- pieces that know their size ------------------------------------------------------------- */

void layout_text(struct layout *layout, enum layout_end end, enum canvas_style style,
                 struct paper_color color, const char *text)
{
    struct canvas *canvas = layout->ui->canvas;
    bool across = end == AT_LEFT || end == AT_RIGHT;
    int size = across ? canvas_text_width(canvas, style, text) + 1
                      : canvas_text_height(canvas, style, text) + canvas_units(canvas, 4);
    canvas_text(canvas, style, color, text, layout_cut(layout, end, size),
                end == AT_RIGHT ? ALIGN_RIGHT : ALIGN_LEFT);
}

struct layout layout_foot(struct ui *ui, struct box box, double side)
{
    const struct paper_theme *theme = canvas_theme(ui->canvas);
    canvas_fill(ui->canvas, box, theme->card);
    canvas_fill(ui->canvas, box_make(box.x, box.y, box.w, canvas_units(ui->canvas, 1)),
                theme->panel_edge);
    return layout_inside(ui, box, side, 0, 0);
}

void layout_say(struct layout *foot, const char *said, const char *keys)
{
    struct canvas *canvas = foot->ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    int width = canvas_text_width(canvas, STYLE_SMALL, keys);
    int needed = canvas_text_width(canvas, STYLE_BODY, said) + canvas_units(canvas, 20);
    if (width + needed <= foot->rest.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, keys, layout_cut(foot, AT_RIGHT, width),
                    ALIGN_RIGHT);
    canvas_text(canvas, needed <= foot->rest.w ? STYLE_BODY : STYLE_SMALL, theme->ink, said,
                foot->rest, ALIGN_LEFT);
}

void layout_paragraph(struct layout *layout, enum canvas_style style, struct paper_color color,
                      const char *text)
{
    struct canvas *canvas = layout->ui->canvas;
    int height = canvas_paragraph_height(canvas, style, text, layout->rest.w);
    if (height > 0)
        canvas_paragraph(canvas, style, color, text, layout_cut(layout, AT_TOP, height),
                         ALIGN_LEFT);
}

static struct box in_middle(const struct layout *row, struct box box, double height)
{
    return box_centre(box, box.w, canvas_units(row->ui->canvas, height));
}

static int button_width(struct ui *ui, const char *label, enum ui_look look)
{
    return look == LOOK_LINK
               ? canvas_text_width(ui->canvas, STYLE_BODY, label) + canvas_units(ui->canvas, 8)
               : ui_button_width(ui, label);
}

bool layout_button(struct layout *row, enum layout_end end, const char *id, const char *label,
                   enum ui_look look)
{
    struct box box = layout_cut(row, end, button_width(row->ui, label, look));
    return ui_button(row->ui, id, label,
                     in_middle(row, box, look == LOOK_LINK ? LINK_HEIGHT : BUTTON_HEIGHT), look);
}

static int chip_width(struct ui *ui, const char *label)
{
    return canvas_text_width(ui->canvas, STYLE_BODY, label) +
           2 * canvas_units(ui->canvas, CHIP_SIDE);
}

struct ui_state layout_chip(struct layout *row, const char *id, const char *label,
                            const char *words, bool chosen)
{
    struct box box = layout_cut(row, AT_LEFT, chip_width(row->ui, label));
    return ui_chip(row->ui, id, label, words, in_middle(row, box, CHIP_HEIGHT), chosen);
}

/* --- flows ----------------------------------------------------------------------------------- */

static const double MOST_BELOW = 8; /* lines are no further apart, however wide the gap is */

struct flow flow_begin(const struct layout *layout, double gap)
{
    const struct canvas *canvas = layout->ui->canvas;
    const struct box *area = &layout->rest;
    int below = canvas_units(canvas, gap < MOST_BELOW ? gap : MOST_BELOW);
    ui_group_begin(layout->ui);
    return (struct flow){layout->ui, *area, canvas_units(canvas, gap), below, area->x, area->y, 0};
}

struct box flow_next(struct flow *flow, int width, int height)
{
    if (flow->x > flow->area.x && flow->x + width > flow->area.x + flow->area.w) {
        flow->x = flow->area.x;
        flow->y += flow->line + flow->below;
        flow->line = 0;
    }
    struct box box = {flow->x, flow->y, width < flow->area.w ? width : flow->area.w, height};
    flow->x += width + flow->gap;
    flow->line = height > flow->line ? height : flow->line;
    return box;
}

struct ui_state flow_chip(struct flow *flow, const char *id, const char *label, const char *words,
                          bool chosen)
{
    int height = canvas_units(flow->ui->canvas, CHIP_HEIGHT);
    struct box box = flow_next(flow, chip_width(flow->ui, label), height);
    return ui_chip(flow->ui, id, label, words, box, chosen);
}

bool flow_button(struct flow *flow, const char *id, const char *label, enum ui_look look)
{
    struct canvas *canvas = flow->ui->canvas;
    bool link = look == LOOK_LINK;
    int width = canvas_text_width(canvas, STYLE_BODY, label) + canvas_units(canvas, link ? 8 : 28);
    int height = canvas_units(canvas, link ? LINK_HEIGHT : FLOW_HEIGHT);
    return ui_button(flow->ui, id, label, flow_next(flow, width, height), look);
}

void flow_end(const struct flow *flow, struct layout *layout)
{
    ui_group_end(flow->ui);
    if (flow->line > 0)
        layout_cut(layout, AT_TOP, flow->y + flow->line - layout->rest.y);
}

/* --- grids and shares ------------------------------------------------------------------------ */

struct grid grid_in(const struct layout *layout, double least, double gap, int most)
{
    const struct canvas *canvas = layout->ui->canvas;
    struct grid grid = {.area = layout->rest, .gap = canvas_units(canvas, gap)};
    int columns = (grid.area.w + grid.gap) / (canvas_units(canvas, least) + grid.gap);
    grid.columns = columns < 1 ? 1 : columns > most ? most : columns;
    return grid;
}

int grid_width(const struct grid *grid)
{
    return (grid->area.w - (grid->columns - 1) * grid->gap) / grid->columns;
}

struct box grid_cell(const struct grid *grid, int index)
{
    int y = grid->area.y + index / grid->columns * (grid->height + grid->gap);
    struct box row = {grid->area.x, y, grid->area.w, grid->height};
    return box_column(row, index % grid->columns, grid->columns, grid->gap);
}

int grid_height(const struct grid *grid, int count)
{
    int rows = (count + grid->columns - 1) / grid->columns;
    return rows > 0 ? rows * (grid->height + grid->gap) - grid->gap : 0;
}

/* What is left over by weight; what a share may not have goes to the others. */
static int hand_out(int left, const struct share *shares, int count, int *lengths)
{
    double weights = 0;
    int given = 0;
    for (int i = 0; i < count; i++)
        if (shares[i].most == 0 || lengths[i] < shares[i].most)
            weights += shares[i].weight;
    for (int i = 0; i < count && weights > 0; i++) {
        if (shares[i].most > 0 && lengths[i] >= shares[i].most)
            continue;
        int part = (int)floor(left * shares[i].weight / weights);
        int room = shares[i].most > 0 ? shares[i].most - lengths[i] : part;
        part = part < room ? part : room;
        lengths[i] += part;
        given += part;
    }
    return given;
}

void layout_share(int length, int gap, const struct share *shares, int count, int *lengths)
{
    int left = length - (count - 1) * gap;
    for (int i = 0; i < count; i++) {
        lengths[i] = shares[i].least;
        left -= shares[i].least;
    }
    for (int given = 1; left > 0 && given > 0; left -= given)
        given = hand_out(left, shares, count, lengths);
}

bool layout_nothing(struct layout *column, const char *title, const char *words, const char *id,
                    const char *label)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = layout_take(column, AT_TOP, words[0] ? 210 : 150), row = {0};
    box = box_centre(box, canvas_units(canvas, 460), box.h);
    struct card card = card_plain(canvas);
    card.dashed = true;
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, 22, 22, 0);
    canvas_text(canvas, STYLE_HEADING, theme->ink, title, layout_take(&inside, AT_TOP, 40),
                ALIGN_CENTRE);
    if (label)
        row = layout_take(&inside, AT_BOTTOM, BUTTON_HEIGHT);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink_soft, words, inside.rest, ALIGN_CENTRE);
    return label &&
           ui_button(ui, id, label, box_centre(row, ui_button_width(ui, label), row.h), LOOK_PLAIN);
}

/* --- measuring ------------------------------------------------------------------------------- */

int layout_measure(struct ui *ui, int width, layout_builder *build, void *data)
{
    bool was_muted = canvas_is_muted(ui->canvas), was_measuring = ui->measuring;
    struct layout column = layout_column(ui, 0, 0, width, 0);
    const struct canvas_found *found;
    int found_before = canvas_found(ui->canvas, &found);
    canvas_mute(ui->canvas, ui->measuring = true);
    build(&column, data);
    canvas_mute(ui->canvas, was_muted);
    canvas_forget_found(ui->canvas, found_before);
    ui->measuring = was_measuring;
    return column.rest.y;
}

/* --- dialogs --------------------------------------------------------------------------------- */

static const double TITLE = 46, TITLE_GAP = 8, FOOT_GAP = 12, RING = 6, BAR = 14, EDGES = 48;

struct layout dialog_begin(struct ui *ui, struct dialog *dialog)
{
    struct canvas *canvas = ui->canvas;
    double foot = dialog->footless ? 0 : BUTTON_HEIGHT + FOOT_GAP;
    double content = ceil(dialog->scroll->content / canvas_scale(canvas));
    struct layout inside = {ui, {0}, 0};
    inside.rest =
        ui_dialog(ui, dialog->width, (int)(content + EDGES + TITLE + TITLE_GAP + foot) + 2,
                  dialog->cancel_id);
    struct box title = layout_take(&inside, AT_TOP, TITLE);
    canvas_title(ui->canvas, title, dialog->title, ALIGN_LEFT);
    layout_skip(&inside, AT_TOP, TITLE_GAP);
    dialog->foot = (struct layout){ui, {0}, 12};
    if (!dialog->footless) {
        dialog->foot.rest = layout_take(&inside, AT_BOTTOM, BUTTON_HEIGHT);
        layout_skip(&inside, AT_BOTTOM, FOOT_GAP);
    }
    struct box area = box_inset(inside.rest, -canvas_units(canvas, BAR), 0);
    int y = ui_scroll_begin(ui, dialog->id, area, dialog->scroll) + canvas_units(canvas, RING);
    return layout_column(ui, inside.rest.x, y, inside.rest.w, 0);
}

void dialog_end(const struct layout *content)
{
    struct ui *ui = content->ui;
    ui_scroll_end(ui, content->rest.y + canvas_units(ui->canvas, RING));
}

/* === keys ===================================================================================== */

/* Keys by their signs or by their places. */

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

/* === input ==================================================================================== */

/* From events to requests: what the pointer and the keyboard do to the targets of the last pass. */

int ui_act(struct ui *ui, enum request_type type, const char *id, int number)
{
    ui->request.type = type;
    ui_keep_id(ui->request.id, id);
    ui->request.number = number;
    return UI_TAKEN | UI_LOOK | UI_DEED;
}

static struct ui_entry *focused_field(struct ui *ui)
{
    struct ui_entry *entry = ui_find(ui, ui->focus);
    return entry && entry->field ? entry : NULL;
}

static bool is_handle(struct ui *ui, const char *id)
{
    const struct ui_entry *entry = ui_find(ui, id);
    return entry && entry->handle;
}

static bool ui_has_just_come(const struct ui *ui);

static const struct ui_entry *ui_hit(const struct ui *ui, int x, int y);

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
    const struct ui_entry *hit = ui_hit(ui, x, y);
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
    const struct ui_entry *hit = ui_hit(ui, x, y);
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
    const struct ui_entry *held = ui_find(ui, ui->pressed);
    if (held && held->handle) {
        ui->pressed[0] = 0;
        return box_holds(held->target.box, x, y) ? ui_act(ui, REQUEST_CLICK, held->target.id, 0)
                                                 : reaction | UI_TAKEN | UI_LOOK | UI_DEED;
    }
    bool on_it = strcmp(ui->pressed, ui->hot) == 0;
    ui->pressed[0] = 0;
    ui->by_click = on_it;
    return on_it ? ui_act(ui, REQUEST_CLICK, ui->hot, 0) : UI_TAKEN | UI_LOOK;
}

static int on_wheel(struct ui *ui, const SDL_MouseWheelEvent *wheel)
{
    struct ui_area *area = ui_area_at(ui, ui->pointer_x, ui->pointer_y);
    if (!area)
        return ui->was_dialog ? UI_TAKEN : 0;
    double notches = (double)wheel->preciseY;
    if (wheel->direction == SDL_MOUSEWHEEL_FLIPPED)
        notches = -notches;
    int distance = (int)(-notches * canvas_units(ui->canvas, 56));
    return ui_scroll_by(ui, area, distance) | UI_TAKEN;
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

static int move_focus(struct ui *ui, int dx, int dy);

/* While a field has the focus, letters are letters and no shortcuts. */
static int on_field_key(struct ui *ui, const SDL_Keysym *key)
{
    bool control = key->mod & (KMOD_CTRL | KMOD_GUI);
    if (control && key->sym == SDLK_v) {
        char *clipboard = SDL_GetClipboardText();
        if (!clipboard)
            return UI_TAKEN;
        snprintf(ui->request.text, sizeof ui->request.text, "%s", clipboard);
        SDL_free(clipboard);
        return ui_act(ui, REQUEST_INSERT, ui->focus, 0);
    }
    if (control && key->sym == SDLK_a)
        return choose_all(ui);
    if (control && key->sym == SDLK_c) {
        /* All that is in the field. */
        SDL_SetClipboardText(focused_field(ui)->target.text);
        return UI_TAKEN;
    }
    if (key->sym == SDLK_ESCAPE) {
        ui->focus[0] = 0;
        return UI_TAKEN | UI_LOOK;
    }
    /* At an end of its text an arrow goes on in the group. */
    const struct ui_entry *field = focused_field(ui);
    int last = (int)strlen(field->target.text), by = 0;
    if (field->target.group && !ui->all_chosen)
        by = (key->sym == SDLK_RIGHT && ui->caret >= last) - (key->sym == SDLK_LEFT && !ui->caret);
    if (by && move_focus(ui, by, 0))
        return UI_TAKEN | UI_LOOK;
    for (size_t i = 0; i < sizeof edit_keys / sizeof edit_keys[0]; i++)
        if (edit_keys[i].key == key->sym)
            return ui_act(ui, REQUEST_EDIT, ui->focus, (int)edit_keys[i].edit);
    return control || is_for_all(key->sym) ? 0 : UI_TAKEN;
}

static bool is_enter(SDL_Keycode key)
{
    return key == SDLK_RETURN || key == SDLK_KP_ENTER;
}

static struct ui_left *left_in(struct ui *ui, uint64_t group)
{
    for (int i = 0; i < UI_LEFT; i++)
        if (ui->left[i].group == group)
            return &ui->left[i];
    return NULL;
}

/* Where Tab comes into the group of this target: where it went out, or what is chosen. */
static const char *way_in(struct ui *ui, const struct ui_entry *to)
{
    if (to->target.group == 0)
        return to->target.id;
    const struct ui_left *left = left_in(ui, to->target.group);
    const struct ui_entry *first = NULL;
    for (int i = 0; i < ui->count; i++) {
        const struct ui_entry *entry = &ui->entries[i];
        if (entry->target.group != to->target.group)
            continue;
        if (left && strcmp(left->id, entry->target.id) == 0)
            return entry->target.id;
        if (!first || (entry->chosen && !first->chosen))
            first = entry;
    }
    return (first ? first : to)->target.id;
}

/* To the next stop, or back. */
static int go_on(struct ui *ui, int step)
{
    const struct ui_entry *from = ui_find(ui, ui->focus);
    uint64_t group = from ? from->target.group : 0;
    int at = from ? (int)(from - ui->entries) : step > 0 ? -1 : ui->count;
    if (group) {
        struct ui_left *left = left_in(ui, group);
        if (!left)
            left = &ui->left[ui->left_last = (ui->left_last + 1) % UI_LEFT];
        left->group = group;
        ui_keep_id(left->id, ui->focus);
    }
    for (int i = 0; i < ui->count; i++) {
        at = (at + step + ui->count) % ui->count;
        if (group == 0 || ui->entries[at].target.group != group)
            break;
    }
    if (ui->count > 0)
        ui_set_focus(ui, way_in(ui, &ui->entries[at]), true);
    return UI_TAKEN | UI_LOOK;
}

static int on_key(struct ui *ui, const SDL_Keysym *key)
{
    ui->by_click = false;
    if (key->sym == SDLK_TAB && !(key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))) {
        return go_on(ui, (key->mod & KMOD_SHIFT) ? -1 : 1);
    }
    if (focused_field(ui))
        return on_field_key(ui, key);
    const struct ui_entry *focused = ui_find(ui, ui->focus);
    if (focused && focused->slider) {
        int reaction = ui_slide_by_key(ui, focused, key->sym);
        if (reaction)
            return reaction;
    }
    if (key->sym == SDLK_ESCAPE && ui->was_dialog)
        return ui->cancel[0] ? ui_act(ui, REQUEST_CLICK, ui->cancel, 0) : UI_TAKEN;
    bool activates = is_enter(key->sym) || key->sym == SDLK_SPACE;
    bool modified = key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI);
    if (activates && !modified && ui->ring && focused && !focused->surface)
        return ui_act(ui, REQUEST_CLICK, ui->focus, 0);
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
        snprintf(ui->request.text, sizeof ui->request.text, "%s", event->text.text);
        return ui_act(ui, REQUEST_INSERT, ui->focus, 0);
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

static bool is_nearer(const struct ui_entry *from, const struct ui_entry *to,
                      const struct ui_entry *than, int dx, int dy)
{
    long distance = distance_towards(from->whole, to->whole, dx, dy);
    return distance >= 0 &&
           (!than || distance < distance_towards(from->whole, than->whole, dx, dy));
}

/* What begins the group's next line, or ends the one before; NULL: there is none. */
static const struct ui_entry *next_line(const struct ui *ui, const struct ui_entry *from, int dx)
{
    const struct ui_entry *line = NULL, *best = NULL;
    for (int i = 0; i < ui->count; i++) {
        const struct ui_entry *to = &ui->entries[i];
        if (to->target.group == from->target.group && is_nearer(from, to, NULL, 0, dx) &&
            (!line || (to->whole.y - line->whole.y) * dx < 0))
            line = to;
    }
    for (int i = 0; line && i < ui->count; i++) {
        const struct ui_entry *to = &ui->entries[i];
        if (to->target.group == from->target.group && is_nearer(from, to, NULL, 0, dx) &&
            to->whole.y < line->whole.y + line->whole.h &&
            line->whole.y < to->whole.y + to->whole.h &&
            (!best || (to->whole.x - best->whole.x) * dx < 0))
            best = to;
    }
    return best;
}

static int move_focus(struct ui *ui, int dx, int dy)
{
    const struct ui_entry *from = ui_find(ui, ui->focus);
    if (!from || !ui->ring)
        return 0;
    const struct ui_entry *best = NULL, *near = NULL; /* of all, and of the group */
    for (int i = 0; i < ui->count; i++) {
        const struct ui_entry *to = &ui->entries[i];
        bool beside = to->whole.y < from->whole.y + from->whole.h &&
                      from->whole.y < to->whole.y + to->whole.h;
        bool is_near =
            from->target.group && to->target.group == from->target.group && (dx == 0 || beside);
        if (is_nearer(from, to, best, dx, dy))
            best = to;
        if (is_near && is_nearer(from, to, near, dx, dy))
            near = to;
    }
    if (!near && from->target.group && dx)
        near = next_line(ui, from, dx);
    /* Sideways nothing leads out of a group. */
    if (near || (from->target.group && dx))
        best = near ? near : from;
    if (!best)
        return 0;
    ui_set_focus(ui, best->target.id, true);
    return UI_TAKEN | UI_LOOK;
}

static int page(struct ui *ui, SDL_Keycode key)
{
    if (ui->area_count == 0)
        return 0;
    struct ui_area *area = &ui->areas[0];
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

/* Home and End: to the first or the last of the group. */
static int go_to_end(struct ui *ui, SDL_Keycode key)
{
    const struct ui_entry *from = ui_find(ui, ui->focus), *to = NULL;
    if (!from || !ui->ring || from->target.group == 0 || (key != SDLK_HOME && key != SDLK_END))
        return 0;
    for (int i = 0; i < ui->count; i++)
        if (ui->entries[i].target.group == from->target.group && (!to || key == SDLK_END))
            to = &ui->entries[i];
    ui_set_focus(ui, to->target.id, true);
    return UI_TAKEN | UI_LOOK;
}

int ui_late_key(struct ui *ui, const SDL_Keysym *key)
{
    bool control = key->mod & KMOD_CTRL;
    if (is_enter(key->sym) && control && ui_find(ui, ui->default_id))
        return ui_act(ui, REQUEST_CLICK, ui->default_id, 0);
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return 0;
    if (is_enter(key->sym) && ui_find(ui, ui->default_id))
        return ui_act(ui, REQUEST_CLICK, ui->default_id, 0);
    if (is_enter(key->sym) && focused_field(ui) && !ui->default_id[0]) {
        ui->focus[0] = 0;
        return UI_TAKEN | UI_LOOK;
    }
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_DOWN) - (key->sym == SDLK_UP);
    int reaction = dx || dy ? move_focus(ui, dx, dy) : go_to_end(ui, key->sym);
    return reaction ? reaction : page(ui, key->sym);
}

/* === ui ======================================================================================= */

/* The interface's memory between passes: targets, focus, the request to be answered.
 *
 * Owned by the window. A pass empties the list of targets and builds it anew; ids, not pointers,
 * are what is remembered, so a screen may change anything at any time.
 *
 * Each pass compares what lies where the pointer is with the pass before: what the pointer itself
 * moves to was there before, and a handle that follows it or a button that stays is itself,
 * however often it is pressed.
 */

struct ui *ui_create(struct canvas *canvas)
{
    struct ui *ui = memory_allocate(1, sizeof *ui);
    ui->canvas = canvas;
    ui->pointer_x = ui->pointer_y = -1;
    ui->open_area = -1;
    ui->caret_at_x = -1;
    return ui;
}

void ui_free(struct ui *ui)
{
    free(ui->entries);
    free(ui->labels);
    free(ui);
}

struct canvas *ui_canvas(const struct ui *ui)
{
    return ui->canvas;
}

void ui_pointer(const struct ui *ui, int *x, int *y)
{
    *x = ui->pointer_x;
    *y = ui->pointer_y;
}

void ui_keep_id(char *into, const char *id)
{
    snprintf(into, UI_ID_BYTES, "%s", id);
}

struct ui_entry *ui_find(struct ui *ui, const char *id)
{
    for (int i = 0; id[0] && i < ui->count; i++)
        if (strcmp(ui->entries[i].target.id, id) == 0)
            return &ui->entries[i];
    return NULL;
}

static const struct ui_entry *ui_hit(const struct ui *ui, int x, int y)
{
    for (int i = ui->count - 1; i >= 0; i--)
        if (!ui->entries[i].surface && box_holds(ui->entries[i].target.box, x, y))
            return &ui->entries[i];
    return NULL;
}

/* --- what comes under the pointer ------------------------------------------------------------- */

/* Stands for what lies under the pointer, surfaces included; 0: nothing. */
static uint64_t under_pointer(const struct ui *ui, bool dialog, uint64_t question)
{
    const struct ui_entry *lies = ui_hit(ui, ui->pointer_x, ui->pointer_y);
    for (int i = 0; !lies && i < ui->count; i++)
        if (box_holds(ui->entries[i].target.box, ui->pointer_x, ui->pointer_y))
            lies = &ui->entries[i];
    const char *id = lies ? lies->target.id : "";
    return lies ? hash_bytes(HASH_START + question + dialog, id, strlen(id)) : 0;
}

/* Stands for the handles there are. One that follows the pointer lies elsewhere and is no other. */
static uint64_t handles(const struct ui *ui, bool dialog, uint64_t question)
{
    uint64_t all = HASH_START + question + dialog;
    for (int i = 0; i < ui->count; i++)
        if (ui->entries[i].handle)
            all = hash_bytes(all, ui->entries[i].target.id, strlen(ui->entries[i].target.id));
    return all;
}

void ui_points_at(struct ui *ui, uint64_t what)
{
    ui->points_at = what;
}

void ui_gone(struct ui *ui)
{
    ui->gone = true;
}

/* Has this pass brought something where the pointer is? What the pointer moves to was there. */
static void watch_what_comes(struct ui *ui)
{
    uint64_t lies = under_pointer(ui, ui->dialog, ui->asking);
    const struct ui_entry *hit = ui_hit(ui, ui->pointer_x, ui->pointer_y);
    bool followed = ui->moved && hit && hit->handle &&
                    handles(ui, ui->dialog, ui->asking) == ui->handles_before;
    bool other = ui->gone || (lies != ui->lay_under && !followed) ||
                 (!ui->moved && ui->points_at != ui->pointed_before);
    ui->gone = false;
    if (!other)
        return;
    ui->came = lies != 0 || ui->points_at != 0;
    ui->came_x = ui->pointer_x;
    ui->came_y = ui->pointer_y;
    ui->came_at = SDL_GetTicks();
}

static const double SLIP = 4; /* interface pixels that a hand moves between two clicks */

static int click_guard_left(const struct ui *ui)
{
    int slip = canvas_units(ui->canvas, SLIP), rested = (int)(SDL_GetTicks() - ui->came_at);
    bool rests = abs(ui->pointer_x - ui->came_x) <= slip && abs(ui->pointer_y - ui->came_y) <= slip;
    return ui->came && rests && rested < UI_CLICK_GUARD_MS ? UI_CLICK_GUARD_MS - rested : 0;
}

static bool ui_has_just_come(const struct ui *ui)
{
    return click_guard_left(ui) > 0;
}

int ui_click_guard_left(const struct ui *ui)
{
    bool tells = ui->points_at != 0 || ui->asked != 0 || !ui->by_click;
    return tells ? click_guard_left(ui) : 0;
}

/* --- passes ----------------------------------------------------------------------------------- */

bool ui_take_request(struct ui *ui, enum request_type type, const char *id)
{
    if (ui->measuring || ui->request.type != type || strcmp(ui->request.id, id) != 0)
        return false;
    ui->request.type = REQUEST_NONE;
    /* What was built before this in the pass does not know of it yet. */
    ui->unsettled = true;
    return true;
}

void ui_build_again(struct ui *ui)
{
    ui->unsettled = true;
}

struct ui_state ui_register(struct ui *ui, const char *id, struct box box, const char *text,
                            bool field)
{
    if (ui->measuring)
        return (struct ui_state){0};
    ui->entries = array_grow(ui->entries, ui->count, &ui->capacity, sizeof *ui->entries);
    struct ui_entry *entry = &ui->entries[ui->count++];
    memset(entry, 0, sizeof *entry);
    ui_keep_id(entry->target.id, id);
    snprintf(entry->target.text, sizeof entry->target.text, "%s", text);
    entry->whole = box;
    entry->area = ui->open_area;
    if (ui->group_depth > 0 && ui->group == 0)
        ui->group = hash_bytes(HASH_START, id, strlen(id));
    entry->target.group = ui->group_depth > 0 ? ui->group : 0;
    entry->field = field;
    entry->target.box = ui->open_area < 0 ? box : box_intersect(box, ui->areas[ui->open_area].box);
    struct ui_state state = {0};
    state.hovered = strcmp(ui->hot, id) == 0;
    state.pressed = state.hovered && strcmp(ui->pressed, id) == 0;
    state.focused = strcmp(ui->focus, id) == 0;
    state.ring = state.focused && ui->ring;
    state.clicked = ui_take_request(ui, REQUEST_CLICK, id);
    return state;
}

struct ui_state ui_register_choice(struct ui *ui, const char *id, struct box box, const char *text,
                                   bool chosen)
{
    struct ui_state state = ui_register(ui, id, box, text, false);
    if (!ui->measuring)
        ui->entries[ui->count - 1].chosen = chosen;
    return state;
}

void ui_group_begin(struct ui *ui)
{
    if (ui->group_depth++ == 0)
        ui->group = 0;
}

void ui_group_end(struct ui *ui)
{
    ui->group_depth--;
}

struct ui_state ui_handle(struct ui *ui, const char *id, struct box box, const char *text)
{
    struct ui_state state = ui_register(ui, id, box, text, false);
    if (!ui->measuring)
        ui_find(ui, id)->handle = true;
    state.held = strcmp(ui->pressed, id) == 0;
    return state;
}

struct ui_state ui_target(struct ui *ui, const char *id, struct box box, const char *text)
{
    return ui_register(ui, id, box, text, false);
}

struct ui_state ui_surface(struct ui *ui, const char *id, struct box box, const char *text)
{
    struct ui_state state = ui_register(ui, id, box, text, false);
    if (!ui->measuring)
        ui->entries[ui->count - 1].surface = true;
    return state;
}

void ui_set_focus(struct ui *ui, const char *id, bool show)
{
    ui_keep_id(ui->focus, id ? id : "");
    ui->ring = show && id;
    ui_reveal(ui, id ? id : "");
    ui->caret = 1 << 20;
    ui->all_chosen = false;
}

void ui_reveal(struct ui *ui, const char *id)
{
    ui_keep_id(ui->reveal, id);
}

const char *ui_focus(const struct ui *ui)
{
    for (int i = 0; ui->focus[0] && i < ui->count; i++)
        if (strcmp(ui->entries[i].target.id, ui->focus) == 0)
            return ui->focus;
    return NULL;
}

const char *ui_ring(const struct ui *ui)
{
    return ui->ring ? ui->focus : "";
}

bool ui_is_typing(struct ui *ui)
{
    const struct ui_entry *focused = ui_find(ui, ui->focus);
    return focused && focused->field;
}

void ui_take_text(struct ui *ui)
{
    ui->takes_text = true;
}

void ui_default(struct ui *ui, const char *id)
{
    ui_keep_id(ui->default_id, id);
}

bool ui_in_dialog(const struct ui *ui)
{
    return ui->was_dialog;
}

void ui_status(struct ui *ui, const char *text)
{
    snprintf(ui->status, sizeof ui->status, "%s", text);
}

const char *ui_status_text(const struct ui *ui)
{
    return ui->status;
}

int ui_target_count(const struct ui *ui)
{
    return ui->count;
}

const struct ui_target *ui_target_at(const struct ui *ui, int index)
{
    assert(index >= 0 && index < ui->count);
    return &ui->entries[index].target;
}

void ui_tell_label(struct ui *ui, const char *text, struct box box)
{
    ui->labels = array_grow(ui->labels, ui->label_count, &ui->label_capacity, sizeof *ui->labels);
    struct ui_label *label = &ui->labels[ui->label_count++];
    snprintf(label->text, sizeof label->text, "%s", text);
    label->box = box;
}

int ui_label_count(const struct ui *ui)
{
    return ui->label_count;
}

const struct ui_label *ui_label_at(const struct ui *ui, int index)
{
    assert(index >= 0 && index < ui->label_count);
    return &ui->labels[index];
}

void ui_begin_pass(struct ui *ui)
{
    ui->moved = ui->pointer_x != ui->seen_x || ui->pointer_y != ui->seen_y;
    ui->seen_x = ui->pointer_x;
    ui->seen_y = ui->pointer_y;
    ui->lay_under = under_pointer(ui, ui->was_dialog, ui->asked);
    ui->handles_before = handles(ui, ui->was_dialog, ui->asked);
    ui->pointed_before = ui->points_at;
    ui->points_at = 0;
    ui->count = ui->label_count = 0;
    ui->area_count = 0;
    ui->open_area = -1;
    ui->dialog = ui->unsettled = ui->takes_text = false;
    ui->cancel[0] = ui->default_id[0] = ui->status[0] = 0;
    ui->asking = 0;
}

bool ui_end_pass(struct ui *ui)
{
    assert(ui->open_area < 0 && ui->group_depth == 0);
    watch_what_comes(ui);
    /* The next question must not be answered by the focus that has answered the one before. */
    bool other = ui->asking != ui->asked;
    if (other && ui->asked && strncmp(ui->focus, "button ", 7) == 0)
        ui->focus[0] = 0;
    if (other) {
        ui->question = (struct ui_scroll){0};
        ui->read = false;
    }
    ui->unsettled = ui->unsettled || other;
    ui->asked = ui->asking;
    ui->was_dialog = ui->dialog;
    ui->request.type = REQUEST_NONE;
    bool typing = ui_is_typing(ui) || (ui->takes_text && !ui->dialog);
    if (typing && !SDL_IsTextInputActive())
        SDL_StartTextInput();
    if (!typing && SDL_IsTextInputActive())
        SDL_StopTextInput();
    bool again = ui->unsettled;
    const struct ui_entry *revealed = ui_find(ui, ui->reveal);
    if (revealed)
        again = ui_scroll_reveal(ui, revealed) || again;
    ui->reveal[0] = 0;
    for (int i = 0; i < ui->area_count; i++)
        ui->areas[i].scroll = NULL;
    const struct ui_entry *hit = ui_hit(ui, ui->pointer_x, ui->pointer_y);
    const char *hot = hit ? hit->target.id : "";
    if (strcmp(hot, ui->hot) != 0) {
        ui_keep_id(ui->hot, hot);
        again = true;
    }
    return again;
}

void ui_reset(struct ui *ui)
{
    ui->focus[0] = ui->pressed[0] = ui->dragged[0] = ui->sliding[0] = 0;
    ui->gone = true;
    ui->request.type = REQUEST_NONE;
}
