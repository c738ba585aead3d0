/* What stands round the sheet. */
#include "screens/desk/desk.h"

#include "base/memory.h"
#include "paper/brush.h"
#include "screens/desk/desk_panel.h"
#include "screens/tracks/gallery.h"
#include "screens/tracks/par.h"
#include "screens/workshop.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For the files of this folder. */

static void desk_tell(struct app *app, struct desk *desk); /* what was said */
static const char *desk_noun(const struct desk *desk);     /* "map" */
static const char *desk_name(const struct desk *desk);

static const double WIDE = 150, ROW = 44, SIDE = 8, PADDING = 14, GAP = 8, BETWEEN = 6,
                    WIDE_WINDOW = 1100, NUMBER = 36; /* interface pixels */

/* --- tools ------------------------------------------------------------------------------------ */

static int rows_in(const struct canvas *canvas, const struct desk_tools *tools, int height)
{
    int rows = (height - 2 * canvas_units(canvas, SIDE)) / canvas_units(canvas, ROW);
    return rows < 1 ? 1 : rows > tools->count ? tools->count : rows;
}

static bool is_named(const struct canvas *canvas, const struct desk_tools *tools, int rows)
{
    return canvas_box(canvas).w >= canvas_units(canvas, WIDE_WINDOW) && rows == tools->count;
}

static int desk_toolbar_width(const struct canvas *canvas, const struct desk_tools *tools,
                              int height)
{
    int rows = rows_in(canvas, tools, height), columns = (tools->count + rows - 1) / rows;
    return columns * canvas_units(canvas, is_named(canvas, tools, rows) ? WIDE : ROW) +
           2 * canvas_units(canvas, SIDE);
}

static void draw_face(struct ui *ui, const struct desk_tool *tool, bool chosen, struct box box,
                      bool named)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct paper_color ink = chosen ? theme->action_text : theme->ink;
    struct paper_color pale = chosen ? theme->action_text : theme->ink_soft;
    struct layout rest = layout_inside(ui, box, 5, 0, 7);
    int side = canvas_units(canvas, named ? 28 : 26);
    struct box sign = named ? layout_cut(&rest, AT_LEFT, side) : rest.rest;
    canvas_icon(canvas, tool->icon, box_centre(sign, side, side), ink);
    if (!named)
        return;
    canvas_text(canvas, STYLE_SMALL, pale, tool->letter, layout_take(&rest, AT_RIGHT, 16),
                ALIGN_RIGHT);
    canvas_text(canvas, STYLE_BODY, ink, tool->name, rest.rest, ALIGN_LEFT);
}

/* True if it was clicked. */
static bool build_tool(struct ui *ui, struct desk_tools *tools, int index, struct box box,
                       bool named)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct desk_tool *tool = &tools->tools[index];
    bool chosen = tools->chosen == index;
    struct ui_state state =
        ui_target(ui, ui_words("tool %s", tool->id), box, chosen ? "in hand" : tool->name);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.1 : 0;
    struct card card = {.radius = 7};
    card.edge = card.fill =
        chosen ? theme->action : color_mix(theme->panel, theme->action, strength);
    if (chosen || strength > 0)
        canvas_card(canvas, box, &card);
    draw_face(ui, tool, chosen, box, named);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, canvas_units(canvas, 3), canvas_units(canvas, 3)), 5);
    if (state.hovered || state.ring)
        tools->pointed = index;
    return state.clicked;
}

static int desk_build_toolbar(struct ui *ui, struct desk_tools *tools, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, SIDE), row = canvas_units(canvas, ROW), clicked = -1;
    int rows = rows_in(canvas, tools, box.h), line = canvas_units(canvas, 1);
    bool named = is_named(canvas, tools, rows);
    int width = named ? box.w - 2 * side : row, gap = canvas_units(canvas, 4);
    tools->pointed = -1;
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x + box.w - line, box.y, line, box.h), theme->panel_edge);
    for (int i = 0; i < tools->count; i++) {
        struct box place = {box.x + side + i / rows * row, box.y + side + i % rows * row,
                            named ? width : width - gap, row - gap};
        if (build_tool(ui, tools, i, place, named))
            clicked = i;
    }
    return clicked;
}

/* The one with this key, -1. */
static int desk_tool_of_key(const struct desk_tools *tools, SDL_Keycode key)
{
    for (int i = 0; i < tools->count; i++)
        if (tolower((unsigned char)tools->tools[i].letter[0]) == key)
            return i;
    return -1;
}

/* --- pieces ----------------------------------------------------------------------------------- */

void desk_heading(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink, text);
}

void desk_label(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft, text);
}

/* What does not fill the last row is wider there. */
static struct box cell(struct layout *column, struct layout *row, int index, int count, int columns)
{
    int left = count - index / columns * columns;
    if (index % columns == 0)
        *row = layout_row(column, 38, GAP);
    return box_column(row->rest, index % columns, left < columns ? left : columns,
                      canvas_units(ui_canvas(column->ui), BETWEEN));
}

