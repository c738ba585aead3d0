/* Saving what is on the screen to files of the player's: the race itself, its picture, its sheet,
 * its moves. Names are new ones, so nothing is ever written over; where a file went is told, and so
 * is what went wrong.
 */
#include "base/memory.h"
#include "base/system/file.h"
#include "paper/export.h"
#include "screens/app.h"
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

static char *with_ending(const char *folder, const char *stem, int number, const char *ending)
{
    struct text name = {0};
    text_append(&name, stem);
    if (number > 1)
        text_append_format(&name, "-%d", number);
    text_append(&name, ending);
    char *path = file_join(folder, text_string(&name));
    text_free(&name);
    return path;
}

/* "2026-11-20-kidney" as saved_race_new_path writes it. */
static char *make_stem(const struct session *session)
{
    char *race = saved_race_new_path("", course_name(session_setup(session)->course));
    const char *slash = strrchr(race, '/');
    char *stem = memory_copy_string(slash ? slash + 1 : race);
    stem[strlen(stem) - strlen(".race")] = '\0';
    free(race);
    return stem;
}

/* Paths in the folder, one for each of `count` endings, that no file has yet; free them. */
static void find_paths(const char *folder, const struct session *session,
                       const char *const *endings, int count, char **paths)
{
    char *stem = make_stem(session);
    for (int number = 1;; number++) {
        bool taken = false;
        for (int i = 0; i < count; i++) {
            paths[i] = with_ending(folder, stem, number, endings[i]);
            taken = taken || file_exists(paths[i]);
        }
        if (!taken)
            break;
        for (int i = 0; i < count; i++)
            free(paths[i]);
    }
    free(stem);
}

static bool make_picture(const struct session *session, int steps, struct text *into,
                         struct error *error)
{
    struct point sheet = course_size(session_setup(session)->course);
    int longest = sheet.x > sheet.y ? sheet.x : sheet.y;
    int square = longest * EXPORT_SQUARE > PICTURE_WIDTH ? PICTURE_WIDTH / longest : EXPORT_SQUARE;
    return export_png(session, steps, square > 1 ? square : 2, into, error);
}

static bool make_moves(const struct session *session, int steps, struct text *into,
                       struct error *error)
{
    (void)error;
    paper_append_csv(session, steps, into);
    return true;
}

typedef bool maker(const struct session *session, int steps, struct text *into,
                   struct error *error);

static bool save(struct app *app, maker *make, const char *path)
{
    int steps;
    const struct session *session = shown_race(app, &steps);
    struct error error;
    struct text content = {0};
    bool saved = make(session, steps, &content, &error) &&
                 file_write_atomically(path, content.data, content.length, &error);
    if (!saved)
        app_tell(app, "%s cannot be saved: %s", path, error.text);
    text_free(&content);
    return saved;
}

enum { ENDING_LIMIT = 2 };

/* A file for each ending, and `told` with the first path and the last ending when all are there. */
static void save_all(struct app *app, const char *folder, const char *const *endings, int count,
                     maker *const *makers, const char *told)
{
    int steps;
    struct error error;
    char *paths[ENDING_LIMIT];
    bool saved = true;
    if (!file_make_folder(folder, &error)) {
        app_tell(app, "Nothing can be saved in %s: %s", folder, error.text);
        return;
    }
    find_paths(folder, shown_race(app, &steps), endings, count, paths);
    for (int i = 0; i < count; i++)
        saved = saved && save(app, makers[i], paths[i]);
    if (saved && count > 1)
        app_notice(app, "%s %s, and beside it %s.", told, paths[0], endings[1]);
    else if (saved)
        app_notice(app, "%s %s.", told, paths[0]);
    for (int i = 0; i < count; i++)
        free(paths[i]);
}

void app_save_picture(struct app *app)
{
    static const char *const endings[] = {".png"};
    static maker *const makers[] = {make_picture};
    save_all(app, app->pictures_folder, endings, 1, makers, "The picture is saved as");
}

void app_save_sheet(struct app *app)
{
    static const char *const endings[] = {".pdf", ".svg"};
    static maker *const makers[] = {export_pdf, export_svg};
    save_all(app, app->pictures_folder, endings, 2, makers, "The sheet is saved as");
}

void app_save_moves(struct app *app)
{
    static const char *const endings[] = {".csv"};
    static maker *const makers[] = {make_moves};
    save_all(app, app->saved_folder, endings, 1, makers, "The moves are saved as");
}

void app_save_race(struct app *app)
{
    int steps;
    struct error error;
    const struct session *session = shown_race(app, &steps);
    bool made = file_make_folder(app->saved_folder, &error);
    char *path =
        saved_race_new_path(app->saved_folder, course_name(session_setup(session)->course));
    if (made && session_save(session, path, &error))
        app_notice(app, "The race is saved as %s.", path);
    else
        app_tell(app, "The race cannot be saved to %s: %s", path, error.text);
    free(path);
}
