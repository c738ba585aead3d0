/* Roles of elements. */
#include "track/role.h"

#include "base/number.h"

#include <string.h>

/* Words as bits: a role is a set of words that go together. */
enum { WORD_START = 1, WORD_FINISH = 2, WORD_OTHER = 4 };

static const struct {
    const char *name;
    unsigned word;
    enum draft_role role;
} words[] = {
    {"wall", WORD_OTHER << DRAFT_WALL, DRAFT_WALL},
    {"slick", WORD_OTHER << DRAFT_SLICK, DRAFT_SLICK},
    {"turbo", WORD_OTHER << DRAFT_TURBO, DRAFT_TURBO},
    {"start", WORD_START, DRAFT_START},
    {"finish", WORD_FINISH, DRAFT_FINISH},
    {"start-finish", WORD_START | WORD_FINISH, DRAFT_START_FINISH},
    {"checkpoint", WORD_OTHER << DRAFT_CHECKPOINT, DRAFT_CHECKPOINT},
    {"inside", WORD_OTHER << DRAFT_INSIDE, DRAFT_INSIDE},
    {"outside", WORD_OTHER << DRAFT_OUTSIDE, DRAFT_OUTSIDE},
};
enum { WORD_COUNT = sizeof words / sizeof *words };

static const char spaces[] = " \t\r\n\f";

static int find_word(const char *start, size_t length)
{
    for (int i = 0; i < WORD_COUNT; i++)
        if (strlen(words[i].name) == length && memcmp(words[i].name, start, length) == 0)
            return i;
    return -1;
}

static enum role_answer find_in_classes(const char *classes, struct role *found,
                                        struct error *error)
{
    unsigned seen = 0;
    for (classes += strspn(classes, spaces); *classes; classes += strspn(classes, spaces)) {
        size_t length = strcspn(classes, spaces);
        int word = find_word(classes, length);
        classes += length;
        if (word >= 0)
            seen |= words[word].word;
    }
    if (seen == 0)
        return ROLE_NONE;
    for (int i = 0; i < WORD_COUNT; i++)
        if (words[i].word == seen) {
            *found = (struct role){words[i].role, 0};
            return ROLE_FOUND;
        }
    error_set(error, "one shape cannot be all of that: its class may name one of wall, slick, "
                     "turbo, checkpoint, inside, outside, or start, finish or both");
    return ROLE_WRONG;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The length of the id without the numbers at its end and the hyphens or low lines before them. */
static size_t length_of_name(const char *id)
{
    size_t length = strlen(id);
    while (length > 0 && is_digit(id[length - 1])) {
        while (length > 0 && is_digit(id[length - 1]))
            length--;
        if (length > 0 && (id[length - 1] == '-' || id[length - 1] == '_'))
            length--;
    }
    return length;
}

static enum role_answer find_in_id(const char *id, struct role *found)
{
    size_t length = length_of_name(id);
    int word = find_word(id, length);
    int64_t number;
    if (word < 0)
        return ROLE_NONE;
    *found = (struct role){words[word].role, 0};
    id += length;
    id += *id == '-' || *id == '_';
    if (number_read_integer(&id, 0, INT32_MAX, &number))
        found->id_number = (int)number;
    return ROLE_FOUND;
}

bool role_is_decoration(const char *classes)
{
    static const char name[] = "decoration";
    for (classes += strspn(classes, spaces); *classes; classes += strspn(classes, spaces)) {
        size_t length = strcspn(classes, spaces);
        if (length == sizeof name - 1 && memcmp(classes, name, length) == 0)
            return true;
        classes += length;
    }
    return false;
}

enum role_answer role_find(const char *classes, const char *id, struct role *found,
                           struct error *error)
{
    enum role_answer answer = classes ? find_in_classes(classes, found, error) : ROLE_NONE;
    if (answer == ROLE_NONE && classes && role_is_decoration(classes))
        return ROLE_NONE;
    return answer == ROLE_NONE && id ? find_in_id(id, found) : answer;
}
