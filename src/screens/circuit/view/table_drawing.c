/* The table as it is drawn: a plate with a row for each who lays a card or rolls. */
#include "draw/sheet.h"
#include "paper/brush.h"
#include "paper/labels.h"
#include "screens/circuit/view/inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double WIDTH = 536, MARGIN = 12, ROW = 38, NAME = 100, DIE = 26, CARD = 22, GAP = 6;
static const double CHIP = 16, NARROW = 232, BRIEF_ROW = 30, TYPE = 14, LINE = 18, EDGE = 10,
                    MUCH_ROOM = 520;
/* Of a sheet's height; of that on a low sheet if somebody would lie under it. Only where all is
 * large: never smaller than at 100 %. */
static const double MOST = 0.6, SMALLER = 0.75;

static double row_height(const struct table *table, const struct table_row *row)
{
    int lines = table->brief ? (row->line_count + 1) / 2 : row->line_count;
    return fmax(table->brief ? BRIEF_ROW : ROW, lines * LINE + 2);
}

/* Interface pixels. */
static struct pixel size_of(const struct table *table)
{
    double height = 2 * MARGIN;
    if (table->foot_count > 0 && !table->brief)
        height += table->foot_count * LINE + GAP;
    for (int i = 0; i < table->count; i++)
        height += row_height(table, &table->rows[i]) + (i > 0 ? GAP : 0);
    bool rolls = false;
    for (int i = 0; i < table->count; i++)
        rolls |= table->rows[i].rolls;
    return (struct pixel){rolls || table->foot_count > 0 ? WIDTH : NARROW, height};
}

/* --- where it lies ---------------------------------------------------------------------------- */

/* Also at 100 %: only sums have room. */
static bool is_too_high(const struct table *table, const struct view_look *look)
{
    return size_of(table).y > look->sheet_box.h;
}

struct table circuit_find_table(const struct view *view, const struct view_look *look)
{
    const struct session *session = view->session;
    const struct race *race = session_race_after(session, look->steps);
    if (look->running >= 0) {
        struct table all = table_of_step(session, view->names, look->running, 1);
        struct table now = table_of_step(session, view->names, look->running, look->progress);
        now.brief = is_too_high(&all, look);
        return now;
    }
    if (circuit_force(race))
        return table_of_pass(race);
    struct table table = {.count = 0};
    if (look->steps == 0 || !table_is_filled_by(session, look->steps - 1))
        return table;
    table = table_of_step(session, view->names, look->steps - 1, 1);
    double scale = look->camera->view.scale;
    table.brief = is_too_high(&table, look) ||
                  (view->ways.count > 0 && look->sheet_box.h < MUCH_ROOM * scale);
    return table;
}

bool circuit_table_tells(const struct view *view, int step, int event)
{
    struct step seen = session_step(view->session, step);
    const struct event *of = &seen.events[event];
    enum circuit_event_type type = circuit_event(of)->type;
    bool beside = type == CIRCUIT_EVENT_DESIGNED || type == CIRCUIT_EVENT_SHOWN ||
                  type == CIRCUIT_EVENT_SLIPSTREAM; /* it stands at the car and in the side panel */
    return beside || table_tells(view->session, step, event);
}

static double area(struct box box)
{
    return (double)box.w * box.h;
}

static struct pixel middle_of(const struct view *view, const struct view_look *look,
                              struct space at)
{
    struct circuit_spot spot = circuit_space_middle(view->layout, at);
    return brush_place(&look->camera->goal, circuit_layout_height(view->layout), spot.x, spot.y);
}

/* How much of what matters lies under it: those who lay and roll, and spaces to choose from. */
static double covers(const struct view *view, const struct view_look *look,
                     const struct table *table, struct box place)
{
    double sum = 0, scale = look->camera->view.scale;
    int step = look->running >= 0 ? look->running : look->steps;
    const struct race *race = session_race_after(view->session, step);
    for (int i = 0; i < table->count; i++) {
        struct circuit_look car;
        double box[4];
        if (!circuit_look_of(view->session, race, table->rows[i].car, &car))
            continue;
        circuit_look_box(&look->camera->goal, view->layout, &car, box);
        sum += 4 * area(box_intersect(place, sheet_box(box)));
    }
    for (int i = 0; i < view->ways.count; i++) {
        struct pixel at = middle_of(view, look, view->ways.spaces[i].at);
        if (box_holds(place, (int)at.x, (int)at.y))
            sum += 1000 * scale * scale;
    }
    return sum;
}

