/* The map on the screen while it is drawn.
 *
 * Kept in the cached picture: the tiles, of which only those that have changed are mended. Live:
 * numbers at the edges, red rings at what is wrong, the part, and the tile under the pointer.
 */

#include "base/memory.h"
#include "base/number.h"
#include "draw/sheet.h"
#include "paper/stock_cars/ink.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/course_tools.h"
#include "screens/editor_frame/editor_frame.h"
#include "studio/stock_cars/plan.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The map editor: a plan (studio/stock_cars/plan.h) on an editor frame (screens/editor_frame),
 * tools beside it, and what is said of the map. For this folder; others go through screens/tools.h.
 *
 * There is one editor. What is drawn in it outlives the screen; the cached picture and the search
 * for the fewest turns live while the screen is up.
 */

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
    struct editor_frame frame; /* its sheet is the plan */

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

    /* --- what lies in the picture
     * ---------------------------------------------------------------*/
    struct map_draft painted; /* tiles NULL: nothing does */
    bool *line;               /* of that */
};

static const struct editor_frame_tool map_tools[MAP_TOOL_COUNT];

static bool map_editor_give_up(struct editor_frame *frame);

static bool map_editor_is_about_name(const struct map_fault *fault);

static void map_editor_go_to_fault(struct map_editor *editor, int index);

static struct map_editor *map_editor_of(struct editor_frame *frame);

static const struct map_draft *draft_of(const struct map_editor *editor)
{
    return map_plan_draft(editor->frame.sheet);
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct map_editor *editor = context;
    struct stock_tiles tiles = stock_tiles_of_draft(&editor->painted, editor->line);
    stock_draw_tiles(cairo, sheet_view(editor->frame.picture), &tiles, true,
                     sheet_theme(editor->frame.picture));
}

/* --- live ------------------------------------------------------------------------------------- */

static void set_color(cairo_t *cairo, struct paper_color color, double alpha)
{
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, alpha);
}

static void paint_faults(cairo_t *cairo, void *context)
{
    const struct map_editor *editor = context;
    for (int i = 0; i < editor->fault_count; i++)
        if (editor->faults[i].has_place) {
            const struct paper_view *view = sheet_view(editor->frame.picture);
            const struct map_fault *fault = &editor->faults[i];
            struct pixel at =
                brush_place(view, draft_of(editor)->height, fault->at.x + 0.5, fault->at.y + 0.5);
            editor_frame_paint_mark(cairo, view, sheet_theme(editor->frame.picture), at, i + 1,
                                    false, editor->chosen_fault == i);
        }
}

