/* The tracks of the set-up as cards, and the lines above and below them.
 */
#include "screens/graph_paper/editor/making.h"
#include "screens/setup/inside.h"

#include "screens/graph_paper/inspection/agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double LANDSCAPE = 0.75;
static const int CARD_GAP = 14, CARD_WORDS = 56, CARD_SIDE = 8, INSPECT_LINE = 34, TOOL_LINE = 44,
                 NOTHING_HEIGHT = 96;

/* --- cards ----------------------------------------------------------------------------------- */

static struct box track_cell(const struct canvas *canvas, struct box column, int place,
                             const struct setup_grid *grid)
{
    int columns = grid->columns, gap = canvas_units(canvas, CARD_GAP);
    struct box row = {column.x, column.y, column.w, 0};
    struct box box = box_column(row, place % columns, columns, gap);
    /* The narrowest cell's width, so that all are of one height. */
    int width = (column.w - (columns - 1) * gap) / columns - 2 * canvas_units(canvas, CARD_SIDE);
    int picture = (int)(width * grid->ratio);
    box.h = picture + canvas_units(canvas, CARD_SIDE + CARD_WORDS);
    box.y += place / columns * (box.h + gap);
    return box;
}

/* The second line of a card; true if it is a warning. */
static bool describe_par(const struct setup_state *state, int index, char *into, int size)
{
    const struct track *track = gallery_at(state->gallery, index)->track;
    struct par_answer par = gallery_par(state->gallery, index);
    bool laps = track && state->needs_lap[index], lapless = laps && par.state == PAR_NO_LAP;
    if (!track)
        snprintf(into, (size_t)size, "unreadable");
    else if (lapless)
        snprintf(into, (size_t)size, "no lap possible");
    else if (laps && par.state == PAR_SEARCHING)
        snprintf(into, (size_t)size, "par …");
    else if (laps && par.rounds > 0)
        snprintf(into, (size_t)size, "par %d", par.rounds);
    else
        snprintf(into, (size_t)size, "%d × %d", track->width, track->height);
    return !track || lapless;
}

int setup_tracks_height(const struct setup_state *state, const struct canvas *canvas, int width,
                        const struct setup_grid *grid)
{
    if (state->listed_count == 0)
        return state->shown_count > 0 ? canvas_units(canvas, NOTHING_HEIGHT) : 0;
    struct box last = track_cell(canvas, box_make(0, 0, width, 0), state->listed_count - 1, grid);
    return last.y + last.h;
}

/* As many columns as fit, one less if that leaves fewer places empty. */
struct setup_grid setup_tracks_scroll(const struct setup_state *state, const struct canvas *canvas,
                                      int width)
{
    int gap = canvas_units(canvas, CARD_GAP), count = state->listed_count;
    int least = canvas_units(canvas, width > canvas_units(canvas, 300) ? 132 : 118);
    int columns = (width + gap) / (least + gap);
    columns = columns < 1 ? 1 : columns > 6 ? 6 : columns;
    if (columns > 3 && count % columns != 0 && count % (columns - 1) == 0)
        columns--;
    return (struct setup_grid){columns, LANDSCAPE};
}

/* The largest cards that need no scrolling, flatter ones if it must be; else small ones. */
struct setup_grid setup_tracks_fit(const struct setup_state *state, const struct canvas *canvas,
                                   int width, int height)
{
    int gap = canvas_units(canvas, CARD_GAP);
    int most = (width + gap) / (canvas_units(canvas, 116) + gap);
    for (double ratio = LANDSCAPE; ratio > 0.5; ratio -= 0.02)
        for (int columns = 3; columns <= most; columns++) {
            struct setup_grid grid = {columns, ratio};
            if (setup_tracks_height(state, canvas, width, &grid) <= height)
                return grid;
        }
    return setup_tracks_scroll(state, canvas, width);
}

/* Its number in the series from 1, 0 if it is not in it. */
static int place_in_series(const struct setup_state *state, int index)
{
    for (int i = 0; state->series && i < state->series_count; i++)
        if (state->series_tracks[i] == index)
            return i + 1;
    return 0;
}

