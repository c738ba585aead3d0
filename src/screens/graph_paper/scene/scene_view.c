/* A scene on the screen: what was done to it, and which of its cached picture has to be painted
 * anew (scene_sheet.c).
 */
#include "screens/graph_paper/scene/inside.h"

#include "base/memory.h"
#include "base/pair.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double TARGET = 24, HANDLE = 30; /* interface pixels */

struct scene_view *scene_view_create(void)
{
    struct scene_view *view = memory_allocate(1, sizeof *view);
    scene_sheet_begin(view);
    return view;
}

void scene_view_free(struct scene_view *view)
{
    if (!view)
        return;
    scene_sheet_end(view);
    free(view);
}

/* All of the sheet comes into view again; another scene does so by itself. */
static void scene_view_fit(struct scene_view *view)
{
    view->camera.chosen = false;
    camera_fit(&view->camera);
    camera_jump(&view->camera);
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

/* The points of the next move; neighbours share what lies between them. */
static void build_points(struct scene_view *view, struct ui *ui, const struct scene *scene,
                         struct scene_look *look, struct scene_deed *deed)
{
    int reach = scene->reach > 0 && scene->reach < 3 ? scene->reach : 1;
    double side = fmin(TARGET, view->camera.view.square / view->camera.view.scale);
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            struct point choice = {x, y};
            struct point to = scene_next_point(scene, look->body, choice, NULL);
            char id[48], text[48];
            snprintf(id, sizeof id, "move %d,%d", to.x, to.y);
            snprintf(text, sizeof text, "a = %s", pair_of(x, y).text);
            struct ui_state state = ui_target(ui, id, box_at(view, ui, to, fmax(side, 12)), text);
            if (state.clicked)
                *deed = (struct scene_deed){SCENE_CHOSE, look->body, choice};
            if (state.hovered || state.ring) {
                look->shows_choice = true;
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

enum handle_deed { HANDLE_RESTS, HANDLE_MOVED, HANDLE_CLICKED };

/* A thing of the sheet that is held and follows the pointer, or the arrow keys. Who lets go after
 * having moved it has not clicked it. */
static enum handle_deed build_handle(struct scene_view *view, struct ui *ui, const char *id,
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
                       const struct scene_look *look, struct scene_deed *deed)
{
    char id[32], text[64];
    const struct point nothing = {0, 0};
    for (int i = 0; i < scene->body_count && scene->now == 0; i++) {
        const struct scene_body *body = &scene->bodies[i];
        struct point at = point_add(body->start, body->velocity);
        snprintf(id, sizeof id, "velocity %d", i + 1);
        snprintf(text, sizeof text, "%s", pair_of(body->velocity.x, body->velocity.y).text);
        enum handle_deed done = build_handle(view, ui, id, text, &at);
        if (done == HANDLE_MOVED)
            *deed = (struct scene_deed){SCENE_MOVED_TIP, i, point_subtract(at, body->start)};
        else if (done == HANDLE_CLICKED && look->chooses && i == look->body)
            *deed = (struct scene_deed){SCENE_CHOSE, i, nothing};
    }
}

static void build_bodies(struct scene_view *view, struct ui *ui, const struct scene *scene,
                         struct scene_deed *deed)
{
    char id[32], text[64];
    for (int i = 0; i < scene->body_count; i++) {
        struct point at = scene_at(&scene->bodies[i], scene->now);
        snprintf(id, sizeof id, "body %d", i + 1);
        snprintf(text, sizeof text, "%s", pair_of(at.x, at.y).text);
        enum handle_deed done = build_handle(view, ui, id, text, &at);
        if (done == HANDLE_MOVED && scene->now == 0)
            *deed = (struct scene_deed){SCENE_MOVED_BODY, i, at};
        else if (done == HANDLE_CLICKED)
            *deed = (struct scene_deed){SCENE_CLICKED, i, at};
    }
}

static void build_choice(struct scene_view *view, struct ui *ui, const struct scene *scene,
                         const struct scene_look *look, struct scene_deed *deed)
{
    struct point choice, none = {0, 0};
    char id[32], text[64];
    if (!scene_choice(scene, look->body, &choice) && scene->bodies[look->body].ended)
        return;
    struct point at = scene_next_point(scene, look->body, choice, NULL);
    struct point inertia = scene_next_point(scene, look->body, none, NULL);
    snprintf(id, sizeof id, "choice %d", look->body + 1);
    snprintf(text, sizeof text, "a = %s", pair_of(choice.x, choice.y).text);
    enum handle_deed done = build_handle(view, ui, id, text, &at);
    if (done == HANDLE_MOVED)
        *deed = (struct scene_deed){SCENE_MOVED_CHOICE, look->body, point_subtract(at, inertia)};
    else if (done == HANDLE_CLICKED && look->chooses)
        *deed = (struct scene_deed){SCENE_CHOSE, look->body, choice};
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
                          bool places, struct scene_deed *deed)
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
        *deed = (struct scene_deed){SCENE_CLICKED, body_at(scene, view->clicked), view->clicked};
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
    if (other)
        scene_view_fit(view);
}

void scene_view_build(struct scene_view *view, struct ui *ui, struct box box,
                      const struct scene *scene, const struct scene_look *look,
                      struct scene_hands hands, struct scene_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    struct scene_look shown = *look;
    *deed = (struct scene_deed){SCENE_NOTHING, -1, {0, 0}};
    follow_box(view, canvas, box, scene);
    view->handle[0] = 0;
    view->places = hands.places;
    build_surface(view, ui, scene, hands.places, deed);
    shown.chooses = hands.chooses && scene->body_count > 0;
    if (shown.chooses)
        build_points(view, ui, scene, &shown, deed);
    if (hands.drags) {
        build_bodies(view, ui, scene, deed);
        build_tips(view, ui, scene, &shown, deed);
    }
    if (hands.drags_choice && scene->body_count > 0)
        build_choice(view, ui, scene, &shown, deed);
    if (hands.places && view->is_pointed) {
        shown.is_pointed = true;
        shown.pointed = view->pointed;
    }
    view->pushed = (struct point){0, 0};
    scene_sheet_draw(view, canvas, scene, &shown);
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

static bool move_ring(struct scene_view *view, struct point by)
{
    if (!view->at_keys)
        view->cursor = view->is_pointed
                           ? view->pointed
                           : (struct point){view->camera.columns / 2, view->camera.rows / 2};
    else if (is_on_sheet(view, point_add(view->cursor, by)))
        view->cursor = point_add(view->cursor, by);
    view->at_keys = true;
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
    if (view->focused && view->places && arrow_of_key(key->sym, &by))
        return move_ring(view, by);
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
