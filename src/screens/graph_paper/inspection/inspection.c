/* The inspection before a race: the grid points near a wall, on which the players agree one by one.
 *
 * The set-up opens it on agreement_latest and takes up what was agreed when it comes back. Owns its
 * camera and its sheet from enter to leave.
 */
#include "screens/graph_paper/inspection/inspection_inside.h"

#include "base/memory.h"
#include "ui/camera_hand.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PANEL_WIDTH = 290, LINE_HEIGHT = 44, PADDING = 14; /* interface pixels */
static const double LARGEST_TARGET = 30;
/* Of more points than this only those are targets that are in sight in squares of so many pixels:
 * the walls of a large arena have millions of them. */
static const double CLICKED_SQUARE = 8;
enum { FRAME_MILLISECONDS = 8, ALL_TARGETS = 10000 };

struct inspection {
    struct agreement *agreement;
    struct inspection_sheet *sheet;
    struct camera camera;
    struct box sheet_box;
    int pointed; /* index of the point under the pointer or the focus, -1 */
    int focused; /* index of the point that Tab or an arrow has come to, -1 */
    int wanted;  /* the point that is to get the focus, -1 */
    struct camera_hand hand;
};

static struct inspection *shown; /* from enter to leave */

static void enter(struct app *app)
{
    (void)app;
    shown = memory_allocate(1, sizeof *shown);
    shown->agreement = agreement_latest();
    shown->sheet = inspection_sheet_create(shown->agreement);
    shown->pointed = shown->focused = shown->wanted = -1;
    camera_set_sheet(&shown->camera, track_size(shown->agreement->plain));
}

static void leave(struct app *app)
{
    (void)app;
    inspection_sheet_free(shown->sheet);
    free(shown);
    shown = NULL;
}

/* --- the sheet ------------------------------------------------------------------------------- */

static void place_camera(const struct canvas *canvas)
{
    camera_open(&shown->camera, shown->sheet_box.w, shown->sheet_box.h, canvas_scale(canvas));
}

static void point_id(struct point at, char into[40])
{
    snprintf(into, 40, "inspect %d,%d", at.x, at.y);
}

static void place_of(const struct inspection *inspection, int index, double *x, double *y)
{
    struct point at = inspection->agreement->points[index].at;
    paper_to_device(&inspection->camera.view, inspection->agreement->plain->height, at.x, at.y, x,
                    y);
    *x += inspection->sheet_box.x;
    *y += inspection->sheet_box.y;
}

/* Never onto a neighbour's; empty out of sight. */
static struct box target_box(const struct canvas *canvas, int index)
{
    double x, y;
    place_of(shown, index, &x, &y);
    double side = fmin(shown->camera.view.square, canvas_units(canvas, LARGEST_TARGET));
    int whole = (int)floor(side);
    struct box box = {(int)lround(x - whole / 2.0), (int)lround(y - whole / 2.0), whole, whole};
    return box_intersect(box, shown->sheet_box);
}

static void judge(int index)
{
    struct doubtful *point = &shown->agreement->points[index];
    point->verdict = (enum verdict)((point->verdict + 1) % VERDICT_COUNT);
    inspection_sheet_mend(shown->sheet, index);
}

static int index_of(const char *id)
{
    struct point at;
    bool is_point = sscanf(id, "inspect %d,%d", &at.x, &at.y) == 2;
    int index = is_point ? agreement_from(shown->agreement, at) : shown->agreement->count;
    return index < shown->agreement->count && point_equal(shown->agreement->points[index].at, at)
               ? index
               : -1;
}

static void go_to_goal(const struct app *app)
{
    if (app->settings.stroke_animation)
        camera_begin_glide(&shown->camera, SDL_GetTicks());
    else
        camera_jump(&shown->camera);
}

/* What the focus has come to is brought into sight, in squares that can be clicked. */
static void follow_focus(struct app *app, struct ui *ui)
{
    char id[40];
    if (shown->wanted >= 0) {
        point_id(shown->agreement->points[shown->wanted].at, id);
        ui_set_focus(ui, id, true);
        shown->wanted = -1;
    }
    int index = index_of(ui_ring(ui));
    if (index == shown->focused)
        return;
    shown->focused = index;
    if (index < 0)
        return;
    struct point at = shown->agreement->points[index].at;
    camera_show(&shown->camera,
                (struct camera_area){at.x - 1.0, at.y - 1.0, at.x + 1.0, at.y + 1.0});
    go_to_goal(app);
}

static bool are_clickable(const struct inspection *inspection)
{
    const struct paper_view *view = &inspection->camera.view;
    return inspection->agreement->count <= ALL_TARGETS ||
           view->square >= CLICKED_SQUARE * view->scale;
}

static void build_point(struct ui *ui, int index)
{
    const struct doubtful *point = &shown->agreement->points[index];
    struct box box = target_box(ui_canvas(ui), index);
    char id[40];
    if (box.w == 0 && index != shown->focused && shown->agreement->count > ALL_TARGETS)
        return;
    point_id(point->at, id);
    struct ui_state state = ui_target(ui, id, box, verdict_name(point->verdict));
    if (state.clicked)
        judge(index);
    if (state.hovered || state.ring)
        shown->pointed = index;
}

