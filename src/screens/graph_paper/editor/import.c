/* Drawings of other programs: how large a square is to be, with a look at what comes of it, and
 * what of the drawing a saved track cannot hold.
 *
 * A drawing that is none of ours is asked for its squares and read again at that size, so that
 * curves are flattened once.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"
#include "svg/transform.h"
#include "track/svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 700, COLUMN = 270, PREVIEW = 270 };
enum { USUAL_SQUARES = 100, MOST_SQUARES = 400 };
static const double PAPER_SQUARE = 5, GAP = 10; /* millimetres; interface pixels */

/* --- what is lost ----------------------------------------------------------------------------- */

struct loss {
    int count;
    const char *one, *many; /* `many` alone: it is there or not */
};

void editor_write_losses(const struct draft_losses *losses, char *into, int size)
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

static void write_size(struct editor_import *import, double size)
{
    snprintf(import->square, sizeof import->square, "%.6g", size);
}

/* 5 mm as on squared paper, or a user unit as in a track; larger ones where that is far too small.
 */
static void propose_size(struct pending_open *pending)
{
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
    write_size(&pending->import, size);
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

void editor_begin_import(struct pending_open *pending, struct text *bytes)
{
    if (is_ours(&pending->draft.source, bytes))
        return;
    pending->import.bytes = *bytes;
    *bytes = (struct text){0};
    propose_size(pending);
}

void editor_free_import(struct editor_import *import)
{
    text_free(&import->bytes);
    track_release(import->look);
    *import = (struct editor_import){0};
}

/* Reads the drawing again with squares of that size; the name stays. */
static void look_again(struct pending_open *pending, double square)
{
    static unsigned version;
    struct editor_import *import = &pending->import;
    struct draft draft;
    struct error error = {0};
    import->problem[0] = '\0';
    if (!svg_read_draft_at(import->bytes.data, import->bytes.length, square, &draft, &error)) {
        snprintf(import->problem, sizeof import->problem,
                 "With such squares the sheet would have more than %d each way.", SHEET_MAX);
        return;
    }
    free(draft.name);
    draft.name = pending->draft.name;
    pending->draft.name = NULL;
    draft_free(&pending->draft);
    pending->draft = draft;
    track_release(import->look);
    import->look = track_to_look_at(&pending->draft);
    import->version = ++version;
}

static void follow_field(struct pending_open *pending)
{
    struct editor_import *import = &pending->import;
    double size;
    if (!read_size(import->square, &size)) {
        snprintf(import->problem, sizeof import->problem, "The size is a number above 0.");
        return;
    }
    double square = size / unit_of(pending);
    if (!import->look || import->problem[0] || square != pending->draft.source.square)
        look_again(pending, square);
}

/* --- the dialog ------------------------------------------------------------------------------- */

struct preview {
    const struct track *look;
    const struct draft *draft;
    const struct paper_theme *theme;
    double scale;
};

static void paint_preview(cairo_t *cairo, int width, int height, const void *data)
{
    const struct preview *preview = data;
    const struct draft *draft = preview->draft;
    double margin = 6 * preview->scale;
    double square =
        fmin((width - 2 * margin) / draft->width, (height - 2 * margin) / draft->height);
    struct paper_view view = {(width - square * draft->width) / 2,
                              (height - square * draft->height) / 2, square, preview->scale};
    paper_draw_sheet(cairo, &view, graph_paper_course(preview->look), preview->theme);
    struct draft_brush brush = {cairo, &view, draft, preview->theme};
    paper_draw_loose(&brush);
}

void editor_build_preview(struct canvas *canvas, const char *key, const struct track *look,
                          const struct draft *draft, struct box box)
{
    struct preview preview = {look, draft, canvas_theme(canvas), canvas_scale(canvas)};
    if (look && box.w > 0 && box.h > 0)
        canvas_shape(canvas, key, box, paint_preview, &preview);
}

static void build_preview(struct canvas *canvas, const struct pending_open *pending, struct box box)
{
    editor_build_preview(canvas, ui_words("import %u", pending->import.version),
                         pending->import.look, &pending->draft, box);
}

static void build_size(struct pending_open *pending, struct layout *column)
{
    double size;
    int way = editor_build_number(column, "square", NULL, pending->import.square, 10,
                                  is_measured(pending) ? "mm" : "units");
    if (way != 0 && read_size(pending->import.square, &size))
        write_size(&pending->import, next_size(size, way));
}

static void build_words(struct pending_open *pending, struct layout *column)
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
    build_size(pending, column);
    follow_field(pending);
    if (pending->import.problem[0])
        snprintf(text, sizeof text, "%s", pending->import.problem);
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

void editor_ask_for_square(struct app *app, struct ui *ui, struct editor *editor)
{
    struct canvas *canvas = ui_canvas(ui);
    struct pending_open *pending = &editor->pending;
    bool cancelled;
    struct dialog dialog = {.id = "import",
                            .title = "How large is a square?",
                            .cancel_id = "button cancel",
                            .width = WIDTH,
                            .scroll = &editor->dialog_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = GAP;
    struct layout words = column;
    bool wide = column.rest.w >= 2 * canvas_units(canvas, COLUMN);
    if (wide) {
        words.rest = layout_take(&column, AT_LEFT, COLUMN);
        build_preview(canvas, pending, layout_take(&column, AT_TOP, PREVIEW));
    }
    build_words(pending, &words);
    if (!wide)
        build_preview(canvas, pending, layout_take(&words, AT_TOP, 180));
    column.rest.y = words.rest.y > column.rest.y ? words.rest.y : column.rest.y;
    dialog_end(&column);
    bool opened = editor_build_foot(&dialog.foot, "button import", "Open",
                                    pending->import.problem[0] ? "No sheet yet" : NULL, &cancelled);
    if (cancelled) {
        editor_cancel_pending(app, editor);
    } else if (opened) {
        editor_free_import(&pending->import);
        editor->dialog = DIALOG_NONE;
        editor_open_pending(app, editor);
    }
}
