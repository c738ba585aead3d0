/* What is looked for: the search, and chips for what else a track may be. They stand in a column at
 * the left, or in a dialog where there is no room for it.
 */
#include "screens/tracks/inside.h"

#include <stdio.h>
#include <string.h>

static const int CHIP = 32, CHIP_GAP = 6, HEADING = 30, GROUP_GAP = 8; /* interface pixels */

enum { CHOICE_LIMIT = 5 };
struct group {
    const char *title, *id;
    const char *choices[CHOICE_LIMIT];
    const char *words[CHOICE_LIMIT]; /* for --watch and screen readers */
};
/* Of GROUP_HAS, which comes in the order of tracks_mark, any number may be chosen. */
enum { GROUP_FROM, GROUP_GAME, GROUP_COURSE, GROUP_HAS, GROUP_SIZE, GROUP_ORDER, GROUP_COUNT };
static const struct group groups[GROUP_COUNT] = {
    {"Show", "from", {"All", "Shipped", "Own"}, {"all tracks", "those of the game", "your own"}},
    {"Game", "game", {"Any", "Race", "Derby"}, {"for any game", "with a line", "without a line"}},
    {"Course",
     "course",
     {"Any", "Laps", "Open"},
     {"laps or open", "round and round", "from start to finish"}},
    {"With",
     "has",
     {"Slicks", "Turbo", "Checkpoints", "Open", "Arena"},
     {"with slicks", "with turbo areas", "with checkpoints", "open tracks", "arenas"}},
    {"Size",
     "size",
     {"Any", "Small", "Medium", "Large"},
     {"of any size", "up to 1500 squares", "up to 3000 squares", "over 3000 squares"}},
    {"Sort by",
     "sort",
     {"Name", "Size", "Par", "Newest"},
     {"by name", "small ones first", "short races first", "newest of your own first"}},
};

/* A bit for each choice. */
static unsigned get(const struct tracks_wish *wish, int group)
{
    const unsigned values[GROUP_COUNT] = {1u << wish->from, 1u << wish->game, 1u << wish->course,
                                          wish->has,        1u << wish->size, 1u << wish->order};
    return values[group];
}

static void set(struct tracks_wish *wish, int group, int value)
{
    switch (group) {
    case GROUP_FROM:
        wish->from = (enum tracks_from)value;
        break;
    case GROUP_GAME:
        wish->game = (enum tracks_game)value;
        break;
    case GROUP_COURSE:
        wish->course = (enum tracks_course)value;
        break;
    case GROUP_HAS:
        wish->has ^= 1u << value;
        break;
    case GROUP_SIZE:
        wish->size = (enum tracks_size)value;
        break;
    default:
        wish->order = (enum tracks_order)value;
        break;
    }
    /* A sheet without a line has no course. */
    if (wish->game == GAME_DERBY)
        wish->course = COURSE_ANY;
}

static bool build_chip(struct ui *ui, const char *id, const char *label, const char *words,
                       struct box box, bool chosen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state touched = ui_target(ui, id, box, words);
    double strength = touched.pressed ? 0.2 : touched.hovered ? 0.09 : 0;
    struct card card = {.radius = 7, .edge_width = 1.5};
    card.fill = chosen ? theme->action : color_mix(theme->card, theme->action, strength);
    card.edge = chosen ? theme->action : color_mix(theme->panel_edge, theme->action, strength * 4);
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_SMALL, chosen ? theme->action_text : theme->ink, label, box,
                ALIGN_CENTRE);
    if (touched.ring)
        ui_focus_ring(ui, box, 7);
    return touched.clicked;
}

/* Chips that go on in the next line; returns the one that was clicked, -1: none. */
static int build_group(struct ui *ui, const struct group *group, unsigned chosen,
                       struct box *column)
{
    int clicked = -1;
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, CHIP_GAP), height = canvas_units(canvas, CHIP), x = column->x;
    canvas_text(canvas, STYLE_STRONG, canvas_theme(canvas)->ink, group->title,
                box_cut_top(column, canvas_units(canvas, HEADING)), ALIGN_LEFT);
    struct box line = box_cut_top(column, height);
    for (int i = 0; i < CHOICE_LIMIT && group->choices[i]; i++) {
        char id[60], words[80];
        int width =
            canvas_text_width(canvas, STYLE_SMALL, group->choices[i]) + canvas_units(canvas, 20);
        if (x > column->x && x + width > column->x + column->w) {
            box_cut_top(column, gap);
            line = box_cut_top(column, height);
            x = column->x;
        }
        snprintf(id, sizeof id, "filter %s %d", group->id, i);
        bool is_chosen = chosen >> i & 1;
        snprintf(words, sizeof words, "%s%s", group->words[i], is_chosen ? ", chosen" : "");
        if (build_chip(ui, id, group->choices[i], words, box_make(x, line.y, width, height),
                       is_chosen))
            clicked = i;
        x += width + gap;
    }
    box_cut_top(column, canvas_units(canvas, GROUP_GAP));
    return clicked;
}

static int build_groups(struct ui *ui, struct tracks_state *state, struct box column)
{
    for (int i = 0; i < GROUP_COUNT; i++) {
        if (i == GROUP_COURSE && state->wish.game == GAME_DERBY)
            continue;
        unsigned before = get(&state->wish, i);
        int clicked = build_group(ui, &groups[i], before, &column);
        if (clicked < 0)
            continue;
        set(&state->wish, i, clicked);
        if (get(&state->wish, i) == before)
            continue;
        tracks_wish_changed(state);
    }
    return column.y;
}

void tracks_build_filters(struct ui *ui, struct tracks_state *state, struct box box)
{
    int ring = canvas_units(ui_canvas(ui), 4);
    struct box area = box_inset(box, -ring, 0);
    int y = ui_scroll_begin(ui, "filters", area, &state->filter_scroll);
    ui_scroll_end(ui, build_groups(ui, state, box_make(box.x, y, box.w, 1000000)) + ring);
}

void tracks_build_filters_dialog(struct ui *ui, struct tracks_state *state)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box inside = ui_dialog(ui, 380, 470, "button done");
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    box_cut_bottom(&inside, canvas_units(canvas, 10));
    tracks_build_filters(ui, state, inside);
    if (ui_button(ui, "button done", "Done", box_cut_right(&row, ui_button_width(ui, "Done")),
                  LOOK_PRIMARY))
        state->filters_open = false;
    ui_default(ui, "button done");
    ui_status(ui, "Which tracks are shown, and in which order.");
}

void tracks_build_search(struct ui *ui, struct tracks_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    bool empty = state->wish.search[0] == '\0';
    struct box field = box, cross = {0};
    if (!empty)
        cross = box_cut_right(&field, canvas_units(canvas, 32));
    if (state->seek)
        ui_set_focus(ui, TRACKS_SEARCH, true);
    state->seek = false;
    if (ui_text_field(ui, TRACKS_SEARCH, state->wish.search, sizeof state->wish.search, field))
        tracks_wish_changed(state);
    if (empty)
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, "Search by name or author",
                    box_inset(field, canvas_units(canvas, 14), 0), ALIGN_LEFT);
    else if (ui_cross(ui, "button clear", "clear the search", cross)) {
        state->wish.search[0] = '\0';
        tracks_wish_changed(state);
    }
}
