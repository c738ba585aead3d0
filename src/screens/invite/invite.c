/* The table of the window's race, and the panel that says how to come there and who has come. */
#include "screens/invite/invite.h"

#include "base/formats.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/text.h"
#include "commands/command.h"
#include "drivers/driving.h"
#include "screens/rules_view.h"
#include "together/host.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PORT = 8080,
    NAME_BYTES = 100,
    QUIET = 4, /* squares round a QR code */
    ANSWERS = PLAYER_LIMIT + HALL_CLASS_SEATS,
    FORESEEN = 2 /* moves of a car that a prediction is about */
};

/* Zeroed: nobody is invited. */
static struct {
    struct host *host;
    struct race_table *table;
    struct session *session; /* that the table shows */
    struct session *own;     /* where there is no race; owned */
    int told_lines;          /* of it, in the last pass */
    Uint32 due;
    char link[128];
    unsigned char *squares; /* of its QR code, and how many in a row */
    int side;
    int clock;   /* index in `clocks` */
    int seat;    /* that is looked at, 0: none */
    bool naming; /* it gets another name, this one */
    char name[NAME_BYTES];
    struct ui_scroll scroll;
} invite;

/* What is asked of all, and what has come back. */
static struct {
    struct class_question asked;
    bool judged, named;
    struct answer_row rows[ANSWERS];
    int row_count;
    int given[PLAYER_LIMIT], right[PLAYER_LIMIT]; /* of each team */
    struct ui_scroll scroll;
    int car, step; /* that a prediction is about, and behind which */
    bool goes_on;  /* the race is driven on */
} asking;

static const struct {
    int seconds;
    const char *label;
} clocks[] = {{0, "No clock"},          {15, "15 s a turn"},   {30, "30 s a turn"},
              {60, "1 min a turn"},     {120, "2 min a turn"}, {300, "5 min a turn"},
              {3600, "1 h a turn"},     {28800, "8 h a turn"}, {86400, "1 day a turn"},
              {259200, "3 days a turn"}};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

static void build(struct app *app, struct ui *ui);
static const struct screen screen_invite = {.name = "invite", .build = build};
static void judge(void);
static void forget_answers(void);
static const struct screen screen_asking;

/* --- the table -------------------------------------------------------------------------------- */

static bool open_host(const char *address, struct error *error)
{
    host_opener *open;
    const char *pages = command_asset_folder("assets/together");
    struct host_options options = {.address = address, .port = PORT, .pages = pages ? pages : ""};
    *(void **)&open = module_find(module_together, "host_open", error);
    if (open == NULL)
        return false;
    invite.host = open(&options, error);
    options.port = 0; /* another program has the usual one */
    if (invite.host == NULL)
        invite.host = open(&options, error);
    return invite.host != NULL;
}

static bool show_race(struct session *session, struct error *error)
{
    invite.table = hall_show(invite.host->hall, session, clocks[invite.clock].seconds, error);
    invite.session = session;
    if (invite.table == NULL)
        return false;
    snprintf(invite.link, sizeof invite.link, "%s#%s", invite.host->url, table_code(invite.table));
    free(invite.squares);
    invite.squares = invite.host->draw_code(invite.link, &invite.side);
    invite.due = SDL_GetTicks();
    return true;
}

/* Seats stay beside the race's file, unless the table is closed. */
static void leave_host(bool ends)
{
    if (invite.table && ends)
        hall_end(invite.host->hall, invite.table);
    if (invite.host)
        invite.host->close(invite.host);
    invite.host = NULL;
    invite.table = NULL;
    invite.session = NULL;
}

static void forget_own(void)
{
    session_free(invite.own);
    invite.own = NULL;
}

struct race_table *invite_table(void)
{
    return invite.table;
}

void invite_close(void)
{
    leave_host(true);
    forget_own();
    free(invite.squares);
    invite.squares = NULL;
    invite.seat = 0;
    invite.clock = 0;
    forget_answers();
}

static void open_at(struct app *app, const char *address, struct session *session)
{
    struct error error = {0};
    if (!open_host(address, &error) || !show_race(session, &error)) {
        invite_close();
        app_tell(app, "Nobody can be invited: %s", error.text);
    }
}

