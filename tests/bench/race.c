/* What the rules and a sitting take, on races driven before. */
#include "base/memory.h"
#include "bench/bench.h"
#include "rules/graph_paper/graph_paper.h"
#include "session/session.h"
#include "support/bench_ground.h"

#include <assert.h>
#include <stdlib.h>

enum { WALK_DEPTH = 3, UNDOS = 100 };

void bench_prepare_race(struct bench_ground *ground)
{
    const int *numbers = ground->row->numbers;
    ground->track = bench_ring(numbers[0], numbers[1]);
    ground->session = bench_race(ground->track, numbers[2], 0, numbers[3]);
    session_write(ground->session, &ground->saved);
}

void bench_prepare_busy_race(struct bench_ground *ground)
{
    const int *numbers = ground->row->numbers;
    ground->track = bench_busy_ring(numbers[0], numbers[1]);
    ground->session = bench_busy_race(ground->track, numbers[2], 0, numbers[3]);
}

/* Microseconds for the moves of one car, over all the places that a race went through. */
double bench_moves(struct bench_ground *ground)
{
    struct move_list moves = {0};
    int steps = session_step_count(ground->session);
    int asked = 0;
    int64_t start = clock_nanoseconds();
    for (int round = 0; round < 100; round++)
        for (int i = 1; i < steps; i++, asked++)
            graph_paper_moves(session_race_after(ground->session, i), NULL, &moves);
    double microseconds = 1e3 * bench_milliseconds_since(start) / asked;
    graph_paper_free_moves(&moves);
    return microseconds;
}

static int walk(const struct race *race, int depth)
{
    int positions = 0;
    struct move_list moves = {0};
    struct event_list events = {0};
    graph_paper_moves(race, NULL, &moves);
    for (int i = 0; i < moves.count; i++) {
        struct text action = {0};
        struct error error;
        struct graph_paper_action to = {.to = moves.items[i].to};
        struct race *after = graph_paper_game.copy(race);
        graph_paper_print_action(&to, &action);
        bool done =
            graph_paper_game.apply(after, race_next_car(after), action.data, &events, &error);
        assert(done);
        (void)done;
        positions++;
        if (depth > 1 && !graph_paper_game.over(after))
            positions += walk(after, depth - 1);
        graph_paper_game.free(after);
        text_free(&action);
        event_list_clear(&events);
    }
    event_list_free(&events);
    graph_paper_free_moves(&moves);
    return positions;
}

/* Every move from every tenth place of a race, and every move after it, and after that. */
double bench_positions(struct bench_ground *ground)
{
    int steps = session_step_count(ground->session);
    int positions = 0;
    int64_t start = clock_nanoseconds();
    for (int i = 1; i < steps; i += 10)
        positions += walk(session_race_after(ground->session, i), WALK_DEPTH);
    return 1e3 * positions / bench_milliseconds_since(start);
}

static struct session *load(const struct bench_ground *ground)
{
    bool damaged;
    struct error error;
    struct session *session =
        session_read(ground->saved.data, ground->saved.length, &damaged, &error);
    assert(session != NULL && !damaged);
    return session;
}

double bench_load(struct bench_ground *ground)
{
    int64_t start = clock_nanoseconds();
    struct session *session = load(ground);
    double milliseconds = bench_milliseconds_since(start);
    session_free(session);
    return milliseconds;
}

/* Microseconds for the slower of both, as a player does it: one, and then the other. */
double bench_undo(struct bench_ground *ground)
{
    struct session *session = load(ground);
    struct error error;
    double undo = 0;
    double redo = 0;
    for (int i = 0; i < UNDOS; i++) {
        int64_t start = clock_nanoseconds();
        bool undone = session_undo(session, &error);
        undo += 1e3 * bench_milliseconds_since(start);
        start = clock_nanoseconds();
        bool done = undone && session_redo(session, &error);
        redo += 1e3 * bench_milliseconds_since(start);
        assert(done);
        (void)done;
    }
    session_free(session);
    return (undo > redo ? undo : redo) / UNDOS;
}

/* Microseconds for doing one action of the race, copies not counted. */
double bench_apply(struct bench_ground *ground)
{
    int steps = session_step_count(ground->session);
    struct race **before = memory_allocate((size_t)steps, sizeof *before);
    struct event_list events = {0};
    struct error error;
    for (int i = 1; i < steps; i++)
        before[i] = graph_paper_game.copy(session_race_after(ground->session, i));
    int64_t start = clock_nanoseconds();
    for (int i = 1; i < steps; i++) {
        event_list_clear(&events);
        bool done =
            graph_paper_game.apply(before[i], race_next_car(before[i]),
                                   session_step(ground->session, i).action, &events, &error);
        assert(done);
        (void)done;
    }
    double microseconds = 1e3 * bench_milliseconds_since(start) / (steps - 1);
    for (int i = 1; i < steps; i++)
        graph_paper_game.free(before[i]);
    event_list_free(&events);
    free(before);
    return microseconds;
}

void bench_prepare_arena(struct bench_ground *ground)
{
    ground->track = bench_wide_arena();
}

double bench_start_points(struct bench_ground *ground)
{
    int64_t start = clock_nanoseconds();
    bench_starts(ground->track);
    return bench_milliseconds_since(start);
}
