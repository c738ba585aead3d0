/* Table and graphs of a task, as a class reads them: x in straight pieces, v in steps, a in bars.
 */
#include "screens/graph_paper/classroom/inside.h"

#include "base/number.h"
#include "paper/graph_paper/ink.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "screens/graph_paper/scene/scene_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double ROW = 30, COLUMN = 46, GRAPH_LEAST = 100; /* interface pixels */
enum { GRAPHS_SHARE = 42, GRAPHS_MOST = 60 };                 /* per cent of what there is */

/* --- the table -------------------------------------------------------------------------------- */

/* The field that fills a cell, or -1. */
static int field_of(const struct task *task, int row, int column)
{
    for (int i = 0; i < task->field_count; i++)
        if (task->fields[i].row == row && (int)task->fields[i].column == column)
            return i;
    return -1;
}

/* The reply, or the explanation, which stays until the task is done. */
static const struct task_words *drawn_words(const struct task_panel *task_panel)
{
    static const struct task_words none;
    return task_panel->has_reply   ? &task_panel->reply.words
           : task_panel->explained ? &task_panel->task.why
                                   : &none;
}

static struct answer_field field_at(struct task_panel *task_panel, int index)
{
    return (struct answer_field){ui_words("field %d", index + 1),
                                 task_panel->task.fields[index].label,
                                 task_panel->answer.typed[index], task_panel->faulty >> index & 1};
}

static void change(struct task_panel *task_panel, unsigned fields)
{
    task_panel->has_reply = false;
    task_panel->faulty &= ~fields;
}

static void build_field(struct task_panel *task_panel, struct ui *ui, int index, struct box box)
{
    struct answer_field field = field_at(task_panel, index);
    if (answer_field(ui, &field, box))
        change(task_panel, 1u << index);
}

static void build_cell(struct task_panel *task_panel, struct ui *ui, int row, int column,
                       struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct task *task = &task_panel->task;
    char number[16] = "";
    int field = field_of(task, row, column);
    if (task_is_marked(drawn_words(task_panel), row, column))
        canvas_fill(canvas, box, color_fade(theme->focus, 0.3));
    if (field >= 0 && task_panel_is_done(task_panel)) {
        canvas_text(canvas, STYLE_STRONG, theme->ink, task_panel->answer.typed[field], box,
                    ALIGN_CENTRE);
        return;
    }
    if (field >= 0) {
        build_field(task_panel, ui, field, box_inset(box, 1, 1));
        return;
    }
    bool empty = row == 0 && column >= COLUMN_AX;
    if (!empty)
        snprintf(number, sizeof number, "%s%d", task->table.numbers[row][column] < 0 ? "−" : "",
                 abs(task->table.numbers[row][column]));
    canvas_text(canvas, STYLE_BODY, theme->ink, number, box, ALIGN_CENTRE);
}

static void task_panel_judge(struct task_panel *task_panel);

static void task_panel_build_table(struct task_panel *task_panel, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct task *task = &task_panel->task;
    int columns[COLUMN_SPEED], count = 0, height = canvas_units(canvas, ROW);
    for (int i = 0; i < COLUMN_SPEED; i++)
        if (task->table.columns >> i & 1)
            columns[count++] = i;
    int wide = canvas_units(canvas, COLUMN) * 2 * count;
    box = box_centre(box, box.w > wide ? wide : box.w,
                     box.h > height * (task->table.rows + 1) ? height * (task->table.rows + 1)
                                                             : box.h);
    if (!(task->show & (TASK_SHOW_SHEET | TASK_SHOW_GRAPH))) /* it is all that there is */
        canvas_plain_card(canvas, layout_inside(ui, box, -12, -12, 0).rest);
    for (int row = -1; row < task->table.rows; row++) {
        struct box strip = box_cut_top(&box, height);
        if (row >= 0 && task->ask == TASK_ROW && task_panel->asks) {
            struct ui_state state = ui_target(ui, ui_words("row %d", row), strip, "");
            if (state.clicked && !task_panel_is_done(task_panel)) {
                task_panel->answer.number = row;
                task_panel_judge(task_panel);
            }
            if (state.hovered || state.ring)
                canvas_fill(canvas, strip, color_fade(theme->action, 0.12));
            if (state.ring)
                ui_focus_ring(ui, strip, 2);
        }
        canvas_fill(canvas, box_make(strip.x, strip.y + strip.h - 1, strip.w, 1),
                    theme->panel_edge);
        for (int i = 0; i < count; i++) {
            struct box cell = box_column(strip, i, count, 0);
            if (row < 0)
                canvas_text(canvas, STYLE_STRONG, theme->ink,
                            kinematics_title((enum kinematics_column)columns[i]), cell,
                            ALIGN_CENTRE);
            else
                build_cell(task_panel, ui, row, columns[i], cell);
        }
    }
}

static int task_panel_graphs_height(const struct canvas *canvas, int room)
{
    int least = canvas_units(canvas, GRAPH_LEAST) + 2 * canvas_units(canvas, 6);
    int most = room * GRAPHS_MOST / 100;
    return number_smaller(number_larger(room * GRAPHS_SHARE / 100, least), most);
}

/* --- graphs ----------------------------------------------------------------------------------- */

struct plot {
    struct canvas *canvas;
    struct box box;
    int least, most, last;         /* of the values; of t */
    const struct scene_body *body; /* whose line is drawn */
    enum kinematics_column column;
};

static int value_of(const struct plot *plot, int row)
{
    return kinematics_number(plot->body, row, plot->column);
}

static double plot_x(const struct plot *plot, double t)
{
    return plot->box.x + t * plot->box.w / fmax(plot->last, 1);
}

static double plot_y(const struct plot *plot, double value)
{
    double span = plot->most - plot->least;
    return plot->box.y + plot->box.h - (value - plot->least) * plot->box.h / span;
}

static void line(const struct plot *plot, double t, double value, double to_t, double to_value,
                 struct stroke stroke)
{
    double points[] = {plot_x(plot, t), plot_y(plot, value), plot_x(plot, to_t),
                       plot_y(plot, to_value)};
    canvas_stroke(plot->canvas, points, 2, &stroke);
}

/* So many values between two numbered lines that they do not touch. */
static int stride(const struct plot *plot, int pixels)
{
    static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    int span = plot->most - plot->least, index = 0;
    while (index < 9 && plot->box.h * steps[index] / span < pixels)
        index++;
    return steps[index];
}

