/* The sheet on the screen: the ground with the ink and the cars is a cached picture, of which a
 * step mends the boxes that it touched; the way that is being written lies over it as what is live.
 */
#include "screens/stock_cars/view/inside.h"

#include "base/hash.h"
#include "base/memory.h"
#include "draw/sheet.h"
#include "paper/lettering.h"
#include "paper/stock_cars/ink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIVE_WAY, LIVE_SAID, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS };
enum { MENDED_STEPS = 12 };
static const double TAG = 14, GAP = 6;           /* interface pixels */
static const double DISC = 0.38, DISC_MOST = 15; /* of a square; interface pixels */
static const double LINE = 0.1, DOT = 0.14;      /* of a square */

struct stock_sheet {
    struct sheet *sheet;
    struct stock_scene scene; /* valid while drawing */
    const struct paper_theme *theme;
    struct paper_view view;
    int rows;
    int steps;
    struct labels labels; /* what is said of the tile that is pointed at */
    uint64_t shown;       /* what is live */
};

/* --- the ground ------------------------------------------------------------------------------- */

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    const struct session *session = sheet->scene.session;
    paper_draw_sheet(cairo, &sheet->view, session_setup(session)->course, sheet->theme);
    paper_draw_ink(cairo, &sheet->view, session, sheet->steps, sheet->theme);
    paper_draw_cars(cairo, &sheet->view, session, session_race_after(session, sheet->steps),
                    sheet->theme);
}

/* --- the way ---------------------------------------------------------------------------------- */

static struct pixel middle(const struct stock_sheet *sheet, struct point at)
{
    return brush_place(&sheet->view, sheet->rows, at.x + 0.5, at.y + 0.5);
}

static struct paper_color pen_color(const struct stock_sheet *sheet)
{
    return brush_pen(sheet->theme, paper_pen_of(sheet->scene.session, sheet->scene.car));
}

static double disc_radius(const struct stock_sheet *sheet)
{
    return fmin(sheet->view.square * DISC, DISC_MOST * sheet->view.scale);
}

static void draw_cross(cairo_t *cairo, struct pixel at, double side, double width)
{
    brush_add_line(cairo, (struct pixel){at.x - side, at.y - side},
                   (struct pixel){at.x + side, at.y + side});
    brush_add_line(cairo, (struct pixel){at.x - side, at.y + side},
                   (struct pixel){at.x + side, at.y - side});
    brush_stroke(cairo, width, 0, 0);
}

/* Whole as far as it is known, dashed behind that and off the track. */
static void draw_way(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct way *way = sheet->scene.way;
    const struct race *race = session_race(sheet->scene.session);
    double square = sheet->view.square, scale = sheet->view.scale;
    double width = fmax(square * LINE, 1.5 * scale);
    struct pixel from = middle(sheet, stock_car(race, sheet->scene.car)->at);
    for (int i = 0; i < way->tile_count; i++) {
        const struct way_tile *tile = &way->tiles[i];
        struct pixel to = middle(sheet, tile->at);
        bool dashed = tile->off || tile->unsure;
        brush_color(cairo, tile->off ? sheet->theme->warning : pen_color(sheet));
        brush_add_line(cairo, from, to);
        brush_stroke(cairo, width, dashed ? width * 2 : 0, dashed ? width * 2 : 0);
        if (tile->off) {
            draw_cross(cairo, to, square * DOT, width);
        } else {
            brush_add_disc(cairo, to.x, to.y, fmax(square * DOT, 2 * scale));
            cairo_fill(cairo);
        }
        from = to;
    }
}

/* A letter on a disc, filled where it is pointed at; further ahead a ring. */
static void draw_spot(cairo_t *cairo, const struct stock_sheet *sheet, int index)
{
    const struct way_spot *spot = &sheet->scene.way->spots[index];
    const struct paper_theme *theme = sheet->theme;
    bool pointed = index == sheet->scene.pointed;
    double radius = disc_radius(sheet), scale = sheet->view.scale;
    struct paper_color color = spot->off ? theme->warning : pen_color(sheet);
    struct pixel at = middle(sheet, spot->at);
    char letter[12] = {spot->unsure ? '?' : spot->kind, '\0'};
    radius = spot->count > 1 && !pointed ? radius * 0.42 : radius;
    brush_add_disc(cairo, at.x, at.y, radius);
    brush_color(cairo, pointed ? color : theme->paper);
    cairo_fill(cairo);
    brush_color(cairo, color);
    brush_circle(cairo, at.x, at.y, radius, fmax(1.5 * scale, radius * 0.14));
    if (spot->count > 1 && pointed)
        snprintf(letter, sizeof letter, "%d", spot->count);
    if (spot->count == 1 || pointed)
        lettering_draw_aligned(cairo, letter, at.x, at.y, 0.5, radius * 1.15, true,
                               pointed ? theme->paper : color);
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    if (sheet->scene.look->running >= 0)
        paper_draw_step(cairo, &sheet->view, sheet->scene.session, sheet->scene.look->running,
                        sheet->scene.look->progress, false, sheet->theme);
    if (sheet->scene.way) {
        draw_way(cairo, sheet);
        for (int i = sheet->scene.way->spot_count - 1; i >= 0; i--)
            draw_spot(cairo, sheet, i);
    }
    labels_draw(cairo, &sheet->labels, sheet->theme);
}

