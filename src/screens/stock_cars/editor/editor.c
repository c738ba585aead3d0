/* The map editor as a screen and as a workshop: a sheet, tools beside it, and what is said of the
 * map.
 */
#include "screens/stock_cars/editor/editor.h"

#include "base/memory.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/tracks/files.h"
#include "screens/workshop.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_WIDTH = 64, USUAL_HEIGHT = 36 };
static const double PANEL_WIDTH = 298, LINE_HEIGHT = 44; /* interface pixels */

static struct map_editor *shared; /* made when first asked for, kept to the end */

static struct map_editor *the_editor(const struct app *app)
{
    if (!shared) {
        shared = memory_allocate(1, sizeof *shared);
        shared->tool = MAP_STRAIGHT;
        shared->tile = TILE_ASPHALT;
        shared->width = 5;
        shared->chosen_fault = shared->tool_pointed = -1;
    }
    if (!shared->keeper)
        shared->keeper = map_editor_keeper_create(shared, app->tracks_folder);
    return shared;
}

void map_editor_say(struct map_editor *editor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(editor->said, sizeof editor->said, format, arguments);
    va_end(arguments);
}

bool map_editor_is_changed(const struct map_editor *editor)
{
    return editor->plan && map_plan_version(editor->plan) != editor->saved_version;
}

/* --- what is known of it ---------------------------------------------------------------------- */

static void follow_size(struct map_editor *editor)
{
    const struct map_draft *draft = map_plan_draft(editor->plan);
    if (editor->camera.columns != draft->width || editor->camera.rows != draft->height)
        camera_set_sheet(&editor->camera, (struct point){draft->width, draft->height});
}

static void search_par(struct map_editor *editor)
{
    const struct map_draft *draft = map_plan_draft(editor->plan);
    struct error error;
    struct course course = {&stock_cars_game, stock_map_make(draft, &error)};
    bool same = course.body && editor->course.body &&
                course_fingerprint(course) == course_fingerprint(editor->course);
    course_release(editor->course);
    editor->course = course.body ? course : (struct course){0};
    if (same && editor->par)
        return;
    par_free(editor->par);
    editor->par = course.body ? par_search_courses(&course, 1) : NULL;
}

/* A field that is being typed in is ahead of the plan by blanks at most. */
static void take_texts(struct map_editor *editor)
{
    const struct map_draft *draft = map_plan_draft(editor->plan);
    snprintf(editor->name, sizeof editor->name, "%s", draft->name);
    snprintf(editor->author, sizeof editor->author, "%s", draft->author);
}

void map_editor_refresh(struct map_editor *editor)
{
    uint64_t version = map_plan_version(editor->plan);
    follow_size(editor);
    if (editor->drawing || (editor->known && version == editor->known_version))
        return;
    editor->known = true;
    editor->known_version = version;
    editor->chosen_fault = -1;
    editor->fault_count =
        map_draft_check(map_plan_draft(editor->plan), editor->faults, MAP_FAULT_LIMIT);
    for (int i = 0; i < editor->fault_count; i++)
        editor->faults[i].text[0] = (char)toupper((unsigned char)editor->faults[i].text[0]);
    take_texts(editor);
    search_par(editor);
}

void map_editor_write_standing(const struct map_editor *editor, char *into, size_t size)
{
    const struct par_answer answer =
        editor->par ? par_answer(editor->par, 0) : (struct par_answer){.state = PAR_NO_LAP};
    into[0] = '\0';
    if (map_plan_is_empty(editor->plan) || editor->drawing)
        return;
    if (editor->fault_count > 0)
        snprintf(into, size, "Still to be put right: %d.", editor->fault_count);
    else if (answer.state == PAR_SEARCHING)
        snprintf(into, size, "The map is complete. Its fewest turns are being looked for ...");
    else if (answer.state == PAR_LAP && answer.rounds > 0)
        snprintf(
            into, size,
            "The map is complete. Alone it takes %d turns at least, for a car that never leaves "
            "the track, enters oil or sand, or is repaired.",
            answer.rounds);
    else
        snprintf(into, size, "The map is complete. Its fewest turns were not counted.");
}

