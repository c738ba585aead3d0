/* What the editor asks: how large a sheet is to be, and what becomes of one that is not saved.
 */
#include "screens/graph_paper/editor/inside.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ASK_WIDTH = 520, SIZE_WIDTH = 480, SIZE_HEIGHT = 404, RESIZE_HEIGHT = 344 };
static const double ROW = 42, GAP = 10, TITLE = 46;
static const double BAR = 12; /* beside what may have to be scrolled */

void editor_open_dialog(struct editor *editor, enum editor_dialog dialog)
{
    const struct draft *draft = editor->sketch ? sketch_draft(editor->sketch) : NULL;
    bool resize = dialog == DIALOG_RESIZE;
    editor->dialog = dialog;
    editor->space_held = false; /* it may be let go over the dialog */
    editor->dialog_centred = true;
    editor->dialog_scales = false;
    editor->dialog_scroll.offset = 0;
    if (dialog != DIALOG_NEW && !resize)
        return;
    snprintf(editor->dialog_width_text, sizeof editor->dialog_width_text, "%d",
             resize ? draft->width : 60);
    snprintf(editor->dialog_height_text, sizeof editor->dialog_height_text, "%d",
             resize ? draft->height : 45);
}

/* --- questions ------------------------------------------------------------------------------ */

struct answer {
    const char *id, *label;
    enum ui_look look;
};

void editor_dialog_title(struct canvas *canvas, const char *title, struct box *rest)
{
    struct box box = box_cut_top(rest, canvas_units(canvas, TITLE));
    bool fits = canvas_text_width(canvas, STYLE_TITLE, title) <= box.w;
    canvas_text(canvas, fits ? STYLE_TITLE : STYLE_HEADING, canvas_theme(canvas)->ink, title, box,
                ALIGN_LEFT);
}

/* The index of the answer that was clicked, -1. The last one is also Esc. Ids are none of those
 * that lie under the dialog. */
static int ask(struct ui *ui, struct editor *editor, const char *title, const char *text,
               const struct answer *answers, int count)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int gap = canvas_units(canvas, GAP), rows = (count + 1) / 2, clicked = -1;
    int room = canvas_units(canvas, ASK_WIDTH - 56);
    int most = canvas_box(canvas).w - canvas_units(canvas, 76);
    int width = room < most ? room : most - canvas_units(canvas, BAR);
    int lines = canvas_paragraph_height(canvas, STYLE_BODY, text, width);
    int height = (int)(lines / canvas_scale(canvas)) + 48 + 46 + rows * (44 + 10) + 16;
    struct box inside = ui_dialog(ui, ASK_WIDTH, height, answers[count - 1].id);
    struct box foot = box_cut_bottom(&inside, rows * (ui_button_height(ui) + gap) - gap);
    box_cut_bottom(&inside, gap);
    editor_dialog_title(canvas, title, &inside);
    ui_status(ui, text);
    struct box words = inside;
    words.y = ui_scroll_begin(ui, "question", inside, &editor->dialog_scroll);
    words.w = width;
    words.h = lines;
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, text, words, ALIGN_LEFT);
    ui_scroll_end(ui, words.y + lines);
    for (int i = 0; i < count; i++) {
        struct box row = foot;
        row.y += i / 2 * (ui_button_height(ui) + gap);
        row.h = ui_button_height(ui);
        if (ui_button(ui, answers[i].id, answers[i].label,
                      box_column(row, i % 2, i == count - 1 && count % 2 ? 1 : 2, gap),
                      answers[i].look))
            clicked = i;
    }
    ui_default(ui, answers[0].id);
    return clicked;
}

static const char *shown_name(const struct editor *editor)
{
    return editor->texts.name[0] ? editor->texts.name : "Untitled";
}

static void ask_about_leaving(struct app *app, struct ui *ui, struct editor *editor)
{
    static const struct answer answers[] = {{"button save-first", "Save", LOOK_PRIMARY},
                                            {"button later", "Keep for later", LOOK_PLAIN},
                                            {"button discard", "Throw away", LOOK_PLAIN},
                                            {"button stay", "Go on drawing", LOOK_PLAIN}};
    char text[600];
    snprintf(text, sizeof text,
             "The sheet \"%.200s\" has changes that are not saved. Kept for later it is offered "
             "again on the first screen; thrown away it lies in the trash.",
             shown_name(editor));
    int answer = ask(ui, editor, "Not saved yet", text, answers, 4);
    if (answer < 0)
        return;
    editor->dialog = DIALOG_NONE;
    if (answer == 0) {
        editor->leaving = true;
        if (editor_save(app, editor))
            editor_go_away(app, editor);
        else if (editor->dialog == DIALOG_NONE)
            editor->leaving = false;
    } else if (answer == 1) {
        editor_go_away(app, editor);
    } else if (answer == 2) {
        editor_trash_kept(app, editor);
        editor_close_sketch(editor);
        editor_go_away(app, editor);
    }
}