int desk_build_chips(struct layout *column, const struct desk_choice *choices, int count,
                     int columns, int chosen)
{
    struct layout row;
    int now = chosen;
    for (int i = 0; i < count; i++) {
        bool is = choices[i].value == chosen;
        struct box box = cell(column, &row, i, count, columns);
        if (ui_chip(column->ui, choices[i].id, choices[i].label, is ? "chosen" : "", box, is)
                .clicked)
            now = choices[i].value;
    }
    return now;
}

int desk_build_buttons(struct layout *column, const struct desk_choice *choices, int count,
                       int columns, int primary)
{
    struct layout row;
    int clicked = -1;
    for (int i = 0; i < count; i++)
        if (ui_button(column->ui, choices[i].id, choices[i].label,
                      cell(column, &row, i, count, columns),
                      choices[i].value == primary ? LOOK_PRIMARY : LOOK_PLAIN))
            clicked = choices[i].value;
    return clicked;
}

bool desk_build_button(struct layout *column, const char *id, const char *label)
{
    const struct desk_choice button = {id, label, 0};
    return desk_build_buttons(column, &button, 1, 1, -1) == 0;
}

/* --- the head --------------------------------------------------------------------------------- */

static void desk_step_back(struct desk *desk, bool redo);

static void build_step(struct ui *ui, struct desk *desk, bool redo, struct box box)
{
    const char *name = redo ? steps_redo_name(desk->sheet) : steps_undo_name(desk->sheet);
    const char *told = ui_words("%s: %s (%s).", redo ? "Redo" : "Undo", name ? name : "nothing",
                                redo ? "Ctrl+Y" : "Ctrl+Z");
    struct ui_sign sign = {redo ? ICON_REDO : ICON_UNDO, 26, 7, .idle = !name};
    if (ui_sign_button(ui, redo ? "button redo" : "button undo", told, box, sign).clicked)
        desk_step_back(desk, redo);
}

static bool desk_is_changed(const struct desk *desk);

/* Name and file, undo and redo. */
static void desk_build_head(struct layout *column, struct desk *desk)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout line = layout_row(column, 46, 6);
    int side = canvas_units(canvas, 42);
    struct box redo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box undo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box row = line.rest, upper = box_cut_top(&row, row.h * 56 / 100);
    bool changed = desk_is_changed(desk);
    const char *name = desk->kind->name(desk->sheet);
    const char *standing =
        desk->path ? ui_words("%s: %s", changed ? "changed" : "saved", file_own_name(desk->path))
                   : (changed ? "not saved yet" : "new");
    canvas_text(canvas, STYLE_HEADING, theme->ink, name[0] ? name : "Untitled", upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, standing, row, ALIGN_LEFT);
    build_step(ui, desk, false, undo);
    build_step(ui, desk, true, redo);
}

/* --- what is wrong, missing, or found --------------------------------------------------------- */

bool desk_build_fault(struct layout *column, int number, const char *text, bool remark, bool chosen)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct paper_color color = remark ? theme->action : theme->warning;
    int width = column->rest.w - canvas_units(canvas, NUMBER + 2 * GAP);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, text, width);
    int least = canvas_units(canvas, 32);
    struct box box = layout_cut(column, AT_TOP,
                                (height > least ? height : least) + 2 * canvas_units(canvas, GAP));
    struct ui_state state =
        ui_target(ui, ui_words(remark ? "remark %d" : "fault %d", number), box, text);
    struct card card = {.radius = 7, .edge_width = chosen ? 2 : 1};
    card.edge = chosen || state.hovered ? color : theme->panel_edge;
    card.fill = color_mix(theme->card, color, state.pressed ? 0.12 : 0);
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, GAP, GAP, 0);
    canvas_text(canvas, STYLE_STRONG, color, ui_words("%d", number),
                box_make(inside.rest.x, inside.rest.y, canvas_units(canvas, NUMBER - 8), least),
                ALIGN_CENTRE);
    layout_skip(&inside, AT_LEFT, NUMBER);
    layout_paragraph(&inside, STYLE_SMALL, theme->ink, text);
    if (state.ring)
        ui_focus_ring(ui, box, 7);
    return state.clicked;
}

/* --- the panel -------------------------------------------------------------------------------- */

void desk_build_text(struct layout *column, struct desk *desk, const char *id, const char *words,
                     char *text, int size, void (*set)(struct steps *sheet, const char *text),
                     const char *step)
{
    desk_label(column, words);
    if (!ui_text_field(column->ui, id, text, size, layout_take(column, AT_TOP, 38)))
        return;
    desk->kind->give_up(desk);
    steps_begin(desk->sheet, step);
    set(desk->sheet, text);
    steps_end(desk->sheet, true);
}

static void desk_leave(struct app *app, struct desk *desk);

static bool desk_save(struct app *app, struct desk *desk);

static void desk_try(struct app *app, struct desk *desk);