static void take_race(struct session *session)
{
    invite.seat = 0;
    if (asking.goes_on) {
        table_ask_no_more(invite.table);
        forget_answers();
    }
    table_show(invite.table, session);
    invite.session = session;
    forget_own();
    invite.due = SDL_GetTicks();
}

void invite_open(struct app *app)
{
    if (invite.table == NULL)
        open_at(app, NULL, app->session);
    else if (invite.session != app->session)
        take_race(app->session);
    if (invite.table)
        app_open_over(app, &screen_invite);
}

/* What pages look at between questions. */
static struct session *make_own(const struct app *app, struct error *error)
{
    static const struct player player = {.name = "The class", .pen = 1, .driver = "human"};
    char *path =
        file_join(app->shipped_tracks ? app->shipped_tracks : "", "graph-paper/first-oval.svg");
    struct course course = course_load(path, error);
    free(path);
    if (course.body == NULL)
        return NULL;
    struct setup setup = setup_for_course(course);
    setup.players = 1;
    setup.seed = 1;
    struct session *session = session_begin(&setup, &player, (struct allow){0}, error);
    course_release(course);
    return session;
}

void invite_class(struct app *app)
{
    struct error error = {0};
    if (invite.table == NULL && app->session == NULL && !(invite.own = make_own(app, &error))) {
        app_tell(app, "Nobody can be invited: %s", error.text);
        return;
    }
    if (invite.table == NULL)
        open_at(app, NULL, invite.own ? invite.own : app->session);
    if (invite.table == NULL)
        return;
    table_open_class(invite.table);
    if (invite.own)
        table_keep_seat(invite.table, 1, true);
    app_open_over(app, &screen_invite);
}

void invite_follow_race(const struct session *was, struct session *session)
{
    if (invite.table == NULL || was != invite.session)
        return;
    if (session)
        take_race(session);
    else
        invite_close();
}

bool invite_follow(void)
{
    if (invite.host == NULL)
        return false;
    int rest = invite.host->pass(invite.host), lines = session_line_count(invite.session);
    bool other = lines != invite.told_lines || invite.clock > 0;
    invite.told_lines = lines;
    invite.due = SDL_GetTicks() + (Uint32)rest;
    return other;
}

int invite_wait(void)
{
    if (invite.host == NULL)
        return -1;
    int left = (int)(invite.due - SDL_GetTicks());
    return left < 0 || session_line_count(invite.session) != invite.told_lines ? 0 : left;
}

bool invite_plays(const struct session *session, int player)
{
    return invite.table && session == invite.session &&
           (table_seat(invite.table, player).taken || table_votes(invite.table, player) ||
            table_stands_still(invite.table));
}

/* The steps of the car since it was asked about, and whether one of them went wrong. */
static int count_driven(bool *round)
{
    const struct rules_view *view = rules_view_find(session_setup(invite.session)->game);
    int count = 0;
    *round = true;
    for (int i = asking.step; i < session_step_count(invite.session) && count < FORESEEN; i++) {
        struct step step = session_step(invite.session, i);
        count += step.car == asking.car;
        for (int j = 0; j < step.event_count; j++) {
            enum moment_kind kind = view->moment(&step.events[j]);
            if (step.events[j].car == asking.car &&
                (kind == MOMENT_CRASH || kind == MOMENT_BUMP || kind == MOMENT_SLICK))
                *round = false;
        }
    }
    return count;
}

static bool is_foreseen(void)
{
    bool round;
    return invite.table &&
           (count_driven(&round) == FORESEEN || race_next_car(session_race(invite.session)) == 0);
}

