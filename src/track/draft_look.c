/* Tracks made without checks, and drafts made of tracks.
 *
 * What is looked at may be wrong in every way that a draft can be, so whatever a track must not
 * hold is mended or left out here: vertices off the sheet are brought to its edge, points between
 * grid points go to the nearest one, lines without length are no lines.
 */
#include "base/memory.h"
#include "track/draft.h"
#include "track/inspected.h"
#include "track/new_track.h"

#include <assert.h>
#include <stdlib.h>

static int32_t clamp(int32_t number, int32_t high)
{
    return number < 0 ? 0 : number > high ? high : number;
}

static struct point onto_sheet(const struct track *track, struct point fine)
{
    return (struct point){clamp(fine.x, track->width * FINE), clamp(fine.y, track->height * FINE)};
}

static struct point nearest_grid(const struct track *track, struct point fine)
{
    struct point on = onto_sheet(track, fine);
    return (struct point){(on.x + FINE / 2) / FINE, (on.y + FINE / 2) / FINE};
}

/* The closed loops of the items first to end - 1 that have the role. */
static struct area *look_at_loops(const struct draft *draft, const struct track *track,
                                  enum draft_role role, int first, int end)
{
    struct loop *loops = NULL;
    int count = 0, capacity = 0;
    for (int i = first; i < end; i++) {
        const struct draft_item *item = &draft->items[i];
        for (int j = 0; item->role == role && j < item->loop_count; j++) {
            const struct draft_loop *loop = &item->loops[j];
            int corners = draft_loop_corners(loop);
            if (!draft_loop_is_closed(loop) || corners < 3)
                continue;
            loops = array_grow(loops, count, &capacity, sizeof *loops);
            loops[count].vertices =
                memory_copy(loop->vertices, (size_t)corners, sizeof(struct point));
            loops[count++].count = corners;
            for (int k = 0; k < corners; k++)
                loops[count - 1].vertices[k] = onto_sheet(track, loop->vertices[k]);
        }
    }
    struct area *area = area_create(loops, count, track->width, track->height);
    for (int i = 0; i < count; i++)
        free(loops[i].vertices);
    free(loops);
    return area;
}

static void look_at_patch(const struct draft *draft, int index, struct track *track)
{
    const struct draft_item *item = &draft->items[index];
    bool turbo = item->role == DRAFT_TURBO;
    struct track_patch **list = turbo ? &track->turbo_areas : &track->slicks;
    int *count = turbo ? &track->turbo_count : &track->slick_count;
    struct area *area = look_at_loops(draft, track, item->role, index, index + 1);
    if (area_loop_count(area) == 0) {
        area_free(area);
        return;
    }
    *list = memory_resize(*list, (size_t)*count + 1, sizeof **list);
    (*list)[(*count)++] = (struct track_patch){area, item->arrow};
}

static void look_at_line(const struct draft_item *item, struct track *track)
{
    if (item->loop_count == 0 || item->loops[0].count < 2)
        return;
    const struct draft_loop *loop = &item->loops[0];
    struct track_line line = {nearest_grid(track, loop->vertices[0]),
                              nearest_grid(track, loop->vertices[loop->count - 1])};
    if (point_equal(line.from, line.to))
        return;
    if (item->role != DRAFT_FINISH || !track->has_line)
        track->start = line;
    if (item->role != DRAFT_START || !track->has_line)
        track->finish = line;
    track->has_line = true;
}

static int compare_numbers(const void *first, const void *second)
{
    const struct track_checkpoint *a = first, *b = second;
    return (a->number > b->number) - (a->number < b->number);
}

static void look_at_checkpoint(const struct draft_item *item, struct track *track)
{
    struct track_checkpoint checkpoint = {.number = item->number};
    int capacity = 0;
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++) {
            checkpoint.points = array_grow(checkpoint.points, checkpoint.point_count, &capacity,
                                           sizeof *checkpoint.points);
            checkpoint.points[checkpoint.point_count++] =
                nearest_grid(track, item->loops[i].vertices[j]);
        }
    if (checkpoint.point_count == 0)
        return;
    size_t count = (size_t)track->checkpoint_count + 1;
    track->checkpoints = memory_resize(track->checkpoints, count, sizeof *track->checkpoints);
    track->checkpoints[track->checkpoint_count++] = checkpoint;
}

static int compare_inspected(const void *first, const void *second)
{
    const struct track_inspected *a = first, *b = second;
    struct point d = point_subtract(a->at, b->at);
    return d.y != 0 ? d.y : d.x != 0 ? d.x : (int)a->inside - (int)b->inside;
}

static void look_at_inspected(const struct draft_item *item, struct track *track)
{
    if (item->loop_count == 0 || item->loops[0].count == 0)
        return;
    size_t count = (size_t)track->inspected_count + 1;
    track->inspected = memory_resize(track->inspected, count, sizeof *track->inspected);
    track->inspected[track->inspected_count++] = (struct track_inspected){
        nearest_grid(track, item->loops[0].vertices[0]), item->role == DRAFT_INSIDE};
}

