/* Beside the demonstration's sheet: moves, bodies, wind, target, arrows; below it the latest rows
 * of the body that is looked at.
 */
#include "screens/graph_paper/demonstration/inside.h"

#include <stdio.h>
#include <string.h>

enum { TABLE_ROWS = 4, ROW_HEIGHT = 26, LEAST_WIDTH = 760 };

static void build_heading(struct layout *column, const char *words)
{
    layout_skip(column, AT_TOP, 4);
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(column->ui))->ink, words);
}

static void build_moves(struct layout *column, struct demonstration *shown)
{
    struct flow flow = flow_begin(column, 8);
    if (flow_button(&flow, "button back", "Back", LOOK_PLAIN))
        demonstration_back(shown);
    if (flow_button(&flow, "button step", "Next move", LOOK_PRIMARY))
        demonstration_step(shown);
    if (flow_button(&flow, "button restart", "Restart", LOOK_PLAIN))
        scene_restart(&shown->scene);
    if (flow_button(&flow, "button begin-here", "Begin here", LOOK_PLAIN))
        scene_begin_here(&shown->scene);
    if (shown->scene.pencil_count > 0 &&
        flow_button(&flow, "button rub-out", "Rub out pencil", LOOK_PLAIN))
        scene_rub_out(&shown->scene);
    flow_end(&flow, column);
}

static void build_bodies(struct layout *column, struct demonstration *shown)
{
    struct scene *scene = &shown->scene;
    build_heading(column, "Bodies");
    struct flow flow = flow_begin(column, 8);
    for (int i = 0; i < scene->body_count; i++)
        if (flow_chip(&flow, ui_words("choice body-%d", i + 1), scene->bodies[i].name, "",
                      i == shown->body)
                .clicked)
            shown->body = i;
    if (scene->body_count < SCENE_BODIES &&
        flow_button(&flow, "button add-body", "Add", LOOK_PLAIN))
        shown->hand = HAND_BODY;
    if (scene->body_count > 1 && flow_button(&flow, "button remove-body", "Remove", LOOK_PLAIN)) {
        scene_remove_body(scene, shown->body);
        shown->body = 0;
    }
    flow_end(&flow, column);
}

/* Two steppers of a vector; true if it is another one now. */
static bool build_vector(struct layout *column, const char *id, const char *label, int most,
                         struct point *vector)
{
    const struct ui_range range = {-most, most, 1, "", NULL};
    int x = vector->x, y = vector->y;
    bool other = ui_stepper(column->ui, ui_words("%s-x", id), ui_words("%s in x", label),
                            layout_take(column, AT_TOP, 36), &x, &range);
    other = ui_stepper(column->ui, ui_words("%s-y", id), ui_words("%s in y", label),
                       layout_take(column, AT_TOP, 36), &y, &range) ||
            other;
    *vector = (struct point){x, y};
    return other;
}

static void build_wind(struct layout *column, struct demonstration *shown)
{
    struct point wind = shown->scene.wind;
    struct error error = {0};
    build_heading(column, "Wind, added in each move");
    if (build_vector(column, "wind", "Wind", SCENE_ACCELERATION, &wind) &&
        !scene_set_wind(&shown->scene, wind, &error))
        snprintf(shown->told, sizeof shown->told, "%s", error.text);
}

static void build_target(struct layout *column, struct demonstration *shown)
{
    struct scene_target *target = &shown->scene.targets[0];
    build_heading(column, "Target");
    struct flow flow = flow_begin(column, 8);
    bool there = shown->scene.target_count > 0;
    if (flow_button(&flow, "button target", there ? "Move it" : "Put one", LOOK_PLAIN))
        shown->hand = HAND_TARGET;
    if (there && flow_button(&flow, "button remove-target", "Remove", LOOK_PLAIN))
        shown->scene.target_count = 0;
    flow_end(&flow, column);
    if (!there)
        return;
    struct point at = scene_target_at(target, shown->scene.now), drift = target->drift;
    /* From where it is now, so that it does not jump. */
    if (build_vector(column, "drift", "Its velocity", 9, &drift)) {
        target->drift = drift;
        target->at =
            (struct point){at.x - shown->scene.now * drift.x, at.y - shown->scene.now * drift.y};
    }
    ui_check(column->ui, "switch arrive", "Arrive with a given velocity",
             layout_take(column, AT_TOP, 32), &target->has_velocity);
    if (target->has_velocity)
        build_vector(column, "arrive", "Arriving", 20, &target->velocity);
}

static void build_arrows(struct app *app, struct layout *column)
{
    build_heading(column, "Arrows");
    for (int i = 0; i < ARROWS_SWITCHES; i++) {
        bool on = arrows_show((unsigned)app->settings.arrows, (enum arrow_switch)i);
        if (!ui_check(column->ui, ui_words("switch arrows-%s", arrow_words[i].id),
                      arrow_words[i].label, layout_take(column, AT_TOP, 30), &on))
            continue;
        app->settings.arrows ^= 1 << i;
        app->settings_changed = true;
    }
}

