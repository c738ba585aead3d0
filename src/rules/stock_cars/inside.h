/* What the files of this folder share: a race's state, its ground, and what carries an order out.
 */
#ifndef GRAPHPRIX_RULES_STOCK_CARS_INSIDE_H
#define GRAPHPRIX_RULES_STOCK_CARS_INSIDE_H

#include "base/number.h"
#include "rules/stock_cars/map.h"
#include "rules/stock_cars/stock_cars.h"

/* Sand that nobody has looked at, with a bag under it; shown as TILE_SAND. */
#define TILE_HIDDEN_BAG ','

/* The tiles as they are now, [y * width + x]: shared by states until one of them changes it. */
struct stock_ground;

struct stock_race {
    struct race head;
    const struct setup *setup;
    const struct stock_map *map;
    struct random random;
    int round; /* 0 while specials are chosen */
    bool over;
    bool to_flag;       /* it is over, and the last car drives on alone */
    int finishers;      /* that have their places */
    int most_crossings; /* of any car at an end of turn */
    struct stock_ground *ground;
    uint64_t ground_hash;                /* of all its differences from the map */
    struct stock_car cars[PLAYER_LIMIT]; /* of car n: cars[n - 1] */
};

struct stock_race *stock_race(struct race *race);
const struct stock_race *stock_race_of(const struct race *race);
int stock_value(const struct stock_race *race, enum stock_field field);
bool stock_is_on(const struct stock_race *race, enum stock_field field);

/* --- fields.c --------------------------------------------------------------------------------- */

/* --- ground.c --------------------------------------------------------------------------------- */

/* As the race begins, with its first bags hidden. */
void ground_begin(struct stock_race *race);
void ground_retain(const struct stock_race *race);
void ground_release(const struct stock_race *race);
/* With TILE_HIDDEN_BAG where there is one; TILE_OFF outside the map. */
char ground_tile(const struct stock_race *race, struct point at);
void ground_set(struct stock_race *race, struct point at, char tile);
/* All of the alley that is no slick is sand again, with the map's bags hidden in it (6.4). */
void ground_reset_sand(struct stock_race *race);
/* Hides the bags that nobody has found anew, by the race's draws. */
void ground_hide_anew(struct stock_race *race);

/* --- drive.c ---------------------------------------------------------------------------------- */

/* The speed falls first, then the maximum (2.1). */
void stock_lower(struct stock_car *car, int speed, int maximum);
/* Carries out a car's order, which was read as the race stands. `trial`: nothing that is hidden or
 * drawn is found out (8.4), no events are told. */
void stock_drive(struct stock_race *race, int number, const struct stock_order *order,
                 const char *plain, struct event_list *events, struct stock_trial *trial);

/* An event of a car, its body to be filled in; `extra` bytes lie behind the body. */
struct stock_event *stock_tell(struct event_list *events, enum stock_event_type type, int car,
                               size_t extra);
/* Where it happened, for those who look on. */
void stock_tell_place(struct event_list *events, struct point at);

/* --- turn.c ----------------------------------------------------------------------------------- */

/* --- json.c, words.c -------------------------------------------------------------------------- */

void stock_append_head(const struct race *race, struct text *into);
void stock_append_car(const struct race *race, int car, struct text *into);
void stock_append_rest(const struct race *race, struct text *into);
void stock_append_event(const struct event *event, struct text *into);
bool stock_append_moves(const struct race *race, int car, const char *rest, struct text *into,
                        struct error *error);
bool stock_append_try(const struct race *race, int car, const char *action, struct text *into,
                      struct error *error);
extern const struct standing_column stock_columns[];
void stock_standing(const struct race *race, int car, struct standing *into);
void stock_say_standing(const struct race *race, int car, struct standing *into);
void stock_tally(const struct race *race, const struct told_event *events, int count,
                 struct standing *standings);
void stock_append_board(const struct race *race, struct text *into);
void stock_describe(const struct race *race, const struct event *event, const char *const *names,
                    struct text *into);

/* === map inside =============================================================================== */

/* What the files of maps share. */

/* map.c: of a draft that has passed the check; what is blank below and to the right of the last
 * tiles is left out. */
const struct stock_map *stock_map_of_checked(const struct map_draft *draft);

/* map_file.c */
/* Bytes of a key of the header, in capitals or not, with which the words begin; 0: they do not. */
bool stock_map_recognise(const char *bytes, size_t length);
const void *stock_map_read(const char *bytes, size_t length, struct error *error);
bool stock_map_retitle(const char *bytes, size_t length, const char *name, struct text *into,
                       struct error *error);

#endif
