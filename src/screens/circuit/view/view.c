/* Building a car before the start: what each point of each attribute gives, side by side, and cars
 * that are ready.
 */

#include "base/memory.h"
#include "paper/paper.h"
#include "screens/circuit/view/inside.h"
#include "ui/layout.h"
#include "ui/ui.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Interface pixels. */
static const double TOP = 8, GAP = 6, HEAD = 20, CELL_GAP = 4, CAR_WIDTH = 96;

/* How all of it stands in widths up to `most`, interface pixels; `columns` of cars and the button,
 * 0: all in one row. */
static const struct form {
    double most, lead, choice, row, button;
    const char *title;
    bool brief;
    int columns, rows;
} forms[] = {
    {400, 10, 26, 30, 0, "Build", true, 3, 2},
    {480, 46, 34, 40, 70, "Build", true, 0, 1},
    {INFINITY, 64, 34, 40, 150, "Build this car", false, 0, 1},
};

static const struct {
    const char *id, *title, *brief, *unit, *what;
} attributes[ATTRIBUTE_COUNT] = {
    {"start", "Start", "Start", "", "fastest speed from a standstill"},
    {"acc", "Acceleration", "Accel.", "+", "how much faster from turn to turn"},
    {"dec", "Brakes", "Brakes", "−", "how much slower from turn to turn"},
    {"top", "Top speed", "Top", "", "never faster than this"},
    {"wear", "Wear", "Wear", "", "points of tire wear for the whole race"},
};

/* Points go to attributes in this order, as many as each can take. */
static const struct {
    const char *id, *title;
    enum attribute order[ATTRIBUTE_COUNT];
    bool evenly;
} ready[] = {
    {"even",
     "Even",
     {ATTRIBUTE_DEC, ATTRIBUTE_ACC, ATTRIBUTE_WEAR, ATTRIBUTE_TOP, ATTRIBUTE_START},
     true},
    {"nimble",
     "Nimble",
     {ATTRIBUTE_DEC, ATTRIBUTE_ACC, ATTRIBUTE_WEAR, ATTRIBUTE_START, ATTRIBUTE_TOP},
     false},
    {"fast",
     "Fast",
     {ATTRIBUTE_TOP, ATTRIBUTE_ACC, ATTRIBUTE_DEC, ATTRIBUTE_WEAR, ATTRIBUTE_START},
     false},
    {"lasting",
     "Lasting",
     {ATTRIBUTE_WEAR, ATTRIBUTE_DEC, ATTRIBUTE_ACC, ATTRIBUTE_TOP, ATTRIBUTE_START},
     false},
    {"sprinter",
     "Sprinter",
     {ATTRIBUTE_START, ATTRIBUTE_ACC, ATTRIBUTE_TOP, ATTRIBUTE_DEC, ATTRIBUTE_WEAR},
     false},
};

/* `width`: device pixels within the strip. */
static const struct form *form_in(struct ui *ui, int width)
{
    const struct form *form = forms;
    while (width >= form->most * canvas_scale(ui_canvas(ui)))
        form++;
    return form;
}

static int points_of(const struct view *view)
{
    return session_setup(view->session)->values[CIRCUIT_POINTS];
}

static int left_of(const struct view *view)
{
    int left = points_of(view);
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        left -= view->draft.points[i];
    return left;
}

static struct build ready_build(int which, int left)
{
    struct build car = {{0}};
    for (int most = ready[which].evenly ? 1 : CIRCUIT_BUILD_MOST; most <= CIRCUIT_BUILD_MOST;
         most++)
        for (int i = 0; i < ATTRIBUTE_COUNT; i++) {
            int *points = &car.points[ready[which].order[i]];
            for (; left > 0 && *points < most; left--)
                ++*points;
        }
    return car;
}

static void print_build(const struct build *build, char *into, size_t size)
{
    const int *points = build->points;
    snprintf(into, size, "build %d %d %d %d %d", points[0], points[1], points[2], points[3],
             points[4]);
}

/* Points that cannot all be spent on a car that is ready leave it out. */
static int openings(const struct setup *setup, struct view_opening into[VIEW_OPENINGS])
{
    int count = 0, points = setup->values[CIRCUIT_POINTS];
    if (setup->values[CIRCUIT_BUILD] != BUILD_PLAYERS)
        return 0;
    for (size_t i = 0; i < sizeof ready / sizeof *ready; i++) {
        struct build car = ready_build((int)i, points);
        struct view_opening *opening = &into[count++];
        int length = 0;
        *opening = (struct view_opening){.title = ready[i].title};
        print_build(&car, opening->action, sizeof opening->action);
        for (int k = 0; k < ATTRIBUTE_COUNT; k++)
            length += snprintf(opening->what + length, sizeof opening->what - (size_t)length,
                               "%s%s %d", k ? ", " : "", attributes[k].title, car.points[k]);
    }
    return count;
}

static void print_value(const struct view *view, enum attribute attribute, int points, char *into,
                        size_t size)
{
    struct build alone = {{0}};
    char halves[HALVES_BYTES];
    alone.points[attribute] = points;
    int value = build_value(session_setup(view->session), &alone, attribute);
    if (attribute == ATTRIBUTE_WEAR)
        snprintf(into, size, "%s", circuit_halves(value, halves));
    else
        snprintf(into, size, "%s%d", attributes[attribute].unit, value);
}

