/* The data of a task: see task.h. */
#include "session/graph_paper/task.h"

#include "base/memory.h"

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
    snprintf(label, sizeof label, "%s in row %d", task_column_name(column), row);
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

const char *task_column_name(enum kinematics_column column)
{
    static const char *const names[COLUMN_SPEED] = {"t",  "x",  "y",  "vx", "vy",
                                                    "ax", "ay", "wx", "wy"};
    assert(column < COLUMN_SPEED);
    return names[column];
}

void task_fill_table(struct task *task, unsigned columns)
{
    const struct scene_body *body = &task->scene.bodies[task->body];
    struct task_table *table = &task->table;
    *table = (struct task_table){.columns = columns | 1u << COLUMN_T};
    for (int row = 0; row <= task->scene.now && row < TASK_ROWS; row++) {
        const struct scene_move *move = scene_move_of(body, row);
        struct point at = scene_at(body, row), velocity = scene_velocity(body, row);
        struct point choice = move ? move->choice : (struct point){0, 0};
        struct point push = move ? move->push : (struct point){0, 0};
        const int numbers[COLUMN_SPEED] = {row,      at.x,     at.y,   velocity.x, velocity.y,
                                           choice.x, choice.y, push.x, push.y};
        memcpy(table->numbers[table->rows++], numbers, sizeof numbers);
    }
}
