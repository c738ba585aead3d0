/* A task on paper: its sheet, table and graphs, what is asked, and room for the answer or the
 * answer itself.
 */
#include "paper/graph_paper/classroom/worksheet_inside.h"

#include "paper/graph_paper/classroom/scene_ink.h"
#include "paper/lettering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SQUARE = 5, UNITS = 6, SCALE = 1.2, CELL = 12, ROW = 6.5, NUMBERS = 5;
static const double WORDS = 72;            /* height of a page that no sheet takes */
static const double BAR_ASIDE = 0.25;      /* of a move, left free at each side of a bar */
static const double TAG = 15, NUMBER = 17; /* type on a sheet, units */
enum { TEXT_BYTES = 2048, SHORT_CHOICE = 12 };

/* --- words ------------------------------------------------------------------------------------ */

/* Words from (x, y) on in lines so wide; moves on below them. */
void worksheet_set_words(struct page *page, const char *text, double x, double width, bool bold,
                         struct paper_color color)
{
    char line[TEXT_BYTES] = "";
    while (*text != '\0') {
        char tried[TEXT_BYTES];
        size_t word = text_word(text);
        snprintf(tried, sizeof tried, "%s%s%.*s", line, line[0] ? " " : "", (int)word, text);
        if (line[0] && lettering_width(page->cairo, tried, SHEET_TYPE, bold) > width) {
            if (page->drawn)
                lettering_draw(page->cairo, line, x, page->y + SHEET_LINE / 2, SHEET_TYPE, bold,
                               color);
            page->y += SHEET_LINE;
            snprintf(line, sizeof line, "%.*s", (int)word, text);
        } else {
            memcpy(line, tried, sizeof line);
        }
        text += word;
        text += strspn(text, " ");
    }
    if (page->drawn)
        lettering_draw(page->cairo, line, x, page->y + SHEET_LINE / 2, SHEET_TYPE, bold, color);
    page->y += SHEET_LINE;
}

/* --- a sheet ---------------------------------------------------------------------------------- */

/* What a sheet is drawn with, in units of a sixth of a millimetre, for which pens and marks are
 * made. */
struct sheet {
    cairo_t *cairo;
    struct paper_view view;
    const struct task *task;
    const struct scene *scene;
    const struct paper_theme *theme;
    struct labels labels;
};

static struct pixel place(const struct sheet *sheet, struct point at)
{
    return brush_grid_place(&sheet->view, sheet->scene->height, at);
}

static void write_beside(struct sheet *sheet, const char *text, struct pixel at)
{
    struct label_wish wish = {at.x, at.y, 9, 1, -1};
    if (text[0])
        labels_add(&sheet->labels, LABEL_RIMMED, text, TAG * SCALE, sheet->theme->ink, 0, &wish);
}

/* The arrow with which each body goes into its next move. */
static void draw_velocities(struct sheet *sheet)
{
    for (int i = 0; i < sheet->scene->body_count; i++) {
        const struct scene_body *body = &sheet->scene->bodies[i];
        struct point at = scene_at(body, sheet->scene->now);
        struct point tip = point_add(at, scene_inertia(body, sheet->scene->now));
        struct pixel from = place(sheet, at), to = place(sheet, tip);
        if (point_equal(at, tip))
            continue;
        brush_color(sheet->cairo, brush_pen(sheet->theme, body->pen));
        brush_arrow(sheet->cairo, from.x, from.y, to.x, to.y, 2.4, 11);
        write_beside(sheet, "v", brush_between(from, to, 0.5));
    }
}

static void write_moments(struct sheet *sheet)
{
    char number[16];
    for (int i = 0; i < sheet->scene->body_count; i++) {
        const struct scene_body *body = &sheet->scene->bodies[i];
        for (int row = 0; row <= sheet->scene->now && row <= body->count; row++) {
            if (row > 0 && point_equal(scene_at(body, row), scene_at(body, row - 1)))
                continue; /* it stands: one number is enough there */
            snprintf(number, sizeof number, "%d", row);
            write_beside(sheet, row > 0 ? number : "t = 0", place(sheet, scene_at(body, row)));
        }
    }
}