static void build_attribute(struct view *view, struct ui *ui, enum attribute attribute,
                            const struct form *form, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout column = layout_inside(ui, box, 0, 0, CELL_GAP);
    int *points = &view->draft.points[attribute], left = left_of(view);
    struct box head = layout_take(&column, AT_TOP, HEAD);
    canvas_text(canvas, STYLE_SMALL, theme->ink,
                form->brief ? attributes[attribute].brief : attributes[attribute].title,
                box_inset(head, -canvas_units(canvas, GAP / 2), 0), ALIGN_CENTRE);
    for (int i = 0; i <= CIRCUIT_BUILD_MOST; i++) {
        char value[24], words[80], id[24];
        struct box cell = layout_take(&column, AT_TOP, form->choice);
        print_value(view, attribute, i, value, sizeof value);
        snprintf(words, sizeof words, "%s %s: %s", attributes[attribute].title, value,
                 attributes[attribute].what);
        snprintf(id, sizeof id, "choice %s %d", attributes[attribute].id, i);
        if (i > *points + left)
            ui_button_disabled(ui, value, cell);
        else if (ui_chip(ui, id, value, words, cell, i == *points).clicked)
            *points = i;
    }
}

static void build_button(struct view *view, struct ui *ui, const struct form *form, struct box box,
                         struct view_request *request)
{
    struct canvas *canvas = ui_canvas(ui);
    int left = left_of(view);
    if (left == 0) {
        if (ui_button(ui, "button build", form->title, box, LOOK_PRIMARY)) {
            char action[40];
            print_build(&view->draft, action, sizeof action);
            text_append(&request->action, action);
        }
        ui_default(ui, "button build");
    } else if (form->columns) /* there is no room for it elsewhere */
        canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, ui_words("%d left", left), box,
                    ALIGN_CENTRE);
    else
        ui_button_disabled(ui, form->title, box);
}

/* Cars that are ready and the button, in cells of several rows or side by side. */
static void build_foot(struct view *view, struct layout *row, const struct form *form,
                       struct view_request *request)
{
    struct canvas *canvas = ui_canvas(row->ui);
    const int count = sizeof ready / sizeof *ready;
    int gap = canvas_units(canvas, GAP);
    int most = count * (canvas_units(canvas, CAR_WIDTH) + gap);
    struct box button = {0}, cars = row->rest;
    struct grid grid = {cars, form->columns, gap, canvas_units(canvas, form->row)};
    if (!form->columns) {
        button = layout_take(row, AT_RIGHT, form->button);
        cars = layout_cut(row, AT_LEFT, most < row->rest.w ? most : row->rest.w);
        grid = (struct grid){cars, count, gap, cars.h};
    }
    for (int i = 0; i < count; i++)
        if (ui_chip(row->ui, ui_words("choice car %s", ready[i].id), ready[i].title, "",
                    grid_cell(&grid, i), false)
                .clicked)
            view->draft = ready_build(i, points_of(view));
    build_button(view, row->ui, form, form->columns ? grid_cell(&grid, count) : button, request);
}

static double foot_height(const struct form *form)
{
    return form->rows * (form->row + GAP) - GAP;
}

int circuit_design_height(struct ui *ui, int width)
{
    const struct form *form = form_in(ui, width);
    return canvas_units(ui_canvas(ui),
                        2 * TOP + HEAD + 3 * (form->choice + CELL_GAP) + GAP + foot_height(form));
}

/* Points that are left, above what each row of the table costs. */
static void build_leads(const struct view *view, struct ui *ui, const struct form *form,
                        struct box box)
{
    static const char *const leads[] = {"0 points", "1 point", "2 points"};
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct layout column = layout_inside(ui, box, 0, 0, CELL_GAP);
    struct box head = layout_take(&column, AT_TOP, HEAD);
    if (!form->columns) /* else it stands where the button will */
        canvas_text(canvas, STYLE_STRONG, theme->ink, ui_words("%d left", left_of(view)), head,
                    ALIGN_LEFT);
    for (int i = 0; i <= CIRCUIT_BUILD_MOST; i++)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft,
                    form->brief ? ui_words("%d", i) : leads[i],
                    layout_take(&column, AT_TOP, form->choice), ALIGN_LEFT);
}

void circuit_build_design(struct view *view, struct ui *ui, struct box box,
                          struct view_request *request)
{
    const struct form *form = form_in(ui, box.w);
    int gap = canvas_units(ui_canvas(ui), GAP);
    struct layout column = layout_inside(ui, box, 0, 0, GAP);
    struct layout row = column;
    row.rest = box_cut_bottom(&column.rest, canvas_units(ui_canvas(ui), foot_height(form)));
    build_leads(view, ui, form, layout_take(&column, AT_LEFT, form->lead));
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        build_attribute(view, ui, (enum attribute)i, form,
                        box_column(column.rest, i, ATTRIBUTE_COUNT, gap));
    build_foot(view, &row, form, request);
}

/* === posts ==================================================================================== */

/* What was posted, beside the cars: on plates, and on cards that are turned over together. */

/* Interface pixels; a lane so narrow has no plates. */
static const double WIDTH = 40, HEIGHT = 30, TYPE = 16, EDGE = 2, PLATE = 14, NARROW = 10;

/* --- plates ----------------------------------------------------------------------------------- */

/* Off the strip on the side of its lane; behind a car between others. */
static struct label_wish beside(const struct view *view, const struct paper_view *paper,
                                const struct circuit_look *look)
{
    struct circuit_spot spot = circuit_spot(view->layout, look->along, look->across);
    struct pixel at = brush_place(paper, circuit_layout_height(view->layout), spot.x, spot.y);
    int lanes = circuit_layout_lanes(view->layout);
    bool right = look->across < 1;
    bool left = look->across > lanes - 1;
    return (struct label_wish){
        .x = at.x,
        .y = at.y,
        .away = PLATE * paper->scale,
        .prefer_x = right  ? spot.ahead_y
                    : left ? -spot.ahead_y
                           : -spot.ahead_x,
        .prefer_y = right  ? spot.ahead_x
                    : left ? -spot.ahead_x
                           : spot.ahead_y,
    };
}

