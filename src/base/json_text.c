#include "base/formats.h"

#include <string.h>

/* A text never ends with one of these but where a value is the first. */
static void separate(struct text *into)
{
    char last = into->length > 0 ? into->data[into->length - 1] : '\n';
    if (strchr("{[:\n", last) == NULL)
        text_append_bytes(into, ",", 1);
}

void json_text_open(struct text *into, char bracket)
{
    separate(into);
    text_append_bytes(into, &bracket, 1);
}

void json_text_close(struct text *into, char bracket)
{
    text_append_bytes(into, &bracket, 1);
}

void json_text_key(struct text *into, const char *key)
{
    separate(into);
    text_append_bytes(into, "\"", 1);
    text_append(into, key);
    text_append_bytes(into, "\":", 2);
}

void json_text_integer(struct text *into, int64_t number)
{
    separate(into);
    text_append_integer(into, number);
}

void json_text_boolean(struct text *into, bool value)
{
    json_text_value(into, value ? "true" : "false");
}

void json_text_null(struct text *into)
{
    json_text_value(into, "null");
}

void json_text_value(struct text *into, const char *json)
{
    separate(into);
    text_append(into, json);
}

void json_text_string(struct text *into, const char *string)
{
    separate(into);
    text_append_bytes(into, "\"", 1);
    const char *begin = string;
    for (; *string != '\0'; string++) {
        if ((unsigned char)*string >= ' ' && *string != '"' && *string != '\\')
            continue;
        text_append_bytes(into, begin, (size_t)(string - begin));
        char byte = *string;
        static const char named[] = "\"\\\b\f\n\r\t";
        static const char letters[] = "\"\\bfnrt";
        const char *found = strchr(named, byte);
        if (found != NULL)
            text_append_format(into, "\\%c", letters[found - named]);
        else
            text_append_format(into, "\\u%04X", (unsigned)byte);
        begin = string + 1;
    }
    text_append_bytes(into, begin, (size_t)(string - begin));
    text_append_bytes(into, "\"", 1);
}

void json_text_key_integer(struct text *into, const char *key, int64_t number)
{
    json_text_key(into, key);
    json_text_integer(into, number);
}

void json_text_key_integer_or_null(struct text *into, const char *key, bool known, int64_t number)
{
    json_text_key(into, key);
    if (known)
        json_text_integer(into, number);
    else
        json_text_null(into);
}

void json_text_key_string(struct text *into, const char *key, const char *string)
{
    json_text_key(into, key);
    json_text_string(into, string);
}
