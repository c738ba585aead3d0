/* The players of the set-up: a card each with pen, name, who drives, and a cross to take it away.
 * The driver has a line of its own, with what that one can do, if there is room for all cards so.
 */
#include "screens/setup/inside.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double LINE = 46, LINE_LEAST = 34, SECOND_LINE = 40, GAP = 6,
                    PEN = 32; /* interface pixels */

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
    struct card card = {.fill = color_fade(theme->action, strength), .radius = 6};
    card.edge = card.fill;
    if (strength > 0)
        canvas_card(ui_canvas(ui), box, &card);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    return state;
}

/* How high the cards are, so that all can be seen at once if possible. */
struct style {
    double line, gap;
    bool roomy; /* drivers have a line of their own */
};

static struct style style_for(const struct canvas *canvas, const struct setup_state *state,
                              int room)
{
    int players = state->setup.players, cells = players + (players < PLAYER_LIMIT);
    double height = room / canvas_scale(canvas), each = height / cells;
    if (each >= LINE + SECOND_LINE + GAP)
        return (struct style){LINE, GAP, true};
    for (int i = 0; i < players; i++)
        height -= setup_driver_has_command(state, i) ? SECOND_LINE : 0;
    each = height / cells;
    double gap = each >= LINE + GAP ? GAP : 2, line = floor(each - gap);
    line = line < LINE_LEAST ? LINE_LEAST : line > LINE ? LINE : line;
    return (struct style){line, gap, false};
}

static bool build_pen(struct layout *row, struct setup_state *state, int index)
{
    struct canvas *canvas = ui_canvas(row->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct player *player = &state->players[index];
    char id[40], pen[40];
    int side = canvas_units(canvas, PEN);
    struct box mark = box_centre(layout_take(row, AT_LEFT, PEN), side, side);
    snprintf(id, sizeof id, "player %d pen", index + 1);
    snprintf(pen, sizeof pen, "pen %d, %s", player->pen, theme->pen_names[player->pen - 1]);
    bool changed = icon_button(row->ui, id, mark, pen).clicked;
    if (changed)
        player->pen = next_free_pen(state, player->pen);
    canvas_mark(canvas, player->pen, mark.x + mark.w / 2.0, mark.y + mark.h / 2.0,
                canvas_units(canvas, 20));
    return changed;
}

static bool build_name(struct layout *row, struct setup_state *state, int index)
{
    char id[40];
    int most = canvas_units(ui_canvas(row->ui), 32), room = row->rest.h - most / 5;
    int height = room < most ? room : most;
    char *name = state->players[index].name;
    snprintf(id, sizeof id, "player %d name", index + 1);
    if (!ui_text_field(row->ui, id, name, PLAYER_NAME_BYTES,
                       box_centre(row->rest, row->rest.w, height)))
        return false;
    state->named[index] = name[0] != '\0';
    return true;
}

static bool build_remove(struct layout *row, int index)
{
    char id[40];
    snprintf(id, sizeof id, "player %d remove", index + 1);
    return ui_cross(row->ui, id, "take this player away", layout_take(row, AT_RIGHT, 28));
}

/* True if it changed; a player that was taken away ends the list for this pass. */
static bool build_player(struct layout *column, struct setup_state *state, int index,
                         const struct style *style, bool *removed)
{
    struct ui *ui = column->ui;
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    bool second = style->roomy || setup_driver_has_command(state, index);
    struct box box = layout_take(column, AT_TOP, style->line + (second ? SECOND_LINE : 0));
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    canvas_card(ui_canvas(ui), box, &card);
    struct layout inside = layout_inside(ui, box, 8, 0, 0);
    struct layout row = layout_row(&inside, style->line, 6);
    bool changed = build_pen(&row, state, index);
    if (state->setup.players > 1)
        *removed = build_remove(&row, index);
    if (style->roomy) {
        changed |= build_name(&row, state, index);
        row = layout_row(&inside, SECOND_LINE - 8, 8);
        layout_skip(&row, AT_LEFT, PEN + 6);
        setup_driver_chip(&row, state, index);
        return setup_driver_line(ui, state, index, row.rest) || changed;
    }
    struct layout name = row;
    int chip = setup_driver_chip_width(ui_canvas(ui), state);
    name.rest = layout_cut(&row, AT_LEFT, row.rest.w - chip - canvas_units(ui_canvas(ui), row.gap));
    changed |= build_name(&name, state, index);
    setup_driver_chip(&row, state, index);
    layout_skip(&inside, AT_BOTTOM, 6);
    return (second && setup_driver_line(ui, state, index, inside.rest)) || changed;
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

bool setup_players_list(struct layout *column, struct setup_state *state, int room)
{
    int gone = -1, count = state->setup.players;
    struct style style = style_for(ui_canvas(column->ui), state, room);
    bool changed = false;
    column->gap = style.gap;
    for (int i = 0; i < count; i++) {
        bool removed = false;
        changed |= build_player(column, state, i, &style, &removed);
        gone = removed ? i : gone;
    }
    bool added =
        count < PLAYER_LIMIT && build_add(column->ui, layout_take(column, AT_TOP, style.line));
    if (gone >= 0)
        remove_player(state, gone);
    if (added)
        setup_add_person(state, next_free_pen(state, PEN_COUNT));
    return changed || added || gone >= 0;
}

bool setup_players_build(struct ui *ui, struct setup_state *state, struct box box)
{
    int side = canvas_units(ui_canvas(ui), 14);
    int y = ui_scroll_begin(ui, "players", box_inset(box, -side, 0), &state->player_scroll);
    struct layout column = layout_column(ui, box.x, y, box.w, 0);
    bool changed = setup_players_list(&column, state, box.h);
    ui_scroll_end(ui, column.rest.y);
    return changed;
}
