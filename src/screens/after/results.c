/* The end of a race: the sheet as it was driven, the places, how fast everybody was, and what to do
 * next. Everything that is told is counted from the session's events (session/tally.h).
 */
#include "screens/after/results_inside.h"
#include "screens/after/series.h"
#include "screens/tracks/par.h"
#include "screens/workshop.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct {
    struct picture *sheet;
    double scale;
    const struct paper_theme *theme;
    struct ui_scroll scroll;
    struct par *par;
} results;

static void enter(struct app *app)
{
    results.scroll = (struct ui_scroll){0};
    results.par = par_search_rules(session_setup(app->session), true);
    results_open_chart(app->session);
    results_open_record(app);
}

static void leave(struct app *app)
{
    (void)app;
    picture_free(results.sheet);
    results.sheet = NULL;
    par_free(results.par);
    results.par = NULL;
    results_close_chart();
}

/* --- the sheet ------------------------------------------------------------------------------- */

static const double SHEET_MARGINS =
    1; /* squares of paper beyond the grid, on both sides together */

static struct picture *paint_sheet(struct app *app, struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct session *session = app->session;
    struct course course = session_setup(session)->course;
    struct point sheet = course_size(course);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, box.w, box.h);
    cairo_t *cairo = cairo_create(surface);
    double square = fmin(box.w / (sheet.x + SHEET_MARGINS), box.h / (sheet.y + SHEET_MARGINS));
    struct paper_view view = {(box.w - square * sheet.x) / 2, (box.h - square * sheet.y) / 2,
                              square, canvas_scale(canvas)};
    paper_draw_sheet(cairo, &view, course, theme);
    for (int step = 0; step < session_step_count(session); step++)
        paper_draw_step(cairo, &view, session, step, 1, false, theme);
    paper_draw_cars(cairo, &view, session, session_race(session), theme);
    cairo_destroy(cairo);
    return picture_create(surface);
}

/* The largest box of the sheet's shape in `room`, at its upper edge. */
static struct box sheet_box(struct point sheet, struct box room)
{
    double columns = sheet.x + SHEET_MARGINS, rows = sheet.y + SHEET_MARGINS;
    double square = fmin(room.w / columns, room.h / rows);
    int width = (int)(square * columns), height = (int)(square * rows);
    return box_make(room.x + (room.w - width) / 2, room.y, width, height);
}

static void draw_sheet(struct app *app, struct canvas *canvas, struct box room)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int edge = canvas_units(canvas, 10);
    struct box inner =
        sheet_box(course_size(session_setup(app->session)->course), box_inset(room, edge, edge));
    if (inner.w < 16 || inner.h < 16 || canvas_is_muted(canvas))
        return;
    struct card card = {.fill = theme->paper, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    card.shadow = true;
    canvas_card(canvas, box_inset(inner, -edge, -edge), &card);
    bool current = results.sheet && picture_width(results.sheet) == inner.w &&
                   picture_height(results.sheet) == inner.h && results.theme == theme &&
                   fabs(results.scale - canvas_scale(canvas)) < 1e-6;
    if (!current) {
        picture_free(results.sheet);
        results.sheet = paint_sheet(app, canvas, inner);
        results.scale = canvas_scale(canvas);
        results.theme = theme;
    }
    canvas_picture(canvas, results.sheet, inner);
}

/* --- words ----------------------------------------------------------------------------------- */

/* A player's other car shares the place in a derby. */
static bool others_came_first(const struct tally *tallies, int count)
{
    for (int i = 1; i < count; i++)
        if (tallies[i].standing.place == 1 && tallies[i].player != tallies[0].player)
            return true;
    return false;
}

