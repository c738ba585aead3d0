/* The books of the games, which lessons are told under a set-up, and the numbers in their
 * sentences.
 */

#include "rules/game.h"
#include "screens/help/book.h"
#include "screens/help/tutorial.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void help_build_fields(struct layout *column, const struct help_telling *telling);

static const struct lesson plain_page = PAGE("game", "The rules", help_build_fields);
static const struct lesson_book plain_book = {.lessons = &plain_page, .count = 1};

const struct lesson_book *lesson_book_of(const struct game *game)
{
    for (const struct lesson_book *const *book = lesson_books; *book; book++)
        if ((*book)->game == game)
            return *book;
    return &plain_book;
}

/* The one whose game has this screen for its own, and how it begins there; NULL: none. */
static const struct lesson_book *lesson_book_start(const struct screen *screen,
                                                   const struct lesson_start **start)
{
    for (const struct lesson_book *const *book = lesson_books; *book; book++)
        for (*start = (*book)->starts; *start && (*start)->screen; ++*start)
            if ((*start)->screen == screen)
                return *book;
    return NULL;
}

const struct lesson_page *lesson_page_at(const struct lesson_book *book, int page)
{
    for (int i = 0; i < book->count; i++)
        if (book->lessons[i].page && page-- == 0)
            return book->lessons[i].page;
    return NULL;
}

int lesson_page_called(const struct lesson_book *book, const char *name)
{
    const struct lesson_page *at;
    for (int page = 0; name && (at = lesson_page_at(book, page)) != NULL; page++)
        if (strcmp(at->name, name) == 0)
            return page;
    return 0;
}

static bool is_on(const struct lesson_book *book, const struct lesson *lesson, int page)
{
    while (!lesson->page)
        lesson--;
    return lesson->page == lesson_page_at(book, page);
}

bool lesson_need_met(const struct lesson_book *book, const struct lesson_need *need,
                     const struct setup *setup)
{
    int value = setup->values[need->field];
    switch (need->relation) {
    case NEEDS_NOTHING:
        return true;
    case NEEDS_VALUE:
        return value == need->value && setup_field_matters(setup, need->field);
    case NEEDS_MORE:
        return value > need->value && setup_field_matters(setup, need->field);
    case NEEDS_OWN:
        return book->meets(setup, need->value);
    }
    return false;
}

static bool is_told(const struct lesson_book *book, const struct lesson *lesson,
                    const struct setup *setup)
{
    bool told = !lesson->page;
    for (int i = 0; i < LESSON_NEEDS; i++)
        told &= lesson_need_met(book, &lesson->needs[i], setup);
    return told;
}

int lessons_collect(const struct lesson_book *book, const struct setup *setup,
                    const struct lesson *told[])
{
    int count = 0;
    for (int i = 0; i < book->count; i++)
        if (is_told(book, &book->lessons[i], setup)) {
            assert(count < LESSON_LIMIT);
            told[count++] = &book->lessons[i];
        }
    return count;
}

/* --- numbers in sentences -------------------------------------------------------------------- */

static int value_of(const struct setup *setup, const char *name, size_t length)
{
    char field[40];
    assert(length < sizeof field);
    snprintf(field, sizeof field, "%.*s", (int)length, name);
    int index = fields_find(setup->game->table, field);
    assert(index >= 0);
    return setup->values[index];
}

void rule_words(const struct setup *setup, const char *pattern, struct text *into)
{
    for (const char *open; (open = strchr(pattern, '{')) != NULL;) {
        const char *close = strchr(open, '}');
        assert(close);
        text_append_bytes(into, pattern, (size_t)(open - pattern));
        size_t name = strcspn(open + 1, " }");
        const char *noun = open + 1 + name + (open[1 + name] == ' ');
        int value = value_of(setup, open + 1, name);
        size_t length = (size_t)(close - noun);
        if (length == 0)
            text_append_format(into, "%d", value);
        else if (value == 0)
            text_append_format(into, "no %.*ss", (int)length, noun);
        else
            text_append_format(into, "%d %.*s%s", value, (int)length, noun, value == 1 ? "" : "s");
        pattern = close + 1;
    }
    text_append(into, pattern);
}

