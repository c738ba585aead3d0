/* The fewest rounds to the finish, searched for beside the window (base/system/worker.h) while
 * people already choose or play; and remembered for the next time.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_PAR_H
#define GRAPHPRIX_SCREENS_TRACKS_PAR_H

#include "base/memory.h"
#include "rules/setup.h"

struct par;

enum par_state { PAR_SEARCHING, PAR_LAP, PAR_NO_LAP };

struct par_answer {
    enum par_state state;
    int rounds;      /* par; 0: it was not counted */
    int with_extras; /* the same with nitros, brakes and boosts; 0: none, or not counted yet */
    int best_lap;    /* the fastest lap of a line that takes par, where several are driven; or 0 */
    const char *why; /* there is no lap; valid until par_free */
};

/* Par of each course by itself: of a track one lap under racing-car. One after the other, each with
 * so much memory and work at most; what needs more is not counted, so that the next does not stand
 * behind it. The window is woken whenever one more is done. */
#define PAR_COURSE_BYTES ((size_t)256 << 20)
#define PAR_COURSE_STEPS (2 * BUDGET_SECOND)
#define PAR_GLANCE_STEPS (BUDGET_SECOND / 20) /* where no work is done beside the window */
struct par *par_search_courses(const struct course *courses, int count);
/* Is there a par under these rules? Not in a derby. */
bool par_is_counted(const struct setup *setup);
/* Par of one race under its rules, which have passed their check; `with_extras` asks for that, too,
 * once par is known. NULL for a race that has none: a derby, another family's. */
struct par *par_search_rules(const struct setup *setup, bool with_extras);
/* What is known so far of the track with this index, or of the race (0). */
struct par_answer par_answer(const struct par *par, int index);
void par_free(struct par *par); /* NULL is allowed */

/* For which car a game counts its par, as a note with a star that is said beside the numbers,
 * without its full stop; "": for a car that nobody meets. */
const char *par_condition(const struct setup *setup);
/* "*", which stands behind such a number; "" without a condition. */
const char *par_star(const struct game *game);
/* The same as "a car that ..."; NULL: a car that nobody meets. */
const char *par_whose(const struct setup *setup);
/* Under which courses alone are counted, the game's first preset; the course is only borrowed. */
struct setup par_course_setup(struct course course);

/* Would these two races have the same par? */
bool par_is_same(const struct setup *one, const struct setup *other);

/* What par was found for what is on a sheet, by its fingerprint: one list for the whole program,
 * kept in a file of the cache (NULL: nowhere). A file that is broken costs a search and nothing
 * else. */
void par_memory_open(const char *path);
bool par_memory_find(uint64_t fingerprint, int *rounds);
void par_memory_keep(uint64_t fingerprint, int rounds);
void par_memory_save(void);

#endif
