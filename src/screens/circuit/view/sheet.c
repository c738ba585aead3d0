/* Signs of limits over what the sheet has: those that cars would hide, and what each is for the car
 * that is to act; and frames round cars between whom a pass is forced.
 */

#include "draw/sheet.h"
#include "base/memory.h"
#include "base/number.h"
#include "paper/ink.h"
#include "paper/paper.h"
#include "screens/circuit/view/film.h"
#include "screens/circuit/view/inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct signs {
    cairo_t *cairo;
    const struct view *view;
    const struct paper_view *paper;
    const struct circuit *circuit;
    const struct paper_theme *theme;
    /* That they are told to instead of being drawn, or NULL. */
    struct sheet_pieces *pieces;
    struct labels *labels;
};

static void tell_sign(const struct signs *signs, struct space space, int limit)
{
    double radius;
    struct pixel at =
        circuit_sign_place(signs->paper, signs->circuit, signs->view->layout, space, &radius);
    const double box[4] = {at.x - radius, at.y - radius, 2 * radius, 2 * radius};
    if (signs->pieces)
        sheet_add_piece(signs->pieces, hash_number(HASH_START, limit), sheet_box(box));
    else
        labels_keep_off_disc(signs->labels, at.x, at.y, radius);
}

static void draw_sign(const struct signs *signs, struct space space, int raised_by)
{
    int limit = circuit_limit(signs->circuit, space.row, space.lane);
    if (limit > 0 && !signs->cairo)
        tell_sign(signs, space, limit + raised_by);
    else if (limit > 0)
        circuit_draw_sign(signs->cairo, signs->paper, signs->circuit, signs->view->layout, space,
                          limit + raised_by, raised_by > 0, signs->theme);
}

/* 20 higher where it enters a corner on its line; within a corner, in the next row as long as it
 * has the benefit. */
static void draw_own(const struct signs *signs)
{
    const struct circuit *circuit = signs->circuit;
    if (!circuit_chooses(signs->view) ||
        session_setup(signs->view->session)->values[CIRCUIT_LINES] != CIRCUIT_ON)
        return;
    const struct circuit_car *car =
        circuit_car(session_race(signs->view->session), signs->view->car);
    int row = (car->row + 1) % circuit->rows;
    const struct corner *within = circuit_corner(circuit, row);
    for (int i = 0; i < circuit->corner_count; i++) {
        const struct corner *corner = &circuit->corners[i];
        if (corner->has_line)
            draw_sign(signs, (struct space){corner->from, circuit->line[corner->from]},
                      CIRCUIT_SPEED);
    }
    for (int lane = 1; within && row > within->from && lane <= circuit->lanes; lane++)
        if (car->status == CIRCUIT_RACING)
            draw_sign(signs, (struct space){row, lane},
                      car->on_line && circuit->line[row] == lane ? CIRCUIT_SPEED : 0);
}

static void circuit_draw_signs(cairo_t *cairo, const struct view *view,
                               const struct paper_view *paper, bool own,
                               const struct paper_theme *theme)
{
    const struct signs signs = {cairo, view, paper, circuit_of(session_setup(view->session)),
                                theme, NULL, NULL};
    /* Those of lanes between others lie on the strip. */
    for (int i = 0; i < signs.circuit->corner_count; i++)
        for (int lane = 2; lane < signs.circuit->lanes; lane++)
            draw_sign(&signs, (struct space){signs.circuit->corners[i].from, lane}, 0);
    if (own)
        draw_own(&signs);
}

static void circuit_tell_own_signs(const struct view *view, const struct paper_view *paper,
                                   struct sheet_pieces *pieces, struct labels *labels)
{
    draw_own(&(struct signs){.view = view,
                             .paper = paper,
                             .circuit = circuit_of(session_setup(view->session)),
                             .pieces = pieces,
                             .labels = labels});
}