static struct paper_color mark_color(const struct sheet *sheet, enum task_mark_kind kind)
{
    switch (kind) {
    case TASK_MARK_VELOCITY:
    case TASK_MARK_GHOST:
        return sheet->theme->ink_soft;
    case TASK_MARK_NEW_VELOCITY:
    case TASK_MARK_PART:
        return sheet->theme->action;
    case TASK_MARK_WIND:
        return sheet->theme->pens[2];
    default:
        return sheet->theme->warning;
    }
}

static void draw_mark(struct sheet *sheet, const struct task_mark *mark)
{
    struct pixel from = place(sheet, mark->from), to = place(sheet, mark->to);
    cairo_t *cairo = sheet->cairo;
    if (mark->kind >= TASK_MARK_ROW)
        return; /* the table's */
    brush_color(cairo, mark_color(sheet, mark->kind));
    if (mark->kind == TASK_MARK_RING) {
        brush_circle(cairo, to.x, to.y, 10, 2);
    } else if (mark->kind == TASK_MARK_CROSS) {
        brush_add_line(cairo, (struct pixel){to.x - 7, to.y - 7},
                       (struct pixel){to.x + 7, to.y + 7});
        brush_add_line(cairo, (struct pixel){to.x - 7, to.y + 7},
                       (struct pixel){to.x + 7, to.y - 7});
        brush_stroke_blunt(cairo, 2, 0, 0);
    } else if (!point_equal(mark->from, mark->to)) {
        const double dashes[2] = {6, 5};
        cairo_set_dash(cairo, dashes, mark->kind == TASK_MARK_PART ? 2 : 0, 0);
        brush_arrow(cairo, from.x, from.y, to.x, to.y, 2, 10);
        cairo_set_dash(cairo, NULL, 0, 0);
        labels_avoid_line(&sheet->labels, from.x, from.y, to.x, to.y, 1);
        to = brush_between(from, to, 0.5);
    }
    write_beside(sheet, mark->label, to);
}

static void number_edges(const struct sheet *sheet)
{
    for (int x = 0; x <= sheet->scene->width; x += 5) {
        struct pixel at = place(sheet, (struct point){x, 0});
        lettering_draw_number(sheet->cairo, x, at.x, at.y + 26, 0.5, NUMBER, false,
                              sheet->theme->ink_soft);
    }
    for (int y = 0; y <= sheet->scene->height; y += 5) {
        struct pixel at = place(sheet, (struct point){0, y});
        lettering_draw_number(sheet->cairo, y, at.x - 19, at.y, 1, NUMBER, false,
                              sheet->theme->ink_soft);
    }
}

/* Squares and walls end where the sheet does. */
static void draw_ground(struct sheet *sheet, double width, double height)
{
    cairo_t *cairo = sheet->cairo;
    const struct scene *scene = sheet->scene;
    cairo_save(cairo);
    cairo_rectangle(cairo, 0, 0, width, height);
    cairo_clip(cairo);
    if (scene->course.body != NULL)
        scene_draw_course(cairo, &sheet->view, scene, sheet->theme);
    else
        paper_draw_grid(cairo, &sheet->view, (struct point){scene->width, scene->height},
                        sheet->theme);
    cairo_restore(cairo);
}

static void draw_things(struct sheet *sheet, const struct worksheet_item *item, bool solved)
{
    struct scene_look look = {.arrows = item->arrows, .body = sheet->task->body};
    const struct task_words *why = &sheet->task->why;
    scene_draw_ways(sheet->cairo, &sheet->view, sheet->scene, &look, sheet->theme);
    scene_draw_signs(sheet->cairo, &sheet->view, sheet->scene, &look, sheet->theme);
    scene_label_things(&sheet->labels, &sheet->view, sheet->scene, &look, sheet->theme);
    scene_label_arrows(&sheet->labels, &sheet->view, sheet->scene, &look, sheet->theme);
    if ((sheet->task->show & TASK_SHOW_VELOCITY) != 0 && (!solved || why->mark_count == 0))
        draw_velocities(sheet);
    for (int i = 0; solved && i < why->mark_count; i++)
        draw_mark(sheet, &why->marks[i]);
    if ((sheet->task->show & TASK_SHOW_MOMENTS) != 0)
        write_moments(sheet);
}