/* === page ===================================================================================== */

/* A page of the help: its lessons one below the other, a drawing and words; or a table. */

const double help_gap = 10;
static const double PADDING = 14, SIDE = 18, HEADING = 30; /* interface pixels */
static const double NARROW = 484;                          /* less: below one another */
static const double TALLEST = 270;                         /* a card, when there are few */
static const double DIAGRAM_GAP = 18;
static const double LINE = 27, TERM = 190;

void help_build_card(struct layout *column, int least, layout_builder *build, void *data)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int width = column->rest.w - 2 * canvas_units(canvas, SIDE);
    int needed = layout_measure(ui, width, build, data) + 2 * canvas_units(canvas, PADDING);
    struct box box = layout_cut(column, AT_TOP, needed > least ? needed : least);
    struct card card = {.fill = theme->panel, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1;
    canvas_card(canvas, box, &card);
    struct layout inside = layout_inside(ui, box, SIDE, PADDING, 0);
    build(&inside, data);
}

static void build_heading(struct layout *column, const char *heading)
{
    struct canvas *canvas = ui_canvas(column->ui);
    canvas_text(canvas, STYLE_HEADING, canvas_theme(canvas)->ink, heading,
                layout_take(column, AT_TOP, HEADING), ALIGN_LEFT);
}

static bool is_narrow(const struct layout *column)
{
    return column->rest.w < canvas_units(ui_canvas(column->ui), NARROW);
}

/* --- lessons ---------------------------------------------------------------------------------- */

struct card_of_lesson {
    const struct help_telling *telling;
    const struct lesson *lesson;
    int height; /* of the drawing */
};

static void draw_diagram(struct canvas *canvas, const struct card_of_lesson *card, struct box box)
{
    const void *diagram = card->lesson->diagram;
    struct diagram_look look = {diagram, canvas_theme(canvas), canvas_scale(canvas)};
    canvas_shape(canvas, ui_words("diagram %p", diagram), box, card->telling->book->paint, &look);
}

/* The drawing at the left of the words, or above them. */
static void build_lesson(struct layout *column, void *data)
{
    const struct card_of_lesson *card = data;
    struct canvas *canvas = ui_canvas(column->ui);
    struct layout words = *column;
    struct text heading = {0}, text = {0};
    int width = card->height * DIAGRAM_WIDE / DIAGRAM_HIGH, least = 0;
    struct box diagram = {0};
    bool drawn = card->lesson->diagram && card->telling->book->paint;
    if (drawn && is_narrow(column)) {
        diagram = layout_cut(&words, AT_TOP, card->height);
        diagram.w = width;
        layout_skip(&words, AT_TOP, 6);
    } else if (drawn) {
        diagram = box_centre(layout_cut(&words, AT_LEFT, width), width, card->height);
        layout_skip(&words, AT_LEFT, DIAGRAM_GAP);
        least = card->height;
    }
    if (drawn)
        draw_diagram(canvas, card, diagram);
    rule_words(card->telling->setup, card->lesson->heading, &heading);
    rule_words(card->telling->setup, card->lesson->text, &text);
    build_heading(&words, text_string(&heading));
    layout_paragraph(&words, STYLE_BODY, canvas_theme(canvas)->ink, text_string(&text));
    int needed = words.rest.y - column->rest.y;
    layout_cut(column, AT_TOP, needed > least ? needed : least);
    text_free(&heading);
    text_free(&text);
}

