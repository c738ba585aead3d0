/* Writing a lesson. */
#include "session/graph_paper/lesson/inside.h"

enum { LINE_LENGTH = 90 };

/* A line, broken between words; what follows begins with a blank. A break is read as one blank, so
 * where more stand together nothing is broken. */
void lesson_write_line(const char *key, const char *value, struct text *into)
{
    size_t begun = into->length;
    text_append_format(into, "%s: ", key);
    for (const char *at = value; *at; at++) {
        bool lone = *at == ' ' && at[1] != ' ' && at > value && at[-1] != ' ';
        if (!lone || into->length - begun < LINE_LENGTH) {
            text_append_bytes(into, at, 1);
            continue;
        }
        begun = into->length;
        text_append(into, "\n  ");
    }
    text_append(into, "\n");
}

static void write_optional(const char *key, const char *value, struct text *into)
{
    if (value && value[0])
        lesson_write_line(key, value, into);
}

static void write_step(const struct plan_step *step, struct text *into)
{
    text_append(into, "\n[step]\n");
    lesson_write_line("say", step->say, into);
    if (!step->continues)
        sheet_write(step, into);
    ask_write(step, into);
}

void lesson_write(const struct lesson_plan *plan, struct text *into)
{
    static const char *const keys[PLAN_NOTES] = {"aim", "mistakes", "questions", "book"};
    text_append(into, "graphprix lesson 1\n");
    lesson_write_line("title", plan->title, into);
    write_optional("author", plan->author, into);
    text_append_format(into, "minutes: %d\n", plan->minutes);
    write_optional("about", plan->about, into);
    text_append(into, "\n[teacher]\n");
    for (int i = 0; i < PLAN_NOTES; i++)
        write_optional(keys[i], plan->notes[i], into);
    for (int i = 0; i < plan->step_count; i++)
        write_step(&plan->steps[i], into);
}
