/* The pages that show the sheet: heading, squares, numbers along them, marks for cutting and
 * gluing, and the foot with the ruler, which every page has.
 *
 * The sheet is drawn in units of a sixth of a millimetre, so that lines are as thick on squares of
 * any size as a pen makes them: at 5 mm a square has the 30 units that the screen's look is for.
 */
#include "paper/print.h"

#include "paper/paper.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double UNITS = 6, UNIT_SCALE = 1.5;
static const double NOTE_ROW = 4.8, LEGEND_ROW = 6, LEGEND = 4, NUMBER = 3, FOOT_TEXT = 2.8;
static const double HAIR = 0.2, EDGE_SHOWN = 0.15;
enum { RULER = 100 };

/* A page's part of the sheet. */
struct print_sheet_part {
    int column, row;       /* of the page */
    double left, top;      /* squares of the sheet left of it and above */
    double width, height;  /* squares shown */
    double join_x, join_y; /* squares that are this page's own; what lies beyond is glued over */
    double x, y, square;   /* on the page, millimetres */
};

static void cut_part(const struct print_cut *cut, int index, double *from, double *length,
                     double *own)
{
    bool last = index == cut->pages - 1;
    int begin = index > 0 ? cut->first + (index - 1) * cut->step : 0;
    int next = index > 0 ? begin + cut->step : cut->first;
    double end = last ? cut->squares + 0.5 : next + cut->overlap;
    end = fmin(end, cut->squares + 0.5);
    *from = index == 0 ? -0.5 : begin;
    *length = end - *from;
    *own = last ? *length : next - *from;
}

static struct print_sheet_part find_part(const struct print_layout *layout, int index)
{
    struct print_sheet_part part = {.column = index % layout->across.pages,
                                    .row = index / layout->across.pages,
                                    .x = layout->sheet_x,
                                    .y = layout->sheet_y,
                                    .square = layout->square};
    cut_part(&layout->across, part.column, &part.left, &part.width, &part.join_x);
    cut_part(&layout->down, part.row, &part.top, &part.height, &part.join_y);
    return part;
}

static double part_right(const struct print_sheet_part *part)
{
    return part->x + part->width * part->square;
}

static double part_bottom(const struct print_sheet_part *part)
{
    return part->y + part->height * part->square;
}

/* --- heading ---------------------------------------------------------------------------------- */

static double set_note(cairo_t *cairo, const struct print_layout *layout, double y, bool drawn)
{
    const char *note = layout->course.body ? course_note(layout->course) : "";
    double width = layout->plan.page_width - 2 * PRINT_MARGIN;
    char line[CAPTION_BYTES];
    for (int i = 0; i < layout->note_lines && note[0]; i++) {
        /* The next line of the text from *at on: as many words as fit, or all of it on the last
         * line. */
        const char **at = &note;
        bool last = i == layout->note_lines - 1;
        static const char blanks[] = " \n";
        char words[CAPTION_BYTES];
        size_t taken = last ? strlen(*at) : 0;
        for (size_t next = taken; (*at)[next] && next < CAPTION_BYTES;) {
            next += strspn(*at + next, blanks);
            next += strcspn(*at + next, blanks);
            snprintf(words, sizeof words, "%.*s", (int)next, *at);
            if (caption_fit(cairo, words, PRINT_SMALL, false, INFINITY, line) > width && taken > 0)
                break;
            taken = next;
        }
        snprintf(words, sizeof words, "%.*s", (int)taken, *at);
        caption_fit(cairo, words, PRINT_SMALL, false, width, line);
        *at += taken + strspn(*at + taken, blanks);
        if (drawn)
            lettering_draw(cairo, line, PRINT_MARGIN, y + NOTE_ROW / 2, PRINT_SMALL, false,
                           layout->theme.ink_soft);
        y += NOTE_ROW;
    }
    return y;
}

/* The players in the order of places, no name wider than `most`; returns how many lines that is. */
static int put_players(cairo_t *cairo, const struct print_layout *layout, double y, double most,
                       bool drawn)
{
    struct caption legend = {.cairo = cairo,
                             .left = PRINT_MARGIN,
                             .right = layout->plan.page_width - PRINT_MARGIN,
                             .x = PRINT_MARGIN,
                             .y = y + LEGEND_ROW / 2,
                             .line_height = LEGEND_ROW,
                             .gap = CAPTION_GAP,
                             .drawn = drawn,
                             .theme = &layout->theme};
    caption_put_players(&legend, layout->subject->session, layout->subject->steps, LEGEND, most);
    return (int)lround((legend.y - y) / LEGEND_ROW + 0.5);
}

