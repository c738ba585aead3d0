/* Cells, and what spreadsheets make of them. */
#include "base/formats.h"

#include "base/number.h"
#include "base/text.h"

#include <expat.h>
#include <limits.h>
#include <string.h>
#include <zlib.h>

const char *const csv_kind_names[CSV_KIND_COUNT] = {"plain", "excel", "german"};
const char *const csv_kind_words[CSV_KIND_COUNT] = {"Plain", "Excel", "German"};

struct csv csv_begin(struct text *into, enum csv_kind kind)
{
    if (kind != CSV_PLAIN)
        text_append(into, "\xef\xbb\xbf");
    return (struct csv){into, kind, false};
}

static void begin_cell(struct csv *csv)
{
    if (csv->in_line)
        text_append(csv->into, csv->kind == CSV_GERMAN ? ";" : ",");
    csv->in_line = true;
}

/* In quotes where it needs them, or must not be without. */
static void append_cell(struct csv *csv, const char *before, const char *cell, bool quoted)
{
    begin_cell(csv);
    quoted = quoted || strpbrk(cell, ",;\"\n\r");
    text_append(csv->into, quoted ? "\"" : "");
    text_append(csv->into, before);
    for (const char *at = cell; *at; at++) {
        text_append_bytes(csv->into, at, 1);
        if (*at == '"')
            text_append(csv->into, "\"");
    }
    text_append(csv->into, quoted ? "\"" : "");
}

/* --- headings --------------------------------------------------------------------------------- */

/* What our headings hold beyond ASCII, in it. */
static void append_ascii(struct text *into, const char *text)
{
    static const struct {
        uint32_t code;
        const char *ascii;
    } signs[] = {{0xb0, "deg"}, {0xb2, "^2"}, {0xb3, "^3"}, {0x2212, "-"}, {0x2013, "-"}};
    uint32_t code;
    for (size_t length; *text && (length = text_decode(text, &code)) > 0; text += length) {
        const char *ascii = "?";
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (signs[i].code == code)
                ascii = signs[i].ascii;
        if (code < 128)
            text_append_bytes(into, text, 1);
        else
            text_append(into, ascii);
    }
}

