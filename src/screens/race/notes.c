/* The record to race against: what its car drove appears in pale pencil, a round with each that is
 * driven. It is the best of those who take part, or, if none of them has one, the best there is;
 * and only one whose race is still kept. It is read from that file and touches neither race.
 */

#include "base/number.h"
#include "base/system/file.h"
#include "screens/help/book.h"
#include "screens/race/inside.h"
#include "session/records.h"
#include "session/session.h"
#include "ui/layout.h"
#include "ui/window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *path_of(const struct app *app, const struct record *record)
{
    return file_join(app->races_folder, record->race);
}

bool app_has_ghost(const struct app *app, const struct record *record)
{
    char *path = record->race[0] && app->races_folder ? path_of(app, record) : NULL;
    bool exists = path && file_exists(path);
    free(path);
    return exists;
}

static bool takes_part(const struct session *session, const char *name)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (driver_is_human(session_player(session, i)->driver) &&
            strcmp(session_player(session, i)->name, name) == 0)
            return true;
    return false;
}

static struct record find_record(struct app *app, const struct session *session)
{
    struct text told = {0};
    struct record_list list = {0};
    struct records *records = records_load(app->records_path, &told);
    records_find(records, session_setup(session), &list);
    records_free(records);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
    /* Of another race than this one. No rounds: there is none. */
    const char *kept = session_kept_path(session), *own = kept ? file_own_name(kept) : "";
    struct record chosen = {0};
    bool is_own = false;
    for (int i = 0; i < list.count && !is_own; i++) {
        const struct record *record = &list.items[i];
        bool better = chosen.rounds == 0 || takes_part(session, record->name);
        if (!better || strcmp(record->race, own) == 0 || !app_has_ghost(app, record))
            continue;
        chosen = *record;
        is_own = takes_part(session, record->name);
    }
    return chosen;
}

/* Its car; 0: the file holds another race by now. */
static int find_car(const struct session *session, const struct record *record)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race(session, tallies);
    for (int i = 0; i < count; i++)
        if (tally_is_in_one_go(session, &tallies[i]) &&
            tallies[i].standing.rounds == record->rounds &&
            strcmp(session_player(session, tallies[i].player)->name, record->name) == 0)
            return tallies[i].car;
    return 0;
}

static bool is_about_same(const struct session *one, const struct session *other)
{
    return session_setup(one)->game == session_setup(other)->game &&
           course_fingerprint(session_setup(one)->course) ==
               course_fingerprint(session_setup(other)->course);
}

static void drop_ghost(struct race_screen *race);

static void drop_ghost(struct race_screen *race)
{
    session_free(race->ghost.session);
    race->ghost = (struct race_ghost){0};
}

void race_find_ghost(struct app *app, struct race_screen *race)
{
    drop_ghost(race);
    if (!app->practice && !race->taught)
        race->ghost.record = find_record(app, race->session);
}

void race_follow_ghost(const struct app *app, struct race_screen *race)
{
    if (app->settings.ghost && race->ghost.record.rounds > 0 && !race->ghost.session) {
        struct race_ghost *ghost = &race->ghost;
        struct error error;
        bool damaged = false;
        char *path = path_of(app, &ghost->record);
        ghost->session = session_load(path, &damaged, &error);
        free(path);
        if (ghost->session && is_about_same(ghost->session, race->session))
            ghost->car = find_car(ghost->session, &ghost->record);
        if (ghost->car == 0)
            drop_ghost(race);
    }
    race->ghost.shown = app->settings.ghost && race->ghost.session;
}

/* In step: a round of it for each that has been driven. */
struct paper_ghost race_ghost(const struct race_screen *race)
{
    int steps = race->running >= 0 ? race->running : race->steps;
    if (!race->ghost.shown || race->looks_back)
        return (struct paper_ghost){0};
    struct paper_ghost ghost = {.session = race->ghost.session,
                                .car = race->ghost.car,
                                .rounds =
                                    paper_rounds_driven(session_race_after(race->session, steps))};
    if (race->running >= 0 && !race_is_shown(race) &&
        paper_rounds_driven(session_race_after(race->session, steps + 1)) > ghost.rounds)
        ghost.progress = race->progress;
    return ghost;
}

/* === map ====================================================================================== */

/* The whole sheet in a corner, while less than half of it is in sight: where the cars are, and
 * which part one looks at. A click or a drag in it moves the view.
 *
 * It gives way to whatever can be chosen and to the cars on the sheet, so it moves to another
 * corner or is not there at all. While the view glides it takes no clicks: what passes below it is
 * what somebody points at then.
 */

static const double SIDE_MOST = 180;            /* interface pixels */
static const double MARGIN = 14, CLEARANCE = 8; /* round it: a click may miss a point by so much */
static const double CAR_SIDE = 9, INSET = 4;
enum { SHARE_SEEN = 50 /* percent */, SHARE_MOST = 4 /* part of the window's sides */ };
static const char WORDS[] = "The whole sheet: a click moves the view, Enter shows all of it";

/* How much of a side of the sheet lies in the window: from `low` to `high` of its length. */
static double share_seen(double edge, double length, double window)
{
    double low = fmax(edge, 0), high = fmin(edge + length, window);
    return length > 0 ? fmax(high - low, 0) / length : 1;
}

static struct box map_size(const struct race_screen *race, const struct canvas *canvas)
{
    const struct camera *camera = &race->camera;
    int inset = canvas_units(canvas, INSET), most = canvas_units(canvas, SIDE_MOST);
    double square = fmin(fmin(most, camera->width / SHARE_MOST) / (double)camera->columns,
                         fmin(most, camera->height / SHARE_MOST) / (double)camera->rows);
    return box_make(0, 0, (int)ceil(camera->columns * square) + 2 * inset,
                    (int)ceil(camera->rows * square) + 2 * inset);
}

