/* A scene by cairo. Owns nothing, cannot fail.
 */
#include "paper/graph_paper/classroom/scene_ink.h"

#include "paper/graph_paper/guide.h"
#include "paper/ink.h"
#include "rules/graph_paper/graph_paper.h"

#include <math.h>
#include <stdio.h>

static const double TAG = 16; /* size of the type, interface pixels */
static const double MARKED_RING = 1.7, WAY_WEIGHT = 6;

/* What a scene is drawn with. */
struct sketcher {
    cairo_t *cairo;
    const struct paper_view *view;
    const struct scene *scene;
    const struct scene_look *look;
    const struct paper_theme *theme;
    struct brush_sizes sizes;
    double seen[4]; /* left, top, right, bottom of the clip */
};

static struct sketcher sketcher_of(cairo_t *cairo, const struct paper_view *view,
                                   const struct scene *scene, const struct scene_look *look,
                                   const struct paper_theme *theme)
{
    struct sketcher of = {cairo, view, scene, look, theme, brush_sizes(view), {0}};
    if (cairo)
        cairo_clip_extents(cairo, &of.seen[0], &of.seen[1], &of.seen[2], &of.seen[3]);
    return of;
}

static struct pixel place_of(const struct sketcher *sketcher, struct point at)
{
    return brush_grid_place(sketcher->view, sketcher->scene->height, at);
}

/* --- paper and ways --------------------------------------------------------------------------- */

void scene_draw_course(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                       const struct paper_theme *theme)
{
    const struct paper_guide guide = {
        .idle_slicks = !scene->slicks, .idle_turbo = !scene->turbo, .idle_gates = !scene->gates};
    paper_draw_sheet(cairo, view, scene->course, theme);
    paper_draw_guide(cairo, view, scene->course.body, &guide, theme);
}

void scene_draw_paper(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                      const struct paper_theme *theme)
{
    if (scene->course.body)
        scene_draw_course(cairo, view, scene, theme);
    else
        paper_draw_blank(cairo, view, (struct point){scene->width, scene->height}, theme);
}

static void draw_walls(const struct sketcher *sketcher)
{
    cairo_t *cairo = sketcher->cairo;
    brush_color(cairo, sketcher->theme->wall);
    cairo_new_path(cairo);
    for (int i = 0; i < sketcher->scene->wall_count; i++) {
        struct pixel from = place_of(sketcher, sketcher->scene->walls[i].from);
        struct pixel to = place_of(sketcher, sketcher->scene->walls[i].to);
        brush_add_stroke(cairo, from.x, from.y, to.x, to.y, sketcher->sizes.wall, (uint64_t)i + 77);
    }
    cairo_fill(cairo);
}

static void draw_pencils(const struct sketcher *sketcher)
{
    cairo_t *cairo = sketcher->cairo;
    double thin = sketcher->sizes.thin;
    brush_color(cairo, brush_mix(sketcher->theme->ink_soft, sketcher->theme->paper, 0.75));
    for (int i = 0; i < sketcher->scene->pencil_count; i++) {
        const struct scene_pencil *pencil = &sketcher->scene->pencils[i];
        cairo_new_path(cairo);
        for (int k = 0; k + 1 < pencil->count; k++) {
            struct pixel from = place_of(sketcher, pencil->points[k]);
            struct pixel to = place_of(sketcher, pencil->points[k + 1]);
            if (brush_is_seen(cairo, from.x, from.y, to.x, to.y, thin * 4))
                brush_add_line(cairo, from, to);
        }
        brush_stroke(cairo, thin, thin * 4, thin * 4);
        cairo_new_path(cairo);
        for (int k = 1; k < pencil->count; k++) {
            struct pixel at = place_of(sketcher, pencil->points[k]);
            brush_add_disc(cairo, at.x, at.y, thin * 1.8);
        }
        cairo_fill(cairo);
    }
}

