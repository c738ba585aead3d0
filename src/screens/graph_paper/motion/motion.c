/* Whose motion is shown, which quantities, in which units, and how vectors are written. */
#include "screens/graph_paper/motion/motion.h"

#include "base/memory.h"
#include "base/number.h"
#include "paper/graph_paper/classroom/scene_ink.h"
#include "paper/paper.h"
#include "screens/graph_paper/scene/scene_view.h"
#include "session/graph_paper/task.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum motion_switch {
    MOTION_METRIC = 2,
    MOTION_NO_TABLE = 4,
    MOTION_NO_GRAPHS = 8,
    MOTION_ASKS = 16 /* vectors of the newest move are to be written before they are shown */
};                   /* bits of settings.motion_looks; 1 was another */

enum motion_part { MOTION_SHOWS, MOTION_CHOOSES, MOTION_SAVES };

/* What the table knows of its columns: those in sight were never wider. The last is that of notes.
 */
struct motion_columns {
    uint64_t of; /* which columns, in which units */
    int widths[COLUMN_COUNT + 1];
    size_t lengths[COLUMN_COUNT + 1]; /* bytes of what was measured */
    int first, shown;                 /* of those that have no room all together */
};

/* The vectors of a move, which the class writes. */
struct motion_question {
    int line, row; /* 0: nothing is asked */
    int body;      /* of that line, which was chosen or is the first */
    bool next;     /* it is to be made, and is when it is right */
    char typed[VECTOR_NUMBERS][TASK_TYPED_BYTES];
    unsigned faulty; /* bit set */
    bool begins;     /* the focus comes to its first field */
};

struct motion_pane {
    unsigned left_out; /* bodies: 1 << body */
    bool difference;
    enum motion_part part; /* in place of the table: what is shown, or what is saved */
    struct ui_scroll rows, choices, panels, vectors;
    struct motion_columns columns;
    int followed; /* the present row that was scrolled to */
    const struct app *app;
    bool asks; /* the newest row of each body is to be written by the class */
    int written[SCENE_BODIES + CAR_LIMIT]; /* the row up to which that is done; written_of */
    struct motion_question question;
    char told[TASK_TEXT_BYTES + 16]; /* of it, or that the one before is right */
    bool told_right;

    struct picture *graphs;
    uint64_t painted;              /* of what */
    struct kinematics of, graphed; /* graphs and files end before what is to be written: */
    struct scene before;           /* borrows from the scene that is shown */
    struct graph_frame frame;      /* of the window */
    struct box graph_box;          /* what is seen of them; empty: there are none */
    struct motion_show show;

    int row_hovered, line_hovered; /* in the table; -1 */
    int graph_pointed;             /* row under the pointer in the graphs; -1 */
    int sheet_row, sheet_body;     /* on the sheet; -1 */
};

/* Of the longest line. */
static int last_row(const struct kinematics *of)
{
    int last = 0;
    for (int line = 0; line < of->line_count; line++)
        last = number_larger(last, kinematics_last(of, line));
    return last;
}

static bool is_wide(struct box box)
{
    return box.w * 2 > box.h * 3;
}

static void flip(struct app *app, int *bits, int bit)
{
    *bits ^= bit;
    app->settings_changed = true;
}

/* Whose motion it is, from the top of the column; and which quantities. */
static void motion_bodies(struct layout *column, struct app *app, struct motion_pane *pane)
{
    const struct scene *scene = pane->show.scene;
    struct flow flow = flow_begin(column, 6);
    for (int i = 0; i < scene->body_count && scene->body_count > 1; i++)
        if (flow_chip(&flow, ui_words("choice motion-%d", i + 1), scene->bodies[i].name, "",
                      (pane->left_out >> i & 1) == 0)
                .clicked)
            pane->left_out ^= 1u << i;
    int kept = 0;
    for (int i = 0; i < scene->body_count; i++)
        kept += (pane->left_out >> i & 1) == 0;
    if (kept == 2 && flow_chip(&flow, "switch motion-difference", "Difference",
                               "How the first moves as the second sees it", pane->difference)
                         .clicked)
        pane->difference = !pane->difference;
    const struct {
        const char *id, *label;
        int bit;
    } parts[] = {{"switch motion-table", "Table", MOTION_NO_TABLE},
                 {"switch motion-graphs", "Graphs", MOTION_NO_GRAPHS}};
    for (int i = 0; i < 2; i++)
        if (flow_chip(&flow, parts[i].id, parts[i].label, "",
                      (app->settings.motion_looks & parts[i].bit) == 0)
                .clicked)
            flip(app, &app->settings.motion_looks, parts[i].bit);
    const struct {
        const char *id, *label;
        enum motion_part part;
    } others[] = {{"button columns", "Choose...", MOTION_CHOOSES},
                  {"button save", "Save...", MOTION_SAVES}};
    for (int i = 0; i < 2; i++) {
        bool chosen = pane->part == others[i].part;
        if (flow_chip(&flow, others[i].id, chosen ? "Done" : others[i].label, "", chosen).clicked)
            pane->part = chosen ? MOTION_SHOWS : others[i].part;
    }
    flow_end(&flow, column);
}

static void build_quantities(struct layout *column, struct app *app, const char *kind,
                             const char *title, unsigned among, int *bits)
{
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink, title);
    struct flow flow = flow_begin(column, 6);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        enum kinematics_column quantity = (enum kinematics_column)i;
        if ((among >> i & 1) != 0 &&
            flow_chip(&flow, ui_words("choice %s-%s", kind, kinematics_id(quantity)),
                      kinematics_title(quantity), kinematics_words(quantity), *bits >> i & 1)
                .clicked)
            flip(app, bits, 1 << i);
    }
    flow_end(&flow, column);
}

/* "1 square = [ ] m": told at once when it is no unit. */
static void build_unit(struct layout *column, struct app *app, const char *id, const char *before,
                       const char *behind, char *typed, int size, struct text *wrong)
{
    struct canvas *canvas = ui_canvas(column->ui);
    struct layout row = layout_row(column, 38, 8);
    struct measure unit;
    struct error error;
    layout_text(&row, AT_LEFT, STYLE_BODY, canvas_theme(canvas)->ink, before);
    if (ui_text_field(column->ui, id, typed, size, layout_take(&row, AT_LEFT, 90)))
        app->settings_changed = true;
    layout_text(&row, AT_LEFT, STYLE_BODY, canvas_theme(canvas)->ink, behind);
    if (!kinematics_read_unit(typed, &unit, &error) && wrong->length == 0)
        text_append(wrong, error.text);
}

