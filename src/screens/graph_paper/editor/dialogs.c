/* What the editor asks: how large a sheet is to be, and what becomes of one that is not saved.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ASK_WIDTH = 520, SIZE_WIDTH = 480 };
static const double GAP = 10; /* interface pixels */

static bool read_side(const char *text, int *side)
{
    int64_t value;
    if (!number_is_integer(text, 1, SHEET_MAX, &value))
        return false;
    *side = (int)value;
    return true;
}

/* The nearest side that there is. */
static void write_side(char *text, int side)
{
    snprintf(text, 8, "%d", side < 1 ? 1 : side > SHEET_MAX ? SHEET_MAX : side);
}

void editor_open_dialog(struct editor *editor, enum editor_dialog dialog)
{
    const struct draft *draft = editor->sketch ? sketch_draft(editor->sketch) : NULL;
    bool resize = dialog == DIALOG_RESIZE;
    editor->dialog = dialog;
    editor->space_held = false; /* it may be let go over the dialog */
    editor->dialog_centred = true;
    editor->dialog_scales = false;
    editor->dialog_scroll = (struct ui_scroll){0};
    if (dialog != DIALOG_NEW && !resize)
        return;
    write_side(editor->dialog_width_text, resize ? draft->width : 60);
    write_side(editor->dialog_height_text, resize ? draft->height : 45);
}

/* --- questions ------------------------------------------------------------------------------ */

enum answer { SAVE, SAVE_NEW, OVERWRITE, KEEP, DISCARD, STAY };

/* Ids are none of those that lie under the dialog; the last answer is also Esc. */
struct question {
    const char *title;
    struct editor_choice answers[4];
    int count;
};

static const struct question leaving = {"Not saved yet",
                                        {{"button save-first", "Save", SAVE},
                                         {"button later", "Keep for later", KEEP},
                                         {"button discard", "Throw away", DISCARD},
                                         {"button stay", "Go on drawing", STAY}},
                                        4};
static const struct question other = {"Not saved yet",
                                      {{"button save-first", "Save it first", SAVE},
                                       {"button discard", "Throw it away", DISCARD},
                                       {"button stay", "Go on drawing it", STAY}},
                                      3};
static const struct question changed = {"The file has changed",
                                        {{"button save-new", "Save as a new file", SAVE_NEW},
                                         {"button overwrite", "Write over it", OVERWRITE},
                                         {"button stay", "Do not save now", STAY}},
                                        3};
static const struct question losses = {"Not everything can be saved",
                                       {{"button save-new", "Save as a new file", SAVE_NEW},
                                        {"button overwrite", "Write over it", SAVE},
                                        {"button stay", "Do not save now", STAY}},
                                       3};
static const struct question first_losses = {
    "Not everything can be saved",
    {{"button save-new", "Save as a new file", SAVE_NEW}, {"button stay", "Do not save now", STAY}},
    2};

static const struct question *question_of(const struct editor *editor, struct text *text)
{
    const char *name = editor->texts.name[0] ? editor->texts.name : "Untitled";
    char lost[300];
    switch (editor->dialog) {
    case DIALOG_LEAVE:
        text_append_format(
            text,
            "The sheet \"%.200s\" has changes that are not saved. Kept for later it "
            "is offered again on the first screen; thrown away it lies in the trash.",
            name);
        return &leaving;
    case DIALOG_OTHER:
        text_append_format(text,
                           "The sheet \"%.200s\" has changes that are not saved. What is to become "
                           "of it before another one comes up?",
                           name);
        return &other;
    case DIALOG_CHANGED:
        text_append_format(text,
                           "%.200s has been changed by another program since it was opened here. "
                           "Writing over it would lose what it holds now.",
                           editor_file_name(editor));
        return &changed;
    default:
        editor_write_losses(&editor->losses, lost, sizeof lost);
        if (editor->path)
            text_append_format(text,
                               "A saved track holds walls, lines and areas. What else is in %.200s "
                               "would be lost: %s.",
                               editor_file_name(editor), lost);
        else
            text_append_format(
                text,
                "A saved track holds walls, lines and areas. It leaves out what else "
                "is in the drawing: %s. The drawing itself stays as it is.",
                lost);
        return editor->path ? &losses : &first_losses;
    }
}

static void trash(struct app *app, struct editor *editor)
{
    keeper_trash(app, editor->keeper);
    editor->saved_version = sketch_version(editor->sketch);
}

