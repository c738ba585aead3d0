/* Lines are sorted into kinds first; the rows that hang together and hold the most tiles are the
 * map, and the header is what stands above them with a key in it. */
#include "rules/stock_cars/map_post.h"

#include "base/memory.h"
#include "base/posted.h"
#include "rules/stock_cars/map_inside.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TAB = 8 };

enum kind {
    KIND_BLANK,
    KIND_MARK, /* tags or a fence, and nothing else */
    KIND_ROW,  /* nothing but tiles */
    KIND_ODD,  /* a row with something wrong in it */
    KIND_KEY,  /* "name: x" */
    KIND_WORDS
};

struct line {
    struct map_post_line given;
    size_t at, length; /* of its words in the reader's text */
    enum kind kind;
};

struct reader {
    struct line *items;
    int count, capacity;
    struct text words;
    bool tight; /* no blank stands behind quote marks */
    bool torn;  /* lines end in other ways than in files */
};

/* --- lines ------------------------------------------------------------------------------------ */

static bool is_of(const char *characters, char c)
{
    return c != '\0' && strchr(characters, c);
}

static const char *words_of(const struct reader *reader, int i)
{
    return text_string(&reader->words) + reader->items[i].at;
}

/* "> > ***", "| ***": bytes of the marks; a blank behind the last one belongs to it. */
static size_t quote_marks(const char *words)
{
    size_t length = 0;
    for (size_t i = 0; words[i] == '>' || words[i] == '|' || words[i] == ' '; i++)
        if (words[i] != ' ')
            length = i + 1 + (words[i + 1] == ' ');
    return length;
}

static bool is_fence(const char *words)
{
    words += strspn(words, " ");
    return (strncmp(words, "```", 3) == 0 || strncmp(words, "~~~", 3) == 0) &&
           !strchr(words, ' ') && !strchr(words, '*');
}

/* Of its characters that are no blanks. */
static enum kind kind_of_tiles(const char *words, size_t length)
{
    size_t tiles = 0, others = 0;
    for (size_t i = 0; i < length; i++)
        if (words[i] != ' ' && ((unsigned char)words[i] & 0xC0) != 0x80) {
            tiles += tile_is_known(words[i]);
            others += !tile_is_known(words[i]);
        }
    if (others == 0)
        return KIND_ROW;
    return tiles >= others && memchr(words, TILE_ASPHALT, length) ? KIND_ODD : KIND_WORDS;
}

static enum kind kind_of(const char *words, size_t length, const struct map_post_line *given)
{
    size_t raw = (size_t)(given->end - given->at);
    if (length == 0)
        return memchr(given->at, '[', raw) || memchr(given->at, '<', raw) ? KIND_MARK : KIND_BLANK;
    if (is_fence(words))
        return KIND_MARK;
    const char *key = words + strspn(words, " ");
    const char *behind = key + map_key_length(key);
    return behind > key && behind[strspn(behind, " ")] == ':' ? KIND_KEY
                                                              : kind_of_tiles(words, length);
}

/* Blanks in front of the line with tabs as far as they reach; quotation marks round it go. */
static void append_words(struct reader *reader, struct line *line, const char *words, size_t length)
{
    size_t column = 0, at = 0;
    for (; at < length && (words[at] == ' ' || words[at] == '\t'); at++)
        column = words[at] == '\t' ? (column / TAB + 1) * TAB : column + 1;
    while (at < length && is_of("\"`", words[at]) && !is_fence(words + at))
        at++;
    while (length > at && is_of(" \t\r\"`", words[length - 1]) && !is_fence(words + at))
        length--;
    line->at = reader->words.length;
    line->given.ahead += (int)at - (int)column;
    if (at < length)
        text_append_format(&reader->words, "%*s", (int)column, "");
    text_append_bytes(&reader->words, words + at, length - at);
    line->length = reader->words.length - line->at;
    text_append_bytes(&reader->words, "", 1);
}

