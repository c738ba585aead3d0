/* What has happened in a lesson, read from the steps of its session, and what is to be clicked for
 * an order. Nothing here changes a race but its beginning.
 */

#include "screens/help/tutorial.h"
#include "rules/setup.h"
#include "rules/stock_cars/stock_cars.h"
#include "screens/stock_cars/tutorial/clicks.h"
#include "ui/window.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum stock_goal_kind {
    GOAL_NOTHING,
    GOAL_DROVE,  /* at this speed or more, on the track */
    GOAL_ARRIVE, /* at the end of a turn on a tile of the area, on the track */
    GOAL_CARD,   /* paid a wild card, on the track */
    GOAL_SLIPSTREAM,
    GOAL_BANKED,
    GOAL_BAG,
    GOAL_REPAIRED,
    GOAL_LEFT_TRACK
};

enum { LESSON_TURNS = 5 };

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

/* Orders that the pupil has carried out since a step. */
static int stock_count_orders(const struct session *session, int since)
{
    return count_events(session, since, STOCK_EVENT_DROVE, COACH_PUPIL);
}

static bool found_bag(const struct session *session, int since)
{
    for (int i = since; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++)
            if (is_of(&step.events[k], STOCK_EVENT_SAND, COACH_PUPIL) &&
                stock_event(&step.events[k])->bag)
                return true;
    }
    return false;
}

