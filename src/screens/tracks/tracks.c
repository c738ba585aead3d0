/* The track browser: every track that there is, what is known of it, and what can be done with it.
 *
 * Wide windows show filters, cards and the chosen track side by side; narrower ones keep the
 * filters in a dialog, the narrowest show the chosen track as a page of its own.
 */
#include "screens/tracks/inside.h"
#include "screens/workshop.h"

#include <stdio.h>
#include <string.h>

static const char SEARCH[] = "field search";

static struct tracks_state state;

static void enter(struct app *app)
{
    state.insists = app->chosen_was_drawn && app->chosen_track;
    app->chosen_was_drawn = false;
    if ((!state.chosen || state.insists) && app->chosen_track)
        tracks_choose(&state, app->chosen_track);
    tracks_open(&state, app);
}

static void leave(struct app *app)
{
    (void)app;
    tracks_close(&state);
}

/* --- where tracks come from ------------------------------------------------------------------ */

/* Of the game whose track is chosen, if it has one. */
static const struct workshop *workshop(void)
{
    const struct gallery_entry *entry = tracks_chosen(&state);
    const struct workshop *own =
        entry && entry->course.body ? workshop_of(entry->course.game) : NULL;
    return own ? own : workshops[0];
}

static void edit_new(struct app *app)
{
    workshop()->edit_new(app, 0, 0);
}

static void take(struct app *app, struct course course)
{
    if (state.picker.gallery)
        tracks_take(app, &state, course);
}

static void generate(struct app *app)
{
    (workshop()->generate ? workshop() : workshops[0])->generate(app, take);
}

static void take_photo(struct app *app)
{
    if (app->has_file_dialog)
        app->file_dialog_wanted = true;
    else
        app_tell(app, "Drop a picture of a track on this window: a photo of one that was drawn on "
                      "paper, or a scan. Its lines become walls.");
}

static void open_file(struct app *app)
{
    if (app->has_file_dialog)
        app->file_dialog_wanted = true;
    else
        app_tell(app, "Drop a track (.svg) on this window to open it, or put it into %s.",
                 app->tracks_folder);
}

static void import(struct app *app)
{
    if (app->has_file_dialog)
        app->file_dialog_wanted = true;
    else
        app_tell(app, "Drop a grid on this window: a text with a sign for each square, as #.SF or "
                      "XOSF, or a PNG with a pixel or a block of pixels for each.");
}

static const struct {
    const char *id, *label;
    void (*act)(struct app *app);
} ways[] = {
    {"button new-track", "New track…", edit_new},       {"button generate", "Generate…", generate},
    {"button from-photo", "From a photo…", take_photo}, {"button import-grid", "Import…", import},
    {"button open-file", "Open file…", open_file},
};
enum { WAY_COUNT = sizeof ways / sizeof ways[0] };

struct ways {
    struct app *app;
    int width; /* of the last line */
};

static void build_ways(struct layout *column, void *data)
{
    struct ways *told = data;
    struct flow flow = flow_begin(column, 8);
    for (int i = 0; i < WAY_COUNT; i++)
        if (flow_button(&flow, ways[i].id, ways[i].label, LOOK_PLAIN))
            ways[i].act(told->app);
    told->width = flow.x - flow.gap - flow.area.x;
    flow_end(&flow, column);
}

/* What there is room for, in interface pixels. */
static const double RING = 6, CARD_LEAST = 158;
static const int ROOM_FOR_FILTERS = 1000, ROOM_FOR_DETAIL = 680, FILTERS = 206, DETAIL = 330,
                 ROOM_FOR_SCROLL = 480, LINE = 40, GAP = 16;

/* --- the cards: what the picker shows, with what a click and the keyboard do there -------------
 */

static void look(void *context, int index, struct picker_card *card)
{
    const struct gallery_entry *entry = gallery_at(state.picker.gallery, index);
    (void)context;
    card->chosen = state.chosen && strcmp(entry->path, state.chosen) == 0;
    card->bad = tracks_print_par(entry, card->line, sizeof card->line);
    tracks_print_card(entry, card->words, sizeof card->words);
}

/* Choosing by the pointer shows the track; by Enter it is what most people want with it. */
static void take_click(struct app *app, struct ui *ui, int index)
{
    const struct gallery_entry *entry = gallery_at(state.picker.gallery, index);
    bool by_key = strcmp(ui_ring(ui), entry->id) == 0;
    tracks_choose(&state, entry->path);
    if (by_key)
        (entry->course.body ? tracks_race : tracks_edit)(app, &state);
    else
        state.detail_open = true;
}

