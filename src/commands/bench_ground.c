/* Rings and races to measure on. */
#include "commands/bench_ground.h"

#include "base/random.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/svg.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING_WIDTH = 60, RING_HEIGHT = 45, RING_SEED = 1 };

struct ellipse {
    int edges;
    double across;
    double up;
};

/* From the middle every vertex is seen in its turn, so no hand however unsteady makes a wall cross
 * itself. */
static double unsteady(struct random *random)
{
    return 1 + ((double)random_below(random, 1001) - 500) / 50000;
}

/* Walls of few edges are drawn with a ruler. */
static void append_wall(struct text *svg, struct ellipse ellipse, struct random *random)
{
    const double turn = 6.283185307179586;
    text_append(svg, "<path class=\"wall\" d=\"M");
    for (int i = 0; i < ellipse.edges; i++) {
        double angle = turn * (i + 0.5) / ellipse.edges;
        double scale = ellipse.edges > 100 ? unsteady(random) : 1;
        int x = (int)(1000 * (RING_WIDTH / 2.0 + scale * ellipse.across * cos(angle)));
        int y = (int)(1000 * (RING_HEIGHT / 2.0 + scale * ellipse.up * sin(angle)));
        text_append_format(svg, " %d.%03d %d.%03d", x / 1000, x % 1000, y / 1000, y % 1000);
    }
    text_append(svg, " Z\"/>\n");
}

struct track *bench_ring(int outer_edges, int inner_edges)
{
    struct random random = random_seeded(RING_SEED);
    struct text svg = {0};
    text_append_format(&svg,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                       "data-graphprix=\"1\">\n<title>Ring of %d edges</title>\n",
                       RING_WIDTH, RING_HEIGHT, outer_edges + inner_edges);
    append_wall(&svg, (struct ellipse){outer_edges, 28, 21}, &random);
    append_wall(&svg, (struct ellipse){inner_edges, 14, 9}, &random);
    text_append(&svg, "<line class=\"start finish\" x1=\"59\" y1=\"22\" x2=\"38\" y2=\"22\"/>\n"
                      "</svg>\n");
    struct error error = {0};
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    text_free(&svg);
    if (track == NULL)
        fprintf(stderr, "graphprix: the ring to measure on, line %d: %s\n", error.line, error.text);
    assert(track != NULL);
    return track;
}

static const struct move *pick_move(const struct move_list *moves, struct random *random)
{
    const struct move *picked = &moves->items[0];
    uint32_t clear = 0;
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->items[i];
        if (move->outcome == OUTCOME_CLEAR && random_below(random, ++clear) == 0)
            picked = move;
    }
    return picked;
}

static void act_at_random(struct session *session, struct random *random)
{
    const struct race *race = session_race(session);
    const struct car *car = graph_paper_car(race, graph_paper_rules.to_move(race));
    struct graph_paper_action action = {.has_start = car->status == CAR_WAITING};
    struct point_list starts = {0};
    struct move_list moves = {0};
    if (action.has_start) {
        graph_paper_starts(race, &starts);
        action.start = starts.items[random_below(random, (uint32_t)starts.count)];
    }
    graph_paper_moves(race, action.has_start ? &action.start : NULL, &moves);
    action.to = pick_move(&moves, random)->to;
    struct text text = {0};
    graph_paper_print_action(&action, &text);
    struct error error = {0};
    bool done = session_do(session, text.data, &error);
    assert(done);
    (void)done;
    text_free(&text);
    graph_paper_free_moves(&moves);
    free(starts.items);
}

struct session *bench_race(const struct track *track, int players, int nitros, int rounds)
{
    struct setup setup = setup_from_preset(&graph_paper_rules, PRESET_RACING_CAR);
    struct player drivers[PLAYER_LIMIT];
    memset(drivers, 0, sizeof drivers);
    setup.track = track;
    setup.players = players;
    setup.values[FIELD_NITROS] = nitros;
    setup.values[FIELD_LAPS] = 99;
    for (int i = 0; i < players; i++) {
        snprintf(drivers[i].name, sizeof drivers[i].name, "Player %d", i + 1);
        strcpy(drivers[i].driver, "human");
        drivers[i].pen = i + 1;
    }
    struct error error = {0};
    struct session *session =
        session_begin(&setup, drivers, (struct allow){.undo = true, .hints = true}, &error);
    assert(session != NULL);
    struct random random = random_seeded(RING_SEED);
    while (!graph_paper_rules.over(session_race(session)) &&
           graph_paper_rules.round(session_race(session)) <= rounds)
        act_at_random(session, &random);
    return session;
}
