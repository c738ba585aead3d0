/* What is done to track files: named, copied, renamed, told to the file manager. Nothing is ever
 * written over another file, and each deed is done whole or not at all.
 */
#ifndef GRAPHPRIX_SCREENS_TRACKS_FILES_H
#define GRAPHPRIX_SCREENS_TRACKS_FILES_H

#include "rules/setup.h"

#include <stdbool.h>

enum { TRACK_NAME_BYTES = 200 };

/* The file's name that goes with a track's: letters and digits of any script, small where they have
 * a case, with hyphens between; "track" if nothing is left. Without an ending; free it. */
char *tracks_file_name(const char *name);

/* A path in the folder (made if need be) for a track of this game and name, of which there is an
 * empty file now, so that nobody else takes it. NULL and the error if that cannot be; free it. */
char *tracks_take_path(const struct game *game, const char *folder, const char *name,
                       struct error *error);

/* The whole path of a file of the folder of the player's own tracks, else NULL; free it. */
char *tracks_own_path(const char *tracks_folder, const char *path);

/* "Kidney 2" for "Kidney", "Kidney 3" for "Kidney 2": the first that is not taken. Free it. */
char *tracks_copy_name(const char *name, bool (*is_taken)(const char *name, const void *context),
                       const void *context);

/* Blanks at the ends and control characters gone; false if nothing is left. */
bool tracks_tidy_name(char *name);

/* Each gives the new file's path, NULL and the error on failure; free it. The file of a name that
 * stands in no readable drawing is renamed or copied as it is. */
char *tracks_rename(const char *path, const char *name, struct error *error);
char *tracks_duplicate(const char *path, const char *folder, const char *name, struct error *error);
char *tracks_keep(struct course course, const char *folder, struct error *error);

/* A file manager with the file, beside the window and without waiting for it. */
void tracks_show_file(const char *path);
bool tracks_show_failed(void); /* told once */

#endif
