/* Random tracks, set-ups and drivers for tests of the rules; all of it follows from one generator,
 * so a seed tells everything. No two draws stand in one call: compilers order them differently.
 */
#ifndef GRAPHPRIX_TESTS_RULES_RANDOM_H
#define GRAPHPRIX_TESTS_RULES_RANDOM_H

#include "base/text.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

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

static inline void random_triangle(struct random *random, int width, int height, struct text *svg)
{
    text_append(svg, " points='");
    for (int vertex = 0; vertex < 3; vertex++) {
        int x = random_from_to(random, 0, width);
        int y = random_from_to(random, 0, height);
        text_append_format(svg, "%d,%d ", x, y);
    }
    text_append(svg, "'/>");
}

static inline void random_areas(struct random *random, int width, int height, struct text *svg)
{
    for (int i = random_from_to(random, 0, 3); i > 0; i--) {
        text_append(svg, "<polygon class='slick'");
        random_triangle(random, width, height, svg);
    }
    for (int i = random_from_to(random, -1, 2); i > 0; i--) {
        int x = random_from_to(random, -2, 2);
        int y = random_from_to(random, 1, 2);
        text_append_format(svg, "<polygon class='turbo' data-arrow='%d %d'", x,
                           random_chance(random, 50) ? y : -y);
        random_triangle(random, width, height, svg);
    }
}

/* Groups of points, some of them neighbours. */
static inline void random_checkpoints(struct random *random, int width, int height,
                                      struct text *svg)
{
    int count = random_from_to(random, -1, 3);
    for (int number = 1; number <= count; number++) {
        int x = random_from_to(random, 3, width - 3);
        int y = random_from_to(random, 3, height - 3);
        text_append_format(svg, "<polyline class='checkpoint' data-number='%d' points='", number);
        for (int i = random_from_to(random, 1, 6); i > 0; i--) {
            text_append_format(svg, "%d,%d ", x, y);
            x += random_from_to(random, 0, 1) * random_from_to(random, 0, 2);
            y += random_from_to(random, -1, 1);
            x = x < width ? x : width;
            y = y < 0 ? 0 : y > height ? height : y;
        }
        text_append(svg, "'/>");
    }
}

