/* What has been done, read from the steps of the session; and the shortest way to a goal, by a
 * breadth-first search over positions and velocities. What a move leads to is asked of the rules;
 * among ways of the same length the one that accelerates least is found first.
 */

#include "screens/help/tutorial.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "commands/command.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/tutorial/coach.h"
#include "screens/race/frame.h"
#include "track/draft.h"
#include "ui/window.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int longer_part(struct point vector)
{
    return abs(vector.x) > abs(vector.y) ? abs(vector.x) : abs(vector.y);
}

static bool is_within(const struct coach_goal *goal, struct point at)
{
    return at.x >= goal->low.x && at.x <= goal->high.x && at.y >= goal->low.y &&
           at.y <= goal->high.y;
}

static bool is_players(const struct session *session, int car, int player)
{
    return car > 0 && graph_paper_car(session_race(session), car)->player == player;
}

/* Of the player's events of a type, with a number of at least this (nitros of a move), the last one
 * behind `since`, with its step. */
static const struct graph_paper_event *
find_last(const struct coach_sight *sight, enum graph_paper_event_type type, int least, int *step)
{
    for (int i = session_step_count(sight->session) - 1; i >= sight->since; i--) {
        struct step done = session_step(sight->session, i);
        for (int k = done.event_count - 1; k >= 0; k--) {
            const struct graph_paper_event *event = graph_paper_event(&done.events[k]);
            if (event->type == type && event->number >= least &&
                is_players(sight->session, event->car, sight->player)) {
                *step = i;
                return event;
            }
        }
    }
    return NULL;
}

static bool arrived(const struct coach_goal *goal, const struct coach_sight *sight)
{
    int step;
    const struct graph_paper_event *moved = find_last(sight, EVENT_MOVED, INT_MIN, &step);
    if (!moved)
        return false;
    const struct car *car = graph_paper_car(session_race(sight->session), moved->car);
    return car->status == CAR_RACING && !moved->second && is_within(goal, car->at) &&
           longer_part(car->velocity) >= goal->speed;
}

static bool went_on_steadily(const struct coach_sight *sight)
{
    int step;
    const struct graph_paper_event *moved = find_last(sight, EVENT_MOVED, INT_MIN, &step);
    if (!moved || moved->second)
        return false;
    const struct race *before = session_race_after(sight->session, step);
    return longer_part(moved->velocity) > 0 &&
           point_equal(graph_paper_car(before, moved->car)->velocity, moved->velocity);
}

static bool has_come_about(const struct coach_goal *goal, const struct coach_sight *sight)
{
    static const enum graph_paper_event_type events[] = {
        [COACH_START] = EVENT_STARTED,      [COACH_MOVE] = EVENT_MOVED,
        [COACH_NITRO] = EVENT_MOVED,        [COACH_SLICK] = EVENT_SLICK,
        [COACH_COLLISION] = EVENT_COLLIDED, [COACH_CRASH] = EVENT_LEFT_TRACK,
        [COACH_FLAG] = EVENT_FINISHED};
    int step, least = goal->kind == COACH_NITRO ? 1 : INT_MIN;
    switch (goal->kind) {
    case COACH_NOTHING:
        return false;
    case COACH_ARRIVE:
        return arrived(goal, sight);
    case COACH_STEADY:
        return went_on_steadily(sight);
    case COACH_VECTORS:
        return sight->vectors;
    default:
        return (goal->kind == COACH_START && sight->half_chosen) ||
               find_last(sight, events[goal->kind], least, &step) != NULL;
    }
}

/* The longer part of the vector that the pupil's last move was meant to be; 0 before the first. */
static int coach_last_speed(const struct session *session)
{
    struct coach_sight sight = {.session = session, .player = COACH_PUPIL};
    int step;
    const struct graph_paper_event *moved = find_last(&sight, EVENT_MOVED, INT_MIN, &step);
    return moved ? longer_part(moved->velocity) : 0;
}

/* --- the search ------------------------------------------------------------------------------- */

