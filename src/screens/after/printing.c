/* The dialog that prints: what is printed and how at the left, the pages at the right.
 *
 * What it asked for last is kept while the program runs. The plan and the picture of the page are
 * kept until something that they depend on is another. The race that is printed is borrowed: the
 * dialog closes when it is no longer there. The system's programs that show pages and print them
 * run beside the window.
 */
#include "base/system/aside.h"
#include "base/system/file.h"
#include "paper/ink.h"
#include "paper/print.h"
#include "screens/app.h"
#include "session/save.h"
#include "ui/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double OPTIONS_WIDTH = 320, ROW = 36, GAP = 8, WIDE = 940, HIGH = 640;
enum { EMPTY_MOST = 200, EMPTY_STEP = 5, DENSE = 8, SAID = 292 };

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
    int page;
    cairo_surface_t *preview; /* NULL: none */
    struct picture *picture;  /* of it */
    int picture_page, picture_width, picture_height;
    struct ui_scroll scroll;
    bool can_open, can_print;
    struct aside *printer; /* what was sent last; of an older one nothing is told any more */
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
    printing.page = 0;
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

static void drop_picture(void)
{
    picture_free(&printing.picture);
    if (printing.preview)
        cairo_surface_destroy(printing.preview);
    printing.preview = NULL;
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
        drop_picture();
    }
    int last = printing.possible ? printing.plan.pages - 1 : 0;
    printing.page = printing.page > last ? last : printing.page;
}

static void forget_printer(void)
{
    aside_free(printing.printer);
    printing.printer = NULL;
}

static void enter(struct app *app)
{
    (void)app;
    printing.known = false;
    printing.scroll = (struct ui_scroll){0};
    printing.can_open = file_program_exists("xdg-open");
    printing.can_print = file_program_exists("lp");
    forget_printer();
}

static void leave(struct app *app)
{
    (void)app;
    drop_picture();
    now->session = NULL;
    course_release(now->course);
    now->course = (struct course){0};
}

/* --- files ------------------------------------------------------------------------------------ */

static const char *subject_name(void)
{
    struct course course = now->session ? session_setup(now->session)->course : now->course;
    if (now->empty || !course.body)
        return "squares";
    return course_name(course)[0] ? course_name(course) : course.game->course->noun;
}

/* A new file of the pictures folder, and told what went wrong; free its path. */
static char *save(struct app *app)
{
    struct error error;
    struct text pdf = {0};
    struct print_subject wanted = subject();
    if (!file_make_folder(app->pictures_folder, &error)) {
        app_tell(app, "Nothing can be saved in %s: %s", app->pictures_folder, error.text);
        return NULL;
    }
    char *path = saved_new_path(app->pictures_folder, subject_name(), ".pdf");
    if (!print_pdf(&wanted, &now->options, &pdf, &error) ||
        !file_write_atomically(path, pdf.data, pdf.length, &error)) {
        app_tell(app, "%s cannot be saved: %s", path, error.text);
        free(path);
        path = NULL;
    }
    text_free(&pdf);
    return path;
}

static void do_save(struct app *app)
{
    char *path = save(app);
    if (!path)
        return;
    app_notice(app, "The pages are saved as %s.", path);
    app_close_over(app);
    free(path);
}

static void do_open(struct app *app)
{
    char *path = save(app);
    if (!path)
        return;
    struct aside *opener =
        aside_start((const char *const[]){"xdg-open", path, NULL}, ASIDE_NOTHING);
    if (opener)
        app_notice(app, "The pages are saved as %s and are being opened.", path);
    else
        app_tell(app, "The pages are saved as %s. No program could be started to show them.", path);
    aside_free(opener);
    app_close_over(app);
    free(path);
}

/* In true size on the paper that was chosen. */
static void do_print(struct app *app)
{
    char media[40], *path = save(app);
    const char *paper = print_paper_names[now->options.paper];
    snprintf(media, sizeof media, "media=%c%s", paper[0] == 'l' ? 'L' : paper[0], paper + 1);
    const char *const words[] = {"lp", "-t",  subject_name(), "-o", "print-scaling=none",
                                 "-o", media, "--",           path, NULL};
    if (!path)
        return;
    forget_printer();
    printing.printer = aside_start(words, ASIDE_ERRORS);
    if (!printing.printer)
        app_tell(app, "The pages are saved as %s. The printer's program could not be started.",
                 path);
    free(path);
}

/* --- options ---------------------------------------------------------------------------------- */

/* One of several; true if it was chosen now. */
static bool option(struct flow *flow, const char *id, const char *label, bool chosen)
{
    return flow_chip(flow, id, label, chosen ? "chosen" : "", chosen).clicked;
}

/* A heading, and a flow of options below it. */
static struct flow begin_options(struct layout *column, const char *heading)
{
    struct canvas *canvas = ui_canvas(column->ui);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, heading,
                layout_take(column, AT_TOP, 26), ALIGN_LEFT);
    return flow_begin(column, GAP);
}