/* A row's move lies within the clip; that is asked of thousands for a box that is mended. */
static bool is_row_seen(const struct sketcher *sketcher, const struct scene_body *body, int row,
                        struct pixel *from, struct pixel *to)
{
    double margin = sketcher->sizes.tick * 3;
    *from = place_of(sketcher, scene_at(body, row - 1));
    *to = place_of(sketcher, scene_at(body, row));
    return fmin(from->x, to->x) - margin < sketcher->seen[2] &&
           fmax(from->x, to->x) + margin > sketcher->seen[0] &&
           fmin(from->y, to->y) - margin < sketcher->seen[3] &&
           fmax(from->y, to->y) + margin > sketcher->seen[1];
}

/* The notation of the paper game: a line with a tick at its end, a cross where the rules have
 * stopped the car; for standing a circle, which is drawn at once. */
static void add_row(const struct sketcher *sketcher, const struct scene_body *body, int row)
{
    cairo_t *cairo = sketcher->cairo;
    const struct scene_move *move = scene_move_of(body, row);
    struct pixel from, to;
    double ink = sketcher->sizes.ink, tick = sketcher->sizes.tick;
    if (!is_row_seen(sketcher, body, row, &from, &to))
        return;
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (length <= 0)
        return;
    brush_add_stroke(cairo, from.x, from.y, to.x, to.y, ink, (uint64_t)row);
    brush_add_stroke(cairo, to.x - dy / length * tick, to.y + dx / length * tick,
                     to.x + dy / length * tick, to.y - dx / length * tick, sketcher->sizes.thin, 7);
    if (move->kind == SCENE_STOPPED)
        brush_add_stroke(cairo, to.x - dx / length * tick, to.y - dy / length * tick,
                         to.x + dx / length * tick, to.y + dy / length * tick, sketcher->sizes.thin,
                         9);
}

static void draw_standing(const struct sketcher *sketcher, const struct scene_body *body, int row)
{
    struct pixel from, to;
    struct point before = scene_at(body, row - 1), at = scene_at(body, row);
    if (before.x == at.x && before.y == at.y && scene_move_of(body, row)->kind == SCENE_CHOSEN &&
        is_row_seen(sketcher, body, row, &from, &to))
        brush_circle(sketcher->cairo, to.x, to.y, sketcher->sizes.tick, sketcher->sizes.thin);
}

static void draw_way(const struct sketcher *sketcher, const struct scene_body *body)
{
    bool arrows = arrows_show(sketcher->look->arrows, ARROWS_WAY);
    int last = sketcher->scene->now < body->count ? sketcher->scene->now : body->count;
    brush_color(sketcher->cairo, brush_pen(sketcher->theme, body->pen));
    cairo_set_fill_rule(sketcher->cairo, CAIRO_FILL_RULE_WINDING);
    cairo_new_path(sketcher->cairo);
    for (int row = 1; row <= last; row++)
        add_row(sketcher, body, row);
    cairo_fill(sketcher->cairo);
    for (int row = 1; row <= last; row++)
        draw_standing(sketcher, body, row);
    for (int row = 1; arrows && row <= last; row++) {
        struct pixel a, b;
        if (is_row_seen(sketcher, body, row, &a, &b))
            arrows_draw_step(sketcher->cairo, sketcher->view, sketcher->scene->height,
                             scene_at(body, row - 1), scene_at(body, row),
                             row == sketcher->scene->now ? sketcher->sizes.car / 2 : 0,
                             brush_pen(sketcher->theme, body->pen));
    }
}

static void draw_body(const struct sketcher *sketcher, const struct scene_body *body)
{
    struct pixel at = place_of(sketcher, scene_at(body, sketcher->scene->now));
    double size = sketcher->sizes.car;
    if (!brush_is_seen(sketcher->cairo, at.x, at.y, at.x, at.y, size))
        return;
    brush_color(sketcher->cairo, sketcher->theme->card);
    cairo_new_path(sketcher->cairo);
    brush_add_disc(sketcher->cairo, at.x, at.y, size / 2);
    cairo_fill(sketcher->cairo);
    brush_color(sketcher->cairo, brush_pen(sketcher->theme, body->pen));
    brush_circle(sketcher->cairo, at.x, at.y, size / 2, sketcher->sizes.thin);
    paper_draw_mark(sketcher->cairo, body->pen, at.x, at.y, size * 0.62, sketcher->theme);
}

