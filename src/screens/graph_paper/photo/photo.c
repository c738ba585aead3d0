/* What the thread keeps is the photo, turned as it was asked for last. */

#include "screens/graph_paper/photo/photo.h"

#include "base/memory.h"
#include "base/system/file.h"
#include "base/system/worker.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/editor/editor.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct photo_job {
    struct photo_wish wish;
    int turns;
    bool wants_picture;
    atomic_bool has_picture; /* to be taken, before the rest is done */
    struct photo_picture picture;
    bool is_readable, is_taken;
    struct photo_finding finding;
};

struct photo_work {
    struct worker *worker;
    struct photo_job *job; /* NULL: nothing is wanted */
    int turns;             /* of the picture that was taken last; -1: there was none */
};

/* The thread's own. */
struct opened_photo {
    char *path;
    struct photo *photo;
    int turned;
};

void photo_picture_free(struct photo_picture *picture)
{
    for (int i = 0; i < picture->count; i++)
        free(picture->levels[i].pixels);
    *picture = (struct photo_picture){0};
}

void photo_finding_free(struct photo_finding *finding)
{
    photo_tracing_free(&finding->tracing);
    *finding = (struct photo_finding){0};
}

/* --- the thread ------------------------------------------------------------------------------ */

/* The mean of four pixels, both halves of the channels at once. */
static uint32_t mix_four(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t odd = 0x00ff00ff;
    uint32_t low = (a & odd) + (b & odd) + (c & odd) + (d & odd);
    uint32_t high = (a >> 8 & odd) + (b >> 8 & odd) + (c >> 8 & odd) + (d >> 8 & odd);
    return (low >> 2 & odd) | (high >> 2 & odd) << 8;
}

static struct photo_picture make_picture(const struct photo *photo)
{
    enum { SMALLEST = 300 };
    struct photo_picture picture = {.count = 1};
    struct photo_level *level = picture.levels;
    photo_size(photo, &picture.width, &picture.height);
    level->pixels = photo_pixels(photo, PHOTO_LEVEL_SIDE, &level->width, &level->height);
    while (picture.count < PHOTO_LEVEL_LIMIT && level->width > SMALLEST &&
           level->height > SMALLEST) {
        struct photo_level half = {.width = level->width / 2, .height = level->height / 2};
        half.pixels =
            memory_allocate((size_t)half.width * (size_t)half.height, sizeof *half.pixels);
        for (int y = 0; y < half.height; y++) {
            const uint32_t *upper = level->pixels + (size_t)(2 * y) * (size_t)level->width;
            const uint32_t *lower = upper + level->width;
            uint32_t *into = half.pixels + (size_t)y * (size_t)half.width;
            for (int x = 0; x < half.width; x++)
                into[x] = mix_four(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1]);
        }
        level[1] = half;
        level++;
        picture.count++;
    }
    return picture;
}

static void work(void *own, void *data, const atomic_bool *dropped)
{
    struct opened_photo *file = own;
    struct photo_job *job = data;
    struct photo_finding *finding = &job->finding;
    if (!file->photo)
        file->photo = photo_load(file->path, &finding->error);
    job->is_readable = file->photo != NULL;
    if (!file->photo || atomic_load(dropped))
        return;
    for (; file->turned != job->turns; file->turned = (file->turned + 1) % 4)
        photo_turn(file->photo);
    if (job->wants_picture) {
        job->picture = make_picture(file->photo);
        atomic_store(&job->has_picture, true);
        worker_wake();
    }
    finding->found =
        photo_trace(file->photo, &job->wish, dropped, &finding->tracing, &finding->error);
}

static void free_job(void *data)
{
    struct photo_job *job = data;
    photo_picture_free(&job->picture);
    photo_finding_free(&job->finding);
    free(job);
}

static void free_file(void *own)
{
    struct opened_photo *file = own;
    photo_free(file->photo);
    free(file->path);
    free(file);
}

