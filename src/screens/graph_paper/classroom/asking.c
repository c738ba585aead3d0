/* A task goes to all pages of the window's table (screens/invite/invite.h), and where its answers
 * are points they come as discs onto the sheet. */
#include "screens/graph_paper/classroom/inside.h"

#include "base/formats.h"
#include "screens/invite/invite.h"
#include "together/hall.h"

#include <stdio.h>
#include <string.h>

static struct task_panel *panel; /* whose task it is */

static struct answer_look look(const json_t *answer)
{
    const struct task *task = &panel->task;
    struct answer_look look = {"no answer to this", {0, 0}, false};
    struct task_answer read;
    struct task_reply reply = {0};
    struct text words = {0};
    if (!task_read_answer(answer, task, &read))
        return look;
    task_judge(task, &read, &reply);
    look.right = reply.verdict == TASK_RIGHT;
    task_append_answer(&words, task, &read);
    snprintf(look.words, sizeof look.words, "%s", text_string(&words));
    text_free(&words);
    look.at = task->ask == TASK_ACCELERATION
                  ? scene_next_point(&task->scene, task->body, read.point, NULL)
                  : read.point;
    return look;
}

static void show(const struct answer_row *rows, int count)
{
    bool lies = panel->task.ask == TASK_POINT || panel->task.ask == TASK_ACCELERATION;
    panel->count_count = 0;
    for (int i = 0; lies && i < count && i < TASK_PANEL_COUNTS; i++)
        panel->counts[panel->count_count++] =
            (struct task_count){rows[i].look.at, rows[i].count, rows[i].look.right};
}

void asking_build_button(struct app *app, struct layout *row, struct task_panel *of, int teams)
{
    if (invite_table() == NULL || !of->asks ||
        !layout_button(row, AT_RIGHT, "button ask-all", "Ask all", LOOK_PLAIN))
        return;
    struct class_question asked = {.teams = teams, .look = look, .show = show};
    struct text members = {0};
    panel = of;
    panel->count_count = 0;
    snprintf(asked.sentence, sizeof asked.sentence, "%s", of->task.sentence);
    task_append_question(&members, &of->task);
    json_text_key_boolean(&members, "columns", app->settings.columns);
    invite_ask(app, &asked, &members);
    text_free(&members);
}
