/* See worksheet.h. Lengths are millimetres. A task is a block that is measured by the code that
 * draws it, with a cairo that draws nothing; where it does not fit any more, a page begins.
 */
#include "paper/graph_paper/classroom/worksheet.h"

#include "paper/lettering.h"
#include "paper/print_inside.h"
#include "session/graph_paper/task_judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double WIDTH = 210, HEIGHT = 297, SQUARE = 5, TYPE = 3.9, LINE = 5.4, GAP = 6;
static const double UNITS = 6, CELL = 12, ROW = 6.5, HEAD = 22, NUMBERS = 5;
enum { TEXT_BYTES = 2048 };

struct page {
    cairo_t *cairo;
    bool drawn; /* else measured */
    struct paper_theme theme;
    double y;
};

/* --- words ------------------------------------------------------------------------------------ */

/* Words from (x, y) on in lines so wide; moves on below them. */
static void set_words(struct page *page, const char *text, double x, double width, bool bold,
                      struct paper_color color)
{
    char line[TEXT_BYTES] = "";
    while (*text != '\0') {
        char tried[TEXT_BYTES];
        size_t word = text_word(text);
        snprintf(tried, sizeof tried, "%s%s%.*s", line, line[0] ? " " : "", (int)word, text);
        if (line[0] && lettering_width(page->cairo, tried, TYPE, bold) > width) {
            if (page->drawn)
                lettering_draw(page->cairo, line, x, page->y + LINE / 2, TYPE, bold, color);
            page->y += LINE;
            snprintf(line, sizeof line, "%.*s", (int)word, text);
        } else {
            memcpy(line, tried, sizeof line);
        }
        text += word;
        text += strspn(text, " ");
    }
    if (page->drawn)
        lettering_draw(page->cairo, line, x, page->y + LINE / 2, TYPE, bold, color);
    page->y += LINE;
}

/* --- a sheet ---------------------------------------------------------------------------------- */

static struct pixel place(const struct paper_view *view, const struct scene *scene, struct point at)
{
    return brush_grid_place(view, scene->height, at);
}

static void draw_target(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                        const struct scene_target *target, const struct paper_theme *theme)
{
    struct pixel at = place(view, scene, scene_target_at(target, scene->now));
    brush_color(cairo, theme->warning);
    brush_circle(cairo, at.x, at.y, 9, 2);
    brush_circle(cairo, at.x, at.y, 4, 2);
    if (target->drift.x != 0 || target->drift.y != 0) {
        struct pixel next = place(view, scene, scene_target_at(target, scene->now + 1));
        brush_arrow(cairo, at.x, at.y, next.x, next.y, 2, 9);
    }
}

static void draw_body(cairo_t *cairo, const struct paper_view *view, const struct task *task,
                      int body, const struct paper_theme *theme)
{
    const struct scene *scene = &task->scene;
    const struct scene_body *of = &scene->bodies[body];
    brush_color(cairo, brush_pen(theme, of->pen));
    for (int row = 0; row <= scene->now; row++) {
        struct pixel to = place(view, scene, scene_at(of, row));
        struct pixel from = place(view, scene, scene_at(of, row > 0 ? row - 1 : 0));
        brush_add_line(cairo, from, to);
        brush_stroke(cairo, 2.4, 0, 0);
        brush_add_disc(cairo, to.x, to.y, row == scene->now ? 6 : 4);
        cairo_fill(cairo);
        char label[PLAYER_NAME_BYTES + 12] = "";
        if (row == scene->now && scene->body_count > 1)
            snprintf(label, sizeof label, "%s", of->name);
        else if ((task->show & TASK_SHOW_MOMENTS) != 0)
            snprintf(label, sizeof label, "%d", row);
        lettering_draw_rimmed(cairo, label, to.x + 8, to.y - 10, 17, theme->ink, theme);
        brush_color(cairo, brush_pen(theme, of->pen));
    }
    if ((task->show & TASK_SHOW_VELOCITY) != 0) {
        struct pixel at = place(view, scene, scene_at(of, scene->now));
        struct pixel tip =
            place(view, scene, point_add(scene_at(of, scene->now), scene_inertia(of, scene->now)));
        brush_color(cairo, theme->arrow);
        brush_arrow(cairo, at.x, at.y, tip.x, tip.y, 2.4, 11);
    }
}

static void draw_mark(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                      const struct task_mark *mark, const struct paper_theme *theme)
{
    if (mark->kind >= TASK_MARK_ROW)
        return;
    struct pixel from = place(view, scene, mark->from), to = place(view, scene, mark->to);
    brush_color(cairo, theme->warning);
    if (mark->kind == TASK_MARK_RING)
        brush_circle(cairo, to.x, to.y, 9, 2);
    else if (mark->kind == TASK_MARK_CROSS)
        brush_square(cairo, to.x, to.y, 14, 2);
    else if (!point_equal(mark->from, mark->to))
        brush_arrow(cairo, from.x, from.y, to.x, to.y, 1.6, 9);
}