/* Twice as many fill twice the disc. */
void invite_draw_votes(struct ui *ui, const struct session *session, const struct camera *camera,
                       struct box sheet)
{
    enum { DISC = 8 };
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct card disc = {.fill = color_fade(theme->action, 0.85),
                              .radius = CAMERA_LARGEST_SQUARE};
    const char *action;
    canvas_push_clip(canvas, sheet);
    for (int player = session_setup(session)->players;
         invite.table && session == invite.session && player > 0; player--)
        for (int i = 0, count; (action = table_vote(invite.table, player, i, &count)); i++) {
            const char *to = strrchr(action, '>');
            struct point at;
            double x, y;
            if (sscanf(to ? to + 1 : action, "%d,%d", &at.x, &at.y) != 2)
                continue; /* a choice that lies nowhere */
            shown_spot(rules_view_find(session_setup(session)->game), at, &x, &y);
            paper_to_device(&camera->view, camera->rows, x, y, &x, &y);
            int radius = canvas_units(canvas, DISC * sqrt(count + 1));
            struct box box = {sheet.x + (int)x - radius, sheet.y + (int)y - radius, 2 * radius,
                              2 * radius};
            canvas_card(canvas, box, &disc);
            canvas_text(canvas, STYLE_SMALL, theme->card, ui_words("%d", count), box, ALIGN_CENTRE);
            ui_tell_label(ui, ui_words("%d for %s", count, action), box);
        }
    canvas_pop_clip(canvas);
}

void invite_build_question(struct app *app, struct ui *ui)
{
    struct error error = {0};
    int seat = invite.table ? table_undo_asked(invite.table) : 0;
    if (asking.goes_on && is_foreseen()) {
        judge();
        app_open_over(app, &screen_asking);
    }
    if (seat == 0)
        return;
    const struct game *game = session_setup(invite.session)->game;
    bool was_over = game->over(session_race(invite.session));
    enum ui_answer answer = ui_question(ui, "Take back?",
                                        ui_words("%s asks to go back to before the last move.",
                                                 table_seat(invite.table, seat).name),
                                        "Take it back", "Leave it");
    if (answer == ANSWER_NONE)
        return;
    if (!table_answer_undo(invite.table, answer == ANSWER_YES, &error))
        app_tell(app, "%s", error.text);
    else if (was_over && answer == ANSWER_YES)
        app_take_back_records(app);
}

/* --- how to come ------------------------------------------------------------------------------ */

static const double MARK = 24, ROW = 40, CARD = 12, BESIDE = 620; /* interface pixels */

/* Dark on light whatever the theme is: cameras want it so. */
static void paint_code(cairo_t *cairo, int width, int height, const void *data)
{
    const unsigned char *squares = data;
    int side = invite.side, square = width / (side + 2 * QUIET);
    int left = (width - side * square) / 2, top = (height - side * square) / 2;
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    for (int i = 0; i < side * side; i++)
        if (squares[i] & 1)
            cairo_rectangle(cairo, left + i % side * square, top + i / side * square, square,
                            square);
    cairo_fill(cairo);
}

static void build_code(struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int side = box.w < box.h ? box.w : box.h;
    box = box_centre(box, side, side);
    if (invite.squares == NULL)
        return;
    canvas_shape(canvas, invite.link, box, paint_code, invite.squares);
    ui_tell_label(ui, invite.link, box);
}

static void build_line(struct layout *column, double height, const char *text, bool large)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct box box = layout_take(column, AT_TOP, height);
    if (large)
        canvas_text(canvas, STYLE_DISPLAY, canvas_theme(canvas)->ink, text, box, ALIGN_LEFT);
    else
        canvas_title(canvas, box, text, ALIGN_LEFT);
    ui_tell_label(column->ui, text, box);
}

static void build_addresses(struct app *app, struct layout *column)
{
    struct flow flow = flow_begin(column, 8);
    for (int i = 0; i < invite.host->address_count; i++) {
        char address[HOST_ADDRESS_BYTES];
        snprintf(address, sizeof address, "%s", invite.host->addresses[i]);
        bool is = strstr(invite.host->url, ui_words("//%s:", address)) != NULL;
        bool own = i == invite.host->address_count - 1;
        if (flow_chip(&flow, ui_words("choice address %s", address),
                      own ? "this computer alone" : address, is ? "chosen" : "", is)
                .clicked &&
            !is) {
            struct session *session = invite.session;
            bool class = table_is_class(invite.table);
            leave_host(false);
            open_at(app, address, session);
            if (invite.table && class)
                table_open_class(invite.table);
            if (invite.table == NULL)
                app_close_over(app);
            break;
        }
    }
    flow_end(&flow, column);
}

