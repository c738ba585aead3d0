/* The sheet of any game: the table it lies on, squares, numbers, and what is drawn of a race by the
 * ink of its game. Grid lines lie on whole device pixels.
 */
#include "paper/ink.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void paper_to_device(const struct paper_view *view, int height, double x, double y,
                     double *device_x, double *device_y)
{
    struct pixel place = brush_place(view, height, x, y);
    *device_x = place.x;
    *device_y = place.y;
}

const struct ink *ink_of(const struct game *game)
{
    const struct ink *const *ink = inks;
    while (*ink && (*ink)->game != game)
        ink++;
    assert(*ink);
    return *ink;
}

struct rectangle {
    double x, y, w, h;
};

static struct rectangle sheet_rectangle(const struct paper_view *view, struct point size)
{
    double margin = fmax(round(view->square * PAPER_MARGIN_SQUARES), 2);
    double x = floor(view->left), y = floor(view->top);
    return (struct rectangle){x - margin, y - margin, round(size.x * view->square) + 2 * margin,
                              round(size.y * view->square) + 2 * margin};
}

/* The table and the shadow of the sheet on it, only where the clip goes beyond the sheet. */
static void draw_table(cairo_t *cairo, const struct paper_view *view, struct rectangle sheet,
                       const struct paper_theme *theme)
{
    double seen[4];
    brush_clip_box(cairo, seen);
    if (seen[0] >= sheet.x && seen[1] >= sheet.y && seen[0] + seen[2] <= sheet.x + sheet.w &&
        seen[1] + seen[3] <= sheet.y + sheet.h)
        return;
    brush_color(cairo, brush_mix(theme->panel_edge, theme->panel, 0.45));
    cairo_paint(cairo);
    struct paper_color shadow = theme->ink;
    shadow.alpha = 0.035;
    brush_color(cairo, shadow);
    /* Only the rim is filled: blending the whole window for what the sheet hides would cost more
     * than the sheet. */
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    for (int i = 4; i >= 1; i--) {
        double spread = round(i * 1.5 * view->scale);
        double right = round(view->scale), down = round(2 * view->scale);
        cairo_rectangle(cairo, sheet.x - spread + right, sheet.y - spread + down,
                        sheet.w + 2 * spread, sheet.h + 2 * spread);
        cairo_rectangle(cairo, sheet.x, sheet.y, sheet.w, sheet.h);
        cairo_fill(cairo);
    }
}

struct grid_pass {
    struct paper_color color;
    double width;
    int step;
    int skip; /* lines that are multiples of this belong to another pass; 0: none do */
};

/* The device coordinate of a grid line's first pixel. */
static double line_start(double position, double width)
{
    return floor(position - (width - 1) / 2);
}

/* From (x1, y1) to (x2, y2), which is straight down or to the right: whole pixels, or where it
 * exactly is. Then it is stroked in the file's own unit, so that whoever reads the file finds the
 * squares there as they are. */
