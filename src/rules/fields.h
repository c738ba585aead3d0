/* The fields of a family's rules, as data.
 *
 * One table a family (RULES 10) that the set-up, the set-up screen, the help pages, the save and
 * the referee all read. A field's value is an int: an index into `choices`, or the number itself
 * for a number field.
 */
#ifndef GRAPHPRIX_RULES_FIELDS_H
#define GRAPHPRIX_RULES_FIELDS_H

#include "base/error.h"
#include "base/text.h"

enum { RULES_FIELD_LIMIT = 32, RULES_PRESET_LIMIT = 8 };

struct rule_choice {
    const char *name;     /* as written in files: "with_first_move" */
    const char *title;    /* as shown: "With the first move" */
    const char *sentence; /* what it does, for people */
};

struct rule_field {
    const char *name;                  /* as written in files: "wall_missed_turns" */
    const char *group;                 /* what it belongs to, as shown: "The wall" */
    const char *title;                 /* as shown: "Missed turns at a wall" */
    const char *sentence;              /* what the switch is about, for people */
    const struct rule_choice *choices; /* NULL for a number */
    int choice_count;
    int minimum; /* of a number */
    int maximum;
    int defaults[RULES_PRESET_LIMIT]; /* by preset */
    bool often;       /* what most people set: the set-up shows it beside the presets */
    const char *zero; /* what 0 of a number means, as shown ("by itself"); NULL: 0 */
};

struct rule_preset {
    const char *name;     /* "racing-car" */
    const char *title;    /* "Racing car" */
    const char *sentence; /* for people */
};

struct rule_table {
    const struct rule_field *fields;
    int field_count;
    const struct rule_preset *presets;
    int preset_count;
    /* The one whose choices are games of their own, each with its presets; -1: there is none. */
    int contest_field;
};

/* Indices, or -1. */
int fields_find(const struct rule_table *table, const char *name);
int fields_find_preset(const struct rule_table *table, const char *name);

/* Which of the contests is played under these values; 0 where there is but one. */
int fields_contest(const struct rule_table *table, const int *values);
int fields_contest_count(const struct rule_table *table);

/* Reads a value as written in files into *value. The error names the field and lists what it may
 * be. */
bool fields_parse(const struct rule_table *table, int field, const char *text, int *value,
                  struct error *error);
/* The value as written in files; a number is printed into `buffer` (12 bytes), which is returned.
 */
const char *fields_print(const struct rule_field *field, int value, char *buffer);

/* False, with the error about a field. In the sentence {laps} stands for "laps = 3" as these values
 * are, {start=behind} for that value of it: by the names of files in the error's text, by the
 * titles in what is shown. */
bool fields_refuse(const struct rule_table *table, const int *values, int field,
                   struct error *error, const char *sentence, ...)
    __attribute__((format(printf, 5, 6)));

/* Appends what a value may be: "resume, retire or damage", "a whole number from 0 to 99". */
void fields_append_choices(const struct rule_field *field, struct text *text);

#endif
