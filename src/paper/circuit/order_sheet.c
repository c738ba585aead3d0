/* What one driver writes on: the car as it is built, tires and chips to strike out, a row a turn,
 * and the tables of spins and of forcing a pass. Lengths are millimetres.
 */
#include "paper/circuit/pages.h"

#include "base/memory.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double SIZE = 3.4, LINE = 5, ROW = 5, HEAD = 6, HAIR = 0.13, FRAME = 0.4;
static const double TABLES = 36, CARDS = 24, CARD_WIDTH = 40, CUT_OUT = 56;
static const double BETWEEN = 4; /* the two tables of turns */
enum { COLUMNS = 6, BLANK_ROWS = 8, DOTS_MOST = 60 };
static const char *const titles[COLUMNS] = {"turn", "speed", "row, lane", "lap", "wear", "chips"};
static const double ends[COLUMNS] = {0.12, 0.29, 0.54, 0.66, 0.83, 1};

struct driven {
    int car, count;
    struct kept {
        struct circuit_car after;
        int round, lap, posted;
    } rows[400];
};

/* The last row of a turn stands for it. */
static void keep_row(void *context, const struct circuit_turn_row *row)
{
    struct driven *driven = context;
    const int most = (int)(sizeof driven->rows / sizeof *driven->rows);
    if (row->car != driven->car || row->round == 0)
        return;
    bool same = driven->count > 0 && driven->rows[driven->count - 1].round == row->round;
    if (!same && driven->count == most)
        return;
    driven->count += !same;
    driven->rows[driven->count - 1] = (struct kept){*row->after, row->round, row->lap, row->posted};
}

static double column_x(const struct ink_order_sheet *sheet, int column)
{
    return sheet->left + (column > 0 ? ends[column - 1] : 0) * sheet->width;
}

static void write_in(cairo_t *cairo, const struct ink_order_sheet *sheet, int column, double y,
                     const char *text, double size, struct paper_color color)
{
    double middle = (column_x(sheet, column) + column_x(sheet, column + 1)) / 2;
    lettering_draw_aligned(cairo, text, middle, y, 0.5, size, false, color);
}

static void write_row(cairo_t *cairo, const struct ink_order_sheet *sheet,
                      const struct paper_theme *theme, const struct kept *row, double y)
{
    char text[32];
    snprintf(text, sizeof text, "%d", row->posted);
    write_in(cairo, sheet, 1, y, text, SIZE, theme->ink);
    if (row->after.status == CIRCUIT_RACING)
        snprintf(text, sizeof text, "%d, %d", row->after.row, row->after.lane);
    else
        snprintf(text, sizeof text, "%s", circuit_status_name(row->after.status));
    write_in(cairo, sheet, 2, y, text, SIZE, theme->ink);
    snprintf(text, sizeof text, "%d", row->lap);
    write_in(cairo, sheet, 3, y, text, SIZE, theme->ink);
    write_in(cairo, sheet, 4, y, circuit_halves(row->after.halves, text), SIZE, theme->ink);
    snprintf(text, sizeof text, "%d", row->after.chips);
    write_in(cairo, sheet, 5, y, text, SIZE, theme->ink);
}

/* Lines of a table with a frame; `x` of its columns but the first. */
static void rule(cairo_t *cairo, struct label_box box, double row, int rows, const double *x,
                 int columns, const struct paper_theme *theme)
{
    cairo_new_path(cairo);
    for (int i = 1; i < rows; i++)
        brush_add_line(cairo, (struct pixel){box.x, box.y + i * row},
                       (struct pixel){box.x + box.w, box.y + i * row});
    for (int i = 0; i < columns; i++)
        brush_add_line(cairo, (struct pixel){x[i], box.y}, (struct pixel){x[i], box.y + box.h});
    brush_color(cairo, theme->ink_soft);
    brush_stroke_blunt(cairo, HAIR, 0, 0);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, box.x, box.y, box.w, box.h);
    brush_color(cairo, theme->ink);
    brush_stroke_blunt(cairo, FRAME, 0, 0);
}

/* Rows of turns from `first` on: those that were driven, then empty ones. */
static void draw_table(cairo_t *cairo, const struct ink_order_sheet *sheet,
                       const struct paper_theme *theme, const struct driven *driven, int first,
                       int rows, double top)
{
    int last = driven->count > 0 ? driven->rows[driven->count - 1].round : 0;
    double x[COLUMNS - 1];
    for (int i = 0; i < COLUMNS; i++)
        write_in(cairo, sheet, i, top + ROW / 2, titles[i], 3, theme->ink_soft);
    for (int i = 0; i < rows; i++) {
        const struct kept *row = first + i < driven->count ? &driven->rows[first + i] : NULL;
        double y = top + (i + 1.5) * ROW;
        char text[12];
        snprintf(text, sizeof text, "%d", row ? row->round : last + first + i + 1 - driven->count);
        write_in(cairo, sheet, 0, y, text, SIZE, theme->ink_soft);
        if (row)
            write_row(cairo, sheet, theme, row, y);
    }
    for (int i = 1; i < COLUMNS; i++)
        x[i - 1] = column_x(sheet, i);
    rule(cairo, (struct label_box){sheet->left, top, sheet->width, (rows + 1) * ROW}, ROW, rows + 1,
         x, COLUMNS - 1, theme);
}

