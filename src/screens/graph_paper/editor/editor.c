/* The track editor: a sheet, tools beside it, and what is said of the drawing.
 *
 * There is one editor. What is drawn in it outlives the screen, so trying the track, looking for
 * help or going home and back changes nothing.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PANEL_WIDTH = 298, LINE_HEIGHT = 44, LEAST_SHEET = 40; /* interface pixels */
static const double LEAST_INVITATION = 200;

static struct editor *shared; /* made when first asked for, kept to the end */

static struct editor *the_editor(void)
{
    if (!shared) {
        shared = memory_allocate(1, sizeof *shared);
        editor_prepare(shared);
    }
    return shared;
}

int editor_tool_in_hand(void)
{
    return shared && shared->sketch ? (int)shared->tool : -1;
}

/* --- coming and going ----------------------------------------------------------------------- */

static bool is_worth_asking(const struct editor *editor)
{
    return editor->sketch && editor->has_sheet && editor_is_changed(editor);
}

void editor_open_pending(struct app *app, struct editor *editor)
{
    struct pending_open *pending = &editor->pending;
    (void)app;
    if (!pending->is_there)
        return;
    if (pending->cells.path) {
        editor_open_dialog(editor, DIALOG_CELLS);
        return;
    }
    if (!pending->has_draft && pending->width == 0) {
        editor_open_dialog(editor, DIALOG_NEW);
        return;
    }
    if (pending->import.bytes.length > 0) {
        editor_open_dialog(editor, DIALOG_IMPORT);
        return;
    }
    struct draft_losses losses = pending->draft.source.losses;
    editor_show_sketch(editor, pending->has_draft ? sketch_from_draft(&pending->draft)
                                                  : sketch_create(pending->width, pending->height));
    editor->path = pending->path;
    editor->stamp = pending->stamp;
    editor->copied = pending->has_draft && !pending->path;
    editor->losses = losses;
    editor->losses_told = false;
    if (pending->changed)
        editor->saved_version = UINT64_MAX;
    editor->has_sheet = true;
    editor->dialog = DIALOG_NONE;
    editor->scroll.offset = 0;
    editor->photo = pending->photo;
    editor->photo_hidden = false;
    editor_choose_tool(editor, pending->photo.pixels ? TOOL_LINE
                               : pending->has_draft  ? TOOL_SELECT
                                                     : TOOL_PEN);
    pending->photo.pixels = NULL;
    pending->path = NULL;
    pending_open_free(pending);
}

static void see_to_pending(struct app *app, struct editor *editor)
{
    if (!editor->sketch) {
        editor_show_sketch(editor, sketch_create(60, 45));
        editor->has_sheet = false;
        if (!editor->pending.is_there)
            editor->pending.is_there = true;
    }
    if (!editor->pending.is_there)
        return;
    if (is_worth_asking(editor))
        editor_open_dialog(editor, DIALOG_OTHER);
    else
        editor_open_pending(app, editor);
}

static void enter(struct app *app)
{
    struct editor *editor = the_editor();
    if (!editor->keeper)
        editor->keeper = editor_keeper_create(editor, app->tracks_folder);
    editor->sheet = editor_sheet_create();
    editor->best_lap = best_lap_create();
    editor->known = editor->lap_asked = false;
    editor->pressed = editor->pointer_known = editor->leaving = false;
    editor->hand = (struct camera_hand){0};
    editor->dialog = DIALOG_NONE;
    see_to_pending(app, editor);
}

static void leave(struct app *app)
{
    struct editor *editor = the_editor();
    (void)app;
    editor_give_up(editor);
    keeper_keep_now(editor->keeper);
    editor_sheet_free(editor->sheet);
    best_lap_free(editor->best_lap);
    editor->sheet = NULL;
    editor->best_lap = NULL;
    editor->answer = (struct best_lap_answer){0};
}

