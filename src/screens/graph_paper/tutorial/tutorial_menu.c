/* What Esc opens over the tutorial: the lessons, to go to any of them, and the way out.
 */
#include "screens/graph_paper/tutorial/tutorial_inside.h"
#include "ui/layout.h"

#include <stdio.h>

static const double ROW = 44; /* interface pixels */
static const double GAP = 8;

static void build_lesson(struct app *app, struct ui *ui, int lesson, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[40], label[80];
    const struct tutorial_lesson *told = &tutorial_lessons[lesson];
    snprintf(id, sizeof id, "lesson %s", told->name);
    snprintf(label, sizeof label, "%d. %s", lesson + 1, told->title);
    bool now = lesson == tutorial_lesson_now();
    bool clicked = ui_card(ui, id, tutorial_is_done(lesson) ? "done" : "", box, now);
    struct box inside = box_inset(box, canvas_units(canvas, 16), 0);
    const struct paper_theme *theme = canvas_theme(canvas);
    if (tutorial_is_done(lesson))
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, "done",
                    box_cut_right(&inside, canvas_units(canvas, 44)), ALIGN_RIGHT);
    canvas_text(canvas, STYLE_BODY, theme->ink, label, inside, ALIGN_LEFT);
    if (clicked) {
        tutorial_begin(app, lesson);
        app_close_over(app);
    }
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct dialog dialog = {"lessons", "Tutorial", "button resume", 460, true, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    int gap = canvas_units(ui_canvas(ui), GAP);
    column.gap = GAP;
    if (ui_button(ui, "button resume", "Go on", layout_take(&column, AT_TOP, ROW), LOOK_PRIMARY))
        app_close_over(app);
    for (int i = 0; i < TUTORIAL_LESSONS; i++)
        build_lesson(app, ui, i, layout_take(&column, AT_TOP, ROW));
    struct box row = layout_take(&column, AT_TOP, ROW);
    if (ui_button(ui, "button help", "How to play", box_column(row, 0, 2, gap), LOOK_PLAIN))
        app_open_over(app, &screen_help);
    if (ui_button(ui, "button leave", "Leave", box_column(row, 1, 2, gap), LOOK_PLAIN))
        app_go_back(app);
    dialog_end(&column);
    ui_default(ui, "button resume");
    ui_status(ui, "The lessons of the tutorial");
}

const struct screen screen_lessons = {.name = "lessons", .build = build};
