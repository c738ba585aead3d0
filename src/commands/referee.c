/* The commands of the referee, in one table, and the drivers at its table: they act by themselves
 * as soon as it is their turn.
 *
 * A command that is refused leaves the race as it was: session_do and session_undo promise that,
 * and `load` swaps the races only when the file was in order.
 */
#include "commands/command.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "drivers/driving.h"
#include "session/session.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r";

static void make_crew(struct referee *referee)
{
    const struct setup *setup = session_setup(referee->session);
    const char *drivers[PLAYER_LIMIT];
    for (int i = 0; i < setup->players; i++)
        drivers[i] = session_player(referee->session, i + 1)->driver;
    referee->drivers = drivers_create(
        setup, drivers, (struct drivers_options){.bot_milliseconds = referee->bot_milliseconds});
}

void referee_end(struct referee *referee)
{
    drivers_free(referee->drivers, session_race(referee->session));
    session_free(referee->session);
    referee->drivers = NULL;
    referee->session = NULL;
}

static void add_sentence(struct text *note, const char *sentence)
{
    if (note->length > 0 && sentence[0] != '\0')
        text_append(note, " ");
    text_append(note, sentence);
}

/* False: the race does not take the action, because it holds as many as it may. */
static bool act_for_car(struct referee *referee, int car, const char *const *names,
                        struct text *note)
{
    struct text action = {0};
    struct text remark = {0};
    struct error error = {0};
    const struct race *race = session_race(referee->session);
    bool done = drivers_choose(referee->drivers, race, car, names, &action, &remark) &&
                session_do(referee->session, car, text_string(&action), &error);
    add_sentence(note, text_string(&remark));
    add_sentence(note, error.text);
    text_free(&remark);
    text_free(&action);
    return done;
}

void referee_drive(struct referee *referee, struct text *note)
{
    const struct session *session = referee->session;
    const struct setup *setup = session_setup(session);
    const char *names[PLAYER_LIMIT];
    bool driven = true;
    if (referee->drivers == NULL)
        make_crew(referee);
    for (int i = 0; i < setup->players; i++)
        names[i] = session_player(session, i + 1)->name;
    while (driven) {
        int car = drivers_next_car(referee->drivers, session_race(session));
        driven = car > 0 && act_for_car(referee, car, names, note);
    }
}

static bool is_named(const struct referee *referee, const char *command)
{
    for (int i = 0; i < referee->program_count; i++)
        if (strcmp(driver_command(referee->programs[i]), command) == 0)
            return true;
    return false;
}

static int first_car_of(const struct session *session, int player)
{
    const struct game *game = session_setup(session)->game;
    int car = 1;
    while (game->player_of(session_race(session), car) != player)
        car++;
    return car;
}

/* False and the error if a program of the session's players may not be started: only those that the
 * command line named may, so that opening a race that somebody else has saved starts nothing. */
static bool check_programs(const struct referee *referee, const struct session *session,
                           struct error *error)
{
    for (int i = 0; i < session_setup(session)->players; i++) {
        const char *command = driver_command(session_player(session, i + 1)->driver);
        if (command != NULL && !is_named(referee, command))
            return error_set(error,
                             "player %d is a program that was not named by --driver here; if you "
                             "trust it, begin with --driver \"%d=bot:%s\"",
                             i + 1, first_car_of(session, i + 1), command);
    }
    return true;
}

/* --- answers ---------------------------------------------------------------------------------- */

static const struct game *game_of(const struct referee *referee)
{
    return session_setup(referee->session)->game;
}

static void append_state(const struct referee *referee, struct text *into)
{
    json_text_key(into, "state");
    race_append_state(session_race(referee->session), into);
}

/* Takes the value. */
static void append_value(struct text *into, const char *key, json_t *value)
{
    char *printed = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    json_text_key(into, key);
    json_text_value(into, printed);
    free(printed);
    json_decref(value);
}

static void append_events_since(const struct referee *referee, int steps, struct text *into)
{
    json_text_key(into, "events");
    json_text_open(into, '[');
    for (int i = steps; i < session_step_count(referee->session); i++) {
        struct step step = session_step(referee->session, i);
        for (int j = 0; j < step.event_count; j++)
            event_append(&step.events[j], into);
    }
    json_text_close(into, ']');
}

/* Frees the note, which is told only if there is one. */
static void append_note(struct text *into, struct text *note)
{
    if (note->length > 0)
        append_value(into, "note", command_text_to_json(note->data));
    text_free(note);
}

