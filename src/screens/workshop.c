/* Ways to the workshops of the games. */
#include "screens/workshop.h"

#include "drivers/driving.h"
#include "session/save.h"

#include <stdio.h>

const struct workshop *workshop_of(const struct game *game)
{
    for (const struct workshop *const *workshop = workshops; *workshop; workshop++)
        if ((*workshop)->game == game)
            return *workshop;
    return NULL;
}

static const struct workshop *agreeing(struct course course)
{
    const struct workshop *workshop = course.body ? workshop_of(course.game) : NULL;
    return workshop && workshop->agree ? workshop : NULL;
}

void workshop_say_agreement(struct course course, char *into, size_t size)
{
    into[0] = '\0';
    if (agreeing(course))
        agreeing(course)->say_agreement(course, into, size);
}

void workshop_agree(struct app *app, struct course course, const char *path)
{
    if (agreeing(course))
        agreeing(course)->agree(app, course, path);
}

struct course workshop_agreed(struct course course, const char *path, bool plain)
{
    return agreeing(course) ? agreeing(course)->agreed(course, path, plain) : (struct course){0};
}

struct player workshop_tester(const struct settings *settings)
{
    struct player tester = settings->players[0];
    for (int i = settings->player_count - 1; i >= 0; i--)
        if (driver_is_human(settings->players[i].driver))
            tester = settings->players[i];
    snprintf(tester.driver, sizeof tester.driver, "human");
    return tester;
}

void workshop_go_on(struct app *app)
{
    app_go(app, workshop_of(session_setup(app->session)->game)->editor);
}

void workshop_edit_file(struct app *app, const char *path)
{
    const struct game *game = course_file_game(path);
    const struct workshop *workshop = game ? workshop_of(game) : NULL;
    if (workshop)
        workshop->edit_file(app, path);
    else
        app_tell(app, "There is no editor for %s.", path);
}
