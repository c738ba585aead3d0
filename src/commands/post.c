/* `graphprix post`: a race by forum or post, a turn at a time. */
#include "base/formats.h"
#include "commands/command.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char post_help[] =
    "With --players a race begins on the map, and RACE is written. Without them such a RACE goes\n"
    "on: its map and standings are printed, and with --orders a turn is carried out first.\n"
    "  --players A,B       who drives, the first in car 1\n"
    "  -o RACE             the race, a new file\n"
    "  --orders FILE       what people have posted; \"-\" is the standard input\n"
    "  --missing drive-on  who has posted no order drives straight on\n"
    "  --game NAME, --rules PRESET, --set field=value, --seed N\n"
    "                      of a race that begins, as for referee\n"
    "  --json              the same as a JSON object\n"
    "An order is a line like \"Ada: A(2M)RM\"; bullets, numbers, bold type and smileys round it "
    "do\n"
    "not matter. Lines that begin with > and what stands between [quote] and [/quote] are not "
    "read.\n"
    "If an order is missing or wrong that is told with name and column, nothing happens, and the\n"
    "status is 1; so it is if a line begins with the name of somebody without an order and cannot\n"
    "be read, or if nobody is called as an order says. Computers order for themselves.\n";

struct post_request {
    const char *course, *players, *output, *orders;
    struct setup setup;
    bool drive_on, json;
};

/* --- options ---------------------------------------------------------------------------------- */

static bool read_missing(void *drive_on, const char *value, struct error *error)
{
    *(bool *)drive_on = strcmp(value, "drive-on") == 0;
    return *(bool *)drive_on || error_set(error, "--missing can be drive-on, not \"%.40s\"", value);
}

/* A game whose courses can be posted. */
static const struct game *usual_game(void)
{
    for (int i = 0; games[i]; i++)
        if (games[i]->append_board)
            return games[i];
    return game_usual;
}

static bool read_request(struct post_request *request, int count, char **arguments,
                         struct error *error)
{
    enum { SETUP = offsetof(struct post_request, setup) };
    static const struct option table[] = {
        {"map or race", OPTION_PLACE, offsetof(struct post_request, course), option_read_track, 0,
         0},
        {"--players", OPTION_ONCE, offsetof(struct post_request, players), option_read_input, 0, 0},
        {"-o", OPTION_ONCE, offsetof(struct post_request, output), option_read_output, 0, 0},
        {"--orders", OPTION_ONCE, offsetof(struct post_request, orders), option_read_input, 0, 0},
        {"--missing", OPTION_ONCE, offsetof(struct post_request, drive_on), read_missing, 0, 0},
        {"--game", OPTION_ONCE, SETUP, option_read_game, 0, 0},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset, 0, 0},
        {"--seed", OPTION_ONCE, offsetof(struct post_request, setup.seed), option_read_seed, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--json", OPTION_SWITCH, offsetof(struct post_request, json), option_read_true, 0, 0},
        {0},
    };
    *request = (struct post_request){.setup = setup_from_preset(usual_game(), 0)};
    if (!options_read("post", table, request, count, arguments, error))
        return false;
    if (request->players && !request->output)
        return error_set(error, "a race that begins needs a file: -o RACE");
    if (request->players && request->orders)
        return error_set(error, "--orders is for a race that has begun, without --players");
    if (!request->players && request->output)
        return error_set(error, "-o is for a race that begins, with --players");
    return true;
}

/* --- what is printed -------------------------------------------------------------------------- */

static void print_turn(const struct session *session, int from_step, bool json)
{
    struct text post = {0}, line = {0};
    post_write(session, from_step, &post);
    if (json) {
        json_text_open(&line, '{');
        json_text_key_string(&line, "post", text_string(&post));
        json_text_key(&line, "state");
        race_append_state(session_race(session), &line);
        json_text_close(&line, '}');
        puts(text_string(&line));
    } else
        fputs(text_string(&post), stdout);
    text_free(&post);
    text_free(&line);
}

/* --- a race that begins ----------------------------------------------------------------------- */

static bool add_player(struct player *players, int *count, const char *name, size_t length,
                       struct error *error)
{
    if (*count == PLAYER_LIMIT)
        return error_set(error, "--players: there are at most %d", PLAYER_LIMIT);
    struct player *player = &players[*count];
    while (length > 0 && *name == ' ')
        name++, length--;
    while (length > 0 && name[length - 1] == ' ')
        length--;
    if (length == 0 || length >= sizeof player->name)
        return error_set(error, "--players: a name has 1 to %d bytes",
                         (int)sizeof player->name - 1);
    snprintf(player->name, sizeof player->name, "%.*s", (int)length, name);
    strcpy(player->driver, "human");
    player->pen = *count % PEN_COUNT + 1;
    (*count)++;
    return true;
}

