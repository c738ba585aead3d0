/* `graphprix replay`: what came of a saved race, and its exports.
 *
 * Everything that can be wrong with the arguments is told before anything is written. A damaged
 * race is used up to the damage, as the window does it; that is told, and the status is 1.
 */
#include "base/formats.h"
#include "base/number.h"
#include "base/system/host.h"
#include "commands/command.h"
#include "paper/print.h"
#include "session/records.h"
#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char replay_help[] =
    "RACE is a saved race (.race). Without an export a short account of it is printed.\n"
    "  --at N           the race after its first N actions, not all of them\n"
    "  --csv FILE       the moves as a table for a spreadsheet\n"
    "  --kinematics FILE  place, velocity and acceleration of every car round by round (CSV)\n"
    "  --csv-for PROGRAM  those tables for plain (programs: ASCII headings, commas, decimal "
    "points;\n"
    "                   usual), excel (with a byte order mark) or german (with one, semicolons "
    "and\n"
    "                   decimal commas)\n"
    "  --graphs FILE    graphs of that against time; FILE ends with .png, .svg or .pdf\n"
    "  --png FILE       the sheet as a picture, a square 24 pixels wide\n"
    "  --gif FILE       the race as an animated picture, with the ink of one step after the other\n"
    "  --square PIXELS  a square of those pictures, 2 to 200 pixels wide\n"
    "  --svg FILE       the sheet in true size, a square 5 mm wide, one unit a millimetre\n"
    "  --pdf FILE       the same, to print: at 100 %, as the ruler below the sheet shows\n"
    "  --json           the account as a JSON object, also beside exports\n"
    "\"-\" as a FILE is the standard output. Files are written whole or not at all. A damaged "
    "race\n"
    "is used up to the damage; that is told, and the status is 1.\n"
    "\n"
    "The table has the columns car,move,x,y,vx,vy,ax,ay,event and a row for each move in the "
    "order\n"
    "played, whose number counts from 1 for each car; the row with move 0 is where the car "
    "started.\n"
    "  x, y     where the car is after the move, y upwards\n"
    "  vx, vy   its velocity after the move: 0 after a crash\n"
    "  ax, ay   the acceleration in it: the push, which the driver chose, and what a turbo area\n"
    "           added; where one did, px and py behind them are the push alone\n"
    "  event    started, finish, off_track, collision, slick, retired; several with blanks "
    "between\n"
    "A missed turn is no move. Whoever was struck meanwhile goes on with velocity 0.\n"
    "That of --kinematics has missed rounds, too, and rows in which the car was stopped: they "
    "have a\n"
    "note and no acceleration. Where turbo areas count, the parts of ax and ay stand behind them: "
    "the\n"
    "push in px and py, what the area adds in wx and wy.\n"
    "For stock cars it has a row for each order in the order driven, and the columns\n"
    "turn,car,order,cards,speed,from_x,from_y,x,y,heading,end_speed,maximum,wild_cards,event:\n"
    "  cards    wild cards that it cost; wild_cards are those left after the turn\n"
    "  speed    of the turn; end_speed and the others are as they are after it\n"
    "On a circuit it has a row for each car to which an action did something, and the columns\n"
    "turn,car,action,posted,row,lane,lap,wear_halves,chips,event:\n"
    "  action   of the car itself; empty: it was another's\n"
    "  posted   in this turn; 0 after a spin. The others are as they are after the action\n";

/* --- options --------------------------------------------------------------------------------- */

struct replay_request {
    const char *race;
    const char *csv, *kinematics, *graphs, *png, *gif, *svg, *pdf; /* NULL: not asked for */
    enum csv_kind csv_for;
    int at;     /* -1: all */
    int square; /* 0: not given */
    bool json;
};

static bool read_csv_kind(void *kind, const char *value, struct error *error)
{
    for (int i = 0; i < CSV_KIND_COUNT; i++)
        if (strcmp(csv_kind_names[i], value) == 0) {
            *(enum csv_kind *)kind = (enum csv_kind)i;
            return true;
        }
    return error_set(error, "--csv-for is plain, excel or german, not \"%s\"", value);
}

