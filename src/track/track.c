/* Sharing tracks, what they are as a number, and what is passed on the way over one: start and
 * finish lines, checkpoints.
 */
#include "track/track.h"

#include "base/memory.h"
#include "base/number.h"
#include "track/draft.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* What others see is the first member, so a pointer to one is a pointer to the other. */
struct counted_track {
    struct track track;
    atomic_int references;
    /* The owner of everything but the inspected points; NULL: this track itself. */
    const struct track *lender;
};

static struct counted_track *counted(const struct track *track)
{
    return (struct counted_track *)(uintptr_t)track;
}

struct track *track_new(void)
{
    struct counted_track *made = memory_allocate(1, sizeof *made);
    atomic_init(&made->references, 1);
    return &made->track;
}

struct track *track_new_borrowing(const struct track *lender)
{
    struct track *track = track_new();
    *track = *lender;
    track->inspected = NULL;
    track->inspected_count = 0;
    counted(track)->lender = track_retain(lender);
    return track;
}

struct track *track_retain(const struct track *track)
{
    atomic_fetch_add(&counted(track)->references, 1);
    return &counted(track)->track;
}

static void free_patches(struct track_patch *patches, int count)
{
    for (int i = 0; i < count; i++)
        area_free(patches[i].area);
    free(patches);
}

struct point track_size(const struct track *track)
{
    return (struct point){track->width, track->height};
}

void track_release(const struct track *track)
{
    if (!track || atomic_fetch_sub(&counted(track)->references, 1) > 1)
        return;
    free(track->inspected);
    if (counted(track)->lender)
        track_release(counted(track)->lender);
    else {
        for (int i = 0; i < track->checkpoint_count; i++)
            free(track->checkpoints[i].points);
        free_patches(track->slicks, track->slick_count);
        free_patches(track->turbo_areas, track->turbo_count);
        area_free(track->surface);
        free(track->checkpoints);
        free(track->name);
        free(track->description);
        free(track->remark);
    }
    free(counted(track));
}

bool track_on_slick(const struct track *track, struct point grid)
{
    for (int i = 0; i < track->slick_count; i++)
        if (area_place_grid(track->slicks[i].area, grid) != PLACE_OUTSIDE)
            return true;
    return false;
}

int track_line_side(const struct track_line *line, struct point grid)
{
    int64_t side = point_cross(line->from, line->to, grid);
    return (side > 0) - (side < 0);
}

/* A way with a grid point at one end and a rational point at the other, on different sides of the
 * line's carrier or at most one of them on it. It meets the carrier between the line's ends if they
 * are not both on the same side of it. */
static bool meets_between_ends(const struct track_line *line, struct point grid,
                               struct exact_point other)
{
    return exact_side(grid, line->from, other) * exact_side(grid, line->to, other) <= 0;
}

int track_line_crossing(const struct track_line *line, bool touch, struct point from,
                        struct exact_point to)
{
    int least = touch ? 0 : 1;
    bool was_beyond = track_line_side(line, from) >= least;
    bool is_beyond = exact_side(line->from, line->to, to) >= least;
    if (was_beyond == is_beyond || !meets_between_ends(line, from, to))
        return 0;
    return is_beyond ? 1 : -1;
}

int track_line_crossing_back(const struct track_line *line, bool touch, struct exact_point from,
                             struct point to)
{
    return -track_line_crossing(line, touch, to, from);
}

/* --- the fingerprint: each list is led by its length, so that nothing can pass from one to the
 * next */

static uint64_t add_point(uint64_t hash, struct point point)
{
    return hash_number(hash_number(hash, point.x), point.y);
}

static uint64_t add_area(uint64_t hash, const struct area *area)
{
    hash = hash_number(hash, area_loop_count(area));
    for (int i = 0; i < area_loop_count(area); i++) {
        struct loop loop = area_loop(area, i);
        hash = hash_number(hash, loop.count);
        for (int j = 0; j < loop.count; j++)
            hash = add_point(hash, loop.vertices[j]);
    }
    return hash;
}

static uint64_t add_patches(uint64_t hash, const struct track_patch *patches, int count)
{
    hash = hash_number(hash, count);
    for (int i = 0; i < count; i++)
        hash = add_point(add_area(hash, patches[i].area), patches[i].arrow);
    return hash;
}

