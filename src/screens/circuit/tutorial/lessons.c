/* The lessons of circuit's tutorial, all on one circuit: 56 rows, a bend of rows 16 to 23 at the
 * end of the straight, and another one without limits behind the far straight.
 */
#include "screens/circuit/tutorial/inside.h"

/* Two cars, Orange behind Blue in lane 1, rows 5 and 6, both at 80. */
#define BEHIND_BLUE                                                                                \
    "speed 40;speed 60;go 2 1 1;go 1 1;"                                                           \
    "speed 80;speed 80;go 1 1 1 1;go 1 1 1 1"

/* Three: Blue (lane 2) and Green (lane 1) abreast in row 5, Orange in row 3, lane 1, at 60. */
#define BEHIND_TWO                                                                                 \
    "speed 20;speed 60;speed 60;go 2 2 2;go 1;go 1 2 1;"                                           \
    "speed 60;speed 60;speed 80;go 2 2 2;go 1 1 1 1;go 1 1 1"

/* Alone in row 13, at 120. */
#define BEFORE_THE_BEND "speed 60;go 1 1 1;speed 100;go 1 1 1 1 1;speed 120;go 1 1 1 1 1 1"

const struct circuit_lesson circuit_lessons[CIRCUIT_LESSONS] = {
    {
        "post",
        "Posting a speed",
        "lines=off",
        "",
        "",
        1,
        {{.say = "Orange stands on the grid. Every turn begins with a speed, posted in secret, and "
                 "20 mph is one space. From a standstill this car reaches 60: post it.",
          .ends = {{GOAL_SHOWN, "Posted: now the car has as many spaces to drive, no more and no "
                                "fewer."}},
          .suggested = "speed 60",
          .points = true},
         {.say = "Point at the space at the far end to see the way there, and click it. You can "
                 "also go space by space.",
          .ends = {{GOAL_MOVED, "Off you go. Next turn you may be faster by your acceleration, or "
                                "slower by your brakes."}},
          .suggested = "space 2,1;space 1,1;space 0,1",
          .points = true}},
    },
    {
        "brake",
        "Braking for a corner",
        "lines=off",
        BEFORE_THE_BEND,
        "",
        1,
        {{.say = "You drive 120, and the round signs at the bend say 80. Below each speed stands "
                 "what the next corners cost at best. Brakes take off 40: post what costs nothing, "
                 "and drive into the bend.",
          .ends = {{GOAL_CLEAN,
                    "Clean. Each 20 too fast costs a point of wear, once a turn, at the "
                    "worst space; 60 too fast spins the car."},
                   {GOAL_WORN, "Round the bend, but each 20 too fast has cost a point of wear. The "
                               "tire on your plate counts what is left."}},
          .suggested = "speed 80;space 17,1;space 17,2"}},
    },
    {
        "line",
        "Taking the line",
        "",
        BEFORE_THE_BEND,
        "",
        1,
        {{.say = "The dots are the line. Enter the bend on it and stay on it: then all limits are "
                 "20 higher for you. Post 100, and go to row 18, lane 1.",
          .ends =
              {{GOAL_ON_LINE, "At 100 through a bend of 80, for nothing. Who gets onto the line "
                              "later pays half a point for it, but for the first row."},
               {GOAL_WORN, "Beside the line 100 was too fast and cost wear. On it the bend would "
                           "have been free."}},
          .suggested = "speed 100;space 18,1"}},
    },
    {
        "slipstream",
        "The slipstream",
        "lines=off",
        BEHIND_BLUE,
        "speed 100;go 1 1 1 1 1",
        2,
        {{.say = "Blue is right ahead of you, in your lane. If both post 100 or more, Blue draws "
                 "you along: one space for nothing. Post 120, and drive past.",
          .ends = {{GOAL_DRAWN, "Seven spaces at 120. The space is no speed: corners ask only what "
                                "was posted. It alone may be left."}},
          .suggested = "speed 120;space 12,2;space 12,1"}},
    },
    {
        "force",
        "Forcing a pass",
        "lines=off",
        BEHIND_TWO,
        "speed 60;speed 60;go 1 1 1;go 2 2 2;pass;block;keep;keep",
        3,
        {{.say = "Blue and Green drive side by side. Post 100, and drive up right behind them.",
          .ends = {{GOAL_BLOCKED, "One space left to drive, and no lane is free."}},
          .suggested = "speed 100;space 7,1;space 7,2"},
         {.say = "You could brake. Or force a pass, into one of the two lanes: the figures say how "
                 "often it succeeds, by the cards that the two may lay.",
          .ends = {{GOAL_FORCED, "Each of them has laid PASS or BLOCK, face down."}},
          .suggested = "force 1 2",
          .points = true},
         {.say = "A blue chip takes 2 off your dice, and low is good. Spend one, or keep it.",
          .ends = {{GOAL_PASSED,
                    "Through! The car beside you falls back. That is all it takes; the "
                    "rest is knowing when."},
                   {GOAL_HELD, "Held: you brake, and bad dice cost wear or spin a car. That is all "
                               "it takes; the rest is knowing when."}},
          .suggested = "chip"}},
    },
};
