/* The sheet that is being drawn: what is known of it, undo and redo, problems.
 *
 * Owns the sketch. After each change the track that the sheet may become is looked at anew: what is
 * wrong or missing, how it is to be drawn, and, when it is a track, what its best lap is.
 */
#include "screens/graph_paper/editor/document.h"

#include "base/hash.h"
#include "track/track.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void editor_prepare(struct editor *editor)
{
    editor->tool = TOOL_PEN;
    editor->polygon_role = DRAFT_WALL;
    editor->line_role = DRAFT_START_FINISH;
    editor->eraser_width = 2;
    editor->parallel_squares = 5;
    editor->parallel_base = -1;
    editor->chosen_problem = -1;
    editor->path_drawn.item = -1;
    editor->selection.hot = HANDLE_NONE;
}

void editor_say(struct editor *editor, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(editor->said, sizeof editor->said, format, arguments);
    va_end(arguments);
}

bool editor_did(struct editor *editor, bool done)
{
    if (!done && editor->error.text[0])
        editor_say(editor, "%s", editor->error.text);
    editor->error = (struct error){0};
    return done;
}

/* --- the document --------------------------------------------------------------------------- */

static void forget_what_is_known(struct editor *editor)
{
    track_release(editor->look);
    track_release(editor->track);
    editor->look = editor->track = NULL;
    editor->problem_count = 0;
    editor->chosen_problem = -1;
    editor->known = false;
}

void editor_close_sketch(struct editor *editor)
{
    editor_give_up(editor);
    forget_what_is_known(editor);
    sketch_free(editor->sketch);
    free(editor->path);
    free(editor->photo.pixels);
    editor->photo = (struct flat_photo){0};
    editor->sketch = NULL;
    editor->path = NULL;
    editor->stamp = (struct file_stamp){0};
    editor->selection.count = 0;
    editor->parallel_base = -1;
    editor->parallel_key = 0;
    editor->cursor = (struct cursor){0};
}

void editor_show_sketch(struct editor *editor, struct sketch *sketch)
{
    editor_close_sketch(editor);
    editor->sketch = sketch;
    editor->saved_version = sketch_version(sketch);
    editor_sheet_forget(editor->sheet);
    editor_refresh(editor);
    camera_set_sheet(&editor->camera, track_size(editor->look));
}

const struct flat_photo *editor_photo(const struct editor *editor)
{
    const struct draft *draft = sketch_draft(editor->sketch);
    const struct flat_photo *photo = &editor->photo;
    bool fits = photo->pixels && photo->width * draft->height == photo->height * draft->width &&
                photo->width % draft->width == 0;
    return fits ? photo : NULL;
}

bool editor_is_changed(const struct editor *editor)
{
    return editor->sketch && sketch_version(editor->sketch) != editor->saved_version;
}

bool editor_is_empty(const struct editor *editor)
{
    return sketch_draft(editor->sketch)->count == 0;
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
    editor->problem_count = draft_list_problems(draft, editor->problems, EDITOR_PROBLEM_LIMIT);
    track_release(editor->track);
    editor->track = NULL;
    if (editor->problem_count == 0)
        editor->track = track_from_draft(draft, &editor->error);
    editor->turned = editor->track ? lap_find_turned(editor->track) : (struct lap_turned){0};
    if (editor->problem_count > 0 || editor->track)
        return;
    editor->problems[0] = (struct draft_problem){.error = editor->error, .item = -1, .other = -1};
    editor->problem_count = 1;
    editor->error = (struct error){0};
}

/* The sheet may have been made larger or smaller: what one looks at stays. */
static void follow_size(struct editor *editor, const struct draft *draft)
{
    struct camera *camera = &editor->camera;
    if (camera->columns == draft->width && camera->rows == draft->height)
        return;
    camera->columns = draft->width;
    camera->rows = draft->height;
    if (camera->width > 0) {
        camera_fit(camera);
        camera_jump(camera);
    }
}

/* What the best lap depends on: all but name, author and note. */
static uint64_t hash_shape(const struct draft *draft)
{
    uint64_t hash = hash_number(HASH_START, (int64_t)draft->width * SHEET_MAX * 2 + draft->height);
    for (int i = 0; i < draft->count; i++)
        hash = hash_number(hash, (int64_t)editor_hash_item(&draft->items[i]));
    return hash;
}

static void ask_for_lap(struct editor *editor, const struct draft *draft)
{
    uint64_t shape = hash_shape(draft);
    bool same = editor->lap_asked && shape == editor->shape;
    editor->shape = shape;
    if (!editor->best_lap || same)
        return;
    editor->lap_asked = true;
    best_lap_ask(editor->best_lap, editor->track && editor->track->has_line ? editor->track : NULL,
                 shape);
}