/* --- what is asked of all --------------------------------------------------------------------- */

static void forget_answers(void)
{
    for (int i = 0; i < asking.row_count; i++)
        text_free(&asking.rows[i].names);
    asking.row_count = 0;
    asking.judged = asking.goes_on = false;
    memset(asking.given, 0, sizeof asking.given);
    memset(asking.right, 0, sizeof asking.right);
}

void invite_ask(struct app *app, const struct class_question *asked, const struct text *members)
{
    forget_answers();
    asking.asked = *asked;
    asking.named = false;
    table_ask(invite.table, members);
    app_open_over(app, &screen_asking);
}

static void tell_verdict(const json_t *answer, char *verdict, size_t size)
{
    snprintf(verdict, size,
             asking.asked.look(answer).right ? "Right." : "Not right: look at the wall.");
}

static void count_answer(const struct class_answer *given)
{
    struct answer_look look = asking.asked.look(given->answer);
    int team = given->seat % asking.asked.teams, at = 0;
    while (at < asking.row_count && strcmp(asking.rows[at].look.words, look.words) != 0)
        at++;
    struct answer_row *row = &asking.rows[at];
    if (at == asking.row_count) {
        asking.row_count++;
        *row = (struct answer_row){.look = look};
    }
    row->count++;
    text_append(&row->names, row->names.length > 0 ? ", " : "");
    text_append_visible(&row->names, table_seat(invite.table, given->seat).name);
    asking.given[team]++;
    asking.right[team] += look.right;
}

static int compare_rows(const void *a, const void *b)
{
    const struct answer_row *one = a, *two = b;
    return two->count != one->count ? two->count - one->count
                                    : strcmp(one->look.words, two->look.words);
}

static void judge(void)
{
    int count;
    const struct class_answer *answers = table_answers(invite.table, &count);
    forget_answers();
    for (int i = 0; i < count; i++)
        count_answer(&answers[i]);
    qsort(asking.rows, (size_t)asking.row_count, sizeof *asking.rows, compare_rows);
    if (asking.asked.show)
        asking.asked.show(asking.rows, asking.row_count);
    table_judge(invite.table, tell_verdict);
    asking.judged = true;
}

/* A line for each who has answered, in that order. */
static void save_answers(struct app *app)
{
    int count;
    const struct class_answer *answers = table_answers(invite.table, &count);
    struct text file = {0};
    struct csv csv = csv_begin(&file, (enum csv_kind)app->settings.csv_for);
    csv_headings(&csv, "name,team,answer,right");
    csv_end_line(&csv);
    for (int i = 0; i < count; i++) {
        struct answer_look look = asking.asked.look(answers[i].answer);
        csv_text(&csv, table_seat(invite.table, answers[i].seat).name);
        csv_integer(&csv, answers[i].seat % asking.asked.teams + 1);
        csv_text(&csv, look.words);
        csv_integer(&csv, look.right);
        csv_end_line(&csv);
    }
    char *path = app_write_new(app, app->saved_folder, "answers", ".csv", &file);
    if (path)
        app_notice(app, "The answers are in %s.", path);
    free(path);
    text_free(&file);
}

static void build_answer(struct layout *column, const struct answer_row *row, int most)
{
    static const double height = 34, width = 180;
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool right = row->look.right;
    struct box box = layout_take(column, AT_TOP, height);
    struct box label = box_cut_left(&box, canvas_units(canvas, width));
    canvas_text(canvas, right ? STYLE_STRONG : STYLE_BODY, theme->ink, row->look.words, label,
                ALIGN_LEFT);
    int number = canvas_text_width(canvas, STYLE_STRONG, "000") + canvas_units(canvas, 8);
    const char *count = ui_words(right ? "%d ✓" : "%d", row->count);
    struct box bar = box_inset(box, 0, canvas_units(canvas, 6));
    bar.w = (bar.w - 2 * number) * row->count / most;
    canvas_fill(canvas, bar, right ? theme->action : color_fade(theme->ink_soft, 0.5));
    struct box behind = {bar.x + bar.w + canvas_units(canvas, 8), box.y, 2 * number, box.h};
    canvas_text(canvas, STYLE_STRONG, theme->ink, count, behind, ALIGN_LEFT);
    ui_tell_label(column->ui, ui_words("%s: %s", row->look.words, count), box);
    if (asking.named)
        layout_paragraph(column, STYLE_SMALL, theme->ink_soft, text_string(&row->names));
}

