/* The coach's card of graph paper's tutorial, and its menu of lessons. */
#include "screens/graph_paper/tutorial/tutorial_inside.h"

#include <stdio.h>

static int taller(int a, int b)
{
    return a > b ? a : b;
}

/* A later step begins with the praise for the one before; the numbers that are filled in are
 * shorter than their places. */
static int lesson_height(struct canvas *canvas, const struct tutorial_lesson *lesson, int width,
                         enum canvas_style style)
{
    int most = 0;
    const char *praise = "";
    for (int i = 0; i < LESSON_STEPS && lesson->steps[i].say; i++) {
        char text[600];
        snprintf(text, sizeof text, "%s%s%s", praise, praise[0] ? " " : "", lesson->steps[i].say);
        most = taller(most, canvas_paragraph_height(canvas, style, text, width));
        for (int k = 0; k < LESSON_ENDS; k++) {
            praise = lesson->steps[i].ends[k].praise ? lesson->steps[i].ends[k].praise : "";
            most = taller(most, canvas_paragraph_height(canvas, style, praise, width));
        }
        praise = lesson->steps[i].ends[0].praise;
    }
    return most;
}

int tutorial_text_height(struct canvas *canvas, int width, enum canvas_style style)
{
    int height = 0;
    for (int i = 0; i < TUTORIAL_LESSONS; i++)
        height = taller(height, lesson_height(canvas, &tutorial_lessons[i], width, style));
    return height;
}

static void build(struct app *app, struct ui *ui)
{
    struct tutorial_entry entries[TUTORIAL_LESSONS];
    for (int i = 0; i < TUTORIAL_LESSONS; i++)
        entries[i] = (struct tutorial_entry){tutorial_lessons[i].name, tutorial_lessons[i].title,
                                             tutorial_is_done(i)};
    const struct tutorial_menu menu = {entries, TUTORIAL_LESSONS, tutorial_lesson_now(),
                                       tutorial_begin, &screen_tutorial};
    tutorial_menu_build(app, ui, &menu);
}

const struct screen screen_lessons = {.name = "lessons", .build = build};
