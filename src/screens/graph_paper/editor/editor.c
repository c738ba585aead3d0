/* The sheet that is being drawn: what is known of it, undo and redo, problems.
 *
 * Owns the sketch. After each change the track that the sheet may become is looked at anew: what is
 * wrong or missing, how it is to be drawn, and, when it is a track, what its best lap is.
 */

#include "screens/graph_paper/editor/editor.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "drivers/graph_paper/levels/driver.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/autosave.h"
#include "screens/course_tools.h"
#include "screens/graph_paper/inspection/inspection.h"
#include "screens/graph_paper/photo/photo.h"
#include "studio/graph_paper/photo/photo.h"
#include "track/draft.h"
#include "track/track.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct editor *editor_of(struct editor_frame *frame)
{
    return (struct editor *)frame;
}

bool editor_did(struct editor *editor, bool done)
{
    if (!done && editor->error.text[0])
        editor_frame_say(&editor->frame, "%s", editor->error.text);
    editor->error = (struct error){0};
    return done;
}

/* --- the document --------------------------------------------------------------------------- */

void editor_forget(struct editor *editor)
{
    track_release(editor->known.look);
    track_release(editor->known.track);
    editor->known.look = editor->known.track = NULL;
    editor->known.problem_count = 0;
    editor->known.chosen = -1;
    editor->known.looked = false;
}

const struct flat_photo *editor_photo(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    const struct flat_photo *photo = &editor->papers.photo;
    bool fits = photo->pixels && photo->width * draft->height == photo->height * draft->width &&
                photo->width % draft->width == 0;
    return fits ? photo : NULL;
}

uint64_t editor_hash_item(const struct draft_item *item)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)item->role);
    hash = hash_number(hash, item->number);
    hash = hash_number(hash, (int64_t)item->arrow.x * SHEET_MAX * 4 + item->arrow.y);
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        hash = hash_number(hash, loop->closed);
        hash = hash_bytes(hash, loop->vertices, (size_t)loop->count * sizeof *loop->vertices);
    }
    return hash;
}

/* --- what is known of it -------------------------------------------------------------------- */

static void look_for_problems(struct editor *editor, const struct draft *draft)
{
    editor->known.problem_count =
        draft_list_problems(draft, editor->known.problems, EDITOR_PROBLEM_LIMIT);
    track_release(editor->known.track);
    editor->known.track = NULL;
    if (editor->known.problem_count == 0)
        editor->known.track = track_from_draft(draft, &editor->error);
    editor->known.turned =
        editor->known.track ? lap_find_turned(editor->known.track) : (struct lap_turned){0};
    if (editor->known.problem_count > 0 || editor->known.track)
        return;
    editor->known.problems[0] =
        (struct draft_problem){.error = editor->error, .item = -1, .other = -1};
    editor->known.problem_count = 1;
    editor->error = (struct error){0};
}

static void ask_for_lap(struct editor *editor, const struct draft *draft)
{
    /* What the best lap depends on: all but name, author and note. */
    uint64_t shape = hash_number(HASH_START, (int64_t)draft->width * SHEET_MAX * 2 + draft->height);
    for (int i = 0; i < draft->count; i++)
        shape = hash_number(shape, (int64_t)editor_hash_item(&draft->items[i]));
    bool same = editor->known.lap_asked && shape == editor->known.shape;
    editor->known.shape = shape;
    if (!editor->known.best_lap || same)
        return;
    editor->known.lap_asked = true;
    best_lap_ask(editor->known.best_lap,
                 editor->known.track && editor->known.track->has_line ? editor->known.track : NULL,
                 shape);
}

