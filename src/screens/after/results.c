/* Tables of places, and what each car of a race came to: a row a car in the order of places, a
 * column for each count that means something in this race.
 */

#include "base/number.h"
#include "base/system/file.h"
#include "drivers/driving.h"
#include "paper/ink.h"
#include "paper/labels.h"
#include "screens/after/after.h"
#include "screens/course_tools.h"
#include "screens/tracks/tracks.h"
#include "session/records.h"
#include "session/session.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double HEADER = 30, ROW = 38, LOW_ROW = 30, NAME_ROW = 28, PADDING = 8, SIDE = 14;
static const double PLACE = 50, MARK = 32, COLUMN_GAP = 16;
enum { MANY_ROWS = 6 };

/* --- any table -------------------------------------------------------------------------------- */

/* A card with a header, and rows that begin with place and mark and are tinted for whoever is
 * first. Where the columns have no room, a row tells its cells in lines below. */
enum {
    TABLE_COLUMNS = STANDING_COLUMNS + 3,
    TABLE_NAME_BYTES = PLAYER_NAME_BYTES + 16,
    TABLE_NAME_LEAST = 120 /* width of the names, in interface pixels */
};
struct table_cell {
    char text[STANDING_TEXT_BYTES];
    bool told; /* in a second line */
};
struct table_row {
    int place; /* 0: none yet */
    int players;
    int pen;
    bool out; /* of the race */
    char name[TABLE_NAME_BYTES];
    struct table_cell cells[TABLE_COLUMNS];
};
struct table {
    char titles[TABLE_COLUMNS][STANDING_TEXT_BYTES];
    int columns, rows;
    struct table_row row[CAR_LIMIT];
};

static int column_width(struct canvas *canvas, const struct table *table, int column)
{
    return canvas_text_width(canvas, STYLE_SMALL, table->titles[column]) +
           canvas_units(canvas, COLUMN_GAP);
}

static void draw_header(struct canvas *canvas, const struct table *table, struct box line)
{
    struct paper_color soft = canvas_theme(canvas)->ink_soft;
    for (int i = table->columns - 1; i >= 0; i--)
        canvas_text(canvas, STYLE_SMALL, soft, table->titles[i],
                    box_cut_right(&line, column_width(canvas, table, i)), ALIGN_RIGHT);
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

/* Beside place and mark in a card so wide: in small type where that is too little, and then in as
 * many lines as it takes. */
static int name_height(struct canvas *canvas, const struct table_row *row, int width)
{
    int room = width - canvas_units(canvas, PLACE + MARK + 2 * SIDE);
    int least = canvas_units(canvas, NAME_ROW);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, row->name, room);
    return canvas_text_width(canvas, STYLE_SMALL, row->name) > room && height > least ? height
                                                                                      : least;
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
        line = box_cut_top(&below, name_height(canvas, row, box.w));
    draw_place(canvas, row, &line);
    if (wide) {
        for (int i = table->columns - 1; i >= 0; i--)
            canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, row->cells[i].text,
                        box_cut_right(&line, column_width(canvas, table, i)), ALIGN_RIGHT);
    } else
        draw_facts(canvas, table, row, below, true);
    struct paper_color ink = canvas_theme(canvas)->ink;
    if (canvas_text_width(canvas, STYLE_STRONG, row->name) <= line.w)
        canvas_text(canvas, STYLE_STRONG, ink, row->name, line, ALIGN_LEFT);
    else if (canvas_text_width(canvas, STYLE_SMALL, row->name) <= line.w)
        canvas_text(canvas, STYLE_SMALL, ink, row->name, line, ALIGN_LEFT);
    else
        canvas_paragraph(canvas, STYLE_SMALL, ink, row->name, line, ALIGN_LEFT);
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
    return name_height(canvas, row, width - 2 * canvas_units(canvas, 2)) +
           2 * canvas_units(canvas, 6) + draw_facts(canvas, table, row, facts, false);
}