/* The sheet that one comes from is the one that is chosen where one comes to. */
static void choose_own(struct app *app, const struct editor *editor)
{
    const char *file = editor_file_name(editor);
    if (!file)
        return;
    free(app->chosen_track);
    app->chosen_track = file_join(app->tracks_folder, file);
    app->chosen_was_drawn = true;
}

void editor_go_away(struct app *app, struct editor *editor)
{
    choose_own(app, editor);
    editor->leaving = false;
    app_go_back(app);
}

void editor_leave(struct app *app, struct editor *editor)
{
    editor->leaving = is_worth_asking(editor);
    if (editor->leaving)
        editor_open_dialog(editor, DIALOG_LEAVE);
    else
        editor_go_away(app, editor);
}

static void open_when_free(struct app *app, struct pending_open pending)
{
    struct editor *editor = the_editor();
    pending_open_free(&editor->pending);
    editor->pending = pending;
    app_go(app, &screen_editor);
}

void app_edit_new(struct app *app, int width, int height)
{
    open_when_free(app, (struct pending_open){.is_there = true, .width = width, .height = height});
}

void app_edit_file(struct app *app, const char *path)
{
    struct pending_open pending;
    struct error error;
    char where[600];
    if (editor_read_file(app, path, &pending, &error)) {
        open_when_free(app, pending);
        return;
    }
    pending_open_free(&pending);
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This drawing cannot be opened. %s", where);
}

bool app_import_file(struct app *app, struct course course, const char *path)
{
    struct pending_open pending;
    struct error error;
    if (graph_paper_track_of(course)->has_line)
        return false;
    bool imports = editor_read_file(app, path, &pending, &error) && pending.import.bytes.length > 0;
    if (imports)
        open_when_free(app, pending);
    else
        pending_open_free(&pending);
    return imports;
}

void app_open_grid_or_photo(struct app *app, const char *path)
{
    struct pending_open pending = {.is_there = true};
    struct error ignored;
    if (!cells_takes(path) || !cells_load(path, &pending.cells.cells, &ignored)) {
        app_open_photo(app, path);
        if (file_ends_with(path, ".png"))
            app_notice(app, "These pixels are no grid of squares: their lines are followed, as a "
                            "photo's are.");
        return;
    }
    pending.cells.path = memory_copy_string(path);
    open_when_free(app, pending);
}

void app_edit_photo(struct app *app, struct draft *draft, struct flat_photo photo)
{
    struct pending_open pending = {.is_there = true, .has_draft = true, .changed = true};
    pending.draft = *draft;
    pending.photo = photo;
    *draft = (struct draft){0};
    open_when_free(app, pending);
}

void app_edit_draft(struct app *app, struct draft *draft)
{
    app_edit_photo(app, draft, (struct flat_photo){0});
}

bool app_has_unsaved_sheet(const struct app *app)
{
    return (shared && is_worth_asking(shared)) || editor_keeper_has_left(app->tracks_folder);
}

void app_edit_unsaved(struct app *app)
{
    struct editor *editor = the_editor();
    struct pending_open pending;
    struct error error;
    if (is_worth_asking(editor)) {
        app_go(app, &screen_editor);
        return;
    }
    if (!editor->keeper)
        editor->keeper = editor_keeper_create(editor, app->tracks_folder);
    if (editor_keeper_take_left(editor, &pending, &error)) {
        editor_check_path(app, &pending);
        open_when_free(app, pending);
        return;
    }
    pending_open_free(&pending);
    app_tell(app, "The unsaved sheet cannot be read: %s", error.text);
}

