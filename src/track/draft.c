/* Growing and freeing a draft, tracks to look at, and drafts made of tracks.
 *
 * The limits are kept here, while it grows, so that ten million points cost no more memory than the
 * first two hundred thousand. What is looked at may be wrong in every way that a draft can be, so
 * whatever a track must not hold is mended or left out: vertices off the sheet are brought to its
 * edge, points between grid points go to the nearest one, lines without length are no lines.
 */
#include "track/draft.h"

#include "base/memory.h"
#include "track/inside.h"

#include <assert.h>
#include <stdlib.h>

static void free_item(struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        free(item->loops[i].vertices);
    free(item->loops);
}

void draft_free(struct draft *draft)
{
    for (int i = 0; i < draft->count; i++)
        free_item(&draft->items[i]);
    free(draft->items);
    free(draft->name);
    free(draft->description);
    *draft = (struct draft){0};
}

struct draft_item *draft_add_item(struct draft *draft, enum draft_role role, int line)
{
    list_add(draft, (struct draft_item){.role = role, .line = line});
    return &draft->items[draft->count - 1];
}

static struct draft_item *last_item(struct draft *draft)
{
    assert(draft->count > 0);
    return &draft->items[draft->count - 1];
}

/* The count that the vertices of a role are in. */
static int *vertex_count(struct draft *draft, enum draft_role role)
{
    return role == DRAFT_DECORATION ? &draft->decoration_vertex_count : &draft->vertex_count;
}

void draft_drop_item(struct draft *draft)
{
    struct draft_item *item = last_item(draft);
    for (int i = 0; i < item->loop_count; i++)
        *vertex_count(draft, item->role) -= item->loops[i].count;
    free_item(item);
    draft->count--;
}

/* A point alone may be one that is to be passed. */
void draft_drop_specks(struct draft *draft)
{
    struct draft_item *item = last_item(draft);
    int kept = 0, sized = 0;
    for (int i = 0; i < item->loop_count; i++)
        sized += item->loops[i].count > 1;
    if (sized == 0 || item->role == DRAFT_CHECKPOINT)
        return;
    for (int i = 0; i < item->loop_count; i++)
        if (item->loops[i].count > 1) {
            item->loops[kept++] = item->loops[i];
        } else {
            *vertex_count(draft, item->role) -= item->loops[i].count;
            free(item->loops[i].vertices);
        }
    item->loop_count = kept;
}

static struct draft_loop *last_loop(struct draft *draft)
{
    struct draft_item *item = last_item(draft);
    assert(item->loop_count > 0);
    return &item->loops[item->loop_count - 1];
}

void draft_begin_loop(struct draft *draft)
{
    struct draft_item *item = last_item(draft);
    array_add(item->loops, item->loop_count, item->loop_capacity, (struct draft_loop){0});
}

static bool repeats_last(const struct draft_loop *loop, struct point fine)
{
    return loop->count > 0 && point_equal(loop->vertices[loop->count - 1], fine);
}

static void push_vertex(struct draft *draft, struct point fine)
{
    struct draft_loop *loop = last_loop(draft);
    array_add(loop->vertices, loop->count, loop->capacity, fine);
    ++*vertex_count(draft, last_item(draft)->role);
}

static bool add_vertex(struct draft *draft, struct point fine, struct error *error)
{
    enum draft_role role = last_item(draft)->role;
    if (*vertex_count(draft, role) >=
        (role == DRAFT_DECORATION ? DRAFT_DECORATION_VERTEX_LIMIT : TRACK_VERTEX_LIMIT))
        return error_set(error,
                         "there is one vertex too many: a track has at most %d; draw it with fewer",
                         TRACK_VERTEX_LIMIT);
    push_vertex(draft, fine);
    return true;
}

bool draft_add_vertex(struct draft *draft, struct point fine, struct error *error)
{
    return repeats_last(last_loop(draft), fine) ||
           (words_check_on_sheet(fine, draft->width, draft->height, error) &&
            add_vertex(draft, fine, error));
}

static int32_t bring_near(int32_t fine)
{
    const int32_t far = 2 * SHEET_MAX * FINE;
    return fine < -far ? -far : fine > far ? far : fine;
}

bool draft_add_vertex_anywhere(struct draft *draft, struct point fine, struct error *error)
{
    fine = (struct point){bring_near(fine.x), bring_near(fine.y)};
    return repeats_last(last_loop(draft), fine) || add_vertex(draft, fine, error);
}

void draft_close_loop(struct draft *draft)
{
    last_loop(draft)->closed = true;
}

bool draft_loop_is_closed(const struct draft_loop *loop)
{
    return loop->closed || draft_loop_corners(loop) < loop->count;
}

int draft_loop_corners(const struct draft_loop *loop)
{
    bool repeated =
        loop->count > 1 && point_equal(loop->vertices[0], loop->vertices[loop->count - 1]);
    return loop->count - repeated;
}

bool draft_role_is_area(enum draft_role role)
{
    return role == DRAFT_WALL || role == DRAFT_SLICK || role == DRAFT_TURBO;
}

bool draft_role_is_line(enum draft_role role)
{
    return role == DRAFT_START_FINISH || role == DRAFT_START || role == DRAFT_FINISH;
}

static int sign_of(int32_t number)
{
    return (number > 0) - (number < 0);
}

/* How many grid points further the second is, by straight or diagonal steps; 0: it is not. */
static int count_steps(struct point from, struct point to)
{
    int across = to.x < from.x ? from.x - to.x : to.x - from.x;
    int up = to.y < from.y ? from.y - to.y : to.y - from.y;
    int longer = across > up ? across : up;
    bool straight = across == 0 || up == 0 || across == up;
    return straight && longer % FINE == 0 ? longer / FINE : 0;
}

