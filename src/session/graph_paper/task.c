/* The data of a task: see task.h. */
#include "session/graph_paper/task.h"

#include "base/formats.h"
#include "base/memory.h"
#include "base/number.h"
#include "rules/setup.h"
#include "session/graph_paper/scene.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void task_init(struct task *task, int width, int height)
{
    *task = (struct task){.show = TASK_SHOW_SHEET};
    scene_init(&task->scene, width, height);
}

void task_free(struct task *task)
{
    scene_free(&task->scene);
    for (int i = 0; i < task->choice_count; i++)
        if (task->choices[i].scene != NULL) {
            scene_free(task->choices[i].scene);
            free(task->choices[i].scene);
        }
    free(task->wrongs);
    *task = (struct task){0};
}

void task_copy(struct task *into, const struct task *task)
{
    *into = *task;
    scene_copy(&into->scene, &task->scene);
    for (int i = 0; i < task->choice_count; i++)
        if (task->choices[i].scene != NULL) {
            into->choices[i].scene = memory_allocate(1, sizeof(struct scene));
            scene_copy(into->choices[i].scene, task->choices[i].scene);
        }
    into->wrongs = NULL;
    if (task->wrong_count > 0)
        into->wrongs = memory_copy(task->wrongs, (size_t)task->wrong_count, sizeof *task->wrongs);
}

