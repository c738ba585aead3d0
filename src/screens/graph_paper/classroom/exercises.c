/* Exercises out of a seed, alone or by two to eight teams in turn, one screen for all. */
#include "screens/graph_paper/classroom/inside.h"

#include "base/system/clock.h"
#include "paper/graph_paper/classroom/worksheet.h"
#include "session/graph_paper/exercise.h"

#include <stdio.h>
#include <string.h>

enum {
    TEAMS = 8,
    QUESTIONS_MOST = 20,
    SEED_MOST = 999,
    MIXED = WORKSHEET_MIXED,
    FIRST_TRY = 2,
    SECOND_TRY = 1
};
static const double SIDE = 24, FOOT = 60, NARROW = 620, STEPPER = 420; /* interface pixels */

static struct {
    int kind, difficulty, teams, questions; /* as set up; questions of each team */
    int seed;                               /* of the set; 0 before one was drawn */
    uint64_t drawn;                         /* from it, as for the first version of a worksheet */
    bool running, over;
    int question; /* of all, from 0 */
    int points[TEAMS];
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

static void go_on(struct app *app)
{
    set.question++;
    set.over = set.question == question_count();
    if (!set.over)
        begin_question(app);
}

/* Points for the team whose turn it is, once a question. */
static void count(void)
{
    if (set.counted || !task_panel_is_done(&set.task_panel))
        return;
    set.counted = true;
    if (!set.task_panel.solved)
        return;
    set.points[team_now()] += set.task_panel.tries == 0 ? FIRST_TRY : SECOND_TRY;
    set.right += set.task_panel.tries == 0;
}

static void enter(struct app *app)
{
    (void)app;
    if (set.seed == 0)
        set.seed = (int)(clock_nanoseconds() % SEED_MOST) + 1;
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
        kind == MIXED ? "Each kind comes once before one comes again." : exercise_aim(kind);
    const char *name = kind == MIXED ? "mixed" : exercise_name(kind);
    if (ui_card(ui, ui_words("kind %s", name), title, box, set.kind == kind))
        set.kind = kind;
    struct layout inside = layout_inside(ui, box, 14, 8, 2);
    canvas_text(canvas, STYLE_STRONG, theme->action, title, layout_take(&inside, AT_TOP, 24),
                ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_BODY, theme->ink, aim, inside.rest, ALIGN_LEFT);
}

/* Not so wide that nobody sees which sentence a number belongs to. */
static struct box stepper_box(struct layout *column)
{
    struct box box = layout_take(column, AT_TOP, 40);
    int most = canvas_units(ui_canvas(column->ui), STEPPER);
    box.w = box.w < most ? box.w : most;
    return box;
}

static void build_choices(struct layout *column)
{
    struct ui *ui = column->ui;
    static const struct ui_range teams = {1, TEAMS, 1, "", NULL};
    static const struct ui_range questions = {1, QUESTIONS_MOST, 1, "", NULL};
    struct layout row = layout_row(column, 40, 10);
    for (int i = EXERCISE_EASY; i <= EXERCISE_HARD; i++) {
        const char *name = exercise_difficulty_name(i);
        if (layout_chip(&row, ui_words("choice difficulty %s", name), name, "", set.difficulty == i)
                .clicked)
            set.difficulty = i;
    }
    ui_stepper(ui, "choice teams", "Teams (1: no contest)", stepper_box(column), &set.teams,
               &teams);
    static const struct ui_range seeds = {1, SEED_MOST, 1, "", NULL};
    ui_stepper(ui, "choice questions", set.teams > 1 ? "Questions for each team" : "Questions",
               stepper_box(column), &set.questions, &questions);
    ui_stepper(ui, "choice seed", "Seed, as on its worksheet", stepper_box(column), &set.seed,
               &seeds);
}

static void build_setup(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, canvas_box(canvas), theme->panel);
    struct layout page = layout_inside(ui, canvas_box(canvas), SIDE, 14, 10);
    struct layout header = layout_row(&page, 50, 10);
    if (layout_button(&header, AT_RIGHT, "button start", "Start", LOOK_PRIMARY))
        begin(app);
    if (layout_button(&header, AT_RIGHT, "button worksheets", "Print", LOOK_PLAIN))
        worksheets_of_exercises(app, set.kind, set.difficulty, set.seed);
    if (layout_button(&header, AT_RIGHT, "button back", "Back", LOOK_PLAIN))
        app_go(app, &screen_classroom);
    canvas_title(canvas, header.rest, "Exercises", ALIGN_LEFT);
    int side = canvas_units(canvas, SIDE);
    int y = ui_scroll_begin(ui, "exercises", box_inset(page.rest, -side / 2, 0), &set.page);
    struct layout column = layout_column(ui, page.rest.x, y, page.rest.w, 10);
    build_choices(&column);
    struct grid grid = grid_in(&column, 300, 12, 3);
    grid.height = canvas_units(canvas, 84);
    for (int kind = MIXED; kind < exercise_kind_count(); kind++)
        build_kind(ui, kind, grid_cell(&grid, kind + 1));
    layout_cut(&column, AT_TOP, grid_height(&grid, exercise_kind_count() + 1));
    ui_scroll_end(ui, column.rest.y);
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
    canvas_mark(canvas, team + 1,
                box_cut_left(&inside, size + canvas_units(canvas, 8)).x + size / 2.0,
                box.y + box.h / 2.0, size);
    const char *words = ui_words("Team %d: %d", team + 1, set.points[team]);
    if (canvas_text_width(canvas, STYLE_STRONG, words) > inside.w)
        words = ui_words("%d: %d", team + 1, set.points[team]);
    canvas_text(canvas, STYLE_STRONG, turn ? theme->action : theme->ink, words, inside, ALIGN_LEFT);
    ui_tell_label(ui, ui_words("Team %d: %d", team + 1, set.points[team]), box);
}

