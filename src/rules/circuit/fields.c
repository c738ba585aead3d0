/* The one table of fields, values and presets (RULES 10). */
#include "rules/circuit/inside.h"

#define CHOICES(list) (list), (int)(sizeof(list) / sizeof *(list)), 0, 0
#define NUMBER(from, to) NULL, 0, from, to

#define GROUP_RACE "The race"
#define GROUP_CAR "The car"
#define GROUP_ROAD "The road"

static const struct rule_choice builds[] = {
    {"players", "By its driver", "Each driver spends points on the car, in secret."},
    {"standard", "All alike", "All cars have one point on everything."},
};
static const struct rule_choice lines[] = {
    {"on", "Yes", "Who takes a corner on its line may drive 20 mph faster there."},
    {"off", "No", "There are no lines."},
};
static const struct rule_choice slipstreams[] = {
    {"on", "Yes", "Right behind a fast car a fast car has a point of movement more."},
    {"off", "No", "There is no slipstream."},
};
static const struct rule_choice passes[] = {
    {"on", "Yes", "Who finds the road ahead full may drive in between two cars."},
    {"off", "No", "Who finds the road ahead full brakes."},
};
static const struct rule_choice spins[] = {
    {"table", "By dice", "Dice say what a spin costs: wear, a turn, or the race."},
    {"stop", "A stop", "Who spins stands, and nothing else."},
};
static const struct rule_choice grids[] = {
    {"start_speed", "By start speed", "Cars that start fast stand in front."},
    {"random", "Drawn", "The grid is drawn."},
    {"listed", "As listed", "The grid is as the players are listed."},
};

static const struct rule_field fields[CIRCUIT_FIELD_COUNT] = {
    [CIRCUIT_LAPS] = {"laps",
                      GROUP_RACE,
                      "Laps",
                      "How many times round the circuit.",
                      NUMBER(1, 99),
                      {2, 1},
                      true,
                      NULL},
    [CIRCUIT_BUILD] = {"build",
                       GROUP_CAR,
                       "Cars",
                       "Who designs the cars.",
                       CHOICES(builds),
                       {BUILD_PLAYERS, BUILD_STANDARD},
                       false,
                       NULL},
    [CIRCUIT_POINTS] = {"points",
                        GROUP_CAR,
                        "Points",
                        "To spend on a car, up to 2 on each thing.",
                        NUMBER(0, 10),
                        {5, 5},
                        false,
                        NULL},
    [CIRCUIT_WEAR] = {"wear",
                      GROUP_CAR,
                      "Tire wear",
                      "Points a lap, before those of the car.",
                      NUMBER(0, 20),
                      {3, 5},
                      true,
                      NULL},
    [CIRCUIT_BLUE_CHIPS] = {"blue_chips",
                            GROUP_CAR,
                            "Blue chips",
                            "Each takes 2 off a roll of the dice.",
                            NUMBER(0, 20),
                            {3, 3},
                            true,
                            NULL},
    [CIRCUIT_LINES] = {"lines",
                       GROUP_ROAD,
                       "Lines",
                       "The best way through a corner.",
                       CHOICES(lines),
                       {CIRCUIT_ON, CIRCUIT_ON},
                       false,
                       NULL},
    [CIRCUIT_SLIPSTREAM] = {"slipstream",
                            GROUP_ROAD,
                            "Slipstream",
                            "Being drawn along by the car in front.",
                            CHOICES(slipstreams),
                            {CIRCUIT_ON, CIRCUIT_ON},
                            false,
                            NULL},
    [CIRCUIT_FORCE_PASS] = {"force_pass",
                            GROUP_ROAD,
                            "Force passes",
                            "Passing where there is no room.",
                            CHOICES(passes),
                            {CIRCUIT_ON, CIRCUIT_ON},
                            false,
                            NULL},
    [CIRCUIT_SPINS] = {"spins",
                       GROUP_ROAD,
                       "Spins",
                       "What a spin costs.",
                       CHOICES(spins),
                       {SPINS_TABLE, SPINS_STOP},
                       false,
                       NULL},
    [CIRCUIT_GRID] = {"grid",
                      GROUP_RACE,
                      "Grid",
                      "Who starts in front.",
                      CHOICES(grids),
                      {GRID_RANDOM, GRID_RANDOM},
                      false,
                      NULL},
    [CIRCUIT_ROUND_LIMIT] = {"round_limit",
                             GROUP_RACE,
                             "Turn limit",
                             "After so many turns the race is over.",
                             NUMBER(10, 10000),
                             {200, 200},
                             false,
                             NULL},
};

