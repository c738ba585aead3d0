/* What a program with a window does until it ends.
 *
 * Where a page shows the window the page turns the loop, once a frame: nothing waits there, and
 * loop_run does not come back, so that what is to outlast a frame must be on disk after it.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_LOOP_H
#define GRAPHPRIX_BASE_SYSTEM_LOOP_H

#include <stdbool.h>

/* Until `pass` says false. May it wait for something to happen? */
void loop_run(bool (*pass)(void *data, bool may_wait), void *data);

#endif