void desk_build_foot(struct app *app, struct layout *column, struct desk *desk)
{
    enum { TRY, SAVE, DONE };
    static const struct desk_choice buttons[] = {{"button try", "Try it", TRY},
                                                 {"button save", "Save", SAVE},
                                                 {"button done", "Done", DONE}};
    int clicked = desk_build_buttons(column, buttons, 3, 3, desk->course.body ? TRY : -1);
    if (clicked == TRY)
        desk_try(app, desk);
    else if (clicked == SAVE)
        desk_save(app, desk);
    else if (clicked == DONE)
        desk_leave(app, desk);
}

struct layout desk_panel_begin(struct ui *ui, struct desk *desk, struct box box,
                               struct layout *foot)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct layout rest = layout_inside(ui, box, PADDING, 10, GAP);
    *foot = (struct layout){ui, layout_take(&rest, AT_BOTTOM, 38), GAP};
    desk_build_head(&rest, desk);
    int y = ui_scroll_begin(ui, "panel", rest.rest, &desk->scroll);
    /* Room for focus rings at the left and for the bar at the right. */
    int width = rest.rest.w - canvas_units(canvas, 11);
    return layout_column(ui, rest.rest.x, y, width, GAP);
}

/* The line at the foot: the tool, the place under the pointer, and how the sheet stands. */
static void desk_build_line(struct ui *ui, const struct desk *desk, const struct desk_tools *tools,
                            struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct layout foot = layout_foot(ui, box, PADDING);
    bool points = tools->pointed >= 0;
    const struct desk_tool *tool = &tools->tools[points ? tools->pointed : tools->chosen];
    const char *hint = points ? NULL : desk->kind->hint(desk);
    char said[300], standing[300], place[60], status[700];
    if (hint)
        snprintf(said, sizeof said, "%s", hint);
    else
        snprintf(said, sizeof said, "%s (%s): %s", tool->name, tool->letter, tool->help);
    desk->kind->write_place(desk, place, sizeof place);
    if (place[0])
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, place,
                    layout_take(&foot, AT_RIGHT, 124), ALIGN_RIGHT);
    layout_say(&foot, said, tool->keys ? tool->keys : "");
    desk_write_standing(desk, standing, sizeof standing);
    snprintf(status, sizeof status, "%s %s", said, standing);
    ui_status(ui, status);
}

/* --- on the sheet ----------------------------------------------------------------------------- */

void desk_paint_mark(cairo_t *cairo, const struct paper_view *view, const struct paper_theme *theme,
                     struct pixel at, int number, bool remark, bool chosen)
{
    static const double SIZE = 1.1, LEAST = 11, LETTERS = 14;
    struct paper_color color = remark ? theme->action : theme->warning;
    double radius = fmax(SIZE * view->square, LEAST * view->scale);
    char letters[12];
    brush_color(cairo, color);
    cairo_new_path(cairo);
    brush_circle(cairo, at.x, at.y, radius, (chosen ? 4 : 2.5) * view->scale);
    snprintf(letters, sizeof letters, "%d", number);
    lettering_draw_rimmed(cairo, letters, at.x + radius + 3 * view->scale, at.y - radius * 0.7,
                          LETTERS * view->scale, color, theme);
}

void desk_number_edges(const struct desk *desk, const struct canvas *canvas, struct sheet *sheet,
                       struct labels *labels, int left_box, int lower_box)
{
    struct box whole = sheet_whole(sheet);
    struct point size = desk->kind->size(desk->sheet);
    labels_end(labels);
    *labels = labels_begin((struct label_box){0, 0, whole.w, whole.h}, desk->camera.view.scale);
    paper_label_numbers(labels, &desk->camera.view, size, desk->kind->game->course->tiles,
                        canvas_theme(canvas));
    sheet_set_numbers(sheet, left_box, lower_box, size.y);
}

/* === files ==================================================================================== */

/* Files of a desk, and what it keeps aside while nothing is saved.
 *
 * A file is written whole or not at all, and only where the player's own courses are; one that has
 * changed since it was read stays as it is, and a new one is written beside it.
 */

static void desk_free_wish(struct desk_wish *wish)
{
    steps_free(wish->sheet);
    free(wish->path);
    *wish = (struct desk_wish){0};
}

static bool desk_read_file(const struct app *app, const struct desk *desk, const char *path,
                           struct desk_wish *wish, struct error *error)
{
    struct text bytes = {0};
    *wish = (struct desk_wish){.stamp = file_stamp(path)};
    if (file_read_unpacked(path, COURSE_FILE_LIMIT, &bytes, error))
        wish->sheet = desk->kind->read(text_string(&bytes), bytes.length, error);
    if (wish->sheet)
        wish->path = tracks_own_path(app->tracks_folder, path);
    text_free(&bytes);
    return wish->sheet != NULL;
}

/* --- saving ----------------------------------------------------------------------------------- */

