/* Which known error a wrong answer is. Each is tried on the task's own numbers, so that exercises
 * and lessons get it alike, and its words have no number in them: what is right stays to be found.
 */
#include "session/graph_paper/task.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- numbers ---------------------------------------------------------------------------------- */

/* What a field asks for: a quantity of a body in a row, as far as its label tells. */
struct task_errors_asked {
    const struct task *task;
    const struct scene_body *body;
    const struct task_field *field;
    const struct measure_typed *typed;
    int column;                     /* enum kinematics_column, or -1 */
    int row;                        /* of the scene; -1: it has no such number */
    const struct task_field *other; /* the same quantity along the other axis; or NULL */
    int64_t square;                 /* of what is right; 0: too large, or no whole number */
};

static bool is_typed(const struct task_errors_asked *asked, struct measure number)
{
    return !measure_equal(number, asked->field->right) &&
           measure_judge(asked->typed, number) == MEASURE_RIGHT;
}

static bool is_typed_whole(const struct task_errors_asked *asked, int64_t number)
{
    return is_typed(asked, measure_whole(number));
}

static bool is_second(int column)
{
    return (column - COLUMN_X) % 2 == 1;
}

/* Of the velocity. */
static bool is_of_velocity(int column)
{
    return column == COLUMN_VX || column == COLUMN_VY;
}

/* The typed number is that of a quantity (its column along x) in that row of the same axis. */
static bool is_value(const struct task_errors_asked *asked, int along_x, int row)
{
    if (asked->column < COLUMN_X || asked->column >= COLUMN_SPEED || !asked->body || row < 0 ||
        row > asked->body->count)
        return false;
    return is_typed_whole(
        asked, kinematics_number(asked->body, row,
                                 (enum kinematics_column)(along_x + is_second(asked->column))));
}

static int row_of(const struct task_errors_asked *asked)
{
    return asked->row >= 0 ? asked->row : asked->task->scene.now;
}

/* a² + b² = square: are there such parts of which this was typed? */
static bool is_of_parts(const struct task_errors_asked *asked,
                        bool (*typed)(const struct task_errors_asked *asked, int64_t a, int64_t b))
{
    for (int64_t a = 1; a * a <= asked->square; a++)
        for (int64_t b = 1; b <= a && a * a + b * b <= asked->square; b++)
            if (a * a + b * b == asked->square && typed(asked, a, b))
                return true;
    return false;
}

static bool is_sum(const struct task_errors_asked *asked, int64_t a, int64_t b)
{
    return is_typed_whole(asked, a + b) || is_typed_whole(asked, a - b);
}

static bool is_either(const struct task_errors_asked *asked, int64_t a, int64_t b)
{
    return is_typed_whole(asked, a) || is_typed_whole(asked, b);
}

/* Under the root one part, or both, were not squared, or the squares subtracted. */
static bool is_other_root(const struct task_errors_asked *asked, int64_t a, int64_t b)
{
    return is_typed(asked, measure_root(a + b, 1)) || is_typed(asked, measure_root(a * a + b, 1)) ||
           is_typed(asked, measure_root(a + b * b, 1)) ||
           is_typed(asked, measure_root(a * a - b * b, 1));
}

static bool is_length(const struct task_errors_asked *asked)
{
    return asked->field->right.radicand > 1 || asked->column == COLUMN_SPEED ||
           (asked->task->scene.body_count == 2 && strcmp(asked->field->label, "distance") == 0);
}

static bool is_root_forgotten(const struct task_errors_asked *asked)
{
    return is_length(asked) && asked->square > 0 && is_typed_whole(asked, asked->square);
}

static bool is_round_the_corner(const struct task_errors_asked *asked)
{
    return is_length(asked) && is_of_parts(asked, is_sum);
}

static bool is_wrong_root(const struct task_errors_asked *asked)
{
    return is_length(asked) && is_of_parts(asked, is_other_root);
}

static bool is_one_part(const struct task_errors_asked *asked)
{
    return is_length(asked) && is_of_parts(asked, is_either);
}

