/* How a car stands, and what it came to: counted from what happened (rules/game.h). */

#include "base/memory.h"
#include "base/number.h"
#include "rules/graph_paper/graph_paper.h"
#include "rules/graph_paper/race.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum paper_standing_column {
    COLUMN_MOVES,
    COLUMN_MISSED_TURNS,
    COLUMN_CRASHES,
    COLUMN_HITS_GIVEN,
    COLUMN_HITS_TAKEN,
    COLUMN_TOP_SPEED,
    COLUMN_FASTEST_LAP,
    COLUMN_DAMAGE,
    COLUMN_SCORE
};

const struct standing_column graph_paper_columns[] = {
    [COLUMN_MOVES] = {"moves", "moves", "", BETTER_LESS, NULL, 4, 0},
    [COLUMN_MISSED_TURNS] = {"missed_turns", "missed", "turns", BETTER_LESS, NULL, 8, 0},
    [COLUMN_CRASHES] = {"crashes", "crashes", "", BETTER_LESS, NULL, 7, 0},
    [COLUMN_HITS_GIVEN] = {"hits_given", "hits given", "", BETTER_MORE, NULL, 2, 0},
    [COLUMN_HITS_TAKEN] = {"hits_taken", "hits taken", "", BETTER_LESS, NULL, 3, 0},
    [COLUMN_TOP_SPEED] = {"top_speed_squared", "top speed", "squares", BETTER_MORE, NULL, 6, 0},
    [COLUMN_FASTEST_LAP] = {"fastest_lap", "best lap", "rounds", BETTER_LESS, "fastest lap", 5, 0},
    [COLUMN_DAMAGE] = {"damage", "damage", "", BETTER_LESS, NULL, 9, 0},
    [COLUMN_SCORE] = {"score", "points", "", BETTER_MORE, NULL, 1, 0},
    {0},
};

/* --- how it stands ---------------------------------------------------------------------------- */

/* Its parts stay on one line. */
static void say_vector(struct standing *standing, const char *what, struct point vector)
{
    char text[GRAPH_PAPER_VECTOR_BYTES];
    struct text unbroken = {0};
    graph_paper_print_vector(vector, text);
    for (const char *at = text; *at; at++)
        text_append_bytes(&unbroken, *at == ' ' ? "\u00a0" : at, *at == ' ' ? 2 : 1);
    standing_say(standing, "%s %s", what, text_string(&unbroken));
    text_free(&unbroken);
}

static void say_how(const struct paper_race *race, const struct car *car, int lap,
                    struct standing *standing)
{
    if (car->velocity.x || car->velocity.y)
        say_vector(standing, "last move", car->velocity);
    else
        standing_say(standing, "stands");
    if (car->shift.x || car->shift.y)
        say_vector(standing, "pushed", car->shift);
    if (lap > 0 && !standing->by_points)
        standing_say(standing, "lap %d", lap);
    if (car->nitros > 0)
        standing_say(standing, "nitros left: %d", car->nitros);
    if (race_field_matters(race->setup, FIELD_DAMAGE_LIMIT) && car->damage > 0)
        standing_say(standing, "damage %d", car->damage);
    if (car->missed_turns > 0)
        standing_say(standing, "misses %d", car->missed_turns);
}

/* What is most worth knowing beside the place. */
static void note_brief(const struct paper_race *race, const struct car *car, int lap,
                       struct standing *standing)
{
    char *into = standing->brief;
    size_t size = sizeof standing->brief;
    if (!standing->on_course)
        snprintf(into, size, "not started");
    else if (car->missed_turns > 0)
        snprintf(into, size, "misses %d", car->missed_turns);
    else if (car->status == CAR_OUTSIDE)
        snprintf(into, size, "outside");
    else if (race_field_matters(race->setup, FIELD_DAMAGE_LIMIT) && car->damage > 0)
        snprintf(into, size, "damage %d", car->damage);
    else if (lap > 1)
        snprintf(into, size, "lap %d", lap);
}

void race_standing(const struct race *any, int number, struct standing *into)
{
    const struct paper_race *race = paper_race(any);
    const struct car *car = graph_paper_car(any, number);
    *into = (struct standing){
        .place = car->place,
        .on_course = car->status != CAR_WAITING,
        .at = car->at,
        .finished = car->status == CAR_FINISHED,
        .out = car->status == CAR_RETIRED,
        .by_points = race_is_derby(race),
        .points = race_is_derby(race) ? graph_paper_score(&race->head, car->player) : 0,
    };
}