bool editor_refresh(struct editor *editor)
{
    uint64_t version = steps_version(editor->frame.sheet);
    if (editor->known.looked && version == editor->known.version)
        return false;
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    editor->known.looked = true;
    editor->known.version = version;
    editor->known.chosen = -1;
    track_release(editor->known.look);
    editor->known.look = track_to_look_at(draft);
    look_for_problems(editor, draft);
    sketch_texts(editor->frame.sheet, &editor->known.texts);
    editor_keep_items(editor, draft->count);
    editor_forget_corner(editor);
    ask_for_lap(editor, draft);
    return true;
}

void editor_turn_lines(struct editor *editor)
{
    editor_refresh(editor);
    const struct lap_turned turned = editor->known.turned;
    for (int i = sketch_draft(editor->frame.sheet)->count - 1; i >= 0; i--) {
        enum draft_role role = sketch_draft(editor->frame.sheet)->items[i].role;
        if ((role == DRAFT_START && turned.start) || (role == DRAFT_FINISH && turned.finish))
            sketch_flip_line(editor->frame.sheet, i);
    }
}

/* A track has no problem but that, when it is found, there may be no lap. */
static void take_answer(struct editor *editor)
{
    const struct best_lap_answer *answer = &editor->known.answer;
    editor->known.answer = best_lap_answer(editor->known.best_lap);
    if (!editor->known.track)
        return;
    editor->known.problem_count =
        answer->state == BEST_LAP_NO_LAP && answer->version == editor->known.shape ? 1 : 0;
    if (editor->known.problem_count == 0)
        return;
    struct draft_problem problem = {.item = -1, .other = -1, .repair = REPAIR_TURN};
    problem.has_place = answer->finding.has_place;
    problem.at = point_to_fine(answer->finding.at);
    snprintf(problem.error.text, sizeof problem.error.text, "%s", answer->why);
    editor->known.problems[0] = problem;
}

static bool place_of_problem(const struct editor *editor, const struct draft_problem *problem,
                             struct camera_area *area)
{
    struct spot low, high;
    if (problem->has_place) {
        double x = (double)problem->at.x / FINE, y = (double)problem->at.y / FINE;
        *area = (struct camera_area){x - 3, y - 3, x + 3, y + 3};
        return true;
    }
    if (problem->item < 0 || !sketch_box(editor->frame.sheet, problem->item, &low, &high))
        return false;
    *area = (struct camera_area){low.x, low.y, high.x, high.y};
    return true;
}

void editor_go_to_problem(struct editor *editor, int index)
{
    struct camera_area area;
    editor->known.chosen = index;
    if (place_of_problem(editor, &editor->known.problems[index], &area))
        camera_show(&editor->frame.camera, area);
}

/* --- undo ----------------------------------------------------------------------------------- */

/* Corner by corner where it has any. */
static bool take_back(struct editor_frame *frame)
{
    struct editor *editor = editor_of(frame);
    const struct editor_tool *tool = editor_tool(editor);
    const struct editor_touch none = {0};
    if (editor->path_drawn.active && tool->key_press &&
        tool->key_press(editor, SDLK_BACKSPACE, &none))
        return true;
    if (!editor->path_drawn.active && editor->selection.grip == GRIP_NONE)
        return false;
    editor_give_up(editor);
    return true;
}

static void stepped(struct editor_frame *frame)
{
    editor_keep_items(editor_of(frame), 0);
}

/* --- shapes of other programs --------------------------------------------------------------- */

bool editor_is_shape(enum draft_role role)
{
    return draft_role_is_area(role) || role == DRAFT_DECORATION;
}

static bool is_closed_shape(const struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        if (item->loops[i].closed && item->loops[i].count >= 3)
            return item->role == DRAFT_DECORATION;
    return false;
}

int editor_count_shapes(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    int count = 0;
    for (int i = 0; i < draft->count; i++) {
        if (draft->items[i].role == DRAFT_WALL)
            return 0;
        count += is_closed_shape(&draft->items[i]);
    }
    return count;
}

