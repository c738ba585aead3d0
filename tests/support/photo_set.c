/* See photo_set.h. */
#include "photo_set.h"

#include "base/memory.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double wanted = .25; /* squares, at the 95th percentile */

/* --- the rule -------------------------------------------------------------------------------- */

enum {
    TILT_LOW,
    TILT_45,
    TILT_60,
    CURL,
    HARD_SHADOW,
    LINED,
    BLANK,
    MOTION,
    DEFOCUS,
    DARK_GRID,
    CUT,
    PHONE
};

static const char *const kinds[PHOTO_SET_KINDS] = {
    "tilt 20 to 30", "tilt 45",     "tilt 60", "curled page",       "hard shadow", "lined paper",
    "blank paper",   "motion blur", "defocus", "grid like the pen", "cut page",    "cameras"};

const char *photo_set_kind(int kind)
{
    return kinds[kind];
}

static double between(struct random *random, double low, double high)
{
    return low + (high - low) * random_below(random, 1001) / 1000;
}

static bool by_lot(struct random *random, uint32_t of)
{
    return random_below(random, of) == 0;
}

/* A sheet on a table, by somebody who holds the camera as one does. */
static struct scene usual_scene(struct random *random, int number)
{
    static const uint32_t grids[] = {0x3060a0, 0x707070, 0x404040, 0x40a070, 0xb06060};
    static const uint32_t inks[] = {0, 0, 0, 0x202020, 0xa02020, 0x206020};
    struct scene scene = {.seed = (uint64_t)number + 1, .width = 2000, .height = 1500};
    scene.grid = true;
    scene.skew = between(random, -12, 12);
    scene.tilt_x = between(random, -10, 10);
    scene.tilt_y = between(random, -15, 15);
    scene.focus = between(random, .7, .95);
    scene.pen = by_lot(random, 2);
    scene.ink = scene.pen ? inks[random_below(random, 6)] : 0;
    scene.stroke = by_lot(random, 4) ? .22 : between(random, .1, .15);
    scene.grid_depth = between(random, .12, .28);
    scene.grid_colour = grids[random_below(random, 5)];
    scene.shadow = between(random, .15, .6);
    scene.blur = between(random, .5, 1.1);
    scene.noise = between(random, 1.5, 5);
    scene.quality = 75 + (int)random_below(random, 20);
    scene.start_line = !by_lot(random, 3);
    scene.table = by_lot(random, 3) ? .35 : 1;
    return scene;
}

/* From above, from below, from aside, or from a corner. */
static void tilt(struct scene *scene, struct random *random, double low, double high)
{
    double tilt = between(random, low, high);
    uint32_t side = random_below(random, 4);
    double part = side == 3 ? .6 : 1;
    scene->tilt_x = side == 0 || side == 3 ? (by_lot(random, 2) ? -tilt : tilt) * part : 0;
    scene->tilt_y = side != 0 ? (side == 1 ? -tilt : tilt) * part : 0;
    scene->skew = between(random, -8, 8);
}

static void set_light_and_blur(struct set_photo *photo, struct random *random, int turn)
{
    struct scene *scene = &photo->scene;
    bool heavy = turn % 2 == 1;
    if (photo->kind == HARD_SHADOW) {
        scene->hard = (enum photo_shade)(1 + turn % 3);
        scene->hard_depth = between(random, .35, .6);
        scene->hard_edge = between(random, .05, .6);
        scene->skew *= turn == 3 ? 0 : 1;
    }
    if (photo->kind == MOTION) {
        scene->motion = heavy ? between(random, 40, 60) : between(random, 5, 9);
        scene->motion_angle = between(random, 0, 180);
    }
    if (photo->kind == DEFOCUS)
        scene->defocus = heavy ? between(random, 18, 26) : between(random, 2.5, 4);
    if ((photo->kind == MOTION || photo->kind == DEFOCUS) && heavy)
        photo->cause = "blur";
}

static void set_paper(struct set_photo *photo, struct random *random, int turn)
{
    struct scene *scene = &photo->scene;
    if (photo->kind == LINED || photo->kind == BLANK)
        scene->grid = false;
    if (photo->kind == LINED) {
        scene->ruled = between(random, 1.3, 2);
        scene->grid_depth = turn == 3 ? .55 : between(random, .15, .3);
        photo->cause = turn == 3 ? "lines of the paper" : NULL;
    }
    if (photo->kind == DARK_GRID) {
        scene->grid_colour = turn % 2 == 0 ? 0x303030 : 0x205090;
        scene->grid_depth = turn < 2 ? between(random, .4, .5) : .6;
        scene->pen = false;
        scene->ink = 0;
        photo->cause = "grid";
    }
    if (photo->kind == CURL)
        scene->curl = between(random, 20, 45);
}

