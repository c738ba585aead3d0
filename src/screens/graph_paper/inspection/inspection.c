/* The inspection before a race: the grid points near a wall, on which the players agree one by one.
 *
 * At each of them stands a sign: inside is a disc, outside a boxed cross, as drawn an open ring: no
 * two share a shape. A sign is as large as what it decides, a quarter of a square each way, where
 * that can be read.
 *
 * The set-up opens it on agreement_latest and takes up what was agreed when it comes back. Owns its
 * camera and its sheet from enter to leave.
 */
#include "base/memory.h"
#include "base/number.h"
#include "draw/sheet.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/app.h"
#include "screens/graph_paper/inspection/agreement.h"
#include "ui/camera.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PANEL_WIDTH = 290, LINE_HEIGHT = 44, PADDING = 14; /* interface pixels */
static const double LARGEST_TARGET = 30, LEAST_RADIUS = 4, LARGEST_RADIUS = 11;
static const double LEAST_SEEN = 0.5; /* device pixels: of a smaller sign nothing is to be seen */
/* Of more points than this only those are targets that are in sight in squares of so many pixels:
 * the walls of a large arena have millions of them. */
static const double CLICKED_SQUARE = 8;
enum { ALL_TARGETS = 10000 };
enum { LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS };

struct inspection {
    struct agreement *agreement;
    struct sheet *sheet;
    struct camera camera;
    struct box sheet_box;
    int pointed; /* index of the point under the pointer or the focus, -1 */
    int focused; /* index of the point that Tab or an arrow has come to, -1 */
    int wanted;  /* the point that is to get the focus, -1 */
    struct camera_hand hand;
    struct ui_scroll scroll;
};

static struct inspection *shown; /* from enter to leave */

/* --- signs ----------------------------------------------------------------------------------- */

static double sign_radius(const struct paper_view *view)
{
    /* Larger than what it decides only as long as it leaves its neighbours alone. */
    double least = fmin(LEAST_RADIUS * view->scale, view->square * 0.45);
    return fmin(fmax(view->square / 4, least), LARGEST_RADIUS * view->scale);
}

static void paint_ring(cairo_t *cairo, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    double width = fmax(1.2, radius * 0.26);
    cairo_arc(cairo, x, y, radius - width / 2, 0, 2 * M_PI);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, theme->ink_soft);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

static void paint_disc(cairo_t *cairo, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    cairo_arc(cairo, x, y, radius, 0, 2 * M_PI);
    brush_color(cairo, theme->action);
    cairo_fill(cairo);
    cairo_arc(cairo, x, y, radius * 0.3, 0, 2 * M_PI);
    brush_color(cairo, theme->action_text);
    cairo_fill(cairo);
}

static void paint_cross(cairo_t *cairo, double x, double y, double radius,
                        const struct paper_theme *theme)
{
    double width = fmax(1.2, radius * 0.26), reach = radius * 0.46, side = radius - width / 2;
    cairo_rectangle(cairo, x - side, y - side, 2 * side, 2 * side);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, theme->warning);
    cairo_set_line_width(cairo, width);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cairo, x - reach, y - reach);
    cairo_line_to(cairo, x + reach, y + reach);
    cairo_move_to(cairo, x - reach, y + reach);
    cairo_line_to(cairo, x + reach, y - reach);
    cairo_stroke(cairo);
}

static void paint_sign(cairo_t *cairo, enum verdict verdict, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    static void (*const painters[VERDICT_COUNT])(cairo_t *, double, double, double,
                                                 const struct paper_theme *) = {
        [VERDICT_AS_DRAWN] = paint_ring,
        [VERDICT_INSIDE] = paint_disc,
        [VERDICT_OUTSIDE] = paint_cross,
    };
    cairo_new_path(cairo);
    painters[verdict](cairo, x, y, radius, theme);
}

struct sign {
    enum verdict verdict;
    const struct paper_theme *theme;
};

static void paint_sign_shape(cairo_t *cairo, int width, int height, const void *data)
{
    const struct sign *sign = data;
    paint_sign(cairo, sign->verdict, width / 2.0, height / 2.0, width * 0.42, sign->theme);
}

static void draw_sign(struct canvas *canvas, enum verdict verdict, struct box box)
{
    struct sign sign = {verdict, canvas_theme(canvas)};
    char key[32];
    snprintf(key, sizeof key, "verdict %d", (int)verdict);
    canvas_shape(canvas, key, box, paint_sign_shape, &sign);
}

/* --- the sheet ------------------------------------------------------------------------------- */

/* The points of the rows between two heights of the window, in device pixels: from `first` up to,
 * but not including, `end`. */
