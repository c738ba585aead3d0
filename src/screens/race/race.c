/* See inside.h. */

#include "base/memory.h"
#include "drivers/driving.h"
#include "screens/after/after.h"
#include "screens/course_tools.h"
#include "screens/invite/invite.h"
#include "screens/race/frame.h"
#include "screens/race/inside.h"
#include "session/session.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double SIDE = RACE_TRANSPORT_SIDE, GAP = RACE_TRANSPORT_GAP; /* interface pixels */

static struct box take(struct layout *row)
{
    struct box box = layout_take(row, AT_LEFT, SIDE);
    return box_centre(box, box.w, canvas_units(ui_canvas(row->ui), SIDE));
}

enum race_press race_build_transport(struct layout *row, struct race_transport state)
{
    const struct {
        const char *id, *text;
        enum icon icon;
        bool possible;
    } icons[RACE_TRANSPORT_ICONS] = {
        {"button to-start", "to the start", ICON_TO_START, state.can_go_back},
        {"button step-back", "a step back", ICON_BACK, state.can_go_back},
        {"button play", state.playing ? "pause" : "play", state.playing ? ICON_PAUSE : ICON_PLAY,
         state.can_play},
        {"button step-forward", "a step forward", ICON_FORWARD, state.can_go_on},
        {"button to-end", "to the end", ICON_TO_END, state.can_go_on},
    };
    enum race_press pressed = PRESS_NONE;
    for (int i = 0; i < RACE_TRANSPORT_ICONS; i++) {
        enum race_press press = (enum race_press)(PRESS_START + i);
        struct ui_sign sign = {icons[i].icon, SIDE, 7, press == PRESS_PLAY, !icons[i].possible};
        if (ui_sign_button(row->ui, icons[i].id, icons[i].text, take(row), sign).clicked)
            pressed = press;
    }
    return pressed;
}

void race_build_speeds(struct layout *row, const struct race_speed *speeds, int count, int *speed)
{
    struct canvas *canvas = ui_canvas(row->ui);
    bool all = row->rest.w >= count * canvas_units(canvas, SIDE + GAP) - canvas_units(canvas, GAP);
    if (!all && ui_button(row->ui, "choice speed", speeds[*speed].name, take(row), LOOK_PLAIN))
        *speed = (*speed + 1) % count;
    for (int i = 0; i < count && all; i++)
        if (ui_button(row->ui, speeds[i].id, speeds[i].name, take(row),
                      i == *speed ? LOOK_PRIMARY : LOOK_PLAIN))
            *speed = i;
}

/* === menu ===================================================================================== */

/* The menu that Esc opens over a race.
 */

enum { ROW_BUTTONS = 3 };

/* What a button does: something, or another screen in place of this one or over it. */
struct request_button {
    const char *id, *label;
    void (*act)(struct app *app);
    bool closes; /* the menu, before */
    const struct screen *go, *over;
};

static void print(struct app *app)
{
    app_print(app, (struct course){0});
}

static void quit(struct app *app)
{
    app->quit = true;
}

/* Side by side. */
static void build_in(struct app *app, struct ui *ui, struct box row,
                     const struct request_button *buttons, int count)
{
    int gap = canvas_units(ui_canvas(ui), 10);
    for (int i = 0; i < count; i++)
        if (ui_button(ui, buttons[i].id, buttons[i].label, box_column(row, i, count, gap),
                      LOOK_PLAIN)) {
            const struct request_button *button = &buttons[i];
            if (button->closes)
                app_close_over(app);
            if (button->act)
                button->act(app);
            if (button->go)
                app_go(app, button->go);
            if (button->over)
                app_open_over(app, button->over);
        }
}

static void build_some(struct app *app, struct layout *column, const struct request_button *buttons,
                       int count)
{
    build_in(app, column->ui, layout_take(column, AT_TOP, 44), buttons, count);
}

/* Up to one without an id. */
static void build_row(struct app *app, struct layout *column, const struct request_button *buttons)
{
    int count = 0;
    while (count < ROW_BUTTONS && buttons[count].id)
        count++;
    build_some(app, column, buttons, count);
}

static bool is_driven_by_computers(const struct session *session)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (!driver_is_human(session_player(session, i)->driver))
            return true;
    return false;
}

