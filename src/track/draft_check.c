/* From a draft to a track: everything that a sheet must be before anybody may race on it.
 *
 * The items are looked at one by one in the order of the file, then all together. The track is
 * filled as far as the checks have come and released when one of them fails.
 */
#include "base/memory.h"
#include "track/crossing.h"
#include "track/draft.h"
#include "track/inspected.h"
#include "track/line_check.h"
#include "track/new_track.h"
#include "track/words.h"

#include <stdlib.h>

/* Each patch has an index of its own; this many are drawn by nobody. */
enum { PATCH_LIMIT = 1000 };

/* A loop without the vertex that repeats the first one, and the line it came from. Borrows the
 * draft's vertices. */
struct outline {
    struct loop *loops;
    int *lines;
    int count;
};

static bool fail_at(const struct draft_item *item, struct error *error)
{
    error->line = item->line;
    return false;
}

static int count_corners(const struct draft_loop *loop)
{
    bool repeated =
        loop->count > 1 && point_equal(loop->vertices[0], loop->vertices[loop->count - 1]);
    return loop->count - repeated;
}

/* Items one by one. */

static bool check_loop(const struct draft_item *item, const struct draft_loop *loop,
                       struct error *error)
{
    char gap[WORDS_PLACE_BYTES];
    if (!loop->closed && count_corners(loop) == loop->count)
        return error_set(
            error,
            "this %s is not closed: its ends are %s squares apart; join them (in a path "
            "by Z)",
            words_role(item->role),
            words_distance(loop->vertices[0], loop->vertices[loop->count - 1], gap));
    if (count_corners(loop) < 3)
        return error_set(error,
                         "this %s has a loop with fewer than 3 corners; draw it larger or "
                         "take it away",
                         words_role(item->role));
    return true;
}

static bool check_loops(const struct draft_item *item, struct error *error)
{
    for (int i = 0; i < item->loop_count; i++)
        if (!check_loop(item, &item->loops[i], error))
            return false;
    return true;
}

static bool is_grid(struct point fine)
{
    return fine.x % FINE == 0 && fine.y % FINE == 0;
}

static struct point to_grid(struct point fine)
{
    return (struct point){fine.x / FINE, fine.y / FINE};
}

static bool check_points(const struct draft_item *item, struct error *error)
{
    char place[WORDS_PLACE_BYTES];
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++)
            if (!is_grid(item->loops[i].vertices[j]))
                return error_set(
                    error,
                    "this %s must lie on grid points, but %s is none; move it to whole "
                    "squares",
                    words_role(item->role), words_place(item->loops[i].vertices[j], place));
    return true;
}

static bool check_line(const struct draft_item *item, struct error *error)
{
    const struct draft_loop *loop = &item->loops[0];
    if (item->loop_count != 1 || loop->count != 2 || loop->closed)
        return error_set(error, "this %s must be one straight line from one end to the other",
                         words_role(item->role));
    return check_points(item, error);
}

static bool check_vertices(const struct draft *draft, const struct draft_item *item,
                           struct error *error)
{
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++)
            if (!words_check_on_sheet(item->loops[i].vertices[j], draft->width, draft->height,
                                      error))
                return error_set(error, "in this %s %s", words_role(item->role), error->text);
    return item->loop_count > 0 ||
           error_set(error, "this %s has no points; draw it or take it away",
                     words_role(item->role));
}

static bool check_items(const struct draft *draft, struct error *error)
{
    static bool (*const checks[DRAFT_ROLE_COUNT])(const struct draft_item *, struct error *) = {
        [DRAFT_WALL] = check_loops,        [DRAFT_SLICK] = check_loops,
        [DRAFT_TURBO] = check_loops,       [DRAFT_START_FINISH] = check_line,
        [DRAFT_START] = check_line,        [DRAFT_FINISH] = check_line,
        [DRAFT_CHECKPOINT] = check_points, [DRAFT_INSIDE] = check_points,
        [DRAFT_OUTSIDE] = check_points,
    };
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        if (!check_vertices(draft, item, error) || !checks[item->role](item, error))
            return fail_at(item, error);
    }
    return true;
}

