/* The sheet of a running race on the screen.
 *
 * Owns the cached picture and remembers what it shows; each frame compares that with the scene. A
 * few steps on or back mend the boxes that they touched; who
 * looks back on a race may go anywhere, and has pictures kept that are never far from there.
 */
#include "screens/graph_paper/view/inside.h"

#include "base/hash.h"
#include "base/memory.h"
#include "paper/graph_paper/cars.h"
#include "paper/graph_paper/features.h"
#include "paper/graph_paper/ink.h"
#include "paper/labels.h"

#include <math.h>
#include <stdlib.h>

enum { LIVE_TURN, LIVE_LINE, LIVE_GUIDE, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS, LIVE_MOTION };
static const double LABEL_GAP = 4; /* between labels and the sheet's edge or what lies over it */

struct graph_paper_sheet {
    struct sheet *sheet;
    const struct paper_theme *theme; /* that the picture follows, and its view */
    struct paper_view view;
    struct graph_paper_scene scene; /* valid while drawing */
    int steps;
    struct paper_keyframes *frames; /* NULL unless somebody looks back */
    bool coarse;                    /* were edges painted coarsely? */
    struct labels labels;           /* of the turn, then of the best line, the guide, the edges */
    uint64_t live[LIVE_LEFT_NUMBERS + 1];    /* what these live boxes show */
    int first_labels[LIVE_LEFT_NUMBERS + 2]; /* of each of them; and behind the last */
    uint64_t written;                        /* what the labels were laid out for */
    uint64_t places; /* what of the guide lies anywhere on the sheet: start points, a limit */
    uint64_t gates;  /* which checkpoints look how */
    uint64_t lifted; /* cars that are not in the ground, because they move; bit n: car n */
};

/* --- cars that move --------------------------------------------------------------------------- */

static uint64_t find_lifted(const struct graph_paper_sheet *sheet)
{
    const struct view_look *look = sheet->scene.look;
    uint64_t lifted = look->motion->posed;
    if (look->running >= 0)
        lifted |= UINT64_C(1) << session_step(sheet->scene.session, look->running).car;
    return lifted;
}

/* Where such a car is now, and in which state of the race it looks so. False: it is nowhere. */
static bool find_moving(const struct graph_paper_sheet *sheet, int car, const struct race **state,
                        struct pixel *stands, struct pixel *at)
{
    const struct session *session = sheet->scene.session;
    const struct view_look *look = sheet->scene.look;
    double box[4];
    bool drives = look->running >= 0 && session_step(session, look->running).car == car &&
                  cars_way(&sheet->view, session, look->running, look->progress, state, at);
    if (!drives)
        *state = session_race_after(session, sheet->steps);
    if (!paper_car_box(&sheet->view, session, *state, car, box))
        return false;
    *stands = cars_middle(&sheet->view, session, *state, car);
    if (!drives)
        *at = *stands;
    return true;
}

static void draw_moving_car(cairo_t *cairo, const struct graph_paper_sheet *sheet, int car)
{
    const struct race *state;
    struct pixel stands, at;
    if (!find_moving(sheet, car, &state, &stands, &at))
        return;
    motion_begin_car(cairo, sheet->scene.look->motion, car, sheet->view.square, at);
    cairo_translate(cairo, at.x - stands.x, at.y - stands.y);
    graph_paper_ink.draw_car(cairo, &sheet->view, sheet->scene.session, state, car, sheet->theme);
    motion_end_car(cairo);
}

static void draw_moving_cars(cairo_t *cairo, const struct graph_paper_sheet *sheet)
{
    for (int car = 1; sheet->lifted >> car; car++)
        if (sheet->lifted >> car & 1)
            draw_moving_car(cairo, sheet, car);
}

