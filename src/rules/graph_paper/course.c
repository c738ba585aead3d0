/* Tracks as the courses of graph paper. */
#include "rules/graph_paper/race_inside.h"
#include "track/svg.h"

#include <assert.h>
#include <string.h>

struct course graph_paper_course(const struct track *track)
{
    return (struct course){&graph_paper_game, track};
}

const struct track *graph_paper_track_of(struct course course)
{
    assert(!course.body || course.game == &graph_paper_game);
    return course.body;
}

const struct track *graph_paper_track(const struct setup *setup)
{
    return graph_paper_track_of(setup->course);
}

/* An SVG of any hand may be one: what it lacks is told by whoever reads it. */
static bool recognise(const char *bytes, size_t length)
{
    enum { SEARCHED = 4096 };
    size_t end = length < SEARCHED ? length : SEARCHED;
    const char *last = bytes + end;
    for (const char *at = bytes; last - at >= 4; at++)
        if (memcmp(at, "<svg", 4) == 0 || memcmp(at, ":svg", 4) == 0)
            return true;
    return false;
}

static const void *read(const char *bytes, size_t length, struct error *error)
{
    return svg_read_track(bytes, length, error);
}

static void write(const void *track, struct text *into)
{
    svg_write_track(track, into);
}

static const void *retain(const void *track)
{
    return track_retain(track);
}

static void release(const void *track)
{
    track_release(track);
}

static const char *name(const void *track)
{
    return ((const struct track *)track)->name;
}

static const char *note(const void *track)
{
    return ((const struct track *)track)->description;
}

static struct point size(const void *track)
{
    return track_size(track);
}

static unsigned marks(const void *body)
{
    const struct track *track = body;
    const bool has[MARK_COUNT] = {[MARK_SLICKS] = track->slick_count > 0,
                                  [MARK_TURBO] = track->turbo_count > 0,
                                  [MARK_CHECKPOINTS] = track->checkpoint_count > 0,
                                  [MARK_OPEN] = track->has_line && track->open,
                                  [MARK_ARENA] = !track->has_line};
    unsigned marks = 0;
    for (int i = 0; i < MARK_COUNT; i++)
        marks |= has[i] ? 1u << i : 0;
    return marks;
}

static int vertices(const void *body)
{
    const struct track *track = body;
    int count = area_edge_count(track->surface);
    for (int i = 0; i < track->slick_count; i++)
        count += area_edge_count(track->slicks[i].area);
    for (int i = 0; i < track->turbo_count; i++)
        count += area_edge_count(track->turbo_areas[i].area);
    return count;
}

static uint64_t fingerprint(const void *track)
{
    return track_fingerprint(track);
}

const struct course_kind graph_paper_courses = {
    .noun = "track",
    .unnamed = "A track",
    .key = "svg",
    .extension = ".svg",
    .recognise = recognise,
    .read = read,
    .write = write,
    .retitle = svg_write_title,
    .retain = retain,
    .release = release,
    .name = name,
    .note = note,
    .size = size,
    .marks = marks,
    .vertices = vertices,
    .fingerprint = fingerprint,
};
