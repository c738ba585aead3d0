/* The lessons of the help pages, as data: which rules each belongs to, what it says and shows.
 *
 * A lesson is told where all that it needs is in force: the field changes something in the set-up
 * (rules->field_matters) and has the value. So nothing is told that is not played.
 */
#ifndef GRAPHPRIX_SCREENS_HELP_LESSONS_H
#define GRAPHPRIX_SCREENS_HELP_LESSONS_H

#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/lessons/diagrams.h"

enum help_page {
    HELP_GAME,
    HELP_MOVING,
    HELP_EXTRAS,
    HELP_WALL,
    HELP_CARS,
    HELP_AREAS,
    HELP_FINISH,
    HELP_START,
    HELP_DRAWING,
    HELP_PROGRAMS,
    HELP_KEYS,
    HELP_PAGES
};
struct help_page_words {
    const char *name; /* of its target: "page wall" */
    const char *title;
};
extern const struct help_page_words help_pages[HELP_PAGES];

enum help_relation {
    NEEDS_NOTHING,
    NEEDS_VALUE,  /* the field has it */
    NEEDS_MORE,   /* a number above it */
    NEEDS_POINTS, /* the sheet has points that were declared inside or outside */
    NEEDS_OPEN    /* start and finish are two lines */
};
struct help_need {
    enum help_relation relation;
    int field, value;
};
enum { HELP_NEEDS = 3 };

struct help_lesson {
    enum help_page page;
    struct help_need needs[HELP_NEEDS];
    const char *heading;
    const char *text; /* a pattern of rule_words */
    struct diagram diagram;
};
extern const struct help_lesson help_lessons_driving[], help_lessons_racing[];
extern const int help_lessons_driving_count, help_lessons_racing_count;
/* What makes a track: told whatever the rules are. */
extern const struct help_lesson help_lessons_drawing[];
extern const int help_lessons_drawing_count;

enum { HELP_LESSON_LIMIT = 64 };
/* All that are told under a set-up, page by page; how many. */
int help_lessons_collect(const struct setup *setup, const struct help_lesson *told[]);
bool help_lesson_is_told(const struct help_lesson *lesson, const struct setup *setup);

#endif