static bool is_wrong_sign(const struct task_errors_asked *asked)
{
    return is_typed(asked, measure_times(asked->field->right, -1, 1));
}

/* Of what has no direction. */
static bool is_wrong_scalar_sign(const struct task_errors_asked *asked)
{
    return (asked->column < COLUMN_X || asked->column >= COLUMN_SPEED) && is_wrong_sign(asked);
}

static bool is_swapped(const struct task_errors_asked *asked)
{
    return asked->other && is_typed(asked, asked->other->right);
}

static bool is_other_axis(const struct task_errors_asked *asked)
{
    static const int flipped[] = {1, -1};
    return asked->column >= COLUMN_X && asked->column < COLUMN_SPEED && asked->body &&
           is_typed_whole(
               asked, kinematics_number(asked->body, row_of(asked),
                                        (enum kinematics_column)(
                                            asked->column + flipped[is_second(asked->column)])));
}

static bool is_place(const struct task_errors_asked *asked)
{
    int row = row_of(asked);
    return asked->column >= COLUMN_VX &&
           (is_value(asked, COLUMN_X, row) || is_value(asked, COLUMN_X, row - 1));
}

static bool is_velocity(const struct task_errors_asked *asked)
{
    int row = row_of(asked);
    return !is_of_velocity(asked->column) &&
           (is_value(asked, COLUMN_VX, row) || is_value(asked, COLUMN_VX, row - 1));
}

static bool is_acceleration(const struct task_errors_asked *asked)
{
    return is_of_velocity(asked->column) && is_value(asked, COLUMN_AX, row_of(asked));
}

/* A row above or below, of the numbers that the scene has. */
static bool is_other_move(const struct task_errors_asked *asked)
{
    int along_x = asked->column - is_second(asked->column);
    return asked->row >= 0 &&
           (is_value(asked, along_x, asked->row - 1) || is_value(asked, along_x, asked->row + 1));
}

/* In a record: the two numbers that make a third were taken together the other way. */
static bool is_other_sum(const struct task_errors_asked *asked)
{
    int row = asked->row, along_x = asked->column - is_second(asked->column);
    int with = along_x == COLUMN_X ? COLUMN_VX : COLUMN_AX;
    if (row < 1 || !asked->body || row > asked->body->count || along_x == COLUMN_WX)
        return false;
    int second = is_second(asked->column);
    int before = kinematics_number(
        asked->body, row - 1,
        (enum kinematics_column)((along_x == COLUMN_AX ? COLUMN_VX : along_x) + second));
    int added = kinematics_number(
        asked->body, row,
        (enum kinematics_column)((along_x == COLUMN_AX ? COLUMN_VX : with) + second));
    return is_typed_whole(asked, along_x == COLUMN_AX ? added + before : before - added);
}

/* Of two bodies: as one of them sees the other, a difference. */
static bool is_sum_of_both(const struct task_errors_asked *asked)
{
    const struct scene *scene = &asked->task->scene;
    if (scene->body_count != 2 || !is_of_velocity(asked->column))
        return false;
    struct point a = scene_inertia(&scene->bodies[0], scene->now);
    struct point b = scene_inertia(&scene->bodies[1], scene->now);
    return is_typed_whole(asked, is_second(asked->column) ? a.y + b.y : a.x + b.x);
}

/* As the sheet sees it, not the other body. */
static bool is_of_one_body(const struct task_errors_asked *asked)
{
    const struct scene *scene = &asked->task->scene;
    if (scene->body_count != 2 || !is_of_velocity(asked->column))
        return false;
    for (int i = 0; i < 2; i++) {
        struct point v = scene_inertia(&scene->bodies[i], scene->now);
        if (is_typed_whole(asked, is_second(asked->column) ? v.y : v.x))
            return true;
    }
    return false;
}

static bool is_whole_way(const struct task_errors_asked *asked)
{
    int moves = asked->task->scene.now;
    return moves > 1 && is_of_velocity(asked->column) &&
           is_typed(asked, measure_times(asked->field->right, moves, 1));
}

