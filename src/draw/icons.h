/* The signs on buttons and beside words, each drawn in one colour from a line of path data. */
#ifndef GRAPHPRIX_DRAW_ICONS_H
#define GRAPHPRIX_DRAW_ICONS_H

#include "draw/canvas.h"

enum icon {
    /* The tools of the track editor, in the order of its tool bar. */
    ICON_SELECT,
    ICON_PEN,
    ICON_POLYGON,
    ICON_ERASER,
    ICON_REDRAW,
    ICON_PARALLEL,
    ICON_LINE,
    ICON_SLICK,
    ICON_TURBO,
    ICON_CHECKPOINT,
    ICON_INSPECT,
    ICON_UNDO,
    ICON_REDO,
    /* Looking back on a race. */
    ICON_TO_START,
    ICON_BACK,
    ICON_PLAY,
    ICON_PAUSE,
    ICON_FORWARD,
    ICON_TO_END,
    /* What a track has, in the order in which it is told. */
    ICON_HAS_SLICKS,
    ICON_HAS_TURBOS,
    ICON_HAS_CHECKPOINTS,
    ICON_IS_OPEN,
    ICON_IS_ARENA,
    ICON_HAS_OIL,
    ICON_HAS_SAND,
    ICON_HAS_PITS,
    /* Of widgets, cards and photos. */
    ICON_TICK,
    ICON_CROSS,
    ICON_LESS,
    ICON_MORE,
    ICON_ROBOT,
    ICON_GATE,
    ICON_GAP,
    ICON_REMARK,
    /* Tools of the map editor. */
    ICON_STRAIGHT,
    ICON_BEND,
    ICON_FILL,
    ICON_BANK,
    ICON_PITS,
    ICON_GRID,
    ICON_DOTS, /* of that of circuits */
    /* Of the race's panel, where words have no room. */
    ICON_MENU,
    ICON_LAMP,
    ICON_FLAME,
    ICON_VECTORS,
    ICON_REACH,
    ICON_COUNT
};

/* Fills the box; ends and joints of its lines are round. */
void canvas_icon(struct canvas *canvas, enum icon icon, struct box box, struct paper_color color);

#endif
