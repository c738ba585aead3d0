/* Tables of places, and what each car of a race came to: a row a car in the order of places, a
 * column for each count that means something in this race.
 */
#include "screens/after/results_inside.h"

#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double HEADER = 30, ROW = 38, LOW_ROW = 30, NAME_ROW = 28, PADDING = 8, SIDE = 14;
static const double PLACE = 50, MARK = 32, COLUMN_GAP = 16;
enum { MANY_ROWS = 6 };

/* --- any table -------------------------------------------------------------------------------- */

int table_room(const struct canvas *canvas, int width)
{
    return width - canvas_units(canvas, PLACE + MARK + 2 * SIDE);
}

static int column_width(struct canvas *canvas, const struct table *table, int column)
{
    int title = canvas_text_width(canvas, STYLE_SMALL, table->titles[column]);
    int width = title + canvas_units(canvas, COLUMN_GAP),
        least = canvas_units(canvas, table->least);
    return width > least ? width : least;
}

static void draw_header(struct canvas *canvas, const struct table *table, struct box line)
{
    struct paper_color soft = canvas_theme(canvas)->ink_soft;
    for (int i = table->columns - 1; i >= 0; i--)
        canvas_text(canvas, STYLE_SMALL, soft, table->titles[i],
                    box_cut_right(&line, column_width(canvas, table, i)), ALIGN_RIGHT);
    if (table->lead)
        canvas_text(canvas, STYLE_SMALL, soft, table->lead, line, ALIGN_RIGHT);
}

static void draw_cells(struct canvas *canvas, const struct table *table,
                       const struct table_row *row, struct box *line)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = table->columns - 1; i >= 0; i--)
        canvas_text(canvas, row->cells[i].strong ? STYLE_STRONG : STYLE_BODY,
                    row->cells[i].soft ? theme->ink_soft : theme->ink, row->cells[i].text,
                    box_cut_right(line, column_width(canvas, table, i)), ALIGN_RIGHT);
}

/* "rounds 43 · best lap 16 · top speed 5.8": what there is to tell of this car, in as many lines as
 * it takes; returns their height. Each fact stays on one line. */
static int draw_facts(struct canvas *canvas, const struct table *table, const struct table_row *row,
                      struct box box, bool draw)
{
    struct text facts = {0};
    for (int i = 0; i < table->columns; i++) {
        if (!row->cells[i].told)
            continue;
        text_append(&facts, facts.length > 0 ? "\u00a0· " : "");
        for (const char *at = table->titles[i]; *at; at++)
            text_append_bytes(&facts, *at == ' ' ? "\u00a0" : at, *at == ' ' ? 2 : 1);
        text_append_format(&facts, "\u00a0%s", row->cells[i].text);
    }
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, text_string(&facts), box.w);
    if (draw)
        canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text_string(&facts),
                         box, ALIGN_LEFT);
    text_free(&facts);
    return height;
}

static void draw_place(struct canvas *canvas, const struct table_row *row, struct box *line)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char place[16] = "–";
    if (row->out)
        snprintf(place, sizeof place, "out");
    else if (row->place > 0)
        standing_print_place(row->place, row->players, place, sizeof place);
    canvas_text(canvas, STYLE_STRONG, row->out ? theme->ink_soft : theme->ink, place,
                box_cut_left(line, canvas_units(canvas, PLACE)), ALIGN_LEFT);
    struct box mark = box_cut_left(line, canvas_units(canvas, MARK));
    canvas_mark(canvas, row->pen, mark.x + canvas_units(canvas, 9), mark.y + mark.h / 2.0,
                canvas_units(canvas, 18));
}

static void draw_row(struct canvas *canvas, const struct table *table, int index, struct box box,
                     bool wide)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct table_row *row = &table->row[index];
    if (index > 0 || wide)
        canvas_fill(canvas, box_make(box.x, box.y, box.w, canvas_units(canvas, 1)),
                    theme->panel_edge);
    if (row->place == 1 && !row->out)
        canvas_fill(canvas, box, color_mix(theme->card, theme->pens[row->pen - 1], 0.10));
    struct box line =
        box_inset(box, canvas_units(canvas, SIDE), wide ? 0 : canvas_units(canvas, 6));
    struct box below = line;
    if (!wide)
        line = box_cut_top(&below, canvas_units(canvas, NAME_ROW));
    draw_place(canvas, row, &line);
    if (wide)
        draw_cells(canvas, table, row, &line);
    else
        draw_facts(canvas, table, row, below, true);
    bool fits = canvas_text_width(canvas, STYLE_STRONG, row->name) <= line.w;
    canvas_text(canvas, fits ? STYLE_STRONG : STYLE_SMALL, theme->ink, row->name, line, ALIGN_LEFT);
}

