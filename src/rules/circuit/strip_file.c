/* Reading and writing circuits (RULES 1.2 to 1.4): the data- attributes of an SVG file, and what is
 * drawn as far as it is needed for looks. Nothing outside the file is ever read.
 */
#include "rules/circuit/strip_file.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/svg_title.h"
#include "rules/circuit/course_path.h"
#include "rules/circuit/draft.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 200, NAME_BYTES = 200, NOTE_BYTES = 8000, FAR = 10000 };

static const char blanks[] = " \t\r\n";

struct reading {
    XML_Parser parser;
    struct error *error;
    struct circuit_draft *draft;
    struct text title, note, further; /* further: titles and notes behind the first ones */
    struct text *text;                /* that characters go to, or NULL */
    int depth;
    int courses, titles, notes; /* how many there were */
    bool failed;
};

static bool fail(struct reading *reading)
{
    if (!reading->failed && reading->error->line == 0)
        reading->error->line = (int)XML_GetCurrentLineNumber(reading->parser);
    reading->failed = true;
    XML_StopParser(reading->parser, XML_FALSE);
    return false;
}

/* --- attributes ------------------------------------------------------------------------------- */

/* NULL: it is not there. */
static const char *find_attribute(const char *const *attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* Numbers in 1/1024, and nothing else. */
static bool read_fine(const char *text, int *into, int count)
{
    for (int i = 0; i < count; i++)
        if (!course_path_number(&text, &into[i]))
            return false;
    return *text == '\0';
}

static bool has_class(const char *const *attributes, const char *wanted)
{
    const char *classes = find_attribute(attributes, "class");
    size_t length = strlen(wanted);
    for (; classes && *classes; classes += strcspn(classes, blanks)) {
        classes += strspn(classes, blanks);
        if (strcspn(classes, blanks) == length && memcmp(classes, wanted, length) == 0)
            return true;
    }
    return false;
}

/* One whole number among blanks; false, with the error, if it is none or out of bounds. */
static bool read_whole(const char *const *attributes, const char *name, int least, int most,
                       int *into, struct error *error)
{
    const char *text = find_attribute(attributes, name);
    int64_t value;
    if (!text)
        return error_set(error, "%s is missing: it is a whole number from %d to %d", name, least,
                         most);
    if (!number_is_integer(text, least, most, &value))
        return error_set(error, "%s=\"%.40s\" must be a whole number from %d to %d", name, text,
                         least, most);
    *into = (int)value;
    return true;
}

/* Whole numbers between blanks; how many there were, or -1: something is none. At most `most`. */
static int read_list(const char *text, int *into, int most)
{
    int count = 0;
    for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
        int64_t value;
        if (!number_read_integer(&text, -FAR, FAR, &value) || (*text && !strchr(blanks, *text)))
            return -1;
        if (count < most)
            into[count] = (int)value;
        count++;
    }
    return count;
}

/* --- the root --------------------------------------------------------------------------------- */

static bool take_view(struct circuit_draft *draft, const char *const *attributes,
                      struct error *error)
{
    const char *view = find_attribute(attributes, "viewBox");
    int fine[4] = {0, 0, 200 * FINE, 140 * FINE};
    if (view && !read_fine(view, fine, 4))
        return error_set(error, "viewBox=\"%.40s\" must be four numbers", view);
    if (fine[2] <= 0 || fine[3] <= 0)
        return error_set(error, "the viewBox must be wider and higher than 0");
    memcpy(draft->view, fine, sizeof fine);
    return true;
}

static bool take_root(struct reading *reading, const char *const *attributes)
{
    struct circuit_draft *draft = reading->draft;
    const char *format = find_attribute(attributes, "data-graphprix-circuit");
    if (!format || strcmp(format, "1") != 0)
        return error_set(reading->error, "the first element must say data-graphprix-circuit=\"1\"");
    return read_whole(attributes, "data-rows", CIRCUIT_ROWS_LEAST, CIRCUIT_ROWS_MOST, &draft->rows,
                      reading->error) &&
           read_whole(attributes, "data-lanes", CIRCUIT_LANES_LEAST, CIRCUIT_LANES_MOST,
                      &draft->lanes, reading->error) &&
           take_view(draft, attributes, reading->error);
}