static void build_kind(struct layout *column)
{
    struct flow flow = flow_begin(column, GAP);
    if (!now->session && !now->course.body)
        return;
    if (option(&flow, "choice print-sheet", now->session ? "The race" : "The track", !now->empty))
        now->empty = false;
    if (option(&flow, "choice print-empty", "Empty squares", now->empty))
        now->empty = true;
    flow_end(&flow, column);
}

static void build_paper(struct layout *column)
{
    static const char *const titles[PRINT_PAPER_COUNT] = {"A4", "A3", "Letter"};
    struct flow flow = begin_options(column, "Paper");
    for (int i = 0; i < PRINT_PAPER_COUNT; i++) {
        const char *id = ui_words("choice paper %s", print_paper_names[i]);
        if (option(&flow, id, titles[i], (int)now->options.paper == i))
            now->options.paper = (enum print_paper)i;
    }
    flow_end(&flow, column);
}

/* The usual sizes, and the one that brings the sheet onto one page. */
static void build_square(struct layout *column)
{
    static const int usual[] = {40, 50, 75, 100};
    enum { USUAL = sizeof usual / sizeof *usual };
    struct flow flow = begin_options(column, "Squares");
    int one_page = printing.plan.one_page_square;
    char text[32], id[64];
    bool is_usual = false;
    for (int i = 0; i < USUAL; i++) {
        snprintf(text, sizeof text, "%g mm", usual[i] / 10.0);
        snprintf(id, sizeof id, "choice square %s", text);
        is_usual = is_usual || now->options.square == usual[i];
        if (option(&flow, id, text, now->options.square == usual[i]))
            now->options.square = usual[i];
    }
    if (!is_usual || (one_page > 0 && !now->empty)) {
        int size = is_usual || one_page > 0 ? one_page : now->options.square;
        snprintf(id, sizeof id, one_page > 0 ? "All on one page: %g mm" : "%g mm", size / 10.0);
        if (option(&flow, "choice square fitting", id, now->options.square == size))
            now->options.square = size;
    }
    flow_end(&flow, column);
}

static void build_stepper(struct layout *column, const char *id, const char *label, int *value,
                          const struct ui_range *range)
{
    ui_stepper(column->ui, id, label, layout_take(column, AT_TOP, ROW), value, range);
}

static void build_empty(struct layout *column)
{
    static const struct ui_range range = {0, EMPTY_MOST, EMPTY_STEP, "", "fits"};
    build_stepper(column, "choice columns", "Squares across", &now->columns, &range);
    build_stepper(column, "choice rows", "Squares down", &now->rows, &range);
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
        build_stepper(column, "choice print-players", "Players", &now->setup.players, &players);
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

static void keep_picture(struct box room)
{
    bool current = printing.preview && printing.picture_page == printing.page &&
                   printing.picture_width == room.w && printing.picture_height == room.h;
    if (current)
        return;
    struct print_subject wanted = subject();
    drop_picture();
    printing.preview = print_preview(&wanted, &now->options, printing.page, room.w, room.h);
    printing.picture_page = printing.page;
    printing.picture_width = room.w;
    printing.picture_height = room.h;
}

static bool paint_preview(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    (void)canvas, (void)box;
    cairo_set_source_surface(cairo, data, 0, 0);
    cairo_paint(cairo);
    return true;
}

static void draw_page(struct canvas *canvas, struct box room)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    if (canvas_is_muted(canvas) || !printing.possible || room.w < DENSE || room.h < DENSE)
        return;
    int edge = canvas_units(canvas, 3);
    struct box inner = box_inset(room, edge, edge);
    keep_picture(inner);
    if (!printing.preview)
        return;
    struct box page = box_centre(inner, cairo_image_surface_get_width(printing.preview),
                                 cairo_image_surface_get_height(printing.preview));
    struct card card = {.fill = {1, 1, 1, 1}, .edge = theme->panel_edge, .radius = 2};
    card.edge_width = 1;
    card.shadow = true;
    canvas_card(canvas, box_inset(page, -canvas_units(canvas, 1), -canvas_units(canvas, 1)), &card);
    canvas_picture(canvas, &printing.picture, page, paint_preview, printing.preview);
}

/* Arrows walk the pages, too: the slider has the focus unless the keyboard went elsewhere. */
static void build_walk(struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    int pages = printing.plan.pages, number = printing.page + 1;
    const char *text = ui_words("Page %d of %d", number, pages);
    if (pages == 1)
        return;
    struct box less = box_cut_left(&row, canvas_units(canvas, 40));
    struct box more = box_cut_right(&row, canvas_units(canvas, 40));
    struct box words = box_cut_left(&row, canvas_units(canvas, 124));
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, text, words, ALIGN_CENTRE);
    if (ui_button(ui, "button page-before", "‹", less, LOOK_PLAIN) && number > 1)
        number--;
    struct ui_range range = {1, pages, 1, "", NULL};
    struct box bar = box_inset(row, canvas_units(canvas, 6), 0);
    ui_slider(ui, "slider page", text, bar, &number, &range);
    if (ui_button(ui, "button page-after", "›", more, LOOK_PLAIN) && number < pages)
        number++;
    printing.page = number - 1;
    if (ui_ring(ui)[0] == '\0')
        ui_set_focus(ui, "slider page", false);
}