/* Also what labels only rather leave free is in its way, since it takes clicks. */
static bool is_free(const struct labels *labels, struct label_box box)
{
    for (int i = 0; i < labels->obstacle_count; i++) {
        const struct label_box *other = &labels->obstacles[i].box;
        if (box.x < other->x + other->w && other->x < box.x + box.w &&
            box.y < other->y + other->h && other->y < box.y + box.h)
            return false;
    }
    return true;
}

static void race_place_map(struct race_screen *race, struct canvas *canvas,
                           const struct labels *labels)
{
    struct box size = map_size(race, canvas);
    double margin = canvas_units(canvas, MARGIN), clear = canvas_units(canvas, CLEARANCE);
    double right = race->sheet_box.w - margin - size.w, low = race->sheet_box.h - margin - size.h;
    const struct camera *camera = &race->camera;
    const struct paper_view *goal = &camera->goal;
    double across = share_seen(goal->left, camera->columns * goal->square, camera->width);
    double down = share_seen(goal->top, camera->rows * goal->square, camera->height);
    if (!(100 * across * down < SHARE_SEEN) || right < margin || low < margin)
        return;
    /* The corner that it had is tried first: it does not wander while it need not. */
    for (int i = 0; i < 4; i++) {
        int corner = (race->map_corner + i) % 4;
        struct box box = box_make((int)(corner & 1 ? right : margin),
                                  (int)(corner & 2 ? margin : low), size.w, size.h);
        struct label_box room = {box.x - clear, box.y - clear, size.w + 2 * clear,
                                 size.h + 2 * clear};
        if (!race->map_held && !is_free(labels, room))
            continue;
        race->map_corner = corner;
        race->over[RACE_OVER_MAP] = box;
        return;
    }
}

void race_place_map_alone(struct race_screen *race, struct canvas *canvas)
{
    const struct box sheet = race->sheet_box;
    double x, y;
    struct labels labels =
        labels_begin((struct label_box){0, 0, sheet.w, sheet.h}, canvas_scale(canvas));
    memset(race->over, 0, RACE_OVER_GUIDES * sizeof *race->over);
    if (race_locate(race, race->car, &x, &y))
        labels_keep_off_disc(&labels, x, y, 2 * race->camera.goal.square);
    race_place_map(race, canvas, &labels);
    race->over[RACE_OVER_MAP].x += sheet.x;
    race->over[RACE_OVER_MAP].y += sheet.y;
    labels_end(&labels);
}

static bool paint_sheet(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    struct race_screen *race = data;
    race->map_view = paper_draw_thumbnail(cairo, session_setup(race->session)->course, box.w, box.h,
                                          canvas_scale(canvas), canvas_theme(canvas));
    return true;
}

static void look_at(struct race_screen *race, const struct ui *ui, struct box inside)
{
    int x, y;
    double square = race->map_view.square;
    ui_pointer(ui, &x, &y);
    if (square <= 0)
        return;
    race_move_to(race, (x - inside.x - race->map_view.left) / square,
                 race->camera.rows - (y - inside.y - race->map_view.top) / square);
}

void race_build_map(struct app *app, struct ui *ui, struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box box = race->over[RACE_OVER_MAP];
    race->map_held = false;
    if (box.w <= 0)
        return;
    const struct paper_theme *theme = canvas_theme(canvas);
    int inset = canvas_units(canvas, INSET);
    struct box inside = box_inset(box, inset, inset);
    struct card card = {theme->card, theme->panel_edge, 6, 1, false, true};
    canvas_card(canvas, box, &card);
    canvas_picture(canvas, &race->map, inside, paint_sheet, race);
    struct shown_race shown = race_shown(race);
    for (int car = race->rules_view->game->car_count(shown.state); car > 0; car--) {
        double x, y;
        if (!shown_middle(shown, car, &x, &y))
            continue;
        paper_to_device(&race->map_view, race->camera.rows, x, y, &x, &y);
        double side = canvas_units(canvas, CAR_SIDE) * (car == race_told_car(race) ? 1.35 : 1);
        canvas_mark(canvas, paper_pen_of(race->session, car), inside.x + x, inside.y + y, side);
    }
    /* Round the part that one looks at. */
    const struct camera *camera = &race->camera;
    double left, top, right, bottom, width = canvas_units(canvas, 2);
    camera_to_sheet(camera, 0, 0, &left, &top);
    camera_to_sheet(camera, camera->width, camera->height, &right, &bottom);
    paper_to_device(&race->map_view, camera->rows, left, top, &left, &top);
    paper_to_device(&race->map_view, camera->rows, right, bottom, &right, &bottom);
    left = inside.x + fmax(left, width / 2);
    top = inside.y + fmax(top, width / 2);
    right = inside.x + fmin(right, inside.w - width / 2);
    bottom = inside.y + fmin(bottom, inside.h - width / 2);
    const double points[] = {left, top, right, top, right, bottom, left, bottom, left, top};
    struct stroke stroke = {canvas_theme(canvas)->action, width, 0};
    canvas_stroke(canvas, points, 5, &stroke);
    if (race->camera.gliding)
        return;
    struct ui_state state = ui_handle(ui, "map", box, WORDS);
    race->map_held = state.held;
    if (state.held || (state.clicked && !state.ring)) {
        look_at(race, ui, inside);
    } else if (state.clicked) {
        race_see_all(app, race);
    }
    if (state.ring)
        ui_focus_ring(ui, box, 6);
}

/* === notes ==================================================================================== */