static void build_counts(struct layout *column)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    for (int i = 0; i < asking.row_count; i++)
        build_answer(column, &asking.rows[i], asking.rows[0].count);
    if (asking.asked.teams == 1)
        return;
    struct text words = {0};
    for (int i = 0; i < asking.asked.teams; i++)
        text_append_format(&words, "%sTeam %d: %d of %d right", i > 0 ? " · " : "", i + 1,
                           asking.right[i], asking.given[i]);
    layout_paragraph(column, STYLE_STRONG, theme->ink, text_string(&words));
    text_free(&words);
}

static void build_asking_foot(struct app *app, struct layout row)
{
    if (!asking.judged && asking.asked.of_race) {
        if (layout_button(&row, AT_RIGHT, "button drive-on", "Drive on", LOOK_PRIMARY)) {
            table_close_answers(invite.table);
            asking.goes_on = true;
            app_close_over(app);
        }
    } else if (!asking.judged && layout_button(&row, AT_RIGHT, "button show-answers",
                                               "Show the answers", LOOK_PRIMARY))
        judge();
    if (!asking.judged) {
        if (layout_button(&row, AT_LEFT, "button done", "Ask no more", LOOK_PLAIN))
            app_close_over(app);
        return;
    }
    if (layout_button(&row, AT_RIGHT, "button done", "Done", LOOK_PRIMARY))
        app_close_over(app);
    if (layout_button(&row, AT_LEFT, "button save-answers", "Keep the answers", LOOK_PLAIN))
        save_answers(app);
    if (layout_button(&row, AT_LEFT, "button csv-for", app_csv_label(app), LOOK_LINK))
        app_next_csv(app);
}

static void build_asking(struct app *app, struct ui *ui)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    int count;
    if (invite.table == NULL) { /* it was closed meanwhile */
        app_close_over(app);
        return;
    }
    table_answers(invite.table, &count);
    struct dialog dialog = {"answers", "To all", "button done", 760, false, &asking.scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    layout_paragraph(&column, STYLE_HEADING, theme->ink, asking.asked.sentence);
    const char *words = ui_words("%d of %d have answered", count, table_present(invite.table));
    layout_text(&column, AT_TOP, STYLE_TITLE, theme->ink, words);
    if (asking.judged && asking.row_count > 0) {
        build_counts(&column);
        ui_check(ui, "choice names", "With names", layout_take(&column, AT_TOP, ROW),
                 &asking.named);
    }
    dialog_end(&column);
    build_asking_foot(app, dialog.foot);
    ui_status(ui, ui_words("%s %s.", asking.asked.sentence, words));
}

static void leave_asking(struct app *app)
{
    (void)app;
    if (asking.goes_on)
        return;
    if (invite.table)
        table_ask_no_more(invite.table);
    forget_answers();
}

static const struct screen screen_asking = {
    .name = "asking", .build = build_asking, .leave = leave_asking};

/* --- what comes of a move --------------------------------------------------------------------- */

/* Of a car that lies on a point of the sheet: those have a velocity in what everybody is told. */
static bool find_place(int car, struct point *at)
{
    struct text state = {0};
    race_append_state(session_race(invite.session), &state);
    json_t *object = json_loadb(state.data, state.length, 0, NULL);
    const json_t *of = json_array_get(json_object_get(object, "cars"), (size_t)car - 1);
    const json_t *x = json_object_get(of, "x"), *y = json_object_get(of, "y");
    bool lies = json_is_integer(x) && json_is_integer(y) && json_object_get(of, "vx");
    if (lies && at)
        *at = (struct point){(int)json_integer_value(x), (int)json_integer_value(y)};
    json_decref(object);
    text_free(&state);
    return lies;
}