void scene_draw_ways(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                     const struct scene_look *look, const struct paper_theme *theme)
{
    struct sketcher sketcher = sketcher_of(cairo, view, scene, look, theme);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
    draw_walls(&sketcher);
    draw_pencils(&sketcher);
    for (int i = 0; i < scene->body_count; i++)
        draw_way(&sketcher, &scene->bodies[i]);
    for (int i = 0; i < scene->body_count; i++)
        draw_body(&sketcher, &scene->bodies[i]);
}

/* --- arrows ----------------------------------------------------------------------------------- */

struct arrow_move scene_arrows(const struct scene *scene, int body, int row)
{
    const struct scene_body *of = &scene->bodies[body];
    const struct scene_move *move = scene_move_of(of, row);
    struct arrow_move arrows = {.from = scene_at(of, row - 1),
                                .before = scene_inertia(of, row - 1),
                                .pusher = of->car > 0 ? "turbo" : "wind",
                                .pen = of->pen};
    if (move && move->kind == SCENE_CHOSEN) {
        arrows.push = move->push;
        arrows.chosen = true;
        arrows.choice = move->choice;
    }
    return arrows;
}

static struct arrow_move scene_next_arrows(const struct scene *scene, int body, struct point choice)
{
    const struct scene_body *of = &scene->bodies[body];
    const struct scene_move *there = scene_move_of(of, scene->now + 1);
    return (struct arrow_move){.from = scene_at(of, scene->now),
                               .before = scene_inertia(of, scene->now),
                               .push =
                                   there && there->kind == SCENE_CHOSEN ? there->push : scene->wind,
                               .pusher = of->car > 0 && there ? "turbo" : "wind",
                               .chosen = true,
                               .choice = choice,
                               .pen = of->pen};
}

/* The moves whose arrows are shown: one, or one a body. */
static int list_moves(const struct scene *scene, const struct scene_look *look,
                      struct arrow_move moves[SCENE_BODIES])
{
    int count = 0;
    unsigned drawn = look->arrows & ~(1u << ARROWS_WAY);
    if (look->is_marked && look->marked_row > 0 && drawn)
        moves[count++] = scene_arrows(scene, look->marked_body, look->marked_row);
    else if (look->shows_choice && drawn)
        moves[count++] = scene_next_arrows(scene, look->body, look->choice);
    for (int i = 0;
         count == 0 && !look->is_marked && !look->shows_choice && drawn && i < scene->body_count;
         i++) {
        const struct scene_move *move = scene_move_of(&scene->bodies[i], scene->now);
        if ((!look->shows_body || look->body == i) && move && move->kind == SCENE_CHOSEN)
            moves[count++] = scene_arrows(scene, i, scene->now);
    }
    return count;
}

/* --- signs ------------------------------------------------------------------------------------ */

static void draw_targets(const struct sketcher *sketcher)
{
    cairo_t *cairo = sketcher->cairo;
    for (int i = 0; i < sketcher->scene->target_count; i++) {
        const struct scene_target *target = &sketcher->scene->targets[i];
        struct point grid = scene_target_at(target, sketcher->scene->now);
        struct pixel at = place_of(sketcher, grid);
        double ring = sketcher->sizes.car * 0.75, thin = sketcher->sizes.thin;
        brush_color(cairo, sketcher->theme->action);
        brush_circle(cairo, at.x, at.y, ring, thin * 1.5);
        brush_circle(cairo, at.x, at.y, ring * 0.55, thin);
        if (target->drift.x || target->drift.y)
            arrows_draw_step(cairo, sketcher->view, sketcher->scene->height, grid,
                             point_add(grid, target->drift), 0, sketcher->theme->action);
        if (!target->has_velocity || (!target->velocity.x && !target->velocity.y))
            continue;
        struct pixel from = place_of(sketcher, point_subtract(grid, target->velocity));
        double dashes[2] = {thin * 3, thin * 3};
        cairo_set_dash(cairo, dashes, 2, 0);
        brush_arrow(cairo, from.x, from.y, at.x, at.y, thin * 1.5, 10 * sketcher->view->scale);
        cairo_set_dash(cairo, NULL, 0, 0);
    }
}

