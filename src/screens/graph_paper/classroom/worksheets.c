/* The dialog that makes worksheets: exercises, a lesson or a race, how many versions, and the
 * solutions. What was chosen last is kept while the program runs.
 */
#include "screens/graph_paper/classroom/inside.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/program.h"
#include "base/system/worker.h"
#include "commands/command.h"
#include "paper/graph_paper/classroom/worksheet.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/after/after.h"
#include "session/graph_paper/exercise.h"
#include "session/session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MOST = 20, VERSIONS_MOST = 12, USUAL_COUNT = 6 };
enum { AT_ONCE = 50 }; /* milliseconds */
static const double ROW = 36;

enum subject { OF_EXERCISES, OF_LESSON, OF_RACE, SUBJECTS };

/* All that the pages depend on; compared byte by byte. */
struct worksheets_wanted {
    int subject; /* enum subject */
    int kind, difficulty, count;
    int lesson, track; /* of the lists */
    int seed, versions, solutions;
    enum print_paper paper;
};

/* A set of many versions takes seconds: it is made and written beside the window. */
struct making {
    struct worksheets_wanted wanted;
    char *source; /* the lesson's or the track's file; NULL: none */
    atomic_int percent;
    struct worksheet *sheet; /* NULL: see problem */
    struct error problem;
    struct text pdf;
    struct lesson_plan plan; /* of the sheet, if it is of a lesson */
    bool has_plan;
};

static struct {
    struct worksheets_wanted now;
    struct worker *worker;
    struct making *asked; /* the worker's */
    char *folder;         /* for what is saved; owned */
    struct lesson_list lessons;
    char **tracks; /* paths; owned */
    int track_count;
    struct ui_scroll scroll;
} dialog = {
    .now = {
        .kind = WORKSHEET_MIXED, .difficulty = EXERCISE_EASY, .count = USUAL_COUNT, .versions = 1}};

static struct worksheets_wanted *const now = &dialog.now;

/* --- the worksheet ---------------------------------------------------------------------------- */

static void tell_percent(void *data, int percent)
{
    struct making *making = data;
    if (atomic_exchange(&making->percent, percent) != percent)
        worker_wake();
}

static bool take_source(struct making *making, struct worksheet_wish *wish)
{
    const struct worksheets_wanted *wanted = &making->wanted;
    struct error *error = &making->problem;
    if (wanted->subject == OF_EXERCISES)
        return true;
    if (!making->source)
        return error_set(error, wanted->subject == OF_LESSON ? "there is no lesson that can be read"
                                                             : "there is no track");
    if (wanted->subject == OF_RACE) {
        wish->course = course_load(making->source, error);
        return wish->course.body != NULL;
    }
    making->has_plan = lesson_load(&making->plan, making->source, lesson_find_track, error);
    wish->lesson = &making->plan;
    return making->has_plan;
}

static void make(void *own, void *job, const atomic_bool *dropped)
{
    struct making *making = job;
    const struct worksheets_wanted *wanted = &making->wanted;
    struct worksheet_wish wish = {.kind = wanted->kind,
                                  .difficulty = wanted->difficulty,
                                  .count = wanted->count,
                                  .seed = (uint64_t)wanted->seed,
                                  .paper = wanted->paper,
                                  .versions = wanted->versions,
                                  .solutions = wanted->solutions,
                                  .follower = {dropped, tell_percent, making}};
    (void)own;
    if (take_source(making, &wish) && worksheet_check(&wish, &making->problem))
        making->sheet = worksheet_make(&wish, &making->problem);
    course_release(wish.course);
    if (making->sheet && !worksheet_pdf(making->sheet, &making->pdf, &making->problem)) {
        worksheet_free(making->sheet);
        making->sheet = NULL;
    }
}

static void free_making(void *job)
{
    struct making *making = job;
    worksheet_free(making->sheet);
    if (making->has_plan)
        lesson_free(&making->plan);
    text_free(&making->pdf);
    free(making->source);
    free(making);
}

static const struct worker_kind making_kind = {make, free_making, NULL};

/* --- what there is ---------------------------------------------------------------------------- */

static void add_tracks(const char *folder)
{
    int count;
    char **names = file_list_folder(folder, graph_paper_game.course->extension, &count);
    dialog.tracks =
        memory_resize(dialog.tracks, (size_t)(dialog.track_count + count), sizeof *dialog.tracks);
    for (int i = 0; i < count; i++)
        dialog.tracks[dialog.track_count++] = file_join(folder, names[i]);
    file_free_names(names, count);
}

/* Lessons that cannot be read make no worksheet. */
static void list_lessons(void)
{
    struct lesson_list *list = &dialog.lessons;
    int kept = 0;
    lesson_list_read(list);
    for (int i = 0; i < list->count; i++)
        if (list->items[i].problem[0])
            free(list->items[i].path);
        else
            list->items[kept++] = list->items[i];
    list->count = kept;
    now->lesson = now->lesson < kept ? now->lesson : 0;
}

