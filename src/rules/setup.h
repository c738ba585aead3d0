/* A race's set-up: with a list of actions it is the whole race.
 *
 * A small value that can be copied; the course is borrowed (whoever keeps a set-up for long retains
 * it). Field values are looked up in the family's table (rules/fields.h).
 */
#ifndef GRAPHPRIX_RULES_SETUP_H
#define GRAPHPRIX_RULES_SETUP_H

#include "rules/course.h"
#include "rules/fields.h"

#include <stdint.h>

enum { PLAYER_LIMIT = 8, CAR_LIMIT = 32 };

struct game;

struct setup {
    const struct game *game;
    struct course course; /* of that game; or none yet */
    int preset;           /* index into the table */
    int values[RULES_FIELD_LIMIT];
    int players; /* 1..PLAYER_LIMIT */
    uint64_t seed;
    int last[CAR_LIMIT]; /* car numbers in the places of the race before, for loser_first */
    int last_count;      /* 0: there was none */
};

/* The preset's values, one player, seed 1, no track. */
struct setup setup_from_preset(const struct game *game, int preset);
/* The course's game with the first of its presets that can be played on it. */
struct setup setup_for_course(struct course course);
/* Has the whole combination, with its course and players, a meaning, and is all of it available?
 * The error names the field and what it may be. */
bool setup_check(const struct setup *setup, struct error *error);
/* Does the field change anything in this set-up as it stands (damage_limit: only where damage is
 * taken)? What does not is shown pale and left out of the help pages. There may be no course. */
bool setup_field_matters(const struct setup *setup, int field);
/* Does it change in how few rounds a car that is alone may come to the finish? */
bool setup_field_sets_pace(const struct setup *setup, int field);
/* What 0 of a number field is shown as: "map: 3" where the course says how many; NULL: 0. */
enum { FIELD_ZERO_BYTES = 40 };
const char *setup_print_zero(const struct setup *setup, int field, char into[FIELD_ZERO_BYTES]);
/* "field=value", or field and value apart. */
bool setup_set(struct setup *setup, const char *field, const char *value, struct error *error);
bool setup_set_pair(struct setup *setup, const char *pair, struct error *error);

#endif
