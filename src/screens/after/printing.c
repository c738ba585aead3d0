/* See pages.h. The picture of the page is kept until something that it depends on is another. */

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/program.h"
#include "base/system/worker.h"
#include "paper/ink.h"
#include "paper/print.h"
#include "screens/after/after.h"
#include "screens/app.h"
#include "screens/rules_view.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double OPTIONS_WIDTH = 320, ROW = 36, GAP = 8, WIDE = 940, HIGH = 640;
enum { DENSE = 8, SAID = 292 };

static struct {
    int page;
    cairo_surface_t *preview; /* NULL: none */
    struct picture *picture;  /* of it */
    int picture_page, picture_width, picture_height;
    bool can_open, can_print, can_choose;
    struct aside *printer; /* what was sent last; of an older one nothing is told any more */
    struct aside *chooser; /* the dialog that asks where to save, which stands beside the window */
} shown;

void pages_forget(void)
{
    picture_free(&shown.picture);
    if (shown.preview)
        cairo_surface_destroy(shown.preview);
    shown.preview = NULL;
}

static void forget(struct aside **program)
{
    aside_free(*program);
    *program = NULL;
}

void pages_enter(void)
{
    shown.can_open = desktop_can(DESKTOP_OPENS);
    shown.can_print = desktop_can(DESKTOP_PRINTS);
    shown.can_choose = desktop_can(DESKTOP_ASKS_WHERE);
    pages_forget();
    forget(&shown.printer);
}

void pages_leave(void)
{
    pages_forget();
    forget(&shown.chooser);
}

void pages_go_to_first(void)
{
    shown.page = 0;
}

/* --- files ------------------------------------------------------------------------------------ */

/* Where somebody has chosen, or as a new file (NULL), and told what went wrong; free its path. */
static char *save(struct app *app, const struct pages *pages, const char *chosen)
{
    struct error error;
    struct text pdf = {0};
    char *path = NULL;
    bool made = pages->write(&pdf, &error);
    if (made && !chosen)
        path = app_write_new(app, pages->folder, pages->name, ".pdf", &pdf);
    else if (made && file_write_atomically(chosen, pdf.data, pdf.length, &error))
        path = memory_copy_string(chosen);
    else
        app_tell(app, "%s cannot be saved: %s", chosen ? chosen : pages->name, error.text);
    text_free(&pdf);
    return path;
}

static void save_and_close(struct app *app, const struct pages *pages, const char *chosen)
{
    char *path = save(app, pages, chosen);
    if (!path)
        return;
    app_notice(app, "The pages are saved as %s.", path);
    app_close_over(app);
    free(path);
}

static void do_save(struct app *app, const struct pages *pages)
{
    save_and_close(app, pages, NULL);
}

static void do_choose(struct app *app, const struct pages *pages)
{
    struct error error;
    file_make_folder(pages->folder, &error); /* what is wrong with it is told when it is saved */
    char *path = saved_new_path(pages->folder, pages->name, ".pdf");
    forget(&shown.chooser);
    shown.chooser = desktop_ask_where(path);
    if (!shown.chooser)
        app_tell(app, "The dialog that asks where to save could not be started.");
    free(path);
}

static void do_open(struct app *app, const struct pages *pages)
{
    char *path = save(app, pages, NULL);
    if (!path)
        return;
    struct aside *opener = desktop_open(path);
    if (opener)
        app_notice(app, "The pages are saved as %s and are being opened.", path);
    else
        app_tell(app, "The pages are saved as %s. No program could be started to show them.", path);
    aside_free(opener);
    app_close_over(app);
    free(path);
}

/* In true size on the paper that was chosen. */
static void do_print(struct app *app, const struct pages *pages)
{
    char *path = save(app, pages, NULL);
    if (!path)
        return;
    forget(&shown.printer);
    shown.printer = desktop_print(path, pages->name, pages->paper);
    if (!shown.printer)
        app_tell(app, "The pages are saved as %s. The printer's program could not be started.",
                 path);
    free(path);
}

/* --- pages ------------------------------------------------------------------------------------ */

