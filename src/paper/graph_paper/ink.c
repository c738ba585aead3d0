/* A track on the sheet: hatching, what the track holds, walls.
 *
 * Painted from the back: hatching everywhere, then the inside of the track as plain paper over it
 * (a solid fill is much cheaper than hatching cut to the outside), then grid and features, walls
 * last.
 */
#include "paper/graph_paper/ink.h"
#include "paper/graph_paper/cars.h"
#include "paper/graph_paper/features.h"
#include "paper/graph_paper/moves_table.h"
#include "paper/graph_paper/steps.h"
#include "paper/tile.h"
#include "rules/graph_paper/graph_paper.h"

/* Its edge is hidden under the walls, so it need not be a fine one. */
static void draw_inside(cairo_t *cairo, const struct outline *walls,
                        const struct paper_theme *theme)
{
    cairo_antialias_t antialias = cairo_get_antialias(cairo);
    outline_path(cairo, walls);
    brush_color(cairo, theme->paper);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    cairo_fill(cairo);
    cairo_set_antialias(cairo, antialias);
}

/* Without walls nothing is outside yet, and nobody knows what is while they are open: plain paper,
 * to be drawn on. */
static void draw_ground(cairo_t *cairo, const struct paper_view *view, const struct track *track,
                        const struct outline *walls, const struct paper_theme *theme)
{
    if (area_loop_count(track->surface) > 0 && !track->is_unsure) {
        tile_paint_hatching(cairo, view, theme);
        draw_inside(cairo, walls, theme);
        return;
    }
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
}

static void draw_course(cairo_t *cairo, const struct paper_view *view, struct course course,
                        bool on_sheet, const struct paper_theme *theme)
{
    const struct track *track = graph_paper_track_of(course);
    struct outline walls = {0};
    const struct outline none = {0}; /* lines are cut at walls, once these are known */
    double seen[4];
    if (!brush_clip_box(cairo, seen))
        return;
    outline_build(&walls, view, track, track->surface, seen);
    draw_ground(cairo, view, track, &walls, theme);
    features_draw_shading(cairo, view, track, theme);
    if (on_sheet)
        paper_draw_grid(cairo, view, course_size(course), theme);
    features_draw(cairo, view, track, track->is_unsure ? &none : &walls, on_sheet, theme);
    brush_color(cairo, theme->wall);
    outline_draw_walls(cairo, &walls, brush_sizes(view).wall, seen);
    features_draw_signs(cairo, view, track, theme);
    outline_free(&walls);
}

static void widen_box(const struct paper_view *view, struct course course, double box[4])
{
    features_widen_box(view, graph_paper_track_of(course), box);
}

static void keep_off(struct labels *labels, const struct paper_view *view, struct course course)
{
    features_keep_off(labels, view, graph_paper_track_of(course));
}

const struct ink graph_paper_ink = {
    .game = &graph_paper_game,
    .draw_course = draw_course,
    .widen_box = widen_box,
    .keep_off = keep_off,
    .draw_step = steps_draw,
    .step_box = steps_box,
    .draw_car = cars_draw,
    .car_box = cars_box,
    .spare = graph_paper_spare,
    .explain = graph_paper_explain,
    .draw_figure = graph_paper_draw_figure,
    .table = &graph_paper_ink_table,
    .append_csv = moves_table_append_csv,
    .fill_chart = moves_table_fill_chart,
};
