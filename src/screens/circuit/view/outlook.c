/* See outlook.h. A turn is gone through row by row: for each lane, with and without the line
 * benefit and by the largest excess in this corner, the fewest halves that lead there.
 */
#include "screens/circuit/view/outlook.h"

#include "base/number.h"

#include <limits.h>

enum { LANES = CIRCUIT_LANES_MOST, WORSTS = 3, NEVER = INT_MAX };

struct front {
    int row, laps_left;
    bool finished;
    int halves[LANES][2][WORSTS];
};

static struct front nowhere(int row, int laps_left)
{
    struct front front = {.row = row, .laps_left = laps_left};
    for (int lane = 0; lane < LANES; lane++)
        for (int line = 0; line < 2; line++)
            for (int worst = 0; worst < WORSTS; worst++)
                front.halves[lane][line][worst] = NEVER;
    return front;
}

static void keep_least(int *least, int halves)
{
    *least = number_smaller(*least, halves);
}

/* Into a lane of the next row, from there with that benefit and excess. */
static void enter(const struct circuit *circuit, const struct outlook_car *car, int speed,
                  struct front *to, int lane, bool on_line, int worst, int halves)
{
    const struct corner *corner = circuit_corner(circuit, to->row);
    if (!corner) {
        keep_least(&to->halves[lane - 1][0][0], halves);
        return;
    }
    bool first = corner->from == to->row, line = car->lines && circuit->line[to->row] == lane;
    bool had = line && on_line && !first;
    for (int takes = 0; takes <= (line && !first && !had ? 1 : 0); takes++) {
        bool benefit = had || (line && first) || takes;
        int over = speed - corner->limits[lane - 1] - (benefit ? CIRCUIT_SPEED : 0);
        int excess = over > 0 ? over / CIRCUIT_SPEED : 0, before = first ? 0 : worst;
        int paid = halves + takes + 2 * number_larger(0, excess - before);
        if (excess < WORSTS && paid <= car->halves)
            keep_least(&to->halves[lane - 1][benefit][number_larger(excess, before)], paid);
    }
}

static struct front step(const struct circuit *circuit, const struct outlook_car *car, int speed,
                         const struct front *from)
{
    bool crosses = from->row + 1 == circuit->rows;
    struct front to = nowhere(crosses ? 0 : from->row + 1, from->laps_left - crosses);
    for (int lane = 1; lane <= circuit->lanes; lane++)
        for (int line = 0; line < 2; line++)
            for (int worst = 0; worst < WORSTS; worst++) {
                int halves = from->halves[lane - 1][line][worst];
                for (int next = number_larger(1, lane - 1);
                     halves < NEVER && next <= number_smaller(circuit->lanes, lane + 1); next++)
                    enter(circuit, car, speed, &to, next, line, worst, halves);
            }
    return to;
}

static int least_of(const struct front *front)
{
    int least = NEVER;
    for (int lane = 0; lane < LANES; lane++)
        for (int line = 0; line < 2; line++)
            for (int worst = 0; worst < WORSTS; worst++)
                keep_least(&least, front->halves[lane][line][worst]);
    return least;
}

/* In the next turn the corner is paid for anew. */
static void forget_excess(struct front *front)
{
    for (int lane = 0; lane < LANES; lane++)
        for (int line = 0; line < 2; line++)
            for (int worst = 1; worst < WORSTS; worst++) {
                keep_least(&front->halves[lane][line][0], front->halves[lane][line][worst]);
                front->halves[lane][line][worst] = NEVER;
            }
}

static struct front turn(const struct circuit *circuit, const struct outlook_car *car, int speed,
                         const struct front *from)
{
    struct front front = *from;
    for (int points = speed / CIRCUIT_SPEED; points > 0; points--) {
        front.finished = front.row + 1 == circuit->rows && front.laps_left == 0;
        if (front.finished)
            return front;
        front = step(circuit, car, speed, &front);
    }
    forget_excess(&front);
    return front;
}

/* The fewest halves of so many turns more at the best speeds. */
static int best_after(const struct circuit *circuit, const struct outlook_car *car, int speed,
                      const struct front *from, int turns)
{
    int best = NEVER;
    if (turns == 0 || from->finished || least_of(from) == NEVER)
        return least_of(from);
    for (int next = number_larger(CIRCUIT_SPEED, speed - car->dec);
         next <= number_smaller(car->top, speed + car->acc); next += CIRCUIT_SPEED) {
        struct front front = turn(circuit, car, next, from);
        keep_least(&best, best_after(circuit, car, next, &front, turns - 1));
    }
    return best;
}

struct outlook outlook_of(const struct circuit *circuit, const struct outlook_car *car, int speed)
{
    struct front front = nowhere(car->row, car->laps_left);
    front.halves[car->lane - 1][car->on_line][0] = 0;
    front = turn(circuit, car, speed, &front);
    int now = least_of(&front);
    int in_all = best_after(circuit, car, speed, &front, OUTLOOK_TURNS - 1);
    return (struct outlook){now < NEVER ? now : -1, in_all < NEVER ? in_all : -1, front.finished};
}

struct outlook_car outlook_car_of(const struct setup *setup, const struct circuit_car *car)
{
    return (struct outlook_car){
        .row = car->row,
        .lane = car->lane,
        .laps_left = setup->values[CIRCUIT_LAPS] - car->lap,
        .on_line = car->on_line,
        .lines = setup->values[CIRCUIT_LINES] == CIRCUIT_ON,
        .halves = car->halves,
        .acc = build_value(setup, &car->build, ATTRIBUTE_ACC),
        .dec = build_value(setup, &car->build, ATTRIBUTE_DEC),
        .top = build_value(setup, &car->build, ATTRIBUTE_TOP),
    };
}
