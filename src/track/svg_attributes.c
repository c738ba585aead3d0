/* What elements say of themselves: their role, styles (declarations, and rules whose selectors are
 * classes), and of the document the sheet, its view box in squares.
 */
#include "track/svg_attributes.h"

#include "base/number.h"
#include "track/scan.h"
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
    {"start-finish", WORD_START | WORD_FINISH, DRAFT_START_FINISH},
    {"checkpoint", WORD_OTHER << DRAFT_CHECKPOINT, DRAFT_CHECKPOINT},
    {"inside", WORD_OTHER << DRAFT_INSIDE, DRAFT_INSIDE},
    {"outside", WORD_OTHER << DRAFT_OUTSIDE, DRAFT_OUTSIDE},
};
enum { WORD_COUNT = sizeof words / sizeof *words };

static const char blanks[] = " \t\r\n\f";

struct slice {
    const char *start;
    size_t length;
};

static bool is_word(struct slice slice, const char *word)
{
    return slice.length == strlen(word) && memcmp(slice.start, word, slice.length) == 0;
}

/* The next of the words that stand between blanks, which it moves behind; false: there is none. */
static bool next_word(const char **cursor, struct slice *word)
{
    const char *start = *cursor + strspn(*cursor, blanks);
    *word = (struct slice){start, strcspn(start, blanks)};
    *cursor = start + word->length;
    return word->length > 0;
}

static int find_word(struct slice word)
{
    for (int i = 0; i < WORD_COUNT; i++)
        if (is_word(word, words[i].name))
            return i;
    return -1;
}

static enum role_answer find_in_classes(const char *classes, struct role *found,
                                        struct error *error)
{
    unsigned seen = 0;
    for (struct slice name; next_word(&classes, &name);) {
        int word = find_word(name);
        seen |= word >= 0 ? words[word].word : 0;
    }
    if (seen == 0)
        return ROLE_NONE;
    for (int i = 0; i < WORD_COUNT; i++)
        if (words[i].word == seen) {
            *found = (struct role){words[i].role, 0};
            return ROLE_FOUND;
        }
    error_set(error, "one shape cannot be all of that: its class may name one of wall, slick, "
                     "turbo, checkpoint, inside, outside, or start, finish or both");
    return ROLE_WRONG;
}

/* The length of the id without the numbers at its end and the hyphens or low lines before them. */
static size_t length_of_name(const char *id)
{
    size_t length = strlen(id);
    while (length > 0 && scan_is_digit(id[length - 1])) {
        while (length > 0 && scan_is_digit(id[length - 1]))
            length--;
        if (length > 0 && (id[length - 1] == '-' || id[length - 1] == '_'))
            length--;
    }
    return length;
}

static enum role_answer find_in_id(const char *id, struct role *found)
{
    size_t length = length_of_name(id);
    int word = find_word((struct slice){id, length});
    int64_t number;
    if (word < 0)
        return ROLE_NONE;
    *found = (struct role){words[word].role, 0};
    id += length;
    id += *id == '-' || *id == '_';
    if (number_read_integer(&id, 0, INT32_MAX, &number))
        found->id_number = (int)number;
    return ROLE_FOUND;
}

bool role_is_decoration(const char *classes)
{
    for (struct slice word; next_word(&classes, &word);)
        if (is_word(word, "decoration"))
            return true;
    return false;
}

enum role_answer role_find(const char *classes, const char *id, struct role *found,
                           struct error *error)
{
    enum role_answer answer = classes ? find_in_classes(classes, found, error) : ROLE_NONE;
    if (answer == ROLE_NONE && classes && role_is_decoration(classes))
        return ROLE_NONE;
    return answer == ROLE_NONE && id ? find_in_id(id, found) : answer;
}

/* --- declarations of styles ------------------------------------------------------------------- */

struct declaration {
    struct slice name, value;
};

static struct slice trim(const char *start, const char *end)
{
    while (start < end && strchr(blanks, *start))
        start++;
    while (end > start && strchr(blanks, end[-1]))
        end--;
    return (struct slice){start, (size_t)(end - start)};
}

static const char *find_byte(const char *start, const char *end, char byte)
{
    const char *found = memchr(start, byte, (size_t)(end - start));
    return found ? found : end;
}

/* The next "name: value" before the end; false: there is none. */
static bool next_declaration(const char **cursor, const char *end, struct declaration *found)
{
    while (*cursor < end) {
        const char *stop = find_byte(*cursor, end, ';'), *colon = find_byte(*cursor, stop, ':');
        const char *important = colon < stop ? find_byte(colon, stop, '!') : stop;
        *found = (struct declaration){trim(*cursor, colon),
                                      trim(colon < stop ? colon + 1 : stop, important)};
        *cursor = stop + (stop < end);
        if (found->value.length > 0)
            return true;
    }
    return false;
}

static bool value_hides(bool of_display, struct slice value)
{
    return of_display ? is_word(value, "none")
                      : is_word(value, "hidden") || is_word(value, "collapse");
}

