/* Random tracks, set-ups and drivers for tests of the rules; all of it follows from one generator,
 * so a seed tells everything. No two draws stand in one call: compilers order them differently.
 */
#ifndef GRAPHPRIX_TESTS_RULES_RANDOM_H
#define GRAPHPRIX_TESTS_RULES_RANDOM_H

#include "base/text.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/svg.h"

#include <stdio.h>
#include <stdlib.h>

static inline int random_from_to(struct random *random, int least, int most)
{
    return least + (int)random_below(random, (uint32_t)(most - least + 1));
}

static inline bool random_chance(struct random *random, int percent)
{
    return (int)random_below(random, 100) < percent;
}

/* Twelve directions, 1024 long. */
static const struct point random_directions[12] = {
    {1024, 0},  {887, 512},   {512, 887},   {0, 1024},  {-512, 887}, {-887, 512},
    {-1024, 0}, {-887, -512}, {-512, -887}, {0, -1024}, {512, -887}, {887, -512},
};

/* A loop round the centre of a sheet, each vertex `least` to `most` percent of the way out, rounded
 * to multiples of `unit` (fine). Without a unit of a square or more the loops of 30..50 and 75..100
 * percent never touch. */
static inline void random_loop(struct random *random, int width, int height, int least, int most,
                               int unit, struct text *svg)
{
    text_append(svg, "<polygon class='wall' points='");
    for (int i = 0; i < 12; i++) {
        int part = random_from_to(random, least, most);
        int x = width * FINE / 2 + random_directions[i].x * (width / 2) * part / 100;
        int y = height * FINE / 2 + random_directions[i].y * (height / 2) * part / 100;
        text_append(svg, i == 0 ? "" : " ");
        text_append_fine(svg, (x + unit / 2) / unit * unit);
        text_append(svg, ",");
        text_append_fine(svg, (y + unit / 2) / unit * unit);
    }
    text_append(svg, "'/>");
}

static inline void random_slicks(struct random *random, int width, int height, struct text *svg)
{
    for (int i = random_from_to(random, 0, 3); i > 0; i--) {
        text_append(svg, "<polygon class='slick' points='");
        for (int vertex = 0; vertex < 3; vertex++) {
            int x = random_from_to(random, 0, width);
            int y = random_from_to(random, 0, height);
            text_append_format(svg, "%d,%d ", x, y);
        }
        text_append(svg, "'/>");
    }
}

static inline void random_line(const char *role, struct point from, struct point to,
                               struct text *svg)
{
    text_append_format(svg, "<line class='%s' x1='%d' y1='%d' x2='%d' y2='%d'/>", role, from.x,
                       from.y, to.x, to.y);
}

/* A ring with its line from the block to the right edge of the sheet, level or slanted, crossed one
 * way or the other. */
static inline void random_ring(struct random *random, int width, int height, struct text *svg)
{
    static const int units[] = {FINE, FINE / 2, FINE / 4, 1};
    int unit = units[random_below(random, 4)];
    random_loop(random, width, height, 75, 100, unit, svg);
    random_loop(random, width, height, 30, 50, unit, svg);
    struct point inner = {width / 2, height / 2};
    struct point outer = {width, height / 2 + random_from_to(random, -2, 2)};
    bool turn = random_chance(random, 50);
    random_line("start finish", turn ? outer : inner, turn ? inner : outer, svg);
}

/* A band from left to right with a start line and a finish line. */
static inline void random_band(struct random *random, int width, int height, struct text *svg)
{
    text_append(svg, "<polygon class='wall' points='");
    for (int x = 0; x <= width; x += width / 4) {
        int y = random_from_to(random, 0, 2);
        text_append_format(svg, "%d,%d.%d ", x, y, random_from_to(random, 0, 9));
    }
    for (int x = width; x >= 0; x -= width / 4) {
        int y = height - 1 - random_from_to(random, 0, 2);
        text_append_format(svg, "%d,%d.%d ", x, y, random_from_to(random, 0, 9));
    }
    text_append(svg, "'/>");
    random_line("start", (struct point){2, 0}, (struct point){2, height}, svg);
    random_line("finish", (struct point){width - 3, 0}, (struct point){width - 3, height}, svg);
}

static inline void random_track_svg(struct random *random, struct text *svg)
{
    int width = 4 * random_from_to(random, 4, 6);
    int height = 2 * random_from_to(random, 5, 9);
    text_append_format(svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'>", width,
                       height);
    if (random_chance(random, 80)) {
        random_ring(random, width, height, svg);
    } else {
        random_band(random, width, height, svg);
    }
    random_slicks(random, width, height, svg);
    text_append(svg, "</svg>");
}