/* What is told over the sheet: what the last action led to, and the result at the end.
 *
 * A note stays until a person has done something, so nothing has to move when nothing happens, and
 * missed turns are seen when they are struck off; what computers do meanwhile comes below it. Where
 * nobody but computers drives, a note gives way after a while.
 */

static const double NOTE_MARGIN = 14; /* interface pixels */
static const double NOTE_PADDING = 14;
static const double NOTE_WIDTH = 520;
static const double NOTE_GAP = 6; /* between it and what can be chosen */
static const double BANNER_WIDTH = 420;
static const double NAME_SIDE = 10, NAME_MARK = 28, NAME_AWAY = 26; /* of the name at a car */
static const Uint32 NOTE_MILLISECONDS = 4000;

static void drop_note(struct race_screen *race, int index)
{
    int behind = --race->note_count - index;
    memmove(race->notes + index, race->notes + index + 1, (size_t)behind * sizeof race->notes[0]);
}

static void add_note(struct race_screen *race, const char *text, bool remark)
{
    if (race->note_count == RACE_NOTE_LINES) {
        /* When there is no room for another, the oldest goes that also stands in the log. */
        int gone = 0;
        while (gone < race->note_count && race->notes[gone].remark)
            gone++;
        drop_note(race, gone < race->note_count ? gone : 0);
    }
    struct race_note *note = &race->notes[race->note_count++];
    snprintf(note->text, sizeof note->text, "%s", text);
    note->remark = remark;
    note->since = clock_now();
}

const char *race_last_remark(const struct race_screen *race)
{
    for (int i = race->note_count - 1; i >= 0; i--)
        if (race->notes[i].remark)
            return race->notes[i].text;
    return "";
}

void race_forget_notes(struct race_screen *race)
{
    race->note_count = 0;
}

void race_forget_over(struct race_screen *race)
{
    drop_ghost(race);
    picture_free(&race->map);
    race_forget_notes(race);
}

void race_take_notes(struct race_screen *race, int index)
{
    const struct setup *setup = session_setup(race->session);
    const char *names[PLAYER_LIMIT] = {0};
    for (int i = 0; i < setup->players; i++)
        names[i] = session_player(race->session, i + 1)->name;
    struct step step = session_step(race->session, index);
    struct text sentence = {0};
    bool by_person = race_is_persons(race, step.car);
    bool watched = race_is_only_watched(race);
    while (race->note_count > 0 &&
           (by_person || (watched && clock_now() - race->notes[0].since > NOTE_MILLISECONDS)))
        drop_note(race, 0);
    if (race->remark.length > 0) {
        add_note(race, text_string(&race->remark), true);
        race_log_remark(race, text_string(&race->remark), index);
    }
    for (int i = 0; i < step.event_count; i++) {
        const struct rules_view *rules_view = race->rules_view;
        if (!step.events[i].noted || (rules_view->tells && rules_view->tells(race->view, index, i)))
            continue;
        text_clear(&sentence);
        setup->game->describe(session_race_after(race->session, index + 1), &step.events[i], names,
                              &sentence);
        if (sentence.length > 0)
            add_note(race, sentence.data, false);
    }
    text_free(&sentence);
}

/* How large the notes from `first` on are, as a box at (0, 0). */
static struct box notes_size(struct canvas *canvas, const struct race_screen *race, int first)
{
    int padding = canvas_units(canvas, NOTE_PADDING), margin = canvas_units(canvas, NOTE_MARGIN);
    int widest = 0;
    for (int i = 0; i < race->note_count; i++) {
        int width = canvas_text_width(canvas, STYLE_BODY, race->notes[i].text);
        widest = width > widest ? width : widest;
    }
    int inside = widest, height = 2 * padding;
    int most = race->sheet_box.w - 2 * margin - 2 * padding;
    most = most < canvas_units(canvas, NOTE_WIDTH) ? most : canvas_units(canvas, NOTE_WIDTH);
    inside = inside < most ? inside : most;
    for (int i = first; i < race->note_count; i++)
        height += canvas_paragraph_height(canvas, STYLE_BODY, race->notes[i].text, inside);
    return (struct box){0, 0, inside + 2 * padding, height};
}

/* At the upper or lower edge, in the middle or in a corner, else wherever there is room. */
static bool find_room(struct labels *labels, bool middle_first, struct box size, struct box *found)
{
    const struct label_box *seen = &labels->seen;
    double right = seen->x + seen->w - size.w, bottom = seen->y + seen->h - size.h;
    double middle = floor((seen->x + right) / 2);
    const double across[2][3] = {{seen->x, right, middle}, {middle, seen->x, right}};
    struct label_box box = {0, 0, size.w, size.h};
    for (int i = 0; i < 6; i++) {
        box.x = across[middle_first][middle_first ? i % 3 : i / 2];
        box.y = (middle_first ? i < 3 : i % 2) ? seen->y : bottom;
        if (labels_put(labels, box)) {
            *found = box_make((int)box.x, (int)box.y, size.w, size.h);
            return true;
        }
    }
    struct label_wish wish = {.x = seen->x + seen->w / 2, .y = seen->y, .prefer_y = 1};
    if (!labels_place(labels, size.w, size.h, &wish, &box))
        return false;
    *found = box_make((int)box.x, (int)box.y, size.w, size.h);
    return true;
}

static bool shows_notes(const struct race_screen *race)
{
    return race->running < 0 && race->note_count > 0 && (race->car > 0 || race->taught);
}

