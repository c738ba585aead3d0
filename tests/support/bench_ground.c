/* Rings and races to measure on. */
#include "support/bench_ground.h"

#include "base/number.h"
#include "rules/graph_paper/graph_paper.h"
#include "track/draft.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RING_WIDTH = 60, RING_HEIGHT = 45, RING_SEED = 1, WIDE_TEETH = 3000 };

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

static void append_patch(struct text *svg, const char *shape, int x, int y)
{
    text_append_format(svg, "<polygon %s points=\"%d,%d %d,%d %d,%d %d,%d\"/>\n", shape, x, y,
                       x + 5, y + 1, x + 6, y + 4, x + 1, y + 3);
}

static void append_checkpoint(struct text *svg, int number, struct point from, struct point step)
{
    text_append_format(svg, "<polyline class=\"checkpoint\" data-number=\"%d\" points=\"", number);
    for (int i = 0; i < 14; i++)
        text_append_format(svg, "%d,%d ", from.x + i * step.x, from.y + i * step.y);
    text_append(svg, "\"/>\n");
}

/* Each point of a coarser grid is declared to be what it is nearly everywhere. */
static void append_declared(struct text *svg)
{
    for (int y = 6; y <= 39; y += 3)
        text_append_format(svg,
                           "<circle class=\"inside\" cx=\"6\" cy=\"%d\" r=\".25\"/>\n"
                           "<circle class=\"inside\" cx=\"54\" cy=\"%d\" r=\".25\"/>\n",
                           y, y);
}

static void append_features(struct text *svg)
{
    append_patch(svg, "class=\"slick\"", 28, 4);
    append_patch(svg, "class=\"slick\"", 46, 30);
    append_patch(svg, "class=\"slick\"", 6, 24);
    append_patch(svg, "class=\"turbo\" data-arrow=\"1 0\"", 30, 36);
    append_patch(svg, "class=\"turbo\" data-arrow=\"0 1\"", 8, 14);
    append_patch(svg, "class=\"turbo\" data-arrow=\"0 -1\"", 48, 14);
    append_checkpoint(svg, 1, (struct point){30, 31}, (struct point){0, 1});
    append_checkpoint(svg, 2, (struct point){2, 22}, (struct point){1, 0});
    append_checkpoint(svg, 3, (struct point){30, 1}, (struct point){0, 1});
    append_declared(svg);
}

static struct track *make_ring(int outer_edges, int inner_edges, bool busy)
{
    struct random random = random_seeded(RING_SEED);
    struct text svg = {0};
    text_append_format(&svg,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                       "data-graphprix=\"1\">\n<title>Ring of %d edges</title>\n",
                       RING_WIDTH, RING_HEIGHT, outer_edges + inner_edges);
    append_wall(&svg, (struct ellipse){outer_edges, 28, 21}, &random);
    append_wall(&svg, (struct ellipse){inner_edges, 14, 9}, &random);
    if (busy)
        append_features(&svg);
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

struct track *bench_ring(int outer_edges, int inner_edges)
{
    return make_ring(outer_edges, inner_edges, false);
}

struct track *bench_busy_ring(int outer_edges, int inner_edges)
{
    return make_ring(outer_edges, inner_edges, true);
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
    const struct car *car = graph_paper_car(race, race_next_car(race));
    struct graph_paper_action action = {0};
    struct point_list starts = {0};
    struct move_list moves = {0};
    if (car->status == CAR_WAITING) {
        graph_paper_starts(race, &starts);
        action.start = starts.items[random_below(random, (uint32_t)starts.count)];
        action.has_start = graph_paper_game.round(race) > 0;
        action.to = action.start;
    }
    if (car->status != CAR_WAITING || action.has_start) {
        graph_paper_moves(race, action.has_start ? &action.start : NULL, &moves);
        action.to = pick_move(&moves, random)->to;
    }
    struct text text = {0};
    graph_paper_print_action(&action, &text);
    struct error error = {0};
    bool done = session_do(session, 0, text.data, &error);
    assert(done);
    (void)done;
    text_free(&text);
    graph_paper_free_moves(&moves);
    free(starts.items);
}

static struct session *drive(struct setup *setup, int rounds)
{
    struct player drivers[PLAYER_LIMIT];
    memset(drivers, 0, sizeof drivers);
    for (int i = 0; i < setup->players; i++) {
        snprintf(drivers[i].name, sizeof drivers[i].name, "Player %d", i + 1);
        strcpy(drivers[i].driver, "human");
        drivers[i].pen = i + 1;
    }
    struct error error = {0};
    struct session *session =
        session_begin(setup, drivers, (struct allow){.undo = true, .hints = true}, &error);
    if (session == NULL)
        fprintf(stderr, "graphprix: the race to measure: %s\n", error.text);
    assert(session != NULL);
    struct random random = random_seeded(RING_SEED);
    while (!graph_paper_game.over(session_race(session)) &&
           graph_paper_game.round(session_race(session)) <= rounds)
        act_at_random(session, &random);
    return session;
}

struct session *bench_race(const struct track *track, int players, int nitros, int rounds)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_RACING_CAR);
    setup.course = graph_paper_course(track);
    setup.players = players;
    setup.values[FIELD_NITROS] = nitros;
    setup.values[FIELD_LAPS] = 99;
    return drive(&setup, rounds);
}

struct session *bench_busy_race(const struct track *track, int players, int nitros, int rounds)
{
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_BABYLON_ADVANCED);
    setup.course = graph_paper_course(track);
    setup.players = players;
    setup.values[FIELD_NITROS] = nitros;
    setup.values[FIELD_LAPS] = 99;
    setup.values[FIELD_WALLS] = WALLS_OUT;
    setup.values[FIELD_LINE] = LINE_TOUCH;
    setup.values[FIELD_OFF_TRACK] = OFF_TRACK_RUN_WIDE;
    return drive(&setup, rounds);
}

struct track *bench_wide_arena(void)
{
    struct text svg = {0};
    text_append(&svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 4096 4096\">"
                      "<title>Wide arena</title><polygon class=\"wall\" points=\"");
    for (int i = 0; i < WIDE_TEETH; i++)
        text_append_format(&svg, "%d,%d ", 8 + i * 4080 / WIDE_TEETH + i % 2, i % 2 ? 3 : 700);
    for (int i = 0; i < WIDE_TEETH; i++)
        text_append_format(&svg, "%d,%d ", 4088 - i * 4080 / WIDE_TEETH - i % 2,
                           i % 2 ? 4093 : 3400);
    text_append(&svg, "\"/></svg>");
    struct error error = {0};
    struct track *track = svg_read_track(svg.data, svg.length, &error);
    text_free(&svg);
    assert(track != NULL);
    return track;
}

void bench_starts(const struct track *track)
{
    struct error error = {0};
    struct setup setup = setup_from_preset(&graph_paper_game, PRESET_DERBY);
    setup.course = graph_paper_course(track);
    setup.players = 2;
    bool sound = setup_check(&setup, &error);
    assert(sound);
    (void)sound;
    struct race *race = graph_paper_game.begin(&setup);
    struct start_runs runs = {0};
    graph_paper_start_runs(race, &runs);
    graph_paper_free_runs(&runs);
    graph_paper_game.free(race);
}
