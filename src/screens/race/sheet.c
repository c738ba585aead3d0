/* The sheet of a race on the screen: what of any game's is the frame's, and how a view's parts come
 * to lie over it.
 */
#include "base/memory.h"
#include "base/number.h"
#include "screens/race/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MENDED_STEPS = 12 };  /* more of them are quicker painted with everything */
static const double GAP = 4; /* between labels and the edge or what lies over the sheet */

/* --- what is painted -------------------------------------------------------------------------- */

static void paint_course(cairo_t *cairo, void *context)
{
    const struct race_sheet *sheet = context;
    if (sheet->coarse)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    paper_draw_sheet(cairo, &sheet->paper, session_setup(sheet->session)->course, sheet->theme);
}

static struct paper_keyframes_look frames_look(const struct race_sheet *sheet)
{
    struct box whole = sheet_whole(sheet->sheet);
    return (struct paper_keyframes_look){sheet->paper, whole.w, whole.h, sheet->theme};
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct race_sheet *sheet = context;
    struct paper_keyframes_look look = frames_look(sheet);
    if (sheet->coarse)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    if (sheet->look->looks_back && !sheet->coarse && paper_keyframes_show(sheet->frames, &look)) {
        paper_keyframes_draw(cairo, sheet->frames, sheet->steps);
        return;
    }
    paper_draw_ghost(cairo, &sheet->paper, &sheet->ghost, sheet->theme);
    paper_draw_ink(cairo, &sheet->paper, sheet->session, sheet->steps, sheet->theme);
}

static void see(void *context, const struct paper_view *view)
{
    struct race_sheet *sheet = context;
    sheet->paper = *view;
}

struct race_sheet *race_sheet_create(const struct session *session)
{
    struct race_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->session = session;
    sheet->rows = course_size(session_setup(session)->course).y;
    sheet->sheet = sheet_create((struct sheet_painter){.ground = paint_ground,
                                                       .context = sheet,
                                                       .course = paint_course,
                                                       .at_once = true,
                                                       .see = see});
    return sheet;
}

void race_sheet_free(struct race_sheet *sheet)
{
    if (!sheet)
        return;
    sheet_free(sheet->sheet);
    paper_keyframes_free(sheet->frames);
    labels_end(&sheet->labels);
    free(sheet->ways.items);
    free(sheet);
}

/* --- ghost and ink ---------------------------------------------------------------------------- */

static void follow_ghost(struct race_sheet *sheet, const struct paper_ghost *ghost)
{
    const struct paper_ghost old = sheet->ghost;
    double box[4];
    sheet->ghost = *ghost;
    if (old.session != ghost->session || old.car != ghost->car) {
        sheet_repaint(sheet->sheet);
        return;
    }
    if (!ghost->session || (old.rounds == ghost->rounds && old.progress == ghost->progress))
        return;
    const struct paper_ghost *later = old.rounds > ghost->rounds ? &old : ghost;
    int from = old.rounds < ghost->rounds ? old.rounds : ghost->rounds;
    if (paper_ghost_box(&sheet->paper, later, from, box))
        sheet_invalidate(sheet->sheet, sheet_box(box));
}

/* A step of the race that is painted alone. */
struct lone_step {
    const struct race_sheet *sheet;
    int step;
};

static void paint_step(cairo_t *cairo, void *context)
{
    const struct lone_step *lone = context;
    paper_draw_step(cairo, &lone->sheet->paper, lone->sheet->session, lone->step, 1, false,
                    lone->sheet->theme);
}

static void follow_steps(struct race_sheet *sheet, int now)
{
    int low = sheet->steps < now ? sheet->steps : now, high = sheet->steps + now - low;
    sheet->steps = now;
    sheet->race = session_race_after(sheet->session, now);
    if (high - low > MENDED_STEPS || high > session_step_count(sheet->session)) {
        sheet_repaint(sheet->sheet);
        return;
    }
    for (int i = low; i < high; i++) {
        const int changed[] = {i, paper_fading_step(sheet->session, i)};
        for (int k = 0; k < 2; k++) {
            struct lone_step lone = {sheet, changed[k]};
            if (changed[k] >= 0)
                sheet_invalidate(sheet->sheet, sheet_ink(sheet->sheet, paint_step, &lone));
        }
    }
}

static void paint_wet(cairo_t *cairo, void *context, int step)
{
    const struct race_sheet *sheet = context;
    paper_draw_step(cairo, &sheet->paper, sheet->session, step, sheet->inked, false, sheet->theme);
}

/* --- what a view tells ------------------------------------------------------------------------ */

void race_lay(struct race_sheet *sheet, enum sheet_layer layer, uint64_t look,
              sheet_part_painter *paint, int which)
{
    sheet_lay(sheet->sheet, (int)layer, look, paint, which);
}

