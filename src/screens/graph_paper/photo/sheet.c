/* The photo with the loops over it, as a picture that is kept: painted anew when something of it
 * changes, shifted when the camera goes.
 *
 * Each loop has the pen of its number, on a white rim, so that it is seen on pencil and on shadow;
 * one that is not taken is thin, grey and dashed. What is pointed at is live.
 */

#include "draw/sheet.h"
#include "base/memory.h"
#include "base/system/file.h"
#include "draw/canvas.h"
#include "paper/paper.h"
#include "rules/graph_paper/graph_paper.h"
#include "screens/graph_paper/photo/photo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PEN_WIDTH = 3.2, RIM_WIDTH = 6.4, POINTED_WIDTH = 5.4, DROPPED_WIDTH = 1.8,
                    DROPPED_RIM = 3.8, DASH = 7; /* interface pixels */

/* --- places ----------------------------------------------------------------------------------- */

double photo_unit(const struct photo_screen *shown)
{
    return fmax(shown->picture.width, shown->picture.height) / PHOTO_UNITS;
}

/* How the photo lies in its part of the window: the camera's view of it without the margin. */
static struct paper_view photo_view(const struct photo_screen *shown)
{
    struct paper_view view = shown->frame.camera.view;
    view.left += round(PHOTO_MARGIN * view.square);
    view.top += round(PHOTO_MARGIN * view.square);
    return view;
}

double photo_zoom(const struct photo_screen *shown)
{
    return shown->frame.camera.view.square / photo_unit(shown);
}

static void photo_to_window(const struct photo_screen *shown, struct spot at, double *x, double *y)
{
    struct paper_view view = photo_view(shown);
    *x = shown->frame.sheet_box.x + view.left + at.x * photo_zoom(shown);
    *y = shown->frame.sheet_box.y + view.top + at.y * photo_zoom(shown);
}

static struct spot photo_from_window(const struct photo_screen *shown, double x, double y)
{
    struct paper_view view = photo_view(shown);
    return (struct spot){(x - shown->frame.sheet_box.x - view.left) / photo_zoom(shown),
                         (y - shown->frame.sheet_box.y - view.top) / photo_zoom(shown)};
}

/* --- painting --------------------------------------------------------------------------------- */

/* The paper under the photo is white whatever the theme is: so are the pens that are used on it. */
static struct paper_color photo_loop_color(int loop)
{
    return paper_theme_paper.pens[loop % PEN_COUNT];
}

static void add_outline(cairo_t *cairo, const struct photo_screen *shown, int loop)
{
    const struct photo_outline *outline = &shown->outlines[loop];
    const struct paper_view view = photo_view(shown);
    double zoom = photo_zoom(shown);
    cairo_new_path(cairo);
    for (int i = 0; i < outline->count; i++)
        cairo_line_to(cairo, view.left + outline->places[i].x * zoom,
                      view.top + outline->places[i].y * zoom);
    if (!outline->is_open || photo_loop_at(shown, loop)->taken)
        cairo_close_path(cairo);
}

static void stroke(cairo_t *cairo, double width, struct paper_color color, double alpha)
{
    brush_color(cairo, color_fade(color, alpha));
    cairo_set_line_width(cairo, width);
    cairo_stroke_preserve(cairo);
}

static const struct paper_color white = {1, 1, 1, 1}, grey = {0.36, 0.36, 0.38, 1};

static void paint_loop(cairo_t *cairo, const struct photo_screen *shown, int loop)
{
    double scale = shown->frame.camera.view.scale, dash = DASH * scale;
    add_outline(cairo, shown, loop);
    if (photo_loop_at(shown, loop)->taken) {
        stroke(cairo, RIM_WIDTH * scale, white, 0.75);
        stroke(cairo, PEN_WIDTH * scale, photo_loop_color(loop), 1);
        return;
    }
    stroke(cairo, DROPPED_RIM * scale, white, 0.7);
    cairo_set_dash(cairo, &dash, 1, 0);
    stroke(cairo, DROPPED_WIDTH * scale, grey, 1);
    cairo_set_dash(cairo, NULL, 0, 0);
}

