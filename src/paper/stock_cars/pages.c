/* Tiles in sight. The edge is walked with the track on the left; what is not copied counts as off
 * the track, so loops close beyond the clip.
 */
#include "paper/stock_cars/ink.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/labels.h"
#include "paper/paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int clamp(double value, int high)
{
    return (int)brush_clamp(value, 0, high);
}

bool part_begin(struct part *part, cairo_t *cairo, const struct paper_view *view,
                const struct stock_tiles *tiles, const struct paper_theme *theme)
{
    double seen[4], side = view->square;
    *part = (struct part){cairo, view, tiles, theme, brush_sizes(view), {0, 0}, {0, 0}, NULL};
    if (!brush_clip_box(cairo, seen))
        return false;
    double bottom = view->top + tiles->height * side;
    double margin = 2 + ceil(PART_REACH * view->scale / side);
    part->low.x = clamp(floor((seen[0] - view->left) / side) - margin, tiles->width);
    part->high.x = clamp(ceil((seen[0] + seen[2] - view->left) / side) + margin, tiles->width);
    part->low.y = clamp(floor((bottom - seen[1] - seen[3]) / side) - margin, tiles->height);
    part->high.y = clamp(ceil((bottom - seen[1]) / side) + margin, tiles->height);
    int width = part->high.x - part->low.x, height = part->high.y - part->low.y;
    if (width <= 0 || height <= 0)
        return false;
    char *cell = part->cells = memory_allocate((size_t)(width * height), 1);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++)
            *cell++ = tiles->tile(tiles, (struct point){x, y});
    return true;
}

void part_end(struct part *part)
{
    free(part->cells);
    part->cells = NULL;
}

char part_tile(const struct part *part, int x, int y)
{
    if (x < part->low.x || y < part->low.y || x >= part->high.x || y >= part->high.y)
        return TILE_OFF;
    return part->cells[(y - part->low.y) * (part->high.x - part->low.x) + x - part->low.x];
}

bool part_on_line(const struct part *part, int x, int y)
{
    char tile = part_tile(part, x, y);
    const bool *line = part->tiles->line;
    return tile == TILE_LINE || (tile != TILE_OFF && line && line[y * part->tiles->width + x]);
}

struct pixel part_corner(const struct part *part, int x, int y)
{
    return brush_place(part->view, part->tiles->height, x, y + 1);
}

struct pixel part_middle(const struct part *part, int x, int y)
{
    return brush_place(part->view, part->tiles->height, x + 0.5, y + 0.5);
}

/* --- runs ------------------------------------------------------------------------------------- */

void part_add_runs(const struct part *part, bool (*is_one)(const struct part *part, int x, int y))
{
    bool exact = brush_is_vector(part->cairo);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++) {
            int from = x;
            while (x < part->high.x && is_one(part, x, y))
                x++;
            if (x == from)
                continue;
            struct pixel a = part_corner(part, from, y), b = part_corner(part, x, y - 1);
            if (!exact) {
                a = (struct pixel){round(a.x), round(a.y)};
                b = (struct pixel){round(b.x), round(b.y)};
            }
            cairo_rectangle(part->cairo, a.x, a.y, b.x - a.x, b.y - a.y);
        }
}

/* --- the edge --------------------------------------------------------------------------------- */

enum stock_edge_way { EAST, NORTH, WEST, SOUTH };
static const struct point ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
/* From a corner, the lower left corner of the tile ahead to the left, and of that to the right. */
static const struct point left_tiles[4] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
static const struct point right_tiles[4] = {{0, -1}, {0, 0}, {-1, 0}, {-1, -1}};

static bool is_track(const struct part *part, struct point at, struct point step)
{
    return part_tile(part, at.x + step.x, at.y + step.y) != TILE_OFF;
}

/* A quarter of a tile before the corner, round it, and as far behind it. */
static void add_corner(const struct part *part, struct point at, enum stock_edge_way from,
                       enum stock_edge_way to)
{
    struct pixel place = brush_grid_place(part->view, part->tiles->height, at);
    double reach = part->view->square * 0.25, bend = reach * 0.45;
    if (reach < 1.5) {
        cairo_line_to(part->cairo, place.x, place.y);
        return;
    }
    struct point a = ways[from], b = ways[to];
    cairo_line_to(part->cairo, place.x - a.x * reach, place.y + a.y * reach);
    cairo_curve_to(part->cairo, place.x - a.x * bend, place.y + a.y * bend, place.x + b.x * bend,
                   place.y - b.y * bend, place.x + b.x * reach, place.y - b.y * reach);
}