static bool is_without_wind(const struct task_errors_asked *asked)
{
    struct point wind = asked->task->scene.wind;
    int blown = is_second(asked->column) ? wind.y : wind.x;
    return blown != 0 && asked->column >= COLUMN_VX && asked->field->right.radicand == 1 &&
           asked->field->right.denominator == 1 &&
           (is_typed_whole(asked, asked->field->right.numerator - blown) ||
            is_typed_whole(asked, asked->field->right.numerator + blown));
}

/* What is right is 1 + 2 + ... + n: the sums of one move less and more, or n²/2 of a motion that
 * changes all the time. */
static bool is_of_sum(const struct task_errors_asked *asked, bool book)
{
    const struct measure *right = &asked->field->right;
    for (int n = 1; n < 1000 && right->denominator == 1 && asked->column < 0; n++)
        if (right->radicand == 1 && right->numerator == (int64_t)n * (n + 1) / 2)
            return book ? is_typed(asked, measure_fraction((int64_t)n * n, 2)) ||
                              is_typed(asked, measure_fraction((int64_t)(n + 1) * (n + 1), 2))
                        : is_typed_whole(asked, (int64_t)n * (n - 1) / 2) ||
                              is_typed_whole(asked, (int64_t)(n + 1) * (n + 2) / 2);
    return false;
}

static bool is_book(const struct task_errors_asked *asked)
{
    return is_of_sum(asked, true);
}

static bool is_sum_of_other_moves(const struct task_errors_asked *asked)
{
    return is_of_sum(asked, false);
}

static bool is_off_by_one(const struct task_errors_asked *asked)
{
    const struct measure *right = &asked->field->right;
    return asked->column < 0 && right->denominator == 1 && right->radicand == 1 &&
           (is_typed_whole(asked, right->numerator - 1) ||
            is_typed_whole(asked, right->numerator + 1));
}

static bool is_upside_down(const struct task_errors_asked *asked)
{
    const struct measure *right = &asked->field->right;
    return right->radicand == 1 && right->numerator > 0 &&
           is_typed(asked, measure_fraction(right->denominator, right->numerator));
}

static bool is_factor_of_two(const struct task_errors_asked *asked)
{
    return is_typed(asked, measure_times(asked->field->right, 2, 1)) ||
           is_typed(asked, measure_times(asked->field->right, 1, 2));
}

/* Tried from above; what all faulty fields have in common is told. */
static const struct {
    const char *name, *words;
    bool (*fits)(const struct task_errors_asked *asked);
} number_errors[] = {
    {"root", "That is the square of the length. You still have to take the square root.",
     is_root_forgotten},
    {"corner",
     "You added or subtracted the two parts: that goes round the corner. The arrow is straight: "
     "use "
     "Pythagoras.",
     is_round_the_corner},
    {"squares", "Square both parts first, add the squares, and take the square root of that.",
     is_wrong_root},
    {"part", "That is only one part of the arrow. Its length depends on both.", is_one_part},
    {"swapped", "The first number is the part to the right, the second one the part up.",
     is_swapped},
    {"sign", "The size is right, but the sign is not.", is_wrong_scalar_sign},
    {"sign",
     "The size is right, but a sign is not: right and up are plus, left and down are minus.",
     is_wrong_sign},
    {"sum", "That is the sum. A relative velocity is a difference of two velocities.",
     is_sum_of_both},
    {"one-sided", "That is the velocity of only one of them, but both are moving.", is_of_one_body},
    {"place", "That is a position: where it is, not how it moves.", is_place},
    {"velocity", "That is a velocity, but something else is asked for.", is_velocity},
    {"acceleration", "That is the change of the velocity, not the velocity itself.",
     is_acceleration},
    {"wind", "Think of the wind. Which part comes from the wind, and which from the driver?",
     is_without_wind},
    {"reversed", "You added where you have to subtract, or the other way round.", is_other_sum},
    {"move", "That belongs to another move: you are off by one.", is_other_move},
    {"axis", "That belongs to the other axis: x goes to the right, y goes up.", is_other_axis},
    {"whole-way", "That is the distance of all moves together. Divide it by the number of moves.",
     is_whole_way},
    {"book",
     "That is the textbook formula, for a velocity that changes all the time. Here it changes once "
     "in each move: add up the moves.",
     is_book},
    {"sum-of-moves", "You are off by one move. How long is the first move that you have to add?",
     is_sum_of_other_moves},
    {"upside-down", "Your fraction is upside down. What is divided by what?", is_upside_down},
    {"factor", "You are out by a factor of two.", is_factor_of_two},
    {"count", "You are off by one. Count again, and take care where you start.", is_off_by_one},
};