static bool is_colour(struct slice value)
{
    static const char *const plain[] = {"",        "none",    "black",        "#000",
                                        "#000000", "inherit", "currentColor", "rgb(0,0,0)"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (is_word(value, plain[i]))
            return false;
    return true;
}

static bool declares_colour(const struct declaration *declaration)
{
    return (is_word(declaration->name, "fill") || is_word(declaration->name, "stroke")) &&
           is_colour(declaration->value);
}

/* --- rules ------------------------------------------------------------------------------------ */

static void blank_comments(struct text *sheets)
{
    char *at = sheets->data;
    while (at && (at = strstr(at, "/*")) != NULL) {
        char *end = strstr(at + 2, "*/");
        size_t length = end ? (size_t)(end + 2 - at) : strlen(at);
        memset(at, ' ', length);
    }
}

/* Of a class alone, ".name"; what has no length is none. */
static struct slice class_of(struct slice selector)
{
    struct slice none = {selector.start, 0};
    if (selector.length < 2 || selector.start[0] != '.')
        return none;
    for (size_t i = 1; i < selector.length; i++)
        if (strchr(" \t\r\n\f.:>+~#[*", selector.start[i]))
            return none;
    return (struct slice){selector.start + 1, selector.length - 1};
}

static void add_rule(struct svg_styles *styles, struct slice selectors,
                     const struct declaration *declaration)
{
    bool of_display = is_word(declaration->name, "display");
    const char *end = selectors.start + selectors.length;
    if (!of_display && !is_word(declaration->name, "visibility"))
        return;
    for (const char *at = selectors.start; at < end;) {
        const char *stop = find_byte(at, end, ',');
        struct slice class = class_of(trim(at, stop));
        at = stop + (stop < end);
        if (class.length > 0 && styles->count < SVG_STYLE_RULE_LIMIT)
            styles->rules[styles->count++] = (struct svg_style_rule){
                class.start, class.length, of_display, value_hides(of_display, declaration->value)};
    }
}

/* Behind the block that begins here, blocks in it counted. */
static const char *skip_block(const char *at, const char *end)
{
    int depth = 0;
    for (; at < end; at++) {
        depth += *at == '{';
        if (*at == '}' && --depth <= 0)
            return at + 1;
    }
    return end;
}

void svg_styles_read(struct svg_styles *styles, struct text *sheets)
{
    blank_comments(sheets);
    const char *at = text_string(sheets), *end = at + sheets->length;
    while (at < end) {
        const char *open = find_byte(at, end, '{');
        struct slice selectors = trim(at, open);
        const char *close = find_byte(open, end, '}');
        /* A line such as "@charset ...;" before it is none of the selector. */
        while (selectors.length > 0 && memchr(selectors.start, ';', selectors.length))
            selectors = trim(find_byte(selectors.start, open, ';') + 1, open);
        if (selectors.length > 0 && *selectors.start == '@') {
            at = skip_block(open, end);
            continue;
        }
        struct declaration declaration;
        for (const char *cursor = open + (open < end);
             cursor < close && next_declaration(&cursor, close, &declaration);) {
            add_rule(styles, selectors, &declaration);
            styles->coloured = styles->coloured || declares_colour(&declaration);
        }
        at = close + (close < end);
    }
}

/* --- elements --------------------------------------------------------------------------------- */

/* What a property's last word is: 1 hides, 0 shows, -1 nothing is said. */
static int asked_of_style(const char *style, bool of_display)
{
    int answer = -1;
    struct declaration declaration;
    const char *end = style ? style + strlen(style) : NULL;
    while (style && next_declaration(&style, end, &declaration))
        if (is_word(declaration.name, of_display ? "display" : "visibility"))
            answer = value_hides(of_display, declaration.value);
    return answer;
}

static int asked_of_rules(const struct svg_styles *styles, const char *classes, bool of_display)
{
    int last = -1;
    if (!classes || styles->count == 0)
        return -1;
    for (struct slice word; next_word(&classes, &word);)
        for (int i = styles->count - 1; i > last; i--) {
            const struct svg_style_rule *rule = &styles->rules[i];
            if (rule->of_display == of_display && rule->length == word.length &&
                memcmp(rule->class, word.start, word.length) == 0)
                last = i;
        }
    return last < 0 ? -1 : styles->rules[last].hides;
}

static bool is_hidden_by(const struct svg_styles *styles, const char *const *attributes,
                         bool of_display)
{
    const char *own = scan_attribute(attributes, of_display ? "display" : "visibility");
    int answer = asked_of_style(scan_attribute(attributes, "style"), of_display);
    if (answer < 0)
        answer = asked_of_rules(styles, scan_attribute(attributes, "class"), of_display);
    if (answer < 0 && own)
        answer = value_hides(of_display, trim(own, own + strlen(own)));
    return answer > 0;
}

bool svg_styles_hide(const struct svg_styles *styles, const char *const *attributes)
{
    return is_hidden_by(styles, attributes, true) || is_hidden_by(styles, attributes, false);
}

bool svg_styles_colour(const char *const *attributes)
{
    static const char *const names[] = {"fill", "stroke"};
    const char *style = scan_attribute(attributes, "style");
    struct declaration declaration;
    for (int i = 0; i < 2; i++) {
        const char *value = scan_attribute(attributes, names[i]);
        if (value && is_colour(trim(value, value + strlen(value))))
            return true;
    }
    const char *end = style ? style + strlen(style) : NULL;
    while (style && next_declaration(&style, end, &declaration))
        if (declares_colour(&declaration))
            return true;
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
    if (!view && (!width || !height))
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

/* How long a user unit is on paper: width and height count with their units. */
static double measure_unit(const char *const *attributes, double width)
{
    static const char *const units[] = {"mm", "cm", "in", "pt", "pc", "Q"};
    const char *text = scan_attribute(attributes, "width");
    struct error ignored = {0};
    double pixels;
    bool has_unit = false;
    for (size_t i = 0; text && i < sizeof units / sizeof *units; i++)
        has_unit = has_unit || strstr(text, units[i]);
    if (!has_unit || !scan_length(text, &pixels, &ignored) || !(pixels > 0 && width > 0))
        return 0;
    return pixels * 25.4 / 96 / width;
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
    source->millimetres = measure_unit(attributes, size.x);
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
