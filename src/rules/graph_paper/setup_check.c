/* Does a set-up make sense as a whole, and is all of it available (RULES 10)? */
#include "rules/graph_paper/race.h"

#include <assert.h>

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

static bool check_track(const struct setup *setup, struct error *error)
{
    if (!setup->track->has_line) {
        return error_set(error, "contest = race needs a start line for its laps and this sheet has "
                                "none: choose another track (contest = derby is not available "
                                "yet)");
    }
    if (setup->track->inspected_count > 0) {
        return error_set(error, "the sheet has points declared inside or outside, which are not "
                                "available yet: choose another track or take them out");
    }
    return true;
}

bool race_setup_check(const struct setup *setup, struct error *error)
{
    assert(setup->track != NULL);
    const struct rule_preset *preset = &graph_paper_table.presets[setup->preset];
    if (preset->later) {
        return error_set(error,
                         "the preset %s is not available yet: it may be racing-car, babylon "
                         "or classroom",
                         preset->name);
    }
    if (setup->players < 1 || setup->players > PLAYER_LIMIT) {
        return error_set(error, "players cannot be %d: it may be from 1 to %d", setup->players,
                         PLAYER_LIMIT);
    }
    return check_values(setup, error) && check_track(setup, error);
}