void circuit_write_speeds(const struct view *view, const struct paper_view *paper,
                          const struct race *race, uint64_t cars, const struct paper_theme *theme,
                          struct labels *labels, struct pixel posts[PLAYER_LIMIT])
{
    struct circuit_look looks[PLAYER_LIMIT];
    int count = 0;
    for (int car = 1; car <= session_setup(view->session)->players; car++) {
        if (!circuit_look_of(view->session, race, car, &looks[count]))
            continue;
        struct circuit_look body = looks[count++];
        double box[4];
        body.speed = NOT_POSTED;
        circuit_look_box(paper, view->layout, &body, box);
        labels_keep_off(labels, (struct label_box){box[0], box[1], box[2], box[3]});
    }
    bool room = circuit_lane_width(view->layout) * paper->square >= NARROW * paper->scale;
    for (int i = 0; i < count; i++)
        if (!(cars >> looks[i].car & 1) && circuit_phase(race) == PHASE_POST) {
            const struct circuit_look *look = &looks[i];
            struct pixel *post = &posts[looks[i].car - 1];
            struct label_wish wish = beside(view, paper, look);
            double w = (WIDTH + 2 * EDGE) * paper->scale, h = (HEIGHT + 2 * EDGE) * paper->scale;
            struct label_box box = {wish.x - w / 2, wish.y - h / 2, w, h};
            if (labels_can_see(labels, (struct pixel){wish.x, wish.y}))
                labels_place(labels, w, h, &wish, &box);
            *post = (struct pixel){box.x + w / 2, box.y + h / 2};
        } else if (room && cars >> looks[i].car & 1 && looks[i].speed != NOT_POSTED) {
            const struct circuit_look *look = &looks[i];
            struct label_wish wish = beside(view, paper, look);
            char text[12];
            snprintf(text, sizeof text, "%d", look->speed);
            if (labels_can_see(labels, (struct pixel){wish.x, wish.y}))
                labels_add(labels, LABEL_PLATE, text, PLATE * paper->scale,
                           brush_pen(theme, look->pen), 0, &wish);
        }
}

/* --- cards ------------------------------------------------------------------------------------ */

/* Those events, and how far the film is in them. */
static const struct event *find_posts(const struct view *view, int *count, double *within)
{
    *count = 0;
    if (view->share < 0 || view->share >= 1)
        return NULL;
    int at = circuit_film_piece(&view->film, view->share, within);
    if (at < 0)
        return NULL;
    const struct circuit_film_piece *piece = &view->film.pieces[at];
    const struct event *events = session_step(view->session, view->film.step).events + piece->event;
    *count = circuit_event(events)->type == CIRCUIT_EVENT_SHOWN ? piece->count : 0;
    return events;
}

static void draw_post(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                      const struct event *event, bool bonus, double within, struct pixel at,
                      const struct paper_theme *theme)
{
    double w = WIDTH * paper->scale, h = HEIGHT * paper->scale, x, y;
    double turning = fmin(1, within / 0.35), high = fmax(0.06, fabs(cos(turning * M_PI)));
    bool face = turning > 0.5;
    char text[16];
    struct paper_color pen = brush_pen(theme, paper_pen_of(view->session, event->car));
    if (circuit_car_middle(view, circuit_state(view), event->car, &x, &y)) {
        brush_add_line(cairo, at, brush_place(paper, circuit_layout_height(view->layout), x, y));
        brush_color(cairo, pen);
        brush_stroke(cairo, paper->scale, 0, 0);
    }
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    cairo_scale(cairo, 1, high);
    cairo_rectangle(cairo, -w / 2, -h / 2, w, h);
    brush_color(cairo, face ? theme->card : theme->action);
    cairo_fill_preserve(cairo);
    brush_color(cairo, pen);
    brush_stroke(cairo, EDGE * paper->scale, 0, 0);
    snprintf(text, sizeof text, bonus ? "%d+" : "%d", circuit_event(event)->number);
    if (face)
        lettering_draw_aligned(cairo, text, 0, 0, 0.5, TYPE * paper->scale, true, theme->ink);
    cairo_restore(cairo);
}

void circuit_draw_posts(cairo_t *cairo, const struct view *view, const struct paper_view *paper,
                        const struct pixel posts[PLAYER_LIMIT], const struct paper_theme *theme)
{
    double within;
    int count;
    const struct event *events = find_posts(view, &count, &within);
    for (int i = 0; i < count; i++) {
        bool bonus = false;
        for (int j = i + 1; j < count; j++)
            bonus |= events[j].car == events[i].car;
        if (circuit_event(&events[i])->type == CIRCUIT_EVENT_SHOWN)
            draw_post(cairo, view, paper, &events[i], bonus, within, posts[events[i].car - 1],
                      theme);
    }
}

/* === shown ==================================================================================== */

/* What the frame asks of a step that is shown: how long it is, its moments, their words. */

int circuit_step_time(struct view *view, int step)
{
    circuit_film_find(&view->film, view->session, step);
    return view->film.stroke && view->film.time > 0 ? -1 : view->film.time;
}

double circuit_step_moment(struct view *view, int step, double share, bool back)
{
    circuit_film_find(&view->film, view->session, step);
    return circuit_film_moment(&view->film, share, back);
}

int circuit_step_words(struct view *view, int index, double share, struct text *into)
{
    struct step step = session_step(view->session, index);
    const struct race *after = session_race_after(view->session, index + 1);
    double within;
    circuit_film_find(&view->film, view->session, index);
    int at = circuit_film_piece(&view->film, share, &within), car = 0;
    for (int i = 0; at >= 0 && i < view->film.pieces[at].count; i++) {
        int index_of = view->film.pieces[at].event + i;
        const struct event *event = &step.events[index_of];
        struct text words = {0};
        bool rolls = circuit_event(event)->type == CIRCUIT_EVENT_ROLLED;
        if (circuit_film_age(&view->film, share, index_of) < (rolls ? TUMBLE : 0))
            break; /* nothing of it is known yet */
        car = i == 0 || event->car == car ? event->car : 0;
        if (!into)
            continue;
        if (circuit_event(event)->type == CIRCUIT_EVENT_MOVED)
            text_append_format(&words, "%s is in row %d, lane %d.", view->names[event->car - 1],
                               circuit_event(event)->to.row, circuit_event(event)->to.lane);
        else
            circuit_game.describe(after, event, view->names, &words);
        if (words.length > 0)
            text_append_format(into, "%s%s", into->length > 0 ? " " : "", text_string(&words));
        text_free(&words);
    }
    return car;
}