static bool write_to(struct app *app, const struct desk *desk, const char *path)
{
    struct text text = {0};
    struct error error;
    desk->kind->write(desk->sheet, &text);
    bool written = file_make_folder(app->tracks_folder, &error) &&
                   file_write_atomically(path, text.data, text.length, &error);
    text_free(&text);
    if (!written)
        app_tell(app, "The %s cannot be saved to %s: %s. It stays as it is here.", desk_noun(desk),
                 path, error.text);
    return written;
}

static void use_path(struct desk *desk, char *path)
{
    if (path == desk->path)
        return;
    free(desk->path);
    desk->path = path;
}

static char *new_path(struct app *app, const struct desk *desk)
{
    struct error error;
    const char *name = desk->kind->name(desk->sheet);
    char *path =
        tracks_take_path(desk->kind->game, app->tracks_folder, name[0] ? name : "Untitled", &error);
    if (!path)
        app_tell(app, "The %s cannot be saved: %s. It stays as it is here.", desk_noun(desk),
                 error.text);
    return path;
}

static bool desk_save(struct app *app, struct desk *desk)
{
    desk->kind->give_up(desk);
    desk->kind->refresh(desk);
    struct file_stamp now = file_stamp(desk->path);
    bool other = desk->path && now.known && !file_stamp_is_same(&now, &desk->stamp);
    char *path = desk->path && !other ? desk->path : new_path(app, desk);
    if (!path || !write_to(app, desk, path)) {
        struct error error;
        if (path && path != desk->path) {
            file_remove(path, &error);
            free(path);
        }
        return false;
    }
    use_path(desk, path);
    desk->stamp = file_stamp(path);
    desk->saved_version = steps_version(desk->sheet);
    keeper_forget(desk->keeper);
    struct text wrong = {0};
    if (!desk->course.body)
        text_append_format(&wrong, " It is no %s yet: the panel says why.", desk_noun(desk));
    app_notice(app, "%sSaved as %s.%s",
               other ? "Another program has changed the file, so this is a new one. " : "",
               file_own_name(path), text_string(&wrong));
    text_free(&wrong);
    return true;
}

/* --- what is kept aside ----------------------------------------------------------------------- */

static uint64_t version(const void *own)
{
    const struct desk *desk = own;
    return steps_version(desk->sheet);
}

static bool is_worth_keeping(const void *own)
{
    return desk_is_changed(own);
}

static void write_kept(const void *own, struct text *into)
{
    const struct desk *desk = own;
    desk->kind->write(desk->sheet, into);
    if (desk->path)
        keeper_append_origin(into, desk->path, &desk->stamp);
}

static void say(void *desk, const char *sentence)
{
    desk_say(desk, "%s", sentence);
}

void desk_open(const struct app *app, struct desk *desk)
{
    if (!desk->keeper)
        desk->keeper = keeper_create(app->tracks_folder,
                                     (struct kept_sheet){desk, desk->kind->kept_as, version,
                                                         is_worth_keeping, write_kept, say});
}

struct left {
    const struct desk *desk;
    struct desk_wish *wish;
};

/* The mark behind the sheet is no part of it. */
static bool read_kept(void *into, const struct text *bytes, struct error *error)
{
    const struct left *left = into;
    const char *text = text_string(bytes), *mark = strstr(text, keeper_origin_mark);
    size_t length = mark ? (size_t)(mark - text) : bytes->length;
    struct steps *sheet = left->desk->kind->read(text, length, error);
    if (!sheet)
        return false;
    *left->wish = (struct desk_wish){.sheet = sheet, .changed = true};
    left->wish->path = keeper_find_origin(text, &left->wish->stamp);
    return true;
}

/* The newest of what editors left that came to no end. */
static bool desk_take_left(struct desk *desk, struct desk_wish *wish, struct error *error)
{
    struct left left = {desk, wish};
    return keeper_take_left(desk->keeper, read_kept, &left, error);
}

/* === input ==================================================================================== */

/* Events on the sheet of a desk: the pointer, the keyboard's cursor, and the keys that all editors
 * have. Arrows move the cursor, Space or Enter presses and lets go.
 */

static void place_under(const struct desk *desk, int x, int y, double at[2])
{
    camera_to_sheet(&desk->camera, x - desk->sheet_box.x, y - desk->sheet_box.y, &at[0], &at[1]);
}

/* --- the pointer ------------------------------------------------------------------------------ */

static bool move_sheet(struct desk *desk, const SDL_Event *event)
{
    return camera_hand_event(&desk->hand, &desk->camera, desk->sheet_box, event);
}

static bool press(struct desk *desk, const SDL_Event *event)
{
    const SDL_MouseButtonEvent *button = &event->button;
    double at[2];
    if (!box_holds(desk->sheet_box, button->x, button->y) || desk->hand.dragging)
        return false;
    if (button->button != SDL_BUTTON_LEFT)
        return !desk->pressed && move_sheet(desk, event);
    desk->cursor = false;
    desk->pressed = desk->pointer_known = true;
    place_under(desk, button->x, button->y, at);
    desk->kind->press(desk, at[0], at[1]);
    return true;
}

