/* The first screen: a card of what can be done, on a sheet where a race has been driven.
 */
#include "screens/after/saved_races.h"
#include "screens/after/series.h"
#include "screens/home/backdrop.h"
#include "screens/workshop.h"
#include "ui/layout.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* How long the first picture waits for the shelf: the races that are not known by then turn up
 * while it is on the screen. */
enum { SHELF_PATIENCE = 20 };

static struct {
    struct shelf *shelf;
    bool in_series, has_series; /* that is not over; any */
} home;

static void enter(struct app *app)
{
    home.shelf = saved_races_open(app);
    home.in_series = series_find_unfinished(app);
    home.has_series = series_find_newest(app);
    shelf_wait(home.shelf, SHELF_PATIENCE);
}

static void leave(struct app *app)
{
    (void)app;
    shelf_close(home.shelf);
    home.shelf = NULL;
    backdrop_free();
}

struct offer {
    const char *id;
    char label[200];
    void (*act)(struct app *app);
};

/* The card's buttons, in order: what there is to do, and nothing else. */
enum { OFFER_LIMIT = 8 };
struct offers {
    struct offer items[OFFER_LIMIT];
    int count;
};

static void start_new(struct app *app)
{
    app_go(app, &screen_setup);
}

/* The race that Continue would open, or NULL. */
static const struct shelf_race *unfinished(void)
{
    bool certain;
    int index = shelf_unfinished(home.shelf, SHELF_RACES, &certain);
    return index >= 0 && certain ? shelf_at(home.shelf, index) : NULL;
}

static void go_on(struct app *app)
{
    char *path = memory_copy_string(unfinished()->path);
    app_open_file(app, path);
    free(path);
}

static void show_series(struct app *app)
{
    app_go(app, &screen_series);
}

static void show_tracks(struct app *app)
{
    app_go(app, &screen_tracks);
}

static void show_saved(struct app *app)
{
    app_go(app, &screen_saved);
}

static void teach(struct app *app)
{
    app_go(app, &screen_tutorial);
}

static void explain(struct app *app)
{
    app_open_over(app, &screen_help);
}

static struct offer *add_offer(struct offers *offers, const char *id, void (*act)(struct app *app))
{
    struct offer *offer = &offers->items[offers->count++];
    offer->id = id;
    offer->act = act;
    return offer;
}

static void collect_offers(const struct app *app, struct offers *offers)
{
    const struct shelf_race *race = unfinished();
    struct offer *offer = add_offer(offers, "button new-race", start_new);
    snprintf(offer->label, sizeof offer->label, "New race");
    if (race) {
        offer = add_offer(offers, "button continue", go_on);
        snprintf(offer->label, sizeof offer->label, "Continue: %s, round %d",
                 race->track[0] ? race->track : "the race", race->round);
    }
    for (const struct workshop *const *workshop = workshops; *workshop; workshop++)
        if ((*workshop)->has_unsaved(app)) {
            offer = add_offer(offers, "button continue-sheet", (*workshop)->edit_unsaved);
            snprintf(offer->label, sizeof offer->label, "Continue drawing");
            break; /* one at a time */
        }
    if (home.in_series) {
        offer = add_offer(offers, "button continue-series", show_series);
        snprintf(offer->label, sizeof offer->label, "Continue series: race %d of %d",
                 series_due(app->series) + 1, series_race_count(app->series));
    } else if (home.has_series) {
        offer = add_offer(offers, "button series-tables", show_series);
        snprintf(offer->label, sizeof offer->label, "Series tables");
    }
    offer = add_offer(offers, "button tracks", show_tracks);
    snprintf(offer->label, sizeof offer->label, "Tracks");
    if (shelf_count(home.shelf) > 0 || app->has_file_dialog) {
        offer = add_offer(offers, "button saved-races", show_saved);
        snprintf(offer->label, sizeof offer->label, "Saved races");
    }
    offer = add_offer(offers, "button tutorial", teach);
    snprintf(offer->label, sizeof offer->label, "Tutorial");
    offer = add_offer(offers, "button help", explain);
    snprintf(offer->label, sizeof offer->label, "How to play");
}

/* Sizes in interface pixels: as in a tall window, and as small as it gets before it scrolls. */
struct measures {
    int margin, inset, title, subtitle, gap_above, button, gap, above_links;
    enum canvas_style style;
};
static const struct measures airy = {70, 45, 72, 34, 30, 54, 16, 30, STYLE_DISPLAY};
static const struct measures tight = {12, 20, 48, 26, 10, 42, 8, 8, STYLE_TITLE};

struct page {
    struct app *app;
    const struct measures *measures;
    struct offers offers;
};

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
    for (int i = 0; i < page->offers.count; i++) {
        const struct offer *offer = &page->offers.items[i];
        struct box box = layout_take(column, AT_TOP, m->button);
        if (ui_button(ui, offer->id, offer->label, box, i ? LOOK_PLAIN : LOOK_PRIMARY))
            offer->act(page->app);
    }
    layout_skip(column, AT_TOP, m->above_links);
    column->gap = 0;
    struct layout links = layout_row(column, 32, 0);
    if (layout_button(&links, AT_LEFT, "button settings", "Settings", LOOK_LINK))
        app_open_over(page->app, &screen_settings);
    if (layout_button(&links, AT_RIGHT, "button quit", "Quit", LOOK_LINK))
        page->app->quit = true;
}

/* On a card as high as what is on it, the tight measures where the airy ones have no room. */
static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box window = canvas_box(canvas), area = {0}, box = {0};
    struct page page = {.app = app};
    int inset = 0;
    backdrop_draw(canvas);
    shelf_collect(home.shelf);
    collect_offers(app, &page.offers);
    for (int tight_too = window.w < canvas_units(canvas, 520); tight_too < 2; tight_too++) {
        page.measures = tight_too ? &tight : &airy;
        inset = canvas_units(canvas, page.measures->inset);
        area = box_inset(window, canvas_units(canvas, page.measures->margin),
                         canvas_units(canvas, 12));
        int most = canvas_units(canvas, 430), width = area.w < most ? area.w : most;
        int needed = layout_measure(ui, width - 2 * inset, build_column, &page) + 2 * inset;
        box = box_centre(area, width, needed);
        if (needed <= area.h)
            break;
    }
    box.x = area.x;
    struct card card = {.fill = theme->card,
                        .edge = theme->panel_edge,
                        .radius = 12,
                        .edge_width = 1.5,
                        .shadow = true};
    canvas_card(canvas, box, &card);
    int rim = canvas_units(canvas, 6);
    int top = ui_scroll_begin(ui, "home", box_inset(box, rim, rim), &scroll);
    struct layout column =
        layout_column(ui, box.x + inset, top + inset - rim, box.w - 2 * inset, 0);
    build_column(&column, &page);
    ui_scroll_end(ui, column.rest.y + canvas_units(canvas, 4));
    ui_default(ui, "button new-race");
    ui_status(ui, "Graph Prix: racing on squared paper.");
}

const struct screen screen_home = {.name = "home", .enter = enter, .leave = leave, .build = build};
