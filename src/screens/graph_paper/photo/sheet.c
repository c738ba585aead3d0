/* The photo with the loops over it, as a picture that is kept: painted anew when something of it
 * changes, shifted when the camera goes.
 *
 * Each loop has the pen of its number, on a white rim, so that it is seen on pencil and on shadow;
 * one that is not taken is thin, grey and dashed. What is pointed at is live.
 */
#include "screens/graph_paper/photo/inside.h"

#include "base/memory.h"
#include "draw/sheet.h"
#include "paper/brush.h"

#include <math.h>
#include <stdlib.h>

enum { LIVE_LOOP };
static const double PEN_WIDTH = 3.2, RIM_WIDTH = 6.4, POINTED_WIDTH = 5.4, DROPPED_WIDTH = 1.8,
                    DROPPED_RIM = 3.8, DASH = 7; /* interface pixels */

struct photo_sheet {
    struct sheet *sheet;
    const struct photo_screen *shown;
    cairo_surface_t *levels[PHOTO_LEVEL_LIMIT];
    struct paper_view view; /* that the picture shows */
    int pointed;            /* the loop that is shown as such */
};

/* --- places ----------------------------------------------------------------------------------- */

static double unit_of(const struct photo_screen *shown)
{
    return fmax(shown->picture.width, shown->picture.height) / PHOTO_UNITS;
}

struct paper_view photo_view(const struct photo_screen *shown)
{
    struct paper_view view = shown->camera.view;
    view.left += round(PHOTO_MARGIN * view.square);
    view.top += round(PHOTO_MARGIN * view.square);
    return view;
}

double photo_zoom(const struct photo_screen *shown)
{
    return shown->camera.view.square / unit_of(shown);
}

void photo_to_window(const struct photo_screen *shown, struct spot at, double *x, double *y)
{
    struct paper_view view = photo_view(shown);
    *x = shown->box.x + view.left + at.x * photo_zoom(shown);
    *y = shown->box.y + view.top + at.y * photo_zoom(shown);
}

struct spot photo_from_window(const struct photo_screen *shown, double x, double y)
{
    struct paper_view view = photo_view(shown);
    return (struct spot){(x - shown->box.x - view.left) / photo_zoom(shown),
                         (y - shown->box.y - view.top) / photo_zoom(shown)};
}

/* --- painting --------------------------------------------------------------------------------- */

struct paper_color photo_loop_color(int loop)
{
    return paper_theme_paper.pens[loop % PEN_COUNT];
}

/* The smallest one that has as many pixels as are shown. */
static int choose_level(const struct photo_sheet *sheet, double width)
{
    const struct photo_picture *picture = &sheet->shown->picture;
    int level = 0;
    while (level + 1 < picture->count && picture->levels[level + 1].width >= width)
        level++;
    return level;
}