static void print_title(struct app *app, const struct tally *tallies, int count, char *into,
                        int size)
{
    const struct setup *setup = session_setup(app->session);
    const char *where = course_name(setup->course)[0] ? course_name(setup->course) : "the track";
    const char *name = session_player(app->session, tallies[0].player)->name;
    const struct standing *first = &tallies[0].standing;
    bool decided =
        first->finished || first->by_points || (count > 1 && !others_came_first(tallies, count));
    if (first->place != 1 || first->out)
        snprintf(into, (size_t)size, "Nobody came through");
    else if (!decided)
        snprintf(into, (size_t)size, "Out of rounds on %s", where);
    else if (others_came_first(tallies, count))
        snprintf(into, (size_t)size, "A dead heat on %s", where);
    else if (count == 1)
        snprintf(into, (size_t)size, "%s has finished %s", name, where);
    else
        snprintf(into, (size_t)size, "%s wins on %s", name, where);
}

/* " · par 12, 10 with extras". */
static void append_par(const struct par_answer *par, struct text *into)
{
    if (par->rounds > 0)
        text_append_format(into, " · par %d", par->rounds);
    if (par->rounds > 0 && par->with_extras > 0)
        text_append_format(into, ", %d with extras", par->with_extras);
}

/* The car that did best in a column; NULL: none has a number in it. */
static const struct tally *find_best(const struct tally *tallies, int count,
                                     const struct standing_column *of, int column)
{
    const struct tally *best = NULL;
    for (int i = 0; i < count; i++) {
        const struct standing_value *value = &tallies[i].standing.values[column];
        int than = best ? best->standing.values[column].number : 0;
        bool better = of->better == BETTER_LESS ? value->number < than : value->number > than;
        if (!value->none && (!best || better))
            best = &tallies[i];
    }
    return best;
}

/* " · fastest lap 16, by Ada (13 on par's line)": what the game finds worth it. */
static void append_bests(struct app *app, const struct tally *tallies, int count,
                         const struct par_answer *par, struct text *into)
{
    const struct standing_column *columns = session_setup(app->session)->game->columns;
    for (int i = 0; columns[i].id; i++) {
        const struct tally *best =
            columns[i].best ? find_best(tallies, count, &columns[i], i) : NULL;
        if (!best)
            continue;
        text_append_format(into, " · %s %s, by %s", columns[i].best, best->standing.values[i].text,
                           session_player(app->session, best->player)->name);
        if (par->best_lap > 0)
            text_append_format(into, " (%d on par's line)", par->best_lap);
    }
}

/* "Racing car · 17 rounds · par 12 · fastest lap 16, by Ada". */
static void print_facts(struct app *app, const struct tally *tallies, int count,
                        const struct par_answer *par, struct text *into)
{
    const struct setup *setup = session_setup(app->session);
    int rounds = setup->game->round(session_race(app->session));
    text_append_format(into, "%s · %d %s", setup->game->table->presets[setup->preset].title, rounds,
                       rounds == 1 ? "round" : "rounds");
    append_par(par, into);
    results_append_record(into);
    append_bests(app, tallies, count, par, into);
}

/* --- the page -------------------------------------------------------------------------------- */

static void do_rematch(struct app *app)
{
    app_rematch(app);
}

static void do_new_race(struct app *app)
{
    app_go(app, &screen_setup);
}

static void do_sheet(struct app *app)
{
    app_go(app, &screen_race);
}

static void do_replay(struct app *app)
{
    app_look_back(app);
}

static void do_home(struct app *app)
{
    app_go(app, &screen_home);
}

static const struct next_step {
    const char *id;
    const char *label;
    void (*act)(struct app *app);
} next_steps[] = {{"button rematch", "Rematch", do_rematch},
                  {"button new-race", "New race", do_new_race},
                  {"button replay", "Replay", do_replay},
                  {"button sheet", "Back to the sheet", do_sheet},
                  {"button home", "Home", do_home}};
enum { NEXT_STEP_COUNT = sizeof next_steps / sizeof next_steps[0] };

