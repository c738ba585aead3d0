/* A line is first made plain, then read from its beginning: marks, the name, a colon, the order. */
#include "session/post_line.h"

#include "base/fold.h"
#include "base/posted.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

void post_line_free(struct post_line *line)
{
    text_free(&line->name);
    text_free(&line->action);
}

/* --- quotes ----------------------------------------------------------------------------------- */

/* Bytes of "[quote", "[quote=Ada]", "<blockquote>" or what ends them; 0: there is none. */
static size_t quote_tag(const char *at, const char *end, bool *ends)
{
    static const char *const names[] = {"[quote", "[/quote", "<blockquote", "</blockquote"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]), rest = (size_t)(end - at);
        if (rest < length || strncasecmp(at, names[i], length) != 0 ||
            (rest > length && isalnum((unsigned char)at[length])))
            continue;
        const char *last = memchr(at, *names[i] == '[' ? ']' : '>', rest);
        *ends = i % 2 != 0;
        return last ? (size_t)(last + 1 - at) : rest;
    }
    return 0;
}

/* Into `own` what of the line stands outside of all quotes, which may be nested. */
static void leave_quotes_out(struct post_reader *reader, const char *line, const char *end,
                             int number, struct text *own)
{
    while (line < end) {
        bool ends = false;
        size_t tag = *line == '[' || *line == '<' ? quote_tag(line, end, &ends) : 0;
        if (tag > 0 && ends) {
            reader->quotes -= reader->quotes > 0;
        } else if (tag > 0) {
            reader->quoted_from = reader->quotes > 0 ? reader->quoted_from : number;
            reader->quotes++;
        } else {
            text_append_bytes(own, line, reader->quotes == 0);
        }
        line += tag > 0 ? tag : 1;
    }
}

/* --- marks ------------------------------------------------------------------------------------ */

static bool is_of(const char *characters, char c)
{
    return c != '\0' && strchr(characters, c);
}

/* Bytes of a bullet, an arrow, a smiley. */
static size_t ornament(const char *at)
{
    uint32_t code;
    size_t length = text_decode(at, &code);
    return length > 1 && posted_is_ornament(code) ? length : 0;
}

static const char *skip(const char *at, const char *characters)
{
    for (size_t length = 1; length > 0; at += length)
        length = is_of(characters, *at) ? 1 : ornament(at);
    return at;
}

/* Bytes of "1.", "2)", "12:01", "3)", "a)". */
static size_t numbering(const char *at)
{
    size_t length = strspn(at, "0123456789.:)]/-");
    size_t digits = strspn(at, "0123456789");
    if (length > digits || (digits > 0 && ornament(at + digits) > 0)) /* a digit in a box */
        return length;
    return isalpha((unsigned char)at[0]) && at[1] == ')' ? 2 : 0;
}

/* Bytes of what may stand before a name; 0: nothing does. *doubtful: what follows may be somebody
 * else's, or struck out. */
static size_t mark(const char *at, bool *doubtful)
{
    static const char guillemet[] = "\u00bb";
    if (strncmp(at, ">!", 2) == 0 || strncmp(at, "||", 2) == 0) /* hidden, as secret orders are */
        return 2;
    *doubtful |= *at == '|' || strncmp(at, "~~", 2) == 0 ||
                 strncmp(at, guillemet, sizeof guillemet - 1) == 0;
    size_t number = isalnum((unsigned char)*at) ? numbering(at) : 0;
    if (number > 0 || isalnum((unsigned char)*at))
        return number;
    return isspace((unsigned char)*at) || ispunct((unsigned char)*at) ? 1 : ornament(at);
}

/* --- names ------------------------------------------------------------------------------------ */

static bool ends_word(const char *at)
{
    uint32_t code = 0;
    size_t length = text_decode(at, &code);
    return length > 1 ? posted_is_ornament(code) : !isalnum((unsigned char)*at);
}

static const char *find_colon(const char *at)
{
    at = skip(at, " \t*_~`\"')]}>!|");
    return *at == ':' ? at : NULL;
}

