/* What is done with tracks. Each deed that changes files looks at the folders again afterwards,
 * also when it failed: something has changed there that the browser did not know of.
 */
#include "screens/tracks/inside.h"
#include "screens/workshop.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/trash.h"

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
    free(app->chosen_track);
    app->chosen_track = memory_copy_string(entry->path);
    app_go(app, &screen_setup);
}

void tracks_edit(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    if (entry)
        workshop_edit_file(app, entry->path);
}

void tracks_print(struct app *app, struct tracks_state *state)
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
        state->picker.wish = (struct tracks_wish){.order = state->picker.wish.order};
    tracks_look_again(state, path);
    free(path);
}

void tracks_copy(struct app *app, struct tracks_state *state)
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
    char *ending = strstr(state->name, ".svg");
    if (!entry->course.body && ending)
        *ending = '\0';
}

/* What was remembered by its path follows. */
static void follow_path(struct app *app, const char *from, const char *to)
{
    if (app->chosen_track && strcmp(app->chosen_track, from) == 0) {
        free(app->chosen_track);
        app->chosen_track = memory_copy_string(to);
    }
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

static const char TRACK_NAME[] = "field name";

void tracks_build_renaming(struct app *app, struct ui *ui, struct tracks_state *state)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *words = state->name_problem[0]
                            ? state->name_problem
                            : "The file follows the name; no other file is touched.";
    struct box inside = ui_dialog(ui, 500, 260, "button no");
    struct box row = box_cut_bottom(&inside, ui_button_height(ui));
    canvas_text(canvas, STYLE_TITLE, theme->ink, "Rename the track",
                box_cut_top(&inside, canvas_units(canvas, 46)), ALIGN_LEFT);
    box_cut_top(&inside, canvas_units(canvas, 8));
    struct box field = box_cut_top(&inside, canvas_units(canvas, 40));
    if (state->renaming_begins)
        ui_set_focus(ui, TRACK_NAME, false);
    state->renaming_begins = false;
    if (ui_text_field(ui, TRACK_NAME, state->name, sizeof state->name, field))
        state->name_problem[0] = '\0';
    box_cut_top(&inside, canvas_units(canvas, 8));
    canvas_paragraph(canvas, STYLE_SMALL, state->name_problem[0] ? theme->warning : theme->ink_soft,
                     words, inside, ALIGN_LEFT);
    ui_status(ui, state->name_problem[0] ? state->name_problem : "A new name for the track?");
    struct box right = box_cut_right(&row, ui_button_width(ui, "Rename"));
    box_cut_right(&row, canvas_units(canvas, 12));
    if (ui_button(ui, "button no", "Cancel", box_cut_right(&row, ui_button_width(ui, "Cancel")),
                  LOOK_PLAIN))
        state->renaming = false;
    if (!has_name(state->name))
        ui_button_disabled(ui, "Rename", right);
    else if (ui_button(ui, "button yes", "Rename", right, LOOK_PRIMARY))
        rename_chosen(app, state);
    ui_default(ui, "button yes");
}

/* --- deleting -------------------------------------------------------------------------------- */

static void forget_deleted(struct tracks_state *state)
{
    free(state->lay_at);
    free(state->lies_at);
    state->lay_at = state->lies_at = NULL;
}

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
        forget_deleted(state);
        state->lay_at = memory_copy_string(entry->path);
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
        forget_deleted(state);
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

void tracks_show(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = chosen_file(app, state);
    if (entry)
        tracks_show_file(entry->path);
}

void tracks_copy_path(struct app *app, struct tracks_state *state)
{
    const struct gallery_entry *entry = tracks_chosen(state);
    if (!entry)
        return;
    if (SDL_SetClipboardText(entry->path) == 0)
        app_notice(app, "On the clipboard: %.260s", entry->path);
    else
        app_tell(app, "The track is the file %s", entry->path);
}