void race_say_standing(const struct race *any, int number, struct standing *into)
{
    const struct paper_race *race = paper_race(any);
    const struct car *car = graph_paper_car(any, number);
    int lap = race_lap_of(race, car);
    note_brief(race, car, lap, into);
    if (!into->on_course) {
        standing_say(into, "not started");
        return;
    }
    standing_say(into, "at\u00a0(%d, %d)", car->at.x, car->at.y);
    if (!into->finished && !into->out)
        say_how(race, car, lap, into);
}

/* --- what it came to -------------------------------------------------------------------------- */

/* One car's counts while its events pass by. */
struct standing_counting {
    int rounds; /* in which it finished, all its moves and missed turns */
    int moves, missed_turns;
    int crashes; /* off the track, or into another car */
    int hits_given, hits_taken;
    int top_speed_squared; /* of the longest move, in squares */
    int best_lap;  /* moves and missed turns of the fastest lap, the first one counted from the
                      start; 0: none was completed */
    int turns;     /* moves and missed turns so far */
    int lap_begun; /* turns before the lap that it is in */
    int lap;       /* the highest that was opened */
};

static void complete_lap(struct standing_counting *car)
{
    int length = car->turns - car->lap_begun;
    if (car->best_lap == 0 || length < car->best_lap)
        car->best_lap = length;
    car->lap_begun = car->turns;
}

/* A line crossed backward, and again, opens nothing new. */
static void count_lap(struct standing_counting *car, const struct graph_paper_event *event)
{
    if (event->second < 0 || event->number <= car->lap)
        return;
    if (event->number > 1)
        complete_lap(car);
    car->lap = event->number;
}

static void count_move(struct standing_counting *car, struct point velocity)
{
    int speed = velocity.x * velocity.x + velocity.y * velocity.y;
    car->turns++;
    car->moves++;
    if (speed > car->top_speed_squared)
        car->top_speed_squared = speed;
}

static void count_collision(struct standing_counting *cars, const struct graph_paper_event *event)
{
    cars[event->car].crashes++;
    cars[event->car].hits_given++;
    for (int car = 1; car <= CAR_LIMIT; car++)
        cars[car].hits_taken += (event->struck >> car & 1) != 0;
}

static void count_event(struct standing_counting *cars, const struct graph_paper_event *event,
                        int round)
{
    struct standing_counting *car = &cars[event->car];
    switch (event->type) {
    case EVENT_MOVED:
        count_move(car, event->velocity);
        break;
    case EVENT_LAP:
        count_lap(car, event);
        break;
    case EVENT_LEFT_TRACK:
        car->crashes++;
        break;
    case EVENT_COLLIDED:
        count_collision(cars, event);
        break;
    case EVENT_FINISHED:
        complete_lap(car);
        car->rounds = round;
        break;
    case EVENT_MISSED:
        car->turns++;
        car->missed_turns++;
        break;
    default:
        break;
    }
}

static void fill_columns(const struct paper_race *race, const struct standing_counting *car,
                         const struct car *state, struct standing *into)
{
    bool derby = into->by_points;
    bool damage = race_field_matters(race->setup, FIELD_DAMAGE_LIMIT);
    /* sqrt(squared) in tenths, rounded. */
    int64_t doubled = 0; /* the root of (20 speed)^2, from below */
    for (int64_t bit = 1 << 20; bit > 0; bit >>= 1)
        if ((doubled + bit) * (doubled + bit) <= (int64_t)car->top_speed_squared * 400)
            doubled += bit;
    int tenths = (int)((doubled + 1) / 2);
    struct standing_value *speed = &into->values[COLUMN_TOP_SPEED];
    standing_count(into, COLUMN_MOVES, car->moves, true);
    standing_count(into, COLUMN_MISSED_TURNS, car->missed_turns, car->missed_turns > 0);
    standing_count(into, COLUMN_CRASHES, car->crashes, !derby && car->crashes > 0);
    standing_count(into, COLUMN_HITS_GIVEN, car->hits_given, derby);
    standing_count(into, COLUMN_HITS_TAKEN, car->hits_taken, derby);
    standing_count(into, COLUMN_TOP_SPEED, car->top_speed_squared, true);
    snprintf(speed->text, sizeof speed->text, "%d.%d", tenths / 10, tenths % 10);
    if (car->best_lap > 0)
        standing_count(into, COLUMN_FASTEST_LAP, car->best_lap, car->best_lap != car->rounds);
    else
        standing_none(into, COLUMN_FASTEST_LAP);
    standing_count(into, COLUMN_DAMAGE, state->damage, damage);
    standing_count(into, COLUMN_SCORE, into->points, derby);
}