void photo_paint(cairo_t *cairo, void *frame)
{
    const struct photo_screen *shown = frame;
    const struct paper_theme *theme = sheet_theme(shown->frame.picture);
    brush_color(cairo, color_mix(theme->panel_edge, theme->panel, 0.55));
    cairo_paint(cairo);
    if (shown->picture.count > 0) {
        /* The smallest of its sizes that has as many pixels as are shown. */
        const struct photo_picture *picture = &shown->picture;
        const struct paper_view view = photo_view(shown);
        double width = picture->width * photo_zoom(shown),
               height = picture->height * photo_zoom(shown);
        int level = 0;
        while (level + 1 < picture->count && picture->levels[level + 1].width >= width)
            level++;
        cairo_save(cairo);
        cairo_translate(cairo, view.left, view.top);
        cairo_rectangle(cairo, 0, 0, round(width), round(height));
        cairo_clip(cairo);
        cairo_scale(cairo, width / picture->levels[level].width,
                    height / picture->levels[level].height);
        cairo_set_source_surface(cairo, shown->levels[level], 0, 0);
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BILINEAR);
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
        cairo_paint(cairo);
        cairo_restore(cairo);
    }
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int taken = 0; taken < 2; taken++)
        for (int i = 0; i < photo_loop_count(shown); i++)
            if (photo_loop_at(shown, i)->taken == taken)
                paint_loop(cairo, shown, i);
    cairo_new_path(cairo);
}

static void paint_pointed(cairo_t *cairo, void *frame)
{
    const struct photo_screen *shown = frame;
    double scale = shown->frame.camera.view.scale;
    int loop = shown->pointed_loop;
    if (loop < 0)
        return;
    bool taken = photo_loop_at(shown, loop)->taken, open = shown->outlines[loop].is_open && !taken;
    struct paper_color color = taken ? photo_loop_color(loop) : grey;
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    add_outline(cairo, shown, loop);
    brush_color(cairo, color_fade(color, open ? 0 : 0.14));
    cairo_fill_preserve(cairo);
    stroke(cairo, (POINTED_WIDTH + 4) * scale, white, 0.9);
    stroke(cairo, (taken ? POINTED_WIDTH : PEN_WIDTH) * scale, color, 1);
    cairo_new_path(cairo);
}

void (*const photo_live[])(cairo_t *, void *) = {paint_pointed, NULL};

/* === over ===================================================================================== */

/* What can be grasped on the photo: the sheet's corners, the loops' numbers, the signs of what is
 * to be looked at.
 */

/* Interface pixels. */
static const double HANDLE = 30, KNOB = 18, BADGE = 26, SIGN = 26, LABEL_WIDTH = 230;
enum { MANY_LOOPS = 8 };

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
    return overlaps(box, shown->frame.sheet_box);
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

/* The corners that are shown are what is wished from now on, and this one is there. */
static void wish_corner(struct photo_screen *shown, int corner, struct spot at, bool goes_on)
{
    struct spot corners[4];
    for (int i = 0; i < 4; i++)
        corners[i] = i == corner ? at : photo_corner(shown, i);
    struct photo_wish *wish = &photo_say(shown, goes_on ? "moving a corner" : "a corner")->wish;
    wish->has_corners = true;
    memcpy(wish->corners, corners, sizeof corners);
    photo_heed(shown, goes_on);
}

void photo_nudge_corner(struct photo_screen *shown, int corner, int dx, int dy)
{
    struct spot at = photo_corner(shown, corner);
    wish_corner(shown, corner, keep_near(shown, (struct spot){at.x + dx, at.y + dy}), true);
}

