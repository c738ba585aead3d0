/* The commands that were decided about. See thinking.h. */

#include "drivers/drivers.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "drivers/driving.h"
#include "screens/app.h"
#include "screens/invite/invite.h"
#include "screens/race/frame.h"
#include "screens/race/inside.h"

#include <SDL.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct decided {
    char *command;
    bool runs;
} * decisions;
static int program_count, capacity;

static struct decided *find(const char *command)
{
    for (int i = 0; i < program_count; i++)
        if (strcmp(decisions[i].command, command) == 0)
            return &decisions[i];
    return NULL;
}

static void decide(const char *command, bool runs)
{
    struct decided *found = find(command);
    if (!found) {
        decisions = array_grow(decisions, program_count, &capacity, sizeof *decisions);
        found = &decisions[program_count++];
        found->command = memory_copy_string(command);
    }
    found->runs = runs;
}

void programs_trust(const struct player *players, int player_count)
{
    for (int i = 0; i < player_count; i++)
        if (driver_command(players[i].driver))
            decide(driver_command(players[i].driver), true);
}

void programs_forget_refusals(void)
{
    int kept = 0;
    for (int i = 0; i < program_count; i++)
        if (decisions[i].runs)
            decisions[kept++] = decisions[i];
        else
            free(decisions[i].command);
    program_count = kept;
}

/* The player's command, if nobody was asked about it; else NULL. */
static const char *undecided_program(const struct session *session, int player)
{
    const char *command = driver_command(session_player(session, player)->driver);
    return command && !find(command) ? command : NULL;
}

/* The player whose program is asked about next, 0: none. */
static int asked_about(const struct session *session)
{
    for (int i = 1; i <= session_setup(session)->players; i++)
        if (undecided_program(session, i))
            return i;
    return 0;
}

bool programs_must_ask(const struct session *session)
{
    return asked_about(session) > 0;
}

/* Undecided programs, each once. */
static int count_undecided(const struct session *session)
{
    int found = 0;
    for (int i = 1; i <= session_setup(session)->players; i++) {
        const char *command = undecided_program(session, i);
        for (int j = 1; command && j < i; j++)
            if (undecided_program(session, j) &&
                strcmp(undecided_program(session, j), command) == 0)
                command = NULL;
        found += command != NULL;
    }
    return found;
}

void programs_describe(const struct session *session, struct text *question)
{
    int player = asked_about(session), more = count_undecided(session) - 1;
    text_append(question, "This race wants to run a program on this computer, as the driver of ");
    text_append_visible(question, session_player(session, player)->name);
    text_append(question, ":\n\n");
    text_append_visible(question, undecided_program(session, player));
    if (more > 0)
        text_append_format(question, "\n\n%d more %s asked about after this one.", more,
                           more == 1 ? "program is" : "programs are");
}

void programs_answer(const struct session *session, bool run)
{
    decide(undecided_program(session, asked_about(session)), run);
}

const char *programs_driver(const struct session *session, int number)
{
    const struct player *player = session_player(session, number);
    const char *command = driver_command(player->driver);
    const struct decided *found = command ? find(command) : NULL;
    const struct driving *driving = driving_of(session_setup(session)->game);
    return command && (!found || !found->runs) ? driving->kinds[driving->substitute].name
                                               : player->driver;
}

/* === thinking ================================================================================= */

/* The worker's own is a worker, which has a race of its own; its jobs are questions. */

struct question {
    enum question_kind kind;
    bool opening;   /* before the first round */
    int car;        /* whose action is wanted, or hints */
    bool has_place; /* hints are wanted for this place */
    struct point place;
    struct text actions; /* of the race so far, a line each: "2 12,9" of car 2 */

    /* What was found. */
    bool has_action;
    struct text action, remark;
    bool taken_over[CAR_LIMIT + 1]; /* by a built-in driver, from a program with too many faults */
    const struct driving *driving;  /* whose the hints are */
    bool has_reason;
    struct reason reason;
    struct hints *hints; /* or NULL */
};

struct worker_race {
    atomic_bool closed; /* nobody ever wants an answer again; set by the window */
    struct setup setup; /* its track is retained */
    struct player players[PLAYER_LIMIT];
    char seats[PLAYER_LIMIT][PLAYER_DRIVER_BYTES];
    struct race *race;
    struct text actions;  /* that led to it */
    struct text action;   /* that is being done */
    struct budget budget; /* of all that is kept and asked, so a limit of bytes alone */
    struct prepared *prepared;
    struct drivers *drivers;
};