void editor_take_shapes(struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->frame.sheet);
    editor_keep_items(editor, 0);
    steps_begin(editor->frame.sheet, "Change role");
    /* From the back: an item may become several, which come behind it. */
    for (int i = draft->count - 1; i >= 0; i--)
        if (is_closed_shape(&draft->items[i]))
            editor_did(editor, sketch_set_role(editor->frame.sheet, i, DRAFT_WALL, &editor->error));
    steps_end(editor->frame.sheet, false);
}

/* === input ==================================================================================== */

/* The hand on the sheet. The keyboard's cursor goes by a square, with Shift by a quarter, and
 * passes quarters on the way, so that what is drawn by keys has as many points as by hand.
 */

static const double NEAR = 12;          /* interface pixels: what is so near is meant */
static const double CURSOR_MARGIN = 40; /* between the cursor and the edge of the window */
static const double QUARTER = 0.25;

static struct editor_touch touch_at(const struct editor_frame *frame, struct spot at)
{
    const struct paper_view *view = &frame->camera.view;
    double square = view->square > 0 ? view->square : 1;
    return (struct editor_touch){.at = at,
                                 .reach = NEAR * view->scale / square,
                                 .shift = (frame->mod & KMOD_SHIFT) != 0,
                                 .loose = (frame->mod & KMOD_ALT) != 0,
                                 .again = frame->again};
}

/* What the handles are under is asked for where the press is, not where the pointer was. */
static void press(struct editor_frame *frame, double x, double y)
{
    struct editor *editor = editor_of(frame);
    struct editor_touch touch = touch_at(frame, (struct spot){x, y});
    if (editor->held)
        editor_give_up(editor);
    editor_move(editor, &touch, false);
    editor_press(editor, &touch);
}

static void press_cursor(struct editor_frame *frame)
{
    struct spot at = editor_of(frame)->pointer;
    press(frame, at.x, at.y);
}

static bool drag(struct editor_frame *frame, double x, double y)
{
    struct editor_touch touch = touch_at(frame, (struct spot){x, y});
    editor_move(editor_of(frame), &touch, editor_of(frame)->held);
    return true;
}

static void release(struct editor_frame *frame)
{
    struct editor *editor = editor_of(frame);
    struct editor_touch touch = touch_at(frame, editor->pointer);
    if (!editor->held)
        return;
    editor_release(editor, &touch);
    frame->drawing = editor->path_drawn.active;
}

static bool give_up(struct editor_frame *frame)
{
    return editor_give_up(editor_of(frame));
}

static bool let_go(struct editor_frame *frame)
{
    bool had = frame->cursor;
    frame->cursor = false;
    return had;
}

/* --- the cursor ----------------------------------------------------------------------------- */

static void keep_cursor_in_sight(struct editor_frame *frame)
{
    struct camera *camera = &frame->camera;
    struct spot at = editor_of(frame)->pointer;
    double margin = fmin(CURSOR_MARGIN * camera->view.scale, camera->width / 4.0);
    double x = camera->view.left + at.x * camera->view.square;
    double y = camera->view.top + (camera->rows - at.y) * camera->view.square;
    double dx = fmax(0, margin - x) - fmax(0, x - (camera->width - margin));
    double dy = fmax(0, margin - y) - fmax(0, y - (camera->height - margin));
    bool out = x < 0 || y < 0 || x > camera->width || y > camera->height;
    if (out || (camera->chosen && (dx != 0 || dy != 0)))
        camera_pan(camera, (int)lround(dx), (int)lround(dy));
}

/* Shift tells how far the cursor goes, and means nothing else then. */
static void move_cursor_to(struct editor_frame *frame, struct spot at)
{
    const struct draft *draft = sketch_draft(frame->sheet);
    at = (struct spot){fmin(fmax(at.x, 0), draft->width), fmin(fmax(at.y, 0), draft->height)};
    struct editor_touch touch = touch_at(frame, at);
    touch.shift = false;
    editor_move(editor_of(frame), &touch, editor_of(frame)->held);
}