void help_build_lessons(struct layout *column, const struct help_telling *telling, int page)
{
    const struct canvas *canvas = ui_canvas(column->ui);
    int count = 0, most = canvas_units(canvas, TALLEST);
    for (int i = 0; i < telling->count; i++)
        count += is_on(telling->book, telling->lessons[i], page);
    column->gap = help_gap;
    int share =
        (telling->room - (count - 1) * canvas_units(canvas, help_gap)) / (count ? count : 1);
    share = is_narrow(column) ? 0 : share < most ? share : most;
    int height = share - 2 * canvas_units(canvas, PADDING);
    int least = canvas_units(canvas, telling->book->diagram_least);
    for (int i = 0; i < telling->count; i++) {
        struct card_of_lesson card = {telling, telling->lessons[i],
                                      height > least ? height : least};
        if (is_on(telling->book, card.lesson, page))
            help_build_card(column, share, build_lesson, &card);
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

struct box help_build_row(struct layout *column, double wide, const char *what)
{
    struct canvas *canvas = ui_canvas(column->ui);
    bool narrow = is_narrow(column);
    enum canvas_style style = narrow ? STYLE_SMALL : STYLE_BODY;
    int line = canvas_units(canvas, LINE), spare = (line - canvas_line_height(canvas, style)) / 2;
    struct layout words = *column;
    struct box term = narrow ? box_cut_top(&words.rest, line)
                             : box_cut_left(&words.rest, canvas_units(canvas, wide));
    term.h = line;
    box_cut_top(&words.rest, spare);
    layout_paragraph(&words, style, canvas_theme(canvas)->ink, what);
    int needed = words.rest.y + spare - column->rest.y;
    layout_cut(column, AT_TOP, needed > line ? needed : line);
    return term;
}

struct help_table {
    const char *heading;
    const struct help_row *rows;
    int count;
};

static void build_table(struct layout *column, void *data)
{
    const struct help_table *table = data;
    struct canvas *canvas = ui_canvas(column->ui);
    if (table->heading)
        build_heading(column, table->heading);
    for (int i = 0; i < table->count; i++)
        canvas_text(canvas, is_narrow(column) ? STYLE_SMALL : STYLE_BODY,
                    canvas_theme(canvas)->action, table->rows[i].term,
                    help_build_row(column, TERM, table->rows[i].what), ALIGN_LEFT);
}

void help_build_rows(struct layout *column, const char *heading, const struct help_row *rows,
                     int count)
{
    struct help_table table = {heading, rows, count};
    help_build_card(column, 0, build_table, &table);
}

void help_build_keys(struct layout *column, const struct help_telling *telling)
{
    static const struct help_row everywhere[] = {
        {"Ctrl+Z, Ctrl+Y", "undo, and do again"},
        {"Wheel, + and -", "zoom"},
        {"Right or middle drag", "move the sheet"},
        {"F", "the whole sheet"},
        {"F9, F11", "fold the panels away, full screen"},
        {"F5, F6, F7", "the projector's large picture, its pen, a ring round the pointer"},
        {"Ctrl+M", "sound off, and on again"},
        {"F1, Esc", "these pages (in an editor: how to draw), the menu"},
        {"F12, Ctrl+S", "save a picture, save a copy of the race"},
        {"Tab, Enter", "everything else; arrows in a list; Ctrl+Enter: the main button"},
    };
    enum { EVERYWHERE = sizeof everywhere / sizeof *everywhere };
    struct help_row rows[LESSON_LIMIT];
    int told = 0;
    for (int i = 0; i < telling->book->key_count; i++) {
        const struct lesson_key *key = &telling->book->keys[i];
        if (!lesson_need_met(telling->book, &key->need, telling->setup))
            continue;
        rows[told] = key->row;
        if (telling->no_hints && key->without_hints)
            rows[told].what = key->without_hints;
        told++;
    }
    memcpy(rows + told, everywhere, sizeof everywhere);
    help_build_rows(column, NULL, rows, told + EVERYWHERE);
}

static void help_build_fields(struct layout *column, const struct help_telling *telling)
{
    const struct setup *setup = telling->setup;
    const struct rule_table *table = setup->game->table;
    struct help_row rows[RULES_FIELD_LIMIT];
    char numbers[RULES_FIELD_LIMIT][12];
    int told = 0;
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        int value = setup->values[i];
        if (!setup_field_matters(setup, i))
            continue;
        rows[told].term = field->title;
        rows[told++].what = field->choices ? field->choices[value].sentence
                                           : fields_print(field, value, numbers[i]);
    }
    help_build_rows(column, NULL, rows, told);
}

void help_build_page(struct layout *column, const struct help_telling *telling, int page)
{
    const struct lesson_page *built = lesson_page_at(telling->book, page);
    if (built->build)
        built->build(column, telling);
    else
        help_build_lessons(column, telling, page);
}

/* === help ===================================================================================== */

/* How to play: the rules that are in force, page by page, with small drawings.
 *
 * In a race these are the race's, on the set-up screen those that are being chosen, elsewhere a
 * preset's that can be picked. What is told comes from the game's book (book.h).
 */

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

static const char *wanted_page; /* by whoever opens the help; NULL: none */

void help_open_at(struct app *app, const char *page)
{
    wanted_page = page;
    app_open_over(app, &screen_help);
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
    state.game = own ? own->game : book ? book->game : game_usual;
    state.preset = own ? OWN_RULES : 0;
    /* Where tracks are made, or classes taught, the help is about that first of all. */
    const struct lesson_book *told = lesson_book_of(state.game);
    state.page = lesson_page_called(told, wanted_page                     ? wanted_page
                                          : app->screen == &screen_tracks ? told->making_page
                                          : book                          ? start->page
                                                                          : NULL);
    wanted_page = NULL;
    state.scroll.offset = 0;
}

static bool has_page(const struct help_telling *telling, int page)
{
    bool found = lesson_page_at(telling->book, page)->build != NULL;
    for (int i = 0; i < telling->count; i++)
        found |= is_on(telling->book, telling->lessons[i], page);
    return found;
}

/* The page `step` pages on; the same one at either end. */
static int turn_page(const struct help_telling *telling, int step)
{
    for (int page = state.page + step; page >= 0 && lesson_page_at(telling->book, page);
         page += step)
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

/* But for those of the page that is shown. */
const struct canvas_word *help_words(const struct app *app)
{
    static struct canvas_word sought[LESSON_WORDS + 1];
    const struct setup *own = own_rules(app);
    bool helps = app->over == &screen_help;
    const struct game *game = helps ? state.game : own ? own->game : NULL;
    const struct lesson_book *book = lesson_book_of(game);
    int count = 0;
    for (const struct canvas_word *word = book->words; word && word->word; word++)
        if (!helps || lesson_page_called(book, word->page) != state.page)
            sought[count++] = *word;
    sought[count] = (struct canvas_word){0};
    return sought;
}

void help_open_word(struct app *app, struct ui *ui)
{
    if (app->over ? app->over != &screen_help : ui_in_dialog(ui))
        return;
    const struct canvas_word *word = ui_build_found(ui);
    if (word && app->over)
        show_page(lesson_page_called(lesson_book_of(state.game), word->page));
    else if (word)
        help_open_at(app, word->page);
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
    const struct lesson_page *at;
    ui_group_begin(column->ui);
    for (int page = 0; (at = lesson_page_at(contents->telling->book, page)) != NULL; page++) {
        if (!has_page(contents->telling, page))
            continue;
        const char *id = ui_words("page %s", at->name);
        if (build_entry(column, contents, id, at->title, state.page == page))
            show_page(page);
    }
    layout_skip(column, AT_TOP, BETWEEN);
    if (!is_in_race(contents->app))
        build_presets(column, contents);
    ui_group_end(column->ui);
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
        title = !wide ? "Help" : start && start->screen ? start->title : "How to draw and to play";
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
    for (int page = 0; lesson_page_at(telling->book, page); page++) {
        count += has_page(telling, page);
        at = page == state.page ? count : at;
    }
    const struct lesson_page *page = lesson_page_at(telling->book, state.page);
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
                                   .no_hints = is_in_race(app) && state.preset == OWN_RULES &&
                                               !session_allow(app->session).hints,
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
    struct text status = {0};
    const struct lesson_page *page = lesson_page_at(telling.book, state.page);
    text_append_format(&status, "How to play, %s", page->title);
    if (page->tell)
        page->tell(&telling, &status);
    for (int i = 0, told = 0; i < telling.count && !page->tell; i++)
        if (is_on(telling.book, telling.lessons[i], state.page)) {
            text_append(&status, told++ ? ", " : ": ");
            rule_words(telling.setup, telling.lessons[i]->heading, &status);
        }
    ui_status(ui, text_string(&status));
    text_free(&status);
}

const struct screen screen_help = {.name = "help", .enter = enter, .build = build};