static void frame(cairo_t *cairo, const struct map_editor *editor, struct point_range part,
                  bool dashed)
{
    const struct paper_view *view = sheet_view(editor->frame.picture);
    int height = draft_of(editor)->height;
    double left, top, right, bottom, dash = 6 * view->scale;
    paper_to_device(view, height, part.low.x, part.high.y, &left, &top);
    paper_to_device(view, height, part.high.x, part.low.y, &right, &bottom);
    struct paper_color color = sheet_theme(editor->frame.picture)->action;
    cairo_new_path(cairo);
    cairo_rectangle(cairo, left, top, right - left, bottom - top);
    set_color(cairo, color, dashed ? 0.1 : 0);
    cairo_fill_preserve(cairo);
    set_color(cairo, color, 1);
    cairo_set_line_width(cairo, 2 * view->scale);
    cairo_set_dash(cairo, &dash, dashed ? 1 : 0, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

static void paint_part(cairo_t *cairo, void *context)
{
    const struct map_editor *editor = context;
    if (editor->has_part)
        frame(cairo, editor, editor->part, true);
}

/* As wide as the pen that is in hand. */
static void paint_pointer(cairo_t *cairo, void *context)
{
    const struct map_editor *editor = context;
    const struct map_draft *draft = draft_of(editor);
    struct point at = editor->pointer;
    if (!editor->frame.pointer_known || at.x < 0 || at.y < 0 || at.x >= draft->width ||
        at.y >= draft->height)
        return;
    int width = map_tools[editor->frame.tool].has_width ? editor->width : 1;
    struct point low = {at.x - (width - 1) / 2, at.y - (width - 1) / 2};
    frame(cairo, editor, (struct point_range){low, {low.x + width, low.y + width}}, false);
}

/* --- mending ---------------------------------------------------------------------------------- */

static struct box box_of(const struct map_editor *editor, struct point low, struct point high)
{
    double one[4], other[4];
    const struct paper_view *view = sheet_view(editor->frame.picture);
    stock_tile_box(view, editor->painted.height, low, one);
    stock_tile_box(view, editor->painted.height, high, other);
    return box_join(sheet_box(one), sheet_box(other));
}

/* True if all of it is other. */
static bool follow_tiles(struct editor_frame *frame)
{
    struct map_editor *editor = map_editor_of(frame);
    const struct map_draft *now = draft_of(editor);
    struct map_draft *old = &editor->painted;
    size_t count = (size_t)now->width * (size_t)now->height;
    /* Banks have a side, and beside the line stand arrows: then all is other. */
    bool other = !old->tiles || old->width != now->width || old->height != now->height ||
                 old->race != now->race || old->turn != now->turn;
    for (int i = 0; !other && i < now->width * now->height; i++)
        other = old->tiles[i] != now->tiles[i] &&
                (old->tiles[i] == TILE_LINE || now->tiles[i] == TILE_LINE);
    if (!other && memcmp(old->tiles, now->tiles, count) == 0)
        return false;
    bool *line = map_draft_line(now);
    struct point low = {now->width, now->height}, high = {-1, -1};
    for (int i = 0; !other && i < (int)count; i++)
        if (old->tiles[i] != now->tiles[i] || editor->line[i] != line[i]) {
            struct point at = {i % now->width, i / now->width};
            low = point_lower(low, at);
            high = point_upper(high, at);
        }
    map_draft_free(old);
    *old = map_draft_copy(now);
    free(editor->line);
    editor->line = line;
    if (other)
        sheet_repaint(editor->frame.picture);
    else
        sheet_invalidate(editor->frame.picture, box_of(editor, low, high));
    return other;
}

/* === tools ==================================================================================== */

/* What the tools of the map editor do to the plan. While something is being drawn its step is open,
 * and what is laid by dragging is laid anew from where it began.
 */

static const struct editor_frame_tool map_tools[MAP_TOOL_COUNT] = {
    [MAP_SELECT] =
        {"select", "Select", "V",
         "Drag a frame round a part; then drag it to move it, or turn, mirror and copy it.",
         ICON_SELECT, false, false, NULL},
    [MAP_PEN] = {"pen", "Pen", "P", "Paints the chosen tile where it goes.", ICON_PEN, true, false,
                 NULL},
    [MAP_ERASER] = {"eraser", "Eraser", "E", "Takes tiles away.", ICON_ERASER, true, false, NULL},
    [MAP_STRAIGHT] = {"straight", "Straight", "S",
                      "Drag to lay a straight of asphalt in one of the eight headings.",
                      ICON_STRAIGHT, true, false, NULL},
    [MAP_BEND] = {"bend", "Bend", "B",
                  "Drag from the bend's beginning to its end; it begins the way you set off.",
                  ICON_BEND, true, false, NULL},
    [MAP_FILL] = {"fill", "Fill", "I", "Fills what hangs together with the chosen tile.", ICON_FILL,
                  false, true, NULL},
    [MAP_BANK] = {"bank", "Bank", "K", "Banks the asphalt that it goes over.", ICON_BANK, true,
                  false, NULL},
    [MAP_PITS] = {"pits", "Pits", "D",
                  "Drag a pit lane: its ends are #, the marker P is in its middle.", ICON_PITS,
                  false, false, NULL},
    [MAP_LINE] = {"line", "Line", "L",
                  "Click the track: the line for start and finish goes from edge to edge.",
                  ICON_LINE, false, true, NULL},
    [MAP_GRID] = {"grid", "Grid", "G",
                  "Click tiles: each is the next starting place; once more takes it away.",
                  ICON_GRID, false, true, NULL},
};

/* Of the kind of its frame. */
static void map_editor_choose_tool(struct editor_frame *frame, int tool)
{
    struct map_editor *editor = map_editor_of(frame);
    map_editor_give_up(frame);
    frame->tool = tool;
    frame->focus_sheet = true;
    if (tool != MAP_SELECT)
        editor->has_part = false;
}

static bool is_in_part(const struct map_editor *editor, struct point at)
{
    const struct point_range *part = &editor->part;
    return editor->has_part && at.x >= part->low.x && at.y >= part->low.y && at.x < part->high.x &&
           at.y < part->high.y;
}

/* --- by dragging ------------------------------------------------------------------------------ */

/* From tile to tile where the pointer went. */
static void paint(struct map_editor *editor, struct point at)
{
    struct steps *plan = editor->frame.sheet;
    if (editor->frame.tool == MAP_BANK)
        map_plan_bank(plan, editor->last, at, editor->width);
    else
        map_plan_stroke(plan, editor->last, at, editor->width,
                        editor->frame.tool == MAP_ERASER ? TILE_OFF : editor->tile);
}

static void tools_frame(struct map_editor *editor, struct point at)
{
    struct point one = {1, 1};
    const struct map_draft *draft = map_plan_draft(editor->frame.sheet);
    struct point most = {draft->width - 1, draft->height - 1}, least = {0, 0};
    struct point from = point_upper(point_lower(editor->from, most), least);
    at = point_upper(point_lower(at, most), least);
    editor->part =
        (struct point_range){point_lower(from, at), point_add(point_upper(from, at), one)};
    editor->has_part = !point_equal(from, at);
}

static void lay(struct map_editor *editor, struct point at)
{
    struct steps *plan = editor->frame.sheet;
    steps_restart(plan);
    if (editor->frame.tool == MAP_STRAIGHT)
        map_plan_lay_straight(plan, editor->from, at, editor->width);
    else if (editor->frame.tool == MAP_BEND)
        map_plan_lay_bend(plan, editor->from, at, editor->width, editor->upright);
    else if (editor->frame.tool == MAP_PITS)
        map_plan_lay_pits(plan, editor->from, at);
    else if (editor->moves_part)
        editor->part =
            map_plan_move_part(plan, editor->part_before, point_subtract(at, editor->from));
    else
        tools_frame(editor, at);
}

static bool lays(const struct map_editor *editor)
{
    return editor->frame.tool == MAP_STRAIGHT || editor->frame.tool == MAP_BEND ||
           editor->frame.tool == MAP_PITS || editor->frame.tool == MAP_SELECT;
}

/* False if it is where it was. */
static bool drag(struct map_editor *editor, struct point at)
{
    bool moved = !point_equal(at, editor->pointer);
    int tool = editor->frame.tool;
    editor->pointer = at;
    if (!editor->frame.drawing || point_equal(at, editor->last))
        return moved;
    if (lays(editor)) {
        /* The way that one sets off on says how a bend begins. */
        struct point way = point_subtract(at, editor->from);
        if (point_reach(way) <= 2 && point_reach(way) > 0)
            editor->upright = abs(way.y) > abs(way.x);
        lay(editor, at);
    } else if (tool == MAP_PEN || tool == MAP_ERASER || tool == MAP_BANK) {
        paint(editor, at);
    }
    editor->last = at;
    return true;
}

static struct point tile_at(double x, double y)
{
    return (struct point){(int)floor(x), (int)floor(y)};
}

static bool map_editor_drag(struct editor_frame *frame, double x, double y)
{
    return drag(map_editor_of(frame), tile_at(x, y));
}

static void map_editor_step_cursor(struct editor_frame *frame, struct point by)
{
    struct map_editor *editor = map_editor_of(frame);
    const struct map_draft *draft = map_plan_draft(frame->sheet);
    struct point most = {draft->width - 1, draft->height - 1};
    struct point at =
        point_upper(point_lower(point_add(editor->pointer, by), most), (struct point){0, 0});
    drag(editor, at);
    camera_show(&frame->camera, (struct camera_area){at.x - 1, at.y - 1, at.x + 2, at.y + 2});
}

/* --- pressing and letting go ------------------------------------------------------------------ */

static void press(struct map_editor *editor, struct point at)
{
    static const char *const names[MAP_TOOL_COUNT] = {
        [MAP_SELECT] = "move",        [MAP_PEN] = "paint", [MAP_ERASER] = "erase",
        [MAP_STRAIGHT] = "straight",  [MAP_BEND] = "bend", [MAP_FILL] = "fill",
        [MAP_BANK] = "bank",          [MAP_PITS] = "pits", [MAP_LINE] = "line",
        [MAP_GRID] = "starting place"};
    map_editor_give_up(&editor->frame);
    editor->moves_part = editor->frame.tool == MAP_SELECT && is_in_part(editor, at);
    editor->has_part = editor->moves_part;
    editor->part_before = editor->part;
    editor->from = editor->last = editor->pointer = at;
    editor->frame.drawing = true;
    editor->upright = false;
    steps_begin(editor->frame.sheet, names[editor->frame.tool]);
    if (editor->frame.tool == MAP_FILL)
        map_plan_flood(editor->frame.sheet, at, editor->tile);
    else if (editor->frame.tool == MAP_LINE)
        map_plan_lay_line(editor->frame.sheet, at);
    else if (editor->frame.tool == MAP_GRID)
        map_plan_toggle_start(editor->frame.sheet, at);
    else if (lays(editor) && editor->frame.tool != MAP_SELECT)
        lay(editor, at);
    else if (editor->frame.tool != MAP_SELECT)
        paint(editor, at);
}

static void map_editor_press(struct editor_frame *frame, double x, double y)
{
    press(map_editor_of(frame), tile_at(x, y));
}

static void map_editor_press_cursor(struct editor_frame *frame)
{
    press(map_editor_of(frame), map_editor_of(frame)->pointer);
}

static void map_editor_release(struct editor_frame *frame)
{
    if (!frame->drawing)
        return;
    frame->drawing = map_editor_of(frame)->moves_part = false;
    steps_end(frame->sheet, false);
}

static bool map_editor_give_up(struct editor_frame *frame)
{
    struct map_editor *editor = map_editor_of(frame);
    if (!frame->drawing)
        return false;
    steps_restart(frame->sheet);
    if (editor->moves_part)
        editor->part = editor->part_before;
    else
        editor->has_part = false;
    map_editor_release(frame);
    return true;
}

/* --- parts ------------------------------------------------------------------------------------ */

static void map_editor_turn_part(struct map_editor *editor, enum map_plan_turn turn)
{
    if (!editor->has_part)
        return;
    steps_begin(editor->frame.sheet,
                turn == MAP_PLAN_TURN_LEFT || turn == MAP_PLAN_TURN_RIGHT ? "turn" : "mirror");
    editor->part = map_plan_turn_part(editor->frame.sheet, editor->part, turn);
    steps_end(editor->frame.sheet, false);
}

static void map_editor_delete_part(struct map_editor *editor)
{
    if (!editor->has_part)
        return;
    steps_begin(editor->frame.sheet, "delete");
    map_plan_clear_part(editor->frame.sheet, editor->part);
    steps_end(editor->frame.sheet, false);
    editor->has_part = false;
}

static void map_editor_copy(struct map_editor *editor, bool cuts)
{
    struct text text = {0};
    if (editor->has_part)
        map_plan_copy_part(editor->frame.sheet, editor->part, &text);
    else
        map_plan_copy(editor->frame.sheet, &text);
    bool kept = SDL_SetClipboardText(text_string(&text)) == 0;
    text_free(&text);
    if (!kept)
        editor_frame_say(&editor->frame, "Nothing could be copied: %s.", SDL_GetError());
    else
        editor_frame_say(&editor->frame, "%s copied as text, to be posted or pasted.",
                         editor->has_part ? "The part is" : "The whole map is");
    if (cuts && kept)
        map_editor_delete_part(editor);
}

/* In the middle of what is seen, as a part that can be moved. The sheet grows where it must. */
static void put(struct map_editor *editor, const struct map_draft *pasted)
{
    const struct map_draft *draft = map_plan_draft(editor->frame.sheet);
    struct camera *camera = &editor->frame.camera;
    double x, y;
    camera_to_sheet(camera, camera->width / 2.0, camera->height / 2.0, &x, &y);
    if (pasted->width > draft->width || pasted->height > draft->height)
        map_plan_resize(
            editor->frame.sheet, pasted->width > draft->width ? pasted->width : draft->width,
            pasted->height > draft->height ? pasted->height : draft->height, (struct point){0, 0});
    struct point room = {draft->width - pasted->width, draft->height - pasted->height};
    struct point at = {(int)x - pasted->width / 2, (int)y - pasted->height / 2};
    at = point_upper(point_lower(at, room), (struct point){0, 0});
    editor->part = map_plan_put(editor->frame.sheet, pasted, at);
    editor->frame.tool = MAP_SELECT;
    editor->has_part = true;
}

static void paste(struct map_editor *editor, const char *post)
{
    struct map_draft draft;
    struct error error;
    bool has_header, whole;
    if (!map_plan_read_post(post, &draft, &has_header, &error)) {
        editor_frame_say(&editor->frame, "Nothing is pasted: %s.", error.text);
        return;
    }
    whole = map_plan_is_empty(editor->frame.sheet);
    map_editor_give_up(&editor->frame);
    steps_begin(editor->frame.sheet, "paste");
    if (whole && has_header)
        map_plan_replace(editor->frame.sheet, &draft);
    else
        put(editor, &draft);
    if (whole) {
        map_plan_fit(editor->frame.sheet, 2);
        editor->has_part = false;
    }
    steps_end(editor->frame.sheet, false);
    editor_frame_say(&editor->frame, "A map of %d × %d tiles is pasted.", draft.width,
                     draft.height);
    map_draft_free(&draft);
}

static void map_editor_paste(struct map_editor *editor)
{
    char *post = SDL_GetClipboardText();
    paste(editor, post ? post : "");
    SDL_free(post);
}

/* === panel ==================================================================================== */

/* The panel beside the map: what is set, wrong and told. */

static const double GAP = 8; /* interface pixels */

/* --- the tool in hand ------------------------------------------------------------------------- */

static void build_tiles(struct map_editor *editor, struct layout *column)
{
    static const struct editor_frame_choice tiles[] = {
        {"tile asphalt", "Asphalt *", TILE_ASPHALT},
        {"tile oil", "Oil o", TILE_OIL},
        {"tile sand", "Sand .", TILE_SAND},
        {"tile bag", "Bag S", TILE_BAG},
        {"tile flat-bag", "Flat bag s", TILE_FLAT_BAG},
        {"tile bank", "Bank b", TILE_BANK},
        {"tile pit", "Pits p", TILE_PIT},
        {"tile pit-end", "Pit end #", TILE_PIT_END},
        {"tile pit-mark", "Marker P", TILE_PIT_MARK},
        {"tile line", "Line F", TILE_LINE},
    };
    editor->tile = (char)editor_frame_build_chips(column, tiles, sizeof tiles / sizeof *tiles, 2,
                                                  editor->tile);
}

static void build_part(struct map_editor *editor, struct layout *column)
{
    enum { LEFT, RIGHT, ACROSS, UP, COPY, DELETE };
    static const struct editor_frame_choice requests[] = {
        {"button turn-left", "Turn left", LEFT},
        {"button turn-right", "Turn right", RIGHT},
        {"button mirror", "Mirror left-right", ACROSS},
        {"button flip", "Mirror up-down", UP},
        {"button copy-part", "Copy", COPY},
        {"button delete", "Delete", DELETE}};
    static const enum map_plan_turn turns[] = {MAP_PLAN_TURN_LEFT, MAP_PLAN_TURN_RIGHT,
                                               MAP_PLAN_MIRROR_ACROSS, MAP_PLAN_MIRROR_UP};
    if (!editor->has_part)
        return;
    int request = editor_frame_build_buttons(column, requests, 6, 2, -1);
    if (request >= LEFT && request <= UP)
        map_editor_turn_part(editor, turns[request]);
    else if (request == COPY)
        map_editor_copy(editor, false);
    else if (request == DELETE)
        map_editor_delete_part(editor);
}

static void build_tool_settings(struct map_editor *editor, struct layout *column)
{
    static const struct editor_frame_choice grid = {"button lay-grid",
                                                    "Eight places behind the line", 0};
    static const struct ui_range widths = {.minimum = 1, .maximum = 12, .step = 1, .unit = " wide"};
    const struct editor_frame_tool *tool = &map_tools[editor->frame.tool];
    editor_frame_heading(column, tool->name);
    if (tool->has_width)
        ui_stepper(column->ui, "stepper width", "Tiles", layout_take(column, AT_TOP, 38),
                   &editor->width, &widths);
    if (editor->frame.tool == MAP_PEN || editor->frame.tool == MAP_FILL)
        build_tiles(editor, column);
    else if (editor->frame.tool == MAP_SELECT)
        build_part(editor, column);
    else if (editor->frame.tool == MAP_GRID &&
             editor_frame_build_buttons(column, &grid, 1, 1, -1) == 0) {
        map_editor_give_up(&editor->frame);
        steps_begin(editor->frame.sheet, "grid");
        bool laid = map_plan_lay_grid(editor->frame.sheet, PLAYER_LIMIT);
        steps_end(editor->frame.sheet, false);
        if (!laid)
            editor_frame_say(&editor->frame,
                             "There is no room behind the line for all of eight cars.");
    }
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     tool->help);
    layout_skip(column, AT_TOP, GAP);
}

/* --- what is wrong, missing, or found --------------------------------------------------------- */

static void build_standing(struct app *app, struct map_editor *editor, struct layout *column)
{
    char standing[300];
    if (map_plan_is_empty(editor->frame.sheet))
        return;
    editor_frame_heading(column, editor->fault_count > 0 ? "Not right yet" : "Ready to race");
    for (int i = 0; i < editor->fault_count; i++)
        if (editor_frame_build_fault(column, i + 1, ui_words("%s.", editor->faults[i].text),
                                     EDITOR_FRAME_WRONG, editor->chosen_fault == i)) {
            map_editor_go_to_fault(editor, i);
            if (map_editor_is_about_name(&editor->faults[i]))
                ui_set_focus(column->ui, "field name", true);
            camera_go(&editor->frame.camera, !app->settings.reduced_motion);
        }
    editor_frame_write_standing(&editor->frame, standing, sizeof standing);
    if (editor->fault_count == 0)
        layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink, standing);
    layout_skip(column, AT_TOP, GAP);
}

