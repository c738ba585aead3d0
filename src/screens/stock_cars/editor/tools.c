/* What the tools of the map editor do to the plan. While something is being drawn its step is open,
 * and what is laid by dragging is laid anew from where it began.
 */
#include "screens/stock_cars/editor/editor.h"

#include <math.h>
#include <stdlib.h>

const struct desk_tool map_tools[MAP_TOOL_COUNT] = {
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

void map_editor_choose_tool(struct desk *desk, int tool)
{
    struct map_editor *editor = map_editor_of(desk);
    map_editor_give_up(desk);
    desk->tool = tool;
    desk->focus_sheet = true;
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
    struct steps *plan = editor->desk.sheet;
    if (editor->desk.tool == MAP_BANK)
        map_plan_bank(plan, editor->last, at, editor->width);
    else
        map_plan_stroke(plan, editor->last, at, editor->width,
                        editor->desk.tool == MAP_ERASER ? TILE_OFF : editor->tile);
}

/* The way that one sets off on says how a bend begins. */
static void set_off(struct map_editor *editor, struct point at)
{
    struct point way = point_subtract(at, editor->from);
    if (point_reach(way) <= 2 && point_reach(way) > 0)
        editor->upright = abs(way.y) > abs(way.x);
}

static void frame(struct map_editor *editor, struct point at)
{
    struct point one = {1, 1};
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    struct point most = {draft->width - 1, draft->height - 1}, least = {0, 0};
    struct point from = point_upper(point_lower(editor->from, most), least);
    at = point_upper(point_lower(at, most), least);
    editor->part =
        (struct point_range){point_lower(from, at), point_add(point_upper(from, at), one)};
    editor->has_part = !point_equal(from, at);
}

static void lay(struct map_editor *editor, struct point at)
{
    struct steps *plan = editor->desk.sheet;
    steps_restart(plan);
    if (editor->desk.tool == MAP_STRAIGHT)
        map_plan_lay_straight(plan, editor->from, at, editor->width);
    else if (editor->desk.tool == MAP_BEND)
        map_plan_lay_bend(plan, editor->from, at, editor->width, editor->upright);
    else if (editor->desk.tool == MAP_PITS)
        map_plan_lay_pits(plan, editor->from, at);
    else if (editor->moves_part)
        editor->part =
            map_plan_move_part(plan, editor->part_before, point_subtract(at, editor->from));
    else
        frame(editor, at);
}

static bool lays(const struct map_editor *editor)
{
    return editor->desk.tool == MAP_STRAIGHT || editor->desk.tool == MAP_BEND ||
           editor->desk.tool == MAP_PITS || editor->desk.tool == MAP_SELECT;
}

/* False if it is where it was. */
static bool drag(struct map_editor *editor, struct point at)
{
    bool moved = !point_equal(at, editor->pointer);
    int tool = editor->desk.tool;
    editor->pointer = at;
    if (!editor->desk.drawing || point_equal(at, editor->last))
        return moved;
    if (lays(editor)) {
        set_off(editor, at);
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

bool map_editor_drag(struct desk *desk, double x, double y)
{
    return drag(map_editor_of(desk), tile_at(x, y));
}

void map_editor_step_cursor(struct desk *desk, struct point by)
{
    struct map_editor *editor = map_editor_of(desk);
    const struct map_draft *draft = map_plan_draft(desk->sheet);
    struct point most = {draft->width - 1, draft->height - 1};
    struct point at =
        point_upper(point_lower(point_add(editor->pointer, by), most), (struct point){0, 0});
    drag(editor, at);
    camera_show(&desk->camera, (struct camera_area){at.x - 1, at.y - 1, at.x + 2, at.y + 2});
}

/* --- pressing and letting go ------------------------------------------------------------------ */

static void click(struct map_editor *editor, struct point at)
{
    if (editor->desk.tool == MAP_FILL)
        map_plan_flood(editor->desk.sheet, at, editor->tile);
    else if (editor->desk.tool == MAP_LINE)
        map_plan_lay_line(editor->desk.sheet, at);
    else if (editor->desk.tool == MAP_GRID)
        map_plan_toggle_start(editor->desk.sheet, at);
    else if (lays(editor) && editor->desk.tool != MAP_SELECT)
        lay(editor, at);
    else if (editor->desk.tool != MAP_SELECT)
        paint(editor, at);
}

static void press(struct map_editor *editor, struct point at)
{
    static const char *const names[MAP_TOOL_COUNT] = {
        [MAP_SELECT] = "move",        [MAP_PEN] = "paint", [MAP_ERASER] = "erase",
        [MAP_STRAIGHT] = "straight",  [MAP_BEND] = "bend", [MAP_FILL] = "fill",
        [MAP_BANK] = "bank",          [MAP_PITS] = "pits", [MAP_LINE] = "line",
        [MAP_GRID] = "starting place"};
    map_editor_give_up(&editor->desk);
    editor->moves_part = editor->desk.tool == MAP_SELECT && is_in_part(editor, at);
    editor->has_part = editor->moves_part;
    editor->part_before = editor->part;
    editor->from = editor->last = editor->pointer = at;
    editor->desk.drawing = true;
    editor->upright = false;
    steps_begin(editor->desk.sheet, names[editor->desk.tool]);
    click(editor, at);
}

void map_editor_press(struct desk *desk, double x, double y)
{
    press(map_editor_of(desk), tile_at(x, y));
}

void map_editor_press_cursor(struct desk *desk)
{
    press(map_editor_of(desk), map_editor_of(desk)->pointer);
}

void map_editor_release(struct desk *desk)
{
    if (!desk->drawing)
        return;
    desk->drawing = map_editor_of(desk)->moves_part = false;
    steps_end(desk->sheet, false);
}

bool map_editor_give_up(struct desk *desk)
{
    struct map_editor *editor = map_editor_of(desk);
    if (!desk->drawing)
        return false;
    steps_restart(desk->sheet);
    if (editor->moves_part)
        editor->part = editor->part_before;
    else
        editor->has_part = false;
    map_editor_release(desk);
    return true;
}

/* --- parts ------------------------------------------------------------------------------------ */

void map_editor_turn_part(struct map_editor *editor, enum map_plan_turn turn)
{
    if (!editor->has_part)
        return;
    steps_begin(editor->desk.sheet,
                turn == MAP_PLAN_TURN_LEFT || turn == MAP_PLAN_TURN_RIGHT ? "turn" : "mirror");
    editor->part = map_plan_turn_part(editor->desk.sheet, editor->part, turn);
    steps_end(editor->desk.sheet, false);
}

void map_editor_delete_part(struct map_editor *editor)
{
    if (!editor->has_part)
        return;
    steps_begin(editor->desk.sheet, "delete");
    map_plan_clear_part(editor->desk.sheet, editor->part);
    steps_end(editor->desk.sheet, false);
    editor->has_part = false;
}

void map_editor_copy(struct map_editor *editor, bool cuts)
{
    struct text text = {0};
    if (editor->has_part)
        map_plan_copy_part(editor->desk.sheet, editor->part, &text);
    else
        map_plan_copy(editor->desk.sheet, &text);
    bool kept = SDL_SetClipboardText(text_string(&text)) == 0;
    text_free(&text);
    if (!kept)
        desk_say(&editor->desk, "Nothing could be copied: %s.", SDL_GetError());
    else
        desk_say(&editor->desk, "%s copied as text, to be posted or pasted.",
                 editor->has_part ? "The part is" : "The whole map is");
    if (cuts && kept)
        map_editor_delete_part(editor);
}

/* In the middle of what is seen, as a part that can be moved. The sheet grows where it must. */
static void put(struct map_editor *editor, const struct map_draft *pasted)
{
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    struct camera *camera = &editor->desk.camera;
    double x, y;
    camera_to_sheet(camera, camera->width / 2.0, camera->height / 2.0, &x, &y);
    if (pasted->width > draft->width || pasted->height > draft->height)
        map_plan_resize(
            editor->desk.sheet, pasted->width > draft->width ? pasted->width : draft->width,
            pasted->height > draft->height ? pasted->height : draft->height, (struct point){0, 0});
    struct point room = {draft->width - pasted->width, draft->height - pasted->height};
    struct point at = {(int)x - pasted->width / 2, (int)y - pasted->height / 2};
    at = point_upper(point_lower(at, room), (struct point){0, 0});
    editor->part = map_plan_put(editor->desk.sheet, pasted, at);
    editor->desk.tool = MAP_SELECT;
    editor->has_part = true;
}

static void paste(struct map_editor *editor, const char *post)
{
    struct map_draft draft;
    struct error error;
    bool has_header, whole;
    if (!map_plan_read_post(post, &draft, &has_header, &error)) {
        desk_say(&editor->desk, "Nothing is pasted: %s.", error.text);
        return;
    }
    whole = map_plan_is_empty(editor->desk.sheet);
    map_editor_give_up(&editor->desk);
    steps_begin(editor->desk.sheet, "paste");
    if (whole && has_header)
        map_plan_replace(editor->desk.sheet, &draft);
    else
        put(editor, &draft);
    if (whole) {
        map_plan_fit(editor->desk.sheet, 2);
        editor->has_part = false;
    }
    steps_end(editor->desk.sheet, false);
    desk_say(&editor->desk, "A map of %d × %d tiles is pasted.", draft.width, draft.height);
    map_draft_free(&draft);
}

void map_editor_paste(struct map_editor *editor)
{
    char *post = SDL_GetClipboardText();
    paste(editor, post ? post : "");
    SDL_free(post);
}
