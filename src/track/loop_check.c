/* Loops of one role together: do they cross, do they enclose anything? */
#include "base/memory.h"
#include "track/check.h"
#include "track/crossing.h"
#include "track/words.h"

#include <stdlib.h>

/* A scribble must not hide what else is wrong. */
enum { CROSSING_LIMIT = 12 };

void check_add_loops(struct check_outline *outline, const struct check *check, int index)
{
    const struct draft_item *item = &check->draft->items[index];
    size_t count = (size_t)outline->count + (size_t)item->loop_count;
    outline->loops = memory_resize(outline->loops, count, sizeof *outline->loops);
    outline->items = memory_resize(outline->items, count, sizeof *outline->items);
    for (int i = 0; i < item->loop_count; i++) {
        const struct draft_loop *loop = &item->loops[i];
        outline->loops[outline->count] = (struct loop){loop->vertices, draft_loop_corners(loop)};
        outline->items[outline->count++] = index;
    }
}

void check_free_outline(struct check_outline *outline)
{
    free(outline->loops);
    free(outline->items);
}

static void tell_crossing(struct check *check, const struct check_outline *outline,
                          const struct crossing *crossing)
{
    char place[WORDS_PLACE_BYTES];
    int first = outline->items[crossing->first];
    int second = outline->items[crossing->second];
    const struct draft_item *items = check->draft->items;
    const char *name = words_role(items[second].role);
    struct draft_problem *problem;
    words_place(crossing->at, place);
    if (crossing->first == crossing->second)
        problem =
            check_tell(check, second, "this %s crosses itself at %s; move one of the two strokes",
                       name, place);
    else if (first == second)
        problem = check_tell(check, second, "two loops of this %s cross at %s; move one of them",
                             name, place);
    else if (check->for_file)
        problem =
            check_tell(check, second, "this %s crosses that of line %d at %s; move one of them",
                       name, items[first].line, place);
    else
        problem = check_tell(check, second, "this %s crosses another one at %s; move one of them",
                             name, place);
    problem->other = first != second ? first : -1;
    check_place(problem, crossing->at);
}

static bool has_area(const struct loop *loop)
{
    int128 twice = 0;
    for (int i = 2; i < loop->count; i++)
        twice += point_cross(loop->vertices[0], loop->vertices[i - 1], loop->vertices[i]);
    return twice != 0;
}

/* Whoever draws wants to see more than the first one. */
static void tell_crossings(struct check *check, const struct check_outline *outline,
                           const struct crossing *first)
{
    struct crossing list[CROSSING_LIMIT];
    int count =
        check->for_file ? 0 : crossing_list(outline->loops, outline->count, list, CROSSING_LIMIT);
    for (int i = 0; i < count; i++)
        tell_crossing(check, outline, &list[i]);
    if (count == 0)
        tell_crossing(check, outline, first);
}

void check_loops_together(struct check *check, const struct check_outline *outline)
{
    struct crossing crossing;
    if (crossing_find(outline->loops, outline->count, &crossing))
        tell_crossings(check, outline, &crossing);
    for (int i = 0; i < outline->count && !check_is_full(check); i++) {
        int item = outline->items[i];
        if (check->wrong[item] || has_area(&outline->loops[i]))
            continue;
        struct draft_problem *problem = check_tell(
            check, item, "this %s has a loop that encloses no area; draw it wider or take it away",
            words_role(check->draft->items[item].role));
        check_place(problem, outline->loops[i].vertices[0]);
        if (check->draft->items[item].loop_count == 1)
            problem->repair = REPAIR_TAKE_AWAY;
    }
}