/* What hints are of, and nobody is shown others. */
struct hinted {
    int car; /* 0: something else was asked last */
    uint64_t state;
    bool has_place;
    struct point place;
};

struct thinking {
    struct worker *worker;
    struct worker_race *worker_race;
    struct hinted hinted;           /* the last question */
    int why;                        /* the number of the step that was asked about last; 0 */
    bool taken_over[CAR_LIMIT + 1]; /* as the last answer said */
};

/* --- the thread ------------------------------------------------------------------------------- */

static void drop_race(struct worker_race *worker)
{
    if (worker->race)
        worker->setup.game->free(worker->race);
    worker->race = NULL;
    text_clear(&worker->actions);
}

/* An action that the rules refuse here was refused in the session, too. */
static void apply(struct worker_race *worker, const char *line)
{
    struct event_list events = {0};
    struct error error;
    char *behind;
    int car = (int)strtol(line, &behind, 10);
    bool done = race_do(worker->race, car, behind + 1, &events, &error);
    event_list_free(&events);
    assert(done);
}

static void seat_drivers(struct worker_race *worker, const atomic_bool *dropped)
{
    const char *drivers[PLAYER_LIMIT];
    for (int i = 0; i < worker->setup.players; i++)
        drivers[i] = worker->seats[i];
    if (!worker->drivers)
        worker->drivers = drivers_create(
            &worker->setup, drivers,
            (struct drivers_options){.cancelled = dropped, .prepared = worker->prepared});
}

static void answer_question(struct worker_race *worker, struct question *question,
                            const atomic_bool *dropped)
{
    const char *names[PLAYER_LIMIT];
    for (int i = 0; i < worker->setup.players; i++)
        names[i] = worker->players[i].name;
    seat_drivers(worker, dropped);
    question->has_action = drivers_choose(worker->drivers, worker->race, question->car, names,
                                          &question->action, &question->remark);
    for (int car = 1; car <= worker->setup.game->car_count(worker->race); car++)
        drivers_faults(worker->drivers, car, &question->taken_over[car]);
}

static struct budget part_until(struct worker_race *worker, const atomic_bool *cancelled)
{
    struct budget part = budget_part(&worker->budget, 0, 0);
    part.cancelled = cancelled;
    return part;
}

/* By what the person may know whose car it is. */
static void find_hints(struct worker_race *worker, struct question *question,
                       const atomic_bool *dropped)
{
    uint64_t seed = hash_number(worker->setup.seed, question->car);
    struct race *known = race_copy_for(worker->race, question->car, seed);
    struct budget budget = part_until(worker, dropped);
    question->driving = driving_of(worker->setup.game);
    question->hints =
        question->driving->find_hints(prepared_body(worker->prepared), known, question->car,
                                      question->has_place ? &question->place : NULL, &budget);
    worker->setup.game->free(known);
}

static void end_race(struct worker_race *worker)
{
    drivers_free(worker->drivers, worker->race);
    worker->drivers = NULL;
}

/* Preparing is never given up for another question: it is the same for all of them. Only what is
 * chosen before the first round needs little of it, and nobody is to wait for that. */
static bool prepare(struct worker_race *worker, const struct question *question,
                    const atomic_bool *dropped)
{
    struct budget begins = part_until(worker, &worker->closed);
    struct budget completes = part_until(worker, question->opening ? dropped : &worker->closed);
    if (!worker->prepared)
        worker->prepared = prepared_begin(&worker->setup, &begins);
    if (!worker->prepared || (question->opening && question->kind == THINK_MOVE))
        return worker->prepared;
    return prepared_complete(worker->prepared, &completes);
}

static void work(void *own, void *job, const atomic_bool *dropped)
{
    struct worker_race *worker = own;
    struct question *question = job;
    if (!prepare(worker, question, dropped) || question->kind == THINK_NOTHING ||
        atomic_load(dropped))
        return;
    /* Brings the worker's race to where these actions lead; what was taken back begins anew. */
    const struct text *actions = &question->actions;
    struct text *led = &worker->actions;
    bool goes_on = worker->race && led->length <= actions->length &&
                   memcmp(text_string(led), text_string(actions), led->length) == 0;
    if (!goes_on)
        drop_race(worker);
    if (!worker->race)
        worker->race = worker->setup.game->begin(&worker->setup);
    while (led->length < actions->length) {
        const char *line = actions->data + led->length;
        size_t length = strcspn(line, "\n");
        text_clear(&worker->action);
        text_append_bytes(&worker->action, line, length);
        apply(worker, text_string(&worker->action));
        text_append_bytes(led, line, length + 1);
    }
    if (question->kind == THINK_MOVE)
        answer_question(worker, question, dropped);
    else if (question->kind == THINK_HINTS)
        find_hints(worker, question, dropped);
    else if (question->kind == THINK_WHY) {
        seat_drivers(worker, dropped);
        question->has_reason = drivers_explain(worker->drivers, worker->race, question->car,
                                               text_string(&question->action), &question->reason);
    } else
        end_race(worker);
}