void demonstration_panel(struct app *app, struct ui *ui, struct demonstration *shown,
                         struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    canvas_fill(canvas, box, theme->panel);
    int top = ui_scroll_begin(ui, "scroll panel", box, &shown->panel);
    int side = canvas_units(canvas, 16);
    struct layout column = layout_column(ui, box.x + side, top + side, box.w - 2 * side, 8);
    layout_text(&column, AT_TOP, STYLE_HEADING, theme->ink, "Free demonstration");
    layout_text(&column, AT_TOP, STYLE_BODY, theme->ink_soft, ui_words("t = %d", shown->scene.now));
    build_moves(&column, shown);
    build_bodies(&column, shown);
    build_wind(&column, shown);
    build_target(&column, shown);
    build_arrows(app, &column);
    build_heading(&column, "Sheet");
    struct flow flow = flow_begin(&column, 8);
    if (flow_button(&flow, "button blank", "Empty sheet", LOOK_PLAIN))
        demonstration_clear(shown);
    if (flow_button(&flow, "button leave", "Leave", LOOK_PLAIN))
        app_go_back(app);
    flow_end(&flow, &column);
    ui_scroll_end(ui, column.rest.y + side);
}

/* --- the table -------------------------------------------------------------------------------- */

int demonstration_table_height(const struct ui *ui)
{
    return canvas_units(ui_canvas(ui), ROW_HEIGHT) * (TABLE_ROWS + 1) +
           canvas_units(ui_canvas(ui), 8);
}

/* Roots take more room than whole numbers; the last one is for the note. */
static int weight_of(const struct kinematics_place *places, int count, int index)
{
    bool wide = index == count || places[index].first == COLUMN_SPEED ||
                places[index].first == COLUMN_ACCELERATION ||
                places[index].first == COLUMN_DIRECTION;
    return wide ? 2 : 1;
}

static struct box cell_of(struct box row, const struct kinematics_place *places, int count,
                          int index)
{
    int before = 0, all = 0;
    for (int i = 0; i <= count; i++) {
        before += i < index ? weight_of(places, count, i) : 0;
        all += weight_of(places, count, i);
    }
    int x = row.w * before / all, right = row.w * (before + weight_of(places, count, index)) / all;
    return box_make(row.x + x, row.y, right - x, row.h);
}

static void build_heads(struct canvas *canvas, struct box row,
                        const struct kinematics_place *places, int count)
{
    for (int i = 0; i < count; i++)
        canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, places[i].title,
                    cell_of(row, places, count, i), ALIGN_CENTRE);
}

static void build_row(struct ui *ui, struct demonstration *shown, const struct kinematics *of,
                      int number, struct box row, const struct kinematics_place *places, int count)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, ui_words("row %d", number), row, "");
    if (state.hovered || state.ring)
        shown->marked_row = number;
    if (state.clicked)
        scene_go(&shown->scene, number);
    int body, pointed;
    bool marked = scene_view_pointed_row(shown->view, &shown->scene, &body, &pointed) &&
                  body == shown->body && pointed == number;
    if (state.hovered || marked)
        canvas_fill(canvas, row, color_mix(theme->card, theme->action, 0.3));
    else if (number == shown->scene.now)
        canvas_fill(canvas, row, color_mix(theme->card, theme->action, 0.15));
    for (int i = 0; i < count; i++) {
        struct text cell = {0};
        kinematics_append(of, 0, number, places[i].first, &cell);
        canvas_text(canvas, STYLE_SMALL, theme->ink, text_string(&cell),
                    cell_of(row, places, count, i), ALIGN_CENTRE);
        text_free(&cell);
    }
    canvas_text(canvas, STYLE_SMALL, theme->ink,
                kinematics_note_words(kinematics_note(of, 0, number)),
                cell_of(row, places, count, count), ALIGN_CENTRE);
}

/* The rows that end with the present one, or begin with it where there are too few before. */
void demonstration_table(struct ui *ui, struct demonstration *shown, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct kinematics_place places[COLUMN_COUNT];
    shown->marked_row = -1;
    if (box.h == 0 || shown->scene.body_count == 0)
        return;
    canvas_fill(canvas, box, canvas_theme(canvas)->card);
    unsigned columns = KINEMATICS_ALL;
    if (box.w < canvas_units(canvas, LEAST_WIDTH))
        columns &= ~(1u << COLUMN_SPEED | 1u << COLUMN_ACCELERATION | 1u << COLUMN_DIRECTION);
    struct kinematics of =
        kinematics_of(&shown->scene, (struct kinematics_look){columns, false, kinematics_squares});
    of.lines[0] = (struct kinematics_line){shown->body, -1};
    int count = kinematics_places(&of.look, places), last = kinematics_last(&of, 0);
    int height = canvas_units(canvas, ROW_HEIGHT);
    build_heads(canvas, box_cut_top(&box, height), places, count);
    int first = shown->scene.now - TABLE_ROWS + 1;
    for (int i = first < 0 ? 0 : first; i <= last && box.h >= height; i++)
        build_row(ui, shown, &of, i, box_cut_top(&box, height), places, count);
}
