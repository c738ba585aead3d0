/* The picture of a scene: what is cached, what of it is mended, and what is live.
 *
 * Ways and bodies lie in the cached picture; of a step only the boxes of the new pieces are
 * painted. Arrows, targets and marks are live, and so are all labels.
 */
#include "screens/graph_paper/scene/scene_view.h"

#include "base/memory.h"
#include "base/number.h"
#include "draw/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the two files of a scene's view share.
 */

/* What the cached picture shows. */
struct scene_shown {
    uint64_t rest; /* all of it but ways and bodies */
    struct point *ways[SCENE_BODIES];
    int counts[SCENE_BODIES], capacities[SCENE_BODIES];
    int body_count;
    uint64_t live[5]; /* of each live box; that of the left numbers stands for both */
    uint64_t written; /* for which arrows labels were written, and for which things */
    uint64_t things_written;
};

struct scene_view {
    struct camera camera;
    struct camera_hand hand;
    struct box box;
    struct sheet *sheet;
    struct labels labels; /* of things, then of the edges, then of arrows */
    int thing_labels, edge_labels, edge_obstacles;
    bool coarse;
    struct scene_shown shown;
    const struct scene *scene; /* while drawing */
    struct scene_look look;

    bool is_pointed;
    struct point pointed;
    bool at_keys; /* by the ring, which is at `cursor` */
    struct point cursor;
    bool has_clicked, places, focused, ring;
    struct point clicked;
    bool handle_moved;   /* the one that is held */
    char handle[32];     /* that has the focus; "" for none */
    struct point pushed; /* it by an arrow key, since the last pass */
};

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

static void scene_sheet_end(struct scene_view *view)
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
        sheet_invalidate(view->sheet, sheet_box(box));
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
        struct point velocity = scene_inertia(&scene->bodies[i], scene->now), choice;
        bool chosen = scene_choice(scene, i, &choice);
        const struct point vectors[3] = {at, velocity, choice};
        hash = hash_number(hash_bytes(hash, vectors, sizeof vectors), chosen);
        hash = hash_bytes(hash, scene->bodies[i].name, strlen(scene->bodies[i].name));
    }
    return hash;
}

/* Those of the next move, of the body that has a hand, and of what is drawn over them. */
static uint64_t hash_points(const struct scene *scene, const struct scene_look *look)
{
    struct point at = {0, 0};
    if (look->chooses)
        at = scene_next_point(scene, look->body, at, NULL);
    const int parts[] = {look->chooses, look->body,        at.x,         at.y,
                         scene->reach,  (int)look->arrows, look->untold, look->shows_body};
    uint64_t hash = hash_bytes(HASH_START, parts, sizeof parts);
    for (int i = 0; look->words && i < look->words->mark_count; i++) {
        const struct point ends[] = {look->words->marks[i].from, look->words->marks[i].to};
        hash = hash_bytes(hash, ends, sizeof ends);
    }
    return hash;
}

static uint64_t hash_pointer(const struct scene *scene, const struct scene_look *look)
{
    const int parts[] = {(int)look->arrows,  look->shows_body,  look->body,       look->chooses,
                         look->shows_choice, look->untold,      look->choice.x,   look->choice.y,
                         look->is_marked,    look->marked_body, look->marked_row, look->is_pointed,
                         look->pointed.x,    look->pointed.y,   scene->reach};
    return hash_bytes(hash_things(scene), parts, sizeof parts);
}

struct box scene_view_sheet(const struct scene_view *view)
{
    const struct paper_view *paper = &view->camera.view;
    double margin = paper->square * PAPER_MARGIN_SQUARES;
    return box_intersect((struct box){0, 0, view->box.w, view->box.h},
                         (struct box){(int)(paper->left - margin), (int)(paper->top - margin),
                                      (int)(view->camera.columns * paper->square + 2 * margin),
                                      (int)(view->camera.rows * paper->square + 2 * margin)});
}

