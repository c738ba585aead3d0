/* The lessons about the rules of circuit, page by page.
 */
#include "screens/circuit/lessons/lessons.h"

#define BRACED(...)                                                                                \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
/* LESSON(page, WHEN(needs), ground, heading, words, {marks}). */
#define LESSON(page, needs, ground, heading, words, ...)                                           \
    BRACED(CIRCUIT_HELP_##page, needs, heading, words,                                             \
           &(const struct circuit_diagram)BRACED(ground, __VA_ARGS__))
#define WHEN(...) BRACED(__VA_ARGS__)
#define ALWAYS BRACED(NEEDS_NOTHING, 0, 0)
#define IS(field, value) BRACED(NEEDS_VALUE, CIRCUIT_##field, value)
#define MORE(field, value) BRACED(NEEDS_MORE, CIRCUIT_##field, value)

#define CAR(pen, row, lane, speed) BRACED(CIRCUIT_DIAGRAM_CAR, pen, row, lane, speed, NULL)
#define SPUN(pen, row, lane) BRACED(CIRCUIT_DIAGRAM_SPUN, pen, row, lane, NOT_POSTED, NULL)
#define WAY(pen, row, lane, lanes) BRACED(CIRCUIT_DIAGRAM_WAY, pen, row, lane, 0, lanes)
#define TEXT(words, row, lane) BRACED(CIRCUIT_DIAGRAM_TEXT, 0, row, lane, 0, words)

/* Grounds: the row before which the chequers are, and the corner. */
#define NO_LINE -8
#define ROAD NO_LINE, BRACED(0)
#define FINISH 3, BRACED(0)
#define BEND NO_LINE, BRACED(2, 4, {80, 100}, NULL)
#define DOTTED NO_LINE, BRACED(2, 4, {80, 100}, "212")

