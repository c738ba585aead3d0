/* Which lessons there are. They are read when the classroom is entered: a dozen small files. */

#include "screens/classroom.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/system/file.h"
#include "base/system/host.h"
#include "base/system/worker.h"
#include "commands/command.h"
#include "paper/graph_paper/classroom/worksheet.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/classroom/inside.h"
#include "screens/invite/invite.h"
#include "session/graph_paper/exercise.h"
#include "ui/layout.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LESSON_MOST = 500 };

/* "04-braking.lesson" is called "braking": the number only puts them in order. */
static void name_entry(const struct lesson_list *list, const char *file, struct lesson_entry *entry)
{
    const char *name = file + strspn(file, "0123456789");
    if (name == file || *name != '-' || !name[1])
        name = file;
    else
        name++;
    int length = (int)(strlen(name) - strlen(LESSON_EXTENSION));
    snprintf(entry->id, sizeof entry->id, "lesson %.*s", length, name);
    for (int i = 0, number = 2; i < list->count; i++)
        if (strcmp(list->items[i].id, entry->id) == 0) {
            snprintf(entry->id, sizeof entry->id, "lesson %.*s %d", length > 60 ? 60 : length, name,
                     number++);
            i = -1;
        }
}

static void read_entry(struct lesson_entry *entry)
{
    struct lesson_plan plan;
    struct error error;
    if (!lesson_load(&plan, entry->path, NULL, &error)) {
        error_describe(&error, file_own_name(entry->path), entry->problem, sizeof entry->problem);
        snprintf(entry->title, sizeof entry->title, "%s", file_own_name(entry->path));
        return;
    }
    memcpy(entry->title, plan.title, sizeof entry->title);
    snprintf(entry->about, sizeof entry->about, "%s", plan.about ? plan.about : "");
    snprintf(entry->facts, sizeof entry->facts, "%d min%s%s%s%s", plan.minutes,
             plan.level[0] ? " · " : "", plan.level, plan.after[0] ? " · after " : "", plan.after);
    lesson_free(&plan);
}

static void add_folder(struct lesson_list *list, const char *folder, bool own)
{
    int count;
    char **names = file_list_folder(folder, LESSON_EXTENSION, &count);
    for (int i = 0; i < count && list->count < LESSON_MOST; i++) {
        struct lesson_entry entry = {.own = own, .path = file_join(folder, names[i])};
        name_entry(list, names[i], &entry);
        read_entry(&entry);
        list_add(list, entry);
    }
    file_free_names(names, count);
}

/* The folder of the player's own lessons; free it. */
static char *lesson_own_folder(void)
{
    return folders_data("lessons");
}

void lesson_list_read(struct lesson_list *list)
{
    const char *assets = command_asset_folder("assets");
    char *shipped = assets ? file_join(assets, "lessons") : NULL;
    char *own = lesson_own_folder();
    lesson_list_free(list);
    if (shipped)
        add_folder(list, shipped, false);
    add_folder(list, own, true);
    free(shipped);
    free(own);
}

void lesson_list_free(struct lesson_list *list)
{
    for (int i = 0; i < list->count; i++)
        free(list->items[i].path);
    free(list->items);
    *list = (struct lesson_list){0};
}

/* === exercises ================================================================================ */

/* Exercises out of a seed, alone or by two to eight teams in turn, one screen for all. */

enum {
    TEAMS = 8,
    QUESTIONS_MOST = 20,
    MIXED = WORKSHEET_MIXED,
    SECONDS_MOST = 300,
    FULL = 2, /* in halves of a point: at the first try, and after a hint or a miss */
    HALF = 1
};
static const double FOOT = 60, CELL_SIDE = 14; /* interface pixels */

static struct {
    int kind, difficulty, teams, questions; /* as set up; questions of each team */
    int seed;                               /* of the set; 0 before one was drawn */
    uint64_t drawn;                         /* from it, as for the first version of a worksheet */
    bool running, over;
    int question;      /* of all, from 0 */
    int points[TEAMS]; /* in halves */
    char names[TEAMS][PLAYER_NAME_BYTES];
    int seconds;  /* for a question of a contest; 0: as many as it takes */
    Uint32 until; /* when they are over; 0: no clock runs */
    int right;    /* answered at the first try */
    bool counted; /* the question that is on the task_panel */
    struct task_panel task_panel;
    struct ui_scroll page, panel;
} set = {.kind = MIXED, .difficulty = EXERCISE_EASY, .teams = 1, .questions = 5};