/* Of 5 mm, or of as many tenths as there is room for. */
static double square_of(const struct page *page, const struct scene *scene, double x)
{
    double wide = (page->right - x - NUMBERS) / (scene->width + 1);
    double most = fmin(SQUARE, fmin(wide, (page->height - WORDS) / (scene->height + 1)));
    return floor(most * 10 + 1e-6) / 10;
}

static void set_sheet(struct page *page, const struct worksheet_item *item, double x, bool solved)
{
    const struct scene *scene = &item->task.scene;
    double square = fmax(square_of(page, scene, x), 0.1);
    double width = (scene->width + 1) * square, height = (scene->height + 1) * square;
    double unit = UNITS * square;
    if (page->drawn) {
        struct sheet sheet = {
            page->cairo,
            {unit / 2, unit / 2, unit, SCALE},
            &item->task,
            scene,
            &page->theme,
            labels_begin((struct label_box){0, 0, width * UNITS, height * UNITS}, SCALE)};
        cairo_save(page->cairo);
        cairo_translate(page->cairo, x + NUMBERS, page->y);
        cairo_scale(page->cairo, 1 / UNITS, 1 / UNITS);
        draw_ground(&sheet, width * UNITS, height * UNITS);
        number_edges(&sheet);
        draw_things(&sheet, item, solved);
        labels_draw(page->cairo, &sheet.labels, &page->theme);
        labels_end(&sheet.labels);
        cairo_restore(page->cairo);
    }
    page->y += height + NUMBERS;
    if (square < SQUARE) {
        char told[60];
        snprintf(told, sizeof told, "A square is %g mm wide here.", square);
        worksheet_set_words(page, told, x, page->right - x, false, page->theme.ink_soft);
    }
}

/* --- tables and graphs ------------------------------------------------------------------------ */

static void rule(struct page *page, double x1, double y1, double x2, double y2, double width)
{
    brush_add_line(page->cairo, (struct pixel){x1, y1}, (struct pixel){x2, y2});
    brush_stroke_blunt(page->cairo, width, 0, 0);
}

static bool is_blank(const struct task *task, int row, int column)
{
    for (int i = 0; i < task->field_count; i++)
        if (task->fields[i].row == row && (int)task->fields[i].column == column)
            return true;
    return false;
}

static void draw_cell(struct page *page, const struct task *task, int row, int column, double x,
                      bool solved)
{
    bool blank = is_blank(task, row, column), empty = row == 0 && column >= COLUMN_AX;
    double y = page->y + (row + 1) * ROW;
    brush_color(page->cairo, page->theme.ink_soft);
    cairo_rectangle(page->cairo, x, y, CELL, ROW);
    cairo_set_line_width(page->cairo, blank ? 0.5 : 0.2);
    cairo_stroke(page->cairo);
    char number[32];
    int value = task->table.numbers[row][column];
    snprintf(number, sizeof number, "%s%d", value < 0 ? "−" : "", value < 0 ? -value : value);
    if (!empty && (!blank || solved))
        lettering_draw_aligned(page->cairo, number, x + CELL / 2, y + ROW / 2, 0.5, SHEET_TYPE,
                               blank, blank ? page->theme.warning : page->theme.ink);
}

static void draw_table(struct page *page, const struct task *task, double x, bool solved)
{
    for (int column = 0; column < COLUMN_SPEED && page->drawn; column++) {
        if ((task->table.columns >> column & 1) == 0)
            continue;
        lettering_draw_aligned(page->cairo, task_column_name((enum kinematics_column)column),
                               x + CELL / 2, page->y + ROW / 2, 0.5, SHEET_TYPE, true,
                               page->theme.ink);
        for (int row = 0; row < task->table.rows; row++)
            draw_cell(page, task, row, column, x, solved);
        x += CELL;
    }
    page->y += (task->table.rows + 1) * ROW + 2;
}

