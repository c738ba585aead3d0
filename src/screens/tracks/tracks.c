/* The track browser: every track that there is, what is known of it, and what can be done with it.
 *
 * Wide windows show filters, cards and the chosen track side by side; narrower ones keep the
 * filters in a dialog, the narrowest show the chosen track as a page of its own.
 */
#include "screens/tracks/inside.h"
#include "screens/workshop.h"

#include <stdio.h>
#include <string.h>

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

static void edit_new(struct app *app)
{
    workshops[0]->edit_new(app, 0, 0);
}

static void take(struct app *app, struct course course)
{
    if (state.picker.gallery)
        tracks_take(app, &state, course);
}

static void generate(struct app *app)
{
    workshops[0]->generate(app, take);
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

static const struct {
    const char *id, *label;
    void (*act)(struct app *app);
} ways[] = {
    {"button new-track", "New track…", edit_new},
    {"button generate", "Generate…", generate},
    {"button from-photo", "From a photo…", take_photo},
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

/* --- the page -------------------------------------------------------------------------------- */

/* What there is room for, in interface pixels. */
static const int ROOM_FOR_FILTERS = 1000, ROOM_FOR_DETAIL = 680, FILTERS = 206, DETAIL = 330,
                 ROOM_FOR_SCROLL = 480, LINE = 40, GAP = 16;

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
    if (picker_build_search(page->ui, &state.picker, TRACKS_SEARCH, "Search by name or author",
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
    tracks_scroll_cards(app, ui, &state, page.rest);
    if (detail)
        tracks_build_detail(app, ui, &state, right.rest);
    if (filters)
        tracks_build_filters(ui, &state, left);
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
    tracks_build_cards(app, &column, &state, area);
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
    state.walking = ring[0] && strcmp(ring, TRACKS_SEARCH) != 0;
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
        tracks_build_filters_dialog(ui, &state);
    if (state.renaming && tracks_chosen(&state))
        tracks_build_renaming(app, ui, &state);
}

/* --- keys ------------------------------------------------------------------------------------ */

static bool press_with_control(struct app *app, SDL_Keycode key)
{
    static const struct {
        SDL_Keycode key;
        void (*act)(struct app *app, struct tracks_state *state);
    } keys[] = {
        {SDLK_d, tracks_copy},      {SDLK_e, tracks_edit},      {SDLK_p, tracks_print},
        {SDLK_c, tracks_copy_path}, {SDLK_z, tracks_take_back},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key) {
            keys[i].act(app, &state);
            return true;
        }
    if (key == SDLK_n)
        edit_new(app);
    else if (key == SDLK_f)
        state.picker.seek = true;
    return key == SDLK_n || key == SDLK_f;
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