static struct answer_look look_place(const json_t *answer)
{
    const json_t *point = json_object_get(answer, "point");
    json_int_t x = json_integer_value(json_array_get(point, 0)),
               y = json_integer_value(json_array_get(point, 1));
    struct answer_look look = {"no answer to this", {0, 0}, false};
    struct point at;
    if (json_array_size(point) != 2 || x != (int)x || y != (int)y)
        return look;
    look.at = (struct point){(int)x, (int)y};
    snprintf(look.words, sizeof look.words, "%s", pair_of(look.at.x, look.at.y).text);
    look.right = find_place(asking.car, &at) && at.x == look.at.x && at.y == look.at.y;
    return look;
}

static struct answer_look look_round(const json_t *answer)
{
    bool yes = json_integer_value(json_object_get(answer, "number")) == 0, round;
    struct answer_look look = {.right = count_driven(&round) > 0 && yes == round};
    strcpy(look.words, yes ? "Yes" : "No");
    return look;
}

/* Of the car that moves next, before it does. */
static void foresee(struct app *app, int car, bool where)
{
    struct class_question asked = {.teams = number_larger(table_teams(invite.table), 1),
                                   .look = where ? look_place : look_round,
                                   .of_race = true};
    struct text members = {0};
    int player = session_setup(invite.session)->game->player_of(session_race(invite.session), car);
    snprintf(asked.sentence, sizeof asked.sentence,
             where ? "Where is %s in two moves?" : "Does %s get round in the next two moves?",
             session_player(invite.session, player)->name);
    json_text_key_string(&members, "sentence", asked.sentence);
    json_text_key_string(&members, "ask", where ? "place" : "choice");
    if (!where)
        text_append(&members, ",\"choices\":[{\"text\":\"Yes\"},{\"text\":\"No\"}]");
    asking.car = car;
    asking.step = session_step_count(invite.session);
    invite_ask(app, &asked, &members);
    text_free(&members);
}

/* --- who has come ----------------------------------------------------------------------------- */

static const char *level_name(const char *driver)
{
    const struct game *game = session_setup(invite.session)->game;
    return driving_of(game)->kinds[driver_find_level(game, driver)].name;
}

static const char *state_of(int seat)
{
    struct seat_look look = table_seat(invite.table, seat);
    if (seat > PLAYER_LIMIT)
        return look.here ? "has come" : "is away";
    const char *driver = session_player(invite.session, seat)->driver;
    return look.taken                 ? (look.here ? "has come" : "is away")
           : !driver_is_human(driver) ? (driver_command(driver) ? "program" : level_name(driver))
           : look.kept                ? "at this window"
           : table_votes(invite.table, seat) ? "the class votes"
                                             : "free";
}

static void report(struct app *app, bool done, const struct error *error)
{
    if (!done)
        app_tell(app, "%s", error->text);
}

static void build_naming(struct app *app, struct layout *column)
{
    struct error error = {0};
    struct layout row = layout_row(column, ROW, 8);
    bool good = layout_button(&row, AT_RIGHT, "button give-name", "Give the name", LOOK_PRIMARY);
    ui_text_field(column->ui, "field seat-name", invite.name, sizeof invite.name, row.rest);
    if (!good)
        return;
    invite.naming = false;
    report(app, table_name_seat(invite.table, invite.seat, invite.name, &error), &error);
}

/* What can be done with the seat that is looked at. */
static void build_choices(struct app *app, struct layout *column)
{
    int seat = invite.seat, players = session_setup(invite.session)->players;
    struct seat_look look = table_seat(invite.table, seat);
    struct error error = {0};
    const char *level = driving_of(session_setup(invite.session)->game)->kinds[0].name;
    bool races = seat <= PLAYER_LIMIT, done = true;
    bool human = races && driver_is_human(session_player(invite.session, seat)->driver);
    if (driver_find_level(session_setup(invite.session)->game, "club") >= 0)
        level = "club";
    if (invite.naming && look.taken)
        build_naming(app, column);
    struct flow flow = flow_begin(column, 8);
    if (look.taken && flow_button(&flow, "button rename", "Another name", LOOK_PLAIN)) {
        snprintf(invite.name, sizeof invite.name, "%s", look.name);
        invite.naming = !invite.naming;
    }
    if (look.taken && flow_button(&flow, "button send-away", "Send away", LOOK_PLAIN))
        done = table_hand_over(invite.table, seat, "human", &error);
    if (human && !look.taken &&
        flow_chip(&flow, "choice keep", "Play at this window", look.kept ? "chosen" : "", look.kept)
            .clicked)
        table_keep_seat(invite.table, seat, !look.kept);
    if (human && flow_button(&flow, "button computer", "To a computer", LOOK_PLAIN))
        done = table_hand_over(invite.table, seat, level, &error);
    if (races && !human && flow_button(&flow, "button person", "To a person", LOOK_PLAIN))
        done = table_hand_over(invite.table, seat, "human", &error);
    for (int other = 1; races && other <= players; other++)
        if (other != seat &&
            flow_button(&flow, ui_words("button exchange %d", other),
                        ui_words("↔ %s", table_seat(invite.table, other).name), LOOK_PLAIN))
            done = table_exchange(invite.table, seat, other, &error);
    flow_end(&flow, column);
    report(app, done, &error);
}

