/* JSON files that people may edit and windows share: what is wrong in one is
 * told in sentences, what is sound goes on, and nothing is written but under a
 * lock and on what the file holds by then.
 */
#ifndef GRAPHPRIX_SESSION_JSON_FILE_H
#define GRAPHPRIX_SESSION_JSON_FILE_H

#include "base/error.h"
#include "base/system/lock.h"
#include "base/text.h"

#include <jansson.h>

/* NULL and the error with its place, which goes on a sentence that says what is damaged: "it ends
 * in the middle, as after a full disk". */
json_t *json_file_parse(const char *bytes, size_t length, struct error *error);
/* Appends the text of it, indented by so much, and gives it up. False if a
 * string in it is no UTF-8.
 */
bool json_file_print(json_t *root, int indent, struct text *into);
/* The same, atomically, into a file. */
bool json_file_write(const char *path, json_t *root, int indent, struct error *error);
const char *json_file_string(const json_t *object, const char *key); /* "" if there is none */
json_t *json_numbers(const int *numbers, int count);

/* Members of a struct that are values of an object. */
enum json_kind { JSON_KIND_NUMBER, JSON_KIND_SWITCH, JSON_KIND_WORDS };
struct json_member {
    const char *name; /* NULL ends a table */
    enum json_kind kind;
    size_t offset;   /* of an int, a bool, a char array */
    int least, most; /* of a number; of words `most` is the size of the array */
};
/* All that are there and can be used; the last that cannot be is told, and
 * stays as it was. */
bool json_members_read(const struct json_member *table, const json_t *object, void *into,
                       struct error *error);
json_t *json_members_write(const struct json_member *table, const void *from);
/* Those in which `mine` differs from `known`. */
void json_members_take(const struct json_member *table, void *into, const void *mine,
                       const void *known);

/* A list of things that people keep, each read for itself: {"graphprix": 1,
 * KEY: [...]}. `data` is whoever keeps them. */
struct json_list {
    const char *what; /* "house rules" */
    const char *key;
    size_t limit; /* bytes */
    int indent;
    /* In place of all that there is; NULL: there is nothing. What is left out is
     * told, a sentence each with a blank behind it. */
    void (*take)(void *data, const json_t *list, struct text *told);
    json_t *(*list)(const void *data); /* the caller's */
};
void json_list_read(const struct json_list *kind, const char *bytes, size_t length, void *data,
                    struct text *told);
bool json_list_print(const struct json_list *kind, const void *data, struct text *into);
/* A file that is not there (NULL: there can be none) holds none. One in which
 * anything is wrong is kept aside (file_set_aside), which is told, and the
 * sound part takes its place. */
void json_list_load(const struct json_list *kind, const char *path, void *data, struct text *told);
/* The lock, with `data` as the file holds it now; NULL and the error if nothing
 * may be changed. */
struct file_lock *json_list_lock(const struct json_list *kind, const char *path, void *data,
                                 struct text *told, struct error *error);
bool json_list_save(const struct json_list *kind, const char *path, const void *data,
                    struct error *error);

#endif