/* --- the map ---------------------------------------------------------------------------------- */

static int build_sandbags(struct layout *column, const struct map_draft *draft)
{
    int count = 0;
    for (int i = 0; i < draft->width * draft->height; i++)
        count += tile_is_alley(draft->tiles[i]);
    int alley = count, sandbags = draft->sandbags;
    bool in_sight = sandbags < 0;
    if (alley == 0 && in_sight)
        return sandbags;
    if (ui_check(column->ui, "check in-sight", "No bags but those in sight",
                 layout_take(column, AT_TOP, 34), &in_sight))
        sandbags = in_sight ? -1 : alley / 4;
    const struct ui_range range = {.minimum = 0, .maximum = alley, .step = 1, .unit = ""};
    if (sandbags >= 0)
        ui_stepper(column->ui, "stepper sandbags", "Bags in all", layout_take(column, AT_TOP, 38),
                   &sandbags, &range);
    return sandbags;
}

static void build_header(struct map_editor *editor, struct layout *column)
{
    static const struct editor_frame_choice races[] = {{"race N", "↑ N", HEADING_N},
                                                       {"race E", "→ E", HEADING_E},
                                                       {"race S", "↓ S", HEADING_S},
                                                       {"race W", "← W", HEADING_W}};
    static const struct editor_frame_choice turns[] = {{"turn left", "Left", TURN_LEFT},
                                                       {"turn right", "Right", TURN_RIGHT},
                                                       {"turn none", "None", TURN_NONE}};
    static const struct ui_range laps = {
        .minimum = 1, .maximum = STOCK_MAP_LAPS, .step = 1, .unit = ""};
    const struct map_draft *draft = map_plan_draft(editor->frame.sheet);
    struct map_draft now = *draft;
    ui_stepper(column->ui, "stepper laps", "Laps", layout_take(column, AT_TOP, 38), &now.laps,
               &laps);
    editor_frame_label(column, "The line is crossed towards");
    now.race = (enum heading)editor_frame_build_chips(column, races, 4, 4, (int)now.race);
    editor_frame_label(column, "Banked curves turn");
    now.turn = (enum turn)editor_frame_build_chips(column, turns, 3, 3, (int)now.turn);
    now.sandbags = build_sandbags(column, draft);
    if (now.laps == draft->laps && now.race == draft->race && now.turn == draft->turn &&
        now.sandbags == draft->sandbags)
        return;
    map_editor_give_up(&editor->frame);
    steps_begin(editor->frame.sheet, "header");
    map_plan_set_header(editor->frame.sheet, now.laps, now.race, now.turn, now.sandbags);
    steps_end(editor->frame.sheet, false);
}

