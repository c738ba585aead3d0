/* The circuit's view: the strip lies as a drawing, spaces that can be entered light up on it, and
 * all that has no place on it (cars to build, speeds, cards, chips) is chosen below the sheet.
 *
 * What can be chosen and what it costs is the rules' to say (circuit_moves); nothing here decides a
 * rule.
 */
#include "screens/circuit/view/inside.h"

#include "base/memory.h"
#include "ui/ui.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void refresh(struct view *view, bool chooses)
{
    const struct race *race = session_race(view->session);
    enum circuit_phase phase = circuit_phase(race);
    view->watches = !chooses;
    view->car = chooses ? race_next_car(race) : 0;
    view->changes++;
    view->pointed = view->forced = -1;
    view->share = -1;
    view->hints = NULL;
    view->said[0] = '\0';
    view->draft = (struct build){{0}};
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
    view->sheet = circuit_sheet_create();
    view->pointed = view->forced = -1;
    view->share = -1;
    order_cars(view);
    return view;
}

static void free_view(struct view *view)
{
    circuit_sheet_free(view->sheet);
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
static void worry(const struct view *view, bool spins, struct space at, struct view_deed *deed)
{
    if (!spins)
        return;
    deed->worries = 1;
    deed->place = square_of(view, at);
    text_append(&deed->title, "This spins the car");
    text_append(&deed->cost, "It stops where it spins, and the dice say what that costs.");
}

void circuit_do(struct view *view, const struct circuit_move *move, struct view_deed *deed)
{
    const struct circuit_car *car = circuit_car(session_race(view->session), view->car);
    struct space here = {car->row, car->lane}, there = {move->row, move->lane};
    text_append(&deed->action, move->action);
    worry(view, move->outcome == OUTCOME_IS_SPIN, move->kind == MOVE_GO ? there : here, deed);
}

void circuit_go(struct view *view, int index, struct view_deed *deed)
{
    const struct way_space *space = &view->ways.spaces[index];
    text_append(&deed->action, space->action);
    worry(view, space->outcome == OUTCOME_IS_SPIN, space->at, deed);
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

static bool car_place(const struct view *view, int number, struct point *at)
{
    const struct circuit_car *car = circuit_car(circuit_state(view), number);
    if (car->status != CIRCUIT_RACING)
        return false;
    *at = square_of(view, (struct space){car->row, car->lane});
    return true;
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
    struct table table = circuit_find_table(view, look);
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

/* One target a space, whatever ways lead there. */
static bool is_first(const struct ways *ways, int index)
{
    return ways_at(ways, ways->spaces[index].at) == index;
}

static void build_spaces(struct view *view, struct ui *ui, const struct view_look *look,
                         struct view_deed *deed)
{
    int pointed = -1;
    char id[SPACE_ID_BYTES], said[CIRCUIT_SAID_BYTES];
    for (int i = 0; i < view->ways.count; i++) {
        const struct way_space *space = &view->ways.spaces[i];
        if (!is_first(&view->ways, i))
            continue;
        snprintf(id, sizeof id, "space %d,%d", space->at.row, space->at.lane);
        circuit_say_space(view, i, said, sizeof said);
        struct ui_state state = ui_target(ui, id, space_box(view, look, space->at), said);
        if (state.hovered || state.ring)
            pointed = i;
        if (state.clicked) {
            circuit_go(view, i, deed);
            ui_gone(ui);
        }
    }
    circuit_point_at(view, pointed);
}

/* What is written on the table: "6 − 2 chip = 4", "against Kurt". */
static void tell_table(const struct view *view, struct ui *ui, const struct view_look *look)
{
    struct box box;
    const struct table *table = circuit_sheet_table(view->sheet, &box);
    box.x += look->sheet_box.x;
    box.y += look->sheet_box.y;
    for (int i = 0; i < table->count; i++)
        for (int line = 0; line < table->rows[i].line_count; line++)
            ui_tell_label(ui, table->rows[i].lines[line], box);
}

static void draw(struct view *view, struct ui *ui, const struct view_look *look,
                 struct view_deed *deed)
{
    const struct labels *labels = circuit_sheet_labels(view->sheet);
    bool draws = look->running < 0 || circuit_step_time(view, look->running) < 0;
    if (circuit_chooses(view) && draws)
        build_spaces(view, ui, look, deed);
    circuit_sheet_draw(view->sheet, view, ui_canvas(ui), look);
    for (int i = 0; i < labels->count; i++) {
        const struct label_box *box = &labels->items[i].box;
        ui_tell_label(ui, labels->items[i].text,
                      box_make(look->sheet_box.x + (int)box->x, look->sheet_box.y + (int)box->y,
                               (int)box->w, (int)box->h));
    }
    tell_table(view, ui, look);
}

static void show(struct view *view, struct canvas *canvas, const struct view_look *look)
{
    circuit_sheet_draw(view->sheet, view, canvas, look);
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

static void flip(struct view *view, int which, struct view_deed *deed)
{
    (void)which, (void)deed;
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

static bool press(struct view *view, const char *action, struct view_deed *deed)
{
    for (int i = 0; i < view->move_count; i++)
        if (strcmp(view->moves[i].action, action) == 0) {
            circuit_do(view, &view->moves[i], deed);
            return true;
        }
    return false;
}

/* A digit is a lane, with Shift taking the line; 0 drives on in none: it brakes, or stays. */
static bool take_event(struct view *view, const SDL_Event *event, struct view_deed *deed)
{
    SDL_Keycode key = event->key.keysym.sym;
    Uint16 with = event->key.keysym.mod;
    bool moves = circuit_phase(session_race(view->session)) == PHASE_MOVE;
    if (event->type != SDL_KEYDOWN || (with & (KMOD_CTRL | KMOD_GUI | KMOD_ALT)))
        return false;
    if (key == SDLK_h && hint_switch(view)) {
        flip(view, 0, deed);
        return true;
    }
    if (!circuit_chooses(view) || !moves)
        return false;
    char action[] = "go 1+";
    int digit = keys_digit(&event->key.keysym);
    if (digit >= 1 && digit <= 3) {
        action[3] = (char)('0' + digit);
        action[4] = (with & KMOD_SHIFT) ? '+' : '\0';
        return press(view, action, deed);
    }
    return digit == 0 && (press(view, "brake", deed) || press(view, "stay", deed));
}

const struct rules_view circuit_view = {
    .game = &circuit_game,
    .tiles = true,
    .full_cards = true,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .camera_bounds = camera_bounds,
    .keep_clear = keep_clear,
    .car_place = car_place,
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
    .draw = draw,
    .show = show,
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
