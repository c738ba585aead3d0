/* The rules of the set-up: the games as tabs, the presets and house rules of the one that is chosen
 * as cards, the numbers that most people set; and asking for the name of house rules, keeping and
 * deleting them. What of that fails is told; the rules on the screen stay as they are.
 */

#include "base/number.h"
#include "drivers/driving.h"
#include "rules/game.h"
#include "screens/invite/invite.h"
#include "screens/race/frame.h"
#include "screens/setup/inside.h"
#include "screens/tracks/tracks.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
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
    state->laps_chosen = false;
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

/* Behind the game's name, which two games' presets of one name need; NULL: it is another game's. */
static const char *preset_of_game(const struct game *game, const char *name)
{
    size_t length = strlen(game->name);
    if (!strchr(name, '/'))
        return name;
    return strncmp(name, game->name, length) == 0 && name[length] == '/' ? name + length + 1 : NULL;
}

static void setup_read_rules(struct setup_state *state, const char *text)
{
    const char *name = strchr(text, ' ');
    int house = strncmp(text, "house ", 6) == 0 ? house_rules_find(&state->houses, name + 1) : -1;
    setup_choose_preset(state, game_usual, 0);
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
struct setup_offer {
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
                       struct setup_offer *offers)
{
    const struct rule_table *table = game->table;
    int count = 0;
    for (int i = 0; i < table->preset_count; i++)
        if (contest_for(table, i) == contest)
            offers[count++] = (struct setup_offer){game, i, -1};
    for (int i = 0; i < state->houses.count; i++) {
        const struct house_rule *rule = &state->houses.items[i];
        if (rule->game == game && fields_contest(table, rule->values) == contest)
            offers[count++] = (struct setup_offer){game, rule->preset, i};
    }
    return count;
}

static bool is_chosen(const struct setup_state *state, const struct setup_offer *offer)
{
    return offer->house == state->house &&
           (offer->house >= 0 ||
            (offer->game == state->setup.game && offer->preset == state->setup.preset));
}

static void describe_offer(const struct setup_state *state, const struct setup_offer *offer,
                           char *into, int size)
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

static const char *title_of(const struct setup_state *state, const struct setup_offer *offer)
{
    return offer->house < 0 ? offer->game->table->presets[offer->preset].title
                            : state->houses.items[offer->house].name;
}

/* Title and sentence; as a builder, to be measured. */
struct setup_words {
    const struct setup_state *state;
    const struct setup_offer *offer;
};

static void build_words(struct layout *column, void *data)
{
    const struct setup_words *words = data;
    const struct setup_state *chosen = words->state;
    const struct setup_offer *offer = words->offer;
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    char changes[40] = "", sentence[200];
    if (is_chosen(chosen, offer))
        setup_describe_changes(chosen, changes, sizeof changes);
    describe_offer(chosen, offer, sentence, sizeof sentence);
    struct layout line = layout_row(column, 26, 0);
    layout_text(&line, AT_RIGHT, STYLE_SMALL, theme->action, changes);
    canvas_text(ui_canvas(column->ui), STYLE_STRONG, theme->ink, title_of(chosen, offer), line.rest,
                ALIGN_LEFT);
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft, sentence);
}

static void build_forget(struct ui *ui, struct setup_state *state, int house, struct box box)
{
    if (ui_cross(ui, ui_words("forget %s", state->houses.items[house].name),
                 "delete these house rules", box))
        state->forgetting = house;
}

