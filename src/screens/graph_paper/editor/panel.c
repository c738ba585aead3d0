/* Beside the sheet: what the tool in hand can be set to, what is wrong or missing, par and best
 * lap, name, author and note; what can be done with the sheet as a whole at its foot.
 */
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/editor/inside.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const double PADDING = 14, GAP = 8, FIELD = 38, ROOMY = 520; /* interface pixels */

static struct box cut(const struct canvas *canvas, struct box *rest, double height)
{
    return box_cut_top(rest, canvas_units(canvas, height));
}

static void leave_gap(const struct canvas *canvas, struct box *rest)
{
    cut(canvas, rest, GAP);
}

bool editor_chip(struct ui *ui, const char *id, const char *label, struct box box, bool chosen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, id, box, chosen ? "chosen" : "");
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct card card = {.radius = 18, .edge = theme->action, .edge_width = 1.5};
    card.fill = chosen ? theme->action : color_mix(theme->card, theme->action, strength);
    canvas_card(canvas, box, &card);
    bool fits = canvas_text_width(canvas, STYLE_BODY, label) <= box.w - canvas_units(canvas, 12);
    canvas_text(canvas, fits ? STYLE_BODY : STYLE_SMALL,
                chosen ? theme->action_text : theme->action, label, box, ALIGN_CENTRE);
    if (state.ring)
        ui_focus_ring(ui, box, 18);
    return state.clicked;
}

static void heading(struct canvas *canvas, struct box *rest, const char *text)
{
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, text, cut(canvas, rest, 30),
                ALIGN_LEFT);
}

static void words(struct canvas *canvas, struct box *rest, struct paper_color color,
                  const char *text)
{
    box_cut_top(rest, canvas_paragraph(canvas, STYLE_SMALL, color, text, *rest, ALIGN_LEFT));
    leave_gap(canvas, rest);
}

/* --- the head ------------------------------------------------------------------------------- */

static void build_step(struct ui *ui, struct editor *editor, const char *id, enum icon icon,
                       const char *name, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool undo = icon == ICON_UNDO;
    struct ui_state state = {0};
    char told[120];
    snprintf(told, sizeof told, "%s: %s (%s).", undo ? "Undo" : "Redo", name ? name : "nothing",
             undo ? "Ctrl+Z" : "Ctrl+Y");
    if (name)
        state = ui_target(ui, id, box, told);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.09 : 0;
    struct card card = {.radius = 7, .edge = theme->action, .edge_width = 1.5};
    card.fill = color_mix(theme->card, theme->action, strength);
    if (!name) {
        card.edge = theme->panel_edge;
        card.fill = theme->panel;
    }
    canvas_card(canvas, box, &card);
    int side = canvas_units(canvas, 26);
    canvas_icon(canvas, icon, box_centre(box, side, side),
                name ? theme->action : color_mix(theme->panel, theme->ink_soft, 0.5));
    if (state.ring)
        ui_focus_ring(ui, box, 7);
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

static void build_head(struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box row = cut(canvas, rest, 46);
    char standing[200];
    int side = canvas_units(canvas, 42);
    struct box redo = box_centre(box_cut_right(&row, side), side, side);
    box_cut_right(&row, canvas_units(canvas, 6));
    struct box undo = box_centre(box_cut_right(&row, side), side, side);
    box_cut_right(&row, canvas_units(canvas, 6));
    const char *name = editor->texts.name[0] ? editor->texts.name : "Untitled";
    write_standing(editor, standing, sizeof standing);
    struct box upper = box_cut_top(&row, row.h * 56 / 100);
    canvas_text(canvas, STYLE_HEADING, theme->ink, name, upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, standing, row, ALIGN_LEFT);
    build_step(ui, editor, "button undo", ICON_UNDO, sketch_undo_name(editor->sketch), undo);
    build_step(ui, editor, "button redo", ICON_REDO, sketch_redo_name(editor->sketch), redo);
    leave_gap(canvas, rest);
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
static void build_repair(struct ui *ui, struct editor *editor, int index,
                         const struct draft_problem *problem, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const char *name = sketch_repair_name(problem->repair);
    struct error error = {0};
    char id[32];
    if (!name)
        return;
    struct box row = cut(canvas, rest, 36);
    leave_gap(canvas, rest);
    box_cut_left(&row, canvas_units(canvas, 44));
    snprintf(id, sizeof id, "repair %d", index + 1);
    if (!ui_button(ui, id, name, row, LOOK_PLAIN))
        return;
    editor_give_up(editor);
    editor->selection.count = 0;
    editor_did(editor, sketch_repair(editor->sketch, problem, &error), &error);
}

static void build_problem(struct app *app, struct ui *ui, struct editor *editor, int index,
                          struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct draft_problem problem = editor_problem(editor, index);
    char text[420];
    write_problem(&problem, text, sizeof text);
    int left = canvas_units(canvas, 44), margin = canvas_units(canvas, 7);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, text,
                                         rest->w - left - canvas_units(canvas, 8));
    int least = canvas_units(canvas, 32);
    struct box row = box_cut_top(rest, (height > least ? height : least) + 2 * margin);
    leave_gap(canvas, rest);
    char id[32];
    snprintf(id, sizeof id, "problem %d", index + 1);
    struct ui_state state = ui_target(ui, id, row, text);
    bool chosen = editor->chosen_problem == index;
    struct card card = {.radius = 7, .edge_width = chosen ? 2 : 1};
    card.edge = chosen || state.hovered ? theme->warning : theme->panel_edge;
    card.fill = color_mix(theme->card, theme->warning, state.pressed ? 0.12 : 0);
    canvas_card(canvas, row, &card);
    struct box inner = box_inset(row, canvas_units(canvas, 8), margin);
    draw_number(canvas, index + 1, problem.missing, inner);
    box_cut_left(&inner, left - canvas_units(canvas, 8));
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink, text, inner, ALIGN_LEFT);
    if (state.ring)
        ui_focus_ring(ui, row, 7);
    build_repair(ui, editor, index, &problem, rest);
    if (!state.clicked)
        return;
    editor_go_to_problem(editor, index);
    if (app->settings.stroke_animation)
        camera_begin_glide(&editor->camera, SDL_GetTicks());
    else
        camera_jump(&editor->camera);
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
    else if (answer->state == BEST_LAP_LAP && is_new && answer->rounds > 0)
        snprintf(into, (size_t)size,
                 "The track is complete. Its best lap takes %d rounds%s: par %d.", answer->rounds,
                 counted_with(editor->track), answer->rounds);
    else if (answer->state == BEST_LAP_LAP && is_new)
        snprintf(into, (size_t)size,
                 "The track is complete. It is so large that its best lap "
                 "was not counted.");
    else
        snprintf(into, (size_t)size, "The track is complete. Its best lap is being looked for ...");
}