/* In place of the first ones, where a track was tried out. */
static const struct next_step trying_steps[] = {
    {"button editor", "Back to the editor", workshop_go_on},
    {"button try-again", "Try again", app_try_again}};
enum { TRYING_STEP_COUNT = sizeof trying_steps / sizeof trying_steps[0] };

/* In a series the next race comes first, in place of a rematch. */
static struct next_step next_step_at(const struct app *app, int index)
{
    if (app->trying && index < TRYING_STEP_COUNT)
        return trying_steps[index];
    if (index == 0 && series_is_shown(app))
        return (struct next_step){"button next-race", series_next_label(app), series_go_next};
    return next_steps[index];
}

/* From left to right, in as many rows as they need. */
static void build_next_steps(struct layout *column, void *data)
{
    struct app *app = data;
    struct flow flow = flow_begin(column, 12);
    for (int i = 0; i < NEXT_STEP_COUNT; i++) {
        struct next_step step = next_step_at(app, i);
        if (flow_button(&flow, step.id, step.label, i ? LOOK_PLAIN : LOOK_PRIMARY))
            step.act(app);
    }
    flow_end(&flow, column);
}

static void do_print(struct app *app)
{
    app_print(app, (struct course){0});
}

/* What can be kept of the race, in one row or as many as it needs. */
static void build_savings(struct layout *column, void *app)
{
    static const struct next_step savings[] = {{"button picture", "Save picture", app_save_picture},
                                               {"button save-sheet", "Save sheet", app_save_sheet},
                                               {"button save-moves", "Save moves", app_save_moves},
                                               {"button print", "Print", do_print}};
    struct flow flow = flow_begin(column, 14);
    for (size_t i = 0; i < sizeof savings / sizeof savings[0]; i++)
        if (flow_button(&flow, savings[i].id, savings[i].label, LOOK_LINK))
            savings[i].act(app);
    flow_end(&flow, column);
}

/* The parts one below the other; the chart takes what is left of `height`, if that is more than it
 * needs. Returns where they end. */
static int build_parts(struct app *app, struct ui *ui, struct box column,
                       const struct results_table *table, int height)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 14), top = column.y;
    int used = results_table_height(canvas, table, column.w);
    results_draw_table(canvas, table, box_cut_top(&column, used));
    box_cut_top(&column, gap);
    if (series_is_shown(app)) {
        series_draw_table(canvas, app, box_cut_top(&column, series_table_height(canvas, app)));
        box_cut_top(&column, gap);
    }
    int least = results_chart_least_height(canvas, column.w), most = canvas_units(canvas, 720);
    int left = top + height - column.y;
    int chart = left < least ? least : left > most ? most : left;
    results_build_chart(ui, box_cut_top(&column, chart));
    return column.y;
}

/* The width that a sheet as high as the page has, but neither little nor most of the page's. */
static int sheet_width(const struct app *app, struct box page, int height)
{
    struct point sheet = course_size(session_setup(app->session)->course);
    struct box endless = box_make(0, 0, LAYOUT_ENDLESS, height);
    int wanted = sheet_box(sheet, endless).w, least = page.w * 44 / 100, most = page.w * 56 / 100;
    return wanted < least ? least : wanted > most ? most : wanted;
}

/* Two columns: the sheet with what can be saved of it, and the parts. */
static void build_wide(struct app *app, struct layout page, const struct results_table *table)
{
    struct ui *ui = page.ui;
    struct canvas *canvas = ui_canvas(ui);
    int edge = canvas_units(canvas, 10), gap = canvas_units(canvas, 8);
    int saving = layout_measure(ui, page.rest.w * 44 / 100, build_savings, app) + gap;
    page.gap = 30;
    struct layout left = {ui, {0}, 0};
    left.rest = layout_cut(&page, AT_LEFT,
                           sheet_width(app, page.rest, page.rest.h - saving - 2 * edge) + 2 * edge);
    struct box sheet = left.rest;
    sheet.h -= saving;
    draw_sheet(app, canvas, sheet);
    struct box drawn =
        sheet_box(course_size(session_setup(app->session)->course), box_inset(sheet, edge, edge));
    layout_cut(&left, AT_TOP, drawn.h + 2 * edge + gap);
    build_savings(&left, app);
    struct box area = box_inset(page.rest, -canvas_units(canvas, 14), 0);
    int y = ui_scroll_begin(ui, "results", area, &results.scroll);
    struct box column = {page.rest.x, y, page.rest.w, LAYOUT_ENDLESS};
    ui_scroll_end(ui, build_parts(app, ui, column, table, page.rest.h));
}

