/* See backdrop.h. assets/home.race is a race that was really driven and saved like any other; a
 * move mends what it changes on the sheet, and between two moves nothing is drawn. */
#include "screens/home/backdrop.h"

#include "base/system/file.h"
#include "commands/command.h"
#include "draw/sheet.h"
#include "session/save.h"
#include "ui/camera.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVE_MILLISECONDS = 1000,
    END_MILLISECONDS = 8000, /* before it begins again */
    PATIENCE = 60000,
    SHARE_AT_FIRST = 70 /* percent of the race lie there when home comes up */
};

static struct {
    struct session *session;
    struct sheet *sheet;
    bool tried;
    int steps;
    bool placed; /* the pointer has been somewhere: from then on it can move */
    int x, y;
    bool alive;
    Uint32 moved, due;
} backdrop;

static void load_example(void)
{
    backdrop.tried = true;
    const char *folder = command_asset_folder("assets");
    if (!folder)
        return;
    char *path = file_join(folder, "home.race");
    struct error error;
    bool damaged;
    backdrop.session = session_load(path, &damaged, &error);
    free(path);
    if (backdrop.session)
        backdrop.steps = session_step_count(backdrop.session) * SHARE_AT_FIRST / 100;
}

/* The sheet with its margins of half a square covers the window; what is too much is cut off on the
 * left, where the card lies. */
static struct paper_view cover(struct point sheet, struct box window, double scale)
{
    double square = fmax(window.w / (sheet.x + 1.0), window.h / (sheet.y + 1.0));
    square = fmax(square, 14 * scale);
    double left = window.w - square * (sheet.x + 0.5);
    double spare_height = window.h - square * sheet.y;
    return (struct paper_view){floor(left), floor(spare_height / 2), square, scale};
}

static void paint(cairo_t *cairo, void *context)
{
    const struct paper_view *view = sheet_view(backdrop.sheet);
    const struct paper_theme *theme = sheet_theme(backdrop.sheet);
    const struct session *session = backdrop.session;
    (void)context;
    paper_draw_sheet(cairo, view, session_setup(session)->course, theme);
    paper_draw_ink(cairo, view, session, backdrop.steps, theme);
    paper_draw_cars(cairo, view, session, session_race_after(session, backdrop.steps), theme);
}

static void paint_nothing(cairo_t *cairo, void *context)
{
    (void)cairo, (void)context;
}

static void mend_step(int step)
{
    double box[4];
    if (step >= 0 && paper_step_box(sheet_view(backdrop.sheet), backdrop.session, step, box))
        sheet_mend(backdrop.sheet, sheet_box(box));
}

static void mend_cars(int steps)
{
    const struct race *race = session_race_after(backdrop.session, steps);
    for (int car = 1; car <= race->game->car_count(race); car++) {
        double box[4];
        if (paper_car_box(sheet_view(backdrop.sheet), backdrop.session, race, car, box))
            sheet_mend(backdrop.sheet, sheet_box(box));
    }
}

static bool runs(const struct app *app)
{
    return backdrop.alive && backdrop.sheet && !app->settings.reduced_motion && !app->over &&
           !app->message[0];
}

static bool is_due(const struct app *app, Uint32 now)
{
    return runs(app) && (Sint32)(now - backdrop.due) >= 0;
}

/* The next move; behind the last one a new sheet. */
static void drive_on(void)
{
    int last = session_step_count(backdrop.session);
    bool ends = backdrop.steps + 1 == last;
    backdrop.due = clock_now() + (ends ? END_MILLISECONDS : MOVE_MILLISECONDS);
    if (backdrop.steps == last) {
        backdrop.steps = 0;
        sheet_repaint(backdrop.sheet);
        return;
    }
    mend_step(backdrop.steps);
    mend_step(paper_fading_step(backdrop.session, backdrop.steps));
    mend_cars(backdrop.steps);
    mend_cars(++backdrop.steps);
}

/* What was mended move by move is painted once as a whole, so that it rests as it would look if the
 * window came anew: cairo's edges depend a little on where it is told to stop. */
static void lie_down(void)
{
    backdrop.alive = false;
    sheet_repaint(backdrop.sheet);
}

void backdrop_draw(const struct app *app, struct canvas *canvas)
{
    struct box window = canvas_box(canvas);
    if (canvas_is_muted(canvas))
        return;
    if (!backdrop.tried)
        load_example();
    if (!backdrop.session) {
        canvas_fill(canvas, window, canvas_theme(canvas)->paper);
        return;
    }
    if (!backdrop.sheet)
        backdrop.sheet =
            sheet_create((struct sheet_painter){.ground = paint, .live = paint_nothing});
    int last = session_step_count(backdrop.session);
    if (app->settings.reduced_motion && backdrop.steps != last) {
        backdrop.steps = last;
        sheet_repaint(backdrop.sheet);
    }
    if (backdrop.alive && clock_now() - backdrop.moved >= PATIENCE)
        lie_down();
    if (is_due(app, clock_now()))
        drive_on();
    struct point size = course_size(session_setup(backdrop.session)->course);
    struct paper_view view = cover(size, window, canvas_scale(canvas));
    sheet_follow(backdrop.sheet, canvas, window, &view);
    sheet_draw(backdrop.sheet, canvas, window.x, window.y);
}

bool backdrop_point(int x, int y, Uint32 now)
{
    bool moved = backdrop.placed && (x != backdrop.x || y != backdrop.y), slept = !backdrop.alive;
    backdrop.placed = true;
    backdrop.x = x;
    backdrop.y = y;
    if (!moved)
        return false;
    backdrop.moved = now;
    backdrop.alive = true;
    if (slept)
        backdrop.due = now + MOVE_MILLISECONDS;
    return slept;
}

int backdrop_animate(const struct app *app, Uint32 now)
{
    if (!runs(app))
        return -1;
    Uint32 rests = backdrop.moved + PATIENCE;
    Uint32 next = (Sint32)(backdrop.due - rests) < 0 ? backdrop.due : rests;
    return (Sint32)(now - next) >= 0 ? 0 : (int)(next - now);
}

static void backdrop_begin(void)
{
    memset(&backdrop, 0, sizeof backdrop);
}

void backdrop_end(void)
{
    sheet_free(backdrop.sheet);
    session_free(backdrop.session);
    backdrop_begin();
}