/* Where the wind's arrow begins: near the sheet's upper left corner, with room to each side. */
static struct point wind_place(const struct scene *scene)
{
    struct point wind = scene->wind;
    int x = 2 + (wind.x < 0 ? -wind.x : 0), y = scene->height - 2 - (wind.y > 0 ? wind.y : 0);
    return (struct point){x, y};
}

static bool has_wind(const struct scene *scene)
{
    return scene->wind.x != 0 || scene->wind.y != 0;
}

static void draw_wind(const struct sketcher *sketcher)
{
    if (!has_wind(sketcher->scene))
        return;
    struct point at = wind_place(sketcher->scene);
    struct pixel from = place_of(sketcher, at);
    struct pixel to = place_of(sketcher, point_add(at, sketcher->scene->wind));
    brush_color(sketcher->cairo, sketcher->theme->action);
    brush_arrow(sketcher->cairo, from.x, from.y, to.x, to.y, sketcher->sizes.ink * 1.6,
                14 * sketcher->view->scale);
}

/* How far it may choose on each axis, for points that are shown. */
static int shown_reach(const struct scene *scene)
{
    return scene->reach > 0 && scene->reach < 3 ? scene->reach : 1;
}

static void draw_points(const struct sketcher *sketcher)
{
    const struct scene_look *look = sketcher->look;
    cairo_t *cairo = sketcher->cairo;
    int reach = shown_reach(sketcher->scene);
    double radius = sketcher->sizes.point, box[4];
    if (!look->chooses || !scene_points_box(sketcher->view, sketcher->scene, look, box) ||
        !brush_box_is_seen(cairo, box))
        return;
    struct paper_color pen = brush_pen(sketcher->theme, sketcher->scene->bodies[look->body].pen);
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            struct point to =
                scene_next_point(sketcher->scene, look->body, (struct point){x, y}, NULL);
            struct pixel at = place_of(sketcher, to);
            brush_color(cairo, sketcher->theme->card);
            cairo_new_path(cairo);
            brush_add_disc(cairo, at.x, at.y, radius);
            cairo_fill(cairo);
            brush_color(cairo, pen);
            brush_circle(cairo, at.x, at.y, radius, sketcher->sizes.thin);
            if (x == 0 && y == 0)
                brush_circle(cairo, at.x, at.y, radius * 1.6, sketcher->sizes.thin);
        }
}

static void draw_marked(const struct sketcher *sketcher)
{
    const struct scene_look *look = sketcher->look;
    if (look->is_marked) {
        const struct scene_body *body = &sketcher->scene->bodies[look->marked_body];
        struct pixel at = place_of(sketcher, scene_at(body, look->marked_row));
        brush_color(sketcher->cairo, sketcher->theme->focus);
        brush_circle(sketcher->cairo, at.x, at.y, sketcher->sizes.car / 2 * MARKED_RING,
                     sketcher->sizes.thin * 2);
    }
    if (look->is_pointed) {
        struct pixel at = place_of(sketcher, look->pointed);
        brush_color(sketcher->cairo, sketcher->theme->focus);
        brush_circle(sketcher->cairo, at.x, at.y, sketcher->sizes.point * 1.5,
                     sketcher->sizes.thin * 1.5);
    }
}

void scene_draw_signs(cairo_t *cairo, const struct paper_view *view, const struct scene *scene,
                      const struct scene_look *look, const struct paper_theme *theme)
{
    struct sketcher sketcher = sketcher_of(cairo, view, scene, look, theme);
    struct arrow_move moves[SCENE_BODIES];
    int count = list_moves(scene, look, moves);
    draw_targets(&sketcher);
    draw_wind(&sketcher);
    draw_points(&sketcher);
    for (int i = 0; i < count; i++)
        arrows_draw(cairo, view, scene->height, &moves[i], look->arrows, theme);
    draw_marked(&sketcher);
}

