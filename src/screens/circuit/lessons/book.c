/* Circuit's book: its pages in order and its keys. */
#include "screens/circuit/lessons/lessons.h"

#include "screens/circuit/editor/editor.h"
#include "screens/help/coach.h"

static const struct lesson_page pages[CIRCUIT_HELP_PAGES] = {
    [CIRCUIT_HELP_GAME] = {"game", "The game", NULL, NULL},
    [CIRCUIT_HELP_CAR] = {"car", "The car", NULL, NULL},
    [CIRCUIT_HELP_MOVE] = {"move", "Moving", NULL, NULL},
    [CIRCUIT_HELP_CORNER] = {"corner", "Corners", NULL, NULL},
    [CIRCUIT_HELP_LINE] = {"line", "The line", NULL, NULL},
    [CIRCUIT_HELP_SPIN] = {"spin", "Spins", NULL, NULL},
    [CIRCUIT_HELP_PASS] = {"pass", "Forcing a pass", NULL, NULL},
    [CIRCUIT_HELP_DICE] = {"dice", "The dice", NULL, NULL},
    [CIRCUIT_HELP_FINISH] = {"finish", "The finish", NULL, NULL},
    [CIRCUIT_HELP_PROGRAMS] = {"programs", "Programs", NULL, NULL},
    [CIRCUIT_HELP_DRAWING] = {"drawing", "Drawing a circuit", circuit_help_build_drawing,
                              circuit_help_tell_drawing},
    [CIRCUIT_HELP_KEYS] = {"keys", "Keys", help_build_keys, NULL},
};

static const struct lesson_key keys[] = {
    {{0}, {"1, 2, 3", "a space ahead, in that lane"}, NULL},
    {{NEEDS_VALUE, CIRCUIT_LINES, CIRCUIT_ON},
     {"Shift with them", "taking the line there, for half a wear"},
     NULL},
    {{0}, {"0", "brake, or stay: where it can be"}, NULL},
    {{0}, {"Ctrl+Z, Ctrl+Y", "undo, and do again"}, NULL},
    {{0}, {"H", "hints"}, "hints: this race was set up without them"},
    {{0}, {"Wheel, + and -", "zoom"}, NULL},
    {{0}, {"Right or middle drag", "move the sheet"}, NULL},
    {{0}, {"F", "the whole circuit"}, NULL},
    {{0}, {"F9, F11", "fold the panels away, full screen"}, NULL},
    {{0}, {"F5, F6, F7", "the projector's large picture, its pen, a ring round the pointer"}, NULL},
    {{0}, {"Ctrl+M", "sound off, and on again"}, NULL},
    {{0}, {"F1, Esc", "these pages, the menu"}, NULL},
    {{0}, {"F12, Ctrl+S", "save a picture, save a copy of the race"}, NULL},
    {{0}, {"Ctrl+P", "print the race, with rules, sheets and cards"}, NULL},
    {{0}, {"Tab, Enter", "everything else on the screen"}, NULL},
};

static const struct lesson_table *const tables[] = {&circuit_help_rules, NULL};
static const struct lesson_start starts[] = {
    {&screen_circuit_editor, CIRCUIT_HELP_DRAWING, "How to draw and to play"}, {0}};

const struct lesson_book circuit_book = {
    .game = &circuit_game,
    .pages = pages,
    .page_count = CIRCUIT_HELP_PAGES,
    .tables = tables,
    .paint = circuit_diagram_paint,
    .diagram_least = 162,
    .keys = keys,
    .key_count = sizeof keys / sizeof *keys,
    .making_page = CIRCUIT_HELP_DRAWING,
    .starts = starts,
    .tutorial = &circuit_tutorial,
};
