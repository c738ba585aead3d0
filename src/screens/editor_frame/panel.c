/* What stands round the sheet, and the frame on the screen: tools, sheet, panel and line beside
 * each other, and the question what becomes of a sheet that is not saved.
 */
#include "screens/editor_frame/editor_frame.h"

#include "screens/tracks/tracks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double WIDE = 184, ROW = 44, CELL = 48, SIDE = 8, PADDING = 14, GAP = 8, BETWEEN = 6,
                    WIDE_WINDOW = 1100, NUMBER = 36; /* interface pixels */
static const double NARROW_WINDOW = 600; /* up to this width the panel is folded away at first */

static bool is_narrow(const struct canvas *canvas)
{
    return canvas_box(canvas).w < canvas_units(canvas, NARROW_WINDOW);
}

/* --- tools ------------------------------------------------------------------------------------ */

static int rows_in(const struct canvas *canvas, const struct editor_frame_tools *tools, int height)
{
    int rows = (height - 2 * canvas_units(canvas, SIDE)) / canvas_units(canvas, CELL);
    return rows < 4 ? 4 : rows > tools->count ? tools->count : rows;
}

static bool is_named(const struct canvas *canvas, const struct editor_frame_tools *tools,
                     int height)
{
    return canvas_box(canvas).w >= canvas_units(canvas, WIDE_WINDOW) &&
           height >= tools->count * canvas_units(canvas, ROW) + 2 * canvas_units(canvas, SIDE);
}

static int editor_frame_toolbar_width(const struct canvas *canvas,
                                      const struct editor_frame_tools *tools, int height)
{
    int rows = rows_in(canvas, tools, height), columns = (tools->count + rows - 1) / rows;
    if (is_named(canvas, tools, height))
        return canvas_units(canvas, WIDE);
    return columns * canvas_units(canvas, CELL) + 2 * canvas_units(canvas, SIDE) -
           canvas_units(canvas, CELL - ROW);
}

/* Without a name the letter stands in the corner below the sign. */
static void draw_face(struct ui *ui, const struct editor_frame_tool *tool, bool chosen,
                      struct box box, bool named)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct paper_color ink = chosen ? theme->action_text : theme->ink;
    struct paper_color pale = chosen ? theme->action_text : theme->ink_soft;
    struct layout rest = layout_inside(ui, box, named ? 6 : 4, 0, 7);
    int side = canvas_units(canvas, 30);
    struct box sign = named ? layout_cut(&rest, AT_LEFT, side) : rest.rest;
    sign = box_centre(sign, side, side);
    if (named) {
        canvas_text(canvas, STYLE_SMALL, pale, tool->letter, layout_take(&rest, AT_RIGHT, 16),
                    ALIGN_RIGHT);
        canvas_text(canvas, STYLE_BODY, ink, tool->name, rest.rest, ALIGN_LEFT);
    } else {
        sign.x -= canvas_units(canvas, 4);
        sign.y -= canvas_units(canvas, 3);
        layout_skip(&rest, AT_BOTTOM, 1);
        canvas_text(canvas, STYLE_SMALL, pale, tool->letter, layout_take(&rest, AT_BOTTOM, 16),
                    ALIGN_RIGHT);
    }
    canvas_icon(canvas, tool->icon, sign, ink);
}

/* True if it was clicked. */
static bool build_tool(struct ui *ui, struct editor_frame_tools *tools, int index, struct box box,
                       bool named)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct editor_frame_tool *tool = &tools->tools[index];
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

static int editor_frame_build_toolbar(struct ui *ui, struct editor_frame_tools *tools,
                                      struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, SIDE), clicked = -1, line = canvas_units(canvas, 1);
    bool named = is_named(canvas, tools, box.h);
    int rows = named ? tools->count : rows_in(canvas, tools, box.h);
    int cell = canvas_units(canvas, named ? ROW : CELL);
    int height = canvas_units(canvas, named ? ROW - 4 : ROW);
    tools->pointed = -1;
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x + box.w - line, box.y, line, box.h), theme->panel_edge);
    for (int i = 0; i < tools->count; i++) {
        struct box place = {box.x + side + i / rows * cell, box.y + side + i % rows * cell,
                            named ? box.w - 2 * side : height, height};
        if (build_tool(ui, tools, i, place, named))
            clicked = i;
    }
    return clicked;
}

/* --- pieces ----------------------------------------------------------------------------------- */

void editor_frame_heading(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink, text);
}

void editor_frame_label(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft, text);
}