static void set_camera(struct set_photo *photo, struct random *random, int turn)
{
    struct scene *scene = &photo->scene;
    if (photo->kind == CUT && turn < 2)
        scene->nearer = between(random, 1.08, 1.15);
    if (photo->kind == CUT && turn >= 2)
        scene->view = VIEW_FILLED;
    if (photo->kind != PHONE)
        return;
    static const int widths[] = {4000, 1100, 1500, 2200};
    static const int orientations[] = {6, 0, 8, 3};
    scene->width = widths[turn];
    scene->height = widths[turn] * 3 / 4;
    scene->orientation = orientations[turn];
    scene->quality = turn == 1 ? 60 : scene->quality;
    scene->noise = turn == 3 ? 9 : scene->noise;
    scene->table = .2;
}

struct set_photo photo_set_at(int number)
{
    struct random random = random_seeded((uint64_t)number * 7919 + 3);
    int kind = number / 2 % PHOTO_SET_KINDS;
    int turn = number / (2 * PHOTO_SET_KINDS);
    struct set_photo photo = {.kind = kind, .shape = (int)random_below(&random, DRAWING_COUNT)};
    photo.scene = usual_scene(&random, number);
    if (kind == TILT_LOW)
        tilt(&photo.scene, &random, 20, 30);
    if (kind == TILT_45)
        tilt(&photo.scene, &random, 43, 47);
    if (kind == TILT_60)
        tilt(&photo.scene, &random, 57, 61);
    set_light_and_blur(&photo, &random, turn);
    set_paper(&photo, &random, turn);
    set_camera(&photo, &random, turn);
    return photo;
}

/* --- measuring ------------------------------------------------------------------------------- */

struct places {
    struct dot *items;
    int count, capacity;
};

static double distance_to_edge(struct dot at, struct dot a, struct dot b)
{
    double x = b.x - a.x;
    double y = b.y - a.y;
    double part = x * x + y * y > 0 ? ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y) : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(at.x - a.x - part * x, at.y - a.y - part * y);
}

static double distance_to(const struct outline *outlines, int count, struct dot at)
{
    double best = 1e9;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < outlines[i].count; j++) {
            struct dot a = outlines[i].dots[j];
            struct dot b = outlines[i].dots[(j + 1) % outlines[i].count];
            if (fmin(fabs(a.x - at.x), fabs(b.x - at.x)) > best + 4)
                continue;
            best = fmin(best, distance_to_edge(at, a, b));
        }
    return best;
}

/* A place each fifth of a square. */
static void sample(const struct outline *outlines, int count, struct places *places)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < outlines[i].count; j++) {
            struct dot a = outlines[i].dots[j];
            struct dot b = outlines[i].dots[(j + 1) % outlines[i].count];
            int steps = (int)(hypot(b.x - a.x, b.y - a.y) / .2) + 1;
            for (int k = 0; k < steps; k++) {
                places->items = array_grow(places->items, places->count, &places->capacity,
                                           sizeof *places->items);
                places->items[places->count++] =
                    (struct dot){a.x + (b.x - a.x) * k / steps, a.y + (b.y - a.y) * k / steps};
            }
        }
}

static int compare_numbers(const void *a, const void *b)
{
    double one = *(const double *)a;
    double other = *(const double *)b;
    return one < other ? -1 : one > other;
}

double outlines_apart(const struct outline *a, int a_count, const struct outline *b, int b_count)
{
    struct places places = {0};
    sample(a, a_count, &places);
    int first = places.count;
    sample(b, b_count, &places);
    double *far = memory_allocate((size_t)places.count + 1, sizeof *far);
    for (int i = 0; i < places.count; i++)
        far[i] = distance_to(i < first ? b : a, i < first ? b_count : a_count, places.items[i]);
    qsort(far, (size_t)places.count, sizeof *far, compare_numbers);
    double result = places.count > 0 ? far[places.count * 95 / 100] : 1e9;
    free(far);
    free(places.items);
    return result;
}

struct outline outline_of(const struct point *vertices, int count)
{
    struct outline outline = {memory_allocate((size_t)count, sizeof(struct dot)), count};
    for (int i = 0; i < count; i++)
        outline.dots[i] = (struct dot){(double)vertices[i].x / FINE, (double)vertices[i].y / FINE};
    return outline;
}

