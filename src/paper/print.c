/* Documents: how a sheet falls on pages, and the pages one after the other, as a file or one of
 * them as a picture. What a picture shows is recorded first and then shrunk, so it is drawn as it
 * is for a file.
 *
 * A page shows whole squares; beyond them a strip of the next page's squares, on which that page is
 * glued. The sheet's own edges show half a square of paper more. Both ways of holding the paper are
 * tried, and the one with fewer pages wins.
 */
#include "paper/print_inside.h"

#include <math.h>
#include <strings.h>

const char *const print_paper_names[PRINT_PAPER_COUNT] = {"A4", "A3", "letter"};
const double print_paper_sizes[PRINT_PAPER_COUNT][2] = {{210, 297}, {297, 420}, {215.9, 279.4}};

const struct print_options print_usual = {.paper = PRINT_A4, .square = 0};

/* Beside a page's part of the sheet: numbers, and on pages that are cut the marks for it. */
struct strips {
    double left, top, right, bottom;
};
static const struct strips plain = {7, 1, 1, 5}, marked = {11, 4.5, 4.5, 9};
static const double GLUE = 8;        /* a strip is at least so wide */
static const double LINE_ROOM = 0.5; /* squares between a seam and the start line */
enum { USUAL_PLAYERS = 4 };

bool print_read_paper(void *paper, const char *name, struct error *error)
{
    for (int i = 0; i < PRINT_PAPER_COUNT; i++)
        if (strcasecmp(name, print_paper_names[i]) == 0) {
            *(enum print_paper *)paper = (enum print_paper)i;
            return true;
        }
    return error_set(error, "--paper %s: it may be A4, A3 or letter", name);
}

struct setup print_usual_setup(struct course course)
{
    struct setup setup = setup_for_course(course);
    setup.players = USUAL_PLAYERS;
    return setup;
}

/* Type is as wide on the screen as on paper. */
static void prepare(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
}

/* For measuring, without a surface that can be seen. */
cairo_t *print_begin_measuring(void)
{
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    prepare(cairo);
    return cairo;
}

/* --- one way of holding the paper ------------------------------------------------------------- */

/* As many pages as `room` millimetres need, or one with what fits if `squares` is 0. */
static struct print_cut cut_length(int squares, double square, double room)
{
    const double slack = 1e-6;
    int whole = (int)floor(room / square - 1 + slack);
    if (squares == 0)
        squares = whole > 1 ? whole : 1;
    if (squares <= whole)
        return (struct print_cut){squares, 1, squares, squares, squares, 0};
    int overlap = (int)ceil(GLUE / square - slack);
    int most = (int)floor(room / square - overlap - 0.5 + slack);
    int last = (int)floor(room / square - 0.5 + slack);
    most = most < 1 ? 1 : most;
    int pages = 1 + (squares - last + most - 1) / most;
    pages = pages < 2 ? 2 : pages;
    int step = (squares + pages - 1) / pages;
    step = step > most ? most : step;
    int round = (step + 4) / 5 * 5; /* cuts along strong lines, which are numbered */
    if (round <= most && (pages - 1) * round < squares)
        step = round;
    return (struct print_cut){squares, pages, step, step, most, overlap};
}

/* Would pages that begin with `first` squares meet within a line from `low` to `high`, or glue
 * their strip onto it? */
static bool meets_line(const struct print_cut *cut, int first, double low, double high)
{
    for (int i = 0; i < cut->pages - 1; i++) {
        double seam = first + i * cut->step;
        if (seam + cut->overlap > low - LINE_ROOM && seam < high + LINE_ROOM)
            return true;
    }
    return false;
}

static bool meets_lines(const struct print_cut *cut, int first, double lines[2][2], int count)
{
    bool meets = false;
    for (int i = 0; i < count; i++)
        meets |= meets_line(cut, first, lines[i][0], lines[i][1]);
    return meets;
}

/* Moves the seams off the start and finish lines (from, to: squares along the cut length): by as
 * little as possible, and by fives if that does. They stay where nothing helps. */
