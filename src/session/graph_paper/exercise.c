/* The table of kinds, and what they share: see exercise.h and exercise_inside.h. */

#include "session/graph_paper/exercise.h"
#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static exercise_maker exercise_make_table, exercise_make_mistake, exercise_make_graph,
    exercise_make_which_graph;

static const struct {
    const char *name, *title, *aim;
    exercise_maker *make;
} kinds[] = {
    {"velocity", "Velocity now", "Read a velocity off the last move.", exercise_make_velocity},
    {"choose", "Which acceleration?", "Find the acceleration that takes the car to the flag.",
     exercise_make_choose},
    {"inertia", "Where does inertia take it?", "Predict where a car will be with no push.",
     exercise_make_inertia},
    {"chosen", "Which acceleration was it?", "Find the acceleration between two moves.",
     exercise_make_chosen},
    {"table", "Complete the table", "Add a to v and v to the position, or work backwards.",
     exercise_make_table},
    {"mistake", "Find the mistake", "Check a table row by row.", exercise_make_mistake},
    {"graph", "Read the graph", "Read values, slopes and areas off a graph.", exercise_make_graph},
    {"which-graph", "Which graph?", "Find the graph that belongs to a motion.",
     exercise_make_which_graph},
    {"stop", "Braking distance", "Find how far a car goes before it stops.", exercise_make_stop},
    {"brake-wall", "Before the wall", "Find the last point where a car can brake.",
     exercise_make_brake_wall},
    {"bend", "Can this bend be taken?", "Decide whether a car is too fast for a bend.",
     exercise_make_bend},
    {"fewest", "From rest to rest", "Plan the fewest moves between two points.",
     exercise_make_fewest},
    {"meet", "Meet the flag", "Plan where to meet a moving flag.", exercise_make_meet},
    {"relative", "As seen from the other", "Find how one car moves relative to another.",
     exercise_make_relative},
    {"throw", "In the wind", "Follow a ball that falls with a constant acceleration.",
     exercise_make_throw},
    {"along", "Along and across",
     "Tell accelerations that change the speed from those that only turn.", exercise_make_along},
};
enum { KINDS = sizeof kinds / sizeof *kinds, TRIES = 100000 };
static const char *const difficulties[] = {"easy", "medium", "hard"};

int exercise_kind_count(void)
{
    return KINDS;
}

const char *exercise_name(int kind)
{
    return kinds[kind].name;
}

const char *exercise_title(int kind)
{
    return kinds[kind].title;
}

const char *exercise_aim(int kind)
{
    return kinds[kind].aim;
}

int exercise_find(const char *name)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return i;
    return -1;
}

const char *exercise_difficulty_name(int difficulty)
{
    return difficulties[difficulty - EXERCISE_EASY];
}

bool exercise_find_difficulty(const char *name, int *difficulty)
{
    int64_t number;
    if (number_is_integer(name, EXERCISE_EASY, EXERCISE_HARD, &number)) {
        *difficulty = (int)number;
        return true;
    }
    for (int i = EXERCISE_EASY; i <= EXERCISE_HARD; i++)
        if (strcmp(exercise_difficulty_name(i), name) == 0) {
            *difficulty = i;
            return true;
        }
    return false;
}

/* Nothing that is drawn with the answer is cut off. */
static bool is_drawn_whole(const struct task *task)
{
    for (int i = 0; i < task->why.mark_count; i++) {
        const struct task_mark *mark = &task->why.marks[i];
        if (mark->kind < TASK_MARK_ROW &&
            (!exercise_is_on_sheet(task, mark->from) || !exercise_is_on_sheet(task, mark->to)))
            return false;
    }
    return true;
}

void exercise_make(int kind, int difficulty, uint64_t seed, struct task *task)
{
    assert(kind >= 0 && kind < KINDS);
    assert(difficulty >= EXERCISE_EASY && difficulty <= EXERCISE_HARD);
    /* By the name, so that a new kind leaves what the others make as it is. */
    uint64_t mixed = hash_bytes(HASH_START, kinds[kind].name, strlen(kinds[kind].name));
    mixed = hash_number(mixed, difficulty);
    struct random random = random_seeded(hash_number(mixed, (int64_t)seed));
    for (int i = 0; i < TRIES; i++) {
        *task = (struct task){0};
        if (kinds[kind].make(&random, difficulty, task) && is_drawn_whole(task))
            return;
        task_free(task);
    }
    assert(false && "an exercise of each kind is found sooner");
}