enum { FASTEST = 7, VELOCITIES = 2 * FASTEST + 1, SEARCH_LIMIT = 12000 }; /* positions */

struct tutorial_stand {
    struct point at, velocity;
    struct point first; /* the move that the way to here begins with */
};

struct tutorial_search {
    const struct coach_goal *goal;
    const struct race *race;
    int car;
    int columns, rows; /* of grid points */
    bool *seen;
    struct tutorial_stand *places; /* in the order in which they were found */
    int count, capacity;
    struct move_list moves;
    struct point found;
};

static bool *seen_at(const struct tutorial_search *search, struct point at, struct point velocity)
{
    if (longer_part(velocity) > FASTEST || at.x < 0 || at.y < 0 || at.x >= search->columns ||
        at.y >= search->rows)
        return NULL;
    int place = at.y * search->columns + at.x;
    int speed = (velocity.y + FASTEST) * VELOCITIES + velocity.x + FASTEST;
    return &search->seen[place * VELOCITIES * VELOCITIES + speed];
}

static bool fulfils(const struct tutorial_search *search, const struct move *move,
                    struct point velocity)
{
    const struct coach_goal *goal = search->goal;
    bool clear = move->outcome == OUTCOME_CLEAR;
    switch (goal->kind) {
    case COACH_MOVE:
        return clear;
    case COACH_STEADY:
        return clear && longer_part(velocity) > 0 && longer_part(move->acceleration) == 0;
    case COACH_SLICK:
        return move->outcome == OUTCOME_SLICK;
    case COACH_COLLISION:
        return move->outcome == OUTCOME_COLLISION;
    case COACH_CRASH:
        return move->outcome == OUTCOME_OFF_TRACK;
    case COACH_FLAG:
        return move->outcome == OUTCOME_FINISH;
    default: /* COACH_ARRIVE, and where a nitro leads to */
        return clear && is_within(goal, move->to) && longer_part(velocity) >= goal->speed;
    }
}

static void note_place(struct tutorial_search *search, struct tutorial_stand place)
{
    bool *seen = seen_at(search, place.at, place.velocity);
    if (!seen || *seen)
        return;
    *seen = true;
    array_add(search->places, search->count, search->capacity, place);
}

static int compare_effort(const void *a, const void *b)
{
    const struct move *one = a, *other = b;
    struct point p = one->acceleration, q = other->acceleration;
    int difference = p.x * p.x + p.y * p.y - q.x * q.x - q.y * q.y;
    if (difference != 0)
        return difference;
    return p.y != q.y ? p.y - q.y : p.x - q.x;
}

/* True if one of the moves fulfils the goal; the clear ones are looked at later. */
static bool look_at_moves(struct tutorial_search *search, const struct point *first, bool nitro)
{
    qsort(search->moves.items, (size_t)search->moves.count, sizeof *search->moves.items,
          compare_effort);
    for (int i = 0; i < search->moves.count; i++) {
        const struct move *move = &search->moves.items[i];
        if ((move->nitros > 0) != nitro)
            continue;
        struct point velocity = point_subtract(move->to, move->from);
        struct tutorial_stand place = {move->to, velocity, first ? *first : move->to};
        search->found = place.first;
        if (fulfils(search, move, velocity))
            return true;
        if (move->outcome == OUTCOME_CLEAR)
            note_place(search, place);
    }
    return false;
}

static bool run(struct tutorial_search *search, const struct point *start)
{
    graph_paper_moves(search->race, start, &search->moves);
    if (look_at_moves(search, NULL, search->goal->kind == COACH_NITRO))
        return true;
    for (int i = 0; i < search->count && i < SEARCH_LIMIT; i++) {
        struct tutorial_stand place = search->places[i];
        graph_paper_preview(search->race, search->car, place.at, place.velocity, &search->moves);
        if (look_at_moves(search, &place.first, false))
            return true;
    }
    return false;
}

