/* A lesson on the wall: a sentence, a sheet, what is to be done, and the next step. */
#include "screens/graph_paper/classroom/inside.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "commands/graph_paper/lesson.h"

#include <stdlib.h>
#include <string.h>

static const double SAY_MARGIN = 14, SIDE = 24, FOOT = 60; /* interface pixels */
static const double NARROW = 620; /* less: the panel stands below the sheet */

static struct {
    struct lesson_plan plan;
    bool is_open;
    char *path;
    int step;
    struct task_panel task_panel;
    bool fresh; /* the step has come up: nothing of the one before keeps the focus */
    bool notes; /* for the teacher, over it */
    struct ui_scroll panel, paper; /* of the panel and of the notes */
} lesson;

static struct plan_step *step_now(void)
{
    return &lesson.plan.steps[lesson.step];
}

static void begin_step(struct app *app, int step)
{
    lesson.step = step;
    const struct plan_step *now = step_now();
    task_panel_set(&lesson.task_panel, &now->task, now->asks, now->arrows,
                   (const char *const *)now->hints, now->hint_count);
    lesson.panel.offset = 0;
    lesson.fresh = true;
    app->wipe_ink = true;
}

/* Until another is opened it stays at its step, for who comes back from elsewhere. */
static void close_lesson(void)
{
    task_panel_free(&lesson.task_panel);
    if (lesson.is_open)
        lesson_free(&lesson.plan);
    free(lesson.path);
    lesson.path = NULL;
    lesson.is_open = false;
}

bool lesson_show(struct app *app, const char *path)
{
    struct lesson_plan plan;
    struct error error;
    char where[600];
    if (!lesson_load(&plan, path, lesson_find_track, &error)) {
        error_describe(&error, file_own_name(path), where, sizeof where);
        app_tell(app, "This lesson cannot be opened. %s.", where);
        return false;
    }
    char *kept = memory_copy_string(path); /* which may be that of the lesson that closes */
    close_lesson();
    lesson.path = kept;
    lesson.plan = plan;
    lesson.is_open = true;
    lesson.notes = false;
    begin_step(app, 0);
    app_go(app, &screen_lesson);
    return true;
}

static bool go(struct app *app, int by)
{
    int to = lesson.step + by;
    if (to < 0 || to >= lesson.plan.step_count)
        return false;
    begin_step(app, to);
    return true;
}

/* --- the picture ------------------------------------------------------------------------------ */

/* As large as it can be on two lines. */
static enum canvas_style say_style(struct canvas *canvas, const char *say, int width)
{
    int two = 2 * canvas_line_height(canvas, STYLE_TITLE) + 1;
    return canvas_paragraph_height(canvas, STYLE_TITLE, say, width) <= two ? STYLE_TITLE
                                                                           : STYLE_HEADING;
}

static void build_say(struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *say = step_now()->say;
    int margin = canvas_units(canvas, SAY_MARGIN), side = canvas_units(canvas, SIDE);
    int width = rest->w - 2 * side;
    enum canvas_style style = say_style(canvas, say, width);
    int height = canvas_paragraph_height(canvas, style, say, width) + 2 * margin;
    struct box strip = box_cut_top(rest, height);
    canvas_fill(canvas, strip, theme->card);
    canvas_fill(canvas, box_make(strip.x, strip.y + strip.h - 2, strip.w, 2), theme->panel_edge);
    canvas_paragraph(canvas, style, theme->ink, say, box_inset(strip, side, margin), ALIGN_LEFT);
}

static void build_foot(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool first = lesson.step == 0, last = lesson.step == lesson.plan.step_count - 1;
    canvas_fill(canvas, box, theme->panel);
    struct layout row = layout_inside(ui, box, SIDE, 8, 10);
    const char *next = last ? "Classroom" : "Next";
    if (layout_button(&row, AT_RIGHT, last ? "button classroom" : "button next", next,
                      task_panel_is_done(&lesson.task_panel) ? LOOK_PRIMARY : LOOK_PLAIN)) {
        if (last)
            app_go(app, &screen_classroom);
        else
            go(app, 1);
    }
    if (!first && layout_button(&row, AT_RIGHT, "button back", "Back", LOOK_PLAIN))
        go(app, -1);
    const char *count = ui_words("%d / %d", lesson.step + 1, lesson.plan.step_count);
    layout_text(&row, AT_RIGHT, STYLE_STRONG, theme->ink, count);
    if (!last && layout_button(&row, AT_LEFT, "button classroom", "Classroom", LOOK_PLAIN))
        app_go(app, &screen_classroom);
    if (!app->projector && layout_button(&row, AT_LEFT, "button notes", "Teacher (T)", LOOK_PLAIN))
        lesson.notes = true;
    if (!app->projector) {
        const char *keys = "Page down, Page up: steps · F5 projector · F6 pen";
        bool fits = canvas_text_width(canvas, STYLE_SMALL, keys) < row.rest.w;
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, fits ? keys : lesson.plan.title, row.rest,
                    ALIGN_CENTRE);
    }
    if (!lesson.task_panel.asks || task_panel_is_done(&lesson.task_panel))
        ui_default(ui, last ? "button classroom" : "button next");
}