/* --- the picture ---------------------------------------------------------------------------- */

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
static void build_invitation(struct canvas *canvas, const struct editor *editor)
{
    static const char *const lines[] = {"Draw the outer wall,", "then the inner one,",
                                        "then a line to start from."};
    if (!editor_is_empty(editor) || editor->path_drawn.active || editor->dialog != DIALOG_NONE ||
        editor->sheet_box.w < canvas_units(canvas, LEAST_INVITATION))
        return;
    int height = canvas_units(canvas, 44);
    struct box box = box_centre(editor->sheet_box, editor->sheet_box.w, 4 * height);
    canvas_push_clip(canvas, editor->sheet_box);
    for (int i = 0; i < 3; i++)
        invite(canvas, STYLE_TITLE, STYLE_HEADING, lines[i], box_cut_top(&box, height));
    invite(canvas, STYLE_BODY, STYLE_SMALL, "Hold the button down, or arrow keys and Space.", box);
    canvas_pop_clip(canvas);
}

static void build_sheet(struct ui *ui, struct editor *editor)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_view *view = &editor->camera.view;
    struct box box = editor->sheet_box;
    char where[80];
    snprintf(where, sizeof where, "%.2f %.2f %.4f", box.x + view->left,
             box.y + view->top + editor->camera.rows * view->square, view->square);
    struct ui_state state = ui_surface(ui, "sheet", box, where);
    editor_sheet_draw(editor->sheet, canvas, editor);
    build_invitation(canvas, editor);
    editor_draw_cursor(canvas, editor);
    int in = canvas_units(canvas, 5);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, in, in), 2);
}

static void learn(struct ui *ui, struct editor *editor)
{
    editor_refresh(editor);
    editor_take_answer(editor);
    editor_parallel_refresh(editor);
    editor->hint[0] = 0;
    if (editor->focus_sheet)
        ui_set_focus(ui, "sheet", false);
    editor->focus_sheet = false;
    const char *ring = ui_ring(ui);
    editor->ring_elsewhere = ring[0] && strcmp(ring, "sheet") != 0;
}

static void tell(struct app *app, struct editor *editor)
{
    if (editor->said[0])
        app_notice(app, "%s", editor->said);
    editor->said[0] = 0;
}

static int panel_width(const struct canvas *canvas, int room)
{
    int width = canvas_units(canvas, PANEL_WIDTH);
    int most = editor_is_narrow(canvas) ? room - canvas_units(canvas, LEAST_SHEET)
                                        : canvas_box(canvas).w * 44 / 100;
    return width < most ? width : most;
}

static void build(struct app *app, struct ui *ui)
{
    struct editor *editor = the_editor();
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    learn(ui, editor);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box tools = box_cut_left(&rest, editor_toolbar_width(ui, rest.h));
    struct box panel = {0, 0, 0, 0};
    editor->folded = editor->panel_choice == PANEL_AS_FITS ? editor_is_narrow(canvas)
                                                           : editor->panel_choice == PANEL_FOLDED;
    if (!editor->folded)
        panel = box_cut_right(&rest, panel_width(canvas, rest.w));
    editor->sheet_box = rest;
    camera_resize(&editor->camera, rest.w, rest.h, canvas_scale(canvas));
    editor_build_toolbar(ui, editor, tools);
    build_sheet(ui, editor);
    if (!editor->folded)
        editor_build_panel(app, ui, editor, panel);
    editor_build_line(ui, editor, line);
    if (!app->message[0] && !app->over)
        editor_build_dialog(app, ui, editor);
    tell(app, editor);
}

static bool event(struct app *app, const SDL_Event *sdl_event)
{
    struct editor *editor = the_editor();
    bool used = editor_event(app, editor, sdl_event);
    tell(app, editor);
    return used;
}

static int animate(struct app *app, Uint32 now)
{
    struct editor *editor = the_editor();
    int wait = editor->has_sheet ? keeper_keep(editor->keeper, now) : -1;
    bool tells = editor->said[0] != 0;
    wait = camera_hand_animate(&editor->hand, &editor->camera, now, wait);
    tell(app, editor);
    return tells ? 0 : wait;
}

/* Without a sheet there is nothing but the question for one. */
static bool returns(const struct app *app)
{
    (void)app;
    return the_editor()->has_sheet || the_editor()->pending.is_there;
}

const struct screen screen_editor = {
    .name = "editor",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
    .returns = returns,
};
