/* The end of a race: the sheet as it was driven, the places, and what to do next.
 */
#include "base/number.h"
#include "screens/screen.h"
#include "screens/series.h"
#include "session/tally.h"

#include <math.h>
#include <stdio.h>

static struct {
    struct picture *sheet;
    double scale;
    struct ui_scroll scroll;
} results;

static void leave(struct app *app)
{
    (void)app;
    picture_free(results.sheet);
    results.sheet = NULL;
}

/* --- the sheet ------------------------------------------------------------------------------- */

static struct picture *paint_sheet(struct app *app, struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct session *session = app->session;
    const struct track *track = session_setup(session)->track;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, box.w, box.h);
    cairo_t *cairo = cairo_create(surface);
    double square = fmin((double)box.w / track->width, (double)box.h / track->height);
    struct paper_view view = {(box.w - square * track->width) / 2,
                              (box.h - square * track->height) / 2, square, canvas_scale(canvas)};
    paper_draw_sheet(cairo, &view, track, theme);
    for (int step = 0; step < session_step_count(session); step++)
        paper_draw_step(cairo, &view, session, step, 1, false, theme);
    paper_draw_cars(cairo, &view, session, session_race(session), theme);
    cairo_destroy(cairo);
    return picture_create(surface);
}

/* The largest box of the sheet's shape in `room`, at its upper edge. */
static struct box sheet_box(const struct track *track, struct box room)
{
    double square = fmin((double)room.w / track->width, (double)room.h / track->height);
    int width = (int)(square * track->width), height = (int)(square * track->height);
    return box_make(room.x + (room.w - width) / 2, room.y, width, height);
}

static void draw_sheet(struct app *app, struct canvas *canvas, struct box room)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int edge = canvas_units(canvas, 10);
    struct box inner = sheet_box(session_setup(app->session)->track, box_inset(room, edge, edge));
    if (inner.w < 16 || inner.h < 16 || canvas_is_muted(canvas))
        return;
    struct card card = {.fill = theme->paper, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    card.shadow = true;
    canvas_card(canvas, box_inset(inner, -edge, -edge), &card);
    bool current = results.sheet && picture_width(results.sheet) == inner.w &&
                   picture_height(results.sheet) == inner.h &&
                   fabs(results.scale - canvas_scale(canvas)) < 1e-6;
    if (!current) {
        picture_free(results.sheet);
        results.sheet = paint_sheet(app, canvas, inner);
        results.scale = canvas_scale(canvas);
    }
    canvas_picture(canvas, results.sheet, inner);
}

/* --- the table ------------------------------------------------------------------------------- */

static void print_place(const struct tally *tally, char *into, int size)
{
    if (tally->retired)
        snprintf(into, (size_t)size, "out");
    else if (tally->place)
        snprintf(into, (size_t)size, "%d%s", tally->place, number_ordinal_ending(tally->place));
    else
        snprintf(into, (size_t)size, "–");
}

static void print_plural(char *into, int size, int number, const char *one, const char *many)
{
    snprintf(into, (size_t)size, "%d %s", number, number == 1 ? one : many);
}

/* One fact a cell, so that the columns of all rows line up. */
enum { FACT_COUNT = 4 };
static void print_facts(const struct tally *tally, char facts[FACT_COUNT][32])
{
    print_plural(facts[0], 32, tally->moves, "move", "moves");
    print_plural(facts[1], 32, tally->crashes, "crash", "crashes");
    print_plural(facts[2], 32, tally->missed_turns, "turn missed", "turns missed");
    snprintf(facts[3], 32, "top speed %.1f", sqrt(tally->top_speed_squared));
}

/* In a card of this width: all beside one another, or two and two. */
static int fact_columns(const struct canvas *canvas, int card_width)
{
    return card_width >= canvas_units(canvas, 505) ? FACT_COUNT : 2;
}

static void draw_facts(struct canvas *canvas, const struct tally *tally, int columns,
                       struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char facts[FACT_COUNT][32];
    print_facts(tally, facts);
    int height = row.h * columns / FACT_COUNT;
    for (int i = 0; i < FACT_COUNT; i++) {
        struct box line = {row.x, row.y + i / columns * height, row.w, height};
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, facts[i],
                    box_column(line, i % columns, columns, canvas_units(canvas, 6)), ALIGN_LEFT);
    }
}

static int row_height(const struct canvas *canvas, int width)
{
    return canvas_units(canvas, fact_columns(canvas, width) == FACT_COUNT ? 72 : 94);
}