static void leave(struct app *app)
{
    (void)app;
    worker_close(dialog.worker);
    dialog.worker = NULL;
    dialog.asked = NULL;
    pages_leave();
    free(dialog.folder);
    for (int i = 0; i < dialog.track_count; i++)
        free(dialog.tracks[i]);
    free(dialog.tracks);
    dialog.tracks = NULL;
    dialog.track_count = 0;
    lesson_list_free(&dialog.lessons);
}

static void enter(struct app *app)
{
    pages_enter();
    dialog.folder = folders_documents();
    dialog.worker = worker_create(&making_kind, NULL);
    dialog.scroll = (struct ui_scroll){0};
    const char *assets = command_asset_folder("tracks");
    char *shipped = assets ? file_join(assets, graph_paper_game.name) : NULL;
    if (shipped)
        add_tracks(shipped);
    add_tracks(app->tracks_folder);
    free(shipped);
    if (now->seed == 0)
        now->seed = (int)(clock_nanoseconds() % SEED_MOST) + 1;
    now->track = now->track < dialog.track_count ? now->track : 0;
}

static const struct screen screen_worksheets;

static void open(struct app *app)
{
    pages_go_to_first();
    app_open_over(app, &screen_worksheets);
}

void worksheets_of_exercises(struct app *app, int kind, int difficulty, int seed)
{
    now->seed = seed > 0 ? seed : now->seed;
    now->subject = OF_EXERCISES;
    now->kind = kind;
    now->difficulty = difficulty;
    list_lessons();
    open(app);
}

/* A lesson from elsewhere joins the list while the dialog is there. */
void worksheets_of_lesson(struct app *app, const char *path)
{
    struct lesson_list *list = &dialog.lessons;
    int index = 0;
    list_lessons();
    while (index < list->count && strcmp(list->items[index].path, path) != 0)
        index++;
    if (index == list->count) {
        struct lesson_entry entry = {.path = memory_copy_string(path)};
        snprintf(entry.title, sizeof entry.title, "%s", file_own_name(path));
        list_add(list, entry);
    }
    now->subject = OF_LESSON;
    now->lesson = index;
    now->solutions = true;
    open(app);
}

/* --- its pages -------------------------------------------------------------------------------- */

/* Those of lists, so the lesson and the track lie behind their ends if there are none. */
static char *source_now(void)
{
    if (now->subject == OF_LESSON && now->lesson < dialog.lessons.count)
        return memory_copy_string(dialog.lessons.items[now->lesson].path);
    if (now->subject == OF_RACE && now->track < dialog.track_count)
        return memory_copy_string(dialog.tracks[now->track]);
    return NULL;
}

/* What is wanted now, which takes the place of what was wanted before. Most come at once. */
static void follow_wishes(void)
{
    if (dialog.asked && memcmp(now, &dialog.asked->wanted, sizeof *now) == 0)
        return;
    dialog.asked = memory_allocate(1, sizeof *dialog.asked);
    memcpy(&dialog.asked->wanted, now, sizeof *now);
    dialog.asked->source = source_now();
    pages_forget();
    worker_ask(dialog.worker, dialog.asked);
    worker_wait(dialog.worker, AT_ONCE);
}

static cairo_surface_t *preview(int page, int width, int height)
{
    return worksheet_preview(dialog.asked->sheet, page, width, height);
}

static bool write_pages(struct text *into, struct error *error)
{
    (void)error;
    text_append_bytes(into, dialog.asked->pdf.data, dialog.asked->pdf.length);
    return true;
}

static const char *name_of_file(void)
{
    static const char *const names[SUBJECTS] = {"exercises", "lesson", "race"};
    return ui_words("worksheet-%s-%d", names[now->subject], now->seed);
}

/* --- options ---------------------------------------------------------------------------------- */

/* "‹ Kidney ›": one of a list after the other, from `first` on. */
static void build_one_of(struct layout *column, const char *id, const char *title, int *chosen,
                         int first, int count)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct box row = layout_take(column, AT_TOP, ROW);
    struct box more = box_cut_right(&row, canvas_units(canvas, 40));
    struct box less = box_cut_left(&row, canvas_units(canvas, 40));
    int last = first + count - 1;
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, title,
                box_inset(row, canvas_units(canvas, 6), 0), ALIGN_CENTRE);
    ui_tell_label(column->ui, title, row);
    if (ui_button(column->ui, ui_words("button %s-before", id), "‹", less, LOOK_PLAIN))
        *chosen = *chosen > first ? *chosen - 1 : last;
    if (ui_button(column->ui, ui_words("button %s-after", id), "›", more, LOOK_PLAIN))
        *chosen = *chosen < last ? *chosen + 1 : first;
}

