/* What each car came to: a row a car in the order of places, a column for each count that means
 * something in this race. Where the columns have no room, a row has two lines.
 */
#include "screens/after/results_inside.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double HEADER = 30, ROW = 38, LOW_ROW = 30, TALL_ROW = 62, PADDING = 8, SIDE = 14;
static const double PLACE = 50, MARK = 32, NAME_LEAST = 120, COLUMN_GAP = 16;
enum { CELL_BYTES = 32, MANY_ROWS = 6 };

/* --- what there is to tell -------------------------------------------------------------------- */

/* Does a column mean something for this car? */
typedef bool meaning(const struct results_table *table, const struct tally *tally);
typedef void printer(const struct results_table *table, const struct tally *tally,
                     char into[CELL_BYTES]);

#define MEANS(name, condition)                                                                     \
    static bool name(const struct results_table *table, const struct tally *tally)                 \
    {                                                                                              \
        (void)table;                                                                               \
        return condition;                                                                          \
    }
MEANS(always, tally->car > 0)
MEANS(by_points, tally->by_points)
MEANS(has_crashed, !tally->by_points && tally->crashes > 0)
MEANS(takes_damage, tally->takes_damage)
MEANS(misses_turns, tally->missed_turns > 0)
MEANS(has_laps, tally->best_lap > 0 && tally->best_lap != tally->rounds)
MEANS(has_rounds, tally->rounds > 0)
MEANS(has_par, tally->rounds > 0 && table->par > 0)
MEANS(has_best, tally->rounds > 0 && table->best > 0)

static void print_speed(const struct results_table *table, const struct tally *tally,
                        char into[CELL_BYTES])
{
    (void)table;
    snprintf(into, CELL_BYTES, "%.1f", sqrt(tally->top_speed_squared));
}

/* Nothing is told of a car that has not come so far. */
static void print_count(int count, char into[CELL_BYTES])
{
    if (count > 0)
        snprintf(into, CELL_BYTES, "%d", count);
    else
        snprintf(into, CELL_BYTES, "–");
}

static void print_lap(const struct results_table *table, const struct tally *tally,
                      char into[CELL_BYTES])
{
    (void)table;
    print_count(tally->best_lap, into);
}

static void print_rounds(const struct results_table *table, const struct tally *tally,
                         char into[CELL_BYTES])
{
    (void)table;
    print_count(tally->rounds, into);
}

/* "+3", "0", "–2": rounds more than was possible. */
static void print_difference(const struct tally *tally, int possible, char into[CELL_BYTES])
{
    int more = tally->rounds - possible;
    if (tally->rounds == 0)
        print_count(0, into);
    else
        snprintf(into, CELL_BYTES, "%s%d",
                 more > 0   ? "+"
                 : more < 0 ? "–"
                            : "",
                 more < 0 ? -more : more);
}

static void print_to_par(const struct results_table *table, const struct tally *tally,
                         char into[CELL_BYTES])
{
    print_difference(tally, table->par, into);
}

static void print_to_best(const struct results_table *table, const struct tally *tally,
                          char into[CELL_BYTES])
{
    print_difference(tally, table->best, into);
}

#define PRINT_NUMBER(field)                                                                        \
    static void print_##field(const struct results_table *table, const struct tally *tally,        \
                              char into[CELL_BYTES])                                               \
    {                                                                                              \
        (void)table;                                                                               \
        snprintf(into, CELL_BYTES, "%d", tally->field);                                            \
    }
PRINT_NUMBER(score)
PRINT_NUMBER(hits_given)
PRINT_NUMBER(hits_taken)
PRINT_NUMBER(moves)
PRINT_NUMBER(crashes)
PRINT_NUMBER(missed_turns)
PRINT_NUMBER(damage)

