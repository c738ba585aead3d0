/* What happens in a race that is worth being felt: seen as a small movement of pencil and ink, and
 * heard.
 *
 * Each game says which of its events are which (screens/rules_view.h); what each looks like and how
 * long it takes is one table (paper/moments/moments.h).
 */
#ifndef GRAPHPRIX_PAPER_MOMENTS_MOMENT_H
#define GRAPHPRIX_PAPER_MOMENTS_MOMENT_H

enum moment_kind {
    MOMENT_NONE,
    MOMENT_CANDIDATE, /* something that can be chosen is pointed at */
    MOMENT_STROKE,    /* the pen draws a move, the car goes along */
    MOMENT_TURN,      /* it is a person's turn who did not move last */

    MOMENT_NITRO,
    MOMENT_CRASH, /* off the track, into a wall, out by it */
    MOMENT_BUMP,  /* cars hit each other */
    MOMENT_SLICK, /* a car spins */
    MOMENT_TURBO,
    MOMENT_CHECKPOINT,
    MOMENT_LAP,   /* the line was crossed */
    MOMENT_PHOTO, /* another one finished in the same round */
    MOMENT_FLAG,  /* a car has finished */
    MOMENT_WIN,   /* the first one */
    MOMENT_BEST,  /* the best lap of the race so far, or a record */

    MOMENT_OIL,  /* on a slick that another one left: spins, as above */
    MOMENT_SAND, /* a bag is torn open */
    MOMENT_BANK, /* thrown back by a bank */
    MOMENT_PITS, /* repaired */

    MOMENT_CARDS, /* turned over */
    MOMENT_DICE,  /* rolled */
    MOMENT_WEAR,
    MOMENT_PASSED, /* a forced pass is won */
    MOMENT_HELD,   /* it is lost */

    MOMENT_COUNT
};

#endif