static void build_pace(struct app *app, struct layout *column)
{
    static const char *const ids[] = {"choice pace slow", "choice pace usual", "choice pace quick"};
    static const char *const labels[] = {"slowly", "as usual", "quickly"};
    struct canvas *canvas = ui_canvas(column->ui);
    int gap = canvas_units(canvas, 8);
    struct box row = layout_take(column, AT_TOP, 36);
    const char *label = "Computers drive";
    int width = canvas_text_width(canvas, STYLE_BODY, label) + 2 * gap;
    int chip = canvas_text_width(canvas, STYLE_BODY, labels[PACE_USUAL]) + 3 * gap;
    bool beside = row.w - width >= (PACE_QUICK + 1) * (chip + gap);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, label,
                beside ? box_cut_left(&row, width) : row, ALIGN_LEFT);
    if (!beside)
        row = layout_take(column, AT_TOP, 36);
    for (int pace = PACE_SLOW; pace <= PACE_QUICK; pace++) {
        bool is = app->settings.pace == pace;
        if (!ui_chip(column->ui, ids[pace], labels[pace], is ? "chosen" : "",
                     box_column(row, pace, PACE_QUICK + 1, gap), is)
                 .clicked)
            continue;
        app->settings.pace = pace;
        app->settings_changed = true;
    }
}

static const struct record *app_ghost_record(const struct app *app);

static void build_ghost(struct app *app, struct layout *column)
{
    const struct record *record = app_ghost_record(app);
    if (record &&
        ui_check(column->ui, "choice ghost",
                 ui_words("Ghost of the record: %d rounds, %s", record->rounds, record->name),
                 layout_take(column, AT_TOP, 32), &app->settings.ghost))
        app->settings_changed = true;
}

static bool app_can_finish_race(const struct app *app);

static void app_copy_post(struct app *app);

static void app_finish_race(struct app *app);

static void app_paste_orders(struct app *app);

static void build_race_part(struct app *app, struct layout *column)
{
    static const struct request_button rows[][ROW_BUTTONS] = {
        {{"button replay", "Replay", .act = app_look_back},
         {"button saved-races", "Saved races", .go = &screen_saved}},
        {{"button save", "Save a copy", .act = app_save_race, .closes = true},
         {"button print", "Print", .act = print}},
        {{"button picture", "Save picture", .act = app_save_picture, .closes = true},
         {"button save-sheet", "Save sheet", .act = app_save_sheet, .closes = true},
         {"button save-moves", "Save moves", .act = app_save_moves, .closes = true}},
        {{"button show-in-class", "Show in class", .act = app_show_in_class, .closes = true},
         {"button motion", "Table and graphs", .act = race_flip_motion, .closes = true}},
        {{"button invite", "Invite", .act = invite_open},
         {"button help", "How to play", .over = &screen_help},
         {"button settings", "Settings", .over = &screen_settings}}};
    static const struct request_button again[ROW_BUTTONS] = {
        {"button restart", "Start again", .act = app_restart, .closes = true},
        {"button finish-race", "Finish at once", .act = app_finish_race, .closes = true}};
    static const struct request_button flag[ROW_BUTTONS] = {
        {"button drive-on", "Drive on to the flag", .act = app_drive_on, .closes = true}};
    static const struct request_button posting[ROW_BUTTONS] = {
        {"button copy-post", "Copy for a post", .act = app_copy_post, .closes = true},
        {"button paste-orders", "Paste orders", .act = app_paste_orders, .closes = true}};
    if (ui_button(column->ui, "button resume", "Back to the race", layout_take(column, AT_TOP, 44),
                  LOOK_PRIMARY))
        app_close_over(app);
    if (app->trying && ui_button(column->ui, "button editor", "Back to the editor",
                                 layout_take(column, AT_TOP, 44), LOOK_PLAIN))
        course_tools_go_on(app);
    bool begun = session_step_count(app->session) > 0, can_finish = app_can_finish_race(app);
    if (begun || can_finish)
        build_some(app, column, again + !begun, begun + can_finish);
    if (session_left_car(app->session) > 0)
        build_row(app, column, flag);
    if (is_driven_by_computers(app->session))
        build_pace(app, column);
    build_ghost(app, column);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i][0].act != app_show_in_class || app_can_show_in_class(app))
            build_row(app, column, rows[i]);
        if (rows[i][2].act == app_save_moves &&
            ui_button(column->ui, "button csv-for", app_csv_label(app),
                      layout_take(column, AT_TOP, 30), LOOK_LINK))
            app_next_csv(app);
    }
    if (session_setup(app->session)->game->append_board)
        build_row(app, column, posting);
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    static const struct request_button leaving[] = {{"button home", "Home", .go = &screen_home},
                                                    {"button quit", "Quit", .act = quit}};
    struct dialog dialog = {"menu", "Menu", "button resume", 500, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 10;
    build_race_part(app, &column);
    dialog_end(&column);
    build_in(app, ui, dialog.foot.rest, leaving, sizeof leaving / sizeof leaving[0]);
    ui_default(ui, "button resume");
    ui_status(ui, "Menu");
}

const struct screen screen_menu = {.name = "menu", .build = build};

/* === input ==================================================================================== */

/* Events that no widget took: pointer on the sheet, wheel, and the keys of a race. */

static bool is_on_sheet(const struct race_screen *race, int x, int y)
{
    return box_holds(race->sheet_box, x, y);
}

