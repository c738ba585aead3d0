/* What the pane of motion shows, as files: the table as CSV, each graph as a picture of its own,
 * with the bodies, quantities and units that are chosen.
 */
#include "screens/graph_paper/motion/inside.h"

#include <stdlib.h>

static void save_table(struct app *app, const struct motion_pane *pane)
{
    struct text content = {0};
    struct csv csv = csv_begin(&content, (enum csv_kind)app->settings.csv_for);
    kinematics_append_csv(&pane->of, &csv);
    char *path = app_write_new(app, app->saved_folder, pane->show.name, ".csv", &content);
    if (path)
        app_notice(app, "The table is saved as %s.", path);
    free(path);
    text_free(&content);
}

static bool save_graph(struct app *app, const struct motion_pane *pane, int quantity,
                       enum graph_format format, char **path)
{
    static const char *const endings[] = {
        [GRAPH_PNG] = ".png", [GRAPH_SVG] = ".svg", [GRAPH_PDF] = ".pdf"};
    struct text content = {0}, name = {0};
    struct error error;
    text_append_format(&name, "%s-%s", pane->show.name,
                       kinematics_id((enum kinematics_column)quantity));
    if (graphs_export(&pane->of, 1u << quantity, format, &content, &error))
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

void motion_saving(struct app *app, struct ui *ui, const struct motion_pane *pane, struct box box)
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
    if (flow_button(&table, "button save-table", "Table (CSV)", LOOK_PLAIN))
        save_table(app, pane);
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
