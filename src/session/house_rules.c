/* House rules as JSON: a list of objects, each read for itself, so that one that is wrong does not
 * cost the others. */
#include "session/house_rules.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/lock.h"
#include "rules/game.h"
#include "session/json_words.h"
#include "session/save.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE_FILE_LIMIT = 256 * 1024, HOUSE_FORMAT = 1 };

static bool is_blank(char letter)
{
    return (unsigned char)letter <= ' ' || letter == 127;
}

/* One line without blanks round it, cut between characters; control characters are blanks. */
static void clean_name(const char *name, char into[HOUSE_RULES_NAME_BYTES])
{
    while (*name && is_blank(*name))
        name++;
    size_t length = strlen(name), most = HOUSE_RULES_NAME_BYTES - 1;
    if (length > most)
        for (length = most; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    while (length > 0 && is_blank(name[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++)
        into[i] = is_blank(name[i]) ? ' ' : name[i];
    into[length] = 0;
}

int house_rules_find(const struct house_rules *house, const char *name)
{
    char clean[HOUSE_RULES_NAME_BYTES];
    clean_name(name, clean);
    for (int i = 0; i < house->count; i++)
        if (strcmp(house->items[i].name, clean) == 0)
            return i;
    return -1;
}

int house_rules_put(struct house_rules *house, const char *name, const struct setup *setup,
                    struct error *error)
{
    struct house_rule rule = {.game = setup->game, .preset = setup->preset};
    clean_name(name, rule.name);
    memcpy(rule.values, setup->values, sizeof rule.values);
    int index = house_rules_find(house, rule.name);
    if (rule.name[0] == 0)
        error_set(error, "house rules need a name");
    else if (index < 0 && house->count == HOUSE_RULES_LIMIT)
        error_set(error, "there are %d house rules already: delete some first", HOUSE_RULES_LIMIT);
    else
        index = index < 0 ? house->count++ : index;
    if (index >= 0)
        house->items[index] = rule;
    return index;
}

void house_rules_remove(struct house_rules *house, int index)
{
    house->count--;
    memmove(&house->items[index], &house->items[index + 1],
            (size_t)(house->count - index) * sizeof house->items[0]);
}

struct setup house_rules_setup(const struct house_rule *rule)
{
    struct setup setup = setup_from_preset(rule->game, rule->preset);
    memcpy(setup.values, rule->values, sizeof rule->values);
    return setup;
}

/* --- reading --------------------------------------------------------------------------------- */

static const char *string_of(const json_t *object, const char *key)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : "";
}

static bool read_base(const json_t *entry, struct setup *setup, struct error *error)
{
    const struct game *game = game_find(string_of(entry, "game"));
    if (!game)
        return error_set(error, "there is no game \"%.40s\"", string_of(entry, "game"));
    int preset = fields_find_preset(game->table, string_of(entry, "preset"));
    if (preset < 0)
        return error_set(error, "there is no preset \"%.40s\"", string_of(entry, "preset"));
    *setup = setup_from_preset(game, preset);
    return true;
}

/* What a rule cannot be is told, and the preset's value stands. */
static void read_rules(json_t *rules, const char *name, struct setup *setup, struct text *told)
{
    const char *field;
    json_t *value;
    json_object_foreach(rules, field, value)
    {
        struct error error;
        if (!session_rule_from_json(setup, field, value, &error))
            text_append_format(told, "House rules \"%s\": %s; the rest of them is kept. ", name,
                               error.text);
    }
}

static void read_entry(const json_t *entry, struct house_rules *house, struct text *told)
{
    char name[HOUSE_RULES_NAME_BYTES];
    struct error error = {0};
    struct setup setup;
    clean_name(string_of(entry, "name"), name);
    bool good = read_base(entry, &setup, &error);
    if (good && house_rules_find(house, name) >= 0)
        good = error_set(&error, "they are there twice");
    if (good) {
        read_rules(json_object_get(entry, "rules"), name, &setup, told);
        good = house_rules_put(house, name, &setup, &error) >= 0;
    }
    if (!good)
        text_append_format(told, "House rules \"%s\" are left out: %s. ", name, error.text);
}

static void refuse(struct text *told, const char *why)
{
    text_append_format(told, "The house rules cannot be read: %s. ", why);
}

static void read_root(const json_t *root, struct house_rules *house, struct text *told)
{
    const json_t *list = json_object_get(root, "house_rules");
    json_int_t format = json_integer_value(json_object_get(root, "graphprix"));
    if (!json_is_array(list) || format < HOUSE_FORMAT)
        refuse(told, "the file holds something else");
    else if (format > HOUSE_FORMAT)
        refuse(told, "they were written by a newer Graph Prix");
    else
        for (size_t i = 0; i < json_array_size(list); i++)
            read_entry(json_array_get(list, i), house, told);
}

void house_rules_read(const char *bytes, size_t length, struct house_rules *house,
                      struct text *told)
{
    json_error_t where;
    json_t *root = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &where);
    memset(house, 0, sizeof *house);
    if (root) {
        read_root(root, house, told);
    } else {
        char why[200];
        snprintf(why, sizeof why, "line %d: %s", where.line, json_words(&where));
        refuse(told, why);
    }
    json_decref(root);
}

/* --- writing --------------------------------------------------------------------------------- */

static json_t *to_json(const struct house_rules *house)
{
    json_t *list = json_array();
    for (int i = 0; i < house->count; i++) {
        const struct house_rule *rule = &house->items[i];
        struct setup setup = house_rules_setup(rule);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:o}", "name", rule->name, "game",
                                              rule->game->name, "preset",
                                              rule->game->table->presets[rule->preset].name,
                                              "rules", session_rules_to_json(&setup, true)));
    }
    return json_pack("{s:i, s:o}", "graphprix", HOUSE_FORMAT, "house_rules", list);
}

