/* The picture of a scene: what is cached, what of it is mended, and what is live.
 *
 * Ways and bodies lie in the cached picture; of a step only the boxes of the new pieces are
 * painted. Arrows, targets and marks are live, and so are all labels.
 */
#include "screens/graph_paper/scene/inside.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { LIVE_POINTER, LIVE_POINTS, LIVE_THINGS, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS };
enum { MENDED_ROWS = 6 }; /* of more rows everything is painted */
static const double LABEL_GAP = 4;

static void paint_course(cairo_t *cairo, void *context)
{
    struct scene_view *view = context;
    if (view->coarse)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    scene_draw_paper(cairo, sheet_view(view->sheet), view->scene, sheet_theme(view->sheet));
}

static void paint_ground(cairo_t *cairo, void *context)
{
    struct scene_view *view = context;
    if (view->coarse)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    scene_draw_ways(cairo, sheet_view(view->sheet), view->scene, &view->look,
                    sheet_theme(view->sheet));
}

static void paint_live(cairo_t *cairo, void *context)
{
    struct scene_view *view = context;
    scene_draw_signs(cairo, sheet_view(view->sheet), view->scene, &view->look,
                     sheet_theme(view->sheet));
    labels_draw(cairo, &view->labels, sheet_theme(view->sheet));
}

void scene_sheet_begin(struct scene_view *view)
{
    view->sheet = sheet_create((struct sheet_painter){
        .ground = paint_ground, .live = paint_live, .context = view, .course = paint_course});
}

void scene_sheet_end(struct scene_view *view)
{
    sheet_free(view->sheet);
    labels_end(&view->labels);
    for (int i = 0; i < SCENE_BODIES; i++)
        free(view->shown.ways[i]);
}

/* --- the ground ------------------------------------------------------------------------------- */

static uint64_t hash_rest(const struct scene *scene, const struct scene_look *look)
{
    uint64_t hash = hash_number(HASH_START, scene->width);
    hash = hash_number(hash, scene->height);
    hash = hash_number(hash, (int64_t)(intptr_t)scene->course.body);
    hash = hash_number(hash, scene->slicks | scene->turbo << 1 | scene->gates << 2);
    hash = hash_bytes(hash, scene->walls, (size_t)scene->wall_count * sizeof scene->walls[0]);
    hash = hash_number(hash, arrows_show(look->arrows, ARROWS_WAY));
    for (int i = 0; i < scene->pencil_count; i++) {
        const struct scene_pencil *pencil = &scene->pencils[i];
        hash = hash_bytes(hash, pencil->points, (size_t)pencil->count * sizeof pencil->points[0]);
        hash = hash_number(hash, pencil->from);
    }
    for (int i = 0; i < scene->body_count; i++)
        hash = hash_number(hash, scene->bodies[i].pen);
    return hash;
}

static void mend_way(struct scene_view *view, const struct point *way, int from, int count)
{
    double box[4];
    int first = from > 0 ? from - 1 : 0;
    if (scene_way_box(sheet_view(view->sheet), view->scene->height, way + first, count - first,
                      box))
        sheet_mend(view->sheet, sheet_box(box));
}

/* The way of one body as it is now, in place of the one that is shown. */
static void follow_way(struct scene_view *view, int body)
{
    const struct scene_body *of = &view->scene->bodies[body];
    struct scene_shown *shown = &view->shown;
    int before = shown->counts[body], same = 0;
    int rows = (view->scene->now < of->count ? view->scene->now : of->count) + 1;
    while (same < before && same < rows && point_equal(shown->ways[body][same], scene_at(of, same)))
        same++;
    if (same == before && same == rows)
        return;
    if (before - same > MENDED_ROWS || rows - same > MENDED_ROWS)
        sheet_repaint(view->sheet);
    else
        mend_way(view, shown->ways[body], same, before);
    if (shown->capacities[body] < rows) {
        shown->capacities[body] = rows * 2;
        shown->ways[body] =
            memory_resize(shown->ways[body], (size_t)rows * 2, sizeof *shown->ways[body]);
    }
    for (int i = same; i < rows; i++)
        shown->ways[body][i] = scene_at(of, i);
    shown->counts[body] = rows;
    if (rows - same <= MENDED_ROWS)
        mend_way(view, shown->ways[body], same, rows);
}