static void draw_row(struct app *app, struct canvas *canvas, const struct tally *tally,
                     struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct player *player = session_player(app->session, tally->player);
    bool won = tally->place == 1;
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = won ? 2.5 : 1.5;
    if (won)
        card.edge = theme->pens[player->pen - 1];
    canvas_card(canvas, box, &card);
    char place[16];
    print_place(tally, place, sizeof place);
    struct box inside = box_inset(box, canvas_units(canvas, 16), canvas_units(canvas, 10));
    struct box mark = box_cut_left(&inside, canvas_units(canvas, 40));
    struct box upper = box_cut_top(&inside, canvas_units(canvas, 28));
    canvas_mark(canvas, player->pen, mark.x + canvas_units(canvas, 12), upper.y + upper.h / 2.0,
                canvas_units(canvas, 22));
    struct box right = box_cut_right(&upper, canvas_units(canvas, 54));
    canvas_text(canvas, STYLE_HEADING, theme->ink, place, right, ALIGN_RIGHT);
    canvas_text(canvas, STYLE_HEADING, theme->ink, player->name, upper, ALIGN_LEFT);
    draw_facts(canvas, tally, fact_columns(canvas, box.w), inside);
}

static void print_title(struct app *app, const struct tally *tallies, int count, char *into,
                        int size)
{
    const struct setup *setup = session_setup(app->session);
    const char *where = setup->track->name[0] ? setup->track->name : "the track";
    const char *name = session_player(app->session, tallies[0].player)->name;
    if (tallies[0].place != 1 || tallies[0].retired)
        snprintf(into, (size_t)size, "Nobody came through");
    else if (count > 1 && tallies[1].place == 1)
        snprintf(into, (size_t)size, "A dead heat on %s", where);
    else if (count == 1)
        snprintf(into, (size_t)size, "%s has finished %s", name, where);
    else
        snprintf(into, (size_t)size, "%s wins on %s", name, where);
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

static void do_picture(struct app *app)
{
    app_save_picture(app);
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
                  {"button picture", "Save a picture", do_picture},
                  {"button home", "Home", do_home}};
enum { NEXT_STEP_COUNT = sizeof next_steps / sizeof next_steps[0] };

/* In a series the next race comes first, in place of a rematch. */
static struct next_step next_step_at(const struct app *app, int index)
{
    if (index == 0 && series_is_shown(app))
        return (struct next_step){"button next-race", series_next_label(app), series_go_next};
    return next_steps[index];
}

/* From left to right, in as many rows as they need; measuring only tells the height. */
static int build_next_steps(struct app *app, struct ui *ui, struct box room, bool measuring)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 12), height = ui_button_height(ui);
    int x = room.x, y = room.y;
    for (int i = 0; i < NEXT_STEP_COUNT; i++) {
        struct next_step step = next_step_at(app, i);
        int width = ui_button_width(ui, step.label);
        if (x > room.x && x + width > room.x + room.w) {
            x = room.x;
            y += height + gap;
        }
        struct box box = {x, y, width, height};
        if (!measuring && ui_button(ui, step.id, step.label, box, i ? LOOK_PLAIN : LOOK_PRIMARY))
            step.act(app);
        x += width + gap;
    }
    return y + height - room.y;
}

static void build_table(struct app *app, struct ui *ui, struct box area,
                        const struct tally *tallies, int count, int sheet_height)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 10);
    int y = ui_scroll_begin(ui, "results", area, &results.scroll);
    struct box column = {area.x, y, area.w - canvas_units(canvas, 14), 100000};
    for (int i = 0; i < count; i++) {
        draw_row(app, canvas, &tallies[i], box_cut_top(&column, row_height(canvas, column.w)));
        box_cut_top(&column, gap);
    }
    if (series_is_shown(app)) {
        series_draw_table(canvas, app, box_cut_top(&column, series_table_height(canvas, app)));
        box_cut_top(&column, gap);
    }
    if (sheet_height > 0)
        draw_sheet(app, canvas, box_cut_top(&column, sheet_height));
    ui_scroll_end(ui, column.y);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(app->session, tallies);
    char title[200];
    print_title(app, tallies, count, title, sizeof title);
    struct box page = canvas_box(canvas);
    canvas_fill(canvas, page, theme->panel);
    bool wide = page.w >= canvas_units(canvas, 960) && page.h >= canvas_units(canvas, 420);
    page =
        box_inset(page, canvas_units(canvas, wide ? 40 : 16), canvas_units(canvas, wide ? 30 : 10));
    canvas_text(canvas, STYLE_TITLE, theme->ink, title,
                box_cut_top(&page, canvas_units(canvas, wide ? 60 : 46)), ALIGN_LEFT);
    struct box steps = box_cut_bottom(&page, build_next_steps(app, ui, page, true));
    box_cut_bottom(&page, canvas_units(canvas, wide ? 26 : 10));
    int sheet_height = page.w * 6 / 10;
    if (wide) {
        draw_sheet(app, canvas, box_cut_left(&page, page.w * 55 / 100));
        box_cut_left(&page, canvas_units(canvas, 36));
        sheet_height = 0;
    }
    build_table(app, ui, page, tallies, count, sheet_height);
    build_next_steps(app, ui, steps, false);
    ui_default(ui, next_step_at(app, 0).id);
    ui_status(ui, title);
}

static bool event(struct app *app, const SDL_Event *event)
{
    bool back = event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE;
    if (back)
        app_go(app, &screen_race);
    return back;
}

const struct screen screen_results = {
    .name = "results", .leave = leave, .build = build, .event = event};
