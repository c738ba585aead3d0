/* Painting a diagram: its ground as a track, its marks on top. What is wrong with the data of a
 * diagram is the programmer's fault. */
#include "screens/graph_paper/lessons/lessons.h"

#include "paper/brush.h"
#include "paper/graph_paper/ink.h"
#include "track/svg.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* The sheet goes on beyond the picture, so that walls and lines can. */
enum { BEYOND = 4, SHEET_WIDE = DIAGRAM_WIDE + 2 * BEYOND, SHEET_HIGH = DIAGRAM_HIGH + 2 * BEYOND };

struct chalk {
    cairo_t *cairo;
    const struct paper_theme *theme;
    double square; /* pixels */
    double scale;
};

struct track *diagram_ground(const struct diagram *diagram, struct error *error)
{
    static const char open_paper[] = "<path class=\"wall\" d=\"M -4 -4 H 12 V 9 H -4 Z\"/>";
    struct text svg = {0};
    text_append_format(&svg,
                       "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">"
                       "<g transform=\"translate(%d %d)\">%s</g></svg>",
                       SHEET_WIDE, SHEET_HIGH, BEYOND, BEYOND,
                       diagram->ground ? diagram->ground : open_paper);
    struct track *track = svg_read_track(text_string(&svg), svg.length, error);
    text_free(&svg);
    return track;
}

static void use_pen(const struct chalk *p, int pen)
{
    brush_color(p->cairo, brush_pen(p->theme, pen));
}