/* New columns come at the right, new rows above. */
static void build_size(struct map_editor *editor, struct layout *column)
{
    static const struct editor_frame_choice fit = {"button fit", "Fit the sheet to the map", 0};
    static const struct ui_range side = {
        .minimum = 1, .maximum = STOCK_MAP_SIDE, .step = 4, .unit = ""};
    const struct map_draft *draft = map_plan_draft(editor->frame.sheet);
    int width = draft->width, height = draft->height;
    ui_stepper(column->ui, "stepper columns", "Columns", layout_take(column, AT_TOP, 38), &width,
               &side);
    ui_stepper(column->ui, "stepper rows", "Rows", layout_take(column, AT_TOP, 38), &height, &side);
    bool fits = editor_frame_build_buttons(column, &fit, 1, 1, -1) == 0;
    if (!fits && width == draft->width && height == draft->height)
        return;
    map_editor_give_up(&editor->frame);
    editor->has_part = false;
    steps_begin(editor->frame.sheet, "size");
    if (fits)
        map_plan_fit(editor->frame.sheet, 2);
    else
        map_plan_resize(editor->frame.sheet, width, height, (struct point){0, 0});
    steps_end(editor->frame.sheet, false);
}

static void build_others(struct app *app, struct map_editor *editor, struct layout *column)
{
    enum { COPY, PASTE, PRINT, NEW };
    static const struct editor_frame_choice buttons[] = {{"button copy", "Copy as text", COPY},
                                                         {"button paste", "Paste a map", PASTE},
                                                         {"button print", "Print", PRINT},
                                                         {"button new", "New", NEW}};
    int clicked = editor_frame_build_buttons(column, buttons, 4, 2, -1);
    if (clicked == COPY) {
        editor->has_part = false;
        map_editor_copy(editor, false);
    } else if (clicked == PASTE)
        map_editor_paste(editor);
    else if (clicked == PRINT)
        editor_frame_print(app, &editor->frame);
    else if (clicked == NEW)
        editor_frame_edit_new(app, &editor->frame);
}

