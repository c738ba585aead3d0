/* What has happened in a lesson, read from the steps of its session, and what the other cars do.
 * Nothing here changes a race but its beginning.
 */

#include "screens/help/tutorial.h"
#include "drivers/circuit/level.h"
#include "rules/circuit/circuit.h"
#include "rules/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the files of circuit's tutorial share: its lessons as data, and how they are judged.
 *
 * A lesson is a race on a practice circuit, brought to its beginning by actions. Goals are about
 * what has happened, so whoever gets there in another way has got there.
 */

enum circuit_goal {
    GOAL_NOTHING,
    GOAL_SHOWN,   /* a speed was posted and shown */
    GOAL_MOVED,   /* the move is over, without a spin */
    GOAL_CLEAN,   /* besides, the corner was entered and has cost nothing */
    GOAL_WORN,    /* besides, it has cost wear */
    GOAL_ON_LINE, /* clean, with the benefit of the line, faster than the signs say */
    GOAL_DRAWN,   /* the move is over, in a slipstream */
    GOAL_BLOCKED, /* all lanes ahead are taken */
    GOAL_FORCED,  /* a pass is being forced */
    GOAL_PASSED,
    GOAL_HELD
};

enum { CIRCUIT_LESSONS = 5, CIRCUIT_LESSON_STEPS = 3, CIRCUIT_LESSON_TURNS = 2 };

struct circuit_lesson_step {
    const char *say;
    struct {
        enum circuit_goal goal; /* GOAL_NOTHING: there is no such end */
        const char *praise;
    } ends[COACH_ENDS];
    const char *suggested; /* targets, parted by ";": the first that is there is to be clicked */
    bool points;
};

struct circuit_lesson {
    const char *name; /* of its target: "lesson post" */
    const char *title;
    const char *rules;  /* fields of the preset that are set otherwise, parted by ";" */
    const char *begin;  /* actions of all cars that lead to the beginning, parted by ";" */
    const char *others; /* actions of the other cars after that, in order */
    int cars;
    struct circuit_lesson_step steps[CIRCUIT_LESSON_STEPS]; /* `say` NULL: none */
};
static const struct circuit_lesson circuit_lessons[CIRCUIT_LESSONS];