/* --- the teacher's half page ------------------------------------------------------------------ */

/* The whole lesson: for pupils, and with the notes and the solutions. */
static void print_lesson(struct app *app)
{
    lesson.notes = false;
    worksheets_of_lesson(app, lesson.path);
}

static void build_notes(struct app *app, struct ui *ui)
{
    struct paper_color ink = canvas_theme(ui_canvas(ui))->ink;
    struct dialog dialog = {
        "notes", lesson.plan.title, "button close-notes", 760, false, &lesson.paper, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 6;
    for (int i = 0; i < PLAN_NOTES; i++) {
        if (!lesson.plan.notes[i])
            continue;
        layout_text(&column, AT_TOP, STYLE_HEADING, ink, plan_note_titles[i]);
        layout_paragraph(&column, STYLE_BODY, ink, lesson.plan.notes[i]);
        layout_skip(&column, AT_TOP, 6);
    }
    dialog_end(&column);
    if (layout_button(&dialog.foot, AT_RIGHT, "button close-notes", "Close", LOOK_PRIMARY))
        lesson.notes = false;
    if (layout_button(&dialog.foot, AT_RIGHT, "button print", "Print", LOOK_PLAIN))
        print_lesson(app);
    ui_default(ui, "button close-notes");
    ui_status(ui, ui_words("For the teacher: %s", lesson.plan.title));
}

/* --- the screen ------------------------------------------------------------------------------- */

static void tell(struct ui *ui)
{
    struct text status = {0};
    text_append_format(&status, "%s, step %d of %d: %s", lesson.plan.title, lesson.step + 1,
                       lesson.plan.step_count, step_now()->say);
    task_panel_say(&lesson.task_panel, &status);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    if (lesson.fresh)
        ui_set_focus(ui, NULL, false);
    lesson.fresh = false;
    build_say(ui, &rest);
    struct box foot = box_cut_bottom(&rest, canvas_units(canvas, FOOT));
    if (lesson.task_panel.asks) {
        int wide = task_panel_width(&lesson.task_panel, canvas, rest.w);
        bool narrow = rest.w < canvas_units(canvas, NARROW);
        struct box panel = narrow ? box_cut_bottom(&rest, rest.h / 2) : box_cut_right(&rest, wide);
        task_panel_build_sheet(&lesson.task_panel, ui, rest);
        task_panel_build(&lesson.task_panel, ui, panel, &lesson.panel);
    } else {
        task_panel_build_sheet(&lesson.task_panel, ui, rest);
    }
    build_foot(app, ui, foot);
    tell(ui);
    if (lesson.notes)
        build_notes(app, ui);
}

static bool press_key(struct app *app, const SDL_Keysym *key)
{
    if (key->mod & (KMOD_CTRL | KMOD_GUI) && key->sym == SDLK_p) {
        print_lesson(app);
        return true;
    }
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return false;
    switch (key->sym) {
    case SDLK_PAGEDOWN:
    case SDLK_SPACE:
    case SDLK_RIGHT:
        return go(app, 1);
    case SDLK_PAGEUP:
    case SDLK_LEFT:
        return go(app, -1);
    case SDLK_t:
        lesson.notes = true;
        return true;
    case SDLK_ESCAPE:
        app_go(app, &screen_classroom);
        return true;
    default:
        return false;
    }
}

static bool event(struct app *app, const SDL_Event *event)
{
    if (task_panel_event(&lesson.task_panel, event))
        return true;
    return event->type == SDL_KEYDOWN && press_key(app, &event->key.keysym);
}

static int animate(struct app *app, Uint32 now)
{
    (void)app;
    return task_panel_animate(&lesson.task_panel, now);
}

const struct screen screen_lesson = {
    .name = "lesson", .build = build, .event = event, .animate = animate, .covers_window = true};
