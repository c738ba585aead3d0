/* Chips for what a track may be, besides the search. They stand in a column at
 * the left, or in a dialog where there is no room for it.
 */
#include "screens/tracks/inside.h"

#include <stdio.h>

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

/* Returns the one that was clicked, -1: none. */
static int build_group(struct layout *column, const struct group *group, unsigned chosen)
{
    struct ui *ui = column->ui;
    int clicked = -1;
    layout_text(column, AT_TOP, STYLE_STRONG, canvas_theme(ui_canvas(ui))->ink, group->title);
    struct flow flow = flow_begin(column, 6);
    for (int i = 0; i < CHOICE_LIMIT && group->choices[i]; i++) {
        char id[60], words[80];
        bool is_chosen = chosen >> i & 1;
        snprintf(id, sizeof id, "filter %s %d", group->id, i);
        snprintf(words, sizeof words, "%s%s", group->words[i], is_chosen ? ", chosen" : "");
        if (flow_chip(&flow, id, group->choices[i], words, is_chosen).clicked)
            clicked = i;
    }
    flow_end(&flow, column);
    layout_skip(column, AT_TOP, 8);
    return clicked;
}

static void build_groups(struct layout *column, struct tracks_state *state)
{
    for (int i = 0; i < GROUP_COUNT; i++) {
        if (i == GROUP_COURSE && state->picker.wish.game == GAME_DERBY)
            continue;
        unsigned before = get(&state->picker.wish, i);
        int clicked = build_group(column, &groups[i], before);
        if (clicked < 0)
            continue;
        set(&state->picker.wish, i, clicked);
        if (get(&state->picker.wish, i) != before)
            tracks_wish_changed(state);
    }
}

void tracks_build_filters(struct ui *ui, struct tracks_state *state, struct box box)
{
    int ring = canvas_units(ui_canvas(ui), 4);
    int y = ui_scroll_begin(ui, "filters", box_inset(box, -ring, 0), &state->filter_scroll);
    struct layout column = layout_column(ui, box.x, y, box.w, 2);
    build_groups(&column, state);
    ui_scroll_end(ui, column.rest.y + ring);
}

void tracks_build_filters_dialog(struct ui *ui, struct tracks_state *state)
{
    struct dialog dialog = {"filters", "Filter", "button done", 420, false, &state->filter_scroll,
                            {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 2;
    build_groups(&column, state);
    dialog_end(&column);
    if (layout_button(&dialog.foot, AT_RIGHT, "button done", "Done", LOOK_PRIMARY))
        state->filters_open = false;
    ui_default(ui, "button done");
    ui_status(ui, "Which tracks are shown, and in which order.");
}
