/* The toy: a whole game in a few hundred lines, in the test build alone (build/toy). What any game
 * gets is proved on it, and GUIDE.md's "How to add a game" is read beside it.
 *
 * A road is a row of places: S, then plain ones (.) and mud (~), and F. In each round all cars
 * that are not there yet enter a number of squares in secret, or `die`. When the last has entered
 * all is shown: dice are rolled by the cars' numbers, then everybody drives at once. Who enters the
 * same number as others stays where it is, and mud ends a move.
 */
#ifndef TOY_TOY_H
#define TOY_TOY_H

#include "base/number.h"
#include "drivers/driving.h"

extern const struct game toy_game;
extern const struct driving toy_driving;

enum { ROAD_LEAST = 3, ROAD_MOST = 60, ROAD_HIGH = 2 /* squares of its sheet */ };

struct road {
    atomic_int holders;
    char name[32];
    char squares[ROAD_MOST + 1]; /* "S..~.F" */
    int last;                    /* the square of the F */
};

extern const struct course_kind toy_roads;
const struct road *toy_road(const struct setup *setup);
/* The middle of a place, which is no square: on the sheet they are hexagons, up and down. */
void road_spot(struct point place, double *x, double *y);
/* Where a move leads if nobody meets it. */
int road_after(const struct road *road, int at, int squares);

enum toy_field { TOY_CONTEST, TOY_LONGEST, TOY_ROUNDS, TOY_COUNT };
enum { ENTRY_NONE = 0, ENTRY_DIE = -1 }; /* else so many squares */

struct toy_car {
    int at;
    int entry;
    int place; /* 0: not there yet */
};

struct toy_race {
    struct race head;
    const struct setup *setup;
    struct random random;
    int round, placed;
    bool over;
    struct toy_car cars[PLAYER_LIMIT]; /* of car n: cars[n - 1] */
};

/* The door: a state that is another game's goes no farther. */
const struct toy_race *toy_race(const struct race *race);

#endif
