/* The graph paper's view: the sheet, the points that can be chosen, and what choosing one means.
 *
 * Nothing here decides a rule: what can be chosen is asked of rules/graph_paper, and what was
 * chosen leaves as the text of an action.
 */
#include "screens/graph_paper_inside.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double REACH = 12; /* interface pixels from a point that still hit it */
static const double TARGET_SIZE = 24;

/* --- from session to session ------------------------------------------------------------------ */

static void refresh(struct view *view)
{
    view->pointed = view->pointed_start = -1;
    view->at_keys = false;
    choice_refresh(&view->choice, view->session);
}

static struct view *create(const struct session *session)
{
    struct view *view = memory_allocate(1, sizeof *view);
    const struct setup *setup = session_setup(session);
    view->session = session;
    view->sheet = graph_paper_sheet_create();
    view->par_wanted = setup->values[FIELD_LAPS] == 1 && setup->track->has_line;
    standing_find(&view->standing, setup->track);
    refresh(view);
    return view;
}

static void free_view(struct view *view)
{
    graph_paper_sheet_free(view->sheet);
    choice_free(&view->choice);
    standing_free(&view->standing);
    par_free(view->par);
    free(view);
}

/* --- where things are ------------------------------------------------------------------------- */

static void widen(struct camera_area *area, struct point at)
{
    area->left = at.x < area->left ? at.x : area->left;
    area->right = at.x > area->right ? at.x : area->right;
    area->bottom = at.y < area->bottom ? at.y : area->bottom;
    area->top = at.y > area->top ? at.y : area->top;
}

static bool camera_bounds(const struct view *view, struct camera_area *area)
{
    const struct choice *choice = &view->choice;
    *area = (struct camera_area){1e9, 1e9, -1e9, -1e9};
    if (choice->shown_count == 0)
        for (int i = 0; i < choice->starts.count; i++)
            widen(area, choice->starts.items[i]);
    for (int i = 0; i < choice->shown_count; i++)
        widen(area, choice->shown[i].to);
    if (choice->shown_count > 0)
        widen(area, choice->from);
    return area->left <= area->right;
}

static bool car_place(const struct view *view, int number, struct point *at)
{
    const struct choice *choice = &view->choice;
    const struct car *car = graph_paper_car(session_race(view->session), number);
    bool begins = number == choice->car && choice->chosen_start >= 0;
    *at = begins ? choice->starts.items[choice->chosen_start] : car->at;
    return begins || car->status != CAR_WAITING;
}

static const int *order(const struct view *view)
{
    return graph_paper_order(session_race(view->session));
}

/* --- choosing --------------------------------------------------------------------------------- */

void graph_paper_choose_move(struct view *view, int shown, struct view_deed *deed)
{
    enum outcome outcome = view->choice.shown[shown].outcome;
    deed->warning = outcome == OUTCOME_OFF_TRACK   ? "This leaves the track"
                    : outcome == OUTCOME_COLLISION ? "This hits another car"
                                                   : NULL;
    choice_print_move(&view->choice, shown, &deed->action);
}

static void take_start(struct view *view, int start, struct view_deed *deed)
{
    choice_take_start(&view->choice, view->session, start);
    view->pointed = view->pointed_start = -1;
    view->at_keys = false;
    deed->changed = true;
}

static void choose_start(struct view *view, int start, struct view_deed *deed)
{
    if (choice_start_is_action(view->session)) {
        struct graph_paper_action chosen = {.to = view->choice.starts.items[start]};
        graph_paper_print_action(&chosen, &deed->action);
    } else {
        take_start(view, start, deed);
    }
}

void graph_paper_give_back(struct view *view, struct view_deed *deed)
{
    if (view->choice.chosen_start >= 0)
        take_start(view, -1, deed);
}

static void show_nitros(struct view *view)
{
    choice_show_nitros(&view->choice, view->nitros_on || view->shift_held);
}

