/* See json_file.h. */
#include "session/json_file.h"

#include "base/system/file.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_FORMAT = 1 };

static const char *json_words(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_premature_end_of_input:
        return "it ends in the middle, as after a full disk; a copy of an earlier day may be whole";
    case json_error_duplicate_key:
        return "it has a duplicate key: take away the one that is wrong";
    case json_error_invalid_utf8:
        return "it holds bytes that are not text: an editor may have saved it in another encoding "
               "than UTF-8";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "it holds a zero character: take it away";
    case json_error_end_of_input_expected:
        return "something stands behind its end: take that away";
    case json_error_numeric_overflow:
        return "a number in it is too large";
    default:
        return "it is not JSON there: a bracket, a comma or a quotation mark may be missing";
    }
}

/* --- texts ---------------------------------------------------------------------------------- */

json_t *json_file_parse(const char *bytes, size_t length, struct error *error)
{
    json_error_t where;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where);
    if (root == NULL)
        error_set_at(error, where.line > 0 ? where.line : 0, where.column > 0 ? where.column : 0,
                     "%s", json_words(&where));
    return root;
}

bool json_file_print(json_t *root, int indent, struct text *into)
{
    char *text = json_dumps(root, indent > 0 ? JSON_INDENT(indent) : JSON_COMPACT);
    bool printed = text != NULL;
    if (printed)
        text_append(into, text);
    free(text);
    json_decref(root);
    return printed;
}

bool json_file_write(const char *path, json_t *root, int indent, struct error *error)
{
    struct text text = {0};
    bool written = json_file_print(root, indent, &text)
                       ? file_write_atomically(path, text.data, text.length, error)
                       : error_set(error, "a name cannot be written");
    text_free(&text);
    return written;
}

const char *json_file_string(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : "";
}

json_t *json_numbers(const int *numbers, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_integer(numbers[i]));
    return array;
}

/* --- members -------------------------------------------------------------------------------- */

static bool read_member(const struct json_member *member, const json_t *value, char *into,
                        struct error *error)
{
    json_int_t number = json_integer_value(value);
    switch (member->kind) {
    case JSON_KIND_NUMBER:
        if (!json_is_integer(value) || number < member->least || number > member->most)
            return error_set(error, "\"%s\" must be a number from %d to %d", member->name,
                             member->least, member->most);
        *(int *)(void *)into = (int)number;
        return true;
    case JSON_KIND_SWITCH:
        if (!json_is_boolean(value))
            return error_set(error, "\"%s\" must be true or false", member->name);
        *(bool *)into = json_is_true(value);
        return true;
    case JSON_KIND_WORDS:
        if (!json_is_string(value) || json_string_length(value) >= (size_t)member->most)
            return error_set(error, "\"%s\" must be a short text", member->name);
        strcpy(into, json_string_value(value));
    }
    return true;
}

bool json_members_read(const struct json_member *table, const json_t *object, void *into,
                       struct error *error)
{
    bool good = true;
    for (const struct json_member *member = table; member->name; member++) {
        const json_t *value = json_object_get(object, member->name);
        if (value)
            good &= read_member(member, value, (char *)into + member->offset, error);
    }
    return good;
}

/* Words need not be UTF-8; then they are not written. */
json_t *json_members_write(const struct json_member *table, const void *from)
{
    json_t *object = json_object();
    for (const struct json_member *member = table; member->name; member++) {
        const void *at = (const char *)from + member->offset;
        json_object_set_new(object, member->name,
                            member->kind == JSON_KIND_NUMBER   ? json_integer(*(const int *)at)
                            : member->kind == JSON_KIND_SWITCH ? json_boolean(*(const bool *)at)
                                                               : json_string(at));
    }
    return object;
}

void json_members_take(const struct json_member *table, void *into, const void *mine,
                       const void *known)
{
    for (const struct json_member *member = table; member->name; member++) {
        const char *one = (const char *)mine + member->offset;
        const char *other = (const char *)known + member->offset;
        bool is_words = member->kind == JSON_KIND_WORDS;
        size_t size = is_words                           ? strlen(one) + 1
                      : member->kind == JSON_KIND_NUMBER ? sizeof(int)
                                                         : sizeof(bool);
        if (is_words ? strcmp(one, other) != 0 : memcmp(one, other, size) != 0)
            memcpy((char *)into + member->offset, one, size);
    }
}