/* The player with whose name the line goes on, the one with the longest, rather one behind whose
 * name a colon stands; 0: none. *length: of the name. */
static int find_player(const struct post_reader *reader, const char *at, size_t *length)
{
    int found = 0;
    bool has_colon = false;
    *length = 0;
    for (int i = 0; i < reader->count; i++) {
        struct text name = {0};
        const char *given = reader->players[i].name;
        posted_append(&name, given, given + strlen(given));
        size_t match = fold_match(at, text_string(&name));
        bool colon = match > 0 && find_colon(at + match);
        if (match > 0 && ends_word(at + match) && colon >= has_colon &&
            (colon > has_colon || match > *length)) {
            found = i + 1;
            *length = match;
            has_colon = colon;
        }
        text_free(&name);
    }
    return found;
}

/* --- orders ----------------------------------------------------------------------------------- */

/* Length without a smiley of letters at the end: ":)", ";-)", ":smile:", "^^", "xD". */
static size_t without_smiley(const char *words, size_t length)
{
    static const char *const smileys[] = {"xD", "XD", "<3", "8)", "B)"};
    for (size_t i = 0; i < sizeof smileys / sizeof *smileys; i++)
        if (length > 3 && words[length - 3] == ' ' &&
            memcmp(words + length - 2, smileys[i], 2) == 0)
            return length - 2;
    size_t mouth = 0;
    while (mouth < 2 && mouth < length && is_of("-'o)(DPpO3/|]", words[length - 1 - mouth]))
        mouth++;
    for (; mouth > 0; mouth--)
        if (mouth < length && is_of(":;=", words[length - 1 - mouth]))
            return length - 1 - mouth;
    if (length > 2 && words[length - 1] == ':') {
        size_t at = length - 1;
        while (at > 0 && (isalnum((unsigned char)words[at - 1]) || is_of("_+-", words[at - 1])))
            at--;
        if (at > 0 && at < length - 1 && words[at - 1] == ':')
            return at - 1;
    }
    return length;
}

static size_t without_ornament(const char *words, size_t length)
{
    size_t at = length;
    while (at > 0 && ((unsigned char)words[at - 1] & 0xC0) == 0x80)
        at--;
    return at < length && at > 0 && ornament(words + at - 1) == length - at + 1 ? at - 1 : length;
}

/* What is ordered, without marks round it. */
static void take_action(const char *words, struct text *into)
{
    words = skip(words, " \t\r:*_~`\"'|");
    size_t length = strlen(words);
    for (size_t before = length + 1; length < before;) {
        before = length;
        while (length > 0 && is_of(" \t\r*_~^`\"'|.,!", words[length - 1]))
            length--;
        length = without_ornament(words, without_smiley(words, length));
        length -= length > 1 && strncmp(words + length - 2, "!<", 2) == 0 ? 2 : 0;
    }
    text_append_bytes(into, words, length);
}

/* "Cleo: AMM" */
static void read_stranger(const char *line, struct post_line *into)
{
    const char *colon = strchr(line, ':');
    if (!colon || colon == line || (size_t)(colon - line) >= PLAYER_NAME_BYTES || !colon[1])
        return;
    into->kind = POST_STRANGER;
    while (colon > line && is_of(" *_~`\"'|", colon[-1]))
        colon--;
    text_append_bytes(&into->name, line, (size_t)(colon - line));
    take_action(strchr(colon, ':'), &into->action);
}

/* Where the line begins with a player's name, rather one with a colon behind it: a number may be a
 * name. NULL: nowhere; *rest is behind all marks then. */
static const char *find_name(const struct post_reader *reader, const char *line, int *player,
                             size_t *length, bool *doubtful, const char **rest)
{
    const char *found = NULL;
    size_t skipped = 1;
    for (; skipped > 0; line += skipped) {
        size_t here;
        int other = find_player(reader, line, &here);
        bool colon = other > 0 && find_colon(line + here);
        if (other > 0 && (!found || colon)) {
            found = line;
            *player = other;
            *length = here;
        }
        skipped = colon ? 0 : mark(line, doubtful);
    }
    *rest = line;
    return found;
}