static void build_pages(struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char facts[sizeof printing.error.text];
    print_facts(facts, sizeof facts);
    if (!printing.possible) {
        canvas_paragraph(canvas, STYLE_BODY, theme->warning, facts,
                         box_inset(box, canvas_units(canvas, 10), canvas_units(canvas, 10)),
                         ALIGN_LEFT);
        return;
    }
    struct box row = box_cut_bottom(&box, canvas_units(canvas, ROW));
    box_cut_bottom(&box, canvas_units(canvas, 4));
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, facts,
                box_cut_bottom(&box, canvas_line_height(canvas, STYLE_SMALL)), ALIGN_CENTRE);
    box_cut_bottom(&box, canvas_units(canvas, 6));
    draw_page(canvas, box);
    build_walk(ui, row);
}

/* --- the dialog ------------------------------------------------------------------------------- */

/* What became of the pages that were sent to the printer; "" if none were. */
static void print_answer(struct text *into)
{
    if (!printing.printer)
        return;
    const char *said = aside_said(printing.printer);
    switch (aside_state(printing.printer)) {
    case ASIDE_RUNS:
        text_append(into, "The printer is being asked.");
        break;
    case ASIDE_DONE:
        text_append(into, "The pages are with the printer. They are saved among the pictures.");
        break;
    case ASIDE_FAILED:
        text_append(into, "The printer did not take the pages. ");
        text_append_quoted(into, said, strlen(said), SAID);
        break;
    }
}

static void build_button(struct app *app, struct layout *row, const char *id, const char *label,
                         enum ui_look look, void (*act)(struct app *app))
{
    if (!printing.possible)
        ui_button_disabled(row->ui, label,
                           layout_cut(row, AT_RIGHT, ui_button_width(row->ui, label)));
    else if (layout_button(row, AT_RIGHT, id, label, look))
        act(app);
}

static void build_deeds(struct app *app, struct layout row)
{
    struct canvas *canvas = ui_canvas(row.ui);
    struct text answer = {0};
    if (layout_button(&row, AT_LEFT, "button close-print", "Close", LOOK_PLAIN))
        app_close_over(app);
    build_button(app, &row, "button save-pdf", "Save PDF", LOOK_PRIMARY, do_save);
    if (printing.can_open)
        build_button(app, &row, "button open-pdf", "Open", LOOK_PLAIN, do_open);
    if (printing.can_print)
        build_button(app, &row, "button send-pdf", "Print", LOOK_PLAIN, do_print);
    print_answer(&answer);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text_string(&answer),
                     row.rest, ALIGN_LEFT);
    text_free(&answer);
}

static void tell_status(struct ui *ui)
{
    char facts[sizeof printing.error.text];
    struct text status = {0};
    print_facts(facts, sizeof facts);
    text_append_format(&status, "%s. ", facts);
    print_answer(&status);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

static void build_options(struct layout *column)
{
    column->gap = GAP;
    build_kind(column);
    build_paper(column);
    build_square(column);
    if (now->empty)
        build_empty(column);
    else
        build_rules(column);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    if (!is_there(app)) {
        app_close_over(app);
        return;
    }
    follow_wishes(app);
    struct layout inside = {ui, ui_dialog(ui, (int)WIDE, (int)HIGH, "button close-print"), 14};
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, "Print",
                box_cut_top(&inside.rest, canvas_units(canvas, 46)), ALIGN_LEFT);
    struct layout deeds = {ui, layout_cut(&inside, AT_BOTTOM, ui_button_height(ui)), 12};
    int side = canvas_units(canvas, OPTIONS_WIDTH), most = inside.rest.w * 48 / 100;
    inside.gap = 24;
    struct box left = layout_cut(&inside, AT_LEFT, side < most ? side : most);
    int top = ui_scroll_begin(ui, "print", box_inset(left, -canvas_units(canvas, 14), 0),
                              &printing.scroll);
    struct layout column = layout_column(ui, left.x, top + canvas_units(canvas, 6), left.w, 0);
    build_options(&column);
    ui_scroll_end(ui, column.rest.y);
    follow_wishes(app);
    build_pages(ui, inside.rest);
    build_deeds(app, deeds);
    ui_default(ui, "button save-pdf");
    tell_status(ui);
}

const struct screen screen_printing = {
    .name = "printing", .enter = enter, .leave = leave, .build = build};
