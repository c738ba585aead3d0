/* The first screen: a card of what can be done, on a sheet where a race has been driven.
 */
#include "screens/after/saved_races.h"
#include "screens/after/series.h"
#include "screens/home/backdrop.h"
#include "screens/workshop.h"

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
    int margin, inset, title, subtitle, gap_above, button, gap, links;
    enum canvas_style style;
};
static const struct measures airy = {70, 50, 72, 34, 30, 54, 16, 62, STYLE_DISPLAY};
static const struct measures tight = {12, 20, 48, 26, 10, 42, 8, 40, STYLE_TITLE};

static int content_height(const struct measures *m, int offers)
{
    return m->title + m->subtitle + m->gap_above + offers * (m->button + m->gap) + m->links;
}

static void build_links(struct app *app, struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    int width = canvas_text_width(canvas, STYLE_BODY, "Settings");
    if (ui_button(ui, "button settings", "Settings", box_cut_left(&row, width), LOOK_LINK))
        app_open_over(app, &screen_settings);
    width = canvas_text_width(canvas, STYLE_BODY, "Quit");
    if (ui_button(ui, "button quit", "Quit", box_cut_right(&row, width), LOOK_LINK))
        app->quit = true;
}

static int build_column(struct app *app, struct ui *ui, const struct measures *m,
                        const struct offers *offers, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_text(canvas, m->style, theme->ink, "Graph Prix",
                box_cut_top(&column, canvas_units(canvas, m->title)), ALIGN_CENTRE);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, "Racing on squared paper",
                box_cut_top(&column, canvas_units(canvas, m->subtitle)), ALIGN_CENTRE);
    box_cut_top(&column, canvas_units(canvas, m->gap_above));
    for (int i = 0; i < offers->count; i++) {
        const struct offer *offer = &offers->items[i];
        struct box box = box_cut_top(&column, canvas_units(canvas, m->button));
        if (ui_button(ui, offer->id, offer->label, box, i ? LOOK_PLAIN : LOOK_PRIMARY))
            offer->act(app);
        box_cut_top(&column, canvas_units(canvas, m->gap));
    }
    struct box links = box_cut_top(&column, canvas_units(canvas, m->links));
    int height = canvas_units(canvas, 32);
    build_links(app, ui, box_cut_bottom(&links, height));
    return column.y;
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    backdrop_draw(canvas);
    struct box window = canvas_box(canvas);
    struct offers offers = {0};
    shelf_collect(home.shelf);
    collect_offers(app, &offers);
    const struct measures *m = &airy;
    int margin = canvas_units(canvas, 12);
    int needed = canvas_units(canvas, content_height(m, offers.count) + 2 * m->inset - 10);
    if (needed + 2 * margin > window.h || window.w < canvas_units(canvas, 520)) {
        m = &tight;
        needed = canvas_units(canvas, content_height(m, offers.count) + 2 * m->inset);
    }
    int left = canvas_units(canvas, m->margin);
    struct box area = box_inset(window, left, margin);
    struct box box = box_centre(area, canvas_units(canvas, 430), needed);
    box.x = area.x;
    struct card card = {.fill = theme->card,
                        .edge = theme->panel_edge,
                        .radius = 12,
                        .edge_width = 1.5,
                        .shadow = true};
    canvas_card(canvas, box, &card);
    int inset = canvas_units(canvas, m->inset);
    struct box inside = box_inset(box, canvas_units(canvas, 6), canvas_units(canvas, 6));
    int top = ui_scroll_begin(ui, "home", inside, &scroll);
    struct box column = {box.x + inset, top + inset - canvas_units(canvas, 6), box.w - 2 * inset,
                         100000};
    int bottom = build_column(app, ui, m, &offers, column);
    ui_scroll_end(ui, bottom + canvas_units(canvas, 4));
    ui_default(ui, "button new-race");
    ui_status(ui, "Graph Prix: racing on squared paper.");
}

const struct screen screen_home = {.name = "home", .enter = enter, .leave = leave, .build = build};
