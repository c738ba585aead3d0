/* The tutorial of stock cars: what the coach teaches, and Blue's way meanwhile. */
#include "screens/stock_cars/tutorial/inside.h"

#include "screens/help/coach.h"
#include "ui/window.h"

#include <stdio.h>
#include <string.h>

static struct coach_memory memory;

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

static int reached(const struct coach_now *now)
{
    for (int end = 0; end < STOCK_LESSON_ENDS; end++)
        if (stock_goal_reached(&step_of(now->lesson, now->step)->ends[end].goal, now->session,
                               now->since))
            return end;
    return -1;
}

/* Off the track without having been asked to, or without an end after so many turns. */
static const char *find_mishap(const struct coach_now *now)
{
    static const struct stock_goal off = {.kind = GOAL_LEFT_TRACK};
    if (stock_goal_reached(&off, now->session, now->since))
        return "That left the track: the rest of the order is lost, and so are speed and some of "
               "the maximum.";
    if (stock_car(session_race(now->session), STOCK_ORANGE)->status != STOCK_RACING ||
        stock_count_orders(now->session, now->since, STOCK_ORANGE) >= STOCK_LESSON_TURNS)
        return "From here it will hardly come about any more. Try it again from the beginning.";
    return NULL;
}

static void act(const struct coach_now *now, char action[COACH_ACTION_BYTES])
{
    int driven = stock_count_orders(now->session, now->begun, STOCK_BLUE);
    if (!stock_pick(stock_lessons[now->lesson].blue, driven, action, COACH_ACTION_BYTES))
        snprintf(action, COACH_ACTION_BYTES, "retire");
}

static const char *written_order(const struct ui *ui)
{
    for (int i = 0; i < ui_target_count(ui); i++)
        if (strcmp(ui_target_at(ui, i)->id, "order") == 0)
            return ui_target_at(ui, i)->text;
    return "";
}

static void point(const struct coach_now *now, const struct ui *ui, char target[COACH_TARGET_BYTES])
{
    char order[60];
    int driven = stock_count_orders(now->session, now->since, STOCK_ORANGE);
    if (stock_pick(step_of(now->lesson, now->step)->suggested, driven, order, sizeof order))
        stock_next_target(session_race(now->session), written_order(ui), order, target);
}

const struct coach_table stock_cars_tutorial = {
    .memory = &memory,
    .lessons = STOCK_LESSONS,
    .name = tell_name,
    .step = tell_step,
    .session = begin_session,
    .reached = reached,
    .mishap = find_mishap,
    .act = act,
    .point = point,
};
