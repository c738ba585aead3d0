/* Courses as files of any game.
 */
#ifndef GRAPHPRIX_SESSION_COURSE_FILE_H
#define GRAPHPRIX_SESSION_COURSE_FILE_H

#include "rules/course.h"

/* Reads it as a course of the game that recognises it; what none does, or is wrong for it, is told
 * by the one game whose files end like this, or else by the first. None and the error, which does
 * not name the path, if it cannot be read; else it is retained. */
struct course course_load(const char *path, struct error *error);

/* The game whose files end like this; of several the one that recognises the file, else the first.
 * NULL: none. */
const struct game *course_file_game(const char *path);

/* The game whose course is in the file, whatever it is called; NULL: none. */
const struct game *course_file_recognise(const char *path);

#endif