static void keep_picture(struct box room, const struct pages *pages)
{
    bool current = shown.preview && shown.picture_page == shown.page &&
                   shown.picture_width == room.w && shown.picture_height == room.h;
    if (current)
        return;
    pages_forget();
    shown.preview = pages->preview(shown.page, room.w, room.h);
    shown.picture_page = shown.page;
    shown.picture_width = room.w;
    shown.picture_height = room.h;
}

static bool paint_preview(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    (void)canvas, (void)box;
    cairo_set_source_surface(cairo, data, 0, 0);
    cairo_paint(cairo);
    return true;
}

static void draw_page(struct canvas *canvas, struct box room, const struct pages *pages)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    if (canvas_is_muted(canvas) || room.w < DENSE || room.h < DENSE)
        return;
    int edge = canvas_units(canvas, 3);
    struct box inner = box_inset(room, edge, edge);
    keep_picture(inner, pages);
    if (!shown.preview)
        return;
    struct box page = box_centre(inner, cairo_image_surface_get_width(shown.preview),
                                 cairo_image_surface_get_height(shown.preview));
    struct card card = {.fill = {1, 1, 1, 1}, .edge = theme->panel_edge, .radius = 2};
    card.edge_width = 1;
    card.shadow = true;
    canvas_card(canvas, box_inset(page, -canvas_units(canvas, 1), -canvas_units(canvas, 1)), &card);
    canvas_picture(canvas, &shown.picture, page, paint_preview, shown.preview);
}

/* Arrows walk the pages, too: the slider has the focus unless the keyboard went elsewhere. */
static void build_walk(struct ui *ui, struct box row, const struct pages *pages)
{
    struct canvas *canvas = ui_canvas(ui);
    int count = pages->count, number = shown.page + 1;
    const char *text = ui_words("Page %d of %d", number, count);
    if (count == 1)
        return;
    struct box less = box_cut_left(&row, canvas_units(canvas, 40));
    struct box more = box_cut_right(&row, canvas_units(canvas, 40));
    struct box words = box_cut_left(&row, canvas_units(canvas, 124));
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, text, words, ALIGN_CENTRE);
    if (ui_button(ui, "button page-before", "‹", less, LOOK_PLAIN) && number > 1)
        number--;
    struct ui_range range = {1, count, 1, "", NULL};
    struct box bar = box_inset(row, canvas_units(canvas, 6), 0);
    ui_slider(ui, "slider page", text, bar, &number, &range);
    if (ui_button(ui, "button page-after", "›", more, LOOK_PLAIN) && number < count)
        number++;
    shown.page = number - 1;
    if (ui_ring(ui)[0] == '\0')
        ui_set_focus(ui, "slider page", false);
}

void pages_build(struct ui *ui, struct box box, const struct pages *pages)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    shown.page = shown.page < pages->count ? shown.page : pages->count - 1;
    if (pages->count == 0) {
        shown.page = 0;
        canvas_paragraph(
            canvas, STYLE_BODY, pages->coming ? theme->ink : theme->warning, pages->facts,
            box_inset(box, canvas_units(canvas, 10), canvas_units(canvas, 10)), ALIGN_LEFT);
        return;
    }
    struct box row = box_cut_bottom(&box, canvas_units(canvas, ROW));
    box_cut_bottom(&box, canvas_units(canvas, 4));
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, pages->facts,
                box_cut_bottom(&box, canvas_line_height(canvas, STYLE_SMALL)), ALIGN_CENTRE);
    box_cut_bottom(&box, canvas_units(canvas, 6));
    draw_page(canvas, box, pages);
    build_walk(ui, row, pages);
}

/* --- buttons ---------------------------------------------------------------------------------- */

/* What became of the pages that were sent to the printer; "" if none were. */
static void print_answer(const char *folder, struct text *into)
{
    if (!shown.printer)
        return;
    const char *said = aside_said(shown.printer);
    switch (aside_state(shown.printer)) {
    case ASIDE_RUNS:
        text_append(into, "The printer is being asked.");
        break;
    case ASIDE_DONE:
        text_append_format(into, "The pages are with the printer. They are saved in %s.", folder);
        break;
    case ASIDE_FAILED:
        text_append(into, "The printer did not take the pages. ");
        text_append_quoted(into, said, strlen(said), SAID);
        break;
    }
}

