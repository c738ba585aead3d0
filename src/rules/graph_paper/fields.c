/* The one table of fields, values and presets (RULES 10). Everything that shows, reads, writes or
 * explains a rule reads it here; the order is that of `enum graph_paper_field`.
 */
#include "rules/graph_paper/race.h"

#define CHOICES(list) .choices = (list), .choice_count = (int)(sizeof(list) / sizeof *(list))

#define GROUP_GAME "Game"
#define GROUP_MOVING "Moving"
#define GROUP_WALL "The wall"
#define GROUP_CARS "Other cars"
#define GROUP_AREAS "Areas"
#define GROUP_LAPS "Laps and finish"
#define GROUP_START "Start"

static const struct rule_choice contests[] = {
    {"race", "Paper race", "The first across the finish line wins."},
    {"derby", "Demolition derby", "No laps: points are scored by running into the others."},
};
static const struct rule_choice accelerations[] = {
    {"eight", "Nine points",
     "Nine points to choose from: the principal point and its eight neighbours."},
    {"four", "Five points",
     "Five points to choose from: the principal point and its four nearest neighbours."},
};
static const struct rule_choice paths[] = {
    {"whole", "All of it", "The whole line of a move has to stay on the track."},
    {"end", "Its end", "Only the end of a move has to be on the track: corners may be cut."},
};
static const struct rule_choice walls[] = {
    {"in", "May be touched", "A car may touch a wall and drive along it."},
    {"out", "May not be touched", "A car that touches a wall has left the track."},
};
static const struct rule_choice lines[] = {
    {"beyond", "Past it", "A car has crossed the line when it is past it: on it is not enough."},
    {"touch", "Reach it", "A car that reaches the line has crossed it."},
};
static const struct rule_choice off_tracks[] = {
    {"resume", "Go on",
     "The car stops, and goes on from the grid point nearest to where it left the track."},
    {"retire", "Out", "The car is out of the race."},
    {"damage", "Damage", "The car stops, and takes a damage point for each square of its move."},
    {"run_wide", "Run wide",
     "The car drives on outside, and has to come back behind the place where it left."},
};
static const struct rule_choice collisions[] = {
    {"none", "Share", "Cars may stand on the same point."},
    {"forbid", "Keep off", "Nobody may move onto another car."},
    {"crash", "Crash", "Both cars stop and miss turns."},
    {"damage", "Damage",
     "Both cars stop, and the one that moved takes a damage point for each square of its move."},
};
static const struct rule_choice reaches[] = {
    {"end", "At the end", "Another car counts only where a move ends."},
    {"whole", "All the way", "Another car counts anywhere on the line of a move."},
};
static const struct rule_choice slicks[] = {
    {"spin", "Spin", "A car that ends its move on a slick stops and misses turns."},
    {"coast", "Coast",
     "With its principal point on a slick a car can only go on as before, to that very point."},
    {"four", "Five points",
     "With its principal point on a slick a car has five points to choose from, not nine."},
    {"off", "Off", "Slicks have no effect."},
};
static const struct rule_choice turbo_switch[] = {
    {"on", "On", "A car that drives through a turbo area is pushed by its arrow in the next move."},
    {"off", "Off", "Turbo areas have no effect."},
};
static const struct rule_choice checkpoint_switch[] = {
    {"on", "On",
     "A lap counts only if all checkpoints were passed, in the order of their numbers."},
    {"off", "Off", "Checkpoints have no effect."},
};
static const struct rule_choice starts[] = {
    {"line", "On the line", "Cars start on the start line."},
    {"behind", "Behind it", "Cars start on the start line or a few squares behind it."},
    {"anywhere", "Anywhere", "Cars start wherever on the track their drivers like."},
};
static const struct rule_choice chooses[] = {
    {"with_first_move", "With the first move",
     "Each driver picks a start point together with the first move."},
    {"reverse", "Before the race, last first",
     "Before the race the drivers pick start points, the last in order first."},
};
static const struct rule_choice orders[] = {
    {"random", "Drawn", "The order of play is drawn."},
    {"listed", "As listed", "The drivers play in the order of the list."},
    {"loser_first", "Loser first", "In a rematch the last of the race before plays first."},
};
static const struct rule_choice finishes[] = {
    {"crossing", "At once", "Places go to the cars in the order in which they cross the line."},
    {"round", "After the round",
     "When a car finishes everybody plays to the end of the round; the farthest past the line is "
     "first."},
};

