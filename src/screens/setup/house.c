/* House rules in the set-up: asking for their name, keeping and deleting them. What of it fails is
 * told; the rules on the screen stay as they are.
 */
#include "screens/setup/inside.h"

#include <stdio.h>

/* What was told, if anything. */
static void tell(struct app *app, struct text *told)
{
    if (told->length > 0)
        app_tell(app, "%s", text_string(told));
    text_free(told);
}

void setup_house_load(struct setup_state *state, struct app *app)
{
    struct text told = {0};
    if (app->house_rules_path)
        house_rules_load(app->house_rules_path, &state->houses, &told);
    tell(app, &told);
}

void setup_house_ask_name(struct setup_state *state, struct ui *ui)
{
    const char *name = state->house < 0 ? "" : state->houses.items[state->house].name;
    snprintf(state->house_name, sizeof state->house_name, "%s", name);
    state->naming = true;
    ui_set_focus(ui, "house name", false);
}

/* The list may be another one after a change: what is chosen is found again by its name. */
static void name_chosen(const struct setup_state *state, char into[HOUSE_RULES_NAME_BYTES])
{
    snprintf(into, HOUSE_RULES_NAME_BYTES, "%s",
             state->house < 0 ? "" : state->houses.items[state->house].name);
}

static void keep(struct setup_state *state, struct app *app)
{
    struct error error;
    struct text told = {0};
    char chosen[HOUSE_RULES_NAME_BYTES];
    name_chosen(state, chosen);
    int index = house_rules_keep(app->house_rules_path, &state->houses, state->house_name,
                                 &state->setup, &told, &error);
    state->naming = false;
    if (index < 0) {
        state->house = house_rules_find(&state->houses, chosen);
        text_clear(&told);
        text_append_format(&told, "These rules cannot be kept: %s", error.text);
        tell(app, &told);
        return;
    }
    setup_choose_house(state, index);
    tell(app, &told);
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
    struct text told = {0};
    char chosen[HOUSE_RULES_NAME_BYTES], gone[HOUSE_RULES_NAME_BYTES];
    name_chosen(state, chosen);
    snprintf(gone, sizeof gone, "%s", state->houses.items[state->forgetting].name);
    house_rules_forget(app->house_rules_path, &state->houses, gone, &told);
    bool was_chosen = state->house >= 0;
    state->house = house_rules_find(&state->houses, chosen);
    if (was_chosen && state->house < 0) {
        const struct rule_table *table = state->setup.game->table;
        for (int i = 0; i < table->field_count; i++)
            state->usual[i] = table->fields[i].defaults[state->setup.preset];
    }
    tell(app, &told);
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
