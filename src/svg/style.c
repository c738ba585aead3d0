/* CSS, as far as it decides what is drawn: sheets become a list of selectors with what they
 * declare, and a look at an element goes through attributes, rules and its own style in the order
 * in which they win.
 */
#include "svg/svg.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { RULE_LIMIT = 10000, WORK_LIMIT = 30000000, NEST_LIMIT = 20, QUOTE_BYTES = 40 };

static const char blanks[] = " \t\r\n\f";

/* --- words ------------------------------------------------------------------------------------ */

bool svg_slice_is(struct svg_slice slice, const char *word)
{
    return slice.length == strlen(word) && strncasecmp(slice.start, word, slice.length) == 0;
}

static struct svg_slice trimmed(const char *start, const char *end)
{
    while (start < end && strchr(blanks, *start))
        start++;
    while (end > start && strchr(blanks, end[-1]))
        end--;
    return (struct svg_slice){start, (size_t)(end - start)};
}

static int hexadecimal(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 87 : -1;
}

/* One byte or escape of a name, as UTF-8; false at the end of the name. */
static bool next_of_name(const char **cursor, const char *end, struct text *into)
{
    const char *at = *cursor;
    uint32_t code = 0;
    if (at == end)
        return false;
    if (*at != '\\' || at + 1 == end) {
        bool letter = (unsigned char)*at >= 0x80 || *at == '-' || *at == '_' ||
                      scan_is_digit(*at) || ((*at | 32) >= 'a' && (*at | 32) <= 'z');
        if (letter)
            text_append_bytes(into, at, 1);
        *cursor += letter;
        return letter;
    }
    at++;
    if (hexadecimal(*at) < 0) {
        text_append_bytes(into, at, 1);
        *cursor = at + 1;
        return true;
    }
    for (int i = 0; i < 6 && at < end && hexadecimal(*at) >= 0; i++)
        code = code * 16 + (uint32_t)hexadecimal(*at++);
    at += at < end && strchr(blanks, *at);
    fold_append_character(into, code > 0 && code < 0x110000 ? code : 0xFFFD);
    *cursor = at;
    return true;
}

/* A name of CSS without its escapes; empty if none stands here. The caller frees it. */
static char *read_name(const char **cursor, const char *end)
{
    struct text name = {0};
    while (next_of_name(cursor, end, &name))
        ;
    return name.data ? name.data : memory_copy_string("");
}

/* The byte at which one of `stops` stands outside strings, brackets and blocks; else the end. */
static const char *find_stop(const char *at, const char *end, const char *stops)
{
    int depth = 0;
    for (; at < end; at++) {
        if (depth == 0 && strchr(stops, *at))
            return at;
        if (*at == '\\') {
            at += at + 1 < end;
        } else if (*at == '"' || *at == '\'') {
            char quote = *at++;
            while (at < end && *at != quote && *at != '\n')
                at += 1 + (*at == '\\' && at + 1 < end);
            if (at >= end)
                return end;
        } else {
            depth += *at == '(' || *at == '[' || *at == '{';
            depth -= depth > 0 && (*at == ')' || *at == ']' || *at == '}');
        }
    }
    return end;
}

