/* The tutorial of stock cars: what the coach teaches, and Blue's way meanwhile.
 */
#include "screens/stock_cars/tutorial/inside.h"

#include "screens/help/coach.h"
#include "ui/window.h"

#include <stdio.h>
#include <string.h>

static const struct screen screen_stock_lessons;
static const struct coach_table table;
static struct coach coach = {.table = &table};

static const struct stock_lesson_step *step_of(int lesson, int step)
{
    return &stock_lessons[lesson].steps[step];
}

static void tell_name(int lesson, const char **name, const char **title)
{
    *name = stock_lessons[lesson].name;
    *title = stock_lessons[lesson].title;
}

static bool tell_step(int lesson, int step, struct coach_step *into)
{
    if (step >= STOCK_LESSON_STEPS || !step_of(lesson, step)->say)
        return false;
    const struct stock_lesson_step *of = step_of(lesson, step);
    *into = (struct coach_step){of->say, {of->ends[0].praise, of->ends[1].praise}, of->points};
    return true;
}

static struct session *begin_session(int lesson, struct error *error)
{
    return stock_lesson_begin(&stock_lessons[lesson], error);
}

static int reached(int lesson, int step, const struct session *session, int since)
{
    for (int end = 0; end < STOCK_LESSON_ENDS; end++)
        if (stock_goal_reached(&step_of(lesson, step)->ends[end].goal, session, since))
            return end;
    return -1;
}

/* Off the track without having been asked to, or without an end after so many turns. */
static const char *find_mishap(const struct session *session, int since)
{
    static const struct stock_goal off = {.kind = GOAL_LEFT_TRACK};
    if (stock_goal_reached(&off, session, since))
        return "That left the track: the rest of the order is lost, and so are speed and some of "
               "the maximum.";
    if (stock_car(session_race(session), STOCK_ORANGE)->status != STOCK_RACING ||
        stock_count_orders(session, since, STOCK_ORANGE) >= STOCK_LESSON_TURNS)
        return "From here it will hardly come about any more. Try it again from the beginning.";
    return NULL;
}

static void act(int lesson, const struct session *session, int begun,
                char action[COACH_ACTION_BYTES])
{
    int driven = stock_count_orders(session, begun, STOCK_BLUE);
    if (!stock_pick(stock_lessons[lesson].blue, driven, action, COACH_ACTION_BYTES))
        snprintf(action, COACH_ACTION_BYTES, "retire");
}

static const char *written_order(const struct ui *ui)
{
    for (int i = 0; i < ui_target_count(ui); i++)
        if (strcmp(ui_target_at(ui, i)->id, "order") == 0)
            return ui_target_at(ui, i)->text;
    return "";
}

static void point(int lesson, int step, const struct session *session, int since,
                  const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    char order[60];
    int driven = stock_count_orders(session, since, STOCK_ORANGE);
    if (!stock_pick(step_of(lesson, step)->suggested, driven, order, sizeof order))
        return;
    stock_next_target(session_race(session), written_order(ui), order, target);
}

/* --- the screens ------------------------------------------------------------------------------ */

static void begin_lesson(struct app *app, int lesson)
{
    coach_begin(&coach, app, lesson);
}

static const struct coach_table table = {
    .screen = &screen_stock_tutorial,
    .menu = &screen_stock_lessons,
    .begin = begin_lesson,
    .lessons = STOCK_LESSONS,
    .name = tell_name,
    .step = tell_step,
    .session = begin_session,
    .reached = reached,
    .mishap = find_mishap,
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

const struct screen screen_stock_tutorial = {
    .name = "tutorial",
    .enter = enter,
    .leave = leave,
    .build = build,
    .event = event,
    .animate = animate,
    .covers_window = true,
};
static const struct screen screen_stock_lessons = {.name = "lessons", .build = build_menu};
