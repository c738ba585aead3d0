/* The set-up of a new race: track, rules, players. What has no meaning together is said at once,
 * beside the button that would start it.
 */
#include "screens/setup_state.h"

#include "base/memory.h"
#include "rules/graph_paper/graph_paper.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct setup_state state;

static void begin_with_defaults(const struct app *app)
{
    state.setup = setup_from_preset(&graph_paper_rules, PRESET_RACING_CAR);
    state.setup.players = app->settings.player_count;
    memcpy(state.players, app->settings.players, sizeof state.players);
    state.ready = true;
}

static bool is_under(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static void enter(struct app *app)
{
    if (!state.ready)
        begin_with_defaults(app);
    const char *wanted = app->chosen_track;
    bool ours = wanted && ((app->shipped_tracks && is_under(wanted, app->shipped_tracks)) ||
                           is_under(wanted, app->tracks_folder));
    state.gallery = gallery_fill(app->shipped_tracks, app->tracks_folder, ours ? NULL : wanted);
    state.chosen = wanted ? gallery_find(state.gallery, wanted) : -1;
    if (state.chosen < 0)
        state.chosen = gallery_first(state.gallery);
    state.fresh = true;
}

static void leave(struct app *app)
{
    free(app->chosen_track);
    app->chosen_track = state.chosen >= 0
                            ? memory_copy_string(gallery_at(state.gallery, state.chosen)->path)
                            : NULL;
    gallery_free(state.gallery);
    state.gallery = NULL;
}

/* Why the race cannot start, or "". */
static void find_problem(char *into, int size)
{
    struct error error;
    const char *why;
    int par;
    into[0] = 0;
    if (state.chosen < 0) {
        snprintf(into, (size_t)size, "There is no track to race on.");
        return;
    }
    const struct gallery_entry *entry = gallery_at(state.gallery, state.chosen);
    struct setup setup = state.setup;
    setup.track = entry->track;
    const char *slash = strrchr(entry->path, '/');
    const char *file = slash ? slash + 1 : entry->path;
    if (!entry->track)
        snprintf(into, (size_t)size, "%s cannot be used: %s", file, entry->problem);
    else if (gallery_par(state.gallery, state.chosen, &par, &why) == PAR_NO_LAP)
        snprintf(into, (size_t)size, "%s cannot be used: %s", file, why);
    else if (!setup.rules->setup_check(&setup, &error))
        snprintf(into, (size_t)size, "%s", error.text);
}

static void start(struct app *app)
{
    struct error error;
    setup_players_finish(&state);
    struct setup setup = state.setup;
    setup.track = gallery_at(state.gallery, state.chosen)->track;
    setup.seed = 0;
    struct allow allow = {.undo = true, .hints = true};
    if (!app_begin_race(app, &setup, state.players, allow, &error)) {
        app_tell(app, "The race cannot start: %s", error.text);
        return;
    }
    app->settings.player_count = setup.players;
    memcpy(app->settings.players, state.players, sizeof state.players);
    app->settings_changed = true;
}

static void heading(struct canvas *canvas, const char *text, struct box box)
{
    canvas_text(canvas, STYLE_HEADING, canvas_theme(canvas)->ink, text, box, ALIGN_LEFT);
}

static const double LANDSCAPE = 0.75;

/* --- tracks ---------------------------------------------------------------------------------- */

/* How the cards of the tracks are laid out: `ratio` is a picture's height to its width. */
struct grid {
    int columns;
    double ratio;
};

static struct box track_cell(const struct canvas *canvas, struct box column, int index,
                             const struct grid *grid)
{
    int columns = grid->columns, gap = canvas_units(canvas, 14);
    struct box row = {column.x, column.y, column.w, 0};
    struct box box = box_column(row, index % columns, columns, gap);
    /* The narrowest cell's width, so that all are of one height. */
    int width = (column.w - (columns - 1) * gap) / columns - 2 * canvas_units(canvas, 8);
    int picture = (int)(width * grid->ratio);
    box.h = picture + canvas_units(canvas, 8 + 56);
    box.y += index / columns * (box.h + gap);
    return box;
}

/* The second line of a card; true if it is a warning. */
static bool describe_par(int index, char *into, int size)
{
    const struct track *track = gallery_at(state.gallery, index)->track;
    const char *why;
    int par;
    enum par_state found = gallery_par(state.gallery, index, &par, &why);
    if (!track)
        snprintf(into, (size_t)size, "unreadable");
    else if (found == PAR_NO_LAP)
        snprintf(into, (size_t)size, "no lap possible");
    else if (par > 0)
        snprintf(into, (size_t)size, "par %d", par);
    else
        snprintf(into, (size_t)size, "%d x %d", track->width, track->height);
    return !track || found == PAR_NO_LAP;
}

static int grid_height(const struct canvas *canvas, int width, const struct grid *grid)
{
    struct box column = {0, 0, width, 0};
    struct box last = track_cell(canvas, column, gallery_count(state.gallery) - 1, grid);
    return last.y + last.h;
}

/* As many columns as fit, one less if that leaves fewer places empty. */
static struct grid scrolling_grid(const struct canvas *canvas, int width)
{
    int gap = canvas_units(canvas, 14), count = gallery_count(state.gallery);
    int least = canvas_units(canvas, width > canvas_units(canvas, 300) ? 132 : 118);
    int columns = (width + gap) / (least + gap);
    columns = columns < 1 ? 1 : columns > 6 ? 6 : columns;
    if (columns > 3 && count % columns != 0 && count % (columns - 1) == 0)
        columns--;
    return (struct grid){columns, LANDSCAPE};
}

/* The largest cards that need no scrolling, flatter ones if it must be; else small ones. */
static struct grid fitting_grid(const struct canvas *canvas, int width, int height)
{
    int gap = canvas_units(canvas, 14);
    int most = (width + gap) / (canvas_units(canvas, 116) + gap);
    for (double ratio = LANDSCAPE; ratio > 0.5; ratio -= 0.02)
        for (int columns = 3; columns <= most; columns++) {
            struct grid grid = {columns, ratio};
            if (grid_height(canvas, width, &grid) <= height)
                return grid;
        }
    return scrolling_grid(canvas, width);
}

static void build_track(struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct gallery_entry *entry = gallery_at(state.gallery, index);
    char par[40];
    bool bad = describe_par(index, par, sizeof par);
    if (ui_card(ui, entry->id, par, box, index == state.chosen))
        state.chosen = index;
    int side = canvas_units(canvas, 8);
    struct box inside = box_inset(box, side, 0);
    box_cut_top(&inside, side);
    struct box picture = box_cut_top(&inside, inside.h - canvas_units(canvas, 56));
    gallery_draw(state.gallery, index, canvas, picture);
    inside = box_inset(inside, canvas_units(canvas, 2), canvas_units(canvas, 6));
    struct box upper = box_cut_top(&inside, inside.h / 2);
    canvas_text(canvas, STYLE_STRONG, theme->ink, entry->name, upper, ALIGN_LEFT);
    canvas_text(canvas, STYLE_SMALL, bad ? theme->warning : theme->ink_soft, par, inside,
                ALIGN_LEFT);
}

/* Returns where the grid of cards ends. */
static int build_tracks(struct ui *ui, struct box column, const struct grid *grid)
{
    int bottom = column.y;
    for (int i = 0; i < gallery_count(state.gallery); i++) {
        struct box box = track_cell(ui_canvas(ui), column, i, grid);
        build_track(ui, i, box);
        bottom = box.y + box.h;
    }
    return bottom;
}

/* --- rules ----------------------------------------------------------------------------------- */

static void choose_preset(int preset)
{
    struct setup fresh = setup_from_preset(state.setup.rules, preset);
    fresh.players = state.setup.players;
    fresh.values[FIELD_LAPS] = state.setup.values[FIELD_LAPS];
    state.setup = fresh;
}

static int preset_height(struct canvas *canvas, const struct rule_preset *preset, int width)
{
    int inside = width - 2 * canvas_units(canvas, 18);
    return canvas_units(canvas, 24 + 22) +
           canvas_paragraph_height(canvas, STYLE_SMALL, preset->sentence, inside);
}

static void build_preset(struct ui *ui, int index, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const struct rule_preset *preset = &state.setup.rules->table->presets[index];
    char id[80];
    snprintf(id, sizeof id, "preset %s", preset->name);
    if (ui_card(ui, id, preset->title, box, state.setup.preset == index))
        choose_preset(index);
    struct box inside = box_inset(box, canvas_units(canvas, 18), canvas_units(canvas, 10));
    canvas_text(canvas, STYLE_STRONG, theme->ink, preset->title,
                box_cut_top(&inside, canvas_units(canvas, 26)), ALIGN_LEFT);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink_soft, preset->sentence, inside, ALIGN_LEFT);
}