static void build_narrow(struct app *app, struct layout page, const struct results_table *table)
{
    struct ui *ui = page.ui;
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 14);
    int y = ui_scroll_begin(ui, "results", box_inset(page.rest, -gap, 0), &results.scroll);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, 0);
    int end = build_parts(app, ui, column.rest, table, 0);
    layout_cut(&column, AT_TOP, end - y + gap);
    draw_sheet(app, canvas, layout_cut(&column, AT_TOP, page.rest.w * 6 / 10));
    build_savings(&column, app);
    ui_scroll_end(ui, column.rest.y);
}

static void tell_status(struct ui *ui, const char *title)
{
    struct text status = {0};
    const char *news = results_record_news();
    text_append_format(&status, "%s%s%s", title, news[0] ? ". " : "", news);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct tally tallies[CAR_LIMIT];
    struct results_table table = {.session = app->session, .tallies = tallies};
    struct par_answer par = {0};
    struct text facts = {0};
    char title[200];
    if (results.par)
        par = par_answer(results.par, 0);
    table.count = tally_race(app->session, tallies);
    table.par = par.rounds;
    table.best = par.with_extras;
    print_title(app, tallies, table.count, title, sizeof title);
    print_facts(app, tallies, table.count, &par, &facts);
    struct box window = canvas_box(canvas);
    canvas_fill(canvas, window, theme->panel);
    bool wide = window.w >= canvas_units(canvas, 960) && window.h >= canvas_units(canvas, 420);
    struct layout page = layout_inside(ui, window, wide ? 40 : 16, wide ? 24 : 10, 0);
    canvas_text(canvas, STYLE_TITLE, theme->ink, title, layout_take(&page, AT_TOP, 46), ALIGN_LEFT);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, text_string(&facts),
                layout_take(&page, AT_TOP, 24), ALIGN_LEFT);
    text_free(&facts);
    results_draw_record(canvas, layout_cut(&page, AT_TOP, results_record_height(canvas)));
    layout_skip(&page, AT_TOP, wide ? 16 : 8);
    int needed = layout_measure(ui, page.rest.w, build_next_steps, app);
    struct layout steps = {ui, layout_cut(&page, AT_BOTTOM, needed), 0};
    layout_skip(&page, AT_BOTTOM, wide ? 22 : 10);
    if (wide)
        build_wide(app, page, &table);
    else
        build_narrow(app, page, &table);
    build_next_steps(&steps, app);
    ui_default(ui, next_step_at(app, 0).id);
    tell_status(ui, title);
}

static bool event(struct app *app, const SDL_Event *event)
{
    if (event->type == SDL_MOUSEMOTION)
        return results_point_at_chart(event->motion.x, event->motion.y);
    if (event->type != SDL_KEYDOWN)
        return false;
    bool back = event->key.keysym.sym == SDLK_ESCAPE;
    if (back)
        app_go(app, &screen_race);
    return back || results_press_chart_key(event->key.keysym.sym);
}

static bool returns(const struct app *app)
{
    const struct session *session = app->session;
    return session && session_setup(session)->game->over(session_race(session));
}

const struct screen screen_results = {.name = "results",
                                      .enter = enter,
                                      .leave = leave,
                                      .build = build,
                                      .event = event,
                                      .returns = returns};
