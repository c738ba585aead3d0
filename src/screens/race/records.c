/* Records of the running race: taken when it is over, taken back when that is undone.
 */
#include "session/records.h"
#include "screens/app.h"
#include "session/save.h"

static bool is_over(const struct session *session)
{
    return session_setup(session)->game->over(session_race(session));
}

static void tell(struct app *app, const struct text *told, bool done, const struct error *error)
{
    if (!done)
        app_tell(app, "The records cannot be saved to %s: %s", app->records_path, error->text);
    else if (told->length > 0)
        app_tell(app, "%s", told->data);
}

void app_take_records(struct app *app)
{
    struct text told = {0};
    struct error error;
    if (app->practice || !is_over(app->session))
        return;
    tell(app, &told, records_add(app->records_path, app->session, &told, &error), &error);
    text_free(&told);
    app->record_taken = true;
}

void app_take_back_records(struct app *app)
{
    struct text told = {0};
    struct error error;
    app->record_taken = false;
    if (app->practice)
        return;
    tell(app, &told, records_take_back(app->records_path, app->session, &told, &error), &error);
    text_free(&told);
}
