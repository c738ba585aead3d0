/* Stock cars' book: its pages in order, its keys, and what only it can know of a set-up. */
#include "screens/stock_cars/lessons/lessons.h"

#include "screens/help/coach.h"

#include <string.h>

static const struct lesson_page pages[STOCK_HELP_PAGES] = {
    [STOCK_HELP_GAME] = {"game", "The game", NULL, NULL},
    [STOCK_HELP_ORDER] = {"order", "Orders", NULL, NULL},
    [STOCK_HELP_CARDS] = {"cards", "Wild cards", NULL, NULL},
    [STOCK_HELP_EDGE] = {"edge", "Off the track", NULL, NULL},
    [STOCK_HELP_ROAD] = {"road", "The road", NULL, NULL},
    [STOCK_HELP_PITS] = {"pits", "The pits", NULL, NULL},
    [STOCK_HELP_CARS] = {"cars", "Other cars", NULL, NULL},
    [STOCK_HELP_SPECIALS] = {"specials", "Specials", NULL, NULL},
    [STOCK_HELP_FINISH] = {"finish", "The finish", NULL, NULL},
    [STOCK_HELP_PROGRAMS] = {"programs", "Programs", NULL, NULL},
    [STOCK_HELP_KEYS] = {"keys", "Keys", help_build_keys, NULL},
};

static const struct lesson_key keys[] = {
    {{0}, {"Up, or 8", "a move ahead (number pad: all digits)"}, NULL},
    {{0}, {"Left, or 4, 7", "a step to the left and ahead"}, NULL},
    {{0}, {"Right, or 6, 9", "a step to the right and ahead"}, NULL},
    {{0}, {"Page up, Page down", "another speed"}, NULL},
    {{0}, {"Backspace, Down", "take the last part back; a right click does, too"}, NULL},
    {{0}, {"Enter", "give the order"}, NULL},
    {{0}, {"A B M L R S ( ) + 1", "the order itself, while its field has the focus"}, NULL},
    {{0}, {"Ctrl+Z, Ctrl+Y", "undo, and do again"}, NULL},
    {{0}, {"H", "hints"}, "hints: this race was set up without them"},
    {{0}, {"R", "where other cars may come to"}, NULL},
    {{0}, {"Space, arrows", "while a turn is driven: stop it, step, faster or slower"}, NULL},
    {{0}, {"Home, End", "to its beginning, to its end"}, NULL},
    {{0}, {"Wheel, + and -", "zoom"}, NULL},
    {{0}, {"Right or middle drag", "move the sheet"}, NULL},
    {{0}, {"F", "the whole map"}, NULL},
    {{0}, {"F9, F11", "fold the panels away, full screen"}, NULL},
    {{0}, {"F5, F6, F7", "the projector's large picture, its pen, a ring round the pointer"}, NULL},
    {{0}, {"Ctrl+M", "sound off, and on again"}, NULL},
    {{0}, {"F1, Esc", "these pages, the menu"}, NULL},
    {{0}, {"F12, Ctrl+S", "save a picture, save a copy of the race"}, NULL},
    {{0}, {"Ctrl+P", "print the race, with rules and order sheets"}, NULL},
    {{0}, {"Tab, Enter", "everything else on the screen"}, NULL},
};

static bool has_tile(const struct stock_map *map, char tile)
{
    return memchr(map->tiles, tile, (size_t)(map->width * map->height)) != NULL;
}

static bool meets(const struct setup *setup, int need)
{
    const struct stock_map *map = stock_map_of(setup);
    if (need == STOCK_NEED_PITS)
        return !map || has_tile(map, TILE_PIT_MARK);
    if (!map) /* one of the two is enough to tell what banks are */
        return need == STOCK_NEED_BANKS_LEFT;
    return has_tile(map, TILE_BANK) &&
           map->turn == (need == STOCK_NEED_BANKS_LEFT ? TURN_LEFT : TURN_RIGHT);
}

static const struct lesson_table *const tables[] = {&stock_help_rules, NULL};
static const struct lesson_start starts[] = {{0}};

const struct lesson_book stock_cars_book = {
    .game = &stock_cars_game,
    .pages = pages,
    .page_count = STOCK_HELP_PAGES,
    .tables = tables,
    .meets = meets,
    .paint = stock_diagram_paint,
    .diagram_least = 84,
    .keys = keys,
    .key_count = sizeof keys / sizeof *keys,
    .starts = starts,
    .tutorial = &stock_cars_tutorial,
};