static bool let_go(struct desk *desk)
{
    bool held = desk->pressed;
    desk->pressed = false;
    desk->kind->release(desk);
    return held;
}

static bool move(struct desk *desk, const SDL_Event *event)
{
    const SDL_MouseMotionEvent *motion = &event->motion;
    double at[2];
    /* It was let go over a dialog that a key had opened meanwhile. */
    if (desk->pressed && !(motion->state & SDL_BUTTON_LMASK))
        let_go(desk);
    if (desk->hand.dragging)
        return move_sheet(desk, event);
    if (desk->cursor && (desk->drawing || (motion->xrel == 0 && motion->yrel == 0)))
        return false;
    desk->cursor = false;
    bool was_known = desk->pointer_known;
    if (!desk->pressed && !box_holds(desk->sheet_box, motion->x, motion->y)) {
        desk->pointer_known = false;
        return was_known;
    }
    place_under(desk, motion->x, motion->y, at);
    desk->pointer_known = true;
    return desk->kind->drag(desk, at[0], at[1]) || !was_known;
}

static bool release(struct desk *desk, const SDL_Event *event)
{
    double at[2];
    if (event->button.button != SDL_BUTTON_LEFT || !desk->pressed)
        return move_sheet(desk, event);
    place_under(desk, event->button.x, event->button.y, at);
    desk->kind->drag(desk, at[0], at[1]);
    return let_go(desk);
}

/* --- the cursor ------------------------------------------------------------------------------- */

static bool move_cursor(struct desk *desk, const SDL_Keysym *key)
{
    struct point by = {(key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT),
                       (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN)};
    if ((by.x == 0 && by.y == 0) || desk->pressed)
        return false;
    if (!desk->pointer_known) {
        double at[2];
        place_under(desk, desk->sheet_box.x + desk->sheet_box.w / 2,
                    desk->sheet_box.y + desk->sheet_box.h / 2, at);
        desk->kind->drag(desk, at[0], at[1]);
    }
    bool shows_itself = !desk->cursor;
    desk->pointer_known = desk->cursor = desk->focus_sheet = true;
    desk->kind->step_cursor(desk, shows_itself ? (struct point){0, 0} : by);
    camera_jump(&desk->camera);
    return true;
}

static bool press_cursor(struct desk *desk, SDL_Keycode key)
{
    if ((key != SDLK_SPACE && key != SDLK_RETURN && key != SDLK_KP_ENTER) || desk->pressed ||
        !desk->pointer_known)
        return false;
    desk->cursor = true;
    if (desk->drawing)
        desk->kind->release(desk);
    else {
        desk->kind->press_cursor(desk);
        if (desk->kind->tools[desk->tool].clicks)
            desk->kind->release(desk);
    }
    return true;
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool press_control_key(struct app *app, struct desk *desk, const SDL_Keysym *key)
{
    switch (key->sym) {
    case SDLK_z:
        desk_step_back(desk, (key->mod & KMOD_SHIFT) != 0);
        return true;
    case SDLK_y:
        desk_step_back(desk, true);
        return true;
    case SDLK_s:
        desk_save(app, desk);
        return true;
    case SDLK_n:
        desk_edit_new(app, desk);
        return true;
    case SDLK_p:
        desk_print(app, desk);
        return true;
    default:
        return desk->kind->key(app, desk, key);
    }
}

static bool choose_by_letter(struct desk *desk, SDL_Keycode key)
{
    const struct desk_tools tools = {desk->kind->tools, desk->kind->tool_count, desk->tool, -1};
    int tool = desk_tool_of_key(&tools, key);
    if (tool >= 0)
        desk->kind->choose_tool(desk, tool);
    return tool >= 0;
}

static bool press_escape(struct app *app, struct desk *desk)
{
    desk->pressed = false;
    if (!desk->kind->give_up(desk) && !desk->kind->let_go(desk))
        desk_leave(app, desk);
    return true;
}

static bool press_key(struct app *app, struct desk *desk, const SDL_Keysym *key)
{
    bool is_arrow = key->sym == SDLK_LEFT || key->sym == SDLK_RIGHT || key->sym == SDLK_UP ||
                    key->sym == SDLK_DOWN;
    if (key->sym == SDLK_ESCAPE)
        return press_escape(app, desk);
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_control_key(app, desk, key);
    if ((desk->ring_elsewhere && is_arrow) || SDL_IsTextInputActive() || (key->mod & KMOD_ALT))
        return false;
    return desk->kind->key(app, desk, key) || move_cursor(desk, key) ||
           press_cursor(desk, key->sym) || choose_by_letter(desk, key->sym) ||
           camera_hand_key(&desk->camera, key->sym, NULL, !app->settings.reduced_motion);
}

static bool take_event(struct app *app, struct desk *desk, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_MOUSEBUTTONDOWN:
        return press(desk, event);
    case SDL_MOUSEMOTION:
        return move(desk, event);
    case SDL_MOUSEBUTTONUP:
        return release(desk, event);
    case SDL_MOUSEWHEEL:
    case SDL_MULTIGESTURE:
        return move_sheet(desk, event);
    case SDL_KEYDOWN:
        return press_key(app, desk, &event->key.keysym);
    case SDL_WINDOWEVENT:
        return event->window.event == SDL_WINDOWEVENT_FOCUS_LOST && let_go(desk);
    default:
        return false;
    }
}