static void step_cursor(struct editor_frame *frame, struct point by)
{
    const struct spot *at = &editor_of(frame)->pointer;
    if (by.x == 0 && by.y == 0)
        move_cursor_to(frame, editor_snapped(*at));
    for (int i = (frame->mod & KMOD_SHIFT) ? 1 : 4; i > 0 && (by.x != 0 || by.y != 0); i--)
        move_cursor_to(frame, (struct spot){at->x + by.x * QUARTER, at->y + by.y * QUARTER});
    keep_cursor_in_sight(frame);
}

static void draw_cursor(struct canvas *canvas, const struct editor *editor)
{
    const struct editor_frame *frame = &editor->frame;
    if (!frame->cursor)
        return;
    const struct paper_view *view = &frame->camera.view;
    struct box box = frame->sheet_box;
    double x = box.x + view->left + editor->pointer.x * view->square;
    double y = box.y + view->top + (frame->camera.rows - editor->pointer.y) * view->square;
    double radius = 9 * view->scale, arm = 16 * view->scale, gap = 4 * view->scale;
    struct stroke pen = {canvas_theme(canvas)->focus, 2.5 * view->scale, 0};
    canvas_push_clip(canvas, box);
    canvas_circle(canvas, x, y, editor->held ? radius * 0.6 : radius, &pen);
    for (int i = 0; i < 4; i++) {
        double dx = (i == 0) - (i == 1), dy = (i == 2) - (i == 3);
        const double points[4] = {x + dx * gap, y + dy * gap, x + dx * arm, y + dy * arm};
        canvas_stroke(canvas, points, 2, &pen);
    }
    canvas_pop_clip(canvas);
}

/* --- keys ----------------------------------------------------------------------------------- */

static bool press_control_key(struct app *app, struct editor *editor, const SDL_Keysym *key)
{
    bool saves = key->sym == SDLK_s && (key->mod & KMOD_SHIFT);
    if (saves)
        editor_save_copy(app, editor);
    else if (key->sym == SDLK_d)
        editor_duplicate_selection(editor);
    else if (key->sym == SDLK_a)
        editor_select_all(editor);
    else if (key->sym == SDLK_n)
        app_edit_new(app, 0, 0);
    else if (key->sym == SDLK_p)
        editor_print(app, editor);
    else
        return false;
    return true;
}

/* Zooms at the pointer or the cursor. */
static bool press_look_key(struct app *app, struct editor *editor, SDL_Keycode key)
{
    struct camera *camera = &editor->frame.camera;
    struct spot at = editor->pointer;
    const double place[] = {camera->view.left + at.x * camera->view.square,
                            camera->view.top + (camera->rows - at.y) * camera->view.square};
    if (key != SDLK_g)
        return camera_hand_key(camera, key, editor->frame.pointer_known ? place : NULL,
                               !app->settings.reduced_motion);
    editor->best_lap_hidden = !editor->best_lap_hidden;
    return true;
}

static bool press_key(struct app *app, struct editor_frame *frame, const SDL_Keysym *key)
{
    struct editor *editor = editor_of(frame);
    struct editor_touch touch = touch_at(frame, editor->pointer);
    const struct editor_tool *tool = editor_tool(editor);
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_control_key(app, editor, key);
    if (tool->key_press && !editor->held && tool->key_press(editor, key->sym, &touch))
        return true;
    return !(key->mod & KMOD_ALT) && press_look_key(app, editor, key->sym);
}

/* === editor =================================================================================== */

/* The track editor as a screen: its frame, and the ways to it. */

static const struct editor_frame_kind tracks;
static struct editor *shared; /* made when first asked for, kept to the end */

static struct editor_frame *the_frame(void)
{
    if (!shared) {
        shared = memory_allocate(1, sizeof *shared);
        editor_prepare(shared);
    }
    return &shared->frame;
}

