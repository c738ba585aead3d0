/* How to play: the rules that are in force, page by page, with small drawings.
 *
 * In a race these are the race's, on the set-up screen those that are being chosen, elsewhere a
 * preset's that can be picked. What is told comes from the game's book (book.h).
 */
#include "screens/help/page.h"

#include "rules/game.h"
#include "screens/help/rule_words.h"

#include <stdio.h>

enum { OWN_RULES = -1 };

static struct {
    int page;                /* of the game's book */
    const struct game *game; /* whose rules are told: */
    int preset;              /* of it; OWN_RULES: the race's or the set-up's */
    struct ui_scroll scroll;
} state;

static const double TITLE = 46; /* interface pixels */
static const double CONTENTS = 190, ROW_MOST = 38, ROW_LEAST = 25;
static const double GAP = 10, BETWEEN = 14; /* pages and presets */
static const double WIDE = 760;             /* less: no table of contents at the side */

/* The rules of where the player comes from, or NULL. */
static const struct setup *own_rules(const struct app *app)
{
    bool plays = app->screen == &screen_race || app->screen == &screen_tutorial ||
                 app->screen == &screen_results || app->screen == &screen_replay;
    if (app->session && plays)
        return session_setup(app->session);
    return app->screen == &screen_setup ? setup_shown() : NULL;
}

static bool is_in_race(const struct app *app)
{
    return own_rules(app) && app->screen != &screen_setup;
}

/* Where tracks are made the help is about that first of all. */
static bool is_making_tracks(const struct app *app)
{
    return app->screen == &screen_tracks || lesson_book_maker(app->screen);
}

static bool has_no_hints(const struct app *app)
{
    return is_in_race(app) && state.preset == OWN_RULES && !session_allow(app->session).hints;
}

static struct setup choose_rules(const struct app *app)
{
    const struct setup *own = own_rules(app);
    if (own && state.preset == OWN_RULES)
        return *own;
    int preset = state.preset == OWN_RULES ? 0 : state.preset;
    struct setup setup = setup_from_preset(state.game, preset);
    setup.players = 2;
    return setup;
}

static void enter(struct app *app)
{
    const struct setup *own = own_rules(app);
    const struct lesson_book *maker = lesson_book_maker(app->screen);
    state.game = own ? own->game : maker ? maker->game : games[0];
    state.preset = own ? OWN_RULES : 0;
    state.page = is_making_tracks(app) ? lesson_book_of(state.game)->making_page : 0;
    state.scroll.offset = 0;
}

static bool has_page(const struct help_telling *telling, int page)
{
    bool found = telling->book->pages[page].build != NULL;
    for (int i = 0; i < telling->count; i++)
        found |= telling->lessons[i]->page == page;
    return found;
}

/* The page `step` pages on; the same one at either end. */
static int turn_page(const struct help_telling *telling, int step)
{
    int count = telling->book->page_count;
    for (int page = state.page + step; page >= 0 && page < count; page += step)
        if (has_page(telling, page))
            return page;
    return state.page;
}

static void show_page(int page)
{
    if (page != state.page)
        state.scroll.offset = 0;
    state.page = page;
}

static void show_rules(const struct game *game, int preset)
{
    if (game != state.game)
        state.page = 0;
    state.game = game;
    state.preset = preset;
    state.scroll.offset = 0;
}

/* --- the table of contents -------------------------------------------------------------------- */

struct contents {
    struct box rest; /* what remains of the column */
    int row;         /* height of an entry */
};

/* Entries as high as the column allows, all in sight; less than they need: 0. */
static int contents_row(const struct app *app, const struct canvas *canvas,
                        const struct help_telling *telling, int height)
{
    int entries = is_in_race(app) ? 0 : state.game->table->preset_count + 1;
    entries += own_rules(app) && !is_in_race(app);
    for (const struct game *const *game = games; *game && !is_in_race(app); game++)
        entries += *game != state.game;
    for (int page = 0; page < telling->book->page_count; page++)
        entries += has_page(telling, page);
    int row = (height - canvas_units(canvas, BETWEEN)) / entries;
    int most = canvas_units(canvas, ROW_MOST);
    row = row < most ? row : most;
    return row < canvas_units(canvas, ROW_LEAST) ? 0 : row;
}