static void drop_stale_items(struct editor *editor, const struct draft *draft)
{
    int kept = 0;
    for (int i = 0; i < editor->selection.count; i++)
        if (editor->selection.items[i] < draft->count)
            editor->selection.items[kept++] = editor->selection.items[i];
    editor->selection.count = kept;
    editor->corner.pointed = editor->corner.pressed = false;
    if (editor->parallel_base >= draft->count)
        editor->parallel_base = -1;
}

bool editor_refresh(struct editor *editor)
{
    uint64_t version = sketch_version(editor->sketch);
    if (editor->known && version == editor->known_version)
        return false;
    const struct draft *draft = sketch_draft(editor->sketch);
    editor->known = true;
    editor->known_version = version;
    editor->chosen_problem = -1;
    track_release(editor->look);
    editor->look = track_to_look_at(draft);
    look_for_problems(editor, draft);
    sketch_texts(editor->sketch, &editor->texts);
    follow_size(editor, draft);
    drop_stale_items(editor, draft);
    ask_for_lap(editor, draft);
    return true;
}

void editor_turn_lines(struct editor *editor)
{
    editor_refresh(editor);
    const struct lap_turned turned = editor->turned;
    for (int i = sketch_draft(editor->sketch)->count - 1; i >= 0; i--) {
        enum draft_role role = sketch_draft(editor->sketch)->items[i].role;
        if ((role == DRAFT_START && turned.start) || (role == DRAFT_FINISH && turned.finish))
            sketch_flip_line(editor->sketch, i);
    }
}

/* A track has no problem but that, when it is found, there may be no lap. */
void editor_take_answer(struct editor *editor)
{
    const struct best_lap_answer *answer = &editor->answer;
    editor->answer = best_lap_answer(editor->best_lap);
    if (!editor->track)
        return;
    editor->problem_count =
        answer->state == BEST_LAP_NO_LAP && answer->version == editor->shape ? 1 : 0;
    if (editor->problem_count == 0)
        return;
    struct draft_problem problem = {.item = -1, .other = -1, .repair = REPAIR_TURN};
    problem.has_place = answer->finding.has_place;
    problem.at = point_to_fine(answer->finding.at);
    snprintf(problem.error.text, sizeof problem.error.text, "%s", answer->why);
    editor->problems[0] = problem;
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
    if (problem->item < 0 || !sketch_box(editor->sketch, problem->item, &low, &high))
        return false;
    *area = (struct camera_area){low.x, low.y, high.x, high.y};
    return true;
}

void editor_go_to_problem(struct editor *editor, int index)
{
    struct camera_area area;
    editor->chosen_problem = index;
    if (place_of_problem(editor, &editor->problems[index], &area))
        camera_show(&editor->camera, area);
}

/* --- undo ----------------------------------------------------------------------------------- */

/* What is being drawn goes first, corner by corner where it has any. */
static bool take_back_drawing(struct editor *editor)
{
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

/* The name is the sketch's until the step is taken. */
static void take_step(struct editor *editor, const char *name, bool (*step)(struct sketch *sketch),
                      const char *done, const char *nothing)
{
    char kept[80];
    snprintf(kept, sizeof kept, "%s", name ? name : "");
    editor->selection.count = 0;
    editor->parallel_base = -1;
    editor->parallel_dropped = false;
    if (step(editor->sketch))
        editor_say(editor, "%s: %s.", done, kept);
    else
        editor_say(editor, "There is nothing to %s.", nothing);
}

void editor_undo(struct editor *editor)
{
    if (!take_back_drawing(editor))
        take_step(editor, sketch_undo_name(editor->sketch), sketch_undo, "Undone", "undo");
}

void editor_redo(struct editor *editor)
{
    editor_give_up(editor);
    take_step(editor, sketch_redo_name(editor->sketch), sketch_redo, "Done again", "do again");
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
    const struct draft *draft = sketch_draft(editor->sketch);
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
    const struct draft *draft = sketch_draft(editor->sketch);
    editor->selection.count = 0;
    sketch_begin_step(editor->sketch);
    /* From the back: an item may become several, which come behind it. */
    for (int i = draft->count - 1; i >= 0; i--)
        if (is_closed_shape(&draft->items[i]))
            editor_did(editor, sketch_set_role(editor->sketch, i, DRAFT_WALL, &editor->error));
    sketch_end_step(editor->sketch);
}
