/* Cards and dice on a plate over the sheet: what was laid, how they rolled and every number that
 * was added, as far as it has been shown.
 */
#include "paper/lettering.h"
#include "screens/circuit/view/inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double WIDTH = 500, MARGIN = 12, ROW = 40, NAME = 96, DIE = 26, CARD = 22, GAP = 8;
static const double TYPE = 14;
enum { ROWS = 10, LINES = 2, LINE_BYTES = 120 };

/* One who lays a card or rolls. */
struct table_row {
    int car;
    int card;       /* CARD_PASS, CARD_BLOCK; -1: none */
    double turning; /* of the card: 1 when its face is up */
    bool rolls;
    int dice[2];
    double rolling; /* 1 when they lie still */
    char lines[LINES][LINE_BYTES];
};
struct table {
    const struct view *view;
    struct step step;
    const struct race *before;
    struct table_row rows[ROWS];
    int count, blocks;
};

/* --- sums ------------------------------------------------------------------------------------- */

static void add_term(char *line, int number, const char *what)
{
    size_t used = strlen(line);
    if (number != 0)
        snprintf(line + used, LINE_BYTES - used, " %s %d %s", number < 0 ? "−" : "+",
                 number < 0 ? -number : number, what);
}

static void end_sum(char *line, int total, const char *rest)
{
    size_t used = strlen(line);
    snprintf(line + used, LINE_BYTES - used, " = %d%s", total, rest);
}

static const char *name_speed(int passer, int blocker)
{
    return passer == blocker                   ? "same speed"
           : passer < blocker                  ? "it is faster"
           : passer - blocker <= CIRCUIT_SPEED ? "20 faster"
                                               : "40 faster";
}

/* "6 − 2 chip + 2 two blocks + 1 same speed = 7" */
static void write_roll(struct table *table, struct table_row *row, const struct circuit_event *body,
                       bool is_passer)
{
    int sum = body->dice[0] + body->dice[1], index = 0;
    int speed = circuit_car(table->before, row->car)->posted;
    if (!is_passer) {
        snprintf(row->lines[0], LINE_BYTES, "%d", sum);
        add_term(row->lines[0], body->modified[0] - sum, "chip");
        end_sum(row->lines[0], body->modified[0], "");
        return;
    }
    for (int i = 0; i < table->count && index < body->modified_count; i++) {
        if (table->rows[i].card < 0)
            continue;
        char *line = row->lines[index], against[LINE_BYTES];
        int other = circuit_car(table->before, table->rows[i].car)->posted;
        int by_speed = pass_by_speed(speed, other), by_blocks = pass_by_blocks(table->blocks);
        snprintf(line, LINE_BYTES, "%d", sum);
        add_term(line, body->modified[index] - sum - by_speed - by_blocks, "chip");
        add_term(line, by_blocks, "two blocks");
        add_term(line, by_speed, name_speed(speed, other));
        snprintf(against, sizeof against, " against %.30s",
                 table->view->names[table->rows[i].car - 1]);
        end_sum(line, body->modified[index++], against);
    }
}

static void write_spin(struct table_row *row, const struct circuit_event *body, bool spent)
{
    static const char *const results[] = {": spins", ": spins, 2 wear",
                                          ": spins, 3 wear, misses a turn", ": out of the race"};
    int sum = body->dice[0] + body->dice[1], added = body->number - sum;
    bool chip = body->why == WHY_CORNER ? spent : added == -2;
    snprintf(row->lines[0], LINE_BYTES, "%d", sum);
    add_term(row->lines[0], chip ? -2 : 0, "chip");
    add_term(row->lines[0], added + (chip ? 2 : 0), "too fast");
    end_sum(row->lines[0], body->number, results[body->result]);
}

/* --- what lies there -------------------------------------------------------------------------- */

static struct table_row *add_row(struct table *table, int car)
{
    struct table_row *row = &table->rows[table->count < ROWS ? table->count++ : ROWS - 1];
    *row = (struct table_row){.car = car, .card = -1};
    return row;
}

static struct table_row *row_of(struct table *table, int car)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].car == car && !table->rows[i].rolls)
            return &table->rows[i];
    return add_row(table, car);
}

static void lay_event(struct table *table, const struct event *event, double within, bool spent)
{
    const struct circuit_event *body = circuit_event(event);
    struct table_row *row;
    if (body->type == CIRCUIT_EVENT_TURNED) {
        row = row_of(table, event->car);
        row->card = body->number;
        row->turning = fmin(1, within / 0.5);
        table->blocks += body->number == CARD_BLOCK;
    } else if (body->rolled) {
        row = row_of(table, event->car);
        row->rolls = true;
        memcpy(row->dice, body->dice, sizeof row->dice);
        row->rolling = fmin(1, within / 0.4);
        if (row->rolling < 1)
            return;
        if (body->type == CIRCUIT_EVENT_SPIN)
            write_spin(row, body, spent);
        else
            write_roll(table, row, body, row->card < 0);
    }
}

