/* The table to write moves into: a row a move, a group of columns a car. What has been driven is
 * filled in. More cars than a page is wide go on further pages, and so do more moves than it is
 * high; where half a page is wide enough, two blocks of rows stand beside each other.
 */
#include "paper/print_inside.h"

#include "base/memory.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double NUMBER_WIDTH = 10, CELL_LEAST = 7.7, CELL_MOST = 13, BLOCK_GAP = 6;
static const double ROW = 6, NAME_ROW = 8, LETTER_ROW = 5.5, SIZE = 3.4, NAME = 3.6, SHEET_NAME = 5;
static const double HAIR = 0.13, LINE = 0.25, FRAME = 0.4;
enum { CELLS = INK_COLUMNS, BLANK_ROWS = 12, LEAST_ROWS = 30, STRONG = 5 };

/* How the table falls on pages: parts of as many cars as fit, each over as many pages as it needs.
 */
struct grid {
    int cars, parts, cars_a_part;
    int blocks; /* beside each other */
    int rows;   /* of a block */
    int part_pages;
    double cell; /* width */
    double top;
};

/* What has been driven: rows of all cars, and which of them is the n-th of a car. */
struct driven {
    struct ink_rows rows;
    int *index; /* [car - 1][move], -1: none */
    int moves;  /* of whoever has most, the start counts as one */
};

static int count_cars(const struct print_layout *layout)
{
    const struct print_subject *subject = layout->subject;
    const struct setup *setup = &layout->setup;
    if (subject->session)
        return setup->game->car_count(session_race_after(subject->session, subject->steps));
    return setup->players;
}

static void fill_driven(const struct print_layout *layout, int cars, struct driven *driven)
{
    const struct print_subject *subject = layout->subject;
    *driven = (struct driven){0};
    if (subject->session)
        ink_of(layout->course.game)->table->fill(subject->session, subject->steps, &driven->rows);
    for (int i = 0; i < driven->rows.count; i++)
        if (driven->rows.items[i].move >= driven->moves)
            driven->moves = driven->rows.items[i].move + 1;
    size_t size = (size_t)cars * (size_t)driven->moves;
    driven->index = memory_allocate(size + 1, sizeof *driven->index);
    for (size_t i = 0; i < size; i++)
        driven->index[i] = -1;
    for (int i = 0; i < driven->rows.count; i++) {
        const struct ink_row *row = &driven->rows.items[i];
        driven->index[(row->car - 1) * driven->moves + row->move] = i;
    }
}

static void free_driven(struct driven *driven)
{
    free(driven->rows.items);
    free(driven->index);
}

static struct grid plan_grid(const struct print_layout *layout, int moves)
{
    struct grid grid = {.cars = count_cars(layout)};
    double width = layout->plan.page_width - 2 * PRINT_MARGIN;
    int most = (int)((width - NUMBER_WIDTH) / (CELLS * CELL_LEAST) + 1e-6);
    grid.parts = (grid.cars + most - 1) / most;
    grid.cars_a_part = (grid.cars + grid.parts - 1) / grid.parts;
    double least = NUMBER_WIDTH + grid.cars_a_part * CELLS * CELL_LEAST;
    grid.blocks = (int)((width + BLOCK_GAP) / (least + BLOCK_GAP) + 1e-6);
    double block = (width - (grid.blocks - 1) * BLOCK_GAP) / grid.blocks;
    grid.cell = fmin((block - NUMBER_WIDTH) / (grid.cars_a_part * CELLS), CELL_MOST);
    grid.top = PRINT_MARGIN + PRINT_TITLE_ROW + 3;
    double room = layout->plan.page_height - PRINT_MARGIN - PRINT_FOOT - 3 - grid.top;
    grid.rows = (int)((room - NAME_ROW - LETTER_ROW) / ROW);
    int rows = moves > 0 ? moves + BLANK_ROWS : LEAST_ROWS;
    grid.part_pages = (rows + grid.rows * grid.blocks - 1) / (grid.rows * grid.blocks);
    return grid;
}

int print_count_table_pages(const struct print_layout *layout)
{
    const struct ink *ink = ink_of(layout->course.game);
    if (ink->draw_order_sheet)
        return count_cars(layout);
    if (!ink->table)
        return 0;
    struct driven driven;
    fill_driven(layout, count_cars(layout), &driven);
    struct grid grid = plan_grid(layout, driven.moves);
    free_driven(&driven);
    return grid.parts * grid.part_pages;
}

/* --- a block of rows -------------------------------------------------------------------------- */

struct block {
    cairo_t *cairo;
    const struct print_layout *layout;
    const struct grid *grid;
    const struct driven *driven;
    double x, y;
    int first_car, cars; /* from 0 */
    int first_row;
};