bool draft_fill_steps(struct draft *draft, int wanted)
{
    struct draft_item *item = last_item(draft);
    int64_t count = 0;
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        count += loop->count > 0;
        for (int k = 1; k < loop->count; k++) {
            int steps = count_steps(loop->vertices[k - 1], loop->vertices[k]);
            count += steps > 0 ? steps : 1;
        }
    }
    if (count != wanted || draft->vertex_count + count > TRACK_VERTEX_LIMIT)
        return false;
    for (int i = 0; i < item->loop_count; i++) {
        struct draft_loop old = item->loops[i], *loop = &item->loops[i];
        *loop = (struct draft_loop){.closed = old.closed};
        *vertex_count(draft, item->role) -= old.count;
        for (int k = 0; k < old.count; k++) {
            struct point to = old.vertices[k], from = k > 0 ? old.vertices[k - 1] : to;
            struct point step = {FINE * sign_of(to.x - from.x), FINE * sign_of(to.y - from.y)};
            for (int left = count_steps(from, to); left > 1; left--) {
                from = point_add(from, step);
                array_add(loop->vertices, loop->count, loop->capacity, from);
            }
            array_add(loop->vertices, loop->count, loop->capacity, to);
        }
        *vertex_count(draft, item->role) += loop->count;
        free(old.vertices);
    }
    return true;
}

static struct draft_item copy_item(const struct draft_item *item)
{
    struct draft_item copy = *item;
    copy.loops = memory_copy(item->loops, (size_t)item->loop_count, sizeof *item->loops);
    copy.loop_capacity = item->loop_count;
    for (int i = 0; i < item->loop_count; i++) {
        struct draft_loop *loop = &copy.loops[i];
        loop->vertices = memory_copy(loop->vertices, (size_t)loop->count, sizeof *loop->vertices);
        loop->capacity = loop->count;
    }
    return copy;
}

void draft_copy(struct draft *into, const struct draft *draft)
{
    *into = *draft;
    into->name = draft->name ? memory_copy_string(draft->name) : NULL;
    into->description = draft->description ? memory_copy_string(draft->description) : NULL;
    into->items = memory_allocate((size_t)draft->count, sizeof *into->items);
    into->capacity = draft->count;
    for (int i = 0; i < draft->count; i++)
        into->items[i] = copy_item(&draft->items[i]);
}

/* --- a track to look at ----------------------------------------------------------------------- */

struct track *track_begin(const struct draft *draft)
{
    struct track *track = track_new();
    track->width = draft->width;
    track->height = draft->height;
    track->name = memory_copy_string(draft->name ? draft->name : "");
    track->description = memory_copy_string(draft->description ? draft->description : "");
    return track;
}

void track_add_patch(struct track *track, const struct draft_item *item, struct area *area)
{
    bool turbo = item->role == DRAFT_TURBO;
    struct track_patch **list = turbo ? &track->turbo_areas : &track->slicks;
    int *count = turbo ? &track->turbo_count : &track->slick_count;
    *list = memory_resize(*list, (size_t)*count + 1, sizeof **list);
    (*list)[(*count)++] = (struct track_patch){area, item->arrow};
}

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
    struct area *area = look_at_loops(draft, track, item->role, index, index + 1);
    if (area_loop_count(area) == 0)
        area_free(area);
    else
        track_add_patch(track, item, area);
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
        for (int j = 0; j < item->loops[i].count; j++)
            array_add(checkpoint.points, checkpoint.point_count, capacity,
                      nearest_grid(track, item->loops[i].vertices[j]));
    if (checkpoint.point_count == 0)
        return;
    size_t count = (size_t)track->checkpoint_count + 1;
    track->checkpoints = memory_resize(track->checkpoints, count, sizeof *track->checkpoints);
    track->checkpoints[track->checkpoint_count++] = checkpoint;
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
    struct track *track = track_begin(draft);
    track->surface = look_at_loops(draft, track, DRAFT_WALL, 0, draft->count);
    track->is_unsure = has_open_wall_outside(draft, track);
    for (int i = 0; i < draft->count; i++)
        look_at_item(draft, i, track);
    track->open = track->has_line && (!point_equal(track->start.from, track->finish.from) ||
                                      !point_equal(track->start.to, track->finish.to));
    if (track->checkpoint_count > 1)
        qsort(track->checkpoints, (size_t)track->checkpoint_count, sizeof *track->checkpoints,
              compare_numbers);
    inspected_sort(track);
    return track;
}

/* The way back. A track holds nothing that a draft may not, so nothing is refused. */

static void add_loops(struct draft *draft, const struct area *area, int first, int end)
{
    for (int i = first; i < end; i++) {
        struct loop loop = area_loop(area, i);
        draft_begin_loop(draft);
        for (int j = 0; j < loop.count; j++)
            push_vertex(draft, loop.vertices[j]);
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
    push_vertex(draft, point_to_fine(line->from));
    push_vertex(draft, point_to_fine(line->to));
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
            push_vertex(draft, point_to_fine(checkpoint->points[j]));
    }
    for (int i = 0; i < track->inspected_count; i++) {
        const struct track_inspected *point = &track->inspected[i];
        draft_add_item(draft, point->inside ? DRAFT_INSIDE : DRAFT_OUTSIDE, 0);
        draft_begin_loop(draft);
        push_vertex(draft, point_to_fine(point->at));
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