static void draw_line(cairo_t *cairo, double x1, double y1, double x2, double y2, double width)
{
    if (!brush_is_vector(cairo)) {
        bool down = x1 == x2;
        double x = down ? line_start(x1, width) : x1, y = down ? y1 : line_start(y1, width);
        cairo_rectangle(cairo, x, y, down ? width : x2 - x1, down ? y2 - y1 : width);
        cairo_fill(cairo);
        return;
    }
    double across = width, none = 0;
    cairo_new_path(cairo);
    cairo_move_to(cairo, x1, y1);
    cairo_line_to(cairo, x2, y2);
    cairo_user_to_device_distance(cairo, &across, &none);
    cairo_save(cairo);
    cairo_identity_matrix(cairo);
    cairo_set_line_width(cairo, across);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

/* The lines of one direction that are seen. */
static void draw_lines(cairo_t *cairo, const struct paper_view *view, struct point size,
                       struct rectangle sheet, const struct grid_pass *pass, const double seen[4],
                       bool upright)
{
    double side = view->square, near = seen[upright ? 0 : 1], length = seen[upright ? 2 : 3];
    double from = (near - (upright ? view->left : view->top)) / side, to = from + length / side;
    int count = upright ? size.x : size.y;
    int first = (int)fmax(floor(upright ? from : count - to) - 1, 0);
    int last = (int)fmin(ceil(upright ? to : count - from) + 1, count);
    for (int i = first; i <= last; i++) {
        if (i % pass->step != 0 || (pass->skip && i % pass->skip == 0))
            continue;
        double x = view->left + i * side, y = view->top + (count - i) * side;
        if (upright)
            draw_line(cairo, x, sheet.y, x, sheet.y + sheet.h, pass->width);
        else
            draw_line(cairo, sheet.x, y, sheet.x + sheet.w, y, pass->width);
    }
}

/* Lines closer than a few pixels would run together: they fade out, first the fine ones. */
static double grid_strength(double spacing, double scale)
{
    return brush_clamp((spacing / scale - 3) / 5, 0, 1);
}

void paper_draw_grid(cairo_t *cairo, const struct paper_view *view, struct point size,
                     const struct paper_theme *theme)
{
    struct rectangle sheet = sheet_rectangle(view, size);
    double seen[4];
    brush_clip_box(cairo, seen);
    double thin = brush_is_vector(cairo) ? view->scale * 0.5 : fmax(floor(view->scale), 1);
    struct grid_pass passes[2] = {
        {theme->grid, thin, 1, 5},
        {theme->grid_strong, thin, 5, 0},
    };
    for (int i = 0; i < 2; i++) {
        double strength = grid_strength(view->square * passes[i].step, view->scale);
        if (strength <= 0)
            continue;
        struct paper_color color = passes[i].color;
        color.alpha = strength;
        brush_color(cairo, color);
        draw_lines(cairo, view, size, sheet, &passes[i], seen, true);
        draw_lines(cairo, view, size, sheet, &passes[i], seen, false);
    }
}

void paper_draw_sheet(cairo_t *cairo, const struct paper_view *view, struct course course,
                      const struct paper_theme *theme)
{
    struct rectangle sheet = sheet_rectangle(view, course_size(course));
    if (!brush_is_vector(cairo))
        draw_table(cairo, view, sheet, theme);
    cairo_save(cairo);
    cairo_rectangle(cairo, sheet.x, sheet.y, sheet.w, sheet.h);
    cairo_clip(cairo);
    ink_of(course.game)->draw_course(cairo, view, course, true, theme);
    cairo_restore(cairo);
}

void paper_draw_blank(cairo_t *cairo, const struct paper_view *view, struct point squares,
                      const struct paper_theme *theme)
{
    struct rectangle sheet = sheet_rectangle(view, squares);
    if (!brush_is_vector(cairo))
        draw_table(cairo, view, sheet, theme);
    cairo_save(cairo);
    cairo_rectangle(cairo, sheet.x, sheet.y, sheet.w, sheet.h);
    cairo_clip(cairo);
    brush_color(cairo, theme->paper);
    cairo_paint(cairo);
    paper_draw_grid(cairo, view, squares, theme);
    cairo_restore(cairo);
}

/* Between numbers: every fifth line, or 10, 20, 50, 100 ... where five lines have no room for one.
 */
static int number_step(double square, double room)
{
    int step = 5;
    for (int i = 0; step * square < room; i++)
        step = i % 3 == 2 ? step * 5 / 2 : step * 2;
    return step;
}

void paper_label_numbers(struct labels *labels, const struct paper_view *view, struct point squares,
                         bool tiles, const struct paper_theme *theme)
{
    double size = brush_sizes(view).letter, gap = 5 * view->scale;
    const struct label_box *seen = &labels->seen;
    struct rectangle sheet = sheet_rectangle(view, squares);
    double left = fmax(seen->x, sheet.x) + gap;
    double foot = fmin(seen->y + seen->h, sheet.y + sheet.h) - gap - size * 0.4;
    double half = tiles ? view->square / 2 : 0;
    char text[12];
    /* Those of the left edge first: the corner belongs to them. */
    int step = number_step(view->square, size * 1.8);
    for (int y = 0; y <= squares.y - tiles; y += step) {
        double at = view->top + (squares.y - y) * view->square - half;
        snprintf(text, sizeof text, "%d", y);
        if (at > seen->y && at < foot + size / 2)
            labels_add_at(labels, LABEL_NUMBER, text, size, theme->ink_soft, left, fmin(at, foot));
    }
    step = number_step(view->square, size * 2.6);
    for (int x = 0; x <= squares.x - tiles; x += step) {
        double at = view->left + x * view->square + half;
        snprintf(text, sizeof text, "%d", x);
        if (at > seen->x && at < seen->x + seen->w)
            labels_add_at(labels, LABEL_NUMBER, text, size, theme->ink_soft,
                          at - labels_text_width(labels, LABEL_NUMBER, text, size) / 2, foot);
    }
}

void paper_draw_numbers(cairo_t *cairo, const struct paper_view *view, struct course course,
                        const double seen[4], const struct paper_theme *theme)
{
    struct labels labels =
        labels_begin((struct label_box){seen[0], seen[1], seen[2], seen[3]}, view->scale);
    if (ink_of(course.game)->keep_off)
        ink_of(course.game)->keep_off(&labels, view, course);
    paper_label_numbers(&labels, view, course_size(course), course.game->course->tiles, theme);
    labels_draw(cairo, &labels, theme);
    labels_end(&labels);
}

/* --- races ------------------------------------------------------------------------------------ */

static const struct ink *ink_of_race(const struct session *session)
{
    return ink_of(session_setup(session)->game);
}

void paper_draw_step(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     int step, double progress, bool faded, const struct paper_theme *theme)
{
    if (ink_of_race(session)->draw_step)
        ink_of_race(session)->draw_step(cairo, view, session, step, progress, faded, theme);
}

bool paper_step_box(const struct paper_view *view, const struct session *session, int step,
                    double box[4])
{
    const struct ink *ink = ink_of_race(session);
    return ink->step_box && ink->step_box(view, session, step, box);
}

/* faded[i]: is the ink of step i that of an older move, after `steps` steps? Free it. */
static bool *find_faded(const struct session *session, int steps)
{
    bool *faded = memory_allocate((size_t)steps + 1, sizeof *faded);
    int later[CAR_LIMIT + 1] = {0}, fresh = ink_of_race(session)->fresh_moves;
    fresh = fresh > 0 ? fresh : PAPER_FRESH_MOVES;
    for (int i = steps - 1; i >= 0; i--)
        faded[i] = later[session_step(session, i).car]++ > fresh;
    return faded;
}

int paper_fading_step(const struct session *session, int step)
{
    int car = session_step(session, step).car, between = 0;
    int fresh = ink_of_race(session)->fresh_moves;
    fresh = fresh > 0 ? fresh : PAPER_FRESH_MOVES;
    for (int i = step - 1; i >= 0; i--)
        if (session_step(session, i).car == car && between++ == fresh)
            return i;
    return -1;
}

int paper_first_fresh(const struct session *session, int steps)
{
    bool *faded = find_faded(session, steps);
    int first = 0;
    while (first < steps && faded[first])
        first++;
    free(faded);
    return first;
}

/* The same without those before step `first`, which lie there already. */
static void paper_draw_ink_from(cairo_t *cairo, const struct paper_view *view,
                                const struct session *session, int first, int steps,
                                const struct paper_theme *theme)
{
    bool *faded = find_faded(session, steps);
    for (int i = first; i < steps; i++) {
        double box[4];
        if (paper_step_box(view, session, i, box) && brush_box_is_seen(cairo, box))
            paper_draw_step(cairo, view, session, i, 1, faded[i], theme);
    }
    free(faded);
}

void paper_draw_ink(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                    int steps, const struct paper_theme *theme)
{
    paper_draw_ink_from(cairo, view, session, 0, steps, theme);
}

/* Of a car on its square, with a square's room around it for the mark's tail and rim. */
static bool mark_box(const struct paper_view *view, const struct session *session,
                     const struct race *race, int car, double box[4])
{
    struct standing standing;
    session_setup(session)->game->standing(race, car, &standing);
    double rows = course_size(session_setup(session)->course).y;
    box[0] = view->left + (standing.at.x - 1) * view->square;
    box[1] = view->top + (rows - standing.at.y - 2) * view->square;
    box[2] = box[3] = 3 * view->square;
    return standing.on_course;
}

bool paper_car_box(const struct paper_view *view, const struct session *session,
                   const struct race *race, int car, double box[4])
{
    const struct ink *ink = ink_of_race(session);
    return (ink->car_box ? ink->car_box : mark_box)(view, session, race, car, box);
}

static void paper_draw_car(cairo_t *cairo, const struct paper_view *view,
                           const struct session *session, const struct race *race, int car,
                           const struct paper_theme *theme)
{
    const struct ink *ink = ink_of_race(session);
    double box[4];
    if (!paper_car_box(view, session, race, car, box) || !brush_box_is_seen(cairo, box))
        return;
    if (ink->draw_car)
        ink->draw_car(cairo, view, session, race, car, theme);
    else
        paper_draw_mark(cairo, paper_pen_of(session, car), box[0] + box[2] / 2, box[1] + box[3] / 2,
                        view->square / 2, theme);
}

void paper_draw_cars_but(cairo_t *cairo, const struct paper_view *view,
                         const struct session *session, const struct race *race, uint64_t but,
                         const struct paper_theme *theme)
{
    int count = session_setup(session)->game->car_count(race);
    for (int i = 1; i <= count; i++)
        if (!(but >> i & 1))
            paper_draw_car(cairo, view, session, race, i, theme);
}

void paper_draw_cars(cairo_t *cairo, const struct paper_view *view, const struct session *session,
                     const struct race *race, const struct paper_theme *theme)
{
    paper_draw_cars_but(cairo, view, session, race, 0, theme);
}

int paper_pen_of(const struct session *session, int car)
{
    const struct game *game = session_setup(session)->game;
    return session_player(session, game->player_of(session_race(session), car))->pen;
}

int paper_car_of_player(const struct session *session, const struct race *race, int car)
{
    const struct game *game = session_setup(session)->game;
    int count = game->car_count(race), before = 0, all = 0;
    for (int i = 1; i <= count; i++)
        if (game->player_of(race, i) == game->player_of(race, car)) {
            all++;
            before += i <= car;
        }
    return all > 1 ? before : 0;
}

static void write_actions(const struct session *session, int steps, struct csv *csv)
{
    csv_headings(csv, "car,round,action,x,y,event");
    csv_end_line(csv);
    for (int i = 0; i < steps; i++) {
        struct step step = session_step(session, i);
        struct standing standing;
        const struct race *after = session_race_after(session, i + 1);
        const char *between = "";
        struct text words = {0};
        after->game->standing(after, step.car, &standing);
        csv_integer(csv, step.car);
        csv_integer(csv, step.round);
        csv_text(csv, step.action);
        if (standing.on_course) {
            csv_integer(csv, standing.at.x);
            csv_integer(csv, standing.at.y);
        } else {
            csv_empty(csv, 2);
        }
        for (int j = 0; j < step.event_count; j++)
            if (step.events[j].car == step.car) {
                text_append_format(&words, "%s%s", between, step.events[j].type);
                between = " ";
            }
        csv_text(csv, text_string(&words));
        csv_end_line(csv);
        text_free(&words);
    }
}

static bool refuse_motion(const struct session *session, struct error *error)
{
    return error_set(error, "%s knows no velocity and acceleration to be told move by move",
                     session_setup(session)->game->title);
}

bool paper_append_motion(const struct session *session, int steps, enum csv_kind kind,
                         struct text *into, struct error *error)
{
    if (!ink_of_race(session)->append_motion)
        return refuse_motion(session, error);
    struct csv csv = csv_begin(into, kind);
    ink_of_race(session)->append_motion(session, steps, &csv);
    return true;
}

bool paper_export_graphs(const struct session *session, int steps, const char *ending,
                         struct text *into, struct error *error)
{
    if (!ink_of_race(session)->export_graphs)
        return refuse_motion(session, error);
    return ink_of_race(session)->export_graphs(session, steps, ending, into, error);
}

void paper_append_csv(const struct session *session, int steps, enum csv_kind kind,
                      struct text *into)
{
    const struct ink *ink = ink_of_race(session);
    struct csv csv = csv_begin(into, kind);
    (ink->append_csv ? ink->append_csv : write_actions)(session, steps, &csv);
}

/* --- pictures of a race on its way ------------------------------------------------------------
 *
 * They are painted one on top of the other, so all of them together cost hardly more than the last
 * one, and take at most FRAMES_BYTES (but for two that are needed).
 */

enum { FRAMES_LEAST = 2, FRAMES_MOST = 10, FRAMES_BYTES = 48 * 1024 * 1024, SPACING_LEAST = 120 };

struct paper_keyframes {
    const struct session *session;
    struct paper_keyframes_look look; /* without a theme: nothing is painted */
    cairo_surface_t *surfaces[FRAMES_MOST];
    int count;
    int spacing; /* steps from one to the next */
};

static void drop(struct paper_keyframes *frames)
{
    while (frames->count > 0)
        cairo_surface_destroy(frames->surfaces[--frames->count]);
    frames->look.theme = NULL;
}

struct paper_keyframes *paper_keyframes_create(const struct session *session)
{
    struct paper_keyframes *frames = memory_allocate(1, sizeof *frames);
    frames->session = session;
    return frames;
}

void paper_keyframes_free(struct paper_keyframes *frames)
{
    if (!frames)
        return;
    drop(frames);
    free(frames);
}

bool paper_keyframes_show(const struct paper_keyframes *frames,
                          const struct paper_keyframes_look *look)
{
    if (!frames)
        return false;
    const struct paper_keyframes_look *own = &frames->look;
    return own->theme == look->theme && own->width == look->width && own->height == look->height &&
           own->view.left == look->view.left && own->view.top == look->view.top &&
           own->view.square == look->view.square && own->view.scale == look->view.scale;
}

static int choose_count(long long bytes)
{
    long long count = FRAMES_BYTES / (bytes > 0 ? bytes : 1);
    if (count > FRAMES_MOST)
        return FRAMES_MOST;
    return count < FRAMES_LEAST ? FRAMES_LEAST : (int)count;
}

/* Every pixel of the clip as it is there. */
static void copy(cairo_t *cairo, cairo_surface_t *from)
{
    cairo_save(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface(cairo, from, 0, 0);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

/* The steps from the frame before up to this one, on a copy of it; the first is the bare sheet. */
static cairo_surface_t *paint_frame(const struct paper_keyframes *frames, int from)
{
    const struct paper_keyframes_look *look = &frames->look;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, look->width, look->height);
    cairo_t *cairo = cairo_create(surface);
    if (from == 0)
        paper_draw_sheet(cairo, &look->view, session_setup(frames->session)->course, look->theme);
    else
        copy(cairo, frames->surfaces[frames->count - 1]);
    for (int step = from - frames->spacing; from > 0 && step < from; step++)
        paper_draw_step(cairo, &look->view, frames->session, step, 1, true, look->theme);
    cairo_destroy(cairo);
    return surface;
}

void paper_keyframes_paint(struct paper_keyframes *frames, const struct paper_keyframes_look *look)
{
    int steps = session_step_count(frames->session);
    int most = choose_count(4LL * look->width * look->height);
    drop(frames);
    frames->look = *look;
    frames->spacing = (steps + most - 1) / most;
    if (frames->spacing < SPACING_LEAST)
        frames->spacing = SPACING_LEAST;
    for (int from = 0; from == 0 || from < steps; from += frames->spacing) {
        frames->surfaces[frames->count] = paint_frame(frames, from);
        frames->count++;
    }
}

void paper_keyframes_draw(cairo_t *cairo, const struct paper_keyframes *frames, int steps)
{
    int frame = paper_first_fresh(frames->session, steps) / frames->spacing;
    frame = frame < frames->count ? frame : frames->count - 1;
    copy(cairo, frames->surfaces[frame]);
    paper_draw_ink_from(cairo, &frames->look.view, frames->session, frame * frames->spacing, steps,
                        frames->look.theme);
}
