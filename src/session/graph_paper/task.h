/* A task of a lesson or an exercise: what is shown, what is asked, what is right, and why something
 * else is wrong. It is played in a window (the sheet clicked, numbers typed, moves driven) and
 * printed; both only show it, hand over an answer, and show the reply.
 *
 * All of it is data, made by session/graph_paper/exercise.h or read from a lesson: begin with
 * task_init, fill in members and call the functions that add, end with task_free. Whatever is
 * judged is judged exactly. Texts are one line of UTF-8; what is too long for its place is cut.
 */
#ifndef GRAPHPRIX_SESSION_GRAPH_PAPER_TASK_H
#define GRAPHPRIX_SESSION_GRAPH_PAPER_TASK_H

#include "session/graph_paper/kinematics.h"

#include <jansson.h>

enum {
    TASK_FIELDS = 12,
    TASK_CHOICES = 6,
    TASK_POINTS = 9,
    TASK_ROWS = 13,
    TASK_WRONGS = 8,
    TASK_MARKS = 20,
    TASK_MOVES = 40,
    TASK_TEXT_BYTES = 400,
    TASK_LABEL_BYTES = 48,
    TASK_TYPED_BYTES = 32
};

enum task_ask {
    TASK_NUMBERS,      /* each field is typed; where it has a cell, in the table */
    TASK_POINT,        /* a grid point of the sheet */
    TASK_ACCELERATION, /* one of the points round where inertia leads (scene_next_point) */
    TASK_CHOICE,       /* one of the choices: words ("Yes", "No") or pictures */
    TASK_ROW,          /* a row of the table */
    TASK_DRIVE         /* moves, until the body meets target 0 as that asks for */
};

/* What is to be seen of the scene (bit set); the moments before `now` are its way. */
enum task_show {
    TASK_SHOW_SHEET = 1,          /* else the table or graph stands alone */
    TASK_SHOW_VELOCITY = 2,       /* the arrow with which each body goes into its next move */
    TASK_SHOW_INERTIA = 4,        /* where inertia leads, named */
    TASK_SHOW_POINTS = 8,         /* the points that can be chosen round it */
    TASK_SHOW_MOMENTS = 16,       /* t at each point of the ways and of a moving target */
    TASK_SHOW_TABLE = 32,         /* task.table */
    TASK_SHOW_GRAPH = 64,         /* task.graphs of body `body` against t */
    TASK_SHOW_ACCELERATIONS = 128 /* the arrow of each choice of the way */
};

/* A record of moves, from row 0 on, which has no a. Whole numbers, of columns before COLUMN_SPEED.
 */
struct task_table {
    int rows;
    unsigned columns; /* as in kinematics_look */
    int numbers[TASK_ROWS][COLUMN_SPEED];
};

struct task_field {
    char label[TASK_LABEL_BYTES]; /* "vx" */
    char unit[TASK_LABEL_BYTES];  /* "squares in a move"; "" */
    struct measure right;
    int row; /* of the cell that it fills; -1: it stands by itself */
    enum kinematics_column column;
};

enum task_picture { TASK_WORDS, TASK_PICTURE_GRAPH };
struct task_choice {
    char text[TASK_LABEL_BYTES]; /* "Yes"; of a picture "A" */
    enum task_picture picture;
    struct scene *scene;           /* owned; NULL for words. A graph of it up to `now` */
    enum kinematics_column column; /* of the graph */
    bool right;
};

/* An explanation drawn on the sheet, in the table or in the graph. */
enum task_mark_kind {
    TASK_MARK_VELOCITY, /* arrows, from -> to */
    TASK_MARK_ACCELERATION,
    TASK_MARK_NEW_VELOCITY,
    TASK_MARK_WIND,
    TASK_MARK_PART,  /* a component, dashed */
    TASK_MARK_GHOST, /* how it would go on: a thin arrow */
    TASK_MARK_RING,  /* points: what is meant; `to` */
    TASK_MARK_CROSS, /* where it goes wrong */
    TASK_MARK_ROW,   /* a row of the table, and that moment of a graph; `row` */
    TASK_MARK_CELL   /* `row` and `column` */
};
struct task_mark {
    enum task_mark_kind kind;
    struct point from, to;
    int row;
    enum kinematics_column column;
    char label[TASK_LABEL_BYTES]; /* beside it; "" */
};
struct task_words {
    char text[TASK_TEXT_BYTES];
    struct task_mark marks[TASK_MARKS];
    int mark_count;
};

struct task_answer {
    char typed[TASK_FIELDS][TASK_TYPED_BYTES]; /* as it stands in the fields */
    struct point point;                        /* a point, or an acceleration */
    int number;                                /* of a choice or a row, from 0 */
    struct point moves[TASK_MOVES];            /* accelerations of a drive */
    int move_count;
};

/* A wrong answer that is expected (a misunderstanding, or a choice that is offered). */
struct task_wrong {
    struct task_answer answer;
    char why[TASK_TEXT_BYTES];
};

struct task {
    char sentence[TASK_TEXT_BYTES];
    char hint[TASK_TEXT_BYTES]; /* on demand; "" */
    struct scene scene;
    int body; /* that is asked about */
    uint32_t show;
    unsigned graphs; /* bit set of columns */
    struct task_table table;