static double group_x(const struct block *block, int group)
{
    return block->x + NUMBER_WIDTH + group * CELLS * block->grid->cell;
}

static double block_right(const struct block *block)
{
    return group_x(block, block->cars);
}

static void write_centred(const struct block *block, const char *text, double x, double y,
                          double size, bool bold, struct paper_color color)
{
    lettering_draw_aligned(block->cairo, text, x, y, 0.5, size, bold, color);
}

/* A player's mark and name, or room for a name beside the mark. */
static void write_name(const struct block *block, int group)
{
    const struct print_layout *layout = block->layout;
    const struct session *session = layout->subject->session;
    int car = block->first_car + group + 1;
    double x = group_x(block, group) + 1.5, y = block->y + NAME_ROW / 2;
    double width = CELLS * block->grid->cell - 3;
    char shown[CAPTION_BYTES];
    if (!session) {
        paper_draw_mark(block->cairo, car, x + NAME * 0.5, y, NAME * 0.95, &layout->theme);
        return;
    }
    const struct race *race = session_race_after(session, layout->subject->steps);
    const struct player *player = session_player(session, layout->setup.game->player_of(race, car));
    int which = paper_car_of_player(session, race, car);
    struct text name = {0};
    if (which > 0)
        text_append_format(&name, "%d · ", which);
    text_append(&name, player->name);
    paper_draw_mark(block->cairo, player->pen, x + NAME * 0.5, y, NAME * 0.95, &layout->theme);
    caption_fit(block->cairo, text_string(&name), NAME, true, width - NAME * 1.5, shown);
    lettering_draw(block->cairo, shown, x + NAME * 1.5, y, NAME, true, layout->theme.ink);
    text_free(&name);
}

static void write_heads(const struct block *block)
{
    const char *const *letters = ink_of(block->layout->course.game)->table->letters;
    struct paper_color soft = block->layout->theme.ink_soft;
    double y = block->y + NAME_ROW + LETTER_ROW / 2;
    write_centred(block, "Move", block->x + NUMBER_WIDTH / 2, y, 2.9, false, soft);
    for (int group = 0; group < block->cars; group++) {
        write_name(block, group);
        for (int i = 0; i < CELLS; i++)
            write_centred(block, letters[i], group_x(block, group) + (i + 0.5) * block->grid->cell,
                          y, SIZE, false, soft);
    }
}

/* A number as it is written by hand, with a proper minus. */
static void write_number(const struct block *block, int number, double x, double y)
{
    char text[24];
    snprintf(text, sizeof text, "%s%d", number < 0 ? "−" : "", abs(number));
    double width = lettering_width(block->cairo, text, SIZE, false);
    double size = fmin(SIZE, SIZE * (block->grid->cell - 0.6) / width);
    write_centred(block, text, x, y, size, false, block->layout->theme.ink);
}

static void write_rows(const struct block *block)
{
    char number[12];
    for (int i = 0; i < block->grid->rows; i++) {
        int move = block->first_row + i;
        double y = block->y + NAME_ROW + LETTER_ROW + (i + 0.5) * ROW;
        snprintf(number, sizeof number, "%d", move);
        write_centred(block, move > 0 ? number : "start", block->x + NUMBER_WIDTH / 2, y,
                      move > 0 ? SIZE : 2.9, false, block->layout->theme.ink_soft);
        for (int group = 0; group < block->cars && move < block->driven->moves; group++) {
            int index =
                block->driven->index[(block->first_car + group) * block->driven->moves + move];
            for (int k = 0; k < CELLS && index >= 0; k++)
                write_number(block, block->driven->rows.items[index].numbers[k],
                             group_x(block, group) + (k + 0.5) * block->grid->cell, y);
        }
    }
}

static void rule(const struct block *block, double x1, double y1, double x2, double y2,
                 double width)
{
    const struct paper_theme *theme = &block->layout->theme;
    brush_color(block->cairo, width < FRAME ? theme->ink_soft : theme->ink);
    brush_add_line(block->cairo, (struct pixel){x1, y1}, (struct pixel){x2, y2});
    brush_stroke_blunt(block->cairo, width, 0, 0);
}

