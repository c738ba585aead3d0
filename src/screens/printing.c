/* Sheets are printed. */
#include "screens/studio.h"

void app_print(struct app *app, const struct track *track)
{
    (void)track;
    app_tell(app, "Printing is being built.");
}

const struct screen screen_printing = {.name = "printing"};
