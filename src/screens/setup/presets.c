/* The rules of the set-up: the games as tabs, the presets and house rules of the one that is chosen
 * as cards, the numbers that most people set; and asking for the name of house rules, keeping and
 * deleting them. What of that fails is told; the rules on the screen stay as they are.
 */
#include "screens/setup/inside.h"

#include "rules/game.h"

#include <stdio.h>
#include <string.h>

static const int CARD_GAP = 8, CARD_LEAST = 250, CARD_SIDE = 14, CARD_TOP = 8, CROSS = 30,
                 NUMBER_LINE = 40, NUMBER_ROOM = 124, NUMBER_GAP = 36; /* interface pixels */

/* --- choosing -------------------------------------------------------------------------------- */

static void take_rules(struct setup_state *state, const struct setup *fresh, int house)
{
    int players = state->setup.players;
    state->setup = *fresh;
    state->setup.players = players;
    state->house = house;
    memcpy(state->usual, fresh->values, sizeof state->usual);
    setup_players_follow_game(state);
    if (state->picker.gallery)
        setup_tracks_sort_out(state);
}

void setup_choose_preset(struct setup_state *state, const struct game *game, int preset)
{
    struct setup fresh = setup_from_preset(game, preset);
    take_rules(state, &fresh, -1);
}

static void choose_house(struct setup_state *state, int house)
{
    struct setup fresh = house_rules_setup(&state->houses.items[house]);
    take_rules(state, &fresh, house);
}

void setup_write_rules(const struct setup_state *state, char *into, int size)
{
    if (state->house >= 0)
        snprintf(into, (size_t)size, "house %s", state->houses.items[state->house].name);
    else
        snprintf(into, (size_t)size, "preset %s/%s", state->setup.game->name,
                 state->setup.game->table->presets[state->setup.preset].name);
}