static void say_count(struct standing *standing, int count, const char *one, const char *many)
{
    standing_say(standing, "%d %s", count, count == 1 ? one : many);
}

static void say_tally(const struct standing_counting *car, struct standing *into)
{
    const struct standing_value *values = into->values;
    say_count(into, car->moves, "move", "moves");
    standing_say(into, "top speed %s", values[COLUMN_TOP_SPEED].text);
    say_count(into, car->crashes, "crash", "crashes");
    say_count(into, car->missed_turns, "turn missed", "turns missed");
    if (values[COLUMN_DAMAGE].shown)
        standing_say(into, "damage %s", values[COLUMN_DAMAGE].text);
    if (into->by_points) {
        standing_say(into, "score %d", into->points);
        say_count(into, car->hits_given, "hit given", "hits given");
        standing_say(into, "%d taken", car->hits_taken);
    }
    if (car->best_lap > 0)
        standing_say(into, "fastest lap %d", car->best_lap);
}

void race_tally(const struct race *any, const struct told_event *events, int count,
                struct standing *standings)
{
    const struct paper_race *race = paper_race(any);
    struct standing_counting cars[CAR_LIMIT + 1] = {{0}};
    for (int i = 0; i < count; i++)
        count_event(cars, graph_paper_event(events[i].event), events[i].round);
    for (int car = 1; car <= race->car_count; car++) {
        struct standing *into = &standings[car - 1];
        race_standing(any, car, into);
        into->rounds = cars[car].rounds;
        fill_columns(race, &cars[car], graph_paper_car(any, car), into);
        say_tally(&cars[car], into);
    }
}

/* === places =================================================================================== */

/* What follows an action: missed turns and rounds (RULES 2.7, 2.8), turns without a choice (5.2),
 * the end of the race and the places (8.3, 9); and the points of a demolition derby (9).
 */

/* --- a derby: points, and who may not crash again yet (9) ------------------------------------- */

static uint32_t bit_of(int player)
{
    return UINT32_C(1) << player;
}

bool derby_may_crash(const struct paper_race *race, int mover, int other)
{
    int one = race->cars[mover - 1].player;
    int two = race->cars[other - 1].player;
    return ((race->owing[one - 1] & bit_of(two)) | (race->owing[two - 1] & bit_of(one))) == 0;
}

void derby_end_turn(struct paper_race *race, int number)
{
    race->owing[race->cars[number - 1].player - 1] = 0;
}

static void score(struct paper_race *race, int number, int points, struct event_list *events)
{
    int player = race->cars[number - 1].player;
    struct graph_paper_event *scored = add_event(events, EVENT_SCORED, number);
    scored->number = player;
    scored->second = points;
    race->scores[player - 1] += points;
}

void derby_score(struct paper_race *race, int mover, uint64_t struck, struct event_list *events)
{
    enum { FOR_CRASHING = 2, FOR_BEING_STRUCK = -1 };
    score(race, mover, FOR_CRASHING, events);
    for (int car = 1; car <= race->car_count; car++) {
        if ((struck >> car & 1) == 0)
            continue;
        score(race, car, FOR_BEING_STRUCK, events);
        int one = race->cars[mover - 1].player;
        int other = race->cars[car - 1].player;
        race->owing[one - 1] |= bit_of(other);
        race->owing[other - 1] |= bit_of(one);
    }
}

static void derby_place(struct paper_race *race)
{
    for (int i = 0; i < race->car_count; i++) {
        int own = graph_paper_score(&race->head, race->cars[i].player);
        race->cars[i].place = 1;
        for (int player = 1; player <= race->setup->players; player++)
            race->cars[i].place += graph_paper_score(&race->head, player) > own;
    }
}

/* --- whose turn it is, and the places --------------------------------------------------------- */

static int count_in_the_race(const struct paper_race *race)
{
    int count = 0;
    for (int i = 0; i < race->car_count; i++)
        count += car_in_the_race(&race->cars[i]);
    return count;
}

static bool nobody_to_race(const struct paper_race *race)
{
    bool one_is_enough = race->car_count > 1 && !race->to_flag;
    return !race_is_derby(race) && count_in_the_race(race) <= (one_is_enough ? 1 : 0);
}

static bool completes_rounds(const struct paper_race *race)
{
    return race_value(race, FIELD_FINISH) == FINISH_ROUND && !race_is_derby(race);
}

static bool awaits_place(const struct car *car)
{
    return car->status == CAR_FINISHED && car->place == 0;
}

/* Sign of how much farther beyond the line one car's last move ended than the other's. Distances
 * from one line compare like cross products with it. */
