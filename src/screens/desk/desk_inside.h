/* For the files of this folder. */
#ifndef GRAPHPRIX_SCREENS_DESK_DESK_INSIDE_H
#define GRAPHPRIX_SCREENS_DESK_DESK_INSIDE_H

#include "screens/desk/desk_panel.h"

void desk_tell(struct app *app, struct desk *desk); /* what was said */
const char *desk_noun(const struct desk *desk);     /* "map" */
const char *desk_name(const struct desk *desk);     /* "Untitled" */
void desk_take_wish(struct desk *desk);
/* The screen is left, whatever becomes of the sheet. */
void desk_go_away(struct app *app, struct desk *desk);

#endif