static void table_build(struct layout *column, const struct table *table)
{
    struct canvas *canvas = ui_canvas(column->ui);
    int room =
        column->rest.w - canvas_units(canvas, PLACE + MARK + 2 * SIDE) - name_room(canvas, table);
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

/* "Ada", or "2 · Ada" where players have several cars: in front, as a long name is cut. */
static void results_print_name(const struct session *session, int player, int car_of_player,
                               char *into, size_t size)
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
 * "+3", "0", "−2". */
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
                     : more < 0 ? "−"
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
        bool below = value->text[0] == '-';
        snprintf(cell->text, sizeof cell->text, "%s%s", below ? "−" : "", value->text + below);
    }
    end_column(table, title);
}

static void results_build_table(struct layout *column, const struct session *session,
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

/* === chart ==================================================================================== */

/* The card with the chart of speed: heading, legend, plot, and what the pointer is on.
 *
 * The plot is a picture, painted when its size or the chosen line changes; the legend tells which
 * mark and colour is whose. Owned from open to close.
 */

static const double CHART_PADDING = 14, HEADING = 26, LEGEND_ROW = 24,
                    LEGEND_GAP = 18; /* interface px */
static const double CHART_MARK = 14, PLOT_LEAST = 170, MOST = 720, REACH = 16;

static struct {
    const struct session *session;
    struct chart chart;
    unsigned opened; /* how often: the chart is another each time */
    struct box plot; /* of the window, in the last pass, and its axes */
    struct chart_frame frame;
    int line, move; /* pointed at, by pointer or keys; line -1: none */
    bool focused;   /* by the keyboard, in the last pass */
} shown;

static const char *name_of(int line, char into[TABLE_NAME_BYTES])
{
    const struct chart_line *drawn = &shown.chart.lines[line];
    int player =
        session_setup(shown.session)->game->player_of(session_race(shown.session), drawn->car);
    results_print_name(shown.session, player, drawn->car_of_player, into, TABLE_NAME_BYTES);
    return into;
}

/* Heading and legend: mark and name after mark and name, in as many rows as they need. */
static void build_head(struct layout *column, void *data)
{
    (void)data;
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout heading = layout_row(column, HEADING, 0);
    int room = heading.rest.w - canvas_units(canvas, 90);
    layout_text(&heading, AT_LEFT, STYLE_STRONG, theme->ink, "Speed");
    const char *axes = ink_of(session_setup(shown.session)->game)->chart_axes;
    if (axes && canvas_text_width(canvas, STYLE_SMALL, axes) < room)
        layout_text(&heading, AT_RIGHT, STYLE_SMALL, theme->ink_soft, axes);
    struct flow flow = flow_begin(column, LEGEND_GAP);
    flow.below = 0;
    int mark = canvas_units(canvas, CHART_MARK * 1.6), most = column->rest.w;
    for (int i = 0; i < shown.chart.line_count; i++) {
        char name[TABLE_NAME_BYTES];
        int width = mark + canvas_text_width(canvas, STYLE_SMALL, name_of(i, name));
        struct box cell =
            flow_next(&flow, width < most ? width : most, canvas_units(canvas, LEGEND_ROW));
        struct box left = box_cut_left(&cell, mark);
        canvas_mark(canvas, shown.chart.lines[i].pen, left.x + canvas_units(canvas, CHART_MARK / 2),
                    left.y + left.h / 2.0, canvas_units(canvas, CHART_MARK));
        canvas_text(canvas, STYLE_SMALL, i == shown.line ? theme->ink : theme->ink_soft, name, cell,
                    ALIGN_LEFT);
    }
    flow_end(&flow, column);
}

/* --- plot ------------------------------------------------------------------------------------- */

static void paint(cairo_t *cairo, int width, int height, const void *theme)
{
    (void)width;
    (void)height;
    chart_draw(cairo, &shown.chart, &shown.frame, shown.line, theme);
}

static void print_chosen(char *into, size_t size)
{
    int square = shown.chart.lines[shown.line].squares[shown.move - 1];
    char name[TABLE_NAME_BYTES];
    snprintf(into, size, "%s, move %d: speed %.1f", name_of(shown.line, name), shown.move,
             sqrt(square));
}

/* A ring round the point, and beside it whose move and how fast. */
static void draw_chosen(struct canvas *canvas)
{
    if (shown.line < 0 || canvas_is_muted(canvas))
        return;
    const struct paper_theme *theme = canvas_theme(canvas);
    char text[160];
    double x, y;
    chart_place(&shown.chart, &shown.frame, shown.line, shown.move, &x, &y);
    x += shown.plot.x;
    y += shown.plot.y;
    struct stroke ring = {theme->ink, canvas_units(canvas, 2), 0};
    canvas_circle(canvas, x, y, canvas_units(canvas, 8), &ring);
    print_chosen(text, sizeof text);
    int width = canvas_text_width(canvas, STYLE_SMALL, text) + 2 * canvas_units(canvas, 10);
    width = width < shown.plot.w ? width : shown.plot.w;
    int edge = canvas_units(canvas, 8), away = canvas_units(canvas, 14);
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, text, width - 2 * edge) + edge;
    struct box box = {(int)x - width / 2, (int)y - away - height, width, height};
    if (box.y < shown.plot.y)
        box.y = (int)y + away;
    box.x = box.x < shown.plot.x ? shown.plot.x : box.x;
    if (box.x + box.w > shown.plot.x + shown.plot.w)
        box.x = shown.plot.x + shown.plot.w - box.w;
    struct card card = {
        theme->card, theme->pens[shown.chart.lines[shown.line].pen - 1], 6, 1.5, false, true};
    canvas_card(canvas, box, &card);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink, text, box_inset(box, edge, edge / 2),
                     ALIGN_CENTRE);
}