static void take_or_drop(struct setup_state *state, int index)
{
    int place = place_in_series(state, index);
    if (place == 0 && state->series_count < SERIES_LIMIT) {
        state->series_tracks[state->series_count++] = index;
    } else if (place > 0) {
        int behind = --state->series_count - (place - 1);
        memmove(&state->series_tracks[place - 1], &state->series_tracks[place],
                (size_t)behind * sizeof state->series_tracks[0]);
    }
}

static void draw_number(struct canvas *canvas, int number, struct box picture)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    char text[12];
    int side = canvas_units(canvas, 28), in = canvas_units(canvas, 5);
    struct box badge = {picture.x + in, picture.y + in, side, side};
    struct card card = {.fill = theme->action, .edge = theme->action, .radius = 14};
    snprintf(text, sizeof text, "%d", number);
    canvas_card(canvas, badge, &card);
    canvas_text(canvas, STYLE_STRONG, theme->action_text, text, badge, ALIGN_CENTRE);
}

static void build_track(struct ui *ui, struct setup_state *state, int index, struct box box,
                        struct box seen)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct gallery_entry *entry = gallery_at(state->gallery, index);
    char par[40], told[60];
    bool bad = describe_par(state, index, par, sizeof par);
    int number = place_in_series(state, index);
    snprintf(told, sizeof told, number ? "%s, race %d" : "%s", par, number);
    bool chosen = state->series ? number > 0 : index == state->chosen;
    if (ui_card(ui, entry->id, told, box, chosen)) {
        state->chosen = index;
        state->picked = true;
        setup_tracks_want(state, NULL);
        if (state->series)
            take_or_drop(state, index);
    }
    int side = canvas_units(canvas, CARD_SIDE);
    struct box inside = box_inset(box, side, 0);
    box_cut_top(&inside, side);
    struct box picture = box_cut_top(&inside, inside.h - canvas_units(canvas, CARD_WORDS));
    if (box_intersect(box, seen).h > 0)
        gallery_draw(state->gallery, index, canvas, picture);
    if (number > 0)
        draw_number(canvas, number, picture);
    inside = box_inset(inside, canvas_units(canvas, 2), canvas_units(canvas, 6));
    struct box upper = box_cut_top(&inside, inside.h / 2);
    canvas_text(canvas, STYLE_STRONG, theme->ink, entry->name, upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, bad ? theme->warning : theme->ink_soft, par, inside,
                ALIGN_LEFT);
}

static int build_nothing(struct ui *ui, struct setup_state *state, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    const char *label = "Clear the search";
    column.h = canvas_units(canvas, NOTHING_HEIGHT);
    int bottom = column.y + column.h;
    struct box line = box_cut_top(&column, column.h / 2);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, "No track is found by that.",
                line, ALIGN_LEFT);
    line = box_cut_left(&column, ui_button_width(ui, label));
    if (ui_button(ui, "button clear-search", label, box_cut_top(&line, ui_button_height(ui)),
                  LOOK_PLAIN))
        setup_tracks_search(state, "");
    return bottom;
}

int setup_tracks_build(struct ui *ui, struct setup_state *state, struct box column, struct box seen,
                       const struct setup_grid *grid)
{
    int bottom = column.y;
    if (state->listed_count == 0 && state->shown_count > 0)
        return build_nothing(ui, state, column);
    for (int i = 0; i < state->listed_count; i++) {
        struct box box = track_cell(ui_canvas(ui), column, i, grid);
        build_track(ui, state, state->listed[i], box, seen);
        bottom = box.y + box.h;
    }
    return bottom;
}

/* --- the lines above and below --------------------------------------------------------------- */

static void set_series(struct setup_state *state, bool series)
{
    if (series && state->series_count == 0 && setup_track(state))
        state->series_tracks[state->series_count++] = state->chosen;
    state->series = series;
}