/* Of a spin when the dice have come to rest, of everything else when it begins. */
int circuit_event_time(struct view *view, int step, int event)
{
    const struct circuit_film *film = &view->film;
    struct step seen = session_step(view->session, step);
    bool spins = circuit_event(&seen.events[event])->type == CIRCUIT_EVENT_SPIN;
    circuit_film_find(&view->film, view->session, step);
    return film->count > 0 ? (spins ? SPIN_DICE : 0) - (int)circuit_film_age(film, 0, event) : 0;
}

enum moment_kind circuit_moment(const struct event *event)
{
    static const enum moment_kind kinds[] = {
        [CIRCUIT_EVENT_SHOWN] = MOMENT_CARDS,   [CIRCUIT_EVENT_MOVED] = MOMENT_STROKE,
        [CIRCUIT_EVENT_LAP] = MOMENT_LAP,       [CIRCUIT_EVENT_WEAR] = MOMENT_WEAR,
        [CIRCUIT_EVENT_FINISHED] = MOMENT_FLAG, [CIRCUIT_EVENT_SPIN] = MOMENT_SLICK,
        [CIRCUIT_EVENT_OUT] = MOMENT_CRASH,     [CIRCUIT_EVENT_TURNED] = MOMENT_CARDS,
        [CIRCUIT_EVENT_ROLLED] = MOMENT_DICE,   [CIRCUIT_EVENT_PASSED] = MOMENT_PASSED,
        [CIRCUIT_EVENT_HELD] = MOMENT_HELD,     [CIRCUIT_EVENT_PLACED] = MOMENT_WIN,
        [CIRCUIT_EVENT_GRID] = MOMENT_GRID,     [CIRCUIT_EVENT_OVER] = MOMENT_NONE,
    };
    const struct circuit_event *body = circuit_event(event);
    bool nothing = (body->type == CIRCUIT_EVENT_PLACED && body->number != 1) ||
                   (body->type == CIRCUIT_EVENT_GRID && event->car != 1); /* heard once for all */
    return nothing ? MOMENT_NONE : kinds[body->type];
}

static void set_middle(const struct view *view, struct space at, double *x, double *y)
{
    struct circuit_spot spot = circuit_space_middle(view->layout, at);
    *x = spot.x;
    *y = spot.y;
}

/* Where the step has brought its car by then. */
void circuit_moment_place(struct view *view, int index, int event, struct moment_look *look)
{
    struct step step = session_step(view->session, index);
    int number = step.events[event].car > 0 ? step.events[event].car : step.car;
    const struct circuit_car *car = circuit_car(session_race_after(view->session, index), number);
    struct space at = {car->row, car->lane > 0 ? car->lane : 1}, from = at;
    for (int i = 0; i <= event; i++) {
        const struct circuit_event *body = circuit_event(&step.events[i]);
        bool drives = body->type == CIRCUIT_EVENT_MOVED || body->type == CIRCUIT_EVENT_GRID ||
                      body->type == CIRCUIT_EVENT_PUT_BACK || body->type == CIRCUIT_EVENT_SET_ASIDE;
        if (!drives || step.events[i].car != number)
            continue;
        from = at;
        at = body->to;
    }
    if (from.row == at.row) { /* it stands: the way is that of the race */
        int rows = circuit_of(session_setup(view->session))->rows;
        from = (struct space){(at.row + rows - 1) % rows, at.lane};
    }
    set_middle(view, at, &look->x, &look->y);
    set_middle(view, from, &look->from_x, &look->from_y);
}

bool circuit_car_middle(const struct view *view, const struct race *race, int number, double *x,
                        double *y)
{
    const struct circuit_car *car = circuit_car(race, number);
    if (car->status != CIRCUIT_RACING)
        return false;
    set_middle(view, (struct space){car->row, car->lane}, x, y);
    return true;
}

/* === force ==================================================================================== */

/* A force pass in the strip: who may resist and why not, and what the dice can come to as far as
 * chips lie open. Cards that lie face down are never looked at.
 */

/* Interface pixels. */
static const double ODDS_ALONE = 300, ODDS_OF_ALL = 440, ODDS_OF_ALL_LEAST = 415,
                    ODDS_OF_SPIN = 440, ODDS_GAP = 3;
enum { ODDS_LINES = 3 };

struct pass_look circuit_look_at_move(const struct view *view, const struct circuit_move *move)
{
    struct pass_look look = {.passer = view->car, .resist_count = move->resist_count};
    memcpy(look.blockers, move->blockers, sizeof look.blockers);
    memcpy(look.resist, move->resist, sizeof look.resist);
    look.self = circuit_car(session_race(view->session), view->car)->chips > 0 ? view->car : 0;
    return look;
}

bool circuit_look_at_pass(const struct view *view, struct pass_look *look)
{
    const struct race *race = session_race(view->session);
    const struct circuit_force *force = circuit_force(race);
    if (!force)
        return false;
    *look = (struct pass_look){.passer = circuit_mover(race),
                               .resist_count = force->resist_count,
                               .chips = force->chips,
                               .open = force->asked};
    memcpy(look->blockers, force->blockers, sizeof look->blockers);
    memcpy(look->resist, force->resist, sizeof look->resist);
    bool asked = view->car > 0 && !(force->asked >> view->car & 1);
    look->self = asked && circuit_car(race, view->car)->chips > 0 ? view->car : 0;
    return true;
}