/* The next line in a direction that has as much as one point; -1: there is none. */
static int next_line(int step)
{
    int line = shown.line;
    do
        line += step;
    while (line >= 0 && line < shown.chart.line_count && shown.chart.lines[line].count == 0);
    return line < shown.chart.line_count ? line : -1;
}

/* While the chart has the focus: Left and Right to the move before or after, Up and Down to another
 * car. True if it took the key. */
static bool results_press_chart_key(SDL_Keycode key)
{
    int dx = (key == SDLK_RIGHT) - (key == SDLK_LEFT), dy = (key == SDLK_DOWN) - (key == SDLK_UP);
    if (!shown.focused || (dx == 0 && dy == 0) || shown.chart.most_moves == 0)
        return false;
    int line = shown.line < 0 ? next_line(1) : dy ? next_line(dy) : shown.line;
    if (line < 0)
        return true;
    int most = shown.chart.lines[line].count;
    int move = shown.line < 0 ? 1 : shown.move + dx;
    shown.line = line;
    shown.move = move < 1 ? 1 : move > most ? most : move;
    return true;
}

static void results_build_chart(struct layout *column, int wanted)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    int padding = canvas_units(canvas, CHART_PADDING), most = canvas_units(canvas, MOST);
    if (shown.chart.line_count == 0)
        return;
    int least = layout_measure(ui, column->rest.w - 2 * padding, build_head, NULL) + 2 * padding +
                canvas_units(canvas, PLOT_LEAST);
    wanted = wanted < most ? wanted : most;
    struct box box = layout_cut(column, AT_TOP, wanted > least ? wanted : least);
    char text[160];
    snprintf(text, sizeof text, "speed over %d moves", shown.chart.most_moves);
    if (shown.line >= 0)
        print_chosen(text, sizeof text);
    struct ui_state state = ui_target(ui, "chart speed", box, text);
    canvas_plain_card(canvas, box);
    shown.focused = state.ring;
    if (state.ring)
        ui_focus_ring(ui, box, 8);
    struct layout inside = layout_inside(ui, box, CHART_PADDING, CHART_PADDING, 0);
    build_head(&inside, NULL);
    shown.plot = inside.rest;
    shown.frame = chart_frame_in(&shown.chart, inside.rest.w, inside.rest.h, canvas_scale(canvas));
    const char *key = ui_words("chart %u %d", shown.opened, shown.line);
    if (shown.plot.w >= 8 && shown.plot.h >= 8)
        canvas_shape(canvas, key, shown.plot, paint, canvas_theme(canvas));
    draw_chosen(canvas);
}

/* === results ================================================================================== */

/* The end of a race: the sheet as it was driven, the places, how fast everybody was, and what to do
 * next. Everything that is told is counted from the session's events (session/records.h).
 */