static void open_answer(struct text *into, bool ok)
{
    json_text_open(into, '{');
    json_text_key_boolean(into, "ok", ok);
}

static void greet(struct referee *referee, struct text *note, struct text *into)
{
    open_answer(into, true);
    const struct setup *setup = session_setup(referee->session);
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, setup->seed);
    json_text_key(into, "race");
    json_text_open(into, '{');
    json_text_key_string(into, "game", setup->game->name);
    json_text_key_string(into, "preset", setup->game->table->presets[setup->preset].name);
    append_value(into, "rules", session_rules_to_json(setup, false));
    json_text_key_string(into, "seed", seed);
    setup->game->append_head(session_race(referee->session), into);
    json_text_close(into, '}');
    int before = session_step_count(referee->session);
    referee_drive(referee, note);
    if (session_step_count(referee->session) > before)
        append_events_since(referee, before, into);
    append_state(referee, into);
    append_note(into, note);
    json_text_close(into, '}');
}

void referee_greet(struct referee *referee, struct text *into)
{
    struct text note = {0};
    greet(referee, &note, into);
}

static void append_refusal(const struct error *error, struct text *into)
{
    open_answer(into, false);
    append_value(into, "error", command_text_to_json(error->text));
    if (error->column > 0)
        json_text_key_integer(into, "at", error->column);
    json_text_close(into, '}');
}

/* {"ok":false,"error":...} */
static void referee_refuse(const char *text, struct text *into)
{
    struct error error = {0};
    error_set(&error, "%s", text);
    append_refusal(&error, into);
}

/* --- the commands: false and the error, or the whole answer is appended ----------------------- */

static bool answer_state(struct referee *referee, const char *argument, struct text *into,
                         struct error *error)
{
    (void)argument;
    (void)error;
    open_answer(into, true);
    append_state(referee, into);
    json_text_close(into, '}');
    return true;
}

static bool answer_moves(struct referee *referee, const char *argument, struct text *into,
                         struct error *error)
{
    const struct race *race = session_race(referee->session);
    open_answer(into, true);
    bool listed = race->game->append_moves(race, race_next_car(race), argument, into, error);
    json_text_close(into, '}');
    return listed;
}

/* Moves behind the car in front of an action, "2: "; 0: there is none. */
static int read_car(const char **argument)
{
    int64_t car;
    const char *at = *argument;
    if (*at == '0' || !number_read_integer(&at, 1, INT32_MAX, &car) || *at != ':')
        return 0;
    *argument = at + 1 + strspn(at + 1, blanks);
    return (int)car;
}

/* Unless the game takes a car in front of secret entries alone. */
static bool may_name(const struct race *race, int car, struct error *error)
{
    int owing[CAR_LIMIT];
    bool secret = false;
    race->game->owes(race, owing, &secret);
    return car == 0 || secret || !race->game->names_cars_in_secret_only ||
           error_set_at(error, 0, 1, "a car stands in front of secret entries alone");
}

static bool answer_try(struct referee *referee, const char *argument, struct text *into,
                       struct error *error)
{
    const struct race *race = session_race(referee->session);
    int car = read_car(&argument);
    if (!session_may_act(referee->session, &car, error))
        return false;
    open_answer(into, true);
    bool tried = race->game->append_try(race, car, argument, into, error);
    json_text_close(into, '}');
    return tried;
}

static bool answer_do(struct referee *referee, const char *argument, struct text *into,
                      struct error *error)
{
    struct text note = {0};
    int before = session_step_count(referee->session);
    int car = read_car(&argument);
    if (!may_name(session_race(referee->session), car, error) ||
        !session_do(referee->session, car, argument, error))
        return false;
    referee_drive(referee, &note);
    open_answer(into, true);
    append_events_since(referee, before, into);
    append_state(referee, into);
    append_note(into, &note);
    json_text_close(into, '}');
    return true;
}

static bool answer_undo(struct referee *referee, const char *argument, struct text *into,
                        struct error *error)
{
    return session_undo(referee->session, error) && answer_state(referee, argument, into, error);
}

static void name_file(struct error *error, const char *path)
{
    char text[sizeof error->text];
    error_describe(error, path, text, (int)sizeof text);
    error_set(error, "%s", text);
}

static bool answer_save(struct referee *referee, const char *argument, struct text *into,
                        struct error *error)
{
    if (referee->track && file_is_same(referee->track, argument))
        error_set(error, "this is the track that was read: give the race another name");
    else if (referee->files->save(referee->session, argument, error))
        return answer_state(referee, argument, into, error);
    name_file(error, argument);
    return false;
}