static bool read_request(struct replay_request *request, int count, char **arguments,
                         struct error *error)
{
    static const struct option table[] = {
        {"saved race", OPTION_PLACE, offsetof(struct replay_request, race), option_read_input, 0,
         0},
        {"--csv", OPTION_ONCE, offsetof(struct replay_request, csv), option_read_output, 0, 0},
        {"--kinematics", OPTION_ONCE, offsetof(struct replay_request, kinematics),
         option_read_output, 0, 0},
        {"--csv-for", OPTION_ONCE, offsetof(struct replay_request, csv_for), read_csv_kind, 0, 0},
        {"--graphs", OPTION_ONCE, offsetof(struct replay_request, graphs), option_read_output, 0,
         0},
        {"--png", OPTION_ONCE, offsetof(struct replay_request, png), option_read_output, 0, 0},
        {"--gif", OPTION_ONCE, offsetof(struct replay_request, gif), option_read_output, 0, 0},
        {"--svg", OPTION_ONCE, offsetof(struct replay_request, svg), option_read_output, 0, 0},
        {"--pdf", OPTION_ONCE, offsetof(struct replay_request, pdf), option_read_output, 0, 0},
        {"--at", OPTION_ONCE, offsetof(struct replay_request, at), NULL, 0, INT32_MAX},
        {"--square", OPTION_ONCE, offsetof(struct replay_request, square), NULL,
         EXPORT_SQUARE_LEAST, EXPORT_SQUARE_MOST},
        {"--json", OPTION_SWITCH, offsetof(struct replay_request, json), option_read_true, 0, 0},
        {0},
    };
    *request = (struct replay_request){.at = -1};
    if (!options_read("replay", table, request, count, arguments, error))
        return false;
    return request->square == 0 || request->png || request->gif ||
           error_set(error, "--square is about --png and --gif, which are not there");
}

/* --- the account ----------------------------------------------------------------------------- */

static int name_letters(const struct session *session, const struct tally *tally)
{
    struct text shown = {0};
    text_append_visible(&shown, session_player(session, tally->player)->name);
    int letters = text_letters(text_string(&shown));
    text_free(&shown);
    return letters;
}

static const char *preset_of(const struct setup *setup)
{
    return setup->game->table->presets[setup->preset].name;
}

static void print_account(const struct session *session, int steps)
{
    const struct setup *setup = session_setup(session);
    const struct race *race = session_race_after(session, steps);
    struct tally tallies[CAR_LIMIT];
    struct text account = {0};
    int count = tally_race_after(session, steps, tallies), width = 0;
    const char *name = course_name(setup->course);
    text_append_visible(&account, name[0] ? name : "a track without a name");
    text_append_format(&account, ", %s: %d %s, %s %d%s\n", preset_of(setup), steps,
                       steps == 1 ? "action" : "actions", setup->game->round_noun,
                       setup->game->round(race), setup->game->over(race) ? ", over" : "");
    for (int i = 0; i < count; i++) {
        int letters = name_letters(session, &tallies[i]);
        width = letters > width ? letters : width;
    }
    for (int i = 0; i < count; i++) {
        const struct tally *tally = &tallies[i];
        const struct standing *standing = &tally->standing;
        char place[24] = "–";
        if (standing->out)
            snprintf(place, sizeof place, "out");
        else if (standing->place > 0)
            snprintf(place, sizeof place, "%d%s", standing->place,
                     number_ordinal_ending(standing->place));
        text_append_format(&account, "%*s%s  ", 4 - text_letters(place), "", place);
        text_append_format(&account, "car %d  ", tally->car);
        text_append_visible(&account, session_player(session, tally->player)->name);
        text_append_format(&account, "%*s  %s\n", width - name_letters(session, tally), "",
                           tally->standing.words);
    }
    fputs(account.data, stdout);
    text_free(&account);
}

static json_t *car_to_json(const struct session *session, const struct tally *tally)
{
    const struct player *player = session_player(session, tally->player);
    const struct standing *standing = &tally->standing;
    const struct standing_column *columns = session_setup(session)->game->columns;
    json_t *car = json_pack("{s:i, s:i, s:s, s:i, s:o, s:b, s:b}", "car", tally->car, "player",
                            tally->player, "name", player->name, "pen", player->pen, "place",
                            standing->place > 0 ? json_integer(standing->place) : json_null(),
                            "finished", standing->finished, "retired", standing->out);
    for (int i = 0; columns[i].id; i++)
        json_object_set_new(car, columns[i].id,
                            standing->values[i].none ? json_null()
                                                     : json_integer(standing->values[i].number));
    return car;
}

