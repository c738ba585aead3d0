/* Random maps, set-ups and orders of stock cars; all of it follows from one generator, so a seed
 * tells everything. No two draws stand in one call: compilers order them differently.
 */
#ifndef GRAPHPRIX_TESTS_STOCK_RANDOM_H
#define GRAPHPRIX_TESTS_STOCK_RANDOM_H

#include "base/number.h"
#include "rules/stock_cars/stock_cars.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int random_from_to(struct random *random, int least, int most)
{
    return least + (int)random_below(random, (uint32_t)(most - least + 1));
}

static inline bool random_chance(struct random *random, int percent)
{
    return (int)random_below(random, 100) < percent;
}

static inline char random_letter(struct random *random, const char *letters)
{
    return letters[random_below(random, (uint32_t)strlen(letters))];
}

/* --- maps ------------------------------------------------------------------------------------- */

enum { RANDOM_SIDE = 24 };

/* A ring round a hole, the race going north on its left side, with pits in the hole or without;
 * rows[0] is the lowest. */
struct random_map {
    int width, height;
    char rows[RANDOM_SIDE][RANDOM_SIDE + 1];
};

static inline void random_pits(struct random *random, struct random_map *map, int x, int from,
                               int to)
{
    int mark = random_from_to(random, from + 1, to - 1);
    for (int y = from; y <= to; y++)
        map->rows[y][x] = y == from || y == to ? '#' : y == mark ? 'P' : 'p';
}

static inline void random_starts(struct random *random, struct random_map *map, int across,
                                 int line)
{
    int wanted = random_from_to(random, 1, 8);
    char number = '1';
    for (int y = line - 1; y >= 0; y--)
        for (int x = 0; x < across && number < '1' + wanted; x++)
            if (map->rows[y][x] == '*')
                map->rows[y][x] = number++;
}

static inline void random_ground(struct random *random, struct random_map *map, int line,
                                 const char *kinds)
{
    for (int patch = random_from_to(random, 0, 4); patch > 0; patch--) {
        char kind = random_letter(random, kinds);
        int share = random_from_to(random, 20, 100);
        int left = random_from_to(random, 0, map->width - 1);
        int low = random_from_to(random, 0, map->height - 1);
        for (int y = low; y < low + 5 && y < map->height; y++)
            for (int x = left; x < left + 5 && x < map->width; x++)
                if (y != line && map->rows[y][x] == '*' && random_chance(random, share))
                    map->rows[y][x] = kind;
    }
}

static inline struct random_map random_ring(struct random *random)
{
    struct random_map map = {0};
    int left = random_from_to(random, 1, 4);
    int right = random_from_to(random, 1, 4);
    int low = random_from_to(random, 2, 4);
    int top = random_from_to(random, 1, 4);
    int hole_width = random_from_to(random, 1, 8);
    int hole_height = random_from_to(random, 2, 14);
    map.width = left + hole_width + right;
    map.height = low + hole_height + top;
    for (int y = 0; y < map.height; y++)
        for (int x = 0; x < map.width; x++)
            map.rows[y][x] =
                x >= left && x < left + hole_width && y >= low && y < low + hole_height ? ' ' : '*';
    int line = random_from_to(random, low, low + hole_height - 1);
    memset(map.rows[line], 'F', (size_t)left);
    if (hole_width >= 3 && hole_height >= 3 && random_chance(random, 60))
        random_pits(random, &map, left + 1, low, low + hole_height - 1);
    random_starts(random, &map, left, line);
    random_ground(random, &map, line, "ob.Ssb.");
    return map;
}

/* NULL if the check refuses it. */
static inline struct course random_course(struct random *random)
{
    struct random_map map = random_ring(random);
    struct text text = {0};
    struct error error = {0};
    int sand = 0, bags = 0;
    for (int i = 0; i < RANDOM_SIDE; i++)
        for (const char *tile = map.rows[i]; *tile != '\0'; tile++) {
            sand += *tile == '.' || *tile == 'S' || *tile == 's';
            bags += *tile == 'S' || *tile == 's';
        }
    int laps = random_from_to(random, 1, 3);
    int sandbags = random_from_to(random, bags, sand);
    text_append_format(&text, "name: Ring\nrace: N\nturn: %s\nlaps: %d\nsandbags: %d\n\n",
                       random_chance(random, 50) ? "left" : "right", laps, sandbags);
    for (int y = map.height - 1; y >= 0; y--)
        text_append_format(&text, "%s\n", map.rows[y]);
    struct course course = course_read(&stock_cars_game, text.data, text.length, &error);
    text_free(&text);
    return course;
}

/* --- set-ups ---------------------------------------------------------------------------------- */

static inline struct setup random_setup(struct random *random, struct course course)
{
    static const int maxima[] = {6, 6, 7, 9, 12, 30};
    static const int cards[] = {0, 1, 4, 8, 20};
    int preset = random_from_to(random, 0, STOCK_PRESET_COUNT - 1);
    struct setup setup = setup_from_preset(&stock_cars_game, preset);
    setup.course = course;
    setup.players = random_from_to(random, 1, stock_map_of(&setup)->starts);
    setup.seed = random_next(random);
    setup.values[STOCK_LAPS] = random_from_to(random, 0, 3);
    setup.values[STOCK_WILD_CARDS] = cards[random_below(random, 5)];
    setup.values[STOCK_MAX_SPEED] = maxima[random_below(random, 6)];
    setup.values[STOCK_ROUND_LIMIT] = random_from_to(random, 10, 60);
    static const int two[] = {STOCK_SPECIALS, STOCK_SLIPSTREAM, STOCK_OFF_TRACK, STOCK_CRASH,
                              STOCK_OIL,      STOCK_SANDBAGS,   STOCK_ORDERS};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        setup.values[two[i]] = random_from_to(random, 0, 1);
    return setup;
}

