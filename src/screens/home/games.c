/* See games.h. */
#include "screens/home/games.h"

#include "base/system/file.h"
#include "commands/command.h"
#include "rules/game.h"
#include "screens/help/book.h"
#include "screens/help/coach.h"
#include "session/save.h"

#include <math.h>
#include <stdlib.h>

/* Interface pixels. A row without room for it leaves its sentence out. */
static const double ROW_LEAST = 74, ROW_MOST = 168, ROW_GAP = 10, PAD = 8, TITLE = 22, BUTTON = 34,
                    BUTTON_MOST = 150, WORDS_LEAST = 150;
static const double LANDSCAPE = 1.5; /* of a picture */
static const double SQUARE_MOST = 22, CARS_SHARE = 0.62;

enum { PICTURES = 16 };

/* All are there with the first frame: each takes a few milliseconds, once. */
static struct picture *pictures[PICTURES];

void home_games_end(void)
{
    for (int i = 0; i < PICTURES; i++)
        picture_free(&pictures[i]);
}

/* --- pictures --------------------------------------------------------------------------------- */

static struct session *load_race(const char *name)
{
    const char *folder = command_asset_folder("assets");
    char *path = folder ? file_join(folder, ui_words("games/%s.race", name)) : NULL;
    struct error error;
    bool damaged;
    struct session *session = path ? session_load(path, &damaged, &error) : NULL;
    free(path);
    return session;
}

/* Around all cars (left, top, right, bottom), in the pixels of a view. */
static void find_cars(const struct session *session, const struct paper_view *view, double box[4])
{
    const struct race *race = session_race(session);
    double car[4];
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (int i = 1; i <= race->game->car_count(race); i++) {
        if (!paper_car_box(view, session, race, i, car))
            continue;
        box[0] = fmin(box[0], car[0]);
        box[1] = fmin(box[1], car[1]);
        box[2] = fmax(box[2], car[0] + car[2]);
        box[3] = fmax(box[3], car[1] + car[3]);
    }
}

/* The cars fill most of it, and beyond the sheet's edge nothing is seen if that can be. */
static double place(double from, double to, double room, double sheet)
{
    double left = room / 2 - (from + to) / 2;
    return sheet < room ? (room - sheet) / 2 : fmin(0, fmax(room - sheet, left));
}

static bool paint(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct session *session = load_race(data);
    double scale = canvas_scale(canvas), cars[4];
    struct paper_view view = {0, 0, SQUARE_MOST * scale, scale};
    if (!session) {
        paper_draw_blank(cairo, &view, (struct point){100, 100}, theme);
        return true;
    }
    struct point size = course_size(session_setup(session)->course);
    find_cars(session, &view, cars);
    double smaller =
        fmin(box.w * CARS_SHARE / (cars[2] - cars[0]), box.h * CARS_SHARE / (cars[3] - cars[1]));
    view.square *= fmin(1, smaller);
    find_cars(session, &view, cars);
    view.left = floor(place(cars[0], cars[2], box.w, size.x * view.square));
    view.top = floor(place(cars[1], cars[3], box.h, size.y * view.square));
    paper_draw_sheet(cairo, &view, session_setup(session)->course, theme);
    paper_draw_ink(cairo, &view, session, session_step_count(session), theme);
    paper_draw_cars(cairo, &view, session, session_race(session), theme);
    session_free(session);
    return true;
}

static void draw_picture(struct canvas *canvas, int index, const struct contest *contest,
                         struct box box)
{
    int edge = canvas_units(canvas, 1.5);
    canvas_fill(canvas, box, canvas_theme(canvas)->panel_edge);
    box = box_inset(box, edge, edge);
    if (index < PICTURES)
        canvas_picture(canvas, &pictures[index], box, paint, (void *)contest->name);
}

/* --- rows ------------------------------------------------------------------------------------- */

static void build_ways(struct app *app, struct layout *row, const struct contest *contest)
{
    const struct canvas *canvas = ui_canvas(row->ui);
    int gap = canvas_units(canvas, PAD), most = canvas_units(canvas, BUTTON_MOST);
    int width = (row->rest.w - gap) / 2;
    width = width < most ? width : most;
    if (lesson_book_of(contest->game)->tutorial &&
        ui_button(row->ui, coach_button(contest), "Learn", layout_cut(row, AT_LEFT, width),
                  LOOK_PLAIN))
        coach_open(app, contest);
    layout_cut(row, AT_LEFT, gap);
    if (ui_button(row->ui, ui_words("button race-%s", contest->name), "Race",
                  layout_cut(row, AT_LEFT, width), LOOK_PLAIN))
        setup_open(app, contest);
}

static void build_row(struct app *app, struct ui *ui, int index, const struct contest *contest,
                      struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout row = {ui, box, 0};
    int most = box.w - canvas_units(canvas, WORDS_LEAST + PAD);
    int width = (int)(box.h * LANDSCAPE);
    draw_picture(canvas, index, contest, layout_cut(&row, AT_LEFT, width < most ? width : most));
    layout_skip(&row, AT_LEFT, 2 * PAD);
    int words = canvas_paragraph_height(canvas, STYLE_SMALL, contest->sentence, row.rest.w);
    int needed = canvas_units(canvas, TITLE + PAD + BUTTON);
    bool told = needed + words <= box.h;
    row.rest = box_centre(row.rest, row.rest.w, told ? needed + words : needed);
    canvas_text(canvas, STYLE_STRONG, theme->ink, contest->title, layout_take(&row, AT_TOP, TITLE),
                ALIGN_LEFT);
    if (told)
        layout_paragraph(&row, STYLE_SMALL, theme->ink_soft, contest->sentence);
    struct layout ways = {ui, layout_take(&row, AT_BOTTOM, BUTTON), 0};
    build_ways(app, &ways, contest);
}

void home_games_build(struct app *app, struct layout *column, int height)
{
    const struct canvas *canvas = ui_canvas(column->ui);
    struct contest contest;
    int count = 0, gap = canvas_units(canvas, ROW_GAP);
    while (contest_at(count, &contest))
        count++;
    int row = (height + gap) / count - gap, least = canvas_units(canvas, ROW_LEAST);
    int most = canvas_units(canvas, ROW_MOST);
    row = row < least ? least : row > most ? most : row;
    for (int i = 0; contest_at(i, &contest); i++) {
        build_row(app, column->ui, i, &contest, layout_cut(column, AT_TOP, row));
        layout_cut(column, AT_TOP, i + 1 < count ? gap : 0);
    }
}
