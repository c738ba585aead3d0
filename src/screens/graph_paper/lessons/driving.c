/* The game, moving, extra pushes and the wall. */
#include "screens/graph_paper/lessons/lessons.h"

#define WALL_RIGHT "<path class='wall' d='M -3 -3 H 5.4 C 5.9 1.5, 5.2 2.4, 6.4 8 H -3 Z'/>"
#define WALL_AT(x) "<path class='wall' d='M -3 -3 H " x " V 8 H -3 Z'/>"
#define WALL_BELOW "<path class='wall' d='M -3 -3 H 11 V 2.5 H -3 Z'/>"
#define BLOCK "<path class='wall' d='M 2.6 1.4 H 4.4 V 8 H 2.6 Z'/>"

/* A move from (1, 3) that was meant to go to (7, 1) and met the wall half a square before (6, 1).
 */
#define THROUGH_THE_WALL PLAN(1, 1, 3, 7, 1), MOVE(1, 1, 3, 5.5, 1.5), AT(CRASH, 1, 5.5, 1.5)
/* The same from (3, 3): the longer side has 4 squares. */
#define FOUR_THROUGH_THE_WALL PLAN(1, 3, 3, 7, 1), MOVE(1, 3, 3, 5.5, 1.75), AT(CRASH, 1, 5.5, 1.75)

