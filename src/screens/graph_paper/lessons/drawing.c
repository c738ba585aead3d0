/* The page about making tracks: what one is made of, the tools of the editor and its keys, photos,
 * drawings of other programs, generated tracks, printing.
 */
#include "screens/graph_paper/lessons/lessons.h"

#include "base/text.h"
#include "screens/graph_paper/editor/making.h"
#include "screens/graph_paper/editor/tools.h"
#include "studio/graph_paper/generate/generate.h"

#include <stdio.h>

#define RING                                                                                       \
    "<path class='wall' d='M 0.2 0.1 C 2 -0.2, 5.2 -0.2, 6.8 0.1 C 7.3 1, 7.3 3, 6.8 3.9 "         \
    "C 5 4.3, 2 4.3, 0.2 4 C -0.3 3, -0.3 1, 0.2 0.1 Z'/>"                                         \
    "<path class='wall' d='M 2.3 1.7 C 3.4 1.3, 4.4 1.9, 5 1.6 C 5.5 1.9, 5.4 2.4, 5 2.6 C 4 "     \
    "2.3, 3 2.9, 2.3 2.5 C 2 2.2, 2 1.9, 2.3 1.7 Z'/>"
#define LINE_BELOW "<line class='start finish' x1='4' y1='2' x2='4' y2='5'/>"

static const struct lesson lessons[] = {
    LESSON(DRAWING, WHEN(ALWAYS), RING, "Two walls",
           "The outer wall goes all around the track, the inner one is what you drive round; there "
           "may be more of those. Walls must close and may not cross. A ground without a line is "
           "an arena, for derbies.",
           {TEXT("outer", 1.4, 0.8), TEXT("inner", 3.6, 3.3)}),
    LESSON(DRAWING, WHEN(ALWAYS), RING LINE_BELOW, "The line",
           "The start and finish line lies across the road, from wall to wall; its arrow is the "
           "way of the race. An open track has two lines, a start and a finish, no laps, and needs "
           "no inner wall.",
           {ARROW(3.2, 3.4, 1.9, 3.4)}),
    LESSON(
        DRAWING, WHEN(ALWAYS),
        ALL_TRACK
        "<path class='slick' d='M -0.2 1.6 C 0.3 0.4, 1.6 0.6, 1.8 1.8 C 1.9 3, 1 3.6, 0.4 3.2 C "
        "-0.2 2.9, -0.4 2.4, -0.2 1.6 Z'/><path class='turbo' d='M 2.6 0.6 H 4.4 V 3.4 H 2.6 Z' "
        "data-arrow='0 2'/><polyline class='checkpoint' data-number='1' points='6,1 6,2 6,3'/>",
        "Slicks, turbo areas, checkpoints",
        "On a slick a car can hardly steer. A turbo area pushes it the way of its arrow. "
        "Checkpoints are gates to be passed in order. Rules without them leave them out.",
        {TEXT("slick", 0.8, 4), TEXT("turbo", 3.5, 4), TEXT("gate", 6, 4)}),
    LESSON(DRAWING, WHEN(ALWAYS),
           "<path class='wall' d='M -3 -3 H 5.2 V 8 H -3 Z'/><circle class='inside' cx='5' cy='1' "
           "r='.25'/><circle class='outside' cx='5' cy='3' r='.25'/>",
           "Points in doubt",
           "Where a wall runs close by a grid point, you can say whether a car may stand there: "
           "inside the track, outside, or as it is drawn.",
           {TEXT("inside", 3.1, 1), TEXT("outside", 2.9, 3)}),
};
enum { LESSON_COUNT = sizeof lessons / sizeof *lessons, WORD_BYTES = 60 };
const struct lesson_table help_drawing = {lessons, LESSON_COUNT};