/* --- for the screen -------------------------------------------------------------------------- */

struct photo_work *photo_work_open(const char *path)
{
    static const struct worker_kind kind = {work, free_job, free_file};
    struct photo_work *opened = memory_allocate(1, sizeof *opened);
    struct opened_photo *file = memory_allocate(1, sizeof *file);
    file->path = memory_copy_string(path);
    opened->worker = worker_create(&kind, file);
    opened->turns = -1;
    return opened;
}

void photo_work_close(struct photo_work *work)
{
    if (work)
        worker_close(work->worker);
    free(work);
}

void photo_work_ask(struct photo_work *work, const struct photo_wish *wish, int turns)
{
    struct photo_job *job = memory_allocate(1, sizeof *job);
    job->wish = *wish;
    job->turns = turns;
    job->wants_picture = turns != work->turns;
    work->job = job;
    worker_ask(work->worker, job);
}

void photo_work_rest(struct photo_work *work)
{
    work->job = NULL;
    worker_ask(work->worker, NULL);
}

bool photo_work_take_picture(struct photo_work *work, struct photo_picture *picture)
{
    struct photo_job *job = work->job;
    if (!job || !atomic_exchange(&job->has_picture, false))
        return false;
    *picture = job->picture;
    job->picture = (struct photo_picture){0};
    work->turns = job->turns;
    return true;
}

bool photo_work_take_finding(struct photo_work *work, struct photo_finding *finding)
{
    struct photo_job *job = worker_answer(work->worker);
    if (!job || !job->is_readable || job->is_taken)
        return false;
    *finding = job->finding;
    job->finding = (struct photo_finding){0};
    return job->is_taken = true;
}

bool photo_work_has_failed(struct photo_work *work, struct error *error)
{
    const struct photo_job *job = worker_answer(work->worker);
    bool failed = job && !job->is_readable;
    if (failed)
        *error = job->finding.error;
    return failed;
}

/* === state ==================================================================================== */

/* What was found in the photo, and what people have said about it.
 *
 * Whoever takes or drops a loop has said so of what lies there: a new tracing, with other corners
 * or another size, keeps to it.
 */

enum { ASKING_PAUSE = 300 }; /* milliseconds without another change */
enum { SMALL_REACHES = 6 };  /* a loop that is no larger is hit anywhere within it */

/* --- loops ------------------------------------------------------------------------------------ */

int photo_loop_count(const struct photo_screen *shown)
{
    return shown->has_finding ? shown->finding.tracing.loop_count : 0;
}

const struct photo_loop *photo_loop_at(const struct photo_screen *shown, int loop)
{
    return &shown->finding.tracing.loops[loop];
}

int photo_taken_count(const struct photo_screen *shown)
{
    int count = 0;
    for (int i = 0; i < photo_loop_count(shown); i++)
        count += photo_loop_at(shown, i)->taken;
    return count;
}

void photo_describe_size(const struct photo_loop *loop, char into[40])
{
    if (loop->is_open)
        snprintf(into, 40, "%.0f squares long, open", fmax(loop->length, 1));
    else
        snprintf(into, 40, loop->squares < 9.95 ? "%.1f squares" : "%.0f squares", loop->squares);
}

static struct photo_outline make_outline(const struct photo_tracing *tracing,
                                         const struct photo_loop *loop)
{
    struct photo_outline outline = {
        .count = loop->count, .is_open = loop->is_open, .proposed = loop->taken};
    outline.places = memory_allocate((size_t)loop->count, sizeof *outline.places);
    outline.low = (struct spot){INFINITY, INFINITY};
    outline.high = (struct spot){-INFINITY, -INFINITY};
    for (int i = 0; i < loop->count; i++) {
        struct spot place = photo_from_sheet(tracing, loop->vertices[i].x / (double)FINE,
                                             loop->vertices[i].y / (double)FINE);
        outline.places[i] = place;
        outline.low = (struct spot){fmin(outline.low.x, place.x), fmin(outline.low.y, place.y)};
        outline.high = (struct spot){fmax(outline.high.x, place.x), fmax(outline.high.y, place.y)};
    }
    return outline;
}

