/* A small race for tests whose expectations are worked out by hand: a rectangular ring, the same as
 * tests/golden/ring.svg, and the lap drawn on it.
 */
#ifndef GRAPHPRIX_TESTS_SUPPORT_RING_H
#define GRAPHPRIX_TESTS_SUPPORT_RING_H

#include "base/number.h"
#include "session/session.h"

/* Walls in grid coordinates from (1,1) to (19,13) and from (7,5) to (13,9) on a sheet of 20 x 14;
 * the line from (10,5) down to (10,1); a slick from (14,3) to (16,5). */
extern const char ring_svg[];
struct track *ring_track(void);

/* 16 actions for one car under the preset classroom; the last one finishes. */
enum { RING_LAP_ACTIONS = 16 };
extern const char *const ring_lap[RING_LAP_ACTIONS];

/* `rules` is a preset and what is set on top of it: "classroom nitros=2 collision=forbid".
 * Players called Ada, Blaise, Chen ... with pens 1, 2, 3 ...; listed order. */
struct session *ring_session(const char *rules, int players, struct allow allow);
extern const struct allow ring_allow_all;
/* The same with a driver for each player: "human", "club". */
struct session *ring_session_driven(const char *rules, const char *const *drivers, int players);

/* The actions in turn; fails the test if one is refused. */
void ring_do(struct session *session, const char *const *actions, int count);
/* One of the legal actions; false when the race is over. */
bool ring_act_at_random(struct session *session, struct random *random);

#endif
