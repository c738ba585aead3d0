/* See text.h. */
#include "base/text.h"

#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and the zero byte behind them. */
static void reserve(struct text *text, size_t more)
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
    reserve(text, length);
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
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    reserve(text, (size_t)length);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
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
    text_append_format(text, "%s%d", fine < 0 ? "-" : "", (int)(size / 1024));
    /* 1/1024 is 0.0009765625: ten decimals are always enough and never rounded. */
    long long decimals = (size % 1024) * 9765625;
    if (decimals == 0)
        return;
    text_append_format(text, ".%010lld", decimals);
    while (text->data[text->length - 1] == '0')
        text->data[--text->length] = '\0';
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
        at += *at == '-';
        size_t digits = strspn(at, "0123456789.");
        at += digits;
        if (digits == 0 || strncmp(at, i == 0 ? ", " : ")", i == 0 ? 2 : 1) != 0)
            return 0;
        at += i == 0 ? 2 : 1;
    }
    return (size_t)(at - string);
}

size_t text_word(const char *string)
{
    static const char times[] = " × ";
    size_t length = 0;
    while (string[length] && string[length] != ' ' && string[length] != '\n') {
        size_t whole = coordinates(string + length);
        length += whole > 0 ? whole : 1;
        if (strncmp(string + length, times, sizeof times - 1) == 0)
            length += sizeof times - 1;
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