static void free_question(void *job)
{
    struct question *question = job;
    text_free(&question->actions);
    text_free(&question->action);
    text_free(&question->remark);
    text_free(&question->reason.sentence);
    if (question->hints)
        question->driving->free_hints(question->hints);
    free(question);
}

static void free_mind(void *own)
{
    struct worker_race *worker = own;
    end_race(worker);
    prepared_release(worker->prepared);
    drop_race(worker);
    text_free(&worker->actions);
    text_free(&worker->action);
    course_release(worker->setup.course);
    free(worker);
}

/* --- the window ------------------------------------------------------------------------------- */

static void ask_after(struct thinking *thinking, enum question_kind kind,
                      const struct session *session, int car, const struct point *place, int steps)
{
    struct question *question = memory_allocate(1, sizeof *question);
    question->kind = kind;
    question->opening =
        session_setup(session)->game->round(session_race_after(session, steps)) == 0;
    question->car = car;
    question->has_place = place != NULL;
    if (place)
        question->place = *place;
    if (kind == THINK_WHY)
        text_append(&question->action, session_step(session, steps).action);
    for (int i = 0; kind != THINK_NOTHING && i < steps; i++) {
        struct step step = session_step(session, i);
        text_append_format(&question->actions, "%d %s\n", step.car, step.action);
    }
    worker_ask(thinking->worker, question);
}

static void ask(struct thinking *thinking, enum question_kind kind, const struct session *session,
                int car, const struct point *place)
{
    ask_after(thinking, kind, session, car, place, session_step_count(session));
}

void thinking_want(struct thinking *thinking, enum question_kind kind,
                   const struct session *session, int car)
{
    thinking->hinted = (struct hinted){0};
    ask(thinking, kind, session, car, NULL);
}

struct thinking *thinking_open(const struct session *session, const char *const *drivers)
{
    static const struct worker_kind kind = {work, free_question, free_mind};
    struct thinking *thinking = memory_allocate(1, sizeof *thinking);
    struct worker_race *worker = thinking->worker_race = memory_allocate(1, sizeof *worker);
    worker->budget.bytes_most = WINDOW_SEARCH_BYTES;
    worker->setup = *session_setup(session);
    worker->setup.course = course_retain(worker->setup.course);
    for (int i = 0; i < worker->setup.players; i++) {
        worker->players[i] = *session_player(session, i + 1);
        SDL_strlcpy(worker->seats[i], drivers[i], PLAYER_DRIVER_BYTES);
    }
    thinking->worker = worker_create(&kind, worker);
    thinking_want(thinking, THINK_NOTHING, session, 0);
    return thinking;
}

/* The thread does not change who drives. */
static bool thinking_is_of(const struct thinking *thinking, const struct session *session)
{
    for (int i = 0; i < session_setup(session)->players; i++)
        if (strcmp(thinking->worker_race->players[i].driver,
                   session_player(session, i + 1)->driver) != 0)
            return false;
    return true;
}

void thinking_close(struct thinking *thinking)
{
    if (!thinking)
        return;
    atomic_store(&thinking->worker_race->closed, true);
    worker_close(thinking->worker);
    free(thinking);
}

const struct hints *thinking_hints(struct thinking *thinking, const struct session *session,
                                   int car, const struct point *place)
{
    const struct race *race = session_race(session);
    struct hinted *of = &thinking->hinted;
    uint64_t state = race->game->hash(race);
    bool same = of->car == car && of->state == state && of->has_place == (place != NULL) &&
                (!place || point_equal(of->place, *place));
    if (!same) {
        *of = (struct hinted){car, state, place != NULL, place ? *place : (struct point){0, 0}};
        ask(thinking, THINK_HINTS, session, car, place);
    }
    const struct question *question = worker_answer(thinking->worker);
    return question ? question->hints : NULL;
}

const struct reason *thinking_why(struct thinking *thinking, const struct session *session,
                                  int step)
{
    if (thinking->why != step + 1)
        ask_after(thinking, THINK_WHY, session, session_step(session, step).car, NULL, step);
    thinking->why = step + 1;
    const struct question *question = worker_answer(thinking->worker);
    return question && question->has_reason ? &question->reason : NULL;
}