    enum task_ask ask;
    struct task_field fields[TASK_FIELDS];
    int field_count;
    struct point points[TASK_POINTS]; /* right ones: points, or accelerations */
    int point_count;
    struct task_choice choices[TASK_CHOICES];
    int choice_count;
    uint32_t right_rows;          /* bit set */
    int moves_most;               /* of a drive; 0: any number up to TASK_MOVES */
    struct point way[TASK_MOVES]; /* of a drive: the accelerations of its answer, if it names one */
    int way_count;

    struct task_wrong *wrongs; /* owned */
    int wrong_count;
    struct task_words why; /* of the right answer, shown when it is, or on demand */
};

void task_init(struct task *task, int width, int height);
void task_free(struct task *task);
void task_copy(struct task *into, const struct task *task);
/* Sentences: task_say(task->sentence, sizeof task->sentence, "...", ...). "-3" gets the minus sign
 * of print. */
void task_say(char *into, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct task_field *task_add_field(struct task *task, const char *label, const char *unit,
                                  struct measure right);
/* A cell of the table, whose number is the right one. */
void task_add_cell(struct task *task, int row, enum kinematics_column column);
struct task_choice *task_add_choice(struct task *task, const char *text, bool right);
struct task_wrong *task_add_wrong(struct task *task); /* zeroed */
void task_mark(struct task_words *words, enum task_mark_kind kind, struct point from,
               struct point to, const char *label);
void task_mark_cell(struct task_words *words, int row, enum kinematics_column column);
/* Is that cell, or its whole row, marked? Words may be NULL. */
bool task_is_marked(const struct task_words *words, int row, int column);
/* Fills the table with the rows of task.body up to the scene's `now`. */
void task_fill_table(struct task *task, unsigned columns);

/* === task judge =============================================================================== */

/* Answers to a task: judged exactly, explained where they are wrong, and given where somebody asks.
 *
 * Nothing here changes the task; replies are values that own nothing.
 */

/* Can it be answered, and is what counts as right consistent (a drive is searched for)? For lessons
 * from a file. */
bool task_check(const struct task *task, struct error *error);

enum task_verdict {
    TASK_RIGHT,
    TASK_NEARLY,     /* a number that is to be written otherwise: asked again */
    TASK_UNREADABLE, /* no number, nothing chosen, a drive that goes on: asked again */
    TASK_WRONG
};
struct task_reply {
    enum task_verdict verdict;
    int field;               /* the first one that is to blame; -1 */
    bool right[TASK_FIELDS]; /* of the fields */
    const char *error;       /* of a wrong answer: the kind that it is, "sign"; or NULL */
    struct task_words words; /* what to say and draw: of a wrong answer never what is right */
};
void task_judge(const struct task *task, const struct task_answer *answer,
                struct task_reply *reply);
/* The column that a field is of, by its cell or its label; -1: none. */
int task_column(const struct task_field *field);
/* What stands in a field, with its unit or that of what its label says: "3 moves" as the "number of
 * moves", "11 squares" as "x". */
bool task_read_typed(const struct task *task, const struct task_answer *answer, int index,
                     struct measure_typed *typed, struct error *error);
/* The kind of error that a wrong answer is, found by trying those that are known on the task's own
 * numbers, and what to say, which has no number in it. `right` is that of the reply. NULL: none. */
const char *task_find_error(const struct task *task, const struct task_answer *answer,
                            const bool *right, const char **words);
/* A right answer (of a drive its own, or the straightest of the shortest), and what is said and
 * drawn with it. */
void task_solve(const struct task *task, struct task_answer *answer, struct task_words *words);
/* "(3, −1)", "√13 ≈ 3.61", "B", "row 4": for people. */
void task_append_answer(struct text *text, const struct task *task,
                        const struct task_answer *answer);

/* === the vectors of a move ==================================================================== */

/* What pupils write of a move beside a race, vx, vy, ax and ay: of the newest one of a line, or of
 * one that is to be made. Then any that can be is right, and one of the two vectors is enough. */

enum { VECTOR_NUMBERS = 4 };
struct vectors_reply {
    enum task_verdict verdict;
    unsigned faulty; /* bit set; what is empty is only to be typed yet */
    int first;       /* number that the focus goes to; -1 */
    int move;        /* that is meant by a right one */
    char told[TASK_TEXT_BYTES];
    int rank; /* how likely it is this move that was meant, from 0 */
};
/* The moves that can be made; none: the last row is asked for. */
void task_judge_vectors(const struct kinematics *of, int line, const struct scene_move *moves,
                        int count, char typed[VECTOR_NUMBERS][TASK_TYPED_BYTES],
                        struct vectors_reply *reply);

/* === task json ================================================================================ */

/* A task as JSON, for programs: all that is shown, and then what is right, offered as wrong, and
 * said. A sheet's course is the text of its file.
 */

/* The members of an object that the caller has opened. */
void task_append_json(struct text *into, const struct task *task);
/* The same without what is right: for who is to find that. */
void task_append_question(struct text *into, const struct task *task);
/* An answer as pages give it: {"typed":[...]}, {"point":[x,y]}, {"number":0} or {"moves":[...]}.
 * False: it is none to this task. */
bool task_read_answer(const json_t *object, const struct task *task, struct task_answer *into);

#endif
