/* What leaving the track does to a car (RULES 4), and what being out means.
 */
#include "rules/graph_paper/race.h"

#include <stdlib.h>

void car_retire(struct paper_race *race, int number, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    car->status = CAR_RETIRED;
    car_stop(car);
    race->retired[race->retired_count++] = number;
    add_event(events, EVENT_RETIRED, number);
}

int car_take_damage(struct car *car, struct point velocity)
{
    int across = abs(velocity.x);
    int up = abs(velocity.y);
    int damage = across > up ? across : up;
    car->damage += damage;
    return damage;
}

bool car_is_wrecked(const struct paper_race *race, const struct car *car)
{
    return car->damage >= race_value(race, FIELD_DAMAGE_LIMIT);
}

/* RULES 4.2: out, where the move began. */
static void retire(struct paper_race *race, int number, const struct departure *departure,
                   struct graph_paper_event *left, struct event_list *events)
{
    race->cars[number - 1].at = departure->from;
    left->to = departure->from;
    left->second = LEFT_IS_OUT;
    car_retire(race, number, events);
}

/* RULES 4.1, 4.3. */
static void resume(struct paper_race *race, int number, const struct departure *departure,
                   struct graph_paper_event *left, struct event_list *events)
{
    struct car *car = &race->cars[number - 1];
    bool damages = race_value(race, FIELD_OFF_TRACK) == OFF_TRACK_DAMAGE;
    left->number = race_value(race, FIELD_WALL_MISSED_TURNS);
    left->to = departure->resume;
    car->at = departure->resume;
    car->missed_turns += left->number;
    car_stop(car);
    if (!damages)
        return;
    left->damage = car_take_damage(car, departure->velocity);
    if (!car_is_wrecked(race, car))
        return;
    left->second = LEFT_IS_OUT;
    car_retire(race, number, events);
}

/* RULES 4.4: on outside, or back on the track if the move led there. */
static void run_wide(struct paper_race *race, int number, const struct departure *departure,
                     struct graph_paper_event *left)
{
    struct car *car = &race->cars[number - 1];
    left->to = departure->to;
    left->second = departure->returns ? LEFT_COMES_BACK : LEFT_RUNS_WIDE;
    car->status = departure->returns ? CAR_RACING : CAR_OUTSIDE;
    car->exit_progress = departure->returns ? 0 : departure->exit_progress;
}

void departure_do(struct paper_race *race, int number, const struct departure *departure,
                  struct event_list *events)
{
    struct graph_paper_event left = {
        .type = EVENT_LEFT_TRACK, .car = number, .end = departure->exit};
    left.forced = departure->forced;
    int left_at = events->count;
    add_event(events, EVENT_LEFT_TRACK, number);
    switch (race_value(race, FIELD_OFF_TRACK)) {
    case OFF_TRACK_RETIRE:
        retire(race, number, departure, &left, events);
        break;
    case OFF_TRACK_RUN_WIDE:
        if (departure->exit_progress < 0)
            retire(race, number, departure, &left, events);
        else
            run_wide(race, number, departure, &left);
        break;
    default:
        resume(race, number, departure, &left, events);
    }
    *(struct graph_paper_event *)events->items[left_at].body = left;
}
