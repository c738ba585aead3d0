/* What the tools of the track editor are called and do, for whoever tells of them: the help. Those
 * who work with them include inside.h.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_TOOLS_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_EDITOR_TOOLS_H

#include "draw/canvas.h"

struct editor_tool_words {
    const char *name;   /* "Pen" */
    const char *letter; /* of its key */
    const char *help;   /* what it does, a sentence */
    enum icon icon;
};
int editor_tool_count(void);
/* In the order of the tool bar. */
struct editor_tool_words editor_tool_words(int index);
int editor_tool_in_hand(void); /* -1 as long as nothing was drawn on */

#endif
