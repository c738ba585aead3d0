/* The colours of the sheet and of the panels around it.
 *
 * Pens are Okabe and Ito's eight, which colour-blind people can tell apart; on each paper those
 * that do not stand out are darkened or lightened until they do. The blackboard's last pen is
 * chalk.
 */

#include "base/memory.h"
#include "paper/ink.h"
#include "paper/labels.h"
#include "paper/paper.h"
#include "paper/print.h"

#include <assert.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RGB(hex)                                                                                   \
    {                                                                                              \
        (double)((hex) >> 16 & 255) / 255, (double)((hex) >> 8 & 255) / 255,                       \
            (double)((hex)&255) / 255, 1                                                           \
    }

const struct paper_theme paper_theme_paper = {
    .name = "paper",
    .title = "Paper",
    .paper = RGB(0xfbfaf4),
    .grid = RGB(0xd6e4ef),
    .grid_strong = RGB(0xb4cde0),
    .hatching = RGB(0xd3ccb6),
    .wall = RGB(0x3a3a3a),
    .ink = RGB(0x3a3a3a),
    .ink_soft = RGB(0x6b6963),
    .slick = {0.23, 0.23, 0.23, 0.12},
    .chequer_dark = RGB(0x2f2f2f),
    .chequer_light = RGB(0xfefefe),
    .arrow = RGB(0xb03030),
    .panel = RGB(0xf6f3ea),
    .panel_edge = RGB(0xdad5c6),
    .card = RGB(0xfffefb),
    .action = RGB(0x2f5d8a),
    .action_text = RGB(0xffffff),
    .warning = RGB(0xb03030),
    .focus = RGB(0xd58a1e),
    .shade = {0.23, 0.23, 0.23, 0.38},
    .pens =
        {
            RGB(0x0072b2),
            RGB(0xd55e00),
            RGB(0x009e73),
            RGB(0xc977a4),
            RGB(0xc18500),
            RGB(0x4999c6),
            RGB(0x9b942b),
            RGB(0x000000),
        },
    .pen_names = {"blue", "orange", "green", "pink", "ochre", "light blue", "olive", "black"},
};

static const struct paper_theme blackboard = {
    .name = "blackboard",
    .title = "Blackboard",
    .paper = RGB(0x22302b),
    .grid = RGB(0x34483f),
    .grid_strong = RGB(0x435a51),
    .hatching = RGB(0x4d6259),
    .wall = RGB(0xe9e6da),
    .ink = RGB(0xf2efe4),
    .ink_soft = RGB(0xb3bfb6),
    .slick = {0.93, 0.92, 0.86, 0.16},
    .chequer_dark = RGB(0x141d19),
    .chequer_light = RGB(0xf2efe4),
    .arrow = RGB(0xff9a85),
    .panel = RGB(0x1b2622),
    .panel_edge = RGB(0x4a6158),
    .card = RGB(0x26352f),
    .action = RGB(0x9ccdf2),
    .action_text = RGB(0x12202b),
    .warning = RGB(0xffa192),
    .focus = RGB(0xf4bd50),
    .shade = {0, 0, 0, 0.6},
    .pens =
        {
            RGB(0x4aa5e6),
            RGB(0xf58a4b),
            RGB(0x2ec99c),
            RGB(0xe79ccb),
            RGB(0xe9a91f),
            RGB(0xa9dcff),
            RGB(0xf2e65a),
            RGB(0xffffff),
        },
    .pen_names = {"blue", "orange", "green", "pink", "amber", "light blue", "yellow", "white"},
};

static const struct paper_theme high_contrast = {
    .name = "high-contrast",
    .title = "High contrast",
    .paper = RGB(0xffffff),
    .grid = RGB(0xc4ced8),
    .grid_strong = RGB(0x8799ab),
    .hatching = RGB(0x8f8f8f),
    .wall = RGB(0x000000),
    .ink = RGB(0x000000),
    .ink_soft = RGB(0x333333),
    .slick = {0, 0, 0, 0.26},
    .chequer_dark = RGB(0x000000),
    .chequer_light = RGB(0xffffff),
    .arrow = RGB(0xa00000),
    .panel = RGB(0xffffff),
    .panel_edge = RGB(0x000000),
    .card = RGB(0xffffff),
    .action = RGB(0x00327d),
    .action_text = RGB(0xffffff),
    .warning = RGB(0xa00000),
    .focus = RGB(0xb84300),
    .shade = {0, 0, 0, 0.5},
    .pens =
        {
            RGB(0x005a9c),
            RGB(0xb44700),
            RGB(0x00704d),
            RGB(0xa53b7c),
            RGB(0x8a5d00),
            RGB(0x2a749c),
            RGB(0x6e6900),
            RGB(0x000000),
        },
    .pen_names = {"blue", "dark orange", "green", "purple", "brown", "steel blue", "olive",
                  "black"},
};