static void number_edges(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                         const struct paper_theme *theme)
{
    for (int x = 0; x <= scene->width; x += 5) {
        struct pixel at = place(view, scene, (struct point){x, 0});
        lettering_draw_number(cairo, x, at.x, at.y + 26, 0.5, 17, false, theme->ink_soft);
    }
    for (int y = 0; y <= scene->height; y += 5) {
        struct pixel at = place(view, scene, (struct point){0, y});
        lettering_draw_number(cairo, y, at.x - 19, at.y, 1, 17, false, theme->ink_soft);
    }
}

/* In units of a sixth of a millimetre, for which pens and marks are made. */
static void draw_sheet(struct page *page, const struct task *task, const struct task_words *words,
                       double x)
{
    const struct scene *scene = &task->scene;
    double width = (scene->width + 1) * SQUARE, height = (scene->height + 1) * SQUARE;
    if (page->drawn) {
        cairo_t *cairo = page->cairo;
        struct paper_view view = {UNITS * SQUARE / 2, UNITS * SQUARE / 2, UNITS * SQUARE, 1.5};
        cairo_save(cairo);
        cairo_translate(cairo, x + NUMBERS, page->y);
        cairo_scale(cairo, 1 / UNITS, 1 / UNITS);
        cairo_save(cairo);
        cairo_rectangle(cairo, 0, 0, width * UNITS, height * UNITS);
        cairo_clip(cairo);
        if (scene->course.body != NULL)
            paper_draw_sheet(cairo, &view, scene->course, &page->theme);
        else
            paper_draw_grid(cairo, &view, (struct point){scene->width, scene->height},
                            &page->theme);
        cairo_restore(cairo);
        number_edges(cairo, &view, scene, &page->theme);
        for (int i = 0; i < scene->target_count; i++)
            draw_target(cairo, &view, scene, &scene->targets[i], &page->theme);
        for (int i = 0; i < scene->body_count; i++)
            draw_body(cairo, &view, task, i, &page->theme);
        for (int i = 0; words != NULL && i < words->mark_count; i++)
            draw_mark(cairo, &view, scene, &words->marks[i], &page->theme);
        cairo_restore(cairo);
    }
    page->y += height + NUMBERS;
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
        lettering_draw_aligned(page->cairo, number, x + CELL / 2, y + ROW / 2, 0.5, TYPE, blank,
                               blank ? page->theme.warning : page->theme.ink);
}

static void draw_table(struct page *page, const struct task *task, double x, bool solved)
{
    for (int column = 0; column < COLUMN_SPEED && page->drawn; column++) {
        if ((task->table.columns >> column & 1) == 0)
            continue;
        lettering_draw_aligned(page->cairo, task_column_name((enum kinematics_column)column),
                               x + CELL / 2, page->y + ROW / 2, 0.5, TYPE, true, page->theme.ink);
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

/* The quantity against t; x and y in straight pieces, v and a as steps over their move. */
static double draw_graph(struct page *page, const struct scene *scene, int body,
                         enum kinematics_column column, const char *name, double x)
{
    int low = 0, high = 0, last = scene->now, first = column <= COLUMN_Y ? 0 : 1;
    for (int row = first; row <= last; row++) {
        int value = graph_value(scene, body, column, row);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    double top = page->y + LINE, left = x + 8, zero = top + high * SQUARE;
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
            rule(page, left + (row - 1) * SQUARE, zero - before * SQUARE, left + row * SQUARE,
                 zero - value * SQUARE, 0.8);
        }
        lettering_draw(page->cairo, name, x, page->y + LINE / 2 - 1, TYPE, true, page->theme.ink);
        for (int t = 0; t <= last; t++)
            lettering_draw_number(page->cairo, t, left + t * SQUARE, bottom + 3, 0.5, 2.8, false,
                                  page->theme.ink_soft);
        for (int value = low; value <= high; value++)
            lettering_draw_number(page->cairo, value, left - 1.2, zero - value * SQUARE, 1, 2.8,
                                  false, page->theme.ink_soft);
    }
    return bottom + 6;
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
                                       x + i * (8 + (choice->scene->now + 1.5) * SQUARE)));
    }
    page->y = below;
}

/* --- a task ----------------------------------------------------------------------------------- */

static void append_blanks(struct text *text, const struct task *task)
{
    static const char *const asked[] = {
        "",          "The point: (____, ____)",       "a = (____, ____)", "",
        "Row: ____", "Draw the moves into the sheet."};
    text_append(text, asked[task->ask]);
    for (int i = 0; task->ask == TASK_NUMBERS && i < task->field_count; i++)
        if (task->fields[i].row < 0)
            text_append_format(text, "%s%s = ________ %s", text->length > 0 ? "; " : "",
                               task->fields[i].label, task->fields[i].unit);
    for (int i = 0; task->ask == TASK_CHOICE && i < task->choice_count; i++)
        text_append_format(text, "□ %s   ", task->choices[i].text);
}

