/* The table of moves: a row a move and line, of which only those in sight are built.
 */
#include "screens/graph_paper/motion/inside.h"

#include "base/hash.h"
#include "base/number.h"

#include <string.h>

static const double ROW_HEIGHT = 26, COLUMN_LEAST = 36, MARK_WIDTH = 22, MARK = 12, BESIDE = 10,
                    HEAD_HEIGHT = 36, CHIP = 38; /* interface pixels */

/* What stands where. */
struct table {
    struct motion_pane *pane;
    struct kinematics_place places[COLUMN_COUNT];
    int count;
    bool noted;
    int mark, row; /* device pixels: the pen's mark before the rest; height of a row */
    struct {
        int x, w; /* 0 wide: it has no room */
    } cells[COLUMN_COUNT + 1];
    int left, right; /* columns that are hidden there */
};

static bool has_notes(const struct kinematics *of)
{
    for (int line = 0; line < of->line_count; line++)
        for (int row = 0; row <= kinematics_last(of, line); row++)
            if (kinematics_note(of, line, row) != NOTE_NONE)
                return true;
    return false;
}

/* --- widths ----------------------------------------------------------------------------------- */

static void widen(struct table *table, struct canvas *canvas, int column, enum canvas_style style,
                  const char *words)
{
    struct motion_columns *columns = &table->pane->columns;
    size_t length = strlen(words);
    if (style == STYLE_SMALL && length <= columns->lengths[column])
        return;
    int width = canvas_text_width(canvas, style, words) + canvas_units(canvas, BESIDE);
    columns->widths[column] = number_larger(columns->widths[column], width);
    if (style == STYLE_SMALL)
        columns->lengths[column] = length;
}

static void widen_for_cell(struct table *table, struct canvas *canvas, int line, int row,
                           enum kinematics_column column, int into)
{
    struct text cell = {0};
    kinematics_append(&table->pane->of, line, row, column, &cell);
    widen(table, canvas, into, STYLE_SMALL, text_string(&cell));
    text_free(&cell);
}

/* Another table begins with the widths of its headings. */
static void measure_heads(struct table *table, struct canvas *canvas)
{
    struct motion_columns *columns = &table->pane->columns;
    const struct kinematics_look *look = &table->pane->of.look;
    uint64_t of = hash_number(hash_number(HASH_START, look->columns), look->vectors);
    of = hash_number(hash_number(of, look->unit.metric), canvas_units(canvas, 100));
    of = hash_number(hash_number(of, table->noted), table->pane->of.line_count);
    if (of == columns->of)
        return;
    *columns = (struct motion_columns){.of = of};
    for (int i = 0; i < table->count; i++) {
        columns->widths[i] = canvas_units(canvas, COLUMN_LEAST);
        widen(table, canvas, i, STYLE_STRONG, table->places[i].title);
        if (look->unit.metric)
            widen(table, canvas, i, STYLE_SMALL, kinematics_unit_of(look, table->places[i].first));
    }
}

static void measure_rows(struct table *table, struct canvas *canvas, int first, int last)
{
    const struct kinematics *of = &table->pane->of;
    for (int i = first; i <= last; i++) {
        int row = i / of->line_count, line = i % of->line_count;
        if (row <= kinematics_last(of, line))
            widen(table, canvas, table->count, STYLE_SMALL,
                  kinematics_note_words(kinematics_note(of, line, row)));
        for (int k = 0; k < table->count && row <= kinematics_last(of, line); k++) {
            const struct kinematics_place *place = &table->places[k];
            widen_for_cell(table, canvas, line, row, place->first, k);
            if (place->second >= 0)
                widen_for_cell(table, canvas, line, row, (enum kinematics_column)place->second, k);
        }
    }
}

/* --- places ----------------------------------------------------------------------------------- */

static int width_of_all(const struct table *table, int from, int to)
{
    int width = 0;
    for (int i = from; i < to; i++)
        width += table->pane->columns.widths[i];
    return width;
}

/* Which columns have room, when those before `pinned` and notes always have. */
static void choose_columns(struct table *table, int pinned, int room)
{
    struct motion_columns *columns = &table->pane->columns;
    int latest = table->count - 1, first = number_larger(columns->first, pinned), end;
    while (latest > pinned && width_of_all(table, latest - 1, table->count) <= room)
        latest--;
    first = number_smaller(first, latest);
    for (end = first + 1; end < table->count && width_of_all(table, first, end + 1) <= room; end++)
        ;
    columns->first = first;
    columns->shown = end - first;
    table->left = first - pinned;
    table->right = table->count - end;
}

/* From left to right, with what is over between them. */
static void arrange(struct table *table, const struct canvas *canvas, struct box row)
{
    const struct motion_columns *columns = &table->pane->columns;
    int pinned = table->count > 1 && table->places[0].first == COLUMN_T;
    int all = table->count + table->noted, side = canvas_units(canvas, CHIP);
    int fixed = width_of_all(table, 0, pinned) + width_of_all(table, table->count, all);
    bool fits = table->mark + width_of_all(table, 0, all) <= row.w;
    if (fits) {
        table->pane->columns.first = 0;
    } else {
        table->mark = side;
        choose_columns(table, pinned, row.w - 2 * side - fixed);
    }
    int last = columns->first + columns->shown, x = row.x + table->mark, shown = 0, over;
    bool seen[COLUMN_COUNT + 1];
    for (int i = 0; i < all; i++) {
        seen[i] = fits || i < pinned || i == table->count || (i >= columns->first && i < last);
        shown += seen[i];
    }
    over = row.w - table->mark - (fits ? 0 : side);
    for (int i = 0; i < all; i++)
        over -= seen[i] ? columns->widths[i] : 0;
    for (int i = 0; i < all; i++) {
        table->cells[i].x = x;
        table->cells[i].w = seen[i] ? columns->widths[i] + number_larger(over, 0) / shown : 0;
        x += table->cells[i].w;
    }
}