/* True if another grid point is under the pointer now. */
static bool follow_grid(struct race_screen *race, int x, int y)
{
    struct point grid = {0, 0};
    bool known = is_on_sheet(race, x, y) && race->camera.view.square > 0;
    if (known) {
        double sheet_x, sheet_y;
        camera_to_sheet(&race->camera, x - race->sheet_box.x, y - race->sheet_box.y, &sheet_x,
                        &sheet_y);
        int last = race->rules_view->game->course->tiles; /* one fewer than there are lines */
        double half = last ? 0.5 : 0;
        grid = (struct point){(int32_t)lround(sheet_x - half), (int32_t)lround(sheet_y - half)};
        known = grid.x >= 0 && grid.y >= 0 && grid.x <= race->camera.columns - last &&
                grid.y <= race->camera.rows - last;
        if (race->rules_view->place_at)
            known = race->rules_view->place_at(race->view, sheet_x, sheet_y, &grid);
    }
    bool same = known == race->grid_known && (!known || point_equal(grid, race->grid));
    race->grid = grid;
    race->grid_known = known;
    return !same;
}

static bool hover(struct race_screen *race, int x, int y)
{
    struct view_look look = race_look(race);
    bool other = race->rules_view->hover && race->rules_view->hover(race->view, &look, x, y);
    return follow_grid(race, x, y) || other;
}

/* True if what is pointed at takes the press. */
static bool input_press(struct app *app, struct race_screen *race,
                        const SDL_MouseButtonEvent *button)
{
    struct view_request request = {0};
    if (!is_on_sheet(race, button->x, button->y) || race->hand.dragging)
        return false;
    hover(race, button->x, button->y);
    if (button->button != SDL_BUTTON_LEFT || !race->rules_view->click ||
        !race->rules_view->click(race->view, &request))
        return false;
    race_obey(app, race, &request);
    return true;
}

/* A click ends what is shown; one with the other button takes back what is half chosen. */
static void release(struct app *app, struct race_screen *race, const SDL_MouseButtonEvent *button)
{
    struct view_request request = {0};
    if (race->hand.drag_moved)
        return;
    if (button->button == SDL_BUTTON_LEFT && race_is_shown(race))
        race_show_key(app, race, SDLK_END);
    if (button->button != SDL_BUTTON_RIGHT)
        return;
    shown_undo_half_choice(race_shown(race), &request);
    race_obey(app, race, &request);
}

/* Whatever is left to the hand that moves the sheet. */
static bool move_sheet(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    bool held = race->hand.dragging > 0;
    /* Whatever is held then, its release will not be seen. */
    bool lost = event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_FOCUS_LOST;
    bool taken = race_move_by_hand(race, event);
    if (event->type == SDL_MOUSEBUTTONUP && taken)
        release(app, race, &event->button);
    if (event->type == SDL_MOUSEWHEEL && taken)
        hover(race, event->wheel.mouseX, event->wheel.mouseY);
    if (event->type == SDL_MOUSEMOTION && !held)
        taken = hover(race, event->motion.x, event->motion.y);
    return taken || lost;
}

/* Zooms at the car that is to move, if it is in sight. */
bool race_look_key(struct app *app, struct race_screen *race, SDL_Keycode key)
{
    double at[2];
    bool seen = !race->looks_back && race_locate(race, race->car, &at[0], &at[1]) &&
                race_is_in_sight(race, at[0], at[1], 0);
    switch (key) {
    case SDLK_F9:
        race->folded = !race->folded;
        return true;
    case SDLK_SPACE:
        if (race->watching)
            race_pause(race, false);
        return race->watching;
    case SDLK_RIGHT:
        if (race->watching && race->paused)
            race_pause(race, true);
        return race->watching && race->paused;
    case SDLK_k:
        if (race_has_motion(race))
            race_flip_motion(app);
        return race_has_motion(race);
    default:
        return camera_hand_key(&race->camera, key, seen ? at : NULL, !app->settings.reduced_motion);
    }
}

static bool press_key(struct app *app, struct race_screen *race, const SDL_KeyboardEvent *event)
{
    const SDL_Keysym *key = &event->keysym;
    bool control = key->mod & (KMOD_CTRL | KMOD_GUI);
    if (control && (key->sym == SDLK_y || (key->sym == SDLK_z && (key->mod & KMOD_SHIFT)))) {
        race_redo(app, race);
        return true;
    }
    if (control && key->sym == SDLK_z) {
        race_undo(app, race);
        return true;
    }
    if (control || (key->mod & KMOD_ALT))
        return false;
    if (key->sym != SDLK_ESCAPE)
        return race_look_key(app, race, key->sym);
    app_open_over(app, race->menu);
    return true;
}

/* What the game makes of an event. */
static bool offer(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    struct view_request request = {0};
    bool taken = race->rules_view->event && race->rules_view->event(race->view, event, &request);
    if (taken)
        race_obey(app, race, &request);
    return taken;
}