static struct {
    unsigned visit; /* of the screen: its sheet is another each time */
    struct ui_scroll scroll;
    struct par *par;
} results;

/* The record of this track and these rules, and what this race has to do with it. Opened once the
 * race's own are taken. */
static struct {
    struct record_list list;
    bool ours;      /* the best is this race's */
    char news[300]; /* in a line of its own; "": none */
} record;

/* --- the record ------------------------------------------------------------------------------ */

/* Has that player come to that in this race? Of another one that had this file's name nobody may
 * have. */
static bool is_result_of(const struct record *item, const struct session *session)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies);
    for (int i = 0; i < count; i++)
        if (tallies[i].standing.rounds == item->rounds &&
            strcmp(session_player(session, tallies[i].player)->name, item->name) == 0)
            return true;
    return false;
}

static bool is_of_race(const struct record *item, const struct session *session)
{
    const char *path = session_kept_path(session);
    return path && strcmp(file_own_name(path), item->race) == 0 && is_result_of(item, session);
}

/* The best before this race, NULL if there was none. */
static const struct record *find_former(const struct session *session)
{
    for (int i = 0; i < record.list.count; i++)
        if (!is_of_race(&record.list.items[i], session))
            return &record.list.items[i];
    return NULL;
}

static void tell_new(const struct session *session, const struct record *now,
                     const struct record *former)
{
    const struct game *game = session_setup(session)->game;
    if (former)
        snprintf(record.news, sizeof record.news, "New record! %d %s%s, by %s. It was %d, by %s",
                 now->rounds, game->round_noun, number_plural_ending(now->rounds), now->name,
                 former->rounds, former->name);
    else
        snprintf(record.news, sizeof record.news,
                 "First record of this %s and these rules: %d %s%s, by %s", game->course->noun,
                 now->rounds, game->round_noun, number_plural_ending(now->rounds), now->name);
    /* Who came first in no more rounds than the record and has none: why that is. */
    struct tally tallies[CAR_LIMIT];
    size_t length = strlen(record.news);
    tally_race(session, tallies);
    int rounds = tallies[0].standing.rounds;
    const struct player *first = session_player(session, tallies[0].player);
    if (rounds == 0 || rounds > now->rounds || strcmp(first->name, now->name) == 0)
        return;
    if (!driver_is_human(first->driver))
        snprintf(record.news + length, sizeof record.news - length,
                 ". %s was there in %d, but only people set records", first->name, rounds);
    else if (session_took_back(session, tallies[0].car))
        snprintf(record.news + length, sizeof record.news - length,
                 ". %s was there in %d, but has taken back a move", first->name, rounds);
}

/* Somebody was faster than the record, but not in one go. */
static void tell_missed(const struct session *session)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies);
    for (int i = 0; i < count; i++) {
        const struct tally *tally = &tallies[i];
        const struct player *player = session_player(session, tally->player);
        int rounds = tally->standing.rounds;
        bool fast = rounds > 0 && record.list.count > 0 && rounds < record.list.items[0].rounds;
        if (!fast || strcmp(player->driver, "human") != 0 ||
            !session_took_back(session, tally->car))
            continue;
        snprintf(record.news, sizeof record.news,
                 "%d %s%s would be a record, but %s has taken back a move", rounds,
                 session_setup(session)->game->round_noun, number_plural_ending(rounds),
                 player->name);
        return;
    }
}

/* " · record 24, by Ada"; nothing while there is none, or it is told in a line of its own. Where a
 * computer has just been faster, in so many rounds: whose record it is. */
static void append_record(int rounds, struct text *into)
{
    const struct record *best = &record.list.items[0];
    if (record.list.count > 0 && !record.news[0])
        text_append_format(into,
                           record.ours                           ? " · still the record"
                           : rounds > 0 && rounds < best->rounds ? " · record of people %d, by %s"
                                                                 : " · record %d, by %s",
                           best->rounds, best->name);
}

static const double ABOVE = 8, CARD = 32, RESULTS_SIDE = 12; /* interface pixels */