/* From the middle of the lower edge of a tile round and back to it. */
static void add_loop(const struct part *part, struct point start, bool *walked)
{
    int width = part->high.x - part->low.x;
    struct pixel first =
        brush_place(part->view, part->tiles->height, start.x + 0.5, (double)start.y);
    struct point at = start;
    enum stock_edge_way way = EAST;
    cairo_move_to(part->cairo, first.x, first.y);
    do {
        if (way == EAST)
            walked[(at.y - part->low.y) * width + at.x - part->low.x] = true;
        at = point_add(at, ways[way]);
        enum stock_edge_way next = way;
        if (is_track(part, at, right_tiles[way]))
            next = (way + 3) % 4;
        else if (!is_track(part, at, left_tiles[way]))
            next = (way + 1) % 4;
        if (next != way)
            add_corner(part, at, way, next);
        way = next;
    } while (way != EAST || !point_equal(at, start));
    cairo_close_path(part->cairo);
}

void part_add_edge(const struct part *part)
{
    int width = part->high.x - part->low.x, height = part->high.y - part->low.y;
    bool *walked = memory_allocate((size_t)(width * height), sizeof *walked);
    for (int y = part->low.y; y < part->high.y; y++)
        for (int x = part->low.x; x < part->high.x; x++)
            if (part_tile(part, x, y) != TILE_OFF && part_tile(part, x, y - 1) == TILE_OFF &&
                !walked[(y - part->low.y) * width + x - part->low.x])
                add_loop(part, (struct point){x, y}, walked);
    free(walked);
}

/* === drive ==================================================================================== */

/* An event on the way of a car says after which of its moves it happened. */

void drives_of(const struct step *step, struct drives *into)
{
    *into = (struct drives){.units = 0};
    for (int i = 0; i < step->event_count; i++) {
        const struct event *event = &step->events[i];
        const struct stock_event *body = stock_event(event);
        if (body->type == STOCK_EVENT_DROVE && into->count < PLAYER_LIMIT) {
            struct page_drive *drive = &into->items[into->count++];
            *drive = (struct page_drive){.car = event->car, .drove = body};
            drive->path = stock_event_path(event, &drive->count);
            drive->units = drive->count;
        } else if (body->type == STOCK_EVENT_LEFT_TRACK && into->count > 0) {
            struct page_drive *drive = &into->items[into->count - 1];
            drive->left = body;
            drive->units++;
        }
    }
    for (int i = 0; i < into->count; i++)
        into->units = number_larger(into->units, into->items[i].units);
    into->units++;
}

double drive_shown(const struct drives *drives, const struct page_drive *drive, double progress)
{
    return brush_clamp(progress * drives->units, 0, drive->units);
}

bool drives_reached(const struct drives *drives, const struct event *event, double progress)
{
    const struct stock_event *body = stock_event(event);
    for (int i = 0; i < drives->count; i++)
        if (drives->items[i].car == event->car && body->move > 0)
            return drive_shown(drives, &drives->items[i], progress) >= body->move;
    return progress >= 1;
}

/* === turns ==================================================================================== */

/* Orders that were carried out, as rows of tables and points of a chart. */

/* Those of the first steps, in the order in which they were carried out. */
static void stock_take_turns(const struct session *session, int steps, turn_taker *take,
                             void *context)
{
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        const struct race *after = session_race_after(session, i + 1);
        for (int j = 0; j < step.event_count; j++) {
            const struct event *event = &step.events[j];
            const struct stock_event *body = stock_event(event);
            if (body->type != STOCK_EVENT_DROVE && body->type != STOCK_EVENT_RETIRED)
                continue;
            bool drove = body->type == STOCK_EVENT_DROVE;
            struct turn_row row = {.car = event->car,
                                   .round = step.round,
                                   .drove = drove ? body : NULL,
                                   .order = drove ? stock_event_order(event) : "retire",
                                   .after = stock_car(after, event->car),
                                   .step = &step};
            take(context, &row);
        }
    }
}

/* What else happened to the car in this step, by the names that the referee has for it. */
static void write_words(const struct turn_row *row, struct text *into)
{
    const char *between = "";
    for (int i = 0; i < row->step->event_count; i++) {
        const struct event *event = &row->step->events[i];
        const struct stock_event *body = stock_event(event);
        bool own = event->car == row->car || (event->others >> row->car & 1);
        if (!own || body->type == STOCK_EVENT_ORDERED || body->type == STOCK_EVENT_DROVE ||
            body->type == STOCK_EVENT_END_SPEED || body->type == STOCK_EVENT_SPECIAL)
            continue;
        text_append_format(into, "%s%s", between, event->type);
        between = " ";
    }
}