static int compare_ends(const struct paper_race *race, const struct car *one,
                        const struct car *other)
{
    const struct track_line *line = &track_of(race->setup)->finish;
    return exact_compare_sides(line->from, line->to, one->finish_end, other->finish_end);
}

/* RULES 8.3, `finish = round`: farthest first, equal ones share. */
static void place_round(struct paper_race *race)
{
    int places[CAR_LIMIT] = {0};
    int placed = 0;
    for (int i = 0; i < race->car_count; i++) {
        if (!awaits_place(&race->cars[i]))
            continue;
        placed++;
        places[i] = race->finished_count + 1;
        for (int j = 0; j < race->car_count; j++)
            places[i] += awaits_place(&race->cars[j]) &&
                         compare_ends(race, &race->cars[j], &race->cars[i]) > 0;
    }
    for (int i = 0; i < race->car_count; i++)
        if (places[i] > 0)
            race->cars[i].place = places[i];
    race->finished_count += placed;
}

/* A race that ends with its round keeps that round's number. */
static bool ends_with_round(const struct paper_race *race)
{
    return race->round == race_value(race, FIELD_ROUND_LIMIT) ||
           (race_is_derby(race) && race->round == race_value(race, FIELD_ROUNDS)) ||
           nobody_to_race(race);
}

/* The next car in order, whatever it is doing. */
static void step_turn(struct paper_race *race)
{
    if (race->round == 0 && race->turn > 0) {
        race->turn--;
        return;
    }
    if (race->round > 0 && ++race->turn < race->car_count)
        return;
    race->turn = 0;
    if (race->round > 0 && completes_rounds(race))
        place_round(race);
    if (race->round > 0 && ends_with_round(race))
        race->over = true;
    else
        race->round++;
}

/* True if the car has lost its turn, or crashed without one. */
static bool loses_turn(struct paper_race *race, int number, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    int told = events->count;
    if (car->missed_turns > 0)
        add_event(events, EVENT_MISSED, number)->number = --car->missed_turns;
    else if (!forced_crash(race, number, events))
        return false;
    for (int i = told; i < events->count; i++)
        events->items[i].round = race->round;
    derby_end_turn(race, number);
    return true;
}

static void find_next_car(struct paper_race *race, struct event_list *events)
{
    while (!race->over) {
        if (nobody_to_race(race) && !completes_rounds(race)) {
            race->over = true;
            return;
        }
        step_turn(race);
        int number = race->order[race->turn];
        if (!race->over && car_in_the_race(&race->cars[number - 1]) &&
            !loses_turn(race, number, events))
            return;
    }
}

/* Cars that are still in the race share the place after the finishers; the later one retired, the
 * better. */
static void place_the_rest(struct paper_race *race)
{
    int place = race->finished_count + 1;
    for (int i = 0; i < race->car_count; i++)
        if (car_in_the_race(&race->cars[i]))
            race->cars[i].place = place;
    place += count_in_the_race(race);
    for (int i = race->retired_count - 1; i >= 0; i--)
        race->cars[race->retired[i] - 1].place = place++;
}

void race_settle(struct paper_race *race, struct event_list *events)
{
    uint64_t placed_before = 0;
    for (int number = 1; number <= race->car_count; number++)
        placed_before |= (uint64_t)(race->cars[number - 1].place > 0) << number;
    int mover = race->order[race->turn];
    struct car *car = &race->cars[mover - 1];
    if (awaits_place(car) && !completes_rounds(race))
        car->place = ++race->finished_count;
    find_next_car(race, events);
    if (race->over && race_is_derby(race))
        derby_place(race);
    else if (race->over)
        place_the_rest(race);
    /* Who has a place now and had none before, by place. */
    for (int place = 1; place <= race->car_count; place++)
        for (int number = 1; number <= race->car_count; number++)
            if (race->cars[number - 1].place == place && (placed_before >> number & 1) == 0)
                add_event(events, EVENT_PLACED, number)->number = place;
    if (race->over)
        add_event(events, EVENT_OVER, 0);
}

bool race_drive_on(struct race *any, struct event_list *events)
{
    struct paper_race *race = paper_race_to_change(any);
    if (!race->over || race_is_derby(race) || count_in_the_race(race) != 1)
        return false;
    race->over = false;
    race->to_flag = true;
    for (int i = 0; i < race->car_count; i++)
        if (car_in_the_race(&race->cars[i]))
            race->cars[i].place = 0;
    find_next_car(race, events);
    return !race->over;
}

/* === distance ================================================================================= */

/* How far points are by single steps: from the start line, which is how far along the track a place
 * is (RULES 4.4), and to the finish (distance.h). Both are shortest ways over the grid points of
 * the track, 5 for a straight step and 7 for a diagonal one.
 */

