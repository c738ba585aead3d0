/* Where sheets come from: files of one's own, and drawings of other programs.
 */

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/autosave.h"
#include "screens/graph_paper/editor/editor.h"
#include "screens/graph_paper/photo/photo.h"
#include "screens/tracks/tracks.h"
#include "svg/svg.h"
#include "track/draft.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* === import =================================================================================== */

/* Drawings of other programs: how large a square is to be; grids, as texts or as pictures: what
 * each sign stands for, guessed and to be changed. Beside it a look at what comes of it, and what
 * of the drawing a saved track cannot hold.
 *
 * A drawing that is none of ours is asked for its squares and read again at that size, so that
 * curves are flattened once.
 */

enum { USUAL_SQUARES = 100, MOST_SQUARES = 400, CHIPS = 5 };
static const double PAPER_SQUARE = 5;                                         /* millimetres */
static const double GAP = 10, BETWEEN = 6, ROW = 38, SIGN = 118, SWATCH = 18; /* interface pixels */

/* The file's name without its ending. That may hold any bytes; a name is text. */
static char *name_after(const char *path)
{
    const char *file = file_own_name(path), *end = strrchr(file, '.');
    struct text name = {0};
    text_append_quoted(&name, file, end && end != file ? (size_t)(end - file) : strlen(file),
                       SKETCH_TEXT_BYTES / 2);
    return name.data;
}

/* --- what is lost ----------------------------------------------------------------------------- */

struct loss {
    int count;
    const char *one, *many; /* `many` alone: it is there or not */
};

/* "2 texts, colours and gradients"; "" if nothing is lost. */
static void editor_write_losses(const struct draft_losses *losses, char *into, int size)
{
    const struct loss list[] = {
        {losses->texts, "1 text", "texts"},
        {losses->pictures, "1 picture", "pictures"},
        {losses->shapes, "1 shape that is not to be seen", "shapes that are not to be seen"},
        {losses->colours, NULL, "colours"},
        {losses->gradients, NULL, "gradients and patterns"},
        {losses->effects, NULL, "masks and effects"},
        {losses->curves, NULL, "curves (they become short straight lines)"},
    };
    enum { COUNT = sizeof list / sizeof *list };
    int left = 0, length = 0;
    for (int i = 0; i < COUNT; i++)
        left += list[i].count > 0;
    into[0] = '\0';
    for (int i = 0; i < COUNT; i++) {
        if (list[i].count == 0 || length >= size)
            continue;
        const char *before = length == 0 ? "" : left == 1 ? " and " : ", ";
        if (list[i].one && list[i].count > 1)
            length += snprintf(into + length, (size_t)(size - length), "%s%d %s", before,
                               list[i].count, list[i].many);
        else
            length += snprintf(into + length, (size_t)(size - length), "%s%s", before,
                               list[i].one ? list[i].one : list[i].many);
        left--;
    }
}

/* --- the size of a square --------------------------------------------------------------------- */

/* The next one of 1, 2, 5, 10, ... above the size, or below it. */
static double next_size(double size, int way)
{
    static const double steps[] = {1, 2, 5, 10};
    double ten = pow(10, floor(log10(size) + 1e-9));
    if (way > 0) {
        for (int i = 0; i < 4; i++)
            if (steps[i] * ten > size * 1.0001)
                return steps[i] * ten;
        return 10 * ten;
    }
    for (int i = 3; i >= 0; i--)
        if (steps[i] * ten < size * 0.9999)
            return steps[i] * ten;
    return ten / 2;
}

static bool is_measured(const struct pending_open *pending)
{
    return pending->draft.source.millimetres > 0;
}

static double unit_of(const struct pending_open *pending)
{
    return is_measured(pending) ? pending->draft.source.millimetres : 1;
}

static void write_size(struct pending_open *pending, double size)
{
    snprintf(pending->square, sizeof pending->square, "%.6g", size);
}

static bool read_size(const char *text, double *size)
{
    char plain[16];
    struct error ignored;
    snprintf(plain, sizeof plain, "%s", text);
    char *comma = strchr(plain, ',');
    if (comma)
        *comma = '.';
    return scan_numbers(plain, size, 1, &ignored) && *size > 0;
}

