/* Tracks are generated. */
#include "screens/studio.h"

void app_generate(struct app *app, void (*take)(struct app *app, const struct track *track))
{
    (void)take;
    app_tell(app, "Generating is being built.");
}

const struct screen screen_generating = {.name = "generating"};