/* How far a place is from all numbers and signs that stand already. */
static double room_at(const struct photo_screen *shown, int loops, struct spot at)
{
    double room = INFINITY;
    for (int i = 0; i < loops; i++)
        room = fmin(room, spot_distance(at, shown->outlines[i].badge));
    for (int i = 0; i < shown->mark_count; i++)
        if (shown->marks[i].has_place)
            room = fmin(room, spot_distance(at, shown->marks[i].at));
    return room;
}

/* On the stroke, upper left if that is free enough, where no other number stands. */
static void place_badge(struct photo_screen *shown, int loop)
{
    enum { TRIES = 24 };
    struct photo_outline *outline = &shown->outlines[loop];
    double size = fmax(shown->picture.width, shown->picture.height), best = -INFINITY;
    for (int i = 0; i < TRIES; i++) {
        struct spot at = outline->places[(long long)i * outline->count / TRIES];
        double room = fmin(room_at(shown, loop, at), size / 16);
        double worth = room - (at.x + at.y) / size * 10;
        if (worth > best) {
            best = worth;
            outline->badge = at;
        }
    }
}

static void photo_free_finding(struct photo_screen *shown)
{
    for (int i = 0; i < photo_loop_count(shown); i++)
        free(shown->outlines[i].places);
    free(shown->outlines);
    shown->outlines = NULL;
    photo_finding_free(&shown->finding);
    shown->has_finding = false;
    shown->mark_count = 0;
    shown->pointed_loop = shown->near_loop = shown->pointed_mark = shown->kept_mark = -1;
}

/* A line that was left out has no piece between its ends. */
static double distance_to_outline(const struct photo_outline *outline, struct spot at)
{
    double least = INFINITY, share;
    for (int i = 0; i < outline->count - outline->is_open; i++)
        least = fmin(least, spot_to_segment(at, outline->places[i],
                                            outline->places[(i + 1) % outline->count], &share));
    return least;
}

