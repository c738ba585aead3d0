/* The one table of fields, values and presets (RULES 9), and what it takes to begin a race. */
#include "rules/stock_cars/inside.h"

#define CHOICES(list) (list), (int)(sizeof(list) / sizeof *(list)), 0, 0
#define NUMBER(from, to) NULL, 0, from, to

#define GROUP_RACE "The race"
#define GROUP_CAR "The car"
#define GROUP_ROAD "The road"

static const struct rule_choice specials[] = {
    {"on", "Chosen", "Before the first turn each driver chooses a special in secret."},
    {"off", "None", "All cars are alike."},
};
static const struct rule_choice slipstreams[] = {
    {"on", "Yes", "Who drives right behind a car may write S: a step faster for nothing."},
    {"off", "No", "There is no slipstream."},
};
static const struct rule_choice off_tracks[] = {
    {"severe", "Severe",
     "One tile costs 3 of the speed and 2 of the maximum, two tiles 6 and 4, three 9 and 8."},
    {"mild", "Mild", "Each tile, up to three, costs 1 of the speed and 1 of the maximum."},
};
static const struct rule_choice crashes[] = {
    {"on", "Yes", "Cars that share a tile at the end of a turn lose 1 of speed and maximum each."},
    {"off", "No", "Cars may share a tile."},
};
static const struct rule_choice oils[] = {
    {"on", "Slippery", "A slick turns a car left, right or not at all, each as likely."},
    {"off", "Off", "Slicks are asphalt, and crashes leave none."},
};
static const struct rule_choice sandbags[] = {
    {"on", "Hidden", "The sand alley hides bags; each one costs 1 of the speed."},
    {"off", "Off", "The sand alley is asphalt."},
};
static const struct rule_choice orders[] = {
    {"secret", "In secret", "All write their orders, then all drive at once."},
    {"open", "One by one", "Each order is driven as soon as it is written."},
};

static const struct rule_field fields[STOCK_FIELD_COUNT] = {
    [STOCK_LAPS] = {"laps",
                    GROUP_RACE,
                    "Laps",
                    "How many times round the map.",
                    NUMBER(0, 99),
                    {0, 1},
                    true,
                    "map"},
    [STOCK_WILD_CARDS] = {"wild_cards",
                          GROUP_CAR,
                          "Wild cards",
                          "Each pays for a second change of speed or for second steers in a turn.",
                          NUMBER(0, 99),
                          {8, 12},
                          true,
                          NULL},
    [STOCK_MAX_SPEED] = {"max_speed",
                         GROUP_CAR,
                         "Maximum speed",
                         "Tiles a turn at most, at the start. Damage lowers it, down to 6.",
                         NUMBER(6, 30),
                         {12, 8},
                         true,
                         NULL},
    [STOCK_SPECIALS] = {"specials",
                        GROUP_CAR,
                        "Specials",
                        "Turbo, sway bars or performance, one for each car.",
                        CHOICES(specials),
                        {STOCK_ON, STOCK_OFF},
                        false,
                        NULL},
    [STOCK_SLIPSTREAM] = {"slipstream",
                          GROUP_CAR,
                          "Slipstream",
                          "Being drawn along by the car in front.",
                          CHOICES(slipstreams),
                          {STOCK_ON, STOCK_OFF},
                          false,
                          NULL},
    [STOCK_OFF_TRACK] = {"off_track",
                         GROUP_ROAD,
                         "Off the track",
                         "What it costs to drive off the track.",
                         CHOICES(off_tracks),
                         {STOCK_SEVERE, STOCK_MILD},
                         false,
                         NULL},
    [STOCK_CRASH] = {"crash",
                     GROUP_ROAD,
                     "Crashes",
                     "Two cars on one tile.",
                     CHOICES(crashes),
                     {STOCK_ON, STOCK_ON},
                     false,
                     NULL},
    [STOCK_OIL] = {"oil",
                   GROUP_ROAD,
                   "Oil",
                   "Slicks of the map, and those that crashes leave.",
                   CHOICES(oils),
                   {STOCK_ON, STOCK_OFF},
                   false,
                   NULL},
    [STOCK_SANDBAGS] = {"sandbags",
                        GROUP_ROAD,
                        "Sandbags",
                        "What lies in the sand alley.",
                        CHOICES(sandbags),
                        {STOCK_ON, STOCK_OFF},
                        false,
                        NULL},
    [STOCK_ORDERS] = {"orders",
                      GROUP_RACE,
                      "Orders",
                      "When an order is carried out.",
                      CHOICES(orders),
                      {STOCK_SECRET, STOCK_OPEN},
                      false,
                      NULL},
    [STOCK_ROUND_LIMIT] = {"round_limit",
                           GROUP_RACE,
                           "Turn limit",
                           "After so many turns the race is over.",
                           NUMBER(10, 100000),
                           {1000, 1000},
                           false,
                           NULL},
};

static const struct rule_preset presets[STOCK_PRESET_COUNT] = {
    [STOCK_PRESET_STOCK_CARS] = {"stock-cars", "Stock cars",
                                 "Secret orders, specials, slipstream, oil and sand."},
    [STOCK_PRESET_SUNDAY] = {"sunday", "Sunday drive",
                             "One lap to learn the letters: orders are driven one by one, and "
                             "mistakes cost little."},
};

const struct rule_table stock_rules = {fields, STOCK_FIELD_COUNT, presets, STOCK_PRESET_COUNT, -1};

const struct stock_map *stock_map_of(const struct setup *setup)
{
    return setup->course.body;
}

int stock_laps(const struct setup *setup)
{
    int laps = setup->values[STOCK_LAPS];
    return laps > 0 ? laps : stock_map_of(setup)->laps;
}

int stock_field_zero(const struct setup *setup, int field)
{
    return field == STOCK_LAPS ? stock_map_of(setup)->laps : -1;
}

bool stock_setup_check(const struct setup *setup, struct error *error)
{
    int starts = stock_map_of(setup)->starts;
    if (setup->players > starts)
        return error_set(error,
                         "the map has %d starting place%s and there are %d players: take fewer, or "
                         "another map",
                         starts, starts == 1 ? "" : "s", setup->players);
    return true;
}

static bool has_tile(const struct stock_map *map, bool (*wanted)(char tile))
{
    for (int i = 0; i < map->width * map->height; i++)
        if (wanted(map->tiles[i]))
            return true;
    return false;
}

bool stock_field_matters(const struct setup *setup, int field)
{
    const struct stock_map *map = stock_map_of(setup);
    switch (field) {
    case STOCK_SANDBAGS:
        return !map || has_tile(map, tile_is_alley);
    case STOCK_SLIPSTREAM:
    case STOCK_CRASH:
    case STOCK_ORDERS:
        return setup->players > 1;
    default:
        return true;
    }
}

bool stock_field_sets_pace(const struct setup *setup, int field)
{
    (void)setup;
    return field == STOCK_LAPS || field == STOCK_WILD_CARDS || field == STOCK_MAX_SPEED ||
           field == STOCK_SPECIALS || field == STOCK_OIL || field == STOCK_SANDBAGS;
}
