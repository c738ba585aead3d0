/* The first screen: a card of what can be done, on a sheet where a race has been driven.
 */
#include "screens/after/saved_races.h"
#include "screens/after/series.h"
#include "screens/classroom.h"
#include "screens/home/backdrop.h"
#include "screens/home/games.h"
#include "screens/workshop.h"
#include "ui/camera.h"
#include "ui/layout.h"

#include "base/memory.h"
#include "base/system/clock.h"
#include "session/records.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void look_up_daily(struct app *app)
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
}

static void enter(struct app *app)
{
    look_up_daily(app);
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
    home_games_end();
    backdrop_end();
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
    for (const struct workshop *const *workshop = workshops; *workshop; workshop++)
        if ((*workshop)->daily)
            return (*workshop)->daily;
    return NULL;
}

static void open_daily(struct app *app)
{
    app_open_over(app, find_daily());
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
    for (const struct workshop *const *workshop = workshops; *workshop; workshop++)
        if ((*workshop)->has_unsaved(app)) {
            add_offer(offers, "button continue-sheet", NULL, (*workshop)->edit_unsaved,
                      "Continue drawing");
            break; /* one at a time */
        }
    if (home.in_series)
        add_offer(offers, "button continue-series", &screen_series, NULL,
                  "Continue series: race %d of %d", series_due(app->series) + 1,
                  series_race_count(app->series));
    else if (home.has_series)
        add_offer(offers, "button series-tables", &screen_series, NULL, "Series tables");
    offers->begun = offers->count;
    add_daily(offers);
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

struct page {
    struct app *app;
    const struct measures *measures;
    struct offers offers;
};

static void build_offer(const struct page *page, struct ui *ui, int index, struct box box)
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
static bool are_short(const struct page *page, struct ui *ui, int index, int width)
{
    if (index == 0 || index + 1 >= page->offers.count || index + 1 == page->offers.begun)
        return false;
    return ui_button_width(ui, page->offers.items[index].label) <= width &&
           ui_button_width(ui, page->offers.items[index + 1].label) <= width;
}

/* Where they have no column of their own the games follow what begins a race. */
static void build_offers(struct layout *column, const struct page *page)
{
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
}

/* What stands on the card; as a builder, to be measured. */
static void build_column(struct layout *column, void *data)
{
    const struct page *page = data;
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
    build_offers(column, page);
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
    const struct page *page = data;
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
static void build_card(struct ui *ui, struct page *page)
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
    struct page page = {.app = app};
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
    return backdrop_animate(app, now);
}

const struct screen screen_home = {.name = "home",
                                   .enter = enter,
                                   .leave = leave,
                                   .build = build,
                                   .event = event,
                                   .animate = animate};