void thinking_forget_hints(struct thinking *thinking, const struct session *session)
{
    if (thinking->hinted.car > 0)
        thinking_want(thinking, THINK_NOTHING, session, 0);
}

bool thinking_answer(struct thinking *thinking, struct text *action, struct text *remark)
{
    const struct question *question = worker_answer(thinking->worker);
    if (!question || !question->has_action)
        return false;
    memcpy(thinking->taken_over, question->taken_over, sizeof thinking->taken_over);
    if (action)
        text_append(action, text_string(&question->action));
    if (remark)
        text_append(remark, text_string(&question->remark));
    return true;
}

bool thinking_has_taken_over(const struct thinking *thinking, int car)
{
    return thinking->taken_over[car];
}

/* === drivers ================================================================================== */

/* The cars that no person drives: their moves are asked of the thread that thinks and shown at a
 * pace that eyes can follow.
 *
 * A move is taken when its answer is there, the pen is dry and nothing lies over the race. Until
 * then nothing waits for it: everything that a person can do meanwhile is done at once.
 */

enum {
    FIRST_LOOK = 500,   /* milliseconds at the sheet before a computer drives on it */
    PACE = 100,         /* milliseconds between a stroke and the next one of a computer */
    PACE_LONG = 450,    /* the same where computers drive slowly */
    PACE_UNDRAWN = 350, /* between moves without strokes that somebody only watches */
    HASTE = 12,         /* milliseconds of a picture in which the rest of a race is driven */
    UNNOTICED = 150,    /* so long thinking is not worth a sign */
    BEAT = 400,         /* of the sign */
    BEATS = RACE_BEATS
};

bool race_is_persons(const struct race_screen *race, int car)
{
    int player = race->rules_view->game->player_of(session_race(race->session), car);
    return driver_is_human(session_player(race->session, player)->driver);
}

int race_count_persons(const struct race_screen *race)
{
    int count = 0;
    for (int i = 1; i <= session_setup(race->session)->players; i++)
        count += driver_is_human(session_player(race->session, i)->driver);
    return count;
}

int race_count_driving(const struct race_screen *race)
{
    const struct game *game = race->rules_view->game;
    const struct race *state = session_race(race->session);
    struct standing standing;
    unsigned players = 0;
    int count = 0;
    for (int car = 1; car <= game->car_count(state); car++) {
        game->standing(state, car, &standing);
        if (race_is_persons(race, car) && !standing.finished && !standing.out)
            players |= 1U << game->player_of(state, car);
    }
    for (; players != 0; players &= players - 1)
        count++;
    return count;
}

bool race_is_only_watched(const struct race_screen *race)
{
    return race_count_driving(race) == 0;
}

/* --- asking ----------------------------------------------------------------------------------- */

static void open_thinking(struct race_screen *race)
{
    const char *drivers[PLAYER_LIMIT];
    for (int i = 0; i < session_setup(race->session)->players; i++)
        drivers[i] = programs_driver(race->session, i + 1);
    race->thinking = thinking_open(race->session, drivers);
}

static bool is_elsewhere(const struct race_screen *race, int car)
{
    int player = race->rules_view->game->player_of(session_race(race->session), car);
    return invite_plays(race->session, player);
}

static bool is_watching(const struct race_screen *race, int car)
{
    return car > 0 && (!race_is_persons(race, car) || is_elsewhere(race, car));
}

bool race_is_handed_over(const struct race_screen *race)
{
    return is_watching(race, race->car) != race->watching ||
           (race->thinking && !thinking_is_of(race->thinking, race->session));
}

void race_follow_turn(struct race_screen *race)
{
    race->watching = is_watching(race, race->car);
    race->asked_since = clock_now();
    if (race->thinking && !thinking_is_of(race->thinking, race->session))
        race_stop_thinking(race);
    if (!race->thinking && race->car > 0 &&
        race_count_persons(race) < session_setup(race->session)->players &&
        !programs_must_ask(race->session))
        open_thinking(race);
    if (!race->thinking)
        return;
    enum question_kind kind = race->car == 0                                     ? THINK_END
                              : race->watching && !is_elsewhere(race, race->car) ? THINK_MOVE
                                                                                 : THINK_NOTHING;
    thinking_want(race->thinking, kind, race->session, race->car);
}

/* Where the thread must not begin yet, hints wait. */
static bool can_think(struct race_screen *race)
{
    if (!race->thinking && !programs_must_ask(race->session))
        open_thinking(race);
    return race->thinking != NULL;
}