int editor_tool_in_hand(void)
{
    return shared && shared->frame.sheet ? shared->frame.tool : -1;
}

/* --- coming and going ----------------------------------------------------------------------- */

static void comes_up(struct editor_frame *frame)
{
    struct editor *editor = editor_of(frame);
    editor_forget(editor);
    editor_keep_items(editor, 0);
    editor_sheet_forget(editor->sheet);
    if (!frame->next.is_asked_for)
        editor_take_papers(editor);
    editor_refresh(editor);
}

static void opens(struct editor_frame *frame)
{
    struct editor *editor = editor_of(frame);
    editor->sheet = editor_sheet_create();
    editor->known.best_lap = best_lap_create();
    editor->known.looked = editor->known.lap_asked = false;
    editor_open_dialog(editor, DIALOG_NONE);
}

static void closes(struct editor_frame *frame)
{
    struct editor *editor = editor_of(frame);
    editor_sheet_free(editor->sheet);
    best_lap_free(editor->known.best_lap);
    editor->sheet = NULL;
    editor->known.best_lap = NULL;
    editor->known.answer = (struct best_lap_answer){0};
}

static void open_when_free(struct app *app, struct pending_open pending, struct next_sheet next)
{
    struct editor *editor = editor_of(the_frame());
    pending_open_free(&editor->papers.pending);
    editor->papers.pending = pending;
    editor_frame_open_next(app, &editor->frame, next);
}

void app_edit_new(struct app *app, int width, int height)
{
    bool asks = width == 0;
    open_when_free(app, (struct pending_open){0},
                   (struct next_sheet){.is_asked_for = asks,
                                       .sheet = asks ? NULL : sketch_create(width, height)});
}

static void edit_file(struct app *app, const char *path)
{
    struct pending_open pending;
    struct next_sheet next;
    struct error error;
    struct text content = {0};
    char where[600];
    bool is_read = file_read_unpacked(path, TRACK_FILE_LIMIT, &content, &error) &&
                   editor_read_file(app, path, &content, &pending, &next, &error);
    text_free(&content);
    if (is_read) {
        if (!next.is_asked_for)
            next.sheet = sketch_from_draft(&pending.draft);
        open_when_free(app, pending, next);
        return;
    }
    error_describe(&error, file_own_name(path), where, sizeof where);
    app_tell(app, "This drawing cannot be opened. %s", where);
}

static bool import_file(struct app *app, struct course course, const char *path,
                        struct text *content)
{
    struct pending_open pending;
    struct next_sheet next;
    struct error error;
    if (graph_paper_track_of(course)->has_line ||
        !editor_read_file(app, path, content, &pending, &next, &error))
        return false;
    if (next.is_asked_for) {
        open_when_free(app, pending, next);
        return true;
    }
    pending_open_free(&pending);
    free(next.path);
    return false;
}

static bool open_picture(struct app *app, const char *path)
{
    struct pending_open pending = {.has_draft = true};
    if (cells_take(path, &pending.cells)) {
        pending.cells_path = memory_copy_string(path);
        open_when_free(app, pending,
                       (struct next_sheet){.is_asked_for = true, .changed = true, .is_copy = true});
        return true;
    }
    if (!photo_is_picture(path))
        return false;
    app_open_photo(app, path, file_ends_with(path, ".png"));
    return true;
}

void app_edit_photo(struct app *app, struct draft *draft, struct flat_photo photo)
{
    struct steps *sketch = sketch_from_draft(draft);
    open_when_free(app, (struct pending_open){.has_draft = true, .photo = photo},
                   (struct next_sheet){.sheet = sketch, .changed = true, .is_copy = true});
}

void app_edit_draft(struct app *app, struct draft *draft)
{
    app_edit_photo(app, draft, (struct flat_photo){0});
}

void editor_print(struct app *app, const struct editor *editor)
{
    const struct editor_known *known = &editor->known;
    app_print(app, graph_paper_course(known->track ? known->track : known->look));
}

