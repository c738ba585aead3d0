/* Any bytes as a lesson: refused with a sentence and its line, or read; what is written of a lesson
 * is the same lesson when it is read again, and each of its questions can be answered. No file but
 * the bytes is read: tracks are asked for by names alone.
 */
#include "session/graph_paper/lesson/lesson.h"
#include "session/graph_paper/task.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

/* A name is all that a lesson may tell of a track: no way to it, and no ending. */
static struct course find_nothing(const char *name)
{
    require(name[0] != '\0' && strpbrk(name, "/\\.") == NULL);
    return (struct course){0};
}

static void answer(const struct task *task)
{
    struct task_answer given;
    struct task_words words;
    struct task_reply reply;
    task_solve(task, &given, &words);
    task_judge(task, &given, &reply);
    require(reply.verdict == TASK_RIGHT);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    struct lesson_plan plan;
    struct error error = {0};
    if (lesson_read(&plan, (const char *)data, size, find_nothing, &error)) {
        lesson_free(&plan); /* no track is there, so it shows none */
    } else {
        require(error.text[0] != '\0' && strchr(error.text, '\n') == NULL);
        require(error.line > 0 || size > PLAN_FILE_LIMIT);
    }
    if (!lesson_read(&plan, (const char *)data, size, NULL, &error))
        return 0;
    require(plan.step_count > 0 && plan.title[0] != '\0');
    for (int i = 0; i < plan.step_count; i++)
        if (plan.steps[i].asks && plan.steps[i].track[0] == '\0')
            answer(&plan.steps[i].task);
    lesson_free(&plan);
    return 0;
}
