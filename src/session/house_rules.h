/* House rules: rules that people have given a name and keep, in house-rules.json of the settings'
 * folder.
 *
 * Each is a preset of a family and what differs from it. Reading never fails as a whole: what
 * cannot be read is told in plain sentences and the rest is there. A file in which anything was
 * wrong is kept aside (file_set_aside) before a sound one takes its place.
 */
#ifndef GRAPHPRIX_SESSION_HOUSE_RULES_H
#define GRAPHPRIX_SESSION_HOUSE_RULES_H

#include "base/text.h"
#include "rules/setup.h"

#include <stdbool.h>

enum { HOUSE_RULES_LIMIT = 40, HOUSE_RULES_NAME_BYTES = 64 };

struct house_rule {
    char name[HOUSE_RULES_NAME_BYTES]; /* UTF-8, one line, not empty, nobody else's */
    const struct game *game;
    int preset;
    int values[RULES_FIELD_LIMIT];
};

struct house_rules {
    struct house_rule items[HOUSE_RULES_LIMIT];
    int count;
};

/* From the file's bytes; `told` gets a sentence for each thing that was left out. */
void house_rules_read(const char *bytes, size_t length, struct house_rules *house,
                      struct text *told);
/* Appends them as the file holds them. False if a name cannot be written. */
bool house_rules_write(const struct house_rules *house, struct text *into);
/* A file that is not there holds none. */
void house_rules_load(const char *path, struct house_rules *house, struct text *told);

/* One change to the file (NULL: there is none), which is read again under a lock first, so that two
 * windows lose nothing of each other's: `house` holds afterwards what the file does. Where it
 * cannot be written, which is told, the change is made to `house` alone. */
/* As house_rules_put. */
int house_rules_keep(const char *path, struct house_rules *house, const char *name,
                     const struct setup *setup, struct text *told, struct error *error);
void house_rules_forget(const char *path, struct house_rules *house, const char *name,
                        struct text *told);

int house_rules_find(const struct house_rules *house, const char *name); /* -1: there are none */
/* The set-up's rules under this name (blanks round it do not count), in place of those that had it.
 * The index; -1 and the error for a name without a letter, or when there are HOUSE_RULES_LIMIT. */
int house_rules_put(struct house_rules *house, const char *name, const struct setup *setup,
                    struct error *error);
void house_rules_remove(struct house_rules *house, int index);
/* A set-up with these rules: one player, no track. */
struct setup house_rules_setup(const struct house_rule *rule);

#endif
