/* What can be grasped on the photo: the sheet's corners, the loops' numbers, the signs of what is
 * to be looked at.
 */
#include "screens/graph_paper/photo/inside.h"

#include "draw/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Interface pixels. */
static const double HANDLE = 30, KNOB = 18, BADGE = 26, SIGN = 26, LABEL_WIDTH = 230;
enum { MANY_LOOPS = 8 };

static const struct paper_color white = {1, 1, 1, 1};

static struct box box_round(const struct photo_screen *shown, const struct canvas *canvas,
                            struct spot at, double size)
{
    double x, y;
    int side = canvas_units(canvas, size);
    photo_to_window(shown, at, &x, &y);
    /* What is far outside must not overflow an int. */
    x = fmin(fmax(x, -1e6), 1e6);
    y = fmin(fmax(y, -1e6), 1e6);
    return (struct box){(int)lround(x - side / 2.0), (int)lround(y - side / 2.0), side, side};
}

static bool overlaps(struct box a, struct box b)
{
    struct box both = box_intersect(a, b);
    return both.w > 0 && both.h > 0;
}

static bool is_seen(const struct photo_screen *shown, struct box box)
{
    return overlaps(box, shown->box);
}

/* Moved to where all of it is seen. */
static struct box move_into(struct box box, struct box seen)
{
    int right = seen.x + seen.w - box.w, below = seen.y + seen.h - box.h;
    box.x = box.x > right ? right : box.x;
    box.y = box.y > below ? below : box.y;
    box.x = box.x < seen.x ? seen.x : box.x;
    box.y = box.y < seen.y ? seen.y : box.y;
    return box;
}

static void draw_rimmed(struct canvas *canvas, const double *points, int count,
                        const struct stroke *stroke, double rim)
{
    struct stroke under = {color_fade(white, 0.75), stroke->width + rim, 0};
    canvas_stroke(canvas, points, count, &under);
    canvas_stroke(canvas, points, count, stroke);
}

/* --- corners ---------------------------------------------------------------------------------- */

static const char *const corner_names[4] = {
    "upper left corner of the sheet", "upper right corner of the sheet",
    "lower right corner of the sheet", "lower left corner of the sheet"};

/* Half a photo beside it is as far as it goes. */
static struct spot keep_near(const struct photo_screen *shown, struct spot at)
{
    double width = shown->picture.width, height = shown->picture.height;
    return (struct spot){fmin(fmax(at.x, -width / 2), width * 1.5),
                         fmin(fmax(at.y, -height / 2), height * 1.5)};
}

/* It keeps the distance from the pointer that it was grasped at. */
static void hold_corner(struct photo_screen *shown, int corner, const struct ui *ui)
{
    int x, y;
    double at_x, at_y;
    ui_pointer(ui, &x, &y);
    if (shown->held_corner != corner) {
        photo_to_window(shown, shown->corners[corner], &at_x, &at_y);
        shown->grasp_x = at_x - x;
        shown->grasp_y = at_y - y;
        shown->grasped = shown->corners[corner];
    }
    shown->corners[corner] =
        keep_near(shown, photo_from_window(shown, x + shown->grasp_x, y + shown->grasp_y));
}

/* The corners that are shown are what is wished from now on. */
static void wish_corners(struct photo_screen *shown)
{
    shown->wish.has_corners = true;
    memcpy(shown->wish.corners, shown->corners, sizeof shown->corners);
}

static void drop_corner(struct photo_screen *shown, int corner)
{
    double dx = shown->corners[corner].x - shown->grasped.x;
    double dy = shown->corners[corner].y - shown->grasped.y;
    if (hypot(dx, dy) < 0.5)
        return;
    wish_corners(shown);
    photo_ask(shown);
}

void photo_nudge_corner(struct photo_screen *shown, int corner, int dx, int dy)
{
    struct spot *at = &shown->corners[corner];
    *at = keep_near(shown, (struct spot){at->x + dx, at->y + dy});
    wish_corners(shown);
    photo_ask_soon(shown);
}

static void draw_knob(struct ui *ui, struct box box, struct ui_state state)
{
    struct canvas *canvas = ui_canvas(ui);
    int side = canvas_units(canvas, KNOB);
    struct card card = {.fill = white, .edge = paper_theme_paper.action, .radius = KNOB / 2};
    struct box knob = box_centre(box, side, side);
    card.edge_width = state.hovered || state.held ? 5 : 3;
    canvas_card(canvas, knob, &card);
    if (state.ring)
        ui_focus_ring(ui, knob, KNOB / 2);
}

