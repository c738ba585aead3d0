/* The rules in short, for people with a pencil: how the players stand, and then what the game says
 * of its rules in force. Set in columns of equal height, each item whole.
 */

#include "paper/print.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/paper.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* For type of full size; it is set smaller if that saves a page. */
static const double SIZE = 3.9, LINE = 5.3, HEADING = 4.6, HEADING_ROW = 7, HEADING_GAP = 2.4,
                    GAP = 1.6;
static const double SCALES[] = {1, 0.93, 0.86};
static const double COLUMN_GAP = 8, COLUMN_LEAST = 80;
enum { ITEM_LIMIT = 160 };

enum item_kind { ITEM_HEADING, ITEM_RULE, ITEM_FIGURE };

struct item {
    enum item_kind kind;
    int pen;    /* a mark in front, 0: none */
    char *lead; /* bold */
    char *text;
};

struct print_words {
    struct item list[ITEM_LIMIT];
    double heights[ITEM_LIMIT]; /* at the scale that was measured last */
    int count;
};

/* --- what there is to say --------------------------------------------------------------------- */

static void add_item(struct print_words *words, enum item_kind kind, const char *lead,
                     const char *text)
{
    if (words->count == ITEM_LIMIT)
        return;
    words->list[words->count++] =
        (struct item){kind, 0, memory_copy_string(lead), memory_copy_string(text)};
}

void words_head(struct print_words *words, const char *title)
{
    add_item(words, ITEM_HEADING, title, "");
}

void words_say(struct print_words *words, const char *lead, const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_item(words, ITEM_RULE, lead, text);
}

void words_show_figure(struct print_words *words)
{
    add_item(words, ITEM_FIGURE, "", "");
}

static void free_words(struct print_words *words)
{
    for (int i = 0; i < words->count; i++) {
        free(words->list[i].lead);
        free(words->list[i].text);
    }
    free(words);
}

/* --- how the players stand -------------------------------------------------------------------- */

/* Whoever goes on with the race by pencil begins here. */
static void add_players(struct print_words *words, const struct print_layout *layout)
{
    const struct session *session = layout->subject->session;
    struct tally tallies[CAR_LIMIT];
    if (!session)
        return;
    const struct race *race = session_race_after(session, layout->subject->steps);
    int count = tally_race_after(session, layout->subject->steps, tallies);
    int next = race_next_car(race);
    add_item(words, ITEM_HEADING, layout->subject->steps > 0 ? "So far" : "Players", "");
    for (int i = 0; i < count && words->count < ITEM_LIMIT; i++) {
        char name[CAPTION_BYTES];
        struct text text = {0}, lead = {0};
        struct standing standing;
        int which = paper_car_of_player(session, race, tallies[i].car);
        caption_print_car(session, &tallies[i], name, sizeof name);
        if (which > 0)
            text_append_format(&lead, "%d · ", which);
        text_append(&lead, name);
        race_tell_standing(race, tallies[i].car, &standing);
        text_append(&text, standing.words);
        if (standing.by_points)
            text_append_format(&text, ", points %d", standing.points);
        if (tallies[i].car == next)
            text_append(&text, "; is to move");
        add_item(words, ITEM_RULE, text_string(&lead), text_string(&text));
        words->list[words->count - 1].pen = session_player(session, tallies[i].player)->pen;
        text_free(&text);
        text_free(&lead);
    }
}

static struct print_words *collect_words(const struct print_layout *layout)
{
    struct print_words *words = memory_allocate(1, sizeof *words);
    if (layout->note_lines == 0 && course_note(layout->course)[0])
        words_say(words, "", "%s", course_note(layout->course));
    add_players(words, layout);
    ink_of(layout->course.game)->explain(words, &layout->setup, !layout->options->no_table);
    return words;
}

/* --- setting in columns ----------------------------------------------------------------------- */

/* Where the next item goes. */
struct print_flow {
    cairo_t *cairo;
    const struct print_layout *layout;
    double left, top, width; /* of a column */
    double height;           /* of all columns */
    double scale;            /* of type and lines */
    int columns;
    int column; /* counted over all pages */
    double y;
    int page; /* the one that is drawn, -1: none is */
};

static void set_words(struct caption *caption, const char *text, double size, bool bold)
{
    char word[CAPTION_BYTES];
    while (*text) {
        size_t length = strcspn(text, " \n\t\r");
        if (length >= sizeof word)
            length = sizeof word - 1;
        snprintf(word, length + 1, "%s", text);
        if (length > 0)
            caption_put(caption, 0, word, size, bold, INFINITY);
        text += length;
        text += strspn(text, " \n\t\r");
    }
}

