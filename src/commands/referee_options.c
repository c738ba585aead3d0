/* Options of the referee, from one table. They may be written in any order: they are read in the
 * order of the table, so that fields and drivers find the preset and the players settled. */
#include "commands/referee_options.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static bool read_game(struct referee_options *options, const char *value, struct error *error)
{
    const struct rules *rules = rules_find(value);
    if (rules == NULL)
        return error_set(error, "--game %s is not available yet; it may be %s", value,
                         rules_families[0]->name);
    options->setup = setup_from_preset(rules, 0);
    return true;
}

static bool refuse_preset(const struct rule_table *table, const char *value, struct error *error)
{
    struct text names = {0};
    for (int i = 0; i < table->preset_count; i++)
        text_append_format(&names, i == 0 ? "%s" : ", %s", table->presets[i].name);
    error_set(error, "--rules %s: there is no such preset; it may be %s", value,
              text_string(&names));
    text_free(&names);
    return false;
}

static bool read_preset(struct referee_options *options, const char *value, struct error *error)
{
    const struct rules *rules = options->setup.rules;
    int preset = fields_find_preset(rules->table, value);
    if (preset < 0)
        return refuse_preset(rules->table, value, error);
    options->setup = setup_from_preset(rules, preset);
    return true;
}

static bool read_players(struct referee_options *options, const char *value, struct error *error)
{
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

static bool read_seed(struct referee_options *options, const char *value, struct error *error)
{
    return number_is_unsigned(value, &options->setup.seed) ||
           error_set(error, "--seed must be a whole number from 0 to 2^64 - 1, not \"%s\"", value);
}

static bool read_track(struct referee_options *options, const char *value, struct error *error)
{
    options->track = value;
    return value[0] != '\0' || error_set(error, "--track needs a file or the name of a track");
}

static bool read_field(struct referee_options *options, const char *value, struct error *error)
{
    return setup_set_pair(&options->setup, value, error);
}

static bool read_driver(struct referee_options *options, const char *value, struct error *error)
{
    const char *cursor = value;
    int64_t car;
    if (!number_read_integer(&cursor, 1, options->setup.players, &car) || *cursor != '=')
        return error_set(error, "--driver must be N=NAME with N from 1 to %d, not \"%s\"",
                         options->setup.players, value);
    return strcmp(cursor + 1, "human") == 0 ||
           error_set(error, "--driver %s is not available yet; a driver may be human", value);
}

static const struct option {
    const char *name;
    bool needed;
    bool many;
    bool (*read)(struct referee_options *options, const char *value, struct error *error);
} known_options[] = {
    {"--game", false, false, read_game},      {"--rules", false, false, read_preset},
    {"--players", true, false, read_players}, {"--track", true, false, read_track},
    {"--seed", false, false, read_seed},      {"--set", false, true, read_field},
    {"--driver", false, true, read_driver},
};
enum { OPTION_COUNT = sizeof known_options / sizeof *known_options };

/* "--seed 7" or "--seed=7". */
struct argument {
    const char *name;
    int name_length;
    const char *value;
};

static bool is_option(const struct argument *argument, const struct option *option)
{
    return (int)strlen(option->name) == argument->name_length &&
           strncmp(argument->name, option->name, (size_t)argument->name_length) == 0;
}

static bool is_known(const struct argument *argument)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (is_option(argument, &known_options[i]))
            return true;
    return false;
}

/* Reads the argument at *at and moves behind it and its value, which is NULL if there is none. */
static struct argument next_argument(int argument_count, char **arguments, int *at)
{
    const char *given = arguments[(*at)++];
    struct argument argument = {.name = given, .name_length = (int)strcspn(given, "=")};
    if (given[argument.name_length] == '=')
        argument.value = given + argument.name_length + 1;
    else if (*at < argument_count)
        argument.value = arguments[(*at)++];
    return argument;
}

static bool check_shape(int argument_count, char **arguments, struct error *error)
{
    for (int at = 0; at < argument_count;) {
        struct argument argument = next_argument(argument_count, arguments, &at);
        if (!is_known(&argument))
            return error_set(error, "referee does not know \"%s\"; try \"graphprix help referee\"",
                             argument.name);
        if (argument.value == NULL)
            return error_set(error, "%s needs a value behind it", argument.name);
    }
    return true;
}

static bool read_option(struct referee_options *options, const struct option *option,
                        int argument_count, char **arguments, struct error *error)
{
    int found = 0;
    for (int at = 0; at < argument_count;) {
        struct argument argument = next_argument(argument_count, arguments, &at);
        if (!is_option(&argument, option))
            continue;
        if (++found > 1 && !option->many)
            return error_set(error, "%s is given more than once", option->name);
        if (!option->read(options, argument.value, error))
            return false;
    }
    return found > 0 || !option->needed ||
           error_set(error, "referee needs %s; try \"graphprix help referee\"", option->name);
}

bool referee_options_read(struct referee_options *options, int argument_count, char **arguments,
                          struct error *error)
{
    *options = (struct referee_options){.setup = setup_from_preset(rules_families[0], 0)};
    if (!check_shape(argument_count, arguments, error))
        return false;
    for (int i = 0; i < OPTION_COUNT; i++)
        if (!read_option(options, &known_options[i], argument_count, arguments, error))
            return false;
    return true;
}