/* The answer and why, or as much room for them. */
static void draw_answer(struct page *page, const struct task *task, bool solved, double x,
                        double width)
{
    struct task_answer answer;
    struct task_words words;
    struct text blanks = {0}, told = {0};
    bool drawn = page->drawn;
    append_blanks(&blanks, task);
    if (blanks.length > 0)
        set_words(page, text_string(&blanks), x, width, false, page->theme.ink);
    task_solve(task, &answer, &words);
    task_append_answer(&told, task, &answer);
    text_append_format(&told, ". %s", words.text);
    page->drawn = drawn && solved;
    set_words(page, text_string(&told), x, width, false, page->theme.warning);
    page->drawn = drawn;
    text_free(&blanks);
    text_free(&told);
}

static void draw_task(struct page *page, const struct task *task, int number, bool solved)
{
    double x = PRINT_MARGIN + 8, width = WIDTH - PRINT_MARGIN - x;
    char label[12];
    snprintf(label, sizeof label, "%d", number);
    if (page->drawn)
        lettering_draw(page->cairo, label, PRINT_MARGIN, page->y + LINE / 2, TYPE, true,
                       page->theme.ink);
    set_words(page, task->sentence, x, width, true, page->theme.ink);
    page->y += 1.5;
    if ((task->show & TASK_SHOW_SHEET) != 0)
        draw_sheet(page, task, solved ? &task->why : NULL, x);
    if ((task->show & TASK_SHOW_TABLE) != 0)
        draw_table(page, task, x, solved);
    for (int column = 0; column < COLUMN_SPEED; column++)
        if ((task->show & TASK_SHOW_GRAPH) != 0 && (task->graphs >> column & 1) != 0)
            page->y = draw_graph(page, &task->scene, task->body, (enum kinematics_column)column,
                                 task_column_name((enum kinematics_column)column), x);
    draw_choices(page, task, x);
    draw_answer(page, task, solved, x, width);
    page->y += GAP;
}

/* --- pages ------------------------------------------------------------------------------------ */

static void draw_frame(struct page *page, const struct worksheet_part *part, int number, int pages)
{
    char told[120];
    cairo_t *cairo = page->cairo;
    const struct paper_theme *theme = &page->theme;
    lettering_draw_title(cairo, part->title, PRINT_MARGIN, PRINT_MARGIN + 4, PRINT_TITLE,
                         theme->ink);
    lettering_draw(cairo, part->solved ? "Solutions" : "Name", 120, PRINT_MARGIN + 4, TYPE,
                   part->solved, theme->ink);
    brush_color(cairo, theme->ink_soft);
    if (!part->solved)
        rule(page, 133, PRINT_MARGIN + 6.5, WIDTH - PRINT_MARGIN, PRINT_MARGIN + 6.5, 0.3);
    caption_draw_ruler(cairo, PRINT_MARGIN, HEIGHT - PRINT_MARGIN - 3, 100, theme->ink_soft);
    snprintf(told, sizeof told, "%s   Page %d of %d", part->label, number, pages);
    lettering_draw_aligned(cairo, told, WIDTH - PRINT_MARGIN, HEIGHT - PRINT_MARGIN - 3, 1, 3.3,
                           false, theme->ink);
}

/* Draws the part, or only counts its pages. */
static int set_part(struct page *page, const struct worksheet_part *part, int pages)
{
    int number = 0;
    double end = HEIGHT - PRINT_MARGIN - PRINT_FOOT;
    bool drawn = pages > 0;
    page->y = end;
    for (int i = 0; i < part->count; i++) {
        double before = page->y;
        page->drawn = false;
        draw_task(page, &part->tasks[i], i + 1, part->solved);
        double needed = page->y - before - GAP;
        page->y = before;
        if (before + needed > end) {
            if (drawn && number > 0)
                cairo_show_page(page->cairo);
            page->y = HEAD;
            number++;
            if (drawn)
                draw_frame(page, part, number, pages);
        }
        page->drawn = drawn;
        draw_task(page, &part->tasks[i], i + 1, part->solved);
    }
    if (drawn)
        cairo_show_page(page->cairo);
    return number;
}

bool worksheet_pdf(const struct worksheet_part *parts, int count, struct text *into,
                   struct error *error)
{
    cairo_surface_t *surface = caption_begin_pdf(into, WIDTH, HEIGHT, parts[0].title, NULL);
    struct page page = {.cairo = cairo_create(surface), .theme = print_theme()};
    cairo_scale(page.cairo, CAPTION_POINTS, CAPTION_POINTS);
    for (int i = 0; i < count; i++) {
        int pages = set_part(&page, &parts[i], 0);
        set_part(&page, &parts[i], pages);
    }
    return brush_finish(page.cairo, surface, "the worksheet", error);
}
