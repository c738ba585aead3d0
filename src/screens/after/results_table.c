/* What each car came to: a row a car in the order of places, a column for each count that means
 * something in this race. Where the columns have no room, a row has two lines.
 */
#include "screens/after/results_inside.h"

#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double HEADER = 30, ROW = 38, LOW_ROW = 30, TALL_ROW = 62, PADDING = 8, SIDE = 14;
static const double PLACE = 50, MARK = 32, NAME_LEAST = 120, COLUMN_GAP = 16;
enum { MANY_ROWS = 6 };

/* --- what there is to tell -------------------------------------------------------------------- */

/* Columns that any game has: rounds to the finish. */
enum { ROUNDS, TO_PAR, TO_BEST, OF_ANY_GAME };
static const char *const titles[OF_ANY_GAME] = {"rounds", "to par", "to best"};

struct cell {
    bool shown; /* does it mean something for this car? */
    char text[STANDING_TEXT_BYTES];
};

/* "+3", "0", "–2": rounds more than was possible. */
static void print_difference(int more, struct cell *cell)
{
    const char *sign = more > 0 ? "+" : more < 0 ? "–" : "";
    snprintf(cell->text, sizeof cell->text, "%s%d", sign, more < 0 ? -more : more);
}

static void print_rounds(const struct results_table *table, int column, int rounds,
                         struct cell *cell)
{
    const int possible[OF_ANY_GAME] = {1, table->par, table->best};
    cell->shown = rounds > 0 && possible[column] > 0;
    if (rounds == 0)
        snprintf(cell->text, sizeof cell->text, "–");
    else if (column == ROUNDS)
        snprintf(cell->text, sizeof cell->text, "%d", rounds);
    else
        print_difference(rounds - possible[column], cell);
}

/* The columns of a table: of those that are worth one for any car, indices from left to right; what
 * is below 0 is one of any game's. */
struct columns {
    const struct standing_column *own;
    int shown[STANDING_COLUMNS + OF_ANY_GAME];
    int count;
};

static struct cell cell_of(const struct results_table *table, const struct tally *tally, int column)
{
    struct cell cell = {0};
    if (column < 0) {
        print_rounds(table, column + OF_ANY_GAME, tally->standing.rounds, &cell);
        return cell;
    }
    const struct standing_value *value = &tally->standing.values[column];
    cell.shown = value->shown;
    snprintf(cell.text, sizeof cell.text, "%s", value->text);
    return cell;
}

static const char *title_of(const struct columns *columns, int column)
{
    return column < 0 ? titles[column + OF_ANY_GAME] : columns->own[column].title;
}

static void add_column(const struct results_table *table, struct columns *columns, int column)
{
    for (int i = 0; i < table->count; i++)
        if (cell_of(table, &table->tallies[i], column).shown) {
            columns->shown[columns->count++] = column;
            return;
        }
}

static struct columns take_columns(const struct results_table *table)
{
    struct columns columns = {.own = session_setup(table->session)->game->columns};
    for (int column = -OF_ANY_GAME; column < 0; column++)
        add_column(table, &columns, column);
    for (int rank = 1; rank <= STANDING_COLUMNS; rank++)
        for (int column = 0; columns.own[column].id; column++)
            if (columns.own[column].rank == rank)
                add_column(table, &columns, column);
    return columns;
}

/* --- layout ----------------------------------------------------------------------------------- */

static int column_width(struct canvas *canvas, const char *title)
{
    return canvas_text_width(canvas, STYLE_SMALL, title) + canvas_units(canvas, COLUMN_GAP);
}

static int columns_width(struct canvas *canvas, const struct results_table *table)
{
    struct columns columns = take_columns(table);
    int width = 0;
    for (int i = 0; i < columns.count; i++)
        width += column_width(canvas, title_of(&columns, columns.shown[i]));
    return width;
}

int table_room(const struct canvas *canvas, int width)
{
    return width - canvas_units(canvas, PLACE + MARK + 2 * SIDE);
}

int table_row_height(const struct canvas *canvas, int rows)
{
    return canvas_units(canvas, rows > MANY_ROWS ? LOW_ROW : ROW);
}

int table_height(const struct canvas *canvas, int rows)
{
    return rows * table_row_height(canvas, rows) + canvas_units(canvas, HEADER) +
           2 * canvas_units(canvas, PADDING);
}

static bool is_wide(struct canvas *canvas, const struct results_table *table, int width)
{
    return table_room(canvas, width) >=
           columns_width(canvas, table) + canvas_units(canvas, NAME_LEAST);
}

int results_table_height(struct canvas *canvas, const struct results_table *table, int width)
{
    if (is_wide(canvas, table, width))
        return table_height(canvas, table->count);
    return table->count * canvas_units(canvas, TALL_ROW) + 2 * canvas_units(canvas, PADDING);
}

/* --- drawing ---------------------------------------------------------------------------------- */