/* Under the cover nothing of the race is pointed at. */
static bool press_covered_key(struct app *app, struct race_screen *race,
                              const SDL_KeyboardEvent *event)
{
    SDL_Keycode key = event->keysym.sym;
    if (key == SDLK_SPACE)
        race_take_seat(app, race);
    return key == SDLK_SPACE ||
           ((key == SDLK_ESCAPE || key == SDLK_z || key == SDLK_y) && press_key(app, race, event));
}

bool race_event(struct app *app, struct race_screen *race, const SDL_Event *event)
{
    if (race->covered && !race_is_shown(race))
        return event->type == SDL_KEYDOWN && press_covered_key(app, race, &event->key);
    if (race_is_shown(race)) {
        if (event->type == SDL_KEYDOWN &&
            !(event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI | KMOD_ALT)) &&
            race_show_key(app, race, event->key.keysym.sym))
            return true;
    } else if (offer(app, race, event)) {
        return true;
    }
    if (event->type == SDL_KEYDOWN)
        return press_key(app, race, &event->key);
    bool marks = race_point_at_motion(app, race, event);
    return (event->type == SDL_MOUSEBUTTONDOWN && input_press(app, race, &event->button)) ||
           move_sheet(app, race, event) || marks;
}

/* === room ===================================================================================== */

/* The race screen: the frame round a game's view, and the way of an action from there to the
 * session.
 *
 * The screen owns its state, with the view, from enter to leave. Nothing here knows a rule: what
 * the view gives is handed to session_do, and what came of it is read from the events. A stroke
 * that is being drawn delays nothing: the session is ahead of the pen, and whatever is chosen
 * meanwhile first ends the stroke.
 */

static const double LINE_HEIGHT = 44; /* interface pixels */
static const double PANEL_WIDTH = 290, PANEL_PADDING = 14;
/* Of the window at most: the sheet is what one looks at. */
enum { PANEL_PERCENT = 30, PERCENT_LOOKING_BACK = 36 };
static const double ASKED_ROOM = 30; /* round what a question is about */
enum { SETTLED = 250 };              /* milliseconds without which a picture still moves */

static struct race_screen *shown; /* from enter to leave */

const char *race_name_of_car(const struct race_screen *race, int car)
{
    int player = race->rules_view->game->player_of(session_race(race->session), car);
    return session_player(race->session, player)->name;
}

struct shown_race race_shown(const struct race_screen *race)
{
    int steps = session_step_count(race->session);
    if (race->looks_back)
        steps = race->steps;
    else if (race_is_shown(race)) /* what comes of it, as soon as its end is seen */
        steps = race->running + (race->progress >= 1);
    const struct race *state = session_race_after(race->session, steps);
    return (struct shown_race){race->rules_view, race->view, race->session, state};
}

void race_teach(struct race_screen *race, int seat)
{
    race->taught = true;
    race->seat = seat;
    race_follow_seat(race);
}

void race_fold(struct race_screen *race, bool folded)
{
    race->folded = folded;
}

void race_look_at(struct race_screen *race, int steps)
{
    race->steps = steps;
    race->car = steps > 0 ? session_step(race->session, steps - 1).car : 0;
    race->running = -1;
}

void race_run_next(struct race_screen *race)
{
    race->running = race->steps;
    race->car = session_step(race->session, race->running).car;
    race->share = race->progress = 0;
}

void race_run_to(struct race_screen *race, double share, double progress)
{
    race->share = share;
    race->progress = progress;
}

void race_tell_progress(struct race_screen *race, const char *text)
{
    snprintf(race->words.progress, sizeof race->words.progress, "%s", text);
}

bool race_resize(struct race_screen *race, const struct canvas *canvas, struct box box)
{
    race->sheet_box = box;
    return camera_resize(&race->camera, box.w, box.h, canvas_scale(canvas));
}

void race_move_to(struct race_screen *race, double x, double y)
{
    camera_centre(&race->camera, x, y);
    race->camera.chosen = true;
    camera_jump(&race->camera);
}

void race_see_all(const struct app *app, struct race_screen *race)
{
    camera_fit(&race->camera);
    camera_go(&race->camera, !app->settings.reduced_motion);
}

int race_move_camera(struct race_screen *race, Uint32 now, int wait)
{
    return camera_hand_animate(&race->hand, &race->camera, now, wait);
}

bool race_move_by_hand(struct race_screen *race, const SDL_Event *event)
{
    return camera_hand_event(&race->hand, &race->camera, race->sheet_box, event);
}

/* The camera sees to it that what can be chosen now is in sight. */
static void aim_at_choice(struct race_screen *race)
{
    struct camera_area area;
    struct view_look look = race_look(race);
    if (race->rules_view->camera_bounds &&
        race->rules_view->camera_bounds(race->view, &look, &area))
        camera_show(&race->camera, area);
}

