/* The tracks. */
#include "screens/studio.h"

const struct screen screen_tracks = {.name = "tracks"};