static const struct lesson lessons[] = {
    LESSON(GAME, WHEN(ALWAYS), ROAD, "A race",
           "Cars drive round a circuit of spaces in lanes. Each turn all post a speed; then one "
           "after another they drive it, a space for each 20 mph. Fast costs tires in corners, and "
           "where the road is full somebody has to give way.",
           {WAY(1, 0, 2, "2211"), CAR(1, 0, 2, 80), CAR(2, 2, 1, 60)}),
    LESSON(GAME, WHEN(ALWAYS), ROAD, "Posting",
           "Choose a speed: at most DEC below and ACC above the last one, never above TOP. What "
           "the corners ahead will cost at best stands with each. Nobody sees it until all are in; "
           "then all are shown together.",
           {CAR(1, 1, 1, 100), CAR(2, 1, 2, 120), TEXT("posted 100 and 120", 2, 3)}),
    LESSON(GAME, WHEN(ALWAYS), ROAD, "A standing car",
           "At the start, and after a spin, a car posts 20 up to its START speed.",
           {CAR(1, 0, 1, 0), WAY(1, 0, 1, "111"), TEXT("START 60: three spaces", 2, 3)}),
#define ON_THE_GRID                                                                                \
    {                                                                                              \
        CAR(1, 2, 1, NOT_POSTED), CAR(2, 2, 2, NOT_POSTED), CAR(3, 1, 1, NOT_POSTED),              \
            TEXT("1, then 2", 2, 3)                                                                \
    }
    LESSON(GAME, WHEN(IS(GRID, GRID_START_SPEED)), FINISH, "The grid",
           "Cars with the highest START stand in front, in the row before the line from lane 1 on; "
           "between equal ones it is drawn.",
           ON_THE_GRID),
    LESSON(
        GAME, WHEN(IS(GRID, GRID_RANDOM)), FINISH, "The grid",
        "Who stands where is drawn: in the row before the line from lane 1 on, then in the next.",
        ON_THE_GRID),
    LESSON(
        GAME, WHEN(IS(GRID, GRID_LISTED)), FINISH, "The grid",
        "As the players are listed: in the row before the line from lane 1 on, then in the next.",
        ON_THE_GRID),
    LESSON(
        CAR, WHEN(IS(BUILD, BUILD_PLAYERS)), ROAD, "Building a car",
        "Spend {points point} on your car, 0 to 2 on each of five things: START, ACC, DEC, TOP "
        "and WEAR. Each point gives 20 mph, or a point of tire wear a lap on top of {wear}. What "
        "others build is shown when all are done.",
        {CAR(1, 1, 2, NOT_POSTED), CAR(2, 1, 1, NOT_POSTED), TEXT("2 1 1 0 1", 3, 2),
         TEXT("0 1 1 2 1", 3, 1)}),
    LESSON(CAR, WHEN(IS(BUILD, BUILD_STANDARD)), ROAD, "The cars",
           "All cars are alike: START 60, ACC 40, DEC 40, TOP 160, and tires for {wear point} of "
           "wear a lap and one more.",
           {CAR(1, 1, 2, NOT_POSTED), CAR(2, 1, 1, NOT_POSTED)}),
    LESSON(CAR, WHEN(MORE(BLUE_CHIPS, 0)), ROAD, "Blue chips",
           "Each driver has {blue_chips chip} for the race. One takes 2 off a roll of your own, "
           "and low is good: less to pay, and better odds.",
           {CAR(1, 2, 1, NOT_POSTED), TEXT("9 − 2 = 7", 2, 3)}),
    LESSON(MOVE, WHEN(ALWAYS), ROAD, "Who goes first",
           "The car furthest ahead; in one row the one that posted more, then the lower lane. The "
           "order is fixed when the speeds are shown.",
           {CAR(1, 3, 2, 60), CAR(2, 1, 1, 100), CAR(3, 1, 2, 80), TEXT("first", 3, 3),
            TEXT("second", 1, 0)}),
    LESSON(MOVE, WHEN(ALWAYS), ROAD, "Spaces",
           "Each 20 mph takes the car to the next row: the same lane or one beside it, wherever no "
           "car stands. Click the spaces one by one, or the far end: then it goes the cheapest "
           "way.",
           {WAY(1, 0, 1, "1222"), CAR(1, 0, 1, 80), CAR(2, 2, 1, 60)}),
    LESSON(MOVE, WHEN(IS(SLIPSTREAM, CIRCUIT_ON)), ROAD, "Slipstream",
           "A car right behind another in its lane, both having posted 100 or more, may drive one "
           "space more. It is no speed: corners and the next turn go by what was posted. It need "
           "not be used.",
           {CAR(1, 0, 1, 100), CAR(2, 1, 1, 100), TEXT("5 spaces + 1", 2, 3)}),
    LESSON(MOVE, WHEN(ALWAYS), ROAD, "When the road is full",
           "If all lanes ahead are taken, the car brakes: it stays, and its speed falls by 20 for "
           "each space left. If that is more than DEC below its last speed, it spins.",
           {WAY(1, 0, 1, "1"), CAR(1, 1, 1, 60), CAR(2, 2, 1, 40), CAR(3, 2, 2, 40),
            TEXT("100 − 2 × 20 = 60", 2, 3)}),
    LESSON(CORNER, WHEN(ALWAYS), BEND, "Limits",
           "The signs say how fast each lane of a corner can be driven. Each 20 mph above it costs "
           "1 point of wear.",
           {WAY(1, 0, 1, "1111"), CAR(1, 0, 1, 100), TEXT("20 above 80: 1 wear", 3, 3)}),
    LESSON(CORNER, WHEN(ALWAYS), BEND, "The worst space",
           "A corner is paid once in a move, at the space where you are furthest above the limit. "
           "If you stand in it at the end of the turn, the next turn pays again.",
           {WAY(1, 0, 1, "1122"), CAR(1, 0, 1, 120), TEXT("40 above 80: 2 wear in all", 2, 3)}),
    LESSON(CORNER, WHEN(ALWAYS), BEND, "Too fast",
           "60 above the limit, or more to pay than the tires have left, and the car spins in that "
           "space.",
           {WAY(1, 0, 1, "111"), SPUN(1, 3, 1), TEXT("140 where 80 is the limit", 2, 3)}),
    LESSON(LINE, WHEN(IS(LINES, CIRCUIT_ON)), DOTTED, "On the dots",
           "A car that enters a corner on its dotted line has the line: 20 mph more are free, as "
           "long as it stays on the dots. It keeps it from turn to turn.",
           {WAY(1, 0, 2, "2212"), CAR(1, 0, 2, 100), TEXT("80 + 20: nothing to pay", 2, 3)}),
    LESSON(LINE, WHEN(IS(LINES, CIRCUIT_ON)), DOTTED, "Taking the line",
           "Whoever comes onto the dots later may take the line for half a point of wear, and has "
           "it from that space on.",
           {WAY(1, 0, 1, "1112"), CAR(1, 0, 1, 100), TEXT("1 wear, then ½ for the line", 2, 3)}),
    LESSON(SPIN, WHEN(IS(SPINS, SPINS_TABLE)), BEND, "The spin table",
           "Two dice: up to 6 the car only stands. 7 to 9 cost 2 wear as well; 10 and 11 cost 3 "
           "and a turn; with 12 the race is over for it. Each 20 mph above 60 too fast adds 1, a "
           "chip takes 2 off.",
           {WAY(1, 0, 1, "111"), SPUN(1, 3, 1), TEXT("4 + 4 = 8: spin, 2 wear", 2, 3)}),
    LESSON(SPIN, WHEN(IS(SPINS, SPINS_STOP)), BEND, "A spin",
           "The car stands where it spun, and its speed is 0. Nothing is rolled.",
           {WAY(1, 0, 1, "111"), SPUN(1, 3, 1), TEXT("speed 0", 2, 3)}),
    LESSON(SPIN, WHEN(ALWAYS), ROAD, "Afterwards",
           "A spun car points back, has lost the line, and starts from 0 in the next turn. Others "
           "drive round it.",
           {SPUN(1, 2, 1), WAY(2, 0, 1, "122"), CAR(2, 0, 1, 60)}),
    LESSON(PASS, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Between two cars",
           "Where all lanes ahead are taken you may force your way instead of braking: between two "
           "cars side by side. Choose first the lane that you drive into.",
           {CAR(1, 1, 1, 100), CAR(2, 2, 1, 80), CAR(3, 2, 2, 80), TEXT("force 1 2", 2, 3)}),
    LESSON(PASS, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Who may resist",
           "A blocker that moves and whose speed differs from yours by 40 at most. In the first "
           "two turns nobody. If nobody may, you are through without dice.",
           {CAR(1, 1, 1, 160), CAR(2, 2, 1, 140), CAR(3, 2, 2, 80),
            TEXT("140 may, 80 may not", 2, 3)}),
    LESSON(PASS, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Cards",
           "Who may resist lays PASS or BLOCK, face down. Then chips are spent or not, openly, the "
           "passer first. If all have laid PASS, you are through, and nobody rolls.",
           {CAR(1, 1, 1, 100), CAR(2, 2, 1, 100), CAR(3, 2, 2, 80), TEXT("BLOCK", 4, 1),
            TEXT("PASS", 4, 2)}),
    LESSON(PASS, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Through",
           "You drive beside the blocker and go on with what is left. If your move ends beside it, "
           "it falls back to where you came from.",
           {CAR(1, 2, 1, 100), WAY(1, 1, 1, "1"), CAR(2, 1, 1, 80), CAR(3, 2, 2, 80),
            TEXT("the blocker falls back", 2, 3)}),
    LESSON(PASS, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Not through",
           "You brake where you are; if that is too hard for your car, it spins.",
           {CAR(1, 1, 1, 80), CAR(2, 2, 1, 80), CAR(3, 2, 2, 80), TEXT("100 − 20", 1, 0)}),
    LESSON(DICE, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Rolling",
           "With a BLOCK on the table you and each that may resist roll two dice; low is good. A "
           "chip takes 2 off. Against each blocker you add 2 for two BLOCKs, 1 if it is as fast or "
           "faster; 20 faster take 1 off, 40 faster 3.",
           {CAR(1, 1, 1, 140), CAR(2, 2, 1, 140), TEXT("6 − 2 + 2 + 1 = 7", 2, 3)}),
    LESSON(DICE, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "Beating",
           "You beat a blocker with 2 or less, or with less than it has and below 10. You must "
           "beat all that rolled.",
           {CAR(1, 1, 1, 140), CAR(2, 2, 1, 140), CAR(3, 2, 2, 100), TEXT("7 : 7 held", 4, 1),
            TEXT("3 : 5 beaten", 4, 2)}),
    LESSON(DICE, WHEN(IS(FORCE_PASS, CIRCUIT_ON)), ROAD, "What it costs",
           "Everybody pays for the own result, you for your highest: 7 costs 1 wear, 8 costs 2, 9 "
           "costs 3. From 10 on it is the spin table, but a blocker that was passed pays 3 wear.",
           {CAR(1, 1, 1, 140), CAR(2, 2, 1, 140), TEXT("7: 1 wear each", 2, 3)}),
    LESSON(DICE, WHEN(IS(FORCE_PASS, CIRCUIT_ON), IS(LINES, CIRCUIT_ON)), DOTTED,
           "The line is lost",
           "When dice are rolled, both blockers lose the line. Half a point takes it again.",
           {CAR(1, 2, 1, 100), CAR(2, 3, 1, 100), CAR(3, 3, 2, 100)}),
    LESSON(FINISH, WHEN(ALWAYS), FINISH, "Laps",
           "The race has {laps lap}. In the last row before the finish a car with a space left has "
           "finished at once and leaves the track.",
           {WAY(1, 0, 1, "11"), CAR(1, 0, 1, 80)}),
    LESSON(FINISH, WHEN(ALWAYS), FINISH, "Who is first",
           "Who finishes in an earlier turn is ahead. In one turn it is the car that would come "
           "furthest beyond the line; equal ones share the place.",
           {WAY(1, 0, 1, "11"), CAR(1, 0, 1, 120), WAY(2, 1, 2, "2"), CAR(2, 1, 2, 80),
            TEXT("3 beyond", 4, 1), TEXT("2 beyond", 4, 2)}),
    LESSON(FINISH, WHEN(ALWAYS), FINISH, "The end",
           "The race is over when at most one still drives, and after {round_limit turn} in any "
           "case: those who still drive share the next place, and who is out comes last.",
           {CAR(2, 1, 2, 80), TEXT("the last one", 1, 0)}),
    LESSON(PROGRAMS, WHEN(ALWAYS), ROAD, "Write your own driver",
           "Any program that reads lines and prints lines can drive. It is told the circuit and "
           "each turn the cars, and answers with a speed, the lanes of its way, a card. "
           "write-your-own-driver.md, among the documents, explains it step by step.",
           {WAY(1, 0, 2, "221"), CAR(1, 0, 2, 60), TEXT("do go 2 2 1", 2, 3)}),
    LESSON(PROGRAMS, WHEN(ALWAYS), ROAD, "When it does not answer",
           "For a program that answers late or wrongly the computer does something simple, and the "
           "log says why. After three times in a row a driver of the computer takes over.",
           {CAR(1, 1, 1, 60), TEXT("...", 1, 3)}),
};
const struct lesson_table circuit_help_rules = {lessons, sizeof lessons / sizeof *lessons};