static void build_units(struct layout *column, struct app *app)
{
    struct settings *settings = &app->settings;
    bool metric = settings->motion_looks & MOTION_METRIC;
    struct text wrong = {0};
    if (ui_check(column->ui, "switch motion-vectors", "Vectors as columns",
                 layout_take(column, AT_TOP, 30), &settings->columns))
        app->settings_changed = true;
    bool asks = settings->motion_looks & MOTION_ASKS;
    if (ui_check(column->ui, "switch motion-asks", "Vectors are to be written",
                 layout_take(column, AT_TOP, 30), &asks))
        flip(app, &settings->motion_looks, MOTION_ASKS);
    if (ui_check(column->ui, "switch motion-metric", "Metres and seconds",
                 layout_take(column, AT_TOP, 30), &metric))
        flip(app, &settings->motion_looks, MOTION_METRIC);
    if (!metric)
        return;
    build_unit(column, app, "field square", "1 square =", "m", settings->motion_square,
               sizeof settings->motion_square, &wrong);
    build_unit(column, app, "field move", "1 move =", "s", settings->motion_move,
               sizeof settings->motion_move, &wrong);
    if (wrong.length > 0) {
        struct box before = column->rest;
        layout_paragraph(column, STYLE_BODY, canvas_theme(ui_canvas(column->ui))->warning,
                         text_string(&wrong));
        ui_tell_label(column->ui, text_string(&wrong),
                      box_make(before.x, before.y, before.w, before.h - column->rest.h));
    }
    text_free(&wrong);
}

static void motion_choices(struct app *app, struct ui *ui, struct motion_pane *pane, struct box box)
{
    int top = ui_scroll_begin(ui, "scroll quantities", box, &pane->choices);
    struct layout column =
        layout_column(ui, box.x, top, box.w - canvas_units(ui_canvas(ui), 12), 6);
    unsigned all = KINEMATICS_ALL;
    build_units(&column, app);
    if (!kinematics_has_wind(pane->show.scene))
        all &= ~(unsigned)KINEMATICS_WIND;
    build_quantities(&column, app, "column", "Columns of the table", all,
                     &app->settings.motion_columns);
    build_quantities(&column, app, "graph", "Graphs", GRAPHS_ALL, &app->settings.motion_graphs);
    ui_scroll_end(ui, column.rest.y);
}

/* === saving =================================================================================== */

/* What the pane of motion shows, as files: the table as CSV, each graph as a picture of its own,
 * with the bodies, quantities and units that are chosen. */

static bool save_graph(struct app *app, const struct motion_pane *pane, int quantity,
                       enum graph_format format, char **path)
{
    static const char *const endings[] = {
        [GRAPH_PNG] = ".png", [GRAPH_SVG] = ".svg", [GRAPH_PDF] = ".pdf"};
    struct text content = {0}, name = {0};
    struct error error;
    text_append_format(&name, "%s-%s", pane->show.name,
                       kinematics_id((enum kinematics_column)quantity));
    if (graphs_export(&pane->graphed, 1u << quantity, format, &content, &error))
        *path =
            app_write_new(app, app->pictures_folder, text_string(&name), endings[format], &content);
    else
        app_tell(app, "%s cannot be saved: %s", text_string(&name), error.text);
    text_free(&content);
    text_free(&name);
    return *path != NULL;
}

/* As many as can be; the first one says where they are. */
static void save_graphs(struct app *app, const struct motion_pane *pane, enum graph_format format)
{
    unsigned quantities = (unsigned)app->settings.motion_graphs & GRAPHS_ALL;
    char *first = NULL;
    int count = 0;
    for (int i = 0; i < COLUMN_COUNT; i++) {
        char *path = NULL;
        if ((quantities >> i & 1) == 0 || !save_graph(app, pane, i, format, &path))
            continue;
        if (count++ > 0)
            free(path);
        else
            first = path;
    }
    if (count == 1)
        app_notice(app, "The graph is saved as %s.", first);
    else if (count > 1)
        app_notice(app, "The graph is saved as %s, and %d more beside it.", first, count - 1);
    free(first);
}

/* What the pane shows, as files. */
static void motion_saving(struct app *app, struct ui *ui, const struct motion_pane *pane,
                          struct box box)
{
    static const struct {
        const char *id, *label;
        enum graph_format format;
    } formats[] = {{"button save-png", "PNG", GRAPH_PNG},
                   {"button save-svg", "SVG", GRAPH_SVG},
                   {"button save-pdf", "PDF", GRAPH_PDF}};
    struct paper_color ink = canvas_theme(ui_canvas(ui))->ink;
    struct layout column = layout_inside(ui, box, 0, 8, 8);
    layout_paragraph(&column, STYLE_BODY, ink,
                     "What is shown is saved: these bodies, columns, graphs and units.");
    struct flow table = flow_begin(&column, 8);
    if (flow_button(&table, "button save-table", "Table (CSV)", LOOK_PLAIN)) {
        struct text content = {0};
        struct csv csv = csv_begin(&content, (enum csv_kind)app->settings.csv_for);
        kinematics_append_csv(&pane->graphed, &csv);
        char *path = app_write_new(app, app->saved_folder, pane->show.name, ".csv", &content);
        if (path)
            app_notice(app, "The table is saved as %s.", path);
        free(path);
        text_free(&content);
    }
    if (flow_button(&table, "button csv-for", app_csv_label(app), LOOK_LINK))
        app_next_csv(app);
    flow_end(&table, &column);
    if (((unsigned)app->settings.motion_graphs & GRAPHS_ALL) == 0)
        return;
    layout_paragraph(&column, STYLE_BODY, ink, "Each graph in a file of its own:");
    struct flow graphs = flow_begin(&column, 8);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (flow_button(&graphs, formats[i].id, formats[i].label, LOOK_PLAIN))
            save_graphs(app, pane, formats[i].format);
    flow_end(&graphs, &column);
}

/* === writing ================================================================================== */

/* The vectors of a move are typed, checked and told by the kind of error: of the newest one of each
 * body, while the race goes on, and then of the one to be made, which that makes. */