/* --- orders ----------------------------------------------------------------------------------- */

static const char *const random_specials[] = {"special turbo", "special swaybars",
                                              "special performance", "special none"};

/* So many moves with a steer here and there, seconds marked as if they cost. */
static inline void random_moves(struct random *random, int moves, struct text *order)
{
    int seen[2] = {0};
    int chance = random_from_to(random, 0, 4) * 60 / (moves + 1);
    for (int i = 0; i < moves; i++) {
        int side = random_from_to(random, 0, 1);
        if (!random_chance(random, chance) || seen[side] == 2)
            text_append(order, "M");
        else if (seen[side]++ == 0)
            text_append(order, side ? "R" : "L");
        else
            text_append(order, seen[0] + seen[1] == 4 ? "M" : side ? "(R+1)" : "(L+1)");
    }
}

static inline void random_try(struct random *random, const struct race *race, int car,
                              struct text *order)
{
    struct stock_speed speeds[STOCK_SPEEDS];
    bool slipstream;
    int count = stock_speeds(race, car, speeds, &slipstream);
    const struct stock_speed *speed = &speeds[random_below(random, (uint32_t)count)];
    text_clear(order);
    text_append(order, speed->changes);
    random_moves(random, speed->speed, order);
    if (speed->speed > 0 && random_chance(random, 25))
        text_append(order, random_chance(random, 50) ? "A" : "B");
    if (order->length == 0)
        text_append(order, "-");
}

/* Steps from each tile to the next crossing of the line; FAR where there is no way. */
struct random_guide {
    const struct stock_map *map;
    int far[RANDOM_SIDE][RANDOM_SIDE]; /* [y][x] */
};
enum { FAR = 9999 };

static inline int random_crossing(const struct stock_map *map, struct point from, struct point to)
{
    struct point race = heading_steps[map->race];
    int forward = (to.x - from.x) * race.x + (to.y - from.y) * race.y;
    int change = stock_map_on_line(map, to) - stock_map_on_line(map, from);
    return change * forward > 0 ? change : 0;
}

static inline int *random_far(struct random_guide *guide, struct point at)
{
    return &guide->far[at.y][at.x];
}

/* Again and again until nothing becomes shorter. */
static inline struct random_guide random_measure(const struct stock_map *map)
{
    struct random_guide guide = {.map = map};
    bool shorter = true;
    for (int i = 0; i < RANDOM_SIDE * RANDOM_SIDE; i++)
        guide.far[i / RANDOM_SIDE][i % RANDOM_SIDE] = FAR;
    while (shorter) {
        shorter = false;
        for (int i = 0; i < map->width * map->height * HEADING_COUNT; i++) {
            struct point from = {i / HEADING_COUNT % map->width, i / HEADING_COUNT / map->width};
            struct point to = point_add(from, heading_steps[i % HEADING_COUNT]);
            if (stock_map_tile(map, from) == TILE_OFF || stock_map_tile(map, to) == TILE_OFF ||
                random_crossing(map, from, to) < 0)
                continue;
            int steps = random_crossing(map, from, to) > 0 ? 1 : *random_far(&guide, to) + 1;
            shorter |= steps < *random_far(&guide, from);
            *random_far(&guide, from) =
                steps < *random_far(&guide, from) ? steps : *random_far(&guide, from);
        }
    }
    return guide;
}

/* What an order is worth, by how far it leaves the line and whether the next tile is on the track;
 * each tile of the pits counts so much besides, and so does each tile of speed in them. */
static inline int random_worth(struct random_guide *guide, const struct race *race, int car,
                               const char *order, int pits)
{
    struct stock_trial trial = {0};
    struct error error = {0};
    if (!stock_try(race, car, order, &trial, &error))
        return -FAR;
    struct point next = point_add(trial.ends.at, heading_steps[trial.ends.heading]);
    int worth = -3 * *random_far(guide, trial.ends.at) - 60 * trial.off_track -
                (stock_map_tile(guide->map, next) == TILE_OFF ? 4 * trial.speed : 0) +
                300 * (trial.ends.crossings - stock_car(race, car)->crossings);
    for (int i = 0; i < trial.path_count; i++)
        worth += tile_is_pit(stock_tile(race, trial.path[i].at)) ? pits : 0;
    worth += trial.ends.pit != PIT_OUT ? pits * trial.ends.speed : 0;
    stock_trial_free(&trial);
    return worth;
}

/* An action of a car that owes one. */
static inline void random_action(struct random *random, struct random_guide *guide,
                                 const struct race *race, int car, struct text *action)
{
    struct text order = {0};
    int best = -FAR;
    text_clear(action);
    if (stock_choosing_specials(race)) {
        text_append(action, random_specials[random_below(random, 4)]);
        return;
    }
    int pits = random_chance(random, 50) ? 20 : 0;
    for (int tries = random_from_to(random, 1, 30); tries > 0; tries--) {
        random_try(random, race, car, &order);
        int worth = random_worth(guide, race, car, text_string(&order), pits);
        if (worth <= best)
            continue;
        best = worth;
        text_clear(action);
        text_append(action, text_string(&order));
    }
    if (action->length == 0)
        text_append(action, "retire");
    text_free(&order);
}

#endif
