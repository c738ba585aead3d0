/* Where lessons of graph paper find what they name.
 */
#ifndef GRAPHPRIX_COMMANDS_GRAPH_PAPER_LESSON_H
#define GRAPHPRIX_COMMANDS_GRAPH_PAPER_LESSON_H

#include "rules/setup.h"

/* A shipped track by its file's name without the ending, retained; none if there is none. It looks
 * nowhere but in the game's own folder (lesson_track_finder). */
struct course lesson_find_track(const char *name);

#endif
