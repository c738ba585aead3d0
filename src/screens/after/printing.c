/* The dialog that prints: what is printed and how at the left, the pages at the right.
 *
 * What it asked for last is kept while the program runs. The plan and the picture of the page are
 * kept until something that they depend on is another. The race that is printed is borrowed: the
 * dialog closes when it is no longer there.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "paper/print.h"
#include "screens/after/printing_programs.h"
#include "screens/app.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double OPTIONS_WIDTH = 320, ROW = 36, GAP = 8, WIDE = 940, HIGH = 640;
enum { EMPTY_MOST = 200, EMPTY_STEP = 5, DENSE = 8 };

/* All that the pages depend on; compared byte by byte, so it is zeroed first. */
struct wanted {
    const struct session *session;
    struct course course;
    struct print_options options;
    struct setup setup;
    bool empty;
    int steps, columns, rows;
};

static struct {
    const struct session *session; /* borrowed */
    struct course course;          /* retained */
    struct setup setup;            /* of the course */
    bool empty;
    struct print_options options;
    bool chosen; /* options hold what was chosen before */
    int columns, rows, page;
    struct ui_scroll scroll;

    struct wanted planned_for; /* what plan and picture belong to */
    bool known, possible;
    struct print_plan plan;
    struct error error;
    struct picture *picture;
    int picture_page, picture_width, picture_height;
    bool can_open, can_print;
} printing;

/* --- what is printed -------------------------------------------------------------------------- */

static bool is_there(const struct app *app)
{
    return !printing.session || printing.session == app->session ||
           printing.session == app->looked_at;
}

static int steps_shown(const struct app *app)
{
    if (!printing.session)
        return 0;
    return printing.session == app->looked_at ? app->looked_steps
                                              : session_step_count(printing.session);
}

void app_print(struct app *app, struct course course)
{
    struct course before = printing.course;
    const struct setup *shown = setup_shown();
    printing.session = course.body ? NULL : app->looked_at ? app->looked_at : app->session;
    printing.course = course_retain(course);
    course_release(before);
    printing.empty = !printing.session && !course.body;
    if (course.body) {
        printing.setup = print_usual_setup(course);
        if (shown && shown->course.body == course.body)
            printing.setup = *shown;
    }
    if (!printing.chosen)
        printing.options = print_usual;
    printing.chosen = true;
    printing.page = 0;
    app_open_over(app, &screen_printing);
}

static struct wanted make_wanted(const struct app *app)
{
    struct wanted wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.options = printing.options;
    wanted.empty = printing.empty;
    wanted.columns = printing.columns;
    wanted.rows = printing.rows;
    if (printing.empty)
        return wanted;
    wanted.session = printing.session;
    wanted.course = printing.course;
    wanted.steps = steps_shown(app);
    if (printing.course.body)
        wanted.setup = printing.setup;
    return wanted;
}

static struct print_subject make_subject(const struct wanted *wanted)
{
    struct print_subject subject = {.session = wanted->session,
                                    .steps = wanted->steps,
                                    .course = wanted->course,
                                    .columns = wanted->columns,
                                    .rows = wanted->rows};
    if (wanted->course.body)
        subject.setup = &wanted->setup;
    return subject;
}

static void drop_picture(void)
{
    picture_free(printing.picture);
    printing.picture = NULL;
}

/* Plans anew if anything is another. */
static void follow_wishes(const struct app *app)
{
    struct wanted wanted = make_wanted(app);
    if (!printing.known || memcmp(&wanted, &printing.planned_for, sizeof wanted) != 0) {
        memcpy(&printing.planned_for, &wanted, sizeof wanted);
        struct print_subject subject = make_subject(&printing.planned_for);
        printing.possible =
            print_plan(&subject, &printing.options, &printing.plan, &printing.error);
        printing.known = true;
        drop_picture();
    }
    int last = printing.possible ? printing.plan.pages - 1 : 0;
    printing.page = printing.page > last ? last : printing.page;
}

static void enter(struct app *app)
{
    (void)app;
    printing.known = false;
    printing.scroll = (struct ui_scroll){0};
    printing.can_open = printing_can_open();
    printing.can_print = printing_can_print();
    printing_forget();
}

static void leave(struct app *app)
{
    (void)app;
    drop_picture();
    printing.session = NULL;
    printing.known = false;
    course_release(printing.course);
    printing.course = (struct course){0};
}

/* --- files ------------------------------------------------------------------------------------ */

