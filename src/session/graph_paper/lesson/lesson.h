/* A lesson as a teacher plans it: a file of steps, each with a sentence for the projector, a sheet,
 * what is to be done or answered, hints and the answer; and half a page for the teacher.
 *
 * The format is plain text (docs/writing-lessons.md) that can only describe: it starts nothing and
 * names no file; a track is one of those that come with the game, by its name. Reading checks
 * everything. A plan owns its texts and scenes; zeroed it is empty.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_LESSON_LESSON_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_LESSON_LESSON_H

#include "session/graph_paper/task.h"

#define LESSON_EXTENSION ".lesson"
enum {
    PLAN_FILE_LIMIT = 256 * 1024, /* bytes */
    PLAN_STEPS = 40,
    PLAN_HINTS = 4,
    PLAN_TITLE_BYTES = 80,
    PLAN_SAY_BYTES = 220,   /* a sentence that a projector has room for */
    PLAN_NOTES_BYTES = 1600 /* a paragraph for the teacher */
};

/* The arrows that a step begins with, as bits: words of its line "show:". */
enum plan_arrows {
    PLAN_ARROWS_SUM = 1,        /* v, a and v' tip to tail */
    PLAN_ARROWS_COMPONENTS = 2, /* of v' */
    PLAN_ARROWS_ALONG = 4,      /* along and across v + v' */
    PLAN_ARROWS_INERTIA = 8,    /* where inertia leads, named */
    PLAN_ARROWS_WAY = 16        /* those of the whole way */
};

struct plan_step {
    char *say;
    bool continues; /* the sheet of the step before: it has no lines of its own */
    bool shows;     /* has lines of its own about what is shown; else as the step before, if it
                       continues that */
    bool asks;      /* else the task is its scene alone */
    bool marks;     /* names what is drawn with its answer */
    char track[40]; /* "": squared paper */
    unsigned arrows;
    /* What is shown and asked; its hint is the first of the hints. */
    struct task task;
    char *hints[PLAN_HINTS];
    int hint_count;
    int line;        /* where it begins in the file */
    uint64_t source; /* of its lines: another one is another step */
};

enum plan_note { PLAN_AIM, PLAN_MISTAKES, PLAN_QUESTIONS, PLAN_BOOK, PLAN_NOTES };
extern const char *const plan_note_titles[PLAN_NOTES];

struct lesson_plan {
    char title[PLAN_TITLE_BYTES], author[PLAN_TITLE_BYTES]; /* the author may be "" */
    int minutes;
    char level[8];                /* "easy", "medium", "hard"; or "" */
    char after[PLAN_TITLE_BYTES]; /* the lesson that comes before it; or "" */
    char *about;                  /* a sentence for lists; or NULL */
    char *notes[PLAN_NOTES];      /* only the aim must be there */
    struct plan_step *steps;
    int step_count, step_capacity;
};

/* Do the bytes begin as such a file does, be it right or wrong? */
bool lesson_recognise(const char *bytes, size_t length);

/* The track of a name, retained; none if there is none. NULL as a finder: names are only looked at
 * for their form, and the sheet is as large as one can be. */
typedef struct course lesson_track_finder(const char *name);

/* False and the error, with line and what to do; the plan is then empty. */
bool lesson_read(struct lesson_plan *plan, const char *bytes, size_t length,
                 lesson_track_finder *find, struct error *error);
bool lesson_load(struct lesson_plan *plan, const char *path, lesson_track_finder *find,
                 struct error *error);
void lesson_free(struct lesson_plan *plan);
/* Is what its steps say in numbers true? For who writes it: a lesson is shown all the same. */
bool lesson_check_claims(const struct lesson_plan *plan, struct error *error);
/* The first step of `now` that is not as it was before; -1: none. */
int lesson_find_change(const struct lesson_plan *before, const struct lesson_plan *now);

/* === inside =================================================================================== */

/* What the files that read a lesson share: the sheet of a step while its lines come in, and the
 * words that lines are made of.
 */

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
