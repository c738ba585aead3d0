/* Tracing from beginning to end: where the sheet is, what is drawn, which lines are closed, and
 * what is to be said. See photo.h. */
#include "studio/graph_paper/photo/grid.h"

#include "base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EDGES_MOST = 6000, OPEN_TOLD = 4, RULED_LEAST = 5 };
/* No stroke is wider than 2 / 70 of the picture, no printed line wider than 2 / 150. */
enum { DRAWN_PART = 70, PRINTED_PART = 150 };

static const double dark_part = .8;   /* of the least dark stroke */
static const double stroke_part = .3; /* of a square: half of what no stroke is as wide as */

struct tracer {
    const struct photo *photo;
    struct photo_wish wish; /* its corners in the working copy */
    const atomic_bool *cancelled;
    struct photo_tracing *tracing;
    struct spot scale; /* from the working copy to the photo */
    struct photo_sheet sheet;
    struct wall_measures measures;
    bool dark_grid; /* it is printed about as dark as strokes are drawn */
};

static bool cancelled(const struct tracer *tracer)
{
    return photo_is_cancelled(tracer->cancelled);
}

/* --- remarks --------------------------------------------------------------------------------- */

static void remark(struct tracer *tracer, const struct spot *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void remark(struct tracer *tracer, const struct spot *at, const char *format, ...)
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
        into->at = (struct spot){at->x * tracer->scale.x, at->y * tracer->scale.y};
}

static bool has_closed(const struct photo_tracing *tracing)
{
    return tracing->loop_count > 0 && !tracing->loops[0].is_open;
}

/* A start line is open, too, but it hangs on walls. */
static bool hangs_on(const struct open_line *line, const struct closed_line *closed, int count,
                     double near)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < closed[i].count; j++)
            for (int k = 0; k < line->passed_count; k++)
                if (photo_distance_squared(line->passed[k], closed[i].places[j]) < near * near)
                    return true;
    return false;
}

/* Titles and rulers are printed beside the grid. */
static bool is_beside_grid(const struct tracer *tracer, struct spot at)
{
    const struct grid *grid = &tracer->sheet.grid;
    struct spot on = photo_grid_squares(grid, at);
    return tracer->sheet.grid_found &&
           ((grid->ends[0] && on.x < grid->left - 1) || (grid->ends[1] && on.x > grid->right + 1) ||
            (grid->ends[2] && on.y < grid->top - 1) || (grid->ends[3] && on.y > grid->bottom + 1));
}