static void follow_ground(struct scene_view *view)
{
    struct scene_shown *shown = &view->shown;
    uint64_t rest = hash_rest(view->scene, &view->look);
    if (rest != shown->rest || view->scene->body_count != shown->body_count)
        sheet_paint_anew(view->sheet);
    for (int i = view->scene->body_count; i < shown->body_count; i++)
        shown->counts[i] = 0;
    shown->rest = rest;
    shown->body_count = view->scene->body_count;
    for (int i = 0; i < shown->body_count; i++)
        follow_way(view, i);
}

/* --- what is live ----------------------------------------------------------------------------- */

static uint64_t hash_things(const struct scene *scene)
{
    uint64_t hash = hash_number(HASH_START, scene->now);
    hash = hash_bytes(hash, scene->targets, (size_t)scene->target_count * sizeof scene->targets[0]);
    hash = hash_number(hash_number(hash, scene->wind.x), scene->wind.y);
    for (int i = 0; i < scene->body_count; i++) {
        struct point at = scene_at(&scene->bodies[i], scene->now);
        struct point velocity = scene_inertia(&scene->bodies[i], scene->now);
        const struct point vectors[2] = {at, velocity};
        hash = hash_bytes(hash, vectors, sizeof vectors);
        hash = hash_bytes(hash, scene->bodies[i].name, strlen(scene->bodies[i].name));
    }
    return hash;
}

/* Those of the next move, of the body that has a hand. */
static uint64_t hash_points(const struct scene *scene, const struct scene_look *look)
{
    struct point at = {0, 0};
    if (look->chooses)
        at = scene_next_point(scene, look->body, at, NULL);
    const int parts[] = {look->chooses, look->body, at.x, at.y, scene->reach};
    return hash_bytes(HASH_START, parts, sizeof parts);
}

static uint64_t hash_pointer(const struct scene *scene, const struct scene_look *look)
{
    const int parts[] = {(int)look->arrows,  look->shows_body, look->body,       look->chooses,
                         look->shows_choice, look->choice.x,   look->choice.y,   look->is_marked,
                         look->marked_body,  look->marked_row, look->is_pointed, look->pointed.x,
                         look->pointed.y,    scene->reach};
    uint64_t hash = hash_bytes(hash_things(scene), parts, sizeof parts);
    for (int i = 0; i < scene->body_count; i++) {
        struct point choice;
        bool chosen = scene_choice(scene, i, &choice);
        hash = hash_number(hash_bytes(hash, &choice, sizeof choice), chosen);
    }
    return hash;
}

/* What stays while only the pointer moves. */
static void write_things(struct scene_view *view)
{
    const struct paper_view *paper = sheet_view(view->sheet);
    const struct paper_theme *theme = sheet_theme(view->sheet);
    struct box whole = sheet_whole(view->sheet);
    double gap = LABEL_GAP * paper->scale;
    labels_end(&view->labels);
    view->labels = labels_begin((struct label_box){gap, gap, whole.w - 2 * gap, whole.h - 2 * gap},
                                paper->scale);
    scene_label_things(&view->labels, paper, view->scene, &view->look, theme);
    view->thing_labels = view->labels.count;
    paper_label_numbers(&view->labels, paper,
                        (struct point){view->scene->width, view->scene->height}, false, theme);
    view->edge_labels = view->labels.count;
    view->edge_obstacles = view->labels.obstacle_count;
}

