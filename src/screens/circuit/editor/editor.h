/* The editor for circuits: a plan (studio/circuit/plan.h) on an editor frame
 * (screens/editor_frame), and what is said of it. For this folder; others go through
 * screens/tools.h.
 */
#ifndef GRAPHPRIX_SCREENS_CIRCUIT_EDITOR_EDITOR_H
#define GRAPHPRIX_SCREENS_CIRCUIT_EDITOR_EDITOR_H

#include "paper/circuit/ink.h"
#include "screens/editor_frame/editor_frame.h"
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
    struct editor_frame frame; /* its sheet is the plan */

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

    uint64_t painted; /* the version in the picture */
    bool is_painted;
    struct track_offer *tracks; /* the dialog that offers tracks, NULL: it is closed */
};

extern const struct screen screen_circuit_editor;
extern const struct editor_frame_tool circuit_tools[CIRCUIT_TOOL_COUNT];

#endif