/* Whether a blocker may resist, and why not; `brief`: only its first name. */
static void say_whether(const struct view *view, const struct pass_look *look, int blocker,
                        bool brief, struct text *into)
{
    const struct race *race = session_race(view->session);
    const char *name = view->names[blocker - 1];
    int speed = circuit_car(race, blocker)->posted;
    int passer = circuit_car(race, look->passer)->posted;
    text_append_bytes(into, name, brief ? strcspn(name, " ") : strlen(name));
    if (look->resist[0] == blocker || (look->resist_count > 1 && look->resist[1] == blocker))
        text_append(into, " may resist");
    else if (speed <= 0)
        text_append(into, " stands and cannot resist");
    else
        text_append_format(into, ", %d %s, cannot resist", abs(speed - passer),
                           speed < passer ? "slower" : "faster");
}

void circuit_say_resist(const struct view *view, const struct pass_look *look, bool brief,
                        struct text *into)
{
    int round = circuit_game.round(session_race(view->session));
    if (round <= CIRCUIT_FIRST_TURNS || (brief && look->resist_count == 2)) {
        text_append(into, round <= CIRCUIT_FIRST_TURNS ? "nobody resists in the first two turns"
                                                       : "both may resist");
        return;
    }
    say_whether(view, look, look->blockers[0], brief, into);
    text_append(into, " · ");
    say_whether(view, look, look->blockers[1], brief, into);
}

/* --- odds ------------------------------------------------------------------------------------- */

/* Who is held has to brake, and spins if it cannot do so (RULES 8.10). */
static bool can_brake(const struct view *view, int passer)
{
    const struct race *race = session_race(view->session);
    const struct circuit_car *car = circuit_car(race, passer);
    int dec = build_value(session_setup(view->session), &car->build, ATTRIBUTE_DEC);
    int speed = car->posted - CIRCUIT_SPEED * circuit_points(race);
    return (speed > 0 ? speed : 0) >= car->speed - dec;
}

/* "26 %", or what else can come of it, too: "26/60/14 %". */
static void print_figure(const struct view *view, const struct pass_look *look, int blocks,
                         bool own, bool all, char into[24])
{
    const struct race *race = session_race(view->session);
    uint64_t chips = look->chips | (own ? UINT64_C(1) << look->self : 0);
    struct pass_case pass = {.passer = circuit_car(race, look->passer)->posted,
                             .blocker_count = look->resist_count,
                             .passer_chip = chips >> look->passer & 1,
                             .blocks = blocks};
    for (int i = 0; i < look->resist_count; i++) {
        pass.blockers[i] = circuit_car(race, look->resist[i])->posted;
        pass.blocker_chips[i] = chips >> look->resist[i] & 1;
    }
    struct pass_ways ways = pass_count(&pass);
    int through = percent_of(ways.through, ways.all);
    int spins = can_brake(view, look->passer) ? ways.spins : ways.all - ways.through;
    int spinning = percent_of(spins, ways.all);
    if (all)
        snprintf(into, 24, "%d/%d/%d %%", through, 100 - through - spinning, spinning);
    else
        snprintf(into, 24, "%d %%", through);
}

double circuit_odds_height(struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    return ODDS_LINES * (canvas_line_height(canvas, STYLE_SMALL) / canvas_scale(canvas) + ODDS_GAP);
}

double circuit_odds_width(const struct view *view)
{
    bool spins = circuit_phase(session_race(view->session)) == PHASE_SPIN;
    return spins ? ODDS_OF_SPIN : circuit_shows_hints(view) ? ODDS_OF_ALL : ODDS_ALONE;
}

/* A label, which has so many hundredths of the width, and figures in columns. */
struct circuit_view_line {
    const char *label;
    int share;
    char figures[SPIN_CRASH + 1][24];
    int count, columns;
};

static struct box build_line(struct layout *lines, struct paper_color color,
                             const struct circuit_view_line *line)
{
    struct canvas *canvas = ui_canvas(lines->ui);
    struct box whole = layout_cut(lines, AT_TOP, canvas_line_height(canvas, STYLE_SMALL));
    struct box box = whole;
    canvas_text(canvas, STYLE_SMALL, color, line->label,
                box_cut_left(&box, box.w * line->share / 100), ALIGN_LEFT);
    int column = box.w / line->columns;
    for (int i = 0; i < line->count; i++)
        canvas_text(canvas, STYLE_SMALL, color, line->figures[i], box_cut_left(&box, column),
                    ALIGN_RIGHT);
    return whole;
}

/* Also for those who are told what stands there. */
static void build_figures(struct layout *lines, const struct circuit_view_line *line)
{
    struct text told = {0};
    text_append_format(&told, "%s:", line->label);
    for (int i = 0; i < line->count; i++)
        text_append_format(&told, "%s %s", i > 0 ? "," : "", line->figures[i]);
    struct box box = build_line(lines, canvas_theme(ui_canvas(lines->ui))->ink, line);
    ui_tell_label(lines->ui, text_string(&told), box);
    text_free(&told);
}

static void build_pass(const struct view *view, const struct pass_look *look, bool own, bool all,
                       const char *label, struct layout *lines)
{
    struct circuit_view_line line = {label, all ? 28 : 22, .count = look->resist_count + 1,
                                     .columns = 3};
    for (int blocks = 0; blocks <= look->resist_count; blocks++)
        print_figure(view, look, blocks, own, all, line.figures[blocks]);
    build_figures(lines, &line);
}

void circuit_build_odds(const struct view *view, struct ui *ui, const struct pass_look *look,
                        struct box box)
{
    struct layout lines = layout_inside(ui, box, 0, 0, ODDS_GAP);
    bool all = circuit_shows_hints(view) && box.w >= canvas_units(ui_canvas(ui), ODDS_OF_ALL_LEAST);
    const struct circuit_view_line head = {all ? "Through, held, spins" : "Through",
                                           all ? 28 : 22,
                                           {"all PASS", "1 BLOCK", "2 BLOCK"},
                                           look->resist_count + 1,
                                           3};
    build_line(&lines, canvas_theme(ui_canvas(ui))->ink_soft, &head);
    build_pass(view, look, false, all, look->self ? "no chip" : "as laid", &lines);
    if (look->self)
        build_pass(view, look, true, all, "my chip", &lines);
}

