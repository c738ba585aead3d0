/* See fewest.h. */
#include "drivers/stock_cars/solver/fewest_inside.h"

#include "base/memory.h"
#include "base/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
    NARROW = 50, /* rows that a turn of a first look goes on from */
    PATIENCE = 8 /* limits that rise by one */
};

/* --- the search ------------------------------------------------------------------------------- */

static bool is_stopped(const struct fewest *fewest)
{
    return budget_has_ended(fewest->budget);
}

/* What is new is what the next turn goes on from, or so many rows of it. */
static void next_turn(struct fewest *fewest, int width)
{
    struct row_list old = fewest->now;
    size_t size = (size_t)fewest->pace->stride * sizeof(lanes);
    for (int i = 0; i < fewest->next.count; i++) {
        struct row *row = fewest->next.items[i];
        row->listed = false;
        if (i < width)
            memcpy(now_of(fewest, row), next_of(fewest, row), size);
        memset(next_of(fewest, row), 0, size);
    }
    fewest->now = fewest->next;
    fewest->now.count = number_smaller(fewest->now.count, width);
    fewest->next = old;
    fewest->next.count = 0;
}

static void keep_layer(struct fewest *fewest)
{
    struct layer *layer = &fewest->layers[fewest->turn % LAYERS];
    size_t stride = (size_t)fewest->pace->stride;
    if (fewest->now.count > layer->places) {
        budget_take(fewest->budget, (size_t)(2 * fewest->now.count - layer->places) *
                                        (sizeof *layer->where + stride * sizeof(lanes)));
        layer->places = 2 * fewest->now.count;
        layer->where = memory_resize(layer->where, (size_t)layer->places, sizeof *layer->where);
        layer->cards =
            memory_resize(layer->cards, (size_t)layer->places * stride, sizeof *layer->cards);
    }
    layer->turn = fewest->turn;
    layer->count = fewest->now.count;
    for (int i = 0; i < layer->count; i++) {
        struct row *row = fewest->now.items[i];
        layer->where[i] = row->place;
        memcpy(layer->cards + (size_t)i * stride, now_of(fewest, row), stride * sizeof(lanes));
    }
}

static void restore_layer(struct fewest *fewest, const struct layer *layer)
{
    size_t stride = (size_t)fewest->pace->stride;
    stock_fewest_forget_rows(fewest);
    fewest->finished = false;
    fewest->turn = layer->turn;
    for (int i = 0; i < layer->count; i++) {
        struct row *row = stock_fewest_row(fewest, layer->where[i]);
        memcpy(now_of(fewest, row), layer->cards + (size_t)i * stride, stride * sizeof(lanes));
        memcpy(row->best, layer->cards + (size_t)i * stride, stride * sizeof(lanes));
        list_add(&fewest->now, row);
    }
}

static struct place start_of(const struct fewest *fewest)
{
    return place_of(fewest, stock_reach_pose(fewest->reach, &fewest->from), fewest->crossings);
}

static void begin_search(struct fewest *fewest)
{
    stock_fewest_forget_rows(fewest);
    fewest->finished = fewest->cut = false;
    fewest->turn = 0; /* before the first */
    stock_fewest_put(fewest, stock_fewest_row(fewest, start_of(fewest)), fewest->from.speed,
                     (lanes){(uint8_t)number_smaller(fewest->wild_cards + 1, CARDS_MOST)});
    next_turn(fewest, INT_MAX);
    fewest->turn = 1;
}

/* Who is not home within so many turns never is. */
static bool is_settled(const struct fewest *fewest, int turns)
{
    const struct pace *pace = fewest->pace;
    const struct steers *steers = fewest->steers;
    return pace->complete && turns >= pace->swept &&
           (!steers || (steers->complete && turns >= steers->swept));
}

/* Turn by turn from where cars are; does one finish within the limit? */
static bool drive_on(struct fewest *fewest, int width, bool keeps)
{
    for (; fewest->turn <= fewest->limit && fewest->now.count > 0; fewest->turn++) {
        bool cut = fewest->cut;
        if (keeps)
            keep_layer(fewest);
        for (int i = 0; i < fewest->now.count; i++) {
            if (is_stopped(fewest))
                return false;
            stock_fewest_drive(fewest, fewest->now.items[i]);
            if (fewest->finished && !fewest->marks)
                return true;
            fewest->finished = false;
        }
        if (is_settled(fewest, fewest->limit - fewest->turn))
            fewest->cut = cut;
        next_turn(fewest, width);
    }
    return false;
}

static void set_limit(struct fewest *fewest, int limit)
{
    stock_pace_sweep(fewest->pace, fewest->special, limit);
    if (fewest->steers)
        stock_steers_sweep(fewest->steers, limit);
    fewest->limit = limit;
}

