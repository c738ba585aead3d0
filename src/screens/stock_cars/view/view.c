/* The stock cars' view: the sheet with the way that an order would drive, tile by tile, and the
 * strip in which the same order stands as text.
 *
 * The text is the order. A click reads its parts, adds one and writes it anew; what it comes to is
 * asked of the rules (way.h). Nothing here decides a rule.
 */
#include "screens/stock_cars/view/inside.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- from session to session ------------------------------------------------------------------ */

bool stock_chooses(const struct view *view)
{
    return view->car > 0;
}

const struct stock_car *stock_shown_car(const struct view *view)
{
    return stock_car(session_race(view->session), view->car);
}

static void look_again(struct view *view)
{
    const struct race *race = session_race(view->session);
    view->turns++;
    view->pointed = -1;
    view->said[0] = '\0';
    view->insists = false;
    way_free(&view->way);
    if (view->car > 0 && !stock_choosing_specials(race))
        way_find(&view->way, race, view->car, view->text);
}

static void refresh(struct view *view, bool chooses)
{
    view->watches = !chooses;
    view->car = chooses ? race_next_car(session_race(view->session)) : 0;
    view->text[0] = view->held[0] = '\0';
    view->at_keys = false;
    film_free(&view->film);
    view->hints = NULL;
    view->hints_coming = view->hints_missed = false;
    view->reach_found = false;
    look_again(view);
}

static void half_choice(const struct view *view, struct text *into)
{
    text_append(into, view->text);
}

static void choose_half(struct view *view, const char *choice)
{
    snprintf(view->text, sizeof view->text, "%s", choice);
    look_again(view);
}

static struct view *create(const struct session *session)
{
    struct view *view = memory_allocate(1, sizeof *view);
    view->session = session;
    for (int i = 0; i < session_setup(session)->players; i++)
        view->names[i] = session_player(session, i + 1)->name;
    view->sheet = stock_sheet_create();
    view->distances = distances_to_line(stock_map_of(session_setup(session)));
    view->pointed = -1;
    view->share = -1;
    return view;
}

static void free_view(struct view *view)
{
    stock_sheet_free(view->sheet);
    way_free(&view->way);
    film_free(&view->film);
    text_free(&view->happened);
    reach_free(&view->reach);
    free(view->distances);
    free(view);
}

/* --- writing ---------------------------------------------------------------------------------- */

void stock_write(struct view *view, const char *text, struct view_deed *deed)
{
    choose_half(view, text);
    deed->changed = true;
}

void stock_take_spot(struct view *view, int spot, struct view_deed *deed)
{
    char text[DRAFT_BYTES];
    way_add_spot(&view->way, stock_shown_car(view), spot, text);
    stock_write(view, text, deed);
}

/* What the text says, or nothing where it is no order. */
static struct order_parts written(const struct view *view)
{
    struct order_parts parts;
    if (!order_parts_read(view->text, &parts))
        parts = (struct order_parts){0};
    return parts;
}

static void write_parts(struct view *view, const struct order_parts *parts, struct view_deed *deed)
{
    char text[DRAFT_BYTES];
    order_parts_write(parts, stock_shown_car(view)->special, text);
    stock_write(view, text, deed);
}

void stock_choose_speed(struct view *view, const struct stock_speed *speed, struct view_deed *deed)
{
    struct order_parts parts = written(view);
    order_parts_begin(&parts, speed->changes, stock_shown_car(view)->speed);
    write_parts(view, &parts, deed);
}

void stock_add_end(struct view *view, char kind, struct view_deed *deed)
{
    struct order_parts parts = written(view);
    if (order_parts_end(&parts, kind))
        write_parts(view, &parts, deed);
}

void stock_take_back(struct view *view, struct view_deed *deed)
{
    struct order_parts parts = written(view);
    if (!stock_chooses(view) || !view->text[0])
        return;
    /* What is no order is taken back as a whole. */
    order_parts_take_back(&parts);
    write_parts(view, &parts, deed);
}

