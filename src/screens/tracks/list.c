/* Searching, filtering, sorting. */
#include "screens/tracks/list.h"

#include "base/fold.h"

#include <stdio.h>
#include <string.h>

void tracks_search_begin(struct tracks_search *search, const char *typed)
{
    search->folded = (struct text){0};
    fold_append(&search->folded, typed);
}

void tracks_search_end(struct tracks_search *search)
{
    text_free(&search->folded);
}

static bool holds(const char *words, const char *part, size_t length)
{
    for (; *words; words++)
        if (strncmp(words, part, length) == 0)
            return true;
    return false;
}

bool tracks_search_matches(const struct tracks_search *search, const char *words)
{
    const char *word = text_string(&search->folded);
    for (word += strspn(word, " "); *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        if (!holds(words, word, length))
            return false;
        word += length;
    }
    return true;
}

static bool is_of_size(enum tracks_size size, int squares)
{
    switch (size) {
    case SIZE_SMALL:
        return squares <= SQUARES_SMALL;
    case SIZE_MEDIUM:
        return squares > SQUARES_SMALL && squares <= SQUARES_MEDIUM;
    case SIZE_LARGE:
        return squares > SQUARES_MEDIUM;
    default:
        return true;
    }
}

static bool is_of_kind(const struct tracks_wish *wish, const struct tracks_facts *facts)
{
    bool asked = wish->game != GAME_ANY || wish->size != SIZE_ANY || wish->course != COURSE_ANY ||
                 wish->has != 0;
    if (!facts->readable)
        return !asked;
    bool game = wish->game == GAME_ANY || (wish->game == GAME_RACE) == facts->has_line;
    bool course = wish->course == COURSE_ANY ||
                  (facts->has_line && (wish->course == COURSE_OPEN) == facts->open);
    return game && course && (wish->has & ~facts->has) == 0 &&
           is_of_size(wish->size, facts->squares);
}

bool tracks_is_wished(const struct tracks_wish *wish, const struct tracks_search *search,
                      const struct tracks_facts *facts)
{
    bool from = wish->from == FROM_ALL || (wish->from == FROM_OWN) == facts->own;
    return from && is_of_kind(wish, facts) && tracks_search_matches(search, facts->words);
}

bool tracks_is_limited(const struct tracks_wish *wish)
{
    return wish->from != FROM_ALL || wish->game != GAME_ANY || wish->size != SIZE_ANY ||
           wish->course != COURSE_ANY || wish->has != 0 || wish->search[0] != '\0';
}

void tracks_wish_for_all(struct tracks_wish *wish)
{
    *wish = (struct tracks_wish){.order = wish->order};
}

static int compare_numbers(int64_t one, int64_t other)
{
    return (one > other) - (one < other);
}

/* The player's own before the shipped ones, whose time is that of their installation. */
static int compare_age(const struct tracks_facts *one, const struct tracks_facts *other)
{
    if (one->own != other->own)
        return one->own ? -1 : 1;
    if (!one->own)
        return 0;
    int seconds = compare_numbers(other->seconds, one->seconds);
    return seconds != 0 ? seconds : compare_numbers(other->nanoseconds, one->nanoseconds);
}

int tracks_compare(enum tracks_order order, const struct tracks_facts *one,
                   const struct tracks_facts *other)
{
    int result = 0;
    if (order == ORDER_SIZE)
        result = compare_numbers(one->readable ? one->squares : INT32_MAX,
                                 other->readable ? other->squares : INT32_MAX);
    else if (order == ORDER_PAR)
        result = compare_numbers(one->par > 0 ? one->par : INT32_MAX,
                                 other->par > 0 ? other->par : INT32_MAX);
    else if (order == ORDER_NEWEST)
        result = compare_age(one, other);
    return result != 0 ? result : fold_compare(one->folded, other->folded);
}

static const char by[] = "; by ";

void tracks_split_description(const char *description, char *note, char *author, size_t size)
{
    const char *last = NULL;
    for (const char *at = strstr(description, by); at; at = strstr(at + 1, by))
        last = at;
    bool alone = !last && strncmp(description, by + 2, strlen(by + 2)) == 0;
    size_t length = last ? (size_t)(last - description) : alone ? 0 : strlen(description);
    const char *name = last ? last + strlen(by) : alone ? description + strlen(by + 2) : "";
    if (length >= size)
        length = fold_cut(description, size - 1);
    memmove(note, description, length);
    note[length] = '\0';
    snprintf(author, size, "%.*s", (int)fold_cut(name, size - 1), name);
}