const struct paper_theme *const paper_themes[PAPER_THEME_COUNT] = {&paper_theme_paper, &blackboard,
                                                                   &high_contrast};

const struct paper_theme *paper_theme_find(const char *name)
{
    for (int i = 0; i < PAPER_THEME_COUNT; i++)
        if (strcmp(paper_themes[i]->name, name) == 0)
            return paper_themes[i];
    return &paper_theme_paper;
}

/* === sheet ==================================================================================== */

/* The sheet of any game: the table it lies on, squares, numbers, and what is drawn of a race by the
 * ink of its game. Grid lines lie on whole device pixels.
 *
 * Replays keep keyframes: a few pictures of the sheet with faded ink, at most 48 MiB. Any moment
 * is a copy and the strokes since: a far step of 2,000 actions takes 3 to 8 ms instead of 30 to
 * 44.
 */

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
        /* Lines closer than a few pixels would run together: they fade out, first the fine ones. */
        double strength =
            brush_clamp(((view->square * passes[i].step) / view->scale - 3) / 5, 0, 1);
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

/* Between numbers: every fifth line, or 10, 20, 50, 100 ... where five lines have no room for one;
 * or every line, or second one, where there is room. */
static int number_step(double square, double room, bool every_line)
{
    int step = 5;
    if (every_line && 2 * square >= room)
        return square >= room ? 1 : 2;
    for (int i = 0; step * square < room; i++)
        step = i % 3 == 2 ? step * 5 / 2 : step * 2;
    return step;
}

/* On a road a number goes along its line until it stands outside the walls; where there is no such
 * place in reach it stays between them, or is left out (-1) if it lay across one wherever it stood.
 */
static double find_way(const struct label_road *road, const struct paper_view *view, int rows,
                       bool left, struct label_box box)
{
    double between = -1, away = 0, step = brush_sizes(view).letter / 4;
    for (; road->holds && away <= road->reach; away += step) {
        /* How many of nine places of a box are road: those of its corners, sides and middle. */
        int count = 0;
        for (int i = 0; i < 9; i++) {
            double x = box.x + (left ? away : 0) + box.w * (i % 3) / 2;
            double y = box.y - (left ? 0 : away) + box.h * (i / 3) / 2;
            count += road->holds(road->course, (x - view->left) / view->square,
                                 rows - (y - view->top) / view->square);
        }
        if (count == 0)
            return away;
        if (count == 9 && between < 0 && road->reach > 0)
            between = away;
    }
    return road->holds ? between : 0;
}

