/* The editor for circuits as a screen and as a workshop: what is known of the plan, and the kind of
 * its desk.
 */
#include "screens/circuit/editor/editor.h"

#include "base/memory.h"
#include "screens/workshop.h"

#include <ctype.h>
#include <stdio.h>

static const struct desk_kind circuits;
static struct circuit_editor *shared; /* made when first asked for, kept to the end */

static struct circuit_editor *the_editor(const struct app *app)
{
    if (!shared) {
        shared = memory_allocate(1, sizeof *shared);
        shared->desk.kind = &circuits;
        shared->desk.tool = CIRCUIT_TOOL_PEN;
        shared->chosen = shared->corner = -1;
    }
    desk_open(app, &shared->desk);
    return shared;
}

struct circuit_editor *circuit_editor_of(struct desk *desk)
{
    return (struct circuit_editor *)desk;
}

const struct circuit_draft *circuit_editor_draft(const struct circuit_editor *editor)
{
    return circuit_plan_draft(editor->desk.sheet);
}

/* --- what is known of it ---------------------------------------------------------------------- */

static void forget_look(struct circuit_editor *editor)
{
    course_release((struct course){&circuit_game, editor->look});
    circuit_layout_free(editor->layout);
    editor->look = NULL;
    editor->layout = NULL;
    editor->looked = false;
}

/* In the middle of its space, of its row, or nowhere. */
static bool place_of(const struct circuit_editor *editor, int row, int lane, struct spot *at)
{
    if (!editor->layout || row < 0)
        return false;
    double across = lane > 0 ? lane - 0.5 : circuit_editor_draft(editor)->lanes / 2.0;
    struct circuit_spot spot = circuit_spot(editor->layout, row + 0.5, across);
    *at = (struct spot){spot.x, spot.y};
    return true;
}

static void check(struct circuit_editor *editor)
{
    struct circuit_fault faults[CIRCUIT_TOLD_LIMIT];
    int count = circuit_draft_check(circuit_editor_draft(editor), faults, CIRCUIT_TOLD_LIMIT);
    for (int i = 0; i < count; i++) {
        struct circuit_told *told = &editor->told[i];
        *told = (struct circuit_told){.remark = false};
        told->has_place = place_of(editor, faults[i].row, faults[i].lane, &told->at);
        snprintf(told->text, sizeof told->text, "%s.", faults[i].text);
        told->text[0] = (char)toupper((unsigned char)told->text[0]);
    }
    editor->fault_count = editor->told_count = count;
}

static void remark(struct circuit_editor *editor)
{
    struct circuit_remark remarks[CIRCUIT_REMARK_LIMIT];
    int count = circuit_plan_remarks(circuit_editor_draft(editor), remarks, CIRCUIT_REMARK_LIMIT);
    for (int i = 0; i < count; i++) {
        struct circuit_told *told = &editor->told[editor->told_count++];
        *told = (struct circuit_told){.remark = true, .has_place = true, .at = remarks[i].at};
        snprintf(told->text, sizeof told->text, "%s.", remarks[i].text);
        told->text[0] = (char)toupper((unsigned char)told->text[0]);
    }
}

void circuit_editor_look(struct circuit_editor *editor)
{
    uint64_t version = steps_version(editor->desk.sheet);
    const struct circuit_draft *draft = circuit_editor_draft(editor);
    if (editor->looked && version == editor->looked_version)
        return;
    forget_look(editor);
    editor->looked = true;
    editor->looked_version = version;
    editor->look = circuit_make_to_look_at(draft);
    editor->layout = circuit_layout_create(editor->look);
    editor->corner = editor->corner < draft->corner_count ? editor->corner : -1;
    editor->chosen = -1;
    editor->known = false;
    check(editor);
}

static void refresh(struct desk *desk)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    circuit_editor_look(editor);
    if (desk->drawing || (editor->known && editor->known_version == editor->looked_version))
        return;
    editor->known = true;
    editor->known_version = editor->looked_version;
    editor->told_count = editor->fault_count;
    remark(editor);
    snprintf(editor->name, sizeof editor->name, "%s", circuit_editor_draft(editor)->name);
    snprintf(editor->note, sizeof editor->note, "%s", circuit_editor_draft(editor)->note);
    desk_learn(desk, editor->fault_count == 0);
}

void circuit_editor_go_to(struct circuit_editor *editor, int index)
{
    const struct circuit_told *told = &editor->told[index];
    editor->chosen = index;
    if (told->has_place)
        camera_show(&editor->desk.camera, (struct camera_area){told->at.x - 3, told->at.y - 3,
                                                               told->at.x + 3, told->at.y + 3});
}

/* --- on the desk ------------------------------------------------------------------------------ */

static struct steps *read(const char *bytes, size_t length, struct error *error)
{
    struct circuit_draft draft;
    return circuit_draft_read(bytes, length, &draft, error) ? circuit_plan_from_draft(&draft)
                                                            : NULL;
}