static void build_number(struct ui *ui, int field, struct box box)
{
    const struct rule_field *rule = &state.setup.rules->table->fields[field];
    struct ui_range range = {rule->minimum, rule->maximum, 1, ""};
    char id[80];
    snprintf(id, sizeof id, "choice %s", rule->name);
    ui_stepper(ui, id, rule->title, box, &state.setup.values[field], &range);
}

/* Returns where the rules end. */
static int build_rules(struct ui *ui, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct rule_table *table = state.setup.rules->table;
    int gap = canvas_units(canvas, 10);
    for (int i = 0; i < table->preset_count; i++) {
        if (table->presets[i].later)
            continue;
        int height = preset_height(canvas, &table->presets[i], column.w);
        build_preset(ui, i, box_cut_top(&column, height));
        box_cut_top(&column, gap);
    }
    box_cut_top(&column, gap);
    bool beside = column.w > canvas_units(canvas, 420);
    struct box row = box_cut_top(&column, canvas_units(canvas, 40));
    int wide = canvas_units(canvas, 44);
    build_number(ui, FIELD_LAPS, beside ? box_column(row, 0, 2, wide) : row);
    if (!beside)
        row = box_cut_top(&column, canvas_units(canvas, 40));
    build_number(ui, FIELD_NITROS, beside ? box_column(row, 1, 2, wide) : row);
    return column.y;
}