static bool moving_box(const struct graph_paper_sheet *sheet, int car, struct box *into)
{
    const struct race *state;
    struct pixel stands, at;
    double box[4];
    if (!find_moving(sheet, car, &state, &stands, &at))
        return false;
    paper_car_box(&sheet->view, sheet->scene.session, state, car, box);
    box[0] += at.x - stands.x;
    box[1] += at.y - stands.y;
    motion_widen(sheet->scene.look->motion, car, sheet->view.square, at, box);
    *into = sheet_box(box);
    return true;
}

/* A car leaves the ground, or comes to stand there. */
static void follow_lifted(struct graph_paper_sheet *sheet)
{
    uint64_t lifted = find_lifted(sheet), changed = lifted ^ sheet->lifted;
    const struct race *state = session_race_after(sheet->scene.session, sheet->steps);
    for (int car = 1; changed >> car; car++) {
        double box[4];
        if (changed >> car & 1 &&
            paper_car_box(&sheet->view, sheet->scene.session, state, car, box))
            sheet_mend(sheet->sheet, sheet_box(box));
    }
    sheet->lifted = lifted;
}

static void follow_motion(struct graph_paper_sheet *sheet)
{
    struct box boxes[MOTION_LIMIT + CAR_LIMIT];
    const struct motion *motion = sheet->scene.look->motion;
    int count = 0, rows = graph_paper_track(session_setup(sheet->scene.session))->height;
    for (int i = 0; i < motion->count; i++) {
        double box[4];
        motion_look_box(&motion->looks[i], &sheet->view, rows, box);
        boxes[count++] = sheet_box(box);
    }
    for (int car = 1; sheet->lifted >> car; car++)
        count += sheet->lifted >> car & 1 && moving_box(sheet, car, &boxes[count]);
    sheet_set_motion(sheet->sheet, LIVE_MOTION, boxes, count);
    sheet_shake(sheet->sheet, (int)lround(motion->shake_x * sheet->view.scale),
                (int)lround(motion->shake_y * sheet->view.scale));
}

/* --- the picture ------------------------------------------------------------------------------ */

static struct paper_keyframes_look frames_look(const struct graph_paper_sheet *sheet)
{
    struct box whole = sheet_whole(sheet->sheet);
    return (struct paper_keyframes_look){sheet->view, whole.w, whole.h, sheet->theme};
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct graph_paper_sheet *sheet = context;
    const struct session *session = sheet->scene.session;
    const struct paper_view *view = &sheet->view;
    const struct track *track = graph_paper_track(session_setup(session));
    struct paper_keyframes_look look = frames_look(sheet);
    if (sheet->coarse)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    if (sheet->scene.looking_back && !sheet->coarse && paper_keyframes_show(sheet->frames, &look)) {
        paper_keyframes_draw(cairo, sheet->frames, sheet->steps);
    } else {
        paper_draw_sheet(cairo, view, graph_paper_course(track), sheet->theme);
        paper_draw_guide(cairo, view, track, sheet->scene.guide, sheet->theme);
        paper_draw_ghost(cairo, view, &sheet->scene.look->ghost, sheet->theme);
        paper_draw_ink(cairo, view, session, sheet->steps, sheet->theme);
    }
    paper_draw_cars_but(cairo, view, session, session_race_after(session, sheet->steps),
                        sheet->lifted, sheet->theme);
}

