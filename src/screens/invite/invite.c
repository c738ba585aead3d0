/* The table of the window's race, and the panel that says how to come there and who has come. */
#include "screens/invite/invite.h"

#include "base/system/file.h"
#include "base/text.h"
#include "commands/command.h"
#include "drivers/driving.h"
#include "together/host.h"
#include "ui/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT = 8080, NAME_BYTES = 100, QUIET = 4 /* squares round a QR code */ };

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

static const struct {
    int seconds;
    const char *label;
} clocks[] = {{0, "No clock"},      {15, "15 s a turn"},   {30, "30 s a turn"},
              {60, "1 min a turn"}, {120, "2 min a turn"}, {300, "5 min a turn"}};
enum { CLOCKS = sizeof clocks / sizeof *clocks };

static void build(struct app *app, struct ui *ui);
static const struct screen screen_invite = {.name = "invite", .build = build};

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
    return invite.table && session == invite.session && table_seat(invite.table, player).taken;
}

void invite_build_question(struct app *app, struct ui *ui)
{
    struct error error = {0};
    int seat = invite.table ? table_undo_asked(invite.table) : 0;
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

/* --- who has come ----------------------------------------------------------------------------- */

static const char *state_of(int seat)
{
    struct seat_look look = table_seat(invite.table, seat);
    if (seat > PLAYER_LIMIT)
        return look.here ? "has come" : "is away";
    const char *driver = session_player(invite.session, seat)->driver;
    return look.taken                 ? (look.here ? "has come" : "is away")
           : !driver_is_human(driver) ? (driver_command(driver) ? "program" : driver)
           : look.kept                ? "at this window"
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

static void build_people(struct app *app, struct ui *ui, struct box box)
{
    int y = ui_scroll_begin(ui, "people", box, &invite.scroll);
    struct layout column = layout_column(ui, box.x, y, box.w - canvas_units(ui_canvas(ui), 14), 8);
    build_seats(app, &column);
    ui_scroll_end(ui, column.rest.y);
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
    if (invite.table)
        build_people(app, ui, page.rest);
    ui_default(ui, "button done");
    ui_status(ui, ui_words("Invite: open %s or type the code %s.", invite.link,
                           invite.table ? table_code(invite.table) : ""));
    invite_build_question(app, ui);
}
