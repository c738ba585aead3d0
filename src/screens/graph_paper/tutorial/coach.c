/* What has been done, read from the steps of the session. The search is in coach_search.c. */
#include "screens/graph_paper/tutorial/coach.h"

#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/tutorial/coach_search.h"

#include <stdlib.h>

static int longer_part(struct point vector)
{
    return abs(vector.x) > abs(vector.y) ? abs(vector.x) : abs(vector.y);
}

static bool is_players(const struct session *session, int car, int player)
{
    return car > 0 && graph_paper_car(session_race(session), car)->player == player;
}

/* Of the player's events of a type the last one behind `since`, with its step. */
static const struct graph_paper_event *find_last(const struct coach_sight *sight,
                                                 enum graph_paper_event_type type, int *step)
{
    for (int i = session_step_count(sight->session) - 1; i >= sight->since; i--) {
        struct step done = session_step(sight->session, i);
        for (int k = done.event_count - 1; k >= 0; k--) {
            const struct graph_paper_event *event = graph_paper_event(&done.events[k]);
            if (event->type == type && is_players(sight->session, event->car, sight->player)) {
                *step = i;
                return event;
            }
        }
    }
    return NULL;
}

static bool happened(const struct coach_sight *sight, enum graph_paper_event_type type)
{
    int step;
    return find_last(sight, type, &step) != NULL;
}

static bool arrived(const struct coach_goal *goal, const struct coach_sight *sight)
{
    int step;
    const struct graph_paper_event *moved = find_last(sight, EVENT_MOVED, &step);
    if (!moved)
        return false;
    const struct car *car = graph_paper_car(session_race(sight->session), moved->car);
    return car->status == CAR_RACING && !moved->second && coach_area_holds(&goal->area, car->at) &&
           longer_part(car->velocity) >= goal->speed;
}

static bool went_on_steadily(const struct coach_sight *sight)
{
    int step;
    const struct graph_paper_event *moved = find_last(sight, EVENT_MOVED, &step);
    if (!moved || moved->second)
        return false;
    const struct race *before = session_race_after(sight->session, step);
    return longer_part(moved->velocity) > 0 &&
           point_equal(graph_paper_car(before, moved->car)->velocity, moved->velocity);
}

static bool used_nitro(const struct coach_sight *sight)
{
    for (int i = sight->since; i < session_step_count(sight->session); i++) {
        struct step done = session_step(sight->session, i);
        for (int k = 0; k < done.event_count; k++) {
            const struct graph_paper_event *event = graph_paper_event(&done.events[k]);
            if (event->type == EVENT_MOVED && event->number > 0 &&
                is_players(sight->session, event->car, sight->player))
                return true;
        }
    }
    return false;
}

bool coach_reached(const struct coach_goal *goal, const struct coach_sight *sight)
{
    switch (goal->kind) {
    case COACH_NOTHING:
        return false;
    case COACH_START:
        return sight->half_chosen || happened(sight, EVENT_STARTED);
    case COACH_MOVE:
        return happened(sight, EVENT_MOVED);
    case COACH_ARRIVE:
        return arrived(goal, sight);
    case COACH_STEADY:
        return went_on_steadily(sight);
    case COACH_VECTORS:
        return sight->vectors;
    case COACH_NITRO:
        return used_nitro(sight);
    case COACH_SLICK:
        return happened(sight, EVENT_SLICK);
    case COACH_COLLISION:
        return happened(sight, EVENT_COLLIDED);
    case COACH_CRASH:
        return happened(sight, EVENT_LEFT_TRACK);
    case COACH_FLAG:
        return happened(sight, EVENT_FINISHED);
    }
    return false;
}

int coach_last_speed(const struct session *session, int player)
{
    struct coach_sight sight = {.session = session, .player = player};
    int step;
    const struct graph_paper_event *moved = find_last(&sight, EVENT_MOVED, &step);
    return moved ? longer_part(moved->velocity) : 0;
}

/* The one in the middle has the most room to either side. */
static bool suggest_start(const struct race *race, struct point *click)
{
    struct start_runs starts = {0};
    graph_paper_start_runs(race, &starts);
    bool found = starts.points > 0;
    if (found)
        *click = graph_paper_start(&starts, starts.points / 2);
    graph_paper_free_runs(&starts);
    return found;
}

bool coach_suggest(const struct coach_goal *goal, const struct coach_sight *sight,
                   struct point *click)
{
    const struct race *race = session_race(sight->session);
    int car = race_next_car(race);
    if (goal->kind == COACH_NOTHING || goal->kind == COACH_VECTORS ||
        !is_players(sight->session, car, sight->player))
        return false;
    bool waiting = graph_paper_car(race, car)->status == CAR_WAITING;
    if (waiting && !sight->half_chosen)
        return suggest_start(race, click);
    return goal->kind != COACH_START &&
           coach_search(goal, race, waiting ? &sight->start : NULL, click);
}
