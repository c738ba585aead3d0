/* See slate.h. The answer comes about here and is judged by session/graph_paper/task_judge.h. */
#include "screens/graph_paper/classroom/slate.h"

#include "base/number.h"

#include <stdio.h>
#include <string.h>

static const double FIELD_WIDTH = 130, FIELD_LEAST = 70, FIELD_HEIGHT = 40;
static const double LABEL_WIDTH = 110; /* all of them: interface pixels */
static const double PICTURE_HEIGHT = 150, PANEL = 360;

void slate_set(struct slate *slate, const struct task *task, bool asks, unsigned arrows,
               const char *const *hints, int hint_count)
{
    struct scene_view *view = slate->view;
    slate->view = NULL;
    slate_free(slate);
    slate->view = view ? view : scene_view_create();
    task_copy(&slate->task, task);
    scene_copy(&slate->scene, &task->scene);
    slate->asks = asks;
    slate->is_set = true;
    slate->arrows = arrows;
    slate->hints = hints;
    slate->hint_count = hint_count;
    slate->answer.number = -1;
}

void slate_free(struct slate *slate)
{
    scene_view_free(slate->view);
    if (slate->is_set) {
        task_free(&slate->task);
        scene_free(&slate->scene);
    }
    memset(slate, 0, sizeof *slate);
}

bool slate_is_done(const struct slate *slate)
{
    return !slate->asks || slate->solved || slate->shown;
}

/* --- answers ---------------------------------------------------------------------------------- */

void slate_judge(struct slate *slate)
{
    task_judge(&slate->task, &slate->answer, &slate->reply);
    slate->has_reply = slate->tells = true;
    slate->solved = slate->reply.verdict == TASK_RIGHT;
    slate->tries += slate->reply.verdict == TASK_WRONG;
}

/* The moves of a drive are made at once; a reply comes when it has come to something. */
static void drive(struct slate *slate, struct point choice)
{
    struct error error;
    if (slate->answer.move_count == TASK_MOVES ||
        !scene_choose(&slate->scene, slate->task.body, choice, &error))
        return;
    scene_step(&slate->scene);
    slate->answer.moves[slate->answer.move_count++] = choice;
    slate_judge(slate);
    if (slate->reply.verdict == TASK_UNREADABLE)
        slate->has_reply = false; /* it goes on */
}

static void take_back(struct slate *slate)
{
    if (slate->answer.move_count == 0)
        return;
    slate->answer.move_count--;
    scene_back(&slate->scene);
    slate->has_reply = false;
}

static void show_answer(struct slate *slate)
{
    task_solve(&slate->task, &slate->answer, &slate->reply.words);
    slate->reply.verdict = TASK_RIGHT;
    slate->has_reply = slate->shown = slate->tells = true;
    if (slate->task.ask != TASK_DRIVE)
        return;
    struct error error;
    scene_free(&slate->scene);
    scene_copy(&slate->scene, &slate->task.scene);
    for (int i = 0; i < slate->answer.move_count; i++)
        if (scene_choose(&slate->scene, slate->task.body, slate->answer.moves[i], &error))
            scene_step(&slate->scene);
}

void slate_help(struct slate *slate)
{
    bool hint = slate->hints_shown < slate->hint_count;
    slate->hints_shown += hint;
    if (!hint)
        show_answer(slate);
    slate->tells = true;
}

/* --- the sheet -------------------------------------------------------------------------------- */

static bool drives_on(const struct slate *slate)
{
    return slate->task.ask == TASK_DRIVE && !slate->has_reply;
}

static struct scene_hands hands_of(const struct slate *slate)
{
    struct scene_hands hands = {.chooses = false};
    if (!slate->asks || slate_is_done(slate))
        return hands;
    hands.places = slate->task.ask == TASK_POINT;
    hands.chooses = slate->task.ask == TASK_ACCELERATION || drives_on(slate);
    return hands;
}

static void obey(struct slate *slate, const struct scene_deed *deed)
{
    bool takes_point = deed->kind == SCENE_CLICKED && slate->task.ask == TASK_POINT;
    if (deed->kind == SCENE_CHOSE && slate->task.ask == TASK_DRIVE) {
        drive(slate, deed->at);
    } else if (takes_point || deed->kind == SCENE_CHOSE) {
        slate->answer.point = deed->at;
        slate_judge(slate);
    }
}

static void build_scene(struct slate *slate, struct ui *ui, struct box box)
{
    struct scene_deed deed;
    struct scene_look look = {.arrows = slate->arrows, .body = slate->task.body};
    if (slate->has_reply) /* the explanation has arrows of its own there */
        look.arrows &= ~(1u << ARROWS_INERTIA);
    slate->sheet_box = box;
    scene_view_build(slate->view, ui, box, &slate->scene, &look, hands_of(slate), &deed);
    slate_draw_marks(slate, ui_canvas(ui));
    if (slate->asks && !slate_is_done(slate))
        obey(slate, &deed);
}

