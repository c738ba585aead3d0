/* Grids, as texts or as pictures: what each sign stands for, guessed and to be changed, beside a
 * look at what comes of it.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 860, COLUMN = 480, PREVIEW = 300, PREVIEW_BELOW = 190, CHIPS = 5 };
static const double GAP = 10, BETWEEN = 6, ROW = 38, SIGN = 118, SWATCH = 18;

/* --- what comes of it ------------------------------------------------------------------------- */

static void name_after(struct draft *draft, const char *path)
{
    free(draft->name);
    draft->name = editor_name_after(path);
}

static void sum_up(struct editor_cells *asked, const struct error *error)
{
    struct draft_problem problem;
    struct error told = *error;
    char place[48] = "";
    if (!told.text[0] && draft_list_problems(&asked->draft, &problem, 1) > 0)
        told = problem.error;
    if (told.line > 0)
        snprintf(place, sizeof place, " (line %d, column %d)", told.line, told.column);
    snprintf(asked->verdict, sizeof asked->verdict, "%d × %d squares. %s%s%s.",
             asked->cells.columns, asked->cells.rows,
             told.text[0] ? "No track yet: " : "A track comes of it", told.text, place);
}

static void make_again(struct editor_cells *asked)
{
    static unsigned version;
    struct error error = {0};
    draft_free(&asked->draft);
    track_release(asked->look);
    asked->has_walls = cells_make_draft(&asked->cells, &asked->draft, &asked->remarks, &error) ||
                       asked->draft.count > 0;
    asked->look = track_to_look_at(&asked->draft);
    asked->version = ++version;
    sum_up(asked, &error);
}

void editor_free_cells(struct editor_cells *asked)
{
    cells_free(&asked->cells);
    draft_free(&asked->draft);
    track_release(asked->look);
    free(asked->path);
    *asked = (struct editor_cells){0};
}

/* --- a sign and its choice -------------------------------------------------------------------- */

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
    }
    if (!cells->lines)
        box_cut_left(&box, side + canvas_units(canvas, BETWEEN));
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

/* --- the dialog ------------------------------------------------------------------------------- */

static void build_words(struct editor_cells *asked, struct layout *column)
{
    struct paper_color ink = canvas_theme(ui_canvas(column->ui))->ink;
    const struct cells *cells = &asked->cells;
    char text[300];
    bool changed = false;
    if (!asked->look)
        make_again(asked);
    snprintf(text, sizeof text, "%s What does each stand for? Walls run round what is road.",
             cells->lines       ? "This text is a grid with a sign for each square."
             : cells->block > 1 ? "This picture is a grid with a block of pixels for each square."
                                : "This picture is a grid with a pixel for each square.");
    layout_paragraph(column, STYLE_BODY, ink, text);
    layout_paragraph(column, STYLE_STRONG, ink, asked->verdict);
    for (int i = 0; i < cells->sign_count; i++)
        changed |= build_choice(column, cells, &asked->cells.list[i]);
    changed |= ui_check(column->ui, "check turned", "Drive the other way round",
                        layout_take(column, AT_TOP, 34), &asked->cells.turned);
    if (changed)
        make_again(asked);
    for (int i = 0; i < asked->remarks.count; i++)
        layout_paragraph(column, STYLE_SMALL, ink, asked->remarks.text[i]);
    ui_status(column->ui, asked->verdict);
}

static void take(struct app *app, struct editor *editor)
{
    struct editor_cells *asked = &editor->pending.cells;
    struct draft draft = asked->draft;
    asked->draft = (struct draft){0};
    name_after(&draft, asked->path);
    editor_free_cells(asked);
    editor->dialog = DIALOG_NONE;
    editor->pending.draft = draft;
    editor->pending.has_draft = editor->pending.changed = true;
    editor_open_pending(app, editor);
}

static void trace(struct app *app, struct editor *editor)
{
    char *path = memory_copy_string(editor->pending.cells.path);
    editor->dialog = DIALOG_NONE;
    pending_open_free(&editor->pending);
    app_open_photo(app, path);
    free(path);
}

void editor_ask_for_cells(struct app *app, struct ui *ui, struct editor *editor)
{
    struct canvas *canvas = ui_canvas(ui);
    struct editor_cells *asked = &editor->pending.cells;
    bool cancelled, traces = false;
    struct dialog dialog = {.id = "cells",
                            .title = "A grid of squares",
                            .cancel_id = "button cancel",
                            .width = WIDTH,
                            .scroll = &editor->dialog_scroll};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = GAP;
    struct layout words = column;
    bool wide = column.rest.w >= canvas_units(canvas, COLUMN + PREVIEW / 2);
    if (wide)
        words.rest = layout_take(&column, AT_LEFT, COLUMN);
    build_words(asked, &words);
    struct box box =
        wide ? layout_take(&column, AT_TOP, PREVIEW) : layout_take(&words, AT_TOP, PREVIEW_BELOW);
    editor_build_preview(canvas, ui_words("cells %u", asked->version), asked->look, &asked->draft,
                         box);
    column.rest.y = words.rest.y > column.rest.y ? words.rest.y : column.rest.y;
    dialog_end(&column);
    bool opened = editor_build_foot(&dialog.foot, "button import", "Open",
                                    asked->has_walls ? NULL : "No road yet", &cancelled);
    if (!asked->cells.lines)
        traces =
            layout_button(&dialog.foot, AT_LEFT, "button trace", "It is a drawing", LOOK_PLAIN);
    if (cancelled)
        editor_cancel_pending(app, editor);
    else if (traces)
        trace(app, editor);
    else if (opened)
        take(app, editor);
}
