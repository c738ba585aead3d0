/* Graph paper's book: its pages in order, its keys, and what only it can know of a set-up. */
#include "screens/graph_paper/lessons/lessons.h"

#include "screens/graph_paper/classroom/inside.h"
#include "screens/graph_paper/editor/making.h"
#include "screens/help/coach.h"

static const struct lesson_page pages[HELP_PAGES] = {
    [HELP_GAME] = {"game", "The game", NULL, NULL},
    [HELP_MOVING] = {"moving", "Moving", NULL, NULL},
    [HELP_EXTRAS] = {"extras", "Extra pushes", NULL, NULL},
    [HELP_WALL] = {"wall", "The wall", NULL, NULL},
    [HELP_CARS] = {"cars", "Other cars", NULL, NULL},
    [HELP_AREAS] = {"areas", "Areas", NULL, NULL},
    [HELP_FINISH] = {"finish", "The finish", NULL, NULL},
    [HELP_START] = {"start", "The start", NULL, NULL},
    [HELP_DRAWING] = {"drawing", "Drawing a track", help_build_drawing, help_tell_drawing},
    [HELP_CLASSROOM] = {"classroom", "In class", help_build_classroom, NULL},
    [HELP_PROGRAMS] = {"programs", "Programs", NULL, NULL},
    [HELP_KEYS] = {"keys", "Keys", help_build_keys, NULL},
};

static const char no_hints[] = "hints: this race was set up without them";
static const struct lesson_key keys[] = {
    {{0}, {"7 8 9   4 5 6   1 2 3", "the nine points round the principal point"}, NULL},
    {{0}, {"Arrows, then Enter", "walk from point to point, and take one"}, NULL},
    {{NEEDS_MORE, FIELD_NITROS, 0}, {"Shift, or N", "show the points that cost nitros"}, NULL},
    {{0}, {"Right click, Backspace", "choose another start point"}, NULL},
    {{0}, {"Ctrl+Z, Ctrl+Y", "undo, and do again"}, NULL},
    {{0}, {"H", "hints: rounds lost, doomed points, a best line"}, no_hints},
    {{0}, {"V", "velocity and acceleration as arrows"}, NULL},
    {{0}, {"Wheel, + and -", "zoom"}, NULL},
    {{0}, {"Right or middle drag", "move the sheet"}, NULL},
    {{0}, {"F", "the whole sheet"}, NULL},
    {{0}, {"F9, F11", "fold the panels away, full screen"}, NULL},
    {{0}, {"F5, F6, F7", "the projector's large picture, its pen, a ring round the pointer"}, NULL},
    {{0}, {"Ctrl+M", "sound off, and on again"}, NULL},
    {{0}, {"F1, Esc", "these pages (in the editor: how to draw), the menu"}, NULL},
    {{0}, {"F12, Ctrl+S", "save a picture, save a copy of the race"}, NULL},
    {{0}, {"Ctrl+P", "print the race, with rules and a table for moves"}, NULL},
    {{0}, {"Tab, Enter", "everything else on the screen"}, NULL},
};

static bool meets(const struct setup *setup, int need)
{
    const struct track *track = graph_paper_track(setup);
    return track && (need == NEED_OPEN ? track->open : track->inspected_count > 0);
}

static const struct lesson_table *const tables[] = {&help_rules, NULL};
static const struct lesson_start starts[] = {
    {&screen_editor, HELP_DRAWING, "How to draw and to play"},
    {&screen_photo, HELP_DRAWING, "How to draw and to play"},
    {&screen_classroom, HELP_CLASSROOM, "How to teach and to play"},
    {&screen_lesson, HELP_CLASSROOM, "How to teach and to play"},
    {&screen_exercises, HELP_CLASSROOM, "How to teach and to play"},
    {&screen_demonstration, HELP_CLASSROOM, "How to teach and to play"},
    {0}};

const struct lesson_book graph_paper_book = {
    .game = &graph_paper_game,
    .pages = pages,
    .page_count = HELP_PAGES,
    .tables = tables,
    .meets = meets,
    .paint = diagram_paint,
    .diagram_least = 84,
    .keys = keys,
    .key_count = sizeof keys / sizeof *keys,
    .making_page = HELP_DRAWING,
    .starts = starts,
    .tutorial = &graph_paper_tutorial,
};
