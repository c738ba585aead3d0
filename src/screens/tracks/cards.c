/* The cards of the browser: what the picker shows, with what a click and the keyboard do there. */
#include "screens/tracks/inside.h"

#include <stdio.h>
#include <string.h>

static const double RING = 6, CARD_LEAST = 158; /* interface pixels */

static void look(void *context, int index, struct picker_card *card)
{
    const struct tracks_state *state = context;
    const struct gallery_entry *entry = gallery_at(state->picker.gallery, index);
    card->chosen = state->chosen && strcmp(entry->path, state->chosen) == 0;
    card->bad = tracks_print_par(entry, card->line, sizeof card->line);
    tracks_print_card(entry, card->words, sizeof card->words);
}

/* Choosing by the pointer shows the track; by Enter it is what most people want with it. */
static void take_click(struct app *app, struct ui *ui, struct tracks_state *state, int index)
{
    const struct gallery_entry *entry = gallery_at(state->picker.gallery, index);
    bool by_key = strcmp(ui_ring(ui), entry->id) == 0;
    tracks_choose(state, entry->path);
    if (by_key && entry->course.body)
        tracks_race(app, state);
    else if (by_key)
        tracks_edit(app, state);
    else
        state->detail_open = true;
}

/* Where the keyboard's focus comes to is chosen. */
static void follow_focus(struct ui *ui, struct tracks_state *state)
{
    const char *ring = ui_ring(ui);
    bool moved = strcmp(ring, state->ring) != 0;
    snprintf(state->ring, sizeof state->ring, "%s", ring);
    if (!moved)
        return;
    state->on_cards = false;
    for (int i = 0; ring[0] && i < state->picker.listed_count; i++) {
        const struct gallery_entry *entry =
            gallery_at(state->picker.gallery, state->picker.listed[i]);
        if (strcmp(entry->id, ring) != 0)
            continue;
        state->on_cards = true;
        tracks_choose(state, entry->path);
    }
}

static void build_nothing(struct layout *column, struct tracks_state *state)
{
    bool own = state->picker.wish.from == FROM_OWN && state->own_count == 0;
    bool reading = !gallery_is_complete(state->picker.gallery), clicked;
    if (reading)
        clicked = picker_build_nothing(column, "Reading the tracks …", "", NULL);
    else if (own)
        clicked = picker_build_nothing(column, "No track of your own yet",
                                       "Draw one by hand, let one be generated, or take a photo of "
                                       "one that was drawn on paper: it will wait here.",
                                       "Show all tracks");
    else
        clicked =
            picker_build_nothing(column, "Nothing found", "No track has all that you look for.",
                                 "Clear search and filters");
    if (!clicked)
        return;
    tracks_wish_for_all(&state->picker.wish);
    tracks_wish_changed(state);
}

void tracks_build_cards(struct app *app, struct layout *column, struct tracks_state *state,
                        struct box area)
{
    struct ui *ui = column->ui;
    const struct gallery_entry *chosen = tracks_chosen(state);
    if (chosen && state->walk)
        ui_set_focus(ui, chosen->id, true);
    else if (chosen && state->reveal && tracks_chosen_place(state) > 0)
        ui_reveal(ui, chosen->id);
    state->walk = state->reveal = false;
    follow_focus(ui, state);
    layout_skip(column, AT_TOP, RING);
    if (state->picker.listed_count == 0) {
        build_nothing(column, state);
        return;
    }
    int clicked = picker_build_cards(column, &state->picker, CARD_LEAST, area, look, state);
    if (clicked >= 0)
        take_click(app, ui, state, clicked);
    layout_skip(column, AT_TOP, RING);
}

void tracks_scroll_cards(struct app *app, struct ui *ui, struct tracks_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int ring = canvas_units(canvas, RING), side = canvas_units(canvas, 14);
    struct box area = box_inset(box, -ring, 0);
    area.w += side - ring;
    int y = ui_scroll_begin(ui, "tracks", area, &state->picker.scroll);
    struct layout column = layout_column(ui, box.x, y, box.w, 0);
    tracks_build_cards(app, &column, state, area);
    ui_scroll_end(ui, column.rest.y);
}