static void spare_lines(struct print_cut *cut, double lines[2][2], int count)
{
    if (cut->pages < 2 || !meets_lines(cut, cut->first, lines, count))
        return;
    for (int unit = 5; unit > 0; unit -= 4)
        for (int by = unit; by <= cut->squares; by += unit)
            for (int side = -1; side <= 1; side += 2) {
                int first = cut->first + side * by;
                int last = cut->squares - first - (cut->pages - 2) * cut->step;
                if (first < 1 || first > cut->most || last < 1 || last > cut->most ||
                    meets_lines(cut, first, lines, count))
                    continue;
                cut->first = first;
                return;
            }
}

static void spare_parts(struct print_layout *layout)
{
    double boxes[2][4], across[2][2], down[2][2];
    const struct ink *ink = layout->course.body ? ink_of(layout->course.game) : NULL;
    int count = ink && ink->spare ? ink->spare(layout->course, boxes) : 0;
    for (int i = 0; i < count; i++) {
        across[i][0] = boxes[i][0];
        across[i][1] = boxes[i][2];
        down[i][0] = boxes[i][1];
        down[i][1] = boxes[i][3];
    }
    spare_lines(&layout->across, across, count);
    spare_lines(&layout->down, down, count);
}

/* Rows are numbered from below: where all steps are fives, the first page is made shorter so that
 * its cut lies on a numbered line, too, if the last one then still has room for the rest. */
static void count_from_below(struct print_cut *cut)
{
    int shorter = cut->squares % 5 == 0 ? 0 : 5 - cut->squares % 5;
    int last = cut->squares - cut->first - (cut->pages - 2) * cut->step;
    if (cut->pages > 1 && cut->step % 5 == 0 && cut->first > shorter && last + shorter <= cut->step)
        cut->first -= shorter;
}

static void hold(struct print_layout *layout, bool lying)
{
    const double *size = print_paper_sizes[layout->options->paper];
    layout->plan.lying = lying;
    layout->plan.page_width = size[lying ? 1 : 0];
    layout->plan.page_height = size[lying ? 0 : 1];
}

/* What the heading of a sheet on one page may hold, the fullest first. */
static const struct {
    int note_lines, legend_lines;
} heads[] = {{3, 3}, {0, 3}, {0, 1}};
enum { HEADS = sizeof heads / sizeof *heads };

static void measure_head(struct print_layout *layout, cairo_t *cairo, int head, bool tiled)
{
    layout->tiled = tiled;
    layout->note_lines = heads[head].note_lines;
    layout->legend_lines = heads[head].legend_lines;
    layout->head = print_set_head(cairo, layout, "", false);
}

/* The room for a part of the sheet with these strips beside it. */
static void find_room(const struct print_layout *layout, const struct strips *strips, double *width,
                      double *height)
{
    *width = layout->plan.page_width - 2 * PRINT_MARGIN - strips->left - strips->right;
    *height = layout->plan.page_height - 2 * PRINT_MARGIN - layout->head - PRINT_FOOT -
              strips->top - strips->bottom;
}

static void cut_sheet(struct print_layout *layout, const struct strips *strips, int columns,
                      int rows)
{
    double width, height;
    find_room(layout, strips, &width, &height);
    layout->across = cut_length(columns, layout->square, width);
    layout->down = cut_length(rows, layout->square, height);
    count_from_below(&layout->down);
    spare_parts(layout);
    layout->sheet_x = PRINT_MARGIN + strips->left;
    layout->sheet_y = PRINT_MARGIN + layout->head + strips->top;
    if (!layout->tiled)
        layout->sheet_x += floor((width - (layout->across.squares + 1) * layout->square) / 2);
}

static int sheet_pages(const struct print_layout *layout)
{
    return layout->across.pages * layout->down.pages;
}

