/* The map editor: a document of studio/stock_cars/plan.h in the window, tools beside it, and what
 * is said of the map. For this folder; others go through screens/workshop.h.
 *
 * There is one editor. What is drawn in it outlives the screen; the cached picture and the search
 * for the fewest turns live while the screen is up.
 */
#ifndef GRAPHPRIX_SCREENS_STOCK_CARS_EDITOR_EDITOR_H
#define GRAPHPRIX_SCREENS_STOCK_CARS_EDITOR_EDITOR_H

#include "screens/keeper.h"
#include "screens/tracks/par.h"
#include "studio/stock_cars/plan.h"
#include "ui/camera_hand.h"
#include "ui/layout.h"

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
    /* --- the document ------------------------------------------------------------------------- */
    struct map_plan *plan;
    char *path; /* its file, or NULL */
    struct file_stamp stamp;
    uint64_t saved_version;
    struct camera camera;

    /* --- what is known of it -------------------------------------------------------------------*/
    uint64_t known_version;
    bool known;
    struct map_fault faults[MAP_FAULT_LIMIT];
    int fault_count, chosen_fault; /* -1 */
    struct course course;          /* none: it is no map yet */
    struct par *par;
    char name[MAP_TEXT_BYTES], author[MAP_TEXT_BYTES];
    struct keeper *keeper;

    /* --- tools -------------------------------------------------------------------------------- */
    enum map_tool_id tool;
    char tile;    /* of the pen and of filling */
    int width;    /* of pens and roads */
    bool upright; /* bends begin so */
    struct point pointer;
    bool pointer_known;
    struct point from, last; /* of what is being drawn */
    bool drawing;
    bool has_part, moves_part;
    struct point_range part, part_before;
    bool cursor; /* the pointer is the keyboard's */

    /* --- the screen --------------------------------------------------------------------------- */
    struct map_sheet *sheet;
    struct box sheet_box;
    struct camera_hand hand;
    bool pressed, focus_sheet, ring_elsewhere;
    int tool_pointed; /* -1 */
    struct ui_scroll scroll, dialog_scroll;
    enum { MAP_ASKS_NOTHING, MAP_ASKS_LEAVING, MAP_ASKS_OTHER } dialog;
    struct map_wish {
        struct map_plan *plan; /* NULL: nothing is wished for */
        char *path;
        struct file_stamp stamp;
        bool changed;
    } wish;
    char said[400];
};

void map_editor_say(struct map_editor *editor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool map_editor_is_changed(const struct map_editor *editor);
/* Learns what the plan is now, if it has changed and nothing is being drawn. */
void map_editor_refresh(struct map_editor *editor);
void map_editor_free_wish(struct map_wish *wish);
/* What was wished for comes up; what was there is given up. */
void map_editor_take_wish(struct map_editor *editor);
void map_editor_leave(struct app *app, struct map_editor *editor);
void map_editor_go_away(struct app *app, struct map_editor *editor);
void map_editor_go_to_fault(struct map_editor *editor, int index);
/* The map can be raced on, and how fast one comes round alone; or what is missing. */
void map_editor_write_standing(const struct map_editor *editor, char *into, size_t size);

/* --- tools.c ---------------------------------------------------------------------------------- */

struct map_tool {
    const char *id, *name, *letter, *help;
    enum icon icon;
    bool has_width;
};
extern const struct map_tool map_tools[MAP_TOOL_COUNT];
void map_editor_choose_tool(struct map_editor *editor, enum map_tool_id tool);
void map_editor_press(struct map_editor *editor, struct point at);
void map_editor_drag(struct map_editor *editor, struct point at);
void map_editor_release(struct map_editor *editor);
/* What was begun is dropped; true if there was something. */
bool map_editor_give_up(struct map_editor *editor);
void map_editor_turn_part(struct map_editor *editor, enum map_plan_turn turn);
void map_editor_delete_part(struct map_editor *editor);
void map_editor_copy(struct map_editor *editor, bool cuts);
void map_editor_paste(struct map_editor *editor);
void map_editor_step_back(struct map_editor *editor, bool redo);

/* --- input.c, sheet.c, panel.c, files.c --------------------------------------------------------*/

bool map_editor_event(struct app *app, struct map_editor *editor, const SDL_Event *event);

struct map_sheet *map_sheet_create(void);
void map_sheet_free(struct map_sheet *sheet); /* NULL is allowed */
void map_sheet_draw(struct map_sheet *sheet, struct canvas *canvas, struct map_editor *editor);

int map_editor_toolbar_width(const struct canvas *canvas, int height);
void map_editor_build_toolbar(struct ui *ui, struct map_editor *editor, struct box box);
void map_editor_build_panel(struct app *app, struct ui *ui, struct map_editor *editor,
                            struct box box);
void map_editor_build_line(struct ui *ui, struct map_editor *editor, struct box box);
void map_editor_build_dialog(struct app *app, struct ui *ui, struct map_editor *editor);

bool map_editor_read_file(const struct app *app, const char *path, struct map_wish *wish,
                          struct error *error);
/* False if it is not saved: told. */
bool map_editor_save(struct app *app, struct map_editor *editor);
struct keeper *map_editor_keeper_create(struct map_editor *editor, const char *tracks_folder);
bool map_editor_take_left(struct map_editor *editor, struct map_wish *wish, struct error *error);
void map_editor_try(struct app *app, struct map_editor *editor);

#endif
