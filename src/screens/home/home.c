/* The sheet behind home: a race is driven on it slowly, a move a second, as long as somebody is
 * there. It rests when the pointer has not moved for a minute, and from the beginning until it has;
 * with reduced motion the whole race lies there. Without the example race the paper stays empty.
 *
 * assets/home.race is a race that was really driven and saved like any other; a
 * move mends what it changes on the sheet, and between two moves nothing is drawn.
 *
 * The program's first picture has all that can be done, and blank paper where something is only to
 * be looked at: that comes with the second, at once. */

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "commands/command.h"
#include "draw/sheet.h"
#include "rules/game.h"
#include "screens/after/after.h"
#include "screens/classroom.h"
#include "screens/course_tools.h"
#include "screens/editor_frame/editor_frame.h"
#include "screens/help/book.h"
#include "screens/help/tutorial.h"
#include "session/records.h"
#include "session/session.h"
#include "ui/camera.h"
#include "ui/layout.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOVE_MILLISECONDS = 1000,
    END_MILLISECONDS = 8000, /* before it begins again */
    PATIENCE = 60000,
    SHARE_AT_FIRST = 70 /* percent of the race lie there when home comes up */
};

static bool dressed; /* the first picture was there */

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
        sheet_invalidate(backdrop.sheet, sheet_box(box));
}

static void mend_cars(int steps)
{
    const struct race *race = session_race_after(backdrop.session, steps);
    for (int car = 1; car <= race->game->car_count(race); car++) {
        double box[4];
        if (paper_car_box(sheet_view(backdrop.sheet), backdrop.session, race, car, box))
            sheet_invalidate(backdrop.sheet, sheet_box(box));
    }
}