enum { STRAIGHT = 5, DIAGONAL = 7, MISSED_TURN = 10, MISSED_MOST = 100, FARTHEST_VIEW = 2 };
enum { BUCKETS = DIAGONAL + MISSED_MOST + 1 };
/* Sheets with more points than this for all stages together have no checkpoints here. */
enum { POINTS_OF_ALL_STAGES = 20000000 };
/* Two measures a stage: of the last lap, and of one that others follow. */
enum { LAST_LAP, OTHER_LAP, LAP_KINDS };

struct source {
    struct point at;
    int32_t fifths;
};

struct source_list {
    struct source *items;
    int count, capacity;
};

struct measuring {
    const struct track *track;
    struct point size; /* grid points across and up */
    struct ground ground;
    bool end_only, touch;
    uint8_t *clear; /* by point: it and the eight round it lie in nothing but track */
    int spin;       /* what landing on a slick adds */
    int32_t *fifths;
    /* Is there no step from what is known to the next one, or the other way? NULL: there are all.
     */
    bool (*is_cut)(const struct measuring *measuring, struct point known, struct point next);
    struct point line_low, line_high; /* of the finish line */
    struct point_list buckets[BUCKETS];
    int waiting;
    struct budget *budget;
};

static bool is_cancelled(const struct measuring *measuring)
{
    return budget_is_cancelled(measuring->budget);
}

static size_t index_of(struct point size, struct point at)
{
    return (size_t)at.y * (size_t)size.x + (size_t)at.x;
}

static bool is_on_sheet(struct point size, struct point at)
{
    return at.x >= 0 && at.y >= 0 && at.x < size.x && at.y < size.y;
}

/* --- what is nothing but track ---------------------------------------------------------------- */

/* Large boxes first, so that large sheets do not cost a question a point. */
static void find_clear(struct measuring *measuring, struct point low, int side)
{
    struct point last = {measuring->size.x - 2, measuring->size.y - 2};
    struct point high = {low.x + side - 1, low.y + side - 1};
    high = point_lower(high, last);
    if (low.x > high.x || low.y > high.y || is_cancelled(measuring))
        return;
    if (ground_holds_box(&measuring->ground, (struct point){low.x - 1, low.y - 1},
                         (struct point){high.x + 1, high.y + 1})) {
        struct point at;
        for (at.y = low.y; at.y <= high.y; at.y++)
            for (at.x = low.x; at.x <= high.x; at.x++)
                measuring->clear[index_of(measuring->size, at)] = 1;
        return;
    }
    int half = side / 2;
    for (int i = 0; i < 4 && half > 0; i++)
        find_clear(measuring, (struct point){low.x + i % 2 * half, low.y + i / 2 * half}, half);
}

/* --- steps ------------------------------------------------------------------------------------ */

static bool is_near_line(const struct measuring *measuring, struct point at)
{
    return at.x >= measuring->line_low.x - 1 && at.x <= measuring->line_high.x + 1 &&
           at.y >= measuring->line_low.y - 1 && at.y <= measuring->line_high.y + 1;
}

static int crossing_of(const struct measuring *measuring, struct point from, struct point to)
{
    const struct track_line *line = &measuring->track->finish;
    return is_near_line(measuring, from)
               ? track_line_crossing(line, measuring->touch, from, exact_from_grid(to))
               : 0;
}

static bool is_in_track(const struct measuring *measuring, struct point from, struct point to)
{
    if (measuring->clear[index_of(measuring->size, from)] ||
        measuring->clear[index_of(measuring->size, to)])
        return true;
    if (measuring->end_only)
        return ground_holds_point(&measuring->ground, from) &&
               ground_holds_point(&measuring->ground, to);
    return ground_holds_move(&measuring->ground, from, to);
}

int distance_of_missed(int turns)
{
    return turns < MISSED_MOST / MISSED_TURN ? turns * MISSED_TURN : MISSED_MOST;
}

static int length_of(const struct measuring *measuring, struct point from, struct point to)
{
    int length = from.x != to.x && from.y != to.y ? DIAGONAL : STRAIGHT;
    bool spins = measuring->spin > 0 && track_on_slick(measuring->track, to);
    return spins ? length + measuring->spin : length;
}

static void wait_at(struct measuring *measuring, struct point at, int32_t fifths)
{
    int32_t *known = &measuring->fifths[index_of(measuring->size, at)];
    struct point_list *list = &measuring->buckets[fifths % BUCKETS];
    if (*known != DISTANCE_NONE && *known <= fifths)
        return;
    *known = fifths;
    list_add(list, at);
    measuring->waiting++;
}