static void draw_grid(const struct plot *plot)
{
    struct canvas *canvas = plot->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    double scale = canvas_scale(canvas);
    int height = canvas_line_height(canvas, STYLE_SMALL), wide = canvas_units(canvas, 40);
    int step = stride(plot, height), gap = canvas_units(canvas, 4);
    char number[16];
    for (int value = plot->least; value <= plot->most; value++) {
        bool named = value % step == 0;
        line(plot, 0, value, plot->last, value,
             (struct stroke){named ? theme->grid_strong : theme->grid, scale, 0});
        snprintf(number, sizeof number, "%s%d", value < 0 ? "−" : "", abs(value));
        struct box box = {plot->box.x - wide - canvas_units(canvas, 5),
                          (int)plot_y(plot, value) - height / 2, wide, height};
        if (named)
            canvas_text(canvas, STYLE_SMALL, theme->ink, number, box, ALIGN_RIGHT);
    }
    for (int t = 0; t <= plot->last; t++) {
        line(plot, t, plot->least, t, plot->most, (struct stroke){theme->grid, scale, 0});
        snprintf(number, sizeof number, "%d", t);
        struct box box = {(int)plot_x(plot, t) - wide / 2, plot->box.y + plot->box.h + gap, wide,
                          height};
        canvas_text(canvas, STYLE_SMALL, theme->ink, number, box, ALIGN_CENTRE);
        if (t == plot->last)
            canvas_text(canvas, STYLE_STRONG, theme->ink, "t",
                        box_make(box.x + wide * 3 / 4, box.y, wide / 2, height), ALIGN_CENTRE);
    }
    line(plot, 0, 0 < plot->least ? plot->least : 0, plot->last, 0 < plot->least ? plot->least : 0,
         (struct stroke){theme->ink, 1.5 * scale, 0});
    line(plot, 0, plot->least, 0, plot->most, (struct stroke){theme->ink, 1.5 * scale, 0});
}

/* One of several lines has the mark of its body. */
static void draw_values(const struct plot *plot, bool named)
{
    const struct paper_theme *theme = canvas_theme(plot->canvas);
    struct stroke pen = {theme->pens[plot->body->pen - 1], 3.2 * canvas_scale(plot->canvas), 0};
    bool place = plot->column == COLUMN_X || plot->column == COLUMN_Y;
    bool bars = plot->column >= COLUMN_AX;
    for (int row = 1; row <= plot->last; row++) {
        int before = value_of(plot, row - 1), now = value_of(plot, row);
        if (place) {
            line(plot, row - 1, before, row, now, pen);
            if (named)
                canvas_mark(plot->canvas, plot->body->pen, plot_x(plot, row), plot_y(plot, now),
                            10 * canvas_scale(plot->canvas));
        } else if (bars) {
            int x = (int)plot_x(plot, row - 0.75), right = (int)plot_x(plot, row - 0.25);
            int top = (int)plot_y(plot, now > 0 ? now : 0);
            int foot = (int)plot_y(plot, now > 0 ? 0 : now);
            canvas_fill(plot->canvas, box_make(x, top, right - x, foot - top), pen.color);
        } else {
            line(plot, row - 1, now, row, now, pen);
            if (row > 1)
                line(plot, row - 1, before, row - 1, now,
                     (struct stroke){pen.color, 1.2 * canvas_scale(plot->canvas), 0});
        }
    }
}

/* The moves that an explanation is about, each from its beginning to its end. */
static void draw_marked(const struct plot *plot, const struct task_words *words)
{
    for (int row = 1; row <= plot->last; row++) {
        if (!task_is_marked(words, row, (int)plot->column))
            continue;
        int left = (int)plot_x(plot, row - 1), right = (int)plot_x(plot, row);
        canvas_fill(plot->canvas, box_make(left, plot->box.y, right - left, plot->box.h),
                    color_fade(canvas_theme(plot->canvas)->focus, 0.3));
    }
}

/* Of all bodies: bars of the first alone. The words may be NULL. */
static void draw_plot(struct canvas *canvas, const struct scene *scene,
                      enum kinematics_column column, struct box box, const struct task_words *words)
{
    struct plot plot = {.canvas = canvas, .column = column, .last = scene->now};
    int title = canvas_line_height(canvas, STYLE_STRONG);
    int bodies = column < COLUMN_AX ? scene->body_count : 1;
    for (int i = 0; i < bodies; i++)
        for (int row = column >= COLUMN_VX ? 1 : 0; row <= plot.last; row++) {
            plot.body = &scene->bodies[i];
            plot.least = number_smaller(plot.least, value_of(&plot, row));
            plot.most = number_larger(plot.most, value_of(&plot, row));
        }
    plot.most += plot.most == plot.least;
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, kinematics_title(column),
                box_cut_top(&box, title), ALIGN_LEFT);
    box_cut_left(&box, canvas_units(canvas, 40));
    box_cut_right(&box, canvas_units(canvas, 20)); /* of the name of the axis */
    box_cut_bottom(&box, canvas_line_height(canvas, STYLE_SMALL) + canvas_units(canvas, 4));
    plot.box = box_inset(box, canvas_units(canvas, 6), canvas_units(canvas, 4));
    if (plot.box.w < 10 || plot.box.h < 10)
        return;
    draw_marked(&plot, words);
    draw_grid(&plot);
    for (int i = 0; i < bodies; i++) {
        plot.body = &scene->bodies[i];
        draw_values(&plot, bodies > 1);
    }
}

/* beside a sheet */
static void task_panel_draw_graphs(const struct task_panel *task_panel, struct canvas *canvas,
                                   struct box box)
{
    int count = 0, index = 0;
    for (int i = 0; i < COLUMN_SPEED; i++)
        count += (int)(task_panel->task.graphs >> i & 1);
    if (canvas_is_muted(canvas) || count == 0 || task_panel->task.scene.body_count == 0)
        return;
    canvas_plain_card(canvas, box);
    box = box_inset(box, canvas_units(canvas, 10), canvas_units(canvas, 6));
    int fitting = number_larger(box.h / canvas_units(canvas, GRAPH_LEAST), 1);
    int columns = (count + fitting - 1) / fitting, gap = canvas_units(canvas, 14);
    int rows = (count + columns - 1) / columns, height = box.h / rows;
    for (int i = 0; i < COLUMN_SPEED; i++) {
        if ((task_panel->task.graphs >> i & 1) == 0)
            continue;
        struct box column = box_column(box, index % columns, columns, gap);
        draw_plot(canvas, &task_panel->task.scene, (enum kinematics_column)i,
                  box_make(column.x, box.y + height * (index / columns), column.w, height),
                  drawn_words(task_panel));
        index++;
    }
}