static int graph_value(const struct scene *scene, int body, enum kinematics_column column, int row)
{
    const struct scene_body *of = &scene->bodies[body];
    const struct scene_move *move = scene_move_of(of, row);
    struct point at = scene_at(of, row), velocity = scene_velocity(of, row);
    struct point choice = move ? move->choice : (struct point){0, 0};
    const int numbers[] = {row, at.x, at.y, velocity.x, velocity.y, choice.x, choice.y};
    return column <= COLUMN_AY ? numbers[column] : 0;
}

/* A value over the whole of its move, or a bar in the middle of it. */
static void draw_value(struct page *page, double left, double zero, int row, double before,
                       double value, bool bar)
{
    if (!bar) {
        rule(page, left + (row - 1) * SQUARE, zero - before * SQUARE, left + row * SQUARE,
             zero - value * SQUARE, 0.8);
        return;
    }
    cairo_rectangle(page->cairo, left + (row - 1 + BAR_ASIDE) * SQUARE, zero,
                    (1 - 2 * BAR_ASIDE) * SQUARE, -value * SQUARE);
    cairo_fill(page->cairo);
}

/* How far a graph reaches to the right, with room before the next one. */
static double graph_width(const struct scene *scene)
{
    return 8 + (scene->now + 1.5) * SQUARE;
}