static bool encloses(const struct photo_outline *outline, struct spot at)
{
    bool inside = false;
    for (int i = 0, j = outline->count - 1; i < outline->count; j = i++) {
        struct spot a = outline->places[i], b = outline->places[j];
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

static bool is_near_box(const struct photo_outline *outline, struct spot at, double reach)
{
    return at.x >= outline->low.x - reach && at.x <= outline->high.x + reach &&
           at.y >= outline->low.y - reach && at.y <= outline->high.y + reach;
}

/* The loop whose stroke is at most so many photo pixels from there, else a small one that encloses
 * the place; -1. */
static int photo_find_loop(const struct photo_screen *shown, struct spot at, double reach)
{
    int best = -1, around = -1;
    double least = reach, small = SMALL_REACHES * reach;
    for (int i = 0; i < photo_loop_count(shown); i++) {
        const struct photo_outline *outline = &shown->outlines[i];
        if (!is_near_box(outline, at, reach))
            continue;
        double away = distance_to_outline(outline, at);
        if (away <= least) {
            least = away;
            best = i;
        }
        struct spot size = spot_subtract(outline->high, outline->low);
        if (!outline->is_open && fmax(size.x, size.y) <= small && encloses(outline, at))
            around = i;
    }
    return best >= 0 ? best : around;
}

/* --- what was said ---------------------------------------------------------------------------- */

const struct photo_said *photo_said(const struct photo_screen *shown)
{
    return steps_sheet(shown->frame.sheet);
}

struct photo_said *photo_say(struct photo_screen *shown, const char *name)
{
    steps_begin(shown->frame.sheet, name);
    return steps_change(shown->frame.sheet);
}

struct spot photo_corner(const struct photo_screen *shown, int corner)
{
    const struct photo_wish *wish = &photo_said(shown)->wish;
    return corner == shown->held_corner ? shown->held_at
           : wish->has_corners          ? wish->corners[corner]
                                        : shown->finding.tracing.corners[corner];
}

static struct photo_choice describe(const struct photo_outline *outline, bool taken)
{
    struct spot size = spot_subtract(outline->high, outline->low);
    return (struct photo_choice){spot_between(outline->low, outline->high, 0.5),
                                 sqrt(size.x * size.y), taken};
}

/* The loop that a choice is about: the most like it that lies there; -1. */
static int loop_of(const struct photo_screen *shown, const struct photo_choice *choice)
{
    int best = -1;
    double least = INFINITY;
    for (int i = 0; i < photo_loop_count(shown); i++) {
        struct photo_choice own = describe(&shown->outlines[i], false);
        double slack = 0.08 * fmax(own.size, choice->size) + 2;
        double away = spot_distance(own.middle, choice->middle);
        double other = fabs(own.size - choice->size);
        if (away > slack || other > slack || away + other >= least)
            continue;
        least = away + other;
        best = i;
    }
    return best;
}

void photo_set_loop(struct photo_screen *shown, int loop, bool taken)
{
    struct photo_said *said = photo_say(shown, "a line");
    int at = 0;
    while (at < said->choice_count && loop_of(shown, &said->choices[at]) != loop)
        at++;
    if (at == PHOTO_CHOICE_LIMIT)
        memmove(said->choices, said->choices + 1, (size_t)--at * sizeof *said->choices);
    said->choices[at] = describe(&shown->outlines[loop], taken);
    said->choice_count = at < said->choice_count ? said->choice_count : at + 1;
    photo_heed(shown, false);
}

/* --- what comes of it ------------------------------------------------------------------------- */

void photo_write_sentence(const char *text, char *into, size_t size)
{
    snprintf(into, size, "%s", text);
    into[0] = (char)toupper((unsigned char)into[0]);
}

static struct photo_mark *add_mark(struct photo_screen *shown, const char *text)
{
    static struct photo_mark scrap; /* there are too many */
    struct photo_mark *mark = &scrap;
    if (shown->mark_count < PHOTO_MARK_LIMIT)
        mark = &shown->marks[shown->mark_count++];
    *mark = (struct photo_mark){0};
    photo_write_sentence(text, mark->text, sizeof mark->text);
    return mark;
}

static void add_place(struct photo_mark *mark, struct spot at)
{
    mark->has_place = true;
    mark->at = at;
}

/* What the drawing lacks to be a track is told at its place, too. */
static void judge(struct photo_screen *shown)
{
    struct draft_problem problems[PHOTO_PROBLEM_LIMIT];
    int count = draft_list_problems(&shown->draft, problems, PHOTO_PROBLEM_LIMIT), wrong = 0;
    for (int i = 0; i < count && !problems[i].missing; i++, wrong++) {
        struct photo_mark *mark = add_mark(shown, problems[i].error.text);
        mark->is_wrong = true;
        if (problems[i].has_place)
            add_place(mark,
                      photo_from_sheet(&shown->finding.tracing, problems[i].at.x / (double)FINE,
                                       problems[i].at.y / (double)FINE));
    }
    shown->is_track = wrong == 0;
    const struct draft_item *last = &shown->draft.items[shown->draft.count - 1];
    photo_write_sentence(wrong > 0 ? problems[0].error.text
                         : draft_role_is_line(last->role)
                             ? "The red line is the start line; the editor can turn it round"
                             : "The start line comes next, in the editor",
                         shown->verdict, sizeof shown->verdict - 1);
    strcat(shown->verdict, ".");
}

static void list_remarks(struct photo_screen *shown)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    for (int i = 0; i < tracing->remark_count; i++) {
        struct photo_mark *mark = add_mark(shown, tracing->remarks[i].text);
        mark->sums_up = tracing->remarks[i].sums_up;
        if (tracing->remarks[i].has_place)
            add_place(mark, tracing->remarks[i].at);
    }
}

static void make_preview(struct photo_screen *shown)
{
    static unsigned version; /* of no two previews of any photo the same */
    draft_free(&shown->draft);
    track_release(shown->preview);
    shown->preview = NULL;
    shown->version = ++version;
    shown->is_track = false;
    shown->verdict[0] = 0;
    shown->mark_count = 0;
    if (!shown->has_finding)
        return;
    if (photo_taken_count(shown) > 0) {
        photo_make_draft(&shown->finding.tracing, &shown->draft);
        free(shown->draft.name);
        char *name = memory_copy_string(file_own_name(shown->path)), *dot = strrchr(name, '.');
        if (dot && dot != name)
            *dot = 0;
        shown->draft.name = name;
        shown->preview = track_to_look_at(&shown->draft);
        judge(shown);
    }
    list_remarks(shown);
    for (int i = 0; i < photo_loop_count(shown); i++) {
        const struct photo_loop *loop = photo_loop_at(shown, i);
        if (!loop->gap_closed || !loop->taken)
            continue;
        struct photo_mark *mark = add_mark(shown, "A small gap was closed here.");
        mark->is_gap = true;
        add_place(mark, loop->gap);
    }
    if (shown->kept_mark >= shown->mark_count)
        shown->kept_mark = -1;
}

static void follow(struct photo_screen *shown)
{
    if (shown->has_finding) {
        /* The newest count most. */
        const struct photo_said *said = photo_said(shown);
        struct photo_tracing *tracing = &shown->finding.tracing;
        for (int i = 0; i < tracing->loop_count; i++)
            tracing->loops[i].taken = shown->outlines[i].proposed;
        for (int i = 0; i < said->choice_count; i++) {
            int loop = loop_of(shown, &said->choices[i]);
            if (loop >= 0)
                tracing->loops[loop].taken = said->choices[i].taken;
        }
        tracing->red.taken = tracing->red.found && !said->ignores_red;
    }
    make_preview(shown);
    sheet_repaint(shown->frame.picture);
}

static void take_finding(struct photo_screen *shown, const struct photo_finding *finding)
{
    photo_free_finding(shown);
    shown->finding = *finding;
    shown->has_finding = true;
    shown->answered_wish = shown->asked_wish;
    const struct photo_tracing *tracing = &shown->finding.tracing;
    if (shown->asked_wish.across == 0)
        shown->grid_across = tracing->grid_found ? tracing->width : 0;
    list_remarks(shown); /* numbers make way for them */
    shown->outlines = memory_allocate((size_t)tracing->loop_count + 1, sizeof *shown->outlines);
    for (int i = 0; i < tracing->loop_count; i++) {
        shown->outlines[i] = make_outline(tracing, &tracing->loops[i]);
        place_badge(shown, i);
    }
    follow(shown);
}

static void free_picture(struct photo_screen *shown)
{
    for (int i = 0; i < shown->picture.count; i++)
        cairo_surface_destroy(shown->levels[i]);
    photo_picture_free(&shown->picture);
}

static void photo_take_news(struct photo_screen *shown)
{
    struct photo_picture picture;
    struct photo_finding finding;
    if (photo_work_take_picture(shown->work, &picture)) {
        free_picture(shown);
        shown->picture = picture;
        for (int i = 0; i < picture.count; i++) {
            struct photo_level *level = &picture.levels[i];
            shown->levels[i] = cairo_image_surface_create_for_data((unsigned char *)level->pixels,
                                                                   CAIRO_FORMAT_RGB24, level->width,
                                                                   level->height, level->width * 4);
        }
        sheet_repaint(shown->frame.picture);
    }
    if (!photo_work_take_finding(shown->work, &finding))
        return;
    shown->is_tracing = false;
    take_finding(shown, &finding);
}

static void ask(struct photo_screen *shown)
{
    const struct photo_said *said = photo_said(shown);
    shown->is_asking = false;
    shown->is_tracing = true;
    memcpy(&shown->asked_wish, &said->wish, sizeof said->wish);
    shown->asked_turns = said->turns;
    photo_work_ask(shown->work, &said->wish, said->turns);
}

/* The photo turned has nothing found in it yet. */
static void heed(struct photo_screen *shown, bool soon)
{
    const struct photo_said *said = photo_said(shown);
    bool is_turned = said->turns != shown->asked_turns;
    if (is_turned)
        photo_free_finding(shown);
    follow(shown);
    /* Wishes are copied whole, padding and all. */
    if (!is_turned && memcmp(&said->wish, &shown->asked_wish, sizeof said->wish) == 0) {
        shown->is_asking = false;
    } else if (soon) {
        shown->is_asking = true;
        shown->ask_at = SDL_GetTicks() + ASKING_PAUSE;
    } else {
        ask(shown);
    }
}

void photo_heed(struct photo_screen *shown, bool goes_on)
{
    steps_end(shown->frame.sheet, goes_on);
    heed(shown, goes_on);
}

static void stepped(struct editor_frame *frame)
{
    heed((struct photo_screen *)frame, true);
}

/* The tracing that runs, or is to: what was wished for is what the finding answers. */
static bool give_up(struct editor_frame *frame)
{
    struct photo_screen *photo = (struct photo_screen *)frame;
    if (!photo->has_finding || !(photo->is_tracing || photo->is_asking))
        return false;
    photo_work_rest(photo->work);
    photo->is_tracing = photo->is_asking = false;
    memcpy(&photo->asked_wish, &photo->answered_wish, sizeof photo->asked_wish);
    memcpy(&photo_say(photo, "giving up")->wish, &photo->answered_wish, sizeof photo->asked_wish);
    photo_heed(photo, false);
    return true;
}

/* --- turning ---------------------------------------------------------------------------------- */

/* A place of the photo once it has been turned by a quarter to the right. */
static struct spot turned(const struct photo_screen *shown, struct spot at)
{
    return (struct spot){shown->picture.height - at.y, at.x};
}

void photo_turn_right(struct photo_screen *shown)
{
    struct photo_said *said = photo_say(shown, "turning");
    struct spot old[4];
    memcpy(old, said->wish.corners, sizeof old);
    for (int i = 0; i < 4; i++) /* what was lower left is upper left now */
        said->wish.corners[(i + 1) % 4] = turned(shown, old[i]);
    for (int i = 0; i < said->choice_count; i++)
        said->choices[i].middle = turned(shown, said->choices[i].middle);
    said->turns = (said->turns + 1) % 4;
    said->wish.across = said->wish.down = 0;
    photo_heed(shown, false);
}

/* === photo ==================================================================================== */

/* The screen. The picture is read and traced on a thread; until something is there, a sentence says
 * what is being done. Owns what it shows from enter to leave.
 */

static const double REACH = 12; /* interface pixels */
enum { FAR_NUDGE = 10 };
enum { FLAT_SIDE = 2400, FLAT_SQUARE = 32 }; /* pixels of the photo that goes with the sheet */

const char photo_no_grid[] = "This picture is no grid of squares: its lines are followed.";

static struct photo_screen *shown; /* from enter to leave */
static char *wanted;               /* the picture that is to be opened */
static bool wanted_as_grid;        /* it is none */

void app_open_photo(struct app *app, const char *path, bool no_grid)
{
    wanted_as_grid = no_grid;
    char *copy = memory_copy_string(path);
    free(wanted);
    wanted = copy;
    app_go(app, &screen_photo);
}

void photo_go_on(struct app *app)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    const struct photo_level *level = &shown->picture.levels[0];
    int longer = tracing->width > tracing->height ? tracing->width : tracing->height;
    int square = FLAT_SIDE / longer < FLAT_SQUARE ? FLAT_SIDE / longer : FLAT_SQUARE;
    double scale = (double)level->width / shown->picture.width;
    struct flat_photo flat = {NULL, tracing->width * square, tracing->height * square};
    flat.pixels = photo_flatten(tracing, level->pixels, level->width, level->height, scale, square);
    app_edit_photo(app, &shown->draft, flat);
}