static void map_editor_build_panel(struct app *app, struct ui *ui, struct editor_frame *frame,
                                   struct box box)
{
    struct map_editor *editor = map_editor_of(frame);
    struct layout foot, column = editor_frame_panel_begin(ui, frame, box, 1, &foot);
    build_tool_settings(editor, &column);
    build_standing(app, editor, &column);
    editor_frame_heading(&column, "Map");
    editor_frame_build_text(&column, frame, "field name", "Name", editor->name, MAP_TEXT_BYTES,
                            map_plan_set_name, "name");
    editor_frame_build_text(&column, frame, "field author", "Drawn by", editor->author,
                            MAP_TEXT_BYTES, map_plan_set_author, "author");
    build_header(editor, &column);
    build_size(editor, &column);
    build_others(app, editor, &column);
    ui_scroll_end(ui, column.rest.y);
    editor_frame_build_foot(app, &foot, frame);
}

/* === editor =================================================================================== */

/* The map editor as a screen and as course tools: a sheet, tools beside it, and what is said of the
 * map.
 */

enum { USUAL_WIDTH = 64, USUAL_HEIGHT = 36 };

static const struct editor_frame_kind maps;
static struct map_editor shared = {.frame = {.kind = &maps, .tool = MAP_STRAIGHT},
                                   .tile = TILE_ASPHALT,
                                   .width = 5,
                                   .chosen_fault = -1};