static void print_json(const struct session *session, int steps)
{
    const struct setup *setup = session_setup(session);
    const struct race *race = session_race_after(session, steps);
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    json_t *cars = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(cars, car_to_json(session, &tallies[i]));
    json_t *account = json_pack(
        "{s:s, s:s, s:s, s:o, s:i, s:i, s:i, s:b, s:o}", "track", course_name(setup->course),
        "game", setup->game->name, "preset", preset_of(setup), "seed",
        json_sprintf("%" PRIu64, setup->seed), "actions", session_step_count(session), "at", steps,
        "round", setup->game->round(race), "over", setup->game->over(race), "cars", cars);
    command_print_json(account, 6);
}

/* --- exports --------------------------------------------------------------------------------- */

typedef bool maker(const struct session *session, int steps, const struct replay_request *request,
                   struct text *into, struct error *error);

static bool make_table(const struct session *session, int steps,
                       const struct replay_request *request, struct text *into, struct error *error)
{
    (void)error;
    paper_append_csv(session, steps, request->csv_for, into);
    return true;
}

static bool make_png(const struct session *session, int steps, const struct replay_request *request,
                     struct text *into, struct error *error)
{
    int square = request->square > 0 ? request->square : EXPORT_SQUARE;
    return export_png(session, steps, square, into, error);
}

static bool show_progress(void *data, int steps, int of)
{
    (void)data;
    terminal_tell("%d of %d steps", steps, of);
    return true;
}

static bool make_gif(const struct session *session, int steps, const struct replay_request *request,
                     struct text *into, struct error *error)
{
    bool made =
        animation_append_gif(session, steps, request->square, show_progress, NULL, into, error);
    terminal_clear();
    return made;
}

static bool make_svg(const struct session *session, int steps, const struct replay_request *request,
                     struct text *into, struct error *error)
{
    (void)request;
    return export_svg(session, steps, into, error);
}

static bool make_pdf(const struct session *session, int steps, const struct replay_request *request,
                     struct text *into, struct error *error)
{
    (void)request;
    return export_pdf(session, steps, into, error);
}

static bool make_motion(const struct session *session, int steps,
                        const struct replay_request *request, struct text *into,
                        struct error *error)
{
    return paper_append_motion(session, steps, request->csv_for, into, error);
}

static bool make_graphs(const struct session *session, int steps,
                        const struct replay_request *request, struct text *into,
                        struct error *error)
{
    const char *ending = strrchr(request->graphs, '.');
    return paper_export_graphs(session, steps, ending ? ending : "", into, error);
}

/* Each export that is asked for, the rest also when one has failed. */
static bool make_exports(const struct replay_request *request, const struct session *session,
                         int steps)
{
    const struct {
        const char *file;
        maker *make;
    } exports[] = {{request->csv, make_table},     {request->kinematics, make_motion},
                   {request->graphs, make_graphs}, {request->png, make_png},
                   {request->gif, make_gif},       {request->svg, make_svg},
                   {request->pdf, make_pdf}};
    bool all_made = true;
    for (size_t i = 0; i < sizeof exports / sizeof exports[0]; i++) {
        struct text content = {0};
        struct error error = {0};
        if (!exports[i].file)
            continue;
        if (!exports[i].make(session, steps, request, &content, &error) ||
            !command_put(exports[i].file, &content, &error)) {
            command_fail(STATUS_FAILED, "%s: %s", exports[i].file, error.text);
            all_made = false;
        }
        text_free(&content);
    }
    return all_made;
}

static int replay(const struct replay_request *request, const struct session *session)
{
    int actions = session_step_count(session);
    if (request->at > actions)
        return command_fail(STATUS_USAGE, "--at %d: the race has %d actions", request->at, actions);
    int steps = request->at < 0 ? actions : request->at;
    bool exports = request->csv || request->kinematics || request->graphs || request->png ||
                   request->gif || request->svg || request->pdf;
    if (request->json)
        print_json(session, steps);
    else if (!exports)
        print_account(session, steps);
    return make_exports(request, session, steps) ? STATUS_DONE : STATUS_FAILED;
}

int replay_run(int argument_count, char **arguments)
{
    struct replay_request request;
    struct error error = {0};
    bool damaged = false;
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    struct session *session = command_load_race(request.race, &damaged);
    if (!session)
        return STATUS_FAILED;
    int status = replay(&request, session);
    session_free(session);
    return status == STATUS_DONE && damaged ? STATUS_FAILED : status;
}