/* A cut last line is told in a note; the race may be another one, so its head comes along. */
static bool answer_load(struct referee *referee, const char *argument, struct text *into,
                        struct error *error)
{
    bool damaged;
    struct session *loaded = referee->files->load(argument, &damaged, error);
    if (loaded != NULL && !damaged && !check_programs(referee, loaded, error))
        damaged = true;
    if (loaded == NULL || damaged) {
        session_free(loaded);
        name_file(error, argument);
        return false;
    }
    struct text note = {0};
    if (error->text[0] != '\0') {
        name_file(error, argument);
        text_append(&note, error->text);
    }
    referee_end(referee);
    referee->session = loaded;
    greet(referee, &note, into);
    return true;
}

static bool answer_quit(struct referee *referee, const char *argument, struct text *into,
                        struct error *error)
{
    (void)argument;
    (void)error;
    referee->quit = true;
    open_answer(into, true);
    json_text_close(into, '}');
    return true;
}

enum referee_argument { ARGUMENT_NONE, ARGUMENT_ALLOWED, ARGUMENT_NEEDED };

static const struct referee_request {
    const char *name;
    enum referee_argument argument;
    const char *needs; /* what the argument is, for people */
    bool (*answer)(struct referee *referee, const char *argument, struct text *into,
                   struct error *error);
} requests[] = {
    {"state", ARGUMENT_NONE, NULL, answer_state},
    {"moves", ARGUMENT_ALLOWED, NULL, answer_moves},
    {"do", ARGUMENT_NEEDED, "an action", answer_do},
    {"try", ARGUMENT_NEEDED, "an action", answer_try},
    {"undo", ARGUMENT_NONE, NULL, answer_undo},
    {"save", ARGUMENT_NEEDED, "a file to save to", answer_save},
    {"load", ARGUMENT_NEEDED, "a file to load", answer_load},
    {"quit", ARGUMENT_NONE, NULL, answer_quit},
};
enum { REQUEST_COUNT = sizeof requests / sizeof *requests };

static bool has_request(const struct referee *referee, const struct referee_request *request)
{
    return request->answer != answer_try || game_of(referee)->append_try;
}

static const struct referee_request *find_request(const struct referee *referee, const char *name,
                                                  struct error *error)
{
    struct text known = {0};
    for (int i = 0; i < REQUEST_COUNT; i++) {
        if (!has_request(referee, &requests[i]))
            continue;
        if (strcmp(name, requests[i].name) == 0) {
            text_free(&known);
            return &requests[i];
        }
        text_append_format(&known, i == 0 ? "%s" : ", %s", requests[i].name);
    }
    if (name[0] == '\0')
        error_set(error, "an empty line is no command; there are %s", text_string(&known));
    else
        error_set(error, "there is no command \"%.40s\"; there are %s", name, text_string(&known));
    text_free(&known);
    return NULL;
}

static bool is_blank(char c)
{
    return c != '\0' && strchr(blanks, c) != NULL;
}

/* Cuts the line into its first word and the rest, without the blanks around either. */
static bool answer_text(struct referee *referee, char *text, struct text *into, struct error *error)
{
    size_t end = strlen(text);
    while (end > 0 && is_blank(text[end - 1]))
        text[--end] = '\0';
    char *name = text + strspn(text, blanks);
    char *argument = name + strcspn(name, blanks);
    while (is_blank(*argument))
        *argument++ = '\0';
    const struct referee_request *request = find_request(referee, name, error);
    if (request == NULL)
        return false;
    if (request->argument == ARGUMENT_NEEDED && argument[0] == '\0') {
        error_set(error, "\"%s\" needs %s", name, request->needs);
        if (request->answer == answer_do || request->answer == answer_try)
            error_set_at(error, 0, 1, "\"%s\" needs an action, like \"%s %s\"", name, name,
                         game_of(referee)->example);
        return false;
    }
    if (request->argument == ARGUMENT_NONE && argument[0] != '\0') {
        error_set(error, "\"%s\" stands alone, and there is \"%.40s\"", name, argument);
        return false;
    }
    return request->answer(referee, argument, into, error);
}