static void show_choice(struct app *app, struct race_screen *race)
{
    aim_at_choice(race);
    camera_go(&race->camera, !app->settings.reduced_motion);
}

void race_keep_in_sight(struct app *app, struct race_screen *race)
{
    show_choice(app, race);
}

bool race_locate(const struct race_screen *race, int car, double *x, double *y)
{
    if (!shown_middle(race_shown(race), car, x, y))
        return false;
    paper_to_device(&race->camera.goal, race->camera.rows, *x, *y, x, y);
    return true;
}

bool race_is_in_sight(const struct race_screen *race, double x, double y, double margin)
{
    return x >= margin && y >= margin && x <= race->camera.width - margin &&
           y <= race->camera.height - margin;
}

void race_centre_car(struct app *app, struct race_screen *race, int car)
{
    double x, y;
    if (!shown_middle(race_shown(race), car, &x, &y))
        return;
    camera_centre(&race->camera, x, y);
    camera_go(&race->camera, !app->settings.reduced_motion);
}

static void free_request(struct view_request *request)
{
    text_free(&request->action);
    text_free(&request->title);
    text_free(&request->cost);
    *request = (struct view_request){0};
}

static void forget_question(struct race_screen *race)
{
    free_request(&race->asked);
}

/* The next car; of those that owe an action in secret, one that is chosen for at this screen. */
static int car_to_act(const struct race_screen *race)
{
    int cars[CAR_LIMIT];
    bool secret = false;
    const struct race *state = session_race(race->session);
    int count = race->rules_view->game->owes(state, cars, &secret);
    for (int i = 0; secret && i < count; i++)
        if (!invite_plays(race->session, race->rules_view->game->player_of(state, cars[i])))
            return cars[i];
    return race_next_car(state);
}

static void refresh(struct race_screen *race)
{
    race->steps = session_step_count(race->session);
    race->car = car_to_act(race);
    forget_question(race);
    race_follow_turn(race);
    race_follow_seat(race);
    race_refresh_view(race);
}

void race_choose_again(struct app *app, struct race_screen *race)
{
    race_refresh_view(race);
    show_choice(app, race);
    race_begin_choice(app, race);
}

void race_finish_stroke(struct app *app, struct race_screen *race)
{
    if (race->running < 0)
        return;
    race->running = -1;
    race_release_moments(race);
    race_settle_ink(app, race);
    show_choice(app, race);
    race_begin_choice(app, race);
}

/* Who only watches sees at least one car: when the last one has left the picture, the camera goes
 * to the one that moves. */
static void follow_watched(struct app *app, struct race_screen *race, int mover)
{
    int cars = race->rules_view->game->car_count(session_race(race->session));
    for (int car = 1; car <= cars; car++) {
        double x, y;
        if (race_locate(race, car, &x, &y) && race_is_in_sight(race, x, y, 0))
            return;
    }
    race_centre_car(app, race, mover);
}

static void begin_stroke(struct app *app, struct race_screen *race)
{
    race->running = race->steps - 1;
    race->running_since = clock_now();
    race->share = race->progress = 0;
    if (race->fast_forward) {
        race_finish_stroke(app, race);
        return;
    }
    if (race_begin_show(app, race))
        return;
    race->stroke_time = race_stroke_time(race, race->running);
    race_begin_moments(app, race, race->running, race->stroke_time);
    app_hear(app, MOMENT_STROKE, race->stroke_time);
    if (!settings_draw_strokes(&app->settings))
        race_finish_stroke(app, race);
}

/* What the session has just done is shown. */
static void show_step(struct app *app, struct race_screen *race)
{
    int mover = race->car;
    bool quick = race->watching && app->settings.pace == PACE_QUICK;
    race_end_choice(race);
    refresh(race);
    app_take_records(app);
    race_take_notes(race, race->steps - 1);
    if (race->camera.width > 0 && race_is_only_watched(race))
        follow_watched(app, race, mover);
    begin_stroke(app, race);
    if (quick)
        race_finish_stroke(app, race);
}

void race_act(struct app *app, struct race_screen *race, const char *action)
{
    struct error error;
    race_finish_stroke(app, race);
    if (session_do(app->session, race->car, action, &error))
        show_step(app, race);
    else
        app_tell(app, "%s", error.text);
}

void race_redo(struct app *app, struct race_screen *race)
{
    struct error error;
    if (!session_can_redo(race->session))
        return;
    race_finish_stroke(app, race);
    if (session_redo(app->session, &error))
        show_step(app, race);
    else
        app_tell(app, "%s", error.text);
}

void race_obey(struct app *app, struct race_screen *race, struct view_request *request)
{
    int player = race->car > 0
                     ? race->rules_view->game->player_of(session_race(race->session), race->car)
                     : 0;
    bool acts =
        request->action.length > 0 && !race->watching && (race->seat == 0 || race->seat == player);
    unsigned *before = &race->asked_before[player];
    bool asks = app->settings.ask_before_crash && (request->warnings & ~*before) != 0;
    if (acts || request->changed)
        race_finish_stroke(app, race);
    if (acts && asks) {
        *before |= request->warnings;
        race->asked = *request;
        return;
    }
    if (acts) {
        race_act(app, race, text_string(&request->action));
    } else if (request->changed) {
        show_choice(app, race);
    }
    free_request(request);
}