static void step(struct measuring *measuring, struct point known, int32_t fifths)
{
    struct point next;
    int straight = length_of(measuring, (struct point){known.x - 1, known.y}, known);
    for (next.y = known.y - 1; next.y <= known.y + 1; next.y++) {
        for (next.x = known.x - 1; next.x <= known.x + 1; next.x++) {
            if (!is_on_sheet(measuring->size, next))
                continue;
            bool diagonal = next.x != known.x && next.y != known.y;
            int32_t there = fifths + straight + (diagonal ? DIAGONAL - STRAIGHT : 0);
            int32_t before = measuring->fifths[index_of(measuring->size, next)];
            if ((before == DISTANCE_NONE || before > there) &&
                !(measuring->is_cut && measuring->is_cut(measuring, known, next)) &&
                is_in_track(measuring, next, known))
                wait_at(measuring, next, there);
        }
    }
}

static int compare_sources(const void *first, const void *second)
{
    const struct source *a = first;
    const struct source *b = second;
    return (a->fifths > b->fifths) - (a->fifths < b->fifths);
}

/* What was reached again on a shorter way waits twice; its later, longer one is passed over. No
 * step is longer than DIAGONAL, so a list for each distance up to that, going round, is queue
 * enough. */
static void spread(struct measuring *measuring, struct source_list *sources)
{
    int next = 0;
    for (size_t i = 0; i < (size_t)measuring->size.x * (size_t)measuring->size.y; i++)
        measuring->fifths[i] = DISTANCE_NONE;
    if (sources->count > 0)
        qsort(sources->items, (size_t)sources->count, sizeof *sources->items, compare_sources);
    for (int32_t fifths = 0; !is_cancelled(measuring); fifths++) {
        if (measuring->waiting == 0 && next == sources->count)
            return;
        if (measuring->waiting == 0)
            fifths = sources->items[next].fifths;
        for (; next < sources->count && sources->items[next].fifths == fifths; next++)
            wait_at(measuring, sources->items[next].at, fifths);
        struct point_list *list = &measuring->buckets[fifths % BUCKETS];
        for (int i = 0; i < list->count && !is_cancelled(measuring); i++)
            if (measuring->fifths[index_of(measuring->size, list->items[i])] == fifths)
                step(measuring, list->items[i], fifths);
        measuring->waiting -= list->count;
        list->count = 0;
    }
}

static struct measuring measuring_begin(const struct setup *setup, struct budget *budget)
{
    const struct track *track = track_of(setup);
    const struct track_line *line = &track->finish;
    struct measuring measuring = {
        .track = track,
        .size = {track->width + 1, track->height + 1},
        .ground = setup_ground(setup),
        .touch = setup->values[FIELD_LINE] == LINE_TOUCH,
        .budget = budget,
        .clear = memory_allocate((size_t)(track->width + 1) * (size_t)(track->height + 1), 1),
        .line_low = point_lower(line->from, line->to),
        .line_high = point_upper(line->from, line->to),
    };
    int side = 1;
    while (side < measuring.size.x || side < measuring.size.y)
        side *= 2;
    find_clear(&measuring, (struct point){1, 1}, side);
    return measuring;
}

static void measuring_end(struct measuring *measuring)
{
    for (int i = 0; i < BUCKETS; i++)
        free(measuring->buckets[i].items);
    free(measuring->clear);
}

/* --- along the track (4.4): from the start line, at which it is cut, so that the way round counts
 * - */

/* Worked out once a race: all copies share it. */
struct progress {
    atomic_int references;
    struct point size; /* in grid points */
    int32_t fifths[];
};

/* Steps from the line lead beyond it; others cross it in neither direction. */
static bool leads_round(const struct measuring *measuring, struct point known, struct point next)
{
    const struct track_line *line = &measuring->track->start;
    if (measuring->fifths[index_of(measuring->size, known)] == 0)
        return track_line_side(line, next) <= 0;
    return track_line_crossing(line, false, known, exact_from_grid(next)) != 0;
}