static int team_now(void)
{
    return set.question % set.teams;
}

static int question_count(void)
{
    return set.questions * set.teams;
}

static void begin_question(struct app *app)
{
    struct task task;
    int kind = set.kind == MIXED ? exercise_mixed_kind(set.drawn, set.question) : set.kind;
    exercise_make(kind, set.difficulty, exercise_seed(set.drawn, set.question), &task);
    task_panel_set(&set.task_panel, &task, true, worksheet_arrows(&task), NULL, 0);
    task_free(&task);
    static const char *hints[1];
    hints[0] = set.task_panel.task.hint;
    set.task_panel.hints = hints;
    set.task_panel.hint_count = set.task_panel.task.hint[0] != '\0';
    set.task_panel.contest = set.teams > 1;
    set.until = set.teams > 1 && set.seconds > 0 ? clock_now() + 1000u * (Uint32)set.seconds : 0;
    set.counted = false;
    set.panel.offset = 0;
    app->wipe_ink = true;
}

static void begin(struct app *app)
{
    set.drawn = exercise_seed((uint64_t)set.seed, 0);
    set.question = set.right = 0;
    memset(set.points, 0, sizeof set.points);
    set.running = true;
    set.over = false;
    begin_question(app);
}

/* Another set comes next time. */
static void end_round(void)
{
    set.running = false;
    set.seed = set.seed % SEED_MOST + 1;
}

/* The next question; one that is open is passed first, and what would have been right is shown. */
static void go_on(struct app *app)
{
    if (!task_panel_is_done(&set.task_panel)) {
        task_panel_help(&set.task_panel, TASK_ANSWER);
        return;
    }
    set.question++;
    set.over = set.question == question_count();
    if (!set.over)
        begin_question(app);
}

/* Points for the team whose turn it is, once a question. */
static void count_up(void)
{
    const struct task_panel *panel = &set.task_panel;
    if (set.counted || !task_panel_is_done(panel))
        return;
    set.counted = true;
    set.until = 0;
    if (!panel->solved || panel->explained)
        return;
    bool first = panel->tries == 0 && panel->hints_shown == 0;
    set.points[team_now()] += first ? FULL : HALF;
    set.right += first;
}

/* "2", "1½" */
static const char *points_words(int halves)
{
    const char *half = halves % 2 ? "½" : "";
    return halves == HALF ? half : ui_words("%d%s", halves / FULL, half);
}

static void enter(struct app *app)
{
    (void)app;
    if (set.seed == 0)
        set.seed = (int)(clock_nanoseconds() % SEED_MOST) + 1;
    for (int i = 0; i < TEAMS && !set.names[i][0]; i++)
        snprintf(set.names[i], sizeof set.names[i], "Team %d", i + 1);
}

static void leave(struct app *app)
{
    (void)app;
    if (set.running)
        end_round();
    task_panel_free(&set.task_panel);
    set.over = false;
}

/* --- setting up ------------------------------------------------------------------------------- */

static void build_kind(struct ui *ui, int kind, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *title = kind == MIXED ? "All kinds, mixed" : exercise_title(kind);
    const char *aim =
        kind == MIXED ? "Every kind comes once before any comes again." : exercise_aim(kind);
    const char *name = kind == MIXED ? "mixed" : exercise_name(kind);
    if (ui_card(ui, ui_words("kind %s", name), title, box, set.kind == kind))
        set.kind = kind;
    struct layout inside = layout_inside(ui, box, CELL_SIDE, 8, 2);
    canvas_text(canvas, STYLE_STRONG, theme->action, title, layout_take(&inside, AT_TOP, 24),
                ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, aim, inside.rest, ALIGN_LEFT);
}

/* As wide as kinds are: nobody asks to which words a number belongs. */
static struct grid cells_in(const struct layout *column, double height)
{
    struct grid grid = grid_in(column, 300, 12, 3);
    grid.height = canvas_units(ui_canvas(column->ui), height);
    return grid;
}

/* The inside of the card that a number stands on. */
static struct box number_cell(struct ui *ui, const struct grid *grid, int index)
{
    struct box box = grid_cell(grid, index);
    canvas_plain_card(ui_canvas(ui), box);
    return layout_inside(ui, box, CELL_SIDE, 4, 0).rest;
}

