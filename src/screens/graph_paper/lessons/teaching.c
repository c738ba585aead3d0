/* The help page about the classroom: what there is for a class, how answers are given, and how
 * lessons are written.
 */
#include "screens/graph_paper/lessons/lessons.h"

static const struct help_row ways[] = {
    {"Lessons",
     "a sentence, a sheet and a question a step; Page down and Page up, or a presenter's "
     "remote, go from one to the next"},
    {"Free demonstration", "bodies that you set and drive by velocity and acceleration alone, with "
                           "wind, targets and what-ifs in pencil"},
    {"Exercises", "of sixteen kinds, alone, or two to eight teams in turn: 2 points at the first "
                  "try, 1 at a later one"},
    {"Worksheets", "exercises, a lesson or a race on paper, in versions, with solutions: Ctrl+P"},
    {"Show in class", "in the menu of any paper race, at its results and in the replay: its table, "
                      "graphs and arrows"},
};
static const struct help_row answers[] = {
    {"3.5   3,5   7/2", "the same number; an exact one always counts"},
    {"√13   3.61   3,61", "a root as it is (or \"sqrt 13\"), or rounded to two places"},
    {"On the sheet", "click the point, or where the car goes; wrong answers are explained there "
                     "with arrows"},
};
static const struct help_row keys[] = {
    {"T", "in a lesson: the half page for the teacher, which can be printed, too"},
    {"Page up, Page down", "in an exercise: the hint and then the answer; the next one"},
    {"F5", "the projector's picture: large type, strong contrast, nothing that a class needs not"},
    {"F6, F7", "a pen to draw over everything, a ring round the pointer"},
    {"B, or a full stop", "the screen goes dark, and comes back, while the projector is on"},
};
static const struct help_row writing[] = {
    {"A text file", "whose name ends with .lesson; \"Write your own\" in the classroom puts an "
                    "example there that you can change in any text editor"},
    {"title: Inertia", "lines of a key and what it says; [teacher] begins the notes, [step] a step "
                       "with say, sheet, car, ask, point and more"},
    {"Open it",
     "drop it on the window, or give its name when you start the program; what is wrong is "
     "told with its line"},
    {"All the keys", "docs/writing-lessons.md tells them; \"graphprix lesson check FILE\" looks it "
                     "over"},
};

void help_build_classroom(struct layout *column, const struct help_telling *telling)
{
    (void)telling;
    column->gap = help_gap;
    help_build_rows(column, "For a class", ways, sizeof ways / sizeof *ways);
    help_build_rows(column, "Answers", answers, sizeof answers / sizeof *answers);
    help_build_rows(column, "Keys", keys, sizeof keys / sizeof *keys);
    help_build_rows(column, "Lessons of your own", writing, sizeof writing / sizeof *writing);
}