static void ask_about_other(struct app *app, struct ui *ui, struct editor *editor)
{
    static const struct answer answers[] = {{"button save-first", "Save it first", LOOK_PRIMARY},
                                            {"button discard", "Throw it away", LOOK_PLAIN},
                                            {"button stay", "Go on drawing it", LOOK_PLAIN}};
    char text[600];
    snprintf(text, sizeof text,
             "The sheet \"%.200s\" has changes that are not saved. What is to become of it before "
             "another one comes up?",
             shown_name(editor));
    int answer = ask(ui, editor, "Not saved yet", text, answers, 3);
    if (answer < 0)
        return;
    editor->dialog = DIALOG_NONE;
    if (answer == 0 && !editor_save(app, editor))
        return;
    if (answer == 1)
        editor_trash_kept(app, editor);
    if (answer == 2)
        editor_free_wish(&editor->wish);
    else
        editor_take_wish(app, editor);
}

/* After the file was written one way or the other. */
static void go_on(struct app *app, struct editor *editor)
{
    if (editor->wish.is_there)
        editor_take_wish(app, editor);
    else if (editor->leaving)
        editor_go_away(app, editor);
}

static void ask_about_change(struct app *app, struct ui *ui, struct editor *editor)
{
    static const struct answer answers[] = {{"button save-new", "Save as a new file", LOOK_PRIMARY},
                                            {"button overwrite", "Write over it", LOOK_PLAIN},
                                            {"button stay", "Do not save now", LOOK_PLAIN}};
    char text[600];
    snprintf(text, sizeof text,
             "%.200s has been changed by another program since it was opened here. Writing over it "
             "would lose what it holds now.",
             editor_file_name(editor));
    int answer = ask(ui, editor, "The file has changed", text, answers, 3);
    if (answer < 0)
        return;
    editor->dialog = DIALOG_NONE;
    bool saved = (answer == 0 && editor_save_copy(app, editor)) ||
                 (answer == 1 && editor_save_anyway(app, editor));
    if (saved)
        go_on(app, editor);
    else
        editor_free_wish(&editor->wish);
    editor->leaving = false;
}

static void ask_about_losses(struct app *app, struct ui *ui, struct editor *editor)
{
    static const struct answer own[] = {{"button save-new", "Save as a new file", LOOK_PRIMARY},
                                        {"button overwrite", "Write over it", LOOK_PLAIN},
                                        {"button stay", "Do not save now", LOOK_PLAIN}};
    static const struct answer other[] = {{"button save-new", "Save as a new file", LOOK_PRIMARY},
                                          {"button stay", "Do not save now", LOOK_PLAIN}};
    char lost[300], text[900];
    editor_write_losses(&editor->losses, lost, sizeof lost);
    if (editor->path)
        snprintf(text, sizeof text,
                 "A saved track holds walls, lines and areas. What else is in "
                 "%.200s would be lost: %s.",
                 editor_file_name(editor), lost);
    else
        snprintf(text, sizeof text,
                 "A saved track holds walls, lines and areas. It leaves out what "
                 "else is in the drawing: %s. The drawing itself stays as it is.",
                 lost);
    int answer = editor->path ? ask(ui, editor, "Not everything can be saved", text, own, 3)
                              : ask(ui, editor, "Not everything can be saved", text, other, 2);
    if (answer < 0)
        return;
    bool stays = answer == (editor->path ? 2 : 1);
    editor->dialog = DIALOG_NONE;
    editor->losses_told = !stays;
    bool saved = !stays && (answer == 0 ? editor_save_copy(app, editor) : editor_save(app, editor));
    if (saved) {
        go_on(app, editor);
    } else if (editor->dialog == DIALOG_NONE) {
        editor_free_wish(&editor->wish);
        editor->leaving = false;
    }
}

/* --- sizes ---------------------------------------------------------------------------------- */

