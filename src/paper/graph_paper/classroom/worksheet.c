/* A task on paper: its sheet, table and graphs, what is asked, and room for the answer or the
 * answer itself.
 */
#include "paper/graph_paper/classroom/worksheet.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/solver/solver.h"
#include "paper/graph_paper/classroom/scene_ink.h"
#include "paper/graph_paper/ink.h"
#include "paper/paper.h"
#include "paper/print.h"
#include "session/graph_paper/exercise.h"
#include "session/graph_paper/task.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the files of worksheets share. Lengths are millimetres from the page's upper left corner.
 */

#define SHEET_HEAD 22.0 /* where a page begins below its title */
#define SHEET_TYPE 3.9
#define SHEET_LINE 5.4
#define SHEET_GAP 6.0 /* between tasks */
#define GUTTER 10.0   /* between two that stand beside each other */
#define LABEL 8.0     /* of their numbers */

/* What is asked, or only shown, and the words before it. */
struct worksheet_item {
    struct task task; /* owned */
    const char *say;  /* borrowed; or NULL */
    bool asks;
    bool same_sheet;        /* as the one above, and nothing is to be drawn on it: it is left out */
    bool same_figures;      /* table and graphs as above: these are left out */
    struct point low, high; /* corners of what is printed of its sheet */
    unsigned arrows;
    char *solution; /* the answer in words, owned; "" where nothing is asked */
    int kind;       /* -1 */
};

/* A version, or its solutions. */
struct worksheet_part {
    const char *title;
    char label[80];       /* which version it is: stands on each page */
    double width, height; /* of a page */
    bool solved;
    const struct worksheet_item *items; /* borrowed */
    int count;
    const struct lesson_plan *notes; /* for the teacher, in front; or NULL */
    /* Of a race, in place of all that. */
    struct session *session; /* owned */
    struct print_subject subject;
    struct print_options options;
    struct print_layout layout;
    int pages;
};

struct worksheet {
    struct worksheet_item *items; /* version by version */
    int count;                    /* of a version */
    int versions;
    struct point_list *lines; /* of races, one a version */
    struct worksheet_part *parts;
    int part_count;
    struct worksheet_follower follower;
};

/* A page that is drawn on, or only measured. */
struct page {
    cairo_t *cairo;
    bool drawn;
    struct paper_theme theme;
    double left, right, height; /* where its lines begin and end; of the paper */
    double y;                   /* where it goes on */
};

/* What a worksheet's file takes, in per cent of the whole: up to here tasks are made, then their
 * pages counted, then written. */
enum { TASKS_MADE = 40, LAID_OUT = 60 };

static bool worksheet_goes_on(const struct worksheet_follower *follower, int from, int to, int done,
                              int of, struct error *error);

static int worksheet_count_pages(const struct worksheet_part *part);

static const double SQUARE = 5, UNITS = 6, SCALE = 1.2, CELL = 12, ROW = 6.5;
static const double NUMBERS = 5, ASIDE = 2; /* below a sheet; at its left, besides LABEL */
static const double GRAPH_HEIGHT = 40, CHOICE_HEIGHT = 25, NUMBERED = 3.2; /* at least apart */
static const double WORDS = 72;            /* height of a page that no sheet takes */
static const double BAR_ASIDE = 0.25;      /* of a move, left free at each side of a bar */
static const double BODY_MARK = 2.4;       /* of which body a graph is */
static const double TAG = 15, NUMBER = 17; /* type on a sheet, units */
enum { TEXT_BYTES = 2048, SHORT_CHOICE = 12 };

/* --- words ------------------------------------------------------------------------------------ */

static void set_line(struct page *page, const char *line, double x, bool bold,
                     struct paper_color color)
{
    double height = SHEET_LINE + (lettering_height(line) - 1) * SHEET_TYPE;
    if (page->drawn)
        lettering_draw(page->cairo, line, x, page->y + height / 2, SHEET_TYPE, bold, color);
    page->y += height;
}

/* Words from (x, y) on in lines so wide; moves on below them. */
static void worksheet_set_words(struct page *page, const char *text, double x, double width,
                                bool bold, struct paper_color color)
{
    char line[TEXT_BYTES] = "";
    while (*text != '\0') {
        char tried[TEXT_BYTES];
        size_t word = text_word(text);
        snprintf(tried, sizeof tried, "%s%s%.*s", line, line[0] ? " " : "", (int)word, text);
        if (line[0] && lettering_width(page->cairo, tried, SHEET_TYPE, bold) > width) {
            set_line(page, line, x, bold, color);
            snprintf(line, sizeof line, "%.*s", (int)word, text);
        } else {
            memcpy(line, tried, sizeof line);
        }
        text += word;
        text += strspn(text, " ");
    }
    set_line(page, line, x, bold, color);
}

/* --- a sheet ---------------------------------------------------------------------------------- */

/* What a sheet is drawn with, in units of a sixth of a millimetre, for which pens and marks are
 * made. */
struct worksheet_sheet {
    cairo_t *cairo;
    struct paper_view view;
    const struct task *task;
    const struct scene *scene;
    const struct paper_theme *theme;
    struct labels labels;
};

static struct pixel place(const struct worksheet_sheet *sheet, struct point at)
{
    return brush_grid_place(&sheet->view, sheet->scene->height, at);
}

static void write_beside(struct worksheet_sheet *sheet, const char *text, struct pixel at)
{
    struct label_wish wish = {at.x, at.y, 9, 1, -1};
    if (text[0])
        labels_add(&sheet->labels, LABEL_RIMMED, text, TAG * SCALE, sheet->theme->ink, 0, &wish);
}

