/* Signs of limits over what the sheet has: those that cars would hide, and what each is for the car
 * that is to act; and frames round cars between whom a pass is forced.
 */

#include "draw/sheet.h"
#include "base/memory.h"
#include "base/number.h"
#include "paper/ink.h"
#include "paper/paper.h"
#include "screens/circuit/view/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the place that it had in the picture before, if it stood there. */
static void add_sign(struct signs *signs, struct space space, int raised_by)
{
    if (circuit_limit(signs->circuit, space.row, space.lane) == 0)
        return;
    struct sign *sign = &signs->items[signs->count++];
    if (space.row != sign->space.row || space.lane != sign->space.lane)
        sign->radius = 0;
    sign->space = space;
    sign->raised_by = raised_by;
}

/* 20 higher where it enters a corner on its line; within a corner, in the next row as long as it
 * has the benefit. */
static void add_own(struct signs *signs, const struct view *view)
{
    const struct circuit *circuit = signs->circuit;
    if (!circuit_chooses(view) || session_setup(view->session)->values[CIRCUIT_LINES] != CIRCUIT_ON)
        return;
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    int row = (car->row + 1) % circuit->rows;
    const struct corner *within = circuit_corner(circuit, row);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        if (corner->has_line)
            add_sign(signs, (struct space){corner->from, circuit->line[corner->from]},
                     CIRCUIT_SPEED);
    }
    for (int lane = 1; within && row > within->from && lane <= circuit->lanes; lane++)
        if (car->status == CIRCUIT_RACING)
            add_sign(signs, (struct space){row, lane},
                     car->on_line && circuit->line[row] == lane ? CIRCUIT_SPEED : 0);
}

/* Those of lanes between others lie on the strip. While a car drives its own stay. */
static void find_signs(struct view *view, const struct paper_view *paper, bool films)
{
    struct signs *signs = &view->signs;
    /* Also those that are not shown now have another place when they come back. */
    bool moved = memcmp(&signs->paper, paper, sizeof *paper) != 0;
    for (int i = 0; moved && i < SIGNS_MOST; i++)
        signs->items[i].radius = 0;
    signs->paper = *paper;
    if (!films || !signs->circuit) {
        signs->circuit = circuit_of(session_setup(view->session));
        signs->count = 0;
        for (int i = 0; i < signs->circuit->corner_count; i++)
            for (int lane = 2; lane < signs->circuit->lanes; lane++)
                add_sign(signs, (struct space){signs->circuit->corners[i].from, lane}, 0);
        signs->own = signs->count;
        if (!films)
            add_own(signs, view);
    }
    for (int i = 0; i < signs->count; i++) {
        struct sign *sign = &signs->items[i];
        if (sign->radius == 0)
            sign->at =
                circuit_sign_place(paper, signs->circuit, view->layout, sign->space, &sign->radius);
    }
}

/* A frame round the two between whom a pass is forced, in red round who may resist. */
static void paint_blockers(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    const struct view *view = sheet->view;
    double width = 3 * sheet->paper.scale;
    struct pass_look look;
    (void)which;
    if (!circuit_look_at_pass(view, &look)) {
        if (view->forced < 0)
            return;
        look = circuit_look_at_move(view, &view->moves[view->forced]);
    }
    for (int i = 0; i < 2; i++) {
        const struct circuit_car *car = circuit_car(session_race(view->session), look.blockers[i]);
        bool resists = false;
        for (int j = 0; j < look.resist_count; j++)
            resists |= look.resist[j] == look.blockers[i];
        cairo_new_path(cairo);
        circuit_add_space(cairo, &sheet->paper, view->layout, (struct space){car->row, car->lane},
                          width * 0.5);
        brush_color(cairo, resists ? sheet->theme->warning : sheet->theme->ink_soft);
        brush_stroke(cairo, width, 0, 0);
    }
}

/* === ways ===================================================================================== */

/* See inside.h. From row to row those ways go on which are not worse in all that matters later:
 * lane, line benefit and what was paid in this corner.
 */

enum { FRONT_MOST = 32 };

struct reached { /* by a way that may go on */
    struct race *race;
    int index;  /* among the spaces */
    int corner; /* halves paid for excess in this corner */
};
struct front {
    struct reached items[FRONT_MOST];
    int count;
};

int ways_at(const struct film_ways *ways, struct space at)
{
    int best = -1;
    for (int i = 0; i < ways->count; i++) {
        const struct way_space *space = &ways->spaces[i];
        if (space->at.row != at.row || space->at.lane != at.lane)
            continue;
        bool spins = space->outcome == OUTCOME_IS_SPIN;
        bool better = best < 0 || (!spins && ways->spaces[best].outcome == OUTCOME_IS_SPIN) ||
                      (spins == (ways->spaces[best].outcome == OUTCOME_IS_SPIN) &&
                       space->halves < ways->spaces[best].halves);
        best = better ? i : best;
    }
    return best;
}

