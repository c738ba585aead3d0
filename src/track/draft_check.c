/* From a draft to a track: everything that a sheet must be before anybody may race on it.
 *
 * The items are looked at one by one in the order of the file, then all together. The track is
 * filled with what is sound; only when nothing was wrong does anybody get it.
 */
#include "base/memory.h"
#include "track/inside.h"

#include <stdio.h>
#include <stdlib.h>

/* Each patch has an index of its own; this many are drawn by nobody. */
enum { PATCH_LIMIT = 1000 };

static struct point to_grid(struct point fine)
{
    return (struct point){fine.x / FINE, fine.y / FINE};
}

/* Walls, slicks and turbo areas. */

static void tell_no_wall(struct check *check)
{
    check_tell(
        check, -1, "%s",
        check->for_file
            ? "there is no wall: give a closed shape the class or the id \"wall\" (a group's "
              "names its shape if it is the only one)"
            : "there is no wall yet; draw one round the track")
        ->missing = true;
}

/* NULL if a wall is not sound alone: what would be inside is not known then. */
static struct area *make_surface(struct check *check)
{
    const struct draft *draft = check->draft;
    struct check_outline walls = {0};
    struct area *area = NULL;
    int count = 0, sound = 0;
    for (int i = 0; i < draft->count; i++) {
        if (draft->items[i].role != DRAFT_WALL)
            continue;
        count++;
        if (check->wrong[i])
            continue;
        sound++;
        check_add_loops(&walls, check, i);
    }
    if (count == 0)
        tell_no_wall(check);
    else
        check_loops_together(check, &walls);
    if (sound > 0 && sound == count)
        area = area_create(walls.loops, walls.count, draft->width, draft->height);
    check_free_outline(&walls);
    return area;
}

static void make_patch(struct check *check, int index, struct track *track)
{
    const struct draft_item *item = &check->draft->items[index];
    struct check_outline outline = {0};
    check_add_loops(&outline, check, index);
    check_loops_together(check, &outline);
    if (!check->wrong[index])
        track_add_patch(track, item,
                        area_create(outline.loops, outline.count, track->width, track->height));
    check_free_outline(&outline);
}