/* In two tables, so that one sheet is enough for a race. */
static void draw_turns(cairo_t *cairo, const struct ink_order_sheet *sheet,
                       const struct paper_theme *theme, double top, double bottom)
{
    struct driven *driven = memory_allocate(1, sizeof *driven);
    int rows = (int)((bottom - top) / ROW) - 1;
    driven->car = sheet->car;
    if (sheet->session)
        circuit_take_turns(sheet->session, sheet->steps, keep_row, driven);
    int first = driven->count + BLANK_ROWS - 2 * rows;
    first = first < 0 ? 0 : first > driven->count ? driven->count : first;
    struct ink_order_sheet half = *sheet;
    half.width = (sheet->width - BETWEEN) / 2;
    draw_table(cairo, &half, theme, driven, first, rows, top);
    half.left += half.width + BETWEEN;
    draw_table(cairo, &half, theme, driven, first + rows, rows, top);
    free(driven);
}

/* --- the car ---------------------------------------------------------------------------------- */

static const struct circuit_car *car_of(const struct ink_order_sheet *sheet)
{
    return sheet->session
               ? circuit_car(session_race_after(sheet->session, sheet->steps), sheet->car)
               : NULL;
}

/* Is the build known to all by now? */
static bool is_built(const struct ink_order_sheet *sheet)
{
    const struct circuit_car *car = car_of(sheet);
    return car && car->status != CIRCUIT_WAITING;
}

static void write_value(cairo_t *cairo, const struct ink_order_sheet *sheet, int attribute,
                        int points, double x, double y, struct paper_color color)
{
    struct build build = {{0}};
    char text[16];
    build.points[attribute] = points;
    int value = build_value(sheet->setup, &build, (enum attribute)attribute);
    if (attribute == ATTRIBUTE_WEAR)
        circuit_halves(value, text);
    else
        snprintf(text, sizeof text, "%d", value);
    lettering_draw_aligned(cairo, text, x, y, 0.5, SIZE, false, color);
}

/* What points give, and what this car has. Returns where it ends. */
static double draw_build(cairo_t *cairo, const struct ink_order_sheet *sheet,
                         const struct paper_theme *theme, double top)
{
    static const char *const names[] = {"START", "ACC", "DEC", "TOP", "WEAR"};
    static const char *const leads[] = {"", "0 points", "1 point", "2 points", "this car"};
    bool standard = sheet->setup->values[CIRCUIT_BUILD] == BUILD_STANDARD;
    double x[ATTRIBUTE_COUNT], wide = sheet->width / (ATTRIBUTE_COUNT + 1);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
        x[i] = sheet->left + (i + 1) * wide;
        lettering_draw_aligned(cairo, names[i], x[i] + wide / 2, top + HEAD / 2, 0.5, SIZE, true,
                               theme->ink);
        for (int points = 0; points <= CIRCUIT_BUILD_MOST; points++)
            write_value(cairo, sheet, i, points, x[i] + wide / 2, top + (points + 1.5) * HEAD,
                        theme->ink_soft);
        if (standard || is_built(sheet))
            write_value(cairo, sheet, i, standard ? 1 : car_of(sheet)->build.points[i],
                        x[i] + wide / 2, top + 4.5 * HEAD, theme->ink);
    }
    for (int i = 1; i < 5; i++)
        lettering_draw(cairo, leads[i], sheet->left + 2, top + (i + 0.5) * HEAD, SIZE, i == 4,
                       theme->ink);
    rule(cairo, (struct label_box){sheet->left, top, sheet->width, 5 * HEAD}, HEAD, 5, x,
         ATTRIBUTE_COUNT, theme);
    return top + 5 * HEAD;
}

/* Circles to strike out, one a point; too many are a line to write on. */
static double draw_dots(cairo_t *cairo, const struct ink_order_sheet *sheet,
                        const struct paper_theme *theme, const char *lead, int count, double top)
{
    const double indent = 22, step = 5.4;
    int across = (int)((sheet->width - indent) / step);
    lettering_draw(cairo, lead, sheet->left, top + LINE / 2, SIZE, true, theme->ink);
    brush_color(cairo, theme->ink);
    if (count > DOTS_MOST) {
        cairo_new_path(cairo);
        brush_add_line(cairo, (struct pixel){sheet->left + indent, top + LINE},
                       (struct pixel){sheet->left + sheet->width, top + LINE});
        brush_stroke_blunt(cairo, HAIR, 0, 0);
        return top + LINE;
    }
    for (int i = 0; i < count; i++)
        brush_circle(cairo, sheet->left + indent + (i % across + 0.5) * step,
                     top + LINE / 2 + i / across * step, 2, 0.2);
    return top + LINE + fmax((count - 1) / across, 0) * step;
}