/* --- what is written -------------------------------------------------------------------------- */

static void write_at(struct labels *labels, const struct sketcher *sketcher, struct point grid,
                     const char *text, struct paper_color color)
{
    struct pixel at = place_of(sketcher, grid);
    struct label_wish wish = {at.x, at.y, sketcher->sizes.car, 1, -1};
    labels_add(labels, LABEL_RIMMED, text, TAG * sketcher->view->scale, color, 0, &wish);
}

static void write_targets(struct labels *labels, const struct sketcher *sketcher)
{
    char numbers[GRAPH_PAPER_VECTOR_BYTES], text[120];
    for (int i = 0; i < sketcher->scene->target_count; i++) {
        const struct scene_target *target = &sketcher->scene->targets[i];
        const char *name = target->drift.x || target->drift.y ? "moving target" : "target";
        graph_paper_print_vector(target->velocity, numbers);
        snprintf(text, sizeof text, target->has_velocity ? "%s: arrive with %s" : "%s", name,
                 numbers);
        write_at(labels, sketcher, scene_target_at(target, sketcher->scene->now), text,
                 sketcher->theme->ink);
    }
}

static void write_wind(struct labels *labels, const struct sketcher *sketcher)
{
    char numbers[GRAPH_PAPER_VECTOR_BYTES], text[80];
    graph_paper_print_vector(sketcher->scene->wind, numbers);
    snprintf(text, sizeof text, "wind %s each move", numbers);
    write_at(labels, sketcher, wind_place(sketcher->scene), text, sketcher->theme->ink);
}

static void avoid_line(struct labels *labels, const struct sketcher *sketcher, struct point from,
                       struct point to)
{
    struct pixel a = place_of(sketcher, from), b = place_of(sketcher, to);
    if (!point_equal(from, to))
        labels_avoid_line(labels, a.x, a.y, b.x, b.y, WAY_WEIGHT);
}

/* Walls, the wind, the latest moves, and the arrows of bodies and targets into their next one. */
static void avoid_ways(struct labels *labels, const struct sketcher *sketcher)
{
    const struct scene *scene = sketcher->scene;
    for (int i = 0; i < scene->wall_count; i++)
        avoid_line(labels, sketcher, scene->walls[i].from, scene->walls[i].to);
    avoid_line(labels, sketcher, wind_place(scene), point_add(wind_place(scene), scene->wind));
    for (int i = 0; i < scene->target_count; i++) {
        const struct scene_target *target = &scene->targets[i];
        struct point at = scene_target_at(target, scene->now);
        avoid_line(labels, sketcher, at, point_add(at, target->drift));
        if (target->has_velocity)
            avoid_line(labels, sketcher, point_subtract(at, target->velocity), at);
    }
    for (int i = 0; i < scene->body_count; i++) {
        const struct scene_body *body = &scene->bodies[i];
        struct point at = scene_at(body, scene->now);
        struct pixel place = place_of(sketcher, at);
        labels_keep_off_disc(labels, place.x, place.y, sketcher->sizes.car / 2);
        avoid_line(labels, sketcher, at, point_add(at, scene_inertia(body, scene->now)));
        int first = scene->now - 12;
        for (int row = first < 1 ? 1 : first; row <= scene->now; row++)
            avoid_line(labels, sketcher, scene_at(body, row - 1), scene_at(body, row));
    }
}

static void keep_off_points(struct labels *labels, const struct sketcher *sketcher)
{
    int reach = shown_reach(sketcher->scene);
    for (int y = -reach; sketcher->look->chooses && y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            struct point to =
                scene_next_point(sketcher->scene, sketcher->look->body, (struct point){x, y}, NULL);
            struct pixel at = place_of(sketcher, to);
            labels_keep_off_disc(labels, at.x, at.y, sketcher->sizes.point * 1.5);
        }
}