/* === marks ==================================================================================== */

/* Arrows, rings and crosses of an explanation, over the sheet that the scene's view has drawn.
 * Their names keep clear of each other and of what is written there.
 */

static const double HEAD = 13, WIDTH = 3.4, RING = 13, COUNT = 9, SHIFT = 9; /* interface pixels */

struct marker {
    const struct task_panel *task_panel;
    struct ui *ui;
    struct canvas *canvas;
    double scale;
    struct labels labels; /* in pixels of the sheet's box */
    const struct task_words *words;
    int arrows;                /* of the explanation */
    double middle_x, middle_y; /* of them all, on the screen */
    bool ghosts_shift;
};

static void begin_labels(struct marker *marker)
{
    const struct labels *there = scene_view_labels(marker->task_panel->view);
    struct box box = scene_view_sheet(marker->task_panel->view);
    marker->labels = labels_begin((struct label_box){box.x, box.y, box.w, box.h}, marker->scale);
    for (int i = 0; i < there->obstacle_count; i++) {
        const struct label_obstacle *obstacle = &there->obstacles[i];
        if (obstacle->never)
            labels_keep_off(&marker->labels, obstacle->box);
        else
            labels_avoid(&marker->labels, obstacle->box, obstacle->weight);
    }
}

static void place_point(const struct marker *marker, struct point at, double *x, double *y)
{
    const struct camera *camera = scene_view_camera(marker->task_panel->view);
    paper_to_device(&camera->view, camera->rows, at.x, at.y, x, y);
    *x += marker->task_panel->sheet_box.x;
    *y += marker->task_panel->sheet_box.y;
}

/* Near (x, y) on the screen, rather to the side of (dx, dy). */
static void write_label(struct marker *marker, const char *label, double x, double y, double away,
                        double dx, double dy)
{
    struct canvas *canvas = marker->canvas;
    const struct paper_theme *theme = canvas_theme(canvas);
    if (!label[0])
        return;
    int gap = canvas_units(canvas, 5);
    int width = canvas_text_width(canvas, STYLE_STRONG, label) + 2 * gap;
    int height = canvas_line_height(canvas, STYLE_STRONG);
    struct box sheet = marker->task_panel->sheet_box;
    struct label_wish wish = {x - sheet.x, y - sheet.y, away * marker->scale, dx, dy};
    struct label_box at;
    if (!labels_place(&marker->labels, width, height, &wish, &at))
        return;
    struct box box = {sheet.x + (int)at.x, sheet.y + (int)at.y, width, height};
    struct card card = {.fill = color_fade(theme->card, 0.92), .radius = 5};
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_STRONG, theme->ink, label, box, ALIGN_CENTRE);
    ui_tell_label(marker->ui, label, box);
}

/* The radius of a body that is there now; else 0. */
static double body_at(const struct marker *marker, struct point at)
{
    const struct scene *scene = &marker->task_panel->scene;
    for (int i = 0; i < scene->body_count; i++)
        if (point_equal(at, scene_at(&scene->bodies[i], scene->now)))
            return brush_sizes(&scene_view_camera(marker->task_panel->view)->view).car / 2;
    return 0;
}

/* It ends at the edge of a body, is written on its outer side, and lies beside its place where it
 * would cover another one. */
static void draw_arrow(struct marker *marker, const struct task_mark *mark,
                       struct paper_color color, double width, double dash, double shift)
{
    double from_x, from_y, x, y;
    place_point(marker, mark->from, &from_x, &from_y);
    place_point(marker, mark->to, &x, &y);
    double length = hypot(x - from_x, y - from_y), head = fmin(HEAD * marker->scale, length / 2);
    struct stroke shaft = {color, width * marker->scale, dash * marker->scale};
    struct stroke tip = {color, width * marker->scale, 0};
    if (length < 1)
        return;
    double angle = atan2(y - from_y, x - from_x), body = body_at(marker, mark->to);
    double side_x = sin(angle), side_y = -cos(angle);
    double outer = side_x * ((from_x + x) / 2 - marker->middle_x) +
                   side_y * ((from_y + y) / 2 - marker->middle_y);
    bool flips = shift > 0 || (marker->arrows > 1 && outer < -1);
    x -= body < length / 2 ? body * cos(angle) : 0;
    y -= body < length / 2 ? body * sin(angle) : 0;
    from_x -= shift * marker->scale * side_x;
    from_y -= shift * marker->scale * side_y;
    x -= shift * marker->scale * side_x;
    y -= shift * marker->scale * side_y;
    double points[] = {from_x, from_y, x, y};
    double heads[] = {x - head * cos(angle - 0.5), y - head * sin(angle - 0.5), x, y,
                      x - head * cos(angle + 0.5), y - head * sin(angle + 0.5)};
    canvas_stroke(marker->canvas, points, 2, &shaft);
    canvas_stroke(marker->canvas, heads, 3, &tip);
    /* A sum, slanting between what it is of, is told near its end, where there is room. */
    bool slants = mark->from.x != mark->to.x && mark->from.y != mark->to.y;
    double along = mark->kind == TASK_MARK_PART && slants ? 0.8 : 0.5;
    write_label(marker, mark->label, from_x + along * (x - from_x), from_y + along * (y - from_y),
                5, flips ? -side_x : side_x, flips ? -side_y : side_y);
}

/* Do two arrows lie on one line, and over each other? */
static bool lies_along(const struct task_mark *mark, struct point from, struct point to)
{
    struct point way = point_subtract(mark->to, mark->from);
    int64_t length = (int64_t)way.x * way.x + (int64_t)way.y * way.y, ends[2];
    const struct point other[2] = {from, to};
    for (int i = 0; i < 2; i++) {
        struct point end = point_subtract(other[i], mark->from);
        ends[i] = (int64_t)way.x * end.x + (int64_t)way.y * end.y;
        if (point_cross(mark->from, mark->to, other[i]) != 0)
            return false;
    }
    return ends[0] < ends[1] ? ends[1] > 0 && ends[0] < length : ends[0] > 0 && ends[1] < length;
}