static struct editor_frame *the_frame(void)
{
    return &shared.frame;
}

static struct map_editor *map_editor_of(struct editor_frame *frame)
{
    return (struct map_editor *)frame;
}

/* --- what is known of it ---------------------------------------------------------------------- */

static void refresh(struct editor_frame *frame)
{
    struct map_editor *editor = map_editor_of(frame);
    uint64_t version = steps_version(editor->frame.sheet);
    if (editor->frame.drawing || (editor->known && version == editor->known_version))
        return;
    editor->known = true;
    editor->known_version = version;
    editor->chosen_fault = -1;
    editor->fault_count =
        map_draft_check(map_plan_draft(editor->frame.sheet), editor->faults, MAP_FAULT_LIMIT);
    for (int i = 0; i < editor->fault_count; i++) {
        /* As a sentence, about the sheet and not about its file. */
        struct map_fault *fault = &editor->faults[i];
        if (map_editor_is_about_name(fault))
            snprintf(fault->text, sizeof fault->text, "The map has no name; write one below");
        fault->text[0] = (char)toupper((unsigned char)fault->text[0]);
    }
    /* A field that is being typed in is ahead of the plan by blanks at most. */
    const struct map_draft *draft = map_plan_draft(editor->frame.sheet);
    snprintf(editor->name, sizeof editor->name, "%s", draft->name);
    snprintf(editor->author, sizeof editor->author, "%s", draft->author);
    editor_frame_learn(frame, editor->fault_count == 0);
}