/* What does not fill the last row is wider there. */
static struct box cell_of(struct layout *column, struct layout *row, int index, int count,
                          int columns)
{
    int left = count - index / columns * columns;
    if (index % columns == 0)
        *row = layout_row(column, 38, GAP);
    return box_column(row->rest, index % columns, left < columns ? left : columns,
                      canvas_units(ui_canvas(column->ui), BETWEEN));
}

int editor_frame_build_chips(struct layout *column, const struct editor_frame_choice *choices,
                             int count, int columns, int chosen)
{
    struct layout row;
    int now = chosen;
    for (int i = 0; i < count; i++) {
        bool is = choices[i].value == chosen;
        struct box box = cell_of(column, &row, i, count, columns);
        if (ui_chip(column->ui, choices[i].id, choices[i].label, is ? "chosen" : "", box, is)
                .clicked)
            now = choices[i].value;
    }
    return now;
}

int editor_frame_build_buttons(struct layout *column, const struct editor_frame_choice *choices,
                               int count, int columns, int primary)
{
    struct layout row;
    int clicked = -1;
    for (int i = 0; i < count; i++)
        if (ui_button(column->ui, choices[i].id, choices[i].label,
                      cell_of(column, &row, i, count, columns),
                      choices[i].value == primary ? LOOK_PRIMARY : LOOK_PLAIN))
            clicked = choices[i].value;
    return clicked;
}

bool editor_frame_build_button(struct layout *column, const char *id, const char *label)
{
    const struct editor_frame_choice button = {id, label, 0};
    return editor_frame_build_buttons(column, &button, 1, 1, -1) == 0;
}

/* --- the head --------------------------------------------------------------------------------- */

static void build_step(struct ui *ui, struct editor_frame *frame, bool redo, struct box box)
{
    const char *name = redo ? steps_redo_name(frame->sheet) : steps_undo_name(frame->sheet);
    const char *told = ui_words("%s: %s (%s).", redo ? "Redo" : "Undo", name ? name : "nothing",
                                redo ? "Ctrl+Y" : "Ctrl+Z");
    struct ui_sign sign = {redo ? ICON_REDO : ICON_UNDO, 26, 7, .idle = !name};
    struct ui_state state =
        ui_sign_button(ui, redo ? "button redo" : "button undo", told, box, sign);
    if (state.hovered || state.ring)
        snprintf(frame->hint, sizeof frame->hint, "%s", told);
    if (state.clicked)
        editor_frame_step_back(frame, redo);
}

/* Name and file, undo and redo. */
static void editor_frame_build_head(struct layout *column, struct editor_frame *frame)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout line = layout_row(column, 46, 6);
    int side = canvas_units(canvas, 42);
    struct box redo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box undo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box row = line.rest, upper = box_cut_top(&row, row.h * 56 / 100);
    bool changed = editor_frame_is_changed(frame);
    const char *name = frame->kind->name(frame->sheet);
    const char *standing = frame->kind->file ? frame->kind->file()
                           : frame->path     ? ui_words("%s: %s", changed ? "changed" : "saved",
                                                        file_own_name(frame->path))
                                             : (changed         ? "not saved yet"
                                                : frame->copied ? "a copy"
                                                                : "new");
    canvas_text(canvas, STYLE_HEADING, theme->ink, name[0] ? name : "Untitled", upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, standing, row, ALIGN_LEFT);
    build_step(ui, frame, false, undo);
    build_step(ui, frame, true, redo);
}

/* --- what is wrong, missing, or found --------------------------------------------------------- */

/* What is missing has a dashed ring. */
static void draw_number(struct canvas *canvas, int number, bool missing, struct paper_color color,
                        struct box box)
{
    int side = canvas_units(canvas, 26);
    struct card card = {.radius = 13, .edge_width = 1.8, .dashed = missing};
    card.edge = color;
    card.fill = color_fade(canvas_theme(canvas)->card, 0);
    struct box disc = {box.x, box.y + canvas_units(canvas, 3), side, side};
    canvas_card(canvas, disc, &card);
    canvas_text(canvas, STYLE_SMALL, color, ui_words("%d", number), disc, ALIGN_CENTRE);
}

bool editor_frame_build_fault(struct layout *column, int number, const char *text,
                              enum editor_frame_fault kind, bool chosen)
{
    bool remark = kind == EDITOR_FRAME_REMARK;
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
    draw_number(canvas, number, kind == EDITOR_FRAME_MISSING, color,
                layout_take(&inside, AT_LEFT, NUMBER));
    layout_paragraph(&inside, STYLE_SMALL, theme->ink, text);
    if (state.ring)
        ui_focus_ring(ui, box, 7);
    return state.clicked;
}

/* --- the panel -------------------------------------------------------------------------------- */

