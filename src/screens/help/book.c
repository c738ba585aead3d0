/* The books of the games, which lessons are told under a set-up, and the numbers in their
 * sentences.
 */
#include "screens/help/book.h"

#include "rules/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct lesson_page plain_pages[] = {
    {"game", "The rules", help_build_fields, NULL},
};
static const struct lesson_table *const no_tables[] = {NULL};
static const struct lesson_book plain_book = {
    .pages = plain_pages, .page_count = 1, .tables = no_tables};

const struct lesson_book *lesson_book_of(const struct game *game)
{
    for (const struct lesson_book *const *book = lesson_books; *book; book++)
        if ((*book)->game == game)
            return *book;
    return &plain_book;
}

const struct lesson_book *lesson_book_start(const struct screen *screen,
                                            const struct lesson_start **start)
{
    for (const struct lesson_book *const *book = lesson_books; *book; book++)
        for (*start = (*book)->starts; (*start)->screen; ++*start)
            if ((*start)->screen == screen)
                return *book;
    return NULL;
}

bool lesson_need_met(const struct lesson_book *book, const struct lesson_need *need,
                     const struct setup *setup)
{
    int value = setup->values[need->field];
    switch (need->relation) {
    case NEEDS_NOTHING:
        return true;
    case NEEDS_VALUE:
        return value == need->value && setup_field_matters(setup, need->field);
    case NEEDS_MORE:
        return value > need->value && setup_field_matters(setup, need->field);
    case NEEDS_OWN:
        return book->meets(setup, need->value);
    }
    return false;
}

static bool is_told(const struct lesson_book *book, const struct lesson *lesson,
                    const struct setup *setup)
{
    bool told = true;
    for (int i = 0; i < LESSON_NEEDS; i++)
        told &= lesson_need_met(book, &lesson->needs[i], setup);
    return told;
}

int lessons_collect(const struct lesson_book *book, const struct setup *setup,
                    const struct lesson *told[])
{
    int count = 0;
    for (const struct lesson_table *const *table = book->tables; *table; table++)
        for (int i = 0; i < (*table)->count; i++)
            if (is_told(book, &(*table)->lessons[i], setup)) {
                assert(count < LESSON_LIMIT);
                told[count++] = &(*table)->lessons[i];
            }
    return count;
}

/* --- numbers in sentences -------------------------------------------------------------------- */

static int value_of(const struct setup *setup, const char *name, size_t length)
{
    char field[40];
    assert(length < sizeof field);
    snprintf(field, sizeof field, "%.*s", (int)length, name);
    int index = fields_find(setup->game->table, field);
    assert(index >= 0);
    return setup->values[index];
}

static void append_value(struct text *into, int value, const char *noun, size_t length)
{
    if (length == 0)
        text_append_format(into, "%d", value);
    else if (value == 0)
        text_append_format(into, "no %.*ss", (int)length, noun);
    else
        text_append_format(into, "%d %.*s%s", value, (int)length, noun, value == 1 ? "" : "s");
}

void rule_words(const struct setup *setup, const char *pattern, struct text *into)
{
    for (const char *open; (open = strchr(pattern, '{')) != NULL;) {
        const char *close = strchr(open, '}');
        assert(close);
        text_append_bytes(into, pattern, (size_t)(open - pattern));
        size_t name = strcspn(open + 1, " }");
        const char *noun = open + 1 + name + (open[1 + name] == ' ');
        append_value(into, value_of(setup, open + 1, name), noun, (size_t)(close - noun));
        pattern = close + 1;
    }
    text_append(into, pattern);
}