void referee_answer(struct referee *referee, const char *line, size_t length, struct text *into)
{
    if (length > REFEREE_LINE_LIMIT) {
        referee_refuse("the line is too long: at most 8192 bytes", into);
        return;
    }
    if (memchr(line, '\0', length) != NULL) {
        referee_refuse("the line holds a zero byte", into);
        return;
    }
    struct error error = {0};
    size_t before = into->length;
    char *text = memory_allocate(length + 1, 1);
    memcpy(text, line, length);
    if (!answer_text(referee, text, into, &error)) {
        text_cut(into, before);
        append_refusal(&error, into);
    }
    free(text);
}

/* === referee ================================================================================== */

/* The referee's process: arguments, the track, lines in and objects out.
 *
 * A line longer than REFEREE_LINE_LIMIT is read to its end and refused, so that what follows it is
 * understood again. Every object is flushed at once: whoever asks waits for it.
 */

const char referee_help[] =
    "  --track FILE          a track as SVG, or the name of a shipped one\n"
    "  --players N           1 to 8\n"
    "  --game NAME           see below; the one that the track is of if not given\n"
    "  --rules PRESET        see below; the game's first if not given\n"
    "  --set field=value     a rule by itself, on top of the preset; any number of times\n"
    "  --driver N=NAME       who drives car N, see below; all cars of a player have one driver\n"
    "  --bot-ms N            how many milliseconds a program has for an answer; 1000\n"
    "  --seed N              for everything random; 1 if not given\n"
    "\n"
    "The first line out tells the race. Then one command a line in, one JSON object a line out:\n"
    "  state                 where everybody is and whose turn it is\n"
    "  moves                 what the car to move may do, and what would happen\n"
    "  moves FROM X,Y        the first moves from one start point\n"
    "  do ACTION             12,9 moves there; 7,3>8,4 starts on 7,3 and moves; 7,3 picks a start\n"
    "  do 2: ACTION          that of car 2, where several owe one in secret\n"
    "  do drive on           when it is over: the car that is left goes on to the flag\n"
    "  try ACTION            what it would come to, in games that tell\n"
    "  undo                  back to before the last action of a person\n"
    "  save FILE, load FILE  a race file\n"
    "  quit                  ends, as the end of input does\n"
    "A refused command answers {\"ok\":false,\"error\":\"...\"} and changes nothing.\n"
    "Drivers act by themselves: what they do stands in the \"events\" of the first line, of "
    "\"do\"\n"
    "and of \"load\"; what went wrong with a program, in \"note\". A race that is loaded brings\n"
    "its own drivers, but its programs must be named by --driver here, too.\n";

/* Of the command that takes the same options; the rest of it is a module (list.c). */
const char host_help[] =
    "  --port N           where it listens, 0 for any free port\n"
    "  --address A        on which interface; without it on 127.0.0.1, for this computer alone\n"
    "  --track FILE       begins a table; --game, --rules, --set, --players (2 without it), "
    "--driver,\n"
    "                     --bot-ms and --seed (drawn without it) as for referee\n"
    "  --clock S          seconds a turn, 15 to 259200; who is late is driven by a computer for "
    "it\n"
    "  --race FILE        goes on with that race, or keeps the table that begins in it\n"
    "  --open             pages may open tables of their own\n"
    "  --broker URL       keeps all tables by NATS JetStream, nats://HOST:4222: any number of "
    "hosts\n"
    "                     have the same ones, and one that dies takes nothing with it\n"
    "\n"
    "As soon as it listens it prints "
    "{\"table\":\"KRTZB\",\"url\":\"http://127.0.0.1:8080/#KRTZB\"}\n"
    "with the code by which people join. Races are kept in FILE, or in the folder of the data as\n"
    "tables/CODE.race, with who has which seat beside them; whatever kills a host, it goes on "
    "with\n"
    "--race FILE. What pages and hosts say to each other is told in docs/together.md.\n";

static void append_drivers(const struct driving *driving, struct text *page)
{
    text_append_format(page, "\nDrivers:\n  %-20s  a person, who says what to do\n", "human");
    for (int i = 0; i < driving->kind_count; i++)
        text_append_format(page, "  %-20s  %s\n", driving->kinds[i].name,
                           driving->kinds[i].sentence);
    text_append_format(page, "  %-20s  A program, started without a shell.\n", "bot:COMMAND");
}

static void append_presets(const struct rule_table *table, struct text *page)
{
    text_append(page, "\nPresets:\n");
    for (int i = 0; i < table->preset_count; i++) {
        const struct rule_preset *preset = &table->presets[i];
        text_append_format(page, "  %-20s  %s\n", preset->name, preset->sentence);
    }
}

