/* Tracing from beginning to end: where the sheet is, what is drawn, which lines are closed, and
 * what is to be said. See photo.h. */
#include "studio/photo_homography.h"
#include "studio/photo_ink.h"
#include "studio/photo_loops.h"
#include "studio/photo_thin.h"
#include "studio/photo_walls.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SQUARES_ACROSS = 40,
    ACROSS_LEAST = 4,
    ACROSS_MOST = 1000,
    EDGES_MOST = 6000,
    OPEN_TOLD = 4
};

struct tracer {
    const struct photo *photo;
    const struct photo_wish *wish;
    const atomic_bool *cancelled;
    struct photo_tracing *tracing;
    struct photo_place scale;      /* from the working copy to the photo */
    struct photo_place corners[4]; /* of the sheet, in the working copy */
    struct homography to_sheet;    /* from the working copy */
    struct wall_measures measures;
};

/* --- remarks --------------------------------------------------------------------------------- */

static void remark(struct tracer *tracer, const struct photo_place *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void remark(struct tracer *tracer, const struct photo_place *at, const char *format, ...)
{
    struct photo_tracing *tracing = tracer->tracing;
    if (tracing->remark_count == PHOTO_REMARK_LIMIT)
        return;
    struct photo_remark *into = &tracing->remarks[tracing->remark_count++];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(into->text, sizeof into->text, format, arguments);
    va_end(arguments);
    into->has_place = at != NULL;
    if (at != NULL)
        into->at = (struct photo_place){at->x * tracer->scale.x, at->y * tracer->scale.y};
}

static void remark_open_lines(struct tracer *tracer, const struct open_line *lines, int count)
{
    for (int i = 0; i < count; i++) {
        double squares = lines[i].gap / tracer->measures.square;
        if (lines[i].gap > 0)
            remark(tracer, &lines[i].at,
                   "This line is not closed: there is a gap of about %.1f squares here.", squares);
        else
            remark(tracer, &lines[i].at, "This line ends here and is not closed.");
    }
}

/* --- the sheet ------------------------------------------------------------------------------- */

static void use_whole_picture(struct tracer *tracer)
{
    double right = tracer->photo->across;
    double bottom = tracer->photo->down;
    struct photo_place corners[4] = {{0, 0}, {right, 0}, {right, bottom}, {0, bottom}};
    for (int i = 0; i < 4; i++)
        tracer->corners[i] = corners[i];
}

static bool use_given_corners(struct tracer *tracer, struct error *error)
{
    for (int i = 0; i < 4; i++)
        tracer->corners[i] = (struct photo_place){tracer->wish->corners[i].x / tracer->scale.x,
                                                  tracer->wish->corners[i].y / tracer->scale.y};
    struct homography unused;
    return homography_from_unit(tracer->corners, &unused) ||
           error_set(error, "the corners given for the sheet make no four-sided figure: put them "
                            "on the sheet's corners one after the other");
}

static double side_length(const struct tracer *tracer, int from)
{
    return photo_distance(tracer->corners[from], tracer->corners[(from + 1) % 4]);
}

static void choose_size(struct tracer *tracer)
{
    int across = tracer->wish->across > 0 ? tracer->wish->across : SQUARES_ACROSS;
    across = across < ACROSS_LEAST ? ACROSS_LEAST : across > ACROSS_MOST ? ACROSS_MOST : across;
    double ratio = (side_length(tracer, 1) + side_length(tracer, 3)) /
                   (side_length(tracer, 0) + side_length(tracer, 2));
    double down = floor(across * ratio + .5);
    tracer->tracing->width = across;
    tracer->tracing->height = down < 1 ? 1 : down > SHEET_MAX ? SHEET_MAX : (int)down;
}

/* From the working copy to squares with y up. */
static bool find_map(struct tracer *tracer)
{
    struct homography from_unit;
    struct homography to_unit;
    if (!homography_from_unit(tracer->corners, &from_unit) ||
        !homography_invert(&from_unit, &to_unit))
        return false;
    struct photo_tracing *tracing = tracer->tracing;
    struct homography squares = {
        {tracing->width, 0, 0, 0, -tracing->height, tracing->height, 0, 0, 1}};
    tracer->to_sheet = homography_join(&to_unit, &squares);
    for (int i = 0; i < 4; i++)
        tracing->corners[i] = (struct photo_place){tracer->corners[i].x * tracer->scale.x,
                                                   tracer->corners[i].y * tracer->scale.y};
    tracer->measures.square =
        (side_length(tracer, 0) + side_length(tracer, 2)) / 2 / tracing->width;
    return true;
}

static bool find_sheet(struct tracer *tracer, struct error *error)
{
    if (tracer->wish->has_corners) {
        if (!use_given_corners(tracer, error))
            return false;
    } else {
        use_whole_picture(tracer);
    }
    choose_size(tracer);
    return find_map(tracer) || error_set(error, "the sheet cannot be straightened");
}

/* --- the drawing ----------------------------------------------------------------------------- */

static int count_cells(const struct plane *plane)
{
    int count = 0;
    size_t cells = (size_t)plane->width * (size_t)plane->height;
    for (size_t i = 0; i < cells; i++)
        count += plane->cells[i] != 0;
    return count;
}

/* Specks and small holes go, then lines of one pixel remain; their length and the ink tell how wide
 * strokes are. */
static void thin(struct tracer *tracer, struct plane *ink)
{
    double square = tracer->measures.square;
    photo_drop_specks(ink, (int)(.35 * square) + 2, 3);
    photo_fill_holes(ink, (int)(.35 * square * square) + 1, .35 * square);
    int before = count_cells(ink);
    photo_thin(ink, tracer->cancelled);
    int after = count_cells(ink);
    tracer->measures.stroke = after > 0 ? (double)before / after : 1;
}

static void follow_lines(struct tracer *tracer, const struct plane *lines)
{
    struct wall_measures *measures = &tracer->measures;
    struct graph graph = graph_from_lines(lines);
    graph_prune(&graph, 2 * measures->stroke, false);
    if (graph.edge_count > EDGES_MOST) {
        remark(tracer, NULL, "There are too many lines and dots for a drawing.");
        graph_free(&graph);
        return;
    }
    if (!tracer->wish->keep_gaps)
        photo_close_gaps(&graph, measures);
    struct open_line open[OPEN_TOLD];
    int open_count = photo_find_open_lines(&graph, measures, open, OPEN_TOLD);
    int count;
    struct closed_line *closed = photo_find_closed_lines(&graph, measures, &count);
    photo_make_loops(tracer->tracing, closed, count, &tracer->to_sheet, 1 / measures->square,
                     tracer->scale);
    remark_open_lines(tracer, open, open_count);
    for (int i = 0; i < count; i++)
        free(closed[i].places);
    free(closed);
    graph_free(&graph);
}

static bool cancelled(const struct tracer *tracer)
{
    return photo_is_cancelled(tracer->cancelled);
}

static void follow_drawing(struct tracer *tracer, const struct plane *darkness)
{
    struct ink_levels levels;
    if (!photo_find_levels(darkness, NULL, &levels)) {
        remark(tracer, NULL, "Nothing is drawn on it that can be told from the paper.");
        return;
    }
    struct plane ink = photo_find_ink(darkness, NULL, &levels);
    thin(tracer, &ink);
    if (!cancelled(tracer))
        follow_lines(tracer, &ink);
    plane_free(&ink);
}

static bool give_result(struct tracer *tracer, struct error *error)
{
    const struct photo_tracing *tracing = tracer->tracing;
    *error = (struct error){0};
    if (cancelled(tracer))
        return false;
    if (tracing->loop_count > 0) {
        if (!tracing->loops[0].taken)
            remark(tracer, NULL, "No closed line is large enough for a track.");
        return true;
    }
    if (tracing->remark_count == 0)
        remark(tracer, NULL, "No closed line was found.");
    return error_set(error, "no closed line was found");
}

bool photo_trace(const struct photo *photo, const struct photo_wish *wish,
                 const atomic_bool *is_cancelled, struct photo_tracing *tracing,
                 struct error *error)
{
    *tracing = (struct photo_tracing){0};
    *error = (struct error){0};
    struct tracer tracer = {
        .photo = photo,
        .wish = wish,
        .cancelled = is_cancelled,
        .tracing = tracing,
        .scale = {(double)photo->width / photo->across, (double)photo->height / photo->down}};
    struct plane darkness = photo_darkness(photo, is_cancelled);
    bool found = !cancelled(&tracer) && find_sheet(&tracer, error);
    if (found)
        follow_drawing(&tracer, &darkness);
    plane_free(&darkness);
    if (!found && !cancelled(&tracer))
        return false;
    return give_result(&tracer, error);
}