static void build_standing(struct app *app, struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int count = editor_problem_count(editor);
    char par[160];
    if (editor_is_empty(editor))
        return;
    if (count > 0) {
        bool wrong = !editor_problem(editor, 0).missing;
        heading(canvas, rest, wrong ? "Not right yet" : "Still missing");
        for (int i = 0; i < count; i++)
            build_problem(app, ui, editor, i, rest);
        return;
    }
    heading(canvas, rest, editor->track->has_line ? "Ready to race" : "No start line yet");
    editor_write_par(editor, par, sizeof par);
    words(canvas, rest, theme->ink, par);
    if (!editor->track->has_line) {
        bool has_tool = editor->tool == TOOL_LINE;
        if (!has_tool &&
            ui_button(ui, "button set-line", "Set the line (L)", cut(canvas, rest, 40), LOOK_PLAIN))
            editor_choose_tool(editor, TOOL_LINE);
        leave_gap(canvas, rest);
        return;
    }
    bool on = !editor->best_lap_hidden;
    if (ui_check(ui, "check ghost", "Show the best lap (G)", cut(canvas, rest, 34), &on))
        editor->best_lap_hidden = !on;
    leave_gap(canvas, rest);
}

static void build_shapes(struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int count = editor_count_shapes(editor);
    char label[80];
    if (count == 0)
        return;
    heading(canvas, rest, "Shapes without a role");
    words(canvas, rest, canvas_theme(canvas)->ink,
          "This drawing has no walls yet. Its closed shapes may become walls, all at once or, when "
          "selected, one by one.");
    snprintf(label, sizeof label,
             count == 1   ? "Take it as a wall"
             : count == 2 ? "Take both as walls"
                          : "Take all %d as walls",
             count);
    if (ui_button(ui, "button take-shapes", label, cut(canvas, rest, 40), LOOK_PLAIN))
        editor_take_shapes(editor);
    leave_gap(canvas, rest);
}

/* --- the sheet ------------------------------------------------------------------------------ */

static bool build_field(struct ui *ui, const char *id, const char *label, char *text,
                        struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, label, cut(canvas, rest, 22),
                ALIGN_LEFT);
    bool changed = ui_text_field(ui, id, text, SKETCH_TEXT_BYTES, cut(canvas, rest, FIELD));
    leave_gap(canvas, rest);
    return changed;
}

static void build_texts(struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct draft *draft = sketch_draft(editor->sketch);
    struct sketch_texts texts = editor->texts;
    char size[60];
    heading(canvas, rest, "Sheet");
    bool changed = build_field(ui, "field name", "Name", texts.name, rest);
    changed = build_field(ui, "field author", "Drawn by", texts.author, rest) || changed;
    changed =
        build_field(ui, "field note", "What it asks of the driver", texts.note, rest) || changed;
    if (changed) {
        sketch_set_texts(editor->sketch, &texts);
        editor->texts = texts;
    }
    struct box row = cut(canvas, rest, 38);
    snprintf(size, sizeof size, "%d × %d squares", draft->width, draft->height);
    if (ui_button(ui, "button resize", "Change", box_cut_right(&row, canvas_units(canvas, 92)),
                  LOOK_PLAIN))
        editor_open_dialog(editor, DIALOG_RESIZE);
    bool fits = canvas_text_width(canvas, STYLE_BODY, size) + canvas_units(canvas, 6) <= row.w;
    canvas_text(canvas, fits ? STYLE_BODY : STYLE_SMALL, canvas_theme(canvas)->ink, size, row,
                ALIGN_LEFT);
    leave_gap(canvas, rest);
}

