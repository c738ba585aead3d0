/* See chance.h. */
#include "drivers/circuit/chance.h"

#include "base/number.h"

enum { DICE_MOST = 12, DICE_LEAST = 2, RANGE = 36 };

/* Of 36. */
static int ways_to_roll(int sum)
{
    return 6 - (sum > 7 ? sum - 7 : 7 - sum);
}

static int modifier_of(const struct chance_pass *pass, int blocker)
{
    int faster = pass->faster[blocker];
    return (pass->chip ? -2 : 0) + (pass->blocks == 2 ? 2 : 0) +
           (faster <= 0    ? 1
            : faster <= 20 ? -1
                           : -3);
}

static int loss_of(int modified)
{
    return number_smaller(number_larger(modified - 6, 0), CHANCE_LOSSES - 1);
}

static bool beats(int mine, int theirs)
{
    return mine <= 2 || (mine < theirs && mine < 10);
}

static void add_rolls(const struct chance_pass *pass, int roll, const int theirs[2], int ways,
                      struct chance_result *into)
{
    int highest = roll + modifier_of(pass, 0), passes = beats(highest, theirs[0]);
    if (pass->resist > 1) {
        int other = roll + modifier_of(pass, 1);
        passes &= beats(other, theirs[1]);
        highest = number_larger(highest, other);
    }
    if (passes)
        into->passes[loss_of(highest)] += ways;
    else if (highest >= 10)
        into->spins += ways;
    else
        into->held[loss_of(highest)] += ways;
    if (theirs[0] >= 10 && !passes)
        into->blocker_spins += ways;
    else
        into->blocker[loss_of(theirs[0])] += ways;
}

struct chance_result chance_of_pass(const struct chance_pass *pass)
{
    struct chance_result result = {0};
    for (int roll = DICE_LEAST; roll <= DICE_MOST; roll++)
        for (int first = DICE_LEAST; first <= DICE_MOST; first++)
            for (int second = DICE_LEAST; second <= (pass->resist > 1 ? DICE_MOST : 2); second++) {
                int theirs[2] = {first - (pass->their_chips[0] ? 2 : 0),
                                 second - (pass->their_chips[1] ? 2 : 0)};
                int ways = ways_to_roll(roll) * ways_to_roll(first) *
                           (pass->resist > 1 ? ways_to_roll(second) : RANGE);
                add_rolls(pass, roll, theirs, ways, &result);
            }
    return result;
}

struct chance_spin chance_of_spin(int modifier)
{
    struct chance_spin spin = {0};
    for (int roll = DICE_LEAST; roll <= DICE_MOST; roll++) {
        int total = roll + modifier;
        int *falls = total <= 9 ? &spin.wear : total <= 11 ? &spin.miss : &spin.crash;
        if (total > 6)
            *falls += ways_to_roll(roll);
    }
    return spin;
}
