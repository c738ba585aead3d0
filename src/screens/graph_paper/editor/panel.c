/* The sheet on the screen while it is drawn.
 *
 * Kept in the cached picture (the ground): the sheet, open strokes, and the stroke that is being
 * drawn, of which each frame paints only what is new. After a change only the boxes of the items
 * that have changed are mended, which is found by comparing hashes. Live: numbers at the edges, the
 * best lap, red marks, what is under the pointer, the selection.
 */

#include "base/memory.h"
#include "base/number.h"
#include "draw/sheet.h"
#include "paper/graph_paper/ink.h"
#include "paper/labels.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/editor/editor.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS, LIVE_FINDINGS, LIVE_POINTER, LIVE_WORK };
enum { MENDED_ITEMS = 24 }; /* more of them are quicker painted with everything */
static const double PHOTO_STRENGTH = 0.45;
static const double BEST_LAP_STRENGTH = 0.85, BEST_LAP_STRENGTH_OLD = 0.35;

/* An item as it was painted: its box in squares from the sheet's upper left corner. */
struct painted {
    uint64_t hash;
    enum draft_role role;
    double left, top, right, bottom;
};

struct editor_sheet {
    struct sheet *sheet;
    struct editor *editor; /* valid while drawing */
    struct editor_show show;
    const struct paper_theme *theme; /* that the sheet follows, and its view */
    struct paper_view view;
    bool known;
    uint64_t version;
    int columns, rows;
    struct painted *items;
    int count;
    bool has_ground; /* it is known what is outside: without that nothing is hatched */
    int wet;         /* spots of the stroke that are painted */
    bool wet_ring;
    double wet_ring_size;
    struct box wet_box;   /* all of it */
    uint64_t findings;    /* hash of the best lap and the red marks */
    struct labels labels; /* what the best lap takes, and the numbers at the edges */
};

static const struct draft *draft_of(const struct editor_sheet *sheet)
{
    return sketch_draft(sheet->editor->frame.sheet);
}

static struct draft_brush brush_of(const struct editor_sheet *sheet, cairo_t *cairo)
{
    return (struct draft_brush){cairo, &sheet->view, draft_of(sheet), sheet->theme};
}

/* --- painting ------------------------------------------------------------------------------- */

/* Paler, and without what it takes, when the sheet has changed since. No points: none is shown. */
static struct dotted_line best_lap_of(const struct editor_sheet *sheet)
{
    const struct editor *editor = sheet->editor;
    const struct best_lap_answer *answer = &editor->known.answer;
    bool is_known = answer->state == BEST_LAP_LAP || answer->state == BEST_LAP_SEARCHING;
    bool is_new = answer->version == editor->known.shape;
    int rounds = answer->finding.lap.rounds;
    if (editor->best_lap_hidden || !editor->known.track || !editor->known.track->has_line ||
        !is_known)
        return (struct dotted_line){0};
    struct dotted_line line = {answer->finding.line, answer->finding.count, draft_of(sheet)->height,
                               sheet->theme->action, ""};
    line.color.alpha = is_new ? BEST_LAP_STRENGTH : BEST_LAP_STRENGTH_OLD;
    if (rounds > 0 && is_new)
        snprintf(line.label, sizeof line.label,
                 editor->known.track->open ? "finish in %d" : "lap in %d", rounds);
    return line;
}

/* The best lap, and red pencil at what is wrong. */
static void paint_findings(cairo_t *cairo, void *context)
{
    const struct editor_sheet *sheet = context;
    const struct editor *editor = sheet->editor;
    struct draft_brush brush = brush_of(sheet, cairo);
    struct dotted_line best_lap = best_lap_of(sheet);
    dotted_draw(cairo, &sheet->view, &best_lap);
    paper_draw_problems(&brush, editor->known.problems, editor->known.problem_count,
                        editor->known.chosen);
}

