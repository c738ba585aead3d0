/* The rules of the set-up: the games, each with its presets and house rules as cards, and below
 * them the numbers that most people set.
 */
#include "screens/setup/inside.h"

#include "rules/game.h"

#include <stdio.h>
#include <string.h>

static const int CARD_GAP = 8, GAME_LINE = 34, NUMBER_LINE = 40;

/* --- choosing -------------------------------------------------------------------------------- */

static void take_rules(struct setup_state *state, const struct setup *fresh, int house)
{
    int players = state->setup.players;
    state->setup = *fresh;
    state->setup.players = players;
    state->house = house;
    memcpy(state->usual, fresh->values, sizeof state->usual);
    if (state->gallery)
        setup_tracks_sort_out(state);
}

void setup_choose_preset(struct setup_state *state, const struct game *game, int preset)
{
    struct setup fresh = setup_from_preset(game, preset);
    take_rules(state, &fresh, -1);
}

void setup_choose_house(struct setup_state *state, int house)
{
    struct setup fresh = house_rules_setup(&state->houses.items[house]);
    take_rules(state, &fresh, house);
}

void setup_write_rules(const struct setup_state *state, char *into, int size)
{
    if (state->house >= 0)
        snprintf(into, (size_t)size, "house %s", state->houses.items[state->house].name);
    else
        snprintf(into, (size_t)size, "preset %s",
                 state->setup.game->table->presets[state->setup.preset].name);
}

