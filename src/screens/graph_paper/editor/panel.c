/* Beside the sheet: what the tool in hand can be set to, what is wrong or missing, par and best
 * lap, name, author and note; what can be done with the sheet as a whole at its foot.
 */
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/editor/document.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const double PADDING = 14, GAP = 8, BETWEEN = 6, ROOMY = 520,
                    NUMBER = 36; /* interface pixels */

/* --- rows of what is equally wide ----------------------------------------------------------- */

/* What does not fill the last row is wider there. */
static struct box choice_box(struct layout *column, struct layout *row, int index, int count,
                             int columns)
{
    int left = count - index / columns * columns;
    int gap = canvas_units(ui_canvas(column->ui), BETWEEN);
    if (index % columns == 0)
        *row = layout_row(column, 38, GAP);
    return box_column(row->rest, index % columns, left < columns ? left : columns, gap);
}

int editor_build_chips(struct layout *column, const struct editor_choice *choices, int count,
                       int columns, int chosen)
{
    struct layout row;
    int now = chosen;
    for (int i = 0; i < count; i++) {
        bool is = choices[i].value == chosen;
        struct box box = choice_box(column, &row, i, count, columns);
        if (ui_chip(column->ui, choices[i].id, choices[i].label, is ? "chosen" : "", box, is)
                .clicked)
            now = choices[i].value;
    }
    return now;
}

int editor_build_buttons(struct layout *column, const struct editor_choice *choices, int count,
                         int columns, int primary)
{
    struct layout row;
    int clicked = -1;
    for (int i = 0; i < count; i++)
        if (ui_button(column->ui, choices[i].id, choices[i].label,
                      choice_box(column, &row, i, count, columns),
                      choices[i].value == primary ? LOOK_PRIMARY : LOOK_PLAIN))
            clicked = choices[i].value;
    return clicked;
}

bool editor_build_button(struct layout *column, const char *id, const char *label)
{
    const struct editor_choice button = {id, label, 0};
    return editor_build_buttons(column, &button, 1, 1, -1) == 0;
}

void editor_build_words(struct layout *column, const char *text, bool warns)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    layout_paragraph(column, STYLE_SMALL, warns ? theme->warning : theme->ink, text);
}

static void heading(struct layout *column, const char *text)
{
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink, text);
}

/* --- the head ------------------------------------------------------------------------------- */

static void build_step(struct ui *ui, struct editor *editor, const char *id, enum icon icon,
                       const char *name, struct box box)
{
    bool undo = icon == ICON_UNDO;
    char told[120];
    snprintf(told, sizeof told, "%s: %s (%s).", undo ? "Undo" : "Redo", name ? name : "nothing",
             undo ? "Ctrl+Z" : "Ctrl+Y");
    struct ui_state state =
        ui_sign_button(ui, id, told, box, (struct ui_sign){icon, 26, 7, .idle = !name});
    if (state.hovered || state.ring)
        snprintf(editor->hint, sizeof editor->hint, "%s", told);
    if (state.clicked && undo)
        editor_undo(editor);
    else if (state.clicked)
        editor_redo(editor);
}

static void write_standing(const struct editor *editor, char *into, int size)
{
    const char *file = editor_file_name(editor);
    if (!file)
        snprintf(into, (size_t)size, "%s",
                 editor_is_changed(editor) ? "not saved yet"
                 : editor->copied          ? "a copy"
                                           : "new");
    else /* the state first: a long name is cut */
        snprintf(into, (size_t)size, "%s: %s", editor_is_changed(editor) ? "changed" : "saved",
                 file);
}

static void build_head(struct ui *ui, struct editor *editor, struct layout *column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout line = layout_row(column, 46, 6);
    char standing[200];
    int side = canvas_units(canvas, 42);
    struct box redo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box undo = box_centre(layout_cut(&line, AT_RIGHT, side), side, side);
    struct box row = line.rest;
    const char *name = editor->texts.name[0] ? editor->texts.name : "Untitled";
    write_standing(editor, standing, sizeof standing);
    struct box upper = box_cut_top(&row, row.h * 56 / 100);
    canvas_text(canvas, STYLE_HEADING, theme->ink, name, upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, standing, row, ALIGN_LEFT);
    build_step(ui, editor, "button undo", ICON_UNDO, sketch_undo_name(editor->sketch), undo);
    build_step(ui, editor, "button redo", ICON_REDO, sketch_redo_name(editor->sketch), redo);
}