void csv_headings(struct csv *csv, const char *headings)
{
    while (*headings) {
        struct text heading = {0}, ascii = {0};
        size_t length = strcspn(headings, ",");
        text_append_bytes(&heading, headings, length);
        append_ascii(&ascii, text_string(&heading));
        append_cell(csv, "", text_string(csv->kind == CSV_PLAIN ? &ascii : &heading), false);
        text_free(&heading);
        text_free(&ascii);
        headings += length + (headings[length] == ',');
    }
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Of two whole numbers with a comma between them, as actions name a point: where the second begins;
 * 0: it is none. */
static size_t second_of_pair(const char *text)
{
    static const char digits[] = "0123456789";
    size_t first = (size_t)(text[0] == '-'), count = strspn(text + first, digits);
    size_t second = first + count + 1;
    if (count == 0 || text[second - 1] != ',')
        return 0;
    size_t sign = text[second] == '-';
    count = strspn(text + second + sign, digits);
    return count > 0 && !text[second + sign + count] ? second : 0;
}

/* Might it be a number, a date, a time or an amount of money somewhere? */
static bool looks_like_a_number(const char *text)
{
    static const char *const currencies[] = {"€", "£", "¥", "\u00a0", "−"};
    size_t plain = strcspn(text, "0123456789");
    bool has_digit = text[plain] != '\0';
    while (has_digit && *text) {
        size_t length = strspn(text, "0123456789.,:;/()'%$+-eE \t");
        for (size_t i = 0; i < sizeof currencies / sizeof *currencies && length == 0; i++)
            if (strncmp(text, currencies[i], strlen(currencies[i])) == 0)
                length = strlen(currencies[i]);
        if (length == 0)
            return false;
        text += length;
    }
    return has_digit;
}

void csv_text(struct csv *csv, const char *text)
{
    size_t second = second_of_pair(text);
    if (second > 0) {
        struct text first = {0};
        text_append_bytes(&first, text, second - 1);
        csv_pair(csv, text_string(&first), text + second);
        text_free(&first);
        return;
    }
    if (looks_like_a_number(text))
        append_cell(csv, "'", text, true);
    else if (text[0] && text[1] && strchr("=+-@\t\r", text[0]))
        append_cell(csv, " ", text, true);
    else
        append_cell(csv, "", text, false);
}

void csv_integer(struct csv *csv, int64_t number)
{
    begin_cell(csv);
    text_append_integer(csv->into, number);
}

static void append_decimal(struct csv *csv, const char *number)
{
    for (; *number; number++)
        text_append_bytes(csv->into, csv->kind == CSV_GERMAN && *number == '.' ? "," : number, 1);
}

void csv_decimal(struct csv *csv, const char *number)
{
    begin_cell(csv);
    append_decimal(csv, number);
}

void csv_pair(struct csv *csv, const char *first, const char *second)
{
    begin_cell(csv);
    text_append(csv->into, "\"(");
    append_decimal(csv, first);
    text_append(csv->into, csv->kind == CSV_GERMAN ? "; " : ", ");
    append_decimal(csv, second);
    text_append(csv->into, ")\"");
}

void csv_empty(struct csv *csv, int cells)
{
    while (cells-- > 0)
        begin_cell(csv);
}

void csv_end_line(struct csv *csv)
{
    text_append(csv->into, "\n");
    csv->in_line = false;
}

/* === json ===================================================================================== */

/* A sign, without a call where there is room: each answer of a referee has a thousand of them. */
static inline void append_sign(struct text *into, char sign)
{
    if (into->length + 1 >= into->capacity) {
        text_append_bytes(into, &sign, 1);
        return;
    }
    into->data[into->length++] = sign;
    into->data[into->length] = '\0';
}

/* A text never ends with one of these but where a value is the first. */
static inline void append_comma(struct text *into)
{
    char last = into->length > 0 ? into->data[into->length - 1] : '\n';
    if (last != '{' && last != '[' && last != ':' && last != '\n')
        append_sign(into, ',');
}

void json_text_open(struct text *into, char bracket)
{
    append_comma(into);
    append_sign(into, bracket);
}

void json_text_close(struct text *into, char bracket)
{
    append_sign(into, bracket);
}

void json_text_key(struct text *into, const char *key)
{
    size_t length = strlen(key);
    append_comma(into);
    if (into->length + length + 3 >= into->capacity) { /* once for all of it */
        text_append_bytes(into, key, length);
        text_append(into, "   ");
        text_cut(into, into->length - length - 3);
    }
    char *at = into->data + into->length;
    at[0] = '"';
    memcpy(at + 1, key, length);
    memcpy(at + 1 + length, "\":", 3);
    into->length += length + 3;
}

void json_text_integer(struct text *into, int64_t number)
{
    append_comma(into);
    if (number >= 0 && number <= 9)
        append_sign(into, (char)('0' + number));
    else
        text_append_integer(into, number);
}

void json_text_boolean(struct text *into, bool value)
{
    json_text_value(into, value ? "true" : "false");
}

void json_text_null(struct text *into)
{
    json_text_value(into, "null");
}

void json_text_value(struct text *into, const char *json)
{
    append_comma(into);
    text_append(into, json);
}

void json_text_string(struct text *into, const char *string)
{
    append_comma(into);
    append_sign(into, '"');
    const char *begin = string;
    for (; *string != '\0'; string++) {
        if ((unsigned char)*string >= ' ' && *string != '"' && *string != '\\')
            continue;
        text_append_bytes(into, begin, (size_t)(string - begin));
        char byte = *string;
        static const char named[] = "\"\\\b\f\n\r\t";
        static const char letters[] = "\"\\bfnrt";
        const char *found = strchr(named, byte);
        if (found != NULL)
            text_append_format(into, "\\%c", letters[found - named]);
        else
            text_append_format(into, "\\u%04X", (unsigned)byte);
        begin = string + 1;
    }
    text_append_bytes(into, begin, (size_t)(string - begin));
    append_sign(into, '"');
}

void json_text_key_integer(struct text *into, const char *key, int64_t number)
{
    json_text_key(into, key);
    json_text_integer(into, number);
}

void json_text_key_integer_or_null(struct text *into, const char *key, bool known, int64_t number)
{
    json_text_key(into, key);
    if (known)
        json_text_integer(into, number);
    else
        json_text_null(into);
}

void json_text_key_boolean(struct text *into, const char *key, bool value)
{
    json_text_key(into, key);
    json_text_boolean(into, value);
}

void json_text_key_string(struct text *into, const char *key, const char *string)
{
    json_text_key(into, key);
    json_text_string(into, string);
}

void json_text_key_words(struct text *into, const char *key, const char *words)
{
    struct text plain = {0};
    for (const char *at; (at = strstr(words, VECTOR_COMMA)); words = at + strlen(VECTOR_COMMA)) {
        text_append_bytes(&plain, words, (size_t)(at - words));
        text_append(&plain, ", ");
    }
    text_append(&plain, words);
    json_text_key_string(into, key, text_string(&plain));
    text_free(&plain);
}

/* === title ==================================================================================== */

/* Where the title stands is found by expat's byte counts, so that everything else stays as it is.
 */

struct finder {
    XML_Parser parser;
    int depth;
    long root_end; /* where the root's start tag ends; 0: not seen */
    long from, to; /* the title as an element, its tags included */
    bool in_title, found;
    bool plain;      /* letters may be written in UTF-8 */
    char prefix[64]; /* "svg:" before the names, or "" */
};

static long byte_of_parser(const struct finder *finder)
{
    return (long)XML_GetCurrentByteIndex(finder->parser);
}

static long place_behind(const struct finder *finder)
{
    return byte_of_parser(finder) + XML_GetCurrentByteCount(finder->parser);
}

/* What stands behind the prefix of an element: "path" of "svg:path". */
static const char *svg_plain_name(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

/* The first title of the document itself; those of other languages have another prefix. */
static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct finder *finder = data;
    (void)attributes;
    if (finder->depth++ == 0) {
        size_t length = (size_t)(svg_plain_name(name) - name);
        finder->root_end = place_behind(finder);
        if (length < sizeof finder->prefix) {
            memcpy(finder->prefix, name, length);
            finder->prefix[length] = '\0';
        }
        return;
    }
    size_t prefix = strlen(finder->prefix);
    bool is_title = finder->depth == 2 && strncmp(name, finder->prefix, prefix) == 0 &&
                    strcmp(name + prefix, "title") == 0;
    if (is_title && !finder->found) {
        finder->in_title = true;
        finder->from = byte_of_parser(finder);
    }
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct finder *finder = data;
    (void)name;
    if (--finder->depth != 1 || !finder->in_title)
        return;
    finder->in_title = false;
    finder->to = place_behind(finder);
    finder->found = true;
}

static void XMLCALL on_declaration(void *data, const XML_Char *version, const XML_Char *encoding,
                                   int standalone)
{
    struct finder *finder = data;
    (void)version, (void)standalone;
    struct text folded = {0};
    fold_append(&folded, encoding ? encoding : "utf-8");
    finder->plain = strcmp(text_string(&folded), "utf-8") == 0;
    text_free(&folded);
}

static bool find_title(struct finder *finder, const char *bytes, size_t length, struct error *error)
{
    finder->plain = true;
    finder->parser = XML_ParserCreate(NULL);
    if (!finder->parser)
        return error_set(error, "there is not enough memory");
    XML_SetUserData(finder->parser, finder);
    XML_SetElementHandler(finder->parser, on_start, on_end);
    XML_SetXmlDeclHandler(finder->parser, on_declaration);
    bool read = length <= INT_MAX &&
                XML_Parse(finder->parser, bytes, (int)length, XML_TRUE) == XML_STATUS_OK;
    if (!read)
        error_set_at(error, (int)XML_GetCurrentLineNumber(finder->parser), 0,
                     "this is not well-formed XML (%s), so it cannot be given a name",
                     XML_ErrorString(XML_GetErrorCode(finder->parser)));
    XML_ParserFree(finder->parser);
    return read;
}

bool svg_write_title(const char *bytes, size_t length, const char *name, struct text *into,
                     struct error *error)
{
    struct finder finder = {0};
    /* Two or four bytes to a letter: a zero is among the first ones. */
    if (length >= 4 && memchr(bytes, 0, 4) != NULL)
        return error_set(error, "the file is in UTF-16, so it cannot be given a name; save it in "
                                "UTF-8");
    if (!find_title(&finder, bytes, length, error))
        return false;
    if (!finder.found && bytes[finder.root_end - 2] == '/')
        return error_set(error, "there is nothing in this drawing");
    size_t from = (size_t)(finder.found ? finder.from : finder.root_end);
    size_t to = (size_t)(finder.found ? finder.to : finder.root_end);
    text_append_bytes(into, bytes, from);
    text_append_format(into, "%s<%stitle>", finder.found ? "" : "\n  ", finder.prefix);
    /* Letters beyond ASCII as numbers where the file is not in UTF-8. */
    struct text escaped = {0};
    text_append_xml(&escaped, name);
    if (finder.plain) {
        text_append(into, text_string(&escaped));
    } else {
        const char *cursor = text_string(&escaped);
        while (*cursor) {
            uint32_t c = fold_next(&cursor);
            if (c < 0x80)
                text_append_format(into, "%c", (int)c);
            else
                text_append_format(into, "&#%u;", (unsigned)c);
        }
    }
    text_free(&escaped);
    text_append_format(into, "</%stitle>", finder.prefix);
    text_append_bytes(into, bytes + to, length - to);
    return true;
}

/* === unpack =================================================================================== */

/* gzip by zlib, a piece at a time, so that a small file cannot become a large one unseen. */

enum { PIECE = 65536, WINDOW_OF_GZIP = 15 + 16 };

bool unpack_is_packed(const char *bytes, size_t length)
{
    return length > 2 && memcmp(bytes, "\x1f\x8b\x08", 3) == 0;
}

/* All members, one behind the other; what follows the last one is nothing to gzip. */
static int unpack_members(z_stream *stream, size_t limit, struct text *into)
{
    char piece[PIECE];
    int state = Z_OK;
    while (state == Z_OK) {
        stream->next_out = (Bytef *)piece;
        stream->avail_out = sizeof piece;
        state = inflate(stream, Z_NO_FLUSH);
        size_t made = sizeof piece - stream->avail_out;
        if (made > limit)
            return Z_MEM_ERROR;
        limit -= made;
        text_append_bytes(into, piece, made);
        if (state == Z_STREAM_END && unpack_is_packed((char *)stream->next_in, stream->avail_in))
            state = inflateReset(stream);
    }
    return state;
}

bool unpack_append(const char *bytes, size_t length, size_t limit, struct text *into,
                   struct error *error)
{
    z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)length};
    size_t before = into->length;
    if (inflateInit2(&stream, WINDOW_OF_GZIP) != Z_OK)
        return error_set(error, "there is not enough memory");
    int state = unpack_members(&stream, limit, into);
    inflateEnd(&stream);
    if (state == Z_STREAM_END)
        return true;
    if (into->data)
        text_cut(into, before);
    return state == Z_MEM_ERROR
               ? error_set(error, "unpacked, the file is larger than %zu MiB; simplify the drawing",
                           limit / 1024 / 1024)
               : error_set(error, "the packed file (.svgz) is cut or damaged; save it again");
}
