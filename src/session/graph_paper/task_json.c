/* See task_json.h. */
#include "session/graph_paper/task_json.h"

#include "base/json_text.h"
#include "rules/course.h"
#include "session/graph_paper/task_judge.h"

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

static void append_target(struct text *into, const struct scene_target *target)
{
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
    for (int i = 0; i < scene->target_count; i++)
        append_target(into, &scene->targets[i]);
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

/* Rows as objects, without what is asked. */
static void append_table(struct text *into, const struct task *task)
{
    json_text_key(into, "table");
    json_text_open(into, '[');
    for (int row = 0; row < task->table.rows; row++) {
        json_text_open(into, '{');
        for (int column = 0; column < COLUMN_SPEED; column++)
            if ((task->table.columns >> column & 1) != 0 &&
                !is_asked(task, row, (enum kinematics_column)column))
                json_text_key_integer(into, task_column_name((enum kinematics_column)column),
                                      task->table.numbers[row][column]);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
}

static void append_graphs(struct text *into, const struct task *task)
{
    json_text_key(into, "graphs");
    json_text_open(into, '[');
    for (int column = 0; column < COLUMN_SPEED; column++)
        if ((task->graphs >> column & 1) != 0)
            json_text_string(into, task_column_name((enum kinematics_column)column));
    json_text_close(into, ']');
}

/* --- what is asked, and what is right --------------------------------------------------------- */

static void append_fields(struct text *into, const struct task *task)
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
                             field->row >= 0 ? task_column_name(field->column) : "");
        json_text_key_string(into, "right", text_string(&right));
        json_text_close(into, '}');
        text_free(&right);
    }
    json_text_close(into, ']');
}

static void append_points(struct text *into, const struct task *task)
{
    json_text_key(into, "points");
    json_text_open(into, '[');
    for (int i = 0; i < task->point_count; i++)
        append_pair(into, task->points[i]);
    json_text_close(into, ']');
}

static void append_choices(struct text *into, const struct task *task)
{
    json_text_key(into, "choices");
    json_text_open(into, '[');
    for (int i = 0; i < task->choice_count; i++) {
        const struct task_choice *choice = &task->choices[i];
        json_text_open(into, '{');
        json_text_key_string(into, "text", choice->text);
        json_text_key(into, "right");
        json_text_boolean(into, choice->right);
        if (choice->scene != NULL) {
            json_text_key_string(
                into, "graph",
                choice->picture == TASK_PICTURE_GRAPH ? task_column_name(choice->column) : "");
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
        json_text_key_string(into, "why", task->wrongs[i].why.text);
        json_text_close(into, '}');
    }
    json_text_close(into, ']');
}

void task_append_json(struct text *into, const struct task *task)
{
    struct task_answer answer;
    struct task_words words;
    task_solve(task, &answer, &words);
    json_text_key_string(into, "sentence", task->sentence);
    json_text_key_string(into, "hint", task->hint);
    append_scene(into, &task->scene);
    json_text_key_integer(into, "body", task->body);
    append_table(into, task);
    append_graphs(into, task);
    json_text_key_string(into, "ask", asks[task->ask]);
    append_fields(into, task);
    append_points(into, task);
    append_choices(into, task);
    json_text_key_integer_or_null(into, "moves", task->moves_most > 0, task->moves_most);
    json_text_key(into, "answer");
    append_answer(into, task, &answer);
    append_wrongs(into, task);
    json_text_key_string(into, "why", words.text);
}