/* When the sheet is seen to, one way or the other, what was asked for comes up. */
static void obey(struct app *app, struct editor *editor, enum answer answer)
{
    bool told_losses = editor->dialog == DIALOG_LOSSES;
    editor->dialog = DIALOG_NONE;
    editor->losses_told = editor->losses_told || (told_losses && answer != STAY);
    bool done = answer == SAVE        ? editor_save(app, editor)
                : answer == SAVE_NEW  ? editor_save_copy(app, editor)
                : answer == OVERWRITE ? editor_save_anyway(app, editor)
                                      : answer != STAY;
    if (answer == DISCARD)
        trash(app, editor);
    if (answer == DISCARD && editor->leaving)
        editor_close_sketch(editor);
    if (done && editor->pending.is_there) {
        editor_open_pending(app, editor);
    } else if (done && editor->leaving) {
        editor_go_away(app, editor);
    } else if (editor->dialog == DIALOG_NONE) {
        pending_open_free(&editor->pending);
        editor->leaving = false;
    }
}

static void ask(struct app *app, struct ui *ui, struct editor *editor)
{
    struct text text = {0};
    const struct question *question = question_of(editor, &text);
    const char *first = question->answers[0].id, *last = question->answers[question->count - 1].id;
    struct dialog dialog = {.id = "question",
                            .title = question->title,
                            .cancel_id = last,
                            .width = ASK_WIDTH,
                            .footless = true,
                            .scroll = &editor->dialog_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = GAP;
    layout_paragraph(&column, STYLE_BODY, canvas_theme(ui_canvas(ui))->ink, text.data);
    layout_skip(&column, AT_TOP, GAP);
    int answer = editor_build_buttons(&column, question->answers, question->count, 2,
                                      question->answers[0].value);
    dialog_end(&column);
    ui_status(ui, text.data);
    ui_default(ui, first);
    text_free(&text);
    if (answer >= 0)
        obey(app, editor, (enum answer)answer);
}

/* --- sizes ---------------------------------------------------------------------------------- */

/* A4 and A3 have the squares that their page holds when it is printed. */
static const struct editor_choice presets[] = {
    {"size 40x30", "40 × 30: small", 0},      {"size 60x45", "60 × 45: usual", 1},
    {"size 100x75", "100 × 75: large", 2},    {"size 200x150", "200 × 150: huge", 3},
    {"size a4", "A4 page, 5 mm: 52 × 31", 4}, {"size a3", "A3 page, 5 mm: 77 × 49", 5},
};
static const int preset_sizes[][2] = {{40, 30},   {60, 45}, {100, 75},
                                      {200, 150}, {52, 31}, {77, 49}};
enum { PRESET_COUNT = sizeof presets / sizeof *presets };

static void step_side(char *text, int by)
{
    int side;
    write_side(text, (read_side(text, &side) ? side : 40) + by);
}

int editor_build_number(struct layout *column, const char *name, const char *label, char *text,
                        int size, const char *unit)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout row = layout_row(column, 40, GAP);
    char id[40];
    int way = 0;
    if (label)
        canvas_text(canvas, STYLE_BODY, theme->ink, label, layout_take(&row, AT_LEFT, 80),
                    ALIGN_LEFT);
    snprintf(id, sizeof id, "stepper %s less", name);
    way -= ui_button(ui, id, "-", layout_take(&row, AT_LEFT, 40), LOOK_PLAIN);
    snprintf(id, sizeof id, "field %s", name);
    ui_text_field(ui, id, text, size, layout_take(&row, AT_LEFT, 90));
    snprintf(id, sizeof id, "stepper %s more", name);
    way += ui_button(ui, id, "+", layout_take(&row, AT_LEFT, 40), LOOK_PLAIN);
    canvas_text(canvas, STYLE_BODY, theme->ink, unit, row.rest, ALIGN_LEFT);
    return way;
}

static void build_side(struct layout *column, const char *name, const char *label, char *text)
{
    int way = editor_build_number(column, name, label, text, 5, "squares");
    if (way != 0)
        step_side(text, 5 * way);
}

static void build_presets(struct editor *editor, struct layout *column)
{
    int width = 0, height = 0, chosen = -1;
    read_side(editor->dialog_width_text, &width);
    read_side(editor->dialog_height_text, &height);
    for (int i = 0; i < PRESET_COUNT; i++)
        if (preset_sizes[i][0] == width && preset_sizes[i][1] == height)
            chosen = i;
    int now = editor_build_chips(column, presets, PRESET_COUNT, 2, chosen);
    if (now == chosen)
        return;
    write_side(editor->dialog_width_text, preset_sizes[now][0]);
    write_side(editor->dialog_height_text, preset_sizes[now][1]);
}

