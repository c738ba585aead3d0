/* A task goes to all pages of the window's table, and what comes back is counted: how many have
 * answered, then what, as bars and on the sheet, and who was right. What pupils have answered is
 * kept nowhere but where somebody saves it.
 */
#include "screens/graph_paper/classroom/inside.h"

#include "paper/paper.h"
#include "screens/invite/invite.h"
#include "together/hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = PLAYER_LIMIT + HALL_CLASS_SEATS, WORDS = 120 };

/* All who have answered the same. */
struct same_answer {
    char words[WORDS];
    struct text names;
    struct point at; /* on the sheet, of a point or an acceleration */
    int count;
    bool right;
};

static struct {
    struct task_panel *panel; /* whose task it is */
    int teams;
    bool judged, named;
    struct same_answer rows[ROWS];
    int row_count;
    int asked[PLAYER_LIMIT], right[PLAYER_LIMIT]; /* of each team */
    struct ui_scroll scroll;
} asking = {.teams = 1};

static void forget(void)
{
    for (int i = 0; i < asking.row_count; i++)
        text_free(&asking.rows[i].names);
    asking.row_count = 0;
    asking.judged = false;
    memset(asking.asked, 0, sizeof asking.asked);
    memset(asking.right, 0, sizeof asking.right);
}

static bool read_right(const json_t *answer, struct task_answer *read, bool *right)
{
    const struct task *task = &asking.panel->task;
    struct task_reply reply = {0};
    bool is = task_read_answer(answer, task, read);
    if (is)
        task_judge(task, read, &reply);
    *right = is && reply.verdict == TASK_RIGHT;
    return is;
}

static void tell_verdict(void *data, const json_t *answer, char *verdict, size_t size)
{
    struct task_answer read;
    bool right;
    (void)data;
    read_right(answer, &read, &right);
    snprintf(verdict, size, right ? "Right." : "Not right: look at the wall.");
}

static struct same_answer *row_of(const char *words)
{
    for (int i = 0; i < asking.row_count; i++)
        if (strcmp(asking.rows[i].words, words) == 0)
            return &asking.rows[i];
    struct same_answer *row = &asking.rows[asking.row_count++];
    *row = (struct same_answer){0};
    snprintf(row->words, sizeof row->words, "%s", words);
    return row;
}

static void count_answer(const struct class_answer *given)
{
    const struct task *task = &asking.panel->task;
    struct task_answer answer;
    struct text words = {0};
    bool right, is = read_right(given->answer, &answer, &right);
    int team = given->seat % asking.teams;
    if (is)
        task_append_answer(&words, task, &answer);
    struct same_answer *row = row_of(is ? text_string(&words) : "no answer to this");
    row->count++;
    row->right = right;
    row->at = answer.point;
    if (is && task->ask == TASK_ACCELERATION)
        row->at = scene_next_point(&task->scene, task->body, answer.point, NULL);
    text_append(&row->names, row->names.length > 0 ? ", " : "");
    text_append_visible(&row->names, table_seat(invite_table(), given->seat).name);
    asking.asked[team]++;
    asking.right[team] += right;
    text_free(&words);
}

static int compare_rows(const void *a, const void *b)
{
    const struct same_answer *one = a, *two = b;
    return two->count != one->count ? two->count - one->count : strcmp(one->words, two->words);
}

static void show_on_sheet(void)
{
    const struct task *task = &asking.panel->task;
    bool lies = task->ask == TASK_POINT || task->ask == TASK_ACCELERATION;
    asking.panel->count_count = 0;
    for (int i = 0; lies && i < asking.row_count && i < TASK_PANEL_COUNTS; i++)
        asking.panel->counts[asking.panel->count_count++] =
            (struct task_count){asking.rows[i].at, asking.rows[i].count, asking.rows[i].right};
}

static void judge(void)
{
    int count;
    const struct class_answer *answers = table_answers(invite_table(), &count);
    forget();
    for (int i = 0; i < count; i++)
        count_answer(&answers[i]);
    qsort(asking.rows, (size_t)asking.row_count, sizeof *asking.rows, compare_rows);
    show_on_sheet();
    table_judge(invite_table(), tell_verdict, NULL);
    asking.judged = true;
}

/* A line for each who has answered, in that order. */
static void save(struct app *app)
{
    int count;
    const struct class_answer *answers = table_answers(invite_table(), &count);
    struct text file = {0};
    struct csv csv = csv_begin(&file, (enum csv_kind)app->settings.csv_for);
    csv_headings(&csv, "name,team,answer,right");
    csv_end_line(&csv);
    for (int i = 0; i < count; i++) {
        struct task_answer answer;
        struct text words = {0};
        bool right;
        if (read_right(answers[i].answer, &answer, &right))
            task_append_answer(&words, &asking.panel->task, &answer);
        csv_text(&csv, table_seat(invite_table(), answers[i].seat).name);
        csv_integer(&csv, answers[i].seat % asking.teams + 1);
        csv_text(&csv, text_string(&words));
        csv_integer(&csv, right);
        csv_end_line(&csv);
        text_free(&words);
    }
    char *path = app_write_new(app, app->saved_folder, "answers", ".csv", &file);
    if (path)
        app_notice(app, "The answers are in %s.", path);
    free(path);
    text_free(&file);
}

