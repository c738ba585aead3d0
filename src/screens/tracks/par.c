/* Searching for par, and remembering it.
 *
 * The searches are a worker's one job. It writes what it found before `state` (and `with_extras` at
 * last), the screen reads it after that, so both need no lock.
 */
#include "screens/tracks/tracks.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/worker.h"
#include "drivers/driving.h"
#include "screens/app.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct par_search {
    struct setup setup; /* of a course by itself nothing but that one */
    atomic_int state;   /* enum par_state */
    int rounds, best_lap;
    atomic_int with_extras;
    struct error error;
};

struct par {
    struct worker *worker;
    const atomic_bool *dropped;
    bool of_rules, wants_extras;
    int count;
    struct par_search items[];
};

static void tell(struct par_search *search, enum par_state state)
{
    atomic_store(&search->state, state);
    worker_wake();
}

/* Where the search holds the picture it is a glance. */
static uint64_t steps_most(uint64_t beside)
{
    return worker_is_beside() ? beside : PAR_GLANCE_STEPS;
}

static void search_course(struct par *par, struct par_search *search)
{
    struct course course = search->setup.course;
    const struct driving *driving = driving_of(course.game);
    struct budget budget = {PAR_COURSE_BYTES, steps_most(PAR_COURSE_STEPS),
                            .cancelled = par->dropped};
    bool possible =
        !driving->prove || driving->prove(course, &budget, &search->rounds, &search->error);
    if (!atomic_load(par->dropped))
        tell(search, possible ? PAR_LAP : PAR_NO_LAP);
}

static void search_race(struct par *par, struct par_search *search)
{
    const struct setup *setup = &search->setup;
    const struct driving *driving = driving_of(setup->game);
    struct budget budget = {WINDOW_SEARCH_BYTES, steps_most(0), .cancelled = par->dropped};
    int extras = PAR_UNKNOWN;
    int plain = driving->find_par(setup, false, &budget, &search->best_lap, &search->error);
    if (plain > 0) {
        search->rounds = plain;
        tell(search, PAR_LAP);
    }
    if (plain > 0 ? par->wants_extras : plain == PAR_NONE)
        extras = driving->find_par(setup, true, &budget, NULL, &search->error);
    if (extras > 0)
        atomic_store(&search->with_extras, extras);
    if (!atomic_load(par->dropped))
        tell(search, plain == PAR_NONE && extras == PAR_NONE ? PAR_NO_LAP : PAR_LAP);
}

static void search_all(void *own, void *job, const atomic_bool *dropped)
{
    struct par *par = job;
    (void)own;
    par->dropped = dropped;
    for (int i = 0; i < par->count && !atomic_load(dropped); i++)
        (par->of_rules ? search_race : search_course)(par, &par->items[i]);
}

static void free_par(void *job)
{
    struct par *par = job;
    for (int i = 0; i < par->count; i++)
        course_release(par->items[i].setup.course);
    free(par);
}

static struct par *make(int count)
{
    struct par *par = memory_allocate(1, sizeof *par + (size_t)count * sizeof par->items[0]);
    par->count = count;
    return par;
}

static struct par *begin(struct par *par)
{
    static const struct worker_kind kind = {search_all, free_par, NULL};
    for (int i = 0; i < par->count; i++)
        course_retain(par->items[i].setup.course);
    par->worker = worker_create(&kind, NULL);
    worker_ask(par->worker, par);
    return par;
}

struct par *par_search_courses(const struct course *courses, int count)
{
    struct par *par = make(count);
    for (int i = 0; i < count; i++)
        par->items[i].setup.course = courses[i];
    return begin(par);
}

bool par_is_counted(const struct setup *setup)
{
    const struct driving *driving = driving_of(setup->game);
    return driving->has_par && driving->has_par(setup);
}

const char *par_whose(const struct setup *setup)
{
    const struct driving *driving = driving_of(setup->game);
    struct setup alone = *setup;
    alone.players = 1;
    return driving->par_of ? driving->par_of(&alone) : NULL;
}

struct setup par_course_setup(struct course course)
{
    struct setup setup = setup_from_preset(course.game, 0);
    setup.players = 1;
    setup.course = course;
    return setup;
}