/* The last row that has what is right in all fields; -1: none. */
static int row_asked(const struct task *task, const struct scene_body *body)
{
    for (int row = body ? task->scene.now : -1; row >= 0; row--) {
        bool all = row <= body->count;
        for (int i = 0; i < task->field_count && all; i++) {
            int column = task_column(&task->fields[i]);
            all = column < 0 || column == COLUMN_SPEED ||
                  measure_equal(
                      task->fields[i].right,
                      measure_whole(kinematics_number(body, row, (enum kinematics_column)column)));
        }
        if (all)
            return row;
    }
    return -1;
}

static const struct task_field *other_axis_of(const struct task *task, int column, int row)
{
    for (int i = 0; column >= COLUMN_X && column < COLUMN_SPEED && i < task->field_count; i++)
        if (task_column(&task->fields[i]) == column + (is_second(column) ? -1 : 1) &&
            task->fields[i].row == row)
            return &task->fields[i];
    return NULL;
}

static struct task_errors_asked ask_of(const struct task *task, int field,
                                       const struct measure_typed *typed)
{
    struct task_errors_asked asked = {.task = task, .field = &task->fields[field], .typed = typed};
    const struct measure *right = &asked.field->right;
    if (task->body < task->scene.body_count)
        asked.body = &task->scene.bodies[task->body];
    asked.column = task_column(asked.field);
    asked.row = asked.field->row >= 0 ? asked.field->row : row_asked(task, asked.body);
    asked.other = other_axis_of(task, asked.column, asked.field->row);
    if (right->denominator == 1 && llabs(right->numerator) < 1000 && right->radicand < 100000)
        asked.square = right->numerator * right->numerator * right->radicand;
    return asked;
}

static const char *number_error(const struct task *task, const struct task_answer *answer,
                                const bool *right, const char **words)
{
    struct measure_typed typed[TASK_FIELDS];
    struct task_errors_asked asked[TASK_FIELDS];
    struct error error;
    int count = 0;
    for (int i = 0; i < task->field_count; i++) {
        if (right[i])
            continue;
        if (!task_read_typed(task, answer, i, &typed[count], &error))
            return NULL;
        asked[count] = ask_of(task, i, &typed[count]);
        count++;
    }
    for (size_t kind = 0; kind < sizeof number_errors / sizeof *number_errors; kind++) {
        int fitting = 0;
        while (fitting < count && number_errors[kind].fits(&asked[fitting]))
            fitting++;
        if (fitting == count) {
            *words = number_errors[kind].words;
            return number_errors[kind].name;
        }
    }
    return NULL;
}

/* --- points ----------------------------------------------------------------------------------- */

static struct point swapped(struct point vector)
{
    return (struct point){vector.y, vector.x};
}

/* So many moves on without a push. */
static struct point coast(const struct scene *scene, const struct scene_body *body, int moves,
                          struct point wind)
{
    struct point at = scene_at(body, scene->now), v = scene_inertia(body, scene->now);
    for (int i = 0; i < moves; i++) {
        v = point_add(v, wind);
        at = point_add(at, v);
    }
    return at;
}