static void build_seat(struct app *app, struct layout *column, int seat)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = layout_take(column, AT_TOP, ROW);
    const char *name = table_seat(invite.table, seat).name, *state = state_of(seat);
    bool chosen = seat == invite.seat;
    if (ui_card(column->ui, ui_words("seat %d", seat), ui_words("%s: %s", name, state), box,
                chosen)) {
        invite.seat = chosen ? 0 : seat;
        invite.naming = false;
    }
    struct layout row = layout_inside(column->ui, box, CARD, 0, 8);
    if (seat <= PLAYER_LIMIT) {
        struct box mark = layout_take(&row, AT_LEFT, MARK);
        canvas_mark(canvas, session_player(invite.session, seat)->pen, mark.x + mark.w / 2.0,
                    mark.y + mark.h / 2.0, canvas_units(canvas, MARK));
    }
    layout_text(&row, AT_RIGHT, STYLE_SMALL, theme->ink_soft, state);
    canvas_text(canvas, STYLE_STRONG, theme->ink, name, row.rest, ALIGN_LEFT);
    if (chosen && seat == invite.seat)
        build_choices(app, column);
}

/* "45 s", "3 days", in the largest unit of which there are two. */
static void append_span(int64_t milliseconds, struct text *into)
{
    static const struct {
        const char *name;
        int64_t length;
    } units[] = {{"s", 1000}, {"min", 60000}, {"h", 3600000}, {"days", 86400000}};
    int unit = 3;
    while (unit > 0 && milliseconds < 2 * units[unit].length)
        unit--;
    int64_t length = units[unit].length;
    text_append_format(into, "%d %s", (int)((milliseconds + length / 2) / length),
                       units[unit].name);
}

static void build_awaited(struct layout *column)
{
    int cars[CAR_LIMIT], before = 0;
    bool secret;
    const struct game *game = session_setup(invite.session)->game;
    int count = game->owes(session_race(invite.session), cars, &secret);
    int64_t left = table_left(invite.table, clock_nanoseconds() / 1000000);
    struct text words = {0};
    for (int i = 0; i < count; i++) {
        int player = game->player_of(session_race(invite.session), cars[i]);
        if (player != before)
            text_append_format(&words, "%s%s", before ? ", " : "Awaited: ",
                               session_player(invite.session, player)->name);
        before = player;
    }
    if (left >= 0) {
        text_append(&words, " (");
        append_span(left, &words);
        text_append(&words, " left)");
    }
    if (count > 0) {
        struct canvas *canvas = ui_canvas(column->ui);
        struct box box = layout_take(column, AT_TOP, ROW / 2);
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, text_string(&words), box,
                    ALIGN_LEFT);
        ui_tell_label(column->ui, text_string(&words), box);
    }
    text_free(&words);
}