static void build_button(struct app *app, struct layout *row, const char *id, const char *label,
                         enum ui_look look, const struct pages *pages,
                         void (*act)(struct app *app, const struct pages *pages))
{
    if (pages->count == 0)
        ui_button_disabled(row->ui, label,
                           layout_cut(row, AT_RIGHT, ui_button_width(row->ui, label)));
    else if (layout_button(row, AT_RIGHT, id, label, look))
        act(app, pages);
}

void pages_build_deeds(struct app *app, struct layout row, const struct pages *pages)
{
    struct canvas *canvas = ui_canvas(row.ui);
    struct text answer = {0};
    if (layout_button(&row, AT_LEFT, "button close-print", "Close", LOOK_PLAIN))
        app_close_over(app);
    build_button(app, &row, "button save-pdf", "Save PDF", LOOK_PRIMARY, pages, do_save);
    if (shown.can_choose)
        build_button(app, &row, "button save-pdf-as", "Save as", LOOK_PLAIN, pages, do_choose);
    if (shown.can_open)
        build_button(app, &row, "button open-pdf", "Open", LOOK_PLAIN, pages, do_open);
    if (shown.can_print)
        build_button(app, &row, "button send-pdf", "Print", LOOK_PLAIN, pages, do_print);
    print_answer(pages->folder, &answer);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text_string(&answer),
                     row.rest, ALIGN_LEFT);
    text_free(&answer);
    if (!shown.chooser || pages->count == 0 || aside_state(shown.chooser) == ASIDE_RUNS)
        return;
    char *chosen = memory_copy_string(aside_said(shown.chooser)); /* "": none */
    forget(&shown.chooser);
    if (chosen[0])
        save_and_close(app, pages, chosen);
    free(chosen);
}

void pages_tell(struct ui *ui, const struct pages *pages)
{
    struct text status = {0};
    text_append_format(&status, "%s. ", pages->facts);
    print_answer(pages->folder, &status);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

/* --- options ---------------------------------------------------------------------------------- */

bool pages_option(struct flow *flow, const char *id, const char *label, bool chosen)
{
    return flow_chip(flow, id, label, chosen ? "chosen" : "", chosen).clicked;
}

struct flow pages_begin_options(struct layout *column, const char *heading)
{
    struct canvas *canvas = ui_canvas(column->ui);
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, heading,
                layout_take(column, AT_TOP, 26), ALIGN_LEFT);
    return flow_begin(column, GAP);
}

void pages_build_paper(struct layout *column, enum print_paper *paper)
{
    static const char *const titles[PRINT_PAPER_COUNT] = {"A4", "A3", "Letter"};
    struct flow flow = pages_begin_options(column, "Paper");
    for (int i = 0; i < PRINT_PAPER_COUNT; i++)
        if (pages_option(&flow, ui_words("choice paper %s", print_paper_names[i]), titles[i],
                         (int)*paper == i))
            *paper = (enum print_paper)i;
    flow_end(&flow, column);
}

void pages_stepper(struct layout *column, const char *id, const char *label, int *value,
                   const struct ui_range *range)
{
    ui_stepper(column->ui, id, label, layout_take(column, AT_TOP, ROW), value, range);
}

struct pages_frame pages_begin(struct ui *ui, const char *title, struct ui_scroll *scroll)
{
    struct canvas *canvas = ui_canvas(ui);
    struct layout inside = {ui, ui_dialog(ui, (int)WIDE, (int)HIGH, "button close-print"), 14};
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, title,
                box_cut_top(&inside.rest, canvas_units(canvas, 46)), ALIGN_LEFT);
    struct pages_frame frame = {
        .requests = {ui, layout_cut(&inside, AT_BOTTOM, ui_button_height(ui)), 12}};
    int side = canvas_units(canvas, OPTIONS_WIDTH), most = inside.rest.w * 48 / 100;
    inside.gap = 24;
    struct box left = layout_cut(&inside, AT_LEFT, side < most ? side : most);
    int top = ui_scroll_begin(ui, "print", box_inset(left, -canvas_units(canvas, 14), 0), scroll);
    frame.column = layout_column(ui, left.x, top + canvas_units(canvas, 6), left.w, 0);
    frame.column.gap = GAP;
    frame.rest = inside.rest;
    return frame;
}