static bool runs(const struct app *app)
{
    return backdrop.alive && backdrop.sheet && !app->settings.reduced_motion && !app->over &&
           !app->message[0];
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

static void backdrop_draw(const struct app *app, struct canvas *canvas)
{
    struct box window = canvas_box(canvas);
    if (canvas_is_muted(canvas))
        return;
    if (!backdrop.tried && dressed)
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
    if (backdrop.alive && clock_now() - backdrop.moved >= PATIENCE) {
        /* What was mended move by move is painted once as a whole, so that it rests as it would
         * look if the window came anew: cairo's edges depend a little on where it is told to stop.
         */
        backdrop.alive = false;
        sheet_repaint(backdrop.sheet);
    }
    if (runs(app) && (Sint32)(clock_now() - backdrop.due) >= 0)
        drive_on();
    struct point size = course_size(session_setup(backdrop.session)->course);
    /* The sheet with its margins of half a square covers the window; what is too much is cut off on
     * the left, where the card lies. */
    double scale = canvas_scale(canvas);
    double square = fmax(window.w / (size.x + 1.0), window.h / (size.y + 1.0));
    square = fmax(square, 14 * scale);
    double left = window.w - square * (size.x + 0.5);
    double spare_height = window.h - square * size.y;
    struct paper_view view =
        (struct paper_view){floor(left), floor(spare_height / 2), square, scale};
    sheet_follow(backdrop.sheet, canvas, window, &view);
    sheet_draw(backdrop.sheet, canvas, window.x, window.y);
}

/* The pointer is at (x, y). True if the sheet comes to life by that. */
static bool backdrop_point(int x, int y, Uint32 now)
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

/* === games ==================================================================================== */

/* What can be played, on home: of each contest a picture of a race, its name and what it is about,
 * and the ways to learn it and to race. A picture is painted from assets/games/NAME.race, once: the
 * next start finds it in the cache. Without that file it is empty paper.
 */

/* Interface pixels. A row without room for it leaves its sentence out. */
static const double ROW_LEAST = 74, ROW_MOST = 168, ROW_GAP = 10, PAD = 8, TITLE = 22, BUTTON = 34,
                    BUTTON_MOST = 150, WORDS_LEAST = 150;
static const double LANDSCAPE = 1.5; /* of a picture */
static const double SQUARE_MOST = 22, CARS_SHARE = 0.62;

enum { PICTURES = 16 };

/* All are there with the second frame, and from then on with the first of each visit. */
static struct game_picture {
    const char *name;
    struct picture *picture;
    char *what; /* it shows; NULL: it is in the cache, or cannot be kept */
} pictures[PICTURES];

/* --- pictures --------------------------------------------------------------------------------- */

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

static char *kept_path(const char *name)
{
    char *cache = folders_cache(), *path = file_join(cache, ui_words("%s.pixels", name));
    free(cache);
    return path;
}

/* One line: who painted which race, and how. NULL: that is not known. */
static char *say_what(const char *race, const struct canvas *canvas, struct box box)
{
    struct file_stamp by = module_stamp(face_built_in), of = file_stamp(race);
    struct text what = {0};
    if (by.known && of.known)
        text_append_format(&what, "%lld.%lld %lld.%lld %d x %d %.3f %s\n", (long long)by.seconds,
                           (long long)by.nanoseconds, (long long)of.seconds,
                           (long long)of.nanoseconds, box.w, box.h, canvas_scale(canvas),
                           canvas_theme(canvas)->name);
    return what.data;
}

static bool games_paint(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct game_picture *picture = data;
    const char *folder = command_asset_folder("assets");
    char *path = folder ? file_join(folder, ui_words("games/%s.race", picture->name)) : NULL;
    char *kept = kept_path(picture->name);
    free(picture->what);
    picture->what = say_what(path, canvas, box);
    bool is_kept = picture->what && picture_paint_kept(cairo, kept, picture->what);
    free(kept);
    if (is_kept) {
        free(path);
        free(picture->what);
        picture->what = NULL;
        return true;
    }
    struct error error;
    bool damaged;
    struct session *session = path ? session_load(path, &damaged, &error) : NULL;
    free(path);
    double scale = canvas_scale(canvas), cars[4];
    struct paper_view view = {0, 0, SQUARE_MOST * scale, scale};
    if (!session) { /* perhaps it can be read the next time */
        free(picture->what);
        picture->what = NULL;
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
    if (!dressed)
        canvas_fill(canvas, box, canvas_theme(canvas)->paper);
    if (!dressed || index >= PICTURES)
        return;
    pictures[index].name = contest->name;
    canvas_picture(canvas, &pictures[index].picture, box, games_paint, &pictures[index]);
}

/* --- rows ------------------------------------------------------------------------------------- */

static void build_ways(struct app *app, struct layout *row, const struct contest *contest)
{
    const struct canvas *canvas = ui_canvas(row->ui);
    int gap = canvas_units(canvas, PAD), most = canvas_units(canvas, BUTTON_MOST);
    int width = (row->rest.w - gap) / 2;
    width = width < most ? width : most;
    if (lesson_book_of(contest->game)->tutorial) {
        if (ui_button(row->ui, coach_button(contest), "Learn", layout_cut(row, AT_LEFT, width),
                      LOOK_PLAIN))
            coach_open(app, contest);
        layout_cut(row, AT_LEFT, gap);
    }
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

/* As high as the rows need, or this high (device pixels) if that is more. */
static void home_games_build(struct app *app, struct layout *column, int height)
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

/* === home ===================================================================================== */

/* The first screen: a card of what can be done, on a sheet where a race has been driven.
 */

/* --- what there is to do --------------------------------------------------------------------- */

/* How long the first picture waits for the index: the races that are not known by then turn up
 * while it is on the screen. */
enum { INDEX_PATIENCE = 20 };

static struct {
    struct race_index *index;
    bool in_series, has_series; /* that is not over; any */
    bool daily_done;            /* today's track */
    int streak;
} home;

static void enter(struct app *app)
{
    struct text told = {0};
    int today = clock_today();
    struct dailies *dailies = dailies_load(app->daily_path, &told);
    home.daily_done = dailies_streak(dailies, today) > 0;
    home.streak = dailies_streak_today(dailies, today);
    dailies_free(dailies);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
    home.index = saved_races_open(app);
    home.in_series = series_find_unfinished(app);
    home.has_series = series_find_newest(app);
    race_index_wait(home.index, INDEX_PATIENCE);
}

static void leave(struct app *app)
{
    (void)app;
    race_index_close(home.index);
    home.index = NULL;
    /* forgets the pictures */
    for (int i = 0; i < PICTURES; i++) {
        char *path = pictures[i].what ? kept_path(pictures[i].name) : NULL;
        if (path)
            picture_keep(pictures[i].picture, path, pictures[i].what);
        free(path);
        free(pictures[i].what);
        pictures[i].what = NULL;
        picture_free(&pictures[i].picture);
    }
    sheet_free(backdrop.sheet);
    session_free(backdrop.session);
    memset(&backdrop, 0, sizeof backdrop);
}

/* The card's buttons, in order: what there is to do, and nothing else. */
enum { OFFER_LIMIT = 10 };
struct offers {
    struct offer {
        const char *id;
        const struct screen *to; /* or: */
        void (*act)(struct app *app);
        char label[200];
    } items[OFFER_LIMIT];
    int count, begun; /* so many of them begin a race, or go on with something */
};

/* The race that Continue would open, or NULL. */
static const struct index_entry *unfinished(void)
{
    bool certain;
    int index = race_index_unfinished(home.index, INDEX_RACES, &certain);
    return index >= 0 && certain ? race_index_at(home.index, index) : NULL;
}

static void go_on(struct app *app)
{
    char *path = memory_copy_string(unfinished()->path);
    app_open_file(app, path);
    free(path);
}

static const struct screen *find_daily(void)
{
    for (const struct course_tools *const *tools = course_tools_list; *tools; tools++)
        if ((*tools)->daily)
            return (*tools)->daily;
    return NULL;
}

/* One at a time; NULL: there is none. */
static struct editor_frame *find_unsaved(const struct app *app)
{
    for (const struct course_tools *const *tools = course_tools_list; *tools; tools++)
        if (editor_frame_has_unsaved(app, (*tools)->frame()))
            return (*tools)->frame();
    return NULL;
}

static void edit_unsaved(struct app *app)
{
    struct editor_frame *frame = find_unsaved(app);
    if (frame)
        editor_frame_edit_unsaved(app, frame);
}

static void open_daily(struct app *app)
{
    app_open_over(app, find_daily());
}

static void open_cup(struct app *app)
{
    setup_open(app, NULL);
}

static void explain(struct app *app)
{
    app_open_over(app, &screen_help);
}

__attribute__((format(printf, 5, 6))) static void add_offer(struct offers *offers, const char *id,
                                                            const struct screen *to,
                                                            void (*act)(struct app *app),
                                                            const char *label, ...)
{
    struct offer *offer = &offers->items[offers->count++];
    va_list arguments;
    offer->id = id;
    offer->to = to;
    offer->act = act;
    va_start(arguments, label);
    vsnprintf(offer->label, sizeof offer->label, label, arguments);
    va_end(arguments);
}

static void add_daily(struct offers *offers)
{
    const char *done = home.daily_done ? ": done" : "";
    if (!find_daily())
        return;
    if (home.streak > 1)
        add_offer(offers, "button daily", NULL, open_daily, "Daily track%s, streak %d", done,
                  home.streak);
    else
        add_offer(offers, "button daily", NULL, open_daily, "Daily track%s", done);
}

static void collect_offers(const struct app *app, struct offers *offers)
{
    const struct index_entry *race = unfinished();
    add_offer(offers, "button new-race", &screen_setup, NULL, "New race");
    if (race)
        add_offer(offers, "button continue", NULL, go_on, "Continue: %s, %s %d",
                  race->track[0] ? race->track : "the race", race->round_noun, race->round);
    if (find_unsaved(app))
        add_offer(offers, "button continue-sheet", NULL, edit_unsaved, "Continue drawing");
    if (home.in_series)
        add_offer(offers, "button continue-series", &screen_series, NULL,
                  series_is_cup(app->series) ? "Continue cup: race %d of %d"
                                             : "Continue series: race %d of %d",
                  series_due(app->series) + 1, series_race_count(app->series));
    else if (home.has_series)
        add_offer(offers, "button series-tables", &screen_series, NULL, "Series tables");
    offers->begun = offers->count;
    add_daily(offers);
    add_offer(offers, "button cup", NULL, open_cup, "Cup");
    add_offer(offers, "button tracks", &screen_tracks, NULL, "Tracks");
    if (race_index_count(home.index) > 0 || app->has_file_dialog)
        add_offer(offers, "button saved-races", &screen_saved, NULL, "Saved races");
    for (const struct classroom *const *classroom = classrooms; *classroom; classroom++)
        add_offer(offers, "button classroom", (*classroom)->screen, NULL, "Classroom");
    add_offer(offers, "button help", NULL, explain, "How to play");
}

/* --- the card -------------------------------------------------------------------------------- */

/* Sizes in interface pixels: as in a tall window, then lower, and as small as it gets before it
 * scrolls; then two short offers stand side by side. Where it is too narrow for the games beside
 * the offers (no width for them), they stand below. */
struct measures {
    int margin, inset, title, subtitle, gap_above, button, gap, above_links;
    enum canvas_style style;
    bool pairs;
    int menu, between, games, games_most;
};
static const struct measures measures[] = {
    {70, 45, 72, 34, 30, 54, 16, 30, STYLE_DISPLAY, false, 330, 36, 440, 440},
    {70, 36, 66, 30, 20, 46, 10, 16, STYLE_DISPLAY, false, 320, 32, 420, 420},
    {12, 24, 66, 30, 24, 46, 10, 14, STYLE_DISPLAY, false, 300, 24, 360, 440},
    {12, 20, 48, 26, 10, 42, 8, 8, STYLE_TITLE, true, 286, 20, 264, 440},
    {12, 20, 48, 26, 10, 42, 8, 8, STYLE_TITLE, true, 390, 20, 0, 0}};
enum { MEASURES = sizeof measures / sizeof *measures };

struct home_page {
    struct app *app;
    const struct measures *measures;
    struct offers offers;
};

static void build_offer(const struct home_page *page, struct ui *ui, int index, struct box box)
{
    const struct offer *offer = &page->offers.items[index];
    if (!ui_button(ui, offer->id, offer->label, box, index ? LOOK_PLAIN : LOOK_PRIMARY))
        return;
    if (offer->to)
        app_go(page->app, offer->to);
    else
        offer->act(page->app);
}

/* Are there two from here on that half the width is enough for? */
static bool are_short(const struct home_page *page, struct ui *ui, int index, int width)
{
    if (index == 0 || index + 1 >= page->offers.count || index + 1 == page->offers.begun)
        return false;
    return ui_button_width(ui, page->offers.items[index].label) <= width &&
           ui_button_width(ui, page->offers.items[index + 1].label) <= width;
}

/* What stands on the card; as a builder, to be measured. */
static void build_column(struct layout *column, void *data)
{
    const struct home_page *page = data;
    const struct measures *m = page->measures;
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_text(canvas, m->style, theme->ink, "Graph Prix", layout_take(column, AT_TOP, m->title),
                ALIGN_CENTRE);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, "Racing on squared paper",
                layout_take(column, AT_TOP, m->subtitle), ALIGN_CENTRE);
    layout_skip(column, AT_TOP, m->gap_above);
    column->gap = m->gap;
    /* Where they have no column of their own the games follow what begins a race. */
    int gap = canvas_units(ui_canvas(column->ui), page->measures->gap);
    for (int i = 0; i < page->offers.count; i++) {
        if (i == page->offers.begun && page->measures->games == 0) {
            home_games_build(page->app, column, 0);
            layout_cut(column, AT_TOP, gap);
        }
        struct box box = layout_take(column, AT_TOP, page->measures->button);
        int half = (box.w - gap) / 2;
        if (page->measures->pairs && are_short(page, column->ui, i, half)) {
            build_offer(page, column->ui, i++, box_cut_left(&box, half));
            box_cut_left(&box, gap);
        }
        build_offer(page, column->ui, i, box);
    }
    layout_skip(column, AT_TOP, m->above_links);
    column->gap = 0;
    struct layout links = layout_row(column, 32, 0);
    if (layout_button(&links, AT_LEFT, "button settings", "Settings", LOOK_LINK))
        app_open_over(page->app, &screen_settings);
    if (layout_button(&links, AT_RIGHT, "button quit", "Quit", LOOK_LINK))
        page->app->quit = true;
}

static void build_games(struct layout *column, void *data)
{
    const struct home_page *page = data;
    home_games_build(page->app, column, 0);
}

/* What is left of the area's width for the offers, and for the games beside them; false: too
 * little. */
struct columns {
    int inset, menu, between, games, width;
};
static bool find_columns(const struct canvas *canvas, const struct measures *m, int room,
                         struct columns *into)
{
    int most = canvas_units(canvas, m->games_most);
    into->inset = canvas_units(canvas, m->inset);
    into->menu = canvas_units(canvas, m->menu);
    into->between = into->games = 0;
    room -= 2 * into->inset;
    if (m->games > 0) {
        into->between = canvas_units(canvas, m->between);
        into->games = room - into->menu - into->between;
        into->games = into->games < most ? into->games : most;
    } else if (room < into->menu) {
        into->menu = room;
    }
    into->width = 2 * into->inset + into->menu + into->between + into->games;
    return into->games >= canvas_units(canvas, m->games);
}

/* On a card as high as what is on it, in the largest measures that have room. */
static void build_card(struct ui *ui, struct home_page *page)
{
    static struct ui_scroll scroll;
    struct canvas *canvas = ui_canvas(ui);
    struct box window = canvas_box(canvas), box = {0};
    struct columns columns = {0}, tried;
    for (int i = 0; i < MEASURES && (columns.width == 0 || measures[i].games > 0); i++) {
        struct box area =
            box_inset(window, canvas_units(canvas, measures[i].margin), canvas_units(canvas, 12));
        if (!find_columns(canvas, &measures[i], area.w, &tried))
            continue;
        columns = tried;
        page->measures = &measures[i];
        int menu = layout_measure(ui, columns.menu, build_column, page), beside = 0;
        if (columns.games > 0)
            beside = layout_measure(ui, columns.games, build_games, page);
        int needed = (menu > beside ? menu : beside) + 2 * columns.inset;
        box = box_centre(area, columns.width, needed);
        box.x = area.x;
        if (needed <= area.h)
            break;
    }
    struct card card = card_plain(canvas);
    card.radius = 12;
    card.shadow = true;
    canvas_card(canvas, box, &card);
    int rim = canvas_units(canvas, 6);
    int top = ui_scroll_begin(ui, "home", box_inset(box, rim, rim), &scroll) + columns.inset - rim;
    struct layout menu = layout_column(ui, box.x + columns.inset, top, columns.menu, 0);
    build_column(&menu, page);
    int bottom = menu.rest.y;
    if (columns.games > 0) {
        struct layout beside = layout_column(
            ui, box.x + columns.inset + columns.menu + columns.between, top, columns.games, 0);
        home_games_build(page->app, &beside, bottom - top);
        bottom = beside.rest.y > bottom ? beside.rest.y : bottom;
    }
    ui_scroll_end(ui, bottom + canvas_units(canvas, 4));
}

static void build(struct app *app, struct ui *ui)
{
    struct home_page page = {.app = app};
    backdrop_draw(app, ui_canvas(ui));
    race_index_collect(home.index);
    collect_offers(app, &page.offers);
    build_card(ui, &page);
    ui_default(ui, "button new-race");
    ui_status(ui, "Graph Prix: racing on squared paper.");
}

static bool event(struct app *app, const SDL_Event *event)
{
    (void)app;
    return event->type == SDL_MOUSEMOTION &&
           backdrop_point(event->motion.x, event->motion.y, clock_now());
}

static int animate(struct app *app, Uint32 now)
{
    if (!dressed)
        worker_wake();
    dressed = true;
    /* Milliseconds until it has to be drawn again; -1: it rests. */
    if (!runs(app))
        return -1;
    Uint32 rests = backdrop.moved + PATIENCE;
    Uint32 next = (Sint32)(backdrop.due - rests) < 0 ? backdrop.due : rests;
    return (Sint32)(now - next) >= 0 ? 0 : (int)(next - now);
}

const struct screen screen_home = {.name = "home",
                                   .enter = enter,
                                   .leave = leave,
                                   .build = build,
                                   .event = event,
                                   .animate = animate};
