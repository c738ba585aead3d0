/* See task_panel.h. The answer comes about here and is judged by session/graph_paper/task.h.
 */
#include "screens/graph_paper/classroom/task_panel.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static const double FIELD_WIDTH = 130, FIELD_LEAST = 70, FIELD_HEIGHT = 40;
static const double LABEL_WIDTH = 110; /* all of them: interface pixels */
static const double PICTURE_HEIGHT = 150, PANEL = 360;

void task_panel_set(struct task_panel *task_panel, const struct task *task, bool asks,
                    unsigned arrows, const char *const *hints, int hint_count)
{
    struct scene_view *view = task_panel->view;
    task_panel->view = NULL;
    task_panel_free(task_panel);
    task_panel->view = view ? view : scene_view_create();
    task_copy(&task_panel->task, task);
    scene_copy(&task_panel->scene, &task->scene);
    task_panel->asks = asks;
    task_panel->is_set = true;
    task_panel->arrows = arrows;
    task_panel->hints = hints;
    task_panel->hint_count = hint_count;
    task_panel->answer.number = -1;
}

void task_panel_free(struct task_panel *task_panel)
{
    scene_view_free(task_panel->view);
    if (task_panel->is_set) {
        task_free(&task_panel->task);
        scene_free(&task_panel->scene);
    }
    memset(task_panel, 0, sizeof *task_panel);
}

bool task_panel_is_done(const struct task_panel *task_panel)
{
    return !task_panel->asks || task_panel->solved || task_panel->shown;
}

/* --- answers ---------------------------------------------------------------------------------- */

void task_panel_judge(struct task_panel *task_panel)
{
    task_judge(&task_panel->task, &task_panel->answer, &task_panel->reply);
    task_panel->has_reply = task_panel->tells = true;
    task_panel->solved = task_panel->reply.verdict == TASK_RIGHT;
    task_panel->tries += task_panel->reply.verdict == TASK_WRONG;
}

/* The moves of a drive are made at once; a reply comes when it has come to something. */
static void drive(struct task_panel *task_panel, struct point choice)
{
    struct error error;
    if (task_panel->answer.move_count == TASK_MOVES ||
        !scene_choose(&task_panel->scene, task_panel->task.body, choice, &error))
        return;
    scene_step(&task_panel->scene);
    task_panel->answer.moves[task_panel->answer.move_count++] = choice;
    task_panel_judge(task_panel);
    if (task_panel->reply.verdict == TASK_UNREADABLE)
        task_panel->has_reply = false; /* it goes on */
}

static void take_back(struct task_panel *task_panel)
{
    if (task_panel->answer.move_count == 0)
        return;
    task_panel->answer.move_count--;
    scene_back(&task_panel->scene);
    task_panel->has_reply = false;
}

static void show_answer(struct task_panel *task_panel)
{
    task_solve(&task_panel->task, &task_panel->answer, &task_panel->reply.words);
    task_panel->reply.verdict = TASK_RIGHT;
    task_panel->has_reply = task_panel->shown = task_panel->tells = true;
    if (task_panel->task.ask != TASK_DRIVE)
        return;
    struct error error;
    scene_free(&task_panel->scene);
    scene_copy(&task_panel->scene, &task_panel->task.scene);
    for (int i = 0; i < task_panel->answer.move_count; i++)
        if (scene_choose(&task_panel->scene, task_panel->task.body, task_panel->answer.moves[i],
                         &error))
            scene_step(&task_panel->scene);
}

void task_panel_help(struct task_panel *task_panel)
{
    bool hint = task_panel->hints_shown < task_panel->hint_count;
    task_panel->hints_shown += hint;
    if (!hint)
        show_answer(task_panel);
    task_panel->tells = true;
}

/* --- the sheet -------------------------------------------------------------------------------- */

static bool drives_on(const struct task_panel *task_panel)
{
    return task_panel->task.ask == TASK_DRIVE && !task_panel->has_reply;
}

static struct scene_hands hands_of(const struct task_panel *task_panel)
{
    struct scene_hands hands = {.chooses = false};
    if (!task_panel->asks || task_panel_is_done(task_panel))
        return hands;
    hands.places = task_panel->task.ask == TASK_POINT;
    hands.chooses = task_panel->task.ask == TASK_ACCELERATION || drives_on(task_panel);
    return hands;
}