/* The arrow with which each body goes into its next move. */
static void draw_velocities(struct worksheet_sheet *sheet)
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

static void write_moments(struct worksheet_sheet *sheet)
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

static struct paper_color mark_color(const struct worksheet_sheet *sheet, enum task_mark_kind kind)
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

static void draw_mark(struct worksheet_sheet *sheet, const struct task_mark *mark)
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
        to = brush_between(from, to, 0.5);
    }
    write_beside(sheet, mark->label, to);
}

/* Each line, from which points are read off; of narrow squares every fifth one. */
static void number_edges(const struct worksheet_sheet *sheet, struct point low)
{
    int step = sheet->view.square >= 4 * UNITS ? 1 : 5;
    for (int x = low.x + (step - low.x % step) % step; x <= sheet->scene->width; x += step) {
        struct pixel at = place(sheet, (struct point){x, low.y});
        lettering_draw_number(sheet->cairo, x, at.x, at.y + 26, 0.5, NUMBER, false,
                              sheet->theme->ink_soft);
    }
    for (int y = low.y + (step - low.y % step) % step; y <= sheet->scene->height; y += step) {
        struct pixel at = place(sheet, (struct point){low.x, y});
        lettering_draw_number(sheet->cairo, y, at.x - 19, at.y, 1, NUMBER, false,
                              sheet->theme->ink_soft);
    }
}

/* Squares and walls end where the sheet does. */
static void draw_ground(struct worksheet_sheet *sheet, double width, double height)
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

