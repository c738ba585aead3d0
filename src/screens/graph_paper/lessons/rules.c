/* The lessons about the rules: the game, moving, extra pushes and the wall; other cars, areas, the
 * finish, the start and programs.
 */
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

#define SLICK                                                                                      \
    ALL_TRACK "<path class='slick' d='M 3.6 1.6 C 4.2 0.4, 6.4 0.5, 6.5 1.8 C 6.6 3, 5.4 3.6, "    \
              "4.5 3.2 C 3.8 2.9, 3.4 2.4, 3.6 1.6 Z'/>"
#define TURBO ALL_TRACK "<path class='turbo' d='M 2.5 -2 H 4.2 V 7 H 2.5 Z' data-arrow='0 2'/>"
#define GATE ROAD "<polyline class='checkpoint' data-number='1' points='4,1 4,2 4,3'/>"
#define TWO_LINES                                                                                  \
    ROAD "<line class='start' x1='1' y1='-2' x2='1' y2='7'/>"                                      \
         "<line class='finish' x1='6' y1='-2' x2='6' y2='7'/>"

#define COMING MOVE(1, 0, 4, 2, 3), AT(CAR, 1, 2, 3)
#define STRUCK MOVE(1, 2, 3, 5, 2), AT(GHOST, 1, 2, 3), AT(CAR, 2, 5, 2), AT(BURST, 1, 6, 1.2)
#define STRUCK_ON_THE_WAY                                                                          \
    PLAN(1, 4, 2, 7, 1), MOVE(1, 1, 3, 4, 2), AT(GHOST, 1, 1, 3), AT(CAR, 2, 4, 2),                \
        AT(BURST, 1, 4.8, 2.9)
