/* Parts of an order to text and back. */
#include "screens/stock_cars/view/order_draft.h"

#include <stdio.h>
#include <string.h>

/* --- reading ---------------------------------------------------------------------------------- */

static void skip_blanks(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static char capital(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

static bool add_change(char *changes, char kind)
{
    size_t count = strlen(changes);
    if (count == DRAFT_CHANGES)
        return false;
    changes[count] = kind;
    changes[count + 1] = '\0';
    return true;
}

static bool add_moves(struct order_parts *parts, char kind, int count)
{
    if (count > DRAFT_MOVES - parts->move_count)
        return false;
    memset(parts->moves + parts->move_count, kind, (size_t)count);
    parts->move_count += count;
    parts->moves[parts->move_count] = '\0';
    return true;
}

/* One part more; no moves behind what is at the end. */
static bool add_part(struct order_parts *parts, char kind, int count)
{
    if (strchr("MLR", kind))
        return !parts->end[0] && add_moves(parts, kind, count);
    if (kind == 'S')
        return parts->move_count == 0 && add_change(parts->begin, kind);
    return add_change(parts->move_count > 0 ? parts->end : parts->begin, kind);
}

/* The next sign of a group must be this one; false, and `open` if the text ends before it. */
static bool expect(const char **at, char sign, struct order_parts *parts)
{
    skip_blanks(at);
    parts->open = !**at;
    if (capital(**at) != sign)
        return false;
    ++*at;
    return true;
}

/* The rest of "(3M)": count and M. */
static bool read_run(const char **at, struct order_parts *parts)
{
    int count = 0, digits = 0;
    if (**at == '0')
        return false;
    while ((**at >= '0' && **at <= '9') || **at == ' ') {
        if (**at != ' ' && ++digits > 2)
            return false;
        count = **at == ' ' ? count : count * 10 + (**at - '0');
        ++*at;
    }
    return expect(at, 'M', parts) && expect(at, ')', parts) && add_part(parts, 'M', count);
}

/* What stands behind "(". */
static bool read_group(const char **at, struct order_parts *parts)
{
    skip_blanks(at);
    parts->open = !**at;
    if (**at >= '0' && **at <= '9')
        return read_run(at, parts);
    char kind = capital(**at);
    if (!kind || !strchr("ABLR", kind))
        return false;
    ++*at;
    return expect(at, '+', parts) && expect(at, '1', parts) && expect(at, ')', parts) &&
           add_part(parts, kind, 1);
}

bool order_parts_read(const char *text, struct order_parts *into)
{
    const char *at = text;
    *into = (struct order_parts){0};
    skip_blanks(&at);
    if (*at == '-') {
        ++at;
        skip_blanks(&at);
        return !*at;
    }
    for (;; skip_blanks(&at)) {
        char kind = capital(*at);
        into->read = (int)(at - text);
        if (!kind)
            return true;
        ++at;
        bool fits = kind == '(' ? read_group(&at, into)
                                : strchr("ABSMLR", kind) != NULL && add_part(into, kind, 1);
        if (!fits)
            return into->open;
        if (!into->end[0])
            into->moves_behind = (int)(at - text);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Which wild cards are still to be marked, and which seconds are free. */
struct marking {
    char *text;
    size_t length;
    int seen['S' + 1]; /* of each letter so far */
    bool free_change;  /* the next second change costs nothing */
    bool free_steers;
};

static void put(struct marking *marking, const char *part)
{
    size_t room = DRAFT_BYTES - marking->length;
    int length = snprintf(marking->text + marking->length, room, "%s", part);
    marking->length += (size_t)length < room ? (size_t)length : room - 1;
}

static bool is_steer(char kind)
{
    return kind == 'L' || kind == 'R';
}

/* Two of both steers cost one card, so only the first of the seconds is marked. */
static bool is_marked(struct marking *marking, char kind)
{
    bool second = ++marking->seen[(int)kind] == 2;
    bool *unmarked = is_steer(kind) ? &marking->free_steers : &marking->free_change;
    if (!second || kind == 'S')
        return false;
    bool marked = !*unmarked;
    *unmarked = is_steer(kind);
    return marked;
}

static void put_letter(struct marking *marking, char kind)
{
    char part[8];
    snprintf(part, sizeof part, is_marked(marking, kind) ? "(%c+1)" : "%c", kind);
    put(marking, part);
}

/* Moves ahead that follow each other, as many as a group holds. */
static int count_ahead(const char *moves)
{
    int count = 0;
    while (count < 99 && moves[count] == 'M')
        count++;
    return count;
}

void order_parts_write(const struct order_parts *parts, enum stock_special special,
                       char text[DRAFT_BYTES])
{
    struct marking marking = {.text = text,
                              .free_change = special == SPECIAL_TURBO,
                              .free_steers = special == SPECIAL_SWAYBARS};
    text[0] = '\0';
    for (const char *change = parts->begin; *change; change++)
        put_letter(&marking, *change);
    for (int i = 0; i < parts->move_count;) {
        char run[8];
        int ahead = count_ahead(parts->moves + i);
        if (ahead > 1) {
            snprintf(run, sizeof run, "(%dM)", ahead);
            put(&marking, run);
        } else if (ahead == 1) {
            put(&marking, "M");
        } else {
            put_letter(&marking, parts->moves[i]);
        }
        i += ahead > 0 ? ahead : 1;
    }
    for (const char *change = parts->end; *change; change++)
        put_letter(&marking, *change);
}

/* --- changing --------------------------------------------------------------------------------- */

int order_parts_gain(const struct order_parts *parts)
{
    int gain = 0;
    for (const char *change = parts->begin; *change; change++)
        gain += *change == 'B' ? -1 : 1;
    return gain;
}

static void keep_moves(struct order_parts *parts, int count)
{
    if (parts->move_count <= count)
        return;
    parts->move_count = count;
    parts->moves[count] = '\0';
    parts->end[0] = '\0';
}

void order_parts_begin(struct order_parts *parts, const char *changes, int speed)
{
    struct order_parts begin;
    if (!order_parts_read(changes, &begin))
        return;
    memcpy(parts->begin, begin.begin, sizeof parts->begin);
    keep_moves(parts, speed + order_parts_gain(parts));
    if (order_parts_count(parts, 'A') > 2 || order_parts_count(parts, 'B') > 2)
        parts->end[0] = '\0';
}

void order_parts_move(struct order_parts *parts, char kind, int count)
{
    parts->end[0] = '\0';
    add_moves(parts, kind, count);
}

bool order_parts_end(struct order_parts *parts, char kind)
{
    return parts->move_count > 0 && order_parts_count(parts, kind) < 2 &&
           add_change(parts->end, kind);
}

bool order_parts_take_back(struct order_parts *parts)
{
    char *changes = parts->end[0] ? parts->end : parts->begin;
    size_t count = strlen(changes);
    parts->open = false;
    if (!parts->end[0] && parts->move_count > 0) {
        parts->moves[--parts->move_count] = '\0';
        return true;
    }
    if (count == 0)
        return false;
    changes[count - 1] = '\0';
    return true;
}

int order_parts_count(const struct order_parts *parts, char kind)
{
    int count = 0;
    for (const char *at = parts->begin; *at; at++)
        count += *at == kind;
    for (int i = 0; i < parts->move_count; i++)
        count += parts->moves[i] == kind;
    for (const char *at = parts->end; *at; at++)
        count += *at == kind;
    return count;
}
