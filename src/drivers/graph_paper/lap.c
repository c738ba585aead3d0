/* Is a lap possible, and in how many rounds?
 *
 * The drivers' solver knows: it searches backwards, so it tells the rounds, or that there is no
 * way, but not where it ends. It is asked first, unless the sheet is so large that it would take
 * long. A crawl goes forwards, by the same rules, with cars that are never faster than SPEED: all
 * that it reaches a car reaches. It tells where nobody gets past, and whether a lap is possible
 * where the solver was not asked or gave up. On large sheets it only walks: one step to a
 * neighbour, then a move of length zero, so that velocities need not be remembered. There it can
 * miss a gap so narrow that no step between neighbours fits through.
 */
#include "drivers/graph_paper/driving.h"

#include "base/memory.h"
#include "base/number.h"
#include "drivers/graph_paper/solver/solver.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/track.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* Of the solver; counted, so that every machine gives up on the same tracks. */
struct effort {
    int64_t squares;
    uint64_t moves;
    size_t bytes;
    bool with_extras;
};
enum { SQUARES_MOST = 400000 };
static const struct effort for_proofs = {SQUARES_MOST, 100000000, (size_t)128 << 20, false};
static const struct effort beside_a_game = {1000000, 1000000000, (size_t)512 << 20, false};

/* Of the crawl: with more states, fewer of them where a move takes long to judge, it walks. */
enum { STATES_MOST = 4000000, EDGES_USUAL = 5000 };
enum { CRAWLER_STEPS = 4000 }; /* of the budget: its moves are held against the walls */
enum { SPEED = 3, ACROSS = 2 * SPEED + 1, VELOCITIES = ACROSS * ACROSS };
/* Net crossings: behind the lowest nobody needs to go. */
enum { LAPS_LOWEST = -1, LAPS_HIGHEST = 1, LAPS = LAPS_HIGHEST - LAPS_LOWEST + 1 };

/* --- by the solver --------------------------------------------------------------------------- */

/* False if there is no lap, which may be proved, or it is too much to be looked for. */
static bool find_line(const struct setup *setup, const struct effort *effort, struct budget *budget,
                      struct solution *solution, bool *proved_none, struct error *error)
{
    const struct track *track = graph_paper_track(setup);
    struct budget part = budget_part(budget, effort->bytes, effort->moves * SOLVER_STEPS);
    const struct solver_options options = {.with_extras = effort->with_extras, .budget = &part};
    *proved_none = false;
    if ((int64_t)track->width * track->height > effort->squares)
        return false;
    struct solver *solver = solver_create(setup, &options, error);
    bool found = solver && solver_solve(solver, solution, error);
    *proved_none = solver && !found && solver_has_proved_none(solver);
    solver_free(solver);
    budget_return(&part);
    return found;
}

/* False if that was too much to count, or there is no lap. */
static bool count_rounds(struct setup setup, struct budget *budget, struct lap_finding *finding)
{
    struct solution solution;
    struct error unused;
    bool none;
    setup.values[FIELD_ROUND_LIMIT] = graph_paper_game.table->fields[FIELD_ROUND_LIMIT].maximum;
    if (!find_line(&setup, &for_proofs, budget, &solution, &none, &unused))
        return false;
    finding->lap.rounds = solution.rounds;
    finding->line = solution.line;
    finding->count = solution.moves + 1;
    return true;
}

/* --- by crawling ----------------------------------------------------------------------------- */

struct crawler {
    struct point at, velocity;
    int laps;
};

struct crawler_list {
    struct crawler *items;
    int count, capacity;
};

struct crawl {
    const struct track *track;
    struct ground ground;
    int goal; /* net crossings */
    bool walks;
    unsigned char *places, *states; /* a bit for each that was reached; of walkers only places */
    struct crawler_list now, next;
    bool finished;
    struct crawler farthest; /* of those with the most laps, the place that was reached last */
};

static size_t place_count(const struct track *track)
{
    return (size_t)(track->width + 1) * (size_t)(track->height + 1) * LAPS;
}

static bool has_bit(const unsigned char *bits, size_t index)
{
    return (bits[index / 8] >> index % 8 & 1) != 0;
}

