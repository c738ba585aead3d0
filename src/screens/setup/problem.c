/* Why a race that is set up so cannot start, in the words of the screen, and which switch is to
 * blame. What has no meaning is for the family to say; here its error is read for the names in it.
 */
#include "screens/setup/inside.h"

#include "base/number.h"
#include "rules/game.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

static bool is_word(const char *text, const char *word)
{
    return word_length(text) == strlen(word) && strncmp(text, word, strlen(word)) == 0;
}

/* The field whose name stands here as in "laps = 3" or "laps cannot be"; -1 if none does. */
static int find_field_at(const struct rule_table *table, const char *text)
{
    const char *behind = text + word_length(text);
    bool named = strncmp(behind, " = ", 3) == 0 || strncmp(behind, " cannot", 7) == 0;
    for (int i = 0; named && i < table->field_count; i++)
        if (is_word(text, table->fields[i].name))
            return i;
    return -1;
}

/* The one that an error speaks of first, or -1. */
static int find_field(const struct rule_table *table, const char *text)
{
    int field = -1;
    while (*text && field < 0) {
        field = find_field_at(table, text);
        text += word_length(text) > 0 ? word_length(text) : 1;
    }
    return field;
}

/* NULL if the word is none of its values. */
static const struct rule_choice *find_choice(const struct rule_field *field, const char *text)
{
    for (int i = 0; i < field->choice_count; i++)
        if (is_word(text, field->choices[i].name))
            return &field->choices[i];
    return NULL;
}

/* What an error calls by the names of files, as it is called on the screen: "walls = out" is
 * Walls "May not be touched"; what the blamed field may be, by the titles of its values. */
static void translate(const struct rule_table *table, int blamed, const char *text,
                      struct text *into)
{
    const char *may_be = strstr(text, "it may be ");
    while (*text) {
        size_t length = word_length(text);
        int field = find_field_at(table, text);
        const struct rule_choice *choice = NULL;
        if (field >= 0 && table->fields[field].choices && text[length + 1] == '=') {
            choice = find_choice(&table->fields[field], text + length + 3);
            if (choice)
                text_append_format(into, "%s \"%s\"", table->fields[field].title, choice->title);
            length += choice ? 3 + strlen(choice->name) : 0;
        } else if (blamed >= 0 && may_be && text > may_be) {
            choice = find_choice(&table->fields[blamed], text);
            text_append(into, choice ? choice->title : "");
        }
        length = length > 0 ? length : 1;
        if (!choice)
            text_append_bytes(into, text, length);
        text += length;
    }
}

bool setup_read_seed(const struct setup_state *state, uint64_t *seed)
{
    int64_t number = 0;
    bool good = state->seed[0] == 0 || number_is_integer(state->seed, 1, INT64_MAX, &number);
    *seed = (uint64_t)number;
    return good;
}

void setup_find_problem(struct setup_state *state)
{
    struct setup_problem *problem = &state->problem;
    struct error error;
    uint64_t seed;
    *problem = (struct setup_problem){.field = -1};
    if (setup_tracks_problem(state, problem))
        return;
    struct setup setup = state->setup;
    for (int i = 0; i < (state->series ? state->series_count : 1); i++) {
        int index = state->series ? state->series_tracks[i] : state->chosen;
        setup.course = graph_paper_course(gallery_at(state->picker.gallery, index)->track);
        if (setup.game->setup_check(&setup, &error))
            continue;
        problem->field = find_field(setup.game->table, error.text);
        struct text told = {0};
        translate(setup.game->table, problem->field, error.text, &told);
        snprintf(problem->text, sizeof problem->text, "%s", text_string(&told));
        problem->text[0] = (char)toupper((unsigned char)problem->text[0]);
        text_free(&told);
        return;
    }
    for (int i = 0; i < state->setup.players; i++)
        if (setup_driver_problem(&state->players[i], problem))
            return;
    if (!setup_read_seed(state, &seed))
        snprintf(problem->text, sizeof problem->text,
                 "The seed has to be a whole number above 0, or empty.");
}