static const char *point_error(const struct task *task, struct point clicked, const char **words)
{
    enum { MOVES = 9 };
    const struct scene *scene = &task->scene;
    struct point right = task->points[0], none = {0, 0};
    *words = "The two coordinates are in the wrong order: first to the right, then up.";
    if (point_equal(clicked, swapped(right)))
        return "coordinates";
    if (task->body >= scene->body_count)
        return NULL;
    const struct scene_body *body = &scene->bodies[task->body];
    struct point at = scene_at(body, scene->now), way = point_subtract(right, at);
    *words = "That is where it is now. It keeps moving.";
    if (point_equal(clicked, at))
        return "standing";
    *words = "The first number is the part to the right, the second one the part up.";
    if (point_equal(clicked, point_add(at, swapped(way))))
        return "swapped";
    *words = "The distance is right, but a sign is wrong: right and up are plus, left and down are "
             "minus.";
    for (int i = 1; i < 4; i++)
        if (point_equal(clicked, (struct point){at.x + (i & 1 ? -way.x : way.x),
                                                at.y + (i & 2 ? -way.y : way.y)}))
            return "sign";
    *words = "You counted from the corner of the sheet. Count from where the car is now.";
    if (point_equal(clicked, way) || point_equal(clicked, scene_inertia(body, scene->now)))
        return "velocity";
    *words = "You are off by one move. Count the moves again.";
    for (int i = 1; i <= MOVES; i++)
        if (point_equal(right, coast(scene, body, i, scene->wind)) &&
            (point_equal(clicked, coast(scene, body, i - 1, scene->wind)) ||
             point_equal(clicked, coast(scene, body, i + 1, scene->wind))))
            return "move";
    *words = "You left out the wind, or forgot that what it adds to the velocity stays there.";
    for (int i = 1; i <= MOVES && point_reach(scene->wind) > 0; i++) {
        struct point calm = coast(scene, body, i, none);
        if (point_equal(right, coast(scene, body, i, scene->wind)) &&
            (point_equal(clicked, calm) ||
             point_equal(clicked,
                         (struct point){calm.x + i * scene->wind.x, calm.y + i * scene->wind.y})))
            return "wind";
    }
    *words = "That is where it would be if it just kept its velocity.";
    for (int i = 1; i <= MOVES; i++)
        if (point_equal(clicked, coast(scene, body, i, scene->wind)))
            return "inertia";
    *words = "One of the two directions is right, the other one is not.";
    return clicked.x == right.x || clicked.y == right.y ? "axis" : NULL;
}

static const char *acceleration_error(const struct task *task, struct point chosen,
                                      const char **words)
{
    struct point right = task->points[0];
    *words = "With no push at all it just keeps its velocity.";
    if (point_reach(chosen) == 0)
        return "inertia";
    *words = "That is the opposite push.";
    if (point_equal(chosen, (struct point){-right.x, -right.y}))
        return "sign";
    *words = "You have mixed up the two directions.";
    if (point_equal(chosen, swapped(right)))
        return "swapped";
    *words = "One of the two directions is right, the other one is not.";
    return chosen.x == right.x || chosen.y == right.y ? "axis" : NULL;
}

const char *task_find_error(const struct task *task, const struct task_answer *answer,
                            const bool *right, const char **words)
{
    const char *found = NULL;
    if (task->ask == TASK_NUMBERS)
        found = number_error(task, answer, right, words);
    else if (task->ask == TASK_POINT)
        found = point_error(task, answer->point, words);
    else if (task->ask == TASK_ACCELERATION)
        found = acceleration_error(task, answer->point, words);
    if (!found)
        *words = "Think it through once more.";
    return found;
}

/* --- the vectors of a move -------------------------------------------------------------------- */

static bool is_empty(char typed[2][TASK_TYPED_BYTES])
{
    return !typed[0][0] && !typed[1][0];
}