enum { WORRY_LEAVES = 1, WORRY_RETIRES = 2 };

/* What a car comes to that leaves the track or the race, before it does. */
static void worry(const struct view *view, struct view_deed *deed)
{
    const struct stock_trial *trial = &view->way.trial;
    if (view->way.retires) {
        const struct race *race = session_race(view->session);
        int others = -1; /* but for itself */
        for (int car = stock_cars_game.car_count(race); car > 0; car--)
            others += stock_car(race, car)->status == STOCK_RACING;
        deed->worries = WORRY_RETIRES;
        deed->place = stock_shown_car(view)->at;
        text_append(&deed->title, "This gives the race up");
        text_append(&deed->cost, others > 1 ? "The others go on without your car."
                                            : "With that the race is over.");
        deed->same = "Retire";
    }
    if (!view->way.tried || trial->off_track == 0)
        return;
    deed->worries = WORRY_LEAVES;
    deed->place = trial->ends.at;
    text_append(&deed->title, "This leaves the track");
    text_append_format(&deed->cost, "Your car goes on at speed %d, with a maximum of %d.",
                       trial->ends.speed, trial->ends.maximum);
}

void stock_give(struct view *view, struct view_deed *deed)
{
    char text[DRAFT_BYTES];
    const struct way *way = &view->way;
    if (!stock_chooses(view))
        return;
    if (way->state == WAY_OPEN && (way->settled || way->left == 0) && !way->parts.open) {
        way_fill(way, stock_shown_car(view), text);
        stock_write(view, text, deed);
    }
    if (way->state == WAY_WHOLE) {
        text_append(&deed->action, view->text);
        worry(view, deed);
    } else {
        view->insists = true;
    }
}

/* --- where things are ------------------------------------------------------------------------- */

static bool camera_bounds(const struct view *view, const struct view_look *look,
                          struct camera_area *area)
{
    if (look->running >= 0 && view->film.found && view->film.step == look->running)
        return stock_driven_area(view, look, area);
    if (!stock_chooses(view) || stock_choosing_specials(session_race(view->session)))
        return false;
    struct point at = stock_shown_car(view)->at;
    *area = (struct camera_area){at.x, at.y, at.x + 1, at.y + 1};
    for (int i = -view->way.tile_count; i < view->way.spot_count; i++) {
        at = i < 0 ? view->way.tiles[-i - 1].at : view->way.spots[i].at;
        area->left = fmin(area->left, at.x);
        area->bottom = fmin(area->bottom, at.y);
        area->right = fmax(area->right, at.x + 1);
        area->top = fmax(area->top, at.y + 1);
    }
    return true;
}

static struct box tile_box(const struct view *view, const struct view_look *look, struct point at)
{
    double x, y;
    const struct paper_view *paper = &look->camera->view;
    paper_to_device(paper, course_size(session_setup(view->session)->course).y, at.x, at.y + 1, &x,
                    &y);
    struct box box = {look->sheet_box.x + (int)floor(x), look->sheet_box.y + (int)floor(y),
                      (int)ceil(paper->square), (int)ceil(paper->square)};
    return box_intersect(box, look->sheet_box);
}

static void keep_clear(const struct view *view, const struct view_look *look, struct labels *into)
{
    const struct race *race = session_race(view->session);
    const struct paper_view *paper = &look->camera->goal;
    int rows = course_size(session_setup(view->session)->course).y;
    double side = paper->square;
    for (int car = stock_cars_game.car_count(race); car > 0; car--) {
        double box[4];
        if (paper_car_box(paper, view->session, race, car, box))
            labels_keep_off(into, (struct label_box){box[0], box[1], box[2], box[3]});
    }
    for (int i = 0; i < view->way.spot_count; i++) {
        struct pixel at =
            brush_place(paper, rows, view->way.spots[i].at.x, view->way.spots[i].at.y + 1);
        labels_keep_off(into, (struct label_box){at.x, at.y, side, side});
    }
}

