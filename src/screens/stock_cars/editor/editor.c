/* The map editor as a screen and as a workshop: a sheet, tools beside it, and what is said of the
 * map.
 */
#include "screens/stock_cars/editor/editor.h"

#include "base/memory.h"
#include "base/pair.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/workshop.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { USUAL_WIDTH = 64, USUAL_HEIGHT = 36 };

static const struct desk_kind maps;
static struct map_editor *shared; /* made when first asked for, kept to the end */

static struct map_editor *the_editor(const struct app *app)
{
    if (!shared) {
        shared = memory_allocate(1, sizeof *shared);
        shared->desk.kind = &maps;
        shared->desk.tool = MAP_STRAIGHT;
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

/* A field that is being typed in is ahead of the plan by blanks at most. */
static void take_texts(struct map_editor *editor)
{
    const struct map_draft *draft = map_plan_draft(editor->desk.sheet);
    snprintf(editor->name, sizeof editor->name, "%s", draft->name);
    snprintf(editor->author, sizeof editor->author, "%s", draft->author);
}

/* As a sentence, about the sheet and not about its file. */
static void say_here(struct map_fault *fault)
{
    if (map_editor_is_about_name(fault))
        snprintf(fault->text, sizeof fault->text, "The map has no name; write one below");
    fault->text[0] = (char)toupper((unsigned char)fault->text[0]);
}

static void refresh(struct desk *desk)
{
    struct map_editor *editor = map_editor_of(desk);
    uint64_t version = steps_version(editor->desk.sheet);
    if (editor->desk.drawing || (editor->known && version == editor->known_version))
        return;
    editor->known = true;
    editor->known_version = version;
    editor->chosen_fault = -1;
    editor->fault_count =
        map_draft_check(map_plan_draft(editor->desk.sheet), editor->faults, MAP_FAULT_LIMIT);
    for (int i = 0; i < editor->fault_count; i++)
        say_here(&editor->faults[i]);
    take_texts(editor);
    desk_learn(desk, editor->fault_count == 0);
}

bool map_editor_is_about_name(const struct map_fault *fault)
{
    return fault->key && strcmp(fault->key, "name") == 0;
}

void map_editor_go_to_fault(struct map_editor *editor, int index)
{
    const struct map_fault *fault = &editor->faults[index];
    editor->chosen_fault = index;
    if (fault->has_place)
        camera_show(&editor->desk.camera,
                    (struct camera_area){fault->at.x - 3.0, fault->at.y - 3.0, fault->at.x + 4.0,
                                         fault->at.y + 4.0});
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

static void stepped(struct desk *desk)
{
    map_editor_of(desk)->has_part = false;
}

static void comes_up(struct desk *desk)
{
    map_editor_of(desk)->known = map_editor_of(desk)->has_part = false;
}

static struct point size(const struct steps *plan)
{
    const struct map_draft *draft = map_plan_draft(plan);
    return (struct point){draft->width, draft->height};
}

static bool let_go(struct desk *desk)
{
    bool had = map_editor_of(desk)->has_part;
    map_editor_of(desk)->has_part = false;
    return had;
}

static bool key(struct app *app, struct desk *desk, const SDL_Keysym *pressed)
{
    struct map_editor *editor = map_editor_of(desk);
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

static void open_sheet(struct desk *desk)
{
    map_editor_of(desk)->sheet = map_sheet_create();
    map_editor_of(desk)->known = false;
}

static void close_sheet(struct desk *desk)
{
    map_sheet_free(map_editor_of(desk)->sheet);
    map_editor_of(desk)->sheet = NULL;
}

static void draw_sheet(struct desk *desk, struct canvas *canvas)
{
    map_sheet_draw(map_editor_of(desk)->sheet, canvas, map_editor_of(desk));
}

static void write_place(const struct desk *desk, char *into, size_t size_of)
{
    const struct map_draft *draft = map_plan_draft(desk->sheet);
    struct point at = ((const struct map_editor *)desk)->pointer;
    into[0] = '\0';
    if (desk->pointer_known && at.x >= 0 && at.y >= 0 && at.x < draft->width &&
        at.y < draft->height)
        snprintf(into, size_of, "%s", pair_of(at.x, at.y).text);
}

static int count_wrong(const struct desk *desk)
{
    return ((const struct map_editor *)desk)->fault_count;
}

static const char *hint(const struct desk *desk)
{
    (void)desk;
    return NULL;
}

static void show_wrong(struct desk *desk)
{
    struct map_editor *editor = map_editor_of(desk);
    if (editor->fault_count > 0)
        map_editor_go_to_fault(editor, 0);
    camera_jump(&editor->desk.camera);
}

static void enter(struct app *app)
{
    desk_enter(&the_editor(app)->desk);
}

static void leave(struct app *app)
{
    desk_close(&the_editor(app)->desk);
}

static void build(struct app *app, struct ui *ui)
{
    desk_build(app, ui, &the_editor(app)->desk);
}

static bool event(struct app *app, const SDL_Event *sdl_event)
{
    return desk_event(app, &the_editor(app)->desk, sdl_event);
}

static int animate(struct app *app, Uint32 now)
{
    return desk_animate(app, &the_editor(app)->desk, now);
}

static const struct screen screen_map_editor = {
    .name = "editor",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};

static const char *const invitation[] = {"Lay straights and bends,", "then a line to start from,",
                                         "then the grid.", "Ctrl+V pastes a map out of a post."};

static const struct desk_kind maps = {
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
    .open_sheet = open_sheet,
    .close_sheet = close_sheet,
    .draw_sheet = draw_sheet,
    .build_panel = map_editor_build_panel,
    .write_place = write_place,
    .count_wrong = count_wrong,
    .hint = hint,
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
    return desk_has_unsaved(app, shared ? &shared->desk : NULL, &maps);
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