/* A frame round the two between whom a pass is forced, in red round who may resist. */
static void circuit_draw_blockers(cairo_t *cairo, const struct view *view,
                                  const struct paper_view *paper, const struct paper_theme *theme)
{
    double width = 3 * paper->scale;
    struct pass_look look;
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
        circuit_add_space(cairo, paper, view->layout, (struct space){car->row, car->lane},
                          width * 0.5);
        brush_color(cairo, resists ? theme->warning : theme->ink_soft);
        brush_stroke(cairo, width, 0, 0);
    }
}

/* === ways ===================================================================================== */

/* See film.h. From row to row those ways go on which are not worse in all that matters later: lane,
 * line benefit and what was paid in this corner.
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

/* See film.h. */

void circuit_film_free(struct circuit_film *film)
{
    free(film->pieces);
    *film = (struct circuit_film){0};
}

/* Milliseconds that an event is shown; 0: it is not. */
static int time_of(const struct event *event)
{
    static const int times[] = {
        [CIRCUIT_EVENT_DESIGNED] = 1400, [CIRCUIT_EVENT_SHOWN] = 1500,
        [CIRCUIT_EVENT_MOVED] = 130,     [CIRCUIT_EVENT_LAP] = 500,
        [CIRCUIT_EVENT_WEAR] = 500,      [CIRCUIT_EVENT_FINISHED] = 900,
        [CIRCUIT_EVENT_PUT_BACK] = 500,  [CIRCUIT_EVENT_STAYED] = 400,
        [CIRCUIT_EVENT_BRAKED] = 700,    [CIRCUIT_EVENT_SPIN] = 2200,
        [CIRCUIT_EVENT_OUT] = 900,       [CIRCUIT_EVENT_FORCED] = 900,
        [CIRCUIT_EVENT_TURNED] = 1300,   [CIRCUIT_EVENT_ROLLED] = 2600,
        [CIRCUIT_EVENT_PASSED] = 1000,   [CIRCUIT_EVENT_HELD] = 1600,
        [CIRCUIT_EVENT_LOST_LINE] = 400, [CIRCUIT_EVENT_SET_ASIDE] = 600,
        [CIRCUIT_EVENT_MISSED] = 500,    [CIRCUIT_EVENT_PLACED] = 600,
        [CIRCUIT_EVENT_OVER] = 0,
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
        struct circuit_film_piece piece = {i, 1, film->time, time_of(&step.events[i])};
        while (i + 1 < step.event_count &&
               go_together(&step.events[piece.event], &step.events[i + 1]))
            i++;
        piece.count = i - piece.event + 1;
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

/* The sheet on the screen: the ground with the cars that stand is a cached picture; what can be
 * entered, cars on their way, cards and dice lie over it as what is live.
 */

enum {
    LIVE_WAYS,
    LIVE_SAID,
    LIVE_POSTS,
    LIVE_TABLE,
    LIVE_LEFT_NUMBERS,
    LIVE_LOWER_NUMBERS,
    LIVE_MOTION
};
static const double TAG = 14, GAP = 6;               /* interface pixels */
static const double SPOT = 0.34;                     /* of a square */
static const double SPOT_LEAST = 11, SPOT_MOST = 17; /* interface pixels */

struct circuit_sheet {
    struct sheet *sheet;
    /* Valid while drawing. */
    struct view *of;
    const struct view_look *look;
    const struct paper_theme *theme;
    struct paper_view view;
    const struct circuit *circuit;
    int rows;
    struct circuit_film_place places[PLAYER_LIMIT];
    struct pass_table laid;
    struct box table;
    double table_scale;
    int steps, running; /* that the ground shows; -1: no step is shown */
    struct labels labels;
    int first_said, first_number, first_lower; /* before them: speeds, which lie on the ground */
    int first_obstacle;
    uint64_t stays, shown;
    uint64_t standing,
        lifted; /* cars that no step moves, and those that moments do; bit n: car n */
    struct pixel posts[PLAYER_LIMIT];
    double grown;
};

static struct pixel pixel_of(const struct circuit_sheet *sheet, struct circuit_spot spot)
{
    return brush_place(&sheet->view, sheet->rows, spot.x, spot.y);
}

static struct pixel middle(const struct circuit_sheet *sheet, struct space at)
{
    return pixel_of(sheet, circuit_space_middle(sheet->of->layout, at));
}

/* Does a step that is shown set the car elsewhere? */
static bool is_live(const struct circuit_sheet *sheet, int car)
{
    return sheet->running >= 0 && sheet->places[car - 1].touched;
}

/* --- the ground ------------------------------------------------------------------------------- */

static void paint_course(cairo_t *cairo, void *context)
{
    const struct circuit_sheet *sheet = context;
    paper_draw_sheet(cairo, &sheet->view, session_setup(sheet->of->session)->course, sheet->theme);
}

/* In the ground, but for its speed, which stands on a plate of its own. */
static bool find_standing(const struct circuit_sheet *sheet, int car, struct circuit_look *look)
{
    const struct session *session = sheet->of->session;
    bool stands = (sheet->standing & ~sheet->lifted) >> car & 1 &&
                  circuit_look_of(session, session_race_after(session, sheet->steps), car, look);
    look->speed = NOT_POSTED;
    return stands;
}

/* Those from one to before another. */
static void draw_labels(cairo_t *cairo, const struct circuit_sheet *sheet, int from, int to)
{
    struct labels some = sheet->labels;
    if (from == to)
        return;
    some.items += from;
    some.count = to - from;
    labels_draw(cairo, &some, sheet->theme);
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct circuit_sheet *sheet = context;
    const struct session *session = sheet->of->session;
    paper_draw_ghost(cairo, &sheet->view, &sheet->look->ghost, sheet->theme);
    paper_draw_ink(cairo, &sheet->view, session, sheet->steps, sheet->theme);
    draw_labels(cairo, sheet, 0, sheet->first_said);
    for (int car = 1; car <= session_setup(session)->players; car++) {
        struct circuit_look look;
        if (find_standing(sheet, car, &look))
            circuit_draw_look(cairo, &sheet->view, sheet->of->layout, &look, sheet->theme);
    }
    circuit_draw_signs(cairo, sheet->of, &sheet->view, sheet->running < 0, sheet->theme);
}

/* --- spaces ----------------------------------------------------------------------------------- */

static double spot_radius(const struct circuit_sheet *sheet)
{
    return sheet->view.scale *
           brush_clamp(sheet->view.square * SPOT / sheet->view.scale, SPOT_LEAST, SPOT_MOST);
}

static struct paper_color color_of(const struct circuit_sheet *sheet, const struct way_space *space)
{
    return space->outcome == OUTCOME_IS_SPIN   ? sheet->theme->warning
           : space->outcome == OUTCOME_IS_WEAR ? sheet->theme->ink
                                               : sheet->theme->action;
}

/* With hints the turns that are left from there, else what the way costs. */
static void print_figure(const struct circuit_sheet *sheet, const struct way_space *space,
                         char into[HALVES_BYTES])
{
    const struct view *view = sheet->of;
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

static void draw_spot(cairo_t *cairo, const struct circuit_sheet *sheet, int index)
{
    const struct view *view = sheet->of;
    const struct way_space *space = &view->ways.spaces[index];
    bool pointed = index == view->pointed, next = space->steps == 1;
    double grown = 0.3 + 0.7 * sheet->look->motion->grown, scale = sheet->view.scale;
    double radius = next || pointed ? spot_radius(sheet) : 0.6 * spot_radius(sheet);
    double type = fmax(spot_radius(sheet) * (next || pointed ? 1.15 : 0.7), TAG * scale) * grown;
    struct paper_color color = color_of(sheet, space);
    struct pixel at = middle(sheet, space->at);
    char text[HALVES_BYTES] = "";
    circuit_add_space(cairo, &sheet->view, view->layout, space->at, sheet->view.scale);
    brush_color(cairo, color_fade(color, next || pointed ? 0.3 : 0.12));
    cairo_fill(cairo);
    print_figure(sheet, space, text);
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

/* Signs over those that are far, which are drawn small; the one that is pointed at over all. */
static void draw_spaces(cairo_t *cairo, const struct circuit_sheet *sheet)
{
    const struct film_ways *ways = &sheet->of->ways;
    int pointed = sheet->of->pointed;
    /* The way to the space that is pointed at, back from its end. */
    const struct view *view = sheet->of;
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    double width = fmax(sheet->view.square * 0.12, 2 * sheet->view.scale);
    for (int i = view->pointed; i >= 0; i = view->ways.spaces[i].before) {
        const struct way_space *space = &view->ways.spaces[i];
        struct space from = space->before >= 0 ? view->ways.spaces[space->before].at
                                               : (struct space){car->row, car->lane};
        brush_color(cairo, brush_pen(sheet->theme, paper_pen_of(view->session, view->car)));
        brush_add_line(cairo, middle(sheet, from), middle(sheet, space->at));
        brush_stroke(cairo, width, 0, 0);
    }
    for (int i = ways->count - 1; i >= 0; i--) {
        if (ways->spaces[i].steps == 1 && (i + 1 == ways->count || ways->spaces[i + 1].steps > 1))
            circuit_draw_signs(cairo, sheet->of, &sheet->view, true, sheet->theme);
        if (ways_at(ways, ways->spaces[i].at) == i && i != pointed)
            draw_spot(cairo, sheet, i);
    }
    if (pointed >= 0)
        draw_spot(cairo, sheet, pointed);
}

static bool chooses_spaces(const struct circuit_sheet *sheet)
{
    return sheet->running < 0 && circuit_chooses(sheet->of) && sheet->of->ways.count > 0;
}

/* --- cars on their way ------------------------------------------------------------------------ */

static struct circuit_look look_now(const struct circuit_sheet *sheet, int car)
{
    const struct circuit_film_place *place = &sheet->places[car - 1];
    int rows = place->to.row - place->from.row, half = sheet->circuit->rows / 2;
    rows += rows < -half ? sheet->circuit->rows : rows > half ? -sheet->circuit->rows : 0;
    return (struct circuit_look){.car = car,
                                 .pen = paper_pen_of(sheet->of->session, car),
                                 .along = place->from.row + 0.5 + rows * place->part,
                                 .across = place->from.lane - 0.5 +
                                           (place->to.lane - place->from.lane) * place->part,
                                 .speed = place->car.posted,
                                 .size = 1,
                                 .turned = place->car.spun};
}

/* A car on its way, or one that a moment moves where it stands; false: it is in the ground. */
static bool find_moving(const struct circuit_sheet *sheet, int car, struct circuit_look *look)
{
    const struct session *session = sheet->of->session;
    if (is_live(sheet, car)) {
        *look = look_now(sheet, car);
        if (circuit_phase(session_race_after(session, sheet->steps)) == PHASE_POST)
            look->speed = NOT_POSTED; /* it stands on its card */
        return sheet->places[car - 1].there;
    }
    bool is = sheet->lifted >> car & 1 &&
              circuit_look_of(session, session_race_after(session, sheet->steps), car, look);
    look->speed = NOT_POSTED;
    return is;
}

static struct pixel look_middle(const struct circuit_sheet *sheet, const struct circuit_look *look)
{
    return pixel_of(sheet, circuit_spot(sheet->of->layout, look->along, look->across));
}

static void draw_live_cars(cairo_t *cairo, const struct circuit_sheet *sheet)
{
    for (int car = 1; car <= session_setup(sheet->of->session)->players; car++) {
        struct circuit_look look;
        if (!find_moving(sheet, car, &look))
            continue;
        motion_begin_car(cairo, sheet->look->motion, car, sheet->view.square,
                         look_middle(sheet, &look));
        circuit_draw_look(cairo, &sheet->view, sheet->of->layout, &look, sheet->theme);
        motion_end_car(cairo);
    }
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct circuit_sheet *sheet = context;
    motion_draw(cairo, sheet->look->motion, &sheet->view, sheet->rows, sheet->theme);
    if (sheet->running < 0)
        circuit_draw_blockers(cairo, sheet->of, &sheet->view, sheet->theme);
    if (chooses_spaces(sheet))
        draw_spaces(cairo, sheet);
    draw_live_cars(cairo, sheet);
    circuit_draw_posts(cairo, sheet->of, &sheet->view, sheet->posts, sheet->theme);
    draw_labels(cairo, sheet, sheet->first_said, sheet->labels.count);
    if (sheet->table.w > 0)
        circuit_draw_table(cairo, sheet->of, &sheet->laid, sheet->table, sheet->table_scale,
                           sheet->theme);
}

/* --- boxes of what is live -------------------------------------------------------------------- */

/* All of the space, and what is drawn over its edges. */
static void join_space(const struct circuit_sheet *sheet, struct space at, struct box *all)
{
    double box[4];
    circuit_space_box(&sheet->view, sheet->of->layout, at, SPOT_MOST * sheet->view.scale, box);
    *all = box_join(*all, sheet_box(box));
}

static struct box ways_box(const struct circuit_sheet *sheet)
{
    struct box all = {0, 0, 0, 0};
    const struct race *race = session_race(sheet->of->session);
    struct pass_look look;
    if (sheet->running >= 0)
        return all;
    for (int i = 0; chooses_spaces(sheet) && i < sheet->of->ways.count; i++)
        join_space(sheet, sheet->of->ways.spaces[i].at, &all);
    bool forced = circuit_look_at_pass(sheet->of, &look);
    if (forced || sheet->of->forced >= 0 || chooses_spaces(sheet)) {
        int car = circuit_mover(race), rows = sheet->circuit->rows;
        const struct circuit_car *of = circuit_car(race, car > 0 ? car : 1);
        for (int row = 0; row < 2; row++)
            for (int lane = 1; lane <= sheet->circuit->lanes; lane++)
                join_space(sheet, (struct space){(of->row + row) % rows, lane}, &all);
    }
    return all;
}

static void paint_posts(cairo_t *cairo, void *context)
{
    const struct circuit_sheet *sheet = context;
    circuit_draw_posts(cairo, sheet->of, &sheet->view, sheet->posts, sheet->theme);
}

/* --- labels ----------------------------------------------------------------------------------- */

static void write_said(struct circuit_sheet *sheet)
{
    const struct view *view = sheet->of;
    double scale = sheet->view.scale;
    struct pixel at = middle(sheet, view->ways.spaces[view->pointed].at);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = spot_radius(sheet) * 2, .prefer_y = -1};
    labels_add(&sheet->labels, LABEL_PLATE, view->said, TAG * scale,
               color_of(sheet, &view->ways.spaces[view->pointed]), 240 * scale, &wish);
}

/* The space of a next step that is nearest to the middle of a label. */
static int nearest_space(const struct circuit_sheet *sheet, const struct label_box *box)
{
    const struct view *view = sheet->of;
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
static bool write_lane(struct circuit_sheet *sheet, int index, const char *name, struct pixel car)
{
    enum { DIRECTIONS = 8 };
    struct labels *labels = &sheet->labels;
    struct pixel at = middle(sheet, sheet->of->ways.spaces[index].at);
    double ahead = atan2(at.y - car.y, at.x - car.x);
    for (int i = 0; i < DIRECTIONS; i++) {
        double angle = ahead + (i % 2 ? i + 1 : -i) / 2 * (2 * M_PI / DIRECTIONS);
        struct label_wish wish = {at.x, at.y, spot_radius(sheet) * 1.2, cos(angle), sin(angle)};
        int count = labels->count, obstacles = labels->obstacle_count;
        labels_add(labels, LABEL_RIMMED, name, TAG * sheet->view.scale, sheet->theme->ink, 0,
                   &wish);
        if (labels->count > count && nearest_space(sheet, &labels->items[count].box) == index)
            return true;
        labels_return(labels, count, obstacles);
    }
    return false;
}

/* Beside the spaces that come next, as sentences and buttons call the lanes: where it is plain
 * which one is meant. In a tight bend there is but room for the number. */
static void write_lanes(struct circuit_sheet *sheet)
{
    const struct view *view = sheet->of;
    const struct circuit_car *mover =
        circuit_car(session_race_after(view->session, sheet->steps), view->car > 0 ? view->car : 1);
    struct pixel car = middle(sheet, (struct space){mover->row, mover->lane}); /* when it rests */
    for (int i = 0; chooses_spaces(sheet) && i < view->ways.count; i++) {
        const char *name = ui_words("lane %d", view->ways.spaces[i].at.lane);
        if (view->ways.spaces[i].steps == 1 && !write_lane(sheet, i, name, car))
            write_lane(sheet, i, name + strlen("lane "), car);
    }
}

/* Speeds are kept off spaces, what is said of one only avoids them. */
static void write_speeds(struct circuit_sheet *sheet)
{
    const struct view *view = sheet->of;
    struct labels *labels = &sheet->labels;
    int first = labels->obstacle_count;
    for (int i = 0; chooses_spaces(sheet) && i < view->ways.count; i++) {
        struct pixel at = middle(sheet, view->ways.spaces[i].at);
        labels_keep_off_disc(labels, at.x, at.y, spot_radius(sheet));
    }
    int end = labels->obstacle_count;
    circuit_write_speeds(view, &sheet->view, session_race_after(view->session, sheet->steps),
                         sheet->standing, sheet->theme, labels, sheet->posts);
    write_lanes(sheet);
    for (int i = first; i < end; i++) {
        labels->obstacles[i].never = false;
        labels->obstacles[i].weight = 1;
    }
    sheet->first_said = labels->count;
    sheet->first_obstacle = labels->obstacle_count;
}

static void keep_off_box(struct circuit_sheet *sheet, struct box box)
{
    if (box.w > 0)
        labels_keep_off(&sheet->labels, (struct label_box){box.x, box.y, box.w, box.h});
}

static bool holds_road(const void *layout, double x, double y)
{
    struct space space;
    return circuit_space_at(layout, x, y, &space);
}

/* What stays while the pointer moves. */
static void begin_labels(struct circuit_sheet *sheet)
{
    struct course course = session_setup(sheet->of->session)->course;
    struct box whole = sheet_whole(sheet->sheet), corner = sheet->look->sheet_box;
    double gap = GAP * sheet->view.scale;
    struct labels *labels = &sheet->labels;
    labels_end(labels);
    *labels = labels_begin((struct label_box){gap, gap, whole.w - 2 * gap, whole.h - 2 * gap},
                           sheet->view.scale);
    keep_off_box(sheet, sheet->table);
    for (int i = 0; i < VIEW_COVERS; i++) {
        struct box over = sheet->look->covered[i];
        keep_off_box(sheet, box_make(over.x - corner.x, over.y - corner.y, over.w, over.h));
    }
    ink_of(course.game)->keep_off(labels, &sheet->view, course);
    if (sheet->running < 0)
        circuit_tell_own_signs(sheet->of, &sheet->view, NULL, labels);
    labels->road = (struct label_road){holds_road, sheet->of->layout, 0};
    write_speeds(sheet);
}

static void write_labels(struct circuit_sheet *sheet)
{
    labels_return(&sheet->labels, sheet->first_said, sheet->first_obstacle);
    if (chooses_spaces(sheet) && sheet->of->pointed >= 0)
        write_said(sheet);
    sheet->first_number = sheet->labels.count;
    sheet->first_lower = paper_label_numbers(&sheet->labels, &sheet->view,
                                             course_size(session_setup(sheet->of->session)->course),
                                             false, sheet->theme);
}

/* --- what has changed ------------------------------------------------------------------------- */

static void follow_steps(struct circuit_sheet *sheet)
{
    const struct view_look *look = sheet->look;
    sheet_invalidate_steps(sheet->sheet, sheet->of->session, sheet->steps, look->steps);
    sheet->steps = look->steps;
    sheet->running = look->running;
    if (look->running >= 0) {
        circuit_film_find(&sheet->of->film, sheet->of->session, look->running);
        circuit_film_places(&sheet->of->film, sheet->of->session, look->progress, sheet->places);
    }
    sheet->lifted = look->motion->posed;
    sheet->standing = ~UINT64_C(0);
    for (int car = 1; car <= session_setup(sheet->of->session)->players; car++)
        sheet->standing ^= (uint64_t)is_live(sheet, car) << car;
}

static void add_car(const struct circuit_sheet *sheet, int car, struct sheet_pieces *into)
{
    struct circuit_look look;
    double box[4] = {0};
    uint64_t key = 0;
    if (find_standing(sheet, car, &look)) {
        const int shown[] = {look.turned, look.faint};
        const double place[] = {look.along, look.across, look.size};
        circuit_look_box(&sheet->view, sheet->of->layout, &look, box);
        key = hash_bytes(hash_bytes(HASH_START, shown, sizeof shown), place, sizeof place);
    }
    sheet_add_piece(into, key, key ? sheet_box(box) : box_make(0, 0, 0, 0));
}

static void add_plate(const struct circuit_sheet *sheet, const struct label *label,
                      struct sheet_pieces *into)
{
    double box[4];
    uint64_t key = hash_bytes(HASH_START, label->text, strlen(label->text));
    labels_drawn_box(&sheet->labels, label, box);
    sheet_add_piece(into, hash_bytes(key, &label->color, sizeof label->color), sheet_box(box));
}

static void follow_pieces(struct circuit_sheet *sheet)
{
    struct sheet_pieces pieces = {.count = 0};
    for (int car = 1; car <= session_setup(sheet->of->session)->players; car++)
        add_car(sheet, car, &pieces);
    for (int i = 0; i < sheet->first_said; i++)
        add_plate(sheet, &sheet->labels.items[i], &pieces);
    if (sheet->running < 0)
        circuit_tell_own_signs(sheet->of, &sheet->view, &pieces, NULL);
    sheet_set_pieces(sheet->sheet, &pieces);
}

static void follow_motion(struct circuit_sheet *sheet)
{
    struct box boxes[MOTION_LIMIT + PLAYER_LIMIT];
    const struct motion *motion = sheet->look->motion;
    double box[4], scale = sheet->view.scale;
    int count = 0;
    for (int i = 0; i < motion->count; i++) {
        motion_look_box(&motion->looks[i], &sheet->view, sheet->rows, box);
        boxes[count++] = sheet_box(box);
    }
    for (int car = 1; car <= session_setup(sheet->of->session)->players; car++) {
        struct circuit_look look;
        if (!find_moving(sheet, car, &look))
            continue;
        circuit_look_box(&sheet->view, sheet->of->layout, &look, box);
        motion_widen(motion, car, sheet->view.square, look_middle(sheet, &look), box);
        boxes[count++] = sheet_box(box);
    }
    sheet_set_motion(sheet->sheet, LIVE_MOTION, boxes, count);
    sheet_shake(sheet->sheet, (int)lround(motion->shake_x * scale),
                (int)lround(motion->shake_y * scale));
    if (motion->grown != sheet->grown)
        sheet_set_live(sheet->sheet, LIVE_WAYS, ways_box(sheet));
    sheet->grown = motion->grown;
}

static void follow_live(struct circuit_sheet *sheet, bool moved)
{
    struct view *view = sheet->of;
    uint64_t stays = hash_number(hash_number(HASH_START, (int64_t)view->changes), sheet->running);
    stays = hash_number(hash_number(stays, sheet->steps), (int64_t)sheet->standing);
    stays = hash_bytes(stays, sheet->look->covered, sizeof sheet->look->covered);
    uint64_t shown = hash_number(hash_number(stays, view->forced), view->pointed);
    bool films = sheet->running >= 0;
    if (films || moved || shown != sheet->shown) {
        struct box before = sheet->table;
        sheet->laid = circuit_find_table(view, sheet->look);
        sheet->table = circuit_place_table(view, sheet->look, &sheet->laid,
                                           sheet_whole(sheet->sheet), &sheet->table_scale);
        moved |= !box_is_same(before, sheet->table);
        if (moved || stays != sheet->stays)
            begin_labels(sheet);
        sheet_set_live(sheet->sheet, LIVE_POSTS, sheet_ink(sheet->sheet, paint_posts, sheet));
        sheet_set_live(sheet->sheet, LIVE_TABLE, sheet->table);
    }
    if (!moved && shown == sheet->shown)
        return;
    sheet->stays = stays;
    sheet->shown = shown;
    write_labels(sheet);
    sheet_set_live(sheet->sheet, LIVE_WAYS, ways_box(sheet));
    const struct labels *labels = &sheet->labels;
    const int first = sheet->first_number, lower = sheet->first_lower;
    sheet_set_labels(sheet->sheet, LIVE_SAID, shown, (struct box){0}, labels, sheet->first_said,
                     first);
    sheet_set_labels(sheet->sheet, LIVE_LEFT_NUMBERS, HASH_START, (struct box){0}, labels, first,
                     lower);
    sheet_set_labels(sheet->sheet, LIVE_LOWER_NUMBERS, HASH_START, (struct box){0}, labels, lower,
                     labels->count);
}

void circuit_sheet_draw(struct circuit_sheet *sheet, struct view *view, struct canvas *canvas,
                        const struct view_look *look)
{
    struct box box = look->sheet_box;
    bool shown = look->running >= 0 && circuit_step_time(view, look->running) >= 0;
    view->share = shown ? look->progress : -1;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    const struct setup *setup = session_setup(view->session);
    sheet->of = view;
    sheet->look = look;
    sheet->theme = canvas_theme(canvas);
    sheet->view = look->camera->view;
    sheet->circuit = circuit_of(setup);
    sheet->rows = course_size(setup->course).y;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, box, &sheet->view);
    sheet_set_ghost(sheet->sheet, &look->ghost);
    follow_steps(sheet);
    follow_live(sheet, news != SHEET_STAYS);
    follow_pieces(sheet);
    follow_motion(sheet);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}

struct circuit_sheet *circuit_sheet_create(void)
{
    struct circuit_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create((struct sheet_painter){.ground = paint_ground,
                                                       .live = paint_live,
                                                       .context = sheet,
                                                       .course = paint_course,
                                                       .at_once = true});
    sheet->running = -1;
    return sheet;
}

void circuit_sheet_free(struct circuit_sheet *sheet)
{
    sheet_free(sheet->sheet);
    labels_end(&sheet->labels);
    free(sheet);
}

const struct labels *circuit_sheet_labels(const struct circuit_sheet *sheet)
{
    return &sheet->labels;
}

const struct pass_table *circuit_sheet_table(const struct circuit_sheet *sheet, struct box *box)
{
    *box = sheet->table;
    return &sheet->laid;
}