/* --- pointing --------------------------------------------------------------------------------- */

static struct point tile_under(const struct view_look *look, int x, int y)
{
    double sheet_x, sheet_y;
    camera_to_sheet(look->camera, x - look->sheet_box.x, y - look->sheet_box.y, &sheet_x, &sheet_y);
    return (struct point){(int32_t)floor(sheet_x), (int32_t)floor(sheet_y)};
}

static bool point_at(struct view *view, int spot)
{
    if (spot == view->pointed)
        return false;
    view->pointed = spot;
    stock_say_spot(view, spot, view->said, sizeof view->said);
    return true;
}

static bool hover(struct view *view, const struct view_look *look, int x, int y)
{
    bool on = box_holds(look->sheet_box, x, y) && look->camera->view.square > 0;
    bool was_at_keys = view->at_keys;
    view->at_keys = false;
    return point_at(view, on ? way_spot_at(&view->way, tile_under(look, x, y)) : -1) || was_at_keys;
}

/* --- tiles as targets ------------------------------------------------------------------------- */

static void print_tile(struct point at, char id[TILE_ID_BYTES])
{
    snprintf(id, TILE_ID_BYTES, "tile %d,%d", at.x, at.y);
}

static void hold(struct view *view, const struct view_look *look, struct ui *ui,
                 struct view_deed *deed)
{
    int x, y;
    struct ui_state state =
        ui_handle(ui, view->held, tile_box(view, look, view->held_at), "the way so far");
    if (!state.held) {
        view->held[0] = '\0';
        return;
    }
    ui_pointer(ui, &x, &y);
    struct point at = tile_under(look, x, y);
    int spot = way_spot_at(&view->way, at);
    const struct way *way = &view->way;
    /* Back over the tile before the last one takes that back. */
    bool back = way->tile_count > 1 && point_equal(way->tiles[way->tile_count - 2].at, at);
    if (spot >= 0)
        stock_take_spot(view, spot, deed);
    else if (back)
        stock_take_back(view, deed);
}

static void build_spots(struct view *view, struct ui *ui, const struct view_look *look,
                        struct view_deed *deed)
{
    int pressed = -1, clicked = -1, keyed = -1;
    char said[STOCK_SAID_BYTES], id[TILE_ID_BYTES];
    for (int i = 0; i < view->way.spot_count; i++) {
        const struct way_spot *spot = &view->way.spots[i];
        print_tile(spot->at, id);
        if (strcmp(id, view->held) == 0)
            continue;
        stock_say_spot(view, i, said, sizeof said);
        struct ui_state state = ui_handle(ui, id, tile_box(view, look, spot->at), said);
        pressed = state.held ? i : pressed;
        clicked = state.clicked ? i : clicked;
        keyed = state.ring ? i : keyed;
    }
    if (pressed < 0 && clicked < 0) {
        if (keyed >= 0 && point_at(view, keyed))
            view->at_keys = true;
        return;
    }
    struct point at = view->way.spots[pressed >= 0 ? pressed : clicked].at;
    stock_take_spot(view, pressed >= 0 ? pressed : clicked, deed);
    if (pressed < 0)
        return;
    print_tile(at, view->held);
    view->held_at = at;
}

static const struct reach *find_reach(struct view *view)
{
    const struct race *race = session_race(view->session);
    if (!view->reach_on || stock_choosing_specials(race))
        return NULL;
    if (!view->reach_found)
        reach_find(&view->reach, race, stock_map_of(session_setup(view->session)), view->car);
    view->reach_found = true;
    return &view->reach;
}