/* Where the keyboard's focus comes to is chosen. */
static void follow_focus(struct ui *ui)
{
    const char *ring = ui_ring(ui);
    bool moved = strcmp(ring, state.ring) != 0;
    snprintf(state.ring, sizeof state.ring, "%s", ring);
    if (!moved)
        return;
    state.on_cards = false;
    for (int i = 0; ring[0] && i < state.picker.listed_count; i++) {
        const struct gallery_entry *entry =
            gallery_at(state.picker.gallery, state.picker.listed[i]);
        if (strcmp(entry->id, ring) != 0)
            continue;
        state.on_cards = true;
        tracks_choose(&state, entry->path);
    }
}

static void build_nothing(struct layout *column)
{
    bool own = state.picker.wish.from == FROM_OWN && state.own_count == 0;
    const char *title = "Nothing found", *words = "No track has all that you look for.",
               *label = "Clear search and filters";
    if (!gallery_is_complete(state.picker.gallery)) {
        title = "Reading the tracks …";
        words = "";
        label = NULL;
    } else if (own) {
        title = "No track of your own yet";
        words = "Draw one by hand, let one be generated, or take a photo of one that was drawn on "
                "paper: it will wait here.";
        label = "Show all tracks";
    }
    if (!layout_nothing(column, title, words, "button clear-search", label))
        return;
    tracks_wish_for_all(&state.picker.wish);
    tracks_wish_changed(&state);
}

/* From the top of the column down, drawn within the area. */
static void build_cards(struct app *app, struct layout *column, struct box area)
{
    struct ui *ui = column->ui;
    const struct gallery_entry *chosen = tracks_chosen(&state);
    if (chosen && state.walk)
        ui_set_focus(ui, chosen->id, true);
    else if (chosen && state.reveal && tracks_chosen_place(&state) > 0)
        ui_reveal(ui, chosen->id);
    state.walk = state.reveal = false;
    follow_focus(ui);
    layout_skip(column, AT_TOP, RING);
    if (state.picker.listed_count == 0) {
        build_nothing(column);
        return;
    }
    int clicked = picker_build_cards(column, &state.picker, CARD_LEAST, area, look, NULL);
    if (clicked >= 0)
        take_click(app, ui, clicked);
    layout_skip(column, AT_TOP, RING);
}

static void scroll_cards(struct app *app, struct ui *ui, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int ring = canvas_units(canvas, RING), side = canvas_units(canvas, 14);
    struct box area = box_inset(box, -ring, 0);
    area.w += side - ring;
    int y = ui_scroll_begin(ui, "tracks", area, &state.picker.scroll);
    struct layout column = layout_column(ui, box.x, y, box.w, 0);
    build_cards(app, &column, area);
    ui_scroll_end(ui, column.rest.y);
}

/* --- the filters: in a column at the left, or in a dialog where there is no room for it --------
 */

static void build_filters(struct ui *ui, struct box box)
{
    int ring = canvas_units(ui_canvas(ui), 4);
    int y = ui_scroll_begin(ui, "filters", box_inset(box, -ring, 0), &state.filter_scroll);
    struct layout column = layout_column(ui, box.x, y, box.w, 2);
    if (picker_build_filters(&column, &state.picker))
        tracks_wish_changed(&state);
    ui_scroll_end(ui, column.rest.y + ring);
}

static void build_filters_dialog(struct ui *ui)
{
    struct dialog dialog = {"filters", "Filter", "button done", 560, false, &state.filter_scroll,
                            {0}};
    struct layout column = dialog_begin(ui, &dialog);
    column.gap = 2;
    if (picker_build_filters(&column, &state.picker))
        tracks_wish_changed(&state);
    dialog_end(&column);
    if (layout_button(&dialog.foot, AT_RIGHT, "button done", "Done", LOOK_PRIMARY))
        state.filters_open = false;
    ui_default(ui, "button done");
    ui_status(ui, "Which tracks are shown, and in which order.");
}

/* --- the page -------------------------------------------------------------------------------- */

static void go_back(struct app *app)
{
    if (state.detail_open && state.picker.wish.search[0] == '\0')
        state.detail_open = false;
    else
        app_go_back(app);
}

/* The title with the ways beside it, or below it where they need lines of their own. */
static void build_header(struct app *app, struct layout *page)
{
    struct canvas *canvas = ui_canvas(page->ui);
    struct ways told = {app, 0};
    struct layout row = layout_row(page, 50, 20);
    layout_text(&row, AT_LEFT, STYLE_TITLE, canvas_theme(canvas)->ink, "Tracks");
    layout_measure(page->ui, LAYOUT_ENDLESS, build_ways, &told);
    bool fits = told.width <= row.rest.w;
    if (fits)
        row.rest = layout_cut(&row, AT_RIGHT, told.width);
    layout_skip(&row, AT_TOP, 5);
    build_ways(fits ? &row : page, &told);
    layout_skip(page, AT_TOP, 10);
}