bool desk_event(struct app *app, struct desk *desk, const SDL_Event *event)
{
    bool used =
        desk->asks == DESK_ASKS_NOTHING && !desk->has_dialog && take_event(app, desk, event);
    desk_tell(app, desk);
    return used;
}

/* === desk ===================================================================================== */

/* The desk's sheet: what is known of it, and how it comes and goes. */

void desk_say(struct desk *desk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->said, sizeof desk->said, format, arguments);
    va_end(arguments);
}

static bool desk_is_changed(const struct desk *desk)
{
    return desk->sheet && steps_version(desk->sheet) != desk->saved_version;
}

static const char *desk_noun(const struct desk *desk)
{
    return desk->kind->game->course->noun;
}

static const char *desk_name(const struct desk *desk)
{
    const char *name = desk->kind->name(desk->sheet);
    return name[0] ? name : "Untitled";
}

/* --- what is known of it ---------------------------------------------------------------------- */

void desk_learn(struct desk *desk, bool right)
{
    struct error error;
    struct course course = {desk->kind->game, right ? desk->kind->make(desk->sheet, &error) : NULL};
    bool same = course.body && desk->course.body &&
                course_fingerprint(course) == course_fingerprint(desk->course);
    course_release(desk->course);
    desk->course = course.body ? course : (struct course){0};
    if (same && desk->par)
        return;
    par_free(desk->par);
    desk->par = course.body ? par_search_courses(&course, 1) : NULL;
}

static void say_fewest(const struct desk *desk, int turns, char *into, size_t size)
{
    struct setup setup = par_course_setup(desk->course);
    const char *whose = par_whose(&setup);
    snprintf(into, size, "The %s is complete. Alone it takes %d turns at least, for %s.",
             desk_noun(desk), turns, whose ? whose : "a car that nobody meets");
}

void desk_write_standing(const struct desk *desk, char *into, size_t size)
{
    int wrong = desk->kind->count_wrong(desk);
    const struct par_answer answer =
        desk->par ? par_answer(desk->par, 0) : (struct par_answer){.state = PAR_NO_LAP};
    into[0] = '\0';
    if (desk->kind->is_empty(desk->sheet) || desk->drawing)
        return;
    if (wrong > 0)
        snprintf(into, size, "Still to be put right: %d.", wrong);
    else if (answer.state == PAR_SEARCHING)
        snprintf(into, size, "The %s is complete. Its fewest turns are being looked for ...",
                 desk_noun(desk));
    else if (answer.state == PAR_LAP && answer.rounds > 0)
        say_fewest(desk, answer.rounds, into, size);
    else
        snprintf(into, size, "The %s is complete. Its fewest turns were not counted.",
                 desk_noun(desk));
}

/* Undoes or does again one step, and says what. What was begun is given up; to undo that is all. */
static void desk_step_back(struct desk *desk, bool redo)
{
    bool had = desk->kind->give_up(desk);
    if (had && !redo)
        return;
    const char *name = redo ? steps_redo_name(desk->sheet) : steps_undo_name(desk->sheet);
    desk->kind->stepped(desk);
    if (redo ? steps_redo(desk->sheet) : steps_undo(desk->sheet))
        desk_say(desk, "%s: %s.", redo ? "Done again" : "Undone", name);
    else
        desk_say(desk, "There is nothing to %s.", redo ? "do again" : "undo");
}

/* --- coming and going ------------------------------------------------------------------------- */

/* What was wished for comes up; what was there is given up. */
static void desk_take_wish(struct desk *desk)
{
    struct desk_wish wish = desk->wish;
    desk->kind->give_up(desk);
    steps_free(desk->sheet);
    free(desk->path);
    desk->wish = (struct desk_wish){0};
    desk->sheet = wish.sheet;
    desk->path = wish.path;
    desk->stamp = wish.stamp;
    desk->saved_version = wish.changed ? UINT64_MAX : steps_version(wish.sheet);
    desk->asks = DESK_ASKS_NOTHING;
    desk->pointer_known = desk->camera.chosen = false;
    desk->scroll.offset = 0;
    desk->kind->comes_up(desk);
    camera_set_sheet(&desk->camera, desk->kind->size(desk->sheet));
}

void desk_enter(struct desk *desk)
{
    desk->pressed = desk->pointer_known = desk->has_dialog = false;
    desk->hand = (struct camera_hand){0};
    desk->asks = DESK_ASKS_NOTHING;
    desk->kind->open_sheet(desk);
    if (!desk->sheet && !desk->wish.sheet)
        desk->wish.sheet = desk->kind->create();
    if (desk->wish.sheet && desk_is_changed(desk))
        desk->asks = DESK_ASKS_OTHER;
    else if (desk->wish.sheet)
        desk_take_wish(desk);
}

