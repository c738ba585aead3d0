/* The table of moments, and what all of them are to the sheet and its cars. Owns nothing. */
#include "paper/moments/inside.h"

#include <math.h>

/* One kind: how long it is seen, how far from its place its ink may go (in units, about a square),
 * what draws it, and what it does to its cars. */
struct kind {
    int time; /* milliseconds */
    double reach;
    void (*draw)(const struct moment_pen *pen);
    void (*pose)(double share, uint64_t seed, struct moment_pose *pose);
};

static double soft_end(double share)
{
    double left = 1 - brush_clamp(share, 0, 1);
    return 1 - left * left * left;
}

/* From one side to the other, ever less. */
static void rock(double share, uint64_t seed, struct moment_pose *pose)
{
    double side = brush_chance(seed, 0) < 0.5 ? -1 : 1, left = 1 - share;
    pose->turn = side * 0.55 * left * left * sin(share * MOMENT_CIRCLE * 2.5);
    pose->x = side * 0.16 * left * sin(share * MOMENT_CIRCLE * 2);
}

static void spin(double share, uint64_t seed, struct moment_pose *pose)
{
    double side = brush_chance(seed, 0) < 0.5 ? -1 : 1;
    pose->turn = side * 2 * MOMENT_CIRCLE * (soft_end(share) - 1);
    pose->x = side * 0.12 * (1 - share) * sin(share * MOMENT_CIRCLE);
}

static void stagger(double share, uint64_t seed, struct moment_pose *pose)
{
    double left = 1 - share;
    pose->x = 0.14 * left * left * sin(share * MOMENT_CIRCLE * 3 + (double)(seed % 7));
    pose->y = 0.14 * left * left * cos(share * MOMENT_CIRCLE * 4);
    pose->size = 1 - 0.15 * left * left;
}

/* Once larger and back. */
static void pulse(double share, uint64_t seed, struct moment_pose *pose)
{
    (void)seed;
    double part = brush_clamp(share / 0.6, 0, 1);
    pose->size = 1 + 0.45 * sin(part * MOMENT_CIRCLE / 2);
}

static void hop(double share, uint64_t seed, struct moment_pose *pose)
{
    (void)seed;
    pose->size = 1 + 0.25 * sin(brush_clamp(share / 0.5, 0, 1) * MOMENT_CIRCLE / 2);
}

static const struct kind kinds[MOMENT_COUNT] = {
    [MOMENT_TURN] = {650, 4, moment_draw_turn, pulse},
    [MOMENT_NITRO] = {750, 1, moment_draw_nitro, NULL},
    [MOMENT_CRASH] = {800, 4.4, moment_draw_crash, stagger},
    [MOMENT_BUMP] = {550, 2.6, moment_draw_bump, rock},
    [MOMENT_SLICK] = {850, 2, moment_draw_spin, spin},
    [MOMENT_TURBO] = {650, 3.4, moment_draw_turbo, NULL},
    [MOMENT_CHECKPOINT] = {800, 2.2, moment_draw_checkpoint, NULL},
    [MOMENT_LAP] = {900, 2.4, moment_draw_lap, NULL},
    [MOMENT_PHOTO] = {1400, 5.2, moment_draw_photo, NULL},
    [MOMENT_FLAG] = {1800, 5, moment_draw_flag, NULL},
    [MOMENT_WIN] = {2800, 5, moment_draw_flag, hop},
    [MOMENT_BEST] = {1500, 3, moment_draw_best, NULL},
    [MOMENT_OIL] = {850, 2, moment_draw_spin, spin},
    [MOMENT_SAND] = {800, 3, moment_draw_sand, NULL},
    [MOMENT_BANK] = {500, 2.2, moment_draw_bank, rock},
    [MOMENT_PITS] = {1000, 2.4, moment_draw_pits, NULL},
    [MOMENT_WEAR] = {600, 3, moment_draw_wear, NULL},
    [MOMENT_PASSED] = {750, 4.2, moment_draw_passed, NULL},
    [MOMENT_HELD] = {750, 2.8, moment_draw_held, rock},
};

int moment_time(enum moment_kind kind)
{
    return kinds[kind].time;
}

/* --- for those that draw ---------------------------------------------------------------------- */

double moment_fade(const struct moment_pen *pen, double behind)
{
    return pen->share <= behind ? 1 : brush_clamp((1 - pen->share) / (1 - behind), 0, 1);
}

double moment_part(const struct moment_pen *pen, double begin, double end)
{
    return soft_end((pen->share - begin) / (end - begin));
}

void moment_color(const struct moment_pen *pen, struct paper_color color, double alpha)
{
    color.alpha *= brush_clamp(alpha, 0, 1);
    brush_color(pen->cairo, color);
}

double moment_chance(const struct moment_pen *pen, int index, double low, double high)
{
    return low + (high - low) * brush_chance(pen->look->seed, index);
}

struct pixel moment_around(const struct moment_pen *pen, double angle, double away)
{
    return (struct pixel){pen->at.x + away * cos(angle), pen->at.y + away * sin(angle)};
}

/* --- all that moves --------------------------------------------------------------------------- */

enum { SHAKE_TIME = 150 };
static const double SHAKE = 3; /* interface pixels */