/* `at`: its left end, or its middle, and the middle of its height. */
static void add_number(struct labels *labels, const struct paper_view *view, int rows, int number,
                       bool left, struct pixel at, const struct paper_theme *theme)
{
    struct label_ways none = {0}, *ways = labels->ways ? labels->ways : &none;
    double size = brush_sizes(view).letter, margin = 3 * view->scale;
    char text[12];
    snprintf(text, sizeof text, "%d", number);
    double width = labels_text_width(labels, LABEL_NUMBER, text, size);
    at.x -= left ? 0 : width / 2;
    if (ways->told == ways->count)
        list_add(ways, find_way(&labels->road, view, rows, left,
                                (struct label_box){at.x - margin, at.y - size / 2 - margin,
                                                   width + 2 * margin, size + 2 * margin}));
    double away = ways->items[ways->told++];
    if (away >= 0)
        labels_add_number(labels, text, size, theme->ink_soft, at.x + (left ? away : 0),
                          at.y - (left ? 0 : away));
    free(none.items);
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
    /* Those of the left edge first: the corner belongs to them. */
    int step = number_step(view->square, size * 1.8, labels->numbers_every_line);
    for (int y = 0; y <= squares.y - tiles; y += step) {
        double at = view->top + (squares.y - y) * view->square - half;
        if (at > seen->y && at < foot + size / 2)
            add_number(labels, view, squares.y, y, true, (struct pixel){left, fmin(at, foot)},
                       theme);
    }
    double apart = labels->numbers_every_line ? 2 : 2.6; /* of the type: two digits, or more */
    step = number_step(view->square, size * apart, labels->numbers_every_line);
    for (int x = 0; x <= squares.x - tiles; x += step) {
        double at = view->left + x * view->square + half;
        if (at > seen->x && at < seen->x + seen->w)
            add_number(labels, view, squares.y, x, false, (struct pixel){at, foot}, theme);
    }
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

static void drop_frames(struct paper_keyframes *frames)
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
    drop_frames(frames);
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
    drop_frames(frames);
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

/* === export =================================================================================== */

/* Pictures: a race as a file, a course as a thumbnail.
 *
 * In true size, as SVG and PDF, everything is drawn by the code that draws the screen's sheet, in
 * units of which a square has UNITS (a millimetre has a whole number of them), so that its sizes
 * and its smoothness are those of a large square on the screen; one matrix makes millimetres of
 * them. The heading is laid out twice: first to know how high it is.
 */

enum { UNITS = 30, PDF_PAGE_LIMIT = 5080 }; /* the format's own, in millimetres */
static const double MILLIMETRE = (double)UNITS / EXPORT_SQUARE_MILLIMETRES;
static const double MARGIN = 12, GAP = 4, FOOT = 22;
static const double TITLE_SIZE = 6, NAME_SIZE = 4.2, LINE_HEIGHT = 7.5, NUMBER_SIZE = 3.2;
static const double LEAST_PAGE = 74; /* room for a heading over the smallest sheet */

/* Keeps a picture of the largest sheet within what cairo and other programs take. */
enum { PICTURE_SIDE_LIMIT = 12000, PICTURE_MARGIN_SQUARES = 1 };

/* --- the heading ----------------------------------------------------------------------------- */

static struct point sheet_size(const struct session *session)
{
    return course_size(session_setup(session)->course);
}

static const char *race_title(const struct session *session)
{
    const char *name = course_name(session_setup(session)->course);
    return name[0] ? name : "A race";
}

/* Down to the middle of its last line. */
static double set_heading(struct caption *heading, const struct session *session, int steps)
{
    double width = heading->right - heading->left;
    heading->x = heading->left;
    heading->y = MARGIN + TITLE_SIZE / 2;
    heading->line_height = LINE_HEIGHT;
    heading->gap = CAPTION_GAP;
    caption_put(heading, 0, race_title(session), TITLE_SIZE, true, width);
    caption_put_players(heading, session, steps, NAME_SIZE, width);
    return heading->y;
}

struct export_page export_page_of(const struct session *session, int steps)
{
    struct point sheet = sheet_size(session);
    double width = fmax(sheet.x * EXPORT_SQUARE_MILLIMETRES + 2 * MARGIN, LEAST_PAGE);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(NULL, NULL, 10, 10);
    struct caption heading = {
        .cairo = cairo_create(surface), .left = MARGIN, .right = width - MARGIN};
    double top = set_heading(&heading, session, steps) + LINE_HEIGHT / 2 + GAP;
    cairo_destroy(heading.cairo);
    cairo_surface_destroy(surface);
    top = ceil(top);
    return (struct export_page){.left = floor((width - sheet.x * EXPORT_SQUARE_MILLIMETRES) / 2),
                                .top = top,
                                .width = width,
                                .height = top + sheet.y * EXPORT_SQUARE_MILLIMETRES + FOOT};
}

/* --- the page -------------------------------------------------------------------------------- */

/* --- the files ------------------------------------------------------------------------------- */

/* Draws, ends the file and gives the surface back. */
static bool finish_page(cairo_surface_t *surface, double unit, const struct export_page *page,
                        const struct session *session, int steps, struct error *error)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, unit, unit);
    /* The unit is a millimetre. */
    static const struct paper_color white = {1, 1, 1, 1};
    struct point sheet = sheet_size(session);
    struct paper_theme theme = paper_theme_paper;
    theme.paper = theme.card = white;
    brush_color(cairo, white);
    cairo_paint(cairo);
    cairo_save(cairo);
    cairo_scale(cairo, 1 / MILLIMETRE, 1 / MILLIMETRE);
    struct paper_view view = {page->left * MILLIMETRE, page->top * MILLIMETRE, UNITS, UNITS / 20.0};
    caption_draw_race(cairo, &view, session, steps, &theme);
    cairo_restore(cairo);
    struct caption heading = {.cairo = cairo,
                              .left = MARGIN,
                              .right = page->width - MARGIN,
                              .drawn = true,
                              .theme = &theme};
    set_heading(&heading, session, steps);
    const struct caption_numbers numbers = {
        .left = page->left,
        .top = page->top,
        .square = EXPORT_SQUARE_MILLIMETRES,
        .sheet = sheet,
        .tiles = session_setup(session)->game->course->tiles,
        .seen = {page->left, page->top, page->width, page->height},
        .row = page->top + (sheet.y + 0.5) * EXPORT_SQUARE_MILLIMETRES + NUMBER_SIZE * 0.7,
        .column = page->left - 0.5 * EXPORT_SQUARE_MILLIMETRES - NUMBER_SIZE * 0.3,
        .size = NUMBER_SIZE};
    caption_draw_numbers(cairo, &numbers, theme.ink_soft);
    /* 50 mm on a narrow page. */
    int length = page->width >= 100 + 2 * MARGIN + 20 ? 100 : 50;
    caption_draw_ruler(cairo, MARGIN, page->height - 7, length, theme.ink_soft);
    return brush_finish(cairo, surface, "sheet", error);
}