/* --- course and corners ----------------------------------------------------------------------- */

static bool take_course(struct reading *reading, const char *name, const char *const *attributes)
{
    struct circuit_draft *draft = reading->draft;
    const char *path = find_attribute(attributes, "d");
    const char *width = find_attribute(attributes, "data-lane-width");
    if (reading->courses++ > 0)
        return error_set(reading->error, "there is a second course: leave one");
    if (strcmp(name, "path") != 0)
        return error_set(reading->error, "the course must be a path");
    draft->course_at = (int)XML_GetCurrentLineNumber(reading->parser);
    if (width && (!read_fine(width, &draft->lane_width, 1) || draft->lane_width <= 0))
        return error_set(reading->error, "data-lane-width=\"%.40s\" must be a number above 0",
                         width);
    if (!path) /* it is not drawn yet */
        return true;
    draft->path = memory_copy_string(path);
    size_t length = strlen(path);
    while (length > 0 && strchr(blanks, path[length - 1]))
        length--;
    if (length == 0 || (path[length - 1] != 'Z' && path[length - 1] != 'z'))
        return error_set(reading->error, "the course is not closed: its path must end with Z");
    return course_path_read(path, &draft->course, &draft->course_count, reading->error);
}

/* A row that there is not has a form, too: the check tells it. */
static bool read_row(struct reading *reading, const char *const *attributes, const char *name,
                     int *row)
{
    const char *text = find_attribute(attributes, name);
    int64_t value;
    if (text && number_is_integer(text, -FAR, FAR, &value)) {
        *row = (int)value;
        return true;
    }
    return read_whole(attributes, name, 0, reading->draft->rows - 1, row, reading->error);
}

static bool take_limits(struct reading *reading, struct draft_corner *corner, const char *text)
{
    corner->limit_count = text ? read_list(text, corner->limits, CIRCUIT_LANES_MOST) : 0;
    if (corner->limit_count >= 0)
        return true;
    return error_set(reading->error,
                     "data-limits=\"%.40s\" must have a whole number for each of the %d lanes",
                     text, reading->draft->lanes);
}

static bool take_line(struct reading *reading, struct draft_corner *corner, const char *text)
{
    int lanes[CIRCUIT_ROWS_MOST];
    int count = read_list(text, lanes, CIRCUIT_ROWS_MOST), rows = corner->to - corner->from + 1;
    if (count <= 0 || count > CIRCUIT_ROWS_MOST)
        return error_set(reading->error, "data-line must have a lane for each of the %d rows",
                         rows > 0 ? rows : 1);
    corner->line_count = count;
    for (int i = 0; i < count; i++)
        corner->line[i] = (short)lanes[i];
    return true;
}

static bool take_corner(struct reading *reading, const char *const *attributes)
{
    const char *line = find_attribute(attributes, "data-line");
    struct draft_corner *corner = circuit_draft_add_corner(reading->draft);
    if (!corner)
        return error_set(reading->error, "there are more than %d corners", CIRCUIT_CORNERS_MOST);
    corner->written_at = (int)XML_GetCurrentLineNumber(reading->parser);
    return read_row(reading, attributes, "data-from", &corner->from) &&
           read_row(reading, attributes, "data-to", &corner->to) &&
           take_limits(reading, corner, find_attribute(attributes, "data-limits")) &&
           (!line || take_line(reading, corner, line));
}

/* --- expat ------------------------------------------------------------------------------------ */

/* Where the characters of an element belong, or NULL. */
static struct text *words_of(struct reading *reading, const char *name)
{
    if (strcmp(name, "title") == 0)
        return reading->titles++ == 0 ? &reading->title : &reading->further;
    if (strcmp(name, "desc") == 0)
        return reading->notes++ == 0 ? &reading->note : &reading->further;
    return NULL;
}