/* --- what is kept aside: behind the drawing stands what it leaves out of the file that was opened
 */

static const char losses_mark[] = "<!-- leaves out ";

/* The outline that the tool in hand is drawing; without spots if there is none. */
static struct paper_pen wet_outline(const struct editor *editor)
{
    struct editor_show show = editor_show(editor);
    struct paper_pen pen = show.wet.count > 0 ? show.wet : show.live;
    bool draws = pen.look == PEN_DRAWS && draft_role_is_area(pen.role) && pen.count > 1;
    return draws ? pen : (struct paper_pen){0};
}

/* The sheet as it would be if what is being drawn were let go of here. */
static void write_with_outline(const struct editor *editor, const struct paper_pen *pen,
                               struct text *text)
{
    const struct editor_touch here = {.reach = editor->reach};
    struct draft draft;
    struct error error;
    draft_copy(&draft, sketch_draft(editor->frame.sheet));
    struct steps *sketch = sketch_from_draft(&draft);
    if (pen->corners)
        sketch_draw_polygon(sketch, pen->role, pen->spots, pen->count, false, &error);
    else
        sketch_draw_stroke(sketch, pen->role, pen->spots, pen->count, editor_closing_reach(&here),
                           &error);
    svg_write_draft(sketch_draft(sketch), text);
    steps_free(sketch);
}

static void write(const struct steps *sketch, struct text *into)
{
    svg_write_draft(sketch_draft(sketch), into);
}

static void write_kept(const struct editor_frame *frame, struct text *into)
{
    const struct editor *editor = (const struct editor *)frame;
    struct paper_pen pen = wet_outline(editor);
    if (pen.count > 0)
        write_with_outline(editor, &pen, into);
    else
        write(frame->sheet, into);
    if (!editor->papers.losses_told)
        text_append_format(into, "%s%d %d %d %d %d %d %d -->\n", losses_mark,
                           editor->papers.losses.texts, editor->papers.losses.pictures,
                           editor->papers.losses.shapes, editor->papers.losses.colours,
                           editor->papers.losses.gradients, editor->papers.losses.effects,
                           editor->papers.losses.curves);
}

/* The spots of a stroke that is being drawn count, too. */
static int count_wet(const struct editor_frame *frame)
{
    return wet_outline((const struct editor *)frame).count;
}

static struct steps *read(struct editor_frame *frame, const char *bytes, size_t length,
                          struct error *error)
{
    struct pending_open *pending = &((struct editor *)frame)->papers.pending;
    struct draft draft;
    if (!svg_read_draft(bytes, length, &draft, error))
        return NULL;
    pending_open_free(pending);
    pending->has_draft = true;
    pending->losses = draft.source.losses;
    /* The comments behind the drawing; a broken one is passed over. */
    struct draft_losses *losses = &pending->losses;
    const char *found = autosave_find_behind(bytes, losses_mark);
    int counts[7];
    if (found && sscanf(found, "%d %d %d %d %d %d %d", &counts[0], &counts[1], &counts[2],
                        &counts[3], &counts[4], &counts[5], &counts[6]) == 7)
        *losses = (struct draft_losses){counts[0], counts[1], counts[2], counts[3],
                                        counts[4], counts[5], counts[6]};
    return sketch_from_draft(&draft);
}

/* --- on the frame ----------------------------------------------------------------------------- */

static struct steps *create(void)
{
    return sketch_create(60, 45);
}

static const char *name(const struct steps *sketch)
{
    return sketch_draft(sketch)->name;
}

static bool is_empty(const struct steps *sketch)
{
    return sketch_draft(sketch)->count == 0;
}

static struct point size(const struct steps *sketch)
{
    const struct draft *draft = sketch_draft(sketch);
    return (struct point){draft->width, draft->height};
}