/* Does a track or a small arena come of it as it stands? */
static bool is_track(const struct text *bytes)
{
    struct error ignored;
    struct track *track = svg_read_track(text_string(bytes), bytes->length, &ignored);
    bool meant = track && (track->has_line ||
                           (track->width <= USUAL_SQUARES && track->height <= USUAL_SQUARES));
    track_release(track);
    return meant;
}

/* Ours is what says so, and what has parts of a track, also one that is not yet done: there a unit
 * is a square. Where a unit measures otherwise on paper a part may just be named so, in a drawing
 * in millimetres: then it takes a whole track to believe it. */
static bool is_ours(const struct draft_source *source, const struct text *bytes)
{
    if (!source->is_other)
        return true;
    bool as_paper =
        source->millimetres == 0 || fabs(source->millimetres - PAPER_SQUARE) < 0.01 * PAPER_SQUARE;
    return source->has_roles && (as_paper || is_track(bytes));
}

/* The next draft is shown instead of the one before. */
static void look_at(struct pending_open *pending, const struct draft *draft)
{
    static unsigned version;
    draft_free(&pending->draft);
    track_release(pending->look);
    pending->draft = *draft;
    pending->look = track_to_look_at(draft);
    pending->version = ++version;
}

/* Reads the drawing again with squares of that size; the name stays. */
static void look_again(struct pending_open *pending, double square)
{
    struct draft draft;
    struct error error = {0};
    pending->problem[0] = '\0';
    if (!svg_read_draft_at(pending->bytes.data, pending->bytes.length, square, &draft, &error)) {
        snprintf(pending->problem, sizeof pending->problem,
                 "With such squares the sheet would have more than %d each way.", SHEET_MAX);
        return;
    }
    free(draft.name);
    draft.name = pending->draft.name;
    pending->draft.name = NULL;
    look_at(pending, &draft);
}

static void follow_field(struct pending_open *pending)
{
    double size;
    if (!read_size(pending->square, &size)) {
        snprintf(pending->problem, sizeof pending->problem, "The size is a number above 0.");
        return;
    }
    double square = size / unit_of(pending);
    if (!pending->look || pending->problem[0] || square != pending->draft.source.square)
        look_again(pending, square);
}

static int editor_build_number(struct layout *column, const char *name, const char *label,
                               char *text, int size, const char *unit);

static void build_square(struct pending_open *pending, struct layout *column)
{
    struct paper_color ink = canvas_theme(ui_canvas(column->ui))->ink;
    const struct draft_source *source = &pending->draft.source;
    char text[500], lost[300];
    snprintf(text, sizeof text,
             "This drawing does not say how large its squares are. It measures %.4g × %.4g %s. A "
             "square is",
             source->width * unit_of(pending), source->height * unit_of(pending),
             is_measured(pending) ? "mm" : "units");
    layout_paragraph(column, STYLE_BODY, ink, text);
    double size;
    int way = editor_build_number(column, "square", NULL, pending->square, 10,
                                  is_measured(pending) ? "mm" : "units");
    if (way != 0 && read_size(pending->square, &size))
        write_size(pending, next_size(size, way));
    follow_field(pending);
    if (pending->problem[0])
        snprintf(text, sizeof text, "%s", pending->problem);
    else
        snprintf(text, sizeof text, "A sheet of %d × %d squares.", pending->draft.width,
                 pending->draft.height);
    layout_paragraph(column, STYLE_STRONG, ink, text);
    ui_status(column->ui, text);
    editor_write_losses(&pending->draft.source.losses, lost, sizeof lost);
    snprintf(text, sizeof text, "Saving will leave out: %s.", lost);
    if (lost[0])
        layout_paragraph(column, STYLE_SMALL, ink, text);
}

/* --- what signs stand for --------------------------------------------------------------------- */

static void sum_up(struct pending_open *pending, const struct error *error)
{
    struct draft_problem problem;
    struct error told = *error;
    char place[48] = "";
    if (!told.text[0] && draft_list_problems(&pending->draft, &problem, 1) > 0)
        told = problem.error;
    if (told.line > 0)
        snprintf(place, sizeof place, " (line %d, column %d)", told.line, told.column);
    snprintf(pending->verdict, sizeof pending->verdict, "%d × %d squares. %s%s%s.",
             pending->cells.columns, pending->cells.rows,
             told.text[0] ? "No track yet: " : "A track comes of it", told.text, place);
}