/* Beside the car whose turn it has become, if there is room. */
static void place_name(struct race_screen *race, struct canvas *canvas, struct labels *labels)
{
    int car = race_named_car(race, clock_now());
    double x, y;
    struct label_box placed;
    if (car == 0 || !race_locate(race, car, &x, &y))
        return;
    const char *name = race_name_of_car(race, car);
    int side = canvas_units(canvas, NAME_SIDE), mark = canvas_units(canvas, NAME_MARK);
    int width = canvas_text_width(canvas, STYLE_TITLE, name), least = canvas_units(canvas, 40);
    struct box size = box_make(0, 0, mark + (width > least ? width : least) + 3 * side,
                               canvas_line_height(canvas, STYLE_TITLE) + side);
    struct label_wish wish = {.x = x, .y = y, .away = canvas_units(canvas, NAME_AWAY)};
    wish.prefer_y = -1;
    if (labels_place(labels, size.w, size.h, &wish, &placed))
        race->over[RACE_OVER_NAME] = box_make((int)placed.x, (int)placed.y, size.w, size.h);
}

void race_draw_name(struct ui *ui, const struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = race->over[RACE_OVER_NAME];
    int car = race_named_car(race, clock_now()), side = canvas_units(canvas, NAME_SIDE);
    if (box.w <= 0 || car == 0)
        return;
    int pen = paper_pen_of(race->session, car);
    struct card card = {theme->card, theme->pens[pen - 1], 8, 2.5, false, true};
    canvas_card(canvas, box, &card);
    ui_tell_label(ui, race_name_of_car(race, car), box);
    struct box rest = box_inset(box, side, 0);
    int mark = canvas_units(canvas, NAME_MARK);
    struct box left = box_cut_left(&rest, mark + side);
    canvas_mark(canvas, pen, left.x + mark / 2.0, left.y + left.h / 2.0, mark);
    canvas_text(canvas, STYLE_TITLE, theme->ink, race_name_of_car(race, car), rest, ALIGN_LEFT);
}

void race_place_over(struct race_screen *race, struct canvas *canvas)
{
    struct view_look look = race_look(race);
    const struct box sheet = race->sheet_box;
    double margin = canvas_units(canvas, NOTE_MARGIN), gap = canvas_units(canvas, NOTE_GAP);
    struct labels labels =
        labels_begin((struct label_box){margin, margin, sheet.w - 2 * margin, sheet.h - 2 * margin},
                     canvas_scale(canvas));
    memset(race->over, 0, RACE_OVER_GUIDES * sizeof *race->over);
    if (race->rules_view->keep_clear)
        race->rules_view->keep_clear(race->view, &look, &labels);
    for (int i = 0; i < labels.obstacle_count; i++) {
        struct label_box *box = &labels.obstacles[i].box;
        *box = (struct label_box){box->x - gap, box->y - gap, box->w + 2 * gap, box->h + 2 * gap};
    }
    struct box *over = race->over, size = race_chip_size(race, canvas);
    if (size.w > 0)
        find_room(&labels, false, size, &over[RACE_OVER_CHIP]);
    /* What has no room is not lost: it stands in the log. */
    bool found = !shows_notes(race);
    for (race->first_note = 0; !found && race->first_note < race->note_count; race->first_note++) {
        found = find_room(&labels, true, notes_size(canvas, race, race->first_note),
                          &over[RACE_OVER_NOTES]);
        if (found)
            break;
    }
    place_name(race, canvas, &labels);
    race_place_map(race, canvas, &labels);
    for (int i = 0; i < RACE_OVER_GUIDES; i++) {
        over[i].x += sheet.x;
        over[i].y += sheet.y;
    }
    labels_end(&labels);
}

static void draw_notes(struct ui *ui, const struct race_screen *race)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int padding = canvas_units(canvas, NOTE_PADDING);
    struct box box = race->over[RACE_OVER_NOTES];
    if (box.w <= 0)
        return;
    struct card card = {theme->card, theme->panel_edge, 8, 1, false, true};
    canvas_card(canvas, box, &card);
    ui_tell_label(ui, race->notes[race->first_note].text, box);
    struct box rest = box_inset(box, padding, padding);
    for (int i = race->first_note; i < race->note_count; i++) {
        int used = canvas_paragraph(canvas, STYLE_BODY, theme->ink, race->notes[i].text, rest,
                                    ALIGN_CENTRE);
        box_cut_top(&rest, used);
    }
}

/* The rows of the result: a player is told once, with the first of the cars. */
static int take_players(const struct race_screen *race, struct tally tallies[CAR_LIMIT])
{
    int count = tally_race(race->session, tallies), rows = 0;
    bool told[PLAYER_LIMIT + 1] = {false};
    for (int i = 0; i < count; i++) {
        if (told[tallies[i].player])
            continue;
        told[tallies[i].player] = true;
        tallies[rows++] = tallies[i];
    }
    return rows;
}

static void draw_placing(struct canvas *canvas, const struct race_screen *race,
                         const struct tally *tally, struct box row)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char place[16];
    standing_print_place(tally->standing.place, session_setup(race->session)->players, place,
                         sizeof place);
    struct view_team team;
    shown_team(race_shown(race), tally->car, &team);
    canvas_text(canvas, STYLE_STRONG, theme->ink, team.score,
                box_cut_right(&row, canvas_text_width(canvas, STYLE_STRONG, team.score)),
                ALIGN_RIGHT);
    struct box first = box_cut_left(&row, canvas_units(canvas, 52));
    struct box second = box_cut_left(&row, canvas_units(canvas, 30));
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, place, first, ALIGN_LEFT);
    canvas_mark(canvas, paper_pen_of(race->session, tally->car),
                second.x + second.w / 2.0 - second.w * 0.15, second.y + second.h / 2.0,
                canvas_units(canvas, 15));
    canvas_text(canvas, STYLE_BODY, theme->ink, race_name_of_car(race, tally->car), row,
                ALIGN_LEFT);
}

