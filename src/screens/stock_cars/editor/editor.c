/* The map editor as a screen and as a workshop: a sheet, tools beside it, and what is said of the
 * map.
 */
#include "screens/stock_cars/editor/editor.h"

#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/workshop.h"

#include <ctype.h>
#include <stdio.h>

enum { USUAL_WIDTH = 64, USUAL_HEIGHT = 36 };
static const double PANEL_WIDTH = 298, LINE_HEIGHT = 44; /* interface pixels */

static const struct desk_kind maps;
static struct map_editor *shared; /* made when first asked for, kept to the end */

static struct map_editor *the_editor(const struct app *app)
{
    if (!shared) {
        shared = memory_allocate(1, sizeof *shared);
        shared->desk.kind = &maps;
        shared->tool = MAP_STRAIGHT;
        shared->tile = TILE_ASPHALT;
        shared->width = 5;
        shared->chosen_fault = -1;
    }
    desk_open(app, &shared->desk);
    return shared;
}

struct map_editor *map_editor_of(struct desk *desk)
{
    return (struct map_editor *)desk;
}

/* --- what is known of it ---------------------------------------------------------------------- */

static void follow_size(struct map_editor *editor)
{
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    if (editor->camera.columns != draft->width || editor->camera.rows != draft->height)
        camera_set_sheet(&editor->camera, (struct point){draft->width, draft->height});
}

/* A field that is being typed in is ahead of the plan by blanks at most. */
static void take_texts(struct map_editor *editor)
{
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    snprintf(editor->name, sizeof editor->name, "%s", draft->name);
    snprintf(editor->author, sizeof editor->author, "%s", draft->author);
}

static void refresh(struct desk *desk)
{
    struct map_editor *editor = map_editor_of(desk);
    uint64_t version = steps_version(editor->desk.sheet);
    follow_size(editor);
    if (editor->drawing || (editor->known && version == editor->known_version))
        return;
    editor->known = true;
    editor->known_version = version;
    editor->chosen_fault = -1;
    editor->fault_count =
        map_draft_check(map_plan_draft(editor->desk.sheet), editor->faults, MAP_FAULT_LIMIT);
    for (int i = 0; i < editor->fault_count; i++)
        editor->faults[i].text[0] = (char)toupper((unsigned char)editor->faults[i].text[0]);
    take_texts(editor);
    desk_learn(desk, editor->fault_count == 0);
}

void map_editor_write_standing(const struct map_editor *editor, char *into, size_t size)
{
    into[0] = '\0';
    if (!map_plan_is_empty(editor->desk.sheet) && !editor->drawing)
        desk_write_standing(&editor->desk, editor->fault_count, into, size);
}

void map_editor_go_to_fault(struct map_editor *editor, int index)
{
    const struct map_fault *fault = &editor->faults[index];
    editor->chosen_fault = index;
    if (fault->has_place)
        camera_show(&editor->camera, (struct camera_area){fault->at.x - 3.0, fault->at.y - 3.0,
                                                          fault->at.x + 4.0, fault->at.y + 4.0});
}

/* --- on the desk ------------------------------------------------------------------------------ */

static struct steps *create(void)
{
    return map_plan_create(USUAL_WIDTH, USUAL_HEIGHT);
}

static struct steps *read(const char *bytes, size_t length, struct error *error)
{
    struct map_draft draft;
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

static bool give_up(struct desk *desk)
{
    return map_editor_give_up(map_editor_of(desk));
}

static void stepped(struct desk *desk)
{
    map_editor_of(desk)->has_part = false;
}

static void comes_up(struct desk *desk)
{
    struct map_editor *editor = map_editor_of(desk);
    const struct map_draft *draft = map_plan_draft(desk->sheet);
    editor->known = editor->has_part = editor->pointer_known = false;
    editor->scroll.offset = 0;
    editor->camera.chosen = false;
    camera_set_sheet(&editor->camera, (struct point){draft->width, draft->height});
}

static void show_wrong(struct desk *desk)
{
    struct map_editor *editor = map_editor_of(desk);
    if (editor->fault_count > 0)
        map_editor_go_to_fault(editor, 0);
    camera_jump(&editor->camera);
}

static const struct screen screen_map_editor;
static const struct desk_kind maps = {
    .game = &stock_cars_game,
    .screen = &screen_map_editor,
    .kept_as = ".map",
    .create = create,
    .read = read,
    .write = map_plan_copy,
    .name = name,
    .make = make,
    .refresh = refresh,
    .give_up = give_up,
    .stepped = stepped,
    .comes_up = comes_up,
    .show_wrong = show_wrong,
};

static void enter(struct app *app)
{
    struct map_editor *editor = the_editor(app);
    editor->sheet = map_sheet_create();
    editor->known = editor->pressed = editor->pointer_known = false;
    editor->hand = (struct camera_hand){0};
    desk_enter(&editor->desk);
}

static void leave(struct app *app)
{
    struct map_editor *editor = the_editor(app);
    desk_close(&editor->desk);
    map_sheet_free(editor->sheet);
    editor->sheet = NULL;
}

/* --- the picture ------------------------------------------------------------------------------ */

static void build_invitation(struct canvas *canvas, const struct map_editor *editor)
{
    static const char *const lines[] = {"Lay straights and bends,", "then a line to start from,",
                                        "then the grid."};
    const struct paper_theme *theme = canvas_theme(canvas);
    int height = canvas_units(canvas, 44);
    struct box box = box_centre(editor->sheet_box, editor->sheet_box.w, 4 * height);
    if (!map_plan_is_empty(editor->desk.sheet) || editor->desk.asks != DESK_ASKS_NOTHING ||
        box.w < canvas_units(canvas, 360))
        return;
    for (int i = 0; i < 3; i++)
        canvas_text(canvas, STYLE_TITLE, theme->ink_soft, lines[i], box_cut_top(&box, height),
                    ALIGN_CENTRE);
    canvas_text(canvas, STYLE_BODY, theme->ink_soft, "Ctrl+V pastes a map out of a post.", box,
                ALIGN_CENTRE);
}

static void build_sheet(struct ui *ui, struct map_editor *editor)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_view *view = &editor->camera.view;
    struct box box = editor->sheet_box;
    char where[80];
    snprintf(where, sizeof where, "%.2f %.2f %.4f", box.x + view->left,
             box.y + view->top + editor->camera.rows * view->square, view->square);
    struct ui_state state = ui_surface(ui, "sheet", box, where);
    map_sheet_draw(editor->sheet, canvas, editor);
    build_invitation(canvas, editor);
    int in = canvas_units(canvas, 5);
    if (state.ring)
        ui_focus_ring(ui, box_inset(box, in, in), 2);
}