/* --- the spin table (RULES 6.1)
 * --------------------------------------------------------------------------- */

static void build_spin(int modifier, const char *label, struct layout *lines)
{
    struct circuit_view_line line = {label, 18, .count = SPIN_CRASH + 1, .columns = SPIN_CRASH + 1};
    int ways[SPIN_CRASH + 1];
    spin_count(modifier, ways);
    for (int i = 0; i <= SPIN_CRASH; i++)
        snprintf(line.figures[i], sizeof line.figures[i], "%d %%", percent_of(ways[i], 36));
    build_figures(lines, &line);
}

void circuit_build_spin_odds(const struct view *view, struct ui *ui, struct box box)
{
    static const struct circuit_view_line head = {
        "It costs", 18, {"nothing", "2 wear", "a turn", "the race"}, 4, 4};
    struct layout lines = layout_inside(ui, box, 0, 0, ODDS_GAP);
    build_line(&lines, canvas_theme(ui_canvas(ui))->ink_soft, &head);
    int modifier = circuit_spin_modifier(session_race(view->session));
    build_spin(modifier, "no chip", &lines);
    build_spin(modifier - 2, "my chip", &lines);
}

/* === view ===================================================================================== */

/* The circuit's view: the strip lies as a drawing, spaces that can be entered light up on it, and
 * all that has no place on it (cars to build, speeds, cards, chips) is chosen below the sheet.
 *
 * What can be chosen and what it costs is the rules' to say (circuit_moves); nothing here decides a
 * rule.
 */

/* --- from step to step ------------------------------------------------------------------------ */

const struct race *circuit_state(const struct view *view)
{
    return view->share >= 0 ? session_race_after(view->session, view->film.step)
                            : session_race(view->session);
}

bool circuit_chooses(const struct view *view)
{
    return view->car > 0;
}

static void order_cars(struct view *view)
{
    const struct race *race = session_race(view->session);
    int count = circuit_game.car_count(race);
    for (int i = 0; i < count; i++) {
        int at = i, place = circuit_place(race, i + 1);
        for (; at > 0 && circuit_place(race, view->order[at - 1]) > place; at--)
            view->order[at] = view->order[at - 1];
        view->order[at] = i + 1;
    }
}

static void look_ahead(struct view *view)
{
    const struct setup *setup = session_setup(view->session);
    const struct race *race = session_race(view->session);
    struct outlook_car car = outlook_car_of(setup, circuit_car(race, view->car));
    for (int i = 0; i < view->move_count; i++)
        view->outlooks[i] = outlook_of(circuit_of(setup), &car, view->moves[i].speed);
}

static void refresh(struct view *view, int car, bool chooses)
{
    const struct race *race = session_race(view->session);
    enum circuit_phase phase = circuit_phase(race);
    view->watches = !chooses;
    view->car = chooses ? car : 0;
    view->changes++;
    view->pointed = view->forced = view->eyed = -1;
    view->share = -1;
    view->hints = NULL;
    view->said[0] = '\0';
    view->draft = (struct build){{0}};
    memset(view->cells, 0, sizeof view->cells);
    view->move_count = view->ways.count = 0;
    circuit_film_free(&view->film);
    order_cars(view);
    if (view->car == 0 || phase == PHASE_BUILD)
        return;
    view->move_count = circuit_moves(race, view->car, view->moves);
    if (phase == PHASE_POST)
        look_ahead(view);
    if (phase == PHASE_MOVE)
        ways_find(&view->ways, race);
    for (int i = view->move_count - 1; i >= 0; i--)
        view->forced = view->moves[i].kind == MOVE_FORCE ? i : view->forced;
}

/* A car that is being built. */
static void half_choice(const struct view *view, struct text *into)
{
    bool builds = circuit_phase(session_race(view->session)) == PHASE_BUILD && view->car > 0;
    for (int i = 0; builds && i < ATTRIBUTE_COUNT; i++)
        text_append_format(into, "%d", view->draft.points[i]);
}

static void choose_half(struct view *view, const char *choice)
{
    for (int i = 0; i < ATTRIBUTE_COUNT; i++)
        view->draft.points[i] = choice[i] - '0';
}

static struct view *create(const struct session *session)
{
    struct view *view = memory_allocate(1, sizeof *view);
    view->session = session;
    for (int i = 0; i < session_setup(session)->players; i++)
        view->names[i] = session_player(session, i + 1)->name;
    view->layout = circuit_layout_create(circuit_of(session_setup(session)));
    view->pointed = view->forced = view->eyed = -1;
    view->share = -1;
    order_cars(view);
    return view;
}

static void free_view(struct view *view)
{
    circuit_layout_free(view->layout);
    circuit_film_free(&view->film);
    free(view);
}

/* --- choosing --------------------------------------------------------------------------------- */

static struct point square_of(const struct view *view, struct space at)
{
    struct circuit_spot place = circuit_space_middle(view->layout, at);
    return (struct point){(int32_t)floor(place.x), (int32_t)floor(place.y)};
}

/* A spin is asked about once. */
static void warn(const struct view *view, bool spins, struct space at, struct view_request *request)
{
    if (!spins)
        return;
    request->warnings = 1;
    request->place = square_of(view, at);
    text_append(&request->title, "This spins the car");
    text_append(&request->cost, "It stops where it spins, and the dice say what that costs.");
}

void circuit_do(struct view *view, const struct circuit_move *move, struct view_request *request)
{
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    struct space here = {car->row, car->lane}, there = {move->row, move->lane};
    text_append(&request->action, move->action);
    warn(view, move->outcome == OUTCOME_IS_SPIN, move->kind == MOVE_GO ? there : here, request);
}

