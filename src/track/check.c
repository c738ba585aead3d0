/* Collecting what is found, and every item alone. */
#include "track/check.h"

#include "track/words.h"

#include <stdarg.h>
#include <stdio.h>

bool check_is_full(const struct check *check)
{
    return check->count >= check->limit;
}

struct draft_problem *check_tell(struct check *check, int item, const char *format, ...)
{
    struct draft_problem *problem =
        check_is_full(check) ? &check->spare : &check->problems[check->count++];
    char text[sizeof problem->error.text];
    va_list arguments;
    *problem = (struct draft_problem){.item = item, .other = -1};
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(&problem->error, "%s", text);
    if (check->for_file)
        problem->error.line = item < 0 ? check->draft->line : check->draft->items[item].line;
    if (item >= 0)
        check->wrong[item] = true;
    return problem;
}

void check_place(struct draft_problem *problem, struct point at)
{
    problem->has_place = true;
    problem->at = problem->to = at;
}

static struct point first_vertex(const struct draft_item *item)
{
    for (int i = 0; i < item->loop_count; i++)
        if (item->loops[i].count > 0)
            return item->loops[i].vertices[0];
    return (struct point){0, 0};
}

static const struct draft_item *item_at(const struct check *check, int index)
{
    return &check->draft->items[index];
}

static void tell_gap(struct check *check, int index, const struct draft_loop *loop)
{
    char gap[WORDS_PLACE_BYTES];
    struct point from = loop->vertices[0], to = loop->vertices[loop->count - 1];
    struct draft_problem *problem = check_tell(
        check, index, "this %s is not closed: its ends are %s squares apart; join them%s",
        words_role(item_at(check, index)->role), words_distance(from, to, gap),
        check->for_file ? " (in a path by Z)" : "");
    check_place(problem, from);
    problem->to = to;
    problem->repair = REPAIR_JOIN;
}

/* At the first of its points. */
static void tell_superfluous(struct draft_problem *problem, const struct draft_item *item)
{
    check_place(problem, first_vertex(item));
    if (item->loop_count <= 1)
        problem->repair = REPAIR_TAKE_AWAY;
}

static void check_loop(struct check *check, int index, const struct draft_loop *loop)
{
    const struct draft_item *item = item_at(check, index);
    if (!draft_loop_is_closed(loop) && loop->count > 1)
        tell_gap(check, index, loop);
    else if (draft_loop_corners(loop) < 3)
        tell_superfluous(check_tell(check, index,
                                    "this %s has a loop with fewer than 3 corners; draw it larger "
                                    "or take it away",
                                    words_role(item->role)),
                         item);
}

static void check_loops(struct check *check, int index)
{
    const struct draft_item *item = item_at(check, index);
    for (int i = 0; i < item->loop_count; i++)
        check_loop(check, index, &item->loops[i]);
}

static void check_turbo(struct check *check, int index)
{
    const struct draft_item *item = item_at(check, index);
    check_loops(check, index);
    if (item->arrow.x != 0 || item->arrow.y != 0)
        return;
    struct draft_problem *problem = check_tell(
        check, index, "this turbo area has no arrow; say how far it pushes to the right and up");
    check_place(problem, first_vertex(item));
    problem->repair = REPAIR_ARROW;
}

static bool is_grid(struct point fine)
{
    return fine.x % FINE == 0 && fine.y % FINE == 0;
}

static void check_points(struct check *check, int index)
{
    const struct draft_item *item = item_at(check, index);
    char place[WORDS_PLACE_BYTES];
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++) {
            struct point at = item->loops[i].vertices[j];
            if (is_grid(at))
                continue;
            struct draft_problem *problem =
                check_tell(check, index,
                           "this %s must lie on grid points, but %s is none; move it to whole "
                           "squares",
                           words_role(item->role), words_place(at, place));
            check_place(problem, at);
            problem->repair = REPAIR_TO_GRID;
            return;
        }
}

static void check_line(struct check *check, int index)
{
    const struct draft_item *item = item_at(check, index);
    if (item->loop_count == 1 && item->loops[0].count == 2 && !item->loops[0].closed)
        check_points(check, index);
    else
        check_place(check_tell(check, index,
                               "this %s must be one straight line from one end to the other",
                               words_role(item->role)),
                    first_vertex(item));
}

/* The first vertex that is off the sheet stands for all of the item. */
static bool check_vertices(struct check *check, int index)
{
    const struct draft_item *item = item_at(check, index);
    const struct draft *draft = check->draft;
    struct error error;
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++) {
            struct point at = item->loops[i].vertices[j];
            if (words_check_on_sheet(at, draft->width, draft->height, &error))
                continue;
            check_place(
                check_tell(check, index, "in this %s %s", words_role(item->role), error.text), at);
            return false;
        }
    bool empty = item->loop_count == 0;
    for (int i = 0; i < item->loop_count; i++)
        empty |= item->loops[i].count == 0;
    if (empty)
        check_tell(check, index, "this %s has no points; draw it or take it away",
                   words_role(item->role))
            ->repair = REPAIR_TAKE_AWAY;
    return !empty;
}

void check_items(struct check *check)
{
    static void (*const checks[DRAFT_ROLE_COUNT])(struct check *, int) = {
        [DRAFT_WALL] = check_loops,        [DRAFT_SLICK] = check_loops,
        [DRAFT_TURBO] = check_turbo,       [DRAFT_START_FINISH] = check_line,
        [DRAFT_START] = check_line,        [DRAFT_FINISH] = check_line,
        [DRAFT_CHECKPOINT] = check_points, [DRAFT_INSIDE] = check_points,
        [DRAFT_OUTSIDE] = check_points,
    };
    for (int i = 0; i < check->draft->count && !check_is_full(check); i++) {
        enum draft_role role = item_at(check, i)->role;
        if (role != DRAFT_DECORATION && check_vertices(check, i))
            checks[role](check, i);
    }
}