void slate_build_sheet(struct slate *slate, struct ui *ui, struct box box)
{
    const struct task *task = &slate->task;
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 12);
    bool sheet = task->show & TASK_SHOW_SHEET;
    if (task->show & TASK_SHOW_TABLE && task->table.rows > 0) {
        int wanted = slate_table_height(slate, canvas) + 2 * gap;
        int most = sheet ? box.h / 2 : box.h;
        bool alone = !sheet && !(task->show & TASK_SHOW_GRAPH);
        struct box table =
            alone ? box_cut_top(&box, box.h) : box_cut_bottom(&box, wanted < most ? wanted : most);
        canvas_fill(canvas, table, canvas_theme(canvas)->panel);
        slate_build_table(slate, ui, box_inset(table, gap, gap));
    }
    if (task->show & TASK_SHOW_GRAPH) {
        struct box graphs = sheet ? box_cut_bottom(&box, slate_graphs_height(canvas, box.h)) : box;
        slate_draw_graphs(slate, canvas, graphs);
        if (!sheet)
            box.h = 0;
    }
    if (sheet)
        build_scene(slate, ui, box);
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

static void build_fields(struct slate *slate, struct layout *column)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < slate->task.field_count; i++) {
        const struct task_field *field = &slate->task.fields[i];
        if (field->row >= 0)
            continue; /* it stands in the table */
        struct layout row = layout_row(column, FIELD_HEIGHT, 8);
        const char *label = field->label[0] ? ui_words("%s =", field->label) : "";
        int wide = canvas_text_width(canvas, STYLE_STRONG, label);
        int least = number_smaller(canvas_units(canvas, LABEL_WIDTH), row.rest.w / 5);
        if (field->label[0])
            canvas_text(canvas, STYLE_STRONG, theme->ink, label,
                        layout_cut(&row, AT_LEFT, wide > least ? wide : least), ALIGN_RIGHT);
        if (slate_is_done(slate)) {
            layout_text(&row, AT_LEFT, STYLE_STRONG, theme->ink, slate->answer.typed[i]);
        } else if (ui_text_field(ui, ui_words("field %d", i + 1), slate->answer.typed[i],
                                 TASK_TYPED_BYTES, field_box(&row, field->unit))) {
            slate->has_reply = false;
        }
        canvas_text(canvas, STYLE_BODY, theme->ink, field->unit, row.rest, ALIGN_LEFT);
    }
    if (!slate_is_done(slate)) {
        struct layout row = layout_row(column, FIELD_HEIGHT, 8);
        if (layout_button(&row, AT_LEFT, "button check", "Check", LOOK_PRIMARY))
            slate_judge(slate);
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

int slate_panel_width(const struct slate *slate, const struct canvas *canvas, int room)
{
    bool pictures = has_pictures(&slate->task);
    int wide = canvas_units(canvas, PANEL) * (pictures ? 2 : 1);
    return number_smaller(wide, room * (pictures ? 58 : 42) / 100);
}

static void build_choice(struct slate *slate, struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct task_choice *choice = &slate->task.choices[index];
    const struct paper_theme *theme = canvas_theme(canvas);
    bool picture = choice->picture != TASK_WORDS;
    int pad = canvas_units(canvas, 10);
    bool chosen = slate->answer.number == index && (slate->has_reply || slate_is_done(slate));
    bool clicked = ui_card(ui, ui_words("answer %d", index + 1), choice->text, box, chosen);
    struct box inside = box_inset(box, pad, pad);
    if (picture) {
        canvas_text(canvas, STYLE_STRONG, theme->ink, choice->text,
                    box_cut_left(&inside, canvas_units(canvas, 26)), ALIGN_LEFT);
        slate_draw_choice(canvas, choice, inside);
    } else {
        canvas_paragraph(canvas, STYLE_BODY, theme->ink, choice->text, inside, ALIGN_LEFT);
    }
    if (clicked && !slate_is_done(slate)) {
        slate->answer.number = index;
        slate_judge(slate);
    }
}

/* Words below each other, pictures in pairs. */
static void build_choices(struct slate *slate, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    int pad = canvas_units(canvas, 10);
    if (has_pictures(&slate->task)) {
        for (int i = 0; i < slate->task.choice_count; i += 2) {
            struct box row = layout_take(column, AT_TOP, PICTURE_HEIGHT);
            for (int k = i; k < i + 2 && k < slate->task.choice_count; k++)
                build_choice(slate, column->ui, k, box_column(row, k - i, 2, pad));
        }
        return;
    }
    for (int i = 0; i < slate->task.choice_count; i++) {
        const char *words = slate->task.choices[i].text;
        int lines = canvas_paragraph_height(canvas, STYLE_BODY, words, column->rest.w - 2 * pad);
        build_choice(slate, column->ui, i, layout_cut(column, AT_TOP, lines + 2 * pad));
    }
}

/* What is to be done where nothing stands in the panel to be clicked. */
static const char *instruction(const struct slate *slate)
{
    switch (slate->task.ask) {
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

static void build_drive(struct slate *slate, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct task *task = &slate->task;
    int made = slate->answer.move_count;
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(canvas)->ink,
                task->moves_most ? ui_words("Move %d of %d", made, task->moves_most)
                                 : ui_words("Move %d", made));
    if (made == 0 || slate_is_done(slate))
        return;
    struct layout row = layout_row(column, FIELD_HEIGHT, 8);
    if (layout_button(&row, AT_LEFT, "button take-back", "Take back", LOOK_PLAIN))
        take_back(slate);
}

static void build_answers(struct slate *slate, struct layout *column)
{
    struct paper_color soft = canvas_theme(ui_canvas(column->ui))->ink_soft;
    if (!slate_is_done(slate) && instruction(slate)[0])
        layout_paragraph(column, STYLE_BODY, soft, instruction(slate));
    if (slate->task.ask == TASK_NUMBERS)
        build_fields(slate, column);
    if (slate->task.ask == TASK_DRIVE)
        build_drive(slate, column);
    if (slate->task.ask == TASK_CHOICE)
        build_choices(slate, column);
}

static const char *verdict_words(const struct slate *slate)
{
    if (slate->shown && !slate->solved)
        return "The answer";
    switch (slate->reply.verdict) {
    case TASK_RIGHT:
        return "Right!";
    case TASK_WRONG:
        return "Not quite.";
    default:
        return "";
    }
}

static void write_answer(const struct slate *slate, struct text *into)
{
    if (slate->shown && !slate->solved && slate->task.ask != TASK_DRIVE)
        task_append_answer(into, &slate->task, &slate->answer);
}

static void build_reply(struct slate *slate, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text answer = {0};
    if (!slate->has_reply)
        return;
    bool right = slate->reply.verdict == TASK_RIGHT;
    const char *verdict = verdict_words(slate);
    if (verdict[0])
        layout_text(column, AT_TOP, STYLE_HEADING, right ? theme->action : theme->warning, verdict);
    write_answer(slate, &answer);
    if (answer.length > 0)
        layout_paragraph(column, STYLE_STRONG, theme->ink, text_string(&answer));
    if (slate->reply.words.text[0])
        layout_paragraph(column, STYLE_BODY, theme->ink, slate->reply.words.text);
    text_free(&answer);
}

static void build_help(struct slate *slate, struct layout *column)
{
    struct canvas *canvas = ui_canvas(column->ui);
    for (int i = 0; i < slate->hints_shown; i++)
        layout_paragraph(column, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                         ui_words("Hint: %s", slate->hints[i]));
    if (slate_is_done(slate))
        return;
    struct layout row = layout_row(column, FIELD_HEIGHT, 8);
    if (slate->hints_shown < slate->hint_count &&
        layout_button(&row, AT_LEFT, "button hint", "Hint", LOOK_PLAIN))
        slate_help(slate);
    if (layout_button(&row, AT_LEFT, "button answer", "Show the answer", LOOK_PLAIN))
        show_answer(slate);
}

void slate_build_panel(struct slate *slate, struct ui *ui, struct box box, struct ui_scroll *scroll)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    int side = canvas_units(canvas, 16);
    int y = ui_scroll_begin(ui, "question", box, scroll);
    struct layout column = layout_column(ui, box.x + side, y + side, box.w - 2 * side, 10);
    layout_paragraph(&column, STYLE_HEADING, theme->ink, slate->task.sentence);
    build_answers(slate, &column);
    build_reply(slate, &column);
    build_help(slate, &column);
    ui_scroll_end(ui, column.rest.y + side);
    if (slate->tells)
        scroll->offset = scroll->content;
    slate->tells = false;
}

void slate_say(const struct slate *slate, struct text *into)
{
    if (!slate->asks)
        return;
    text_append_format(into, "%s%s", into->length ? " " : "", slate->task.sentence);
    if (slate->has_reply)
        text_append_format(into, " %s %s", verdict_words(slate), slate->reply.words.text);
}

bool slate_event(struct slate *slate, const SDL_Event *event)
{
    return slate->view && slate->task.show & TASK_SHOW_SHEET &&
           scene_view_event(slate->view, event);
}

int slate_animate(struct slate *slate, Uint32 now)
{
    return slate->view ? scene_view_animate(slate->view, now, -1) : -1;
}