/* Tries until a track passes the checks of the reader. */
static inline struct track *random_track(struct random *random)
{
    for (int tries = 0; tries < 1000; tries++) {
        struct text svg = {0};
        struct error error = {0};
        random_track_svg(random, &svg);
        struct track *track = svg_read_track(svg.data, svg.length, &error);
        text_free(&svg);
        if (track != NULL) {
            return track;
        }
    }
    fprintf(stderr, "no random track was good\n");
    abort();
}

static inline void random_value(struct random *random, struct setup *setup,
                                enum graph_paper_field field, int least, int most)
{
    if (random_chance(random, 50)) {
        setup->values[field] = random_from_to(random, least, most);
    }
}

/* Any combination of what is served, short enough to be played out often. */
static inline struct setup random_setup(struct random *random, const struct track *track)
{
    static const int presets[] = {PRESET_RACING_CAR, PRESET_BABYLON, PRESET_CLASSROOM};
    struct setup setup = setup_from_preset(&graph_paper_rules, presets[random_below(random, 3)]);
    setup.track = track;
    setup.players = random_chance(random, 80) ? random_from_to(random, 1, 4)
                                              : random_from_to(random, 5, PLAYER_LIMIT);
    setup.seed = random_next(random);
    random_value(random, &setup, FIELD_ACCELERATION, ACCELERATION_EIGHT, ACCELERATION_FOUR);
    random_value(random, &setup, FIELD_OFF_TRACK, OFF_TRACK_RESUME, OFF_TRACK_RETIRE);
    random_value(random, &setup, FIELD_WALL_MISSED_TURNS, 0, 2);
    if (random_chance(random, 50)) {
        setup.values[FIELD_COLLISION] = COLLISION_CRASH;
    }
    random_value(random, &setup, FIELD_MOVER_MISSED_TURNS, 0, 3);
    random_value(random, &setup, FIELD_STRUCK_MISSED_TURNS, 0, 3);
    random_value(random, &setup, FIELD_NITROS, 0, 3);
    setup.values[FIELD_SLICKS] = random_chance(random, 50) ? SLICKS_SPIN : SLICKS_OFF;
    random_value(random, &setup, FIELD_SLICK_MISSED_TURNS, 0, 3);
    random_value(random, &setup, FIELD_START, START_LINE, START_BEHIND);
    random_value(random, &setup, FIELD_GRID_DEPTH, 1, 5);
    random_value(random, &setup, FIELD_CHOOSE, CHOOSE_WITH_FIRST_MOVE, CHOOSE_REVERSE);
    random_value(random, &setup, FIELD_ORDER, ORDER_RANDOM, ORDER_LISTED);
    random_value(random, &setup, FIELD_LAPS, 1, 2);
    setup.values[FIELD_ROUND_LIMIT] = random_from_to(random, 10, 30);
    return setup;
}

/* Mostly the way round that the line asks for, at a speed that often ends in a wall. */
static inline int64_t random_worth(const struct setup *setup, const struct move *move)
{
    const struct track *track = setup->track;
    struct point centre = {track->width / 2, track->height / 2};
    struct point line = point_subtract(track->start.to, track->start.from);
    if (track->open) {
        return move->to.x - move->from.x;
    }
    bool left = line.x > 0;
    int64_t turned = point_cross(centre, move->from, move->to);
    return left ? turned : -turned;
}

static inline const struct move *random_move(struct random *random, const struct setup *setup,
                                             const struct move_list *moves)
{
    const struct move *best = &moves->items[random_below(random, (uint32_t)moves->count)];
    if (random_chance(random, 30)) {
        return best;
    }
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->items[i];
        bool good = move->outcome == OUTCOME_CLEAR || move->outcome == OUTCOME_FINISH;
        if (good && (best->outcome == OUTCOME_OFF_TRACK ||
                     random_worth(setup, move) > random_worth(setup, best))) {
            best = move;
        }
    }
    return best;
}

/* Appends an action of the car to move. */
static inline void random_action(struct random *random, const struct race *race,
                                 struct move_list *moves, struct text *into)
{
    const struct setup *setup = graph_paper_setup(race);
    const struct car *car = graph_paper_car(race, graph_paper_rules.to_move(race));
    struct graph_paper_action action = {0};
    if (car->status == CAR_WAITING) {
        struct point_list starts = {0};
        graph_paper_starts(race, &starts);
        action.start = starts.items[random_below(random, (uint32_t)starts.count)];
        free(starts.items);
        action.has_start = graph_paper_rules.round(race) > 0;
    }
    if (car->status == CAR_WAITING && !action.has_start) {
        action.to = action.start;
    } else {
        graph_paper_moves(race, action.has_start ? &action.start : NULL, moves);
        action.to = random_move(random, setup, moves)->to;
    }
    graph_paper_print_action(&action, into);
}

#endif