static void print_count(char *into, size_t size)
{
    int all = gallery_count(state.picker.gallery), listed = state.picker.listed_count;
    if (!gallery_is_complete(state.picker.gallery))
        snprintf(into, size, "%d tracks …", listed);
    else if (tracks_is_limited(&state.picker.wish))
        snprintf(into, size, "%d of %d", listed, all);
    else
        snprintf(into, size, all == 1 ? "%d track" : "%d tracks", all);
}

static void build_search_line(struct layout *page, bool filters_beside)
{
    struct layout row = layout_row(page, LINE, 10);
    struct canvas *canvas = ui_canvas(page->ui);
    char count[40];
    print_count(count, sizeof count);
    if (!filters_beside) {
        const char *label = tracks_is_limited(&state.picker.wish) ? "Filter (on)" : "Filter";
        if (layout_button(&row, AT_RIGHT, "button filter", label, LOOK_PLAIN))
            state.filters_open = true;
    }
    layout_text(&row, AT_RIGHT, STYLE_SMALL, canvas_theme(canvas)->ink_soft, count);
    int most = canvas_units(canvas, 460);
    if (picker_build_search(page->ui, &state.picker, SEARCH, "Search by name or author",
                            layout_cut(&row, AT_LEFT, row.rest.w < most ? row.rest.w : most)))
        tracks_wish_changed(&state);
    layout_skip(page, AT_TOP, 8);
}

static void build_footer(struct app *app, struct layout row)
{
    char words[TRACK_NAME_BYTES + 40];
    if (layout_button(&row, AT_LEFT, "button back", "Back", LOOK_PLAIN))
        go_back(app);
    if (!state.lies_at)
        return;
    bool taken_back = layout_button(&row, AT_RIGHT, "button undo-delete", "Undo", LOOK_PLAIN);
    snprintf(words, sizeof words, "%s lies in the trash.", state.deleted);
    canvas_text(ui_canvas(row.ui), STYLE_BODY, canvas_theme(ui_canvas(row.ui))->ink, words,
                row.rest, ALIGN_RIGHT);
    if (taken_back)
        tracks_take_back(app, &state);
}

/* Tab comes to the search, the chosen track and the filters before all the cards. The chosen one
 * grows with the window, and the rest of the room is for more cards. */
static void build_body(struct app *app, struct layout page, bool filters, bool detail)
{
    struct ui *ui = page.ui;
    struct canvas *canvas = ui_canvas(ui);
    struct box left = {0};
    struct layout right = {ui, {0}, 0};
    if (filters)
        left = layout_take(&page, AT_LEFT, FILTERS);
    if (detail) {
        int least = canvas_units(canvas, DETAIL), part = page.rest.w * 30 / 100;
        int most = page.rest.w * 45 / 100, width = part > least ? part : least;
        right.rest = layout_cut(&page, AT_RIGHT, width < most ? width : most);
        layout_skip(&page, AT_RIGHT, 6);
        layout_skip(&right, AT_TOP, 6); /* as the cards, which leave room for a ring */
    }
    scroll_cards(app, ui, page.rest);
    if (detail)
        tracks_build_detail(app, ui, &state, right.rest);
    if (filters)
        build_filters(ui, left);
}

static void tell_status(struct ui *ui)
{
    struct text status = {0};
    const struct gallery_entry *entry = tracks_chosen(&state);
    char count[40];
    print_count(count, sizeof count);
    text_append_format(&status, "Tracks: %s.", count);
    if (entry)
        text_append_format(&status, " Chosen: %s.", entry->name);
    if (state.lies_at)
        text_append_format(&status, " %s lies in the trash.", state.deleted);
    ui_status(ui, text_string(&status));
    text_free(&status);
}

/* How asking the file manager went. */
static void tell_showing(struct app *app)
{
    const struct gallery_entry *entry = tracks_chosen(&state);
    if (!tracks_show_failed() || !entry)
        return;
    bool kept = SDL_SetClipboardText(entry->path) == 0;
    app_tell(app, "No file manager could be opened. The track is the file %s%s", entry->path,
             kept ? " (this path is on the clipboard now)." : "");
}

static void build_above(struct app *app, struct layout *page, bool filters_beside)
{
    build_header(app, page);
    build_search_line(page, filters_beside);
}

