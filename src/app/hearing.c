/* What is shown of a race is heard, as the settings say. */
#include "app/inside.h"

#include "base/hash.h"
#include "ui/sound/sound.h"

enum { UNSEEN_STROKE = 180 }; /* milliseconds, where strokes are not drawn */

/* No two sounds are quite the same. */
static void hear(struct app *app, enum moment_kind kind, int milliseconds)
{
    struct sound sound = {kind, milliseconds, hash_number(HASH_START, ++app->heard)};
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