static void add_line(struct reader *reader, const char *at, const char *end, int number)
{
    struct text posted = {0};
    posted_append(&posted, at, end);
    text_append(&posted, "");
    while (end > at && is_of(" \r", end[-1]))
        end--;
    struct line line = {.given = {at, end, number, 0}};
    size_t quotes = quote_marks(posted.data);
    quotes -= quotes > 0 && reader->tight && posted.data[quotes - 1] == ' ';
    line.given.ahead = (int)quotes;
    append_words(reader, &line, posted.data + quotes, posted.length - quotes);
    line.kind = kind_of(text_string(&reader->words) + line.at, line.length, &line.given);
    list_add(reader, line);
    text_free(&posted);
}

/* Bytes of "<br/>" there and of the line's end that may stand behind it; 0: none. */
static size_t forced_break(const char *at, const char *end)
{
    enum { LONGEST = 8 };
    if (end - at < 4 || strncasecmp(at, "<br", 3) != 0 || !is_of(" />", at[3]))
        return 0;
    const char *last = memchr(at, '>', end - at < LONGEST ? (size_t)(end - at) : LONGEST);
    if (!last)
        return 0;
    last++;
    last += last < end && *last == '\r';
    last += last < end && *last == '\n';
    return (size_t)(last - at);
}

/* Does a line begin with a mark and something else than a blank behind it? */
static bool is_tight(const char *at, const char *end)
{
    for (bool begins = true; at < end; begins = *at++ == '\n')
        if (begins && *at == '>' && at + 1 < end && !is_of(" >|\r\n", at[1]))
            return true;
    return false;
}

static void read_lines(struct reader *reader, const char *at, const char *end)
{
    char stop = memchr(at, '\n', (size_t)(end - at)) ? '\n' : '\r';
    int number = 1;
    reader->tight = is_tight(at, end);
    reader->torn = stop == '\r' && memchr(at, '\r', (size_t)(end - at));
    for (const char *line = at; line < end; line = at) {
        size_t length = 0;
        while (at < end && *at != stop && (length = *at == '<' ? forced_break(at, end) : 0) == 0)
            at++;
        add_line(reader, line, at, number);
        reader->torn |= length > 0;
        if (length == 0)
            length = at < end;
        number += memchr(at, stop, length) != NULL;
        at += length;
    }
}