/* Returns its height. */
static double set_item(const struct print_flow *flow, const struct item *item, bool drawn)
{
    const struct print_layout *layout = flow->layout;
    double scale = flow->scale,
           left = flow->left + flow->column % flow->columns * (flow->width + COLUMN_GAP),
           top = flow->top + flow->y;
    double begin = top + LINE * scale / 2, mark = item->pen ? SIZE * scale * 1.5 : 0;
    struct caption caption = {.cairo = flow->cairo,
                              .left = left,
                              .right = left + flow->width,
                              .x = left + mark,
                              .y = begin,
                              .line_height = LINE * scale,
                              .gap = 0.27,
                              .drawn = drawn,
                              .theme = &layout->theme};
    if (item->kind == ITEM_FIGURE) {
        if (drawn) {
            cairo_save(flow->cairo);
            cairo_translate(flow->cairo, left, top);
            ink_of(layout->course.game)
                ->draw_figure(flow->cairo, &layout->setup, flow->width, &layout->theme);
            cairo_restore(flow->cairo);
        }
        return PRINT_FIGURE_HEIGHT;
    }
    if (item->kind == ITEM_HEADING) {
        if (drawn)
            lettering_draw(flow->cairo, item->lead, left, top + HEADING_ROW * scale / 2 + 0.6,
                           HEADING * scale, true, layout->theme.ink);
        return HEADING_ROW * scale + 0.8;
    }
    if (item->pen && drawn)
        paper_draw_mark(flow->cairo, item->pen, left + SIZE * scale * 0.55, begin,
                        SIZE * scale * 0.95, &layout->theme);
    set_words(&caption, item->lead, SIZE * scale, true);
    set_words(&caption, item->text, SIZE * scale, false);
    return caption.y - top + (LINE / 2 + GAP) * scale;
}

/* Measuring words is what costs time, so it is done once a scale. Returns the height of all. */
static double measure_items(const struct print_flow *flow, struct print_words *words)
{
    double sum = 0;
    for (int i = 0; i < words->count; i++)
        sum += words->heights[i] = set_item(flow, &words->list[i], false);
    return sum;
}

/* Sets all items; returns how many columns that took. */
static int set_items(struct print_flow *flow, const struct print_words *words)
{
    flow->column = 0;
    flow->y = 0;
    for (int i = 0; i < words->count; i++) {
        bool heading = words->list[i].kind == ITEM_HEADING;
        double before = heading && flow->y > 0 ? HEADING_GAP : 0;
        double with = before + words->heights[i]; /* a heading stays with what it is about */
        if (heading && i + 1 < words->count)
            with += words->heights[i + 1];
        if (flow->y > 0 && flow->y + with > flow->height + GAP) {
            flow->column++;
            flow->y = before = 0;
        }
        flow->y += before;
        if (flow->column / flow->columns == flow->page)
            set_item(flow, &words->list[i], true);
        flow->y += words->heights[i];
    }
    return flow->column + 1;
}

/* As few pages as there need be, and on a single one columns of the same height. */
static struct print_flow begin_flow(cairo_t *cairo, const struct print_layout *layout,
                                    struct print_words *words, int *pages)
{
    const double most =
        layout->plan.page_height - 2 * PRINT_MARGIN - PRINT_TITLE_ROW - 3 - PRINT_FOOT - 3;
    double room = layout->plan.page_width - 2 * PRINT_MARGIN;
    struct print_flow flow = {.cairo = cairo, .layout = layout, .left = PRINT_MARGIN, .page = -1};
    flow.columns = (int)((room + COLUMN_GAP) / (COLUMN_LEAST + COLUMN_GAP));
    flow.width = (room - (flow.columns - 1) * COLUMN_GAP) / flow.columns;
    flow.top = PRINT_MARGIN + PRINT_TITLE_ROW + 3;
    flow.height = most;
    double sum = 0;
    *pages = 2;
    for (size_t i = 0; i<sizeof SCALES / sizeof *SCALES && * pages> 1; i++) {
        flow.scale = SCALES[i];
        sum = measure_items(&flow, words);
        *pages = (set_items(&flow, words) + flow.columns - 1) / flow.columns;
    }
    if (*pages > 1) {
        flow.scale = 1;
        measure_items(&flow, words);
        *pages = (set_items(&flow, words) + flow.columns - 1) / flow.columns;
        return flow;
    }
    for (flow.height = sum / flow.columns; flow.height < most; flow.height += 1)
        if (set_items(&flow, words) <= flow.columns)
            break;
    return flow;
}

static int print_count_words_pages(cairo_t *cairo, const struct print_layout *layout)
{
    int pages;
    struct print_words *words = collect_words(layout);
    begin_flow(cairo, layout, words, &pages);
    free_words(words);
    return pages;
}

/* === table ==================================================================================== */

/* The table to write moves into: a row a move, a group of columns a car. What has been driven is
 * filled in. More cars than a page is wide go on further pages, and so do more moves than it is
 * high; where half a page is wide enough, two blocks of rows stand beside each other.
 */

static const double NUMBER_WIDTH = 10, CELL_LEAST = 7.7, CELL_MOST = 13, BLOCK_GAP = 6;
static const double ROW = 6, VECTOR_ROW = 10.5, NAME_ROW = 8, LETTER_ROW = 5.5, CELL_SIZE = 3.4,
                    NAME = 3.6, SHEET_NAME = 5;