static bool search_way(const struct coach_goal *goal, const struct race *race,
                       const struct point *start, struct point *first)
{
    const struct track *track = graph_paper_track(graph_paper_setup(race));
    struct tutorial_search search = {.goal = goal, .race = race};
    search.car = race_next_car(race);
    search.columns = track->width + 1;
    search.rows = track->height + 1;
    size_t places = (size_t)search.columns * (size_t)search.rows;
    search.seen = memory_allocate(places, VELOCITIES * VELOCITIES * sizeof *search.seen);
    bool found = run(&search, start);
    *first = search.found;
    free(search.seen);
    free(search.places);
    graph_paper_free_moves(&search.moves);
    return found;
}

bool coach_suggest(const struct coach_goal *goal, const struct coach_sight *sight,
                   struct point *click)
{
    const struct race *race = session_race(sight->session);
    int car = race_next_car(race);
    if (goal->kind == COACH_NOTHING || goal->kind == COACH_VECTORS ||
        !is_players(sight->session, car, sight->player))
        return false;
    bool waiting = graph_paper_car(race, car)->status == CAR_WAITING;
    if (waiting && !sight->half_chosen) {
        /* The one in the middle has the most room to either side. */
        struct start_runs starts = {0};
        graph_paper_start_runs(race, &starts);
        bool found = starts.points > 0;
        if (found)
            *click = graph_paper_start(&starts, starts.points / 2);
        graph_paper_free_runs(&starts);
        return found;
    }
    return goal->kind != COACH_START &&
           search_way(goal, race, waiting ? &sight->start : NULL, click);
}

/* === lessons ================================================================================== */

/* One lap on one sheet, from the start line to the flag. A lesson that does not go on from the one
 * before begins with the moves that lead there, so that each can be begun by itself. */

/* its file in the folder "tutorial" of the assets */
static const char tutorial_track[] = "lap.svg";

#define TO_BEND "10,4>11,4;13,4;16,4;20,4;25,4"
#define TO_STRAIGHT "10,4>11,4;13,4;16,4;20,4;24,4;27,5;30,7;32,10;33,13;33,16;32,18;30,19;28,19"
#define TO_SLICK TO_STRAIGHT ";26,18;23,18"
#define TO_BLUE TO_SLICK ";20,18;17,18;13,18;9,18;6,18;4,17;3,15"
#define TO_FLAG TO_BLUE ";3,13;4,11;5,8;6,6;7,5"
#define BLUES_WAY "10,3>9,3;7,3;5,4;4,6;3,8;3,9;3,10;3,10"

#define EVERYWHERE .low = {0, 0}, .high = {36, 22}
#define BEHIND_THE_BEND .low = {29, 10}, .high = {36, 22}
#define PAST_THE_SLICK .low = {0, 15}, .high = {12, 22}
#define PAST_BLUE .low = {0, 0}, .high = {9, 8}