/* "1st Ada, Blaise, out": what a program reads to people, or a search finds. */
static void append_places(const struct session *session, int steps, struct text *into)
{
    struct tally tallies[CAR_LIMIT];
    int count = tally_race_after(session, steps, tallies);
    for (int i = 0; i < count; i++) {
        char car[CAPTION_BYTES];
        caption_print_car(session, &tallies[i], car, sizeof car);
        text_append(into, i ? " · " : "");
        text_append_visible(into, car);
    }
}

/* cairo draws letters as shapes into SVG, so the words stand in its title and description. */
static void append_with_words(const char *svg, const struct session *session, int steps,
                              struct text *into)
{
    const char *root = strstr(svg, "<svg");
    const char *inside = root ? strchr(root, '>') : NULL;
    if (!inside) {
        text_append(into, svg);
        return;
    }
    struct text places = {0};
    char *name = caption_shown(race_title(session));
    append_places(session, steps, &places);
    text_append_bytes(into, svg, (size_t)(inside - svg));
    text_append(into, CAPTION_SVG_CLIPS ">");
    text_append(into, "\n<title>");
    text_append_xml(into, name);
    text_append(into, "</title>\n<desc>");
    text_append_xml(into, text_string(&places));
    text_append(into, "</desc>");
    text_append(into, inside + 1);
    text_free(&places);
    free(name);
}

bool export_svg(const struct session *session, int steps, struct text *into, struct error *error)
{
    struct export_page page = export_page_of(session, steps);
    struct text svg = {0};
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(caption_append_bytes, &svg, page.width, page.height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_MM);
    bool made = finish_page(surface, 1, &page, session, steps, error);
    if (made)
        append_with_words(text_string(&svg), session, steps, into);
    text_free(&svg);
    return made;
}

bool export_pdf(const struct session *session, int steps, struct text *into, struct error *error)
{
    struct export_page page = export_page_of(session, steps);
    if (page.width > PDF_PAGE_LIMIT || page.height > PDF_PAGE_LIMIT)
        return error_set(error,
                         "the sheet is %.0f × %.0f mm in true size and a page of a PDF file is at "
                         "most %d mm wide and high: take SVG or PNG",
                         page.width, page.height, PDF_PAGE_LIMIT);
    struct text places = {0};
    append_places(session, steps, &places);
    cairo_surface_t *surface =
        caption_begin_pdf(into, page.width, page.height, race_title(session), text_string(&places));
    text_free(&places);
    return finish_page(surface, CAPTION_POINTS, &page, session, steps, error);
}

/* --- of pixels -------------------------------------------------------------------------------- */

