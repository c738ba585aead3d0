/* expat's events become a list of elements. The first error stops the parser; it carries the line
 * and column of the element it is about.
 */
#include "svg/svg.h"

#include "base/memory.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ENTITY_LIMIT = 64, ENTITY_BYTES = 128, REFERENCE_LIMIT = 4096 };

#define SVG_PREFIX "http://www.w3.org/2000/svg|"

/* Attributes of other languages that are kept, under names of their own. */
static const char *const renamed[][2] = {
    {"http://www.w3.org/1999/xlink|href", "href"},
    {"http://www.inkscape.org/namespaces/inkscape|label", "label"},
    {"http://www.inkscape.org/namespaces/inkscape|groupmode", "groupmode"},
};

struct parsing {
    XML_Parser parser;
    struct svg_tree *tree;
    int open[SVG_DEPTH_LIMIT + 1]; /* elements that have begun; -1: of those that are not kept */
    int depth;
    int foreign;       /* how many of the open ones are in one of another language */
    struct text *text; /* where character data goes, or NULL */
    int text_depth;
    int doctype_line;
    int entities;
    int references; /* at most, to entities of any kind */
    bool failed;
    struct error *error;
};

static void fail_parsing(struct parsing *parsing)
{
    if (parsing->error->line == 0) {
        parsing->error->line = (int)XML_GetCurrentLineNumber(parsing->parser);
        parsing->error->column = (int)XML_GetCurrentColumnNumber(parsing->parser) + 1;
    }
    parsing->failed = true;
    XML_StopParser(parsing->parser, XML_FALSE);
}

/* --- elements --------------------------------------------------------------------------------- */

/* Is it one of the words, each of which stands between blanks? */
static bool is_among(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)) != NULL && *at; at++)
        if (at > words && at[-1] == ' ' && at[length] == ' ')
            return true;
    return false;
}