static const double HAIR = 0.13, CELL_LINE = 0.25, FRAME = 0.4;
enum {
    CELLS = INK_COLUMNS,
    VECTOR = CELLS - 2 /* the first of its cells */,
    BLANK_ROWS = 12,
    LEAST_ROWS = 30,
    STRONG = 5
};

/* How the table falls on pages: parts of as many cars as fit, each over as many pages as it needs.
 */
struct print_grid {
    int cars, parts, cars_a_part;
    int blocks; /* beside each other */
    int rows;   /* of a block */
    int part_pages;
    double cell; /* width */
    double row;  /* height */
    double top;
};

/* What has been driven: rows of all cars, and which of them is the n-th of a car. */
struct print_driven {
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

static void fill_driven(const struct print_layout *layout, int cars, struct print_driven *driven)
{
    const struct print_subject *subject = layout->subject;
    *driven = (struct print_driven){0};
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

static void free_driven(struct print_driven *driven)
{
    free(driven->rows.items);
    free(driven->index);
}

static struct print_grid plan_grid(const struct print_layout *layout, int moves)
{
    struct print_grid grid = {.cars = count_cars(layout),
                              .row = lettering_columns() ? VECTOR_ROW : ROW};
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
    grid.rows = (int)((room - NAME_ROW - LETTER_ROW) / grid.row);
    int rows = moves > 0 ? moves + BLANK_ROWS : LEAST_ROWS;
    grid.part_pages = (rows + grid.rows * grid.blocks - 1) / (grid.rows * grid.blocks);
    return grid;
}

static int print_count_table_pages(const struct print_layout *layout)
{
    const struct ink *ink = ink_of(layout->course.game);
    if (ink->draw_order_sheet)
        return count_cars(layout);
    if (!ink->table)
        return 0;
    struct print_driven driven;
    fill_driven(layout, count_cars(layout), &driven);
    struct print_grid grid = plan_grid(layout, driven.moves);
    free_driven(&driven);
    return grid.parts * grid.part_pages;
}

/* --- a block of rows -------------------------------------------------------------------------- */

struct print_block {
    cairo_t *cairo;
    const struct print_layout *layout;
    const struct print_grid *grid;
    const struct print_driven *driven;
    double x, y;
    int first_car, cars; /* from 0 */
    int first_row;
};

static double group_x(const struct print_block *block, int group)
{
    return block->x + NUMBER_WIDTH + group * CELLS * block->grid->cell;
}

static void write_centred(const struct print_block *block, const char *text, double x, double y,
                          double size, struct paper_color color)
{
    lettering_draw_aligned(block->cairo, text, x, y, 0.5, size, false, color);
}

/* A player's mark and name, or room for a name beside the mark. */
static void write_name(const struct print_block *block, int group)
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

static void write_heads(const struct print_block *block)
{
    const char *const *letters = ink_of(block->layout->course.game)->table->letters;
    struct paper_color soft = block->layout->theme.ink_soft;
    double y = block->y + NAME_ROW + LETTER_ROW / 2;
    write_centred(block, "Move", block->x + NUMBER_WIDTH / 2, y, 2.9, soft);
    for (int group = 0; group < block->cars; group++) {
        write_name(block, group);
        bool vectors = lettering_columns();
        for (int i = 0; i < (vectors ? VECTOR : CELLS); i++)
            write_centred(block, letters[i], group_x(block, group) + (i + 0.5) * block->grid->cell,
                          y, CELL_SIZE, soft);
        if (vectors)
            write_centred(block, "vector", group_x(block, group) + CELLS * block->grid->cell * 0.75,
                          y, 2.9, soft);
    }
}

/* A number as it is written by hand, with a proper minus. */
static void write_number(const struct print_block *block, int number, double x, double y)
{
    char text[24];
    snprintf(text, sizeof text, "%s%d", number < 0 ? "−" : "", abs(number));
    double width = lettering_width(block->cairo, text, CELL_SIZE, false);
    double size = fmin(CELL_SIZE, CELL_SIZE * (block->grid->cell - 0.6) / width);
    write_centred(block, text, x, y, size, block->layout->theme.ink);
}

/* The numbers of a move, or room to write them. A start has no vector. */
static void write_move(const struct print_block *block, int car, int move, double x, double y)
{
    bool vectors = lettering_columns();
    double cell = block->grid->cell;
    int index =
        move < block->driven->moves ? block->driven->index[car * block->driven->moves + move] : -1;
    if (vectors && move > 0)
        lettering_draw_brackets(block->cairo, x + (VECTOR + 1) * cell, y, 2 * fmin(cell, 6.5) - 1.6,
                                VECTOR_ROW - 1.8, CELL_LINE, block->layout->theme.ink);
    for (int k = 0; k < (vectors && move == 0 ? VECTOR : CELLS) && index >= 0; k++) {
        int number = block->driven->rows.items[index].numbers[k];
        if (vectors && k >= VECTOR)
            write_number(block, number, x + (VECTOR + 1) * cell,
                         y + (k == VECTOR ? -1 : 1) * VECTOR_ROW * 0.2);
        else
            write_number(block, number, x + (k + 0.5) * cell, y);
    }
}

static void write_rows(const struct print_block *block)
{
    char number[12];
    for (int i = 0; i < block->grid->rows; i++) {
        int move = block->first_row + i;
        double y = block->y + NAME_ROW + LETTER_ROW + (i + 0.5) * block->grid->row;
        snprintf(number, sizeof number, "%d", move);
        write_centred(block, move > 0 ? number : "start", block->x + NUMBER_WIDTH / 2, y,
                      move > 0 ? CELL_SIZE : 2.9, block->layout->theme.ink_soft);
        for (int group = 0; group < block->cars; group++)
            write_move(block, block->first_car + group, move, group_x(block, group), y);
    }
}

static void rule_line(const struct print_block *block, double x1, double y1, double x2, double y2,
                      double width)
{
    const struct paper_theme *theme = &block->layout->theme;
    brush_color(block->cairo, width < FRAME ? theme->ink_soft : theme->ink);
    brush_add_line(block->cairo, (struct pixel){x1, y1}, (struct pixel){x2, y2});
    brush_stroke_blunt(block->cairo, width, 0, 0);
}

static void draw_rules(const struct print_block *block)
{
    double top = block->y + NAME_ROW, body = top + LETTER_ROW, right = group_x(block, block->cars);
    double bottom = body + block->grid->rows * block->grid->row;
    bool vectors = lettering_columns();
    for (int i = 1; i < block->grid->rows; i++) {
        bool strong = (block->first_row + i) % STRONG == 1;
        double y = body + i * block->grid->row;
        rule_line(block, block->x, y, right, y, strong ? CELL_LINE : HAIR);
    }
    for (int group = 0; group < block->cars; group++) {
        double x = group_x(block, group);
        for (int i = 1; i < (vectors ? VECTOR + 1 : CELLS); i++)
            rule_line(block, x + i * block->grid->cell, top, x + i * block->grid->cell, bottom,
                      i == CELLS / 2 ? CELL_LINE : HAIR);
        rule_line(block, x, block->y, x, bottom, FRAME);
    }
    rule_line(block, block->x, body, right, body, FRAME);
    rule_line(block, group_x(block, 0), top, right, top, HAIR);
    brush_color(block->cairo, block->layout->theme.ink);
    cairo_rectangle(block->cairo, block->x, block->y, right - block->x, bottom - block->y);
    cairo_set_line_width(block->cairo, FRAME);
    cairo_stroke(block->cairo);
}

static int page_of_table(const struct print_layout *layout, int index)
{
    return layout->across.pages * layout->down.pages + layout->words_pages + index;
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
    /* Whose sheet it is; who has no name yet writes it. */
    const struct paper_theme *theme = &layout->theme;
    const double middle = sheet.top + SHEET_NAME / 2, left = sheet.left + SHEET_NAME * 1.5;
    char shown[CAPTION_BYTES];
    paper_draw_mark(cairo, sheet.pen, sheet.left + SHEET_NAME / 2, middle, SHEET_NAME * 0.95,
                    theme);
    caption_fit(cairo, name, SHEET_NAME, true, sheet.width - SHEET_NAME * 2, shown);
    lettering_draw(cairo, shown, left, middle, SHEET_NAME, true, theme->ink);
    if (!name[0])
        rule_line(&(struct print_block){.cairo = cairo, .layout = layout}, left,
                  sheet.top + SHEET_NAME, left + sheet.width / 3, sheet.top + SHEET_NAME, HAIR);
    sheet.top += SHEET_NAME + 3;
    sheet.height = bottom - sheet.top;
    ink->draw_order_sheet(cairo, &sheet, &layout->theme);
    print_draw_foot(cairo, layout, "", "");
}

static void print_draw_table(cairo_t *cairo, const struct print_layout *layout, int index)
{
    if (ink_of(layout->course.game)->draw_order_sheet) {
        draw_order_sheet(cairo, layout, index);
        return;
    }
    struct print_driven driven;
    fill_driven(layout, count_cars(layout), &driven);
    struct print_grid grid = plan_grid(layout, driven.moves);
    int part = index / grid.part_pages, page = index % grid.part_pages;
    print_draw_page_title(cairo, layout, "moves", page_of_table(layout, index));
    struct print_block block = {cairo, layout, &grid, &driven, .y = grid.top};
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
    print_draw_foot(cairo, layout, table->notes[0],
                    lettering_columns() ? "Vector: → above ↑; left and down have a minus."
                                        : table->notes[1]);
    free_driven(&driven);
}

/* === print ==================================================================================== */

/* Documents: how a sheet falls on pages, and the pages one after the other, as a file or one of
 * them as a picture. What a picture shows is recorded first and then shrunk, so it is drawn as it
 * is for a file.
 *
 * A page shows whole squares; beyond them a strip of the next page's squares, on which that page is
 * glued. The sheet's own edges show half a square of paper more. Both ways of holding the paper are
 * tried, and the one with fewer pages wins.
 */

const char *const print_paper_names[PRINT_PAPER_COUNT] = {"A4", "A3", "letter"};
const double print_paper_sizes[PRINT_PAPER_COUNT][2] = {{210, 297}, {297, 420}, {215.9, 279.4}};

const struct print_options print_usual = {.paper = PRINT_A4, .square = 0};

/* Beside a page's part of the sheet: numbers, and on pages that are cut the marks for it. */
struct strips {
    double left, top, right, bottom;
};
static const struct strips plain = {7, 1, 1, 5}, marked = {11, 4.5, 4.5, 9};
static const double GLUE = 8;        /* a strip is at least so wide */
static const double LINE_ROOM = 0.5; /* squares between a seam and the start line */
enum { USUAL_PLAYERS = 4 };

bool print_read_paper(void *paper, const char *name, struct error *error)
{
    for (int i = 0; i < PRINT_PAPER_COUNT; i++)
        if (strcasecmp(name, print_paper_names[i]) == 0) {
            *(enum print_paper *)paper = (enum print_paper)i;
            return true;
        }
    return error_set(error, "--paper %s: it may be A4, A3 or letter", name);
}

struct setup print_usual_setup(struct course course)
{
    struct setup setup = setup_for_course(course);
    setup.players = USUAL_PLAYERS;
    return setup;
}

/* Type is as wide on the screen as on paper. */
static void prepare(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
}

/* For measuring, without a surface that can be seen. */
cairo_t *print_begin_measuring(void)
{
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    prepare(cairo);
    return cairo;
}

/* --- one way of holding the paper ------------------------------------------------------------- */

/* As many pages as `room` millimetres need, or one with what fits if `squares` is 0. */
static struct print_cut cut_length(int squares, double square, double room)
{
    const double slack = 1e-6;
    int whole = (int)floor(room / square - 1 + slack);
    if (squares == 0)
        squares = whole > 1 ? whole : 1;
    if (squares <= whole)
        return (struct print_cut){squares, 1, squares, squares, squares, 0};
    int overlap = (int)ceil(GLUE / square - slack);
    int most = (int)floor(room / square - overlap - 0.5 + slack);
    int last = (int)floor(room / square - 0.5 + slack);
    most = most < 1 ? 1 : most;
    int pages = 1 + (squares - last + most - 1) / most;
    pages = pages < 2 ? 2 : pages;
    int step = (squares + pages - 1) / pages;
    step = step > most ? most : step;
    int round = (step + 4) / 5 * 5; /* cuts along strong lines, which are numbered */
    if (round <= most && (pages - 1) * round < squares)
        step = round;
    return (struct print_cut){squares, pages, step, step, most, overlap};
}

/* Would pages that begin with `first` squares meet within a line from `low` to `high`, or glue
 * their strip onto it? */
static bool meets_line(const struct print_cut *cut, int first, double low, double high)
{
    for (int i = 0; i < cut->pages - 1; i++) {
        double seam = first + i * cut->step;
        if (seam + cut->overlap > low - LINE_ROOM && seam < high + LINE_ROOM)
            return true;
    }
    return false;
}

static bool meets_lines(const struct print_cut *cut, int first, double lines[2][2], int count)
{
    bool meets = false;
    for (int i = 0; i < count; i++)
        meets |= meets_line(cut, first, lines[i][0], lines[i][1]);
    return meets;
}

/* Moves the seams off the start and finish lines (from, to: squares along the cut length): by as
 * little as possible, and by fives if that does. They stay where nothing helps. */
static void spare_lines(struct print_cut *cut, double lines[2][2], int count)
{
    if (cut->pages < 2 || !meets_lines(cut, cut->first, lines, count))
        return;
    for (int unit = 5; unit > 0; unit -= 4)
        for (int by = unit; by <= cut->squares; by += unit)
            for (int side = -1; side <= 1; side += 2) {
                int first = cut->first + side * by;
                int last = cut->squares - first - (cut->pages - 2) * cut->step;
                if (first < 1 || first > cut->most || last < 1 || last > cut->most ||
                    meets_lines(cut, first, lines, count))
                    continue;
                cut->first = first;
                return;
            }
}

static void hold_sheet(struct print_layout *layout, bool lying)
{
    const double *paper = print_paper_sizes[layout->options->paper];
    double size[2] = {paper[0], paper[1]};
    if (layout->half) {
        size[0] = paper[1] / 2;
        size[1] = paper[0];
    }
    layout->plan.lying = lying;
    layout->plan.page_width = size[lying ? 1 : 0];
    layout->plan.page_height = size[lying ? 0 : 1];
}

/* What the heading of a sheet on one page may hold, the fullest first. */
static const struct {
    int note_lines, legend_lines;
} heads[] = {{3, 3}, {0, 3}, {0, 1}};
enum { HEADS = sizeof heads / sizeof *heads };

static void measure_head(struct print_layout *layout, cairo_t *cairo, int head, bool tiled)
{
    layout->tiled = tiled;
    layout->note_lines = heads[head].note_lines;
    layout->legend_lines = heads[head].legend_lines;
    layout->head = print_set_head(cairo, layout, "", false);
}

/* The room for a part of the sheet with these strips beside it. */
static void find_room(const struct print_layout *layout, const struct strips *strips, double *width,
                      double *height)
{
    *width = layout->plan.page_width - 2 * PRINT_MARGIN - strips->left - strips->right;
    *height = layout->plan.page_height - 2 * PRINT_MARGIN - layout->head - PRINT_FOOT -
              strips->top - strips->bottom;
}

static void cut_sheet(struct print_layout *layout, const struct strips *strips, int columns,
                      int rows)
{
    double width, height;
    find_room(layout, strips, &width, &height);
    layout->across = cut_length(columns, layout->square, width);
    layout->down = cut_length(rows, layout->square, height);
    /* Rows are numbered from below: where all steps are fives, the first page is made shorter so
     * that its cut lies on a numbered line, too, if the last one then still has room for the rest.
     */
    struct print_cut *cut = &layout->down;
    int shorter = cut->squares % 5 == 0 ? 0 : 5 - cut->squares % 5;
    int last = cut->squares - cut->first - (cut->pages - 2) * cut->step;
    if (cut->pages > 1 && cut->step % 5 == 0 && cut->first > shorter && last + shorter <= cut->step)
        cut->first -= shorter;
    double boxes[2][4], across[2][2], down[2][2];
    const struct ink *ink = layout->course.body ? ink_of(layout->course.game) : NULL;
    int count = ink && ink->spare ? ink->spare(layout->course, boxes) : 0;
    for (int i = 0; i < count; i++) {
        across[i][0] = boxes[i][0];
        across[i][1] = boxes[i][2];
        down[i][0] = boxes[i][1];
        down[i][1] = boxes[i][3];
    }
    spare_lines(&layout->across, across, count);
    spare_lines(&layout->down, down, count);
    layout->sheet_x = PRINT_MARGIN + strips->left;
    layout->sheet_y = PRINT_MARGIN + layout->head + strips->top;
    if (!layout->tiled)
        layout->sheet_x += floor((width - (layout->across.squares + 1) * layout->square) / 2);
}

static int sheet_pages(const struct print_layout *layout)
{
    return layout->across.pages * layout->down.pages;
}

static void try_holding(struct print_layout *layout, cairo_t *cairo, bool lying, int columns,
                        int rows)
{
    hold_sheet(layout, lying);
    for (int head = 0; head < HEADS; head++) {
        measure_head(layout, cairo, head, false);
        cut_sheet(layout, &plain, columns, rows);
        if (sheet_pages(layout) == 1)
            return;
    }
    measure_head(layout, cairo, HEADS - 1, true);
    cut_sheet(layout, &marked, columns, rows);
}

/* The largest square with which a sheet of this size would be on one page that is held so. */
static int find_square(const struct print_layout *layout, cairo_t *cairo, bool lying,
                       struct point squares)
{
    struct print_layout other = *layout;
    double width, height;
    hold_sheet(&other, lying);
    measure_head(&other, cairo, HEADS - 1, false);
    find_room(&other, &plain, &width, &height);
    return (int)floor(fmin(width / (squares.x + 1), height / (squares.y + 1)) * 10 + 1e-6);
}

/* Upright and lying; with as many pages, the one that has the sheet's shape. */
static void choose_holding(struct print_layout *layout, cairo_t *cairo, int columns, int rows)
{
    struct print_layout upright = *layout;
    try_holding(&upright, cairo, false, columns, rows);
    try_holding(layout, cairo, true, columns, rows);
    bool wide = columns >= rows;
    if (sheet_pages(&upright) < sheet_pages(layout) ||
        (sheet_pages(&upright) == sheet_pages(layout) && !wide))
        *layout = upright;
}

/* --- two sheets on a page --------------------------------------------------------------------- */

static void lay_out_half(const struct print_layout *layout, struct course course, bool lying,
                         struct print_layout *half)
{
    cairo_t *cairo = print_begin_measuring();
    *half = *layout;
    half->half = true;
    half->course = course;
    struct point size = course_size(course);
    try_holding(half, cairo, lying, size.x, size.y);
    half->plan.columns = size.x;
    half->plan.rows = size.y;
    cairo_destroy(cairo);
}

/* Two halves that lie are above each other on a page that stands, and the other way round. False
 * and the error if the squares would have to be too small. */
static bool share_page(struct print_layout *layout, cairo_t *cairo, struct error *error)
{
    struct print_layout half = *layout;
    const struct point squares[2] = {course_size(layout->course),
                                     course_size(layout->options->beside)};
    int best[2];
    half.half = true;
    for (int lying = 0; lying < 2; lying++)
        best[lying] = number_smaller(find_square(&half, cairo, lying, squares[0]),
                                     find_square(&half, cairo, lying, squares[1]));
    int most = number_larger(best[0], best[1]);
    int wanted = layout->options->square > 0 ? layout->options->square
                                             : number_smaller(most, layout->plan.usual_square);
    if (wanted > most || wanted < PRINT_SQUARE_LEAST)
        return error_set(error,
                         "the two sheets have room on a page of %s with squares of %g mm, and "
                         "%g mm %s: take larger paper, or a page for each",
                         print_paper_names[layout->options->paper], most / 10.0,
                         wanted > most ? wanted / 10.0 : PRINT_SQUARE_LEAST / 10.0,
                         wanted > most ? "are wanted" : "are the least");
    layout->plan.square = wanted;
    layout->square = wanted / 10.0;
    hold_sheet(layout, best[1] < best[0]);
    layout->across =
        (struct print_cut){squares[0].x, 1, squares[0].x, squares[0].x, squares[0].x, 0};
    layout->down = (struct print_cut){squares[0].y, 1, squares[0].y, squares[0].y, squares[0].y, 0};
    return true;
}

static void draw_halves(cairo_t *cairo, const struct print_layout *layout)
{
    const struct course courses[2] = {layout->course, layout->options->beside};
    double width = layout->plan.page_width, height = layout->plan.page_height;
    struct pixel from = {0, height / 2}, to = {width, height / 2};
    if (layout->plan.lying) {
        from = (struct pixel){width / 2, 0};
        to = (struct pixel){width / 2, height};
    }
    for (int i = 0; i < 2; i++) {
        struct print_layout half;
        lay_out_half(layout, courses[i], !layout->plan.lying, &half);
        cairo_save(cairo);
        if (i > 0)
            cairo_translate(cairo, layout->plan.lying ? from.x : 0,
                            layout->plan.lying ? 0 : from.y);
        print_draw_sheet(cairo, &half, 0);
        cairo_restore(cairo);
    }
    brush_color(cairo, layout->theme.ink_soft);
    brush_add_line(cairo, from, to);
    brush_stroke(cairo, HAIR, 2, 2);
}

/* --- all of it -------------------------------------------------------------------------------- */

/* What to do about a sheet that takes too many pages. */
static bool refuse_pages(const struct print_layout *layout, struct error *error)
{
    const struct print_plan *plan = &layout->plan;
    const char *paper = print_paper_names[layout->options->paper];
    if (sheet_pages(layout) > PRINT_PAGES_MOST) {
        error_set(error,
                  "a sheet of %d × %d squares of %g mm takes %d pages of %s, and at most %d are "
                  "printed: take smaller squares or larger paper, or draw it on a smaller sheet",
                  plan->columns, plan->rows, layout->square, sheet_pages(layout), paper,
                  PRINT_PAGES_MOST);
        return false;
    }
    return error_set(
        error,
        "that would be %d pages of %s, %d of them with the table of moves, and at most "
        "%d are printed: leave the table out",
        plan->pages, paper, layout->table_pages, PRINT_PAGES_MOST);
}

static void take_subject(struct print_layout *layout, int *columns, int *rows)
{
    const struct print_subject *subject = layout->subject;
    *columns = subject->columns;
    *rows = subject->rows;
    if (subject->session)
        layout->setup = *session_setup(subject->session);
    else if (subject->course.body)
        layout->setup = subject->setup ? *subject->setup : print_usual_setup(subject->course);
    layout->course = subject->session ? layout->setup.course : subject->course;
    if (!layout->course.body)
        return;
    layout->setup.course = layout->course;
    *columns = course_size(layout->course).x;
    *rows = course_size(layout->course).y;
}

/* White paper; walls that stand out in black and white, and hatching that costs no toner. */
struct paper_theme print_theme(void)
{
    struct paper_theme theme = paper_theme_paper;
    theme.paper = theme.card = (struct paper_color){1, 1, 1, 1};
    theme.grid = (struct paper_color){0.70, 0.78, 0.85, 1};
    theme.grid_strong = (struct paper_color){0.50, 0.61, 0.71, 1};
    theme.hatching = (struct paper_color){0.86, 0.86, 0.85, 1};
    theme.wall = theme.ink = (struct paper_color){0.10, 0.10, 0.10, 1};
    theme.ink_soft = (struct paper_color){0.33, 0.33, 0.33, 1};
    return theme;
}

bool print_lay_out(const struct print_subject *subject, const struct print_options *options,
                   struct print_layout *layout, struct error *error)
{
    int columns, rows;
    *layout = (struct print_layout){.subject = subject, .options = options, .theme = print_theme()};
    take_subject(layout, &columns, &rows);
    const struct ink *ink = layout->course.body ? ink_of(layout->course.game) : NULL;
    layout->plan.usual_square =
        ink && ink->usual_square ? ink->usual_square(layout->course) : PRINT_SQUARE_USUAL;
    layout->plan.square = options->square > 0 ? options->square : layout->plan.usual_square;
    layout->square = layout->plan.square / 10.0;
    cairo_t *cairo = print_begin_measuring();
    bool shares = layout->course.body && options->beside.body;
    if (shares && !share_page(layout, cairo, error)) {
        cairo_destroy(cairo);
        return false;
    }
    if (!shares)
        choose_holding(layout, cairo, columns, rows);
    struct print_plan *plan = &layout->plan;
    plan->across = layout->across.pages;
    plan->down = layout->down.pages;
    plan->columns = layout->across.squares;
    plan->rows = layout->down.squares;
    const struct point squares = {layout->across.squares, layout->down.squares};
    int best = number_larger(find_square(layout, cairo, false, squares),
                             find_square(layout, cairo, true, squares));
    plan->one_page_square = sheet_pages(layout) == 1 || best < PRINT_SQUARE_LEAST ? 0 : best;
    plan->pages = sheet_pages(layout);
    if (layout->course.body && plan->pages <= PRINT_PAGES_MOST) {
        layout->words_pages = options->no_rules ? 0 : print_count_words_pages(cairo, layout);
        layout->table_pages = options->no_table ? 0 : print_count_table_pages(layout);
        plan->pages += layout->words_pages + layout->table_pages;
    }
    cairo_destroy(cairo);
    return plan->pages <= PRINT_PAGES_MOST || refuse_pages(layout, error);
}

/* --- documents -------------------------------------------------------------------------------- */

bool print_plan(const struct print_subject *subject, const struct print_options *options,
                struct print_plan *plan, struct error *error)
{
    struct print_layout layout;
    bool planned = print_lay_out(subject, options, &layout, error);
    *plan = layout.plan;
    return planned;
}

void print_draw_page(cairo_t *cairo, const struct print_layout *layout, int page)
{
    int sheet = layout->across.pages * layout->down.pages;
    prepare(cairo);
    if (page < sheet && layout->course.body && layout->options->beside.body)
        draw_halves(cairo, layout);
    else if (page < sheet)
        print_draw_sheet(cairo, layout, page);
    else if (page < sheet + layout->words_pages) {
        /* print_words.c: the rules in short, and how the players stand. */
        int index = page - sheet;
        int pages;
        struct print_words *words = collect_words(layout);
        struct print_flow flow = begin_flow(cairo, layout, words, &pages);
        print_draw_page_title(cairo, layout, "rules in short",
                              layout->across.pages * layout->down.pages + index);
        flow.page = index;
        set_items(&flow, words);
        print_draw_foot(cairo, layout, "", "");
        free_words(words);
    } else
        print_draw_table(cairo, layout, page - sheet - layout->words_pages);
}

bool print_pdf(const struct print_subject *subject, const struct print_options *options,
               struct text *into, struct error *error)
{
    struct print_layout layout;
    if (!print_lay_out(subject, options, &layout, error))
        return false;
    cairo_surface_t *surface =
        caption_begin_pdf(into, layout.plan.page_width, layout.plan.page_height,
                          layout.course.body ? course_title(layout.course) : "Squared paper", NULL);
    cairo_t *cairo = cairo_create(surface);
    for (int page = 0; page < layout.plan.pages; page++) {
        cairo_save(cairo);
        cairo_scale(cairo, CAPTION_POINTS, CAPTION_POINTS);
        print_draw_page(cairo, &layout, page);
        cairo_restore(cairo);
        cairo_show_page(cairo);
    }
    return brush_finish(cairo, surface, "pages", error);
}

cairo_surface_t *print_shrink(cairo_t *recorder, double page_width, double page_height, int width,
                              int height)
{
    double scale = fmin(width / page_width, height / page_height);
    int across = (int)fmax(round(page_width * scale), 1);
    int down = (int)fmax(round(page_height * scale), 1);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, across, down);
    cairo_t *cairo = cairo_create(surface);
    brush_color(cairo, print_theme().paper);
    cairo_paint(cairo);
    cairo_scale(cairo, scale, scale);
    cairo_set_source_surface(cairo, cairo_get_target(recorder), 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_destroy(recorder);
    return surface;
}

cairo_surface_t *print_preview(const struct print_subject *subject,
                               const struct print_options *options, int page, int width, int height)
{
    struct print_layout layout;
    struct error error;
    if (!print_lay_out(subject, options, &layout, &error) || page < 0 || page >= layout.plan.pages)
        return NULL;
    cairo_t *recorder = print_begin_measuring();
    print_draw_page(recorder, &layout, page);
    return print_shrink(recorder, layout.plan.page_width, layout.plan.page_height, width, height);
}