static void obey(struct task_panel *task_panel, const struct scene_deed *deed)
{
    bool takes_point = deed->kind == SCENE_CLICKED && task_panel->task.ask == TASK_POINT;
    if (deed->kind == SCENE_CHOSE && task_panel->task.ask == TASK_DRIVE) {
        drive(task_panel, deed->at);
    } else if (takes_point || deed->kind == SCENE_CHOSE) {
        task_panel->answer.point = deed->at;
        task_panel_judge(task_panel);
    }
}

static void build_scene(struct task_panel *task_panel, struct ui *ui, struct box box)
{
    struct scene_deed deed;
    struct scene_look look = {.arrows = task_panel->arrows, .body = task_panel->task.body};
    if (task_panel->has_reply) /* the explanation has arrows of its own there */
        look.arrows &= ~(1u << ARROWS_INERTIA);
    task_panel->sheet_box = box;
    scene_view_build(task_panel->view, ui, box, &task_panel->scene, &look, hands_of(task_panel),
                     &deed);
    task_panel_draw_marks(task_panel, ui_canvas(ui));
    if (task_panel->asks && !task_panel_is_done(task_panel))
        obey(task_panel, &deed);
}

void task_panel_build_sheet(struct task_panel *task_panel, struct ui *ui, struct box box)
{
    const struct task *task = &task_panel->task;
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 12);
    bool sheet = task->show & TASK_SHOW_SHEET;
    if (task->show & TASK_SHOW_TABLE && task->table.rows > 0) {
        int wanted = task_panel_table_height(task_panel, canvas) + 2 * gap;
        int most = sheet ? box.h / 2 : box.h;
        bool alone = !sheet && !(task->show & TASK_SHOW_GRAPH);
        struct box table =
            alone ? box_cut_top(&box, box.h) : box_cut_bottom(&box, wanted < most ? wanted : most);
        canvas_fill(canvas, table, canvas_theme(canvas)->panel);
        task_panel_build_table(task_panel, ui, box_inset(table, gap, gap));
    }
    if (task->show & TASK_SHOW_GRAPH) {
        struct box graphs =
            sheet ? box_cut_bottom(&box, task_panel_graphs_height(canvas, box.h)) : box;
        task_panel_draw_graphs(task_panel, canvas, graphs);
        if (!sheet)
            box.h = 0;
    }
    if (sheet)
        build_scene(task_panel, ui, box);
    else if (box.h > 0)
        canvas_fill(canvas, box, canvas_theme(canvas)->panel);
}

/* --- the panel -------------------------------------------------------------------------------- */

/* As wide as fields are, or less, so that the unit behind it can be read. */
static struct box field_box(struct layout *row, const char *unit)
{
    struct canvas *canvas = ui_canvas(row->ui);
    int wide = canvas_units(canvas, FIELD_WIDTH), least = canvas_units(canvas, FIELD_LEAST);
    int room =
        row->rest.w - canvas_units(canvas, row->gap) - canvas_text_width(canvas, STYLE_BODY, unit);
    int width = room > wide ? wide : room;
    return layout_cut(row, AT_LEFT, width < least ? least : width);
}

/* Few keyboards have a root. */
static const char number_forms[] = "like 3, 7/2, 3.5 or sqrt 13";