/* === sharing ================================================================================== */

/* See pages.h. */

static struct {
    struct daily daily; /* no rounds: the race was none, or nobody has finished it */
    int streak;
} sharing_shown;

static const double SHARING_GAP = 10, INSET = 10; /* interface pixels */

struct printing_line {
    const char *words;
    bool copied;
};

static void build_words(struct layout *column, void *data)
{
    const struct printing_line *line = data;
    layout_paragraph(column, STYLE_BODY, canvas_theme(ui_canvas(column->ui))->ink, line->words);
}

static void build_line(struct layout *row, void *data)
{
    struct printing_line *line = data;
    struct ui *ui = row->ui;
    struct box button = layout_cut(row, AT_RIGHT, ui_button_width(ui, "Copy"));
    button.h = ui_button_height(ui);
    int height = layout_measure(ui, row->rest.w, build_words, line);
    int spare = (button.h - height) / 2;
    if (spare > 0)
        layout_cut(row, AT_TOP, spare);
    build_words(row, line);
    if (spare > 0)
        layout_cut(row, AT_TOP, spare);
    line->copied = ui_button(ui, "button copy-daily", "Copy", button, LOOK_PLAIN);
}

void sharing_build(struct app *app, struct layout *column, const struct daily *daily, int streak)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct text words = {0};
    daily_share(daily, streak, &words);
    struct printing_line line = {text_string(&words), false};
    int inset = canvas_units(canvas, INSET), inner = column->rest.w - 2 * inset;
    int height = layout_measure(ui, inner, build_line, &line);
    struct box box = layout_cut(column, AT_TOP, height + 2 * inset);
    struct card card = card_plain(canvas);
    canvas_card(canvas, box, &card);
    struct layout inside = {ui, box_inset(box, inset, inset), SHARING_GAP};
    build_line(&inside, &line);
    ui_tell_label(ui, line.words, box);
    if (line.copied) {
        if (SDL_SetClipboardText(line.words) == 0)
            app_notice(app, "The line is on the clipboard.");
        else
            app_tell(app, "The clipboard cannot be written: %s", SDL_GetError());
    }
    text_free(&words);
}

void sharing_open_results(struct app *app)
{
    struct text told = {0};
    struct dailies *dailies = dailies_load(app->daily_path, &told);
    const struct daily *daily = dailies_find_race(dailies, session_setup(app->session));
    sharing_shown.daily = daily ? *daily : (struct daily){0};
    sharing_shown.streak = daily ? dailies_streak(dailies, daily->day) : 0;
    dailies_free(dailies);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
}

void sharing_build_results(struct app *app, struct layout *column)
{
    if (sharing_shown.daily.rounds > 0)
        sharing_build(app, column, &sharing_shown.daily, sharing_shown.streak);
}

/* === files ==================================================================================== */

/* Saving what is on the screen to files of the player's: the race itself, its picture, its sheet,
 * its moves. Names are new ones, so nothing is ever written over; where a file went is told, and so
 * is what went wrong.
 */

enum { PICTURE_WIDTH = 8000 };

/* The race that is looked back on, or the running one. */
static const struct session *shown_race(const struct app *app, int *steps)
{
    const struct session *session = app->looked_at ? app->looked_at : app->session;
    *steps = app->looked_at ? app->looked_steps : session_step_count(session);
    return session;
}

/* The same of which tables tell. */
static int told_steps(const struct app *app)
{
    int steps, told = session_step_count(shown_race(app, &steps)) - app->untold_steps;
    return number_smaller(steps, told);
}

static bool make_picture(const struct session *session, int steps, struct text *into,
                         struct error *error)
{
    struct point sheet = course_size(session_setup(session)->course);
    int longest = sheet.x > sheet.y ? sheet.x : sheet.y;
    int square = longest * EXPORT_SQUARE > PICTURE_WIDTH ? PICTURE_WIDTH / longest : EXPORT_SQUARE;
    return export_png(session, steps, square > 1 ? square : 2, into, error);
}

