/* The dialog that prints: what is printed and how at the left, the pages at the right.
 *
 * What it asked for last is kept while the program runs. The plan and the picture of the page are
 * kept until something that they depend on is another. The race that is printed is borrowed: the
 * dialog closes when it is no longer there.
 */
#include "paper/ink.h"
#include "paper/print.h"
#include "screens/after/pages.h"

#include <stdio.h>
#include <string.h>

static const double ROW = 36, GAP = 8;
enum { EMPTY_MOST = 200, EMPTY_STEP = 5 };

/* All that the pages depend on; compared byte by byte. */
struct wanted {
    const struct session *session; /* borrowed */
    int steps;
    struct course course; /* retained */
    struct setup setup;   /* of the course */
    struct print_options options;
    bool empty; /* squares alone, whatever else there is */
    int columns, rows;
};

static struct {
    struct wanted now, planned; /* what plan and picture belong to */
    bool chosen;                /* the options hold what was chosen before */
    bool known, possible;
    struct print_plan plan;
    struct error error;
    struct ui_scroll scroll;
} printing;

static struct wanted *const now = &printing.now;

/* --- what is printed -------------------------------------------------------------------------- */

static bool is_there(const struct app *app)
{
    return !now->session || now->session == app->session || now->session == app->looked_at;
}

void app_print(struct app *app, struct course course)
{
    struct course before = now->course;
    const struct setup *shown = setup_shown();
    now->session = course.body ? NULL : app->looked_at ? app->looked_at : app->session;
    now->course = course_retain(course);
    course_release(before);
    now->empty = !now->session && !course.body;
    if (course.body)
        now->setup =
            shown && shown->course.body == course.body ? *shown : print_usual_setup(course);
    if (!printing.chosen)
        now->options = print_usual;
    printing.chosen = true;
    pages_go_to_first();
    app_open_over(app, &screen_printing);
}

static struct print_subject subject(void)
{
    struct print_subject subject = {.columns = now->columns, .rows = now->rows};
    if (now->empty)
        return subject;
    subject.session = now->session;
    subject.steps = now->steps;
    subject.course = now->course;
    if (now->course.body)
        subject.setup = &now->setup;
    return subject;
}

/* Plans anew if anything is another. */
static void follow_wishes(const struct app *app)
{
    if (now->session)
        now->steps =
            now->session == app->looked_at ? app->looked_steps : session_step_count(now->session);
    if (!printing.known || memcmp(now, &printing.planned, sizeof *now) != 0) {
        struct print_subject wanted = subject();
        memcpy(&printing.planned, now, sizeof *now);
        printing.possible = print_plan(&wanted, &now->options, &printing.plan, &printing.error);
        printing.known = true;
        pages_forget();
    }
}

static void enter(struct app *app)
{
    (void)app;
    printing.known = false;
    printing.scroll = (struct ui_scroll){0};
    pages_enter();
}

static void leave(struct app *app)
{
    (void)app;
    pages_leave();
    now->session = NULL;
    course_release(now->course);
    now->course = (struct course){0};
}

static const char *subject_name(void)
{
    struct course course = now->session ? session_setup(now->session)->course : now->course;
    if (now->empty || !course.body)
        return "squares";
    return course_name(course)[0] ? course_name(course) : course.game->course->noun;
}

/* --- options ---------------------------------------------------------------------------------- */

static void build_kind(struct layout *column)
{
    struct flow flow = flow_begin(column, GAP);
    if (!now->session && !now->course.body)
        return;
    if (pages_option(&flow, "choice print-sheet", now->session ? "The race" : "The track",
                     !now->empty))
        now->empty = false;
    if (pages_option(&flow, "choice print-empty", "Empty squares", now->empty))
        now->empty = true;
    flow_end(&flow, column);
}

/* The usual sizes, and the one that brings the sheet onto one page. */
static void build_square(struct layout *column)
{
    static const int usual[] = {40, 50, 75, 100};
    enum { USUAL = sizeof usual / sizeof *usual };
    struct flow flow = pages_begin_options(column, "Squares");
    int one_page = printing.plan.one_page_square;
    int taken = printing.plan.square;
    char text[32], id[64];
    bool is_usual = false;
    for (int i = 0; i < USUAL; i++) {
        snprintf(text, sizeof text, "%g mm", usual[i] / 10.0);
        snprintf(id, sizeof id, "choice square %s", text);
        is_usual = is_usual || taken == usual[i];
        if (pages_option(&flow, id, text, taken == usual[i]))
            now->options.square = usual[i];
    }
    int counters = printing.plan.usual_square;
    if (counters != PRINT_SQUARE_USUAL && !now->empty) {
        snprintf(text, sizeof text, "For counters: %g mm", counters / 10.0);
        is_usual = is_usual || taken == counters;
        if (pages_option(&flow, "choice square counters", text, taken == counters))
            now->options.square = counters;
    }
    if (!is_usual || (one_page > 0 && !now->empty)) {
        int size = is_usual || one_page > 0 ? one_page : taken;
        snprintf(id, sizeof id, one_page > 0 ? "All on one page: %g mm" : "%g mm", size / 10.0);
        if (pages_option(&flow, "choice square fitting", id, taken == size))
            now->options.square = size;
    }
    flow_end(&flow, column);
}