static void build_teams(struct ui *ui, struct box *rest)
{
    struct canvas *canvas = ui_canvas(ui);
    if (set.teams < 2)
        return;
    struct box strip = box_cut_top(rest, canvas_units(canvas, 52));
    canvas_fill(canvas, strip, canvas_theme(canvas)->panel);
    strip = box_inset(strip, canvas_units(canvas, SIDE), canvas_units(canvas, 8));
    for (int i = 0; i < set.teams; i++)
        build_team(ui, i, box_column(strip, i, set.teams, canvas_units(canvas, 8)));
}

static void build_foot(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool done = task_panel_is_done(&set.task_panel);
    canvas_fill(canvas, box, theme->panel);
    struct layout row = layout_inside(ui, box, SIDE, 8, 10);
    if (layout_button(&row, AT_RIGHT, "button next", done ? "Next" : "Pass",
                      done ? LOOK_PRIMARY : LOOK_PLAIN))
        go_on(app);
    layout_text(&row, AT_RIGHT, STYLE_STRONG, theme->ink,
                ui_words("%d / %d", set.question + 1, question_count()));
    if (layout_button(&row, AT_LEFT, "button exercises", "Exercises", LOOK_PLAIN))
        end_round();
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
                        : winners == 1 ? ui_words("Team %d wins with %d points", winner, most)
                                       : ui_words("%d teams share the first place", winners);
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
    build_teams(ui, &rest);
    struct box foot = box_cut_bottom(&rest, canvas_units(canvas, FOOT));
    int wide = task_panel_width(&set.task_panel, canvas, rest.w);
    bool narrow = rest.w < canvas_units(canvas, NARROW);
    struct box panel = narrow ? box_cut_bottom(&rest, rest.h / 2) : box_cut_right(&rest, wide);
    task_panel_build_sheet(&set.task_panel, ui, rest);
    task_panel_build(&set.task_panel, ui, panel, &set.panel);
    count();
    build_foot(app, ui, foot);
    struct text status = {0};
    if (set.teams > 1)
        text_append_format(&status, "Team %d.", team_now() + 1);
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
    if (key == SDLK_PAGEDOWN && running && task_panel_is_done(&set.task_panel)) {
        go_on(app);
        return true;
    }
    if (key == SDLK_PAGEUP && running && !task_panel_is_done(&set.task_panel)) {
        task_panel_help(&set.task_panel);
        return true;
    }
    return false;
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
    return set.running && !set.over ? task_panel_animate(&set.task_panel, now) : -1;
}

const struct screen screen_exercises = {.name = "exercises",
                                        .enter = enter,
                                        .leave = leave,
                                        .build = build,
                                        .event = event,
                                        .animate = animate,
                                        .covers_window = true};