/* Walls, slicks and turbo areas. */

static void add_loops(struct outline *outline, const struct draft_item *item)
{
    size_t count = (size_t)outline->count + (size_t)item->loop_count;
    outline->loops = memory_resize(outline->loops, count, sizeof *outline->loops);
    outline->lines = memory_resize(outline->lines, count, sizeof *outline->lines);
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        outline->loops[outline->count] = (struct loop){loop->vertices, count_corners(loop)};
        outline->lines[outline->count++] = item->line;
    }
}

static void free_outline(struct outline *outline)
{
    free(outline->loops);
    free(outline->lines);
}

static bool check_crossings(const struct outline *outline, const char *name, struct error *error)
{
    struct crossing crossing;
    char place[WORDS_PLACE_BYTES];
    if (!crossing_find(outline->loops, outline->count, &crossing))
        return true;
    int first = outline->lines[crossing.first];
    int second = outline->lines[crossing.second];
    words_place(crossing.at, place);
    if (crossing.first == crossing.second)
        error_set(error, "this %s crosses itself at %s; move one of the two strokes", name, place);
    else if (first == second)
        error_set(error, "two loops of this %s cross at %s; move one of them", name, place);
    else
        error_set(error, "this %s crosses that of line %d at %s; move one of them", name, first,
                  place);
    error->line = second;
    return false;
}

static bool has_area(const struct loop *loop)
{
    int128 twice = 0;
    for (int i = 2; i < loop->count; i++)
        twice += point_cross(loop->vertices[0], loop->vertices[i - 1], loop->vertices[i]);
    return twice != 0;
}

static bool check_areas(const struct outline *outline, const char *name, struct error *error)
{
    for (int i = 0; i < outline->count; i++)
        if (!has_area(&outline->loops[i])) {
            error_set(error,
                      "this %s has a loop that encloses no area; draw it wider or take it "
                      "away",
                      name);
            error->line = outline->lines[i];
            return false;
        }
    return true;
}

static struct area *make_area(const struct draft *draft, const struct outline *outline,
                              enum draft_role role, struct error *error)
{
    const char *name = words_role(role);
    if (!check_crossings(outline, name, error) || !check_areas(outline, name, error))
        return NULL;
    return area_create(outline->loops, outline->count, draft->width, draft->height);
}

static bool make_surface(const struct draft *draft, struct track *track, struct error *error)
{
    struct outline walls = {0};
    for (int i = 0; i < draft->count; i++)
        if (draft->items[i].role == DRAFT_WALL)
            add_loops(&walls, &draft->items[i]);
    if (walls.count > 0)
        track->surface = make_area(draft, &walls, DRAFT_WALL, error);
    else
        error_set_at(
            error, draft->line, 0,
            "there is no wall: give a closed shape the class or the id \"wall\" (a group's "
            "class or id does not count)");
    free_outline(&walls);
    return track->surface != NULL;
}

static bool make_patch(const struct draft *draft, const struct draft_item *item,
                       struct track *track, struct error *error)
{
    struct outline outline = {0};
    struct area *area;
    bool turbo = item->role == DRAFT_TURBO;
    struct track_patch **list = turbo ? &track->turbo_areas : &track->slicks;
    int *count = turbo ? &track->turbo_count : &track->slick_count;
    if (track->turbo_count + track->slick_count >= PATCH_LIMIT)
        return error_set(error, "there are more than %d slicks and turbo areas; join some of them",
                         PATCH_LIMIT);
    add_loops(&outline, item);
    area = make_area(draft, &outline, item->role, error);
    free_outline(&outline);
    if (!area)
        return false;
    *list = memory_resize(*list, (size_t)*count + 1, sizeof **list);
    (*list)[(*count)++] = (struct track_patch){area, item->arrow};
    return true;
}