struct box table_begin(struct canvas *canvas, struct box box, bool headed, struct box *rest)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct card card = {
        .fill = theme->card, .edge = theme->panel_edge, .radius = 8, .edge_width = 1.5};
    canvas_card(canvas, box, &card);
    *rest = box_inset(box, canvas_units(canvas, 2), canvas_units(canvas, PADDING));
    struct box header = box_cut_top(rest, headed ? canvas_units(canvas, HEADER) : 0);
    return box_inset(header, canvas_units(canvas, SIDE), 0);
}

static void print_place(const struct table_row *row, char *into, size_t size)
{
    if (row->out)
        snprintf(into, size, "out");
    else if (row->place == 0)
        snprintf(into, size, "–");
    else
        standing_print_place(row->place, row->players, into, size);
}

struct box table_begin_row(struct canvas *canvas, const struct table_row *table_row, struct box row,
                           bool ruled, struct box *second)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char place[16];
    if (ruled)
        canvas_fill(canvas, box_make(row.x, row.y, row.w, canvas_units(canvas, 1)),
                    theme->panel_edge);
    if (table_row->place == 1 && !table_row->out)
        canvas_fill(canvas, row, color_mix(theme->card, theme->pens[table_row->pen - 1], 0.10));
    row = box_inset(row, canvas_units(canvas, SIDE), 0);
    struct box first = row;
    if (second) {
        row = box_inset(row, 0, canvas_units(canvas, 6));
        first = box_cut_top(&row, row.h / 2);
        *second = row;
    }
    print_place(table_row, place, sizeof place);
    canvas_text(canvas, STYLE_STRONG, table_row->out ? theme->ink_soft : theme->ink, place,
                box_cut_left(&first, canvas_units(canvas, PLACE)), ALIGN_LEFT);
    struct box mark = box_cut_left(&first, canvas_units(canvas, MARK));
    canvas_mark(canvas, table_row->pen, mark.x + canvas_units(canvas, 9), mark.y + mark.h / 2.0,
                canvas_units(canvas, 18));
    return first;
}

/* Which of a player's cars it is, where they have several; in front, as a long name is cut. */
static void print_name(const struct results_table *table, const struct tally *tally, char *into,
                       size_t size)
{
    const char *name = session_player(table->session, tally->player)->name;
    if (table->count > session_setup(table->session)->players)
        snprintf(into, size, "%d · %s", tally->car_of_player, name);
    else
        snprintf(into, size, "%s", name);
}

static void draw_header(struct canvas *canvas, const struct columns *columns, struct box row)
{
    for (int i = columns->count - 1; i >= 0; i--) {
        const char *title = title_of(columns, columns->shown[i]);
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, title,
                    box_cut_right(&row, column_width(canvas, title)), ALIGN_RIGHT);
    }
}

static void draw_cells(struct canvas *canvas, const struct results_table *table,
                       const struct columns *columns, const struct tally *tally, struct box *row)
{
    for (int i = columns->count - 1; i >= 0; i--) {
        struct cell cell = cell_of(table, tally, columns->shown[i]);
        int width = column_width(canvas, title_of(columns, columns->shown[i]));
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, cell.text,
                    box_cut_right(row, width), ALIGN_RIGHT);
    }
}

/* "rounds 43 · best lap 16 · top speed 5.8": what there is to tell of this car. */
static void draw_facts(struct canvas *canvas, const struct results_table *table,
                       const struct columns *columns, const struct tally *tally, struct box row)
{
    struct text facts = {0};
    for (int i = 0; i < columns->count; i++) {
        struct cell cell = cell_of(table, tally, columns->shown[i]);
        if (cell.shown)
            text_append_format(&facts, "%s%s %s", facts.length > 0 ? " · " : "",
                               title_of(columns, columns->shown[i]), cell.text);
    }
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text_string(&facts), row,
                ALIGN_LEFT);
    text_free(&facts);
}

static void draw_row(struct canvas *canvas, const struct results_table *table,
                     const struct columns *columns, int index, struct box row, bool wide)
{
    const struct tally *tally = &table->tallies[index];
    const struct table_row begin = {tally->standing.place, session_setup(table->session)->players,
                                    session_player(table->session, tally->player)->pen,
                                    tally->standing.out};
    char name[PLAYER_NAME_BYTES + 16];
    struct box second;
    struct box first =
        table_begin_row(canvas, &begin, row, index > 0 || wide, wide ? NULL : &second);
    print_name(table, tally, name, sizeof name);
    if (wide)
        draw_cells(canvas, table, columns, tally, &first);
    else
        draw_facts(canvas, table, columns, tally, second);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, name, first, ALIGN_LEFT);
}

void results_draw_table(struct canvas *canvas, const struct results_table *table, struct box box)
{
    bool wide = is_wide(canvas, table, box.w);
    int height = wide ? table_row_height(canvas, table->count) : canvas_units(canvas, TALL_ROW);
    struct box rest, header = table_begin(canvas, box, wide, &rest);
    struct columns columns = take_columns(table);
    if (wide)
        draw_header(canvas, &columns, header);
    for (int i = 0; i < table->count; i++)
        draw_row(canvas, table, &columns, i, box_cut_top(&rest, height), wide);
}
