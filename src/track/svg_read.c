/* Reading a track or a draft from SVG: expat's elements become items of a draft.
 *
 * Only what is drawn counts: shapes in the document itself and in its groups. What stands in
 * definitions, patterns, clones' originals, embedded documents or other languages is ignored.
 *
 * A track is read strictly. A draft takes everything that can be drawn: shapes without a role are
 * its decoration as far as they are seen, and what is wrong on the sheet is left to its problems.
 * The first error stops the parser; it carries the line and column of the element it is about.
 *
 * Nothing is ever fetched or expanded: a DOCTYPE may name the SVG standard, but not declare
 * anything, so there are no entities to bomb with.
 */
#include "track/svg.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/number.h"
#include "track/draft.h"
#include "track/role.h"
#include "track/scan.h"
#include "track/shape.h"
#include "track/transform.h"
#include "track/words.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 200, QUOTE_BYTES = 24 };

#define SVG_PREFIX "http://www.w3.org/2000/svg|"

struct reader {
    XML_Parser parser;
    struct draft draft;
    struct pencil pencil;
    struct transform transforms[DEPTH_LIMIT + 1]; /* of the root and the open groups */
    int depth;                                    /* open elements that are read */
    int ignored;                                  /* open elements within one that is not */
    bool lenient;                                 /* it reads a draft, not a track */
    int hidden_depth;                             /* of the outermost group not seen; 0: none */
    struct text *text;                            /* where character data goes, or NULL */
    struct text title;
    struct text description;
    bool failed;
    struct error *error;
};

/* Stops. An error that has no line yet gets the place of the current element. */
static void fail(struct reader *reader)
{
    if (reader->error->line == 0) {
        reader->error->line = (int)XML_GetCurrentLineNumber(reader->parser);
        reader->error->column = (int)XML_GetCurrentColumnNumber(reader->parser) + 1;
    }
    reader->failed = true;
    XML_StopParser(reader->parser, XML_FALSE);
}

/* The sheet. */

/* Width and height in user units: those of the view box, or else of the document itself. */
static bool read_view(struct reader *reader, const char *const *attributes, struct vector *size)
{
    const char *view = shape_attribute(attributes, "viewBox");
    const char *width = shape_attribute(attributes, "width");
    const char *height = shape_attribute(attributes, "height");
    double box[4] = {0};
    struct error *error = reader->error;
    if (view && !scan_numbers(view, box, 4, error))
        return error_set(error, "in the viewBox %s", error->text);
    if (!view && (!width || !height))
        return error_set(error, "the size of the sheet is missing: give <svg> a viewBox, "
                                "such as \"0 0 40 30\" for 40 x 30 squares");
    if (!view && (!scan_length(width, &box[2], error) || !scan_length(height, &box[3], error)))
        return error_set(error, "in the width and height of <svg> %s", error->text);
    reader->pencil.sheet.corner = (struct vector){box[0], box[1]};
    *size = (struct vector){box[2], box[3]};
    return true;
}

/* Within the rounding of vertices, so that files in millimetres or pixels come out whole. */
static bool count_squares(double squares, int *count)
{
    int nearest = (int)(squares + 0.5);
    double rest = squares - nearest;
    *count = nearest;
    return rest * 2 * FINE < 1 && rest * 2 * FINE > -1;
}

/* A drawing of another program may have any size: the sheet holds all of it. */
static struct vector fit_sheet(struct vector size, double *side, bool given)
{
    while (!given && (size.x > SHEET_MAX * *side || size.y > SHEET_MAX * *side))
        *side *= 2;
    size = (struct vector){size.x / *side, size.y / *side};
    if (!(size.x > 0 && size.y > 0 && size.x <= SHEET_MAX && size.y <= SHEET_MAX))
        return size;
    struct vector whole = {(int)size.x, (int)size.y};
    return (struct vector){whole.x + (size.x - whole.x > 0.5 / FINE),
                           whole.y + (size.y - whole.y > 0.5 / FINE)};
}