int exercise_mixed_kind(uint64_t seed, int index)
{
    int order[KINDS] = {0};
    struct random random = random_seeded(seed + (uint64_t)(index / KINDS));
    for (int i = 0; i < KINDS; i++) {
        int other = (int)random_below(&random, (uint32_t)i + 1);
        order[i] = order[other];
        order[other] = i;
    }
    return order[index % KINDS];
}

uint64_t exercise_seed(uint64_t seed, int index)
{
    struct random random = random_seeded(seed);
    uint64_t drawn = seed;
    for (int i = 0; i < index; i++)
        drawn = random_next(&random);
    return drawn;
}

/* --- drawing at random ------------------------------------------------------------------------ */

int exercise_draw(struct random *random, int low, int high)
{
    return low + (int)random_below(random, (uint32_t)(high - low) + 1);
}

bool exercise_toss(struct random *random)
{
    return random_below(random, 2) == 1;
}

struct point exercise_draw_point(struct random *random, struct point low, struct point high)
{
    struct point drawn;
    drawn.x = exercise_draw(random, low.x, high.x);
    drawn.y = exercise_draw(random, low.y, high.y);
    return drawn;
}

/* --- bodies ----------------------------------------------------------------------------------- */

bool exercise_is_on_sheet(const struct task *task, struct point point)
{
    const struct scene *scene = &task->scene;
    return point.x >= 0 && point.y >= 0 && point.x <= scene->width && point.y <= scene->height;
}

static bool keeps_to(const struct task *task, const struct exercise_way *way, struct point at,
                     struct point velocity)
{
    return at.x >= way->margin && at.y >= way->margin && at.x <= task->scene.width - way->margin &&
           at.y <= task->scene.height - way->margin && point_reach(velocity) <= way->speed;
}

/* The accelerations of a way that keeps to what is wanted. */
static bool draw_choices(struct random *random, const struct task *task,
                         const struct exercise_way *way, struct point at, struct point velocity,
                         struct point choices[])
{
    for (int i = 0; i < way->moves; i++) {
        choices[i] = exercise_draw_point(random, (struct point){-1, way->straight ? 0 : -1},
                                         (struct point){1, way->straight ? 0 : 1});
        velocity = point_add(point_add(velocity, choices[i]), task->scene.wind);
        at = point_add(at, velocity);
        if (!keeps_to(task, way, at, velocity))
            return false;
    }
    return true;
}

int exercise_add_way(struct random *random, struct task *task, const struct exercise_way *way)
{
    struct scene *scene = &task->scene;
    struct point velocity = {0, 0}, choices[TASK_ROWS];
    struct error error;
    struct point at = exercise_draw_point(
        random, (struct point){way->margin, way->margin},
        (struct point){scene->width - way->margin, scene->height - way->margin});
    assert(way->moves < TASK_ROWS);
    if (!way->from_rest)
        velocity = exercise_draw_point(random,
                                       (struct point){-way->speed, way->straight ? 0 : -way->speed},
                                       (struct point){way->speed, way->straight ? 0 : way->speed});
    if (!draw_choices(random, task, way, at, velocity, choices))
        return -1;
    bool first = scene->body_count == 0;
    scene_go(scene, 0);
    int body = scene_add_body(scene, at, velocity);
    for (int i = 0; i < way->moves; i++) {
        scene_choose(scene, body, choices[i], &error);
        scene_step(scene);
    }
    return first || scene_length(scene) == way->moves ? body : -1;
}

void exercise_drive(struct scene *scene, const struct point *accelerations, int count)
{
    struct error error;
    for (int i = 0; i < count; i++) {
        scene_choose(scene, 0, accelerations[i], &error);
        scene_step(scene);
    }
}

/* --- words ------------------------------------------------------------------------------------ */

void exercise_ask_pair(struct task *task, const char *letter, const char *unit, struct point right)
{
    char label[8];
    snprintf(label, sizeof label, "%sx", letter);
    task_add_field(task, label, unit, measure_whole(right.x));
    snprintf(label, sizeof label, "%sy", letter);
    task_add_field(task, label, unit, measure_whole(right.y));
}

static bool is_same_answer(const struct task *task, const struct task_answer *a,
                           const struct task_answer *b)
{
    for (int i = 0; i < task->field_count; i++)
        if (strcmp(a->typed[i], b->typed[i]) != 0)
            return false;
    return point_equal(a->point, b->point) && a->number == b->number;
}