static const struct rule_field fields[FIELD_COUNT] = {
    [FIELD_CONTEST] = {.name = "contest",
                       .group = GROUP_GAME,
                       .title = "Contest",
                       .sentence = "What is played for.",
                       CHOICES(contests),
                       .defaults = {CONTEST_RACE, CONTEST_RACE, CONTEST_RACE, CONTEST_DERBY,
                                    CONTEST_RACE}},
    [FIELD_ACCELERATION] = {.name = "acceleration",
                            .group = GROUP_MOVING,
                            .title = "Acceleration",
                            .sentence = "How much the velocity may change in one move.",
                            CHOICES(accelerations),
                            .defaults = {ACCELERATION_EIGHT, ACCELERATION_EIGHT, ACCELERATION_EIGHT,
                                         ACCELERATION_EIGHT, ACCELERATION_EIGHT}},
    [FIELD_PATH] = {.name = "path",
                    .group = GROUP_WALL,
                    .title = "Way of a move",
                    .sentence = "Which part of a move has to be on the track.",
                    CHOICES(paths),
                    .defaults = {PATH_WHOLE, PATH_WHOLE, PATH_WHOLE, PATH_WHOLE, PATH_WHOLE}},
    [FIELD_WALLS] = {.name = "walls",
                     .group = GROUP_WALL,
                     .title = "Walls",
                     .sentence = "Whether a car may touch a wall.",
                     CHOICES(walls),
                     .defaults = {WALLS_IN, WALLS_IN, WALLS_IN, WALLS_IN, WALLS_IN}},
    [FIELD_LINE] = {.name = "line",
                    .group = GROUP_LAPS,
                    .title = "Crossing the line",
                    .sentence = "When a car has crossed the start or finish line.",
                    CHOICES(lines),
                    .defaults = {LINE_BEYOND, LINE_BEYOND, LINE_BEYOND, LINE_BEYOND, LINE_BEYOND}},
    [FIELD_OFF_TRACK] = {.name = "off_track",
                         .group = GROUP_WALL,
                         .title = "Off the track",
                         .sentence = "What happens to a car that leaves the track.",
                         CHOICES(off_tracks),
                         .defaults = {OFF_TRACK_RESUME, OFF_TRACK_RETIRE, OFF_TRACK_DAMAGE,
                                      OFF_TRACK_RESUME, OFF_TRACK_RESUME}},
    [FIELD_WALL_MISSED_TURNS] = {.name = "wall_missed_turns",
                                 .group = GROUP_WALL,
                                 .title = "Missed turns off the track",
                                 .sentence = "Turns that a car misses after leaving the track.",
                                 .maximum = 99},
    [FIELD_DAMAGE_LIMIT] = {.name = "damage_limit",
                            .group = GROUP_WALL,
                            .title = "Damage limit",
                            .sentence = "A car with this many damage points is out.",
                            .minimum = 1,
                            .maximum = 999,
                            .defaults = {5, 5, 5, 5, 5}},
    [FIELD_COLLISION] =
        {.name = "collision",
         .group = GROUP_CARS,
         .title = "Collisions",
         .sentence = "What happens when a car moves to a point where another car stands; in a "
                     "derby it is always a crash.",
         CHOICES(collisions),
         .defaults = {COLLISION_CRASH, COLLISION_NONE, COLLISION_FORBID, COLLISION_CRASH,
                      COLLISION_NONE}},
    [FIELD_REACH] = {.name = "reach",
                     .group = GROUP_CARS,
                     .title = "Cars in the way",
                     .sentence = "Where along its move a car meets another one.",
                     CHOICES(reaches),
                     .defaults = {REACH_END, REACH_END, REACH_WHOLE, REACH_END, REACH_END}},
    [FIELD_MOVER_MISSED_TURNS] = {.name = "mover_missed_turns",
                                  .group = GROUP_CARS,
                                  .title = "Missed turns for running into a car",
                                  .sentence = "Turns that a car misses after running into another.",
                                  .maximum = 99,
                                  .defaults = {3, 3, 3, 0, 3}},
    [FIELD_STRUCK_MISSED_TURNS] = {.name = "struck_missed_turns",
                                   .group = GROUP_CARS,
                                   .title = "Missed turns for being struck",
                                   .sentence = "Turns that a car misses after it was struck.",
                                   .maximum = 99,
                                   .defaults = {2, 2, 2, 0, 2}},
    [FIELD_NITROS] = {.name = "nitros",
                      .group = GROUP_MOVING,
                      .title = "Nitros",
                      .sentence =
                          "A nitro changes the velocity by one more than usual; each works once.",
                      .often = true,
                      .maximum = 99,
                      .defaults = {3, 0, 0, 3, 0}},
    [FIELD_GOOD_BRAKES] = {.name = "good_brakes",
                           .group = GROUP_MOVING,
                           .title = "Good brakes",
                           .sentence =
                               "How often in a race a car may slow down by two squares, not one.",
                           .maximum = 99,
                           .defaults = {0, 0, 2, 0, 0}},
    [FIELD_TURBO_BOOSTS] = {.name = "turbo_boosts",
                            .group = GROUP_MOVING,
                            .title = "Turbo boosts",
                            .sentence =
                                "How often in a race a car may speed up by two squares, not one.",
                            .maximum = 99,
                            .defaults = {0, 0, 2, 0, 0}},
    [FIELD_SLICKS] = {.name = "slicks",
                      .group = GROUP_AREAS,
                      .title = "Slicks",
                      .sentence = "What the shaded areas do.",
                      CHOICES(slicks),
                      .defaults = {SLICKS_SPIN, SLICKS_OFF, SLICKS_FOUR, SLICKS_SPIN, SLICKS_OFF}},
    [FIELD_SLICK_MISSED_TURNS] = {.name = "slick_missed_turns",
                                  .group = GROUP_AREAS,
                                  .title = "Missed turns on a slick",
                                  .sentence = "Turns that a car misses after ending on a slick.",
                                  .maximum = 99,
                                  .defaults = {2, 2, 2, 2, 2}},
    [FIELD_TURBO_AREAS] = {.name = "turbo_areas",
                           .group = GROUP_AREAS,
                           .title = "Turbo areas",
                           .sentence = "Whether turbo areas push the cars that drive through them.",
                           CHOICES(turbo_switch),
                           .defaults = {SWITCH_OFF, SWITCH_OFF, SWITCH_ON, SWITCH_OFF, SWITCH_OFF}},
    [FIELD_CHECKPOINTS] = {.name = "checkpoints",
                           .group = GROUP_AREAS,
                           .title = "Checkpoints",
                           .sentence = "Whether the numbered checkpoints have to be passed.",
                           CHOICES(checkpoint_switch),
                           .defaults = {SWITCH_OFF, SWITCH_OFF, SWITCH_ON, SWITCH_OFF, SWITCH_OFF}},
    [FIELD_START] = {.name = "start",
                     .group = GROUP_START,
                     .title = "Start",
                     .sentence = "Where the cars may start.",
                     CHOICES(starts),
                     .defaults = {START_LINE, START_BEHIND, START_BEHIND, START_ANYWHERE,
                                  START_LINE}},
    [FIELD_GRID_DEPTH] = {.name = "grid_depth",
                          .group = GROUP_START,
                          .title = "Depth of the starting grid",
                          .sentence = "How many squares behind the line a car may start.",
                          .minimum = 1,
                          .maximum = 20,
                          .defaults = {3, 3, 3, 3, 3}},
    [FIELD_CHOOSE] = {.name = "choose",
                      .group = GROUP_START,
                      .title = "Choosing start points",
                      .sentence = "When the start points are chosen.",
                      CHOICES(chooses),
                      .defaults = {CHOOSE_WITH_FIRST_MOVE, CHOOSE_REVERSE, CHOOSE_REVERSE,
                                   CHOOSE_WITH_FIRST_MOVE, CHOOSE_WITH_FIRST_MOVE}},
    [FIELD_ORDER] = {.name = "order",
                     .group = GROUP_START,
                     .title = "Order of play",
                     .sentence = "Who plays first.",
                     CHOICES(orders),
                     .defaults = {ORDER_RANDOM, ORDER_LISTED, ORDER_LISTED, ORDER_RANDOM,
                                  ORDER_LISTED}},
    [FIELD_LAPS] = {.name = "laps",
                    .group = GROUP_LAPS,
                    .title = "Laps",
                    .sentence = "How many laps are driven.",
                    .minimum = 1,
                    .often = true,
                    .maximum = 99,
                    .defaults = {1, 1, 1, 1, 1}},
    [FIELD_FINISH] = {.name = "finish",
                      .group = GROUP_LAPS,
                      .title = "Finish",
                      .sentence = "How the places are found.",
                      CHOICES(finishes),
                      .defaults = {FINISH_CROSSING, FINISH_CROSSING, FINISH_ROUND, FINISH_CROSSING,
                                   FINISH_CROSSING}},
    [FIELD_ROUNDS] = {.name = "rounds",
                      .group = GROUP_LAPS,
                      .title = "Rounds of a derby",
                      .sentence = "How many rounds a derby lasts.",
                      .minimum = 1,
                      .often = true,
                      .maximum = 999,
                      .defaults = {30, 30, 30, 30, 30}},
    [FIELD_CARS_PER_PLAYER] = {.name = "cars_per_player",
                               .group = GROUP_START,
                               .title = "Cars of each player",
                               .sentence = "0 is two cars with two players, else one.",
                               .zero = "auto",
                               .often = true,
                               .maximum = 4},
    [FIELD_ROUND_LIMIT] = {.name = "round_limit",
                           .group = GROUP_LAPS,
                           .title = "Limit of rounds",
                           .sentence =
                               "After this many rounds it is over, whoever is still driving.",
                           .minimum = 10,
                           .maximum = 100000,
                           .defaults = {1000, 1000, 1000, 1000, 1000}},
};

static const struct rule_preset presets[PRESET_COUNT] = {
    [PRESET_RACING_CAR] =
        {"racing-car", "Racing car",
         "Three nitros; hitting a car or a slick costs turns, a wall only the speed."},
    [PRESET_BABYLON] = {"babylon", "Simple",
                        "The plain game: one wheel off the track and the race is lost."},
    [PRESET_BABYLON_ADVANCED] = {"babylon-advanced", "Advanced",
                                 "Good brakes, turbo boosts, damage, turbo areas and checkpoints."},
    [PRESET_DERBY] = {"derby", "Classic derby",
                      "Thirty rounds with three nitros: hit the others and do not be hit."},
    [PRESET_CLASSROOM] = {"classroom", "Classroom",
                          "Nothing but velocity and acceleration; cars may share a point."},
};

const struct rule_table graph_paper_table = {fields, FIELD_COUNT, presets, PRESET_COUNT,
                                             FIELD_CONTEST};