static const double FIELD_WIDTH = 52, FIELD_HEIGHT = 30, LABEL_WIDTH = 32;
static const double ROW_HEIGHT = 26, HEAD_HEIGHT = 36,
                    BESIDE = 10; /* of the table; interface pixels */

/* By its car, as bodies of a race come in between others. */
static int written_of(const struct motion_pane *pane, int body)
{
    int car = pane->show.scene->bodies[body].car;
    return car > 0 ? SCENE_BODIES + car - 1 : body;
}

/* Is this row still to be written? Who was stopped, or missed a turn, has chosen nothing. */
static bool is_asked(const struct motion_pane *pane, int line, int row)
{
    enum kinematics_note note = kinematics_note(&pane->of, line, row);
    return pane->asks && row > 0 && row == kinematics_last(&pane->of, line) &&
           row > pane->written[written_of(pane, pane->of.lines[line].body)] &&
           note != NOTE_STOPPED && note != NOTE_MISSED;
}

/* The line of who is to move, if its way is known up to now; -1. */
static int next_line(const struct motion_pane *pane)
{
    const struct motion_show *show = &pane->show;
    for (int i = 0; pane->asks && show->move_count > 0 && i < pane->of.line_count; i++) {
        const struct scene_body *body = &show->scene->bodies[show->mover];
        if (pane->of.lines[i].minus < 0 && pane->of.lines[i].body == show->mover &&
            point_equal(scene_at(body, body->count), show->from))
            return i;
    }
    return -1;
}

/* What was begun, else what is asked of who is to move, else any. Another one begins without words.
 */
static void find_question(struct motion_pane *pane)
{
    struct motion_question *question = &pane->question;
    int next = next_line(pane), line = next, row = 0;
    bool begun = false;
    for (int i = pane->of.line_count - 1; i >= 0; i--) {
        int body = pane->of.lines[i].body, last = kinematics_last(&pane->of, i);
        /* It was taken back; but one that is being made is not there yet. */
        int *written = &pane->written[written_of(pane, body)];
        *written = number_smaller(*written, last + (i != next));
        if (!is_asked(pane, i, last) || begun || (next >= 0 && i != next && body != question->body))
            continue;
        line = i;
        row = last;
        begun = body == question->body;
    }
    bool is_next = row == 0 && line >= 0;
    row += is_next ? kinematics_last(&pane->of, line) + 1 : 0;
    if (line >= 0 && (row != question->row || pane->of.lines[line].body != question->body)) {
        *question = (struct motion_question){.begins = question->begins};
        pane->told[pane->told_right ? strlen(pane->told) : 0] = '\0';
    }
    question->row = row;
    question->line = line;
    question->next = is_next;
    if (line >= 0)
        question->body = pane->of.lines[line].body;
    pane->graphed = pane->of;
    pane->graphed.scene = &pane->before;
    pane->before = *pane->of.scene;
    for (int i = 0; i < pane->of.line_count; i++)
        pane->before.bodies[pane->of.lines[i].body].count -=
            is_asked(pane, i, kinematics_last(&pane->of, i));
}

bool motion_pane_asks(const struct motion_pane *pane)
{
    return pane && pane->asks && settings_show_motion(&pane->app->settings, pane->show.usual);
}

bool motion_pane_hides(const struct motion_pane *pane, int car)
{
    bool hides = false;
    for (int i = 0; motion_pane_asks(pane) && i < pane->of.line_count; i++)
        hides = hides || ((car == 0 || pane->of.scene->bodies[pane->of.lines[i].body].car == car) &&
                          is_asked(pane, i, kinematics_last(&pane->of, i)));
    return hides;
}

static const char *number_title(int index)
{
    return kinematics_title((enum kinematics_column)(COLUMN_VX + index));
}

static void judge(struct motion_pane *pane, struct ui *ui)
{
    struct motion_question *question = &pane->question;
    const struct motion_show *show = &pane->show;
    struct vectors_reply reply;
    task_judge_vectors(&pane->of, question->line, show->moves,
                       question->next ? show->move_count : 0, question->typed, &reply);
    question->faulty = reply.faulty;
    pane->told_right = reply.verdict == TASK_RIGHT;
    snprintf(pane->told, sizeof pane->told, "%s", reply.told);
    if (pane->told_right) {
        pane->written[written_of(pane, question->body)] = question->row;
        snprintf(pane->told, sizeof pane->told, "%s, move %d: right!",
                 show->scene->bodies[question->body].name, question->row);
        question->begins = question->next;
    }
    if (pane->told_right && question->next)
        *show->move = reply.move;
    ui_set_focus(
        ui, reply.first >= 0 ? ui_words("field asked-%s", number_title(reply.first)) : NULL, true);
}

/* One vector between its brackets; true if it changed. */
static bool build_vector(struct motion_pane *pane, struct ui *ui, int first, struct box box)
{
    struct motion_question *question = &pane->question;
    struct canvas *canvas = ui_canvas(ui);
    struct answer_field fields[2];
    for (int i = 0; i < 2; i++) {
        int index = first + i;
        const char *label = number_title(index);
        fields[i] = (struct answer_field){ui_words("field asked-%s", label), label,
                                          question->typed[index], question->faulty >> index & 1};
    }
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink,
                ui_words("%.1s =", fields[0].label),
                box_cut_left(&box, canvas_units(canvas, LABEL_WIDTH)), ALIGN_LEFT);
    return answer_vector(ui, fields, box);
}

/* Of the difference to who was stopped there is no acceleration. */
static bool has_acceleration(const struct motion_pane *pane)
{
    const struct motion_question *question = &pane->question;
    struct measure value;
    return question->next ||
           kinematics_value(&pane->of, question->line, question->row, COLUMN_AX, &value);
}