void photo_show_place(struct app *app, struct spot at)
{
    struct camera *camera = &shown->frame.camera;
    double unit = photo_unit(shown);
    double x = PHOTO_MARGIN + at.x / unit, y = camera->rows - PHOTO_MARGIN - at.y / unit;
    camera_show(camera, (struct camera_area){x - 1, y - 1, x + 1, y + 1});
    camera_go(camera, !app->settings.reduced_motion);
}

const char *photo_progress(const struct photo_screen *photo)
{
    if (photo->picture.count == 0)
        return "Reading the picture ...";
    return photo->is_tracing || photo->is_asking ? "Following the lines ..." : "";
}

/* --- on the frame ----------------------------------------------------------------------------- */

static void copy_said(const void *sheet, void *into)
{
    memcpy(into, sheet, sizeof(struct photo_said));
}

static void free_said(void *sheet)
{
    (void)sheet;
}

static bool is_same(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(struct photo_said)) == 0;
}

static struct steps *create(void)
{
    static const struct steps_kind kind = {sizeof(struct photo_said), copy_said, free_said, is_same,
                                           NULL};
    struct photo_said *nothing = memory_allocate(1, sizeof *nothing);
    struct steps *steps = steps_create(&kind, nothing);
    free(nothing);
    return steps;
}

