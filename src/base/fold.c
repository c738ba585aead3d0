/* Folding by small tables: Latin with its accents, Greek and Cyrillic; other scripts stay as they
 * are, most of them know no case.
 */
#include "base/fold.h"

#include <string.h>

/* Plain letters of U+00C0 to U+017F, one each; those of two letters stand in `pairs`, and '.' is
 * itself. */
static const char latin[] = "aaaaaa.ceeeeiiii"
                            "dnooooo.ouuuuy.."
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
    {0xC6, "ae"},  {0xE6, "ae"},  {0xDE, "th"},  {0xFE, "th"},  {0xDF, "ss"},
    {0x132, "ij"}, {0x133, "ij"}, {0x152, "oe"}, {0x153, "oe"}, {0x1E9E, "ss"},
};

/* Letters with a mark that are of no row below. */
static const struct {
    uint32_t from, to;
} singles[] = {
    {0x386, 0x3B1}, {0x388, 0x3B5}, {0x389, 0x3B7}, {0x38A, 0x3B9}, {0x38C, 0x3BF},
    {0x38E, 0x3C5}, {0x38F, 0x3C9}, {0x390, 0x3B9}, {0x3AA, 0x3B9}, {0x3AB, 0x3C5},
    {0x3AC, 0x3B1}, {0x3AD, 0x3B5}, {0x3AE, 0x3B7}, {0x3AF, 0x3B9}, {0x3B0, 0x3C5},
    {0x3C2, 0x3C3}, {0x3CA, 0x3B9}, {0x3CB, 0x3C5}, {0x3CC, 0x3BF}, {0x3CD, 0x3C5},
    {0x3CE, 0x3C9}, {0x401, 0x435}, {0x419, 0x438}, {0x439, 0x438}, {0x451, 0x435},
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

static uint32_t fold_character(uint32_t c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    if (c >= 0xC0 && c < 0x180)
        return latin[c - 0xC0] == '.' ? c : (uint32_t)(unsigned char)latin[c - 0xC0];
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++)
        if (singles[i].from == c)
            return singles[i].to;
    if ((c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    bool pair_of_cases =
        (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F);
    return pair_of_cases ? c | 1 : c;
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
        uint32_t c = fold_next(&string);
        bool is_mark = c >= 0x300 && c <= 0x36F;
        if (c == 0)
            text_append(into, "?");
        else if (pair_of(c))
            text_append(into, pair_of(c));
        else if (!is_mark)
            fold_append_character(into, fold_character(c));
    }
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