static void offer(struct task *task, const struct task_answer *answer, const char *why)
{
    if (task->wrong_count == TASK_WRONGS)
        return;
    for (int i = 0; i < task->wrong_count; i++)
        if (is_same_answer(task, &task->wrongs[i].answer, answer))
            return;
    struct task_wrong *wrong = task_add_wrong(task);
    wrong->answer = *answer;
    task_say(wrong->why, sizeof wrong->why, "%s", why);
}

void exercise_offer(struct task *task, const struct measure *numbers, const char *why)
{
    struct task_answer answer = {.number = -1};
    bool right = true;
    for (int i = 0; i < task->field_count; i++) {
        struct text text = {0};
        measure_append(&text, numbers[i], MEASURE_EXACT);
        task_say(answer.typed[i], TASK_TYPED_BYTES, "%s", text_string(&text));
        text_free(&text);
        right = right && measure_equal(numbers[i], task->fields[i].right);
    }
    if (!right)
        offer(task, &answer, why);
}

void exercise_offer_pair(struct task *task, struct point numbers, const char *why)
{
    const struct measure both[] = {measure_whole(numbers.x), measure_whole(numbers.y)};
    exercise_offer(task, both, why);
}

void exercise_offer_number(struct task *task, int64_t number, const char *why)
{
    const struct measure numbers[] = {measure_whole(number)};
    exercise_offer(task, numbers, why);
}

void exercise_offer_point(struct task *task, struct point point, const char *why)
{
    for (int i = 0; i < task->point_count; i++)
        if (point_equal(task->points[i], point))
            return;
    if (task->ask != TASK_POINT || exercise_is_on_sheet(task, point))
        offer(task, &(struct task_answer){.point = point, .number = -1}, why);
}

void exercise_mark_way(struct task_words *words, const struct scene *scene,
                       const struct point *accelerations, int count)
{
    struct point at = scene_at(&scene->bodies[0], scene->now);
    struct point velocity = scene_inertia(&scene->bodies[0], scene->now);
    for (int i = 0; i < count; i++) {
        velocity = point_add(point_add(velocity, scene->wind), accelerations[i]);
        struct point to = point_add(at, velocity);
        task_mark(words, TASK_MARK_GHOST, at, to, "");
        at = to;
    }
}

/* === record =================================================================================== */

/* Exercises about a record: cells to be filled in, and a mistake to be found. A record begins at
 * rest, and each row follows from the one before: v = v before + a, p = p before + v, on each axis
 * by itself. See exercise_inside.h.
 */

enum {
    ALONG_X = 1 << COLUMN_X | 1 << COLUMN_VX | 1 << COLUMN_AX,
    ALONG_Y = 1 << COLUMN_Y | 1 << COLUMN_VY | 1 << COLUMN_AY
};
/* Of one axis; those of the other lie one column further. */
static const enum kinematics_column axis_columns[] = {COLUMN_X, COLUMN_VX, COLUMN_AX};
enum { AXIS_COLUMNS = 3, PLACE = 0, SPEED = 1, CHOICE = 2 };

/* A record of a car that begins at rest. */
static bool begin_record(struct random *random, int moves, bool straight, struct task *task)
{
    struct exercise_way way = {
        .moves = moves, .speed = straight ? 4 : 3, .straight = straight, .from_rest = true};
    task_init(task, 24, 16);
    if (exercise_add_way(random, task, &way) != 0)
        return false;
    task_fill_table(task, straight ? ALONG_X : ALONG_X | ALONG_Y);
    const int *last = task->table.numbers[task->table.rows - 1];
    int choices = 0;
    for (int row = 1; row < task->table.rows; row++)
        choices += task->table.numbers[row][COLUMN_AX] != 0;
    return choices > 1 && last[COLUMN_X] != task->table.numbers[0][COLUMN_X] &&
           (straight || last[COLUMN_Y] != task->table.numbers[0][COLUMN_Y]);
}

/* --- complete the table ----------------------------------------------------------------------- */

/* What is given, row by row: a sum's three numbers, of which one is missing, give the third. */
struct given {
    bool known[TASK_ROWS][AXIS_COLUMNS];
    int rows;
};

static bool complete(bool *a, bool *b, bool *c)
{
    if (*a + *b + *c != 2)
        return false;
    *a = *b = *c = true;
    return true;
}

