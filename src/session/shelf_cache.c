/* The cache of a shelf: one JSON object with an entry a race, by path. It is thrown away whenever
 * anything about it is not as expected.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "session/shelf_inside.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Another number whenever an entry means something else. */
enum { CACHE_FORMAT = 1, CACHE_FILE_LIMIT = 64 * 1024 * 1024 };

static char *copy_of(const json_t *entry, const char *key)
{
    const char *string = json_string_value(json_object_get(entry, key));
    return memory_copy_string(string != NULL ? string : "");
}

static bool is_of(const json_t *entry, const struct shelf_race *race)
{
    return json_integer_value(json_object_get(entry, "size")) == race->size &&
           json_integer_value(json_object_get(entry, "seconds")) == race->changed &&
           json_integer_value(json_object_get(entry, "nanoseconds")) == race->nanoseconds;
}

static void take_entry(const json_t *entry, struct shelf_race *race)
{
    race->known = true;
    race->readable = json_is_true(json_object_get(entry, "readable"));
    race->over = json_is_true(json_object_get(entry, "over"));
    race->round = (int)json_integer_value(json_object_get(entry, "round"));
    race->track = copy_of(entry, "track");
    race->rules = copy_of(entry, "rules");
    race->players = copy_of(entry, "players");
    race->winners = copy_of(entry, "winners");
}

void shelf_cache_read(const char *cache, struct shelf_race *races, int count)
{
    struct text content = {0};
    struct error error;
    json_t *root = NULL;
    if (file_read(cache, CACHE_FILE_LIMIT, &content, &error))
        root = json_loadb(text_string(&content), content.length, 0, NULL);
    const json_t *entries = json_object_get(root, "races");
    if (json_integer_value(json_object_get(root, "format")) == CACHE_FORMAT)
        for (int i = 0; i < count; i++) {
            const json_t *entry = json_object_get(entries, races[i].path);
            if (entry != NULL && is_of(entry, &races[i]))
                take_entry(entry, &races[i]);
        }
    json_decref(root);
    text_free(&content);
}

static json_t *entry_of(const struct shelf_race *race)
{
    return json_pack("{s:I, s:I, s:i, s:b, s:b, s:i, s:s, s:s, s:s, s:s}", "size",
                     (json_int_t)race->size, "seconds", (json_int_t)race->changed, "nanoseconds",
                     race->nanoseconds, "readable", (int)race->readable, "over", (int)race->over,
                     "round", race->round, "track", race->track, "rules", race->rules, "players",
                     race->players, "winners", race->winners);
}

void shelf_cache_write(const char *cache, const struct shelf_race *races, int count)
{
    json_t *entries = json_object();
    for (int i = 0; i < count; i++)
        if (races[i].known)
            json_object_set_new(entries, races[i].path, entry_of(&races[i]));
    json_t *root = json_pack("{s:i, s:o}", "format", CACHE_FORMAT, "races", entries);
    char *text = json_dumps(root, JSON_COMPACT);
    struct error error;
    /* Without it the next shelf is slower: nothing that anybody needs to be told. */
    if (text != NULL && file_make_folder_of(cache, &error))
        (void)file_write_atomically(cache, text, strlen(text), &error);
    free(text);
    json_decref(root);
}
