/* The classroom: its lessons, and the ways to exercises. */
#include "screens/graph_paper/classroom/inside.h"

#include "base/system/file.h"
#include "commands/command.h"
#include "paper/graph_paper/classroom/worksheet.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/classroom.h"
#include "session/graph_paper/exercise.h"
#include "ui/layout.h"

#include <stdlib.h>

static const double SIDE = 28, CARD_HEIGHT = 96, CARD_WIDTH = 300, BIG_HEIGHT = 64; /* interface */

static struct {
    struct lesson_list list;
    struct ui_scroll scroll;
} classroom;

static void enter(struct app *app)
{
    (void)app;
    lesson_list_read(&classroom.list);
}

static void leave(struct app *app)
{
    (void)app;
    lesson_list_free(&classroom.list);
}

/* "my-lesson.lesson", or with a number that no file has yet; free it. */
static char *new_lesson_path(const char *folder)
{
    char *path = file_join(folder, "my-lesson" LESSON_EXTENSION);
    for (int number = 2; file_exists(path); number++) {
        free(path);
        path = file_join(folder, ui_words("my-lesson-%d" LESSON_EXTENSION, number));
    }
    return path;
}

/* The lesson to start from, as a new file of the player's own. */
static void write_example(struct app *app)
{
    struct error error;
    struct text content = {0};
    const char *assets = command_asset_folder("assets");
    char *example = assets ? file_join(assets, "example.lesson") : NULL;
    char *folder = lesson_own_folder();
    char *path = new_lesson_path(folder);
    bool written = example && file_read(example, PLAN_FILE_LIMIT, &content, &error) &&
                   file_make_folder(folder, &error) &&
                   file_write_atomically(path, content.data, content.length, &error);
    if (!example)
        app_tell(app, "The example of the game was not found.");
    else if (!written)
        app_tell(app, "No lesson can be written: %s", error.text);
    else
        app_notice(app, "An example to change in any text editor is now %s.", path);
    lesson_list_read(&classroom.list);
    text_free(&content);
    free(example);
    free(folder);
    free(path);
}

/* --- the page --------------------------------------------------------------------------------- */

/* Title and what it is about; where it cannot be read, what is wrong. */
static void build_lesson(struct app *app, struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct lesson_entry *entry = &classroom.list.items[index];
    bool broken = entry->problem[0] != '\0';
    bool clicked = ui_card(ui, entry->id, entry->title, box, false);
    struct layout inside = layout_inside(ui, box, 14, 10, 2);
    struct layout row = layout_row(&inside, 26, 8);
    const char *aside = broken
                            ? "cannot be read"
                            : ui_words("%s%d min", entry->own ? "your own · " : "", entry->minutes);
    layout_text(&row, AT_RIGHT, STYLE_SMALL, broken ? theme->warning : theme->ink_soft, aside);
    canvas_text(canvas, STYLE_STRONG, theme->action, entry->title, row.rest, ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, broken ? entry->problem : entry->about,
                     inside.rest, ALIGN_LEFT);
    if (clicked)
        lesson_show(app, entry->path);
}

static void build_ways(struct app *app, struct layout *column)
{
    struct ui *ui = column->ui;
    struct box row = layout_take(column, AT_TOP, BIG_HEIGHT);
    int gap = canvas_units(ui_canvas(ui), 14);
    if (ui_button(ui, "button demonstration", "Free demonstration", box_column(row, 0, 3, gap),
                  LOOK_PLAIN))
        app_go(app, &screen_demonstration);
    if (ui_button(ui, "button exercises", "Exercises", box_column(row, 1, 3, gap), LOOK_PLAIN))
        app_go(app, &screen_exercises);
    if (ui_button(ui, "button worksheets", "Worksheets", box_column(row, 2, 3, gap), LOOK_PLAIN))
        worksheets_of_exercises(app, WORKSHEET_MIXED, EXERCISE_EASY, 0);
}

static void build_page(struct app *app, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    build_ways(app, column);
    layout_text(column, AT_TOP, STYLE_HEADING, theme->ink, "Lessons");
    struct grid grid = grid_in(column, CARD_WIDTH, 14, 3);
    grid.height = canvas_units(canvas, CARD_HEIGHT);
    for (int i = 0; i < classroom.list.count; i++)
        build_lesson(app, column->ui, i, grid_cell(&grid, i));
    layout_cut(column, AT_TOP, grid_height(&grid, classroom.list.count));
    if (classroom.list.count == 0)
        layout_paragraph(column, STYLE_BODY, theme->ink, "The lessons of the game were not found.");
    layout_skip(column, AT_TOP, 8);
    struct layout row = layout_row(column, 40, 14);
    if (layout_button(&row, AT_RIGHT, "button new-lesson", "Write your own", LOOK_PLAIN))
        write_example(app);
    char *own = lesson_own_folder();
    const char *words =
        ui_words("A lesson is a text file that you can write, copy and change. Your "
                 "own lie in %s, or drop one on the window.",
                 own);
    int high = canvas_paragraph_height(canvas, STYLE_SMALL, words, row.rest.w);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, words, row.rest, ALIGN_LEFT);
    layout_cut(column, AT_TOP, high > row.rest.h ? high - row.rest.h : 0);
    free(own);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box window = canvas_box(canvas);
    int side = canvas_units(canvas, SIDE);
    canvas_fill(canvas, window, theme->panel);
    struct layout page = layout_inside(ui, window, SIDE, 14, 10);
    struct layout header = layout_row(&page, 50, 10);
    if (layout_button(&header, AT_RIGHT, "button back", "Back", LOOK_PLAIN))
        app_go(app, &screen_home);
    if (layout_button(&header, AT_RIGHT, "button projector", "Projector (F5)", LOOK_PLAIN))
        app->projector = !app->projector;
    canvas_title(canvas, header.rest, "Classroom", ALIGN_LEFT);
    struct box area = box_inset(page.rest, -side / 2, 0);
    int y = ui_scroll_begin(ui, "classroom", area, &classroom.scroll);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, 10);
    build_page(app, &column);
    ui_scroll_end(ui, column.rest.y);
    ui_status(ui, "Classroom: choose a lesson, or exercises. Ctrl+P: worksheets. F5: projector.");
}

static bool event(struct app *app, const SDL_Event *event)
{
    if (event->type != SDL_KEYDOWN)
        return false;
    SDL_Keycode key = event->key.keysym.sym;
    if (key == SDLK_ESCAPE)
        app_go(app, &screen_home);
    else if (key == SDLK_p && event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI))
        worksheets_of_exercises(app, WORKSHEET_MIXED, EXERCISE_EASY, 0);
    else
        return false;
    return true;
}

const struct screen screen_classroom = {.name = "classroom",
                                        .enter = enter,
                                        .leave = leave,
                                        .build = build,
                                        .event = event,
                                        .covers_window = true};

/* --- files ------------------------------------------------------------------------------------ */

/* By what is in it, so that a lesson may be called what it likes; one that begins wrongly by its
 * ending, so that it is told why. */
static bool takes_file(const char *path)
{
    struct text content = {0};
    struct error error;
    if (file_ends_with(path, LESSON_EXTENSION))
        return true;
    bool lesson = file_read(path, PLAN_FILE_LIMIT, &content, &error) &&
                  lesson_recognise(text_string(&content), content.length);
    text_free(&content);
    return lesson;
}

static void open_file(struct app *app, const char *path)
{
    lesson_show(app, path);
}

const struct classroom graph_paper_classroom = {&graph_paper_game, &screen_classroom, takes_file,
                                                open_file};