static void paint_posed(cairo_t *cairo, void *context, int car)
{
    const struct race_sheet *sheet = context;
    motion_begin_car(cairo, sheet->look->motion, car, sheet->paper.square, sheet->cars[car]);
    sheet->draw_car(cairo, context, car);
    motion_end_car(cairo);
}

void race_lay_car(struct race_sheet *sheet, int car, enum sheet_layer layer, uint64_t look,
                  struct pixel middle, sheet_part_painter *paint)
{
    static const enum sheet_layer layers[] = {LAYER_CARS, LAYER_STANDING, LAYER_MOVING};
    const struct motion *motion = sheet->look->motion;
    bool posed = motion->posed >> car & 1;
    sheet->draw_car = paint;
    sheet->cars[car] = middle;
    layer = posed ? LAYER_MOVING : layer;
    if (posed && look)
        look = hash_bytes(look, &motion->poses[car], sizeof motion->poses[car]);
    for (int i = 0; i < 3; i++)
        race_lay(sheet, layers[i], layers[i] == layer ? look : 0, posed ? paint_posed : paint, car);
}

static void paint_car(cairo_t *cairo, void *context, int car)
{
    const struct race_sheet *sheet = context;
    paper_draw_cars_but(cairo, &sheet->paper, sheet->session, sheet->race, ~(UINT64_C(1) << car),
                        sheet->theme);
}

void race_lay_wet(struct race_sheet *sheet, double progress)
{
    sheet->inked = progress;
    race_lay(sheet, LAYER_WET, hash_bytes(HASH_START, &progress, sizeof progress), paint_wet,
             sheet->look->running);
}

void race_lay_plain(struct race_sheet *sheet)
{
    const struct game *game = session_setup(sheet->session)->game;
    bool runs = sheet->look->running >= 0;
    if (runs)
        race_lay_wet(sheet, sheet->look->progress);
    for (int car = 1; car <= game->car_count(sheet->race); car++) {
        double x = 0, y = 0;
        shown_middle((struct shown_race){sheet->family, sheet->view, sheet->session, sheet->race},
                     car, &x, &y);
        race_lay_car(sheet, car, runs ? LAYER_STANDING : LAYER_CARS,
                     hash_number(HASH_START, sheet->steps),
                     brush_place(&sheet->paper, sheet->rows, x, y), paint_car);
    }
}

/* --- what moves ------------------------------------------------------------------------------- */

static void paint_moment(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    struct motion one = {.looks = {sheet->look->motion->looks[which]}, .count = 1};
    motion_draw(cairo, &one, &sheet->paper, sheet->rows, sheet->theme);
}

/* --- what is written -------------------------------------------------------------------------- */

bool race_begin_labels(struct race_sheet *sheet, uint64_t key)
{
    struct box whole = sheet_whole(sheet->sheet), corner = sheet->look->sheet_box;
    double gap = GAP * sheet->paper.scale;
    key = hash_bytes(key, sheet->look->covered, sizeof sheet->look->covered);
    if (!sheet->moved && key == sheet->written)
        return false;
    sheet->written = key;
    labels_end(&sheet->labels);
    sheet->labels = labels_begin((struct label_box){gap, gap, whole.w - 2 * gap, whole.h - 2 * gap},
                                 sheet->paper.scale);
    for (int i = 0; i < VIEW_COVERS; i++) {
        struct box over = sheet->look->covered[i];
        if (over.w > 0)
            labels_keep_off(&sheet->labels,
                            (struct label_box){over.x - corner.x - gap, over.y - corner.y - gap,
                                               over.w + 2 * gap, over.h + 2 * gap});
    }
    sheet->covers = sheet->labels.obstacle_count;
    return true;
}

void race_write_numbers(struct race_sheet *sheet)
{
    const struct course course = session_setup(sheet->session)->course;
    sheet->ways.told = 0;
    sheet->ways.count = sheet->moved ? 0 : sheet->ways.count;
    sheet->labels.ways = &sheet->ways;
    sheet->first_number = sheet->labels.count;
    paper_label_numbers(&sheet->labels, &sheet->paper, course_size(course),
                        course.game->course->tiles, sheet->theme);
}

static void paint_label(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    struct labels one = sheet->labels;
    one.items += which;
    one.count = 1;
    labels_draw(cairo, &one, sheet->theme);
}

/* What is said comes and goes before them. */
static void paint_number(cairo_t *cairo, void *context, int which)
{
    const struct race_sheet *sheet = context;
    paint_label(cairo, context, sheet->first_number + which);
}