/* The fields, and what is done with them, in lines where they have no room side by side. */
static void build_fields(struct layout *column, struct motion_pane *pane, struct point size)
{
    struct motion_question *question = &pane->question;
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct text name = {0};
    kinematics_name(&pane->of, question->line, &name);
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(canvas)->ink,
                ui_words(question->next ? "%s, the next move:" : "%s, move %d:", text_string(&name),
                         question->row));
    text_free(&name);
    struct layout row = {ui, layout_cut(column, AT_TOP, size.y), 10};
    for (int i = 0; i < VECTOR_NUMBERS && (i == 0 || has_acceleration(pane)); i += 2) {
        if (size.x > row.rest.w)
            row.rest = layout_cut(column, AT_TOP, size.y);
        if (build_vector(pane, ui, i, layout_cut(&row, AT_LEFT, size.x))) {
            question->faulty &= ~(3u << i);
            pane->told[0] = '\0';
        }
    }
    const char *does = question->next ? "Drive" : "Check";
    if (ui_button_width(ui, does) + ui_button_width(ui, "Show") + 10 > row.rest.w)
        row.rest = layout_cut(column, AT_TOP, canvas_units(canvas, FIELD_HEIGHT + 4));
    const char *focus = ui_focus(ui); /* else Enter is the race's */
    if (focus && strncmp(focus, "field asked-", strlen("field asked-")) == 0)
        ui_default(ui, "button check-vectors");
    bool checks = layout_button(&row, AT_LEFT, "button check-vectors", does, LOOK_PRIMARY);
    if (!question->next && layout_button(&row, AT_LEFT, "button show-vectors", "Show", LOOK_LINK)) {
        pane->written[written_of(pane, question->body)] = question->row;
        pane->told[0] = '\0';
        ui_set_focus(ui, NULL, false);
    }
    if (question->begins)
        ui_set_focus(ui, "field asked-vx", true);
    question->begins = false;
    if (checks)
        judge(pane, ui);
}

/* What is asked, at the left of a wide pane, else at its top; below it or beside, what is said of
 * what was written. */
static void motion_question(struct layout *column, struct motion_pane *pane)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct point size =
        answer_vector_size(canvas, (struct point){canvas_units(canvas, FIELD_WIDTH),
                                                  canvas_units(canvas, FIELD_HEIGHT)});
    size.x += canvas_units(canvas, LABEL_WIDTH);
    if (pane->question.row > 0) {
        bool wide = is_wide(column->rest);
        struct box box = column->rest;
        int side = canvas_units(canvas, 2 * BESIDE), both = 2 * size.x + side + side / 2;
        if (wide) /* both beside each other, if more than a table's least is left */
            box = box_cut_left(&column->rest, 5 * both < 3 * box.w ? both : size.x + side);
        int top = ui_scroll_begin(ui, "scroll vectors", box, &pane->vectors);
        struct layout inside =
            layout_column(ui, box.x, top, box.w - canvas_units(canvas, BESIDE), 4);
        build_fields(&inside, pane, size);
        ui_scroll_end(ui, inside.rest.y);
        if (!wide)
            box_cut_top(&column->rest, number_smaller(inside.rest.y - top, box.h));
    }
    if (pane->told[0]) {
        struct box box = column->rest;
        layout_paragraph(column, STYLE_BODY, pane->told_right ? theme->action : theme->warning,
                         pane->told);
        ui_tell_label(ui, pane->told, box_make(box.x, box.y, box.w, box.h - column->rest.h));
    }
    if (column->rest.h < canvas_units(canvas, HEAD_HEIGHT + 2 * ROW_HEIGHT))
        column->rest.h = 0;
}

bool motion_pane_close(struct motion_pane *pane)
{
    bool open = pane->part != MOTION_SHOWS;
    pane->part = MOTION_SHOWS;
    return open;
}

bool motion_pane_write(struct motion_pane *pane)
{
    pane->question.begins = pane->question.row > 0;
    return pane->question.begins;
}

/* === table ==================================================================================== */

/* The table of moves: a row a move and line, of which only those in sight are built. */

static const double COLUMN_LEAST = 36, MARK_WIDTH = 22, MARK = 12, CHIP = 38; /* interface pixels */

/* What stands where. */
struct motion_table {
    struct motion_pane *pane;
    struct kinematics_place places[COLUMN_COUNT];
    int count;
    bool noted;
    int mark, row; /* device pixels: the pen's mark before the rest; height of a row */
    struct {
        int x, w; /* 0 wide: it has no room */
    } cells[COLUMN_COUNT + 1];
    int left, right; /* columns that are hidden there */
};

static bool has_notes(const struct kinematics *of)
{
    for (int line = 0; line < of->line_count; line++)
        for (int row = 0; row <= kinematics_last(of, line); row++)
            if (kinematics_note(of, line, row) != NOTE_NONE)
                return true;
    return false;
}

/* --- widths ----------------------------------------------------------------------------------- */

static void widen(struct motion_table *table, struct canvas *canvas, int column,
                  enum canvas_style style, const char *words)
{
    struct motion_columns *columns = &table->pane->columns;
    size_t length = strlen(words);
    if (style == STYLE_SMALL && length <= columns->lengths[column])
        return;
    int width = canvas_text_width(canvas, style, words) + canvas_units(canvas, BESIDE);
    columns->widths[column] = number_larger(columns->widths[column], width);
    if (style == STYLE_SMALL)
        columns->lengths[column] = length;
}

/* What stands at a place: "√13 ≈ 3.61", or a vector, blank where it is asked for. */
static void append_place(const struct motion_table *table, int line, int row,
                         const struct kinematics_place *place, struct text *into)
{
    const struct kinematics *of = &table->pane->of;
    struct measure value;
    bool pair = place->second >= 0 && kinematics_value(of, line, row, place->first, &value);
    if (place->first >= COLUMN_VX && is_asked(table->pane, line, row)) {
        text_append(into, pair ? "(   " VECTOR_COMMA "   )" : "");
        return;
    }
    text_append(into, pair ? "(" : "");
    kinematics_append(of, line, row, place->first, into);
    if (!pair)
        return;
    text_append(into, VECTOR_COMMA);
    kinematics_append(of, line, row, (enum kinematics_column)place->second, into);
    text_append(into, ")");
}

/* Another table begins with the widths of its headings. */
static void measure_heads(struct motion_table *table, struct canvas *canvas)
{
    struct motion_columns *columns = &table->pane->columns;
    const struct kinematics_look *look = &table->pane->of.look;
    uint64_t of = hash_number(hash_number(HASH_START, look->columns), look->vectors);
    of = hash_number(hash_number(of, look->unit.metric), canvas_units(canvas, 100));
    of = hash_number(hash_number(of, table->noted), table->pane->of.line_count);
    if (of == columns->of)
        return;
    *columns = (struct motion_columns){.of = of};
    for (int i = 0; i < table->count; i++) {
        columns->widths[i] = canvas_units(canvas, COLUMN_LEAST);
        widen(table, canvas, i, STYLE_STRONG, table->places[i].title);
        if (look->unit.metric)
            widen(table, canvas, i, STYLE_SMALL, kinematics_unit_of(look, table->places[i].first));
    }
}