static uint64_t add_line(uint64_t hash, const struct track_line *line)
{
    return add_point(add_point(hash, line->from), line->to);
}

static uint64_t add_checkpoints(uint64_t hash, const struct track *track)
{
    hash = hash_number(hash, track->checkpoint_count);
    for (int i = 0; i < track->checkpoint_count; i++) {
        const struct track_checkpoint *checkpoint = &track->checkpoints[i];
        hash = hash_number(hash, checkpoint->point_count);
        for (int j = 0; j < checkpoint->point_count; j++)
            hash = add_point(hash, checkpoint->points[j]);
    }
    return hash;
}

uint64_t track_fingerprint(const struct track *track)
{
    uint64_t hash = hash_number(hash_number(HASH_START, track->width), track->height);
    hash = add_area(hash, track->surface);
    hash = hash_number(hash, track->has_line + track->open);
    if (track->has_line)
        hash = add_line(add_line(hash, &track->start), &track->finish);
    hash = add_patches(hash, track->slicks, track->slick_count);
    hash = add_patches(hash, track->turbo_areas, track->turbo_count);
    hash = add_checkpoints(hash, track);
    hash = hash_number(hash, track->inspected_count);
    for (int i = 0; i < track->inspected_count; i++)
        hash = hash_number(add_point(hash, track->inspected[i].at),
                           track->inspected[i].inside ? 1 : 0);
    return hash;
}

/* --- checkpoints ------------------------------------------------------------------------------ */

static bool are_neighbours(struct point a, struct point b)
{
    struct point d = point_subtract(b, a);
    return d.x >= -1 && d.x <= 1 && d.y >= -1 && d.y <= 1;
}