/* --- what is wrong, missing, or found ------------------------------------------------------- */

static void draw_number(struct canvas *canvas, int number, bool missing, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char text[12];
    int side = canvas_units(canvas, 26);
    struct card card = {.radius = 13, .edge_width = 1.8, .dashed = missing};
    card.edge = theme->warning;
    card.fill = color_fade(theme->card, 0);
    struct box disc = {box.x, box.y + canvas_units(canvas, 3), side, side};
    canvas_card(canvas, disc, &card);
    snprintf(text, sizeof text, "%d", number);
    canvas_text(canvas, STYLE_SMALL, theme->warning, text, disc, ALIGN_CENTRE);
}

/* The sentences of the checks stand behind a file's name elsewhere: here they begin. */
static void write_problem(const struct draft_problem *problem, char *into, size_t size)
{
    snprintf(into, size, "%s", problem->error.text);
    into[0] = (char)toupper((unsigned char)into[0]);
    size_t length = strlen(into);
    if (length > 0 && length + 1 < size && into[length - 1] != '.' && into[length - 1] != '?')
        snprintf(into + length, size - length, ".");
}

/* Below what is told, with the same edge at the left as its words. */
static void build_repair(struct editor *editor, int index, const struct draft_problem *problem,
                         struct layout *column)
{
    const char *name = sketch_repair_name(problem->repair);
    char id[32];
    if (!name)
        return;
    struct layout row = layout_row(column, 36, 0);
    layout_skip(&row, AT_LEFT, NUMBER + GAP);
    snprintf(id, sizeof id, "repair %d", index + 1);
    if (!ui_button(column->ui, id, name, row.rest, LOOK_PLAIN))
        return;
    editor_give_up(editor);
    editor->selection.count = 0;
    editor_did(editor, sketch_repair(editor->sketch, problem, &editor->error));
}

static void build_problem(struct app *app, struct editor *editor, int index, struct layout *column)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct draft_problem *problem = &editor->problems[index];
    char text[420], id[32];
    write_problem(problem, text, sizeof text);
    int width = column->rest.w - canvas_units(canvas, NUMBER + 2 * GAP);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, text, width);
    int least = canvas_units(canvas, 32);
    height = (height > least ? height : least) + 2 * canvas_units(canvas, GAP);
    struct box box = layout_cut(column, AT_TOP, height);
    snprintf(id, sizeof id, "problem %d", index + 1);
    struct ui_state state = ui_target(ui, id, box, text);
    bool chosen = editor->chosen_problem == index;
    struct card card = {.radius = 7, .edge_width = chosen ? 2 : 1};
    card.edge = chosen || state.hovered ? theme->warning : theme->panel_edge;
    card.fill = color_mix(theme->card, theme->warning, state.pressed ? 0.12 : 0);
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, GAP, GAP, 0);
    draw_number(canvas, index + 1, problem->missing, layout_take(&inside, AT_LEFT, NUMBER));
    layout_paragraph(&inside, STYLE_SMALL, theme->ink, text);
    if (state.ring)
        ui_focus_ring(ui, box, 7);
    build_repair(editor, index, problem, column);
    if (!state.clicked)
        return;
    editor_go_to_problem(editor, index);
    camera_go(&editor->camera, !app->settings.reduced_motion);
}

/* What counts besides the walls: the usual race may leave it out, and then has another par. */
static const char *counted_with(const struct track *track)
{
    bool turbo = track->turbo_count > 0, checkpoints = track->checkpoint_count > 0;
    return turbo && checkpoints ? " with turbo areas and checkpoints"
           : turbo              ? " with turbo areas"
           : checkpoints        ? " with checkpoints"
                                : "";
}

