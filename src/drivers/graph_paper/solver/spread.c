/* See spread.h. */
#include "drivers/graph_paper/solver/spread.h"

#include <stdlib.h>
#include <string.h>

/* The car is where no slick is, so its velocity and what it has left decide. */
static void add_offers(struct spread *spread, const struct plan *plan, struct offer offer)
{
    struct store had = plan_store_at(plan, offer.store);
    struct car car = plan_car_in(plan, 0);
    struct move move;
    car.at = (struct point){-SHEET_MAX, -SHEET_MAX};
    car.velocity = offer.signs;
    car.nitros = had.nitros;
    car.good_brakes = had.good_brakes;
    car.turbo_boosts = had.turbo_boosts;
    struct payable payable = graph_paper_payable(plan->race, &car);
    while (graph_paper_next(&payable, &move)) {
        struct store left = {had.nitros - move.nitros, had.good_brakes - move.good_brakes,
                             had.turbo_boosts - move.turbo_boosts};
        struct offer_list *list = &spread->by_store[plan_store_index(plan, left)];
        offer.acceleration = move.acceleration;
        if (graph_paper_cost(&move) == 0)
            continue;
        list->items = array_grow(list->items, list->count, &list->capacity, sizeof *list->items);
        list->items[list->count++] = offer;
    }
}

struct spread spread_create(const struct plan *plan)
{
    bool two = plan->store.good_brakes > 0 || plan->store.turbo_boosts > 0;
    int nitros = plan->store.nitros;
    struct spread spread = {
        .stores = plan->stores,
        .farthest = 1 + (nitros > 0 ? nitros : two),
        .by_nitros = !two,
        .four = plan->setup.values[FIELD_ACCELERATION] == ACCELERATION_FOUR,
    };
    spread.by_store = memory_allocate((size_t)plan->stores, sizeof *spread.by_store);
    for (int store = 0; store < plan->stores; store++) {
        struct offer offer = {.store = store, .some_signs = two};
        for (int i = 0; i < (two ? 9 : 0); i++) {
            offer.signs = (struct point){i % 3 - 1, i / 3 - 1};
            add_offers(&spread, plan, offer);
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

/* --- rooms ------------------------------------------------------------------------------------ */

struct spread_room spread_room_create(const struct spread *spread)
{
    return (struct spread_room){
        .has = memory_allocate((size_t)spread->stores, sizeof(bool)),
    };
}

void spread_room_free(struct spread_room *room)
{
    free(room->has);
    free(room->moves);
    free(room->states);
}

void spread_room_open(struct spread_room *room, const struct spread *spread,
                      struct point_range moves)
{
    int margin = spread->farthest + 1;
    struct point aside = {margin, margin};
    room->box =
        (struct point_range){point_subtract(moves.low, aside), point_add(moves.high, aside)};
    room->across = room->box.high.x - room->box.low.x + 1;
    room->up = room->box.high.y - room->box.low.y + 1;
    size_t words = (size_t)spread->stores * (size_t)room->across * (size_t)room->up;
    if (words > room->capacity) {
        room->moves = memory_resize(room->moves, words, sizeof *room->moves);
        room->states = memory_resize(room->states, words, sizeof *room->states);
        room->capacity = words;
    }
    memset(room->moves, 0, words * sizeof *room->moves);
    memset(room->states, 0, words * sizeof *room->states);
    memset(room->has, 0, (size_t)spread->stores * sizeof *room->has);
}

/* --- accelerations ---------------------------------------------------------------------------- */

/* One step to the four sides, but for the outermost rows and columns. */
static void add_cross(const struct spread_room *room, const uint64_t *words, uint64_t *into)
{
    int across = room->across;
    int end = across * (room->up - 1) - 1;
    for (int i = across + 1; i < end; i++)
        into[i] |= words[i] | words[i - 1] | words[i + 1] | words[i - across] | words[i + across];
}

/* One step to the eight sides. */
static void add_box(const struct spread_room *room, const uint64_t *words, uint64_t *into)
{
    int across = room->across;
    int end = across * (room->up - 1) - 1;
    for (int i = across + 1; i < end; i++) {
        const uint64_t *low = words + i - across;
        const uint64_t *high = words + i + across;
        into[i] |= words[i] | words[i - 1] | words[i + 1] | low[0] | low[-1] | low[1] | high[0] |
                   high[-1] | high[1];
    }
}

/* The part of a range in which numbers have a sign. */
static void keep_sign(int sign, int *first, int *last)
{
    if (sign <= 0 && *last > -(sign < 0))
        *last = -(sign < 0);
    if (sign >= 0 && *first < (sign > 0))
        *first = sign > 0;
}

static void take_offer(const struct spread_room *room, const struct offer *offer, int after)
{
    struct point a = offer->acceleration;
    struct point_range box = room->box; /* of states */
    box.low = point_add(box.low, (struct point){a.x > 0 ? 0 : -a.x, a.y > 0 ? 0 : -a.y});
    box.high = point_subtract(box.high, (struct point){a.x > 0 ? a.x : 0, a.y > 0 ? a.y : 0});
    if (offer->some_signs) {
        keep_sign(offer->signs.x, &box.low.x, &box.high.x);
        keep_sign(offer->signs.y, &box.low.y, &box.high.y);
    }
    for (struct point to = box.low; to.y <= box.high.y; to.y++) {
        uint64_t *states = room->states + spread_index(room, offer->store, to);
        const uint64_t *moves = room->moves + spread_index(room, after, point_add(to, a));
        for (int i = 0; i <= box.high.x - box.low.x; i++)
            states[i] |= moves[i];
    }
}

void spread_run(const struct spread *spread, struct spread_room *room)
{
    size_t words = (size_t)room->across * (size_t)room->up;
    for (int store = spread->stores - 1; store >= 0; store--) {
        const struct offer_list *offers = &spread->by_store[store];
        for (int i = 0; room->has[store] && i < offers->count; i++)
            take_offer(room, &offers->items[i], store);
    }
    for (int store = 0; store < spread->stores; store++) {
        uint64_t *states = room->states + (size_t)store * words;
        if (room->has[store])
            (spread->four ? add_cross : add_box)(room, room->moves + (size_t)store * words, states);
        if (spread->by_nitros && store > 0)
            add_cross(room, states - words, states);
    }
}
