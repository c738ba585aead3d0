/* The thread that thinks, and the block that it shares with the screen: each lets go of it.
 *
 * Under the lock are what is wanted and what was found. Two flags are read while the thread is at
 * work: `dropped`, that nobody waits for the answer any more, and `closed`, that nobody ever will.
 * All the rest (its race, knowledge, crew) is the thread's own, in `struct mind`.
 */
#include "screens/race/thinking.h"

#include "base/memory.h"
#include "drivers/crew.h"

#include <SDL.h>
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum task { TASK_PREPARE, TASK_ACTION, TASK_HINTS, TASK_END_RACE };

struct thinking {
    atomic_int holders;
    struct setup setup; /* its track is retained */
    struct player players[PLAYER_LIMIT];
    char drivers[PLAYER_LIMIT][PLAYER_DRIVER_BYTES];

    atomic_bool closed;
    atomic_bool dropped;
    SDL_mutex *lock;
    SDL_cond *changed;

    /* Under the lock. The number rises with every change of what is wanted. */
    enum task task;
    int number, taken, answered;
    bool has_start; /* hints are wanted for this start point */
    struct point start;
    struct text actions; /* of the race so far, a line each */
    struct text action, remark;
    bool taken_over[CAR_LIMIT + 1]; /* by a built-in driver, from a program with too many faults */
    struct hints *hints;            /* the answer; or NULL */
};

/* What is wanted, as the thread has taken it. */
struct wanted {
    enum task task;
    int number;
    bool has_start;
    struct point start;
    struct text actions;
};

/* The thread's own. */
struct mind {
    struct thinking *shared;
    const char *names[PLAYER_LIMIT], *drivers[PLAYER_LIMIT];
    struct race *race;
    struct text actions; /* that led to it */
    struct text action;  /* that is being done */
    struct knowledge *knowledge;
    struct crew *crew;
};

static atomic_int threads; /* that are running */

/* --- the thread ------------------------------------------------------------------------------- */

static void let_go(struct thinking *thinking)
{
    if (atomic_fetch_sub(&thinking->holders, 1) > 1)
        return;
    text_free(&thinking->actions);
    text_free(&thinking->action);
    text_free(&thinking->remark);
    hints_free(thinking->hints);
    SDL_DestroyCond(thinking->changed);
    SDL_DestroyMutex(thinking->lock);
    course_release(thinking->setup.course);
    free(thinking);
}

static void drop_race(struct mind *mind)
{
    if (mind->race)
        mind->shared->setup.game->free(mind->race);
    mind->race = NULL;
    text_clear(&mind->actions);
}

/* An action that the rules refuse here was refused in the session, too. */
static void apply(struct mind *mind, const char *action)
{
    const struct game *game = mind->shared->setup.game;
    struct event_list events = {0};
    struct error error;
    bool done = game->apply(mind->race, race_next_car(mind->race), action, &events, &error);
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
        mind->race = mind->shared->setup.game->begin(&mind->shared->setup);
    while (led->length < actions->length) {
        const char *line = actions->data + led->length;
        size_t length = strcspn(line, "\n");
        text_clear(&mind->action);
        text_append_bytes(&mind->action, line, length);
        apply(mind, text_string(&mind->action));
        text_append_bytes(led, line, length + 1);
    }
}

static void answer(struct mind *mind, int number)
{
    struct thinking *shared = mind->shared;
    struct text action = {0}, remark = {0};
    if (!mind->crew)
        mind->crew = crew_create(
            &shared->setup, mind->drivers,
            (struct crew_options){.cancelled = &shared->dropped, .knowledge = mind->knowledge});
    bool found = crew_choose(mind->crew, mind->race, mind->names, &action, &remark);
    SDL_LockMutex(shared->lock);
    bool wanted = found && number == shared->number;
    if (wanted) {
        text_clear(&shared->action);
        text_clear(&shared->remark);
        text_append(&shared->action, text_string(&action));
        text_append(&shared->remark, text_string(&remark));
        shared->answered = number;
    }
    for (int car = 1; car <= shared->setup.game->car_count(mind->race); car++)
        crew_faults(mind->crew, car, &shared->taken_over[car]);
    SDL_UnlockMutex(shared->lock);
    text_free(&action);
    text_free(&remark);
    SDL_Event wake = {.type = SDL_USEREVENT};
    if (wanted)
        SDL_PushEvent(&wake);
}

static void find_hints(struct mind *mind, const struct wanted *wanted)
{
    struct thinking *shared = mind->shared;
    struct hints *hints = hints_find(mind->knowledge, mind->race,
                                     wanted->has_start ? &wanted->start : NULL, &shared->dropped);
    SDL_Event wake = {.type = SDL_USEREVENT};
    SDL_LockMutex(shared->lock);
    bool welcome = hints && wanted->number == shared->number;
    if (welcome) {
        shared->hints = hints;
        shared->answered = wanted->number;
    }
    SDL_UnlockMutex(shared->lock);
    if (welcome)
        SDL_PushEvent(&wake);
    else
        hints_free(hints);
}

static void end_race(struct mind *mind)
{
    crew_free(mind->crew, mind->race);
    mind->crew = NULL;
}

/* Waits for something to do; false when it is closed. */
static bool take(struct thinking *shared, struct wanted *wanted)
{
    SDL_LockMutex(shared->lock);
    while (shared->taken == shared->number && !atomic_load(&shared->closed))
        SDL_CondWait(shared->changed, shared->lock);
    bool closed = atomic_load(&shared->closed);
    if (!closed)
        atomic_store(&shared->dropped, false);
    wanted->task = shared->task;
    wanted->number = shared->taken = shared->number;
    wanted->has_start = shared->has_start;
    wanted->start = shared->start;
    text_clear(&wanted->actions);
    text_append(&wanted->actions, text_string(&shared->actions));
    SDL_UnlockMutex(shared->lock);
    return !closed;
}

