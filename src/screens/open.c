/* The list of saved races, and the way to the system's own file dialog where there is one.
 */
#include "screens/screen.h"

#include "base/memory.h"
#include "session/save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct {
    struct saved_race *races;
    int count;
    struct ui_scroll scroll;
} list;

static void append_folder(const char *folder)
{
    int count = 0;
    struct saved_race *found = saved_race_list(folder, &count);
    int all = list.count + count;
    list.races = memory_resize(list.races, (size_t)(all ? all : 1), sizeof *list.races);
    if (count > 0)
        memcpy(list.races + list.count, found, (size_t)count * sizeof *found);
    list.count = all;
    free(found);
}

static int newest_first(const void *a, const void *b)
{
    int64_t left = ((const struct saved_race *)a)->changed;
    int64_t right = ((const struct saved_race *)b)->changed;
    return left < right ? 1 : left > right ? -1 : 0;
}

static void enter(struct app *app)
{
    append_folder(app->races_folder);
    append_folder(app->saved_folder);
    qsort(list.races, (size_t)list.count, sizeof *list.races, newest_first);
    list.scroll = (struct ui_scroll){0};
}

static void leave(struct app *app)
{
    (void)app;
    for (int i = 0; i < list.count; i++)
        saved_race_free(&list.races[i]);
    free(list.races);
    list.races = NULL;
    list.count = 0;
}

static void describe_state(const struct saved_race *race, bool aside, char *into, int size)
{
    char when[40] = "", round[40];
    time_t changed = (time_t)race->changed;
    struct tm local;
    if (localtime_r(&changed, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    snprintf(round, sizeof round, "round %d", race->round);
    snprintf(into, (size_t)size, "%s%s · %s", aside ? "copy · " : "",
             race->over ? "finished" : round, when);
}

static void build_race(struct app *app, struct ui *ui, const struct saved_race *race,
                       struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *name = strrchr(race->path, '/') + 1;
    bool aside = strstr(race->path, app->saved_folder) == race->path;
    char id[300], state[120];
    snprintf(id, sizeof id, "%s %s", aside ? "copy" : "race", name);
    describe_state(race, aside, state, sizeof state);
    if (ui_card(ui, id, state, box, false)) {
        char *path = memory_copy_string(race->path);
        app_close_over(app);
        app_open_file(app, path);
        free(path);
    }
    struct box inside = box_inset(box, canvas_units(canvas, 16), canvas_units(canvas, 7));
    struct box upper = box_cut_top(&inside, inside.h / 2);
    int width = canvas_text_width(canvas, STYLE_SMALL, state);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, state, box_cut_right(&upper, width),
                ALIGN_RIGHT);
    box_cut_right(&upper, canvas_units(canvas, 12));
    canvas_text(canvas, STYLE_STRONG, theme->ink,
                race->track_name[0] ? race->track_name : "A track without a name", upper,
                ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, race->players, inside, ALIGN_LEFT);
}

static void build_list(struct app *app, struct ui *ui, struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    int side = canvas_units(canvas, 14), gap = canvas_units(canvas, 8);
    int y = ui_scroll_begin(ui, "open", box_inset(area, -side, 0), &list.scroll) + gap;
    if (list.count == 0)
        y += canvas_paragraph(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                              "There is no saved race yet. A track (.svg) or a race (.race) can "
                              "also be dropped on the window.",
                              box_make(area.x, y, area.w, 100000), ALIGN_LEFT);
    for (int i = 0; i < list.count; i++) {
        struct box box = {area.x, y, area.w, canvas_units(canvas, 60)};
        build_race(app, ui, &list.races[i], box);
        y += box.h + gap;
    }
    ui_scroll_end(ui, y);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    int content = (int)(list.scroll.content / canvas_scale(canvas));
    int height = content < 360 ? content : 360;
    struct box inside = ui_dialog(ui, 560, height + 48 + 46 + 44 + 14, "button cancel");
    canvas_text(canvas, STYLE_TITLE, canvas_theme(canvas)->ink, "Open",
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    box_cut_bottom(&inside, canvas_units(canvas, 12));
    build_list(app, ui, inside);
    struct box cancel = box_cut_right(&row, ui_button_width(ui, "Cancel"));
    if (app->has_file_dialog) {
        const char *label = "Another file…";
        struct box other = box_cut_left(&row, ui_button_width(ui, label));
        if (ui_button(ui, "button other-file", label, other, LOOK_PLAIN)) {
            app->file_dialog_wanted = true;
            app_close_over(app);
        }
    }
    if (ui_button(ui, "button cancel", "Cancel", cancel, LOOK_PLAIN))
        app_close_over(app);
    ui_status(ui, "Open a saved race.");
}

const struct screen screen_open = {.name = "open", .enter = enter, .leave = leave, .build = build};
