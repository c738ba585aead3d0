/* A track is tried out. */
#include "screens/studio.h"

void app_try_track(struct app *app, const struct track *track)
{
    (void)track;
    app_tell(app, "Trying is being built.");
}