static struct way_space *add_space(struct film_ways *ways, const struct circuit_move *move,
                                   int before)
{
    const struct way_space *from = before >= 0 ? &ways->spaces[before] : NULL;
    struct way_space *space = &ways->spaces[ways->count++];
    *space = (struct way_space){
        .at = {move->row, move->lane},
        .before = before,
        .steps = (from ? from->steps : 0) + 1,
        .halves = (from ? from->halves : 0) + move->halves,
        .spent = move->halves,
        .takes = strchr(move->action, '+') != NULL,
        .limit = move->limit,
        .outcome = move->outcome,
    };
    snprintf(space->action, sizeof space->action, "%.54s%s", from ? from->action : "go",
             move->action + strlen("go"));
    return space;
}

/* Is there a way to the same with no more halves? One with more makes room. */
static bool is_worse(const struct film_ways *ways, struct front *front,
                     const struct reached *reached)
{
    const struct way_space *space = &ways->spaces[reached->index];
    for (int i = 0; i < front->count; i++) {
        struct reached *other = &front->items[i];
        const struct way_space *there = &ways->spaces[other->index];
        if (there->at.lane != space->at.lane || there->on_line != space->on_line ||
            other->corner != reached->corner)
            continue;
        if (there->halves <= space->halves)
            return true;
        circuit_game.free(other->race);
        *other = front->items[--front->count];
        return false;
    }
    return front->count == FRONT_MOST;
}

static void try_move(struct film_ways *ways, const struct race *from, int car, int before,
                     int corner, const struct circuit_move *move, struct front *next)
{
    struct event_list events = {0};
    struct error error;
    if (ways->count == WAYS_MOST)
        return;
    struct way_space *space = add_space(ways, move, before);
    if (space->outcome == OUTCOME_IS_SPIN || space->outcome == OUTCOME_IS_FINISH)
        return;
    struct race *race = circuit_game.copy(from);
    bool goes_on = circuit_game.apply(race, car, move->action, &events, &error) &&
                   circuit_phase(race) == PHASE_MOVE && circuit_mover(race) == car &&
                   circuit_car(race, car)->row == move->row;
    event_list_free(&events);
    space->on_line = circuit_car(race, car)->on_line;
    struct reached reached = {race, ways->count - 1,
                              move->limit > 0 ? corner + move->halves - space->takes : 0};
    if (goes_on && !is_worse(ways, next, &reached))
        next->items[next->count++] = reached;
    else
        circuit_game.free(race);
}

static void go_on(struct film_ways *ways, const struct race *race, int car, int before, int corner,
                  struct front *next)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    int count = circuit_moves(race, car, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].kind == MOVE_GO)
            try_move(ways, race, car, before, corner, &moves[i], next);
}

void ways_find(struct film_ways *ways, const struct race *race)
{
    struct front fronts[2] = {0};
    int car = circuit_mover(race), now = 0;
    ways->count = 0;
    if (circuit_phase(race) != PHASE_MOVE)
        return;
    go_on(ways, race, car, -1, 0, &fronts[now]);
    while (fronts[now].count > 0) {
        struct front *next = &fronts[!now];
        for (int i = 0; i < fronts[now].count; i++) {
            struct reached *from = &fronts[now].items[i];
            go_on(ways, from->race, car, from->index, from->corner, next);
        }
        struct front *front = &fronts[now];
        for (int i = 0; i < front->count; i++)
            circuit_game.free(front->items[i].race);
        front->count = 0;
        now = !now;
    }
}

/* === film ===================================================================================== */

/* See inside.h. */

void circuit_film_free(struct circuit_film *film)
{
    free(film->pieces);
    *film = (struct circuit_film){0};
}

enum { TURN_EACH = 300, ROLL_EACH = 520, ROLL_HELD = 320, LOOKED_AT = 150 };

/* Milliseconds that an event is shown; 0: it is not. */
static int time_of(const struct event *event)
{
    static const int times[] = {
        [CIRCUIT_EVENT_DESIGNED] = 1400,    [CIRCUIT_EVENT_SHOWN] = 1500,
        [CIRCUIT_EVENT_MOVED] = 130,        [CIRCUIT_EVENT_LAP] = 500,
        [CIRCUIT_EVENT_WEAR] = 500,         [CIRCUIT_EVENT_FINISHED] = 900,
        [CIRCUIT_EVENT_PUT_BACK] = 500,     [CIRCUIT_EVENT_STAYED] = 400,
        [CIRCUIT_EVENT_BRAKED] = 700,       [CIRCUIT_EVENT_SPIN] = 2200,
        [CIRCUIT_EVENT_OUT] = 900,          [CIRCUIT_EVENT_FORCED] = 900,
        [CIRCUIT_EVENT_CHIP] = 300,         [CIRCUIT_EVENT_TURNED] = LOOKED_AT,
        [CIRCUIT_EVENT_ROLLED] = LOOKED_AT, [CIRCUIT_EVENT_PASSED] = 800,
        [CIRCUIT_EVENT_HELD] = 800,         [CIRCUIT_EVENT_LOST_LINE] = 400,
        [CIRCUIT_EVENT_SET_ASIDE] = 600,    [CIRCUIT_EVENT_MISSED] = 500,
        [CIRCUIT_EVENT_PLACED] = 600,       [CIRCUIT_EVENT_OVER] = 0,
    };
    return times[circuit_event(event)->type];
}