static const char *title_of(const struct steps *sheet)
{
    (void)sheet;
    return "From a photo";
}

static const char *file_shown(void)
{
    return file_own_name(shown->path);
}

static struct point size_of_sheet(const struct steps *sheet)
{
    double unit = shown->picture.count > 0 ? photo_unit(shown) : 1;
    (void)sheet;
    return (struct point){(int)ceil(shown->picture.width / unit - 1e-6) + 2 * PHOTO_MARGIN,
                          (int)ceil(shown->picture.height / unit - 1e-6) + 2 * PHOTO_MARGIN};
}

/* What the pointer or the keyboard is at is known as far as it was built before. */
static void begin(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    static const char badge[] = "badge ";
    const char *ring = ui_ring(ui);
    struct error error;
    photo_take_news(shown);
    if (photo_work_has_failed(shown->work, &error)) {
        char where[600];
        error_describe(&error, file_own_name(shown->path), where, sizeof where);
        app_tell(app, "This picture cannot be used. %s", where);
        app_go_back(app);
    }
    if (!frame->pointer_known)
        shown->near_loop = -1;
    shown->pointed_mark = shown->focused_corner = -1;
    shown->pointed_loop = shown->near_loop;
    if (strncmp(ring, badge, sizeof badge - 1) == 0)
        shown->pointed_loop = atoi(ring + sizeof badge - 1) - 1;
    if (shown->pointed_loop >= photo_loop_count(shown))
        shown->pointed_loop = -1;
}