static void write_csv_row(void *context, const struct turn_row *row)
{
    struct csv *csv = context;
    const struct stock_car *after = row->after;
    struct text words = {0};
    csv_integer(csv, row->round);
    csv_integer(csv, row->car);
    csv_text(csv, row->order);
    if (row->drove) {
        csv_integer(csv, row->drove->cards);
        csv_integer(csv, row->drove->speed);
        csv_integer(csv, row->drove->from.x);
        csv_integer(csv, row->drove->from.y);
    } else {
        csv_empty(csv, 4);
    }
    csv_integer(csv, after->at.x);
    csv_integer(csv, after->at.y);
    csv_text(csv, heading_names[after->heading]);
    csv_integer(csv, after->speed);
    csv_integer(csv, after->maximum);
    csv_integer(csv, after->wild_cards);
    write_words(row, &words);
    csv_text(csv, text_string(&words));
    csv_end_line(csv);
    text_free(&words);
}

void stock_append_csv(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "turn,car,order,cards,speed,from_x,from_y,x,y,heading,end_speed,maximum,"
                      "wild_cards,event");
    csv_end_line(csv);
    stock_take_turns(session, steps, write_csv_row, csv);
}

static void add_to_chart(void *context, const struct turn_row *row)
{
    if (row->drove)
        chart_add(context, row->car, row->drove->speed * row->drove->speed);
}

void stock_fill_chart(struct chart *chart, const struct session *session)
{
    stock_take_turns(session, session_step_count(session), add_to_chart, chart);
}

/* === pages ==================================================================================== */

/* Stock cars on printed pages: the rules in force in short, the picture of an order, and a sheet
 * for each driver to write orders on.
 */

static bool is_on(const struct setup *setup, enum stock_field field)
{
    return setup->values[field] == STOCK_ON;
}

/* Is there such a tile on the map that is driven on? Without a map there may be. */
static bool has_tile(const struct setup *setup, const char *tiles)
{
    const struct stock_map *map = stock_map_of(setup);
    for (int i = 0; map && i < map->width * map->height; i++)
        if (map->tiles[i] != TILE_OFF && strchr(tiles, map->tiles[i]))
            return true;
    return !map;
}

/* --- rules in short --------------------------------------------------------------------------- */

static void explain_tiles(struct print_words *words, const struct setup *setup)
{
    bool mild = setup->values[STOCK_OFF_TRACK] == STOCK_MILD;
    words_head(words, "On the way");
    words_say(words, "Maximum.", "It is %d at first, never below 6, and no speed is above it.",
              setup->values[STOCK_MAX_SPEED]);
    words_say(
        words, "Off the track.",
        "The car stays on the last tile of the track, and the rest of the order is lost. For 1, 2, "
        "3 or more tiles that the order would drive outside it loses %s of speed and %s of its "
        "maximum%s.",
        mild ? "1, 2, 3" : "3, 6, 9", mild ? "1, 2, 3" : "2, 4, 8",
        !is_on(setup, STOCK_OIL) ? ""
        : mild                   ? "; 1 and 1 if oil turned it in this turn"
                                 : "; if oil turned it in this turn, at most 4 and 3");
    if (is_on(setup, STOCK_OIL))
        words_say(
            words, "Oil",
            "turns a car that drives onto it: draw left, right or not at all, each as likely. The "
            "rest of the order goes on from there.");
    if (is_on(setup, STOCK_SANDBAGS) && has_tile(setup, ".Ss"))
        words_say(
            words, "Sand",
            "hides bags. Each bag that a car drives onto takes 1 of its speed, though not of this "
            "turn's moves. A bag lies flat after the first car and is gone after the second. When "
            "the leader begins a new lap, the bags are hidden again.");
    if (has_tile(setup, "b"))
        words_say(
            words, "Banks",
            "turn a car once a turn by 45° the way their arrows go, after a move from bank to "
            "bank. It is no steer.");
    if (has_tile(setup, "P"))
        words_say(
            words, "Pits.",
            "At most speed 6 between the bars. Who drives on from P at speed s gains 10 − s of "
            "maximum, and a wild card for each whole 3 of that%s. It happens once a visit, and who "
            "was too fast gets nothing or loses it again.",
            is_on(setup, STOCK_SPECIALS) ? " (two with performance)" : "");
    if (is_on(setup, STOCK_CRASH))
        words_say(words, "Crash.",
                  "Cars on one tile at the end of a turn lose 1 of maximum and 1 of speed%s.",
                  is_on(setup, STOCK_OIL) ? ", and leave oil there" : "");
}

