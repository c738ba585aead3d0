/* "with-you:club": drives as that level does, which was chosen by how fast people were in their
 * last races (session/with_you.h). The choice stands in the race's set-up, so the race goes the
 * same way whenever it is driven again; the next race chooses anew. */
#ifndef GRAPHPRIX_DRIVERS_WITH_YOU_H
#define GRAPHPRIX_DRIVERS_WITH_YOU_H

#include <stdbool.h>

#define WITH_YOU "with-you:"

bool driver_is_with_you(const char *driver);

#endif