static struct table table_at(const struct view *view, int index, double share)
{
    struct table table = {.view = view,
                          .step = session_step(view->session, index),
                          .before = session_race_after(view->session, index)};
    struct circuit_film film = {0};
    double within = 1;
    bool spent = false;
    int first = table.step.event_count, end = first;
    circuit_film_find(&film, view->session, index);
    int at = share < 1 ? circuit_film_piece(&film, share, &within) : -1;
    if (at >= 0) {
        first = film.pieces[at].event;
        end = first + film.pieces[at].count;
    }
    for (int i = 0; i < end; i++) {
        spent |= circuit_event(&table.step.events[i])->spent;
        lay_event(&table, &table.step.events[i], i < first ? 1 : within, spent);
    }
    circuit_film_free(&film);
    return table;
}

bool circuit_table_box(const struct view *view, int step, double share, double scale,
                       struct box *size)
{
    struct table table = table_at(view, step, share);
    *size = box_make(0, 0, (int)(WIDTH * scale),
                     (int)((2 * MARGIN + table.count * (ROW + GAP) - GAP) * scale));
    return table.count > 0;
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
static void draw_card(cairo_t *cairo, double x, double y, double scale, int card, double turning,
                      const struct paper_theme *theme)
{
    double w = CARD * scale, h = ROW * 0.8 * scale, wide = fmax(0.05, fabs(cos(turning * M_PI)));
    bool face = turning > 0.5;
    struct paper_color fill = face ? theme->card : theme->action;
    cairo_save(cairo);
    cairo_translate(cairo, x + w / 2, y);
    cairo_scale(cairo, wide, 1);
    draw_plate(cairo, -w / 2, 0, w, h, 3 * scale, fill, theme->ink, 1.5 * scale);
    if (face && card == CARD_BLOCK) {
        brush_color(cairo, theme->warning);
        cairo_rectangle(cairo, -w * 0.3, h * 0.4, w * 0.6, h * 0.2);
        cairo_fill(cairo);
    } else if (face) {
        brush_color(cairo, theme->action);
        brush_arrow(cairo, 0, h * 0.75, 0, h * 0.25, 2 * scale, 5 * scale);
    }
    cairo_restore(cairo);
}

static void draw_row(cairo_t *cairo, const struct view *view, const struct table_row *row, double x,
                     double y, double scale, const struct paper_theme *theme)
{
    double type = TYPE * scale, middle = y + ROW * scale / 2;
    char name[28];
    snprintf(name, sizeof name, "%.12s", view->names[row->car - 1]);
    paper_draw_mark(cairo, paper_pen_of(view->session, row->car), x + 8 * scale, middle, 15 * scale,
                    theme);
    lettering_draw_aligned(cairo, name, x + 20 * scale, middle, 0, type, true, theme->ink);
    x += NAME * scale;
    if (row->card >= 0) {
        draw_card(cairo, x, y + ROW * 0.1 * scale, scale, row->card, row->turning, theme);
        if (!row->rolls && row->turning >= 1)
            lettering_draw_aligned(cairo, row->card == CARD_BLOCK ? "BLOCK" : "PASS",
                                   x + (CARD + GAP) * scale, middle, 0, type, true, theme->ink);
    }
    x += (CARD + GAP) * scale;
    if (!row->rolls)
        return;
    for (int i = 0; i < 2; i++, x += (DIE + 5) * scale)
        draw_die(cairo, x, middle - DIE / 2 * scale, DIE * scale, row->dice[i], row->rolling,
                 row->car * 2 + i, theme);
    bool two = row->lines[1][0] != '\0';
    for (int i = 0; i < LINES; i++)
        lettering_draw_aligned(cairo, row->lines[i], x + 4 * scale,
                               middle + (two ? (i - 0.5) * type * 1.25 : 0), 0, type, false,
                               theme->ink);
}

void circuit_draw_table(cairo_t *cairo, const struct view *view, int step, double share,
                        struct box box, double scale, const struct paper_theme *theme)
{
    struct table table = table_at(view, step, share);
    double edge = 1.5 * scale;
    draw_plate(cairo, box.x + edge / 2, box.y + edge / 2, box.w - edge, box.h - edge, 8 * scale,
               theme->panel, theme->panel_edge, edge);
    for (int i = 0; i < table.count; i++)
        draw_row(cairo, view, &table.rows[i], box.x + MARGIN * scale,
                 box.y + (MARGIN + i * (ROW + GAP)) * scale, scale, theme);
}