static void append_values(const struct rule_field *field, struct text *page)
{
    if (field->choices == NULL)
        text_append_format(page, "%d..%d", field->minimum, field->maximum);
    for (int i = 0; i < field->choice_count; i++)
        text_append_format(page, "%s%s", i == 0 ? "" : " ", field->choices[i].name);
}

static void append_fields(const struct rule_table *table, struct text *page)
{
    text_append_format(page, "\nFields, with the value of %s in brackets:\n",
                       table->presets[0].name);
    for (int i = 0; i < table->field_count; i++) {
        const struct rule_field *field = &table->fields[i];
        char buffer[12];
        text_append_format(page, "  %-20s  ", field->name);
        append_values(field, page);
        text_append_format(page, " [%s]\n", fields_print(field, field->defaults[0], buffer));
        text_append_format(page, "  %-20s    %s\n", "", field->sentence);
    }
}

void referee_append_help(struct text *page)
{
    for (int i = 0; games[i] != NULL; i++) {
        if (games[1] != NULL)
            text_append_format(page, "\n%s (--game %s)\n", games[i]->title, games[i]->name);
        append_drivers(driving_of(games[i]), page);
        append_presets(games[i]->table, page);
        append_fields(games[i]->table, page);
    }
}

/* --- arguments -------------------------------------------------------------------------------- */

static bool refuse_driver(const char *argument, const char *why, struct error *error)
{
    return error_set(error, "--driver %.80s: %s", argument, why);
}

static bool read_driver(void *into, const char *value, struct error *error)
{
    struct race_options *options = into;
    const char *cursor = value;
    int64_t car;
    if (!number_read_integer(&cursor, 1, CAR_LIMIT, &car) || *cursor != '=')
        return error_set(error, "--driver must be N=NAME with the number of a car, not \"%s\"",
                         value);
    if (strlen(++cursor) >= PLAYER_DRIVER_BYTES)
        return error_set(error, "the driver of car %d is too long: at most %d bytes", (int)car,
                         PLAYER_DRIVER_BYTES - 1);
    for (int i = 0; i < options->driver_count; i++)
        if (options->drivers[i].car == car)
            return refuse_driver(value, "that car has a driver already", error);
    options->drivers[options->driver_count++] =
        (struct named_driver){.car = (int)car, .argument = value, .driver = cursor};
    return true;
}

static bool read_track(void *into, const char *value, struct error *error)
{
    struct race_options *options = into;
    command_begin_setup(&options->setup, value);
    return option_read_track(&options->track, value, error);
}

static bool read_seed(void *into, const char *value, struct error *error)
{
    struct race_options *options = into;
    options->seeded = true;
    return option_read_seed(&options->setup.seed, value, error);
}

bool race_options_read(const char *command, const struct option *more, struct race_options *options,
                       int argument_count, char **arguments, struct error *error)
{
    enum {
        SETUP = offsetof(struct race_options, setup),
        PLAYERS = offsetof(struct race_options, player_count),
        LIMIT = offsetof(struct race_options, bot_milliseconds),
        ROWS = 24
    };
    const enum option_kind needed = more ? OPTION_ONCE : OPTION_NEEDED;
    struct option table[ROWS] = {
        {"--track", needed, 0, read_track, 0, 0},
        {"--game", OPTION_ONCE, SETUP, option_read_game, 0, 0},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset, 0, 0},
        {"--players", needed, PLAYERS, NULL, 1, PLAYER_LIMIT},
        {"--seed", OPTION_ONCE, 0, read_seed, 0, 0},
        {"--set", OPTION_MANY, SETUP, option_read_field, 0, 0},
        {"--driver", OPTION_MANY, 0, read_driver, 0, 0},
        {"--bot-ms", OPTION_ONCE, LIMIT, NULL, 1, BOT_MILLISECONDS_MOST},
    };
    int rows = 0;
    while (table[rows].name)
        rows++;
    for (; more && more->name; more++) {
        assert(rows + 1 < ROWS);
        table[rows++] = *more;
    }
    options->setup = setup_from_preset(game_usual, 0);
    for (int i = 0; i < PLAYER_LIMIT; i++) {
        struct player *player = &options->players[i];
        snprintf(player->name, sizeof player->name, "Player %d", i + 1);
        strcpy(player->driver, "human");
        player->pen = i % PEN_COUNT + 1;
    }
    if (!options_read(command, table, options, argument_count, arguments, error))
        return false;
    if (options->player_count > 0)
        options->setup.players = options->player_count;
    /* When it is known which game it is. */
    struct error why = {0};
    for (int i = 0; i < options->driver_count; i++)
        if (!driver_check(options->setup.game, options->drivers[i].driver, &why))
            return refuse_driver(options->drivers[i].argument, why.text, error);
    return true;
}

