/* The chosen track: a large picture, what is known of it, and what can be done with it.
 *
 * Each deed that changes files looks at the folders again afterwards, also when it failed:
 * something has changed there that the browser did not know of.
 */
#include "screens/tracks/inside.h"
#include "screens/workshop.h"

#include "base/memory.h"
#include "base/system/trash.h"
#include "rules/game.h"
#include "session/save.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static struct gallery_entry *own_file(struct app *app, struct tracks_state *state, const char *deed)
{
    struct gallery_entry *entry = chosen_file(app, state);
    if (!entry || entry->place == GALLERY_OWN)
        return entry;
    app_notice(app,
               "%.60s comes with the game and is not %s. Duplicate it to have one of your own.",
               entry->name, deed);
    return NULL;
}

void tracks_race(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    if (!entry || !entry->course.body)
        return;
    tracks_replace_string(&app->chosen_track, entry->path);
    app_go(app, &screen_setup);
}

void tracks_edit(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    if (entry)
        workshop_edit_file(app, entry->path);
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

void tracks_take(struct app *app, struct tracks_state *state, struct course course)
{
    struct error error;
    char *path = tracks_keep(course, app->tracks_folder, &error);
    if (!path)
        app_tell(app, "The track cannot be kept in %s: %s", app->tracks_folder, error.text);
    choose_new(state, path);
}

/* --- another name ---------------------------------------------------------------------------- */

void tracks_ask_name(struct app *app, struct tracks_state *state)
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

/* What was remembered by its path follows. */
static void follow_path(struct app *app, const char *from, const char *to)
{
    if (app->chosen_track && strcmp(app->chosen_track, from) == 0)
        tracks_replace_string(&app->chosen_track, to);
    if (strcmp(app->settings.last_track, from) == 0 &&
        strlen(to) < sizeof app->settings.last_track) {
        strcpy(app->settings.last_track, to);
        app->settings_changed = true;
    }
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
    follow_path(app, entry->path, path);
    state->renaming = false;
    tracks_look_again(state, path);
    free(path);
}

static bool has_name(const char *typed)
{
    char name[TRACK_NAME_BYTES];
    strcpy(name, typed);
    return tracks_tidy_name(name);
}

void tracks_build_renaming(struct app *app, struct ui *ui, struct tracks_state *state)
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
    bool named = has_name(state->name);
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

void tracks_delete(struct app *app, struct tracks_state *state)
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

void tracks_take_back(struct app *app, struct tracks_state *state)
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

static void draw_picture(struct canvas *canvas, struct tracks_state *state,
                         struct gallery_entry *entry, struct box box)
{
    if (!state->large_of || strcmp(state->large_of, entry->path) != 0) {
        picture_free(&state->large);
        tracks_replace_string(&state->large_of, entry->path);
    }
    canvas_picture(canvas, &state->large, box, gallery_paint, &entry->course);
}

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
        draw_picture(canvas, state, entry,
                     layout_cut(column, AT_TOP, height < picture ? height : picture));
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

static void build_foot(struct layout *column, const struct tracks_state *state,
                       const struct gallery_entry *entry)
{
    const struct paper_theme *theme = canvas_theme(ui_canvas(column->ui));
    static char note[8200], by[8200];
    struct text author = {0};
    tracks_split_description(entry->course.body ? course_note(entry->course) : "", note, by,
                             sizeof note);
    add_records(column, state);
    layout_paragraph(column, STYLE_SMALL, theme->ink_soft, note);
    if (by[0])
        text_append_format(&author, "by %s", by);
    add_text(column, theme->ink_soft, &author);
    layout_paragraph(
        column, STYLE_SMALL, theme->ink_soft,
        entry->place == GALLERY_SHIPPED
            ? "It comes with the game, so it is neither renamed nor deleted; edited it "
              "becomes a copy of your own."
            : file_own_name(entry->path));
}

/* --- what can be done ------------------------------------------------------------------------- */

static const struct deed {
    const char *id, *label;
    SDL_Keycode key; /* with Control; 0: none, or one of its own */
    void (*act)(struct app *app, struct tracks_state *state);
    bool needs_track, needs_own;
} deeds[] = {
    {"button edit", "Edit", SDLK_e, tracks_edit, false, false},
    {"button duplicate", "Duplicate", SDLK_d, copy, false, false},
    {"button rename", "Rename", 0, tracks_ask_name, false, true},
    {"button delete", "Delete", 0, tracks_delete, false, true},
    {"button print", "Print", SDLK_p, print, true, false},
    {"button show-file", "Show file", 0, show, false, false},
    {"button copy-path", "Copy path", SDLK_c, copy_path, false, false},
};
enum { DEED_COUNT = sizeof deeds / sizeof deeds[0] };

bool tracks_press_with_control(struct app *app, struct tracks_state *state, SDL_Keycode key)
{
    for (int i = 0; i < DEED_COUNT; i++)
        if (deeds[i].key == key) {
            deeds[i].act(app, state);
            return true;
        }
    return false;
}

static bool is_offered(const struct deed *deed, const struct gallery_entry *entry)
{
    return (entry->course.body || !deed->needs_track) &&
           (entry->place == GALLERY_OWN || !deed->needs_own);
}

/* Two in a row. What was asked for is done at last, as it may change what is chosen. */
static const struct deed *build_deeds(struct layout *column, const struct gallery_entry *entry)
{
    const struct deed *asked = NULL;
    const struct deed *offered[DEED_COUNT];
    int count = 0;
    for (int i = 0; i < DEED_COUNT; i++)
        if (is_offered(&deeds[i], entry))
            offered[count++] = &deeds[i];
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

void tracks_build_detail(struct app *app, struct ui *ui, struct tracks_state *state, struct box box)
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
    const struct deed *asked = build_deeds(&column, entry);
    build_foot(&column, state, entry);
    ui_scroll_end(ui, column.rest.y + side / 2);
    if (goes)
        tracks_race(app, state);
    else if (asked)
        asked->act(app, state);
}