static void learn(struct ui *ui, struct map_editor *editor)
{
    refresh(&editor->desk);
    if (editor->focus_sheet)
        ui_set_focus(ui, "sheet", false);
    editor->focus_sheet = false;
    const char *ring = ui_ring(ui);
    editor->ring_elsewhere = ring[0] && strcmp(ring, "sheet") != 0;
}

static void build_line(struct ui *ui, const struct map_editor *editor,
                       const struct desk_tools *tools, struct box box)
{
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    struct point at = editor->pointer;
    char standing[300], place[40] = "";
    if (editor->pointer_known && at.x >= 0 && at.y >= 0 && at.x < draft->width &&
        at.y < draft->height)
        snprintf(place, sizeof place, "(%d, %d)", at.x, at.y);
    map_editor_write_standing(editor, standing, sizeof standing);
    desk_build_line(ui, tools, place, standing, box);
}

static void build(struct app *app, struct ui *ui)
{
    struct map_editor *editor = the_editor(app);
    struct desk_tools tools = {map_tools, MAP_TOOL_COUNT, (int)editor->tool, -1};
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    learn(ui, editor);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box side, bar = box_cut_left(&rest, desk_toolbar_width(canvas, &tools, rest.h));
    int panel = canvas_units(canvas, PANEL_WIDTH), most = rest.w * 6 / 10;
    side = box_cut_right(&rest, panel < most ? panel : most);
    editor->sheet_box = rest;
    camera_resize(&editor->camera, rest.w, rest.h, canvas_scale(canvas));
    int clicked = desk_build_toolbar(ui, &tools, bar);
    if (clicked >= 0)
        map_editor_choose_tool(editor, (enum map_tool_id)clicked);
    build_sheet(ui, editor);
    map_editor_build_panel(app, ui, editor, side);
    build_line(ui, editor, &tools, line);
    desk_build_question(app, ui, &editor->desk);
    desk_tell(app, &editor->desk);
}

static bool event(struct app *app, const SDL_Event *sdl_event)
{
    struct map_editor *editor = the_editor(app);
    bool used = map_editor_event(app, editor, sdl_event);
    desk_tell(app, &editor->desk);
    return used;
}

static int animate(struct app *app, Uint32 now)
{
    struct map_editor *editor = the_editor(app);
    int wait = keeper_keep(editor->desk.keeper, now);
    bool tells = editor->desk.said[0] != 0;
    wait = camera_hand_animate(&editor->hand, &editor->camera, now, wait);
    desk_tell(app, &editor->desk);
    return tells ? 0 : wait;
}

static const struct screen screen_map_editor = {
    .name = "map-editor",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};

/* --- the workshop ----------------------------------------------------------------------------- */

static void edit_new(struct app *app, int width, int height)
{
    struct map_editor *editor = the_editor(app);
    bool usual = width <= 0 || height <= 0 || width > STOCK_MAP_SIDE || height > STOCK_MAP_SIDE;
    struct steps *plan = usual ? create() : map_plan_create(width, height);
    desk_wish_for(app, &editor->desk, (struct desk_wish){.sheet = plan});
}

static void edit_file(struct app *app, const char *path)
{
    desk_edit_file(app, &the_editor(app)->desk, path);
}

static bool has_unsaved(const struct app *app)
{
    return (shared && desk_is_changed(&shared->desk)) ||
           keeper_has_left(app->tracks_folder, maps.kept_as);
}

static void edit_unsaved(struct app *app)
{
    desk_edit_unsaved(app, &the_editor(app)->desk);
}

const struct workshop stock_cars_workshop = {
    .game = &stock_cars_game,
    .editor = &screen_map_editor,
    .edit_new = edit_new,
    .edit_file = edit_file,
    .has_unsaved = has_unsaved,
    .edit_unsaved = edit_unsaved,
};
