/* The one table of fields, values and presets (RULES 10). Everything that shows, reads, writes or
 * explains a rule reads it here; the order is that of `enum graph_paper_field`.
 */

#include "base/formats.h"
#include "rules/graph_paper/race.h"
#include "rules/last.h"
#include "track/draft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What a field may be, in the order of struct rule_field, and a default for all presets. */
#define CHOICES(list) (list), (int)(sizeof(list) / sizeof *(list)), 0, 0
#define NUMBER(from, to) NULL, 0, from, to
#define SAME(value) value, value, value, value, value, value

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
    {"two", "25 points",
     "25 points to choose from: up to two squares from the principal point on each axis."},
};
static const struct rule_choice paths[] = {
    {"whole", "All of it", "The whole line of a move has to stay on the track."},
    {"end", "Its end", "Only the end of a move has to be on the track: corners may be cut."},
};
static const struct rule_choice wall_choices[] = {
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
     "With its principal point on a slick a car has only five points to choose from."},
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
    [FIELD_CONTEST] = {"contest", GROUP_GAME, "Contest", "What is played for.", CHOICES(contests),
                       .defaults = {CONTEST_RACE, CONTEST_RACE, CONTEST_RACE, CONTEST_DERBY,
                                    CONTEST_RACE, CONTEST_RACE}},
    [FIELD_ACCELERATION] = {"acceleration", GROUP_MOVING, "Acceleration",
                            "How much the velocity may change in one move.", CHOICES(accelerations),
                            .defaults = {ACCELERATION_EIGHT, ACCELERATION_EIGHT, ACCELERATION_EIGHT,
                                         ACCELERATION_EIGHT, ACCELERATION_EIGHT, ACCELERATION_TWO}},
    [FIELD_TOP_SPEED] = {"top_speed", GROUP_MOVING, "Top speed",
                         "No move is longer than this on either axis.", NUMBER(0, 99),
                         .defaults = {0}, .zero = "no limit"},
    [FIELD_PATH] = {"path", GROUP_WALL, "Way of a move",
                    "Which part of a move has to be on the track.", CHOICES(paths),
                    .defaults = {SAME(PATH_WHOLE)}},
    [FIELD_WALLS] = {"walls", GROUP_WALL, "Walls", "Whether a car may touch a wall.",
                     CHOICES(wall_choices), .defaults = {SAME(WALLS_IN)}},
    [FIELD_LINE] = {"line", GROUP_LAPS, "Crossing the line",
                    "When a car has crossed the start or finish line.", CHOICES(lines),
                    .defaults = {SAME(LINE_BEYOND)}},
    [FIELD_OFF_TRACK] = {"off_track", GROUP_WALL, "Off the track",
                         "What happens to a car that leaves the track.", CHOICES(off_tracks),
                         .defaults = {OFF_TRACK_RESUME, OFF_TRACK_RETIRE, OFF_TRACK_DAMAGE,
                                      OFF_TRACK_RESUME, OFF_TRACK_RESUME, OFF_TRACK_RESUME}},
    [FIELD_WALL_MISSED_TURNS] = {"wall_missed_turns", GROUP_WALL, "Missed turns off the track",
                                 "Turns that a car misses after leaving the track.", NUMBER(0, 99),
                                 .defaults = {0}},
    [FIELD_DAMAGE_LIMIT] = {"damage_limit", GROUP_WALL, "Damage limit",
                            "A car with this many damage points is out.", NUMBER(1, 999),
                            .defaults = {SAME(5)}},
    [FIELD_COLLISION] = {"collision", GROUP_CARS, "Collisions",
                         "What happens when a car moves to a point where another car stands; in a "
                         "derby it is always a crash.",
                         CHOICES(collisions),
                         .defaults = {COLLISION_CRASH, COLLISION_NONE, COLLISION_FORBID,
                                      COLLISION_CRASH, COLLISION_NONE, COLLISION_NONE}},
    [FIELD_REACH] = {"reach", GROUP_CARS, "Cars in the way",
                     "Where along its move a car meets another one.", CHOICES(reaches),
                     .defaults = {REACH_END, REACH_END, REACH_WHOLE, REACH_END, REACH_END,
                                  REACH_END}},
    [FIELD_MOVER_MISSED_TURNS] = {"mover_missed_turns", GROUP_CARS,
                                  "Missed turns for running into a car",
                                  "Turns that a car misses after running into another.",
                                  NUMBER(0, 99), .defaults = {3, 3, 3, 0, 3, 3}},
    [FIELD_STRUCK_MISSED_TURNS] = {"struck_missed_turns", GROUP_CARS,
                                   "Missed turns for being struck",
                                   "Turns that a car misses after it was struck.", NUMBER(0, 99),
                                   .defaults = {2, 2, 2, 0, 2, 2}},
    [FIELD_NITROS] = {"nitros", GROUP_MOVING, "Nitros",
                      "A nitro changes the velocity by one more than usual; each works once.",
                      NUMBER(0, 99), .defaults = {3, 0, 0, 3, 0, 0}, .often = true},
    [FIELD_GOOD_BRAKES] = {"good_brakes", GROUP_MOVING, "Good brakes",
                           "How often in a race a car may slow down by two squares, not one.",
                           NUMBER(0, 99), .defaults = {0, 0, 2, 0, 0, 0}},
    [FIELD_TURBO_BOOSTS] = {"turbo_boosts", GROUP_MOVING, "Turbo boosts",
                            "How often in a race a car may speed up by two squares, not one.",
                            NUMBER(0, 99), .defaults = {0, 0, 2, 0, 0, 0}},
    [FIELD_SLICKS] = {"slicks", GROUP_AREAS, "Slicks", "What the shaded areas do.", CHOICES(slicks),
                      .defaults = {SLICKS_SPIN, SLICKS_OFF, SLICKS_FOUR, SLICKS_SPIN, SLICKS_OFF,
                                   SLICKS_OFF}},
    [FIELD_SLICK_MISSED_TURNS] = {"slick_missed_turns", GROUP_AREAS, "Missed turns on a slick",
                                  "Turns that a car misses after ending on a slick.", NUMBER(0, 99),
                                  .defaults = {SAME(2)}},
    [FIELD_TURBO_AREAS] = {"turbo_areas", GROUP_AREAS, "Turbo areas",
                           "Whether turbo areas push the cars that drive through them.",
                           CHOICES(turbo_switch),
                           .defaults = {SWITCH_OFF, SWITCH_OFF, SWITCH_ON, SWITCH_OFF, SWITCH_OFF,
                                        SWITCH_OFF}},
    [FIELD_CHECKPOINTS] = {"checkpoints", GROUP_AREAS, "Checkpoints",
                           "Whether the numbered checkpoints have to be passed.",
                           CHOICES(checkpoint_switch),
                           .defaults = {SWITCH_OFF, SWITCH_OFF, SWITCH_ON, SWITCH_OFF, SWITCH_OFF,
                                        SWITCH_OFF}},
    [FIELD_START] = {"start", GROUP_START, "Start", "Where the cars may start.", CHOICES(starts),
                     .defaults = {START_LINE, START_BEHIND, START_BEHIND, START_ANYWHERE,
                                  START_LINE, START_LINE}},
    [FIELD_GRID_DEPTH] = {"grid_depth", GROUP_START, "Depth of the starting grid",
                          "How many squares behind the line a car may start.", NUMBER(1, 20),
                          .defaults = {SAME(3)}},
    [FIELD_CHOOSE] = {"choose", GROUP_START, "Choosing start points",
                      "When the start points are chosen.", CHOICES(chooses),
                      .defaults = {CHOOSE_WITH_FIRST_MOVE, CHOOSE_REVERSE, CHOOSE_REVERSE,
                                   CHOOSE_WITH_FIRST_MOVE, CHOOSE_WITH_FIRST_MOVE,
                                   CHOOSE_WITH_FIRST_MOVE}},
    [FIELD_ORDER] = {"order", GROUP_START, "Order of play", "Who plays first.", CHOICES(orders),
                     .defaults = {ORDER_RANDOM, ORDER_LISTED, ORDER_LISTED, ORDER_RANDOM,
                                  ORDER_LISTED, ORDER_LISTED}},
    [FIELD_LAPS] = {"laps", GROUP_LAPS, "Laps", "How many laps are driven.", NUMBER(1, 99),
                    .defaults = {SAME(1)}, .often = true},
    [FIELD_FINISH] = {"finish", GROUP_LAPS, "Finish", "How the places are found.",
                      CHOICES(finishes),
                      .defaults = {FINISH_CROSSING, FINISH_CROSSING, FINISH_ROUND, FINISH_CROSSING,
                                   FINISH_CROSSING, FINISH_CROSSING}},
    [FIELD_ROUNDS] = {"rounds", GROUP_LAPS, "Rounds of a derby", "How many rounds a derby lasts.",
                      NUMBER(1, 999), .defaults = {SAME(30)}, .often = true},
    [FIELD_CARS_PER_PLAYER] = {"cars_per_player", GROUP_START, "Cars of each player",
                               "0 is two cars with two players, else one.", NUMBER(0, 4),
                               .defaults = {0}, .often = true, .zero = "auto"},
    [FIELD_ROUND_LIMIT] = {"round_limit", GROUP_LAPS, "Limit of rounds",
                           "After this many rounds it is over, whoever is still driving.",
                           NUMBER(10, 100000), .defaults = {SAME(1000)}},
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
    [PRESET_TEXTBOOK] = {"textbook", "Textbook",
                         "Up to two squares more or less each way; a wall only stops a car."},
};