/* Shown together: what was secret, dice of one attempt, the grid. */
static bool go_together(const struct event *first, const struct event *second)
{
    enum circuit_event_type a = circuit_event(first)->type, b = circuit_event(second)->type;
    if (a == CIRCUIT_EVENT_SHOWN)
        return b == CIRCUIT_EVENT_SHOWN || b == CIRCUIT_EVENT_SLIPSTREAM;
    if (a == CIRCUIT_EVENT_DESIGNED)
        return b == CIRCUIT_EVENT_DESIGNED || b == CIRCUIT_EVENT_GRID;
    return a == b && (a == CIRCUIT_EVENT_TURNED || a == CIRCUIT_EVENT_ROLLED ||
                      a == CIRCUIT_EVENT_PLACED || a == CIRCUIT_EVENT_LOST_LINE);
}

/* A single space that is entered, with what it costs, needs no film. */
static bool is_a_film(const struct step *step)
{
    int spaces = 0;
    for (int i = 0; i < step->event_count; i++) {
        enum circuit_event_type type = circuit_event(&step->events[i])->type;
        spaces += type == CIRCUIT_EVENT_MOVED;
        if (type == CIRCUIT_EVENT_DESIGNED || type == CIRCUIT_EVENT_SHOWN ||
            type == CIRCUIT_EVENT_SPIN || type == CIRCUIT_EVENT_TURNED ||
            type == CIRCUIT_EVENT_FORCED || type == CIRCUIT_EVENT_FINISHED)
            return true;
    }
    return spaces > 1;
}

void circuit_film_find(struct circuit_film *film, const struct session *session, int index)
{
    struct step step = session_step(session, index);
    if (film->found && film->step == index)
        return;
    circuit_film_free(film);
    film->found = true;
    film->step = index;
    film->stroke = !is_a_film(&step);
    for (int i = 0; i < step.event_count; i++) {
        if (film->stroke && circuit_event(&step.events[i])->type != CIRCUIT_EVENT_MOVED)
            continue;
        struct circuit_film_piece piece = {
            .event = i, .began = film->time, .time = time_of(&step.events[i])};
        while (i + 1 < step.event_count &&
               go_together(&step.events[piece.event], &step.events[i + 1]))
            i++;
        piece.count = i - piece.event + 1;
        /* One card, one car's dice after the other; before the last dice a breath is held. */
        enum circuit_event_type type = circuit_event(&step.events[i])->type;
        if (type == CIRCUIT_EVENT_TURNED)
            piece.each = TURN_EACH;
        if (type == CIRCUIT_EVENT_ROLLED)
            piece.each = ROLL_EACH;
        if (type == CIRCUIT_EVENT_ROLLED && piece.count > 1)
            piece.held = ROLL_HELD;
        piece.time += piece.count * piece.each + piece.held;
        if (piece.time == 0)
            continue;
        array_add(film->pieces, film->count, film->capacity, piece);
        film->time += piece.time;
    }
}

int circuit_film_piece(const struct circuit_film *film, double share, double *within)
{
    int at = film->count - 1;
    while (at > 0 && film->pieces[at].began > share * film->time)
        at--;
    *within = 1;
    if (at >= 0 && share < 1)
        *within = fmin(1, (share * film->time - film->pieces[at].began) / film->pieces[at].time);
    return at;
}

double circuit_film_moment(const struct circuit_film *film, double share, bool back)
{
    double now = share * film->time;
    for (int i = 0; i < film->count; i++) {
        int began = film->pieces[back ? film->count - 1 - i : i].began;
        if (back ? began < now - 0.5 : began > now + 0.5)
            return (began + 0.01) / film->time;
    }
    return back ? 0 : 1;
}

/* What an event, or that part of it, makes of the places. */
static void apply_event(const struct event *event, double part, struct circuit_film_place *places)
{
    const struct circuit_event *body = circuit_event(event);
    if (event->car == 0)
        return;
    struct circuit_film_place *place = &places[event->car - 1];
    struct space from = body->type == CIRCUIT_EVENT_MOVED ? body->from : place->to;
    switch (body->type) {
    case CIRCUIT_EVENT_GRID:
        from = body->to;
        /* fall through */
    case CIRCUIT_EVENT_MOVED:
    case CIRCUIT_EVENT_PUT_BACK:
    case CIRCUIT_EVENT_SET_ASIDE:
        *place = (struct circuit_film_place){true, true, from, body->to, part, place->car};
        break;
    case CIRCUIT_EVENT_SPIN:
        place->touched = true;
        place->car.spun = part >= 0.75;
        place->car.posted = place->car.spun ? 0 : place->car.posted;
        break;
    case CIRCUIT_EVENT_SHOWN:
        place->touched = true;
        place->car.spun = false;
        place->car.posted = part > 0.35 ? body->number : NOT_POSTED;
        place->car.entry = part > 0.35 ? -1 : place->car.entry;
        break;
    case CIRCUIT_EVENT_TURNED:
        place->car.entry = -1;
        break;
    case CIRCUIT_EVENT_WEAR:
        place->car.halves -= part > 0 ? body->number : 0;
        break;
    case CIRCUIT_EVENT_CHIP:
        place->car.chips -= part > 0 && body->spent;
        break;
    case CIRCUIT_EVENT_BRAKED:
        place->touched = true;
        place->car.posted = body->number;
        break;
    case CIRCUIT_EVENT_FINISHED:
    case CIRCUIT_EVENT_OUT:
        place->touched = true;
        place->there = part < 0.5;
        break;
    default:
        break;
    }
}