/* Long names are cut as little as the lines that there are allow. */
static double set_legend(cairo_t *cairo, const struct print_layout *layout, double y, bool drawn)
{
    if (!layout->subject->session || layout->options->sheet)
        return y;
    double most = layout->plan.page_width - 2 * PRINT_MARGIN;
    int lines = put_players(cairo, layout, y, most, false);
    for (; lines > layout->legend_lines && most > LEGEND * 3; most *= 0.93)
        lines = put_players(cairo, layout, y, most * 0.93, false);
    if (drawn)
        put_players(cairo, layout, y, most, true);
    return y + lines * LEGEND_ROW;
}

/* "Name ________", or that these are solutions; ends at `right`, returns where it begins. */
double print_draw_name_field(cairo_t *cairo, const struct paper_theme *theme, double right,
                             double y, bool solved)
{
    static const double LINE = 62; /* to write on */
    const char *words = solved ? "Solutions" : "Name";
    double left = right - lettering_width(cairo, words, LEGEND, solved) - (solved ? 0 : LINE + 2);
    lettering_draw(cairo, words, left, y, LEGEND, solved, theme->ink);
    if (solved)
        return left;
    brush_color(cairo, theme->ink_soft);
    brush_add_line(cairo, (struct pixel){right - LINE, y + 2.2}, (struct pixel){right, y + 2.2});
    brush_stroke_blunt(cairo, HAIR, 0, 0);
    return left;
}

/* What the page is called at the right, the sheet's name at the left. */
static void draw_title_row(cairo_t *cairo, const struct print_layout *layout, const char *title,
                           const char *page)
{
    double y = PRINT_MARGIN + PRINT_TITLE_ROW / 2, right = layout->plan.page_width - PRINT_MARGIN;
    const char *sheet = layout->options->sheet;
    char label[120];
    snprintf(label, sizeof label, "%s%s%s", sheet ? sheet : "", sheet && page[0] ? "   " : "",
             page);
    if (label[0]) {
        right -= lettering_width(cairo, label, PRINT_SMALL, false);
        lettering_draw(cairo, label, right, y, PRINT_SMALL, false, layout->theme.ink_soft);
        right -= 6;
    }
    if (sheet)
        right = print_draw_name_field(cairo, &layout->theme, right, y, layout->options->solved) - 6;
    if (!title) {
        /* "Track ________  Drawn by ________" for paper that is to be drawn on. */
        static const char *const blanks[] = {"Track", "Drawn by"};
        double room = (right - PRINT_MARGIN) / 2, x = PRINT_MARGIN;
        for (int i = 0; i < 2; i++, x += room) {
            double width = lettering_width(cairo, blanks[i], LEGEND, false);
            lettering_draw(cairo, blanks[i], x, y, LEGEND, false, layout->theme.ink);
            brush_color(cairo, layout->theme.ink_soft);
            brush_add_line(cairo, (struct pixel){x + width + 2, y + 1.6},
                           (struct pixel){x + room - 5, y + 1.6});
            brush_stroke_blunt(cairo, HAIR, 0, 0);
        }
        return;
    }
    char shown[CAPTION_BYTES];
    double size = PRINT_TITLE;
    caption_fit(cairo, title, size, true, right - PRINT_MARGIN, shown);
    lettering_draw_title(cairo, shown, PRINT_MARGIN, y, size, layout->theme.ink);
}

double print_set_head(cairo_t *cairo, const struct print_layout *layout, const char *label,
                      bool drawn)
{
    if (drawn)
        draw_title_row(cairo, layout, layout->course.body ? course_title(layout->course) : NULL,
                       label);
    double y = PRINT_MARGIN + PRINT_TITLE_ROW;
    y = set_note(cairo, layout, y, drawn);
    y = set_legend(cairo, layout, y, drawn);
    return y - PRINT_MARGIN + 1;
}

void print_draw_page_title(cairo_t *cairo, const struct print_layout *layout, const char *what,
                           int page)
{
    struct text title = {0};
    char label[60];
    text_append_format(&title, "%s: %s", course_title(layout->course), what);
    snprintf(label, sizeof label, "Page %d of %d", page + 1, layout->plan.pages);
    draw_title_row(cairo, layout, text_string(&title), label);
    text_free(&title);
}

/* --- foot ------------------------------------------------------------------------------------- */