/* The body whose velocity is drawn where this arrow would lie; -1: none. */
static int body_of(const struct marker *marker, const struct task_mark *mark)
{
    const struct scene *scene = &marker->task_panel->scene;
    bool shown = marker->task_panel->task.show & TASK_SHOW_VELOCITY;
    for (int i = 0; i < scene->body_count && shown; i++) {
        struct point at = scene_at(&scene->bodies[i], scene->now);
        if (point_equal(mark->from, at) &&
            point_equal(mark->to, point_add(at, scene_inertia(&scene->bodies[i], scene->now))))
            return i;
    }
    return -1;
}

/* Is there an arrow already, of a velocity or of the way, that this one would cover? */
static bool is_covered(const struct marker *marker, const struct task_mark *mark)
{
    const struct scene *scene = &marker->task_panel->scene;
    bool velocities = marker->task_panel->task.show & TASK_SHOW_VELOCITY;
    for (int k = 0; k < marker->words->mark_count; k++) {
        const struct task_mark *other = &marker->words->marks[k];
        if (other->kind == TASK_MARK_VELOCITY && lies_along(mark, other->from, other->to))
            return true;
    }
    for (int i = 0; i < scene->body_count; i++) {
        const struct scene_body *body = &scene->bodies[i];
        struct point at = scene_at(body, scene->now);
        if (velocities && lies_along(mark, at, point_add(at, scene_inertia(body, scene->now))))
            return true;
        for (int row = 1; row <= scene->now && mark->kind == TASK_MARK_GHOST; row++)
            if (lies_along(mark, scene_at(body, row - 1), scene_at(body, row)))
                return true;
    }
    return false;
}

static void draw_cross(const struct marker *marker, struct point at)
{
    double x, y, side = scene_cross(&scene_view_camera(marker->task_panel->view)->view);
    place_point(marker, at, &x, &y);
    struct stroke stroke = {canvas_theme(marker->canvas)->warning, WIDTH * marker->scale, 0};
    double down[] = {x - side, y - side, x + side, y + side};
    double up[] = {x - side, y + side, x + side, y - side};
    canvas_stroke(marker->canvas, down, 2, &stroke);
    canvas_stroke(marker->canvas, up, 2, &stroke);
}

static void draw_ring(struct marker *marker, const struct task_mark *mark)
{
    double x, y;
    place_point(marker, mark->to, &x, &y);
    struct stroke stroke = {canvas_theme(marker->canvas)->focus, WIDTH * marker->scale, 0};
    canvas_circle(marker->canvas, x, y, RING * marker->scale, &stroke);
    write_label(marker, mark->label, x, y, RING + 3, 0, -1);
}

/* Twice as many fill twice the disc. */
static void draw_count(struct marker *marker, const struct task_count *count)
{
    const struct paper_theme *theme = canvas_theme(marker->canvas);
    double x, y, radius = COUNT * marker->scale * sqrt(count->count + 1);
    place_point(marker, count->at, &x, &y);
    struct paper_color color = count->right ? theme->action : theme->ink_soft;
    struct card disc = {.fill = color_fade(color, 0.85), .edge = color};
    disc.radius = radius / marker->scale;
    struct box box = {(int)(x - radius), (int)(y - radius), (int)(2 * radius), (int)(2 * radius)};
    canvas_card(marker->canvas, box, &disc);
    canvas_text(marker->canvas, STYLE_SMALL, theme->card, ui_words("%d", count->count), box,
                ALIGN_CENTRE);
}

static void draw_mark(struct marker *marker, const struct task_mark *mark)
{
    const struct paper_theme *theme = canvas_theme(marker->canvas);
    bool old = mark->kind == TASK_MARK_VELOCITY || mark->kind == TASK_MARK_GHOST;
    int body = old ? body_of(marker, mark) : -1;
    if (body >= 0) { /* it stays as it was before the answer */
        int pen = marker->task_panel->scene.bodies[body].pen;
        draw_arrow(marker, mark, theme->pens[pen - 1], WIDTH, 0, 0);
        return;
    }
    switch (mark->kind) {
    case TASK_MARK_VELOCITY:
        draw_arrow(marker, mark, theme->ink_soft, WIDTH, 0, 0);
        break;
    case TASK_MARK_ACCELERATION:
        draw_arrow(marker, mark, theme->warning, WIDTH, 0, 0);
        break;
    case TASK_MARK_NEW_VELOCITY:
        draw_arrow(marker, mark, theme->action, WIDTH, 0, is_covered(marker, mark) ? SHIFT : 0);
        break;
    case TASK_MARK_WIND:
        draw_arrow(marker, mark, theme->pens[2], WIDTH, 0, 0);
        break;
    case TASK_MARK_PART:
        draw_arrow(marker, mark, theme->action, WIDTH * 0.7, 7, 0);
        break;
    case TASK_MARK_GHOST:
        draw_arrow(marker, mark, theme->ink_soft, WIDTH * 0.6, 0, marker->ghosts_shift ? SHIFT : 0);
        break;
    case TASK_MARK_RING:
        draw_ring(marker, mark);
        break;
    case TASK_MARK_CROSS:
        draw_cross(marker, mark->to);
        break;
    case TASK_MARK_ROW:
    case TASK_MARK_CELL:
        break; /* the table's */
    }
}

static void find_arrows(struct marker *marker)
{
    const struct task_words *words = marker->words;
    for (int i = 0; i < words->mark_count; i++) {
        const struct task_mark *mark = &words->marks[i];
        double from_x, from_y, x, y;
        if (mark->kind > TASK_MARK_GHOST)
            continue;
        place_point(marker, mark->from, &from_x, &from_y);
        place_point(marker, mark->to, &x, &y);
        marker->arrows++;
        marker->middle_x += ((from_x + x) / 2 - marker->middle_x) / marker->arrows;
        marker->middle_y += ((from_y + y) / 2 - marker->middle_y) / marker->arrows;
        marker->ghosts_shift =
            marker->ghosts_shift || (mark->kind == TASK_MARK_GHOST && body_of(marker, mark) < 0 &&
                                     is_covered(marker, mark));
    }
}