/* Pale, over walls and paper: both are seen through it. */
static void paint_photo(cairo_t *cairo, const struct editor_sheet *sheet)
{
    const struct flat_photo *photo = editor_photo(sheet->editor);
    if (!photo || sheet->editor->photo_hidden)
        return;
    double scale = sheet->view.square * draft_of(sheet)->width / photo->width;
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *)photo->pixels, CAIRO_FORMAT_RGB24,
                                            photo->width, photo->height, photo->width * 4);
    cairo_save(cairo);
    cairo_translate(cairo, sheet->view.left, sheet->view.top);
    cairo_scale(cairo, scale, scale);
    cairo_set_source_surface(cairo, surface, 0, 0);
    cairo_paint_with_alpha(cairo, PHOTO_STRENGTH);
    cairo_restore(cairo);
    cairo_surface_destroy(surface);
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct editor_sheet *sheet = context;
    struct draft_brush brush = brush_of(sheet, cairo);
    paper_draw_sheet(cairo, &sheet->view, graph_paper_course(sheet->editor->known.look),
                     sheet->theme);
    paint_photo(cairo, sheet);
    paper_draw_loose(&brush);
    if (sheet->show.wet.count > 0)
        paper_draw_pen(&brush, &sheet->show.wet);
}

/* What is selected and what would be, and what a tool works at. */
static void paint_work(cairo_t *cairo, void *context)
{
    const struct editor_sheet *sheet = context;
    const struct editor_show *show = &sheet->show;
    struct draft_brush brush = brush_of(sheet, cairo);
    struct paper_selection selection = editor_paper_selection(sheet->editor);
    struct paper_selection glow = {&show->pointed, 1, false, HANDLE_NONE, NULL};
    if (show->pointed >= 0 && !editor_is_selected(sheet->editor, show->pointed))
        paper_draw_selection(&brush, &glow);
    if (selection.count > 0)
        paper_draw_selection(&brush, &selection);
    if (show->live.count > 0)
        paper_draw_pen(&brush, &show->live);
    if (show->has_lasso)
        paper_draw_lasso(&brush, show->lasso_from, show->lasso_to);
}

static void paint_pointer(cairo_t *cairo, void *context)
{
    const struct editor_sheet *sheet = context;
    const struct editor_show *show = &sheet->show;
    struct draft_brush brush = brush_of(sheet, cairo);
    if (show->has_line)
        paper_draw_laid_line(&brush, show->line_role, show->from, show->to);
    if (show->has_arrow)
        paper_draw_pulled_arrow(&brush, show->middle, show->arrow);
    if (show->has_reach)
        paper_draw_reach(&brush, show->reach_at, show->reach);
    if (show->has_snap)
        paper_draw_snap(&brush, show->snap);
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct editor_sheet *sheet = context;
    paint_findings(cairo, context);
    paint_work(cairo, context);
    paint_pointer(cairo, context);
    labels_draw(cairo, &sheet->labels, sheet->theme);
}

struct editor_sheet *editor_sheet_create(void)
{
    struct editor_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create(
        (struct sheet_painter){.ground = paint_ground, .live = paint_live, .context = sheet});
    return sheet;
}

void editor_sheet_free(struct editor_sheet *sheet)
{
    if (!sheet)
        return;
    sheet_free(sheet->sheet);
    labels_end(&sheet->labels);
    free(sheet->items);
    free(sheet);
}

void editor_sheet_forget(struct editor_sheet *sheet)
{
    if (sheet)
        sheet->known = false;
}

/* --- mending the ground --------------------------------------------------------------------- */

static struct painted paint_note(const struct editor_sheet *sheet, int index)
{
    const struct paper_view *view = &sheet->view;
    struct draft_brush brush = brush_of(sheet, NULL);
    const struct draft_item *item = &brush.draft->items[index];
    struct painted painted = {editor_hash_item(item), item->role, 0, 0, 0, 0};
    double box[4];
    if (!paper_item_box(&brush, index, box))
        return painted;
    painted.left = (box[0] - view->left) / view->square;
    painted.top = (box[1] - view->top) / view->square;
    painted.right = (box[0] + box[2] - view->left) / view->square;
    painted.bottom = (box[1] + box[3] - view->top) / view->square;
    return painted;
}

