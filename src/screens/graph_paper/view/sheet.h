/* The sheet of a running race on the screen: decides what of the cached picture has to be painted
 * anew when the camera, the race or the pointer has moved.
 */
#ifndef GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_SHEET_H
#define GRAPHPRIX_SCREENS_GRAPH_PAPER_VIEW_SHEET_H

#include "draw/sheet.h"
#include "paper/graph_paper/guide.h"
#include "paper/graph_paper/turn.h"
#include "screens/rules_view.h"

/* What is to be seen. Borrowed for the call. */
struct graph_paper_scene {
    const struct session *session;
    const struct view_look *look;
    const struct paper_guide *guide;
    const struct paper_turn *turn; /* or NULL */
    uint64_t turn_key, line_key;   /* others for another turn, for another best line in it */
    int mover;                     /* the car whose turn that is */
    bool looking_back;             /* any step may be next: worth keeping pictures for */
};

struct graph_paper_sheet;

struct graph_paper_sheet *graph_paper_sheet_create(void);
void graph_paper_sheet_free(struct graph_paper_sheet *sheet); /* NULL is allowed */
void graph_paper_sheet_draw(struct graph_paper_sheet *sheet, struct canvas *canvas,
                            const struct graph_paper_scene *scene);
/* What it has written in the last picture; boxes from the sheet's upper left corner. */
const struct labels *graph_paper_sheet_labels(const struct graph_paper_sheet *sheet);

#endif
