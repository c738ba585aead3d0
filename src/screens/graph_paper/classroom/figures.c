/* Table and graphs of a task, as a class reads them: x in straight pieces, v in steps, a in bars.
 */
#include "screens/graph_paper/classroom/task_panel.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>

static const double ROW = 30, COLUMN = 46, GRAPH_LEAST = 100; /* interface pixels */
enum { GRAPHS_SHARE = 42, GRAPHS_MOST = 60 };                 /* per cent of what there is */

/* --- the table -------------------------------------------------------------------------------- */

int task_panel_table_height(const struct task_panel *task_panel, const struct canvas *canvas)
{
    return canvas_units(canvas, ROW) * (task_panel->task.table.rows + 1);
}

/* The field that fills a cell, or -1. */
static int field_of(const struct task *task, int row, int column)
{
    for (int i = 0; i < task->field_count; i++)
        if (task->fields[i].row == row && (int)task->fields[i].column == column)
            return i;
    return -1;
}

static bool is_marked(const struct task_panel *task_panel, int row, int column)
{
    for (int i = 0; task_panel->has_reply && i < task_panel->reply.words.mark_count; i++) {
        const struct task_mark *mark = &task_panel->reply.words.marks[i];
        if (mark->row == row && (mark->kind == TASK_MARK_ROW ||
                                 (mark->kind == TASK_MARK_CELL && (int)mark->column == column)))
            return true;
    }
    return false;
}

static void build_cell(struct task_panel *task_panel, struct ui *ui, int row, int column,
                       struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct task *task = &task_panel->task;
    char number[16] = "";
    int field = field_of(task, row, column);
    if (is_marked(task_panel, row, column))
        canvas_fill(canvas, box, color_fade(theme->focus, 0.3));
    if (field >= 0 && task_panel_is_done(task_panel)) {
        canvas_text(canvas, STYLE_STRONG, theme->ink, task_panel->answer.typed[field], box,
                    ALIGN_CENTRE);
        return;
    }
    if (field >= 0) {
        if (ui_text_field(ui, ui_words("field %d", field + 1), task_panel->answer.typed[field],
                          TASK_TYPED_BYTES, box_inset(box, 1, 1)))
            task_panel->has_reply = false;
        return;
    }
    bool empty = row == 0 && column >= COLUMN_AX;
    if (!empty)
        snprintf(number, sizeof number, "%s%d", task->table.numbers[row][column] < 0 ? "−" : "",
                 abs(task->table.numbers[row][column]));
    canvas_text(canvas, STYLE_BODY, theme->ink, number, box, ALIGN_CENTRE);
}

void task_panel_build_table(struct task_panel *task_panel, struct ui *ui, struct box box)
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
                            task_column_name((enum kinematics_column)columns[i]), cell,
                            ALIGN_CENTRE);
            else
                build_cell(task_panel, ui, row, columns[i], cell);
        }
    }
}

int task_panel_graphs_height(const struct canvas *canvas, int room)
{
    int least = canvas_units(canvas, GRAPH_LEAST) + 2 * canvas_units(canvas, 6);
    int most = room * GRAPHS_MOST / 100;
    return number_smaller(number_larger(room * GRAPHS_SHARE / 100, least), most);
}

/* --- graphs ----------------------------------------------------------------------------------- */

struct plot {
    struct canvas *canvas;
    struct box box;
    int least, most, last; /* of the values; of t */
    const struct scene_body *body;
    enum kinematics_column column;
};

static int value_of(const struct plot *plot, int row)
{
    const struct scene_body *body = plot->body;
    const struct scene_move *move = scene_move_of(body, row);
    struct point at = scene_at(body, row), velocity = scene_velocity(body, row);
    switch (plot->column) {
    case COLUMN_X:
        return at.x;
    case COLUMN_Y:
        return at.y;
    case COLUMN_VX:
        return velocity.x;
    case COLUMN_VY:
        return velocity.y;
    case COLUMN_AX:
        return move ? move->choice.x : 0;
    case COLUMN_AY:
        return move ? move->choice.y : 0;
    case COLUMN_WX:
        return move ? move->push.x : 0;
    case COLUMN_WY:
        return move ? move->push.y : 0;
    default:
        return row;
    }
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
    }
    line(plot, 0, 0 < plot->least ? plot->least : 0, plot->last, 0 < plot->least ? plot->least : 0,
         (struct stroke){theme->ink, 1.5 * scale, 0});
    line(plot, 0, plot->least, 0, plot->most, (struct stroke){theme->ink, 1.5 * scale, 0});
}