/* --- properties ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum svg_property property;
    bool is_attribute; /* SVG has an attribute of this name for it */
    const char *words; /* what it may be beside functions and numbers; others are ignored, as CSS
                          ignores what is none of its values; NULL: anything is looked at */
} properties[] = {
    {"display", PROPERTY_DISPLAY, true,
     " none inline block contents list-item run-in compact marker table inline-table "
     "table-row-group table-header-group table-footer-group table-row table-column-group "
     "table-column table-cell table-caption inline-block flex inline-flex grid inline-grid "
     "flow-root flow ruby math "},
    {"visibility", PROPERTY_VISIBILITY, true, " visible hidden collapse "},
    {"opacity", PROPERTY_OPACITY, true, " "},
    {"overflow", PROPERTY_OVERFLOW, true, " visible hidden scroll auto clip "},
    {"overflow-x", PROPERTY_OVERFLOW, false, " visible hidden scroll auto clip "},
    {"overflow-y", PROPERTY_OVERFLOW, false, " visible hidden scroll auto clip "},
    {"clip-path", PROPERTY_CLIP_PATH, true, NULL},
    {"mask", PROPERTY_MASK, true, NULL},
    {"mask-image", PROPERTY_MASK, false, NULL},
    {"-webkit-mask", PROPERTY_MASK, false, NULL},
    {"transform", PROPERTY_TRANSFORM, true, NULL},
    {"transform-origin", PROPERTY_TRANSFORM_ORIGIN, true, NULL},
    {"transform-box", PROPERTY_TRANSFORM_BOX, false, NULL},
    {"translate", PROPERTY_TRANSLATE, false, NULL},
    {"rotate", PROPERTY_ROTATE, false, NULL},
    {"scale", PROPERTY_SCALE, false, NULL},
    {"x", PROPERTY_X, true, NULL},
    {"y", PROPERTY_Y, true, NULL},
    {"width", PROPERTY_WIDTH, true, NULL},
    {"height", PROPERTY_HEIGHT, true, NULL},
    {"cx", PROPERTY_CX, true, NULL},
    {"cy", PROPERTY_CY, true, NULL},
    {"r", PROPERTY_R, true, NULL},
    {"rx", PROPERTY_RX, true, NULL},
    {"ry", PROPERTY_RY, true, NULL},
    {"d", PROPERTY_D, true, NULL},
    {"offset", PROPERTY_REFUSED, false, NULL},
    {"offset-path", PROPERTY_REFUSED, false, NULL},
    {"animation", PROPERTY_REFUSED, false, NULL},
    {"animation-name", PROPERTY_REFUSED, false, NULL},
    {"zoom", PROPERTY_REFUSED, false, NULL},
    {"content-visibility", PROPERTY_REFUSED, false, NULL},
    {"all", PROPERTY_REFUSED, false, NULL},
};
enum { NAME_COUNT = sizeof properties / sizeof *properties };

static int find_name(struct svg_slice name)
{
    for (int i = 0; i < NAME_COUNT; i++)
        if (svg_slice_is(name, properties[i].name))
            return i;
    return -1;
}

const char *svg_property_name(enum svg_property property)
{
    for (int i = 0; i < NAME_COUNT; i++)
        if (properties[i].property == property)
            return properties[i].name;
    return "";
}

static bool is_in(const char *words, struct svg_slice word)
{
    char spaced[40] = " ";
    if (word.length == 0 || word.length > sizeof spaced - 3)
        return false;
    for (size_t i = 0; i < word.length; i++)
        spaced[i + 1] = (char)(word.start[i] >= 'A' && word.start[i] <= 'Z' ? word.start[i] | 32
                                                                            : word.start[i]);
    strcpy(spaced + word.length + 1, " ");
    return strstr(words, spaced) != NULL;
}

/* A value that CSS would not take leaves the one before it in force. */
static bool is_value(int name, struct svg_slice value)
{
    const char *words = properties[name].words;
    static const char always[] = " inherit initial unset revert revert-layer ";
    bool number = properties[name].property == PROPERTY_OPACITY && value.length > 0 &&
                  strchr("+-.0123456789", *value.start);
    return value.length > 0 && (!words || memchr(value.start, '(', value.length) != NULL ||
                                number || is_in(words, value) || is_in(always, value) ||
                                (properties[name].property == PROPERTY_DISPLAY &&
                                 memchr(value.start, ' ', value.length) != NULL));
}

/* --- declarations ----------------------------------------------------------------------------- */

struct declaration {
    int name; /* in the table */
    bool important;
    struct svg_slice value;
};