static bool read_sheet(struct reader *reader, const char *const *attributes)
{
    const char *square = shape_attribute(attributes, "data-square");
    struct vector size = {0, 0};
    double side = 1;
    if (square && (!scan_numbers(square, &side, 1, reader->error) || !(side > 0)))
        return error_set(reader->error, "data-square must be one number above 0: how many user "
                                        "units a square has");
    if (!read_view(reader, attributes, &size))
        return false;
    if (reader->lenient)
        size = fit_sheet(size, &side, square != NULL);
    else
        size = (struct vector){size.x / side, size.y / side};
    reader->pencil.sheet.square = side;
    if (!(size.x >= 0.5 && size.y >= 0.5 && size.x <= SHEET_MAX && size.y <= SHEET_MAX))
        return error_set(reader->error,
                         "the sheet must have 1 to %d squares each way; look at the viewBox and at "
                         "data-square",
                         SHEET_MAX);
    if (!count_squares(size.x, &reader->draft.width) ||
        !count_squares(size.y, &reader->draft.height))
        return error_set(reader->error, "the sheet must be a whole number of squares wide and "
                                        "high; look at the viewBox and at data-square");
    return true;
}

static bool begin_document(struct reader *reader, const char *name, const char *const *attributes)
{
    const char *format = shape_attribute(attributes, "data-graphprix");
    char quote[QUOTE_BYTES];
    if (!name || strcmp(name, "svg") != 0)
        return error_set(reader->error,
                         "this is no SVG drawing: the outermost element must be <svg>");
    if (format && strcmp(format, "1") != 0)
        return error_set(reader->error,
                         "this track has the format %s, which this version does not know; a newer "
                         "one may",
                         scan_quote(format, quote, QUOTE_BYTES));
    reader->draft.line = (int)XML_GetCurrentLineNumber(reader->parser);
    reader->transforms[0] = transform_identity;
    return read_sheet(reader, attributes);
}

/* Shapes. */

static bool read_number(struct reader *reader, const char *const *attributes,
                        const struct role *role, struct draft_item *item)
{
    const char *text = shape_attribute(attributes, "data-number");
    int64_t number = role->id_number;
    bool read = !text || number_is_integer(text, 1, INT32_MAX, &number);
    item->number = read ? (int)number : 0;
    if (item->number < 1 && !reader->lenient)
        return error_set(reader->error, "data-number must say which checkpoint it is: 1, 2, ...");
    return true;
}

static bool read_arrow(struct reader *reader, const char *const *attributes,
                       struct draft_item *item)
{
    const char *cursor = shape_attribute(attributes, "data-arrow");
    int64_t x = 0, y = 0;
    bool read = false;
    if (cursor) {
        scan_spaces(&cursor);
        read = number_read_integer(&cursor, -SHEET_MAX, SHEET_MAX, &x);
        scan_separator(&cursor);
        read = read && number_read_integer(&cursor, -SHEET_MAX, SHEET_MAX, &y);
        scan_spaces(&cursor);
        read = read && *cursor == '\0' && (x != 0 || y != 0);
    }
    item->arrow = read ? (struct point){(int32_t)x, (int32_t)y} : (struct point){0, 0};
    return read || reader->lenient ||
           error_set(reader->error,
                     "data-arrow must hold two whole numbers, not both 0: how far the area "
                     "pushes to the right and up, such as \"2 1\"");
}

static bool read_transform(struct reader *reader, const char *const *attributes,
                           struct transform *whole)
{
    const char *text = shape_attribute(attributes, "transform");
    struct transform own;
    *whole = reader->transforms[reader->depth - 1];
    if (!text)
        return true;
    if (!transform_read(text, &own, reader->error))
        return false;
    *whole = transform_multiply(whole, &own);
    return true;
}

