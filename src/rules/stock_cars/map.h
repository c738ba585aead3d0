/* Maps of stock cars (RULES 1): rows of tiles with a header, in a text file.
 *
 * Tiles are counted from the lower left one, x to the right, y up; all that is outside the map is
 * off the track. A map that was read or made has passed every check of 1.4, is never changed and is
 * shared by a reference count.
 */
#ifndef GRAPHPRIX_RULES_STOCK_CARS_MAP_H
#define GRAPHPRIX_RULES_STOCK_CARS_MAP_H

#include "rules/setup.h"

#include <stdatomic.h>

enum {
    STOCK_MAP_SIDE = 500, /* columns and rows at most */
    STOCK_MAP_BYTES = 1024 * 1024,
    STOCK_MAP_LAPS = 99,
    STOCK_MAP_USUAL_LAPS = 3
};

/* Clockwise: to steer right is one more. */
enum heading {
    HEADING_N,
    HEADING_NE,
    HEADING_E,
    HEADING_SE,
    HEADING_S,
    HEADING_SW,
    HEADING_W,
    HEADING_NW,
    HEADING_COUNT
};
enum turn { TURN_NONE, TURN_LEFT, TURN_RIGHT };

extern const struct point heading_steps[HEADING_COUNT]; /* one tile ahead */
extern const char *const heading_names[HEADING_COUNT];  /* "NE" */
enum heading heading_turned(enum heading heading, enum turn turn);

#define TILE_OFF ' '
#define TILE_ASPHALT '*'
#define TILE_OIL 'o'
#define TILE_SAND '.'     /* not looked at */
#define TILE_BAG 'S'      /* in sight */
#define TILE_FLAT_BAG 's' /* driven over once */
#define TILE_BANK 'b'
#define TILE_LINE 'F'
#define TILE_PIT 'p'
#define TILE_PIT_END '#'
#define TILE_PIT_MARK 'P'

bool tile_is_pit(char tile);   /* p # P */
bool tile_is_alley(char tile); /* . S s */
/* Of the alphabet of 1.1, starting places among them? */
bool tile_is_known(char tile);
/* The number of a starting place, 0: it is none. */
int tile_start(char tile);

struct stock_map {
    atomic_int holders;
    char *name, *author; /* author may be "" */
    char *note;          /* what lists tell of it: "by Ann", or "" */
    int width, height;
    int laps;
    enum heading race;  /* N, E, S or W: the line is crossed so */
    enum turn turn;     /* of banked curves; TURN_NONE: there are none */
    int sandbags;       /* in the whole alley, those in sight included */
    bool says_sandbags; /* the file says how many */
    int starts;
    struct point start[PLAYER_LIMIT]; /* [car - 1] */
    char *tiles;                      /* [y * width + x]; starting places are their digits */
    bool *line;                       /* the same: of the start/finish line (1.3) */
};

/* As the file has it; a starting place is asphalt; TILE_OFF outside the map. */
char stock_map_tile(const struct stock_map *map, struct point at);
bool stock_map_on_line(const struct stock_map *map, struct point at);
/* A move over the line (5.1): 1 forward, -1 backward, 0 not at all. */
int stock_map_crossing(const struct stock_map *map, struct point from, struct point to);
/* The starting place of that number, 0: it is none. */
int stock_map_start_at(const struct stock_map *map, struct point at);

/* --- what is being made (the editor's draft, a file being read) ------------------------------- */

/* A map that nobody has checked: the header and a grid of characters. */
struct map_draft {
    char *name, *author; /* both may be "" */
    int width, height;   /* 1..STOCK_MAP_SIDE */
    int laps;            /* 1..STOCK_MAP_LAPS */
    enum heading race;   /* N, E, S or W */
    enum turn turn;
    int sandbags; /* -1: not said */
    char *tiles;  /* [y * width + x], digits are starting places */
};
/* Empty, all off the track. */
struct map_draft map_draft_make(int width, int height);
struct map_draft map_draft_copy(const struct map_draft *draft);
struct map_draft map_draft_of(const struct stock_map *map);
void map_draft_free(struct map_draft *draft);
/* TILE_OFF outside. */
char map_draft_tile(const struct map_draft *draft, struct point at);
/* [y * width + x]: is the tile of the start/finish line (1.3)? Freed with free. */
bool *map_draft_line(const struct map_draft *draft);
/* The file's text: header in a fixed order, an empty line, rows without blanks at their ends. */
void map_draft_write(const struct map_draft *draft, struct text *into);

/* Something of 1.4 that is wrong, one sentence with what to do. */
struct map_fault {
    bool has_place;
    struct point at;
    const char *key; /* of the header that it is about, or NULL */
    char text[240];
};
/* All that is wrong with the draft's tiles and values, in the order of 1.4 and by place, the first
 * `limit` of them; returns how many. */
int map_draft_check(const struct map_draft *draft, struct map_fault *into, int limit);
/* Reads a file as far as it has a form (1.1, 1.2), whether it would pass the check or not: the
 * editor opens what cannot be raced on yet. False and the error with line and column. *first_row:
 * the line of the file in which the top row stands; may be NULL. */
bool map_draft_read(const char *bytes, size_t length, struct map_draft *into, int *first_row,
                    struct error *error);
/* The same with all of 1.4: NULL and the error. */
const struct stock_map *stock_map_make(const struct map_draft *draft, struct error *error);

extern const struct course_kind stock_maps; /* map files; bodies are struct stock_map */

#endif