static void shake(struct motion *motion, const struct moment_look *look)
{
    double share = look->age / SHAKE_TIME;
    if (look->kind != MOMENT_CRASH || share >= 1)
        return;
    motion->shake_x = SHAKE * (1 - share) * cos(share * MOMENT_CIRCLE * 2.5);
    motion->shake_y = SHAKE * (1 - share) * sin(share * MOMENT_CIRCLE * 2);
}

/* What several moments do to one car comes together. */
static void pose_car(struct motion *motion, int car, const struct moment_pose *pose)
{
    struct moment_pose *own = &motion->poses[car];
    if (!(motion->posed >> car & 1))
        *own = (struct moment_pose){.size = 1};
    motion->posed |= UINT64_C(1) << car;
    own->x += pose->x;
    own->y += pose->y;
    own->turn += pose->turn;
    own->size *= pose->size;
}

/* The winner's flag takes the place of the one for all who finish, and is up if that is. */
static void add_look(struct motion *motion, const struct moment_look *look)
{
    for (int i = 0; i < motion->count; i++) {
        struct moment_look *other = &motion->looks[i];
        if (look->kind == MOMENT_WIN && other->kind == MOMENT_FLAG && other->pen == look->pen) {
            double age = fmax(look->age, other->age);
            *other = *look;
            other->age = age;
            return;
        }
    }
    if (motion->count < MOTION_LIMIT)
        motion->looks[motion->count++] = *look;
}

void motion_add(struct motion *motion, const struct moment_look *look, uint64_t cars)
{
    const struct kind *kind = &kinds[look->kind];
    if (look->age < 0 || look->age >= kind->time)
        return;
    add_look(motion, look);
    shake(motion, look);
    for (int car = 1; kind->pose && car < MOTION_CARS; car++) {
        struct moment_pose pose = {.size = 1};
        if (!(cars >> car & 1))
            continue;
        kind->pose(look->age / kind->time, look->seed + (uint64_t)car, &pose);
        pose_car(motion, car, &pose);
    }
}

double motion_unit(const struct paper_view *view)
{
    return brush_clamp(view->square, 15 * view->scale, 30 * view->scale);
}

void motion_look_box(const struct moment_look *look, const struct paper_view *view, int rows,
                     double box[4])
{
    struct extent extent = EXTENT_NOTHING;
    double margin = kinds[look->kind].reach * motion_unit(view) + 4 * view->scale;
    extent_add(&extent, brush_place(view, rows, look->x, look->y), margin);
    extent_add(&extent, brush_place(view, rows, look->from_x, look->from_y), motion_unit(view));
    extent_box(&extent, box);
}

void motion_draw(cairo_t *cairo, const struct motion *motion, const struct paper_view *view,
                 int rows, const struct paper_theme *theme)
{
    for (int i = 0; i < motion->count; i++) {
        const struct moment_look *look = &motion->looks[i];
        double box[4];
        motion_look_box(look, view, rows, box);
        if (!brush_box_is_seen(cairo, box))
            continue;
        struct moment_pen pen = {.cairo = cairo,
                                 .theme = theme,
                                 .look = look,
                                 .at = brush_place(view, rows, look->x, look->y),
                                 .from = brush_place(view, rows, look->from_x, look->from_y),
                                 .unit = motion_unit(view),
                                 .width = brush_sizes(view).thin * 1.3,
                                 .share = look->age / kinds[look->kind].time,
                                 .color = brush_pen(theme, look->pen)};
        cairo_save(cairo);
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
        cairo_new_path(cairo);
        kinds[look->kind].draw(&pen);
        cairo_restore(cairo);
    }
}

static const struct moment_pose standing = {.size = 1};

static const struct moment_pose *pose_of(const struct motion *motion, int car)
{
    return motion->posed >> car & 1 ? &motion->poses[car] : &standing;
}

void motion_begin_car(cairo_t *cairo, const struct motion *motion, int car, double square,
                      struct pixel at)
{
    const struct moment_pose *pose = pose_of(motion, car);
    cairo_save(cairo);
    cairo_translate(cairo, at.x + pose->x * square, at.y + pose->y * square);
    cairo_rotate(cairo, pose->turn);
    cairo_scale(cairo, pose->size, pose->size);
    cairo_translate(cairo, -at.x, -at.y);
}

void motion_end_car(cairo_t *cairo)
{
    cairo_restore(cairo);
}

void motion_widen(const struct motion *motion, int car, double square, struct pixel at,
                  double box[4])
{
    const struct moment_pose *pose = pose_of(motion, car);
    struct extent extent = EXTENT_NOTHING;
    double far = fmax(hypot(at.x - box[0], at.y - box[1]),
                      hypot(box[0] + box[2] - at.x, box[1] + box[3] - at.y));
    at.x += pose->x * square;
    at.y += pose->y * square;
    if (pose->turn != 0 || pose->size != 1) {
        extent_add(&extent, at, far * fmax(pose->size, 1) + 2);
    } else {
        extent_add(&extent, (struct pixel){box[0] + pose->x * square, box[1] + pose->y * square},
                   1);
        extent_add(
            &extent,
            (struct pixel){box[0] + box[2] + pose->x * square, box[1] + box[3] + pose->y * square},
            1);
    }
    extent_box(&extent, box);
}

double motion_ease(double share)
{
    double t = brush_clamp(share, 0, 1);
    return t * t * (3 - 2 * t);
}

double motion_progress(double share)
{
    double line = PAPER_LINE_SHARE;
    return share < line ? line * motion_ease(share / line) : brush_clamp(share, 0, 1);
}