/* What stays while only the pointer moves. */
static void write_things(struct scene_view *view)
{
    const struct paper_view *paper = sheet_view(view->sheet);
    const struct paper_theme *theme = sheet_theme(view->sheet);
    struct box whole = scene_view_sheet(view);
    double gap = LABEL_GAP * paper->scale;
    labels_end(&view->labels);
    view->labels = labels_begin(
        (struct label_box){whole.x, whole.y + gap, whole.w - gap, whole.h - 2 * gap}, paper->scale);
    view->labels.numbers_every_line = true;
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
    uint64_t key = hash_labels(&view->labels, view->thing_labels, view->edge_labels);
    if (key != view->shown.live[LIVE_LEFT_NUMBERS])
        sheet_set_numbers(view->sheet, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS, view->scene->height);
    view->shown.live[LIVE_LEFT_NUMBERS] = key;
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

static void scene_sheet_draw(struct scene_view *view, struct canvas *canvas,
                             const struct scene *scene, const struct scene_look *look)
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

/* === view ===================================================================================== */

/* A scene on the screen: what was done to it, and which of its cached picture has to be painted
 * anew (scene_sheet.c).
 */

static const double TARGET = 24, HANDLE = 30; /* interface pixels */

struct scene_view *scene_view_create(void)
{
    struct scene_view *view = memory_allocate(1, sizeof *view);
    view->sheet = sheet_create((struct sheet_painter){
        .ground = paint_ground, .live = paint_live, .context = view, .course = paint_course});
    return view;
}

void scene_view_free(struct scene_view *view)
{
    if (!view)
        return;
    scene_sheet_end(view);
    free(view);
}

const struct labels *scene_view_labels(const struct scene_view *view)
{
    return &view->labels;
}

const struct camera *scene_view_camera(const struct scene_view *view)
{
    return &view->camera;
}

void scene_view_follow(struct scene_view *view, struct point at)
{
    double x, y, margin = 2 * view->camera.view.square;
    paper_to_device(&view->camera.view, view->camera.rows, at.x, at.y, &x, &y);
    if (view->camera.width == 0 || (x > margin && y > margin && x < view->camera.width - margin &&
                                    y < view->camera.height - margin))
        return;
    camera_centre(&view->camera, at.x, at.y);
    camera_jump(&view->camera);
}

/* --- what is pointed at ----------------------------------------------------------------------- */

static bool find_grid(const struct scene_view *view, int x, int y, struct point *grid)
{
    double sheet_x, sheet_y;
    if (!box_holds(view->box, x, y) || view->camera.view.square <= 0)
        return false;
    camera_to_sheet(&view->camera, x - view->box.x, y - view->box.y, &sheet_x, &sheet_y);
    *grid = (struct point){(int32_t)lround(sheet_x), (int32_t)lround(sheet_y)};
    return true;
}

static bool is_on_sheet(const struct scene_view *view, struct point grid)
{
    return grid.x >= 0 && grid.y >= 0 && grid.x <= view->camera.columns &&
           grid.y <= view->camera.rows;
}

/* --- targets ---------------------------------------------------------------------------------- */

static struct box box_at(const struct scene_view *view, const struct ui *ui, struct point at,
                         double units)
{
    double x, y;
    int side = canvas_units(ui_canvas(ui), units);
    paper_to_device(&view->camera.view, view->camera.rows, at.x, at.y, &x, &y);
    struct box box = box_make(view->box.x + (int)lround(x) - side / 2,
                              view->box.y + (int)lround(y) - side / 2, side, side);
    return box_intersect(box, view->box);
}

static const char *choice_words(const struct scene *scene, struct point choice, bool untold)
{
    /* In a wind the acceleration is that and what the driver chooses. */
    return untold ? ""
                  : ui_words("%s = %s", point_reach(scene->wind) > 0 ? "push" : "a",
                             vector_of(choice.x, choice.y).text);
}

/* The points of the next move; neighbours share what lies between them. */
static void build_points(struct scene_view *view, struct ui *ui, const struct scene *scene,
                         struct scene_look *look, struct scene_request *request)
{
    int reach = scene->reach > 0 && scene->reach < 3 ? scene->reach : 1;
    double side = fmin(TARGET, view->camera.view.square / view->camera.view.scale);
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            struct point choice = {x, y};
            struct point to = scene_next_point(scene, look->body, choice, NULL);
            struct ui_state state = ui_target(ui, ui_words("move %d,%d", to.x, to.y),
                                              box_at(view, ui, to, fmax(side, 12)),
                                              choice_words(scene, choice, look->untold));
            if (state.clicked)
                *request = (struct scene_request){SCENE_CHOSE, look->body, choice};
            if (state.hovered || state.ring) {
                look->shows_choice = !look->untold;
                look->choice = choice;
                look->is_marked = false;
                view->pointed = to;
                view->is_pointed = true;
            }
        }
}

static bool arrow_of_key(SDL_Keycode key, struct point *by)
{
    static const struct {
        SDL_Keycode key;
        struct point by;
    } arrows[] = {
        {SDLK_LEFT, {-1, 0}}, {SDLK_RIGHT, {1, 0}}, {SDLK_UP, {0, 1}}, {SDLK_DOWN, {0, -1}}};
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (arrows[i].key == key) {
            *by = arrows[i].by;
            return true;
        }
    return false;
}

enum handle_request { HANDLE_RESTS, HANDLE_MOVED, HANDLE_CLICKED };

/* A thing of the sheet that is held and follows the pointer, or the arrow keys. Who lets go after
 * having moved it has not clicked it. */
