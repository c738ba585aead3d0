/* The page about drawing circuits: what one is made of, the tools, and the keys. */
#include "screens/circuit/editor/editor.h"
#include "screens/circuit/lessons/lessons.h"

static const struct help_row parts[] = {
    {"Course", "a loop drawn with the pen, the way of the race: the middle of the strip"},
    {"Rows, lanes", "20 to 400 rows, all equally long along the course, of two or three lanes"},
    {"Lane 1", "is on the right-hand side; the race begins with row 0"},
    {"Corners", "rows with a limit for each lane, in steps of 20 mph; none in the starting grid"},
    {"Racing line", "one lane a row of a corner; it may change by one from row to row"},
};

static const struct help_row keys[] = {
    {"Ctrl+Z, Ctrl+Y", "undo, and do again: whatever was changed"},
    {"Arrows", "the cursor: along rows and across lanes, with the pen by squares"},
    {"Space, Enter", "press there, and let go"},
    {"1, 2, 3", "with the tool for lines: the lane of the line in that row"},
    {"Delete", "the chosen corner goes, or its line"},
    {"Esc", "drops what was begun, then what is chosen, then leaves"},
    {"Ctrl+S, Ctrl+P", "save, print"},
    {"Ctrl+N", "a new circuit"},
    {"Wheel, + and -, F", "zoom, the whole sheet"},
};

void circuit_help_build_drawing(struct layout *column, const struct help_telling *telling)
{
    struct help_row tools[CIRCUIT_TOOL_COUNT];
    (void)telling;
    for (int i = 0; i < CIRCUIT_TOOL_COUNT; i++)
        tools[i] =
            (struct help_row){ui_words("%s  %s", circuit_tools[i].letter, circuit_tools[i].name),
                              circuit_tools[i].help};
    help_build_rows(column, "What a circuit is made of", parts, sizeof parts / sizeof *parts);
    help_build_rows(column, "Tools", tools, CIRCUIT_TOOL_COUNT);
    help_build_rows(column, "Keys", keys, sizeof keys / sizeof *keys);
}

void circuit_help_tell_drawing(const struct help_telling *telling, struct text *status)
{
    (void)telling;
    text_append(status, " What a circuit is made of. Tools. Keys.");
}