static void find_rows(const struct paper_view *view, double top, double bottom, int *first,
                      int *end)
{
    const struct agreement *agreement = shown->agreement;
    double low = agreement->plain->height - (bottom - view->top) / view->square;
    double high = agreement->plain->height - (top - view->top) / view->square;
    *first = agreement_from(agreement, (struct point){0, (int)floor(low)});
    *end = agreement_from(agreement, (struct point){0, (int)ceil(high) + 1});
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct agreement *agreement = shown->agreement;
    const struct paper_view *view = sheet_view(shown->sheet);
    const struct paper_theme *theme = sheet_theme(shown->sheet);
    double radius = sign_radius(view), left, top, right, bottom;
    (void)context;
    paper_draw_sheet(cairo, view, graph_paper_course(agreement->plain), theme);
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    if (radius < LEAST_SEEN)
        return;
    int first, end;
    find_rows(view, top - radius, bottom + radius, &first, &end);
    for (int i = first; i < end; i++) {
        const struct doubtful *point = &agreement->points[i];
        double x, y;
        paper_to_device(view, agreement->plain->height, point->at.x, point->at.y, &x, &y);
        if (x + radius < left || x - radius > right)
            continue;
        paint_sign(cairo, point->verdict, x, y, radius, theme);
    }
}

static void paint_live(cairo_t *cairo, void *context)
{
    struct box whole = sheet_whole(shown->sheet);
    const double seen[4] = {0, 0, whole.w, whole.h};
    (void)context;
    paper_draw_numbers(cairo, sheet_view(shown->sheet), graph_paper_course(shown->agreement->plain),
                       seen, sheet_theme(shown->sheet));
}

static void draw_sheet(struct canvas *canvas)
{
    struct box box = shown->sheet_box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    if (sheet_follow(shown->sheet, canvas, box, &shown->camera.view) != SHEET_STAYS)
        sheet_set_numbers(shown->sheet, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS,
                          shown->agreement->plain->height);
    sheet_draw(shown->sheet, canvas, box.x, box.y);
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
    /* The point has another verdict. */
    double x, y, out = sign_radius(sheet_view(shown->sheet)) + 2;
    struct point at = shown->agreement->points[index].at;
    paper_to_device(sheet_view(shown->sheet), shown->agreement->plain->height, at.x, at.y, &x, &y);
    sheet_invalidate(shown->sheet, sheet_box((double[4]){x - out, y - out, 2 * out, 2 * out}));
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
    camera_go(&shown->camera, !app->settings.reduced_motion);
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

/* The square that a point decides about, round the one that is pointed at. */
static void draw_pointed(struct canvas *canvas)
{
    if (shown->pointed < 0)
        return;
    double x, y, radius = sign_radius(&shown->camera.view);
    double out = radius + 4 * shown->camera.view.scale;
    place_of(shown, shown->pointed, &x, &y);
    struct stroke stroke = {canvas_theme(canvas)->focus, 3 * shown->camera.view.scale, 0};
    canvas_push_clip(canvas, shown->sheet_box);
    canvas_circle(canvas, x, y, out, &stroke);
    canvas_pop_clip(canvas);
}

/* --- the panel ------------------------------------------------------------------------------- */

static void build_legend(struct layout *column)
{
    static const char *const names[VERDICT_COUNT] = {"As drawn", "Inside the track",
                                                     "Outside the track"};
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        struct layout line = layout_row(column, 34, 12);
        int side = canvas_units(canvas, 22);
        char count[16];
        snprintf(count, sizeof count, "%d", agreement_count(shown->agreement, (enum verdict)i));
        draw_sign(canvas, (enum verdict)i, box_centre(layout_take(&line, AT_LEFT, 22), side, side));
        layout_text(&line, AT_RIGHT, STYLE_STRONG, theme->ink, count);
        canvas_text(canvas, STYLE_BODY, theme->ink, names[i], line.rest, ALIGN_LEFT);
    }
}

static void write_count(char *into, int size)
{
    int count = shown->agreement->count;
    snprintf(into, (size_t)size, "%d of %d agreed",
             count - agreement_count(shown->agreement, VERDICT_AS_DRAWN), count);
}

static void build_words(struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char count[40];
    bool fits = canvas_text_width(canvas, STYLE_TITLE, "Inspection") <= column->rest.w;
    layout_text(column, AT_TOP, fits ? STYLE_TITLE : STYLE_HEADING, theme->ink, "Inspection");
    layout_text(column, AT_TOP, STYLE_SMALL, theme->ink_soft, shown->agreement->plain->name);
    layout_skip(column, AT_TOP, 8);
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft,
                     "These grid points lie within a quarter of a square of a wall. Agree before "
                     "the race what they count as. A click on a point changes it.");
    layout_skip(column, AT_TOP, 8);
    write_count(count, sizeof count);
    layout_text(column, AT_TOP, STYLE_HEADING, theme->ink, count);
    build_legend(column);
}