void circuit_film_places(const struct circuit_film *film, const struct session *session,
                         double share, struct circuit_film_place places[PLAYER_LIMIT])
{
    const struct race *race = session_race_after(session, film->step);
    enum circuit_phase phase = circuit_phase(race);
    bool hides = phase == PHASE_BUILD || phase == PHASE_POST || phase == PHASE_CARDS;
    struct step step = session_step(session, film->step);
    double within;
    int at = circuit_film_piece(film, share, &within);
    for (int i = 0; i < session_setup(session)->players; i++) {
        const struct circuit_car *car = circuit_car(race, i + 1);
        struct space space = {car->row, car->lane};
        places[i] = (struct circuit_film_place){
            car->status == CIRCUIT_RACING, false, space, space, 1, *car};
        if (step.car == i + 1 && hides) {
            places[i].car.built = true;
            places[i].car.entry = 0;
        }
    }
    const struct circuit_film_piece *now = at >= 0 ? &film->pieces[at] : NULL;
    int end = now && share < 1 ? now->event + now->count : step.event_count;
    for (int i = 0; i < end; i++)
        apply_event(&step.events[i], now && i >= now->event && share < 1 ? within : 1, places);
    for (int i = end; i < step.event_count; i++) /* so that it is known from the beginning */
        if (step.events[i].car > 0) {
            struct circuit_film_place place = places[step.events[i].car - 1];
            apply_event(&step.events[i], 0, places);
            place.touched |= places[step.events[i].car - 1].touched;
            places[step.events[i].car - 1] = place;
        }
}

/* === sheet ==================================================================================== */

/* What a view tells the sheet: speeds and cars that stand, on the ground; spaces that can be
 * entered, cars on their way, cards and dice, as what is live.
 */

static const double TAG = 14;                        /* interface pixels */
static const double SPOT = 0.34;                     /* of a square */
static const double SPOT_LEAST = 11, SPOT_MOST = 17; /* interface pixels */

static struct pixel pixel_of(const struct race_sheet *sheet, struct circuit_spot spot)
{
    return brush_place(&sheet->paper, sheet->rows, spot.x, spot.y);
}

static struct pixel middle(const struct race_sheet *sheet, struct space at)
{
    return pixel_of(sheet, circuit_space_middle(sheet->view->layout, at));
}

/* Does a step that is shown set the car elsewhere? */
static bool is_live(const struct race_sheet *sheet, int car)
{
    return sheet->look->running >= 0 && sheet->view->places[car - 1].touched;
}

/* --- spaces ----------------------------------------------------------------------------------- */

static double spot_radius(const struct race_sheet *sheet)
{
    return sheet->paper.scale *
           brush_clamp(sheet->paper.square * SPOT / sheet->paper.scale, SPOT_LEAST, SPOT_MOST);
}

static struct paper_color color_of(const struct race_sheet *sheet, const struct way_space *space)
{
    return space->outcome == OUTCOME_IS_SPIN   ? sheet->theme->warning
           : space->outcome == OUTCOME_IS_WEAR ? sheet->theme->ink
                                               : sheet->theme->action;
}

/* With hints the turns that are left from there, else what the way costs. */
static void print_figure(const struct view *view, const struct way_space *space,
                         char into[HALVES_BYTES])
{
    const struct circuit_hint *hint =
        circuit_shows_hints(view) && view->hints
            ? circuit_hint_at(view->hints, space->at.row, space->at.lane)
            : NULL;
    if (space->outcome == OUTCOME_IS_SPIN)
        snprintf(into, HALVES_BYTES, "×");
    else if (hint && hint->turns != CIRCUIT_HINT_UNKNOWN)
        snprintf(into, HALVES_BYTES, "%d", hint->turns);
    else if (space->halves > 0)
        circuit_halves(space->halves, into);
}

static void paint_spot(cairo_t *cairo, void *context, int index)
{
    const struct race_sheet *sheet = context;
    const struct view *view = sheet->view;
    const struct way_space *space = &view->ways.spaces[index];
    bool pointed = index == view->pointed, next = space->steps == 1;
    double grown = 0.3 + 0.7 * sheet->look->motion->grown, scale = sheet->paper.scale;
    double radius = next || pointed ? spot_radius(sheet) : 0.6 * spot_radius(sheet);
    double type = fmax(spot_radius(sheet) * (next || pointed ? 1.15 : 0.7), TAG * scale) * grown;
    struct paper_color color = color_of(sheet, space);
    struct pixel at = middle(sheet, space->at);
    char text[HALVES_BYTES] = "";
    circuit_add_space(cairo, &sheet->paper, view->layout, space->at, scale);
    brush_color(cairo, color_fade(color, next || pointed ? 0.3 : 0.12));
    cairo_fill(cairo);
    print_figure(view, space, text);
    if (text[0])
        radius = fmax(radius, 0.75 * type);
    radius *= grown;
    brush_add_disc(cairo, at.x, at.y, radius);
    brush_color(cairo, pointed ? color : color_fade(sheet->theme->paper, next ? 1 : 0.85));
    cairo_fill(cairo);
    brush_color(cairo, next || pointed || !text[0] ? color : color_fade(color, 0.5));
    brush_circle(cairo, at.x, at.y, radius,
                 next || pointed ? fmax(1.5 * scale, radius * 0.14) : 1.2 * scale);
    lettering_draw_aligned(cairo, text, at.x, at.y, 0.5, type, true,
                           pointed ? sheet->theme->paper : color);
}

