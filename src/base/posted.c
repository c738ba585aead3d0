/* What is known of other programs stands in tables. */
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static bool is_struck(const char *name, size_t length)
{
    return is_word("s", name, length) || is_word("strike", name, length) ||
           is_word("del", name, length);
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
    *struck = is_struck(name, length);
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
