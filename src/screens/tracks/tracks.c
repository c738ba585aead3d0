/* The track browser: every track that there is, what is known of it, and what can be done with it.
 *
 * Wide windows show filters, cards and the chosen track side by side; narrower ones keep the
 * filters in a dialog, the narrowest show the chosen track as a page of its own.
 */
#include "screens/graph_paper/editor/making.h"
#include "screens/tracks/inside.h"

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
    app_edit_new(app, 0, 0);
}

static void take(struct app *app, const struct track *track)
{
    if (state.gallery)
        tracks_take(app, &state, track);
}

static void generate(struct app *app)
{
    app_generate(app, take);
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

static int way_width(struct ui *ui, int way)
{
    struct canvas *canvas = ui_canvas(ui);
    return canvas_text_width(canvas, STYLE_BODY, ways[way].label) + canvas_units(canvas, 28);
}

/* From the left, in lines of this height; returns what they need. */
static int build_ways(struct app *app, struct ui *ui, struct box box, int height, bool draw)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, 8), x = box.x, y = box.y;
    for (int i = 0; i < WAY_COUNT; i++) {
        int width = way_width(ui, i);
        if (x > box.x && x + width > box.x + box.w) {
            x = box.x;
            y += height + gap;
        }
        struct box at = {x, y, width, height};
        if (draw && ui_button(ui, ways[i].id, ways[i].label, at, LOOK_PLAIN))
            ways[i].act(app);
        x += width + gap;
    }
    return y + height - box.y;
}

static int ways_width(struct ui *ui)
{
    int width = (WAY_COUNT - 1) * canvas_units(ui_canvas(ui), 8);
    for (int i = 0; i < WAY_COUNT; i++)
        width += way_width(ui, i);
    return width;
}

/* --- the page -------------------------------------------------------------------------------- */

/* What there is room for, in interface pixels. */
static const int ROOM_FOR_FILTERS = 1000, ROOM_FOR_DETAIL = 680, FILTERS = 206, DETAIL = 330,
                 ROOM_FOR_SCROLL = 480, LINE = 40, GAP = 16;

static void go_back(struct app *app)
{
    if (state.detail_open && state.wish.search[0] == '\0')
        state.detail_open = false;
    else
        app_go_back(app);
}

static void build_header(struct app *app, struct ui *ui, struct box *page)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    int height = canvas_units(canvas, LINE);
    struct box row = box_cut_top(page, canvas_units(canvas, 50));
    int title = canvas_text_width(canvas, STYLE_TITLE, "Tracks") + canvas_units(canvas, 20);
    canvas_text(canvas, STYLE_TITLE, theme->ink, "Tracks", row, ALIGN_LEFT);
    int needed = ways_width(ui);
    struct box line = box_centre(row, row.w, height);
    if (title + needed <= row.w) {
        build_ways(app, ui, box_cut_right(&line, needed), height, true);
    } else {
        height = canvas_units(canvas, 34);
        struct box ways_box = box_make(page->x, page->y, page->w, 0);
        ways_box = box_cut_top(page, build_ways(app, ui, ways_box, height, false));
        build_ways(app, ui, ways_box, height, true);
    }
    box_cut_top(page, canvas_units(canvas, 10));
}

static void print_count(char *into, size_t size)
{
    int all = gallery_count(state.gallery), listed = state.listed_count;
    if (!gallery_is_complete(state.gallery))
        snprintf(into, size, "%d tracks …", listed);
    else if (tracks_is_limited(&state.wish))
        snprintf(into, size, "%d of %d", listed, all);
    else
        snprintf(into, size, all == 1 ? "%d track" : "%d tracks", all);
}

static void build_search_line(struct ui *ui, struct box row, bool filters_beside)
{
    struct canvas *canvas = ui_canvas(ui);
    char count[40];
    print_count(count, sizeof count);
    if (!filters_beside) {
        const char *label = tracks_is_limited(&state.wish) ? "Filter (on)" : "Filter";
        if (ui_button(ui, "button filter", label, box_cut_right(&row, ui_button_width(ui, label)),
                      LOOK_PLAIN))
            state.filters_open = true;
        box_cut_right(&row, canvas_units(canvas, 10));
    }
    int width = canvas_text_width(canvas, STYLE_SMALL, count) + 1;
    canvas_text(canvas, STYLE_SMALL, canvas_theme(canvas)->ink_soft, count,
                box_cut_right(&row, width), ALIGN_RIGHT);
    box_cut_right(&row, canvas_units(canvas, 10));
    int most = canvas_units(canvas, 460);
    tracks_build_search(ui, &state, box_cut_left(&row, row.w < most ? row.w : most));
}

static void build_undo(struct app *app, struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    char words[TRACK_NAME_BYTES + 40];
    const char *label = "Undo";
    if (!state.lies_at)
        return;
    struct box button = box_cut_right(&row, ui_button_width(ui, label));
    box_cut_right(&row, canvas_units(canvas, 12));
    snprintf(words, sizeof words, "%s lies in the trash.", state.deleted);
    canvas_text(canvas, STYLE_BODY, canvas_theme(canvas)->ink, words, row, ALIGN_RIGHT);
    if (ui_button(ui, "button undo-delete", label, button, LOOK_PLAIN))
        tracks_take_back(app, &state);
}

