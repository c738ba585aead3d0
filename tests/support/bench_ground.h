/* What the measurements are made on: rings of a known number of wall edges, and races driven on
 * them. The same on every machine, so that figures can be compared.
 */
#ifndef GRAPHPRIX_TESTS_SUPPORT_BENCH_GROUND_H
#define GRAPHPRIX_TESTS_SUPPORT_BENCH_GROUND_H

#include "session/session.h"

/* A ring on a sheet of 60 x 45 squares, its walls drawn by an unsteady hand. The caller owns the
 * reference. */
struct track *bench_ring(int outer_edges, int inner_edges);
/* The same with slicks, turbo areas, checkpoints and declared points on it. */
struct track *bench_busy_ring(int outer_edges, int inner_edges);

/* A race of `players` cars under racing-car, driven at random but on the track wherever that is
 * possible, for `rounds` rounds or until nobody can be moved. */
struct session *bench_race(const struct track *track, int players, int nitros, int rounds);
/* The same under every rule that takes time to judge. */
struct session *bench_busy_race(const struct track *track, int players, int nitros, int rounds);

/* An arena of 4096 x 4096 squares with a wall of 6,000 corners; and what has to be known of its
 * start points before the first car has one: that there are some, and which. */
struct track *bench_wide_arena(void);
void bench_starts(const struct track *track);

#endif
