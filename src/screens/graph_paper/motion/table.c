/* The table of moves: a row a move and line, of which only those in sight are built.
 */
#include "screens/graph_paper/motion/inside.h"

#include <stdio.h>

static const double ROW_HEIGHT = 26, COLUMN_LEAST = 36, MARK_WIDTH = 22,
                    MARK = 12; /* interface pixels */
enum { WIDE = 2 };             /* times as wide as others are columns of roots, and the note */

/* What stands where. */
struct table {
    struct motion_pane *pane;
    struct kinematics_place places[COLUMN_COUNT];
    int count, weight; /* of all columns */
    int mark, row;     /* device pixels: the pen's mark before the rest; height of a row */
};

static int weight_of(const struct table *table, int index)
{
    enum kinematics_column first = index < table->count ? table->places[index].first : COLUMN_SPEED;
    bool wide = first == COLUMN_SPEED || first == COLUMN_ACCELERATION || first == COLUMN_DIRECTION;
    return wide ? WIDE : 1;
}

static bool has_notes(const struct kinematics *of)
{
    for (int line = 0; line < of->line_count; line++)
        for (int row = 0; row <= kinematics_last(of, line); row++)
            if (kinematics_note(of, line, row) != NOTE_NONE)
                return true;
    return false;
}

/* Columns that have no room are left out from the right; notes, if there are any, have some. */
static void fit(struct table *table, const struct canvas *canvas, int width)
{
    int most = (width - table->mark) / canvas_units(canvas, COLUMN_LEAST);
    table->weight = has_notes(&table->pane->of) ? WIDE : 0;
    for (int i = 0; i < table->count; i++) {
        if (table->weight + weight_of(table, i) > most && i > 0) {
            table->count = i;
            return;
        }
        table->weight += weight_of(table, i);
    }
}

static struct box cell_of(const struct table *table, struct box row, int index)
{
    int before = 0;
    box_cut_left(&row, table->mark);
    for (int i = 0; i < index; i++)
        before += weight_of(table, i);
    int x = row.w * before / table->weight;
    int right = row.w * (before + weight_of(table, index)) / table->weight;
    return box_make(row.x + x, row.y, right - x, row.h);
}

static void write_number(struct canvas *canvas, const struct table *table, int line, int row,
                         enum kinematics_column column, struct box box)
{
    struct text cell = {0};
    kinematics_append(&table->pane->of, line, row, column, &cell);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink, text_string(&cell), box,
                ALIGN_CENTRE);
    text_free(&cell);
}

/* A column vector between its brackets. */
static void write_pair(struct canvas *canvas, const struct table *table, int line, int row,
                       const struct kinematics_place *place, struct box box)
{
    struct measure value;
    if (!kinematics_value(&table->pane->of, line, row, place->first, &value))
        return;
    int thin = canvas_units(canvas, 1), tip = canvas_units(canvas, 5);
    struct box inner = box_inset(box, canvas_units(canvas, 4), canvas_units(canvas, 3));
    struct paper_color ink = canvas_theme(canvas)->ink_soft;
    const int sides[] = {inner.x, inner.x + inner.w - thin};
    for (int i = 0; i < 2; i++) {
        int x = i == 0 ? inner.x : inner.x + inner.w - tip;
        canvas_fill(canvas, box_make(sides[i], inner.y, thin, inner.h), ink);
        canvas_fill(canvas, box_make(x, inner.y, tip, thin), ink);
        canvas_fill(canvas, box_make(x, inner.y + inner.h - thin, tip, thin), ink);
    }
    struct box upper = box_cut_top(&box, box.h / 2);
    write_number(canvas, table, line, row, place->first, upper);
    write_number(canvas, table, line, row, (enum kinematics_column)place->second, box);
}

static void build_heads(struct canvas *canvas, const struct table *table, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < table->count; i++) {
        struct box cell = cell_of(table, row, i);
        struct box upper = box_cut_top(&cell, cell.h / 2);
        const char *unit = kinematics_unit_of(&table->pane->of.look, table->places[i].first);
        bool named = table->pane->of.look.unit.metric && unit[0];
        canvas_text(canvas, STYLE_STRONG, theme->ink, table->places[i].title,
                    named ? upper : box_join(upper, cell), ALIGN_CENTRE);
        if (named)
            canvas_text(canvas, STYLE_SMALL, theme->ink_soft, unit, cell, ALIGN_CENTRE);
    }
}

