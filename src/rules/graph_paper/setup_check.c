/* Does a set-up make sense as a whole (RULES 10)? What merely has no effect is no error: such
 * fields are shown pale and left out of the help pages. */
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
            return fields_refuse(&graph_paper_table, setup->values, (int)derby_values[i].field,
                                 error, "{%s} has no meaning in a derby: it may be {%s=%s}",
                                 field->name, field->name,
                                 field->choices[derby_values[i].value].name);
        }
    }
    return true;
}

static bool check_race(const struct setup *setup, struct error *error)
{
    return track_of(setup)->has_line ||
           fields_refuse(&graph_paper_table, setup->values, FIELD_CONTEST, error,
                         "{contest} needs a start line for its laps and this sheet has none: it "
                         "may be {contest=derby}, or choose another track");
}

/* Where no grid point is left to start from: walls that may not be touched can do that. */
static bool check_start(const struct setup *setup, struct error *error)
{
    if (start_has_point(setup))
        return true;
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    return fields_refuse(
        &graph_paper_table, setup->values, FIELD_START, error,
        "{start} finds no grid point on the track to start from%s: choose another track%s",
        setup->values[FIELD_WALLS] == WALLS_OUT ? " with {walls}" : "",
        derby ? "" : ", or it may be {start=line}, {start=behind} or {start=anywhere}");
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
           fields_refuse(&graph_paper_table, setup->values, FIELD_TURBO_AREAS, error,
                         "{turbo_areas}: the arrows of this sheet push by more than %d squares "
                         "together: it may be {turbo_areas=off}, or choose another track",
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
           fields_refuse(&graph_paper_table, setup->values, FIELD_ORDER, error,
                         "{order} needs the places of all %d cars in the race before, each once: "
                         "it may be {order=random} or {order=listed}",
                         cars);
}

bool race_setup_check(const struct setup *setup, struct error *error)
{
    assert(track_of(setup) != NULL);
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    return check_values(setup, error) &&
           (derby ? check_derby(setup, error) : check_race(setup, error)) &&
           check_arrows(setup, error) && check_last(setup, error) && check_start(setup, error);
}

/* --- which fields change anything in a set-up as it stands ------------------------------------ */

/* A sheet that nobody has chosen yet may hold everything. */
bool race_field_matters(const struct setup *setup, int field)
{
    const struct track *track = track_of(setup);
    const int *values = setup->values;
    bool derby = values[FIELD_CONTEST] == CONTEST_DERBY;
    bool has_others = setup_car_count(setup) > 1;
    bool damages = values[FIELD_OFF_TRACK] == OFF_TRACK_DAMAGE;
    int collision = derby || !has_others ? COLLISION_NONE : values[FIELD_COLLISION];
    switch ((enum graph_paper_field)field) {
    case FIELD_SLICKS:
        return track == NULL || track->slick_count > 0;
    case FIELD_SLICK_MISSED_TURNS:
        return (track == NULL || track->slick_count > 0) && values[FIELD_SLICKS] == SLICKS_SPIN;
    case FIELD_TURBO_AREAS:
        return track == NULL || track->turbo_count > 0;
    case FIELD_CHECKPOINTS:
        return !derby && (track == NULL || track->checkpoint_count > 0);
    case FIELD_WALL_MISSED_TURNS:
        return damages || values[FIELD_OFF_TRACK] == OFF_TRACK_RESUME;
    case FIELD_DAMAGE_LIMIT:
        return damages || collision == COLLISION_DAMAGE;
    case FIELD_MOVER_MISSED_TURNS:
    case FIELD_STRUCK_MISSED_TURNS:
        return collision == COLLISION_CRASH;
    case FIELD_COLLISION:
    case FIELD_FINISH:
        return !derby && has_others;
    case FIELD_REACH:
        return has_others && values[FIELD_COLLISION] != COLLISION_NONE;
    case FIELD_GRID_DEPTH:
        return values[FIELD_START] == START_BEHIND;
    case FIELD_ORDER:
        return setup->players > 1;
    case FIELD_LINE:
        return !derby;
    case FIELD_LAPS:
        return !derby && (track == NULL || !track->open);
    case FIELD_ROUNDS:
    case FIELD_CARS_PER_PLAYER:
        return derby;
    case FIELD_ROUND_LIMIT:
        return !derby || values[FIELD_ROUND_LIMIT] < values[FIELD_ROUNDS];
    default:
        return true;
    }
}

bool race_field_sets_pace(const struct setup *setup, int field)
{
    struct setup alone = *setup;
    alone.players = 1;
    return field != FIELD_CHOOSE && field != FIELD_ROUND_LIMIT && race_field_matters(&alone, field);
}