void editor_write_par(const struct editor *editor, char *into, int size)
{
    const struct best_lap_answer *answer = &editor->answer;
    bool is_new = answer->version == editor->shape;
    if (!editor->track->has_line)
        snprintf(into, (size_t)size, "%s",
                 "To race on it set the line for start and finish. Without one the sheet is an "
                 "arena for derbies.");
    else if (answer->state == BEST_LAP_LAP && is_new && answer->finding.lap.rounds > 0)
        snprintf(
            into, (size_t)size, "The track is complete. Its best lap takes %d rounds%s: par %d.",
            answer->finding.lap.rounds, counted_with(editor->track), answer->finding.lap.rounds);
    else if (answer->state == BEST_LAP_LAP && is_new)
        snprintf(into, (size_t)size,
                 "The track is complete. It is so large that its best lap "
                 "was not counted.");
    else
        snprintf(into, (size_t)size, "The track is complete. Its best lap is being looked for ...");
}

static void build_standing(struct app *app, struct editor *editor, struct layout *column)
{
    int count = editor->problem_count;
    char par[160];
    if (editor_is_empty(editor))
        return;
    if (count > 0) {
        heading(column, editor->problems[0].missing ? "Still missing" : "Not right yet");
        for (int i = 0; i < count; i++)
            build_problem(app, editor, i, column);
        return;
    }
    heading(column, editor->track->has_line ? "Ready to race" : "No start line yet");
    editor_write_par(editor, par, sizeof par);
    editor_build_words(column, par, false);
    const struct lap_turned turned = editor->turned;
    if (turned.start || turned.finish) {
        editor_build_words(column,
                           ui_words("The arrow of the %s leads against the course.",
                                    !turned.finish  ? "start"
                                    : !turned.start ? "finish"
                                                    : "start, and that of the finish,"),
                           true);
        if (editor_build_button(column, "button turn-lines", "Turn it round"))
            editor_turn_lines(editor);
    }
    bool shown = !editor->best_lap_hidden;
    if (editor->track->has_line)
        ui_check(column->ui, "check ghost", "Show the best lap (G)",
                 layout_take(column, AT_TOP, 34), &shown);
    else if (editor->tool != TOOL_LINE &&
             editor_build_button(column, "button set-line", "Set the line (L)"))
        editor_choose_tool(editor, TOOL_LINE);
    editor->best_lap_hidden = !shown;
}

static void build_shapes(struct editor *editor, struct layout *column)
{
    int count = editor_count_shapes(editor);
    char label[80];
    if (count == 0)
        return;
    heading(column, "Shapes without a role");
    editor_build_words(column,
                       "This drawing has no walls yet. Its closed shapes may become walls, all at "
                       "once or, when selected, one by one.",
                       false);
    snprintf(label, sizeof label,
             count == 1   ? "Take it as a wall"
             : count == 2 ? "Take both as walls"
                          : "Take all %d as walls",
             count);
    if (editor_build_button(column, "button take-shapes", label))
        editor_take_shapes(editor);
}

/* --- the sheet ------------------------------------------------------------------------------ */

static bool build_field(struct layout *column, const char *id, const char *label, char *text,
                        int size)
{
    layout_text(column, AT_TOP, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft, label);
    return ui_text_field(column->ui, id, text, size, layout_take(column, AT_TOP, 38));
}

static void build_texts(struct editor *editor, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct draft *draft = sketch_draft(editor->sketch);
    struct sketch_texts *texts = &editor->texts;
    char size[60];
    heading(column, "Sheet");
    bool changed = build_field(column, "field name", "Name", texts->name, sizeof texts->name);
    changed |= build_field(column, "field author", "Drawn by", texts->author, sizeof texts->author);
    changed |= build_field(column, "field note", "What it asks of the driver", texts->note,
                           sizeof texts->note);
    if (changed)
        sketch_set_texts(editor->sketch, texts);
    struct layout row = layout_row(column, 38, 0);
    snprintf(size, sizeof size, "%d × %d squares", draft->width, draft->height);
    if (ui_button(column->ui, "button resize", "Change", layout_take(&row, AT_RIGHT, 92),
                  LOOK_PLAIN))
        editor_open_dialog(editor, DIALOG_RESIZE);
    bool fits = canvas_text_width(canvas, STYLE_BODY, size) + canvas_units(canvas, 6) <= row.rest.w;
    canvas_text(canvas, fits ? STYLE_BODY : STYLE_SMALL, canvas_theme(canvas)->ink, size, row.rest,
                ALIGN_LEFT);
}