static enum handle_request build_handle(struct scene_view *view, struct ui *ui, const char *id,
                                        const char *text, struct point *at)
{
    /* Neighbours stay within reach. */
    double side = fmin(HANDLE, 1.4 * view->camera.view.square / view->camera.view.scale);
    struct ui_state state = ui_handle(ui, id, box_at(view, ui, *at, side), text);
    struct point to = *at;
    int x, y;
    ui_pointer(ui, &x, &y);
    if (state.hovered || state.ring || state.held) {
        view->is_pointed = true;
        view->pointed = to;
    }
    if (state.held)
        find_grid(view, x, y, &to);
    if (state.focused)
        snprintf(view->handle, sizeof view->handle, "%s", id);
    if (state.focused && (view->pushed.x || view->pushed.y)) {
        to = point_add(to, view->pushed);
        view->pushed = (struct point){0, 0};
    }
    bool moves = !point_equal(to, *at), was_moved = view->handle_moved;
    if (state.held && moves)
        view->handle_moved = true;
    if (state.clicked)
        view->handle_moved = false;
    *at = to;
    return moves ? HANDLE_MOVED : state.clicked && !was_moved ? HANDLE_CLICKED : HANDLE_RESTS;
}

static void build_tips(struct scene_view *view, struct ui *ui, const struct scene *scene,
                       const struct scene_look *look, struct scene_request *request)
{
    char id[32], text[64];
    const struct point nothing = {0, 0};
    for (int i = 0; i < scene->body_count && scene->now == 0; i++) {
        const struct scene_body *body = &scene->bodies[i];
        struct point at = point_add(body->start, body->velocity);
        snprintf(id, sizeof id, "velocity %d", i + 1);
        snprintf(text, sizeof text, "%s", vector_of(body->velocity.x, body->velocity.y).text);
        enum handle_request done = build_handle(view, ui, id, text, &at);
        if (done == HANDLE_MOVED)
            *request = (struct scene_request){SCENE_MOVED_TIP, i, point_subtract(at, body->start)};
        else if (done == HANDLE_CLICKED && look->chooses && i == look->body)
            *request = (struct scene_request){SCENE_CHOSE, i, nothing};
    }
}

static void build_bodies(struct scene_view *view, struct ui *ui, const struct scene *scene,
                         struct scene_request *request)
{
    char id[32], text[64];
    for (int i = 0; i < scene->body_count; i++) {
        struct point at = scene_at(&scene->bodies[i], scene->now);
        snprintf(id, sizeof id, "body %d", i + 1);
        snprintf(text, sizeof text, "%s", pair_of(at.x, at.y).text);
        enum handle_request done = build_handle(view, ui, id, text, &at);
        if (done == HANDLE_MOVED && scene->now == 0)
            *request = (struct scene_request){SCENE_MOVED_BODY, i, at};
        else if (done == HANDLE_CLICKED)
            *request = (struct scene_request){SCENE_CLICKED, i, at};
    }
}

static void build_choice(struct scene_view *view, struct ui *ui, const struct scene *scene,
                         const struct scene_look *look, struct scene_request *request)
{
    struct point choice, none = {0, 0};
    if (!scene_choice(scene, look->body, &choice) && scene->bodies[look->body].ended)
        return;
    struct point at = scene_next_point(scene, look->body, choice, NULL);
    struct point inertia = scene_next_point(scene, look->body, none, NULL);
    enum handle_request done = build_handle(view, ui, ui_words("choice %d", look->body + 1),
                                            choice_words(scene, choice, look->untold), &at);
    if (done == HANDLE_MOVED)
        *request =
            (struct scene_request){SCENE_MOVED_CHOICE, look->body, point_subtract(at, inertia)};
    else if (done == HANDLE_CLICKED && look->chooses)
        *request = (struct scene_request){SCENE_CHOSE, look->body, choice};
}

static int body_at(const struct scene *scene, struct point at)
{
    for (int i = 0; i < scene->body_count; i++)
        if (point_equal(scene_at(&scene->bodies[i], scene->now), at))
            return i;
    return -1;
}

/* The sheet itself: it is told where it is, and what was clicked on it since the last pass. */
static void build_surface(struct scene_view *view, struct ui *ui, const struct scene *scene,
                          bool places, struct scene_request *request)
{
    char where[80];
    const struct paper_view *camera = &view->camera.view;
    snprintf(where, sizeof where, "%.2f %.2f %.4f", view->box.x + camera->left,
             view->box.y + camera->top + view->camera.rows * camera->square, camera->square);
    struct ui_state state = ui_surface(ui, "sheet", view->box, where);
    view->focused = state.focused;
    view->ring = state.ring;
    int x, y;
    ui_pointer(ui, &x, &y);
    if (state.ring && view->at_keys) {
        view->is_pointed = true;
        view->pointed = view->cursor;
    } else {
        view->is_pointed = find_grid(view, x, y, &view->pointed) && state.hovered &&
                           is_on_sheet(view, view->pointed);
    }
    if (view->has_clicked && places)
        *request =
            (struct scene_request){SCENE_CLICKED, body_at(scene, view->clicked), view->clicked};
    view->has_clicked = false;
}