/* Shown if it is so for any car. */
static const struct column {
    const char *title;
    meaning *shown;
    printer *print;
} columns[] = {{"points", by_points, print_score},
               {"hits given", by_points, print_hits_given},
               {"hits taken", by_points, print_hits_taken},
               {"rounds", has_rounds, print_rounds},
               {"to par", has_par, print_to_par},
               {"to best", has_best, print_to_best},
               {"moves", always, print_moves},
               {"best lap", has_laps, print_lap},
               {"top speed", always, print_speed},
               {"crashes", has_crashed, print_crashes},
               {"missed", misses_turns, print_missed_turns},
               {"damage", takes_damage, print_damage}};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

static bool is_shown(const struct results_table *table, int column)
{
    for (int i = 0; i < table->count; i++)
        if (columns[column].shown(table, &table->tallies[i]))
            return true;
    return false;
}

/* --- layout ----------------------------------------------------------------------------------- */

static int column_width(struct canvas *canvas, int column)
{
    return canvas_text_width(canvas, STYLE_SMALL, columns[column].title) +
           canvas_units(canvas, COLUMN_GAP);
}

static int columns_width(struct canvas *canvas, const struct results_table *table)
{
    int width = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (is_shown(table, i))
            width += column_width(canvas, i);
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
    else if (row->place)
        snprintf(into, size, "%d%s", row->place, number_ordinal_ending(row->place));
    else
        snprintf(into, size, "–");
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

static void draw_header(struct canvas *canvas, const struct results_table *table, struct box row)
{
    for (int i = COLUMN_COUNT - 1; i >= 0; i--)
        if (is_shown(table, i))
            canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, columns[i].title,
                        box_cut_right(&row, column_width(canvas, i)), ALIGN_RIGHT);
}

static void draw_cells(struct canvas *canvas, const struct results_table *table,
                       const struct tally *tally, struct box *row)
{
    char text[CELL_BYTES];
    for (int i = COLUMN_COUNT - 1; i >= 0; i--) {
        if (!is_shown(table, i))
            continue;
        columns[i].print(table, tally, text);
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, text,
                    box_cut_right(row, column_width(canvas, i)), ALIGN_RIGHT);
    }
}

/* "rounds 43 · best lap 16 · top speed 5.8": what there is to tell of this car. */
static void draw_facts(struct canvas *canvas, const struct results_table *table,
                       const struct tally *tally, struct box row)
{
    char text[CELL_BYTES], facts[300] = "";
    for (int i = 0; i < COLUMN_COUNT; i++) {
        size_t used = strlen(facts);
        if (!columns[i].shown(table, tally))
            continue;
        columns[i].print(table, tally, text);
        snprintf(facts + used, sizeof facts - used, "%s%s %s", used ? " · " : "", columns[i].title,
                 text);
    }
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, facts, row, ALIGN_LEFT);
}

static void draw_row(struct canvas *canvas, const struct results_table *table, int index,
                     struct box row, bool wide)
{
    const struct tally *tally = &table->tallies[index];
    const struct table_row begin = {
        tally->place, session_player(table->session, tally->player)->pen, tally->retired};
    char name[PLAYER_NAME_BYTES + 16];
    struct box second;
    struct box first =
        table_begin_row(canvas, &begin, row, index > 0 || wide, wide ? NULL : &second);
    print_name(table, tally, name, sizeof name);
    if (wide)
        draw_cells(canvas, table, tally, &first);
    else
        draw_facts(canvas, table, tally, second);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, name, first, ALIGN_LEFT);
}

void results_draw_table(struct canvas *canvas, const struct results_table *table, struct box box)
{
    bool wide = is_wide(canvas, table, box.w);
    int height = wide ? table_row_height(canvas, table->count) : canvas_units(canvas, TALL_ROW);
    struct box rest, header = table_begin(canvas, box, wide, &rest);
    if (wide)
        draw_header(canvas, table, header);
    for (int i = 0; i < table->count; i++)
        draw_row(canvas, table, i, box_cut_top(&rest, height), wide);
}