static bool is_colour(struct svg_slice value)
{
    static const char *const plain[] = {"",        "none",    "black",        "#000",
                                        "#000000", "inherit", "currentColor", "rgb(0,0,0)"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (svg_slice_is(value, plain[i]))
            return false;
    return true;
}

/* "red !important" without its end; is it there? */
static bool take_important(struct svg_slice *value)
{
    const char *end = value->start + value->length;
    for (const char *at = end; at > value->start; at--)
        if (at[-1] == '!') {
            struct svg_slice word = trimmed(at, end);
            if (!svg_slice_is(word, "important"))
                return false;
            *value = trimmed(value->start, at - 1);
            return true;
        }
    return false;
}

/* The next one that matters, before the end; false: there is none. Colours are noted. */
static bool next_declaration(const char **cursor, const char *end, struct declaration *found,
                             bool *coloured)
{
    while (*cursor < end) {
        const char *stop = find_stop(*cursor, end, ";"), *colon = find_stop(*cursor, stop, ":");
        struct svg_slice name = trimmed(*cursor, colon);
        *cursor = stop + (stop < end);
        if (colon == stop)
            continue;
        found->value = trimmed(colon + 1, stop);
        found->important = take_important(&found->value);
        found->name = find_name(name);
        if (svg_slice_is(name, "fill") || svg_slice_is(name, "stroke"))
            *coloured = *coloured || is_colour(found->value);
        if (found->name >= 0 && is_value(found->name, found->value))
            return true;
    }
    return false;
}

bool svg_style_colours(const char *const *attributes)
{
    static const char *const names[] = {"fill", "stroke"};
    const char *style = scan_attribute(attributes, "style");
    struct declaration declaration;
    bool coloured = false;
    for (int i = 0; i < 2; i++) {
        const char *value = scan_attribute(attributes, names[i]);
        if (value && is_colour(trimmed(value, value + strlen(value))))
            return true;
    }
    const char *end = style ? style + strlen(style) : NULL;
    while (style && next_declaration(&style, end, &declaration, &coloured))
        ;
    return coloured;
}

/* --- sheets ----------------------------------------------------------------------------------- */

enum condition_kind { IS_TYPE, HAS_CLASS, HAS_ID, HAS_ATTRIBUTE, IS_ROOT, NEVER };

struct condition {
    enum condition_kind kind;
    char *name, *value; /* owned; the value of an attribute */
    char how;           /* 0: it is there; '=', or the sign before it */
    char before;        /* ' ' or '>': a new element begins with it, below the one before; else 0 */
};

struct rule {
    int first, count; /* of conditions, from the outermost element in */
    int specificity;
    int first_declaration, declaration_count;
    int line;
};

struct svg_styles {
    const struct svg_tree *tree;
    struct condition *conditions;
    int condition_count, condition_capacity;
    struct rule *rules;
    int rule_count, rule_capacity;
    struct declaration *declarations;
    int declaration_count, declaration_capacity;
    bool coloured;
    bool has_trouble;
    struct error trouble;
    int64_t work;
};

static int line_of(const struct svg_tree *tree, const char *place)
{
    size_t offset = (size_t)(place - tree->styles.data), start = 0;
    int line = 1;
    for (int i = 0; i < tree->sheet_count && tree->sheets[i].start <= offset; i++) {
        line = tree->sheets[i].line;
        start = tree->sheets[i].start;
    }
    for (; start < offset; start++)
        line += tree->styles.data[start] == '\n';
    return line;
}

static void note_trouble(struct svg_styles *styles, struct svg_slice quoted, const char *format)
{
    char quote[QUOTE_BYTES + 8], part[QUOTE_BYTES + 1];
    size_t length = quoted.length < QUOTE_BYTES ? quoted.length : QUOTE_BYTES;
    if (styles->has_trouble)
        return;
    memcpy(part, quoted.start, length);
    part[length] = '\0';
    styles->has_trouble = true;
    error_set_at(&styles->trouble, line_of(styles->tree, quoted.start), 0, "%s %s", format,
                 scan_quote(part, quote, sizeof quote));
}

static void add_condition(struct svg_styles *styles, enum condition_kind kind, char *name,
                          char before)
{
    array_add(styles->conditions, styles->condition_count, styles->condition_capacity,
              (struct condition){.kind = kind, .name = name, .before = before});
}

/* "[name]" or "[name^=value]", the bracket behind us. */
static bool read_attribute_condition(struct svg_styles *styles, const char **cursor,
                                     const char *end, char before)
{
    const char *close = find_stop(*cursor, end, "]");
    struct svg_slice whole = trimmed(*cursor, close);
    const char *at = whole.start, *last = whole.start + whole.length;
    char *name = read_name(&at, last);
    add_condition(styles, HAS_ATTRIBUTE, name, before);
    struct condition *condition = &styles->conditions[styles->condition_count - 1];
    *cursor = close + (close < end);
    if (close == end || !svg_tree_keeps(name))
        return false;
    at = trimmed(at, last).start;
    if (at == last)
        return true;
    condition->how = *at;
    at += *at != '=';
    if (!strchr("=~|^$*", condition->how) || at >= last || *at != '=')
        return false;
    struct svg_slice value = trimmed(at + 1, last);
    bool quoted = value.length >= 2 && strchr("\"'", *value.start) &&
                  value.start[value.length - 1] == *value.start;
    value.start += quoted;
    value.length -= 2 * (size_t)quoted;
    condition->value = memory_allocate(value.length + 1, 1);
    memcpy(condition->value, value.start, value.length);
    return value.length > 0 && !memchr(value.start, '\\', value.length) &&
           !memchr(value.start, '"', value.length) &&
           (quoted || !strpbrk(condition->value, blanks));
}

/* ":root", or what depends on the pointer or is drawn beside the element. */
static bool read_pseudo(struct svg_styles *styles, const char **cursor, const char *end,
                        char before)
{
    static const char never[] = " hover active focus focus-within focus-visible visited target "
                                "before after first-line first-letter selection marker backdrop "
                                "placeholder ";
    const char *at = *cursor + (*cursor < end && **cursor == ':');
    const char *start = at;
    char *name = read_name(&at, end);
    struct svg_slice word = {start, (size_t)(at - start)};
    bool root = svg_slice_is(word, "root"), known = root || is_in(never, word);
    add_condition(styles, root ? IS_ROOT : NEVER, name, before);
    *cursor = at;
    return known && (at == end || *at != '(');
}

/* One condition; false if it is not understood. */
static bool read_condition(struct svg_styles *styles, const char **cursor, const char *end,
                           char before, int *specificity)
{
    char sign = **cursor;
    if (sign == '*') {
        ++*cursor;
        add_condition(styles, IS_TYPE, NULL, before);
        return true;
    }
    if (sign == '.' || sign == '#') {
        ++*cursor;
        char *name = read_name(cursor, end);
        add_condition(styles, sign == '.' ? HAS_CLASS : HAS_ID, name, before);
        *specificity += sign == '.' ? 1000 : 1000000;
        return *name != '\0';
    }
    if (sign == '[' || sign == ':') {
        ++*cursor;
        *specificity += 1000;
        return sign == '[' ? read_attribute_condition(styles, cursor, end, before)
                           : read_pseudo(styles, cursor, end, before);
    }
    char *name = read_name(cursor, end);
    add_condition(styles, IS_TYPE, name, before);
    *specificity += 1;
    return *name != '\0' && !scan_is_digit(*name);
}

/* Conditions of one selector; false if it is not understood. */
static bool read_selector(struct svg_styles *styles, struct svg_slice selector, struct rule *rule)
{
    const char *at = selector.start, *end = at + selector.length;
    rule->first = styles->condition_count;
    rule->specificity = 0;
    char before = ' ';
    while (at < end) {
        if (!read_condition(styles, &at, end, before, &rule->specificity))
            return false;
        before = 0;
        const char *behind = at;
        while (at < end && strchr(blanks, *at))
            at++;
        if (at < end && *at == '>') {
            before = *at++;
            while (at < end && strchr(blanks, *at))
                at++;
        } else if (at > behind) {
            before = ' ';
        }
    }
    rule->count = styles->condition_count - rule->first;
    return rule->count > 0 && (before == 0 || before == ' ');
}

/* What a rule declares, for each of its selectors; `unsure` is a condition that may or may not
 * hold. */
static void take_rule(struct svg_styles *styles, struct svg_slice selectors, const char *block,
                      const char *end, struct svg_slice unsure)
{
    struct rule rule = {.first_declaration = styles->declaration_count};
    struct declaration declaration;
    const char *nested = memchr(block, '{', (size_t)(end - block));
    while (next_declaration(&block, end, &declaration, &styles->coloured))
        array_add(styles->declarations, styles->declaration_count, styles->declaration_capacity,
                  declaration);
    rule.declaration_count = styles->declaration_count - rule.first_declaration;
    if (nested)
        note_trouble(styles, selectors,
                     "rules within the rule are not understood, and say what is "
                     "drawn:");
    if (rule.declaration_count == 0)
        return;
    if (unsure.start)
        note_trouble(styles, unsure,
                     "a rule says what is drawn only under a condition that is not "
                     "understood:");
    rule.line = line_of(styles->tree, selectors.start);
    const char *last = selectors.start + selectors.length;
    for (const char *at = selectors.start; at < last || at == selectors.start;) {
        const char *stop = find_stop(at, last, ",");
        struct svg_slice selector = trimmed(at, stop);
        at = stop + 1;
        if (styles->rule_count >= RULE_LIMIT || !read_selector(styles, selector, &rule))
            note_trouble(styles, selector,
                         "a rule says what is drawn by a selector that is not understood (use "
                         "classes or ids):");
        else
            array_add(styles->rules, styles->rule_count, styles->rule_capacity, rule);
    }
}

enum media { MEDIA_YES, MEDIA_NO, MEDIA_UNSURE };

static enum media ask_media(struct svg_slice condition)
{
    const char *at = condition.start, *end = at + condition.length;
    bool all_no = condition.length > 0;
    if (condition.length == 0)
        return MEDIA_YES;
    for (const char *stop; at < end; at = stop + 1) {
        stop = find_stop(at, end, ",");
        struct svg_slice one = trimmed(at, stop);
        if (svg_slice_is(one, "all") || svg_slice_is(one, "screen") ||
            svg_slice_is(one, "only screen"))
            return MEDIA_YES;
        all_no = all_no && (svg_slice_is(one, "print") || svg_slice_is(one, "speech") ||
                            svg_slice_is(one, "only print"));
    }
    return all_no ? MEDIA_NO : MEDIA_UNSURE;
}

static void take_sheet(struct svg_styles *styles, const char *at, const char *end,
                       struct svg_slice unsure, int depth);

/* "@media ... { ... }" and its kin; what only gives fonts and movements their names is nothing. */
static void take_at_rule(struct svg_styles *styles, struct svg_slice head, const char *block,
                         const char *end, struct svg_slice unsure, int depth)
{
    static const char idle[] = " @font-face @keyframes @-webkit-keyframes @page @charset "
                               "@namespace @counter-style @property @font-feature-values ";
    size_t length = 0;
    while (length < head.length && !strchr(" \t\r\n\f(\"'", head.start[length]))
        length++;
    struct svg_slice name = {head.start, length};
    struct svg_slice rest = trimmed(head.start + length, head.start + head.length);
    if (is_in(idle, name))
        return;
    if (svg_slice_is(name, "@import")) {
        struct text words = {0};
        text_append_bytes(&words, rest.start, rest.length);
        if (!strstr(text_string(&words), "font"))
            note_trouble(styles, head,
                         "a style sheet of another file is asked for, and nothing "
                         "outside is ever read; write its rules into the drawing:");
        text_free(&words);
        return;
    }
    enum media media = svg_slice_is(name, "@media") ? ask_media(rest) : MEDIA_UNSURE;
    if (!block || media == MEDIA_NO)
        return;
    if (depth == NEST_LIMIT) {
        note_trouble(styles, head, "style rules lie too deep in each other:");
        return;
    }
    take_sheet(styles, block, end, unsure.start || media == MEDIA_YES ? unsure : head, depth + 1);
}

static void take_sheet(struct svg_styles *styles, const char *at, const char *end,
                       struct svg_slice unsure, int depth)
{
    while (at < end) {
        at = trimmed(at, end).start;
        if (end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
            at += 4;
            continue;
        }
        if (end - at >= 3 && memcmp(at, "-->", 3) == 0) {
            at += 3;
            continue;
        }
        const char *open = find_stop(at, end, at < end && *at == '@' ? "{;" : "{");
        struct svg_slice head = trimmed(at, open);
        bool has_block = open < end && *open == '{';
        const char *close = has_block ? find_stop(open + 1, end, "}") : open;
        at = close + (close < end);
        if (head.length > 0 && *head.start == '@')
            take_at_rule(styles, head, has_block ? open + 1 : NULL, close, unsure, depth);
        else if (has_block)
            take_rule(styles, head, open + 1, close, unsure);
    }
}

struct svg_styles *svg_styles_read(const struct svg_tree *tree)
{
    struct svg_styles *styles = memory_allocate(1, sizeof *styles);
    styles->tree = tree;
    for (int i = 0; i < tree->sheet_count; i++) {
        size_t stop = i + 1 < tree->sheet_count ? tree->sheets[i + 1].start : tree->styles.length;
        const char *data = text_string(&tree->styles);
        take_sheet(styles, data + tree->sheets[i].start, data + stop, (struct svg_slice){0}, 0);
    }
    return styles;
}

void svg_styles_free(struct svg_styles *styles)
{
    if (!styles)
        return;
    for (int i = 0; i < styles->condition_count; i++) {
        free(styles->conditions[i].name);
        free(styles->conditions[i].value);
    }
    free(styles->conditions);
    free(styles->rules);
    free(styles->declarations);
    free(styles);
}

const struct error *svg_styles_trouble(const struct svg_styles *styles)
{
    return styles->has_trouble ? &styles->trouble : NULL;
}

bool svg_styles_are_coloured(const struct svg_styles *styles)
{
    return styles->coloured;
}

/* --- what holds for an element ---------------------------------------------------------------- */

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (list += strspn(list, blanks); *list; list += strspn(list, blanks)) {
        size_t size = strcspn(list, blanks);
        if (size == length && memcmp(list, word, length) == 0)
            return true;
        list += size;
    }
    return false;
}

