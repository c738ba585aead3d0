/* The map editor: a plan (studio/stock_cars/plan.h) on a desk (screens/desk), tools beside it, and
 * what is said of the map. For this folder; others go through screens/workshop.h.
 *
 * There is one editor. What is drawn in it outlives the screen; the cached picture and the search
 * for the fewest turns live while the screen is up.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_EDITOR_EDITOR_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_EDITOR_EDITOR_H

#include "screens/desk/desk_panel.h"
#include "studio/stock_cars/plan.h"

enum { MAP_FAULT_LIMIT = 30, MAP_TEXT_BYTES = 200 };

enum map_tool_id {
    MAP_SELECT,
    MAP_PEN,
    MAP_ERASER,
    MAP_STRAIGHT,
    MAP_BEND,
    MAP_FILL,
    MAP_BANK,
    MAP_PITS,
    MAP_LINE,
    MAP_GRID,
    MAP_TOOL_COUNT
};

struct map_editor {
    struct desk desk; /* its sheet is the plan */

    /* --- what is known of it -------------------------------------------------------------------*/
    uint64_t known_version;
    bool known;
    struct map_fault faults[MAP_FAULT_LIMIT];
    int fault_count, chosen_fault; /* -1 */
    char name[MAP_TEXT_BYTES], author[MAP_TEXT_BYTES];

    /* --- tools -------------------------------------------------------------------------------- */
    char tile;    /* of the pen and of filling */
    int width;    /* of pens and roads */
    bool upright; /* bends begin so */
    struct point pointer;
    struct point from, last; /* of what is being drawn */
    bool has_part, moves_part;
    struct point_range part, part_before;
    struct map_sheet *sheet; /* while the screen is up */
};

struct map_editor *map_editor_of(struct desk *desk);
void map_editor_go_to_fault(struct map_editor *editor, int index);
bool map_editor_is_about_name(const struct map_fault *fault);

/* --- tools.c ---------------------------------------------------------------------------------- */

extern const struct desk_tool map_tools[MAP_TOOL_COUNT];
/* Of the kind of its desk. */
void map_editor_choose_tool(struct desk *desk, int tool);
void map_editor_press(struct desk *desk, double x, double y);
bool map_editor_drag(struct desk *desk, double x, double y);
void map_editor_release(struct desk *desk);
bool map_editor_give_up(struct desk *desk);
void map_editor_step_cursor(struct desk *desk, struct point by);
void map_editor_press_cursor(struct desk *desk);

void map_editor_turn_part(struct map_editor *editor, enum map_plan_turn turn);
void map_editor_delete_part(struct map_editor *editor);
void map_editor_copy(struct map_editor *editor, bool cuts);
void map_editor_paste(struct map_editor *editor);

/* --- sheet.c, panel.c ------------------------------------------------------------------------- */

struct map_sheet *map_sheet_create(void);
void map_sheet_free(struct map_sheet *sheet); /* NULL is allowed */
void map_sheet_draw(struct map_sheet *sheet, struct canvas *canvas, struct map_editor *editor);

void map_editor_build_panel(struct app *app, struct ui *ui, struct desk *desk, struct box box);

#endif
