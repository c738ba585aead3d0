/* Declarations, and rules whose selectors are classes. */
#include "track/svg_style.h"

#include "track/shape.h"

#include <string.h>

static const char blanks[] = " \t\r\n\f";

struct slice {
    const char *start;
    size_t length;
};

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

static bool is_word(struct slice slice, const char *word)
{
    return slice.length == strlen(word) && memcmp(slice.start, word, slice.length) == 0;
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
    for (classes += strspn(classes, blanks); *classes; classes += strspn(classes, blanks)) {
        size_t length = strcspn(classes, blanks);
        for (int i = styles->count - 1; i > last; i--) {
            const struct svg_style_rule *rule = &styles->rules[i];
            if (rule->of_display == of_display && rule->length == length &&
                memcmp(rule->class, classes, length) == 0)
                last = i;
        }
        classes += length;
    }
    return last < 0 ? -1 : styles->rules[last].hides;
}

static bool is_hidden_by(const struct svg_styles *styles, const char *const *attributes,
                         bool of_display)
{
    const char *own = shape_attribute(attributes, of_display ? "display" : "visibility");
    int answer = asked_of_style(shape_attribute(attributes, "style"), of_display);
    if (answer < 0)
        answer = asked_of_rules(styles, shape_attribute(attributes, "class"), of_display);
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
    const char *style = shape_attribute(attributes, "style");
    struct declaration declaration;
    for (int i = 0; i < 2; i++) {
        const char *value = shape_attribute(attributes, names[i]);
        if (value && is_colour(trim(value, value + strlen(value))))
            return true;
    }
    const char *end = style ? style + strlen(style) : NULL;
    while (style && next_declaration(&style, end, &declaration))
        if (declares_colour(&declaration))
            return true;
    return false;
}