const char *par_condition(const struct setup *setup)
{
    static char told[200];
    const char *whose = par_whose(setup);
    snprintf(told, sizeof told, "%s%s", whose ? "* Par: the fewest turns of " : "",
             whose ? whose : "");
    return told;
}

const char *par_star(const struct game *game)
{
    return driving_of(game)->par_of ? "*" : "";
}

struct par *par_search_rules(const struct setup *setup, bool with_extras)
{
    if (!par_is_counted(setup))
        return NULL;
    struct par *par = make(1);
    par->of_rules = true;
    par->wants_extras = with_extras;
    par->items[0].setup = *setup;
    par->items[0].setup.players = 1;
    par->items[0].setup.last_count = 0;
    return begin(par);
}

struct par_answer par_answer(const struct par *par, int index)
{
    const struct par_search *search = &par->items[index];
    struct par_answer answer = {.state = (enum par_state)atomic_load(&search->state), .why = ""};
    if (answer.state == PAR_NO_LAP)
        answer.why = search->error.text;
    if (answer.state != PAR_LAP)
        return answer;
    answer.rounds = search->rounds;
    answer.best_lap = search->best_lap;
    answer.with_extras = atomic_load(&search->with_extras);
    return answer;
}

void par_free(struct par *par)
{
    if (par)
        worker_close(par->worker);
}

bool par_is_same(const struct setup *one, const struct setup *other)
{
    if (one->game != other->game || one->course.body != other->course.body)
        return false;
    for (int i = 0; i < one->game->table->field_count; i++)
        if (one->values[i] != other->values[i])
            return false;
    return true;
}

/* --- what was found is remembered ------------------------------------------------------------- */

/* The first line changes whenever par would be another for the same sheet. */
static const char head[] = "graphprix par 2\n";
enum { KEPT = 4096, FILE_LIMIT = 1024 * 1024, ROUNDS_MOST = 10000000 };

static struct {
    struct memory {
        uint64_t fingerprint;
        int rounds;
    } items[KEPT];
    int count, next; /* the one that is given up next, once all are taken */
    bool changed;
    char *path; /* where they are kept, owned; NULL: nowhere */
} memory;

bool par_memory_find(uint64_t fingerprint, int *rounds)
{
    for (int i = 0; i < memory.count; i++)
        if (memory.items[i].fingerprint == fingerprint) {
            *rounds = memory.items[i].rounds;
            return true;
        }
    return false;
}

void par_memory_keep(uint64_t fingerprint, int rounds)
{
    int known;
    if (par_memory_find(fingerprint, &known))
        return;
    int index = memory.count < KEPT ? memory.count++ : memory.next;
    memory.next = (index + 1) % KEPT;
    memory.items[index] = (struct memory){fingerprint, rounds};
    memory.changed = true;
}

void par_memory_open(const char *path)
{
    struct text content = {0};
    struct error error;
    free(memory.path);
    memory.path = path ? memory_copy_string(path) : NULL;
    memory.count = memory.next = 0;
    if (path && file_read(path, FILE_LIMIT, &content, &error) &&
        strncmp(text_string(&content), head, strlen(head)) == 0) {
        /* What is no line of ours ends it: the rest is searched for again. */
        const char *line = content.data + strlen(head);
        uint64_t fingerprint;
        int rounds, length = 0;
        while (sscanf(line, "%16" SCNx64 " %8d%n", &fingerprint, &rounds, &length) == 2 &&
               line[length] == '\n' && rounds >= 0 && rounds <= ROUNDS_MOST) {
            par_memory_keep(fingerprint, rounds);
            line += length + 1;
        }
    }
    text_free(&content);
    memory.changed = false;
}

void par_memory_save(void)
{
    struct text content = {0};
    struct error error;
    if (!memory.path || !memory.changed)
        return;
    text_append(&content, head);
    for (int i = 0; i < memory.count; i++)
        text_append_format(&content, "%016" PRIx64 " %d\n", memory.items[i].fingerprint,
                           memory.items[i].rounds);
    /* A cache that cannot be written is none: nobody needs to be told. */
    if (file_make_folder_of(memory.path, &error))
        (void)file_write_atomically(memory.path, content.data, content.length, &error);
    memory.changed = false;
    text_free(&content);
}