static void make_patches(struct check *check, struct track *track)
{
    const struct draft *draft = check->draft;
    for (int i = 0; i < draft->count && !check_is_full(check); i++) {
        const struct draft_item *item = &draft->items[i];
        if ((item->role != DRAFT_SLICK && item->role != DRAFT_TURBO) || check->wrong[i])
            continue;
        if (track->turbo_count + track->slick_count >= PATCH_LIMIT) {
            check_tell(check, i, "there are more than %d slicks and turbo areas; join some of them",
                       PATCH_LIMIT);
            return;
        }
        make_patch(check, i, track);
    }
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

static struct point middle_of_line(const struct draft_item *item)
{
    const struct point *ends = item->loops[0].vertices;
    return (struct point){(ends[0].x + ends[1].x) / 2, (ends[0].y + ends[1].y) / 2};
}

static void tell_second_line(struct check *check, int item, const char *name, int first)
{
    struct draft_problem *problem =
        check->for_file
            ? check_tell(check, item,
                         "this is a second %s line, the first is in line %d; a track has one", name,
                         check->draft->items[first].line)
            : check_tell(check, item, "this is a second %s line; a track has one, take one away",
                         name);
    problem->other = first;
    problem->repair = REPAIR_TAKE_AWAY;
    if (check->draft->items[item].loop_count > 0 && check->draft->items[item].loops[0].count > 1)
        check_place(problem, middle_of_line(&check->draft->items[item]));
}

/* -1 if there is none. */
static int find_line(struct check *check, bool (*is_it)(enum draft_role), const char *name)
{
    int found = -1;
    for (int i = 0; i < check->draft->count; i++) {
        if (!is_it(check->draft->items[i].role))
            continue;
        if (found >= 0)
            tell_second_line(check, i, name, found);
        else
            found = i;
    }
    return found;
}

static void tell_half(struct check *check, int item, const char *there, const char *missing)
{
    bool wrong = check->wrong[item];
    struct draft_problem *problem =
        check->for_file
            ? check_tell(check, item,
                         "there is a %s line but no %s line; give a closed track's line the class "
                         "\"start finish\" and draw a second line on an open track",
                         there, missing)
            : check_tell(check, item,
                         "there is a %s line but no %s line; draw it, or make this line the one "
                         "for both",
                         there, missing);
    problem->missing = true;
    problem->repair = REPAIR_BOTH;
    if (!wrong)
        check_place(problem, middle_of_line(&check->draft->items[item]));
    check->wrong[item] = wrong; /* the line itself is none the worse for it */
}

static struct track_line take_line(const struct draft_item *item)
{
    const struct point *ends = item->loops[0].vertices;
    return (struct track_line){to_grid(ends[0]), to_grid(ends[1])};
}

static void check_reach(struct check *check, const struct track *track, int item, bool starts)
{
    const struct draft_item *line = &check->draft->items[item];
    struct ground ground = {track, false};
    struct error error;
    if (!track->surface || check->wrong[item])
        return;
    const char *name = words_role(line->role);
    struct track_line taken = take_line(line);
    struct point at = middle_of_line(line);
    bool ends_inside = area_place_grid(track->surface, taken.from) == PLACE_INSIDE ||
                       area_place_grid(track->surface, taken.to) == PLACE_INSIDE;
    if (line_check_reach(track->surface, &taken, name, &at, &error) &&
        !(starts && !line_check_starts(&ground, &taken, &error)))
        return;
    struct draft_problem *problem = check_tell(check, item, "%s", error.text);
    check_place(problem, at);
    problem->repair = ends_inside ? REPAIR_EXTEND : REPAIR_NONE;
}

static void make_lines(struct check *check, struct track *track)
{
    const struct draft_item *items = check->draft->items;
    int start = find_line(check, is_start, "start");
    int finish = find_line(check, is_finish, "finish");
    if (start < 0 && finish < 0)
        return;
    if (finish < 0)
        tell_half(check, start, "start", "finish");
    if (start < 0)
        tell_half(check, finish, "finish", "start");
    if (start >= 0)
        check_reach(check, track, start, true);
    if (finish >= 0 && finish != start)
        check_reach(check, track, finish, false);
    if (check->count > 0)
        return;
    track->has_line = true;
    track->open = start != finish;
    track->start = take_line(&items[start]);
    track->start_drawn_at = items[start].line;
    track->finish = take_line(&items[finish]);
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

/* In the order of the list if the numbers are the same. */
static int compare_numbers(const void *first, const void *second)
{
    const struct draft_item *a = *(const struct draft_item *const *)first;
    const struct draft_item *b = *(const struct draft_item *const *)second;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a > b) - (a < b);
}

static void tell_number_again(struct check *check, int index, int first)
{
    const struct draft_item *items = check->draft->items;
    int number = items[index].number;
    struct draft_problem *problem =
        check->for_file
            ? check_tell(check, index,
                         "checkpoint %d stands here again, the first is in line %d; "
                         "number them 1, 2, ... in the order of the lap",
                         number, items[first].line)
            : check_tell(check, index,
                         "checkpoint %d stands here again; number them 1, 2, ... in the "
                         "order of the lap",
                         number);
    problem->other = first;
    problem->repair = REPAIR_NUMBER;
    check_place(problem, items[index].loops[0].vertices[0]);
}

static void tell_number_left_out(struct check *check, int index, int missing)
{
    const struct draft_item *item = &check->draft->items[index];
    struct draft_problem *problem =
        check_tell(check, index,
                   "checkpoint %d is missing: the next one is number %d; number them 1, 2, ... in "
                   "the order of the lap",
                   missing, item->number);
    check_place(problem, item->loops[0].vertices[0]);
    problem->repair = REPAIR_NUMBER;
}

static void check_number(struct check *check, const struct draft_item *const *sorted, int place)
{
    const struct draft_item *item = sorted[place];
    int index = (int)(item - check->draft->items);
    int before = place > 0 ? sorted[place - 1]->number : 0;
    if (check->wrong[index] || item->number == before + 1)
        return;
    if (place > 0 && item->number == before)
        tell_number_again(check, index, (int)(sorted[place - 1] - check->draft->items));
    else
        tell_number_left_out(check, index, before + 1);
}

static void make_checkpoints(struct check *check, struct track *track)
{
    const struct draft *draft = check->draft;
    const struct draft_item **sorted =
        memory_allocate((size_t)draft->count + 1, sizeof(struct draft_item *));
    int count = 0;
    for (int i = 0; i < draft->count; i++)
        if (draft->items[i].role == DRAFT_CHECKPOINT)
            sorted[count++] = &draft->items[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_numbers);
    track->checkpoints = memory_allocate((size_t)count + 1, sizeof *track->checkpoints);
    for (int i = 0; i < count && !check_is_full(check); i++) {
        check_number(check, sorted, i);
        track->checkpoints[track->checkpoint_count++] = make_checkpoint(sorted[i]);
    }
    free(sorted);
}

/* By place, then in the order of the list. */
static int compare_declared(const void *first, const void *second)
{
    const struct draft_item *a = *(const struct draft_item *const *)first;
    const struct draft_item *b = *(const struct draft_item *const *)second;
    struct point d = point_subtract(a->loops[0].vertices[0], b->loops[0].vertices[0]);
    return d.y != 0 ? d.y : d.x != 0 ? d.x : (a > b) - (a < b);
}

static void check_declared(struct check *check, const struct draft_item *before,
                           const struct draft_item *item)
{
    char place[WORDS_PLACE_BYTES], line[WORDS_PLACE_BYTES] = "";
    struct point at = item->loops[0].vertices[0];
    if (!point_equal(before->loops[0].vertices[0], at) || before->role == item->role)
        return;
    if (check->for_file)
        snprintf(line, sizeof line, ", also in line %d", before->line);
    struct draft_problem *problem =
        check_tell(check, (int)(item - check->draft->items),
                   "the point %s is declared both inside and outside%s; take one away",
                   words_place(at, place), line);
    problem->other = (int)(before - check->draft->items);
    problem->repair = REPAIR_TAKE_AWAY;
    check_place(problem, at);
}

/* Sorted by y, then x. */
static void make_inspected(struct check *check, struct track *track)
{
    const struct draft *draft = check->draft;
    const struct draft_item **list =
        memory_allocate((size_t)draft->count + 1, sizeof(struct draft_item *));
    int count = 0;
    for (int i = 0; i < draft->count; i++) {
        enum draft_role role = draft->items[i].role;
        if ((role == DRAFT_INSIDE || role == DRAFT_OUTSIDE) && !check->wrong[i])
            list[count++] = &draft->items[i];
    }
    qsort(list, (size_t)count, sizeof *list, compare_declared);
    track->inspected = memory_allocate((size_t)count + 1, sizeof *track->inspected);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            check_declared(check, list[i - 1], list[i]);
        track->inspected[track->inspected_count++] = (struct track_inspected){
            to_grid(list[i]->loops[0].vertices[0]), list[i]->role == DRAFT_INSIDE};
    }
    inspected_sort(track);
    free(list);
}