static void build_record(struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, RESULTS_SIDE);
    if (!record.news[0])
        return;
    layout_skip(column, AT_TOP, ABOVE);
    int width = canvas_text_width(canvas, STYLE_STRONG, record.news) + 2 * side + 1;
    int room = width < column->rest.w ? width : column->rest.w;
    int high = canvas_paragraph_height(canvas, STYLE_STRONG, record.news, room - 2 * side);
    int edge = (canvas_units(canvas, CARD) - canvas_line_height(canvas, STYLE_STRONG)) / 2;
    struct box chip = layout_cut(column, AT_TOP, high + 2 * edge);
    chip.w = room;
    struct card card = {.fill = color_mix(theme->card, theme->action, 0.1),
                        .edge = theme->action,
                        .radius = 7,
                        .edge_width = 1.5};
    canvas_card(canvas, chip, &card);
    canvas_paragraph(canvas, STYLE_STRONG, theme->ink, record.news, box_inset(chip, side, edge),
                     ALIGN_LEFT);
}

/* --- coming and going ------------------------------------------------------------------------ */

static void enter(struct app *app)
{
    results.visit++;
    results.scroll = (struct ui_scroll){0};
    results.par = par_search_rules(session_setup(app->session), true);
    const struct session *session = app->session;
    shown.session = session;
    shown.opened++;
    shown.line = -1;
    chart_fill(&shown.chart, session);
    struct text told = {0};
    struct records *records = records_load(app->records_path, &told);
    records_find(records, session_setup(app->session), &record.list);
    records_free(records);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
    const struct record *best = record.list.count > 0 ? &record.list.items[0] : NULL;
    const struct record *former = find_former(app->session);
    record.ours = best && is_of_race(best, app->session);
    record.news[0] = 0;
    if (record.ours && app->record_taken && (!former || best->rounds < former->rounds))
        tell_new(app->session, best, former);
    else if (!record.ours && app->record_taken)
        tell_missed(app->session);
    sharing_open_results(app);
}

static void leave(struct app *app)
{
    (void)app;
    par_free(results.par);
    results.par = NULL;
    chart_free(&shown.chart);
}

/* --- the sheet ------------------------------------------------------------------------------- */

static const double SHEET_MARGINS =
    1; /* squares of paper beyond the grid, on both sides together */

struct sheet_look {
    const struct session *session;
    const struct paper_theme *theme;
    double scale;
};

static void paint_sheet(cairo_t *cairo, int width, int height, const void *data)
{
    const struct sheet_look *look = data;
    const struct session *session = look->session;
    struct course course = session_setup(session)->course;
    struct point sheet = course_size(course);
    double square = fmin(width / (sheet.x + SHEET_MARGINS), height / (sheet.y + SHEET_MARGINS));
    struct paper_view view = {(width - square * sheet.x) / 2, (height - square * sheet.y) / 2,
                              square, look->scale};
    paper_draw_sheet(cairo, &view, course, look->theme);
    for (int step = 0; step < session_step_count(session); step++)
        paper_draw_step(cairo, &view, session, step, 1, false, look->theme);
    paper_draw_cars(cairo, &view, session, session_race(session), look->theme);
}

/* The largest box of the sheet's shape in `room`, at its upper edge. */
static struct box sheet_box(struct point sheet, struct box room)
{
    double columns = sheet.x + SHEET_MARGINS, rows = sheet.y + SHEET_MARGINS;
    double square = fmin(room.w / columns, room.h / rows);
    int width = (int)(square * columns), height = (int)(square * rows);
    return box_make(room.x + (room.w - width) / 2, room.y, width, height);
}

static const double SHEET_EDGE = 10; /* interface pixels */

/* At most so high, and no higher than it is then. */
static void build_sheet(struct layout *column, struct app *app, int most)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int edge = canvas_units(canvas, SHEET_EDGE);
    struct box room = box_make(column->rest.x, column->rest.y, column->rest.w, most);
    struct box inner =
        sheet_box(course_size(session_setup(app->session)->course), box_inset(room, edge, edge));
    layout_cut(column, AT_TOP, inner.h + 2 * edge);
    struct card card = card_plain(canvas);
    card.fill = theme->paper;
    card.shadow = true;
    struct sheet_look look = {app->session, theme, canvas_scale(canvas)};
    if (inner.w < 16 || inner.h < 16)
        return;
    canvas_card(canvas, box_inset(inner, -edge, -edge), &card);
    canvas_shape(canvas, ui_words("sheet of results %u", results.visit), inner, paint_sheet, &look);
}

