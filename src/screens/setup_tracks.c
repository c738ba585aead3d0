/* The tracks of the set-up as cards: one for a race, several in order for a series.
 *
 * Shown are those that the game can be played on, which the family says (setup_check with the
 * game's first preset); what cannot be read is shown, too, and says why.
 */
#include "screens/setup_state.h"

#include "base/memory.h"
#include "rules/rules.h"
#include "screens/agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double LANDSCAPE = 0.75;
static const int CARD_GAP = 14, CARD_WORDS = 56, CARD_SIDE = 8, INSPECT_LINE = 34;

/* --- which there are ------------------------------------------------------------------------- */

/* The first preset of the game that is chosen, on a track. */
static struct setup probe(const struct setup_state *state, const struct track *track)
{
    const struct rules *rules = state->setup.rules;
    const struct rule_field *game = &rules->table->fields[rules->table->game_field];
    int preset = 0;
    for (int i = rules->table->preset_count - 1; i >= 0; i--)
        if (game->defaults[i] == state->setup.values[rules->table->game_field])
            preset = i;
    struct setup setup = setup_from_preset(rules, preset);
    setup.players = 2;
    setup.track = track;
    return setup;
}

static bool is_track_for(const struct setup_state *state, const struct track *track)
{
    struct error error;
    struct setup setup = probe(state, track);
    return setup.rules->setup_check(&setup, &error);
}

/* Must there be a lap? Not where the game would also be played if the sheet had no line. */
static bool is_lap_needed(const struct setup_state *state, const struct track *track)
{
    struct track lineless = *track;
    lineless.has_line = false;
    return !is_track_for(state, &lineless);
}

static bool is_shown(const struct setup_state *state, int index)
{
    for (int i = 0; i < state->shown_count; i++)
        if (state->shown[i] == index)
            return true;
    return false;
}

/* Sheets without lines first: they are good for nothing else. */
static void add_shown(struct setup_state *state, bool with_line)
{
    for (int i = 0; i < gallery_count(state->gallery); i++) {
        const struct gallery_entry *entry = gallery_at(state->gallery, i);
        const struct agreement *agreement = agreement_find(entry->path);
        /* What was agreed may be without meaning: that is said, and the track stays. */
        const struct track *track = entry->track && agreement ? agreement->plain : entry->track;
        bool has_line = !track || track->has_line;
        if (has_line != with_line || (track && !is_track_for(state, track)))
            continue;
        state->needs_lap[i] = track && is_lap_needed(state, track);
        state->shown[state->shown_count++] = i;
    }
}

static void drop_hidden_from_series(struct setup_state *state)
{
    int kept = 0;
    for (int i = 0; i < state->series_count; i++)
        if (is_shown(state, state->series_tracks[i]))
            state->series_tracks[kept++] = state->series_tracks[i];
    state->series_count = kept;
}

/* A track that nobody has picked gives way to the game's own. */
void setup_tracks_sort_out(struct setup_state *state)
{
    int game = state->setup.rules->table->game_field;
    state->shown_count = 0;
    add_shown(state, false);
    add_shown(state, true);
    drop_hidden_from_series(state);
    bool stays = state->picked || state->setup.values[game] == state->chosen_for;
    state->chosen_for = state->setup.values[game];
    if (state->chosen >= 0 && stays && is_shown(state, state->chosen))
        return;
    state->chosen = -1;
    for (int i = state->shown_count - 1; i >= 0; i--)
        if (gallery_at(state->gallery, state->shown[i])->track)
            state->chosen = state->shown[i];
}

