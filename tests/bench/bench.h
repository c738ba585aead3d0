/* What the rows of the bench are made of. A row prepares a ground, measures on it several times,
 * and tells the median beside its target; bench.c has the table.
 */
#ifndef GRAPHPRIX_BENCH_BENCH_H
#define GRAPHPRIX_BENCH_BENCH_H

#include "base/system/host.h"
#include "session/session.h"
#include "track/draft.h"

enum { BENCH_RUNS = 7 };

/* What is measured on. `prepare` fills in what `measure` needs, and the bench frees it all. */
struct bench_ground {
    const struct bench_row *row;
    struct track *track; /* that of a row about each shipped track is here before `prepare` */
    struct session *session;
    struct text saved; /* the session, or a photo, as a file */
    struct draft draft;
    char about[300];  /* what stands behind the figure; empty: the track, its size and wall edges */
    bool has_no_goal; /* the target is for others */
    bool missed;      /* something else than the target, which `about` tells */
};

struct bench_row {
    const char *name;
    const char *unit;
    double target; /* 0: none */
    bool more_is_better;
    void (*prepare)(struct bench_ground *ground); /* may be NULL */
    double (*measure)(struct bench_ground *ground);
    int runs; /* 0: BENCH_RUNS */
    int numbers[4];
    const struct bench_sheet *sheet;
};

/* Sorts the values. At least one; of an even number the upper one of the two in the middle. */
double bench_median(double *values, int count);
double bench_milliseconds_since(int64_t start);           /* of clock_nanoseconds */
double bench_processor_milliseconds_since(int64_t start); /* of clock_processor_nanoseconds */
/* A track that comes with the game ("kidney.svg"); the caller owns the reference. */
struct track *bench_shipped_track(const char *file);
/* From the text of a file, which must be sound and is freed. */
struct track *bench_track(struct text *svg);

/* --- race.c: numbers are the edges of both walls, cars, and rounds driven before ------------- */

void bench_prepare_race(struct bench_ground *ground);
void bench_prepare_busy_race(
    struct bench_ground *ground); /* everything on the sheet and in the rules */
void bench_prepare_arena(struct bench_ground *ground);
double bench_moves(struct bench_ground *ground);
double bench_positions(struct bench_ground *ground);
double bench_load(struct bench_ground *ground);
double bench_undo(struct bench_ground *ground);
double bench_apply(struct bench_ground *ground);
double bench_start_points(struct bench_ground *ground);

/* --- drawing.c: what is asked of sheets of 200 x 150 squares with 5,000 vertices -------------- */

void bench_prepare_sheet(struct bench_ground *ground);
double bench_check_sheet(struct bench_ground *ground);
double bench_stroke(struct bench_ground *ground);
void bench_prepare_ghost(struct bench_ground *ground); /* numbers[0]: the sheet, see there */
double bench_ghost(struct bench_ground *ground);       /* the processor's time */

/* --- solver.c ------------------------------------------------------------------------------- */

extern const struct bench_sheet bench_ring_sheet, bench_field_sheet, bench_staircase_sheet;
/* numbers: width, height, and how many times as long a plain search takes at least, 0: it is not
 * tried, because it would take minutes and gigabytes */
void bench_prepare_large(struct bench_ground *ground);
double bench_solve_large(struct bench_ground *ground);
/* On a track that comes with the game. */
double bench_prove(struct bench_ground *ground);
double bench_solve(struct bench_ground *ground);
double bench_ready(struct bench_ground *ground);
double bench_ready_with_extras(struct bench_ground *ground);
double bench_ready_advanced(struct bench_ground *ground);
double bench_question(struct bench_ground *ground);

/* --- levels.c: how well the levels drive, and how long they think; numbers[0] is the level ---- */

double bench_level_move(struct bench_ground *ground);
double bench_level_alone(struct bench_ground *ground); /* per cent above the fewest rounds */
double bench_level_wins(struct bench_ground *ground);  /* per cent, over the level below */

/* --- stock.c: the rules of stock cars --------------------------------------------------------- */

double bench_stock_turn(struct bench_ground *ground);
double bench_stock_try(struct bench_ground *ground);

/* --- stock_cars.c: numbers[0] are the laps ---------------------------------------------------- */

double bench_stock_pars(struct bench_ground *ground); /* of every map, the longest time */
double bench_stock_large(struct bench_ground *ground);

/* --- circuit.c: the rules of circuit, and its fewest turns; numbers[0]: of all builds --------- */

double bench_circuit_turn(struct bench_ground *ground);
double bench_circuit_moves(struct bench_ground *ground);
double bench_circuit_pars(struct bench_ground *ground);

/* --- fields.c: races of six on the circuits of 40 to 64 rows ---------------------------------- */

double bench_circuit_field(struct bench_ground *ground);  /* turns, on the circuit with most */
double bench_circuit_builds(struct bench_ground *ground); /* per cent, of the best of all builds */

/* --- driven.c: games as their levels drive them; numbers are the level and the game ----------- */

enum bench_driven { BENCH_STOCK_CARS, BENCH_CIRCUIT };
enum { BENCH_ENTRIES_MOST = 20000, BENCH_ACTION_BYTES = 64, BENCH_CLUB = 1 };

struct bench_entries {
    int count, cars[BENCH_ENTRIES_MOST];
    char actions[BENCH_ENTRIES_MOST][BENCH_ACTION_BYTES];
    double times[BENCH_ENTRIES_MOST]; /* that the driver thought, in milliseconds */
    bool forced[BENCH_ENTRIES_MOST];  /* there was but one thing to do */
};
struct prepared;

struct course bench_shipped_course(const char *name); /* the caller owns the reference */
/* On one of the game's four courses, whose reference is the caller's. */
struct setup bench_driven_setup(enum bench_driven game, int course, int players);
/* The race at its end, by a level a car; each decision into `entries`, unless it is NULL. */
struct race *bench_drive(const struct setup *setup, struct prepared *prepared, const int *levels,
                         struct bench_entries *entries);
/* A race that has begun, to its end; appends its events. */
void bench_drive_on(struct race *race, const struct setup *setup, struct prepared *prepared,
                    const int *levels, struct bench_entries *entries, struct event_list *events);
double bench_driven_decision(struct bench_ground *ground);
double bench_driven_races(struct bench_ground *ground);
double
bench_driven_wins(struct bench_ground *ground); /* as bench_level_wins, all levels together */
/* Of four clubs, how far the second is behind the first in half of 400 races, on the worst of the
 * courses that ship: turns (stock cars), or rows when the first one is over the line (circuit). */
double bench_driven_closeness(struct bench_ground *ground);

/* --- studio.c ------------------------------------------------------------------------------- */

void bench_prepare_photo(struct bench_ground *ground);
double bench_photo(struct bench_ground *ground);
double bench_generator(struct bench_ground *ground);
/* 1,000 exercises of the kind and difficulty that take longest, each proved solvable: seconds. */
double bench_exercises(struct bench_ground *ground);

#endif
