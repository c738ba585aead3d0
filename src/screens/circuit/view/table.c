/* The table as it is drawn: a plate with a row for each who lays a card or rolls. */
#include "screens/circuit/view/inside.h"

#include "draw/sheet.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double WIDTH = 452, MARGIN = 12, ROW = 38, NAME = 100, DIE = 26, CARD = 22, GAP = 6;
static const double CHIP = 16, NARROW = 232, BRIEF_ROW = 30, TYPE = 14, LINE = 18, EDGE = 10,
                    MUCH_ROOM = 520;
static const double FALLS_FROM = 9, FALLS_LARGER = 0.4; /* a chip; by so much of its size */
/* Of a sheet's height; of that on a low sheet if somebody would lie under it. Only where all is
 * large: never smaller than at 100 %. */
static const double MOST = 0.6, SMALLER = 0.75;

static bool has_dice(const struct pass_table *table)
{
    bool rolls = table->foot_count > 0;
    for (int i = 0; i < table->count; i++)
        rolls |= table->rows[i].rolls || table->rows[i].waits;
    return rolls;
}

/* The name stands over card, dice and sum, with what the sum is against or comes to. */
static bool has_heads(const struct pass_table *table)
{
    return table->scene || (has_dice(table) && !table->brief);
}

static double row_height(const struct pass_table *table, const struct pass_table_row *row)
{
    double lines = (row->line_count + 1) / 2 * LINE + 2;
    return fmax(table->brief ? BRIEF_ROW : ROW, lines) + (has_heads(table) ? LINE : 0);
}

/* With room for what dice will come to, so that it can stay where it lies; interface pixels. */
static struct pixel size_of(const struct pass_table *table)
{
    enum { FOOT_LEAST = 2 };
    double height = 2 * MARGIN;
    for (int i = 0; i < table->count; i++)
        height += row_height(table, &table->rows[i]) + (i > 0 ? GAP : 0);
    if (has_heads(table) && table->count > 1)
        height += fmax(table->foot_count, FOOT_LEAST) * LINE + GAP;
    return (struct pixel){table->scene || has_dice(table) ? WIDTH : NARROW, height};
}

/* --- where it lies ---------------------------------------------------------------------------- */

/* Also at 100 %: only sums have room. */
static bool is_too_high(const struct pass_table *table, const struct view_look *look)
{
    return size_of(table).y > look->sheet_box.h;
}

static bool table_is_filled_by(const struct session *session, int step);

static struct pass_table table_of_pass(const struct race *race);

static struct pass_table table_of_step(const struct session *session, const char *const *names,
                                       int step, double share);

struct pass_table circuit_find_table(const struct view *view, const struct view_look *look)
{
    const struct session *session = view->session;
    const struct race *race = session_race_after(session, look->steps);
    if (look->running >= 0) {
        struct pass_table all = table_of_step(session, view->names, look->running, 1);
        struct pass_table now = table_of_step(session, view->names, look->running, look->progress);
        now.brief = is_too_high(&all, look);
        now.scene = has_dice(&all) && !now.brief;
        return now;
    }
    if (circuit_force(race))
        return table_of_pass(race);
    struct pass_table table = {.count = 0};
    if (look->steps == 0 || !table_is_filled_by(session, look->steps - 1))
        return table;
    table = table_of_step(session, view->names, look->steps - 1, 1);
    double scale = look->camera->view.scale;
    table.brief = is_too_high(&table, look) ||
                  (view->ways.count > 0 && look->sheet_box.h < MUCH_ROOM * scale);
    return table;
}

static bool table_tells(const struct session *session, int step, int event);