static void draw_sheet_edges(const struct photo_screen *shown, struct canvas *canvas)
{
    double points[10];
    struct stroke line = {paper_theme_paper.action, 1.6 * canvas_scale(canvas), 0};
    for (int i = 0; i < 5; i++)
        photo_to_window(shown, shown->corners[i % 4], &points[2 * i], &points[2 * i + 1]);
    draw_rimmed(canvas, points, 5, &line, 2 * canvas_scale(canvas));
}

static void build_corner(struct photo_screen *shown, struct ui *ui, int corner)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[24];
    snprintf(id, sizeof id, "corner %d", corner + 1);
    struct box box = box_round(shown, canvas, shown->corners[corner], HANDLE);
    struct ui_state state = ui_handle(ui, id, box_intersect(box, shown->box), corner_names[corner]);
    bool was_held = shown->held_corner == corner;
    if (state.held || was_held)
        hold_corner(shown, corner, ui);
    if (was_held && !state.held)
        drop_corner(shown, corner);
    if (state.held || was_held)
        shown->held_corner = state.held ? corner : -1;
    if (state.ring)
        shown->focused_corner = corner;
    box = box_round(shown, canvas, shown->corners[corner], HANDLE);
    if (is_seen(shown, box))
        draw_knob(ui, box, state);
}

/* --- loops and signs -------------------------------------------------------------------------- */

void photo_draw_badge(struct canvas *canvas, int loop, bool taken, struct box box)
{
    char number[12];
    struct paper_color grey = {0.36, 0.36, 0.38, 1};
    struct card card = {.fill = white, .radius = BADGE / 2, .edge_width = taken ? 3 : 1.6};
    card.edge = taken ? photo_loop_color(loop) : grey;
    card.dashed = !taken;
    canvas_card(canvas, box, &card);
    snprintf(number, sizeof number, "%d", loop + 1);
    canvas_text(canvas, STYLE_SMALL, taken ? paper_theme_paper.ink : grey, number, box,
                ALIGN_CENTRE);
}

static bool has_badge(const struct photo_screen *shown, int loop)
{
    return loop < MANY_LOOPS || photo_loop_at(shown, loop)->taken;
}

static void build_badge(struct photo_screen *shown, struct ui *ui, int loop)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[24];
    bool taken = photo_loop_at(shown, loop)->taken;
    struct box box = box_round(shown, canvas, shown->outlines[loop].badge, BADGE);
    snprintf(id, sizeof id, "badge %d", loop + 1);
    struct ui_state state =
        ui_target(ui, id, box_intersect(box, shown->box), taken ? "taken" : "dropped");
    if (state.clicked)
        photo_set_loop(shown, loop, taken = !taken);
    if (state.hovered || state.ring)
        shown->pointed_loop = loop;
    if (!is_seen(shown, box))
        return;
    photo_draw_badge(canvas, loop, taken, box);
    if (state.ring)
        ui_focus_ring(ui, box, BADGE / 2);
}

void photo_draw_sign(struct canvas *canvas, bool is_gap, struct box box)
{
    struct card card = {.radius = SIGN / 2, .edge = white, .edge_width = 1.6};
    card.fill = is_gap ? paper_theme_paper.action : paper_theme_paper.warning;
    canvas_card(canvas, box, &card);
    canvas_icon(canvas, is_gap ? ICON_GAP : ICON_REMARK, box, white);
}

/* To the right of the sign, or at the first other side where there is room. */
static struct box label_box(const struct photo_screen *shown, struct canvas *canvas,
                            const struct photo_mark *mark)
{
    enum { SIDES = 4 };
    int side = canvas_units(canvas, 8), most = canvas_units(canvas, LABEL_WIDTH), gap = side / 2;
    int width = canvas_text_width(canvas, STYLE_SMALL, mark->text);
    width = width < most ? width : most;
    int height = canvas_paragraph_height(canvas, STYLE_SMALL, mark->text, width);
    struct box sign = box_round(shown, canvas, mark->at, SIGN), seen = shown->box;
    struct box box = {0, 0, width + 2 * side, height + 2 * side};
    int middle_x = sign.x + (sign.w - box.w) / 2, middle_y = sign.y + (sign.h - box.h) / 2;
    const struct box tries[SIDES] = {{sign.x + sign.w + gap, middle_y, box.w, box.h},
                                     {sign.x - gap - box.w, middle_y, box.w, box.h},
                                     {middle_x, sign.y + sign.h + gap, box.w, box.h},
                                     {middle_x, sign.y - gap - box.h, box.w, box.h}};
    for (int i = 0; i < SIDES; i++) {
        struct box inside = move_into(tries[i], seen);
        if (inside.x == tries[i].x && inside.y == tries[i].y)
            return inside;
    }
    box = move_into(tries[2], seen);
    box.y = box.y < tries[2].y ? tries[3].y : tries[2].y;
    return box;
}