static void look_at_item(const struct draft *draft, int index, struct track *track)
{
    const struct draft_item *item = &draft->items[index];
    if (item->role == DRAFT_SLICK || item->role == DRAFT_TURBO)
        look_at_patch(draft, index, track);
    else if (draft_role_is_line(item->role))
        look_at_line(item, track);
    else if (item->role == DRAFT_CHECKPOINT)
        look_at_checkpoint(item, track);
    else if (item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE)
        look_at_inspected(item, track);
}

/* Closed, it may turn what is enclosed inside out. */
static bool has_open_wall_outside(const struct draft *draft, const struct track *track)
{
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        for (int j = 0; item->role == DRAFT_WALL && j < item->loop_count; j++) {
            const struct draft_loop *loop = &item->loops[j];
            for (int k = 0; !draft_loop_is_closed(loop) && k < loop->count; k++)
                if (area_place_fine(track->surface, onto_sheet(track, loop->vertices[k])) ==
                    PLACE_OUTSIDE)
                    return true;
        }
    }
    return false;
}

struct track *track_to_look_at(const struct draft *draft)
{
    assert(draft->width >= 1 && draft->width <= SHEET_MAX);
    assert(draft->height >= 1 && draft->height <= SHEET_MAX);
    struct track *track = track_new();
    track->width = draft->width;
    track->height = draft->height;
    track->name = memory_copy_string(draft->name ? draft->name : "");
    track->description = memory_copy_string(draft->description ? draft->description : "");
    track->surface = look_at_loops(draft, track, DRAFT_WALL, 0, draft->count);
    track->is_unsure = has_open_wall_outside(draft, track);
    for (int i = 0; i < draft->count; i++)
        look_at_item(draft, i, track);
    track->open = track->has_line && (!point_equal(track->start.from, track->finish.from) ||
                                      !point_equal(track->start.to, track->finish.to));
    if (track->checkpoint_count > 1)
        qsort(track->checkpoints, (size_t)track->checkpoint_count, sizeof *track->checkpoints,
              compare_numbers);
    if (track->inspected_count > 1)
        qsort(track->inspected, (size_t)track->inspected_count, sizeof *track->inspected,
              compare_inspected);
    track->inspected_map = inspected_map_create(track);
    return track;
}

/* The way back. A track holds nothing that a draft may not, so nothing is refused. */

static void add_vertex(struct draft *draft, struct point fine)
{
    struct draft_item *item = &draft->items[draft->count - 1];
    struct draft_loop *loop = &item->loops[item->loop_count - 1];
    loop->vertices =
        array_grow(loop->vertices, loop->count, &loop->capacity, sizeof *loop->vertices);
    loop->vertices[loop->count++] = fine;
    draft->vertex_count++;
}

static void add_loops(struct draft *draft, const struct area *area, int first, int end)
{
    for (int i = first; i < end; i++) {
        struct loop loop = area_loop(area, i);
        draft_begin_loop(draft);
        for (int j = 0; j < loop.count; j++)
            add_vertex(draft, loop.vertices[j]);
        draft_close_loop(draft);
    }
}

static void add_patches(struct draft *draft, enum draft_role role,
                        const struct track_patch *patches, int count)
{
    for (int i = 0; i < count; i++) {
        draft_add_item(draft, role, 0)->arrow = patches[i].arrow;
        add_loops(draft, patches[i].area, 0, area_loop_count(patches[i].area));
    }
}

static void add_line(struct draft *draft, enum draft_role role, const struct track_line *line)
{
    draft_add_item(draft, role, 0);
    draft_begin_loop(draft);
    add_vertex(draft, point_to_fine(line->from));
    add_vertex(draft, point_to_fine(line->to));
}

static void add_lines(struct draft *draft, const struct track *track)
{
    if (!track->has_line)
        return;
    add_line(draft, track->open ? DRAFT_START : DRAFT_START_FINISH, &track->start);
    if (track->open)
        add_line(draft, DRAFT_FINISH, &track->finish);
}

static void add_points(struct draft *draft, const struct track *track)
{
    for (int i = 0; i < track->checkpoint_count; i++) {
        const struct track_checkpoint *checkpoint = &track->checkpoints[i];
        draft_add_item(draft, DRAFT_CHECKPOINT, 0)->number = checkpoint->number;
        draft_begin_loop(draft);
        for (int j = 0; j < checkpoint->point_count; j++)
            add_vertex(draft, point_to_fine(checkpoint->points[j]));
    }
    for (int i = 0; i < track->inspected_count; i++) {
        const struct track_inspected *point = &track->inspected[i];
        draft_add_item(draft, point->inside ? DRAFT_INSIDE : DRAFT_OUTSIDE, 0);
        draft_begin_loop(draft);
        add_vertex(draft, point_to_fine(point->at));
    }
}

void draft_from_track(struct draft *draft, const struct track *track)
{
    *draft = (struct draft){.width = track->width, .height = track->height};
    draft->name = memory_copy_string(track->name);
    draft->description = memory_copy_string(track->description);
    add_patches(draft, DRAFT_SLICK, track->slicks, track->slick_count);
    add_patches(draft, DRAFT_TURBO, track->turbo_areas, track->turbo_count);
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        draft_add_item(draft, DRAFT_WALL, 0);
        add_loops(draft, track->surface, i, i + 1);
    }
    add_lines(draft, track);
    add_points(draft, track);
}