static void XMLCALL on_start(void *data, const XML_Char *full_name, const XML_Char **attributes)
{
    struct reading *reading = data;
    const char *name = svg_plain_name(full_name);
    const char *const *values = (const char *const *)attributes;
    bool good = true;
    if (reading->failed)
        return;
    if (++reading->depth > DEPTH_MOST)
        good = error_set(reading->error, "elements lie too deep in each other");
    else if (reading->depth == 1)
        good = take_root(reading, values);
    else if (reading->text)
        good = true; /* what stands in a title or a note is no part of the drawing */
    else if (has_class(values, "course"))
        good = take_course(reading, name, values);
    else if (has_class(values, "corner"))
        good = take_corner(reading, values);
    else if (reading->depth == 2)
        reading->text = words_of(reading, name);
    if (!good)
        fail(reading);
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct reading *reading = data;
    (void)name;
    if (reading->depth == 2)
        reading->text = NULL;
    reading->depth--;
}

static void XMLCALL on_text(void *data, const XML_Char *bytes, int length)
{
    struct reading *reading = data;
    if (reading->text && reading->text->length < NOTE_BYTES)
        text_append_bytes(reading->text, bytes, (size_t)length);
}

static void XMLCALL on_entity(void *data, const XML_Char *name, int is_parameter,
                              const XML_Char *value, int length, const XML_Char *base,
                              const XML_Char *system, const XML_Char *public,
                              const XML_Char *notation)
{
    struct reading *reading = data;
    (void)name, (void)is_parameter, (void)value, (void)length, (void)base, (void)system;
    (void)public, (void)notation;
    error_set(reading->error, "the DOCTYPE declares entities, which are never read: save the "
                              "drawing as plain SVG");
    fail(reading);
}