#define IN_A_ROW                                                                                   \
    AT(CAR, 1, 1, 2), ARROW(1.8, 2, 2.8, 2), AT(CAR, 2, 3.5, 2), ARROW(4.3, 2, 5.3, 2),            \
        AT(CAR, 3, 6, 2)

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
    LESSON(CARS, WHEN(IS(COLLISION, COLLISION_NONE)), NULL, "Sharing a point",
           "Cars are not in each other's way: they may drive through one another and stand on the "
           "same point.",
           {MOVE(1, 1, 4, 5, 2), MOVE(2, 2, 1, 5, 2), AT(CAR, 2, 4.8, 1.9), AT(CAR, 1, 5.3, 2.2)}),
    LESSON(CARS, WHEN(IS(COLLISION, COLLISION_FORBID), IS(REACH, REACH_END)), NULL,
           "A point that is taken",
           "A point with another car on it cannot be chosen; driving across it can. Whoever has no "
           "point left has crashed where the car stands.",
           {COMING, AT(POINT, 1, 3, 1), AT(POINT, 1, 4, 1), AT(POINT, 1, 5, 1), AT(POINT, 1, 3, 2),
            AT(POINT, 1, 4, 2), AT(POINT, 1, 3, 3), AT(POINT, 1, 4, 3), AT(POINT, 1, 5, 3),
            AT(CAR, 2, 5, 2)}),
    LESSON(CARS, WHEN(IS(COLLISION, COLLISION_FORBID), IS(REACH, REACH_WHOLE)), NULL,
           "A way that is blocked",
           "A move whose line runs over another car cannot be chosen, wherever it ends. Whoever "
           "has no point left has crashed where the car stands.",
           {MOVE(1, -2, 5, 2, 3), AT(CAR, 1, 2, 3), PLAN(1, 2, 3, 6, 1), AT(CAR, 2, 4, 2),
            TEXT("no", 6.4, 1)}),
    LESSON(CARS, WHEN(IS(COLLISION, COLLISION_CRASH), IS(REACH, REACH_END)), NULL, "Collisions",
           "Whoever moves onto another car misses {mover_missed_turns turn}, the struck car "
           "{struck_missed_turns}. Both stand still. Driving across a car without stopping there "
           "is harmless.",
           {STRUCK, TALLY(3, 2.7, 3.7), TALLY(2, 5.6, 3)}),
    LESSON(
        CARS, WHEN(IS(COLLISION, COLLISION_CRASH), IS(REACH, REACH_WHOLE)), NULL, "Collisions",
        "Another car anywhere on the line of a move is hit, and the move ends there. Whoever moved "
        "misses {mover_missed_turns turn}, the struck car {struck_missed_turns}. Both stand still.",
        {STRUCK_ON_THE_WAY, TALLY(3, 1.7, 3.7), TALLY(2, 3.6, 0.9)}),
    LESSON(CARS, WHEN(IS(COLLISION, COLLISION_DAMAGE), IS(REACH, REACH_END)), NULL, "Collisions",
           "Whoever moves onto another car takes damage: as many points as the longer side of the "
           "move has squares. With {damage_limit point} a car is out. The struck car only stops.",
           {STRUCK, TEXT("3 damage", 2.6, 3.9)}),
    LESSON(CARS, WHEN(IS(COLLISION, COLLISION_DAMAGE), IS(REACH, REACH_WHOLE)), NULL, "Collisions",
           "Another car anywhere on the line of a move is hit, and the move ends there. Whoever "
           "moved takes a point of damage for each square of its longer side, and is out with "
           "{damage_limit point}. The struck car only stops.",
           {STRUCK_ON_THE_WAY, TEXT("6 damage", 2, 4)}),
    LESSON(CARS, WHEN(IS(COLLISION, COLLISION_CRASH), MORE(MOVER_MISSED_TURNS, 0)), NULL,
           "Missed turns",
           "Tally marks beside a car count the turns that it still misses. Each time its turn "
           "would come, one mark is struck off instead; several penalties add up.",
           {AT(CAR, 1, 1, 2), TALLY(3, 1.8, 2), ARROW(3.4, 2, 4.6, 2), AT(CAR, 1, 5.5, 2),
            TALLY(2, 6.3, 2)}),
    LESSON(
        CARS, WHEN(IS(CONTEST, CONTEST_DERBY), IS(REACH, REACH_END)), NULL, "Points",
        "Move onto a rival's car: 2 points for you, and one less for each player who was struck. "
        "All of them stand still, and nobody misses a turn. Driving across a car is harmless.",
        {STRUCK, TEXT("+2", 3, 3.8), TEXT("−1", 5, 3.3)}),
    LESSON(CARS, WHEN(IS(CONTEST, CONTEST_DERBY), IS(REACH, REACH_WHOLE)), NULL, "Points",
           "Hit a rival's car anywhere on your way: 2 points for you, and one less for each player "
           "who was struck. The move ends there, all stand still, and nobody misses a turn.",
           {STRUCK_ON_THE_WAY, TEXT("+2", 2, 4), TEXT("−1", 3.3, 0.9)}),
    LESSON(CARS, WHEN(IS(CONTEST, CONTEST_DERBY)), NULL, "No rematch",
           "After a crash those two players leave each other alone until both have had a turn. "
           "Points that would break this cannot be chosen, and say why.",
           {AT(CAR, 1, 2, 2), PLAN(1, 2, 2, 5, 2), AT(CAR, 2, 5, 2), TEXT("not yet", 3.6, 3.3)}),
    LESSON(CARS, WHEN(IS(CONTEST, CONTEST_DERBY), IS(CARS_PER_PLAYER, 0)), NULL, "Your cars",
           "Two players have two cars each; when more play, each has one. You cannot run into a "
           "car of your own.",
           {AT(CAR, 1, 2, 1), AT(CAR, 1, 2, 3), AT(CAR, 2, 5, 1), AT(CAR, 2, 5, 3)}),
    LESSON(CARS, WHEN(IS(CONTEST, CONTEST_DERBY), MORE(CARS_PER_PLAYER, 0)), NULL, "Your cars",
           "Each player has {cars_per_player car}: first everybody moves the first one, then the "
           "next. You cannot run into a car of your own.",
           {AT(CAR, 1, 2, 1), AT(CAR, 1, 2, 3), AT(CAR, 2, 5, 1), AT(CAR, 2, 5, 3)}),
    LESSON(AREAS, WHEN(IS(SLICKS, SLICKS_SPIN)), SLICK, "Slicks",
           "End a move on a shaded patch, and the car spins: it stands still and misses "
           "{slick_missed_turns turn}. Driving across without stopping there is harmless.",
           {MOVE(1, 0, 4, 2, 3), MOVE(1, 2, 3, 5, 2), AT(CAR, 1, 5, 2), TALLY(2, 5.8, 2.9)}),
    LESSON(AREAS, WHEN(IS(SLICKS, SLICKS_COAST)), SLICK, "Slicks",
           "With your principal point on a shaded patch you slide: it is the only point that you "
           "can take. A car that stands drives off as usual.",
           {COMING, PLAN(1, 2, 3, 5, 2), AT(POINT, 1, 5, 2), AT(RING, 1, 5, 2)}),
    LESSON(AREAS, WHEN(IS(SLICKS, SLICKS_FOUR)), SLICK, "Slicks",
           "With your principal point on a shaded patch you can hardly steer: only that point and "
           "its four nearest can be taken, and nothing extra can be used.",
           {COMING, AT(FIVE, 1, 5, 2), AT(RING, 1, 5, 2)}),
    LESSON(AREAS, WHEN(IS(TURBO_AREAS, SWITCH_ON)), TURBO, "Turbo areas",
           "Touch one on your way, and its arrow moves your next principal point, once. A crash "
           "before that loses the push.",
           {MOVE(1, 0, 4, 3, 3), AT(CAR, 1, 3, 3), ARROW(6, 3, 6, 1.6), AT(NINE, 1, 6, 0),
            AT(RING, 1, 6, 0)}),
    LESSON(AREAS, WHEN(IS(CHECKPOINTS, SWITCH_ON)), GATE, "Checkpoints",
           "The numbered gates have to be passed in their order. A lap, and the finish, only count "
           "when none of them is missing.",
           {MOVE(1, 0, 3, 2, 3), MOVE(1, 2, 3, 6, 2), AT(CAR, 1, 6, 2)}),
    LESSON(FINISH, WHEN(IS(LAPS, 1)), ROAD_WITH_LINE, "One lap",
           "Cross the chequered line the way its arrow points to begin the lap, and once more to "
           "end it. Crossing it backwards takes a crossing away.",
           {MOVE(1, 0, 3, 2, 3), MOVE(1, 2, 3, 6, 2), AT(CAR, 1, 6, 2), ARROW(2.7, 4, 5.3, 4)}),
    LESSON(
        FINISH, WHEN(MORE(LAPS, 1)), ROAD_WITH_LINE, "{laps lap}",
        "Cross the chequered line the way its arrow points to begin the first lap; each time round "
        "begins the next, until {laps lap} are done. Crossing it backwards takes a crossing away.",
        {MOVE(1, 0, 3, 2, 3), MOVE(1, 2, 3, 6, 2), AT(CAR, 1, 6, 2), ARROW(2.7, 4, 5.3, 4)}),
    LESSON(FINISH, WHEN(IS(CONTEST, CONTEST_RACE), OWN(OPEN)), TWO_LINES, "From line to line",
           "This track has no laps: it leads from one line to another. Whoever crosses the finish "
           "line has finished.",
           {MOVE(1, 1, 3, 3, 3), MOVE(1, 3, 3, 7, 2), AT(CAR, 1, 7, 2)}),
    LESSON(FINISH, WHEN(IS(LINE, LINE_BEYOND)), ROAD_WITH_LINE, "On the line",
           "Only what lies beyond the line is across it. A car that stops exactly on the line has "
           "not crossed it yet.",
           {MOVE(1, 1, 2, 4, 2), AT(CAR, 1, 4, 2), TEXT("not yet", 5.9, 3.2)}),
    LESSON(FINISH, WHEN(IS(LINE, LINE_TOUCH)), ROAD_WITH_LINE, "On the line",
           "Reaching the line is crossing it. A car that stops exactly on the line is across.",
           {MOVE(1, 1, 2, 4, 2), AT(CAR, 1, 4, 2), AT(FLAG, 1, 5.2, 1.1)}),
    LESSON(FINISH, WHEN(IS(FINISH, FINISH_CROSSING)), ROAD_WITH_LINE, "Places",
           "The places go in the order in which the cars cross the line. Crossing it and then "
           "hitting the wall behind it is finishing, too.",
           {MOVE(1, 1, 1, 5, 1), AT(CAR, 1, 5, 1), MOVE(2, 2, 3, 6, 3), AT(CAR, 2, 6, 3),
            TEXT("1st", 6.4, 1), TEXT("2nd", 6, 4.1)}),
    LESSON(
        FINISH, WHEN(IS(FINISH, FINISH_ROUND)), ROAD_WITH_LINE, "Places",
        "When a car has finished, the round is played to its end. Of the cars that finish in the "
        "same round, the one farthest beyond the line is placed first; equals share the place.",
        {MOVE(1, 1, 1, 5, 1), AT(CAR, 1, 5, 1), MOVE(2, 2, 3, 6, 3), AT(CAR, 2, 6, 3),
         TEXT("2nd", 6.5, 1), TEXT("1st", 6, 4.1)}),
    LESSON(FINISH, WHEN(MORE(ROUND_LIMIT, 0)), NULL, "No end in sight",
           "After {round_limit round} it is over in any case, and all who still drive share the "
           "next place.",
           {AT(CAR, 1, 2, 2), AT(CAR, 2, 5, 2), TEXT("2nd", 2, 3.2), TEXT("2nd", 5, 3.2)}),
    LESSON(START, WHEN(IS(START, START_LINE)), ROAD_WITH_LINE, "Where",
           "Each car starts on a grid point of the start line. One that is taken can only be "
           "chosen when no other is free.",
           {AT(START, 1, 4, 0), AT(START, 1, 4, 1), AT(CAR, 1, 4, 2), AT(START, 1, 4, 3),
            AT(START, 1, 4, 4)}),
    LESSON(START, WHEN(IS(START, START_BEHIND)), ROAD_WITH_LINE, "Where",
           "Each car starts on the line or up to {grid_depth square} behind it. A point that is "
           "taken can only be chosen when no other is free.",
           {AT(START, 1, 2, 1), AT(START, 1, 2, 2), AT(START, 1, 2, 3), AT(START, 1, 3, 1),
            AT(CAR, 1, 3, 2), AT(START, 1, 3, 3), AT(START, 1, 4, 1), AT(START, 1, 4, 2),
            AT(START, 1, 4, 3)}),
    LESSON(START, WHEN(IS(START, START_ANYWHERE)), NULL, "Where",
           "Each car starts on any grid point of the track that is free.",
           {AT(START, 1, 1, 0), AT(START, 1, 3, 1), AT(START, 1, 6, 0), AT(CAR, 1, 5, 2),
            AT(START, 1, 1, 3), AT(START, 1, 3, 3), AT(START, 1, 6, 4)}),
    LESSON(START, WHEN(IS(CHOOSE, CHOOSE_WITH_FIRST_MOVE)), ROAD_WITH_LINE, "When",
           "The start point is chosen in the first turn, together with the first move. Right click "
           "gives it back until then.",
           {AT(NINE, 1, 4, 2), MOVE(1, 4, 2, 5, 2), AT(CAR, 1, 4, 2), AT(RING, 1, 4, 2)}),
    LESSON(START, WHEN(IS(CHOOSE, CHOOSE_REVERSE)), ROAD_WITH_LINE, "When",
           "All choose their start points before the race. Whoever moves last chooses first.",
           {AT(CAR, 1, 4, 0), AT(CAR, 2, 4, 2), AT(CAR, 3, 4, 4), TEXT("3rd", 2.4, 0),
            TEXT("2nd", 2.4, 2), TEXT("1st", 2.4, 4)}),
    LESSON(START, WHEN(IS(ORDER, ORDER_RANDOM)), NULL, "Who begins",
           "The order of play is drawn once and then stays for the whole race.",
           {IN_A_ROW, TEXT("?", 1, 0.8), TEXT("?", 3.5, 0.8), TEXT("?", 6, 0.8)}),
    LESSON(START, WHEN(IS(ORDER, ORDER_LISTED)), NULL, "Who begins",
           "The players move in the order in which they were listed.",
           {IN_A_ROW, TEXT("1", 1, 3.2), TEXT("2", 3.5, 3.2), TEXT("3", 6, 3.2)}),
    LESSON(START, WHEN(IS(ORDER, ORDER_LOSER_FIRST)), NULL, "Who begins",
           "In a rematch, whoever was last in the race before moves first.",
           {IN_A_ROW, TEXT("last", 1, 3.3), TEXT("2nd", 3.5, 3.3), TEXT("1st", 6, 3.3)}),
    LESSON(PROGRAMS, WHEN(ALWAYS), NULL, "Write your own driver",
           "Any program that reads lines and prints lines can drive. Choose Program for a player "
           "and type what starts it, like python3 my.py. It is told the sheet, and each turn the "
           "cars and the moves there are; it answers with one of them. write-your-own-driver.md, "
           "among the documents, explains all of it step by step, and the folder bots has drivers "
           "to start from.",
           {AT(NINE, 1, 4, 3), TEXT("go", 1, 1), TEXT("move", 3.2, 1), AT(CAR, 1, 2, 3),
            MOVE(1, 2, 3, 5, 2)}),
    LESSON(PROGRAMS, WHEN(ALWAYS), NULL, "When it does not answer",
           "An answer that is late or wrong costs a program its turn and nothing else: the car "
           "coasts, and the log says why. After three times in a row a driver of the computer "
           "takes over.",
           {AT(CAR, 1, 3, 2), MOVE(1, 1, 2, 3, 2), PLAN(1, 3, 2, 5, 2), TEXT("...", 3, 3.4)}),
};
const struct lesson_table help_rules = {lessons, sizeof lessons / sizeof *lessons};