static void build_choices(struct layout *column)
{
    struct ui *ui = column->ui;
    static const struct ui_range teams = {1, TEAMS, 1, "", NULL};
    static const struct ui_range questions = {1, QUESTIONS_MOST, 1, "", NULL};
    static const struct ui_range seconds = {0, SECONDS_MOST, 15, " s", "off"};
    struct layout row = layout_row(column, 40, 10);
    ui_group_begin(ui);
    for (int i = EXERCISE_EASY; i <= EXERCISE_HARD; i++) {
        const char *name = exercise_difficulty_name(i);
        if (layout_chip(&row, ui_words("choice difficulty %s", name),
                        ui_words("%c%s", toupper(name[0]), name + 1), "", set.difficulty == i)
                .clicked)
            set.difficulty = i;
    }
    ui_group_end(ui);
    struct grid grid = cells_in(column, 48);
    bool contest = set.teams > 1;
    ui_stepper(ui, "choice teams", "Teams (1: no contest)", number_cell(ui, &grid, 0), &set.teams,
               &teams);
    ui_stepper(ui, "choice questions", contest ? "Questions for each team" : "Questions",
               number_cell(ui, &grid, 1), &set.questions, &questions);
    struct layout seed = {ui, number_cell(ui, &grid, 2), 0};
    worksheets_build_seed(&seed, "Seed, as on its worksheet", &set.seed);
    if (contest)
        ui_stepper(ui, "choice clock", "Time for a question", number_cell(ui, &grid, 3),
                   &set.seconds, &seconds);
    layout_cut(column, AT_TOP, grid_height(&grid, contest ? 4 : 3));
    if (!contest)
        return;
    row = layout_row(column, 40, 10);
    for (int i = 0; i < set.teams; i++)
        ui_text_field(ui, ui_words("field team-%d", i + 1), set.names[i], sizeof set.names[i],
                      box_column(row.rest, i, set.teams, canvas_units(ui_canvas(ui), 10)));
}

static void build_setup(struct app *app, struct ui *ui)
{
    struct layout page = layout_page(ui, 10);
    canvas_title(ui_canvas(ui), layout_take(&page, AT_TOP, 50), "Exercises", ALIGN_LEFT);
    struct layout foot = {ui, layout_cut(&page, AT_BOTTOM, ui_button_height(ui)), 10};
    int y =
        ui_scroll_begin(ui, "exercises", layout_inside(ui, page.rest, -12, 0, 0).rest, &set.page);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, 10);
    build_choices(&column);
    struct grid grid = cells_in(&column, 90);
    ui_group_begin(ui);
    for (int kind = MIXED; kind < exercise_kind_count(); kind++)
        build_kind(ui, kind, grid_cell(&grid, kind + 1));
    ui_group_end(ui);
    layout_cut(&column, AT_TOP, grid_height(&grid, exercise_kind_count() + 1));
    ui_scroll_end(ui, column.rest.y);
    if (layout_button(&foot, AT_LEFT, "button back", "Back", LOOK_PLAIN))
        app_go(app, &screen_classroom);
    if (layout_button(&foot, AT_RIGHT, "button start", "Start", LOOK_PRIMARY))
        begin(app);
    if (layout_button(&foot, AT_RIGHT, "button worksheets", "Print", LOOK_PLAIN))
        worksheets_of_exercises(app, set.kind, set.difficulty, set.seed);
    ui_default(ui, "button start");
    ui_status(ui, "Exercises: choose a kind, how hard, and how many teams.");
}

/* --- the round -------------------------------------------------------------------------------- */

static void build_team(struct ui *ui, int team, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool turn = team == team_now() && !set.over;
    struct card card = {.fill = theme->card, .edge = turn ? theme->action : theme->panel_edge};
    card.radius = 6;
    card.edge_width = turn ? 3 : 1;
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, 8), 0);
    int size = canvas_units(canvas, 18);
    int gap = canvas_units(canvas, 5);
    struct box less = box_inset(box_cut_right(&inside, canvas_units(canvas, 34)), 0, gap);
    box_cut_right(&inside, gap);
    if (set.points[team] > 0 &&
        ui_button(ui, ui_words("points %d less", team + 1), "−", less, LOOK_PLAIN))
        set.points[team] -= HALF;
    canvas_mark(canvas, team + 1,
                box_cut_left(&inside, size + canvas_units(canvas, 8)).x + size / 2.0,
                box.y + box.h / 2.0, size);
    struct paper_color ink = turn ? theme->action : theme->ink;
    const char *points = points_words(set.points[team]);
    struct box right =
        box_cut_right(&inside, canvas_text_width(canvas, STYLE_STRONG, points) + size / 2);
    canvas_text(canvas, STYLE_STRONG, ink, points, right, ALIGN_RIGHT);
    canvas_text(canvas, STYLE_STRONG, ink, set.names[team], inside, ALIGN_LEFT);
    ui_tell_label(ui, ui_words("%s: %s", set.names[team], points), box);
}

