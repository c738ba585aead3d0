/* Folding by small tables: Latin with its accents, Greek and Cyrillic; other scripts stay as they
 * are, most of them know no case.
 */
#include "base/text.h"

#include <string.h>

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

static uint32_t plain(uint32_t c)
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
            fold_append_character(into, plain(c));
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