/* The same point twice is refused, and then another track is drawn. */
static inline void random_inspected(struct random *random, int width, int height, struct text *svg)
{
    int count = random_chance(random, 30) ? random_from_to(random, 1, 8) : 0;
    for (int i = 0; i < count; i++) {
        int x = random_from_to(random, 0, width);
        int y = random_from_to(random, 0, height);
        const char *role = random_chance(random, 60) ? "inside" : "outside";
        text_append_format(svg, "<circle class='%s' cx='%d' cy='%d' r='.25'/>", role, x, y);
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

static inline void random_track_svg(struct random *random, bool small, struct text *svg)
{
    int width = 4 * random_from_to(random, small ? 3 : 4, small ? 5 : 6);
    int height = 2 * random_from_to(random, small ? 4 : 5, small ? 6 : 9);
    text_append_format(svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d'>", width,
                       height);
    if (random_chance(random, 80)) {
        random_ring(random, width, height, svg);
    } else {
        random_band(random, width, height, svg);
    }
    random_areas(random, width, height, svg);
    random_checkpoints(random, width, height, svg);
    random_inspected(random, width, height, svg);
    text_append(svg, "</svg>");
}

/* Tries until a track passes the checks of the reader. */
static inline struct track *random_track_of_size(struct random *random, bool small)
{
    for (int tries = 0; tries < 1000; tries++) {
        struct text svg = {0};
        struct error error = {0};
        random_track_svg(random, small, &svg);
        struct track *track = svg_read_track(svg.data, svg.length, &error);
        text_free(&svg);
        if (track != NULL) {
            return track;
        }
    }
    fprintf(stderr, "no random track was good\n");
    abort();
}

static inline struct track *random_track(struct random *random)
{
    return random_track_of_size(random, false);
}

static inline void random_value(struct random *random, struct setup *setup,
                                enum graph_paper_field field, int least, int most)
{
    if (random_chance(random, 50)) {
        setup->values[field] = random_from_to(random, least, most);
    }
}

/* What a derby leaves open (RULES 9, 10). */
static inline void random_derby(struct random *random, struct setup *setup)
{
    setup->values[FIELD_COLLISION] = COLLISION_CRASH;
    setup->values[FIELD_OFF_TRACK] = OFF_TRACK_RESUME;
    setup->values[FIELD_START] = START_ANYWHERE;
    setup->values[FIELD_CHOOSE] = CHOOSE_WITH_FIRST_MOVE;
    setup->values[FIELD_ROUNDS] = random_from_to(random, 5, 30);
    random_value(random, setup, FIELD_CARS_PER_PLAYER, 0, 4);
}

/* The places of a race before. */
static inline void random_last(struct random *random, struct setup *setup, int cars)
{
    setup->last_count = random_chance(random, 80) ? cars : 0;
    for (int i = 0; i < cars; i++) {
        int other = random_from_to(random, 0, i);
        setup->last[i] = setup->last[other];
        setup->last[other] = i + 1;
    }
}

static inline int random_cars(const struct setup *setup)
{
    int each = setup->values[FIELD_CARS_PER_PLAYER];
    each = each != 0 ? each : setup->players == 2 ? 2 : 1;
    return setup->players * (setup->values[FIELD_CONTEST] == CONTEST_DERBY ? each : 1);
}

/* Any combination of fields, short enough to be played out often. */
static inline struct setup random_setup(struct random *random, const struct track *track)
{
    struct setup setup =
        setup_from_preset(&graph_paper_game, (int)random_below(random, PRESET_COUNT));
    setup.course = graph_paper_course(track);
    setup.players = random_chance(random, 80) ? random_from_to(random, 1, 4)
                                              : random_from_to(random, 5, PLAYER_LIMIT);
    setup.seed = random_next(random);
    for (int field = FIELD_ACCELERATION; field <= FIELD_FINISH; field++) {
        const struct rule_field *entry = &graph_paper_game.table->fields[field];
        if (entry->choices != NULL)
            random_value(random, &setup, (enum graph_paper_field)field, 0, entry->choice_count - 1);
    }
    random_value(random, &setup, FIELD_WALL_MISSED_TURNS, 0, 2);
    random_value(random, &setup, FIELD_DAMAGE_LIMIT, 1, 20);
    random_value(random, &setup, FIELD_MOVER_MISSED_TURNS, 0, 3);
    random_value(random, &setup, FIELD_STRUCK_MISSED_TURNS, 0, 3);
    random_value(random, &setup, FIELD_NITROS, 0, 3);
    random_value(random, &setup, FIELD_GOOD_BRAKES, 0, 3);
    random_value(random, &setup, FIELD_TURBO_BOOSTS, 0, 3);
    setup.values[FIELD_TOP_SPEED] = random_chance(random, 30) ? random_from_to(random, 1, 4) : 0;
    random_value(random, &setup, FIELD_SLICK_MISSED_TURNS, 0, 3);
    random_value(random, &setup, FIELD_GRID_DEPTH, 1, 5);
    random_value(random, &setup, FIELD_LAPS, 1, 2);
    setup.values[FIELD_ROUND_LIMIT] = random_from_to(random, 10, 30);
    if (setup.values[FIELD_CONTEST] == CONTEST_DERBY)
        random_derby(random, &setup);
    if (setup.values[FIELD_ORDER] == ORDER_LOSER_FIRST)
        random_last(random, &setup, random_cars(&setup));
    return setup;
}

/* The same for one car with few extras; whether it has a meaning is still to be asked. */
static inline struct setup random_setup_alone(struct random *random, const struct track *track,
                                              int most_nitros)
{
    struct setup setup = random_setup(random, track);
    setup.players = 1;
    setup.last_count = 0;
    setup.values[FIELD_ORDER] = ORDER_LISTED;
    setup.values[FIELD_NITROS] = random_from_to(random, 0, most_nitros);
    setup.values[FIELD_GOOD_BRAKES] = random_from_to(random, 0, 1);
    setup.values[FIELD_TURBO_BOOSTS] = random_from_to(random, 0, 1);
    return setup;
}

/* Mostly the way round that the line asks for, at a speed that often ends in a wall. */
static inline int64_t random_worth(const struct setup *setup, const struct move *move)
{
    const struct track *track = graph_paper_track(setup);
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
    bool derby = setup->values[FIELD_CONTEST] == CONTEST_DERBY;
    for (int i = 0; i < moves->count && derby; i++) {
        if (moves->items[i].outcome == OUTCOME_COLLISION) {
            return &moves->items[i];
        }
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
    const struct car *car = graph_paper_car(race, race_next_car(race));
    struct graph_paper_action action = {0};
    if (car->status == CAR_WAITING) {
        struct point_list starts = {0};
        graph_paper_starts(race, &starts);
        action.start = starts.items[random_below(random, (uint32_t)starts.count)];
        free(starts.items);
        action.has_start = graph_paper_game.round(race) > 0;
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
