/* Roads: a text file of two lines, "toy NAME" and the squares. */
#include "base/memory.h"
#include "base/number.h"
#include "toy/toy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool recognise(const char *bytes, size_t length)
{
    return length >= 4 && memcmp(bytes, "toy ", 4) == 0;
}

static const void *read(const char *bytes, size_t length, struct error *error)
{
    struct road road = {0};
    const char *end = memchr(bytes, '\n', length);
    size_t name = end && recognise(bytes, length) ? (size_t)(end - bytes) - 4 : sizeof road.name;
    if (name >= sizeof road.name) {
        error_set_at(error, 1, 1, "the first line must be \"toy\" and a name");
        return NULL;
    }
    const char *squares = end + 1;
    size_t rest = length - (size_t)(squares - bytes);
    const char *stop = memchr(squares, '\n', rest);
    int count = (int)(stop ? stop - squares : (ptrdiff_t)rest);
    if (count < ROAD_LEAST || count > ROAD_MOST) {
        error_set_at(error, 2, 0, "the road has %d squares; it may have %d to %d", count,
                     ROAD_LEAST, ROAD_MOST);
        return NULL;
    }
    memcpy(road.name, bytes + 4, name);
    memcpy(road.squares, squares, (size_t)count);
    int end_at = road.squares[0] == 'S' ? 1 + (int)strspn(road.squares + 1, ".~") : 0;
    if (end_at != count - 1 || road.squares[end_at] != 'F') {
        error_set_at(error, 2, end_at + 1, "a road is S, then any of . and ~, then F");
        return NULL;
    }
    road.last = count - 1;
    atomic_init(&road.holders, 1);
    return memory_copy(&road, 1, sizeof road);
}

static void write(const void *body, struct text *into)
{
    const struct road *road = body;
    text_append_format(into, "toy %s\n%s\n", road->name, road->squares);
}

static const void *retain(const void *body)
{
    atomic_fetch_add(&((struct road *)body)->holders, 1);
    return body;
}

static void release(const void *body)
{
    if (atomic_fetch_sub(&((struct road *)body)->holders, 1) == 1)
        free((struct road *)body);
}

static void tell(const void *body, struct course_facts *into)
{
    const struct road *road = body;
    into->name = road->name;
    into->size = (struct point){road->last + 1, ROAD_HIGH};
}

static uint64_t fingerprint(const void *body)
{
    const struct road *road = body;
    return hash_bytes(HASH_START, road->squares, (size_t)road->last + 1);
}

const struct course_kind toy_roads = {
    .noun = "road",
    .unnamed = "A road",
    .key = "road",
    .extension = ".toy",
    .recognise = recognise,
    .read = read,
    .write = write,
    .retain = retain,
    .release = release,
    .tell = tell,
    .fingerprint = fingerprint,
};

const struct road *toy_road(const struct setup *setup)
{
    assert(setup->course.game == &toy_game);
    return setup->course.body;
}

void road_spot(struct point place, double *x, double *y)
{
    *x = place.x + 0.5;
    *y = place.x % 2 ? 0.6 : 1.1;
}

int road_after(const struct road *road, int at, int squares)
{
    for (; squares > 0 && at < road->last; squares--)
        if (road->squares[++at] == '~')
            break;
    return at;
}