static bool search(struct fewest *fewest, int limit)
{
    set_limit(fewest, limit);
    begin_search(fewest);
    return drive_on(fewest, INT_MAX, true);
}

/* Where many ways are as good one is soon found among few. */
static bool search_narrowly(struct fewest *fewest, int limit)
{
    set_limit(fewest, limit);
    begin_search(fewest);
    return drive_on(fewest, NARROW, false);
}

/* Where nobody is home within a limit those that came closest may be so in one turn more, which
 * is soon seen. */
static bool search_on(struct fewest *fewest, int limit)
{
    const struct layer *first = &fewest->layers[0];
    bool cut = fewest->cut;
    for (int i = 1; i < LAYERS; i++)
        if (fewest->layers[i].turn < first->turn)
            first = &fewest->layers[i];
    if (3 * first->turn < 2 * limit)
        return false;
    set_limit(fewest, limit);
    restore_layer(fewest, first);
    bool found = drive_on(fewest, INT_MAX, false);
    fewest->cut = cut;
    return found;
}

/* Turns that the start needs at least, as far as moves count. */
static int least_turns(struct fewest *fewest)
{
    struct pace *pace = fewest->pace;
    int place = pace->places[start_of(fewest).index], turns = 0;
    do
        stock_pace_sweep(pace, fewest->special, ++turns);
    while (!is_stopped(fewest) &&
           stock_pace_needs(pace, turns, place)[CHANGES + fewest->from.speed][0] >
               fewest->wild_cards);
    return turns;
}

/* With a higher and higher limit. */
int stock_fewest_find(struct fewest *fewest, int wild_cards, enum stock_special special)
{
    int step = 0;
    fewest->special = special;
    fewest->wild_cards = wild_cards;
    fewest->marks = false;
    fewest->none = 0;
    if (fewest->pace->places[start_of(fewest).index] == PACE_NOWHERE)
        return FEWEST_UNKNOWN;
    int limit = least_turns(fewest);
    fewest->none = limit - 1;
    while (!is_stopped(fewest)) {
        if ((limit == fewest->none + 1 && search_narrowly(fewest, limit)) || search(fewest, limit))
            return fewest->turn;
        if (!fewest->cut || is_stopped(fewest))
            break;
        if (search_on(fewest, limit + 1))
            return fewest->turn;
        fewest->none = limit;
        limit += number_larger(1, step++ - PATIENCE);
    }
    return FEWEST_UNKNOWN;
}

int stock_fewest_more_than(const struct fewest *fewest)
{
    return fewest->none;
}

void stock_fewest_mark(struct fewest *fewest, int turns)
{
    fewest->marks = true;
    search(fewest, turns);
}

/* --- making ----------------------------------------------------------------------------------- */

struct fewest *stock_fewest_make(const struct roads *roads, const struct stock_car *from,
                                 int crossings, int crossings_most, bool repairs,
                                 struct budget *budget)
{
    struct fewest *fewest = memory_allocate(1, sizeof *fewest);
    fewest->budget = budget;
    fewest->reach = stock_reach_make(roads, from, budget);
    if (fewest->reach)
        fewest->pace = stock_pace_make(fewest->reach, from, crossings, crossings_most, repairs);
    if (fewest->pace && !fewest->pace->pits)
        fewest->steers = stock_steers_make(fewest->reach, from->maximum, crossings_most);
    if (budget_has_ended(budget) ||
        !budget_take(budget,
                     (size_t)crossings_most * (size_t)fewest->reach->poses * sizeof(void *))) {
        stock_fewest_free(fewest);
        return NULL;
    }
    fewest->from = *from;
    fewest->crossings = crossings;
    fewest->crossings_most = crossings_most;
    fewest->paid =
        memory_allocate((COSTS - 1) * (size_t)fewest->pace->stride, sizeof *fewest->paid);
    fewest->rows = memory_allocate((size_t)crossings_most * (size_t)fewest->reach->poses,
                                   sizeof(struct row *));
    return fewest;
}

void stock_fewest_free(struct fewest *fewest)
{
    if (!fewest)
        return;
    stock_fewest_forget_rows(fewest);
    for (int i = 0; i < fewest->all.count; i++)
        free(fewest->all.items[i]);
    free(fewest->near);
    for (int i = 0; i < LAYERS; i++) {
        free(fewest->layers[i].where);
        free(fewest->layers[i].cards);
    }
    free(fewest->paid);
    free(fewest->all.items);
    free(fewest->now.items);
    free(fewest->next.items);
    free(fewest->rows);
    stock_steers_free(fewest->steers);
    stock_pace_free(fewest->pace);
    stock_reach_free(fewest->reach);
    free(fewest);
}
