/* Whose motion is shown, which quantities, in which units, and how vectors are written.
 */
#include "screens/graph_paper/motion/inside.h"

#include <stdio.h>
#include <string.h>

static void flip(struct app *app, int *bits, int bit)
{
    *bits ^= bit;
    app->settings_changed = true;
}

void motion_bodies(struct layout *column, struct app *app, struct motion_pane *pane)
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
    bool vectors = settings->motion_looks & MOTION_VECTORS;
    struct text wrong = {0};
    if (ui_check(column->ui, "switch motion-vectors", "Column vectors",
                 layout_take(column, AT_TOP, 30), &vectors))
        flip(app, &settings->motion_looks, MOTION_VECTORS);
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

void motion_choices(struct app *app, struct ui *ui, struct motion_pane *pane, struct box box)
{
    int top = ui_scroll_begin(ui, "scroll quantities", box, &pane->choices);
    struct layout column =
        layout_column(ui, box.x, top, box.w - canvas_units(ui_canvas(ui), 12), 6);
    unsigned all = KINEMATICS_ALL;
    build_units(&column, app);
    if (!kinematics_has_push(pane->show.scene))
        all &= ~(1u << COLUMN_WX | 1u << COLUMN_WY);
    build_quantities(&column, app, "column", "Columns of the table", all,
                     &app->settings.motion_columns);
    build_quantities(&column, app, "graph", "Graphs", GRAPHS_ALL, &app->settings.motion_graphs);
    ui_scroll_end(ui, column.rest.y);
}