static bool make_patches(const struct draft *draft, struct track *track, struct error *error)
{
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        if (item->role != DRAFT_SLICK && item->role != DRAFT_TURBO)
            continue;
        if (!make_patch(draft, item, track, error))
            return fail_at(item, error);
    }
    return true;
}

/* Start and finish. */

static bool is_start(enum draft_role role)
{
    return role == DRAFT_START || role == DRAFT_START_FINISH;
}

static bool is_finish(enum draft_role role)
{
    return role == DRAFT_FINISH || role == DRAFT_START_FINISH;
}

/* NULL if there is none; false with the error if there are two. */
static bool find_line(const struct draft *draft, bool (*is_it)(enum draft_role), const char *name,
                      const struct draft_item **found, struct error *error)
{
    *found = NULL;
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        if (!is_it(item->role))
            continue;
        if (*found) {
            error_set(error, "this is a second %s line, the first is in line %d; a track has one",
                      name, (*found)->line);
            return fail_at(item, error);
        }
        *found = item;
    }
    return true;
}

static struct track_line take_line(const struct draft_item *item)
{
    const struct point *ends = item->loops[0].vertices;
    return (struct track_line){to_grid(ends[0]), to_grid(ends[1])};
}

static bool check_lines(const struct track *track, const struct draft_item *start,
                        const struct draft_item *finish, struct error *error)
{
    struct ground ground = {track, false};
    if (!line_check_reach(track->surface, &track->start, words_role(start->role), error) ||
        !line_check_starts(&ground, &track->start, error))
        return fail_at(start, error);
    if (track->open &&
        !line_check_reach(track->surface, &track->finish, words_role(finish->role), error))
        return fail_at(finish, error);
    return true;
}

static bool make_lines(const struct draft *draft, struct track *track, struct error *error)
{
    const struct draft_item *start, *finish;
    if (!find_line(draft, is_start, "start", &start, error) ||
        !find_line(draft, is_finish, "finish", &finish, error))
        return false;
    if (!start && !finish)
        return true;
    if (!finish) {
        error_set(error, "there is a start line but no finish line; give a closed track's line the "
                         "class \"start finish\" and draw a second line on an open track");
        return fail_at(start, error);
    }
    if (!start) {
        error_set(error, "there is a finish line but no start line; give a closed track's line the "
                         "class \"start finish\" and draw a second line on an open track");
        return fail_at(finish, error);
    }
    track->has_line = true;
    track->open = start != finish;
    track->start = take_line(start);
    track->start_drawn_at = start->line;
    track->finish = take_line(finish);
    return check_lines(track, start, finish, error);
}

/* Checkpoints and inspected points. */

static int count_points(const struct draft_item *item)
{
    int count = 0;
    for (int i = 0; i < item->loop_count; i++)
        count += item->loops[i].count;
    return count;
}

/* A stroke that begins where the one before it ended gives that point once. */
static void add_checkpoint_point(struct track_checkpoint *checkpoint, struct point at)
{
    int count = checkpoint->point_count;
    if (count == 0 || !point_equal(checkpoint->points[count - 1], at))
        checkpoint->points[checkpoint->point_count++] = at;
}

static struct track_checkpoint make_checkpoint(const struct draft_item *item)
{
    struct track_checkpoint checkpoint = {.number = item->number};
    checkpoint.points = memory_allocate((size_t)count_points(item), sizeof *checkpoint.points);
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++)
            add_checkpoint_point(&checkpoint, to_grid(item->loops[i].vertices[j]));
    return checkpoint;
}

static int compare_numbers(const void *first, const void *second)
{
    const struct draft_item *a = *(const struct draft_item *const *)first;
    const struct draft_item *b = *(const struct draft_item *const *)second;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->line - b->line;
}

