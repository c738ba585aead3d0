/* The workshops of the games: one line a game that has one. */
#include "screens/workshop.h"

#include "session/course_file.h"

const struct workshop *const workshops[] = {&graph_paper_workshop, NULL};

const struct workshop *workshop_of(const struct game *game)
{
    for (const struct workshop *const *workshop = workshops; *workshop; workshop++)
        if ((*workshop)->game == game)
            return *workshop;
    return NULL;
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