static void mend_painted(struct editor_sheet *sheet, const struct painted *painted)
{
    const struct paper_view *view = &sheet->view;
    double box[4] = {view->left + painted->left * view->square,
                     view->top + painted->top * view->square,
                     (painted->right - painted->left) * view->square,
                     (painted->bottom - painted->top) * view->square};
    if (box[2] > 0 && box[3] > 0)
        sheet_invalidate(sheet->sheet, box_inset(sheet_box(box), -2, -2));
}

static bool has_ground(const struct track *look)
{
    return area_loop_count(look->surface) > 0 && !look->is_unsure;
}

/* The items as they are now. What is other than it was lies between those that the lists begin with
 * and those that they end with; lines are cut off at walls, so they go with any wall. */
static void follow_items(struct editor_sheet *sheet, bool all)
{
    const struct draft *draft = draft_of(sheet);
    struct painted *items = memory_allocate((size_t)draft->count + 1, sizeof *items);
    for (int i = 0; i < draft->count; i++)
        items[i] = paint_note(sheet, i);
    int first = 0, end = draft->count, old_end = sheet->count;
    while (first < end && first < old_end && items[first].hash == sheet->items[first].hash)
        first++;
    while (end > first && old_end > first && items[end - 1].hash == sheet->items[old_end - 1].hash)
        end--, old_end--;
    bool ground = has_ground(sheet->editor->known.look);
    if (all || end + old_end - 2 * first > MENDED_ITEMS || sheet->has_ground != ground) {
        sheet_repaint(sheet->sheet);
        first = end = old_end = 0;
    }
    bool changed = first < end || first < old_end;
    for (int i = first; i < old_end; i++)
        mend_painted(sheet, &sheet->items[i]);
    for (int i = 0; i < draft->count && changed; i++)
        if ((i >= first && i < end) || draft_role_is_line(items[i].role))
            mend_painted(sheet, &items[i]);
    sheet->has_ground = ground;
    free(sheet->items);
    sheet->items = items;
    sheet->count = draft->count;
}

/* --- the stroke that is being drawn --------------------------------------------------------- */

static void mend_wet(struct editor_sheet *sheet, const struct paper_pen *pen, int from)
{
    struct draft_brush brush = brush_of(sheet, NULL);
    double box[4];
    if (!paper_pen_box(&brush, pen, from, box))
        return;
    sheet_invalidate(sheet->sheet, sheet_box(box));
    sheet->wet_box = box_join(sheet->wet_box, sheet_box(box));
}

static void follow_wet(struct editor_sheet *sheet)
{
    const struct paper_pen *pen = &sheet->show.wet;
    if (pen->count < sheet->wet || pen->count == 0) {
        sheet_invalidate(sheet->sheet, sheet->wet_box);
        sheet->wet_box = (struct box){0, 0, 0, 0};
        sheet->wet = 0;
        sheet->wet_ring_size = 0;
    }
    if (pen->count > sheet->wet)
        mend_wet(sheet, pen, sheet->wet > 0 ? sheet->wet - 1 : 0);
    if (pen->count > 0 &&
        (pen->ring != sheet->wet_ring_size || pen->ring_filled != sheet->wet_ring)) {
        struct paper_pen start = *pen;
        start.count = 1;
        mend_wet(sheet, &start, 0);
    }
    sheet->wet = pen->count;
    sheet->wet_ring = pen->ring_filled;
    sheet->wet_ring_size = pen->ring;
}

/* --- live ----------------------------------------------------------------------------------- */

static uint64_t hash_findings(const struct editor_sheet *sheet)
{
    const struct editor *editor = sheet->editor;
    struct dotted_line best_lap = best_lap_of(sheet);
    uint64_t hash = hash_number(HASH_START, (int64_t)editor->known.version);
    hash = hash_number(hash, editor->known.problem_count);
    hash = hash_number(hash, editor->known.chosen);
    hash = hash_number(hash, best_lap.color.alpha > BEST_LAP_STRENGTH_OLD);
    return hash_bytes(hash, best_lap.points, (size_t)best_lap.count * sizeof *best_lap.points);
}

