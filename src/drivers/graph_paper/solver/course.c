/* See course.h. What is too much work shows by counting the moves that a search finds; then less
 * is looked at: fewer extras, then fewer laps, and at last distances alone. */
#include "drivers/graph_paper/solver/course.h"

#include "base/memory.h"
#include "drivers/graph_paper/solver/course_inside.h"
#include "drivers/graph_paper/solver/distance.h"
#include "drivers/graph_paper/solver/solver.h"

#include <stdlib.h>

struct course {
    atomic_int holders;
    struct setup setup;
    struct distance *distance; /* NULL: no finish line */
    struct solver *solver;     /* NULL: nothing is known of rounds */
    struct course_scope scope; /* of the solver */
    struct race *race;         /* as it begins, to ask where cars may start */
    int flying_lap;            /* rounds that a lap costs of which the solver does not know */
    int rounds;
};

static const struct course_limits usual_limits = {.moves = 16000000,
                                                  .bytes = (size_t)400 << 20,
                                                  .points = 1100000,
                                                  .planes = 3000,
                                                  .at_once = 1000000};

enum {
    EXTRAS_MOST = 10, /* more make each move cost the more */
    STORES_MOST = 64, /* and so do more combinations of them */
    LAPS_MOST = 99,   /* there are no longer races */
    TURBO_FACTOR = 2, /* moves that pass turbo areas are driven one by one */
    BASIC_FACTOR = 4  /* without extras one move costs the less */
};

/* From the whole race down to what is left when nothing else will do. */
static const struct course_scope scopes[] = {
    {EXTRAS_MOST, LAPS_MOST}, {3, LAPS_MOST}, {3, 3}, {2, 3}, {1, 3}, {0, 3}};
static const struct course_scope basic = {0, 1};

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

static int largest_of(int a, int b)
{
    return a > b ? a : b;
}

static bool is_set(const atomic_bool *flag)
{
    return flag && atomic_load(flag);
}

/* --- searching -----------------------------------------------------------------------------------
 */

/* A search that is ended from within when it has found too much. */
struct attempt {
    const struct course_limits *limits;
    const atomic_bool *cancelled;
    uint64_t most, moves;
    atomic_bool over;
};

static void look_on(void *data, int rounds, uint64_t moves)
{
    struct attempt *attempt = data;
    (void)rounds;
    attempt->moves = moves;
    if (is_set(attempt->cancelled) || moves > attempt->most)
        atomic_store(&attempt->over, true);
}

static struct course_scope within(struct course_scope scope, const struct setup *setup)
{
    const int *values = setup->values;
    int extras = largest_of(values[FIELD_NITROS],
                            largest_of(values[FIELD_GOOD_BRAKES], values[FIELD_TURBO_BOOSTS]));
    int laps = setup->track->open ? 1 : values[FIELD_LAPS];
    return (struct course_scope){least_of(scope.extras, extras), least_of(scope.laps, laps)};
}

static struct setup narrow_setup(const struct setup *setup, struct course_scope scope)
{
    struct setup narrowed = *setup;
    int *values = narrowed.values;
    values[FIELD_NITROS] = least_of(values[FIELD_NITROS], scope.extras);
    values[FIELD_GOOD_BRAKES] = least_of(values[FIELD_GOOD_BRAKES], scope.extras);
    values[FIELD_TURBO_BOOSTS] = least_of(values[FIELD_TURBO_BOOSTS], scope.extras);
    values[FIELD_LAPS] = scope.laps;
    return narrowed;
}

static bool has_turbo(const struct setup *setup)
{
    return setup->values[FIELD_TURBO_AREAS] == SWITCH_ON && setup->track->turbo_count > 0;
}

/* Combinations of what a car has left. */
static int64_t count_stores(const struct setup *setup)
{
    const int *values = setup->values;
    return (int64_t)(values[FIELD_NITROS] + 1) * (values[FIELD_GOOD_BRAKES] + 1) *
           (values[FIELD_TURBO_BOOSTS] + 1);
}

/* And of how far it is in its race. */
static int64_t count_planes(const struct setup *setup)
{
    const int *values = setup->values;
    int laps = setup->track->open ? 1 : values[FIELD_LAPS] + 1;
    int stages = values[FIELD_CHECKPOINTS] == SWITCH_ON ? setup->track->checkpoint_count + 1 : 1;
    return count_stores(setup) * laps * stages;
}