void race_undo(struct app *app, struct race_screen *race)
{
    struct error error;
    struct view_request request = {0};
    shown_undo_half_choice(race_shown(race), &request);
    if (request.changed) {
        race_obey(app, race, &request);
        return;
    }
    if (!session_can_undo(race->session))
        return;
    race->running = -1;
    bool was_over = race->car == 0;
    if (!session_undo_shown(app->session, &error)) {
        app_tell(app, "%s", error.text);
        return;
    }
    if (was_over)
        app_take_back_records(app);
    refresh(race);
    race_forget_log(race);
    race_forget_remarks(race, false);
    race_forget_notes(race);
    race_drop_moments(race);
    show_choice(app, race);
}

static const struct record *app_ghost_record(const struct app *app)
{
    bool has = shown && shown->session == app->session && shown->ghost.record.rounds > 0;
    return has ? &shown->ghost.record : NULL;
}

static bool app_can_finish_race(const struct app *app)
{
    return shown && shown->session == app->session && shown->watching && shown->thinking &&
           race_is_only_watched(shown);
}

static void app_finish_race(struct app *app)
{
    race_finish_stroke(app, shown);
    race_hurry(shown, true);
    camera_jump(&shown->camera);
}

static void app_copy_post(struct app *app)
{
    struct text post = {0};
    post_write(app->session, post_last_turn(app->session), &post);
    if (SDL_SetClipboardText(text_string(&post)) == 0)
        app_notice(app, "Map and standings are on the clipboard: paste them into your post.");
    else
        app_tell(app, "The clipboard cannot be written: %s", SDL_GetError());
    text_free(&post);
}

static void app_paste_orders(struct app *app)
{
    struct text faults = {0}, notes = {0};
    char *post = SDL_GetClipboardText();
    race_finish_stroke(app, shown);
    if (post_take(app->session, post, strlen(post), (struct post_wish){0}, &faults, &notes)) {
        show_step(app, shown);
        if (notes.length > 0)
            app_tell(app, "The orders were carried out. %s", text_string(&notes));
    } else
        app_tell(app, "No order of the clipboard was carried out. %s%s", text_string(&faults),
                 text_string(&notes));
    SDL_free(post);
    text_free(&faults);
    text_free(&notes);
}

static void drop_view(struct race_screen *race)
{
    if (race->view)
        race->rules_view->free(race->view);
    race->view = NULL;
    race_sheet_free(race->sheet);
    race->sheet = NULL;
    race_forget_over(race);
    forget_question(race);
    race_forget_log(race);
}

static void show_session(struct race_screen *race, const struct session *session)
{
    if (race->session != session)
        camera_set_sheet(&race->camera, course_size(session_setup(session)->course));
    race->session = session;
    race->rules_view = rules_view_find(session_setup(session)->game);
    race->view = race->rules_view->create(session);
    race->sheet = race_sheet_create(session);
}

/* Another race, or one that was changed elsewhere: everything is looked at again. */
static void adopt_session(struct app *app, struct race_screen *race)
{
    bool other = race->session != app->session;
    if (!other && race->steps == session_step_count(app->session)) {
        if (race->car != car_to_act(race) || race_is_handed_over(race)) {
            race_finish_stroke(app, race);
            refresh(race);
            race_choose_again(app, race);
        }
        return;
    }
    if (!other && race->steps < session_step_count(app->session)) {
        /* Somebody else has done something. What is being written here in secret stays if that was
         * secret, too. */
        struct text half = {0};
        int car = race->car, cars[CAR_LIMIT];
        bool secret = false;
        if (race->rules_view->half_choice && !race->watching && !race->covered)
            race->rules_view->half_choice(race->view, &half);
        race_finish_stroke(app, race);
        show_step(app, race);
        race->rules_view->game->owes(session_race(race->session), cars, &secret);
        if (half.length > 0 && secret && race->car == car && !race->watching && !race->covered)
            race->rules_view->choose_half(race->view, text_string(&half));
        text_free(&half);
        return;
    }
    drop_view(race);
    race_forget_remarks(race, true);
    race_hurry(race, false);
    if (other) {
        race_stop_thinking(race);
        race_look_first(race);
    }
    show_session(race, app->session);
    race_find_ghost(app, race);
    bool *hints = race->rules_view->hint_switch ? race->rules_view->hint_switch(race->view) : NULL;
    if (hints)
        *hints = app->settings.hints;
    race->running = -1;
    race_drop_moments(race);
    if (other)
        memset(race->asked_before, 0, sizeof race->asked_before);
    refresh(race);
    race_begin_choice(app, race);
}