/* For the names, which are whole: smaller where that is too little. */
static int name_room(struct canvas *canvas, const struct table *table)
{
    int widest = canvas_units(canvas, TABLE_NAME_LEAST);
    for (int i = 0; i < table->rows; i++) {
        int width = canvas_text_width(canvas, STYLE_SMALL, table->row[i].name);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Within a card so wide. */
static int row_height(struct canvas *canvas, const struct table *table, const struct table_row *row,
                      int width, bool wide)
{
    int side = canvas_units(canvas, 2) + canvas_units(canvas, SIDE);
    struct box facts = box_make(0, 0, width - 2 * side, 0);
    if (wide)
        return canvas_units(canvas, table->rows > MANY_ROWS ? LOW_ROW : ROW);
    return canvas_units(canvas, NAME_ROW) + 2 * canvas_units(canvas, 6) +
           draw_facts(canvas, table, row, facts, false);
}

void table_build(struct layout *column, const struct table *table)
{
    struct canvas *canvas = ui_canvas(column->ui);
    int room = table_room(canvas, column->rest.w) - name_room(canvas, table);
    for (int i = 0; i < table->columns; i++)
        room -= column_width(canvas, table, i);
    bool wide = room >= 0;
    int heights[CAR_LIMIT], total = 0;
    for (int i = 0; i < table->rows; i++)
        total += heights[i] = row_height(canvas, table, &table->row[i], column->rest.w, wide);
    int header = wide ? canvas_units(canvas, HEADER) : 0, padding = canvas_units(canvas, PADDING);
    struct box box = layout_cut(column, AT_TOP, total + header + 2 * padding);
    canvas_plain_card(canvas, box);
    struct box rest = box_inset(box, canvas_units(canvas, 2), padding);
    struct box line = box_inset(box_cut_top(&rest, header), canvas_units(canvas, SIDE), 0);
    if (wide)
        draw_header(canvas, table, line);
    for (int i = 0; i < table->rows; i++)
        draw_row(canvas, table, i, box_cut_top(&rest, heights[i]), wide);
}

/* --- that of a race --------------------------------------------------------------------------- */

void results_print_name(const struct session *session, int player, int car_of_player, char *into,
                        size_t size)
{
    const struct setup *setup = session_setup(session);
    const char *name = session_player(session, player)->name;
    if (setup->game->car_count(session_race(session)) > setup->players)
        snprintf(into, size, "%d · %s", car_of_player, name);
    else
        snprintf(into, size, "%s", name);
}

/* A column: dropped again if it is worth nothing to any car. */
static struct table_cell *begin_column(struct table *table, int row)
{
    return &table->row[row].cells[table->columns];
}

static void end_column(struct table *table, const char *title)
{
    bool told = false;
    for (int i = 0; i < table->rows; i++)
        told |= begin_column(table, i)->told;
    snprintf(table->titles[table->columns], sizeof table->titles[0], "%s", title);
    table->columns += told;
}

/* Columns that any game has: rounds to the finish, and how many more that is than was possible:
 * "+3", "0", "–2". */
static void add_rounds(struct table *table, const struct tally *tallies, const char *title,
                       int possible, bool as_difference)
{
    for (int i = 0; i < table->rows; i++) {
        struct table_cell *cell = begin_column(table, i);
        int rounds = tallies[i].standing.rounds, more = rounds - possible;
        cell->told = rounds > 0 && possible > 0;
        if (rounds == 0)
            snprintf(cell->text, sizeof cell->text, "–");
        else if (as_difference)
            snprintf(cell->text, sizeof cell->text, "%s%d",
                     more > 0   ? "+"
                     : more < 0 ? "–"
                                : "",
                     more < 0 ? -more : more);
        else
            snprintf(cell->text, sizeof cell->text, "%d", rounds);
    }
    end_column(table, title);
}

static void add_column(struct table *table, const struct tally *tallies, int column,
                       const char *title)
{
    for (int i = 0; i < table->rows; i++) {
        const struct standing_value *value = &tallies[i].standing.values[column];
        struct table_cell *cell = begin_column(table, i);
        cell->told = value->shown;
        memcpy(cell->text, value->text, sizeof cell->text);
    }
    end_column(table, title);
}

void results_build_table(struct layout *column, const struct session *session,
                         const struct tally *tallies, int count, int par, int best)
{
    const struct setup *setup = session_setup(session);
    const struct standing_column *own = setup->game->columns;
    struct table table = {.rows = count};
    for (int i = 0; i < count; i++) {
        struct table_row *row = &table.row[i];
        row->place = tallies[i].standing.place;
        row->players = setup->players;
        row->pen = session_player(session, tallies[i].player)->pen;
        row->out = tallies[i].standing.out;
        results_print_name(session, tallies[i].player, tallies[i].car_of_player, row->name,
                           sizeof row->name);
    }
    char rounds[16];
    snprintf(rounds, sizeof rounds, "%ss", setup->game->round_noun);
    add_rounds(&table, tallies, rounds, 1, false);
    add_rounds(&table, tallies, "to par", par, true);
    add_rounds(&table, tallies, "to best", best, true);
    for (int rank = 1; rank <= STANDING_COLUMNS; rank++)
        for (int i = 0; own[i].id; i++)
            if (own[i].rank == rank)
                add_column(&table, tallies, i, own[i].title);
    table_build(column, &table);
}
