/* Which fields change anything in a set-up as it stands: the others are shown pale and left out of
 * the help pages (rules.h). And which of them change what a car alone can do.
 */
#include "rules/graph_paper/race.h"

static bool is_derby(const struct setup *setup)
{
    return setup->values[FIELD_CONTEST] == CONTEST_DERBY;
}

static bool has_others(const struct setup *setup)
{
    return setup_car_count(setup) > 1;
}

/* A sheet that nobody has chosen yet may hold everything. */
static bool may_hold(const struct setup *setup, int count)
{
    return track_of(setup) == NULL || count > 0;
}

static bool areas_matter(const struct setup *setup, int field)
{
    const struct track *track = track_of(setup);
    switch (field) {
    case FIELD_SLICKS:
        return may_hold(setup, track == NULL ? 0 : track->slick_count);
    case FIELD_SLICK_MISSED_TURNS:
        return areas_matter(setup, FIELD_SLICKS) && setup->values[FIELD_SLICKS] == SLICKS_SPIN;
    case FIELD_TURBO_AREAS:
        return may_hold(setup, track == NULL ? 0 : track->turbo_count);
    default: /* FIELD_CHECKPOINTS */
        return !is_derby(setup) && may_hold(setup, track == NULL ? 0 : track->checkpoint_count);
    }
}

static bool costs_matter(const struct setup *setup, int field)
{
    int off_track = setup->values[FIELD_OFF_TRACK];
    int collision = setup->values[FIELD_COLLISION];
    bool strikes = !is_derby(setup) && has_others(setup);
    switch (field) {
    case FIELD_WALL_MISSED_TURNS:
        return off_track == OFF_TRACK_RESUME || off_track == OFF_TRACK_DAMAGE;
    case FIELD_DAMAGE_LIMIT:
        return off_track == OFF_TRACK_DAMAGE || (strikes && collision == COLLISION_DAMAGE);
    default: /* FIELD_MOVER_MISSED_TURNS, FIELD_STRUCK_MISSED_TURNS */
        return strikes && collision == COLLISION_CRASH;
    }
}

bool race_field_matters(const struct setup *setup, int field)
{
    bool derby = is_derby(setup);
    switch ((enum graph_paper_field)field) {
    case FIELD_SLICKS:
    case FIELD_SLICK_MISSED_TURNS:
    case FIELD_TURBO_AREAS:
    case FIELD_CHECKPOINTS:
        return areas_matter(setup, field);
    case FIELD_WALL_MISSED_TURNS:
    case FIELD_DAMAGE_LIMIT:
    case FIELD_MOVER_MISSED_TURNS:
    case FIELD_STRUCK_MISSED_TURNS:
        return costs_matter(setup, field);
    case FIELD_COLLISION:
    case FIELD_FINISH:
        return !derby && has_others(setup);
    case FIELD_REACH:
        return has_others(setup) && setup->values[FIELD_COLLISION] != COLLISION_NONE;
    case FIELD_GRID_DEPTH:
        return setup->values[FIELD_START] == START_BEHIND;
    case FIELD_ORDER:
        return setup->players > 1;
    case FIELD_LINE:
        return !derby;
    case FIELD_LAPS:
        return !derby && (track_of(setup) == NULL || !track_of(setup)->open);
    case FIELD_ROUNDS:
    case FIELD_CARS_PER_PLAYER:
        return derby;
    case FIELD_ROUND_LIMIT:
        return !derby || setup->values[FIELD_ROUND_LIMIT] < setup->values[FIELD_ROUNDS];
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