/* A4 and A3 have the squares that their page holds when it is printed. */
static const struct preset {
    const char *id, *label;
    int width, height;
} presets[] = {
    {"size 40x30", "40 × 30: small", 40, 30},      {"size 60x45", "60 × 45: usual", 60, 45},
    {"size 100x75", "100 × 75: large", 100, 75},   {"size 200x150", "200 × 150: huge", 200, 150},
    {"size a4", "A4 page, 5 mm: 52 × 31", 52, 31}, {"size a3", "A3 page, 5 mm: 77 × 49", 77, 49},
};
enum { PRESET_COUNT = sizeof presets / sizeof *presets };

static bool read_side(const char *text, int *side)
{
    int64_t value;
    if (!number_is_integer(text, 1, SHEET_MAX, &value))
        return false;
    *side = (int)value;
    return true;
}

static void step_side(char *text, int by)
{
    int side;
    if (!read_side(text, &side))
        side = 40;
    side += by;
    side = side < 1 ? 1 : side > SHEET_MAX ? SHEET_MAX : side;
    snprintf(text, 8, "%d", side);
}

static void build_side(struct ui *ui, const char *name, const char *label, char *text,
                       struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[40];
    int side = canvas_units(canvas, 40), gap = canvas_units(canvas, 8);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, label,
                box_cut_left(&row, canvas_units(canvas, 90)), ALIGN_LEFT);
    snprintf(id, sizeof id, "stepper %s less", name);
    if (ui_button(ui, id, "-", box_centre(box_cut_left(&row, side), side, side), LOOK_PLAIN))
        step_side(text, -5);
    box_cut_left(&row, gap);
    snprintf(id, sizeof id, "field %s", name);
    struct box field = box_cut_left(&row, canvas_units(canvas, 90));
    ui_text_field(ui, id, text, 5, box_centre(field, field.w, side));
    box_cut_left(&row, gap);
    snprintf(id, sizeof id, "stepper %s more", name);
    if (ui_button(ui, id, "+", box_centre(box_cut_left(&row, side), side, side), LOOK_PLAIN))
        step_side(text, 5);
    box_cut_left(&row, canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, "squares", row, ALIGN_LEFT);
}

static void build_presets(struct ui *ui, struct editor *editor, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int width = 0, height = 0, gap = canvas_units(canvas, 8);
    read_side(editor->dialog_width_text, &width);
    read_side(editor->dialog_height_text, &height);
    for (int i = 0; i < PRESET_COUNT; i += 2) {
        struct box row = box_cut_top(rest, canvas_units(canvas, 38));
        box_cut_top(rest, gap);
        for (int k = i; k < i + 2; k++) {
            bool chosen = presets[k].width == width && presets[k].height == height;
            if (!editor_chip(ui, presets[k].id, presets[k].label, box_column(row, k - i, 2, gap),
                             chosen))
                continue;
            snprintf(editor->dialog_width_text, 8, "%d", presets[k].width);
            snprintf(editor->dialog_height_text, 8, "%d", presets[k].height);
        }
    }
}

static void create(struct app *app, struct editor *editor, int width, int height)
{
    editor->dialog = DIALOG_NONE;
    editor_free_wish(&editor->wish);
    editor->wish = (struct editor_wish){.is_there = true, .width = width, .height = height};
    editor_take_wish(app, editor);
}

/* What is drawn keeps its place in the middle, or at the lower left corner. Scaled, it fits the new
 * sheet as it fitted the old one. */
static void change_size(struct editor *editor, int width, int height)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    struct error error = {0};
    double across = (double)width / draft->width, up = (double)height / draft->height;
    double factor = !editor->dialog_scales ? 1 : across < up ? across : up;
    double x = editor->dialog_centred ? trunc((width - factor * draft->width) / 2) : 0;
    double y = editor->dialog_centred ? trunc((height - factor * draft->height) / 2) : 0;
    struct sketch_transform transform = {factor, 0, 0, factor, x, y};
    bool done = sketch_resize(editor->sketch, width, height, &transform, &error);
    if (editor_did(editor, done, &error))
        editor->dialog = DIALOG_NONE;
}