static void build_footer(struct app *app, struct ui *ui, struct box row)
{
    struct canvas *canvas = ui_canvas(ui);
    if (ui_button(ui, "button back", "Back", box_cut_left(&row, ui_button_width(ui, "Back")),
                  LOOK_PLAIN))
        go_back(app);
    box_cut_left(&row, canvas_units(canvas, GAP));
    build_undo(app, ui, row);
}

/* Tab comes to the search, the chosen track and the filters before all the cards. */
static void build_body(struct app *app, struct ui *ui, struct box page, bool filters, bool detail)
{
    struct canvas *canvas = ui_canvas(ui);
    int gap = canvas_units(canvas, GAP);
    struct box right = {0}, left = {0};
    if (filters) {
        left = box_cut_left(&page, canvas_units(canvas, FILTERS));
        box_cut_left(&page, gap);
    }
    if (detail) {
        int most = page.w * 45 / 100, width = canvas_units(canvas, DETAIL);
        right = box_cut_right(&page, width < most ? width : most);
        box_cut_right(&page, gap + canvas_units(canvas, 6));
    }
    tracks_scroll_cards(app, ui, &state, page);
    box_cut_top(&right, canvas_units(canvas, 6)); /* as the cards, which leave room for a ring */
    if (detail)
        tracks_build_detail(app, ui, &state, right);
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
    if (tracks_show_answer() != SHOWING_FAILED || !entry)
        return;
    bool kept = SDL_SetClipboardText(entry->path) == 0;
    app_tell(app, "No file manager could be opened. The track is the file %s%s", entry->path,
             kept ? " (this path is on the clipboard now)." : "");
}

static void build_above(struct app *app, struct ui *ui, struct box *page, bool filters_beside)
{
    struct canvas *canvas = ui_canvas(ui);
    build_header(app, ui, page);
    build_search_line(ui, box_cut_top(page, canvas_units(canvas, LINE)), filters_beside);
    box_cut_top(page, canvas_units(canvas, 8));
}

/* In a low window all of it scrolls. */
static void build_low(struct app *app, struct ui *ui, struct box page)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box area = box_inset(page, -canvas_units(canvas, 12), 0);
    int y = ui_scroll_begin(ui, "tracks", area, &state.grid_scroll);
    struct box column = {page.x, y, page.w, 1000000};
    build_above(app, ui, &column, false);
    ui_scroll_end(ui, tracks_build_cards(app, ui, &state, column, area));
}

static void build_page(struct app *app, struct ui *ui, struct box page)
{
    struct canvas *canvas = ui_canvas(ui);
    int width = canvas_box(canvas).w;
    bool filters = width >= canvas_units(canvas, ROOM_FOR_FILTERS);
    bool low = canvas_box(canvas).h < canvas_units(canvas, ROOM_FOR_SCROLL);
    bool detail = !low && width >= canvas_units(canvas, ROOM_FOR_DETAIL);
    struct box footer = box_cut_bottom(&page, ui_button_height(ui));
    box_cut_bottom(&page, canvas_units(canvas, 12));
    if (!detail && state.detail_open && tracks_chosen(&state)) {
        tracks_build_detail(app, ui, &state, page);
    } else if (low) {
        build_low(app, ui, page);
    } else {
        build_above(app, ui, &page, filters);
        build_body(app, ui, page, filters, detail);
    }
    if (detail)
        state.detail_open = false;
    build_footer(app, ui, footer);
    const char *ring = ui_ring(ui);
    state.walking = ring[0] && strcmp(ring, TRACKS_SEARCH) != 0;
    ui_take_text(ui);
    ui_default(ui, "button race");
    tell_status(ui);
}

static void build(struct app *app, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    struct box page = canvas_box(canvas);
    bool wide = page.w >= canvas_units(canvas, 900);
    tracks_follow(&state);
    tell_showing(app);
    canvas_fill(canvas, page, canvas_theme(canvas)->panel);
    page =
        box_inset(page, canvas_units(canvas, wide ? 32 : 14), canvas_units(canvas, wide ? 20 : 8));
    build_page(app, ui, page);
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
        state.seek = true;
    return key == SDLK_n || key == SDLK_f;
}

static void press_escape(struct app *app)
{
    if (!state.wish.search[0]) {
        go_back(app);
        return;
    }
    state.wish.search[0] = '\0';
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
    size_t length = strlen(state.wish.search);
    if (text[0] == ' ')
        return false;
    if (length + strlen(text) < sizeof state.wish.search)
        memcpy(state.wish.search + length, text, strlen(text) + 1);
    state.seek = true;
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
    return gallery_patience(state.gallery);
}

const struct screen screen_tracks = {.name = "tracks",
                                     .enter = enter,
                                     .leave = leave,
                                     .build = build,
                                     .event = event,
                                     .animate = animate,
                                     .covers_window = true};
