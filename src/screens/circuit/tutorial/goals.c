/* What has happened in a lesson, read from the steps of its session, and what the other cars do.
 * Nothing here changes a race but its beginning.
 */
#include "drivers/circuit/level.h"
#include "rules/setup.h"
#include "screens/circuit/tutorial/inside.h"

#include <stdio.h>
#include <string.h>

static const char practice[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200mm\" height=\"72mm\" "
    "viewBox=\"0 0 200 72\" data-graphprix-circuit=\"1\" data-rows=\"56\" data-lanes=\"2\">"
    "<title>Practice</title><path class=\"course\" d=\"M 58 18 L 170 18 "
    "C 179.8 18 187.8 26 187.8 35.8 C 187.8 45.6 179.8 53.6 170 53.6 L 30 53.6 "
    "C 20.2 53.6 12.2 45.6 12.2 35.8 C 12.2 26 20.2 18 30 18 Z\" data-lane-width=\"8\"/>"
    "<g class=\"corner\" data-from=\"16\" data-to=\"23\" data-limits=\"80 80\" "
    "data-line=\"2 1 1 1 1 1 1 2\"/></svg>";

bool circuit_pick(const char *list, int index, char *piece, size_t size)
{
    for (; index > 0 && *list; index--) {
        list += strcspn(list, ";");
        list += *list == ';';
    }
    snprintf(piece, size, "%.*s", (int)strcspn(list, ";"), list);
    return piece[0] != '\0';
}

/* --- the beginning ---------------------------------------------------------------------------- */

static bool set_rules(struct setup *setup, const char *rules, struct error *error)
{
    static const char always[] = "build=standard;grid=listed";
    char pair[60];
    for (int i = 0; circuit_pick(always, i, pair, sizeof pair); i++)
        if (!setup_set_pair(setup, pair, error))
            return false;
    for (int i = 0; circuit_pick(rules, i, pair, sizeof pair); i++)
        if (!setup_set_pair(setup, pair, error))
            return false;
    return true;
}

struct session *circuit_lesson_begin(const struct circuit_lesson *lesson, struct error *error)
{
    static const struct player players[] = {
        {"Orange", 2, "human"}, {"Blue", 1, "human"}, {"Green", 3, "human"}};
    char action[COACH_ACTION_BYTES];
    struct setup setup = setup_from_preset(&circuit_game, CIRCUIT_PRESET_FORCE_PASS);
    struct course course = course_read(&circuit_game, practice, strlen(practice), error);
    if (!course.body)
        return NULL;
    setup.course = course;
    setup.players = lesson->cars;
    struct session *session = NULL;
    if (set_rules(&setup, lesson->rules, error))
        session = session_begin(&setup, players, (struct allow){.undo = true}, error);
    course_release(course);
    for (int i = 0; session && circuit_pick(lesson->begin, i, action, sizeof action); i++)
        if (!session_do(session, 0, action, error)) {
            session_free(session);
            return NULL;
        }
    return session;
}

/* --- what has happened ------------------------------------------------------------------------ */

static int count_events(const struct session *session, int since, enum circuit_event_type type,
                        int car)
{
    int count = 0;
    for (int i = since; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++)
            count += step.events[k].car == car && circuit_event(&step.events[k])->type == type;
    }
    return count;
}

static int count_own(const struct session *session, int since, enum circuit_event_type type)
{
    return count_events(session, since, type, COACH_PUPIL);
}

static bool spun(const struct session *session, int since)
{
    return count_own(session, since, CIRCUIT_EVENT_SPIN) > 0 ||
           circuit_phase(session_race(session)) == PHASE_SPIN;
}

static bool has_moved(const struct session *session, int since)
{
    return count_own(session, since, CIRCUIT_EVENT_MOVED) > 0 && !spun(session, since) &&
           circuit_mover(session_race(session)) != COACH_PUPIL;
}