bool house_rules_write(const struct house_rules *house, struct text *into)
{
    json_t *root = to_json(house);
    char *text = json_dumps(root, JSON_INDENT(2));
    bool written = text != NULL;
    json_decref(root);
    if (written)
        text_append(into, text);
    free(text);
    return written;
}

static bool save(const char *path, const struct house_rules *house, struct error *error)
{
    struct text text = {0};
    bool saved = house_rules_write(house, &text)
                     ? file_write_atomically(path, text.data, text.length, error)
                     : error_set(error, "a name cannot be written");
    text_free(&text);
    return saved;
}

/* --- the file --------------------------------------------------------------------------------- */

static void read_file(const char *path, struct house_rules *house, struct text *told)
{
    struct text content = {0};
    struct error error;
    memset(house, 0, sizeof *house);
    if (!file_exists(path))
        return;
    if (file_read(path, HOUSE_FILE_LIMIT, &content, &error))
        house_rules_read(text_string(&content), content.length, house, told);
    else
        refuse(told, error.text);
    text_free(&content);
}

/* With the lock held: as they are on disk. A file in which something is wrong is kept aside, and
 * the sound part takes its place. False if that cannot be: then nothing may be written over it. */
static bool read_anew(const char *path, struct house_rules *house, struct text *told)
{
    struct text aside = {0};
    struct error error;
    size_t before = told->length;
    read_file(path, house, told);
    if (told->length == before)
        return true;
    bool kept = file_set_aside(path, &aside, &error);
    if (!kept)
        text_append_format(told, "The file %s cannot be kept aside: %s. ", path, error.text);
    else
        text_append_format(told, "The file is kept as %s. ", text_string(&aside));
    if (kept && house->count > 0 && !save(path, house, &error))
        text_append_format(told, "The rest cannot be saved: %s. ", error.text);
    text_free(&aside);
    return kept;
}

void house_rules_load(const char *path, struct house_rules *house, struct text *told)
{
    struct text problems = {0};
    struct error error;
    read_file(path, house, &problems);
    struct file_lock *lock = problems.length > 0 ? file_lock_wait(path, &error) : NULL;
    if (lock) {
        text_clear(&problems);
        read_anew(path, house, &problems);
    }
    file_lock_release(lock);
    text_append(told, text_string(&problems));
    text_free(&problems);
}

/* The lock, and in `fresh` what the file holds; NULL if it cannot be changed, which is told. */
static struct file_lock *begin_change(const char *path, struct house_rules *fresh,
                                      struct text *told)
{
    struct error error;
    struct file_lock *lock = file_lock_wait(path, &error);
    if (!lock)
        text_append_format(told, "The house rules cannot be saved to %s: %s. ", path, error.text);
    if (!lock || read_anew(path, fresh, told))
        return lock;
    file_lock_release(lock);
    return NULL;
}

static void end_change(struct file_lock *lock, const char *path, const struct house_rules *house,
                       struct text *told)
{
    struct error error;
    if (lock && !save(path, house, &error))
        text_append_format(told, "The house rules cannot be saved to %s: %s. ", path, error.text);
    file_lock_release(lock);
}

int house_rules_keep(const char *path, struct house_rules *house, const char *name,
                     const struct setup *setup, struct text *told, struct error *error)
{
    struct house_rules fresh;
    struct file_lock *lock = path ? begin_change(path, &fresh, told) : NULL;
    if (lock)
        *house = fresh;
    int index = house_rules_put(house, name, setup, error);
    if (index >= 0)
        end_change(lock, path, house, told);
    else
        file_lock_release(lock);
    return index;
}

void house_rules_forget(const char *path, struct house_rules *house, const char *name,
                        struct text *told)
{
    struct house_rules fresh;
    struct file_lock *lock = path ? begin_change(path, &fresh, told) : NULL;
    if (lock)
        *house = fresh;
    int index = house_rules_find(house, name);
    if (index >= 0)
        house_rules_remove(house, index);
    end_change(lock, path, house, told);
}
