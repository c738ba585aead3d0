/* Exercises about graphs against t: x in straight pieces, v in steps, a in bars. See
 * exercise_inside.h.
 */
#include "session/graph_paper/exercise_inside.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A number of row k. */
static int value_of(const struct scene *scene, enum kinematics_column column, int row)
{
    const struct scene_body *body = &scene->bodies[0];
    const struct scene_move *move = scene_move_of(body, row);
    struct point at = scene_at(body, row), velocity = scene_velocity(body, row);
    switch (column) {
    case COLUMN_X:
        return at.x;
    case COLUMN_Y:
        return at.y;
    case COLUMN_VX:
        return velocity.x;
    case COLUMN_VY:
        return velocity.y;
    case COLUMN_AX:
        return move ? move->choice.x : 0;
    case COLUMN_AY:
        return move ? move->choice.y : 0;
    default:
        return row;
    }
}

/* --- read the graph --------------------------------------------------------------------------- */

/* Which number of which move is read off which graph, and how. */
static const struct reading {
    enum kinematics_column graph, asked;
    int difficulty;
    bool since_start; /* how far it is from where it began */
    const char *sentence, *label, *unit, *hint, *why;
} readings[] = {
    {COLUMN_X, COLUMN_VX, EXERCISE_EASY, false,
     "The graph shows x against t. What is vx in move %d?", "vx", "squares a move",
     "How much does x change in that move?",
     "In move %d x goes from %d to %d: it changes by vx = %d."},
    {COLUMN_VX, COLUMN_AX, EXERCISE_EASY, false,
     "The graph shows vx against t. Which ax was chosen for move %d?", "ax", "",
     "How much higher is the step than the one before?",
     "From move %d to the next vx goes from %d to %d: that step is ax = %d."},
    {COLUMN_X, COLUMN_AX, EXERCISE_MEDIUM, false,
     "The graph shows x against t. Which ax was chosen for move %d?", "ax", "",
     "Read vx of that move and of the one before.",
     "In move %d vx is %d, in the next one %d: ax is the difference, %d."},
    {COLUMN_VX, COLUMN_X, EXERCISE_MEDIUM, true,
     "The graph shows vx against t. How far to the right of its start is the car after move %d?",
     "x", "squares", "Each move leads as far as its vx: add them up.",
     "Up to move %d the steps of vx add up, %d before it and %d in it, to %d."},
    {COLUMN_AX, COLUMN_VX, EXERCISE_HARD, false,
     "The car began at rest. The graph shows ax against t. What is vx in move %d?", "vx",
     "squares a move", "vx is the sum of all ax up to then.",
     "Up to move %d the bars add up, %d before it and %d in it, to vx = %d."},
    {COLUMN_AX, COLUMN_X, EXERCISE_HARD, true,
     "The car began at rest. The graph shows ax against t. How far to the right of its start is "
     "it after move %d?",
     "x", "squares", "First find vx of each move, then add those up.",
     "Up to move %d the moves lead, %d before it and %d in it, to %d."},
};
enum { READINGS = sizeof readings / sizeof *readings };

/* The two numbers of which the asked one is made. */
static void explain_reading(struct task *task, const struct reading *reading, int move, int right)
{
    const struct scene *scene = &task->scene;
    bool is_slope = reading->asked > reading->graph;
    int start = value_of(scene, COLUMN_X, 0), first, second, named = move;
    if (reading->graph == COLUMN_X && reading->asked == COLUMN_VX) {
        first = value_of(scene, COLUMN_X, move - 1);
        second = value_of(scene, COLUMN_X, move);
    } else if (is_slope) {
        first = value_of(scene, COLUMN_VX, move - 1);
        second = value_of(scene, COLUMN_VX, move);
        named = move - 1;
    } else if (reading->asked == COLUMN_VX) {
        first = value_of(scene, COLUMN_VX, move - 1);
        second = value_of(scene, COLUMN_AX, move);
    } else {
        first = value_of(scene, COLUMN_X, move - 1) - start;
        second = value_of(scene, COLUMN_VX, move);
    }
    exercise_explain(&task->why, reading->why, named, first, second, right);
    task_mark_cell(&task->why, move, COLUMN_T);
}