static void build_corner(struct photo_screen *shown, struct ui *ui, int corner)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[24];
    snprintf(id, sizeof id, "corner %d", corner + 1);
    struct box box = box_round(shown, canvas, photo_corner(shown, corner), HANDLE);
    struct ui_state state =
        ui_handle(ui, id, box_intersect(box, shown->frame.sheet_box), corner_names[corner]);
    bool was_held = shown->held_corner == corner;
    if (state.held || was_held) {
        /* It keeps the distance from the pointer that it was grasped at. */
        int x, y;
        double at_x, at_y;
        ui_pointer(ui, &x, &y);
        if (shown->held_corner != corner) {
            shown->grasped = photo_corner(shown, corner);
            photo_to_window(shown, shown->grasped, &at_x, &at_y);
            shown->grasp_x = at_x - x;
            shown->grasp_y = at_y - y;
        }
        shown->held_corner = corner;
        shown->held_at =
            keep_near(shown, photo_from_window(shown, x + shown->grasp_x, y + shown->grasp_y));
    }
    if (was_held && !state.held) {
        shown->held_corner = -1;
        if (spot_distance(shown->held_at, shown->grasped) >= 0.5)
            wish_corner(shown, corner, shown->held_at, false);
    }
    if (state.ring)
        shown->focused_corner = corner;
    box = box_round(shown, canvas, photo_corner(shown, corner), HANDLE);
    if (is_seen(shown, box)) {
        int side = canvas_units(canvas, KNOB);
        struct card card = {.fill = white, .edge = paper_theme_paper.action, .radius = KNOB / 2};
        struct box knob = box_centre(box, side, side);
        card.edge_width = state.hovered || state.held ? 5 : 3;
        canvas_card(canvas, knob, &card);
        if (state.ring)
            ui_focus_ring(ui, knob, KNOB / 2);
    }
}

/* --- loops and signs -------------------------------------------------------------------------- */

static void photo_draw_badge(struct canvas *canvas, int loop, bool taken, struct box box)
{
    char number[12];
    struct card card = {.fill = white, .radius = BADGE / 2, .edge_width = taken ? 3 : 1.6};
    card.edge = taken ? photo_loop_color(loop) : grey;
    card.dashed = !taken;
    canvas_card(canvas, box, &card);
    snprintf(number, sizeof number, "%d", loop + 1);
    canvas_text(canvas, STYLE_SMALL, taken ? paper_theme_paper.ink : grey, number, box,
                ALIGN_CENTRE);
}