static bool ends_with(const char *text, const char *tail)
{
    size_t length = strlen(text), size = strlen(tail);
    return length >= size && strcmp(text + length - size, tail) == 0;
}

static bool attribute_is(const char *text, const struct condition *condition)
{
    const char *value = condition->value;
    if (!text || condition->how == 0)
        return text != NULL;
    switch (condition->how) {
    case '~':
        return has_word(text, value);
    case '|':
        return strncmp(text, value, strlen(value)) == 0 && strchr("-", text[strlen(value)]) != NULL;
    case '^':
        return strncmp(text, value, strlen(value)) == 0;
    case '$':
        return ends_with(text, value);
    case '*':
        return strstr(text, value) != NULL;
    default:
        return strcmp(text, value) == 0;
    }
}

static bool condition_holds(const struct svg_tree *tree, const struct condition *condition,
                            int index)
{
    const struct svg_element *element = &tree->elements[index];
    const char *text;
    switch (condition->kind) {
    case IS_TYPE:
        return !condition->name || strcmp(condition->name, element->name) == 0;
    case HAS_CLASS:
        text = scan_attribute(element->attributes, "class");
        return text && has_word(text, condition->name);
    case HAS_ID:
        text = scan_attribute(element->attributes, "id");
        return text && strcmp(text, condition->name) == 0;
    case HAS_ATTRIBUTE:
        return attribute_is(scan_attribute(element->attributes, condition->name), condition);
    case IS_ROOT:
        return index == 0;
    case NEVER:
        break;
    }
    return false;
}