static void offer_reading(struct task *task, int number, const char *why)
{
    struct task_words *words = exercise_offer_number(task, number);
    if (words == NULL)
        return;
    exercise_explain(words, "%s", why);
    words->marks[0] = task->why.marks[0];
    words->mark_count = 1;
}

static int asked_value(const struct task *task, const struct reading *reading, int move)
{
    int start = reading->since_start ? value_of(&task->scene, reading->asked, 0) : 0;
    return value_of(&task->scene, reading->asked, move) - start;
}

bool exercise_make_graph(struct random *random, int difficulty, struct task *task)
{
    struct exercise_way way = {
        .moves = 6, .speed = 3, .straight = true, .from_rest = difficulty == EXERCISE_HARD};
    const struct reading *reading = &readings[exercise_draw(random, 0, READINGS - 1)];
    task_init(task, 16, 4);
    if (reading->difficulty != difficulty || exercise_add_way(random, task, &way) != 0)
        return false;
    int move = exercise_draw(random, 2, way.moves - 1);
    int right = asked_value(task, reading, move);
    int height = value_of(&task->scene, reading->graph, move);
    int changes = 0;
    for (int row = 1; row <= way.moves; row++)
        changes += value_of(&task->scene, COLUMN_AX, row) != 0;
    if (height == right || changes < 3 || right == 0)
        return false;
    task->show = TASK_SHOW_GRAPH;
    task->graphs = 1u << reading->graph;
    exercise_ask(task, reading->sentence, move);
    exercise_hint(task, "%s", reading->hint);
    task_add_field(task, reading->label, reading->unit, measure_whole(right));
    explain_reading(task, reading, move, right);
    offer_reading(task, height, "That is how high the graph is there: another quantity.");
    offer_reading(task, asked_value(task, reading, move + 1), "That is one move later.");
    offer_reading(task, asked_value(task, reading, move - 1), "That is one move sooner.");
    offer_reading(task, -right, "The other way round: mind the sign.");
    return true;
}

/* --- which graph? ----------------------------------------------------------------------------- */

enum { GRAPHS = 4, WAY_MOVES = 5 };

/* Row 0 has a place only: with which velocity it came is not to be seen. */
static int first_row(enum kinematics_column column)
{
    return column == COLUMN_X || column == COLUMN_Y ? 0 : 1;
}

/* The first row in which two scenes differ in a quantity; -1: none. */
static int first_difference(const struct scene *a, const struct scene *b,
                            enum kinematics_column column)
{
    for (int row = first_row(column); row <= WAY_MOVES; row++)
        if (value_of(a, column, row) != value_of(b, column, row))
            return row;
    return -1;
}

/* How another way is made of the right one. */
enum twist { TWIST_OTHER_AXIS, TWIST_MIRRORED, TWIST_LATE, TWIST_ONE_MOVE, TWISTS };

static struct point twisted(const struct point *choices, int i, enum twist twist, int change)
{
    struct point choice = choices[i];
    switch (twist) {
    case TWIST_OTHER_AXIS:
        return (struct point){choice.y, choice.x};
    case TWIST_MIRRORED:
        return (struct point){-choice.x, -choice.y};
    case TWIST_LATE:
        return i == 0 ? (struct point){0, 0} : choices[i - 1];
    default:
        if (i == change) {
            choice.x = choice.x == 1 ? -1 : choice.x + 1;
            choice.y = choice.y == 1 ? -1 : choice.y + 1;
        }
        return choice;
    }
}

static struct scene *twist_scene(const struct scene *of, enum twist twist, int change)
{
    const struct scene_body *body = &of->bodies[0];
    struct point choices[WAY_MOVES], others[WAY_MOVES];
    struct point at = body->start, velocity = body->velocity;
    struct scene *scene = memory_allocate(1, sizeof *scene);
    for (int i = 0; i < WAY_MOVES; i++)
        choices[i] = scene_move_of(body, i + 1)->choice;
    for (int i = 0; i < WAY_MOVES; i++)
        others[i] = twisted(choices, i, twist, change);
    if (twist == TWIST_OTHER_AXIS) {
        at = (struct point){at.y, at.x};
        velocity = (struct point){velocity.y, velocity.x};
    } else if (twist == TWIST_MIRRORED) {
        velocity = (struct point){-velocity.x, -velocity.y};
    }
    scene_init(scene, of->width, of->width);
    scene_add_body(scene, at, velocity);
    exercise_drive(scene, others, WAY_MOVES);
    return scene;
}

