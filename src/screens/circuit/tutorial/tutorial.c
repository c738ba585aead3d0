/* The tutorial of circuit: what the coach teaches. */
#include "screens/circuit/tutorial/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct coach_memory memory;

static const struct circuit_lesson_step *step_of(int lesson, int step)
{
    return &circuit_lessons[lesson].steps[step];
}

static void tell_name(int lesson, const char **name, const char **title)
{
    *name = circuit_lessons[lesson].name;
    *title = circuit_lessons[lesson].title;
}

static bool tell_step(int lesson, int step, struct coach_step *into)
{
    if (step >= CIRCUIT_LESSON_STEPS || !step_of(lesson, step)->say)
        return false;
    const struct circuit_lesson_step *of = step_of(lesson, step);
    *into = (struct coach_step){of->say, {of->ends[0].praise, of->ends[1].praise}, of->points};
    return true;
}

static struct session *begin_session(int lesson, struct error *error)
{
    return circuit_lesson_begin(&circuit_lessons[lesson], error);
}

static int reached(const struct coach_now *now)
{
    for (int end = 0; end < COACH_ENDS; end++)
        if (circuit_goal_reached(step_of(now->lesson, now->step)->ends[end].goal, now->session,
                                 now->since))
            return end;
    return -1;
}

static const char *find_mishap(const struct coach_now *now)
{
    return circuit_lesson_mishap(now->session, now->since);
}

static void act(const struct coach_now *now, char action[COACH_ACTION_BYTES])
{
    circuit_act_for_others(&circuit_lessons[now->lesson], now->session, now->begun, action);
}

/* Can it be clicked now, as far as the phase goes? Of spaces those within the points that are left.
 */
static bool is_there(const struct session *session, const char *target)
{
    const struct race *race = session_race(session);
    enum circuit_phase phase = circuit_phase(race);
    if (strncmp(target, "speed ", 6) == 0)
        return phase == PHASE_POST;
    if (strncmp(target, "force ", 6) == 0)
        return phase == PHASE_MOVE;
    if (strncmp(target, "space ", 6) != 0)
        return phase == PHASE_CHIPS;
    int rows = circuit_of(session_setup(session))->rows;
    int ahead = atoi(target + 6) - circuit_car(race, COACH_PUPIL)->row;
    ahead += ahead <= 0 ? rows : 0;
    return phase == PHASE_MOVE && ahead <= circuit_points(race);
}

static void point(const struct coach_now *now, const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    (void)ui;
    const char *targets = step_of(now->lesson, now->step)->suggested;
    for (int i = 0; circuit_pick(targets, i, target, COACH_TARGET_BYTES); i++)
        if (is_there(now->session, target))
            return;
    target[0] = '\0';
}

const struct coach_table circuit_tutorial = {
    .memory = &memory,
    .lessons = CIRCUIT_LESSONS,
    .name = tell_name,
    .step = tell_step,
    .session = begin_session,
    .reached = reached,
    .mishap = find_mishap,
    .act = act,
    .point = point,
};