/* Conditions up to `last` (counted from the rule's first): the last element's, then those above. */
static bool matches(struct svg_styles *styles, const struct rule *rule, int last, int element)
{
    const struct condition *conditions = &styles->conditions[rule->first];
    int first = last;
    while (conditions[first].before == 0)
        first--;
    for (int i = last; i >= first; i--, styles->work++)
        if (!condition_holds(styles->tree, &conditions[i], element))
            return false;
    if (first == 0)
        return true;
    int above = styles->tree->elements[element].parent;
    if (conditions[first].before == '>')
        return above >= 0 && matches(styles, rule, first - 1, above);
    for (; above >= 0 && styles->work < WORK_LIMIT;
         above = styles->tree->elements[above].parent, styles->work++)
        if (matches(styles, rule, first - 1, above))
            return true;
    return false;
}

/* The weight of what holds so far, for each property. */
struct cascade {
    struct svg_look *look;
    int64_t weight[PROPERTY_COUNT];
};

static void put_declaration(struct cascade *cascade, const struct declaration *declaration,
                            int64_t weight, int line, bool is_attribute)
{
    enum svg_property property = properties[declaration->name].property;
    if (weight < cascade->weight[property])
        return;
    cascade->weight[property] = weight;
    cascade->look->of[property] = (struct svg_value){declaration->value, is_attribute, line};
}