/* The course of the frame is the track, as long as nothing is wrong with it. */
static void refresh(struct editor_frame *frame)
{
    struct editor *editor = editor_of(frame);
    struct editor_known *known = &editor->known;
    editor_refresh(editor);
    if (known->best_lap)
        take_answer(editor);
    editor_parallel_refresh(editor);
    frame->drawing = editor->held || editor->path_drawn.active;
    const struct track *track = known->problem_count == 0 ? known->track : NULL;
    if (frame->course.body == track)
        return;
    course_release(frame->course);
    frame->course = (struct course){0};
    if (track)
        frame->course = graph_paper_course(track_retain(track));
}

/* Where there is no line nothing can be done alone: there is one to be run into. */
static struct setup derby_on(const struct track *track, struct player players[2])
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_DERBY);
    const struct driver_kind *kind = &driver_kinds[LEVEL_CLUB];
    setup.players = 2;
    setup.course = graph_paper_course(track);
    setup.values[FIELD_CARS_PER_PLAYER] = 1;
    players[1] = (struct player){.pen = players[0].pen % PEN_COUNT + 1};
    snprintf(players[1].name, sizeof players[1].name, "%s", kind->title);
    snprintf(players[1].driver, sizeof players[1].driver, "%s", kind->name);
    return setup;
}

static void try_out(struct app *app, struct editor_frame *frame)
{
    const struct track *track = frame->course.body;
    struct error error;
    struct player players[2] = {course_tools_tester(&app->settings)};
    struct setup setup = track->has_line ? lap_rules_as_drawn(track) : derby_on(track, players);
    setup.seed = 1;
    if (!app_try(app, &setup, players, &error))
        app_tell(app, "This track cannot be tried out: %s", error.text);
}

static void show_wrong(struct editor_frame *frame)
{
    editor_go_to_problem(editor_of(frame), 0);
    camera_jump(&frame->camera);
}

static void choose_tool(struct editor_frame *frame, int tool)
{
    editor_choose_tool(editor_of(frame), (enum editor_tool_id)tool);
    frame->focus_sheet = true; /* arrows mean the cursor then */
}

static void draw_sheet(struct editor_frame *frame, struct canvas *canvas)
{
    editor_sheet_draw(editor_of(frame)->sheet, canvas, editor_of(frame));
    draw_cursor(canvas, editor_of(frame));
}

static void write_place(const struct editor_frame *frame, char *into, size_t size_of)
{
    const struct draft *draft = sketch_draft(frame->sheet);
    struct point at = editor_grid_point(((const struct editor *)frame)->pointer);
    into[0] = '\0';
    if (frame->pointer_known && at.x >= 0 && at.y >= 0 && at.x <= draft->width &&
        at.y <= draft->height)
        snprintf(into, size_of, "%s", pair_of(at.x, at.y).text);
}

static int count_wrong(const struct editor_frame *frame)
{
    return ((const struct editor *)frame)->known.problem_count;
}

static const char *hint(const struct editor_frame *frame)
{
    const struct editor *editor = (const struct editor *)frame;
    enum paper_handle hot = frame->tool == TOOL_SELECT ? editor->selection.hot : HANDLE_NONE;
    return hot == HANDLE_TURN   ? "Drag to turn; with Shift in steps of 15 degrees."
           : hot != HANDLE_NONE ? "Drag to scale; Shift keeps the shape, Alt the middle."
           : editor->path_drawn.active && editor->path_drawn.near_start
               ? "Let go here and it closes."
               : NULL;
}

static const char *const invitation[] = {"Draw the outer wall,", "then the inner one,",
                                         "then a line to start from.",
                                         "Hold the button down, or arrow keys and Space."};