static void set_bit(unsigned char *bits, size_t index)
{
    bits[index / 8] |= (unsigned char)(1u << index % 8);
}

static size_t place_of(const struct crawl *crawl, const struct crawler *crawler)
{
    size_t row = (size_t)(crawler->laps - LAPS_LOWEST) * (size_t)(crawl->track->height + 1) +
                 (size_t)crawler->at.y;
    return row * (size_t)(crawl->track->width + 1) + (size_t)crawler->at.x;
}

static size_t state_of(const struct crawl *crawl, const struct crawler *crawler)
{
    int velocity = (crawler->velocity.y + SPEED) * ACROSS + crawler->velocity.x + SPEED;
    return place_of(crawl, crawler) * VELOCITIES + (size_t)velocity;
}

static bool was_reached(const struct crawl *crawl, const struct crawler *crawler)
{
    return crawl->walks ? has_bit(crawl->places, place_of(crawl, crawler))
                        : has_bit(crawl->states, state_of(crawl, crawler));
}

static void reach(struct crawl *crawl, const struct crawler *crawler)
{
    struct crawler_list *list = &crawl->next;
    size_t place = place_of(crawl, crawler);
    if (!has_bit(crawl->places, place) && crawler->laps >= crawl->farthest.laps)
        crawl->farthest = *crawler;
    set_bit(crawl->places, place);
    if (!crawl->walks)
        set_bit(crawl->states, state_of(crawl, crawler));
    list_add(list, *crawler);
}

/* A move that would cross the finish may leave the track, but not before. */
static bool finishes(const struct crawl *crawl, struct point from, struct point to)
{
    struct exact_point exit;
    return ground_find_exit(&crawl->ground, from, to, &exit) ||
           track_line_crossing(&crawl->track->finish, false, from, exit) > 0;
}

/* On a slick the car stands still. */
static void settle(const struct crawl *crawl, struct crawler *crawler)
{
    if (crawl->walks || track_on_slick(crawl->track, crawler->at))
        crawler->velocity = (struct point){0, 0};
}

static bool is_slow(struct point velocity)
{
    return abs(velocity.x) <= SPEED && abs(velocity.y) <= SPEED;
}

/* Most moves lead where the crawl has been: walls are asked last. */
static void try_move(struct crawl *crawl, const struct crawler *from, struct point to)
{
    const struct track_line *line = &crawl->track->finish;
    struct crawler crawler = {to, point_subtract(to, from->at), from->laps};
    bool was_beyond = track_line_side(line, from->at) > 0;
    if (was_beyond != (track_line_side(line, to) > 0))
        crawler.laps += track_line_crossing(line, false, from->at, exact_from_grid(to));
    if (crawler.laps == crawl->goal) {
        crawl->finished |= finishes(crawl, from->at, to);
        return;
    }
    if (crawl->track->open)
        crawler.laps = 0;
    if (crawler.laps < LAPS_LOWEST || !track_has_point(crawl->track, to))
        return;
    settle(crawl, &crawler);
    if (is_slow(crawler.velocity) && !was_reached(crawl, &crawler) &&
        ground_holds_move(&crawl->ground, from->at, to))
        reach(crawl, &crawler);
}

static void go_on_from(struct crawl *crawl, const struct crawler *from)
{
    struct point principal = point_add(from->at, from->velocity);
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            try_move(crawl, from, point_add(principal, (struct point){x, y}));
}

static void reach_starts(struct crawl *crawl)
{
    const struct track_line *start = &crawl->track->start;
    struct point whole = point_subtract(start->to, start->from);
    int count = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= count; i++) {
        struct crawler crawler = {0};
        crawler.at =
            point_add(start->from, (struct point){whole.x / count * i, whole.y / count * i});
        if (ground_holds_point(&crawl->ground, crawler.at))
            reach(crawl, &crawler);
    }
}

static void crawl_run(struct crawl *crawl, struct budget *budget)
{
    reach_starts(crawl);
    while (crawl->next.count > 0 && !crawl->finished && !budget_has_ended(budget)) {
        struct crawler_list list = crawl->now;
        crawl->now = crawl->next;
        crawl->next = list;
        crawl->next.count = 0;
        for (int i = 0; i < crawl->now.count && !crawl->finished; i++) {
            if (!budget_goes_on(budget, CRAWLER_STEPS))
                break;
            go_on_from(crawl, &crawl->now.items[i]);
        }
    }
}