/* --- lists ---------------------------------------------------------------------------------- */

static void refuse(const struct json_list *kind, struct text *told, const char *why)
{
    text_append_format(told, "The %s cannot be read: %s. ", kind->what, why);
}

void json_list_read(const struct json_list *kind, const char *bytes, size_t length, void *data,
                    struct text *told)
{
    struct error error;
    json_t *root = json_file_parse(bytes, length, &error);
    const json_t *list = json_object_get(root, kind->key);
    json_int_t format = json_integer_value(json_object_get(root, "graphprix"));
    bool sound = json_is_array(list) && format == LIST_FORMAT;
    kind->take(data, sound ? list : NULL, told);
    if (root == NULL)
        text_append_format(told, "The %s cannot be read: line %d: %s. ", kind->what, error.line,
                           error.text);
    else if (json_is_array(list) && format > LIST_FORMAT)
        refuse(kind, told, "they were written by a newer Graph Prix");
    else if (!sound)
        refuse(kind, told, "the file holds something else");
    json_decref(root);
}

static json_t *root_of(const struct json_list *kind, const void *data)
{
    return json_pack("{s:i, s:o}", "graphprix", LIST_FORMAT, kind->key, kind->list(data));
}

bool json_list_print(const struct json_list *kind, const void *data, struct text *into)
{
    return json_file_print(root_of(kind, data), kind->indent, into);
}

bool json_list_save(const struct json_list *kind, const char *path, const void *data,
                    struct error *error)
{
    return json_file_write(path, root_of(kind, data), kind->indent, error);
}

static void read_file(const struct json_list *kind, const char *path, void *data, struct text *told)
{
    struct text content = {0};
    struct error error;
    bool there = path && file_exists(path);
    bool read = there && file_read(path, kind->limit, &content, &error);
    if (read)
        json_list_read(kind, text_string(&content), content.length, data, told);
    else
        kind->take(data, NULL, told);
    if (there && !read)
        refuse(kind, told, error.text);
    text_free(&content);
}

static bool is_empty(const struct json_list *kind, const void *data)
{
    json_t *list = kind->list(data);
    bool empty = json_array_size(list) == 0;
    json_decref(list);
    return empty;
}

/* With the lock held. False and the error if a damaged file stays where it is:
 * then nothing may be written over it. */
static bool read_anew(const struct json_list *kind, const char *path, void *data, struct text *told,
                      struct error *error)
{
    struct text aside = {0};
    size_t before = told->length;
    read_file(kind, path, data, told);
    if (told->length == before)
        return true;
    bool kept = file_set_aside(path, &aside, error);
    if (!kept)
        error_set(error, "the file cannot be kept aside: %s", error->text);
    else
        text_append_format(told, "The file is kept as %s. ", text_string(&aside));
    if (kept && !is_empty(kind, data) && !json_list_save(kind, path, data, error))
        text_append_format(told, "The rest cannot be saved: %s. ", error->text);
    text_free(&aside);
    return kept;
}

void json_list_load(const struct json_list *kind, const char *path, void *data, struct text *told)
{
    struct text problems = {0};
    struct error error;
    read_file(kind, path, data, &problems);
    struct file_lock *lock = problems.length > 0 ? file_lock_wait(path, &error) : NULL;
    if (lock) {
        text_clear(&problems);
        if (!read_anew(kind, path, data, &problems, &error))
            text_append_format(&problems, "The %s cannot be saved: %s. ", kind->what, error.text);
    }
    file_lock_release(lock);
    text_append(told, text_string(&problems));
    text_free(&problems);
}

struct file_lock *json_list_lock(const struct json_list *kind, const char *path, void *data,
                                 struct text *told, struct error *error)
{
    struct file_lock *lock = file_lock_wait(path, error);
    if (!lock || read_anew(kind, path, data, told, error))
        return lock;
    file_lock_release(lock);
    return NULL;
}
