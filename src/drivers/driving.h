/* What drives a game's cars without being a person: one table a game, and the list of them.
 *
 * Whatever chooses an action or is asked for one gets the race as its car's player may know it
 * (rules/game.h, copy_for) and nothing else. What it does follows from that, the seed and its own
 * knowledge, so the same race goes the same way on every machine; how long it thinks and how much
 * it keeps is limited by counting (base/memory.h), not by time. What a budget (NULL: without) does
 * not say, each game sets as is usual for that work; drivers never take more than that. Crew,
 * tournament and screens use only this.
 */
#ifndef GRAPHPRIX_DRIVERS_DRIVING_H
#define GRAPHPRIX_DRIVERS_DRIVING_H

#include "base/memory.h"
#include "rules/game.h"

struct hints; /* what can be told to a person who is to act; a game's own */

enum { DRIVER_NAMES = 4 };

struct driver_kind {
    const char *name;     /* "rookie" */
    const char *title;    /* "Rookie" */
    const char *sentence; /* what it can see, for players */
    const char *in_derby; /* the same in the game's other contests; NULL: the same words */
    const char *names[DRIVER_NAMES]; /* what players are called that it drives; or NULL */
    /* How each of them races: car n has the character (n - 1) % DRIVER_NAMES. NULL: all alike. */
    const char *const *characters;
};

/* Why a driver chose what it did: a sentence, and the way that it saw, from where its car stood, in
 * places of the game's own (rules_view.h, way_spot). */
enum { REASON_PLACES = 40 };
struct reason {
    struct text sentence;
    struct point way[REASON_PLACES];
    int count;
};

enum { PAR_NONE = -1, PAR_UNKNOWN = 0 };

enum bot_hearing {
    BOT_REFUSED, /* the error says what was wanted: bot_refuse */
    BOT_ACTS,    /* an action was appended, which the rules may still refuse */
    BOT_ASKS     /* the line to be sent back was appended, without its line break */
};

struct driving {
    const struct game *game;
    const struct driver_kind *kinds; /* the levels */
    int kind_count;
    const char *tongue; /* behind "graphprix 1" in what programs are told first; NULL: nothing */
    int substitute;     /* the level that takes over from a program with too many faults */

    /* What drivers know of a set-up, whoever races by whichever seed: prepared once, then only
     * read, by any number of threads. NULL only if it was cancelled. Both NULL: there is nothing to
     * be known. */
    void *(*prepare)(const struct setup *setup, struct budget *budget);
    /* What takes long and is of no use to what is chosen before the first round: `prepare` leaves
     * it out, so that nobody waits for that. False only if it was cancelled: it can be asked for
     * again. NULL: there is nothing more. */
    bool (*complete)(void *knowledge, struct budget *budget);
    void (*forget)(void *knowledge);
    /* The fewest rounds in which a car that nobody meets can finish; 0: unknown. May be NULL. */
    int (*rounds)(const void *knowledge);

    /* Appends the action of a car that owes one; nothing if it was cancelled. */
    void (*choose)(int level, const void *knowledge, const struct race *race, int car,
                   struct budget *budget, struct text *action);
    /* Why a level chose that action, in the race as its car knew it. NULL: it is not told. */
    void (*explain)(int level, const void *knowledge, const struct race *race, int car,
                    const char *action, struct reason *into);
    /* What the person can be told whose car owes an action, in the race as that one may know it:
     * who else owes one there says nothing. `place` is what is thought of, or NULL. NULL only if it
     * was cancelled. Both NULL: the game has no hints. */
    struct hints *(*find_hints)(const void *knowledge, const struct race *race, int car,
                                const struct point *place, struct budget *budget);
    void (*free_hints)(struct hints *hints);
    /* Can the course be driven to its end? *par: the fewest rounds under the game's first preset
     * (0: not counted), unless it is NULL; true, too, where that ended before it was known. NULL:
     * every course that can be read can. */
    bool (*prove)(struct course course, struct budget *budget, int *par, struct error *error);
    /* Has the race a par under its rules? And the fewest rounds in which a car that is alone
     * finishes it, with nitros and the like or without; PAR_UNKNOWN and the error: that is too
     * much to be counted; PAR_NONE and the error: it is proved that none does, or the rules give no
     * such extras. *best_lap: the fastest lap of such a drive of several, else as it was; may be
     * NULL. Both NULL: there is never one. */
    bool (*has_par)(const struct setup *setup);
    const char *extras; /* what they are: "nitros"; NULL: there are none */
    int (*find_par)(const struct setup *setup, bool with_extras, struct budget *budget,
                    int *best_lap, struct error *error);
    /* The same for a car whose first action this is ("build 1 2 0 1 1"), which is chosen before the
     * first round; PAR_NONE and the error: it cannot be. NULL: nothing that counts is chosen there.
     */
    int (*find_par_from)(const struct setup *setup, const char *opening, struct budget *budget,
                         struct error *error);
    /* Appends the actions of a drive with as many rounds as find_par tells, one a line; nothing if
     * that is too much work. NULL: whoever wants one lets the best level drive. */
    void (*find_line)(const struct setup *setup, bool with_extras, struct budget *budget,
                      struct text *actions);
    /* Whose rounds they are: "a car that ..."; NULL: "a car that nobody meets". */
    const char *(*par_of)(const struct setup *setup);

