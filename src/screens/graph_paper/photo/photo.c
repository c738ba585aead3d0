/* A photo becomes walls: the picture with the loops over it, to be taken, dropped and put right.
 *
 * The picture is read and traced on a thread; until something is there, a sentence says what is
 * being done. Owns what it shows from enter to leave.
 */
#include "screens/graph_paper/photo/inside.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PANEL_WIDTH = 340, LINE_HEIGHT = 44, PADDING = 14, REACH = 12;
enum { FAR_NUDGE = 10 };
enum { FLAT_SIDE = 2400, FLAT_SQUARE = 32 }; /* pixels of the photo that goes with the sheet */

static struct photo_screen *shown; /* from enter to leave */
static char *wanted;               /* the picture that is to be opened */

void app_open_photo(struct app *app, const char *path)
{
    char *copy = memory_copy_string(path);
    free(wanted);
    wanted = copy;
    app_go(app, &screen_photo);
}

static void refuse(struct app *app, const struct error *error)
{
    char where[600];
    error_describe(error, file_own_name(shown->path), where, sizeof where);
    app_tell(app, "This picture cannot be used. %s", where);
    app_go_back(app);
}

static void enter(struct app *app)
{
    (void)app;
    shown = memory_allocate(1, sizeof *shown);
    shown->path = wanted;
    wanted = NULL;
    shown->pointed_loop = shown->near_loop = shown->pointed_mark = shown->kept_mark = -1;
    shown->held_corner = shown->focused_corner = -1;
    shown->work = photo_work_open(shown->path);
    photo_ask(shown);
}

static void leave(struct app *app)
{
    (void)app;
    photo_work_close(shown->work);
    photo_sheet_free(shown->sheet);
    photo_picture_free(&shown->picture);
    photo_free_finding(shown);
    draft_free(&shown->draft);
    track_release(shown->preview);
    free(shown->path);
    free(shown);
    shown = NULL;
}

void photo_go_on(struct app *app)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    const struct photo_level *level = &shown->picture.levels[0];
    int longer = tracing->width > tracing->height ? tracing->width : tracing->height;
    int square = FLAT_SIDE / longer < FLAT_SQUARE ? FLAT_SIDE / longer : FLAT_SQUARE;
    double scale = (double)level->width / shown->picture.width;
    struct flat_photo flat = {NULL, tracing->width * square, tracing->height * square};
    flat.pixels = photo_flatten(tracing, level->pixels, level->width, level->height, scale, square);
    app_edit_photo(app, &shown->draft, flat);
}

/* --- looking ---------------------------------------------------------------------------------- */

void photo_show_place(struct app *app, struct spot at)
{
    double unit = fmax(shown->picture.width, shown->picture.height) / PHOTO_UNITS;
    double x = PHOTO_MARGIN + at.x / unit, y = shown->camera.rows - PHOTO_MARGIN - at.y / unit;
    camera_show(&shown->camera, (struct camera_area){x - 1, y - 1, x + 1, y + 1});
    camera_go(&shown->camera, !app->settings.reduced_motion);
}

/* --- the screen ------------------------------------------------------------------------------- */

static const char *progress(void)
{
    if (shown->picture.count == 0)
        return "Reading the picture ...";
    return shown->is_tracing || shown->is_asking ? "Following the lines ..." : "";
}

/* In the middle while there is nothing else to be seen, else at the top. */
static void draw_progress(struct canvas *canvas)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *text = progress();
    if (!text[0])
        return;
    int side = canvas_units(canvas, 18), height = canvas_units(canvas, 40);
    int width = canvas_text_width(canvas, STYLE_BODY, text) + 2 * side;
    struct box box = box_centre(shown->box, width, height);
    if (shown->picture.count > 0)
        box.y = shown->box.y + canvas_units(canvas, 16);
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    card.shadow = true;
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_BODY, theme->ink, text, box, ALIGN_CENTRE);
}

static void describe(char *into, int size)
{
    int loop = shown->pointed_loop;
    if (progress()[0]) {
        snprintf(into, (size_t)size, "%s", progress());
    } else if (shown->pointed_mark >= 0) {
        snprintf(into, (size_t)size, "%s", shown->marks[shown->pointed_mark].text);
    } else if (loop >= 0) {
        char squares[40];
        photo_describe_size(photo_loop_at(shown, loop), squares);
        const struct photo_loop *found = photo_loop_at(shown, loop);
        const char *what = found->taken ? "taken" : found->is_open ? "left out" : "dropped";
        snprintf(into, (size_t)size, "Line %d %s %s: %s.", loop + 1,
                 found->is_open ? "is" : "encloses", squares, what);
    } else if (photo_taken_count(shown) == 0 && !shown->finding.found) {
        snprintf(into, (size_t)size, "%s", shown->finding.error.text);
    } else {
        snprintf(into, (size_t)size, "%d of %d lines taken, %d × %d squares.",
                 photo_taken_count(shown), photo_loop_count(shown), shown->finding.tracing.width,
                 shown->finding.tracing.height);
    }
}