static void write(const struct steps *plan, struct text *into)
{
    circuit_draft_write(circuit_plan_draft(plan), into);
}

static const char *name(const struct steps *plan)
{
    return circuit_plan_draft(plan)->name;
}

static bool is_empty(const struct steps *plan)
{
    const struct circuit_draft *draft = circuit_plan_draft(plan);
    return draft->course_count == 0 && draft->corner_count == 0;
}

static struct point size(const struct steps *plan)
{
    return circuit_plan_size(circuit_plan_draft(plan));
}

static const void *make(const struct steps *plan, struct error *error)
{
    return circuit_make(circuit_plan_draft(plan), error);
}

static void comes_up(struct desk *desk)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    forget_look(editor);
    editor->known = false;
    editor->corner = editor->chosen = -1;
    desk->tool = is_empty(desk->sheet) ? CIRCUIT_TOOL_PEN : CIRCUIT_TOOL_CORNER;
}

static void stepped(struct desk *desk)
{
    (void)desk;
}

static void show_wrong(struct desk *desk)
{
    if (circuit_editor_of(desk)->fault_count > 0)
        circuit_editor_go_to(circuit_editor_of(desk), 0);
    camera_jump(&desk->camera);
}

static bool let_go(struct desk *desk)
{
    bool had = circuit_editor_of(desk)->corner >= 0;
    circuit_editor_of(desk)->corner = -1;
    return had;
}

static void open_sheet(struct desk *desk)
{
    circuit_editor_of(desk)->sheet = circuit_editor_sheet_create();
    circuit_editor_of(desk)->known = false;
}

static void close_sheet(struct desk *desk)
{
    struct circuit_editor *editor = circuit_editor_of(desk);
    circuit_editor_close_tracks(editor);
    circuit_editor_sheet_free(editor->sheet);
    editor->sheet = NULL;
    forget_look(editor);
}

static void draw_sheet(struct desk *desk, struct canvas *canvas)
{
    circuit_editor_sheet_draw(circuit_editor_of(desk)->sheet, canvas, circuit_editor_of(desk));
}

static void write_place(const struct desk *desk, char *into, size_t size_of)
{
    const struct circuit_editor *editor = (const struct circuit_editor *)desk;
    into[0] = '\0';
    if (desk->pointer_known && editor->on_strip)
        snprintf(into, size_of, "row %d, lane %d", editor->space.row, editor->space.lane);
}

static int count_wrong(const struct desk *desk)
{
    return ((const struct circuit_editor *)desk)->fault_count;
}

/* --- the screen ------------------------------------------------------------------------------- */

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

const struct screen screen_circuit_editor = {
    .name = "editor",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};

static const char *const invitation[] = {"Draw the course with", "the pen, as the race goes.",
                                         "It closes by itself.",
                                         "Or take the way that a track goes: the panel offers it."};

static const struct desk_kind circuits = {
    .game = &circuit_game,
    .screen = &screen_circuit_editor,
    .kept_as = ".circuit.svg",
    .tools = circuit_tools,
    .tool_count = CIRCUIT_TOOL_COUNT,
    .invitation = invitation,
    .create = circuit_plan_create,
    .read = read,
    .write = write,
    .name = name,
    .is_empty = is_empty,
    .size = size,
    .make = make,
    .refresh = refresh,
    .comes_up = comes_up,
    .stepped = stepped,
    .show_wrong = show_wrong,
    .press = circuit_editor_press,
    .drag = circuit_editor_drag,
    .release = circuit_editor_release,
    .give_up = circuit_editor_give_up,
    .let_go = let_go,
    .step_cursor = circuit_editor_step_cursor,
    .press_cursor = circuit_editor_press_cursor,
    .choose_tool = circuit_editor_choose_tool,
    .key = circuit_editor_key,
    .open_sheet = open_sheet,
    .close_sheet = close_sheet,
    .draw_sheet = draw_sheet,
    .build_panel = circuit_editor_build_panel,
    .build_dialog = circuit_editor_build_tracks,
    .write_place = write_place,
    .count_wrong = count_wrong,
    .hint = circuit_editor_hint,
};

/* --- the workshop ----------------------------------------------------------------------------- */

static void edit_new(struct app *app, int width, int height)
{
    (void)width, (void)height; /* the sheet is laid round what is drawn */
    desk_edit_new(app, &the_editor(app)->desk);
}

static void edit_file(struct app *app, const char *path)
{
    desk_edit_file(app, &the_editor(app)->desk, path);
}

static bool has_unsaved(const struct app *app)
{
    return desk_has_unsaved(app, shared ? &shared->desk : NULL, &circuits);
}

static void edit_unsaved(struct app *app)
{
    desk_edit_unsaved(app, &the_editor(app)->desk);
}

const struct workshop circuit_workshop = {
    .game = &circuit_game,
    .editor = &screen_circuit_editor,
    .edit_new = edit_new,
    .edit_file = edit_file,
    .has_unsaved = has_unsaved,
    .edit_unsaved = edit_unsaved,
};
