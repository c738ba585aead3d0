/* What stands round the sheet. */
#include "screens/desk/desk_panel.h"

#include "paper/brush.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>

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

int desk_toolbar_width(const struct canvas *canvas, const struct desk_tools *tools, int height)
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

int desk_build_toolbar(struct ui *ui, struct desk_tools *tools, struct box box)
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

int desk_tool_of_key(const struct desk_tools *tools, SDL_Keycode key)
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

static void build_step(struct ui *ui, struct desk *desk, bool redo, struct box box)
{
    const char *name = redo ? steps_redo_name(desk->sheet) : steps_undo_name(desk->sheet);
    const char *told = ui_words("%s: %s (%s).", redo ? "Redo" : "Undo", name ? name : "nothing",
                                redo ? "Ctrl+Y" : "Ctrl+Z");
    struct ui_sign sign = {redo ? ICON_REDO : ICON_UNDO, 26, 7, .idle = !name};
    if (ui_sign_button(ui, redo ? "button redo" : "button undo", told, box, sign).clicked)
        desk_step_back(desk, redo);
}

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

void desk_build_line(struct ui *ui, const struct desk *desk, const struct desk_tools *tools,
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