static struct box way_box(const struct stock_sheet *sheet)
{
    const struct stock_scene *scene = &sheet->scene;
    struct extent extent = EXTENT_NOTHING;
    double box[4], margin = sheet->view.square;
    if (!scene->way)
        return box_make(0, 0, 0, 0);
    extent_add(&extent, middle(sheet, stock_car(session_race(scene->session), scene->car)->at),
               margin);
    for (int i = 0; i < scene->way->tile_count; i++)
        extent_add(&extent, middle(sheet, scene->way->tiles[i].at), margin);
    for (int i = 0; i < scene->way->spot_count; i++)
        extent_add(&extent, middle(sheet, scene->way->spots[i].at), margin);
    extent_box(&extent, box);
    return sheet_box(box);
}

/* --- what is said ----------------------------------------------------------------------------- */

static void write_labels(struct stock_sheet *sheet)
{
    const struct stock_scene *scene = &sheet->scene;
    const struct paper_view *view = &sheet->view;
    struct box whole = sheet_whole(sheet->sheet), corner = scene->look->sheet_box;
    double gap = GAP * view->scale, radius = disc_radius(sheet);
    struct labels *labels = &sheet->labels;
    labels_end(labels);
    *labels = labels_begin((struct label_box){gap, gap, whole.w - 2 * gap, whole.h - 2 * gap},
                           view->scale);
    for (int i = 0; i < VIEW_COVERS; i++) {
        struct box over = scene->look->covered[i];
        if (over.w > 0)
            labels_keep_off(
                labels, (struct label_box){over.x - corner.x, over.y - corner.y, over.w, over.h});
    }
    if (!scene->way || scene->pointed < 0)
        return;
    for (int i = 0; i < scene->way->spot_count; i++) {
        struct pixel at = middle(sheet, scene->way->spots[i].at);
        labels_keep_off_disc(labels, at.x, at.y, radius);
    }
    for (int i = 0; i < scene->way->tile_count; i++) {
        struct pixel at = middle(sheet, scene->way->tiles[i].at);
        labels_avoid_disc(labels, at.x, at.y, radius, 1);
    }
    const struct way_spot *spot = &scene->way->spots[scene->pointed];
    struct pixel at = middle(sheet, spot->at);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = radius * 1.6, .prefer_x = 1};
    if (scene->said[0])
        labels_add(labels, LABEL_PLATE, scene->said, TAG * view->scale,
                   spot->off ? sheet->theme->warning : pen_color(sheet), 240 * view->scale, &wish);
}

static struct box labels_box(const struct stock_sheet *sheet)
{
    struct box all = {0, 0, 0, 0};
    for (int i = 0; i < sheet->labels.count; i++) {
        double box[4];
        labels_drawn_box(&sheet->labels, &sheet->labels.items[i], box);
        all = box_join(all, sheet_box(box));
    }
    return all;
}

/* --- what has changed ------------------------------------------------------------------------- */

static void follow_steps(struct stock_sheet *sheet)
{
    int steps = sheet->scene.look->steps;
    if (steps != sheet->steps)
        sheet_repaint(sheet->sheet);
    sheet->steps = steps;
}

static void follow_live(struct stock_sheet *sheet, bool moved)
{
    const struct stock_scene *scene = &sheet->scene;
    uint64_t shown = hash_number(hash_number(HASH_START, scene->way != NULL), scene->pointed);
    shown = hash_number(shown, (int64_t)scene->way_key);
    shown = hash_number(shown, (int64_t)(scene->look->progress * 1000));
    shown = hash_number(shown, scene->look->running);
    shown = hash_bytes(shown, scene->look->covered, sizeof scene->look->covered);
    if (!moved && shown == sheet->shown)
        return;
    sheet->shown = shown;
    write_labels(sheet);
    struct box way = way_box(sheet);
    double step[4];
    if (scene->look->running >= 0 &&
        paper_step_box(&sheet->view, scene->session, scene->look->running, step))
        way = box_join(way, sheet_box(step));
    sheet_set_live(sheet->sheet, LIVE_WAY, way);
    sheet_set_live(sheet->sheet, LIVE_SAID, labels_box(sheet));
}

void stock_sheet_draw(struct stock_sheet *sheet, struct canvas *canvas,
                      const struct stock_scene *scene)
{
    struct box box = scene->look->sheet_box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    sheet->scene = *scene;
    sheet->theme = canvas_theme(canvas);
    sheet->view = scene->look->camera->view;
    sheet->rows = course_size(session_setup(scene->session)->course).y;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, box, &sheet->view);
    follow_steps(sheet);
    follow_live(sheet, news != SHEET_STAYS);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}

struct stock_sheet *stock_sheet_create(void)
{
    struct stock_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create((struct sheet_painter){paint_ground, paint_live, sheet});
    return sheet;
}

void stock_sheet_free(struct stock_sheet *sheet)
{
    sheet_free(sheet->sheet);
    labels_end(&sheet->labels);
    free(sheet);
}

const struct labels *stock_sheet_labels(const struct stock_sheet *sheet)
{
    return &sheet->labels;
}