static int64_t count_points(const struct setup *setup)
{
    return (int64_t)(setup->track->width + 1) * (setup->track->height + 1);
}

static bool is_too_much(const struct setup *setup, const struct course_limits *limits)
{
    return count_stores(setup) > STORES_MOST || count_planes(setup) > limits->planes ||
           count_points(setup) > limits->points;
}

/* NULL if it is too much. */
static struct solver *search(const struct setup *setup, struct attempt *attempt)
{
    struct error error;
    const struct course_limits *limits = attempt->limits;
    if (is_too_much(setup, limits) || is_set(attempt->cancelled))
        return NULL;
    struct solver_options options = {.with_extras = true,
                                     .for_questions = true,
                                     .memory_limit = limits->bytes,
                                     .cancelled = &attempt->over,
                                     .progress = look_on,
                                     .progress_data = attempt};
    attempt->moves = 0;
    atomic_init(&attempt->over, false);
    struct solver *solver = solver_create(setup, &options, &error);
    if (solver && !solver_prepare(solver, &error)) {
        solver_free(solver);
        solver = NULL;
    }
    return solver;
}

static bool try_scope(struct course *course, struct course_scope scope, struct attempt *attempt)
{
    struct setup narrowed = narrow_setup(&course->setup, scope);
    struct solver *solver = search(&narrowed, attempt);
    if (!solver)
        return false;
    solver_free(course->solver);
    course->solver = solver;
    course->scope = scope;
    return true;
}

/* What has been found in the search without extras tells how much the others would find; what was
 * too much after all, that the next ones must be far smaller. */
static void widen_scope(struct course *course, uint64_t found, struct attempt *attempt)
{
    struct setup narrowed = narrow_setup(&course->setup, course->scope);
    int64_t planes = count_planes(&narrowed);
    int64_t highest = (int64_t)(attempt->most / (found / (uint64_t)planes * 3 / 2 + 1));
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++) {
        struct course_scope scope = within(scopes[i], &course->setup);
        struct setup wider = narrow_setup(&course->setup, scope);
        int64_t wanted = count_planes(&wider);
        if (wanted <= planes || wanted > highest || is_too_much(&wider, attempt->limits))
            continue;
        if (try_scope(course, scope, attempt))
            return;
        highest = wanted / 3;
    }
}

/* The most of the race that is not too much. */
static void find_solver(struct course *course, const struct course_limits *limits,
                        const atomic_bool *cancelled)
{
    struct attempt attempt = {.limits = limits, .cancelled = cancelled};
    struct course_scope whole = within(scopes[0], &course->setup);
    struct setup narrowed = narrow_setup(&course->setup, whole);
    struct course_scope least = within(basic, &course->setup);
    uint64_t most = limits->moves / (has_turbo(&course->setup) ? TURBO_FACTOR : 1);
    attempt.most = most;
    if (count_planes(&narrowed) * count_points(&narrowed) <= limits->at_once &&
        try_scope(course, whole, &attempt))
        return;
    attempt.most = most * BASIC_FACTOR;
    if (!try_scope(course, least, &attempt))
        return;
    attempt.most = most;
    widen_scope(course, attempt.moves, &attempt);
}

/* --- laps that the search does not know ----------------------------------------------------------
 */

static bool counts_checkpoints(const struct course *course)
{
    return course->setup.values[FIELD_CHECKPOINTS] == SWITCH_ON &&
           course->setup.track->checkpoint_count > 0;
}

/* The car as the search knows it; a car with more laps to go is as far as one with all laps of the
 * search to go, and has so many more before it. */
static struct car narrow(const struct course *course, const struct car *car, int *more_laps)
{
    struct car known = *car;
    int laps = course->setup.track->open ? 1 : course->setup.values[FIELD_LAPS];
    int *done = counts_checkpoints(course) ? &known.laps_opened : &known.crossings;
    *more_laps = laps - course->scope.laps;
    if (*more_laps > 0 && *done > 0) {
        int left = laps - *done;
        *more_laps = largest_of(left - (course->scope.laps - 1), 0);
        *done = course->scope.laps - (left - *more_laps);
    }
    return known;
}