/* Side by side if there is room; cards of a row are of one height. */
static void build_offers(struct layout *column, struct setup_state *state,
                         const struct setup_offer *offers, int count)
{
    struct ui *ui = column->ui;
    const struct canvas *canvas = ui_canvas(ui);
    for (int first = 0, columns = 1; first < count; first += columns) {
        struct grid grid = grid_in(column, CARD_LEAST, CARD_GAP, 3);
        columns = grid.columns;
        for (int i = first; i < first + columns && i < count; i++) {
            struct setup_words words = {state, &offers[i]};
            int less = 2 * CARD_SIDE + (offers[i].house < 0 ? 0 : CROSS);
            int needed = layout_measure(ui, grid_width(&grid) - canvas_units(canvas, less),
                                        build_words, &words) +
                         canvas_units(canvas, 2 * CARD_TOP);
            grid.height = needed > grid.height ? needed : grid.height;
        }
        for (int i = first; i < first + columns && i < count; i++) {
            const struct setup_offer *offer = &offers[i];
            struct box box = grid_cell(&grid, i - first);
            char id[96], sentence[200];
            struct layout row = {ui, box, 0};
            struct setup_words words = {state, offer};
            if (offer->house < 0)
                snprintf(id, sizeof id, "preset %s",
                         offer->game->table->presets[offer->preset].name);
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
        layout_cut(column, AT_TOP, grid.height);
        layout_skip(column, AT_TOP, CARD_GAP);
    }
}

static bool setup_plays(const struct setup_state *state, const struct contest *contest)
{
    return state->setup.game == contest->game &&
           fields_contest(contest->game->table, state->setup.values) == contest->which;
}

static void setup_games_build(struct flow *flow, struct setup_state *state)
{
    struct contest contest;
    for (int i = 0; contest_at(i, &contest); i++) {
        const char *id = ui_words("game %s", contest.name);
        bool played = setup_plays(state, &contest);
        if (flow_chip(flow, id, contest.title, contest.sentence, played).clicked && !played)
            setup_choose_preset(state, contest.game, contest.preset);
    }
}

static void setup_presets_build(struct layout *column, struct setup_state *state)
{
    struct setup_offer offers[OFFER_LIMIT];
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
    if (ui_stepper(ui, ui_words("choice %s", rule->name), rule->title, box,
                   &state->setup.values[field], &range) &&
        field == fields_find(state->setup.game->table, "laps"))
        state->laps_chosen = true;
}

/* As many laps as a race of two to three minutes a person has; of one race under the first preset
 * alone, for a series has one number for all of its courses and other presets have theirs. */
static void propose_laps(struct setup_state *state)
{
    struct setup setup = state->setup;
    int field = fields_find(setup.game->table, "laps");
    setup.course = setup_course(state);
    if (field < 0 || state->house >= 0 || setup.preset > 0 || !setup.course.body)
        return;
    int *usual = &state->usual[field];
    int laps = state->series ? 0 : driving_usual_laps(&setup);
    if (laps == 0)
        laps = setup.game->table->fields[field].defaults[0];
    if (!state->laps_chosen && setup.values[field] == *usual)
        state->setup.values[field] = laps;
    *usual = laps;
}

/* In two columns where all their names fit. */
static void setup_numbers_build(struct layout *column, struct setup_state *state)
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

/* The dialogs about house rules that are open. */
static void setup_house_build(struct app *app, struct ui *ui, struct setup_state *state)
{
    if (state->naming)
        build_naming(app, ui, state);
    else if (state->forgetting >= 0) {
        char text[HOUSE_RULES_NAME_BYTES + 80];
        snprintf(text, sizeof text, "\"%s\" will no longer be among the presets.",
                 state->houses.items[state->forgetting].name);
        enum ui_answer answer = ui_question(ui, "Delete house rules?", text, "Delete", "Keep");
        if (answer == ANSWER_YES)
            forget(state, app);
        if (answer != ANSWER_NONE)
            state->forgetting = -1;
    }
}

/* === setup ==================================================================================== */

/* The set-up of a new race: track, rules, players. What has no meaning together is said at once,
 * beside the button that would start it, in the words of the game; and what is possible on the
 * chosen track under the rules, with the record that somebody has, in a line below them. Par is
 * found by a thread, which is begun anew whenever track or rules are others; the records are read
 * once a visit.
 */

static struct setup_state state;

/* --- why it cannot start, and what is possible ----------------------------------------------- */

/* The seed that was typed, 0 for none; false if it is no seed. */
static bool read_seed(uint64_t *seed)
{
    int64_t number = 0;
    bool good = state.seed[0] == 0 || number_is_integer(state.seed, 1, INT64_MAX, &number);
    *seed = (uint64_t)number;
    return good;
}

static void find_problem(void)
{
    struct setup_problem *problem = &state.problem;
    struct error error;
    uint64_t seed;
    *problem = (struct setup_problem){.field = -1};
    if (setup_tracks_problem(&state, problem))
        return;
    for (int i = 0; i < (state.series ? state.series_count : 1); i++) {
        struct setup setup = setup_race_at(&state, i);
        for (int player = 0; state.cup && player < setup.players; player++)
            if (driver_command(state.players[player].driver) && setup.game != state.setup.game) {
                snprintf(problem->text, sizeof problem->text,
                         "Programs drive in one game alone: a cup over all games takes none.");
                return;
            }
        if (setup_check(&setup, &error))
            continue;
        problem->field = error.field - 1;
        snprintf(problem->text, sizeof problem->text, "%s",
                 error.shown[0] ? error.shown : error.text);
        problem->text[0] = (char)toupper((unsigned char)problem->text[0]);
        return;
    }
    for (int i = 0; i < state.setup.players; i++)
        if (setup_driver_problem(&state, &state.players[i], problem))
            return;
    if (!read_seed(&seed))
        snprintf(problem->text, sizeof problem->text,
                 "The seed has to be a whole number above 0, or empty.");
}

/* Without a meaning there is no race, and a series has many. */
static bool has_line(void)
{
    return !state.series && !state.problem.text[0];
}

/* Asks anew if the track or the rules are others; the problem was looked for before. */
static void follow_par(const struct app *app)
{
    struct setup setup = state.setup;
    setup.course = setup_course(&state);
    bool same = state.par_asked && par_is_same(&setup, &state.par_of);
    if (!has_line() || same)
        return;
    par_free(state.par);
    state.par = par_search_rules(&setup, false);
    records_find(state.records, &setup, &state.record);
    state.has_ghost = false;
    for (int i = 0; i < state.record.count; i++)
        state.has_ghost |= app_has_ghost(app, &state.record.items[i]);
    state.par_of = setup;
    state.par_asked = true;
}

/* Appends what is known by now, perhaps nothing. True if it is a warning. */
static bool append_par(struct text *into)
{
    if (!state.par || !has_line())
        return false;
    struct par_answer par = par_answer(state.par, 0);
    text_append_format(
        into, "%s under these rules: ", gallery_at(state.picker.gallery, state.chosen)->name);
    if (par.state == PAR_SEARCHING)
        text_append(into, "par …");
    else if (par.state == PAR_NO_LAP)
        text_append(into, "no lap is possible without leaving the track");
    else if (par.rounds > 0)
        text_append_format(into, "par %d%s", par.rounds, par_star(state.setup.game));
    else if (par.with_extras > 0)
        text_append_format(into, "%d rounds with %s, no lap without", par.with_extras,
                           driving_of(state.setup.game)->extras);
    else
        text_append(into, "par is too much to count");
    if (state.record.count > 0)
        text_append_format(into, ", record %d by %s", state.record.items[0].rounds,
                           state.record.items[0].name);
    struct setup setup = state.setup;
    setup.course = setup_course(&state);
    int minutes = (driving_seconds(&setup) + 30) / 60;
    if (minutes > 0)
        text_append_format(into, ", about %d minute%s for each person", minutes,
                           minutes == 1 ? "" : "s");
    return par.state == PAR_NO_LAP;
}

/* --- pieces that its files share ------------------------------------------------------------- */

void setup_describe_changes(const struct setup_state *setup, char *into, int size)
{
    int count = 0;
    for (int i = 0; i < setup->setup.game->table->field_count; i++)
        count += setup->setup.values[i] != setup->usual[i];
    into[0] = 0;
    if (count > 0)
        snprintf(into, (size_t)size, count == 1 ? "%d change" : "%d changes", count);
}

/* --- coming and going ------------------------------------------------------------------------ */

static void begin_with_defaults(struct app *app)
{
    struct text told = {0};
    if (app->house_rules_path)
        house_rules_load(app->house_rules_path, &state.houses, &told);
    tell(app, &told);
    state.house = state.forgetting = -1;
    setup_read_rules(&state, app->settings.last_rules);
    state.setup.players = app->settings.player_count;
    memcpy(state.players, app->settings.players, sizeof state.players);
    state.allow = (struct allow){.undo = true, .hints = true};
    state.cup_all = true;
    setup_players_enter(&state);
    state.ready = true;
}

static void enter(struct app *app)
{
    state.races_folder = app->races_folder;
    state.you_for = NULL;
    if (!state.ready)
        begin_with_defaults(app);
    setup_tracks_enter(&state, app);
    struct text told = {0};
    state.records = records_load(app->records_path, &told);
    if (told.length > 0)
        app_tell(app, "%s", told.data);
    text_free(&told);
    state.ghost = app->settings.ghost;
    state.all_rules = state.naming = false;
    state.forgetting = state.choosing_driver = -1;
    state.fresh = true;
}

static void leave(struct app *app)
{
    par_free(state.par);
    records_free(state.records);
    state.par = NULL;
    state.records = NULL;
    state.par_asked = false;
    setup_tracks_leave(&state, app);
}

void setup_open(struct app *app, const struct contest *contest)
{
    if (!state.ready)
        begin_with_defaults(app);
    state.series = !contest || (state.series && !state.cup);
    state.cup = !contest;
    if (contest && !setup_plays(&state, contest)) {
        setup_choose_preset(&state, contest->game, contest->preset);
        free(app->chosen_track);
        app->chosen_track = NULL;
        state.anew = true;
    }
    app_go(app, &screen_setup);
}

const struct setup *setup_shown(void)
{
    static struct setup shown;
    shown = state.setup;
    shown.course = state.picker.gallery ? setup_course(&state) : (struct course){0};
    return state.picker.gallery ? &shown : NULL;
}

void setup_take_track(struct app *app, struct course course)
{
    struct error error;
    char *path = tracks_keep(course, app->tracks_folder, &error);
    if (!path)
        app_tell(app, "The track cannot be kept in %s: %s", app->tracks_folder, error.text);
    else
        setup_tracks_take(&state, path);
    free(path);
}

/* --- starting -------------------------------------------------------------------------------- */

static void remember(struct app *app)
{
    struct settings *settings = &app->settings;
    settings->ghost = state.ghost;
    settings->player_count = state.setup.players;
    memcpy(settings->players, state.players, sizeof state.players);
    const char *path = gallery_at(state.picker.gallery, state.chosen)->path;
    bool fits = strlen(path) < sizeof settings->last_track;
    snprintf(settings->last_track, sizeof settings->last_track, "%s", fits ? path : "");
    int size = sizeof settings->last_rules;
    if (state.house >= 0)
        snprintf(settings->last_rules, (size_t)size, "house %s",
                 state.houses.items[state.house].name);
    else
        snprintf(settings->last_rules, (size_t)size, "preset %s/%s", state.setup.game->name,
                 state.setup.game->table->presets[state.setup.preset].name);
    app->settings_changed = true;
}

static bool begin_cup(struct app *app, struct error *error)
{
    struct setup races[CUP_RACES];
    for (int i = 0; i < CUP_RACES; i++)
        races[i] = setup_race_at(&state, i);
    return app_begin_cup(app, races, state.players, state.allow, CUP_RACES, error);
}

static bool begin_series(struct app *app, struct setup *setup, struct error *error)
{
    struct course courses[SERIES_LIMIT] = {{0}};
    for (int i = 0; i < state.series_count; i++)
        courses[i] = gallery_at(state.picker.gallery, state.series_tracks[i])->course;
    setup->course = courses[0];
    return app_begin_series(app, setup, state.players, state.allow, courses, state.series_count,
                            error);
}

static void start(struct app *app, bool invites)
{
    struct error error;
    setup_players_finish(&state);
    programs_trust(state.players, state.setup.players);
    struct setup setup = state.setup;
    setup.course = setup_course(&state);
    read_seed(&setup.seed);
    bool begun = state.cup      ? begin_cup(app, &error)
                 : state.series ? begin_series(app, &setup, &error)
                                : app_begin_race(app, &setup, state.players, state.allow, &error);
    if (begun)
        remember(app);
    if (begun && invites && !state.cup)
        invite_open(app);
    else if (!begun)
        app_tell(app, "The race cannot start: %s", error.text);
}

/* --- the page -------------------------------------------------------------------------------- */

static const double GAP = 28, HEAD = 40, RING = 6, THREE_COLUMNS = 1040, TWO_COLUMNS = 600,
                    LOW = 480; /* interface pixels */

/* Room for the focus ring inside the clip of a scrolling part. */
static struct box with_margin(const struct canvas *canvas, struct box box)
{
    return box_inset(box, -canvas_units(canvas, 14), 0);
}

static void build_heading(struct layout *column, const char *text)
{
    canvas_text(ui_canvas(column->ui), STYLE_HEADING, canvas_theme(ui_canvas(column->ui))->ink,
                text, layout_take(column, AT_TOP, HEAD), ALIGN_LEFT);
}

static void build_rules_heading(struct layout *column)
{
    struct layout row = layout_row(column, HEAD, 0);
    if (layout_button(&row, AT_RIGHT, "button all-rules", "All rules", LOOK_LINK))
        state.all_rules = true;
    layout_text(&row, AT_LEFT, STYLE_HEADING, canvas_theme(ui_canvas(column->ui))->ink, "Rules");
}

/* The numbers, and what is possible with them; as a builder, to be measured. */
static void build_numbers(struct layout *column, void *data)
{
    ui_group_begin(column->ui);
    setup_numbers_build(column, data);
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    struct text told = {0};
    bool warns = append_par(&told);
    layout_skip(column, AT_TOP, 8);
    layout_paragraph(column, STYLE_BODY, warns ? theme->warning : theme->ink, text_string(&told));
    text_free(&told);
    if (has_line() && state.has_ghost)
        ui_check(column->ui, "choice ghost", "Race the ghost of the record",
                 layout_take(column, AT_TOP, 32), &state.ghost);
    ui_group_end(column->ui);
}

/* The cards scroll between what is looked for and what the chosen one is about. */
static void build_tracks(struct app *app, struct layout column)
{
    struct ui *ui = column.ui;
    struct canvas *canvas = ui_canvas(ui);
    int ring = canvas_units(canvas, RING);
    setup_tracks_head(app, &column, &state);
    int words = layout_measure(ui, column.rest.w, setup_tracks_words, &state);
    struct layout below = {ui, layout_cut(&column, AT_BOTTOM, words), 0};
    layout_skip(&column, AT_BOTTOM, 8);
    struct box seen = column.rest;
    int y = ui_scroll_begin(ui, "tracks", with_margin(canvas, seen), &state.picker.scroll) + ring;
    struct layout cards = layout_column(ui, seen.x, y, seen.w, 0);
    setup_tracks_build(&cards, &state, seen);
    ui_scroll_end(ui, cards.rest.y + ring);
    setup_tracks_words(&below, &state);
}

/* The cards scroll above the numbers, which follow right below them if there is room. */
static void build_rules(struct layout column)
{
    struct ui *ui = column.ui;
    ui_group_begin(ui);
    build_rules_heading(&column);
    int height = layout_measure(ui, column.rest.w, build_numbers, &state);
    struct layout numbers = {ui, layout_cut(&column, AT_BOTTOM, height), 0};
    struct box area = with_margin(ui_canvas(ui), column.rest);
    int y = ui_scroll_begin(ui, "rules", area, &state.preset_scroll);
    struct layout cards = layout_column(ui, column.rest.x, y, column.rest.w, 0);
    setup_presets_build(&cards, &state);
    ui_scroll_end(ui, cards.rest.y);
    ui_group_end(ui);
    if (cards.rest.y < numbers.rest.y)
        numbers.rest.y = cards.rest.y;
    build_numbers(&numbers, &state);
}

/* They scroll if there is no room for all. */
static void build_players(struct layout column, bool headed)
{
    if (headed)
        build_heading(&column, "Players");
    struct box box = column.rest, area = with_margin(ui_canvas(column.ui), box);
    int y = ui_scroll_begin(column.ui, "players", area, &state.player_scroll);
    struct layout cards = layout_column(column.ui, box.x, y, box.w, 0);
    setup_players_build(&cards, &state, box.h);
    ui_scroll_end(column.ui, cards.rest.y);
}

/* Courses, rules and players beside each other: the wider the window, the more cards. */
static void build_three(struct app *app, struct layout page)
{
    const struct canvas *canvas = ui_canvas(page.ui);
    const struct share shares[] = {{canvas_units(canvas, 440), 4, 0},
                                   {canvas_units(canvas, 290), 1, canvas_units(canvas, 480)},
                                   {canvas_units(canvas, 310), 1, canvas_units(canvas, 460)}};
    int widths[3];
    page.gap = GAP;
    layout_share(page.rest.w, canvas_units(canvas, GAP), shares, 3, widths);
    build_tracks(app, (struct layout){page.ui, layout_cut(&page, AT_LEFT, widths[0]), 0});
    build_rules((struct layout){page.ui, layout_cut(&page, AT_LEFT, widths[1]), 0});
    build_players((struct layout){page.ui, page.rest, 0}, true);
}

/* Courses and rules in one part that scrolls; the players beside it, or at its end. */
static void build_narrow(struct app *app, struct layout page, bool beside)
{
    struct ui *ui = page.ui;
    struct canvas *canvas = ui_canvas(ui);
    struct layout players = {ui, {0}, 0};
    if (beside) {
        page.gap = GAP / 2;
        int least = canvas_units(canvas, 312), part = page.rest.w * 42 / 100;
        players.rest = layout_cut(&page, AT_RIGHT, part > least ? part : least);
        layout_skip(&page, AT_RIGHT, GAP / 2 - 8);
    }
    struct box area = page.rest;
    int y = ui_scroll_begin(ui, "page", with_margin(canvas, area), &state.page_scroll);
    struct layout column = layout_column(ui, area.x, y, area.w, 0);
    setup_tracks_head(app, &column, &state);
    layout_skip(&column, AT_TOP, RING);
    setup_tracks_build(&column, &state, area);
    layout_skip(&column, AT_TOP, RING);
    setup_tracks_words(&column, &state);
    bool below = column.rest.y + canvas_units(canvas, HEAD) > area.y + area.h;
    state.rules_at = below ? column.rest.y - y : 0;
    ui_group_begin(ui);
    build_rules_heading(&column);
    setup_presets_build(&column, &state);
    ui_group_end(ui);
    build_numbers(&column, &state);
    if (!beside) {
        build_heading(&column, "Players");
        setup_players_build(&column, &state, LAYOUT_ENDLESS);
    }
    ui_scroll_end(ui, column.rest.y + canvas_units(canvas, RING));
    if (beside)
        build_players(players, canvas_box(canvas).h >= canvas_units(canvas, LOW));
}

static void go_back(struct app *app)
{
    if (state.all_rules)
        state.all_rules = false;
    else if (app->behind_count > 0 && app->behind[app->behind_count - 1] == &screen_race)
        app_go_back(app); /* a track was dropped on a race */
    else
        app_go(app, &screen_home);
}

static void build_footer(struct app *app, struct layout row)
{
    struct ui *ui = row.ui;
    const char *problem = state.problem.text;
    const char *label = state.cup      ? "Start the cup"
                        : state.series ? "Start the series"
                                       : "Start the race";
    ui_group_begin(ui);
    if (layout_button(&row, AT_LEFT, "button back", state.all_rules ? "Done" : "Back", LOOK_PLAIN))
        go_back(app);
    if (state.rules_at > 0 && !state.all_rules &&
        layout_button(&row, AT_LEFT, "button rules-below", "Rules below ↓", LOOK_LINK))
        state.page_scroll.offset = state.rules_at;
    ui_group_end(ui);
    struct text status = {0}, par = {0};
    const char *condition = setup_par_condition(&state);
    if (state.problem.text[0]) {
        text_append(&status, state.problem.text);
    } else if (state.all_rules) {
        text_append(&status, "All rules of the race.");
    } else {
        text_append(&status, "New race: choose a track, the rules and the players.");
        append_par(&par);
    }
    if (par.length > 0)
        text_append_format(&status, " %s.%s%s%s", par.data, condition[0] ? " " : "", condition,
                           condition[0] ? "." : "");
    ui_status(ui, text_string(&status));
    text_free(&status);
    text_free(&par);
    if (problem[0]) {
        ui_button_disabled(ui, label, layout_cut(&row, AT_RIGHT, ui_button_width(ui, label)));
        struct canvas *canvas = ui_canvas(ui);
        struct box box = row.rest;
        const char *text = state.problem.text;
        int needed = canvas_paragraph_height(canvas, STYLE_SMALL, text, box.w);
        canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->warning, text,
                         box_centre(box, box.w, needed), ALIGN_RIGHT);
        return;
    }
    if (layout_button(&row, AT_RIGHT, "button start-race", label, LOOK_PRIMARY))
        start(app, false);
    if (!state.cup && layout_button(&row, AT_RIGHT, "button invite", "Invite", LOOK_PLAIN))
        start(app, true);
    if (!state.all_rules && !ui_is_typing(ui))
        ui_default(ui, "button start-race");
}