static bool build_entry(struct ui *ui, const char *id, const char *label, bool chosen,
                        struct contents *contents)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box row = box_cut_top(&contents->rest, contents->row);
    row.h -= canvas_units(canvas, 2);
    struct ui_state told = ui_target(ui, id, row, label);
    struct card card = {.fill = chosen ? theme->action : color_fade(theme->action, 0.1)};
    card.radius = 6;
    if (chosen || told.hovered)
        canvas_card(canvas, row, &card);
    canvas_text(canvas, chosen ? STYLE_STRONG : STYLE_BODY,
                chosen ? theme->action_text : theme->action, label,
                box_inset(row, canvas_units(canvas, 12), 0), ALIGN_LEFT);
    if (told.ring)
        ui_focus_ring(ui, row, 6);
    return told.clicked;
}

static void build_presets(const struct app *app, struct ui *ui, struct contents *column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct game *told = state.game;
    const struct rule_table *table = told->table;
    struct box label = box_cut_top(&column->rest, column->row);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, "The rules of",
                box_inset(label, canvas_units(canvas, 12), 0), ALIGN_LEFT);
    if (own_rules(app) &&
        build_entry(ui, "preset own", "Your set-up", state.preset == OWN_RULES, column))
        show_rules(own_rules(app)->game, OWN_RULES);
    for (int i = 0; i < table->preset_count; i++) {
        char id[60];
        snprintf(id, sizeof id, "preset %s", table->presets[i].name);
        if (build_entry(ui, id, table->presets[i].title, state.preset == i, column))
            show_rules(told, i);
    }
    for (const struct game *const *game = games; *game; game++) {
        char id[60];
        snprintf(id, sizeof id, "game %s", (*game)->name);
        if (*game != told && build_entry(ui, id, (*game)->title, false, column))
            show_rules(*game, 0);
    }
}

static void build_pages(struct ui *ui, const struct help_telling *telling,
                        struct contents *contents)
{
    const struct lesson_page *pages = telling->book->pages;
    for (int page = 0; page < telling->book->page_count; page++) {
        char id[40];
        if (!has_page(telling, page))
            continue;
        snprintf(id, sizeof id, "page %s", pages[page].name);
        if (build_entry(ui, id, pages[page].title, state.page == page, contents))
            show_page(page);
    }
}

/* Returns where it ends. */
static int build_contents(const struct app *app, struct ui *ui, const struct help_telling *telling,
                          struct contents contents)
{
    build_pages(ui, telling, &contents);
    if (!is_in_race(app)) {
        box_cut_top(&contents.rest, canvas_units(ui_canvas(ui), BETWEEN));
        build_presets(app, ui, &contents);
    }
    return contents.rest.y;
}

/* --- the frame -------------------------------------------------------------------------------- */

static void build_header(struct app *app, struct ui *ui, struct box row, bool wide)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int gap = canvas_units(canvas, GAP), height = canvas_units(canvas, 40);
    struct box close = box_cut_right(&row, ui_button_width(ui, "Close"));
    if (ui_button(ui, "button close", "Close", box_centre(close, close.w, height), LOOK_PLAIN))
        app_close_over(app);
    if (wide && app->screen != &screen_tutorial) {
        box_cut_right(&row, gap);
        struct box box = box_cut_right(&row, ui_button_width(ui, "Tutorial"));
        if (ui_button(ui, "button tutorial", "Tutorial", box_centre(box, box.w, height),
                      LOOK_PLAIN))
            app_go(app, &screen_tutorial);
    }
    const char *title = "How to play";
    if (wide && is_in_race(app))
        title = "The rules of this race";
    else if (is_making_tracks(app))
        title = wide ? "How to draw and to play" : "Help";
    canvas_text(canvas, wide ? STYLE_TITLE : STYLE_HEADING, theme->ink, title, row, ALIGN_LEFT);
}