static void build_photo(struct editor *editor, struct layout *column)
{
    bool shows = !editor->photo_hidden;
    if (editor_photo(editor) && ui_check(column->ui, "check photo", "Photo on the sheet",
                                         layout_take(column, AT_TOP, 36), &shows)) {
        editor->photo_hidden = !shows;
        editor_sheet_forget(editor->sheet);
    }
}

static void take_generated(struct app *app, struct course course)
{
    struct draft draft;
    draft_from_track(&draft, graph_paper_track_of(course));
    app_edit_draft(app, &draft);
}

enum { PRINT, GENERATE, NEW, TRY, SAVE, DONE };

static void build_others(struct app *app, struct editor *editor, struct layout *column)
{
    static const struct editor_choice buttons[] = {{"button print", "Print", PRINT},
                                                   {"button generate", "Generate", GENERATE},
                                                   {"button new", "New", NEW}};
    int clicked = editor_build_buttons(column, buttons, 3, 3, -1);
    if (clicked == PRINT)
        app_print(app, graph_paper_course(editor->track ? editor->track : editor->look));
    else if (clicked == GENERATE)
        app_generate(app, take_generated);
    else if (clicked == NEW)
        app_edit_new(app, 0, 0);
}

/* --- the foot ------------------------------------------------------------------------------- */

static void try_it(struct app *app, struct editor *editor)
{
    if (editor->problem_count > 0) {
        editor_go_to_problem(editor, 0);
        camera_jump(&editor->camera);
        editor_say(editor, "It cannot be tried yet: what is in the way is marked and listed.");
    } else if (editor->track) {
        app_try_track(app, editor->track);
    }
}

static void build_foot(struct app *app, struct editor *editor, struct layout *column)
{
    static const struct editor_choice buttons[] = {{"button try", "Try it", TRY},
                                                   {"button save", "Save", SAVE},
                                                   {"button done", "Done", DONE}};
    bool ready = editor->track && editor->problem_count == 0;
    int clicked = editor_build_buttons(column, buttons, 3, 3, ready ? TRY : -1);
    if (clicked == TRY)
        try_it(app, editor);
    else if (clicked == SAVE)
        editor_save(app, editor);
    else if (clicked == DONE)
        editor_leave(app, editor);
}

static void build_body(struct app *app, struct editor *editor, struct layout *column)
{
    const struct editor_tool *tool = editor_tool(editor);
    if (tool->panel) {
        heading(column, tool->name);
        tool->panel(editor, column);
        layout_skip(column, AT_TOP, GAP);
    }
    build_shapes(editor, column);
    build_standing(app, editor, column);
    build_texts(editor, column);
    build_photo(editor, column);
    if (editor->path && editor_build_button(column, "button save-copy", "Save as a new file"))
        editor_save_copy(app, editor);
}

void editor_build_panel(struct app *app, struct ui *ui, struct editor *editor, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct layout rest = layout_inside(ui, box, PADDING, 10, GAP);
    bool roomy = rest.rest.h >= canvas_units(canvas, ROOMY);
    struct layout foot = {ui, layout_take(&rest, AT_BOTTOM, roomy ? 2 * 38 + GAP : 38), GAP};
    build_head(ui, editor, &rest);
    int y = ui_scroll_begin(ui, "panel", rest.rest, &editor->scroll);
    /* Room for focus rings at the left and for the bar at the right. */
    int width = rest.rest.w - canvas_units(canvas, 11);
    struct layout column = layout_column(ui, rest.rest.x, y, width, GAP);
    build_body(app, editor, &column);
    if (!roomy)
        build_others(app, editor, &column);
    ui_scroll_end(ui, column.rest.y);
    if (roomy)
        build_others(app, editor, &foot);
    build_foot(app, editor, &foot);
}