static const char *hint(const struct editor_frame *frame)
{
    int loop = shown->pointed_loop;
    (void)frame;
    if (photo_progress(shown)[0])
        return photo_progress(shown);
    if (shown->pointed_mark >= 0)
        return shown->marks[shown->pointed_mark].text;
    if (loop >= 0) {
        char squares[40];
        const struct photo_loop *found = photo_loop_at(shown, loop);
        const char *what = found->taken ? "taken" : found->is_open ? "left out" : "dropped";
        photo_describe_size(found, squares);
        return ui_words("Line %d %s %s: %s.", loop + 1, found->is_open ? "is" : "encloses", squares,
                        what);
    }
    if (photo_taken_count(shown) == 0 && !shown->finding.found)
        return shown->finding.error.text;
    return ui_words("%d of %d lines taken, %d × %d squares.", photo_taken_count(shown),
                    photo_loop_count(shown), shown->finding.tracing.width,
                    shown->finding.tracing.height);
}

/* For those who do not see the panel. */
static void write_complete(const struct editor_frame *frame, char *into, size_t size)
{
    (void)frame;
    snprintf(into, size, "%s", shown->is_no_grid ? photo_no_grid : "");
}

/* True if something else is pointed at now. */
static bool hover(struct editor_frame *frame, double x, double y)
{
    double unit = photo_unit(shown);
    struct spot at = {(x - PHOTO_MARGIN) * unit, (frame->camera.rows - PHOTO_MARGIN - y) * unit};
    int loop = -1;
    if (shown->has_finding)
        loop = photo_find_loop(shown, at, REACH * frame->camera.view.scale / photo_zoom(shown));
    bool other = loop != shown->near_loop;
    shown->near_loop = loop;
    return other;
}

