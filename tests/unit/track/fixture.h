/* Tracks from a few words of SVG, and what must be said about wrong ones. */
#ifndef GRAPHPRIX_TESTS_UNIT_TRACK_FIXTURE_H
#define GRAPHPRIX_TESTS_UNIT_TRACK_FIXTURE_H

#include "support/cmocka.h"
#include "track/draft.h"

#include <string.h>

/* A 20 x 12 ring: the outer wall is the sheet's edge, the inner one from (5, 4) to (15, 8). */
#define SHEET "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 12'>\n"
#define OUTER "<rect class='wall' width='20' height='12'/>\n"
#define INNER "<rect class='wall' x='5' y='4' width='10' height='4'/>\n"
#define LINE "<line class='start finish' x1='5' y1='6' x2='0' y2='6'/>\n"
#define END "</svg>"

static inline struct track *read_track(const char *svg)
{
    struct error error = {0};
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    if (!track)
        fail_msg("line %d: %s\n%s", error.line, error.text, svg);
    return track;
}

/* The reader must refuse it with words that hold `text`, at the line. */
static inline void expect_refused(const char *svg, int line, const char *text)
{
    struct error error = {0};
    struct track *track = svg_read_track(svg, strlen(svg), &error);
    if (track)
        fail_msg("read without complaint: %s", svg);
    if (!strstr(error.text, text))
        fail_msg("said \"%s\" instead of \"%s\"", error.text, text);
    assert_int_equal(error.line, line);
}

/* The vertices of a loop as "x,y x,y ..." in fine units. */
static inline void expect_loop(struct loop loop, const char *expected)
{
    struct text text = {0};
    for (int i = 0; i < loop.count; i++)
        text_append_format(&text, "%s%d,%d", i > 0 ? " " : "", loop.vertices[i].x,
                           loop.vertices[i].y);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

#endif
