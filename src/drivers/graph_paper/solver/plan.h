/* What a search for the fewest rounds is about, and what does not change while it runs: the sheet,
 * the velocities that can occur, layers, and moves that pass something.
 *
 * A **layer** says how far the race has come: net crossings, or laps opened and the checkpoint
 * passed last. A **store** is what is left of nitros, brakes and boosts. A **plane** is a layer
 * with a store. A move is known by the point that it starts from, its vector, and the plane that it
 * starts in.
 */
#ifndef GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_PLAN_H
#define GRAPHPRIX_DRIVERS_GRAPH_PAPER_SOLVER_PLAN_H

#include "drivers/graph_paper/solver/ways.h"
#include "rules/graph_paper/graph_paper.h"

/* Tiles of 8 x 8 velocities are numbered in so many bits. */
enum { PLAN_TILE_BITS = 14 };
/* Net crossings below this are not looked at: whoever goes back so far has to come back. */
enum { CROSSINGS_LOWEST = -2 };

/* What is left, or what an acceleration takes. */
struct store {
    int nitros, good_brakes, turbo_boosts;
};

/* How fast a car can be on one axis of a sheet with turbo areas, and from where: what can happen if
 * nothing but that axis counts, so that everything that does happen is among it. */
struct reach {
    int fastest;     /* of any move, also of one off the sheet */
    int *low, *high; /* where moves can begin, by speed + fastest; low > high: nowhere */
};

struct plan {
    struct setup setup; /* one player's, without extras unless they were asked for */
    struct race *race;  /* as it begins; asked for rules only */
    struct ways ways;
    struct bits slick;  /* grid points on slicks, if they matter */
    struct point reach; /* the highest velocity on each axis */
    int across;         /* 2 reach.x + 1 */
    int velocities;
    int step;  /* how much faster on an axis each round */
    int spare; /* how much faster than by that a car may be */
    bool has_turbo;
    struct reach across_reach, up_reach; /* with turbo areas, if they were found */
    bool has_checkpoints;
    int layers;
    struct store store; /* at the start */
    int stores, planes;
    struct point_range
        *features; /* where moves may pass something; the first is the finish line's */
    int feature_count;
    struct point *shifts; /* that turbo areas may add up to, (0, 0) first */
    int shift_count;
};

/* The set-up is of a race and has passed its check; its track is borrowed. With `any_speed` also
 * speeds are looked at that only the set-up's extras can give. False and the error if it is more
 * than can be looked at. */
bool plan_make(struct plan *plan, const struct setup *setup, bool with_extras, bool any_speed,
               struct error *error);
void plan_free(struct plan *plan);

int plan_layer_of(const struct plan *plan, const struct car *car); /* -1: not looked at */
/* A car in the layer with all its store. */
struct car plan_car_in(const struct plan *plan, int layer);
int plan_store_index(const struct plan *plan, struct store store);
struct store plan_store_at(const struct plan *plan, int index);

static inline struct point plan_velocity_at(const struct plan *plan, int index)
{
    return (struct point){index % plan->across - plan->reach.x,
                          index / plan->across - plan->reach.y};
}

static inline bool plan_has_velocity(const struct plan *plan, struct point velocity)
{
    return velocity.x >= -plan->reach.x && velocity.x <= plan->reach.x &&
           velocity.y >= -plan->reach.y && velocity.y <= plan->reach.y;
}

/* From where could a car that has come by its velocity make this move, as far as the sheet's size
 * tells? */
struct point_range plan_find_origins(const struct plan *plan, struct point move);

/* Of the points of a word, those from which the whole move crosses the finish line, wherever walls
 * are. */
struct plan_crossers {
    uint64_t forward, backward;
};
struct plan_crossers plan_find_crossers(const struct plan *plan, struct point move,
                                        struct point corner, uint64_t word);
/* Where moves begin whose boxes meet that of the feature. */
struct point_range plan_find_near(const struct plan *plan, int feature, struct point move);

#endif
