/* Reading the file of a course, whichever game it belongs to. */
#include "session/course_file.h"

#include "base/system/file.h"
#include "rules/game.h"

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