/* Does everything follow from what is given? */
static bool is_determined(struct given given)
{
    bool more = true;
    while (more) {
        more = false;
        for (int row = 1; row < given.rows; row++) {
            bool *now = given.known[row], *before = given.known[row - 1];
            more = complete(&now[SPEED], &before[SPEED], &now[CHOICE]) || more;
            more = complete(&now[PLACE], &before[PLACE], &now[SPEED]) || more;
        }
    }
    for (int row = 0; row < given.rows; row++)
        for (int i = 0; i < AXIS_COLUMNS; i++)
            if (!given.known[row][i])
                return false;
    return true;
}

/* In row 0 there is nothing to find but the place. */
static bool may_be_blank(int row, int column)
{
    return row > 0 || column == PLACE;
}

/* Blanks cells one after the other as long as everything still follows. */
static bool blank_cells(struct random *random, struct task *task, int wanted)
{
    struct given given[2];
    bool blank[TASK_ROWS][COLUMN_SPEED] = {{false}};
    int axes = task->table.columns >> COLUMN_Y & 1 ? 2 : 1, count = 0;
    memset(given, 1, sizeof given);
    given[0].rows = given[1].rows = task->table.rows;
    for (int tries = 0; tries < 200 && count < wanted; tries++) {
        int axis = exercise_draw(random, 0, axes - 1);
        int row = exercise_draw(random, 0, task->table.rows - 1);
        int column = exercise_draw(random, 0, AXIS_COLUMNS - 1);
        bool *known = &given[axis].known[row][column];
        if (!may_be_blank(row, column) || !*known)
            continue;
        *known = false;
        if (is_determined(given[axis])) {
            blank[row][(int)axis_columns[column] + axis] = true;
            count++;
        } else {
            *known = true;
        }
    }
    for (int row = 0; row < task->table.rows; row++)
        for (int column = 0; column < COLUMN_SPEED; column++)
            if (blank[row][column])
                task_add_cell(task, row, (enum kinematics_column)column);
    return count == wanted;
}

static bool exercise_make_table(struct random *random, int difficulty, struct task *task)
{
    static const int moves[] = {4, 4, 5}, blanks[] = {4, 6, 9};
    if (!begin_record(random, moves[difficulty - 1], difficulty == EXERCISE_EASY, task) ||
        !blank_cells(random, task, blanks[difficulty - 1]))
        return false;
    task->show = TASK_SHOW_TABLE;
    exercise_ask(task, "A car starts from rest. Complete the table of its moves.");
    exercise_hint(
        task, "In each row, v is the v above plus a, and the position is the one above plus v.");
    exercise_explain(&task->why, "Go from row to row: add a to v, and then v to the position. To "
                                 "work upwards, subtract.");
    return true;
}

/* --- find the mistake ------------------------------------------------------------------------- */

static int *cell_of(struct task *task, int row, int axis, int column)
{
    return &task->table.numbers[row][(int)axis_columns[column] + axis];
}

static bool axis_follows(struct task *task, int axis, int row)
{
    return *cell_of(task, row, axis, SPEED) ==
               *cell_of(task, row - 1, axis, SPEED) + *cell_of(task, row, axis, CHOICE) &&
           *cell_of(task, row, axis, PLACE) ==
               *cell_of(task, row - 1, axis, PLACE) + *cell_of(task, row, axis, SPEED);
}

static bool all_follows(struct task *task, int axis)
{
    for (int row = 1; row < task->table.rows; row++)
        if (!axis_follows(task, axis, row))
            return false;
    return true;
}

/* Could one other number in this row make the record right? */
static bool can_be_mended(struct task *task, int axis, int row)
{
    enum { FAR = 60 };
    bool mended = false;
    for (int column = 0; column < AXIS_COLUMNS && !mended; column++) {
        int *cell = cell_of(task, row, axis, column), kept = *cell;
        for (int number = kept - FAR; number <= kept + FAR && !mended; number++) {
            *cell = number;
            mended = may_be_blank(row, column) && number != kept && all_follows(task, axis);
        }
        *cell = kept;
    }
    return mended;
}

/* Exactly one row is to blame: that one. */
static bool is_the_only_one(struct task *task, int axis, int wrong_row)
{
    for (int row = 0; row < task->table.rows; row++)
        if (can_be_mended(task, axis, row) != (row == wrong_row))
            return false;
    return true;
}

/* From a wrong number on the record goes on as if that were right. */
static void carry_on(struct task *task, int axis, int row, int column)
{
    for (; row < task->table.rows; row++, column = CHOICE) {
        if (row == 0)
            continue;
        if (column != SPEED && column != PLACE)
            *cell_of(task, row, axis, SPEED) =
                *cell_of(task, row - 1, axis, SPEED) + *cell_of(task, row, axis, CHOICE);
        if (column != PLACE)
            *cell_of(task, row, axis, PLACE) =
                *cell_of(task, row - 1, axis, PLACE) + *cell_of(task, row, axis, SPEED);
    }
}