static void draw_label(struct canvas *canvas, const char *text, struct box box)
{
    const struct paper_theme *theme = canvas_theme(canvas);
    int side = canvas_units(canvas, 8);
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 6};
    card.edge_width = 1;
    card.shadow = true;
    canvas_card(canvas, box, &card);
    canvas_paragraph(canvas, STYLE_SMALL, theme->ink, text, box_inset(box, side, side), ALIGN_LEFT);
}

static void build_sign(struct photo_screen *shown, struct ui *ui, int index)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct photo_mark *mark = &shown->marks[index];
    char id[24];
    if (!mark->has_place)
        return;
    snprintf(id, sizeof id, "sign %d", index + 1);
    struct box box = box_round(shown, canvas, mark->at, SIGN);
    struct ui_state state = ui_target(ui, id, box_intersect(box, shown->box), mark->text);
    if (state.clicked)
        shown->kept_mark = shown->kept_mark == index ? -1 : index;
    if (state.hovered || state.ring)
        shown->pointed_mark = index;
    if (!is_seen(shown, box))
        return;
    photo_draw_sign(canvas, mark->is_gap, box);
    if (state.ring)
        ui_focus_ring(ui, box, SIGN / 2);
}

/* Would the sentence hide another one, or a sign? */
static bool is_free(const struct photo_screen *shown, const struct canvas *canvas, struct box box,
                    const struct box *drawn, int count)
{
    for (int i = 0; i < count; i++)
        if (overlaps(box, drawn[i]))
            return false;
    for (int i = 0; i < shown->mark_count; i++)
        if (shown->marks[i].has_place &&
            overlaps(box, box_round(shown, canvas, shown->marks[i].at, SIGN)))
            return false;
    return true;
}

/* By itself where it says why there is no track; the lines that are taken are not hidden by words
 * about others. */
static bool speaks_up(const struct photo_screen *shown, int index)
{
    const struct photo_mark *mark = &shown->marks[index];
    return mark->has_place && (mark->is_wrong || photo_taken_count(shown) == 0);
}

/* The sentence that is asked for, which lies on top, and as many others as there is room for. */
static void draw_labels(const struct photo_screen *shown, struct canvas *canvas)
{
    struct box drawn[PHOTO_MARK_LIMIT + 1];
    int asked = shown->pointed_mark >= 0 ? shown->pointed_mark : shown->kept_mark, count = 0;
    if (canvas_is_muted(canvas))
        return;
    if (asked >= 0 && shown->marks[asked].has_place)
        drawn[count++] = label_box(shown, canvas, &shown->marks[asked]);
    for (int i = 0; i < shown->mark_count; i++) {
        const struct photo_mark *mark = &shown->marks[i];
        if (i == asked || !speaks_up(shown, i) ||
            !is_seen(shown, box_round(shown, canvas, mark->at, SIGN)))
            continue;
        drawn[count] = label_box(shown, canvas, mark);
        if (is_free(shown, canvas, drawn[count], drawn, count))
            draw_label(canvas, mark->text, drawn[count++]);
    }
    if (asked >= 0 && shown->marks[asked].has_place)
        draw_label(canvas, shown->marks[asked].text, drawn[0]);
}

/* --- all of it -------------------------------------------------------------------------------- */

void photo_build_over(struct photo_screen *shown, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    if (!shown->has_finding)
        return;
    canvas_push_clip(canvas, shown->box);
    draw_sheet_edges(shown, canvas);
    for (int i = 0; i < 4; i++)
        build_corner(shown, ui, i);
    for (int i = 0; i < photo_loop_count(shown); i++)
        if (has_badge(shown, i))
            build_badge(shown, ui, i);
    for (int i = 0; i < shown->mark_count; i++)
        build_sign(shown, ui, i);
    draw_labels(shown, canvas);
    canvas_pop_clip(canvas);
}
