/* Tracks as the courses of graph paper. */
#include "base/svg_title.h"
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

static const char *remark(const void *track)
{
    return ((const struct track *)track)->remark;
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

/* --- the walls on both sides of the line: a road is found without knowing where it goes ------- */

enum { UNITS = 1 << 16 /* the whole of the line that is looked along */ };

struct look {
    struct point from, way; /* fine; three times as long as the start line, which is its middle */
    int64_t nearest[2];     /* before and behind the middle, in UNITS; -1: nothing */
    int walls[2];
};

static int64_t cross(struct point a, struct point b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* An edge that touches the line by its end belongs to the side above. */
static void look_at_edge(struct look *look, int wall, struct point a, struct point b)
{
    bool above = cross(look->way, point_subtract(a, look->from)) > 0;
    if (above == (cross(look->way, point_subtract(b, look->from)) > 0))
        return;
    struct point edge = point_subtract(b, a);
    int64_t at = cross(point_subtract(a, look->from), edge) * UNITS / cross(look->way, edge);
    int side = at > UNITS / 2;
    if (at < 0 || at > UNITS)
        return;
    if (look->nearest[side] < 0 || (side ? at < look->nearest[1] : at > look->nearest[0])) {
        look->nearest[side] = at;
        look->walls[side] = wall;
    }
}

/* The loops of the surface that the road lies between where it has its start/finish line, those
 * behind its `from` and beyond its `to`. False if that is one and the same, or none. */
static bool find_road(const struct track *track, int walls[2])
{
    struct point from = point_to_fine(track->start.from), to = point_to_fine(track->start.to);
    struct point along = point_subtract(to, from);
    struct point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    struct look look = {.from = point_subtract(from, along), .nearest = {-1, -1}};
    look.way = (struct point){3 * along.x, 3 * along.y};
    if (area_place_fine(track->surface, middle) != PLACE_INSIDE)
        return false;
    for (int i = 0; i < area_loop_count(track->surface); i++) {
        struct loop loop = area_loop(track->surface, i);
        for (int k = 0; k < loop.count; k++)
            look_at_edge(&look, i, loop.vertices[k], loop.vertices[(k + 1) % loop.count]);
    }
    walls[0] = look.walls[0];
    walls[1] = look.walls[1];
    return look.nearest[0] >= 0 && look.nearest[1] >= 0 && walls[0] != walls[1];
}

/* Of a track on which laps are driven. */
static bool road(const void *body, struct course_road *into)
{
    const struct track *track = body;
    int walls[2];
    if (!track->has_line || track->open || !find_road(track, walls))
        return false;
    for (int i = 0; i < 2; i++) {
        struct loop loop = area_loop(track->surface, walls[i]);
        into->walls[i] = loop.vertices;
        into->counts[i] = loop.count;
    }
    into->from = point_to_fine(track->start.from);
    into->to = point_to_fine(track->start.to);
    into->ahead = (struct point){into->from.y - into->to.y, into->to.x - into->from.x};
    return true;
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
    .remark = remark,
    .size = size,
    .marks = marks,
    .vertices = vertices,
    .road = road,
    .fingerprint = fingerprint,
};
