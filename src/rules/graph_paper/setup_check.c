/* Does a set-up make sense as a whole (RULES 10)? What merely has no effect is no error. */
#include "rules/graph_paper/race.h"

#include <assert.h>
#include <stdlib.h>

/* RULES 9: the only values that a derby gives a meaning. */
static const struct {
    enum graph_paper_field field;
    int value;
} derby_values[] = {
    {FIELD_COLLISION, COLLISION_CRASH},
    {FIELD_OFF_TRACK, OFF_TRACK_RESUME},
    {FIELD_START, START_ANYWHERE},
    {FIELD_CHOOSE, CHOOSE_WITH_FIRST_MOVE},
};

static bool check_values(const struct setup *setup, struct error *error)
{
    for (int i = 0; i < FIELD_COUNT; i++) {
        char buffer[12];
        int value = 0;
        const struct rule_field *field = &graph_paper_table.fields[i];
        const char *text = fields_print(field, setup->values[i], buffer);
        if (!fields_parse(&graph_paper_table, i, text, &value, error))
            return false;
    }
    return true;
}

static bool check_derby(const struct setup *setup, struct error *error)
{
    for (size_t i = 0; i < sizeof derby_values / sizeof *derby_values; i++) {
        const struct rule_field *field = &graph_paper_table.fields[derby_values[i].field];
        int value = setup->values[derby_values[i].field];
        if (value != derby_values[i].value) {
            return error_set(error, "%s = %s has no meaning in a derby: it may be %s", field->name,
                             field->choices[value].name,
                             field->choices[derby_values[i].value].name);
        }
    }
    return true;
}

static bool check_race(const struct setup *setup, struct error *error)
{
    return track_of(setup)->has_line ||
           error_set(error, "contest = race needs a start line for its laps and this sheet has "
                            "none: it may be derby, or choose another track");
}

/* Where no grid point is left to start from: walls that may not be touched can do that. */
static bool check_start(const struct setup *setup, struct error *error)
{
    const struct rule_field *field = &graph_paper_table.fields[FIELD_START];
    if (start_has_point(setup))
        return true;
    const char *value = field->choices[setup->values[FIELD_START]].name;
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    return error_set(error,
                     "start = %s finds no grid point on the track to start from%s: choose another "
                     "track%s",
                     value, setup->values[FIELD_WALLS] == WALLS_OUT ? " with walls = out" : "",
                     derby ? "" : ", or it may be line, behind or anywhere");
}

/* A principal point has to stay within reach of exact numbers. */
static bool check_arrows(const struct setup *setup, struct error *error)
{
    int64_t across = 0;
    int64_t up = 0;
    for (int i = 0; i < track_of(setup)->turbo_count; i++) {
        across += labs(track_of(setup)->turbo_areas[i].arrow.x);
        up += labs(track_of(setup)->turbo_areas[i].arrow.y);
    }
    return setup->values[FIELD_TURBO_AREAS] == SWITCH_OFF ||
           (across <= SHEET_MAX && up <= SHEET_MAX) ||
           error_set(error,
                     "turbo_areas = on: the arrows of this sheet push by more than %d squares "
                     "together: it may be off, or choose another track",
                     SHEET_MAX);
}

/* RULES 3.3: the places of the race before hold every car once. */
static bool check_last(const struct setup *setup, struct error *error)
{
    int cars = setup_car_count(setup);
    uint64_t seen = 0;
    if (setup->values[FIELD_ORDER] != ORDER_LOSER_FIRST || setup->last_count == 0)
        return true;
    for (int i = 0; i < setup->last_count && setup->last_count == cars; i++)
        if (setup->last[i] >= 1 && setup->last[i] <= cars)
            seen |= UINT64_C(1) << setup->last[i];
    return seen == (UINT64_C(2) << cars) - 2 ||
           error_set(error,
                     "order = loser_first needs the places of all %d cars in the race before, each "
                     "once: it may be random or listed",
                     cars);
}

bool race_setup_check(const struct setup *setup, struct error *error)
{
    assert(track_of(setup) != NULL);
    if (setup->players < 1 || setup->players > PLAYER_LIMIT) {
        return error_set(error, "players cannot be %d: it may be from 1 to %d", setup->players,
                         PLAYER_LIMIT);
    }
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    return check_values(setup, error) &&
           (derby ? check_derby(setup, error) : check_race(setup, error)) &&
           check_arrows(setup, error) && check_last(setup, error) && check_start(setup, error);
}