static const struct coach_lesson lessons[] = {
    {
        .name = "start",
        .title = "At the start",
        .cars = 1,
        .steps =
            {{.say =
                  "This is the sheet, and Orange is your car. Click one of the start points on the "
                  "chequered line.",
              .ends = {{{.kind = COACH_START}, "Good."}},
              .shown = {.kind = COACH_START},
              .points = true},
             {.say =
                  "A car that stands can go to any of the nine points round it. Click one on the "
                  "side to which the arrow at the line leads.",
              .ends = {{{.kind = COACH_MOVE}, "Off you go! That line is your first move."}},
              .shown = {.kind = COACH_ARRIVE, .speed = 3, .low = {13, 0}, .high = {36, 7}},
              .points = true}},
    },
    {
        .name = "speed",
        .title = "Gathering speed",
        .begin = "10,4>11,4",
        .cars = 1,
        .goes_on = true,
        .steps =
            {{.say = "A car repeats its last move by itself: that leads to the ringed point. The "
                     "points "
                     "round it change the move by one square. Get up to 3 squares a move.",
              .ends =
                  {{{.kind = COACH_ARRIVE, .speed = 3, EVERYWHERE},
                    "Three squares in one move! No car gains more than one square a turn, and none "
                    "loses more."}},
              .shown = {.kind = COACH_ARRIVE, .speed = 3, .low = {13, 0}, .high = {36, 7}},
              .points = true}},
    },
    {
        .name = "velocity",
        .title = "Velocity",
        .begin = "10,4>11,4;13,4;16,4",
        .cars = 1,
        .goes_on = true,
        .steps =
            {{.say =
                  "Press V, or click Vectors: arrows show the velocity of your car, and what each "
                  "point would add to it.",
              .ends = {{{.kind = COACH_VECTORS}, "There they are."}},
              .points = true},
             {.say = "The ringed point is called the principal point. Choose it, and nothing is "
                     "added: "
                     "the velocity stays as it is.",
              .ends =
                  {{{.kind = COACH_STEADY},
                    "The same arrow as before. Every other point is that arrow and a small push: "
                    "the acceleration."}},
              .shown = {.kind = COACH_STEADY},
              .points = true}},
    },
    {
        .name = "brake",
        .title = "Braking",
        .begin = TO_BEND,
        .cars = 1,
        .steps =
            {{.say =
                  "I have driven on for you: 5 squares a move, and a bend ahead. Stopping takes "
                  "4 + 3 + 2 + 1 squares, so brake now: take points short of the ring, and turn.",
              .ends = {{{.kind = COACH_ARRIVE, BEHIND_THE_BEND},
                        "Round the bend! Good drivers brake before a bend, not in it."}},
              .shown = {.kind = COACH_ARRIVE, BEHIND_THE_BEND}}},
    },
    {
        .name = "nitro",
        .title = "A nitro",
        .begin = TO_STRAIGHT,
        .cars = 1,
        .steps =
            {{.say = "A long straight, the moment for a nitro. Hold Shift, or click Nitro, and "
                     "take one "
                     "of the points beyond the nine.",
              .ends =
                  {{{.kind = COACH_NITRO},
                    "What a push! The little square marks the nitro. You have {nitros} for a race; "
                    "they can also save you by braking harder."}},
              .shown = {.kind = COACH_NITRO, .low = {0, 15}, .high = {24, 22}},
              .points = true}},
    },
    {
        .name = "slick",
        .title = "A slick",
        .begin = TO_SLICK,
        .cars = 1,
        .steps = {{.say = "The shaded patch is a slick. It only hurts to end a move on it, so "
                          "drive round it "
                          "or jump across.",
                   .ends = {{{.kind = COACH_SLICK},
                             "A spin: Orange stands still and missed {slick_missed_turns turn}. "
                             "That is what a "
                             "slick costs, so jump the next one."},
                            {{.kind = COACH_ARRIVE, PAST_THE_SLICK},
                             "Well driven. Ending a move on it would have cost you your speed and "
                             "{slick_missed_turns turn}."}},
                   .shown = {.kind = COACH_ARRIVE, PAST_THE_SLICK}}},
    },
    {
        .name = "cars",
        .title = "Other cars",
        .begin = TO_BLUE,
        .others = BLUES_WAY,
        .others_begin = true,
        .cars = 2,
        .steps =
            {{.say = "Blue has lost the way and is parked in yours. Drive into Blue, just this "
                     "once, to "
                     "see what it costs.",
              .ends =
                  {{{.kind = COACH_COLLISION},
                    "Both stand still. Orange, who moved, missed {mover_missed_turns turn}, and "
                    "Blue "
                    "{struck_missed_turns}: better to go round."},
                   {{.kind = COACH_ARRIVE, PAST_BLUE},
                    "Well passed! A collision would have cost you {mover_missed_turns turn}, and "
                    "Blue {struck_missed_turns}."}},
              .shown = {.kind = COACH_COLLISION},
              .points = true}},
    },
    {
        .name = "flag",
        .title = "The flag",
        .begin = TO_FLAG,
        .others = BLUES_WAY,
        .others_begin = true,
        .cars = 2,
        .steps =
            {{.say = "The last corner. Cross the chequered line to win; a car that stops exactly "
                     "on it "
                     "is not across yet.",
              .ends =
                  {{{.kind = COACH_FLAG},
                    "Across the line: you have won! That is all it takes. The rest is braking in "
                    "time."}},
              .shown = {.kind = COACH_FLAG},
              .points = true}},
    },
};