static void measure_rows(struct motion_table *table, struct canvas *canvas, int first, int last)
{
    const struct kinematics *of = &table->pane->of;
    for (int i = first; i <= last; i++) {
        int row = i / of->line_count, line = i % of->line_count;
        if (row <= kinematics_last(of, line))
            widen(table, canvas, table->count, STYLE_SMALL,
                  kinematics_note_words(kinematics_note(of, line, row)));
        for (int k = 0; k < table->count && row <= kinematics_last(of, line); k++) {
            struct text cell = {0};
            append_place(table, line, row, &table->places[k], &cell);
            widen(table, canvas, k, STYLE_SMALL, text_string(&cell));
            text_free(&cell);
        }
    }
}

/* --- places ----------------------------------------------------------------------------------- */

static int width_of_all(const struct motion_table *table, int from, int to)
{
    int width = 0;
    for (int i = from; i < to; i++)
        width += table->pane->columns.widths[i];
    return width;
}

/* Which columns have room, when those before `pinned` and notes always have. */
static void choose_columns(struct motion_table *table, int pinned, int room)
{
    struct motion_columns *columns = &table->pane->columns;
    int latest = table->count - 1, first = number_larger(columns->first, pinned), end;
    while (latest > pinned && width_of_all(table, latest - 1, table->count) <= room)
        latest--;
    first = number_smaller(first, latest);
    for (end = first + 1; end < table->count && width_of_all(table, first, end + 1) <= room; end++)
        ;
    columns->first = first;
    columns->shown = end - first;
    table->left = first - pinned;
    table->right = table->count - end;
}

/* From left to right, with what is over between them. */
static void arrange(struct motion_table *table, const struct canvas *canvas, struct box row)
{
    const struct motion_columns *columns = &table->pane->columns;
    int pinned = table->count > 1 && table->places[0].first == COLUMN_T;
    int all = table->count + table->noted, side = canvas_units(canvas, CHIP);
    int fixed = width_of_all(table, 0, pinned) + width_of_all(table, table->count, all);
    bool fits = table->mark + width_of_all(table, 0, all) <= row.w;
    if (fits) {
        table->pane->columns.first = 0;
    } else {
        table->mark = side;
        choose_columns(table, pinned, row.w - 2 * side - fixed);
    }
    int last = columns->first + columns->shown, x = row.x + table->mark, shown = 0, over;
    bool seen[COLUMN_COUNT + 1];
    for (int i = 0; i < all; i++) {
        seen[i] = fits || i < pinned || i == table->count || (i >= columns->first && i < last);
        shown += seen[i];
    }
    over = row.w - table->mark - (fits ? 0 : side);
    for (int i = 0; i < all; i++)
        over -= seen[i] ? columns->widths[i] : 0;
    for (int i = 0; i < all; i++) {
        table->cells[i].x = x;
        table->cells[i].w = seen[i] ? columns->widths[i] + number_larger(over, 0) / shown : 0;
        x += table->cells[i].w;
    }
}

static struct box cell_of(const struct motion_table *table, struct box row, int index)
{
    return box_make(table->cells[index].x, row.y, table->cells[index].w, row.h);
}

/* --- what stands there ------------------------------------------------------------------------ */

static void write_place(struct canvas *canvas, const struct motion_table *table, int line, int row,
                        const struct kinematics_place *place, struct box box)
{
    struct text cell = {0};
    append_place(table, line, row, place, &cell);
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink, text_string(&cell), box,
                ALIGN_CENTRE);
    text_free(&cell);
}

/* What is hidden at one side, and the way there. */
static bool build_hidden(struct ui *ui, const struct motion_table *table, const char *id, bool left,
                         struct box box)
{
    struct text names = {0};
    int count = left ? table->left : table->right;
    int from = left ? table->pane->columns.first - count : table->count - count;
    if (count <= 0)
        return false;
    int in = canvas_units(ui_canvas(ui), 2);
    for (int i = from; i < from + count; i++)
        text_append_format(&names, "%s%s", i > from ? ", " : "", table->places[i].title);
    bool clicked = ui_chip(ui, id, ui_words(left ? "‹ %d" : "%d ›", count), text_string(&names),
                           box_inset(box, in, in), false)
                       .clicked;
    text_free(&names);
    return clicked;
}

static void build_heads(struct ui *ui, struct motion_table *table, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    struct motion_columns *columns = &table->pane->columns;
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < table->count; i++) {
        struct box cell = cell_of(table, row, i);
        struct box upper = box_cut_top(&cell, cell.h / 2);
        const char *unit = kinematics_unit_of(&table->pane->of.look, table->places[i].first);
        bool named = table->pane->of.look.unit.metric && unit[0];
        if (cell.w == 0)
            continue;
        canvas_text(canvas, STYLE_STRONG, theme->ink, table->places[i].title,
                    named ? upper : box_join(upper, cell), ALIGN_CENTRE);
        if (named)
            canvas_text(canvas, STYLE_SMALL, theme->ink_soft, unit, cell, ALIGN_CENTRE);
    }
    int side = canvas_units(canvas, CHIP);
    if (build_hidden(ui, table, "button columns-left", true, box_cut_left(&row, side)))
        columns->first = number_larger(columns->first - columns->shown, 0);
    if (build_hidden(ui, table, "button columns-right", false, box_cut_right(&row, side)))
        columns->first += columns->shown;
}

/* "t 1, x 7, v (2, −1), |a| 1, then stopped": all columns, also those that have no room. */
static void tell_row(const struct motion_table *table, int line, int row, struct text *into)
{
    const struct kinematics *of = &table->pane->of;
    const char *note = kinematics_note_words(kinematics_note(of, line, row));
    for (int i = 0; i < table->count; i++) {
        struct measure value;
        if (!kinematics_value(of, line, row, table->places[i].first, &value) ||
            (table->places[i].first >= COLUMN_VX && is_asked(table->pane, line, row)))
            continue;
        text_append_format(into, "%s%s ", into->length ? ", " : "", table->places[i].title);
        append_place(table, line, row, &table->places[i], into);
    }
    text_append_format(into, "%s%s", into->length && note[0] ? ", " : "", note);
}

