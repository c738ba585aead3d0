/* The books of the games, and which lessons are told under a set-up. */
#include "screens/help/book.h"

#include <assert.h>

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

const struct lesson_book *lesson_book_maker(const struct screen *screen)
{
    for (const struct lesson_book *const *book = lesson_books; *book; book++)
        for (const struct screen *const *maker = (*book)->makers; *maker; maker++)
            if (*maker == screen)
                return *book;
    return NULL;
}

static bool is_met(const struct lesson_book *book, const struct lesson_need *need,
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
        told &= is_met(book, &lesson->needs[i], setup);
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