static const struct rule_preset presets[CIRCUIT_PRESET_COUNT] = {
    [CIRCUIT_PRESET_FORCE_PASS] = {"force-pass", "Force pass",
                                   "Build a car, post speeds in secret, force your way through."},
    [CIRCUIT_PRESET_SUNDAY] = {"sunday", "Sunday race",
                               "One lap in cars that are all alike; a spin costs a stop."},
};

const struct rule_table circuit_rules = {fields, CIRCUIT_FIELD_COUNT, presets, CIRCUIT_PRESET_COUNT,
                                         -1};

const struct circuit *circuit_of(const struct setup *setup)
{
    return setup->course.body;
}

static bool has_line(const struct circuit *circuit)
{
    for (int i = 0; circuit && i < circuit->corner_count; i++)
        if (circuit->corners[i].has_line)
            return true;
    return !circuit;
}

bool circuit_field_matters(const struct setup *setup, int field)
{
    const int *values = setup->values;
    switch (field) {
    case CIRCUIT_POINTS:
        return values[CIRCUIT_BUILD] == BUILD_PLAYERS;
    case CIRCUIT_BLUE_CHIPS:
        return values[CIRCUIT_SPINS] == SPINS_TABLE ||
               (values[CIRCUIT_FORCE_PASS] == CIRCUIT_ON && setup->players > 2);
    case CIRCUIT_LINES:
        return has_line(circuit_of(setup));
    case CIRCUIT_SLIPSTREAM:
    case CIRCUIT_GRID:
        return setup->players > 1;
    case CIRCUIT_FORCE_PASS:
        return setup->players > 2;
    default:
        return true;
    }
}

bool circuit_field_sets_pace(const struct setup *setup, int field)
{
    (void)setup;
    return field == CIRCUIT_LAPS || field == CIRCUIT_BUILD || field == CIRCUIT_POINTS ||
           field == CIRCUIT_WEAR || field == CIRCUIT_LINES;
}

/* --- cars (2) --------------------------------------------------------------------------------- */

int build_value(const struct setup *setup, const struct build *build, enum attribute attribute)
{
    static const int from[] = {
        [ATTRIBUTE_START] = 40, [ATTRIBUTE_ACC] = 20, [ATTRIBUTE_DEC] = 20, [ATTRIBUTE_TOP] = 140};
    int points = build->points[attribute];
    if (attribute == ATTRIBUTE_WEAR)
        return 2 * (setup->values[CIRCUIT_WEAR] + points) * setup->values[CIRCUIT_LAPS];
    return from[attribute] + CIRCUIT_SPEED * points;
}

static bool next_build(struct build *build)
{
    for (int i = ATTRIBUTE_COUNT - 1; i >= 0; i--) {
        if (build->points[i]++ < CIRCUIT_BUILD_MOST)
            return true;
        build->points[i] = 0;
    }
    return false;
}

int build_list(const struct setup *setup, struct build *into, int limit)
{
    struct build build = {{0}};
    int count = 0;
    do {
        int sum = 0;
        for (int i = 0; i < ATTRIBUTE_COUNT; i++)
            sum += build.points[i];
        if (sum == setup->values[CIRCUIT_POINTS] && count < limit)
            into[count++] = build;
    } while (next_build(&build));
    return count;
}
