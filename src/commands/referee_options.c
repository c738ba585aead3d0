/* What the referee's options are; options.c reads them. */
#include "commands/referee_options.h"

#include "base/number.h"
#include "commands/options.h"
#include "drivers/driving.h"

#include <stdio.h>
#include <string.h>

static bool read_players(void *into, const char *value, struct error *error)
{
    struct referee_options *options = into;
    int64_t count;
    if (!number_is_integer(value, 1, PLAYER_LIMIT, &count))
        return error_set(error, "--players must be a number from 1 to %d, not \"%s\"", PLAYER_LIMIT,
                         value);
    options->setup.players = (int)count;
    for (int i = 0; i < options->setup.players; i++) {
        struct player *player = &options->players[i];
        snprintf(player->name, sizeof player->name, "Player %d", i + 1);
        strcpy(player->driver, "human");
        player->pen = i % PEN_COUNT + 1;
    }
    return true;
}

static bool refuse_driver(const char *argument, const char *why, struct error *error)
{
    return error_set(error, "--driver %.80s: %s", argument, why);
}

static bool read_driver(void *into, const char *value, struct error *error)
{
    struct referee_options *options = into;
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

/* When it is known which game it is. */
static bool check_drivers(const struct referee_options *options, struct error *error)
{
    struct error why = {0};
    for (int i = 0; i < options->driver_count; i++)
        if (!driver_check(options->setup.game, options->drivers[i].driver, &why))
            return refuse_driver(options->drivers[i].argument, why.text, error);
    return true;
}

bool referee_options_read(struct referee_options *options, int argument_count, char **arguments,
                          struct error *error)
{
    enum {
        SETUP = offsetof(struct referee_options, setup),
        TRACK = offsetof(struct referee_options, track),
        LIMIT = offsetof(struct referee_options, bot_milliseconds),
    };
    static const struct option table[] = {
        {"--game", OPTION_ONCE, SETUP, option_read_game},
        {"--rules", OPTION_ONCE, SETUP, option_read_preset},
        {"--players", OPTION_NEEDED, 0, read_players},
        {"--track", OPTION_NEEDED, TRACK, option_read_track},
        {"--seed", OPTION_ONCE, SETUP, option_read_seed},
        {"--set", OPTION_MANY, SETUP, option_read_field},
        {"--driver", OPTION_MANY, 0, read_driver},
        {"--bot-ms", OPTION_ONCE, LIMIT, option_read_bot_milliseconds},
        {0},
    };
    *options = (struct referee_options){.setup = setup_from_preset(games[0], 0)};
    return options_read("referee", table, options, argument_count, arguments, error) &&
           check_drivers(options, error);
}

static bool seat_driver(struct referee_options *options, const struct race *race,
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

bool referee_options_seat_drivers(struct referee_options *options, struct error *error)
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
