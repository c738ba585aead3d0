/* What has happened in a lesson, read from the steps of its session, and what is to be clicked for
 * an order. Nothing here changes a race but its beginning.
 */
#include "screens/stock_cars/tutorial/inside.h"

#include "rules/setup.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool stock_pick(const char *list, int index, char *word, size_t size)
{
    for (; index > 0 && *list; index--) {
        list += strcspn(list, " ");
        list += *list == ' ';
    }
    snprintf(word, size, "%.*s", (int)strcspn(list, " "), list);
    return word[0] != '\0';
}

static bool set_rules(struct setup *setup, const char *rules, struct error *error)
{
    char pair[60];
    for (int i = 0; stock_pick(rules, i, pair, sizeof pair); i++)
        if (!setup_set_pair(setup, pair, error))
            return false;
    return true;
}

struct session *stock_lesson_begin(const struct stock_lesson *lesson, struct error *error)
{
    static const struct player players[] = {{"Orange", 2, "human"}, {"Blue", 1, "human"}};
    char order[60];
    struct setup setup = setup_from_preset(&stock_cars_game, STOCK_PRESET_STOCK_CARS);
    struct course map = course_read(&stock_cars_game, lesson->map, strlen(lesson->map), error);
    if (!map.body)
        return NULL;
    setup.course = map;
    setup.players = lesson->blue[0] ? 2 : 1;
    struct session *session = NULL;
    if (set_rules(&setup, lesson->rules, error))
        session = session_begin(&setup, players, (struct allow){.undo = true}, error);
    course_release(map);
    for (int i = 0; session && stock_pick(lesson->begin, i, order, sizeof order); i++)
        if (!session_do(session, 0, order, error)) {
            session_free(session);
            return NULL;
        }
    return session;
}

/* --- what has happened ------------------------------------------------------------------------ */

static bool is_of(const struct event *event, enum stock_event_type type, int car)
{
    return event->car == car && stock_event(event)->type == type;
}

static int count_events(const struct session *session, int since, enum stock_event_type type,
                        int car)
{
    int count = 0;
    for (int i = since; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++)
            count += is_of(&step.events[k], type, car);
    }
    return count;
}

int stock_count_orders(const struct session *session, int since, int car)
{
    return count_events(session, since, STOCK_EVENT_DROVE, car);
}

/* The last order that Orange has driven since a step; NULL: none. */
static const struct event *last_drive(const struct session *session, int since)
{
    const struct event *last = NULL;
    for (int i = since; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++)
            if (is_of(&step.events[k], STOCK_EVENT_DROVE, STOCK_ORANGE))
                last = &step.events[k];
    }
    return last;
}

static bool found_bag(const struct session *session, int since)
{
    for (int i = since; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++)
            if (is_of(&step.events[k], STOCK_EVENT_SAND, STOCK_ORANGE) &&
                stock_event(&step.events[k])->bag)
                return true;
    }
    return false;
}

static bool is_within(const struct stock_goal *goal, struct point at)
{
    return at.x >= goal->low.x && at.x <= goal->high.x && at.y >= goal->low.y &&
           at.y <= goal->high.y;
}

bool stock_goal_reached(const struct stock_goal *goal, const struct session *session, int since)
{
    const struct stock_car *car = stock_car(session_race(session), STOCK_ORANGE);
    const struct event *drive = last_drive(session, since);
    bool clean = count_events(session, since, STOCK_EVENT_LEFT_TRACK, STOCK_ORANGE) == 0;
    if (goal->kind == GOAL_NOTHING || !drive)
        return false;
    switch (goal->kind) {
    case GOAL_DROVE:
        return clean && stock_event(drive)->speed >= goal->speed;
    case GOAL_ARRIVE:
        return clean && is_within(goal, car->at);
    case GOAL_CARD:
        return clean && stock_event(drive)->cards > 0;
    case GOAL_SLIPSTREAM:
        return strchr(stock_event_order(drive), 'S') != NULL;
    case GOAL_BANKED:
        return clean && count_events(session, since, STOCK_EVENT_BANKED, STOCK_ORANGE) > 0;
    case GOAL_BAG:
        return found_bag(session, since);
    case GOAL_REPAIRED:
        return count_events(session, since, STOCK_EVENT_REPAIRED, STOCK_ORANGE) > 0;
    case GOAL_LEFT_TRACK:
        return !clean;
    case GOAL_NOTHING:
        break;
    }
    return false;
}

/* --- what to click ---------------------------------------------------------------------------- */

enum { LETTERS = 120 };

/* Letters alone, groups written out: "A(A+1)(3M)" is "AAMMM". */
static void spell_out(const char *order, char letters[LETTERS])
{
    int count = 0, times = 1;
    for (char before = ' '; *order && count < LETTERS - 1; order++) {
        if (before == '(' && isdigit((unsigned char)*order))
            times = atoi(order);
        before = *order == ' ' ? before : *order;
        if (!isalpha((unsigned char)*order))
            continue;
        for (; times > 0 && count < LETTERS - 1; times--)
            letters[count++] = (char)toupper((unsigned char)*order);
        times = 1;
    }
    letters[count] = '\0';
}

static bool is_change(char letter)
{
    return letter == 'A' || letter == 'B' || letter == 'S';
}

void stock_next_target(const struct race *race, const char *written, const char *order,
                       char target[STOCK_TARGET_BYTES])
{
    char has[LETTERS], wants[LETTERS];
    struct stock_trial trial;
    struct error error;
    target[0] = '\0';
    if (!stock_try(race, STOCK_ORANGE, order, &trial, &error))
        return;
    spell_out(written, has);
    spell_out(order, wants);
    size_t begin = strspn(wants, "ABS"), at = strlen(has);
    int moves = (int)(at > begin ? at - begin : 0);
    if (strncmp(has, wants, at) == 0) {
        if (at < begin)
            snprintf(target, STOCK_TARGET_BYTES, "speed %d", trial.speed);
        else if (moves < trial.path_count)
            snprintf(target, STOCK_TARGET_BYTES, "tile %d,%d", trial.path[moves].at.x,
                     trial.path[moves].at.y);
        else if (is_change(wants[at]))
            snprintf(target, STOCK_TARGET_BYTES, "end %c", wants[at]);
        else
            snprintf(target, STOCK_TARGET_BYTES, "button give");
    }
    stock_trial_free(&trial);
}