/* Whatever is right of the first vector that is wrong stands back: the kind of its error alone. */
static void tell_vectors(const struct task *task, const struct task_answer *answer,
                         struct task_reply *judged, bool free, struct vectors_reply *reply)
{
    static const char *const likely[] = {"swapped", "sign", "place", "acceleration", "velocity"};
    enum { LIKELY = sizeof likely / sizeof *likely };
    int wrong = 0;
    while (judged->right[wrong])
        wrong++;
    bool meant = free && wrong > 1;
    int other = wrong < 2 ? 2 : 0;
    judged->right[other] = judged->right[other + 1] = true;
    const char *words, *kind = task_find_error(task, answer, judged->right, &words);
    int rank = meant ? -1 : 0;
    while (free && rank >= 0 && rank < LIKELY && (!kind || strcmp(kind, likely[rank]) != 0))
        rank++;
    reply->rank = 3 + rank;
    if (rank == LIKELY) {
        words =
            "No move that can be made now has that vector. By how much can the velocity change?";
        reply->faulty |= reply->first < 2 ? 3 : 3 << 2;
    }
    task_say(reply->told, sizeof reply->told, "Not quite. %.1s: %s", task->fields[wrong].label,
             words);
}

/* It borrows the scene. What is in metres is compared with no number of the sheet. */
static void judge_vectors(const struct kinematics *of, int line, bool free,
                          char typed[VECTOR_NUMBERS][TASK_TYPED_BYTES], struct vectors_reply *reply)
{
    const struct kinematics_line *whose = &of->lines[line];
    struct task task = {.scene = *of->scene};
    struct task_answer answer = {.number = -1};
    struct task_reply judged;
    int first = free && is_empty(typed) && !is_empty(typed + 2) ? 2 : 0;
    int end = free && first == 0 && is_empty(typed + 2) ? 2 : VECTOR_NUMBERS;
    task.scene.now = kinematics_last(of, line);
    task.scene.body_count = 1;
    task.scene.bodies[0] = of->scene->bodies[whose->body];
    if (whose->minus >= 0)
        task.scene.bodies[task.scene.body_count++] = of->scene->bodies[whose->minus];
    task.body = of->look.unit.metric ? task.scene.body_count : 0;
    for (int i = first; i < end; i++) {
        enum kinematics_column column = (enum kinematics_column)(COLUMN_VX + i);
        struct measure right;
        if (!kinematics_value(of, line, task.scene.now, column, &right))
            continue;
        memcpy(answer.typed[task.field_count], typed[i], TASK_TYPED_BYTES);
        task_add_field(&task, kinematics_title(column), kinematics_unit_of(&of->look, column),
                       right);
    }
    task_judge(&task, &answer, &judged);
    *reply = (struct vectors_reply){.verdict = judged.verdict, .first = -1};
    for (int i = task.field_count - 1; i >= 0; i--)
        if (judged.verdict == TASK_WRONG ? !judged.right[i]
                                         : judged.verdict != TASK_RIGHT && i == judged.field) {
            reply->first = first + i;
            reply->faulty |= answer.typed[i][0] ? 1u << (first + i) : 0;
        }
    reply->rank = judged.verdict != TASK_RIGHT;
    if (judged.verdict == TASK_WRONG)
        tell_vectors(&task, &answer, &judged, free, reply);
    else if (reply->faulty)
        task_say(reply->told, sizeof reply->told, "%s", judged.words.text);
}

void task_judge_vectors(const struct kinematics *of, int line, const struct scene_move *moves,
                        int count, char typed[VECTOR_NUMBERS][TASK_TYPED_BYTES],
                        struct vectors_reply *reply)
{
    struct scene scene = *of->scene;
    struct kinematics tried = *of;
    struct scene_body *body = &scene.bodies[of->lines[line].body];
    struct scene_move *made = NULL;
    tried.scene = &scene;
    if (count > 0) {
        made = memory_allocate((size_t)body->count + 1, sizeof *made);
        if (body->count > 0)
            memcpy(made, body->moves, (size_t)body->count * sizeof *made);
        body->moves = made;
        body->count++;
    }
    for (int i = 0; i == 0 || i < count; i++) {
        struct vectors_reply found;
        if (count > 0)
            made[body->count - 1] = moves[i];
        judge_vectors(&tried, line, count > 0, typed, &found);
        found.move = i;
        if (i == 0 || found.rank < reply->rank)
            *reply = found;
    }
    free(made);
}