/* A class at a race: it votes for a car, or says beforehand what comes of a move. */
static void build_class(struct app *app, struct layout *column)
{
    int next = race_next_car(session_race(invite.session));
    bool votes = table_teams(invite.table) > 0;
    struct flow flow = flow_begin(column, 8);
    if (flow_button(&flow, "button votes", votes ? "Vote no more" : "Teams vote", LOOK_PLAIN)) {
        if (invite.clock == 0)
            table_set_clock(invite.table, clocks[invite.clock = 2].seconds);
        table_set_voting(invite.table, !votes);
    }
    if (next > 0 && find_place(next, NULL) &&
        flow_button(&flow, "button foresee-place", "Where in two moves?", LOOK_PLAIN))
        foresee(app, next, true);
    if (next > 0 && flow_button(&flow, "button foresee-round", "Does it get round?", LOOK_PLAIN))
        foresee(app, next, false);
    flow_end(&flow, column);
}

static void build_seats(struct app *app, struct layout *column)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    int cars = invite.own ? 0 : session_setup(invite.session)->players;
    if (table_is_class(invite.table))
        layout_text(column, AT_TOP, STYLE_STRONG, theme->ink,
                    ui_words("%d have come.", table_present(invite.table)));
    else if (layout_button(&(struct layout){column->ui, layout_take(column, AT_TOP, ROW), 8},
                           AT_LEFT, "button class", "More may come and answer", LOOK_LINK))
        table_open_class(invite.table);
    if (table_is_class(invite.table) && cars > 0)
        build_class(app, column);
    if (cars > 0)
        build_awaited(column);
    for (int seat = 1; seat <= cars; seat++)
        build_seat(app, column, seat);
    for (int seat = PLAYER_LIMIT + 1;
         table_is_class(invite.table) && seat <= PLAYER_LIMIT + HALL_CLASS_SEATS; seat++)
        if (table_seat(invite.table, seat).taken)
            build_seat(app, column, seat);
    int looking = table_onlookers(invite.table);
    if (looking > 0)
        layout_text(column, AT_TOP, STYLE_SMALL, theme->ink_soft,
                    ui_words("%d %s on.", looking, looking == 1 ? "looks" : "look"));
}

static void build_foot(struct app *app, struct layout row)
{
    if (layout_button(&row, AT_RIGHT, "button done", invite.own ? "Done" : "To the race",
                      LOOK_PRIMARY))
        app_close_over(app);
    if (layout_button(&row, AT_LEFT, "button close-table", "Close the table", LOOK_PLAIN)) {
        invite_close();
        app_close_over(app);
        app_notice(app, "The table is closed: everybody plays at this window again.");
    } else if (layout_button(&row, AT_LEFT, "button clock", clocks[invite.clock].label,
                             LOOK_LINK)) {
        invite.clock = (invite.clock + 1) % CLOCKS;
        table_set_clock(invite.table, clocks[invite.clock].seconds);
    }
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    if (invite.table == NULL) { /* the race was given up meanwhile */
        app_close_over(app);
        return;
    }
    struct layout page = {ui, ui_dialog(ui, 1240, 760, "button done"), 14};
    build_foot(app, (struct layout){ui, layout_cut(&page, AT_BOTTOM, ui_button_height(ui)), 10});
    if (invite.table == NULL)
        return;
    bool beside = page.rest.w >= canvas_units(canvas, BESIDE);
    struct box all = page.rest;
    int most = beside ? all.w / 2 : all.h * 2 / 5;
    build_code(ui, beside ? box_cut_left(&page.rest, most < all.h ? most : all.h)
                          : box_cut_top(&page.rest, most));
    if (beside)
        box_cut_left(&page.rest, canvas_units(canvas, 24));
    char url[sizeof invite.host->url];
    snprintf(url, sizeof url, "%s", invite.host->url);
    url[strlen(url) - 1] = '\0';
    build_line(&page, 44, url, false);
    build_line(&page, 62, table_code(invite.table), true);
    build_addresses(app, &page);
    if (invite.table) {
        int y = ui_scroll_begin(ui, "people", page.rest, &invite.scroll);
        struct layout column =
            layout_column(ui, page.rest.x, y, page.rest.w - canvas_units(ui_canvas(ui), 14), 8);
        build_seats(app, &column);
        ui_scroll_end(ui, column.rest.y);
    }
    ui_default(ui, "button done");
    ui_status(ui, ui_words("Invite: open %s or type the code %s.", invite.link,
                           invite.table ? table_code(invite.table) : ""));
    invite_build_question(app, ui);
}