void stock_explain(struct print_words *words, const struct setup *setup, bool table)
{
    int laps = stock_laps(setup);
    words_head(words, "The race");
    words_say(
        words, "",
        "%d %s. The first crossing of the chequered line, the way of the arrows, opens lap 1; the "
        "car that crosses it %d times is finished. Of two that finish in the same turn the one "
        "comes first that needed the smaller share of its moves for it.",
        laps, laps == 1 ? "lap" : "laps", laps + 1);
    words_head(words, "A turn");
    if (setup->values[STOCK_ORDERS] == STOCK_SECRET)
        words_say(
            words, "",
            "Every driver writes an order of letters in secret. Then all orders are carried out, "
            "car 1 first, without the cars being in each other's way.");
    else
        words_say(words, "",
                  "Car 1 writes an order of letters and carries it out, then car 2, and so on.");
    words_say(
        words, "An order",
        "is changes of speed, then exactly as many moves as the speed is now, then changes that "
        "count from the next turn. It is never empty: - is the order of a car that stands.");
    words_say(words, "M", "drives one tile ahead; (3M) is MMM.");
    words_say(words, "L, R", "turns 45° to the left or right and drives one tile ahead.");
    words_say(words, "A, B",
              "takes the speed up or down by 1. It stays from 0 to the car's maximum.");
    if (is_on(setup, STOCK_SLIPSTREAM))
        words_say(
            words, "S",
            "is a free A at the beginning for a car that stands right behind a car with the same "
            "heading, both at speed 1 or more.");
    words_say(
        words, "Wild cards.",
        "You begin with %d. At most two A, two B, two L and two R fit into an order. The second A "
        "costs a wild card, the second B another, and two L or two R or both together one more. "
        "Mark each card at its letter: A(A+1), R(R+1).",
        setup->values[STOCK_WILD_CARDS]);
    words_show_figure(words);
    if (table)
        words_say(
            words, "Writing.",
            "Write the order of each turn on your sheet, and after it the wild cards left, your "
            "speed, maximum and heading.");
    explain_tiles(words, setup);
    if (is_on(setup, STOCK_SPECIALS)) {
        words_head(words, "Specials");
        words_say(words, "", "Before the race every driver chooses one in secret.");
        for (int i = SPECIAL_TURBO; i <= SPECIAL_PERFORMANCE; i++) {
            char lead[40];
            snprintf(lead, sizeof lead, "%s.", stock_special_title((enum stock_special)i));
            words_say(words, lead, "%s", stock_special_sentence((enum stock_special)i));
        }
    }
}

/* --- the picture of an order ------------------------------------------------------------------ */

static char tile_of_rows(const struct stock_tiles *tiles, struct point at)
{
    const char *const *rows = tiles->of;
    return rows[tiles->height - 1 - at.y][at.x];
}

/* The order A(2M)RM(R+1) of a car at speed 4. The unit is a sixth of a millimetre. */
void stock_draw_figure(cairo_t *cairo, const struct setup *setup, double width,
                       const struct paper_theme *theme)
{
    enum { COLUMNS = 7, ROWS = 4, SQUARE = 48, WORDS = 170 };
    static const char *const rows[ROWS] = {"****** ", "*******", "  *****", "  *****"};
    static const struct stock_entered way[] = {{{2, 3}, HEADING_E},
                                               {{3, 3}, HEADING_E},
                                               {{4, 2}, HEADING_SE},
                                               {{5, 1}, HEADING_SE},
                                               {{5, 0}, HEADING_S}};
    static const char *const letters[] = {"M", "M", "R", "M", "R+1"};
    static const char *const words[] = {"at speed 4:", "A(2M)RM(R+1)", "1 wild card,",
                                        "then 5 heading S"};
    struct stock_tiles tiles = {COLUMNS,      ROWS, HEADING_E, TURN_NONE,
                                tile_of_rows, NULL, NULL,      rows};
    const struct paper_view view = {0, 0, SQUARE, 3};
    struct stock_look look = {1, 1, 1.5, 3.5, 1, HEADING_E, false, false};
    double left = fmax(width * 6 - COLUMNS * SQUARE - WORDS, 0) / 2;
    (void)setup;
    cairo_scale(cairo, 1 / 6.0, 1 / 6.0);
    cairo_translate(cairo, left, 10);
    cairo_save(cairo);
    cairo_rectangle(cairo, -8, -8, COLUMNS * SQUARE + 16, ROWS * SQUARE + 16);
    cairo_clip(cairo);
    stock_draw_tiles(cairo, &view, &tiles, true, theme);
    cairo_restore(cairo);
    brush_color(cairo, brush_pen(theme, 1));
    stock_draw_way(cairo, &view, ROWS, 1, (struct point){1, 3}, way, 5, 5);
    stock_draw_look(cairo, &view, ROWS, &look, theme);
    for (int i = 0; i < 5; i++) {
        struct pixel at = brush_place(&view, ROWS, way[i].at.x + 0.72, way[i].at.y + 0.78);
        lettering_draw_rimmed(cairo, letters[i], at.x, at.y, 19, theme->ink, theme);
    }
    for (int i = 0; i < 4; i++)
        lettering_draw(cairo, words[i], COLUMNS * SQUARE + 22, (i + 0.5) * SQUARE, 21, i == 1,
                       i == 1 ? theme->ink : theme->ink_soft);
}