static bool check_number(const struct draft_item *const *sorted, int index, struct error *error)
{
    const struct draft_item *item = sorted[index];
    if (item->number == index + 1)
        return true;
    if (index > 0 && item->number == sorted[index - 1]->number)
        error_set(error,
                  "checkpoint %d stands here again, the first is in line %d; number them 1, "
                  "2, ... in the order of the lap",
                  item->number, sorted[index - 1]->line);
    else
        error_set(error,
                  "checkpoint %d is missing: the next one is number %d; number them 1, 2, "
                  "... in the order of the lap",
                  index + 1, item->number);
    return fail_at(item, error);
}

static bool make_checkpoints(const struct draft *draft, struct track *track, struct error *error)
{
    const struct draft_item **sorted =
        memory_allocate((size_t)draft->count + 1, sizeof(struct draft_item *));
    int count = 0;
    bool right = true;
    for (int i = 0; i < draft->count; i++)
        if (draft->items[i].role == DRAFT_CHECKPOINT)
            sorted[count++] = &draft->items[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_numbers);
    track->checkpoints = memory_allocate((size_t)count + 1, sizeof *track->checkpoints);
    for (int i = 0; i < count && right; i++) {
        right = check_number(sorted, i, error);
        if (right)
            track->checkpoints[track->checkpoint_count++] = make_checkpoint(sorted[i]);
    }
    free(sorted);
    return right;
}

struct declared {
    struct track_inspected point;
    int line;
};

static int compare_declared(const void *first, const void *second)
{
    const struct declared *a = first;
    const struct declared *b = second;
    struct point d = point_subtract(a->point.at, b->point.at);
    return d.y != 0 ? d.y : d.x != 0 ? d.x : a->line - b->line;
}

static bool check_declared(const struct declared *list, int count, struct error *error)
{
    char place[WORDS_PLACE_BYTES];
    for (int i = 1; i < count; i++) {
        const struct track_inspected *a = &list[i - 1].point;
        const struct track_inspected *b = &list[i].point;
        if (point_equal(a->at, b->at) && a->inside != b->inside)
            return error_set_at(
                error, list[i].line, 0,
                "the point %s is declared both inside and outside, also in line %d; "
                "take one away",
                words_place(point_to_fine(b->at), place), list[i - 1].line);
    }
    return true;
}

/* Sorted by y, then x. */
static bool make_inspected(const struct draft *draft, struct track *track, struct error *error)
{
    struct declared *list = memory_allocate((size_t)draft->count + 1, sizeof *list);
    int count = 0;
    bool right;
    for (int i = 0; i < draft->count; i++) {
        const struct draft_item *item = &draft->items[i];
        if (item->role == DRAFT_INSIDE || item->role == DRAFT_OUTSIDE)
            list[count++] = (struct declared){
                {to_grid(item->loops[0].vertices[0]), item->role == DRAFT_INSIDE}, item->line};
    }
    qsort(list, (size_t)count, sizeof *list, compare_declared);
    track->inspected = memory_allocate((size_t)count + 1, sizeof *track->inspected);
    for (int i = 0; i < count; i++)
        track->inspected[track->inspected_count++] = list[i].point;
    track->inspected_map = inspected_map_create(track);
    right = check_declared(list, count, error);
    free(list);
    return right;
}

/* The whole. */

static bool check_sheet(const struct draft *draft, struct error *error)
{
    if (draft->width >= 1 && draft->height >= 1 && draft->width <= SHEET_MAX &&
        draft->height <= SHEET_MAX)
        return true;
    return error_set_at(error, draft->line, 0, "the sheet must have 1 to %d squares each way",
                        SHEET_MAX);
}

struct track *track_from_draft(const struct draft *draft, struct error *error)
{
    if (!check_sheet(draft, error) || !check_items(draft, error))
        return NULL;
    struct track *track = track_new();
    track->width = draft->width;
    track->height = draft->height;
    track->name = memory_copy_string(draft->name ? draft->name : "");
    track->description = memory_copy_string(draft->description ? draft->description : "");
    if (make_surface(draft, track, error) && make_patches(draft, track, error) &&
        make_inspected(draft, track, error) && make_lines(draft, track, error) &&
        make_checkpoints(draft, track, error))
        return track;
    track_release(track);
    return NULL;
}