static const char *subject_name(void)
{
    struct course course =
        printing.session ? session_setup(printing.session)->course : printing.course;
    if (printing.empty || !course.body)
        return "squares";
    return course_name(course)[0] ? course_name(course) : course.game->course->noun;
}

/* A new file of the pictures folder, and told what went wrong; free its path. */
static char *save(struct app *app)
{
    struct error error;
    struct text pdf = {0};
    struct print_subject subject = make_subject(&printing.planned_for);
    if (!file_make_folder(app->pictures_folder, &error)) {
        app_tell(app, "Nothing can be saved in %s: %s", app->pictures_folder, error.text);
        return NULL;
    }
    char *path = saved_new_path(app->pictures_folder, subject_name(), ".pdf");
    if (!print_pdf(&subject, &printing.options, &pdf, &error) ||
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
    if (printing_open(path))
        app_notice(app, "The pages are saved as %s and are being opened.", path);
    else
        app_tell(app, "The pages are saved as %s. No program could be started to show them.", path);
    app_close_over(app);
    free(path);
}

static void do_print(struct app *app)
{
    char *path = save(app);
    if (path && !printing_send(path, print_paper_names[printing.options.paper], subject_name()))
        app_tell(app, "The pages are saved as %s. The printer's program could not be started.",
                 path);
    free(path);
}

/* --- options ---------------------------------------------------------------------------------- */

/* What remains of the options, from the top down. */
struct column {
    struct ui *ui;
    struct box rest;
};

static struct box take(struct column *column, double height, double gap)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct box row = box_cut_top(&column->rest, canvas_units(canvas, height));
    box_cut_top(&column->rest, canvas_units(canvas, gap));
    return row;
}

static void write_label(struct column *column, const char *text)
{
    struct canvas *canvas = ui_canvas(column->ui);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, text, take(column, 26, 4),
                ALIGN_LEFT);
}

/* One of several; true if it was chosen now. */
static bool chip(struct column *column, const char *id, const char *text, struct box box,
                 bool chosen)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool clicked = ui_card(column->ui, id, chosen ? "chosen" : "", box, chosen);
    bool fits = canvas_text_width(canvas, STYLE_BODY, text) < box.w - canvas_units(canvas, 8);
    canvas_text(canvas, fits ? STYLE_BODY : STYLE_SMALL, chosen ? theme->action : theme->ink, text,
                box_inset(box, canvas_units(canvas, 2), 0), ALIGN_CENTRE);
    return clicked && !chosen;
}

static void build_kind(struct column *column)
{
    if (!printing.session && !printing.course.body)
        return;
    struct box row = take(column, ROW, 14);
    int gap = canvas_units(ui_canvas(column->ui), GAP);
    if (chip(column, "choice print-sheet", printing.session ? "The race" : "The track",
             box_column(row, 0, 2, gap), !printing.empty))
        printing.empty = false;
    if (chip(column, "choice print-empty", "Empty squares", box_column(row, 1, 2, gap),
             printing.empty))
        printing.empty = true;
}

static void build_paper(struct column *column)
{
    static const char *const titles[PRINT_PAPER_COUNT] = {"A4", "A3", "Letter"};
    int gap = canvas_units(ui_canvas(column->ui), GAP);
    write_label(column, "Paper");
    struct box row = take(column, ROW, 12);
    for (int i = 0; i < PRINT_PAPER_COUNT; i++) {
        char id[40];
        snprintf(id, sizeof id, "choice paper %s", print_paper_names[i]);
        if (chip(column, id, titles[i], box_column(row, i, PRINT_PAPER_COUNT, gap),
                 (int)printing.options.paper == i))
            printing.options.paper = (enum print_paper)i;
    }
}

static void print_millimetres(char *into, size_t size, int tenths)
{
    if (tenths % 10 == 0)
        snprintf(into, size, "%d mm", tenths / 10);
    else
        snprintf(into, size, "%d.%d mm", tenths / 10, tenths % 10);
}