static bool make_race(const struct session *session, int steps, struct text *into,
                      struct error *error)
{
    (void)steps;
    (void)error;
    session_write(session, into);
    return true;
}

typedef bool maker(const struct session *session, int steps, struct text *into,
                   struct error *error);

char *app_write_new(struct app *app, const char *folder, const char *name, const char *ending,
                    const struct text *content)
{
    struct error error;
    if (!file_make_folder(folder, &error)) {
        app_tell(app, "Nothing can be saved in %s: %s", folder, error.text);
        return NULL;
    }
    char *path = saved_new_path(folder, name, ending);
    if (file_write_atomically(path, content->data, content->length, &error))
        return path;
    app_tell(app, "%s cannot be saved: %s", path, error.text);
    free(path);
    return NULL;
}

static const char *shown_name(const struct app *app)
{
    int steps;
    return course_name(session_setup(shown_race(app, &steps))->course);
}

/* As app_write_new, of the race that is shown. */
static char *files_save(struct app *app, const char *folder, const char *ending, maker *make)
{
    int steps;
    const struct session *session = shown_race(app, &steps);
    const char *name = shown_name(app);
    struct error error;
    struct text content = {0};
    char *path = NULL;
    if (make(session, steps, &content, &error))
        path = app_write_new(app, folder, name, ending, &content);
    else
        app_tell(app, "%s%s cannot be saved: %s", name, ending, error.text);
    text_free(&content);
    return path;
}

static void save_and_tell(struct app *app, const char *folder, const char *ending, maker *make,
                          const char *what)
{
    char *path = files_save(app, folder, ending, make);
    if (path)
        app_notice(app, "The %s saved as %s.", what, path);
    free(path);
}

void app_save_picture(struct app *app)
{
    save_and_tell(app, app->pictures_folder, ".png", make_picture, "picture is");
}

void app_save_sheet(struct app *app)
{
    char *pdf = files_save(app, app->pictures_folder, ".pdf", export_pdf);
    char *svg = pdf ? files_save(app, app->pictures_folder, ".svg", export_svg) : NULL;
    if (svg)
        app_notice(app, "The sheet is saved as %s, and beside it %s.", pdf, file_own_name(svg));
    free(pdf);
    free(svg);
}

void app_save_moves(struct app *app)
{
    int steps;
    struct text content = {0};
    const struct session *session = shown_race(app, &steps);
    paper_append_csv(session, told_steps(app), (enum csv_kind)app->settings.csv_for, &content);
    const char *head = strchr(text_string(&content), '\n');
    char *path = NULL;
    if (head && head[1])
        path = app_write_new(app, app->saved_folder, shown_name(app), ".csv", &content);
    else
        app_tell(app, "%s.csv cannot be saved: nobody has moved yet: look at a later moment",
                 shown_name(app));
    if (path)
        app_notice(app, "The moves are saved as %s.", path);
    free(path);
    text_free(&content);
}

const char *app_csv_label(const struct app *app)
{
    return ui_words("Tables (CSV): %s", csv_kind_words[app->settings.csv_for]);
}

void app_next_csv(struct app *app)
{
    app->settings.csv_for = (app->settings.csv_for + 1) % CSV_KIND_COUNT;
    app->settings_changed = true;
}

void app_save_race(struct app *app)
{
    save_and_tell(app, app->saved_folder, ".race", make_race, "race is");
}

bool app_can_show_in_class(const struct app *app)
{
    int steps;
    return rules_view_find(session_setup(shown_race(app, &steps))->game)->show_in_class != NULL;
}

void app_show_in_class(struct app *app)
{
    int steps;
    const struct session *session = shown_race(app, &steps);
    rules_view_find(session_setup(session)->game)->show_in_class(app, session, steps);
}

/* === animating ================================================================================ */

/* Saving a race as an animated picture, which takes too long to wait for: on a copy of the race, by
 * a worker that lives as long as the program. One at a time.
 */