static void write_labels(struct editor_sheet *sheet)
{
    struct dotted_line best_lap = best_lap_of(sheet);
    const struct track *look = sheet->editor->known.look;
    struct box whole = sheet_whole(sheet->sheet);
    labels_end(&sheet->labels);
    sheet->labels = labels_begin((struct label_box){0, 0, whole.w, whole.h}, sheet->view.scale);
    features_keep_off(&sheet->labels, &sheet->view, look);
    paper_label_numbers(&sheet->labels, &sheet->view, track_size(look), false, sheet->theme);
    int numbers = sheet->labels.count;
    dotted_label(&sheet->labels, &sheet->view, look, &best_lap, sheet->theme);
    struct box findings = sheet_ink(sheet->sheet, paint_findings, sheet);
    for (int i = numbers; i < sheet->labels.count; i++) {
        double box[4];
        labels_drawn_box(&sheet->labels, &sheet->labels.items[i], box);
        findings = box_join(findings, sheet_box(box));
    }
    sheet_set_live(sheet->sheet, LIVE_FINDINGS, findings);
}

/* --- the whole ------------------------------------------------------------------------------ */

/* What the window, the theme and the camera ask for. */
static enum sheet_news follow_look(struct editor_sheet *sheet, struct canvas *canvas)
{
    const struct draft *draft = draft_of(sheet);
    const struct paper_view old = sheet->view;
    sheet->view = sheet->editor->frame.camera.view;
    sheet->theme = canvas_theme(canvas);
    enum sheet_news news =
        sheet_follow(sheet->sheet, canvas, sheet->editor->frame.sheet_box, &sheet->view);
    if (!sheet->known || sheet->columns != draft->width || sheet->rows != draft->height) {
        sheet_repaint(sheet->sheet);
        news = SHEET_OTHER;
    }
    sheet->known = true;
    sheet->columns = draft->width;
    sheet->rows = draft->height;
    if (news == SHEET_MOVED) {
        sheet->wet_box.x += (int)(sheet->view.left - old.left);
        sheet->wet_box.y += (int)(sheet->view.top - old.top);
    } else if (news == SHEET_OTHER && sheet->wet > 0) {
        sheet->wet_box = sheet_whole(sheet->sheet);
    }
    return news;
}

void editor_sheet_draw(struct editor_sheet *sheet, struct canvas *canvas, struct editor *editor)
{
    struct box box = editor->frame.sheet_box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    sheet->editor = editor;
    sheet->show = editor_show(editor);
    enum sheet_news news = follow_look(sheet, canvas);
    if (news == SHEET_OTHER || sheet->version != editor->known.version)
        follow_items(sheet, news == SHEET_OTHER);
    sheet->version = editor->known.version;
    follow_wet(sheet);
    uint64_t findings = hash_findings(sheet);
    if (news != SHEET_STAYS || findings != sheet->findings) {
        write_labels(sheet);
        sheet_set_numbers(sheet->sheet, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS,
                          editor->known.look->height);
    }
    sheet->findings = findings;
    sheet_set_live(sheet->sheet, LIVE_POINTER, sheet_ink(sheet->sheet, paint_pointer, sheet));
    sheet_set_live(sheet->sheet, LIVE_WORK, sheet_ink(sheet->sheet, paint_work, sheet));
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}

/* === panel ==================================================================================== */

/* Beside the sheet: what the tool in hand can be set to, what is wrong or missing, par and best
 * lap, name, author and note; what can be done with the sheet as a whole at its foot.
 */

static const double GAP = 8, ROOMY = 520, NUMBER = 36; /* interface pixels */

void editor_build_words(struct layout *column, const char *text, bool warns)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    layout_paragraph(column, STYLE_SMALL, warns ? theme->warning : theme->ink, text);
}