void desk_close(struct desk *desk)
{
    desk->kind->give_up(desk);
    keeper_keep_now(desk->keeper);
    par_free(desk->par);
    course_release(desk->course);
    desk->par = NULL;
    desk->course = (struct course){0};
    desk->kind->close_sheet(desk);
}

/* The course that one comes from is the one that is chosen where one comes to. */
static void desk_go_away(struct app *app, struct desk *desk)
{
    if (desk->path) {
        free(app->chosen_track);
        app->chosen_track = memory_copy_string(desk->path);
        app->chosen_was_drawn = true;
    }
    app_go_back(app);
}

static void desk_leave(struct app *app, struct desk *desk)
{
    if (desk_is_changed(desk))
        desk->asks = DESK_ASKS_LEAVING;
    else
        desk_go_away(app, desk);
}

void desk_wish_for(struct app *app, struct desk *desk, struct desk_wish wish)
{
    desk_free_wish(&desk->wish);
    desk->wish = wish;
    app_go(app, desk->kind->screen);
}

void desk_edit_new(struct app *app, struct desk *desk)
{
    desk_wish_for(app, desk, (struct desk_wish){.sheet = desk->kind->create()});
}

void desk_edit_file(struct app *app, struct desk *desk, const char *path)
{
    struct desk_wish wish;
    struct error error;
    char where[600];
    if (desk_read_file(app, desk, path, &wish, &error)) {
        desk_wish_for(app, desk, wish);
        return;
    }
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This %s cannot be opened. %s", desk_noun(desk), where);
}

void desk_edit_unsaved(struct app *app, struct desk *desk)
{
    struct desk_wish wish;
    struct error error;
    if (desk_is_changed(desk))
        app_go(app, desk->kind->screen);
    else if (desk_take_left(desk, &wish, &error)) {
        char *own = wish.path ? tracks_own_path(app->tracks_folder, wish.path) : NULL;
        free(wish.path);
        wish.path = own;
        desk_wish_for(app, desk, wish);
    } else
        app_tell(app, "The unsaved %s cannot be read: %s", desk_noun(desk), error.text);
}

bool desk_has_unsaved(const struct app *app, const struct desk *desk, const struct desk_kind *kind)
{
    return (desk && desk_is_changed(desk)) || keeper_has_left(app->tracks_folder, kind->kept_as);
}

void desk_print(struct app *app, struct desk *desk)
{
    desk->kind->give_up(desk);
    desk->kind->refresh(desk);
    if (desk->course.body)
        app_print(app, desk->course);
    else
        desk_say(desk, "It cannot be printed before it is a %s: the panel says why.",
                 desk_noun(desk));
}

static void desk_try(struct app *app, struct desk *desk)
{
    struct error error;
    desk->kind->give_up(desk);
    desk->kind->refresh(desk);
    if (!desk->course.body) {
        desk->kind->show_wrong(desk);
        desk_say(desk, "It cannot be tried yet: what is in the way is marked and listed.");
        return;
    }
    struct player tester = workshop_tester(&app->settings);
    struct setup setup = setup_for_course(desk->course);
    setup.seed = 1;
    if (!app_try(app, &setup, &tester, &error))
        app_tell(app, "This %s cannot be tried out: %s", desk_noun(desk), error.text);
}

/* === screen =================================================================================== */

/* The desk on the screen: tools, sheet, panel and line beside each other, and the question what
 * becomes of a sheet that is not saved.
 */

static const double PANEL_WIDTH = 298, LINE_HEIGHT = 44; /* interface pixels */

static void desk_tell(struct app *app, struct desk *desk)
{
    if (desk->said[0])
        app_notice(app, "%s", desk->said);
    desk->said[0] = 0;
}

static void build_invitation(struct canvas *canvas, const struct desk *desk)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *const *lines = desk->kind->invitation;
    int height = canvas_units(canvas, 44);
    struct box box = box_centre(desk->sheet_box, desk->sheet_box.w, 4 * height);
    if (!desk->kind->is_empty(desk->sheet) || desk->asks != DESK_ASKS_NOTHING || desk->drawing ||
        box.w < canvas_units(canvas, 360))
        return;
    for (int i = 0; i < 3; i++)
        canvas_text(canvas, STYLE_TITLE, theme->ink_soft, lines[i], box_cut_top(&box, height),
                    ALIGN_CENTRE);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, lines[3], box, ALIGN_CENTRE);
}

static void build_sheet(struct ui *ui, struct desk *desk)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_view *view = &desk->camera.view;
    struct box box = desk->sheet_box;
    char where[80];
    snprintf(where, sizeof where, "%.2f %.2f %.4f", box.x + view->left,
             box.y + view->top + desk->camera.rows * view->square, view->square);
    struct ui_state state = ui_surface(ui, "sheet", box, where);
    if (!canvas_is_muted(canvas) && box.w > 0 && box.h > 0)
        desk->kind->draw_sheet(desk, canvas);
    build_invitation(canvas, desk);
    int in = canvas_units(canvas, 5);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, in, in), 2);
}

