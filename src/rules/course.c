/* Courses of any game: each question goes to the game that the course belongs to. */
#include "rules/course.h"

#include "rules/game.h"

struct course course_read(const struct game *game, const char *bytes, size_t length,
                          struct error *error)
{
    return (struct course){game, game->course->read(bytes, length, error)};
}

void course_write(struct course course, struct text *into)
{
    course.game->course->write(course.body, into);
}

struct course course_retain(struct course course)
{
    return course.body ? (struct course){course.game, course.game->course->retain(course.body)}
                       : course;
}

void course_release(struct course course)
{
    if (course.body)
        course.game->course->release(course.body);
}

const char *course_name(struct course course)
{
    return course.game->course->name(course.body);
}

const char *course_title(struct course course)
{
    const char *name = course_name(course);
    return name[0] ? name : course.game->course->unnamed;
}

const char *course_note(struct course course)
{
    return course.game->course->note ? course.game->course->note(course.body) : "";
}

const char *course_remark(struct course course)
{
    return course.game->course->remark ? course.game->course->remark(course.body) : NULL;
}

unsigned course_marks(struct course course)
{
    return course.game->course->marks ? course.game->course->marks(course.body) : 0;
}

bool course_has_mark(struct course course, enum course_mark mark)
{
    return course_marks(course) >> mark & 1;
}

bool course_road(struct course course, struct course_road *into)
{
    const struct course_kind *kind = course.game->course;
    return kind->road && kind->road(course.body, into);
}

struct point course_size(struct course course)
{
    return course.game->course->size(course.body);
}

void course_say_size(struct course course, const char *unit, struct text *into)
{
    const struct course_kind *kind = course.game->course;
    struct point size = kind->size(course.body);
    if (kind->say_size)
        kind->say_size(course.body, into);
    else
        text_append_format(into, "%d × %d%s", size.x, size.y, unit);
}

uint64_t course_fingerprint(struct course course)
{
    return course.game->course->fingerprint(course.body);
}

const struct game *course_recognise(const char *bytes, size_t length)
{
    int count = 0;
    while (games[count])
        count++;
    while (count-- > 0)
        if (games[count]->course->recognise(bytes, length))
            return games[count];
    return NULL;
}