void editor_frame_build_text(struct layout *column, struct editor_frame *frame, const char *id,
                             const char *words, char *text, int size,
                             void (*set)(struct steps *sheet, const char *text), const char *step)
{
    editor_frame_label(column, words);
    if (!ui_text_field(column->ui, id, text, size, layout_take(column, AT_TOP, 38)))
        return;
    frame->kind->give_up(frame);
    steps_begin(frame->sheet, step);
    set(frame->sheet, text);
    steps_end(frame->sheet, true);
}

void editor_frame_build_foot(struct app *app, struct layout *column, struct editor_frame *frame)
{
    enum { TRY, SAVE, DONE };
    static const struct editor_frame_choice buttons[] = {{"button try", "Try it", TRY},
                                                         {"button save", "Save", SAVE},
                                                         {"button done", "Done", DONE}};
    int clicked = editor_frame_build_buttons(column, buttons, 3, 3, frame->course.body ? TRY : -1);
    if (clicked == TRY)
        editor_frame_try(app, frame);
    else if (clicked == SAVE)
        editor_frame_save(app, frame);
    else if (clicked == DONE)
        editor_frame_leave(app, frame);
}

struct layout editor_frame_panel_paper(struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    return layout_inside(ui, box, PADDING, 10, GAP);
}

struct layout editor_frame_panel_scroll(struct layout *paper, struct editor_frame *frame)
{
    editor_frame_build_head(paper, frame);
    int y = ui_scroll_begin(paper->ui, "panel", paper->rest, &frame->scroll);
    /* Room for focus rings at the left and for the bar at the right. */
    int width = paper->rest.w - canvas_units(ui_canvas(paper->ui), 11);
    return layout_column(paper->ui, paper->rest.x, y, width, GAP);
}

struct layout editor_frame_panel_begin(struct ui *ui, struct editor_frame *frame, struct box box,
                                       int rows, struct layout *foot)
{
    struct layout paper = editor_frame_panel_paper(ui, box);
    *foot = (struct layout){ui, layout_take(&paper, AT_BOTTOM, rows * (38 + GAP) - GAP), GAP};
    return editor_frame_panel_scroll(&paper, frame);
}

/* The line at the foot: the tool, the place under the pointer, and how the sheet stands. */
static void build_line(struct ui *ui, struct editor_frame *frame,
                       const struct editor_frame_tools *tools, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct layout foot = layout_foot(ui, box, PADDING);
    bool points = tools->pointed >= 0;
    const struct editor_frame_tool *tool =
        tools->count ? &tools->tools[points ? tools->pointed : tools->chosen] : NULL;
    const char *hint = points              ? NULL
                       : frame->hint[0]    ? frame->hint
                       : frame->kind->hint ? frame->kind->hint(frame)
                                           : NULL;
    const char *keys = tool ? tool->keys : frame->kind->keys;
    char said[480], standing[300], place[60] = "", status[800];
    if (hint)
        snprintf(said, sizeof said, "%s", hint);
    else
        snprintf(said, sizeof said, "%s (%s): %s", tool->name, tool->letter, tool->help);
    if (is_narrow(canvas)) {
        struct box button = layout_take(&foot, AT_RIGHT, 86);
        if (ui_button(ui, "button panel", frame->folded ? "Panel" : "Sheet",
                      box_centre(button, button.w, canvas_units(canvas, 36)), LOOK_PLAIN))
            editor_frame_fold(frame);
    }
    if (frame->kind->write_place)
        frame->kind->write_place(frame, place, sizeof place);
    if (place[0])
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, place,
                    layout_take(&foot, AT_RIGHT, 124), ALIGN_RIGHT);
    layout_say(&foot, said, keys ? keys : "");
    editor_frame_write_standing(frame, standing, sizeof standing);
    snprintf(status, sizeof status, "%s%s%s", said, standing[0] ? " " : "", standing);
    ui_status(ui, status);
}

/* --- on the sheet ----------------------------------------------------------------------------- */

void editor_frame_paint_mark(cairo_t *cairo, const struct paper_view *view,
                             const struct paper_theme *theme, struct pixel at, int number,
                             bool remark, bool chosen)
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

void editor_frame_fold(struct editor_frame *frame)
{
    frame->panel_choice = frame->folded ? PANEL_SHOWN : PANEL_FOLDED;
}

/* === screen =================================================================================== */

static const double PANEL_WIDTH = 298, LINE_HEIGHT = 44, LEAST_SHEET = 40,
                    LEAST_INVITATION = 200; /* interface pixels */