void circuit_go(struct view *view, int index, struct view_request *request)
{
    const struct way_space *space = &view->ways.spaces[index];
    text_append(&request->action, space->action);
    warn(view, space->outcome == OUTCOME_IS_SPIN, space->at, request);
}

void circuit_weigh(struct view *view, int move, struct box box, bool looked_at)
{
    view->cells[move] = box;
    if (looked_at && view->moves[move].kind == MOVE_FORCE)
        view->forced = move;
}

void circuit_point_at(struct view *view, int index)
{
    if (index == view->pointed)
        return;
    view->pointed = index;
    circuit_say_space(view, index, view->said, sizeof view->said);
}

/* --- where things are ------------------------------------------------------------------------- */

static void widen(struct camera_area *area, const struct view *view, struct space at)
{
    struct circuit_spot place = circuit_space_middle(view->layout, at);
    area->left = fmin(area->left, place.x - 1);
    area->right = fmax(area->right, place.x + 1);
    area->bottom = fmin(area->bottom, place.y - 1);
    area->top = fmax(area->top, place.y + 1);
}

/* Of a step that is shown: those that it sets elsewhere. */
static bool shown_bounds(const struct view *view, struct camera_area *area)
{
    struct circuit_film_place places[PLAYER_LIMIT];
    bool any = false;
    circuit_film_places(&view->film, view->session, view->share, places);
    for (int i = 0; i < session_setup(view->session)->players; i++)
        if (places[i].there && places[i].touched) {
            widen(area, view, places[i].to);
            any = true;
        }
    return any;
}

static void widen_to(struct camera_area *area, const struct view *view, int number)
{
    const struct circuit_car *car = circuit_car(circuit_state(view), number);
    widen(area, view, (struct space){car->row, car->lane});
}

/* Of spaces those that so many steps lead to. */
static bool choice_bounds(const struct view *view, int steps, struct camera_area *area)
{
    const struct race *race = session_race(view->session);
    *area = (struct camera_area){INFINITY, INFINITY, -INFINITY, -INFINITY};
    if (view->share >= 0)
        return shown_bounds(view, area);
    if (!circuit_chooses(view) || circuit_car(race, view->car)->status != CIRCUIT_RACING)
        return false;
    widen_to(area, view, view->car);
    for (int i = 0; i < view->ways.count; i++)
        if (view->ways.spaces[i].steps <= steps)
            widen(area, view, view->ways.spaces[i].at);
    return true;
}

/* In squares that are large enough to choose. */
static bool fits(const struct camera *camera, const struct camera_area *area)
{
    double square = CAMERA_CHOOSING_SQUARE * camera->goal.scale;
    return (area->right - area->left) * square <= camera->width &&
           (area->top - area->bottom) * square <= camera->height;
}

/* The whole way, or its first step where there is no room; of a pass that is forced, or may be, all
 * between whom it is, also beside a table that lies on some of them. */
static bool camera_bounds(const struct view *view, const struct view_look *look,
                          struct camera_area *area)
{
    bool found = choice_bounds(view, CIRCUIT_LIMIT_MOST, area);
    if (found && !fits(look->camera, area))
        choice_bounds(view, 1, area);
    const struct circuit_force *force = circuit_force(circuit_state(view));
    const int *blockers = force ? force->blockers
                          : view->share < 0 && view->forced >= 0
                              ? view->moves[view->forced].blockers
                              : NULL;
    if (!found)
        return false;
    for (int i = 0; blockers && i < 2; i++)
        widen_to(area, view, blockers[i]);
    if (force)
        widen_to(area, view, circuit_mover(circuit_state(view)));
    circuit_seek_room(view, look, area);
    return true;
}

static void spot_of(struct point square, double *x, double *y)
{
    *x = square.x + 0.5;
    *y = square.y + 0.5;
}

static void way_spot(const struct view *view, struct point space, double *x, double *y)
{
    set_middle(view, (struct space){space.x, space.y}, x, y);
}

static bool place_at(const struct view *view, double x, double y, struct point *square)
{
    struct point size = course_size(session_setup(view->session)->course);
    *square = (struct point){(int32_t)floor(x), (int32_t)floor(y)};
    return x >= 0 && y >= 0 && x < size.x && y < size.y;
}

/* Device pixels from the sheet's upper left corner. */
static struct pixel middle(const struct view *view, const struct paper_view *paper, struct space at)
{
    struct circuit_spot place = circuit_space_middle(view->layout, at);
    return brush_place(paper, circuit_layout_height(view->layout), place.x, place.y);
}

bool circuit_box_of(const struct view *view, const struct paper_view *paper,
                    const struct race *race, int car, double box[4])
{
    struct circuit_look look;
    if (!circuit_look_of(view->session, race, car, &look))
        return false;
    circuit_look_box(paper, view->layout, &look, box);
    return true;
}

static void keep_clear(const struct view *view, const struct view_look *look, struct labels *into)
{
    const struct race *race = session_race(view->session);
    const struct paper_view *paper = &look->camera->goal;
    for (int car = circuit_game.car_count(race); car > 0; car--) {
        double box[4];
        if (circuit_box_of(view, paper, race, car, box))
            labels_keep_off(into, (struct label_box){box[0], box[1], box[2], box[3]});
    }
    for (int i = 0; i < view->ways.count; i++) {
        struct pixel at = middle(view, paper, view->ways.spaces[i].at);
        labels_keep_off_disc(into, at.x, at.y, paper->square * 0.6);
    }
    struct pass_table table = circuit_find_table(view, look);
    struct box whole = box_make(0, 0, look->sheet_box.w, look->sheet_box.h);
    double scale;
    struct box place = circuit_place_table(view, look, &table, whole, &scale);
    if (place.w > 0)
        labels_keep_off(into, (struct label_box){place.x, place.y, place.w, place.h});
}

/* --- spaces as targets ------------------------------------------------------------------------ */