static struct setup plain_rules(const struct track *track)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.players = 1;
    setup.course = graph_paper_course(track);
    return setup;
}

struct setup lap_rules_as_drawn(const struct track *track)
{
    struct setup setup = plain_rules(track);
    if (track->turbo_count > 0)
        setup.values[FIELD_TURBO_AREAS] = SWITCH_ON;
    if (track->checkpoint_count > 0)
        setup.values[FIELD_CHECKPOINTS] = SWITCH_ON;
    return setup;
}

static bool find_under(const struct setup *setup, struct budget *budget,
                       struct lap_finding *finding, struct error *error)
{
    const struct track *track = graph_paper_track(setup);
    struct lap *lap = &finding->lap;
    *finding = (struct lap_finding){.lap.possible = !track->has_line};
    if (track->has_line)
        lap->possible = count_rounds(*setup, budget, finding);
    if (lap->possible || budget_has_ended(budget))
        return true;
    struct crawl crawl = {.track = track, .ground = {track, false}};
    size_t places = place_count(track), states = places * VELOCITIES;
    size_t edges = (size_t)area_edge_count(track->surface);
    size_t most = edges > EDGES_USUAL ? (size_t)STATES_MOST * EDGES_USUAL / edges : STATES_MOST;
    crawl.walks = states > most;
    crawl.goal = track->open ? 1 : LAPS_HIGHEST + 1;
    crawl.farthest.laps = LAPS_LOWEST;
    crawl.places = memory_allocate(places / 8 + 1, 1);
    crawl.states = crawl.walks ? NULL : memory_allocate(states / 8 + 1, 1);
    crawl_run(&crawl, budget);
    free(crawl.places);
    free(crawl.states);
    free(crawl.now.items);
    free(crawl.next.items);
    lap->possible = crawl.finished;
    if (crawl.finished || budget_has_ended(budget))
        return true;
    finding->has_place = true;
    finding->at = crawl.farthest.at;
    return error_set_at(error, track->start_drawn_at, 0,
                        "no lap possible: no car gets past %s; widen the track there, or "
                        "turn the line round if it points the wrong way",
                        pair_of(crawl.farthest.at.x, crawl.farthest.at.y).text);
}

bool lap_find(const struct track *track, struct budget *budget, struct lap_finding *finding,
              struct error *error)
{
    struct setup setup = lap_rules_as_drawn(track);
    return find_under(&setup, budget, finding, error);
}

bool lap_prove(const struct track *track, struct budget *budget, struct lap *lap,
               struct error *error)
{
    struct lap_finding finding;
    struct setup setup = plain_rules(track);
    bool sound = find_under(&setup, budget, &finding, error);
    if (lap)
        *lap = finding.lap;
    free(finding.line);
    return sound;
}

/* --- par under the rules of a race ------------------------------------------------------------ */

static bool drive(struct race *race, bool reverse, const struct point *line, int move,
                  struct event_list *events)
{
    struct graph_paper_action action = {.to = line[move], .start = line[0]};
    struct text text = {0};
    struct error error;
    action.has_start = move == 1 && !reverse;
    graph_paper_print_action(&action, &text);
    bool done = graph_paper_game.apply(race, 1, text.data, events, &error);
    text_free(&text);
    return done;
}

/* The line is driven once more, and its laps are counted. */
static int find_best_lap(const struct setup *setup, const struct solution *solution)
{
    bool reverse = setup->values[FIELD_CHOOSE] == CHOOSE_REVERSE, done = true;
    struct race *race = graph_paper_game.begin(setup);
    struct event_list events = {0};
    struct standing standing;
    for (int move = reverse ? 0 : 1; done && move <= solution->moves; move++)
        done = drive(race, reverse, solution->line, move, &events);
    struct told_event *told = memory_allocate((size_t)events.count + 1, sizeof *told);
    for (int i = 0; i < events.count; i++)
        told[i].event = &events.items[i];
    graph_paper_game.tally(race, told, events.count, &standing);
    free(told);
    event_list_free(&events);
    graph_paper_game.free(race);
    return standing_value(&standing, graph_paper_game.columns, "fastest_lap")->number;
}