static void build_fields(struct task_panel *task_panel, struct layout *column)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < task_panel->task.field_count; i++) {
        const struct task_field *field = &task_panel->task.fields[i];
        if (field->row >= 0)
            continue; /* it stands in the table */
        struct layout row = layout_row(column, FIELD_HEIGHT, 8);
        const char *label = field->label[0] ? ui_words("%s =", field->label) : "";
        int wide = canvas_text_width(canvas, STYLE_STRONG, label);
        int least = number_smaller(canvas_units(canvas, LABEL_WIDTH), row.rest.w / 5);
        if (field->label[0])
            canvas_text(canvas, STYLE_STRONG, theme->ink, label,
                        layout_cut(&row, AT_LEFT, wide > least ? wide : least), ALIGN_RIGHT);
        if (task_panel_is_done(task_panel)) {
            layout_text(&row, AT_LEFT, STYLE_STRONG, theme->ink, task_panel->answer.typed[i]);
        } else if (ui_text_field(ui, ui_words("field %d", i + 1), task_panel->answer.typed[i],
                                 TASK_TYPED_BYTES, field_box(&row, field->unit))) {
            task_panel->has_reply = false;
        }
        canvas_text(canvas, STYLE_BODY, theme->ink, field->unit, row.rest, ALIGN_LEFT);
    }
    if (!task_panel_is_done(task_panel)) {
        struct layout row = layout_row(column, FIELD_HEIGHT, 8);
        if (layout_button(&row, AT_LEFT, "button check", "Check", LOOK_PRIMARY))
            task_panel_judge(task_panel);
        ui_default(ui, "button check");
        if (canvas_text_width(canvas, STYLE_SMALL, number_forms) <= row.rest.w)
            canvas_text(canvas, STYLE_SMALL, theme->ink_soft, number_forms, row.rest, ALIGN_LEFT);
    }
}

static bool has_pictures(const struct task *task)
{
    return task->ask == TASK_CHOICE && task->choice_count > 0 &&
           task->choices[0].picture != TASK_WORDS;
}

int task_panel_width(const struct task_panel *task_panel, const struct canvas *canvas, int room)
{
    bool pictures = has_pictures(&task_panel->task);
    int wide = canvas_units(canvas, PANEL) * (pictures ? 2 : 1);
    return number_smaller(wide, room * (pictures ? 58 : 42) / 100);
}

static void build_choice(struct task_panel *task_panel, struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct task_choice *choice = &task_panel->task.choices[index];
    const struct paper_theme *theme = canvas_theme(canvas);
    bool picture = choice->picture != TASK_WORDS;
    int pad = canvas_units(canvas, 10);
    bool chosen = task_panel->answer.number == index &&
                  (task_panel->has_reply || task_panel_is_done(task_panel));
    bool clicked = ui_card(ui, ui_words("answer %d", index + 1), choice->text, box, chosen);
    struct box inside = box_inset(box, pad, pad);
    if (picture) {
        canvas_text(canvas, STYLE_STRONG, theme->ink, choice->text,
                    box_cut_left(&inside, canvas_units(canvas, 26)), ALIGN_LEFT);
        task_panel_draw_choice(canvas, choice, inside);
    } else {
        canvas_paragraph(canvas, STYLE_BODY, theme->ink, choice->text, inside, ALIGN_LEFT);
    }
    if (clicked && !task_panel_is_done(task_panel)) {
        task_panel->answer.number = index;
        task_panel_judge(task_panel);
    }
}

/* Words below each other, pictures in pairs. */
static void build_choices(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    int pad = canvas_units(canvas, 10);
    if (has_pictures(&task_panel->task)) {
        for (int i = 0; i < task_panel->task.choice_count; i += 2) {
            struct box row = layout_take(column, AT_TOP, PICTURE_HEIGHT);
            for (int k = i; k < i + 2 && k < task_panel->task.choice_count; k++)
                build_choice(task_panel, column->ui, k, box_column(row, k - i, 2, pad));
        }
        return;
    }
    for (int i = 0; i < task_panel->task.choice_count; i++) {
        const char *words = task_panel->task.choices[i].text;
        int lines = canvas_paragraph_height(canvas, STYLE_BODY, words, column->rest.w - 2 * pad);
        build_choice(task_panel, column->ui, i, layout_cut(column, AT_TOP, lines + 2 * pad));
    }
}

/* What is to be done where nothing stands in the panel to be clicked. */
static const char *instruction(const struct task_panel *task_panel)
{
    switch (task_panel->task.ask) {
    case TASK_POINT:
        return "Click the point on the sheet.";
    case TASK_ACCELERATION:
        return "Click one of the points round where inertia leads.";
    case TASK_ROW:
        return "Click a row of the table.";
    case TASK_DRIVE:
        return "Click where the car goes, move by move.";
    default:
        return "";
    }
}

static void build_drive(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct task *task = &task_panel->task;
    int made = task_panel->answer.move_count;
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(canvas)->ink,
                task->moves_most ? ui_words("Move %d of %d", made, task->moves_most)
                                 : ui_words("Move %d", made));
    if (made == 0 || task_panel_is_done(task_panel))
        return;
    struct layout row = layout_row(column, FIELD_HEIGHT, 8);
    if (layout_button(&row, AT_LEFT, "button take-back", "Take back", LOOK_PLAIN))
        take_back(task_panel);
}