static void build_teams(struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    if (set.teams < 2)
        return;
    struct box strip = box_cut_top(rest, canvas_units(canvas, 52));
    canvas_fill(canvas, strip, canvas_theme(canvas)->panel);
    strip = layout_inside(ui, strip, layout_side(ui), 8, 0).rest;
    for (int i = 0; i < set.teams; i++)
        build_team(ui, i, box_column(strip, i, set.teams, canvas_units(canvas, 8)));
}

static void build_foot(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool done = task_panel_is_done(&set.task_panel);
    canvas_fill(canvas, box, theme->panel);
    struct layout row = layout_inside(ui, box, layout_side(ui), 8, 10);
    const char *next = !done ? "Pass (F4)" : set.teams > 1 ? "Next team (F4)" : "Next (F4)";
    if (layout_button(&row, AT_RIGHT, "button next", next, done ? LOOK_PRIMARY : LOOK_PLAIN))
        go_on(app);
    layout_text(&row, AT_RIGHT, STYLE_STRONG, theme->ink,
                ui_words("%d / %d", set.question + 1, question_count()));
    if (set.until != 0) {
        const char *left = ui_words("%d s", (int)(set.until - clock_now() + 999) / 1000);
        layout_text(&row, AT_RIGHT, STYLE_TITLE, theme->warning, left);
        ui_tell_label(ui, left, row.rest);
    }
    if (layout_button(&row, AT_LEFT, "button exercises", "Exercises", LOOK_PLAIN))
        end_round();
    asking_build_button(app, &row, &set.task_panel, set.teams);
    if (done)
        ui_default(ui, "button next");
}

static void build_result(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box rest = canvas_box(canvas);
    canvas_fill(canvas, rest, theme->panel);
    build_teams(ui, &rest);
    int most = 0, winners = 0, winner = 0;
    for (int i = 0; i < set.teams; i++)
        most = set.points[i] > most ? set.points[i] : most;
    for (int i = set.teams - 1; i >= 0; i--)
        if (set.points[i] == most) {
            winners++;
            winner = i + 1;
        }
    const char *words = set.teams == 1
                            ? ui_words("%d of %d at the first try", set.right, question_count())
                        : winners == 1 ? ui_words("%s wins with %s point%s", set.names[winner - 1],
                                                  points_words(most), most <= FULL ? "" : "s")
                                       : ui_words("%d teams share first place", winners);
    struct layout column = layout_inside(
        ui, box_centre(rest, canvas_units(canvas, 640), canvas_units(canvas, 200)), 10, 10, 16);
    canvas_title(canvas, layout_take(&column, AT_TOP, 60), words, ALIGN_CENTRE);
    struct box row = layout_take(&column, AT_TOP, 46);
    int gap = canvas_units(canvas, 14);
    if (ui_button(ui, "button again", "Once more", box_column(row, 0, 2, gap), LOOK_PRIMARY)) {
        end_round();
        begin(app);
    }
    if (ui_button(ui, "button exercises", "Exercises", box_column(row, 1, 2, gap), LOOK_PLAIN))
        end_round();
    ui_default(ui, "button again");
    ui_status(ui, words);
}

