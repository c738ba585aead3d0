/* What Esc opens over the tutorial: the lessons, to go to any of them, and the way out.
 */
#include "screens/graph_paper/tutorial/tutorial_inside.h"

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

static struct box take(struct canvas *canvas, struct box *rest)
{
    struct box row = box_cut_top(rest, canvas_units(canvas, ROW));
    box_cut_top(rest, canvas_units(canvas, GAP));
    return row;
}

static void build_rows(struct app *app, struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, GAP);
    if (ui_button(ui, "button resume", "Go on", take(canvas, rest), LOOK_PRIMARY))
        app_close_over(app);
    for (int i = 0; i < TUTORIAL_LESSONS; i++)
        build_lesson(app, ui, i, take(canvas, rest));
    struct box row = take(canvas, rest);
    if (ui_button(ui, "button help", "How to play", box_column(row, 0, 2, gap), LOOK_PLAIN))
        app_open_over(app, &screen_help);
    if (ui_button(ui, "button leave", "Leave", box_column(row, 1, 2, gap), LOOK_PLAIN))
        app_go_back(app);
}

static void build(struct app *app, struct ui *ui)
{
    static struct ui_scroll scroll;
    struct canvas *canvas = ui_canvas(ui);
    int content = (int)(scroll.content / canvas_scale(canvas));
    struct box inside = ui_dialog(ui, 460, content + 48 + 46 + 10, "button resume");
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, "Tutorial",
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 8));
    struct box area = box_inset(inside, -canvas_units(canvas, 14), 0);
    int top = ui_scroll_begin(ui, "lessons", area, &scroll);
    struct box rest = {inside.x, top + canvas_units(canvas, 6), inside.w, 100000};
    build_rows(app, ui, &rest);
    ui_scroll_end(ui, rest.y);
    ui_default(ui, "button resume");
    ui_status(ui, "The lessons of the tutorial");
}

const struct screen screen_lessons = {.name = "lessons", .build = build};