/* Behind the game's name, which two games' presets of one name need; NULL: it is another game's. */
static const char *preset_of_game(const struct game *game, const char *name)
{
    size_t length = strlen(game->name);
    if (!strchr(name, '/'))
        return name;
    return strncmp(name, game->name, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

void setup_read_rules(struct setup_state *state, const char *text)
{
    const char *name = strchr(text, ' ');
    int house = strncmp(text, "house ", 6) == 0 ? house_rules_find(&state->houses, name + 1) : -1;
    setup_choose_preset(state, games[0], 0);
    for (int i = 0; name && games[i]; i++) {
        const char *own = preset_of_game(games[i], name + 1);
        int preset = own ? fields_find_preset(games[i]->table, own) : -1;
        if (house < 0 && preset >= 0)
            setup_choose_preset(state, games[i], preset);
    }
    if (house >= 0)
        choose_house(state, house);
}

const char *setup_card_title(const struct setup_state *state)
{
    return state->house >= 0 ? state->houses.items[state->house].name
                             : state->setup.game->table->presets[state->setup.preset].title;
}

/* --- cards ----------------------------------------------------------------------------------- */

/* One card: a preset, or house rules. */
struct offer {
    const struct game *game;
    int preset;
    int house; /* index, or -1 */
};

enum { OFFER_LIMIT = RULES_PRESET_LIMIT + HOUSE_RULES_LIMIT };

/* The contest that a preset is for. */
static int contest_for(const struct rule_table *table, int preset)
{
    return table->contest_field < 0 ? 0 : table->fields[table->contest_field].defaults[preset];
}

static int list_offers(const struct setup_state *state, const struct game *game, int contest,
                       struct offer *offers)
{
    const struct rule_table *table = game->table;
    int count = 0;
    for (int i = 0; i < table->preset_count; i++)
        if (contest_for(table, i) == contest)
            offers[count++] = (struct offer){game, i, -1};
    for (int i = 0; i < state->houses.count; i++) {
        const struct house_rule *rule = &state->houses.items[i];
        if (rule->game == game && fields_contest(table, rule->values) == contest)
            offers[count++] = (struct offer){game, rule->preset, i};
    }
    return count;
}

static bool is_chosen(const struct setup_state *state, const struct offer *offer)
{
    return offer->house == state->house &&
           (offer->house >= 0 ||
            (offer->game == state->setup.game && offer->preset == state->setup.preset));
}

static void describe_offer(const struct setup_state *state, const struct offer *offer, char *into,
                           int size)
{
    const struct rule_table *table = offer->game->table;
    const struct rule_preset *preset = &table->presets[offer->preset];
    if (offer->house < 0) {
        snprintf(into, (size_t)size, "%s", preset->sentence);
        return;
    }
    int changes = 0;
    for (int i = 0; i < table->field_count; i++)
        changes +=
            state->houses.items[offer->house].values[i] != table->fields[i].defaults[offer->preset];
    snprintf(into, (size_t)size, "House rules: %s with %d change%s.", preset->title, changes,
             changes == 1 ? "" : "s");
}

static const char *title_of(const struct setup_state *state, const struct offer *offer)
{
    return offer->house < 0 ? offer->game->table->presets[offer->preset].title
                            : state->houses.items[offer->house].name;
}

/* Title and sentence; as a builder, to be measured. */
struct words {
    const struct setup_state *state;
    const struct offer *offer;
};

static void build_words(struct layout *column, void *data)
{
    const struct words *words = data;
    const struct setup_state *state = words->state;
    const struct offer *offer = words->offer;
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    char changes[40] = "", sentence[200];
    if (is_chosen(state, offer))
        setup_describe_changes(state, changes, sizeof changes);
    describe_offer(state, offer, sentence, sizeof sentence);
    struct layout line = layout_row(column, 26, 0);
    layout_text(&line, AT_RIGHT, STYLE_SMALL, theme->action, changes);
    canvas_text(ui_canvas(column->ui), STYLE_STRONG, theme->ink, title_of(state, offer), line.rest,
                ALIGN_LEFT);
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft, sentence);
}

static void build_forget(struct ui *ui, struct setup_state *state, int house, struct box box)
{
    if (ui_cross(ui, ui_words("forget %s", state->houses.items[house].name),
                 "delete these house rules", box))
        state->forgetting = house;
}

static void build_offer(struct ui *ui, struct setup_state *state, const struct offer *offer,
                        struct box box)
{
    char id[96], sentence[200];
    struct layout row = {ui, box, 0};
    struct words words = {state, offer};
    if (offer->house < 0)
        snprintf(id, sizeof id, "preset %s", offer->game->table->presets[offer->preset].name);
    else
        snprintf(id, sizeof id, "house %s", title_of(state, offer));
    describe_offer(state, offer, sentence, sizeof sentence);
    struct box cross = offer->house < 0 ? box : layout_take(&row, AT_RIGHT, CROSS);
    bool clicked = ui_card(ui, id, sentence, row.rest, is_chosen(state, offer));
    struct layout inside = layout_inside(ui, row.rest, CARD_SIDE, CARD_TOP, 0);
    build_words(&inside, &words);
    if (offer->house >= 0)
        build_forget(ui, state, offer->house, cross);
    if (clicked && offer->house >= 0)
        choose_house(state, offer->house);
    else if (clicked)
        setup_choose_preset(state, offer->game, offer->preset);
}

/* Side by side if there is room; cards of a row are of one height. */
static void build_offers(struct layout *column, struct setup_state *state,
                         const struct offer *offers, int count)
{
    struct ui *ui = column->ui;
    const struct canvas *canvas = ui_canvas(ui);
    for (int first = 0, columns = 1; first < count; first += columns) {
        struct grid grid = grid_in(column, CARD_LEAST, CARD_GAP, 3);
        columns = grid.columns;
        for (int i = first; i < first + columns && i < count; i++) {
            struct words words = {state, &offers[i]};
            int less = 2 * CARD_SIDE + (offers[i].house < 0 ? 0 : CROSS);
            int needed = layout_measure(ui, grid_width(&grid) - canvas_units(canvas, less),
                                        build_words, &words) +
                         canvas_units(canvas, 2 * CARD_TOP);
            grid.height = needed > grid.height ? needed : grid.height;
        }
        for (int i = first; i < first + columns && i < count; i++)
            build_offer(ui, state, &offers[i], grid_cell(&grid, i - first));
        layout_cut(column, AT_TOP, grid.height);
        layout_skip(column, AT_TOP, CARD_GAP);
    }
}

bool setup_plays(const struct setup_state *state, const struct contest *contest)
{
    return state->setup.game == contest->game &&
           fields_contest(contest->game->table, state->setup.values) == contest->which;
}

void setup_games_build(struct flow *flow, struct setup_state *state)
{
    struct contest contest;
    for (int i = 0; contest_at(i, &contest); i++) {
        const char *id = ui_words("game %s", contest.name);
        bool played = setup_plays(state, &contest);
        if (flow_chip(flow, id, contest.title, contest.sentence, played).clicked && !played)
            setup_choose_preset(state, contest.game, contest.preset);
    }
}

void setup_presets_build(struct layout *column, struct setup_state *state)
{
    struct offer offers[OFFER_LIMIT];
    const struct game *game = state->setup.game;
    int contest = fields_contest(game->table, state->setup.values);
    build_offers(column, state, offers, list_offers(state, game, contest, offers));
}

/* --- numbers --------------------------------------------------------------------------------- */

static bool is_often(const struct setup_state *state, int field)
{
    struct setup setup = state->setup;
    setup.course = setup_course(state);
    return setup.game->table->fields[field].often && setup_field_matters(&setup, field);
}

static void build_number(struct ui *ui, struct setup_state *state, int field, struct box box)
{
    const struct rule_field *rule = &state->setup.game->table->fields[field];
    char zero[FIELD_ZERO_BYTES];
    struct setup setup = state->setup;
    setup.course = setup_course(state);
    const struct ui_range range = {rule->minimum, rule->maximum, 1, "",
                                   setup_print_zero(&setup, field, zero)};
    ui_stepper(ui, ui_words("choice %s", rule->name), rule->title, box, &state->setup.values[field],
               &range);
}

/* In two columns where all their names fit. */
void setup_numbers_build(struct layout *column, struct setup_state *state)
{
    const struct rule_table *table = state->setup.game->table;
    struct canvas *canvas = ui_canvas(column->ui);
    int fields[RULES_FIELD_LIMIT], count = 0, widest = 0;
    for (int i = 0; i < table->field_count; i++)
        if (is_often(state, i)) {
            int name = canvas_text_width(canvas, STYLE_BODY, table->fields[i].title);
            widest = name > widest ? name : widest;
            fields[count++] = i;
        }
    struct grid grid = grid_in(column, widest / canvas_scale(canvas) + NUMBER_ROOM, NUMBER_GAP, 2);
    grid.height = canvas_units(canvas, NUMBER_LINE);
    grid.gap = 0;
    for (int i = 0; i < count; i++) {
        struct layout cell = {column->ui, grid_cell(&grid, i), 0};
        if (grid.columns > 1)
            layout_skip(&cell, i % 2 == 0 ? AT_RIGHT : AT_LEFT, NUMBER_GAP / 2.0);
        build_number(column->ui, state, fields[i], cell.rest);
    }
    layout_cut(column, AT_TOP, grid_height(&grid, count));
}

/* What was told, if anything. */
static void tell(struct app *app, struct text *told)
{
    if (told->length > 0)
        app_tell(app, "%s", text_string(told));
    text_free(told);
}

void setup_load_houses(struct setup_state *state, struct app *app)
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
    choose_house(state, index);
    tell(app, &told);
    app_notice(app, "Kept: next time \"%s\" is among the presets.",
               state->houses.items[index].name);
}