/* --- the map ---------------------------------------------------------------------------------- */

/* The start line, with the tiles of the pits that belong to it. */
int stock_spare(struct course course, double boxes[2][4])
{
    const struct stock_map *map = stock_map_of_course(course);
    struct extent extent = EXTENT_NOTHING;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++)
            if (map->tiles[y * map->width + x] == TILE_LINE) {
                extent_add(&extent, (struct pixel){x, map->height - y - 1}, 0);
                extent_add(&extent, (struct pixel){x + 1, map->height - y}, 0);
            }
    if (extent.left > extent.right)
        return 0;
    memcpy(boxes[0], (const double[4]){extent.left, extent.top, extent.right, extent.bottom},
           sizeof boxes[0]);
    return 1;
}

/* --- a driver's sheet ------------------------------------------------------------------------- */

/* Millimetres. */
static const double SIZE = 3.6, LINE = 5.2, ROW = 8, HEAD = 6, HAIR = 0.13, FRAME = 0.4;
static const double TURN_WIDTH = 13, NUMBER_WIDTH = 19;
enum { BLANK_ROWS = 12, NUMBERS = 4 };
static const char *const number_titles[NUMBERS] = {"cards left", "speed", "maximum", "heading"};

/* What has been driven by one car. */
struct stock_driven {
    int car, count;
    struct turn_row rows[512];
};

static void add_row(void *context, const struct turn_row *row)
{
    struct stock_driven *driven = context;
    if (row->car == driven->car &&
        driven->count < (int)(sizeof driven->rows / sizeof *driven->rows))
        driven->rows[driven->count++] = *row;
}

static double column_x(const struct ink_order_sheet *sheet, int column)
{
    if (column < 2)
        return sheet->left + column * TURN_WIDTH;
    return sheet->left + sheet->width - (NUMBERS + 2 - column) * NUMBER_WIDTH;
}

static void write_in(cairo_t *cairo, const struct ink_order_sheet *sheet, int column, double y,
                     const char *text, double size, struct paper_color color)
{
    double x = column_x(sheet, column), width = column_x(sheet, column + 1) - x;
    char shown[CAPTION_BYTES];
    if (column == 1) {
        caption_fit(cairo, text, size, false, width - 4, shown);
        lettering_draw(cairo, shown, x + 2, y, size, false, color);
        return;
    }
    lettering_draw_aligned(cairo, text, x + width / 2, y, 0.5, size, false, color);
}

static void write_number(cairo_t *cairo, const struct ink_order_sheet *sheet, int column, double y,
                         int number, struct paper_color color)
{
    char text[12];
    snprintf(text, sizeof text, "%d", number);
    write_in(cairo, sheet, column, y, text, SIZE, color);
}

/* Turn numbers go on in blank rows; what was driven stands in the first ones. */
static void write_row(cairo_t *cairo, const struct ink_order_sheet *sheet,
                      const struct paper_theme *theme, const struct turn_row *row, int turn,
                      double y)
{
    write_number(cairo, sheet, 0, y, turn, theme->ink_soft);
    if (!row)
        return;
    write_in(cairo, sheet, 1, y, row->order, SIZE, theme->ink);
    write_number(cairo, sheet, 2, y, row->after->wild_cards, theme->ink);
    write_number(cairo, sheet, 3, y, row->after->speed, theme->ink);
    write_number(cairo, sheet, 4, y, row->after->maximum, theme->ink);
    write_in(cairo, sheet, 5, y, heading_names[row->after->heading], SIZE, theme->ink);
}