/* Between rows nothing but a row was meant, whatever it became. */
static void mend_kinds(struct reader *reader)
{
    for (int i = 1; i + 1 < reader->count; i++)
        if (reader->items[i].kind == KIND_WORDS && reader->items[i - 1].kind == KIND_ROW &&
            reader->items[i + 1].kind == KIND_ROW)
            reader->items[i].kind = KIND_ODD;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Lines of a reader. */
struct block {
    int first, end;
    size_t tiles;
};

static bool is_row(const struct line *line)
{
    return line->kind == KIND_ROW || line->kind == KIND_ODD;
}

/* Of these lines, between blank ones: tiles by which one knows a track, and not a ruled line. */
static bool is_track(const struct reader *reader, int first, int end)
{
    enum { RULED = 5 };
    bool asphalt = false;
    size_t letters = 0;
    for (int i = first; i < end; i++) {
        const char *words = words_of(reader, i);
        asphalt |= reader->items[i].kind == KIND_ROW && strchr(words, TILE_ASPHALT);
        letters += words[strspn(words, " *")] ? RULED + 1 : reader->items[i].length;
    }
    return asphalt && (end - first > 1 || letters > RULED);
}

/* What stands apart at the ends of a block and is no track is words: "bob", "* * *". */
static void trim(const struct reader *reader, struct block *block)
{
    for (int i = block->first; i < block->end; i++) {
        if (reader->items[i].kind == KIND_BLANK && is_track(reader, block->first, i))
            break;
        if (reader->items[i].kind == KIND_BLANK)
            block->first = i + 1;
    }
    for (int i = block->end - 1; i > block->first; i--) {
        if (reader->items[i].kind == KIND_BLANK && is_track(reader, i + 1, block->end))
            break;
        if (reader->items[i].kind == KIND_BLANK)
            block->end = i;
    }
}

/* Some programs put as many blank lines behind each line. */
static bool is_spread(const struct reader *reader, const struct block *block)
{
    int rows = 0, gap = 0, usual = 0;
    for (int i = block->first; i < block->end; i++) {
        if (!is_row(&reader->items[i])) {
            gap++;
            continue;
        }
        if (rows == 1)
            usual = gap;
        if (rows > 0 && (gap == 0 || gap != usual))
            return false;
        rows++;
        gap = 0;
    }
    return rows > 2;
}

/* The next block from this line on; blank lines between rows belong to them. */
static bool next_block(const struct reader *reader, int from, struct block *block)
{
    while (from < reader->count && !is_row(&reader->items[from]))
        from++;
    *block = (struct block){from, from, 0};
    for (int i = from; i < reader->count; i++) {
        const struct line *line = &reader->items[i];
        if (!is_row(line) && line->kind != KIND_BLANK)
            break;
        block->end = is_row(line) ? i + 1 : block->end;
    }
    if (!is_spread(reader, block))
        trim(reader, block);
    for (int i = block->first; i < block->end; i++)
        block->tiles += reader->items[i].length;
    return from < reader->count;
}

/* Columns that are blank in front of all rows. */
static size_t indentation(const struct reader *reader, const struct block *block)
{
    size_t least = SIZE_MAX;
    for (int i = block->first; i < block->end; i++) {
        size_t blanks = strspn(words_of(reader, i), " ");
        if (is_row(&reader->items[i]) && blanks < least)
            least = blanks;
    }
    return least;
}

/* --- the header ------------------------------------------------------------------------------- */

static bool parts(const struct line *line)
{
    return line->kind == KIND_BLANK || line->kind == KIND_MARK;
}

/* "nmae: x", ": x" or "name x" above other keys: a key that is written wrongly, and no sentence. */
static bool is_like_key(const char *words)
{
    words += strspn(words, " ");
    size_t length = strspn(words, "abcdefghijklmnopqrstuvwxyz");
    return words[length] == ':' || (length > 0 && map_key_length(words) == length);
}

/* Lines with keys, from the first to the last of them. */
struct header {
    int first, last; /* first < 0: there is none */
};

/* That of the paragraph that ends with this line; *from: where the paragraph begins. */
static struct header paragraph_header(const struct reader *reader, int last, int floor, int *from)
{
    int key = -1;
    for (*from = last; *from >= floor && !parts(&reader->items[*from]); (*from)--)
        key = reader->items[*from].kind == KIND_KEY ? *from : key;
    (*from)++;
    while (key > *from && is_like_key(words_of(reader, key - 1)))
        key--;
    return (struct header){key, last};
}

/* The nearest paragraph above a block with a key in it, and those above it that are nothing but
 * keys. */
static struct header find_header(const struct reader *reader, const struct block *block, int floor)
{
    struct header found = {-1, -1};
    for (int i = block->first - 1, from; i >= floor; i = from - 1) {
        from = i;
        if (parts(&reader->items[i]))
            continue;
        struct header header = paragraph_header(reader, i, floor, &from);
        if (found.first < 0)
            found = header;
        else if (header.first == from)
            found.first = from;
        else
            break;
    }
    return found;
}

/* --- the map ---------------------------------------------------------------------------------- */

static void take_line(struct map_post *post, const struct reader *reader, int i, size_t skipped)
{
    const struct line *line = &reader->items[i];
    struct map_post_line given = line->given;
    const char *words = words_of(reader, i);
    skipped = skipped < line->length ? skipped : line->length;
    given.ahead += (int)skipped;
    text_append_bytes(&post->file, words + skipped, line->length - skipped);
    text_append(&post->file, "\n");
    list_add(post, given);
}

static void take_map(struct map_post *post, const struct reader *reader, const struct block *block,
                     struct header header)
{
    for (int i = header.first; i >= 0 && i <= header.last; i++)
        if (!parts(&reader->items[i]))
            take_line(post, reader, i, strspn(words_of(reader, i), " "));
    post->header = post->count;
    text_append(&post->file, "\n");
    list_add(post, reader->items[header.last < 0 ? block->first : header.last + 1].given);
    size_t blanks = indentation(reader, block);
    bool spread = is_spread(reader, block);
    for (int i = block->first; i < block->end; i++)
        if (!spread || is_row(&reader->items[i]))
            take_line(post, reader, i, blanks);
    post->plain = !spread;
}

/* Is it as it was written? A tab before a row's tiles is a fault unless all rows have one there. */
static bool is_as_given(const struct reader *reader, int i, bool tabs_are_faults)
{
    const struct line *line = &reader->items[i];
    size_t length = (size_t)(line->given.end - line->given.at);
    size_t blanks = 0;
    while (blanks < length && is_of(" \t", line->given.at[blanks]))
        blanks++;
    if (tabs_are_faults && blanks < length && memchr(line->given.at, '\t', blanks))
        return true;
    return line->length == length && memcmp(words_of(reader, i), line->given.at, length) == 0;
}

static bool all_rows_behind_tabs(const struct reader *reader)
{
    for (int i = 0; i < reader->count; i++)
        if (is_row(&reader->items[i]) && *reader->items[i].given.at != '\t')
            return false;
    return true;
}

/* "x", ".9..": a row with something wrong in it rather than a word that somebody wrote. */
static bool is_fault(const char *words)
{
    int others = 0;
    for (; *words; words++)
        others += *words != ' ' && !tile_is_known(*words);
    return others < 2;
}

/* Is there nothing but a header, an empty line and rows, right or wrong, as they were written? Then
 * nothing of it is left out: what stands apart is a fault to be told. */
static bool is_plain(const struct reader *reader, struct header header)
{
    bool tabs_are_faults = !all_rows_behind_tabs(reader);
    if (reader->torn || header.first != 0)
        return false;
    for (int i = 0; i < reader->count; i++) {
        const struct line *line = &reader->items[i];
        bool of_header = i <= header.last;
        bool of_rows = is_row(line) || (line->kind == KIND_WORDS && is_fault(words_of(reader, i)));
        bool taken = of_header || of_rows;
        if (line->kind == KIND_BLANK
                ? of_header || line->given.at < line->given.end
                : !taken || !is_as_given(reader, i, !of_header && tabs_are_faults))
            return false;
    }
    return true;
}

static bool is_whole(const struct block *block, struct header header)
{
    enum { ROWS = 3 };
    return header.first >= 0 && block->end - block->first >= ROWS;
}

bool map_post_find(const char *bytes, size_t length, struct map_post *into)
{
    struct reader reader = {0};
    struct block best = {0}, block;
    struct header above = {-1, -1}, top = {-1, -1};
    int floor = 0, whole = 0;
    read_lines(&reader, bytes, bytes + length);
    mend_kinds(&reader);
    for (int from = 0; next_block(&reader, from, &block); from = floor = block.end) {
        struct header header = find_header(&reader, &block, floor);
        top = floor == 0 ? header : top;
        whole += is_whole(&block, header);
        if (whole == 2 && is_whole(&block, header))
            into->other = reader.items[header.first].given.number;
        if (block.tiles > best.tiles) {
            best = block;
            above = header;
        }
    }
    if (best.tiles > 0) {
        take_map(into, &reader, &best, above);
        into->plain &= is_plain(&reader, top);
    }
    free(reader.items);
    text_free(&reader.words);
    return best.tiles > 0;
}

void map_post_free(struct map_post *post)
{
    text_free(&post->file);
    text_free(&post->decoded);
    free(post->items);
}

void map_post_place(const struct map_post *post, struct error *error)
{
    if (error->line < 1 || error->line > post->count)
        return;
    const struct map_post_line *line = &post->items[error->line - 1];
    int byte = error->column - 1 + line->ahead;
    error->line = line->number;
    if (error->column > 0)
        error->column = posted_column(line->at, line->end, byte > 0 ? (size_t)byte : 0);
}