/* Interface pixels: with less, the title and all games do not fit beside each other. */
enum { GAMES_ROOM = 880, GAMES_HEIGHT = 32 };

/* The games are the first thing to choose: the title gives way to them where both do not fit. */
static void build_title(struct layout *page, bool high)
{
    struct canvas *canvas = ui_canvas(page->ui);
    const char *title = state.all_rules ? "All rules" : "New race";
    if (!state.all_rules && page->rest.w < canvas_units(canvas, GAMES_ROOM)) {
        struct flow lines = flow_begin(page, 8);
        setup_games_build(&lines, &state);
        flow_end(&lines, page);
        return;
    }
    struct layout row = layout_row(page, high ? 52 : 40, 8);
    layout_text(&row, AT_LEFT, STYLE_TITLE, canvas_theme(canvas)->ink, title);
    layout_skip(&row, AT_LEFT, 16);
    struct flow line = flow_begin(&row, 8);
    line.y += (row.rest.h - canvas_units(canvas, GAMES_HEIGHT)) / 2;
    if (!state.all_rules)
        setup_games_build(&line, &state);
    flow_end(&line, &row);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box window = canvas_box(canvas);
    bool high = window.h >= canvas_units(canvas, 640);
    bool wide = window.w >= canvas_units(canvas, THREE_COLUMNS);
    setup_tracks_follow(&state);
    propose_laps(&state);
    find_problem();
    if (!canvas_is_muted(canvas)) /* the search must not hold up the first picture */
        follow_par(app);
    struct layout page = layout_page(ui, 0);
    build_title(&page, high);
    struct layout footer = {ui, layout_take(&page, AT_BOTTOM, 44), 16};
    layout_skip(&page, AT_BOTTOM, high ? 16 : 8);
    state.rules_at = 0;
    if (state.all_rules)
        setup_rules_build(page, &state);
    else if (wide && high)
        build_three(app, page);
    else
        build_narrow(app, page, window.w >= canvas_units(canvas, TWO_COLUMNS));
    /* The first card is in sight anyhow, with the heading over it. */
    if (state.fresh && state.chosen >= 0 && state.picker.listed_count > 0 &&
        state.chosen != state.picker.listed[0])
        ui_reveal(ui, gallery_at(state.picker.gallery, state.chosen)->id);
    state.fresh = false;
    build_footer(app, footer);
    setup_house_build(app, ui, &state);
    setup_drivers_build(ui, &state);
}

static bool event(struct app *app, const SDL_Event *event)
{
    const SDL_Keysym *key = &event->key.keysym;
    bool pressed = event->type == SDL_KEYDOWN, back = pressed && key->sym == SDLK_ESCAPE;
    bool asks = state.naming || state.forgetting >= 0 || state.choosing_driver >= 0;
    /* Also from a field, where Enter alone ends the typing, and from the rules. */
    bool starts = pressed && !asks && !state.problem.text[0] && key->mod & KMOD_CTRL &&
                  (key->sym == SDLK_RETURN || key->sym == SDLK_KP_ENTER);
    if (back)
        go_back(app);
    else if (starts)
        start(app, false);
    return back || starts;
}

static int animate(struct app *app, Uint32 now)
{
    (void)app, (void)now;
    return gallery_patience(state.picker.gallery);
}

const struct screen screen_setup = {.name = "set-up",
                                    .enter = enter,
                                    .leave = leave,
                                    .build = build,
                                    .event = event,
                                    .animate = animate};
