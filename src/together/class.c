/* A class at a table: pupils, questions to all of them and what they answer, votes for a car. What
 * a question is about is known to whoever asks it and to the page alone. */
#include "together/inside.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

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
    table->judged = table->closed = false;
}

void class_free(struct race_table *table)
{
    forget_answers(table);
    class_forget_votes(table, 0);
    text_free(&table->asking);
    free(table->answers);
    free(table->votes);
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
    if (question != table->question || table->judged || table->closed)
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
    if (table->asking.length == 0 || table->closed)
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

static void tell_none(const struct race_table *table)
{
    static const char none[] = "{\"question\":null}";
    struct text told = {0};
    text_append(&told, none);
    for (const struct guest *page = table->pages; page; page = page->next)
        page_send(table->hall, page, &told);
    text_free(&told);
}

void table_ask_no_more(struct race_table *table)
{
    forget_answers(table);
    text_clear(&table->asking);
    tell_none(table);
}

void table_close_answers(struct race_table *table)
{
    table->closed = true;
    table->turn_began = -1;
    tell_none(table);
}

bool table_stands_still(const struct race_table *table)
{
    return table->asking.length > 0 && !table->closed;
}

const struct class_answer *table_answers(const struct race_table *table, int *count)
{
    *count = table->answer_count;
    return table->answers;
}

void table_judge(struct race_table *table, class_judge *judge, void *data)
{
    table->judged = true;
    table->closed = false;
    for (int i = 0; i < table->answer_count; i++) {
        struct class_answer *answer = &table->answers[i];
        if (judge)
            judge(data, answer->answer, answer->verdict, sizeof answer->verdict);
    }
    tell_all(table);
}

/* --- votes ------------------------------------------------------------------------------------ */

void table_set_voting(struct race_table *table, bool voting)
{
    table->voting = voting;
    class_forget_votes(table, 0);
    table->turn_began = -1;
    table->untold = true;
    tell_coming(table);
}

bool table_votes(const struct race_table *table, int player)
{
    const struct seat *at = seat_at(table, player);
    return table->voting && !at->taken && !at->kept &&
           (table->stood_in == player ||
            driver_is_human(session_player(table->session, player)->driver));
}

int table_teams(const struct race_table *table)
{
    int count = 0;
    for (int player = 1; player <= session_setup(table->session)->players; player++)
        count += table_votes(table, player);
    return count;
}

int class_acts_for(const struct race_table *table, int seat)
{
    if (seat <= PLAYER_LIMIT)
        return seat;
    int teams = table_teams(table), before = teams > 0 ? seat % teams : -1;
    for (int player = 1; before >= 0; player++)
        if (table_votes(table, player) && before-- == 0)
            return player;
    return 0;
}

/* As the race's line has it: "12, 9" is "12,9". */
static char *read_action(const struct text *line)
{
    json_t *object = json_loadb(line->data, line->length, 0, NULL);
    const char *action = json_string_value(json_object_get(object, "do"));
    char *copy = action ? memory_copy_string(action) : NULL;
    json_decref(object);
    return copy;
}

static void remove_vote(struct race_table *table, int at)
{
    free(table->votes[at].action);
    memmove(&table->votes[at], &table->votes[at + 1],
            (size_t)(--table->vote_count - at) * sizeof *table->votes);
}

bool class_vote(struct race_table *table, int seat, int car, const char *action,
                struct error *error)
{
    struct text line = {0};
    char *own = session_plan(table->session, car, action, &line, error) ? read_action(&line) : NULL;
    text_free(&line);
    if (own == NULL)
        return false;
    for (int i = table->vote_count; i-- > 0;)
        if (table->votes[i].seat == seat)
            remove_vote(table, i);
    array_add(table->votes, table->vote_count, table->vote_capacity, (struct vote){seat, car, own});
    for (const struct guest *page = table->pages; page; page = page->next)
        if (class_acts_for(table, page->seat) == class_acts_for(table, seat))
            class_tell_votes(table, page);
    return true;
}

static bool is_of(const struct race_table *table, int vote, int player)
{
    return session_setup(table->session)
               ->game->player_of(session_race(table->session), table->votes[vote].car) == player;
}

void class_forget_votes(struct race_table *table, int player)
{
    for (int i = table->vote_count; i-- > 0;)
        if (player == 0 || is_of(table, i, player))
            remove_vote(table, i);
}

/* How many of the player's votes are the same as that one. */
static int count_same(const struct race_table *table, int vote, int player)
{
    int count = 0;
    for (int i = 0; i < table->vote_count; i++)
        count += is_of(table, i, player) && table->votes[i].car == table->votes[vote].car &&
                 strcmp(table->votes[i].action, table->votes[vote].action) == 0;
    return count;
}

const struct vote *class_choice(const struct race_table *table, int player, int *votes, int *all)
{
    const struct vote *choice = NULL;
    *votes = *all = 0;
    for (int i = 0; i < table->vote_count; i++) {
        int count = is_of(table, i, player) ? count_same(table, i, player) : 0;
        *all += count > 0;
        if (count > *votes) {
            *votes = count;
            choice = &table->votes[i];
        }
    }
    return choice;
}

void class_tell_votes(const struct race_table *table, const struct guest *page)
{
    struct text told = {0};
    int player = class_acts_for(table, page->seat);
    if (page->seat <= PLAYER_LIMIT || player == 0)
        return;
    json_text_open(&told, '{');
    json_text_key(&told, "votes");
    json_text_open(&told, '{');
    for (int i = 0; i < table->vote_count; i++) {
        bool first = is_of(table, i, player);
        for (int j = 0; j < i && first; j++)
            first = strcmp(table->votes[i].action, table->votes[j].action) != 0;
        if (first)
            json_text_key_integer(&told, table->votes[i].action, count_same(table, i, player));
    }
    json_text_close(&told, '}');
    json_text_close(&told, '}');
    page_send(table->hall, page, &told);
    text_free(&told);
}