static void build_banner(struct app *app, struct ui *ui, struct race_screen *race)
{
    static const double PADDING = 20, BUTTON = 180;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct tally tallies[CAR_LIMIT];
    char headline[2 * PLAYER_NAME_BYTES + 16];
    int count = take_players(race, tallies);
    int row = canvas_line_height(canvas, STYLE_BODY) + canvas_units(canvas, 4);
    int title = canvas_line_height(canvas, STYLE_TITLE), button = ui_button_height(ui);
    int height = title + count * row + button + 4 * canvas_units(canvas, PADDING);
    struct box box = box_centre(race->sheet_box, canvas_units(canvas, BANNER_WIDTH), height);
    box = box_intersect(box, race->sheet_box);
    struct card card = {theme->card, theme->panel_edge, 10, 1, false, true};
    canvas_card(canvas, box, &card);
    struct layout column = layout_inside(ui, box, PADDING, PADDING, PADDING);
    size_t size = sizeof headline;
    /* Cars that share the first place because the race was ended on their way have won nothing; one
     * that is left alone has. In a game for points all come to the end. */
    int first = 0, finished = 0;
    while (first < count && tallies[first].standing.place == 1 && !tallies[first].standing.out)
        finished += tallies[first++].standing.finished;
    int winners = first == 1 || finished > 0 || tallies[0].standing.by_points ? first : 0;
    const char *name = race_name_of_car(race, tallies[0].car);
    if (winners == 0)
        snprintf(headline, size, "Nobody finished");
    else if (session_setup(race->session)->players == 1)
        snprintf(headline, size, "%s has finished", name);
    else if (winners == 1)
        snprintf(headline, size, "%s wins!", name);
    else if (winners == 2)
        snprintf(headline, size, "%s and %s win!", name, race_name_of_car(race, tallies[1].car));
    else
        snprintf(headline, size, "%d share the victory", winners);
    canvas_title(canvas, layout_cut(&column, AT_TOP, title), headline, ALIGN_CENTRE);
    struct box foot = layout_cut(&column, AT_BOTTOM, button);
    for (int i = 0; i < count; i++)
        draw_placing(canvas, race, &tallies[i], box_cut_top(&column.rest, row));
    if (ui_button(ui, "button results", "Results",
                  box_centre(foot, canvas_units(canvas, BUTTON), button), LOOK_PRIMARY))
        app_go(app, &screen_results);
    ui_default(ui, "button results");
}

/* === guide ==================================================================================== */

enum { GUIDES_AT_ONCE = VIEW_COVERS - RACE_OVER_GUIDES };
static const double GUIDE_WIDTH = 240, GUIDE_PADDING = 10, ROAD_STEP = 40,
                    NUMBERS_EDGE = 28; /* interface pixels */
static const double ROAD_COST = 0.02;  /* of covering it: half a remark, as 40 pixels further */

/* The bit of a book's first one; those of games that are not in the list are never known. */
static int guide_bit(const struct lesson_book *of)
{
    int bit = 0;
    for (const struct lesson_book *const *book = lesson_books; *book && *book != of; book++)
        bit += LESSON_GUIDES;
    return bit;
}

static int guides_of(const struct lesson_book *book)
{
    return ((1 << book->guide_count) - 1) << guide_bit(book);
}

static bool is_guided(const struct app *app, const struct race_screen *race)
{
    return race->car > 0 && !race->watching && !race->looks_back && !race->taught &&
           race->running < 0 && !race_is_shown(race) && !app->practice &&
           race_is_persons(race, race->car);
}

/* A round that is over was driven by all who were told these: by what each did nothing is known. */
static struct {
    const struct session *session;
    int round, told;
    uint64_t laid_for, drawn;     /* what the places of the remarks were found for */
    struct box at[LESSON_GUIDES]; /* empty: it is not told, or has no room */
} guided;

static void take_known(struct app *app, const struct race_screen *race)
{
    const struct lesson_book *book = lesson_book_of(race->rules_view->game);
    const struct race *state = session_race(race->session);
    int known = app->settings.guided, round = state->game->round(state);
    if (guided.session == race->session && round > guided.round)
        known |= guided.told;
    if (guided.session != race->session || round != guided.round)
        guided.told = 0;
    if (guided.session != race->session)
        guided.laid_for = 0;
    guided.session = race->session;
    guided.round = round;
    /* Who has driven a race to its end knows its game. */
    if (race->car == 0 && !race->taught && !race->looks_back && !race_is_only_watched(race))
        known |= guides_of(book);
    app->settings_changed |= known != app->settings.guided;
    app->settings.guided = known;
}

/* What a guide is about, or the edge of the sheet before it, so that no line crosses what stands in
 * a panel; empty: it is not there. */
static struct box find_thing(const struct ui *ui, const char *beginning, struct box sheet)
{
    struct box all = {0};
    for (int i = 0; i < ui_target_count(ui); i++) {
        const struct ui_target *target = ui_target_at(ui, i);
        if (strncmp(target->id, beginning, strlen(beginning)) == 0)
            all = box_join(all, target->box);
    }
    if (box_is_empty(all) || !box_is_empty(box_intersect(all, sheet)))
        return all;
    int x = all.x + all.w / 2, y = all.y + all.h / 2;
    x = x < sheet.x ? sheet.x : x >= sheet.x + sheet.w ? sheet.x + sheet.w - 1 : x;
    y = y < sheet.y ? sheet.y : y >= sheet.y + sheet.h ? sheet.y + sheet.h - 1 : y;
    return box_make(x, y, 1, 1);
}