static void paint_photo(cairo_t *cairo, const struct photo_sheet *sheet)
{
    const struct photo_picture *picture = &sheet->shown->picture;
    double zoom = sheet->view.square / unit_of(sheet->shown);
    double width = picture->width * zoom, height = picture->height * zoom;
    int level = choose_level(sheet, width);
    cairo_save(cairo);
    cairo_translate(cairo, sheet->view.left, sheet->view.top);
    cairo_rectangle(cairo, 0, 0, round(width), round(height));
    cairo_clip(cairo);
    cairo_scale(cairo, width / picture->levels[level].width,
                height / picture->levels[level].height);
    cairo_set_source_surface(cairo, sheet->levels[level], 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

static void add_outline(cairo_t *cairo, const struct photo_sheet *sheet, int loop)
{
    const struct photo_outline *outline = &sheet->shown->outlines[loop];
    double zoom = sheet->view.square / unit_of(sheet->shown);
    cairo_new_path(cairo);
    for (int i = 0; i < outline->count; i++)
        cairo_line_to(cairo, sheet->view.left + outline->places[i].x * zoom,
                      sheet->view.top + outline->places[i].y * zoom);
    if (!outline->is_open || photo_loop_at(sheet->shown, loop)->taken)
        cairo_close_path(cairo);
}

static void stroke(cairo_t *cairo, double width, struct paper_color color, double alpha)
{
    brush_color(cairo, color_fade(color, alpha));
    cairo_set_line_width(cairo, width);
    cairo_stroke_preserve(cairo);
}

static const struct paper_color white = {1, 1, 1, 1}, grey = {0.36, 0.36, 0.38, 1};

static void paint_loop(cairo_t *cairo, const struct photo_sheet *sheet, int loop)
{
    double scale = sheet->view.scale, dash = DASH * scale;
    add_outline(cairo, sheet, loop);
    if (photo_loop_at(sheet->shown, loop)->taken) {
        stroke(cairo, RIM_WIDTH * scale, white, 0.75);
        stroke(cairo, PEN_WIDTH * scale, photo_loop_color(loop), 1);
        return;
    }
    stroke(cairo, DROPPED_RIM * scale, white, 0.7);
    cairo_set_dash(cairo, &dash, 1, 0);
    stroke(cairo, DROPPED_WIDTH * scale, grey, 1);
    cairo_set_dash(cairo, NULL, 0, 0);
}

static void paint_ground(cairo_t *cairo, void *context)
{
    const struct photo_sheet *sheet = context;
    const struct photo_screen *shown = sheet->shown;
    const struct paper_theme *theme = sheet_theme(sheet->sheet);
    brush_color(cairo, color_mix(theme->panel_edge, theme->panel, 0.55));
    cairo_paint(cairo);
    paint_photo(cairo, sheet);
    if (!shown->has_finding)
        return;
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int taken = 0; taken < 2; taken++)
        for (int i = 0; i < photo_loop_count(shown); i++)
            if (photo_loop_at(shown, i)->taken == taken)
                paint_loop(cairo, sheet, i);
    cairo_new_path(cairo);
}

static void paint_live(cairo_t *cairo, void *context)
{
    const struct photo_sheet *sheet = context;
    if (sheet->pointed < 0)
        return;
    bool taken = photo_loop_at(sheet->shown, sheet->pointed)->taken;
    struct paper_color color = taken ? photo_loop_color(sheet->pointed) : grey;
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    add_outline(cairo, sheet, sheet->pointed);
    bool open = sheet->shown->outlines[sheet->pointed].is_open && !taken;
    brush_color(cairo, color_fade(color, open ? 0 : 0.14));
    cairo_fill_preserve(cairo);
    stroke(cairo, (POINTED_WIDTH + 4) * sheet->view.scale, white, 0.9);
    stroke(cairo, (taken ? POINTED_WIDTH : PEN_WIDTH) * sheet->view.scale, color, 1);
    cairo_new_path(cairo);
}

/* --- the picture that is kept ----------------------------------------------------------------- */

static cairo_surface_t *wrap(const struct photo_level *level)
{
    return cairo_image_surface_create_for_data((unsigned char *)level->pixels, CAIRO_FORMAT_RGB24,
                                               level->width, level->height, level->width * 4);
}

struct photo_sheet *photo_sheet_create(const struct photo_screen *shown)
{
    struct photo_sheet *sheet = memory_allocate(1, sizeof *sheet);
    sheet->shown = shown;
    sheet->pointed = -1;
    for (int i = 0; i < shown->picture.count; i++)
        sheet->levels[i] = wrap(&shown->picture.levels[i]);
    sheet->sheet = sheet_create(
        (struct sheet_painter){.ground = paint_ground, .live = paint_live, .context = sheet});
    return sheet;
}

void photo_sheet_free(struct photo_sheet *sheet)
{
    if (!sheet)
        return;
    for (int i = 0; i < PHOTO_LEVEL_LIMIT && sheet->levels[i]; i++)
        cairo_surface_destroy(sheet->levels[i]);
    sheet_free(sheet->sheet);
    free(sheet);
}

void photo_sheet_repaint(struct photo_sheet *sheet)
{
    sheet->pointed = -1;
    sheet_set_live(sheet->sheet, LIVE_LOOP, box_make(0, 0, 0, 0));
    sheet_repaint(sheet->sheet);
}

void photo_sheet_draw(struct photo_sheet *sheet, struct canvas *canvas)
{
    const struct photo_screen *shown = sheet->shown;
    struct box box = shown->box;
    if (canvas_is_muted(canvas) || box.w == 0 || box.h == 0)
        return;
    sheet->view = photo_view(shown);
    enum sheet_news news = sheet_follow(sheet->sheet, canvas, box, &sheet->view);
    if (news != SHEET_STAYS || sheet->pointed != shown->pointed_loop) {
        sheet->pointed = shown->pointed_loop;
        sheet_set_live(sheet->sheet, LIVE_LOOP, sheet_ink(sheet->sheet, paint_live, sheet));
    }
    sheet_draw(sheet->sheet, canvas, box.x, box.y);
}
