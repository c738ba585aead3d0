/* See pages.h. The picture of the page is kept until something that it depends on is another. */
#include "screens/after/pages.h"

#include "base/system/aside.h"
#include "base/system/file.h"

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
    bool can_open, can_print;
    struct aside *printer; /* what was sent last; of an older one nothing is told any more */
} shown;

void pages_forget(void)
{
    picture_free(&shown.picture);
    if (shown.preview)
        cairo_surface_destroy(shown.preview);
    shown.preview = NULL;
}

static void forget_printer(void)
{
    aside_free(shown.printer);
    shown.printer = NULL;
}

void pages_enter(void)
{
    shown.can_open = file_program_exists("xdg-open");
    shown.can_print = file_program_exists("lp");
    pages_forget();
    forget_printer();
}

void pages_leave(void)
{
    pages_forget();
}

void pages_go_to_first(void)
{
    shown.page = 0;
}

/* --- files ------------------------------------------------------------------------------------ */

/* A new file of the pictures folder, and told what went wrong; free its path. */
static char *save(struct app *app, const struct pages *pages)
{
    struct error error;
    struct text pdf = {0};
    char *path = NULL;
    if (pages->write(&pdf, &error))
        path = app_write_new(app, app->pictures_folder, pages->name, ".pdf", &pdf);
    else
        app_tell(app, "%s.pdf cannot be saved: %s", pages->name, error.text);
    text_free(&pdf);
    return path;
}

static void do_save(struct app *app, const struct pages *pages)
{
    char *path = save(app, pages);
    if (!path)
        return;
    app_notice(app, "The pages are saved as %s.", path);
    app_close_over(app);
    free(path);
}

static void do_open(struct app *app, const struct pages *pages)
{
    char *path = save(app, pages);
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
static void do_print(struct app *app, const struct pages *pages)
{
    char media[40], *path = save(app, pages);
    const char *paper = pages->paper;
    snprintf(media, sizeof media, "media=%c%s", paper[0] == 'l' ? 'L' : paper[0], paper + 1);
    const char *const words[] = {"lp", "-t",  pages->name, "-o", "print-scaling=none",
                                 "-o", media, "--",        path, NULL};
    if (!path)
        return;
    forget_printer();
    shown.printer = aside_start(words, ASIDE_ERRORS);
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
static void print_answer(struct text *into)
{
    if (!shown.printer)
        return;
    const char *said = aside_said(shown.printer);
    switch (aside_state(shown.printer)) {
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
    if (shown.can_open)
        build_button(app, &row, "button open-pdf", "Open", LOOK_PLAIN, pages, do_open);
    if (shown.can_print)
        build_button(app, &row, "button send-pdf", "Print", LOOK_PLAIN, pages, do_print);
    print_answer(&answer);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text_string(&answer),
                     row.rest, ALIGN_LEFT);
    text_free(&answer);
}

void pages_tell(struct ui *ui, const struct pages *pages)
{
    struct text status = {0};
    text_append_format(&status, "%s. ", pages->facts);
    print_answer(&status);
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
        .deeds = {ui, layout_cut(&inside, AT_BOTTOM, ui_button_height(ui)), 12}};
    int side = canvas_units(canvas, OPTIONS_WIDTH), most = inside.rest.w * 48 / 100;
    inside.gap = 24;
    struct box left = layout_cut(&inside, AT_LEFT, side < most ? side : most);
    int top = ui_scroll_begin(ui, "print", box_inset(left, -canvas_units(canvas, 14), 0), scroll);
    frame.column = layout_column(ui, left.x, top + canvas_units(canvas, 6), left.w, 0);
    frame.column.gap = GAP;
    frame.rest = inside.rest;
    return frame;
}