static const char practice[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200mm\" height=\"72mm\" "
    "viewBox=\"0 0 200 72\" data-graphprix-circuit=\"1\" data-rows=\"56\" data-lanes=\"2\">"
    "<title>Practice</title><path class=\"course\" d=\"M 58 18 L 170 18 "
    "C 179.8 18 187.8 26 187.8 35.8 C 187.8 45.6 179.8 53.6 170 53.6 L 30 53.6 "
    "C 20.2 53.6 12.2 45.6 12.2 35.8 C 12.2 26 20.2 18 30 18 Z\" data-lane-width=\"8\"/>"
    "<g class=\"corner\" data-from=\"16\" data-to=\"23\" data-limits=\"80 80\" "
    "data-line=\"2 1 1 1 1 1 1 2\"/></svg>";

/* The piece at an index of a list parted by ";"; false behind its end. */
static bool circuit_pick(const char *list, int index, char *piece, size_t size)
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

/* A race at the lesson's beginning; NULL and the error. */
static struct session *circuit_lesson_begin(const struct circuit_lesson *lesson,
                                            struct error *error)
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

static bool circuit_goal_reached(enum circuit_goal goal, const struct session *session, int since)
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

/* What went wrong; NULL: nothing. */
static const char *circuit_lesson_mishap(const struct session *session, int since)
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

/* The next of the other cars' actions; what any car would do when the list is at its end. */
static void circuit_act_for_others(const struct circuit_lesson *lesson,
                                   const struct session *session, int begun,
                                   char action[COACH_ACTION_BYTES])
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

/* === lessons ================================================================================== */

/* The lessons of circuit's tutorial, all on one circuit: 56 rows, a bend of rows 16 to 23 at the
 * end of the straight, and another one without limits behind the far straight.
 */

/* Two cars, Orange behind Blue in lane 1, rows 5 and 6, both at 80. */
#define BEHIND_BLUE                                                                                \
    "speed 40;speed 60;go 2 1 1;go 1 1;"                                                           \
    "speed 80;speed 80;go 1 1 1 1;go 1 1 1 1"

/* Three: Blue (lane 2) and Green (lane 1) abreast in row 5, Orange in row 3, lane 1, at 60. */
#define BEHIND_TWO                                                                                 \
    "speed 20;speed 60;speed 60;go 2 2 2;go 1;go 1 2 1;"                                           \
    "speed 60;speed 60;speed 80;go 2 2 2;go 1 1 1 1;go 1 1 1"

/* Alone in row 13, at 120. */
#define BEFORE_THE_BEND "speed 60;go 1 1 1;speed 100;go 1 1 1 1 1;speed 120;go 1 1 1 1 1 1"

static const struct circuit_lesson circuit_lessons[CIRCUIT_LESSONS] = {
    {
        "post",
        "Posting a speed",
        "lines=off",
        "",
        "",
        1,
        {{.say = "Orange stands on the grid. Every turn begins with a speed, posted in secret, and "
                 "20 mph is one space. From a standstill this car reaches 60: post it.",
          .ends = {{GOAL_SHOWN, "Posted: now the car has as many spaces to drive, no more and no "
                                "fewer."}},
          .suggested = "speed 60",
          .points = true},
         {.say = "Point at the space at the far end to see the way there, and click it. You can "
                 "also go space by space.",
          .ends = {{GOAL_MOVED, "Off you go. Next turn you may be faster by your acceleration, or "
                                "slower by your brakes."}},
          .suggested = "space 2,1;space 1,1;space 0,1",
          .points = true}},
    },
    {
        "brake",
        "Braking for a corner",
        "lines=off",
        BEFORE_THE_BEND,
        "",
        1,
        {{.say = "You drive 120, and the round signs at the bend say 80. Below each speed stands "
                 "what the next corners cost at best. Brakes take off 40: post what costs nothing, "
                 "and drive into the bend.",
          .ends = {{GOAL_CLEAN,
                    "Clean. Each 20 too fast costs a point of wear, once a turn, at the "
                    "worst space; 60 too fast spins the car."},
                   {GOAL_WORN, "Round the bend, but each 20 too fast has cost a point of wear. The "
                               "tire on your plate counts what is left."}},
          .suggested = "speed 80;space 17,1;space 17,2"}},
    },
    {
        "line",
        "Taking the line",
        "",
        BEFORE_THE_BEND,
        "",
        1,
        {{.say = "The dots are the line. Enter the bend on it and stay on it: then all limits are "
                 "20 higher for you. Post 100, and go to row 18, lane 1.",
          .ends =
              {{GOAL_ON_LINE, "At 100 through a bend of 80, for nothing. Who gets onto the line "
                              "later pays half a point for it, but for the first row."},
               {GOAL_WORN, "Beside the line 100 was too fast and cost wear. On it the bend would "
                           "have been free."}},
          .suggested = "speed 100;space 18,1"}},
    },
    {
        "slipstream",
        "The slipstream",
        "lines=off",
        BEHIND_BLUE,
        "speed 100;go 1 1 1 1 1",
        2,
        {{.say = "Blue is right ahead of you, in your lane. If both post 100 or more, Blue draws "
                 "you along: one space for nothing. Post 120, and drive past.",
          .ends = {{GOAL_DRAWN, "Seven spaces at 120. The space is no speed: corners ask only what "
                                "was posted. It alone may be left."}},
          .suggested = "speed 120;space 12,2;space 12,1"}},
    },
    {
        "force",
        "Forcing a pass",
        "lines=off",
        BEHIND_TWO,
        "speed 60;speed 60;go 1 1 1;go 2 2 2;pass;block;keep;keep",
        3,
        {{.say = "Blue and Green drive side by side. Post 100, and drive up right behind them.",
          .ends = {{GOAL_BLOCKED, "One space left to drive, and no lane is free."}},
          .suggested = "speed 100;space 7,1;space 7,2"},
         {.say = "You could brake. Or force a pass, into one of the two lanes: the figures say how "
                 "often it succeeds, by the cards that the two may lay.",
          .ends = {{GOAL_FORCED, "Each of them has laid PASS or BLOCK, face down."}},
          .suggested = "force 1 2",
          .points = true},
         {.say = "A blue chip takes 2 off your dice, and low is good. Spend one, or keep it.",
          .ends = {{GOAL_PASSED,
                    "Through! The car beside you falls back. That is all it takes; the "
                    "rest is knowing when."},
                   {GOAL_HELD, "Held: you brake, and bad dice cost wear or spin a car. That is all "
                               "it takes; the rest is knowing when."}},
          .suggested = "chip"}},
    },
};

/* === tutorial ================================================================================= */

/* The tutorial of circuit: what the coach teaches. */

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