    /* About how many seconds of a person's evening a lap takes. NULL: nobody can say. */
    int (*lap_seconds)(const struct setup *setup);

    /* Lines for programs (files-and-protocols section 5): the course, behind "graphprix 1"; a turn,
     * before "go"; what a line says that it answers (NULL: "do ACTION", and "try ACTION" where the
     * game has it); and what its car does without an answer, which
     * is said, too ("The car coasts"). */
    void (*greet)(const struct setup *setup, struct text *into);
    void (*ask)(const struct race *race, int car, struct text *into);
    enum bot_hearing (*hear)(const struct race *race, int car, const struct text *line,
                             struct text *into, struct error *error);
    const char *(*stand_in)(const struct race *race, int car, struct text *action);
};

extern const struct driving *const drivings[]; /* ends with NULL */
const struct driving *driving_of(const struct game *game);

/* About how long a race takes each person, its laps as they are: 0: nobody can say. And how many
 * laps take between two and three minutes, or come nearest to that; 0. There is a course. */
enum { RACE_SECONDS = 150 };
int driving_seconds(const struct setup *setup);
int driving_usual_laps(const struct setup *setup);

/* The error of an answer that is not what was wanted, which quotes the line; BOT_REFUSED. */
enum bot_hearing bot_refuse(const struct text *line, const char *wanted, struct error *error);

/* --- a player's `driver`: "human", the name of a level, or "bot:COMMAND" ---------------------- */

/* "with-you:club": drives as that level does, which was chosen by how fast people were in their
 * last races (session/with_you.h). The choice stands in the race's set-up, so the race goes the
 * same way whenever it is driven again; the next race chooses anew. */
#define WITH_YOU "with-you:"
bool driver_is_with_you(const char *driver);

bool driver_check(const struct game *game, const char *driver, struct error *error);
/* The same in a tournament, where persons have no place. */
bool driver_check_computer(const struct game *game, const char *driver, struct error *error);
bool driver_is_human(const char *driver);
int driver_find_level(const struct game *game, const char *driver); /* -1: it is none */
/* What stands behind "bot:"; NULL if it is no program. */
const char *driver_command(const char *driver);

/* --- what was prepared: shared by a reference count ------------------------------------------- */

struct prepared;

/* The set-up must have passed its check, and its course outlive what was prepared. NULL only if it
 * was cancelled. */
struct prepared *prepared_make(const struct setup *setup, struct budget *budget);
/* The same in two parts, for who has it alone: with the first one what is chosen before the first
 * round can be asked, and nothing else. False only if it was cancelled; it may be asked for again,
 * also when it is complete. */
struct prepared *prepared_begin(const struct setup *setup, struct budget *budget);
bool prepared_complete(struct prepared *prepared, struct budget *budget);
struct prepared *prepared_retain(struct prepared *prepared);
void prepared_release(struct prepared *prepared);           /* NULL is allowed */
int prepared_rounds(const struct prepared *prepared);       /* 0: unknown */
const void *prepared_body(const struct prepared *prepared); /* for the table's functions */

#endif