/* The arrow with which each body goes into its next move. */
static void draw_velocities(struct marker *marker)
{
    const struct task_words *words = marker->words;
    const struct scene *scene = &marker->task_panel->scene;
    for (int i = 0; i < scene->body_count; i++) {
        struct point at = scene_at(&scene->bodies[i], scene->now);
        struct point velocity = scene_inertia(&scene->bodies[i], scene->now);
        struct task_mark mark = {.from = at, .to = point_add(at, velocity)};
        bool drawn = false; /* by the explanation, under a name of its own */
        for (int k = 0; k < words->mark_count; k++)
            drawn = drawn || ((words->marks[k].kind == TASK_MARK_VELOCITY ||
                               words->marks[k].kind == TASK_MARK_GHOST) &&
                              body_of(marker, &words->marks[k]) == i);
        if (drawn)
            continue;
        if (scene->body_count == 1) /* else their names would be all the same */
            snprintf(mark.label, sizeof mark.label, "v");
        draw_arrow(marker, &mark, canvas_theme(marker->canvas)->pens[scene->bodies[i].pen - 1],
                   WIDTH, 0, 0);
    }
}

static void draw_moments(struct marker *marker)
{
    const struct scene *scene = &marker->task_panel->scene;
    char number[16];
    for (int i = 0; i < scene->body_count; i++)
        for (int row = 0; row <= scene->now && row <= scene->bodies[i].count; row++) {
            double x, y;
            struct point at = scene_at(&scene->bodies[i], row);
            int first = row;
            while (row < scene->now && row < scene->bodies[i].count &&
                   point_equal(at, scene_at(&scene->bodies[i], row + 1)))
                row++; /* it stands: from when to when */
            place_point(marker, at, &x, &y);
            snprintf(number, sizeof number, first < row ? "t = %d–%d" : "t = %d", first, row);
            write_label(marker, first ? number + 4 : number, x, y, 11, 0, 1);
        }
}

static void task_panel_draw_marks(const struct task_panel *task_panel, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct marker marker = {.task_panel = task_panel,
                            .ui = ui,
                            .canvas = canvas,
                            .scale = canvas_scale(canvas),
                            .words = drawn_words(task_panel)};
    if (canvas_is_muted(canvas) || !task_panel->view)
        return;
    canvas_push_clip(canvas, task_panel->sheet_box);
    begin_labels(&marker);
    find_arrows(&marker);
    if (task_panel->task.show & TASK_SHOW_MOMENTS)
        draw_moments(&marker);
    for (int i = 0; i < marker.words->mark_count; i++)
        draw_mark(&marker, &marker.words->marks[i]);
    if (task_panel->task.show & TASK_SHOW_VELOCITY)
        draw_velocities(&marker);
    for (int i = 0; i < task_panel->count_count; i++)
        draw_count(&marker, &task_panel->counts[i]);
    labels_end(&marker.labels);
    canvas_pop_clip(canvas);
}

/* === panel ==================================================================================== */

/* The answer comes about here and is judged by session/graph_paper/task.h.
 */

static const double FIELD_WIDTH = 130, FIELD_LEAST = 70, NUMBER_LEAST = 44, FIELD_HEIGHT = 40;
static const double LABEL_WIDTH = 110; /* all of them: interface pixels */
static const double PICTURE_HEIGHT = 150, PANEL = 360, NARROW = 620;

void task_panel_set(struct task_panel *task_panel, const struct task *task, bool asks,
                    unsigned arrows, const char *const *hints, int hint_count)
{
    struct scene_view *view = task_panel->view;
    task_panel->view = NULL;
    task_panel_free(task_panel);
    task_panel->view = view ? view : scene_view_create();
    task_copy(&task_panel->task, task);
    scene_copy(&task_panel->scene, &task->scene);
    task_panel->asks = asks;
    task_panel->is_set = true;
    task_panel->arrows = arrows;
    task_panel->hints = hints;
    task_panel->hint_count = hint_count;
    task_panel->answer.number = -1;
}

void task_panel_free(struct task_panel *task_panel)
{
    scene_view_free(task_panel->view);
    if (task_panel->is_set) {
        task_free(&task_panel->task);
        scene_free(&task_panel->scene);
    }
    memset(task_panel, 0, sizeof *task_panel);
}