static void follow_box(struct scene_view *view, const struct canvas *canvas, struct box box,
                       const struct scene *scene)
{
    bool other = view->camera.columns != scene->width || view->camera.rows != scene->height;
    view->box = box;
    if (other) {
        camera_set_sheet(&view->camera, (struct point){scene->width, scene->height});
        view->camera.chosen = false;
    }
    camera_resize(&view->camera, box.w, box.h, canvas_scale(canvas));
    if (other) {
        /* All of the sheet comes into view again; another scene does so by itself. */
        view->camera.chosen = false;
        camera_fit(&view->camera);
        camera_jump(&view->camera);
    }
}

void scene_view_build(struct scene_view *view, struct ui *ui, struct box box,
                      const struct scene *scene, const struct scene_look *look,
                      struct scene_hands hands, struct scene_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    struct scene_look shown = *look;
    *request = (struct scene_request){SCENE_NOTHING, -1, {0, 0}};
    follow_box(view, canvas, box, scene);
    view->handle[0] = 0;
    view->places = hands.places;
    build_surface(view, ui, scene, hands.places, request);
    shown.chooses = hands.chooses && scene->body_count > 0;
    if (shown.chooses)
        build_points(view, ui, scene, &shown, request);
    if (hands.drags) {
        build_bodies(view, ui, scene, request);
        build_tips(view, ui, scene, &shown, request);
    }
    if (hands.drags_choice && scene->body_count > 0)
        build_choice(view, ui, scene, &shown, request);
    if (hands.places && view->is_pointed) {
        shown.is_pointed = true;
        shown.pointed = view->pointed;
    }
    view->pushed = (struct point){0, 0};
    scene_sheet_draw(view, canvas, scene, &shown);
    for (int i = 0; i < view->labels.count; i++) {
        const struct label_box *at = &view->labels.items[i].box;
        ui_tell_label(ui, view->labels.items[i].text,
                      box_make(box.x + (int)at->x, box.y + (int)at->y, (int)at->w, (int)at->h));
    }
    int in = canvas_units(canvas, 5);
    if (view->ring)
        ui_focus_ring(ui, box_inset(box, in, in), 2);
}

/* --- events ----------------------------------------------------------------------------------- */

static bool click(struct scene_view *view, const SDL_MouseButtonEvent *button)
{
    struct point at;
    if (button->button != SDL_BUTTON_LEFT || !find_grid(view, button->x, button->y, &at) ||
        !is_on_sheet(view, at))
        return false;
    view->clicked = at;
    view->has_clicked = true;
    return true;
}

static bool press_key(struct scene_view *view, const SDL_Keysym *key)
{
    struct point by;
    if (key->mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT))
        return false;
    if (view->handle[0] && arrow_of_key(key->sym, &by)) {
        view->pushed = by;
        return true;
    }
    if (view->focused && view->places && arrow_of_key(key->sym, &by)) {
        if (!view->at_keys)
            view->cursor = view->is_pointed
                               ? view->pointed
                               : (struct point){view->camera.columns / 2, view->camera.rows / 2};
        else if (is_on_sheet(view, point_add(view->cursor, by)))
            view->cursor = point_add(view->cursor, by);
        view->at_keys = true;
        return true;
    }
    bool enter = key->sym == SDLK_RETURN || key->sym == SDLK_KP_ENTER;
    if (view->focused && view->places && enter && view->at_keys) {
        view->clicked = view->cursor;
        view->has_clicked = true;
        return true;
    }
    return camera_hand_key(&view->camera, key->sym, NULL, false);
}

bool scene_view_event(struct scene_view *view, const SDL_Event *event)
{
    if (event->type == SDL_KEYDOWN)
        return press_key(view, &event->key.keysym);
    bool was_held = view->hand.dragging > 0, dragged = view->hand.drag_moved;
    bool taken = camera_hand_event(&view->hand, &view->camera, view->box, event);
    if (event->type == SDL_MOUSEBUTTONUP && was_held && !dragged && !view->hand.drag_moved)
        taken = click(view, &event->button) || taken;
    if (event->type == SDL_MOUSEMOTION) {
        struct point at;
        bool is = find_grid(view, event->motion.x, event->motion.y, &at);
        bool other = is != view->is_pointed || (is && !point_equal(at, view->pointed));
        view->at_keys = false;
        taken = taken || other;
    }
    return taken;
}

int scene_view_animate(struct scene_view *view, Uint32 now, int other)
{
    return camera_hand_animate(&view->hand, &view->camera, now, other);
}