static void build_guide_words(struct layout *column, void *data)
{
    const struct lesson_guide *guide = *(const struct lesson_guide *const *)data;
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    layout_text(column, AT_TOP, STYLE_STRONG, theme->action, guide->term);
    layout_paragraph(column, STYLE_SMALL, theme->ink, guide->words);
}

/* Off all that what is written on the sheet is kept off, then off the road, in stripes. The first
 * obstacle of that. What is written gives way to remarks. */
static int keep_off_sheet(struct labels *labels, const struct race_sheet *sheet, struct box box)
{
    const struct label_road *road = &sheet->labels.road;
    const struct paper_view *paper = &sheet->paper;
    double step = ROAD_STEP * labels->unit;
    for (int i = sheet->covers; i < sheet->labels.obstacle_count; i++) {
        struct label_box at = sheet->labels.obstacles[i].box;
        if (!sheet->labels.obstacles[i].written)
            labels_keep_off(labels, (struct label_box){box.x + at.x, box.y + at.y, at.w, at.h});
    }
    /* Its numbers stand along two edges. */
    double edge = NUMBERS_EDGE * labels->unit, left = fmax(paper->left, 0),
           low = fmin(paper->top + sheet->rows * paper->square, box.h);
    labels_keep_off(labels, (struct label_box){box.x + left, box.y, edge, low});
    labels_keep_off(labels, (struct label_box){box.x + left, box.y + low - edge, box.w, edge});
    int first = labels->obstacle_count;
    for (double y = 0; road->holds && y < box.h; y += step)
        for (double x = 0, from = -1; x < box.w + step; x += step) {
            bool holds = x < box.w && road->holds(road->course, (x - paper->left) / paper->square,
                                                  sheet->rows - (y - paper->top) / paper->square);
            from = holds && from < 0 ? x : from;
            if (holds || from < 0)
                continue;
            labels_keep_off(labels, (struct label_box){box.x + from - step / 2,
                                                       box.y + y - step / 2, x - from, step});
            from = -1;
        }
    return first;
}

/* What covering these obstacles costs, for each square pixel; 0: it is not done. */
static void set_cost(struct labels *labels, int from, int to, double cost)
{
    for (int i = from; i < to; i++) {
        labels->obstacles[i].never = cost <= 0;
        labels->obstacles[i].weight = cost;
    }
}

/* What is about a button stands close to it, over the road (obstacles from `road` to `soft`) rather
 * than at the end of a long line across that. If there is no room beside the first `soft` ones,
 * over as little of them as can be; an empty box if there is none at all. */
static struct box place_guide(struct ui *ui, struct labels *labels, int road, int soft,
                              const struct lesson_guide *guide, struct box thing)
{
    const struct canvas *canvas = ui_canvas(ui);
    struct label_box at;
    const struct label_box *seen = &labels->seen;
    int padding = canvas_units(canvas, GUIDE_PADDING), width = canvas_units(canvas, GUIDE_WIDTH);
    int high = layout_measure(ui, width - 2 * padding, build_guide_words, &guide) + 2 * padding;
    /* At the edge of the sheet if that is before it. */
    struct label_wish wish = {.x = fmin(fmax(thing.x + thing.w / 2.0, seen->x), seen->x + seen->w),
                              .y = fmin(fmax(thing.y + thing.h / 2.0, seen->y), seen->y + seen->h)};
    bool button = thing.w == 1 && thing.h == 1;
    set_cost(labels, 0, road, 0);
    set_cost(labels, road, soft, button ? ROAD_COST : 0);
    bool placed = labels_place(labels, width, high, &wish, &at);
    if (!placed)
        set_cost(labels, 0, soft, 1);
    if (!placed && !labels_place(labels, width, high, &wish, &at))
        return (struct box){0};
    return box_make((int)at.x, (int)at.y, width, high);
}

static void draw_way_to(struct canvas *canvas, struct box box, struct box thing)
{
    double x = box.x + box.w / 2.0, y = box.y + box.h / 2.0;
    const double line[] = {x, y, fmin(fmax(x, thing.x), thing.x + thing.w),
                           fmin(fmax(y, thing.y), thing.y + thing.h)}; /* to its edge */
    struct stroke stroke = {canvas_theme(canvas)->action, canvas_units(canvas, 1.5),
                            canvas_units(canvas, 5)};
    canvas_stroke(canvas, line, 2, &stroke);
}

static void build_one_guide(struct app *app, struct ui *ui, const struct lesson_guide *guide,
                            struct box box)
{
    struct ui_state state = ui_target(ui, ui_words("guide %s", guide->term), box, guide->words);
    ui_draw_card(ui, box, state, false);
    struct layout inside = layout_inside(ui, box, GUIDE_PADDING, GUIDE_PADDING, 0);
    build_guide_words(&inside, &guide);
    if (state.clicked)
        help_open_at(app, guide->page);
}

/* While the pointer is on the sheet, what is drawn there for its sake plays no part: a remark stays
 * while that moves. */
static uint64_t key_of_guides(const struct app *app, const struct ui *ui,
                              const struct race_screen *race)
{
    const struct paper_view *view = &race->camera.view;
    const double lies[] = {view->left, view->top, view->square, view->scale};
    uint64_t key = hash_bytes(HASH_START, lies, sizeof lies);
    key = hash_bytes(hash_number(key, app->settings.guided), &race->sheet_box, sizeof(struct box));
    for (int i = 0; i < ui_target_count(ui); i++)
        key = hash_bytes(key, &ui_target_at(ui, i)->box, sizeof(struct box));
    return hash_bytes(key, race->over, RACE_OVER_GUIDES * sizeof *race->over);
}