static void draw_rules(const struct block *block)
{
    double top = block->y + NAME_ROW, body = top + LETTER_ROW, right = block_right(block);
    double bottom = body + block->grid->rows * ROW;
    for (int i = 1; i < block->grid->rows; i++) {
        bool strong = (block->first_row + i) % STRONG == 1;
        rule(block, block->x, body + i * ROW, right, body + i * ROW, strong ? LINE : HAIR);
    }
    for (int group = 0; group < block->cars; group++) {
        double x = group_x(block, group);
        for (int i = 1; i < CELLS; i++)
            rule(block, x + i * block->grid->cell, top, x + i * block->grid->cell, bottom,
                 i == CELLS / 2 ? LINE : HAIR);
        rule(block, x, block->y, x, bottom, FRAME);
    }
    rule(block, block->x, body, right, body, FRAME);
    rule(block, group_x(block, 0), top, right, top, HAIR);
    brush_color(block->cairo, block->layout->theme.ink);
    cairo_rectangle(block->cairo, block->x, block->y, right - block->x, bottom - block->y);
    cairo_set_line_width(block->cairo, FRAME);
    cairo_stroke(block->cairo);
}

static int page_of_table(const struct print_layout *layout, int index)
{
    return layout->across.pages * layout->down.pages + layout->words_pages + index;
}

/* Whose sheet it is; who has no name yet writes it. Returns where it ends. */
static double draw_name(cairo_t *cairo, const struct print_layout *layout,
                        const struct ink_order_sheet *sheet, const char *name)
{
    const struct paper_theme *theme = &layout->theme;
    const double middle = sheet->top + SHEET_NAME / 2, left = sheet->left + SHEET_NAME * 1.5;
    char shown[CAPTION_BYTES];
    paper_draw_mark(cairo, sheet->pen, sheet->left + SHEET_NAME / 2, middle, SHEET_NAME * 0.95,
                    theme);
    caption_fit(cairo, name, SHEET_NAME, true, sheet->width - SHEET_NAME * 2, shown);
    lettering_draw(cairo, shown, left, middle, SHEET_NAME, true, theme->ink);
    if (!name[0])
        rule(&(struct block){.cairo = cairo, .layout = layout}, left, sheet->top + SHEET_NAME,
             left + sheet->width / 3, sheet->top + SHEET_NAME, HAIR);
    return sheet->top + SHEET_NAME + 3;
}

/* In place of a table: the page of one driver. */
static void draw_order_sheet(cairo_t *cairo, const struct print_layout *layout, int index)
{
    const struct print_subject *subject = layout->subject;
    struct ink_order_sheet sheet = {
        .left = PRINT_MARGIN,
        .top = PRINT_MARGIN + PRINT_TITLE_ROW + 3,
        .width = layout->plan.page_width - 2 * PRINT_MARGIN,
        .setup = &layout->setup,
        .session = subject->session,
        .steps = subject->steps,
        .car = index + 1,
        .pen = index + 1,
    };
    const struct ink *ink = ink_of(layout->course.game);
    const double bottom = layout->plan.page_height - PRINT_MARGIN - PRINT_FOOT - 3;
    const char *name = "";
    if (subject->session) {
        const struct race *race = session_race_after(subject->session, subject->steps);
        const struct player *player =
            session_player(subject->session, layout->setup.game->player_of(race, sheet.car));
        sheet.pen = player->pen;
        name = player->name;
    }
    print_draw_page_title(cairo, layout, ink->order_sheet_title, page_of_table(layout, index));
    sheet.top = draw_name(cairo, layout, &sheet, name);
    sheet.height = bottom - sheet.top;
    ink->draw_order_sheet(cairo, &sheet, &layout->theme);
    print_draw_foot(cairo, layout, "", "");
}

void print_draw_table(cairo_t *cairo, const struct print_layout *layout, int index)
{
    if (ink_of(layout->course.game)->draw_order_sheet) {
        draw_order_sheet(cairo, layout, index);
        return;
    }
    struct driven driven;
    fill_driven(layout, count_cars(layout), &driven);
    struct grid grid = plan_grid(layout, driven.moves);
    int part = index / grid.part_pages, page = index % grid.part_pages;
    print_draw_page_title(cairo, layout, "moves", page_of_table(layout, index));
    struct block block = {cairo, layout, &grid, &driven, .y = grid.top};
    block.first_car = part * grid.cars_a_part;
    block.cars = grid.cars - block.first_car;
    block.cars = block.cars > grid.cars_a_part ? grid.cars_a_part : block.cars;
    double width = layout->plan.page_width - 2 * PRINT_MARGIN;
    for (int i = 0; i < grid.blocks; i++) {
        block.x = PRINT_MARGIN + i * (width + BLOCK_GAP) / grid.blocks;
        block.first_row = (page * grid.blocks + i) * grid.rows;
        write_heads(&block);
        write_rows(&block);
        draw_rules(&block);
    }
    const struct ink_table *table = ink_of(layout->course.game)->table;
    print_draw_foot(cairo, layout, table->notes[0], table->notes[1]);
    free_driven(&driven);
}