static cairo_surface_t *paint_race(const struct session *session, int steps, int square)
{
    struct course course = session_setup(session)->course;
    struct point sheet = course_size(course);
    const struct paper_theme *theme = &paper_theme_paper;
    int longer = sheet.x > sheet.y ? sheet.x : sheet.y;
    double fits = (double)PICTURE_SIDE_LIMIT / (longer + 2 * PICTURE_MARGIN_SQUARES);
    double size = fmin(square, fits);
    struct paper_view view = (struct paper_view){round(size * PICTURE_MARGIN_SQUARES),
                                                 round(size * PICTURE_MARGIN_SQUARES), size,
                                                 brush_clamp(size / 20, 0.5, 3)};
    int width = (int)ceil(sheet.x * view.square + 2 * view.left);
    int height = (int)ceil(sheet.y * view.square + 2 * view.top);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    double seen[4] = {0, 0, width, height};
    paper_draw_sheet(cairo, &view, course, theme);
    /* Within what is seen: x, y, width, height in device pixels. */
    struct labels labels =
        labels_begin((struct label_box){seen[0], seen[1], seen[2], seen[3]}, view.scale);
    if (ink_of(course.game)->keep_off)
        ink_of(course.game)->keep_off(&labels, &view, course);
    paper_label_numbers(&labels, &view, course_size(course), course.game->course->tiles, theme);
    labels_draw(cairo, &labels, theme);
    labels_end(&labels);
    paper_draw_ink(cairo, &view, session, steps, theme);
    paper_draw_cars(cairo, &view, session, session_race_after(session, steps), theme);
    cairo_destroy(cairo);
    return surface;
}

bool export_surface(cairo_surface_t *surface, struct text *into, struct error *error)
{
    cairo_status_t status = cairo_surface_write_to_png_stream(surface, caption_append_bytes, into);
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ||
           error_set(error, "the picture could not be made: %s", cairo_status_to_string(status));
}

bool export_png(const struct session *session, int steps, int square, struct text *into,
                struct error *error)
{
    return export_surface(paint_race(session, steps, square), into, error);
}

/* In the middle, but with so much room before and behind. */
static double place_within(double length, double drawn, double before, double behind)
{
    return round(brush_clamp((length - drawn) / 2, before, fmax(length - behind - drawn, before)));
}

struct paper_view paper_draw_thumbnail(cairo_t *cairo, struct course course, int width, int height,
                                       double scale, const struct paper_theme *theme)
{
    /* Half a square of the paper around the sheet, more where a sign stands over its edge. */
    struct point sheet = course_size(course);
    double square = fmin(width / (sheet.x + 1.0), height / (sheet.y + 1.0));
    double right = square * sheet.x, bottom = square * sheet.y;
    double box[4] = {-square / 2, -square / 2, right + square / 2, bottom + square / 2};
    if (ink_of(course.game)->widen_box)
        ink_of(course.game)->widen_box(&(struct paper_view){0, 0, square, scale}, course, box);
    square = fmin((width + box[0] - (box[2] - right)) / sheet.x,
                  (height + box[1] - (box[3] - bottom)) / sheet.y);
    struct paper_view view = (struct paper_view){
        place_within(width, square * sheet.x, -box[0], box[2] - right),
        place_within(height, square * sheet.y, -box[1], box[3] - bottom), square, scale};
    ink_of(course.game)->draw_course(cairo, &view, course, false, theme);
    return view;
}

bool export_thumbnail(struct course course, const struct session *session, int steps, int side,
                      struct text *into, struct error *error)
{
    const struct paper_theme *theme = &paper_theme_paper;
    struct point sheet = course_size(course);
    double square = side / (fmax(sheet.x, sheet.y) + 1.0);
    int width = (int)fmax(round((sheet.x + 1.0) * square), 1);
    int height = (int)fmax(round((sheet.y + 1.0) * square), 1);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    struct paper_view view =
        paper_draw_thumbnail(cairo, course, width, height, brush_clamp(square / 20, 0.5, 3), theme);
    if (session) {
        paper_draw_ink(cairo, &view, session, steps, theme);
        paper_draw_cars(cairo, &view, session, session_race_after(session, steps), theme);
    }
    cairo_destroy(cairo);
    return export_surface(surface, into, error);
}