/* The drawing keeps its shape: where one side is changed, the other follows. */
static void keep_shape(struct editor *editor, const char *width_before, const char *height_before)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    bool by_width = strcmp(width_before, editor->dialog_width_text) != 0;
    int side, from = by_width ? draft->width : draft->height;
    int to = by_width ? draft->height : draft->width;
    if (!by_width && strcmp(height_before, editor->dialog_height_text) == 0)
        return;
    if (!read_side(by_width ? editor->dialog_width_text : editor->dialog_height_text, &side))
        return;
    int other = (side * to + from - 1) / from;
    snprintf(by_width ? editor->dialog_height_text : editor->dialog_width_text, 8, "%d",
             other < 1           ? 1
             : other > SHEET_MAX ? SHEET_MAX
                                 : other);
}

void editor_cancel_wish(struct app *app, struct editor *editor)
{
    editor->dialog = DIALOG_NONE;
    editor_free_wish(&editor->wish);
    if (!editor->has_sheet)
        editor_go_away(app, editor);
}

static void ask_for_size(struct app *app, struct ui *ui, struct editor *editor)
{
    struct canvas *canvas = ui_canvas(ui);
    bool is_new = editor->dialog == DIALOG_NEW;
    int width, height, gap = canvas_units(canvas, GAP);
    struct box rest =
        ui_dialog(ui, SIZE_WIDTH, is_new ? SIZE_HEIGHT : RESIZE_HEIGHT, "button cancel");
    struct box foot = box_cut_bottom(&rest, ui_button_height(ui));
    box_cut_bottom(&rest, gap);
    editor_dialog_title(canvas, is_new ? "New sheet" : "Size of the sheet", &rest);
    int y = ui_scroll_begin(ui, "sizes", rest, &editor->dialog_scroll);
    struct box body = {rest.x + gap / 2, y + gap / 2, rest.w - 2 * gap, 100000};
    if (is_new)
        build_presets(ui, editor, &body);
    char width_before[8], height_before[8];
    memcpy(width_before, editor->dialog_width_text, sizeof width_before);
    memcpy(height_before, editor->dialog_height_text, sizeof height_before);
    build_side(ui, "width", "Width", editor->dialog_width_text,
               box_cut_top(&body, canvas_units(canvas, ROW + 4)));
    build_side(ui, "height", "Height", editor->dialog_height_text,
               box_cut_top(&body, canvas_units(canvas, ROW + 4)));
    if (!is_new) {
        ui_check(ui, "check scaled", "Scale the drawing with the sheet",
                 box_cut_top(&body, canvas_units(canvas, 38)), &editor->dialog_scales);
        ui_check(ui, "check centred", "Keep the drawing in the middle",
                 box_cut_top(&body, canvas_units(canvas, 38)), &editor->dialog_centred);
        if (editor->dialog_scales)
            keep_shape(editor, width_before, height_before);
    }
    ui_scroll_end(ui, body.y);
    bool known = read_side(editor->dialog_width_text, &width) &&
                 read_side(editor->dialog_height_text, &height);
    const char *label = is_new ? "Draw" : "Change";
    const char *status = known ? (is_new ? "How large is the sheet to be?" : "Size of the sheet")
                               : "A side is 1 to 4096 squares long.";
    ui_status(ui, status);
    if (ui_button(ui, "button cancel", "Cancel", box_column(foot, 0, 2, gap), LOOK_PLAIN))
        editor_cancel_wish(app, editor);
    if (!known)
        ui_button_disabled(ui, "1 to 4096 squares", box_column(foot, 1, 2, gap));
    else if (ui_button(ui, is_new ? "button create" : "button change", label,
                       box_column(foot, 1, 2, gap), LOOK_PRIMARY)) {
        if (is_new)
            create(app, editor, width, height);
        else
            change_size(editor, width, height);
    }
    ui_default(ui, is_new ? "button create" : "button change");
}

void editor_build_dialog(struct app *app, struct ui *ui, struct editor *editor)
{
    switch (editor->dialog) {
    case DIALOG_NEW:
    case DIALOG_RESIZE:
        ask_for_size(app, ui, editor);
        break;
    case DIALOG_LEAVE:
        ask_about_leaving(app, ui, editor);
        break;
    case DIALOG_OTHER:
        ask_about_other(app, ui, editor);
        break;
    case DIALOG_CHANGED:
        ask_about_change(app, ui, editor);
        break;
    case DIALOG_IMPORT:
        editor_ask_for_square(app, ui, editor);
        break;
    case DIALOG_LOSSES:
        ask_about_losses(app, ui, editor);
        break;
    case DIALOG_NONE:
        break;
    }
}
