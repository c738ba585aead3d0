/* The worker's own is a mind, which has a race of its own; its jobs are questions. */
#include "screens/race/thinking.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/system/worker.h"
#include "drivers/crew.h"
#include "screens/app.h"

#include <SDL.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct question {
    enum thought thought;
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
    struct hints *hints;            /* or NULL */
};

struct mind {
    atomic_bool closed; /* nobody ever wants an answer again; set by the window */
    struct setup setup; /* its track is retained */
    struct player players[PLAYER_LIMIT];
    char drivers[PLAYER_LIMIT][PLAYER_DRIVER_BYTES];
    struct race *race;
    struct text actions;  /* that led to it */
    struct text action;   /* that is being done */
    struct budget budget; /* of all that is kept and asked, so a limit of bytes alone */
    struct prepared *prepared;
    struct crew *crew;
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
    struct mind *mind;
    struct hinted hinted;           /* the last question */
    bool taken_over[CAR_LIMIT + 1]; /* as the last answer said */
};

/* --- the thread ------------------------------------------------------------------------------- */

static void drop_race(struct mind *mind)
{
    if (mind->race)
        mind->setup.game->free(mind->race);
    mind->race = NULL;
    text_clear(&mind->actions);
}

/* An action that the rules refuse here was refused in the session, too. */
static void apply(struct mind *mind, const char *line)
{
    struct event_list events = {0};
    struct error error;
    char *behind;
    int car = (int)strtol(line, &behind, 10);
    bool done = race_do(mind->race, car, behind + 1, &events, &error);
    event_list_free(&events);
    assert(done);
}

/* Brings the mind's race to where these actions lead; what was taken back begins anew. */
static void follow(struct mind *mind, const struct text *actions)
{
    struct text *led = &mind->actions;
    bool goes_on = mind->race && led->length <= actions->length &&
                   memcmp(text_string(led), text_string(actions), led->length) == 0;
    if (!goes_on)
        drop_race(mind);
    if (!mind->race)
        mind->race = mind->setup.game->begin(&mind->setup);
    while (led->length < actions->length) {
        const char *line = actions->data + led->length;
        size_t length = strcspn(line, "\n");
        text_clear(&mind->action);
        text_append_bytes(&mind->action, line, length);
        apply(mind, text_string(&mind->action));
        text_append_bytes(led, line, length + 1);
    }
}

static void answer(struct mind *mind, struct question *question, const atomic_bool *dropped)
{
    const char *names[PLAYER_LIMIT], *drivers[PLAYER_LIMIT];
    for (int i = 0; i < mind->setup.players; i++) {
        names[i] = mind->players[i].name;
        drivers[i] = mind->drivers[i];
    }
    if (!mind->crew)
        mind->crew =
            crew_create(&mind->setup, drivers,
                        (struct crew_options){.cancelled = dropped, .prepared = mind->prepared});
    question->has_action = crew_choose(mind->crew, mind->race, question->car, names,
                                       &question->action, &question->remark);
    for (int car = 1; car <= mind->setup.game->car_count(mind->race); car++)
        crew_faults(mind->crew, car, &question->taken_over[car]);
}

static struct budget part_until(struct mind *mind, const atomic_bool *cancelled)
{
    struct budget part = budget_part(&mind->budget, 0, 0);
    part.cancelled = cancelled;
    return part;
}

/* By what the person may know whose car it is. */
static void find_hints(struct mind *mind, struct question *question, const atomic_bool *dropped)
{
    uint64_t seed = hash_number(mind->setup.seed, question->car);
    struct race *known = race_copy_for(mind->race, question->car, seed);
    struct budget budget = part_until(mind, dropped);
    question->driving = driving_of(mind->setup.game);
    question->hints =
        question->driving->find_hints(prepared_body(mind->prepared), known, question->car,
                                      question->has_place ? &question->place : NULL, &budget);
    mind->setup.game->free(known);
}

static void end_race(struct mind *mind)
{
    crew_free(mind->crew, mind->race);
    mind->crew = NULL;
}

/* Preparing is never given up for another question: it is the same for all of them. Only what is
 * chosen before the first round needs little of it, and nobody is to wait for that. */
static bool prepare(struct mind *mind, const struct question *question, const atomic_bool *dropped)
{
    struct budget begins = part_until(mind, &mind->closed);
    struct budget completes = part_until(mind, question->opening ? dropped : &mind->closed);
    if (!mind->prepared)
        mind->prepared = prepared_begin(&mind->setup, &begins);
    if (!mind->prepared || (question->opening && question->thought == THINK_MOVE))
        return mind->prepared;
    return prepared_complete(mind->prepared, &completes);
}

static void work(void *own, void *job, const atomic_bool *dropped)
{
    struct mind *mind = own;
    struct question *question = job;
    if (!prepare(mind, question, dropped) || question->thought == THINK_NOTHING ||
        atomic_load(dropped))
        return;
    follow(mind, &question->actions);
    if (question->thought == THINK_MOVE)
        answer(mind, question, dropped);
    else if (question->thought == THINK_HINTS)
        find_hints(mind, question, dropped);
    else
        end_race(mind);
}

static void free_question(void *job)
{
    struct question *question = job;
    text_free(&question->actions);
    text_free(&question->action);
    text_free(&question->remark);
    if (question->hints)
        question->driving->free_hints(question->hints);
    free(question);
}

static void free_mind(void *own)
{
    struct mind *mind = own;
    end_race(mind);
    prepared_release(mind->prepared);
    drop_race(mind);
    text_free(&mind->actions);
    text_free(&mind->action);
    course_release(mind->setup.course);
    free(mind);
}

/* --- the window ------------------------------------------------------------------------------- */

static void ask(struct thinking *thinking, enum thought thought, const struct session *session,
                int car, const struct point *place)
{
    struct question *question = memory_allocate(1, sizeof *question);
    question->thought = thought;
    question->opening = session_setup(session)->game->round(session_race(session)) == 0;
    question->car = car;
    question->has_place = place != NULL;
    if (place)
        question->place = *place;
    for (int i = 0; thought != THINK_NOTHING && i < session_step_count(session); i++) {
        struct step step = session_step(session, i);
        text_append_format(&question->actions, "%d %s\n", step.car, step.action);
    }
    worker_ask(thinking->worker, question);
}

void thinking_want(struct thinking *thinking, enum thought thought, const struct session *session,
                   int car)
{
    thinking->hinted = (struct hinted){0};
    ask(thinking, thought, session, car, NULL);
}

struct thinking *thinking_open(const struct session *session, const char *const *drivers)
{
    static const struct worker_kind kind = {work, free_question, free_mind};
    struct thinking *thinking = memory_allocate(1, sizeof *thinking);
    struct mind *mind = thinking->mind = memory_allocate(1, sizeof *mind);
    mind->budget.bytes_most = WINDOW_SEARCH_BYTES;
    mind->setup = *session_setup(session);
    mind->setup.course = course_retain(mind->setup.course);
    for (int i = 0; i < mind->setup.players; i++) {
        mind->players[i] = *session_player(session, i + 1);
        SDL_strlcpy(mind->drivers[i], drivers[i], PLAYER_DRIVER_BYTES);
    }
    thinking->worker = worker_create(&kind, mind);
    thinking_want(thinking, THINK_NOTHING, session, 0);
    return thinking;
}

void thinking_close(struct thinking *thinking)
{
    if (!thinking)
        return;
    atomic_store(&thinking->mind->closed, true);
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