/* What the letters mean, in two columns. Returns where it ends. */
static double draw_letters(cairo_t *cairo, const struct ink_order_sheet *sheet,
                           const struct paper_theme *theme, double top)
{
    static const char *const letters[][2] = {
        {"A, B", "speed up, down by 1 (first or last)"},
        {"M, (3M)", "one tile ahead, three of them"},
        {"L, R", "turn 45° left, right and one ahead"},
        {"S", "slipstream: a free A behind a car"},
        {"(A+1) (B+1)", "a second one, for a wild card"},
        {"(L+1) (R+1)", "second steers, for one wild card"},
    };
    for (int i = 0; i < 6; i++) {
        if (letters[i][0][0] == 'S' && !is_on(sheet->setup, STOCK_SLIPSTREAM))
            continue;
        double x = sheet->left + i % 2 * sheet->width / 2, y = top + (i / 2 + 0.5) * LINE;
        lettering_draw(cairo, letters[i][0], x, y, SIZE, true, theme->ink);
        lettering_draw(cairo, letters[i][1], x + 24, y, SIZE, false, theme->ink);
    }
    return top + 3 * LINE;
}

void stock_draw_order_sheet(cairo_t *cairo, const struct ink_order_sheet *sheet,
                            const struct paper_theme *theme)
{
    double y = sheet->top;
    struct text beginning = {0};
    const struct setup *setup = sheet->setup;
    text_append_format(&beginning, "Car %d · at first speed 0, maximum %d, wild cards %d",
                       sheet->car, setup->values[STOCK_MAX_SPEED], setup->values[STOCK_WILD_CARDS]);
    if (is_on(setup, STOCK_SPECIALS))
        text_append(&beginning, " · special:");
    if (is_on(setup, STOCK_SPECIALS) && sheet->session) {
        const struct race *race = session_race_after(sheet->session, sheet->steps);
        if (!stock_choosing_specials(race))
            text_append_format(&beginning, " %s",
                               stock_special_title(stock_car(race, sheet->car)->special));
    }
    lettering_draw(cairo, text_string(&beginning), sheet->left, y + LINE / 2, SIZE, false,
                   theme->ink_soft);
    text_free(&beginning);
    double top = draw_letters(cairo, sheet, theme, y + LINE + 2) + 3;
    struct stock_driven *driven = memory_allocate(1, sizeof *driven);
    int rows = (int)((sheet->top + sheet->height - top - HEAD) / ROW);
    double body = top + HEAD, bottom = body + rows * ROW;
    driven->car = sheet->car;
    if (sheet->session)
        stock_take_turns(sheet->session, sheet->steps, add_row, driven);
    int first = driven->count + BLANK_ROWS > rows ? driven->count + BLANK_ROWS - rows : 0;
    first = first > driven->count ? driven->count : first;
    write_in(cairo, sheet, 0, top + HEAD / 2, "turn", 3, theme->ink_soft);
    write_in(cairo, sheet, 1, top + HEAD / 2, "order", 3, theme->ink_soft);
    for (int i = 0; i < NUMBERS; i++)
        write_in(cairo, sheet, i + 2, top + HEAD / 2, number_titles[i], 3, theme->ink_soft);
    for (int i = 0; i < rows; i++) {
        const struct turn_row *row = first + i < driven->count ? &driven->rows[first + i] : NULL;
        write_row(cairo, sheet, theme, row, row ? row->round : first + i + 1,
                  body + (i + 0.5) * ROW);
    }
    free(driven);
    cairo_new_path(cairo);
    for (int i = 1; i < rows; i++)
        brush_add_line(cairo, (struct pixel){sheet->left, body + i * ROW},
                       (struct pixel){sheet->left + sheet->width, body + i * ROW});
    for (int i = 1; i < NUMBERS + 2; i++)
        brush_add_line(cairo, (struct pixel){column_x(sheet, i), top},
                       (struct pixel){column_x(sheet, i), bottom});
    brush_color(cairo, theme->ink_soft);
    brush_stroke_blunt(cairo, HAIR, 0, 0);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, sheet->left, top, sheet->width, bottom - top);
    brush_add_line(cairo, (struct pixel){sheet->left, body},
                   (struct pixel){sheet->left + sheet->width, body});
    brush_color(cairo, theme->ink);
    brush_stroke_blunt(cairo, FRAME, 0, 0);
}