/* Without points where there are no hints. */
static struct dotted_line best_line(const struct graph_paper_sheet *sheet)
{
    const struct paper_turn *turn = sheet->scene.turn;
    const struct track *track = graph_paper_track(session_setup(sheet->scene.session));
    return turn && turn->hints ? paper_best_line(track, turn->hints, turn->pen, sheet->theme)
                               : (struct dotted_line){0};
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct graph_paper_sheet *sheet = context;
    const struct graph_paper_scene *scene = &sheet->scene;
    const struct track *track = graph_paper_track(session_setup(scene->session));
    if (scene->look->running >= 0) {
        paper_draw_step(cairo, &sheet->view, scene->session, scene->look->running,
                        scene->look->progress, false, sheet->theme);
        /* The cars lie on the ink, also on that which is still wet. */
        paper_draw_cars_but(cairo, &sheet->view, scene->session,
                            session_race_after(scene->session, sheet->steps), sheet->lifted,
                            sheet->theme);
    }
    motion_draw(cairo, scene->look->motion, &sheet->view, track->height, sheet->theme);
    draw_moving_cars(cairo, sheet);
    if (scene->turn) {
        struct dotted_line line = best_line(sheet);
        dotted_draw(cairo, &sheet->view, &line);
        if (!(sheet->lifted >> scene->mover & 1)) /* it has rings enough */
            cars_draw_mover(cairo, &sheet->view, scene->session, session_race(scene->session),
                            scene->mover, sheet->theme);
        paper_draw_turn(cairo, &sheet->view, track, scene->turn, sheet->theme);
    }
    labels_draw(cairo, &sheet->labels, sheet->theme);
}

struct graph_paper_sheet *graph_paper_sheet_create(void)
{
    struct graph_paper_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->sheet = sheet_create(
        (struct sheet_painter){.ground = paint_ground, .live = paint_live, .context = sheet});
    return sheet;
}

void graph_paper_sheet_free(struct graph_paper_sheet *sheet)
{
    if (!sheet)
        return;
    sheet_free(sheet->sheet);
    paper_keyframes_free(sheet->frames);
    labels_end(&sheet->labels);
    free(sheet);
}

/* Cars that moved, stand elsewhere beside another, or have another tally. */
static void mend_cars(struct graph_paper_sheet *sheet, int before, int after)
{
    const struct session *session = sheet->scene.session;
    const struct race *old = session_race_after(session, before);
    const struct race *new = session_race_after(session, after);
    int count = session_setup(session)->game->car_count(new);
    for (int i = 1; i <= count; i++) {
        double old_box[4] = {0}, new_box[4] = {0};
        bool was = paper_car_box(&sheet->view, session, old, i, old_box);
        bool is = paper_car_box(&sheet->view, session, new, i, new_box);
        const struct car *a = graph_paper_car(old, i), *b = graph_paper_car(new, i);
        bool same = was == is && old_box[0] == new_box[0] && old_box[1] == new_box[1] &&
                    a->missed_turns == b->missed_turns && a->status == b->status &&
                    a->damage == b->damage;
        if (same)
            continue;
        sheet_mend(sheet->sheet, sheet_box(old_box));
        sheet_mend(sheet->sheet, sheet_box(new_box));
    }
}

static void follow_steps(struct graph_paper_sheet *sheet, int steps)
{
    if (sheet_mend_steps(sheet->sheet, sheet->scene.session, sheet->steps, steps))
        mend_cars(sheet, sheet->steps, steps);
    sheet->steps = steps;
}

/* Kept for the view that rests; while it moves they would be painted for one picture each. */
static void keep_frames(struct graph_paper_sheet *sheet)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    struct paper_keyframes_look look = frames_look(sheet);
    if (!scene->looking_back || scene->look->moving)
        return;
    if (!sheet->frames)
        sheet->frames = paper_keyframes_create(scene->session);
    if (!paper_keyframes_show(sheet->frames, &look))
        paper_keyframes_paint(sheet->frames, &look);
}

static void mend_gates(struct graph_paper_sheet *sheet)
{
    const struct track *track = graph_paper_track(session_setup(sheet->scene.session));
    for (int i = 0; i < track->checkpoint_count; i++) {
        double box[4];
        if (paper_guide_box(&sheet->view, track, sheet->scene.guide, i, box))
            sheet_mend(sheet->sheet, sheet_box(box));
    }
}

/* Another car's turn: its next checkpoint is mended, and where it may start or come back is rare
 * enough for a new picture. */