void map_editor_go_to_fault(struct map_editor *editor, int index)
{
    const struct map_fault *fault = &editor->faults[index];
    editor->chosen_fault = index;
    if (fault->has_place)
        camera_show(&editor->camera, (struct camera_area){fault->at.x - 3.0, fault->at.y - 3.0,
                                                          fault->at.x + 4.0, fault->at.y + 4.0});
}

/* --- coming and going ------------------------------------------------------------------------- */

void map_editor_free_wish(struct map_wish *wish)
{
    map_plan_free(wish->plan);
    free(wish->path);
    *wish = (struct map_wish){0};
}

void map_editor_take_wish(struct map_editor *editor)
{
    struct map_wish wish = editor->wish;
    map_editor_give_up(editor);
    map_plan_free(editor->plan);
    free(editor->path);
    editor->wish = (struct map_wish){0};
    editor->plan = wish.plan;
    editor->path = wish.path;
    editor->stamp = wish.stamp;
    editor->saved_version = wish.changed ? UINT64_MAX : map_plan_version(wish.plan);
    editor->known = editor->has_part = editor->pointer_known = false;
    editor->dialog = MAP_ASKS_NOTHING;
    editor->scroll.offset = 0;
    editor->camera.chosen = false;
    const struct map_draft *draft = map_plan_draft(editor->plan);
    camera_set_sheet(&editor->camera, (struct point){draft->width, draft->height});
}

static void enter(struct app *app)
{
    struct map_editor *editor = the_editor(app);
    editor->sheet = map_sheet_create();
    editor->known = editor->pressed = editor->pointer_known = false;
    editor->hand = (struct camera_hand){0};
    editor->dialog = MAP_ASKS_NOTHING;
    if (!editor->plan && !editor->wish.plan)
        editor->wish.plan = map_plan_create(USUAL_WIDTH, USUAL_HEIGHT);
    if (editor->wish.plan && map_editor_is_changed(editor))
        editor->dialog = MAP_ASKS_OTHER;
    else if (editor->wish.plan)
        map_editor_take_wish(editor);
}

static void leave(struct app *app)
{
    struct map_editor *editor = the_editor(app);
    map_editor_give_up(editor);
    keeper_keep_now(editor->keeper);
    map_sheet_free(editor->sheet);
    par_free(editor->par);
    course_release(editor->course);
    editor->sheet = NULL;
    editor->par = NULL;
    editor->course = (struct course){0};
}

/* The map that one comes from is the one that is chosen where one comes to. */
void map_editor_go_away(struct app *app, struct map_editor *editor)
{
    if (editor->path) {
        free(app->chosen_track);
        app->chosen_track = memory_copy_string(editor->path);
        app->chosen_was_drawn = true;
    }
    app_go_back(app);
}

void map_editor_leave(struct app *app, struct map_editor *editor)
{
    if (map_editor_is_changed(editor))
        editor->dialog = MAP_ASKS_LEAVING;
    else
        map_editor_go_away(app, editor);
}

void map_editor_try(struct app *app, struct map_editor *editor)
{
    struct error error;
    map_editor_refresh(editor);
    if (!editor->course.body) {
        if (editor->fault_count > 0)
            map_editor_go_to_fault(editor, 0);
        camera_jump(&editor->camera);
        map_editor_say(editor, "It cannot be tried yet: what is in the way is marked and listed.");
        return;
    }
    struct player tester = workshop_tester(&app->settings);
    struct setup setup = setup_for_course(editor->course);
    setup.seed = 1;
    if (!app_try(app, &setup, &tester, &error))
        app_tell(app, "This map cannot be tried out: %s", error.text);
}

/* --- the picture ------------------------------------------------------------------------------ */