/* Each where those before it leave room. */
static void write_labels(struct scene_view *view, uint64_t things, uint64_t pointer)
{
    if (things == view->shown.things_written && pointer == view->shown.written)
        return;
    if (things != view->shown.things_written)
        write_things(view);
    labels_return(&view->labels, view->edge_labels, view->edge_obstacles);
    scene_label_arrows(&view->labels, sheet_view(view->sheet), view->scene, &view->look,
                       sheet_theme(view->sheet));
    view->shown.things_written = things;
    view->shown.written = pointer;
}

static uint64_t hash_labels(const struct labels *labels, int from, int to)
{
    uint64_t hash = HASH_START;
    for (int i = from; i < to; i++)
        hash = hash_bytes(hash, &labels->items[i].box, sizeof labels->items[i].box);
    return hash;
}

/* What is drawn and the labels from one to another. */
static void set_live(struct scene_view *view, int index, uint64_t key, struct box box, int from,
                     int to)
{
    for (int i = from; i < to; i++) {
        double label[4];
        labels_drawn_box(&view->labels, &view->labels.items[i], label);
        box = box_join(box, sheet_box(label));
    }
    key = hash_number(key, (int64_t)hash_labels(&view->labels, from, to));
    key = hash_bytes(key, &box, sizeof box);
    if (key != view->shown.live[index])
        sheet_set_live(view->sheet, index, box);
    view->shown.live[index] = key;
}

static void set_numbers(struct scene_view *view)
{
    uint64_t key = hash_labels(&view->labels, view->thing_labels, view->edge_labels);
    if (key != view->shown.live[LIVE_LEFT_NUMBERS])
        sheet_set_numbers(view->sheet, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS, view->scene->height);
    view->shown.live[LIVE_LEFT_NUMBERS] = key;
}

static struct box drawn_box(bool is_drawn, const double box[4])
{
    return is_drawn ? sheet_box(box) : (struct box){0, 0, 0, 0};
}

static void follow_live(struct scene_view *view, bool moved)
{
    const struct paper_view *paper = sheet_view(view->sheet);
    uint64_t things = hash_things(view->scene);
    uint64_t points = hash_points(view->scene, &view->look);
    uint64_t pointer = hash_pointer(view->scene, &view->look);
    double box[4] = {0};
    if (moved) {
        memset(view->shown.live, 0, sizeof view->shown.live);
        view->shown.things_written = 0;
    }
    write_labels(view, hash_number(things, (int64_t)points), pointer);
    set_numbers(view);
    bool drawn = scene_targets_box(paper, view->scene, box);
    set_live(view, LIVE_THINGS, things, drawn_box(drawn, box), 0, view->thing_labels);
    drawn = scene_points_box(paper, view->scene, &view->look, box);
    set_live(view, LIVE_POINTS, points, drawn_box(drawn, box), 0, 0);
    drawn = scene_pointer_box(paper, view->scene, &view->look, box);
    set_live(view, LIVE_POINTER, pointer, drawn_box(drawn, box), view->edge_labels,
             view->labels.count);
}

/* While squares change their size edges are painted coarsely. */
static bool follow_view(struct scene_view *view, const struct canvas *canvas)
{
    enum sheet_news news = sheet_follow(view->sheet, canvas, view->box, &view->camera.view);
    bool moving = view->hand.zooming || view->camera.gliding;
    if (news == SHEET_OTHER || (view->coarse && !moving)) {
        view->coarse = news == SHEET_OTHER && moving;
        sheet_paint_anew(view->sheet);
    }
    return news != SHEET_STAYS;
}

void scene_sheet_draw(struct scene_view *view, struct canvas *canvas, const struct scene *scene,
                      const struct scene_look *look)
{
    if (canvas_is_muted(canvas) || view->box.w == 0 || view->box.h == 0)
        return;
    view->scene = scene;
    view->look = *look;
    bool moved = follow_view(view, canvas);
    follow_ground(view);
    follow_live(view, moved);
    sheet_draw(view->sheet, canvas, view->box.x, view->box.y);
}