static void build_answers(struct task_panel *task_panel, struct layout *column)
{
    struct paper_color soft = canvas_theme(ui_canvas(column->ui))->ink_soft;
    if (!task_panel_is_done(task_panel) && instruction(task_panel)[0])
        layout_paragraph(column, STYLE_BODY, soft, instruction(task_panel));
    if (task_panel->task.ask == TASK_NUMBERS)
        build_fields(task_panel, column);
    if (task_panel->task.ask == TASK_DRIVE)
        build_drive(task_panel, column);
    if (task_panel->task.ask == TASK_CHOICE)
        build_choices(task_panel, column);
}

static const char *verdict_words(const struct task_panel *task_panel)
{
    if (task_panel->shown && !task_panel->solved)
        return "The answer";
    switch (task_panel->reply.verdict) {
    case TASK_RIGHT:
        return "Right!";
    case TASK_WRONG:
        return "Not quite.";
    default:
        return "";
    }
}

static void write_answer(const struct task_panel *task_panel, struct text *into)
{
    if (task_panel->shown && !task_panel->solved && task_panel->task.ask != TASK_DRIVE)
        task_append_answer(into, &task_panel->task, &task_panel->answer);
}

static void build_reply(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text answer = {0};
    if (!task_panel->has_reply)
        return;
    bool right = task_panel->reply.verdict == TASK_RIGHT;
    const char *verdict = verdict_words(task_panel);
    if (verdict[0])
        layout_text(column, AT_TOP, STYLE_HEADING, right ? theme->action : theme->warning, verdict);
    write_answer(task_panel, &answer);
    if (answer.length > 0)
        layout_paragraph(column, STYLE_STRONG, theme->ink, text_string(&answer));
    if (task_panel->reply.words.text[0])
        layout_paragraph(column, STYLE_BODY, theme->ink, task_panel->reply.words.text);
    text_free(&answer);
}

static void build_help(struct task_panel *task_panel, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    for (int i = 0; i < task_panel->hints_shown; i++)
        layout_paragraph(column, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                         ui_words("Hint: %s", task_panel->hints[i]));
    if (task_panel_is_done(task_panel))
        return;
    struct layout row = layout_row(column, FIELD_HEIGHT, 8);
    if (task_panel->hints_shown < task_panel->hint_count &&
        layout_button(&row, AT_LEFT, "button hint", "Hint", LOOK_PLAIN))
        task_panel_help(task_panel);
    if (layout_button(&row, AT_LEFT, "button answer", "Show the answer", LOOK_PLAIN))
        show_answer(task_panel);
}

void task_panel_build(struct task_panel *task_panel, struct ui *ui, struct box box,
                      struct ui_scroll *scroll)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    int side = canvas_units(canvas, 16);
    int y = ui_scroll_begin(ui, "question", box, scroll);
    struct layout column = layout_column(ui, box.x + side, y + side, box.w - 2 * side, 10);
    layout_paragraph(&column, STYLE_HEADING, theme->ink, task_panel->task.sentence);
    build_answers(task_panel, &column);
    build_reply(task_panel, &column);
    build_help(task_panel, &column);
    ui_scroll_end(ui, column.rest.y + side);
    if (task_panel->tells)
        scroll->offset = scroll->content;
    task_panel->tells = false;
}

void task_panel_say(const struct task_panel *task_panel, struct text *into)
{
    if (!task_panel->asks)
        return;
    text_append_format(into, "%s%s", into->length ? " " : "", task_panel->task.sentence);
    if (task_panel->has_reply)
        text_append_format(into, " %s %s", verdict_words(task_panel), task_panel->reply.words.text);
}

bool task_panel_event(struct task_panel *task_panel, const SDL_Event *event)
{
    return task_panel->view && task_panel->task.show & TASK_SHOW_SHEET &&
           scene_view_event(task_panel->view, event);
}

int task_panel_animate(struct task_panel *task_panel, Uint32 now)
{
    return task_panel->view ? scene_view_animate(task_panel->view, now, -1) : -1;
}