void print_draw_foot(cairo_t *cairo, const struct print_layout *layout, const char *first,
                     const char *second)
{
    double bottom = layout->plan.page_height - PRINT_MARGIN;
    double beside = PRINT_MARGIN + RULER + 17;
    char text[120];
    snprintf(text, sizeof text,
             "If this line is 100 mm long, the printer has kept the size: a square is %g mm.",
             layout->square);
    caption_draw_ruler(cairo, PRINT_MARGIN, bottom - 4.6, RULER, layout->theme.ink);
    lettering_draw(cairo, text, PRINT_MARGIN, bottom - 1.6, FOOT_TEXT, false,
                   layout->theme.ink_soft);
    lettering_draw(cairo, first, beside, bottom - 5.6, FOOT_TEXT, false, layout->theme.ink);
    lettering_draw(cairo, second, beside, bottom - 1.6, FOOT_TEXT, false, layout->theme.ink);
}

/* All pages of the sheet, this one filled. */
static void draw_map(cairo_t *cairo, const struct print_layout *layout,
                     const struct print_sheet_part *part)
{
    double shape = layout->plan.page_width / layout->plan.page_height;
    int across = layout->across.pages, down = layout->down.pages;
    double high = fmin(9.5 / down, 18 / (across * shape)), wide = high * shape;
    double x = layout->plan.page_width - PRINT_MARGIN - across * wide - HAIR / 2;
    double y = layout->plan.page_height - PRINT_MARGIN - down * high - HAIR / 2;
    brush_color(cairo, layout->theme.ink_soft);
    cairo_rectangle(cairo, x + part->column * wide, y + part->row * high, wide, high);
    cairo_fill(cairo);
    cairo_set_line_width(cairo, HAIR);
    for (int i = 0; i < across * down; i++)
        cairo_rectangle(cairo, x + i % across * wide, y + i / across * high, wide, high);
    cairo_stroke(cairo);
}

/* --- the squares ------------------------------------------------------------------------------ */

/* Paper that is to be drawn on has its squares alone. */
static void draw_squares(cairo_t *cairo, const struct print_layout *layout,
                         const struct print_sheet_part *part)
{
    const struct print_subject *subject = layout->subject;
    struct point size = {layout->plan.columns, layout->plan.rows};
    struct paper_view view = {(part->x - part->left * part->square) * UNITS,
                              (part->y - part->top * part->square) * UNITS, part->square * UNITS,
                              UNIT_SCALE};
    cairo_save(cairo);
    /* Limits drawing to the part; the lines where it is cut or ends in a strip are there in full.
     */
    double left = part->column > 0 ? EDGE_SHOWN : 0, top = part->row > 0 ? EDGE_SHOWN : 0;
    double right = part->column < layout->across.pages - 1 ? EDGE_SHOWN : 0;
    double bottom = part->row < layout->down.pages - 1 ? EDGE_SHOWN : 0;
    cairo_rectangle(cairo, part->x - left, part->y - top, part_right(part) - part->x + left + right,
                    part_bottom(part) - part->y + top + bottom);
    cairo_clip(cairo);
    cairo_scale(cairo, 1 / UNITS, 1 / UNITS);
    if (subject->session)
        caption_draw_race(cairo, &view, subject->session, subject->steps, &layout->theme);
    else if (layout->course.body)
        paper_draw_sheet(cairo, &view, layout->course, &layout->theme);
    else
        paper_draw_grid(cairo, &view, size, &layout->theme);
    cairo_restore(cairo);
}

/* As far as this page shows the lines. */
static void draw_numbers(cairo_t *cairo, const struct print_layout *layout,
                         const struct print_sheet_part *part)
{
    const struct caption_numbers numbers = {
        .left = part->x - part->left * part->square,
        .top = part->y - part->top * part->square,
        .square = part->square,
        .sheet = {layout->plan.columns, layout->plan.rows},
        .tiles = layout->course.body && layout->course.game->course->tiles,
        .seen = {part->x, part->y, part_right(part) - part->x, part_bottom(part) - part->y},
        .row = part_bottom(part) + 2.6,
        .column = part->x - 1.2,
        .size = NUMBER};
    caption_draw_numbers(cairo, &numbers, layout->theme.ink_soft);
}

/* --- cutting and gluing ----------------------------------------------------------------------- */

/* Short lines beyond the part's edges, at both ends of a cut down or across the page. */
static void mark_down(cairo_t *cairo, const struct print_sheet_part *part, double x)
{
    cairo_move_to(cairo, x, part->y - 4);
    cairo_line_to(cairo, x, part->y - 0.8);
    cairo_move_to(cairo, x, part_bottom(part) + 4.8);
    cairo_line_to(cairo, x, part_bottom(part) + 8.5);
}

static void mark_across(cairo_t *cairo, const struct print_sheet_part *part, double y)
{
    cairo_move_to(cairo, part->x - 10.5, y);
    cairo_line_to(cairo, part->x - 7.3, y);
    cairo_move_to(cairo, part_right(part) + 0.8, y);
    cairo_line_to(cairo, part_right(part) + 4, y);
}