static void read_plain(const struct post_reader *reader, const char *line, struct post_line *into)
{
    bool doubtful = false;
    size_t length = 0;
    line += strspn(line, " \t");
    if (*line == '>' && line[1] != '!')
        return;
    const char *name = find_name(reader, line, &into->player, &length, &doubtful, &line);
    if (!name) {
        if (!doubtful)
            read_stranger(line, into);
        return;
    }
    const char *colon = find_colon(name + length);
    text_append_bytes(&into->name, name, length);
    take_action(colon ? colon + 1 : name + length, &into->action);
    into->kind = colon && !doubtful && into->action.length > 0 ? POST_ORDER : POST_UNREAD;
}

void post_line_read(struct post_reader *reader, const char *line, const char *end, int number,
                    struct post_line *into)
{
    struct text own = {0}, plain = {0};
    *into = (struct post_line){.kind = POST_WORDS};
    leave_quotes_out(reader, line, end, number, &own);
    posted_append(&plain, text_string(&own), text_string(&own) + own.length);
    read_plain(reader, text_string(&plain), into);
    text_free(&own);
    text_free(&plain);
}

/* --- names that work -------------------------------------------------------------------------- */

/* Whose order the form is with the player's name in it; 0: nobody's. */
static int reads_as(const struct player *players, int count, int player, const char *form)
{
    struct post_reader reader = {.players = players, .count = count};
    struct post_line line;
    struct text written = {0};
    const char *name = strchr(form, '%');
    text_append_bytes(&written, form, (size_t)(name - form));
    text_append(&written, players[player - 1].name);
    text_append(&written, name + 1);
    post_line_read(&reader, written.data, written.data + written.length, 1, &line);
    bool read = line.kind == POST_ORDER && reader.quotes == 0 &&
                strcmp(text_string(&line.action), "AMM") == 0;
    post_line_free(&line);
    text_free(&written);
    return read ? line.player : 0;
}

static bool is_same_name(const char *one, const char *other)
{
    size_t match = fold_match(one, other);
    return match > 0 && !one[match];
}

/* Marks alone are taken for bullets, quotes and type. */
static bool has_letter(const char *name)
{
    uint32_t code = 0;
    for (size_t length; *name; name += length > 0 ? length : 1) {
        length = text_decode(name, &code);
        if (length > 1 ? !posted_is_ornament(code) : isalnum((unsigned char)*name))
            return true;
    }
    return false;
}

static bool name_check(const struct player *players, int count, int player, struct error *error)
{
    static const char *const forms[] = {"%: AMM", "- %: AMM", "1. % : AMM :)", "**%:** AMM",
                                        "[b]%[/b]: AMM"};
    const char *name = players[player - 1].name;
    if (!text_is_visible(name))
        return error_set(error,
                         "the name \"%s\" holds what nobody sees or types, so that posts cannot be "
                         "read: write it anew",
                         name);
    for (int i = 1; i < player; i++)
        if (is_same_name(players[i - 1].name, name))
            return error_set(error, "the name \"%s\" is there twice: change one of them", name);
    struct text plain = {0};
    posted_append(&plain, name, name + strlen(name));
    const char *begin = text_string(&plain) + strspn(text_string(&plain), " ");
    bool works = !strchr(begin, ':') && !is_of(">|~", *begin) && has_letter(begin);
    text_free(&plain);
    for (size_t i = 0; i < sizeof forms / sizeof *forms && works; i++) {
        int other = reads_as(players, count, player, forms[i]);
        if (other > 0 && other != player)
            return error_set(error, "posts cannot tell \"%s\" and \"%s\" apart: change one of them",
                             name, players[other - 1].name);
        works = other > 0;
    }
    return works || error_set(error,
                              "the name \"%s\" cannot be told from other words of a post: change "
                              "it to letters, digits and blanks",
                              name);
}

bool post_names_check(const struct player *players, int count, struct error *error)
{
    for (int i = 1; i <= count; i++)
        if (!name_check(players, count, i, error))
            return false;
    return true;
}
