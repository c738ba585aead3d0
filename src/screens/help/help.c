/* How to play: the rules that are in force, page by page, with small drawings.
 *
 * In a race these are the race's, on the set-up screen those that are being chosen, elsewhere a
 * preset's that can be picked. What is told comes from the game's book (book.h).
 */
#include "screens/help/book.h"
#include "screens/help/coach.h"

#include "rules/game.h"

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
    setup.players = PLAYER_LIMIT; /* what needs many is told, too */
    return setup;
}

static void enter(struct app *app)
{
    const struct setup *own = own_rules(app);
    const struct lesson_start *start;
    const struct lesson_book *book = lesson_book_start(app->screen, &start);
    state.game = own ? own->game : book ? book->game : games[0];
    state.preset = own ? OWN_RULES : 0;
    /* Where tracks are made, or classes taught, the help is about that first of all. */
    state.page = app->screen == &screen_tracks ? lesson_book_of(state.game)->making_page
                 : book                        ? start->page
                                               : 0;
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
    struct app *app;
    const struct help_telling *telling;
    int row; /* height of an entry */
};

static bool build_entry(struct layout *column, const struct contents *contents, const char *id,
                        const char *label, bool chosen)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box row = layout_cut(column, AT_TOP, contents->row);
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

static void build_presets(struct layout *column, const struct contents *contents)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct setup *own = own_rules(contents->app);
    const struct game *told = state.game;
    const struct rule_table *table = told->table;
    char id[60];
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, "The rules of",
                box_inset(layout_cut(column, AT_TOP, contents->row), canvas_units(canvas, 12), 0),
                ALIGN_LEFT);
    if (own &&
        build_entry(column, contents, "preset own", "Your set-up", state.preset == OWN_RULES))
        show_rules(own->game, OWN_RULES);
    for (int i = 0; i < table->preset_count; i++) {
        snprintf(id, sizeof id, "preset %s", table->presets[i].name);
        if (build_entry(column, contents, id, table->presets[i].title, state.preset == i))
            show_rules(told, i);
    }
    for (const struct game *const *game = games; *game; game++) {
        snprintf(id, sizeof id, "game %s", (*game)->name);
        if (*game != told && build_entry(column, contents, id, (*game)->title, false))
            show_rules(*game, 0);
    }
}

static void build_contents(struct layout *column, void *data)
{
    const struct contents *contents = data;
    const struct lesson_book *book = contents->telling->book;
    for (int page = 0; page < book->page_count; page++) {
        if (!has_page(contents->telling, page))
            continue;
        const char *id = ui_words("page %s", book->pages[page].name);
        if (build_entry(column, contents, id, book->pages[page].title, state.page == page))
            show_page(page);
    }
    layout_skip(column, AT_TOP, BETWEEN);
    if (!is_in_race(contents->app))
        build_presets(column, contents);
}

/* Entries as high as the column allows, all in sight; less than they need: 0. */
static int contents_row(struct ui *ui, struct contents *contents, int height)
{
    const struct canvas *canvas = ui_canvas(ui);
    int between = canvas_units(canvas, BETWEEN), most = canvas_units(canvas, ROW_MOST);
    contents->row = 1;
    int entries = layout_measure(ui, LAYOUT_ENDLESS, build_contents, contents) - between;
    int row = (height - between) / entries;
    return row < canvas_units(canvas, ROW_LEAST) ? 0 : row < most ? row : most;
}

/* --- the frame -------------------------------------------------------------------------------- */

static bool offers_tutorial(const struct app *app, const struct lesson_book *book)
{
    return book->tutorial && app->screen != &screen_tutorial;
}

static void build_header(struct app *app, struct layout row, const struct help_telling *telling,
                         bool wide)
{
    const struct lesson_book *book = telling->book;
    struct contest contest = contest_of(telling->setup);
    struct canvas *canvas = ui_canvas(row.ui);
    if (layout_button(&row, AT_RIGHT, "button close", "Close", LOOK_PLAIN))
        app_close_over(app);
    if (wide && offers_tutorial(app, book) &&
        layout_button(&row, AT_RIGHT, coach_button(&contest), "Tutorial", LOOK_PLAIN))
        coach_open(app, &contest);
    const struct lesson_start *start = NULL;
    const char *title = "How to play";
    if (wide && is_in_race(app))
        title = "The rules of this race";
    else if (lesson_book_start(app->screen, &start) || app->screen == &screen_tracks)
        title = !wide ? "Help" : start->screen ? start->title : "How to draw and to play";
    canvas_text(canvas, wide ? STYLE_TITLE : STYLE_HEADING, canvas_theme(canvas)->ink, title,
                row.rest, ALIGN_LEFT);
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
    int at = 0, count = 0;
    for (int page = 0; page < telling->book->page_count; page++) {
        count += has_page(telling, page);
        at = page == state.page ? count : at;
    }
    const struct lesson_page *page = &telling->book->pages[state.page];
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                ui_words("%s · %d of %d", page->title, at, count), row, ALIGN_CENTRE);
}

/* What stands at the side of a wide window stands below the page in a narrow one. */
static void build_below(struct layout *column, struct contents *contents)
{
    column->gap = GAP;
    struct contest contest = contest_of(contents->telling->setup);
    if (offers_tutorial(contents->app, contents->telling->book) &&
        ui_button(column->ui, coach_button(&contest), "Tutorial",
                  layout_cut(column, AT_TOP, ui_button_height(column->ui)), LOOK_PLAIN))
        coach_open(contents->app, &contest);
    column->gap = 0;
    contents->row = canvas_units(ui_canvas(column->ui), ROW_MOST);
    build_contents(column, contents);
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
    struct layout inside = {ui, ui_dialog(ui, 1180, 820, "button close"), GAP};
    struct contents contents = {.app = app, .telling = &telling};
    struct layout header = layout_row(&inside, TITLE, GAP);
    contents.row = contents_row(ui, &contents, inside.rest.h);
    bool wide = inside.rest.w >= canvas_units(canvas, WIDE) && contents.row > 0;
    build_header(app, header, &telling, wide);
    if (wide) {
        struct layout column = {ui, layout_take(&inside, AT_LEFT, CONTENTS), 0};
        build_contents(&column, &contents);
        layout_skip(&inside, AT_LEFT, 24 - GAP);
    }
    struct box footer = layout_take(&inside, AT_BOTTOM, 40);
    struct box area = box_inset(inside.rest, -canvas_units(canvas, 14), 0);
    int y = ui_scroll_begin(ui, "help", area, &state.scroll);
    struct layout column = layout_column(ui, inside.rest.x, y, inside.rest.w, 0);
    telling.room = inside.rest.h;
    help_build_page(&column, &telling, state.page);
    if (!wide)
        build_below(&column, &contents);
    ui_scroll_end(ui, column.rest.y - (wide ? canvas_units(canvas, column.gap) : 0));
    build_footer(ui, &telling, footer);
    tell_status(ui, &telling);
}

const struct screen screen_help = {.name = "help", .enter = enter, .build = build};