/* The focus stays on its point, wherever that is. */
static void build_points(struct ui *ui)
{
    const struct agreement *agreement = shown->agreement;
    int first = 0, end = 0;
    if (agreement->count <= ALL_TARGETS)
        end = agreement->count;
    else if (are_clickable(shown))
        inspection_rows_between(agreement, &shown->camera.view, 0, shown->sheet_box.h, &first,
                                &end);
    shown->pointed = -1;
    if (shown->focused >= 0 && (shown->focused < first || shown->focused >= end))
        build_point(ui, shown->focused);
    for (int i = first; i < end; i++)
        build_point(ui, i);
}

/* The square that a point decides about, round the one that is pointed at. */
static void draw_pointed(struct canvas *canvas)
{
    if (shown->pointed < 0)
        return;
    double x, y, radius = inspection_sign_radius(&shown->camera.view);
    double out = radius + 4 * shown->camera.view.scale;
    place_of(shown, shown->pointed, &x, &y);
    struct stroke stroke = {canvas_theme(canvas)->focus, 3 * shown->camera.view.scale, 0};
    canvas_push_clip(canvas, shown->sheet_box);
    canvas_circle(canvas, x, y, out, &stroke);
    canvas_pop_clip(canvas);
}

/* --- the panel ------------------------------------------------------------------------------- */

static void build_legend(struct canvas *canvas, struct box *rest)
{
    static const char *const names[VERDICT_COUNT] = {"As drawn", "Inside the track",
                                                     "Outside the track"};
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        struct box line = box_cut_top(rest, canvas_units(canvas, 34));
        int side = canvas_units(canvas, 22);
        char count[16];
        snprintf(count, sizeof count, "%d", agreement_count(shown->agreement, (enum verdict)i));
        struct box sign = box_centre(box_cut_left(&line, canvas_units(canvas, 34)), side, side);
        inspection_draw_sign(canvas, (enum verdict)i, sign);
        int width = canvas_text_width(canvas, STYLE_STRONG, count),
            least = canvas_units(canvas, 44);
        struct box right = box_cut_right(&line, width > least ? width : least);
        canvas_text(canvas, STYLE_STRONG, theme->ink, count, right, ALIGN_RIGHT);
        canvas_text(canvas, STYLE_BODY, theme->ink, names[i], line, ALIGN_LEFT);
    }
}

static void write_count(char *into, int size)
{
    int count = shown->agreement->count;
    snprintf(into, (size_t)size, "%d of %d agreed",
             count - agreement_count(shown->agreement, VERDICT_AS_DRAWN), count);
}

static int build_words(struct canvas *canvas, struct box rest)
{
    static const char words[] =
        "These grid points lie within a quarter of a square of a wall. Agree before the race what "
        "they count as. A click on a point changes it.";
    const struct paper_theme *theme = canvas_theme(canvas);
    char count[40];
    bool fits = canvas_text_width(canvas, STYLE_TITLE, "Inspection") <= rest.w;
    canvas_text(canvas, fits ? STYLE_TITLE : STYLE_HEADING, theme->ink, "Inspection",
                box_cut_top(&rest, canvas_line_height(canvas, STYLE_TITLE)), ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, shown->agreement->plain->name,
                box_cut_top(&rest, canvas_line_height(canvas, STYLE_SMALL)), ALIGN_LEFT);
    box_cut_top(&rest, canvas_units(canvas, 12));
    int used = canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, words, rest, ALIGN_LEFT);
    box_cut_top(&rest, used + canvas_units(canvas, 14));
    write_count(count, sizeof count);
    canvas_text(canvas, STYLE_HEADING, theme->ink, count,
                box_cut_top(&rest, canvas_units(canvas, 36)), ALIGN_LEFT);
    build_legend(canvas, &rest);
    return rest.y;
}

static void build_buttons(struct app *app, struct ui *ui, struct box *rest)
{
    static const struct {
        const char *id, *label, *brief;
        enum verdict verdict;
    } all[] = {{"button all-inside", "All inside", "All in", VERDICT_INSIDE},
               {"button all-outside", "All outside", "All out", VERDICT_OUTSIDE},
               {"button clear", "Clear", "Clear", VERDICT_AS_DRAWN}};
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 10);
    struct box lower = box_cut_bottom(rest, ui_button_height(ui));
    box_cut_bottom(rest, gap);
    struct box upper = box_cut_bottom(rest, ui_button_height(ui));
    box_cut_bottom(rest, gap);
    for (int i = 0; i < 3; i++) {
        struct box box = box_column(i < 2 ? upper : lower, i % 2, 2, gap);
        bool narrow = canvas_text_width(canvas, STYLE_BODY, "All outside") + gap > box.w;
        const char *label = narrow ? all[i].brief : all[i].label;
        if (ui_button(ui, all[i].id, label, box, LOOK_PLAIN)) {
            agreement_set_all(shown->agreement, all[i].verdict);
            inspection_sheet_repaint(shown->sheet);
        }
    }
    if (ui_button(ui, "button done", "Done", box_column(lower, 1, 2, gap), LOOK_PRIMARY))
        app_go_back(app);
    ui_default(ui, "button done");
}