static bool build_row(struct ui *ui, const struct motion_table *table, int line, int number,
                      struct box row)
{
    struct motion_pane *pane = table->pane;
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool single = pane->of.line_count == 1;
    const char *note = kinematics_note_words(kinematics_note(&pane->of, line, number));
    struct text told = {0};
    tell_row(table, line, number, &told);
    struct ui_state state =
        ui_target(ui, single ? ui_words("row %d", number) : ui_words("row %d-%d", number, line + 1),
                  row, text_string(&told));
    text_free(&told);
    if (state.hovered || state.ring) {
        pane->row_hovered = number;
        pane->line_hovered = line;
    }
    int body, marked;
    bool pointed = motion_pane_marked(pane, &body, &marked) && marked == number &&
                   (body < 0 || body == pane->of.lines[line].body);
    if (pointed || number == pane->show.row)
        canvas_fill(canvas, row, color_mix(theme->card, theme->action, pointed ? 0.3 : 0.14));
    if (state.ring)
        ui_focus_ring(ui, row, 2);
    canvas_mark(canvas, pane->of.scene->bodies[pane->of.lines[line].body].pen,
                row.x + table->mark / 2.0, row.y + row.h / 2.0, canvas_units(canvas, MARK));
    for (int i = 0; i < table->count; i++) {
        struct box cell = cell_of(table, row, i);
        if (cell.w > 0)
            write_place(canvas, table, line, number, &table->places[i], cell);
    }
    if (note[0])
        canvas_text(canvas, STYLE_SMALL, theme->ink, note, cell_of(table, row, table->count),
                    ALIGN_CENTRE);
    return state.clicked;
}

/* When another row is the present one it comes into sight. */
static void follow(struct motion_pane *pane, const struct motion_table *table, struct box box)
{
    int lines = pane->of.line_count, top = pane->show.row * lines * table->row;
    if (pane->followed == pane->show.row)
        return;
    pane->followed = pane->show.row;
    if (top < pane->rows.offset)
        pane->rows.offset = top;
    if (top + lines * table->row > pane->rows.offset + box.h)
        pane->rows.offset = top + lines * table->row - box.h;
    /* Input that was not built yet must not be cut off by what the part measured before. */
    int content = (last_row(&pane->of) + 1) * lines * table->row;
    pane->rows.content = content > pane->rows.content ? content : pane->rows.content;
}

/* motion/table.c: the row that was clicked, or -1. */
static int motion_table(struct ui *ui, struct motion_pane *pane, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct motion_table table = {.pane = pane, .mark = canvas_units(canvas, MARK_WIDTH)};
    int lines = pane->of.line_count, clicked = -1, count = (last_row(&pane->of) + 1) * lines;
    bool paired = false;
    table.count = kinematics_places(&pane->of.look, table.places);
    for (int i = 0; i < table.count; i++)
        paired = paired || table.places[i].second >= 0;
    table.row = canvas_units(canvas, ROW_HEIGHT) * (paired ? 2 : 1);
    struct box inner = box;
    box_cut_right(&inner, canvas_units(canvas, BESIDE)); /* the bar */
    struct box heads = box_cut_top(&inner, canvas_units(canvas, HEAD_HEIGHT));
    box.y = inner.y;
    /* Where the last row is whole, so is the first. */
    box.h = inner.h - (inner.h > table.row ? inner.h % table.row : 0);
    follow(pane, &table, box);
    int top = ui_scroll_begin(ui, "scroll rows", box, &pane->rows);
    int first = number_larger((box.y - top) / table.row, 0);
    int last = number_smaller((box.y + box.h - 1 - top) / table.row, count - 1);
    table.noted = has_notes(&pane->of);
    measure_heads(&table, canvas);
    measure_rows(&table, canvas, first, last);
    arrange(&table, canvas, inner);
    ui_group_begin(ui);
    for (int i = first; i <= last; i++) {
        int number = i / lines, line = i % lines;
        struct box row = {inner.x, top + i * table.row, inner.w, table.row};
        if (number <= kinematics_last(&pane->of, line) &&
            build_row(ui, &table, line, number, row)) {
            clicked = number;
            if (is_asked(pane, line, number)) {
                pane->question.body = pane->of.lines[line].body;
                pane->question.begins = true;
            }
        }
    }
    ui_group_end(ui);
    ui_scroll_end(ui, top + count * table.row);
    build_heads(ui, &table, heads);
    return clicked;
}

/* === motion =================================================================================== */

/* The pane of motion: what is marked, and the graphs, which are painted anew only when the motion
 * or its looks are others; marks are laid over them.
 */

/* Interface pixels. */
static const double PANE_WIDTH = 520, PANE_LEAST = 300, ASKED_HEIGHT = 190, SIDE = 10, RING = 9,
                    BAR = 12;
enum { PANE_PERCENT = 44 };

struct motion_pane *motion_pane_create(void)
{
    struct motion_pane *pane = memory_allocate(1, sizeof *pane);
    pane->row_hovered = pane->graph_pointed = pane->sheet_row = -1;
    pane->followed = -1;
    return pane;
}

void motion_pane_free(struct motion_pane *pane)
{
    if (!pane)
        return;
    picture_free(&pane->graphs);
    free(pane);
}

static double square_in(struct box box, struct point sheet)
{
    return fmin((double)box.w / (sheet.x + 1), (double)box.h / (sheet.y + 1));
}

struct box motion_pane_cut(const struct canvas *canvas, struct box *rest, struct point sheet)
{
    int part = rest->w * PANE_PERCENT / 100, width = canvas_units(canvas, PANE_WIDTH);
    struct box beside = *rest, above = *rest;
    struct box left = box_cut_left(&beside, part < width ? part : width);
    struct box below = box_cut_bottom(&above, rest->h * PANE_PERCENT / 100);
    bool goes_left = part >= canvas_units(canvas, PANE_LEAST) &&
                     square_in(beside, sheet) >= square_in(above, sheet);
    *rest = goes_left ? beside : above;
    return goes_left ? left : below;
}

/* --- what it is of ---------------------------------------------------------------------------- */

