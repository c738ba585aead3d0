/* The editor for circuits: a plan (studio/circuit/plan.h) on a desk (screens/desk), and what is
 * said of it. For this folder; others go through screens/workshop.h.
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_EDITOR_EDITOR_H
#define GRAPHPRIX_SCREENS_CIRCUIT_EDITOR_EDITOR_H

#include "paper/circuit/ink.h"
#include "screens/desk/desk_panel.h"
#include "studio/circuit/plan.h"

enum { CIRCUIT_TOLD_LIMIT = 30, CIRCUIT_REMARK_LIMIT = 6, CIRCUIT_TEXT_BYTES = 200 };

enum circuit_tool_id {
    CIRCUIT_TOOL_MOVE,
    CIRCUIT_TOOL_PEN,
    CIRCUIT_TOOL_CORNER,
    CIRCUIT_TOOL_LINE,
    CIRCUIT_TOOL_START,
    CIRCUIT_TOOL_COUNT
};

/* Something that is wrong, or (a remark) only worth a look. */
struct circuit_told {
    bool remark, has_place;
    struct spot at; /* squares */
    char text[250];
};

struct track_offer;

struct circuit_editor {
    struct desk desk; /* its sheet is the plan */

    /* --- what is known of it -------------------------------------------------------------------*/
    uint64_t looked_version, known_version;
    bool looked, known;
    const struct circuit *look;    /* what is drawn of it */
    struct circuit_layout *layout; /* NULL: there is no course */
    struct circuit_told told[CIRCUIT_TOLD_LIMIT + CIRCUIT_REMARK_LIMIT]; /* remarks come last */
    int fault_count, told_count, chosen;                                 /* chosen: -1 */
    char name[CIRCUIT_TEXT_BYTES], note[CIRCUIT_TEXT_BYTES];

    /* --- the hand ----------------------------------------------------------------------------- */
    struct spot pointer;
    bool on_strip; /* the pointer is, on this space; else that is the nearest one */
    struct space space;
    int corner; /* the chosen one, -1 */
    struct trail stroke;
    struct spot from; /* where the hand pressed */
    enum { GRIP_NOTHING, GRIP_NEW, GRIP_BOTH, GRIP_FROM, GRIP_TO, GRIP_WHOLE } grip;
    int grip_row, last_row, rows_gone; /* pressed there; the pointer's; and how far that went */

    struct circuit_editor_sheet *sheet; /* while the screen is up */
    struct track_offer *tracks;         /* the dialog that offers tracks, NULL: it is closed */
};

extern const struct screen screen_circuit_editor;
extern const struct desk_tool circuit_tools[CIRCUIT_TOOL_COUNT];

struct circuit_editor *circuit_editor_of(struct desk *desk);
const struct circuit_draft *circuit_editor_draft(const struct circuit_editor *editor);
/* Looks at the plan as it is now, also while something is drawn. */
void circuit_editor_look(struct circuit_editor *editor);
void circuit_editor_go_to(struct circuit_editor *editor, int index); /* of what is told */

/* --- tools.c: of the kind of its desk ----------------------------------------------------------
 */

void circuit_editor_press(struct desk *desk, double x, double y);
bool circuit_editor_drag(struct desk *desk, double x, double y);
void circuit_editor_release(struct desk *desk);
bool circuit_editor_give_up(struct desk *desk);
void circuit_editor_step_cursor(struct desk *desk, struct point by);
void circuit_editor_press_cursor(struct desk *desk);
void circuit_editor_choose_tool(struct desk *desk, int tool);
bool circuit_editor_key(struct app *app, struct desk *desk, const SDL_Keysym *key);
const char *circuit_editor_hint(const struct desk *desk);
/* The corner, or with the tool for lines its line, goes. */
void circuit_editor_delete(struct circuit_editor *editor);
double circuit_editor_reach(const struct circuit_editor *editor); /* of the pen, squares */

/* --- sheet.c, panel.c, from_track.c -------------------------------------------------------------
 */

struct circuit_editor_sheet *circuit_editor_sheet_create(void);
void circuit_editor_sheet_free(struct circuit_editor_sheet *sheet); /* NULL is allowed */
void circuit_editor_sheet_draw(struct circuit_editor_sheet *sheet, struct canvas *canvas,
                               struct circuit_editor *editor);

void circuit_editor_build_panel(struct app *app, struct ui *ui, struct desk *desk, struct box box);

void circuit_editor_open_tracks(struct app *app, struct circuit_editor *editor);
void circuit_editor_close_tracks(struct circuit_editor *editor);
bool circuit_editor_build_tracks(struct app *app, struct ui *ui, struct desk *desk);

#endif