/* --- the panel -------------------------------------------------------------------------------- */

static const double ROW = 34, LABEL = 180; /* interface pixels */

static void build_row(struct layout *column, const struct same_answer *row, int most)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box box = layout_take(column, AT_TOP, ROW);
    struct box label = box_cut_left(&box, canvas_units(canvas, LABEL));
    canvas_text(canvas, row->right ? STYLE_STRONG : STYLE_BODY, theme->ink, row->words, label,
                ALIGN_LEFT);
    int number = canvas_text_width(canvas, STYLE_STRONG, "000") + canvas_units(canvas, 8);
    const char *count = ui_words(row->right ? "%d ✓" : "%d", row->count);
    struct box bar = box_inset(box, 0, canvas_units(canvas, 6));
    bar.w = (bar.w - 2 * number) * row->count / most;
    canvas_fill(canvas, bar, row->right ? theme->action : color_fade(theme->ink_soft, 0.5));
    struct box behind = {bar.x + bar.w + canvas_units(canvas, 8), box.y, 2 * number, box.h};
    canvas_text(canvas, STYLE_STRONG, theme->ink, count, behind, ALIGN_LEFT);
    ui_tell_label(column->ui, ui_words("%s: %s", row->words, count), box);
    if (asking.named)
        layout_paragraph(column, STYLE_SMALL, theme->ink_soft, text_string(&row->names));
}

static void build_counts(struct layout *column)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    for (int i = 0; i < asking.row_count; i++)
        build_row(column, &asking.rows[i], asking.rows[0].count);
    if (asking.teams == 1)
        return;
    struct text words = {0};
    for (int i = 0; i < asking.teams; i++)
        text_append_format(&words, "%sTeam %d: %d of %d right", i > 0 ? " · " : "", i + 1,
                           asking.right[i], asking.asked[i]);
    layout_paragraph(column, STYLE_STRONG, theme->ink, text_string(&words));
    text_free(&words);
}

static void build_foot(struct app *app, struct layout row)
{
    if (!asking.judged) {
        if (layout_button(&row, AT_RIGHT, "button show-answers", "Show the answers", LOOK_PRIMARY))
            judge();
        if (layout_button(&row, AT_LEFT, "button done", "Ask no more", LOOK_PLAIN))
            app_close_over(app);
        return;
    }
    if (layout_button(&row, AT_RIGHT, "button done", "Done", LOOK_PRIMARY))
        app_close_over(app);
    if (layout_button(&row, AT_LEFT, "button save-answers", "Keep the answers", LOOK_PLAIN))
        save(app);
    if (layout_button(&row, AT_LEFT, "button csv-for", app_csv_label(app), LOOK_LINK))
        app_next_csv(app);
}

static void build(struct app *app, struct ui *ui)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    struct race_table *table = invite_table();
    int count;
    if (table == NULL) { /* it was closed meanwhile */
        app_close_over(app);
        return;
    }
    table_answers(table, &count);
    struct dialog dialog = {"answers", "To all", "button done", 760, false, &asking.scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    layout_paragraph(&column, STYLE_HEADING, theme->ink, asking.panel->task.sentence);
    const char *words = ui_words("%d of %d have answered", count, table_present(table));
    layout_text(&column, AT_TOP, STYLE_TITLE, theme->ink, words);
    if (asking.judged && asking.row_count > 0) {
        build_counts(&column);
        ui_check(ui, "choice names", "With names", layout_take(&column, AT_TOP, ROW),
                 &asking.named);
    }
    dialog_end(&column);
    build_foot(app, dialog.foot);
    ui_status(ui, ui_words("%s %s.", asking.panel->task.sentence, words));
}

static void leave(struct app *app)
{
    (void)app;
    if (invite_table())
        table_ask_no_more(invite_table());
    forget();
}

static const struct screen screen_asking = {.name = "asking", .build = build, .leave = leave};

void asking_build_button(struct app *app, struct layout *row, struct task_panel *panel, int teams)
{
    if (invite_table() == NULL || !panel->asks ||
        !layout_button(row, AT_RIGHT, "button ask-all", "Ask all", LOOK_PLAIN))
        return;
    struct text members = {0};
    forget();
    asking.panel = panel;
    asking.teams = teams;
    asking.named = false;
    panel->count_count = 0;
    task_append_question(&members, &panel->task);
    table_ask(invite_table(), &members);
    text_free(&members);
    app_open_over(app, &screen_asking);
}
