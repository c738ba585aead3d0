/* The table of functions that every rule family implements, and the list of families.
 *
 * Rules are pure: no I/O, no clock, no globals, no hidden randomness. A state (`struct race`,
 * opaque here) is changed by `apply` alone, and an action is a line of text. Nothing in a state
 * points into another state; the set-up (and its track) outlives every state made from it.
 */
#ifndef GRAPHPRIX_RULES_GAME_H
#define GRAPHPRIX_RULES_GAME_H

#include "base/error.h"
#include "base/text.h"
#include "rules/event.h"
#include "rules/setup.h"

#include <stdbool.h>
#include <stdint.h>

struct race;

/* How a car stands: what tables of results and replays show of any game. */
struct car_figures {
    bool stands; /* on the sheet; if not, the three points mean nothing */
    struct point at, velocity;
    struct point principal; /* where the next move leads without acceleration */
    bool finished, retired, outside;
    int place; /* 0: none yet */
    int lap;   /* 0: none is open */
    int missed_turns;
    int nitros, damage;
    bool takes_damage; /* does damage count in this race? */
    bool by_points;    /* do points decide it, and no lap? */
};

struct game {
    const char *name;  /* "graph-paper" */
    const char *title; /* "Graph paper" */
    const struct rule_table *table;

    /* Has the whole combination, with its track and players, a meaning, and is all of it available?
     * The error names the field and what it may be. */
    bool (*setup_check)(const struct setup *setup, struct error *error);

    /* Does the field change anything in this set-up as it stands (damage_limit: only where damage
     * is taken)? What does not is shown pale and left out of the help pages. The track may be NULL.
     */
    bool (*field_matters)(const struct setup *setup, int field);
    /* Does it change in how few rounds a car that is alone may come to the finish? */
    bool (*field_sets_pace)(const struct setup *setup, int field);

    /* The set-up must have passed its check. */
    struct race *(*begin)(const struct setup *setup);
    struct race *(*copy)(const struct race *race);
    void (*free)(struct race *race);

    int (*car_count)(const struct race *race);
    int (*player_of)(const struct race *race, int car); /* 1.. */
    int (*to_move)(const struct race *race);            /* car number, 0 when over */
    int (*round)(const struct race *race);
    bool (*over)(const struct race *race);
    void (*figures)(const struct race *race, int car, struct car_figures *into);

    /* Applies the action of the car to move. An action that is not legal leaves the race unchanged
     * and fills the error; else the events are appended. */
    bool (*apply)(struct race *race, const char *action, struct event_list *events,
                  struct error *error);

    /* The same on every machine for the same set-up and actions. */
    uint64_t (*hash)(const struct race *race);

    /* Append values of files-and-protocols section 4 as JSON (base/json_text.h). `from` of
     * append_moves is NULL, or the start point of `moves FROM X,Y`; a wrong one, or more rows than
     * memory should hold, gives false and the error, and nothing is appended. */
    void (*append_state)(const struct race *race, struct text *into);
    bool (*append_moves)(const struct race *race, const struct point *from, struct text *into,
                         struct error *error);
    void (*append_event)(const struct event *event, struct text *into);
    void (*append_order)(const struct race *race, struct text *into);

    /* Appends one plain sentence; `names` are the players' (index player - 1). May append nothing
     * for an event that needs no words. */
    void (*describe)(const struct race *race, const struct event *event, const char *const *names,
                     struct text *into);
};

extern const struct game *const games[];        /* ends with NULL */
const struct game *game_find(const char *name); /* NULL if there is no such family */

#endif