static const struct {
    enum coach_kind kind;
    const char *say;
} mishaps[] = {
    {COACH_CRASH, "That left the track. The car stops at the wall and starts again from there."},
    {COACH_SLICK, "That was the slick: the car spins and misses {slick_missed_turns turn}."},
    {COACH_COLLISION, "That was a collision: you miss {mover_missed_turns turn}, Blue "
                      "{struck_missed_turns}."},
};

static bool is_asked_for(const struct coach_step *step, enum coach_kind kind)
{
    for (int i = 0; i < COACH_ENDS; i++)
        if (step->ends[i].goal.kind == (int)kind)
            return true;
    return false;
}

/* === tutorial ================================================================================= */

/* The tutorial of the paper race: what the coach teaches.
 *
 * A lesson is a session of its own, brought to its beginning by the lesson's actions; Blue's moves
 * are a script. Everything is judged by what has happened (screens/graph_paper/tutorial/coach.h),
 * so a player who goes another way is never stuck: "Try again" goes back by undo to where the goal
 * can be reached.
 */

/* What the coach has found for a position, so that it is not searched for in each picture. */
static struct advice {
    const struct coach_goal *goal; /* NULL: nothing is known */
    uint64_t position;             /* its hash */
    bool half_chosen;
    bool found;
    struct point click;
} advice;

static const struct coach_step *step_of(const struct coach_now *now)
{
    return &lessons[now->lesson].steps[now->step];
}

/* --- the race --------------------------------------------------------------------------------- */

static struct course load_course(struct error *error)
{
    const char *folder = command_asset_folder("assets");
    if (!folder) {
        error_set(error, "the folder assets of the game was not found");
        return (struct course){0};
    }
    char *path = file_join(folder, ui_words("tutorial/%s", tutorial_track));
    const struct track *track = svg_load_track(path, error);
    free(path);
    return track ? graph_paper_course(track) : (struct course){0};
}

/* Behind the end of its script Blue comes to rest and stays. */
static void find_rest(const struct race *race, char action[COACH_ACTION_BYTES])
{
    struct move_list moves = {0};
    graph_paper_moves(race, NULL, &moves);
    const struct move *slowest = &moves.items[0];
    for (int i = 1; i < moves.count; i++) {
        struct point a = point_subtract(moves.items[i].to, moves.items[i].from);
        struct point b = point_subtract(slowest->to, slowest->from);
        if (moves.items[i].nitros == 0 && a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y)
            slowest = &moves.items[i];
    }
    snprintf(action, COACH_ACTION_BYTES, "%d,%d", slowest->to.x, slowest->to.y);
    graph_paper_free_moves(&moves);
}

/* --- what has happened ------------------------------------------------------------------------ */

static struct coach_sight look(const struct coach_now *now)
{
    struct coach_sight sight = {.session = now->session, .player = COACH_PUPIL};
    const struct car *orange = graph_paper_car(session_race(now->session), COACH_PUPIL);
    double x = 0, y = 0;
    sight.since = now->since;
    sight.half_chosen =
        orange->status == CAR_WAITING && shown_middle(race_shown(now->race), COACH_PUPIL, &x, &y);
    sight.start = (struct point){(int32_t)x, (int32_t)y};
    struct view_switch switches[VIEW_SWITCHES];
    int count = shown_switches(race_shown(now->race), switches);
    bool shown = false;
    for (int i = 0; i < count; i++)
        shown |= switches[i].on && strcmp(switches[i].id, "button vectors") == 0;
    sight.vectors = shown;
    return sight;
}

