/* A class at a table: pupils, questions to all of them and what they answer. What a question is
 * about is known to whoever asks it and to the page alone. */
#include "together/inside.h"

#include "base/memory.h"

#include <stdlib.h>

void table_open_class(struct race_table *table)
{
    if (table->pupils == NULL)
        table->pupils = memory_allocate(HALL_CLASS_SEATS, sizeof *table->pupils);
}

bool table_is_class(const struct race_table *table)
{
    return table->pupils != NULL;
}

int table_present(const struct race_table *table)
{
    int count = 0;
    for (const struct guest *page = table->pages; page; page = page->next)
        count += page->seat > 0;
    return count;
}

static void forget_answers(struct race_table *table)
{
    for (int i = 0; i < table->answer_count; i++)
        json_decref(table->answers[i].answer);
    table->answer_count = 0;
    table->judged = false;
}

void class_free(struct race_table *table)
{
    forget_answers(table);
    text_free(&table->asking);
    free(table->answers);
    free(table->pupils);
}

static struct class_answer *answer_of(const struct race_table *table, int seat)
{
    for (int i = 0; i < table->answer_count; i++)
        if (table->answers[i].seat == seat)
            return &table->answers[i];
    return NULL;
}

bool class_take_answer(struct race_table *table, int seat, json_int_t question,
                       const json_t *answer, struct error *error)
{
    if (table->asking.length == 0)
        return error_set(error, "there is no question now");
    if (question != table->question || table->judged)
        return error_set(error, "this question is over");
    struct class_answer *of = answer_of(table, seat);
    if (of == NULL) {
        array_add(table->answers, table->answer_count, table->answer_capacity,
                  (struct class_answer){.seat = seat});
        of = &table->answers[table->answer_count - 1];
    }
    json_decref(of->answer);
    of->answer = json_deep_copy(answer);
    return true;
}

void class_tell_question(const struct race_table *table, const struct guest *page)
{
    struct text told = {0};
    const struct class_answer *answer = page->seat > 0 ? answer_of(table, page->seat) : NULL;
    if (table->asking.length == 0)
        return;
    json_text_open(&told, '{');
    json_text_key(&told, "question");
    json_text_open(&told, '{');
    json_text_key_integer(&told, "id", table->question);
    text_append(&told, ",");
    text_append_bytes(&told, table->asking.data, table->asking.length);
    if (table->judged)
        json_text_key_string(&told, "verdict", answer ? answer->verdict : "The question is over.");
    json_text_close(&told, '}');
    json_text_close(&told, '}');
    page_send(table->hall, page, &told);
    text_free(&told);
}

static void tell_all(const struct race_table *table)
{
    for (const struct guest *page = table->pages; page; page = page->next)
        class_tell_question(table, page);
}

void table_ask(struct race_table *table, const struct text *members)
{
    forget_answers(table);
    table->question++;
    text_clear(&table->asking);
    text_append_bytes(&table->asking, members->data, members->length);
    tell_all(table);
}

void table_ask_no_more(struct race_table *table)
{
    static const char none[] = "{\"question\":null}";
    struct text told = {0};
    text_append(&told, none);
    forget_answers(table);
    text_clear(&table->asking);
    for (const struct guest *page = table->pages; page; page = page->next)
        page_send(table->hall, page, &told);
    text_free(&told);
}

const struct class_answer *table_answers(const struct race_table *table, int *count)
{
    *count = table->answer_count;
    return table->answers;
}

void table_judge(struct race_table *table, class_judge *judge, void *data)
{
    table->judged = true;
    for (int i = 0; i < table->answer_count; i++) {
        struct class_answer *answer = &table->answers[i];
        if (judge)
            judge(data, answer->answer, answer->verdict, sizeof answer->verdict);
    }
    tell_all(table);
}
