/* One lap on one sheet, from the start line to the flag. A lesson that does not go on from the one
 * before begins with the moves that lead there, so that each can be begun by itself. */
#include "screens/graph_paper/tutorial/tutorial_inside.h"

const char tutorial_track[] = "lap.svg";

#define TO_BEND "10,4>11,4 13,4 16,4 20,4 25,4"
#define TO_STRAIGHT "10,4>11,4 13,4 16,4 20,4 24,4 27,5 30,7 32,10 33,13 33,16 32,18 30,19 28,19"
#define TO_SLICK TO_STRAIGHT " 26,18 23,18"
#define TO_BLUE TO_SLICK " 20,18 17,18 13,18 9,18 6,18 4,17 3,15"
#define TO_FLAG TO_BLUE " 3,13 4,11 5,8 6,6 7,5"
#define BLUES_WAY "10,3>9,3 7,3 5,4 4,6 3,8 3,9 3,10 3,10"

#define EVERYWHERE 0, 0, 36, 22
#define BEHIND_THE_BEND 29, 10, 36, 22
#define PAST_THE_SLICK 0, 15, 12, 22
#define PAST_BLUE 0, 0, 9, 8

const struct tutorial_lesson tutorial_lessons[TUTORIAL_LESSONS] = {
    {
        "start",
        "At the start",
        "",
        "",
        false,
        {{.say = "This is the sheet, and Orange is your car. Click one of the start points on the "
                 "chequered line.",
          .ends = {{{.kind = COACH_START}, "Good."}},
          .shown = {.kind = COACH_START},
          .points = true},
         {.say = "A car that stands can go to any of the nine points round it. Click one on the "
                 "side to which the arrow at the line leads.",
          .ends = {{{.kind = COACH_MOVE}, "Off you go! That line is your first move."}},
          .shown = {.kind = COACH_ARRIVE, .speed = 3, .area = {13, 0, 36, 7}},
          .points = true}},
    },
    {
        "speed",
        "Gathering speed",
        "10,4>11,4",
        "",
        true,
        {{.say =
              "A car repeats its last move by itself: that leads to the ringed point. The points "
              "round it change the move by one square. Get up to 3 squares a move.",
          .ends = {{{.kind = COACH_ARRIVE, .speed = 3, .area = {EVERYWHERE}},
                    "Three squares in one move! No car gains more than one square a turn, and none "
                    "loses more."}},
          .shown = {.kind = COACH_ARRIVE, .speed = 3, .area = {13, 0, 36, 7}},
          .points = true}},
    },
    {
        "velocity",
        "Velocity",
        "10,4>11,4 13,4 16,4",
        "",
        true,
        {{.say = "Press V, or click Vectors: arrows show the velocity of your car, and what each "
                 "point would add to it.",
          .ends = {{{.kind = COACH_VECTORS}, "There they are."}},
          .points = true},
         {.say = "The ringed point is called the principal point. Choose it, and nothing is added: "
                 "the velocity stays as it is.",
          .ends = {{{.kind = COACH_STEADY},
                    "The same arrow as before. Every other point is that arrow and a small push: "
                    "the acceleration."}},
          .shown = {.kind = COACH_STEADY},
          .points = true}},
    },
    {
        "brake",
        "Braking",
        TO_BEND,
        "",
        false,
        {{.say = "I have driven on for you: 5 squares a move, and a bend ahead. Stopping takes "
                 "4 + 3 + 2 + 1 squares, so brake now: take points short of the ring, and turn.",
          .ends = {{{.kind = COACH_ARRIVE, .area = {BEHIND_THE_BEND}},
                    "Round the bend! Good drivers brake before a bend, not in it."}},
          .shown = {.kind = COACH_ARRIVE, .area = {BEHIND_THE_BEND}}}},
    },
    {
        "nitro",
        "A nitro",
        TO_STRAIGHT,
        "",
        false,
        {{.say =
              "A long straight, the moment for a nitro. Hold Shift, or click Nitro, and take one "
              "of the points beyond the nine.",
          .ends = {{{.kind = COACH_NITRO},
                    "What a push! The little square marks the nitro. You have {nitros} for a race; "
                    "they can also save you by braking harder."}},
          .shown = {.kind = COACH_NITRO, .area = {0, 15, 24, 22}},
          .points = true}},
    },
    {
        "slick",
        "A slick",
        TO_SLICK,
        "",
        false,
        {{.say =
              "The shaded patch is a slick. It only hurts to end a move on it, so drive round it "
              "or jump across.",
          .ends =
              {{{.kind = COACH_SLICK},
                "A spin: Orange stands still and missed {slick_missed_turns turn}. That is what a "
                "slick costs, so jump the next one."},
               {{.kind = COACH_ARRIVE, .area = {PAST_THE_SLICK}},
                "Well driven. Ending a move on it would have cost you your speed and "
                "{slick_missed_turns turn}."}},
          .shown = {.kind = COACH_ARRIVE, .area = {PAST_THE_SLICK}}}},
    },
    {
        "cars",
        "Other cars",
        TO_BLUE,
        BLUES_WAY,
        false,
        {{.say =
              "Blue has lost the way and is parked in yours. Drive into Blue, just this once, to "
              "see what it costs.",
          .ends =
              {{{.kind = COACH_COLLISION},
                "Both stand still. Orange, who moved, missed {mover_missed_turns turn}, and Blue "
                "{struck_missed_turns}: better to go round."},
               {{.kind = COACH_ARRIVE, .area = {PAST_BLUE}},
                "Well passed! A collision would have cost you {mover_missed_turns turn}, and "
                "Blue {struck_missed_turns}."}},
          .shown = {.kind = COACH_COLLISION},
          .points = true}},
    },
    {
        "flag",
        "The flag",
        TO_FLAG,
        BLUES_WAY,
        false,
        {{.say = "The last corner. Cross the chequered line to win; a car that stops exactly on it "
                 "is not across yet.",
          .ends = {{{.kind = COACH_FLAG},
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

static bool is_asked_for(const struct lesson_step *step, enum coach_kind kind)
{
    for (int i = 0; i < LESSON_ENDS; i++)
        if (step->ends[i].goal.kind == kind)
            return true;
    return false;
}

enum coach_kind tutorial_mishap(const struct lesson_step *step, const struct coach_sight *sight,
                                const char **say)
{
    for (size_t i = 0; i < sizeof mishaps / sizeof mishaps[0]; i++) {
        struct coach_goal goal = {.kind = mishaps[i].kind};
        if (!is_asked_for(step, goal.kind) && coach_reached(&goal, sight)) {
            *say = mishaps[i].say;
            return goal.kind;
        }
    }
    return COACH_NOTHING;
}