/* The whole. */

static bool check_sheet(struct check *check)
{
    const struct draft *draft = check->draft;
    if (draft->width >= 1 && draft->height >= 1 && draft->width <= SHEET_MAX &&
        draft->height <= SHEET_MAX)
        return true;
    check_tell(check, -1, "the sheet must have 1 to %d squares each way", SHEET_MAX);
    return false;
}

/* Stops when the list of problems is full; then the track is not whole. */
static struct track *make_track(struct check *check)
{
    static void (*const steps[])(struct check *, struct track *) = {make_patches, make_inspected,
                                                                    make_lines, make_checkpoints};
    struct track *track = track_begin(check->draft);
    check_items(check);
    if (!check_is_full(check))
        track->surface = make_surface(check);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !check_is_full(check); i++)
        steps[i](check, track);
    return track;
}

static struct track *run(struct check *check)
{
    if (!check_sheet(check))
        return NULL;
    check->wrong = memory_allocate((size_t)check->draft->count, sizeof *check->wrong);
    struct track *track = make_track(check);
    free(check->wrong);
    return track;
}

struct track *track_from_draft(const struct draft *draft, struct error *error)
{
    struct draft_problem problem = {.item = -1};
    struct check check = {.draft = draft, .problems = &problem, .limit = 1, .for_file = true};
    struct track *track = run(&check);
    if (check.count == 0)
        return track;
    *error = problem.error;
    track_release(track);
    return NULL;
}

/* What is wrong stands first; each in the order in which it was found. */
static void put_missing_last(struct draft_problem *problems, int count)
{
    struct draft_problem *copy = memory_copy(problems, (size_t)count, sizeof *problems);
    int next = 0;
    for (int missing = 0; missing < 2; missing++)
        for (int i = 0; i < count; i++)
            if (copy[i].missing == (missing == 1))
                problems[next++] = copy[i];
    free(copy);
}

int draft_list_problems(const struct draft *draft, struct draft_problem *problems, int limit)
{
    struct check check = {.draft = draft, .problems = problems, .limit = limit};
    if (limit <= 0)
        return 0;
    track_release(run(&check));
    put_missing_last(problems, check.count);
    return check.count;
}