static bool build_row(struct ui *ui, const struct table *table, int line, int number,
                      struct box row)
{
    struct motion_pane *pane = table->pane;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool single = pane->of.line_count == 1;
    const char *note = kinematics_note_words(kinematics_note(&pane->of, line, number));
    struct ui_state state =
        ui_target(ui, single ? ui_words("row %d", number) : ui_words("row %d-%d", number, line + 1),
                  row, note);
    if (state.hovered || state.ring) {
        pane->row_hovered = number;
        pane->line_hovered = line;
    }
    int body, marked;
    bool pointed = motion_pane_marked(pane, &body, &marked) && marked == number &&
                   (body < 0 || body == pane->of.lines[line].body);
    if (pointed || number == pane->show.row)
        canvas_fill(canvas, row, color_mix(theme->card, theme->action, pointed ? 0.3 : 0.14));
    if (state.ring)
        ui_focus_ring(ui, row, 2);
    canvas_mark(canvas, pane->of.scene->bodies[pane->of.lines[line].body].pen,
                row.x + table->mark / 2.0, row.y + row.h / 2.0, canvas_units(canvas, MARK));
    for (int i = 0; i < table->count; i++) {
        struct box cell = cell_of(table, row, i);
        if (table->places[i].second >= 0)
            write_pair(canvas, table, line, number, &table->places[i], cell);
        else
            write_number(canvas, table, line, number, table->places[i].first, cell);
    }
    if (note[0])
        canvas_text(canvas, STYLE_SMALL, theme->ink, note, cell_of(table, row, table->count),
                    ALIGN_CENTRE);
    return state.clicked;
}

/* When another row is the present one it comes into sight. */
static void follow(struct motion_pane *pane, const struct table *table, struct box box)
{
    int lines = pane->of.line_count, top = pane->show.row * lines * table->row;
    if (pane->followed == pane->show.row)
        return;
    pane->followed = pane->show.row;
    if (top < pane->rows.offset)
        pane->rows.offset = top;
    if (top + lines * table->row > pane->rows.offset + box.h)
        pane->rows.offset = top + lines * table->row - box.h;
    /* Input that was not built yet must not be cut off by what the part measured before. */
    int content = (motion_last(pane) + 1) * lines * table->row;
    pane->rows.content = content > pane->rows.content ? content : pane->rows.content;
}

int motion_table(struct ui *ui, struct motion_pane *pane, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct table table = {.pane = pane, .mark = canvas_units(canvas, MARK_WIDTH)};
    int lines = pane->of.line_count, clicked = -1, count = (motion_last(pane) + 1) * lines;
    bool paired = false;
    table.count = kinematics_places(&pane->of.look, table.places);
    for (int i = 0; i < table.count; i++)
        paired = paired || table.places[i].second >= 0;
    table.row = canvas_units(canvas, ROW_HEIGHT) * (paired ? 2 : 1);
    struct box inner = box;
    box_cut_right(&inner, canvas_units(canvas, 10)); /* the bar */
    fit(&table, canvas, inner.w);
    build_heads(canvas, &table, box_cut_top(&inner, canvas_units(canvas, 36)));
    box.y = inner.y;
    box.h = inner.h;
    follow(pane, &table, box);
    int top = ui_scroll_begin(ui, "scroll rows", box, &pane->rows);
    int first = (box.y - top) / table.row, last = (box.y + box.h - top) / table.row;
    for (int i = first < 0 ? 0 : first; i <= last && i < count; i++) {
        int number = i / lines, line = i % lines;
        struct box row = {inner.x, top + i * table.row, inner.w, table.row};
        if (number <= kinematics_last(&pane->of, line) && build_row(ui, &table, line, number, row))
            clicked = number;
    }
    ui_scroll_end(ui, top + count * table.row);
    return clicked;
}