void setup_read_rules(struct setup_state *state, const char *text)
{
    const char *name = strchr(text, ' ');
    int house = strncmp(text, "house ", 6) == 0 ? house_rules_find(&state->houses, name + 1) : -1;
    setup_choose_preset(state, games[0], 0);
    for (int i = 0; name && games[i]; i++) {
        int preset = fields_find_preset(games[i]->table, name + 1);
        if (house < 0 && preset >= 0)
            setup_choose_preset(state, games[i], preset);
    }
    if (house >= 0)
        setup_choose_house(state, house);
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

static bool is_of_game(const struct rule_table *table, const int *values, int contest)
{
    return values[table->contest_field] == contest;
}

static int list_offers(const struct setup_state *state, const struct game *game, int contest,
                       struct offer *offers)
{
    const struct rule_table *table = game->table;
    int count = 0;
    for (int i = 0; i < table->preset_count; i++)
        if (table->fields[table->contest_field].defaults[i] == contest)
            offers[count++] = (struct offer){game, i, -1};
    for (int i = 0; i < state->houses.count; i++) {
        const struct house_rule *rule = &state->houses.items[i];
        if (rule->game == game && is_of_game(table, rule->values, contest))
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

static struct box card_inside(const struct canvas *canvas, struct box box)
{
    return box_inset(box, canvas_units(canvas, 14), canvas_units(canvas, 8));
}

static int offer_height(struct canvas *canvas, const struct setup_state *state,
                        const struct offer *offer, int width)
{
    char sentence[200];
    describe_offer(state, offer, sentence, sizeof sentence);
    struct box inside = card_inside(canvas, box_make(0, 0, width, 0));
    return canvas_units(canvas, 2 * 8 + 26) +
           canvas_paragraph_height(canvas, STYLE_SMALL, sentence, inside.w);
}

static void fill_card(struct canvas *canvas, const struct setup_state *state,
                      const struct offer *offer, const char *title, const char *sentence,
                      struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char changes[40] = "";
    if (is_chosen(state, offer))
        setup_describe_changes(state, changes, sizeof changes);
    struct box inside = card_inside(canvas, box);
    struct box line = box_cut_top(&inside, canvas_units(canvas, 26));
    struct box right = box_cut_right(&line, canvas_text_width(canvas, STYLE_SMALL, changes) + 1);
    canvas_text(canvas, STYLE_SMALL, theme->action, changes, right, ALIGN_RIGHT);
    canvas_text(canvas, STYLE_STRONG, theme->ink, title, line, ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, sentence, inside, ALIGN_LEFT);
}

static void build_forget(struct ui *ui, struct setup_state *state, int house, struct box box)
{
    char id[96];
    snprintf(id, sizeof id, "forget %s", state->houses.items[house].name);
    if (ui_cross(ui, id, "delete these house rules", box))
        state->forgetting = house;
}

static void build_offer(struct ui *ui, struct setup_state *state, const struct offer *offer,
                        struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[96], sentence[200];
    const char *title = offer->house < 0 ? offer->game->table->presets[offer->preset].title
                                         : state->houses.items[offer->house].name;
    if (offer->house < 0)
        snprintf(id, sizeof id, "preset %s", offer->game->table->presets[offer->preset].name);
    else
        snprintf(id, sizeof id, "house %s", title);
    describe_offer(state, offer, sentence, sizeof sentence);
    struct box cross = {0, 0, 0, 0};
    if (offer->house >= 0)
        cross = box_cut_right(&box, canvas_units(canvas, 30));
    bool clicked = ui_card(ui, id, sentence, box, is_chosen(state, offer));
    fill_card(canvas, state, offer, title, sentence, box);
    if (offer->house >= 0)
        build_forget(ui, state, offer->house, cross);
    if (clicked && offer->house >= 0)
        setup_choose_house(state, offer->house);
    else if (clicked)
        setup_choose_preset(state, offer->game, offer->preset);
}

/* In two columns if there is room; cards of a row are of one height. */
static int build_offers(struct ui *ui, struct setup_state *state, const struct offer *offers,
                        int count, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, CARD_GAP);
    int columns = column.w >= canvas_units(canvas, 440) ? 2 : 1;
    for (int first = 0; first < count; first += columns) {
        struct box row = box_cut_top(&column, column.h);
        int height = 0;
        for (int i = first; i < first + columns && i < count; i++) {
            struct box cell = box_column(row, i - first, columns, gap);
            int width = cell.w - (offers[i].house < 0 ? 0 : canvas_units(canvas, 30));
            int needed = offer_height(canvas, state, &offers[i], width);
            height = needed > height ? needed : height;
        }
        row.h = height;
        for (int i = first; i < first + columns && i < count; i++)
            build_offer(ui, state, &offers[i], box_column(row, i - first, columns, gap));
        column = box_make(row.x, row.y + height + gap, row.w, 100000);
    }
    return column.y;
}

/* A game's name is a target, too: it takes the first of its cards. */
static void build_game_line(struct ui *ui, struct setup_state *state, const struct game *game,
                            int contest, const struct offer *first, struct box line)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct rule_field *field = &game->table->fields[game->table->contest_field];
    const struct rule_choice *choice = &field->choices[contest];
    char id[80];
    snprintf(id, sizeof id, "game %s", choice->name);
    int width = canvas_text_width(canvas, STYLE_STRONG, choice->title);
    struct box title = box_cut_left(&line, width + 1);
    struct ui_state touched = ui_target(ui, id, title, choice->sentence);
    canvas_text(canvas, STYLE_STRONG, touched.hovered ? theme->action : theme->ink, choice->title,
                title, ALIGN_LEFT);
    if (touched.ring)
        ui_focus_ring(ui, title, 4);
    box_cut_left(&line, canvas_units(canvas, 12));
    if (canvas_text_width(canvas, STYLE_SMALL, choice->sentence) <= line.w)
        canvas_text(canvas, STYLE_SMALL, theme->ink_soft, choice->sentence, line, ALIGN_LEFT);
    bool other =
        state->setup.game != game || !is_of_game(game->table, state->setup.values, contest);
    if (touched.clicked && other)
        setup_choose_preset(state, first->game, first->preset);
}

static int build_game(struct ui *ui, struct setup_state *state, const struct game *game,
                      int contest, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    struct offer offers[OFFER_LIMIT];
    int count = list_offers(state, game, contest, offers);
    if (count == 0)
        return column.y;
    build_game_line(ui, state, game, contest, &offers[0],
                    box_cut_top(&column, canvas_units(canvas, GAME_LINE)));
    return build_offers(ui, state, offers, count, column);
}

/* --- numbers --------------------------------------------------------------------------------- */

static bool is_often(const struct setup_state *state, int field)
{
    const struct game *game = state->setup.game;
    struct setup setup = state->setup;
    setup.course = graph_paper_course(setup_track(state));
    return game->table->fields[field].often &&
           (!game->field_matters || game->field_matters(&setup, field));
}

static void build_number(struct ui *ui, struct setup_state *state, int field, struct box box)
{
    const struct rule_field *rule = &state->setup.game->table->fields[field];
    struct ui_range range = {rule->minimum, rule->maximum, 1, "", rule->zero};
    char id[80];
    snprintf(id, sizeof id, "choice %s", rule->name);
    ui_stepper(ui, id, rule->title, box, &state->setup.values[field], &range);
}

/* Those that are shown, in two columns where all their names fit. */
struct numbers {
    int fields[RULES_FIELD_LIMIT];
    int count, columns, gap;
};

static struct numbers list_numbers(const struct setup_state *state, struct canvas *canvas,
                                   int width)
{
    const struct rule_table *table = state->setup.game->table;
    struct numbers numbers = {.gap = canvas_units(canvas, 36)};
    int widest = 0;
    for (int i = 0; i < table->field_count; i++)
        if (is_often(state, i)) {
            int name = canvas_text_width(canvas, STYLE_BODY, table->fields[i].title);
            widest = name > widest ? name : widest;
            numbers.fields[numbers.count++] = i;
        }
    bool beside = 2 * (widest + canvas_units(canvas, 124)) + numbers.gap <= width;
    numbers.columns = beside ? 2 : 1;
    return numbers;
}

int setup_numbers_height(const struct setup_state *state, struct canvas *canvas, int width)
{
    struct numbers numbers = list_numbers(state, canvas, width);
    int rows = (numbers.count + numbers.columns - 1) / numbers.columns;
    return rows * canvas_units(canvas, NUMBER_LINE);
}

void setup_numbers_build(struct ui *ui, struct setup_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct numbers numbers = list_numbers(state, canvas, box.w);
    for (int i = 0; i < numbers.count; i++) {
        struct box row = {box.x, box.y + i / numbers.columns * canvas_units(canvas, NUMBER_LINE),
                          box.w, canvas_units(canvas, NUMBER_LINE)};
        build_number(ui, state, numbers.fields[i],
                     box_column(row, i % numbers.columns, numbers.columns, numbers.gap));
    }
}

int setup_presets_build(struct ui *ui, struct setup_state *state, struct box column)
{
    int y = column.y;
    for (int i = 0; games[i]; i++) {
        const struct rule_table *table = games[i]->table;
        int contests = table->fields[table->contest_field].choice_count;
        for (int contest = 0; contest < contests; contest++)
            y = build_game(ui, state, games[i], contest, box_make(column.x, y, column.w, 100000));
    }
    return y;
}