static bool read_players(const char *names, struct player *players, int *count, struct error *error)
{
    *count = 0;
    for (const char *name = names; name; name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL)
        if (!add_player(players, count, name, strcspn(name, ","), error))
            return false;
    struct error why = {0};
    return post_names_check(players, *count, &why) || error_set(error, "--players: %s", why.text);
}

static int begin_race(struct post_request *request, const struct player *players)
{
    struct error error = {0};
    struct session *session = NULL;
    int status = STATUS_FAILED;
    if (setup_check(&request->setup, &error))
        session = session_begin(&request->setup, players,
                                (struct allow){.undo = true, .hints = true}, &error);
    if (!session)
        return command_fail(STATUS_USAGE, "%s", error.text);
    if (file_exists(request->output))
        command_fail(STATUS_FAILED, "%s: this file is there already: give the race a new name",
                     request->output);
    else if (!session_save(session, request->output, &error))
        command_fail(STATUS_FAILED, "%s: %s", request->output, error.text);
    else {
        print_turn(session, 0, request->json);
        status = STATUS_DONE;
    }
    session_free(session);
    return status;
}

static int begin(struct post_request *request)
{
    struct player players[PLAYER_LIMIT] = {{{0}, 0, {0}}};
    struct error error = {0};
    if (!read_players(request->players, players, &request->setup.players, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    request->setup.course = command_load_course(request->setup.game, request->course);
    int status = request->setup.course.body ? begin_race(request, players) : STATUS_FAILED;
    course_release(request->setup.course);
    return status;
}

/* --- a race that goes on ---------------------------------------------------------------------- */

static bool read_orders(const char *path, struct text *orders, struct error *error)
{
    char bytes[4096];
    size_t count;
    if (strcmp(path, "-") != 0)
        return file_read(path, POST_LIMIT, orders, error);
    while ((count = fread(bytes, 1, sizeof bytes, stdin)) > 0 && orders->length <= POST_LIMIT)
        text_append_bytes(orders, bytes, count);
    return orders->length <= POST_LIMIT ||
           error_set(error, "there are more than %d bytes", POST_LIMIT);
}

static void tell_lines(const struct text *lines)
{
    const char *line = text_string(lines);
    for (size_t length; *line; line += length + 1) {
        length = strcspn(line, "\n");
        command_fail(STATUS_FAILED, "%.*s", (int)length, line);
    }
}

static bool take_orders(struct session *session, const struct post_request *request)
{
    struct text orders = {0}, faults = {0}, notes = {0};
    struct error error = {0};
    const struct post_wish wish = {request->drive_on, true};
    bool taken = false;
    if (!read_orders(request->orders, &orders, &error))
        command_fail(STATUS_FAILED, "%s: %s", request->orders, error.text);
    else
        taken = post_take(session, text_string(&orders), orders.length, wish, &faults, &notes);
    tell_lines(&faults);
    tell_lines(&notes);
    session_keep_flush(session);
    if (taken && session_keep_failed(session, &error)) {
        command_fail(STATUS_FAILED, "%s: %s", request->course, error.text);
        taken = false;
    }
    text_free(&orders);
    text_free(&faults);
    text_free(&notes);
    return taken;
}

static int go_on(const struct post_request *request)
{
    struct error error = {0};
    char where[4096 + sizeof error.text];
    bool busy = false, damaged = false;
    struct session *session = session_resume(request->course, &busy, &damaged, &error);
    if (!session || damaged) {
        if (busy)
            error_set(&error, "a window has this race open: close it first");
        error_describe(&error, request->course, where, (int)sizeof where);
        session_free(session);
        return command_fail(STATUS_FAILED, "%s", where);
    }
    int before = request->orders ? session_step_count(session) : post_last_turn(session);
    bool done = !request->orders || take_orders(session, request);
    if (done)
        print_turn(session, before, request->json);
    session_free(session);
    return done ? STATUS_DONE : STATUS_FAILED;
}

int post_run(int argument_count, char **arguments)
{
    struct post_request request;
    struct error error = {0};
    if (!read_request(&request, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    return request.players ? begin(&request) : go_on(&request);
}
