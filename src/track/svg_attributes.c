/* What elements say of themselves: their role, and of the document the sheet, its view box in
 * squares.
 */
#include "track/svg_attributes.h"

#include "base/fold.h"
#include "svg/scan.h"
#include "track/shape.h"

#include <string.h>

/* --- roles ------------------------------------------------------------------------------------ */

/* Words as bits: a role is a set of words that go together. */
enum { WORD_START = 1, WORD_FINISH = 2, WORD_OTHER = 4 };

static const struct {
    const char *name;
    unsigned word;
    enum draft_role role;
} words[] = {
    {"wall", WORD_OTHER << DRAFT_WALL, DRAFT_WALL},
    {"slick", WORD_OTHER << DRAFT_SLICK, DRAFT_SLICK},
    {"turbo", WORD_OTHER << DRAFT_TURBO, DRAFT_TURBO},
    {"start", WORD_START, DRAFT_START},
    {"finish", WORD_FINISH, DRAFT_FINISH},
    {"startfinish", WORD_START | WORD_FINISH, DRAFT_START_FINISH},
    {"finishstart", WORD_START | WORD_FINISH, DRAFT_START_FINISH},
    {"checkpoint", WORD_OTHER << DRAFT_CHECKPOINT, DRAFT_CHECKPOINT},
    {"inside", WORD_OTHER << DRAFT_INSIDE, DRAFT_INSIDE},
    {"outside", WORD_OTHER << DRAFT_OUTSIDE, DRAFT_OUTSIDE},
};
enum { WORD_COUNT = sizeof words / sizeof *words, NAME_LETTERS = 24 };

static const char blanks[] = " \t\r\n\f";

/* A name without what programs make of it: its letters in small ones up to the first number, that
 * number, and whether anything but numbers comes behind. */
struct plain_name {
    char letters[NAME_LETTERS];
    int number; /* 0: none */
    bool ends;
};

static int hexadecimal(char c)
{
    return scan_is_digit(c) ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 87 : -1;
}

/* Behind "_x0020_", as Illustrator writes what an id may not hold; 0 if none stands here. */
static size_t read_escape(const char *at, uint32_t *code)
{
    size_t length = 2;
    *code = 0;
    if (at[0] != '_' || at[1] != 'x')
        return 0;
    for (; length < 8 && hexadecimal(at[length]) >= 0; length++)
        *code = *code * 16 + (uint32_t)hexadecimal(at[length]);
    return length > 2 && at[length] == '_' ? length + 1 : 0;
}

/* Blanks of any kind, and signs of ASCII. */
static bool is_gap(uint32_t code)
{
    bool letter = scan_is_digit((char)code) || ((code | 32) >= 'a' && (code | 32) <= 'z');
    return code < 0x80 ? !letter
                       : code == 0xA0 || (code >= 0x2000 && code <= 0x2015) || code == 0x202F ||
                             code == 0x3000 || code == 0xFEFF;
}

static struct plain_name read_plain(const char *at, const char *end)
{
    struct plain_name plain = {.ends = true};
    size_t length = 0;
    bool counting = false, counted = false;
    while (at < end) {
        uint32_t code;
        size_t escape = read_escape(at, &code);
        if (escape)
            at += escape;
        else
            code = fold_next(&at);
        bool digit = code < 0x80 && scan_is_digit((char)code);
        if (digit && !counted && plain.number < INT32_MAX / 10 - 1)
            plain.number = plain.number * 10 + (int)code - '0';
        counted = counted || (counting && !digit);
        counting = counting || digit;
        if (digit || is_gap(code))
            continue;
        plain.ends = plain.ends && !counting && code < 0x80 && length + 1 < NAME_LETTERS;
        if (plain.ends)
            plain.letters[length++] = (char)(code | 32);
    }
    return plain;
}

/* The next of the words that stand between blanks, which it moves behind; false: there is none. */
static bool next_word(const char **cursor, struct svg_slice *word)
{
    const char *start = *cursor + strspn(*cursor, blanks);
    *word = (struct svg_slice){start, strcspn(start, blanks)};
    *cursor = start + word->length;
    return word->length > 0;
}

static int find_word(const struct plain_name *plain)
{
    for (int i = 0; i < WORD_COUNT; i++)
        if (plain->ends && strcmp(plain->letters, words[i].name) == 0)
            return i;
    return -1;
}

static enum role_answer find_in_classes(const char *classes, struct role *found,
                                        struct error *error)
{
    unsigned seen = 0;
    int number = 0;
    for (struct svg_slice name; next_word(&classes, &name);) {
        struct plain_name plain = read_plain(name.start, name.start + name.length);
        int word = find_word(&plain);
        seen |= word >= 0 ? words[word].word : 0;
        number = word >= 0 ? plain.number : number;
    }
    if (seen == 0)
        return ROLE_NONE;
    for (int i = 0; i < WORD_COUNT; i++)
        if (words[i].word == seen) {
            *found = (struct role){words[i].role, number};
            return ROLE_FOUND;
        }
    error_set(error, "one shape cannot be all of that: its class may name one of wall, slick, "
                     "turbo, checkpoint, inside, outside, or start, finish or both");
    return ROLE_WRONG;
}

static bool find_in_name(const char *name, struct role *found)
{
    if (!name)
        return false;
    struct plain_name plain = read_plain(name, name + strlen(name));
    int word = find_word(&plain);
    if (word >= 0)
        *found = (struct role){words[word].role, plain.number};
    return word >= 0;
}

/* Names that programs let people give, the ones that they show first. */
static const char *const name_attributes[] = {"label", "data-name", "id"};
enum { NAME_ATTRIBUTES = 3 };

