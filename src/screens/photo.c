/* A photo becomes walls. */
#include "screens/studio.h"

void app_open_photo(struct app *app, const char *path)
{
    app_tell(app, "Tracing is being built: %s", path);
}

const struct screen screen_photo = {.name = "photo"};