static void make_cells(struct pending_open *pending)
{
    struct draft draft;
    struct error error = {0};
    bool made = cells_make_draft(&pending->cells, &draft, &pending->remarks, &error);
    free(draft.name);
    draft.name = name_after(pending->cells_path);
    snprintf(pending->problem, sizeof pending->problem, "%s",
             made || draft.count > 0 ? "" : "No road yet");
    look_at(pending, &draft);
    sum_up(pending, &error);
}

static void build_sign(struct layout *row, const struct cells *cells, const struct cell_sign *sign)
{
    struct canvas *canvas = ui_canvas(row->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = layout_take(row, AT_LEFT, SIGN);
    int side = canvas_units(canvas, SWATCH);
    char text[32];
    if (!cells->lines) {
        struct box swatch = {box.x, box.y + (box.h - side) / 2, side, side};
        uint32_t code = sign->code ? sign->code : 0xffffffff;
        canvas_fill(canvas, swatch, theme->ink_soft);
        canvas_fill(canvas, (struct box){swatch.x + 1, swatch.y + 1, side - 2, side - 2},
                    (struct paper_color){(code >> 16 & 255) / 255.0, (code >> 8 & 255) / 255.0,
                                         (code & 255) / 255.0, 1});
        box_cut_left(&box, side + canvas_units(canvas, BETWEEN));
    }
    snprintf(text, sizeof text, "%s", sign->name);
    canvas_text(canvas, STYLE_STRONG, theme->ink, text, box, ALIGN_LEFT);
}

/* The number behind "gate" is the next one with each click. */
static int next_number(int role)
{
    return role < CELL_CHECKPOINT
               ? CELL_CHECKPOINT
               : CELL_CHECKPOINT + (role - CELL_CHECKPOINT + 1) % CELLS_CHECKPOINTS_MOST;
}

static bool build_choice(struct layout *column, const struct cells *cells, struct cell_sign *sign)
{
    static const char *const labels[CHIPS] = {"Off", "Road", "Start", "Finish", "Gate"};
    struct layout row = layout_row(column, ROW, BETWEEN);
    int before = sign->role;
    build_sign(&row, cells, sign);
    for (int i = 0; i < CHIPS; i++) {
        bool gate = i == CELL_CHECKPOINT, is = gate ? before >= i : before == i;
        const char *label = gate && is ? ui_words("Gate %s", cell_role_name(before)) : labels[i];
        const char *id = ui_words("cell %s %s", sign->name, gate ? "gate" : cell_role_name(i));
        struct box box = box_column(row.rest, i, CHIPS, canvas_units(ui_canvas(row.ui), BETWEEN));
        if (ui_chip(column->ui, id, label, is ? "chosen" : "", box, is).clicked)
            sign->role = gate ? next_number(before) : i;
    }
    return sign->role != before;
}

static void build_cells(struct pending_open *pending, struct layout *column)
{
    struct paper_color ink = canvas_theme(ui_canvas(column->ui))->ink;
    struct cells *cells = &pending->cells;
    char text[300];
    bool changed = false;
    if (!pending->look)
        make_cells(pending);
    snprintf(text, sizeof text, "%s What does each stand for? Walls run round what is road.",
             cells->lines       ? "This text is a grid with a sign for each square."
             : cells->block > 1 ? "This picture is a grid with a block of pixels for each square."
                                : "This picture is a grid with a pixel for each square.");
    layout_paragraph(column, STYLE_BODY, ink, text);
    layout_paragraph(column, STYLE_STRONG, ink, pending->verdict);
    for (int i = 0; i < cells->sign_count; i++)
        changed |= build_choice(column, cells, &cells->list[i]);
    changed |= ui_check(column->ui, "check turned", "Drive the other way round",
                        layout_take(column, AT_TOP, 34), &cells->turned);
    if (changed)
        make_cells(pending);
    for (int i = 0; i < pending->remarks.count; i++)
        layout_paragraph(column, STYLE_SMALL, ink, pending->remarks.text[i]);
    ui_status(column->ui, pending->verdict);
}

/* The foot of a dialog: Cancel, and what it is for, or why that cannot be. True if it was clicked.
 */
static bool build_foot(struct layout *foot, const char *id, const char *label, const char *why_not,
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

static void cancel(struct app *app, struct editor *editor)
{
    editor->papers.dialog = DIALOG_NONE;
    pending_open_free(&editor->papers.pending);
    editor_frame_answer(app, &editor->frame, NULL);
}

/* --- the dialog ------------------------------------------------------------------------------- */

struct editor_preview {
    const struct pending_open *pending;
    const struct paper_theme *theme;
    double scale;
};

static void paint_preview(cairo_t *cairo, int width, int height, const void *data)
{
    const struct editor_preview *preview = data;
    const struct draft *draft = &preview->pending->draft;
    double margin = 6 * preview->scale;
    double square =
        fmin((width - 2 * margin) / draft->width, (height - 2 * margin) / draft->height);
    struct paper_view view = {(width - square * draft->width) / 2,
                              (height - square * draft->height) / 2, square, preview->scale};
    paper_draw_sheet(cairo, &view, graph_paper_course(preview->pending->look), preview->theme);
    struct draft_brush brush = {cairo, &view, draft, preview->theme};
    paper_draw_loose(&brush);
}

/* Words, and a look at what comes of them, beside each other or one below the other. */
static void ask_about_drawing(struct app *app, struct ui *ui, struct editor *editor)
{
    static const struct {
        const char *id, *title, *why_not;
        int width, column, preview, least, below; /* interface pixels */
        void (*build)(struct pending_open *pending, struct layout *column);
    } kinds[] = {
        {"import", "How large is a square?", "No sheet yet", 700, 270, 270, 270, 180, build_square},
        {"cells", "A grid of squares", "No road yet", 860, 480, 300, 150, 190, build_cells}};
    struct pending_open *pending = &editor->papers.pending;
    struct canvas *canvas = ui_canvas(ui);
    int kind = editor->papers.dialog == DIALOG_CELLS;
    bool cancelled, traces = false;
    struct dialog dialog = {.id = kinds[kind].id,
                            .title = kinds[kind].title,
                            .cancel_id = "button cancel",
                            .width = kinds[kind].width,
                            .scroll = &editor->papers.scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = GAP;
    struct layout words = column;
    bool wide = column.rest.w >= canvas_units(canvas, kinds[kind].column + kinds[kind].least);
    if (wide)
        words.rest = layout_take(&column, AT_LEFT, kinds[kind].column);
    kinds[kind].build(pending, &words);
    struct box box = layout_take(wide ? &column : &words, AT_TOP,
                                 wide ? kinds[kind].preview : kinds[kind].below);
    struct editor_preview preview = {pending, canvas_theme(canvas), canvas_scale(canvas)};
    if (pending->look && box.w > 0 && box.h > 0)
        canvas_shape(canvas, ui_words("%s %u", kinds[kind].id, pending->version), box,
                     paint_preview, &preview);
    column.rest.y = words.rest.y > column.rest.y ? words.rest.y : column.rest.y;
    dialog_end(&column);
    bool opened = build_foot(&dialog.foot, "button import", "Open",
                             pending->problem[0] ? kinds[kind].why_not : NULL, &cancelled);
    if (pending->cells_path && !pending->cells.lines)
        traces =
            layout_button(&dialog.foot, AT_LEFT, "button trace", "It is a drawing", LOOK_PLAIN);
    if (traces) {
        char *path = pending->cells_path;
        pending->cells_path = NULL;
        cancel(app, editor);
        app_open_photo(app, path, false);
        free(path);
    } else if (cancelled) {
        cancel(app, editor);
    } else if (opened) {
        editor->papers.dialog = DIALOG_NONE;
        editor_frame_answer(app, &editor->frame, sketch_from_draft(&pending->draft));
    }
}

/* === dialogs ================================================================================== */

/* What the editor asks: how large a sheet is to be, and what becomes of one that is not saved.
 */

enum { ASK_WIDTH = 520, SIZE_WIDTH = 480 };
static const double DIALOGS_GAP = 10; /* interface pixels */

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
    struct editor_papers *papers = &editor->papers;
    const struct draft *draft = editor->frame.sheet ? sketch_draft(editor->frame.sheet) : NULL;
    bool resize = dialog == DIALOG_RESIZE;
    papers->dialog = dialog;
    papers->centred = true;
    papers->scales = false;
    papers->scroll = (struct ui_scroll){0};
    if (dialog != DIALOG_NEW && !resize)
        return;
    write_side(papers->width, resize ? draft->width : 60);
    write_side(papers->height, resize ? draft->height : 45);
}

void editor_ask(struct editor_frame *frame)
{
    struct editor *editor = (struct editor *)frame;
    const struct pending_open *pending = &editor->papers.pending;
    editor_open_dialog(editor, pending->cells_path         ? DIALOG_CELLS
                               : pending->bytes.length > 0 ? DIALOG_IMPORT
                                                           : DIALOG_NEW);
}

/* --- questions ------------------------------------------------------------------------------ */

enum editor_answer { SAVE_NEW, OVERWRITE, STAY };

static bool save_to(struct app *app, struct editor_frame *frame, bool anew)
{
    bool saved = editor_frame_save_to(app, frame, anew);
    if (saved) {
        app_notice(app, "Saved as %s.%s", file_own_name(frame->path),
                   frame->course.body ? "" : " It is no track yet: the panel says why.");
    }
    return saved;
}

/* What saving would lose is said first, once. */
static bool must_tell_losses(struct editor *editor)
{
    char lost[300];
    editor_write_losses(&editor->papers.losses, lost, sizeof lost);
    if (editor->papers.losses_told || !lost[0])
        return false;
    editor_open_dialog(editor, DIALOG_LOSSES);
    return true;
}

bool editor_may_save(struct editor_frame *frame, bool changed)
{
    if (must_tell_losses((struct editor *)frame))
        return false;
    if (changed)
        editor_open_dialog((struct editor *)frame, DIALOG_CHANGED);
    return !changed;
}

void editor_save_copy(struct app *app, struct editor *editor)
{
    if (!must_tell_losses(editor))
        save_to(app, &editor->frame, true);
}

/* Ids are none of those that lie under the dialog; the last answer is also Esc. */
static void ask(struct app *app, struct ui *ui, struct editor *editor)
{
    static const struct editor_frame_choice answers[] = {
        {"button save-new", "Save as a new file", SAVE_NEW},
        {"button overwrite", "Write over it", OVERWRITE},
        {"button stay", "Do not save now", STAY}};
    static const struct editor_frame_choice first[] = {
        {"button save-new", "Save as a new file", SAVE_NEW},
        {"button stay", "Do not save now", STAY}};
    struct editor_papers *papers = &editor->papers;
    struct editor_frame *frame = &editor->frame;
    const char *file = frame->path ? file_own_name(frame->path) : "";
    bool changed = papers->dialog == DIALOG_CHANGED;
    char lost[300], words[900];
    editor_write_losses(&papers->losses, lost, sizeof lost);
    if (changed)
        snprintf(words, sizeof words,
                 "%.200s has been changed by another program since it was opened here. Writing "
                 "over it would lose what it holds now.",
                 file);
    else if (file[0])
        snprintf(words, sizeof words,
                 "A saved track holds walls, lines and areas. What else is in %.200s would be "
                 "lost: %s.",
                 file, lost);
    else
        snprintf(words, sizeof words,
                 "A saved track holds walls, lines and areas. It leaves out what else is in the "
                 "drawing: %s. The drawing itself stays as it is.",
                 lost);
    int answer = editor_frame_ask(ui, frame,
                                  changed ? "The file has changed" : "Not everything can be saved",
                                  words, file[0] ? answers : first, file[0] ? 3 : 2);
    if (answer < 0)
        return;
    papers->dialog = DIALOG_NONE;
    papers->losses_told = papers->losses_told || (!changed && answer != STAY);
    bool saved = answer == SAVE_NEW ? save_to(app, frame, true)
                 : answer == STAY   ? false
                 : changed          ? save_to(app, frame, false)
                                    : editor_frame_save(app, frame);
    if (papers->dialog == DIALOG_NONE)
        editor_frame_go_on(app, frame, saved);
}

/* --- sizes ---------------------------------------------------------------------------------- */

/* A4 and A3 have the squares that their page holds when it is printed. */
static const struct editor_frame_choice presets[] = {
    {"size 40x30", "40 × 30: small", 0},      {"size 60x45", "60 × 45: usual", 1},
    {"size 100x75", "100 × 75: large", 2},    {"size 200x150", "200 × 150: huge", 3},
    {"size a4", "A4 page, 5 mm: 52 × 31", 4}, {"size a3", "A3 page, 5 mm: 77 × 49", 5},
};
static const int preset_sizes[][2] = {{40, 30},   {60, 45}, {100, 75},
                                      {200, 150}, {52, 31}, {77, 49}};
enum { DIALOGS_PRESET_COUNT = sizeof presets / sizeof *presets };

static int editor_build_number(struct layout *column, const char *name, const char *label,
                               char *text, int size, const char *unit)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout row = layout_row(column, 40, DIALOGS_GAP);
    struct ui_sign less = {.icon = ICON_LESS, .size = 32, .radius = 16}, more = less;
    char id[40];
    int way = 0, side = canvas_units(canvas, less.size);
    more.icon = ICON_MORE;
    if (label)
        canvas_text(canvas, STYLE_BODY, theme->ink, label, layout_take(&row, AT_LEFT, 80),
                    ALIGN_LEFT);
    snprintf(id, sizeof id, "stepper %s less", name);
    way -=
        ui_sign_button(ui, id, "less", box_centre(layout_take(&row, AT_LEFT, 32), side, side), less)
            .clicked;
    snprintf(id, sizeof id, "field %s", name);
    ui_text_field(ui, id, text, size, layout_take(&row, AT_LEFT, 90));
    snprintf(id, sizeof id, "stepper %s more", name);
    way +=
        ui_sign_button(ui, id, "more", box_centre(layout_take(&row, AT_LEFT, 32), side, side), more)
            .clicked;
    canvas_text(canvas, STYLE_BODY, theme->ink, unit, row.rest, ALIGN_LEFT);
    return way;
}

static void build_side(struct layout *column, const char *name, const char *label, char *text)
{
    int way = editor_build_number(column, name, label, text, 5, "squares");
    if (way != 0) {
        int by = 5 * way;
        int side;
        write_side(text, (read_side(text, &side) ? side : 40) + by);
    }
}

static void build_presets(struct editor *editor, struct layout *column)
{
    int width = 0, height = 0, chosen = -1;
    read_side(editor->papers.width, &width);
    read_side(editor->papers.height, &height);
    for (int i = 0; i < DIALOGS_PRESET_COUNT; i++)
        if (preset_sizes[i][0] == width && preset_sizes[i][1] == height)
            chosen = i;
    int now = editor_frame_build_chips(column, presets, DIALOGS_PRESET_COUNT, 2, chosen);
    if (now == chosen)
        return;
    write_side(editor->papers.width, preset_sizes[now][0]);
    write_side(editor->papers.height, preset_sizes[now][1]);
}

/* What is drawn keeps its place in the middle, or at the lower left corner. Scaled, it fits the new
 * sheet as it fitted the old one. */
static void change_size(struct editor *editor, int width, int height)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    double across = (double)width / draft->width, up = (double)height / draft->height;
    double factor = !editor->papers.scales ? 1 : across < up ? across : up;
    double x = editor->papers.centred ? trunc((width - factor * draft->width) / 2) : 0;
    double y = editor->papers.centred ? trunc((height - factor * draft->height) / 2) : 0;
    struct sketch_transform transform = {factor, 0, 0, factor, x, y};
    if (editor_did(editor,
                   sketch_resize(editor->frame.sheet, width, height, &transform, &editor->error)))
        editor->papers.dialog = DIALOG_NONE;
}

