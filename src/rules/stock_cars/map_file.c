/* Lines are sorted into kinds first; the rows that hang together and hold the most tiles are the
 * map, and the header is what stands above them with a key in it. */

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "rules/stock_cars/stock_cars.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TAB = 8 };

enum map_file_kind {
    KIND_BLANK,
    KIND_MARK, /* tags or a fence, and nothing else */
    KIND_ROW,  /* nothing but tiles */
    KIND_ODD,  /* a row with something wrong in it */
    KIND_KEY,  /* "name: x" */
    KIND_WORDS
};

struct map_file_line {
    struct map_post_line given;
    size_t at, length; /* of its words in the reader's text */
    enum map_file_kind kind;
};

struct map_file_reader {
    struct map_file_line *items;
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

static const char *words_of(const struct map_file_reader *reader, int i)
{
    return text_string(&reader->words) + reader->items[i].at;
}

static bool is_fence(const char *words)
{
    words += strspn(words, " ");
    return (strncmp(words, "```", 3) == 0 || strncmp(words, "~~~", 3) == 0) &&
           !strchr(words, ' ') && !strchr(words, '*');
}

/* Of its characters that are no blanks. */
static enum map_file_kind kind_of_tiles(const char *words, size_t length)
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

static size_t map_key_length(const char *words);

static enum map_file_kind kind_of(const char *words, size_t length,
                                  const struct map_post_line *given)
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
static void append_words(struct map_file_reader *reader, struct map_file_line *line,
                         const char *words, size_t length)
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

static void add_line(struct map_file_reader *reader, const char *at, const char *end, int number)
{
    struct text posted = {0};
    posted_append(&posted, at, end);
    text_append(&posted, "");
    while (end > at && is_of(" \r", end[-1]))
        end--;
    struct map_file_line line = {.given = {at, end, number, 0}};
    /* "> > ***", "| ***": bytes of the marks; a blank behind the last one belongs to it. */
    const char *words = posted.data;
    size_t quotes = 0;
    for (size_t i = 0; words[i] == '>' || words[i] == '|' || words[i] == ' '; i++)
        if (words[i] != ' ')
            quotes = i + 1 + (words[i + 1] == ' ');
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

static void read_lines(struct map_file_reader *reader, const char *at, const char *end)
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

/* --- rows ------------------------------------------------------------------------------------- */

/* Lines of a reader. */
struct map_file_block {
    int first, end;
    size_t tiles;
};

static bool is_row(const struct map_file_line *line)
{
    return line->kind == KIND_ROW || line->kind == KIND_ODD;
}

/* Of these lines, between blank ones: tiles by which one knows a track, and not a ruled line. */
static bool is_track(const struct map_file_reader *reader, int first, int end)
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

/* Some programs put as many blank lines behind each line. */
static bool is_spread(const struct map_file_reader *reader, const struct map_file_block *block)
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
static bool next_block(const struct map_file_reader *reader, int from, struct map_file_block *block)
{
    while (from < reader->count && !is_row(&reader->items[from]))
        from++;
    *block = (struct map_file_block){from, from, 0};
    for (int i = from; i < reader->count; i++) {
        const struct map_file_line *line = &reader->items[i];
        if (!is_row(line) && line->kind != KIND_BLANK)
            break;
        block->end = is_row(line) ? i + 1 : block->end;
    }
    if (!is_spread(reader, block)) {
        /* What stands apart at the ends of a block and is no track is words: "bob", "* * *". */
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
    for (int i = block->first; i < block->end; i++)
        block->tiles += reader->items[i].length;
    return from < reader->count;
}

/* Columns that are blank in front of all rows. */
static size_t indentation(const struct map_file_reader *reader, const struct map_file_block *block)
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

static bool parts_blocks(const struct map_file_line *line)
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
static struct header paragraph_header(const struct map_file_reader *reader, int last, int floor,
                                      int *from)
{
    int key = -1;
    for (*from = last; *from >= floor && !parts_blocks(&reader->items[*from]); (*from)--)
        key = reader->items[*from].kind == KIND_KEY ? *from : key;
    (*from)++;
    while (key > *from && is_like_key(words_of(reader, key - 1)))
        key--;
    return (struct header){key, last};
}

/* The nearest paragraph above a block with a key in it, and those above it that are nothing but
 * keys. */
static struct header find_header(const struct map_file_reader *reader,
                                 const struct map_file_block *block, int floor)
{
    struct header found = {-1, -1};
    for (int i = block->first - 1, from; i >= floor; i = from - 1) {
        from = i;
        if (parts_blocks(&reader->items[i]))
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

static void take_line(struct map_post *post, const struct map_file_reader *reader, int i,
                      size_t skipped)
{
    const struct map_file_line *line = &reader->items[i];
    struct map_post_line given = line->given;
    const char *words = words_of(reader, i);
    skipped = skipped < line->length ? skipped : line->length;
    given.ahead += (int)skipped;
    text_append_bytes(&post->file, words + skipped, line->length - skipped);
    text_append(&post->file, "\n");
    list_add(post, given);
}

/* Is it as it was written? A tab before a row's tiles is a fault unless all rows have one there. */
static bool is_as_given(const struct map_file_reader *reader, int i, bool tabs_are_faults)
{
    const struct map_file_line *line = &reader->items[i];
    size_t length = (size_t)(line->given.end - line->given.at);
    size_t blanks = 0;
    while (blanks < length && is_of(" \t", line->given.at[blanks]))
        blanks++;
    if (tabs_are_faults && blanks < length && memchr(line->given.at, '\t', blanks))
        return true;
    return line->length == length && memcmp(words_of(reader, i), line->given.at, length) == 0;
}

static bool all_rows_behind_tabs(const struct map_file_reader *reader)
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
static bool is_plain(const struct map_file_reader *reader, struct header header)
{
    bool tabs_are_faults = !all_rows_behind_tabs(reader);
    if (reader->torn || header.first != 0)
        return false;
    for (int i = 0; i < reader->count; i++) {
        const struct map_file_line *line = &reader->items[i];
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

static bool is_whole(const struct map_file_block *block, struct header header)
{
    enum { ROWS = 3 };
    return header.first >= 0 && block->end - block->first >= ROWS;
}

bool map_post_find(const char *bytes, size_t length, struct map_post *into)
{
    struct map_file_reader reader = {0};
    struct map_file_block best = {0}, block;
    struct header above = {-1, -1}, top = {-1, -1};
    int floor = 0, whole = 0;
    read_lines(&reader, bytes, bytes + length);
    /* Between rows nothing but a row was meant, whatever it became. */
    for (int i = 1; i + 1 < reader.count; i++)
        if (reader.items[i].kind == KIND_WORDS && reader.items[i - 1].kind == KIND_ROW &&
            reader.items[i + 1].kind == KIND_ROW)
            reader.items[i].kind = KIND_ODD;
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
        for (int i = above.first; i >= 0 && i <= above.last; i++)
            if (!parts_blocks(&reader.items[i]))
                take_line(into, &reader, i, strspn(words_of(&reader, i), " "));
        into->header = into->count;
        text_append(&into->file, "\n");
        list_add(into, reader.items[above.last < 0 ? best.first : above.last + 1].given);
        size_t blanks = indentation(&reader, &best);
        bool spread = is_spread(&reader, &best);
        for (int i = best.first; i < best.end; i++)
            if (!spread || is_row(&reader.items[i]))
                take_line(into, &reader, i, blanks);
        into->plain = !spread;
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

/* Where that place of `file` was: the error's line and column become those of what was given. */
static void map_post_place(const struct map_post *post, struct error *error)
{
    if (error->line < 1 || error->line > post->count)
        return;
    const struct map_post_line *line = &post->items[error->line - 1];
    int byte = error->column - 1 + line->ahead;
    error->line = line->number;
    if (error->column > 0)
        error->column = posted_column(line->at, line->end, byte > 0 ? (size_t)byte : 0);
}

/* === file ===================================================================================== */

/* Maps as files (1.1, 1.2). What is no such file as it stands may be one with a post round it
 * (map_post.h), of which the map is read in the same way. */

enum key { KEY_NAME, KEY_AUTHOR, KEY_RACE, KEY_LAPS, KEY_TURN, KEY_SANDBAGS, KEY_COUNT };
static const char *const keys[KEY_COUNT] = {"name", "author", "race", "laps", "turn", "sandbags"};

static const char *const turns[] = {[TURN_LEFT] = "left", [TURN_RIGHT] = "right"};

/* Bytes of the file, not ended by a zero. */
struct span {
    const char *at;
    size_t length;
};

struct file_reader {
    const char *at, *end;
    int line; /* of what `next_line` gave */
    struct map_draft *draft;
    struct {
        int line, column; /* of the value; line 0: the key is not there */
    } keys[KEY_COUNT];
    int first_row; /* line of the file */
    struct error *error;
};

/* --- lines ------------------------------------------------------------------------------------ */

static struct file_reader reader_make(const char *bytes, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* that some editors write before UTF-8 */
    bool marked = length >= 3 && memcmp(bytes, mark, 3) == 0;
    return (struct file_reader){.at = bytes + (marked ? 3 : 0), .end = bytes + length};
}

static bool next_line(struct file_reader *reader, struct span *line)
{
    if (reader->at == reader->end)
        return false;
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    const char *end = stop ? stop : reader->end;
    *line = (struct span){reader->at, (size_t)(end - reader->at)};
    if (line->length > 0 && end[-1] == '\r')
        line->length--;
    reader->at = stop ? stop + 1 : reader->end;
    reader->line++;
    return true;
}

static struct span without_blanks_behind(struct span span)
{
    while (span.length > 0 && span.at[span.length - 1] == ' ')
        span.length--;
    return span;
}

/* Blanks of any kind. */
static struct span without_blanks(struct span span)
{
    const char *at = span.at, *end = span.at + span.length, *last = at;
    bool shown;
    for (size_t blank; (blank = posted_blank(at, end, &shown)) > 0; last = at)
        at += blank;
    for (const char *c = at; c < end;) {
        size_t blank = posted_blank(c, end, &shown);
        c += blank > 0 ? blank : 1;
        last = blank > 0 ? last : c;
    }
    return (struct span){at, (size_t)(last - at)};
}

static int column_of(struct span line, const char *at)
{
    return (int)(at - line.at) + 1;
}

/* --- header ----------------------------------------------------------------------------------- */

static bool span_is(struct span span, const char *word)
{
    return strlen(word) == span.length && memcmp(word, span.at, span.length) == 0;
}

static size_t map_key_length(const char *words)
{
    for (int i = 0; i < KEY_COUNT; i++) {
        size_t length = strlen(keys[i]);
        if (strncasecmp(words, keys[i], length) == 0 &&
            (!words[length] || strchr(": ", words[length])))
            return length;
    }
    return 0;
}

static enum key find_key(struct span name)
{
    enum key key = 0;
    while (key < KEY_COUNT && !span_is(name, keys[key]))
        key++;
    return key;
}

/* False: the line has no colon. An unknown key is KEY_COUNT. */
static bool split_line(struct span line, struct span *name, enum key *key, struct span *value)
{
    const char *colon = memchr(line.at, ':', line.length);
    if (!colon)
        return false;
    *name = without_blanks((struct span){line.at, (size_t)(colon - line.at)});
    *key = find_key(*name);
    *value = without_blanks((struct span){colon + 1, line.length - (size_t)(colon - line.at) - 1});
    return true;
}

static bool read_choice(struct span value, const char *const *words, int count, int *into)
{
    for (int i = 0; i < count; i++)
        if (words[i] && span_is(value, words[i])) {
            *into = i;
            return true;
        }
    return false;
}

/* Leading zeros are allowed, and more than anybody needs is `most`. */
static bool read_number(struct span value, int most, int *into)
{
    int number = 0;
    for (size_t i = 0; i < value.length; i++) {
        if (value.at[i] < '0' || value.at[i] > '9')
            return false;
        number = number_smaller(number * 10 + value.at[i] - '0', most);
    }
    *into = number;
    return value.length > 0;
}

/* NULL, or what the value must be. */
static const char *read_value(struct map_draft *draft, enum key key, struct span value)
{
    int number = 0;
    switch (key) {
    case KEY_RACE:
        if (!read_choice(value, heading_names, HEADING_COUNT, &number) || number % 2 != 0)
            return "race is the heading in which the line is crossed: N, E, S or W";
        draft->race = (enum heading)number;
        return NULL;
    case KEY_LAPS:
        if (!read_number(value, STOCK_MAP_LAPS + 1, &number) || number < 1 ||
            number > STOCK_MAP_LAPS)
            return "laps is a number from 1 to 99";
        draft->laps = number;
        return NULL;
    case KEY_TURN:
        if (!read_choice(value, turns, sizeof turns / sizeof *turns, &number))
            return "turn is left or right, which way banked curves turn";
        draft->turn = (enum turn)number;
        return NULL;
    default:
        if (!read_number(value, STOCK_MAP_SIDE * STOCK_MAP_SIDE + 1, &draft->sandbags))
            return "sandbags is a number, of all bags in the alley";
        return NULL;
    }
}

static bool read_text(struct file_reader *reader, enum key key, struct span value, int column)
{
    char **into = key == KEY_NAME ? &reader->draft->name : &reader->draft->author;
    free(*into);
    *into = memory_allocate(value.length + 1, 1);
    memcpy(*into, value.at, value.length);
    if (strlen(*into) != value.length || !text_is_utf8(*into) || !text_is_one_line(*into))
        return error_set_at(reader->error, reader->line, column,
                            "%s holds what is no text in UTF-8 or a control character; write it "
                            "anew",
                            keys[key]);
    return true;
}

static bool say_unknown(struct file_reader *reader, struct span name, int column)
{
    enum { SHOWN = 40 };
    char copy[SHOWN + 1] = {0};
    struct text quoted = {0};
    memcpy(copy, name.at, name.length < SHOWN ? name.length : SHOWN);
    text_append_quoted(&quoted, copy, strlen(copy), SHOWN);
    error_set_at(reader->error, reader->line, column,
                 "\"%s\" is no key of a map; there are name, race, author, laps, turn and sandbags",
                 text_string(&quoted));
    text_free(&quoted);
    return false;
}

static bool read_header_line(struct file_reader *reader, struct span line)
{
    struct span name, value;
    enum key key;
    if (!split_line(line, &name, &key, &value))
        return error_set_at(reader->error, reader->line, 1,
                            "a header line is \"key: value\", and this one has no colon; an empty "
                            "line stands before the tiles");
    if (key == KEY_COUNT)
        return say_unknown(reader, name, column_of(line, name.at));
    if (reader->keys[key].line > 0)
        return error_set_at(reader->error, reader->line, column_of(line, name.at),
                            "%s stands in line %d already; leave one of them", keys[key],
                            reader->keys[key].line);
    int column = column_of(line, value.at);
    reader->keys[key].line = reader->line;
    reader->keys[key].column = column;
    if (key == KEY_NAME || key == KEY_AUTHOR)
        return read_text(reader, key, value, column);
    const char *must = read_value(reader->draft, key, value);
    return !must || error_set_at(reader->error, reader->line, column, "%s", must);
}

static bool read_header(struct file_reader *reader)
{
    struct span line;
    while (next_line(reader, &line) && without_blanks(line).length > 0)
        if (!read_header_line(reader, line))
            return false;
    if (reader->keys[KEY_RACE].line == 0)
        return error_set_at(reader->error, reader->line, 0,
                            "the header does not say in which heading the line is crossed; add "
                            "\"race: N\" (or E, S, W)");
    reader->first_row = reader->line + 1;
    return true;
}

/* --- rows ------------------------------------------------------------------------------------- */

static bool check_row(const struct file_reader *reader, int rows, struct span row)
{
    if (row.length > 0 && rows >= STOCK_MAP_SIDE)
        return error_set_at(reader->error, reader->line, 1,
                            "a map has at most %d rows; this is one more", STOCK_MAP_SIDE);
    for (size_t i = 0; i < row.length; i++) {
        int column = (int)i + 1;
        if (i == STOCK_MAP_SIDE)
            return error_set_at(reader->error, reader->line, column,
                                "a map has at most %d columns; this row goes on", STOCK_MAP_SIDE);
        if (row.at[i] == '\t')
            return error_set_at(reader->error, reader->line, column,
                                "a tab is no tile; write blanks instead");
        if (!tile_is_known(row.at[i]))
            return error_set_at(reader->error, reader->line, column,
                                "there is no such tile; tiles are * o . S s b F p # P, 1 to %d and "
                                "blanks",
                                PLAYER_LIMIT);
    }
    return true;
}

/* Takes the tiles over; rows up to the last that has one. */
static bool read_rows(struct file_reader *reader)
{
    struct span rows[STOCK_MAP_SIDE], line;
    int count = 0, height = 0, width = 0;
    while (next_line(reader, &line)) {
        struct span row = without_blanks_behind(line);
        if (!check_row(reader, count, row))
            return false;
        if (row.length > 0)
            height = count + 1;
        width = number_larger(width, (int)row.length);
        if (count < STOCK_MAP_SIDE)
            rows[count++] = row;
    }
    if (height == 0)
        return error_set_at(reader->error, reader->line, 0,
                            "there are no tiles; they stand below the header and an empty line");
    struct map_draft *draft = reader->draft;
    draft->width = width;
    draft->height = height;
    draft->tiles = memory_resize(draft->tiles, (size_t)width * (size_t)height, 1);
    memset(draft->tiles, TILE_OFF, (size_t)width * (size_t)height);
    for (int i = 0; i < height; i++)
        memcpy(draft->tiles + (height - 1 - i) * width, rows[i].at, rows[i].length);
    return true;
}

static bool read_map(struct file_reader *reader, const char *bytes, size_t length,
                     struct map_draft *into, struct error *error)
{
    *reader = reader_make(bytes, length);
    reader->draft = into;
    reader->error = error;
    *into = map_draft_make(1, 1);
    if (length > STOCK_MAP_BYTES)
        error_set(error, "the file is over 1 MiB; a map has at most %d columns and rows",
                  STOCK_MAP_SIDE);
    else if (read_header(reader) && read_rows(reader))
        return true;
    map_draft_free(into);
    return false;
}

/* The map of a post; false and nothing if what was given is a plain file, right or wrong. */
static bool find_posted(const char *bytes, size_t length, struct map_post *post)
{
    struct text *decoded = &post->decoded;
    *post = (struct map_post){0};
    if (length <= STOCK_MAP_BYTES && posted_decode(bytes, length, decoded)) {
        bytes = text_string(decoded);
        length = decoded->length;
    }
    return length <= STOCK_MAP_BYTES && map_post_find(bytes, length, post) &&
           (!post->plain || post->decoded.length > 0);
}

static bool refuse_second(const struct map_post *post, struct error *error)
{
    return post->other == 0 ||
           error_set_at(
               error, post->other, 0,
               "a second map begins here: leave one of them, and post the other by itself");
}

bool map_draft_read(const char *bytes, size_t length, struct map_draft *into, int *first_row,
                    struct error *error)
{
    struct file_reader reader;
    struct map_post post = {0};
    bool done = read_map(&reader, bytes, length, into, error);
    if (done && first_row)
        *first_row = reader.first_row;
    else if (!done && find_posted(bytes, length, &post)) {
        *error = (struct error){0};
        done = refuse_second(&post, error) &&
               read_map(&reader, text_string(&post.file), post.file.length, into, error);
        if (done && first_row)
            *first_row = post.items[reader.first_row - 1].number;
        if (!done)
            map_post_place(&post, error);
    }
    map_post_free(&post);
    return done;
}

/* *formed: it is a draft at least. */
static const struct stock_map *read_file(const char *bytes, size_t length, bool *formed,
                                         struct error *error)
{
    struct file_reader reader;
    struct map_draft draft;
    struct map_fault fault;
    const struct stock_map *map = NULL;
    *formed = read_map(&reader, bytes, length, &draft, error);
    if (!*formed)
        return NULL;
    if (map_draft_check(&draft, &fault, 1) == 0)
        map = stock_map_of_checked(&draft);
    else {
        /* Where the file says what is wrong. */
        int line = 0, column = 0;
        if (fault.has_place) {
            line = reader.first_row + reader.draft->height - 1 - fault.at.y;
            column = fault.at.x + 1;
        } else if (fault.key) {
            enum key key = find_key((struct span){fault.key, strlen(fault.key)});
            line = reader.keys[key].line;
            column = reader.keys[key].column;
        }
        error_set_at(error, line, column, "%s", fault.text);
    }
    map_draft_free(&draft);
    return map;
}

const void *stock_map_read(const char *bytes, size_t length, struct error *error)
{
    struct error posted = {0};
    struct map_post post = {0};
    bool formed, other;
    const struct stock_map *map = read_file(bytes, length, &formed, error);
    if (!map && find_posted(bytes, length, &post)) {
        if (refuse_second(&post, &posted))
            map = read_file(text_string(&post.file), post.file.length, &other, &posted);
        if (!map && !post.other)
            map_post_place(&post, &posted);
        if (map || !formed)
            *error = posted;
    }
    map_post_free(&post);
    return map;
}

static bool has_header(const char *bytes, size_t length)
{
    struct file_reader reader = reader_make(bytes, length);
    struct span line, name, value;
    enum key key = KEY_COUNT;
    while (next_line(&reader, &line) && without_blanks(line).length > 0)
        if (split_line(line, &name, &key, &value) && key < KEY_COUNT)
            return true;
    return false;
}

/* A post may hold tags; a drawing may hold whatever it likes. */
static bool is_drawing(const char *bytes, size_t length)
{
    enum { SEARCHED = 4096 };
    struct file_reader reader = reader_make(bytes, length);
    const char *end = bytes + (length < SEARCHED ? length : SEARCHED);
    while (reader.at < end && strchr(" \t\r\n", *reader.at))
        reader.at++;
    if (reader.at == end || *reader.at != '<')
        return false;
    for (const char *at = reader.at; end - at >= 4; at++)
        if (memcmp(at, "<svg", 4) == 0 || memcmp(at, ":svg", 4) == 0 || memcmp(at, "<?xm", 4) == 0)
            return true;
    return false;
}

/* One line with a key is enough, so that what is wrong with a map is told of it; in a post, a key
 * above rows, or some rows with asphalt: grids of other programs have none. */
bool stock_map_recognise(const char *bytes, size_t length)
{
    enum { ROWS = 3 };
    struct map_post post = {0};
    if (has_header(bytes, length))
        return true;
    bool found =
        !is_drawing(bytes, length) && find_posted(bytes, length, &post) &&
        (post.header > 0 || (post.count > ROWS && strchr(text_string(&post.file), TILE_ASPHALT)));
    map_post_free(&post);
    return found;
}

/* --- writing ---------------------------------------------------------------------------------- */

void map_draft_write(const struct map_draft *draft, struct text *into)
{
    text_append_format(into, "name: %s\n", draft->name);
    if (draft->author[0])
        text_append_format(into, "author: %s\n", draft->author);
    text_append_format(into, "race: %s\nlaps: %d\n", heading_names[draft->race], draft->laps);
    if (draft->turn != TURN_NONE)
        text_append_format(into, "turn: %s\n", turns[draft->turn]);
    if (draft->sandbags >= 0)
        text_append_format(into, "sandbags: %d\n", draft->sandbags);
    text_append(into, "\n");
    struct text blank_rows = {0};
    for (int y = draft->height - 1; y >= 0; y--) {
        struct span row = without_blanks_behind(
            (struct span){draft->tiles + y * draft->width, (size_t)draft->width});
        text_append_bytes(&blank_rows, row.at, row.length);
        text_append(&blank_rows, "\n");
        if (row.length > 0) {
            text_append(into, text_string(&blank_rows));
            text_clear(&blank_rows);
        }
    }
    text_free(&blank_rows);
}

static bool retitle(const char *bytes, size_t length, const char *name, struct text *into,
                    struct error *error)
{
    struct file_reader reader = reader_make(bytes, length);
    struct span line, word, value = {reader.at, 0};
    bool named = false;
    while (!named && next_line(&reader, &line) && without_blanks(line).length > 0) {
        enum key key;
        if (!split_line(line, &word, &key, &value))
            return error_set_at(error, reader.line, 1,
                                "a header line has no colon, so the map cannot be given a name");
        named = key == KEY_NAME;
    }
    if (!named)
        value = (struct span){reader_make(bytes, length).at, 0};
    text_append_bytes(into, bytes, (size_t)(value.at - bytes));
    if (named)
        text_append(into, value.length == 0 && value.at[-1] == ':' ? " " : "");
    text_append_format(into, named ? "%s" : "name: %s\n", name);
    const char *rest = value.at + value.length;
    text_append_bytes(into, rest, length - (size_t)(rest - bytes));
    return true;
}

/* A post becomes the file of its map. */
bool stock_map_retitle(const char *bytes, size_t length, const char *name, struct text *into,
                       struct error *error)
{
    struct file_reader reader;
    struct map_post post = {0};
    struct map_draft draft;
    bool plain = read_map(&reader, bytes, length, &draft, error);
    if (plain)
        map_draft_free(&draft);
    bool posted = !plain && find_posted(bytes, length, &post);
    bool done = posted ? retitle(text_string(&post.file), post.file.length, name, into, error)
                       : retitle(bytes, length, name, into, error);
    map_post_free(&post);
    return done;
}