static void learn(struct ui *ui, struct desk *desk)
{
    struct point size = desk->kind->size(desk->sheet);
    if (desk->camera.columns != size.x || desk->camera.rows != size.y)
        camera_set_sheet(&desk->camera, size);
    desk->kind->refresh(desk);
    if (desk->focus_sheet)
        ui_set_focus(ui, "sheet", false);
    desk->focus_sheet = false;
    const char *ring = ui_ring(ui);
    desk->ring_elsewhere = ring[0] && strcmp(ring, "sheet") != 0;
}

/* --- the question ----------------------------------------------------------------------------- */

enum answer { SAVE, KEEP, DISCARD, STAY };

static void obey(struct app *app, struct desk *desk, enum answer answer)
{
    bool leaves = desk->asks == DESK_ASKS_LEAVING;
    desk->asks = DESK_ASKS_NOTHING;
    if (answer == STAY || (answer == SAVE && !desk_save(app, desk))) {
        desk_free_wish(&desk->wish);
        return;
    }
    if (answer == DISCARD) {
        keeper_trash(app, desk->keeper);
        desk->saved_version = steps_version(desk->sheet);
    }
    if (leaves && answer == DISCARD) {
        steps_free(desk->sheet);
        desk->sheet = NULL;
    }
    if (leaves)
        desk_go_away(app, desk);
    else
        desk_take_wish(desk);
}

/* The dialog that asks what becomes of a sheet, if there is something to be asked. */
static void desk_build_question(struct app *app, struct ui *ui, struct desk *desk)
{
    static const struct desk_choice leaving[] = {{"button save-first", "Save", SAVE},
                                                 {"button later", "Keep for later", KEEP},
                                                 {"button discard", "Throw away", DISCARD},
                                                 {"button stay", "Go on drawing", STAY}};
    static const struct desk_choice other[] = {{"button save-first", "Save it first", SAVE},
                                               {"button discard", "Throw it away", DISCARD},
                                               {"button stay", "Go on drawing it", STAY}};
    bool leaves = desk->asks == DESK_ASKS_LEAVING;
    if (desk->asks == DESK_ASKS_NOTHING)
        return;
    struct dialog dialog = {.id = "question",
                            .title = "Not saved yet",
                            .cancel_id = "button stay",
                            .width = 520,
                            .footless = true,
                            .scroll = &desk->question_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 8;
    layout_paragraph(
        &column, STYLE_BODY, canvas_theme(ui_canvas(ui))->ink,
        ui_words("The %s \"%.200s\" has changes that are not saved. %s", desk_noun(desk),
                 desk_name(desk),
                 leaves ? "Kept for later it is offered again on the first screen; thrown away it "
                          "lies in the trash."
                        : "What is to become of it before another one comes up?"));
    layout_skip(&column, AT_TOP, 8);
    int answer = leaves ? desk_build_buttons(&column, leaving, 4, 2, SAVE)
                        : desk_build_buttons(&column, other, 3, 2, SAVE);
    ui_default(ui, "button save-first");
    dialog_end(&column);
    if (answer >= 0)
        obey(app, desk, (enum answer)answer);
}

/* --- the whole ----------------------------------------------------------------------------------
 */

void desk_build(struct app *app, struct ui *ui, struct desk *desk)
{
    struct desk_tools tools = {desk->kind->tools, desk->kind->tool_count, desk->tool, -1};
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    learn(ui, desk);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box bar = box_cut_left(&rest, desk_toolbar_width(canvas, &tools, rest.h));
    int panel = canvas_units(canvas, PANEL_WIDTH), most = rest.w * 6 / 10;
    struct box side = box_cut_right(&rest, panel < most ? panel : most);
    desk->sheet_box = rest;
    camera_resize(&desk->camera, rest.w, rest.h, canvas_scale(canvas));
    int clicked = desk_build_toolbar(ui, &tools, bar);
    if (clicked >= 0)
        desk->kind->choose_tool(desk, clicked);
    build_sheet(ui, desk);
    desk->kind->build_panel(app, ui, desk, side);
    desk_build_line(ui, desk, &tools, line);
    bool free = !app->message[0] && !app->over;
    desk->has_dialog = free && desk->kind->build_dialog && desk->kind->build_dialog(app, ui, desk);
    if (free && !desk->has_dialog)
        desk_build_question(app, ui, desk);
    desk_tell(app, desk);
}

int desk_animate(struct app *app, struct desk *desk, Uint32 now)
{
    int wait = keeper_keep(desk->keeper, now);
    bool tells = desk->said[0] != 0;
    wait = camera_hand_animate(&desk->hand, &desk->camera, now, wait);
    desk_tell(app, desk);
    return tells ? 0 : wait;
}