static struct box space_box(const struct view *view, const struct view_look *look, struct space at)
{
    const struct paper_view *paper = &look->camera->view;
    struct pixel place = middle(view, paper, at);
    int side = (int)ceil(paper->square * 0.8);
    struct box box = {look->sheet_box.x + (int)floor(place.x) - side / 2,
                      look->sheet_box.y + (int)floor(place.y) - side / 2, side, side};
    return box_intersect(box, look->sheet_box);
}

static void build_spaces(struct view *view, struct ui *ui, const struct view_look *look,
                         struct view_request *request)
{
    int pointed = -1;
    char id[SPACE_ID_BYTES], said[CIRCUIT_SAID_BYTES];
    for (int i = 0; i < view->ways.count; i++) {
        const struct way_space *space = &view->ways.spaces[i];
        /* One target a space, whatever ways lead there. */
        if (ways_at(&view->ways, view->ways.spaces[i].at) != i)
            continue;
        snprintf(id, sizeof id, "space %d,%d", space->at.row, space->at.lane);
        circuit_say_space(view, i, said, sizeof said);
        struct ui_state state = ui_target(ui, id, space_box(view, look, space->at), said);
        if (state.hovered || state.ring)
            pointed = i;
        if (state.clicked) {
            circuit_go(view, i, request);
            ui_gone(ui);
        }
    }
    circuit_point_at(view, pointed);
}

void circuit_look_at_step(struct view *view, const struct view_look *look)
{
    bool shown = look->running >= 0 && circuit_step_time(view, look->running) >= 0;
    view->share = shown ? look->progress : -1;
}

static void build(struct view *view, struct ui *ui, const struct view_look *look,
                  struct view_request *request)
{
    /* In the strip, which is built after the sheet. */
    int x, y;
    ui_pointer(ui, &x, &y);
    view->eyed = -1;
    for (int i = 0; i < view->move_count; i++)
        if (view->moves[i].kind == MOVE_SPEED &&
            (box_holds(view->cells[i], x, y) || strcmp(ui_ring(ui), view->moves[i].action) == 0))
            view->eyed = i;
    bool draws = look->running < 0 || circuit_step_time(view, look->running) < 0;
    if (circuit_chooses(view) && draws)
        build_spaces(view, ui, look, request);
    circuit_look_at_step(view, look);
}

static const int *order(const struct view *view)
{
    return view->order;
}

/* --- hints ------------------------------------------------------------------------------------ */

static int switches(const struct view *view, struct view_switch into[VIEW_SWITCHES])
{
    if (!session_allow(view->session).hints)
        return 0;
    into[0] = (struct view_switch){0, "button hint", "Hints", ICON_LAMP, view->hints_on, false};
    return 1;
}

static void flip(struct view *view, int which, struct view_request *request)
{
    (void)which, (void)request;
    view->hints_on = !view->hints_on;
    view->changes++;
}

static bool *hint_switch(struct view *view)
{
    return session_allow(view->session).hints ? &view->hints_on : NULL;
}

static bool wants_hints(const struct view *view, const struct point **start)
{
    enum circuit_phase phase = circuit_phase(session_race(view->session));
    *start = NULL;
    return view->hints_on && circuit_chooses(view) && session_allow(view->session).hints &&
           (phase == PHASE_POST || phase == PHASE_MOVE);
}

static void take_hints(struct view *view, const struct hints *hints, bool coming)
{
    (void)coming;
    view->changes += hints != view->hints;
    view->hints = hints;
}

/* --- keys ------------------------------------------------------------------------------------- */

static bool press(struct view *view, const char *action, struct view_request *request)
{
    for (int i = 0; i < view->move_count; i++)
        if (strcmp(view->moves[i].action, action) == 0) {
            circuit_do(view, &view->moves[i], request);
            return true;
        }
    return false;
}

/* A digit is a lane, with Shift taking the line; 0 drives on in none: it brakes, or stays. */
static bool take_event(struct view *view, const SDL_Event *event, struct view_request *request)
{
    SDL_Keycode key = event->key.keysym.sym;
    Uint16 with = event->key.keysym.mod;
    bool moves = circuit_phase(session_race(view->session)) == PHASE_MOVE;
    if (event->type != SDL_KEYDOWN || (with & (KMOD_CTRL | KMOD_GUI | KMOD_ALT)))
        return false;
    if (key == SDLK_h && hint_switch(view)) {
        flip(view, 0, request);
        return true;
    }
    if (!circuit_chooses(view) || !moves)
        return false;
    char action[] = "go 1+";
    int digit = keys_digit(&event->key.keysym);
    if (digit >= 1 && digit <= 3) {
        action[3] = (char)('0' + digit);
        action[4] = (with & KMOD_SHIFT) ? '+' : '\0';
        return press(view, action, request);
    }
    return digit == 0 && (press(view, "brake", request) || press(view, "stay", request));
}

const struct rules_view circuit_view = {
    .game = &circuit_game,
    .spot_of = spot_of,
    .way_spot = way_spot,
    .place_at = place_at,
    .full_cards = true,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .camera_bounds = camera_bounds,
    .keep_clear = keep_clear,
    .order = order,
    .strip_height = circuit_strip_height,
    .build_strip = circuit_build_strip,
    .step_time = circuit_step_time,
    .step_moment = circuit_step_moment,
    .step_words = circuit_step_words,
    .event_time = circuit_event_time,
    .tells = circuit_table_tells,
    .moment = circuit_moment,
    .moment_place = circuit_moment_place,
    .car_middle = circuit_car_middle,
    .build = build,
    .openings = openings,
    .lay = circuit_lay,
    .event = take_event,
    .half_choice = half_choice,
    .choose_half = choose_half,
    .tell = circuit_tell_words,
    .panel = circuit_panel,
    .say = circuit_say,
    .switches = switches,
    .flip = flip,
    .hint_switch = hint_switch,
    .wants_hints = wants_hints,
    .take_hints = take_hints,
};
