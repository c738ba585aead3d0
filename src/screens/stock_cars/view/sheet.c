/* The sheet on the screen: the ground with the ink and the cars is a cached picture, of which a
 * step mends the boxes that it touched; the way that is being written lies over it as what is live.
 */
#include "screens/stock_cars/view/sheet.h"

#include "base/hash.h"
#include "base/memory.h"
#include "paper/brush.h"
#include "paper/moments/moments.h"
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
static const double TAG = 14, GAP = 6; /* interface pixels */

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
    sheet_draw_way(cairo, sheet);
    labels_draw(cairo, &sheet->labels, sheet->theme);
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
    struct pixel at = sheet_middle(sheet, event->place);
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
    double scale = sheet->view.scale, radius = sheet_disc_radius(sheet);
    for (int i = 0; i < scene->way->spot_count; i++) {
        struct pixel at = sheet_middle(sheet, scene->way->spots[i].at);
        labels_keep_off_disc(labels, at.x, at.y, radius);
    }
    for (int i = 0; i < scene->way->tile_count; i++) {
        struct pixel at = sheet_middle(sheet, scene->way->tiles[i].at);
        labels_avoid_disc(labels, at.x, at.y, radius, 1);
    }
    const struct way_spot *spot = &scene->way->spots[scene->pointed];
    struct pixel at = sheet_middle(sheet, spot->at);
    struct label_wish wish = {.x = at.x, .y = at.y, .away = radius * 1.6, .prefer_x = 1};
    if (scene->said[0])
        labels_add(labels, LABEL_PLATE, scene->said, TAG * scale,
                   spot->off ? sheet->theme->warning : sheet_pen_color(sheet), 240 * scale, &wish);
}

/* By what is said, where it finds room beside them. */
static void avoid_cars(struct stock_sheet *sheet)
{
    for (int car = 1; car <= session_setup(sheet->scene.session)->players; car++) {
        struct stock_look look = look_now(sheet, car);
        double box[4];
        stock_look_box(&sheet->view, sheet->rows, &look, box);
        labels_avoid(&sheet->labels, (struct label_box){box[0], box[1], box[2], box[3]}, 1);
    }
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
    avoid_cars(sheet);
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

static void mend_near(struct stock_sheet *sheet, double x, double y, double reach)
{
    struct extent extent = EXTENT_NOTHING;
    double box[4];
    extent_add(&extent, brush_place(&sheet->view, sheet->rows, x, y), reach);
    extent_box(&extent, box);
    sheet_mend(sheet->sheet, sheet_box(box));
}

/* A tile and its neighbours: a car's way goes from one to the next. */
static void mend_round(struct stock_sheet *sheet, const struct stock_look *look)
{
    mend_near(sheet, look->x, look->y, fmax(1.5 * sheet->view.square, 24 * sheet->view.scale));
}

/* What is drawn round a tile at most: a burst, or where a car left the track. */
static double mark_reach(const struct stock_sheet *sheet)
{
    return fmax(2.5 * sheet->view.square, tear_reach(&sheet->view));
}

/* What has come, or gone, beside the cars. False: it may be anywhere. */
static bool mend_marks(struct stock_sheet *sheet, double driven)
{
    const struct session *session = sheet->scene.session;
    struct step step = session_step(session, sheet->running);
    for (int i = 0; i < step.event_count; i++) {
        const struct stock_event *event = stock_event(&step.events[i]);
        bool far = event->type == STOCK_EVENT_SAND_RESET,
             marks = event->type == STOCK_EVENT_CRASHED;
        if (!far && !marks && event->type != STOCK_EVENT_LEFT_TRACK)
            continue;
        if (stock_reached_in_step(session, sheet->running, i, sheet->driven) ==
            stock_reached_in_step(session, sheet->running, i, driven))
            continue;
        if (far)
            return false;
        mend_near(sheet, event->at.x + 0.5, event->at.y + 0.5, mark_reach(sheet));
    }
    return true;
}

/* The ways of a step have faded. */
static void mend_ways(struct stock_sheet *sheet, int index)
{
    if (index < 0)
        return;
    struct step step = session_step(sheet->scene.session, index);
    for (int i = 0; i < step.event_count; i++) {
        struct extent extent = EXTENT_NOTHING;
        double box[4];
        int count;
        if (stock_event(&step.events[i])->type != STOCK_EVENT_DROVE)
            continue;
        const struct stock_entered *path = stock_event_path(&step.events[i], &count);
        extent_add(&extent, sheet_middle(sheet, stock_event(&step.events[i])->from),
                   mark_reach(sheet));
        for (int j = 0; j < count; j++)
            extent_add(&extent, sheet_middle(sheet, path[j].at), mark_reach(sheet));
        extent_box(&extent, box);
        sheet_mend(sheet->sheet, sheet_box(box));
    }
}

/* Cars that have gone on, or back. */
static void drive_on(struct stock_sheet *sheet, double driven)
{
    int cars = session_setup(sheet->scene.session)->players;
    double before = sheet->driven;
    bool far = false;
    for (int car = 1; car <= cars && !far; car++) {
        struct stock_look old = look_in_step(sheet, car, before);
        struct stock_look new = look_in_step(sheet, car, driven);
        bool moved = old.x != new.x || old.y != new.y || old.heading != new.heading ||
                     old.size != new.size || old.finished != new.finished || old.out != new.out;
        far = fabs(old.x - new.x) > 1.5 || fabs(old.y - new.y) > 1.5;
        if (moved) {
            mend_round(sheet, &old);
            mend_round(sheet, &new);
        }
    }
    if (far || !mend_marks(sheet, driven))
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
    if (ended && sheet->steps == sheet->running && look->steps == sheet->running + 1) {
        drive_on(sheet, 1);
        mend_ways(sheet, paper_fading_step(sheet->scene.session, sheet->running));
    } else if (ended || high > session_step_count(sheet->scene.session) || differ(sheet, low, high))
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
        sheet_set_live(sheet->sheet, LIVE_WAY, sheet_way_box(sheet));
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
    struct box way = sheet_way_box(sheet);
    sheet_set_live(sheet->sheet, LIVE_WAY, way);
    uint64_t wide = hash_number(hash_number(HASH_START, (int64_t)scene->way_key),
                                (int64_t)(intptr_t)scene->way);
    if (moved || wide != sheet->wide) {
        sheet_set_live(sheet->sheet, LIVE_HINTS, sheet_hints_box(sheet));
        sheet_set_live(sheet->sheet, LIVE_REACH, sheet_reach_box(sheet));
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
    sheet->sheet = sheet_create((struct sheet_painter){.ground = paint_ground,
                                                       .live = paint_live,
                                                       .context = sheet,
                                                       .course = paint_course,
                                                       .at_once = true});
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