static bool draw_item(struct reader *reader, const struct shape *shape,
                      const char *const *attributes, const struct role *role)
{
    int line = (int)XML_GetCurrentLineNumber(reader->parser);
    struct draft_item *item = draft_add_item(&reader->draft, role->role, line);
    struct pencil *pencil = &reader->pencil;
    bool inspected = role->role == DRAFT_INSIDE || role->role == DRAFT_OUTSIDE;
    if (!read_transform(reader, attributes, &pencil->transform) ||
        (role->role == DRAFT_CHECKPOINT && !read_number(reader, attributes, role, item)) ||
        (role->role == DRAFT_TURBO && !read_arrow(reader, attributes, item)))
        return false;
    pencil_move(pencil, (struct vector){0, 0});
    return inspected ? shape_draw_centre(shape, attributes, pencil, reader->error)
                     : shape_draw(shape, attributes, pencil, reader->error);
}

static bool is_word_at(const char *at, const char *word)
{
    return strncmp(at, word, strlen(word)) == 0;
}

/* Display and visibility, as an attribute or in the style that the element has of its own. */
static bool is_hidden(const char *const *attributes)
{
    const char *display = shape_attribute(attributes, "display");
    const char *visibility = shape_attribute(attributes, "visibility");
    const char *style = shape_attribute(attributes, "style");
    if ((display && strcmp(display, "none") == 0) ||
        (visibility && strcmp(visibility, "hidden") == 0))
        return true;
    while (style && *style) {
        style += strspn(style, "; \t\r\n");
        size_t name = strcspn(style, ": \t\r\n;");
        const char *value = style + name + strspn(style + name, ": \t\r\n");
        if ((name == 7 && is_word_at(style, "display") && is_word_at(value, "none")) ||
            (name == 10 && is_word_at(style, "visibility") && is_word_at(value, "hidden")))
            return true;
        style += strcspn(style, ";");
    }
    return false;
}

/* Is it the paper that the game, or another program, has put under the drawing? */
static bool is_paper(const struct draft *draft, const struct draft_item *item)
{
    if (item->loop_count != 1 || draft_loop_corners(&item->loops[0]) != 4)
        return false;
    unsigned corners = 0;
    for (int i = 0; i < 4; i++) {
        struct point v = item->loops[0].vertices[i];
        if ((v.x != 0 && v.x != draft->width * FINE) || (v.y != 0 && v.y != draft->height * FINE))
            return false;
        corners |= 1U << ((v.x != 0) + 2 * (v.y != 0));
    }
    return corners == 15;
}

/* Nothing is lost with decoration that cannot be read, so it is left out. */
static void read_decoration(struct reader *reader, const struct shape *shape,
                            const char *const *attributes)
{
    static const struct role role = {DRAFT_DECORATION, 0};
    const char *classes = shape_attribute(attributes, "class");
    struct draft *draft = &reader->draft;
    struct error ignored = *reader->error;
    if (reader->hidden_depth > 0 || is_hidden(attributes))
        return;
    bool drawn = draw_item(reader, shape, attributes, &role);
    *reader->error = ignored;
    struct draft_item *item = &draft->items[draft->count - 1];
    bool told = classes && role_is_decoration(classes);
    if (!drawn || item->loop_count == 0 || (!told && is_paper(draft, item)))
        draft_drop_item(draft);
}

static bool read_shape(struct reader *reader, const struct shape *shape,
                       const char *const *attributes)
{
    struct role role;
    enum role_answer answer = role_find(shape_attribute(attributes, "class"),
                                        shape_attribute(attributes, "id"), &role, reader->error);
    if (answer == ROLE_NONE && reader->lenient)
        read_decoration(reader, shape, attributes);
    if (answer != ROLE_FOUND)
        return answer == ROLE_NONE;
    if (draw_item(reader, shape, attributes, &role))
        return true;
    return error_set(reader->error, "in this %s %s", words_role(role.role), reader->error->text);
}