static bool gives_extras(const int *values)
{
    return values[FIELD_NITROS] > 0 || values[FIELD_GOOD_BRAKES] > 0 ||
           values[FIELD_TURBO_BOOSTS] > 0;
}

int graph_paper_find_par(const struct setup *setup, bool with_extras, struct budget *budget,
                         int *best_lap, struct error *error)
{
    struct solution solution = {0};
    struct effort effort = beside_a_game;
    bool none;
    effort.with_extras = with_extras;
    if (with_extras && !gives_extras(setup->values))
        return PAR_NONE;
    bool found = find_line(setup, &effort, budget, &solution, &none, error);
    if (found && best_lap && setup->values[FIELD_LAPS] > 1 && !graph_paper_track(setup)->open)
        *best_lap = find_best_lap(setup, &solution);
    free(solution.line);
    return found ? solution.rounds : none ? PAR_NONE : PAR_UNKNOWN;
}

/* --- the way of the race --------------------------------------------------------------------- */

static int one_way(double along, double aside)
{
    static const double HALF_OF_45 = 0.414; /* its tangent */
    double least = HALF_OF_45 * fabs(aside);
    return along > least ? 1 : along < -least ? -1 : 0;
}

/* Adds where it gets shorter to the finish, over a few squares; not over the line, behind which the
 * lap begins anew. */
static void add_way(const struct track *track, struct point at, int sign, double way[2])
{
    enum { REACH = 2, STEP_MOST = 7 * 2 * REACH };
    struct setup setup = plain_rules(track);
    struct distance *distance = distance_measure(&setup, NULL);
    int here = distance_to_line(distance, at);
    for (int dy = -REACH; dy <= REACH && here != DISTANCE_NONE; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
            struct point to = point_add(at, (struct point){dx, dy});
            int there = track_has_point(track, to) ? distance_to_line(distance, to) : DISTANCE_NONE;
            if (there == DISTANCE_NONE || abs(there - here) > STEP_MOST)
                continue;
            way[0] += sign * dx * (here - there);
            way[1] += sign * dy * (here - there);
        }
    distance_free(distance);
}

/* The shortest way cuts the corner that comes, and backwards the one before: between the two it
 * runs as the road does. */
struct point lap_heading(const struct track *track, struct point at)
{
    double way[2] = {0, 0};
    if (!track->has_line || !track_has_point(track, at) ||
        (int64_t)track->width * track->height > SQUARES_MOST)
        return (struct point){0, 0};
    struct track back = *track;
    back.start = (struct track_line){track->finish.to, track->finish.from};
    back.finish = (struct track_line){track->start.to, track->start.from};
    add_way(track, at, 1, way);
    add_way(&back, at, -1, way);
    return (struct point){one_way(way[0], way[1]), one_way(way[1], way[0])};
}

/* How much nearer the finish is ahead of the middle of the start than behind it, in steps. */
static int gain_ahead(const struct track *track)
{
    enum { REACH = 2 };
    struct setup setup = plain_rules(track);
    struct distance *distance = distance_measure(&setup, NULL);
    const struct track_line *start = &track->start;
    struct point middle = {(start->from.x + start->to.x) / 2, (start->from.y + start->to.y) / 2};
    int ahead = INT_MAX / 2, behind = ahead;
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
            struct point at = point_add(middle, (struct point){dx, dy});
            int side = track_line_side(start, at);
            int way = track_has_point(track, at) ? distance_to_line(distance, at) : DISTANCE_NONE;
            if (way != DISTANCE_NONE && side > 0)
                ahead = number_smaller(ahead, way);
            else if (way != DISTANCE_NONE && side < 0)
                behind = number_smaller(behind, way);
        }
    distance_free(distance);
    return behind - ahead;
}

struct lap_turned lap_find_turned(const struct track *track)
{
    if (!track->has_line || !track->open || (int64_t)track->width * track->height > SQUARES_MOST)
        return (struct lap_turned){false, false};
    struct track back = *track;
    back.start = track->finish;
    back.finish = track->start;
    return (struct lap_turned){gain_ahead(track) < 0, gain_ahead(&back) > 0};
}