void scene_label_things(struct labels *labels, const struct paper_view *view,
                        const struct scene *scene, const struct scene_look *look,
                        const struct paper_theme *theme)
{
    struct sketcher sketcher = sketcher_of(NULL, view, scene, look, theme);
    avoid_ways(labels, &sketcher);
    keep_off_points(labels, &sketcher);
    write_targets(labels, &sketcher);
    if (has_wind(scene))
        write_wind(labels, &sketcher);
    for (int i = 0; i < scene->body_count && scene->body_count > 1; i++)
        write_at(labels, &sketcher, scene_at(&scene->bodies[i], scene->now), scene->bodies[i].name,
                 theme->ink);
}

void scene_label_arrows(struct labels *labels, const struct paper_view *view,
                        const struct scene *scene, const struct scene_look *look,
                        const struct paper_theme *theme)
{
    struct arrow_move moves[SCENE_BODIES];
    /* With several bodies the arrows speak for themselves. */
    if (list_moves(scene, look, moves) == 1)
        arrows_label(labels, view, scene->height, &moves[0], look->arrows, theme);
}

/* --- boxes ------------------------------------------------------------------------------------ */

bool scene_way_box(const struct paper_view *view, int height, const struct point *way, int count,
                   double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct brush_sizes sizes = brush_sizes(view);
    double margin = fmax(sizes.car, sizes.tick + sizes.ink) + 14 * view->scale;
    for (int i = 0; i < count; i++)
        extent_add(&extent, brush_grid_place(view, height, way[i]), margin);
    return extent_box(&extent, box);
}

bool scene_targets_box(const struct paper_view *view, const struct scene *scene, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin = brush_sizes(view).car + 16 * view->scale;
    for (int i = 0; i < scene->target_count; i++) {
        const struct scene_target *target = &scene->targets[i];
        struct point at = scene_target_at(target, scene->now);
        extent_add(&extent, brush_grid_place(view, scene->height, at), margin);
        extent_add(&extent, brush_grid_place(view, scene->height, point_add(at, target->drift)),
                   margin);
        if (target->has_velocity)
            extent_add(&extent,
                       brush_grid_place(view, scene->height, point_subtract(at, target->velocity)),
                       margin);
    }
    if (has_wind(scene)) {
        struct point at = wind_place(scene);
        extent_add(&extent, brush_grid_place(view, scene->height, at), margin);
        extent_add(&extent, brush_grid_place(view, scene->height, point_add(at, scene->wind)),
                   margin);
    }
    return extent_box(&extent, box);
}

bool scene_points_box(const struct paper_view *view, const struct scene *scene,
                      const struct scene_look *look, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin = brush_sizes(view).point * 2 + 2 * view->scale;
    int reach = shown_reach(scene);
    for (int y = -reach; look->chooses && y <= reach; y += 2 * reach)
        for (int x = -reach; x <= reach; x += 2 * reach) {
            struct point to = scene_next_point(scene, look->body, (struct point){x, y}, NULL);
            extent_add(&extent, brush_grid_place(view, scene->height, to), margin);
        }
    return extent_box(&extent, box);
}

bool scene_pointer_box(const struct paper_view *view, const struct scene *scene,
                       const struct scene_look *look, double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    struct arrow_move moves[SCENE_BODIES];
    double margin = brush_sizes(view).car * 2 + 4 * view->scale;
    int count = list_moves(scene, look, moves);
    for (int i = 0; i < count; i++)
        arrows_extend(&extent, view, scene->height, &moves[i]);
    if (look->is_marked)
        extent_add(&extent,
                   brush_grid_place(view, scene->height,
                                    scene_at(&scene->bodies[look->marked_body], look->marked_row)),
                   margin);
    if (look->is_pointed)
        extent_add(&extent, brush_grid_place(view, scene->height, look->pointed), margin);
    return extent_box(&extent, box);
}