/* The drawing keeps its shape: where one side is changed, the other follows. */
static void keep_shape(struct editor *editor, const char *width_before, const char *height_before)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    bool by_width = strcmp(width_before, editor->papers.width) != 0;
    int side, from = by_width ? draft->width : draft->height;
    int to = by_width ? draft->height : draft->width;
    if (!by_width && strcmp(height_before, editor->papers.height) == 0)
        return;
    if (!read_side(by_width ? editor->papers.width : editor->papers.height, &side))
        return;
    write_side(by_width ? editor->papers.height : editor->papers.width,
               (side * to + from - 1) / from);
}

static void dialogs_build_size(struct editor *editor, bool is_new, struct layout *column)
{
    char width_before[8], height_before[8];
    if (is_new)
        build_presets(editor, column);
    memcpy(width_before, editor->papers.width, sizeof width_before);
    memcpy(height_before, editor->papers.height, sizeof height_before);
    build_side(column, "width", "Width", editor->papers.width);
    build_side(column, "height", "Height", editor->papers.height);
    if (is_new)
        return;
    ui_check(column->ui, "check scaled", "Scale the drawing with the sheet",
             layout_take(column, AT_TOP, 34), &editor->papers.scales);
    ui_check(column->ui, "check centred", "Keep the drawing in the middle",
             layout_take(column, AT_TOP, 34), &editor->papers.centred);
    if (editor->papers.scales)
        keep_shape(editor, width_before, height_before);
}