static void explain_mistake(struct task *task, int axis, int row, int column, int right)
{
    const enum kinematics_column wrong = (enum kinematics_column)((int)axis_columns[column] + axis);
    const char *name = kinematics_title(wrong);
    int above = *cell_of(task, row - 1, axis, column == CHOICE ? SPEED : column);
    if (column == CHOICE) {
        exercise_explain(&task->why, "In row %d, v%c goes from %d to %d, so %s must be %d.", row,
                         name[1], above, *cell_of(task, row, axis, SPEED), name, right);
    } else {
        int added = *cell_of(task, row, axis, column == SPEED ? CHOICE : SPEED);
        exercise_explain(
            &task->why, "In row %d, %s must be %d %s %d = %d: the %s above plus %s.", row, name,
            above, added < 0 ? "−" : "+", abs(added), right, name,
            kinematics_title((enum kinematics_column)((int)axis_columns[column + 1] + axis)));
    }
    task_mark_cell(&task->why, row, wrong);
}

static bool exercise_make_mistake(struct random *random, int difficulty, struct task *task)
{
    static const int moves[] = {4, 5, 6};
    bool carried = difficulty == EXERCISE_HARD;
    if (!begin_record(random, moves[difficulty - 1], difficulty == EXERCISE_EASY, task))
        return false;
    int axis = difficulty == EXERCISE_EASY ? 0 : exercise_draw(random, 0, 1);
    int row = exercise_draw(random, 1, task->table.rows - (carried ? 2 : 1));
    int column = exercise_draw(random, PLACE, carried ? SPEED : CHOICE);
    int *cell = cell_of(task, row, axis, column), right = *cell;
    *cell += exercise_toss(random) ? 1 : -1;
    if (column == CHOICE && (*cell > 1 || *cell < -1))
        return false;
    if (carried) {
        carry_on(task, axis, row, column);
        int other = 0;
        for (int i = 1; i < task->table.rows; i++)
            other += !axis_follows(task, axis, i);
        if (other != 1)
            return false;
    } else if (!is_the_only_one(task, axis, row)) {
        return false;
    }
    task->ask = TASK_ROW;
    task->right_rows = 1u << row;
    task->show = TASK_SHOW_TABLE;
    exercise_ask(
        task,
        carried ? "A car starts from rest. One row of its table has a mistake, and the rows below "
                  "go on from there. Which row has the mistake?"
                : "A car starts from rest. One number in its table is wrong. In which row is it?");
    exercise_hint(task, "Check each row: v is the v above plus a, and the position is the one "
                        "above plus v.");
    explain_mistake(task, axis, row, column, right);
    return true;
}

/* === graph ==================================================================================== */

/* Exercises about graphs against t: x in straight pieces, v in steps, a in bars. See
 * exercise_inside.h.
 */

static int value_of(const struct scene *scene, enum kinematics_column column, int row)
{
    return kinematics_number(&scene->bodies[0], row, column);
}

/* --- read the graph --------------------------------------------------------------------------- */

/* Which number of which move is read off which graph, and how. */
static const struct exercise_reading {
    enum kinematics_column graph, asked;
    int difficulty;
    bool since_start; /* how far it is from where it began */
    const char *sentence, *label, *unit, *hint, *why;
} readings[] = {
    {COLUMN_X, COLUMN_VX, EXERCISE_EASY, false,
     "The graph shows x against t. What is vx in move %d?", "vx", "squares a move",
     "By how much does x change in that move?",
     "In move %d, x goes from %d to %d. It changes by vx = %d."},
    {COLUMN_VX, COLUMN_AX, EXERCISE_EASY, false,
     "The graph shows vx against t. What is ax in move %d?", "ax", "squares/move²",
     "How much higher is this step than the one before?",
     "From move %d to the next, vx changes from %d to %d: ax = %d."},
    {COLUMN_X, COLUMN_AX, EXERCISE_MEDIUM, false,
     "The graph shows x against t. What is ax in move %d?", "ax", "squares/move²",
     "First find vx in that move and in the one before.",
     "In move %d, vx is %d, and in the next one it is %d. It changes by ax = %d."},
    {COLUMN_VX, COLUMN_X, EXERCISE_MEDIUM, true,
     "The car starts at x = 0. The graph shows vx against t. What is x after move %d?", "x",
     "squares", "In each move, x changes by vx: add them up.",
     "Before move %d, x is %d. In it, x changes by vx = %d, so x = %d."},
    {COLUMN_AX, COLUMN_VX, EXERCISE_HARD, false,
     "The car starts from rest. The graph shows ax against t. What is vx in move %d?", "vx",
     "squares a move", "Add up ax, from the first move to this one.",
     "Before move %d, vx is %d. In it, vx changes by ax = %d, so vx = %d."},
    {COLUMN_AX, COLUMN_X, EXERCISE_HARD, true,
     "The car starts from rest at x = 0. The graph shows ax against t. What is x after move %d?",
     "x", "squares", "First find vx in each move, then add them up.",
     "Before move %d, x is %d. In it, x changes by vx = %d, so x = %d."},
};
enum { READINGS = sizeof readings / sizeof *readings };