bool task_panel_is_done(const struct task_panel *task_panel)
{
    return !task_panel->asks || task_panel->solved || task_panel->shown;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* the answer as it is now */
static void task_panel_judge(struct task_panel *task_panel)
{
    task_judge(&task_panel->task, &task_panel->answer, &task_panel->reply);
    task_panel->has_reply = task_panel->tells = true;
    task_panel->solved = task_panel->reply.verdict == TASK_RIGHT;
    task_panel->tries += task_panel->reply.verdict == TASK_WRONG;
    task_panel->faulty = 0;
    if (task_panel->task.ask != TASK_NUMBERS || task_panel->solved)
        return;
    task_panel->finds_fault = true;
    for (int i = 0; i < task_panel->task.field_count; i++)
        if (task_panel->reply.verdict == TASK_WRONG ? !task_panel->reply.right[i]
                                                    : i == task_panel->reply.field)
            task_panel->faulty |= 1u << i;
}

/* The moves of a drive are made at once; a reply comes when it has come to something. */
static void drive(struct task_panel *task_panel, struct point choice)
{
    struct error error;
    if (task_panel->answer.move_count == TASK_MOVES ||
        !scene_choose(&task_panel->scene, task_panel->task.body, choice, &error))
        return;
    scene_step(&task_panel->scene);
    task_panel->answer.moves[task_panel->answer.move_count++] = choice;
    task_panel_judge(task_panel);
    if (task_panel->reply.verdict == TASK_UNREADABLE)
        task_panel->has_reply = false; /* it goes on */
}

static void take_back(struct task_panel *task_panel)
{
    if (task_panel->answer.move_count == 0)
        return;
    task_panel->answer.move_count--;
    scene_back(&task_panel->scene);
    task_panel->has_reply = false;
}

static void show_answer(struct task_panel *task_panel)
{
    task_solve(&task_panel->task, &task_panel->answer, &task_panel->reply.words);
    task_panel->reply.verdict = TASK_RIGHT;
    task_panel->has_reply = task_panel->shown = task_panel->tells = true;
    if (task_panel->task.ask != TASK_DRIVE)
        return;
    struct error error;
    scene_free(&task_panel->scene);
    scene_copy(&task_panel->scene, &task_panel->task.scene);
    for (int i = 0; i < task_panel->answer.move_count; i++)
        if (scene_choose(&task_panel->scene, task_panel->task.body, task_panel->answer.moves[i],
                         &error))
            scene_step(&task_panel->scene);
}

static bool offers_explanation(const struct task_panel *task_panel)
{
    enum { MISSES = 3 };
    return task_panel->tries >= MISSES && !task_panel->explained && !task_panel->contest &&
           task_panel->task.why.text[0];
}

void task_panel_help(struct task_panel *task_panel, enum task_help help)
{
    if (task_panel_is_done(task_panel) || (help == TASK_EXPLAIN && task_panel->contest))
        return;
    if (help == TASK_HINT) {
        task_panel->hints_shown += task_panel->hints_shown < task_panel->hint_count;
    } else if (help == TASK_EXPLAIN && offers_explanation(task_panel)) {
        task_panel->explained = true;
        task_panel->has_reply = false;
    } else {
        show_answer(task_panel);
    }
    task_panel->tells = true;
}

/* --- the sheet -------------------------------------------------------------------------------- */

static struct scene_hands hands_of(const struct task_panel *task_panel)
{
    struct scene_hands hands = {.chooses = false};
    if (!task_panel->asks || task_panel_is_done(task_panel))
        return hands;
    hands.places = task_panel->task.ask == TASK_POINT;
    hands.chooses = task_panel->task.ask == TASK_ACCELERATION ||
                    (task_panel->task.ask == TASK_DRIVE && !task_panel->has_reply);
    return hands;
}

static void build_scene(struct task_panel *task_panel, struct ui *ui, struct box box)
{
    struct scene_request request;
    struct scene_look look = {.arrows = task_panel->arrows,
                              .body = task_panel->task.body,
                              .words = drawn_words(task_panel)};
    if (look.words->mark_count > 0) /* the answer needs the place of its name */
        look.arrows &= ~(1u << ARROWS_INERTIA);
    task_panel->sheet_box = box;
    scene_view_build(task_panel->view, ui, box, &task_panel->scene, &look, hands_of(task_panel),
                     &request);
    task_panel_draw_marks(task_panel, ui);
    if (task_panel->asks && !task_panel_is_done(task_panel)) {
        bool takes_point = request.kind == SCENE_CLICKED && task_panel->task.ask == TASK_POINT;
        if (request.kind == SCENE_CHOSE && task_panel->task.ask == TASK_DRIVE) {
            drive(task_panel, request.at);
        } else if (takes_point || request.kind == SCENE_CHOSE) {
            task_panel->answer.point = request.at;
            task_panel_judge(task_panel);
        }
    }
}

static void build_sheet(struct task_panel *task_panel, struct ui *ui, struct box box)
{
    const struct task *task = &task_panel->task;
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 12);
    bool sheet = task->show & TASK_SHOW_SHEET;
    if (task->show & TASK_SHOW_TABLE && task->table.rows > 0) {
        int wanted = canvas_units(canvas, ROW) * (task_panel->task.table.rows + 1) + 2 * gap;
        int most = sheet ? box.h / 2 : box.h;
        bool alone = !sheet && !(task->show & TASK_SHOW_GRAPH);
        struct box table =
            alone ? box_cut_top(&box, box.h) : box_cut_bottom(&box, wanted < most ? wanted : most);
        canvas_fill(canvas, table, canvas_theme(canvas)->panel);
        task_panel_build_table(task_panel, ui, box_inset(table, gap, gap));
    }
    if (task->show & TASK_SHOW_GRAPH) {
        struct box graphs =
            sheet ? box_cut_bottom(&box, task_panel_graphs_height(canvas, box.h)) : box;
        task_panel_draw_graphs(task_panel, canvas, graphs);
        if (!sheet)
            box.h = 0;
    }
    if (sheet)
        build_scene(task_panel, ui, box);
    else if (box.h > 0)
        canvas_fill(canvas, box, canvas_theme(canvas)->panel);
}

/* --- the panel -------------------------------------------------------------------------------- */

/* As wide as fields are, or less, so that the unit behind it can be read. */
static struct box field_box(struct layout *row, const char *unit)
{
    struct canvas *canvas = ui_canvas(row->ui);
    int wide = canvas_units(canvas, FIELD_WIDTH), least = canvas_units(canvas, FIELD_LEAST);
    int room =
        row->rest.w - canvas_units(canvas, row->gap) - canvas_text_width(canvas, STYLE_BODY, unit);
    int width = room > wide ? wide : room;
    return layout_cut(row, AT_LEFT, width < least ? least : width);
}

/* Few keyboards have a root. */
static const char number_forms[] = "like 3, 7/2, 3.5 or sqrt 13";

/* Do two fields stand for one vector? Then they have its name: "v", "push". */
static const char *vector_at(const struct task *task, int index)
{
    const struct task_field *field = &task->fields[index];
    int column = task_column(field);
    struct kinematics_place places[COLUMN_COUNT];
    struct kinematics_look look = {.vectors = true};
    if (index + 1 >= task->field_count || field->row >= 0 || column < COLUMN_VX ||
        task_column(&field[1]) != column + 1 || field[1].row >= 0)
        return NULL;
    look.columns = 3u << column;
    return kinematics_places(&look, places) == 1 ? places[0].title : NULL;
}

/* A number as it was answered, with the signs of print and without its unit. */
static const char *as_printed(const struct task_panel *task_panel, int index)
{
    const char *answered = task_panel->answer.typed[index];
    struct measure_typed typed;
    struct error error;
    struct text text = {0};
    if (task_read_typed(&task_panel->task, &task_panel->answer, index, &typed, &error) &&
        !typed.is_decimal)
        measure_append(&text, typed.value, MEASURE_EXACT);
    else
        text_append_format(&text, "%s%.*s", answered[0] == '-' ? "−" : "",
                           (int)strspn(answered + (answered[0] == '-'), "0123456789.,"),
                           answered + (answered[0] == '-'));
    const char *words = ui_words("%s", text_string(&text));
    text_free(&text);
    return words;
}

