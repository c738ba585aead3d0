/* See offer.h. */

#include "screens/tracks/tracks.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "rules/game.h"
#include "screens/course_tools.h"
#include "screens/tracks/inside.h"
#include "session/session.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 560, CARD_LEAST = 150 }; /* interface pixels */

struct track_offer {
    struct picker picker;
    bool (*takes)(struct course course);
    int offered[GALLERY_LIMIT];
    int count;
};

static void list(struct track_offer *offer)
{
    offer->count = 0;
    for (int i = 0; i < gallery_count(offer->picker.gallery); i++) {
        struct course course = gallery_at(offer->picker.gallery, i)->course;
        if (course.body && offer->takes(course))
            offer->offered[offer->count++] = i;
    }
    picker_list(&offer->picker, offer->offered, offer->count);
}

struct track_offer *track_offer_open(const struct app *app, bool (*takes)(struct course course))
{
    struct track_offer *offer = memory_allocate(1, sizeof *offer);
    offer->takes = takes;
    offer->picker.gallery = gallery_open(app->shipped_tracks, app->tracks_folder, NULL);
    offer->picker.seek = true;
    list(offer);
    return offer;
}

void track_offer_free(struct track_offer *offer)
{
    if (offer)
        gallery_free(offer->picker.gallery);
    free(offer);
}

static void look(void *context, int index, struct picker_card *card)
{
    const struct track_offer *offer = context;
    const struct gallery_entry *entry = gallery_at(offer->picker.gallery, index);
    tracks_print_card(entry, card->words, sizeof card->words);
}

/* The index of what was clicked, or -1. */
static int build_cards(struct ui *ui, struct track_offer *offer, struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    int y = ui_scroll_begin(ui, "offered tracks", box, &offer->picker.scroll);
    struct layout column = layout_column(ui, box.x, y, box.w - canvas_units(canvas, 11), 8);
    if (offer->picker.listed_count == 0)
        layout_text(&column, AT_TOP, STYLE_BODY, canvas_theme(canvas)->ink_soft,
                    gallery_is_complete(offer->picker.gallery) ? "No such track." : "Reading ...");
    int clicked = picker_build_cards(&column, &offer->picker, CARD_LEAST, box, look, offer);
    ui_scroll_end(ui, column.rest.y);
    return clicked;
}

enum offer_answer track_offer_build(struct track_offer *offer, struct ui *ui, const char *title,
                                    const char *words, struct course *taken)
{
    gallery_begin_pass(offer->picker.gallery);
    if (gallery_collect(offer->picker.gallery))
        list(offer);
    struct layout column = {ui, ui_dialog(ui, WIDTH, HEIGHT, "button cancel-track"), 8};
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    layout_text(&column, AT_TOP, STYLE_TITLE, theme->ink, title);
    layout_paragraph(&column, STYLE_BODY, theme->ink_soft, words);
    if (picker_build_search(ui, &offer->picker, "field search-track", "Search tracks",
                            layout_take(&column, AT_TOP, 40)))
        picker_list(&offer->picker, offer->offered, offer->count);
    struct layout foot = {ui, layout_take(&column, AT_BOTTOM, 38), 8};
    bool cancelled = layout_button(&foot, AT_RIGHT, "button cancel-track", "Cancel", LOOK_PLAIN);
    int clicked = build_cards(ui, offer, column.rest);
    if (clicked < 0)
        return cancelled ? OFFER_CANCELLED : OFFER_STAYS;
    *taken = gallery_at(offer->picker.gallery, clicked)->course;
    return OFFER_TAKEN;
}

int track_offer_patience(const struct track_offer *offer)
{
    return offer ? gallery_patience(offer->picker.gallery) : -1;
}

/* === chosen =================================================================================== */

/* The chosen track: a large picture, what is known of it, and what can be done with it.
 *
 * Each request that changes files looks at the folders again afterwards, also when it failed:
 * something has changed there that the browser did not know of.
 */

/* The chosen one, if its file is still there; else that is told. */
static struct gallery_entry *chosen_file(struct app *app, struct tracks_state *state)
{
    struct gallery_entry *entry = tracks_chosen(state);
    if (!entry || file_exists(entry->path))
        return entry;
    app_tell(app, "%s is not there any more: it was moved, renamed or deleted elsewhere.",
             entry->path);
    tracks_look_again(state, NULL);
    return NULL;
}