static void build_status(struct ui *ui, struct box box)
{
    char status[480];
    struct layout foot = layout_foot(ui, box, PADDING);
    describe(status, (int)sizeof status);
    layout_say(&foot, status, "click a line to take or drop it · wheel zoom · drag pan · F fit");
    ui_status(ui, status);
}

/* What the pointer or the keyboard is at, as far as it is known before it is built. */
static void begin_pointing(const struct ui *ui)
{
    static const char badge[] = "badge ";
    const char *ring = ui_ring(ui);
    shown->pointed_mark = shown->focused_corner = -1;
    shown->pointed_loop = shown->near_loop;
    if (strncmp(ring, badge, sizeof badge - 1) == 0)
        shown->pointed_loop = atoi(ring + sizeof badge - 1) - 1;
    if (shown->pointed_loop >= photo_loop_count(shown))
        shown->pointed_loop = -1;
}

/* The panel comes first: what is pointed at in it is shown on the photo. */
static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct error error;
    struct box rest = canvas_box(canvas);
    int most = rest.w * 46 / 100, width = canvas_units(canvas, PANEL_WIDTH);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box panel = box_cut_right(&rest, width < most ? width : most);
    shown->box = rest;
    photo_take_news(shown);
    if (photo_work_has_failed(shown->work, &error))
        refuse(app, &error);
    if (shown->picture.count > 0)
        camera_resize(&shown->camera, rest.w, rest.h, canvas_scale(canvas));
    begin_pointing(ui);
    photo_build_panel(app, shown, ui, panel);
    if (shown->picture.count > 0)
        photo_sheet_draw(shown->sheet, canvas);
    else
        canvas_fill(canvas, rest, canvas_theme(canvas)->panel);
    photo_build_over(shown, ui);
    draw_progress(canvas);
    build_status(ui, line);
}

/* --- input ------------------------------------------------------------------------------------ */

/* True if something else is pointed at now. */
static bool hover(int x, int y)
{
    int loop = -1;
    double reach = REACH * shown->camera.view.scale / photo_zoom(shown);
    if (shown->has_finding && box_holds(shown->box, x, y))
        loop = photo_find_loop(shown, photo_from_window(shown, x, y), reach);
    bool other = loop != shown->near_loop;
    shown->near_loop = loop;
    return other;
}

static void click(const SDL_MouseButtonEvent *button)
{
    hover(button->x, button->y);
    if (button->button == SDL_BUTTON_LEFT && shown->near_loop >= 0)
        photo_set_loop(shown, shown->near_loop, !photo_loop_at(shown, shown->near_loop)->taken);
    else
        shown->kept_mark = -1;
}

/* Arrows move the corner that has the focus by a pixel of the photo, with Shift by ten. */
static bool press_arrow(int dx, int dy, bool far)
{
    int step = far ? FAR_NUDGE : 1;
    if (shown->focused_corner >= 0)
        photo_nudge_corner(shown, shown->focused_corner, dx * step, dy * step);
    return shown->focused_corner >= 0;
}

/* From the innermost out: the tracing that runs, the screen. */
static void press_escape(struct app *app)
{
    if (shown->has_finding && (shown->is_tracing || shown->is_asking))
        photo_give_up(shown);
    else
        app_go_back(app);
}

static bool press_key(struct app *app, const SDL_Keysym *key)
{
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_DOWN) - (key->sym == SDLK_UP);
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return false;
    if (dx != 0 || dy != 0)
        return press_arrow(dx, dy, key->mod & KMOD_SHIFT);
    if (key->sym != SDLK_ESCAPE)
        return camera_hand_key(&shown->camera, key->sym, NULL, !app->settings.reduced_motion);
    press_escape(app);
    return true;
}

static bool event(struct app *app, const SDL_Event *event)
{
    if (event->type == SDL_KEYDOWN)
        return press_key(app, &event->key.keysym);
    if (shown->picture.count == 0)
        return false;
    if (event->type == SDL_MOUSEMOTION && !shown->hand.dragging)
        return hover(event->motion.x, event->motion.y);
    bool taken = camera_hand_event(&shown->hand, &shown->camera, shown->box, event);
    if (taken && event->type == SDL_MOUSEBUTTONUP && !shown->hand.drag_moved && shown->has_finding)
        click(&event->button);
    return taken;
}

static int animate(struct app *app, Uint32 now)
{
    (void)app;
    if (shown->is_asking && (Sint32)(now - shown->ask_at) >= 0)
        photo_ask(shown);
    int asking = shown->is_asking ? (int)(shown->ask_at - now) : -1;
    return camera_hand_animate(&shown->hand, &shown->camera, now, asking);
}

const struct screen screen_photo = {
    .name = "photo",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
    .returns = screen_never_returns,
};