static void build_photo(struct ui *ui, struct editor *editor, struct box *rest)
{
    bool shows = !editor->photo_hidden;
    if (!editor_photo(editor))
        return;
    if (ui_check(ui, "check photo", "Photo on the sheet", cut(ui_canvas(ui), rest, 36), &shows)) {
        editor->photo_hidden = !shows;
        editor_sheet_forget(editor->sheet);
    }
    leave_gap(ui_canvas(ui), rest);
}

static void take_generated(struct app *app, struct course course)
{
    struct draft draft;
    draft_from_track(&draft, graph_paper_track_of(course));
    app_edit_draft(app, &draft);
}

static void build_others(struct app *app, struct ui *ui, struct editor *editor, struct box row)
{
    int gap = canvas_units(ui_canvas(ui), GAP), side = (row.w - 2 * gap) * 29 / 100;
    struct box left = box_cut_left(&row, side), right = box_cut_right(&row, side);
    if (ui_button(ui, "button print", "Print", left, LOOK_PLAIN))
        app_print(app, graph_paper_course(editor->track ? editor->track : editor->look));
    if (ui_button(ui, "button generate", "Generate", box_inset(row, gap, 0), LOOK_PLAIN))
        app_generate(app, take_generated);
    if (ui_button(ui, "button new", "New", right, LOOK_PLAIN))
        app_edit_new(app, 0, 0);
}

static void build_copy(struct app *app, struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    if (!editor->path)
        return;
    if (ui_button(ui, "button save-copy", "Save as a new file", cut(canvas, rest, 40), LOOK_PLAIN))
        editor_save_copy(app, editor);
    leave_gap(canvas, rest);
}

/* --- the foot ------------------------------------------------------------------------------- */

static void try_it(struct app *app, struct editor *editor)
{
    if (editor_problem_count(editor) > 0) {
        editor_go_to_problem(editor, 0);
        camera_jump(&editor->camera);
        editor_say(editor, "It cannot be tried yet: what is in the way is marked and listed.");
    } else if (editor->track) {
        app_try_track(app, editor->track);
    }
}

static void build_foot(struct app *app, struct ui *ui, struct editor *editor, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, GAP);
    bool ready = editor->track && editor_problem_count(editor) == 0;
    if (ui_button(ui, "button try", "Try it", box_column(row, 0, 3, gap),
                  ready ? LOOK_PRIMARY : LOOK_PLAIN))
        try_it(app, editor);
    if (ui_button(ui, "button save", "Save", box_column(row, 1, 3, gap), LOOK_PLAIN))
        editor_save(app, editor);
    if (ui_button(ui, "button done", "Done", box_column(row, 2, 3, gap), LOOK_PLAIN))
        editor_leave(app, editor);
}

static void build_tool_part(struct app *app, struct ui *ui, struct editor *editor, struct box *rest)
{
    const struct editor_tool *tool = editor_tool(editor);
    if (!tool->panel)
        return;
    heading(ui_canvas(ui), rest, tool->name);
    tool->panel(app, ui, editor, rest);
    leave_gap(ui_canvas(ui), rest);
}

void editor_build_panel(struct app *app, struct ui *ui, struct editor *editor, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, PADDING);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct box rest = box_inset(box, padding, canvas_units(canvas, 10));
    bool roomy = rest.h >= canvas_units(canvas, ROOMY);
    struct box foot = box_cut_bottom(&rest, ui_button_height(ui));
    box_cut_bottom(&rest, canvas_units(canvas, GAP));
    struct box others = {0, 0, 0, 0};
    if (roomy) {
        others = box_cut_bottom(&rest, canvas_units(canvas, 38));
        box_cut_bottom(&rest, canvas_units(canvas, GAP));
    }
    build_head(ui, editor, &rest);
    int y = ui_scroll_begin(ui, "panel", rest, &editor->scroll);
    /* Room for focus rings at the left and for the bar at the right. */
    struct box body = {rest.x, y, rest.w - canvas_units(canvas, 11), 100000};
    build_tool_part(app, ui, editor, &body);
    build_shapes(ui, editor, &body);
    build_standing(app, ui, editor, &body);
    build_texts(ui, editor, &body);
    build_photo(ui, editor, &body);
    build_copy(app, ui, editor, &body);
    if (!roomy)
        build_others(app, ui, editor, cut(canvas, &body, 38));
    ui_scroll_end(ui, body.y + canvas_units(canvas, 6));
    if (roomy)
        build_others(app, ui, editor, others);
    build_foot(app, ui, editor, foot);
}