/* What was typed counts only while it is a unit. */
static struct kinematics_unit unit_of(const struct settings *settings)
{
    struct kinematics_unit unit = kinematics_squares, typed = unit;
    struct error error;
    if ((settings->motion_looks & MOTION_METRIC) == 0 ||
        !kinematics_read_unit(settings->motion_square, &typed.square, &error) ||
        !kinematics_read_unit(settings->motion_move, &typed.move, &error))
        return unit;
    typed.metric = true;
    return typed;
}

static void find_lines(struct motion_pane *pane)
{
    struct kinematics *of = &pane->of;
    int kept = 0, bodies = pane->show.scene->body_count;
    for (int body = 0; body < bodies; body++)
        if ((pane->left_out >> body & 1) == 0)
            of->lines[kept++] = (struct kinematics_line){body, -1};
    if (kept == 0) { /* somebody is always there */
        pane->left_out = 0;
        for (; kept < bodies; kept++)
            of->lines[kept] = (struct kinematics_line){kept, -1};
    }
    pane->difference = pane->difference && kept == 2;
    if (pane->difference) {
        of->lines[0].minus = of->lines[1].body;
        kept = 1;
    }
    of->line_count = kept;
}

static void find_motion(struct motion_pane *pane, const struct settings *settings)
{
    pane->of = kinematics_of(pane->show.scene,
                             (struct kinematics_look){(unsigned)settings->motion_columns,
                                                      settings->columns, unit_of(settings)});
    find_lines(pane);
    pane->asks = settings->motion_looks & MOTION_ASKS;
}

/* --- what is marked --------------------------------------------------------------------------- */

bool motion_pane_marked(const struct motion_pane *pane, int *body, int *row)
{
    *body = -1;
    *row = pane->show.row;
    if (pane->row_hovered >= 0) {
        *row = pane->row_hovered;
        *body =
            pane->line_hovered < pane->of.line_count ? pane->of.lines[pane->line_hovered].body : -1;
    } else if (pane->graph_pointed >= 0) {
        *row = pane->graph_pointed;
    } else if (pane->sheet_row >= 0) {
        *row = pane->sheet_row;
        *body = pane->sheet_body;
    } else {
        return false;
    }
    return true;
}

/* Pointed at, or the present one. */
static int motion_marked_row(const struct motion_pane *pane)
{
    int body, row;
    motion_pane_marked(pane, &body, &row);
    return row;
}

static bool is_shown(const struct motion_pane *pane, int body)
{
    for (int line = 0; line < pane->of.line_count; line++)
        if (pane->of.lines[line].body == body || pane->of.lines[line].minus == body)
            return true;
    return false;
}

/* The latest row whose end is nearest to the pointer, within half a square. */
static void point_at_sheet(struct motion_pane *pane, int x, int y)
{
    const struct motion_show *show = &pane->show;
    double at_x, at_y, nearest = 0.25;
    pane->sheet_row = -1;
    if (!show->scene || !show->camera || !box_holds(show->sheet_box, x, y))
        return;
    camera_to_sheet(show->camera, x - show->sheet_box.x, y - show->sheet_box.y, &at_x, &at_y);
    for (int body = 0; body < show->scene->body_count; body++) {
        const struct scene_body *of = &show->scene->bodies[body];
        for (int row = is_shown(pane, body) ? 0 : of->count + 1; row <= of->count; row++) {
            struct point at = scene_at(of, row);
            double apart = (at.x - at_x) * (at.x - at_x) + (at.y - at_y) * (at.y - at_y);
            if (apart > nearest)
                continue;
            nearest = apart;
            pane->sheet_row = row;
            pane->sheet_body = body;
        }
    }
}

int motion_pane_press(const struct motion_pane *pane, int x, int y)
{
    if (!box_holds(pane->graph_box, x, y))
        return -1;
    return graphs_row_at(&pane->graphed, &pane->frame, x);
}

bool motion_pane_point(struct motion_pane *pane, int x, int y)
{
    int graph = pane->graph_pointed, row = pane->sheet_row, body = pane->sheet_body;
    pane->graph_pointed = motion_pane_press(pane, x, y);
    point_at_sheet(pane, x, y);
    return graph != pane->graph_pointed || row != pane->sheet_row ||
           (row >= 0 && body != pane->sheet_body);
}

static void mark_body(const struct motion_pane *pane, struct canvas *canvas, int body, int row)
{
    const struct motion_show *show = &pane->show;
    const struct scene_body *of = &show->scene->bodies[body];
    if (row > of->count)
        return;
    struct stroke stroke = {canvas_theme(canvas)->ink, canvas_units(canvas, 2.5), 0};
    double ends[4], radius = canvas_units(canvas, RING);
    for (int i = 0; i < 2; i++) {
        struct point at = scene_at(of, row > 0 ? row - 1 + i : 0);
        paper_to_device(&show->camera->view, show->camera->rows, at.x, at.y, &ends[2 * i],
                        &ends[2 * i + 1]);
        ends[2 * i] += show->sheet_box.x;
        ends[2 * i + 1] += show->sheet_box.y;
    }
    canvas_circle(canvas, ends[2], ends[3], radius, &stroke);
    stroke.color = color_fade(stroke.color, 0.5);
    canvas_stroke(canvas, ends, 2, &stroke);
}

void motion_pane_mark(const struct motion_pane *pane, struct canvas *canvas)
{
    int marked, row;
    if (!motion_pane_marked(pane, &marked, &row))
        return;
    canvas_push_clip(canvas, pane->show.sheet_box);
    for (int body = 0; body < pane->show.scene->body_count; body++)
        if (body == marked || (marked < 0 && is_shown(pane, body)))
            mark_body(pane, canvas, body, row);
    canvas_pop_clip(canvas);
}

/* --- graphs ----------------------------------------------------------------------------------- */

struct painting {
    const struct motion_pane *pane;
    struct box whole;
    unsigned quantities;
};

static bool paint_graphs(cairo_t *cairo, const struct canvas *canvas, struct box box, void *data)
{
    const struct painting *painting = data;
    const struct paper_theme *theme = canvas_theme(canvas);
    struct graph_frame frame = painting->pane->frame;
    (void)box;
    frame.x -= painting->whole.x;
    frame.y -= painting->whole.y;
    cairo_set_source_rgb(cairo, theme->card.red, theme->card.green, theme->card.blue);
    cairo_paint(cairo);
    graphs_draw(cairo, &painting->pane->graphed, painting->quantities, &frame, theme);
    return true;
}