/* A box of grid points that a way lies in. What a join outside has in common with it is an end. */
static struct point_range box_of(struct point a, struct point b)
{
    return (struct point_range){{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y},
                                {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
}

static bool box_holds(const struct point_range *box, struct point at)
{
    return at.x >= box->low.x && at.x <= box->high.x && at.y >= box->low.y && at.y <= box->high.y;
}

/* Calls `visit` for each point of the checkpoint in the box, as a join from it to itself, and for
 * each join between two of them. */
static void visit_joins(const struct track_checkpoint *checkpoint, const struct point_range *box,
                        void (*visit)(void *context, struct point a, struct point b), void *context)
{
    for (int i = 0; i < checkpoint->point_count; i++) {
        struct point a = checkpoint->points[i];
        if (!box_holds(box, a))
            continue;
        for (int j = i; j < checkpoint->point_count; j++)
            if (are_neighbours(a, checkpoint->points[j]))
                visit(context, a, checkpoint->points[j]);
    }
}

struct move_search {
    struct point from, to;
    struct along_contact within;
    bool behind;
    struct along_place first;
    bool found;
};

static void visit_on_move(void *context, struct point a, struct point b)
{
    struct move_search *search = context;
    struct along_contact contact;
    if (!along_meets_join(search->from, search->to, a, b, &contact))
        return;
    int left = along_compare(contact.last, search->within.first);
    if (left < 0 || (left == 0 && search->behind) ||
        along_compare(contact.first, search->within.last) > 0)
        return;
    if (along_compare(contact.first, search->within.first) < 0)
        contact.first = search->within.first;
    if (!search->found || along_compare(contact.first, search->first) < 0)
        search->first = contact.first;
    search->found = true;
}

bool passing_find_checkpoint(const struct track_checkpoint *checkpoint, struct point from,
                             struct point to, struct along_contact within, bool behind,
                             struct along_place *place)
{
    struct move_search search = {.from = from, .to = to, .within = within, .behind = behind};
    struct point_range box = box_of(from, to);
    visit_joins(checkpoint, &box, visit_on_move, &search);
    if (search.found)
        *place = search.first;
    return search.found;
}

struct way_search {
    struct exact_point from;
    struct point to;
    bool found;
};

/* How far a grid point of the way's straight line is from `to` towards `from`, along the way's
 * longer axis, times from.w. */
static int64_t distance_back(const struct way_search *way, struct point at)
{
    int64_t right = way->from.x - way->to.x * way->from.w;
    int64_t up = way->from.y - way->to.y * way->from.w;
    int64_t distance = (right != 0 ? at.x - way->to.x : at.y - way->to.y) * way->from.w;
    return (right != 0 ? right : up) < 0 ? -distance : distance;
}

static int64_t length_of(const struct way_search *way)
{
    int64_t right = way->from.x - way->to.x * way->from.w;
    int64_t up = way->from.y - way->to.y * way->from.w;
    int64_t length = right != 0 ? right : up;
    return length < 0 ? -length : length;
}

static void visit_on_way(void *context, struct point a, struct point b)
{
    struct way_search *way = context;
    int side_a = exact_side(way->to, a, way->from);
    int side_b = exact_side(way->to, b, way->from);
    if (side_a * side_b > 0)
        return;
    if (side_a == 0 && side_b == 0) {
        /* On the way's own straight line: its start, the exit, is left out. */
        int64_t at_a = distance_back(way, a);
        int64_t at_b = distance_back(way, b);
        int64_t nearest = at_a < at_b ? at_a : at_b;
        int64_t farthest = at_a < at_b ? at_b : at_a;
        way->found |= farthest >= 0 && nearest < length_of(way);
        return;
    }
    int64_t side_to = point_cross(a, b, way->to);
    int side_from = exact_side(a, b, way->from);
    /* The exit on the join: nothing of the way follows it there. */
    way->found |= side_from != 0 && (side_to == 0 || (side_to > 0) != (side_from > 0));
}

bool passing_way_touches_checkpoint(const struct track *track, struct exact_point from,
                                    struct point to)
{
    struct way_search way = {.from = from, .to = to};
    struct point corner = {(int32_t)number_floor_divide(from.x, from.w),
                           (int32_t)number_floor_divide(from.y, from.w)};
    if (exact_equal(from, exact_from_grid(to)))
        return false;
    struct point_range box = box_of(corner, to);
    box.high.x = box.high.x > corner.x ? box.high.x : corner.x + 1;
    box.high.y = box.high.y > corner.y ? box.high.y : corner.y + 1;
    for (int i = 0; i < track->checkpoint_count; i++)
        visit_joins(&track->checkpoints[i], &box, visit_on_way, &way);
    return way.found;
}

/* === check ==================================================================================== */

/* What the checks of drafts share: collecting what is found, every item alone, loops of one role
 * together, lines across the track, and how messages name things.
 *
 * Whether a piece of a line lies inside is found by walking along its carrier from outside. The
 * strips immediately to its left and to its right are looked at apart: an edge enters or leaves a
 * strip where one of its ends lies in it and the other does not, which is plain also at vertices
 * and along edges on the carrier. A stretch on which both strips are inside is inside.
 */

/* --- words ------------------------------------------------------------------------------------ */

/* A count of 1/scale as a decimal without zeros at its end. */
static void print_decimal(int64_t value, int digits, char *into, size_t size)
{
    int64_t scale = 1;
    for (int i = 0; i < digits; i++)
        scale *= 10;
    const char *sign = value < 0 ? "-" : "";
    int64_t size_of = value < 0 ? -value : value;
    for (; digits > 0 && size_of % 10 == 0; digits--) {
        size_of /= 10;
        scale /= 10;
    }
    if (digits == 0)
        snprintf(into, size, "%s%lld", sign, (long long)size_of);
    else
        snprintf(into, size, "%s%lld.%0*lld", sign, (long long)(size_of / scale), digits,
                 (long long)(size_of % scale));
}

static int64_t to_hundredths(int32_t fine)
{
    int64_t twice = (int64_t)fine * 200;
    return (twice + (twice < 0 ? -FINE : FINE)) / (2 * FINE);
}

const char *words_place(struct point fine, char into[WORDS_PLACE_BYTES])
{
    char x[WORDS_PLACE_BYTES / 2 - 4];
    char y[WORDS_PLACE_BYTES / 2 - 4];
    print_decimal(to_hundredths(fine.x), 2, x, sizeof x);
    print_decimal(to_hundredths(fine.y), 2, y, sizeof y);
    snprintf(into, WORDS_PLACE_BYTES, "(%s, %s)", x, y);
    return into;
}

/* The distance of two fine points in squares, to the thousandth; a gap is never said to be 0. */
static const char *words_distance(struct point a, struct point b, char into[WORDS_PLACE_BYTES])
{
    int64_t dx = (int64_t)a.x - b.x;
    int64_t dy = (int64_t)a.y - b.y;
    /* 15625 / 16384 is (1000 / FINE) squared. */
    /* The whole number nearest to the square root. */
    int64_t square = (dx * dx + dy * dy) * 15625 / 16384;
    int64_t low = 0;
    int64_t high = INT64_C(1) << 30;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (middle * middle >= square)
            high = middle;
        else
            low = middle + 1;
    }
    int64_t thousandths = low > 0 && (2 * low - 1) * (2 * low - 1) > 4 * square ? low - 1 : low;
    bool some = thousandths > 0 || point_equal(a, b);
    print_decimal(some ? thousandths : 1, 3, into, WORDS_PLACE_BYTES);
    return into;
}

const char *words_role(enum draft_role role)
{
    static const char *const names[DRAFT_ROLE_COUNT] = {
        [DRAFT_WALL] = "wall",
        [DRAFT_SLICK] = "slick",
        [DRAFT_TURBO] = "turbo area",
        [DRAFT_START_FINISH] = "start and finish line",
        [DRAFT_START] = "start line",
        [DRAFT_FINISH] = "finish line",
        [DRAFT_CHECKPOINT] = "checkpoint",
        [DRAFT_INSIDE] = "point declared inside",
        [DRAFT_OUTSIDE] = "point declared outside",
        [DRAFT_DECORATION] = "decoration",
    };
    return names[role];
}

bool words_check_on_sheet(struct point fine, int width, int height, struct error *error)
{
    char place[WORDS_PLACE_BYTES];
    if (fine.x >= 0 && fine.y >= 0 && fine.x <= width * FINE && fine.y <= height * FINE)
        return true;
    return error_set(error,
                     "the point %s is off the sheet of %d × %d squares; move it onto the sheet or "
                     "make the sheet larger",
                     words_place(fine, place), width, height);
}

/* --- what is found ---------------------------------------------------------------------------- */

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
    if (!draft_loop_is_closed(loop) && loop->count > 1) {
        char gap[WORDS_PLACE_BYTES];
        struct point from = loop->vertices[0], to = loop->vertices[loop->count - 1];
        struct draft_problem *problem = check_tell(
            check, index, "this %s is not closed: its ends are %s squares apart; join them%s",
            words_role(item_at(check, index)->role), words_distance(from, to, gap),
            check->for_file ? " (in a path by Z)" : "");
        check_place(problem, from);
        problem->to = to;
        problem->repair = REPAIR_JOIN;
    } else if (draft_loop_corners(loop) < 3)
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

static void check_points(struct check *check, int index)
{
    const struct draft_item *item = item_at(check, index);
    char place[WORDS_PLACE_BYTES];
    for (int i = 0; i < item->loop_count; i++)
        for (int j = 0; j < item->loops[i].count; j++) {
            struct point at = item->loops[i].vertices[j];
            if (at.x % FINE == 0 && at.y % FINE == 0)
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

/* --- loops together: do they cross, do they enclose anything? --------------------------------- */

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

void check_loops_together(struct check *check, const struct check_outline *outline)
{
    struct crossing crossing;
    if (crossing_find(outline->loops, outline->count, &crossing)) {
        /* Whoever draws wants to see more than the first one. */
        struct crossing list[CROSSING_LIMIT];
        int count = check->for_file
                        ? 0
                        : crossing_list(outline->loops, outline->count, list, CROSSING_LIMIT);
        for (int i = 0; i < count; i++)
            tell_crossing(check, outline, &list[i]);
        if (count == 0)
            tell_crossing(check, outline, &crossing);
    }
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

/* --- lines across the track ------------------------------------------------------------------- */

/* Where an edge meets the carrier, as a fraction: squares along times the line's steps. */
struct meeting {
    int128 along;
    int64_t scale; /* above 0 */
    bool left, right;
};

/* The smallest step along the line from grid point to grid point, and how many there are. */
static struct point step_of(const struct track_line *line, int *count)
{
    struct point whole = point_subtract(line->to, line->from);
    *count = (int)number_common_divisor(whole.x, whole.y);
    return (struct point){whole.x / *count, whole.y / *count};
}

static int64_t cross(struct point a, struct point b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* Both ends of the edge seen from the line's start. False if the edge stays on one side. */
static bool find_meeting(struct point step, struct point a, struct point b, struct meeting *meeting)
{
    int64_t side_a = cross(step, a);
    int64_t side_b = cross(step, b);
    meeting->left = (side_a > 0) != (side_b > 0);
    meeting->right = (side_a < 0) != (side_b < 0);
    if (!meeting->left && !meeting->right)
        return false;
    meeting->scale = side_a > side_b ? side_a - side_b : side_b - side_a;
    meeting->along = ((int128)point_dot(step, b) * side_a - (int128)point_dot(step, a) * side_b) *
                     (side_a > side_b ? 1 : -1);
    return true;
}

static int compare_meetings(const void *first, const void *second)
{
    const struct meeting *a = first;
    const struct meeting *b = second;
    int128 left = a->along * b->scale;
    int128 right = b->along * a->scale;
    return (left > right) - (left < right);
}

static struct meeting *find_meetings(const struct area *surface, const struct track_line *line,
                                     int *count)
{
    struct meeting *meetings = NULL;
    int capacity = 0;
    int steps;
    struct point step = step_of(line, &steps);
    struct point start = point_to_fine(line->from);
    *count = 0;
    for (int i = 0; i < area_loop_count(surface); i++) {
        struct loop loop = area_loop(surface, i);
        for (int j = 0; j < loop.count; j++) {
            struct point a = point_subtract(loop.vertices[j], start);
            struct point b = point_subtract(loop.vertices[(j + 1) % loop.count], start);
            meetings = array_grow(meetings, *count, &capacity, sizeof *meetings);
            *count += find_meeting(step, a, b, &meetings[*count]);
        }
    }
    if (*count > 1)
        qsort(meetings, (size_t)*count, sizeof *meetings, compare_meetings);
    return meetings;
}

static bool runs_inside(const struct area *surface, const struct track_line *line)
{
    int count;
    int steps;
    struct point step = step_of(line, &steps);
    int128 end = (int128)point_dot(step, step) * steps * FINE;
    struct meeting *meetings = find_meetings(surface, line, &count);
    bool left = false;
    bool right = false;
    bool found = false;
    for (int i = 0; i + 1 < count && !found; i++) {
        const struct meeting *from = &meetings[i];
        const struct meeting *to = &meetings[i + 1];
        left ^= from->left;
        right ^= from->right;
        found = left && right && compare_meetings(from, to) < 0 && to->along > 0 &&
                from->along < end * from->scale;
    }
    free(meetings);
    return found;
}

static bool check_end(const struct area *surface, struct point end, const char *name,
                      struct point *at, struct error *error)
{
    char place[WORDS_PLACE_BYTES];
    if (area_place_grid(surface, end) != PLACE_INSIDE)
        return true;
    *at = point_to_fine(end);
    return error_set(
        error,
        "this %s does not reach across the track: its end %s lies inside; draw it from "
        "wall to wall or beyond",
        name, words_place(*at, place));
}

bool line_check_reach(const struct area *surface, const struct track_line *line, const char *name,
                      struct point *at, struct error *error)
{
    if (!check_end(surface, line->from, name, at, error) ||
        !check_end(surface, line->to, name, at, error))
        return false;
    return runs_inside(surface, line) ||
           error_set(error,
                     "this %s does not reach across the track: no piece of it lies inside; draw it "
                     "from wall to wall or beyond",
                     name);
}

bool line_check_starts(const struct ground *ground, const struct track_line *line,
                       struct error *error)
{
    int count;
    struct point step = step_of(line, &count);
    struct point at = line->from;
    for (int i = 0; i <= count; i++, at = point_add(at, step))
        if (ground_holds_point(ground, at))
            return true;
    return error_set(error, "there is no start point: no grid point of the start line lies in the "
                            "track; move the line or widen the track there");
}