/* The usual sizes, and the one that brings the sheet onto one page. */
static void build_square(struct column *column)
{
    static const int usual[] = {40, 50, 75, 100};
    enum { USUAL = sizeof usual / sizeof *usual };
    int gap = canvas_units(ui_canvas(column->ui), GAP);
    int one_page = printing.plan.one_page_square;
    write_label(column, "Squares");
    struct box row = take(column, ROW, GAP);
    char text[32], id[64];
    bool is_usual = false;
    for (int i = 0; i < USUAL; i++) {
        print_millimetres(text, sizeof text, usual[i]);
        snprintf(id, sizeof id, "choice square %s", text);
        is_usual = is_usual || printing.options.square == usual[i];
        if (chip(column, id, text, box_column(row, i, USUAL, gap),
                 printing.options.square == usual[i]))
            printing.options.square = usual[i];
    }
    if (!is_usual || (one_page > 0 && !printing.empty)) {
        int size = is_usual || one_page > 0 ? one_page : printing.options.square;
        print_millimetres(text, sizeof text, size);
        snprintf(id, sizeof id, one_page > 0 ? "All on one page: %s" : "%s", text);
        if (chip(column, "choice square fitting", id, take(column, ROW, GAP),
                 printing.options.square == size))
            printing.options.square = size;
    }
    take(column, 1, 3);
}

static void build_empty(struct column *column)
{
    static const struct ui_range range = {0, EMPTY_MOST, EMPTY_STEP, "", "fits"};
    ui_stepper(column->ui, "choice columns", "Squares across", take(column, ROW, GAP),
               &printing.columns, &range);
    ui_stepper(column->ui, "choice rows", "Squares down", take(column, ROW, GAP), &printing.rows,
               &range);
    /* One alone has no meaning: the other then is as usual. */
    if ((printing.columns > 0) != (printing.rows > 0)) {
        bool added = printing.planned_for.columns == 0 && printing.planned_for.rows == 0;
        int *other = printing.columns > 0 ? &printing.rows : &printing.columns;
        if (added)
            *other = printing.columns > 0 ? 30 : 40;
        else
            printing.columns = printing.rows = 0;
    }
}

/* Another preset of the same contest: an arena knows derbies alone. */
static void change_preset(int step)
{
    const struct rule_table *table = printing.setup.game->table;
    int players = printing.setup.players;
    for (int i = 1; i <= table->preset_count; i++) {
        int preset = (printing.setup.preset + step * i + i * table->preset_count * (step < 0)) %
                     table->preset_count;
        struct error error;
        struct setup setup = setup_from_preset(printing.setup.game, preset);
        setup.players = players;
        setup.course = printing.course;
        if (!setup.game->setup_check(&setup, &error))
            continue;
        printing.setup = setup;
        return;
    }
}

static void build_rules(struct column *column)
{
    static const struct ui_range players = {1, PLAYER_LIMIT, 1, "", NULL};
    struct ui *ui = column->ui;
    bool rules = !printing.options.no_rules, table = !printing.options.no_table;
    ui_check(ui, "choice print-rules", "Rules in short", take(column, 32, 4), &rules);
    ui_check(ui, "choice print-table", "Table for moves", take(column, 32, GAP), &table);
    printing.options.no_rules = !rules;
    printing.options.no_table = !table;
    if (!printing.course.body)
        return;
    if (rules) {
        struct canvas *canvas = ui_canvas(ui);
        struct box row = take(column, ROW, GAP);
        struct box more = box_cut_right(&row, canvas_units(canvas, 40));
        struct box less = box_cut_left(&row, canvas_units(canvas, 40));
        const struct rule_preset *preset =
            &printing.setup.game->table->presets[printing.setup.preset];
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, preset->title, row,
                    ALIGN_CENTRE);
        if (ui_button(ui, "button preset-before", "‹", less, LOOK_PLAIN))
            change_preset(-1);
        if (ui_button(ui, "button preset-after", "›", more, LOOK_PLAIN))
            change_preset(1);
    }
    if (rules || table)
        ui_stepper(ui, "choice print-players", "Players", take(column, ROW, GAP),
                   &printing.setup.players, &players);
}

static void build_options(struct column *column)
{
    build_kind(column);
    build_paper(column);
    build_square(column);
    if (printing.empty)
        build_empty(column);
    else
        build_rules(column);
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
                 print_paper_names[printing.options.paper], plan->across, plan->down);
    else
        snprintf(into, size, "%d %s of %s", plan->pages, plan->pages == 1 ? "page" : "pages",
                 print_paper_names[printing.options.paper]);
}

static void keep_picture(struct box room)
{
    bool current = printing.picture && printing.picture_page == printing.page &&
                   printing.picture_width == room.w && printing.picture_height == room.h;
    if (current)
        return;
    struct print_subject subject = make_subject(&printing.planned_for);
    drop_picture();
    cairo_surface_t *surface =
        print_preview(&subject, &printing.options, printing.page, room.w, room.h);
    if (surface)
        printing.picture = picture_create(surface);
    printing.picture_page = printing.page;
    printing.picture_width = room.w;
    printing.picture_height = room.h;
}