/* Others for another motion or another look of it. */
static uint64_t digest(const struct motion_pane *pane, unsigned quantities)
{
    const struct kinematics *of = &pane->graphed;
    uint64_t hash = hash_number(hash_number(HASH_START, quantities), of->look.unit.metric);
    const struct measure *units[] = {&of->look.unit.square, &of->look.unit.move};
    for (int i = 0; i < 2; i++)
        hash = hash_number(hash_number(hash, units[i]->numerator), units[i]->denominator);
    for (int i = 0; i < of->line_count; i++)
        hash = hash_number(hash_number(hash, of->lines[i].body), of->lines[i].minus);
    for (int i = 0; i < of->scene->body_count; i++) {
        const struct scene_body *body = &of->scene->bodies[i];
        const struct point starts[] = {body->start, body->velocity};
        hash = hash_bytes(hash, starts, sizeof starts);
        hash = hash_number(hash_number(hash, body->count), body->pen);
        hash = hash_bytes(hash, body->name, strlen(body->name));
        for (int row = 0; row < body->count; row++) {
            const struct scene_move *move = &body->moves[row];
            const struct point points[] = {move->choice, move->wind, move->velocity, move->at};
            hash = hash_number(hash_bytes(hash, points, sizeof points), move->kind);
        }
    }
    return hash;
}

/* The move's part of the time, in all graphs; their titles and numbers stay clear. */
static void mark_graphs(const struct motion_pane *pane, struct canvas *canvas, unsigned quantities)
{
    int row = motion_marked_row(pane), last = last_row(&pane->graphed);
    const struct paper_theme *theme = canvas_theme(canvas);
    double top, height;
    if (row > last)
        return;
    int right = (int)lround(graphs_place(&pane->graphed, &pane->frame, row));
    int left = row > 0 ? (int)lround(graphs_place(&pane->graphed, &pane->frame, row - 1)) : right;
    int width = canvas_units(canvas, 2);
    for (int i = 0; graphs_plot(&pane->graphed, quantities, &pane->frame, i, &top, &height); i++) {
        canvas_fill(canvas, box_make(left, (int)top, right - left, (int)height),
                    color_fade(theme->action, 0.14));
        canvas_fill(canvas, box_make(right - width / 2, (int)top, width, (int)height),
                    color_fade(theme->action, 0.7));
    }
}

/* Where there is no room for all of them they are scrolled. */
static void build_graphs(struct ui *ui, struct motion_pane *pane, struct box box, int quantities)
{
    struct canvas *canvas = ui_canvas(ui);
    double scale = canvas_scale(canvas);
    int least = (int)ceil(graphs_height(&pane->graphed, (unsigned)quantities, box.w, scale));
    bool scrolls = least > box.h;
    struct box whole = {box.x, box.y, box.w - (scrolls ? canvas_units(canvas, BAR) : 0),
                        scrolls ? least : box.h};
    pane->graph_box = box_intersect(box, whole);
    whole.y = ui_scroll_begin(ui, "scroll graphs", box, &pane->panels);
    pane->frame = (struct graph_frame){whole.x, whole.y, whole.w, whole.h, scale};
    struct painting painting = {pane, whole, (unsigned)quantities};
    uint64_t wanted = digest(pane, painting.quantities);
    if (!canvas_is_muted(canvas)) {
        if (wanted != pane->painted)
            picture_free(&pane->graphs);
        pane->painted = wanted;
        canvas_picture(canvas, &pane->graphs, whole, paint_graphs, &painting);
        mark_graphs(pane, canvas, painting.quantities);
    }
    ui_surface(ui, "graphs", whole, ui_words("%d", motion_marked_row(pane)));
    ui_scroll_end(ui, whole.y + whole.h);
}

/* --- the pane --------------------------------------------------------------------------------- */

static int count_graphs(int quantities)
{
    int count = 0;
    for (int i = 0; i < COLUMN_COUNT; i++)
        count += (quantities & GRAPHS_ALL) >> i & 1;
    return count;
}

static int build_parts(struct app *app, struct ui *ui, struct motion_pane *pane, struct box box)
{
    const struct settings *settings = &app->settings;
    bool table = (settings->motion_looks & MOTION_NO_TABLE) == 0 || pane->part != MOTION_SHOWS;
    bool graphs = (settings->motion_looks & MOTION_NO_GRAPHS) == 0 &&
                  count_graphs(settings->motion_graphs) > 0;
    struct box part = {0};
    int clicked = -1;
    pane->graph_box = part;
    if (graphs && table)
        part = is_wide(box) ? box_cut_left(&box, box.w / 2) : box_cut_top(&box, box.h * 4 / 10);
    else if (table)
        part = box;
    if (pane->part == MOTION_CHOOSES)
        motion_choices(app, ui, pane, part);
    else if (pane->part == MOTION_SAVES)
        motion_saving(app, ui, pane, part);
    else if (table)
        clicked = motion_table(ui, pane, part);
    if (graphs) /* after the table, where a row may be pointed at */
        build_graphs(ui, pane, box, settings->motion_graphs);
    return clicked;
}

int motion_pane_build(struct motion_pane *pane, struct app *app, struct ui *ui,
                      const struct motion_show *show)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box box = show->box;
    const struct paper_theme *theme = canvas_theme(canvas);
    pane->app = app;
    pane->show = *show;
    pane->row_hovered = -1;
    canvas_fill(canvas, box, theme->card);
    canvas_fill(canvas, box_cut_right(&box, canvas_units(canvas, 1)), theme->panel_edge);
    canvas_fill(canvas, box_cut_top(&box, canvas_units(canvas, 1)), theme->panel_edge);
    find_motion(pane, &app->settings);
    struct layout column = layout_inside(ui, box, SIDE, SIDE / 2, 4);
    if (pane->question.row == 0 || box.h > canvas_units(canvas, ASKED_HEIGHT))
        motion_bodies(&column, app, pane); /* else what is to be written has their room */
    find_motion(pane, &app->settings);     /* as it was just chosen */
    find_question(pane);
    if (pane->asks)
        motion_question(&column, pane);
    return show->scene->body_count > 0 && column.rest.h > 0
               ? build_parts(app, ui, pane, column.rest)
               : -1;
}