/* In a low window all of it scrolls. */
static void build_low(struct app *app, struct layout page)
{
    struct canvas *canvas = ui_canvas(page.ui);
    struct box area = box_inset(page.rest, -canvas_units(canvas, 12), 0);
    int y = ui_scroll_begin(page.ui, "tracks", area, &state.picker.scroll);
    struct layout column = layout_column(page.ui, page.rest.x, y, page.rest.w, 0);
    build_above(app, &column, false);
    build_cards(app, &column, area);
    ui_scroll_end(page.ui, column.rest.y);
}

static void build_page(struct app *app, struct layout page)
{
    struct ui *ui = page.ui;
    struct canvas *canvas = ui_canvas(ui);
    int width = canvas_box(canvas).w;
    bool filters = width >= canvas_units(canvas, ROOM_FOR_FILTERS);
    bool low = canvas_box(canvas).h < canvas_units(canvas, ROOM_FOR_SCROLL);
    bool detail = !low && width >= canvas_units(canvas, ROOM_FOR_DETAIL);
    struct layout footer = {ui, layout_take(&page, AT_BOTTOM, 44), GAP};
    layout_skip(&page, AT_BOTTOM, 12);
    if (!detail && state.detail_open && tracks_chosen(&state)) {
        tracks_build_detail(app, ui, &state, page.rest);
    } else if (low) {
        build_low(app, page);
    } else {
        build_above(app, &page, filters);
        page.gap = GAP;
        build_body(app, page, filters, detail);
    }
    if (detail)
        state.detail_open = false;
    build_footer(app, footer);
    const char *ring = ui_ring(ui);
    state.walking = ring[0] && strcmp(ring, SEARCH) != 0;
    ui_take_text(ui);
    ui_default(ui, "button race");
    tell_status(ui);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box window = canvas_box(canvas);
    bool wide = window.w >= canvas_units(canvas, 900);
    tracks_follow(&state);
    tell_showing(app);
    canvas_fill(canvas, window, canvas_theme(canvas)->panel);
    build_page(app, layout_inside(ui, window, wide ? 32 : 14, wide ? 20 : 8, 0));
    if (state.filters_open)
        build_filters_dialog(ui);
    if (state.renaming && tracks_chosen(&state))
        tracks_build_renaming(app, ui, &state);
}

/* --- keys ------------------------------------------------------------------------------------ */

static bool press_with_control(struct app *app, SDL_Keycode key)
{
    if (key == SDLK_n)
        edit_new(app);
    else if (key == SDLK_f)
        state.picker.seek = true;
    else if (key == SDLK_z)
        tracks_take_back(app, &state);
    else
        return tracks_press_with_control(app, &state, key);
    return true;
}

static void press_escape(struct app *app)
{
    if (!state.picker.wish.search[0]) {
        go_back(app);
        return;
    }
    state.picker.wish.search[0] = '\0';
    tracks_wish_changed(&state);
}

static bool press(struct app *app, const SDL_Keysym *key)
{
    if (key->mod & (KMOD_CTRL | KMOD_GUI))
        return press_with_control(app, key->sym);
    switch (key->sym) {
    case SDLK_ESCAPE:
        press_escape(app);
        return true;
    case SDLK_UP:
    case SDLK_DOWN:
    case SDLK_LEFT:
    case SDLK_RIGHT:
        /* From nowhere, and from the search, the arrows come to the cards. */
        state.walk = !state.walking;
        return state.walk;
    case SDLK_F2:
        tracks_ask_name(app, &state);
        return true;
    case SDLK_DELETE:
        tracks_delete(app, &state);
        return true;
    default:
        return false;
    }
}

/* Typing anywhere searches; a blank would rather press what has the focus. */
static bool type(const char *text)
{
    size_t length = strlen(state.picker.wish.search);
    if (text[0] == ' ')
        return false;
    if (length + strlen(text) < sizeof state.picker.wish.search)
        memcpy(state.picker.wish.search + length, text, strlen(text) + 1);
    state.picker.seek = true;
    tracks_wish_changed(&state);
    return true;
}

static bool event(struct app *app, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_KEYDOWN:
        return press(app, &event->key.keysym);
    case SDL_TEXTINPUT:
        return type(event->text.text);
    case SDL_WINDOWEVENT:
        state.refresh = state.refresh || event->window.event == SDL_WINDOWEVENT_FOCUS_GAINED;
        return event->window.event == SDL_WINDOWEVENT_FOCUS_GAINED;
    default:
        return false;
    }
}

static int animate(struct app *app, Uint32 now)
{
    (void)app, (void)now;
    return gallery_patience(state.picker.gallery);
}

const struct screen screen_tracks = {.name = "tracks",
                                     .enter = enter,
                                     .leave = leave,
                                     .build = build,
                                     .event = event,
                                     .animate = animate,
                                     .covers_window = true};