struct box circuit_place_table(const struct view *view, const struct view_look *look,
                               const struct table *table, struct box whole, double *scale)
{
    double least = INFINITY;
    struct box best = {0, 0, 0, 0};
    if (table->count == 0)
        return best;
    struct table all = *table;
    if (look->running >= 0)
        all = table_of_step(view->session, view->names, look->running, 1);
    all.brief = table->brief;
    struct pixel size = size_of(&all);
    double usual = look->camera->view.scale, large = fmin(usual, fmax(whole.h * MOST / size.y, 1));
    const double tried[] = {large, large < usual ? fmax(large * SMALLER, 1) : large};
    for (int i = 0; i < 12 && least > 0; i++) {
        double by = tried[i / 6];
        int wide = (int)(size.x * by), high = (int)(size.y * by), edge = (int)(EDGE * by);
        int lefts[] = {(whole.w - wide) / 2, edge, whole.w - wide - edge};
        struct box place = {lefts[i % 3], i % 6 < 3 ? edge : whole.h - high - edge, wide, high};
        double covered = covers(view, look, &all, place);
        if (covered >= least)
            continue;
        least = covered;
        best = place;
        *scale = by;
    }
    return best;
}

void circuit_seek_room(const struct view *view, const struct view_look *look,
                       struct camera_area *area)
{
    const struct camera *camera = look->camera;
    double square = camera->goal.square, edges = 2 * EDGE * camera->goal.scale / square, scale;
    struct table table = circuit_find_table(view, look);
    struct box place = circuit_place_table(view, look, &table,
                                           box_make(0, 0, camera->width, camera->height), &scale);
    if (table.count == 0 || covers(view, look, &table, place) == 0)
        return;
    double wide = place.w / square + edges, high = place.h / square + edges;
    double across = camera->width / square - edges - (area->right - area->left);
    double down = camera->height / square - edges - (area->top - area->bottom);
    if (wide <= across && 2 * place.x < camera->width - place.w)
        area->left -= wide;
    else if (wide <= across)
        area->right += wide;
    else if (2 * place.y < camera->height - place.h)
        area->top += fmax(fmin(high, down), 0);
    else
        area->bottom -= fmax(fmin(high, down), 0);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void draw_plate(cairo_t *cairo, double x, double y, double w, double h, double radius,
                       struct paper_color fill, struct paper_color edge, double width)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, x + w - radius, y + radius, radius, -M_PI / 2, 0);
    cairo_arc(cairo, x + w - radius, y + h - radius, radius, 0, M_PI / 2);
    cairo_arc(cairo, x + radius, y + h - radius, radius, M_PI / 2, M_PI);
    cairo_arc(cairo, x + radius, y + radius, radius, M_PI, 1.5 * M_PI);
    cairo_close_path(cairo);
    brush_color(cairo, fill);
    cairo_fill_preserve(cairo);
    brush_color(cairo, edge);
    brush_stroke(cairo, width, 0, 0);
}

static void draw_pips(cairo_t *cairo, double x, double y, double side, int number)
{
    static const char *const pips[] = {"", "e", "ai", "aei", "acgi", "acegi", "acdfgi"};
    for (const char *pip = pips[number]; *pip; pip++) {
        int index = *pip - 'a';
        brush_add_disc(cairo, x + side * (0.25 + 0.25 * (index % 3)),
                       y + side * (0.25 + 0.25 * (index / 3)), side * 0.095);
        cairo_fill(cairo);
    }
}

/* Tumbling, it shows now this face, now that. */
static void draw_die(cairo_t *cairo, double x, double y, double side, int number, double rolling,
                     int seed, const struct paper_theme *theme)
{
    int moment = (int)(rolling * 12);
    double left = 1 - rolling, lift = rolling < 1 ? side * 0.3 * fabs(sin(rolling * 9)) * left : 0;
    cairo_save(cairo);
    cairo_translate(cairo, x + side / 2, y + side / 2 - lift);
    cairo_rotate(cairo, rolling < 1 ? left * left * (seed % 2 ? 7 : -8) : 0);
    draw_plate(cairo, -side / 2, -side / 2, side, side, side * 0.2, theme->card, theme->ink,
               side * 0.07);
    brush_color(cairo, theme->ink);
    draw_pips(cairo, -side / 2, -side / 2, side,
              rolling < 1 ? (moment * 5 + seed * 3) % 6 + 1 : number);
    cairo_restore(cairo);
}

/* Face down, it turns about its upright middle. */
static void draw_card(cairo_t *cairo, double x, double y, double scale, const struct table_row *row,
                      const struct paper_theme *theme)
{
    double w = CARD * scale, h = ROW * 0.84 * scale,
           wide = fmax(0.05, fabs(cos(row->turning * M_PI)));
    bool face = row->card != TABLE_NO_CARD && row->turning > 0.5;
    cairo_save(cairo);
    cairo_translate(cairo, x + w / 2, y);
    cairo_scale(cairo, wide, 1);
    draw_plate(cairo, -w / 2, 0, w, h, 3 * scale, face ? theme->card : theme->action, theme->ink,
               1.5 * scale);
    if (!face) {
        brush_color(cairo, theme->paper);
        cairo_rectangle(cairo, -w * 0.28, h * 0.16, w * 0.56, h * 0.68);
        brush_stroke(cairo, 1.5 * scale, 0, 0);
    } else if (row->card == CARD_BLOCK) {
        brush_color(cairo, theme->warning);
        cairo_rectangle(cairo, -w * 0.3, h * 0.4, w * 0.6, h * 0.2);
        cairo_fill(cairo);
    } else {
        brush_color(cairo, theme->action);
        brush_arrow(cairo, 0, h * 0.75, 0, h * 0.25, 2 * scale, 5 * scale);
    }
    cairo_restore(cairo);
}