static void try_holding(struct print_layout *layout, cairo_t *cairo, bool lying, int columns,
                        int rows)
{
    hold(layout, lying);
    for (int head = 0; head < HEADS; head++) {
        measure_head(layout, cairo, head, false);
        cut_sheet(layout, &plain, columns, rows);
        if (sheet_pages(layout) == 1)
            return;
    }
    measure_head(layout, cairo, HEADS - 1, true);
    cut_sheet(layout, &marked, columns, rows);
}

/* The largest square with which the sheet would be on one page. */
static int find_one_page_square(struct print_layout *layout, cairo_t *cairo)
{
    int best = 0;
    if (sheet_pages(layout) == 1)
        return 0;
    for (int lying = 0; lying < 2; lying++) {
        struct print_layout other = *layout;
        double width, height;
        hold(&other, lying);
        measure_head(&other, cairo, HEADS - 1, false);
        find_room(&other, &plain, &width, &height);
        double square =
            fmin(width / (layout->across.squares + 1), height / (layout->down.squares + 1));
        int tenths = (int)floor(square * 10 + 1e-6);
        best = tenths > best ? tenths : best;
    }
    return best < PRINT_SQUARE_LEAST ? 0 : best;
}

/* Upright and lying; with as many pages, the one that has the sheet's shape. */
static void choose_holding(struct print_layout *layout, cairo_t *cairo, int columns, int rows)
{
    struct print_layout upright = *layout;
    try_holding(&upright, cairo, false, columns, rows);
    try_holding(layout, cairo, true, columns, rows);
    bool wide = columns >= rows;
    if (sheet_pages(&upright) < sheet_pages(layout) ||
        (sheet_pages(&upright) == sheet_pages(layout) && !wide))
        *layout = upright;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* What to do about a sheet that takes too many pages. */
static bool refuse(const struct print_layout *layout, struct error *error)
{
    const struct print_plan *plan = &layout->plan;
    const char *paper = print_paper_names[layout->options->paper];
    if (sheet_pages(layout) > PRINT_PAGES_MOST) {
        error_set(error,
                  "a sheet of %d × %d squares of %g mm takes %d pages of %s, and at most %d are "
                  "printed: take smaller squares or larger paper, or draw it on a smaller sheet",
                  plan->columns, plan->rows, layout->square, sheet_pages(layout), paper,
                  PRINT_PAGES_MOST);
        return false;
    }
    return error_set(
        error,
        "that would be %d pages of %s, %d of them with the table of moves, and at most "
        "%d are printed: leave the table out",
        plan->pages, paper, layout->table_pages, PRINT_PAGES_MOST);
}

static void take_subject(struct print_layout *layout, int *columns, int *rows)
{
    const struct print_subject *subject = layout->subject;
    *columns = subject->columns;
    *rows = subject->rows;
    if (subject->session)
        layout->setup = *session_setup(subject->session);
    else if (subject->course.body)
        layout->setup = subject->setup ? *subject->setup : print_usual_setup(subject->course);
    layout->course = subject->session ? layout->setup.course : subject->course;
    if (!layout->course.body)
        return;
    layout->setup.course = layout->course;
    *columns = course_size(layout->course).x;
    *rows = course_size(layout->course).y;
}

/* White paper; walls that stand out in black and white, and hatching that costs no toner. */
struct paper_theme print_theme(void)
{
    struct paper_theme theme = paper_theme_paper;
    theme.paper = theme.card = (struct paper_color){1, 1, 1, 1};
    theme.grid = (struct paper_color){0.70, 0.78, 0.85, 1};
    theme.grid_strong = (struct paper_color){0.50, 0.61, 0.71, 1};
    theme.hatching = (struct paper_color){0.86, 0.86, 0.85, 1};
    theme.wall = theme.ink = (struct paper_color){0.10, 0.10, 0.10, 1};
    theme.ink_soft = (struct paper_color){0.33, 0.33, 0.33, 1};
    return theme;
}

static int usual_square(const struct print_layout *layout)
{
    const struct ink *ink = layout->course.body ? ink_of(layout->course.game) : NULL;
    return ink && ink->usual_square ? ink->usual_square(layout->course) : PRINT_SQUARE_USUAL;
}

bool print_lay_out(const struct print_subject *subject, const struct print_options *options,
                   struct print_layout *layout, struct error *error)
{
    int columns, rows;
    *layout = (struct print_layout){.subject = subject, .options = options, .theme = print_theme()};
    take_subject(layout, &columns, &rows);
    layout->plan.usual_square = usual_square(layout);
    layout->plan.square = options->square > 0 ? options->square : layout->plan.usual_square;
    layout->square = layout->plan.square / 10.0;
    cairo_t *cairo = print_begin_measuring();
    choose_holding(layout, cairo, columns, rows);
    struct print_plan *plan = &layout->plan;
    plan->across = layout->across.pages;
    plan->down = layout->down.pages;
    plan->columns = layout->across.squares;
    plan->rows = layout->down.squares;
    plan->one_page_square = find_one_page_square(layout, cairo);
    plan->pages = sheet_pages(layout);
    if (layout->course.body && plan->pages <= PRINT_PAGES_MOST) {
        layout->words_pages = options->no_rules ? 0 : print_count_words_pages(cairo, layout);
        layout->table_pages = options->no_table ? 0 : print_count_table_pages(layout);
        plan->pages += layout->words_pages + layout->table_pages;
    }
    cairo_destroy(cairo);
    return plan->pages <= PRINT_PAGES_MOST || refuse(layout, error);
}

/* --- documents -------------------------------------------------------------------------------- */

bool print_plan(const struct print_subject *subject, const struct print_options *options,
                struct print_plan *plan, struct error *error)
{
    struct print_layout layout;
    bool planned = print_lay_out(subject, options, &layout, error);
    *plan = layout.plan;
    return planned;
}

void print_draw_page(cairo_t *cairo, const struct print_layout *layout, int page)
{
    int sheet = layout->across.pages * layout->down.pages;
    prepare(cairo);
    if (page < sheet)
        print_draw_sheet(cairo, layout, page);
    else if (page < sheet + layout->words_pages)
        print_draw_words(cairo, layout, page - sheet);
    else
        print_draw_table(cairo, layout, page - sheet - layout->words_pages);
}

bool print_pdf(const struct print_subject *subject, const struct print_options *options,
               struct text *into, struct error *error)
{
    struct print_layout layout;
    if (!print_lay_out(subject, options, &layout, error))
        return false;
    cairo_surface_t *surface =
        caption_begin_pdf(into, layout.plan.page_width, layout.plan.page_height,
                          layout.course.body ? course_title(layout.course) : "Squared paper", NULL);
    cairo_t *cairo = cairo_create(surface);
    for (int page = 0; page < layout.plan.pages; page++) {
        cairo_save(cairo);
        cairo_scale(cairo, CAPTION_POINTS, CAPTION_POINTS);
        print_draw_page(cairo, &layout, page);
        cairo_restore(cairo);
        cairo_show_page(cairo);
    }
    return brush_finish(cairo, surface, "pages", error);
}

cairo_surface_t *print_shrink(cairo_t *recorder, double page_width, double page_height, int width,
                              int height)
{
    double scale = fmin(width / page_width, height / page_height);
    int across = (int)fmax(round(page_width * scale), 1);
    int down = (int)fmax(round(page_height * scale), 1);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, across, down);
    cairo_t *cairo = cairo_create(surface);
    brush_color(cairo, print_theme().paper);
    cairo_paint(cairo);
    cairo_scale(cairo, scale, scale);
    cairo_set_source_surface(cairo, cairo_get_target(recorder), 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_destroy(recorder);
    return surface;
}

cairo_surface_t *print_preview(const struct print_subject *subject,
                               const struct print_options *options, int page, int width, int height)
{
    struct print_layout layout;
    struct error error;
    if (!print_lay_out(subject, options, &layout, &error) || page < 0 || page >= layout.plan.pages)
        return NULL;
    cairo_t *recorder = print_begin_measuring();
    print_draw_page(recorder, &layout, page);
    return print_shrink(recorder, layout.plan.page_width, layout.plan.page_height, width, height);
}