static const struct editor_frame_kind tracks = {
    .game = &graph_paper_game,
    .screen = &screen_editor,
    .kept_as = ".svg",
    .tools = editor_tools,
    .tool_count = TOOL_COUNT,
    .invitation = invitation,
    .space_pans = true,
    .create = create,
    .read = read,
    .write = write,
    .edit_file = edit_file,
    .write_kept = write_kept,
    .count_wet = count_wet,
    .name = name,
    .is_empty = is_empty,
    .size = size,
    .refresh = refresh,
    .comes_up = comes_up,
    .stepped = stepped,
    .show_wrong = show_wrong,
    .ask = editor_ask,
    .may_save = editor_may_save,
    .try_out = try_out,
    .press = press,
    .drag = drag,
    .release = release,
    .give_up = give_up,
    .take_back = take_back,
    .let_go = let_go,
    .step_cursor = step_cursor,
    .press_cursor = press_cursor,
    .choose_tool = choose_tool,
    .key = press_key,
    .opens = opens,
    .closes = closes,
    .draw_sheet = draw_sheet,
    .build_panel = editor_build_panel,
    .build_dialog = editor_build_dialog,
    .write_place = write_place,
    .count_wrong = count_wrong,
    .hint = hint,
    .write_complete = editor_write_par,
};

void editor_prepare(struct editor *editor)
{
    editor->frame.kind = &tracks;
    editor->frame.tool = TOOL_PEN;
    editor->corner.polygon_role = DRAFT_WALL;
    editor->corner.line_role = DRAFT_START_FINISH;
    editor->eraser_width = 2;
    editor->parallel.squares = 5;
    editor->parallel.base = -1;
    editor->known.chosen = -1;
    editor->path_drawn.item = -1;
    editor->selection.hot = HANDLE_NONE;
}

/* --- the screen ------------------------------------------------------------------------------- */

static void enter(struct app *app)
{
    editor_frame_enter(app, the_frame());
}

/* Without a sheet there is nothing but the question for one. */
static bool returns(const struct app *app)
{
    const struct editor_frame *frame = the_frame();
    (void)app;
    return (frame->sheet && !frame->is_blank) || frame->next.sheet || frame->next.is_asked_for;
}

const struct screen screen_editor = {
    .name = "editor",
    .enter = enter,
    .leave = editor_frame_close,
    .build = editor_frame_build,
    .event = editor_frame_event,
    .animate = editor_frame_animate,
    .covers_window = true,
    .returns = returns,
};

/* --- the tools: what is agreed on before a race: which points are on the track (RULES 2.4)
 * --------------- */

/* How many points of the track could be inspected: looked for once a track, which is held. */
static int count_doubtful(const struct track *track)
{
    static const struct track *counted;
    static int count;
    if (track == counted)
        return count;
    track_release(counted);
    counted = track_retain(track);
    free(track_list_doubtful(track, &count));
    return count;
}

static void say_agreement(struct course course, char *into, size_t size)
{
    const struct track *track = graph_paper_track_of(course);
    int points = count_doubtful(track), declared = points > 0 ? track->inspected_count : 0;
    if (declared > 0)
        snprintf(into, size, "Inspected: %d of %d", declared, points);
    else
        snprintf(into, size, "%s", points > 0 ? "Inspect" : "");
}

static void agree(struct app *app, struct course course, const char *path)
{
    agreement_on(path, graph_paper_track_of(course));
    app_go(app, &screen_inspection);
}

static struct course agreed(struct course course, const char *path, bool plain)
{
    const struct agreement *agreement = agreement_find(path);
    if (!agreement)
        return (struct course){0};
    if (plain)
        return graph_paper_course(agreement->plain);
    agreement = agreement_on(path, graph_paper_track_of(course));
    return graph_paper_course(agreement_make_track(agreement));
}

const struct course_tools graph_paper_course_tools = {
    .game = &graph_paper_game,
    .is_usual = true,
    .frame = the_frame,
    .edit_new = app_edit_new,
    .import_file = import_file,
    .open_picture = open_picture,
    .say_agreement = say_agreement,
    .agree = agree,
    .agreed = agreed,
    .generate = app_generate,
    .daily = &screen_daily,
};