static struct race_screen *make_race(void)
{
    struct race_screen *race = memory_allocate(1, sizeof *race);
    race->running = -1;
    return race;
}

struct race_screen *race_open(struct app *app, const struct screen *menu)
{
    struct race_screen *race = make_race();
    race->menu = menu;
    adopt_session(app, race);
    return race;
}

struct race_screen *race_look_back(const struct session *session, int steps)
{
    struct race_screen *race = make_race();
    race->looks_back = true;
    show_session(race, session);
    race_look_at(race, steps);
    return race;
}

void race_close(struct race_screen *race)
{
    drop_view(race);
    race_stop_thinking(race);
    race_forget_remarks(race, true);
    free(race);
}

static void enter(struct app *app)
{
    shown = race_open(app, &screen_menu);
}

static void leave(struct app *app)
{
    race_keep_choice(app, shown);
    race_close(shown);
    shown = NULL;
    app->untold_steps = 0;
}

struct view_look race_look(const struct race_screen *race)
{
    struct view_look look = {
        .camera = &race->camera,
        .sheet_box = race->sheet_box,
        .steps = race->running >= 0 ? race->running : race->steps,
        .running = race->running,
        .progress = race->progress,
        .zooming = race->camera.gliding || race->hand.zooming,
        .moving = race->camera.gliding || race->hand.zooming || race->hand.dragging,
        .motion = &race->moments.motion,
        .ghost = race_ghost(race),
        .looks_back = race->looks_back,
        .asked = race->asked.action.length > 0 ? &race->asked.place : NULL,
    };
    memcpy(look.covered, race->over, sizeof look.covered);
    return look;
}

static void build_sheet(struct app *app, struct ui *ui, struct race_screen *race, struct box strip)
{
    struct view_request request = {0};
    struct view_look look = race_look(race);
    look.arrows = app->settings.arrows;
    if (race->rules_view->build)
        race->rules_view->build(race->view, ui, &look, &request);
    race_sheet_draw(race->sheet, ui_canvas(ui), ui, race_shown(race), &look);
    if (strip.h > 0 && !race_is_shown(race))
        race->rules_view->build_strip(race->view, ui, strip, &request);
    race_obey(app, race, &request);
}

/* Before how far the race is. */
static void tell_series(const struct app *app, struct race_screen *race)
{
    char told[sizeof race->words.progress];
    const char *which = series_race_words(app);
    if (race->session != app->session || !which[0])
        return;
    memcpy(told, race->words.progress, sizeof told);
    snprintf(race->words.progress, sizeof race->words.progress, "%s · %.60s", which, told);
}

/* What the signs on a card that is pointed at mean. */
static void tell_card(struct race_screen *race)
{
    struct text said = {0};
    if (race->pointed_card == 0 || race_is_shown(race))
        return;
    shown_say(race_shown(race), race->pointed_card, &said);
    snprintf(race->words.remark, sizeof race->words.remark, "%s", text_string(&said));
    text_free(&said);
}

/* Behind it: what the ghost took. */
static void tell_ghost(struct race_screen *race)
{
    size_t length = strlen(race->words.progress);
    if (race->ghost.shown)
        snprintf(race->words.progress + length, sizeof race->words.progress - length, " · ghost %d",
                 race->ghost.record.rounds);
}

static void build_question(struct app *app, struct ui *ui, struct race_screen *race)
{
    if (race->asked.action.length == 0)
        return;
    struct text text = {0};
    /* The place that is asked about and the car, with some room: what the question must not cover.
     */
    const struct paper_view *view = &race->camera.view;
    double x, y, room = fmax(1.2 * view->square, ASKED_ROOM * view->scale);
    shown_spot(race->rules_view, race->asked.place, &x, &y);
    paper_to_device(view, race->camera.rows, x, y, &x, &y);
    struct box box = {(int)(x - room), (int)(y - room), (int)(2 * room), (int)(2 * room)};
    if (race_locate(race, race->car, &x, &y))
        box = box_join(box, box_make((int)(x - room), (int)(y - room), box.w, box.h));
    box.x += race->sheet_box.x;
    box.y += race->sheet_box.y;
    struct box seen = box_intersect(box, race->sheet_box);
    const char *same = race->asked.same;
    text_append_format(&text, "%s %s all the same? You are asked about this once a game.",
                       text_string(&race->asked.cost), same ? same : "Drive there");
    enum ui_answer answer =
        ui_question_beside(ui, text_string(&race->asked.title), text_string(&text),
                           same ? same : "Drive", "Choose again", &seen);
    text_free(&text);
    if (answer == ANSWER_YES)
        race_act(app, race, text_string(&race->asked.action));
    if (answer != ANSWER_NONE)
        forget_question(race);
}