/* Into a corner and out of the turn. */
static bool has_entered(const struct session *session, int since)
{
    const struct race *race = session_race(session);
    const struct circuit *circuit = circuit_of(session_setup(session));
    return has_moved(session, since) &&
           circuit_limit(circuit, circuit_car(race, COACH_PUPIL)->row, 1) > 0;
}

static bool is_blocked(const struct race *race)
{
    struct circuit_move moves[CIRCUIT_MOVES];
    if (circuit_phase(race) != PHASE_MOVE || circuit_mover(race) != COACH_PUPIL)
        return false;
    int count = circuit_moves(race, COACH_PUPIL, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].kind == MOVE_FORCE)
            return true;
    return false;
}

bool circuit_goal_reached(enum circuit_goal goal, const struct session *session, int since)
{
    const struct race *race = session_race(session);
    const struct circuit_car *car = circuit_car(race, COACH_PUPIL);
    bool worn = count_own(session, since, CIRCUIT_EVENT_WEAR) > 0;
    switch (goal) {
    case GOAL_NOTHING:
        break;
    case GOAL_SHOWN:
        return count_own(session, since, CIRCUIT_EVENT_SHOWN) > 0;
    case GOAL_MOVED:
        return has_moved(session, since);
    case GOAL_CLEAN:
        return has_entered(session, since) && !worn;
    case GOAL_WORN:
        return has_entered(session, since) && worn;
    case GOAL_ON_LINE:
        return has_entered(session, since) && !worn && car->on_line &&
               car->speed > circuit_limit(circuit_of(session_setup(session)), car->row, car->lane);
    case GOAL_DRAWN:
        return has_moved(session, since) && count_own(session, since, CIRCUIT_EVENT_SLIPSTREAM) > 0;
    case GOAL_BLOCKED:
        return is_blocked(race);
    case GOAL_FORCED:
        return count_own(session, since, CIRCUIT_EVENT_FORCED) > 0 &&
               circuit_phase(race) == PHASE_CHIPS;
    case GOAL_PASSED:
        return count_own(session, since, CIRCUIT_EVENT_PASSED) > 0;
    case GOAL_HELD:
        return count_own(session, since, CIRCUIT_EVENT_HELD) > 0;
    }
    return false;
}

const char *circuit_lesson_mishap(const struct session *session, int since)
{
    const struct circuit_car *car = circuit_car(session_race(session), COACH_PUPIL);
    if (count_own(session, since, CIRCUIT_EVENT_SPIN) > 0 &&
        count_own(session, since, CIRCUIT_EVENT_HELD) == 0)
        return "That spun the car: it stands, and the dice have said what it costs.";
    if (car->status != CIRCUIT_RACING || count_own(session, since, CIRCUIT_EVENT_BRAKED) > 0 ||
        count_own(session, since, CIRCUIT_EVENT_SHOWN) >= CIRCUIT_LESSON_TURNS ||
        (count_own(session, since, CIRCUIT_EVENT_SHOWN) > 0 && has_moved(session, since)))
        return "From here it will hardly come about any more. Try it again from the beginning.";
    return NULL;
}

/* --- the others ------------------------------------------------------------------------------- */

static bool would_take(const struct race *race, const char *action)
{
    struct race *trial = circuit_game.copy(race);
    struct event_list events = {0};
    struct error error;
    bool good = circuit_game.apply(trial, race_next_car(race), action, &events, &error);
    event_list_free(&events);
    circuit_game.free(trial);
    return good;
}

void circuit_act_for_others(const struct circuit_lesson *lesson, const struct session *session,
                            int begun, char action[COACH_ACTION_BYTES])
{
    int done = 0;
    struct text stand_in = {0};
    const struct race *race = session_race(session);
    for (int i = begun; i < session_step_count(session); i++)
        done += session_step(session, i).car != COACH_PUPIL;
    if (circuit_pick(lesson->others, done, action, COACH_ACTION_BYTES) && would_take(race, action))
        return;
    circuit_stand_in(race, race_next_car(race), &stand_in);
    snprintf(action, COACH_ACTION_BYTES, "%s", text_string(&stand_in));
    text_free(&stand_in);
}