/* "Page 3 goes here", in the middle of a strip from (0, 0) to the right. */
static void name_strip(cairo_t *cairo, const struct print_layout *layout, int page, double length,
                       double thick)
{
    char text[60];
    snprintf(text, sizeof text, "page %d is glued on here", page + 1);
    cairo_scale(cairo, 1 / UNITS, 1 / UNITS); /* the rim round letters is a whole unit wide */
    double size = PRINT_SMALL * UNITS, width = lettering_width(cairo, text, size, false);
    if (width / UNITS + 4 < length)
        lettering_draw_rimmed(cairo, text, (length * UNITS - width) / 2, thick * UNITS / 2, size,
                              layout->theme.ink_soft, &layout->theme);
}

static void veil(cairo_t *cairo, double x, double y, double width, double height)
{
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.55);
    cairo_rectangle(cairo, x, y, width, height);
    cairo_fill(cairo);
}

/* The strips that the next pages are glued onto are paler. */
static void draw_strips(cairo_t *cairo, const struct print_layout *layout,
                        const struct print_sheet_part *part)
{
    int page = part->row * layout->across.pages + part->column;
    double own_x = part->x + part->join_x * part->square + EDGE_SHOWN;
    double own_y = part->y + part->join_y * part->square + EDGE_SHOWN;
    double right = part_right(part) + EDGE_SHOWN, bottom = part_bottom(part) + EDGE_SHOWN;
    if (part->column < layout->across.pages - 1) {
        veil(cairo, own_x, part->y, right - own_x, bottom - part->y);
        cairo_save(cairo);
        cairo_translate(cairo, right, part->y);
        cairo_rotate(cairo, 1.5707963267948966);
        name_strip(cairo, layout, page + 1, own_y - part->y, right - own_x);
        cairo_restore(cairo);
    }
    if (part->row < layout->down.pages - 1) {
        veil(cairo, part->x, own_y, own_x - part->x, bottom - own_y);
        cairo_save(cairo);
        cairo_translate(cairo, part->x, own_y);
        name_strip(cairo, layout, page + layout->across.pages, own_x - part->x, bottom - own_y);
        cairo_restore(cairo);
    }
}

void print_draw_sheet(cairo_t *cairo, const struct print_layout *layout, int index)
{
    struct print_sheet_part part = find_part(layout, index);
    char label[100] = "";
    if (layout->tiled)
        snprintf(label, sizeof label, "Page %d of %d: row %d, column %d", index + 1,
                 layout->plan.pages, part.row + 1, part.column + 1);
    else if (layout->plan.pages > 1)
        snprintf(label, sizeof label, "Page 1 of %d", layout->plan.pages);
    print_set_head(cairo, layout, label, true);
    draw_squares(cairo, layout, &part);
    if (layout->tiled) {
        draw_strips(cairo, layout, &part);
        cairo_new_path(cairo);
        if (part.column > 0)
            mark_down(cairo, &part, part.x);
        if (part.row > 0)
            mark_across(cairo, &part, part.y);
        if (part.column < layout->across.pages - 1)
            mark_down(cairo, &part, part.x + part.join_x * part.square);
        if (part.row < layout->down.pages - 1)
            mark_across(cairo, &part, part.y + part.join_y * part.square);
        brush_color(cairo, layout->theme.ink);
        brush_stroke_blunt(cairo, HAIR, 0, 0);
    }
    draw_numbers(cairo, layout, &part);
    /* Which edges are cut off, and what for. */
    char first[80] = "", second[80] = "";
    const char *remark = layout->options->remark;
    if (!layout->tiled)
        snprintf(first, sizeof first, "%d × %d squares", layout->plan.columns, layout->plan.rows);
    else if (part.column == 0 && part.row == 0)
        snprintf(first, sizeof first, "%s", remark ? remark : "Nothing is cut off this page.");
    else
        snprintf(first, sizeof first, "Cut along the marks %s",
                 part.row == 0      ? "on the left."
                 : part.column == 0 ? "above."
                                    : "on the left");
    if (layout->tiled && part.column > 0 && part.row > 0)
        snprintf(second, sizeof second, "and above.");
    else if (layout->tiled && part.column == 0 && part.row == 0)
        snprintf(second, sizeof second, "Glue the others onto its pale strips.");
    else if (!layout->tiled && remark)
        snprintf(second, sizeof second, "%s", remark);
    print_draw_foot(cairo, layout, first, second);
    if (layout->tiled)
        draw_map(cairo, layout, &part);
}
