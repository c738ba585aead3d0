#include "base/text.h"

#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Makes room for `more` bytes and the zero byte behind them. */
static void make_room(struct text *text, size_t more)
{
    assert(more < SIZE_MAX / 4 && text->length < SIZE_MAX / 4);
    size_t needed = text->length + more + 1;
    if (needed <= text->capacity)
        return;
    size_t capacity = text->capacity < 64 ? 64 : text->capacity * 2;
    text->capacity = capacity < needed ? needed : capacity;
    text->data = memory_resize(text->data, text->capacity, 1);
}

void text_append_bytes(struct text *text, const char *bytes, size_t length)
{
    make_room(text, length);
    if (length > 0)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_append(struct text *text, const char *string)
{
    text_append_bytes(text, string, strlen(string));
}

void text_append_format(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    make_room(text, 0);
    size_t room = text->capacity - text->length;
    int length = vsnprintf(text->data + text->length, room, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    if ((size_t)length >= room) {
        make_room(text, (size_t)length);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    text->length += (size_t)length;
}

void text_append_integer(struct text *text, int64_t number)
{
    char digits[20];
    char *first = digits + sizeof digits;
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        *--first = (char)('0' + size % 10);
        size /= 10;
    } while (size > 0);
    if (number < 0)
        *--first = '-';
    text_append_bytes(text, first, (size_t)(digits + sizeof digits - first));
}

void text_append_fine(struct text *text, int32_t fine)
{
    int64_t size = fine < 0 ? -(int64_t)fine : fine;
    text_append(text, fine < 0 ? "-" : "");
    text_append_integer(text, size / 1024);
    /* 1/1024 is 0.0009765625: ten decimals are always enough and never rounded. */
    long long decimals = (size % 1024) * 9765625;
    if (decimals == 0)
        return;
    char digits[11] = ".";
    for (int i = 10; i > 0; i--, decimals /= 10)
        digits[i] = (char)('0' + decimals % 10);
    size_t length = sizeof digits;
    while (digits[length - 1] == '0')
        length--;
    text_append_bytes(text, digits, length);
}

size_t text_decode(const char *string, uint32_t *code)
{
    const unsigned char *s = (const unsigned char *)string;
    *code = s[0];
    if (s[0] < 0x80)
        return s[0] != 0;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    size_t length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    *code = s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (s[i] & 0x3Fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least[length] || *code > 0x10FFFF || surrogate ? 0 : length;
}

/* Bytes of the character at `s` if it is well-formed UTF-8 that XML 1.0 allows, otherwise 0. */
static size_t xml_character_length(const char *s)
{
    uint32_t code;
    size_t length = text_decode(s, &code);
    bool control = code < ' ' && code != '\t' && code != '\n' && code != '\r';
    return control || code == 0xFFFE || code == 0xFFFF ? 0 : length;
}

/* Does a character of that code turn, break or hide what stands beside it, or show nothing at all?
 * The joiners U+200C and U+200D are letters' business and stay. */
static bool deceives(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},
        {0x180E, 0x180E}, {0x200B, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},
        {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE007F},
    };
    if (code >= ' ' && code < 0x7F)
        return false;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

bool text_is_utf8(const char *string)
{
    uint32_t code;
    for (size_t length; *string != '\0'; string += length)
        if ((length = text_decode(string, &code)) == 0)
            return false;
    return true;
}

bool text_is_visible(const char *string)
{
    uint32_t code;
    for (size_t length; *string != '\0'; string += length)
        if ((length = text_decode(string, &code)) == 0 || deceives(code))
            return false;
    return true;
}

void text_append_visible(struct text *text, const char *string)
{
    text_append(text, "");
    for (const char *s = string; *s != '\0';) {
        uint32_t code;
        size_t length = text_decode(s, &code);
        if (length == 0)
            text_append_format(text, "<%02X>", (unsigned char)*s);
        else if (deceives(code))
            text_append_format(text, "<U+%04X>", (unsigned)code);
        else
            text_append_bytes(text, s, length);
        s += length == 0 ? 1 : length;
    }
}

void text_append_xml(struct text *text, const char *string)
{
    static const char special[] = "&<>\"";
    static const char *const escapes[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    text_append(text, "");
    for (const char *s = string; *s != '\0';) {
        size_t length = xml_character_length(s);
        const char *found = strchr(special, *s);
        if (found)
            text_append(text, escapes[found - special]);
        else
            text_append_bytes(text, s, length);
        s += length == 0 ? 1 : length;
    }
}

void text_append_quoted(struct text *text, const char *bytes, size_t length, size_t limit)
{
    const unsigned char *s = (const unsigned char *)bytes;
    const size_t before = text->length;
    for (size_t at = 0; at < length;) {
        size_t taken = xml_character_length(bytes + at);
        bool control = s[at] < ' ' || s[at] == 0x7F || (s[at] == 0xC2 && s[at + 1] < 0xA0);
        bool shown = taken > 0 && taken <= length - at && !control;
        if (text->length - before + (shown ? taken : 1) > limit) {
            text_append(text, "...");
            return;
        }
        text_append_bytes(text, shown ? bytes + at : s[at] == '\t' ? " " : "?", shown ? taken : 1);
        at += taken > 0 && taken <= length - at ? taken : 1;
    }
}

int text_letters(const char *string)
{
    int count = 0;
    for (; *string != '\0'; string++)
        count += ((unsigned char)*string & 0xC0) != 0x80;
    return count;
}

bool text_is_one_line(const char *string)
{
    for (const char *c = string; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return false;
    return true;
}

void text_cut(struct text *text, size_t length)
{
    assert(length <= text->length);
    text->length = length;
    if (text->data != NULL)
        text->data[length] = '\0';
}

static size_t coordinates(const char *string)
{
    const char *at = string + 1;
    if (*string != '(')
        return 0;
    for (int i = 0; i < 2; i++) {
        at += *at == '-' ? 1 : strncmp(at, "−", strlen("−")) == 0 ? strlen("−") : 0;
        size_t digits = strspn(at, "0123456789./");
        at += digits;
        if (digits == 0 || strncmp(at, i == 0 ? ", " : ")", i == 0 ? 2 : 1) != 0)
            return 0;
        at += i == 0 ? 2 : 1;
    }
    return (size_t)(at - string);
}

/* Of what joins the word, `length` bytes up to here, with the one behind it. */
static size_t joint(const char *word, size_t length)
{
    static const char *const signs[] = {" × ", " + ", " − "};
    static const char dot[] = " · ", equals[] = " = ";
    const char *at = word + length;
    bool name =
        *word == '|' || (*word >= 'a' && *word <= 'z' &&
                         (length <= strlen("vx") || strncmp(word + 1, "′", length - 1) == 0));
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(at, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    if (strncmp(at, equals, strlen(equals)) == 0)
        return name ? strlen(equals) : 0;
    bool factor = name || strchr("0123456789)", at[-1]) != NULL;
    return factor && strncmp(at, dot, strlen(dot)) == 0 &&
                   (at[strlen(dot)] == '(' || (at[strlen(dot)] >= '0' && at[strlen(dot)] <= '9'))
               ? strlen(dot)
               : 0;
}

size_t text_word(const char *string)
{
    static const char *const signs[] = {"= ", "≈ "};
    size_t length = 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(string, signs[i], strlen(signs[i])) == 0)
            length = strlen(signs[i]);
    while (string[length] && string[length] != ' ' && string[length] != '\n') {
        size_t whole = coordinates(string + length);
        length += whole > 0 ? whole : 1;
        length += joint(string, length);
    }
    return length;
}

void text_clear(struct text *text)
{
    text_cut(text, 0);
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

const char *text_string(const struct text *text)
{
    return text->data == NULL ? "" : text->data;
}

/* === fold ===================================================================================== */

/* Folding by small tables: Latin with its accents, Greek and Cyrillic; other scripts stay as they
 * are, most of them know no case.
 */

/* Capitals that stand in a row, and how far ahead their small letters are; 0: one after each, so
 * that capitals and small letters take turns. */
static const struct {
    uint32_t from, to, ahead;
} capitals[] = {
    {'A', 'Z', 32},      {0xC0, 0xD6, 32},   {0xD8, 0xDE, 32},   {0x100, 0x12F, 0},
    {0x132, 0x137, 0},   {0x139, 0x148, 0},  {0x14A, 0x177, 0},  {0x179, 0x17E, 0},
    {0x1A0, 0x1A5, 0},   {0x1AF, 0x1B0, 0},  {0x1CD, 0x1DC, 0},  {0x1F8, 0x21F, 0},
    {0x386, 0x386, 38},  {0x388, 0x38A, 37}, {0x38C, 0x38C, 64}, {0x38E, 0x38F, 63},
    {0x391, 0x3AB, 32},  {0x3C2, 0x3C2, 1},  {0x400, 0x40F, 80}, {0x410, 0x42F, 32},
    {0x460, 0x481, 0},   {0x48A, 0x4BF, 0},  {0x4D0, 0x52F, 0},  {0x1E00, 0x1E95, 0},
    {0x1EA0, 0x1EFF, 0},
};

/* Plain letters of U+00DF to U+017F, one each; those of two letters stand in `pairs`, and '.' is
 * itself. */
static const char latin[] = "."
                            "aaaaaa.ceeeeiiii"
                            "dnooooo.ouuuuy.y"
                            "aaaaaaccccccccdd"
                            "ddeeeeeeeeeegggg"
                            "gggghhhhiiiiiiii"
                            "ii..jjkkklllllll"
                            "lllnnnnnnnnnoooo"
                            "oo..rrrrrrssssss"
                            "ssttttttuuuuuuuu"
                            "uuuuwwyyyzzzzzzs";

static const struct {
    uint32_t character;
    const char *letters;
} pairs[] = {
    {0xDF, "ss"}, {0xE6, "ae"}, {0xFE, "th"}, {0x133, "ij"}, {0x153, "oe"}, {0x1E9E, "ss"},
};

/* Letters with a mark that are of no row below. */
static const struct {
    uint32_t from, to;
} singles[] = {
    {0x390, 0x3B9}, {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9},
    {0x3B0, 0x3C5}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5}, {0x3CC, 0x3BF}, {0x3CD, 0x3C5},
    {0x3CE, 0x3C9}, {0x439, 0x438}, {0x451, 0x435},
};

uint32_t fold_next(const char **cursor)
{
    uint32_t character;
    size_t length = text_decode(*cursor, &character);
    *cursor += length > 0 ? length : 1;
    return length > 0 ? character : 0;
}

void fold_append_character(struct text *into, uint32_t c)
{
    char bytes[4];
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char first[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = length; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)(first[length] | c);
    text_append_bytes(into, bytes, length);
}

uint32_t fold_small(uint32_t c)
{
    for (size_t i = 0; i < sizeof capitals / sizeof capitals[0]; i++)
        if (c >= capitals[i].from && c <= capitals[i].to)
            return c + (capitals[i].ahead ? capitals[i].ahead : (c - capitals[i].from + 1) % 2);
    return c == 0x178 ? 0xFF : c;
}

static uint32_t plain_letter(uint32_t c)
{
    if (c >= 0xDF && c < 0x180)
        return latin[c - 0xDF] == '.' ? c : (uint32_t)(unsigned char)latin[c - 0xDF];
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++)
        if (singles[i].from == c)
            return singles[i].to;
    return c;
}

static const char *pair_of(uint32_t c)
{
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i].character == c)
            return pairs[i].letters;
    return NULL;
}

void fold_append(struct text *into, const char *string)
{
    while (*string) {
        uint32_t c = fold_small(fold_next(&string));
        bool is_mark = c >= 0x300 && c <= 0x36F;
        if (c == 0)
            text_append(into, "?");
        else if (pair_of(c))
            text_append(into, pair_of(c));
        else if (!is_mark)
            fold_append_character(into, plain_letter(c));
    }
}

size_t fold_match(const char *string, const char *beginning)
{
    const char *rest = string;
    while (*beginning) {
        if (!*rest || fold_small(fold_next(&rest)) != fold_small(fold_next(&beginning)))
            return 0;
    }
    return (size_t)(rest - string);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Both stand at a digit; steps behind the numbers if they are equal. */
static int compare_numbers(const char **one, const char **other)
{
    *one += strspn(*one, "0");
    *other += strspn(*other, "0");
    size_t left = strspn(*one, "0123456789"), right = strspn(*other, "0123456789");
    if (left != right)
        return left < right ? -1 : 1;
    int order = strncmp(*one, *other, left);
    *one += left;
    *other += left;
    return order;
}

int fold_compare(const char *one, const char *other)
{
    const char *left = one, *right = other;
    while (*left && *right) {
        int order = 0;
        if (is_digit(*left) && is_digit(*right))
            order = compare_numbers(&left, &right);
        else
            order = (unsigned char)*left++ - (unsigned char)*right++;
        if (order != 0)
            return order;
    }
    if (*left || *right)
        return *left ? 1 : -1;
    return strcmp(one, other);
}

size_t fold_cut(const char *string, size_t bytes)
{
    size_t length = strlen(string);
    if (length <= bytes)
        return length;
    while (bytes > 0 && ((unsigned char)string[bytes] & 0xC0) == 0x80)
        bytes--;
    return bytes;
}

/* === posted =================================================================================== */

/* What is known of other programs stands in tables. */

/* --- characters ------------------------------------------------------------------------------- */

/* Characters in a row that stand for the same; "" is nothing. The joiners of letters (U+200C,
 * U+200D) are left to them. */
static const struct {
    uint32_t first, last;
    const char *plain;
} typeset[] = {
    {0x85, 0x85, " "},       {0xA0, 0xA0, " "},      {0xAD, 0xAD, ""},      {0x2D0, 0x2D0, ":"},
    {0x34F, 0x34F, ""},      {0x61C, 0x61C, ""},     {0x115F, 0x1160, " "}, {0x1680, 0x1680, " "},
    {0x17B4, 0x17B5, ""},    {0x180E, 0x180E, ""},   {0x2000, 0x200A, " "}, {0x200B, 0x200B, ""},
    {0x200E, 0x200F, ""},    {0x2010, 0x2015, "-"},  {0x2018, 0x201B, "'"}, {0x201C, 0x201F, "\""},
    {0x2026, 0x2026, "..."}, {0x2028, 0x2029, " "},  {0x202A, 0x202E, ""},  {0x202F, 0x202F, " "},
    {0x2032, 0x2032, "'"},   {0x2033, 0x2033, "\""}, {0x205F, 0x205F, " "}, {0x2060, 0x206F, ""},
    {0x2212, 0x2212, "-"},   {0x2217, 0x2217, "*"},  {0x2236, 0x2236, ":"}, {0x2800, 0x2800, " "},
    {0x3000, 0x3000, " "},   {0x3164, 0x3164, " "},  {0xA789, 0xA789, ":"}, {0xFE00, 0xFE0F, ""},
    {0xFE13, 0xFE13, ":"},   {0xFE55, 0xFE55, ":"},  {0xFE61, 0xFE61, "*"}, {0xFE62, 0xFE62, "+"},
    {0xFE63, 0xFE63, "-"},   {0xFEFF, 0xFEFF, ""},   {0xFFA0, 0xFFA0, " "}, {0xFFF9, 0xFFFC, ""},
    {0xE0000, 0xE007F, ""},
};

/* What Windows writes for some of them, where it writes no UTF-8. */
static const struct {
    unsigned char byte;
    uint16_t code;
} windows[] = {
    {0x85, 0x2026}, {0x91, 0x2018}, {0x92, 0x2019}, {0x93, 0x201C}, {0x94, 0x201D},
    {0x95, 0x2022}, {0x96, 0x2013}, {0x97, 0x2014}, {0xA0, 0xA0},
};

/* NULL: the character stands for itself. */
static const char *plain_of(uint32_t code)
{
    for (size_t i = 0; code >= 0x80 && i < sizeof typeset / sizeof *typeset; i++)
        if (code >= typeset[i].first && code <= typeset[i].last)
            return typeset[i].plain;
    return NULL;
}

static void append_code(struct text *into, uint32_t code)
{
    enum { FULL_FIRST = 0xFF01, FULL_LAST = 0xFF5E, FULL_AHEAD = 0xFEE0 };
    const char *plain = plain_of(code);
    if (plain)
        text_append(into, plain);
    else if (code >= FULL_FIRST && code <= FULL_LAST)
        fold_append_character(into, code - FULL_AHEAD);
    else
        fold_append_character(into, code);
}

/* Bytes of the character of UTF-8 there; 0: it is none. */
static size_t decode(const char *at, const char *end, uint32_t *code)
{
    char copy[5] = {0};
    size_t rest = (size_t)(end - at);
    memcpy(copy, at, rest < 4 ? rest : 4);
    return text_decode(copy, code);
}

bool posted_is_decoration(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0xA1, 0xA9},     {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},       {0xD7, 0xD7},
        {0xF7, 0xF7},     {0x2000, 0x206F}, {0x20D0, 0x20F0}, {0x2190, 0x2BFF},   {0x3000, 0x3004},
        {0x3008, 0x3020}, {0xE000, 0xF8FF}, {0xFE00, 0xFE0F}, {0x1F000, 0x1FAFF},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

size_t posted_blank(const char *at, const char *end, bool *shown)
{
    uint32_t code;
    size_t length = at < end ? decode(at, end, &code) : 0;
    const char *plain = length > 0 ? plain_of(code) : NULL;
    *shown = at < end && (*at == ' ' || (plain && strcmp(plain, " ") == 0));
    return *shown || (plain && !*plain) ? length : 0;
}

/* --- tags and entities ------------------------------------------------------------------------ */

static bool is_word(const char *word, const char *at, size_t length)
{
    return strlen(word) == length && strncasecmp(word, at, length) == 0;
}

enum { TAG_BYTES = 1000 }; /* at most, so that time is of the order of the text */

/* Those that mark up what people write; a tag of another name may be a player's. */
static bool is_markup(const char *name, size_t length)
{
    static const char *const names[] = {
        "a",       "align",  "attach", "b",    "big",     "blockquote", "body",      "br",
        "c",       "center", "cite",   "code", "color",   "colour",     "dd",        "details",
        "div",     "dl",     "dt",     "em",   "email",   "face",       "font",      "h1",
        "h2",      "h3",     "h4",     "h5",   "h6",      "hide",       "highlight", "hr",
        "html",    "i",      "icode",  "img",  "indent",  "inlinecode", "ins",       "ispoiler",
        "justify", "kbd",    "left",   "li",   "list",    "mark",       "mention",   "mono",
        "noparse", "ol",     "p",      "php",  "plain",   "pre",        "quote",     "right",
        "samp",    "size",   "small",  "span", "spoiler", "strong",     "sub",       "summary",
        "sup",     "table",  "tbody",  "td",   "th",      "tr",         "tt",        "u",
        "ul",      "url",    "user",   "x",    "*",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_word(names[i], name, length))
            return true;
    return false;
}

/* Bytes of a tag, "[b]", "</a>", "[color=red]", "[ ]"; 0: it is none. */
static size_t read_tag(const char *at, const char *end, bool *struck)
{
    char close = *at == '[' ? ']' : '>';
    const char *name = at + 1 + (at + 1 < end && at[1] == '/');
    size_t rest = (size_t)(end - at);
    const char *last = memchr(at, close, rest < TAG_BYTES ? rest : TAG_BYTES);
    if (!last || memchr(at + 1, *at, (size_t)(last - at - 1)))
        return 0;
    size_t length = 0;
    while (name + length < last && !strchr(" =/:\t", name[length]))
        length++;
    *struck = is_word("s", name, length) || is_word("strike", name, length) ||
              is_word("del", name, length);
    bool is_box = *at == '[' && last == at + 2 && at[1] == ' '; /* of a list of tasks */
    return is_box || *struck || is_markup(name, length) ? (size_t)(last + 1 - at) : 0;
}

/* Bytes of an entity, and the character that it names. */
static size_t read_entity(const char *at, const char *end, uint32_t *code)
{
    static const struct {
        const char *name;
        uint32_t code;
    } names[] = {
        {"amp", '&'},      {"lt", '<'},        {"gt", '>'},       {"quot", '"'},
        {"apos", '\''},    {"nbsp", 0xA0},     {"shy", 0xAD},     {"ensp", 0x2002},
        {"emsp", 0x2003},  {"thinsp", 0x2009}, {"zwnj", 0x2060},  {"zwj", 0x2060},
        {"ndash", 0x2013}, {"mdash", 0x2014},  {"minus", 0x2212}, {"hellip", 0x2026},
        {"lsquo", 0x2018}, {"rsquo", 0x2019},  {"ldquo", 0x201C}, {"rdquo", 0x201D},
        {"bull", 0x2022},  {"middot", 0xB7},   {"ast", '*'},      {"colon", ':'},
        {"num", '#'},      {"plus", '+'},      {"period", '.'},   {"lpar", '('},
        {"rpar", ')'},     {"Tab", '\t'},
    };
    enum { LONGEST = 10 };
    size_t rest = (size_t)(end - at), length = 1;
    char number[LONGEST + 1] = {0};
    while (length < rest && length < LONGEST && at[length] != ';')
        length++;
    if (length == rest || at[length] != ';')
        return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == length - 1 &&
            strncmp(names[i].name, at + 1, length - 1) == 0) {
            *code = names[i].code;
            return length + 1;
        }
    if (at[1] != '#')
        return 0;
    memcpy(number, at + 2, length - 2);
    bool hex = number[0] == 'x' || number[0] == 'X';
    const char *digits = number + hex;
    size_t count = strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789");
    *code = (uint32_t)strtoul(digits, NULL, hex ? 16 : 10);
    bool sound = *code >= ' ' && *code <= 0x10FFFF && (*code < 0xD800 || *code > 0xDFFF);
    return count > 0 && !digits[count] && sound ? length + 1 : 0;
}

/* --- lines ------------------------------------------------------------------------------------ */

static void append_byte(struct text *into, char byte)
{
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
        if (windows[i].byte == (unsigned char)byte) {
            append_code(into, windows[i].code);
            return;
        }
    text_append_bytes(into, &byte, 1);
}

/* Appends what the next piece of a line stands for, and moves behind it: blanks of any kind are
 * blanks, what nobody sees and tags of BBCode and HTML are nothing, entities and characters behind
 * a backslash are what they name, typographic quotation marks, dashes, colons, dots and letters of
 * full width are the plain ones. What is struck out stands between "~~". Bytes that are no UTF-8
 * stay, but for blanks, dashes and the like of Windows. `*at` lies before `end`. */
static void posted_next(const char **at, const char *end, struct text *into)
{
    static const char escaped[] = "\\`*_{}[]()#+-.!|<>~:\"'&@";
    const char *from = *at;
    uint32_t code = 0;
    bool struck = false;
    size_t length = *from == '[' || *from == '<' ? read_tag(from, end, &struck) : 0;
    if (length > 0) {
        text_append(into, struck ? "~~" : "");
    } else if (*from == '&' && (length = read_entity(from, end, &code)) > 0) {
        append_code(into, code);
    } else if (*from == '\\' && from + 1 < end && from[1] && strchr(escaped, from[1])) {
        text_append_bytes(into, from + 1, 1);
        length = 2;
    } else if ((length = decode(from, end, &code)) > 0) {
        append_code(into, code);
    } else {
        append_byte(into, *from);
        length = 1;
    }
    *at = from + length;
}

void posted_append(struct text *into, const char *at, const char *end)
{
    while (at < end)
        posted_next(&at, end, into);
}

int posted_column(const char *at, const char *end, size_t byte)
{
    struct text plain = {0};
    const char *line = at, *piece = at;
    int column = 1;
    while (at < end && plain.length <= byte) {
        piece = at;
        posted_next(&at, end, &plain);
    }
    for (const char *c = line; c < (plain.length > byte ? piece : end); c++)
        column += ((unsigned char)*c & 0xC0) != 0x80;
    text_free(&plain);
    return column;
}

bool posted_decode(const char *bytes, size_t length, struct text *into)
{
    const unsigned char *at = (const unsigned char *)bytes;
    bool little = length >= 2 && at[0] == 0xFF && at[1] == 0xFE;
    if (!little && !(length >= 2 && at[0] == 0xFE && at[1] == 0xFF))
        return false;
    uint32_t high = 0;
    for (size_t i = 2; i + 1 < length; i += 2) {
        uint32_t unit =
            little ? at[i] | (uint32_t)at[i + 1] << 8 : (uint32_t)at[i] << 8 | at[i + 1];
        bool low = unit >= 0xDC00 && unit <= 0xDFFF;
        if (unit >= 0xD800 && unit <= 0xDBFF)
            high = unit;
        else if (!low)
            fold_append_character(into, unit), high = 0;
        else if (high)
            fold_append_character(into, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00)),
                high = 0;
    }
    return true;
}
