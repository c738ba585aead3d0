/* The tutorial of circuit: what the coach teaches. */
#include "screens/circuit/tutorial/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct screen screen_circuit_lessons;
static const struct coach_table table;
static struct coach coach = {.table = &table};

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

static int reached(int lesson, int step, const struct session *session, int since)
{
    for (int end = 0; end < COACH_ENDS; end++)
        if (circuit_goal_reached(step_of(lesson, step)->ends[end].goal, session, since))
            return end;
    return -1;
}

static void act(int lesson, const struct session *session, int begun,
                char action[COACH_ACTION_BYTES])
{
    circuit_act_for_others(&circuit_lessons[lesson], session, begun, action);
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

static void point(int lesson, int step, const struct session *session, int since,
                  const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    (void)since, (void)ui;
    for (int i = 0; circuit_pick(step_of(lesson, step)->suggested, i, target, COACH_TARGET_BYTES);
         i++)
        if (is_there(session, target))
            return;
    target[0] = '\0';
}

/* --- the screens ------------------------------------------------------------------------------ */

static void begin_lesson(struct app *app, int lesson)
{
    coach_begin(&coach, app, lesson);
}

static const struct coach_table table = {
    .screen = &screen_circuit_tutorial,
    .menu = &screen_circuit_lessons,
    .begin = begin_lesson,
    .lessons = CIRCUIT_LESSONS,
    .name = tell_name,
    .step = tell_step,
    .session = begin_session,
    .reached = reached,
    .mishap = circuit_lesson_mishap,
    .act = act,
    .point = point,
};

static void enter(struct app *app)
{
    coach_enter(&coach, app);
}

static void leave(struct app *app)
{
    coach_leave(&coach, app);
}

static void build(struct app *app, struct ui *ui)
{
    coach_build(&coach, app, ui);
}

static bool event(struct app *app, const SDL_Event *event)
{
    return coach_event(&coach, app, event);
}

static int animate(struct app *app, Uint32 now)
{
    return coach_animate(&coach, app, now);
}

static void build_menu(struct app *app, struct ui *ui)
{
    coach_build_menu(&coach, app, ui);
}

const struct screen screen_circuit_tutorial = {
    .name = "tutorial",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};
static const struct screen screen_circuit_lessons = {.name = "lessons", .build = build_menu};