static void build_footer(struct ui *ui, const struct help_telling *telling, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    int back = turn_page(telling, -1), next = turn_page(telling, 1);
    int width = canvas_units(canvas, 110);
    struct box left = box_cut_left(&row, width), right = box_cut_right(&row, width);
    if (back == state.page)
        ui_button_disabled(ui, "Back", left);
    else if (ui_button(ui, "button back", "Back", left, LOOK_PLAIN))
        show_page(back);
    if (next == state.page)
        ui_button_disabled(ui, "Next", right);
    else if (ui_button(ui, "button next", "Next", right, LOOK_PRIMARY))
        show_page(next);
    ui_default(ui, next == state.page ? "button close" : "button next");
    char title[60];
    int at = 0, count = 0;
    for (int page = 0; page < telling->book->page_count; page++) {
        count += has_page(telling, page);
        at = page == state.page ? count : at;
    }
    const struct lesson_page *page = &telling->book->pages[state.page];
    snprintf(title, sizeof title, "%s · %d of %d", page->title, at, count);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, title, row, ALIGN_CENTRE);
}

/* What stands at the side of a wide window stands below the page in a narrow one. */
static int build_below(struct app *app, struct ui *ui, const struct help_telling *telling,
                       struct box column)
{
    int gap = canvas_units(ui_canvas(ui), GAP);
    box_cut_top(&column, gap);
    if (app->screen != &screen_tutorial &&
        ui_button(ui, "button tutorial", "Tutorial", box_cut_top(&column, ui_button_height(ui)),
                  LOOK_PLAIN))
        app_go(app, &screen_tutorial);
    box_cut_top(&column, gap);
    struct contents contents = {column, canvas_units(ui_canvas(ui), ROW_MOST)};
    return build_contents(app, ui, telling, contents);
}

static void tell_status(struct ui *ui, const struct help_telling *telling)
{
    struct text status = {0};
    const struct lesson_page *page = &telling->book->pages[state.page];
    text_append_format(&status, "How to play, %s", page->title);
    if (page->tell)
        page->tell(telling, &status);
    for (int i = 0, told = 0; i < telling->count; i++)
        if (telling->lessons[i]->page == state.page) {
            text_append(&status, told++ ? ", " : ": ");
            rule_words(telling->setup, telling->lessons[i]->heading, &status);
        }
    ui_status(ui, text_string(&status));
    text_free(&status);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct lesson *lessons[LESSON_LIMIT];
    struct setup setup = choose_rules(app);
    const struct lesson_book *book = lesson_book_of(setup.game);
    struct help_telling telling = {.book = book,
                                   .setup = &setup,
                                   .lessons = lessons,
                                   .count = lessons_collect(book, &setup, lessons),
                                   .no_hints = has_no_hints(app),
                                   .from = app->screen};
    if (!has_page(&telling, state.page))
        state.page = 0;
    struct box inside = ui_dialog(ui, 1180, 820, "button close");
    int gap = canvas_units(canvas, GAP), side = canvas_units(canvas, 14);
    int row = contents_row(app, canvas, &telling, inside.h - canvas_units(canvas, TITLE) - gap);
    bool wide = inside.w >= canvas_units(canvas, WIDE) && row > 0;
    build_header(app, ui, box_cut_top(&inside, canvas_units(canvas, TITLE)), wide);
    box_cut_top(&inside, gap);
    if (wide) {
        struct box column = box_cut_left(&inside, canvas_units(canvas, CONTENTS));
        build_contents(app, ui, &telling, (struct contents){column, row});
        box_cut_left(&inside, canvas_units(canvas, 24));
    }
    struct box footer = box_cut_bottom(&inside, canvas_units(canvas, 40));
    box_cut_bottom(&inside, gap);
    int y = ui_scroll_begin(ui, "help", box_inset(inside, -side, 0), &state.scroll);
    struct box column = {inside.x, y, inside.w, inside.h};
    int bottom = help_build_page(canvas, &telling, state.page, column);
    if (!wide)
        bottom = build_below(app, ui, &telling, box_make(inside.x, bottom, inside.w, 100000));
    ui_scroll_end(ui, bottom);
    build_footer(ui, &telling, footer);
    tell_status(ui, &telling);
}

const struct screen screen_help = {.name = "help", .enter = enter, .build = build};
