/* The inspection before a race: the grid points near a wall, on which the players agree one by one;
 * and the agreements, one for each track that was inspected since the program began.
 *
 * At each point stands a sign: inside is a disc, outside a boxed cross, as drawn an open ring: no
 * two share a shape. A sign is as large as what it decides, a quarter of a square each way, where
 * that can be read.
 */
#include "screens/graph_paper/inspection/inspection.h"

#include "base/memory.h"
#include "base/number.h"
#include "draw/sheet.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/editor_frame/editor_frame.h"
#include "track/track.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct agreement **agreements;
static int agreement_total, agreement_capacity;
static struct agreement *latest;

static int compare_points(const void *first, const void *second)
{
    const struct point a = ((const struct doubtful *)first)->at;
    const struct point b = ((const struct doubtful *)second)->at;
    return a.y != b.y ? a.y - b.y : a.x - b.x;
}

/* The index of the point, or of the next one. */
static int find_from(const struct doubtful *points, int count, struct point at)
{
    struct doubtful wanted = {at, VERDICT_AS_DRAWN};
    int low = 0, high = count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (compare_points(&points[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* NULL if it is not among them. */
static struct doubtful *find_point(struct doubtful *points, int count, struct point at)
{
    int index = find_from(points, count, at);
    return index < count && point_equal(points[index].at, at) ? &points[index] : NULL;
}

/* The points near a wall, and those that the file declares elsewhere. */
static void list_points(struct agreement *agreement, const struct track *track)
{
    int near = 0, declared = track->inspected_count;
    struct point *points = track_list_doubtful(track, &near);
    struct doubtful *list = memory_allocate((size_t)near + (size_t)declared + 1, sizeof *list);
    for (int i = 0; i < near; i++)
        list[i].at = points[i];
    int count = near;
    for (int i = 0; i < declared; i++)
        if (!find_point(list, near, track->inspected[i].at))
            list[count++].at = track->inspected[i].at;
    if (count > near)
        qsort(list, (size_t)count, sizeof *list, compare_points);
    agreement->points = list;
    agreement->count = count;
    free(points);
}

struct agreement *agreement_find(const char *path)
{
    for (int i = 0; i < agreement_total; i++)
        if (strcmp(agreements[i]->path, path) == 0)
            return agreements[i];
    return NULL;
}

static struct agreement *add_agreement(const char *path, const struct track *track)
{
    struct agreement *agreement = memory_allocate(1, sizeof *agreement);
    agreement->path = memory_copy_string(path);
    list_points(agreement, track);
    for (int i = 0; i < track->inspected_count; i++) {
        const struct track_inspected *declared = &track->inspected[i];
        find_point(agreement->points, agreement->count, declared->at)->verdict =
            declared->inside ? VERDICT_INSIDE : VERDICT_OUTSIDE;
    }
    array_add(agreements, agreement_total, agreement_capacity, agreement);
    return agreement;
}

struct agreement *agreement_on(const char *path, const struct track *track)
{
    struct agreement *agreement = agreement_find(path);
    if (!agreement)
        agreement = add_agreement(path, track);
    else if (agreement->fingerprint != track_fingerprint(track)) {
        /* What was agreed on points that are still there. */
        struct doubtful *before = agreement->points;
        int count = agreement->count;
        list_points(agreement, track);
        for (int i = 0; i < count; i++) {
            struct doubtful *point = find_point(agreement->points, agreement->count, before[i].at);
            if (point)
                point->verdict = before[i].verdict;
        }
        free(before);
    }
    agreement->fingerprint = track_fingerprint(track);
    track_release(agreement->plain);
    agreement->plain = track_with_inspected(track, NULL, 0);
    latest = agreement;
    return agreement;
}

struct agreement *agreement_latest(void)
{
    return latest;
}

int agreement_count(const struct agreement *agreement, enum verdict verdict)
{
    int count = 0;
    for (int i = 0; i < agreement->count; i++)
        count += agreement->points[i].verdict == verdict;
    return count;
}

struct track *agreement_make_track(const struct agreement *agreement)
{
    struct track_inspected *inspected =
        memory_allocate((size_t)agreement->count + 1, sizeof *inspected);
    int count = 0;
    for (int i = 0; i < agreement->count; i++) {
        const struct doubtful *point = &agreement->points[i];
        if (point->verdict != VERDICT_AS_DRAWN)
            inspected[count++] =
                (struct track_inspected){point->at, point->verdict == VERDICT_INSIDE};
    }
    struct track *track = track_with_inspected(agreement->plain, inspected, count);
    free(inspected);
    return track;
}

static const char *verdict_name(enum verdict verdict)
{
    static const char *const names[VERDICT_COUNT] = {"as drawn", "inside", "outside"};
    return names[verdict];
}

/* === screen =================================================================================== */

static const double LARGEST_TARGET = 30, LEAST_RADIUS = 4,
                    LARGEST_RADIUS = 11; /* interface pixels */
static const double LEAST_SEEN = 0.5; /* device pixels: of a smaller sign nothing is to be seen */
/* Of more points than this only those are targets that are in sight in squares of so many pixels:
 * the walls of a large arena have millions of them. */
static const double CLICKED_SQUARE = 8;
enum { ALL_TARGETS = 10000, UNDO_BYTES = 64 * 1024 * 1024, UNDO_STEPS = 200 };

struct inspection {
    struct editor_frame frame; /* its sheet: the verdicts, a byte a point */
    struct agreement *agreement;
    int pointed; /* index of the point under the pointer or the focus, -1 */
    int focused; /* index of the point that Tab or an arrow has come to, -1 */
    int wanted;  /* the point that is to get the focus, -1 */
};
static struct inspection *shown; /* from enter to leave */

/* --- signs ----------------------------------------------------------------------------------- */

static double sign_radius(const struct paper_view *view)
{
    /* Larger than what it decides only as long as it leaves its neighbours alone. */
    double least = fmin(LEAST_RADIUS * view->scale, view->square * 0.45);
    return fmin(fmax(view->square / 4, least), LARGEST_RADIUS * view->scale);
}

static void paint_ring(cairo_t *cairo, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    double width = fmax(1.2, radius * 0.26);
    cairo_arc(cairo, x, y, radius - width / 2, 0, 2 * M_PI);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, theme->ink_soft);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

static void paint_disc(cairo_t *cairo, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    cairo_arc(cairo, x, y, radius, 0, 2 * M_PI);
    brush_color(cairo, theme->action);
    cairo_fill(cairo);
    cairo_arc(cairo, x, y, radius * 0.3, 0, 2 * M_PI);
    brush_color(cairo, theme->action_text);
    cairo_fill(cairo);
}

static void paint_cross(cairo_t *cairo, double x, double y, double radius,
                        const struct paper_theme *theme)
{
    double width = fmax(1.2, radius * 0.26), reach = radius * 0.46, side = radius - width / 2;
    cairo_rectangle(cairo, x - side, y - side, 2 * side, 2 * side);
    brush_color(cairo, theme->card);
    cairo_fill_preserve(cairo);
    brush_color(cairo, theme->warning);
    cairo_set_line_width(cairo, width);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_move_to(cairo, x - reach, y - reach);
    cairo_line_to(cairo, x + reach, y + reach);
    cairo_move_to(cairo, x - reach, y + reach);
    cairo_line_to(cairo, x + reach, y - reach);
    cairo_stroke(cairo);
}

static void paint_sign(cairo_t *cairo, enum verdict verdict, double x, double y, double radius,
                       const struct paper_theme *theme)
{
    static void (*const painters[VERDICT_COUNT])(cairo_t *, double, double, double,
                                                 const struct paper_theme *) = {
        [VERDICT_AS_DRAWN] = paint_ring,
        [VERDICT_INSIDE] = paint_disc,
        [VERDICT_OUTSIDE] = paint_cross,
    };
    cairo_new_path(cairo);
    painters[verdict](cairo, x, y, radius, theme);
}

struct sign {
    enum verdict verdict;
    const struct paper_theme *theme;
};

static void paint_sign_shape(cairo_t *cairo, int width, int height, const void *data)
{
    const struct sign *sign = data;
    paint_sign(cairo, sign->verdict, width / 2.0, height / 2.0, width * 0.42, sign->theme);
}

static void draw_sign(struct canvas *canvas, enum verdict verdict, struct box box)
{
    struct sign sign = {verdict, canvas_theme(canvas)};
    char key[32];
    snprintf(key, sizeof key, "verdict %d", (int)verdict);
    canvas_shape(canvas, key, box, paint_sign_shape, &sign);
}

/* --- the sheet ------------------------------------------------------------------------------- */

/* The points of the rows between two heights of the window, in device pixels: from `first` up to,
 * but not including, `end`. */
static void find_rows(const struct paper_view *view, double top, double bottom, int *first,
                      int *end)
{
    const struct agreement *agreement = shown->agreement;
    double low = agreement->plain->height - (bottom - view->top) / view->square;
    double high = agreement->plain->height - (top - view->top) / view->square;
    *first = find_from(agreement->points, agreement->count, (struct point){0, (int)floor(low)});
    *end = find_from(agreement->points, agreement->count, (struct point){0, (int)ceil(high) + 1});
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct agreement *agreement = shown->agreement;
    const struct paper_view *view = sheet_view(shown->frame.picture);
    const struct paper_theme *theme = sheet_theme(shown->frame.picture);
    double radius = sign_radius(view), left, top, right, bottom;
    (void)context;
    paper_draw_sheet(cairo, view, graph_paper_course(agreement->plain), theme);
    cairo_clip_extents(cairo, &left, &top, &right, &bottom);
    if (radius < LEAST_SEEN)
        return;
    int first, end;
    find_rows(view, top - radius, bottom + radius, &first, &end);
    for (int i = first; i < end; i++) {
        const struct doubtful *point = &agreement->points[i];
        double x, y;
        paper_to_device(view, agreement->plain->height, point->at.x, point->at.y, &x, &y);
        if (x + radius < left || x - radius > right)
            continue;
        paint_sign(cairo, point->verdict, x, y, radius, theme);
    }
}

static const char *id_of(int index)
{
    struct point at = shown->agreement->points[index].at;
    return ui_words("inspect %d,%d", at.x, at.y);
}

static void place_of(int index, double *x, double *y)
{
    struct point at = shown->agreement->points[index].at;
    paper_to_device(&shown->frame.camera.view, shown->agreement->plain->height, at.x, at.y, x, y);
    *x += shown->frame.sheet_box.x;
    *y += shown->frame.sheet_box.y;
}

/* Never onto a neighbour's; empty out of sight. */
static struct box target_box(const struct canvas *canvas, int index)
{
    double x, y;
    place_of(index, &x, &y);
    double side = fmin(shown->frame.camera.view.square, canvas_units(canvas, LARGEST_TARGET));
    int whole = (int)floor(side);
    struct box box = {(int)lround(x - whole / 2.0), (int)lround(y - whole / 2.0), whole, whole};
    return box_intersect(box, shown->frame.sheet_box);
}

/* --- verdicts, which can be undone ------------------------------------------------------------ */

struct verdicts {
    uint8_t *list;
};

static size_t point_count(void)
{
    return (size_t)shown->agreement->count;
}

static void copy_verdicts(const void *sheet, void *into)
{
    struct verdicts *copy = into;
    copy->list = memory_allocate(point_count() + 1, 1);
    memcpy(copy->list, ((const struct verdicts *)sheet)->list, point_count());
}

static void free_verdicts(void *sheet)
{
    free(((struct verdicts *)sheet)->list);
}

static bool are_same(const void *one, const void *other)
{
    return memcmp(((const struct verdicts *)one)->list, ((const struct verdicts *)other)->list,
                  point_count()) == 0;
}

static int most_steps(const void *sheet)
{
    (void)sheet;
    return (int)number_smaller(UNDO_BYTES / ((int)point_count() + 1) + 1, UNDO_STEPS);
}

static struct steps *create(void)
{
    static const struct steps_kind kind = {sizeof(struct verdicts), copy_verdicts, free_verdicts,
                                           are_same, most_steps};
    struct verdicts verdicts = {memory_allocate(point_count() + 1, 1)};
    for (size_t i = 0; i < point_count(); i++)
        verdicts.list[i] = (uint8_t)shown->agreement->points[i].verdict;
    return steps_create(&kind, &verdicts);
}

/* What is agreed is what the sheet says; signs that are others by now are painted again. */
static void agree(struct editor_frame *frame)
{
    const struct verdicts *verdicts = steps_sheet(frame->sheet);
    const struct paper_view *view = sheet_view(frame->picture);
    double out = sign_radius(view) + 2, x, y;
    for (size_t i = 0; i < point_count(); i++) {
        struct doubtful *point = &shown->agreement->points[i];
        if (point->verdict == (enum verdict)verdicts->list[i])
            continue;
        point->verdict = (enum verdict)verdicts->list[i];
        paper_to_device(view, shown->agreement->plain->height, point->at.x, point->at.y, &x, &y);
        sheet_invalidate(frame->picture,
                         sheet_box((double[4]){x - out, y - out, 2 * out, 2 * out}));
    }
}

/* The points from one on, so many. */
static void judge(int from, int count, enum verdict verdict, const char *step)
{
    steps_begin(shown->frame.sheet, step);
    memset(((struct verdicts *)steps_change(shown->frame.sheet))->list + from, (int)verdict,
           (size_t)count);
    steps_end(shown->frame.sheet, false);
    agree(&shown->frame);
}

/* --- points ----------------------------------------------------------------------------------- */

static int index_of(const char *id)
{
    struct point at;
    const struct doubtful *found = NULL;
    if (sscanf(id, "inspect %d,%d", &at.x, &at.y) == 2)
        found = find_point(shown->agreement->points, shown->agreement->count, at);
    return found ? (int)(found - shown->agreement->points) : -1;
}

/* What the focus has come to is brought into sight, in squares that can be clicked. */
static void follow_focus(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    if (shown->wanted >= 0)
        ui_set_focus(ui, id_of(shown->wanted), true);
    shown->wanted = -1;
    int index = index_of(ui_ring(ui));
    if (index == shown->focused)
        return;
    shown->focused = index;
    if (index < 0)
        return;
    struct point at = shown->agreement->points[index].at;
    camera_show(&frame->camera,
                (struct camera_area){at.x - 1.0, at.y - 1.0, at.x + 1.0, at.y + 1.0});
    camera_go(&frame->camera, !app->settings.reduced_motion);
}

static bool are_clickable(void)
{
    const struct paper_view *view = &shown->frame.camera.view;
    return shown->agreement->count <= ALL_TARGETS || view->square >= CLICKED_SQUARE * view->scale;
}

static void build_point(struct ui *ui, int index)
{
    const struct doubtful *point = &shown->agreement->points[index];
    struct box box = target_box(ui_canvas(ui), index);
    if (box.w == 0 && index != shown->focused && shown->agreement->count > ALL_TARGETS)
        return;
    struct ui_state state = ui_target(ui, id_of(index), box, verdict_name(point->verdict));
    if (state.clicked)
        judge(index, 1, (enum verdict)((point->verdict + 1) % VERDICT_COUNT), "a point");
    if (state.hovered || state.ring)
        shown->pointed = index;
}

static void build_points(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    /* The focus stays on its point, wherever that is. */
    const struct agreement *agreement = shown->agreement;
    int first = 0, end = 0;
    (void)app;
    if (agreement->count <= ALL_TARGETS)
        end = agreement->count;
    else if (are_clickable())
        find_rows(&frame->camera.view, 0, frame->sheet_box.h, &first, &end);
    shown->pointed = -1;
    if (shown->focused >= 0 && (shown->focused < first || shown->focused >= end))
        build_point(ui, shown->focused);
    for (int i = first; i < end; i++)
        build_point(ui, i);
    /* The square that a point decides about, round the one that is pointed at. */
    struct canvas *canvas = ui_canvas(ui);
    if (shown->pointed < 0)
        return;
    double x, y, radius = sign_radius(&shown->frame.camera.view);
    double out = radius + 4 * shown->frame.camera.view.scale;
    place_of(shown->pointed, &x, &y);
    struct stroke stroke = {canvas_theme(canvas)->focus, 3 * shown->frame.camera.view.scale, 0};
    canvas_push_clip(canvas, shown->frame.sheet_box);
    canvas_circle(canvas, x, y, out, &stroke);
    canvas_pop_clip(canvas);
}

/* --- the panel ------------------------------------------------------------------------------- */

static void build_legend(struct layout *column)
{
    static const char *const names[VERDICT_COUNT] = {"As drawn", "Inside the track",
                                                     "Outside the track"};
    struct canvas *canvas = ui_canvas(column->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    for (int i = 0; i < VERDICT_COUNT; i++) {
        struct layout line = layout_row(column, 34, 12);
        int side = canvas_units(canvas, 22);
        char count[16];
        snprintf(count, sizeof count, "%d", agreement_count(shown->agreement, (enum verdict)i));
        draw_sign(canvas, (enum verdict)i, box_centre(layout_take(&line, AT_LEFT, 22), side, side));
        layout_text(&line, AT_RIGHT, STYLE_STRONG, theme->ink, count);
        canvas_text(canvas, STYLE_BODY, theme->ink, names[i], line.rest, ALIGN_LEFT);
    }
}

static const char *write_count(void)
{
    int count = shown->agreement->count;
    return ui_words("%d of %d agreed", count - agreement_count(shown->agreement, VERDICT_AS_DRAWN),
                    count);
}

static void build_panel(struct app *app, struct ui *ui, struct editor_frame *frame, struct box box)
{
    enum { DONE = VERDICT_COUNT };
    static const struct editor_frame_choice buttons[] = {
        {"button all-inside", "All inside", VERDICT_INSIDE},
        {"button all-outside", "All outside", VERDICT_OUTSIDE},
        {"button clear", "Clear", VERDICT_AS_DRAWN},
        {"button done", "Done", DONE}};
    const struct paper_theme *theme = canvas_theme(ui_canvas(ui));
    struct layout foot, column = editor_frame_panel_begin(ui, frame, box, 2, &foot);
    layout_paragraph(&column, STYLE_SMALL, theme->ink_soft,
                     "These grid points lie within a quarter of a square of a wall. Agree before "
                     "the race what they count as. A click on a point changes it.");
    layout_text(&column, AT_TOP, STYLE_HEADING, theme->ink, write_count());
    build_legend(&column);
    ui_scroll_end(ui, column.rest.y);
    int clicked = editor_frame_build_buttons(&foot, buttons, 4, 2, DONE);
    if (clicked == DONE)
        editor_frame_leave(app, frame);
    else if (clicked >= 0)
        judge(0, shown->agreement->count, (enum verdict)clicked,
              clicked == VERDICT_AS_DRAWN ? "Clear"
              : clicked == VERDICT_INSIDE ? "All inside"
                                          : "All outside");
    ui_default(ui, "button done");
}

static const char *hint(const struct editor_frame *frame)
{
    (void)frame;
    if (shown->pointed >= 0) {
        const struct doubtful *point = &shown->agreement->points[shown->pointed];
        return ui_words("%s: %s.", pair_of(point->at.x, point->at.y).text,
                        verdict_name(point->verdict));
    }
    return ui_words("%s%s", write_count(), are_clickable() ? "" : ". Zoom in to change a point.");
}

/* --- input ----------------------------------------------------------------------------------- */

/* The nearest point in a direction, what lies aside counting more; -1: there is none. */
static int next_point(int from, int dx, int dy)
{
    const struct doubtful *points = shown->agreement->points;
    int best = -1;
    long least = 0;
    for (int i = 0; i < shown->agreement->count; i++) {
        long x = points[i].at.x - points[from].at.x, y = points[i].at.y - points[from].at.y;
        long ahead = x * dx + y * dy, aside = labs(x * dy) + labs(y * dx);
        long distance = ahead + 3 * aside;
        if (ahead > 0 && (best < 0 || distance < least)) {
            best = i;
            least = distance;
        }
    }
    return best;
}

static bool press_key(struct app *app, struct editor_frame *frame, const SDL_Keysym *key)
{
    int dx = (key->sym == SDLK_RIGHT) - (key->sym == SDLK_LEFT);
    int dy = (key->sym == SDLK_UP) - (key->sym == SDLK_DOWN);
    (void)app, (void)frame;
    if ((key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI)) || (dx == 0 && dy == 0) ||
        shown->agreement->count == 0)
        return false;
    int next = shown->focused < 0 ? 0 : next_point(shown->focused, dx, dy);
    if (next >= 0)
        shown->wanted = next;
    return true;
}

/* --- on the frame ----------------------------------------------------------------------------- */

static const char *name(const struct steps *sheet)
{
    (void)sheet;
    return "Inspection";
}

static const char *file(void)
{
    return shown->agreement->plain->name;
}

static struct point size(const struct steps *sheet)
{
    (void)sheet;
    return track_size(shown->agreement->plain);
}

static void (*const live[])(cairo_t *, void *) = {NULL};

static const struct editor_frame_kind inspections = {
    .game = &graph_paper_game,
    .screen = &screen_inspection,
    .keys = "click or Enter change · wheel zoom · right drag pan · F fit",
    .create = create,
    .name = name,
    .file = file,
    .size = size,
    .stepped = agree,
    .key = press_key,
    .paint = paint_ground,
    .live = live,
    .begin = follow_focus,
    .build_over = build_points,
    .build_panel = build_panel,
    .hint = hint,
};

static void enter(struct app *app)
{
    shown = memory_allocate(1, sizeof *shown);
    shown->agreement = latest;
    shown->pointed = shown->focused = shown->wanted = -1;
    shown->frame.kind = &inspections;
    editor_frame_enter(app, &shown->frame);
}

static void leave(struct app *app)
{
    editor_frame_close(app);
    steps_free(shown->frame.sheet);
    free(shown);
    shown = NULL;
}

const struct screen screen_inspection = {
    .name = "inspection",
    .enter = enter,
    .leave = leave,
    .build = editor_frame_build,
    .event = editor_frame_event,
    .animate = editor_frame_animate,
    .covers_window = true,
};
