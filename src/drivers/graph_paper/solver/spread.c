/* See spread.h. */
#include "drivers/graph_paper/solver/spread.h"

#include <stdlib.h>

/* RULES 6: what a limiting slick allows. */
static bool is_allowed_on_slick(const struct plan *plan, struct point acceleration)
{
    if (plan->setup.values[FIELD_SLICKS] == SLICKS_COAST)
        return acceleration.x == 0 && acceleration.y == 0;
    return abs(acceleration.x) + abs(acceleration.y) <= 1;
}

static void add_offer(struct offer_list *list, struct offer offer)
{
    list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = offer;
}

/* The car is where no slick is, so its velocity and what it has left decide. */
static void try_offer(struct spread *spread, const struct plan *plan, int store, struct offer offer)
{
    struct store had = plan_store_at(plan, store);
    struct car car = plan_car_in(plan, 0);
    struct move price;
    car.at = (struct point){-SHEET_MAX, -SHEET_MAX};
    car.velocity = offer.signs;
    car.nitros = had.nitros;
    car.good_brakes = had.good_brakes;
    car.turbo_boosts = had.turbo_boosts;
    if (!graph_paper_pays(plan->race, &car, offer.acceleration, &price))
        return;
    struct store left = {had.nitros - price.nitros, had.good_brakes - price.good_brakes,
                         had.turbo_boosts - price.turbo_boosts};
    int after = plan_store_index(plan, left);
    offer.store = store;
    offer.on_slick = after == store && is_allowed_on_slick(plan, offer.acceleration);
    add_offer(&spread->by_store[after], offer);
}

static void try_accelerations(struct spread *spread, const struct plan *plan, int store,
                              struct offer offer)
{
    int farthest = 1 + (plan->store.nitros > 1 ? plan->store.nitros : 1);
    for (int y = -farthest; y <= farthest; y++)
        for (int x = -farthest; x <= farthest; x++) {
            offer.acceleration = (struct point){x, y};
            try_offer(spread, plan, store, offer);
        }
}

struct spread spread_create(const struct plan *plan)
{
    struct spread spread = {.stores = plan->stores};
    bool by_signs = plan->store.good_brakes > 0 || plan->store.turbo_boosts > 0;
    spread.by_store = memory_allocate((size_t)plan->stores, sizeof *spread.by_store);
    for (int store = 0; store < plan->stores; store++) {
        struct offer offer = {.some_signs = by_signs};
        for (int i = 0; i < (by_signs ? 9 : 1); i++) {
            offer.signs = by_signs ? (struct point){i % 3 - 1, i / 3 - 1} : (struct point){0, 0};
            try_accelerations(&spread, plan, store, offer);
        }
    }
    return spread;
}

void spread_free(struct spread *spread)
{
    for (int i = 0; i < spread->stores; i++)
        free(spread->by_store[i].items);
    free(spread->by_store);
}
