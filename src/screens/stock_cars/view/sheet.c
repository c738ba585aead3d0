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

enum {
    LIVE_WAY,
    LIVE_SAID,
    LIVE_LEFT_NUMBERS,
    LIVE_LOWER_NUMBERS,
    LIVE_HINTS,
    LIVE_REACH,
    LIVE_MOTION
};
static const double TAG = 14, GAP = 6;           /* interface pixels */
static const double DISC = 0.38, DISC_MOST = 15; /* of a square; interface pixels */
static const double LINE = 0.1, DOT = 0.14;      /* of a square */

struct stock_sheet {
    struct sheet *sheet;
    struct stock_scene scene; /* valid while drawing */
    const struct paper_theme *theme;
    struct paper_view view;
    int rows;
    int steps, running; /* that the ground shows; -1: no step is driven */
    double driven, grown;
    uint64_t lifted;               /* cars that are not in the ground; bit n: car n */
    struct labels labels;          /* what is said, then the numbers of tiles */
    int first_number;              /* of these labels */
    uint64_t shown, wide, numbers; /* what is live */
};

/* --- the ground ------------------------------------------------------------------------------- */

static struct stock_look look_in_step(const struct stock_sheet *sheet, int car, double driven)
{
    return stock_look_in_step(sheet->scene.session, sheet->running, driven, car);
}

/* As it is drawn in this picture. */
static struct stock_look look_now(const struct stock_sheet *sheet, int car)
{
    const struct session *session = sheet->scene.session;
    return sheet->running >= 0
               ? look_in_step(sheet, car, sheet->driven)
               : stock_look_of(session, session_race_after(session, sheet->steps), car);
}

static void draw_look(cairo_t *cairo, const struct stock_sheet *sheet, int car)
{
    double box[4];
    struct stock_look look = look_now(sheet, car);
    stock_look_box(&sheet->view, sheet->rows, &look, box);
    if (brush_box_is_seen(cairo, box))
        stock_draw_look(cairo, &sheet->view, sheet->rows, &look, sheet->theme);
}