static double draw_stock(cairo_t *cairo, const struct ink_order_sheet *sheet,
                         const struct paper_theme *theme, double top)
{
    bool standard = sheet->setup->values[CIRCUIT_BUILD] == BUILD_STANDARD;
    struct build build = {{0, 0, 0, 0, standard ? 1 : CIRCUIT_BUILD_MOST}};
    if (!standard && is_built(sheet))
        build = car_of(sheet)->build;
    int wear = build_value(sheet->setup, &build, ATTRIBUTE_WEAR) / 2;
    int chips = sheet->setup->values[CIRCUIT_BLUE_CHIPS];
    top = draw_dots(cairo, sheet, theme, "Tire wear", wear, top);
    if (chips > 0)
        top = draw_dots(cairo, sheet, theme, "Blue chips", chips, top + 1);
    return top;
}

/* --- tables and cards ------------------------------------------------------------------------- */

static void write_lines(cairo_t *cairo, const char *const (*lines)[2], int count, double x,
                        double y, double indent, const struct paper_theme *theme)
{
    for (int i = 0; i < count; i++) {
        bool head = lines[i][1] == NULL;
        lettering_draw(cairo, lines[i][0], x, y + (i + 0.5) * 4.4, 3, head, theme->ink);
        if (!head)
            lettering_draw(cairo, lines[i][1], x + indent, y + (i + 0.5) * 4.4, 3, false,
                           theme->ink);
    }
}

/* Beside each other; in a narrow column one below the other. */
static void draw_tables(cairo_t *cairo, const struct ink_order_sheet *sheet, bool narrow,
                        const struct paper_theme *theme, double top)
{
    static const char *const spin[][2] = {{"Spin: two dice", NULL},
                                          {"to 6", "spin"},
                                          {"7 to 9", "spin, 2 wear"},
                                          {"10, 11", "spin, 3 wear, miss a turn"},
                                          {"from 12", "crashed: out of the race"},
                                          {"−2", "a blue chip"},
                                          {"+1", "each 20 mph above 60 too fast"}};
    static const char *const force[][2] = {{"Forcing a pass: two dice each", NULL},
                                           {"−2", "your own blue chip"},
                                           {"+2", "passer, if two cars laid BLOCK"},
                                           {"+1", "passer, same speed or slower"},
                                           {"−1, −3", "passer, 20 or 40 faster"},
                                           {"beaten", "passer has 2 or less, or less and under 10"},
                                           {"7, 8, 9", "1, 2, 3 wear; from 10 on a spin"}};
    if (sheet->setup->values[CIRCUIT_SPINS] == SPINS_TABLE)
        write_lines(cairo, spin, 7, sheet->left, top, 14, theme);
    if (sheet->setup->values[CIRCUIT_FORCE_PASS] == CIRCUIT_ON)
        write_lines(cairo, force, 7, sheet->left + (narrow ? 0 : sheet->width * 0.46),
                    top + (narrow ? TABLES : 0), 14, theme);
}

/* To be cut out. */
static void draw_cards(cairo_t *cairo, const struct ink_order_sheet *sheet,
                       const struct paper_theme *theme, double top)
{
    static const char *const words[] = {"PASS", "BLOCK"};
    for (int i = 0; i < 2; i++) {
        double x = sheet->left + i * (CARD_WIDTH + 6);
        cairo_new_path(cairo);
        cairo_rectangle(cairo, x, top, CARD_WIDTH, CARDS);
        brush_color(cairo, theme->ink);
        brush_stroke_blunt(cairo, 0.2, 1.5, 1);
        lettering_draw_aligned(cairo, words[i], x + CARD_WIDTH / 2, top + CARDS / 2, 0.5, 8, true,
                               theme->ink);
        paper_draw_mark(cairo, sheet->pen, x + 4, top + 4, 4, theme);
    }
    bool beside = sheet->width > 2 * (CARD_WIDTH + 6) + CUT_OUT;
    lettering_draw(cairo, "Cut out the cards along the dashes.",
                   sheet->left + (beside ? 2 * (CARD_WIDTH + 6) : 0),
                   top + (beside ? CARDS / 2 : CARDS + 3), 3, false, theme->ink_soft);
}

void circuit_draw_order_sheet(cairo_t *cairo, const struct ink_order_sheet *sheet,
                              const struct paper_theme *theme)
{
    bool cards = sheet->setup->values[CIRCUIT_FORCE_PASS] == CIRCUIT_ON;
    bool lying = sheet->width > sheet->height;
    double bottom = sheet->top + sheet->height - (cards ? CARDS + 3 : 0);
    double y = draw_stock(cairo, sheet, theme, draw_build(cairo, sheet, theme, sheet->top) + 2);
    /* On a lying page tables and cards stand beside the turns. */
    struct ink_order_sheet turns = *sheet, beside = *sheet;
    if (lying) {
        turns.width *= 0.58;
        beside.left += sheet->width * 0.62;
        beside.width *= 0.38;
        bottom = sheet->top + sheet->height;
    }
    draw_turns(cairo, &turns, theme, y + 3, lying ? bottom : bottom - TABLES);
    draw_tables(cairo, &beside, lying, theme, lying ? y + 3 : bottom - TABLES + 3);
    if (cards)
        draw_cards(cairo, &beside, theme, lying ? y + 3 + 2 * TABLES : bottom + 3);
}