/* The knowledge is never given up for another question: it is the same for all of them. */
static void work(struct mind *mind, const struct wanted *wanted)
{
    struct thinking *shared = mind->shared;
    if (!mind->knowledge)
        mind->knowledge = knowledge_prepare(&shared->setup, &shared->closed);
    if (!mind->knowledge || wanted->task == TASK_PREPARE)
        return;
    follow(mind, &wanted->actions);
    if (wanted->task == TASK_ACTION)
        answer(mind, wanted->number);
    else if (wanted->task == TASK_HINTS)
        find_hints(mind, wanted);
    else
        end_race(mind);
}

static int think(void *data)
{
    struct mind mind = {.shared = data};
    struct wanted wanted = {0};
    for (int i = 0; i < mind.shared->setup.players; i++) {
        mind.names[i] = mind.shared->players[i].name;
        mind.drivers[i] = mind.shared->drivers[i];
    }
    while (take(mind.shared, &wanted))
        work(&mind, &wanted);
    end_race(&mind);
    knowledge_release(mind.knowledge);
    drop_race(&mind);
    text_free(&mind.actions);
    text_free(&mind.action);
    text_free(&wanted.actions);
    let_go(mind.shared);
    atomic_fetch_sub(&threads, 1);
    return 0;
}

/* --- the window ------------------------------------------------------------------------------- */

static bool start(struct thinking *thinking, struct error *error)
{
    atomic_store(&thinking->holders, 2);
    atomic_fetch_add(&threads, 1);
    SDL_Thread *thread = SDL_CreateThread(think, "thinking", thinking);
    if (!thread) {
        atomic_store(&thinking->holders, 1);
        atomic_fetch_sub(&threads, 1);
        return error_set(error, "the computer's drivers cannot be started: %s", SDL_GetError());
    }
    SDL_DetachThread(thread);
    return true;
}

struct thinking *thinking_open(const struct session *session, const char *const *drivers,
                               struct error *error)
{
    struct thinking *thinking = memory_allocate(1, sizeof *thinking);
    thinking->setup = *session_setup(session);
    thinking->setup.course = course_retain(thinking->setup.course);
    for (int i = 0; i < thinking->setup.players; i++) {
        thinking->players[i] = *session_player(session, i + 1);
        SDL_strlcpy(thinking->drivers[i], drivers[i], PLAYER_DRIVER_BYTES);
    }
    thinking->lock = SDL_CreateMutex();
    thinking->changed = SDL_CreateCond();
    thinking->task = TASK_PREPARE;
    thinking->number = 1;
    if (start(thinking, error))
        return thinking;
    let_go(thinking);
    return NULL;
}

void thinking_close(struct thinking *thinking)
{
    if (!thinking)
        return;
    SDL_LockMutex(thinking->lock);
    atomic_store(&thinking->closed, true);
    atomic_store(&thinking->dropped, true);
    SDL_CondSignal(thinking->changed);
    SDL_UnlockMutex(thinking->lock);
    let_go(thinking);
}

/* The session is NULL where its actions are of no matter; so may `start` be. */
static void want(struct thinking *thinking, enum task task, const struct session *session,
                 const struct point *start)
{
    SDL_LockMutex(thinking->lock);
    thinking->number++;
    thinking->task = task;
    thinking->has_start = start != NULL;
    if (start)
        thinking->start = *start;
    text_clear(&thinking->actions);
    for (int i = 0; session && i < session_step_count(session); i++)
        text_append_format(&thinking->actions, "%s\n", session_step(session, i).action);
    hints_free(thinking->hints);
    thinking->hints = NULL;
    atomic_store(&thinking->dropped, true);
    SDL_CondSignal(thinking->changed);
    SDL_UnlockMutex(thinking->lock);
}

void thinking_ask(struct thinking *thinking, const struct session *session)
{
    want(thinking, TASK_ACTION, session, NULL);
}

void thinking_ask_hints(struct thinking *thinking, const struct session *session,
                        const struct point *start)
{
    want(thinking, TASK_HINTS, session, start);
}

void thinking_rest(struct thinking *thinking)
{
    want(thinking, TASK_PREPARE, NULL, NULL);
}

void thinking_end_race(struct thinking *thinking, const struct session *session)
{
    want(thinking, TASK_END_RACE, session, NULL);
}

const struct hints *thinking_hints(struct thinking *thinking)
{
    SDL_LockMutex(thinking->lock);
    const struct hints *hints = thinking->hints;
    SDL_UnlockMutex(thinking->lock);
    return hints;
}

bool thinking_answer(struct thinking *thinking, struct text *action, struct text *remark)
{
    SDL_LockMutex(thinking->lock);
    bool found = thinking->task == TASK_ACTION && thinking->answered == thinking->number;
    if (found && action)
        text_append(action, text_string(&thinking->action));
    if (found && remark)
        text_append(remark, text_string(&thinking->remark));
    SDL_UnlockMutex(thinking->lock);
    return found;
}

bool thinking_has_taken_over(struct thinking *thinking, int car)
{
    SDL_LockMutex(thinking->lock);
    bool taken_over = thinking->taken_over[car];
    SDL_UnlockMutex(thinking->lock);
    return taken_over;
}

bool thinking_wait_for_all(int milliseconds)
{
    Uint32 begun = SDL_GetTicks();
    while (atomic_load(&threads) > 0 && SDL_GetTicks() - begun < (Uint32)milliseconds)
        SDL_Delay(2);
    return atomic_load(&threads) == 0;
}