static bool is_under(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* A track that was inspected is the track as agreed from now on. */
static void take_up_agreements(struct setup_state *state)
{
    for (int i = 0; i < gallery_count(state->gallery); i++) {
        const struct gallery_entry *entry = gallery_at(state->gallery, i);
        if (entry->track && agreement_find(entry->path))
            gallery_replace(state->gallery, i,
                            agreement_make_track(agreement_on(entry->path, entry->track)));
    }
}

void setup_tracks_enter(struct setup_state *state, struct app *app)
{
    const char *last = app->settings.last_track;
    const char *wanted = app->chosen_track ? app->chosen_track : last[0] ? last : NULL;
    bool ours = wanted && ((app->shipped_tracks && is_under(wanted, app->shipped_tracks)) ||
                           is_under(wanted, app->tracks_folder));
    /* One from elsewhere is listed because it was opened, not because it was driven once. */
    bool listed = ours || !app->chosen_track;
    state->gallery = gallery_fill(app->shipped_tracks, app->tracks_folder, listed ? NULL : wanted);
    state->chosen = wanted ? gallery_find(state->gallery, wanted) : -1;
    state->chosen_for = state->setup.values[state->setup.rules->table->game_field];
    state->picked = app->chosen_track && !ours;
    int kept = 0;
    for (int i = 0; i < state->series_count; i++) {
        int index = gallery_find(state->gallery, state->series_paths[i]);
        if (index >= 0)
            state->series_tracks[kept++] = index;
        free(state->series_paths[i]);
    }
    state->series_count = kept;
    take_up_agreements(state);
    setup_tracks_sort_out(state);
    gallery_search(state->gallery);
}

void setup_tracks_leave(struct setup_state *state, struct app *app)
{
    free(app->chosen_track);
    app->chosen_track = state->chosen >= 0
                            ? memory_copy_string(gallery_at(state->gallery, state->chosen)->path)
                            : NULL;
    for (int i = 0; i < state->series_count; i++)
        state->series_paths[i] =
            memory_copy_string(gallery_at(state->gallery, state->series_tracks[i])->path);
    gallery_free(state->gallery);
    state->gallery = NULL;
    state->doubtful_of = NULL;
}

const struct track *setup_track(const struct setup_state *state)
{
    return state->chosen < 0 ? NULL : gallery_at(state->gallery, state->chosen)->track;
}

/* --- what is wrong with them ----------------------------------------------------------------- */

static bool find_track_problem(const struct setup_state *state, int index,
                               struct setup_problem *problem)
{
    const struct gallery_entry *entry = gallery_at(state->gallery, index);
    const char *slash = strrchr(entry->path, '/'), *why = entry->problem;
    struct par_answer par = gallery_par(state->gallery, index);
    bool lapless = entry->track && par.state == PAR_NO_LAP && state->needs_lap[index];
    bool bad = !entry->track || lapless;
    if (lapless)
        why = par.why;
    if (bad)
        snprintf(problem->text, sizeof problem->text, "%s cannot be used: %s",
                 slash ? slash + 1 : entry->path, why);
    return bad;
}

bool setup_tracks_problem(const struct setup_state *state, struct setup_problem *problem)
{
    if (state->chosen < 0) {
        snprintf(problem->text, sizeof problem->text, "There is no track for this game.");
        return true;
    }
    if (!state->series)
        return find_track_problem(state, state->chosen, problem);
    for (int i = 0; i < state->series_count; i++)
        if (find_track_problem(state, state->series_tracks[i], problem))
            return true;
    bool few = state->series_count < 2;
    if (few)
        snprintf(problem->text, sizeof problem->text,
                 "A series needs two tracks or more: choose them in the order of the races.");
    return few;
}

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
        snprintf(into, (size_t)size, "%d x %d", track->width, track->height);
    return !track || lapless;
}

int setup_tracks_height(const struct setup_state *state, const struct canvas *canvas, int width,
                        const struct setup_grid *grid)
{
    if (state->shown_count == 0)
        return 0;
    struct box last = track_cell(canvas, box_make(0, 0, width, 0), state->shown_count - 1, grid);
    return last.y + last.h;
}

/* As many columns as fit, one less if that leaves fewer places empty. */
struct setup_grid setup_tracks_scroll(const struct setup_state *state, const struct canvas *canvas,
                                      int width)
{
    int gap = canvas_units(canvas, CARD_GAP), count = state->shown_count;
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

static void build_track(struct ui *ui, struct setup_state *state, int index, struct box box)
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
        if (state->series)
            take_or_drop(state, index);
    }
    int side = canvas_units(canvas, CARD_SIDE);
    struct box inside = box_inset(box, side, 0);
    box_cut_top(&inside, side);
    struct box picture = box_cut_top(&inside, inside.h - canvas_units(canvas, CARD_WORDS));
    gallery_draw(state->gallery, index, canvas, picture);
    if (number > 0)
        draw_number(canvas, number, picture);
    inside = box_inset(inside, canvas_units(canvas, 2), canvas_units(canvas, 6));
    struct box upper = box_cut_top(&inside, inside.h / 2);
    canvas_text(canvas, STYLE_STRONG, theme->ink, entry->name, upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, bad ? theme->warning : theme->ink_soft, par, inside,
                ALIGN_LEFT);
}

int setup_tracks_build(struct ui *ui, struct setup_state *state, struct box column,
                       const struct setup_grid *grid)
{
    int bottom = column.y;
    for (int i = 0; i < state->shown_count; i++) {
        struct box box = track_cell(ui_canvas(ui), column, i, grid);
        build_track(ui, state, state->shown[i], box);
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

/* How many points of the chosen track could be inspected: looked for once a track. */
static int doubtful_count(struct setup_state *state)
{
    const struct track *track = setup_track(state);
    if (track != state->doubtful_of) {
        state->doubtful_of = track;
        state->doubtful = 0;
        if (track)
            free(track_list_doubtful(track, &state->doubtful));
    }
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