static void paint_course(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    paper_draw_sheet(cairo, &sheet->view, session_setup(sheet->scene.session)->course,
                     sheet->theme);
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    const struct session *session = sheet->scene.session;
    paper_draw_ghost(cairo, &sheet->view, &sheet->scene.look->ghost, sheet->theme);
    paper_draw_ink(cairo, &sheet->view, session, sheet->steps, sheet->theme);
    if (sheet->running >= 0)
        paper_draw_step(cairo, &sheet->view, session, sheet->running, sheet->driven, false,
                        sheet->theme);
    for (int car = 1; car <= session_setup(session)->players; car++)
        if (!(sheet->lifted >> car & 1))
            draw_look(cairo, sheet, car);
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

/* A letter on a disc, filled where it is pointed at, with a ? where chance has a say; further ahead
 * a ring, or that ?. */
static void draw_spot(cairo_t *cairo, const struct stock_sheet *sheet, int index)
{
    const struct way_spot *spot = &sheet->scene.way->spots[index];
    const struct paper_theme *theme = sheet->theme;
    bool pointed = index == sheet->scene.pointed;
    double radius = disc_radius(sheet), scale = sheet->view.scale;
    struct paper_color color = spot->off ? theme->warning : pen_color(sheet);
    struct pixel at = middle(sheet, spot->at);
    bool far = spot->count > 1, asks = spot->chance && !pointed && !spot->unsure;
    char letter[12] = {spot->unsure || far ? '?' : spot->kind, asks && !far ? '?' : '\0', '\0'};
    radius = far && !pointed ? radius * (asks ? 0.7 : 0.42) : radius;
    radius *= 0.3 + 0.7 * sheet->scene.look->motion->grown;
    brush_add_disc(cairo, at.x, at.y, radius);
    brush_color(cairo, pointed ? color : theme->paper);
    cairo_fill(cairo);
    brush_color(cairo, color);
    brush_circle(cairo, at.x, at.y, radius, fmax(1.5 * scale, radius * 0.14));
    if (far && pointed)
        snprintf(letter, sizeof letter, "%d", spot->count);
    if (!far || pointed || asks)
        lettering_draw_aligned(cairo, letter, at.x, at.y, 0.5, radius * 1.15, true,
                               pointed ? theme->paper : color);
}

/* --- hints and reach -------------------------------------------------------------------------- */

/* Ends of orders of the speed that is chosen, as far as what is written may still come there. */
static bool is_hinted(const struct stock_sheet *sheet, const struct stock_hint *hint)
{
    const struct way *way = sheet->scene.way;
    const struct way_tile *last = way->tile_count > 0 ? &way->tiles[way->tile_count - 1] : NULL;
    struct point at =
        last ? last->at : stock_car(session_race(sheet->scene.session), sheet->scene.car)->at;
    return hint->turns != STOCK_HINT_UNKNOWN && hint->moves == way->speed && way->left > 0 &&
           abs(hint->at.x - at.x) <= way->left && abs(hint->at.y - at.y) <= way->left;
}

/* Of those that end on the same tile only the best is told. */
static bool is_best_there(const struct hints *hints, const struct stock_hint *hint)
{
    for (int heading = 0; heading < HEADING_COUNT; heading++) {
        const struct stock_hint *other =
            stock_hint_at(hints, hint->at, (enum heading)heading, hint->moves);
        if (!other || other == hint || other->turns == STOCK_HINT_UNKNOWN)
            continue;
        if (other->turns < hint->turns || (other->turns == hint->turns && other < hint))
            return false;
    }
    return true;
}

/* The turns that are left, in a corner where a letter is. */
static void draw_hint(cairo_t *cairo, const struct stock_sheet *sheet,
                      const struct stock_hint *hint)
{
    double size = fmin(sheet->view.square * 0.5, TAG * sheet->view.scale);
    const struct way *way = sheet->scene.way;
    int spot = way_spot_at(way, hint->at);
    struct pixel at = middle(sheet, hint->at);
    bool best = stock_hint_is_best(sheet->scene.hints, hint);
    char text[12];
    if (spot >= 0 && way->spots[spot].count == 1) {
        at.x += sheet->view.square * 0.34;
        at.y += sheet->view.square * 0.34;
        size *= 0.8;
    }
    snprintf(text, sizeof text, "%d", hint->turns);
    brush_add_disc(cairo, at.x, at.y, size * 0.85);
    brush_color(cairo, brush_mix(sheet->theme->action, sheet->theme->paper, best ? 0.3 : 0));
    cairo_fill(cairo);
    lettering_draw_aligned(cairo, text, at.x, at.y, 0.5, size, best, sheet->theme->ink);
}

static void draw_hints(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct hints *hints = sheet->scene.hints;
    for (int i = 0; hints && i < hints->count; i++)
        if (is_hinted(sheet, &hints->items[i]) && is_best_there(hints, &hints->items[i]))
            draw_hint(cairo, sheet, &hints->items[i]);
}

/* A corner of the tile a car, in its pen. */
static void draw_reach(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct reach *reach = sheet->scene.reach;
    double side = sheet->view.square;
    for (int i = 0; reach && i < reach->count; i++) {
        const struct reached *reached = &reach->tiles[i];
        struct pixel at = brush_place(&sheet->view, sheet->rows, reached->at.x, reached->at.y + 1);
        struct paper_color color =
            brush_pen(sheet->theme, paper_pen_of(sheet->scene.session, reached->car));
        brush_color(cairo, color_fade(color, 0.15));
        cairo_rectangle(cairo, floor(at.x), floor(at.y), ceil(side), ceil(side));
        cairo_fill(cairo);
    }
}

static struct box hints_box(const struct stock_sheet *sheet)
{
    const struct hints *hints = sheet->scene.hints;
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    for (int i = 0; hints && i < hints->count; i++)
        if (is_hinted(sheet, &hints->items[i]))
            extent_add(&extent, middle(sheet, hints->items[i].at), sheet->view.square);
    return extent_box(&extent, box) ? sheet_box(box) : box_make(0, 0, 0, 0);
}

static struct box reach_box(const struct stock_sheet *sheet)
{
    const struct reach *reach = sheet->scene.reach;
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    for (int i = 0; reach && i < reach->count; i++)
        extent_add(&extent, middle(sheet, reach->tiles[i].at), sheet->view.square);
    return extent_box(&extent, box) ? sheet_box(box) : box_make(0, 0, 0, 0);
}

/* Moments, and the cars that they move. */
static void draw_motion(cairo_t *cairo, const struct stock_sheet *sheet)
{
    const struct motion *motion = sheet->scene.look->motion;
    motion_draw(cairo, motion, &sheet->view, sheet->rows, sheet->theme);
    for (int car = 1; sheet->lifted >> car; car++) {
        struct stock_look look;
        if (!(sheet->lifted >> car & 1))
            continue;
        look = look_now(sheet, car);
        motion_begin_car(cairo, motion, car, sheet->view.square,
                         brush_place(&sheet->view, sheet->rows, look.x, look.y));
        stock_draw_look(cairo, &sheet->view, sheet->rows, &look, sheet->theme);
        motion_end_car(cairo);
    }
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct stock_sheet *sheet = context;
    draw_motion(cairo, sheet);
    if (sheet->scene.way) {
        draw_reach(cairo, sheet);
        draw_way(cairo, sheet);
        for (int i = sheet->scene.way->spot_count - 1; i >= 0; i--)
            draw_spot(cairo, sheet, i);
        draw_hints(cairo, sheet);
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

/* Beside the tile on which it happened, as far as the moment that is seen there reaches. */
static void write_happened(struct stock_sheet *sheet)
{
    static const double REACH = 2.2, FLAG = 4.2; /* units: of most of them, of what stands up */
    const struct event *event = sheet->scene.happened;
    double scale = sheet->view.scale, unit = motion_unit(&sheet->view), away = REACH * unit;
    if (!event->has_place)
        return;
    struct pixel at = middle(sheet, event->place);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = away, .prefer_x = 1, .prefer_y = 1};
    labels_keep_off_disc(&sheet->labels, at.x, at.y, away * 0.8);
    labels_keep_off(&sheet->labels, (struct label_box){at.x - unit, at.y - FLAG * unit,
                                                       (FLAG + 1) * unit, FLAG * unit});
    labels_add(&sheet->labels, LABEL_PLATE, sheet->scene.said, TAG * scale, sheet->theme->ink,
               240 * scale, &wish);
}

/* Beside the tile that is pointed at. */
static void write_said(struct stock_sheet *sheet)
{
    const struct stock_scene *scene = &sheet->scene;
    struct labels *labels = &sheet->labels;
    double scale = sheet->view.scale, radius = disc_radius(sheet);
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
        labels_add(labels, LABEL_PLATE, scene->said, TAG * scale,
                   spot->off ? sheet->theme->warning : pen_color(sheet), 240 * scale, &wish);
}

/* Of every fifth tile, at its middle. */
static void write_numbers(struct stock_sheet *sheet)
{
    const struct session *session = sheet->scene.session;
    struct course course = session_setup(session)->course;
    const struct paper_view *view = &sheet->view;
    ink_of(course.game)->keep_off(&sheet->labels, view, course);
    for (int car = 1; car <= session_setup(session)->players; car++) {
        double box[4];
        if (paper_car_box(view, session, session_race_after(session, sheet->steps), car, box))
            labels_keep_off(&sheet->labels, (struct label_box){box[0], box[1], box[2], box[3]});
    }
    paper_label_numbers(&sheet->labels, view, course_size(course), true, sheet->theme);
}

static void write_labels(struct stock_sheet *sheet)
{
    const struct stock_scene *scene = &sheet->scene;
    const struct paper_view *view = &sheet->view;
    struct box whole = sheet_whole(sheet->sheet), corner = scene->look->sheet_box;
    double gap = GAP * view->scale;
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
    if (scene->happened)
        write_happened(sheet);
    else if (scene->way && scene->pointed >= 0)
        write_said(sheet);
    sheet->first_number = labels->count;
    write_numbers(sheet);
}

static struct box label_box(const struct stock_sheet *sheet, int index)
{
    double box[4];
    labels_drawn_box(&sheet->labels, &sheet->labels.items[index], box);
    return sheet_box(box);
}

static struct box said_box(const struct stock_sheet *sheet)
{
    struct box all = {0, 0, 0, 0};
    for (int i = 0; i < sheet->first_number; i++)
        all = box_join(all, label_box(sheet, i));
    return all;
}

/* Those at the left edge come first, all at the same x. */
static void set_numbers(struct stock_sheet *sheet)
{
    struct box left = {0, 0, 0, 0}, lower = {0, 0, 0, 0};
    const struct labels *labels = &sheet->labels;
    for (int i = sheet->first_number; i < labels->count; i++) {
        bool is_left = labels->items[i].box.x == labels->items[sheet->first_number].box.x;
        struct box *box = is_left ? &left : &lower;
        *box = box_join(*box, label_box(sheet, i));
    }
    sheet_set_live(sheet->sheet, LIVE_LEFT_NUMBERS, left);
    sheet_set_live(sheet->sheet, LIVE_LOWER_NUMBERS, lower);
}

/* --- what has changed ------------------------------------------------------------------------- */

/* A tile and its neighbours: a car's way goes from one to the next. */
static void mend_round(struct stock_sheet *sheet, const struct stock_look *look)
{
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    extent_add(&extent, brush_place(&sheet->view, sheet->rows, look->x, look->y),
               fmax(1.5 * sheet->view.square, 24 * sheet->view.scale));
    extent_box(&extent, box);
    sheet_mend(sheet->sheet, sheet_box(box));
}

/* Cars that have gone on, or back, by a tile at most; what happens at the end may be anywhere. */
static void drive_on(struct stock_sheet *sheet, double driven)
{
    int cars = session_setup(sheet->scene.session)->players;
    double before = sheet->driven;
    bool far = driven >= 1 || before >= 1;
    for (int car = 1; car <= cars && !far; car++) {
        struct stock_look old = look_in_step(sheet, car, before);
        struct stock_look new = look_in_step(sheet, car, driven);
        bool moved = old.x != new.x || old.y != new.y || old.heading != new.heading;
        far = fabs(old.x - new.x) > 1.5 || fabs(old.y - new.y) > 1.5;
        if (moved) {
            mend_round(sheet, &old);
            mend_round(sheet, &new);
        }
    }
    if (far)
        sheet_repaint(sheet->sheet);
    sheet->driven = driven;
}

/* Do these steps leave any ink, or stand cars elsewhere? */
static bool differ(const struct stock_sheet *sheet, int low, int high)
{
    const struct session *session = sheet->scene.session;
    double box[4];
    for (int i = low; i < high && i < session_step_count(session); i++)
        if (paper_step_box(&sheet->view, session, i, box) ||
            session_step(session, i).event_count > 1)
            return true;
    return false;
}

static void follow_steps(struct stock_sheet *sheet)
{
    const struct view_look *look = sheet->scene.look;
    int low = look->steps < sheet->steps ? look->steps : sheet->steps;
    int high = look->steps < sheet->steps ? sheet->steps : look->steps;
    bool ended = sheet->running >= 0 && look->running < 0;
    if (ended || high > session_step_count(sheet->scene.session) || differ(sheet, low, high))
        sheet_repaint(sheet->sheet);
    sheet->steps = look->steps;
    if (look->running != sheet->running)
        sheet->driven = 0;
    sheet->running = look->running;
    if (look->running >= 0 && sheet->scene.driven != sheet->driven)
        drive_on(sheet, sheet->scene.driven);
}

/* A car leaves the ground, or comes to stand there. */
static void follow_lifted(struct stock_sheet *sheet)
{
    uint64_t lifted = sheet->scene.look->motion->posed, changed = lifted ^ sheet->lifted;
    for (int car = 1; changed >> car; car++) {
        struct stock_look look;
        if (!(changed >> car & 1))
            continue;
        look = look_now(sheet, car);
        mend_round(sheet, &look);
    }
    sheet->lifted = lifted;
}

static void follow_motion(struct stock_sheet *sheet)
{
    struct box boxes[MOTION_LIMIT + PLAYER_LIMIT];
    const struct motion *motion = sheet->scene.look->motion;
    double box[4], scale = sheet->view.scale;
    int count = 0;
    for (int i = 0; i < motion->count; i++) {
        motion_look_box(&motion->looks[i], &sheet->view, sheet->rows, box);
        boxes[count++] = sheet_box(box);
    }
    for (int car = 1; sheet->lifted >> car; car++) {
        struct stock_look look;
        if (!(sheet->lifted >> car & 1))
            continue;
        look = look_now(sheet, car);
        stock_look_box(&sheet->view, sheet->rows, &look, box);
        motion_widen(motion, car, sheet->view.square,
                     brush_place(&sheet->view, sheet->rows, look.x, look.y), box);
        boxes[count++] = sheet_box(box);
    }
    sheet_set_motion(sheet->sheet, LIVE_MOTION, boxes, count);
    sheet_shake(sheet->sheet, (int)lround(motion->shake_x * scale),
                (int)lround(motion->shake_y * scale));
    if (motion->grown != sheet->grown)
        sheet_set_live(sheet->sheet, LIVE_WAY, way_box(sheet));
    sheet->grown = motion->grown;
}

static void follow_live(struct stock_sheet *sheet, bool moved)
{
    const struct stock_scene *scene = &sheet->scene;
    uint64_t shown = hash_number(hash_number(HASH_START, scene->way != NULL), scene->pointed);
    shown = hash_number(shown, (int64_t)scene->way_key);
    shown = hash_number(shown, (int64_t)(intptr_t)scene->happened);
    shown = hash_bytes(shown, scene->look->covered, sizeof scene->look->covered);
    if (!moved && shown == sheet->shown)
        return;
    sheet->shown = shown;
    write_labels(sheet);
    struct box way = way_box(sheet);
    sheet_set_live(sheet->sheet, LIVE_WAY, way);
    uint64_t wide = hash_number(hash_number(HASH_START, (int64_t)scene->way_key),
                                (int64_t)(intptr_t)scene->way);
    if (moved || wide != sheet->wide) {
        sheet_set_live(sheet->sheet, LIVE_HINTS, hints_box(sheet));
        sheet_set_live(sheet->sheet, LIVE_REACH, reach_box(sheet));
    }
    sheet->wide = wide;
    sheet_set_live(sheet->sheet, LIVE_SAID, said_box(sheet));
    uint64_t numbers = HASH_START;
    for (int i = sheet->first_number; i < sheet->labels.count; i++)
        numbers = hash_bytes(numbers, &sheet->labels.items[i].box, sizeof(struct label_box));
    if (moved || numbers != sheet->numbers)
        set_numbers(sheet);
    sheet->numbers = numbers;
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
    sheet_set_ghost(sheet->sheet, &scene->look->ghost);
    follow_steps(sheet);
    follow_lifted(sheet);
    follow_live(sheet, news != SHEET_STAYS);
    follow_motion(sheet);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}

struct stock_sheet *stock_sheet_create(void)
{
    struct stock_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet =
        sheet_create((struct sheet_painter){paint_ground, paint_live, sheet, paint_course, true});
    sheet->running = -1;
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