static void build_naming(struct app *app, struct ui *ui, struct setup_state *state)
{
    static struct ui_scroll scroll;
    bool known = house_rules_find(&state->houses, state->house_name) >= 0;
    const char *yes = known ? "Replace" : "Save";
    struct dialog dialog = {
        "house rules", "Save as house rules", "button no", 500, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 8;
    ui_text_field(ui, "house name", state->house_name, HOUSE_RULES_NAME_BYTES,
                  layout_take(&column, AT_TOP, 40));
    layout_paragraph(&column, STYLE_SMALL, canvas_theme(ui_canvas(ui))->ink_soft,
                     known ? "There are house rules of this name: they will be replaced."
                           : "Under this name they will be among the presets.");
    dialog_end(&column);
    ui_status(ui, "A name for these rules?");
    if (state->house_name[strspn(state->house_name, " ")] == '\0')
        ui_button_disabled(ui, yes, layout_cut(&dialog.foot, AT_RIGHT, ui_button_width(ui, yes)));
    else if (layout_button(&dialog.foot, AT_RIGHT, "button yes", yes, LOOK_PRIMARY))
        keep(state, app);
    if (layout_button(&dialog.foot, AT_RIGHT, "button no", "Cancel", LOOK_PLAIN))
        state->naming = false;
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
