/* See odds.h. */
#include "screens/circuit/view/odds.h"

#include "base/number.h"

enum { DICE = 36, LEAST = 2, MOST = 12, WINS = 2, LOSES = 10 };

/* Ways in which two dice come to a sum. */
static int ways_of(int sum)
{
    return sum <= 7 ? sum - 1 : 13 - sum;
}

int pass_by_speed(int passer, int blocker)
{
    int faster = passer - blocker;
    return faster <= 0 ? 1 : faster <= CIRCUIT_SPEED ? -1 : -3;
}

int pass_by_blocks(int blocks)
{
    return blocks == 2 ? 2 : 0;
}

/* Ways of a blocker's dice against which this roll of the passer gets by (8.6). */
static int beaten_by(int roll, bool chip)
{
    int count = 0;
    for (int sum = LEAST; sum <= MOST; sum++)
        if (roll <= WINS || (roll < LOSES && roll < sum - (chip ? 2 : 0)))
            count += ways_of(sum);
    return count;
}

struct pass_ways pass_count(const struct pass_case *pass)
{
    struct pass_ways count = {.all = DICE};
    if (pass->blocks == 0 || pass->blocker_count == 0)
        return (struct pass_ways){.all = 1, .through = 1};
    for (int i = 0; i < pass->blocker_count; i++)
        count.all *= DICE;
    for (int sum = LEAST; sum <= MOST; sum++) {
        int through = ways_of(sum), highest = -MOST;
        for (int i = 0; i < pass->blocker_count; i++) {
            int roll = sum - (pass->passer_chip ? 2 : 0) + pass_by_blocks(pass->blocks) +
                       pass_by_speed(pass->passer, pass->blockers[i]);
            through *= beaten_by(roll, pass->blocker_chips[i]);
            highest = number_larger(highest, roll);
        }
        count.through += through;
        if (highest >= LOSES)
            count.spins += ways_of(sum) * (count.all / DICE);
    }
    return count;
}

void spin_count(int modifier, int ways[SPIN_CRASH + 1])
{
    for (int i = 0; i <= SPIN_CRASH; i++)
        ways[i] = 0;
    for (int sum = LEAST; sum <= MOST; sum++) {
        int roll = sum + modifier;
        enum spin_result result = roll <= 6    ? SPIN_ONLY
                                  : roll <= 9  ? SPIN_WEAR
                                  : roll <= 11 ? SPIN_MISS
                                               : SPIN_CRASH;
        ways[result] += ways_of(sum);
    }
}

int percent_of(int ways, int all)
{
    int percent = (int)((200LL * ways + all) / (2LL * all));
    if (ways > 0 && percent == 0)
        return 1;
    return ways < all && percent == 100 ? 99 : percent;
}