/* The player's own; of others it is said why not. */
static struct gallery_entry *own_file(struct app *app, struct tracks_state *state,
                                      const char *request)
{
    struct gallery_entry *entry = chosen_file(app, state);
    if (!entry || entry->place == GALLERY_OWN)
        return entry;
    app_notice(app,
               "%.60s comes with the game and is not %s. Duplicate it to have one of your own.",
               entry->name, request);
    return NULL;
}

static void tracks_race(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    if (!entry || !entry->course.body)
        return;
    tracks_replace_string(&app->chosen_track, entry->path);
    app_go(app, &screen_setup);
}

static void tracks_edit(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    if (entry)
        course_tools_edit_file(app, entry->path);
}

static void print(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = tracks_chosen(state);
    if (entry && entry->course.body)
        app_print(app, entry->course);
}

/* --- new files ------------------------------------------------------------------------------- */

static bool is_taken(const char *name, const void *context)
{
    return tracks_has_name(context, name, NULL);
}

/* Takes over the path; NULL: it failed. Other filters would hide what has just been made. */
static void choose_new(struct tracks_state *state, char *path)
{
    if (path)
        tracks_wish_for_all(&state->picker.wish);
    tracks_look_again(state, path);
    free(path);
}

static void copy(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    struct error error;
    if (!entry)
        return;
    char *name = tracks_copy_name(entry->name, is_taken, state);
    char *path = tracks_duplicate(entry->path, app->tracks_folder, name, &error);
    if (path)
        app_notice(app, "%.100s is one of your own now.", name);
    else
        app_tell(app, "%s cannot be duplicated: %s", entry->name, error.text);
    choose_new(state, path);
    free(name);
}

/* --- another name ---------------------------------------------------------------------------- */

static void tracks_ask_name(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = own_file(app, state, "renamed");
    if (!entry)
        return;
    state->renaming = state->renaming_begins = true;
    state->name_problem[0] = '\0';
    snprintf(state->name, sizeof state->name, "%s", entry->name);
    /* Of one that cannot be read that is the file's. */
    const struct game *game = entry->course.body ? NULL : course_file_game(entry->path);
    char *ending = game ? strstr(state->name, game->course->extension) : NULL;
    if (ending)
        *ending = '\0';
}

static void rename_chosen(struct app *app, struct tracks_state *state)
{
    struct error error;
    char name[TRACK_NAME_BYTES];
    strcpy(name, state->name);
    const struct gallery_entry *entry = tracks_chosen(state);
    tracks_tidy_name(name);
    if (!entry || tracks_has_name(state, name, entry->path)) {
        snprintf(state->name_problem, sizeof state->name_problem,
                 "Another track has this name already.");
        return;
    }
    char *path = tracks_rename(entry->path, name, &error);
    if (!path) {
        snprintf(state->name_problem, sizeof state->name_problem, "It cannot be renamed: %s",
                 error.text);
        return;
    }
    /* What was remembered by its path follows. */
    const char *from = entry->path;
    if (app->chosen_track && strcmp(app->chosen_track, from) == 0)
        tracks_replace_string(&app->chosen_track, path);
    if (strcmp(app->settings.last_track, from) == 0 &&
        strlen(path) < sizeof app->settings.last_track) {
        strcpy(app->settings.last_track, path);
        app->settings_changed = true;
    }
    state->renaming = false;
    tracks_look_again(state, path);
    free(path);
}

