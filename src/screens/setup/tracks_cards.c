/* The tracks of the set-up: the picker's cards, and the lines above and below them.
 */
#include "screens/setup/inside.h"

#include "screens/workshop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- cards ----------------------------------------------------------------------------------- */

/* Whole names where there is room for them. */
static const double CARD_LEAST = 150, CARD_NARROW = 128, COLUMN = 480; /* interface pixels */

/* The second line of a card; true if it is a warning. */
static bool describe_par(const struct setup_state *state, int index, char *into, int size)
{
    struct course course = gallery_at(state->picker.gallery, index)->course;
    struct par_answer par = gallery_par(state->picker.gallery, index);
    into[0] = '\0';
    bool laps = course.body && state->needs_lap[index], lapless = laps && par.state == PAR_NO_LAP;
    if (!course.body)
        snprintf(into, (size_t)size, "unreadable");
    else if (lapless)
        snprintf(into, (size_t)size, "no lap possible");
    else if (laps && par.state == PAR_SEARCHING)
        snprintf(into, (size_t)size, "par …");
    else if (laps && par.rounds > 0)
        snprintf(into, (size_t)size, "par %d", par.rounds);
    return !course.body || lapless;
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

static void look(void *context, int index, struct picker_card *card)
{
    const struct setup_state *state = context;
    char par[60];
    card->bad = describe_par(state, index, par, sizeof par);
    card->number = place_in_series(state, index);
    card->chosen = state->series ? card->number > 0 : index == state->chosen;
    snprintf(card->line, sizeof card->line, "%s", par);
    struct course course = gallery_at(state->picker.gallery, index)->course;
    if (course.body && !par[0])
        snprintf(par, sizeof par, "%d × %d", course_size(course).x, course_size(course).y);
    snprintf(card->words, sizeof card->words, card->number ? "%s, race %d" : "%s", par,
             card->number);
}

static void search(struct setup_state *state)
{
    setup_tracks_list(state);
    state->picker.scroll.offset = 0;
    state->fresh = true;
}

void setup_tracks_build(struct layout *column, struct setup_state *state, struct box seen)
{
    if (state->picker.listed_count == 0 && state->shown_count > 0) {
        if (picker_build_nothing(column, "Nothing found", "", "Clear search and filters")) {
            tracks_wish_for_all(&state->picker.wish);
            search(state);
        }
        return;
    }
    bool wide = column->rest.w >= canvas_units(ui_canvas(column->ui), COLUMN);
    int clicked = picker_build_cards(column, &state->picker, wide ? CARD_LEAST : CARD_NARROW, seen,
                                     look, state);
    if (clicked < 0)
        return;
    state->chosen = clicked;
    state->picked = true;
    setup_tracks_want(state, NULL);
    if (state->series)
        take_or_drop(state, clicked);
}

/* --- the lines above and below --------------------------------------------------------------- */

static void set_series(struct setup_state *state, bool series)
{
    if (series && state->series_count == 0 && setup_course(state).body)
        state->series_tracks[state->series_count++] = state->chosen;
    state->series = series;
}

static void write_words(const struct setup_state *state, struct text *into)
{
    struct course course = setup_course(state);
    if (!state->series) {
        text_append(into, course.body ? course_note(course) : "");
        return;
    }
    if (state->series_count == 0)
        text_append(into, "Choose the tracks in the order of the races.");
    for (int i = 0; i < state->series_count; i++) {
        const char *name = gallery_at(state->picker.gallery, state->series_tracks[i])->name;
        text_append_format(into, "%s%d %s", i > 0 ? ",  " : "", i + 1, name);
    }
}

static void edit_new(struct app *app)
{
    workshop_of(setup_shown()->game)->edit_new(app, 0, 0);
}

static void generate(struct app *app)
{
    workshop_of(setup_shown()->game)->generate(app, setup_take_track);
}

static void show_all(struct app *app)
{
    app_go(app, &screen_tracks);
}

static const struct {
    const char *id, *label;
    void (*act)(struct app *app);
    bool makes; /* where the game has a workshop */
} ways[] = {
    {"button new-track", "New track…", edit_new, true},
    {"button generate", "Generate…", generate, true},
    {"button all-tracks", "All tracks", show_all, false},
};
enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

static void inspect(struct app *app, const struct setup_state *state)
{
    const struct gallery_entry *entry = gallery_at(state->picker.gallery, state->chosen);
    workshop_agree(app, entry->course, entry->path);
}

struct ways {
    struct app *app;
    struct setup_state *state;
    const char *inspect; /* the words of the link, "" where it stands elsewhere */
    int width;           /* of the last line */
};

static void build_ways(struct layout *column, void *data)
{
    struct ways *told = data;
    struct flow flow = flow_begin(column, 14);
    bool makes = workshop_of(setup_shown()->game) != NULL;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if ((makes || !ways[i].makes) && flow_button(&flow, ways[i].id, ways[i].label, LOOK_LINK))
            ways[i].act(told->app);
    if (told->inspect[0] && flow_button(&flow, "button inspect", told->inspect, LOOK_LINK))
        inspect(told->app, told->state);
    told->width = flow.x - flow.gap - flow.area.x;
    flow_end(&flow, column);
}

static void build_search(struct ui *ui, struct setup_state *state, struct box box)
{
    box = box_centre(box, box.w, canvas_units(ui_canvas(ui), 34));
    if (picker_build_search(ui, &state->picker, SETUP_SEARCH, "Search", box))
        search(state);
    bool asked = ui_focus(ui) && strcmp(ui_focus(ui), SETUP_SEARCH) == 0;
    if (asked && state->picker.listed_count > 0)
        ui_default(ui, gallery_at(state->picker.gallery, state->picker.listed[0])->id);
}

/* The search with the ways to other tracks beside it, if that leaves enough to type in. */
static void build_tools(struct app *app, struct layout *column, struct setup_state *state,
                        const char *inspect_words)
{
    struct ui *ui = column->ui;
    struct ways told = {app, state, inspect_words, 0};
    bool searched = setup_tracks_has_search(state);
    layout_measure(ui, LAYOUT_ENDLESS, build_ways, &told);
    if (searched) {
        struct layout row = layout_row(column, 40, 12);
        bool beside = row.rest.w - told.width >= canvas_units(ui_canvas(ui), 170);
        struct layout right = {ui, {0}, 0};
        if (beside)
            right.rest = layout_cut(&row, AT_RIGHT, told.width);
        build_search(ui, state, row.rest);
        layout_skip(&right, AT_TOP, 4);
        build_ways(beside ? &right : column, &told);
    } else {
        build_ways(column, &told);
    }
    if (searched && picker_build_marks(column, &state->picker, state->shown, state->shown_count))
        search(state);
}

void setup_tracks_head(struct app *app, struct layout *column, struct setup_state *state)
{
    struct ui *ui = column->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct layout row = layout_row(column, 40, 6);
    layout_text(&row, AT_LEFT, STYLE_HEADING, canvas_theme(canvas)->ink,
                state->series ? "Tracks" : "Track");
    layout_skip(&row, AT_LEFT, 8);
    if (layout_chip(&row, "button one-race", "One race", "a single race", !state->series).clicked)
        set_series(state, false);
    if (layout_chip(&row, "button series", "A series", "several races, with points for the places",
                    state->series)
            .clicked)
        set_series(state, true);
    char words[60];
    workshop_say_agreement(setup_course(state), words, sizeof words);
    bool fits =
        canvas_text_width(canvas, STYLE_BODY, words) + canvas_units(canvas, 8) <= row.rest.w;
    if (fits && words[0] && layout_button(&row, AT_RIGHT, "button inspect", words, LOOK_LINK))
        inspect(app, state);
    build_tools(app, column, state, fits ? "" : words);
}

void setup_tracks_words(struct layout *column, void *data)
{
    const struct setup_state *state = data;
    struct text words = {0};
    write_words(state, &words);
    layout_paragraph(column, STYLE_SMALL, canvas_theme(ui_canvas(column->ui))->ink_soft,
                     text_string(&words));
    text_free(&words);
}
