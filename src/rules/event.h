/* What happened: the rules' answer to an action, in the order in which it happened.
 *
 * Each event has a head that everybody may read and a body that is its game's own: the game reads
 * it through one function that asserts whose it is. The screen animates events, the log writes a
 * sentence for each, the referee prints them.
 */
#ifndef GRAPHPRIX_RULES_EVENT_H
#define GRAPHPRIX_RULES_EVENT_H

#include "geometry/point.h"

#include <stddef.h>
#include <stdint.h>

struct game;

struct event {
    const struct game *game;
    const char *type; /* "left_track": as the referee tells it */
    int car;          /* 1..; 0: of the race */
    uint64_t others;  /* cars that it happened to as well; bit n: car n */
    int round;  /* of a turn that was lost behind the action; 0: the round of what is before */
    bool noted; /* worth a note to whoever looks on */
    bool has_place;
    struct point place; /* where on the course, in squares */
    void *body;         /* the game's own; owned by the list */
};

/* Zeroed = empty. The bodies lie in one block. */
struct event_list {
    struct event *items;
    int count, capacity;
    char *bodies;
    size_t bodies_length, bodies_capacity;
};

/* Adds an event of a car, the rest of its head zeroed, and returns its body of `size` bytes, zeroed
 * and aligned for anything, to be filled in before the next one is added. */
void *event_add(struct event_list *list, const struct game *game, int car, size_t size);
/* Forgets the events and keeps the memory. */
void event_list_clear(struct event_list *list);
void event_list_free(struct event_list *list);

#endif