/* --- words ----------------------------------------------------------------------------------- */

/* What is told of the race, for one picture. */
struct facts {
    struct tally tallies[CAR_LIMIT];
    int count;
    struct par_answer par;
};

/* A player's other car shares the place in a derby. */
static bool others_came_first(const struct facts *facts)
{
    const struct tally *tallies = facts->tallies;
    for (int i = 1; i < facts->count; i++)
        if (tallies[i].standing.place == 1 && tallies[i].player != tallies[0].player)
            return true;
    return false;
}

static void print_title(struct app *app, const struct facts *facts, char *into, int size)
{
    const struct setup *setup = session_setup(app->session);
    const char *where = course_name(setup->course)[0] ? course_name(setup->course) : "the track";
    const char *name = session_player(app->session, facts->tallies[0].player)->name;
    const struct standing *first = &facts->tallies[0].standing;
    bool shared = others_came_first(facts);
    bool decided = first->finished || first->by_points || (facts->count > 1 && !shared);
    if (first->place != 1 || first->out)
        snprintf(into, (size_t)size, "Nobody came through");
    else if (!decided)
        snprintf(into, (size_t)size, "Out of %ss on %s", setup->game->round_noun, where);
    else if (shared)
        snprintf(into, (size_t)size, "A dead heat on %s", where);
    else if (facts->count == 1)
        snprintf(into, (size_t)size, "%s has finished %s", name, where);
    else
        snprintf(into, (size_t)size, "%s wins on %s", name, where);
}

/* The car that did best in a column; NULL: none has a number in it. */
static const struct tally *find_best(const struct facts *facts, const struct standing_column *of,
                                     int column)
{
    const struct tally *best = NULL;
    for (int i = 0; i < facts->count; i++) {
        const struct standing_value *value = &facts->tallies[i].standing.values[column];
        int than = best ? best->standing.values[column].number : 0;
        bool better = of->better == BETTER_LESS ? value->number < than : value->number > than;
        if (!value->none && (!best || better))
            best = &facts->tallies[i];
    }
    return best;
}

/* "Racing car · 17 rounds · par 12, 10 with extras · fastest lap 16, by Ada". */
static void append_facts(struct app *app, const struct facts *facts, struct text *into)
{
    const struct setup *setup = session_setup(app->session);
    int rounds = setup->game->round(session_race(app->session));
    text_append_format(into, "%s · %d %s%s", setup->game->table->presets[setup->preset].title,
                       rounds, setup->game->round_noun, number_plural_ending(rounds));
    if (facts->par.rounds > 0)
        text_append_format(into, " · par %d%s", facts->par.rounds, par_star(setup->game));
    if (facts->par.rounds > 0 && facts->par.with_extras > 0)
        text_append_format(into, ", %d with %s", facts->par.with_extras,
                           driving_of(setup->game)->extras);
    append_record(facts->tallies[0].standing.rounds, into);
    /* " · fastest lap 16, by Ada (13 on par's line)": what the game finds worth it. */
    const struct standing_column *columns = session_setup(app->session)->game->columns;
    for (int i = 0; columns[i].id; i++) {
        const struct tally *best = columns[i].best ? find_best(facts, &columns[i], i) : NULL;
        if (!best)
            continue;
        text_append_format(into, " · %s %s, by %s", columns[i].best, best->standing.values[i].text,
                           session_player(app->session, best->player)->name);
        if (facts->par.best_lap > 0)
            text_append_format(into, " (%d on par's line)", facts->par.best_lap);
    }
}

/* --- the page -------------------------------------------------------------------------------- */

static void do_new_race(struct app *app)
{
    app_go(app, &screen_setup);
}

static void do_sheet(struct app *app)
{
    app_go(app, &screen_race);
}

static void do_home(struct app *app)
{
    app_go(app, &screen_home);
}

static void do_print(struct app *app)
{
    app_print(app, (struct course){0});
}