static void invite(struct canvas *canvas, enum canvas_style style, enum canvas_style smaller,
                   const char *line, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    if (canvas_text_width(canvas, style, line) > box.w)
        style = smaller;
    if (canvas_text_width(canvas, style, line) > box.w)
        return;
    canvas_text(canvas, style, color_mix(theme->paper, theme->ink_soft, 0.75), line, box,
                ALIGN_CENTRE);
}

/* An empty sheet says what to do with it. */
static void build_invitation(struct canvas *canvas, const struct editor_frame *frame)
{
    const char *const *lines = frame->kind->invitation;
    int height = canvas_units(canvas, 44);
    struct box box = box_centre(frame->sheet_box, frame->sheet_box.w, 4 * height);
    if (!lines || !frame->kind->is_empty(frame->sheet) ||
        frame->asks != EDITOR_FRAME_ASKS_NOTHING || frame->drawing || frame->has_dialog ||
        box.w < canvas_units(canvas, LEAST_INVITATION))
        return;
    canvas_push_clip(canvas, frame->sheet_box);
    for (int i = 0; i < 3; i++)
        invite(canvas, STYLE_TITLE, STYLE_HEADING, lines[i], box_cut_top(&box, height));
    invite(canvas, STYLE_BODY, STYLE_SMALL, lines[3], box);
    canvas_pop_clip(canvas);
}

enum { LEFT_NUMBERS, LOWER_NUMBERS, OTHERS }; /* what is live */

static void number_edges(struct editor_frame *frame, const struct canvas *canvas)
{
    struct box whole = sheet_whole(frame->picture);
    struct point size = frame->kind->size(frame->sheet);
    labels_end(&frame->numbers);
    frame->numbers =
        labels_begin((struct label_box){0, 0, whole.w, whole.h}, frame->camera.view.scale);
    paper_label_numbers(&frame->numbers, &frame->camera.view, size,
                        frame->kind->game->course->tiles, canvas_theme(canvas));
    sheet_set_numbers(frame->picture, LEFT_NUMBERS, LOWER_NUMBERS, size.y);
}

static void draw_picture(struct editor_frame *frame, struct canvas *canvas)
{
    struct box box = frame->sheet_box;
    enum sheet_news news = sheet_follow(frame->picture, canvas, box, &frame->camera.view);
    bool other = frame->kind->follow && frame->kind->follow(frame);
    if ((news != SHEET_STAYS || other) && !frame->kind->is_plain)
        number_edges(frame, canvas);
    for (int i = 0; frame->kind->live[i]; i++)
        sheet_set_live(frame->picture, OTHERS + i,
                       sheet_ink(frame->picture, frame->kind->live[i], frame));
    sheet_draw(frame->picture, canvas, box.x, box.y);
}

static void build_sheet(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_view *view = &frame->camera.view;
    struct box box = frame->sheet_box;
    struct ui_state state = {0};
    if (!frame->kind->build_over)
        state = ui_surface(ui, "sheet", box,
                           ui_words("%.2f %.2f %.4f", box.x + view->left,
                                    box.y + view->top + frame->camera.rows * view->square,
                                    view->square));
    if (!canvas_is_muted(canvas) && box.w > 0 && box.h > 0)
        (frame->kind->draw_sheet ? frame->kind->draw_sheet : draw_picture)(frame, canvas);
    if (frame->kind->build_over)
        frame->kind->build_over(app, ui, frame);
    build_invitation(canvas, frame);
    int in = canvas_units(canvas, 5);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, in, in), 2);
}

static void learn(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    if (frame->kind->begin)
        frame->kind->begin(app, ui, frame);
    if (frame->kind->refresh)
        frame->kind->refresh(frame);
    struct point size = frame->kind->size(frame->sheet);
    if (frame->camera.columns != size.x || frame->camera.rows != size.y)
        camera_set_sheet(&frame->camera, size);
    frame->hint[0] = '\0';
    if (frame->focus_sheet)
        ui_set_focus(ui, "sheet", false);
    frame->focus_sheet = false;
    const char *ring = ui_ring(ui);
    frame->ring_elsewhere = ring[0] && strcmp(ring, "sheet") != 0 && !frame->kind->build_over;
}

/* --- the question ----------------------------------------------------------------------------- */

enum answer { SAVE, KEEP, DISCARD, STAY };