static void follow_guide(struct graph_paper_sheet *sheet)
{
    const struct paper_guide *guide = sheet->scene.guide;
    uint64_t gates = guide->gates ? (uint64_t)(guide->pen * 100000 + guide->passed + 1) : 0;
    uint64_t places = HASH_START;
    if (guide->starts)
        places = guide->starts_mark;
    for (int i = 0; i < guide->limit_count; i++) {
        places = hash_number(places, (int64_t)(guide->limit[i].x * 4096));
        places = hash_number(places, (int64_t)(guide->limit[i].y * 4096));
    }
    if (guide->starts || guide->limit_count > 0)
        places = hash_number(places, guide->pen);
    if (places != sheet->places)
        sheet_repaint(sheet->sheet);
    else if (gates != sheet->gates)
        mend_gates(sheet);
    sheet->places = places;
    sheet->gates = gates;
}

/* What the window, the theme and the camera ask for. While squares change their size edges are
 * painted coarsely. True if the picture has moved. */
static bool follow_view(struct graph_paper_sheet *sheet, const struct canvas *canvas)
{
    const struct view_look *look = sheet->scene.look;
    sheet->theme = canvas_theme(canvas);
    sheet->view = look->camera->view;
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, look->sheet_box, &sheet->view);
    if (news == SHEET_OTHER || (sheet->coarse && !look->moving)) {
        sheet->coarse = news == SHEET_OTHER && look->moving;
        sheet_repaint(sheet->sheet);
    }
    return news != SHEET_STAYS;
}

/* Stands for everything that the live box shows, but for how far that is. */
static uint64_t hash_live(const struct graph_paper_scene *scene)
{
    return hash_number(scene->turn ? scene->turn_key : HASH_START, scene->look->running);
}

static struct box live_box(const struct graph_paper_sheet *sheet)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    double box[4] = {0}, other[4];
    struct box live = {0, 0, 0, 0};
    if (scene->turn &&
        paper_turn_box(&sheet->view, graph_paper_track(session_setup(scene->session)), scene->turn,
                       box))
        live = sheet_box(box);
    if (scene->turn && paper_car_box(&sheet->view, scene->session, session_race(scene->session),
                                     scene->mover, other))
        live = box_join(live, sheet_box(other));
    if (scene->look->running >= 0 &&
        paper_step_box(&sheet->view, scene->session, scene->look->running, other))
        live = box_join(live, sheet_box(other));
    return live;
}

/* --- what is written -------------------------------------------------------------------------- */

static void write_labels(struct graph_paper_sheet *sheet)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    const struct track *track = graph_paper_track(session_setup(scene->session));
    const struct paper_view *view = &sheet->view;
    const struct paper_theme *theme = sheet->theme;
    struct box corner = scene->look->sheet_box, whole = sheet_whole(sheet->sheet);
    double scale = view->scale, gap = LABEL_GAP * scale;
    struct labels *labels = &sheet->labels;
    labels_end(labels);
    *labels =
        labels_begin((struct label_box){gap, gap, whole.w - 2 * gap, whole.h - 2 * gap}, scale);
    for (int i = 0; i < VIEW_COVERS; i++) {
        struct box over = scene->look->covered[i];
        if (over.w > 0)
            labels_keep_off(labels,
                            (struct label_box){over.x - corner.x - gap, over.y - corner.y - gap,
                                               over.w + 2 * gap, over.h + 2 * gap});
    }
    features_keep_off(labels, view, track);
    cars_keep_off(labels, view, scene->session, session_race_after(scene->session, sheet->steps));
    if (scene->turn) {
        paper_keep_off_turn(labels, view, track, scene->turn);
        paper_label_turn(labels, view, track, scene->turn, theme);
    }
    sheet->first_labels[LIVE_TURN + 1] = labels->count;
    struct dotted_line line = best_line(sheet);
    dotted_label(labels, view, &line, theme);
    sheet->first_labels[LIVE_LINE + 1] = labels->count;
    paper_label_guide(labels, view, track, scene->guide, theme);
    sheet->first_labels[LIVE_GUIDE + 1] = labels->count;
    paper_label_numbers(labels, view, track_size(track), false, theme);
    sheet->first_labels[LIVE_LEFT_NUMBERS + 1] = labels->count;
}