static void create(struct app *app, struct editor *editor, int width, int height)
{
    editor->dialog = DIALOG_NONE;
    pending_open_free(&editor->pending);
    editor->pending = (struct pending_open){.is_there = true, .width = width, .height = height};
    editor_open_pending(app, editor);
}

/* What is drawn keeps its place in the middle, or at the lower left corner. Scaled, it fits the new
 * sheet as it fitted the old one. */
static void change_size(struct editor *editor, int width, int height)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    double across = (double)width / draft->width, up = (double)height / draft->height;
    double factor = !editor->dialog_scales ? 1 : across < up ? across : up;
    double x = editor->dialog_centred ? trunc((width - factor * draft->width) / 2) : 0;
    double y = editor->dialog_centred ? trunc((height - factor * draft->height) / 2) : 0;
    struct sketch_transform transform = {factor, 0, 0, factor, x, y};
    if (editor_did(editor,
                   sketch_resize(editor->sketch, width, height, &transform, &editor->error)))
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
    write_side(by_width ? editor->dialog_height_text : editor->dialog_width_text,
               (side * to + from - 1) / from);
}

void editor_cancel_pending(struct app *app, struct editor *editor)
{
    editor->dialog = DIALOG_NONE;
    pending_open_free(&editor->pending);
    if (!editor->has_sheet)
        editor_go_away(app, editor);
}

static void build_size(struct editor *editor, bool is_new, struct layout *column)
{
    char width_before[8], height_before[8];
    if (is_new)
        build_presets(editor, column);
    memcpy(width_before, editor->dialog_width_text, sizeof width_before);
    memcpy(height_before, editor->dialog_height_text, sizeof height_before);
    build_side(column, "width", "Width", editor->dialog_width_text);
    build_side(column, "height", "Height", editor->dialog_height_text);
    if (is_new)
        return;
    ui_check(column->ui, "check scaled", "Scale the drawing with the sheet",
             layout_take(column, AT_TOP, 34), &editor->dialog_scales);
    ui_check(column->ui, "check centred", "Keep the drawing in the middle",
             layout_take(column, AT_TOP, 34), &editor->dialog_centred);
    if (editor->dialog_scales)
        keep_shape(editor, width_before, height_before);
}

bool editor_build_foot(struct layout *foot, const char *id, const char *label, const char *why_not,
                       bool *cancelled)
{
    struct box box =
        layout_cut(foot, AT_RIGHT, ui_button_width(foot->ui, why_not ? why_not : label));
    *cancelled = layout_button(foot, AT_RIGHT, "button cancel", "Cancel", LOOK_PLAIN);
    ui_default(foot->ui, id);
    if (!why_not)
        return ui_button(foot->ui, id, label, box, LOOK_PRIMARY);
    ui_button_disabled(foot->ui, why_not, box);
    return false;
}

static void ask_for_size(struct app *app, struct ui *ui, struct editor *editor)
{
    bool is_new = editor->dialog == DIALOG_NEW, cancelled;
    int width = 0, height = 0;
    struct dialog dialog = {.id = "sizes",
                            .title = is_new ? "New sheet" : "Size of the sheet",
                            .cancel_id = "button cancel",
                            .width = SIZE_WIDTH,
                            .scroll = &editor->dialog_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = GAP;
    build_size(editor, is_new, &column);
    dialog_end(&column);
    bool known = read_side(editor->dialog_width_text, &width) &&
                 read_side(editor->dialog_height_text, &height);
    ui_status(ui, !known   ? "A side is 1 to 4096 squares long."
                  : is_new ? "How large is the sheet to be?"
                           : "Size of the sheet");
    bool done = editor_build_foot(&dialog.foot, is_new ? "button create" : "button change",
                                  is_new ? "Draw" : "Change", known ? NULL : "1 to 4096 squares",
                                  &cancelled);
    if (cancelled)
        editor_cancel_pending(app, editor);
    else if (done && is_new)
        create(app, editor, width, height);
    else if (done)
        change_size(editor, width, height);
}

void editor_build_dialog(struct app *app, struct ui *ui, struct editor *editor)
{
    if (editor->dialog == DIALOG_NEW || editor->dialog == DIALOG_RESIZE)
        ask_for_size(app, ui, editor);
    else if (editor->dialog == DIALOG_IMPORT)
        editor_ask_for_square(app, ui, editor);
    else if (editor->dialog == DIALOG_CELLS)
        editor_ask_for_cells(app, ui, editor);
    else if (editor->dialog != DIALOG_NONE)
        ask(app, ui, editor);
}