/* "vx = [ ]", or "v = ( [ ], [ ] )" of two; how many fields it was. */
static int build_answer(struct task_panel *task_panel, struct layout *column, int index)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct task_field *field = &task_panel->task.fields[index];
    const char *vector = vector_at(&task_panel->task, index);
    const char *name = vector ? vector : field->label;
    bool done = task_panel_is_done(task_panel);
    const char *label = name[0] ? ui_words("%s =", name) : "";
    int wide = canvas_text_width(canvas, STYLE_STRONG, label), gap = canvas_units(canvas, 8);
    if (!vector && task_panel->task.field_count > 1) /* signs of equality below each other */
        wide = number_larger(wide,
                             number_smaller(canvas_units(canvas, LABEL_WIDTH), column->rest.w / 5));
    struct point size = {canvas_units(canvas, FIELD_LEAST), canvas_units(canvas, FIELD_HEIGHT)};
    if (vector && !done) { /* narrower, so that the unit behind it can be read */
        int unit = canvas_text_width(canvas, STYLE_BODY, field->unit);
        int over = answer_vector_size(canvas, size).x + wide + unit + 3 * gap - column->rest.w;
        int parts = lettering_columns() ? 1 : 2;
        size.x = number_larger(size.x - number_larger(over, 0) / parts,
                               canvas_units(canvas, NUMBER_LEAST));
        size = answer_vector_size(canvas, size);
    }
    struct layout row = {ui, layout_cut(column, AT_TOP, size.y), 8};
    if (name[0])
        canvas_text(canvas, STYLE_STRONG, theme->ink, label, layout_cut(&row, AT_LEFT, wide),
                    ALIGN_RIGHT);
    if (done)
        layout_text(&row, AT_LEFT, STYLE_STRONG, theme->ink,
                    vector ? ui_words("(%s" VECTOR_COMMA "%s)", as_printed(task_panel, index),
                                      as_printed(task_panel, index + 1))
                           : as_printed(task_panel, index));
    else if (vector) {
        struct answer_field fields[] = {field_at(task_panel, index),
                                        field_at(task_panel, index + 1)};
        if (answer_vector(ui, fields, layout_cut(&row, AT_LEFT, size.x)))
            change(task_panel, 3u << index);
    } else {
        build_field(task_panel, ui, index, field_box(&row, field->unit));
    }
    if (canvas_text_width(canvas, STYLE_BODY, field->unit) > row.rest.w) { /* it would be cut */
        row.rest = layout_take(column, AT_TOP, 24);
        layout_cut(&row, AT_LEFT, wide);
    }
    ui_tell_label(ui, field->unit, row.rest);
    canvas_text(canvas, STYLE_BODY, theme->ink, field->unit, row.rest, ALIGN_LEFT);
    return vector ? 2 : 1;
}

static void build_fields(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    for (int i = 0; i < task_panel->task.field_count;)
        i += task_panel->task.fields[i].row >= 0 ? 1 : build_answer(task_panel, column, i);
    if (!task_panel_is_done(task_panel)) {
        struct layout row = layout_row(column, FIELD_HEIGHT, 8);
        if (layout_button(&row, AT_LEFT, "button check", "Check", LOOK_PRIMARY))
            task_panel_judge(task_panel);
        ui_default(column->ui, "button check");
        if (canvas_text_width(canvas, STYLE_SMALL, number_forms) <= row.rest.w)
            canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, number_forms, row.rest,
                        ALIGN_LEFT);
    }
}

static bool has_pictures(const struct task *task)
{
    return task->ask == TASK_CHOICE && task->choice_count > 0 &&
           task->choices[0].picture != TASK_WORDS;
}

/* The panel's, of so many pixels that it shares with the sheet. */
static int panel_width(const struct task_panel *task_panel, const struct canvas *canvas, int room)
{
    bool pictures = has_pictures(&task_panel->task);
    int wide = canvas_units(canvas, PANEL) * (pictures ? 2 : 1);
    return number_smaller(wide, room * (pictures ? 58 : 42) / 100);
}

static void build_choice(struct task_panel *task_panel, struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct task_choice *choice = &task_panel->task.choices[index];
    const struct paper_theme *theme = canvas_theme(canvas);
    bool picture = choice->picture != TASK_WORDS;
    int pad = canvas_units(canvas, 10);
    bool chosen = task_panel->answer.number == index &&
                  (task_panel->has_reply || task_panel_is_done(task_panel));
    bool clicked = ui_card(ui, ui_words("answer %d", index + 1), choice->text, box, chosen);
    struct box inside = box_inset(box, pad, pad);
    if (picture) {
        canvas_text(canvas, STYLE_STRONG, theme->ink, choice->text,
                    box_cut_left(&inside, canvas_units(canvas, 26)), ALIGN_LEFT);
        if (!canvas_is_muted(canvas) && choice->scene && choice->scene->body_count > 0)
            draw_plot(canvas, choice->scene, choice->column, inside, NULL);
    } else {
        canvas_paragraph(canvas, STYLE_BODY, theme->ink, choice->text, inside, ALIGN_LEFT);
    }
    if (clicked && !task_panel_is_done(task_panel)) {
        task_panel->answer.number = index;
        task_panel_judge(task_panel);
    }
}

/* Words below each other, pictures in pairs. */
static void build_choices(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    int pad = canvas_units(canvas, 10);
    if (has_pictures(&task_panel->task)) {
        for (int i = 0; i < task_panel->task.choice_count; i += 2) {
            struct box row = layout_take(column, AT_TOP, PICTURE_HEIGHT);
            for (int k = i; k < i + 2 && k < task_panel->task.choice_count; k++)
                build_choice(task_panel, column->ui, k, box_column(row, k - i, 2, pad));
        }
        return;
    }
    for (int i = 0; i < task_panel->task.choice_count; i++) {
        const char *words = task_panel->task.choices[i].text;
        if (task_panel->folds && task_panel->answer.number != i)
            continue;
        int lines = canvas_paragraph_height(canvas, STYLE_BODY, words, column->rest.w - 2 * pad);
        build_choice(task_panel, column->ui, i, layout_cut(column, AT_TOP, lines + 2 * pad));
    }
}

/* What is to be done where nothing stands in the panel to be clicked. */
static const char *instruction(const struct task_panel *task_panel)
{
    switch (task_panel->task.ask) {
    case TASK_POINT:
        return "Click the point on the sheet.";
    case TASK_ACCELERATION:
        return "Click one of the points that can be reached next.";
    case TASK_ROW:
        return "Click a row of the table.";
    case TASK_DRIVE:
        return "Click where the car goes, move by move.";
    default:
        return "";
    }
}

