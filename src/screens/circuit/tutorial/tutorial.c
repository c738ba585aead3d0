/* What has happened in a lesson, read from the steps of its session, and what the other cars do.
 * Nothing here changes a race but its beginning.
 */

#include "screens/help/tutorial.h"
#include "drivers/circuit/driving.h"
#include "rules/circuit/circuit.h"
#include "rules/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

enum { LESSON_TURNS = 2 };

static const char practice[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200mm\" height=\"72mm\" "
    "viewBox=\"0 0 200 72\" data-graphprix-circuit=\"1\" data-rows=\"56\" data-lanes=\"2\">"
    "<title>Practice</title><path class=\"course\" d=\"M 58 18 L 170 18 "
    "C 179.8 18 187.8 26 187.8 35.8 C 187.8 45.6 179.8 53.6 170 53.6 L 30 53.6 "
    "C 20.2 53.6 12.2 45.6 12.2 35.8 C 12.2 26 20.2 18 30 18 Z\" data-lane-width=\"8\"/>"
    "<g class=\"corner\" data-from=\"16\" data-to=\"23\" data-limits=\"80 80\" "
    "data-line=\"2 1 1 1 1 1 1 2\"/></svg>";

static struct course read_course(struct error *error)
{
    return course_read(&circuit_game, practice, strlen(practice), error);
}

/* --- what has happened ------------------------------------------------------------------------ */

static int count_own(const struct session *session, int since, enum circuit_event_type type)
{
    int count = 0;
    for (int i = since; i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        for (int k = 0; k < step.event_count; k++)
            count +=
                step.events[k].car == COACH_PUPIL && circuit_event(&step.events[k])->type == type;
    }
    return count;
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

static bool reached(const struct coach_goal *goal, const struct coach_now *now)
{
    const struct session *session = now->session;
    int since = now->since;
    const struct race *race = session_race(session);
    const struct circuit_car *car = circuit_car(race, COACH_PUPIL);
    bool worn = count_own(session, since, CIRCUIT_EVENT_WEAR) > 0;
    switch ((enum circuit_goal)goal->kind) {
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
static const char *find_mishap(const struct coach_now *now)
{
    const struct session *session = now->session;
    int since = now->since;
    const struct circuit_car *car = circuit_car(session_race(session), COACH_PUPIL);
    if (count_own(session, since, CIRCUIT_EVENT_SPIN) > 0 &&
        count_own(session, since, CIRCUIT_EVENT_HELD) == 0)
        return "That spun the car: it stands, and the dice have said what it costs.";
    if (car->status != CIRCUIT_RACING || count_own(session, since, CIRCUIT_EVENT_BRAKED) > 0 ||
        count_own(session, since, CIRCUIT_EVENT_SHOWN) >= LESSON_TURNS ||
        (count_own(session, since, CIRCUIT_EVENT_SHOWN) > 0 && has_moved(session, since)))
        return "From here it will hardly come about any more. Try it again from the beginning.";
    return NULL;
}

static void stand_in(const struct race *race, char action[COACH_ACTION_BYTES])
{
    struct text text = {0};
    circuit_stand_in(race, race_next_car(race), &text);
    snprintf(action, COACH_ACTION_BYTES, "%s", text_string(&text));
    text_free(&text);
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

static const struct coach_lesson lessons[] = {
    {
        .name = "post",
        .title = "Posting a speed",
        .rules = "lines=off",
        .cars = 1,
        .steps =
            {{.say = "Orange stands on the grid. Every turn begins with a speed, posted in secret, "
                     "and "
                     "20 mph is one space. From a standstill this car reaches 60: post it.",
              .ends = {{{.kind = GOAL_SHOWN},
                        "Posted: now the car has as many spaces to drive, no more and no "
                        "fewer."}},
              .suggested = "speed 60",
              .points = true},
             {.say =
                  "Point at the space at the far end to see the way there, and click it. You can "
                  "also go space by space.",
              .ends = {{{.kind = GOAL_MOVED},
                        "Off you go. Next turn you may be faster by your acceleration, or "
                        "slower by your brakes."}},
              .suggested = "space 2,1;space 1,1;space 0,1",
              .points = true}},
    },
    {
        .name = "brake",
        .title = "Braking for a corner",
        .rules = "lines=off",
        .begin = BEFORE_THE_BEND,
        .cars = 1,
        .steps =
            {{.say =
                  "You drive 120, and the round signs at the bend say 80. Below each speed stands "
                  "what the corners of this turn cost at best. Brakes take off 40: post what "
                  "costs nothing, and drive into the bend.",
              .ends = {{{.kind = GOAL_CLEAN},
                        "Clean. Each 20 too fast costs a point of wear, once a turn, at the "
                        "worst space; 60 too fast spins the car."},
                       {{.kind = GOAL_WORN},
                        "Round the bend, but each 20 too fast has cost a point of wear. The "
                        "black rings on your card are what is left."}},
              .suggested = "speed 80;space 17,1;space 17,2"}},
    },
    {
        .name = "line",
        .title = "Taking the line",
        .begin = BEFORE_THE_BEND,
        .cars = 1,
        .steps =
            {{.say =
                  "The dots are the line. Enter the bend on it and stay on it: then all limits are "
                  "20 higher for you. Post 100, and go to row 18, lane 1.",
              .ends = {{{.kind = GOAL_ON_LINE},
                        "At 100 through a bend of 80, for nothing. Who gets onto the line "
                        "later pays half a point for it, but for the first row."},
                       {{.kind = GOAL_WORN},
                        "Beside the line 100 was too fast and cost wear. On it the bend would "
                        "have been free."}},
              .suggested = "speed 100;space 18,1"}},
    },
    {
        .name = "slipstream",
        .title = "The slipstream",
        .rules = "lines=off",
        .begin = BEHIND_BLUE,
        .others = "speed 100;go 1 1 1 1 1",
        .cars = 2,
        .steps =
            {{.say =
                  "Blue is right ahead of you, in your lane. If both post 100 or more, Blue draws "
                  "you along: one space for nothing. Post 120, and drive past.",
              .ends = {{{.kind = GOAL_DRAWN},
                        "Seven spaces at 120. The space is no speed: corners ask only what "
                        "was posted. It alone may be left."}},
              .suggested = "speed 120;space 12,2;space 12,1"}},
    },
    {
        .name = "force",
        .title = "Forcing a pass",
        .rules = "lines=off",
        .begin = BEHIND_TWO,
        .others = "speed 60;speed 60;go 1 1 1;go 2 2 2;pass;block;keep;keep",
        .cars = 3,
        .steps =
            {{.say = "Blue and Green drive side by side. Post 100, and drive up right behind them.",
              .ends = {{{.kind = GOAL_BLOCKED}, "One space left to drive, and no lane is free."}},
              .suggested = "speed 100;space 7,1;space 7,2"},
             {.say = "You could brake. Or force a pass, into one of the two lanes: the figures say "
                     "how "
                     "often it succeeds, by the cards that the two may lay.",
              .ends = {{{.kind = GOAL_FORCED}, "Each of them has laid PASS or BLOCK, face down."}},
              .suggested = "force 1 2",
              .points = true},
             {.say = "A blue chip takes 2 off your dice, and low is good. Spend one, or keep it.",
              .ends = {{{.kind = GOAL_PASSED},
                        "Through! The car beside you falls back. That is all it takes; the "
                        "rest is knowing when."},
                       {{.kind = GOAL_HELD},
                        "Held: you brake, and bad dice cost wear or spin a car. That is all "
                        "it takes; the rest is knowing when."}},
              .suggested = "chip"}},
    },
};

/* === tutorial ================================================================================= */

/* The tutorial of circuit: what the coach teaches. */

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
    const char *targets = lessons[now->lesson].steps[now->step].suggested;
    for (int i = 0; coach_pick(targets, i, target, COACH_TARGET_BYTES); i++)
        if (is_there(now->session, target))
            return;
    target[0] = '\0';
}

static struct coach_memory memory;

const struct coach_table circuit_tutorial = {
    .memory = &memory,
    .lessons = lessons,
    .count = sizeof lessons / sizeof *lessons,
    .game = &circuit_game,
    .preset = CIRCUIT_PRESET_FORCE_PASS,
    .rules = "build=standard;grid=listed",
    .course = read_course,
    .reached = reached,
    .mishap = find_mishap,
    .stand_in = stand_in,
    .point = point,
};