/* A clone that should play a part would silently be missing. */
static bool refuse_clone(struct reader *reader, const char *const *attributes)
{
    struct role role;
    enum role_answer answer = role_find(shape_attribute(attributes, "class"),
                                        shape_attribute(attributes, "id"), &role, reader->error);
    if (answer != ROLE_FOUND)
        return answer == ROLE_NONE;
    return error_set(reader->error, "this %s is a <use>, which is not followed; unlink the clone",
                     words_role(role.role));
}

/* Elements. */

static bool begin_group(struct reader *reader, const char *const *attributes)
{
    struct transform whole;
    if (!read_transform(reader, attributes, &whole))
        return false;
    reader->transforms[reader->depth++] = whole;
    if (reader->hidden_depth == 0 && is_hidden(attributes))
        reader->hidden_depth = reader->depth;
    return true;
}

static bool is_group(const char *name)
{
    return strcmp(name, "g") == 0 || strcmp(name, "a") == 0 || strcmp(name, "switch") == 0;
}

/* The first title and the first description of the document itself are the track's. */
static void begin_text(struct reader *reader, const char *name)
{
    struct text *text = strcmp(name, "title") == 0  ? &reader->title
                        : strcmp(name, "desc") == 0 ? &reader->description
                                                    : NULL;
    if (reader->depth == 1 && text && text->length == 0)
        reader->text = text;
}

/* `name` is NULL for an element of another language. */
static bool begin_element(struct reader *reader, const char *name, const char *const *attributes)
{
    if (reader->depth + reader->ignored >= DEPTH_LIMIT)
        return error_set(reader->error, "elements are nested more than %d deep; ungroup some",
                         DEPTH_LIMIT);
    if (reader->depth == 0) {
        reader->depth = 1;
        return begin_document(reader, name, attributes);
    }
    if (reader->ignored == 0 && name && is_group(name))
        return begin_group(reader, attributes);
    if (reader->ignored++ > 0 || !name)
        return true;
    begin_text(reader, name);
    if (strcmp(name, "use") == 0)
        return refuse_clone(reader, attributes);
    const struct shape *shape = shape_find(name);
    return !shape || read_shape(reader, shape, attributes);
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
    struct reader *reader = data;
    if (!reader->failed && !begin_element(reader, plain_name(name), attributes))
        fail(reader);
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct reader *reader = data;
    (void)name;
    if (reader->ignored == 0) {
        if (reader->hidden_depth == reader->depth)
            reader->hidden_depth = 0;
        reader->depth--;
    } else if (--reader->ignored == 0) {
        reader->text = NULL;
    }
}

static void XMLCALL on_text(void *data, const XML_Char *bytes, int length)
{
    struct reader *reader = data;
    if (reader->text && reader->ignored == 1)
        text_append_bytes(reader->text, bytes, (size_t)length);
}

static void XMLCALL on_doctype(void *data, const XML_Char *name, const XML_Char *system,
                               const XML_Char *public, int has_declarations)
{
    struct reader *reader = data;
    (void)name, (void)system, (void)public;
    if (!has_declarations || reader->failed)
        return;
    error_set(reader->error, "the DOCTYPE declares entities or other things, which are never read; "
                             "save the drawing as plain SVG");
    fail(reader);
}

static void XMLCALL on_skipped_entity(void *data, const XML_Char *name, int is_parameter)
{
    struct reader *reader = data;
    (void)name, (void)is_parameter;
    if (reader->failed)
        return;
    error_set(reader->error, "an entity stands here that the file does not declare, and nothing "
                             "outside it is ever read; write the character itself");
    fail(reader);
}

/* The whole document. */

/* White space at both ends goes, white space within becomes one space: the lines of a file are not
 * those of a screen. */
static char *take_text(struct text *text)
{
    char *into = text->data;
    const char *from = text_string(text);
    if (!into)
        return NULL;
    for (from += strspn(from, " \t\r\n"); *from; from += strspn(from, " \t\r\n")) {
        size_t length = strcspn(from, " \t\r\n");
        if (into != text->data)
            *into++ = ' ';
        memmove(into, from, length);
        into += length;
        from += length;
    }
    *into = '\0';
    return memory_copy_string(text->data);
}