/* The way to the space that is pointed at, back from its end. */
static void paint_way(cairo_t *cairo, void *context, int pointed)
{
    const struct race_sheet *sheet = context;
    const struct view *view = sheet->view;
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    double width = fmax(sheet->paper.square * 0.12, 2 * sheet->paper.scale);
    for (int i = pointed; i >= 0; i = view->ways.spaces[i].before) {
        const struct way_space *space = &view->ways.spaces[i];
        struct space from = space->before >= 0 ? view->ways.spaces[space->before].at
                                               : (struct space){car->row, car->lane};
        brush_color(cairo, brush_pen(sheet->theme, paper_pen_of(view->session, view->car)));
        brush_add_line(cairo, middle(sheet, from), middle(sheet, space->at));
        brush_stroke(cairo, width, 0, 0);
    }
}

/* How far a speed goes, and as far again: a dot a row in the car's lane, or on the line through a
 * corner, in red where the corner is too slow for it. */
static void paint_outlook(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    const struct view *view = sheet->view;
    const struct circuit *circuit = view->signs.circuit;
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    int speed = view->moves[which].speed, goes = speed / CIRCUIT_SPEED;
    double radius =
        brush_clamp(sheet->paper.square * 0.14, 2.5 * sheet->paper.scale, 5 * sheet->paper.scale);
    for (int step = 1; step <= 2 * goes; step++) {
        struct space at = {(car->row + step) % circuit->rows, car->lane};
        const struct corner *corner = circuit_corner(circuit, at.row);
        if (corner && corner->has_line)
            at.lane = circuit->line[at.row];
        int limit = circuit_limit(circuit, at.row, at.lane);
        bool dear = limit > 0 && speed > limit + (corner->has_line ? CIRCUIT_SPEED : 0);
        struct pixel dot = middle(sheet, at);
        struct paper_color color = dear ? sheet->theme->warning : sheet->theme->action;
        brush_add_disc(cairo, dot.x, dot.y, radius * (step <= goes ? 1.3 : 0.8));
        brush_color(cairo, color_fade(color, step <= goes ? 0.9 : 0.6));
        cairo_fill(cairo);
        if (step == goes) /* here the turn ends */
            brush_circle(cairo, dot.x, dot.y, radius * 2.2, 1.5 * sheet->paper.scale);
    }
}

/* How much too fast for a corner at its best the car that is to act is, or would be at the speed
 * that is pointed at: 0 to 3 steps. */
static int steps_above(const struct view *view, const struct corner *corner)
{
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    int speed = view->eyed >= 0   ? view->moves[view->eyed].speed
                : car->posted > 0 ? car->posted
                                  : car->speed;
    bool lines = session_setup(view->session)->values[CIRCUIT_LINES] == CIRCUIT_ON;
    int limit = 0;
    for (int lane = 0; lane < view->signs.circuit->lanes; lane++)
        limit = number_larger(limit, corner->limits[lane]);
    int above = (speed - limit) / CIRCUIT_SPEED - (lines && corner->has_line);
    return number_larger(0, number_smaller(above, 3));
}

static void paint_kerb(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    const struct corner *corner = &sheet->view->signs.circuit->corners[which];
    circuit_draw_kerb(cairo, &sheet->paper, sheet->view->layout, corner->from, corner->to,
                      brush_mix(sheet->theme->warning, sheet->theme->action,
                                (sheet->view->kerbs[which] - 1) / 3.0),
                      sheet->theme);
}

/* Over those of the sheet: blue where the car may go as fast as it is, the redder the dearer. While
 * it drives they stay as they were: then only those are painted that differ for the next one. */
static void lay_kerbs(struct race_sheet *sheet)
{
    struct view *view = sheet->view;
    bool chooses = circuit_chooses(view);
    for (int i = 0; i < view->signs.circuit->corner_count; i++) {
        if (sheet->look->running < 0)
            view->kerbs[i] = chooses ? 1 + steps_above(view, &view->signs.circuit->corners[i]) : 0;
        race_lay(sheet, LAYER_GUIDE, (uint64_t)view->kerbs[i], paint_kerb, i);
    }
}

static void paint_sign(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    const struct signs *signs = &sheet->view->signs;
    const struct sign *sign = &signs->items[which];
    circuit_draw_sign(cairo, &sheet->paper, sheet->view->layout, sign->at, sign->radius,
                      circuit_limit(signs->circuit, sign->space.row, sign->space.lane) +
                          sign->raised_by,
                      sign->raised_by > 0, sheet->theme);
}