struct animating {
    app_animator *make;
    void *own;
    void (*drop)(void *own);
    char *path;
    bool done, told;
    struct error error;
};

static struct worker *worker; /* NULL until there is first something to do */
static struct animating *asked;

static bool go_on(void *dropped, int steps, int of)
{
    (void)steps, (void)of;
    return !atomic_load((const atomic_bool *)dropped);
}

static void animate(void *own, void *job, const atomic_bool *dropped)
{
    struct animating *animating = job;
    struct text content = {0};
    (void)own;
    animating->done =
        animating->make(animating->own, go_on, (void *)dropped, &content, &animating->error) &&
        file_write_atomically(animating->path, content.data, content.length, &animating->error);
    text_free(&content);
}

static void free_animating(void *job)
{
    struct animating *animating = job;
    animating->drop(animating->own);
    free(animating->path);
    free(animating);
}

/* A race as its file would be. */
static bool animate_race(void *own, animation_progress *progress, void *data, struct text *into,
                         struct error *error)
{
    const struct text *race = own;
    bool damaged = false;
    struct session *session = session_read(race->data, race->length, &damaged, error);
    bool done =
        session && !damaged &&
        animation_append_gif(session, session_step_count(session), 0, progress, data, into, error);
    session_free(session);
    return done;
}

static void drop_race(void *own)
{
    text_free(own);
    free(own);
}

void app_animate(struct app *app, const char *name, app_animator *make, void *own,
                 void (*drop)(void *own))
{
    static const struct worker_kind kind = {animate, free_animating, NULL};
    struct error error;
    bool busy = asked && !asked->told;
    if (busy)
        app_notice(app, "One animated picture is being made already: a moment, please.");
    else if (!file_make_folder(app->pictures_folder, &error))
        app_tell(app, "Nothing can be saved in %s: %s", app->pictures_folder, error.text);
    if (busy || app->message[0]) {
        drop(own);
        return;
    }
    asked = memory_allocate(1, sizeof *asked);
    *asked = (struct animating){.make = make, .own = own, .drop = drop};
    asked->path = saved_new_path(app->pictures_folder, name, ".gif");
    app_notice(app, "The animated picture is being made.");
    if (!worker)
        worker = worker_create(&kind, NULL);
    worker_ask(worker, asked);
}

void app_save_animation(struct app *app)
{
    const struct session *session = app->looked_at ? app->looked_at : app->session;
    struct text *race = memory_allocate(1, sizeof *race);
    session_write(session, race);
    app_animate(app, course_name(session_setup(session)->course), animate_race, race, drop_race);
}

void app_follow_animation(struct app *app)
{
    if (!asked || asked->told || !worker_answer(worker))
        return;
    asked->told = true;
    if (asked->done)
        app_notice(app, "The animated picture is saved as %s.", asked->path);
    else
        app_tell(app, "%s cannot be saved: %s", asked->path, asked->error.text);
}

/* === printing ================================================================================= */

/* The dialog that prints: what is printed and how at the left, the pages at the right.
 *
 * What it asked for last is kept while the program runs. The plan and the picture of the page are
 * kept until something that they depend on is another. The race that is printed is borrowed: the
 * dialog closes when it is no longer there.
 */

static const double PRINTING_ROW = 36, PRINTING_GAP = 8;
enum { EMPTY_MOST = 200, EMPTY_STEP = 5 };