/* Where the drawing lies on the traced sheet. A page is the sheet, so that it is stretched to it at
 * most; on a printed grid squares are squares and only whole ones may lie between. */
static struct outline expected_outline(const struct drawing *drawing, const struct outline *wall,
                                       bool grid, const struct photograph *photograph,
                                       const struct photo_tracing *tracing)
{
    struct outline outline = {memory_allocate((size_t)wall->count, sizeof(struct dot)),
                              wall->count};
    struct dot middle =
        photograph_place(photograph, (struct dot){drawing->width / 2.0, drawing->height / 2.0});
    double x;
    double y;
    photo_to_sheet(tracing, (struct spot){middle.x, middle.y}, &x, &y);
    double right = floor(x - drawing->width / 2.0 + .5);
    double up = floor(y - drawing->height / 2.0 + .5);
    for (int i = 0; i < wall->count; i++)
        outline.dots[i] = grid ? (struct dot){wall->dots[i].x + right, wall->dots[i].y + up}
                               : (struct dot){wall->dots[i].x * tracing->width / drawing->width,
                                              wall->dots[i].y * tracing->height / drawing->height};
    return outline;
}

static int taken_count(const struct photo_tracing *tracing)
{
    int taken = 0;
    for (int i = 0; i < tracing->loop_count; i++)
        taken += tracing->loops[i].taken;
    return taken;
}

double photo_set_distance(const struct drawing *drawing, bool grid,
                          const struct photograph *photograph, const struct photo_tracing *tracing,
                          struct dot misplaced)
{
    enum { MOST = 64 };
    struct outline traced[MOST] = {0};
    struct outline expected[8] = {0};
    int taken = 0;
    for (int i = 0; i < tracing->loop_count && taken < MOST; i++)
        if (tracing->loops[i].taken)
            traced[taken++] = outline_of(tracing->loops[i].vertices, tracing->loops[i].count);
    for (int i = 0; i < drawing->wall_count; i++) {
        expected[i] = expected_outline(drawing, &drawing->walls[i], grid, photograph, tracing);
        for (int j = 0; j < expected[i].count; j++) {
            expected[i].dots[j].x += misplaced.x;
            expected[i].dots[j].y += misplaced.y;
        }
    }
    double far = outlines_apart(traced, taken, expected, drawing->wall_count);
    for (int i = 0; i < taken; i++)
        free(traced[i].dots);
    for (int i = 0; i < drawing->wall_count; i++)
        free(expected[i].dots);
    return far;
}

/* --- judging --------------------------------------------------------------------------------- */

static bool says(const struct photo_tracing *tracing, const struct error *error, const char *word)
{
    bool said = strstr(error->text, word) != NULL;
    for (int i = 0; i < tracing->remark_count; i++)
        said = said || strstr(tracing->remarks[i].text, word) != NULL;
    return said;
}

static bool makes_track(const struct photo_tracing *tracing)
{
    struct draft draft;
    struct error error = {0};
    photo_make_draft(tracing, &draft);
    struct track *track = track_from_draft(&draft, &error);
    bool made = track != NULL;
    track_release(track);
    draft_free(&draft);
    return made;
}

bool photo_set_judge(const struct set_photo *photo, const struct drawing *drawing,
                     const struct photograph *photograph, const struct photo_tracing *tracing,
                     const struct error *error, char told[240])
{
    const struct scene *scene = &photo->scene;
    int taken = taken_count(tracing);
    if (taken == 0) {
        snprintf(told, 240, "refused: %.80s | %.110s", error->text,
                 tracing->remark_count > 0 ? tracing->remarks[0].text : "");
        return photo->cause != NULL && says(tracing, error, photo->cause);
    }
    double far = photo_set_distance(drawing, scene->grid, photograph, tracing, (struct dot){0, 0});
    bool whole = scene->view == VIEW_PAGE && scene->nearer <= 1;
    bool counted = scene->grid ? !whole || (tracing->width == drawing->width &&
                                            tracing->height == drawing->height)
                               : says(tracing, error, "guess");
    bool track = makes_track(tracing);
    snprintf(told, 240, "%d of %d walls, %.3f squares off, %d x %d of %d x %d%s%s%s", taken,
             drawing->wall_count, far, tracing->width, tracing->height, drawing->width,
             drawing->height, tracing->grid_found ? "" : ", no grid",
             tracing->paper_found ? "" : ", no paper", track ? "" : ", no track");
    return taken == drawing->wall_count && far <= wanted && counted && track;
}
