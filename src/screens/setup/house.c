/* House rules in the set-up: asking for their name, keeping and deleting them. What of it fails is
 * told; the rules on the screen stay as they are.
 */
#include "screens/setup/inside.h"

#include <stdio.h>

void setup_house_load(struct setup_state *state, struct app *app)
{
    struct text told = {0};
    if (app->house_rules_path)
        house_rules_load(app->house_rules_path, &state->houses, &told);
    if (told.length > 0)
        app_tell(app, "%s", text_string(&told));
    text_free(&told);
}

static void save(struct setup_state *state, struct app *app)
{
    struct error error;
    if (app->house_rules_path && !house_rules_save(app->house_rules_path, &state->houses, &error))
        app_tell(app, "The house rules cannot be saved to %s: %s", app->house_rules_path,
                 error.text);
}

void setup_house_ask_name(struct setup_state *state, struct ui *ui)
{
    const char *name = state->house < 0 ? "" : state->houses.items[state->house].name;
    snprintf(state->house_name, sizeof state->house_name, "%s", name);
    state->naming = true;
    ui_set_focus(ui, "house name", false);
}

static void keep(struct setup_state *state, struct app *app)
{
    struct error error;
    int index = house_rules_put(&state->houses, state->house_name, &state->setup, &error);
    state->naming = false;
    if (index < 0) {
        app_tell(app, "These rules cannot be kept: %s", error.text);
        return;
    }
    setup_choose_house(state, index);
    save(state, app);
    app_notice(app, "Kept: next time \"%s\" is among the presets.",
               state->houses.items[index].name);
}

static bool has_letter(const char *name)
{
    while (*name == ' ')
        name++;
    return *name != 0;
}

static void build_naming(struct app *app, struct ui *ui, struct setup_state *state)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool known = house_rules_find(&state->houses, state->house_name) >= 0;
    const char *yes = known ? "Replace" : "Save";
    struct box inside = ui_dialog(ui, 500, 250, "button no");
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    canvas_text(canvas, STYLE_TITLE, theme->ink, "Save as house rules",
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 8));
    struct box field = box_cut_top(&inside, canvas_units(canvas, 40));
    ui_text_field(ui, "house name", state->house_name, HOUSE_RULES_NAME_BYTES, field);
    box_cut_top(&inside, canvas_units(canvas, 8));
    const char *words = known ? "There are house rules of this name: they will be replaced."
                              : "Under this name they will be among the presets.";
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, words, inside, ALIGN_LEFT);
    ui_status(ui, "A name for these rules?");
    struct box right = box_cut_right(&row, ui_button_width(ui, yes));
    box_cut_right(&row, canvas_units(canvas, 12));
    if (ui_button(ui, "button no", "Cancel", box_cut_right(&row, ui_button_width(ui, "Cancel")),
                  LOOK_PLAIN))
        state->naming = false;
    if (!has_letter(state->house_name))
        ui_button_disabled(ui, yes, right);
    else if (ui_button(ui, "button yes", yes, right, LOOK_PRIMARY))
        keep(state, app);
    ui_default(ui, "button yes");
}

/* The rules on the screen stay, now measured against their preset. */
static void forget(struct setup_state *state, struct app *app)
{
    int gone = state->forgetting;
    house_rules_remove(&state->houses, gone);
    if (state->house == gone) {
        state->house = -1;
        const struct rule_table *table = state->setup.rules->table;
        for (int i = 0; i < table->field_count; i++)
            state->usual[i] = table->fields[i].defaults[state->setup.preset];
    } else if (state->house > gone) {
        state->house--;
    }
    save(state, app);
}

static void build_forgetting(struct app *app, struct ui *ui, struct setup_state *state)
{
    char text[HOUSE_RULES_NAME_BYTES + 80];
    snprintf(text, sizeof text, "\"%s\" will no longer be among the presets.",
             state->houses.items[state->forgetting].name);
    enum ui_answer answer = ui_question(ui, "Delete house rules?", text, "Delete", "Keep");
    if (answer == ANSWER_YES)
        forget(state, app);
    if (answer != ANSWER_NONE)
        state->forgetting = -1;
}

void setup_house_build(struct app *app, struct ui *ui, struct setup_state *state)
{
    if (state->naming)
        build_naming(app, ui, state);
    else if (state->forgetting >= 0)
        build_forgetting(app, ui, state);
}
