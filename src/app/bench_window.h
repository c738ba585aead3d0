/* Measures frames of the window in a large race: `graphprix --bench-window`, which `make bench`
 * runs. Prints one JSON line a figure: what, track and size, median milliseconds.
 */
#ifndef GRAPHPRIX_APP_BENCH_WINDOW_H
#define GRAPHPRIX_APP_BENCH_WINDOW_H

#include "app/inside.h"

/* The window is open and shows its first screen. Returns the exit status. */
int bench_window_run(struct window *window);

#endif