struct next_step {
    const char *id;
    const char *label;
    void (*act)(struct app *app);
};
static const struct next_step next_steps[] = {{"button rematch", "Rematch", app_rematch},
                                              {"button new-race", "New race", do_new_race},
                                              {"button replay", "Replay", app_look_back},
                                              {"button sheet", "Back to the sheet", do_sheet},
                                              {"button home", "Home", do_home}};
/* In place of the first ones, where a track was tried out. */
static const struct next_step trying_steps[] = {
    {"button editor", "Back to the editor", course_tools_go_on},
    {"button try-again", "Try again", app_try_again}};
/* What can be kept of the race. */
static const struct next_step savings[] = {{"button picture", "Save picture", app_save_picture},
                                           {"button animation", "Save film", app_save_animation},
                                           {"button save-sheet", "Save sheet", app_save_sheet},
                                           {"button save-moves", "Save moves", app_save_moves},
                                           {"button print", "Print", do_print}};
enum {
    NEXT_STEP_COUNT = sizeof next_steps / sizeof next_steps[0],
    TRYING_STEP_COUNT = sizeof trying_steps / sizeof trying_steps[0],
    SAVING_COUNT = sizeof savings / sizeof savings[0]
};

/* In a series the next race comes first, in place of a rematch. */
static struct next_step next_step_at(const struct app *app, int index)
{
    if (app->trying && index < TRYING_STEP_COUNT)
        return trying_steps[index];
    if (index == 0 && series_is_shown(app))
        return (struct next_step){"button next-race", series_next_label(app), series_go_next};
    return next_steps[index];
}

/* From left to right, in as many rows as they need. */
static void build_next_steps(struct layout *column, void *data)
{
    struct app *app = data;
    struct flow flow = flow_begin(column, 12);
    for (int i = 0; i < NEXT_STEP_COUNT; i++) {
        struct next_step step = next_step_at(app, i);
        if (flow_button(&flow, step.id, step.label, i ? LOOK_PLAIN : LOOK_PRIMARY))
            step.act(app);
    }
    flow_end(&flow, column);
}

/* What can be kept of the race, in one row or as many as it needs. */
static void build_savings(struct layout *column, void *app)
{
    struct flow flow = flow_begin(column, 14);
    if (app_can_show_in_class(app) &&
        flow_button(&flow, "button show-in-class", "Show in class", LOOK_LINK))
        app_show_in_class(app);
    for (int i = 0; i < SAVING_COUNT; i++)
        if (flow_button(&flow, savings[i].id, savings[i].label, LOOK_LINK))
            savings[i].act(app);
    if (flow_button(&flow, "button csv-for", app_csv_label(app), LOOK_LINK))
        app_next_csv(app);
    flow_end(&flow, column);
}

static const double PART_GAP = 14, SAVINGS_GAP = 8; /* interface pixels */

/* The parts one below the other; the chart takes what is left of `height`, if that is more than it
 * needs. */
static void build_parts(struct app *app, struct layout *column, const struct facts *facts,
                        int height)
{
    int bottom = column->rest.y + height;
    sharing_build_results(app, column);
    results_build_table(column, app->session, facts->tallies, facts->count, facts->par.rounds,
                        facts->par.with_extras);
    if (facts->par.rounds > 0)
        layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                         par_condition(session_setup(app->session)));
    if (series_is_shown(app))
        series_build_table(column, app);
    results_build_chart(column, bottom - column->rest.y);
}

/* The width that a sheet as high as the page has, but neither little nor most of the page's. */
static int sheet_width(const struct app *app, struct box page, int height)
{
    struct point sheet = course_size(session_setup(app->session)->course);
    struct box endless = box_make(0, 0, LAYOUT_ENDLESS, height);
    int wanted = sheet_box(sheet, endless).w, least = page.w * 44 / 100, most = page.w * 56 / 100;
    return wanted < least ? least : wanted > most ? most : wanted;
}

