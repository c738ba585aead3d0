/* The first screen: a card of what can be done, on a sheet where a race has been driven.
 */
#include "screens/screen.h"

#include "base/memory.h"
#include "screens/backdrop.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The unfinished race that Continue would open. */
static struct {
    bool found;
    struct saved_race race;
} unfinished;

static void enter(struct app *app)
{
    unfinished.found = saved_race_newest(app->races_folder, &unfinished.race);
}

static void leave(struct app *app)
{
    (void)app;
    if (unfinished.found)
        saved_race_free(&unfinished.race);
    unfinished.found = false;
    backdrop_free();
}

/* What the card offers, in order. */
enum { HOME_OFFERS = 5 };
struct offer {
    const char *id;
    const char *label;
    void (*act)(struct app *app);
};

static void start_new(struct app *app)
{
    app_go(app, &screen_setup);
}

static void go_on(struct app *app)
{
    char *path = memory_copy_string(unfinished.race.path);
    app_open_file(app, path);
    free(path);
}

static void open_other(struct app *app)
{
    app_open_over(app, &screen_open);
}

static void teach(struct app *app)
{
    app_go(app, &screen_tutorial);
}

static void explain(struct app *app)
{
    app_open_over(app, &screen_help);
}

static int collect_offers(struct offer offers[HOME_OFFERS], char *label, int label_size)
{
    int count = 0;
    offers[count++] = (struct offer){"button new-race", "New race", start_new};
    if (unfinished.found) {
        snprintf(label, (size_t)label_size, "Continue: %s, round %d", unfinished.race.track_name,
                 unfinished.race.round);
        offers[count++] = (struct offer){"button continue", label, go_on};
    }
    offers[count++] = (struct offer){"button open", "Open", open_other};
    offers[count++] = (struct offer){"button tutorial", "Tutorial", teach};
    offers[count++] = (struct offer){"button help", "How to play", explain};
    return count;
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

static int build_column(struct app *app, struct ui *ui, const struct measures *m, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct offer offers[HOME_OFFERS];
    char label[200];
    int count = collect_offers(offers, label, sizeof label);
    canvas_text(canvas, m->style, theme->ink, "Graph Prix",
                box_cut_top(&column, canvas_units(canvas, m->title)), ALIGN_CENTRE);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, "Racing on squared paper",
                box_cut_top(&column, canvas_units(canvas, m->subtitle)), ALIGN_CENTRE);
    box_cut_top(&column, canvas_units(canvas, m->gap_above));
    for (int i = 0; i < count; i++) {
        struct box box = box_cut_top(&column, canvas_units(canvas, m->button));
        if (ui_button(ui, offers[i].id, offers[i].label, box, i ? LOOK_PLAIN : LOOK_PRIMARY))
            offers[i].act(app);
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
    int count = unfinished.found ? HOME_OFFERS : HOME_OFFERS - 1;
    const struct measures *m = &airy;
    int margin = canvas_units(canvas, 12);
    int needed = canvas_units(canvas, content_height(m, count) + 2 * m->inset - 10);
    if (needed + 2 * margin > window.h || window.w < canvas_units(canvas, 520)) {
        m = &tight;
        needed = canvas_units(canvas, content_height(m, count) + 2 * m->inset);
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
    int bottom = build_column(app, ui, m, column);
    ui_scroll_end(ui, bottom + canvas_units(canvas, 4));
    ui_default(ui, "button new-race");
    ui_status(ui, "Graph Prix: racing on squared paper.");
}

const struct screen screen_home = {.name = "home", .enter = enter, .leave = leave, .build = build};