static int switches(const struct view *view, struct view_switch into[VIEW_SWITCHES])
{
    bool nitros = session_setup(view->session)->values[FIELD_NITROS] > 0;
    into[SWITCH_VECTORS] = (struct view_switch){"button vectors", "Vectors", view->vectors};
    into[SWITCH_NITROS] = (struct view_switch){"button nitro", "Nitro", view->nitros_on};
    return nitros ? 2 : 1;
}

void graph_paper_flip(struct view *view, int index, struct view_deed *deed)
{
    if (index == SWITCH_VECTORS) {
        view->vectors = !view->vectors;
        return;
    }
    view->nitros_on = !view->nitros_on;
    show_nitros(view);
    deed->changed = true;
}

/* --- pointing --------------------------------------------------------------------------------- */

static bool point_at(struct view *view, const struct view_look *look, int x, int y)
{
    int pointed = -1, start = -1;
    const struct paper_view *paper = &look->camera->view;
    if (box_holds(look->sheet_box, x, y) && paper->square > 0) {
        double sheet_x, sheet_y, reach = REACH * paper->scale / paper->square;
        camera_to_sheet(look->camera, x - look->sheet_box.x, y - look->sheet_box.y, &sheet_x,
                        &sheet_y);
        pointed = choice_nearest_move(&view->choice, sheet_x, sheet_y, reach);
        start = pointed < 0 ? choice_nearest_start(&view->choice, sheet_x, sheet_y, reach) : -1;
    }
    bool same = pointed == view->pointed && start == view->pointed_start;
    view->pointed = pointed;
    view->pointed_start = start;
    return !same;
}

static bool hover(struct view *view, const struct view_look *look, int x, int y)
{
    bool changed = point_at(view, look, x, y) || view->at_keys;
    view->at_keys = false;
    return changed;
}

static bool click(struct view *view, struct view_deed *deed)
{
    if (view->pointed >= 0)
        graph_paper_choose_move(view, view->pointed, deed);
    else if (view->pointed_start >= 0)
        choose_start(view, view->pointed_start, deed);
    else
        return false;
    return true;
}

static void follow_pointer(struct view *view, struct ui *ui, const struct view_look *look)
{
    int x, y;
    if (view->want_focus[0]) {
        ui_set_focus(ui, view->want_focus, true);
        view->want_focus[0] = '\0';
    }
    if (view->at_keys)
        return;
    ui_pointer(ui, &x, &y);
    point_at(view, look, x, y);
}

/* --- the sheet and its targets ---------------------------------------------------------------- */

/* Round a grid point, and no larger than a square: the nearest point is always the one that is hit.
 */
static struct box target_box(const struct view *view, const struct view_look *look, struct point at)
{
    double x, y;
    const struct paper_view *paper = &look->camera->view;
    double wanted = TARGET_SIZE * paper->scale;
    int size = (int)(paper->square < wanted ? paper->square : wanted);
    paper_to_device(paper, session_setup(view->session)->track, at.x, at.y, &x, &y);
    struct box box = {look->sheet_box.x + (int)x - size / 2, look->sheet_box.y + (int)y - size / 2,
                      size, size};
    return box_intersect(box, look->sheet_box);
}

/* The point that was clicked and the one that the keyboard is on: indices, or -1. */
struct touched {
    int clicked, keyed;
};

static void build_point(struct ui *ui, const char *id, struct box box, const char *text, int index,
                        struct touched *touched)
{
    struct ui_state state = ui_target(ui, id, box, text);
    touched->clicked = state.clicked ? index : touched->clicked;
    touched->keyed = state.ring ? index : touched->keyed;
}

static struct touched build_moves(const struct view *view, struct ui *ui,
                                  const struct view_look *look)
{
    struct touched touched = {-1, -1};
    for (int i = 0; i < view->choice.shown_count; i++) {
        const struct move *move = &view->choice.shown[i];
        char id[POINT_ID_BYTES];
        snprintf(id, sizeof id, "move %d,%d", move->to.x, move->to.y);
        build_point(ui, id, target_box(view, look, move->to),
                    graph_paper_outcome_name(move->outcome), i, &touched);
    }
    return touched;
}

