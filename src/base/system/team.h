/* Threads that share a piece of work. A team of one is the caller alone; the others are started
 * when there is first something for them to do, and sleep between pieces of work.
 */
#ifndef GRAPHPRIX_BASE_SYSTEM_TEAM_H
#define GRAPHPRIX_BASE_SYSTEM_TEAM_H

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