const struct progress *progress_measure(const struct setup *setup)
{
    struct measuring measuring = measuring_begin(setup, NULL);
    size_t count = (size_t)measuring.size.x * (size_t)measuring.size.y;
    struct progress *progress =
        memory_allocate(1, sizeof *progress + count * sizeof *progress->fifths);
    atomic_init(&progress->references, 1);
    progress->size = measuring.size;
    measuring.fifths = progress->fifths;
    measuring.is_cut = leads_round;
    struct source_list sources = {0};
    struct point from = measuring.track->start.from;
    struct point whole = point_subtract(measuring.track->start.to, from);
    int steps = (int)number_common_divisor(whole.x, whole.y);
    for (int i = 0; i <= steps; i++) {
        struct point at = {from.x + whole.x / steps * i, from.y + whole.y / steps * i};
        if (is_on_sheet(measuring.size, at) && ground_holds_point(&measuring.ground, at))
            list_add(&sources, (struct source){at, 0});
    }
    spread(&measuring, &sources);
    free(sources.items);
    measuring_end(&measuring);
    return progress;
}

static struct progress *counted(const struct progress *progress)
{
    return (struct progress *)(uintptr_t)progress;
}

const struct progress *progress_retain(const struct progress *progress)
{
    if (progress != NULL)
        atomic_fetch_add(&counted(progress)->references, 1);
    return progress;
}

void progress_release(const struct progress *progress)
{
    if (progress != NULL && atomic_fetch_sub(&counted(progress)->references, 1) == 1)
        free(counted(progress));
}

int progress_at(const struct paper_race *race, struct exact_point at)
{
    struct ground ground = race_ground(race);
    struct point corner = {(int32_t)number_floor_divide(at.x, at.w),
                           (int32_t)number_floor_divide(at.y, at.w)};
    int best = DISTANCE_NONE;
    struct point seen;
    for (seen.y = corner.y - FARTHEST_VIEW; seen.y <= corner.y + FARTHEST_VIEW + 1; seen.y++) {
        for (seen.x = corner.x - FARTHEST_VIEW; seen.x <= corner.x + FARTHEST_VIEW + 1; seen.x++) {
            if (!is_on_sheet(race->progress->size, seen))
                continue;
            int there = race->progress->fifths[index_of(race->progress->size, seen)];
            if (there != DISTANCE_NONE && (best == DISTANCE_NONE || there < best) &&
                exact_within(at, seen, FARTHEST_VIEW) && ground_holds_way(&ground, at, seen))
                best = there;
        }
    }
    return best;
}

int graph_paper_progress(const struct race *any, struct point grid)
{
    const struct paper_race *race = paper_race(any);
    struct ground ground = race_ground(race);
    if (race->progress == NULL || !ground_holds_point(&ground, grid))
        return DISTANCE_NONE;
    return progress_at(race, exact_from_grid(grid));
}
/* --- to the finish: backwards, from checkpoint to checkpoint ---------------------------------- */

struct distance {
    const struct track *track;
    struct point size; /* grid points across and up */
    int stages;        /* 1 + checkpoints that count */
    bool has_checkpoints;
    int laps;
    int lap;         /* a whole one, from line to line */
    int32_t *fifths; /* by stage (the checkpoint passed last), y, x */
};

/* Steps over the line; what is beyond it is as far as `beyond` says, or the end of the race. */
static void list_crossing_steps(const struct measuring *measuring, const int32_t *beyond,
                                struct source_list *sources)
{
    struct point from, to;
    struct point low = {measuring->line_low.x - 1, measuring->line_low.y - 1};
    struct point high = {measuring->line_high.x + 1, measuring->line_high.y + 1};
    for (from.y = low.y; from.y <= high.y; from.y++)
        for (from.x = low.x; from.x <= high.x; from.x++)
            for (to.y = from.y - 1; to.y <= from.y + 1; to.y++)
                for (to.x = from.x - 1; to.x <= from.x + 1; to.x++) {
                    int32_t there = 0;
                    if (!is_on_sheet(measuring->size, from) || !is_on_sheet(measuring->size, to) ||
                        crossing_of(measuring, from, to) <= 0 || !is_in_track(measuring, from, to))
                        continue;
                    if (beyond)
                        there = beyond[index_of(measuring->size, to)];
                    if (there != DISTANCE_NONE)
                        list_add(sources,
                                 (struct source){from, there + length_of(measuring, from, to)});
                }
}

static void list_points_of(const struct measuring *measuring,
                           const struct track_checkpoint *checkpoint, const int32_t *beyond,
                           struct source_list *sources)
{
    for (int i = 0; i < checkpoint->point_count; i++) {
        struct point at = checkpoint->points[i];
        if (!is_on_sheet(measuring->size, at))
            continue;
        int32_t fifths = beyond[index_of(measuring->size, at)];
        if (fifths != DISTANCE_NONE)
            list_add(sources, (struct source){at, fifths});
    }
}

static int32_t *measure_of(const struct distance *distance, int kind, int stage)
{
    size_t points = (size_t)distance->size.x * (size_t)distance->size.y;
    return distance->fifths + (size_t)(kind * distance->stages + stage) * points;
}