static void write_words(const struct setup_state *state, struct text *into)
{
    const struct track *track = setup_track(state);
    if (!state->series) {
        text_append(into, track ? track->description : "");
        return;
    }
    if (state->series_count == 0)
        text_append(into, "Choose the tracks in the order of the races.");
    for (int i = 0; i < state->series_count; i++) {
        const char *name = gallery_at(state->gallery, state->series_tracks[i])->name;
        text_append_format(into, "%s%d %s", i > 0 ? ",  " : "", i + 1, name);
    }
}

/* --- the search, and where other tracks come from -------------------------------------------- */

void setup_tracks_search(struct setup_state *state, const char *text)
{
    if (text != state->search)
        snprintf(state->search, sizeof state->search, "%s", text);
    setup_tracks_list(state);
    state->track_scroll.offset = 0;
    state->fresh = true;
}

static void build_search(struct ui *ui, struct setup_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    box = box_centre(box, box.w, canvas_units(canvas, 34));
    bool empty = state->search[0] == '\0';
    struct box cross = box, field = box;
    if (!empty)
        cross = box_cut_right(&field, canvas_units(canvas, 30));
    if (ui_text_field(ui, SETUP_SEARCH, state->search, sizeof state->search, field))
        setup_tracks_search(state, state->search);
    if (empty)
        canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink_soft, "Search",
                    box_inset(field, canvas_units(canvas, 14), 0), ALIGN_LEFT);
    else if (ui_cross(ui, "button clear", "clear the search", cross))
        setup_tracks_search(state, "");
    bool asked = ui_focus(ui) && strcmp(ui_focus(ui), SETUP_SEARCH) == 0;
    if (asked && state->listed_count > 0)
        ui_default(ui, gallery_at(state->gallery, state->listed[0])->id);
}

static void edit_new(struct app *app)
{
    app_edit_new(app, 0, 0);
}

static void generate(struct app *app)
{
    app_generate(app, setup_take_track);
}

static void show_all(struct app *app)
{
    app_go(app, &screen_tracks);
}

static const struct {
    const char *id, *label;
    void (*act)(struct app *app);
} ways[] = {
    {"button new-track", "New track…", edit_new},
    {"button generate", "Generate…", generate},
    {"button all-tracks", "All tracks", show_all},
};
enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

static int ways_width(struct canvas *canvas)
{
    int width = 0;
    for (int i = 0; i < WAY_COUNT; i++)
        width +=
            canvas_text_width(canvas, STYLE_BODY, ways[i].label) + 1 + canvas_units(canvas, 22);
    return width;
}

/* Both in one line, if that leaves enough to type in. */
static bool is_one_line(const struct setup_state *state, struct canvas *canvas, int width)
{
    return !setup_tracks_has_search(state) ||
           width - ways_width(canvas) >= canvas_units(canvas, 170);
}

int setup_tracks_tools_height(const struct setup_state *state, struct canvas *canvas, int width)
{
    return canvas_units(canvas, is_one_line(state, canvas, width) ? TOOL_LINE : 2 * TOOL_LINE);
}

void setup_tracks_tools(struct app *app, struct ui *ui, struct setup_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box line = box_cut_top(&box, canvas_units(canvas, TOOL_LINE)), search = line;
    if (is_one_line(state, canvas, line.w))
        line = box_cut_right(&search, ways_width(canvas));
    else
        line = box;
    if (setup_tracks_has_search(state))
        build_search(ui, state, search);
    else
        line.x = search.x;
    for (int i = 0; i < WAY_COUNT; i++) {
        int width = canvas_text_width(canvas, STYLE_BODY, ways[i].label);
        bool led = i > 0 || setup_tracks_has_search(state);
        if (led && line.x != search.x)
            box_cut_left(&line, canvas_units(canvas, 22));
        struct box link = box_cut_left(&line, width + 1);
        link = box_centre(link, link.w, canvas_units(canvas, 30));
        if (ui_button(ui, ways[i].id, ways[i].label, link, LOOK_LINK))
            ways[i].act(app);
    }
}

/* --- the lines above and below --------------------------------------------------------------- */