static struct task_choice *add_graph(struct task *task, struct scene *scene,
                                     enum kinematics_column column, bool right)
{
    const char letter[] = {(char)('A' + task->choice_count), '\0'};
    struct task_choice *choice = task_add_choice(task, letter, right);
    choice->picture = TASK_PICTURE_GRAPH;
    choice->scene = scene;
    choice->column = column;
    return choice;
}

static bool is_new(const struct task *task, const struct scene *scene,
                   enum kinematics_column column)
{
    for (int i = 0; i < task->choice_count; i++)
        if (first_difference(task->choices[i].scene, scene, column) < 0)
            return false;
    return first_difference(&task->scene, scene, column) >= 0;
}

/* The right graph at its place, and others that all differ. */
static bool add_graphs(struct random *random, struct task *task, enum kinematics_column column)
{
    int place = exercise_draw(random, 0, GRAPHS - 1), tries = 0;
    while (task->choice_count < GRAPHS && tries++ < 20) {
        if (task->choice_count == place) {
            struct scene *same = memory_allocate(1, sizeof *same);
            scene_copy(same, &task->scene);
            add_graph(task, same, column, true);
            continue;
        }
        enum twist twist = (enum twist)exercise_draw(random, 0, TWISTS - 1);
        int change = exercise_draw(random, 1, WAY_MOVES - 1);
        struct scene *scene = twist_scene(&task->scene, twist, change);
        if (is_new(task, scene, column)) {
            add_graph(task, scene, column, false);
        } else {
            scene_free(scene);
            free(scene);
        }
    }
    return task->choice_count == GRAPHS;
}

static void explain_graph(struct task *task, int choice, enum kinematics_column column)
{
    const struct scene *other = task->choices[choice].scene;
    int row = first_difference(&task->scene, other, column);
    struct task_words *words = exercise_offer_choice(task, choice);
    const char *name = task_column_name(column);
    const struct scene_body *body = &task->scene.bodies[0];
    if (row == 0)
        exercise_explain(words, "In graph %c %s begins with %d, but on the sheet with %d.",
                         'A' + choice, name, value_of(other, column, 0),
                         value_of(&task->scene, column, 0));
    else
        exercise_explain(words, "In graph %c %s is %d %s %d, but on the sheet it is %d.",
                         'A' + choice, name, value_of(other, column, row),
                         column == COLUMN_X || column == COLUMN_Y ? "after move" : "in move", row,
                         value_of(&task->scene, column, row));
    task_mark_cell(words, row, COLUMN_T);
    task_mark(words, row == 0 ? TASK_MARK_RING : TASK_MARK_NEW_VELOCITY,
              scene_at(body, row == 0 ? 0 : row - 1), scene_at(body, row), "");
}

bool exercise_make_which_graph(struct random *random, int difficulty, struct task *task)
{
    static const enum kinematics_column firsts[] = {COLUMN_X, COLUMN_VX, COLUMN_AX};
    struct exercise_way way = {.moves = WAY_MOVES, .speed = 3};
    enum kinematics_column column =
        (enum kinematics_column)((int)firsts[difficulty - 1] + exercise_toss(random));
    task_init(task, 14, 10);
    if (exercise_add_way(random, task, &way) != 0)
        return false;
    int changes = 0;
    for (int row = 2; row <= WAY_MOVES; row++)
        changes += value_of(&task->scene, column, row) != value_of(&task->scene, column, row - 1);
    if (changes < 3 || !add_graphs(random, task, column))
        return false;
    task->ask = TASK_CHOICE;
    task->show |= TASK_SHOW_MOMENTS;
    exercise_ask(task, "Which graph shows %s of this way against t?", task_column_name(column));
    exercise_hint(task, "Go through the moves one by one and write down %s.",
                  task_column_name(column));
    int right = 0;
    for (int i = 0; i < GRAPHS; i++) {
        right = task->choices[i].right ? i : right;
        if (!task->choices[i].right)
            explain_graph(task, i, column);
    }
    exercise_explain(&task->why, "Graph %c shows in each move what can be counted on the sheet.",
                     'A' + right);
    return true;
}