static uint64_t key_of_drawn(const struct race_sheet *sheet)
{
    uint64_t key = HASH_START;
    for (int i = sheet->covers; i < sheet->labels.obstacle_count; i++)
        if (!sheet->labels.obstacles[i].written)
            key = hash_bytes(key, &sheet->labels.obstacles[i].box, sizeof(struct label_box));
    return key;
}

/* Each thing's remark gets a place beside it, as many as may be told at once. */
static void place_guides(const struct app *app, struct ui *ui, const struct race_screen *race,
                         const struct box *things)
{
    const struct lesson_book *book = lesson_book_of(race->rules_view->game);
    int told = 0, wanted = 0, gap = canvas_units(ui_canvas(ui), NOTE_GAP);
    memset(guided.at, 0, sizeof guided.at);
    for (int i = 0; i < book->guide_count; i++)
        wanted +=
            (app->settings.guided >> (guide_bit(book) + i) & 1) == 0 && !box_is_empty(things[i]);
    if (wanted == 0)
        return;
    struct box sheet = box_inset(race->sheet_box, gap, gap);
    struct labels labels = labels_begin((struct label_box){sheet.x, sheet.y, sheet.w, sheet.h},
                                        canvas_scale(ui_canvas(ui)));
    int road = keep_off_sheet(&labels, race->sheet, race->sheet_box);
    int soft = labels.obstacle_count;
    for (int i = 0; i < ui_target_count(ui); i++) {
        struct box box = ui_target_at(ui, i)->box;
        if (box.w < sheet.w)
            labels_keep_off(&labels, (struct label_box){box.x - gap, box.y - gap, box.w + 2 * gap,
                                                        box.h + 2 * gap});
    }
    for (int i = 0; i < RACE_OVER_GUIDES; i++) {
        struct box box = race->over[i];
        labels_keep_off(&labels, (struct label_box){box.x, box.y, box.w, box.h});
    }
    for (int i = 0; i < book->guide_count; i++) {
        bool known = app->settings.guided >> (guide_bit(book) + i) & 1;
        if (told < GUIDES_AT_ONCE && !known && !box_is_empty(things[i]))
            guided.at[i] = place_guide(ui, &labels, road, soft, &book->guides[i], things[i]);
        told += !box_is_empty(guided.at[i]);
    }
    labels_end(&labels);
}

static void tell_guides(struct app *app, struct ui *ui, struct race_screen *race)
{
    const struct lesson_book *book = lesson_book_of(race->rules_view->game);
    struct box things[LESSON_GUIDES], *over = &race->over[RACE_OVER_GUIDES];
    int x, y;
    ui_pointer(ui, &x, &y);
    uint64_t key = key_of_guides(app, ui, race), drawn = key_of_drawn(race->sheet);
    bool points = box_holds(race->sheet_box, x, y);
    bool moves = race_look(race).moving;
    for (int i = 0; i < book->guide_count; i++)
        things[i] = find_thing(ui, book->guides[i].target, race->sheet_box);
    if (!moves && (key != guided.laid_for || (drawn != guided.drawn && !points))) {
        place_guides(app, ui, race, things);
        guided.laid_for = key;
        guided.drawn = drawn;
    }
    /* No line lies over a remark. */
    for (int i = 0; i < book->guide_count && guided.laid_for; i++)
        if (!box_is_empty(guided.at[i]) && !box_is_empty(things[i]))
            draw_way_to(ui_canvas(ui), guided.at[i], things[i]);
    for (int i = 0; i < book->guide_count && guided.laid_for; i++) {
        if (box_is_empty(guided.at[i]) || box_is_empty(things[i]))
            continue;
        build_one_guide(app, ui, &book->guides[i], guided.at[i]);
        guided.told |= 1 << (guide_bit(book) + i);
        *over++ = guided.at[i];
    }
}

static void build_guide(struct app *app, struct ui *ui, struct race_screen *race)
{
    const struct lesson_book *book = lesson_book_of(race->rules_view->game);
    struct box before[GUIDES_AT_ONCE], *over = &race->over[RACE_OVER_GUIDES];
    take_known(app, race);
    memcpy(before, over, sizeof before);
    memset(over, 0, sizeof before);
    /* Nothing is laid out in the frames of who knows all. */
    if ((guides_of(book) & ~app->settings.guided) != 0 && is_guided(app, race) &&
        race->asked.action.length == 0)
        tell_guides(app, ui, race);
    if (memcmp(before, over, sizeof before) != 0)
        ui_build_again(ui); /* the sheet keeps its labels off them */
}

void race_build_notes(struct app *app, struct ui *ui, struct race_screen *race)
{
    if (race->running >= 0)
        return;
    if (race->car == 0 && !race->taught)
        build_banner(app, ui, race);
    else if (shows_notes(race))
        draw_notes(ui, race);
    build_guide(app, ui, race);
}

/* === show ===================================================================================== */

/* A step that is more than a stroke: shown at one of three speeds or at once, stopped, and gone
 * through from moment to moment, with the keys by which one looks back on a race.
 *
 * The race is ahead of what is shown; until the end is seen nobody acts. Before the screen is
 * handed over the last moment stays until somebody goes on, so that all can look at it.
 */

enum { SPEEDS = 4, AT_ONCE = SPEEDS - 1, FRAME_MILLISECONDS = 15 };
static const struct race_speed speeds[SPEEDS] = {{"choice speed 1", "1×", 1},
                                                 {"choice speed 2", "2×", 2},
                                                 {"choice speed 4", "4×", 4},
                                                 {"choice speed once", "all", 0}};
static const double GO_WIDTH = 110; /* interface pixels */