const struct rule_table graph_paper_table = {fields, FIELD_COUNT, presets, PRESET_COUNT,
                                             FIELD_CONTEST};

/* --- does a set-up make sense as a whole? -----------------------------------------------------
 *
 * What merely has no effect is no error: such fields are shown pale and left out of the help pages.
 */

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

bool race_setup_check(const struct setup *setup, struct error *error)
{
    assert(track_of(setup) != NULL);
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    return check_values(setup, error) &&
           (derby ? check_derby(setup, error) : check_race(setup, error)) &&
           check_arrows(setup, error) && last_check(setup, setup_car_count(setup), error) &&
           check_start(setup, error);
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
    case FIELD_GOOD_BRAKES:
    case FIELD_TURBO_BOOSTS:
        return values[FIELD_ACCELERATION] != ACCELERATION_TWO;
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

/* === course =================================================================================== */

/* Tracks as the courses of graph paper. */

struct course graph_paper_course(const struct track *track)
{
    return (struct course){&graph_paper_game, track};
}

const struct track *graph_paper_track_of(struct course course)
{
    assert(!course.body || course.game == &graph_paper_game);
    return course.body;
}

const struct track *graph_paper_track(const struct setup *setup)
{
    return graph_paper_track_of(setup->course);
}

/* An SVG of any hand may be one: what it lacks is told by whoever reads it. */
static bool recognise(const char *bytes, size_t length)
{
    enum { SEARCHED = 4096 };
    size_t end = length < SEARCHED ? length : SEARCHED;
    const char *last = bytes + end;
    for (const char *at = bytes; last - at >= 4; at++)
        if (memcmp(at, "<svg", 4) == 0 || memcmp(at, ":svg", 4) == 0)
            return true;
    return false;
}

static const void *read(const char *bytes, size_t length, struct error *error)
{
    return svg_read_track(bytes, length, error);
}

static void write(const void *track, struct text *into)
{
    svg_write_track(track, into);
}

static const void *retain(const void *track)
{
    return track_retain(track);
}

static void release(const void *track)
{
    track_release(track);
}

static void tell(const void *body, struct course_facts *into)
{
    const struct track *track = body;
    into->name = track->name;
    into->note = track->description;
    into->remark = track->remark;
    into->size = track_size(track);
    into->vertices = area_edge_count(track->surface);
    for (int i = 0; i < track->slick_count; i++)
        into->vertices += area_edge_count(track->slicks[i].area);
    for (int i = 0; i < track->turbo_count; i++)
        into->vertices += area_edge_count(track->turbo_areas[i].area);
}

static unsigned marks(const void *body)
{
    const struct track *track = body;
    const bool has[MARK_COUNT] = {[MARK_SLICKS] = track->slick_count > 0,
                                  [MARK_TURBO] = track->turbo_count > 0,
                                  [MARK_CHECKPOINTS] = track->checkpoint_count > 0,
                                  [MARK_OPEN] = track->has_line && track->open,
                                  [MARK_ARENA] = !track->has_line};
    unsigned marks = 0;
    for (int i = 0; i < MARK_COUNT; i++)
        marks |= has[i] ? 1u << i : 0;
    return marks;
}

/* --- the walls on both sides of the line: a road is found without knowing where it goes ------- */

enum { UNITS = 1 << 16 /* the whole of the line that is looked along */ };

struct look {
    struct point from, way; /* fine; three times as long as the start line, which is its middle */
    int64_t nearest[2];     /* before and behind the middle, in UNITS; -1: nothing */
    int walls[2];
};

static int64_t cross(struct point a, struct point b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* An edge that touches the line by its end belongs to the side above. */
static void look_at_edge(struct look *look, int wall, struct point a, struct point b)
{
    bool above = cross(look->way, point_subtract(a, look->from)) > 0;
    if (above == (cross(look->way, point_subtract(b, look->from)) > 0))
        return;
    struct point edge = point_subtract(b, a);
    int64_t at = cross(point_subtract(a, look->from), edge) * UNITS / cross(look->way, edge);
    int side = at > UNITS / 2;
    if (at < 0 || at > UNITS)
        return;
    if (look->nearest[side] < 0 || (side ? at < look->nearest[1] : at > look->nearest[0])) {
        look->nearest[side] = at;
        look->walls[side] = wall;
    }
}

/* The loops of the surface that the road lies between where it has its start/finish line, those
 * behind its `from` and beyond its `to`. False if that is one and the same, or none. */
static bool find_road(const struct track *track, int walls[2])
{
    struct point from = point_to_fine(track->start.from), to = point_to_fine(track->start.to);
    struct point along = point_subtract(to, from);
    struct point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    struct look look = {.from = point_subtract(from, along), .nearest = {-1, -1}};
    look.way = (struct point){3 * along.x, 3 * along.y};
    if (area_place_fine(track->surface, middle) != PLACE_INSIDE)
        return false;
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int k = 0; k < loop.count; k++)
            look_at_edge(&look, i, loop.vertices[k], loop.vertices[(k + 1) % loop.count]);
    }
    walls[0] = look.walls[0];
    walls[1] = look.walls[1];
    return look.nearest[0] >= 0 && look.nearest[1] >= 0 && walls[0] != walls[1];
}

/* Of a track on which laps are driven. */
static bool road(const void *body, struct course_road *into)
{
    const struct track *track = body;
    int walls[2];
    if (!track->has_line || track->open || !find_road(track, walls))
        return false;
    for (int i = 0; i < 2; i++) {
        struct loop loop = area_loop(track->surface, walls[i]);
        into->walls[i] = loop.vertices;
        into->counts[i] = loop.count;
    }
    into->from = point_to_fine(track->start.from);
    into->to = point_to_fine(track->start.to);
    into->ahead = (struct point){into->from.y - into->to.y, into->to.x - into->from.x};
    return true;
}

static uint64_t fingerprint(const void *track)
{
    return track_fingerprint(track);
}

const struct course_kind graph_paper_courses = {
    .noun = "track",
    .unnamed = "A track",
    .key = "svg",
    .extension = ".svg",
    .recognise = recognise,
    .read = read,
    .write = write,
    .retitle = svg_write_title,
    .retain = retain,
    .release = release,
    .tell = tell,
    .marks = marks,
    .road = road,
    .fingerprint = fingerprint,
};