static void remark_open_lines(struct tracer *tracer, const struct open_line *lines, int count,
                              const struct closed_line *closed, int closed_count)
{
    for (int i = 0; i < count; i++) {
        double squares = lines[i].gap / tracer->measures.square;
        if (is_beside_grid(tracer, lines[i].at) ||
            hangs_on(&lines[i], closed, closed_count, 2 * tracer->measures.stroke))
            continue;
        if (lines[i].gap > 0)
            remark(tracer, &lines[i].at,
                   "This line is not closed: there is a gap of %.1f squares here.", squares);
        else
            remark(tracer, &lines[i].at, "This line is not closed: it ends here.");
    }
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

/* The sheet is known for good when the lines are. */
static void make_loops(struct tracer *tracer, const struct closed_line *closed, int count)
{
    struct photo_sheet *sheet = &tracer->sheet;
    struct photo_tracing *tracing = tracer->tracing;
    photo_settle_sheet(tracer->photo, &tracer->wish, closed, count, sheet);
    tracing->width = sheet->width;
    tracing->height = sheet->height;
    tracing->paper_found = sheet->paper_found;
    tracing->grid_found = sheet->grid_found;
    for (int i = 0; i < 4; i++)
        tracing->corners[i] = (struct spot){sheet->corners[i].x * tracer->scale.x,
                                            sheet->corners[i].y * tracer->scale.y};
    photo_bend_sheet(sheet, &tracing->bend);
    photo_make_loops(tracing, closed, count, 1 / sheet->square, tracer->scale);
}

/* Where a wall was cut or left out, what was found instead must not pass for it in silence. */
static void add_left_lines(struct tracer *tracer, struct plane *lines)
{
    bool any_closed = has_closed(tracer->tracing);
    photo_add_left_lines(lines, tracer->tracing, &tracer->measures, tracer->scale);
    const struct photo_loop *left = photo_find_left_wall(tracer->tracing);
    if (left == NULL || !any_closed)
        return;
    struct point middle = left->vertices[left->count / 2];
    struct spot at =
        photo_from_sheet(tracer->tracing, (double)middle.x / FINE, (double)middle.y / FINE);
    at = (struct spot){at.x / tracer->scale.x, at.y / tracer->scale.y};
    remark(
        tracer, &at,
        "A line of about %.0f squares was left out here: if it is a wall, the walls found are not "
        "right.",
        left->length);
}

static void follow_lines(struct tracer *tracer, struct plane *lines)
{
    struct wall_measures *measures = &tracer->measures;
    struct graph graph = graph_from_lines(lines);
    struct open_line open[OPEN_TOLD];
    struct closed_line *closed = NULL;
    int count = 0;
    graph_prune(&graph, 2 * measures->stroke, false);
    if (graph.edge_count <= EDGES_MOST) {
        if (!tracer->wish.keep_gaps)
            photo_close_gaps(&graph, measures);
        int open_count = photo_find_open_lines(&graph, measures, open, OPEN_TOLD);
        closed = photo_find_closed_lines(&graph, measures, &count);
        remark_open_lines(tracer, open, open_count, closed, count);
    } else {
        remark(tracer, NULL, "There are too many lines and dots for a drawing.");
    }
    make_loops(tracer, closed, count);
    add_left_lines(tracer, lines);
    for (int i = 0; i < count; i++)
        free(closed[i].places);
    free(closed);
    graph_free(&graph);
}

/* What is printed must not count as drawn: levels are found beside the grid's lines, and ink is
 * darker than those. */
static bool find_levels(struct tracer *tracer, const struct plane *darkness,
                        struct ink_levels *levels)
{
    const struct photo_sheet *sheet = &tracer->sheet;
    const struct plane *counts = photo_sheet_counts(sheet);
    if (!sheet->grid_found)
        return photo_find_levels(darkness, counts, levels);
    struct plane beside =
        counts == NULL ? plane_create(darkness->width, darkness->height) : plane_copy(counts);
    if (counts == NULL)
        memset(beside.cells, 1, (size_t)beside.width * (size_t)beside.height);
    photo_clear_grid(&sheet->grid, .12 * sheet->grid.square + 1, &beside);
    bool found = photo_find_levels(darkness, &beside, levels);
    plane_free(&beside);
    int printed = photo_printed_level(sheet->grid.depth);
    tracer->dark_grid = found && printed > dark_part * levels->stroke;
    if (tracer->dark_grid)
        return true;
    levels->paper = levels->paper > printed ? levels->paper : printed;
    levels->stroke = levels->stroke > printed ? levels->stroke : printed;
    return found;
}

static void follow_drawing(struct tracer *tracer, const struct plane *darkness)
{
    struct ink_levels levels;
    const struct plane *counts = photo_sheet_counts(&tracer->sheet);
    tracer->measures.square = tracer->sheet.square;
    if (!find_levels(tracer, darkness, &levels)) {
        remark(tracer, NULL, "Nothing is drawn on it that can be told from the paper.");
        make_loops(tracer, NULL, 0);
        return;
    }
    const struct grid *grid = tracer->sheet.grid_found ? &tracer->sheet.grid : NULL;
    struct plane ink = photo_find_ink(darkness, counts, &levels, grid);
    if (tracer->dark_grid)
        photo_clear_dark_grid(grid, darkness, &ink);
    else if (grid != NULL)
        photo_clear_heavy(grid, darkness, &ink);
    thin(tracer, &ink);
    if (!cancelled(tracer))
        follow_lines(tracer, &ink);
    plane_free(&ink);
}

/* --- the result ------------------------------------------------------------------------------ */

static bool has_doubts(const struct photo_tracing *tracing)
{
    bool doubts = !has_closed(tracing) || !tracing->loops[0].taken;
    for (int i = 0; i < tracing->remark_count; i++)
        doubts = doubts || tracing->remarks[i].has_place;
    return doubts;
}

/* What on the photo itself keeps walls from being found; NULL: nothing that is known. */
static const char *find_cause(const struct tracer *tracer)
{
    const struct photo_sheet *sheet = &tracer->sheet;
    const struct plane *counts = photo_sheet_counts(sheet);
    bool doubts = has_doubts(tracer->tracing);
    if (!sheet->grid_found && photo_sharpness(tracer->photo, counts) < PHOTO_BLURRED)
        return "the photo is blurred: hold the phone still, let it focus, and take it again in "
               "more light";
    if (doubts && tracer->dark_grid)
        return "the grid is as dark as the pen, so that lines along it cannot be told from it: "
               "draw the walls with a darker or a broader pen";
    if (doubts && !sheet->grid_found && photo_count_ruled_lines(tracer->tracing) >= RULED_LEAST)
        return "the lines of the paper are as dark as the pen and cannot be told from walls: use "
               "blank or squared paper, or a darker or broader pen";
    return NULL;
}

/* What cannot be trusted is not proposed, but may be taken. */
static bool refuse(struct tracer *tracer, const char *cause, struct error *error)
{
    for (int i = 0; i < tracer->tracing->loop_count; i++)
        tracer->tracing->loops[i].taken = false;
    return error_set(error, "%s", cause);
}

static void sum_up(struct tracer *tracer, const char *text)
{
    int before = tracer->tracing->remark_count;
    remark(tracer, NULL, "%s", text);
    if (tracer->tracing->remark_count > before)
        tracer->tracing->remarks[before].sums_up = true;
}

static bool give_result(struct tracer *tracer, struct error *error)
{
    const struct photo_tracing *tracing = tracer->tracing;
    if (cancelled(tracer))
        return false;
    const char *cause = find_cause(tracer);
    if (cause != NULL)
        return refuse(tracer, cause, error);
    tracer->tracing->squares_guessed = !tracer->sheet.grid_found && tracer->wish.across == 0;
    if (tracing->squares_guessed && has_closed(tracing))
        remark(tracer, NULL,
               "How many squares there are is a guess, for no printed grid was found: say which "
               "paper it is, or how many squares it has both ways.");
    if (has_closed(tracing)) {
        if (!tracing->loops[0].taken)
            sum_up(tracer, "No closed line is large enough for a track.");
        return true;
    }
    if (tracing->remark_count == 0)
        sum_up(tracer, "No closed line was found.");
    return error_set(error, "no closed line was found");
}

/* Half of what is too wide for a stroke: where squares are known, the shadow of a finger or a ruler
 * is. */
static int stroke_reach(const struct tracer *tracer)
{
    int longer =
        tracer->photo->across > tracer->photo->down ? tracer->photo->across : tracer->photo->down;
    int widest = longer / DRAWN_PART + 2;
    int usual = (int)(stroke_part * tracer->sheet.grid.square) + 4;
    return tracer->sheet.grid_found && usual < widest ? usual : widest;
}

/* A red stroke that lies across the road between the walls that are proposed. */
static void find_red_line(struct tracer *tracer, const struct photo *photo)
{
    struct photo_tracing *tracing = tracer->tracing;
    struct draft draft;
    photo_find_red(photo, tracing);
    tracing->red.taken = false;
    photo_make_draft(tracing, &draft);
    tracing->red.found = tracing->red.taken = photo_add_red_line(tracing, &draft);
    draft_free(&draft);
    if (tracing->red.found)
        remark(tracer, NULL,
               "The red line across the road is taken for the start line; that it is crossed with "
               "the sun is a guess.");
}

static bool trace_light(const struct photo *photo, const struct photo *seen,
                        const struct photo_wish *wish, const atomic_bool *is_cancelled,
                        struct photo_tracing *tracing, struct error *error)
{
    struct tracer tracer = {
        .photo = photo,
        .wish = *wish,
        .cancelled = is_cancelled,
        .tracing = tracing,
        .scale = {(double)photo->width / photo->across, (double)photo->height / photo->down}};
    for (int i = 0; i < 4; i++)
        tracer.wish.corners[i] =
            (struct spot){wish->corners[i].x / tracer.scale.x, wish->corners[i].y / tracer.scale.y};
    int longer = photo->across > photo->down ? photo->across : photo->down;
    struct plane darkness = photo_darkness(photo, longer / PRINTED_PART + 2, is_cancelled);
    bool found =
        photo_find_sheet(photo, &darkness, &tracer.wish, is_cancelled, &tracer.sheet, error);
    plane_free(&darkness);
    if (found) {
        darkness = photo_darkness(photo, stroke_reach(&tracer), is_cancelled);
        follow_drawing(&tracer, &darkness);
        plane_free(&darkness);
    }
    photo_forget_sheet(&tracer.sheet);
    found = found && give_result(&tracer, error);
    if (found)
        find_red_line(&tracer, seen);
    return found;
}

bool photo_trace(const struct photo *photo, const struct photo_wish *wish,
                 const atomic_bool *is_cancelled, struct photo_tracing *tracing,
                 struct error *error)
{
    *tracing = (struct photo_tracing){0};
    *error = (struct error){0};
    tracing->is_board = wish->ground == PHOTO_ANY_GROUND ? photo_is_board(photo, is_cancelled)
                                                         : wish->ground == PHOTO_BOARD;
    if (!tracing->is_board)
        return trace_light(photo, photo, wish, is_cancelled, tracing, error);
    struct photo negative = photo_negative(photo);
    bool found = trace_light(&negative, photo, wish, is_cancelled, tracing, error);
    free(negative.pixels);
    return found;
}

/* --- what a tracing is asked ----------------------------------------------------------------- */

void photo_tracing_free(struct photo_tracing *tracing)
{
    for (int i = 0; i < tracing->loop_count; i++)
        free(tracing->loops[i].vertices);
    free(tracing->loops);
    free(tracing->bend.by);
    *tracing = (struct photo_tracing){0};
}

struct spot photo_from_sheet(const struct photo_tracing *tracing, double x, double y)
{
    struct homography from_unit;
    if (tracing->width < 1 || tracing->height < 1 ||
        !homography_from_unit(tracing->corners, &from_unit))
        return tracing->corners[0];
    struct spot on = photo_bend_apply(&tracing->bend, (struct spot){x, y});
    struct spot unit = {on.x / tracing->width, 1 - on.y / tracing->height};
    return homography_apply(&from_unit, unit);
}

void photo_to_sheet(const struct photo_tracing *tracing, struct spot at, double *x, double *y)
{
    struct homography from_unit;
    struct homography to_unit = {{0}};
    *x = *y = 0;
    if (!homography_from_unit(tracing->corners, &from_unit) ||
        !homography_invert(&from_unit, &to_unit))
        return;
    struct spot unit = homography_apply(&to_unit, at);
    struct spot on = {unit.x * tracing->width, (1 - unit.y) * tracing->height};
    on = photo_bend_undo(&tracing->bend, on);
    *x = on.x;
    *y = on.y;
}

/* Within a square the photo is as good as even: only its corners are looked up. */
uint32_t *photo_flatten(const struct photo_tracing *tracing, const uint32_t *pixels, int width,
                        int height, double scale, int square)
{
    size_t across = (size_t)(tracing->width * square);
    uint32_t *flat = memory_allocate(across * (size_t)(tracing->height * square), sizeof *flat);
    for (int cell = 0; cell < tracing->width * tracing->height; cell++) {
        int column = cell % tracing->width, row = cell / tracing->width;
        struct spot corners[4];
        for (int i = 0; i < 4; i++)
            corners[i] = photo_from_sheet(tracing, column + i % 2, tracing->height - row - i / 2);
        for (int i = 0; i < square * square; i++) {
            int x = i % square, y = i / square;
            struct spot at = spot_within(corners, (x + .5) / square, (y + .5) / square);
            double u = at.x * scale, v = at.y * scale;
            bool seen = u >= 0 && v >= 0 && u < width && v < height;
            flat[(size_t)(row * square + y) * across + (size_t)(column * square + x)] =
                seen ? pixels[(size_t)v * (size_t)width + (size_t)u] : 0xffffffff;
        }
    }
    return flat;
}

const struct photo_paper photo_papers[PHOTO_PAPER_COUNT] = {
    {"A5", 42, 30}, {"A4", 59, 42}, {"A3", 84, 59}, {"Letter", 56, 43}};

void photo_wish_paper(const struct photo_paper *paper, const struct photo_tracing *tracing,
                      struct photo_wish *wish)
{
    bool stands = tracing->height > tracing->width;
    wish->across = stands ? paper->down : paper->across;
    wish->down = stands ? paper->across : paper->down;
}

void photo_make_draft(const struct photo_tracing *tracing, struct draft *draft)
{
    *draft = (struct draft){.width = tracing->width, .height = tracing->height};
    for (int i = 0; i < tracing->loop_count; i++) {
        const struct photo_loop *loop = &tracing->loops[i];
        if (!loop->taken)
            continue;
        draft_add_item(draft, DRAFT_WALL, 0);
        draft_begin_loop(draft);
        struct error error;
        for (int j = 0; j < loop->count; j++)
            draft_add_vertex(draft, loop->vertices[j], &error);
        draft_close_loop(draft);
    }
    if (tracing->red.taken)
        photo_add_red_line(tracing, draft);
}
