/* Searching, filtering, sorting, and a few words. */
#include "screens/tracks/list.h"

#include "base/fold.h"

#include <stdio.h>
#include <string.h>

static bool holds(const char *words, const char *part, size_t length)
{
    for (; *words; words++)
        if (strncmp(words, part, length) == 0)
            return true;
    return false;
}

static bool matches(const char *search, const char *words)
{
    for (search += strspn(search, " "); *search; search += strspn(search, " ")) {
        size_t length = strcspn(search, " ");
        if (!holds(words, search, length))
            return false;
        search += length;
    }
    return true;
}

static bool has_mark(const struct gallery_entry *entry, enum course_mark mark)
{
    return entry->marks >> mark & 1;
}

static int squares(const struct gallery_entry *entry)
{
    return entry->sheet.x * entry->sheet.y;
}

static bool is_of_kind(const struct tracks_wish *wish, const struct gallery_entry *entry)
{
    bool asked = wish->game != GAME_ANY || wish->size != SIZE_ANY || wish->course != COURSE_ANY ||
                 wish->has != 0;
    if (!entry->course.body)
        return !asked;
    bool arena = has_mark(entry, MARK_ARENA), open = has_mark(entry, MARK_OPEN);
    int size = squares(entry) <= SQUARES_SMALL    ? SIZE_SMALL
               : squares(entry) <= SQUARES_MEDIUM ? SIZE_MEDIUM
                                                  : SIZE_LARGE;
    return (wish->game == GAME_ANY || (wish->game == GAME_DERBY) == arena) &&
           (wish->course == COURSE_ANY || (!arena && (wish->course == COURSE_OPEN) == open)) &&
           (wish->size == SIZE_ANY || wish->size == size) && (wish->has & ~entry->marks) == 0;
}

bool tracks_is_wished(const struct tracks_wish *wish, const char *search,
                      const struct gallery_entry *entry)
{
    bool own = entry->place == GALLERY_OWN;
    bool from = wish->from == FROM_ALL || (wish->from == FROM_OWN) == own;
    return from && is_of_kind(wish, entry) && matches(search, entry->words);
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

/* What is not known is more than anything. */
static int compare_known(int one, int other)
{
    return compare_numbers(one > 0 ? one : INT32_MAX, other > 0 ? other : INT32_MAX);
}

/* The player's own before the shipped ones, whose time is that of their installation. */
static int compare_age(const struct gallery_entry *one, const struct gallery_entry *other)
{
    bool own = one->place == GALLERY_OWN;
    if (own != (other->place == GALLERY_OWN))
        return own ? -1 : 1;
    if (!own)
        return 0;
    int seconds = compare_numbers(other->stamp.seconds, one->stamp.seconds);
    return seconds != 0 ? seconds
                        : compare_numbers(other->stamp.nanoseconds, one->stamp.nanoseconds);
}

int tracks_compare(int order, const struct gallery_entry *one, const struct gallery_entry *other)
{
    int result = 0;
    if (order == ORDER_SIZE)
        result = compare_known(squares(one), squares(other));
    else if (order == ORDER_PAR)
        result = compare_known(one->par.rounds, other->par.rounds);
    else if (order == ORDER_NEWEST)
        result = compare_age(one, other);
    return result != 0 ? result : fold_compare(one->folded, other->folded);
}

/* --- what is said of one ---------------------------------------------------------------------- */

const char *tracks_mark_word(enum course_mark mark)
{
    static const char *const words[] = {"slicks", "turbo", "checkpoints", "open", "arena"};
    return words[mark];
}

bool tracks_print_par(const struct gallery_entry *entry, char *into, size_t size)
{
    into[0] = '\0';
    if (!entry->course.body)
        snprintf(into, size, "cannot be read");
    else if (entry->par.state == PAR_NO_LAP)
        snprintf(into, size, "no lap possible");
    else if (entry->par.state == PAR_SEARCHING && !has_mark(entry, MARK_ARENA))
        snprintf(into, size, "par …");
    else if (entry->par.rounds > 0)
        snprintf(into, size, "par %d", entry->par.rounds);
    return !entry->course.body || entry->par.state == PAR_NO_LAP;
}

void tracks_print_card(const struct gallery_entry *entry, char *into, size_t size)
{
    struct text text = {0};
    char par[40];
    tracks_print_par(entry, par, sizeof par);
    text_append(&text, par);
    if (entry->course.body) {
        text_append_format(&text, "%s%d × %d", par[0] ? ", " : "", entry->sheet.x, entry->sheet.y);
        for (enum course_mark mark = 0; mark < MARK_COUNT; mark++)
            if (has_mark(entry, mark))
                text_append_format(&text, ", %s", tracks_mark_word(mark));
    }
    if (entry->place == GALLERY_OWN)
        text_append(&text, ", own");
    snprintf(into, size, "%s", text_string(&text));
    text_free(&text);
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