static bool seat_driver(struct race_options *options, const struct race *race,
                        const struct named_driver *driver, const char **of_player,
                        struct error *error)
{
    const struct game *game = options->setup.game;
    int cars = game->car_count(race);
    if (driver->car > cars)
        return error_set(error, "--driver %.80s: cars are numbered 1 to %d here", driver->argument,
                         cars);
    int player = game->player_of(race, driver->car);
    const char **given = &of_player[player - 1];
    if (*given != NULL && strcmp(*given, driver->driver) != 0)
        return error_set(error,
                         "--driver %.80s: player %d has that car, and all of a player's cars have "
                         "one driver",
                         driver->argument, player);
    *given = driver->driver;
    strcpy(options->players[player - 1].driver, driver->driver);
    return true;
}

/* Gives the players their drivers: which cars are whose takes the whole set-up, which has its track
 * and has passed its check. */
static bool seat_drivers(struct race_options *options, struct error *error)
{
    const char *of_player[PLAYER_LIMIT] = {NULL};
    bool seated = true;
    if (options->driver_count == 0)
        return true;
    struct race *race = options->setup.game->begin(&options->setup);
    for (int i = 0; i < options->driver_count && seated; i++)
        seated = seat_driver(options, race, &options->drivers[i], of_player, error);
    options->setup.game->free(race);
    return seated;
}

struct session *race_options_begin(struct race_options *options, struct error *error)
{
    if (!setup_check(&options->setup, error) || !seat_drivers(options, error))
        return NULL;
    return session_begin(&options->setup, options->players,
                         (struct allow){.undo = true, .hints = true}, error);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* False when nobody can be told any more. */
static bool print_line(struct text *line)
{
    text_append_bytes(line, "\n", 1);
    bool told = fwrite(line->data, 1, line->length, stdout) == line->length && fflush(stdout) == 0;
    text_clear(line);
    return told;
}

/* One byte more than the limit is kept, so that a line that is too long can be told from one that
 * fits. */
static bool read_line(struct text *line)
{
    text_clear(line);
    int c = getchar();
    if (c == EOF)
        return false;
    for (; c != EOF && c != '\n'; c = getchar()) {
        char byte = (char)c;
        if (line->length <= REFEREE_LINE_LIMIT)
            text_append_bytes(line, &byte, 1);
    }
    return true;
}

static int play_lines(struct referee *referee)
{
    struct text line = {0};
    struct text answer = {0};
    referee_greet(referee, &answer);
    bool heard = print_line(&answer);
    while (heard && !referee->quit && read_line(&line)) {
        referee_answer(referee, text_string(&line), line.length, &answer);
        heard = print_line(&answer);
    }
    text_free(&answer);
    text_free(&line);
    if (!heard)
        return command_fail(STATUS_FAILED, "cannot write to the standard output");
    if (ferror(stdin))
        return command_fail(STATUS_FAILED, "cannot read the standard input");
    return STATUS_DONE;
}

static const struct referee_files real_files = {session_save, session_load};

static int run_referee(struct race_options *options)
{
    struct error error = {0};
    const char *programs[PLAYER_LIMIT];
    struct referee referee = {.files = &real_files, .programs = programs};
    referee.session = race_options_begin(options, &error);
    if (referee.session == NULL)
        return command_fail(STATUS_USAGE, "%s", error.text);
    /* The programs that were named are those that were seated. */
    int count = 0;
    for (int i = 0; i < options->setup.players; i++)
        if (driver_command(options->players[i].driver) != NULL)
            programs[count++] = options->players[i].driver;
    referee.program_count = count;
    referee.bot_milliseconds = options->bot_milliseconds;
    char *track_path = command_track_path(options->track);
    referee.track = track_path;
    int status = play_lines(&referee);
    referee_end(&referee);
    free(track_path);
    return status;
}

int referee_run(int argument_count, char **arguments)
{
    struct race_options options = {0};
    struct error error = {0};
    if (!race_options_read("referee", NULL, &options, argument_count, arguments, &error))
        return command_fail(STATUS_USAGE, "%s", error.text);
    options.setup.course = command_load_course(options.setup.game, options.track);
    int status = options.setup.course.body ? run_referee(&options) : STATUS_FAILED;
    course_release(options.setup.course);
    return status;
}
