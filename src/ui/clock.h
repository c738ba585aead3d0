/* The time by which things move on the screen: the machine's, or that of a file, so that whoever
 * looks on can have any moment stand still.
 */
#ifndef GRAPHPRIX_UI_CLOCK_H
#define GRAPHPRIX_UI_CLOCK_H

#include <SDL.h>

#include <stdbool.h>

Uint32 clock_now(void); /* milliseconds, from any beginning */

/* From now on it is what the file says, a number of milliseconds, each time it is looked at; NULL:
 * the machine's again. The path is borrowed. False if there is no number in it. */
bool clock_hold(const char *path);
bool clock_is_held(void);
/* Looks at the file. True if it says something else now; what is no number changes nothing. */
bool clock_look(void);

#endif