static void tracks_build_renaming(struct app *app, struct ui *ui, struct tracks_state *state)
{
    static const char field[] = "field name";
    static struct ui_scroll scroll;
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    const char *problem = state->name_problem;
    struct dialog dialog = {"renaming", "Rename the track", "button no", 500, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    if (state->renaming_begins)
        ui_set_focus(ui, field, false);
    state->renaming_begins = false;
    if (ui_text_field(ui, field, state->name, sizeof state->name, layout_take(&column, AT_TOP, 40)))
        state->name_problem[0] = '\0';
    layout_skip(&column, AT_TOP, 8);
    layout_paragraph(&column, STYLE_SMALL, problem[0] ? theme->warning : theme->ink_soft,
                     problem[0] ? problem : "The file follows the name; no other file is touched.");
    dialog_end(&column);
    ui_status(ui, problem[0] ? problem : "A new name for the track?");
    char name[TRACK_NAME_BYTES];
    strcpy(name, state->name);
    bool named = tracks_tidy_name(name);
    struct box yes = layout_cut(&dialog.foot, AT_RIGHT, ui_button_width(ui, "Rename"));
    if (layout_button(&dialog.foot, AT_RIGHT, "button no", "Cancel", LOOK_PLAIN))
        state->renaming = false;
    if (!named)
        ui_button_disabled(ui, "Rename", yes);
    else if (ui_button(ui, "button yes", "Rename", yes, LOOK_PRIMARY))
        rename_chosen(app, state);
    ui_default(ui, "button yes");
}

/* --- deleting -------------------------------------------------------------------------------- */

static void delete_for_good(struct app *app)
{
    struct error error;
    if (!file_remove(app->asked_path, &error))
        app_tell(app, "%s cannot be deleted.", app->asked_path);
}

static void tracks_delete(struct app *app, struct tracks_state *state)
{
    struct error error;
    const struct gallery_entry *entry = own_file(app, state, "deleted");
    if (!entry)
        return;
    char *lies_at = trash_move(entry->path, app->trash, &error);
    if (lies_at) {
        tracks_replace_string(&state->lay_at, entry->path);
        free(state->lies_at);
        state->lies_at = lies_at;
        snprintf(state->deleted, sizeof state->deleted, "%s", entry->name);
        state->detail_open = false;
    } else if (file_exists(entry->path)) {
        app_ask(app, "Delete for good", delete_for_good, entry->path,
                "The track cannot be put into the trash: %s. Delete it for good?", error.text);
        state->refresh = true;
        return;
    }
    tracks_look_again(state, NULL);
}

static void tracks_take_back(struct app *app, struct tracks_state *state)
{
    struct error error;
    if (!state->lies_at)
        return;
    char *path = memory_copy_string(state->lay_at);
    if (trash_take_back(state->lies_at, path, &error)) {
        app_notice(app, "%.100s is back.", state->deleted);
        tracks_replace_string(&state->lies_at, NULL);
        state->picker.wish.search[0] = '\0';
        tracks_look_again(state, path);
    } else {
        app_tell(app, "%s cannot be fetched back to %s: %s. It lies in the trash.", state->deleted,
                 path, error.text);
        tracks_look_again(state, NULL);
    }
    free(path);
}

/* --- sharing --------------------------------------------------------------------------------- */

static void show(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    if (entry)
        tracks_show_file(entry->path);
}

static void copy_path(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = tracks_chosen(state);
    if (!entry)
        return;
    if (SDL_SetClipboardText(entry->path) == 0)
        app_notice(app, "On the clipboard: %.260s", entry->path);
    else
        app_tell(app, "The track is the file %s", entry->path);
}

/* --- what is known ---------------------------------------------------------------------------- */

static const int BUTTON = 38, GAP = 8; /* interface pixels */

static void add_text(struct layout *column, struct paper_color color, struct text *text)
{
    layout_paragraph(column, STYLE_SMALL, color, text_string(text));
    text_free(text);
}

static void add_records(struct layout *column, const struct tracks_state *state)
{
    struct text text = {0};
    for (int i = 0; i < state->record_count; i++) {
        const struct tracks_record *record = &state->record_lines[i];
        text_append_format(&text, "%s%s: record %d %ss, %s%s%s", i > 0 ? "\n" : "", record->rules,
                           record->best.rounds, record->round_noun, record->best.name,
                           record->best.date[0] ? ", " : "", record->best.date);
    }
    add_text(column, canvas_theme(ui_canvas(column->ui))->ink, &text);
}

/* What it is, and what is wrong with it, or why something cannot be done. */
static void build_head(struct layout *column, struct tracks_state *state,
                       struct gallery_entry *entry, int picture)
{
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    struct text facts = {0}, trouble = {0};
    char par[60];
    bool bad = tracks_print_par(entry, par, sizeof par);
    if (entry->course.body) {
        int height = column->rest.w * 2 / 3;
        struct box box = layout_cut(column, AT_TOP, height < picture ? height : picture);
        if (!state->large_of || strcmp(state->large_of, entry->path) != 0) {
            picture_free(&state->large);
            tracks_replace_string(&state->large_of, entry->path);
        }
        canvas_picture(canvas, &state->large, box, gallery_paint, &entry->course);
        layout_skip(column, AT_TOP, GAP - column->gap);
        course_say_size(entry->course, " squares", &facts);
        text_append_format(&facts, "%s%s", par[0] && !bad ? " · " : "", bad ? "" : par);
        if (entry->par.state == PAR_NO_LAP)
            text_append(&trouble, entry->why);
        else if (tracks_par_is_too_much(entry))
            text_append(&trouble, "Par is too much to count here, where no course may take more "
                                  "than 256 MiB and 2 seconds. It can be raced all the same.");
    } else {
        text_append_format(&trouble, "This file cannot be read: %s", entry->problem);
    }
    layout_paragraph(column, STYLE_HEADING, theme->ink, entry->name);
    add_text(column, theme->ink, &facts);
    if (entry->course.body && entry->par.rounds > 0) {
        struct setup setup = par_course_setup(entry->course);
        layout_paragraph(column, STYLE_SMALL, theme->ink_soft, par_condition(&setup));
    }
    add_text(column, theme->warning, &trouble);
    struct layout row = {column->ui, {0}, 0};
    if (entry->marks)
        row = layout_row(column, 24, 0);
    picker_draw_marks(canvas, entry->marks, row.rest);
    layout_skip(column, AT_TOP, GAP - (entry->marks ? column->gap : 0));
}

/* --- what can be done ------------------------------------------------------------------------- */

static const struct tracks_request {
    const char *id, *label;
    SDL_Keycode key; /* with Control; 0: none, or one of its own */
    void (*act)(struct app *app, struct tracks_state *state);
    bool needs_track, needs_own;
} requests[] = {
    {"button edit", "Edit", SDLK_e, tracks_edit, false, false},
    {"button duplicate", "Duplicate", SDLK_d, copy, false, false},
    {"button rename", "Rename", 0, tracks_ask_name, false, true},
    {"button delete", "Delete", 0, tracks_delete, false, true},
    {"button print", "Print", SDLK_p, print, true, false},
    {"button show-file", "Show file", 0, show, false, false},
    {"button copy-path", "Copy path", SDLK_c, copy_path, false, false},
};
enum { REQUEST_COUNT = sizeof requests / sizeof requests[0] };

static bool is_offered(const struct tracks_request *request, const struct gallery_entry *entry)
{
    return (entry->course.body || !request->needs_track) &&
           (entry->place == GALLERY_OWN || !request->needs_own);
}

/* Two in a row. What was asked for is done at last, as it may change what is chosen. */
static const struct tracks_request *build_deeds(struct layout *column,
                                                const struct gallery_entry *entry)
{
    const struct tracks_request *asked = NULL;
    const struct tracks_request *offered[REQUEST_COUNT];
    int count = 0;
    for (int i = 0; i < REQUEST_COUNT; i++)
        if (is_offered(&requests[i], entry))
            offered[count++] = &requests[i];
    struct grid grid = grid_in(column, 1, GAP, 2);
    grid.height = canvas_units(ui_canvas(column->ui), BUTTON);
    for (int i = 0; i < count; i++)
        if (ui_button(column->ui, offered[i]->id, offered[i]->label, grid_cell(&grid, i),
                      LOOK_PLAIN))
            asked = offered[i];
    layout_cut(column, AT_TOP, grid_height(&grid, count));
    layout_skip(column, AT_TOP, 2 * GAP - column->gap);
    return asked;
}

static void tracks_build_detail(struct app *app, struct ui *ui, struct tracks_state *state,
                                struct box box)
{
    struct canvas *canvas = ui_canvas(ui);
    struct gallery_entry *entry = tracks_chosen(state);
    if (!entry)
        return;
    canvas_plain_card(canvas, box);
    int side = canvas_units(canvas, 14), edge = canvas_units(canvas, 2);
    int y = ui_scroll_begin(ui, "track detail", box_inset(box, edge, edge), &state->detail_scroll);
    struct layout column =
        layout_column(ui, box.x + side, y + side, box.w - 2 * side - canvas_units(canvas, 4), 6);
    build_head(&column, state, entry, box.h / 2);
    bool goes = false;
    if (entry->course.body) {
        goes = ui_button(ui, "button race", "Race", layout_take(&column, AT_TOP, BUTTON + 4),
                         LOOK_PRIMARY);
        layout_skip(&column, AT_TOP, GAP - column.gap);
    }
    const struct tracks_request *asked = build_deeds(&column, entry);
    const struct paper_theme *theme = canvas_theme(ui_canvas(column.ui));
    static char note[8200], by[8200];
    struct text author = {0};
    tracks_split_description(entry->course.body ? course_note(entry->course) : "", note, by,
                             sizeof note);
    add_records(&column, state);
    layout_paragraph(&column, STYLE_SMALL, theme->ink_soft, note);
    if (by[0])
        text_append_format(&author, "by %s", by);
    add_text(&column, theme->ink_soft, &author);
    layout_paragraph(
        &column, STYLE_SMALL, theme->ink_soft,
        entry->place == GALLERY_SHIPPED
            ? "It comes with the game, so it is neither renamed nor deleted; edited it "
              "becomes a copy of your own."
            : file_own_name(entry->path));
    ui_scroll_end(ui, column.rest.y + side / 2);
    if (goes)
        tracks_race(app, state);
    else if (asked)
        asked->act(app, state);
}

/* === tracks =================================================================================== */

/* The track browser: every track that there is, what is known of it, and what can be done with it.
 *
 * Wide windows show filters, cards and the chosen track side by side; narrower ones keep the
 * filters in a dialog, the narrowest show the chosen track as a page of its own.
 */

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
static const struct course_tools *tools(void)
{
    const struct gallery_entry *entry = tracks_chosen(&state);
    const struct course_tools *own =
        entry && entry->course.body ? course_tools_of(entry->course.game) : NULL;
    return own ? own : course_tools_usual();
}

static void edit_new(struct app *app)
{
    (void)app;
    state.making = true;
}

/* The editor of each game that has one; Enter takes that of the track that is chosen. */
static void build_making(struct app *app, struct ui *ui)
{
    static const char words[] = "For which game is the new track?";
    static struct ui_scroll scroll;
    struct dialog dialog = {"making", "New track", "button no", 440, false, &scroll, {0}};
    struct layout column = dialog_begin(ui, &dialog);
    const struct course_tools *usual = tools(), *taken = NULL;
    column.gap = 10;
    layout_text(&column, AT_TOP, STYLE_BODY, canvas_theme(ui_canvas(ui))->ink, words);
    for (const struct course_tools *const *of = course_tools_list; *of; of++)
        if (ui_button(ui, ui_words("button new %s", (*of)->game->name), (*of)->game->title,
                      layout_cut(&column, AT_TOP, ui_button_height(ui)),
                      *of == usual ? LOOK_PRIMARY : LOOK_PLAIN))
            taken = *of;
    dialog_end(&column);
    bool cancelled = layout_button(&dialog.foot, AT_RIGHT, "button no", "Cancel", LOOK_PLAIN);
    state.making = !taken && !cancelled;
    ui_default(ui, ui_words("button new %s", usual->game->name));
    ui_status(ui, words);
    if (taken)
        taken->edit_new(app, 0, 0);
}

static void take(struct app *app, struct course course)
{
    if (state.picker.gallery) {
        /* Keeps a track that was made as one of the player's own, and chooses it. */
        struct error error;
        char *path = tracks_keep(course, app->tracks_folder, &error);
        if (!path)
            app_tell(app, "The track cannot be kept in %s: %s", app->tracks_folder, error.text);
        choose_new(&state, path);
    }
}

static void generate(struct app *app)
{
    (tools()->generate ? tools() : course_tools_usual())->generate(app, take);
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

struct tracks_tracks_ways {
    struct app *app;
    int width; /* of the last line */
};

static void build_ways(struct layout *column, void *data)
{
    struct tracks_tracks_ways *told = data;
    struct flow flow = flow_begin(column, 8);
    for (int i = 0; i < WAY_COUNT; i++)
        if (flow_button(&flow, ways[i].id, ways[i].label, LOOK_PLAIN))
            ways[i].act(told->app);
    told->width = flow.x - flow.gap - flow.area.x;
    flow_end(&flow, column);
}

/* What there is room for, in interface pixels. */
static const double RING = 6, TRACKS_CARD_LEAST = 158;
static const int ROOM_FOR_FILTERS = 1000, ROOM_FOR_DETAIL = 680, FILTERS = 206, DETAIL = 330,
                 ROOM_FOR_SCROLL = 480, LINE = 40, TRACKS_GAP = 16;

/* --- the cards: what the picker shows, with what a click and the keyboard do there ------------ */

static void tracks_look(void *context, int index, struct picker_card *card)
{
    const struct gallery_entry *entry = gallery_at(state.picker.gallery, index);
    (void)context;
    card->chosen = state.chosen && strcmp(entry->path, state.chosen) == 0;
    card->bad = tracks_print_par(entry, card->line, sizeof card->line);
    tracks_print_card(entry, card->words, sizeof card->words);
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
static void tracks_build_cards(struct app *app, struct layout *column, struct box area)
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
    int clicked =
        picker_build_cards(column, &state.picker, TRACKS_CARD_LEAST, area, tracks_look, NULL);
    if (clicked >= 0) {
        /* Choosing by the pointer shows the track; by Enter it is what most people want with it. */
        const struct gallery_entry *entry = gallery_at(state.picker.gallery, clicked);
        bool by_key = strcmp(ui_ring(ui), entry->id) == 0;
        tracks_choose(&state, entry->path);
        if (by_key)
            (entry->course.body ? tracks_race : tracks_edit)(app, &state);
        else
            state.detail_open = true;
    }
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
    tracks_build_cards(app, &column, area);
    ui_scroll_end(ui, column.rest.y);
}

/* --- the filters: in a column at the left, or in a dialog where there is no room for it ------- */

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
    if (filters) {
        int ring = canvas_units(ui_canvas(ui), 4);
        int y = ui_scroll_begin(ui, "filters", box_inset(left, -ring, 0), &state.filter_scroll);
        struct layout column = layout_column(ui, left.x, y, left.w, 2);
        if (picker_build_filters(&column, &state.picker))
            tracks_wish_changed(&state);
        ui_scroll_end(ui, column.rest.y + ring);
    }
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
    /* The title with the ways beside it, or below it where they need lines of their own. */
    struct canvas *canvas = ui_canvas(page->ui);
    struct tracks_tracks_ways told = {app, 0};
    struct layout row = layout_row(page, 50, 20);
    layout_text(&row, AT_LEFT, STYLE_TITLE, canvas_theme(canvas)->ink, "Tracks");
    layout_measure(page->ui, LAYOUT_ENDLESS, build_ways, &told);
    bool fits = told.width <= row.rest.w;
    if (fits)
        row.rest = layout_cut(&row, AT_RIGHT, told.width);
    layout_skip(&row, AT_TOP, 5);
    build_ways(fits ? &row : page, &told);
    layout_skip(page, AT_TOP, 10);
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
    tracks_build_cards(app, &column, area);
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
    struct layout footer = {ui, layout_take(&page, AT_BOTTOM, 44), TRACKS_GAP};
    layout_skip(&page, AT_BOTTOM, 12);
    if (!detail && state.detail_open && tracks_chosen(&state)) {
        tracks_build_detail(app, ui, &state, page.rest);
    } else if (low) {
        build_low(app, page);
    } else {
        build_above(app, &page, filters);
        page.gap = TRACKS_GAP;
        build_body(app, page, filters, detail);
    }
    if (detail)
        state.detail_open = false;
    build_footer(app, footer);
    const char *ring = ui_ring(ui);
    state.walking = ring[0] && strcmp(ring, SEARCH) != 0;
    ui_take_text(ui);
    ui_default(ui, "button race");
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

static void build(struct app *app, struct ui *ui)
{
    tracks_follow(&state);
    tell_showing(app);
    build_page(app, layout_page(ui, 0));
    if (state.filters_open)
        build_filters_dialog(ui);
    if (state.renaming && tracks_chosen(&state))
        tracks_build_renaming(app, ui, &state);
    if (state.making)
        build_making(app, ui);
}

/* --- keys ------------------------------------------------------------------------------------ */

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
    if (key->mod & (KMOD_CTRL | KMOD_GUI)) {
        if (key->sym == SDLK_n)
            edit_new(app);
        else if (key->sym == SDLK_f)
            state.picker.seek = true;
        else if (key->sym == SDLK_z)
            tracks_take_back(app, &state);
        else {
            for (int i = 0; i < REQUEST_COUNT; i++)
                if (requests[i].key == key->sym) {
                    requests[i].act(app, &state);
                    return true;
                }
            return false;
        }
        return true;
    }
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