struct box race_cut_panel(const struct race_screen *race, struct canvas *canvas, struct box *rest)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int percent = race->looks_back ? PERCENT_LOOKING_BACK : PANEL_PERCENT;
    int most = rest->w * percent / 100, width = canvas_units(canvas, PANEL_WIDTH);
    int padding = canvas_units(canvas, PANEL_PADDING / (2 * most < width ? 2 : 1));
    struct box panel = box_cut_right(rest, width < most ? width : most);
    canvas_fill(canvas, panel, theme->panel);
    canvas_fill(canvas, box_make(panel.x, panel.y, canvas_units(canvas, 1), panel.h),
                theme->panel_edge);
    return box_inset(panel, padding, padding);
}

void race_follow_projector(const struct app *app, struct race_screen *race)
{
    if (race->projected != app->projector)
        race->folded = app->projector;
    race->projected = app->projector;
}

void race_build(struct app *app, struct ui *ui, struct race_screen *race, struct box rest)
{
    struct canvas *canvas = ui_canvas(ui);
    adopt_session(app, race);
    race_follow_projector(app, race);
    race_let_drive(app, race);
    race_follow_ghost(app, race);
    race_find_motion(race, clock_now()); /* under a cover, too: what is over rests there */
    if (race->covered && !race_is_shown(race)) {
        race_build_cover(app, ui, race, rest);
        return;
    }
    struct box panel = {0}, line = {0};
    if (!race->folded) {
        line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
        panel = race_cut_panel(race, canvas, &rest);
    }
    struct box motion = race_cut_motion(app, race, canvas, &rest);
    struct box strip = {0};
    if (race->rules_view->strip_height)
        strip = box_cut_bottom(&rest, race->rules_view->strip_height(race->view, ui, rest.w));
    if (race_resize(race, canvas, rest)) {
        aim_at_choice(race); /* what is in sight is known only now */
        camera_jump(&race->camera);
    }
    race_follow_hints(app, race);
    race_place_over(race, canvas);
    build_sheet(app, ui, race, strip);
    race_hear_pointer(app, race, ui);
    if (race_is_shown(race))
        race_build_show(app, ui, race, strip);
    race_build_motion(app, ui, race, motion);
    shown_tell(race_shown(race), race->watching, &race->words);
    tell_series(app, race);
    tell_ghost(race);
    race_draw_confetti(race, canvas, clock_now());
    race_build_map(app, ui, race);
    race_build_notes(app, ui, race);
    race_draw_name(ui, race);
    invite_draw_votes(ui, race->session, &race->camera, race->sheet_box);
    race_tell_pause(race, &race->words);
    race_tell_show(race, &race->words);
    if (race->folded) {
        if (!race->taught)
            race_build_chip(app, ui, race);
    } else {
        if (panel.w > 0)
            race_build_panel(app, ui, race, panel);
        tell_card(race);
        race_build_line(app, ui, race, line);
    }
    struct text status = {0};
    const char *remarks[] = {race->words.status, race->words.remark, race_last_remark(race)};
    for (int i = 0; i < 3; i++)
        text_append_format(&status, "%s%s", i > 0 && remarks[i][0] ? " " : "", remarks[i]);
    text_append(&status, race_is_shown(race) ? " " : "");
    race_say_moment(race, &status);
    ui_status(ui, text_string(&status));
    text_free(&status);
    build_question(app, ui, race);
    race_build_program_question(ui, race);
    invite_build_question(app, ui);
}

static void room_build(struct app *app, struct ui *ui)
{
    race_build(app, ui, shown, canvas_box(ui_canvas(ui)));
}

static bool event(struct app *app, const SDL_Event *event)
{
    return race_event(app, shown, event);
}

int race_animate(struct app *app, struct race_screen *race, Uint32 now)
{
    if (!race->seen)
        race_look_first(race); /* from the first picture on, however long it took */
    race->seen = true;
    int wait = race_patience(app, race, now);
    if (race_is_shown(race)) {
        wait = race_run_show(app, race, now);
    } else if (race->running >= 0) {
        wait = RACE_FRAME_MILLISECONDS;
        race->share = (now - race->running_since) / (double)race->stroke_time;
        race->progress =
            race->rules_view->step_time ? motion_ease(race->share) : motion_progress(race->share);
        if (race->share >= 1)
            race_finish_stroke(app, race);
    }
    wait = race_move_camera(race, now, wait);
    int moments = race_run_moments(app, race, now);
    app->decorative_motion = moments >= 0 && (wait < 0 || wait >= SETTLED);
    return race_sooner(wait, moments);
}

static int animate(struct app *app, Uint32 now)
{
    return race_animate(app, shown, now);
}

static bool returns(const struct app *app)
{
    return app->session != NULL;
}

const struct screen screen_race = {
    .name = "race",
    .enter = enter,
    .leave = leave,
    .build = room_build,
    .event = event,
    .animate = animate,
    .covers_window = true,
    .returns = returns,
};
