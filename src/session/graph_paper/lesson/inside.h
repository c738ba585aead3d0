/* What the files that read a lesson share: the sheet of a step while its lines come in, and the
 * words that lines are made of.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_LESSON_INSIDE_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_LESSON_INSIDE_H

#include "session/graph_paper/lesson/lesson.h"

enum { PLAN_MOVES = 200 }; /* that a car may have taken on a sheet */

/* The lines about the sheet, in the order of their cars; the scene is made of them when the step
 * ends. */
struct sheet_draft {
    bool begun;    /* by "sheet" or "track" */
    unsigned told; /* bit n: a line of kind n of those that a sheet has (sheet.c) */
    int line;      /* where */
    int width, height;
    struct course course; /* retained, or none */
    char track[40];
    struct drafted_car {
        char name[PLAYER_NAME_BYTES];
        struct point at, velocity;
        struct point moves[PLAN_MOVES];
        int move_count, line;
    } cars[SCENE_BODIES];
    int car_count;
    struct scene_wall walls[SCENE_WALLS];
    int wall_count;
    struct scene_target targets[SCENE_TARGETS];
    int target_count;
    struct point wind;
    int reach; /* -1: was not told */
    int now;   /* -1: after the last move */
};

/* A line's words, read one after the other; each function moves the cursor behind what it took and
 * the blanks after it. */
bool plan_take_word(const char **cursor, const char *word);
bool plan_take_number(const char **cursor, int least, int most, int *number);
bool plan_take_point(const char **cursor, int least, int most, struct point *point); /* "3,-1" */

/* One of the lines about the sheet: its key and what stands behind it; without a sheet of its own
 * it goes on with that of the step before, if there is one. False and the error (without
 * the line's number) if it is wrong; *known is false if the key is none of these. */
bool sheet_read_line(struct sheet_draft *draft, const char *key, const char *value,
                     const struct plan_step *before, lesson_track_finder *find, bool *known,
                     struct error *error);
/* The scene that the lines describe; the error has the line of the car it is about. */
bool sheet_make_scene(const struct sheet_draft *draft, struct scene *scene, struct error *error);
void sheet_forget(struct sheet_draft *draft);

#endif