static struct box cell_of(const struct table *table, struct box row, int index)
{
    return box_make(table->cells[index].x, row.y, table->cells[index].w, row.h);
}

/* --- what stands there ------------------------------------------------------------------------ */

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

static void name_hidden(const struct table *table, int from, int count, struct text *into)
{
    for (int i = from; i < from + count; i++)
        text_append_format(into, "%s%s", i > from ? ", " : "", table->places[i].title);
}

/* What is hidden at one side, and the way there. */
static bool build_hidden(struct ui *ui, const struct table *table, const char *id, bool left,
                         struct box box)
{
    struct text names = {0};
    int count = left ? table->left : table->right;
    int from = left ? table->pane->columns.first - count : table->count - count;
    if (count <= 0)
        return false;
    int in = canvas_units(ui_canvas(ui), 2);
    name_hidden(table, from, count, &names);
    bool clicked = ui_chip(ui, id, ui_words(left ? "‹ %d" : "%d ›", count), text_string(&names),
                           box_inset(box, in, in), false)
                       .clicked;
    text_free(&names);
    return clicked;
}

static void build_heads(struct ui *ui, struct table *table, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    struct motion_columns *columns = &table->pane->columns;
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < table->count; i++) {
        struct box cell = cell_of(table, row, i);
        struct box upper = box_cut_top(&cell, cell.h / 2);
        const char *unit = kinematics_unit_of(&table->pane->of.look, table->places[i].first);
        bool named = table->pane->of.look.unit.metric && unit[0];
        if (cell.w == 0)
            continue;
        canvas_text(canvas, STYLE_STRONG, theme->ink, table->places[i].title,
                    named ? upper : box_join(upper, cell), ALIGN_CENTRE);
        if (named)
            canvas_text(canvas, STYLE_SMALL, theme->ink_soft, unit, cell, ALIGN_CENTRE);
    }
    int side = canvas_units(canvas, CHIP);
    if (build_hidden(ui, table, "button columns-left", true, box_cut_left(&row, side)))
        columns->first = number_larger(columns->first - columns->shown, 0);
    if (build_hidden(ui, table, "button columns-right", false, box_cut_right(&row, side)))
        columns->first += columns->shown;
}

/* "t 1, x 7, v 2 −1, |a| 1, then stopped": all columns, also those that have no room. */
static void tell_row(const struct table *table, int line, int row, struct text *into)
{
    const struct kinematics *of = &table->pane->of;
    const char *note = kinematics_note_words(kinematics_note(of, line, row));
    for (int i = 0; i < table->count; i++) {
        const struct kinematics_place *place = &table->places[i];
        struct measure value;
        if (!kinematics_value(of, line, row, place->first, &value))
            continue;
        text_append_format(into, "%s%s ", into->length ? ", " : "", place->title);
        kinematics_append(of, line, row, place->first, into);
        if (place->second < 0)
            continue;
        text_append(into, " ");
        kinematics_append(of, line, row, (enum kinematics_column)place->second, into);
    }
    text_append_format(into, "%s%s", into->length && note[0] ? ", " : "", note);
}

static bool build_row(struct ui *ui, const struct table *table, int line, int number,
                      struct box row)
{
    struct motion_pane *pane = table->pane;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool single = pane->of.line_count == 1;
    const char *note = kinematics_note_words(kinematics_note(&pane->of, line, number));
    struct text told = {0};
    tell_row(table, line, number, &told);
    struct ui_state state =
        ui_target(ui, single ? ui_words("row %d", number) : ui_words("row %d-%d", number, line + 1),
                  row, text_string(&told));
    text_free(&told);
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
        if (cell.w == 0)
            continue;
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
    box_cut_right(&inner, canvas_units(canvas, BESIDE)); /* the bar */
    struct box heads = box_cut_top(&inner, canvas_units(canvas, HEAD_HEIGHT));
    box.y = inner.y;
    box.h = inner.h;
    follow(pane, &table, box);
    int top = ui_scroll_begin(ui, "scroll rows", box, &pane->rows);
    int first = number_larger((box.y - top) / table.row, 0);
    int last = number_smaller((box.y + box.h - top) / table.row, count - 1);
    table.noted = has_notes(&pane->of);
    measure_heads(&table, canvas);
    measure_rows(&table, canvas, first, last);
    arrange(&table, canvas, inner);
    for (int i = first; i <= last; i++) {
        int number = i / lines, line = i % lines;
        struct box row = {inner.x, top + i * table.row, inner.w, table.row};
        if (number <= kinematics_last(&pane->of, line) && build_row(ui, &table, line, number, row))
            clicked = number;
    }
    ui_scroll_end(ui, top + count * table.row);
    build_heads(ui, &table, heads);
    return clicked;
}
