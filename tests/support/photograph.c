/* See photograph.h. The sheet is drawn flat by cairo, then each pixel of the photo looks where on
 * it it falls; light, lens and camera come after that. */
#include "lens.h"

#include "base/memory.h"
#include "base/number.h"

#include <assert.h>
#include <cairo.h>
#include <leptonica/allheaders.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double turn = 6.283185307179586;

/* --- places ---------------------------------------------------------------------------------- */

/* A page that curls rises along an arc: squares are counted along it. */
static struct dot project(const struct photo_camera *camera, double x, double y)
{
    double up = 0;
    if (camera->curl_radius > 0 && x > camera->curl_from) {
        double angle = (x - camera->curl_from) / camera->curl_radius;
        x = camera->curl_from + camera->curl_radius * sin(angle);
        up = camera->curl_radius * (1 - cos(angle));
    }
    double place[3];
    for (int i = 0; i < 3; i++)
        place[i] = camera->x[i] * x + camera->y[i] * y + camera->up[i] * up + camera->at[i];
    return (struct dot){camera->right + camera->focus * place[0] / place[2],
                        camera->down + camera->focus * place[1] / place[2]};
}

static double dot_product(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Where the ray through a pixel meets the sheet; false: beside what of it rises. */
static bool look_through(const struct photo_camera *camera, double px, double py, struct dot *on)
{
    const double ray[3] = {(px - camera->right) / camera->focus,
                           (py - camera->down) / camera->focus, 1};
    double ox = -dot_product(camera->x, camera->at);
    double oy = -dot_product(camera->y, camera->at);
    double oz = -dot_product(camera->up, camera->at);
    double dx = dot_product(camera->x, ray);
    double dy = dot_product(camera->y, ray);
    double dz = dot_product(camera->up, ray);
    double far = -oz / dz;
    *on = (struct dot){ox + far * dx, oy + far * dy};
    if (camera->curl_radius <= 0 || (far > 0 && on->x <= camera->curl_from))
        return far > 0;
    double r = camera->curl_radius;
    double cx = ox - camera->curl_from;
    double cz = oz - r;
    double a = dx * dx + dz * dz;
    double b = cx * dx + cz * dz;
    double root = b * b - a * (cx * cx + cz * cz - r * r);
    for (int side = -1; root >= 0 && side <= 1; side += 2) {
        far = (-b + side * sqrt(root)) / a;
        double angle = atan2(cx + far * dx, -(cz + far * dz));
        *on = (struct dot){camera->curl_from + angle * r, oy + far * dy};
        if (far > 0 && angle >= 0 && on->x <= camera->curl_to)
            return true;
    }
    return false;
}

struct dot photograph_place(const struct photograph *photograph, struct dot on_sheet)
{
    return project(&photograph->camera, on_sheet.x, on_sheet.y);
}

/* A camera so far away that a square in the middle has `square` pixels and moved aside by (right,
 * down) squares. */
static void set_camera(const struct drawing *drawing, const struct scene *scene, double square,
                       struct dot aside, struct photo_camera *camera)
{
    bool flat = scene->view == VIEW_FLAT;
    double w = drawing->width;
    double h = drawing->height;
    double c = flat ? 1 : cos(scene->skew / 360 * turn);
    double s = flat ? 0 : sin(scene->skew / 360 * turn);
    double tx = flat ? 0 : scene->tilt_x / 360 * turn;
    double ty = flat ? 0 : scene->tilt_y / 360 * turn;
    *camera = (struct photo_camera){.right = scene->width / 2.0, .down = scene->height / 2.0};
    camera->focus = (scene->focus > 0 ? scene->focus : .8) * fmax(scene->width, scene->height);
    /* From the sheet (y up) to places round its middle (y down), turned. */
    const double x[3] = {c, s, -c * w / 2 - s * h / 2};
    const double y[3] = {s, -c, -s * w / 2 + c * h / 2};
    double *into[3] = {camera->x, camera->y, camera->at};
    for (int i = 0; i < 3; i++) {
        into[i][0] = cos(tx) * x[i] - sin(tx) * sin(ty) * y[i];
        into[i][1] = cos(ty) * y[i];
        into[i][2] = sin(tx) * x[i] + sin(ty) * cos(tx) * y[i];
    }
    camera->at[0] += aside.x;
    camera->at[1] += aside.y;
    camera->at[2] += camera->focus / square;
    camera->up[0] = sin(tx) * cos(ty);
    camera->up[1] = sin(ty);
    camera->up[2] = -cos(tx) * cos(ty);
    if (scene->curl > 0 && !flat) {
        camera->curl_from = w * 2 / 3;
        camera->curl_to = w;
        camera->curl_radius = w / 3 / (scene->curl / 360 * turn);
    }
}

/* The sheet lies in the middle, so large that all of it is seen, with a margin where the page is to
 * be seen. */
static void look(const struct drawing *drawing, const struct scene *scene,
                 struct photo_camera *camera)
{
    double w = drawing->width;
    double h = drawing->height;
    double square = scene->width / w;
    struct dot aside = {0, 0};
    for (int i = 0; i < 12; i++) {
        set_camera(drawing, scene, square, aside, camera);
        struct dot low = {1e9, 1e9};
        struct dot high = {-1e9, -1e9};
        for (int j = 0; j < 4; j++) {
            struct dot at = project(camera, j % 2 ? w : 0, j / 2 ? h : 0);
            low = (struct dot){fmin(low.x, at.x), fmin(low.y, at.y)};
            high = (struct dot){fmax(high.x, at.x), fmax(high.y, at.y)};
        }
        aside.x -= ((low.x + high.x) / 2 - scene->width / 2.0) / square;
        aside.y -= ((low.y + high.y) / 2 - scene->height / 2.0) / square;
        square *= (scene->view == VIEW_PAGE ? .94 : 1) *
                  fmin(scene->width / (high.x - low.x), scene->height / (high.y - low.y));
    }
    square *= scene->nearer > 0 ? scene->nearer : 1;
    set_camera(drawing, scene, square, aside, camera);
}

/* --- the sheet ------------------------------------------------------------------------------- */

struct paper {
    int width, height;
    double square;                               /* pixels */
    double beyond;                               /* squares of paper round the sheet */
    cairo_surface_t *printed, *drawn, *coloured; /* coloured: the start line, where it has an ink */
};

static void print_grid(cairo_t *cairo, const struct paper *paper, const struct drawing *drawing,
                       const struct scene *scene)
{
    double depth = scene->grid_depth > 0 ? scene->grid_depth : .25;
    uint32_t colour = scene->grid_colour != 0 ? scene->grid_colour : 0x3060a0;
    int beyond = (int)paper->beyond;
    cairo_set_source_rgba(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0, depth * 1.6);
    cairo_set_line_width(cairo, .045);
    for (int x = -beyond; x <= drawing->width + beyond; x++) {
        cairo_move_to(cairo, x, -beyond);
        cairo_line_to(cairo, x, drawing->height + beyond);
    }
    for (int y = -beyond; y <= drawing->height + beyond; y++) {
        cairo_move_to(cairo, -beyond, y);
        cairo_line_to(cairo, drawing->width + beyond, y);
    }
    cairo_stroke(cairo);
}

/* Blue lines from edge to edge and a red one down the left. */
static void print_lines(cairo_t *cairo, const struct drawing *drawing, const struct scene *scene)
{
    double depth = (scene->grid_depth > 0 ? scene->grid_depth : .25) * 1.6;
    cairo_set_line_width(cairo, .06);
    cairo_set_source_rgba(cairo, .19, .38, .63, depth);
    for (double y = drawing->height - 2.2 * scene->ruled; y > 0; y -= scene->ruled) {
        cairo_move_to(cairo, 0, y);
        cairo_line_to(cairo, drawing->width, y);
    }
    cairo_stroke(cairo);
    cairo_set_source_rgba(cairo, .8, .2, .25, depth);
    cairo_move_to(cairo, drawing->width * .1, 0);
    cairo_line_to(cairo, drawing->width * .1, drawing->height);
    cairo_stroke(cairo);
}

/* The hand presses now more, now less; it begins and ends a little before and after. */
static void draw_wall(cairo_t *cairo, const struct outline *wall, double width, double gap,
                      struct random *random)
{
    int left_out = (int)(gap / .1);
    double pressing = 1;
    for (int i = 0; i < wall->count - left_out; i++) {
        struct dot a = wall->dots[i];
        struct dot b = wall->dots[(i + 1) % wall->count];
        pressing += ((double)random_below(random, 201) - 100) / 1000;
        pressing = pressing < .75 ? .75 : pressing > 1.25 ? 1.25 : pressing;
        cairo_set_line_width(cairo, width * pressing);
        cairo_move_to(cairo, a.x, a.y);
        cairo_line_to(cairo, b.x, b.y);
        cairo_stroke(cairo);
    }
}

static void draw_segment(cairo_t *cairo, struct dot a, struct dot b, double width)
{
    cairo_set_line_width(cairo, width);
    cairo_move_to(cairo, a.x, a.y);
    cairo_line_to(cairo, b.x, b.y);
    cairo_stroke(cairo);
}

static void draw_spurs(cairo_t *cairo, const struct outline *wall, double length, double width)
{
    for (int i = 20; i + 5 < wall->count; i += 90) {
        struct dot a = wall->dots[i];
        struct dot b = wall->dots[i + 2];
        double far = hypot(b.x - a.x, b.y - a.y);
        struct dot end = {a.x - (b.y - a.y) / far * length, a.y + (b.x - a.x) / far * length};
        draw_segment(cairo, a, end, width);
    }
}

static void write_words(cairo_t *cairo, const struct drawing *drawing)
{
    cairo_save(cairo);
    cairo_translate(cairo, drawing->width * .42, drawing->height * .5);
    cairo_scale(cairo, 1, -1);
    cairo_select_font_face(cairo, "Comic Neue", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, 1.6);
    cairo_move_to(cairo, 0, 0);
    cairo_show_text(cairo, "Boo 8");
    cairo_restore(cairo);
}

static void draw(cairo_t *cairo, const struct drawing *drawing, const struct scene *scene,
                 struct random *random)
{
    double width = scene->stroke > 0 ? scene->stroke : scene->pen ? .11 : .14;
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_source_rgba(cairo, 0, 0, 0, 1);
    for (int i = 0; i < drawing->wall_count; i++) {
        draw_wall(cairo, &drawing->walls[i], width, i == 0 ? scene->gap : 0, random);
        if (scene->spurs > 0)
            draw_spurs(cairo, &drawing->walls[i], scene->spurs, width);
    }
    if (scene->start_line && scene->line_ink == 0)
        draw_segment(cairo, drawing->line[0], drawing->line[1], width);
    if (scene->words)
        write_words(cairo, drawing);
}

static cairo_t *open_surface(cairo_surface_t *surface, const struct paper *paper,
                             const struct drawing *drawing)
{
    cairo_t *cairo = cairo_create(surface);
    cairo_scale(cairo, paper->square, -paper->square);
    cairo_translate(cairo, paper->beyond, -paper->beyond - drawing->height);
    return cairo;
}

static struct paper make_paper(const struct drawing *drawing, const struct scene *scene,
                               struct random *random)
{
    struct paper paper = {.beyond = scene->view == VIEW_FILLED ? 14 : 0};
    paper.square = 1.15 * scene->width / drawing->width;
    paper.width = (int)((drawing->width + 2 * paper.beyond) * paper.square) + 1;
    paper.height = (int)((drawing->height + 2 * paper.beyond) * paper.square) + 1;
    paper.printed = cairo_image_surface_create(CAIRO_FORMAT_RGB24, paper.width, paper.height);
    paper.drawn = cairo_image_surface_create(CAIRO_FORMAT_A8, paper.width, paper.height);
    cairo_t *cairo = open_surface(paper.printed, &paper, drawing);
    if (scene->board)
        cairo_set_source_rgb(cairo, .14, .25, .2);
    else
        cairo_set_source_rgb(cairo, .96, .955, .93);
    cairo_paint(cairo);
    if (scene->grid)
        print_grid(cairo, &paper, drawing, scene);
    if (scene->ruled > 0)
        print_lines(cairo, drawing, scene);
    cairo_destroy(cairo);
    cairo = open_surface(paper.drawn, &paper, drawing);
    draw(cairo, drawing, scene, random);
    cairo_destroy(cairo);
    paper.coloured = cairo_image_surface_create(CAIRO_FORMAT_A8, paper.width, paper.height);
    cairo = open_surface(paper.coloured, &paper, drawing);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    if (scene->start_line && scene->line_ink != 0)
        draw_segment(cairo, drawing->line[0], drawing->line[1], .14);
    cairo_destroy(cairo);
    cairo_surface_flush(paper.printed);
    cairo_surface_flush(paper.drawn);
    cairo_surface_flush(paper.coloured);
    return paper;
}

/* --- looking at it --------------------------------------------------------------------------- */

/* Between -1 and 1, the same for the same place. */
static double grain(int x, int y, uint64_t seed)
{
    uint64_t value =
        ((uint64_t)(uint32_t)x << 32 | (uint32_t)y) * UINT64_C(0x9e3779b97f4a7c15) + seed;
    value ^= value >> 31;
    value *= UINT64_C(0xbf58476d1ce4e5b9);
    value ^= value >> 29;
    return (double)(value & 0xffff) / 32768 - 1;
}

static double fibre(double x, double y, double size, uint64_t seed)
{
    int left = (int)floor(x / size);
    int top = (int)floor(y / size);
    double u = x / size - left;
    double v = y / size - top;
    return (1 - v) * ((1 - u) * grain(left, top, seed) + u * grain(left + 1, top, seed)) +
           v * ((1 - u) * grain(left, top + 1, seed) + u * grain(left + 1, top + 1, seed));
}

static double mix_cells(const uint8_t *row, const uint8_t *next, int step, double u, double v)
{
    return (1 - v) * ((1 - u) * row[0] + u * row[step]) + v * ((1 - u) * next[0] + u * next[step]);
}

/* The colours of the sheet at a place of the flat picture, in 0 to 255. */
static void see_paper(const struct paper *paper, const struct scene *scene, double x, double y,
                      double rgb[3])
{
    x = fmin(fmax(x - .5, 0), paper->width - 2);
    y = fmin(fmax(y - .5, 0), paper->height - 2);
    int left = (int)x;
    int top = (int)y;
    int stride = cairo_image_surface_get_stride(paper->printed);
    const uint8_t *row = cairo_image_surface_get_data(paper->printed) + top * stride + 4 * left;
    int ink_stride = cairo_image_surface_get_stride(paper->drawn);
    const uint8_t *ink = cairo_image_surface_get_data(paper->drawn) + top * ink_stride + left;
    double amount = mix_cells(ink, ink + ink_stride, 1, x - left, y - top) / 255;
    const uint8_t *other = cairo_image_surface_get_data(paper->coloured) + top * ink_stride + left;
    double coloured = mix_cells(other, other + ink_stride, 1, x - left, y - top) / 255;
    static const double chalk[3] = {226, 226, 216};
    static const double pencil[3] = {95, 95, 98};
    static const double pen[3] = {25, 35, 110};
    if (!scene->pen && amount > 0)
        amount *= .78 + .22 * fibre(x, y, 2.3, scene->seed);
    double texture = 1 + .012 * fibre(x, y, 7, scene->seed) + .008 * fibre(x, y, 2, scene->seed);
    for (int i = 0; i < 3; i++) {
        double printed = mix_cells(row + 2 - i, row + stride + 2 - i, 4, x - left, y - top);
        double colour = scene->ink != 0 ? scene->ink >> (16 - 8 * i) & 255
                        : scene->board  ? chalk[i]
                                        : (scene->pen ? pen : pencil)[i];
        double line = scene->line_ink >> (16 - 8 * i) & 255;
        printed += coloured * (line - printed);
        rgb[i] = texture * (printed + amount * (colour - printed));
    }
}

static void see_table(const struct scene *scene, double x, double y, double rgb[3])
{
    double size = scene->width / 400.0;
    double wood = .8 + .2 * sin(y / size / 9 + 2 * fibre(x, y, 60 * size, scene->seed)) +
                  .12 * fibre(x / 12, y, 2 * size, scene->seed + 1);
    wood *= scene->table > 0 ? scene->table : 1;
    if (scene->board) {
        rgb[0] = rgb[1] = rgb[2] = 205;
        return;
    }
    rgb[0] = 126 * wood;
    rgb[1] = 88 * wood;
    rgb[2] = 60 * wood;
}

/* Lamp from one side, dark corners, and the soft edge of a shadow across it. */
static double light_at(const struct scene *scene, double x, double y)
{
    double u = x / scene->width - .5;
    double v = y / scene->height - .5;
    double across = 1 - scene->shadow * (.5 * (u + .5) + .3 * (v + .5));
    double corner = 1 - scene->shadow * .6 * (u * u + v * v);
    double edge = (u + .6 * v - .18) * scene->width / (scene->width * .012);
    return across * corner * (1 - .3 * scene->shadow / (1 + exp(-edge)));
}

static double rise(double value, double edge)
{
    double part = value / fmax(edge, .01) + .5;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

static double far_from(struct dot at, struct dot a, struct dot b)
{
    double x = b.x - a.x;
    double y = b.y - a.y;
    double part = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(at.x - a.x - part * x, at.y - a.y - part * y);
}

/* How much of the hard shadow lies on a place of the sheet, 0 to 1. */
static double shade_at(const struct drawing *drawing, const struct scene *scene, struct dot at)
{
    double w = drawing->width;
    double h = drawing->height;
    double edge = scene->hard_edge;
    if (scene->hard == SHADE_HALF) /* its edge lies on a line of the grid */
        return rise(at.x - floor(w * .62), edge);
    if (scene->hard == SHADE_RULER)
        return fmax(rise(.7 - fabs(at.y - floor(h * .4)), edge),
                    rise(1.1 - fabs(at.x - w * .3 - .35 * at.y), edge));
    double deepest = 0;
    for (int i = 0; scene->hard == SHADE_HAND && i < 4; i++) {
        struct dot root = {w * (.5 + .07 * i), h * .12};
        struct dot tip = {w * (.42 + .11 * i), h * (.48 + .05 * (i == 1 || i == 2))};
        deepest = fmax(deepest, rise(w * .026 - far_from(at, root, tip), edge));
    }
    struct dot palm = {w * .6, h * .02};
    return scene->hard == SHADE_HAND
               ? fmax(deepest, rise(w * .14 - hypot(at.x - palm.x, at.y - palm.y), edge))
               : 0;
}

/* What rises turns away from the lamp, or towards it. */
static double curl_light(const struct photo_camera *camera, double x)
{
    if (camera->curl_radius <= 0 || x <= camera->curl_from)
        return 1;
    return 1 - .6 * sin((x - camera->curl_from) / camera->curl_radius);
}

static void see_place(const struct drawing *drawing, const struct scene *scene,
                      const struct paper *paper, const struct photo_camera *camera, double x,
                      double y, double rgb[3])
{
    struct dot at;
    bool off = !look_through(camera, x, y, &at) || at.x < -paper->beyond || at.y < -paper->beyond ||
               at.x > drawing->width + paper->beyond || at.y > drawing->height + paper->beyond;
    if (off) {
        see_table(scene, x, y, rgb);
        return;
    }
    see_paper(paper, scene, (at.x + paper->beyond) * paper->square,
              (drawing->height - at.y + paper->beyond) * paper->square, rgb);
    double light =
        curl_light(camera, at.x) * (1 - scene->hard_depth * shade_at(drawing, scene, at));
    for (int i = 0; i < 3; i++)
        rgb[i] *= light;
}

/* A pixel sees an area: where the sheet goes away steeply, several places of it. */
static void see_all(const struct drawing *drawing, const struct scene *scene,
                    const struct paper *paper, const struct photo_camera *camera, float *pixels)
{
    double tilt = fmax(fabs(scene->tilt_x), fabs(scene->tilt_y));
    int parts = tilt > 50 ? 3 : tilt > 25 ? 2 : 1;
    for (int y = 0; y < scene->height; y++)
        for (int x = 0; x < scene->width; x++) {
            double sum[3] = {0, 0, 0};
            for (int part = 0; part < parts * parts; part++) {
                double rgb[3];
                see_place(drawing, scene, paper, camera, x + (part % parts + .5) / parts,
                          y + (part / parts + .5) / parts, rgb);
                for (int i = 0; i < 3; i++)
                    sum[i] += rgb[i] / (parts * parts);
            }
            double light = light_at(scene, x, y);
            for (int i = 0; i < 3; i++)
                *pixels++ = (float)(sum[i] * light);
        }
}

/* --- camera ---------------------------------------------------------------------------------- */

static PIX *expose(const struct scene *scene, const float *pixels)
{
    static const int turned[9] = {0, 0, 1, 3, 2, 4, 6, 7, 5};
    int turning = turned[scene->orientation];
    bool swapped = turning & 4;
    PIX *pix = pixCreate(swapped ? scene->height : scene->width,
                         swapped ? scene->width : scene->height, 32);
    uint32_t *data = pixGetData(pix);
    int words = pixGetWpl(pix);
    for (int y = 0; y < scene->height; y++)
        for (int x = 0; x < scene->width; x++) {
            uint32_t value = 0;
            for (int i = 0; i < 3; i++) {
                double noise = grain(x, y, scene->seed + 7 + (uint64_t)i) +
                               grain(x, y, scene->seed + 17 + (uint64_t)i);
                double level = (double)*pixels++ + scene->noise * 1.22 * noise;
                value = value << 8 | (uint32_t)(level < 0 ? 0 : level > 255 ? 255 : level + .5);
            }
            int column = swapped ? y : x;
            int row = swapped ? x : y;
            column = turning & 1 ? pixGetWidth(pix) - 1 - column : column;
            row = turning & 2 ? pixGetHeight(pix) - 1 - row : row;
            data[row * words + column] = value << 8;
        }
    return pix;
}

/* Behind the two bytes with which a JPEG begins. */
static void insert_orientation(struct photograph *photograph, int orientation)
{
    uint8_t segment[] = {0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0,
                         'M',  'M',  0, 42, 0,   0,   0,   8,   0, 1,
                         1,    0x12, 0, 3,  0,   0,   0,   1,   0, (uint8_t)orientation,
                         0,    0,    0, 0,  0,   0};
    uint8_t *bytes = memory_allocate(photograph->length + sizeof segment, 1);
    memcpy(bytes, photograph->bytes, 2);
    memcpy(bytes + 2, segment, sizeof segment);
    memcpy(bytes + 2 + sizeof segment, photograph->bytes + 2, photograph->length - 2);
    free(photograph->bytes);
    photograph->bytes = bytes;
    photograph->length += sizeof segment;
}

static void find_gap(const struct drawing *drawing, const struct scene *scene,
                     struct photograph *photograph)
{
    const struct outline *wall = &drawing->walls[0];
    int left_out = (int)(scene->gap / .1);
    photograph->gap = photograph_place(photograph, wall->dots[wall->count - 1 - left_out / 2]);
}

struct photograph photograph_aim(const struct drawing *drawing, const struct scene *scene)
{
    struct photograph photograph = {0};
    look(drawing, scene, &photograph.camera);
    find_gap(drawing, scene, &photograph);
    return photograph;
}

struct photograph photograph_take(const struct drawing *drawing, const struct scene *scene)
{
    struct random random = random_seeded(scene->seed);
    struct photograph photograph = photograph_aim(drawing, scene);
    struct paper paper = make_paper(drawing, scene, &random);
    size_t cells = 3 * (size_t)scene->width * (size_t)scene->height;
    float *pixels = memory_allocate(cells, sizeof *pixels);
    see_all(drawing, scene, &paper, &photograph.camera, pixels);
    lens_blur(scene, pixels);
    PIX *pix = expose(scene, pixels);
    if (scene->quality > 0)
        pixWriteMemJpeg(&photograph.bytes, &photograph.length, pix, scene->quality, 0);
    else
        pixWriteMemPng(&photograph.bytes, &photograph.length, pix, 0);
    assert(photograph.bytes != NULL);
    if (scene->orientation > 0 && scene->quality > 0)
        insert_orientation(&photograph, scene->orientation);
    pixDestroy(&pix);
    free(pixels);
    cairo_surface_destroy(paper.printed);
    cairo_surface_destroy(paper.drawn);
    cairo_surface_destroy(paper.coloured);
    return photograph;
}

void photograph_free(struct photograph *photograph)
{
    free(photograph->bytes);
    *photograph = (struct photograph){0};
}