static const struct help_row keys[] = {
    {"Arrows", "a cursor instead of the mouse; with Shift by quarters of a square"},
    {"Space, or Enter", "press at the cursor, and let go"},
    {"Wheel, + and -", "zoom"},
    {"Right or middle drag", "move the sheet; so does the left button with Space held down"},
    {"F", "the whole sheet"},
    {"Alt", "no snapping to grid points"},
    {"X", "turn the line's arrow round; the second wall to the other side"},
    {"G", "show or hide the lap that the game has found"},
    {"Ctrl+Z, Ctrl+Y", "undo, and do again"},
    {"Ctrl+A, Ctrl+D, Delete", "select all, double it, delete it"},
    {"Ctrl+S, Ctrl+Shift+S", "save, save as a new file"},
    {"Ctrl+N, Ctrl+P", "a new sheet, print this one"},
    {"F9, F11", "fold the panel away, full screen"},
    {"Esc", "give up what was begun, then leave"},
};
static const struct help_row photo[] = {
    {"A good photo", "from straight above, in even light without shadows, the whole sheet in it"},
    {"Good lines", "drawn with a dark pen, closed, on squares that are paler than they are"},
    {"The picture", "drop it on the window: its lines become walls that you take or leave"},
    {"Corners", "drag them to those of the sheet if they were not found"},
    {"Squares across", "how many squares your sheet is wide, so that the road fits the grid"},
    {"Start line", "draw it in the editor, where the photo lies on the sheet"},
};
static const struct help_row drawings[] = {
    {"An SVG file", "drop it on the window: its closed shapes become walls that you take or leave"},
    {"How large is a square?", "asked of a drawing that does not say so, in millimetres or in its "
                               "own units; you see at once what sheet comes of it"},
    {"Change", "beside the sheet's size: makes it larger or smaller, and what is drawn with it"},
    {"Save", "what a track cannot hold, such as texts and colours, is named before it is left out"},
};
static const struct help_row printing[] = {
    {"Ctrl+P, or Print", "the track on paper, true to size, on one sheet or several to be glued"},
    {"Empty squares", "graph paper to draw on; take a photo of it when the track is done"},
};

/* --- the tools -------------------------------------------------------------------------------- */

static const double SIGN = 26, SIGN_GAP = 10, NAME = 112, LETTER = 34, HEADING = 30;

static int tool_in_hand(const struct help_telling *telling)
{
    return telling->from == &screen_editor ? editor_tool_in_hand() : -1;
}

static void build_tools(struct layout *column, void *data)
{
    const struct help_telling *telling = data;
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, SIGN);
    canvas_text(canvas, STYLE_HEADING, theme->ink, "Tools", layout_take(column, AT_TOP, HEADING),
                ALIGN_LEFT);
    for (int i = 0; i < editor_tool_count(); i++) {
        struct editor_tool_words words = editor_tool_words(i);
        bool in_hand = i == tool_in_hand(telling);
        struct layout head = {column->ui, {0}, 0};
        head.rest = help_build_row(column, SIGN + SIGN_GAP + NAME + LETTER, words.help);
        layout_skip(column, AT_TOP, 6);
        canvas_icon(canvas, words.icon, box_centre(layout_cut(&head, AT_LEFT, side), side, side),
                    in_hand ? theme->action : theme->ink);
        layout_skip(&head, AT_LEFT, SIGN_GAP);
        canvas_text(canvas, in_hand ? STYLE_STRONG : STYLE_BODY,
                    in_hand ? theme->action : theme->ink, words.name,
                    layout_take(&head, AT_LEFT, NAME), ALIGN_LEFT);
        canvas_text(canvas, STYLE_BODY, theme->action, words.letter, head.rest, ALIGN_LEFT);
    }
}

/* --- the other cards -------------------------------------------------------------------------- */

static void build_parts(struct layout *column, const struct help_telling *telling)
{
    const struct lesson *parts[LESSON_COUNT];
    struct help_telling drawing = *telling;
    drawing.lessons = parts;
    drawing.count = LESSON_COUNT;
    drawing.room = 0; /* as tall as they need to be */
    for (int i = 0; i < LESSON_COUNT; i++)
        parts[i] = &lessons[i];
    help_build_lessons(column, &drawing, HELP_DRAWING);
}