static void build_buttons(struct app *app, struct ui *ui, struct box box)
{
    static const struct {
        const char *id, *label, *brief;
    } all[] = {{"button all-inside", "All inside", "All in"},
               {"button all-outside", "All outside", "All out"},
               {"button clear", "Clear", "Clear"},
               {"button done", "Done", "Done"}};
    static const enum verdict verdicts[] = {VERDICT_INSIDE, VERDICT_OUTSIDE, VERDICT_AS_DRAWN};
    struct canvas *canvas = ui_canvas(ui);
    struct grid grid = {box, 2, canvas_units(canvas, 10), ui_button_height(ui)};
    for (int i = 0; i < 4; i++) {
        struct box cell = grid_cell(&grid, i);
        bool narrow = canvas_text_width(canvas, STYLE_BODY, "All outside") + grid.gap > cell.w;
        if (!ui_button(ui, all[i].id, narrow ? all[i].brief : all[i].label, cell,
                       i == 3 ? LOOK_PRIMARY : LOOK_PLAIN))
            continue;
        if (i == 3) {
            app_go_back(app);
        } else {
            agreement_set_all(shown->agreement, verdicts[i]);
            sheet_repaint(shown->sheet);
        }
    }
    ui_default(ui, "button done");
}

static void build_panel(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    canvas_fill(canvas, box_make(box.x, box.y, canvas_units(canvas, 1), box.h), theme->panel_edge);
    struct layout rest = layout_inside(ui, box, PADDING, PADDING, 10);
    build_buttons(app, ui, layout_take(&rest, AT_BOTTOM, 2 * 44 + 10));
    int y = ui_scroll_begin(ui, "words", rest.rest, &shown->scroll);
    int width = rest.rest.w - canvas_units(canvas, 4);
    struct layout words = layout_column(ui, rest.rest.x, y, width, 4);
    build_words(&words);
    ui_scroll_end(ui, words.rest.y);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    int most = rest.w * 44 / 100, width = canvas_units(canvas, PANEL_WIDTH);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box panel = box_cut_right(&rest, width < most ? width : most);
    shown->sheet_box = rest;
    camera_resize(&shown->camera, rest.w, rest.h, canvas_scale(canvas));
    follow_focus(app, ui);
    /* The focus stays on its point, wherever that is. */
    const struct agreement *agreement = shown->agreement;
    int first = 0, end = 0;
    if (agreement->count <= ALL_TARGETS)
        end = agreement->count;
    else if (are_clickable(shown))
        find_rows(&shown->camera.view, 0, shown->sheet_box.h, &first, &end);
    shown->pointed = -1;
    if (shown->focused >= 0 && (shown->focused < first || shown->focused >= end))
        build_point(ui, shown->focused);
    for (int i = first; i < end; i++)
        build_point(ui, i);
    draw_sheet(canvas);
    draw_pointed(canvas);
    build_panel(app, ui, panel);
    char status[120];
    if (shown->pointed >= 0) {
        const struct doubtful *point = &shown->agreement->points[shown->pointed];
        snprintf(status, sizeof status, "%s: %s.", pair_of(point->at.x, point->at.y).text,
                 verdict_name(point->verdict));
    } else {
        write_count(status, sizeof status);
        if (!are_clickable(shown))
            strcat(status, ". Zoom in to change a point.");
    }
    struct layout foot = layout_foot(ui, line, PADDING);
    layout_say(&foot, status, "click or Enter change · wheel zoom · right drag pan · F fit");
    ui_status(ui, status);
}

/* --- input ----------------------------------------------------------------------------------- */

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

static bool press_key(struct app *app, const SDL_Keysym *key)
{
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN);
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return false;
    if (dx != 0 || dy != 0) {
        bool none = shown->focused < 0;
        if (shown->agreement->count == 0)
            return false;
        int next = none ? 0 : next_point(shown->focused, dx, dy);
        if (next >= 0)
            shown->wanted = next;
        return true;
    }
    if (key->sym != SDLK_ESCAPE)
        return camera_hand_key(&shown->camera, key->sym, NULL, !app->settings.reduced_motion);
    app_go_back(app);
    return true;
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
    return camera_hand_animate(&shown->hand, &shown->camera, now, -1);
}

/* --- coming and going ------------------------------------------------------------------------ */

static void enter(struct app *app)
{
    (void)app;
    shown = memory_allocate(1, sizeof *shown);
    shown->agreement = agreement_latest();
    shown->sheet = sheet_create((struct sheet_painter){.ground = paint_ground, .live = paint_live});
    shown->pointed = shown->focused = shown->wanted = -1;
    camera_set_sheet(&shown->camera, track_size(shown->agreement->plain));
}

static void leave(struct app *app)
{
    (void)app;
    sheet_free(shown->sheet);
    free(shown);
    shown = NULL;
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