/* The sheet with what can be saved of it at the left, and the parts. */
static void build_wide(struct app *app, struct layout page, const struct facts *facts)
{
    struct ui *ui = page.ui;
    struct canvas *canvas = ui_canvas(ui);
    int edges = 2 * canvas_units(canvas, SHEET_EDGE), height = page.rest.h;
    int most = height - canvas_units(canvas, SAVINGS_GAP) -
               layout_measure(ui, page.rest.w * 44 / 100, build_savings, app);
    int width = sheet_width(app, page.rest, most - edges) + edges;
    page.gap = 30;
    struct layout left = {ui, layout_cut(&page, AT_LEFT, width), SAVINGS_GAP};
    build_sheet(&left, app, most);
    build_savings(&left, app);
    struct box area = box_inset(page.rest, -canvas_units(canvas, PART_GAP), 0);
    int y = ui_scroll_begin(ui, "results", area, &results.scroll);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, PART_GAP);
    build_parts(app, &column, facts, height);
    ui_scroll_end(ui, column.rest.y - canvas_units(canvas, PART_GAP));
}

/* The parts, the sheet and what can be saved of it. */
static void build_narrow(struct app *app, struct layout page, const struct facts *facts)
{
    struct ui *ui = page.ui;
    struct box area = box_inset(page.rest, -canvas_units(ui_canvas(ui), PART_GAP), 0);
    int y = ui_scroll_begin(ui, "results", area, &results.scroll);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, PART_GAP);
    build_parts(app, &column, facts, 0);
    column.gap = SAVINGS_GAP;
    build_sheet(&column, app, page.rest.w * 6 / 10);
    build_savings(&column, app);
    ui_scroll_end(ui, column.rest.y);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct facts facts = {.par = {0}};
    struct text words = {0};
    char title[200];
    if (results.par)
        facts.par = par_answer(results.par, 0);
    if (facts.par.with_extras == facts.par.rounds)
        facts.par.with_extras = 0; /* not worth telling */
    facts.count = tally_race(app->session, facts.tallies);
    print_title(app, &facts, title, sizeof title);
    append_facts(app, &facts, &words);
    struct box window = canvas_box(canvas);
    bool wide = window.w >= canvas_units(canvas, 960) && window.h >= canvas_units(canvas, 420);
    struct layout page = layout_page(ui, 0);
    if (canvas_text_width(canvas, STYLE_TITLE, title) <= page.rest.w)
        canvas_title(canvas, layout_take(&page, AT_TOP, 46), title, ALIGN_LEFT);
    else
        layout_paragraph(&page, STYLE_HEADING, theme->ink, title);
    ui_tell_label(ui, text_string(&words), page.rest);
    layout_paragraph(&page, STYLE_BODY, theme->ink_soft, text_string(&words));
    text_free(&words);
    build_record(&page);
    layout_skip(&page, AT_TOP, wide ? 16 : 8);
    int needed = layout_measure(ui, page.rest.w, build_next_steps, app);
    struct layout steps = {ui, layout_cut(&page, AT_BOTTOM, needed), 0};
    layout_skip(&page, AT_BOTTOM, wide ? 22 : 10);
    if (wide)
        build_wide(app, page, &facts);
    else
        build_narrow(app, page, &facts);
    build_next_steps(&steps, app);
    ui_default(ui, next_step_at(app, 0).id);
    struct text status = {0};
    text_append_format(&status, "%s%s%s", title, record.news[0] ? ". " : "", record.news);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

static bool event(struct app *app, const SDL_Event *event)
{
    if (event->type == SDL_MOUSEMOTION) {
        int line = -1, move = 0;
        if (box_holds(shown.plot, event->motion.x, event->motion.y))
            chart_nearest(&shown.chart, &shown.frame, event->motion.x - shown.plot.x,
                          event->motion.y - shown.plot.y, REACH * shown.frame.scale, &line, &move);
        bool same = line == shown.line && move == shown.move;
        shown.line = line;
        shown.move = move;
        return !same;
    }
    if (event->type != SDL_KEYDOWN)
        return false;
    bool back = event->key.keysym.sym == SDLK_ESCAPE;
    if (back)
        app_go(app, &screen_race);
    return back || results_press_chart_key(event->key.keysym.sym);
}

static bool returns(const struct app *app)
{
    const struct session *session = app->session;
    return session && session_setup(session)->game->over(session_race(session));
}

const struct screen screen_results = {.name = "results",
                                      .enter = enter,
                                      .leave = leave,
                                      .build = build,
                                      .event = event,
                                      .returns = returns};
