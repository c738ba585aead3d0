/* What happened: the rules' answer to an action, in the order of files-and-protocols section 4.
 * The screen animates events, the log writes a sentence for each, the referee prints them.
 */
#ifndef GRAPHPRIX_RULES_EVENT_H
#define GRAPHPRIX_RULES_EVENT_H

#include "geometry/exact.h"
#include "geometry/point.h"

enum event_type {
    EVENT_STARTED,    /* at = to */
    EVENT_MOVED,      /* from, to = the chosen point, end = where the move ended (1.5), velocity =
                         the vector tried, number = nitros used, good_brakes, turbo_boosts = used,
                         second = 1 if a later event of the same move says where the car is,
                         outside: it began outside and stays there, returned: it began outside and
                         came back to the track */
    EVENT_CHECKPOINT, /* number */
    EVENT_LAP,        /* number: the lap that the car is in now, second = laps of the race, or -1
                         when the line was crossed backward */
    EVENT_TURBO,      /* velocity = the shift */
    EVENT_LEFT_TRACK, /* end = exit, to = where it goes on (or is left), number = turns missed,
                         damage, second = enum left_track; forced: it had no point to choose and
                         crashed where it stood */
    EVENT_COLLIDED,   /* to = at, struck = bit set of car numbers (bit n: car n), number = turns
                         that the mover misses, second = turns that each struck car misses, damage =
                         the mover's */
    EVENT_SLICK,      /* to = at, number = turns missed for it */
    EVENT_SCORED,     /* number = player, second = points */
    EVENT_FINISHED,
    EVENT_RETIRED,
    EVENT_MISSED, /* one turn struck off; number = turns left to miss */
    EVENT_PLACED, /* number = place */
    EVENT_OVER    /* car 0 */
};

/* What a car does that has left the track. */
enum left_track {
    LEFT_GOES_ON,    /* stands on the track again */
    LEFT_IS_OUT,     /* is out of the race */
    LEFT_RUNS_WIDE,  /* drives on outside */
    LEFT_COMES_BACK, /* drove outside and back within this very move */
};

struct event {
    enum event_type type;
    int car;   /* 1.. */
    int round; /* of a turn that was lost behind the action; 0: the round of what is before it */
    struct point from;
    struct point to;
    struct point velocity;
    struct exact_point end;
    uint64_t struck;
    int number;
    int second;
    int damage;
    int good_brakes;
    int turbo_boosts;
    bool outside;
    bool returned;
    bool forced;
};

/* Zeroed = empty. */
struct event_list {
    struct event *items;
    int count;
    int capacity;
};

struct event *event_add(struct event_list *list, enum event_type type, int car); /* zeroed rest */
void event_list_free(struct event_list *list);
const char *event_type_name(enum event_type type); /* "left_track" */

#endif