static struct touched build_starts(const struct view *view, struct ui *ui,
                                   const struct view_look *look)
{
    struct touched touched = {-1, -1};
    for (int i = 0; i < view->choice.starts.count; i++) {
        struct point at = view->choice.starts.items[i];
        char id[POINT_ID_BYTES];
        snprintf(id, sizeof id, "start %d,%d", at.x, at.y);
        build_point(ui, id, target_box(view, look, at), "", i, &touched);
    }
    return touched;
}

/* Every point that can be chosen is a target; the one that the keyboard is on counts as pointed at.
 */
static void build_points(struct view *view, struct ui *ui, const struct view_look *look,
                         struct view_deed *deed)
{
    bool starts = view->choice.shown_count == 0;
    struct touched touched = starts ? build_starts(view, ui, look) : build_moves(view, ui, look);
    if (touched.keyed >= 0) {
        view->at_keys = true;
        view->pointed = starts ? -1 : touched.keyed;
        view->pointed_start = starts ? touched.keyed : -1;
    }
    if (touched.clicked >= 0 && starts)
        choose_start(view, touched.clicked, deed);
    else if (touched.clicked >= 0)
        graph_paper_choose_move(view, touched.clicked, deed);
}

static struct paper_turn make_turn(struct view *view)
{
    const struct choice *choice = &view->choice;
    const struct car *car = graph_paper_car(session_race(view->session), choice->car);
    struct paper_turn turn = {
        .pen = session_player(view->session, car->player)->pen,
        .starts = choice->starts.items,
        .start_count = choice->starts.count,
        .chosen_start = choice->chosen_start,
        .chosen = view->pointed,
        .moves = choice->shown,
        .move_count = choice->shown_count,
        .vectors = view->vectors,
    };
    if (choice->chosen_start >= 0) {
        /* The place is taken; the others are only in the way now. */
        turn.starts += choice->chosen_start;
        turn.start_count = 1;
        turn.chosen_start = 0;
    } else if (turn.start_count > 0) {
        turn.chosen_start = view->pointed_start;
    }
    if (choice->shown_count > 0) {
        choice_look_ahead(&view->choice, view->session, view->pointed);
        turn.has_car = true;
        turn.car = choice->from;
        turn.velocity = choice->velocity;
        turn.principal = choice->principal;
        turn.after = choice->after.items;
        turn.after_count = choice->after.count;
    }
    return turn;
}

static void draw_sheet(struct view *view, struct canvas *canvas, const struct view_look *look)
{
    struct graph_paper_scene scene = {.session = view->session, .look = look};
    struct paper_turn turn;
    if (view->choice.car > 0 && look->running < 0) {
        turn = make_turn(view);
        scene.turn = &turn;
    }
    graph_paper_sheet_draw(view->sheet, canvas, &scene);
}

static void draw(struct view *view, struct ui *ui, const struct view_look *look,
                 struct view_deed *deed)
{
    struct canvas *canvas = ui_canvas(ui);
    show_nitros(view);
    follow_pointer(view, ui, look);
    build_points(view, ui, look, deed);
    draw_sheet(view, canvas, look);
    /* The search must not hold up the first picture. */
    if (view->par_wanted && !canvas_is_muted(canvas)) {
        view->par = par_search(&session_setup(view->session)->track, 1);
        view->par_wanted = false;
    }
}

const struct rules_view graph_paper_view = {
    .rules = &graph_paper_rules,
    .create = create,
    .free = free_view,
    .refresh = refresh,
    .camera_bounds = camera_bounds,
    .car_place = car_place,
    .order = order,
    .draw = draw,
    .hover = hover,
    .click = click,
    .event = graph_paper_event,
    .give_back = graph_paper_give_back,
    .tell = graph_paper_tell,
    .panel = graph_paper_panel,
    .switches = switches,
    .flip = graph_paper_flip,
};