static bool reached(const struct coach_goal *goal, const struct coach_now *now)
{
    const struct session *session = now->session;
    int since = now->since;
    const struct stock_car *car = stock_car(session_race(session), COACH_PUPIL);
    /* The last order that Orange has driven since a step; NULL: none. */
    const struct event *drive = NULL;
    for (int i = since; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++)
            if (is_of(&step.events[k], STOCK_EVENT_DROVE, COACH_PUPIL))
                drive = &step.events[k];
    }
    bool clean = count_events(session, since, STOCK_EVENT_LEFT_TRACK, COACH_PUPIL) == 0;
    if (!drive)
        return false;
    switch ((enum stock_goal_kind)goal->kind) {
    case GOAL_DROVE:
        return clean && stock_event(drive)->speed >= goal->speed;
    case GOAL_ARRIVE:
        return clean && car->at.x >= goal->low.x && car->at.x <= goal->high.x &&
               car->at.y >= goal->low.y && car->at.y <= goal->high.y;
    case GOAL_CARD:
        return clean && stock_event(drive)->cards > 0;
    case GOAL_SLIPSTREAM:
        return strchr(stock_event_order(drive), 'S') != NULL;
    case GOAL_BANKED:
        return clean && count_events(session, since, STOCK_EVENT_BANKED, COACH_PUPIL) > 0;
    case GOAL_BAG:
        return found_bag(session, since);
    case GOAL_REPAIRED:
        return count_events(session, since, STOCK_EVENT_REPAIRED, COACH_PUPIL) > 0;
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

void stock_next_target(const struct race *race, const char *written, const char *order,
                       char target[COACH_TARGET_BYTES])
{
    char has[LETTERS], wants[LETTERS];
    struct stock_trial trial;
    struct error error;
    target[0] = '\0';
    if (!stock_try(race, COACH_PUPIL, order, &trial, &error))
        return;
    spell_out(written, has);
    spell_out(order, wants);
    size_t begin = strspn(wants, "ABS"), at = strlen(has);
    int moves = (int)(at > begin ? at - begin : 0);
    if (strncmp(has, wants, at) == 0) {
        if (at < begin)
            snprintf(target, COACH_TARGET_BYTES, "speed %d", trial.speed);
        else if (moves < trial.path_count)
            snprintf(target, COACH_TARGET_BYTES, "tile %d,%d", trial.path[moves].at.x,
                     trial.path[moves].at.y);
        else if (wants[at] == 'A' || wants[at] == 'B' || wants[at] == 'S')
            snprintf(target, COACH_TARGET_BYTES, "end %c", wants[at]);
        else
            snprintf(target, COACH_TARGET_BYTES, "button give");
    }
    stock_trial_free(&trial);
}

/* === lessons ================================================================================== */

/* The lessons of stock cars' tutorial. All maps are driven to the right along their lower side and
 * to the left round the rest.
 */

#define RING_TOP                                                                                   \
    "*******************\n*******************\n*******************\n***             ***\n"         \
    "***             ***\n***             ***\n***             ***\n"
#define HEAD(name) "name: " name "\nrace: E\nlaps: 1\n"

/* Rows are 19 tiles; the lower straight is (0..18, 0..2), the right side (16..18, 3..6). */
#define RING                                                                                       \
    HEAD("Practice ring")                                                                          \
    "\n" RING_TOP "****F**************\n*1**F**************\n****F**************\n"
#define BANKED                                                                                     \
    HEAD("Banked bend")                                                                            \
    "turn: left\n\n" RING_TOP "****F***********bbb\n*1**F***********bbb\n****F***********bbb\n"
#define SANDY                                                                                      \
    HEAD("Sand alley")                                                                             \
    "sandbags: 3\n\n" RING_TOP "****F*****.....****\n*1**F*****S....****\n****F**************\n"
#define PITS                                                                                       \
    HEAD("Pit lane")                                                                               \
    "\n*******************\n*******************\n*******************\n***             ***\n"       \
    "***             ***\n***   pppPpp    ***\n***  #      #   ***\n"                              \
    "****F**************\n*1**F**************\n****F**************\n"
#define TWO                                                                                        \
    HEAD("Two cars")                                                                               \
    "\n" RING_TOP "****F**************\n*12*F**************\n****F**************\n"

#define ANYWHERE                                                                                   \
    {0, 0},                                                                                        \
    {                                                                                              \
        18, 9                                                                                      \
    }

static const struct coach_lesson lessons[] = {
    {
        .name = "order",
        .title = "The first order",
        .course = RING,
        .rules = "specials=off",
        .cars = 1,
        .steps =
            {{.say = "Orange stands before the line. Choose speed 1 below the map: that is A, one "
                     "faster. Then click the tile ahead, and give the order.",
              .ends = {{{.kind = GOAL_DROVE, .speed = 1},
                        "Off you go: AM, one faster and one tile."}},
              .suggested = "AM",
              .points = true},
             {.say =
                  "The speed stays from turn to turn, and an order has just as many moves. Choose "
                  "speed 2 and go two tiles ahead.",
              .ends = {{{.kind = GOAL_DROVE, .speed = 2},
                        "A(2M): the letters say it all. You can type them, too."}},
              .suggested = "A(2M)",
              .points = true}},
    },
    {
        .name = "steer",
        .title = "Steering",
        .course = RING,
        .rules = "specials=off",
        .begin = "A(A+1)MM;A(3M)",
        .cars = 1,
        .steps =
            {{.say = "You drive 3 tiles a turn now. L turns the car by 45° to the left and goes a "
                     "tile "
                     "ahead, R to the right. Change to the lane on the left: keep the speed, then "
                     "ahead, left, right.",
              .ends = {{{GOAL_ARRIVE, 0, {8, 2}, {18, 2}},
                        "MLR, and you head as before. At most two L and two R fit into one turn."}},
              .suggested = "MLR",
              .points = true}},
    },
    {
        .name = "bank",
        .title = "A banked bend",
        .course = BANKED,
        .rules = "specials=off",
        .begin = "A(A+1)MM;A(3M);(3M);A(4M)",
        .cars = 1,
        .steps =
            {{.say =
                  "The shaded tiles are banked. After a move from one of them to the next the road "
                  "itself turns you by 45°, once a turn. Go three tiles ahead, and one left: "
                  "together that is the whole bend.",
              .ends = {{{GOAL_BANKED, 0, ANYWHERE},
                        "The bank has turned you for nothing; an L of yours does the rest."}},
              .suggested = "(3M)L"}},
    },
    {
        .name = "card",
        .title = "A wild card",
        .course = RING,
        .rules = "specials=off",
        .begin = "A(A+1)MM;A(3M);(3M);A(4M)",
        .cars = 1,
        .steps =
            {{.say = "No bank here. Two L in one turn cost a wild card, marked at the second: "
                     "L(L+1). A second A or B costs one, too. Drive the whole bend in this turn.",
              .ends =
                  {{{.kind = GOAL_CARD},
                    "Round in one turn, for one wild card. Those that are left stand below your "
                    "name."}},
              .suggested = "(2M)L(L+1)"}},
    },
    {
        .name = "brake",
        .title = "Braking",
        .course = RING,
        .rules = "specials=off;wild_cards=3",
        .begin = "A(A+1)MM;A(A+1)(4M);A(A+1)(6M)",
        .cars = 1,
        .steps =
            {{.say =
                  "Two bends, 6 tiles a turn, and no wild card: only one L a turn, and one B. B "
                  "before the moves makes you slower now, behind them from the next turn on. Come "
                  "round both bends.",
              .ends =
                  {{{GOAL_ARRIVE, 0, {0, 7}, {15, 9}},
                    "Round both! Off the track would have cost speed, and some of your maximum for "
                    "good."}},
              .suggested = "B(4M)L;BL(3M);BMLM;BLM"}},
    },
    {
        .name = "sand",
        .title = "Sand",
        .course = SANDY,
        .rules = "specials=off",
        .begin = "A(A+1)MM;A(3M)",
        .cars = 1,
        .steps =
            {{.say = "Sand hides bags, and one lies in sight. Each that you drive onto takes 1 of "
                     "your "
                     "speed. The lane on the right is clear: come past the sand.",
              .ends =
                  {{{GOAL_BAG, 0, ANYWHERE},
                    "A bag! It has cost you 1 of your speed, and lies flat now. The next car loses "
                    "1 by it, too."},
                   {{GOAL_ARRIVE, 0, {15, 0}, {18, 9}},
                    "Past it. What you did not drive onto stays hidden until the leader's next "
                    "lap."}},
              .suggested = "RLM;A(4M);(4M)"}},
    },
    {
        .name = "pits",
        .title = "A pit stop",
        .course = PITS,
        .rules = "specials=off;max_speed=8",
        .begin = "A(A+1)MM;LM",
        .cars = 1,
        .steps =
            {{.say =
                  "You are on the bars of the pit lane: from here to the other bars speed 6 is the "
                  "limit. Driving on from P repairs: at speed 2 it gives 8 of maximum and 2 wild "
                  "cards. Drive past P.",
              .ends =
                  {{{GOAL_REPAIRED, 0, ANYWHERE},
                    "Repaired! Your maximum was 8. The slower you leave P, the more it gives."}},
              .suggested = "MR;MM;MM"}},
    },
    {
        .name = "slipstream",
        .title = "Slipstream",
        .course = TWO,
        .rules = "specials=off;orders=open",
        .begin = "AM;AM",
        .others = "A(2M);(2M);(2M);(2M);(2M);(2M)",
        .cars = 2,
        .steps =
            {{.say =
                  "Blue is right ahead of you and heads the same way. Then S is an A for nothing: "
                  "begin with S, the speed 2 below, and stay behind.",
              .ends = {{{.kind = GOAL_SLIPSTREAM},
                        "That is all it takes. In a race everybody writes in secret, and all are "
                        "driven at once. The rest is braking in time."},
                       {{GOAL_ARRIVE, 0, {9, 0}, {18, 9}},
                        "Blue is gone, and so is the slipstream. That is all it takes. In a race "
                        "everybody writes in secret, and all are driven at once."}},
              .suggested = "S(2M)",
              .points = true}},
    },
};

/* === tutorial ================================================================================= */

/* The tutorial of stock cars: what the coach teaches, and Blue's way meanwhile. */

/* Off the track without having been asked to, or without an end after so many turns. */
static const char *find_mishap(const struct coach_now *now)
{
    static const struct coach_goal off = {.kind = GOAL_LEFT_TRACK};
    if (reached(&off, now))
        return "That left the track: the rest of the order is lost, and so are speed and some of "
               "the maximum.";
    if (stock_car(session_race(now->session), COACH_PUPIL)->status != STOCK_RACING ||
        stock_count_orders(now->session, now->since) >= LESSON_TURNS)
        return "From here it will hardly come about any more. Try it again from the beginning.";
    return NULL;
}

static void stand_in(const struct race *race, char action[COACH_ACTION_BYTES])
{
    (void)race;
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
    int driven = stock_count_orders(now->session, now->since);
    if (coach_pick(lessons[now->lesson].steps[now->step].suggested, driven, order, sizeof order))
        stock_next_target(session_race(now->session), written_order(ui), order, target);
}

static struct coach_memory memory;

const struct coach_table stock_cars_tutorial = {
    .memory = &memory,
    .lessons = lessons,
    .count = sizeof lessons / sizeof *lessons,
    .game = &stock_cars_game,
    .preset = STOCK_PRESET_STOCK_CARS,
    .reached = reached,
    .mishap = find_mishap,
    .stand_in = stand_in,
    .point = point,
};