static void draw_values(const struct plot *plot)
{
    const struct paper_theme *theme = canvas_theme(plot->canvas);
    struct stroke pen = {theme->pens[plot->body->pen - 1], 3.2 * canvas_scale(plot->canvas), 0};
    bool place = plot->column == COLUMN_X || plot->column == COLUMN_Y;
    bool bars = plot->column >= COLUMN_AX;
    for (int row = 1; row <= plot->last; row++) {
        int before = value_of(plot, row - 1), now = value_of(plot, row);
        if (place) {
            line(plot, row - 1, before, row, now, pen);
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
    for (int i = 0; i < words->mark_count; i++) {
        const struct task_mark *mark = &words->marks[i];
        if (mark->kind < TASK_MARK_ROW || mark->row < 1 || mark->row > plot->last)
            continue;
        int left = (int)plot_x(plot, mark->row - 1), right = (int)plot_x(plot, mark->row);
        canvas_fill(plot->canvas, box_make(left, plot->box.y, right - left, plot->box.h),
                    color_fade(canvas_theme(plot->canvas)->focus, 0.3));
    }
}

/* The words may be NULL. */
static void draw_plot(struct canvas *canvas, const struct scene *scene, int body,
                      enum kinematics_column column, struct box box, const struct task_words *words)
{
    struct plot plot = {.canvas = canvas, .body = &scene->bodies[body], .column = column};
    int title = canvas_line_height(canvas, STYLE_STRONG);
    plot.last = scene->now;
    for (int row = column >= COLUMN_VX ? 1 : 0; row <= plot.last; row++) {
        int value = value_of(&plot, row);
        plot.least = value < plot.least ? value : plot.least;
        plot.most = value > plot.most ? value : plot.most;
    }
    plot.most += plot.most == plot.least;
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, task_column_name(column),
                box_cut_top(&box, title), ALIGN_LEFT);
    box_cut_left(&box, canvas_units(canvas, 40));
    box_cut_bottom(&box, canvas_line_height(canvas, STYLE_SMALL) + canvas_units(canvas, 4));
    plot.box = box_inset(box, canvas_units(canvas, 6), canvas_units(canvas, 4));
    if (plot.box.w < 10 || plot.box.h < 10)
        return;
    if (words)
        draw_marked(&plot, words);
    draw_grid(&plot);
    draw_values(&plot);
}

void task_panel_draw_graphs(const struct task_panel *task_panel, struct canvas *canvas,
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
        draw_plot(canvas, &task_panel->task.scene, task_panel->task.body, (enum kinematics_column)i,
                  box_make(column.x, box.y + height * (index / columns), column.w, height),
                  task_panel->has_reply ? &task_panel->reply.words : NULL);
        index++;
    }
}

/* --- pictures of choices ---------------------------------------------------------------------- */

static void draw_way(struct canvas *canvas, const struct scene *scene, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    double scale = canvas_scale(canvas);
    double square = fmin((double)box.w / (scene->width + 1), (double)box.h / (scene->height + 1));
    double left = box.x + (box.w - square * scene->width) / 2;
    double foot = box.y + box.h - (box.h - square * scene->height) / 2;
    struct stroke thin = {theme->grid_strong, scale * 0.8, 0};
    for (int x = 0; x <= scene->width; x++) {
        double points[] = {left + x * square, foot, left + x * square,
                           foot - scene->height * square};
        canvas_stroke(canvas, points, 2, &thin);
    }
    for (int y = 0; y <= scene->height; y++) {
        double points[] = {left, foot - y * square, left + scene->width * square,
                           foot - y * square};
        canvas_stroke(canvas, points, 2, &thin);
    }
    const struct scene_body *body = &scene->bodies[0];
    struct stroke pen = {theme->pens[body->pen - 1], 3 * scale, 0};
    for (int row = 0; row <= scene->now; row++) {
        struct point at = scene_at(body, row), before = scene_at(body, row ? row - 1 : 0);
        double x = left + at.x * square, y = foot - at.y * square;
        double points[] = {left + before.x * square, foot - before.y * square, x, y};
        canvas_stroke(canvas, points, 2, &pen);
        canvas_circle(canvas, x, y, 2.5 * scale, &pen);
    }
}

void task_panel_draw_choice(struct canvas *canvas, const struct task_choice *choice, struct box box)
{
    if (canvas_is_muted(canvas) || !choice->scene || choice->scene->body_count == 0)
        return;
    if (choice->picture == TASK_PICTURE_GRAPH)
        draw_plot(canvas, choice->scene, 0, choice->column, box, NULL);
    else
        draw_way(canvas, choice->scene, box);
}