static void build_invitation(struct canvas *canvas, const struct map_editor *editor)
{
    static const char *const lines[] = {"Lay straights and bends,", "then a line to start from,",
                                        "then the grid."};
    const struct paper_theme *theme = canvas_theme(canvas);
    int height = canvas_units(canvas, 44);
    struct box box = box_centre(editor->sheet_box, editor->sheet_box.w, 4 * height);
    if (!map_plan_is_empty(editor->plan) || editor->dialog != MAP_ASKS_NOTHING ||
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

static void tell(struct app *app, struct map_editor *editor)
{
    if (editor->said[0])
        app_notice(app, "%s", editor->said);
    editor->said[0] = 0;
}

static void learn(struct ui *ui, struct map_editor *editor)
{
    map_editor_refresh(editor);
    editor->tool_pointed = -1;
    if (editor->focus_sheet)
        ui_set_focus(ui, "sheet", false);
    editor->focus_sheet = false;
    const char *ring = ui_ring(ui);
    editor->ring_elsewhere = ring[0] && strcmp(ring, "sheet") != 0;
}

static void build(struct app *app, struct ui *ui)
{
    struct map_editor *editor = the_editor(app);
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    learn(ui, editor);
    struct box line = box_cut_bottom(&rest, canvas_units(canvas, LINE_HEIGHT));
    struct box tools = box_cut_left(&rest, map_editor_toolbar_width(canvas, rest.h));
    int panel = canvas_units(canvas, PANEL_WIDTH), most = rest.w * 6 / 10;
    struct box side = box_cut_right(&rest, panel < most ? panel : most);
    editor->sheet_box = rest;
    camera_resize(&editor->camera, rest.w, rest.h, canvas_scale(canvas));
    map_editor_build_toolbar(ui, editor, tools);
    build_sheet(ui, editor);
    map_editor_build_panel(app, ui, editor, side);
    map_editor_build_line(ui, editor, line);
    if (!app->message[0] && !app->over)
        map_editor_build_dialog(app, ui, editor);
    tell(app, editor);
}

static bool event(struct app *app, const SDL_Event *sdl_event)
{
    struct map_editor *editor = the_editor(app);
    bool used = map_editor_event(app, editor, sdl_event);
    tell(app, editor);
    return used;
}

static int animate(struct app *app, Uint32 now)
{
    struct map_editor *editor = the_editor(app);
    int wait = keeper_keep(editor->keeper, now);
    bool tells = editor->said[0] != 0;
    wait = camera_hand_animate(&editor->hand, &editor->camera, now, wait);
    tell(app, editor);
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

static void wish_for(struct app *app, struct map_wish wish)
{
    struct map_editor *editor = the_editor(app);
    map_editor_free_wish(&editor->wish);
    editor->wish = wish;
    app_go(app, &screen_map_editor);
}

static void edit_new(struct app *app, int width, int height)
{
    bool usual = width <= 0 || height <= 0 || width > STOCK_MAP_SIDE || height > STOCK_MAP_SIDE;
    wish_for(app, (struct map_wish){.plan = map_plan_create(usual ? USUAL_WIDTH : width,
                                                            usual ? USUAL_HEIGHT : height)});
}

static void edit_file(struct app *app, const char *path)
{
    struct map_wish wish;
    struct error error;
    char where[600];
    if (map_editor_read_file(app, path, &wish, &error)) {
        wish_for(app, wish);
        return;
    }
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This map cannot be opened. %s", where);
}

static bool has_unsaved(const struct app *app)
{
    return (shared && map_editor_is_changed(shared)) ||
           keeper_has_left(app->tracks_folder, stock_maps.extension);
}

static void edit_unsaved(struct app *app)
{
    struct map_editor *editor = the_editor(app);
    struct map_wish wish;
    struct error error;
    if (map_editor_is_changed(editor))
        app_go(app, &screen_map_editor);
    else if (map_editor_take_left(editor, &wish, &error)) {
        char *own = wish.path ? tracks_own_path(app->tracks_folder, wish.path) : NULL;
        free(wish.path);
        wish.path = own;
        wish_for(app, wish);
    } else
        app_tell(app, "The unsaved map cannot be read: %s", error.text);
}

const struct workshop stock_cars_workshop = {
    .game = &stock_cars_game,
    .editor = &screen_map_editor,
    .edit_new = edit_new,
    .edit_file = edit_file,
    .has_unsaved = has_unsaved,
    .edit_unsaved = edit_unsaved,
};