static void lay_sign(struct race_sheet *sheet, enum sheet_layer layer, int which, bool is)
{
    const struct sign *sign = &sheet->view->signs.items[which];
    uint64_t look = hash_number(hash_number(HASH_START, sign->raised_by), sign->space.row);
    race_lay(sheet, layer, is ? hash_number(look, sign->space.lane) : 0, paint_sign, which);
}

static bool chooses_spaces(const struct race_sheet *sheet)
{
    return sheet->look->running < 0 && circuit_chooses(sheet->view) && sheet->view->ways.count > 0;
}

/* Does a way lead there, or to before it? */
static bool is_on_way(const struct view *view, int row)
{
    for (int i = 0; i < view->ways.count; i++)
        if (view->ways.spaces[i].at.row == row ||
            (view->ways.spaces[i].at.row + 1) % view->signs.circuit->rows == row)
            return true;
    return false;
}

/* Signs over spaces that are far, which are drawn small; the one that is pointed at over all. */
static void lay_spaces(struct race_sheet *sheet, uint64_t key)
{
    const struct view *view = sheet->view;
    const struct film_ways *ways = &view->ways;
    double grown = sheet->look->motion->grown;
    int count = chooses_spaces(sheet) ? ways->count : 0, pointed = count > 0 ? view->pointed : -1;
    uint64_t now = hash_bytes(key, &grown, sizeof grown);
    race_lay(sheet, LAYER_CHOICE, pointed >= 0 ? key : 0, paint_way, pointed);
    for (int i = count - 1; i >= 0; i--) {
        if (ways->spaces[i].steps == 1 && (i + 1 == count || ways->spaces[i + 1].steps > 1))
            for (int k = 0; k < view->signs.count; k++)
                lay_sign(sheet, LAYER_CHOICE, k, is_on_way(view, view->signs.items[k].space.row));
        if (ways_at(ways, ways->spaces[i].at) == i)
            race_lay(sheet, LAYER_CHOICE, i != pointed ? now : 0, paint_spot, i);
    }
    if (count > 0)
        race_lay(sheet, LAYER_CHOICE, pointed >= 0 ? now + 1 : 0, paint_spot, pointed);
}

/* --- cars ------------------------------------------------------------------------------------- */

/* A car where it stands or on its way; its speed stands on a plate, or on its card. False: it is
 * nowhere. */
static bool find_car(const struct race_sheet *sheet, int car, struct circuit_look *look)
{
    const struct view *view = sheet->view;
    if (!is_live(sheet, car)) {
        bool is = circuit_look_of(view->session, sheet->race, car, look);
        look->speed = NOT_POSTED;
        return is;
    }
    const struct circuit_film_place *place = &view->places[car - 1];
    int all = circuit_of(session_setup(view->session))->rows, half = all / 2;
    int rows = place->to.row - place->from.row;
    rows += rows < -half ? all : rows > half ? -all : 0;
    *look = (struct circuit_look){.car = car,
                                  .pen = paper_pen_of(view->session, car),
                                  .along = place->from.row + 0.5 + rows * place->part,
                                  .across = place->from.lane - 0.5 +
                                            (place->to.lane - place->from.lane) * place->part,
                                  .speed = place->car.posted,
                                  .size = 1,
                                  .turned = place->car.spun};
    if (circuit_phase(sheet->race) == PHASE_POST)
        look->speed = NOT_POSTED;
    return place->there;
}

static void paint_car(cairo_t *cairo, void *context, int car)
{
    const struct race_sheet *sheet = context;
    struct circuit_look look;
    if (find_car(sheet, car, &look))
        circuit_draw_look(cairo, &sheet->paper, sheet->view->layout, &look, sheet->theme);
}

/* Returns those that no step moves; bit n: car n. */
static uint64_t lay_cars(struct race_sheet *sheet)
{
    uint64_t standing = ~UINT64_C(0);
    for (int car = 1; car <= session_setup(sheet->session)->players; car++) {
        struct circuit_look look;
        bool live = is_live(sheet, car), is = find_car(sheet, car, &look);
        struct pixel at = {0, 0};
        uint64_t key = 0;
        standing ^= (uint64_t)live << car;
        if (is) {
            const int shown[] = {look.turned, look.faint, look.speed};
            const double place[] = {look.along, look.across, look.size};
            at = pixel_of(sheet, circuit_spot(sheet->view->layout, look.along, look.across));
            key = hash_bytes(hash_bytes(HASH_START, shown, sizeof shown), place, sizeof place);
        }
        race_lay_car(sheet, car, live ? LAYER_MOVING : LAYER_CARS, key, at, paint_car);
    }
    return standing;
}

/* --- labels ----------------------------------------------------------------------------------- */

static void write_said(struct race_sheet *sheet)
{
    const struct view *view = sheet->view;
    double scale = sheet->paper.scale;
    struct pixel at = middle(sheet, view->ways.spaces[view->pointed].at);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = spot_radius(sheet) * 2, .prefer_y = -1};
    labels_add(&sheet->labels, LABEL_PLATE, view->said, TAG * scale,
               color_of(sheet, &view->ways.spaces[view->pointed]), 240 * scale, &wish);
}