/* How many points of the chosen track could be inspected: looked for once a track. */
static int doubtful_count(struct setup_state *state)
{
    const struct track *track = setup_track(state);
    if (!track)
        return 0; /* none is read yet */
    if (track != state->doubtful_of)
        free(track_list_doubtful(track, &state->doubtful));
    state->doubtful_of = track;
    return state->doubtful;
}

/* Between the heading and the choice of one race or a series, in a column of this width. */
static int heading_room(struct canvas *canvas, int width)
{
    return width - canvas_text_width(canvas, STYLE_HEADING, "Tracks") -
           setup_chip_width(canvas, "One race") - setup_chip_width(canvas, "A series") -
           2 * canvas_units(canvas, CHIP_GAP);
}

/* The way to the inspection stands there, else below the words. */
static bool has_room_for_inspect(const struct canvas *canvas, int room)
{
    return room >= canvas_units(canvas, 240);
}

static void build_inspect(struct app *app, struct ui *ui, struct setup_state *state,
                          struct box link, bool at_right)
{
    struct canvas *canvas = ui_canvas(ui);
    int points = doubtful_count(state);
    if (points == 0)
        return;
    const struct gallery_entry *entry = gallery_at(state->gallery, state->chosen);
    int agreed = entry->track->inspected_count;
    char label[60] = "Inspect the track";
    if (agreed > 0)
        snprintf(label, sizeof label, "Inspected: %d of %d", agreed, points);
    link = box_centre(link, link.w, canvas_units(canvas, 28));
    int width = canvas_text_width(canvas, STYLE_BODY, label) + 1;
    link = at_right ? box_cut_right(&link, width) : box_cut_left(&link, width);
    if (!ui_button(ui, "button inspect", label, link, LOOK_LINK))
        return;
    agreement_on(entry->path, entry->track);
    app_go(app, &screen_inspection);
}

void setup_tracks_heading(struct app *app, struct ui *ui, struct setup_state *state, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    bool inspects = has_room_for_inspect(canvas, heading_room(canvas, row.w));
    const struct setup_chip chips[] = {
        {"button series", "A series", "several races, with points for the places", state->series},
        {"button one-race", "One race", "a single race", !state->series},
    };
    for (int i = 0; i < 2; i++) {
        struct box box = box_cut_right(&row, setup_chip_width(canvas, chips[i].label));
        box_cut_right(&row, canvas_units(canvas, CHIP_GAP));
        box = box_centre(box, box.w, canvas_units(canvas, CHIP_HEIGHT));
        if (setup_chip(ui, &chips[i], box).clicked)
            set_series(state, i == 0);
    }
    const char *heading = state->series ? "Tracks" : "Track";
    struct box left = box_cut_left(&row, canvas_text_width(canvas, STYLE_HEADING, heading) + 1);
    setup_heading(canvas, heading, left);
    if (inspects)
        build_inspect(app, ui, state, box_inset(row, canvas_units(canvas, 18), 0), true);
}

/* Height of the words alone, and of the line below them. */
static int text_height(struct canvas *canvas, const struct setup_state *state, int width)
{
    struct text words = {0};
    write_words(state, &words);
    int lines = 3 * canvas_line_height(canvas, STYLE_SMALL);
    int needed = canvas_paragraph_height(canvas, STYLE_SMALL, text_string(&words), width);
    text_free(&words);
    return needed > lines ? needed : lines;
}

static int line_below(struct canvas *canvas, int width)
{
    return has_room_for_inspect(canvas, heading_room(canvas, width))
               ? 0
               : canvas_units(canvas, INSPECT_LINE);
}

int setup_tracks_words_height(struct canvas *canvas, const struct setup_state *state, int width)
{
    return text_height(canvas, state, width) + line_below(canvas, width);
}

void setup_tracks_words(struct app *app, struct ui *ui, struct setup_state *state, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct text words = {0};
    int line = line_below(canvas, box.w);
    write_words(state, &words);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, text_string(&words),
                     box_cut_top(&box, text_height(canvas, state, box.w)), ALIGN_LEFT);
    text_free(&words);
    if (line > 0)
        build_inspect(app, ui, state, box_cut_top(&box, line), false);
}
