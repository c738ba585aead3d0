/* See last.h. */
#include "rules/last.h"

#include "rules/game.h"

#include <stdio.h>
#include <string.h>

static const char LAST_FIRST[] = "loser_first";

/* The field that goes by the race before; -1: none does. */
static int asking_field(const struct setup *setup)
{
    const struct rule_table *table = setup->game->table;
    int handicap = fields_find(table, "handicap");
    for (int i = 0; i < table->field_count; i++)
        if (table->fields[i].choices &&
            strcmp(table->fields[i].choices[setup->values[i]].name, LAST_FIRST) == 0)
            return i;
    return handicap >= 0 && setup->values[handicap] > 0 ? handicap : -1;
}

bool last_is_asked_for(const struct setup *setup)
{
    return asking_field(setup) >= 0;
}

void last_ask_for_order(struct setup *setup)
{
    const struct rule_table *table = setup->game->table;
    for (int i = 0; i < table->field_count; i++)
        for (int k = 0; k < table->fields[i].choice_count; k++)
            if (strcmp(table->fields[i].choices[k].name, LAST_FIRST) == 0 &&
                setup->values[i] == table->fields[i].defaults[setup->preset])
                setup->values[i] = k;
}

bool last_check(const struct setup *setup, int cars, struct error *error)
{
    uint64_t seen = 0;
    int field = asking_field(setup);
    if (field < 0 || setup->last_count == 0)
        return true;
    for (int i = 0; i < setup->last_count && setup->last_count == cars; i++)
        if (setup->last[i] >= 1 && setup->last[i] <= cars)
            seen |= UINT64_C(1) << setup->last[i];
    if (seen == (UINT64_C(2) << cars) - 2)
        return true;
    const struct rule_table *table = setup->game->table;
    const char *name = table->fields[field].name;
    char instead[80];
    snprintf(instead, sizeof instead,
             table->fields[field].choices ? "{%s=random} or {%s=listed}" : "0", name, name);
    return fields_refuse(table, setup->values, field, error,
                         "{%s} needs the places of all %d cars in the race before, each once: "
                         "it may be %s",
                         name, cars, instead);
}

void last_order(const struct setup *setup, int field, int cars_each, struct random *random,
                int order[PLAYER_LIMIT])
{
    const char *way = setup->game->table->fields[field].choices[setup->values[field]].name;
    bool listed = strcmp(way, "listed") == 0, last_first = strcmp(way, LAST_FIRST) == 0;
    for (int i = 0; i < setup->players; i++)
        order[i] = i + 1;
    for (int i = setup->players - 1; !listed && !last_first && i > 0; i--) {
        int other = (int)random_below(random, (uint32_t)i + 1), player = order[i];
        order[i] = order[other];
        order[other] = player;
    }
    unsigned seen = 0;
    for (int i = 0, left = setup->players; last_first && i < setup->last_count; i++) {
        int player = (setup->last[i] - 1) / cars_each + 1;
        if (!(seen >> player & 1))
            order[--left] = player;
        seen |= 1u << player;
    }
}

int last_handicap(const struct setup *setup, int car)
{
    int field = fields_find(setup->game->table, "handicap"), behind = 0;
    while (behind < setup->last_count && setup->last[behind] != car)
        behind++;
    return behind < setup->last_count ? behind * setup->values[field] : 0;
}