static void build_exercises(struct layout *column)
{
    static const struct ui_range count = {1, COUNT_MOST, 1, "", NULL};
    build_one_of(column, "kind",
                 now->kind == WORKSHEET_MIXED ? "All kinds, mixed" : exercise_title(now->kind),
                 &now->kind, WORKSHEET_MIXED, exercise_kind_count() + 1);
    struct flow flow = flow_begin(column, 8);
    for (int i = EXERCISE_EASY; i <= EXERCISE_HARD; i++) {
        const char *name = exercise_difficulty_name(i);
        if (pages_option(&flow, ui_words("choice difficulty %s", name),
                         ui_words("%c%s", toupper(name[0]), name + 1), now->difficulty == i))
            now->difficulty = i;
    }
    flow_end(&flow, column);
    pages_stepper(column, "choice count", "Exercises", &now->count, &count);
}

static void build_lesson(struct layout *column)
{
    if (dialog.lessons.count > 0)
        build_one_of(column, "lesson", dialog.lessons.items[now->lesson].title, &now->lesson, 0,
                     dialog.lessons.count);
}

/* A file's name: the track itself is read when it is wanted. */
static void build_race(struct layout *column)
{
    if (dialog.track_count == 0)
        return;
    const char *name = file_own_name(dialog.tracks[now->track]);
    size_t ending = strlen(graph_paper_game.course->extension);
    build_one_of(column, "track", ui_words("%.*s", (int)(strlen(name) - ending), name), &now->track,
                 0, dialog.track_count);
}

static const char *versions_words(void)
{
    static const char *const words[SUBJECTS] = {
        "Each version has different numbers.",
        "Each version has the answers to choose from in a different order.",
        "Each version has a different start point."};
    return words[now->subject];
}

void worksheets_build_seed(struct layout *column, const char *words, int *seed)
{
    static char typed[4]; /* what the one field of a screen holds, which may be empty */
    struct canvas *canvas = ui_canvas(column->ui);
    struct layout row = layout_row(column, 40, 10);
    int64_t number;
    if (atoi(typed) != *seed && typed[0])
        snprintf(typed, sizeof typed, "%d", *seed);
    if (!typed[0] && !(ui_focus(column->ui) && strcmp(ui_focus(column->ui), "choice seed") == 0))
        snprintf(typed, sizeof typed, "%d", *seed);
    struct box field = layout_take(&row, AT_RIGHT, 112); /* as wide as a stepper */
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, words, row.rest, ALIGN_LEFT);
    if (ui_text_field(column->ui, "choice seed", typed, sizeof typed, field) &&
        number_is_integer(typed, 1, SEED_MOST, &number))
        *seed = (int)number;
}

static void build_options(struct layout *column)
{
    static const struct ui_range versions = {1, VERSIONS_MOST, 1, "", NULL};
    static void (*const builders[SUBJECTS])(struct layout *) = {build_exercises, build_lesson,
                                                                build_race};
    struct canvas *canvas = ui_canvas(column->ui);
    bool solutions = now->solutions;
    static const char *const names[SUBJECTS] = {"exercises", "lesson", "race"};
    static const char *const titles[SUBJECTS] = {"Exercises", "A lesson", "A race"};
    struct flow flow = pages_begin_options(column, "What");
    for (int i = 0; i < SUBJECTS; i++)
        if (pages_option(&flow, ui_words("choice sheet %s", names[i]), titles[i],
                         now->subject == i))
            now->subject = i;
    flow_end(&flow, column);
    builders[now->subject](column);
    pages_stepper(column, "choice versions", "Versions", &now->versions, &versions);
    layout_paragraph(column, STYLE_SMALL, canvas_theme(canvas)->ink_soft, versions_words());
    worksheets_build_seed(column, "Seed", &now->seed);
    ui_check(column->ui, "choice solutions",
             now->subject == OF_LESSON ? "Solutions, notes for the teacher" : "Solutions",
             layout_take(column, AT_TOP, 32), &solutions);
    now->solutions = solutions;
    pages_build_paper(column, &now->paper);
}

static void build(struct app *app, struct ui *ui)
{
    follow_wishes();
    struct pages_frame frame = pages_begin(ui, "Worksheet", &dialog.scroll);
    build_options(&frame.column);
    ui_scroll_end(ui, frame.column.rest.y);
    follow_wishes();
    const struct making *made = worker_answer(dialog.worker);
    const char *paper = print_paper_names[now->paper];
    struct pages pages = {.name = name_of_file(),
                          .folder = dialog.folder,
                          .paper = paper,
                          .preview = preview,
                          .write = write_pages};
    pages.coming = !made;
    pages.count = made && made->sheet ? worksheet_page_count(made->sheet) : 0;
    if (!made)
        snprintf(pages.facts, sizeof pages.facts, "The pages are being made: %d %%",
                 atomic_load(&dialog.asked->percent));
    else if (made->sheet)
        snprintf(pages.facts, sizeof pages.facts, "%d %s of %s", pages.count,
                 pages.count == 1 ? "page" : "pages", paper);
    else
        snprintf(pages.facts, sizeof pages.facts, "%s", made->problem.text);
    pages_build(ui, frame.rest, &pages);
    pages_build_deeds(app, frame.requests, &pages);
    ui_default(ui, "button save-pdf");
    pages_tell(ui, &pages);
}

static const struct screen screen_worksheets = {
    .name = "worksheets", .enter = enter, .leave = leave, .build = build};