bool race_is_shown(const struct race_screen *race)
{
    return race->running >= 0 && race->show.time > 0;
}

/* Under a cover nothing could be looked at. What has begun goes on to its own end. */
static void end_show(struct app *app, struct race_screen *race)
{
    race_run_to(race, 1, 1);
    race->show.paused = true;
    race_release_moments(race);
    if (!race->covered)
        race_finish_stroke(app, race);
}

static void follow(struct app *app, struct race_screen *race)
{
    if (!race->camera.gliding)
        race_keep_in_sight(app, race);
}

bool race_begin_show(struct app *app, struct race_screen *race)
{
    struct race_show *show = &race->show;
    show->time = 0;
    if (!race->rules_view->step_time)
        return false;
    show->time = race->rules_view->step_time(race->view, race->running);
    if (show->time < 0) {
        show->time = 0;
        return false;
    }
    if (show->time > 0)
        race_begin_moments(app, race, race->running, show->time);
    show->paused = false;
    show->since = clock_now();
    if (show->time == 0)
        race_finish_stroke(app, race);
    else if (!settings_draw_strokes(&app->settings) || show->speed == AT_ONCE)
        end_show(app, race);
    return true;
}

int race_run_show(struct app *app, struct race_screen *race, Uint32 now)
{
    struct race_show *show = &race->show;
    int passed = (int)(now - show->since); /* it may just have begun, after `now` */
    show->since = now;
    if (show->paused || app->over || app->message[0])
        return -1;
    if (show->speed == AT_ONCE) {
        end_show(app, race);
        return 0;
    }
    double share = race->share + (passed > 0 ? passed : 0) * speeds[show->speed].times / show->time;
    race_run_to(race, share, share);
    if (race->progress >= 1)
        end_show(app, race);
    else
        follow(app, race);
    return FRAME_MILLISECONDS;
}

static void go_to(struct app *app, struct race_screen *race, double share)
{
    race_resume_moments(app, race);
    race->show.paused = true;
    race_run_to(race, share, share);
    follow(app, race);
}

static void play(struct app *app, struct race_screen *race)
{
    struct race_show *show = &race->show;
    if (race->progress >= 1)
        race_run_to(race, 0, 0);
    race_resume_moments(app, race);
    show->paused = !show->paused;
    show->since = clock_now();
    if (show->speed == AT_ONCE)
        show->speed = 0;
}

static void press(struct app *app, struct race_screen *race, enum race_press press)
{
    bool back = press == PRESS_BACK;
    switch (press) {
    case PRESS_START:
        go_to(app, race, 0);
        break;
    case PRESS_BACK:
    case PRESS_FORWARD:
        go_to(app, race,
              race->rules_view->step_moment(race->view, race->running, race->progress, back));
        break;
    case PRESS_PLAY:
        play(app, race);
        break;
    case PRESS_END:
        end_show(app, race);
        break;
    case PRESS_NONE:
        break;
    }
}

bool race_show_key(struct app *app, struct race_screen *race, SDL_Keycode key)
{
    static const struct {
        SDL_Keycode key;
        enum race_press press;
    } keys[] = {{SDLK_SPACE, PRESS_PLAY},
                {SDLK_LEFT, PRESS_BACK},
                {SDLK_RIGHT, PRESS_FORWARD},
                {SDLK_HOME, PRESS_START},
                {SDLK_END, PRESS_END}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key) {
            press(app, race, keys[i].press);
            return true;
        }
    int speed = race->show.speed + (key == SDLK_UP) - (key == SDLK_DOWN);
    race->show.speed = speed < 0 ? 0 : speed >= SPEEDS ? SPEEDS - 1 : speed;
    return key == SDLK_UP || key == SDLK_DOWN;
}

void race_say_moment(const struct race_screen *race, struct text *into)
{
    if (race_is_shown(race))
        race->rules_view->step_words(race->view, race->running, race->progress, into);
}

int race_told_car(const struct race_screen *race)
{
    bool film = race_is_shown(race) || (race->looks_back && race->running >= 0);
    return film && race->rules_view->step_words
               ? race->rules_view->step_words(race->view, race->running, race->progress, NULL)
               : race->car;
}

void race_build_show(struct app *app, struct ui *ui, struct race_screen *race, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text words = {0};
    struct layout column = layout_strip(ui, box, RACE_TRANSPORT_GAP);
    struct layout row = layout_row(&column, RACE_TRANSPORT_SIDE, RACE_TRANSPORT_GAP);
    struct box go = layout_take(&row, AT_RIGHT, GO_WIDTH);
    struct race_transport state = {!race->show.paused, true, race->progress > 0,
                                   race->progress < 1};
    race_say_moment(race, &words);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, text_string(&words), column.rest, ALIGN_LEFT);
    text_free(&words);
    press(app, race, race_build_transport(&row, state));
    race_build_speeds(&row, speeds, SPEEDS, &race->show.speed);
    if (ui_button(ui, "button go-on", "Go on", go, LOOK_PRIMARY))
        race_finish_stroke(app, race);
    ui_default(ui, "button go-on");
}

void race_tell_show(const struct race_screen *race, struct view_words *words)
{
    if (!race_is_shown(race))
        return;
    int round = session_step(race->session, race->running).round;
    if (round > 0)
        snprintf(words->status, sizeof words->status, "Turn %d is shown.", round);
    else
        snprintf(words->status, sizeof words->status, "Before the first turn.");
    words->remark[0] = words->brief_remark[0] = '\0';
    words->keys = "Space stops · arrows step, faster, slower · Enter goes on";
    words->brief_keys = "Space · arrows · Enter";
    words->half_chosen = false;
}