/* --- what is wrong, missing, or found ------------------------------------------------------- */

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
    editor_keep_items(editor, 0);
    editor_did(editor, sketch_repair(editor->frame.sheet, problem, &editor->error));
}

static void build_problem(struct app *app, struct editor *editor, int index, struct layout *column)
{
    const struct draft_problem *problem = &editor->known.problems[index];
    char text[420];
    /* The sentences of the checks stand behind a file's name elsewhere: here they begin. */
    size_t size = sizeof text;
    snprintf(text, size, "%s", problem->error.text);
    text[0] = (char)toupper((unsigned char)text[0]);
    size_t length = strlen(text);
    if (length > 0 && length + 1 < size && text[length - 1] != '.' && text[length - 1] != '?')
        snprintf(text + length, size - length, ".");
    bool clicked = editor_frame_build_fault(
        column, index + 1, text, problem->missing ? EDITOR_FRAME_MISSING : EDITOR_FRAME_WRONG,
        editor->known.chosen == index);
    build_repair(editor, index, problem, column);
    if (!clicked)
        return;
    editor_go_to_problem(editor, index);
    camera_go(&editor->frame.camera, !app->settings.reduced_motion);
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

void editor_write_par(const struct editor_frame *frame, char *into, size_t size)
{
    const struct editor *editor = (const struct editor *)frame;
    const struct best_lap_answer *answer = &editor->known.answer;
    bool is_new = answer->version == editor->known.shape;
    if (!editor->known.track->has_line)
        snprintf(into, size, "%s",
                 "To race on it set the line for start and finish. Without one the sheet is an "
                 "arena for derbies.");
    else if (answer->state == BEST_LAP_LAP && is_new && answer->finding.lap.rounds > 0)
        snprintf(into, size, "The track is complete. Its best lap takes %d rounds%s: par %d.",
                 answer->finding.lap.rounds, counted_with(editor->known.track),
                 answer->finding.lap.rounds);
    else if (answer->state == BEST_LAP_LAP && is_new)
        snprintf(into, size,
                 "The track is complete. It is so large that its best lap "
                 "was not counted.");
    else
        snprintf(into, size, "The track is complete. Its best lap is being looked for ...");
}

static void build_standing(struct app *app, struct editor *editor, struct layout *column)
{
    int count = editor->known.problem_count;
    char par[160];
    if (sketch_draft(editor->frame.sheet)->count == 0)
        return;
    if (count > 0) {
        editor_frame_heading(column,
                             editor->known.problems[0].missing ? "Still missing" : "Not right yet");
        for (int i = 0; i < count; i++)
            build_problem(app, editor, i, column);
        return;
    }
    editor_frame_heading(column,
                         editor->known.track->has_line ? "Ready to race" : "No start line yet");
    editor_write_par(&editor->frame, par, sizeof par);
    editor_build_words(column, par, false);
    const struct lap_turned turned = editor->known.turned;
    if (turned.start || turned.finish) {
        editor_build_words(column,
                           ui_words("The arrow of the %s leads against the course.",
                                    !turned.finish  ? "start"
                                    : !turned.start ? "finish"
                                                    : "start, and that of the finish,"),
                           true);
        if (editor_frame_build_button(column, "button turn-lines", "Turn it round"))
            editor_turn_lines(editor);
    }
    bool shown = !editor->best_lap_hidden;
    if (editor->known.track->has_line)
        ui_check(column->ui, "check ghost", "Show the best lap (G)",
                 layout_take(column, AT_TOP, 34), &shown);
    else if (editor->frame.tool != TOOL_LINE &&
             editor_frame_build_button(column, "button set-line", "Set the line (L)"))
        editor_choose_tool(editor, TOOL_LINE);
    editor->best_lap_hidden = !shown;
}

static void build_shapes(struct editor *editor, struct layout *column)
{
    int count = editor_count_shapes(editor);
    char label[80];
    if (count == 0)
        return;
    editor_frame_heading(column, "Shapes without a role");
    editor_build_words(column,
                       "This drawing has no walls yet. Its closed shapes may become walls, all at "
                       "once or, when selected, one by one.",
                       false);
    snprintf(label, sizeof label,
             count == 1   ? "Take it as a wall"
             : count == 2 ? "Take both as walls"
                          : "Take all %d as walls",
             count);
    if (editor_frame_build_button(column, "button take-shapes", label))
        editor_take_shapes(editor);
}

/* --- the sheet ------------------------------------------------------------------------------ */

static bool build_field(struct layout *column, const char *id, const char *label, char *text,
                        int size)
{
    editor_frame_label(column, label);
    return ui_text_field(column->ui, id, text, size, layout_take(column, AT_TOP, 38));
}

static void build_texts(struct editor *editor, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    struct sketch_texts *texts = &editor->known.texts;
    char size[60];
    editor_frame_heading(column, "Sheet");
    bool changed = build_field(column, "field name", "Name", texts->name, sizeof texts->name);
    changed |= build_field(column, "field author", "Drawn by", texts->author, sizeof texts->author);
    changed |= build_field(column, "field note", "What it asks of the driver", texts->note,
                           sizeof texts->note);
    if (changed)
        sketch_set_texts(editor->frame.sheet, texts);
    struct layout row = layout_row(column, 38, 0);
    snprintf(size, sizeof size, "%d × %d squares", draft->width, draft->height);
    if (ui_button(column->ui, "button resize", "Change", layout_take(&row, AT_RIGHT, 92),
                  LOOK_PLAIN))
        editor_open_dialog(editor, DIALOG_RESIZE);
    bool fits = canvas_text_width(canvas, STYLE_BODY, size) + canvas_units(canvas, 6) <= row.rest.w;
    canvas_text(canvas, fits ? STYLE_BODY : STYLE_SMALL, canvas_theme(canvas)->ink, size, row.rest,
                ALIGN_LEFT);
}

static void take_generated(struct app *app, struct course course)
{
    struct draft draft;
    draft_from_track(&draft, graph_paper_track_of(course));
    app_edit_draft(app, &draft);
}

static void build_others(struct app *app, struct editor *editor, struct layout *column)
{
    enum { PRINT, GENERATE, NEW };
    static const struct editor_frame_choice buttons[] = {{"button print", "Print", PRINT},
                                                         {"button generate", "Generate", GENERATE},
                                                         {"button new", "New", NEW}};
    int clicked = editor_frame_build_buttons(column, buttons, 3, 3, -1);
    if (clicked == PRINT)
        editor_print(app, editor);
    else if (clicked == GENERATE)
        app_generate(app, take_generated);
    else if (clicked == NEW)
        app_edit_new(app, 0, 0);
}

void editor_build_panel(struct app *app, struct ui *ui, struct editor_frame *frame, struct box box)
{
    struct editor *editor = editor_of(frame);
    bool roomy = box.h >= canvas_units(ui_canvas(ui), ROOMY);
    struct layout foot, column = editor_frame_panel_begin(ui, frame, box, roomy ? 2 : 1, &foot);
    const struct editor_tool *tool = editor_tool(editor);
    if (tool->panel) {
        editor_frame_heading(&column, editor_tools[editor->frame.tool].name);
        tool->panel(editor, &column);
        layout_skip(&column, AT_TOP, GAP);
    }
    build_shapes(editor, &column);
    build_standing(app, editor, &column);
    build_texts(editor, &column);
    bool shows = !editor->photo_hidden;
    if (editor_photo(editor) && ui_check(column.ui, "check photo", "Photo on the sheet",
                                         layout_take(&column, AT_TOP, 36), &shows)) {
        editor->photo_hidden = !shows;
        editor_sheet_forget(editor->sheet);
    }
    if (editor->frame.path &&
        editor_frame_build_button(&column, "button save-copy", "Save as a new file"))
        editor_save_copy(app, editor);
    if (!roomy)
        build_others(app, editor, &column);
    ui_scroll_end(ui, column.rest.y);
    if (roomy)
        build_others(app, editor, &foot);
    editor_frame_build_foot(app, &foot, frame);
}