/* What does not fit is cut, never within a character. */
static void cut_to(char *into, size_t size, const char *string)
{
    size_t length = strlen(string);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && ((unsigned char)string[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(into, string, length);
    into[length] = '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A hyphen in front of a number, as the one in "-3", and not that in "3-4". */
static bool is_minus(const char *said, size_t at)
{
    return said[at] == '-' && is_digit(said[at + 1]) &&
           (at == 0 || said[at - 1] == ' ' || said[at - 1] == '(');
}

void task_say(char *into, size_t size, const char *format, ...)
{
    char said[2 * TASK_TEXT_BYTES];
    struct text set = {0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    for (size_t i = 0; said[i] != '\0'; i++)
        if (is_minus(said, i))
            text_append(&set, "−");
        else
            text_append_bytes(&set, said + i, 1);
    cut_to(into, size, text_string(&set));
    text_free(&set);
}

struct task_field *task_add_field(struct task *task, const char *label, const char *unit,
                                  struct measure right)
{
    assert(task->field_count < TASK_FIELDS);
    struct task_field *field = &task->fields[task->field_count++];
    *field = (struct task_field){.right = right, .row = -1};
    cut_to(field->label, sizeof field->label, label);
    cut_to(field->unit, sizeof field->unit, unit);
    return field;
}

void task_add_cell(struct task *task, int row, enum kinematics_column column)
{
    assert(row >= 0 && row < task->table.rows && column < COLUMN_SPEED);
    char label[TASK_LABEL_BYTES];
    snprintf(label, sizeof label, "%s in row %d", kinematics_title(column), row);
    struct task_field *field =
        task_add_field(task, label, "", measure_whole(task->table.numbers[row][column]));
    field->row = row;
    field->column = column;
}

struct task_choice *task_add_choice(struct task *task, const char *text, bool right)
{
    assert(task->choice_count < TASK_CHOICES);
    struct task_choice *choice = &task->choices[task->choice_count++];
    *choice = (struct task_choice){.right = right};
    cut_to(choice->text, sizeof choice->text, text);
    return choice;
}

struct task_wrong *task_add_wrong(struct task *task)
{
    assert(task->wrong_count < TASK_WRONGS);
    if (task->wrongs == NULL)
        task->wrongs = memory_allocate(TASK_WRONGS, sizeof *task->wrongs);
    return &task->wrongs[task->wrong_count++];
}

static struct task_mark *add_mark(struct task_words *words, enum task_mark_kind kind)
{
    /* What is drawn last says least: there is room for what an explanation needs. */
    struct task_mark *mark =
        &words->marks[words->mark_count < TASK_MARKS ? words->mark_count++ : TASK_MARKS - 1];
    *mark = (struct task_mark){.kind = kind, .row = -1};
    return mark;
}

void task_mark(struct task_words *words, enum task_mark_kind kind, struct point from,
               struct point to, const char *label)
{
    struct task_mark *mark = add_mark(words, kind);
    mark->from = from;
    mark->to = to;
    cut_to(mark->label, sizeof mark->label, label);
}

void task_mark_cell(struct task_words *words, int row, enum kinematics_column column)
{
    struct task_mark *mark = add_mark(words, column == COLUMN_T ? TASK_MARK_ROW : TASK_MARK_CELL);
    mark->row = row;
    mark->column = column;
}

bool task_is_marked(const struct task_words *words, int row, int column)
{
    for (int i = 0; words != NULL && i < words->mark_count; i++) {
        const struct task_mark *mark = &words->marks[i];
        if (mark->row == row && (mark->kind == TASK_MARK_ROW ||
                                 (mark->kind == TASK_MARK_CELL && (int)mark->column == column)))
            return true;
    }
    return false;
}

void task_fill_table(struct task *task, unsigned columns)
{
    const struct scene_body *body = &task->scene.bodies[task->body];
    struct task_table *table = &task->table;
    *table = (struct task_table){.columns = columns | 1u << COLUMN_T};
    for (int row = 0; row <= task->scene.now && row < TASK_ROWS; row++) {
        for (int column = 0; column < COLUMN_SPEED; column++)
            table->numbers[row][column] =
                kinematics_number(body, row, (enum kinematics_column)column);
        table->rows++;
    }
}

/* === judge ==================================================================================== */

/* See task.h. Each way of answering is a row of a table: how it is judged, what is right and
 * how an answer is written.
 */

static void say(struct task_reply *reply, enum task_verdict verdict, const char *text)
{
    reply->verdict = verdict;
    task_say(reply->words.text, sizeof reply->words.text, "%s", text);
}

/* --- numbers ---------------------------------------------------------------------------------- */

int task_column(const struct task_field *field)
{
    if (field->row >= 0)
        return (int)field->column;
    for (int i = COLUMN_X; i <= COLUMN_SPEED; i++)
        if (strcmp(field->label, kinematics_title((enum kinematics_column)i)) == 0)
            return i;
    return -1;
}

bool task_read_typed(const struct task *task, const struct task_answer *answer, int index,
                     struct measure_typed *typed, struct error *error)
{
    static const char counted[] = "number of ";
    const struct task_field *field = &task->fields[index];
    const char *unit = field->unit;
    int column = task_column(field);
    if (strncmp(field->label, counted, strlen(counted)) == 0)
        unit = field->label + strlen(counted);
    else if (!unit[0] && column >= 0)
        unit = kinematics_unit_of(&(struct kinematics_look){0}, (enum kinematics_column)column);
    return measure_read(answer->typed[index], unit, typed, error);
}

/* Are all the numbers those of an answer that was expected? */
static bool types_the_same(const struct task *task, const struct task_answer *answer,
                           const struct task_answer *expected)
{
    for (int i = 0; i < task->field_count; i++) {
        struct measure_typed typed, other;
        struct error error;
        if (!measure_read(expected->typed[i], "", &other, &error) || other.is_decimal ||
            !task_read_typed(task, answer, i, &typed, &error) ||
            measure_judge(&typed, other.value) != MEASURE_RIGHT)
            return false;
    }
    return true;
}

static bool is_expected(const struct task *task, const struct task_answer *answer,
                        const struct task_answer *expected)
{
    switch (task->ask) {
    case TASK_NUMBERS:
        return types_the_same(task, answer, expected);
    case TASK_POINT:
    case TASK_ACCELERATION:
        return point_equal(answer->point, expected->point);
    case TASK_CHOICE:
    case TASK_ROW:
        return answer->number == expected->number;
    case TASK_DRIVE:
        break;
    }
    return false;
}

/* What a wrong answer is told: words for this one, or for its kind of error. */
static void explain(const struct task *task, const struct task_answer *answer,
                    struct task_reply *reply)
{
    const char *words;
    reply->error = task_find_error(task, answer, reply->right, &words);
    for (int i = 0; i < task->wrong_count; i++)
        if (is_expected(task, answer, &task->wrongs[i].answer))
            words = task->wrongs[i].why;
    say(reply, TASK_WRONG, words);
}

/* The vector that was typed, where it would lie: a velocity from where the body is, or comes from
 * if it is asked for its last move. */
static void mark_typed(const struct task *task, const struct measure_typed *typed,
                       struct task_words *words)
{
    const struct scene *scene = &task->scene;
    const struct scene_body *body = &scene->bodies[task->body];
    char kind = task->fields[0].label[0];
    if (task->body >= scene->body_count || task->field_count < 2 || task->fields[0].row >= 0 ||
        (kind != 'v' && kind != 'a') || strcmp(task->fields[0].label + 1, "x") != 0)
        return;
    int row = kind == 'v' && scene->body_count == 1 && scene->now > 0 ? scene->now - 1 : scene->now;
    struct point from = scene_at(body, row), to = {0, 0};
    if (kind == 'a')
        from = point_add(from, scene_inertia(body, row));
    for (int i = 0; i < 2; i++) {
        if (typed[i].is_decimal || typed[i].value.denominator != 1 || typed[i].value.radicand != 1)
            return;
        *(i == 0 ? &to.x : &to.y) = (int)typed[i].value.numerator;
    }
    to = point_add(from, to);
    if (to.x >= 0 && to.y >= 0 && to.x <= scene->width && to.y <= scene->height)
        task_mark(words, TASK_MARK_GHOST, from, to, "?");
}

static void judge_numbers(const struct task *task, const struct task_answer *answer,
                          struct task_reply *reply)
{
    enum measure_verdict worst = MEASURE_RIGHT;
    struct measure_typed typed[TASK_FIELDS];
    for (int i = 0; i < task->field_count; i++) {
        const struct task_field *field = &task->fields[i];
        struct error error = {0};
        if (!task_read_typed(task, answer, i, &typed[i], &error)) {
            reply->field = i;
            say(reply, TASK_UNREADABLE, error.text);
            if (task->field_count > 1)
                task_say(reply->words.text, sizeof reply->words.text, "%s: %s", field->label,
                         error.text);
            return;
        }
        enum measure_verdict verdict = measure_judge(&typed[i], field->right);
        reply->right[i] = verdict == MEASURE_RIGHT;
        if (verdict > worst) {
            worst = verdict;
            reply->field = i;
        }
    }
    if (worst == MEASURE_RIGHT) {
        reply->words = task->why;
    } else if (worst == MEASURE_NEARLY) {
        say(reply, TASK_NEARLY, "Nearly. Write it exactly, or rounded to two decimal places.");
    } else {
        reply->field = 0;
        while (reply->right[reply->field])
            reply->field++;
        explain(task, answer, reply);
        mark_typed(task, typed, &reply->words);
        for (int i = 0; i < task->field_count; i++)
            if (!reply->right[i] && task->fields[i].row >= 0)
                task_mark_cell(&reply->words, task->fields[i].row, task->fields[i].column);
    }
}

/* --- on the sheet ----------------------------------------------------------------------------- */

static bool is_right_point(const struct task *task, struct point point)
{
    for (int i = 0; i < task->point_count; i++)
        if (point_equal(task->points[i], point))
            return true;
    return false;
}

static void judge_point(const struct task *task, const struct task_answer *answer,
                        struct task_reply *reply)
{
    if (is_right_point(task, answer->point)) {
        reply->words = task->why;
        return;
    }
    explain(task, answer, reply);
    task_mark(&reply->words, TASK_MARK_CROSS, answer->point, answer->point, "");
}

/* v, what pushes, the choice and what becomes of them, tip to tail from where the body is. */
static struct point mark_move(const struct task *task, struct point acceleration,
                              struct task_words *words)
{
    const struct scene *scene = &task->scene;
    const struct scene_body *body = &scene->bodies[task->body];
    struct point at = scene_at(body, scene->now);
    struct point tip = point_add(at, scene_inertia(body, scene->now));
    struct point blown = point_add(tip, scene->wind);
    struct point to = point_add(blown, acceleration);
    if (!point_equal(at, tip))
        task_mark(words, TASK_MARK_VELOCITY, at, tip, "v");
    if (!point_equal(tip, blown))
        task_mark(words, TASK_MARK_WIND, tip, blown, "wind");
    if (!point_equal(blown, to))
        task_mark(words, TASK_MARK_ACCELERATION, blown, to, point_equal(tip, blown) ? "a" : "push");
    if (!point_equal(at, to))
        task_mark(words, TASK_MARK_NEW_VELOCITY, at, to, "v + a");
    return to;
}

static void judge_acceleration(const struct task *task, const struct task_answer *answer,
                               struct task_reply *reply)
{
    if (is_right_point(task, answer->point)) {
        reply->words = task->why;
        return;
    }
    int reach = task->scene.reach;
    if (reach > 0 && point_reach(answer->point) > reach) {
        say(reply, TASK_UNREADABLE, "Choose one of the points that can be reached.");
        return;
    }
    explain(task, answer, reply);
    struct point to = mark_move(task, answer->point, &reply->words);
    task_mark(&reply->words, TASK_MARK_CROSS, to, to, "");
}

/* --- choices and rows ------------------------------------------------------------------------- */

static void judge_choice(const struct task *task, const struct task_answer *answer,
                         struct task_reply *reply)
{
    if (answer->number < 0 || answer->number >= task->choice_count)
        say(reply, TASK_UNREADABLE, "Choose one of the answers.");
    else if (task->choices[answer->number].right)
        reply->words = task->why;
    else
        explain(task, answer, reply);
}

/* Does a row follow from the one before? */
static bool row_follows(const struct task *task, int row)
{
    const int *now = task->table.numbers[row], *before = now - COLUMN_SPEED;
    return row == 0 || (now[COLUMN_VX] == before[COLUMN_VX] + now[COLUMN_AX] &&
                        now[COLUMN_VY] == before[COLUMN_VY] + now[COLUMN_AY] &&
                        now[COLUMN_X] == before[COLUMN_X] + now[COLUMN_VX] &&
                        now[COLUMN_Y] == before[COLUMN_Y] + now[COLUMN_VY]);
}

static void judge_row(const struct task *task, const struct task_answer *answer,
                      struct task_reply *reply)
{
    int row = answer->number;
    if (row < 0 || row >= task->table.rows) {
        say(reply, TASK_UNREADABLE, "Choose a row of the table.");
    } else if ((task->right_rows >> row & 1) != 0) {
        reply->words = task->why;
    } else {
        char told[TASK_TEXT_BYTES];
        task_say(told, sizeof told,
                 row == 0 ? "Row %d is only the start."
                 : row_follows(task, row)
                     ? "Row %d is right: it follows from the row above."
                     : "Row %d does not follow from the row above. But which of the two is wrong?",
                 row);
        explain(task, answer, reply);
        say(reply, TASK_WRONG, told);
        task_mark_cell(&reply->words, row, COLUMN_T);
    }
}

/* --- drives ----------------------------------------------------------------------------------- */

/* The moves are at an end, and it is not there. */
static void say_not_there(const struct task *task, const struct scene *scene,
                          struct task_reply *reply)
{
    const struct scene_body *body = &scene->bodies[task->body];
    const struct scene_target *target = &scene->targets[0];
    struct point at = scene_at(body, scene->now), goal = scene_target_at(target, scene->now);
    bool there = point_equal(at, goal);
    struct point is = there ? scene_velocity(body, scene->now) : at;
    struct point wanted = there ? target->velocity : goal;
    struct pair (*write)(int first, int second) = there ? vector_of : pair_of;
    reply->verdict = TASK_WRONG;
    task_say(reply->words.text, sizeof reply->words.text,
             there ? "It is at the flag, but with v = %s instead of %s."
                   : "After its last move it is at %s, and the flag is at %s.",
             write(is.x, is.y).text, write(wanted.x, wanted.y).text);
    task_mark(&reply->words, TASK_MARK_CROSS, at, at, "");
    task_mark(&reply->words, TASK_MARK_RING, goal, goal, "");
}

/* Drives on a copy of the scene until it is there, hits something, or the moves are at an end. */
static void drive(const struct task *task, struct scene *scene, const struct task_answer *answer,
                  struct task_reply *reply)
{
    struct error error = {0};
    for (int i = 0; i < answer->move_count && i < TASK_MOVES; i++) {
        struct point from = scene_at(&scene->bodies[task->body], scene->now);
        struct point to = scene_next_point(scene, task->body, answer->moves[i], NULL);
        if (!scene_choose(scene, task->body, answer->moves[i], &error)) {
            say(reply, TASK_UNREADABLE, error.text);
            return;
        }
        if (!reach_is_clear(scene, from, to)) {
            char told[TASK_TEXT_BYTES];
            task_say(told, sizeof told, "Move %d leaves the track: brake sooner, or turn sooner.",
                     i + 1);
            say(reply, TASK_WRONG, told);
            task_mark(&reply->words, TASK_MARK_NEW_VELOCITY, from, to, "");
            task_mark(&reply->words, TASK_MARK_CROSS, to, to, "");
            return;
        }
        scene_step(scene);
        if (scene_reaches(scene, 0, task->body, scene->now)) {
            if (task->moves_most > 0 && i + 1 > task->moves_most) {
                int moves = i + 1;
                reply->verdict = TASK_WRONG;
                task_say(reply->words.text, sizeof reply->words.text,
                         "It is at the flag, but only after %d moves. It can be done in %d.", moves,
                         task->moves_most);
            } else
                reply->words = task->why;
            return;
        }
    }
    if (answer->move_count >= TASK_MOVES ||
        (task->moves_most > 0 && answer->move_count >= task->moves_most))
        say_not_there(task, scene, reply);
    else
        say(reply, TASK_UNREADABLE, "Go on: it is not there yet.");
}

static void judge_drive(const struct task *task, const struct task_answer *answer,
                        struct task_reply *reply)
{
    struct scene scene;
    scene_copy(&scene, &task->scene);
    drive(task, &scene, answer, reply);
    scene_free(&scene);
}

static int solve_drive(const struct task *task, struct reach_way *way)
{
    const struct scene *scene = &task->scene;
    const struct scene_body *body = &scene->bodies[task->body];
    struct scene_reach reach = {.scene = scene,
                                .at = scene_at(body, scene->now),
                                .velocity = scene_inertia(body, scene->now),
                                .goal = reach_goal_of(&scene->targets[0], scene->now),
                                .moves_most = task->moves_most > 0 ? task->moves_most : TASK_MOVES};
    return reach_search(&reach, way);
}

/* --- all of it -------------------------------------------------------------------------------- */

void task_judge(const struct task *task, const struct task_answer *answer, struct task_reply *reply)
{
    static void (*const judges[])(const struct task *, const struct task_answer *,
                                  struct task_reply *) = {
        judge_numbers, judge_point, judge_acceleration, judge_choice, judge_row, judge_drive};
    *reply = (struct task_reply){.verdict = TASK_RIGHT, .field = -1};
    judges[task->ask](task, answer, reply);
}

static int first_right_choice(const struct task *task)
{
    for (int i = 0; i < task->choice_count; i++)
        if (task->choices[i].right)
            return i;
    return -1;
}

static int first_right_row(const struct task *task)
{
    for (int i = 0; i < task->table.rows; i++)
        if ((task->right_rows >> i & 1) != 0)
            return i;
    return -1;
}

void task_solve(const struct task *task, struct task_answer *answer, struct task_words *words)
{
    *answer = (struct task_answer){.number = -1};
    *words = task->why;
    for (int i = 0; i < task->field_count; i++) {
        struct text text = {0};
        measure_append(&text, task->fields[i].right, MEASURE_EXACT);
        task_say(answer->typed[i], TASK_TYPED_BYTES, "%s", text_string(&text));
        text_free(&text);
    }
    if (task->point_count > 0)
        answer->point = task->points[0];
    if (task->ask == TASK_CHOICE)
        answer->number = first_right_choice(task);
    if (task->ask == TASK_ROW)
        answer->number = first_right_row(task);
    if (task->way_count > 0) {
        memcpy(answer->moves, task->way, sizeof answer->moves);
        answer->move_count = task->way_count;
    } else if (task->ask == TASK_DRIVE) {
        struct reach_way way;
        int moves = solve_drive(task, &way);
        answer->move_count = moves > 0 ? moves : 0;
        for (int i = 0; i < moves; i++)
            answer->moves[i] = way.accelerations[i];
    }
}

static void append_numbers(struct text *text, const struct task *task,
                           const struct task_answer *answer)
{
    static const char squares[] = "squares"; /* of one alone there is no s */
    for (int i = 0; i < task->field_count; i++) {
        struct measure_typed typed;
        struct error error;
        const struct task_field *field = &task->fields[i];
        text_append_format(text, "%s%s = ", i > 0 ? ", " : "", field->label);
        bool exact = task_read_typed(task, answer, i, &typed, &error) && !typed.is_decimal;
        if (exact)
            measure_append(text, typed.value, MEASURE_BOTH);
        else
            text_append_visible(text, answer->typed[i]);
        bool one = exact && measure_equal(typed.value, measure_whole(1)) &&
                   strncmp(field->unit, squares, strlen(squares)) == 0;
        text_append_format(text, "%s%s%s", field->unit[0] ? " " : "", one ? "square" : "",
                           field->unit + (one ? strlen(squares) : 0));
    }
}

void task_append_answer(struct text *text, const struct task *task,
                        const struct task_answer *answer)
{
    switch (task->ask) {
    case TASK_NUMBERS:
        append_numbers(text, task, answer);
        break;
    case TASK_ACCELERATION:
        text_append(text, point_reach(task->scene.wind) ? "push = " : "a = ");
        text_append(text, vector_of(answer->point.x, answer->point.y).text);
        break;
    case TASK_POINT:
        text_append(text, pair_of(answer->point.x, answer->point.y).text);
        break;
    case TASK_CHOICE:
        if (answer->number >= 0 && answer->number < task->choice_count)
            text_append(text, task->choices[answer->number].text);
        break;
    case TASK_ROW:
        text_append_format(text, "row %d", answer->number);
        break;
    case TASK_DRIVE:
        text_append_format(text, "%d moves: ", answer->move_count);
        for (int i = 0; i < answer->move_count; i++) {
            text_append(text, i > 0 ? " " : "");
            text_append(text, vector_of(answer->moves[i].x, answer->moves[i].y).text);
        }
        break;
    }
}

/* --- is it one? ------------------------------------------------------------------------------- */

static bool check_drive(const struct task *task, struct error *error)
{
    if (task->scene.target_count == 0)
        return error_set(error, "There is nothing to be reached: give a target.");
    int fewest = solve_drive(task, NULL);
    if (fewest == 0)
        return error_set(error, "It is at the target before it begins: put that elsewhere.");
    if (fewest == REACH_NEVER)
        return error_set(error, "The target cannot be reached in %d moves.",
                         task->moves_most > 0 ? task->moves_most : TASK_MOVES);
    if (fewest == REACH_UNKNOWN)
        return error_set(error,
                         "It is too far to the target to be sure that it can be reached: put it "
                         "nearer, or make the sheet smaller.");
    struct task_answer answer = {.move_count = task->way_count};
    struct task_reply reply;
    memcpy(answer.moves, task->way, sizeof answer.moves);
    task_judge(task, &answer, &reply);
    return task->way_count == 0 || reply.verdict == TASK_RIGHT ||
           error_set(error, "The way of the answer does not get there: %s", reply.words.text);
}

bool task_check(const struct task *task, struct error *error)
{
    int reach = task->scene.reach;
    bool has_body = task->body >= 0 && task->body < task->scene.body_count;
    switch (task->ask) {
    case TASK_NUMBERS:
        return task->field_count > 0 || error_set(error, "Nothing is asked: give a number.");
    case TASK_POINT:
        return task->point_count > 0 || error_set(error, "No point is right: give one.");
    case TASK_ACCELERATION:
        for (int i = 0; i < task->point_count; i++)
            if (reach > 0 && point_reach(task->points[i]) > reach)
                return error_set(error,
                                 "The acceleration %s cannot be chosen: at most %d on "
                                 "each axis.",
                                 pair_of(task->points[i].x, task->points[i].y).text, reach);
        return (has_body && task->point_count > 0) ||
               error_set(error, has_body ? "No acceleration is right: give one."
                                         : "There is nobody who could choose: give a car.");
    case TASK_CHOICE:
        return (task->choice_count > 1 && first_right_choice(task) >= 0) ||
               error_set(error, "There must be two answers or more, one of them right.");
    case TASK_ROW:
        return first_right_row(task) >= 0 || error_set(error, "No row of the table is right.");
    case TASK_DRIVE:
        return has_body ? check_drive(task, error)
                        : error_set(error, "There is nobody who could drive: give a car.");
    }
    return false;
}

/* === json ===================================================================================== */

static const char *const asks[] = {"numbers", "point", "acceleration", "choice", "row", "drive"};

static void append_pair(struct text *into, struct point pair)
{
    json_text_open(into, '[');
    json_text_integer(into, pair.x);
    json_text_integer(into, pair.y);
    json_text_close(into, ']');
}

static void append_key_pair(struct text *into, const char *key, struct point pair)
{
    json_text_key(into, key);
    append_pair(into, pair);
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void append_body(struct text *into, const struct scene *scene, int body)
{
    const struct scene_body *of = &scene->bodies[body];
    json_text_open(into, '{');
    json_text_key_string(into, "name", of->name);
    append_key_pair(into, "velocity", of->velocity); /* in row 0 */
    json_text_key(into, "points");
    json_text_open(into, '[');
    for (int row = 0; row <= scene->now; row++)
        append_pair(into, scene_at(of, row));
    json_text_close(into, ']');
    json_text_close(into, '}');
}

static void append_course(struct text *into, struct course course)
{
    struct text file = {0};
    json_text_key(into, "course");
    if (course.body != NULL) {
        course_write(course, &file);
        json_text_string(into, text_string(&file));
    } else {
        json_text_null(into);
    }
    text_free(&file);
}

static void append_scene(struct text *into, const struct scene *scene)
{
    append_key_pair(into, "sheet", (struct point){scene->width, scene->height});
    append_key_pair(into, "wind", scene->wind);
    json_text_key_integer(into, "reach", scene->reach);
    json_text_key_integer(into, "now", scene->now);
    json_text_key(into, "bodies");
    json_text_open(into, '[');
    for (int i = 0; i < scene->body_count; i++)
        append_body(into, scene, i);
    json_text_close(into, ']');
    json_text_key(into, "targets");
    json_text_open(into, '[');
    for (int i = 0; i < scene->target_count; i++) {
        const struct scene_target *target = &scene->targets[i];
        json_text_open(into, '{');
        append_key_pair(into, "at", target->at); /* in row 0 */
        append_key_pair(into, "drift", target->drift);
        json_text_key(into, "velocity");
        if (target->has_velocity)
            append_pair(into, target->velocity);
        else
            json_text_null(into);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    json_text_key(into, "walls");
    json_text_open(into, '[');
    for (int i = 0; i < scene->wall_count; i++) {
        json_text_open(into, '[');
        append_pair(into, scene->walls[i].from);
        append_pair(into, scene->walls[i].to);
        json_text_close(into, ']');
    }
    json_text_close(into, ']');
    append_course(into, scene->course);
}

static bool is_asked(const struct task *task, int row, enum kinematics_column column)
{
    for (int i = 0; i < task->field_count; i++)
        if (task->fields[i].row == row && task->fields[i].column == column)
            return true;
    return false;
}

/* --- what is asked, and what is right --------------------------------------------------------- */

static void append_fields(struct text *into, const struct task *task, bool solved)
{
    json_text_key(into, "fields");
    json_text_open(into, '[');
    for (int i = 0; i < task->field_count; i++) {
        const struct task_field *field = &task->fields[i];
        struct text right = {0};
        measure_append(&right, field->right, MEASURE_EXACT);
        json_text_open(into, '{');
        json_text_key_string(into, "label", field->label);
        json_text_key_integer_or_null(into, "row", field->row >= 0, field->row);
        json_text_key_string(into, "column",
                             field->row >= 0 ? kinematics_title(field->column) : "");
        if (solved)
            json_text_key_string(into, "right", text_string(&right));
        else
            json_text_key_string(into, "unit", field->unit);
        json_text_close(into, '}');
        text_free(&right);
    }
    json_text_close(into, ']');
}

/* Pages that ask may set vectors as columns: they are told which pairs are vectors. */
static void append_words(struct text *into, const char *key, const char *words, bool solved)
{
    (solved ? json_text_key_words : json_text_key_string)(into, key, words);
}

static void append_choices(struct text *into, const struct task *task, bool solved)
{
    json_text_key(into, "choices");
    json_text_open(into, '[');
    for (int i = 0; i < task->choice_count; i++) {
        const struct task_choice *choice = &task->choices[i];
        json_text_open(into, '{');
        append_words(into, "text", choice->text, solved);
        if (solved)
            json_text_key_boolean(into, "right", choice->right);
        if (choice->scene != NULL) {
            json_text_key_string(
                into, "graph",
                choice->picture == TASK_PICTURE_GRAPH ? kinematics_title(choice->column) : "");
            append_scene(into, choice->scene);
        }
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
}

static void append_answer(struct text *into, const struct task *task,
                          const struct task_answer *answer)
{
    if (task->ask == TASK_POINT || task->ask == TASK_ACCELERATION) {
        append_pair(into, answer->point);
    } else if (task->ask == TASK_CHOICE || task->ask == TASK_ROW) {
        json_text_integer(into, answer->number);
    } else {
        json_text_open(into, '[');
        for (int i = 0; i < task->field_count; i++)
            json_text_string(into, answer->typed[i]);
        for (int i = 0; i < answer->move_count; i++)
            append_pair(into, answer->moves[i]);
        json_text_close(into, ']');
    }
}

static void append_wrongs(struct text *into, const struct task *task)
{
    json_text_key(into, "wrong");
    json_text_open(into, '[');
    for (int i = 0; i < task->wrong_count; i++) {
        json_text_open(into, '{');
        json_text_key(into, "answer");
        append_answer(into, task, &task->wrongs[i].answer);
        json_text_key_words(into, "why", task->wrongs[i].why);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
}

static void append_task(struct text *into, const struct task *task, bool solved)
{
    append_words(into, "sentence", task->sentence, solved);
    append_words(into, "hint", task->hint, solved);
    append_scene(into, &task->scene);
    json_text_key_integer(into, "body", task->body);
    /* Rows as objects, without what is asked. */
    json_text_key(into, "table");
    json_text_open(into, '[');
    for (int row = 0; row < task->table.rows; row++) {
        json_text_open(into, '{');
        for (int column = 0; column < COLUMN_SPEED; column++)
            if ((task->table.columns >> column & 1) != 0 &&
                !is_asked(task, row, (enum kinematics_column)column))
                json_text_key_integer(into, kinematics_title((enum kinematics_column)column),
                                      task->table.numbers[row][column]);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
    json_text_key(into, "graphs");
    json_text_open(into, '[');
    for (int column = 0; column < COLUMN_SPEED; column++)
        if ((task->graphs >> column & 1) != 0)
            json_text_string(into, kinematics_title((enum kinematics_column)column));
    json_text_close(into, ']');
    json_text_key_string(into, "ask", asks[task->ask]);
    append_fields(into, task, solved);
    if (solved) {
        json_text_key(into, "points");
        json_text_open(into, '[');
        for (int i = 0; i < task->point_count; i++)
            append_pair(into, task->points[i]);
        json_text_close(into, ']');
    }
    append_choices(into, task, solved);
    json_text_key_integer_or_null(into, "moves", task->moves_most > 0, task->moves_most);
}

void task_append_question(struct text *into, const struct task *task)
{
    append_task(into, task, false);
}

void task_append_json(struct text *into, const struct task *task)
{
    struct task_answer answer;
    struct task_words words;
    task_solve(task, &answer, &words);
    append_task(into, task, true);
    json_text_key(into, "answer");
    append_answer(into, task, &answer);
    append_wrongs(into, task);
    json_text_key_words(into, "why", words.text);
}

/* Far beyond any sheet, and far from where sums would end. */
enum { PAIR_MOST = 100000 };

static bool read_pair(const json_t *pair, struct point *into)
{
    const json_t *x = json_array_get(pair, 0), *y = json_array_get(pair, 1);
    bool is = json_array_size(pair) == 2 && json_is_integer(x) && json_is_integer(y) &&
              llabs(json_integer_value(x)) <= PAIR_MOST &&
              llabs(json_integer_value(y)) <= PAIR_MOST;
    if (is)
        *into = (struct point){(int32_t)json_integer_value(x), (int32_t)json_integer_value(y)};
    return is;
}

static bool read_typed(const json_t *list, const struct task *task, struct task_answer *into)
{
    bool is = task->ask == TASK_NUMBERS && (int)json_array_size(list) == task->field_count;
    for (int i = 0; is && i < task->field_count; i++) {
        const char *typed = json_string_value(json_array_get(list, (size_t)i));
        is = typed && strlen(typed) < TASK_TYPED_BYTES && text_is_one_line(typed);
        if (is)
            strcpy(into->typed[i], typed);
    }
    return is;
}

static bool read_moves(const json_t *list, struct task_answer *into)
{
    into->move_count = (int)json_array_size(list);
    bool is = into->move_count > 0 && into->move_count <= TASK_MOVES;
    for (int i = 0; is && i < into->move_count; i++)
        is = read_pair(json_array_get(list, (size_t)i), &into->moves[i]);
    return is;
}

bool task_read_answer(const json_t *object, const struct task *task, struct task_answer *into)
{
    const json_t *number = json_object_get(object, "number");
    json_int_t index = json_integer_value(number);
    *into = (struct task_answer){0};
    switch (task->ask) {
    case TASK_NUMBERS:
        return read_typed(json_object_get(object, "typed"), task, into);
    case TASK_POINT:
    case TASK_ACCELERATION:
        return read_pair(json_object_get(object, "point"), &into->point);
    case TASK_CHOICE:
    case TASK_ROW:
        into->number = (int)index;
        return json_is_integer(number) && index >= 0 &&
               index < (task->ask == TASK_ROW ? task->table.rows : task->choice_count);
    case TASK_DRIVE:
        return read_moves(json_object_get(object, "moves"), into);
    }
    return false;
}