static void build_round(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    if (set.until != 0 && (Sint32)(set.until - clock_now()) <= 0)
        task_panel_help(&set.task_panel, TASK_ANSWER); /* the turn has passed */
    build_teams(ui, &rest);
    struct box foot = box_cut_bottom(&rest, canvas_units(canvas, FOOT));
    task_panel_build(&set.task_panel, ui, rest, &set.panel);
    count_up();
    build_foot(app, ui, foot);
    struct text status = {0};
    if (set.teams > 1)
        text_append_format(&status, "%s.", set.names[team_now()]);
    task_panel_say(&set.task_panel, &status);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

static void build(struct app *app, struct ui *ui)
{
    if (!set.running)
        build_setup(app, ui);
    else if (set.over)
        build_result(app, ui);
    else
        build_round(app, ui);
}

static bool press_key(struct app *app, const SDL_Keysym *pressed)
{
    bool running = set.running && !set.over;
    SDL_Keycode key = pressed->sym;
    if (key == SDLK_p && pressed->mod & (KMOD_CTRL | KMOD_GUI)) {
        worksheets_of_exercises(app, set.kind, set.difficulty, set.seed);
        return true;
    }
    if (key == SDLK_ESCAPE) {
        if (set.running)
            end_round();
        else
            app_go(app, &screen_classroom);
        return true;
    }
    bool done = task_panel_is_done(&set.task_panel);
    if (running && (key == SDLK_F4 || (key == SDLK_PAGEDOWN && done))) {
        go_on(app);
        return true;
    }
    if (key != SDLK_PAGEUP || !running || done)
        return false;
    if (set.task_panel.hints_shown < set.task_panel.hint_count)
        task_panel_help(&set.task_panel, TASK_HINT);
    else
        task_panel_help(&set.task_panel, TASK_EXPLAIN);
    return true;
}

static bool event(struct app *app, const SDL_Event *event)
{
    if (set.running && !set.over && task_panel_event(&set.task_panel, event))
        return true;
    return event->type == SDL_KEYDOWN && press_key(app, &event->key.keysym);
}

static int animate(struct app *app, Uint32 now)
{
    (void)app;
    if (!set.running || set.over)
        return -1;
    int wait = task_panel_animate(&set.task_panel, now);
    if (set.until == 0)
        return wait;
    int tick = (int)(set.until - now + 999) % 1000 + 1;
    return wait >= 0 && wait < tick ? wait : tick;
}

const struct screen screen_exercises = {.name = "exercises",
                                        .enter = enter,
                                        .leave = leave,
                                        .build = build,
                                        .event = event,
                                        .animate = animate,
                                        .covers_window = true,
                                        .grows = true};

/* === lesson =================================================================================== */

/* A lesson on the wall: a sentence, a sheet, what is to be done, and the next step. */

static const double SAY_MARGIN = 14, LESSON_FOOT = 60; /* interface pixels */

static struct {
    struct lesson_plan plan;
    bool is_open;
    char *path;
    int step;
    struct task_panel task_panel;
    bool fresh; /* the step has come up: nothing of the one before keeps the focus */
    bool notes; /* for the teacher, over it */
    struct ui_scroll panel, paper; /* of the panel and of the notes */
    struct worker *watcher;        /* of the file, while the lesson is shown */
    char fault[600];               /* of the file as somebody has written it now; "": none */
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

/* --- a lesson that is being written ----------------------------------------------------------- */

/* A job of the watcher: until the file is another one than it was. */
struct watched {
    char *path;
    struct file_stamp stamp;
};

static void watch(void *own, void *job, const atomic_bool *dropped)
{
    enum { PAUSE = 200 };
    const struct watched *watched = job;
    struct file_stamp now = watched->stamp;
    (void)own;
    while (!*dropped && (!now.known || file_stamp_is_same(&now, &watched->stamp))) {
        SDL_Delay(PAUSE);
        now = file_stamp(watched->path);
    }
}

static void free_watched(void *job)
{
    struct watched *watched = job;
    free(watched->path);
    free(watched);
}

static void watch_file(void)
{
    struct watched *watched = memory_allocate(1, sizeof *watched);
    *watched = (struct watched){memory_copy_string(lesson.path), file_stamp(lesson.path)};
    worker_ask(lesson.watcher, watched);
}

/* Somebody has written the file: the step that changed comes up, or what is wrong is told above the
 * lesson as it was. */
static void follow_file(struct app *app)
{
    struct lesson_plan plan;
    struct error error;
    if (!worker_answer(lesson.watcher))
        return;
    watch_file();
    lesson.fault[0] = '\0';
    bool read = lesson_load(&plan, lesson.path, lesson_find_track, &error);
    if (!read || !lesson_check_claims(&plan, &error))
        error_describe(&error, file_own_name(lesson.path), lesson.fault, sizeof lesson.fault);
    if (!read)
        return;
    int changed = lesson_find_change(&lesson.plan, &plan);
    task_panel_free(&lesson.task_panel);
    lesson_free(&lesson.plan);
    lesson.plan = plan;
    begin_step(app, changed >= 0 ? changed : lesson.step);
}

static void lesson_enter(struct app *app)
{
    static const struct worker_kind kind = {watch, free_watched, NULL};
    (void)app;
    if (!worker_is_beside())
        return;
    lesson.watcher = worker_create(&kind, NULL);
    watch_file();
}

static void lesson_leave(struct app *app)
{
    (void)app;
    worker_close(lesson.watcher);
    lesson.watcher = NULL;
}

/* --- ways to it and in it ------------------------------------------------------------------- */

/* Tells where it cannot be read. */
static void lesson_show(struct app *app, const char *path)
{
    struct lesson_plan plan;
    struct error error;
    char where[600];
    if (!lesson_load(&plan, path, lesson_find_track, &error)) {
        error_describe(&error, file_own_name(path), where, sizeof where);
        app_tell(app, "This lesson cannot be opened. %s.", where);
        return;
    }
    char *kept = memory_copy_string(path); /* which may be that of the lesson that closes */
    /* Until another is opened it stays at its step, for who comes back from elsewhere. */
    task_panel_free(&lesson.task_panel);
    if (lesson.is_open)
        lesson_free(&lesson.plan);
    free(lesson.path);
    lesson.path = kept;
    lesson.plan = plan;
    lesson.is_open = true;
    lesson.notes = false;
    lesson.fault[0] = '\0';
    begin_step(app, 0);
    if (lesson.watcher)
        watch_file();
    app_go(app, &screen_lesson);
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

static void build_say(struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    char say[PLAN_SAY_BYTES]; /* the hand of titles has a quote in place of the prime */
    snprintf(say, sizeof say, "%s", step_now()->say);
    for (char *prime; (prime = strstr(say, "′"));)
        memcpy(prime, "’", strlen("’"));
    int margin = canvas_units(canvas, SAY_MARGIN), side = canvas_units(canvas, layout_side(ui));
    int width = rest->w - 2 * side;
    /* As large as it can be on two lines. */
    int two = 2 * canvas_text_height(canvas, STYLE_TITLE, say) + 1;
    enum canvas_style style = canvas_paragraph_height(canvas, STYLE_TITLE, say, width) <= two
                                  ? STYLE_TITLE
                                  : STYLE_HEADING;
    int height = canvas_paragraph_height(canvas, style, say, width) + 2 * margin;
    struct box strip = box_cut_top(rest, height);
    canvas_fill(canvas, strip, theme->card);
    canvas_fill(canvas, box_make(strip.x, strip.y + strip.h - 2, strip.w, 2), theme->panel_edge);
    canvas_paragraph(canvas, style, theme->ink, say, box_inset(strip, side, margin), ALIGN_LEFT);
    if (!lesson.fault[0])
        return;
    height = canvas_paragraph_height(canvas, STYLE_STRONG, lesson.fault, width) + margin;
    strip = box_cut_top(rest, height);
    canvas_fill(canvas, strip, theme->panel);
    canvas_paragraph(canvas, STYLE_STRONG, theme->warning, lesson.fault,
                     box_inset(strip, side, margin / 2), ALIGN_LEFT);
}

static void lesson_build_foot(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool first = lesson.step == 0, last = lesson.step == lesson.plan.step_count - 1;
    canvas_fill(canvas, box, theme->panel);
    struct layout row = layout_inside(ui, box, layout_side(ui), 8, 10);
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
    asking_build_button(app, &row, &lesson.task_panel, 1);
    if (!last && layout_button(&row, AT_LEFT, "button classroom", "Classroom", LOOK_PLAIN))
        app_go(app, &screen_classroom);
    if (!app->projector && layout_button(&row, AT_LEFT, "button notes", "Teacher (T)", LOOK_PLAIN))
        lesson.notes = true;
    const char *const told[] = {"Page down, Page up: steps · F5 projector · F6 pen",
                                lesson.plan.title, ""};
    int fits = 0;
    while (canvas_text_width(canvas, STYLE_SMALL, told[fits]) > number_larger(row.rest.w, 0))
        fits++;
    if (!app->projector)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, told[fits], row.rest, ALIGN_CENTRE);
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
    if (ui_check(ui, "choice reveal", "Page down shows the answer first", dialog.foot.rest,
                 &app->settings.reveals))
        app->settings_changed = true;
    ui_default(ui, "button close-notes");
    ui_status(ui, ui_words("For the teacher: %s", lesson.plan.title));
}

/* --- the screen ------------------------------------------------------------------------------- */

static void lesson_build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box rest = canvas_box(canvas);
    if (lesson.watcher)
        follow_file(app);
    if (lesson.fresh)
        ui_set_focus(ui, NULL, false);
    lesson.fresh = false;
    build_say(ui, &rest);
    struct box foot = box_cut_bottom(&rest, canvas_units(canvas, LESSON_FOOT));
    task_panel_build(&lesson.task_panel, ui, rest, &lesson.panel);
    lesson_build_foot(app, ui, foot);
    struct text status = {0};
    text_append_format(&status, "%s, step %d of %d: %s", lesson.plan.title, lesson.step + 1,
                       lesson.plan.step_count, step_now()->say);
    if (lesson.fault[0])
        text_append_format(&status, " %s", lesson.fault);
    task_panel_say(&lesson.task_panel, &status);
    ui_status(ui, text_string(&status));
    text_free(&status);
    if (lesson.notes)
        build_notes(app, ui);
}

static bool lesson_press_key(struct app *app, const SDL_Keysym *key)
{
    if (key->mod & (KMOD_CTRL | KMOD_GUI) && key->sym == SDLK_p) {
        print_lesson(app);
        return true;
    }
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return false;
    switch (key->sym) {
    case SDLK_PAGEDOWN:
        if (app->settings.reveals && !task_panel_is_done(&lesson.task_panel)) {
            task_panel_help(&lesson.task_panel, TASK_ANSWER);
            return true;
        }
        return go(app, 1);
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

static bool lesson_event(struct app *app, const SDL_Event *lesson_event)
{
    if (task_panel_event(&lesson.task_panel, lesson_event))
        return true;
    return lesson_event->type == SDL_KEYDOWN && lesson_press_key(app, &lesson_event->key.keysym);
}

static int lesson_animate(struct app *app, Uint32 now)
{
    (void)app;
    return task_panel_animate(&lesson.task_panel, now);
}

const struct screen screen_lesson = {.name = "lesson",
                                     .enter = lesson_enter,
                                     .leave = lesson_leave,
                                     .build = lesson_build,
                                     .event = lesson_event,
                                     .animate = lesson_animate,
                                     .covers_window = true,
                                     .grows = true};

/* === classroom ================================================================================ */

/* The classroom: its lessons, and the ways to exercises. */

/* On the projector all lessons of the game are seen at once, without what they are about. */
static const double CARD_HEIGHT = 116, CARD_LOW = 84, CARD_WIDTH = 280, BIG_HEIGHT = 64,
                    BIG_LOW = 44; /* interface */

static struct {
    struct lesson_list list;
    struct ui_scroll scroll;
} classroom;

static void classroom_enter(struct app *app)
{
    (void)app;
    lesson_list_read(&classroom.list);
}

static void classroom_leave(struct app *app)
{
    (void)app;
    lesson_list_free(&classroom.list);
}

/* The lesson to start from, as a new file of the player's own. */
static void write_example(struct app *app)
{
    struct error error;
    struct text content = {0};
    const char *assets = command_asset_folder("assets");
    char *example = assets ? file_join(assets, "example.lesson") : NULL;
    char *folder = lesson_own_folder();
    /* "my-lesson.lesson", or with a number that no file has yet; free it. */
    char *path = file_join(folder, "my-lesson" LESSON_EXTENSION);
    for (int number = 2; file_exists(path); number++) {
        free(path);
        path = file_join(folder, ui_words("my-lesson-%d" LESSON_EXTENSION, number));
    }
    bool written = example && file_read(example, PLAN_FILE_LIMIT, &content, &error) &&
                   file_make_folder(folder, &error) &&
                   file_write_atomically(path, content.data, content.length, &error);
    if (!example)
        app_tell(app, "The example of the game was not found.");
    else if (!written)
        app_tell(app, "No lesson can be written: %s", error.text);
    else
        app_notice(app, "An example is saved as %s: change it in any text editor.", path);
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
    const char *aside = broken ? "cannot be read" : entry->own ? "your own" : "";
    layout_text(&row, AT_RIGHT, STYLE_SMALL, broken ? theme->warning : theme->ink_soft, aside);
    canvas_text(canvas, STYLE_STRONG, theme->action, entry->title, row.rest, ALIGN_LEFT);
    if (!broken) {
        struct box facts = layout_take(&inside, AT_BOTTOM, app->projector ? 42 : 20);
        canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, entry->facts, facts, ALIGN_LEFT);
    }
    if (broken || !app->projector)
        canvas_paragraph(canvas, STYLE_BODY, theme->ink, broken ? entry->problem : entry->about,
                         inside.rest, ALIGN_LEFT);
    if (clicked)
        lesson_show(app, entry->path);
}

static void build_ways(struct app *app, struct layout *column)
{
    struct ui *ui = column->ui;
    struct box row = layout_take(column, AT_TOP, app->projector ? BIG_LOW : BIG_HEIGHT);
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
    if (!app->projector)
        layout_text(column, AT_TOP, STYLE_HEADING, theme->ink, "Lessons");
    struct grid grid = grid_in(column, CARD_WIDTH, 10, 3);
    grid.height = canvas_units(canvas, app->projector ? CARD_LOW : CARD_HEIGHT);
    ui_group_begin(column->ui);
    for (int i = 0; i < classroom.list.count; i++)
        build_lesson(app, column->ui, i, grid_cell(&grid, i));
    ui_group_end(column->ui);
    layout_cut(column, AT_TOP, grid_height(&grid, classroom.list.count));
    if (classroom.list.count == 0)
        layout_paragraph(column, STYLE_BODY, theme->ink, "The lessons of the game were not found.");
    layout_skip(column, AT_TOP, 8);
    char *own = lesson_own_folder();
    const char *words =
        ui_words("A lesson is a text file that you can write, copy and change. Your "
                 "own are in %s; you can also drop one on the window.",
                 own);
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft, words);
    free(own);
}

static void classroom_build(struct app *app, struct ui *ui)
{
    struct layout page = layout_page(ui, 10), header = layout_row(&page, 50, 10);
    if (layout_button(&header, AT_RIGHT, "button invite", "Invite", LOOK_PLAIN))
        invite_class(app);
    if (layout_button(&header, AT_RIGHT, "button projector", "Projector (F5)", LOOK_PLAIN))
        app->projector = !app->projector;
    canvas_title(ui_canvas(ui), header.rest, "Classroom", ALIGN_LEFT);
    struct layout foot = {ui, layout_cut(&page, AT_BOTTOM, ui_button_height(ui)), 10};
    struct box area = layout_inside(ui, page.rest, -12, 0, 0).rest;
    int y = ui_scroll_begin(ui, "classroom", area, &classroom.scroll);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, 10);
    build_page(app, &column);
    ui_scroll_end(ui, column.rest.y);
    if (layout_button(&foot, AT_LEFT, "button back", "Back", LOOK_PLAIN))
        app_go(app, &screen_home);
    if (layout_button(&foot, AT_RIGHT, "button new-lesson", "Write your own", LOOK_PLAIN))
        write_example(app);
    ui_status(ui, "Classroom: choose a lesson, or exercises. Ctrl+P: worksheets. F5: projector.");
}

static bool classroom_event(struct app *app, const SDL_Event *classroom_event)
{
    if (classroom_event->type != SDL_KEYDOWN)
        return false;
    SDL_Keycode key = classroom_event->key.keysym.sym;
    if (key == SDLK_ESCAPE)
        app_go(app, &screen_home);
    else if (key == SDLK_p && classroom_event->key.keysym.mod & (KMOD_CTRL | KMOD_GUI))
        worksheets_of_exercises(app, WORKSHEET_MIXED, EXERCISE_EASY, 0);
    else
        return false;
    return true;
}

const struct screen screen_classroom = {.name = "classroom",
                                        .enter = classroom_enter,
                                        .leave = classroom_leave,
                                        .build = classroom_build,
                                        .event = classroom_event,
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
    bool found = file_read(path, PLAN_FILE_LIMIT, &content, &error) &&
                 lesson_recognise(text_string(&content), content.length);
    text_free(&content);
    return found;
}

static void open_file(struct app *app, const char *path)
{
    lesson_show(app, path);
}

const struct classroom graph_paper_classroom = {&graph_paper_game, &screen_classroom, takes_file,
                                                open_file};
