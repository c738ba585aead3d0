/* What is shown of a race is heard, as the settings say. */
#include "app/inside.h"

#include "base/hash.h"
#include "ui/sound/sound.h"

#include <string.h>

enum { UNSEEN_STROKE = 180 }; /* milliseconds, where strokes are not drawn */

/* Each stroke sounds a little different, and the same one always the same. */
static uint64_t seed_of(const struct app *app)
{
    const struct session *session = app->session;
    int steps = session ? session_step_count(session) : 0;
    uint64_t hash = hash_number(HASH_START, steps);
    if (steps == 0)
        return hash;
    const char *action = session_step(session, steps - 1).action;
    return hash_bytes(hash, action, strlen(action));
}

static void hear(struct app *app, enum moment_kind kind, int milliseconds)
{
    struct sound sound = {kind, milliseconds, seed_of(app)};
    if (kind == MOMENT_STROKE && milliseconds <= 0)
        sound.milliseconds = UNSEEN_STROKE;
    sound_play(&sound);
}

void hearing_follow(struct app *app)
{
    app->hear = hear;
    sound_set_volume(app->settings.sound ? app->settings.volume : 0);
}

void hearing_press_mute(struct app *app)
{
    app->settings.sound = !app->settings.sound;
    app->settings_changed = true;
    app_notice(app, app->settings.sound ? "Sound is on." : "Sound is off.");
}
