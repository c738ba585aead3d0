/* The set-up of a new race: track, rules, players. What has no meaning together is said at once,
 * beside the button that would start it.
 */
#include "screens/race/programs.h"
#include "screens/setup/inside.h"

#include "rules/game.h"
#include "screens/tracks/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct setup_state state;

/* --- pieces that its files share ------------------------------------------------------------- */

void setup_heading(struct canvas *canvas, const char *text, struct box box)
{
    canvas_text(canvas, STYLE_HEADING, canvas_theme(canvas)->ink, text, box, ALIGN_LEFT);
}

int setup_change_count(const struct setup_state *setup)
{
    int count = 0;
    for (int i = 0; i < setup->setup.game->table->field_count; i++)
        count += setup->setup.values[i] != setup->usual[i];
    return count;
}

void setup_describe_changes(const struct setup_state *setup, char *into, int size)
{
    int count = setup_change_count(setup);
    into[0] = 0;
    if (count > 0)
        snprintf(into, (size_t)size, count == 1 ? "%d change" : "%d changes", count);
}

int setup_chip_width(struct canvas *canvas, const char *label)
{
    return canvas_text_width(canvas, STYLE_BODY, label) + canvas_units(canvas, 24);
}

struct ui_state setup_chip(struct ui *ui, const struct setup_chip *chip, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct ui_state touched = ui_target(ui, chip->id, box, chip->text);
    double strength = touched.pressed ? 0.2 : touched.hovered ? 0.09 : 0;
    struct card card = {.radius = 7, .edge_width = 1.5};
    card.fill = chip->chosen ? theme->action : color_mix(theme->card, theme->action, strength);
    card.edge =
        chip->chosen ? theme->action : color_mix(theme->panel_edge, theme->action, strength * 4);
    canvas_card(canvas, box, &card);
    bool fits =
        canvas_text_width(canvas, STYLE_BODY, chip->label) + canvas_units(canvas, 8) <= box.w;
    canvas_text(canvas, fits ? STYLE_BODY : STYLE_SMALL,
                chip->chosen ? theme->action_text : theme->ink, chip->label,
                box_inset(box, canvas_units(canvas, 4), 0), ALIGN_CENTRE);
    if (touched.ring)
        ui_focus_ring(ui, box, 7);
    return touched;
}

/* --- coming and going ------------------------------------------------------------------------ */

static void begin_with_defaults(struct app *app)
{
    setup_house_load(&state, app);
    state.house = state.forgetting = -1;
    setup_read_rules(&state, app->settings.last_rules);
    state.setup.players = app->settings.player_count;
    memcpy(state.players, app->settings.players, sizeof state.players);
    state.allow = (struct allow){.undo = true, .hints = true};
    setup_drivers_enter(&state);
    state.ready = true;
}

static void enter(struct app *app)
{
    if (!state.ready)
        begin_with_defaults(app);
    setup_tracks_enter(&state, app);
    setup_par_enter(&state, app);
    state.all_rules = state.naming = false;
    state.forgetting = state.choosing_driver = -1;
    state.fresh = true;
}

static void leave(struct app *app)
{
    setup_par_leave(&state);
    setup_tracks_leave(&state, app);
}

const struct setup *setup_shown(void)
{
    static struct setup shown;
    shown = state.setup;
    shown.course = graph_paper_course(state.gallery ? setup_track(&state) : NULL);
    return state.gallery ? &shown : NULL;
}

void setup_take_track(struct app *app, const struct track *track)
{
    struct error error;
    char *path = tracks_keep(track, app->tracks_folder, &error);
    if (!path)
        app_tell(app, "The track cannot be kept in %s: %s", app->tracks_folder, error.text);
    else
        setup_tracks_take(&state, path);
    free(path);
}

/* --- starting -------------------------------------------------------------------------------- */

static void remember(struct app *app)
{
    struct settings *settings = &app->settings;
    settings->player_count = state.setup.players;
    memcpy(settings->players, state.players, sizeof state.players);
    const char *path = gallery_at(state.gallery, state.chosen)->path;
    bool fits = strlen(path) < sizeof settings->last_track;
    snprintf(settings->last_track, sizeof settings->last_track, "%s", fits ? path : "");
    setup_write_rules(&state, settings->last_rules, sizeof settings->last_rules);
    app->settings_changed = true;
}

static bool begin_series(struct app *app, struct setup *setup, struct error *error)
{
    struct course courses[SERIES_LIMIT] = {{0}};
    for (int i = 0; i < state.series_count; i++)
        courses[i] =
            graph_paper_course(gallery_at(state.gallery, state.series_tracks[i])->track);
    setup->course = courses[0];
    return app_begin_series(app, setup, state.players, state.allow, courses, state.series_count,
                            error);
}

static void start(struct app *app)
{
    struct error error;
    setup_players_finish(&state);
    programs_trust(state.players, state.setup.players);
    struct setup setup = state.setup;
    setup.course = graph_paper_course(setup_track(&state));
    setup_read_seed(&state, &setup.seed);
    bool begun = state.series ? begin_series(app, &setup, &error)
                              : app_begin_race(app, &setup, state.players, state.allow, &error);
    if (begun)
        remember(app);
    else
        app_tell(app, "The race cannot start: %s", error.text);
}

