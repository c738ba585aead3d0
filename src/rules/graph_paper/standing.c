/* How a car stands, and what it came to: counted from what happened (rules/standing.h). */
#include "rules/graph_paper/race_inside.h"

#include <stdio.h>
#include <string.h>

enum column {
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
    standing_say(into, "at\u00a0(%d,\u00a0%d)", car->at.x, car->at.y);
    if (!into->finished && !into->out)
        say_how(race, car, lap, into);
}

/* --- what it came to -------------------------------------------------------------------------- */

/* One car's counts while its events pass by. */
struct counting {
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

static void complete_lap(struct counting *car)
{
    int length = car->turns - car->lap_begun;
    if (car->best_lap == 0 || length < car->best_lap)
        car->best_lap = length;
    car->lap_begun = car->turns;
}

/* A line crossed backward, and again, opens nothing new. */
static void count_lap(struct counting *car, const struct graph_paper_event *event)
{
    if (event->second < 0 || event->number <= car->lap)
        return;
    if (event->number > 1)
        complete_lap(car);
    car->lap = event->number;
}

static void count_move(struct counting *car, struct point velocity)
{
    int speed = velocity.x * velocity.x + velocity.y * velocity.y;
    car->turns++;
    car->moves++;
    if (speed > car->top_speed_squared)
        car->top_speed_squared = speed;
}

static void count_collision(struct counting *cars, const struct graph_paper_event *event)
{
    cars[event->car].crashes++;
    cars[event->car].hits_given++;
    for (int car = 1; car <= CAR_LIMIT; car++)
        cars[car].hits_taken += (event->struck >> car & 1) != 0;
}

static void count_event(struct counting *cars, const struct graph_paper_event *event, int round)
{
    struct counting *car = &cars[event->car];
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

/* sqrt(squared) in tenths, rounded. */
static int speed_in_tenths(int squared)
{
    int64_t doubled = 0; /* the root of (20 speed)^2, from below */
    for (int64_t bit = 1 << 20; bit > 0; bit >>= 1)
        if ((doubled + bit) * (doubled + bit) <= (int64_t)squared * 400)
            doubled += bit;
    return (int)((doubled + 1) / 2);
}

static void fill_columns(const struct paper_race *race, const struct counting *car,
                         const struct car *state, struct standing *into)
{
    bool derby = into->by_points;
    bool damage = race_field_matters(race->setup, FIELD_DAMAGE_LIMIT);
    int tenths = speed_in_tenths(car->top_speed_squared);
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

static void say_tally(const struct counting *car, struct standing *into)
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
    struct counting cars[CAR_LIMIT + 1] = {{0}};
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
