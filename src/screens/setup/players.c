/* The players of the set-up: a card each with pen, name, a cross to take it away, and who drives.
 */
#include "screens/setup/inside.h"

#include <stdio.h>
#include <string.h>

static const int CARD_HEIGHT = 88, NAME_LINE = 48, CARD_WIDTH = 286, CARD_GAP = 12;

static int columns_in(const struct canvas *canvas, int width)
{
    int gap = canvas_units(canvas, CARD_GAP);
    int columns = (width + gap) / (canvas_units(canvas, CARD_WIDTH - 40) + gap);
    return columns < 1 ? 1 : columns > 4 ? 4 : columns;
}

static int cell_count(const struct setup_state *state)
{
    int players = state->setup.players;
    return players < PLAYER_LIMIT ? players + 1 : players;
}

int setup_players_height(struct canvas *canvas, const struct setup_state *state, int width)
{
    int columns = columns_in(canvas, width);
    int rows = (cell_count(state) + columns - 1) / columns;
    return rows * canvas_units(canvas, CARD_HEIGHT) + (rows - 1) * canvas_units(canvas, CARD_GAP);
}

static struct box cell(const struct canvas *canvas, struct box box, int index)
{
    int columns = columns_in(canvas, box.w), gap = canvas_units(canvas, CARD_GAP);
    int height = canvas_units(canvas, CARD_HEIGHT);
    struct box row = {box.x, box.y + index / columns * (height + gap), box.w, height};
    return box_column(row, index % columns, columns, gap);
}

static bool pen_is_free(const struct setup_state *state, int pen)
{
    for (int i = 0; i < state->setup.players; i++)
        if (state->players[i].pen == pen)
            return false;
    return true;
}

static int next_free_pen(const struct setup_state *state, int pen)
{
    for (int i = 1; i <= PEN_COUNT; i++) {
        int candidate = (pen - 1 + i) % PEN_COUNT + 1;
        if (pen_is_free(state, candidate))
            return candidate;
    }
    return pen;
}

static void remove_player(struct setup_state *state, int index)
{
    int behind = --state->setup.players - index;
    memmove(&state->players[index], &state->players[index + 1],
            (size_t)behind * sizeof state->players[0]);
    memmove(&state->named[index], &state->named[index + 1],
            (size_t)behind * sizeof state->named[0]);
    memmove(&state->commands[index], &state->commands[index + 1],
            (size_t)behind * sizeof state->commands[0]);
}

/* Names lose the blanks round them. */
void setup_players_finish(struct setup_state *state)
{
    for (int i = 0; i < state->setup.players; i++) {
        char *name = state->players[i].name;
        size_t blanks = strspn(name, " ");
        memmove(name, name + blanks, strlen(name + blanks) + 1);
        size_t length = strlen(name);
        while (length > 0 && name[length - 1] == ' ')
            name[--length] = 0;
        if (length == 0)
            snprintf(name, PLAYER_NAME_BYTES, "Player %d", i + 1);
    }
}

/* A square that lights up; the caller draws what is in it. */
static struct ui_state icon_button(struct ui *ui, const char *id, struct box box, const char *text)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    struct ui_state state = ui_target(ui, id, box, text);
    double strength = state.pressed ? 0.2 : state.hovered ? 0.1 : 0;
    struct card card = {.fill = color_mix(theme->card, theme->action, strength), .radius = 6};
    card.edge = card.fill;
    canvas_card(ui_canvas(ui), box, &card);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    return state;
}

static bool build_remove(struct ui *ui, int index, struct box box)
{
    char id[40];
    snprintf(id, sizeof id, "player %d remove", index + 1);
    return ui_cross(ui, id, "take this player away", box);
}

/* True if it changed; a player that was taken away ends the list for this pass. */
static bool build_player(struct ui *ui, struct setup_state *state, int index, struct box box,
                         bool *removed)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct player *player = &state->players[index];
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    canvas_card(canvas, box, &card);
    char id[40], pen[40];
    struct box line = box_inset(box, canvas_units(canvas, 9), 0);
    box_cut_bottom(&line, canvas_units(canvas, 6));
    struct box rest = box_cut_top(&line, canvas_units(canvas, NAME_LINE));
    int side = canvas_units(canvas, 40), gap = canvas_units(canvas, 6);
    struct box mark = box_centre(box_cut_left(&rest, side), side, side);
    snprintf(id, sizeof id, "player %d pen", index + 1);
    snprintf(pen, sizeof pen, "pen %d, %s", player->pen, theme->pen_names[player->pen - 1]);
    bool changed = icon_button(ui, id, mark, pen).clicked;
    if (changed)
        player->pen = next_free_pen(state, player->pen);
    canvas_mark(canvas, player->pen, mark.x + mark.w / 2.0, mark.y + mark.h / 2.0,
                canvas_units(canvas, 22));
    box_cut_left(&rest, gap);
    if (state->setup.players > 1) {
        *removed = build_remove(ui, index, box_cut_right(&rest, canvas_units(canvas, 30)));
        box_cut_right(&rest, gap);
    }
    snprintf(id, sizeof id, "player %d name", index + 1);
    struct box field = box_centre(rest, rest.w, canvas_units(canvas, 36));
    if (ui_text_field(ui, id, player->name, PLAYER_NAME_BYTES, field)) {
        state->named[index] = player->name[0] != '\0';
        changed = true;
    }
    return setup_driver_build(ui, state, index, line) || changed;
}

static bool build_add(struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state state = ui_target(ui, "button add-player", box, "Add a player");
    struct card card = {.radius = 8, .edge_width = 1.5, .dashed = true};
    card.edge = color_mix(theme->panel_edge, theme->action, state.hovered ? 0.6 : 0.1);
    card.fill = color_mix(theme->panel, theme->card, state.hovered ? 0.8 : 0);
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_BODY, theme->action, "+ Add a player", box, ALIGN_CENTRE);
    if (state.ring)
        ui_focus_ring(ui, box, 8);
    return state.clicked;
}

bool setup_players_build(struct ui *ui, struct setup_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    bool changed = false;
    int gone = -1, count = state->setup.players;
    for (int i = 0; i < count; i++) {
        bool removed = false;
        changed |= build_player(ui, state, i, cell(canvas, box, i), &removed);
        gone = removed ? i : gone;
    }
    bool added = count < PLAYER_LIMIT && build_add(ui, cell(canvas, box, count));
    if (gone >= 0)
        remove_player(state, gone);
    if (added)
        setup_add_person(state, next_free_pen(state, PEN_COUNT));
    return changed || added || gone >= 0;
}