static void build_empty(struct layout *column)
{
    static const struct ui_range range = {0, EMPTY_MOST, EMPTY_STEP, "", "fits"};
    pages_stepper(column, "choice columns", "Squares across", &now->columns, &range);
    pages_stepper(column, "choice rows", "Squares down", &now->rows, &range);
    /* One alone has no meaning: the other then is as usual. */
    if ((now->columns > 0) != (now->rows > 0)) {
        bool added = printing.planned.columns == 0 && printing.planned.rows == 0;
        int *other = now->columns > 0 ? &now->rows : &now->columns;
        if (added)
            *other = now->columns > 0 ? 30 : 40;
        else
            now->columns = now->rows = 0;
    }
}

/* Another preset of the same contest: an arena knows derbies alone. */
static void change_preset(int step)
{
    const struct game *game = now->setup.game;
    int count = game->table->preset_count, preset = now->setup.preset;
    for (int i = 0; i < count; i++) {
        struct error error;
        preset = (preset + step + count) % count;
        struct setup setup = setup_from_preset(game, preset);
        setup.players = now->setup.players;
        setup.course = now->course;
        if (!setup_check(&setup, &error))
            continue;
        now->setup = setup;
        return;
    }
}

static void build_preset(struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct box row = layout_take(column, AT_TOP, ROW);
    struct box more = box_cut_right(&row, canvas_units(canvas, 40));
    struct box less = box_cut_left(&row, canvas_units(canvas, 40));
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink,
                now->setup.game->table->presets[now->setup.preset].title, row, ALIGN_CENTRE);
    if (ui_button(column->ui, "button preset-before", "‹", less, LOOK_PLAIN))
        change_preset(-1);
    if (ui_button(column->ui, "button preset-after", "›", more, LOOK_PLAIN))
        change_preset(1);
}

/* What there is to write on. */
static const char *table_label(void)
{
    const struct game *game = now->session ? session_setup(now->session)->game : now->course.game;
    return game && ink_of(game)->draw_order_sheet ? "Order sheets" : "Table for moves";
}

static void build_rules(struct layout *column)
{
    static const struct ui_range players = {1, PLAYER_LIMIT, 1, "", NULL};
    struct ui *ui = column->ui;
    bool rules = !now->options.no_rules, table = !now->options.no_table;
    ui_check(ui, "choice print-rules", "Rules in short", layout_take(column, AT_TOP, 32), &rules);
    ui_check(ui, "choice print-table", table_label(), layout_take(column, AT_TOP, 32), &table);
    now->options.no_rules = !rules;
    now->options.no_table = !table;
    if (now->course.body && rules)
        build_preset(column);
    if (now->course.body && (rules || table))
        pages_stepper(column, "choice print-players", "Players", &now->setup.players, &players);
}

/* --- pages ------------------------------------------------------------------------------------ */

/* "3 pages of A4, lying", or what is wrong. */
static void print_facts(char *into, size_t size)
{
    const struct print_plan *plan = &printing.plan;
    if (!printing.possible)
        snprintf(into, size, "%s", printing.error.text);
    else if (plan->across * plan->down > 1)
        snprintf(into, size, "%d pages of %s: the sheet on %d × %d", plan->pages,
                 print_paper_names[now->options.paper], plan->across, plan->down);
    else
        snprintf(into, size, "%d %s of %s", plan->pages, plan->pages == 1 ? "page" : "pages",
                 print_paper_names[now->options.paper]);
}

static cairo_surface_t *preview(int page, int width, int height)
{
    struct print_subject wanted = subject();
    return print_preview(&wanted, &now->options, page, width, height);
}

static bool write_pages(struct text *into, struct error *error)
{
    struct print_subject wanted = subject();
    return print_pdf(&wanted, &now->options, into, error);
}

static struct pages pages_now(void)
{
    struct pages pages = {.name = subject_name(),
                          .paper = print_paper_names[now->options.paper],
                          .count = printing.possible ? printing.plan.pages : 0,
                          .preview = preview,
                          .write = write_pages};
    print_facts(pages.facts, sizeof pages.facts);
    return pages;
}

/* --- the dialog ------------------------------------------------------------------------------- */

static void build_options(struct layout *column)
{
    build_kind(column);
    pages_build_paper(column, &now->options.paper);
    build_square(column);
    if (now->empty)
        build_empty(column);
    else
        build_rules(column);
}

static void build(struct app *app, struct ui *ui)
{
    if (!is_there(app)) {
        app_close_over(app);
        return;
    }
    follow_wishes(app);
    struct pages_frame frame = pages_begin(ui, "Print", &printing.scroll);
    build_options(&frame.column);
    ui_scroll_end(ui, frame.column.rest.y);
    follow_wishes(app);
    struct pages pages = pages_now();
    pages_build(ui, frame.rest, &pages);
    pages_build_deeds(app, frame.deeds, &pages);
    ui_default(ui, "button save-pdf");
    pages_tell(ui, &pages);
}

const struct screen screen_printing = {
    .name = "printing", .enter = enter, .leave = leave, .build = build};