static bool parse(struct reading *reading, const char *bytes, size_t length)
{
    XML_Parser parser = reading->parser = XML_ParserCreate(NULL);
    if (!parser)
        return error_set(reading->error, "there is not enough memory");
    XML_SetUserData(parser, reading);
    XML_SetElementHandler(parser, on_start, on_end);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetEntityDeclHandler(parser, on_entity);
    bool good = XML_Parse(parser, bytes, (int)length, XML_TRUE) == XML_STATUS_OK;
    if (!good && !reading->failed) {
        error_set_at(reading->error, (int)XML_GetCurrentLineNumber(parser),
                     (int)XML_GetCurrentColumnNumber(parser) + 1, "this is not well-formed XML: %s",
                     XML_ErrorString(XML_GetErrorCode(parser)));
        reading->failed = true;
    }
    XML_ParserFree(parser);
    return !reading->failed;
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Without blanks at both ends, and line breaks as blanks. */
static char *take_words(struct text *text, size_t most)
{
    const char *words = text_string(text);
    words += strspn(words, blanks);
    char *copy = memory_copy_string(words);
    size_t length = strlen(copy);
    if (length > most) /* the last letter whole or not at all */
        for (length = most; length > 0 && ((unsigned char)copy[length] & 0xc0) == 0x80;)
            length--;
    while (length > 0 && strchr(blanks, copy[length - 1]))
        length--;
    copy[length] = '\0';
    for (char *letter = copy; *letter; letter++)
        if (strchr(blanks, *letter))
            *letter = ' ';
    text_free(text);
    return copy;
}

bool circuit_draft_read(const char *bytes, size_t length, struct circuit_draft *into,
                        struct error *error)
{
    struct error found = {0};
    struct reading reading = {.error = &found, .draft = into};
    *into = (struct circuit_draft){.lane_width = 5 * FINE};
    bool good = length <= CIRCUIT_BYTES
                    ? parse(&reading, bytes, length)
                    : error_set_at(&found, 1, 0, "the file has more than %d bytes", CIRCUIT_BYTES);
    into->name = take_words(&reading.title, NAME_BYTES);
    into->note = take_words(&reading.note, NOTE_BYTES);
    text_free(&reading.further);
    if (good)
        return true;
    *error = found;
    circuit_draft_free(into);
    return false;
}

const void *circuit_read(const char *bytes, size_t length, struct error *error)
{
    struct circuit_draft draft;
    if (!circuit_draft_read(bytes, length, &draft, error))
        return NULL;
    const struct circuit *circuit = circuit_make(&draft, error);
    circuit_draft_free(&draft);
    return circuit;
}

/* Its first element says so, as far as bytes tell; lanes alone do, too, so that whoever leaves the
 * format out is told. */
bool circuit_recognise(const char *bytes, size_t length)
{
    static const char *const marks[] = {"data-graphprix-circuit", "data-lanes"};
    size_t first = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (first < length && strchr(" \t\r\n", bytes[first]))
        first++;
    if (first == length || bytes[first] != '<') /* words about circuits are none */
        return false;
    for (size_t i = 0; i < length && i < 65536; i++)
        for (int j = 0; j < 2; j++)
            if (bytes[i] == 'd' && length - i >= strlen(marks[j]) &&
                memcmp(bytes + i, marks[j], strlen(marks[j])) == 0)
                return true;
    return false;
}

static void append_escaped(struct text *into, const char *element, const char *words)
{
    if (!*words)
        return;
    text_append_format(into, "  <%s>", element);
    text_append_xml(into, words);
    text_append_format(into, "</%s>\n", element);
}

static void append_corner(const struct draft_corner *corner, struct text *into)
{
    text_append_format(into, "  <g class=\"corner\" data-from=\"%d\" data-to=\"%d\" data-limits=\"",
                       corner->from, corner->to);
    for (int i = 0; i < corner->limit_count && i < CIRCUIT_LANES_MOST; i++)
        text_append_format(into, "%s%d", i > 0 ? " " : "", corner->limits[i]);
    text_append(into, "\"");
    for (int i = 0; i < corner->line_count; i++)
        text_append_format(into, "%s%d", i == 0 ? " data-line=\"" : " ", corner->line[i]);
    text_append(into, corner->line_count > 0 ? "\"/>\n" : "/>\n");
}

static void append_course(const struct circuit_draft *draft, struct text *into)
{
    text_append(into, "  <path class=\"course\"");
    if (draft->course_count > 0) {
        text_append(into, " d=\"");
        if (draft->path)
            text_append_xml(into, draft->path);
        for (int i = 0; !draft->path && i < draft->course_count; i++) {
            text_append(into, i == 0 ? "M " : i == 1 ? " L " : " ");
            text_append_fine(into, draft->course[i].x);
            text_append(into, " ");
            text_append_fine(into, draft->course[i].y);
        }
        text_append(into, draft->path ? "\"" : " Z\"");
    }
    text_append(into, " data-lane-width=\"");
    text_append_fine(into, draft->lane_width);
    text_append(into, "\" fill=\"none\" stroke=\"#333\"/>\n");
}

void circuit_draft_write(const struct circuit_draft *draft, struct text *into)
{
    const int *view = draft->view;
    text_append(into, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
    text_append_fine(into, view[2]);
    text_append(into, "mm\" height=\"");
    text_append_fine(into, view[3]);
    text_append(into, "mm\" viewBox=\"");
    for (int i = 0; i < 4; i++) {
        text_append(into, i > 0 ? " " : "");
        text_append_fine(into, view[i]);
    }
    text_append_format(into,
                       "\" data-graphprix-circuit=\"1\" data-rows=\"%d\" data-lanes=\"%d\">\n",
                       draft->rows, draft->lanes);
    append_escaped(into, "title", draft->name);
    append_escaped(into, "desc", draft->note);
    append_course(draft, into);
    for (int i = 0; i < draft->corner_count; i++)
        append_corner(&draft->corners[i], into);
    text_append(into, "</svg>\n");
}

void circuit_write(const void *body, struct text *into)
{
    struct circuit_draft draft = circuit_draft_of(body);
    circuit_draft_write(&draft, into);
    circuit_draft_free(&draft);
}