static bool map_editor_is_about_name(const struct map_fault *fault)
{
    return fault->key && strcmp(fault->key, "name") == 0;
}

static void map_editor_go_to_fault(struct map_editor *editor, int index)
{
    const struct map_fault *fault = &editor->faults[index];
    editor->chosen_fault = index;
    if (fault->has_place)
        camera_show(&editor->frame.camera,
                    (struct camera_area){fault->at.x - 3.0, fault->at.y - 3.0, fault->at.x + 4.0,
                                         fault->at.y + 4.0});
}

/* --- on the frame ----------------------------------------------------------------------------- */

static struct steps *create(void)
{
    return map_plan_create(USUAL_WIDTH, USUAL_HEIGHT);
}

static struct steps *read(struct editor_frame *frame, const char *bytes, size_t length,
                          struct error *error)
{
    struct map_draft draft;
    (void)frame;
    return map_draft_read(bytes, length, &draft, NULL, error) ? map_plan_from_draft(&draft) : NULL;
}

static const char *name(const struct steps *plan)
{
    return map_plan_draft(plan)->name;
}

static const void *make(const struct steps *plan, struct error *error)
{
    return stock_map_make(map_plan_draft(plan), error);
}

static void stepped(struct editor_frame *frame)
{
    map_editor_of(frame)->has_part = false;
}

static void comes_up(struct editor_frame *frame)
{
    map_editor_of(frame)->known = map_editor_of(frame)->has_part = false;
}

