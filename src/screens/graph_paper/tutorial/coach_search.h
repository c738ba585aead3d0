/* The shortest way to a goal of a lesson, by looking at position after position, nearest first.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_COACH_SEARCH_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_TUTORIAL_COACH_SEARCH_H

#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/tutorial/coach.h"

static inline bool coach_area_holds(const struct coach_area *area, struct point at)
{
    return at.x >= area->left && at.x <= area->right && at.y >= area->bottom && at.y <= area->top;
}

/* The end point of the first move; `start` is the chosen start point of a waiting car, else NULL.
 * Gives up after COACH_SEARCH_LIMIT positions. */
enum { COACH_SEARCH_LIMIT = 12000 };
bool coach_search(const struct coach_goal *goal, const struct race *race, const struct point *start,
                  struct point *first);

#endif
