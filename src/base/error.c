/* See error.h. Nothing here fails or allocates: it must work when everything else does not. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Shortens a string that was cut at `length` bytes so that it does not end inside a UTF-8
 * character. */
static void drop_partial_character(char *string, size_t length)
{
    size_t start = length;
    while (start > 0 && ((unsigned char)string[start - 1] & 0xC0) == 0x80)
        start--;
    if (start == 0 || (unsigned char)string[start - 1] < 0x80)
        return;
    unsigned char lead = (unsigned char)string[start - 1];
    size_t needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (length - (start - 1) < needed)
        string[start - 1] = '\0';
}

static void format_within(char *into, size_t size, const char *format, va_list arguments)
{
    int length = vsnprintf(into, size, format, arguments);
    if (length < 0)
        into[0] = '\0';
    else if ((size_t)length >= size)
        drop_partial_character(into, size - 1);
}

static void set_text(struct error *error, int line, int column, const char *format,
                     va_list arguments)
{
    /* The arguments may point into error->text, so it is written last. */
    char text[sizeof error->text];
    format_within(text, sizeof text, format, arguments);
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F)
            *c = ' ';
    error->line = line;
    error->column = column;
    error->field = 0;
    error->shown[0] = '\0';
    memcpy(error->text, text, sizeof text);
}

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_text(error, 0, 0, format, arguments);
    va_end(arguments);
    return false;
}

bool error_set_at(struct error *error, int line, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_text(error, line, column, format, arguments);
    va_end(arguments);
    return false;
}

static void print_within(char *into, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void print_within(char *into, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    format_within(into, size, format, arguments);
    va_end(arguments);
}

void error_describe(const struct error *error, const char *file, char *into, int size)
{
    if (size <= 0)
        return;
    char place[32] = "";
    if (error->line > 0 && error->column > 0)
        print_within(place, sizeof place, "%d:%d:", error->line, error->column);
    else if (error->line > 0)
        print_within(place, sizeof place, "%d:", error->line);
    const char *name = file == NULL ? "" : file;
    const char *colon = file == NULL ? "" : ":";
    const char *space = file == NULL && place[0] == '\0' ? "" : " ";
    print_within(into, (size_t)size, "%s%s%s%s%s", name, colon, place, space, error->text);
}