/* To whole characters, and without a blank at the end. */
static void cut_text(char *text, size_t limit)
{
    if (!text || strlen(text) <= limit)
        return;
    while (limit > 0 && ((unsigned char)text[limit] & 0xC0) == 0x80)
        limit--;
    limit -= limit > 0 && text[limit - 1] == ' ';
    text[limit] = '\0';
}

static bool take_texts(struct reader *reader)
{
    struct draft *draft = &reader->draft;
    draft->name = take_text(&reader->title);
    draft->description = take_text(&reader->description);
    if (reader->lenient) {
        cut_text(draft->name, SVG_TITLE_LIMIT);
        cut_text(draft->description, SVG_DESCRIPTION_LIMIT);
    }
    if (draft->name && strlen(draft->name) > SVG_TITLE_LIMIT)
        return error_set_at(reader->error, draft->line, 0,
                            "the title is longer than %d bytes; shorten it", SVG_TITLE_LIMIT);
    if (draft->description && strlen(draft->description) > SVG_DESCRIPTION_LIMIT)
        return error_set_at(reader->error, draft->line, 0,
                            "the description (<desc>) is longer than %d bytes; shorten it",
                            SVG_DESCRIPTION_LIMIT);
    return true;
}

static bool parse(struct reader *reader, const char *bytes, size_t length)
{
    XML_Parser parser = reader->parser;
    XML_SetUserData(parser, reader);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetStartDoctypeDeclHandler(parser, on_doctype);
    XML_SetSkippedEntityHandler(parser, on_skipped_entity);
    if (XML_Parse(parser, bytes, (int)length, XML_TRUE) == XML_STATUS_OK)
        return true;
    if (!reader->failed)
        error_set_at(reader->error, (int)XML_GetCurrentLineNumber(parser),
                     (int)XML_GetCurrentColumnNumber(parser) + 1,
                     "this is not well-formed XML (%s); mend it or save the drawing again",
                     XML_ErrorString(XML_GetErrorCode(parser)));
    return false;
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

/* Fills the reader's draft, which the caller frees. */
static bool read_document(struct reader *reader, const char *bytes, size_t length)
{
    *reader->error = (struct error){0};
    if (length > TRACK_FILE_LIMIT)
        return error_set(reader->error, "the file is larger than %d MiB; simplify the drawing",
                         TRACK_FILE_LIMIT / 1024 / 1024);
    reader->parser = XML_ParserCreate_MM(NULL, &parser_memory, "|");
    reader->pencil.draft = &reader->draft;
    reader->pencil.anywhere = reader->lenient;
    bool read = parse(reader, bytes, length) && take_texts(reader);
    XML_ParserFree(reader->parser);
    text_free(&reader->title);
    text_free(&reader->description);
    return read;
}

struct track *svg_read_track(const char *bytes, size_t length, struct error *error)
{
    struct reader reader = {.error = error};
    struct track *track = NULL;
    if (read_document(&reader, bytes, length))
        track = track_from_draft(&reader.draft, error);
    draft_free(&reader.draft);
    return track;
}

bool svg_read_draft(const char *bytes, size_t length, struct draft *draft, struct error *error)
{
    struct reader reader = {.error = error, .lenient = true};
    bool read = read_document(&reader, bytes, length);
    if (!read)
        draft_free(&reader.draft);
    *draft = reader.draft;
    return read;
}

struct track *svg_load_track(const char *path, struct error *error)
{
    struct text content = {0};
    struct track *track = NULL;
    *error = (struct error){0};
    if (file_read(path, TRACK_FILE_LIMIT, &content, error))
        track = svg_read_track(text_string(&content), content.length, error);
    text_free(&content);
    return track;
}
