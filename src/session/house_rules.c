/* House rules as JSON: a list of objects, each read for itself, so that one that is wrong does not
 * cost the others. */
#include "session/house_rules.h"

#include "base/fold.h"
#include "rules/game.h"
#include "session/json_file.h"
#include "session/save.h"

#include <string.h>

enum { HOUSE_FILE_LIMIT = 256 * 1024 };

static bool is_blank(char letter)
{
    return (unsigned char)letter <= ' ' || letter == 127;
}

/* One line without blanks round it, cut between characters; control characters are blanks. */
static void clean_name(const char *name, char into[HOUSE_RULES_NAME_BYTES])
{
    while (*name && is_blank(*name))
        name++;
    size_t length = fold_cut(name, HOUSE_RULES_NAME_BYTES - 1);
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

/* --- reading -------------------------------------------------------------------------------- */

static bool read_base(const json_t *entry, struct setup *setup, struct error *error)
{
    const struct game *game = game_find(json_file_string(entry, "game"));
    if (!game)
        return error_set(error, "there is no game \"%.40s\"", json_file_string(entry, "game"));
    int preset = fields_find_preset(game->table, json_file_string(entry, "preset"));
    if (preset < 0)
        return error_set(error, "there is no preset \"%.40s\"", json_file_string(entry, "preset"));
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
    clean_name(json_file_string(entry, "name"), name);
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

static void take(void *data, const json_t *list, struct text *told)
{
    struct house_rules *house = data;
    house->count = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        read_entry(json_array_get(list, i), house, told);
}

static json_t *list_of(const void *data)
{
    const struct house_rules *house = data;
    json_t *list = json_array();
    for (int i = 0; i < house->count; i++) {
        const struct house_rule *rule = &house->items[i];
        struct setup setup = house_rules_setup(rule);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:o}", "name", rule->name, "game",
                                              rule->game->name, "preset",
                                              rule->game->table->presets[rule->preset].name,
                                              "rules", session_rules_to_json(&setup, true)));
    }
    return list;
}

static const struct json_list kind = {"house rules", "house_rules", HOUSE_FILE_LIMIT, 2,
                                      take,          list_of};

void house_rules_read(const char *bytes, size_t length, struct house_rules *house,
                      struct text *told)
{
    json_list_read(&kind, bytes, length, house, told);
}

bool house_rules_write(const struct house_rules *house, struct text *into)
{
    return json_list_print(&kind, house, into);
}

void house_rules_load(const char *path, struct house_rules *house, struct text *told)
{
    json_list_load(&kind, path, house, told);
}

static void tell_unsaved(const char *path, struct text *told, const struct error *error)
{
    text_append_format(told, "The house rules cannot be saved to %s: %s. ", path, error->text);
}

/* The lock, with the house as the file holds it; NULL if it cannot be changed,
 * which is told. */
static struct file_lock *begin_change(const char *path, struct house_rules *house,
                                      struct text *told)
{
    struct house_rules fresh;
    struct error error;
    struct file_lock *lock = path ? json_list_lock(&kind, path, &fresh, told, &error) : NULL;
    if (lock)
        *house = fresh;
    else if (path)
        tell_unsaved(path, told, &error);
    return lock;
}

static void end_change(struct file_lock *lock, const char *path, const struct house_rules *house,
                       struct text *told)
{
    struct error error;
    if (lock && !json_list_save(&kind, path, house, &error))
        tell_unsaved(path, told, &error);
    file_lock_release(lock);
}

int house_rules_keep(const char *path, struct house_rules *house, const char *name,
                     const struct setup *setup, struct text *told, struct error *error)
{
    struct file_lock *lock = begin_change(path, house, told);
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
    struct file_lock *lock = begin_change(path, house, told);
    int index = house_rules_find(house, name);
    if (index >= 0)
        house_rules_remove(house, index);
    end_change(lock, path, house, told);
}