static void build_badge(struct photo_screen *shown, struct ui *ui, int loop)
{
    struct canvas *canvas = ui_canvas(ui);
    char id[24];
    bool taken = photo_loop_at(shown, loop)->taken;
    struct box box = box_round(shown, canvas, shown->outlines[loop].badge, BADGE);
    snprintf(id, sizeof id, "badge %d", loop + 1);
    struct ui_state state =
        ui_target(ui, id, box_intersect(box, shown->frame.sheet_box), taken ? "taken" : "dropped");
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

static void photo_draw_sign(struct canvas *canvas, bool is_gap, struct box box)
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
    struct box sign = box_round(shown, canvas, mark->at, SIGN), seen = shown->frame.sheet_box;
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
    struct ui_state state =
        ui_target(ui, id, box_intersect(box, shown->frame.sheet_box), mark->text);
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

static void build_graspable(struct photo_screen *shown, struct ui *ui)
{
    struct canvas *canvas = ui_canvas(ui);
    canvas_push_clip(canvas, shown->frame.sheet_box);
    double points[10];
    struct stroke line = {paper_theme_paper.action, 1.6 * canvas_scale(canvas), 0};
    for (int i = 0; i < 5; i++)
        photo_to_window(shown, photo_corner(shown, i % 4), &points[2 * i], &points[2 * i + 1]);
    double rim = 2 * canvas_scale(canvas);
    struct stroke under = {color_fade(white, 0.75), line.width + rim, 0};
    canvas_stroke(canvas, points, 5, &under);
    canvas_stroke(canvas, points, 5, &line);
    for (int i = 0; i < 4; i++)
        build_corner(shown, ui, i);
    for (int i = 0; i < photo_loop_count(shown); i++)
        if (i < MANY_LOOPS || photo_loop_at(shown, i)->taken)
            build_badge(shown, ui, i);
    for (int i = 0; i < shown->mark_count; i++)
        build_sign(shown, ui, i);
    draw_labels(shown, canvas);
    canvas_pop_clip(canvas);
}

void photo_build_over(struct app *app, struct ui *ui, struct editor_frame *frame)
{
    struct photo_screen *shown = (struct photo_screen *)frame;
    (void)app;
    if (shown->has_finding)
        build_graspable(shown, ui);
    /* In the middle while there is nothing else to be seen, else at the top. */
    struct canvas *canvas = ui_canvas(ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *text = photo_progress(shown);
    if (!text[0])
        return;
    int side = canvas_units(canvas, 18), height = canvas_units(canvas, 40);
    int width = canvas_text_width(canvas, STYLE_BODY, text) + 2 * side;
    struct box box = box_centre(shown->frame.sheet_box, width, height);
    if (shown->picture.count > 0)
        box.y = shown->frame.sheet_box.y + canvas_units(canvas, 16);
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    card.edge_width = 1.5;
    card.shadow = true;
    canvas_card(canvas, box, &card);
    canvas_text(canvas, STYLE_BODY, theme->ink, text, box, ALIGN_CENTRE);
}

/* === panel ==================================================================================== */

/* Beside the photo: what was found and what comes of it, and what can be said about it. */

static const double ROW = 36, SECTION = 30, GAP = 12, PREVIEW = 150, PANEL_SIGN = 26, SLIDER = 30,
                    STEPPER = 40, NARROW = 5, ROOM = 8, PAPER_GAP = 6,
                    LIST_LEAST = 220, /* else there is no preview */
    PREVIEW_PART = 0.24;              /* of the panel's height at most */
enum { LOOPS_LISTED = 6 };

static const struct paper_theme *theme_of(const struct layout *list)
{
    return canvas_theme(ui_canvas(list->ui));
}

static void draw_heading(struct layout *list, enum canvas_style style, struct paper_color color,
                         const char *text)
{
    layout_skip(list, AT_TOP, GAP);
    canvas_text(ui_canvas(list->ui), style, color, text, layout_take(list, AT_TOP, SECTION),
                ALIGN_LEFT);
}

/* --- what was found --------------------------------------------------------------------------- */

/* Nothing was found that anybody would take. */
static bool has_failed(const struct photo_screen *shown)
{
    return shown->has_finding && photo_taken_count(shown) == 0 &&
           photo_said(shown)->choice_count == 0;
}

static void draw_sentence(struct layout *list, const char *text)
{
    char sentence[sizeof(struct error)];
    photo_write_sentence(text, sentence, sizeof sentence);
    layout_paragraph(list, STYLE_SMALL, theme_of(list)->ink, sentence);
    layout_skip(list, AT_TOP, ROOM);
}

static void build_loop(struct photo_screen *shown, struct ui *ui, struct box row, int loop)
{
    const struct photo_loop *found = photo_loop_at(shown, loop);
    char id[24], label[40];
    int x, y, side = canvas_units(ui_canvas(ui), PANEL_SIGN);
    bool taken = found->taken;
    ui_pointer(ui, &x, &y);
    snprintf(id, sizeof id, "loop %d", loop + 1);
    photo_describe_size(found, label);
    struct box check = row;
    struct box badge = box_centre(box_cut_right(&check, side), side, side);
    if (ui_check(ui, id, label, check, &taken))
        photo_set_loop(shown, loop, taken);
    if (box_holds(row, x, y) || strcmp(ui_ring(ui), id) == 0)
        shown->pointed_loop = loop;
    photo_draw_badge(ui_canvas(ui), loop, taken, badge);
}

/* Closed lines, or those that were left out. Small ones that are not taken wait behind a button:
 * returns how many. */
static int build_kind(struct photo_screen *shown, struct layout *list, bool is_open)
{
    int count = 0, hidden = 0;
    char text[80];
    for (int i = 0; i < photo_loop_count(shown); i++)
        count += photo_loop_at(shown, i)->is_open == is_open;
    if (count == 0)
        return 0;
    snprintf(text, sizeof text, "%d %s%s%s", count, is_open ? "" : "closed ",
             count == 1 ? "line" : "lines", is_open ? " left out" : "");
    draw_heading(list, STYLE_STRONG, theme_of(list)->ink, text);
    for (int i = 0; i < photo_loop_count(shown); i++) {
        const struct photo_loop *found = photo_loop_at(shown, i);
        bool listed = shown->lists_all || i < LOOPS_LISTED || found->taken;
        if (found->is_open != is_open)
            continue;
        hidden += !listed;
        if (listed)
            build_loop(shown, list->ui, layout_take(list, AT_TOP, ROW), i);
    }
    return hidden;
}

static void build_loops(struct photo_screen *shown, struct layout *list)
{
    char text[80];
    int hidden = build_kind(shown, list, false);
    hidden += build_kind(shown, list, true);
    if (hidden == 0)
        return;
    snprintf(text, sizeof text, "Show %d smaller ones", hidden);
    struct box row = layout_take(list, AT_TOP, ROW);
    row.w = canvas_text_width(ui_canvas(list->ui), STYLE_BODY, text);
    if (ui_button(list->ui, "button all-loops", text, row, LOOK_LINK))
        shown->lists_all = true;
}

/* A target on which the photo shows where it is. */
static void point_at_mark(struct app *app, struct photo_screen *shown, struct ui *ui,
                          struct box box, int index)
{
    struct canvas *canvas = ui_canvas(ui);
    const struct photo_mark *mark = &shown->marks[index];
    char id[24];
    snprintf(id, sizeof id, "remark %d", index + 1);
    struct ui_state state = ui_target(ui, id, box, mark->text);
    struct card card = {.fill = canvas_theme(canvas)->card, .radius = 6, .edge_width = 1};
    card.edge = canvas_theme(canvas)->action;
    if (state.hovered || state.ring || shown->kept_mark == index)
        canvas_card(canvas, box, &card);
    if (state.ring)
        ui_focus_ring(ui, box, 6);
    if (state.hovered || state.ring)
        shown->pointed_mark = index;
    if (state.clicked) {
        shown->kept_mark = index;
        photo_show_place(app, mark->at);
    }
}

static void build_mark(struct app *app, struct photo_screen *shown, struct layout *list, int index)
{
    struct canvas *canvas = ui_canvas(list->ui);
    const struct photo_mark *mark = &shown->marks[index];
    int side = canvas_units(canvas, PANEL_SIGN), gap = canvas_units(canvas, ROOM);
    int words =
        canvas_paragraph_height(canvas, STYLE_SMALL, mark->text, list->rest.w - side - 2 * gap);
    struct box box = layout_cut(list, AT_TOP, (words > side ? words : side) + gap);
    layout_cut(list, AT_TOP, gap / 2);
    if (mark->has_place)
        point_at_mark(app, shown, list->ui, box, index);
    struct box inside = box_inset(box, gap / 2, gap / 2);
    photo_draw_sign(canvas, mark->is_gap, box_centre(box_cut_left(&inside, side), side, side));
    box_cut_left(&inside, gap);
    canvas_paragraph(canvas, STYLE_SMALL, canvas_theme(canvas)->ink, mark->text,
                     box_centre(inside, inside.w, words), ALIGN_LEFT);
}

static void build_marks(struct app *app, struct photo_screen *shown, struct layout *list)
{
    bool failed = has_failed(shown), any = false;
    for (int i = 0; i < shown->mark_count; i++) {
        if (failed && !shown->marks[i].has_place)
            continue;
        if (!any)
            draw_heading(list, STYLE_STRONG, theme_of(list)->ink, "Look here");
        any = true;
        build_mark(app, shown, list, i);
    }
}

/* --- what can be said ------------------------------------------------------------------------- */

/* Nothing on the photo says how many squares there are. */
static bool asks_size(const struct photo_screen *shown)
{
    return !shown->finding.tracing.grid_found;
}

static void describe_sheet(const struct photo_screen *shown, char *into, int size)
{
    const struct photo_tracing *tracing = &shown->finding.tracing;
    int used = 0;
    into[0] = 0;
    if (photo_said(shown)->wish.across > 0 && photo_said(shown)->wish.across != tracing->width)
        used = snprintf(into, (size_t)size, "Counting the height ...");
    else if (!asks_size(shown))
        used = snprintf(into, (size_t)size, "The sheet is %d squares high.", tracing->height);
    if (shown->grid_across > 0)
        snprintf(into + used, (size_t)(size - used), " The printed grid says %d.",
                 shown->grid_across);
    else if (!photo_said(shown)->wish.has_corners)
        snprintf(into + used, (size_t)(size - used), "%s",
                 tracing->paper_found ? " No printed grid was found."
                                      : " No edge of paper was found: the whole picture counts.");
}

/* By the kind of paper, when nobody wants to count. */
static void build_papers(struct photo_screen *shown, struct layout *list)
{
    bool guessed = shown->finding.tracing.squares_guessed;
    layout_paragraph(list, STYLE_SMALL,
                     guessed ? theme_of(list)->warning : theme_of(list)->ink_soft,
                     guessed ? "The number of squares is a guess. Which paper is it, in squares of "
                               "5 mm? Or say how many squares it has both ways."
                             : "Paper in squares of 5 mm:");
    layout_skip(list, AT_TOP, PAPER_GAP);
    struct box row = layout_cut(list, AT_TOP, ui_button_height(list->ui));
    layout_skip(list, AT_TOP, PAPER_GAP);
    for (int i = 0; i < PHOTO_PAPER_COUNT; i++) {
        char id[32];
        struct box cell =
            box_column(row, i, PHOTO_PAPER_COUNT, canvas_units(ui_canvas(list->ui), PAPER_GAP));
        snprintf(id, sizeof id, "paper %s", photo_papers[i].name);
        if (!ui_button(list->ui, id, photo_papers[i].name, cell, LOOK_PLAIN))
            continue;
        photo_wish_paper(&photo_papers[i], &shown->finding.tracing,
                         &photo_say(shown, "the paper")->wish);
        photo_heed(shown, false);
    }
}

static void build_size(struct photo_screen *shown, struct layout *list)
{
    static const struct ui_range range = {PHOTO_ACROSS_LEAST, PHOTO_ACROSS_MOST, 1, "", NULL};
    const struct photo_wish *wish = &photo_said(shown)->wish;
    struct ui *ui = list->ui;
    char text[160];
    int across = wish->across > 0 ? wish->across : shown->finding.tracing.width;
    int down = wish->down > 0 ? wish->down : shown->finding.tracing.height;
    snprintf(text, sizeof text, "%d squares", across);
    if (asks_size(shown))
        build_papers(shown, list);
    bool changed = ui_stepper(ui, "stepper across", "Squares across",
                              layout_take(list, AT_TOP, STEPPER), &across, &range);
    if (ui_slider(ui, "slider across", text, layout_take(list, AT_TOP, SLIDER), &across, &range) ||
        changed) {
        photo_say(shown, "squares across")->wish.across = across;
        photo_heed(shown, true);
    }
    if (asks_size(shown) && ui_stepper(ui, "stepper down", "Squares up",
                                       layout_take(list, AT_TOP, STEPPER), &down, &range)) {
        photo_say(shown, "squares up")->wish.down = down;
        photo_heed(shown, true);
    }
    describe_sheet(shown, text, (int)sizeof text);
    layout_paragraph(list, STYLE_SMALL, theme_of(list)->ink_soft, text);
}

/* True if it was changed to what `on` is now. */
static bool build_check(struct layout *list, const char *id, const char *label, bool *on)
{
    return ui_check(list->ui, id, label, layout_take(list, AT_TOP, ROW), on);
}

static void build_sheet(struct photo_screen *shown, struct layout *list)
{
    int gap = canvas_units(ui_canvas(list->ui), 2 * NARROW);
    bool closes = !photo_said(shown)->wish.keep_gaps;
    draw_heading(list, STYLE_STRONG, theme_of(list)->ink, "Sheet");
    build_size(shown, list);
    layout_skip(list, AT_TOP, NARROW);
    if (build_check(list, "check gaps", "Close small gaps", &closes)) {
        photo_say(shown, "small gaps")->wish.keep_gaps = !closes;
        photo_heed(shown, false);
    }
    /* What was found out by itself and may be otherwise. */
    const struct photo_tracing *tracing = &shown->finding.tracing;
    enum photo_ground ground = photo_said(shown)->wish.ground;
    bool is_board = ground == PHOTO_ANY_GROUND ? tracing->is_board : ground == PHOTO_BOARD;
    bool is_line = tracing->red.taken;
    if (tracing->red.found &&
        build_check(list, "check red", "The red line is the start line", &is_line)) {
        photo_say(shown, "the red line")->ignores_red = !is_line;
        photo_heed(shown, false);
    }
    if (build_check(list, "check board", "Light lines on a dark board", &is_board)) {
        photo_say(shown, "the ground")->wish.ground = is_board ? PHOTO_BOARD : PHOTO_PAPER;
        photo_heed(shown, false);
    }
    layout_skip(list, AT_TOP, NARROW);
    struct box row = layout_cut(list, AT_TOP, ui_button_height(list->ui));
    if (ui_button(list->ui, "button turn", "Turn", box_column(row, 0, 2, gap), LOOK_PLAIN))
        photo_turn_right(shown);
    if (photo_said(shown)->wish.has_corners &&
        ui_button(list->ui, "button find-corners", "Find corners", box_column(row, 1, 2, gap),
                  LOOK_PLAIN)) {
        photo_say(shown, "the corners")->wish.has_corners = false;
        photo_heed(shown, false);
    }
}

/* --- what comes of it ------------------------------------------------------------------------- */

struct preview {
    const struct track *track;
    const struct paper_theme *theme;
    double scale;
};

static void paint_preview(cairo_t *cairo, int width, int height, const void *data)
{
    const struct preview *preview = data;
    paper_draw_thumbnail(cairo, graph_paper_course(preview->track), width, height, preview->scale,
                         preview->theme);
}

static void build_buttons(struct app *app, struct photo_screen *shown, struct layout *foot)
{
    struct ui *ui = foot->ui;
    struct canvas *canvas = ui_canvas(ui);
    struct box row = layout_cut(foot, AT_BOTTOM, ui_button_height(ui));
    const char *label = "Go on in the editor";
    int gap = canvas_units(canvas, 2 * NARROW), part = row.w * 32 / 100;
    if (canvas_text_width(canvas, STYLE_SMALL, label) + 2 * gap > row.w - part - gap) {
        label = "Go on";
        part = (row.w - gap) / 2;
    }
    struct box left = box_cut_left(&row, part);
    box_cut_left(&row, gap);
    if (ui_button(ui, "button cancel", "Cancel", left, LOOK_PLAIN))
        editor_frame_leave(app, &shown->frame);
    if (photo_taken_count(shown) == 0) {
        ui_button_disabled(ui, label, row);
        return;
    }
    if (ui_button(ui, "button edit", label, row, LOOK_PRIMARY))
        photo_go_on(app);
    ui_default(ui, "button edit");
}

/* The sheet as it will be, above the buttons. */
static void build_outcome(const struct photo_screen *shown, struct layout *foot, int panel_height)
{
    struct canvas *canvas = ui_canvas(foot->ui);
    const struct paper_theme *theme = canvas_theme(canvas);
    const char *verdict = photo_taken_count(shown) > 0 ? shown->verdict : "No line is taken.";
    int most = (int)(panel_height * PREVIEW_PART), height = canvas_units(canvas, PREVIEW);
    int lines = 2 * canvas_line_height(canvas, STYLE_SMALL);
    layout_skip(foot, AT_BOTTOM, 2 * NARROW);
    int words = canvas_paragraph_height(canvas, STYLE_SMALL, verdict, foot->rest.w);
    canvas_paragraph(canvas, STYLE_SMALL, shown->is_track ? theme->ink : theme->warning, verdict,
                     layout_cut(foot, AT_BOTTOM, words < lines ? words : lines), ALIGN_LEFT);
    layout_skip(foot, AT_BOTTOM, NARROW);
    height = height < most ? height : most;
    if (foot->rest.h < height + canvas_units(canvas, LIST_LEAST))
        return;
    struct box box = layout_cut(foot, AT_BOTTOM, height);
    struct preview preview = {shown->preview, theme, canvas_scale(canvas)};
    struct card card = {.fill = theme->card, .edge = theme->panel_edge, .radius = 8};
    char key[40];
    card.edge_width = 1.5;
    canvas_card(canvas, box, &card);
    struct box inside = box_inset(box, canvas_units(canvas, 6), canvas_units(canvas, 6));
    snprintf(key, sizeof key, "photo preview %u", shown->version);
    if (shown->preview && inside.w >= 8 && inside.h >= 8)
        canvas_shape(canvas, key, inside, paint_preview, &preview);
    layout_skip(foot, AT_BOTTOM, 2 * NARROW);
}

/* What most people want next comes first. */
static void build_list(struct app *app, struct photo_screen *shown, struct layout *list)
{
    bool failed = has_failed(shown);
    const struct paper_theme *theme = theme_of(list);
    if (shown->is_no_grid)
        layout_paragraph(list, STYLE_SMALL, theme->ink_soft, photo_no_grid);
    if (!shown->has_finding)
        return;
    if (failed) {
        /* Why, and what can be done about it. What has a place is in the list that follows. */
        static const char advice[] =
            "What helps: close the line where it is open, draw it with a darker pen, take the "
            "photo "
            "from closer and straight above, in even light without shadows. If the sheet was not "
            "found, drag its four corners into place.";
        draw_heading(list, STYLE_HEADING, theme_of(list)->warning, "No track yet");
        if (!shown->finding.found)
            draw_sentence(list, shown->finding.error.text);
        for (int i = 0; i < shown->mark_count;
             i++) /* what sums up stands in the error, if there is one */
            if (!shown->marks[i].has_place && (shown->finding.found || !shown->marks[i].sums_up))
                draw_sentence(list, shown->marks[i].text);
        layout_paragraph(list, STYLE_SMALL, theme_of(list)->ink_soft, advice);
        build_marks(app, shown, list);
    }
    if (photo_loop_count(shown) > 0)
        build_loops(shown, list);
    if (!failed)
        build_marks(app, shown, list);
    build_sheet(shown, list);
    layout_skip(list, AT_TOP, GAP);
}

void photo_build_panel(struct app *app, struct ui *ui, struct editor_frame *frame, struct box box)
{
    struct photo_screen *shown = (struct photo_screen *)frame;
    struct layout paper = editor_frame_panel_paper(ui, box);
    double gap = paper.gap;
    paper.gap = 0;
    build_buttons(app, shown, &paper);
    if (photo_loop_count(shown) > 0 && !has_failed(shown))
        build_outcome(shown, &paper, box.h);
    else
        layout_skip(&paper, AT_BOTTOM, 2 * NARROW);
    paper.gap = gap;
    struct layout list = editor_frame_panel_scroll(&paper, frame);
    list.gap = 0;
    build_list(app, shown, &list);
    ui_scroll_end(ui, list.rest.y);
}