static void ask_for_size(struct app *app, struct ui *ui, struct editor *editor)
{
    bool is_new = editor->papers.dialog == DIALOG_NEW, cancelled;
    int width = 0, height = 0;
    struct dialog dialog = {.id = "sizes",
                            .title = is_new ? "New sheet" : "Size of the sheet",
                            .cancel_id = "button cancel",
                            .width = SIZE_WIDTH,
                            .scroll = &editor->papers.scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = DIALOGS_GAP;
    dialogs_build_size(editor, is_new, &column);
    dialog_end(&column);
    bool known =
        read_side(editor->papers.width, &width) && read_side(editor->papers.height, &height);
    ui_status(ui, !known   ? "A side is 1 to 4096 squares long."
                  : is_new ? "How large is the sheet to be?"
                           : "Size of the sheet");
    bool done =
        build_foot(&dialog.foot, is_new ? "button create" : "button change",
                   is_new ? "Draw" : "Change", known ? NULL : "1 to 4096 squares", &cancelled);
    if (cancelled)
        cancel(app, editor);
    else if (done && is_new)
        editor_frame_answer(app, &editor->frame, sketch_create(width, height));
    else if (done)
        change_size(editor, width, height);
}

bool editor_build_dialog(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    struct editor *editor = (struct editor *)frame;
    enum editor_dialog dialog = editor->papers.dialog;
    if (dialog == DIALOG_NEW || dialog == DIALOG_RESIZE)
        ask_for_size(app, ui, editor);
    else if (dialog == DIALOG_IMPORT || dialog == DIALOG_CELLS)
        ask_about_drawing(app, ui, editor);
    else if (dialog != DIALOG_NONE)
        ask(app, ui, editor);
    return dialog != DIALOG_NONE;
}

/* === files ==================================================================================== */

void editor_take_papers(struct editor *editor)
{
    struct editor_papers *papers = &editor->papers;
    struct pending_open *pending = &papers->pending;
    papers->losses = pending->losses;
    papers->losses_told = false;
    papers->dialog = DIALOG_NONE;
    free(papers->photo.pixels);
    papers->photo = pending->photo;
    pending->photo.pixels = NULL;
    editor->photo_hidden = false;
    editor_choose_tool(editor, papers->photo.pixels ? TOOL_LINE
                               : pending->has_draft ? TOOL_SELECT
                                                    : TOOL_PEN);
    pending_open_free(pending);
}

void pending_open_free(struct pending_open *pending)
{
    draft_free(&pending->draft);
    text_free(&pending->bytes);
    free(pending->cells_path);
    cells_free(&pending->cells);
    track_release(pending->look);
    free(pending->photo.pixels);
    *pending = (struct pending_open){0};
}

bool editor_read_file(const struct app *app, const char *path, struct text *content,
                      struct pending_open *pending, struct next_sheet *next, struct error *error)
{
    *pending = (struct pending_open){.has_draft = true};
    *next = (struct next_sheet){.stamp = file_stamp(path)};
    if (!svg_read_draft(text_string(content), content->length, &pending->draft, error))
        return false;
    struct draft *draft = &pending->draft;
    next->is_asked_for = !is_ours(&draft->source, content);
    if (next->is_asked_for) {
        pending->bytes = *content;
        *content = (struct text){0};
        /* 5 mm as on squared paper, or a user unit as in a track; larger ones where that is far too
         * small.
         */
        const struct draft_source *source = &pending->draft.source;
        double longer = fmax(source->width, source->height) * unit_of(pending);
        double size = is_measured(pending) ? PAPER_SQUARE : 1;
        double most = is_measured(pending) ? MOST_SQUARES : USUAL_SQUARES;
        if (longer / size > most)
            for (size = 1; longer / size > USUAL_SQUARES;)
                size = next_size(size, 1);
        else
            while (longer / size < 4 && size > 1e-6)
                size = next_size(size, -1);
        write_size(pending, size);
    }
    if (!draft->name || !draft->name[0]) { /* it goes by the name of its file */
        free(draft->name);
        draft->name = name_after(path);
    }
    pending->losses = draft->source.losses;
    next->path = tracks_own_path(app->tracks_folder, path);
    next->is_copy = !next->path;
    return true;
}