/* --- the page -------------------------------------------------------------------------------- */

static const int HEADING = 40, RING = 6;

/* Room for the focus ring inside the clip of a scrolling part. */
static struct box with_margin(const struct canvas *canvas, struct box box)
{
    int side = canvas_units(canvas, 14);
    return box_inset(box, -side, 0);
}

/* The heading of the rules with the way to all of them. */
static void build_rules_heading(struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    const char *label = "All rules";
    int width = canvas_text_width(canvas, STYLE_BODY, label) + canvas_units(canvas, 8);
    struct box link = box_cut_right(&row, width);
    link = box_centre(link, link.w, canvas_units(canvas, CHIP_HEIGHT));
    setup_heading(canvas, "Rules", row);
    if (ui_button(ui, "button all-rules", label, link, LOOK_LINK))
        state.all_rules = true;
}

/* The left column: the cards, as large as fits, and what the chosen track is about. */
static void build_left(struct app *app, struct ui *ui, struct box column,
                       const struct setup_grid *grid, int height)
{
    struct canvas *canvas = ui_canvas(ui);
    int ring = canvas_units(canvas, RING), width = column.w;
    setup_tracks_heading(app, ui, &state, box_cut_top(&column, canvas_units(canvas, HEADING)));
    int tools = setup_tracks_tools_height(&state, canvas, width);
    setup_tracks_tools(app, ui, &state, box_cut_top(&column, tools));
    struct box cards = box_cut_top(&column, height);
    int y = ui_scroll_begin(ui, "tracks", with_margin(canvas, cards), &state.track_scroll) + ring;
    int bottom = setup_tracks_build(ui, &state, box_make(cards.x, y, width, 100000), cards, grid);
    ui_scroll_end(ui, bottom + ring);
    setup_tracks_words(app, ui, &state, box_inset(column, 0, canvas_units(canvas, 6)));
}

/* The numbers, and what is possible with them. */
static int numbers_height(struct canvas *canvas, int width)
{
    return setup_numbers_height(&state, canvas, width) + setup_par_height(canvas, &state, width);
}

static void build_numbers(struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    setup_numbers_build(ui, &state, box_cut_top(&box, setup_numbers_height(&state, canvas, box.w)));
    setup_par_draw(canvas, &state, box_cut_top(&box, setup_par_height(canvas, &state, box.w)));
}

/* The right column: the cards, which scroll, and the numbers right below them. */
static void build_right(struct ui *ui, struct box column)
{
    struct canvas *canvas = ui_canvas(ui);
    build_rules_heading(ui, box_cut_top(&column, canvas_units(canvas, HEADING)));
    int height = numbers_height(canvas, column.w);
    struct box numbers = box_cut_bottom(&column, height);
    int y = ui_scroll_begin(ui, "rules", with_margin(canvas, column), &state.preset_scroll);
    int bottom = setup_presets_build(ui, &state, box_make(column.x, y, column.w, 100000));
    ui_scroll_end(ui, bottom);
    numbers.y = bottom < numbers.y ? bottom : numbers.y;
    build_numbers(ui, numbers);
}

/* Tracks beside rules, each scrolling by itself, the players below them. */
static void build_wide(struct app *app, struct ui *ui, struct box page)
{
    struct canvas *canvas = ui_canvas(ui);
    int ring = canvas_units(canvas, RING), line = canvas_units(canvas, HEADING);
    int gap = canvas_units(canvas, 44), width = (page.w - gap) / 2;
    int most = page.h - line - setup_players_height(canvas, &state, page.w);
    int tools = setup_tracks_tools_height(&state, canvas, width);
    int words = setup_tracks_words_height(canvas, &state, width) + canvas_units(canvas, 12) + tools;
    int room = most - line - words;
    struct setup_grid grid = setup_tracks_fit(&state, canvas, width, room - 2 * ring);
    int cards = setup_tracks_height(&state, canvas, width, &grid) + 2 * ring;
    cards = cards < room ? cards : room;
    /* As high as the higher column; how high the cards of the rules are shows when they are built.
     */
    int right = state.preset_scroll.content + numbers_height(canvas, width);
    int height = line + (cards + words > right ? cards + words : right);
    struct box upper = box_cut_top(&page, height < most ? height : most);
    build_left(app, ui, box_cut_left(&upper, width), &grid, cards);
    box_cut_left(&upper, gap);
    build_right(ui, upper);
    setup_heading(canvas, "Players", box_cut_top(&page, line));
    setup_players_build(ui, &state, page);
}