static struct point size(const struct steps *plan)
{
    const struct map_draft *draft = map_plan_draft(plan);
    return (struct point){draft->width, draft->height};
}

static bool let_go(struct editor_frame *frame)
{
    bool had = map_editor_of(frame)->has_part;
    map_editor_of(frame)->has_part = false;
    return had;
}

static bool key(struct app *app, struct editor_frame *frame, const SDL_Keysym *pressed)
{
    struct map_editor *editor = map_editor_of(frame);
    bool control = (pressed->mod & (KMOD_CTRL | KMOD_GUI)) != 0;
    (void)app;
    if (control && (pressed->sym == SDLK_c || pressed->sym == SDLK_x))
        map_editor_copy(editor, pressed->sym == SDLK_x);
    else if (control && pressed->sym == SDLK_v)
        map_editor_paste(editor);
    else if (!control && editor->has_part &&
             (pressed->sym == SDLK_DELETE || pressed->sym == SDLK_BACKSPACE))
        map_editor_delete_part(editor);
    else
        return false;
    return true;
}

static void opens(struct editor_frame *frame)
{
    map_editor_of(frame)->known = false;
}

static void closes(struct editor_frame *frame)
{
    struct map_editor *editor = map_editor_of(frame);
    map_draft_free(&editor->painted);
    free(editor->line);
    editor->painted = (struct map_draft){0};
    editor->line = NULL;
}

static void write_place(const struct editor_frame *frame, char *into, size_t size_of)
{
    const struct map_draft *draft = map_plan_draft(frame->sheet);
    struct point at = ((const struct map_editor *)frame)->pointer;
    into[0] = '\0';
    if (frame->pointer_known && at.x >= 0 && at.y >= 0 && at.x < draft->width &&
        at.y < draft->height)
        snprintf(into, size_of, "%s", pair_of(at.x, at.y).text);
}

static int count_wrong(const struct editor_frame *frame)
{
    return ((const struct map_editor *)frame)->fault_count;
}

static void show_wrong(struct editor_frame *frame)
{
    struct map_editor *editor = map_editor_of(frame);
    if (editor->fault_count > 0)
        map_editor_go_to_fault(editor, 0);
    camera_jump(&editor->frame.camera);
}

static void enter(struct app *app)
{
    editor_frame_enter(app, &shared.frame);
}

static const struct screen screen_map_editor = {
    .name = "editor",
    .enter = enter,
    .leave = editor_frame_close,
    .build = editor_frame_build,
    .event = editor_frame_event,
    .animate = editor_frame_animate,
    .covers_window = true,
};

static const char *const invitation[] = {"Lay straights and bends,", "then a line to start from,",
                                         "then the grid.", "Ctrl+V pastes a map out of a post."};

static void (*const live[])(cairo_t *, void *) = {paint_faults, paint_part, paint_pointer, NULL};

static const struct editor_frame_kind maps = {
    .game = &stock_cars_game,
    .screen = &screen_map_editor,
    .kept_as = ".map",
    .tools = map_tools,
    .tool_count = MAP_TOOL_COUNT,
    .invitation = invitation,
    .create = create,
    .read = read,
    .write = map_plan_copy,
    .name = name,
    .is_empty = map_plan_is_empty,
    .size = size,
    .make = make,
    .refresh = refresh,
    .comes_up = comes_up,
    .stepped = stepped,
    .show_wrong = show_wrong,
    .press = map_editor_press,
    .drag = map_editor_drag,
    .release = map_editor_release,
    .give_up = map_editor_give_up,
    .let_go = let_go,
    .step_cursor = map_editor_step_cursor,
    .press_cursor = map_editor_press_cursor,
    .choose_tool = map_editor_choose_tool,
    .key = key,
    .paint = paint_ground,
    .live = live,
    .follow = follow_tiles,
    .opens = opens,
    .closes = closes,
    .build_panel = map_editor_build_panel,
    .write_place = write_place,
    .count_wrong = count_wrong,
};

/* --- the tools ----------------------------------------------------------------------------- */

static void edit_new(struct app *app, int width, int height)
{
    bool usual = width <= 0 || height <= 0 || width > STOCK_MAP_SIDE || height > STOCK_MAP_SIDE;
    struct steps *plan = usual ? create() : map_plan_create(width, height);
    editor_frame_open_next(app, &shared.frame, (struct next_sheet){.sheet = plan});
}

const struct course_tools stock_cars_course_tools = {
    .game = &stock_cars_game,
    .frame = the_frame,
    .edit_new = edit_new,
};