static void build_drive(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct task *task = &task_panel->task;
    int made = task_panel->answer.move_count;
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(canvas)->ink,
                task->moves_most ? ui_words("Move %d of %d", made, task->moves_most)
                                 : ui_words("Move %d", made));
    if (made == 0 || task_panel_is_done(task_panel))
        return;
    struct layout row = layout_row(column, FIELD_HEIGHT, 8);
    if (layout_button(&row, AT_LEFT, "button take-back", "Take back", LOOK_PLAIN))
        take_back(task_panel);
}

static const char *verdict_words(const struct task_panel *task_panel)
{
    if (task_panel->shown && !task_panel->solved)
        return "The answer";
    switch (task_panel->reply.verdict) {
    case TASK_RIGHT:
        return "Right!";
    case TASK_WRONG:
        return "Not quite.";
    default:
        return "";
    }
}

static void write_answer(const struct task_panel *task_panel, struct text *into)
{
    enum task_ask ask = task_panel->task.ask;
    bool stands_there = ask == TASK_DRIVE || ask == TASK_CHOICE || ask == TASK_NUMBERS;
    if (task_panel->shown && !task_panel->solved && !stands_there)
        task_append_answer(into, &task_panel->task, &task_panel->answer);
}

static void build_reply(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text answer = {0};
    if (!task_panel->has_reply)
        return;
    bool right = task_panel->reply.verdict == TASK_RIGHT;
    const char *verdict = verdict_words(task_panel);
    if (verdict[0])
        layout_text(column, AT_TOP, STYLE_HEADING, right ? theme->action : theme->warning, verdict);
    write_answer(task_panel, &answer);
    if (answer.length > 0)
        layout_paragraph(column, STYLE_STRONG, theme->ink, text_string(&answer));
    if (task_panel->reply.words.text[0])
        layout_paragraph(column, STYLE_BODY, theme->ink, task_panel->reply.words.text);
    text_free(&answer);
}

static void build_help(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    for (int i = 0; i < task_panel->hints_shown && !task_panel->folds; i++)
        layout_paragraph(column, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                         ui_words("Hint: %s", task_panel->hints[i]));
    if (task_panel->explained && !task_panel_is_done(task_panel))
        layout_paragraph(column, STYLE_BODY, canvas_theme(canvas)->ink, task_panel->task.why.text);
    if (task_panel_is_done(task_panel))
        return;
    struct layout row = layout_row(column, FIELD_HEIGHT, 8);
    if (task_panel->hints_shown < task_panel->hint_count &&
        layout_button(&row, AT_LEFT, "button hint", "Hint (F2)", LOOK_PLAIN))
        task_panel_help(task_panel, TASK_HINT);
    if (task_panel->contest)
        return;
    if (offers_explanation(task_panel)) {
        if (layout_button(&row, AT_LEFT, "button explain", "Explain it (F3)", LOOK_PLAIN))
            task_panel_help(task_panel, TASK_EXPLAIN);
    } else if (layout_button(&row, AT_LEFT, "button answer", "Answer (F3)", LOOK_PLAIN)) {
        task_panel_help(task_panel, TASK_ANSWER);
    }
}

void task_panel_build(struct task_panel *task_panel, struct ui *ui, struct box rest,
                      struct ui_scroll *scroll)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int wide = panel_width(task_panel, canvas, rest.w);
    struct box box = {0};
    if (task_panel->asks)
        box = rest.w < canvas_units(canvas, NARROW) ? box_cut_bottom(&rest, rest.h / 2)
                                                    : box_cut_right(&rest, wide);
    build_sheet(task_panel, ui, rest);
    if (!task_panel->asks)
        return;
    canvas_fill(canvas, box, theme->panel);
    int side = canvas_units(canvas, 16);
    int y = ui_scroll_begin(ui, "question", box, scroll);
    struct layout column = layout_column(ui, box.x + side, y + side, box.w - 2 * side, 10);
    layout_paragraph(&column, STYLE_HEADING, theme->ink, task_panel->task.sentence);
    struct paper_color soft = canvas_theme(ui_canvas(column.ui))->ink_soft;
    if (!task_panel_is_done(task_panel) && instruction(task_panel)[0])
        layout_paragraph(&column, STYLE_BODY, soft, instruction(task_panel));
    if (task_panel->task.ask == TASK_NUMBERS)
        build_fields(task_panel, &column);
    if (task_panel->task.ask == TASK_DRIVE)
        build_drive(task_panel, &column);
    if (task_panel->task.ask == TASK_CHOICE)
        build_choices(task_panel, &column);
    build_reply(task_panel, &column);
    build_help(task_panel, &column);
    ui_scroll_end(ui, column.rest.y + side);
    if (task_panel_is_done(task_panel) && scroll->content > box.h)
        task_panel->folds = true;
    if (scroll->content > box.h)
        ui_tell_label(ui, "more below", box);
    if (task_panel->tells)
        scroll->offset = scroll->content;
    task_panel->tells = false;
    /* The first field that was wrong, in the panel or in the table. */
    int first = 0;
    while (first < TASK_FIELDS && !(task_panel->faulty >> first & 1))
        first++;
    if (task_panel->finds_fault && first < TASK_FIELDS)
        ui_set_focus(ui, ui_words("field %d", first + 1), true);
    task_panel->finds_fault = false;
}

void task_panel_say(const struct task_panel *task_panel, struct text *into)
{
    if (!task_panel->asks)
        return;
    text_append_format(into, "%s%s", into->length ? " " : "", task_panel->task.sentence);
    if (task_panel->has_reply)
        text_append_format(into, " %s %s", verdict_words(task_panel), task_panel->reply.words.text);
    else if (task_panel->explained)
        text_append_format(into, " %s", task_panel->task.why.text);
}

bool task_panel_event(struct task_panel *task_panel, const SDL_Event *event)
{
    SDL_Keycode key = event->type == SDL_KEYDOWN ? event->key.keysym.sym : 0;
    if (task_panel->asks && key == SDLK_F2)
        task_panel_help(task_panel, TASK_HINT);
    else if (task_panel->asks && key == SDLK_F3)
        task_panel_help(task_panel, TASK_EXPLAIN);
    else
        return task_panel->view && task_panel->task.show & TASK_SHOW_SHEET &&
               scene_view_event(task_panel->view, event);
    return true;
}

int task_panel_animate(struct task_panel *task_panel, Uint32 now)
{
    return task_panel->view ? scene_view_animate(task_panel->view, now, -1) : -1;
}