bool role_is_decoration(const char *const *attributes)
{
    const char *classes = scan_attribute(attributes, "class");
    for (struct svg_slice word; classes && next_word(&classes, &word);)
        if (svg_slice_is(word, "decoration"))
            return true;
    return false;
}

enum role_answer role_find(const char *const *attributes, struct role *found, struct error *error)
{
    const char *classes = scan_attribute(attributes, "class");
    enum role_answer answer = classes ? find_in_classes(classes, found, error) : ROLE_NONE;
    if (answer != ROLE_NONE || role_is_decoration(attributes))
        return answer;
    for (int i = 0; i < NAME_ATTRIBUTES; i++)
        if (find_in_name(scan_attribute(attributes, name_attributes[i]), found))
            return ROLE_FOUND;
    return ROLE_NONE;
}

static bool begins_like_role(const char *name, size_t length)
{
    struct plain_name plain = read_plain(name, name + length);
    for (int i = 0; i < WORD_COUNT; i++)
        if (strncmp(plain.letters, words[i].name, strlen(words[i].name)) == 0)
            return true;
    return false;
}

bool role_is_meant(const char *const *attributes, struct svg_slice *name)
{
    const char *classes = scan_attribute(attributes, "class");
    while (classes && next_word(&classes, name))
        if (begins_like_role(name->start, name->length))
            return true;
    for (int i = 0; i < NAME_ATTRIBUTES; i++) {
        const char *text = scan_attribute(attributes, name_attributes[i]);
        *name = (struct svg_slice){text, text ? strlen(text) : 0};
        if (text && begins_like_role(text, name->length))
            return true;
    }
    return false;
}

/* --- the sheet -------------------------------------------------------------------------------- */

/* Width and height in user units: those of the view box, or else of the document itself. */
static bool read_view(const char *const *attributes, struct vector *corner, struct vector *size,
                      struct error *error)
{
    const char *view = scan_attribute(attributes, "viewBox");
    const char *width = scan_attribute(attributes, "width");
    const char *height = scan_attribute(attributes, "height");
    double box[4] = {0};
    if (view && !scan_numbers(view, box, 4, error))
        return error_set(error, "in the viewBox %s", error->text);
    if (!view && (!width || !height || strchr(width, '%') || strchr(height, '%')))
        return error_set(error, "the size of the sheet is missing: give <svg> a viewBox, "
                                "such as \"0 0 40 30\" for 40 x 30 squares");
    if (!view && (!scan_length(width, &box[2], error) || !scan_length(height, &box[3], error)))
        return error_set(error, "in the width and height of <svg> %s", error->text);
    *corner = (struct vector){box[0], box[1]};
    *size = (struct vector){box[2], box[3]};
    return true;
}

/* The sheet holds all of the drawing; what is within the rounding of vertices, as in files in
 * millimetres or pixels, is whole. */
static int count_squares(double squares)
{
    int whole = (int)squares;
    int count = whole + (squares - whole > 0.5 / FINE);
    return count > 0 ? count : 1;
}

/* A drawing of another program may have any size. */
static bool is_too_large(struct vector size, double side)
{
    return !(size.x / side <= SHEET_MAX && size.y / side <= SHEET_MAX);
}

/* How long one of so many user units is on paper, by a width or height with its unit; 0: that is
 * not told. */
static double measure(const char *text, double size)
{
    static const char *const units[] = {"mm", "cm", "in", "pt", "pc", "Q"};
    struct error ignored = {0};
    double pixels;
    bool has_unit = false;
    for (size_t i = 0; text && i < sizeof units / sizeof *units; i++)
        has_unit = has_unit || strstr(text, units[i]);
    if (!has_unit || !scan_length(text, &pixels, &ignored) || !(pixels > 0 && size > 0))
        return 0;
    return pixels * 25.4 / 96 / size;
}

/* The drawing keeps its shape on paper: the smaller of both scales counts, with "slice" the larger.
 */
static double measure_unit(const char *const *attributes, struct vector size)
{
    const char *how = scan_attribute(attributes, "preserveAspectRatio");
    double across = measure(scan_attribute(attributes, "width"), size.x);
    double up = measure(scan_attribute(attributes, "height"), size.y);
    bool slice = how && strstr(how, "slice");
    if (across == 0 || up == 0)
        return across + up;
    return (across < up) != slice ? across : up;
}

bool svg_sheet_read(const char *const *attributes, double wanted, bool lenient, struct draft *draft,
                    struct pencil_sheet *sheet, struct error *error)
{
    const char *square = scan_attribute(attributes, "data-square");
    struct draft_source *source = &draft->source;
    struct vector size = {0, 0};
    double side = 1;
    if (square && (!scan_numbers(square, &side, 1, error) || !(side > 0)))
        return error_set(error, "data-square must be one number above 0: how many user "
                                "units a square has");
    if (!read_view(attributes, &sheet->corner, &size, error))
        return false;
    if (wanted > 0)
        side = wanted;
    else
        while (lenient && !square && is_too_large(size, side) && side < 1e9)
            side *= 2;
    *source = (struct draft_source){.width = size.x, .height = size.y, .square = side};
    source->is_other = !square && !scan_attribute(attributes, "data-graphprix");
    source->millimetres = measure_unit(attributes, size);
    sheet->square = side;
    if (!(size.x / side > 0 && size.y / side > 0) || is_too_large(size, side))
        return error_set(error,
                         "the sheet must have 1 to %d squares each way; look at the viewBox and at "
                         "data-square",
                         SHEET_MAX);
    draft->width = count_squares(size.x / side);
    draft->height = count_squares(size.y / side);
    return true;
}
