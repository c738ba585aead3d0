/* Reading the file of a course, whichever game it belongs to. */
#include "session/course_file.h"

#include "base/system/file.h"
#include "rules/game.h"

#include <string.h>
#include <strings.h>

struct course course_load(const char *path, struct error *error)
{
    struct text content = {0};
    struct course course = {0};
    *error = (struct error){0};
    if (file_read(path, COURSE_FILE_LIMIT, &content, error)) {
        const char *bytes = text_string(&content);
        const struct game *game = course_recognise(bytes, content.length);
        course = course_read(game ? game : games[0], bytes, content.length, error);
    }
    text_free(&content);
    return course;
}

const struct game *course_file_game(const char *path)
{
    for (const struct game *const *game = games; *game; game++) {
        const char *ending = (*game)->course->extension;
        size_t length = strlen(path), tail = strlen(ending);
        if (length >= tail && strcasecmp(path + length - tail, ending) == 0)
            return *game;
    }
    return NULL;
}