/* One page that scrolls as a whole, in two columns if there is room for them. */
static void build_page(struct app *app, struct ui *ui, struct box page)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 14), line = canvas_units(canvas, HEADING);
    int y = ui_scroll_begin(ui, "page", with_margin(canvas, page), &state.page_scroll);
    struct box column = {page.x, y, page.w, 100000}, left = column, right = column;
    bool beside = page.w >= canvas_units(canvas, 720);
    if (beside) {
        left.w = (page.w - 2 * gap) * 52 / 100;
        box_cut_left(&right, left.w + 2 * gap);
    }
    setup_tracks_heading(app, ui, &state, box_cut_top(&left, line));
    int tools = setup_tracks_tools_height(&state, canvas, left.w);
    setup_tracks_tools(app, ui, &state, box_cut_top(&left, tools));
    struct setup_grid grid = setup_tracks_scroll(&state, canvas, left.w);
    int bottom = setup_tracks_build(ui, &state, left, page, &grid);
    box_cut_top(&left, bottom - left.y + canvas_units(canvas, 8));
    setup_tracks_words(app, ui, &state,
                       box_cut_top(&left, setup_tracks_words_height(canvas, &state, left.w)));
    box_cut_top(&left, gap);
    if (!beside)
        right = left;
    build_rules_heading(ui, box_cut_top(&right, line));
    right.y = setup_presets_build(ui, &state, right);
    build_numbers(ui, right);
    bottom = right.y + numbers_height(canvas, right.w) + gap;
    column.y = bottom > left.y ? bottom : left.y;
    setup_heading(canvas, "Players", box_cut_top(&column, line));
    int height = setup_players_height(canvas, &state, column.w);
    setup_players_build(ui, &state, box_cut_top(&column, height));
    ui_scroll_end(ui, column.y + gap);
}

static void go_back(struct app *app)
{
    if (state.all_rules)
        state.all_rules = false;
    else
        app_go(app, &screen_home);
}

static void draw_problem(struct canvas *canvas, struct box box)
{
    const char *text = state.problem.text;
    int needed = canvas_paragraph_height(canvas, STYLE_SMALL, text, box.w);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->warning, text,
                     box_centre(box, box.w, needed), ALIGN_RIGHT);
}

static void tell_status(struct ui *ui)
{
    struct text status = {0}, par = {0};
    if (state.problem.text[0]) {
        text_append(&status, state.problem.text);
    } else if (state.all_rules) {
        text_append(&status, "All rules of the race.");
    } else {
        text_append(&status, "New race: choose a track, the rules and the players.");
        setup_par_tell(&state, &par);
    }
    if (par.length > 0)
        text_append_format(&status, " %s.", par.data);
    ui_status(ui, text_string(&status));
    text_free(&status);
    text_free(&par);
}

static void build_footer(struct app *app, struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    const char *problem = state.problem.text;
    const char *label = state.series ? "Start the series" : "Start the race";
    const char *back_label = state.all_rules ? "Done" : "Back";
    int wide = canvas_units(canvas, 30);
    struct box back = box_cut_left(&row, ui_button_width(ui, "Back") + wide);
    struct box go = box_cut_right(&row, ui_button_width(ui, label) + wide);
    if (ui_button(ui, "button back", back_label, back, LOOK_PLAIN))
        go_back(app);
    tell_status(ui);
    if (problem[0]) {
        ui_button_disabled(ui, label, go);
        draw_problem(canvas, box_inset(row, canvas_units(canvas, 16), 0));
        return;
    }
    if (ui_button(ui, "button start-race", label, go, LOOK_PRIMARY))
        start(app);
    if (!state.all_rules && !ui_is_typing(ui))
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
    setup_tracks_follow(&state);
    setup_find_problem(&state);
    if (!canvas_is_muted(canvas)) /* the search must not hold up the first picture */
        setup_par_follow(&state);
    canvas_fill(canvas, canvas_box(canvas), theme->panel);
    canvas_text(canvas, STYLE_TITLE, theme->ink, state.all_rules ? "All rules" : "New race",
                box_cut_top(&page, canvas_units(canvas, wide ? 56 : 44)), ALIGN_LEFT);
    struct box footer = box_cut_bottom(&page, canvas_units(canvas, 48));
    box_cut_bottom(&page, canvas_units(canvas, wide ? 24 : 8));
    if (state.all_rules)
        setup_rules_build(ui, &state, page);
    else if (wide)
        build_wide(app, ui, page);
    else
        build_page(app, ui, page);
    /* The first card is in sight anyhow, with the heading over it. */
    if (state.fresh && state.chosen >= 0 && state.listed_count > 0 &&
        state.chosen != state.listed[0])
        ui_reveal(ui, gallery_at(state.gallery, state.chosen)->id);
    state.fresh = false;
    build_footer(app, ui, footer);
    setup_house_build(app, ui, &state);
    setup_drivers_build(ui, &state);
}

static bool event(struct app *app, const SDL_Event *event)
{
    bool back = event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_ESCAPE;
    if (back)
        go_back(app);
    return back;
}

static int animate(struct app *app, Uint32 now)
{
    (void)app, (void)now;
    return gallery_patience(state.gallery);
}

const struct screen screen_setup = {.name = "set-up",
                                    .enter = enter,
                                    .leave = leave,
                                    .build = build,
                                    .event = event,
                                    .animate = animate};