static void draw_scene(struct view *view, struct canvas *canvas, const struct view_look *look)
{
    struct stock_scene scene = {
        .session = view->session, .look = look, .pointed = -1, .said = "", .way_key = view->turns};
    view->share = look->running >= 0 ? look->progress : -1;
    if (look->running >= 0) {
        film_find(&view->film, view->session, look->running);
        scene.driven = film_progress(&view->film, look->progress);
        scene.happened = stock_happened(view, look->running, look->progress);
        text_clear(&view->happened);
        if (scene.happened)
            stock_step_words(view, look->running, look->progress, &view->happened);
        scene.said = text_string(&view->happened);
    }
    if (stock_chooses(view) && look->running < 0) {
        scene.way = &view->way;
        scene.hints = view->hints_on ? view->hints : NULL;
        scene.reach = find_reach(view);
        scene.car = view->car;
        scene.pointed = view->pointed;
        scene.said = view->said;
    }
    stock_sheet_draw(view->sheet, canvas, &scene);
}

static void draw(struct view *view, struct ui *ui, const struct view_look *look,
                 struct view_deed *deed)
{
    const struct labels *labels = stock_sheet_labels(view->sheet);
    if (stock_chooses(view) && look->running < 0) {
        if (view->held[0])
            hold(view, look, ui, deed);
        build_spots(view, ui, look, deed);
    }
    draw_scene(view, ui_canvas(ui), look);
    for (int i = 0; i < labels->count; i++) {
        const struct label_box *box = &labels->items[i].box;
        ui_tell_label(ui, labels->items[i].text,
                      box_make(look->sheet_box.x + (int)box->x, look->sheet_box.y + (int)box->y,
                               (int)box->w, (int)box->h));
    }
}

static void show(struct view *view, struct canvas *canvas, const struct view_look *look)
{
    draw_scene(view, canvas, look);
}

/* --- hints ------------------------------------------------------------------------------------ */

static bool *hint_switch(struct view *view)
{
    bool has = driving_of(&stock_cars_game)->find_hints && session_allow(view->session).hints;
    return has ? &view->hints_on : NULL;
}

static bool wants_hints(const struct view *view, const struct point **start)
{
    *start = NULL;
    return view->hints_on && stock_chooses(view) && session_allow(view->session).hints &&
           driving_of(&stock_cars_game)->find_hints &&
           !stock_choosing_specials(session_race(view->session));
}

static void take_hints(struct view *view, const struct hints *hints, bool coming)
{
    view->turns += hints != view->hints;
    view->hints = hints;
    view->hints_coming = coming;
}

const struct stock_hint *stock_best_hint(const struct view *view)
{
    const struct hints *hints = view->hints_on ? view->hints : NULL;
    return hints && hints->best >= 0 ? &hints->items[hints->best] : NULL;
}

const struct stock_hint *stock_way_hint(const struct view *view)
{
    const struct way *way = &view->way;
    const struct stock_car *ends = &way->trial.ends;
    bool whole = view->hints_on && view->hints && way->state == WAY_WHOLE && way->tried;
    const struct stock_hint *hint =
        whole ? stock_hint_at(view->hints, ends->at, ends->heading, way->speed) : NULL;
    bool same = hint && hint->speed == ends->speed && hint->cards == way->trial.cards;
    return same ? hint : NULL; /* what is told of it is true of the way, too */
}

const struct rules_view stock_cars_view = {
    .game = &stock_cars_game,
    .tiles = true,
    .full_cards = true,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .camera_bounds = camera_bounds,
    .keep_clear = keep_clear,
    .strip_height = stock_strip_height,
    .build_strip = stock_build_strip,
    .step_time = stock_step_time,
    .step_moment = stock_step_moment,
    .step_words = stock_step_words,
    .event_time = stock_event_time,
    .moment = stock_moment,
    .draw = draw,
    .show = show,
    .hover = hover,
    .event = stock_take_event,
    .give_back = stock_take_back,
    .half_choice = half_choice,
    .choose_half = choose_half,
    .switches = stock_switches,
    .flip = stock_flip,
    .hint_switch = hint_switch,
    .wants_hints = wants_hints,
    .take_hints = take_hints,
    .tell = stock_tell_words,
    .panel = stock_panel,
    .say = stock_say,
};