static void obey(struct app *app, struct editor_frame *frame, enum answer answer)
{
    frame->leaving = frame->asks == EDITOR_FRAME_ASKS_LEAVING;
    frame->asks = EDITOR_FRAME_ASKS_NOTHING;
    bool done = answer == SAVE ? editor_frame_save(app, frame) : answer != STAY;
    if (!done && frame->has_dialog)
        return; /* what comes of it is seen when that is answered */
    if (answer == DISCARD) {
        autosave_trash(app, frame->autosave);
        frame->saved_version = steps_version(frame->sheet);
    }
    if (frame->leaving && answer == DISCARD) {
        steps_free(frame->sheet);
        frame->sheet = NULL;
    }
    editor_frame_go_on(app, frame, done);
}

int editor_frame_ask(struct ui *ui, struct editor_frame *frame, const char *title,
                     const char *words, const struct editor_frame_choice *answers, int count)
{
    struct dialog dialog = {.id = "question",
                            .title = title,
                            .cancel_id = answers[count - 1].id,
                            .width = 520,
                            .footless = true,
                            .scroll = &frame->question_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 8;
    layout_paragraph(&column, STYLE_BODY, canvas_theme(ui_canvas(ui))->ink, words);
    layout_skip(&column, AT_TOP, 8);
    int answer = editor_frame_build_buttons(&column, answers, count, 2, answers[0].value);
    ui_default(ui, answers[0].id);
    dialog_end(&column);
    ui_status(ui, words);
    return answer;
}

/* The dialog that asks what becomes of a sheet, if there is something to be asked. */
static void build_question(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    static const struct editor_frame_choice leaving[] = {{"button save-first", "Save", SAVE},
                                                         {"button later", "Keep for later", KEEP},
                                                         {"button discard", "Throw away", DISCARD},
                                                         {"button stay", "Go on drawing", STAY}};
    static const struct editor_frame_choice other[] = {{"button save-first", "Save it first", SAVE},
                                                       {"button discard", "Throw it away", DISCARD},
                                                       {"button stay", "Go on drawing it", STAY}};
    bool leaves = frame->asks == EDITOR_FRAME_ASKS_LEAVING;
    if (frame->asks == EDITOR_FRAME_ASKS_NOTHING)
        return;
    const char *words =
        ui_words("The %s \"%.200s\" has changes that are not saved. %s", editor_frame_noun(frame),
                 editor_frame_name(frame),
                 leaves ? "Kept for later it is offered again on the first screen; thrown away it "
                          "lies in the trash."
                        : "What is to become of it before another one comes up?");
    int answer = editor_frame_ask(ui, frame, "Not saved yet", words, leaves ? leaving : other,
                                  leaves ? 4 : 3);
    if (answer >= 0)
        obey(app, frame, (enum answer)answer);
}

/* --- the whole -------------------------------------------------------------------------------- */

static int panel_width(const struct canvas *canvas, int room)
{
    int width = canvas_units(canvas, PANEL_WIDTH);
    int most = is_narrow(canvas) ? room - canvas_units(canvas, LEAST_SHEET)
                                 : canvas_box(canvas).w * 44 / 100;
    return width < most ? width : most;
}

void editor_frame_build(struct app *app, struct ui *ui)
{
    struct editor_frame *frame = editor_frame_shown();
    struct editor_frame_tools tools = {frame->kind->tools, frame->kind->tool_count, frame->tool,
                                       -1};
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    learn(app, ui, frame);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box bar = {0, 0, 0, 0}, side = bar;
    if (tools.count > 0)
        bar = box_cut_left(&rest, editor_frame_toolbar_width(canvas, &tools, rest.h));
    frame->folded = frame->panel_choice == PANEL_AS_FITS ? is_narrow(canvas)
                                                         : frame->panel_choice == PANEL_FOLDED;
    if (!frame->folded)
        side = box_cut_right(&rest, panel_width(canvas, rest.w));
    frame->sheet_box = rest;
    camera_resize(&frame->camera, rest.w, rest.h, canvas_scale(canvas));
    int clicked = tools.count > 0 ? editor_frame_build_toolbar(ui, &tools, bar) : -1;
    if (clicked >= 0)
        frame->kind->choose_tool(frame, clicked);
    if (!frame->kind->panel_first)
        build_sheet(app, ui, frame);
    if (!frame->folded)
        frame->kind->build_panel(app, ui, frame, side);
    if (frame->kind->panel_first)
        build_sheet(app, ui, frame);
    build_line(ui, frame, &tools, line);
    bool free = !app->message[0] && !app->over;
    frame->has_dialog =
        free && frame->kind->build_dialog && frame->kind->build_dialog(app, ui, frame);
    if (free && !frame->has_dialog)
        build_question(app, ui, frame);
    if (frame->has_dialog || frame->asks != EDITOR_FRAME_ASKS_NOTHING)
        frame->space_held = false; /* it may be let go over the dialog */
    editor_frame_tell(app, frame);
}