static bool reached(const struct coach_goal *goal, const struct coach_now *now)
{
    struct coach_sight sight = look(now);
    return has_come_about(goal, &sight);
}

static const struct advice *advise(const struct coach_goal *goal, const struct coach_sight *sight)
{
    uint64_t position = graph_paper_game.hash(session_race(sight->session));
    if (advice.goal == goal && advice.position == position &&
        advice.half_chosen == sight->half_chosen)
        return &advice;
    advice = (struct advice){goal, position, sight->half_chosen, false, {0, 0}};
    advice.found = coach_suggest(goal, sight, &advice.click);
    return &advice;
}

static bool is_stuck(const struct coach_goal *goal, const struct coach_sight *sight)
{
    return goal->kind != COACH_NOTHING &&
           race_next_car(session_race(sight->session)) == COACH_PUPIL &&
           !advise(goal, sight)->found;
}

/* What went wrong in Orange's last move and behind it. */
static enum coach_kind mishap_kind(const struct coach_step *step, struct coach_sight sight,
                                   const char **say)
{
    int last = session_step_count(sight.session) - 1;
    while (last > sight.since && session_step(sight.session, last).car != COACH_PUPIL)
        last--;
    sight.since = last > sight.since ? last : sight.since;
    /* What went wrong that the step did not ask for, and what the coach says to it. COACH_NOTHING:
     * nothing did. */
    for (size_t i = 0; i < sizeof mishaps / sizeof mishaps[0]; i++) {
        struct coach_goal goal = {.kind = (int)mishaps[i].kind};
        if (!is_asked_for(step, mishaps[i].kind) && has_come_about(&goal, &sight)) {
            *say = mishaps[i].say;
            return mishaps[i].kind;
        }
    }
    return COACH_NOTHING;
}

static const char *find_mishap(const struct coach_now *now)
{
    const struct coach_step *step = step_of(now);
    struct coach_sight sight = look(now);
    const char *say = NULL;
    enum coach_kind kind = mishap_kind(step, sight, &say);
    int speed = coach_last_speed(now->session);
    if (kind == COACH_CRASH && speed > 2) /* why it is too late to brake at the wall */
        return ui_words("%s From %d squares a move it takes %d squares to stop.", say, speed,
                        speed * (speed - 1) / 2);
    if (!say && is_stuck(&step->shown, &sight))
        return "From here it cannot be done any more. Go back to where it can: try again.";
    return say;
}

static bool is_in_sight(const struct ui *ui, const char *id)
{
    for (int i = 0; i < ui_target_count(ui); i++)
        if (strcmp(ui_target_at(ui, i)->id, id) == 0)
            return true;
    return false;
}

/* The suggested point; where that costs a nitro and is not shown yet, the switch. */
static void point(const struct coach_now *now, const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    const struct coach_goal *goal = &step_of(now)->shown;
    struct coach_sight sight = look(now);
    if (goal->kind == COACH_NOTHING) {
        snprintf(target, COACH_TARGET_BYTES, "button vectors");
        return;
    }
    if (!advise(goal, &sight)->found)
        return;
    bool start =
        goal->kind == COACH_START || (session_step_count(now->session) == 0 && !sight.half_chosen);
    snprintf(target, COACH_TARGET_BYTES, "%s %d,%d", start ? "start" : "move", advice.click.x,
             advice.click.y);
    if (goal->kind == COACH_NITRO && !is_in_sight(ui, target))
        snprintf(target, COACH_TARGET_BYTES, "button nitro");
}

static struct coach_memory memory;

const struct coach_table graph_paper_tutorial = {
    .memory = &memory,
    .lessons = lessons,
    .count = sizeof lessons / sizeof *lessons,
    .game = &graph_paper_game,
    .preset = PRESET_RACING_CAR,
    .rules = "order=listed",
    .course = load_course,
    .takes_back = true,
    .reached = reached,
    .mishap = find_mishap,
    .stand_in = find_rest,
    .point = point,
};