/* The two numbers of which the asked one is made. */
static void explain_reading(struct task *task, const struct exercise_reading *reading, int move,
                            int right)
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

static int asked_value(const struct task *task, const struct exercise_reading *reading, int move)
{
    int start = reading->since_start ? value_of(&task->scene, reading->asked, 0) : 0;
    return value_of(&task->scene, reading->asked, move) - start;
}

static bool exercise_make_graph(struct random *random, int difficulty, struct task *task)
{
    struct exercise_way way = {
        .moves = 6, .speed = 3, .straight = true, .from_rest = difficulty == EXERCISE_HARD};
    const struct exercise_reading *reading = &readings[exercise_draw(random, 0, READINGS - 1)];
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
    exercise_offer_number(
        task, height, "That is the height of the graph. The question is about another quantity.");
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

static void add_graph(struct task *task, struct scene *scene, enum kinematics_column column,
                      bool right)
{
    const char letter[] = {(char)('A' + task->choice_count), '\0'};
    struct task_choice *choice = task_add_choice(task, letter, right);
    choice->picture = TASK_PICTURE_GRAPH;
    choice->scene = scene;
    choice->column = column;
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
        const struct scene *of = &task->scene;
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
    const char *name = kinematics_title(column);
    char why[TASK_TEXT_BYTES];
    if (row == 0)
        task_say(why, sizeof why, "In graph %c, %s is %d at the start, but on the sheet it is %d.",
                 'A' + choice, name, value_of(other, column, 0), value_of(&task->scene, column, 0));
    else
        task_say(why, sizeof why, "In graph %c, %s is %d %s %d, but on the sheet it is %d.",
                 'A' + choice, name, value_of(other, column, row),
                 column == COLUMN_X || column == COLUMN_Y ? "after move" : "in move", row,
                 value_of(&task->scene, column, row));
    if (!task->choices[choice].right)
        offer(task, &(struct task_answer){.number = choice}, why);
}

static bool exercise_make_which_graph(struct random *random, int difficulty, struct task *task)
{
    static const enum kinematics_column firsts[] = {COLUMN_X, COLUMN_VX, COLUMN_AX};
    struct exercise_way way = {.moves = WAY_MOVES, .speed = 3};
    enum kinematics_column column =
        (enum kinematics_column)((int)firsts[difficulty - 1] + exercise_toss(random));
    task_init(task, 12, 8);
    if (exercise_add_way(random, task, &way) != 0)
        return false;
    int changes = 0;
    for (int row = 2; row <= WAY_MOVES; row++)
        changes += value_of(&task->scene, column, row) != value_of(&task->scene, column, row - 1);
    if (changes < 3 || !add_graphs(random, task, column))
        return false;
    task->ask = TASK_CHOICE;
    task->show |= TASK_SHOW_MOMENTS;
    exercise_ask(task, "Which graph shows %s against t for the moves on the sheet?",
                 kinematics_title(column));
    exercise_hint(task, "Go from move to move and write down %s each time.",
                  kinematics_title(column));
    int right = 0;
    for (int i = 0; i < GRAPHS; i++) {
        right = task->choices[i].right ? i : right;
        if (!task->choices[i].right)
            explain_graph(task, i, column);
    }
    struct text values = {0};
    for (int row = first_row(column); row <= WAY_MOVES; row++)
        text_append_format(&values, "%s%d", values.length > 0 ? ", " : "",
                           value_of(&task->scene, column, row));
    exercise_explain(&task->why, "On the sheet, %s is %s: that is graph %c.",
                     kinematics_title(column), text_string(&values), 'A' + right);
    text_free(&values);
    return true;
}