static void draw_things(struct worksheet_sheet *sheet, const struct worksheet_item *item,
                        bool solved)
{
    const struct task_words *why = &sheet->task->why;
    struct scene_look look = {
        .arrows = item->arrows, .body = sheet->task->body, .words = solved ? why : NULL};
    if (solved && why->mark_count > 0) /* the answer needs the place of its name */
        look.arrows &= ~(1u << ARROWS_INERTIA);
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

static void set_sheet(struct page *page, const struct worksheet_item *item, double x, bool solved)
{
    struct scene scene = item->task.scene; /* as large as it is printed, for the drawing alone */
    struct point size = point_subtract(item->high, item->low);
    /* Of 5 mm, or of as many tenths as there is room for. */
    double wide = (page->right - x - ASIDE) / (size.x + 1);
    double most = fmin(SQUARE, fmin(wide, (page->height - WORDS) / (size.y + 1)));
    double square = fmax(floor(most * 10 + 1e-6) / 10, 0.1);
    double width = (size.x + 1) * square, height = (size.y + 1) * square;
    double unit = UNITS * square;
    scene.width = item->high.x;
    scene.height = item->high.y;
    if (page->drawn) {
        struct worksheet_sheet sheet = {
            page->cairo,
            {unit * (0.5 - item->low.x), unit / 2, unit, SCALE},
            &item->task,
            &scene,
            &page->theme,
            labels_begin((struct label_box){0, 0, width * UNITS, height * UNITS}, SCALE)};
        cairo_save(page->cairo);
        cairo_translate(page->cairo, x + ASIDE, page->y);
        cairo_scale(page->cairo, 1 / UNITS, 1 / UNITS);
        draw_ground(&sheet, width * UNITS, height * UNITS);
        number_edges(&sheet, item->low);
        cairo_save(page->cairo); /* an arrow that leaves the sheet ends at its edge */
        cairo_rectangle(page->cairo, 0, 0, width * UNITS, height * UNITS);
        cairo_clip(page->cairo);
        draw_things(&sheet, item, solved);
        cairo_restore(page->cairo);
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

/* Behind what an explanation is about. */
static void tint(struct page *page, double x, double y, double width, double height)
{
    brush_color(page->cairo, brush_mix(page->theme.focus, page->theme.paper, 0.3));
    cairo_rectangle(page->cairo, x, y, width, height);
    cairo_fill(page->cairo);
}

static bool is_blank(const struct task *task, int row, int column)
{
    for (int i = 0; i < task->field_count; i++)
        if (task->fields[i].row == row && (int)task->fields[i].column == column)
            return true;
    return false;
}

static void draw_table(struct page *page, const struct task *task, double x, bool solved)
{
    for (int column = 0; column < COLUMN_SPEED && page->drawn; column++) {
        if ((task->table.columns >> column & 1) == 0)
            continue;
        lettering_draw_aligned(page->cairo, kinematics_title((enum kinematics_column)column),
                               x + CELL / 2, page->y + ROW / 2, 0.5, SHEET_TYPE, true,
                               page->theme.ink);
        for (int row = 0; row < task->table.rows; row++) {
            bool blank = is_blank(task, row, column), empty = row == 0 && column >= COLUMN_AX;
            double y = page->y + (row + 1) * ROW;
            if (solved && task_is_marked(&task->why, row, column))
                tint(page, x, y, CELL, ROW);
            brush_color(page->cairo, page->theme.ink_soft);
            cairo_rectangle(page->cairo, x, y, CELL, ROW);
            cairo_set_line_width(page->cairo, blank ? 0.5 : 0.2);
            cairo_stroke(page->cairo);
            char number[32];
            int value = task->table.numbers[row][column];
            snprintf(number, sizeof number, "%s%d", value < 0 ? "−" : "",
                     value < 0 ? -value : value);
            if (!empty && (!blank || solved))
                lettering_draw_aligned(page->cairo, number, x + CELL / 2, y + ROW / 2, 0.5,
                                       SHEET_TYPE, blank,
                                       blank ? page->theme.warning : page->theme.ink);
        }
        x += CELL;
    }
    page->y += (task->table.rows + 1) * ROW + 2;
}

/* A value over the whole of its move, or a bar in the middle of it. */
static void draw_value(struct page *page, double left, double zero, double each, int row,
                       double before, double value, bool bar)
{
    if (!bar) {
        rule(page, left + (row - 1) * SQUARE, zero - before * each, left + row * SQUARE,
             zero - value * each, 0.8);
        return;
    }
    cairo_rectangle(page->cairo, left + (row - 1 + BAR_ASIDE) * SQUARE, zero,
                    (1 - 2 * BAR_ASIDE) * SQUARE, -value * each);
    cairo_fill(page->cairo);
}

/* How far a graph reaches to the right, with room before the next one. */
static double graph_width(const struct scene *scene)
{
    return 8 + (scene->now + 1.5) * SQUARE;
}

/* The quantity against t; x and y in straight pieces, v as steps over their move, each of all
 * bodies and with their marks if there are several; a as bars, of one. The moves that the words are
 * about are tinted. */
static double draw_graph(struct page *page, const struct scene *scene, int body,
                         enum kinematics_column column, const struct task_words *words,
                         const char *name, double x, double most)
{
    int low = 0, high = 0, last = scene->now, first = column <= COLUMN_Y ? 0 : 1;
    bool bars = column >= COLUMN_AX;
    int from = bars ? body : 0, to = bars ? body + 1 : scene->body_count;
    for (int i = from; i < to; i++)
        for (int row = first; row <= last; row++) {
            int value = kinematics_number(&scene->bodies[i], row, column);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
    /* A value is as high as a square; of many values less, and every second or fifth is named. */
    double each = fmin(SQUARE, most / fmax(high - low, 1));
    double top = page->y + SHEET_LINE, left = x + 8, zero = top + high * each;
    double bottom = top + (high - low) * each;
    int step = each >= NUMBERED ? 1 : 2 * each >= NUMBERED ? 2 : 5;
    if (page->drawn) {
        for (int row = 1; row <= last; row++)
            if (task_is_marked(words, row, (int)column))
                tint(page, left + (row - 1) * SQUARE, top, SQUARE, bottom - top);
        brush_color(page->cairo, page->theme.grid_strong);
        for (int t = 0; t <= last; t++)
            rule(page, left + t * SQUARE, top, left + t * SQUARE, bottom, 0.15);
        for (int value = low; value <= high; value++)
            rule(page, left, zero - value * each, left + last * SQUARE, zero - value * each,
                 value % step == 0 && step > 1 ? 0.3 : 0.15);
        brush_color(page->cairo, page->theme.ink);
        rule(page, left, zero, left + last * SQUARE, zero, 0.4);
        rule(page, left, top, left, bottom, 0.4);
        for (int i = from; i < to; i++)
            for (int row = 1; row <= last; row++) {
                const struct scene_body *of = &scene->bodies[i];
                int value = kinematics_number(of, row, column);
                int before = first == 0 ? kinematics_number(of, row - 1, column) : value;
                brush_color(page->cairo, brush_pen(&page->theme, of->pen));
                draw_value(page, left, zero, each, row, before, value, bars);
                if (to - from > 1)
                    paper_draw_mark(page->cairo, of->pen, left + (row - 0.5 * first) * SQUARE,
                                    zero - value * each, BODY_MARK, &page->theme);
            }
        lettering_draw(page->cairo, name, x, page->y + SHEET_LINE / 2 - 1, SHEET_TYPE, true,
                       page->theme.ink);
        for (int t = 0; t <= last; t++)
            lettering_draw_number(page->cairo, t, left + t * SQUARE, bottom + 3, 0.5, 2.8, false,
                                  page->theme.ink_soft);
        lettering_draw(page->cairo, "t", left + (last + 0.6) * SQUARE, bottom + 3, 2.8, true,
                       page->theme.ink);
        for (int value = low; value <= high; value++)
            if (value % step == 0)
                lettering_draw_number(page->cairo, value, left - 1.2, zero - value * each, 1, 2.8,
                                      false, page->theme.ink_soft);
    }
    return bottom + 6;
}

/* Beside each other, as many as have room. */
static void draw_graphs(struct page *page, const struct task *task, double x, bool solved)
{
    double at = x, below = page->y, width = graph_width(&task->scene);
    for (int column = 0; column < COLUMN_SPEED; column++) {
        if ((task->graphs >> column & 1) == 0)
            continue;
        if (at > x && at + width > page->right) {
            at = x;
            page->y = below;
        }
        below = fmax(below, draw_graph(page, &task->scene, task->body,
                                       (enum kinematics_column)column, solved ? &task->why : NULL,
                                       kinematics_title((enum kinematics_column)column), at,
                                       GRAPH_HEIGHT));
        at += width;
    }
    page->y = below;
}

/* The box of a choice; ticked in the solutions. */
static const char *choice_box(const struct task_choice *choice, bool solved)
{
    return solved && choice->right ? "☑" : "□";
}

static bool has_pictures(const struct task *task)
{
    return task->choice_count > 0 && task->choices[0].picture == TASK_PICTURE_GRAPH;
}

static void draw_choices(struct page *page, const struct task *task, double x, bool solved)
{
    double at = x, below = page->y;
    for (int i = 0; i < (has_pictures(task) ? task->choice_count : 0); i++) {
        const struct task_choice *choice = &task->choices[i];
        char name[TASK_LABEL_BYTES + 16];
        double width = graph_width(choice->scene);
        if (at > x && at + width > page->right) {
            at = x;
            page->y = below;
        }
        snprintf(name, sizeof name, "%s %s  (%s)", choice_box(choice, solved), choice->text,
                 kinematics_title(choice->column));
        below = fmax(below, draw_graph(page, choice->scene, 0, choice->column, NULL, name, at,
                                       CHOICE_HEIGHT));
        at += width;
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

/* A field a line; choices beside each other where they are short. */
static void set_blanks(struct page *page, const struct task *task, double x, double width,
                       bool solved)
{
    static const char *const asked[] = {
        "",          "The point: (____, ____)",     "a = (____, ____)", "",
        "Row: ____", "Draw the moves on the sheet."};
    bool numbers = task->ask == TASK_NUMBERS, choice = task->ask == TASK_CHOICE;
    int count = numbers ? task->field_count : choice ? task->choice_count : 1;
    struct text line = {0};
    for (int i = has_pictures(task) ? count : 0; i < count; i++) {
        const struct task_field *field = &task->fields[i];
        if (numbers && field->row >= 0)
            continue;
        if (numbers)
            text_append_format(&line, "%s%s________ %s", field->label, field->label[0] ? " = " : "",
                               field->unit);
        else if (choice)
            text_append_format(&line, "%s%s\u00a0%s", line.length > 0 ? " \u2003" : "",
                               choice_box(&task->choices[i], solved), task->choices[i].text);
        else
            text_append(&line, task->ask == TASK_ACCELERATION && point_reach(task->scene.wind) > 0
                                   ? "push = (____, ____)"
                                   : asked[task->ask]);
        if (choice && i + 1 < count && !has_long_choices(task))
            continue;
        worksheet_set_words(page, text_string(&line), x, width, false, page->theme.ink);
        text_clear(&line);
    }
    text_free(&line);
}

static void worksheet_set_item(struct page *page, const struct worksheet_item *item, int number,
                               bool solved)
{
    double x = page->left + LABEL, width = page->right - x;
    char label[12];
    snprintf(label, sizeof label, "%d", number);
    if (page->drawn)
        lettering_draw(page->cairo, label, page->left, page->y + SHEET_LINE / 2, SHEET_TYPE, true,
                       page->theme.ink);
    if (item->say != NULL)
        worksheet_set_words(page, item->say, x, width, !item->asks, page->theme.ink);
    if (item->asks)
        worksheet_set_words(page, item->task.sentence, x, width, true, page->theme.ink);
    page->y += 1.5;
    if ((item->task.show & TASK_SHOW_SHEET) != 0 && !item->same_sheet)
        set_sheet(page, item, x, solved && item->asks);
    if ((item->task.show & TASK_SHOW_TABLE) != 0 && !item->same_figures)
        draw_table(page, &item->task, x, solved);
    if ((item->task.show & TASK_SHOW_GRAPH) != 0 && !item->same_figures)
        draw_graphs(page, &item->task, x, solved && item->asks);
    draw_choices(page, &item->task, x, solved);
    if (item->asks) {
        set_blanks(page, &item->task, x, width, solved);
        /* Or as much room. */
        bool drawn = page->drawn;
        page->drawn = drawn && solved;
        worksheet_set_words(page, item->solution, x, width, false, page->theme.warning);
        page->drawn = drawn;
    }
    page->y += SHEET_GAP;
}

/* === make ===================================================================================== */

/* See worksheet.h: what stands on the pages of each version. */

unsigned worksheet_arrows(const struct task *task)
{
    unsigned arrows = 0;
    if (task->show & TASK_SHOW_ACCELERATIONS)
        arrows |= 1u << ARROWS_WAY | 1u << ARROWS_SUM;
    if (task->show & TASK_SHOW_INERTIA)
        arrows |= 1u << ARROWS_INERTIA;
    return arrows;
}

/* --- exercises and lessons -------------------------------------------------------------------- */

/* Of a drive that was not explained by arrows: where it goes. */
static void mark_drive(struct task *task, const struct task_answer *answer)
{
    struct scene scene;
    struct error error;
    scene_copy(&scene, &task->scene);
    for (int i = 0; i < answer->move_count; i++) {
        struct point from = scene_at(&scene.bodies[task->body], scene.now);
        scene_choose(&scene, task->body, answer->moves[i], &error);
        scene_step(&scene);
        task_mark(&task->why, TASK_MARK_GHOST, from, scene_at(&scene.bodies[task->body], scene.now),
                  "");
    }
    scene_free(&scene);
}

static void solve(struct worksheet_item *item)
{
    struct task_answer answer;
    struct task_words words;
    struct text told = {0};
    if (item->asks) {
        task_solve(&item->task, &answer, &words);
        if (item->task.ask == TASK_DRIVE && item->task.why.mark_count == 0)
            mark_drive(&item->task, &answer);
        if (item->task.ask != TASK_CHOICE) { /* whose box is ticked */
            task_append_answer(&told, &item->task, &answer);
            text_append(&told, words.text[0] ? ". " : ".");
        }
        text_append(&told, words.text);
    }
    item->solution = memory_copy_string(text_string(&told));
    text_free(&told);
}

static void take_in(struct worksheet_item *item, struct point at)
{
    item->low =
        (struct point){number_smaller(item->low.x, at.x), number_smaller(item->low.y, at.y)};
    item->high =
        (struct point){number_larger(item->high.x, at.x), number_larger(item->high.y, at.y)};
}

/* Paper has no room for squares on which nothing happens: only those round what is shown and drawn
 * are printed, a square more on each side; across at least so many. */
static void cut_sheet(struct worksheet_item *item, int width)
{
    enum { AROUND = 1, LEAST = 6 };
    const struct task *task = &item->task;
    const struct scene *scene = &task->scene;
    const uint32_t next = TASK_SHOW_VELOCITY | TASK_SHOW_INERTIA | TASK_SHOW_POINTS;
    bool goes_on =
        (task->show & next) != 0 || task->ask == TASK_ACCELERATION || task->ask == TASK_DRIVE;
    item->low = item->high;
    item->high = (struct point){LEAST, LEAST};
    for (int i = 0; i < scene->wall_count; i++) {
        take_in(item, scene->walls[i].from);
        take_in(item, scene->walls[i].to);
    }
    for (int i = 0; i < scene->target_count; i++) {
        take_in(item, point_subtract(scene->targets[i].at, scene->targets[i].velocity));
        take_in(item, point_add(scene->targets[i].at, scene->targets[i].drift));
    }
    for (int i = 0; i < task->why.mark_count; i++)
        if (task->why.marks[i].kind < TASK_MARK_ROW) {
            take_in(item, task->why.marks[i].from);
            take_in(item, task->why.marks[i].to);
        }
    for (int i = 0; i < scene->body_count; i++) {
        const struct scene_body *body = &scene->bodies[i];
        if (goes_on)
            take_in(item, point_add(scene_at(body, scene->now), scene_inertia(body, scene->now)));
        for (int row = 0; row <= scene->now; row++)
            take_in(item, scene_at(body, row));
    }
    bool windy = point_reach(scene->wind) > 0;
    int left = number_smaller(windy ? SCENE_WIND_ASIDE + 2 : AROUND, item->low.x);
    int spare = width - (item->high.x - item->low.x); /* for margins, narrower ones where it fits */
    if (!windy && spare >= 0)
        left = number_smaller(left, spare);
    int right = item->high.x + (spare < left ? AROUND : spare - left);
    item->low = (struct point){item->low.x - left, number_larger(item->low.y - AROUND, 0)};
    item->high = (struct point){number_smaller(right, scene->width),
                                number_smaller(item->high.y + AROUND, scene->height)};
    item->low.x = number_larger(number_smaller(item->low.x, item->high.x - width), 0);
}

static bool make_exercises(const struct worksheet_wish *wish, int version,
                           struct worksheet_item *items, struct error *error)
{
    uint64_t seed = exercise_seed(wish->seed, version);
    for (int i = 0; i < wish->count; i++) {
        if (!worksheet_goes_on(&wish->follower, 0, TASKS_MADE, version * wish->count + i,
                               wish->versions * wish->count, error))
            return false;
        items[i].kind = wish->kind >= 0 ? wish->kind : exercise_mixed_kind(seed, i);
        items[i].asks = true;
        exercise_make(items[i].kind, wish->difficulty, exercise_seed(seed, i), &items[i].task);
        items[i].arrows = worksheet_arrows(&items[i].task);
        solve(&items[i]);
        items[i].high = (struct point){items[i].task.scene.width, items[i].task.scene.height};
        if (!items[i].task.scene.course.body)
            cut_sheet(&items[i], 0);
    }
    return true;
}

/* The answers of a choice in another order. */
static void shuffle_choices(struct task *task, struct random *random)
{
    int from[TASK_CHOICES] = {0}; /* the place that each had */
    struct task_choice choices[TASK_CHOICES];
    memcpy(choices, task->choices, sizeof choices);
    for (int i = 0; i < task->choice_count; i++) {
        int other = (int)random_below(random, (uint32_t)i + 1);
        from[i] = from[other];
        from[other] = i;
    }
    for (int i = 0; i < task->choice_count; i++)
        task->choices[i] = choices[from[i]];
    for (int i = 0; i < task->wrong_count; i++)
        for (int k = 0; k < task->choice_count; k++)
            if (from[k] == task->wrongs[i].answer.number) {
                task->wrongs[i].answer.number = k;
                break;
            }
}

/* Is there nothing on its sheet that the one above does not show, and nothing to be drawn, with the
 * answer neither? */
static bool needs_no_sheet(const struct plan_step *step)
{
    const struct plan_step *before = step - 1;
    bool writes = !step->asks || step->task.ask == TASK_NUMBERS || step->task.ask == TASK_CHOICE;
    const uint32_t figures = TASK_SHOW_TABLE | TASK_SHOW_GRAPH;
    return step->continues && writes && step->task.why.mark_count == 0 &&
           step->arrows == before->arrows &&
           (step->task.show | figures) == (before->task.show | figures);
}

/* Do the tables and graphs above have all of its own? */
static bool needs_no_figures(const struct plan_step *step)
{
    if (!needs_no_sheet(step))
        return false;
    const struct task *task = &step->task, *before = &(step - 1)->task;
    return (task->show & ~before->show) == 0 && (task->graphs & ~before->graphs) == 0 &&
           (task->table.columns & ~before->table.columns) == 0;
}

enum { LESSON_WIDTH = 15 }; /* squares, as many as half of a page has: names of arrows need room */

static void make_lesson(const struct lesson_plan *plan, uint64_t seed, struct worksheet_item *items)
{
    struct random random = random_seeded(seed);
    for (int i = 0; i < plan->step_count; i++) {
        const struct plan_step *step = &plan->steps[i];
        items[i] =
            (struct worksheet_item){.say = step->say,
                                    .asks = step->asks,
                                    .same_sheet = needs_no_sheet(step),
                                    .same_figures = needs_no_figures(step),
                                    .high = {step->task.scene.width, step->task.scene.height},
                                    .arrows = step->arrows,
                                    .kind = -1};
        task_copy(&items[i].task, &step->task);
        shuffle_choices(&items[i].task, &random);
        solve(&items[i]);
        if (!step->task.scene.course.body)
            cut_sheet(&items[i], LESSON_WIDTH);
    }
}

/* --- races ------------------------------------------------------------------------------------ */

/* One car that chooses its start point and then its moves. */
static bool make_setup(struct course course, struct setup *setup, struct error *error)
{
    if (course.game != &graph_paper_game)
        return error_set(error, "a worksheet is raced on a track of graph paper");
    *setup = setup_from_preset(&graph_paper_game, PRESET_CLASSROOM);
    setup->players = 1;
    setup->course = course;
    setup->values[FIELD_CHOOSE] = CHOOSE_REVERSE;
    return setup_check(setup, error);
}

static struct session *begin_race(const struct setup *setup)
{
    struct player player = {.name = "Car", .pen = 1, .driver = "human"};
    struct error error;
    return session_begin(setup, &player, (struct allow){0}, &error);
}

static void do_point(struct session *session, struct point point)
{
    char action[40];
    struct error error;
    snprintf(action, sizeof action, "%d,%d", point.x, point.y);
    session_do(session, 0, action, &error);
}

/* The best way from one start point after the other; each comes before one comes again. */
static bool find_lines(const struct setup *setup, const struct worksheet_wish *wish,
                       struct point_list *lines, struct error *error)
{
    struct budget budget = {.cancelled = wish->follower.dropped};
    struct solver_options options = {.for_questions = true, .budget = &budget};
    struct solver *solver = solver_create(setup, &options, error);
    struct session *session = begin_race(setup);
    struct point_list starts = {0};
    int found = 0;
    bool prepared = solver != NULL && solver_prepare(solver, error);
    graph_paper_starts(session_race(session), &starts);
    struct random random = random_seeded(wish->seed);
    for (int i = starts.count - 1; i > 0; i--) {
        int other = (int)random_below(&random, (uint32_t)i + 1);
        struct point moved = starts.items[i];
        starts.items[i] = starts.items[other];
        starts.items[other] = moved;
    }
    for (int i = 0; prepared && found < wish->versions; i++) {
        struct car car = graph_paper_placed(session_race(session), starts.items[i % starts.count]);
        if (i == starts.count && found == 0)
            break;
        found += solver_line_from(solver, &car, &lines[found]);
    }
    if (prepared && found == 0)
        error_set(error, "no way leads from a start point to the finish");
    free(starts.items);
    session_free(session);
    solver_free(solver);
    return found > 0;
}

/* Pupils get the start point alone. */
static bool lay_out_race(struct worksheet_part *part, const struct setup *setup,
                         enum print_paper paper, const struct point_list *line, struct error *error)
{
    size_t length = strlen(part->label);
    struct point start = line->items[0];
    snprintf(part->label + length, sizeof part->label - length, ", start %s",
             pair_of(start.x, start.y).text);
    length = strlen(part->label);
    if (part->solved)
        snprintf(part->label + length, sizeof part->label - length, ", %d moves", line->count - 1);
    part->session = begin_race(setup);
    for (int i = 0; i < (part->solved ? line->count : 1); i++)
        do_point(part->session, line->items[i]);
    part->title = course_title(setup->course);
    part->subject = (struct print_subject){.session = part->session,
                                           .steps = session_step_count(part->session)};
    part->options = print_usual;
    part->options.paper = paper;
    part->options.no_rules = true;
    part->options.sheet = part->label;
    const struct track *track = graph_paper_track(setup);
    if (track->slick_count + track->turbo_count + track->checkpoint_count > 0)
        part->options.remark = "Only the walls and the finish line count.";
    part->options.solved = part->solved;
    bool laid = print_lay_out(&part->subject, &part->options, &part->layout, error);
    part->pages = part->layout.plan.pages;
    part->width = part->layout.plan.page_width;
    part->height = part->layout.plan.page_height;
    return laid;
}

static bool make_race(struct worksheet *worksheet, const struct worksheet_wish *wish,
                      struct error *error)
{
    struct setup setup;
    if (!make_setup(wish->course, &setup, error))
        return false;
    worksheet->lines = memory_allocate((size_t)wish->versions, sizeof *worksheet->lines);
    if (!find_lines(&setup, wish, worksheet->lines, error))
        return false;
    for (int i = 0; i < worksheet->part_count; i++)
        if (!lay_out_race(&worksheet->parts[i], &setup, wish->paper,
                          &worksheet->lines[i % worksheet->versions], error))
            return false;
    return true;
}

/* --- the worksheet ---------------------------------------------------------------------------- */

bool worksheet_check(const struct worksheet_wish *wish, struct error *error)
{
    return wish->count * wish->versions <= WORKSHEET_MADE_MOST ||
           error_set(error, "that would be %d exercises, and at most %d are made at once",
                     wish->count * wish->versions, WORKSHEET_MADE_MOST);
}

static void name_parts(struct worksheet *worksheet, const struct worksheet_wish *wish)
{
    for (int i = 0; i < worksheet->part_count; i++) {
        struct worksheet_part *part = &worksheet->parts[i];
        int version = i % wish->versions;
        snprintf(part->label, sizeof part->label, "seed %llu, version %d",
                 (unsigned long long)wish->seed, version + 1);
        part->solved = i >= wish->versions;
        part->width = print_paper_sizes[wish->paper][0];
        part->height = print_paper_sizes[wish->paper][1];
        part->title = wish->lesson      ? wish->lesson->title
                      : wish->kind >= 0 ? exercise_title(wish->kind)
                                        : "Exercises";
        part->items = worksheet->items + version * worksheet->count;
        part->count = worksheet->count;
        part->notes = part->solved ? wish->lesson : NULL;
    }
}

static bool make_items(struct worksheet *worksheet, const struct worksheet_wish *wish,
                       struct error *error)
{
    worksheet->count = wish->lesson ? wish->lesson->step_count : wish->count;
    worksheet->items =
        memory_allocate((size_t)(wish->versions * worksheet->count), sizeof *worksheet->items);
    for (int i = 0; i < wish->versions; i++) {
        struct worksheet_item *items = worksheet->items + i * worksheet->count;
        if (wish->lesson)
            make_lesson(wish->lesson, exercise_seed(wish->seed, i), items);
        else if (!make_exercises(wish, i, items, error))
            return false;
    }
    return true;
}

static bool count_pages(struct worksheet *worksheet, struct error *error)
{
    for (int i = 0; i < worksheet->part_count; i++) {
        worksheet->parts[i].pages = worksheet_count_pages(&worksheet->parts[i]);
        if (!worksheet_goes_on(&worksheet->follower, TASKS_MADE, LAID_OUT, i + 1,
                               worksheet->part_count, error))
            return false;
    }
    return true;
}

struct worksheet *worksheet_make(const struct worksheet_wish *wish, struct error *error)
{
    struct worksheet *worksheet = memory_allocate(1, sizeof *worksheet);
    worksheet->follower = wish->follower;
    worksheet->versions = wish->versions;
    worksheet->part_count = wish->solutions ? 2 * wish->versions : wish->versions;
    worksheet->parts = memory_allocate((size_t)worksheet->part_count, sizeof *worksheet->parts);
    bool race = wish->course.body != NULL, made = race || make_items(worksheet, wish, error);
    name_parts(worksheet, wish);
    made = made && (race ? make_race(worksheet, wish, error) : count_pages(worksheet, error));
    if (made)
        return worksheet;
    worksheet_free(worksheet);
    return NULL;
}

void worksheet_free(struct worksheet *worksheet)
{
    if (worksheet == NULL)
        return;
    for (int i = 0; i < worksheet->versions * worksheet->count; i++) {
        task_free(&worksheet->items[i].task);
        free(worksheet->items[i].solution);
    }
    for (int i = 0; i < worksheet->part_count; i++)
        session_free(worksheet->parts[i].session);
    for (int i = 0; worksheet->lines != NULL && i < worksheet->versions; i++)
        free(worksheet->lines[i].items);
    free(worksheet->lines);
    free(worksheet->items);
    free(worksheet->parts);
    free(worksheet);
}

int worksheet_task_count(const struct worksheet *worksheet)
{
    return worksheet->count;
}

const struct task *worksheet_task(const struct worksheet *worksheet, int version, int index,
                                  int *kind)
{
    const struct worksheet_item *item = &worksheet->items[version * worksheet->count + index];
    *kind = item->kind;
    return item->asks ? &item->task : NULL;
}

const struct point *worksheet_line(const struct worksheet *worksheet, int version, int *moves)
{
    if (worksheet->lines == NULL)
        return NULL;
    *moves = worksheet->lines[version].count - 1;
    return worksheet->lines[version].items;
}

/* === worksheet ================================================================================ */

/* See worksheet.h: the pages, one after the other. A task is a block that is measured by the code
 * that draws it, with a cairo that draws nothing; where it does not fit any more, a page begins.
 */

enum { ALL_PAGES = -1 };

/* Which pages of a part are drawn: none (0), one of them (from 1), or all, each shown. */
struct book {
    struct page page;
    const struct worksheet_part *part;
    int wanted;
    int number; /* of the page that is set, from 1 */
};

static bool is_wanted(const struct book *book)
{
    return book->wanted == ALL_PAGES || book->wanted == book->number;
}

/* --- pages ------------------------------------------------------------------------------------ */

static void draw_frame(struct book *book)
{
    char told[120];
    const struct worksheet_part *part = book->part;
    cairo_t *cairo = book->page.cairo;
    const struct paper_theme *theme = &book->page.theme;
    double right = book->page.right, foot = part->height - PRINT_MARGIN - 3;
    char title[CAPTION_BYTES];
    double left = print_draw_name_field(cairo, theme, right, PRINT_MARGIN + 4, part->solved);
    caption_fit(cairo, part->title, PRINT_TITLE, true, left - 6 - PRINT_MARGIN, title);
    lettering_draw_title(cairo, title, PRINT_MARGIN, PRINT_MARGIN + 4, PRINT_TITLE, theme->ink);
    caption_draw_ruler(cairo, PRINT_MARGIN, foot, 100, theme->ink_soft);
    snprintf(told, sizeof told, "%s   Page %d of %d", part->label, book->number, part->pages);
    lettering_draw_aligned(cairo, told, right, foot, 1, PRINT_SMALL, false, theme->ink);
}

static void end_page(struct book *book)
{
    if (book->wanted == ALL_PAGES && book->number > 0)
        cairo_show_page(book->page.cairo);
}

static void begin_page(struct book *book)
{
    end_page(book);
    book->number++;
    book->page.y = SHEET_HEAD;
    book->page.drawn = is_wanted(book);
    if (book->page.drawn)
        draw_frame(book);
}

/* For the teacher: what a lesson is about, and where it goes wrong. */
static void set_notes(struct book *book)
{
    struct page *page = &book->page;
    double width = page->right - PRINT_MARGIN;
    begin_page(book);
    worksheet_set_words(page, "For the teacher", PRINT_MARGIN, width, true, page->theme.warning);
    page->y += 2;
    for (int i = 0; i < PLAN_NOTES; i++) {
        if (book->part->notes->notes[i] == NULL)
            continue;
        worksheet_set_words(page, plan_note_titles[i], PRINT_MARGIN, width, true, page->theme.ink);
        worksheet_set_words(page, book->part->notes->notes[i], PRINT_MARGIN, width, false,
                            page->theme.ink);
        page->y += 3;
    }
    page->y += SHEET_GAP;
}

/* From a half of the page to the other, whose squares go on with those of the first. */
static double half_step(const struct page *page)
{
    return floor((page->right - PRINT_MARGIN + GUTTER) / 2 / SQUARE) * SQUARE;
}

/* Has it room in half of the page? */
static bool is_narrow(const struct page *page, const struct worksheet_item *item)
{
    double room = half_step(page) - GUTTER - LABEL, graphs = 0, columns = 0;
    for (int i = 0; i < COLUMN_SPEED; i++) {
        if (item->task.graphs >> i & 1)
            graphs = graph_width(&item->task.scene); /* below each other, then */
        columns += (item->task.table.columns >> i & 1) * CELL;
    }
    return graphs <= room && columns <= room &&
           ((item->task.show & TASK_SHOW_SHEET) == 0 ||
            ASIDE + (item->high.x - item->low.x + 1) * SQUARE <= room);
}

/* In the left or right half of the page (0, 1), or across it (-1): where it ends, drawn or not. */
static double set_at(struct book *book, int index, int half, double top, bool drawn)
{
    struct page page = book->page;
    double step = half_step(&page);
    page.y = top;
    page.drawn = page.drawn && drawn;
    if (half >= 0) {
        page.left += half * step;
        page.right = page.left + step - GUTTER;
    }
    worksheet_set_item(&page, &book->part->items[index], index + 1, book->part->solved);
    return page.y;
}

/* One after the other, each in the half that has more room left, the left one where they differ by
 * less than a line; or across both. */
static void set_items(struct book *book)
{
    const struct worksheet_part *part = book->part;
    const double end = part->height - PRINT_MARGIN - PRINT_FOOT + SHEET_GAP;
    double tops[2] = {book->page.y, book->page.y};
    for (int i = 0; i < part->count; i++) {
        bool narrow = is_narrow(&book->page, &part->items[i]);
        int half = narrow ? tops[1] + SHEET_LINE < tops[0] : -1;
        double top = narrow ? tops[half] : fmax(tops[0], tops[1]);
        if (book->number == 0 || set_at(book, i, half, top, false) > end) {
            begin_page(book);
            top = tops[0] = tops[1] = book->page.y;
            half = narrow ? 0 : -1;
        }
        double below = set_at(book, i, half, top, true);
        tops[0] = half == 1 ? tops[0] : below;
        tops[1] = half == 0 ? tops[1] : below;
    }
}

/* A race's pages are those that print lays out. */
/* Draws what is wanted; returns how many pages there are. */
static int set_part(cairo_t *cairo, const struct worksheet_part *part, int wanted)
{
    struct book book = {.page = {cairo, false, print_theme(), PRINT_MARGIN,
                                 part->width - PRINT_MARGIN, part->height, 0},
                        .part = part,
                        .wanted = wanted};
    if (part->session != NULL) {
        for (book.number = 1; book.number <= part->pages; book.number++)
            if (is_wanted(&book)) {
                print_draw_page(cairo, &part->layout, book.number - 1);
                end_page(&book);
            }
        return part->pages;
    }
    if (part->notes != NULL)
        set_notes(&book);
    if (part->notes != NULL && part->count > 0)
        book.page.y = part->height; /* the questions begin on a page of their own */
    set_items(&book);
    end_page(&book);
    return book.number;
}

/* worksheet.c: how many pages it takes. */
static int worksheet_count_pages(const struct worksheet_part *part)
{
    cairo_t *cairo = print_begin_measuring();
    int pages = set_part(cairo, part, 0);
    cairo_destroy(cairo);
    return pages;
}

int worksheet_page_count(const struct worksheet *worksheet)
{
    int pages = 0;
    for (int i = 0; i < worksheet->part_count; i++)
        pages += worksheet->parts[i].pages;
    return pages;
}

/* --- documents -------------------------------------------------------------------------------- */

/* Part `done` of `of` is done between two percentages. False, and the error, if it is to end. */
static bool worksheet_goes_on(const struct worksheet_follower *follower, int from, int to, int done,
                              int of, struct error *error)
{
    if (follower->tell)
        follower->tell(follower->data, from + (to - from) * done / of);
    return !follower->dropped || !atomic_load(follower->dropped) ||
           error_set(error, "it was given up");
}

bool worksheet_pdf(const struct worksheet *worksheet, struct text *into, struct error *error)
{
    const struct worksheet_part *first = &worksheet->parts[0];
    cairo_surface_t *surface =
        caption_begin_pdf(into, first->width, first->height, first->title, NULL);
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, CAPTION_POINTS, CAPTION_POINTS);
    bool going = true;
    for (int i = 0; i < worksheet->part_count && going; i++) {
        set_part(cairo, &worksheet->parts[i], ALL_PAGES);
        going = worksheet_goes_on(&worksheet->follower, LAID_OUT, 100, i + 1, worksheet->part_count,
                                  error);
    }
    return brush_finish(cairo, surface, "the worksheet", error) && going;
}

cairo_surface_t *worksheet_preview(const struct worksheet *worksheet, int page, int width,
                                   int height)
{
    int index = 0;
    while (page >= worksheet->parts[index].pages)
        page -= worksheet->parts[index++].pages;
    const struct worksheet_part *part = &worksheet->parts[index];
    cairo_t *recorder = print_begin_measuring();
    set_part(recorder, part, page + 1);
    return print_shrink(recorder, part->width, part->height, width, height);
}