/* A shape's geometry is its attributes; where CSS says it, it says it by what wins over them. */
static bool may_matter(const struct svg_element *element, const char *name)
{
    return element->kind != SVG_SHAPE || (strchr("dvocmt", *name) && name[1] && name[2]);
}

void svg_styles_look(struct svg_styles *styles, int index, bool geometry, struct svg_look *look)
{
    enum { IMPORTANT_BITS = 50, OWN_BITS = 49, SPECIFICITY_BITS = 16 };
    const struct svg_element *element = &styles->tree->elements[index];
    struct cascade cascade = {.look = look};
    *look = (struct svg_look){0};
    for (const char *const *pair = (const char *const *)element->attributes; *pair; pair += 2) {
        if (!geometry && !may_matter(element, pair[0]))
            continue;
        int name = find_name((struct svg_slice){pair[0], strlen(pair[0])});
        struct declaration declaration = {name, false, trimmed(pair[1], pair[1] + strlen(pair[1]))};
        if (name >= 0 && properties[name].is_attribute && is_value(name, declaration.value))
            put_declaration(&cascade, &declaration, 1, element->line, true);
    }
    for (int i = 0; i < styles->rule_count && styles->work < WORK_LIMIT; i++) {
        const struct rule *rule = &styles->rules[i];
        styles->work++;
        if (!matches(styles, rule, rule->count - 1, index))
            continue;
        for (int k = 0; k < rule->declaration_count; k++) {
            const struct declaration *one = &styles->declarations[rule->first_declaration + k];
            int64_t weight = 2 + ((int64_t)rule->specificity << SPECIFICITY_BITS) + i;
            put_declaration(&cascade, one, weight + ((int64_t)one->important << IMPORTANT_BITS),
                            rule->line, false);
        }
    }
    if (styles->work >= WORK_LIMIT && !styles->has_trouble) {
        styles->has_trouble = true;
        error_set_at(&styles->trouble, styles->tree->elements[0].line, 0,
                     "the style rules are too many for so many shapes; write attributes");
    }
    const char *style = scan_attribute(element->attributes, "style");
    const char *end = style ? style + strlen(style) : NULL;
    struct declaration own;
    bool coloured = false;
    while (style && next_declaration(&style, end, &own, &coloured))
        put_declaration(&cascade, &own,
                        ((int64_t)1 << OWN_BITS) + ((int64_t)own.important << IMPORTANT_BITS),
                        element->line, false);
    /* What comes to nothing: "display: inherit" below what is displayed. */
    static const char nothing[] = " initial unset revert revert-layer ";
    for (int i = 0; i < PROPERTY_COUNT; i++) {
        struct svg_slice value = look->of[i].text;
        bool inherited = i == PROPERTY_VISIBILITY;
        if (!value.start)
            continue;
        if (inherited && svg_slice_is(value, "initial"))
            look->of[i].text = (struct svg_slice){"visible", 7};
        else if (is_in(nothing, value) || (i <= PROPERTY_OPACITY && svg_slice_is(value, "inherit")))
            look->of[i].text = (struct svg_slice){0};
    }
}
