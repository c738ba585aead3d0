/* Work beside the window: a thread that does one job after the other, and the latest job wins.
 *
 * A job is a block in which whoever asks says what is wanted, and the thread what it found. It is
 * the worker's from worker_ask on; whoever asked may read and empty it once worker_answer gives it,
 * and before that only what the two of them share as atomics. With the next job, or at the end, a
 * job is outdated: it is freed, done or not, and what runs is told by `dropped` to come back soon.
 *
 * The window never waits. When a job is done it is woken (worker_wake_by), so that it looks again;
 * of an outdated one it hears nothing. A screen that is left closes its worker, which comes back at
 * once: the thread frees what there is when it has come to an end. Before the program ends
 * worker_wait_for_all gives those threads a moment. Where the system has no thread to give, a job
 * is done before worker_ask comes back.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_WORKER_H
#define GRAPHPRIX_BASE_SYSTEM_WORKER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct worker;

/* Is work done while the window goes on? Else it holds the picture, and little is to be asked for.
 */
bool worker_is_beside(void);

/* `own` is what the worker keeps from job to job, the thread's alone; it may be NULL. */
struct worker_kind {
    void (*work)(void *own, void *job, const atomic_bool *dropped);
    void (*free_job)(void *job); /* by the window or by the thread */
    void (*free_own)(void *own); /* by the thread, after the last job; NULL: nothing to be done */
};

/* `dropped` of all its jobs is the same flag, lowered when one begins. The kind must last. */
struct worker *worker_create(const struct worker_kind *kind, void *own);
void worker_close(struct worker *worker); /* NULL is allowed */

/* NULL: nothing is wanted any more. */
void worker_ask(struct worker *worker, void *job);
/* The job that was asked for last, if it is done; else NULL. */
void *worker_answer(struct worker *worker);
/* Until it is done or so many milliseconds have gone by (-1: as long as it takes). Is it done? */
bool worker_wait(struct worker *worker, int milliseconds);

/* What is called, by any thread, when there is something to look at; NULL: nothing. */
void worker_wake_by(void (*wake)(void));
/* For jobs that tell of what they have found so far. */
void worker_wake(void);

/* A thread that no signal reaches: those are the main thread's business. NULL: nobody waits for it.
 */
bool worker_thread(pthread_t *thread, void *(*run)(void *data), void *data);

/* Waits at most so long for the threads of all workers that were closed or are at rest; true if
 * none is left. */
bool worker_wait_for_all(int milliseconds);

/* === team ===================================================================================== */

/* Threads that share a piece of work. A team of one is the caller alone; the others are started
 * when there is first something for them to do, and sleep between pieces of work.
 */

struct team;

/* Those that this process may use, which are fewer than the machine has where it was given some. */
int team_processors(void);
/* What threads that have ended had and freed, to the system: it would be kept for others like them.
 */
void team_give_memory_back(void);

/* At most so many threads, the caller's own included; 0: as many as this process may use. */
struct team *team_create(int threads);
void team_free(struct team *team);
int team_size(const struct team *team);

/* Does items 0 to count - 1, each once, in no order; returns when all are done. `worker` is below
 * team_size, and two items at once never have the same. */
typedef void team_work(void *data, int item, int worker);
void team_run(struct team *team, team_work *work, void *data, int count);

#endif
