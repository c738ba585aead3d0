/* Arrows, rings and crosses of an explanation, over the sheet that the scene's view has drawn.
 * Their names keep clear of each other and of what is written there.
 */
#include "paper/labels.h"
#include "screens/graph_paper/classroom/task_panel.h"

#include <math.h>
#include <stdio.h>

static const double HEAD = 13, WIDTH = 3.4, RING = 13, CROSS = 9; /* interface pixels */
static const double ARROW_WEIGHT = 6; /* as of ways (paper/graph_paper/classroom/scene_ink.h) */

struct marker {
    const struct task_panel *task_panel;
    struct canvas *canvas;
    double scale;
    struct labels labels; /* in pixels of the sheet's box */
};

static void begin_labels(struct marker *marker)
{
    const struct labels *there = scene_view_labels(marker->task_panel->view);
    struct box box = marker->task_panel->sheet_box;
    marker->labels = labels_begin((struct label_box){0, 0, box.w, box.h}, marker->scale);
    for (int i = 0; i < there->obstacle_count; i++) {
        const struct label_obstacle *obstacle = &there->obstacles[i];
        if (obstacle->never)
            labels_keep_off(&marker->labels, obstacle->box);
        else
            labels_avoid(&marker->labels, obstacle->box, obstacle->weight);
    }
}

static void place(const struct marker *marker, struct point at, double *x, double *y)
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
}

static void draw_arrow(struct marker *marker, const struct task_mark *mark,
                       struct paper_color color, double width, double dash)
{
    double from_x, from_y, x, y;
    place(marker, mark->from, &from_x, &from_y);
    place(marker, mark->to, &x, &y);
    double length = hypot(x - from_x, y - from_y), head = fmin(HEAD * marker->scale, length / 2);
    struct stroke shaft = {color, width * marker->scale, dash * marker->scale};
    struct stroke tip = {color, width * marker->scale, 0};
    if (length < 1)
        return;
    double points[] = {from_x, from_y, x, y};
    double angle = atan2(y - from_y, x - from_x);
    double heads[] = {x - head * cos(angle - 0.5), y - head * sin(angle - 0.5), x, y,
                      x - head * cos(angle + 0.5), y - head * sin(angle + 0.5)};
    canvas_stroke(marker->canvas, points, 2, &shaft);
    canvas_stroke(marker->canvas, heads, 3, &tip);
    write_label(marker, mark->label, (from_x + x) / 2, (from_y + y) / 2, 5, sin(angle),
                -cos(angle));
}

static void draw_cross(const struct marker *marker, struct point at)
{
    double x, y, side = CROSS * marker->scale;
    place(marker, at, &x, &y);
    struct stroke stroke = {canvas_theme(marker->canvas)->warning, WIDTH * marker->scale, 0};
    double down[] = {x - side, y - side, x + side, y + side};
    double up[] = {x - side, y + side, x + side, y - side};
    canvas_stroke(marker->canvas, down, 2, &stroke);
    canvas_stroke(marker->canvas, up, 2, &stroke);
}

static void draw_ring(struct marker *marker, const struct task_mark *mark)
{
    double x, y;
    place(marker, mark->to, &x, &y);
    struct stroke stroke = {canvas_theme(marker->canvas)->focus, WIDTH * marker->scale, 0};
    canvas_circle(marker->canvas, x, y, RING * marker->scale, &stroke);
    write_label(marker, mark->label, x, y, RING + 3, 0, -1);
}

static void draw_mark(struct marker *marker, const struct task_mark *mark)
{
    const struct paper_theme *theme = canvas_theme(marker->canvas);
    switch (mark->kind) {
    case TASK_MARK_VELOCITY:
        draw_arrow(marker, mark, theme->ink_soft, WIDTH, 0);
        break;
    case TASK_MARK_ACCELERATION:
        draw_arrow(marker, mark, theme->warning, WIDTH, 0);
        break;
    case TASK_MARK_NEW_VELOCITY:
        draw_arrow(marker, mark, theme->action, WIDTH, 0);
        break;
    case TASK_MARK_WIND:
        draw_arrow(marker, mark, theme->pens[2], WIDTH, 0);
        break;
    case TASK_MARK_PART:
        draw_arrow(marker, mark, theme->action, WIDTH * 0.7, 7);
        break;
    case TASK_MARK_GHOST:
        draw_arrow(marker, mark, theme->ink_soft, WIDTH * 0.6, 0);
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

/* No name lies over the arrow of another. */
static void avoid_arrows(struct marker *marker)
{
    const struct box *sheet = &marker->task_panel->sheet_box;
    const struct task_words *words = &marker->task_panel->reply.words;
    for (int i = 0; i < words->mark_count; i++) {
        double from_x, from_y, x, y;
        if (words->marks[i].kind > TASK_MARK_GHOST)
            continue;
        place(marker, words->marks[i].from, &from_x, &from_y);
        place(marker, words->marks[i].to, &x, &y);
        labels_avoid_line(&marker->labels, from_x - sheet->x, from_y - sheet->y, x - sheet->x,
                          y - sheet->y, ARROW_WEIGHT);
    }
}

/* The arrow with which each body goes into its next move. */
static void draw_velocities(struct marker *marker)
{
    const struct scene *scene = &marker->task_panel->scene;
    for (int i = 0; i < scene->body_count; i++) {
        struct point at = scene_at(&scene->bodies[i], scene->now);
        struct point velocity = scene_inertia(&scene->bodies[i], scene->now);
        struct task_mark mark = {.from = at, .to = point_add(at, velocity)};
        snprintf(mark.label, sizeof mark.label, "v");
        draw_arrow(marker, &mark, canvas_theme(marker->canvas)->pens[scene->bodies[i].pen - 1],
                   WIDTH, 0);
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
            if (row > 0 && point_equal(at, scene_at(&scene->bodies[i], row - 1)))
                continue; /* it stands: one number is enough there */
            place(marker, at, &x, &y);
            snprintf(number, sizeof number, "t = %d", row);
            write_label(marker, row ? number + 4 : number, x, y, 11, 0, 1);
        }
}

void task_panel_draw_marks(const struct task_panel *task_panel, struct canvas *canvas)
{
    struct marker marker = {
        .task_panel = task_panel, .canvas = canvas, .scale = canvas_scale(canvas)};
    if (canvas_is_muted(canvas) || !task_panel->view)
        return;
    canvas_push_clip(canvas, task_panel->sheet_box);
    begin_labels(&marker);
    if (task_panel->has_reply)
        avoid_arrows(&marker);
    for (int i = 0; task_panel->has_reply && i < task_panel->reply.words.mark_count; i++)
        draw_mark(&marker, &task_panel->reply.words.marks[i]);
    if (task_panel->task.show & TASK_SHOW_VELOCITY && !task_panel->has_reply)
        draw_velocities(&marker);
    if (task_panel->task.show & TASK_SHOW_MOMENTS)
        draw_moments(&marker);
    labels_end(&marker.labels);
    canvas_pop_clip(canvas);
}
