/* The lessons of stock cars' tutorial. All maps are driven to the right along their lower side and
 * to the left round the rest.
 */
#include "screens/stock_cars/tutorial/inside.h"

#define RING_TOP                                                                                   \
    "*******************\n*******************\n*******************\n***             ***\n"         \
    "***             ***\n***             ***\n***             ***\n"
#define HEAD(name) "name: " name "\nrace: E\nlaps: 1\n"

/* Rows are 19 tiles; the lower straight is (0..18, 0..2), the right side (16..18, 3..6). */
#define RING                                                                                       \
    HEAD("Practice ring")                                                                          \
    "\n" RING_TOP "****F**************\n*1**F**************\n****F**************\n"
#define BANKED                                                                                     \
    HEAD("Banked bend")                                                                            \
    "turn: left\n\n" RING_TOP "****F***********bbb\n*1**F***********bbb\n****F***********bbb\n"
#define SANDY                                                                                      \
    HEAD("Sand alley")                                                                             \
    "sandbags: 3\n\n" RING_TOP "****F*****.....****\n*1**F*****S....****\n****F**************\n"
#define PITS                                                                                       \
    HEAD("Pit lane")                                                                               \
    "\n*******************\n*******************\n*******************\n***             ***\n"       \
    "***             ***\n***   pppPpp    ***\n***  #      #   ***\n"                              \
    "****F**************\n*1**F**************\n****F**************\n"
#define TWO                                                                                        \
    HEAD("Two cars")                                                                               \
    "\n" RING_TOP "****F**************\n*12*F**************\n****F**************\n"

#define ANYWHERE                                                                                   \
    {0, 0},                                                                                        \
    {                                                                                              \
        18, 9                                                                                      \
    }

const struct stock_lesson stock_lessons[STOCK_LESSONS] = {
    {
        "order",
        "The first order",
        RING,
        "specials=off",
        "",
        "",
        {{.say = "Orange stands before the line. Choose speed 1 below the map: that is A, one "
                 "faster. Then click the tile ahead, and give the order.",
          .ends = {{{.kind = GOAL_DROVE, .speed = 1}, "Off you go: AM, one faster and one tile."}},
          .suggested = "AM",
          .points = true},
         {.say = "The speed stays from turn to turn, and an order has just as many moves. Choose "
                 "speed 2 and go two tiles ahead.",
          .ends = {{{.kind = GOAL_DROVE, .speed = 2},
                    "A(2M): the letters say it all. You can type them, too."}},
          .suggested = "A(2M)",
          .points = true}},
    },
    {
        "steer",
        "Steering",
        RING,
        "specials=off",
        "A(A+1)MM A(3M)",
        "",
        {{.say = "You drive 3 tiles a turn now. L turns the car by 45° to the left and goes a tile "
                 "ahead, R to the right. Change to the lane on the left: keep the speed, then "
                 "ahead, left, right.",
          .ends = {{{GOAL_ARRIVE, 0, {8, 2}, {18, 2}},
                    "MLR, and you head as before. At most two L and two R fit into one turn."}},
          .suggested = "MLR",
          .points = true}},
    },
    {
        "bank",
        "A banked bend",
        BANKED,
        "specials=off",
        "A(A+1)MM A(3M) (3M) A(4M)",
        "",
        {{.say = "The shaded tiles are banked. After a move from one of them to the next the road "
                 "itself turns you by 45°, once a turn. Go three tiles ahead, and one left: "
                 "together that is the whole bend.",
          .ends = {{{GOAL_BANKED, 0, ANYWHERE},
                    "The bank has turned you for nothing; an L of yours does the rest."}},
          .suggested = "(3M)L"}},
    },
    {
        "card",
        "A wild card",
        RING,
        "specials=off",
        "A(A+1)MM A(3M) (3M) A(4M)",
        "",
        {{.say = "No bank here. Two L in one turn cost a wild card, marked at the second: "
                 "L(L+1). A second A or B costs one, too. Drive the whole bend in this turn.",
          .ends = {{{.kind = GOAL_CARD},
                    "Round in one turn, for one wild card. Those that are left stand below your "
                    "name."}},
          .suggested = "(2M)L(L+1)"}},
    },
    {
        "brake",
        "Braking",
        RING,
        "specials=off wild_cards=3",
        "A(A+1)MM A(A+1)(4M) A(A+1)(6M)",
        "",
        {{.say = "Two bends, 6 tiles a turn, and no wild card: only one L a turn, and one B. B "
                 "before the moves makes you slower now, behind them from the next turn on. Come "
                 "round both bends.",
          .ends = {{{GOAL_ARRIVE, 0, {0, 7}, {15, 9}},
                    "Round both! Off the track would have cost speed, and some of your maximum for "
                    "good."}},
          .suggested = "B(4M)L BL(3M) BMLM BLM"}},
    },
    {
        "sand",
        "Sand",
        SANDY,
        "specials=off",
        "A(A+1)MM A(3M)",
        "",
        {{.say = "Sand hides bags, and one lies in sight. Each that you drive onto takes 1 of your "
                 "speed. The lane on the right is clear: come past the sand.",
          .ends = {{{GOAL_BAG, 0, ANYWHERE},
                    "A bag! It has cost you 1 of your speed, and lies flat now. The next car loses "
                    "1 by it, too."},
                   {{GOAL_ARRIVE, 0, {15, 0}, {18, 9}},
                    "Past it. What you did not drive onto stays hidden until the leader's next "
                    "lap."}},
          .suggested = "RLM A(4M) (4M)"}},
    },
    {
        "pits",
        "A pit stop",
        PITS,
        "specials=off max_speed=8",
        "A(A+1)MM LM",
        "",
        {{.say = "You are on the bars of the pit lane: from here to the other bars speed 6 is the "
                 "limit. Driving on from P repairs: at speed 2 it gives 8 of maximum and 2 wild "
                 "cards. Drive past P.",
          .ends = {{{GOAL_REPAIRED, 0, ANYWHERE},
                    "Repaired! Your maximum was 8. The slower you leave P, the more it gives."}},
          .suggested = "MR MM MM"}},
    },
    {
        "slipstream",
        "Slipstream",
        TWO,
        "specials=off orders=open",
        "AM AM",
        "A(2M) (2M) (2M) (2M) (2M) (2M)",
        {{.say = "Blue is right ahead of you and heads the same way. Then S is an A for nothing: "
                 "begin with S, the speed 2 below, and stay behind.",
          .ends = {{{.kind = GOAL_SLIPSTREAM},
                    "That is all it takes. In a race everybody writes in secret, and all are "
                    "driven at once. The rest is braking in time."},
                   {{GOAL_ARRIVE, 0, {9, 0}, {18, 9}},
                    "Blue is gone, and so is the slipstream. That is all it takes. In a race "
                    "everybody writes in secret, and all are driven at once."}},
          .suggested = "S(2M)",
          .points = true}},
    },
};
