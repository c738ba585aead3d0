/* The interface's memory between passes: targets, focus, the deed to be answered.
 *
 * Owned by the window. A pass empties the list of targets and builds it anew; ids, not pointers,
 * are what is remembered, so a screen may change anything at any time.
 */
#include "ui/ui.h"
#include "base/hash.h"
#include "base/memory.h"
#include "ui/inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

struct entry *ui_find(struct ui *ui, const char *id)
{
    for (int i = 0; id[0] && i < ui->count; i++)
        if (strcmp(ui->entries[i].target.id, id) == 0)
            return &ui->entries[i];
    return NULL;
}

const struct entry *ui_hit(const struct ui *ui, int x, int y)
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
    const struct entry *lies = ui_hit(ui, ui->pointer_x, ui->pointer_y);
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

static void begin_watching(struct ui *ui)
{
    ui->moved = ui->pointer_x != ui->seen_x || ui->pointer_y != ui->seen_y;
    ui->seen_x = ui->pointer_x;
    ui->seen_y = ui->pointer_y;
    ui->lay_under = under_pointer(ui, ui->was_dialog, ui->asked);
    ui->handles_before = handles(ui, ui->was_dialog, ui->asked);
    ui->pointed_before = ui->points_at;
    ui->points_at = 0;
}

/* Has this pass brought something where the pointer is? What the pointer moves to was there. */
static void watch_what_comes(struct ui *ui)
{
    uint64_t lies = under_pointer(ui, ui->dialog, ui->asking);
    const struct entry *hit = ui_hit(ui, ui->pointer_x, ui->pointer_y);
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

static int ripens_in(const struct ui *ui)
{
    int slip = canvas_units(ui->canvas, SLIP), rested = (int)(SDL_GetTicks() - ui->came_at);
    bool rests = abs(ui->pointer_x - ui->came_x) <= slip && abs(ui->pointer_y - ui->came_y) <= slip;
    return ui->came && rests && rested < UI_FRESH ? UI_FRESH - rested : 0;
}

bool ui_has_just_come(const struct ui *ui)
{
    return ripens_in(ui) > 0;
}

int ui_ripens_in(const struct ui *ui)
{
    bool tells = ui->points_at != 0 || ui->asked != 0 || !ui->by_click;
    return tells ? ripens_in(ui) : 0;
}

/* --- passes ----------------------------------------------------------------------------------- */

bool ui_take_deed(struct ui *ui, enum deed_type type, const char *id)
{
    if (ui->measuring || ui->deed.type != type || strcmp(ui->deed.id, id) != 0)
        return false;
    ui->deed.type = DEED_NONE;
    /* What was built before this in the pass does not know of it yet. */
    ui->unsettled = true;
    return true;
}

struct ui_state ui_register(struct ui *ui, const char *id, struct box box, const char *text,
                            bool field)
{
    if (ui->measuring)
        return (struct ui_state){0};
    ui->entries = array_grow(ui->entries, ui->count, &ui->capacity, sizeof *ui->entries);
    struct entry *entry = &ui->entries[ui->count++];
    memset(entry, 0, sizeof *entry);
    ui_keep_id(entry->target.id, id);
    snprintf(entry->target.text, sizeof entry->target.text, "%s", text);
    entry->whole = box;
    entry->area = ui->open_area;
    entry->field = field;
    entry->target.box = ui->open_area < 0 ? box : box_intersect(box, ui->areas[ui->open_area].box);
    struct ui_state state = {0};
    state.hovered = strcmp(ui->hot, id) == 0;
    state.pressed = state.hovered && strcmp(ui->pressed, id) == 0;
    state.focused = strcmp(ui->focus, id) == 0;
    state.ring = state.focused && ui->ring;
    state.clicked = ui_take_deed(ui, DEED_CLICK, id);
    return state;
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
    const struct entry *focused = ui_find(ui, ui->focus);
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
    begin_watching(ui);
    ui->count = ui->label_count = 0;
    ui->area_count = 0;
    ui->open_area = -1;
    ui->dialog = ui->unsettled = ui->takes_text = false;
    ui->cancel[0] = ui->default_id[0] = ui->status[0] = 0;
    ui->asking = 0;
}

static void follow_focus(struct ui *ui)
{
    bool typing = ui_is_typing(ui) || (ui->takes_text && !ui->dialog);
    if (typing && !SDL_IsTextInputActive())
        SDL_StartTextInput();
    if (!typing && SDL_IsTextInputActive())
        SDL_StopTextInput();
}

/* The next question must not be answered by the focus that has answered the one before. */
static void follow_question(struct ui *ui)
{
    bool other = ui->asking != ui->asked;
    if (other && ui->asked && strncmp(ui->focus, "button ", 7) == 0)
        ui->focus[0] = 0;
    if (other) {
        ui->question = (struct ui_scroll){0};
        ui->read = false;
    }
    ui->unsettled = ui->unsettled || other;
    ui->asked = ui->asking;
}

bool ui_end_pass(struct ui *ui)
{
    assert(ui->open_area < 0);
    watch_what_comes(ui);
    follow_question(ui);
    ui->was_dialog = ui->dialog;
    ui->deed.type = DEED_NONE;
    follow_focus(ui);
    bool again = ui->unsettled;
    const struct entry *revealed = ui_find(ui, ui->reveal);
    if (revealed)
        again = ui_scroll_reveal(ui, revealed) || again;
    ui->reveal[0] = 0;
    for (int i = 0; i < ui->area_count; i++)
        ui->areas[i].scroll = NULL;
    const struct entry *hit = ui_hit(ui, ui->pointer_x, ui->pointer_y);
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
    ui->deed.type = DEED_NONE;
}
