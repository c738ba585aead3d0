/* The editor is not here yet. */
#include "screens/studio.h"

#include "base/file.h"

void app_edit_new(struct app *app, int width, int height)
{
    (void)width, (void)height;
    app_tell(app, "The editor is being built.");
}

void app_edit_file(struct app *app, const char *path)
{
    app_tell(app, "The editor is being built: %s", path);
}

void app_edit_draft(struct app *app, struct draft *draft)
{
    draft_free(draft);
    app_tell(app, "The editor is being built.");
}

bool app_has_unsaved_sheet(const struct app *app)
{
    (void)app;
    return false;
}

void app_edit_unsaved(struct app *app)
{
    (void)app;
}

char *app_new_track_path(const struct app *app, const char *name)
{
    return file_join(app->tracks_folder, name);
}

const struct screen screen_editor = {.name = "editor"};