static void build_panel(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    static struct ui_scroll scroll;
    int padding = canvas_units(canvas, PADDING);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct box rest = box_inset(box, padding, padding);
    build_buttons(app, ui, &rest);
    int y = ui_scroll_begin(ui, "words", rest, &scroll);
    struct box words = {rest.x, y, rest.w - canvas_units(canvas, 4), 100000};
    ui_scroll_end(ui, build_words(canvas, words));
}

static void build_line(struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char status[120];
    canvas_fill(canvas, box, theme->card);
    canvas_fill(canvas, box_make(box.x, box.y, box.w, canvas_units(canvas, 1)), theme->panel_edge);
    struct box rest = box_inset(box, canvas_units(canvas, PADDING), 0);
    if (shown->pointed >= 0) {
        const struct doubtful *point = &shown->agreement->points[shown->pointed];
        snprintf(status, sizeof status, "(%d, %d): %s.", point->at.x, point->at.y,
                 verdict_name(point->verdict));
    } else {
        write_count(status, sizeof status);
        if (!are_clickable(shown))
            strcat(status, ". Zoom in to change a point.");
    }
    static const char keys[] = "click or Enter change · wheel zoom · right drag pan · F fit";
    int width = canvas_text_width(canvas, STYLE_SMALL, keys);
    int needed = canvas_text_width(canvas, STYLE_BODY, status) + canvas_units(canvas, 20);
    if (width + needed <= rest.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, keys, box_cut_right(&rest, width),
                    ALIGN_RIGHT);
    canvas_text(canvas, STYLE_BODY, theme->ink, status, rest, ALIGN_LEFT);
    ui_status(ui, status);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    int most = rest.w * 44 / 100, width = canvas_units(canvas, PANEL_WIDTH);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box panel = box_cut_right(&rest, width < most ? width : most);
    shown->sheet_box = rest;
    place_camera(canvas);
    follow_focus(app, ui);
    build_points(ui);
    inspection_sheet_draw(shown->sheet, canvas, &shown->camera, rest);
    draw_pointed(canvas);
    build_panel(app, ui, panel);
    build_line(ui, line);
}

/* --- input ----------------------------------------------------------------------------------- */

/* At the middle of the sheet's part of the window. */
static void zoom(double factor)
{
    camera_zoom(&shown->camera, factor, shown->camera.width / 2.0, shown->camera.height / 2.0);
    camera_jump(&shown->camera);
}

/* The nearest point in a direction, what lies aside counting more; -1: there is none. */
static int next_point(int from, int dx, int dy)
{
    const struct doubtful *points = shown->agreement->points;
    int best = -1;
    long least = 0;
    for (int i = 0; i < shown->agreement->count; i++) {
        long x = points[i].at.x - points[from].at.x, y = points[i].at.y - points[from].at.y;
        long ahead = x * dx + y * dy, aside = labs(x * dy) + labs(y * dx);
        long distance = ahead + 3 * aside;
        if (ahead > 0 && (best < 0 || distance < least)) {
            best = i;
            least = distance;
        }
    }
    return best;
}

static bool press_arrow(int dx, int dy)
{
    bool none = shown->focused < 0;
    if (shown->agreement->count == 0)
        return false;
    int next = none ? 0 : next_point(shown->focused, dx, dy);
    if (next >= 0)
        shown->wanted = next;
    return true;
}

static void fit(struct app *app)
{
    camera_fit(&shown->camera);
    go_to_goal(app);
}

static bool press_key(struct app *app, const SDL_Keysym *key)
{
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return false;
    switch (key->sym) {
    case SDLK_LEFT:
        return press_arrow(-1, 0);
    case SDLK_RIGHT:
        return press_arrow(1, 0);
    case SDLK_UP:
        return press_arrow(0, 1);
    case SDLK_DOWN:
        return press_arrow(0, -1);
    case SDLK_f:
        fit(app);
        return true;
    case SDLK_ESCAPE:
        app_go_back(app);
        return true;
    default:
        if (camera_hand_key_factor(key->sym) == 0)
            return false;
        zoom(camera_hand_key_factor(key->sym));
        return true;
    }
}

static bool event(struct app *app, const SDL_Event *event)
{
    if (event->type == SDL_KEYDOWN)
        return press_key(app, &event->key.keysym);
    return camera_hand_event(&shown->hand, &shown->camera, shown->sheet_box, event);
}

static int animate(struct app *app, Uint32 now)
{
    (void)app;
    bool moving = shown->camera.gliding;
    camera_move(&shown->camera, now);
    return moving ? FRAME_MILLISECONDS : -1;
}

const struct screen screen_inspection = {
    .name = "inspection",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};