/* All that the pages depend on; compared byte by byte. */
struct wanted {
    const struct session *session; /* borrowed */
    int steps;
    struct course course; /* retained */
    struct setup setup;   /* of the course */
    struct print_options options;
    bool empty; /* squares alone, whatever else there is */
    bool column_vectors;
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
    const struct setup *ahead = setup_shown();
    now->session = course.body ? NULL : app->looked_at ? app->looked_at : app->session;
    now->course = course_retain(course);
    course_release(before);
    now->empty = !now->session && !course.body;
    if (course.body)
        now->setup =
            ahead && ahead->course.body == course.body ? *ahead : print_usual_setup(course);
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
        now->steps = told_steps(app);
    now->column_vectors = app->settings.columns;
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
    now->course = now->options.beside = (struct course){0};
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
    if (!now->session && !now->course.body)
        return;
    struct flow flow = flow_begin(column, PRINTING_GAP);
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

/* Is what there is to write on a table? */
static bool has_moves(void)
{
    const struct game *game = now->session ? session_setup(now->session)->game : now->course.game;
    return !game || !ink_of(game)->draw_order_sheet;
}

static void build_rules(struct layout *column, struct app *app)
{
    static const struct ui_range players = {1, PLAYER_LIMIT, 1, "", NULL};
    struct ui *ui = column->ui;
    bool rules = !now->options.no_rules, table = !now->options.no_table;
    ui_check(ui, "choice print-rules", "Rules in short", layout_take(column, AT_TOP, 32), &rules);
    ui_check(ui, "choice print-table", has_moves() ? "Table for moves" : "Order sheets",
             layout_take(column, AT_TOP, 32), &table);
    if (table && has_moves() &&
        ui_check(ui, "choice print-vectors", "Vectors as columns", layout_take(column, AT_TOP, 32),
                 &app->settings.columns))
        app->settings_changed = true;
    bool twice = now->options.beside.body;
    /* The squares that there is room for, until others are chosen. */
    if (now->course.body && ui_check(ui, "choice print-twice", "Twice on a page",
                                     layout_take(column, AT_TOP, 32), &twice))
        now->options.square = 0;
    now->options.beside = twice ? now->course : (struct course){0};
    now->options.no_rules = !rules;
    now->options.no_table = !table;
    if (now->course.body && rules) {
        struct canvas *canvas = ui_canvas(column->ui);
        struct box row = layout_take(column, AT_TOP, PRINTING_ROW);
        struct box more = box_cut_right(&row, canvas_units(canvas, 40));
        struct box less = box_cut_left(&row, canvas_units(canvas, 40));
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink,
                    now->setup.game->table->presets[now->setup.preset].title, row, ALIGN_CENTRE);
        if (ui_button(column->ui, "button preset-before", "‹", less, LOOK_PLAIN))
            change_preset(-1);
        if (ui_button(column->ui, "button preset-after", "›", more, LOOK_PLAIN))
            change_preset(1);
    }
    if (now->course.body && (rules || table))
        pages_stepper(column, "choice print-players", "Players", &now->setup.players, &players);
}

/* --- pages ------------------------------------------------------------------------------------ */

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

/* --- the dialog ------------------------------------------------------------------------------- */

static void build(struct app *app, struct ui *ui)
{
    if (!is_there(app)) {
        app_close_over(app);
        return;
    }
    follow_wishes(app);
    struct pages_frame frame = pages_begin(ui, "Print", &printing.scroll);
    struct layout *column = &frame.column;
    build_kind(column);
    pages_build_paper(column, &now->options.paper);
    build_square(column);
    if (now->empty)
        build_empty(column);
    else
        build_rules(column, app);
    ui_scroll_end(ui, frame.column.rest.y);
    follow_wishes(app);
    struct pages pages = {.name = subject_name(),
                          .folder = app->pictures_folder,
                          .paper = print_paper_names[now->options.paper],
                          .count = printing.possible ? printing.plan.pages : 0,
                          .preview = preview,
                          .write = write_pages};
    /* "3 pages of A4, lying", or what is wrong. */
    char *into = pages.facts;
    size_t size = sizeof pages.facts;
    const struct print_plan *plan = &printing.plan;
    if (!printing.possible)
        snprintf(into, size, "%s", printing.error.text);
    else if (plan->across * plan->down > 1)
        snprintf(into, size, "%d pages of %s: the sheet on %d × %d", plan->pages,
                 print_paper_names[now->options.paper], plan->across, plan->down);
    else
        snprintf(into, size, "%d %s of %s", plan->pages, plan->pages == 1 ? "page" : "pages",
                 print_paper_names[now->options.paper]);
    pages_build(ui, frame.rest, &pages);
    pages_build_deeds(app, frame.requests, &pages);
    ui_default(ui, "button save-pdf");
    pages_tell(ui, &pages);
}

const struct screen screen_printing = {
    .name = "printing", .enter = enter, .leave = leave, .build = build};
