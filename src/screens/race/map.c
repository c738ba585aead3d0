/* The whole sheet in a corner, while less than half of it is in sight: where the cars are, and
 * which part one looks at. A click or a drag in it moves the view.
 *
 * It gives way to whatever can be chosen and to the cars on the sheet, so it moves to another
 * corner or is not there at all. While the view glides it takes no clicks: what passes below it is
 * what somebody points at then.
 */
#include "screens/race/inside.h"

#include <math.h>
#include <string.h>

static const double SIDE_MOST = 180;            /* interface pixels */
static const double MARGIN = 14, CLEARANCE = 8; /* round it: a click may miss a point by so much */
static const double CAR_SIDE = 9, INSET = 4;
enum { SHARE_SEEN = 50 /* percent */, SHARE_MOST = 4 /* part of the window's sides */ };
static const char WORDS[] = "The whole sheet: a click moves the view, Enter shows all of it";

/* How much of a side of the sheet lies in the window: from `low` to `high` of its length. */
static double share_seen(double edge, double length, double window)
{
    double low = fmax(edge, 0), high = fmin(edge + length, window);
    return length > 0 ? fmax(high - low, 0) / length : 1;
}

static bool is_wanted(const struct camera *camera)
{
    const struct paper_view *goal = &camera->goal;
    double across = share_seen(goal->left, camera->columns * goal->square, camera->width);
    double down = share_seen(goal->top, camera->rows * goal->square, camera->height);
    return 100 * across * down < SHARE_SEEN;
}

static struct box map_size(const struct race_screen *race, const struct canvas *canvas)
{
    const struct camera *camera = &race->camera;
    int inset = canvas_units(canvas, INSET), most = canvas_units(canvas, SIDE_MOST);
    double square = fmin(fmin(most, camera->width / SHARE_MOST) / (double)camera->columns,
                         fmin(most, camera->height / SHARE_MOST) / (double)camera->rows);
    return box_make(0, 0, (int)ceil(camera->columns * square) + 2 * inset,
                    (int)ceil(camera->rows * square) + 2 * inset);
}

/* Also what labels only rather leave free is in its way, since it takes clicks. */
static bool is_free(const struct labels *labels, struct label_box box)
{
    for (int i = 0; i < labels->obstacle_count; i++) {
        const struct label_box *other = &labels->obstacles[i].box;
        if (box.x < other->x + other->w && other->x < box.x + box.w &&
            box.y < other->y + other->h && other->y < box.y + box.h)
            return false;
    }
    return true;
}

void race_place_map(struct race_screen *race, struct canvas *canvas, const struct labels *labels)
{
    struct box size = map_size(race, canvas);
    double margin = canvas_units(canvas, MARGIN), clear = canvas_units(canvas, CLEARANCE);
    double right = race->sheet_box.w - margin - size.w, low = race->sheet_box.h - margin - size.h;
    if (!is_wanted(&race->camera) || right < margin || low < margin)
        return;
    /* The corner that it had is tried first: it does not wander while it need not. */
    for (int i = 0; i < 4; i++) {
        int corner = (race->map_corner + i) % 4;
        struct box box = box_make((int)(corner & 1 ? right : margin),
                                  (int)(corner & 2 ? margin : low), size.w, size.h);
        struct label_box room = {box.x - clear, box.y - clear, size.w + 2 * clear,
                                 size.h + 2 * clear};
        if (!race->map_held && !is_free(labels, room))
            continue;
        race->map_corner = corner;
        race->over[RACE_OVER_MAP] = box;
        return;
    }
}

void race_place_map_alone(struct race_screen *race, struct canvas *canvas)
{
    const struct box sheet = race->sheet_box;
    double x, y;
    struct labels labels =
        labels_begin((struct label_box){0, 0, sheet.w, sheet.h}, canvas_scale(canvas));
    memset(race->over, 0, sizeof race->over);
    if (race_locate(race, race->car, &x, &y))
        labels_keep_off_disc(&labels, x, y, 2 * race->camera.goal.square);
    race_place_map(race, canvas, &labels);
    race->over[RACE_OVER_MAP].x += sheet.x;
    race->over[RACE_OVER_MAP].y += sheet.y;
    labels_end(&labels);
}

static bool paint_sheet(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    struct race_screen *race = data;
    race->map_view = paper_draw_thumbnail(cairo, session_setup(race->session)->course, box.w, box.h,
                                          canvas_scale(canvas), canvas_theme(canvas));
    return true;
}

static void draw_cars(struct race_screen *race, struct canvas *canvas, struct box inside)
{
    const struct race *state = race_shown(race).state;
    for (int car = race->family->game->car_count(state); car > 0; car--) {
        double x, y;
        if (!race_find_middle(race, state, car, &x, &y))
            continue;
        paper_to_device(&race->map_view, race->camera.rows, x, y, &x, &y);
        double side = canvas_units(canvas, CAR_SIDE) * (car == race_told_car(race) ? 1.35 : 1);
        canvas_mark(canvas, paper_pen_of(race->session, car), inside.x + x, inside.y + y, side);
    }
}

/* Round the part that one looks at. */
static void draw_frame(const struct race_screen *race, struct canvas *canvas, struct box inside)
{
    const struct camera *camera = &race->camera;
    double left, top, right, bottom, width = canvas_units(canvas, 2);
    camera_to_sheet(camera, 0, 0, &left, &top);
    camera_to_sheet(camera, camera->width, camera->height, &right, &bottom);
    paper_to_device(&race->map_view, camera->rows, left, top, &left, &top);
    paper_to_device(&race->map_view, camera->rows, right, bottom, &right, &bottom);
    left = inside.x + fmax(left, width / 2);
    top = inside.y + fmax(top, width / 2);
    right = inside.x + fmin(right, inside.w - width / 2);
    bottom = inside.y + fmin(bottom, inside.h - width / 2);
    const double points[] = {left, top, right, top, right, bottom, left, bottom, left, top};
    struct stroke stroke = {canvas_theme(canvas)->action, width, 0};
    canvas_stroke(canvas, points, 5, &stroke);
}

static void look_at(struct race_screen *race, const struct ui *ui, struct box inside)
{
    int x, y;
    double square = race->map_view.square;
    ui_pointer(ui, &x, &y);
    if (square <= 0)
        return;
    camera_centre(&race->camera, (x - inside.x - race->map_view.left) / square,
                  race->camera.rows - (y - inside.y - race->map_view.top) / square);
    race->camera.chosen = true;
    camera_jump(&race->camera);
}

void race_build_map(struct app *app, struct ui *ui, struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box box = race->over[RACE_OVER_MAP];
    race->map_held = false;
    if (box.w <= 0)
        return;
    const struct paper_theme *theme = canvas_theme(canvas);
    int inset = canvas_units(canvas, INSET);
    struct box inside = box_inset(box, inset, inset);
    struct card card = {theme->card, theme->panel_edge, 6, 1, false, true};
    canvas_card(canvas, box, &card);
    canvas_picture(canvas, &race->map, inside, paint_sheet, race);
    draw_cars(race, canvas, inside);
    draw_frame(race, canvas, inside);
    if (race->camera.gliding)
        return;
    struct ui_state state = ui_handle(ui, "map", box, WORDS);
    race->map_held = state.held;
    if (state.held || (state.clicked && !state.ring)) {
        look_at(race, ui, inside);
    } else if (state.clicked) {
        camera_fit(&race->camera);
        camera_go(&race->camera, !app->settings.reduced_motion);
    }
    if (state.ring)
        ui_focus_ring(ui, box, 6);
}