/* The space of a next step that is nearest to the middle of a label. */
static int nearest_space(const struct race_sheet *sheet, const struct label_box *box)
{
    const struct view *view = sheet->view;
    double least = INFINITY;
    int nearest = -1;
    for (int i = 0; i < view->ways.count; i++) {
        struct pixel at = middle(sheet, view->ways.spaces[i].at);
        double away = hypot(box->x + box->w / 2 - at.x, box->y + box->h / 2 - at.y);
        if (view->ways.spaces[i].steps == 1 && away < least) {
            least = away;
            nearest = i;
        }
    }
    return nearest;
}

/* Writes the name of a lane beside its space, ahead of the car or else in another direction; false:
 * it would be nearer to another space. */
static bool write_lane(struct race_sheet *sheet, int index, const char *name, struct pixel car)
{
    enum { DIRECTIONS = 8 };
    struct labels *labels = &sheet->labels;
    struct pixel at = middle(sheet, sheet->view->ways.spaces[index].at);
    double ahead = atan2(at.y - car.y, at.x - car.x);
    for (int i = 0; i < DIRECTIONS; i++) {
        double angle = ahead + (i % 2 ? i + 1 : -i) / 2 * (2 * M_PI / DIRECTIONS);
        struct label_wish wish = {at.x, at.y, spot_radius(sheet) * 1.2, cos(angle), sin(angle)};
        int count = labels->count, obstacles = labels->obstacle_count;
        labels_add(labels, LABEL_RIMMED, name, TAG * sheet->paper.scale, sheet->theme->ink, 0,
                   &wish);
        if (labels->count > count && nearest_space(sheet, &labels->items[count].box) == index)
            return true;
        labels_return(labels, count, obstacles);
    }
    return false;
}

/* Beside the spaces that come next, as sentences and buttons call the lanes: where it is plain
 * which one is meant. In a tight bend there is but room for the number. */
static void write_lanes(struct race_sheet *sheet)
{
    const struct view *view = sheet->view;
    const struct circuit_car *mover = circuit_car(sheet->race, view->car > 0 ? view->car : 1);
    struct pixel car = middle(sheet, (struct space){mover->row, mover->lane}); /* when it rests */
    for (int i = 0; chooses_spaces(sheet) && i < view->ways.count; i++) {
        const char *name = ui_words("lane %d", view->ways.spaces[i].at.lane);
        if (view->ways.spaces[i].steps == 1 && !write_lane(sheet, i, name, car))
            write_lane(sheet, i, name + strlen("lane "), car);
    }
}

/* Speeds are kept off spaces, what is said of one only avoids them. */
static void write_speeds(struct race_sheet *sheet, uint64_t standing)
{
    struct view *view = sheet->view;
    struct labels *labels = &sheet->labels;
    int first = labels->obstacle_count;
    for (int i = 0; chooses_spaces(sheet) && i < view->ways.count; i++) {
        struct pixel at = middle(sheet, view->ways.spaces[i].at);
        labels_keep_off_disc(labels, at.x, at.y, spot_radius(sheet));
    }
    int end = labels->obstacle_count;
    circuit_write_speeds(view, &sheet->paper, sheet->race, standing, sheet->theme, labels,
                         view->posts);
    write_lanes(sheet);
    for (int i = first; i < end; i++) {
        labels->obstacles[i].never = false;
        labels->obstacles[i].weight = 1;
    }
    view->first_said = labels->count;
    view->first_obstacle = labels->obstacle_count;
}

static bool holds_road(const void *layout, double x, double y)
{
    struct space space;
    return circuit_space_at(layout, x, y, &space);
}

/* What stays while the pointer moves: off the table and off signs that are the mover's own. */
static void begin_labels(struct race_sheet *sheet, uint64_t standing)
{
    struct view *view = sheet->view;
    struct course course = session_setup(view->session)->course;
    struct labels *labels = &sheet->labels;
    const struct box table = view->table;
    if (table.w > 0)
        labels_keep_off(labels, (struct label_box){table.x, table.y, table.w, table.h});
    ink_of(course.game)->keep_off(labels, &sheet->paper, course);
    for (int i = view->signs.own; i < view->signs.count; i++) {
        const struct sign *sign = &view->signs.items[i];
        labels_keep_off_disc(labels, sign->at.x, sign->at.y, sign->radius);
    }
    labels->road = (struct label_road){holds_road, view->layout, 0};
    write_speeds(sheet, standing);
}

static void write_labels(struct race_sheet *sheet, uint64_t stays, uint64_t standing)
{
    struct view *view = sheet->view;
    bool anew = race_begin_labels(sheet, stays);
    uint64_t said = hash_number(stays, view->pointed);
    if (anew)
        begin_labels(sheet, standing);
    if (!anew && said == view->said_for)
        return;
    view->said_for = said;
    labels_return(&sheet->labels, view->first_said, view->first_obstacle);
    if (chooses_spaces(sheet) && view->pointed >= 0)
        write_said(sheet);
    race_write_numbers(sheet);
}

/* --- cards and dice --------------------------------------------------------------------------- */

static void paint_posts(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    (void)which;
    circuit_draw_posts(cairo, sheet->view, &sheet->paper, sheet->view->posts, sheet->theme);
}

static void paint_table(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    const struct view *view = sheet->view;
    (void)which;
    circuit_draw_table(cairo, view, &view->laid, view->table, view->table_scale, sheet->theme);
}