static void clip_to_card(cairo_t *cairo, double w, double h, double r)
{
    cairo_arc(cairo, w - r, r, r, -M_PI / 2, 0);
    cairo_arc(cairo, w - r, h - r, r, 0, M_PI / 2);
    cairo_arc(cairo, r, h - r, r, M_PI / 2, M_PI);
    cairo_arc(cairo, r, r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(cairo);
    cairo_clip(cairo);
}

static void paint_ground(const struct chalk *p, const struct diagram *diagram)
{
    struct error error;
    struct track *track = diagram_ground(diagram, &error);
    assert(track);
    double edge = round((0.5 - BEYOND) * p->square);
    struct paper_view view = {edge, edge, p->square, p->scale};
    paper_draw_sheet(p->cairo, &view, graph_paper_course(track), p->theme);
    track_release(track);
}

/* --- marks, in squares ------------------------------------------------------------------------ */

static void draw_move(const struct chalk *p, const struct diagram_mark *m)
{
    double length = hypot(m->to_x - m->x, m->to_y - m->y);
    double dx = (m->to_x - m->x) / length * 0.2, dy = (m->to_y - m->y) / length * 0.2;
    use_pen(p, m->pen);
    brush_add_line(p->cairo, (struct pixel){m->x, m->y}, (struct pixel){m->to_x, m->to_y});
    brush_add_line(p->cairo, (struct pixel){m->to_x - dy, m->to_y + dx},
                   (struct pixel){m->to_x + dy, m->to_y - dx});
    brush_stroke(p->cairo, 0.1, 0, 0);
}

static void draw_plan(const struct chalk *p, const struct diagram_mark *m)
{
    use_pen(p, m->pen);
    brush_add_line(p->cairo, (struct pixel){m->x, m->y}, (struct pixel){m->to_x, m->to_y});
    brush_stroke(p->cairo, 0.08, 0.22, 0.22);
}

static void draw_circle(const struct chalk *p, const struct diagram_mark *m, double radius)
{
    use_pen(p, m->pen);
    brush_circle(p->cairo, m->x, m->y, radius, 0.09);
}

static void draw_car(const struct chalk *p, const struct diagram_mark *m)
{
    bool ghost = m->kind == DIAGRAM_GHOST;
    if (ghost)
        cairo_push_group(p->cairo);
    brush_color(p->cairo, p->theme->paper);
    brush_add_disc(p->cairo, m->x, m->y, 0.42);
    cairo_fill(p->cairo);
    draw_circle(p, m, 0.42);
    paper_draw_mark(p->cairo, m->pen, m->x, m->y, 0.5, p->theme);
    if (!ghost)
        return;
    cairo_pop_group_to_source(p->cairo);
    cairo_paint_with_alpha(p->cairo, 0.35);
}

/* The burst of a wall that was hit is that of a collision, in ink. */
static void draw_outcome(const struct chalk *p, const struct diagram_mark *m)
{
    static const struct {
        enum outcome what;
        double radius;
    } looks[] = {
        [DIAGRAM_POINT] = {OUTCOME_CLEAR, 0.14},    [DIAGRAM_START] = {OUTCOME_CLEAR, 0.14},
        [DIAGRAM_OFF] = {OUTCOME_OFF_TRACK, 0.32},  [DIAGRAM_BURST] = {OUTCOME_COLLISION, 0.32},
        [DIAGRAM_WAVE] = {OUTCOME_SLICK, 0.32},     [DIAGRAM_FLAG] = {OUTCOME_FINISH, 0.32},
        [DIAGRAM_CRASH] = {OUTCOME_COLLISION, 0.42}};
    paper_draw_outcome(p->cairo, looks[m->kind].what, m->pen, m->x, m->y, looks[m->kind].radius, 1,
                       p->theme);
}

static void draw_points(const struct chalk *p, const struct diagram_mark *m)
{
    int reach = m->kind == DIAGRAM_EXTRA ? 2 : 1;
    for (int row = -reach; row <= reach; row++)
        for (int column = -reach; column <= reach; column++) {
            int steps = abs(row) + abs(column);
            bool faint = m->kind == DIAGRAM_FAINT || abs(row) == 2 || abs(column) == 2;
            if (m->kind == DIAGRAM_FIVE && steps > 1)
                continue;
            paper_draw_outcome(p->cairo, OUTCOME_CLEAR, m->pen, m->x + column, m->y + row, 0.14,
                               faint ? 0.45 : 1, p->theme);
        }
}

static void draw_ring(const struct chalk *p, const struct diagram_mark *m)
{
    use_pen(p, m->pen);
    cairo_arc(p->cairo, m->x, m->y, 0.38, 0, 2 * M_PI);
    brush_stroke(p->cairo, 0.08, 0.14, 0.14);
}

static void draw_nitro(const struct chalk *p, const struct diagram_mark *m)
{
    use_pen(p, m->pen);
    brush_square(p->cairo, m->x, m->y, 1.1, 0.08);
}

static void draw_arrow(const struct chalk *p, const struct diagram_mark *m)
{
    brush_color(p->cairo, p->theme->arrow);
    brush_arrow(p->cairo, m->x, m->y, m->to_x, m->to_y, 0.1, 0.45);
}

/* In pixels: type is shaped for the size that it is read in. */
static void draw_text(const struct chalk *p, const struct diagram_mark *m)
{
    double size = fmax(p->square * 0.62, 14 * p->scale), x = m->x, y = m->y;
    cairo_user_to_device(p->cairo, &x, &y);
    cairo_save(p->cairo);
    cairo_identity_matrix(p->cairo);
    double width = lettering_width(p->cairo, m->text, size, false);
    lettering_draw_rimmed(p->cairo, m->text, x - width / 2, y, size, p->theme->ink, p->theme);
    cairo_restore(p->cairo);
}

/* As on the sheet: it has to be seen on the chequered line. */
static void draw_start(const struct chalk *p, const struct diagram_mark *m)
{
    brush_color(p->cairo, p->theme->paper);
    cairo_arc(p->cairo, m->x, m->y, 0.3, 0, 2 * M_PI);
    cairo_fill(p->cairo);
    draw_circle(p, m, 0.3);
    draw_outcome(p, m);
}

/* In pixels, as text. */
static void draw_hint(const struct chalk *p, const struct diagram_mark *m)
{
    double x = m->x, y = m->y;
    enum { BEST = 1 }; /* rounds; the number says how many more it is */
    struct hint hint = {.rounds = m->text ? BEST + atoi(m->text) : HINT_NO_ROUNDS,
                        .doomed = m->kind == DIAGRAM_DOOMED};
    struct hints hints = {&hint, 1, BEST, {0}};
    struct paper_view view = {.square = p->square, .scale = p->scale};
    struct paper_numbers numbers = paper_numbers_of(&view, &hints, m->pen);
    cairo_user_to_device(p->cairo, &x, &y);
    cairo_save(p->cairo);
    cairo_identity_matrix(p->cairo);
    paper_draw_hint(p->cairo, &numbers, &hint, &(struct paper_hint_look){x, y, false, false, 1},
                    p->theme);
    cairo_restore(p->cairo);
}

static void draw_stay(const struct chalk *p, const struct diagram_mark *m)
{
    draw_circle(p, m, 0.62);
}

static void draw_tally(const struct chalk *p, const struct diagram_mark *m)
{
    paper_draw_tally(p->cairo, m->pen, m->x, m->y, 0.7, p->theme);
}

typedef void drawer(const struct chalk *p, const struct diagram_mark *m);
static drawer *const drawers[] = {
    [DIAGRAM_MOVE] = draw_move,    [DIAGRAM_PLAN] = draw_plan,     [DIAGRAM_STAY] = draw_stay,
    [DIAGRAM_CAR] = draw_car,      [DIAGRAM_GHOST] = draw_car,     [DIAGRAM_NINE] = draw_points,
    [DIAGRAM_FIVE] = draw_points,  [DIAGRAM_FAINT] = draw_points,  [DIAGRAM_EXTRA] = draw_points,
    [DIAGRAM_RING] = draw_ring,    [DIAGRAM_POINT] = draw_outcome, [DIAGRAM_START] = draw_start,
    [DIAGRAM_OFF] = draw_outcome,  [DIAGRAM_BURST] = draw_outcome, [DIAGRAM_WAVE] = draw_outcome,
    [DIAGRAM_FLAG] = draw_outcome, [DIAGRAM_BEAD] = draw_hint,     [DIAGRAM_BEST] = draw_hint,
    [DIAGRAM_DOOMED] = draw_hint,  [DIAGRAM_CRASH] = draw_outcome, [DIAGRAM_NITRO] = draw_nitro,
    [DIAGRAM_TALLY] = draw_tally,  [DIAGRAM_ARROW] = draw_arrow,   [DIAGRAM_TEXT] = draw_text,
};

void diagram_paint(cairo_t *cairo, int width, int height, const void *data)
{
    const struct diagram_look *look = data;
    const struct diagram *diagram = look->diagram;
    double square = fmax((double)width / DIAGRAM_WIDE, (double)height / DIAGRAM_HIGH);
    struct chalk pencil = {cairo, look->theme, square, look->scale};
    clip_to_card(cairo, width, height, 5 * look->scale);
    paint_ground(&pencil, diagram);
    cairo_translate(cairo, square / 2, square / 2);
    cairo_scale(cairo, square, square);
    for (int i = 0; i < DIAGRAM_MARKS && diagram->marks[i].kind != DIAGRAM_END; i++)
        drawers[diagram->marks[i].kind](&pencil, &diagram->marks[i]);
}