/* The names of the styles with a capital, and what a difficulty promises on the usual sheet. */
static void build_generating(struct layout *column)
{
    struct help_row rows[GENERATOR_STYLE_COUNT + 2];
    char names[GENERATOR_STYLE_COUNT][WORD_BYTES], promise[8 * WORD_BYTES];
    struct generator_wish wish = generator_usual_wish;
    int easiest, easy, hard, hardest;
    for (int i = 0; i < GENERATOR_STYLE_COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%s", generator_style_names[i]);
        names[i][0] = (char)(names[i][0] - 'a' + 'A');
        rows[i] = (struct help_row){names[i], generator_style_sentences[i]};
    }
    wish.difficulty = GENERATOR_DIFFICULTY_LEAST;
    generator_promise(&wish, &easiest, &easy);
    wish.difficulty = GENERATOR_DIFFICULTY_MOST;
    generator_promise(&wish, &hard, &hardest);
    snprintf(promise, sizeof promise,
             "Promises how long a lap is: on %d × %d squares, %s, %d to %d moves at %d and %d to "
             "%d at %d. In an arena, how many pillars there are. From 2 on there are slicks, at 3 "
             "and 5 checkpoints, at 4 and 5 a turbo area.",
             wish.width, wish.height, generator_style_names[wish.style], easiest, easy,
             GENERATOR_DIFFICULTY_LEAST, hard, hardest, GENERATOR_DIFFICULTY_MOST);
    rows[GENERATOR_STYLE_COUNT] = (struct help_row){"Difficulty", promise};
    rows[GENERATOR_STYLE_COUNT + 1] = (struct help_row){
        "Seed", "The same seed and wishes make the same track again, on every computer."};
    help_build_rows(column, "Generating", rows, GENERATOR_STYLE_COUNT + 2);
}

/* --- the page --------------------------------------------------------------------------------- */

/* In order; of a table without rows the rows are made up. Photos are first for who asks at one. */
static const struct section {
    const char *heading;
    const struct help_row *rows;
    int count;
} sections[] = {{"Keys", keys, sizeof keys / sizeof *keys},
                {"From a photo", photo, sizeof photo / sizeof *photo},
                {"From a drawing", drawings, sizeof drawings / sizeof *drawings},
                {"Generating", NULL, 0},
                {"Printing", printing, sizeof printing / sizeof *printing}};
enum { SECTION_COUNT = sizeof sections / sizeof *sections, PHOTO = 1 };

void help_build_drawing(struct layout *column, const struct help_telling *telling)
{
    struct help_telling told = *telling;
    bool photo_first = telling->from == &screen_photo;
    column->gap = help_gap;
    if (photo_first)
        help_build_rows(column, sections[PHOTO].heading, photo, sections[PHOTO].count);
    build_parts(column, telling);
    help_build_card(column, 0, build_tools, &told);
    for (int i = 0; i < SECTION_COUNT; i++)
        if (!sections[i].rows)
            build_generating(column);
        else if (i != PHOTO || !photo_first)
            help_build_rows(column, sections[i].heading, sections[i].rows, sections[i].count);
}

void help_tell_tool(bool photo_first, int tool, struct text *status)
{
    text_append(status, photo_first ? ": From a photo, " : ": ");
    for (int i = 0; i < LESSON_COUNT; i++)
        text_append_format(status, "%s, ", lessons[i].heading);
    text_append(status, "Tools");
    for (int i = 0; i < SECTION_COUNT; i++)
        if (i != PHOTO || !photo_first)
            text_append_format(status, ", %s", sections[i].heading);
    if (tool >= 0) {
        struct editor_tool_words words = editor_tool_words(tool);
        text_append_format(status, ". In hand: %s (%s): %s", words.name, words.letter, words.help);
    }
}

void help_tell_drawing(const struct help_telling *telling, struct text *status)
{
    help_tell_tool(telling->from == &screen_photo, tool_in_hand(telling), status);
}