/* What came of a pass, its middle there. */
static void draw_stamp(cairo_t *cairo, const struct pass_table *table, struct pixel at,
                       double scale, const struct paper_theme *theme)
{
    static const double SIZE = 34, COMES = 180, STAYS = 660, GOES = 140;
    double come = fmin(1, table->stamped / COMES);
    double alpha = fmin(1, (STAYS + GOES - table->stamped) / GOES) * (0.3 + 0.7 * come);
    if (!table->stamp || alpha <= 0)
        return;
    double size = SIZE * scale, wide = lettering_width(cairo, table->stamp, size, true);
    double w = wide + size * 0.8, h = size * 1.5, by = 1 + 0.7 * (1 - come) * (1 - come);
    struct paper_color color = table->stamp[0] == 'H' ? theme->warning : theme->action;
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    cairo_rotate(cairo, -0.14);
    cairo_scale(cairo, by, by);
    brush_add_card(cairo, -w / 2, -h / 2, w, h, size * 0.2);
    brush_color(cairo, color_fade(theme->card, alpha * 0.92));
    cairo_fill_preserve(cairo);
    brush_color(cairo, color_fade(color, alpha));
    brush_stroke(cairo, size * 0.11, 0, 0);
    lettering_draw_aligned(cairo, table->stamp, 0, 0, 0.5, size, true, color_fade(color, alpha));
    cairo_restore(cairo);
}

/* On the road between whom the pass was forced. */
static void paint_stamp(cairo_t *cairo, void *context, int passer)
{
    const struct race_sheet *sheet = context;
    const struct view *view = sheet->view;
    struct pixel sum = {0, 0};
    int count = 0;
    for (int i = 0; i < view->laid.count; i++) {
        const struct circuit_car *car = circuit_car(sheet->race, view->laid.rows[i].car);
        struct pixel at = middle(sheet, (struct space){car->row, car->lane});
        sum.x += at.x;
        sum.y += at.y;
        count++;
    }
    (void)passer;
    draw_stamp(cairo, &view->laid, (struct pixel){sum.x / count, sum.y / count}, sheet->paper.scale,
               sheet->theme);
}

/* What is written on it is told: "6 − 2 (chip) = 4", "against Kurt". */
static void lay_table(struct race_sheet *sheet, uint64_t shown)
{
    const struct view *view = sheet->view;
    struct box box = view->table;
    race_lay(sheet, LAYER_WRITTEN, box.w > 0 ? shown : 0, paint_table, 0);
    bool stamps = sheet->look->running >= 0 && view->laid.stamp && view->laid.count > 0;
    race_lay(sheet, LAYER_WRITTEN, stamps && view->laid.stamped < 1000 ? shown : 0, paint_stamp, 0);
    box.x += sheet->look->sheet_box.x;
    box.y += sheet->look->sheet_box.y;
    for (int i = 0; sheet->ui && i < view->laid.count; i++)
        for (int line = 0; line < view->laid.rows[i].line_count; line++)
            ui_tell_label(sheet->ui, view->laid.rows[i].lines[line], box);
}

void circuit_lay(struct view *view, struct race_sheet *sheet)
{
    const struct view_look *look = sheet->look;
    bool films = look->running >= 0;
    find_signs(view, &sheet->paper, films);
    circuit_look_at_step(view, look);
    if (films) {
        circuit_film_find(&view->film, view->session, look->running);
        circuit_film_places(&view->film, view->session, look->progress, view->places);
    }
    uint64_t standing = lay_cars(sheet), key = hash_number(HASH_START, (int64_t)view->changes);
    key = hash_number(hash_number(key, look->running), sheet->steps);
    uint64_t film = films ? hash_bytes(key, &look->progress, sizeof look->progress) : 0;
    uint64_t laid = hash_number(hash_bytes(key, look->covered, sizeof look->covered), view->forced);
    bool anew = sheet->moved || laid != view->laid_for;
    if (films || anew)
        view->laid = circuit_find_table(view, look);
    if (anew) /* then it stays where it lies */
        view->table = circuit_place_table(view, look, &view->laid, sheet_whole(sheet->sheet),
                                          &view->table_scale);
    view->laid_for = laid;
    uint64_t stays =
        hash_bytes(hash_number(key, (int64_t)standing), &view->table, sizeof view->table);
    write_labels(sheet, stays, standing);
    race_lay_labels(sheet, LAYER_PLATES, 0, view->first_said);
    lay_kerbs(sheet);
    for (int i = 0; i < view->signs.count; i++)
        lay_sign(sheet, LAYER_SIGNS, i, true);
    race_lay(sheet, LAYER_CHOICE, films ? 0 : hash_number(key, view->forced), paint_blockers, 0);
    bool eyes = !films && circuit_chooses(view) && view->eyed >= 0;
    race_lay(sheet, LAYER_CHOICE, eyes ? hash_number(key, view->eyed) : 0, paint_outlook,
             view->eyed);
    lay_spaces(sheet, key);
    race_lay(sheet, LAYER_WRITTEN, film, paint_posts, 0);
    lay_table(sheet, films ? film : stays);
    race_lay_written(sheet, view->first_said);
}