bool svg_tree_keeps(const char *name)
{
    static const char *const names[] = {"class",
                                        "id",
                                        "d",
                                        "style",
                                        "transform",
                                        "points",
                                        "x",
                                        "y",
                                        "x1",
                                        "y1",
                                        "x2",
                                        "y2",
                                        "cx",
                                        "cy",
                                        "r",
                                        "rx",
                                        "ry",
                                        "width",
                                        "height",
                                        "href",
                                        "viewBox",
                                        "fill",
                                        "stroke",
                                        "display",
                                        "visibility",
                                        "opacity",
                                        "overflow",
                                        "clip-path",
                                        "mask",
                                        "transform-origin",
                                        "preserveAspectRatio",
                                        "clipPathUnits",
                                        "systemLanguage",
                                        "requiredExtensions",
                                        "data-name",
                                        "data-number",
                                        "data-points",
                                        "data-arrow",
                                        "data-square",
                                        "data-graphprix",
                                        "data-graphprix-circuit",
                                        "data-rows",
                                        "data-lanes",
                                        "data-corners",
                                        "data-lane-width",
                                        "data-from",
                                        "data-to",
                                        "data-limits",
                                        "data-line"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (*names[i] == *name && strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The name under which an attribute is kept; NULL: it is not. */
static const char *kept_name(const char *name)
{
    for (size_t i = 0; *name == 'h' && i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][0], name) == 0)
            return renamed[i][1];
    return svg_tree_keeps(name) ? name : NULL;
}

/* Comments of CSS; lines stay lines. */
static void blank_comments(char *at)
{
    while (at && (at = strstr(at, "/*")) != NULL) {
        char *end = strstr(at + 2, "*/");
        end = end ? end + 2 : at + strlen(at);
        for (; at < end; at++)
            *at = *at == '\n' ? '\n' : ' ';
    }
}

/* One block: the list, and behind it the words, the element's name first. */
static void take_words(struct svg_element *element, const char *name, const char *const *from)
{
    size_t count = 0, length = strlen(name) + 1;
    for (int i = 0; from[i]; i += 2)
        if (kept_name(from[i])) {
            count += 2;
            length += strlen(kept_name(from[i])) + strlen(from[i + 1]) + 2;
        }
    const char **list = memory_allocate((count + 1) * sizeof *list + length, 1);
    char *into = (char *)(list + count + 1);
    size_t next = 0;
    element->name = strcpy(into, name);
    into += strlen(name) + 1;
    for (int i = 0; from[i]; i += 2)
        for (int k = 0; k < 2 && kept_name(from[i]); k++) {
            const char *word = k == 0 ? kept_name(from[i]) : from[i + 1];
            list[next++] = strcpy(into, word);
            if (k == 1 && strcmp(from[i], "style") == 0)
                blank_comments(into);
            into += strlen(word) + 1;
        }
    element->attributes = list;
    element->bytes = (int)length;
}

static void count_kinds(struct svg_tree *tree, const char *name)
{
    tree->texts += strcmp(name, "text") == 0;
    tree->pictures += strcmp(name, "image") == 0;
    tree->gradients |= is_among(" linearGradient radialGradient pattern ", name);
    tree->effects |= is_among(" filter mask clipPath marker ", name);
}

static int line_now(const struct parsing *parsing)
{
    return (int)XML_GetCurrentLineNumber(parsing->parser);
}

static bool keep_element(struct parsing *parsing, const char *name, const char *const *attributes)
{
    struct svg_tree *tree = parsing->tree;
    if (tree->count >= SVG_ELEMENT_LIMIT)
        return error_set(parsing->error,
                         "there is one element too many: a drawing has at most %d; "
                         "simplify it",
                         SVG_ELEMENT_LIMIT);
    tree->elements =
        array_grow(tree->elements, tree->count, &tree->capacity, sizeof *tree->elements);
    struct svg_element *element = &tree->elements[tree->count];
    *element = (struct svg_element){.line = line_now(parsing), .parent = -1};
    static const struct {
        const char *name;
        enum svg_kind kind;
    } kinds[] = {{"g", SVG_GROUP},       {"a", SVG_GROUP}, {"svg", SVG_VIEW},
                 {"switch", SVG_SWITCH}, {"use", SVG_USE}, {"symbol", SVG_SYMBOL},
                 {"clipPath", SVG_CLIP}, {NULL, SVG_OTHER}};
    int i = 0;
    while (kinds[i].name && strcmp(kinds[i].name, name) != 0)
        i++;
    element->kind = is_among(" path polygon polyline line rect circle ellipse ", name)
                        ? SVG_SHAPE
                        : kinds[i].kind;
    if (parsing->depth > 0)
        element->parent = parsing->open[parsing->depth - 1];
    take_words(element, name, attributes);
    element->column = (int)XML_GetCurrentColumnNumber(parsing->parser) + 1;
    parsing->open[parsing->depth] = tree->count++;
    return true;
}

/* A sheet that begins here, for a medium or all. */
static void begin_sheet(struct parsing *parsing, const char *media)
{
    struct svg_tree *tree = parsing->tree;
    array_add(tree->sheets, tree->sheet_count, tree->sheet_capacity,
              (struct svg_sheet){tree->styles.length, line_now(parsing)});
    if (media && *media)
        text_append_format(&tree->styles, "@media %s{", media);
}

static struct text *begin_style(struct parsing *parsing, const char *const *attributes)
{
    const char *type = scan_attribute(attributes, "type");
    if (type && *type && strcasecmp(type, "text/css") != 0)
        return NULL;
    begin_sheet(parsing, scan_attribute(attributes, "media"));
    return &parsing->tree->styles;
}

static void begin_text(struct parsing *parsing, const char *name, const char *const *attributes)
{
    struct svg_tree *tree = parsing->tree;
    struct text *text = strcmp(name, "title") == 0  ? &tree->title
                        : strcmp(name, "desc") == 0 ? &tree->description
                                                    : NULL;
    if (parsing->text)
        return;
    if (parsing->depth != 1 || (text && text->length > 0))
        text = NULL;
    if (strcmp(name, "style") == 0)
        text = begin_style(parsing, attributes);
    parsing->text = text;
    parsing->text_depth = parsing->depth;
}

/* What moves, shows or hides the element that it stands in, or that it names. */
static void note_animation(struct parsing *parsing, const char *name, const char *const *attributes)
{
    const char *what = scan_attribute(attributes, "attributeName");
    const char *target = scan_attribute(attributes, "href");
    int above = parsing->open[parsing->depth - 1];
    if (!is_among(" animate set animateTransform animateMotion ", name) || above < 0)
        return;
    if (is_among(" animate set ", name) &&
        (!what || is_among(" fill stroke style ", what) || !kept_name(what)))
        return;
    for (int i = 0; attributes[i] && !target; i += 2)
        if (strcmp(attributes[i], renamed[0][0]) == 0)
            target = attributes[i + 1];
    /* Of another element: of any, as far as we look. */
    parsing->tree->elements[target ? 0 : above].moved = line_now(parsing);
}

/* `name` is NULL for an element of another language. */
static bool begin_element(struct parsing *parsing, const char *name, const char *const *attributes)
{
    if (parsing->depth >= SVG_DEPTH_LIMIT)
        return error_set(parsing->error, "elements are nested more than %d deep; ungroup some",
                         SVG_DEPTH_LIMIT);
    parsing->open[parsing->depth] = -1;
    if (parsing->depth == 0) {
        if (!name || strcmp(name, "svg") != 0)
            return error_set(parsing->error,
                             "this is no SVG drawing: the outermost element must be <svg>");
        return keep_element(parsing, name, attributes);
    }
    if (parsing->foreign > 0 || !name) {
        parsing->foreign++;
        return true;
    }
    begin_text(parsing, name, attributes);
    count_kinds(parsing->tree, name);
    note_animation(parsing, name, attributes);
    return keep_element(parsing, name, attributes);
}

/* The name of an SVG element, with or without a namespace; NULL for others. */
static const char *plain_name(const char *name)
{
    if (strncmp(name, SVG_PREFIX, strlen(SVG_PREFIX)) == 0)
        return name + strlen(SVG_PREFIX);
    return strchr(name, '|') ? NULL : name;
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct parsing *parsing = data;
    if (parsing->failed)
        return;
    if (begin_element(parsing, plain_name(name), (const char *const *)attributes))
        parsing->depth++;
    else
        fail_parsing(parsing);
}

/* What is not drawn and holds nothing that is goes again, unless a switch may choose it, or it
 * hides what it is laid on. */
static void end_element(struct svg_tree *tree, int index)
{
    struct svg_element *element = &tree->elements[index];
    struct svg_element *above = element->parent >= 0 ? &tree->elements[element->parent] : NULL;
    bool holds = element->kind <= SVG_SWITCH;
    element->end = tree->count;
    if (element->kind == SVG_OTHER && element->end == index + 1 &&
        !(above && above->kind == SVG_SWITCH) && strcmp(element->name, "mask") != 0) {
        free(element->attributes);
        tree->count--;
    } else if (above) {
        above->shapes += holds ? element->shapes : element->kind <= SVG_USE;
    }
}

/* A medium that it is for ends with it. */
static void end_sheet(struct svg_tree *tree)
{
    size_t start = tree->sheets[tree->sheet_count - 1].start;
    text_append(&tree->styles, "\n");
    blank_comments(tree->styles.data + start);
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct parsing *parsing = data;
    (void)name;
    if (parsing->failed || parsing->depth == 0)
        return;
    parsing->depth--;
    parsing->foreign -= parsing->foreign > 0;
    if (parsing->open[parsing->depth] >= 0)
        end_element(parsing->tree, parsing->open[parsing->depth]);
    if (parsing->text && parsing->depth == parsing->text_depth) {
        if (parsing->text == &parsing->tree->styles)
            end_sheet(parsing->tree);
        parsing->text = NULL;
    }
}

static void XMLCALL on_text(void *data, const XML_Char *bytes, int length)
{
    struct parsing *parsing = data;
    if (parsing->text && parsing->depth == parsing->text_depth + 1)
        text_append_bytes(parsing->text, bytes, (size_t)length);
}

/* A style sheet of another file, which is never read; the styles tell it. */
static void XMLCALL on_instruction(void *data, const XML_Char *target, const XML_Char *words)
{
    struct parsing *parsing = data;
    (void)words;
    if (parsing->failed || parsing->text || strcmp(target, "xml-stylesheet") != 0)
        return;
    begin_sheet(parsing, NULL);
    text_append(&parsing->tree->styles, "@import xml-stylesheet;\n");
}

/* --- declarations ----------------------------------------------------------------------------- */

static void XMLCALL on_doctype(void *data, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int has_declarations)
{
    struct parsing *parsing = data;
    (void)name, (void)system, (void)public, (void)has_declarations;
    parsing->doctype_line = (int)XML_GetCurrentLineNumber(parsing->parser);
}

static void refuse_declaration(struct parsing *parsing)
{
    if (parsing->failed)
        return;
    error_set(parsing->error,
              "the DOCTYPE declares entities or other things, which are never read unless they "
              "stand for a namespace; save the drawing as plain SVG");
    parsing->error->line = parsing->doctype_line;
    fail_parsing(parsing);
}

/* What follows a beginning; NULL if nothing does, or it begins otherwise. */
static const char *behind_beginning(const char *value, int length, const char *beginning)
{
    int used = (int)strlen(beginning);
    return length > used && memcmp(value, beginning, (size_t)used) == 0 ? value + used : NULL;
}

/* A web address without anything that XML would read again. */
static bool is_namespace(const char *value, int length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-._~:/?#@!$()*+,;=";
    const char *rest = behind_beginning(value, length, "http://");
    rest = rest ? rest : behind_beginning(value, length, "https://");
    if (!rest || length > ENTITY_BYTES)
        return false;
    for (; rest < value + length; rest++)
        if (*rest == '\0' || !strchr(letters, *rest))
            return false;
    return true;
}

static void XMLCALL on_entity(void *data, const XML_Char *name, int is_parameter,
                              const XML_Char *value, int length, const XML_Char *base,
                              const XML_Char *system, const XML_Char *public,
                              const XML_Char *notation)
{
    struct parsing *parsing = data;
    (void)name, (void)base;
    bool known = !is_parameter && value && !system && !public && !notation &&
                 is_namespace(value, length) && ++parsing->entities <= ENTITY_LIMIT &&
                 parsing->references <= REFERENCE_LIMIT;
    if (!known)
        refuse_declaration(parsing);
}

static void XMLCALL on_element_declaration(void *data, const XML_Char *name, XML_Content *model)
{
    struct parsing *parsing = data;
    (void)name;
    XML_FreeContentModel(parsing->parser, model);
    refuse_declaration(parsing);
}

static void XMLCALL on_attribute_declaration(void *data, const XML_Char *element,
                                             const XML_Char *attribute, const XML_Char *type,
                                             const XML_Char *value, int is_required)
{
    (void)element, (void)attribute, (void)type, (void)value, (void)is_required;
    refuse_declaration(data);
}

static void XMLCALL on_notation(void *data, const XML_Char *name, const XML_Char *base,
                                const XML_Char *system, const XML_Char *public)
{
    (void)name, (void)base, (void)system, (void)public;
    refuse_declaration(data);
}

static void XMLCALL on_skipped_entity(void *data, const XML_Char *name, int is_parameter)
{
    struct parsing *parsing = data;
    (void)name, (void)is_parameter;
    if (parsing->failed)
        return;
    error_set(parsing->error, "an entity stands here that the file does not declare, and nothing "
                              "outside it is ever read; write the character itself");
    fail_parsing(parsing);
}

static void *allocate(size_t size)
{
    return memory_allocate(size, 1);
}

static void *resize(void *old, size_t size)
{
    return memory_resize(old, size, 1);
}

static const XML_Memory_Handling_Suite parser_memory = {allocate, resize, free};

/* --- ids -------------------------------------------------------------------------------------- */

struct named {
    const char *id;
    int element;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *first = a, *second = b;
    int order = strcmp(first->id, second->id);
    return order ? order : (first->element > second->element) - (first->element < second->element);
}

static void list_named(struct svg_tree *tree)
{
    int count = 0;
    struct named *list = memory_allocate((size_t)tree->count, sizeof *list);
    for (int i = 0; i < tree->count; i++) {
        const char *id = scan_attribute(tree->elements[i].attributes, "id");
        if (id)
            list[count++] = (struct named){id, i};
    }
    qsort(list, (size_t)count, sizeof *list, compare_named);
    tree->named = memory_allocate((size_t)count, sizeof *tree->named);
    tree->named_count = count;
    for (int i = 0; i < count; i++)
        tree->named[i] = list[i].element;
    free(list);
}

static int compare_id(const struct svg_tree *tree, int named, const char *id)
{
    return strcmp(scan_attribute(tree->elements[tree->named[named]].attributes, "id"), id);
}

int svg_tree_find(const struct svg_tree *tree, const char *id)
{
    int low = 0, high = tree->named_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_id(tree, middle, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tree->named_count && compare_id(tree, low, id) == 0 ? tree->named[low] : -1;
}

/* --- the whole document ----------------------------------------------------------------------- */

bool svg_tree_read(struct svg_tree *tree, const char *bytes, size_t length, struct error *error)
{
    struct parsing parsing = {.tree = tree, .error = error};
    *tree = (struct svg_tree){0};
    for (size_t i = 0; i < length; i++)
        parsing.references += bytes[i] == '&';
    parsing.parser = XML_ParserCreate_MM(NULL, &parser_memory, "|");
    XML_Parser parser = parsing.parser;
    XML_SetUserData(parser, &parsing);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetProcessingInstructionHandler(parser, on_instruction);
    XML_SetStartDoctypeDeclHandler(parser, on_doctype);
    XML_SetEntityDeclHandler(parser, on_entity);
    XML_SetElementDeclHandler(parser, on_element_declaration);
    XML_SetAttlistDeclHandler(parser, on_attribute_declaration);
    XML_SetNotationDeclHandler(parser, on_notation);
    XML_SetSkippedEntityHandler(parser, on_skipped_entity);
    bool read = XML_Parse(parsing.parser, bytes, (int)length, XML_TRUE) == XML_STATUS_OK;
    if (!read && !parsing.failed)
        error_set_at(error, (int)XML_GetCurrentLineNumber(parsing.parser),
                     (int)XML_GetCurrentColumnNumber(parsing.parser) + 1,
                     "this is not well-formed XML (%s); mend it or save the drawing again",
                     XML_ErrorString(XML_GetErrorCode(parsing.parser)));
    XML_ParserFree(parsing.parser);
    if (read)
        list_named(tree);
    return read;
}

void svg_tree_free(struct svg_tree *tree)
{
    for (int i = 0; i < tree->count; i++)
        free(tree->elements[i].attributes);
    free(tree->elements);
    free(tree->named);
    text_free(&tree->title);
    text_free(&tree->description);
    text_free(&tree->styles);
    free(tree->sheets);
    *tree = (struct svg_tree){0};
}
