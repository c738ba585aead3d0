/* Beside the demonstration's sheet: moves, bodies, wind, target, arrows.
 */
#include "screens/graph_paper/demonstration/inside.h"

#include <stdio.h>

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
    if (flow_button(&flow, "button motion", "Table and graphs",
                    settings_show_motion(&app->settings, true) ? LOOK_PRIMARY : LOOK_PLAIN))
        demonstration_flip_motion(app);
    if (flow_button(&flow, "button track", "A track...", LOOK_PLAIN))
        demonstration_offer_tracks(app, shown);
    if (flow_button(&flow, "button blank", "Empty sheet", LOOK_PLAIN))
        demonstration_clear(shown);
    if (flow_button(&flow, "button leave", "Leave", LOOK_PLAIN))
        app_go_back(app);
    flow_end(&flow, &column);
    ui_scroll_end(ui, column.rest.y + side);
}