/* --- the page -------------------------------------------------------------------------------- */

static const int HEADING = 40;

/* Room for the focus ring inside the clip of a scrolling part. */
static struct box with_margin(const struct canvas *canvas, struct box box)
{
    int side = canvas_units(canvas, 14);
    return box_inset(box, -side, 0);
}

/* What the chosen track asks of the driver, under the cards. */
static int describe_height(struct canvas *canvas, int width)
{
    int lines = 3 * canvas_line_height(canvas, STYLE_SMALL);
    const struct track *track =
        state.chosen < 0 ? NULL : gallery_at(state.gallery, state.chosen)->track;
    int needed =
        track ? canvas_paragraph_height(canvas, STYLE_SMALL, track->description, width) : 0;
    return needed > lines ? needed : lines;
}

static void describe_chosen(struct canvas *canvas, struct box box)
{
    const struct track *track =
        state.chosen < 0 ? NULL : gallery_at(state.gallery, state.chosen)->track;
    if (track)
        canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, track->description,
                         box, ALIGN_LEFT);
}

/* Tracks beside rules, each scrolling by itself, the players below them. */
static void build_wide(struct ui *ui, struct box page)
{
    struct canvas *canvas = ui_canvas(ui);
    int ring = canvas_units(canvas, 6), line = canvas_units(canvas, HEADING);
    int players = setup_players_height(canvas, &state, page.w);
    int gap = canvas_units(canvas, 44), width = (page.w - gap) * 58 / 100;
    int words = describe_height(canvas, width) + canvas_units(canvas, 12);
    int room = page.h - line - players - line - words;
    struct grid grid = fitting_grid(canvas, width, room - 2 * ring);
    int height = grid_height(canvas, width, &grid) + 2 * ring;
    struct box upper = box_cut_top(&page, line + (height < room ? height : room));
    struct box description = box_cut_top(&page, words);
    description.w = width;
    describe_chosen(canvas, box_inset(description, 0, canvas_units(canvas, 6)));
    struct box left = box_cut_left(&upper, width);
    box_cut_left(&upper, gap);
    heading(canvas, "Track", box_cut_top(&left, line));
    heading(canvas, "Rules", box_cut_top(&upper, line));
    int y = ui_scroll_begin(ui, "tracks", with_margin(canvas, left), &state.track_scroll) + ring;
    int bottom = build_tracks(ui, box_make(left.x, y, left.w, 100000), &grid);
    ui_scroll_end(ui, bottom + ring);
    y = ui_scroll_begin(ui, "rules", with_margin(canvas, upper), &state.rule_scroll) + ring;
    bottom = build_rules(ui, box_make(upper.x, y, upper.w, 100000));
    ui_scroll_end(ui, bottom + ring);
    heading(canvas, "Players", box_cut_top(&page, line));
    setup_players_build(ui, &state, page);
}