static const struct lesson lessons[] = {
    LESSON(GAME, WHEN(IS(CONTEST, CONTEST_RACE)), ROAD_WITH_LINE, "A race",
           "Everybody has a car and moves it once a turn, always in the same order. Whoever is "
           "first across the finish line wins.",
           {MOVE(2, 0, 3, 3, 3), AT(CAR, 2, 3, 3), MOVE(1, 2, 1, 6, 1), AT(CAR, 1, 6, 1),
            ARROW(2.7, 4, 5.3, 4)}),
    LESSON(
        GAME, WHEN(IS(CONTEST, CONTEST_DERBY)), NULL, "A demolition derby",
        "No line and no laps: points are won by running into the others. The derby lasts {rounds "
        "round}; then the player with the most points wins, and equal points share the place.",
        {MOVE(1, 1, 4, 4, 2), AT(GHOST, 1, 1, 4), AT(CAR, 2, 4, 2), AT(BURST, 1, 5, 1.1),
         MOVE(3, 7, 0, 6, 3), AT(CAR, 3, 6, 3)}),
    LESSON(GAME, WHEN(ALWAYS), NULL, "Your turn",
           "The points that your car can reach are shown. Point at one to see where it leads, and, "
           "fainter, where the turn after could take you; click to go there. Drivers cannot pass.",
           {MOVE(1, -1, 4, 1, 3), PLAN(1, 1, 3, 4, 2), AT(NINE, 1, 3, 2), AT(FAINT, 1, 7, 1),
            AT(CAR, 1, 1, 3)}),
    LESSON(GAME, WHEN(IS(CONTEST, CONTEST_RACE)), WALL_AT("6.4"), "Looking ahead",
           "Where hints are allowed, H shows how many rounds more than at best each point costs; "
           "thick rings are the best. From a triangle every way leads into the wall. Dots are a "
           "best line, dashes show where full braking stops.",
           {MOVE(1, -1, 4, 1, 3), AT(CAR, 1, 1, 3), HINT(BEST, 1, "0", 3, 1),
            HINT(BEAD, 1, "1", 4, 1), HINT(BEAD, 1, "1", 3, 2), HINT(BEAD, 1, "1", 4, 2),
            HINT(BEAD, 1, "1", 3, 3), HINT(BEAD, 1, "1", 4, 3), AT(DOOMED, 1, 5, 1),
            AT(DOOMED, 1, 5, 2), AT(DOOMED, 1, 5, 3)}),
    LESSON(GAME, WHEN(IS(CONTEST, CONTEST_DERBY)), WALL_AT("6.4"), "Looking ahead",
           "Where hints are allowed, H marks the points from which every way leads into the wall "
           "with a triangle, and dashes show where full braking stops.",
           {MOVE(1, -1, 4, 1, 3), AT(CAR, 1, 1, 3), AT(POINT, 1, 3, 1), AT(POINT, 1, 4, 1),
            AT(POINT, 1, 3, 2), AT(POINT, 1, 4, 2), AT(POINT, 1, 3, 3), AT(POINT, 1, 4, 3),
            AT(DOOMED, 1, 5, 1), AT(DOOMED, 1, 5, 2), AT(DOOMED, 1, 5, 3)}),
    LESSON(MOVING, WHEN(IS(ACCELERATION, ACCELERATION_EIGHT)), NULL, "Nine points",
           "The ringed point, the principal point, is where your car rolls on to by itself. Take "
           "it, or one of the eight points round it: that is all the steering there is.",
           {MOVE(1, 0, 4, 2, 3), PLAN(1, 2, 3, 4, 2), AT(NINE, 1, 4, 2), AT(RING, 1, 4, 2),
            AT(CAR, 1, 2, 3)}),
    LESSON(
        MOVING, WHEN(IS(ACCELERATION, ACCELERATION_FOUR)), NULL, "Five points",
        "The ringed point, the principal point, is where your car rolls on to by itself. Take it, "
        "or the next one above, below, left or right of it: that is all the steering there is.",
        {MOVE(1, 0, 4, 2, 3), PLAN(1, 2, 3, 4, 2), AT(FIVE, 1, 4, 2), AT(RING, 1, 4, 2),
         AT(CAR, 1, 2, 3)}),
    LESSON(MOVING, WHEN(ALWAYS), NULL, "Velocity",
           "A car repeats its last move: that is its velocity. What a turn adds or takes away, the "
           "acceleration, is at most one square. So what is fast is slow to turn and slow to stop.",
           {MOVE(1, 0, 2, 1, 2), MOVE(1, 1, 2, 3, 2), MOVE(1, 3, 2, 6, 2), AT(CAR, 1, 6, 2),
            TEXT("1", 0.5, 2.8), TEXT("2", 2, 2.8), TEXT("3", 4.5, 2.8)}),
    LESSON(MOVING, WHEN(ALWAYS), WALL_AT("6.5"), "Braking",
           "From 3 squares a move it takes 2 + 1 squares to stop, from 4 squares 3 + 2 + 1, from 6 "
           "already 15. Begin to brake long before the bend.",
           {MOVE(1, 0, 2, 3, 2), MOVE(1, 3, 2, 5, 2), MOVE(1, 5, 2, 6, 2), AT(CAR, 1, 6, 2),
            TEXT("3", 1.5, 2.8), TEXT("2", 4, 2.8), TEXT("1", 5.5, 2.8)}),
    LESSON(EXTRAS, WHEN(MORE(NITROS, 0)), NULL, "Nitros",
           "A nitro buys one square of acceleration beyond the usual, to speed up or to brake. "
           "Hold Shift to see where it can take you. Each car has {nitros nitro} for the whole "
           "race; a small square marks each one used.",
           {AT(EXTRA, 1, 4, 2), AT(RING, 1, 4, 2), MOVE(1, 1, 2, 6, 1), AT(NITRO, 1, 6, 1),
            AT(CAR, 1, 1, 2)}),
    LESSON(EXTRAS, WHEN(MORE(GOOD_BRAKES, 0)), NULL, "Good brakes",
           "Each car can brake hard {good_brakes time}: a velocity then shrinks by two squares in "
           "one turn, across and up or down alike. From 1 it may even turn to 1 the other way.",
           {MOVE(1, 0, 2, 3, 2), AT(RING, 1, 6, 2), MOVE(1, 3, 2, 4, 2), AT(GHOST, 1, 3, 2),
            AT(CAR, 1, 4, 2), TEXT("3", 1.5, 2.9), TEXT("1", 3.5, 2.9)}),
    LESSON(EXTRAS, WHEN(MORE(TURBO_BOOSTS, 0)), NULL, "Turbo boosts",
           "Each car can push hard {turbo_boosts time}: a velocity then grows by two squares in "
           "one turn. A car that stands can leave with 2 squares at once.",
           {MOVE(1, 0, 2, 1, 2), AT(RING, 1, 2, 2), MOVE(1, 1, 2, 4, 2), AT(GHOST, 1, 1, 2),
            AT(CAR, 1, 4, 2), TEXT("1", 0.5, 2.9), TEXT("3", 2.8, 2.9)}),
    LESSON(WALL, WHEN(IS(PATH, PATH_WHOLE)), WALL_RIGHT, "On the track",
           "The whole line of a move has to stay on the track, not just its end. A cross marks a "
           "point to which no clean move leads.",
           {MOVE(1, 0, 4, 2, 3), PLAN(1, 2, 3, 5, 1), PLAN(1, 2, 3, 6, 2), AT(POINT, 1, 5, 1),
            AT(OFF, 1, 6, 2), AT(CAR, 1, 2, 3)}),
    LESSON(WALL, WHEN(IS(PATH, PATH_END)), ALL_TRACK BLOCK, "On the track",
           "Only the point where a move ends has to be on the track. What lies between, the line "
           "of the move may cross.",
           {PLAN(1, 1, 3, 6, 2), AT(POINT, 1, 6, 2), AT(CAR, 1, 1, 3)}),
    LESSON(WALL, WHEN(IS(WALLS, WALLS_IN)), WALL_AT("5"), "Touching a wall",
           "A wall belongs to the track: a car may touch it, and even drive along it.",
           {MOVE(1, 2, 3, 5, 2), MOVE(1, 5, 2, 5, 0), AT(GHOST, 1, 2, 3), AT(CAR, 1, 5, 0)}),
    LESSON(WALL, WHEN(IS(WALLS, WALLS_OUT)), WALL_AT("5"), "Touching a wall",
           "A wall does not belong to the track: a move that only touches it has left the track.",
           {PLAN(1, 2, 3, 5, 2), AT(OFF, 1, 5, 2), AT(CAR, 1, 2, 3)}),
    LESSON(WALL, WHEN(IS(OFF_TRACK, OFF_TRACK_RESUME), IS(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
           "Leaving the track",
           "The car stops where it met the wall and starts again from the nearest free grid point. "
           "All its speed is gone, but no turn is missed.",
           {THROUGH_THE_WALL, AT(GHOST, 1, 1, 3), AT(CAR, 1, 5, 2)}),
    LESSON(WALL, WHEN(IS(OFF_TRACK, OFF_TRACK_RESUME), MORE(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
           "Leaving the track",
           "The car stops where it met the wall, misses {wall_missed_turns turn} and starts again "
           "from the nearest free grid point. All its speed is gone.",
           {THROUGH_THE_WALL, AT(CAR, 1, 5, 2), TALLY(2, 4.1, 3.1)}),
    LESSON(WALL, WHEN(IS(OFF_TRACK, OFF_TRACK_RETIRE)), WALL_AT("5.5"), "Leaving the track",
           "One move off the track, and the race is over for that car. It is in nobody's way any "
           "more.",
           {THROUGH_THE_WALL, AT(GHOST, 1, 1, 3), TEXT("out", 4.4, 3.2)}),
    LESSON(WALL, WHEN(IS(OFF_TRACK, OFF_TRACK_DAMAGE), IS(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
           "Leaving the track",
           "The car stops at the wall and takes damage: as many points as the longer side of the "
           "move has squares. With {damage_limit point} it is out; else it starts again from the "
           "nearest grid point.",
           {FOUR_THROUGH_THE_WALL, AT(GHOST, 1, 3, 3), AT(CAR, 1, 5, 2), TEXT("4 damage", 2.4, 4)}),
    LESSON(
        WALL, WHEN(IS(OFF_TRACK, OFF_TRACK_DAMAGE), MORE(WALL_MISSED_TURNS, 0)), WALL_AT("5.5"),
        "Leaving the track",
        "The car stops at the wall, misses {wall_missed_turns turn} and takes damage: as many "
        "points as the longer side of the move has squares. With {damage_limit point} it is out.",
        {FOUR_THROUGH_THE_WALL, AT(CAR, 1, 5, 2), TALLY(2, 5.9, 3), TEXT("4 damage", 2.4, 4)}),
    LESSON(WALL, WHEN(IS(OFF_TRACK, OFF_TRACK_RUN_WIDE)), WALL_BELOW, "Running wide",
           "Off the track a car drives on with its speed, in nobody's way. It has to come back "
           "behind the place where it left; the sheet shows that place. Nobody leaves the sheet: a "
           "car with no point left is out.",
           {PLAN(8, 4, -1, 4, 2.5), MOVE(1, 1, 1, 3, 2), MOVE(1, 3, 2, 5, 3), MOVE(1, 5, 3, 6, 4),
            AT(STAY, 1, 6, 4), MOVE(1, 6, 4, 5, 4), MOVE(1, 5, 4, 3, 3), MOVE(1, 3, 3, 1, 2),
            AT(CAR, 1, 1, 2)}),
    LESSON(WALL, WHEN(OWN(POINTS)),
           WALL_AT("5.2") "<circle class='inside' cx='5' cy='1' r='.25'/><circle class='outside' "
                          "cx='5' cy='3' r='.25'/>",
           "Doubtful points",
           "Where a wall runs close by a point, it was agreed before the race which side the point "
           "is on. The sheet shows what counts as inside and what as outside.",
           {TEXT("inside", 3.1, 1), TEXT("outside", 2.9, 3)}),
};
const struct lesson_table help_driving = {lessons, sizeof lessons / sizeof *lessons};