static void draw_page(struct canvas *canvas, struct box room)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    if (canvas_is_muted(canvas) || !printing.possible || room.w < DENSE || room.h < DENSE)
        return;
    int edge = canvas_units(canvas, 3);
    struct box inner = box_inset(room, edge, edge);
    keep_picture(inner);
    if (!printing.picture)
        return;
    struct box page =
        box_centre(inner, picture_width(printing.picture), picture_height(printing.picture));
    struct card card = {.fill = {1, 1, 1, 1}, .edge = theme->panel_edge, .radius = 2};
    card.edge_width = 1;
    card.shadow = true;
    canvas_card(canvas, box_inset(page, -canvas_units(canvas, 1), -canvas_units(canvas, 1)), &card);
    canvas_picture(canvas, printing.picture, page);
}

/* Arrows walk the pages, too: the slider has the focus unless the keyboard went elsewhere. */
static void build_walk(struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    int pages = printing.plan.pages, number = printing.page + 1;
    char text[60];
    snprintf(text, sizeof text, "Page %d of %d", number, pages);
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
static void print_answer(char *into, size_t size)
{
    char words[300];
    into[0] = '\0';
    switch (printing_answer(words, sizeof words)) {
    case PRINTING_WAITS:
        snprintf(into, size, "The printer is being asked.");
        break;
    case PRINTING_DONE:
        snprintf(into, size, "The pages are with the printer. They are saved among the pictures.");
        break;
    case PRINTING_FAILED:
        snprintf(into, size, "The printer did not take the pages. %s", words);
        break;
    case PRINTING_NONE:
        break;
    }
}

static void build_button(struct app *app, struct ui *ui, struct box *row, const char *id,
                         const char *label, enum ui_look look, void (*act)(struct app *app))
{
    struct box box = box_cut_right(row, ui_button_width(ui, label));
    box_cut_right(row, canvas_units(ui_canvas(ui), 10));
    if (!printing.possible)
        ui_button_disabled(ui, label, box);
    else if (ui_button(ui, id, label, box, look))
        act(app);
}

static void build_deeds(struct app *app, struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box cancel = box_cut_left(&row, ui_button_width(ui, "Close"));
    if (ui_button(ui, "button close-print", "Close", cancel, LOOK_PLAIN))
        app_close_over(app);
    build_button(app, ui, &row, "button save-pdf", "Save PDF", LOOK_PRIMARY, do_save);
    if (printing.can_open)
        build_button(app, ui, &row, "button open-pdf", "Open", LOOK_PLAIN, do_open);
    if (printing.can_print)
        build_button(app, ui, &row, "button send-pdf", "Print", LOOK_PLAIN, do_print);
    char answer[400];
    print_answer(answer, sizeof answer);
    box_cut_left(&row, canvas_units(canvas, 14));
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, answer, row, ALIGN_LEFT);
}

static void tell_status(struct ui *ui)
{
    char facts[sizeof printing.error.text], answer[400];
    struct text status = {0};
    print_facts(facts, sizeof facts);
    print_answer(answer, sizeof answer);
    text_append_format(&status, "%s. %s", facts, answer);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    if (!is_there(app)) {
        app_close_over(app);
        return;
    }
    follow_wishes(app);
    struct box inside = ui_dialog(ui, (int)WIDE, (int)HIGH, "button close-print");
    canvas_text(canvas, STYLE_TITLE, theme->ink, "Print",
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    struct box deeds = box_cut_bottom(&inside, ui_button_height(ui));
    box_cut_bottom(&inside, canvas_units(canvas, 14));
    int side = canvas_units(canvas, OPTIONS_WIDTH), most = inside.w * 48 / 100;
    struct box left = box_cut_left(&inside, side < most ? side : most);
    box_cut_left(&inside, canvas_units(canvas, 24));
    struct box area = box_inset(left, -canvas_units(canvas, 14), 0);
    int top = ui_scroll_begin(ui, "print", area, &printing.scroll);
    struct column column = {ui, {left.x, top + canvas_units(canvas, 6), left.w, 100000}};
    build_options(&column);
    ui_scroll_end(ui, column.rest.y);
    follow_wishes(app);
    build_pages(ui, inside);
    build_deeds(app, ui, deeds);
    ui_default(ui, "button save-pdf");
    tell_status(ui);
}

const struct screen screen_printing = {
    .name = "printing", .enter = enter, .leave = leave, .build = build};