/* The quantity against t; x and y in straight pieces, v as steps over their move, a as bars. */
static double draw_graph(struct page *page, const struct scene *scene, int body,
                         enum kinematics_column column, const char *name, double x)
{
    int low = 0, high = 0, last = scene->now, first = column <= COLUMN_Y ? 0 : 1;
    for (int row = first; row <= last; row++) {
        int value = graph_value(scene, body, column, row);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    double top = page->y + SHEET_LINE, left = x + 8, zero = top + high * SQUARE;
    double bottom = top + (high - low) * SQUARE;
    if (page->drawn) {
        brush_color(page->cairo, page->theme.grid_strong);
        for (int t = 0; t <= last; t++)
            rule(page, left + t * SQUARE, top, left + t * SQUARE, bottom, 0.15);
        for (int value = low; value <= high; value++)
            rule(page, left, zero - value * SQUARE, left + last * SQUARE, zero - value * SQUARE,
                 0.15);
        brush_color(page->cairo, page->theme.ink);
        rule(page, left, zero, left + last * SQUARE, zero, 0.4);
        rule(page, left, top, left, bottom, 0.4);
        brush_color(page->cairo, brush_pen(&page->theme, 1));
        for (int row = 1; row <= last; row++) {
            int value = graph_value(scene, body, column, row);
            int before = first == 0 ? graph_value(scene, body, column, row - 1) : value;
            draw_value(page, left, zero, row, before, value, column >= COLUMN_AX);
        }
        lettering_draw(page->cairo, name, x, page->y + SHEET_LINE / 2 - 1, SHEET_TYPE, true,
                       page->theme.ink);
        for (int t = 0; t <= last; t++)
            lettering_draw_number(page->cairo, t, left + t * SQUARE, bottom + 3, 0.5, 2.8, false,
                                  page->theme.ink_soft);
        for (int value = low; value <= high; value++)
            lettering_draw_number(page->cairo, value, left - 1.2, zero - value * SQUARE, 1, 2.8,
                                  false, page->theme.ink_soft);
    }
    return bottom + 6;
}

/* Beside each other, as many as have room. */
static void draw_graphs(struct page *page, const struct task *task, double x)
{
    double at = x, below = page->y, width = graph_width(&task->scene);
    for (int column = 0; column < COLUMN_SPEED; column++) {
        if ((task->graphs >> column & 1) == 0)
            continue;
        if (at > x && at + width > page->right) {
            at = x;
            page->y = below;
        }
        below =
            fmax(below, draw_graph(page, &task->scene, task->body, (enum kinematics_column)column,
                                   task_column_name((enum kinematics_column)column), at));
        at += width;
    }
    page->y = below;
}

static void draw_choices(struct page *page, const struct task *task, double x)
{
    double below = page->y;
    for (int i = 0; i < task->choice_count; i++) {
        const struct task_choice *choice = &task->choices[i];
        char name[TASK_LABEL_BYTES + 16];
        if (choice->picture != TASK_PICTURE_GRAPH)
            return;
        snprintf(name, sizeof name, "%s  (%s)", choice->text, task_column_name(choice->column));
        below = fmax(below, draw_graph(page, choice->scene, 0, choice->column, name,
                                       x + i * graph_width(choice->scene)));
    }
    page->y = below;
}

/* --- a task ----------------------------------------------------------------------------------- */

static bool has_long_choices(const struct task *task)
{
    for (int i = 0; i < task->choice_count; i++)
        if (strlen(task->choices[i].text) > SHORT_CHOICE)
            return true;
    return false;
}

static void append_blanks(struct text *text, const struct task *task)
{
    static const char *const asked[] = {
        "",          "The point: (____, ____)",       "a = (____, ____)", "",
        "Row: ____", "Draw the moves into the sheet."};
    text_append(text, asked[task->ask]);
    for (int i = 0; task->ask == TASK_NUMBERS && i < task->field_count; i++)
        if (task->fields[i].row < 0)
            text_append_format(text, "%s%s%s________ %s", text->length > 0 ? "; " : "",
                               task->fields[i].label, task->fields[i].label[0] ? " = " : "",
                               task->fields[i].unit);
    for (int i = 0; task->ask == TASK_CHOICE && i < task->choice_count; i++)
        text_append_format(text, "%s□ %s", i > 0 ? "   " : "", task->choices[i].text);
}

static void set_blanks(struct page *page, const struct task *task, double x, double width)
{
    struct text blanks = {0};
    bool lines = task->ask == TASK_CHOICE && has_long_choices(task);
    for (int i = 0; lines && i < task->choice_count; i++) {
        text_clear(&blanks);
        text_append_format(&blanks, "□ %s", task->choices[i].text);
        worksheet_set_words(page, text_string(&blanks), x, width, false, page->theme.ink);
    }
    if (!lines)
        append_blanks(&blanks, task);
    if (!lines && blanks.length > 0)
        worksheet_set_words(page, text_string(&blanks), x, width, false, page->theme.ink);
    text_free(&blanks);
}

/* Or as much room. */
static void set_solution(struct page *page, const struct worksheet_item *item, double x,
                         double width, bool solved)
{
    bool drawn = page->drawn;
    page->drawn = drawn && solved;
    worksheet_set_words(page, item->solution, x, width, false, page->theme.warning);
    page->drawn = drawn;
}

static void set_figures(struct page *page, const struct worksheet_item *item, double x, bool solved)
{
    const struct task *task = &item->task;
    if ((task->show & TASK_SHOW_SHEET) != 0 && !item->same_sheet)
        set_sheet(page, item, x, solved && item->asks);
    if ((task->show & TASK_SHOW_TABLE) != 0 && !item->same_figures)
        draw_table(page, task, x, solved);
    if ((task->show & TASK_SHOW_GRAPH) != 0 && !item->same_figures)
        draw_graphs(page, task, x);
    draw_choices(page, task, x);
}

void worksheet_set_item(struct page *page, const struct worksheet_item *item, int number,
                        bool solved)
{
    double x = PRINT_MARGIN + 8, width = page->right - x;
    char label[12];
    snprintf(label, sizeof label, "%d", number);
    if (page->drawn)
        lettering_draw(page->cairo, label, PRINT_MARGIN, page->y + SHEET_LINE / 2, SHEET_TYPE, true,
                       page->theme.ink);
    if (item->say != NULL)
        worksheet_set_words(page, item->say, x, width, !item->asks, page->theme.ink);
    if (item->asks)
        worksheet_set_words(page, item->task.sentence, x, width, true, page->theme.ink);
    page->y += 1.5;
    set_figures(page, item, x, solved);
    if (item->asks) {
        set_blanks(page, &item->task, x, width);
        set_solution(page, item, x, width, solved);
    }
    page->y += SHEET_GAP;
}