/* Where a card is to lie. */
static void draw_slot(cairo_t *cairo, double x, double y, double scale,
                      const struct paper_theme *theme)
{
    double w = CARD * scale, h = ROW * 0.84 * scale, dash = 3 * scale;
    cairo_rectangle(cairo, x, y, w, h);
    brush_color(cairo, theme->ink_soft);
    brush_stroke(cairo, scale, dash, dash);
}

static void draw_chip(cairo_t *cairo, double x, double y, double scale,
                      const struct paper_theme *theme)
{
    double radius = CHIP * scale / 2;
    brush_color(cairo, theme->pens[0]);
    brush_add_disc(cairo, x, y, radius);
    cairo_fill(cairo);
    brush_color(cairo, theme->card);
    brush_circle(cairo, x, y, radius * 0.6, radius * 0.2);
}

/* What it has rolled with all that was added; a long sum smaller, so that all of it is seen. */
static void draw_words(cairo_t *cairo, const struct table_row *row, bool brief, struct box room,
                       double scale, const struct paper_theme *theme)
{
    int step = brief ? 2 : 1, lines = (row->line_count + step - 1) / step;
    double y = room.y + room.h / 2.0 - (lines - 1) * LINE * scale / 2;
    for (int i = 0; i < row->line_count; i += step, y += LINE * scale) {
        bool bold = i % 2 == 0;
        double wide = lettering_width(cairo, row->lines[i], TYPE * scale, bold);
        double size = TYPE * scale * fmin(1, room.w / fmax(wide, 1));
        lettering_draw_aligned(cairo, row->lines[i], room.x, y, 0, size, bold,
                               bold ? theme->ink : theme->ink_soft);
    }
}

static void draw_row(cairo_t *cairo, const struct view *view, const struct table *table,
                     const struct table_row *row, double x, double y, double right, double scale,
                     const struct paper_theme *theme)
{
    double type = TYPE * scale, middle = y + row_height(table, row) * scale / 2, step = GAP * scale;
    char name[CAPTION_BYTES];
    paper_draw_mark(cairo, paper_pen_of(view->session, row->car), x + 8 * scale, middle, 15 * scale,
                    theme);
    caption_fit(cairo, view->names[row->car - 1], type, true, (NAME - 24) * scale, name);
    bool open = row->card != TABLE_NO_CARD && row->turning >= 1;
    double above = open ? LINE / 2 * scale : 0;
    lettering_draw_aligned(cairo, name, x + 20 * scale, middle - above, 0, type, true, theme->ink);
    if (open)
        lettering_draw_aligned(cairo, row->card == CARD_BLOCK ? "BLOCK" : "PASS", x + 20 * scale,
                               middle + above, 0, type, false, theme->ink_soft);
    x += NAME * scale;
    if (row->lays)
        draw_slot(cairo, x, middle - ROW * 0.42 * scale, scale, theme);
    if (row->laid)
        draw_card(cairo, x, middle - ROW * 0.42 * scale, scale, row, theme);
    x += CARD * scale + step;
    if (row->chip)
        draw_chip(cairo, x + CHIP * scale / 2, middle, scale, theme);
    x += CHIP * scale + step;
    for (int i = 0; row->rolls && i < 2; i++, x += DIE * scale + step)
        draw_die(cairo, x, middle - DIE / 2 * scale, DIE * scale, row->dice[i], row->rolling,
                 row->car * 2 + i, theme);
    x += row->rolls ? 2 * scale : 0;
    draw_words(cairo, row, table->brief,
               box_make((int)x, (int)y, (int)(right - x), (int)(row_height(table, row) * scale)),
               scale, theme);
}

void circuit_draw_table(cairo_t *cairo, const struct view *view, const struct table *table,
                        struct box box, double scale, const struct paper_theme *theme)
{
    double edge = 1.5 * scale, x = box.x + MARGIN * scale, y = box.y + MARGIN * scale;
    cairo_save(cairo);
    draw_plate(cairo, box.x + edge / 2, box.y + edge / 2, box.w - edge, box.h - edge, 8 * scale,
               theme->panel, theme->panel_edge, edge);
    cairo_rectangle(cairo, box.x, box.y, box.w - MARGIN / 2 * scale, box.h);
    cairo_clip(cairo);
    for (int i = 0; i < table->count; i++) {
        draw_row(cairo, view, table, &table->rows[i], x, y, box.x + box.w - MARGIN * scale, scale,
                 theme);
        y += (row_height(table, &table->rows[i]) + GAP) * scale;
    }
    for (int i = 0; i < table->foot_count && !table->brief; i++, y += LINE * scale)
        lettering_draw_aligned(cairo, table->foot[i], x, y + LINE / 2 * scale, 0, TYPE * scale,
                               false, theme->ink);
    cairo_restore(cairo);
}