bool circuit_table_tells(const struct view *view, int step, int event)
{
    struct step seen = session_step(view->session, step);
    const struct event *of = &seen.events[event];
    enum circuit_event_type type = circuit_event(of)->type;
    /* It stands at the car, in the side panel or over what is asked. */
    bool beside = type == CIRCUIT_EVENT_DESIGNED || type == CIRCUIT_EVENT_SHOWN ||
                  type == CIRCUIT_EVENT_SLIPSTREAM || type == CIRCUIT_EVENT_WEAR ||
                  type == CIRCUIT_EVENT_LAP || type == CIRCUIT_EVENT_PUT_BACK ||
                  type == CIRCUIT_EVENT_FORCED;
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

/* How much of what matters lies under it: cars, and spaces to choose from. */
static double covers(const struct view *view, const struct view_look *look, struct box place)
{
    double sum = 0, scale = look->camera->view.scale;
    int step = look->running >= 0 ? look->running : look->steps;
    const struct race *race = session_race_after(view->session, step);
    for (int number = 1; number <= session_setup(view->session)->players; number++) {
        struct circuit_look car;
        double box[4];
        if (!circuit_look_of(view->session, race, number, &car))
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
                               const struct pass_table *table, struct box whole, double *scale)
{
    double least = INFINITY;
    struct box best = {0, 0, 0, 0}, now = view->table;
    if (table->count == 0)
        return best;
    struct pass_table all = *table;
    if (look->running >= 0)
        all = table_of_step(view->session, view->names, look->running, 1);
    all.brief = table->brief;
    struct pixel size = size_of(&all);
    double usual = look->camera->view.scale, large = fmin(usual, fmax(whole.h * MOST / size.y, 1));
    const double tried[] = {large, large < usual ? fmax(large * SMALLER, 1) : large};
    *scale = view->table_scale;
    bool fits = now.w > 0 && now.w == (int)(size.x * *scale) && now.h == (int)(size.y * *scale) &&
                (*scale == tried[0] || *scale == tried[1]) &&
                area(box_intersect(now, whole)) == area(now);
    if (fits && covers(view, look, now) == 0)
        return now; /* it stays */
    for (int i = 0; i < 18 && least > 0; i++) {
        double by = tried[i / 9];
        int wide = (int)(size.x * by), high = (int)(size.y * by), edge = (int)(EDGE * by);
        int lefts[] = {(whole.w - wide) / 2, edge, whole.w - wide - edge};
        int tops[] = {edge, whole.h - high - edge, (whole.h - high) / 2};
        struct box place = {lefts[i % 3], tops[i % 9 / 3], wide, high};
        double covered = covers(view, look, place);
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
    struct pass_table table = circuit_find_table(view, look);
    struct box place = circuit_place_table(view, look, &table,
                                           box_make(0, 0, camera->width, camera->height), &scale);
    if (table.count == 0 || covers(view, look, place) == 0)
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
static void draw_card(cairo_t *cairo, double x, double y, double scale,
                      const struct pass_table_row *row, const struct paper_theme *theme)
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

/* Where a card or a die is to lie. */
static void draw_slot(cairo_t *cairo, double x, double y, double w, double h, double scale,
                      const struct paper_theme *theme)
{
    double dash = 3 * scale;
    cairo_rectangle(cairo, x, y, w, h);
    brush_color(cairo, theme->ink_soft);
    brush_stroke(cairo, scale, dash, dash);
}

/* It is let fall, and lies; from where the name above it is still to be read. */
static void draw_chip(cairo_t *cairo, double x, double y, double scale, double chipping,
                      const struct paper_theme *theme)
{
    double left = 1 - chipping, radius = CHIP * scale / 2 * (1 + FALLS_LARGER * left);
    y -= FALLS_FROM * scale * left * left;
    brush_color(cairo, color_fade(theme->pens[0], 1 - 0.6 * left));
    brush_add_disc(cairo, x, y, radius);
    cairo_fill(cairo);
    brush_color(cairo, theme->card);
    brush_circle(cairo, x, y, radius * 0.6, radius * 0.2);
}

/* Smaller, if it has no room. */
static void draw_fitting(cairo_t *cairo, const char *text, double x, double y, double share,
                         double room, double size, bool bold, struct paper_color color)
{
    size *= fmin(1, room / fmax(lettering_width(cairo, text, size, bold), 1));
    lettering_draw_aligned(cairo, text, x, y, share, size, bold, color);
}

/* Who it is; of the sums' comments those that are about all of them. */
static void draw_name(cairo_t *cairo, const struct view *view, const struct pass_table_row *row,
                      double x, double y, double right, double scale,
                      const struct paper_theme *theme)
{
    double type = TYPE * scale;
    char name[CAPTION_BYTES];
    caption_fit(cairo, view->names[row->car - 1], type, true, right - x, name);
    lettering_draw_aligned(cairo, name, x, y, 0, type, true, theme->ink);
    x += lettering_width(cairo, name, type, true) + GAP * scale;
    if (row->card != TABLE_NO_CARD && row->turning >= 1) {
        const char *word = row->card == CARD_BLOCK ? "BLOCK" : "PASS";
        lettering_draw_aligned(cairo, word, x, y, 0, type, false,
                               row->card == CARD_BLOCK ? theme->warning : theme->action);
        x += lettering_width(cairo, word, type, false) + 2 * GAP * scale;
    }
    if (row->line_count == 2)
        draw_fitting(cairo, row->lines[1], right, y, 1, right - x, type, false, theme->ink_soft);
}

/* Sums, each with its comment, or the only one's in the name's line. */
static void draw_sums(cairo_t *cairo, const struct pass_table_row *row, double x, double middle,
                      double right, double scale, const struct paper_theme *theme)
{
    int lines = (row->line_count + 1) / 2;
    double y = middle - (lines - 1) * LINE * scale / 2, type = TYPE * scale;
    for (int i = 0; i < row->line_count; i += 2, y += LINE * scale) {
        double wide = fmin(lettering_width(cairo, row->lines[i], type, true), right - x);
        double behind = x + wide + GAP * scale;
        draw_fitting(cairo, row->lines[i], x, y, 0, right - x, type, true, theme->ink);
        if (row->line_count > 2 && behind < right)
            draw_fitting(cairo, row->lines[i + 1], behind, y, 0, right - behind, type, false,
                         theme->ink_soft);
    }
}

static void draw_row(cairo_t *cairo, const struct view *view, const struct pass_table *table,
                     const struct pass_table_row *row, double x, double y, double right,
                     double scale, const struct paper_theme *theme)
{
    double high = row_height(table, row) * scale, step = GAP * scale;
    double above = has_heads(table) ? LINE * scale : 0, middle = y + (high + above) / 2;
    double line = has_heads(table) ? y + above / 2 : middle;
    paper_draw_mark(cairo, paper_pen_of(view->session, row->car), x + 8 * scale, line, 15 * scale,
                    theme);
    if (!has_heads(table)) {
        char name[CAPTION_BYTES];
        caption_fit(cairo, view->names[row->car - 1], TYPE * scale, true, (NAME - 24) * scale,
                    name);
        lettering_draw_aligned(cairo, name, x + 20 * scale, line, 0, TYPE * scale, true,
                               theme->ink);
    } else {
        draw_name(cairo, view, row, x + 20 * scale, line, right, scale, theme);
    }
    x += (has_heads(table) ? 20 : NAME) * scale;
    double top = middle - ROW * 0.42 * scale;
    if (row->lays)
        draw_slot(cairo, x, top, CARD * scale, ROW * 0.84 * scale, scale, theme);
    if (row->laid)
        draw_card(cairo, x, top, scale, row, theme);
    x += CARD * scale + step;
    if (row->chip)
        draw_chip(cairo, x + CHIP * scale / 2, middle, scale, row->chipping, theme);
    x += CHIP * scale + step;
    for (int i = 0; (row->rolls || row->waits) && i < 2; i++, x += DIE * scale + step) {
        double side = DIE * scale;
        if (row->waits)
            draw_slot(cairo, x, middle - side / 2, side, side, scale, theme);
        else
            draw_die(cairo, x, middle - side / 2, side, row->dice[i], row->rolling,
                     row->car * 2 + i, theme);
    }
    draw_sums(cairo, row, x + (row->rolls ? 2 * scale : 0), middle, right, scale, theme);
}

void circuit_draw_table(cairo_t *cairo, const struct view *view, const struct pass_table *table,
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

/* === strip ==================================================================================== */

/* The strip under the sheet: what is asked, the answers with what each costs, and beside a force
 * pass its odds.
 */

/* Interface pixels. */
static const double TOP = 8, STRIP_GAP = 6, HEAD = 22, CELL_HEIGHT = 46, FOOT = 38;
static const double CELL_WIDTH = 116, HINTED_WIDTH = 150, CELLS = 3, SIDE = 14, STRIP_MARGIN = 5;

static enum circuit_phase phase_of(const struct view *view)
{
    return circuit_phase(session_race(view->session));
}

/* Is there room for the odds beside the answers? Else they stand below them. */
static bool has_odds_beside(const struct view *view, const struct canvas *canvas, int width)
{
    return width >=
           canvas_units(canvas, CELLS * (CELL_WIDTH + STRIP_GAP) + circuit_odds_width(view));
}

int circuit_strip_height(const struct view *view, struct ui *ui, int width)
{
    struct canvas *canvas = ui_canvas(ui);
    int within = width - canvas_units(canvas, 2 * SIDE);
    if (phase_of(view) == PHASE_BUILD)
        return circuit_design_height(ui, within);
    bool beside = has_odds_beside(view, canvas, within);
    double foot = beside ? FOOT : circuit_odds_height(ui);
    return canvas_units(canvas, 2 * TOP + HEAD + CELL_HEIGHT + foot + 2 * STRIP_GAP);
}

/* --- headlines -------------------------------------------------------------------------------- */

static void head_post(const struct view *view, struct text *lead, struct text *rest)
{
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    const struct setup *setup = session_setup(view->session);
    text_append(lead, "Post a speed");
    if (car->speed == 0)
        text_append_format(rest, "from a standstill 20 to %d",
                           build_value(setup, &car->build, ATTRIBUTE_START));
    else
        text_append_format(rest, "%d before: at most %d more or %d less, top speed %d", car->speed,
                           build_value(setup, &car->build, ATTRIBUTE_ACC),
                           build_value(setup, &car->build, ATTRIBUTE_DEC),
                           build_value(setup, &car->build, ATTRIBUTE_TOP));
}

static void head_move(const struct view *view, bool brief, struct text *lead, struct text *rest)
{
    const struct race *race = session_race(view->session);
    const struct circuit_car *car = circuit_car(race, view->car);
    int points = circuit_points(race);
    if (view->forced >= 0) {
        struct pass_look look = circuit_look_at_move(view, &view->moves[view->forced]);
        text_append(lead, "The road is full");
        circuit_say_resist(view, &look, brief, rest);
        return;
    }
    text_append_format(lead, points == 1 ? "%d space to drive" : "%d spaces to drive", points);
    text_append_format(rest, "at %d%s%s", car->posted, car->bonus ? ", slipstream included" : "",
                       car->on_line ? ", on the line" : "");
}

static void head_pass(const struct view *view, bool brief, struct text *lead, struct text *rest)
{
    struct pass_look look;
    if (!circuit_look_at_pass(view, &look))
        return;
    text_append_format(lead, "%s forces a pass", view->names[look.passer - 1]);
    circuit_say_resist(view, &look, brief, rest);
}

static void write_head(const struct view *view, bool brief, struct text *lead, struct text *rest)
{
    enum circuit_phase phase = phase_of(view);
    if (phase == PHASE_POST && circuit_chooses(view))
        head_post(view, lead, rest);
    else if (phase == PHASE_MOVE && circuit_chooses(view))
        head_move(view, brief, lead, rest);
    else if (phase == PHASE_CARDS || phase == PHASE_CHIPS)
        head_pass(view, brief, lead, rest);
    else if (phase == PHASE_SPIN && circuit_chooses(view)) {
        text_append(lead, "You spin");
        /* Off a corner it has braked too hard. */
        const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
        int limit = circuit_limit(view->signs.circuit, car->row, car->lane);
        limit += car->on_line ? CIRCUIT_SPEED : 0;
        if (limit > 0 && car->posted > limit)
            text_append_format(rest, "%d above the limit of %d: ", car->posted - limit, limit);
        text_append(rest, "two dice say how badly, and a chip takes 2 off");
    }
}

static void build_head(const struct view *view, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text lead = {0}, rest = {0}, shorter[2] = {{0}};
    write_head(view, false, &lead, &rest);
    write_head(view, true, &shorter[0], &shorter[1]);
    struct layout row = layout_row(column, HEAD, 10);
    layout_text(&row, AT_LEFT, STYLE_STRONG, theme->ink, text_string(&lead));
    bool fits = canvas_text_width(canvas, STYLE_SMALL, text_string(&rest)) <= row.rest.w;
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, text_string(fits ? &rest : &shorter[1]),
                row.rest, ALIGN_LEFT);
    text_free(&lead);
    text_free(&rest);
    text_free(&shorter[0]);
    text_free(&shorter[1]);
}

/* --- answers ---------------------------------------------------------------------------------- */

/* "2 wear": in this turn. */
static void print_outlook(const struct outlook *outlook, char *price, size_t size, char *words,
                          size_t words_size)
{
    char now[HALVES_BYTES];
    circuit_halves(outlook->now, now);
    if (outlook->now < 0) {
        snprintf(price, size, "spin");
        snprintf(words, words_size, "the corners spin the car in this turn");
    } else if (outlook->finishes) {
        snprintf(price, size, "finish");
        snprintf(words, words_size, "over the finish, %s wear", now);
    } else {
        snprintf(price, size, outlook->now > 0 ? "%s wear" : "no wear", now);
        snprintf(words, words_size, "corners at best: %s wear in this turn", now);
    }
}

/* Behind the words, and in the cell in short. */
static void add_hint(const struct view *view, int speed, char *price, char *words)
{
    char left[40];
    const struct circuit_hint *hint =
        view->hints ? circuit_hint_of_speed(view->hints, speed) : NULL;
    circuit_say_hint(view, hint, left, sizeof left);
    if (!left[0])
        return;
    size_t used = strlen(words), cell = strlen(price);
    snprintf(words + used, CIRCUIT_SAID_BYTES - used, "%s", left);
    snprintf(price + cell, 40 - cell, hint->turns == 1 ? " · %d turn" : " · %d turns", hint->turns);
}

/* Between whom, in so many words: whole names, first names, lanes. */
enum forced_words { FORCED_NAMES, FORCED_FIRST_NAMES, FORCED_LANES, FORCED_WORDS };
static void say_forced(const struct view *view, const struct circuit_move *move,
                       enum forced_words how, char into[CIRCUIT_SAID_BYTES])
{
    const char *one = view->names[move->blockers[0] - 1],
               *other = view->names[move->blockers[1] - 1];
    bool whole = how == FORCED_NAMES, unresisted = move->outcome == OUTCOME_IS_PASS;
    int first = (int)(whole ? strlen(one) : strcspn(one, " "));
    int second = (int)(whole ? strlen(other) : strcspn(other, " "));
    if (how == FORCED_LANES)
        snprintf(into, CIRCUIT_SAID_BYTES, unresisted ? "nobody resists" : "past lane %c",
                 move->action[strlen(move->action) - 1]);
    else
        snprintf(into, CIRCUIT_SAID_BYTES, "%.*s and %.*s%s", first, one, second, other,
                 whole && unresisted ? ": nobody resists" : "");
}

/* Title and price have room for 40 bytes; that of a forced pass for as many as the words. */
static void print_answer(const struct view *view, int index, char *title, char *price, char *words)
{
    const struct circuit_move *move = &view->moves[index];
    price[0] = '\0';
    snprintf(title, 40, "%s", move->action);
    switch (move->kind) {
    case MOVE_SPEED:
        snprintf(title, 40, "%d", move->speed);
        print_outlook(&view->outlooks[index], price, 40, words, CIRCUIT_SAID_BYTES);
        add_hint(view, move->speed, price, words);
        return;
    case MOVE_GO:
        snprintf(title, 40, "Lane %d%s", move->lane, strchr(move->action, '+') ? " + line" : "");
        circuit_say_cost(move, price, 40);
        break;
    case MOVE_FORCE:
        snprintf(title, 40, "Force lane %d", move->lane);
        say_forced(view, move, FORCED_NAMES, words);
        say_forced(view, move, FORCED_NAMES, price);
        return;
    case MOVE_BRAKE:
        snprintf(title, 40, "Brake");
        snprintf(price, 40, move->outcome == OUTCOME_IS_SPIN ? "too hard: spin" : "to %d",
                 move->speed);
        break;
    case MOVE_STAY:
        snprintf(title, 40, "Stay");
        snprintf(price, 40, "do not use it");
        break;
    default:
        title[0] = (char)(title[0] - 'a' + 'A');
        if (strcmp(move->action, "chip") == 0)
            snprintf(price, 40, "−2 on the dice");
        else if (strcmp(move->action, "keep") == 0)
            snprintf(price, 40, "save it");
        else
            snprintf(price, 40, strcmp(move->action, "pass") == 0 ? "let it by" : "hold it up");
    }
    snprintf(words, CIRCUIT_SAID_BYTES, "%.40s", price);
}

/* In a narrow cell without a word that can be done without. */
static void shorten(struct canvas *canvas, enum canvas_style style, char *text, const char *word,
                    int width)
{
    char *at = strstr(text, word);
    if (at &&
        canvas_text_width(canvas, style, text) > width - 2 * canvas_units(canvas, STRIP_MARGIN))
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
}

static void build_answers(struct view *view, struct layout *row, struct view_request *request)
{
    struct canvas *canvas = ui_canvas(row->ui);
    bool hinted = view->hints && phase_of(view) == PHASE_POST && circuit_shows_hints(view);
    int gap = canvas_units(canvas, STRIP_GAP), margin = canvas_units(canvas, STRIP_MARGIN), x, y;
    int width = canvas_units(canvas, hinted ? HINTED_WIDTH : CELL_WIDTH);
    int most = (row->rest.w + gap) / (view->move_count > 0 ? view->move_count : 1) - gap;
    ui_pointer(row->ui, &x, &y);
    for (int i = 0; i < view->move_count; i++) {
        char id[48], title[40], price[CIRCUIT_SAID_BYTES], words[CIRCUIT_SAID_BYTES];
        const struct circuit_move *move = &view->moves[i];
        bool card = strcmp(move->action, "pass") == 0 || strcmp(move->action, "block") == 0;
        snprintf(id, 48, "%s%s", card ? "card " : "", move->action);
        print_answer(view, i, title, price, words);
        int wanted = canvas_text_width(canvas, STYLE_SMALL, price) + 2 * margin;
        wanted = move->kind == MOVE_FORCE && wanted > width ? wanted : width;
        struct box box = layout_cut(row, AT_LEFT, wanted < most ? wanted : most);
        for (enum forced_words how = FORCED_NAMES + 1;
             move->kind == MOVE_FORCE && how < FORCED_WORDS; how++)
            if (canvas_text_width(canvas, STYLE_SMALL, price) > box.w - 2 * margin)
                say_forced(view, move, how, price);
        shorten(canvas, STYLE_STRONG, title, " lane", box.w);
        shorten(canvas, STYLE_STRONG, title, "Lane ", box.w);
        shorten(canvas, STYLE_SMALL, price, " for the line", box.w);
        shorten(canvas, STYLE_SMALL, price, " lane", box.w);
        shorten(canvas, STYLE_SMALL, price, " turns", box.w);
        shorten(canvas, STYLE_SMALL, price, " turn", box.w);
        circuit_weigh(view, i, box, box_holds(box, x, y) || strcmp(ui_ring(row->ui), id) == 0);
        if (ui_cell(row->ui, id, title, price, words, box, false)) {
            circuit_do(view, move, request);
            ui_gone(row->ui);
        }
    }
}

/* --- below ------------------------------------------------------------------------------------ */

static void build_foot(const struct view *view, struct layout *column)
{
    struct text words = {0};
    enum circuit_phase phase = phase_of(view);
    if (phase == PHASE_POST && circuit_chooses(view))
        text_append_format(
            &words,
            "Below each speed: what this turn's corners take of your tires, at best%s. Point at "
            "one to see how far it goes; red dots are too fast.",
            view->hints && circuit_shows_hints(view) ? ", then the turns that are left" : "");
    else if (phase == PHASE_MOVE && circuit_chooses(view) && view->ways.count == 0)
        text_append(&words, view->forced >= 0 ? "Force a pass between the two, or stay behind them."
                                              : "There is no way past: stay behind them.");
    else if (phase == PHASE_MOVE && circuit_chooses(view))
        text_append(&words, "Click the far end of your way: the car takes the cheapest one. Or go "
                            "space by space.");
    else if (phase == PHASE_CARDS && circuit_chooses(view))
        text_append(&words, "Your card lies face down until all have laid theirs.");
    else if (phase == PHASE_CHIPS && circuit_chooses(view))
        text_append(&words,
                    "Cards and dice come next. Low dice win, and a chip takes 2 off yours.");
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     text_string(&words));
    text_free(&words);
}

/* While a pass or a spin is in question. Are there any? */
static bool build_odds(const struct view *view, struct layout *column, enum layout_end end)
{
    struct pass_look look;
    if (phase_of(view) == PHASE_SPIN && circuit_chooses(view)) {
        circuit_build_spin_odds(view, column->ui,
                                layout_take(column, end, circuit_odds_width(view)));
        return true;
    }
    bool is = circuit_look_at_pass(view, &look);
    if (!is && (view->forced < 0 || view->moves[view->forced].outcome == OUTCOME_IS_PASS))
        return false;
    if (!is)
        look = circuit_look_at_move(view, &view->moves[view->forced]);
    circuit_build_odds(view, column->ui, &look, layout_take(column, end, circuit_odds_width(view)));
    return true;
}

void circuit_build_strip(struct view *view, struct ui *ui, struct box box,
                         struct view_request *request)
{
    struct layout column = layout_strip(ui, box, STRIP_GAP);
    if (phase_of(view) == PHASE_BUILD) {
        if (circuit_chooses(view))
            circuit_build_design(view, ui, column.rest, request);
        return;
    }
    bool beside = has_odds_beside(view, ui_canvas(ui), column.rest.w), odds = false;
    build_head(view, &column);
    if (beside)
        odds = build_odds(view, &column, AT_RIGHT);
    struct layout row = layout_row(&column, CELL_HEIGHT, STRIP_GAP);
    build_answers(view, &row, request);
    if (!beside)
        odds = build_odds(view, &column, AT_LEFT);
    if (beside || !odds)
        build_foot(view, &column);
}

/* === table ==================================================================================== */

/* See inside.h. */

enum { FOOT_LETTERS = 62 }; /* that a line of the foot holds */
/* Milliseconds: a card turns, a chip falls, the sum is written. */
enum { TURN = 240, CHIP_FALLS = 260, WRITE = 200 };

/* A step of which so many events have been shown. */
struct telling {
    const char *const *names;
    struct step step;
    const struct race *before, *after;
    bool spent; /* a chip, in this step */
};

/* --- sums ------------------------------------------------------------------------------------- */

static void add_term(char *line, int number, const char *what)
{
    size_t used = strlen(line);
    if (number != 0)
        snprintf(line + used, TABLE_LINE_BYTES - used, " %s %d (%s)", number < 0 ? "−" : "+",
                 number < 0 ? -number : number, what);
}

static void end_sum(char *line, int total)
{
    size_t used = strlen(line);
    snprintf(line + used, TABLE_LINE_BYTES - used, " = %d", total);
}

static char *new_line(struct pass_table_row *row)
{
    return row->lines[row->line_count < TABLE_LINES ? row->line_count++ : TABLE_LINES - 1];
}

static const char *name_speed(int passer, int blocker)
{
    return passer == blocker                   ? "same speed"
           : passer < blocker                  ? "slower"
           : passer - blocker <= CIRCUIT_SPEED ? "faster by 20"
                                               : "faster by 40";
}

static bool begins_term(const char *at)
{
    static const char *const signs[] = {" + ", " − ", " = "};
    for (int i = 0; i < 3; i++)
        if (strncmp(at, signs[i], strlen(signs[i])) == 0)
            return true;
    return false;
}

/* A sum as far as it is written, a term after the other. */
static void cut_sum(char *line, double written)
{
    int terms = 1;
    for (const char *at = line; *at; at++)
        terms += begins_term(at);
    terms = (int)(written * terms);
    for (char *at = line; written < 1 && *at; at++)
        if (begins_term(at) && --terms < 0) {
            *at = '\0';
            return;
        }
}

/* "6 − 2 (chip) + 2 (two blocks) + 1 (same speed) = 7" against each who rolls; against both, if
 * that is the same. */
static void write_passer(const struct telling *telling, const struct pass_table *table,
                         struct pass_table_row *row, const struct circuit_event *body)
{
    int sum = body->dice[0] + body->dice[1], index = 0;
    int speed = circuit_car(telling->before, row->car)->posted, told = -1;
    for (int i = 0; i < table->count && index < body->modified_count; i++) {
        if (!table->rows[i].laid)
            continue;
        int other = circuit_car(telling->before, table->rows[i].car)->posted;
        if (other == told) {
            snprintf(row->lines[row->line_count - 1], TABLE_LINE_BYTES, "against both");
            continue;
        }
        told = other;
        char *line = new_line(row);
        int by_speed = pass_by_speed(speed, other), by_blocks = pass_by_blocks(table->blocks);
        snprintf(line, TABLE_LINE_BYTES, "%d", sum);
        add_term(line, body->modified[index] - sum - by_speed - by_blocks, "chip");
        add_term(line, by_blocks, "two blocks");
        add_term(line, by_speed, name_speed(speed, other));
        end_sum(line, body->modified[index++]);
        snprintf(new_line(row), TABLE_LINE_BYTES, "against %.60s",
                 telling->names[table->rows[i].car - 1]);
    }
}

/* Whom the passer did not get by, as the step tells it. */
static uint64_t held_by(const struct telling *telling)
{
    for (int i = 0; i < telling->step.event_count; i++)
        if (circuit_event(&telling->step.events[i])->type == CIRCUIT_EVENT_HELD)
            return circuit_event(&telling->step.events[i])->by;
    return 0;
}

static void write_blocker(const struct telling *telling, struct pass_table_row *row, int against,
                          const struct circuit_event *body)
{
    int sum = body->dice[0] + body->dice[1], own = body->modified[0];
    bool holds = held_by(telling) >> row->car & 1;
    char *line = new_line(row), *verdict = new_line(row);
    snprintf(line, TABLE_LINE_BYTES, "%d", sum);
    add_term(line, own - sum, "chip");
    if (own != sum)
        end_sum(line, own);
    if (holds && against < own)
        snprintf(verdict, TABLE_LINE_BYTES, "holds: %d is 10 or more", against);
    else if (holds)
        snprintf(verdict, TABLE_LINE_BYTES, "holds: %d is not below %d", against, own);
    else if (against < own)
        snprintf(verdict, TABLE_LINE_BYTES, "is passed: %d is below %d", against, own);
    else
        snprintf(verdict, TABLE_LINE_BYTES, "is passed: %d is 2 or less", against);
}

static void write_spin(struct pass_table_row *row, const struct circuit_event *body)
{
    static const char *const results[] = {"spins", "spins and loses 2 wear",
                                          "spins, loses 3 wear and misses a turn",
                                          "is out of the race"};
    char *line = new_line(row);
    int sum = body->dice[0] + body->dice[1], added = body->number - sum;
    bool chip = row->chip;
    snprintf(line, TABLE_LINE_BYTES, "%d", sum);
    add_term(line, chip ? -2 : 0, "chip");
    add_term(line, added + (chip ? 2 : 0), "too fast");
    if (added != 0)
        end_sum(line, body->number);
    snprintf(new_line(row), TABLE_LINE_BYTES, "%s", results[body->result]);
}

/* --- rows ------------------------------------------------------------------------------------- */

static struct pass_table_row *add_row(struct pass_table *table, int car)
{
    struct pass_table_row *row =
        &table->rows[table->count < TABLE_ROWS ? table->count++ : TABLE_ROWS - 1];
    *row = (struct pass_table_row){.car = car, .card = TABLE_NO_CARD};
    return row;
}

static struct pass_table_row *row_of(struct pass_table *table, int car)
{
    for (int i = 0; i < table->count; i++)
        if (table->rows[i].car == car && !table->rows[i].rolls)
            return &table->rows[i];
    return add_row(table, car);
}

static struct pass_table table_of_pass(const struct race *race)
{
    struct pass_table table = {0};
    const struct circuit_force *force = circuit_force(race);
    if (!force)
        return table;
    add_row(&table, circuit_mover(race));
    for (int i = 0; i < force->resist_count; i++) {
        struct pass_table_row *row = add_row(&table, force->resist[i]);
        row->lays = true;
        row->laid = circuit_car(race, force->resist[i])->entry >= 0;
    }
    for (int i = 0; i < table.count; i++) {
        table.rows[i].chip = force->chips >> table.rows[i].car & 1;
        table.rows[i].chipping = 1;
    }
    return table;
}

/* Of the passer against the car in that row. */
static int passers_roll(const struct pass_table *table, const struct pass_table_row *row)
{
    int index = 0;
    for (const struct pass_table_row *before = &table->rows[1]; before < row; before++)
        index += before->laid;
    return table->rows[0].modified[index < 2 ? index : 1];
}

static void lay_roll(const struct telling *telling, struct pass_table *table,
                     struct pass_table_row *row, const struct circuit_event *body, double age)
{
    double tumbling = body->type == CIRCUIT_EVENT_SPIN ? SPIN_DICE : TUMBLE;
    double written = fmin(1, (age - tumbling) / WRITE);
    row->waits = age < 0;
    row->rolls = !row->waits;
    row->spins = body->type == CIRCUIT_EVENT_SPIN;
    memcpy(row->dice, body->dice, sizeof row->dice);
    memcpy(row->modified, body->modified, sizeof row->modified);
    row->rolling = fmin(1, age / tumbling);
    if (row->spins)
        row->chip =
            body->why == WHY_CORNER ? telling->spent : body->number < body->dice[0] + body->dice[1];
    if (written < 0)
        return;
    if (row->spins)
        write_spin(row, body);
    else if (row->laid)
        write_blocker(telling, row, passers_roll(table, row), body);
    else
        write_passer(telling, table, row, body);
    for (int i = 0; i < row->line_count; i += 2)
        cut_sum(row->lines[i], written);
    row->line_count -= written < 1 && row->line_count == 2; /* the comment comes last */
}

static void lay_event(struct telling *telling, struct pass_table *table, const struct event *event,
                      double age)
{
    const struct circuit_event *body = circuit_event(event);
    struct pass_table_row *row;
    telling->spent |= body->spent;
    if (body->type == CIRCUIT_EVENT_TURNED || body->type == CIRCUIT_EVENT_LAID) {
        row = row_of(table, event->car);
        row->laid = true;
        if (body->type == CIRCUIT_EVENT_LAID)
            return;
        row->card = body->number;
        row->turning = brush_clamp(age / TURN, 0, 1);
        table->blocks += body->number == CARD_BLOCK;
    } else if (body->type == CIRCUIT_EVENT_CHIP && table->count > 0) {
        row = row_of(table, event->car);
        row->chipping = body->spent && !row->chip ? brush_clamp(age / CHIP_FALLS, 0, 1) : 1;
        row->chip |= body->spent;
    } else if (body->rolled) {
        lay_roll(telling, table, row_of(table, event->car), body, age);
    } else if (body->type == CIRCUIT_EVENT_PASSED || body->type == CIRCUIT_EVENT_HELD) {
        table->stamp = body->type == CIRCUIT_EVENT_HELD ? "HELD" : "THROUGH";
        table->stamped = age;
    }
}

/* --- what came of it -------------------------------------------------------------------------- */

static bool is_effect(const struct circuit_event *body)
{
    return body->type == CIRCUIT_EVENT_PASSED || body->type == CIRCUIT_EVENT_HELD ||
           body->type == CIRCUIT_EVENT_BRAKED || body->type == CIRCUIT_EVENT_LOST_LINE ||
           body->type == CIRCUIT_EVENT_SET_ASIDE ||
           (body->type == CIRCUIT_EVENT_WEAR && body->why == WHY_FORCE);
}

static int letters(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Word by word, as many to a line as it holds. */
static void add_to_foot(struct pass_table *table, const char *sentence)
{
    while (*sentence) {
        int length = (int)strcspn(sentence, " ");
        char word[TABLE_LINE_BYTES];
        snprintf(word, sizeof word, "%.*s", length, sentence);
        char *last = table->foot_count > 0 ? table->foot[table->foot_count - 1] : NULL;
        size_t used = last ? strlen(last) : 0;
        if (last && letters(last) + 1 + letters(word) <= FOOT_LETTERS)
            snprintf(last + used, TABLE_LINE_BYTES - used, " %s", word);
        else if (table->foot_count < TABLE_FOOT_LINES)
            snprintf(table->foot[table->foot_count++], TABLE_LINE_BYTES, "%s", word);
        sentence += length;
        sentence += strspn(sentence, " ");
    }
}

static void tell_effect(const struct telling *telling, struct pass_table *table,
                        const struct event *event)
{
    struct text words = {0};
    if (table->count == 0 || !is_effect(circuit_event(event)))
        return;
    circuit_game.describe(telling->after, event, telling->names, &words);
    if (words.length > 0)
        add_to_foot(table, text_string(&words));
    text_free(&words);
}

/* Whoever laid PASS may wonder. */
static void tell_why_all_roll(struct pass_table *table)
{
    for (int i = 0; i < table->count; i++)
        if (table->blocks > 0 && table->rows[i].card == CARD_PASS && table->rows[i].rolls &&
            table->foot_count == 0) {
            add_to_foot(table, "One BLOCK is enough: all who may resist roll, also after PASS.");
            return;
        }
}

/* --- a step ----------------------------------------------------------------------------------- */

static struct pass_table table_of_step(const struct session *session, const char *const *names,
                                       int index, double share)
{
    struct telling telling = {.names = names,
                              .step = session_step(session, index),
                              .before = session_race_after(session, index),
                              .after = session_race_after(session, index + 1)};
    struct pass_table table = table_of_pass(telling.before);
    struct circuit_film film = {0};
    double within;
    int end = telling.step.event_count;
    circuit_film_find(&film, session, index);
    int at = share < 1 ? circuit_film_piece(&film, share, &within) : -1;
    if (at >= 0)
        end = film.pieces[at].event + film.pieces[at].count;
    for (int i = 0; i < end; i++) {
        double age = at >= 0 ? circuit_film_age(&film, share, i) : INFINITY;
        lay_event(&telling, &table, &telling.step.events[i], age);
        tell_effect(&telling, &table, &telling.step.events[i]);
    }
    tell_why_all_roll(&table);
    circuit_film_free(&film);
    return table;
}

/* Does it tell the event of a step? */
static bool table_tells(const struct session *session, int step, int event)
{
    const struct circuit_event *body = circuit_event(&session_step(session, step).events[event]);
    bool lies = body->type == CIRCUIT_EVENT_CHIP || body->type == CIRCUIT_EVENT_TURNED ||
                body->type == CIRCUIT_EVENT_ROLLED;
    return circuit_force(session_race_after(session, step)) && (lies || is_effect(body));
}

/* Does a step leave dice on it? */
static bool table_is_filled_by(const struct session *session, int index)
{
    struct step step = session_step(session, index);
    bool filled = false;
    for (int i = 0; i < step.event_count; i++)
        filled |= circuit_event(&step.events[i])->rolled;
    return filled;
}