void race_follow_hints(struct app *app, struct race_screen *race)
{
    const struct point *start;
    const struct hints *hints = NULL;
    if (!race->rules_view->hint_switch)
        return;
    bool *on = race->rules_view->hint_switch(race->view);
    bool wants = race->rules_view->wants_hints(race->view, &start);
    if (on && *on != app->settings.hints) {
        app->settings.hints = *on;
        app->settings_changed = true;
    }
    wants = wants && can_think(race);
    if (wants)
        hints = thinking_hints(race->thinking, race->session, race->car, start);
    else if (race->thinking)
        thinking_forget_hints(race->thinking, race->session);
    race->rules_view->take_hints(race->view, hints, wants && !hints);
}

void race_look_first(struct race_screen *race)
{
    race->dry_until = clock_now() + FIRST_LOOK;
}

void race_stop_thinking(struct race_screen *race)
{
    thinking_close(race->thinking);
    race->thinking = NULL;
    text_free(&race->remark);
}

void race_build_program_question(struct ui *ui, struct race_screen *race)
{
    if (race->car == 0 || race->thinking || !programs_must_ask(race->session))
        return;
    struct text question = {0};
    programs_describe(race->session, &question);
    enum ui_answer answer = ui_consent(ui, "Run a program?", text_string(&question), "Run it",
                                       "Let a club driver take over");
    text_free(&question);
    if (answer == ANSWER_NONE)
        return;
    programs_answer(race->session, answer == ANSWER_YES);
    race_follow_turn(race);
}

/* --- driving ---------------------------------------------------------------------------------- */

static bool is_waiting(const struct app *app, const struct race_screen *race)
{
    return race->watching && race->thinking && race->running < 0 && !race->camera.gliding &&
           !(app->over || app->message[0] || (race->paused && !race->stepping));
}

void race_settle_ink(struct app *app, struct race_screen *race)
{
    int pace = race->fast_forward || app->settings.pace == PACE_QUICK ? 0
               : app->settings.pace == PACE_SLOW                      ? PACE_LONG
               : settings_draw_strokes(&app->settings)                ? PACE
               : race_is_only_watched(race)                           ? PACE_UNDRAWN
                                                                      : 0;
    race->dry_until = clock_now() + (Uint32)pace;
}

/* Milliseconds until the next move of a computer may be shown. */
static int time_to_dry(const struct race_screen *race, Uint32 now)
{
    int left = (int)(race->dry_until - now);
    return left > 0 && left <= FIRST_LOOK ? left : 0;
}

static void take_move(struct app *app, struct race_screen *race)
{
    struct text action = {0};
    if (!is_waiting(app, race) || time_to_dry(race, clock_now()) > 0)
        return;
    if (thinking_answer(race->thinking, &action, &race->remark)) {
        int steps = race->steps;
        race_act(app, race, text_string(&action));
        text_clear(&race->remark);
        race->stepping = false;
        race->paused = race->paused || race->steps == steps;
    }
    text_free(&action);
}

void race_let_drive(struct app *app, struct race_screen *race)
{
    int64_t until = clock_nanoseconds() + HASTE * INT64_C(1000000); /* also while time is held */
    do
        take_move(app, race);
    while (race->fast_forward && is_waiting(app, race) && clock_nanoseconds() < until);
    race->fast_forward = race->fast_forward && race->watching && !race->paused;
}

int race_patience(const struct app *app, const struct race_screen *race, Uint32 now)
{
    if (!is_waiting(app, race))
        return -1;
    if (thinking_answer(race->thinking, NULL, NULL))
        return time_to_dry(race, now);
    int waited = (int)(now - race->asked_since);
    return waited < UNNOTICED ? UNNOTICED - waited : BEAT - (waited - UNNOTICED) % BEAT;
}

int race_beat(const struct app *app, const struct race_screen *race)
{
    int waited = (int)(clock_now() - race->asked_since);
    if (!is_waiting(app, race) || waited < UNNOTICED)
        return -1;
    return (waited - UNNOTICED) / BEAT % BEATS;
}

/* --- pausing ---------------------------------------------------------------------------------- */

void race_pause(struct race_screen *race, bool but_for_one)
{
    race->paused = but_for_one || !race->paused;
    race->stepping = but_for_one;
}

void race_hurry(struct race_screen *race, bool on)
{
    race->fast_forward = on;
    race->paused &= !on;
    race->stepping &= !on;
}

void race_tell_pause(const struct race_screen *race, struct view_words *words)
{
    if (!race->watching || !race->paused)
        return;
    snprintf(words->status, sizeof words->status, "Paused: %s is next.",
             race_name_of_car(race, race->car));
    words->keys = "Space go on · Right one move · wheel zoom · F fit";
    words->brief_keys = "Space go on · Right one move";
}