/* A car comes the other way, from what is next to what is known; back over the line would count. */
static bool leads_back(const struct measuring *measuring, struct point known, struct point next)
{
    return crossing_of(measuring, next, known) < 0;
}

/* On the way to a checkpoint crossings of the line mean nothing. */
static void measure_stage(struct measuring *measuring, struct distance *distance, int kind,
                          int stage)
{
    struct source_list sources = {0};
    bool last = stage == distance->stages - 1;
    measuring->fifths = measure_of(distance, kind, stage);
    measuring->is_cut =
        last && !distance->track->open && !distance->has_checkpoints ? leads_back : NULL;
    if (last)
        list_crossing_steps(measuring, kind == LAST_LAP ? NULL : measure_of(distance, LAST_LAP, 0),
                            &sources);
    else
        list_points_of(measuring, &distance->track->checkpoints[stage],
                       measure_of(distance, kind, stage + 1), &sources);
    spread(measuring, &sources);
    free(sources.items);
}

struct distance *distance_measure(const struct setup *setup, struct budget *budget)
{
    const struct track *track = graph_paper_track(setup);
    struct distance *distance = memory_allocate(1, sizeof *distance);
    *distance = (struct distance){.track = track,
                                  .size = {track->width + 1, track->height + 1},
                                  .stages = 1,
                                  .laps = setup->values[FIELD_LAPS]};
    size_t points = (size_t)distance->size.x * (size_t)distance->size.y;
    distance->has_checkpoints =
        setup->values[FIELD_CHECKPOINTS] == SWITCH_ON && track->checkpoint_count > 0;
    if (distance->has_checkpoints &&
        points * ((size_t)track->checkpoint_count + 1) <= POINTS_OF_ALL_STAGES)
        distance->stages += track->checkpoint_count;
    distance->fifths =
        memory_allocate(points * (size_t)distance->stages * LAP_KINDS, sizeof *distance->fifths);
    struct measuring measuring = measuring_begin(setup, budget);
    bool spins = setup->values[FIELD_SLICKS] == SLICKS_SPIN && distance->track->slick_count > 0;
    measuring.end_only = setup->values[FIELD_PATH] == PATH_END;
    measuring.spin = spins ? distance_of_missed(setup->values[FIELD_SLICK_MISSED_TURNS]) : 0;
    for (int kind = LAST_LAP; kind < (distance->track->open ? OTHER_LAP : LAP_KINDS); kind++)
        for (int stage = distance->stages - 1; stage >= 0; stage--)
            measure_stage(&measuring, distance, kind, stage);
    if (!distance->track->open) {
        /* So much that also the longest way round is no step back where laps follow each other. */
        const int32_t *before = measure_of(distance, OTHER_LAP, distance->stages - 1);
        struct source_list sources = {0};
        list_crossing_steps(&measuring, measure_of(distance, OTHER_LAP, 0), &sources);
        for (int i = 0; i < sources.count; i++) {
            int lap =
                sources.items[i].fifths - before[index_of(distance->size, sources.items[i].at)];
            distance->lap = lap > distance->lap ? lap : distance->lap;
        }
        free(sources.items);
    }
    measuring_end(&measuring);
    if (!is_cancelled(&measuring))
        return distance;
    distance_free(distance);
    return NULL;
}

void distance_free(struct distance *distance)
{
    if (!distance)
        return;
    free(distance->fifths);
    free(distance);
}

static int look_up(const struct distance *distance, int kind, int stage, struct point at)
{
    return is_on_sheet(distance->size, at)
               ? measure_of(distance, kind, stage)[index_of(distance->size, at)]
               : DISTANCE_NONE;
}

int distance_to_line(const struct distance *distance, struct point at)
{
    return look_up(distance, LAST_LAP, distance->stages - 1, at);
}

/* Before lap 1 no checkpoint counts; on an open track lap 1 is open from the start. */
int64_t distance_to_finish(const struct distance *distance, const struct car *car)
{
    bool open = distance->track->open;
    int done = distance->has_checkpoints ? car->laps_opened : car->crossings;
    int more = open ? 0 : distance->laps - done;
    bool by_stages = distance->stages > 1 && (open || car->laps_opened > 0);
    int stage = by_stages ? car->checkpoint : distance->stages - 1;
    int here = look_up(distance, more > 0 ? OTHER_LAP : LAST_LAP, stage, car->at);
    if (here < 0)
        return DISTANCE_NONE;
    return more > 1 ? here + (int64_t)(more - 1) * distance->lap : here;
}
