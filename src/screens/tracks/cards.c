/* The grid of cards. Only those in sight are drawn, the others are targets and nothing else. */
#include "screens/tracks/inside.h"

#include <stdio.h>
#include <string.h>

static const int CARD_GAP = 12, CARD_SIDE = 8, CARD_WORDS = 78, RING = 6,
                 CARD_LEAST = 158; /* interface pixels */
static const double LANDSCAPE = 0.7;

static void draw_words(struct canvas *canvas, const struct gallery_entry *entry, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char par[40], line[80];
    bool bad = tracks_print_par(entry, par, sizeof par);
    struct box rows[3];
    for (int i = 0; i < 3; i++)
        rows[i] = box_cut_top(&box, box.h / (3 - i));
    canvas_text(canvas, STYLE_STRONG, theme->ink, entry->name, rows[0], ALIGN_LEFT);
    if (entry->track)
        snprintf(line, sizeof line, "%d × %d", entry->track->width, entry->track->height);
    else
        line[0] = '\0';
    canvas_text(canvas, STYLE_SMALL, bad ? theme->warning : theme->ink_soft, par, rows[1],
                ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, theme->ink_soft, line, rows[1],
                par[0] ? ALIGN_RIGHT : ALIGN_LEFT);
    if (entry->place == GALLERY_OWN) {
        int width = canvas_text_width(canvas, STYLE_SMALL, "own") + canvas_units(canvas, 6);
        canvas_text(canvas, STYLE_SMALL, theme->action, "own", box_cut_right(&rows[2], width),
                    ALIGN_RIGHT);
    }
    if (entry->track)
        tracks_draw_marks(canvas, entry->track, rows[2]);
}

/* A sheet that cannot be drawn. */
static void draw_unreadable(struct canvas *canvas, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    struct card card = {.fill = theme->panel, .edge = theme->panel_edge, .edge_width = 1.5};
    card.radius = 4;
    card.dashed = true;
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_TITLE, theme->warning, "?", box, ALIGN_CENTRE);
}

static bool build_card(struct ui *ui, struct tracks_state *state, int index, struct box box,
                       bool seen)
{
    struct canvas *canvas = ui_canvas(ui);
    struct gallery_entry *entry = gallery_at(state->gallery, index);
    char text[160];
    bool chosen = state->chosen && strcmp(entry->path, state->chosen) == 0;
    tracks_print_card(entry, text, sizeof text);
    if (!seen)
        return ui_target(ui, entry->id, box, text).clicked;
    bool clicked = ui_card(ui, entry->id, text, box, chosen);
    int side = canvas_units(canvas, CARD_SIDE);
    struct box inside = box_inset(box, side, side);
    struct box words = box_cut_bottom(&inside, canvas_units(canvas, CARD_WORDS) - side);
    if (entry->track)
        gallery_draw(state->gallery, index, canvas, inside);
    else
        draw_unreadable(canvas, inside);
    box_cut_top(&words, canvas_units(canvas, 5));
    draw_words(canvas, entry, box_inset(words, canvas_units(canvas, 2), 0));
    return clicked;
}

/* Choosing by the pointer shows the track; by Enter it is what most people want with it. */
static void take_click(struct app *app, struct ui *ui, struct tracks_state *state, int index)
{
    const struct gallery_entry *entry = gallery_at(state->gallery, index);
    bool by_key = strcmp(ui_ring(ui), entry->id) == 0;
    tracks_choose(state, entry->path);
    if (by_key && entry->track)
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
    for (int i = 0; ring[0] && i < state->listed_count; i++) {
        const struct gallery_entry *entry = gallery_at(state->gallery, state->listed[i]);
        if (strcmp(entry->id, ring) != 0)
            continue;
        state->on_cards = true;
        tracks_choose(state, entry->path);
    }
}

static int build_grid(struct app *app, struct ui *ui, struct tracks_state *state, struct box column,
                      struct box area)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, CARD_GAP), least = canvas_units(canvas, CARD_LEAST);
    int columns = (column.w + gap) / (least + gap);
    columns = columns < 1 ? 1 : columns;
    int width = (column.w - (columns - 1) * gap) / columns;
    int height = (int)((width - 2 * canvas_units(canvas, CARD_SIDE)) * LANDSCAPE) +
                 canvas_units(canvas, CARD_WORDS + CARD_SIDE);
    int bottom = column.y;
    for (int i = 0; i < state->listed_count; i++) {
        struct box row = {column.x, column.y + i / columns * (height + gap), column.w, height};
        struct box box = box_column(row, i % columns, columns, gap);
        int index = state->listed[i];
        if (build_card(ui, state, index, box, box_intersect(box, area).h > 0))
            take_click(app, ui, state, index);
        bottom = row.y + height;
    }
    return bottom;
}

/* --- nothing there --------------------------------------------------------------------------- */

static int build_nothing(struct ui *ui, struct tracks_state *state, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    bool own = state->wish.from == FROM_OWN && state->own_count == 0;
    bool reading = !gallery_is_complete(state->gallery);
    const char *title = reading ? "Reading the tracks …"
                        : own   ? "No track of your own yet"
                                : "Nothing found";
    const char *words = reading ? ""
                        : own   ? "Draw one by hand, let one be generated, or take a photo of one "
                                  "that was drawn on paper: it will wait here."
                                : "No track has all that you look for.";
    struct box box = box_cut_top(&column, canvas_units(canvas, 210));
    box = box_centre(box, canvas_units(canvas, 460), box.h);
    struct card card = {.fill = theme->card,
                        .edge = theme->panel_edge,
                        .radius = 8,
                        .edge_width = 1.5,
                        .dashed = true};
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, 22), canvas_units(canvas, 22));
    canvas_text(canvas, STYLE_HEADING, theme->ink, title,
                box_cut_top(&inside, canvas_units(canvas, 40)), ALIGN_CENTRE);
    const char *label = own ? "Show all tracks" : "Clear search and filters";
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    canvas_paragraph(canvas, STYLE_BODY, theme->ink_soft, words, inside, ALIGN_CENTRE);
    row = box_centre(row, ui_button_width(ui, label), row.h);
    if (!reading && ui_button(ui, "button clear-search", label, row, LOOK_PLAIN)) {
        state->wish = (struct tracks_wish){.order = state->wish.order};
        tracks_wish_changed(state);
    }
    return column.y;
}

int tracks_build_cards(struct app *app, struct ui *ui, struct tracks_state *state,
                       struct box column, struct box area)
{
    const struct gallery_entry *chosen = tracks_chosen(state);
    int ring = canvas_units(ui_canvas(ui), RING);
    if (chosen && state->walk)
        ui_set_focus(ui, chosen->id, true);
    else if (chosen && state->reveal && tracks_chosen_place(state) > 0)
        ui_reveal(ui, chosen->id);
    state->walk = state->reveal = false;
    follow_focus(ui, state);
    box_cut_top(&column, ring);
    bool empty = state->listed_count == 0;
    return empty ? build_nothing(ui, state, column)
                 : build_grid(app, ui, state, column, area) + ring;
}

void tracks_scroll_cards(struct app *app, struct ui *ui, struct tracks_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int ring = canvas_units(canvas, RING), side = canvas_units(canvas, 14);
    struct box area = box_inset(box, -ring, 0);
    area.w += side - ring;
    int y = ui_scroll_begin(ui, "tracks", area, &state->grid_scroll);
    ui_scroll_end(ui, tracks_build_cards(app, ui, state, box_make(box.x, y, box.w, 1000000), area));
}