/* How it looks, wherever the sheet lies. */
static uint64_t look_of(const struct race_sheet *sheet, int which)
{
    const struct label *label = &sheet->labels.items[which];
    const double place[] = {round(8 * (label->box.x - sheet->paper.left)),  label->box.w,
                            round(8 * (label->box.y - sheet->paper.top)),   label->box.h,
                            round(8 * (label->wish.x - sheet->paper.left)), label->wish.away,
                            round(8 * (label->wish.y - sheet->paper.top)),  label->size};
    uint64_t look = hash_bytes(HASH_START, label->text, strlen(label->text));
    look = hash_bytes(look, &label->color, sizeof label->color);
    return hash_bytes(hash_number(look, label->look), place, sizeof place);
}

void race_lay_labels(struct race_sheet *sheet, enum sheet_layer layer, int from, int to)
{
    for (int i = from; i < to; i++)
        race_lay(sheet, layer, look_of(sheet, i), paint_label, i);
}

void race_lay_written(struct race_sheet *sheet, int from)
{
    for (int i = sheet->first_number; i < sheet->labels.count; i++)
        race_lay(sheet, LAYER_WRITTEN, look_of(sheet, i), paint_number, i - sheet->first_number);
    race_lay_labels(sheet, LAYER_WRITTEN, from, sheet->first_number);
}

/* --- a picture -------------------------------------------------------------------------------- */

/* Kept for the view that rests; while it moves they would be painted for one picture each. */
static void keep_frames(struct race_sheet *sheet)
{
    struct paper_keyframes_look look = frames_look(sheet);
    if (!sheet->look->looks_back || sheet->look->moving)
        return;
    if (!sheet->frames)
        sheet->frames = paper_keyframes_create(sheet->session);
    if (!paper_keyframes_show(sheet->frames, &look))
        paper_keyframes_paint(sheet->frames, &look);
}

/* Its size changes, and nothing else that is seen. */
static bool zooms(const struct race_sheet *sheet)
{
    const struct view_look *look = sheet->look;
    return look->zooming && look->running < 0 && look->steps == sheet->steps &&
           look->motion->count == 0 && look->motion->posed == 0 && !sheet->coarse;
}

/* Tells the sheet all that is seen. */
static void lay(struct race_sheet *sheet, const struct canvas *canvas)
{
    /* While squares change their size edges are painted coarsely. */
    const struct view_look *look = sheet->look;
    sheet->theme = canvas_theme(canvas);
    sheet->paper = look->camera->view;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, look->sheet_box, &sheet->paper);
    sheet->moved = news != SHEET_STAYS;
    bool was_coarse = sheet->coarse;
    if (news == SHEET_OTHER || !look->moving)
        sheet->coarse = news == SHEET_OTHER && look->moving;
    if (was_coarse && !sheet->coarse)
        sheet_paint_anew(sheet->sheet);
    follow_ghost(sheet, &sheet->look->ghost);
    follow_steps(sheet, sheet->look->steps);
    if (sheet->family->lay)
        sheet->family->lay(sheet->view, sheet);
    else
        race_lay_plain(sheet);
    const struct motion *motion = sheet->look->motion;
    uint64_t anew = hash_number(HASH_START, (int64_t)sheet->pictures);
    for (int i = 0; i < motion->count; i++)
        race_lay(sheet, LAYER_MOTION, anew, paint_moment, i);
    sheet_shake(sheet->sheet, (int)lround(motion->shake_x * sheet->paper.scale),
                (int)lround(motion->shake_y * sheet->paper.scale));
}

/* What was told in an earlier picture may be gone by now: before it is frozen it is told anew, as
 * it is seen in the view that the wheel begins from. */
static bool zoom(struct race_sheet *sheet, struct canvas *canvas, const struct view_look *look)
{
    if (sheet_view(sheet->sheet)->square == 0)
        return false;
    if (!sheet_is_frozen(sheet->sheet)) {
        struct camera camera = *look->camera;
        struct view_look before = *look;
        camera.view = *sheet_view(sheet->sheet);
        before.camera = &camera;
        sheet->look = &before;
        lay(sheet, canvas);
        sheet->look = look;
    }
    return sheet_zoom(sheet->sheet, canvas, look->sheet_box, &look->camera->view,
                      course_size(session_setup(sheet->session)->course));
}

void race_sheet_draw(struct race_sheet *sheet, struct canvas *canvas, struct ui *ui,
                     struct shown_race shown, const struct view_look *look)
{
    struct box box = look->sheet_box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    sheet->look = look;
    sheet->family = shown.family;
    sheet->view = shown.view;
    sheet->ui = ui;
    sheet->pictures++;
    if (zooms(sheet) && zoom(sheet, canvas, look))
        return;
    lay(sheet, canvas);
    keep_frames(sheet);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
    for (int i = 0; ui && i < sheet->labels.count; i++) {
        const struct label_box *at = &sheet->labels.items[i].box;
        ui_tell_label(ui, sheet->labels.items[i].text,
                      box_make(box.x + (int)at->x, box.y + (int)at->y, (int)at->w, (int)at->h));
    }
}
