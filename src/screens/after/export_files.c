/* Saving what is on the screen to files of the player's: the race itself, its picture, its sheet,
 * its moves. Names are new ones, so nothing is ever written over; where a file went is told, and so
 * is what went wrong.
 */
#include "base/system/file.h"
#include "paper/print.h"
#include "screens/app.h"
#include "screens/rules_view.h"
#include "session/save.h"

#include <stdlib.h>
#include <string.h>

enum { PICTURE_WIDTH = 8000 };

/* The race that is looked back on, or the running one. */
static const struct session *shown_race(const struct app *app, int *steps)
{
    const struct session *session = app->looked_at ? app->looked_at : app->session;
    *steps = app->looked_at ? app->looked_steps : session_step_count(session);
    return session;
}

static bool make_picture(const struct session *session, int steps, struct text *into,
                         struct error *error)
{
    struct point sheet = course_size(session_setup(session)->course);
    int longest = sheet.x > sheet.y ? sheet.x : sheet.y;
    int square = longest * EXPORT_SQUARE > PICTURE_WIDTH ? PICTURE_WIDTH / longest : EXPORT_SQUARE;
    return export_png(session, steps, square > 1 ? square : 2, into, error);
}

static bool make_race(const struct session *session, int steps, struct text *into,
                      struct error *error)
{
    (void)steps;
    (void)error;
    session_write(session, into);
    return true;
}

typedef bool maker(const struct session *session, int steps, struct text *into,
                   struct error *error);

char *app_write_new(struct app *app, const char *folder, const char *name, const char *ending,
                    const struct text *content)
{
    struct error error;
    if (!file_make_folder(folder, &error)) {
        app_tell(app, "Nothing can be saved in %s: %s", folder, error.text);
        return NULL;
    }
    char *path = saved_new_path(folder, name, ending);
    if (file_write_atomically(path, content->data, content->length, &error))
        return path;
    app_tell(app, "%s cannot be saved: %s", path, error.text);
    free(path);
    return NULL;
}

static const char *shown_name(const struct app *app)
{
    int steps;
    return course_name(session_setup(shown_race(app, &steps))->course);
}

/* As app_write_new, of the race that is shown. */
static char *save(struct app *app, const char *folder, const char *ending, maker *make)
{
    int steps;
    const struct session *session = shown_race(app, &steps);
    const char *name = shown_name(app);
    struct error error;
    struct text content = {0};
    char *path = NULL;
    if (make(session, steps, &content, &error))
        path = app_write_new(app, folder, name, ending, &content);
    else
        app_tell(app, "%s%s cannot be saved: %s", name, ending, error.text);
    text_free(&content);
    return path;
}

static void save_and_tell(struct app *app, const char *folder, const char *ending, maker *make,
                          const char *what)
{
    char *path = save(app, folder, ending, make);
    if (path)
        app_notice(app, "The %s saved as %s.", what, path);
    free(path);
}

void app_save_picture(struct app *app)
{
    save_and_tell(app, app->pictures_folder, ".png", make_picture, "picture is");
}

void app_save_sheet(struct app *app)
{
    char *pdf = save(app, app->pictures_folder, ".pdf", export_pdf);
    char *svg = pdf ? save(app, app->pictures_folder, ".svg", export_svg) : NULL;
    if (svg)
        app_notice(app, "The sheet is saved as %s, and beside it %s.", pdf, file_own_name(svg));
    free(pdf);
    free(svg);
}

void app_save_moves(struct app *app)
{
    int steps;
    struct text content = {0};
    const struct session *session = shown_race(app, &steps);
    paper_append_csv(session, steps, (enum csv_kind)app->settings.csv_for, &content);
    const char *head = strchr(text_string(&content), '\n');
    char *path = NULL;
    if (head && head[1])
        path = app_write_new(app, app->saved_folder, shown_name(app), ".csv", &content);
    else
        app_tell(app, "%s.csv cannot be saved: nobody has moved yet: look at a later moment",
                 shown_name(app));
    if (path)
        app_notice(app, "The moves are saved as %s.", path);
    free(path);
    text_free(&content);
}

const char *app_csv_label(const struct app *app)
{
    return ui_words("Tables (CSV): %s", csv_kind_words[app->settings.csv_for]);
}

void app_next_csv(struct app *app)
{
    app->settings.csv_for = (app->settings.csv_for + 1) % CSV_KIND_COUNT;
    app->settings_changed = true;
}

void app_save_race(struct app *app)
{
    save_and_tell(app, app->saved_folder, ".race", make_race, "race is");
}

bool app_can_show_in_class(const struct app *app)
{
    int steps;
    return rules_view_find(session_setup(shown_race(app, &steps))->game)->show_in_class != NULL;
}

void app_show_in_class(struct app *app)
{
    int steps;
    const struct session *session = shown_race(app, &steps);
    rules_view_find(session_setup(session)->game)->show_in_class(app, session, steps);
}
