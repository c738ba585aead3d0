/* Where the title stands is found by expat's byte counts, so that everything else stays as it is.
 */
#include "base/formats.h"

#include "base/text.h"

#include <expat.h>
#include <limits.h>
#include <string.h>

struct finder {
    XML_Parser parser;
    int depth;
    long root_end; /* where the root's start tag ends; 0: not seen */
    long from, to; /* the title as an element, its tags included */
    bool in_title, found;
    bool plain;      /* letters may be written in UTF-8 */
    char prefix[64]; /* "svg:" before the names, or "" */
};

static long place(const struct finder *finder)
{
    return (long)XML_GetCurrentByteIndex(finder->parser);
}

static long place_behind(const struct finder *finder)
{
    return place(finder) + XML_GetCurrentByteCount(finder->parser);
}

/* What stands behind the prefix of an element: "path" of "svg:path". */
static const char *svg_plain_name(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

static void begin_root(struct finder *finder, const char *name)
{
    size_t length = (size_t)(svg_plain_name(name) - name);
    finder->root_end = place_behind(finder);
    if (length < sizeof finder->prefix) {
        memcpy(finder->prefix, name, length);
        finder->prefix[length] = '\0';
    }
}

/* The first title of the document itself; those of other languages have another prefix. */
static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes)
{
    struct finder *finder = data;
    (void)attributes;
    if (finder->depth++ == 0) {
        begin_root(finder, name);
        return;
    }
    size_t prefix = strlen(finder->prefix);
    bool is_title = finder->depth == 2 && strncmp(name, finder->prefix, prefix) == 0 &&
                    strcmp(name + prefix, "title") == 0;
    if (is_title && !finder->found) {
        finder->in_title = true;
        finder->from = place(finder);
    }
}

static void XMLCALL on_end(void *data, const XML_Char *name)
{
    struct finder *finder = data;
    (void)name;
    if (--finder->depth != 1 || !finder->in_title)
        return;
    finder->in_title = false;
    finder->to = place_behind(finder);
    finder->found = true;
}

static void XMLCALL on_declaration(void *data, const XML_Char *version, const XML_Char *encoding,
                                   int standalone)
{
    struct finder *finder = data;
    (void)version, (void)standalone;
    struct text folded = {0};
    fold_append(&folded, encoding ? encoding : "utf-8");
    finder->plain = strcmp(text_string(&folded), "utf-8") == 0;
    text_free(&folded);
}

static bool find(struct finder *finder, const char *bytes, size_t length, struct error *error)
{
    finder->plain = true;
    finder->parser = XML_ParserCreate(NULL);
    if (!finder->parser)
        return error_set(error, "there is not enough memory");
    XML_SetUserData(finder->parser, finder);
    XML_SetElementHandler(finder->parser, on_start, on_end);
    XML_SetXmlDeclHandler(finder->parser, on_declaration);
    bool read = length <= INT_MAX &&
                XML_Parse(finder->parser, bytes, (int)length, XML_TRUE) == XML_STATUS_OK;
    if (!read)
        error_set_at(error, (int)XML_GetCurrentLineNumber(finder->parser), 0,
                     "this is not well-formed XML (%s), so it cannot be given a name",
                     XML_ErrorString(XML_GetErrorCode(finder->parser)));
    XML_ParserFree(finder->parser);
    return read;
}

/* Two or four bytes to a letter: a zero is among the first ones. */
static bool is_wide(const char *bytes, size_t length)
{
    return length >= 4 && memchr(bytes, 0, 4) != NULL;
}

bool svg_write_title(const char *bytes, size_t length, const char *name, struct text *into,
                     struct error *error)
{
    struct finder finder = {0};
    if (is_wide(bytes, length))
        return error_set(error, "the file is in UTF-16, so it cannot be given a name; save it in "
                                "UTF-8");
    if (!find(&finder, bytes, length, error))
        return false;
    if (!finder.found && bytes[finder.root_end - 2] == '/')
        return error_set(error, "there is nothing in this drawing");
    size_t from = (size_t)(finder.found ? finder.from : finder.root_end);
    size_t to = (size_t)(finder.found ? finder.to : finder.root_end);
    text_append_bytes(into, bytes, from);
    text_append_format(into, "%s<%stitle>", finder.found ? "" : "\n  ", finder.prefix);
    /* Letters beyond ASCII as numbers where the file is not in UTF-8. */
    struct text escaped = {0};
    text_append_xml(&escaped, name);
    if (finder.plain) {
        text_append(into, text_string(&escaped));
    } else {
        const char *cursor = text_string(&escaped);
        while (*cursor) {
            uint32_t c = fold_next(&cursor);
            if (c < 0x80)
                text_append_format(into, "%c", (int)c);
            else
                text_append_format(into, "&#%u;", (unsigned)c);
        }
    }
    text_free(&escaped);
    text_append_format(into, "</%stitle>", finder.prefix);
    text_append_bytes(into, bytes + to, length - to);
    return true;
}