static int with_laps(const struct course *course, int rounds, int more_laps)
{
    return rounds < 0 ? COURSE_NEVER : rounds + more_laps * course->flying_lap;
}

/* By how much a lap less shortens the way from a start point; where the search knows but one lap,
 * that one. */
static void find_flying_lap(struct course *course)
{
    struct point_list starts = {0};
    graph_paper_starts(course->race, &starts);
    for (int i = 0; i < starts.count && course->flying_lap == 0; i++) {
        struct car car = course_placed(course, starts.items[i]);
        int whole = solver_remaining(course->solver, &car);
        car.crossings++;
        car.laps_opened++;
        car.checkpoint = counts_checkpoints(course) ? course->setup.track->checkpoint_count : 0;
        int rest = course->scope.laps > 1 ? solver_remaining(course->solver, &car) : 0;
        if (whole > 0 && rest >= 0)
            course->flying_lap = whole - rest;
    }
    free(starts.items);
}

static void find_rounds(struct course *course)
{
    struct point_list starts = {0};
    course->rounds = COURSE_NEVER;
    graph_paper_starts(course->race, &starts);
    for (int i = 0; i < starts.count; i++) {
        int rounds = course_rounds_from(course, starts.items[i]);
        if (rounds >= 0 && (course->rounds < 0 || rounds < course->rounds))
            course->rounds = rounds;
    }
    free(starts.items);
}

/* --- making --------------------------------------------------------------------------------------
 */

struct course *course_prepare_within(const struct setup *setup, const struct course_limits *limits,
                                     const atomic_bool *cancelled)
{
    struct course *course = memory_allocate(1, sizeof *course);
    atomic_init(&course->holders, 1);
    course->setup = *setup;
    course->setup.players = 1;
    course->setup.last_count = 0;
    course->setup.track = track_retain(setup->track);
    course->race = graph_paper_game.begin(&course->setup);
    course->rounds = COURSE_UNKNOWN;
    course->scope = (struct course_scope){-1, -1};
    if (setup->track->has_line)
        course->distance = distance_measure(&course->setup, cancelled);
    if (setup->values[FIELD_CONTEST] == CONTEST_RACE)
        find_solver(course, limits, cancelled);
    if (course->solver) {
        find_flying_lap(course);
        find_rounds(course);
    }
    if (is_set(cancelled)) {
        course_release(course);
        return NULL;
    }
    return course;
}

struct course *course_prepare(const struct setup *setup, const atomic_bool *cancelled)
{
    return course_prepare_within(setup, &usual_limits, cancelled);
}

struct course *course_retain(struct course *course)
{
    atomic_fetch_add(&course->holders, 1);
    return course;
}

void course_release(struct course *course)
{
    if (!course || atomic_fetch_sub(&course->holders, 1) > 1)
        return;
    solver_free(course->solver);
    distance_free(course->distance);
    graph_paper_game.free(course->race);
    track_release(course->setup.track);
    free(course);
}

/* --- questions -----------------------------------------------------------------------------------
 */

const struct setup *course_setup(const struct course *course)
{
    return &course->setup;
}

struct course_scope course_scope(const struct course *course)
{
    return course->scope;
}

struct car course_placed(const struct course *course, struct point start)
{
    return graph_paper_placed(course->race, start);
}

int course_remaining(const struct course *course, const struct car *car)
{
    int more_laps;
    struct car known = narrow(course, car, &more_laps);
    return course->solver ? with_laps(course, solver_remaining(course->solver, &known), more_laps)
                          : COURSE_UNKNOWN;
}

int course_remaining_by(const struct course *course, const struct car *car, struct point to)
{
    int more_laps;
    struct car known = narrow(course, car, &more_laps);
    return course->solver
               ? with_laps(course, solver_remaining_by(course->solver, &known, to), more_laps)
               : COURSE_UNKNOWN;
}

int course_rounds_from(const struct course *course, struct point start)
{
    struct car car = course_placed(course, start);
    return course_remaining(course, &car);
}

int course_rounds(const struct course *course)
{
    return course->rounds;
}

int course_distance(const struct course *course, struct point at)
{
    return course->distance ? distance_to_line(course->distance, at) : COURSE_NEVER;
}

int64_t course_way(const struct course *course, const struct car *car)
{
    return course->distance ? distance_to_finish(course->distance, car) : COURSE_NEVER;
}
