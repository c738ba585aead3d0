/* Exercises: tasks made from a seed, the same on every machine. Each kind comes in three
 * difficulties; each that is made can be solved, and what counts as right has been worked out
 * exactly (where it is a search, by session/graph_paper/scene.h).
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_EXERCISE_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_EXERCISE_H

#include "session/graph_paper/task.h"

enum { EXERCISE_EASY = 1, EXERCISE_MEDIUM = 2, EXERCISE_HARD = 3 };

int exercise_kind_count(void);
const char *exercise_name(int kind);                  /* "brake-wall": of commands and files */
const char *exercise_title(int kind);                 /* "Before the wall" */
const char *exercise_aim(int kind);                   /* one sentence: what it trains */
int exercise_find(const char *name);                  /* -1: there is none of that name */
const char *exercise_difficulty_name(int difficulty); /* "easy" */
bool exercise_find_difficulty(const char *name, int *difficulty); /* or "1" to "3" */

/* The task is freed by the caller with task_free. */
void exercise_make(int kind, int difficulty, uint64_t seed, struct task *task);
/* The kind of the n-th exercise of a mixed set: each comes once before one comes again, in an order
 * of the seed. */
int exercise_mixed_kind(uint64_t seed, int index);
/* The seed of the n-th exercise of a set. */
uint64_t exercise_seed(uint64_t seed, int index);

#endif