/* One page that scrolls as a whole, in two columns if there is room for them. */
static void build_page(struct ui *ui, struct box page)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 14), line = canvas_units(canvas, HEADING);
    int y = ui_scroll_begin(ui, "page", with_margin(canvas, page), &state.page_scroll);
    struct box column = {page.x, y, page.w, 100000}, left = column, right = column;
    bool beside = page.w >= canvas_units(canvas, 720);
    if (beside) {
        left.w = (page.w - 2 * gap) * 58 / 100;
        box_cut_left(&right, left.w + 2 * gap);
    }
    heading(canvas, "Track", box_cut_top(&left, line));
    struct grid grid = scrolling_grid(canvas, left.w);
    box_cut_top(&left, build_tracks(ui, left, &grid) - left.y + canvas_units(canvas, 8));
    describe_chosen(canvas, box_cut_top(&left, describe_height(canvas, left.w)));
    box_cut_top(&left, gap);
    if (!beside)
        right = left;
    heading(canvas, "Rules", box_cut_top(&right, line));
    int bottom = build_rules(ui, right) + gap;
    column.y = bottom > left.y ? bottom : left.y;
    heading(canvas, "Players", box_cut_top(&column, line));
    int height = setup_players_height(canvas, &state, column.w);
    setup_players_build(ui, &state, box_cut_top(&column, height));
    ui_scroll_end(ui, column.y + gap);
}

static void build_footer(struct app *app, struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    char problem[800];
    find_problem(problem, sizeof problem);
    int wide = canvas_units(canvas, 30);
    struct box back = box_cut_left(&row, ui_button_width(ui, "Back") + wide);
    struct box go = box_cut_right(&row, ui_button_width(ui, "Start the race") + wide);
    if (ui_button(ui, "button back", "Back", back, LOOK_PLAIN))
        app_go(app, &screen_home);
    ui_status(ui, problem[0] ? problem : "New race: choose a track, the rules and the players.");
    if (problem[0]) {
        ui_button_disabled(ui, "Start the race", go);
        struct box text = box_inset(row, canvas_units(canvas, 16), 0);
        int needed = canvas_paragraph_height(canvas, STYLE_SMALL, problem, text.w);
        text = box_centre(text, text.w, needed);
        canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->warning, problem, text,
                         ALIGN_RIGHT);
        return;
    }
    if (ui_button(ui, "button start-race", "Start the race", go, LOOK_PRIMARY))
        start(app);
    ui_default(ui, "button start-race");
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct box page = canvas_box(canvas);
    bool wide = page.w >= canvas_units(canvas, 960) && page.h >= canvas_units(canvas, 700);
    page = box_centre(page, canvas_units(canvas, 1560), canvas_units(canvas, 1000));
    page =
        box_inset(page, canvas_units(canvas, wide ? 40 : 16), canvas_units(canvas, wide ? 24 : 8));
    canvas_fill(canvas, canvas_box(canvas), theme->panel);
    canvas_text(canvas, STYLE_TITLE, theme->ink, "New race",
                box_cut_top(&page, canvas_units(canvas, wide ? 56 : 44)), ALIGN_LEFT);
    struct box footer = box_cut_bottom(&page, canvas_units(canvas, 48));
    box_cut_bottom(&page, canvas_units(canvas, wide ? 24 : 8));
    if (wide)
        build_wide(ui, page);
    else
        build_page(ui, page);
    if (state.fresh && state.chosen > 0)
        ui_reveal(ui, gallery_at(state.gallery, state.chosen)->id);
    state.fresh = false;
    build_footer(app, ui, footer);
}

static bool event(struct app *app, const SDL_Event *event)
{
    bool back = event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE;
    if (back)
        app_go(app, &screen_home);
    return back;
}

const struct screen screen_setup = {
    .name = "set-up", .enter = enter, .leave = leave, .build = build, .event = event};