/* --- what is live ----------------------------------------------------------------------------- */

/* The `key` stands for what the box shows; its labels are added to both: what they say is hashed
 * with what they say it of. True if that is not what was shown. */
static bool add_labels(struct graph_paper_sheet *sheet, int index, uint64_t key, struct box *box)
{
    for (int i = sheet->first_labels[index]; i < sheet->first_labels[index + 1]; i++) {
        const struct label *label = &sheet->labels.items[i];
        double drawn[4];
        labels_drawn_box(&sheet->labels, label, drawn);
        *box = box_join(*box, sheet_box(drawn));
        key = hash_bytes(key, &label->box, sizeof label->box);
    }
    key = hash_bytes(key, box, sizeof *box);
    bool other = key != sheet->live[index];
    sheet->live[index] = key;
    return other;
}

static void set_live(struct graph_paper_sheet *sheet, int index, uint64_t key, struct box box,
                     bool moved)
{
    if (add_labels(sheet, index, key, &box) || moved)
        sheet_set_live(sheet->sheet, index, box);
}

/* Their labels lie within boxes of their own, at the sheet's edge where that is seen. */
static void follow_numbers(struct graph_paper_sheet *sheet, bool moved)
{
    struct box box = {0};
    if (add_labels(sheet, LIVE_LEFT_NUMBERS, HASH_START, &box) || moved)
        sheet_set_numbers(sheet->sheet, LIVE_LEFT_NUMBERS, LIVE_LOWER_NUMBERS,
                          graph_paper_track(session_setup(sheet->scene.session))->height);
}

/* The best line may go all over the sheet, and does not change with the pointer. */
static void follow_live(struct graph_paper_sheet *sheet, bool moved)
{
    const struct graph_paper_scene *scene = &sheet->scene;
    uint64_t live = hash_live(scene), line = 0, written = live;
    double drawn[4];
    struct box line_box = {0, 0, 0, 0};
    if (scene->turn && scene->turn->hints) {
        line = scene->line_key;
        struct dotted_line dotted = best_line(sheet);
        if (dotted_box(&sheet->view, &dotted, drawn))
            line_box = sheet_box(drawn);
    }
    written = hash_number(hash_number(written, (int64_t)line), (int64_t)sheet->places);
    written = hash_number(written, sheet->steps);
    written = hash_bytes(written, scene->look->covered, sizeof scene->look->covered);
    if (moved || written != sheet->written)
        write_labels(sheet);
    sheet->written = written;
    const struct view_look *look = scene->look;
    live = hash_number(live, (int64_t)(1000 * (look->running >= 0 ? look->progress : 0)));
    live = hash_number(live, (int64_t)(1000 * look->motion->grown));
    set_live(sheet, LIVE_TURN, live, live_box(sheet), moved);
    set_live(sheet, LIVE_LINE, line, line_box, moved);
    set_live(sheet, LIVE_GUIDE, HASH_START, (struct box){0}, moved);
    follow_numbers(sheet, moved);
}

void graph_paper_sheet_draw(struct graph_paper_sheet *sheet, struct canvas *canvas,
                            const struct graph_paper_scene *scene)
{
    const struct view_look *look = scene->look;
    struct box box = look->sheet_box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    sheet->scene = *scene;
    bool moved = follow_view(sheet, canvas);
    sheet_set_ghost(sheet->sheet, &look->ghost);
    follow_steps(sheet, scene->look->steps);
    follow_lifted(sheet); /* in the steps that there are now: an undo may have taken some back */
    follow_guide(sheet);
    follow_live(sheet, moved);
    follow_motion(sheet);
    keep_frames(sheet);
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}

const struct labels *graph_paper_sheet_labels(const struct graph_paper_sheet *sheet)
{
    return &sheet->labels;
}