static void click(struct editor_frame *frame, double x, double y, bool left)
{
    hover(frame, x, y);
    if (left && shown->near_loop >= 0)
        photo_set_loop(shown, shown->near_loop, !photo_loop_at(shown, shown->near_loop)->taken);
    else
        shown->kept_mark = -1;
}

/* Arrows move the corner that has the focus by a pixel of the photo, with Shift by ten. */
static bool press_key(struct app *app, struct editor_frame *frame, const SDL_Keysym *key)
{
    int step = (key->mod & KMOD_SHIFT) ? FAR_NUDGE : 1;
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_DOWN) - (key->sym == SDLK_UP);
    (void)app, (void)frame;
    if ((key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) || (dx == 0 && dy == 0) ||
        shown->focused_corner < 0)
        return false;
    photo_nudge_corner(shown, shown->focused_corner, dx * step, dy * step);
    return true;
}

static const struct editor_frame_kind photos = {
    .game = &graph_paper_game,
    .screen = &screen_photo,
    .keys = "click a line to take or drop it · wheel zoom · drag pan · F fit",
    .create = create,
    .name = title_of,
    .file = file_shown,
    .size = size_of_sheet,
    .stepped = stepped,
    .click = click,
    .drag = hover,
    .let_go = give_up,
    .key = press_key,
    .paint = photo_paint,
    .live = photo_live,
    .is_plain = true,
    .begin = begin,
    .build_over = photo_build_over,
    .build_panel = photo_build_panel,
    .panel_first = true,
    .hint = hint,
    .write_complete = write_complete,
};

static void enter(struct app *app)
{
    shown = memory_allocate(1, sizeof *shown);
    shown->path = wanted;
    wanted = NULL;
    shown->is_no_grid = wanted_as_grid;
    shown->pointed_loop = shown->near_loop = shown->pointed_mark = shown->kept_mark = -1;
    shown->held_corner = shown->focused_corner = -1;
    shown->work = photo_work_open(shown->path);
    shown->frame.kind = &photos;
    editor_frame_enter(app, &shown->frame);
    ask(shown);
}

static void leave(struct app *app)
{
    editor_frame_close(app);
    photo_work_close(shown->work);
    free_picture(shown);
    photo_free_finding(shown);
    draft_free(&shown->draft);
    track_release(shown->preview);
    steps_free(shown->frame.sheet);
    free(shown->path);
    free(shown);
    shown = NULL;
}

static int animate(struct app *app, Uint32 now)
{
    if (shown->is_asking && (Sint32)(now - shown->ask_at) >= 0)
        ask(shown);
    int wait = editor_frame_animate(app, now), asking = (int)(shown->ask_at - now);
    return shown->is_asking && (wait < 0 || asking < wait) ? asking : wait;
}

const struct screen screen_photo = {
    .name = "photo",
    .enter = enter,
    .leave = leave,
    .build = editor_frame_build,
    .event = editor_frame_event,
    .animate = animate,
    .covers_window = true,
    .returns = screen_never_returns,
};
